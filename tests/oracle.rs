//! The plain generator against node counts from outside the project.

use fairy_ferry::engine::Oracle;
use fairy_ferry::native;

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
