//! Betza's notation in its dialects: what texts mean, and that what is written says the
//! same again.

mod common;

use std::collections::BTreeSet;

use common::plain::list;
use fairy_ferry::betza::{Castle, Dialect, Way, Ways, read_in, spell, stated};
use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy::{builtins, lower};
use fairy_ferry::native;
use fairy_ferry::rules::{Content, Distances, Leg, Step};
use proptest::prelude::*;

fn x(text: &str) -> Ways {
    read_in(text, Dialect::XBetza).unwrap_or_else(|e| panic!("{e}"))
}

fn classic(text: &str) -> Ways {
    read_in(text, Dialect::Classic).unwrap_or_else(|e| panic!("{e}"))
}

fn engine(text: &str) -> Ways {
    read_in(text, Dialect::Engine).unwrap_or_else(|e| panic!("{e}"))
}

/// Pairs of texts that name the same movement; each pair is argued beside it.
#[test]
fn names_of_one_movement() {
    let same = [
        // A step to an empty square, then on to either side at 45 degrees: the horse of
        // xiangqi, whose text in the older notation is a lame knight.
        (x("afsW"), x("nN")),
        (x("afsW"), engine("nN")),
        // The elephant of Janggi: one step along a line, two diagonally outward.
        (x("mafsmafW"), engine("nZ")),
        // A griffon: a ferz, that may go on outward as a rook.
        (x("FyafsF"), x("[F?R]")),
        (x("WyafsW"), x("[W?B]")),
        // A dabbaba that must jump is a hop over the neighbour to the square behind.
        (x("jD"), x("pafW")),
        // A leap over a line of two squares that must be free.
        (x("afW"), x("nD")),
        (x("afafW"), x("nH")),
        // The rank of slides.
        (x("WW"), x("R")),
        (x("W0"), x("R")),
        (x("F3"), x("B3")),
        (x("WF"), x("K")),
        (x("C0"), x("CC")),
        (x("L"), x("C")),
        (x("J"), x("Z")),
        // A king's `fs` are the two ways between forward and aside, to his author; to
        // the others his two halves are read apart.
        (x("fsK"), x("fF")),
        (x("fK"), x("fW")),
        (classic("fK"), classic("fWfF")),
        (classic("fsQ"), classic("fsRfB")),
        // Extended atoms: three squares farther along, or two in both.
        (x("WX"), classic("(0,4)")),
        (x("NX"), classic("(1,5)")),
        (x("NY"), classic("(3,4)")),
        (x("DY"), classic("(2,4)")),
        // Once forward, once not at all: the same leg may end.
        (x("[W?W]"), x("WafmcW")),
        // No step and one step of the repeated group, up to the size of any board: the
        // ship that goes on along the file.
        (x("v[F?R]"), x("FflbryafrFfrblyaflF")),
    ];
    for (i, (one, other)) in same.iter().enumerate() {
        assert_eq!(one.ways, other.ways, "pair {i}");
    }
}

fn way(legs: impl IntoIterator<Item = Leg>) -> Way {
    Way { first: false, legs: legs.into_iter().collect() }
}

/// The capture of checkers: over the enemy, who is taken, to the square behind.
#[test]
fn legs_that_take() {
    let jump = |dx: i8| {
        way([Leg::new([(dx, 1)]).onto(Content::enemy()), Leg::new([(dx, 1)]).onto(Content::empty())])
    };
    assert_eq!(x("fcafmF").ways, BTreeSet::from([jump(-1), jump(1)]));
    // To a neighbouring enemy and back: he is taken where he stands. What goes to an
    // empty square and back is a turn passed. Eight directions, each of them two ways
    // to end (the square that it left is empty).
    let igui = x("mcabK").ways;
    assert_eq!(igui.iter().filter(|way| way.legs.len() == 2).count(), 8 * 2);
    // A second step in any direction but back: 8 times 7, and two things on the last square.
    assert_eq!(x("caK").ways.len(), 8 * 7 * 2);
    assert_eq!(x("camK").ways.len(), 8 * 7);
}

/// Range toggles: to the first man on a line, and one step back from him.
#[test]
fn toggled_ranges() {
    let back = |(dx, dy): (i8, i8)| {
        let to_him =
            Leg { spares: true, ..Leg::new([(dx, dy)]).distance(Distances::ANY).onto(Content::occupied()) };
        way([to_him, Leg::new([(-dx, -dy)]).onto(Content::empty())])
    };
    assert_eq!(x("gabmR").ways, [(0, 1), (1, 0), (0, -1), (-1, 0)].map(back).into());
    // A plain step becomes a slide.
    let on = x("yafmfF").ways;
    let slide = |dx: i8| {
        let step = Leg::new([(dx, 1)]);
        way([step.clone().onto(Content::empty()), step.distance(Distances::ANY).onto(Content::empty())])
    };
    assert!(on.contains(&slide(1)) && on.contains(&slide(-1)));
}

/// Crooked and circular rides turn at every step.
#[test]
fn turning_rides() {
    let step = |dx, dy, via: &[(i8, i8)]| {
        let steps = BTreeSet::from([Step::via(dx, dy, via.iter().copied())]);
        way([Leg { steps, ..Leg::new([]).onto(Content::empty()) }])
    };
    let crooked = x("zmB").ways;
    assert!(crooked.contains(&step(0, 2, &[(1, 1)])), "right, then left");
    assert!(crooked.contains(&step(1, 3, &[(1, 1), (0, 2)])));
    assert!(!crooked.contains(&step(2, 2, &[(1, 1)])), "never straight on");
    let rose = x("qmN").ways;
    assert!(rose.contains(&step(3, 3, &[(1, 2)])), "an eighth of a turn");
    assert!(rose.contains(&step(5, 2, &[(1, 2), (3, 3)])));
}

#[test]
fn castlings() {
    let both = x("KisO2");
    assert_eq!(both.castles, BTreeSet::from([2, -2].map(|files| Castle { files, inset: 0 })));
    assert_eq!(x("lO3").castles, BTreeSet::from([Castle { files: -3, inset: 0 }]));
    assert_eq!(x("rjO2").castles, BTreeSet::from([Castle { files: 2, inset: 1 }]));
}

/// What no rules here can hold, and what means nothing, is refused where it stands.
#[test]
fn refusals() {
    let refused = [
        ("oR", 1, "side edges"),
        ("mauR", 3, "unloading"),
        ("xK", 1, "lent"),
        ("cakK", 3, "kings only"),
        ("tR", 2, "take kings"),
        ("U", 1, "universal"),
        ("P", 1, "no atom"),
        ("ppR", 2, "any number of pieces"),
        ("iiW", 2, "one rank"),
        ("W16", 3, "15 steps"),
        ("afrN", 4, "not agreed"),
        ("nC", 2, "not agreed"),
        ("pW", 2, "needs a rider"),
        ("fs", 3, "without an atom"),
        ("(a", 3, "without an atom"),
        ("(alarN", 1, "other half"),
        ("[F?R", 5, "parted"),
        ("O", 1, "number of squares"),
        ("W f", 2, "no atom"),
        ("yW", 2, "no leg follows"),
    ];
    for (text, at, words) in refused {
        let error = read_in(text, Dialect::XBetza).expect_err(text);
        assert!(error.message.contains(words), "{text}: {error}");
        assert_eq!(error.at, at, "{text}: {error}");
    }
    assert!(read_in("afsW", Dialect::Classic).is_err(), "one leg only");
    assert!(read_in("WX", Dialect::Classic).is_err());
}

/// A board of 8 by 8 with a man that moves as a text says, and kings.
fn board(text: &str) -> Oracle {
    let mut rules = native::read(
        "name = \"x\"\n[board]\nfiles = 8\nranks = 8\n\
         [[pieces]]\nname = \"man\"\nletters = \"M\"\n\
         [[pieces]]\nname = \"king\"\nletters = \"K\"\nmoves = [{ steps = [\"n\", \"ne\", \"e\", \"se\", \"s\", \"sw\", \"w\", \"nw\"] }]\n\
         [[royals]]\ntypes = \"king\"\n",
    )
    .unwrap_or_else(|e| panic!("{e:?}"));
    rules.pieces[0].moves = x(text).rules("unmoved");
    Oracle::new(&rules).unwrap_or_else(|e| panic!("{e:?}"))
}

/// D19 of the reports: a rider of camel's leaps, which the engine quietly does not know.
#[test]
fn camel_riders_ride() {
    assert_eq!(
        list(&board("C0"), "4k3/8/8/8/8/8/1M6/4K3 w - - 0 1", "b2"),
        "b2a5 b2c5 b2d8 b2e3 b2h4",
        "from the report"
    );
    assert!(read_in("C0", Dialect::Engine).is_err());
    let spelled = spell(&x("C0"), Dialect::Engine, 8);
    assert_eq!((spelled.text.as_str(), spelled.left.len()), ("", 16));
}

/// From d4 a griffon steps diagonally and rides on outward, along rank or file. With men
/// on e5 and c3 nothing of it is left but these two captures, and the quarters of the
/// other two steps.
#[test]
fn griffons_ride() {
    let moves = list(&board("FyafsF"), "7k/8/8/4m3/3M4/2m5/8/K7 w - - 0 1", "d4");
    let by_c5 = "d4a5 d4b5 d4c5 d4c6 d4c7 d4c8";
    let by_e3 = "d4e1 d4e2 d4e3 d4f3 d4g3 d4h3";
    let mut expected: Vec<&str> = format!("{by_c5} {by_e3} d4e5 d4c3").leak().split(' ').collect();
    expected.sort_unstable();
    assert_eq!(moves, expected.join(" "));
}

/// What is said already need not be said apart: a king that also rides ahead is `fRK`.
#[test]
fn short_texts() {
    for text in
        ["fRK", "KNADcaKmcabK", "fmWfceFifmnD", "FyafsF", "WyafsW", "zB", "cfFmK", "WfF", "KisO2", "jB"]
    {
        let spelled = spell(&x(text), Dialect::XBetza, 8);
        assert!(spelled.left.is_empty() && spelled.castles.is_empty(), "{text}: {spelled:?}");
        assert!(spelled.text.len() <= text.len(), "{text}: {}", spelled.text);
    }
}

/// The table in docs/betza.md of where the dialects part.
#[test]
fn where_the_dialects_part() {
    assert_eq!(engine("fK"), classic("fWfF"));
    assert_eq!(engine("fsQ"), classic("sRfB"));
    assert_eq!(classic("fsQ"), classic("fsRfB"));
    assert_eq!(engine("vsN"), Ways::default());
    assert_eq!(classic("vsN"), classic("N"));
    assert_eq!(x("vsN"), x("N"));
    assert_eq!(engine("pK"), x("pQ"));
    for text in ["CC", "nH", "R10", "afsW"] {
        assert!(read_in(text, Dialect::Engine).is_err(), "{text}");
    }
    for text in ["nZ", "pK"] {
        assert!(
            read_in(text, Dialect::Classic).is_err() && read_in(text, Dialect::XBetza).is_err(),
            "{text}"
        );
    }
}

/// The engine's own pieces say the same in the other dialects, and come back.
#[test]
fn pieces_of_the_engine() {
    let (mut texts, mut said) = (BTreeSet::new(), 0);
    for config in builtins::names().filter_map(builtins::builtin) {
        texts.extend(config.letters.keys().map(|slot| config.betza_of(*slot).replace('e', "")));
    }
    for text in texts.iter().filter(|text| read_in(text, Dialect::Engine).is_ok()) {
        let ways = engine(text);
        for dialect in [Dialect::XBetza, Dialect::Engine] {
            let spelled = spell(&ways, dialect, 8);
            assert_eq!(spelled.left, [], "{text} in {dialect}");
            assert_eq!(read_in(&spelled.text, dialect), Ok(ways.clone()), "{text}: {}", spelled.text);
        }
        said += 1;
    }
    assert!(said > 40, "{said} of {} texts", texts.len());
}

/// For every type of every built-in variant: the text in each dialect, read again, and what
/// is left out, are together what the rules state.
#[test]
fn movements_of_the_built_ins() {
    let mut types = 0;
    let mut seen = BTreeSet::new();
    for config in builtins::names().filter_map(builtins::builtin) {
        let Ok(rules) = lower::lower(&config) else { continue };
        for piece in &rules.pieces {
            let stated = stated(&rules, &piece.name);
            types += 1;
            if !seen.insert(format!("{:?}", stated.ways)) {
                continue;
            }
            for dialect in Dialect::ALL {
                let spelled = spell(&stated.ways, dialect, rules.board.files.max(rules.board.ranks));
                let said = read_in(&spelled.text, dialect).unwrap_or_else(|e| panic!("{}: {e}", piece.name));
                let both: Vec<Way> = said.ways.into_iter().chain(spelled.left).collect();
                assert_eq!(
                    Ways::new(both, []).ways,
                    stated.ways.ways,
                    "{} of {} in {dialect}: {}",
                    piece.name,
                    rules.name,
                    spelled.text
                );
            }
        }
    }
    assert!(types > 700 && seen.len() > 60, "{types} types, {} movements", seen.len());
}

fn atoms() -> impl Strategy<Value = String> {
    proptest::sample::select(vec!["W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q"])
        .prop_map(str::to_owned)
}

fn directions() -> impl Strategy<Value = String> {
    proptest::sample::select(vec!["", "", "f", "b", "l", "r", "s", "v", "fs", "fr", "bl", "bs"])
        .prop_map(str::to_owned)
}

/// Movements of one leg, in any dialect but the engine's.
fn simple() -> impl Strategy<Value = String> {
    let things = proptest::sample::select(vec!["", "m", "c", "mcd", "d"]);
    let range = proptest::sample::select(vec!["", "", "0", "3"]);
    (directions(), things, atoms(), range).prop_map(|(d, t, a, r)| format!("{d}{t}{a}{r}"))
}

fn legged() -> impl Strategy<Value = String> {
    let turn = proptest::sample::select(vec!["", "f", "b", "s", "fs", "v", "l", "r", "bs"]);
    let between = proptest::sample::select(vec!["", "m", "c", "mc", "p", "g", "y", "d"]);
    let end = proptest::sample::select(vec!["", "m", "c"]);
    let atom = proptest::sample::select(vec!["W", "F", "K", "D", "A", "R", "B", "Q", "N"]);
    (directions(), between, turn, end, atom).prop_map(|(d, b, t, e, a)| format!("{d}{b}a{t}{e}{a}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(words in proptest::collection::vec(simple(), 1..4)) {
        let text = words.concat();
        for dialect in [Dialect::Classic, Dialect::XBetza] {
            let Ok(ways) = read_in(&text, dialect) else { continue };
            let spelled = spell(&ways, dialect, 8);
            prop_assert_eq!(&spelled.left, &[], "{}", text);
            prop_assert_eq!(read_in(&spelled.text, dialect), Ok(ways), "{}: {}", text, spelled.text);
            if words.len() == 1 {
                prop_assert!(spelled.text.len() <= text.len(), "{} is longer than {}", spelled.text, text);
            }
        }
    }

    #[test]
    fn legs_are_written_and_read_back(text in legged()) {
        let Ok(ways) = read_in(&text, Dialect::XBetza) else { return Ok(()) };
        let spelled = spell(&ways, Dialect::XBetza, 8);
        prop_assert_eq!(&spelled.left, &[], "{}", text);
        prop_assert_eq!(read_in(&spelled.text, Dialect::XBetza), Ok(ways), "{}: {}", text, spelled.text);
    }
}
