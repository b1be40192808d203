//! `ferry info` of what is no Zillions rules file: sections, built-in variants, own rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::address::RulesFormat;
use super::losses::AllowArgs;
use super::play::Via;
use super::subject::{Source, Subject};
use super::{Failure, Format, Outcome, Ran, output};
use crate::betza::{self, Dialect};
use crate::engine::Oracle;
use crate::fairy::moves::{self, Moves};
use crate::notation::fen;
use crate::rules::{Rules, Side, describe};

pub(super) fn run(
    address: &str,
    from: Option<RulesFormat>,
    format: Format,
    dialect: Option<Dialect>,
    allow: &AllowArgs,
) -> Ran {
    let subject = Subject::open(address, from, false)?.allowing(allow);
    let rules = subject.rules()?;
    let mut value = description(&subject, &rules, dialect)?;
    subject.say_losses(Via::Core, &mut value);
    if let Format::Text = format {
        subject.told_losses(Via::Core).iter().for_each(|loss| output::line(loss));
    }
    match format {
        Format::Json => output::json(&value),
        Format::Text => output::print(&text(&value)),
    }
    Ok(Outcome::Clean)
}

/// A type's movement in a dialect: the text, and what it does not say.
fn in_dialect(rules: &Rules, kind: &str, dialect: Dialect) -> (String, Vec<String>) {
    let stated = betza::stated(rules, kind);
    let extent = rules.board.files.max(rules.board.ranks);
    let spelled = betza::spell(&stated.ways, dialect, extent);
    let mut lost = super::betza::losses(&spelled);
    lost.extend(stated.left);
    // The engine's first moves are those from certain squares.
    let usual = |besides: &String| dialect == Dialect::Engine && besides == betza::FROM_SQUARES;
    lost.extend(stated.besides.into_iter().filter(|besides| !usual(besides)));
    (spelled.text, lost)
}

/// A type's movement as the section for the engine would have it, and whether that is all of it:
/// squares to which a type is bound are no part of the notation, and a pawn is whole where the
/// notation says all that it does.
fn as_written(
    rules: &Rules,
    kind: &str,
    moves: Option<&Moves>,
) -> (Option<String>, bool, Option<Vec<String>>) {
    let Some(moves) = moves else { return (None, false, None) };
    let (text, lost) = in_dialect(rules, kind, Dialect::Engine);
    match (moves.whole, lost.is_empty()) {
        (true, false) => (Some(moves.betza.clone()), false, Some(lost)),
        (false, true) => (Some(text), true, None),
        (whole, _) => (Some(moves.betza.clone()), whole, None),
    }
}

fn description(subject: &Subject, rules: &Rules, dialect: Option<Dialect>) -> Result<Value, Failure> {
    let movements: BTreeMap<String, Moves> = match subject.config() {
        _ if dialect.is_some() => BTreeMap::new(),
        Some(config) => moves::of_config(config),
        None => moves::of_rules(rules),
    };
    let pieces: Vec<Value> = (rules.pieces.iter())
        .map(|piece| {
            let moves = movements.get(&piece.name);
            let (betza, whole, lost) = match dialect {
                Some(dialect) => {
                    let (text, lost) = in_dialect(rules, &piece.name, dialect);
                    (Some(text), lost.is_empty(), Some(lost))
                }
                None if subject.config().is_some() => {
                    (moves.map(|m| m.betza.clone()), moves.is_some_and(|moves| moves.whole), None)
                }
                None => as_written(rules, &piece.name, moves),
            };
            let royal = rules.royals.iter().any(|royal| royal.types.contains(&piece.name));
            json!({
                "name": piece.name,
                "letter": piece.letters.to_string(),
                "betza": betza,
                "whole": whole,
                "unsaid": lost,
                "royal": royal,
            })
        })
        .collect();
    let (read_as, inherits) = match &subject.source {
        Source::BuiltIn(_) => ("built into Fairy-Stockfish", None),
        Source::Section { config, .. } => {
            ("a section of a variants.ini", (!config.parent.is_empty()).then_some(&config.parent))
        }
        _ => ("rules in the own format", None),
    };
    let start = match Oracle::new(rules) {
        Ok(oracle) => Some(fen::write(&oracle, &oracle.start())),
        Err(_) => None,
    };
    let players: Vec<&str> =
        Side::BOTH.iter().map(|side| if *side == Side::White { "White" } else { "Black" }).collect();
    Ok(json!({
        "title": rules.name,
        "board": {
            "squares": rules.board.squares().len(),
            "size": {"files": rules.board.files, "ranks": rules.board.ranks},
        },
        "players": players,
        "pieces": pieces,
        "betza": dialect.unwrap_or(Dialect::Engine).name(),
        "drops": !rules.drops.is_empty(),
        "castling": !rules.castlings.is_empty(),
        "walls": rules.walls.is_some(),
        "goals": describe::goals(rules),
        "clauses": rules.clauses,
        "start": start,
        "reading": {"address": subject.address, "as": read_as, "inherits": inherits, "runs": start.is_some()},
    }))
}

fn text(value: &Value) -> String {
    let mut out = String::new();
    let mut row = |name: &str, text: &str| {
        for (i, line) in text.lines().enumerate() {
            let _ = writeln!(out, "{:<11}{line}", if i == 0 { name } else { "" });
        }
    };
    let list = |value: &Value| -> Vec<Value> { value.as_array().cloned().unwrap_or_default() };
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let strings = |value: &Value| list(value).iter().map(string).collect::<Vec<_>>();
    row("title", &string(&value["title"]));
    let board = &value["board"];
    row(
        "board",
        &format!(
            "{} files, {} ranks; {} squares",
            board["size"]["files"], board["size"]["ranks"], board["squares"]
        ),
    );
    row("players", &strings(&value["players"]).join(", "));
    let pieces = list(&value["pieces"]);
    let names = pieces.iter().map(|piece| string(&piece["name"]).chars().count()).max().unwrap_or(0);
    // Castling has a row of its own; `None` where it is all that the notation leaves out.
    let unsaid = |piece: &Value| {
        let (castling, others): (Vec<_>, Vec<_>) =
            strings(&piece["unsaid"]).into_iter().partition(|what| what.starts_with("castling"));
        (castling.is_empty() || !others.is_empty()).then_some(others)
    };
    let piece = |piece: &Value| {
        let moves = match (piece["betza"].as_str(), piece["whole"] == true) {
            (None, _) => "moves that the notation has no words for".to_owned(),
            (Some(""), true) => "never moves".to_owned(),
            (Some(betza), true) => betza.to_owned(),
            (Some(betza), false) => match unsaid(piece) {
                None => betza.to_owned(),
                Some(unsaid) if unsaid.is_empty() => format!("{betza} and more by special rules"),
                Some(unsaid) => {
                    format!("{}; unsaid: {}", if betza.is_empty() { "-" } else { betza }, unsaid.join("; "))
                }
            },
        };
        let royal = if piece["royal"] == true { "; royal" } else { "" };
        format!("{}  {:names$}  {moves}{royal}", string(&piece["letter"]), string(&piece["name"]))
    };
    row("pieces", &pieces.iter().map(piece).collect::<Vec<_>>().join("\n"));
    let also: Vec<&str> = [("drops", "drops"), ("castling", "castling"), ("walls", "walls")]
        .iter()
        .filter(|(key, _)| value[*key] == true)
        .map(|(_, name)| *name)
        .collect();
    row("also", &also.join(", "));
    row("goals", &strings(&value["goals"]).join("\n"));
    row("start", &string(&value["start"]));
    for (name, key) in [("sources", "source"), ("assumed", "assumed")] {
        let said = list(&value["clauses"]);
        let said = said.iter().filter(|clause| clause[key].as_str().is_some_and(|text| !text.is_empty()));
        let lines: Vec<String> =
            said.map(|clause| format!("{}: {}", string(&clause["of"]), string(&clause[key]))).collect();
        row(name, &lines.join("\n"));
    }
    let reading = &value["reading"];
    let inherits = reading["inherits"].as_str().map(|parent| format!("; inherits from {parent}"));
    row(
        "read from",
        &format!(
            "{} ({}{})",
            string(&reading["address"]),
            string(&reading["as"]),
            inherits.unwrap_or_default()
        ),
    );
    row("runs", if reading["runs"] == true { "yes" } else { "no" });
    out
}
