//! Random mutations of the fixtures: whatever comes out, nothing panics, hangs
//! or eats memory, and what still runs is run.

mod common;

use std::path::{Path, PathBuf};

use common::fixture;
use fairy_ferry::source::SourceMap;
use fairy_ferry::zrf::file::RulesFile;
use fairy_ferry::zrf::machine::Machine;

/// A small generator with a period long enough for this purpose.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n.max(1)
    }
}

const WORDS: &[&str] = &[
    "(",
    ")",
    "\"",
    "add",
    "n",
    "while",
    "if",
    "else",
    "not-empty?",
    "verify",
    "cascade",
    "from",
    "to",
    "back",
    "mark",
    "add-partial",
    "capture",
    "create",
    "flip",
    "$1",
    "$2",
    "define",
    "include",
    "game",
    "variant",
    "off",
    "99999",
    "-1",
    "(option \"maximal captures\" 2)",
    "(option \"pass turn\" true)",
    "(option \"recycle captures\" true)",
    ";",
    "\u{e9}",
    "repeat",
    "attacked?",
    "opposite",
];

/// Words and brackets of a text, each with the blanks before it.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, '(' | ')' | ' ' | '\n' | '"') && at > start {
            out.push(&text[start..at]);
            start = at;
        }
    }
    out.push(&text[start..]);
    out
}

fn mutate<'a>(tokens: &[&'a str], random: &mut Random) -> String {
    let mut tokens: Vec<&'a str> = tokens.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(tokens.len());
        match random.below(6) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, WORDS[random.below(WORDS.len())]),
            2 => tokens[at] = WORDS[random.below(WORDS.len())],
            3 => {
                let other = random.below(tokens.len());
                tokens.swap(at, other);
            }
            4 => {
                let end = (at + random.below(40)).min(tokens.len());
                let copy: Vec<_> = tokens[at..end].to_vec();
                let to = random.below(tokens.len());
                tokens.splice(to..to, copy);
            }
            _ => {
                let end = (at + random.below(40)).min(tokens.len());
                tokens.drain(at..end);
            }
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.join(" ")
}

fn try_out(text: &str) {
    let mut sources = SourceMap::new();
    let file = RulesFile::from_bytes(&mut sources, Path::new("m.zrf"), text.as_bytes(), None);
    for game in file.playable().take(1) {
        let built = file.build(game);
        if !built.runs() {
            continue;
        }
        let program = built.program.expect("a game that runs has a program");
        let machine = Machine::new(&program);
        let mut status = machine.begin();
        for _ in 0..2 {
            let Ok(outlook) = machine.outlook(&status) else { return };
            let Some(mv) = outlook.moves.last() else { return };
            machine.move_texts(&outlook.moves);
            let Ok(next) = machine.play(&status, mv) else { return };
            status = next;
        }
        machine.position_text(&status);
    }
}

fn small_fixtures() -> Vec<PathBuf> {
    let mut out = Vec::new();
    for folder in ["zrf", "bad"] {
        for entry in std::fs::read_dir(fixture(folder)).expect("the folder is there").flatten() {
            let small = entry.metadata().is_ok_and(|m| m.len() < 12_000);
            if small && entry.path().extension().is_some_and(|e| e == "zrf") {
                out.push(entry.path());
            }
        }
    }
    out.sort();
    out
}

/// A hundred thousand mutations in four parts, which run side by side.
fn mutations(part: u64) {
    let files = small_fixtures();
    assert!(files.len() > 40);
    let texts: Vec<String> = files
        .iter()
        .map(|p| String::from_utf8_lossy(&std::fs::read(p).expect("the file can be read")).into_owned())
        .collect();
    let token_lists: Vec<Vec<&str>> = texts.iter().map(|t| tokens(t)).collect();
    let mut random = Random(0x2545_f491_4f6c_dd1d ^ part);
    for round in 0..25_000 {
        let text = mutate(&token_lists[round % token_lists.len()], &mut random);
        let result = std::panic::catch_unwind(|| try_out(&text));
        assert!(result.is_ok(), "panic in part {part}, round {round}:\n{text}");
    }
}

#[test]
fn mutations_first_part() {
    mutations(1);
}

#[test]
fn mutations_second_part() {
    mutations(2);
}

#[test]
fn mutations_third_part() {
    mutations(3);
}

#[test]
fn mutations_fourth_part() {
    mutations(4);
}
