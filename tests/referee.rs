//! Engines that misbehave: each ends in a result with a label, in time.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use fairy_ferry::referee::uci::process::Deadlines;
use fairy_ferry::referee::uci::{Engine, Game, introduce};
use fairy_ferry::referee::{Referee as _, Trouble};

const HELLO: &str = r#"echo "id name Stand-in 1 LB"
echo "option name UCI_Variant type combo default chess var chess var other"
echo uciok"#;

const SHOWN: &str = r#"echo "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
echo "Checkers: ""#;

/// A program that answers commands as the arms of a shell's `case` say.
fn stand_in(folder: &Path, arms: &str) -> Vec<String> {
    let path = folder.join("engine");
    let script =
        format!("#!/bin/sh\nwhile read -r line; do\ncase $line in\n{arms}\nquit) exit 0 ;;\nesac\ndone\n");
    std::fs::write(&path, script).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    vec![path.display().to_string()]
}

fn deadlines() -> Deadlines {
    let seconds = Duration::from_secs;
    Deadlines { handshake: seconds(2), reply: seconds(2), count: seconds(2) }
}

/// Starts the stand-in, looks at the start position, and gives what goes wrong.
fn trouble(arms: &str) -> Trouble {
    let folder = tempfile::tempdir().expect("a folder");
    let words = stand_in(folder.path(), arms);
    let begun = Instant::now();
    let game = Game { name: "chess", ..Game::default() };
    let result = Engine::start(&words, &game, deadlines()).and_then(|mut engine| {
        let node = engine.start(None)?;
        engine.look(&node)?;
        engine.perft(&node, 3)
    });
    assert!(begun.elapsed() < Duration::from_secs(20), "took {:?}", begun.elapsed());
    result.expect_err("it misbehaves")
}

#[test]
fn hangs_at_once() {
    assert!(matches!(trouble("uci) sleep 30 ;;"), Trouble::Silent { .. }));
}

#[test]
fn dies_at_once() {
    assert!(matches!(trouble("uci) exit 3 ;;"), Trouble::Died { .. }));
}

#[test]
fn says_nothing_of_itself() {
    assert!(matches!(trouble("uci) echo uciok ;;"), Trouble::Nonsense { .. }));
}

#[test]
fn floods() {
    let arms = "uci) while :; do echo la la la la la la la la la la la la la la la la; done ;;";
    assert!(matches!(trouble(arms), Trouble::Flood { .. } | Trouble::Silent { .. }));
    let line = "uci) head -c 3000000 /dev/zero | tr '\\0' x ;;";
    assert!(matches!(trouble(line), Trouble::Flood { .. }));
}

#[test]
fn complains() {
    let arms = format!("uci) {HELLO} ;;\nd) echo 'Traceback: no memory' >&2 ;;");
    let trouble = trouble(&arms);
    assert!(matches!(&trouble, Trouble::Complaint(line) if line.contains("no memory")), "{trouble:?}");
}

#[test]
fn hangs_while_it_counts() {
    let arms = format!("uci) {HELLO} ;;\nd) {SHOWN} ;;\nisready) echo readyok ;;\ngo*) sleep 30 ;;");
    assert!(matches!(trouble(&arms), Trouble::Silent { .. }));
}

#[test]
fn dies_while_it_counts() {
    let arms = format!("uci) {HELLO} ;;\nd) {SHOWN} ;;\nisready) echo readyok ;;\ngo*) kill -9 $$ ;;");
    let trouble = trouble(&arms);
    assert!(matches!(&trouble, Trouble::Died { status, .. } if status.contains("signal")), "{trouble:?}");
}

#[test]
fn counts_nonsense() {
    for answer in ["e2e4: many", "what?", "e2e4: 1\nNodes searched: 7"] {
        let lines: String = answer.lines().map(|l| format!("echo '{l}'; ")).collect();
        let arms = format!(
            "uci) {HELLO} ;;\nd) {SHOWN} ;;\nisready) echo readyok ;;\ngo*) {lines} echo 'Nodes searched: 1' ;;"
        );
        let trouble = trouble(&arms);
        assert!(matches!(trouble, Trouble::Nonsense { .. }), "{answer}: {trouble:?}");
    }
}

#[test]
fn shows_nonsense() {
    for shown in ["echo 'Fen: nothing at all'", "true"] {
        let arms = format!("uci) {HELLO} ;;\nd) {shown} ;;\nisready) echo readyok ;;");
        let trouble = trouble(&arms);
        assert!(matches!(trouble, Trouble::Nonsense { .. }), "{shown}: {trouble:?}");
    }
}

/// A move after which nothing has changed was not taken.
#[test]
fn passes_over_moves() {
    let arms = format!(
        "uci) {HELLO} ;;\nd) {SHOWN} ;;\nisready) echo readyok ;;\ngo*) echo 'e2e4: 1'; echo 'Nodes searched: 1' ;;"
    );
    assert!(matches!(trouble(&arms), Trouble::Nonsense { .. }));
}

#[test]
fn answers_late_but_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = stand_in(folder.path(), &format!("uci) sleep 1; {HELLO} ;;"));
    let intro = introduce(&words, deadlines()).expect("in time");
    assert_eq!(intro.name, "Stand-in 1 LB");
    assert_eq!(intro.variants, ["chess", "other"]);
}

#[test]
fn knows_not_the_variant() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = stand_in(folder.path(), &format!("uci) {HELLO} ;;"));
    let game = Game { name: "ches", ..Game::default() };
    let error = Engine::start(&words, &game, deadlines()).expect_err("no such variant");
    assert!(matches!(&error, Trouble::CantHold(why) if why.contains("did you mean `chess`")), "{error:?}");
}

#[test]
fn is_not_there() {
    let words = vec!["no-such-program-anywhere".to_owned()];
    assert!(matches!(introduce(&words, deadlines()), Err(Trouble::Missing(_))));
    let words = vec!["/no/such/program".to_owned()];
    assert!(matches!(introduce(&words, deadlines()), Err(Trouble::Missing(_))));
}

/// The command's exit code for each.
#[test]
fn exit_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    let ferry = |engine: &str| {
        let args = [
            "perft",
            "fixtures/rules/chess.toml",
            "1",
            "--via",
            "fairy-stockfish",
            "--timeout",
            "2",
            "--engine",
        ];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ferry"));
        command.args(args).arg(engine).current_dir(env!("CARGO_MANIFEST_DIR"));
        command.output().expect("the program runs").status.code()
    };
    assert_eq!(ferry("/no/such/program"), Some(2));
    assert_eq!(ferry(&stand_in(folder.path(), "uci) sleep 30 ;;")[0]), Some(3));
    assert_eq!(ferry(&stand_in(folder.path(), "uci) exit 1 ;;")[0]), Some(3));
}
