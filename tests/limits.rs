//! The limits that have names, met from the command line, and what becomes of writes that fail.

mod command;

use std::io::Read as _;
use std::process::{Command, Stdio};

use command::{run, said};

/// Each command that prints, with something to print.
const PRINTING: &[&[&str]] = &[
    &["check", "fixtures/bad/12-goal-word.zrf"],
    &["moves", "fairy:chess"],
    &["perft", "fairy:chess", "2", "--divide"],
    &["info", "fairy:chess"],
    &["fen", "fairy:chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
    &["convert", "fairy:chess", "--to", "ini"],
    &["diff", "fairy:gardner", "fairy:gardner", "--depth", "1", "--walks", "0", "--via", "core,oracle"],
    &["survey", "fixtures/zrf/words/plugin.zrf"],
    &["expand", "fixtures/zrf/s25-16-macros.zrf"],
    &["game", "fixtures/games/short.pgn"],
    &["betza", "WfN"],
    &["engines"],
    &["completions", "bash"],
];

/// A full disk is no clean end: exit code 2, and a sentence that says why.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    for args in PRINTING {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the system has it");
        let output = Command::new(env!("CARGO_BIN_EXE_ferry"))
            .args(*args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(full)
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{args:?}: {said}");
    }
}

/// A reader that goes away does not turn findings into a clean end, nor a clean end into findings.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away() {
    for args in PRINTING {
        let (code, _, _) = run(args);
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferry"))
            .args(*args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{args:?}: {said}");
    }
}

/// A depth beyond the limit is answered at once, and names the limit.
#[test]
fn depths_and_games() {
    for args in [
        &["perft", "fairy:chess", "5000"][..],
        &["diff", "fairy:chess", "fairy:chess", "--depth", "101"],
        &["convert", "fairy:chess", "--verify", "4294967295"],
        &["diff", "fairy:chess", "fairy:chess", "--walks", "4294967295"],
        &["diff", "fairy:chess", "fairy:chess", "--plies", "100001"],
    ] {
        let (code, text) = said(args);
        assert_eq!(code, 2, "{args:?}: {text}");
        assert!(text.contains("the limit is"), "{args:?}: {text}");
    }
}

/// A path may hold `#`: the longest path that exists comes first.
#[test]
fn paths_with_number_signs() {
    let folder = tempfile::tempdir().expect("a folder");
    let chess = std::fs::read_to_string("fixtures/zrf/chess.zrf").expect("the fixture");
    let whole = folder.path().join("a#b.zrf");
    std::fs::write(&whole, &chess).expect("written");
    let text = |path: &str| said(&["info", path]);
    let path = whole.display().to_string();
    assert_eq!(text(&path).0, 0, "{:?}", text(&path));
    assert_eq!(text(&format!("{path}##1")).0, 0);
    let (code, why) = text(&format!("{path}##2"));
    assert_eq!(code, 2, "{why}");
    assert!(why.contains("game"), "{why}");
    let below = folder.path().join("c#d");
    std::fs::create_dir(&below).expect("a folder");
    std::fs::write(below.join("e.zrf"), &chess).expect("written");
    assert_eq!(text(&below.join("e.zrf").display().to_string()).0, 0);
}

/// `-o -` is standard output.
#[test]
fn standard_output_by_name() {
    let (code, plain, _) = run(&["convert", "fairy:gardner", "--to", "ini"]);
    let (again, named, _) = run(&["convert", "fairy:gardner", "--to", "ini", "-o", "-"]);
    assert_eq!((code, again), (0, 0));
    assert_eq!(plain, named);
    assert!(plain.contains("[gardner"), "{plain}");
}

/// More findings of one kind than a person reads are counted; their number is told in all formats.
#[test]
fn findings_of_a_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.zrf");
    let chess = std::fs::read_to_string("fixtures/zrf/chess.zrf").expect("the fixture");
    let macros: String = (0..400).map(|i| format!("(define unused{i} (n add))\n")).collect();
    std::fs::write(&path, macros + &chess + &")\n".repeat(5_000)).expect("written");
    let path = path.display().to_string();
    let (code, text) = said(&["check", &path]);
    assert_eq!(code, 1, "{text}");
    assert_eq!(text.matches("closing bracket without an opening one").count(), 50);
    let end = text.chars().rev().take(600).collect::<Vec<_>>().into_iter().rev().collect::<String>();
    assert!(text.contains("and 4950 more of the kind zrf-stray-close"), "{end}");
    assert!(text.contains("and 350 more of the kind zrf-macro-unused"), "{end}");
    let (_, json, _) = run(&["check", &path, "--format", "json"]);
    assert_eq!(json.matches("\"zrf-stray-close\"").count(), 5_000);
}

/// What a file says of itself does not steer the terminal, nor begin lines of its own.
#[test]
fn marks_that_steer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x\n::error::y.zrf");
    let text = "(game (title \"A\u{202e}B\u{1b}[31mC\u{2066}\") (players W) (turn-order W) (\u{202e}bad))";
    std::fs::write(&path, text).expect("written");
    for args in [&["check"][..], &["survey"], &["info"], &["check", "--format", "github"]] {
        let mut args = args.to_vec();
        let path = path.display().to_string();
        args.insert(1, &path);
        let (_, said) = said(&args);
        let raw = ['\u{202e}', '\u{2066}', '\u{1b}'];
        assert!(!said.contains(raw), "{args:?}: {said:?}");
        let injected = said.lines().any(|line| line.starts_with("::error::y"));
        assert!(!injected, "{args:?}: {said}");
    }
}
