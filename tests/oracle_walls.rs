//! Walls, gates, blasts and flips. Moves and node counts are those of
//! Fairy-Stockfish for the same rules, unless something is argued beside.

mod common;

use common::plain::{after, counts, fen_after, fixture, list, moves, oracle, position};

const KING_STEPS: &str = r#"["n", "ne", "e", "se", "s", "sw", "w", "nw"]"#;

/// Five by five, a king without royalty and a pawn for each side; a side whose king
/// is gone has lost. Pawns become what the last rank allows.
fn small(walls: &str) -> fairy_ferry::engine::Oracle {
    oracle(&format!(
        r#"
name = "small"
[board]
files = 5
ranks = 5
[walls]
{walls}
[start.white]
king = "d1"
pawn = "d2"
[start.black]
king = "b5"
pawn = "b4"
[[pieces]]
name = "pawn"
letters = "P"
pawn = true
[[pieces.moves]]
steps = ["n"]
onto = "empty"
[[pieces.moves]]
steps = ["ne", "nw"]
onto = "enemy"
[[pieces]]
name = "king"
letters = "K"
[[pieces.moves]]
steps = {KING_STEPS}
[[pieces]]
name = "queen"
letters = "Q"
[[pieces.moves]]
steps = {KING_STEPS}
distance = "any"
[[pieces]]
name = "rook"
letters = "R"
[[pieces.moves]]
steps = ["n", "e", "s", "w"]
distance = "any"
[[pieces]]
name = "bishop"
letters = "B"
[[pieces.moves]]
steps = ["ne", "se", "sw", "nw"]
distance = "any"
[[pieces]]
name = "knight"
letters = "N"
[[pieces.moves]]
steps = ["1,2", "2,1", "2,-1", "1,-2", "-1,-2", "-2,-1", "-2,1", "-1,2"]
[[promotions]]
types = "pawn"
zone = "a5-e5"
into = ["queen", "rook", "bishop", "knight"]
[[ends]]
when = {{ count = {{ men = ["own king"], at_most = 0 }} }}
result = "loss"
"#
    ))
}

const START: &str = "1k3/1p3/5/3P1/3K1 w - - 0 1";
const WALLED: &str = "1k3/1p1*1/*4/3P1/3K1 w - - 0 1";

#[test]
fn every_kind_of_place() {
    for (walls, from_start, walled) in [
        ("place = \"in-reach\"", [18, 313, 6105], [17, 247, 4095]),
        ("place = \"anywhere\"", [105, 10000, 935_106], [95, 8100, 645_441]),
        ("moving = true", [105, 10000, 1_037_880], [95, 9000, 934_260]),
        ("place = \"at-edge\"", [71, 4743, 333_314], [80, 5720, 399_938]),
        ("place = \"vacated\"", [5, 25, 111], [5, 25, 106]),
        ("region = { white = \"a1 b2 c3\", black = \"a5-e5\" }", [15, 330, 3330], [0; 3]),
    ] {
        let oracle = small(walls);
        counts(&oracle, START, &from_start);
        if walled[0] > 0 {
            counts(&oracle, WALLED, &walled);
        }
    }
}

/// Walls in place of moves: the side puts one, or moves.
#[test]
fn a_wall_instead_of_a_move() {
    for (place, from_start, walled) in [
        ("place = \"in-reach\"", [9, 54, 442], [9, 54, 436]),
        ("place = \"anywhere\"", [26, 650, 15656], [24, 552, 12173]),
        ("moving = true", [26, 650, 16176], [24, 590, 14628]),
        ("place = \"at-edge\"", [19, 353, 6465], [21, 427, 8444]),
        ("place = \"vacated\"", [5, 25, 136], [5, 25, 131]),
    ] {
        let oracle = small(&format!("instead_of_move = true\n{place}"));
        counts(&oracle, START, &from_start);
        counts(&oracle, WALLED, &walled);
    }
    let oracle = small("instead_of_move = true\nplace = \"in-reach\"");
    assert_eq!(
        moves(&oracle, &position(&oracle, START)).join(" "),
        "d1c1,c1a1 d1c2,c2a1 d1d1,d1c1 d1d1,d1c2 d1d1,d1e1 d1d1,d1e2 d1e1,e1a1 d1e2,e2a1 d2d3,d3a1"
    );
}

#[test]
fn how_walls_are_written() {
    let oracle = small("place = \"vacated\"");
    assert_eq!(
        list(&oracle, "1k3/3P1/5/1p3/3K1 w - - 0 1", ""),
        "d1c1,c1d1 d1c2,c2d1 d1d2,d2d1 d1e1,e1d1 d1e2,e2d1 d4d5b,d5d4 d4d5n,d5d4 d4d5q,d5d4 d4d5r,d5d4"
    );
    assert_eq!(fen_after(&oracle, START, &["d2d3,d3d2"]), "1k3/1p3/3P1/3*1/3K1 b - - 0 1");
    // The wall that moves leaves its square; where there is none it is only put.
    let duck = small("moving = true");
    assert_eq!(fen_after(&duck, START, &["d2d3,d3a1", "b4b3,b3e5"]), "1k2*/5/1p1P1/5/3K1 w - - 0 2");
    // It must move.
    assert!(!list(&duck, "1k3/1p3/3P1/5/*2K1 w - - 0 1", "d3d4").contains("d4a1"));
}

/// A wall neither saves a king that is judged before it is put, nor endangers it.
#[test]
fn when_a_king_is_judged() {
    let text = |judged: &str| {
        let royal = format!("[[royals]]\ntypes = \"king\"\njudged = \"{judged}\"\n");
        fixture(
            "chess",
            &[
                ("[[royals]]\ntypes = \"king\"\n", &royal),
                ("[start]\n", "[walls]\nregion = \"a1 e3 h8\"\n[start]\n"),
            ],
        )
    };
    let check = "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1";
    let before = text("before-extras");
    assert_eq!(
        list(&before, check, ""),
        "e1d1,d1a1 e1d1,d1e3 e1d1,d1h8 e1d2,d2a1 e1d2,d2e3 e1d2,d2h8 e1f1,f1a1 e1f1,f1e3 e1f1,f1h8 e1f2,f2a1 e1f2,f2e3 e1f2,f2h8"
    );
    // Judged at the end, the wall on e3 answers the check.
    assert_eq!(list(&text("after-all"), check, "a2"), "a2a3,a3e3 a2a4,a4e3");
    assert_eq!(list(&before, check, "a2"), "");
}

/// S-Chess: a man that leaves its square for the first time may be followed there
/// by a man in hand.
fn seirawan() -> fairy_ferry::engine::Oracle {
    fixture(
        "chess",
        &[(
            "[[royals]]",
            r#"
[[pieces]]
name = "hawk"
letters = "H"
[[pieces.moves]]
steps = ["ne", "se", "sw", "nw"]
distance = "any"
[[pieces.moves]]
steps = ["1,2", "2,1", "2,-1", "1,-2", "-1,-2", "-2,-1", "-2,1", "-1,2"]
[[pieces]]
name = "elephant"
letters = "E"
[[pieces.moves]]
steps = ["n", "e", "s", "w"]
distance = "any"
[[pieces.moves]]
steps = ["1,2", "2,1", "2,-1", "1,-2", "-1,-2", "-2,-1", "-2,1", "-1,2"]
[[marks]]
name = "gate"
held = "a1-h1"
on_move = "lose"
needs_hand = true
in_castling_field = true
[[gates]]
mover = ["own * +gate"]
filled_by = { hand = ["hawk", "elephant"] }
castling = true
[[royals]]"#,
        )],
    )
}

const SEIRAWAN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1";

#[test]
fn gates() {
    let oracle = seirawan();
    // Node counts of the engine for its S-Chess (promotions need more moves than that).
    counts(&oracle, SEIRAWAN, &[28, 784, 24830]);
    assert_eq!(list(&oracle, SEIRAWAN, "b1"), "b1a3 b1a3e b1a3h b1c3 b1c3e b1c3h");
    assert_eq!(
        fen_after(&oracle, SEIRAWAN, &["b1c3h"]),
        "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Eeh] b KQCDFGkqbcdfg - 1 1".replace("[Eeh]", "[Ehe]")
    );
    // Castling fills the king's square or the partner's, not one where a man lands.
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R[HE] w KQkq - 0 1";
    assert_eq!(list(&oracle, castling, "e1g1"), "e1g1 e1g1e e1g1h");
    assert_eq!(list(&oracle, castling, "h1e1"), "h1e1e h1e1h");
    assert_eq!(list(&oracle, castling, "a1e1"), "a1e1e a1e1h");
    let fens = [
        ("e1g1h", "r3k2r/8/8/8/8/8/8/R3HRK1[E] b Akq - 1 1"),
        ("h1e1h", "r3k2r/8/8/8/8/8/8/R4RKH[E] b Akq - 1 1"),
        ("h1h2", "r3k2r/8/8/8/8/8/7R/R3K3[HE] b Qkq - 1 1"),
        ("e1f1", "r3k2r/8/8/8/8/8/8/R4K1R[HE] b AHkq - 1 1"),
    ];
    for (mv, fen) in fens {
        assert_eq!(fen_after(&oracle, castling, &[mv]), fen, "{mv}");
    }
    // With the last man in hand all gates of the side close.
    assert_eq!(
        fen_after(&oracle, "4k3/8/8/8/8/8/8/RN2K2R[H] w KB - 0 1", &["b1c3h"]),
        "4k3/8/8/8/8/2N5/8/RH2K2R[] b K - 1 1"
    );
}

/// A man from the board fills the square: it shifts there, and has moved.
#[test]
fn a_gate_for_a_man_on_the_board() {
    let oracle = fixture(
        "chess",
        &[(
            "[[royals]]",
            r#"
[[marks]]
name = "still"
held = "a1-h1"
on_move = "lose"
[[gates]]
sides = "white"
mover = ["own knight +still"]
filled_by = { board = ["own queen +still"] }
must = true
[[royals]]"#,
        )],
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(list(&oracle, start, "b1"), "b1a3,d1b1 b1c3,d1b1");
    let next = after(&oracle, start, &["b1c3,d1b1", "a7a6"]);
    assert_eq!(
        fairy_ferry::notation::fen::write(&oracle, &next),
        "rnbqkbnr/1ppppppp/p7/8/8/2N5/PPPPPPPP/RQB1KBNR w KQkq - 0 2"
    );
    // The queen has moved: nothing fills g1.
    let moves = moves(&oracle, &next);
    assert!(moves.contains(&"g1f3".to_owned()) && !moves.iter().any(|m| m.starts_with("g1f3,")), "{moves:?}");
}

/// Games of S-Chess in which men have been gated and castling is still to come.
#[test]
fn gates_later_on() {
    let oracle = seirawan();
    let text = "reb1k2r/ppppqppp/2nb1n2/4p3/4P3/N1P2N2/PB1PQPPP/RE2KBHR[h] b KQkqc - 3 7";
    counts(&oracle, text, &[35, 876, 30_174]);
    // Shuffled, the letters say which rooks may castle, too.
    let oracle =
        fairy_ferry::engine::Oracle::new(&oracle.rules().with_shuffled_castling()).expect("playable");
    counts(
        &oracle,
        "qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNKRN[HEhe] w ABCDEFGHabcdefgh - 0 1",
        &[26, 676, 21_170],
    );
}
