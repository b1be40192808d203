//! Writing movements of more legs than one, in XBetza.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Content, Distances};

use super::dialect::Dialect;
use super::read_in;
use super::spell::{atom, atom_text, directions, joined, thing};
use super::way::{Way, up_to};
use super::wheel::{self, Kind, Places};

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

/// What a text says: ways alike but for directions and for what stands at the ends of legs.
struct Shape {
    first: bool,
    joints: Vec<Joint>,
    things: Vec<BTreeSet<char>>,
    bends: Vec<Bent>,
}

/// Movements of more legs than one, and those that have no text.
pub(super) fn bent(ways: &[Way]) -> (String, Vec<Way>) {
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
    type Turned = (bool, Vec<Joint>, Vec<u8>);
    let mut groups: BTreeMap<Turned, Vec<&Bent>> = BTreeMap::new();
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
        ((0, 1), true, true) => (Kind::Royal, (0, 1)),
        ((0, _), true, true) => return None,
        ((0, b), true, false) => (Kind::Orthogonal, (0, b)),
        ((0, b), ..) => (Kind::Diagonal, (b, b)),
        (vector, ..) => (Kind::Oblique, vector),
    };
    let mut text = String::from(if *first { "i" } else { "" });
    let mut range = joints.first()?.range;
    for (i, here) in things.iter().enumerate() {
        let dirs = match i {
            0 => directions(starts, starts, &|letters| wheel::places(letters, kind))?,
            i => {
                let set = bends.iter().fold(0, |set: Places, bend| set | 1 << turns(&bend.places)[i - 1]);
                directions(set, set, &|letters| wheel::turns(letters, kind))?
            }
        };
        let goes_on = i + 1 < joints.len();
        let passes = here.contains(&'p');
        let next = joints.get(i + 1).map_or(range, |next| next.range);
        let toggles = goes_on && next != range;
        let what = letters(here, if goes_on { &['m'] } else { &['c', 'm'] });
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
