//! Jeppseirawan: relocation, the knight's leap, triple steps, limited promotion.

use fairy_ferry::engine::{Core, Oracle};
use fairy_ferry::fairy::{self, Options};
use fairy_ferry::notation::{fen, uci};
use fairy_ferry::referee::Referee as _;
use fairy_ferry::rules::Fidelity;

use crate::common::own;
use crate::common::plain::{after, fen_after, list};
use crate::generator::Game;
use crate::{Dice, engines};

fn game() -> Oracle {
    own::seed("jeppseirawan", "jeppseirawan")
}

const START: &str = "rnebqkbhnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNEBQKBHNR w KQkq - 0 1";

/// The legal moves of a man after some moves from the start.
fn then(oracle: &Oracle, moves: &[&str], prefix: &str) -> String {
    let text = fen::write(oracle, &after(oracle, START, moves));
    list(oracle, &text, prefix)
}

/// A list of moves in one line, sorted.
fn all(moves: &[&str], suffixes: &[&str]) -> String {
    let mut list: Vec<String> =
        moves.iter().flat_map(|mv| suffixes.iter().map(move |suffix| format!("{mv}{suffix}"))).collect();
    list.sort();
    list.join(" ")
}

/// 81 first moves: 30 of pawns; each knight has a3 and c3 (or h3, j3) and by its first move
/// a4 and c4 (h4, j4), alone or with Elephant or Hawk on its square; the Elephant has b3 and d3,
/// the Hawk h3, alone or with one of eight men on its square.
#[test]
fn first_moves() {
    let oracle = game();
    assert_eq!(list(&oracle, START, "b1"), all(&["b1a3", "b1c3", "b1a4", "b1c4"], &["", ",c1b1", ",h1b1"]));
    assert_eq!(list(&oracle, START, "i1"), all(&["i1h3", "i1j3", "i1h4", "i1j4"], &["", ",c1i1", ",h1i1"]));
    let fill = ["", ",a1c1", ",b1c1", ",d1c1", ",e1c1", ",g1c1", ",h1c1", ",i1c1", ",j1c1"];
    assert_eq!(list(&oracle, START, "c1"), all(&["c1b3", "c1d3"], &fill));
    let fill = ["", ",a1h1", ",b1h1", ",c1h1", ",d1h1", ",e1h1", ",g1h1", ",i1h1", ",j1h1"];
    assert_eq!(list(&oracle, START, "h1"), all(&["h1h3"], &fill));
    assert_eq!(oracle.legal_moves(&oracle.start()).len(), 30 + 12 + 12 + 18 + 9);
}

/// (a) is for first moves, and for Elephants and Hawks that have not moved.
#[test]
fn who_has_moved_neither_opens_nor_fills() {
    let oracle = game();
    // The Elephant has been out and back: only the Hawk relocates now.
    let out_and_back = ["c1b3", "a9a8", "b3c1", "b9b8"];
    assert_eq!(then(&oracle, &out_and_back, "b1"), all(&["b1a3", "b1c3", "b1a4", "b1c4"], &["", ",h1b1"]));
    // Its own next move is no first move, and opens nothing.
    assert_eq!(then(&oracle, &out_and_back, "c1"), "c1b3 c1d3");
    // A knight that has moved has lost the long leap, opens nothing and fills nothing.
    let knight = ["b1a3", "a9a8", "a3b1", "b9b8"];
    assert_eq!(then(&oracle, &knight, "b1"), "b1a3 b1c3");
    let fill = ["", ",a1h1", ",c1h1", ",d1h1", ",e1h1", ",g1h1", ",i1h1", ",j1h1"];
    assert_eq!(then(&oracle, &knight, "h1"), all(&["h1h3"], &fill));
}

/// A relocated man has moved, in every respect.
#[test]
fn relocation_counts_as_moving() {
    let oracle = game();
    // The Elephant on b1: no second relocation, no filling of its square.
    let relocated = ["b1a3,c1b1", "a9a8"];
    assert_eq!(then(&oracle, &relocated, "i1"), all(&["i1h3", "i1j3", "i1h4", "i1j4"], &["", ",h1i1"]));
    assert_eq!(then(&oracle, &relocated, "b1"), "b1c3");
    // c1, which it left by relocating, is no home to be filled: the bishop's move fills d1 at most.
    // (Pawn c2 has gone first, so that the bishop can move.)
    let open = ["b1a3,c1b1", "a9a8", "c2c5", "b9b8"];
    assert_eq!(then(&oracle, &open, "d1"), all(&["d1c2", "d1b3", "d1a4"], &["", ",h1d1"]));
    // The knight that fills c1 has had its first move, and the rook that does so castles no more.
    assert_eq!(then(&oracle, &["c1d3,b1c1", "a9a8"], "c1"), "c1b3");
    assert!(fen_after(&oracle, START, &["c1b3,a1c1"]).contains(" b Kkq "));
    // Both relocate once each: (b) with the other of the two.
    assert_eq!(then(&oracle, &["c1b3,h1c1", "a9a8"], "i1"), "i1h3 i1h4 i1j3 i1j4");
}

/// At most one relocation a move, and one on each square: by the notation there is none with two.
#[test]
fn one_at_a_time() {
    let oracle = game();
    let start = oracle.start();
    let texts = crate::common::plain::moves(&oracle, &start);
    assert!(texts.iter().all(|text| text.matches(',').count() <= 1));
}

/// The King may be the first mover; pawns never leave the back rank.
#[test]
fn the_king_opens_too() {
    let oracle = game();
    let text = "5k4/10/10/10/10/10/10/10/10/2E2K4 w - - 0 1";
    assert_eq!(list(&oracle, text, "f1"), all(&["f1e1", "f1e2", "f1f2", "f1g1", "f1g2"], &["", ",c1f1"]));
    let text = "5k4/10/10/10/10/10/10/10/P9/2E2K4 w - - 0 1";
    assert_eq!(list(&oracle, text, "a2"), "a2a3 a2a4 a2a5");
}

/// (c) castling, with the square of King or Rook to be filled. On the King's side only the Elephant
/// can be left at home, on the Queen's side only the Hawk.
#[test]
fn castling_with_relocation() {
    let oracle = game();
    let castlings = |text: &str| {
        let moves = list(&oracle, text, "f1");
        let far = |mv: &&str| mv.starts_with("f1i1") || mv.starts_with("f1c1");
        moves.split(' ').filter(far).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(castlings("5k4/10/10/10/10/10/10/10/10/R1E2K3R w KQ - 0 1"), "f1i1 f1i1,c1f1 f1i1,c1j1");
    assert_eq!(castlings("5k4/10/10/10/10/10/10/10/10/R4K1H1R w KQ - 0 1"), "f1c1 f1c1,h1a1 f1c1,h1f1");
    assert_eq!(castlings("5k4/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1"), "f1c1 f1i1");
    // An Elephant elsewhere on the back rank has moved, and stays.
    assert_eq!(castlings("5k4/10/10/10/10/10/10/10/10/RE3K3R w K - 0 1"), "f1i1");
    // Where King and Rook go, and who stands there afterwards.
    let text = "5k4/10/10/10/10/10/10/10/10/R1E2K3R w KQ - 0 1";
    assert!(fen_after(&oracle, text, &["f1i1,c1j1"]).starts_with("5k4/10/10/10/10/10/10/10/10/R6RKE b - -"));
    assert!(
        fen_after(&oracle, text, &["f1i1,c1f1"]).starts_with("5k4/10/10/10/10/10/10/10/10/R4E1RK1 b - -")
    );
    // Not out of check, over or onto an attacked square; what only the rook passes does not matter.
    for (file, castles) in [("5r4", false), ("6r3", false), ("7r2", false), ("8r1", false), ("9r", true)] {
        let text = format!("k9/{file}/10/10/10/10/10/10/10/5K3R w K - 0 1");
        assert_eq!(castlings(&text) == "f1i1", castles, "{file}");
    }
}

/// The move is judged when the relocation has been made.
#[test]
fn check_through_relocation() {
    let oracle = game();
    let knight = ["i1f2", "i1g2", "i1h3", "i1h4", "i1j3", "i1j4"];
    // The Elephant holds the rook on a1 off: it may not leave c1.
    assert_eq!(list(&oracle, "5k4/10/10/10/10/10/10/10/10/r1E2K2N1 w - - 0 1", "i1"), all(&knight, &[""]));
    // The knight holds the rook on j1 off: it may leave only if the Elephant takes its place.
    assert_eq!(
        list(&oracle, "5k4/10/10/10/10/10/10/10/10/2E2K2Nr w - - 0 1", "i1"),
        all(&knight, &[",c1i1"])
    );
}

/// A pawn that went three squares is taken on either square that it passed.
#[test]
fn en_passant() {
    let oracle = game();
    let text = "5k4/10/10/10/10/2p7/p9/10/1P8/5K4 w - - 0 1";
    let answers = |first: &str, prefix: &str| {
        let text = fen_after(&oracle, text, &[first]);
        list(&oracle, &text, prefix)
    };
    assert_eq!((answers("b2b5", "c5"), answers("b2b5", "a4")), ("c5b4 c5c4".into(), "a4a3 a4b3".into()));
    // After two squares the higher pawn takes it where it stands.
    assert_eq!((answers("b2b4", "c5"), answers("b2b4", "a4")), ("c5b4 c5c4".into(), "a4a3 a4b3".into()));
    assert_eq!((answers("b2b3", "c5"), answers("b2b3", "a4")), ("c5c4".into(), "a4a3 a4b3".into()));
    assert!(fen_after(&oracle, text, &["b2b5", "c5b4"]).starts_with("5k4/10/10/10/10/10/pp8/10/10/5K4 w"));
    assert!(fen_after(&oracle, text, &["b2b5", "a4b3"]).starts_with("5k4/10/10/10/10/2p7/10/1p8/10/5K4 w"));
    // An Elephant that goes as far leaves nothing behind.
    let elephant = "5k4/10/10/10/10/2p7/p9/10/1E8/5K4 w - - 0 1";
    let text = fen_after(&oracle, elephant, &["b2b5"]);
    assert_eq!((list(&oracle, &text, "c5"), list(&oracle, &text, "a4")), ("c5c4".into(), "a4a3".into()));
    // Nor does one capture so, where a pawn could: its tusks need a man.
    let elephant = "5k4/10/10/10/10/2e7/10/10/1P8/5K4 w - - 0 1";
    let text = fen_after(&oracle, elephant, &["b2b5"]);
    assert!(!list(&oracle, &text, "c5").contains("c5b4"));
}

/// Elephant and Hawk in the open.
#[test]
fn elephant_and_hawk() {
    let oracle = game();
    // Knight's leaps; e6 e7 e8 ahead; d6 and f6 only to capture.
    let knight = "e5c4 e5c6 e5d3 e5d7 e5f3 e5f7 e5g4 e5g6";
    let moves = |text: &str| list(&oracle, text, "e5");
    assert_eq!(moves("9k/10/10/10/10/4E5/10/10/10/K9 w - - 0 1"), {
        let mut list: Vec<&str> = knight.split(' ').chain(["e5e6", "e5e7", "e5e8"]).collect();
        list.sort();
        list.join(" ")
    });
    // A man on e7 stops it there, and is not captured; those on d6 and f6 are.
    assert_eq!(moves("9k/10/10/4n5/3n1n4/4E5/10/10/10/K9 w - - 0 1"), {
        let mut list: Vec<&str> = knight.split(' ').chain(["e5e6", "e5d6", "e5f6"]).collect();
        list.sort();
        list.join(" ")
    });
    // The Hawk captures on e6, jumps over it to e7, goes back to e4 but does not capture there.
    let hawk = |text: &str| {
        let moves = list(&oracle, text, "e5");
        moves.split(' ').filter(|mv| mv[2..].starts_with('e')).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(hawk("9k/10/10/10/10/4H5/10/10/10/K9 w - - 0 1"), "e5e4 e5e6 e5e7");
    assert_eq!(hawk("9k/10/10/10/4n5/4H5/4n5/10/10/K9 w - - 0 1"), "e5e6 e5e7");
    assert_eq!(hawk("9k/10/10/4n5/10/4H5/10/10/10/K9 w - - 0 1"), "e5e4 e5e6");
}

/// One promotes only to a type of which one has lost a man; a promoted man counts as on the board.
#[test]
fn promotion() {
    let oracle = game();
    let whole = "9k/P8p/10/10/10/10/10/10/10/RNEBQKBHNR w - - 0 1";
    assert_eq!(list(&oracle, whole, "a9"), "");
    let without = |men: &str| format!("9k/P8p/10/10/10/10/10/10/10/{men} w - - 0 1");
    assert_eq!(list(&oracle, &without("R1EBQKBHNR"), "a9"), "a9a10n");
    assert_eq!(list(&oracle, &without("RNEB1KB1NR"), "a9"), "a9a10h a9a10q");
    assert_eq!(list(&oracle, &without("5K4"), "a9"), "a9a10b a9a10e a9a10h a9a10n a9a10q a9a10r");
    // A queen too many, by promotion: no other.
    assert_eq!(list(&oracle, "9k/P8p/Q9/10/10/10/10/10/10/RNEB1KBHNR w - - 0 1", "a9"), "");
    // The other reading.
    let any = own::seed("jeppseirawan", "jeppseirawan-any");
    assert_eq!(list(&any, whole, "a9"), "a9a10b a9a10e a9a10h a9a10n a9a10q a9a10r");
    // A promoted knight has no long leap, a promoted rook does not castle: they hold no mark.
    let text = fen_after(&oracle, &without("R1EBQKBHNR"), &["a9a10n", "j10i10"]);
    assert_eq!(list(&oracle, &text, "a10"), "a10b8 a10c9");
}

/// Without relocation and long leap the engine counts the same; measured with Fairy-Stockfish.
#[test]
fn plain_figures() {
    let core = Core::new(own::seed("jeppseirawan", "jeppseirawan-plain"));
    let start = core.oracle().start();
    let counts: Vec<u64> = (1..=3).map(|depth| core.perft(&start, depth)).collect();
    assert_eq!(counts, [37, 1369, 54266]);
}

#[test]
#[ignore = "takes seconds: part of the full suite"]
fn plain_figures_to_depth_four() {
    let core = Core::new(own::seed("jeppseirawan", "jeppseirawan-plain"));
    assert_eq!(core.perft(&core.oracle().start(), 4), 2_146_808);
}

/// Twenty random games of a hundred plies beside the engine.
#[test]
fn plain_games_beside_the_engine() {
    let Some(words) = engines::fairy_stockfish() else { return };
    let oracle = own::seed("jeppseirawan", "jeppseirawan-plain");
    let written = fairy::write(oracle.rules(), &Options::default());
    let lost: Vec<_> = written.items.iter().filter(|item| item.fidelity != Fidelity::Exact).collect();
    assert!(lost.is_empty(), "{lost:#?}");
    let mut engine = engines::play(&words, &written);
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut position = oracle.start();
        for _ in 0..100 {
            let moves = oracle.legal_moves(&position);
            let ours = uci::write_all(&oracle, &position, &moves, uci::CastlingStyle::KingMove);
            let text = fen::write(&oracle, &position);
            let node = engine.start(Some(&text)).unwrap_or_else(|e| panic!("{text}: {e}"));
            let theirs = engine.spelt(&node).unwrap_or_else(|e| panic!("{text}: {e}"));
            let sorted = |list: &[String]| {
                let mut list = list.to_vec();
                list.sort();
                list
            };
            assert_eq!(sorted(&ours), sorted(&theirs), "{text}");
            if moves.is_empty() {
                break;
            }
            position = oracle.make(&position, &moves[dice.roll(moves.len())]);
        }
    }
}

/// With everything, the short generator of these tests counts the same.
#[test]
fn another_generator_counts_the_same() {
    let oracle = game();
    let start = oracle.start();
    assert_eq!(Game::start().perft(1), 81);
    for depth in 1..=2 {
        assert_eq!(oracle.perft(&start, depth), Game::start().perft(depth), "depth {depth}");
    }
}

#[test]
#[ignore = "takes seconds: part of the full suite"]
fn another_generator_counts_the_same_to_depth_three() {
    let oracle = game();
    assert_eq!(oracle.perft(&oracle.start(), 3), Game::start().perft(3));
}

/// Random games: the same positions are reached from each.
#[test]
fn another_generator_plays_the_same_games() {
    let oracle = game();
    let mut relocations = 0;
    for seed in 0..30 {
        let mut dice = Dice::new(seed);
        let (mut position, mut other) = (oracle.start(), Game::start());
        for ply in 0..120 {
            let moves = oracle.legal_moves(&position);
            let next: Vec<_> = moves.iter().map(|mv| oracle.make(&position, mv)).collect();
            let board = |text: String| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
            let ours: Vec<String> = next.iter().map(|next| board(fen::write(&oracle, next))).collect();
            let games = other.next();
            let theirs: Vec<String> = games.iter().map(Game::text).collect();
            let sorted = |list: &[String]| {
                let mut list = list.to_vec();
                list.sort();
                list
            };
            let text = fen::write(&oracle, &position);
            assert_eq!(sorted(&ours), sorted(&theirs), "game {seed}, ply {ply}: {text}");
            if moves.is_empty() {
                break;
            }
            let pick = dice.roll(moves.len());
            relocations += usize::from(moves[pick].gate.is_some());
            // Two ways to one board may differ in what has moved: the same choice on both sides.
            let Some(at) = theirs.iter().position(|text| *text == ours[pick]) else { break };
            if ours.iter().filter(|text| **text == ours[pick]).count() > 1 {
                break;
            }
            position = next[pick].clone();
            other = games[at].clone();
        }
    }
    assert!(relocations > 50, "{relocations}");
}
