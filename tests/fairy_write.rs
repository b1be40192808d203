//! Written sections in the real engine: node counts must be those of the generator.

mod common;
mod engines;

use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy;
use fairy_ferry::native;
use fairy_ferry::referee::Referee as _;
use fairy_ferry::rules::{
    At, Condition, Content, Fidelity, Guard, Hurdle, ManPattern, Moment, Outcome, PieceType, Region, Rules,
    Sides, Whose,
};

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

fn lifted(file: &str) -> Rules {
    let game = common::program(&common::fixture("zrf").join(file), "");
    fairy_ferry::zrf::lift::lift(&game).rules.expect("it lifts")
}

fn key(written: &fairy::Written, key: &str) -> Option<String> {
    let line = written.text.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
    line.map(str::to_owned)
}

fn is_dropped(written: &fairy::Written, path: &str) -> bool {
    written.items.iter().any(|i| i.fidelity == Fidelity::Dropped && i.rule.starts_with(path))
}

/// Generals that take each other along an open file, however that is divided into rules.
#[test]
fn facing_generals() {
    let rules = lifted("xiangqi.zrf");
    let write = |rules: &Rules| fairy::write(rules, &fairy::Options::default());
    let written = write(&rules);
    assert_eq!(written.fidelity(), Fidelity::Exact, "{:#?}", written.items);
    assert_eq!(key(&written, "flyingGeneral").as_deref(), Some("true"));
    assert_eq!(key(&written, "soldierPromotionRank").as_deref(), Some("6"));

    // The palaces end on ranks 3 and 8: five steps is the least from one to the other.
    let change = |distances: &str| {
        let mut rules = rules.clone();
        let general = rules.pieces.iter_mut().find(|p| p.name == "General").expect("there");
        let only = ManPattern::of(Whose::Enemy, "General");
        for rule in general.moves.iter_mut().filter(|r| r.legs[0].onto.men.iter().eq([&only])) {
            rule.legs[0].distance = distances.parse().expect("distances");
        }
        write(&rules)
    };
    assert_eq!(change("5-").fidelity(), Fidelity::Exact);
    assert!(is_dropped(&change("6-"), "pieces.General.facing"));

    // Generals that face each other when the game begins could be taken at once.
    let mut open = rules.clone();
    for men in [&mut open.start.white, &mut open.start.black] {
        men.remove("Soldier");
    }
    assert!(is_dropped(&write(&open), "pieces.General.facing"));

    // If the general is not royal the capture is a move, and there is no such move.
    let mut mortal = rules.clone();
    mortal.royals.clear();
    assert!(is_dropped(&write(&mortal), "pieces.General.moves"));
}

/// The side loses that has just one man left: nothing takes two at once, so nobody comes by
/// the number without stopping there.
#[test]
fn a_number_that_men_count_down_to() {
    let count = |men: u16| {
        let mut rules = rules("shatranj");
        let when = Condition::Count {
            men: [ManPattern::any(Whose::Own)].into(),
            region: Region::All,
            with_hand: false,
            at_least: men,
            at_most: Some(men),
        };
        let mut end = rules.ends[0].clone();
        (end.when, end.result, end.moment, end.sides) = (when, Outcome::Loss, Moment::Any, Sides::Both);
        rules.ends = vec![end];
        rules
    };
    let write = |rules: &Rules| fairy::write(rules, &fairy::Options::default());
    let written = write(&count(1));
    assert_eq!(written.fidelity(), Fidelity::Exact, "{:#?}", written.items);
    assert_eq!(key(&written, "extinctionPieceCount").as_deref(), Some("1"));
    assert_eq!(key(&written, "extinctionPieceTypes").as_deref(), Some("*"));
    // Sixteen men are there when the game begins: fewer would have to be told from just so many.
    assert!(is_dropped(&write(&count(16)), "ends[0]"));
    // A jump that takes what it passes may take two.
    let mut twice = count(1);
    twice.pieces[0].moves[0].legs[0].hurdle = Some(Hurdle { taken: true, ..Hurdle::default() });
    assert!(is_dropped(&write(&twice), "ends[0]"));
}

/// A rule that asks for men that nobody ever has is no loss.
#[test]
fn rules_for_men_that_nobody_has() {
    let mut rules = rules("breakthrough");
    let ghost = PieceType::new("ghost", 'G');
    rules.pieces.push(ghost);
    let mut jump = rules.pieces[0].moves[0].clone();
    jump.when.push(Guard::Square {
        at: At::From(0, -1),
        is: Content::default().or_men(ManPattern::of(Whose::Own, "ghost")),
    });
    rules.pieces[0].moves.push(jump);
    let written = fairy::write(&rules, &fairy::Options::default());
    let item = written.items.iter().find(|i| i.why.starts_with("never played")).expect("an item");
    assert_eq!((item.rule.as_str(), item.fidelity), ("pieces.man.moves[2]", Fidelity::Exact));
    assert!(!is_dropped(&written, "pieces.man"), "{:#?}", written.items);
    rules.start.put(fairy_ferry::rules::Side::White, "ghost", "a5".parse().expect("a square"));
    assert!(is_dropped(&fairy::write(&rules, &fairy::Options::default()), "pieces.man.moves[2]"));
}

/// Keys that a release lacks are named.
#[test]
fn releases() {
    let rules = rules("legan");
    let of = |release| {
        let release = fairy::Release::parse(release).expect("a release");
        fairy::write(&rules, &fairy::Options { release, ..Default::default() })
    };
    assert_eq!(of("head").fidelity(), Fidelity::Exact);
    // Promotion regions for each side came after 14, custom pieces after 11.1; no rank says
    // what the corner does.
    assert!(is_dropped(&of("14"), "key promotionRegionWhite"));
    assert!(!is_dropped(&of("14"), "key customPiece"));
    assert!(is_dropped(&of("11.1"), "key customPiece"));
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
