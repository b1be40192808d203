//! Saved games in PGN: read, replayed on the rules of their variant, written.

use std::collections::BTreeSet;

use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy::{builtins, lower};
use fairy_ferry::games::{Reading, Replay, Table, replay, replay_as};
use fairy_ferry::notation::pgn::{self, DEEPEST, Game, Reader};
use fairy_ferry::notation::san;

fn games(text: &str) -> Vec<Game> {
    Reader::new(text.as_bytes()).map(|game| game.expect("memory does not fail")).collect()
}

fn played(game: &Game) -> Replay {
    let table = Table::of_variant(game.tag("Variant").unwrap_or("")).expect("a known variant");
    replay(&table, game).expect("a position")
}

fn texts(game: &Game) -> Vec<&str> {
    game.line.iter().map(|m| m.text.as_str()).collect()
}

/// Numbers of all forms, glyphs, comments of both kinds, variations in variations.
#[test]
fn what_stands_between_moves() {
    let text = "% a line for another program\r\n[Event \"x \\\"y\\\" \\\\\"] [Site \"z\"]\r\n{first} 1.e4 $1 {one\r\ntwo} e5! ; to the end\r\n2. Nf3!? (2.f4 exf4 (2...d5?! 3. exd5) 3.Bc4) (2.d4) 2... Nc6 3 . Bb5 1/2-1/2";
    let game = &games(text)[0];
    assert_eq!(game.faults, []);
    assert_eq!(game.tags, [("Event".into(), "x \"y\" \\".into()), ("Site".into(), "z".into())]);
    assert_eq!(texts(game), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert_eq!(game.comments, ["first"]);
    assert_eq!(game.line[0].comments, ["one two"]);
    assert_eq!((&game.line[0].glyphs[..], &game.line[1].glyphs[..]), (&[1][..], &[1][..]));
    assert_eq!(game.line[2].glyphs, [5]);
    assert_eq!(game.line[2].variations.len(), 2);
    let inner = &game.line[2].variations[0].line;
    assert_eq!(inner[1].variations[0].line[0].text, "d5");
    assert_eq!(game.result.as_deref(), Some("1/2-1/2"));
}

#[test]
fn writing_and_reading_again_changes_nothing() {
    let text = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n{ before } 7... Kd7 {x} $14 (7... Ke7 {y} 8. e4 (8. Kf2) 8... Kd6) 8. e4 Ke6 9. {odd} Kd2 *\n\n1. d4 *\n\n[Event \"b\"]\n\n*";
    let written: String = games(text).iter().map(|game| pgn::write(game) + "\n").collect();
    let again: String = games(&written).iter().map(|game| pgn::write(game) + "\n").collect();
    assert_eq!(written, again);
    assert!(written.contains("7... Kd7 $14 {x} (7... Ke7 {y} 8. e4 (8. Kf2) 8... Kd6) 8. e4"), "{written}");
    assert_eq!(games(&written).len(), games(text).len());
}

/// Broken text costs the part that is broken.
#[test]
fn broken_texts() {
    let text = "[Event \"a\"]\n1. e4 {never closed\n\n[Event \"b\"]\n1. d4 ) d5 2. c4 (2. Nf3\n\n[Event c]\n[Event \"d\"]\n[White \"\"Nick\"\"]\n\n1. c4 *";
    let all = games(text);
    assert_eq!(all.iter().map(|g| texts(g).join(" ")).collect::<Vec<_>>(), ["e4", "d4 d5 c4", "c4"]);
    let said: Vec<Vec<String>> =
        all.iter().map(|g| g.faults.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(said[0], ["2:7: this comment is never closed; write `}` behind it"]);
    assert_eq!(said[1][0], "5:7: `)` without `(`");
    assert_eq!(said[1][1], "7:1: `[Event c]` is no tag; write `[Name \"value\"]`");
    assert!(said[1][2].contains("`(` without `)`"), "{said:?}");
    assert_eq!(all[2].tag("white"), Some("\"Nick\""));
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(DEEPEST + 50));
    let faults = &games(&deep)[0].faults;
    assert!(faults.iter().any(|f| f.message.contains("64 at most")), "{faults:?}");
}

/// The order of the tags does not matter: the variant and then the position.
#[test]
fn tags_in_any_order() {
    let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1\"]";
    let variant = "[Variant \"Seirawan\"]";
    let moves = "\n\n1. Nc3/H e5 *\n";
    let orders = [format!("{fen}\n{variant}{moves}"), format!("{variant}\n{fen}{moves}")];
    let ends = orders.map(|text| {
        let replay = played(&games(&text)[0]);
        assert_eq!(replay.stop, None);
        replay.last().clone()
    });
    assert_eq!(ends[0], ends[1]);
}

/// A game "From Position" is chess, and the games around it are read too.
#[test]
fn from_position() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    let text = format!(
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n[Variant \"From Position\"]\n{fen}\n\n1. e4 Kd7 *\n\n[Event \"c\"]\n\n1. d4 *\n"
    );
    let all = games(&text);
    assert_eq!(all.len(), 3);
    assert_eq!(all.iter().map(|game| played(game).moves.len()).collect::<Vec<_>>(), [1, 2, 1]);
}

/// Lenient and strict reading of one move.
#[test]
fn spellings() {
    let chess = Table::of_variant("chess").expect("chess");
    let fen = "r5k1/1P6/8/8/Q2Q4/8/8/Q3K2R w K - 0 1";
    let one = |text: &str, reading| {
        let game = &games(&format!("[FEN \"{fen}\"]\n\n1. {text} *"))[0];
        let replay = replay_as(&chess, game, reading).expect("a position");
        replay.moves.first().map(|m| m.san.clone()).ok_or_else(|| replay.stop.expect("a stop").message)
    };
    for (text, means) in [
        ("Qa4d1", "Qa4d1"),
        ("Qdd1", "Qdd1"),
        ("0-0", "O-O"),
        ("e1g1", "O-O"),
        ("O-O!?", "O-O"),
        ("bxa8Q", "bxa8=Q+"),
        ("ba8=N", "bxa8=N"),
        ("b8=R", "b8=R+"),
        ("Qd4-e5", "Qe5"),
        ("Qd4xa7", "Qda7"),
        ("Kf2+", "Kf2"),
    ] {
        assert_eq!(one(text, Reading::Lenient).as_deref(), Ok(means), "{text}");
    }
    let why = one("Qd1", Reading::Lenient).expect_err("three queens");
    assert!(why.contains("can mean 3 moves; near it are `Q1d1`, `Qa4d1` and `Qdd1`"), "{why}");
    assert!(one("Nf3", Reading::Lenient).expect_err("no knight").contains("no legal move"));
    assert!(one("O-O-O", Reading::Lenient).is_err());
    assert_eq!(one("O-O", Reading::Strict).as_deref(), Ok("O-O"));
    assert_eq!(one("0-0", Reading::Strict), Err("`0-0` is written `O-O` here".to_owned()));
    assert_eq!(one("Qe5+", Reading::Strict), Err("`Qe5+` is written `Qe5` here".to_owned()));
}

/// Every legal move of random games has a text of its own, which means it.
#[test]
fn every_text_means_its_move() {
    let mut seed = 7u64;
    for name in builtins::names() {
        let config = builtins::builtin(name).expect("built in");
        let Ok(rules) = lower::lower(&config) else { panic!("{name} has no rules") };
        let oracle = Oracle::new(&rules).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let mut position = oracle.start();
        for ply in 0..24 {
            let legal = oracle.legal_moves(&position);
            if legal.is_empty() || oracle.immediate_end(&position).is_some() {
                break;
            }
            let texts = san::write_all(&oracle, &position, &legal);
            let distinct: BTreeSet<&String> = texts.iter().collect();
            assert_eq!(distinct.len(), texts.len(), "{name}: {texts:?}");
            // Where there are hundreds, some of them.
            for (mv, text) in legal.iter().zip(&texts).step_by(legal.len() / 40 + 1) {
                let read = san::read_among(&oracle, &position, text, &legal);
                assert_eq!(read.as_ref(), Ok(mv), "{name}, half move {ply}: {text}");
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position = oracle.make(&position, &legal[(seed >> 33) as usize % legal.len()]);
        }
    }
}
