//! The moves that a side has, the safety of its royal men aside.

use crate::rules::{Square, SquareSet};

use super::super::game::{Kind, Way};
use super::super::position::{Cell, Man, Position};
use super::guards::Asked;
use super::ride::View;
use super::{Move, MoveKind, Oracle};

impl Oracle {
    /// All turns of the side to move but passes, before legality, and without what
    /// gates and walls add.
    pub(super) fn generate(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.to_move;
        for from in position.men(us) {
            if let Some(man) = position.man(from) {
                self.generate_man(position, from, man, moves);
                self.generate_promotions(position, man, Move::in_place(from), moves);
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
                let asked =
                    Asked { position, side: us, kind: man.kind, becomes: man.kind, from, to, attack: false };
                if !self.all_hold(&asked, &way.when) {
                    return;
                }
            }
            let trail = way.trail(passed, to);
            let plain = Move { taken, trail, ..Move::new(from, to, MoveKind::Ride(index)) };
            self.promote(position, man, &way.class, plain, moves);
        };
        let view = View::of(position, from);
        if way.stretches.len() == 1 {
            let stretch = &way.stretches[0];
            for pace in &stretch.paces {
                self.ride(&view, from, pace, stretch, |landing| {
                    let to = landing.square;
                    let passed = way.passed(from, to);
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
            self.wind(view, from, way, us, &mut |to, taken, track| found(to, taken, track.passed));
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

    fn generate_drops(&self, position: &Position, record: u8, moves: &mut Vec<Move>) {
        let us = position.to_move;
        let entry = &self.entries.of(us)[usize::from(record)];
        for index in 0..self.rules.pieces.len() {
            let kind = Kind(index as u8);
            let has = position.hands[us.index()][index] > 0 || self.endless & kind.bit() != 0;
            if !has || entry.kinds & kind.bit() == 0 {
                continue;
            }
            let becomes = entry.becomes.unwrap_or(kind);
            for to in entry.zone.iter().filter(|to| entry.onto.cell(position.at(*to))) {
                let asked = Asked { position, side: us, kind, becomes, from: to, to, attack: false };
                if !self.all_hold(&asked, &entry.when) {
                    continue;
                }
                let taken = position.man(to).map_or(SquareSet::EMPTY, |_| SquareSet::of(to));
                let known = moves.iter().any(|m| {
                    matches!(m.kind, MoveKind::Drop(other, k) if k == kind && {
                        let other = &self.entries.of(us)[usize::from(other)];
                        other.becomes == entry.becomes && other.then.is_empty() && entry.then.is_empty()
                    }) && m.to == to
                });
                if !known {
                    moves.push(Move { taken, ..Move::new(to, to, MoveKind::Drop(record, kind)) });
                }
            }
        }
    }
}
