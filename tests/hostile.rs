//! Hostile input meets a named limit: no panic, no hang, no unbounded memory.

mod common;

use std::path::Path;

use common::fixture;
use fairy_ferry::diagnostic::{Code, codes};
use fairy_ferry::source::{MAX_FILE_BYTES, ReadError, SourceMap};
use fairy_ferry::zrf::file::RulesFile;
use fairy_ferry::zrf::machine::{Fault, Machine};

fn read(text: &str) -> (SourceMap, RulesFile) {
    let mut sources = SourceMap::new();
    let file = RulesFile::from_bytes(&mut sources, Path::new("hostile.zrf"), text.as_bytes(), None);
    (sources, file)
}

fn found(text: &str) -> Vec<Code> {
    read(text).1.check().iter().map(|d| d.code).collect()
}

/// A 4x4 game with one piece whose moves are given.
fn game(moves: &str) -> String {
    format!(
        "(game (title \"X\") (players White Black) (turn-order White Black)
           (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d\" (9 0)) (\"4/3/2/1\" (0 9)))
             (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0))))
           (board-setup (White (Man a1)) (Black (Man d4)))
           (piece (name Man) (moves {moves}))
           (loss-condition (White Black) stalemated))"
    )
}

#[test]
fn a_file_of_50_megabytes_is_refused_unread() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("big.zrf");
    let file = std::fs::File::create(&path).expect("a file");
    file.set_len(50 * 1024 * 1024).expect("room");
    match SourceMap::new().read(&path) {
        Err(ReadError::TooLarge { bytes, .. }) => assert!(bytes > MAX_FILE_BYTES),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_doubling_macro_bomb_meets_the_limit() {
    let mut text = String::from("(define m0 n n)\n");
    for i in 1..60 {
        text += &format!("(define m{i} (m{0}) (m{0}))\n", i - 1);
    }
    text += &game("((m59) add)");
    assert_eq!(found(&text), [codes::EXPANSION_TOO_LARGE]);
}

#[test]
fn a_bomb_of_nothing_meets_the_limit() {
    let mut text = String::from("(define m0)\n");
    for i in 1..60 {
        text += &format!("(define m{i} (m{0}) (m{0}))\n", i - 1);
    }
    text += &game("((m59) n add)");
    assert_eq!(found(&text), [codes::EXPANSION_TOO_LARGE]);
}

/// Each call gets a fresh list, so that no expansion can be shared.
#[test]
fn a_bomb_that_can_not_be_shared_meets_the_limit() {
    let mut text = String::from("(define m0 $1)\n");
    for i in 1..60 {
        text += &format!("(define m{i} (m{0} ($1)) (m{0} ($1)))\n", i - 1);
    }
    text += &game("((m59 n) add)");
    assert_eq!(found(&text), [codes::EXPANSION_TOO_LARGE]);
}

#[test]
fn a_growing_word_meets_the_limit() {
    let mut text = String::from("(define m0 $1)\n");
    for i in 1..60 {
        text += &format!("(define m{i} (m{} $1$1))\n", i - 1);
    }
    text += &game("((m59 n) add)");
    assert_eq!(found(&text), [codes::EXPANSION_TOO_LARGE]);
}

#[test]
fn lists_that_nest_by_macros_meet_the_limit() {
    let nest = |inner: &str| format!("{}{inner}{}", "(".repeat(8), ")".repeat(8));
    let mut text = format!("(define m0 {})\n", nest("$1"));
    for i in 1..350 {
        text += &format!("(define m{i} (m{} {}))\n", i - 1, nest("$1"));
    }
    text += &game("((m349 n) add)");
    assert_eq!(found(&text), [codes::EXPANSION_TOO_LARGE]);
}

#[test]
fn a_macro_that_grows_as_it_recurs_is_recursion() {
    let text = format!("(define up (up ($1)))\n{}", game("((up n) add)"));
    assert_eq!(found(&text), [codes::MACRO_RECURSION]);
}

#[test]
fn a_hundred_thousand_brackets_are_refused() {
    let text = "(".repeat(100_000) + &")".repeat(100_000);
    assert!(found(&text).contains(&codes::NESTING_TOO_DEEP));
    assert!(found(&"(".repeat(100_000)).contains(&codes::UNCLOSED_LIST));
    assert_eq!(found(&")".repeat(1000)).iter().filter(|c| **c == codes::STRAY_CLOSE).count(), 1000);
}

#[test]
fn a_grid_of_a_million_squares_is_refused() {
    let labels = vec!["x"; 1000].join("/");
    let text = game("(n add)").replace("a/b/c/d", &labels).replace("4/3/2/1", &labels);
    assert!(found(&text).contains(&codes::BOARD_TOO_LARGE));
}

#[test]
fn an_endless_loop_is_found_before_and_while_it_runs() {
    assert!(found(&game("((while empty? (set-flag f true)) add)")).contains(&codes::ENDLESS_LOOP));
    // Here every turn of the loop moves the cursor, so only running it tells.
    let (_, file) = read(&game("((while (on-board? e) e w) add)"));
    let built = file.build(file.playable().next().expect("a game"));
    assert!(built.runs(), "{:?}", built.findings);
    let program = built.program.expect("a program");
    let machine = Machine::new(&program);
    assert!(matches!(machine.legal(&machine.start()), Err(Fault::Steps(_))));
}

#[test]
fn endless_chains_under_maximal_captures_meet_the_limit() {
    let text = game(
        "(n (verify empty?) add-partial) (e (verify empty?) add-partial)
                      (s (verify empty?) add-partial) (w (verify empty?) add-partial)",
    )
    .replace("(players", "(option \"maximal captures\" true) (players");
    let (_, file) = read(&text);
    let built = file.build(file.playable().next().expect("a game"));
    assert!(built.runs(), "{:?}", built.findings);
    let program = built.program.expect("a program");
    let machine = Machine::new(&program);
    assert!(matches!(machine.legal(&machine.start()), Err(Fault::Moves(_))));
}

#[test]
fn includes_stay_in_their_folder_and_end() {
    let mut sources = SourceMap::new();
    let file = RulesFile::open(&mut sources, &fixture("bad/08-include.zrf")).expect("the file can be read");
    let codes: Vec<_> = file.findings.iter().map(|d| d.code).collect();
    for wanted in [codes::INCLUDE_MISSING, codes::INCLUDE_OUTSIDE, codes::INCLUDE_LOOP] {
        assert!(codes.contains(&wanted), "{wanted} is not in {codes:?}");
    }
}

/// Two to the eighteenth variants from two kilobytes.
#[test]
fn a_bomb_of_variants_meets_the_limit() {
    let mut text = String::from("(define v0 (variant (title \"v\")))\n");
    for i in 1..19 {
        text += &format!("(define v{i} (v{0}) (v{0}))\n", i - 1);
    }
    text += &game("(n add)");
    text += "(v18)";
    let (_, file) = read(&text);
    assert!(file.playable().count() <= fairy_ferry::zrf::game::MAX_GAMES);
    assert!(file.findings.iter().any(|d| d.code == codes::EXPANSION_TOO_LARGE));
}

#[test]
fn brackets_beyond_the_limit_are_counted_in_one_finding() {
    use fairy_ferry::zrf::syntax::MAX_STRAY;
    let findings = read(&")".repeat(MAX_STRAY + 1000)).1.check();
    let strays: Vec<_> = findings.iter().filter(|d| d.code == codes::STRAY_CLOSE).collect();
    assert_eq!(strays.len(), MAX_STRAY + 1);
    assert!(strays.iter().any(|d| d.message.starts_with("1000 more")), "{:?}", strays.last());
}

#[test]
fn a_movement_of_twenty_thousand_legs_meets_the_limit() {
    use fairy_ferry::betza::{Dialect, read_in};
    for dialect in Dialect::ALL {
        let error = read_in(&"aK".repeat(20_000), dialect).expect_err("it is too long");
        assert!(error.message.contains("the limit is 2000"), "{error}");
        assert!(error.text.len() < 200);
    }
}
