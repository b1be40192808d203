//! Written sections in the real engine: node counts must be those of the generator.

mod engines;

use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy;
use fairy_ferry::native;
use fairy_ferry::referee::Referee as _;
use fairy_ferry::rules::{Fidelity, Rules};

fn rules(name: &str) -> Rules {
    let path = format!("{}/fixtures/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the fixture exists");
    native::read(&text).expect("the fixture is well-formed")
}

/// Games that the engine can hold, and a depth that takes a moment.
const GAMES: [(&str, u32); 15] = [
    ("chess", 3),
    ("berolina", 3),
    ("breakthrough", 3),
    ("capablanca", 3),
    ("crazyhouse", 3),
    ("extinction", 3),
    ("giveaway", 4),
    ("grand", 3),
    ("legan", 3),
    ("makruk", 3),
    ("minishogi", 4),
    ("racingkings", 3),
    ("shatranj", 3),
    ("threecheck", 3),
    ("xiangqi", 3),
];

#[test]
fn every_section_says_what_its_rules_say() {
    for (name, _) in GAMES {
        let written = fairy::write(&rules(name), &fairy::Options::default());
        let lost: Vec<_> = written.items.iter().filter(|i| i.fidelity != Fidelity::Exact).collect();
        assert!(lost.is_empty(), "{name}: {lost:#?}");
    }
}

#[test]
fn the_engine_counts_as_the_generator_does() {
    let Some(engine) = engines::fairy_stockfish() else { return };
    for (name, depth) in GAMES {
        let rules = rules(name);
        let written = fairy::write(&rules, &fairy::Options::default());
        let oracle = Oracle::new(&rules).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let mut engine = engines::play(&engine, &written);
        let node = engine.start(None).unwrap_or_else(|e| panic!("{name}: {e}"));
        for depth in 1..=depth {
            let counted = engine.perft(&node, depth).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(
                counted,
                oracle.perft(&oracle.start(), depth),
                "{name}, depth {depth}\n{}",
                written.text
            );
        }
    }
}

/// Rules that the engine has no words for are said to be missing.
#[test]
fn what_cannot_be_carried_is_said() {
    let written = fairy::write(&rules("everything"), &fairy::Options::default());
    let dropped = |path: &str| {
        written.items.iter().any(|i| i.fidelity == Fidelity::Dropped && i.rule.starts_with(path))
    };
    for path in [
        "walls",
        "gates",
        "aftermath[0]",
        "turn.order",
        "hands.endless",
        "pieces.man.moves[0]",
        "royals[0]",
        "ends[0]",
    ] {
        assert!(dropped(path), "{path}: {:#?}", written.items);
    }
}
