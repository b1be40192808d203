//! Writing the classic notation and XBetza: short texts, each read again to be sure.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Content, Distances, Hurdle, Leg};

use super::bent::bent;
use super::dialect::Dialect;
use super::way::{Castle, Way, Ways, range, up_to};
use super::wheel::{self, Kind, Places};
use super::{Parts, leaks, read_in, write};

/// A movement in a dialect, with what it has no words for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelled {
    /// The text; empty where nothing can be said.
    pub text: String,
    /// The ways that are left out.
    pub left: Vec<Way>,
    /// The castlings that are left out.
    pub castles: Vec<Castle>,
    /// Where the engine would play another movement than the text says, a square (files
    /// right, ranks up) that shows it: its riders leak into each other.
    pub leaks: Option<(i8, i8)>,
}

/// Writes a movement in a dialect, as short as it can. `extent` is the longer side of the
/// board.
///
/// ```
/// use fairy_ferry::betza::{Dialect, read_in, spell};
///
/// let mao = read_in("afsW", Dialect::XBetza)?;
/// assert_eq!(spell(&mao, Dialect::Engine, 8).text, "nN");
/// # Ok::<(), fairy_ferry::betza::ReadError>(())
/// ```
pub fn spell(ways: &Ways, dialect: Dialect, extent: u8) -> Spelled {
    if dialect == Dialect::Engine {
        return engine(ways, extent);
    }
    let mut rest: Vec<Way> = ways.ways.iter().cloned().collect();
    let words = named(&mut rest, dialect);
    let mut singles = Vec::new();
    let mut others = Vec::new();
    for way in rest {
        match single(&way, dialect) {
            Some(single) => singles.push(single),
            None => others.push(way),
        }
    }
    let mut text =
        [true, false].map(|exact| plain(&singles, dialect, exact, ways)).into_iter().min_by_key(String::len);
    let mut left = Vec::new();
    text = text.map(|text| joined(text, &words));
    if dialect == Dialect::XBetza {
        let (more, unsaid) = bent(&others);
        text = text.map(|text| joined(text, &more));
        left = unsaid;
    } else {
        left.extend(others);
    }
    let mut text = text.unwrap_or_default();
    let mut castles: Vec<Castle> = ways.castles.iter().copied().collect();
    if dialect == Dialect::XBetza {
        text = joined(text, &castling(&mut castles));
    }
    Spelled { text, left, castles, leaks: None }
}

/// One word behind another. An atom that the same letter follows would be doubled, so its
/// range is written: one step of a leaper, and of a rider that has none so far all.
pub(super) fn joined(text: String, word: &str) -> String {
    let first = word.chars().next().filter(char::is_ascii_uppercase);
    let same = text.chars().rev().take_while(|c| Some(*c) == first).count();
    let doubles = same % 2 == 1;
    let range = if matches!(first, Some('B' | 'R' | 'Q')) { "0" } else { "1" };
    format!("{text}{}{word}", if doubles { range } else { "" })
}

fn engine(ways: &Ways, extent: u8) -> Spelled {
    let (parts, left) = ways.parts();
    let mut left: Vec<Way> = left.into_iter().cloned().collect();
    let (said, unsaid): (Parts, Parts) =
        parts.into_iter().partition(|part| write(&Parts::from([*part])).is_some());
    left.extend(Ways::of_parts(&unsaid).ways);
    Spelled {
        text: write(&said).unwrap_or_default(),
        left,
        castles: ways.castles.iter().copied().collect(),
        leaks: leaks(&said, extent),
    }
}

fn castling(castles: &mut Vec<Castle>) -> String {
    let mut text = String::new();
    while let Some(castle) = castles.pop() {
        let twin = castles.iter().position(|other| *other == Castle { files: -castle.files, ..castle });
        let side = match twin {
            Some(_) => "",
            None if castle.files < 0 => "l",
            None => "r",
        };
        twin.map(|twin| castles.remove(twin));
        text += &format!("{side}{}O{}", "j".repeat(usize::from(castle.inset)), castle.files.abs());
    }
    text
}

/// What stands behind the directions of a movement of one leg.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Gait {
    first: bool,
    /// `n`, `p`, `g`, or `j` once for each square that is skipped.
    letter: String,
    /// Most steps, 0 for any number.
    range: u8,
}

/// A movement of one leg in one direction.
#[derive(Debug, Clone)]
struct Single {
    gait: Gait,
    step: (i8, i8),
    thing: char,
}

/// The letter for what a leg lands on.
pub(super) fn thing(onto: &Content) -> Option<char> {
    let en_passant = Content { en_passant: true, ..Content::default() };
    let known = [(Content::empty(), 'm'), (Content::enemy(), 'c'), (Content::own(), 'd'), (en_passant, 'e')];
    known.into_iter().find(|(content, _)| content == onto).map(|(_, letter)| letter)
}

fn single(way: &Way, dialect: Dialect) -> Option<Single> {
    let (leg, skipped) = way.legs.split_last()?;
    let step = leg.steps.first()?;
    let vector = (step.dx, step.dy);
    let anything = Content { empty: true, ..Content::occupied() };
    let skips = |other: &Leg| other.steps == leg.steps && other.spares && other.onto == anything;
    if !skipped.iter().all(skips) {
        return None;
    }
    let (letter, range) = match &leg.hurdle {
        None if !skipped.is_empty() => ("j", up_to(leg.distance)?),
        _ if !skipped.is_empty() => return None,
        None if step.via.is_empty() => ("", up_to(leg.distance)?),
        None => ("n", up_to(leg.distance)?),
        Some(hurdle) if *hurdle == Hurdle::default() => ("p", up_to(leg.distance)?),
        Some(hurdle) => {
            let over = *hurdle == Hurdle { behind: Distances::ONE, ..Hurdle::default() };
            (over && leg.distance == Distances::ANY).then_some(("g", 0))?
        }
    };
    let thing = thing(&leg.onto)?;
    let letter = letter.repeat(skipped.len().max(1));
    let range = if range == 0 { 0 } else { range + skipped.len() as u8 };
    let single = Single { gait: Gait { first: way.first, letter, range }, step: vector, thing };
    // Whether the dialect takes it as it is meant.
    let again = plain(std::slice::from_ref(&single), dialect, true, &Ways::default());
    let same = read_in(&again, dialect).is_ok_and(|ways| ways.ways.iter().eq([way]));
    same.then_some(single)
}

/// The atom of a step: smaller and larger component.
pub(super) fn atom((dx, dy): (i8, i8)) -> (i8, i8) {
    let (a, b) = (dx.abs(), dy.abs());
    (a.min(b), a.max(b))
}

/// How an atom with a range is written.
pub(super) fn atom_text(vector: (i8, i8), range: u8, dialect: Dialect) -> Option<String> {
    let letter = |vector: (i8, i8)| {
        let letters = [
            ((0, 1), 'W'),
            ((1, 1), 'F'),
            ((0, 2), 'D'),
            ((1, 2), 'N'),
            ((2, 2), 'A'),
            ((0, 3), 'H'),
            ((1, 3), 'C'),
            ((2, 3), 'Z'),
            ((3, 3), 'G'),
        ];
        letters.into_iter().find(|(known, _)| *known == vector).map(|(_, letter)| letter)
    };
    let (a, b) = vector;
    let number = |range: u8| if range == 1 { String::new() } else { range.to_string() };
    let slides =
        |letter: char| format!("{letter}{}", if range == 0 { String::new() } else { range.to_string() });
    Some(match (vector, letter(vector)) {
        ((0, 1), _) if range != 1 => slides('R'),
        ((1, 1), _) if range != 1 => slides('B'),
        (_, Some(letter)) if range == 0 => format!("{letter}{letter}"),
        (_, Some(letter)) => format!("{letter}{}", number(range)),
        _ if dialect == Dialect::Classic => format!("({a},{b}){}", number(range)),
        _ => {
            let longer = (b >= 3).then(|| letter((a, b - 3))).flatten().filter(|_| a <= b - 3);
            let both = (a >= 2).then(|| letter((a - 2, b - 2))).flatten();
            let (base, suffix) = longer.map(|l| (l, 'X')).or(both.map(|l| (l, 'Y')))?;
            format!("{base}{suffix}{}", number(range))
        }
    })
}

/// The codes from which directions are put together.
const CODES: [&str; 22] = [
    "f", "b", "l", "r", "s", "v", "fr", "fl", "br", "bl", "fs", "bs", "rv", "lv", "rf", "lf", "rb", "lb",
    "fh", "bh", "lh", "rh",
];
/// Those of one hand, which only oblique atoms have.
const HANDS: [&str; 2] = ["hr", "hl"];

/// The shortest letters that choose the places wanted and none that are not allowed, as
/// `choose` reads them.
pub(super) fn directions(
    wanted: Places,
    allowed: Places,
    choose: &dyn Fn(&[char]) -> Places,
) -> Option<String> {
    let good = |places: Places| places & wanted == wanted && places & !allowed == 0;
    if good(choose(&[])) {
        return Some(String::new());
    }
    let letters = |text: &str| text.chars().collect::<Vec<char>>();
    let handed = choose(&['h', 'r']) == 0x55;
    let useful: Vec<(String, Places)> = (CODES.iter().chain(HANDS.iter().filter(|_| handed)))
        .flat_map(|code| {
            // Doubled, a letter joins with none that follows.
            let doubled = if code.len() == 1 { code.repeat(2) } else { (*code).to_owned() };
            [(*code).to_owned(), doubled]
        })
        .map(|code| (code.clone(), choose(&letters(&code))))
        .filter(|(_, places)| places & wanted != 0 && places & !allowed == 0)
        .collect();
    // The shortest text for each set that codes make together.
    let mut rows: BTreeMap<Places, String> = BTreeMap::from([(0, String::new())]);
    let mut fresh = vec![0];
    while !fresh.is_empty() {
        let mut next = Vec::new();
        for sum in fresh {
            let Some(text) = rows.get(&sum).cloned() else { continue };
            for (code, places) in useful.iter().filter(|(_, places)| places & !sum != 0) {
                let longer = format!("{text}{code}");
                let shorter = rows.get(&(sum | places)).is_none_or(|best| longer.len() < best.len());
                if shorter && choose(&letters(&longer)) == sum | places {
                    rows.insert(sum | places, longer);
                    next.push(sum | places);
                }
            }
        }
        fresh = next;
    }
    let best = rows.into_iter().filter(|(places, _)| good(*places)).map(|(_, text)| text);
    best.min_by_key(String::len)
}

/// Movements of one leg. `exact`: directions in which the same things may be done go
/// together; otherwise each thing that may be done has its directions.
fn plain(singles: &[Single], dialect: Dialect, exact: bool, whole: &Ways) -> String {
    let mut by_step: BTreeMap<(Gait, (i8, i8)), BTreeSet<char>> = BTreeMap::new();
    for single in singles {
        by_step.entry((single.gait.clone(), single.step)).or_default().insert(single.thing);
    }
    let mut words: BTreeMap<(Gait, String), BTreeSet<(i8, i8)>> = BTreeMap::new();
    for ((gait, step), things) in by_step {
        let usual = !gait.first && things.iter().eq(&['c', 'm']);
        let rows: Vec<String> = match () {
            () if usual && exact => vec![String::new()],
            () if exact => vec!["mcde".chars().filter(|c| things.contains(c)).collect()],
            () => things.iter().map(char::to_string).collect(),
        };
        for row in rows {
            words.entry((gait.clone(), row)).or_default().insert(step);
        }
    }
    if !exact {
        // The same directions for both of the usual things need no letter for them.
        let quiet: Vec<Gait> =
            words.keys().filter(|(_, row)| row == "m").map(|(gait, _)| gait.clone()).collect();
        for gait in quiet.into_iter().filter(|gait| !gait.first) {
            let key = |row: &str| (gait.clone(), row.to_owned());
            if words.get(&key("m")) == words.get(&key("c")) {
                words.remove(&key("c"));
                if let Some(steps) = words.remove(&key("m")) {
                    words.insert(key(""), steps);
                }
            }
        }
    }
    let mut text = String::new();
    for ((gait, things), steps) in words {
        let first = if gait.first { "i" } else { "" };
        let said = |step: (i8, i8)| {
            let onto = |c: char| match c {
                'm' => Content::empty(),
                'c' => Content::enemy(),
                'd' => Content::own(),
                _ => Content { en_passant: true, ..Content::default() },
            };
            let rows = if things.is_empty() { "mc" } else { &things };
            let leg = |c| Leg::new([step]).distance(range(gait.range)).onto(onto(c));
            let covered = |c| whole.covers(&Way { first: gait.first, legs: vec![leg(c)] });
            gait.letter.is_empty() && rows.chars().all(covered)
        };
        for (directions, atom) in atoms(&steps, &said, gait.range, dialect) {
            text = joined(text, &format!("{first}{directions}{things}{}{atom}", gait.letter));
        }
    }
    text
}

/// Directions and atoms that make these steps, and none but these and some that are `said`
/// anyway.
fn atoms(
    steps: &BTreeSet<(i8, i8)>,
    said: &dyn Fn((i8, i8)) -> bool,
    range: u8,
    dialect: Dialect,
) -> Vec<(String, String)> {
    // Of each atom the places that are wanted, and those that are allowed besides.
    let mut by_atom: BTreeMap<(i8, i8), (Places, Places)> = BTreeMap::new();
    for atom in steps.iter().map(|step| atom(*step)) {
        let of = |test: &dyn Fn((i8, i8)) -> bool| {
            let places = wheel::each(Kind::of(atom).all());
            let chosen = places.filter(|place| test(wheel::step(*place, atom)));
            chosen.fold(0, |set: Places, place| set | 1 << place)
        };
        by_atom.entry(atom).or_insert_with(|| (of(&|step| steps.contains(&step)), of(said)));
    }
    let word = |vector: (i8, i8), wanted: Places, said: Places| {
        let kind = Kind::of(vector);
        let choose = |letters: &[char]| wheel::places(letters, kind);
        let directions = directions(wanted, wanted | said, &choose)?;
        Some((directions, atom_text(vector, range, dialect)?))
    };
    let of = |atom: (i8, i8)| by_atom.get(&atom).copied().unwrap_or_default();
    let (w, f) = (of((0, 1)), of((1, 1)));
    // What is left for wazir and ferz beside a king with such letters.
    let lines = |king: Places| -> Vec<(String, String)> {
        [((0, 1), w), ((1, 1), f)]
            .iter()
            .filter(|(_, (wanted, _))| wanted & !king != 0)
            .filter_map(|(vector, (wanted, said))| word(*vector, wanted & !king, said | king))
            .collect()
    };
    let royal = |letters: &[char]| match dialect {
        Dialect::XBetza => wheel::places(letters, Kind::Royal),
        _ => wheel::places(letters, Kind::Orthogonal) | wheel::places(letters, Kind::Diagonal),
    };
    let mut choices = vec![lines(0)];
    if w.0 != 0 && f.0 != 0 {
        let letter = match range {
            1 => "K".to_owned(),
            0 => "Q".to_owned(),
            n => format!("Q{n}"),
        };
        let (wanted, allowed) = (w.0 | f.0, w.0 | f.0 | w.1 | f.1);
        let whole = directions(wanted, allowed, &royal);
        let codes = CODES.iter().map(|code| (*code).to_owned()).chain([String::new()]).chain(whole);
        for code in codes {
            let king = royal(&code.chars().collect::<Vec<_>>());
            if king & !allowed == 0 {
                choices.push([vec![(code, letter.clone())], lines(king)].concat());
            }
        }
    }
    let length = |words: &Vec<(String, String)>| words.iter().map(|(d, a)| d.len() + a.len()).sum::<usize>();
    let mut words = choices.into_iter().min_by_key(length).unwrap_or_default();
    let others = by_atom.iter().filter(|(atom, _)| atom.1 != 1);
    words.extend(others.filter_map(|(vector, (wanted, said))| word(*vector, *wanted, *said)));
    words
}

/// Takes out of the ways those that one word says: crooked and circular rides, leaps that
/// must jump.
fn named(ways: &mut Vec<Way>, dialect: Dialect) -> String {
    let mut said = String::new();
    let turning =
        ways.iter().any(|way| way.legs.iter().flat_map(|leg| &leg.steps).any(|step| step.via.len() > 2));
    let jumping = ways.iter().any(|way| way.legs.len() == 2);
    // A turn, or a jump; and the atom, of which the first letter alone is the single step.
    let rides = ["zR", "zB", "qN", "zNN", "zDD", "zAA", "zCC", "zZZ", "zHH", "zGG", "qC", "qZ"];
    let words = rides.iter().filter(|_| turning).chain(["jD", "jA"].iter().filter(|_| jumping));
    for word in words {
        let (letter, atom) = word.split_at(1);
        for thing in ["", "m", "c"] {
            let before = if letter == "j" { format!("{thing}j") } else { format!("{letter}{thing}") };
            let text = format!("{before}{atom}");
            let all = |text: &str| {
                let meant = read_in(text, dialect).ok()?;
                let said = meant.ways.iter().all(|way| ways.contains(way));
                (said && !meant.ways.is_empty()).then_some(meant)
            };
            // The first steps of a long ride tell whether the whole is worth reading.
            let begins = letter != "z" || all(&format!("{before}{}3", &atom[..1])).is_some();
            if let Some(meant) = begins.then(|| all(&text)).flatten() {
                ways.retain(|way| !meant.ways.contains(way));
                said = joined(said, &text);
            }
        }
    }
    said
}
