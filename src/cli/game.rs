//! `ferry game`: saved games replayed on their rules.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

use super::address::{self, Address, Runnable};
use super::moves::result;
use super::play::fault_failure;
use super::reading::ReadingArgs;
use super::{Failure, Outcome, Ran, output};
use crate::notation::zsg::{self, SavedGame};
use crate::source::SourceMap;
use crate::zrf::file::Selection;
use crate::zrf::load::beside;
use crate::zrf::machine::Machine;
use crate::zrf::replay::{self, Replay, Stop};

#[derive(clap::Args)]
#[command(
    after_help = "Games that Zillions of Games saved (.zsg) are replayed on the Zillions machine. The replay stops
at the first move that the machine does not have, shows the moves that it has there, and ends with 1.

Games in PGN are replayed on the rules of their variant, which the tag Variant names as sites and
programs do, or on those of --rules. Any number of files and games is read; each fault is told with
file, line and column, and with the nearest legal moves. A result that is not that of the last
position is a fault too.

Examples:
  ferry game fixtures/games/short.pgn
  ferry game fixtures/games/short.pgn --to json
  ferry game fixtures/games/chain.zsg --rules fixtures/zrf/s25-12-chains.zrf
  ferry game fixtures/games/chain.zsg --rules fixtures/zrf/s25-12-chains.zrf --to json"
)]
pub(super) struct Args {
    /// The saved game, or files of games in PGN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Its rules: PATH, PATH#NAME, PATH##N or fairy:NAME [default: what the game itself names]
    #[arg(long, value_name = "ADDR")]
    pub(super) rules: Option<String>,
    /// What to write [default: a line for each move]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) to: Option<GameFormat>,
    /// Write to a file, and not to standard output
    #[arg(short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Write the distinct positions of all games (PGN), one FEN a line
    #[arg(long, conflicts_with = "to")]
    pub(super) positions: bool,
    /// Take only moves that are spelt to the letter as SAN says (PGN)
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    readings: ReadingArgs,
}

/// Formats of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum GameFormat {
    /// Portable Game Notation
    Pgn,
    /// Zillions saved game
    Zsg,
    /// Coordinate moves, one a line
    Uci,
    /// The last position of each game
    Epd,
    /// For machines
    Json,
}

/// What kind of file holds games, by its beginning.
enum Kind {
    Zsg,
    Pgn,
    /// A format that is known and not read.
    Other(&'static str),
}

fn kind(path: &Path) -> Result<Kind, Failure> {
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
    let mut head = Vec::new();
    let file = std::fs::File::open(path).map_err(fail)?;
    std::io::Read::read_to_end(&mut std::io::Read::take(file, 64), &mut head).map_err(fail)?;
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let begins = |text: &str| head.starts_with(text.as_bytes());
    Ok(match ending.as_str() {
        "zsg" => Kind::Zsg,
        _ if begins(zsg::HEAD) => Kind::Zsg,
        "xqf" => Kind::Other("a game of XQStudio (xiangqi, binary)"),
        _ if begins("XQ") => Kind::Other("a game of XQStudio (xiangqi, binary)"),
        "cbl" | "cbr" => Kind::Other("a library of CCBridge (xiangqi, binary)"),
        _ if begins("CCBridge") => Kind::Other("a library of CCBridge (xiangqi, binary)"),
        "kif" | "kifu" | "ki2" => Kind::Other("a game record of shogi in KIF"),
        "csa" => Kind::Other("a game record of shogi in CSA"),
        _ => Kind::Pgn,
    })
}

pub(super) fn run(args: &Args) -> Ran {
    let mut pgn: Vec<&Path> = Vec::new();
    for path in &args.files {
        match kind(path)? {
            Kind::Pgn => pgn.push(path),
            Kind::Other(what) => {
                return Err(Failure(format!(
                    "{}: this is {what}; it is not read, convert it to PGN first",
                    path.display()
                ))
                .into());
            }
            Kind::Zsg if args.files.len() == 1 => return run_zsg(args, path),
            Kind::Zsg => {
                return Err(Failure(format!(
                    "{}: a game of Zillions is replayed alone; give one such file a call",
                    path.display()
                ))
                .into());
            }
        }
    }
    if args.to == Some(GameFormat::Zsg) {
        return Err(
            Failure("games in PGN are not written as ZSG; use --to pgn, uci, epd or json".into()).into()
        );
    }
    super::game_pgn::run(args, &pgn)
}

fn run_zsg(args: &Args, path: &Path) -> Ran {
    if matches!(args.to, Some(GameFormat::Pgn | GameFormat::Epd)) || args.positions {
        return Err(Failure("games of Zillions are written with --to zsg, uci or json".into()).into());
    }
    let mut sources = SourceMap::new();
    let file = sources.read(path).map_err(|e| Failure(e.to_string()))?;
    let game = match zsg::read(&sources.file(file).text) {
        Ok(game) => game,
        Err(error) => {
            output::complain(&format!("{}: {error}", path.display()));
            return Ok(Outcome::Findings);
        }
    };
    let Runnable { sources, program, .. } = open_rules(args, path, &game)?;
    let machine = Machine::new(&program);
    let replay = match replay::replay(&machine, &game) {
        Ok(replay) => replay,
        Err(error) => {
            output::complain(&format!("{}: {error}", path.display()));
            return Ok(Outcome::Findings);
        }
    };
    if let Some(Stop::Fault { fault, .. }) = &replay.stop {
        return Err(fault_failure(&sources, fault).into());
    }
    let text = match args.to {
        Some(GameFormat::Zsg) => zsg::write(&replay::rewritten(&game, &replay)),
        Some(GameFormat::Uci) => replay.played.iter().map(|p| p.coordinates.clone() + "\n").collect(),
        Some(GameFormat::Json) => output::json_text(&as_json(&machine, &game, &replay)?) + "\n",
        _ => as_text(&machine, &game, &replay),
    };
    match &args.output {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::print(&text),
    }
    if let Some((moves, end)) = replay.over {
        let reason = end.reason.as_str();
        output::note(&format!("note: by its goals the game was over after {moves} moves ({reason})\n"));
    }
    match &replay.stop {
        Some(Stop::Missing { saved, legal }) => {
            let count = replay.played.len();
            output::complain(&format!(
                "{}:{}: `{}` is no move here; {count} of {} moves were replayed",
                path.display(),
                saved.line,
                zsg::brief(&saved.to_string()),
                game.moves.len()
            ));
            output::note(&nearest(saved, legal));
            Ok(Outcome::Findings)
        }
        _ if misnumbered(path, &game, &replay) => Ok(Outcome::Findings),
        _ => Ok(Outcome::Clean),
    }
}

/// How many of the legal moves are shown.
const NEAREST: usize = 6;

/// The legal moves that look most like one that is none.
fn nearest(saved: &zsg::SavedMove, legal: &[zsg::SavedMove]) -> String {
    if legal.is_empty() {
        return "legal are:\n  there is no legal move\n".to_owned();
    }
    if legal.len() <= NEAREST {
        let lines: Vec<String> = legal.iter().map(|mv| format!("  {mv}\n")).collect();
        return format!("legal are:\n{}", lines.concat());
    }
    // Moves of the same piece from the same square first: those of which one was meant.
    let wanted = zsg::brief(&saved.text);
    let begin: Vec<&str> = wanted.split(' ').collect();
    let alike = |mv: &zsg::SavedMove| mv.text.split(' ').zip(&begin).take_while(|(a, b)| a == *b).count();
    let mut ranked: Vec<(std::cmp::Reverse<usize>, usize, String)> = (legal.iter())
        .map(|mv| {
            let distance = strsim::damerau_levenshtein(&wanted, &zsg::brief(&mv.text));
            (std::cmp::Reverse(alike(mv).min(2)), distance, mv.to_string())
        })
        .collect();
    ranked.sort();
    let lines: Vec<String> = ranked.iter().take(NEAREST).map(|(_, _, mv)| format!("  {mv}\n")).collect();
    format!(
        "nearest of the {} legal moves are:\n{}`ferry game … --to json` lists all of them\n",
        legal.len(),
        lines.concat()
    )
}

/// Says where the numbers of the moves leave the count of the turns; each such place once.
fn misnumbered(path: &Path, game: &SavedGame, replay: &Replay) -> bool {
    let mut shift = 0;
    let mut any = false;
    for (played, saved) in replay.played.iter().zip(&game.moves) {
        let now = i64::from(saved.number) - i64::from(played.saved.number);
        if now != shift {
            any = true;
            output::complain(&format!(
                "{}:{}: `{}` has the number {}, and it is the turn with the number {}",
                path.display(),
                saved.line,
                zsg::brief(&saved.text),
                saved.number,
                played.saved.number
            ));
        }
        shift = now;
    }
    if any {
        output::note("the moves themselves were replayed; --to zsg writes them with the right numbers\n");
    }
    any
}

/// The game that the saved one was played by: the stated one, else that of the title, else the first.
fn open_rules(args: &Args, path: &Path, game: &SavedGame) -> Result<Runnable, Failure> {
    let readings = args.readings.readings()?;
    let stated = match &args.rules {
        Some(text) => Address::parse(text)?,
        None => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let found = beside(folder, &game.rules_file);
            let missing = || {
                Failure(format!(
                    "{}: the rules file \"{}\" is not beside it; name it with --rules",
                    path.display(),
                    game.rules_file
                ))
            };
            Address { path: found.ok_or_else(missing)?, selection: Selection::First }
        }
    };
    address::need_zrf(&stated.path, None)?;
    if stated.selection == Selection::First && !game.variant.is_empty() {
        let file = address::open(&mut SourceMap::new(), &stated.path)?;
        let named = Selection::Named(game.variant.clone());
        if file.select(&named).is_ok() {
            return address::runnable_at(&Address { selection: named, ..stated }, None, readings);
        }
        output::note(&format!("note: no game is called \"{}\"; the first one is played\n", game.variant));
    }
    address::runnable_at(&stated, None, readings)
}

fn as_text(machine: &Machine<'_>, game: &SavedGame, replay: &Replay) -> String {
    let program = machine.program();
    let mut out = format!("{}: {} moves\n", program.title, game.moves.len());
    for played in &replay.played {
        out += &format!("{}\n", played.saved);
    }
    if replay.stop.is_none() {
        out += &format!("all replayed; {}\n", machine.position_text(&replay.status));
    }
    out
}

fn as_json(machine: &Machine<'_>, game: &SavedGame, replay: &Replay) -> Result<Value, Failure> {
    let look = machine.outlook(&replay.status).map_err(|fault| Failure(fault.to_string()))?;
    let moves: Vec<Value> = (replay.played.iter().zip(&game.moves))
        .map(|(played, saved)| {
            json!({
                "line": saved.line,
                "number": played.saved.number,
                "partial": played.saved.continuation,
                "text": played.saved.text,
                "equal": *saved == played.saved,
                "uci": played.coordinates,
                "fen": machine.position_text(&played.after),
            })
        })
        .collect();
    let stop = match &replay.stop {
        Some(Stop::Missing { saved, legal }) => json!({
            "line": saved.line,
            "move": saved.to_string(),
            "legal": legal.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        _ => Value::Null,
    };
    Ok(json!({
        "rules": game.rules_file,
        "game": machine.program().title,
        "players": game.players,
        "start": machine.position_text(&replay.start),
        "moves": moves,
        "of": game.moves.len(),
        "whole": replay.stop.is_none(),
        "stop": stop,
        "fen": machine.position_text(&replay.status),
        "result": look.end.map(|end| result(machine, end)),
        "reason": look.end.map(|end| end.reason.as_str()),
        "over": replay.over.map(|(moves, end)| json!({"moves": moves, "reason": end.reason.as_str()})),
    }))
}
