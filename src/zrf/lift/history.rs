//! What can be said about positions because of how they come about.
//!
//! [`Reach`] is an invariant, found inductively: which states can ever stand on
//! which square, from the setup by any guarded moves. It answers what an attribute
//! can be. [`Aftermath`] answers what a last move from one square to another says
//! about the board: every guarded move that could have been it is looked at.

use std::collections::BTreeMap;

use super::super::program::{PieceId, PlayerId, Square};
use super::cube::{Bits, NOWHERE, Var};
use super::ground::{Ground, Guarded};
use super::paths::Deed;
use super::states::{EMPTY, State};

/// Which states can stand on each square in a game from the setup.
pub(super) struct Reach(Vec<Bits>);

impl Reach {
    pub fn new(ground: &Ground<'_>, moves: &[Guarded]) -> Reach {
        let program = ground.program;
        let mut reach = vec![Bits::one(EMPTY); program.board.squares.len()];
        for man in &program.setup {
            if ground.sides.contains(&man.player) {
                reach[man.square as usize].insert(ground.universe.fresh(program, man.player, man.piece));
            }
        }
        loop {
            let before = reach.clone();
            for guarded in moves.iter().filter(|g| !g.threat) {
                let possible = |(var, set): (&Var, &Bits)| match var {
                    Var::Square(square) => !reach[*square as usize].and(*set).is_empty(),
                    _ => true,
                };
                let start = guarded.start as usize;
                let there = guarded.outcome.drop.is_some()
                    || !reach[start].and(ground.standing(guarded, guarded.start)).is_empty();
                if there && guarded.cube.0.iter().all(possible) {
                    for (square, states) in results(ground, guarded, &reach) {
                        reach[square as usize] = reach[square as usize].or(states).or(Bits::one(EMPTY));
                    }
                    for (from, _) in &guarded.outcome.parts {
                        reach[*from as usize].insert(EMPTY);
                    }
                }
            }
            if reach == before {
                return Reach(reach);
            }
        }
    }

    pub fn at(&self, square: Square) -> Bits {
        self.0[square as usize]
    }

    /// What a guard on a square says of attributes, on squares as they can be.
    /// Types whose men never are there in the state asked for go out, those whose
    /// men always are in it come in whole. `None`: nothing is left.
    pub fn judge(&self, ground: &Ground<'_>, square: Square, set: Bits) -> Option<Bits> {
        let mut out = set;
        for (owner, piece) in ground.universe.split(set) {
            let men = ground.universe.men(owner, piece);
            let met = self.at(square).and(men);
            if met.and(set).is_empty() {
                out = out.without(men);
            } else if met.within(set) {
                out = out.or(men);
            }
        }
        (!out.is_empty()).then_some(out)
    }
}

fn with_attributes(ground: &Ground<'_>, states: Bits, square: Square, guarded: &Guarded) -> Bits {
    states
        .iter()
        .filter(|n| *n != EMPTY)
        .filter_map(|n| {
            let mut state: State = ground.universe.state(n);
            let declared = ground.program.pieces[state.piece as usize].attribute_bits().1;
            for ((_, attribute), value) in
                guarded.outcome.attributes.iter().filter(|((s, _), _)| *s == square)
            {
                if declared >> attribute & 1 == 1 {
                    state.attributes = state.attributes & !(1 << attribute) | u64::from(*value) << attribute;
                }
            }
            ground.universe.number(state)
        })
        .collect()
}

/// What can stand after a move on the squares that it touches.
fn results(ground: &Ground<'_>, guarded: &Guarded, reach: &[Bits]) -> Vec<(Square, Bits)> {
    let universe = &ground.universe;
    let outcome = &guarded.outcome;
    let player = guarded.player;
    let fresh = |owner: PlayerId, piece: PieceId| Bits::one(universe.fresh(ground.program, owner, piece));
    let mut found = Vec::new();
    let last = outcome.parts.len().saturating_sub(1);
    for (i, &(from, to)) in outcome.parts.iter().enumerate() {
        let moved = match outcome.drop {
            Some(piece) if i == 0 => fresh(player, piece),
            _ => ground.standing(guarded, from).and(reach[from as usize]),
        };
        for promotion in &guarded.promotions {
            let men = match promotion {
                Some(piece) if i == last => fresh(player, *piece),
                _ => moved,
            };
            found.push((to, with_attributes(ground, men, to, guarded)));
        }
    }
    for deed in &outcome.deeds {
        found.push(match *deed {
            Deed::Create(square, owner, piece) => {
                (square, with_attributes(ground, fresh(owner, piece), square, guarded))
            }
            Deed::Type(square, piece) => {
                let both = ground.sides.iter().fold(Bits::NONE, |set, p| set.or(fresh(*p, piece)));
                (square, with_attributes(ground, both, square, guarded))
            }
            Deed::Owner(square, _) | Deed::Flip(square) => (square, universe.occupied()),
        });
    }
    // Attributes of men that stay where they are.
    for (square, _) in outcome.attributes.keys() {
        if !outcome.parts.iter().any(|(from, to)| from == square || to == square) {
            let men = ground.standing(guarded, *square).and(reach[*square as usize]);
            found.push((*square, with_attributes(ground, men, *square, guarded)));
        }
    }
    found
}

/// The moves of a game by their first displacement.
pub(super) struct Aftermath<'m> {
    by_first: BTreeMap<(PlayerId, usize, usize), Vec<&'m Guarded>>,
}

impl<'m> Aftermath<'m> {
    pub fn new(moves: &'m [Guarded]) -> Aftermath<'m> {
        let mut by_first: BTreeMap<_, Vec<&Guarded>> = BTreeMap::new();
        for guarded in moves.iter().filter(|g| !g.threat) {
            let (from, to) = guarded.first();
            let from = if guarded.outcome.drop.is_some() { NOWHERE } else { from as usize };
            by_first.entry((guarded.player, from, to as usize)).or_default().push(guarded);
        }
        Aftermath { by_first }
    }

    /// The moves of a player from and to these squares that can leave a board on
    /// which the guard holds, each with what it says of squares.
    pub fn causes(
        &self,
        ground: &Ground<'_>,
        player: PlayerId,
        (from, to): (usize, usize),
        guard: &Guarded,
    ) -> Vec<(&'m Guarded, BTreeMap<Square, Bits>)> {
        let mut found = Vec::new();
        for cause in self.by_first.get(&(player, from, to)).into_iter().flatten() {
            let after = after(ground, cause);
            let fits =
                after.iter().all(|(square, states)| !ground.standing(guard, *square).and(*states).is_empty());
            if fits {
                found.push((*cause, after));
            }
        }
        found
    }
}

/// What is known of squares when a move has been made.
fn after(ground: &Ground<'_>, guarded: &Guarded) -> BTreeMap<Square, Bits> {
    let outcome = &guarded.outcome;
    let universe = &ground.universe;
    let mut known: BTreeMap<Square, Bits> = BTreeMap::new();
    for (var, set) in &guarded.cube.0 {
        if let Var::Square(square) = var {
            known.insert(*square, *set);
        }
    }
    if outcome.drop.is_none() {
        for (from, _) in &outcome.parts {
            known.insert(*from, Bits::one(EMPTY));
        }
    }
    for (square, _) in outcome.attributes.keys() {
        known.remove(square);
    }
    let last = outcome.parts.len().saturating_sub(1);
    for (i, &(from, to)) in outcome.parts.iter().enumerate() {
        let types = |states: Bits| {
            states.iter().filter(|n| *n != EMPTY).fold(Bits::NONE, |set, n| {
                let state = universe.state(n);
                set.or(universe.men(state.owner, state.piece))
            })
        };
        let moved = match outcome.drop {
            Some(piece) if i == 0 => universe.men(guarded.player, piece),
            _ => types(ground.standing(guarded, from)),
        };
        let men = guarded.promotions.iter().fold(Bits::NONE, |set, promotion| match promotion {
            Some(piece) if i == last => set.or(universe.men(guarded.player, *piece)),
            _ => set.or(moved),
        });
        known.insert(to, men);
    }
    for deed in &outcome.deeds {
        let (Deed::Create(square, ..) | Deed::Type(square, _) | Deed::Owner(square, _) | Deed::Flip(square)) =
            deed;
        known.remove(square);
    }
    for square in &outcome.captures {
        known.insert(*square, Bits::one(EMPTY));
    }
    known
}
