//! The moves that a side has, the safety of its royal men aside.

use crate::rules::{Duty, Occasion, Side, Square, SquareSet, Trail, Trigger};

use super::super::game::{Kind, Rise, Swap, Way};
use super::super::position::{Cell, Man, Position};
use super::guards::Asked;
use super::ride::View;
use super::{Move, MoveKind, Oracle};

impl Oracle {
    /// All turns of the side to move but passes, before legality.
    pub(super) fn generate(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.to_move;
        for from in position.men(us) {
            if let Some(man) = position.man(from) {
                self.generate_man(position, from, man, moves);
            }
        }
        for (record, swap) in self.swaps.of(us).iter().enumerate() {
            self.generate_castling(position, record as u8, swap, moves);
        }
        for record in 0..self.entries.of(us).len() {
            self.generate_drops(position, record as u8, moves);
        }
    }

    fn generate_man(&self, position: &Position, from: Square, man: Man, moves: &mut Vec<Move>) {
        let kind = &self.types.of(man.side)[usize::from(man.kind.0)];
        let first = moves.len();
        for (index, way) in kind.ways.iter().enumerate() {
            if way.threat_only || !way.from.contains(from) {
                continue;
            }
            self.generate_way(position, from, man, index as u16, way, moves);
        }
        if kind.may_repeat {
            let mut end = first;
            for next in first..moves.len() {
                let known = moves[first..end].iter().any(|m| m.does_the_same(&moves[next], &kind.ways));
                if !known {
                    moves.swap(end, next);
                    end += 1;
                }
            }
            moves.truncate(end);
        }
    }

    fn generate_way(
        &self,
        position: &Position,
        from: Square,
        man: Man,
        index: u16,
        way: &Way,
        moves: &mut Vec<Move>,
    ) {
        let us = man.side;
        let mut found = |to: Square, taken: SquareSet, passed: SquareSet| {
            if !way.to.contains(to) {
                return;
            }
            if !way.when.is_empty() {
                let asked = Asked { position, side: us, kind: man.kind, from, to, attack: false };
                if !self.all_hold(&asked, &way.when) {
                    return;
                }
            }
            let trail = match way.leaves {
                Trail::None => SquareSet::EMPTY,
                Trail::Passed => passed,
                Trail::PassedAndLanding => passed.or(SquareSet::of(to)),
            };
            let plain = Move { from, to, kind: MoveKind::Ride(index), taken, trail, promotion: None };
            self.promote(position, man, &way.class, plain, moves);
        };
        let view = View::of(position, from);
        if way.stretches.len() == 1 {
            let stretch = &way.stretches[0];
            for pace in &stretch.paces {
                self.ride(&view, from, pace, stretch, |landing| {
                    let to = landing.square;
                    let passed = match way.leaves {
                        Trail::None => SquareSet::EMPTY,
                        _ => (1..i32::from(landing.distance))
                            .filter_map(|step| from.offset(pace.dx * step, pace.dy * step))
                            .collect(),
                    };
                    let mut taken = landing.hurdles;
                    match landing.cell {
                        Cell::Empty => {
                            if stretch.onto.empty {
                                found(to, taken, passed);
                            }
                            if stretch.onto.en_passant
                                && let Some(victim) = self.en_passant_capture(position, us, to)
                                && !(self.rules.en_passant.yields_to_quiet
                                    && self.goes_quietly(position, from, man, to))
                            {
                                taken.insert(victim);
                                found(to, taken, passed);
                            }
                        }
                        Cell::Wall => {}
                        Cell::Man(other) => {
                            if stretch.onto.man(other) {
                                taken.insert(to);
                                found(to, taken, passed);
                            }
                        }
                    }
                });
            }
        } else {
            self.wind(view, from, way, us, &mut found);
        }
    }

    /// Whether the man could go to the empty square without capturing.
    fn goes_quietly(&self, position: &Position, from: Square, man: Man, to: Square) -> bool {
        let view = View::of(position, from);
        let kind = &self.types.of(man.side)[usize::from(man.kind.0)];
        kind.ways.iter().filter(|way| !way.threat_only && way.from.contains(from) && way.to.contains(to)).any(
            |way| {
                let mut goes = false;
                self.wind(view, from, way, man.side, &mut |end, taken, _| {
                    goes |= end == to && taken.is_empty()
                });
                goes
            },
        )
    }

    /// A move of a man, with every promotion that fits it.
    fn promote(&self, position: &Position, man: Man, class: &str, plain: Move, moves: &mut Vec<Move>) {
        let mut may_stay = true;
        for (record, rise) in self.rises.of(man.side).iter().enumerate() {
            if rise.kinds & man.kind.bit() == 0 || !self.rise_fits(position, man, class, rise, &plain) {
                continue;
            }
            let mut any = false;
            let free = |kind: &&Kind| self.may_become(position, man.side, rise, **kind);
            for kind in rise.into.iter().filter(free) {
                moves.push(Move { promotion: Some((*kind, record as u8)), ..plain });
                any = true;
            }
            if !any {
                for kind in rise.otherwise.iter().filter(free) {
                    moves.push(Move { promotion: Some((*kind, record as u8)), ..plain });
                    any = true;
                }
            }
            if rise.rule.or_demote
                && let Some(before) = man.reverts
            {
                moves.push(Move { promotion: Some((before, record as u8)), ..plain });
                any = true;
            }
            may_stay &= match rise.rule.duty {
                Duty::Always => false,
                Duty::IfPossible => !any,
                Duty::Never => true,
            };
        }
        if may_stay {
            moves.push(plain);
        }
    }

    fn rise_fits(&self, position: &Position, man: Man, class: &str, rise: &Rise, plain: &Move) -> bool {
        let arrives = || rise.zone.contains(plain.to);
        let leaves = || rise.zone.contains(plain.from);
        let in_zone = match rise.rule.trigger {
            Trigger::Arrive => arrives(),
            Trigger::Leave => leaves(),
            Trigger::Touch => arrives() || leaves(),
            Trigger::InPlace | Trigger::AsNewType => false,
        };
        let occasion = match rise.rule.occasion {
            Occasion::Any => true,
            Occasion::Capture => plain.is_capture(),
            Occasion::Quiet => !plain.is_capture(),
        };
        let asked = || Asked {
            position,
            side: man.side,
            kind: man.kind,
            from: plain.from,
            to: plain.to,
            attack: false,
        };
        in_zone
            && occasion
            && (rise.rule.class.is_empty() || rise.rule.class == class)
            && (rise.when.is_empty() || self.all_hold(&asked(), &rise.when))
    }

    fn may_become(&self, position: &Position, side: Side, rise: &Rise, kind: Kind) -> bool {
        let limit = rise.rule.fewer_than.get(self.kind_name(kind));
        limit.is_none_or(|limit| position.men_of(side, kind.bit()).count() < usize::from(*limit))
    }

    fn generate_castling(&self, position: &Position, record: u8, swap: &Swap, moves: &mut Vec<Move>) {
        let us = position.to_move;
        let stands = |square: Square, kinds: u64| {
            position.man(square).is_some_and(|man| man.side == us && kinds & man.kind.bit() != 0)
        };
        let mut castle = |king: Square, partner: Square| {
            let fits = swap.king_from.contains(king)
                && swap.partner_from.contains(partner)
                && stands(king, swap.king)
                && stands(partner, swap.partner)
                && king != partner
                && swap.toward.is_none_or(|toward| lies_toward(king, partner, toward));
            if fits && self.castling_is_free(position, us, swap, king, partner) {
                moves.push(Move {
                    from: king,
                    to: swap.king_to,
                    kind: MoveKind::Castling(record, partner),
                    taken: SquareSet::EMPTY,
                    trail: SquareSet::EMPTY,
                    promotion: None,
                });
            }
        };
        if swap.rule.rights {
            position.rights.iter().for_each(|(king, partner)| castle(king, partner));
        } else {
            for king in swap.king_from {
                swap.partner_from.iter().for_each(|partner| castle(king, partner));
            }
        }
    }

    fn castling_is_free(
        &self,
        position: &Position,
        us: Side,
        swap: &Swap,
        king: Square,
        partner: Square,
    ) -> bool {
        let usual = || line(king, swap.king_to).or(line(partner, swap.partner_to));
        let mut empty = swap.empty.unwrap_or_else(usual);
        empty.remove(king);
        empty.remove(partner);
        if !empty.iter().all(|s| self.squares.contains(s) && position.at(s) == Cell::Empty) {
            return false;
        }
        let Some(man) = position.man(king) else { return false };
        let safe = swap.safe.unwrap_or_else(|| line(king, swap.king_to));
        if safe.iter().any(|s| self.attacked(position, s, us.other(), man)) {
            return false;
        }
        let asked = Asked { position, side: us, kind: man.kind, from: king, to: swap.king_to, attack: false };
        self.all_hold(&asked, &swap.when)
    }

    fn generate_drops(&self, position: &Position, record: u8, moves: &mut Vec<Move>) {
        let us = position.to_move;
        let entry = &self.entries.of(us)[usize::from(record)];
        for index in 0..self.rules.pieces.len() {
            let kind = Kind(index as u8);
            let has = position.hands[us.index()][index] > 0 || self.endless & kind.bit() != 0;
            if !has || entry.kinds & kind.bit() == 0 {
                continue;
            }
            for to in entry.zone.iter().filter(|to| entry.onto.cell(position.at(*to))) {
                let asked = Asked { position, side: us, kind, from: to, to, attack: false };
                if self.all_hold(&asked, &entry.when) {
                    let taken = position.man(to).map_or(SquareSet::EMPTY, |_| SquareSet::of(to));
                    let drop = Move {
                        from: to,
                        to,
                        kind: MoveKind::Drop(record, kind),
                        taken,
                        trail: SquareSet::EMPTY,
                        promotion: None,
                    };
                    let known = moves.iter().any(|m| {
                        matches!(m.kind, MoveKind::Drop(other, k) if k == kind && {
                            let other = &self.entries.of(us)[usize::from(other)];
                            other.becomes == entry.becomes && other.then.is_empty() && entry.then.is_empty()
                        }) && m.to == to
                    });
                    if !known {
                        moves.push(drop);
                    }
                }
            }
        }
    }
}

/// Whether a square lies in a direction from another.
pub(super) fn lies_toward(king: Square, partner: Square, (dx, dy): (i32, i32)) -> bool {
    let x = i32::from(partner.file()) - i32::from(king.file());
    let y = i32::from(partner.rank()) - i32::from(king.rank());
    x.signum() == dx.signum() && y.signum() == dy.signum()
}

/// The squares from one to the other in a straight line, both included; where
/// they lie on no line, both alone.
fn line(from: Square, to: Square) -> SquareSet {
    let x = i32::from(to.file()) - i32::from(from.file());
    let y = i32::from(to.rank()) - i32::from(from.rank());
    let ends = SquareSet::of(from).or(SquareSet::of(to));
    if x != 0 && y != 0 && x.abs() != y.abs() {
        return ends;
    }
    let steps = 0..=x.abs().max(y.abs());
    steps.filter_map(|n| from.offset(x.signum() * n, y.signum() * n)).collect::<SquareSet>().or(ends)
}
