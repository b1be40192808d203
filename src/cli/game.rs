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
    after_help = "Reads games that Zillions of Games saved (.zsg) and replays them on the Zillions machine. The
replay stops at the first move that the machine does not have, shows the moves that it has there,
and ends with 1.

Examples:
  ferry game fixtures/games/chain.zsg --rules fixtures/zrf/s25-12-chains.zrf
  ferry game fixtures/games/chain.zsg --rules fixtures/zrf/s25-12-chains.zrf --to json"
)]
pub(super) struct Args {
    /// The saved game
    file: PathBuf,
    /// Its rules: PATH, PATH#NAME or PATH##N [default: the file that the game names, beside it]
    #[arg(long, value_name = "ADDR")]
    rules: Option<String>,
    /// What to write [default: a line for each move]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<GameFormat>,
    /// Write to a file, and not to standard output
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    readings: ReadingArgs,
}

/// Formats of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GameFormat {
    /// Portable Game Notation
    Pgn,
    /// Zillions saved game
    Zsg,
    /// Coordinate moves, one a line
    Uci,
    /// For machines
    Json,
}

pub(super) fn run(args: &Args) -> Ran {
    if args.to == Some(GameFormat::Pgn) {
        return Err(
            Failure("this version writes no PGN of saved games; use --to zsg, uci or json".into()).into()
        );
    }
    let mut sources = SourceMap::new();
    let file = sources.read(&args.file).map_err(|e| Failure(e.to_string()))?;
    let game = match zsg::read(&sources.file(file).text) {
        Ok(game) => game,
        Err(error) => {
            output::complain(&format!("{}: {error}", args.file.display()));
            return Ok(Outcome::Findings);
        }
    };
    let Runnable { sources, program, .. } = open_rules(args, &game)?;
    let machine = Machine::new(&program);
    let replay = match replay::replay(&machine, &game) {
        Ok(replay) => replay,
        Err(error) => {
            output::complain(&format!("{}: {error}", args.file.display()));
            return Ok(Outcome::Findings);
        }
    };
    if let Some(Stop::Fault { fault, .. }) = &replay.stop {
        return Err(fault_failure(&sources, fault).into());
    }
    let text = match args.to {
        Some(GameFormat::Zsg) => zsg::write(&replay::rewritten(&game, &replay)),
        Some(GameFormat::Uci) => replay.played.iter().map(|p| p.coordinates.clone() + "\n").collect(),
        Some(GameFormat::Json) => {
            serde_json::to_string_pretty(&as_json(&machine, &game, &replay)?).unwrap_or_default() + "\n"
        }
        Some(GameFormat::Pgn) | None => as_text(&machine, &game, &replay),
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
                "{}:{}: `{saved}` is no move here; {count} of {} moves were replayed",
                args.file.display(),
                saved.line,
                game.moves.len()
            ));
            let lines: Vec<String> = legal.iter().map(|mv| format!("  {mv}\n")).collect();
            let none = "  there is no legal move\n".to_owned();
            output::note(&format!("legal are:\n{}", if lines.is_empty() { none } else { lines.concat() }));
            Ok(Outcome::Findings)
        }
        _ => Ok(Outcome::Clean),
    }
}

/// The game that the saved one was played by: the stated one, else that of the title, else the first.
fn open_rules(args: &Args, game: &SavedGame) -> Result<Runnable, Failure> {
    let readings = args.readings.readings()?;
    let stated = match &args.rules {
        Some(text) => Address::parse(text)?,
        None => {
            let folder = args.file.parent().unwrap_or(Path::new(""));
            let found = beside(folder, &game.rules_file);
            let missing = || {
                Failure(format!(
                    "{}: the rules file \"{}\" is not beside it; name it with --rules",
                    args.file.display(),
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
