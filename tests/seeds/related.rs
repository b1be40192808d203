//! Published games on which the founding variants lean.

use fairy_ferry::engine::{Core, Move, Oracle, Position};
use fairy_ferry::fairy;
use fairy_ferry::fairy::write::Options;
use fairy_ferry::notation::fen;
use fairy_ferry::referee::Referee as _;
use fairy_ferry::rules::Fidelity;

use crate::common::own;
use crate::common::plain::{list, position};
use crate::{Dice, engines};

fn game(name: &str) -> Oracle {
    own::seed(name, name)
}

/// Counts depth by depth.
fn counts(oracle: Oracle, depth: u32) -> Vec<u64> {
    let core = Core::new(oracle);
    let start = core.oracle().start();
    (1..=depth).map(|depth| core.perft(&start, depth)).collect()
}

/// Those that the engine has built in: the rules here are written anew, and count what the
/// engine's do. (That the built-in variants count as the engine does is shown elsewhere.)
#[test]
fn as_built_in() {
    for name in ["seirawan", "xiangqi", "shogi", "grand"] {
        let rules = fairy::built_in_rules(name).expect("a built-in variant");
        let theirs = Oracle::new(&rules).expect("playable");
        assert_eq!(counts(game(name), 3), counts(theirs, 3), "{name}");
    }
    // Published counts.
    assert_eq!(counts(game("xiangqi"), 3), [44, 1920, 79666]);
    assert_eq!(counts(game("shogi"), 3), [30, 900, 25470]);
}

/// Along random games too: as many moves, and after each choice the same board.
#[test]
fn games_as_built_in() {
    for name in ["seirawan", "xiangqi", "shogi", "grand"] {
        let rules = fairy::built_in_rules(name).expect("a built-in variant");
        let (ours, theirs) = (game(name), Oracle::new(&rules).expect("playable"));
        for seed in 0..4 {
            let mut dice = Dice::new(seed);
            let mut here = ours.start();
            let mut there = theirs.start();
            for ply in 0..120 {
                let moves = ours.legal_moves(&here);
                let others = theirs.legal_moves(&there);
                assert_eq!(moves.len(), others.len(), "{name}, game {seed}, ply {ply}");
                if moves.is_empty() {
                    break;
                }
                let boards = |oracle: &Oracle, position: &Position, moves: &[Move]| -> Vec<String> {
                    let after = |mv: &Move| fen::write(oracle, &oracle.make(position, mv));
                    // Hands may be listed in another order.
                    moves
                        .iter()
                        .map(|mv| after(mv).split(['[', ' ']).next().unwrap_or("").to_owned())
                        .collect()
                };
                let (mine, yours) = (boards(&ours, &here, &moves), boards(&theirs, &there, &others));
                let sorted = |list: &[String]| {
                    let mut list = list.to_vec();
                    list.sort();
                    list
                };
                assert_eq!(sorted(&mine), sorted(&yours), "{name}, game {seed}, ply {ply}");
                let pick = dice.roll(moves.len());
                let same = yours.iter().position(|board| *board == mine[pick]).expect("it is there");
                here = ours.make(&here, &moves[pick]);
                there = theirs.make(&there, &others[same]);
            }
        }
    }
}

/// Wildebeest Chess. 33 moves of pawns; knights b1 and j1 to a3, c3, i3, k3; camels h1 and i1 to g4, i4
/// and h4, j4; the wildebeest g1 as a knight to f3 and h3 and as a camel to f4 and h4: 33 + 4 + 4 + 4.
#[test]
fn wildebeest() {
    let oracle = game("wildebeest");
    assert_eq!(oracle.legal_moves(&oracle.start()).len(), 45);
    let castlings = |text: &str| {
        let moves = list(&oracle, text, "f1");
        let far = |mv: &&str| !["f1e2", "f1f2", "f1g2"].contains(mv);
        moves.split(' ').filter(far).collect::<Vec<_>>().join(" ")
    };
    // The king's own steps are f1e1 and f1g1; castling by one square is then written with the rook's.
    let open = "5k5/11/11/11/11/11/11/11/11/R4K4R w KQ - 0 1";
    assert_eq!(castlings(open), "f1a1 f1b1 f1c1 f1d1 f1e1 f1g1 f1h1 f1i1 f1j1 f1k1");
    // An attacked i1 leaves h1 and the step to g1 with it; the rook may pass it.
    let attacked = "5k5/8r2/11/11/11/11/11/11/11/5K4R w K - 0 1";
    assert_eq!(castlings(attacked), "f1e1 f1g1 f1h1 f1k1");
    // From the third rank two squares, from the fourth one; en passant on what was passed.
    assert_eq!(list(&oracle, "5k5/11/11/11/11/11/11/P10/1P9/5K5 w - - 0 1", "a3"), "a3a4 a3a5");
    assert_eq!(list(&oracle, "5k5/11/11/11/11/11/11/P10/1P9/5K5 w - - 0 1", "b2"), "b2b3 b2b4 b2b5");
    assert_eq!(list(&oracle, "5k5/11/11/11/11/11/P10/11/11/5K5 w - - 0 1", "a4"), "a4a5");
    assert_eq!(list(&oracle, "5k5/P10/11/11/11/11/11/11/11/5K5 w - - 0 1", "a9"), "a9a10q a9a10w");
    // Stalemate loses for the side that has no move.
    let stuck = position(&oracle, "k10/11/1Q9/11/11/11/11/11/11/5K5 b - - 0 1");
    assert!(
        oracle.legal_moves(&stuck).is_empty() && !oracle.in_check(&stuck, fairy_ferry::rules::Side::Black)
    );
    assert_eq!(oracle.rules().no_moves.stalemate.black, fairy_ferry::rules::Outcome::Loss);
}

/// Eurasian Chess. Pawns 20; knights b2: a4, c4, d1 and i2 likewise; bishops c2: b1, d1 and h2 likewise;
/// vaos d2: e1, and over e3 takes the pawn j8, and g2 likewise; queen e2: d1, e1, f1; king f2: e1, f1, g1;
/// rooks a1: a2, b1 and j1 likewise; cannons c1: b1, d1, e1, f1, g1 and h1 likewise.
#[test]
fn eurasian() {
    let oracle = game("eurasian");
    assert_eq!(oracle.legal_moves(&oracle.start()).len(), 20 + 6 + 4 + 4 + 3 + 3 + 4 + 10);
    assert_eq!(list(&oracle, &fen::write(&oracle, &oracle.start()), "d2"), "d2e1 d2j8");
    // The king stays on his side, and out of the other's sight on files and diagonals.
    assert_eq!(list(&oracle, "k9/10/10/10/10/4K5/10/10/10/10 w - - 0 1", "e5"), "e5d4 e5d5 e5e4 e5f4");
    // (e5f5 would face a8... the diagonal of a10 is b9, c8, d7, e6, f5.)
    assert!(!list(&oracle, "4k5/10/10/10/10/3K6/10/10/10/10 w - - 0 1", "d5").contains("d5e5"));
    // With a man between they do not see each other.
    assert!(list(&oracle, "4k5/10/4p5/10/10/3K6/10/10/10/10 w - - 0 1", "d5").contains("d5e5"));
    // Promotion to what is missing, on three ranks.
    let men = "RNBVCQKCVB/1N7R";
    let text = |pawn: &str| format!("k9/{pawn}/10/10/10/10/10/{men} w - - 0 1");
    assert_eq!(list(&oracle, &text("10/P9"), "a8"), "a8a9");
    let men = "RNBVC1KCVB/1N7R";
    let text = |pawn: &str| format!("9k/{pawn}/10/10/10/10/10/{men} w - - 0 1");
    assert_eq!(list(&oracle, &text("10/P9"), "a8"), "a8a9 a8a9q");
    assert_eq!(list(&oracle, &text("P9/10"), "a9"), "a9a10q");
}

/// Omega Chess. Pawns 30; knights d2 and i2 two each; champions b2 to b4 and d4, k2 to k4 and i4; wizards
/// w1 to b4, w2 to k4.
#[test]
fn omega() {
    let oracle = game("omega");
    assert_eq!(oracle.board().squares().len(), 104);
    assert_eq!(oracle.legal_moves(&oracle.start()).len(), 30 + 4 + 4 + 2);
    let start = fen::write(&oracle, &oracle.start());
    assert_eq!(list(&oracle, &start, "a1"), "a1b4");
    assert_eq!(list(&oracle, &start, "b2"), "b2b4 b2d4");
}

/// Those that fit are sections of which nothing is lost, and the engine counts the same.
#[test]
fn as_sections() {
    let Some(words) = engines::fairy_stockfish() else { return };
    for name in ["seirawan", "xiangqi", "shogi", "grand", "orthodox"] {
        let oracle = game(name);
        let written = fairy::write(oracle.rules(), &Options::default());
        let lost: Vec<_> = written.items.iter().filter(|item| item.fidelity != Fidelity::Exact).collect();
        assert!(lost.is_empty(), "{name}: {lost:#?}");
        let mut engine = engines::play(&words, &written);
        let start = engine.start(None).unwrap_or_else(|e| panic!("{e}"));
        let theirs = engine.perft(&start, 3).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(counts(oracle, 3)[2], theirs, "{name}");
    }
}

/// Those that do not fit say why: castlings of several lengths, kings that see each other along
/// diagonals, a board that is too large; and nothing else of them is called lost.
#[test]
fn what_the_engine_has_no_room_for() {
    let lost = |name: &str| -> Vec<String> {
        let written = fairy::write(game(name).rules(), &Options::default());
        let lost = written.items.iter().filter(|item| item.fidelity == Fidelity::Dropped);
        lost.map(|item| item.rule.split(['[', ' ']).next().unwrap_or_default().to_owned()).collect()
    };
    assert!(lost("wildebeest").iter().all(|rule| rule == "castlings"), "{:?}", lost("wildebeest"));
    assert_eq!(lost("eurasian"), ["pieces.king.facing"]);
    assert!(lost("omega").contains(&"board".to_owned()));
}
