//! Movements without a dialect: ways over the board, leg by leg.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{At, Content, Distances, Guard, Hurdle, Leg, ManPattern, MoveRule, Step, Trail, Whose};

use super::{Gait, Modality, Part, Parts, lame_path};

/// One way over the board: legs of one step each, seen from the mover, who looks up the
/// board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    /// Only while the man has not moved.
    pub first: bool,
    /// The legs. Each has one step.
    pub legs: Vec<Leg>,
}

/// A castling, as `O` states it: the king goes so many squares towards a partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Castle {
    /// Files that the king goes; to the left where negative.
    pub files: i8,
    /// How far from the edge the partner stands; 0: in the corner.
    pub inset: u8,
}

/// A whole movement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ways {
    /// The ways, none of which another contains; each lands on one kind of thing.
    pub ways: BTreeSet<Way>,
    /// The castlings.
    pub castles: BTreeSet<Castle>,
}

/// A movement of this many ways is taken for a mistake.
pub(super) const MOST_WAYS: usize = 3_000;

impl Ways {
    /// These ways, each thing on the squares where a leg lands a way of its own, steps that
    /// must be free drawn together, and without ways that others contain.
    pub fn new(ways: impl IntoIterator<Item = Way>, castles: impl IntoIterator<Item = Castle>) -> Ways {
        let mut all = BTreeSet::new();
        for way in ways {
            let mut rows: Vec<Vec<Leg>> = vec![Vec::new()];
            for leg in &way.legs {
                let choices = split(leg);
                rows = (rows.iter())
                    .flat_map(|row| {
                        choices.iter().map(move |leg| [&row[..], std::slice::from_ref(leg)].concat())
                    })
                    .collect();
            }
            all.extend(rows.into_iter().map(|legs| Way { first: way.first, legs: drawn_together(legs) }));
        }
        Ways { ways: without_contained(all), castles: castles.into_iter().collect() }
    }

    /// The same movement as the engine's parts have it.
    pub fn of_parts(parts: &Parts) -> Ways {
        Ways::new(parts.iter().map(of_part), [])
    }

    /// Whether a way that lands on one kind of thing is among them, or within one of them.
    pub fn covers(&self, way: &Way) -> bool {
        self.ways.iter().any(|other| within(way, other))
    }

    /// The parts of the engine's dialect that the ways come to, and those that it has no
    /// parts for.
    pub fn parts(&self) -> (Parts, Vec<&Way>) {
        let mut parts = Parts::new();
        let mut left = Vec::new();
        for way in &self.ways {
            match part(way) {
                Some(part) => drop(parts.insert(part)),
                None => left.push(way),
            }
        }
        (parts, left)
    }

    /// Move rules of the ways, as few as can be; castlings are no move rules. Those of men
    /// that have not moved ask for the mark `unmoved`, and leave what they pass.
    pub fn rules(&self, unmoved: &str) -> Vec<MoveRule> {
        let mut rules: Vec<(bool, Vec<Leg>)> = Vec::new();
        for way in &self.ways {
            // Alike but for what stands at the end.
            let same = |(first, legs): &&mut (bool, Vec<Leg>)| {
                *first == way.first && legs.len() == way.legs.len() && {
                    let blank = |legs: &[Leg]| {
                        let mut legs = legs.to_vec();
                        legs.last_mut().into_iter().for_each(|leg| leg.onto = Content::default());
                        legs
                    };
                    blank(legs) == blank(&way.legs)
                }
            };
            match rules.iter_mut().find(same) {
                Some((_, legs)) => {
                    for (leg, other) in legs.iter_mut().zip(&way.legs) {
                        leg.onto = leg.onto.clone().or(other.onto.clone());
                    }
                }
                None => rules.push((way.first, way.legs.clone())),
            }
        }
        // Alike but for one leg's direction.
        let mut joined: Vec<(bool, Vec<Leg>)> = Vec::new();
        for (first, legs) in rules {
            let apart = |other: &[Leg]| -> Option<usize> {
                let differ: Vec<usize> = (0..legs.len()).filter(|i| other[*i] != legs[*i]).collect();
                let [only] = differ[..] else { return None };
                let steps = legs[only].steps.clone();
                (Leg { steps, ..other[only].clone() } == legs[only]).then_some(only)
            };
            let fits = |(f, other): &(bool, Vec<Leg>)| {
                (*f == first && other.len() == legs.len()).then(|| apart(other)).flatten()
            };
            let found = joined.iter().enumerate().find_map(|(i, other)| fits(other).map(|leg| (i, leg)));
            match found.and_then(|(i, leg)| joined.get_mut(i).map(|(_, other)| (leg, other))) {
                Some((leg, other)) => other[leg].steps.extend(legs[leg].steps.iter().cloned()),
                None => joined.push((first, legs)),
            }
        }
        let rule = |(first, legs): (bool, Vec<Leg>)| {
            let mut rule = MoveRule::new(legs);
            if first {
                let man = ManPattern::any(Whose::Own).mark(unmoved, true);
                rule = rule.when(Guard::Square { at: At::From(0, 0), is: Content::default().or_men(man) });
                rule.leaves = Trail::Passed;
            }
            rule
        };
        joined.into_iter().map(rule).collect()
    }
}

/// A way of one leg.
fn of_part(part: &Part) -> Way {
    let (dx, dy) = part.step;
    let mut leg = Leg::new([(dx, dy)]);
    match part.gait {
        Gait::Leap => {}
        Gait::Lame => {
            leg.steps = BTreeSet::from([Step::via(dx, dy, lame_path((dx, dy)).unwrap_or_default())]);
        }
        Gait::Ride(n) => leg.distance = range(n),
        Gait::Hop(n) => {
            leg.distance = range(n);
            leg.hurdle = Some(Hurdle::default());
        }
        Gait::Over => {
            leg.distance = Distances::ANY;
            leg.hurdle = Some(Hurdle { behind: Distances::ONE, ..Hurdle::default() });
        }
    }
    leg.onto = if part.modality == Modality::Capture { Content::enemy() } else { Content::empty() };
    Way { first: part.modality == Modality::Initial, legs: vec![leg] }
}

/// The part of the engine's dialect that a way is, if it is one.
fn part(way: &Way) -> Option<Part> {
    let [leg] = &way.legs[..] else { return None };
    let step = leg.steps.first()?;
    let vector = (step.dx, step.dy);
    let modality = match () {
        () if leg.onto == Content::empty() && way.first => Modality::Initial,
        () if leg.onto == Content::empty() => Modality::Quiet,
        () if leg.onto == Content::enemy() && !way.first => Modality::Capture,
        () => return None,
    };
    let gait = match &leg.hurdle {
        _ if !step.via.is_empty() => {
            let lame = leg.distance == Distances::ONE && lame_path(vector).as_ref() == Some(&step.via);
            lame.then_some(Gait::Lame)?
        }
        None => match up_to(leg.distance)? {
            1 => Gait::Leap,
            n => Gait::Ride(n),
        },
        Some(hurdle) if *hurdle == Hurdle::default() => Gait::Hop(up_to(leg.distance)?),
        Some(hurdle) => {
            let over = Hurdle { behind: Distances::ONE, ..Hurdle::default() };
            (*hurdle == over && leg.distance == Distances::ANY).then_some(Gait::Over)?
        }
    };
    Some(Part { modality, gait, step: vector })
}

/// Distances up to `n`, 0 for all.
pub(super) fn range(n: u8) -> Distances {
    if n == 0 { Distances::ANY } else { Distances::up_to(n) }
}

/// The inverse of [`range`], `None` for other distances.
pub(super) fn up_to(distances: Distances) -> Option<u8> {
    let n = distances.most();
    let whole = distances == Distances::up_to(n) && n > 0;
    whole.then_some(if distances == Distances::ANY { 0 } else { n })
}

/// A leg for each thing that it may land on, and rides over a choice of distances as leaps
/// by way of the squares between.
fn split(leg: &Leg) -> Vec<Leg> {
    let mut things = Vec::new();
    let mut add = |onto: Content| things.push(onto);
    // A man that stays where he stands is not taken, so whose he is makes no two ways.
    if leg.spares {
        add(leg.onto.clone());
    } else {
        if leg.onto.empty {
            add(Content::empty());
        }
        if leg.onto.en_passant {
            add(Content { en_passant: true, ..Content::default() });
        }
        if leg.onto.wall {
            add(Content { wall: true, ..Content::default() });
        }
        for man in &leg.onto.men {
            add(Content::default().or_men(man.clone()));
        }
    }
    let mut legs = Vec::new();
    for step in &leg.steps {
        let one = Leg { steps: BTreeSet::from([step.clone()]), ..leg.clone() };
        let plain = leg.hurdle.is_none() && step.via.is_empty();
        if plain && up_to(leg.distance).is_none() {
            for n in leg.distance.iter() {
                let n = n as i8;
                let (dx, dy) = (step.dx, step.dy);
                let far = (dx.checked_mul(n), dy.checked_mul(n));
                let (Some(x), Some(y)) = far else { continue };
                let via = (1..n).map(|i| (dx * i, dy * i));
                let steps = BTreeSet::from([Step::via(x, y, via)]);
                legs.push(Leg { steps, distance: Distances::ONE, ..one.clone() });
            }
        } else {
            legs.push(one);
        }
    }
    things.iter().flat_map(|onto| legs.iter().map(|leg| Leg { onto: onto.clone(), ..leg.clone() })).collect()
}

/// Single steps that must end on empty squares, as squares by way of which the next leg goes.
fn drawn_together(legs: Vec<Leg>) -> Vec<Leg> {
    let mut out: Vec<Leg> = Vec::new();
    for leg in legs {
        let joins = |before: &Leg| {
            let single = |leg: &Leg| leg.distance == Distances::ONE && leg.hurdle.is_none();
            single(before) && single(&leg) && before.onto == Content::empty()
        };
        let Some(before) = out.pop_if(|before| joins(before)) else {
            out.push(leg);
            continue;
        };
        let (Some(first), Some(second)) = (before.steps.first(), leg.steps.first()) else { continue };
        let end = (first.dx, first.dy);
        let via = first.via.iter().copied().chain([end]);
        let via: Vec<(i8, i8)> = via.chain(second.via.iter().map(|(x, y)| (x + end.0, y + end.1))).collect();
        let step = Step::via(end.0 + second.dx, end.1 + second.dy, via);
        out.push(Leg { steps: BTreeSet::from([step]), ..leg });
    }
    out
}

/// Whether one leg goes wherever the other does.
fn contains(more: &Leg, less: &Leg) -> bool {
    if more == less {
        return true;
    }
    let (Some(big), Some(small)) = (more.steps.first(), less.steps.first()) else { return false };
    if (&more.onto, more.spares, &more.hurdle) != (&less.onto, less.spares, &less.hurdle) {
        return false;
    }
    let subset = |less: &[(i8, i8)], more: &[(i8, i8)]| less.iter().all(|v| more.contains(v));
    if (big.dx, big.dy) == (small.dx, small.dy) {
        let nearer = less.distance.iter().all(|n| more.distance.contains(n));
        return nearer && subset(&big.via, &small.via);
    }
    // A leap by way of the squares that a ride passes.
    big.via.is_empty()
        && less.distance == Distances::ONE
        && less.hurdle.is_none()
        && more.distance.iter().any(|n| {
            let n = n as i8;
            let far = (big.dx.checked_mul(n), big.dy.checked_mul(n));
            far == (Some(small.dx), Some(small.dy))
                && (1..n).all(|i| small.via.contains(&(big.dx * i, big.dy * i)))
        })
}

/// Whether one way goes wherever the other does.
fn within(less: &Way, more: &Way) -> bool {
    (less.first || !more.first)
        && less.legs.len() == more.legs.len()
        && more.legs.iter().zip(&less.legs).all(|(more, less)| contains(more, less))
}

fn without_contained(ways: BTreeSet<Way>) -> BTreeSet<Way> {
    // What contains a way goes the same directions.
    let line = |leg: &Leg| {
        let (dx, dy) = leg.steps.first().map_or((0, 0), |step| (step.dx, step.dy));
        let (mut a, mut b) = (dx.unsigned_abs(), dy.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1) as i8;
        (dx / divisor, dy / divisor)
    };
    let lines = |way: &Way| way.legs.iter().map(line).collect::<Vec<_>>();
    let mut alike: BTreeMap<Vec<(i8, i8)>, Vec<&Way>> = BTreeMap::new();
    for way in &ways {
        alike.entry(lines(way)).or_default().push(way);
    }
    let idle = |way: &&Way| {
        !alike.get(&lines(way)).into_iter().flatten().any(|other| *way != *other && within(way, other))
    };
    ways.iter().filter(idle).cloned().collect()
}

impl Ways {
    /// The ways and castlings in words, for reports: steps, with what they must meet.
    pub fn words(&self) -> Vec<String> {
        let legs = |rule: &MoveRule| rule.legs.iter().map(leg_words).collect::<Vec<_>>().join(", then ");
        let first = |rule: &MoveRule| if rule.when.is_empty() { "" } else { "first move: " };
        let mut words: Vec<String> =
            self.rules("unmoved").iter().map(|rule| format!("{}{}", first(rule), legs(rule))).collect();
        words.extend(self.castles.iter().map(|castle| {
            let side = if castle.files < 0 { "left" } else { "right" };
            format!("castling to the {side} by {} squares", castle.files.abs())
        }));
        words
    }
}

fn leg_words(leg: &Leg) -> String {
    let steps: Vec<String> = leg.steps.iter().map(ToString::to_string).collect();
    let steps = steps.join(" or ");
    let ride = if leg.distance == Distances::ONE { String::new() } else { format!(" x {}", leg.distance) };
    let hop = if leg.hurdle.is_some() { " over a piece" } else { "" };
    let end = match () {
        () if leg.spares => "past whoever stands there",
        () if leg.onto == Content::empty() => "to an empty square",
        () if leg.onto == Content::enemy() => "taking an enemy",
        () if leg.onto == Content::own() => "taking an own piece",
        () if leg.onto == Content::empty_or_enemy() => "to an empty square or taking an enemy",
        () if leg.onto.en_passant && leg.onto.men.is_empty() => "taking en passant",
        () if leg.onto.en_passant => "taking, also en passant",
        () => "onto some pieces only",
    };
    format!("{steps}{ride}{hop} {end}")
}
