//! The fast generator against the plain one.

// The figures are what one reads these tests for.
#![allow(clippy::print_stdout)]

use fairy_ferry::engine::{Core, Oracle};
use fairy_ferry::fairy::{builtins, lower};
use fairy_ferry::native;

/// A small generator of numbers (xorshift), the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Compares counts to depth 2 along random games.
fn walk(name: &str, core: &Core, games: u64, plies: usize) {
    let oracle = core.oracle();
    for seed in 1..=games {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut position = oracle.start();
        for ply in 0..plies {
            let legal = oracle.legal_moves(&position);
            let counts = (1..=2).map(|depth| (core.perft(&position, depth), oracle.perft(&position, depth)));
            for (depth, (fast, plain)) in (1..).zip(counts) {
                let fen = fairy_ferry::notation::fen::write(oracle, &position);
                assert_eq!(fast, plain, "{name}, game {seed}, ply {ply}, depth {depth}: {fen}");
            }
            if legal.is_empty() {
                break;
            }
            position = oracle.make(&position, &legal[dice.roll(legal.len())]);
        }
    }
}

/// So many positions of random games: the fast generator's count of moves is the plain one's in
/// each, and that of pairs of moves in every tenth.
fn sample(name: &str, core: &Core, positions: usize, seed: u64) {
    let oracle = core.oracle();
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut seen = 0;
    while seen < positions {
        let mut position = oracle.start();
        for _ in 0..150 {
            let legal = oracle.legal_moves(&position);
            let here = || fairy_ferry::notation::fen::write(oracle, &position);
            assert_eq!(core.perft(&position, 1), legal.len() as u64, "{name}: {}", here());
            if seen % 10 == 0 {
                let plain = oracle.perft(&position, 2);
                assert_eq!(core.perft(&position, 2), plain, "{name}, depth 2: {}", here());
            }
            seen += 1;
            if legal.is_empty() || seen == positions {
                break;
            }
            position = oracle.make(&position, &legal[dice.roll(legal.len())]);
        }
    }
}

/// A wall on the square that a double step passed: nobody captures there, whoever moves next.
#[test]
fn no_capture_in_passing_where_a_wall_stands() {
    let config = builtins::builtin("duck").expect("a built-in variant");
    let rules = lower::lower(&config).expect("rules");
    let core = Core::new(Oracle::new(&rules).expect("played"));
    assert_eq!(core.reason(), None);
    let text = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let (position, _) = fairy_ferry::notation::fen::read(core.oracle(), text).expect("a position");
    // e2e4 with the wall on e3 is among the turns behind which d4 captures nothing.
    // Fairy-Stockfish's counts.
    assert_eq!([1, 2, 3].map(|depth| core.perft(&position, depth)), [360, 132_456, 54_804_579]);
}

/// After castling the wall may go where king and rook stood, and not where they stand: squares that
/// are as many, so that a count of moves does not tell them apart; that of pairs of moves does.
#[test]
fn a_wall_after_castling() {
    let config = builtins::builtin("duck").expect("a built-in variant");
    let core = Core::new(Oracle::new(&lower::lower(&config).expect("rules")).expect("played"));
    assert_eq!(core.reason(), None);
    let text = "r3k3/8/8/8/5*2/8/8/4K2R w Kq - 0 1";
    let (position, _) = fairy_ferry::notation::fen::read(core.oracle(), text).expect("a position");
    // Fairy-Stockfish's counts.
    assert_eq!([1, 2].map(|depth| core.perft(&position, depth)), [885, 798_270]);
}

/// Ten thousand positions of every variant that is counted in tables; `FERRY_POSITIONS` states
/// another number.
#[test]
#[ignore = "full"]
fn many_positions() {
    let filter = std::env::var("FERRY_CASES").unwrap_or_default();
    let positions = std::env::var("FERRY_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let mut counted = 0;
    for name in builtins::names().filter(|name| name.contains(&filter)) {
        let config = builtins::builtin(name).expect("a built-in variant");
        let rules = lower::lower(&config).unwrap_or_else(|e| panic!("{name}: {e}"));
        let core = Core::new(Oracle::new(&rules).unwrap_or_else(|e| panic!("{name}: {e:?}")));
        if core.reason().is_none() {
            sample(name, &core, positions, 7);
            counted += 1;
            println!("{name}: {positions} positions");
        }
    }
    println!("{counted} variants are counted in tables");
    assert!(counted > 0);
}

#[test]
fn own_rules() {
    let mut fast = Vec::new();
    for entry in std::fs::read_dir("fixtures/rules").expect("the fixtures exist").flatten() {
        let path = entry.path();
        let text = std::fs::read_to_string(&path).expect("a fixture");
        let Ok(rules) = native::read(&text) else { continue };
        let Ok(oracle) = Oracle::new(&rules) else { continue };
        let core = Core::new(oracle);
        let name = path.display().to_string();
        match core.reason() {
            None => fast.push(name.clone()),
            Some(why) => println!("{name}: not in tables: {why}"),
        }
        walk(&name, &core, 4, 30);
    }
    assert!(fast.iter().any(|name| name.ends_with("chess.toml")), "{fast:?}");
}

/// Every variant of the engine: most are counted in tables, and all alike.
#[test]
fn built_in_variants() {
    let mut plain = Vec::new();
    let filter = std::env::var("FERRY_CASES").unwrap_or_default();
    for name in builtins::names().filter(|name| name.contains(&filter)) {
        let config = builtins::builtin(name).expect("a built-in variant");
        let rules = lower::lower(&config).unwrap_or_else(|e| panic!("{name}: {e}"));
        let oracle = Oracle::new(&rules).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let core = Core::new(oracle);
        if let Some(why) = core.reason() {
            plain.push(format!("{name}: {why}"));
            continue;
        }
        walk(name, &core, 2, 16);
    }
    plain.iter().for_each(|line| println!("{line}"));
    println!("{} variants are not in tables", plain.len());
    assert!(plain.len() < 60);
}
