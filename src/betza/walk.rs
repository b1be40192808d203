//! From legs as they are written to ways over the board: directions, turns, and what each leg
//! must meet.

use std::collections::BTreeSet;

use crate::rules::{Content, Distances, Hurdle, Leg, ManPattern, Step, Whose};

use super::way::{MOST_WAYS, Way, range};
use super::wheel::{self, Kind, Places};

/// What makes the steps of a leg.
#[derive(Debug, Clone, Copy)]
pub(super) struct Atom {
    /// The smaller and the larger component.
    pub vector: (i8, i8),
    /// Its places on the wheel.
    pub kind: Kind,
    /// Most steps, 0 for any number.
    pub range: u8,
    /// Whether its letter is that of a slider, which matters where ranges toggle.
    pub slider: bool,
}

/// The modifiers of a leg.
#[derive(Debug, Clone, Default)]
pub(super) struct Modifiers {
    /// Direction letters that stand together.
    pub directions: Vec<Vec<char>>,
    pub quiet: bool,
    pub capture: bool,
    pub friend: bool,
    pub en_passant: bool,
    pub hop: bool,
    pub over: bool,
    pub toggle: bool,
    pub lame: bool,
    pub jumps: u8,
    pub first: bool,
    pub friends_only: bool,
}

/// A leg as it is written.
#[derive(Debug, Clone)]
pub(super) struct Spec {
    pub modifiers: Modifiers,
    /// Its own atom; `None`: that of the leg before.
    pub atom: Option<Atom>,
    /// Whether the move may end here though legs follow.
    pub may_stop: bool,
}

/// Whether a way, its legs taken one step each, leads where letters point.
pub(super) fn faces(way: &Way, letters: &[Vec<char>]) -> bool {
    let steps = way.legs.iter().filter_map(|leg| leg.steps.first());
    let (x, y) = steps.fold((0, 0), |(x, y), step| (x + step.dx, y + step.dy));
    let atom = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let kind = Kind::of(atom);
    letters
        .iter()
        .any(|row| wheel::each(wheel::places(row, kind)).any(|place| wheel::step(place, atom) == (x, y)))
}

impl Modifiers {
    /// Whether they say what the leg may land on.
    pub fn says_what(&self) -> bool {
        self.quiet || self.capture || self.friend || self.en_passant
    }

    /// What the leg may land on, where it does not pass a man.
    pub fn onto(&self, goes_on: bool) -> Content {
        let mut onto = Content { empty: self.quiet, en_passant: self.en_passant, ..Content::default() };
        if self.capture {
            onto = onto.or(Content::enemy());
        }
        if self.friend {
            onto = onto.or(Content::own());
        }
        match () {
            () if self.says_what() => onto,
            () if goes_on => Content::empty(),
            () => Content::empty_or_enemy(),
        }
    }
}

/// A walk from leg to leg, in every direction that they allow.
pub(super) struct Path<'a> {
    pub ways: &'a mut BTreeSet<Way>,
    pub first: bool,
    pub within: &'a dyn Fn(&Way) -> bool,
}

/// The place on the wheel where the last leg went, and the atom that took it there.
type Heading = Option<(u8, Atom)>;

impl Path<'_> {
    /// Takes the leg at `index` after those in `done`. `side`: whether the last turn to a
    /// side was to the right.
    pub fn walk(
        &mut self,
        specs: &[Spec],
        done: &mut Vec<Leg>,
        heading: Heading,
        side: Option<bool>,
        index: usize,
    ) -> Result<(), String> {
        let Some(spec) = specs.get(index) else { return Ok(()) };
        let goes_on = index + 1 < specs.len();
        let before = heading.map(|(_, atom)| atom);
        let atom = spec.atom.or(before).ok_or("a leg without an atom")?;
        if index > 0 && spec.modifiers.first {
            return Err("legs as long as the one before (`i` behind `a`) are not understood".into());
        }
        let places = match heading {
            None => first_places(&spec.modifiers.directions, atom.kind),
            Some((place, last)) => next_places(spec, place, last, atom, side)?,
        };
        for place in wheel::each(places) {
            let turned = heading.map(|(last, _)| (place + 8 - last) % 8);
            let side = match turned {
                Some(1..=3) => Some(true),
                Some(5..=7) => Some(false),
                _ => side,
            };
            let step = step_at(place, atom);
            let depth = done.len();
            for (leg, toggled) in legs(spec, atom, step, goes_on)? {
                done.extend(leg);
                if goes_on {
                    let next = if toggled { toggle(atom) } else { atom };
                    self.walk(specs, done, Some((place, next)), side, index + 1)?;
                } else {
                    self.end(done)?;
                }
                done.truncate(depth);
            }
            if goes_on && spec.may_stop {
                for (leg, _) in legs(spec, atom, step, false)? {
                    done.extend(leg);
                    self.end(done)?;
                    done.truncate(depth);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, legs: &[Leg]) -> Result<(), String> {
        let way = Way { first: self.first, legs: legs.to_vec() };
        if (self.within)(&way) {
            self.ways.insert(way);
        }
        if self.ways.len() > MOST_WAYS {
            return Err(format!("more than {MOST_WAYS} ways over the board"));
        }
        Ok(())
    }
}

fn first_places(directions: &[Vec<char>], kind: Kind) -> Places {
    match directions {
        [] => kind.all(),
        rows => rows.iter().fold(0, |places, row| places | wheel::places(row, kind)),
    }
}

/// Where a leg may go after one that went to `last`.
fn next_places(
    spec: &Spec,
    last: u8,
    before: Atom,
    atom: Atom,
    side: Option<bool>,
) -> Result<Places, String> {
    let own = spec.atom.is_some();
    let letters: Vec<Vec<char>> = (spec.modifiers.directions.iter())
        .map(|row| {
            let of = |letter: &char| match (letter, side) {
                ('z', Some(right)) => {
                    if right {
                        'l'
                    } else {
                        'r'
                    }
                }
                ('q', Some(right)) => {
                    if right {
                        'r'
                    } else {
                        'l'
                    }
                }
                ('z' | 'q', None) => 's',
                (letter, _) => *letter,
            };
            row.iter().map(of).collect()
        })
        .collect();
    let oblique = |atom: Atom| atom.kind == Kind::Oblique;
    if letters.is_empty() && own {
        return Ok(outward(last, before, atom));
    }
    if oblique(before) != oblique(atom) {
        return Err("turns between a leg along a line and one that is not".into());
    }
    let turns = match &letters[..] {
        [] => wheel::turns(&[], before.kind),
        rows => rows.iter().fold(0, |turns, row| turns | wheel::turns(row, before.kind)),
    };
    let mirrored = wheel::each(turns).fold(0, |set: Places, turn| set | 1 << ((8 - turn) % 8));
    if oblique(atom) && turns & 0xaa != mirrored & 0xaa {
        return Err("which side is meant by a turn of 45 or 135 degrees from a leap that is not along a \
                    line is not agreed; name both (`s`)"
            .into());
    }
    let places = turns.rotate_left(u32::from(last));
    if own {
        return Ok(places & atom.kind.all());
    }
    Ok(places)
}

/// The vector of an atom at a place: along a line it depends on which line that is.
fn step_vector(place: u8, atom: Atom) -> (i8, i8) {
    match atom.kind {
        Kind::Oblique => atom.vector,
        _ if place.is_multiple_of(2) => (0, atom.vector.1),
        _ => (atom.vector.1, atom.vector.1),
    }
}

fn step_at(place: u8, atom: Atom) -> (i8, i8) {
    wheel::step(place, step_vector(place, atom))
}

/// The directions of an atom that are nearest to where the leg before went.
fn outward(last: u8, before: Atom, atom: Atom) -> Places {
    let at = |place: u8| 1u8 << (place % 8);
    match (before.kind == Kind::Oblique, atom.kind) {
        (true, Kind::Oblique) => at(last),
        (true, kind) => (at(last) | at(last + 1)) & kind.all(),
        (false, Kind::Oblique) => at(last) | at(last + 7),
        (false, kind) if at(last) & kind.all() != 0 => at(last),
        (false, kind) => (at(last + 1) | at(last + 7)) & kind.all(),
    }
}

/// The atom with its range toggled: leapers ride, riders leap. A slider with a range
/// becomes the plain step, a step with one the slider.
fn toggle(atom: Atom) -> Atom {
    if atom.vector.1 == 1 {
        let slider = !atom.slider;
        return Atom { slider, range: u8::from(!slider), ..atom };
    }
    Atom { range: u8::from(atom.range != 1), ..atom }
}

/// Legs of the rules that make a leg of the notation, and whether the next one's range is
/// toggled. There may be several choices.
fn legs(spec: &Spec, atom: Atom, step: (i8, i8), goes_on: bool) -> Result<Vec<(Vec<Leg>, bool)>, String> {
    let modifiers = &spec.modifiers;
    let (dx, dy) = step;
    let unit = atom.vector.1 == 1;
    let mut leg = Leg::new([step]).distance(range(atom.range));
    let mut before = Vec::new();
    if modifiers.lame {
        let via = lame_squares(step).ok_or("which squares hinder this lame leap (`n`) is not agreed")?;
        leg.steps = BTreeSet::from([Step::via(dx, dy, via)]);
    }
    for _ in 0..modifiers.jumps {
        if unit {
            // The first squares of a ride are skipped, whatever stands there.
            let anything = Content { empty: true, ..Content::occupied() };
            before.push(Leg { spares: true, ..Leg::new([step]).onto(anything) });
            leg.distance = match atom.range {
                0 => Distances::ANY,
                n => Distances::up_to(n.saturating_sub(modifiers.jumps)),
            };
            if leg.distance.is_none() {
                return Err("a ride that is over before the squares that it skips (`j`)".into());
            }
        } else {
            let (hx, hy) = (dx / 2, dy / 2);
            if dx.abs().max(dy.abs()) != 2 || atom.range != 1 || modifiers.jumps > 1 {
                return Err("leaps that must jump (`j`) go two squares, once".into());
            }
            before.push(Leg { spares: true, ..Leg::new([(hx, hy)]).onto(Content::occupied()) });
            leg.steps = BTreeSet::from([Step::new(dx - hx, dy - hy)]);
        }
    }
    let with = |leg: Leg| [&before[..], &[leg]].concat();
    if !goes_on {
        if modifiers.toggle {
            return Err("a range that is toggled (`y`) where no leg follows".into());
        }
        if modifiers.friends_only {
            return Err("pieces that may not take kings (`t`) are not understood".into());
        }
        if (modifiers.hop || modifiers.over) && atom.range == 1 {
            return Err("a hop (`p`, `g`) needs a rider, as in pR".into());
        }
        if modifiers.over {
            leg.hurdle = Some(Hurdle { behind: Distances::ONE, ..Hurdle::default() });
        } else if modifiers.hop {
            leg.hurdle = Some(Hurdle::default());
        }
        leg.onto = modifiers.onto(false);
        return Ok(vec![(with(leg), false)]);
    }
    if modifiers.en_passant {
        return Err("en passant (`e`) before the last leg is not understood".into());
    }
    let mut choices = Vec::new();
    if modifiers.hop || modifiers.over {
        let mut onto = Content::occupied();
        if modifiers.friends_only {
            onto = Content::default().or_men(ManPattern::any(Whose::Own));
        }
        choices.push((with(Leg { onto, spares: true, ..leg.clone() }), modifiers.over));
    }
    if modifiers.toggle {
        choices.push((with(leg.clone().onto(Content::empty())), true));
    }
    if modifiers.says_what() || choices.is_empty() {
        choices.push((with(leg.onto(modifiers.onto(true))), false));
    }
    Ok(choices)
}

/// The squares that hinder a lame leap: those between, on a line; of a knight the one
/// straight ahead.
fn lame_squares((dx, dy): (i8, i8)) -> Option<Vec<(i8, i8)>> {
    let (a, b) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
    match (a, b) {
        (_, 1) => None,
        (1, 2) => Some(vec![(dx / 2, dy / 2)]),
        (a, b) if a == 0 || a == b => Some((1..b).map(|i| (dx.signum() * i, dy.signum() * i)).collect()),
        _ => None,
    }
}
