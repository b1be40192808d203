//! Positions that were measured with the engine, against the plain generator on the rules
//! that [`fairy_ferry::fairy::lower`] makes of the same section.
//!
//! `fixtures/fairy/feature-cases.jsonl`: for each option of the ini, and each form of Betza,
//! a small section, a position, and what the engine's newest state says of it: legal moves,
//! whether the side to move is in check, the position as a FEN, perft, ends.
//!
//! `FERRY_CASES=text` runs the cases whose id contains the text, and says more.

// The figures are what one reads these tests for.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use fairy_ferry::engine::{Core, Finish, Oracle, Position};
use fairy_ferry::fairy::{builtins, fen, ini, lower};
use fairy_ferry::notation::uci::{self, CastlingStyle};
use fairy_ferry::rules::validate::validate;
use serde_json::Value;

/// The value of an end for the side to move, as the engine gives it.
fn value(position: &Position, finish: Option<Finish>) -> Option<i64> {
    finish.map(|finish| match finish.winner {
        None => 0,
        Some(side) if side == position.to_move => 32000,
        Some(_) => -32000,
    })
}

fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

/// What differs from the measurement, by field.
fn compare(case: &Value) -> Vec<(&'static str, String)> {
    let base = text(case, "base");
    let section = format!("[case{}{base}]\n{}\n", if base.is_empty() { "" } else { ":" }, text(case, "ini"));
    let reading = ini::read(section.as_str(), &builtins::builtin);
    let Some(config) = reading.configs.first() else {
        return vec![("section", "the section was not read".to_owned())];
    };
    let rules = match lower::lower(config) {
        Ok(rules) => rules,
        Err(error) => return vec![("lower", error.to_string())],
    };
    let faults = validate(&rules);
    if let Some(fault) = faults.first() {
        return vec![("rules", fault.to_string())];
    }
    let oracle = match Oracle::new(&rules) {
        Ok(oracle) => oracle,
        Err(unplayed) => return vec![("oracle", unplayed[0].to_string())],
    };
    let mut found = Vec::new();
    let start = text(case, "fen") == "startpos";
    let position = fen::read(config, &oracle, if start { &config.start_fen } else { text(case, "fen") });
    let legal = oracle.legal_moves(&position);
    if let Some(expected) = case["moves"].as_array() {
        let mut moves = uci::write_all(&oracle, &position, &legal, CastlingStyle::of(&oracle));
        moves.sort();
        let expected: Vec<&str> = expected.iter().filter_map(Value::as_str).collect();
        if moves != expected {
            let only = |a: &[&str], b: &[&str]| {
                a.iter().filter(|m| !b.contains(*m)).copied().collect::<Vec<_>>().join(" ")
            };
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let message =
                format!("missing [{}], too many [{}]", only(&expected, &moves), only(&moves, &expected));
            found.push(("moves", message));
        }
    }
    let mut differs = |field: &'static str, ours: String, theirs: String| {
        if ours != theirs {
            found.push((field, format!("{ours}, not {theirs}")));
        }
    };
    differs(
        "in_check",
        oracle.in_check(&position, position.to_move).to_string(),
        case["in_check"].to_string(),
    );
    differs(
        "engine_fen",
        fairy_ferry::notation::fen::write(&oracle, &position),
        text(case, "engine_fen").to_owned(),
    );
    let number = |n: Option<i64>| n.map_or("null".to_owned(), |n| n.to_string());
    let immediate = oracle.immediate_end(&position);
    differs("immediate_end", number(value(&position, immediate)), case["immediate_end"].to_string());
    if !case["no_move_result"].is_null() {
        let finish = value(&position, oracle.finish(&position));
        differs("no_move_result", number(finish), case["no_move_result"].to_string());
    }
    if let Some(perft) = case["perft"].as_array() {
        let core = Core::new(oracle.clone());
        for (depth, nodes) in (1..).zip(perft) {
            let nodes = nodes.as_u64().unwrap_or(0);
            if core.reason().is_none() {
                let ours = core.perft(&position, depth);
                differs("core", format!("depth {depth}: {ours}"), format!("depth {depth}: {nodes}"));
            }
            if nodes <= 30_000 {
                let ours = oracle.perft(&position, depth);
                differs("perft", format!("depth {depth}: {ours}"), format!("depth {depth}: {nodes}"));
            }
        }
    }
    found
}

/// Cases in which the engine contradicts itself, and how. What it then says is not asked for.
const CONTRADICTIONS: [(&str, &str); 2] = [
    (
        "walling:piecePromotion-a1",
        "a promotion in the style of Shogi puts the wall on a1 only, where every other move may put it anywhere",
    ),
    (
        "walling:pass-a1",
        "a pass puts the wall on a1 only, even where one stands, and where every other move may put it anywhere",
    ),
];

/// Every measured case; the exceptions are those where the engine contradicts itself.
#[test]
fn feature_cases() {
    let path = "fixtures/fairy/feature-cases.jsonl";
    let lines = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let wanted = std::env::var("FERRY_CASES").unwrap_or_default();
    let cases: Vec<Value> = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let cases = cases.iter().filter(|case| case["id"].is_string());
    let (mut run, mut excused, mut failed) = (0, 0, Vec::new());
    let mut fields: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases.filter(|case| text(case, "id").contains(&wanted)) {
        run += 1;
        let found = compare(case);
        if let Some((id, why)) = CONTRADICTIONS.iter().find(|(id, _)| *id == text(case, "id")) {
            if !found.is_empty() {
                excused += 1;
                println!("{id}: {why}");
            }
            continue;
        }
        for (field, message) in &found {
            *fields.entry(field).or_default() += 1;
            println!("{} {} {field}: {message}", text(case, "id"), text(case, "fen"));
            if !wanted.is_empty() {
                println!("{}", text(case, "ini"));
            }
        }
        if !found.is_empty() {
            failed.push(text(case, "id"));
        }
    }
    println!("{run} cases, {excused} excused, {} differ: {fields:?}", failed.len());
    assert!(run > 0 && excused <= 5);
    assert!(failed.is_empty(), "{} of {run} cases differ", failed.len());
}

/// What differs between the engine's figures and ours, where only moves and counts were
/// measured.
fn compare_moves(case: &Value) -> Result<(), String> {
    let base = text(case, "base");
    let section = format!("[case{}{base}]\n{}\n", if base.is_empty() { "" } else { ":" }, text(case, "ini"));
    let reading = ini::read(section.as_str(), &builtins::builtin);
    let config = reading.configs.first().ok_or("the section was not read")?;
    let rules = lower::lower(config).map_err(|error| error.to_string())?;
    if let Some(fault) = validate(&rules).first() {
        return Err(fault.to_string());
    }
    let oracle = Oracle::new(&rules).map_err(|unplayed| unplayed[0].to_string())?;
    let start = text(case, "fen") == "startpos";
    let position = fen::read(config, &oracle, if start { &config.start_fen } else { text(case, "fen") });
    if let Some(expected) = case["moves"].as_array() {
        let legal = oracle.legal_moves(&position);
        let mut moves = uci::write_all(&oracle, &position, &legal, CastlingStyle::of(&oracle));
        moves.sort();
        let expected: Vec<&str> = expected.iter().filter_map(Value::as_str).collect();
        if moves != expected {
            return Err(format!("the moves are {moves:?}, not {expected:?}"));
        }
    }
    let core = Core::new(oracle.clone());
    for (depth, nodes) in (1..).zip(case["perft"].as_array().into_iter().flatten()) {
        let counts = [oracle.perft(&position, depth), core.perft(&position, depth)];
        if counts.iter().any(|count| Some(*count) != nodes.as_u64()) {
            return Err(format!("depth {depth}: oracle and core count {counts:?}, the engine {nodes}"));
        }
    }
    Ok(())
}

/// Kinds of sections that random play found, each with cousins.
#[test]
fn hunted_cases() {
    let path = "fixtures/fairy/hunted-cases.jsonl";
    let lines = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let cases: Vec<Value> = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let cases: Vec<&Value> = cases.iter().filter(|case| case["id"].is_string()).collect();
    assert!(cases.len() > 60, "{} cases", cases.len());
    let failed: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let error = compare_moves(case).err()?;
            Some(format!("{}: {error}", text(case, "id")))
        })
        .collect();
    assert!(failed.is_empty(), "{} of {} cases differ:\n{}", failed.len(), cases.len(), failed.join("\n"));
}
