//! What the tests share: tables, rule files, positions of the machine.

// Each test binary uses a part of this.
#![allow(dead_code)]

pub mod own;
pub mod plain;

use std::path::{Path, PathBuf};

use fairy_ferry::source::SourceMap;
use fairy_ferry::zrf::file::{RulesFile, Selection};
use fairy_ferry::zrf::machine::{Machine, Status};
use fairy_ferry::zrf::program::Program;

/// A path below `fixtures/`.
pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)
}

/// The rows of a table below `fixtures/`, as maps by column name.
pub fn table(path: &str) -> Vec<std::collections::HashMap<String, String>> {
    let text = std::fs::read_to_string(fixture(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut lines = text.lines().filter(|l| !l.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap_or_else(|| panic!("{path} is empty")).split('\t').collect();
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            assert!(cells.len() <= names.len(), "{path}: too many cells in {line:?}");
            names
                .iter()
                .enumerate()
                .map(|(i, name)| ((*name).to_owned(), cells.get(i).copied().unwrap_or("").to_owned()))
                .collect()
        })
        .collect()
}

/// Reads a game that must run.
pub fn program(path: &Path, variant: &str) -> Program {
    let named = Selection::Named(variant.to_owned());
    selected(path, if variant.is_empty() { &Selection::First } else { &named })
}

/// The same by any selection.
pub fn selected(path: &Path, selection: &Selection) -> Program {
    let mut sources = SourceMap::new();
    let file = RulesFile::open(&mut sources, path).unwrap_or_else(|e| panic!("{e}"));
    let game = file.select(selection).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let built = file.build(game);
    let obstacles = file.obstacles(&built);
    assert!(obstacles.is_empty(), "{}: {obstacles:#?}", path.display());
    built.program.unwrap_or_else(|| panic!("{}: no program", path.display()))
}

/// A position of a table: `start` or a position text, then `moves …` where moves were made.
pub fn status(machine: &Machine<'_>, text: &str) -> Status {
    let (position, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut status = match position {
        "start" => machine.begin(),
        fen => machine.read_position(fen).unwrap_or_else(|e| panic!("{text}: {e}")),
    };
    for mv in moves.split_whitespace() {
        let outlook = machine.outlook(&status).expect("no limit is met");
        let legal = machine.move_texts(&outlook.moves);
        let found = machine
            .find_move(&outlook.moves, mv)
            .unwrap_or_else(|| panic!("{text}: {mv} is not in {legal:?}"));
        status = machine.play(&status, found).expect("no limit is met");
    }
    status
}
