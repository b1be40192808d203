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

/// SplitMix64, so that the games are the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// A move rule of some kind, in some of its directions.
fn rule(dice: &mut Dice) -> String {
    let atoms = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];
    let kind = dice.below(5);
    let (a, b): (i32, i32) = match kind {
        0 => atoms[dice.below(9) as usize],
        1 | 4 => atoms[dice.below(2) as usize],
        2 => [(1, 0), (1, 1), (2, 1)][dice.below(3) as usize],
        _ => [(2, 0), (2, 1), (2, 2)][dice.below(3) as usize],
    };
    let mut steps = Vec::new();
    while steps.is_empty() {
        for (x, y) in [(a, b), (b, a)] {
            for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                if dice.below(3) > 0 {
                    let (x, y) = (x * sx, y * sy);
                    steps.push(match (kind, a.max(b), a.min(b)) {
                        (3, 2, 1) if x.abs() > y.abs() => format!("\"{x},{y} via {},0\"", x.signum()),
                        (3, 2, 1) => format!("\"{x},{y} via 0,{}\"", y.signum()),
                        (3, ..) => format!("\"{x},{y} via {},{}\"", x / 2, y / 2),
                        _ => format!("\"{x},{y}\""),
                    });
                }
            }
        }
    }
    let onto = ["[\"empty\", \"enemy\"]", "\"empty\"", "\"enemy\""][dice.below(3) as usize];
    let distance = match kind {
        1 | 2 => ["\"any\"", "\"1-2\"", "\"1-3\""][dice.below(3) as usize],
        4 => "\"any\"",
        _ => "1",
    };
    let hurdle = match kind {
        4 if dice.below(2) == 0 => "hurdle = {}\n",
        4 => "hurdle = { behind = 1 }\n",
        _ => "",
    };
    format!(
        "[[pieces.moves]]\nsteps = [{}]\nonto = {onto}\ndistance = {distance}\n{hurdle}",
        steps.join(", ")
    )
}

fn random_game(dice: &mut Dice) -> String {
    let mut text = String::from(
        "name = \"mixture\"\n[board]\nfiles = 8\nranks = 8\nblack_sees = \"rotate\"\n\
         [start.white]\nking = \"e1\"\nfirst = \"b1 d3\"\nsecond = \"g2 c4\"\n\
         [start.black]\nking = \"d8\"\nfirst = \"g8 e6\"\nsecond = \"b7 f5\"\n\
         [[royals]]\ntypes = \"king\"\n\
         [[pieces]]\nname = \"king\"\nletters = \"K\"\n[[pieces.moves]]\n\
         steps = [\"n\", \"ne\", \"e\", \"se\", \"s\", \"sw\", \"w\", \"nw\"]\n",
    );
    for (name, letter) in [("first", 'A'), ("second", 'B')] {
        text.push_str(&format!("[[pieces]]\nname = \"{name}\"\nletters = \"{letter}\"\n"));
        for _ in 0..=dice.below(3) {
            text.push_str(&rule(dice));
        }
    }
    text
}

/// Men of all kinds of movements: where the writer says that it carried them exactly the
/// engine must agree, and it must not refuse them all.
#[test]
fn random_men() {
    let Some(engine) = engines::fairy_stockfish() else { return };
    let mut dice = Dice(7);
    let (mut exact, mut refused) = (0, 0);
    while exact < 24 {
        let text = random_game(&mut dice);
        let mut rules = native::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        if exact % 2 == 0 {
            // The canonical form must be carried as well.
            rules.canonicalise();
        }
        let written = fairy::write(&rules, &fairy::Options::default());
        if written.fidelity() != Fidelity::Exact {
            refused += 1;
            assert!(refused < 200, "too much is refused: {:#?}", written.items);
            continue;
        }
        exact += 1;
        let oracle = Oracle::new(&rules).unwrap_or_else(|e| panic!("{e:?}"));
        let mut engine = engines::play(&engine, &written);
        let node = engine.start(None).unwrap_or_else(|e| panic!("{e}"));
        for depth in 1..=3 {
            let counted = engine.perft(&node, depth).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(
                counted,
                oracle.perft(&oracle.start(), depth),
                "depth {depth}\n{}\n{text}",
                written.text
            );
        }
    }
}
