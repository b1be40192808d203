//! Random games of every built-in variant, and of the sections of the engine's own ini file, the
//! engine beside the plain generator: the same
//! legal moves, by their spelling, and the same FEN at every ply.
//!
//! Without the engine the test says so and ends; `FERRY_CASES=name` plays one variant and
//! says more.

// The figures are what one reads these tests for.
#![allow(clippy::print_stdout)]

mod engines;

use std::path::Path;

use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy::config::Config;
use fairy_ferry::fairy::{builtins, fen, ini, lower};
use fairy_ferry::notation;
use fairy_ferry::notation::uci::{self, CastlingStyle};
use fairy_ferry::referee::uci::{Engine, Game, Variants};
use fairy_ferry::referee::{Node, Referee};

/// A small generator of numbers (xorshift), the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort();
    moves
}

/// Plays one game; `Err` is the first difference.
fn game(
    config: &Config,
    oracle: &Oracle,
    engine: &mut Engine,
    seed: u64,
    plies: usize,
) -> Result<usize, String> {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut node: Node = engine.start(None).map_err(|e| e.to_string())?;
    let mut position = fen::read(config, oracle, &config.start_fen);
    let mut played = Vec::new();
    for ply in 0..plies {
        let ours = notation::fen::write(oracle, &position);
        let theirs = engine.text(&node);
        if ours != theirs {
            return Err(format!("after {}: {ours}, not {theirs}", played.join(" ")));
        }
        let legal = oracle.legal_moves(&position);
        let texts = uci::write_all(oracle, &position, &legal, CastlingStyle::of(oracle));
        let (ours, theirs) = (sorted(texts.clone()), sorted(engine.spelt(&node).map_err(|e| e.to_string())?));
        if ours != theirs {
            let only = |a: &[String], b: &[String]| {
                a.iter().filter(|m| !b.contains(m)).cloned().collect::<Vec<_>>().join(" ")
            };
            return Err(format!(
                "after {} ({}): missing [{}], too many [{}]",
                played.join(" "),
                engine.text(&node),
                only(&theirs, &ours),
                only(&ours, &theirs)
            ));
        }
        if ours.is_empty() {
            return Ok(ply);
        }
        let text = ours[dice.roll(ours.len())].clone();
        let index = texts.iter().position(|t| *t == text).expect("the move is in the list");
        position = oracle.make(&position, &legal[index]);
        node = engine.follow(&node, std::slice::from_ref(&text)).map_err(|e| e.to_string())?.remove(0);
        played.push(text);
    }
    Ok(plies)
}

/// Plays games of variants; `file` holds those that are not built in.
fn agree(configs: impl Iterator<Item = Config>, file: Option<&Path>, games: u64, plies: usize) {
    let Some(words) = engines::fairy_stockfish() else { return };
    let filter = std::env::var("FERRY_CASES").unwrap_or_default();
    let (mut plies_played, mut wrong) = (0, Vec::new());
    let mut running: Option<Engine> = None;
    for config in configs.filter(|config| filter.is_empty() || config.name == filter) {
        let name = &config.name;
        let rules = lower::lower(&config).unwrap_or_else(|e| panic!("{name}: {e}"));
        let oracle = match Oracle::new(&rules) {
            Ok(oracle) => oracle,
            Err(unplayed) => {
                wrong.push(format!("{name}: {}", unplayed[0]));
                continue;
            }
        };
        let variants = file.map_or(Variants::BuiltIn, Variants::File);
        let game_of = Game { name, variants, promoted: Default::default(), chess960: config.chess960 };
        let engine = match running.take() {
            Some(engine) => engine.turn_to(&game_of),
            None => Engine::start(&words, &game_of, Default::default()),
        };
        let engine = running.insert(engine.unwrap_or_else(|trouble| panic!("{name}: {trouble}")));
        for seed in 1..=games {
            match game(&config, &oracle, engine, seed, plies) {
                Ok(plies) => plies_played += plies,
                Err(difference) => {
                    wrong.push(format!("{name}: {difference}"));
                    break;
                }
            }
        }
    }
    wrong.iter().for_each(|line| println!("{line}"));
    println!("{plies_played} plies alike, {} variants differ", wrong.len());
    assert!(wrong.is_empty(), "{} variants differ", wrong.len());
    assert!(plies_played > 0);
}

fn built_ins() -> impl Iterator<Item = Config> {
    builtins::names().filter_map(builtins::builtin)
}

/// One of three parts of the list, so that they run beside each other.
fn part(n: usize) -> impl Iterator<Item = Config> {
    built_ins().enumerate().filter(move |(i, _)| i % 3 == n).map(|(_, config)| config)
}

/// The sections of the engine's own ini file, where `scripts/setup` has put it.
fn sections(games: u64, part: impl Fn(usize) -> bool) {
    let path = Path::new(".engines/variants.ini");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("{} is missing: run scripts/setup", path.display());
        return;
    };
    // An older file may have a section that has become a built-in variant.
    let name = |section: &str| section.split([']', ':']).next().unwrap_or_default().to_owned();
    let (head, sections) = text.split_once("\n[").expect("sections");
    let new = sections.split("\n[").filter(|section| !builtins::is_builtin(&name(section)));
    let text = new.fold(head.to_owned(), |text, section| text + "\n[" + section) + "\n";
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    std::io::Write::write_all(&mut file, text.as_bytes()).expect("a file");
    let reading = ini::read(text.as_str(), &builtins::builtin);
    let wanted = reading.configs.into_iter().enumerate().filter(|(i, _)| part(*i));
    agree(wanted.map(|(_, config)| config), Some(file.path()), games, 60);
}

#[test]
fn built_ins_first_part() {
    agree(part(0), None, 2, 60);
}

#[test]
fn built_ins_second_part() {
    agree(part(1), None, 2, 60);
}

#[test]
fn built_ins_third_part() {
    agree(part(2), None, 2, 60);
}

#[test]
fn sections_of_the_ini_file_first_part() {
    sections(2, |i| i % 3 == 0);
}

#[test]
fn sections_of_the_ini_file_second_part() {
    sections(2, |i| i % 3 == 1);
}

#[test]
fn sections_of_the_ini_file_third_part() {
    sections(2, |i| i % 3 == 2);
}

#[test]
#[ignore = "takes minutes: part of the full suite"]
fn built_ins_in_twenty_games() {
    agree(built_ins(), None, 20, 60);
}

#[test]
#[ignore = "takes minutes: part of the full suite"]
fn sections_in_twenty_games() {
    sections(20, |_| true);
}
