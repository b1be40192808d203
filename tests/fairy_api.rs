//! Calls of the engine's Python binding, recorded with their results, against what has a
//! counterpart here: legal moves, FENs, checks, captures, ends, insufficient material.
//!
//! `fixtures/fairy/api-cases.jsonl`; `FERRY_CASES=text` runs the calls that contain the text.

// The figures are what one reads these tests for.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use fairy_ferry::engine::{Oracle, Position};
use fairy_ferry::fairy::config::Config;
use fairy_ferry::fairy::{builtins, fen, ini, lower, material};
use fairy_ferry::notation;
use fairy_ferry::notation::uci::{self, CastlingStyle};
use fairy_ferry::rules::Side;
use serde_json::{Value, json};

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

/// A position after moves.
struct Game {
    oracle: Oracle,
    position: Position,
    style: CastlingStyle,
}

impl Game {
    fn new(config: &Config, text: &str, moves: &[&str], chess960: bool) -> Result<Game, String> {
        let mut config = config.clone();
        config.chess960 |= chess960;
        let rules = lower::lower(&config).map_err(|e| e.to_string())?;
        let oracle = Oracle::new(&rules).map_err(|unplayed| unplayed[0].to_string())?;
        let text = if text == "startpos" { &config.start_fen } else { text };
        let position = fen::read(&config, &oracle, text);
        let style = CastlingStyle::of(&oracle);
        let mut game = Game { oracle, position, style };
        for text in moves {
            let mv = uci::read(&game.oracle, &game.position, text, game.style).map_err(|e| e.message)?;
            game.position = game.oracle.make(&game.position, &mv);
        }
        Ok(game)
    }

    fn value(&self, end: Option<fairy_ferry::engine::Finish>) -> i64 {
        match end.and_then(|end| end.winner) {
            None => 0,
            Some(side) if side == self.position.to_move => 32000,
            Some(_) => -32000,
        }
    }
}

/// The answer of our own to a call; `None` where there is no counterpart.
fn answer(call: &Value, configs: &BTreeMap<String, Config>) -> Option<Result<Value, String>> {
    let name = call["fn"].as_str()?;
    let args = call["args"].as_array()?;
    let text = |i: usize| args.get(i).and_then(Value::as_str).unwrap_or_default();
    let flag = |i: usize| args.get(i).and_then(Value::as_bool).unwrap_or(false);
    // This call alone has the position before the variant.
    let variant = if name == "validate_fen" { text(1) } else { text(0) };
    let known = [
        "legal_moves",
        "get_fen",
        "gives_check",
        "is_capture",
        "is_immediate_game_end",
        "game_result",
        "has_insufficient_material",
        "start_fen",
        "captures_to_hand",
        "two_boards",
        "validate_fen",
    ];
    if !known.contains(&name) {
        return None;
    }
    let config = match configs.get(variant).cloned().or_else(|| builtins::builtin(variant)) {
        Some(config) => config,
        None => return Some(Err(format!("no variant `{variant}`"))),
    };
    match name {
        "validate_fen" => {
            let complaint = ini::validate_fen(text(0), &config, flag(2));
            return Some(Ok(json!(complaint.map_or(1, |complaint| complaint.fault.number()))));
        }
        "start_fen" => return Some(Ok(json!(config.start_fen))),
        "captures_to_hand" => return Some(Ok(json!(config.captures_to_hand))),
        "two_boards" => return Some(Ok(json!(config.two_boards))),
        // Shogi's own form of positions is another notation; counts from a stated ply are
        // bookkeeping of the binding.
        "get_fen" if flag(4) || args.len() > 6 => return None,
        _ => {}
    }
    let chess960 = match name {
        "is_capture" => flag(4),
        _ => flag(3),
    };
    let game = match Game::new(&config, text(1), &strings(&args[2]), chess960) {
        Ok(game) => game,
        Err(error) => return Some(Err(error)),
    };
    let (oracle, position) = (&game.oracle, &game.position);
    Some(Ok(match name {
        "legal_moves" => {
            let legal = oracle.legal_moves(position);
            let mut moves = uci::write_all(oracle, position, &legal, game.style);
            moves.sort();
            json!(moves)
        }
        "get_fen" => json!(notation::fen::write_as(
            oracle,
            position,
            notation::fen::Style { rights_by_file: config.chess960 || chess960, show_promoted: flag(5) }
        )),
        "gives_check" => json!(oracle.in_check(position, position.to_move)),
        "is_capture" => match uci::read(oracle, position, text(3), game.style) {
            Ok(mv) => json!(mv.is_capture()),
            Err(error) => return Some(Err(error.message)),
        },
        "is_immediate_game_end" => {
            let end = oracle.immediate_end(position);
            json!([end.is_some(), game.value(end)])
        }
        "game_result" => json!(game.value(oracle.finish(position))),
        _ => {
            let lost = |side| material::is_insufficient(&config, oracle, position, side);
            json!([lost(Side::White), lost(Side::Black)])
        }
    }))
}

/// The result, in a form that can be compared.
fn expected(call: &Value) -> Value {
    let result = &call["result"];
    match call["fn"].as_str() {
        Some("legal_moves") => {
            let mut moves = strings(result);
            moves.sort_unstable();
            json!(moves)
        }
        Some("is_immediate_game_end") if result[0] == json!(false) => json!([false, 0]),
        _ => result.clone(),
    }
}

#[test]
fn recorded_calls() {
    let path = "fixtures/fairy/api-cases.jsonl";
    let lines = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let wanted = std::env::var("FERRY_CASES").unwrap_or_default();
    let mut configs = BTreeMap::new();
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for line in lines.lines() {
        let call: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        if let Some(text) = call["preload_ini"].as_str() {
            let reading = ini::read(format!("{text}\n").as_str(), &builtins::builtin);
            configs.extend(reading.configs.into_iter().map(|config| (config.name.clone(), config)));
            continue;
        }
        if !line.contains(&wanted) {
            continue;
        }
        let count = counts.entry(call["fn"].as_str().unwrap_or("?").to_owned()).or_default();
        match answer(&call, &configs) {
            None => count[2] += 1,
            Some(Ok(ours)) if ours == expected(&call) => count[0] += 1,
            Some(ours) => {
                count[1] += 1;
                println!("{line}\n    {ours:?}");
            }
        }
    }
    for (name, [equal, differ, none]) in &counts {
        println!("{name}: {equal} equal, {differ} differ, {none} without a counterpart");
    }
    let differ: usize = counts.values().map(|count| count[1]).sum();
    let equal: usize = counts.values().map(|count| count[0]).sum();
    assert!(equal > 0);
    assert_eq!(differ, 0, "calls that differ");
}
