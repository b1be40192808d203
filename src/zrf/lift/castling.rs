//! Castling: two own men that move at once, by attributes and attack tests.
//!
//! Only a castling that goes by right becomes a [`Castling`]: there the attributes
//! say that neither man has moved. Two men that move at once without that are a move
//! rule with a shift.

use std::collections::BTreeSet;

use super::super::program::{PieceId, PlayerId, Square};
use super::cube::{Bits, Cube, NO, Var};
use super::explain::Marks;
use super::ground::{Ground, Guarded};
use super::passing::Passing;
use super::paths::Deed;
use super::states::EMPTY;
use crate::rules::{At, Castling, Guard, Origin, Path, SquareSet, Types};

/// A right that the rules keep for two men of a player, by what their attributes say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Right {
    pub player: PlayerId,
    pub king: (Square, PieceId, u8, bool),
    pub partner: (Square, PieceId, u8, bool),
}

/// The castlings of a game.
#[derive(Default)]
pub(super) struct Castlings {
    pub records: Vec<Castling>,
    pub rights: BTreeSet<Right>,
    pub explained: BTreeSet<usize>,
}

/// What both men must be, where one attribute decides.
struct Unmoved {
    attribute: u8,
    value: bool,
}

impl Ground<'_> {
    pub fn castlings(
        &self,
        moves: &[Guarded],
        cubes: &[Option<Cube>],
        passing: &Passing,
        marks: &Marks,
    ) -> Castlings {
        // Captures in passing land on empty squares, and take no king.
        let plain: Vec<bool> =
            self.sides.iter().map(|player| self.attacks_are_plain(*player, moves, passing)).collect();
        let mut found = Castlings::default();
        for (index, guarded) in moves.iter().enumerate() {
            let Some(cube) = &cubes[index] else { continue };
            if let Some((record, rights)) =
                self.castling(guarded, cube, moves, cubes, plain[self.side(guarded.player).index()], marks)
            {
                found.records.push(record);
                found.rights.extend(rights);
                found.explained.insert(index);
            }
        }
        found
    }

    fn castling(
        &self,
        guarded: &Guarded,
        cube: &Cube,
        moves: &[Guarded],
        cubes: &[Option<Cube>],
        plain: bool,
        marks: &Marks,
    ) -> Option<(Castling, Vec<Right>)> {
        let outcome = &guarded.outcome;
        let [(k0, k1), (r0, r1)] = outcome.parts[..] else { return None };
        let simple = outcome.deeds.is_empty()
            && outcome.captures.is_empty()
            && outcome.drop.is_none()
            && outcome.partial.is_none()
            && !outcome.copy
            && guarded.promotions.iter().all(Option::is_none)
            && !guarded.threat
            && guarded.class.is_empty()
            && k0 == guarded.start;
        if !simple || k0 == r0 || k1 == r1 {
            return None;
        }
        let player = guarded.player;
        let partners = cube.get(Var::Square(r0)).filter(|s| s.within(self.universe.owned(player)))?;
        let king_states = cube.get(Var::Square(k0)).unwrap_or(self.universe.men(player, guarded.piece));
        let mut empty = SquareSet::EMPTY;
        let mut safe = SquareSet::EMPTY;
        let mut when = Vec::new();
        for (var, set) in &cube.0 {
            match var {
                Var::Square(square) if *square == k0 || *square == r0 => {}
                Var::Square(square) if *set == Bits::one(EMPTY) => empty.insert(self.at(*square)?),
                Var::Square(square) => {
                    let (dx, dy) = self.vector(k0, *square)?;
                    let is = self.content(player, *set, marks)?;
                    when.push(Guard::Square {
                        at: At::From(i8::try_from(dx).ok()?, i8::try_from(dy).ok()?),
                        is,
                    });
                }
                Var::Attacked(square, None) if set.single() == Some(NO) => safe.insert(self.at(*square)?),
                _ => return None,
            }
        }
        // Where the two men land nothing may be captured.
        let free = |square: Square| {
            square == k0 || square == r0 || self.at(square).is_some_and(|s| empty.contains(s))
        };
        if !free(k1) || !free(r1) {
            return None;
        }
        if self.royals[player as usize].contains(&guarded.piece) && plain {
            safe.insert(self.at(k1)?);
        }
        let pieces = self.types_of(partners);
        let king_unmoved = self.unmoved(player, guarded.piece, king_states);
        let mut rights = Vec::new();
        let mut by_right = !pieces.is_empty();
        for piece in &pieces {
            let states = partners.and(self.universe.men(player, *piece));
            match (&king_unmoved, self.unmoved(player, *piece, states)) {
                (Some(king), Some(partner))
                    if self.is_innocence(player, guarded.piece, king, k0, moves, cubes)
                        && self.is_innocence(player, *piece, &partner, r0, moves, cubes) =>
                {
                    rights.push(Right {
                        player,
                        king: (k0, guarded.piece, king.attribute, king.value),
                        partner: (r0, *piece, partner.attribute, partner.value),
                    });
                }
                _ => by_right = false,
            }
        }
        // What goes by no right is a move of two men like any other.
        if !by_right {
            return None;
        }
        let (from, to) = (self.at(k0)?, self.at(r0)?);
        let letter = if to.file() > from.file() { 'K' } else { 'Q' };
        let (king, partner) = (self.name(guarded.piece), String::new());
        let mut record = Castling::new(letter, (&king, from, self.at(k1)?), (&partner, to, self.at(r1)?));
        record.partner = Types::only(pieces.iter().map(|p| self.name(*p)));
        record.sides = self.side(player).into();
        record.origin = Origin(Some(u32::from(guarded.piece)));
        record.empty = Path::Squares(empty);
        record.safe = Path::Squares(safe);
        record.when = when;
        Some((record, rights))
    }

    fn types_of(&self, states: Bits) -> BTreeSet<PieceId> {
        states.iter().filter(|n| *n != EMPTY).map(|n| self.universe.state(n).piece).collect()
    }

    /// Whether states are those of a type with one attribute at its default.
    fn unmoved(&self, player: PlayerId, piece: PieceId, states: Bits) -> Option<Unmoved> {
        let men = self.universe.men(player, piece);
        let attributes = &self.program.pieces[piece as usize].attributes;
        attributes.iter().find_map(|&(attribute, value)| {
            let having = self.universe.having(attribute);
            let wanted = if value { men.and(having) } else { men.without(having) };
            (states == wanted).then_some(Unmoved { attribute, value })
        })
    }

    /// Whether an attribute of a type says just that the man on the square has stood
    /// there since the game began: every move of such a man takes it away, nothing gives
    /// it back, and no new man of the type appears there.
    fn is_innocence(
        &self,
        player: PlayerId,
        piece: PieceId,
        unmoved: &Unmoved,
        square: Square,
        moves: &[Guarded],
        cubes: &[Option<Cube>],
    ) -> bool {
        let men = self.universe.men(player, piece);
        moves.iter().zip(cubes).filter(|(g, cube)| !g.threat && cube.is_some()).all(|(guarded, _)| {
            let outcome = &guarded.outcome;
            let last = outcome.parts.len().saturating_sub(1);
            let given_back =
                outcome.attributes.iter().any(|((_, a), v)| *a == unmoved.attribute && *v == unmoved.value);
            let changes_hands = outcome.deeds.iter().any(|d| !matches!(d, Deed::Create(..)))
                || outcome.deeds.iter().any(
                    |d| matches!(d, Deed::Create(s, owner, p) if *s == square && *owner == player && *p == piece),
                );
            if guarded.player != player {
                return !changes_hands && !given_back;
            }
            let parts_lose_it = outcome.parts.iter().enumerate().all(|(i, (from, to))| {
                let dropped = i == 0 && outcome.drop.is_some();
                let may_be = !dropped && !self.standing(guarded, *from).and(men).is_empty();
                !may_be
                    || outcome.attributes.get(&(*to, unmoved.attribute)) == Some(&!unmoved.value)
                    || i == last && !guarded.promotions.contains(&None)
            });
            let appears = outcome.parts.last().is_some_and(|(_, to)| *to == square)
                && (guarded.promotions.contains(&Some(piece)) || outcome.drop == Some(piece));
            parts_lose_it && !given_back && !changes_hands && !appears
        })
    }

    /// Whether every capture of the opponent is a leap, or a ride over empty squares:
    /// then a king that is attacked where it lands before castling still is afterwards,
    /// since the squares that castling fills are none of those.
    fn attacks_are_plain(&self, player: PlayerId, moves: &[Guarded], passing: &Passing) -> bool {
        let owned = self.universe.owned(player);
        let all = moves.iter().enumerate();
        all.filter(|(_, g)| g.player != player && g.outcome.drop.is_none()).all(|(index, guarded)| {
            if passing.explained.contains(&index) || passing.dead.contains(&index) {
                return true;
            }
            let (_, to) = guarded.first();
            let takes = !self.standing(guarded, to).and(owned).is_empty();
            !takes
                || guarded.outcome.parts.len() == 1
                    && guarded.cube.0.iter().all(|(var, set)| match var {
                        Var::Square(s) if *s == to || *s == guarded.start => true,
                        Var::Square(_) => *set == Bits::one(EMPTY),
                        _ => false,
                    })
        })
    }
}
