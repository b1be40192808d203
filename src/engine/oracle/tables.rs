//! What [`crate::engine::Core`] reads to make its tables.

use crate::rules::{Side, Square, SquareSet};

use super::super::fast::CastlingPath;
use super::super::game::{Entry, Kind, Rise, Spot, Swap, Test, Way, Where};
use super::super::position::Position;
use super::Oracle;
use super::castle::{line, speaks_of};

impl Oracle {
    /// The types that a side may never leave attacked, as long as no record says *at times*.
    pub(in crate::engine) fn always_royal(&self, side: Side) -> u64 {
        self.crowns.of(side).iter().fold(0, |kinds, crown| kinds | crown.kinds)
    }

    pub(in crate::engine) fn ways_of(&self, side: Side, kind: usize) -> &[Way] {
        &self.types.of(side)[kind].ways
    }

    /// The square that a condition speaks of.
    pub(in crate::engine) fn place_of(&self, spot: Spot, from: Square, to: Square) -> Option<Square> {
        self.square_of(spot, from, to)
    }

    pub(in crate::engine) fn rises_of(&self, side: Side) -> &[Rise] {
        self.rises.of(side)
    }

    pub(in crate::engine) fn entries_of(&self, side: Side) -> &[Entry] {
        self.entries.of(side)
    }

    pub(in crate::engine) fn swaps_of(&self, side: Side) -> &[Swap] {
        self.swaps.of(side)
    }

    pub(in crate::engine) fn en_passant_region(&self, side: Side) -> SquareSet {
        *self.ep_region.of(side)
    }

    pub(in crate::engine) fn endless_kinds(&self) -> u64 {
        self.endless
    }

    /// The squares from which a type could ever move quietly.
    pub(in crate::engine) fn mobile_squares(&self, side: Side, kind: usize) -> SquareSet {
        let kind = Kind(kind as u8);
        self.squares.iter().filter(|s| !self.bare_reach(side, kind, *s).is_empty()).collect()
    }

    /// The man that is captured on an en passant square, if there is one.
    pub(in crate::engine) fn victim_of(&self, position: &Position, square: Square) -> Option<Square> {
        self.en_passant_capture(position, position.to_move, square)
    }

    /// The castlings that a right allows.
    pub(in crate::engine) fn castlings_of<'a>(
        &'a self,
        position: &'a Position,
        side: Side,
        king: Square,
        partner: Square,
    ) -> impl Iterator<Item = CastlingPath> + 'a {
        let stands = move |square: Square, kinds: u64| {
            position.man(square).is_some_and(|man| man.side == side && kinds & man.kind.bit() != 0)
        };
        self.swaps
            .of(side)
            .iter()
            .filter(move |swap| {
                speaks_of(swap, king, partner) && stands(king, swap.king) && stands(partner, swap.partner)
            })
            .map(move |swap| {
                let usual = line(king, swap.king_to).or(line(partner, swap.partner_to));
                let mut empty = swap.empty.unwrap_or(usual);
                empty.remove(king);
                empty.remove(partner);
                CastlingPath {
                    king_to: swap.king_to,
                    partner_to: swap.partner_to,
                    empty,
                    safe: swap.safe.unwrap_or_else(|| line(king, swap.king_to)),
                }
            })
    }
}

/// The type, and how many of it may at most stand on the file of a drop, where a condition
/// says just that of the mover's men.
pub(in crate::engine) fn men_on_file(test: &Test) -> Option<(u8, u16)> {
    let Test::Count { men, place: Where::FileOf(Spot::To(0, 0)), at_least: 0, at_most } = test else {
        return None;
    };
    let [men] = men.as_slice() else { return None };
    let single = men.kinds.is_power_of_two() && men.needs == 0 && men.forbids == 0;
    single.then(|| (men.kinds.trailing_zeros() as u8, *at_most))
}
