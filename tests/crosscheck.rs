//! Faults put into written sections: each must be found, by a shortest path.

mod command;
mod engines;

use std::path::Path;

use command::said as ferry;
use fairy_ferry::fairy;
use fairy_ferry::native;

struct Fault {
    what: &'static str,
    /// Rules below `fixtures/rules`.
    game: &'static str,
    /// Line of the section, and what stands in its place.
    line: &'static str,
    by: &'static str,
    /// Where the search begins, and how deep it goes.
    fen: Option<&'static str>,
    depth: &'static str,
    /// Half moves to the difference.
    plies: usize,
}

const START: Option<&str> = None;

const FAULTS: [Fault; 11] = [
    Fault {
        what: "knight to camel",
        game: "chess",
        line: "knight = n",
        by: "customPiece1 = n:C",
        fen: START,
        depth: "2",
        plies: 0,
    },
    Fault {
        what: "no en passant",
        game: "chess",
        line: "enPassantTypes = p",
        by: "enPassantRegion = -",
        fen: Some("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"),
        depth: "3",
        plies: 1,
    },
    Fault {
        what: "promotion region moved",
        game: "chess",
        line: "promotionRegionWhite = *8",
        by: "promotionRegionWhite = *7",
        fen: Some("4k3/8/8/P7/8/8/8/4K3 w - - 0 1"),
        depth: "4",
        plies: 2,
    },
    Fault {
        what: "stalemate value",
        game: "chess",
        line: "stalemateValue = draw",
        by: "stalemateValue = loss",
        fen: Some("k7/8/8/1Q6/8/8/8/7K w - - 0 1"),
        depth: "2",
        plies: 1,
    },
    Fault {
        what: "castling file",
        game: "chess",
        line: "castlingKingsideFile = g",
        by: "castlingKingsideFile = f",
        fen: Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        depth: "1",
        plies: 0,
    },
    Fault {
        what: "double step region",
        game: "chess",
        line: "doubleStepRegionBlack = *7",
        by: "doubleStepRegionBlack = *7 e6",
        fen: START,
        depth: "4",
        plies: 3,
    },
    Fault {
        what: "a promotion less",
        game: "chess",
        line: "promotionPieceTypes = bnqr",
        by: "promotionPieceTypes = bnq",
        fen: Some("8/4k3/P7/8/8/8/8/4K3 w - - 0 1"),
        depth: "4",
        plies: 2,
    },
    Fault {
        what: "the king can't castle",
        game: "chess",
        line: "castling = true",
        by: "castling = false",
        fen: Some("r3k3/8/8/8/8/8/8/4K3 w q - 0 1"),
        depth: "3",
        plies: 1,
    },
    Fault {
        what: "bishop to ferz",
        game: "chess",
        line: "bishop = b",
        by: "fers = b",
        fen: START,
        depth: "3",
        plies: 2,
    },
    Fault {
        what: "one man more",
        game: "chess",
        line: "RNBQKBNR w KQkq - 0 1",
        by: "",
        fen: START,
        depth: "1",
        plies: 0,
    },
    Fault {
        what: "elephants cross the river",
        game: "xiangqi",
        line: "mobilityRegionWhiteElephant",
        by: "",
        fen: Some("4k4/9/9/9/9/9/9/4B4/9/3K5 w - - 0 1"),
        depth: "3",
        plies: 2,
    },
];

/// The section of a game with a fault in it.
fn mutated(folder: &Path, fault: &Fault) -> String {
    let text =
        std::fs::read_to_string(format!("fixtures/rules/{}.toml", fault.game)).expect("the fixture exists");
    let rules = native::read(&text).expect("the fixture is well-formed");
    let written = fairy::write(&rules, &fairy::Options::default());
    let mut section = written.text.clone();
    match fault.what {
        "one man more" => section = section.replace("/8/8/8/8/", "/8/8/3P4/8/"),
        "elephants cross the river" => {
            let kept: Vec<&str> = section.lines().filter(|l| !l.starts_with(fault.line)).collect();
            section = kept.join("\n") + "\n";
        }
        _ => section = section.replace(&format!("{}\n", fault.line), &format!("{}\n", fault.by)),
    }
    assert_ne!(section, written.text, "{}: nothing was changed", fault.what);
    let path = folder.join(format!("{}.ini", fault.what.replace([' ', '\''], "-")));
    std::fs::write(&path, section).expect("a file");
    path.display().to_string()
}

#[test]
fn seeded_faults_are_found() {
    if engines::fairy_stockfish().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for fault in &FAULTS {
        let section = mutated(folder.path(), fault);
        let rules = format!("fixtures/rules/{}.toml", fault.game);
        let mut args =
            vec!["diff", &rules, &section, "--depth", fault.depth, "--walks", "0", "--format", "json"];
        if let Some(fen) = fault.fen {
            args.extend(["--fen", fen]);
        }
        let (code, text) = ferry(&args);
        assert_eq!(code, 1, "{}: {text}", fault.what);
        let found: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(found["difference"]["plies"], fault.plies, "{}: {text}", fault.what);
    }
}

/// What differs nowhere is equal, and what random games find is made short.
#[test]
fn random_games() {
    if engines::fairy_stockfish().is_none() {
        return;
    }
    let (code, text) =
        ferry(&["diff", "fixtures/rules/legan.toml", "fairy:legan", "--depth", "2", "--walks", "3"]);
    assert_eq!(code, 0, "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    let section = mutated(folder.path(), &FAULTS[8]);
    let args =
        ["diff", "fixtures/rules/chess.toml", &section, "--depth", "1", "--walks", "20", "--plies", "60"];
    let (code, text) = ferry(&args);
    assert_eq!(code, 1, "{text}");
    // White's bishops or Black's: they come out after a pawn's move and another move, or two.
    assert!(text.contains("after 2 half moves") || text.contains("after 3 half moves"), "{text}");
}

/// Without an engine: machine against generator.
#[test]
fn machine_and_generator() {
    for game in ["chess", "legan", "xiangqi"] {
        let (zrf, toml) = (format!("fixtures/zrf/{game}.zrf"), format!("fixtures/rules/{game}.toml"));
        let (code, text) = ferry(&["diff", &zrf, &toml, "--depth", "2", "--walks", "3"]);
        assert_eq!(code, 0, "{game}: {text}");
    }
    let (code, text) =
        ferry(&["diff", "fixtures/zrf/chess.zrf", "fixtures/rules/shatranj.toml", "--depth", "2"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("begin differently"), "{text}");
}

/// A section of chess with one promotion less, and rules that have it.
fn one_promotion_less(folder: &Path) -> [String; 2] {
    ["fixtures/rules/chess.toml".to_owned(), mutated(folder, &FAULTS[6])]
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// What a random game finds ends as kings and a pawn, and its case file shows it without the
/// files that it came from, until the rules in it agree.
#[test]
fn differences_are_shrunk_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = one_promotion_less(folder.path());
    let case = folder.path().join("case.json").display().to_string();
    let args = ["diff", &a, &b, "--via", "core", "--depth", "1", "--walks", "40"];
    let (code, text) = ferry(&[&args[..], &["-o", &case]].concat());
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("shrunk to 3 pieces"), "{text}");
    std::fs::remove_file(&b).expect("the section was there");
    let (code, text) = ferry(&["diff", &case]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("only A: core:"), "{text}");
    let healed = std::fs::read_to_string(&case).expect("a case");
    let healed = healed.replace("promotionPieceTypes = bnq\\n", "promotionPieceTypes = bnqr\\n");
    std::fs::write(&case, healed).expect("a case");
    let (code, text) = ferry(&["diff", &case]);
    assert_eq!(code, 0, "{text}");
}

/// A known difference does not fail, another one does, and one that is gone is told.
#[test]
fn known_differences() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = one_promotion_less(folder.path());
    let fen = "8/4k3/P7/8/8/8/8/4K3 w - - 0 1";
    let args = ["diff", &a, &b, "--via", "core", "--fen", fen, "--depth", "3", "--walks", "0"];
    let (code, text) = ferry(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(code, 1, "{text}");
    let known = folder.path().join("known.json").display().to_string();
    let list =
        |fingerprint: &str| format!("[{{\"fingerprint\": \"{fingerprint}\", \"label\": \"no rook\"}}]");
    std::fs::write(&known, list(json(&text)["difference"]["fingerprint"].as_str().expect("a text")))
        .expect("a file");
    let with = ["--baseline", &known];
    // The first is passed over, and the next one of the tree is met.
    let (_, all) = ferry(&[&args[..], &with, &["--format", "json"]].concat());
    assert_ne!(json(&all)["difference"]["fingerprint"], json(&text)["difference"]["fingerprint"]);
    let (code, text) = ferry(&[&["diff", &a, &a, "--via", "core", "--depth", "1"][..], &with].concat());
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("vanished: no rook"), "{text}");
}

/// The parts of a comparison are together the whole.
#[test]
fn parts_are_the_whole() {
    let args = ["diff", "fixtures/rules/chess.toml", "fairy:chess", "--via", "core", "--depth", "2"];
    let run = |more: &[&str]| {
        let (code, text) = ferry(&[&args[..], &["--walks", "5", "--format", "json"], more].concat());
        assert_eq!(code, 0, "{text}");
        let found = json(&text);
        let number = |v: &serde_json::Value| v.as_u64().expect("a number");
        let mut numbers: Vec<u64> =
            ["walks", "plies", "moves_by_effect"].iter().map(|k| number(&found[*k])).collect();
        for depth in found["counts"].as_array().expect("a list") {
            numbers.push(number(&depth["nodes"][0]));
        }
        numbers.extend(found["coverage"].as_object().expect("kinds").values().map(number));
        numbers
    };
    let whole = run(&[]);
    assert_eq!(whole[3..5], [20, 400]);
    let mut sum = vec![0; whole.len()];
    for part in ["1/3", "2/3", "3/3"] {
        run(&["--shard", part]).iter().zip(&mut sum).for_each(|(n, sum)| *sum += n);
    }
    assert_eq!(sum, whole);
    let (code, text) = ferry(&[&args[..], &["--shard", "4/3"]].concat());
    assert_eq!(code, 2, "{text}");
}

/// Two sets of rules that count alike to depth 4 and not at 5: the node is found, four half
/// moves down, and shown as a position.
///
/// By hand: White's pawn on d3 needs two moves to d5, on the long diagonal, where Sittuyin lets
/// it promote by staying (the pawn on a3 is there because a last pawn may promote anywhere). So
/// what only one side has is played as the fifth half move, and nothing before it differs.
#[test]
fn differences_far_down_are_dug_out() {
    use fairy_ferry::fairy::{builtins, lower};
    use fairy_ferry::rules::Trigger;
    let config = builtins::builtin("sittuyin").expect("a built-in variant");
    let mut rules = lower::lower(&config).expect("rules");
    rules.promotions.retain(|promotion| promotion.trigger != Trigger::InPlace);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("without.toml").display().to_string();
    std::fs::write(&path, native::write(&rules).expect("text")).expect("a file");
    let fen = "4k3/8/8/8/8/P2P4/8/4K3[] w - - 0 1";
    let args = ["diff", "fairy:sittuyin", &path, "--via", "core", "--fen", fen, "--depth", "5"];
    let (code, text) =
        ferry(&[&args[..], &["--walks", "0", "--effects", "200", "--format", "json"]].concat());
    assert_eq!(code, 1, "{text}");
    let found = json(&text);
    let equal: Vec<bool> =
        found["counts"].as_array().expect("counts").iter().map(|depth| depth["equal"] == true).collect();
    assert_eq!(equal, [true, true, true, true, false]);
    let difference = &found["difference"];
    assert_eq!(difference["plies"], 4);
    let path = difference["path"][0].as_array().expect("moves");
    assert_eq!([&path[0], &path[2]], ["d3d4", "d4d5"]);
    assert_eq!(difference["only"], serde_json::json!([["d5d5f"], []]));
    assert_eq!(difference["rules"], serde_json::json!(["promotion of P to F (only A)"]));
    // The pawn and the kings: without them it is no position (as many kings as at the start, those
    // in hand counted, says the engine's validator), and a replay begins from one.
    assert_eq!(difference["shrunk"]["men"], 3, "{text}");
    assert_eq!(difference["shrunk"]["only"], serde_json::json!([["d5d5f"], []]));
}

/// A file with twin moves: a step with a mark, and the same without, in this order or the other.
fn twins(folder: &Path, marked_first: bool) -> String {
    let marked = "(n (verify empty?) (set-attribute hot true) add)";
    let plain = "(n (verify empty?) add)";
    let both = if marked_first { format!("{marked} {plain}") } else { format!("{plain} {marked}") };
    let step = |d: &str| format!("({d} (verify not-friend?) add)");
    let king = ["n", "s", "e", "w"].map(step).join(" ");
    let text = format!(
        "(game (title \"Twins\") (players White Black) (turn-order White Black)
         (board (image \"a.bmp\") (grid (start-rectangle 0 0 10 10)
           (dimensions (\"a/b/c/d/e/f\" (10 0)) (\"6/5/4/3/2/1\" (0 10)))
           (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
           (symmetry Black (n s) (s n)))
         (board-setup (White (Ox b1 d1) (King f1)) (Black (Ox b6 d6) (King f6)))
         (piece (name King) (image White \"a.bmp\" Black \"a.bmp\") (moves {king}))
         (piece (name Ox) (image White \"a.bmp\" Black \"a.bmp\") (attribute hot false)
           (moves {both} ((verify hot) e (verify empty?) add)))
         (loss-condition (White Black) (checkmated King)))"
    );
    let path = folder.join(format!("twins-{marked_first}.zrf")).display().to_string();
    std::fs::write(&path, text).expect("a file");
    path
}

/// Twins are paired by what they change, whatever their order; each has a spelling of its own, by
/// which it is played.
#[test]
fn twins_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = [true, false].map(|first| twins(folder.path(), first));
    for (one, other, via) in [(&a, &b, "machine"), (&a, &b, "machine,core"), (&b, &a, "core")] {
        let args = ["diff", one, other, "--via", via, "--depth", "3", "--walks", "2", "--plies", "20"];
        let (code, text) = ferry(&args);
        assert_eq!(code, 0, "{via}: {text}");
    }
    for via in ["machine", "core", "oracle"] {
        let run = |more: &[&str]| {
            let (code, text) = ferry(&[&["moves", &a, "--via", via, "--format", "json"], more].concat());
            assert_eq!(code, 0, "{via}: {text}");
            let moves = json(&text)["moves"].as_array().expect("moves").clone();
            moves.iter().map(|mv| mv["uci"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
        };
        let texts = run(&[]);
        let twins: Vec<&String> = texts.iter().filter(|text| text.starts_with("b1b2")).collect();
        assert_eq!(twins.len(), 2, "{via}: {texts:?}");
        assert_ne!(twins[0], twins[1], "{via}");
        // By hand: only the one with the mark may go east on its next turn.
        for twin in twins {
            let goes_east =
                run(&["--moves", &format!("{twin} f6f5")]).iter().any(|text| text.starts_with("b2c2"));
            assert_eq!(goes_east, twin.contains(":true"), "{via}: {twin}");
        }
    }
}

/// A pass may be given as `0000` to every referee that has one.
#[test]
fn passes_are_taken_as_zeros() {
    let args = ["moves", "fairy:janggi", "--moves", "0000", "--format", "json", "--via"];
    for via in ["core", "oracle"] {
        let (code, text) = ferry(&[&args[..], &[via]].concat());
        assert_eq!(code, 0, "{text}");
        assert!(json(&text)["fen"].as_str().is_some_and(|fen| fen.contains(" b ")), "{text}");
    }
    // Chess has none.
    let (code, text) = ferry(&["moves", "fairy:chess", "--via", "core", "--moves", "0000"]);
    assert_eq!(code, 2, "{text}");
}

/// Each kind of question about the past is seen, wherever it stands, and nothing else is.
#[test]
fn what_rules_remember() {
    use fairy_ferry::rules::memory::Memory;
    use fairy_ferry::rules::{Condition, End, Guard, Moment, Origin, Outcome, Sides, Types};
    let text = std::fs::read_to_string("fixtures/rules/chess.toml").expect("the fixture");
    let chess = native::read(&text).expect("rules");
    assert_eq!(Memory::of(&chess), Memory::default());
    let ended = |when: Condition| {
        let mut rules = chess.clone();
        // Within others it counts as well.
        let when = Condition::Not(Box::new(Condition::All(vec![when])));
        let (sides, result, moment) = (Sides::Both, Outcome::Draw, Moment::Any);
        rules.ends.push(End { sides, when, result, moment, at_start: false, origin: Origin::default() });
        Memory::of(&rules)
    };
    let none = Memory::default();
    assert_eq!(ended(Condition::Captured { men: Default::default() }), Memory { captured: true, ..none });
    assert_eq!(ended(Condition::Castled { letters: "K".into() }), Memory { castled: true, ..none });
    assert_eq!(ended(Condition::NoRight { letters: "K".into() }), Memory { castled: true, ..none });
    assert_eq!(ended(Condition::Passes), Memory { passes: true, ..none });
    let facing = Condition::Facing { types: Types::Any, steps: Default::default() };
    assert_eq!(ended(facing), Memory { faced: true, ..none });
    assert_eq!(ended(Condition::InCheck), none);
    let mut rules = chess.clone();
    let guard = Guard::Not(Box::new(Guard::Any(vec![Guard::LastMove { from: None, to: None }])));
    rules.pieces[0].moves[0].when.push(guard.clone());
    assert_eq!(Memory::of(&rules), Memory { squares: true, ..none });
    let mut rules = chess.clone();
    rules.promotions[0].when.push(guard.clone());
    assert_eq!(Memory::of(&rules), Memory { squares: true, ..none });
    let mut rules = chess.clone();
    rules.castlings[0].when.push(guard);
    assert_eq!(Memory::of(&rules), Memory { squares: true, ..none });
    let mut rules = chess.clone();
    rules.no_moves.no_mate_by_drop_of = Types::only(["pawn"]);
    assert_eq!(Memory::of(&rules), Memory { dropped: true, ..none });
    let mut rules = chess.clone();
    rules.no_moves.mate_needs_check_by = Types::only(["pawn"]);
    assert_eq!(Memory::of(&rules), Memory { checks: true, ..none });
}

/// Rules that are not exact are never called equal, whatever the comparison gives.
#[test]
fn losses_take_the_verdict() {
    use fairy_ferry::crosscheck::{Crosscheck, Limits, State};
    use fairy_ferry::referee::core::Core;
    let text = std::fs::read_to_string("fixtures/rules/chess.toml").expect("the fixture");
    let rules = native::read(&text).expect("rules");
    let (mut a, mut b) = (Core::new(&rules).expect("a referee"), Core::new(&rules).expect("a referee"));
    let limits = Limits { depth: 1, walks: 0, ..Limits::default() };
    let run = |a: &mut Core, b: &mut Core, losses: Vec<String>| {
        Crosscheck::new(vec![a, b]).losing(losses).run(&[], limits).expect("a verdict").state()
    };
    assert_eq!(run(&mut a, &mut b, Vec::new()), State::Equal);
    let state = run(&mut a, &mut b, vec!["A: the knight's leap is left out".to_owned()]);
    assert_eq!(state, State::NotShown);
    assert!(!state.is_clean());
}
