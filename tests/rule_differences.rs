//! `ferry diff --rules`: what two sets of rules say differently.

use std::process::Command;

use fairy_ferry::fairy::{builtins, lower};
use fairy_ferry::native;
use fairy_ferry::report::rules::compare;
use fairy_ferry::rules::{Drop, End, Letters, MoveRule, Outcome, PieceType, Region, Rules, Side};
use serde_json::Value;

fn built_in(name: &str) -> Rules {
    lower::lower(&builtins::builtin(name).expect("a built-in variant")).expect("rules")
}

/// What is told: clause and whose.
fn told(a: &Rules, b: &Rules) -> Vec<(&'static str, String)> {
    compare(a, b).list.into_iter().map(|difference| (difference.clause, difference.of)).collect()
}

/// A variant is the same as itself, and as itself with other names and letters.
#[test]
fn names_are_no_difference() {
    // Every twelfth: a name costs a comparison with all that makes no difference.
    for name in builtins::names().step_by(12) {
        let rules = built_in(name);
        assert_eq!(told(&rules, &rules), [], "{name}");
        let mut other = rules.clone();
        other.rename_types(&|name| format!("z{name}"));
        let found = compare(&rules, &other);
        assert_eq!(found.list, [], "{name} by other names");
        assert_eq!(found.renamed.len(), rules.pieces.len(), "{name}");
    }
}

/// One change each, by hand: the clause that was changed is told and no other.
#[test]
fn each_clause_is_told() {
    let chess = built_in("chess");
    type Edit = fn(&mut Rules);
    fn knight(rules: &mut Rules) -> &mut PieceType {
        rules.pieces.iter_mut().find(|piece| piece.name == "knight").expect("a knight")
    }
    let edits: [(&str, Edit, &[&str]); 12] = [
        ("a move more", |r| knight(r).moves.push(camel()), &["piece", "move"]),
        ("no moves", |r| knight(r).moves.clear(), &["piece", "move"]),
        (
            "a promotion less",
            |r| r.promotions.iter_mut().for_each(|p| p.into.retain(|n| n != "rook")),
            &["promotion"],
        ),
        ("another zone", |r| r.promotions.iter_mut().for_each(|p| p.zone = zone()), &["promotion"]),
        ("no castling", |r| r.castlings.retain(|castling| castling.letter != 'Q'), &["castling"]),
        ("a goal", |r| r.ends.push(hill()), &["goal"]),
        ("stalemate", |r| r.no_moves.stalemate.white = Outcome::Loss, &["goal"]),
        ("no draw", |r| r.claims.move_limit = None, &["goal"]),
        ("a rook less", |r| drop_rook(r), &["start"]),
        ("Black begins", |r| r.start.to_move = Side::Black, &["start"]),
        ("no royal", |r| r.royals.clear(), &["royal", "goal"]),
        ("a hand", |r| r.hands.captured = fairy_ferry::rules::Captured::ToCapturer, &["hand"]),
    ];
    for (what, edit, clauses) in edits {
        let mut other = chess.clone();
        edit(&mut other);
        for (a, b) in [(&chess, &other), (&other, &chess)] {
            let found = told(a, b);
            assert!(!found.is_empty(), "{what}: nothing is told");
            // A castling right of the start goes with its castling, a hand with what reverts in it.
            let beside = |clause: &str| {
                what == "no castling" && clause == "start"
                    || what == "a hand" && clause == "promotion"
                    || what == "a rook less" && clause == "castling"
            };
            for (clause, of) in &found {
                assert!(clauses.contains(clause) || beside(clause), "{what}: {clause} {of}");
            }
            assert!(clauses.iter().any(|clause| found.iter().any(|(other, _)| other == clause)), "{what}");
        }
    }
    // Pieces and drops of which only one side speaks.
    let mut more = chess.clone();
    more.pieces.push(PieceType { moves: vec![camel()], ..PieceType::new("camel", 'c') });
    more.hands.captured = fairy_ferry::rules::Captured::ToCapturer;
    more.drops.push(Drop::default());
    let found = compare(&chess, &more);
    let camel = found.list.iter().find(|d| d.clause == "piece").expect("the camel");
    assert_eq!((camel.of.as_str(), &camel.a, camel.b.as_deref()), ("camel", &None, Some("C")));
    assert!(found.list.iter().any(|d| d.clause == "drop" && d.a.is_none()), "{found:?}");
}

/// A leap of three by one: `C` in the engine's Betza.
fn camel() -> MoveRule {
    let leaps = [(1, 3), (3, 1), (-1, 3), (-3, 1), (1, -3), (3, -1), (-1, -3), (-3, -1)];
    MoveRule::new([fairy_ferry::rules::Leg::new(leaps)])
}

fn zone() -> Region {
    Region::All
}

fn hill() -> End {
    let hill = built_in("kingofthehill");
    hill.ends.first().cloned().expect("the hill")
}

fn drop_rook(rules: &mut Rules) {
    let a1 = "a1".parse().expect("a square");
    rules.start.white.get_mut("rook").expect("rooks").remove(a1);
    rules.start.rights.retain(|(_, partner)| *partner != a1);
}

/// A letter alone is no difference either, and is told apart.
#[test]
fn letters_are_told_beside() {
    let chess = built_in("chess");
    let mut other = chess.clone();
    for piece in other.pieces.iter_mut().filter(|piece| piece.name == "knight") {
        piece.letters = Letters::of('S');
    }
    let found = compare(&chess, &other);
    assert_eq!(found.list, []);
    assert_eq!(found.renamed, [("knight (N)".to_owned(), "knight (S)".to_owned())]);
}

fn ferry(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferry")).args(args).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Across formats: the three forms of chess differ in nothing but the draw by fifty moves, which a
/// rules file has no word for; exit codes and formats.
#[test]
fn across_formats() {
    let (zrf, toml) = ("fixtures/zrf/chess.zrf", "fixtures/rules/chess.toml");
    assert_eq!(ferry(&["diff", "--rules", "fairy:chess", toml]).0, 0);
    for b in [toml, "fairy:chess"] {
        let (code, out, _) = ferry(&["diff", "--rules", zrf, b, "--format", "json"]);
        assert_eq!(code, 1, "{out}");
        let value: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((&value["equal"], &value["a"]), (&Value::Bool(false), &Value::from(zrf)));
        let list = value["differences"].as_array().expect("a list");
        assert_eq!(list.len(), 1, "{out}");
        assert_eq!((list[0]["clause"].as_str(), list[0]["only"].as_str()), (Some("goal"), Some("b")));
        assert_eq!(value["renamed"].as_array().map(Vec::len), Some(6));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.toml").display().to_string();
    let mut rules = built_in("chess");
    rules.pieces.iter_mut().filter(|p| p.name == "knight").for_each(|p| p.moves.push(camel()));
    std::fs::write(&path, native::write(&rules).expect("text")).expect("a file");
    let (code, out, _) = ferry(&["diff", "--rules", "fairy:chess", &path]);
    assert_eq!(code, 1);
    assert!(out.contains("move knight\n  + C\n"), "{out}");
    assert_eq!(ferry(&["diff", "--rules", "fairy:chess", &path, "--format", "junit"]).0, 2);
    assert_eq!(ferry(&["diff", "--rules", "fairy:chess", "missing.ini"]).0, 2);
}
