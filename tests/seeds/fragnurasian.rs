//! Fragnurasian Qi: double steps, far river, castlings, promotion by rank.

use std::collections::BTreeMap;

use fairy_ferry::engine::{Core, Oracle};
use fairy_ferry::fairy::{self, Options};
use fairy_ferry::notation::{fen, uci};
use fairy_ferry::referee::Referee as _;
use fairy_ferry::rules::{Fidelity, Side};

use crate::common::own;
use crate::common::plain::{fen_after, list, moves, position};
use crate::{Dice, engines};

fn game() -> Oracle {
    own::seed("fragnurasian-qi", "fragnurasian-qi")
}

/// A position of 13 by 15 squares from men and squares, `Ke5 ng12`; who moves and rights behind it.
fn board(men: &str, rest: &str) -> String {
    let mut signs: BTreeMap<(u8, u8), char> = BTreeMap::new();
    for man in men.split(' ') {
        let (sign, square) = man.split_at(1);
        let (file, rank) = square.split_at(1);
        let rank: u8 = rank.parse().expect("a rank");
        assert!(
            signs.insert((rank, file.as_bytes()[0] - b'a'), sign.chars().next().expect("a letter")).is_none()
        );
    }
    let row = |rank: u8| -> String {
        let mut text = String::new();
        let mut free = 0;
        for file in 0..13 {
            match signs.get(&(rank, file)) {
                None => free += 1,
                Some(sign) => {
                    if free > 0 {
                        text.push_str(&free.to_string());
                    }
                    free = 0;
                    text.push(*sign);
                }
            }
        }
        if free > 0 {
            text.push_str(&free.to_string());
        }
        text
    };
    let rows: Vec<String> = (1..=15).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

/// The moves of White's man on a square.
fn of(oracle: &Oracle, men: &str, prefix: &str) -> String {
    list(oracle, &board(men, "w - - 0 1"), prefix)
}

fn of_black(oracle: &Oracle, men: &str, prefix: &str) -> String {
    list(oracle, &board(men, "b - - 0 1"), prefix)
}

/// Words sorted, in one line.
fn sorted(words: &str) -> String {
    let mut words: Vec<&str> = words.split_whitespace().collect();
    words.sort();
    words.join(" ")
}

/// 123 first moves, man by man.
///
/// Front pawns: 13 single and 13 double steps; the three rear ones stand behind them. Catapult b4: a6,
/// c6, a2, d3, b7; d4: c6, e6, b3, f3, d7; l4 and j4 likewise. Camper c4: b7, d7, f3, f7; e4: d7, f7, b3,
/// h3, b7, h7; k4 and i4 likewise. Achates f4: e6, g6, g2, d3, h3, f7, e7, g7, c3, i3, c7, i7; h4 likewise.
/// Bishops: c2 to b3 and d3, f2 to e3 and g3; Arrows: b2 to a3 and c3, e2 to d3 and f3; the others
/// likewise; no Cannon, Arrow or Tank has a man to capture behind a hurdle. Rooks: a1 to a2 and a3;
/// Cannons: d1 to d2 and d3; Tanks: e1 to d2 and c3; Queens: f1 to g2 and h3; the others likewise.
/// The King: g2.
#[test]
fn first_moves() {
    let oracle = game();
    let start = oracle.start();
    let all = moves(&oracle, &start);
    let of = |squares: &[&str]| -> Vec<usize> {
        let count = |square: &&str| {
            all.iter()
                .filter(|mv| mv.starts_with(*square) && !mv[square.len()..].starts_with(char::is_numeric))
                .count()
        };
        squares.iter().map(count).collect()
    };
    assert_eq!(of(&["a5", "g5", "m5", "a4", "g4", "m4"]), [2, 2, 2, 0, 0, 0]);
    assert_eq!(of(&["b4", "d4", "j4", "l4"]), [5, 5, 5, 5]);
    assert_eq!(of(&["c4", "e4", "i4", "k4"]), [4, 6, 6, 4]);
    assert_eq!(of(&["f4", "h4"]), [12, 12]);
    assert_eq!(of(&["c2", "f2", "h2", "k2"]), [2, 2, 2, 2]);
    assert_eq!(of(&["b2", "e2", "i2", "l2"]), [2, 2, 2, 2]);
    assert_eq!(of(&["a1", "c1", "k1", "m1"]), [2, 0, 0, 2]);
    assert_eq!(of(&["b1", "d1", "j1", "l1"]), [0, 2, 2, 0]);
    assert_eq!(of(&["e1", "i1", "f1", "h1", "g1"]), [2, 2, 2, 2, 1]);
    assert_eq!(all.len(), 26 + 20 + 20 + 24 + 8 + 8 + 4 + 4 + 4 + 4 + 1);
}

/// The array: 47 men a side, and no type but the King's odd in number.
#[test]
fn the_array() {
    let oracle = game();
    let rules = oracle.rules();
    for side in Side::BOTH {
        let counts: BTreeMap<&str, usize> =
            rules.start.men(side).iter().map(|(kind, squares)| (kind.as_str(), squares.len())).collect();
        let expected = [
            ("king", 1),
            ("queen", 2),
            ("tank", 2),
            ("rook", 4),
            ("cannon", 4),
            ("bishop", 4),
            ("arrow", 4),
            ("catapult", 4),
            ("camper", 4),
            ("achates", 2),
            ("pawn", 16),
        ];
        assert_eq!(counts, BTreeMap::from(expected));
        assert_eq!(counts.values().sum::<usize>(), 47);
    }
    assert_eq!(rules.board.squares().len(), 195);
}

const KINGS: &str = "Kg1 kg15";

/// All pairs of steps, by the rank of the pawn.
///
/// Enemies stand on d and f one rank ahead, and on c, f and g two ranks ahead; e and d two ranks
/// ahead are free. Single: e, xd, xf. Quiet twice: e and e. Quiet, then capture: e, then f (d is
/// free). Capture twice: d, then c (e is free); f, then g. Capture, then quiet: d, then d (f is taken).
#[test]
fn double_steps() {
    let oracle = game();
    for rank in 2..=9 {
        let (one, two) = (rank + 1, rank + 2);
        let men = format!("Km1 km15 Pe{rank} nd{one} nf{one} nc{two} nf{two} ng{two}");
        let single = format!("e{rank}e{one} e{rank}d{one} e{rank}f{one}");
        let quiet = format!("e{rank}e{one}e{two}");
        let mixed = format!("e{rank}e{one}f{two} e{rank}d{one}d{two}");
        let captures = format!("e{rank}d{one}c{two} e{rank}f{one}g{two}");
        let expected = match rank {
            4 => format!("{single} {quiet} {mixed} {captures}"),
            5 => format!("{single} {quiet} {captures}"),
            6 => format!("{single} {quiet}"),
            7 => format!("{single} {captures}"),
            _ => single,
        };
        assert_eq!(of(&oracle, &men, &format!("e{rank}")), sorted(&expected), "rank {rank}");
        // Black's ranks are counted from his side: rank 16 - r is his r.
        let down = |rank: i32| 16 - rank;
        let men = format!(
            "Km1 km15 pe{} Nd{} Nf{} Nc{} Nf{} Ng{}",
            down(rank),
            down(one),
            down(one),
            down(two),
            down(two),
            down(two)
        );
        let mirrored: Vec<String> = expected.split(' ').map(flipped).collect();
        assert_eq!(
            of_black(&oracle, &men, &format!("e{}", down(rank))),
            sorted(&mirrored.join(" ")),
            "rank {rank}, Black"
        );
    }
    // Each of two captures to one square is a move of its own, and so are the two ways of a mixture.
    let men = "Km1 km15 Pe4 nd5 nf5 ne6";
    assert_eq!(of(&oracle, men, "e4"), sorted("e4e5 e4d5 e4f5 e4d5e6 e4f5e6 e4d5d6 e4f5f6"));
}

/// A move with every rank counted from the other side.
fn flipped(text: &str) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    let flush = |digits: &mut String, out: &mut String| {
        if let Ok(rank) = digits.parse::<i32>() {
            out.push_str(&(16 - rank).to_string());
        }
        digits.clear();
    };
    for c in text.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
        } else {
            flush(&mut digits, &mut out);
            out.push(c);
        }
    }
    flush(&mut digits, &mut out);
    out
}

/// Whatever a double step did, the pawn is taken on the square between, and what it took is gone.
#[test]
fn en_passant() {
    let oracle = game();
    for (men, first, between, answer, after) in [
        // Two quiet steps over e5.
        ("Pe4 pd6 pf6", "e4e5e6", "e5", "d6e5", "pe5 pf6"),
        ("Pe4 pd6 pf6", "e4e5e6", "e5", "f6e5", "pd6 pe5"),
        // Two captures, over d5 to c6; a knight and a bishop are gone for good.
        ("Pe4 nd5 bc6 pe6", "e4d5c6", "d5", "e6d5", "pd5"),
        // Quiet over e5, then a capture on f6.
        ("Pe4 nf6 pd6", "e4e5f6", "e5", "d6e5", "pe5"),
        // A capture on d5, then quiet to d6: taken on d5 too.
        ("Pe4 nd5 pc6 pe6", "e4d5d6", "d5", "c6d5", "pd5 pe6"),
        // The same two captures from the fifth and from the seventh rank.
        ("Pe5 nf6 bg7 pe7", "e5f6g7", "f6", "e7f6", "pf6"),
        ("Pe7 nf8 bg9 pe9", "e7f8g9", "f8", "e9f8", "pf8"),
        // Back to one's own file: the square between is beside it.
        ("Pe4 nd5 be6 pc6", "e4d5e6", "d5", "c6d5", "pd5"),
    ] {
        let start = board(&format!("{KINGS} {men}"), "w - - 0 1");
        let text = fen_after(&oracle, &start, &[first]);
        assert_eq!(text.split(' ').nth(3), Some(between), "{men} {first}");
        let from = &answer[..2];
        assert!(list(&oracle, &text, from).split(' ').any(|mv| mv == answer), "{men} {first}: {text}");
        let text = fen_after(&oracle, &start, &[first, answer]);
        let expected = board(&format!("{KINGS} {after}"), "");
        assert_eq!(text.split(' ').next(), Some(expected.trim()), "{men} {first} {answer}");
    }
    // Only for one turn, only for pawns, and not against a single step.
    let start = board(&format!("{KINGS} Pe4 pd6 ka14").replace("kg15 ", ""), "w - - 0 1");
    let text = fen_after(&oracle, &start, &["e4e5e6", "a14a13", "g1f1"]);
    // (The fifth rank is White's front Pawn rank, where Black's pawns may be promoted.)
    assert_eq!(list(&oracle, &text, "d6"), "d6d5 d6d5l");
    let text = fen_after(&oracle, &start, &["e4e5"]);
    assert_eq!(list(&oracle, &text, "d6"), "d6d5 d6d5l d6e5 d6e5l");
    // A bishop that could go there quietly captures nothing.
    let start = board(&format!("{KINGS} Pe4 bd6"), "w - - 0 1");
    let text = fen_after(&oracle, &start, &["e4e5e6", "d6e5"]);
    assert!(text.starts_with(board(&format!("{KINGS} Pe6 be5"), "").trim()), "{text}");
}

/// En passant is no step of a double one: with f8 taken, e9 is passed and empty, and g9 is empty.
#[test]
fn en_passant_is_single() {
    let oracle = game();
    let start = board(&format!("{KINGS} Pe7 nf8 pe10"), "b - - 0 1");
    let text = fen_after(&oracle, &start, &["e10e9e8"]);
    assert_eq!(text.split(' ').nth(3), Some("e9"));
    assert_eq!(list(&oracle, &text, "e7"), "e7f8");
}

/// The second capture of a double step attacks, as long as the first step can be made.
#[test]
fn check_by_the_second_step() {
    let oracle = game();
    let check = |men: &str| {
        let position = position(&oracle, &board(men, "b - - 0 1"));
        oracle.in_check(&position, Side::Black)
    };
    assert!(check("Kg1 kc6 Pe4 nd5"));
    assert!(!check("Kg1 kc6 Pe4"));
    assert!(!check("Kg1 kc6 Pe4 Nd5"));
    // Quiet, then capture.
    assert!(check("Kg1 kf6 Pe4"));
    assert!(!check("Kg1 kf6 Pe4 ne5"));
    // Not from the fifth rank, where there is no mixture, nor from the sixth.
    assert!(!check("Kg1 kf7 Pe5"));
    assert!(check("Kg1 kg7 Pe5 nf6"));
    assert!(!check("Kg1 kg8 Pe6 nf7"));
    assert!(check("Kg1 kg9 Pe7 nf8"));
    // The first step may be onto the very man that gives way: the king itself on d5.
    assert!(check("Kg1 kd5 Pe4"));
    // Such a check is met by taking the first step away: any move of the man on d5 but one that
    // leaves a man there.
    let text = board("Kg1 kc6 Pe4 nd5", "b - - 0 1");
    assert_eq!(list(&oracle, &text, "d5").split(' ').count(), 12);
}

/// King, Queen, Tank and Achates don't cross the far river, nor do they attack across it.
#[test]
fn the_far_river() {
    let oracle = game();
    assert_eq!(of(&oracle, "Ke10 kg15", "e10"), sorted("e10d10 e10f10 e10d9 e10e9 e10f9"));
    // From rank 10 a queen has its own rank and below; from rank 11 everything.
    let queen = of(&oracle, "Kg1 kg15 Qa10", "a10");
    assert!(queen.split(' ').all(|mv| !["11", "12", "13", "14", "15"].iter().any(|rank| mv.ends_with(rank))));
    // Twelve squares along the rank, nine down, nine on the diagonal.
    assert_eq!(queen.split(' ').count(), 12 + 9 + 9);
    // Beyond: twelve along the rank, fourteen along the file, ten down the diagonal and four up.
    assert_eq!(of(&oracle, "Kg1 kg15 Qa11", "a11").split(' ').count(), 12 + 14 + 10 + 4);
    // A tank captures over one man, and not across: m10 over h10, not e13 over e12, not h13 over g12.
    let tank = of(&oracle, "Ka1 ka15 Te10 nh10 nm10 ne12 ne13 ng12 nh13", "e10");
    assert!(tank.contains("e10m10") && !tank.contains("13") && !tank.contains("e10h10"));
    // An Achates leaps, not across: of 24 leaps those that stay.
    let achates = of(&oracle, "Kg1 kg15 Gg10", "g10");
    let stay = "g10e9 g10i9 g10f8 g10h8 g10d10 g10j10 g10g7 g10f7 g10h7 g10d9 g10j9 g10d7 g10j7";
    assert_eq!(achates, sorted(stay));
    assert_eq!(of(&oracle, "Ka1 ka15 Gg11", "g11").split(' ').count(), 24);
    // The others cross.
    for (man, square) in [("R", "a15"), ("C", "a15"), ("N", "b12"), ("L", "b13"), ("P", "a11"), ("W", "a11")]
    {
        let list = of(&oracle, &format!("Kg1 kg15 {man}a10"), "a10");
        assert!(list.split(' ').any(|mv| mv == format!("a10{square}")), "{man}: {list}");
    }
    // One-way check: a Black King on rank 11 keeps White's from rank 10, and not the other way round.
    assert_eq!(of(&oracle, "Ke9 ke11", "e9"), sorted("e9d9 e9f9 e9d8 e9e8 e9f8"));
    assert_eq!(
        of_black(&oracle, "Ke10 ke12", "e12"),
        sorted("e12d11 e12e11 e12f11 e12d12 e12f12 e12d13 e12e13 e12f13")
    );
    // No check across: queen and tank on the file of the king.
    let check = |men: &str| oracle.in_check(&position(&oracle, &board(men, "b - - 0 1")), Side::Black);
    assert!(!check("Ka1 ke13 Qe10"));
    assert!(!check("Ka1 ke13 Te10 ne12"));
    assert!(check("Ka1 ke13 Re10"));
    assert!(check("Ka1 ke13 Ce10 ne12"));
    assert!(!check("Ka1 ke13 Gf10"));
    assert!(check("Ka1 ke13 Lf10"));
    assert!(check("Ka1 ke13 Qe11"));
}

/// The four castlings, and each condition broken once.
#[test]
fn castling() {
    let oracle = game();
    let castlings = |men: &str, rights: &str| {
        let text = board(&format!("ka15 {men}"), &format!("w {rights} - 0 1"));
        let moves = list(&oracle, &text, "g1");
        let far = |mv: &&str| ["g1i1", "g1e1", "g1j1", "g1d1"].contains(mv);
        moves.split(' ').filter(far).collect::<Vec<_>>().join(" ")
    };
    // King to the Tank square, inner Rook to the Queen square.
    assert_eq!(castlings("Kg1 Rc1 Rk1", "KC"), "g1e1 g1i1");
    // King to the inner Cannon square, outer Rook to the Tank square.
    assert_eq!(castlings("Kg1 Ra1 Rm1", "MA"), "g1d1 g1j1");
    let text = board("ka15 Kg1 Rc1 Rk1", "w KC - 0 1");
    assert!(fen_after(&oracle, &text, &["g1i1"]).starts_with(board("ka15 Ki1 Rc1 Rh1", "").trim()));
    assert!(fen_after(&oracle, &text, &["g1e1"]).starts_with(board("ka15 Ke1 Rf1 Rk1", "").trim()));
    let text = board("ka15 Kg1 Ra1 Rm1", "w MA - 0 1");
    assert!(fen_after(&oracle, &text, &["g1j1"]).starts_with(board("ka15 Kj1 Ra1 Ri1", "").trim()));
    assert!(fen_after(&oracle, &text, &["g1d1"]).starts_with(board("ka15 Kd1 Re1 Rm1", "").trim()));
    // With all four Rooks at home the inner ones stand in the way of the outer ones.
    assert_eq!(castlings("Kg1 Ra1 Rc1 Rk1 Rm1", "KCMA"), "g1e1 g1i1");
    // No right.
    assert_eq!(castlings("Kg1 Rc1 Rk1", "-"), "");
    assert_eq!(castlings("Kg1 Rc1 Rk1", "C"), "g1e1");
    // A man between, of either side, on each of the squares.
    for square in ["h1", "i1", "j1"] {
        for man in ["B", "b"] {
            assert_eq!(castlings(&format!("Kg1 Rk1 {man}{square}"), "K"), "", "{man}{square}");
        }
    }
    for square in ["h1", "i1", "j1", "k1", "l1"] {
        assert_eq!(castlings(&format!("Kg1 Rm1 B{square}"), "M"), "", "{square}");
    }
    for square in ["d1", "e1", "f1"] {
        for man in ["B", "b"] {
            assert_eq!(castlings(&format!("Kg1 Rc1 {man}{square}"), "C"), "", "{man}{square}");
        }
    }
    for square in ["b1", "c1", "d1", "e1", "f1"] {
        assert_eq!(castlings(&format!("Kg1 Ra1 B{square}"), "A"), "", "{square}");
    }
    // In check, over an attacked square, onto one; what only the Rook passes may be attacked.
    // From the King outward, to the right and to the left.
    let judged = [(false, false), (false, false), (false, false), (true, false), (true, true), (true, true)];
    for (files, inner_rook, outer_rook) in [
        ("ghijkl", ("Rk1", "K", "g1i1"), ("Rm1", "M", "g1j1")),
        ("gfedcb", ("Rc1", "C", "g1e1"), ("Ra1", "A", "g1d1")),
    ] {
        for (file, (inner, outer)) in files.chars().zip(judged) {
            for ((rook, right, mv), allowed) in [(inner_rook, inner), (outer_rook, outer)] {
                let found = castlings(&format!("Kg1 {rook} r{file}8"), right);
                assert_eq!(found, if allowed { mv } else { "" }, "{rook} {file}");
            }
        }
    }
    // No right for the outer ones.
    assert_eq!(castlings("Kg1 Ra1 Rm1", "-"), "");
    assert_eq!(castlings("Kg1 Ra1 Rm1", "M"), "g1j1");
    // The King that has moved and come back, and the Rook.
    let text = board("ka15 Kg1 Rc1 Rk1", "w KC - 0 1");
    let text = fen_after(&oracle, &text, &["g1g2", "a15a14", "g2g1", "a14a15"]);
    assert_eq!(text.split(' ').nth(2), Some("-"));
    let text = board("ka15 Kg1 Rc1 Rk1", "w KC - 0 1");
    let text = fen_after(&oracle, &text, &["k1k2", "a15a14", "k2k1", "a14a15"]);
    assert_eq!(text.split(' ').nth(2), Some("C"));
    // The rights of the start, and a board on which all eight are there.
    assert_eq!(fen::write(&oracle, &oracle.start()).split(' ').nth(2), Some("KCMAkcma"));
}

/// Promotion by the rank where the move ends, as long as the array has room.
#[test]
fn promotion() {
    let oracle = game();
    let pawn = |more: &str, rank: u8| {
        let mv = format!("e{rank}e{}", rank + 1);
        let moves = of(&oracle, &format!("Ka1 ka15 Pe{rank}{more}"), &mv);
        moves.split(' ').map(|text| text[mv.len()..].to_owned()).collect::<Vec<_>>().join(",")
    };
    assert_eq!(
        (9..=14).map(|rank| pawn("", rank)).collect::<Vec<_>>(),
        ["", ",l", ",a,n", ",b,c", ",g,r", "q,t"]
    );
    // At the limits of the array: one fewer, and as many.
    let men = |kind: char, count: usize| -> String {
        (0..count).map(|i| format!(" {kind}{}3", (b'f' + i as u8) as char)).collect()
    };
    for (rank, kind, most) in
        [(10, 'L', 4), (11, 'N', 4), (11, 'A', 4), (12, 'C', 4), (12, 'B', 4), (13, 'R', 4), (13, 'G', 2)]
    {
        let letter = kind.to_ascii_lowercase();
        let has = |count: usize| pawn(&men(kind, count), rank).split(',').any(|l| l == letter.to_string());
        assert!(has(most - 1) && !has(most), "{kind}");
    }
    // On the King rank it must: Queen, Tank, or a Wazir where there is room for neither.
    let queens =
        |count: usize| -> String { (0..count).map(|i| format!(" Q{}3", (b'f' + i as u8) as char)).collect() };
    let tanks =
        |count: usize| -> String { (0..count).map(|i| format!(" T{}4", (b'f' + i as u8) as char)).collect() };
    assert_eq!(pawn(&format!("{}{}", queens(1), tanks(1)), 14), "q,t");
    assert_eq!(pawn(&format!("{}{}", queens(2), tanks(1)), 14), "t");
    assert_eq!(pawn(&format!("{}{}", queens(1), tanks(2)), 14), "q");
    assert_eq!(pawn(&format!("{}{}", queens(2), tanks(2)), 14), "w");
    // By capture too, and by a double step of Black's: his camp is White's mirrored.
    assert_eq!(of(&oracle, "Ka1 ka15 Pe10 nd11", "e10d"), "e10d11 e10d11l");
    assert_eq!(of_black(&oracle, "Ka1 km15 pe6", "e6"), "e6e5 e6e5l");
    // Other men are not promoted.
    assert_eq!(of(&oracle, "Ka1 ka15 Ne9", "e9e12"), "e9e12");
}

/// Wazirs: one step, and promotion on return to one's own camp.
#[test]
fn the_wazir_returns() {
    let oracle = game();
    assert_eq!(of(&oracle, "Ka1 ka15 We8", "e8"), sorted("e8d8 e8e7 e8e9 e8f8"));
    assert_eq!(of(&oracle, "Ka1 ka15 We6", "e6e5"), "e6e5 e6e5l");
    assert_eq!(of(&oracle, "Ka1 ka15 We5", "e5e4"), "e5e4 e5e4a e5e4n");
    assert_eq!(of(&oracle, "Ka1 ka15 We4", "e4e3"), "e4e3 e4e3b e4e3c");
    assert_eq!(of(&oracle, "Ka1 ka15 We3", "e3e2"), "e3e2 e3e2g e3e2r");
    assert_eq!(of(&oracle, "Ka1 ka15 We2", "e2e1"), "e2e1 e2e1q e2e1t");
    // Nothing lost of that type: no promotion. In the enemy's camp: none either.
    assert_eq!(of(&oracle, "Ka1 ka15 We6 Lf8 Lg8 Lh8 Li8", "e6e5"), "e6e5");
    assert_eq!(of(&oracle, "Ka1 ka15 We10", "e10e11"), "e10e11");
    assert_eq!(of_black(&oracle, "Ka1 km15 we10", "e10e11"), "e10e11 e10e11l");
}

/// The other reading: the types of the ranks passed too.
#[test]
fn promotion_with_the_ranks_passed() {
    let oracle = own::seed("fragnurasian-qi", "fragnurasian-qi-passed");
    let pawn = |more: &str, rank: u8| {
        let mv = format!("e{rank}e{}", rank + 1);
        let moves = of(&oracle, &format!("Ka1 ka15 Pe{rank}{more}"), &mv);
        moves.split(' ').map(|text| text[mv.len()..].to_owned()).collect::<Vec<_>>().join(",")
    };
    assert_eq!(
        (9..=14).map(|rank| pawn("", rank)).collect::<Vec<_>>(),
        ["", ",l", ",a,l,n", ",a,b,c,l,n", ",a,b,c,g,l,n,r", "a,b,c,g,l,n,q,r,t"]
    );
}

/// The men alone, on the part of the board that the engine has.
#[test]
fn plain_men_beside_the_engine() {
    let Some(words) = engines::fairy_stockfish() else { return };
    let oracle = own::seed("fragnurasian-qi", "fragnurasian-qi-cut");
    let written = fairy::write(oracle.rules(), &Options::default());
    let lost: Vec<_> = written.items.iter().filter(|item| item.fidelity != Fidelity::Exact).collect();
    assert!(lost.is_empty(), "{lost:#?}");
    let mut engine = engines::play(&words, &written);
    let core = Core::new(oracle.clone());
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let mut position = oracle.start();
        for ply in 0..120 {
            let moves = oracle.legal_moves(&position);
            let mut ours = uci::write_all(&oracle, &position, &moves, uci::CastlingStyle::KingMove);
            let text = fen::write(&oracle, &position);
            let node = engine.start(Some(&text)).unwrap_or_else(|e| panic!("{text}: {e}"));
            let mut theirs = engine.spelt(&node).unwrap_or_else(|e| panic!("{text}: {e}"));
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{text}");
            if ply == 0 && seed == 0 {
                let counted = engine.perft(&node, 3).unwrap_or_else(|e| panic!("{e}"));
                assert_eq!(core.perft(&position, 3), counted);
            }
            if moves.is_empty() {
                break;
            }
            position = oracle.make(&position, &moves[dice.roll(moves.len())]);
        }
    }
}

/// Counts of both generators along random games; returns how many positions.
fn generators_agree(games: u64, plies: usize) {
    let core = Core::new(game());
    assert_eq!(core.reason(), None, "the fast generator has tables for it");
    let oracle = core.oracle();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut position = oracle.start();
        for ply in 0..plies {
            let moves = oracle.legal_moves(&position);
            let text = || fen::write(oracle, &position);
            assert_eq!(core.perft(&position, 1), moves.len() as u64, "game {seed}, ply {ply}: {}", text());
            // Deeper counts are dear with the plain generator: in some games only.
            if ply % 40 == 39 && seed % 20 == 0 {
                assert_eq!(core.perft(&position, 2), oracle.perft(&position, 2), "{}", text());
            }
            if moves.is_empty() {
                break;
            }
            position = oracle.make(&position, &moves[dice.roll(moves.len())]);
        }
    }
}

#[test]
fn both_generators_play_the_same() {
    generators_agree(6, 200);
}

#[test]
#[ignore = "500 games: part of the full suite"]
fn both_generators_play_the_same_five_hundred_games() {
    generators_agree(500, 200);
}
