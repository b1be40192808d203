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
