//! `ferry game` on files of PGN: every game replayed on the rules of its variant.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::rc::Rc;

use serde_json::{Value, json};

use super::game::{Args, GameFormat};
use super::subject::Subject;
use super::{Failure, Outcome, Ran, output};
use crate::games::{Reading, Replay, Table, replay_as};
use crate::notation::fen;
use crate::notation::pgn::{self, Game, Reader};

/// What is wrong with games, and how often, for the summary.
const WRONG: [&str; 5] = ["text", "variant", "position", "move", "result"];

/// Plays games and gathers what is to be told of them.
struct Desk<'a> {
    args: &'a Args,
    /// The table of `--rules`.
    stated: Option<Rc<Table>>,
    tables: HashMap<String, Result<Rc<Table>, String>>,
    out: String,
    games: Vec<Value>,
    positions: BTreeSet<String>,
    read: usize,
    moves: usize,
    faults: BTreeMap<&'static str, usize>,
}

pub(super) fn run(args: &Args, files: &[&Path]) -> Ran {
    let stated = args.rules.as_deref().map(|address| {
        let subject = Subject::open(address, None, false)?;
        let table = match subject.config() {
            Some(config) => Table::of_config(config),
            None => Table::of_rules(&subject.rules()?),
        };
        table.map(Rc::new).map_err(|why| Failure(format!("{address}: {why}")))
    });
    let mut desk = Desk {
        args,
        stated: stated.transpose()?,
        tables: HashMap::new(),
        out: String::new(),
        games: Vec::new(),
        positions: BTreeSet::new(),
        read: 0,
        moves: 0,
        faults: BTreeMap::new(),
    };
    for path in files {
        let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
        let file = File::open(path).map_err(fail)?;
        for (number, game) in Reader::new(BufReader::new(file)).enumerate() {
            desk.game(path, number + 1, &game.map_err(fail)?)?;
        }
    }
    desk.finish()
}

impl Desk<'_> {
    /// Says what is wrong with a game.
    fn fault(&mut self, kind: &'static str, path: &Path, place: pgn::Place, message: &str) {
        *self.faults.entry(kind).or_default() += 1;
        output::complain(&format!("{}:{place}: {message}", path.display()));
    }

    fn table(&mut self, game: &Game) -> Result<Rc<Table>, String> {
        if let Some(table) = &self.stated {
            return Ok(Rc::clone(table));
        }
        let name = game.tag("Variant").unwrap_or("");
        let made = self.tables.entry(name.to_owned());
        made.or_insert_with(|| Table::of_variant(name).map(Rc::new)).clone()
    }

    fn game(&mut self, path: &Path, number: usize, game: &Game) -> Result<(), Failure> {
        self.read += 1;
        for fault in &game.faults {
            self.fault("text", path, fault.place, &fault.message);
        }
        let table = match self.table(game) {
            Ok(table) => table,
            Err(why) => {
                self.fault("variant", path, game.place, &why);
                return Ok(());
            }
        };
        let reading = if self.args.strict { Reading::Strict } else { Reading::Lenient };
        let replay = match replay_as(&table, game, reading) {
            Ok(replay) => replay,
            Err(why) => {
                self.fault("position", path, game.place, &format!("the tag FEN: {why}"));
                return Ok(());
            }
        };
        self.moves += replay.moves.len();
        if let Some(stop) = &replay.stop {
            let message = format!(
                "{}; {} of {} moves were replayed",
                stop.message,
                replay.moves.len(),
                game.line.len()
            );
            self.fault("move", path, stop.place, &message);
        }
        if let Some(message) = contradiction(game, &replay) {
            self.fault("result", path, game.place, &message);
        }
        self.show(path, number, game, &table, &replay)
    }

    fn show(
        &mut self,
        path: &Path,
        number: usize,
        game: &Game,
        table: &Table,
        replay: &Replay,
    ) -> Result<(), Failure> {
        let oracle = table.oracle();
        if self.args.positions {
            let all = std::iter::once(&replay.start).chain(replay.moves.iter().map(|m| &m.after));
            for text in all.map(|position| fen::write(oracle, position)) {
                if self.positions.insert(text.clone()) {
                    self.put(&(text + "\n"))?;
                }
            }
            return Ok(());
        }
        match self.args.to {
            Some(GameFormat::Pgn) => {
                let gap = if self.read > 1 { "\n" } else { "" };
                self.put(&format!("{gap}{}", pgn::write(&respelt(game, replay))))
            }
            Some(GameFormat::Uci) => {
                let gap = if self.read > 1 { "\n" } else { "" };
                let lines: String = replay.moves.iter().map(|m| m.coordinates.clone() + "\n").collect();
                self.put(&format!("{gap}{lines}"))
            }
            Some(GameFormat::Epd) => {
                let text = fen::write(oracle, replay.last());
                let position = text.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
                self.put(&format!("{position} id \"{}\";\n", title(game, number).replace('"', "'")))
            }
            Some(GameFormat::Json) => {
                let value = as_json(path, number, game, table, replay);
                self.games.push(value);
                Ok(())
            }
            Some(GameFormat::Zsg) | None => {
                let end = replay.end.as_ref().map(|end| format!(", by the rules {}", end.result));
                self.put(&format!(
                    "{}: {}: {} moves, {}{}\n",
                    path.display(),
                    title(game, number),
                    replay.moves.len(),
                    game.result.as_deref().unwrap_or("no result"),
                    end.unwrap_or_default()
                ))
            }
        }
    }

    /// Prints at once, or keeps it for the file that is written whole.
    fn put(&mut self, text: &str) -> Result<(), Failure> {
        match self.args.output {
            Some(_) => self.out.push_str(text),
            None => output::print(text),
        }
        Ok(())
    }

    fn finish(mut self) -> Ran {
        if self.args.to == Some(GameFormat::Json) && !self.args.positions {
            let text = output::json_text(&self.games) + "\n";
            self.put(&text)?;
        }
        if let Some(path) = &self.args.output {
            output::write_file(path, self.out.as_bytes())?;
        }
        let wrong: Vec<String> =
            WRONG.iter().filter_map(|kind| Some(format!("{} of {kind}", self.faults.get(kind)?))).collect();
        let wrong =
            if wrong.is_empty() { "no faults".to_owned() } else { format!("faults: {}", wrong.join(", ")) };
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        output::note(&format!(
            "{} game{} read, {} move{} replayed; {wrong}\n",
            self.read,
            plural(self.read),
            self.moves,
            plural(self.moves)
        ));
        Ok(if self.faults.is_empty() { Outcome::Clean } else { Outcome::Findings })
    }
}

/// Where the result of a game is not that of its last position.
fn contradiction(game: &Game, replay: &Replay) -> Option<String> {
    if replay.stop.is_some() {
        return None;
    }
    let tag = game.tag("Result").filter(|text| matches!(*text, "1-0" | "0-1" | "1/2-1/2"));
    let said = game.result.as_deref().filter(|text| *text != "*");
    if let (Some(tag), Some(said)) = (tag, said)
        && tag != said
    {
        return Some(format!("the tag Result says {tag}, the game ends with {said}"));
    }
    let (end, said) = (replay.end.as_ref()?, said.or(tag)?);
    (end.result != said)
        .then(|| format!("the game is given as {said}, its last position is {} by the rules", end.result))
}

fn title(game: &Game, number: usize) -> String {
    match (game.tag("White"), game.tag("Black")) {
        (Some(white), Some(black)) => format!("game {number}, {white} - {black}"),
        _ => format!("game {number}"),
    }
}

/// The game with its moves spelt as SAN says, as far as they are legal.
fn respelt(game: &Game, replay: &Replay) -> Game {
    let mut game = game.clone();
    for (played, replayed) in game.line.iter_mut().zip(&replay.moves) {
        played.text.clone_from(&replayed.san);
    }
    game
}

fn as_json(path: &Path, number: usize, game: &Game, table: &Table, replay: &Replay) -> Value {
    let oracle = table.oracle();
    let tags: serde_json::Map<String, Value> =
        game.tags.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    let moves: Vec<Value> = (replay.moves.iter())
        .map(|m| json!({"uci": m.coordinates, "san": m.san, "fen": fen::write(oracle, &m.after)}))
        .collect();
    json!({
        "file": path.display().to_string(),
        "number": number,
        "line": game.place.line,
        "tags": tags,
        "start": fen::write(oracle, &replay.start),
        "moves": moves,
        "of": game.line.len(),
        "whole": replay.stop.is_none(),
        "stop": replay.stop.as_ref().map(|stop| json!({
            "line": stop.place.line, "column": stop.place.column, "message": stop.message,
        })),
        "fen": fen::write(oracle, replay.last()),
        "given": game.result,
        "result": replay.end.as_ref().map(|end| end.result),
    })
}
