//! Attack and check.

use crate::rules::{Side, Square, SquareSet};

use super::super::game::{Crown, Deed, Kind, Line};
use super::super::position::{Cell, Man, Position};
use super::ride::View;
use super::{Oracle, delta};

impl Oracle {
    /// Whether men of a side could capture `victim`, a man of the other, if it
    /// stood on the square.
    pub(super) fn attacked(&self, position: &Position, square: Square, by: Side, victim: Man) -> bool {
        position.men(by).iter().any(|from| self.attacks(position, from, square, victim))
    }

    /// The same of a man that only passes the square: what would turn to stone attacks it too.
    pub(super) fn attacked_in_passing(
        &self,
        position: &Position,
        square: Square,
        by: Side,
        passer: Man,
    ) -> bool {
        let attacks = |from: Square| self.attacks_as(position, from, square, passer, true);
        position.men(by).iter().any(attacks)
    }

    /// Whether the man on `from` could capture `victim`, if it stood on `square`.
    #[inline]
    pub(super) fn attacks(&self, position: &Position, from: Square, square: Square, victim: Man) -> bool {
        self.attacks_as(position, from, square, victim, false)
    }

    #[inline]
    fn attacks_as(
        &self,
        position: &Position,
        from: Square,
        square: Square,
        victim: Man,
        passing: bool,
    ) -> bool {
        let Some(man) = position.man(from) else { return false };
        self.reach.of(man.side)[delta(from, square)] >> man.kind.0 & 1 != 0
            && from != square
            && self.attacks_indeed(position, from, man, square, victim, passing)
    }

    fn attacks_indeed(
        &self,
        position: &Position,
        from: Square,
        man: Man,
        square: Square,
        victim: Man,
        passing: bool,
    ) -> bool {
        let place = delta(from, square);
        let kind = &self.types.of(man.side)[usize::from(man.kind.0)];
        // A capture that would cost its own side a royal man is none to be afraid of.
        let dear = |to: Square| {
            self.captures_may_cost
                && !self.is_lost_freely(victim)
                && self.capture_costs_royal(position, man, to, passing)
        };
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
                lands && !dear(square) && self.all_hold_in_attack(position, man, from, square, &way.when)
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
                            && !dear(to)
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

    /// The royal men that a record means in a position.
    pub(super) fn crowned(&self, position: &Position, side: Side, crown: &Crown) -> SquareSet {
        let men: SquareSet = position.men_of(side, crown.kinds).collect();
        if crown.at_most.is_none() {
            return men;
        }
        if crown.counted_together {
            let few = crown.at_most.is_none_or(|most| men.len() <= usize::from(most));
            return if few { men } else { SquareSet::EMPTY };
        }
        let kind = |square: Square| position.man(square).map(|man| man.kind);
        let count = |of: Kind| men.iter().filter(|s| kind(*s) == Some(of)).count();
        men.iter().filter(|s| kind(*s).is_some_and(|of| crown.includes(of, count(of)))).collect()
    }

    /// Whether a man is royal by a record that lets it be taken off by its own side: nobody then
    /// spares it for the sake of a royal man of his own.
    fn is_lost_freely(&self, man: Man) -> bool {
        self.crowns.of(man.side).iter().any(|crown| crown.may_be_lost && crown.kinds & man.kind.bit() != 0)
    }

    /// All royal men of a side.
    pub(super) fn royal_men(&self, position: &Position, side: Side) -> SquareSet {
        let crowns = self.crowns.of(side).iter();
        crowns.fold(SquareSet::EMPTY, |set, crown| set.or(self.crowned(position, side, crown)))
    }

    /// The royal men of a side to which check is announced.
    pub(super) fn announced_men(&self, position: &Position, side: Side) -> SquareSet {
        let crowns = self.crowns.of(side).iter().filter(|crown| crown.announced);
        crowns.fold(SquareSet::EMPTY, |set, crown| set.or(self.crowned(position, side, crown)))
    }

    /// Whether the man on a square, if there is one, could be captured.
    pub(super) fn is_attacked_man(&self, position: &Position, square: Square) -> bool {
        position.man(square).is_some_and(|man| self.attacked(position, square, man.side.other(), man))
    }

    /// Whether the opponent attacks what the record protects.
    pub(super) fn crown_attacked(&self, position: &Position, side: Side, crown: &Crown) -> bool {
        let attacked = |square: Square| self.is_attacked_man(position, square);
        if crown.all_attacked {
            let mut men = position.men_of(side, crown.kinds).peekable();
            return men.peek().is_some() && men.all(attacked);
        }
        if crown.at_most.is_none() {
            return position.men_of(side, crown.kinds).any(attacked);
        }
        self.crowned(position, side, crown).iter().any(attacked)
    }

    /// Whether a side is in check, announced or not.
    pub fn in_check(&self, position: &Position, side: Side) -> bool {
        self.crowns.of(side).iter().any(|crown| self.crown_attacked(position, side, crown))
    }

    /// Whether a side is in check that is announced.
    pub fn in_announced_check(&self, position: &Position, side: Side) -> bool {
        let mut crowns = self.crowns.of(side).iter().filter(|crown| crown.announced);
        crowns.any(|crown| self.crown_attacked(position, side, crown))
    }

    /// The enemy men that attack one of the side's royal men.
    pub fn checkers(&self, position: &Position, side: Side) -> SquareSet {
        self.attackers(position, self.royal_men(position, side))
    }

    /// The men that attack one of the men on these squares.
    pub(super) fn attackers(&self, position: &Position, squares: SquareSet) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        for square in squares {
            if let Some(victim) = position.man(square) {
                let men = position.men(victim.side.other()).iter();
                men.filter(|from| self.attacks(position, *from, square, victim))
                    .for_each(|s| found.insert(s));
            }
        }
        found
    }

    /// Whether men of both sides face each other on an open line.
    pub(super) fn faces(&self, position: &Position, line: &Line) -> bool {
        let facing = |man: Man, square: Square| {
            line.paces.iter().flat_map(|pace| [(pace.dx, pace.dy), (-pace.dx, -pace.dy)]).any(|(dx, dy)| {
                let on_line = std::iter::successors(square.offset(dx, dy), |s| s.offset(dx, dy));
                let mut men = on_line.take_while(|s| self.squares.contains(*s)).map(|s| position.at(s));
                let first = men.find(|cell| *cell != Cell::Empty).and_then(Cell::man);
                first.is_some_and(|other| other.side != man.side && line.kinds & other.kind.bit() != 0)
            })
        };
        position.men_of(Side::White, line.kinds).any(|s| position.man(s).is_some_and(|man| facing(man, s)))
    }
}
