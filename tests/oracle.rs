//! The plain generator against node counts from outside the project.

use fairy_ferry::engine::Oracle;
use fairy_ferry::native;
use fairy_ferry::notation::fen;

fn oracle(name: &str) -> Oracle {
    let path = format!("{}/fixtures/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the fixture exists");
    let rules = native::read(&text).expect("the fixture is well-formed");
    Oracle::new(&rules).unwrap_or_else(|unplayed| panic!("{name}: {unplayed:?}"))
}

/// Chess node counts from the start, known everywhere.
#[test]
fn chess_from_the_start() {
    let oracle = oracle("chess");
    let start = oracle.start();
    for (depth, nodes) in [(1, 20), (2, 400), (3, 8902), (4, 197281)] {
        assert_eq!(oracle.perft(&start, depth), nodes, "depth {depth}");
    }
}
#[test]
#[ignore = "takes seconds: part of the full suite"]
fn chess_from_the_start_to_depth_five() {
    let oracle = oracle("chess");
    assert_eq!(oracle.perft(&oracle.start(), 5), 4_865_609);
}

/// Well-known chess positions, FEN and nodes at a depth.
const POSITIONS: [(&str, u32, u64); 5] = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 3, 97862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 4, 43238),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 3, 9467),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 3, 62379),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 3, 89890),
];

fn count(oracle: &Oracle, text: &str, depth: u32) -> u64 {
    let (position, _) = fen::read(oracle, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    oracle.perft(&position, depth)
}

#[test]
fn chess_positions() {
    let oracle = oracle("chess");
    for (text, depth, nodes) in POSITIONS {
        assert_eq!(count(&oracle, text, depth), nodes, "{text}");
    }
}

#[test]
#[ignore = "takes seconds: part of the full suite"]
fn chess_positions_one_deeper() {
    let oracle = oracle("chess");
    let deeper = [4_085_603, 674_624, 422_333, 2_103_487, 3_894_594];
    for ((text, depth, _), nodes) in POSITIONS.into_iter().zip(deeper) {
        assert_eq!(count(&oracle, text, depth + 1), nodes, "{text}");
    }
}

/// Other games: name, FEN (empty: the start), depth and nodes. All figures are
/// Fairy-Stockfish's: those of its own `tests/perft.sh`, or measured with it.
const GAMES: &[(&str, &str, u32, u64)] = &[
    ("berolina", "k7/6P1/8/8/8/2K2p2/4p3/8 w - - 0 1", 3, 1983),
    ("berolina", "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PP1PPPPP/RNBQKBNR w KQkq d6c5 0 1", 2, 1047),
    ("breakthrough", "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w - - 1 26", 4, 121_264),
    ("capablanca", "", 3, 25_228),
    ("capablanca", "10/10/10/10/10/k9/10/K9 w - - 0 1", 1, 1),
    ("crazyhouse", "", 3, 8902),
    ("extinction", "", 4, 197_742),
    ("giveaway", "", 3, 8067),
    ("giveaway", "", 4, 153_299),
    ("giveaway", "8/2p5/8/8/8/8/P7/8 w - - 0 1", 12, 2557),
    ("grand", "", 3, 259_514),
    ("grand", "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3", 2, 5768),
    ("legan", "", 5, 112_012),
    ("makruk", "", 3, 12_012),
    ("makruk", "", 4, 273_026),
    ("minishogi", "", 4, 35_401),
    ("minishogi", "", 5, 533_203),
    ("racingkings", "", 3, 11_264),
    ("racingkings", "6R1/2k5/5K2/8/3r4/8/8/8 b - - 0 1", 4, 86_009),
    ("racingkings", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", 6, 265_932),
    ("shatranj", "", 4, 68_122),
    ("threecheck", "", 3, 8902),
    ("xiangqi", "", 3, 79_666),
    ("xiangqi", "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1", 4, 92_741),
];

#[test]
fn other_games() {
    let mut wrong = Vec::new();
    for (name, text, depth, nodes) in GAMES {
        let mut rules = oracle(name).rules().clone();
        for _ in 0..2 {
            let oracle = Oracle::new(&rules).expect("playable");
            let found = match *text {
                "" => oracle.perft(&oracle.start(), *depth),
                text => count(&oracle, text, *depth),
            };
            if found != *nodes {
                wrong.push(format!("{name} {text} {depth}: {found}, not {nodes}"));
            }
            // The canonical form plays the same game.
            rules.canonicalise();
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
