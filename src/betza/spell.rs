//! Writing the classic notation and XBetza: short texts, each read again to be sure.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Content, Distances, Hurdle, Leg};

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
/// range is written.
fn joined(text: String, word: &str) -> String {
    let doubles = text.ends_with(|c: char| c.is_ascii_uppercase() && word.starts_with(c));
    format!("{text}{}{word}", if doubles { "1" } else { "" })
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
fn thing(onto: &Content) -> Option<char> {
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
fn atom((dx, dy): (i8, i8)) -> (i8, i8) {
    let (a, b) = (dx.abs(), dy.abs());
    (a.min(b), a.max(b))
}

/// How an atom with a range is written.
fn atom_text(vector: (i8, i8), range: u8, dialect: Dialect) -> Option<String> {
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
fn directions(wanted: Places, allowed: Places, choose: &dyn Fn(&[char]) -> Places) -> Option<String> {
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

/// A leg as the letters between two `a` tell it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Joint {
    /// What it lands on, or `p` for a man that it passes.
    thing: char,
    /// Smaller and larger component of its step; for a line only the larger counts.
    family: (i8, i8),
    range: u8,
}

/// A way as places on the wheel and joints.
#[derive(Debug, Clone)]
struct Bent {
    way: Way,
    first: bool,
    joints: Vec<Joint>,
    places: Vec<u8>,
}

/// Takes out of the ways those that one word says: crooked and circular rides, leaps that
/// must jump.
fn named(ways: &mut Vec<Way>, dialect: Dialect) -> String {
    let mut said = String::new();
    let turning =
        ways.iter().any(|way| way.legs.iter().flat_map(|leg| &leg.steps).any(|step| step.via.len() > 2));
    let jumping = ways.iter().any(|way| way.legs.len() == 2);
    let rides = ["zR", "zB", "qN", "zNN", "zDD", "zAA", "zCC", "zZZ", "zHH", "zGG", "qC", "qZ"];
    let words = rides.iter().filter(|_| turning).chain(["jD", "jA"].iter().filter(|_| jumping));
    for word in words {
        for thing in ["", "m", "c"] {
            let text = format!("{}{thing}{}", &word[..1], &word[1..]);
            let text = if word.starts_with('j') { format!("{thing}{word}") } else { text };
            // The first steps tell whether the whole is worth reading.
            let all = |text: &str| {
                let meant = read_in(text, dialect).ok()?;
                let said = meant.ways.iter().all(|way| ways.contains(way));
                (said && !meant.ways.is_empty()).then_some(meant)
            };
            let begins = |text: &str| {
                let single = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
                let atom = text.get(single.len()..single.len() + 1).unwrap_or_default();
                !text.starts_with('z') || all(&format!("{single}{atom}3")).is_some()
            };
            if let Some(meant) = begins(&text).then(|| all(&text)).flatten() {
                ways.retain(|way| !meant.ways.contains(way));
                said = joined(said, &text);
            }
        }
    }
    said
}

/// What a text says: ways alike but for directions and for what stands at the ends of legs.
struct Shape {
    first: bool,
    joints: Vec<Joint>,
    things: Vec<BTreeSet<char>>,
    bends: Vec<Bent>,
}

/// Movements of more legs than one, and those that have no text.
fn bent(ways: &[Way]) -> (String, Vec<Way>) {
    let mut left = Vec::new();
    let mut known: Vec<Bent> = Vec::new();
    for way in ways {
        match bend(way) {
            Some(bend) => known.push(bend),
            None => left.push(way.clone()),
        }
    }
    let texts = [by_things(&known), by_turns(&known)].map(|shapes| {
        let mut text = String::new();
        let mut unsaid = Vec::new();
        for shape in shapes {
            match described(&shape) {
                Some(more) => text = joined(text, &more),
                None => {
                    for part in turn_by_turn(shape) {
                        match described(&part) {
                            Some(more) => text = joined(text, &more),
                            None => unsaid.extend(part.bends.into_iter().map(|bend| bend.way)),
                        }
                    }
                }
            }
        }
        (text, unsaid)
    });
    let best = texts.into_iter().min_by_key(|(text, unsaid)| (unsaid.len(), text.len()));
    let (text, unsaid) = best.unwrap_or_default();
    left.extend(unsaid);
    (text, left)
}

/// A joint whatever stands where it ends.
fn blank(joint: &Joint) -> Joint {
    Joint { thing: ' ', ..joint.clone() }
}

fn shape(bends: Vec<Bent>) -> Option<Shape> {
    let first = bends.first()?.first;
    let joints = bends.first()?.joints.clone();
    let things = (0..joints.len()).map(|i| bends.iter().map(|bend| bend.joints[i].thing).collect()).collect();
    Some(Shape { first, joints, things, bends })
}

/// Shapes of ways that go the same directions, whatever they land on last.
fn by_things(bends: &[Bent]) -> Vec<Shape> {
    let mut groups: BTreeMap<(bool, Vec<Joint>), Vec<&Bent>> = BTreeMap::new();
    for bend in bends {
        groups.entry((bend.first, bend.joints.clone())).or_default().push(bend);
    }
    type Key = (bool, Vec<Joint>, BTreeSet<Vec<u8>>);
    let mut shapes: BTreeMap<Key, Vec<Bent>> = BTreeMap::new();
    for ((first, mut joints), bends) in groups {
        let places = bends.iter().map(|bend| bend.places.clone()).collect();
        joints.last_mut().into_iter().for_each(|joint| *joint = blank(joint));
        shapes.entry((first, joints, places)).or_default().extend(bends.into_iter().cloned());
    }
    shapes.into_values().filter_map(shape).collect()
}

/// Shapes of ways that land on the same things, whichever way they turn.
fn by_turns(bends: &[Bent]) -> Vec<Shape> {
    let mut groups: BTreeMap<(bool, Vec<Joint>, Vec<u8>), Vec<&Bent>> = BTreeMap::new();
    for bend in bends {
        let joints = bend.joints.iter().map(blank).collect();
        groups.entry((bend.first, joints, turns(&bend.places))).or_default().push(bend);
    }
    type Key = (bool, Vec<Joint>, BTreeSet<(String, u8)>);
    let mut shapes: BTreeMap<Key, Vec<Bent>> = BTreeMap::new();
    for ((first, joints, _), bends) in groups {
        let things =
            |bend: &&Bent| (bend.joints.iter().map(|joint| joint.thing).collect::<String>(), bend.places[0]);
        let set = bends.iter().map(things).collect();
        shapes.entry((first, joints, set)).or_default().extend(bends.into_iter().cloned());
    }
    shapes.into_values().filter_map(shape).collect()
}

/// The same, one turn after the other.
fn turn_by_turn(whole: Shape) -> Vec<Shape> {
    let mut parts: BTreeMap<Vec<u8>, Vec<Bent>> = BTreeMap::new();
    for bend in whole.bends {
        parts.entry(turns(&bend.places)).or_default().push(bend);
    }
    parts.into_values().filter_map(shape).collect()
}

/// Turns from each place to the next.
fn turns(places: &[u8]) -> Vec<u8> {
    places.windows(2).map(|pair| (pair[1] + 8 - pair[0]) % 8).collect()
}

fn bend(way: &Way) -> Option<Bent> {
    let mut joints = Vec::new();
    let mut places = Vec::new();
    let last = way.legs.len() - 1;
    for (i, leg) in way.legs.iter().enumerate() {
        let step = leg.steps.first()?;
        let thing = match leg.spares {
            true if leg.onto == Content::occupied() && i < last => 'p',
            true => return None,
            false => thing(&leg.onto)?,
        };
        if leg.hurdle.is_some() {
            return None;
        }
        // By way of squares: a step onto each of them, which must be empty.
        let stops = step.via.iter().copied().chain([(step.dx, step.dy)]);
        let mut from = (0, 0);
        let stops: Vec<(i8, i8)> = stops
            .map(|to| {
                let step = (to.0 - from.0, to.1 - from.1);
                from = to;
                step
            })
            .collect();
        if stops.len() > 1 && leg.distance != Distances::ONE {
            return None;
        }
        for (j, step) in stops.iter().enumerate() {
            let ends = j + 1 == stops.len();
            let (a, b) = atom(*step);
            let kind = Kind::of((a, b));
            let place = wheel::each(kind.all()).find(|place| wheel::step(*place, (a, b)) == *step)?;
            let family = if kind == Kind::Oblique { (a, b) } else { (0, b) };
            let range = if ends { up_to(leg.distance)? } else { 1 };
            joints.push(Joint { thing: if ends { thing } else { 'm' }, family, range });
            places.push(place);
        }
    }
    Some(Bent { way: way.clone(), first: way.first, joints, places })
}

/// The text of a shape, if it says just that.
fn described(shape: &Shape) -> Option<String> {
    let expected: BTreeSet<Way> = shape.bends.iter().map(|bend| bend.way.clone()).collect();
    let mut texts: Vec<String> = again_text(shape).into_iter().collect();
    texts.extend(bracket_texts(shape));
    texts.sort_by_key(String::len);
    let fits = |text: &String| read_in(text, Dialect::XBetza).is_ok_and(|ways| ways.ways == expected);
    texts.into_iter().find(fits)
}

/// The letters for what a leg lands on; `usual` need none.
fn letters(things: &BTreeSet<char>, usual: &[char]) -> String {
    if things.iter().eq(usual) {
        String::new()
    } else {
        "mcdep".chars().filter(|c| things.contains(c)).collect()
    }
}

/// With `a` between the legs of one atom.
fn again_text(Shape { first, joints, things, bends }: &Shape) -> Option<String> {
    let family = joints.first()?.family;
    if joints.iter().any(|joint| joint.family != family) {
        return None;
    }
    let starts = bends.iter().fold(0, |set: Places, bend| set | 1 << bend.places[0]);
    let (kind, vector) = match (family, starts & 0x55 != 0, starts & 0xaa != 0) {
        ((0, b), true, true) if b == 1 => (Kind::Royal, (0, 1)),
        ((0, _), true, true) => return None,
        ((0, b), true, false) => (Kind::Orthogonal, (0, b)),
        ((0, b), ..) => (Kind::Diagonal, (b, b)),
        (vector, ..) => (Kind::Oblique, vector),
    };
    let mut text = String::from(if *first { "i" } else { "" });
    let mut range = joints.first()?.range;
    for i in 0..joints.len() {
        let dirs = match i {
            0 => directions(starts, starts, &|letters| wheel::places(letters, kind))?,
            i => {
                let set = bends.iter().fold(0, |set: Places, bend| set | 1 << turns(&bend.places)[i - 1]);
                directions(set, set, &|letters| wheel::turns(letters, kind))?
            }
        };
        let goes_on = i + 1 < joints.len();
        let passes = things[i].contains(&'p');
        let next = joints.get(i + 1).map_or(range, |next| next.range);
        let toggles = goes_on && next != range;
        let what = letters(&things[i], if goes_on { &['m'] } else { &['c', 'm'] });
        let what = match (toggles, passes, what.as_str()) {
            (false, ..) => what,
            (true, true, "p") => "g".to_owned(),
            (true, false, "") => "y".to_owned(),
            _ => return None,
        };
        range = next;
        text += &format!("{}{dirs}{what}", if i == 0 { "" } else { "a" });
    }
    let range = joints.first()?.range;
    let atom = match (kind, range) {
        (Kind::Royal, 1) => "K".to_owned(),
        (Kind::Royal, 0) => "Q".to_owned(),
        (Kind::Royal, n) => format!("Q{n}"),
        _ => atom_text(vector, range, Dialect::XBetza)?,
    };
    Some(text + &atom)
}

/// In brackets, each leg with its atom, turned outward; and the same with directions before
/// the brackets.
fn bracket_texts(Shape { first, joints, things, bends }: &Shape) -> Vec<String> {
    let mut words = Vec::new();
    let mut all = Vec::new();
    for (i, joint) in joints.iter().enumerate() {
        let set = bends.iter().fold(0, |set: Places, bend| set | 1 << bend.places[i]);
        let vector = match (joint.family, set & 0x55 != 0, set & 0xaa != 0) {
            ((0, _), true, true) => return Vec::new(),
            ((0, b), true, false) => (0, b),
            ((0, b), ..) => (b, b),
            (vector, ..) => vector,
        };
        let usual: &[char] = if i + 1 < joints.len() { &['m'] } else { &['c', 'm'] };
        let what = letters(&things[i], usual);
        let Some(atom) = atom_text(vector, joint.range, Dialect::XBetza) else { return Vec::new() };
        let choose = |letters: &[char]| wheel::places(letters, Kind::of(vector));
        let chosen = if i == 0 { directions(set, set, &choose) } else { Some(String::new()) };
        words.push(format!("{}{what}{atom}", chosen.unwrap_or_default()));
        all.push(format!("{what}{atom}"));
    }
    let first = if *first { "i" } else { "" };
    let outside = ["v", "s", "f", "b", "l", "r"].map(|letter| format!("{first}{letter}[{}]", all.join("-")));
    [vec![format!("{first}[{}]", words.join("-"))], outside.to_vec()].concat()
}
