//! From guarded moves to move rules: which leap, ride, lame leap or hop a guard is.
//!
//! Every guarded move becomes one rule with one step, from one square, in the
//! crudest form that says just what its guard says; the canonical form of
//! [`rules::Rules`] puts equal ones together. What no known shape explains keeps its
//! conditions as [`rules::Guard`]s, so that the only moves left over are those of
//! which rules can't speak at all.

use std::collections::{BTreeMap, BTreeSet};

use super::super::program::{PlayerId, Square};
use super::cube::{Bits, Cube, NO, NOWHERE, Var, YES};
use super::ground::{Ground, Guarded};
use super::paths::Deed;
use super::states::EMPTY;
use crate::rules;
use crate::rules::{
    At, Content, Distances, Effect, Guard, Hurdle, Leg, ManPattern, MoveRule, Side, Step, Trail, Whose,
};

/// A rule from one square to another.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub player: PlayerId,
    pub piece: u16,
    pub from: rules::Square,
    pub to: rules::Square,
    pub rule: MoveRule,
    pub promotions: BTreeSet<Option<u16>>,
    /// Where the hurdle stands and how far behind it the leg lands.
    pub hop: Option<(u8, u8)>,
}

/// Attributes of which the rules must keep a mark, with the mark's name.
pub(super) type Marks = BTreeMap<u8, String>;

type Vector = (i32, i32);

fn short(v: Vector) -> Option<(i8, i8)> {
    Some((i8::try_from(v.0).ok()?, i8::try_from(v.1).ok()?))
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// A vector as whole numbers of an equal step: the steps from the longest ride on.
pub(super) fn rides((dx, dy): Vector) -> impl Iterator<Item = (Vector, i32)> {
    let most = gcd(dx, dy);
    (2..=most).rev().filter(move |d| most % d == 0).map(move |d| ((dx / d, dy / d), d))
}

/// What a move is about, on the board of the rules.
pub(super) struct Shape {
    pub vector: Vector,
    /// What squares other than origin and destination must hold, by their vector from the origin.
    pub others: BTreeMap<Vector, Bits>,
    pub dest: Bits,
}

impl Ground<'_> {
    pub fn at(&self, square: Square) -> Option<rules::Square> {
        self.place[square as usize]
    }

    pub fn vector(&self, from: Square, to: Square) -> Option<Vector> {
        let (a, b) = (self.at(from)?, self.at(to)?);
        Some((i32::from(b.file()) - i32::from(a.file()), i32::from(b.rank()) - i32::from(a.rank())))
    }

    fn spot(&self, from: Square, square: Square) -> Option<At> {
        let (dx, dy) = short(self.vector(from, square)?)?;
        Some(At::From(dx, dy))
    }

    pub fn shape(&self, from: Square, to: Square, start: Bits, cube: &Cube) -> Option<Shape> {
        let mut others = BTreeMap::new();
        let mut dest = if from == to { start } else { self.universe.all };
        for (var, set) in &cube.0 {
            match var {
                Var::Square(square) if *square == to => dest = *set,
                Var::Square(square) if *square == from => {}
                Var::Square(square) => {
                    others.insert(self.vector(from, *square)?, *set);
                }
                _ => {}
            }
        }
        Some(Shape { vector: self.vector(from, to)?, others, dest })
    }

    /// A set of states as what a square may hold.
    pub fn content(&self, player: PlayerId, set: Bits, marks: &Marks) -> Option<Content> {
        let mut content = Content { empty: set.contains(EMPTY), ..Content::default() };
        for owner in self.sides {
            let whose = if owner == player { Whose::Own } else { Whose::Enemy };
            if self.universe.owned(owner).within(set) {
                content = content.or_men(ManPattern::any(whose));
                continue;
            }
            for piece in 0..self.program.pieces.len() as u16 {
                let men = self.universe.men(owner, piece);
                let some = men.and(set);
                let pattern = ManPattern::of(whose, &self.name(piece));
                if some.is_empty() {
                    continue;
                }
                if some == men {
                    content = content.or_men(pattern);
                    continue;
                }
                for number in some.iter() {
                    let state = self.universe.state(number);
                    let mut pattern = pattern.clone();
                    for (attribute, default) in &self.program.pieces[piece as usize].attributes {
                        let value = state.attributes >> attribute & 1 == 1;
                        pattern = pattern.mark(marks.get(attribute)?, value != *default);
                    }
                    content = content.or_men(pattern);
                }
            }
        }
        Some(content)
    }

    /// The questions of a guard that are about no square's content.
    fn questions(&self, from: Square, cube: &Cube, captures: bool) -> Result<Vec<Guard>, String> {
        let off = || "it asks for a square beside the board".to_owned();
        let mut guards = Vec::new();
        let mut last: [Option<At>; 2] = [None; 2];
        for (var, set) in &cube.0 {
            match var {
                Var::Square(_) => {}
                Var::Attacked(square, None) => {
                    let at = self.spot(from, *square).ok_or_else(off)?;
                    let attacked = Guard::Attacked { at, by: Whose::Enemy };
                    match set.single() {
                        // The machine takes such a test to fail within the question of attack.
                        Some(YES) if captures => {
                            return Err("it captures only where a square is attacked".to_owned());
                        }
                        Some(YES) => guards.push(attacked),
                        Some(NO) => guards.push(Guard::Not(Box::new(attacked))),
                        _ => {}
                    }
                }
                Var::Attacked(_, Some(_)) => {
                    return Err("it asks for attacks by moves of one type only".to_owned());
                }
                Var::Defended(..) => return Err("it asks whether a square is defended".to_owned()),
                Var::LastFrom | Var::LastTo => {
                    let place = usize::from(*var == Var::LastTo);
                    let full = self.full(*var);
                    match (set.single(), full.without(*set).single()) {
                        (Some(square), _) if square != NOWHERE => {
                            last[place] = Some(self.spot(from, square as Square).ok_or_else(off)?);
                        }
                        (_, Some(square)) if square != NOWHERE => {
                            let at = Some(self.spot(from, square as Square).ok_or_else(off)?);
                            let moved = if place == 0 {
                                Guard::LastMove { from: at, to: None }
                            } else {
                                Guard::LastMove { from: None, to: at }
                            };
                            guards.push(Guard::Not(Box::new(moved)));
                        }
                        _ => return Err("it asks for the last move in a way of its own".to_owned()),
                    }
                }
            }
        }
        if last != [None; 2] {
            guards.push(Guard::LastMove { from: last[0], to: last[1] });
        }
        Ok(guards)
    }

    /// The rule that says what a guarded move does. `cube` is its guard, as history leaves it.
    pub fn atom(&self, guarded: &Guarded, cube: &Cube, marks: &Marks) -> Result<Atom, String> {
        let off = || "it leads off the main board".to_owned();
        let outcome = &guarded.outcome;
        if outcome.partial.is_some() {
            return Err("it is a partial move: the same piece goes on in the same turn".to_owned());
        }
        let (from, to) = guarded.first();
        if from != guarded.start {
            return Err("the piece that it moves first is another one".to_owned());
        }
        if from == to {
            return Err("the piece does not leave its square".to_owned());
        }
        let whole = self.universe.men(guarded.player, guarded.piece);
        let start = cube.get(Var::Square(from)).unwrap_or(whole);
        let shape = self.shape(from, to, start, cube).ok_or_else(off)?;
        let enemies = self.universe.owned(self.other(guarded.player));
        let captures = !shape.dest.and(enemies).is_empty() || !outcome.captures.is_empty();
        let mut when = self.questions(from, cube, captures)?;
        let needs_mark = || "it asks for an attribute that can't be kept as a mark".to_owned();
        if start != whole {
            let is = self.content(guarded.player, start, marks).ok_or_else(needs_mark)?;
            when.push(Guard::Square { at: At::From(0, 0), is });
        }
        let onto = self.content(guarded.player, shape.dest, marks).ok_or_else(needs_mark)?;
        let (mut leg, left, hop) = self.leg(guarded.player, &shape, marks).ok_or_else(off)?;
        leg.onto = onto;
        for (vector, set) in left {
            let (dx, dy) = short(vector).ok_or_else(off)?;
            let is = self.content(guarded.player, set, marks).ok_or_else(needs_mark)?;
            when.push(Guard::Square { at: At::From(dx, dy), is });
        }
        let then = self.effects(guarded, cube, marks)?;
        let mut rule = MoveRule::new([leg]);
        rule.sides = self.side(guarded.player).into();
        rule.when = when;
        rule.then = then;
        rule.class.clone_from(&guarded.class);
        rule.threat_only = guarded.threat;
        Ok(Atom {
            player: guarded.player,
            piece: guarded.piece,
            from: self.at(from).ok_or_else(off)?,
            to: self.at(to).ok_or_else(off)?,
            rule,
            promotions: guarded.promotions.clone(),
            hop,
        })
    }

    /// The leg that explains most of what other squares must hold, and what is left.
    #[expect(clippy::type_complexity, reason = "a leg, what it does not explain, and its hurdle's place")]
    pub fn leg(
        &self,
        player: PlayerId,
        shape: &Shape,
        marks: &Marks,
    ) -> Option<(Leg, BTreeMap<Vector, Bits>, Option<(u8, u8)>)> {
        let empty = Bits::one(EMPTY);
        let between = |step: Vector, d: i32| (1..d).map(move |n| (step.0 * n, step.1 * n));
        let ride = |step: Vector, d: i32| {
            let mut left = shape.others.clone();
            let clear = between(step, d).all(|v| left.remove(&v) == Some(empty));
            clear.then_some(left)
        };
        let ride_leg =
            |step: Vector, d: i32| Some(Leg::new([short(step)?]).distance(Distances::of([d as u8])));
        // A ride that explains everything, else a hop, else a ride with conditions: a hop of four
        // squares is no ride of two double steps under conditions.
        for (step, d) in rides(shape.vector) {
            if ride(step, d).is_some_and(|left| left.is_empty()) {
                return Some((ride_leg(step, d)?, BTreeMap::new(), None));
            }
        }
        for (step, d) in rides(shape.vector) {
            let way: Vec<Option<Bits>> = between(step, d).map(|v| shape.others.get(&v).copied()).collect();
            let hurdles: Vec<usize> = (0..way.len()).filter(|i| way[*i] != Some(empty)).collect();
            let [hurdle] = hurdles[..] else { continue };
            let Some(is) = way[hurdle].filter(|set| !set.contains(EMPTY)) else { continue };
            if shape.others.len() != way.len() {
                continue;
            }
            let is = if is == self.universe.occupied() {
                Content::occupied()
            } else {
                self.content(player, is, marks)?
            };
            let at = hurdle as u8 + 1;
            let behind = d as u8 - at;
            let hurdle =
                Hurdle { is, at: Distances::of([at]), behind: Distances::of([behind]), ..Hurdle::default() };
            let leg = Leg::new([short(step)?]).distance(Distances::of([d as u8])).over(hurdle);
            return Some((leg, BTreeMap::new(), Some((at, behind))));
        }
        for (step, d) in rides(shape.vector) {
            if let Some(left) = ride(step, d) {
                return Some((ride_leg(step, d)?, left, None));
            }
        }
        let (dx, dy) = short(shape.vector)?;
        if !shape.others.is_empty() && shape.others.values().all(|set| *set == empty) {
            let via: Option<Vec<(i8, i8)>> = shape.others.keys().map(|v| short(*v)).collect();
            let mut leg = Leg::new([]);
            leg.steps.insert(Step::via(dx, dy, via?));
            return Some((leg, BTreeMap::new(), None));
        }
        Some((Leg::new([(dx, dy)]), shape.others.clone(), None))
    }

    /// What a move does besides moving the man and capturing where it lands.
    fn effects(&self, guarded: &Guarded, cube: &Cube, marks: &Marks) -> Result<Vec<Effect>, String> {
        let off = || "it has an effect beside the main board".to_owned();
        let outcome = &guarded.outcome;
        let (from, to) = guarded.first();
        let spot = |square: Square| {
            if square == to { Some(At::To(0, 0)) } else { self.spot(from, square) }.ok_or_else(off)
        };
        let mut then = Vec::new();
        if outcome.copy {
            let kind = self.name(guarded.piece);
            then.push(Effect::Put { at: At::From(0, 0), kind, whose: Whose::Own });
        }
        for (i, (origin, target)) in outcome.parts.iter().enumerate().skip(1) {
            let swaps = outcome.parts[..i].iter().any(|(_, earlier)| earlier == origin);
            if swaps || outcome.copy {
                return Err("its parts move pieces through each other's squares".to_owned());
            }
            if !guarded.promotions.iter().all(Option::is_none) {
                return Err("it promotes another piece than the mover".to_owned());
            }
            if origin != target {
                then.push(Effect::Shift { from: spot(*origin)?, to: spot(*target)? });
            }
        }
        let promotes = !guarded.promotions.iter().all(Option::is_none);
        for deed in &outcome.deeds {
            then.push(match *deed {
                Deed::Create(square, owner, piece) => {
                    let whose = if owner == guarded.player { Whose::Own } else { Whose::Enemy };
                    Effect::Put { at: spot(square)?, kind: self.name(piece), whose }
                }
                Deed::Type(square, piece) if !(promotes && square == to) => {
                    Effect::Become { at: spot(square)?, kind: self.name(piece) }
                }
                Deed::Type(..) => return Err("it changes the type of a piece twice".to_owned()),
                Deed::Owner(square, _) => Effect::Give { at: spot(square)?, whose: Whose::Own },
                Deed::Flip(square) => {
                    let before = cube.get(Var::Square(square)).unwrap_or(self.universe.all);
                    let men =
                        if square == to { self.universe.men(guarded.player, guarded.piece) } else { before };
                    let men = men.without(Bits::one(EMPTY));
                    let whose = if men.within(self.universe.owned(guarded.player)) {
                        Whose::Enemy
                    } else if men.within(self.universe.owned(self.other(guarded.player))) {
                        Whose::Own
                    } else {
                        return Err("it turns over a piece of either side".to_owned());
                    };
                    Effect::Give { at: spot(square)?, whose }
                }
            });
        }
        for ((square, attribute), value) in &outcome.attributes {
            let Some(mark) = marks.get(attribute) else { continue };
            let default = self.program.pieces.iter().find_map(|p| {
                p.attributes.iter().find(|(id, _)| id == attribute).map(|(_, default)| *default)
            });
            let held = *value != default.unwrap_or(false);
            then.push(Effect::Mark { at: spot(*square)?, mark: mark.clone(), held });
        }
        for square in &outcome.captures {
            then.push(Effect::Remove { at: spot(*square)? });
        }
        Ok(then)
    }
}

/// A ride that leaves the squares that it passes to be captured on.
pub(super) fn leaves_trail(atom: &mut Atom) {
    atom.rule.leaves = Trail::Passed;
}

/// Rules that hop state each place of the hurdle apart: says "anywhere" where that is so.
pub(super) fn join_hops(atoms: &mut [Atom], board: &rules::Board) {
    type Key = (Side, u16, MoveRule, BTreeSet<Option<u16>>);
    let mut groups: BTreeMap<Key, BTreeSet<(rules::Square, u8, u8)>> = BTreeMap::new();
    let bare = |atom: &Atom, side: Side| {
        let mut rule = atom.rule.clone();
        rule.legs[0].distance = Distances::ANY;
        if let Some(hurdle) = &mut rule.legs[0].hurdle {
            hurdle.at = Distances::ANY;
            hurdle.behind = Distances::ANY;
        }
        (side, atom.piece, rule, atom.promotions.clone())
    };
    let side_of = |atom: &Atom| if atom.rule.sides.includes(Side::White) { Side::White } else { Side::Black };
    for atom in atoms.iter() {
        if let Some((at, behind)) = atom.hop {
            groups.entry(bare(atom, side_of(atom))).or_default().insert((atom.from, at, behind));
        }
    }
    // A group whose places are all those that fit is stated with its sets of places.
    let mut joined: BTreeMap<Key, (Distances, Distances)> = BTreeMap::new();
    for (key, places) in groups {
        let Some(step) = key.2.legs[0].steps.first() else { continue };
        let at: BTreeSet<u8> = places.iter().map(|(_, at, _)| *at).collect();
        let behind: BTreeSet<u8> = places.iter().map(|(_, _, behind)| *behind).collect();
        let (dx, dy) = step.vector();
        let on_board = |from: rules::Square, n: u8| {
            (1..=i32::from(n)).all(|k| from.offset(dx * k, dy * k).is_some_and(|s| board.has(s)))
        };
        let mut whole = true;
        let mut longest = (0, 0);
        for from in board.squares() {
            for a in 1..15u8 {
                for b in (1..15u8).filter(|b| a + b < 16 && on_board(from, a + b)) {
                    longest = (longest.0.max(a), longest.1.max(b));
                    if at.contains(&a) && behind.contains(&b) {
                        whole &= places.contains(&(from, a, b));
                    }
                }
            }
        }
        if whole {
            let all = |set: &BTreeSet<u8>, most: u8| {
                if set.len() == usize::from(most) {
                    Distances::ANY
                } else {
                    Distances::of(set.iter().copied())
                }
            };
            joined.insert(key, (all(&at, longest.0), all(&behind, longest.1)));
        }
    }
    for atom in atoms.iter_mut().filter(|atom| atom.hop.is_some()) {
        if let Some((at, behind)) = joined.get(&bare(atom, side_of(atom)))
            && let Some(hurdle) = &mut atom.rule.legs[0].hurdle
        {
            hurdle.at = *at;
            hurdle.behind = *behind;
        }
    }
}
