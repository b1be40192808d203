//! Faults that people met with positions, answered by `ferry fen` and `ferry moves`.

use std::process::Command;

use serde_json::Value;

/// Runs the program; its exit code and what it printed, as JSON.
fn ferry(args: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferry"))
        .args(args)
        .args(["--format", "json"])
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let value = serde_json::from_str(&text).unwrap_or(Value::Null);
    (output.status.code().unwrap_or(-1), value)
}

/// The legal moves of a position, without an engine.
fn moves(args: &[&str]) -> Vec<(String, String)> {
    let mut all = vec!["moves"];
    all.extend(args);
    all.extend(["--via", "core"]);
    let (code, value) = ferry(&all);
    assert_eq!(code, 0, "{args:?}");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = value["moves"].as_array().expect("a list");
    list.iter().map(|mv| (text(&mv["uci"]), text(&mv["fen"]))).collect()
}

fn spelt(list: &[(String, String)], from: &str) -> Vec<String> {
    list.iter().map(|(mv, _)| mv.clone()).filter(|mv| mv.starts_with(from)).collect()
}

/// D08: a FEN without its castling field gives nobody rights, and that is said.
#[test]
fn missing_rights_are_none() {
    let fen = "7k/8/8/8/8/8/8/R3K2R w";
    let (code, value) = ferry(&["fen", "fairy:chess", fen]);
    assert_eq!((code, &value["valid"]), (0, &Value::Bool(true)));
    assert_eq!(value["fen"], "7k/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert_eq!(value["findings"][0]["severity"], "warning");
    assert_eq!(value["findings"][0]["field"], "castling");
    let list = moves(&["fairy:chess", "--fen", fen]);
    assert!(!spelt(&list, "e1").iter().any(|mv| mv == "e1g1" || mv == "e1c1"));
}

/// D15: `K` is the outermost rook; the inner one is named by its file.
#[test]
fn the_inner_rook_has_a_letter_of_its_own() {
    let inner = moves(&["fairy:chess", "--chess960", "--fen", "2k5/8/8/8/8/8/8/1K4RR w G - 0 1"]);
    let castled = inner.iter().find(|(mv, _)| mv == "b1g1").expect("castling with the inner rook");
    assert!(castled.1.starts_with("2k5/8/8/8/8/8/8/5RKR "), "{}", castled.1);
    let outer = moves(&["fairy:chess", "--chess960", "--fen", "2k5/8/8/8/8/8/8/1K4RR w K - 0 1"]);
    assert_eq!(spelt(&outer, "b1g1").len() + spelt(&outer, "b1h1").len(), 0);
    let (code, value) = ferry(&["fen", "fairy:chess", "--chess960", "2k5/8/8/8/8/8/8/1K4RR w G - 0 1"]);
    assert_eq!((code, &value["valid"]), (0, &Value::Bool(true)), "{value:#}");
}

/// D16: a sign of promotion behind the letter is an error at its column.
#[test]
fn the_sign_of_promotion_stands_before_the_letter() {
    let fen = "ln2k2nl/9/9/9/9/9/9/1B+5R+1/LNSGKGSNL[-] w - - 0 1";
    let (code, value) = ferry(&["fen", "fairy:shogi", fen]);
    assert_eq!((code, &value["valid"]), (1, &Value::Bool(false)));
    let finding = &value["findings"][0];
    assert_eq!(finding["field"], "board");
    let column = fen.find('+').expect("a sign") as u64 + 1;
    let told = finding["column"].as_u64().expect("a column");
    assert!(told == column || told == column + 1, "column {told}, the sign is at {column}");
    // The engine's own validator takes it.
    assert_eq!(value["engine"]["validator"], 1);
}

/// D18: a captured man that was promoted is in hand what it was.
#[test]
fn promoted_men_revert_in_hand() {
    let cases = [
        ("fairy:crazyhouse", "4k3/8/8/8/8/8/8/r3Q~2K[] b - - 0 1", "a1e1", "[p]"),
        ("fairy:shogi", "4k4/9/9/9/9/9/9/r3+S4/4K4[-] b - - 0 1", "a2e2", "[s]"),
    ];
    for (address, fen, capture, hand) in cases {
        let list = moves(&[address, "--fen", fen]);
        let after = list.iter().find(|(mv, _)| mv == capture).expect("the capture is legal");
        assert!(after.1.contains(hand), "{}", after.1);
        let (code, value) = ferry(&["fen", address, fen]);
        assert_eq!(code, 0, "{value:#}");
    }
}

/// D23: letters of files are rights to gate, and a file where nothing stands is an error.
#[test]
fn files_are_rights_to_gate() {
    let fen = "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR[Ee] w BGbg - 0 1";
    let list = moves(&["fairy:seirawan", "--fen", fen]);
    assert_eq!(list.len(), 26);
    assert!(spelt(&list, "b1").contains(&"b1c3e".to_owned()));
    assert!(!spelt(&list, "e1").iter().any(|mv| mv.starts_with("e1g1") || mv.starts_with("e1c1")));
    let gone = "r3k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR[Ee] w Bb - 0 1";
    let (code, value) = ferry(&["fen", "fairy:seirawan", gone]);
    assert_eq!(code, 1, "{value:#}");
    assert_eq!(value["findings"][0]["field"], "castling");
    let message = value["findings"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains('b'), "{message}");
}

/// D26: an en passant capture with the duck on the emptied square.
#[test]
fn en_passant_under_the_duck() {
    let fen = "4k3/8/8/8/2Pp4/8/4*3/4K3 b - c3 0 1";
    let list = moves(&["fairy:duck", "--fen", fen]);
    assert_eq!(list.len(), 414);
    let after = list.iter().find(|(mv, _)| mv == "d4c3,c3c4").expect("it is legal");
    assert_eq!(after.1, "4k3/8/8/8/2*5/2p5/8/4K3 w - - 0 2");
    let (code, value) = ferry(&["fen", "fairy:duck", fen]);
    assert_eq!((code, value["fen"].as_str()), (0, Some(fen)));
}

/// Each field is judged, also behind a fault.
#[test]
fn one_message_a_field() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR x KQ?q e3 z 0";
    for address in ["fairy:chess", "fixtures/rules/chess.toml", "fixtures/zrf/chess.zrf"] {
        let (code, value) = ferry(&["fen", address, fen]);
        assert_eq!(code, 1, "{address}");
        let found: Vec<(&str, u64)> = value["findings"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|f| (f["field"].as_str().unwrap_or("?"), f["column"].as_u64().unwrap_or(0)))
            .collect();
        let column = |text: &str| fen.find(text).expect("it is there") as u64 + 1;
        assert_eq!(
            found,
            [("board", column("/RNBQKBNR x")), ("side to move", column("x KQ")), ("clock", column("z 0"))],
            "{address}"
        );
    }
    // With a board that can be read, the rights are judged too.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ?q e9 0 x";
    let (_, value) = ferry(&["fen", "fixtures/rules/chess.toml", fen]);
    let fields: Vec<&str> =
        value["findings"].as_array().expect("a list").iter().filter_map(|f| f["field"].as_str()).collect();
    assert_eq!(fields, ["castling", "en passant", "move number"]);
    assert_eq!(ferry(&["fen", "missing.ini", fen]).0, 2);
}

/// What is no position by `ferry fen` is none for the other commands, with the same words; what
/// the engine's validator takes is taken (each verdict is pyffish 0.0.90's `validate_fen`, but
/// where the comment says more).
#[test]
fn one_reading_of_positions() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let with = |board: &str, rest: &str| format!("{board}{rest}");
    let wrong = [
        ("fairy:chess", "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()),
        ("fairy:chess", "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()),
        ("fairy:chess", with(start, " x KQkq - 0 1")),
        ("fairy:chess", "4k3/8/8/8/8/8/8/4K3 w HFhf - 0 1".to_owned()),
        // The validator looks at letter and digit alone; there is no file z.
        ("fairy:chess", with(start, " w KQkq z9 0 1")),
        ("fairy:chess", "8/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()),
        ("fixtures/rules/chess.toml", "8/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()),
        ("fixtures/rules/chess.toml", "8/8/8/8/8/8/3k4/4K3 w - - 0 1".to_owned()),
        ("fairy:chess", "rnbqkbnr/pppppppp/8/8 w KQkq - 0 1".to_owned()),
        ("fairy:shogi", with(shogi, "/X w 0 1")),
        ("fairy:3check", with(start, " w KQkq - 0 1 +1+9")),
    ];
    for (address, fen) in &wrong {
        let (code, value) = ferry(&["fen", address, fen]);
        assert_eq!((code, &value["valid"]), (1, &Value::Bool(false)), "{address} {fen}");
        let message = value["findings"][0]["message"].as_str().expect("a message").to_owned();
        let before = [vec!["moves", address], vec!["perft", address, "1"], vec!["diff", address, address]];
        for args in before {
            let args = [&args[..], &["--via", "core", "--fen", fen]].concat();
            let output = Command::new(env!("CARGO_BIN_EXE_ferry")).args(&args).output().expect("it starts");
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(told.contains(&message), "{args:?}: {told} without {message}");
        }
    }
    let right = [
        ("fairy:shogi", with(shogi, "[-] w 0 1"), 30),
        ("fairy:shogi", with(shogi, "/ w 0 1"), 30),
        ("fairy:minishogi", "rbsgk/4p/5/P4/KGSBR[-] w 0 1".to_owned(), 14),
        ("fairy:kyotoshogi", "p+nks+l/5/5/5/+LSK+NP[-] w 0 1".to_owned(), 12),
        ("fairy:crazyhouse", with(start, "/Pp w KQkq - 0 1"), 52),
        ("fairy:3check", with(start, " w KQkq - 0 1 +1+2"), 20),
        ("fairy:chess", start.to_owned(), 20),
        ("fixtures/rules/chess.toml", with(start, " w - - 0"), 20),
    ];
    for (address, fen, count) in &right {
        let (code, value) = ferry(&["fen", address, fen]);
        assert_eq!((code, &value["valid"]), (0, &Value::Bool(true)), "{address} {fen}: {value:#}");
        assert_eq!(moves(&[address, "--fen", fen]).len(), *count, "{address} {fen}");
    }
    // Checks that nobody states are one for each side, in whatever form the rules are.
    for address in ["fairy:3check", "fixtures/rules/threecheck.toml"] {
        let (_, value) = ferry(&["fen", address, &with(start, " w KQkq - 0 1")]);
        assert_eq!(value["fen"], with(start, " w KQkq - 1+1 0 1"), "{address}");
    }
}

/// `--lenient` reads what is no position as the engine does, and says what was assumed.
#[test]
fn lenient_reading_says_what_it_assumed() {
    let fen = "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkqx z9 0 1";
    // The engine's `d` after `position fen …` of this text: it takes the 9 for the clock. Rules of
    // the own format have no engine, and lose the whole field.
    let taken = "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
    for (address, rest) in [("fairy:chess", "9 1"), ("fixtures/rules/chess.toml", "0 1")] {
        let taken = format!("{taken}{rest}");
        let args = ["moves", address, "--via", "core", "--fen", fen];
        assert_eq!(ferry(&args).0, 2, "{address}");
        let (code, value) = ferry(&[&args[..], &["--lenient"]].concat());
        assert_eq!((code, value["fen"].as_str()), (0, Some(taken.as_str())), "{address}");
        let assumed = value["assumed"].as_array().expect("a list");
        let said = |part: &str| assumed.iter().any(|line| line.as_str().is_some_and(|l| l.contains(part)));
        assert!(said("rank 7 has 7 squares") && said("z9") && said(&taken), "{address}: {assumed:?}");
    }
}
