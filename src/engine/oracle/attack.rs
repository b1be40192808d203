//! Attack and check.

use crate::rules::{Side, Square, SquareSet};

use super::super::game::{Crown, Deed};
use super::super::position::{Cell, Man, Position};
use super::ride::View;
use super::{Oracle, delta};

impl Oracle {
    /// Whether men of a side could capture `victim`, a man of the other, if it
    /// stood on the square.
    pub(super) fn attacked(&self, position: &Position, square: Square, by: Side, victim: Man) -> bool {
        position.men(by).iter().any(|from| self.attacks(position, from, square, victim))
    }

    /// Whether the man on `from` could capture `victim`, if it stood on `square`.
    #[inline]
    pub(super) fn attacks(&self, position: &Position, from: Square, square: Square, victim: Man) -> bool {
        let Some(man) = position.man(from) else { return false };
        let place = delta(from, square);
        self.reach.of(man.side)[place] >> man.kind.0 & 1 != 0
            && from != square
            && self.attacks_indeed(position, from, man, square, victim, place)
    }

    fn attacks_indeed(
        &self,
        position: &Position,
        from: Square,
        man: Man,
        square: Square,
        victim: Man,
        place: usize,
    ) -> bool {
        let kind = &self.types.of(man.side)[usize::from(man.kind.0)];
        let by_ride = || {
            let view = View { instead: Some((square, Cell::Man(victim))), ..View::of(position, from) };
            kind.hits[place].iter().any(|hit| {
                let way = &kind.ways[usize::from(hit.way)];
                let stretch = &way.stretches[0];
                if !stretch.onto.man(victim) || !way.from.contains(from) || !way.to.contains(square) {
                    return false;
                }
                let mut lands = false;
                self.ride(&view, from, &stretch.paces[usize::from(hit.pace)], stretch, |landing| {
                    lands |= landing.distance == hit.distance;
                });
                lands && self.all_hold_in_attack(position, man, from, square, &way.when)
            })
        };
        let by_winding = || {
            kind.winding.iter().any(|index| {
                let way = &kind.ways[usize::from(*index)];
                let view = View { instead: Some((square, Cell::Man(victim))), ..View::of(position, from) };
                let mut hit = false;
                if way.from.contains(from) {
                    // A captured man is gone: it is seen no longer in its place.
                    self.wind(view, from, way, man.side, &mut |to, taken, _| {
                        hit |= way.to.contains(to)
                            && (taken.contains(square)
                                || self.removes(man.side, &way.then, from, to, square))
                            && self.all_hold_in_attack(position, man, from, to, &way.when);
                    });
                }
                hit
            })
        };
        by_ride() || by_winding()
    }

    fn removes(&self, _side: Side, deeds: &[Deed], from: Square, to: Square, square: Square) -> bool {
        deeds.iter().any(|deed| match deed {
            Deed::Remove(spot) | Deed::Put(spot, ..) | Deed::Shift(_, spot) => {
                self.square_of(*spot, from, to) == Some(square)
            }
            _ => false,
        })
    }

    /// Whether a man of the side could capture en passant on the square.
    pub(super) fn could_capture_en_passant(&self, position: &Position, square: Square, by: Side) -> bool {
        position.men(by).iter().any(|from| {
            let Some(man) = position.man(from) else { return false };
            let kind = &self.types.of(by)[usize::from(man.kind.0)];
            kind.hits[delta(from, square)].iter().any(|hit| {
                let way = &kind.ways[usize::from(hit.way)];
                let stretch = &way.stretches[0];
                let mut lands = false;
                if stretch.onto.en_passant && way.from.contains(from) && way.to.contains(square) {
                    let view = View::of(position, from);
                    self.ride(&view, from, &stretch.paces[usize::from(hit.pace)], stretch, |landing| {
                        lands |= landing.distance == hit.distance && landing.cell == Cell::Empty;
                    });
                }
                lands && self.all_hold_in_attack(position, man, from, square, &way.when)
            })
        })
    }

    /// The royal men that a record means in a position.
    pub(super) fn crowned(&self, position: &Position, side: Side, crown: &Crown) -> SquareSet {
        let men: SquareSet = position.men_of(side, crown.kinds).collect();
        let Some(most) = crown.at_most else { return men };
        let of_kind = |square: Square| {
            let kind = position.man(square).map(|man| man.kind);
            men.iter().filter(|s| position.man(*s).map(|man| man.kind) == kind).count()
        };
        men.iter().filter(|s| of_kind(*s) <= usize::from(most)).collect()
    }

    /// All royal men of a side.
    pub(super) fn royal_men(&self, position: &Position, side: Side) -> SquareSet {
        let crowns = self.crowns.of(side).iter();
        crowns.fold(SquareSet::EMPTY, |set, crown| set.or(self.crowned(position, side, crown)))
    }

    /// Whether the opponent attacks what the record protects.
    pub(super) fn crown_attacked(&self, position: &Position, side: Side, crown: &Crown) -> bool {
        let attacked = |square: Square| {
            position.man(square).is_some_and(|man| self.attacked(position, square, side.other(), man))
        };
        if crown.all_attacked {
            let mut men = position.men_of(side, crown.kinds).peekable();
            return men.peek().is_some() && men.all(attacked);
        }
        if crown.at_most.is_none() {
            return position.men_of(side, crown.kinds).any(attacked);
        }
        self.crowned(position, side, crown).iter().any(attacked)
    }

    /// Whether a side is in check.
    pub fn in_check(&self, position: &Position, side: Side) -> bool {
        self.crowns.of(side).iter().any(|crown| self.crown_attacked(position, side, crown))
    }

    /// The enemy men that attack one of the side's royal men.
    pub fn checkers(&self, position: &Position, side: Side) -> SquareSet {
        let royal = self.royal_men(position, side);
        let attacks_one = |from: &Square| {
            royal.iter().any(|s| position.man(s).is_some_and(|man| self.attacks(position, *from, s, man)))
        };
        position.men(side.other()).iter().filter(attacks_one).collect()
    }
}
