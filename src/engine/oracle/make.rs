//! What a move does.

use crate::rules::{Captured, OnMove, Recorded, Reverts, Side, Square, SquareSet};

use super::super::game::{Deed, Kind, Spot};
use super::super::position::{Cell, LastMove, Man, Position};
use super::{Move, MoveKind, Oracle};

impl Oracle {
    /// The position after a move of [`Oracle::legal_moves`], with the steps in
    /// the order of the specification.
    pub fn make(&self, position: &Position, mv: &Move) -> Position {
        let mut next = position.clone();
        let us = position.to_move;
        let mut last = LastMove { from: Some(mv.from), to: Some(mv.to), ..LastMove::default() };
        let mut touched = SquareSet::of(mv.from).or(SquareSet::of(mv.to)).or(mv.taken);
        next.en_passant = SquareSet::EMPTY;
        next.en_passant_victim = None;
        let mut progress = mv.is_capture() || mv.promotion.is_some();

        let deeds: &[Deed] = match mv.kind {
            MoveKind::Ride(way) => {
                let Some(man) = position.man(mv.from) else { return next };
                next.set(mv.from, Cell::Empty);
                for square in mv.taken {
                    self.capture(&mut next, square, us, &mut last);
                }
                let mut landed = Man { marks: self.marks_after_move(man.marks), ..man };
                if let Some((kind, record)) = mv.promotion {
                    landed = self.promoted(landed, kind, record);
                }
                next.set(mv.to, Cell::Man(landed));
                progress |= self.resets_clock.of(us) & man.kind.bit() != 0;
                &self.types.of(us)[usize::from(man.kind.0)].ways[usize::from(way)].then
            }
            MoveKind::Castling(record, partner) => {
                let swap = &self.swaps.of(us)[usize::from(record)];
                let (king, other) = (position.at(mv.from), position.at(partner));
                next.set(mv.from, Cell::Empty);
                next.set(partner, Cell::Empty);
                for (square, cell) in [(swap.king_to, king), (swap.partner_to, other)] {
                    let moved = cell.man().map_or(cell, |man| {
                        Cell::Man(Man { marks: self.marks_after_move(man.marks), ..man })
                    });
                    next.set(square, moved);
                    touched.insert(square);
                }
                touched.insert(partner);
                last.castled = Some(swap.rule.letter.to_ascii_uppercase());
                if swap.rule.costs_opponent {
                    self.take_right_of_letter(&mut next, us.other(), swap.rule.letter);
                }
                &[]
            }
            MoveKind::Drop(record, kind) => {
                for square in mv.taken {
                    self.capture(&mut next, square, us, &mut last);
                }
                let in_hand = &mut next.hands[us.index()][usize::from(kind.0)];
                *in_hand = in_hand.saturating_sub(1);
                let entry = &self.entries.of(us)[usize::from(record)];
                let mut man = Man::new(us, entry.becomes.unwrap_or(kind));
                if entry.becomes.is_some() {
                    man.reverts = Some(kind);
                    man.plus = true;
                }
                next.set(mv.to, Cell::Man(man));
                last.from = None;
                last.dropped = Some(kind);
                progress = true;
                &entry.then
            }
            MoveKind::Pass => {
                last = LastMove { passes: position.last.passes.saturating_add(1), ..LastMove::default() };
                touched = SquareSet::EMPTY;
                &[]
            }
        };
        for deed in deeds {
            self.perform(&mut next, deed, mv, us, &mut last, &mut touched);
        }

        next.rights.retain(|(king, partner)| !touched.contains(king) && !touched.contains(partner));
        next.last = last;
        next.clock = if progress { 0 } else { position.clock.saturating_add(1) };
        if us == Side::Black {
            next.move_number = position.move_number.saturating_add(1);
        }
        next.to_move = us.other();
        if !mv.trail.is_empty() {
            self.leave_trail(&mut next, mv);
        }
        if self.checks.is_some() && self.in_check(&next, us.other()) {
            let left = &mut next.checks_to_give[us.index()];
            *left = left.saturating_sub(1);
        }
        next
    }

    fn marks_after_move(&self, marks: u8) -> u8 {
        self.rules.marks.iter().enumerate().fold(marks, |set, (bit, mark)| match mark.on_move {
            OnMove::Keep => set,
            OnMove::Lose => set & !(1 << bit),
            OnMove::Gain => set | 1 << bit,
        })
    }

    fn promoted(&self, man: Man, kind: Kind, record: u8) -> Man {
        let rise = &self.rises.of(man.side)[usize::from(record)];
        if rise.rule.or_demote && man.reverts == Some(kind) && !rise.into.contains(&kind) {
            return Man { marks: 0, ..Man::new(man.side, kind) };
        }
        let (reverts, plus) = match rise.rule.reverts {
            Reverts::Never => (None, false),
            Reverts::ToOrigin => (Some(man.kind), true),
            Reverts::To(_) => (rise.reverts_to, false),
        };
        Man { kind, side: man.side, reverts, plus, marks: 0 }
    }

    /// Takes the man on a square off the board.
    fn capture(&self, position: &mut Position, square: Square, by: Side, last: &mut LastMove) {
        let Some(man) = position.man(square) else { return };
        position.set(square, Cell::Empty);
        last.captured[man.side.index()] |= man.kind.bit();
        let in_hand = if self.rules.hands.keep_promoted { man.kind } else { man.reverts.unwrap_or(man.kind) };
        let owner = match self.rules.hands.captured {
            Captured::Gone => return,
            Captured::ToCapturer => by,
            Captured::ToOwner => man.side,
        };
        let count = &mut position.hands[owner.index()][usize::from(in_hand.0)];
        *count = count.saturating_add(1);
    }

    fn perform(
        &self,
        next: &mut Position,
        deed: &Deed,
        mv: &Move,
        us: Side,
        last: &mut LastMove,
        touched: &mut SquareSet,
    ) {
        let square = |spot: &Spot| self.square_of(*spot, mv.from, mv.to);
        match deed {
            Deed::Remove(spot) => {
                if let Some(square) = square(spot) {
                    self.capture(next, square, us, last);
                    touched.insert(square);
                }
            }
            Deed::Put(spot, kind, side) => {
                if let Some(square) = square(spot) {
                    self.capture(next, square, us, last);
                    next.set(square, Cell::Man(Man::new(*side, *kind)));
                    touched.insert(square);
                }
            }
            Deed::Become(spot, kind) => {
                if let Some((square, man)) = square(spot).and_then(|s| next.man(s).map(|man| (s, man))) {
                    next.set(square, Cell::Man(Man { kind: *kind, ..man }));
                }
            }
            Deed::Give(spot, side) => {
                if let Some((square, man)) = square(spot).and_then(|s| next.man(s).map(|man| (s, man))) {
                    next.set(square, Cell::Man(Man { side: *side, ..man }));
                    touched.insert(square);
                }
            }
            Deed::Mark(spot, mark, held) => {
                if let Some((square, man)) = square(spot).and_then(|s| next.man(s).map(|man| (s, man))) {
                    let marks = if *held { man.marks | mark } else { man.marks & !mark };
                    next.set(square, Cell::Man(Man { marks, ..man }));
                }
            }
            Deed::Shift(from, to) => {
                let (Some(from), Some(to)) = (square(from), square(to)) else { return };
                let Some(man) = next.man(from).filter(|_| from != to) else { return };
                next.set(from, Cell::Empty);
                self.capture(next, to, us, last);
                next.set(to, Cell::Man(Man { marks: self.marks_after_move(man.marks), ..man }));
                touched.insert(from);
                touched.insert(to);
            }
            Deed::Wall(spot) => {
                if let Some(square) = square(spot).filter(|s| next.at(*s) == Cell::Empty) {
                    next.set(square, Cell::Wall);
                }
            }
            Deed::Stock(side, kind, by) => {
                let count = &mut next.hands[side.index()][usize::from(kind.0)];
                *count = count.saturating_add_signed(*by);
            }
        }
    }

    fn leave_trail(&self, next: &mut Position, mv: &Move) {
        let them = next.to_move;
        let trail = mv.trail.and(*self.ep_region.of(them));
        let recorded = |square: &Square| match self.rules.en_passant.recorded {
            Recorded::Always => true,
            Recorded::IfAttacked => *square == mv.to || self.could_capture_en_passant(next, *square, them),
        };
        let squares: SquareSet = trail.iter().filter(recorded).collect();
        next.en_passant = squares;
        next.en_passant_victim = (!squares.is_empty()).then_some(mv.to);
    }

    fn take_right_of_letter(&self, position: &mut Position, side: Side, letter: char) {
        let lost = |king: Square, partner: Square| {
            self.swaps.of(side).iter().any(|swap| {
                swap.rule.letter == letter
                    && swap.king_from.contains(king)
                    && swap.partner_from.contains(partner)
                    && swap.toward.is_none_or(|t| super::generate::lies_toward(king, partner, t))
            })
        };
        position.rights.retain(|(king, partner)| !lost(king, partner));
    }
}
