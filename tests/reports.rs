//! Faults that people met with other programs, and the right answers.

use std::path::Path;

use fairy_ferry::diagnostic::{Severity, codes};
use fairy_ferry::source::SourceMap;
use fairy_ferry::zrf::file::RulesFile;
use fairy_ferry::zrf::machine::{EndReason, Machine};
use pretty_assertions::assert_eq;

mod common;

fn read(text: &str) -> (SourceMap, RulesFile) {
    let mut sources = SourceMap::new();
    let file = RulesFile::from_bytes(&mut sources, Path::new("report.zrf"), text.as_bytes(), None);
    (sources, file)
}

const BOARD: &str =
    "(board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (9 0)) (\"3/2/1\" (0 9)))))";

/// A goal word from a later release: named with its place, and the rest is read.
#[test]
fn a_goal_word_of_a_later_release_is_named_and_the_rest_is_read() {
    let text = format!(
        "(game (title \"Three\") (players A B) (turn-order A B)\n{BOARD}\n\
         (board-setup (A (Man off 5)) (B (Man off 5)))\n\
         (piece (name Man) (drops ((verify empty?) add)))\n\
         (win-condition (A B) (capture-count A >= 3))\n\
         (draw-condition (A B) stalemated))"
    );
    let (sources, file) = read(&text);
    let built = file.build(file.playable().next().expect("a game"));
    let errors: Vec<_> = built.findings.iter().filter(|d| d.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].code, codes::UNKNOWN_GOAL);
    assert_eq!(errors[0].message, "unknown goal word `capture-count`");
    let at = sources.start(errors[0].span.expect("a place"));
    assert_eq!((at.line, at.column), (5, 23));
    assert_eq!(built.program.expect("the rest is read").goals.len(), 1);
}

/// A file without a goal: said, nothing assumed. No piece is royal, so a king may
/// step next to a rook.
#[test]
fn a_file_without_a_goal_gets_none() {
    let text = "(game (title \"Template\") (players White Black) (turn-order White Black)
        (board (grid (start-rectangle 0 0 9 9)
            (dimensions (\"a/b/c/d/e/f/g/h\" (9 0)) (\"8/7/6/5/4/3/2/1\" (0 9)))
            (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0))))
        (board-setup (White (King a1)) (Black (Rook b8) (King h8)))
        (piece (name King) (moves (n (verify not-friend?) add) (e (verify not-friend?) add)))
        (piece (name Rook) (moves (s (while empty? add s) (verify not-friend?) add))))";
    let (_, file) = read(text);
    let built = file.build(file.playable().next().expect("a game"));
    assert!(built.findings.iter().any(|d| d.code == codes::NO_GOAL && d.help.is_some()));
    let program = built.program.expect("a program");
    assert_eq!(program.goals.len(), 0);
    assert_eq!(program.royals(0), Vec::<u16>::new());
    let machine = Machine::new(&program);
    let outlook = machine.outlook(&machine.begin()).expect("no limit is met");
    let mut moves = machine.move_texts(&outlook.moves);
    moves.sort();
    // b1 lies on the rook's file: with a royal king a1b1 would be illegal.
    assert_eq!(moves, ["a1a2", "a1b1"]);
}

/// Stalemate has the sign that the file gives it, for each side: in xiangqi it
/// loses, in chess it draws.
#[test]
fn stalemate_loses_in_xiangqi_and_draws_in_chess() {
    let xiangqi = common::program(&common::fixture("zrf/xiangqi.zrf"), "");
    let machine = Machine::new(&xiangqi);
    // Letters of the fixture: p is the soldier, k the general.
    let status = common::status(&machine, "3k5/2P1P4/9/9/9/9/9/9/9/4K4 b - - 0 1");
    let end = machine.outlook(&status).expect("no limit is met").end.expect("no moves");
    assert_eq!((end.reason, end.winner), (EndReason::Stalemate, machine.sides()[0]));

    let chess = common::program(&common::fixture("zrf/chess.zrf"), "");
    let machine = Machine::new(&chess);
    let status = common::status(&machine, "k7/8/1QK5/8/8/8/8/8 b - - 0 1");
    let end = machine.outlook(&status).expect("no limit is met").end.expect("no moves");
    assert_eq!((end.reason, end.winner, end.loser), (EndReason::Stalemate, None, None));
}
