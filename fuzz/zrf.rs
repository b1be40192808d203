//! Targets for rules files: any text, text made of macros, games whose moves are made of the
//! language's words. A byte chooses a word, so that the fuzzer looks at sense, not at spelling.

use std::path::Path;

use fairy_ferry::source::SourceMap;
use fairy_ferry::zrf::file::RulesFile;
use fairy_ferry::zrf::machine::{Dice, Machine};

/// What most files use and what the expander looks at.
const MACRO_WORDS: &[&str] = &[
    "(define a",
    "(define b",
    "(define c",
    "(a",
    "(b",
    "(c",
    ")",
    ")",
    ")",
    "$1",
    "$2",
    "$3",
    "$11",
    "$0",
    "a$1",
    "$1b",
    "n",
    "add",
    "(",
    "\"",
    ";\n",
    "|",
    "(include \"a.zrf\")",
    "(game",
    "(variant",
    "(title x)",
    "(piece",
    "$",
    "define",
    "include",
    "(a $1 $2)",
    "(b (a $1))",
    "((",
    "))",
    "\\",
    "\u{e9}",
    "0",
    "-1",
    "game",
    "a",
    "b",
    "c",
];

/// What moves and drops are made of.
const MOVE_WORDS: &[&str] = &[
    "n",
    "s",
    "e",
    "w",
    "ne",
    "a1",
    "c2",
    "d4",
    "add",
    "add",
    "(add Man King)",
    "add-partial",
    "(add-partial Man go2)",
    "add-copy",
    "add-copy-partial",
    "cascade",
    "from",
    "to",
    "back",
    "mark",
    "capture",
    "(capture n)",
    "flip",
    "(flip e)",
    "change-owner",
    "(change-owner w)",
    "(change-type King)",
    "(create Man n)",
    "(create Black King)",
    "(create e)",
    "(go last-from)",
    "(go last-to)",
    "(go from)",
    "(go mark)",
    "(opposite n)",
    "(opposite ne)",
    "(set-flag f true)",
    "(set-flag f (flag? f))",
    "(set-position-flag p true)",
    "(set-position-flag p true n)",
    "(set-attribute at true)",
    "(set-attribute at (not at?))",
    "(verify empty?)",
    "(verify enemy?)",
    "(verify not-friend?)",
    "(verify",
    "(if",
    "(while",
    "else",
    ")",
    ")",
    "(not",
    "(and",
    "(or",
    "empty?",
    "enemy?",
    "friend?",
    "neutral?",
    "(empty? n)",
    "not-empty?",
    "on-board?",
    "(on-board? n)",
    "not-on-board?",
    "attacked?",
    "not-attacked?",
    "defended?",
    "(attacked? s)",
    "(in-zone? z)",
    "(not-in-zone? z e)",
    "(piece? King)",
    "(piece? Man n)",
    "(flag? f)",
    "(position-flag? p)",
    "(position-flag? p n)",
    "at?",
    "(last-from?)",
    "last-to?",
    "(last-from? n)",
    "(marked? n)",
    "marked?",
    "(adjacent-to-enemy? n)",
    "adjacent-to-enemy?",
    "(position? a1)",
    "(goal-position? n)",
    "any-owner",
    "true",
    "false",
    "(open",
    "opponent",
    "repeat",
    "(move-type go2)",
    "(move-type go1)",
    "(opponent n)",
    "dead",
    "captured",
];

/// What may stand around them.
const FRAMES: &[&str] = &[
    "",
    "(option \"pass turn\" true)",
    "(option \"pass turn\" forced)",
    "(option \"maximal captures\" true)",
    "(option \"maximal captures\" 2)",
    "(option \"recycle captures\" true)",
    "(option \"recycle promotions\" true)",
    "(option \"discard cascades\" true)",
    "(option \"pass partial\" true)",
    "(move-priorities go1 go2)",
    "(loss-condition (White Black) (checkmated King))",
    "(loss-condition (White Black) (captured King))",
    "(win-condition (White Black) (absolute-config Man (d4)))",
    "(draw-condition (White Black) repetition)",
    "(count-condition (total-piece-count 3))",
    "(loss-condition (White Black) (pieces-remaining 1 Man))",
    "(win-condition (White Black) (relative-config Man n Man))",
    "(option \"include off-pieces\" true)",
];

/// Words for bytes, brackets closed.
fn words(data: &[u8], list: &[&str]) -> String {
    let mut text = String::new();
    let mut open = 0usize;
    for byte in data {
        let word = list[usize::from(*byte) % list.len()];
        let (opens, closes) = (word.matches('(').count(), word.matches(')').count());
        if open + opens < closes {
            continue;
        }
        open = open + opens - closes;
        text.push_str(word);
        text.push(' ');
    }
    text + &")".repeat(open)
}

/// A file is read and checked, and every game of it played a little: the moves apply, and played
/// again they lead to the same position.
fn run(text: &[u8], plies: usize) {
    let mut sources = SourceMap::new();
    let file = RulesFile::from_bytes(&mut sources, Path::new("fuzzed.zrf"), text, None);
    let _ = file.check();
    for game in file.playable().take(2) {
        let built = file.build(game);
        let Some(program) = built.program.as_ref().filter(|_| built.runs()) else { continue };
        let machine = Machine::new(program);
        let status = machine.begin();
        let _ = machine.position_text(&status);
        if let Ok(outlook) = machine.outlook(&status) {
            assert_eq!(machine.move_texts(&outlook.moves).len(), outlook.moves.len());
        }
        if let Ok(playout) = machine.playout(&mut Dice::new(1), plies) {
            assert!(machine.repeats(&playout).unwrap_or(true), "another way the second time");
        }
    }
}

/// Any bytes.
pub fn reader(data: &[u8]) {
    run(data, 2);
}

/// Definitions and calls of macros, in words.
pub fn expander(data: &[u8]) {
    run(words(data, MACRO_WORDS).as_bytes(), 2);
}

/// A small game, with moves and drops of words, and a line or two around them.
pub fn machine(data: &[u8]) {
    let Some((&[first, second, cut], code)) = data.split_first_chunk::<3>() else { return };
    let (moves, drops) = code.split_at(usize::from(cut).min(code.len()));
    let frame = |byte: u8| FRAMES[usize::from(byte) % FRAMES.len()];
    let text = format!(
        "(game (title \"X\") (players White Black) (turn-order White Black) {} {}
           (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d\" (9 0)) (\"4/3/2/1\" (0 9)))
             (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0) (ne 1 -1)))
             (symmetry Black (n s) (s n)) (zone (name z) (players White) (positions a4 b4)))
           (board-setup (White (Man a1 b1 off 2) (King c1)) (Black (Man a4 b4 off 1) (King c4)))
           (piece (name Man) (attribute at? false) (attribute at true)
             (moves (move-type go1) ({}) (move-type go2) (n add)) (drops ({})))
           (piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)
             (e add) (w (verify empty?) add))))",
        frame(first),
        frame(second),
        words(moves, MOVE_WORDS),
        words(drops, MOVE_WORDS),
    );
    run(text.as_bytes(), 6);
}
