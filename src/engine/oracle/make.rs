//! What a move does.

use crate::rules::{Captured, OnMove, Reverts, Side, Square, SquareSet, Types};

use super::super::game::{Aiming, Deed, Kind, Pace, Spot};
use super::super::position::{Cell, LastMove, Man, Position};
use super::ends::facing_bit;
use super::{Move, MoveKind, Oracle};

/// A turn on its way: the position so far, and what has happened.
pub(super) struct Played {
    pub next: Position,
    pub last: LastMove,
    /// Squares from or to which something moved, or where something was captured.
    pub touched: SquareSet,
    /// Whether the clock starts again.
    pub progress: bool,
    /// The types of the mover's men that went over to the opponent.
    pub given: u64,
}

impl Oracle {
    /// The position after a move of [`Oracle::legal_moves`], with the steps in
    /// the order of the specification.
    pub fn make(&self, position: &Position, mv: &Move) -> Position {
        self.play(position, mv).next
    }

    /// The position when the men of a move have landed, before anything follows from it.
    pub(super) fn landed(&self, position: &Position, mv: &Move) -> Position {
        let mut played = self.begin(position, mv);
        for deed in self.move_men(&mut played, position, mv) {
            self.perform(&mut played, deed, mv, position.to_move);
        }
        played.next
    }

    fn begin(&self, position: &Position, mv: &Move) -> Played {
        let mut played = Played {
            next: position.clone(),
            last: LastMove { from: Some(mv.from), to: Some(mv.to), ..LastMove::default() },
            touched: SquareSet::of(mv.from).or(SquareSet::of(mv.to)).or(mv.taken),
            progress: mv.is_capture() || self.promotion_is_progress(position, mv),
            given: 0,
        };
        played.next.en_passant = SquareSet::EMPTY;
        played.next.en_passant_victim = None;
        played
    }

    /// The same with what happened on the way.
    pub(super) fn play(&self, position: &Position, mv: &Move) -> Played {
        let mut played = self.begin(position, mv);
        for deed in self.move_men(&mut played, position, mv) {
            self.perform(&mut played, deed, mv, position.to_move);
        }
        self.follow_up(&mut played, position, mv);
        self.fill_vacated(&mut played, position.to_move, mv);
        self.put_wall(&mut played.next, mv);
        self.end_turn(&mut played, position, mv);
        played
    }

    /// The move itself, and the promotion that goes with it. What its rule does
    /// besides is handed back.
    fn move_men(&self, played: &mut Played, position: &Position, mv: &Move) -> &[Deed] {
        let us = position.to_move;
        match mv.kind {
            MoveKind::Ride(way) => {
                let Some(man) = position.man(mv.from) else { return &[] };
                played.next.set(mv.from, Cell::Empty);
                for square in mv.taken {
                    self.capture(played, square, us);
                }
                let mut landed = Man { marks: self.marks_after_move(man.marks), ..man };
                if let Some((kind, record)) = mv.promotion {
                    landed = self.promoted(landed, kind, record);
                }
                played.next.set(mv.to, Cell::Man(landed));
                let counts = self.resets_clock.of(us) & man.kind.bit() != 0;
                played.progress |= counts && !self.bare_reach(us, man.kind, mv.to).contains(mv.from);
                &self.types.of(us)[usize::from(man.kind.0)].ways[usize::from(way)].then
            }
            MoveKind::Castling(record, partner) => {
                let swap = &self.swaps.of(us)[usize::from(record)];
                let (king, other) = (position.at(mv.from), position.at(partner));
                played.next.set(mv.from, Cell::Empty);
                played.next.set(partner, Cell::Empty);
                for (square, cell) in [(swap.king_to, king), (swap.partner_to, other)] {
                    let moved = cell.man().map_or(cell, |man| {
                        Cell::Man(Man { marks: self.marks_after_move(man.marks), ..man })
                    });
                    played.next.set(square, moved);
                    played.touched.insert(square);
                }
                played.touched.insert(partner);
                played.last.castled = Some(swap.rule.letter.to_ascii_uppercase());
                if swap.rule.costs_opponent {
                    self.take_right_of_letter(&mut played.next, us.other(), swap.rule.letter);
                }
                &[]
            }
            MoveKind::Drop(record, kind) => {
                for square in mv.taken {
                    self.capture(played, square, us);
                }
                self.take_from_hand(&mut played.next, us, kind);
                let entry = &self.entries.of(us)[usize::from(record)];
                let mut man = Man::new(us, entry.becomes.unwrap_or(kind));
                if entry.becomes.is_some() {
                    man.reverts = Some(kind);
                    man.plus = true;
                }
                played.next.set(mv.to, Cell::Man(man));
                played.last.from = None;
                played.last.dropped = Some(kind);
                played.progress = true;
                &entry.then
            }
            MoveKind::Promotion => {
                if let (Some(man), Some((kind, record))) = (position.man(mv.from), mv.promotion) {
                    let moved = Man { marks: self.marks_after_move(man.marks), ..man };
                    played.next.set(mv.from, Cell::Empty);
                    played.next.set(mv.to, Cell::Man(self.promoted(moved, kind, record)));
                }
                &[]
            }
            MoveKind::Wall => {
                played.progress = self.stands_for_progress(position, position.men(us).iter().next());
                played.last = LastMove::default();
                played.touched = SquareSet::EMPTY;
                &[]
            }
            MoveKind::Pass => {
                let royal = self.announced_men(position, us).iter().next();
                played.progress =
                    self.stands_for_progress(position, royal.or_else(|| position.men(us).iter().next()));
                let passes = position.last.passes.saturating_add(1);
                played.last = LastMove { passes, ..LastMove::default() };
                played.touched = SquareSet::EMPTY;
                &[]
            }
        }
    }

    /// Whether a turn that moves nothing starts the clock again: it is the turn of a man, who
    /// could not take it back.
    fn stands_for_progress(&self, position: &Position, man: Option<Square>) -> bool {
        let us = position.to_move;
        man.and_then(|square| position.man(square))
            .is_some_and(|man| self.resets_clock.of(us) & man.kind.bit() != 0)
    }

    /// What remains when everything stands where it will: marks, rights, en
    /// passant squares, counters.
    fn end_turn(&self, played: &mut Played, position: &Position, mv: &Move) {
        let us = position.to_move;
        let next = &mut played.next;
        let touched = played.touched;
        next.rights.retain(|(king, partner)| !touched.contains(king) && !touched.contains(partner));
        if let MoveKind::Drop(_, kind) = mv.kind {
            self.gain_rights(next, us, kind, mv.to);
        }
        self.lose_marks(next, us, mv);
        next.last = played.last;
        next.clock = if played.progress { 0 } else { position.clock.saturating_add(1) };
        if us == Side::Black {
            next.move_number = position.move_number.saturating_add(1);
        }
        next.to_move = us.other();
        self.count_on(next, mv);
        if !mv.trail.is_empty() && mv.promotion.is_none() {
            self.leave_trail(next, mv, position);
        }
        next.last.faced = self.facings.iter().enumerate().fold(0, |set, (place, line)| {
            if self.faces(position, line) { set | facing_bit(place) } else { set }
        });
        if self.rules.no_moves.mate_needs_check_by != Types::Any {
            let checkers = self.checkers(next, us.other());
            let before = position.telling_check[us.other().index()];
            next.telling_check[us.other().index()] =
                !checkers.is_empty() && (before || self.is_telling(next, checkers));
        }
        if self.checks.is_some() && self.in_announced_check(next, us.other()) {
            let left = &mut next.checks_to_give[us.index()];
            *left = left.saturating_sub(1);
        }
    }

    pub(super) fn marks_after_move(&self, marks: u8) -> u8 {
        self.rules.marks.iter().enumerate().fold(marks, |set, (bit, mark)| match mark.on_move {
            OnMove::Keep => set,
            OnMove::Lose => set & !(1 << bit),
            OnMove::Gain => set | 1 << bit,
        })
    }

    /// Marks that go when a turn is over, by what the mover aims at and by what its
    /// side has in hand.
    fn lose_marks(&self, next: &mut Position, us: Side, mv: &Move) {
        for (bit, aim) in self.aims.of(us) {
            let by = next
                .man(mv.to)
                .filter(|man| mv.moves_a_man() && man.side == us && aim.kinds & man.kind.bit() != 0);
            if by.is_some() {
                for square in self.aimed_at(next, mv.to, aim, *bit, us.other()) {
                    drop_mark(next, square, *bit);
                }
            }
        }
        let empty_handed = next.hands[us.index()].iter().all(|count| *count == 0);
        if empty_handed && self.hand_marks != 0 {
            next.men(us).iter().for_each(|square| drop_mark(next, square, self.hand_marks));
        }
    }

    /// The men of a side that hold a mark and are aimed at from a square.
    fn aimed_at(&self, position: &Position, from: Square, aim: &Aiming, mark: u8, side: Side) -> SquareSet {
        let holds =
            |s: &Square| position.man(*s).is_some_and(|man| man.side == side && man.marks & mark != 0);
        let ray = |pace: &Pace| {
            let line = std::iter::successors(from.offset(pace.dx, pace.dy), |s| s.offset(pace.dx, pace.dy))
                .take_while(|s| self.squares.contains(*s));
            let mut blocked = false;
            line.take_while(|s| {
                let open = !blocked;
                blocked |= !aim.through && position.at(*s) != Cell::Empty;
                open
            })
            .filter(holds)
            .collect::<SquareSet>()
        };
        aim.paces.iter().map(ray).fold(SquareSet::EMPTY, SquareSet::or)
    }

    /// Whether a promotion starts the clock again: one that can be taken back does not.
    fn promotion_is_progress(&self, position: &Position, mv: &Move) -> bool {
        mv.promotion.is_some_and(|(_, record)| {
            let rise = &self.rises.of(position.to_move)[usize::from(record)].rule;
            rise.reverts != Reverts::ToOrigin || !rise.or_demote
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
    pub(super) fn capture(&self, played: &mut Played, square: Square, by: Side) {
        let Some(man) = played.next.man(square) else { return };
        played.next.set(square, Cell::Empty);
        played.touched.insert(square);
        played.last.captured[man.side.index()] |= man.kind.bit();
        let in_hand = if self.rules.hands.keep_promoted { man.kind } else { man.reverts.unwrap_or(man.kind) };
        let owner = match self.rules.hands.captured {
            Captured::Gone => return,
            Captured::ToCapturer => by,
            Captured::ToOwner => man.side,
        };
        let count = &mut played.next.hands[owner.index()][usize::from(in_hand.0)];
        *count = count.saturating_add(1);
    }

    pub(super) fn take_from_hand(&self, next: &mut Position, side: Side, kind: Kind) {
        let in_hand = &mut next.hands[side.index()][usize::from(kind.0)];
        *in_hand = in_hand.saturating_sub(1);
    }

    /// Moves a man to a square besides the move; what stood there is captured.
    pub(super) fn shift(&self, played: &mut Played, from: Square, to: Square, by: Side) {
        let Some(man) = played.next.man(from).filter(|_| from != to) else { return };
        played.next.set(from, Cell::Empty);
        self.capture(played, to, by);
        played.next.set(to, Cell::Man(Man { marks: self.marks_after_move(man.marks), ..man }));
        played.touched.insert(from);
        played.touched.insert(to);
    }

    fn perform(&self, played: &mut Played, deed: &Deed, mv: &Move, us: Side) {
        let square = |spot: &Spot| self.square_of(*spot, mv.from, mv.to);
        let man_on = |played: &Played, spot: &Spot| {
            square(spot).and_then(|square| played.next.man(square).map(|man| (square, man)))
        };
        match deed {
            Deed::Remove(spot) => {
                if let Some(square) = square(spot) {
                    self.capture(played, square, us);
                    played.touched.insert(square);
                }
            }
            Deed::Put(spot, kind, side) => {
                if let Some(square) = square(spot) {
                    self.capture(played, square, us);
                    played.next.set(square, Cell::Man(Man::new(*side, *kind)));
                    played.touched.insert(square);
                }
            }
            Deed::Become(spot, kind) => {
                if let Some((square, man)) = man_on(played, spot) {
                    played.next.set(square, Cell::Man(Man { kind: *kind, ..man }));
                }
            }
            Deed::Give(spot, side) => {
                if let Some((square, man)) = man_on(played, spot) {
                    if man.side == us && *side != us {
                        played.given |= man.kind.bit();
                    }
                    played.next.set(square, Cell::Man(Man { side: *side, ..man }));
                    played.touched.insert(square);
                }
            }
            Deed::Mark(spot, mark, held) => {
                if let Some((square, man)) = man_on(played, spot) {
                    let marks = if *held { man.marks | mark } else { man.marks & !mark };
                    played.next.set(square, Cell::Man(Man { marks, ..man }));
                }
            }
            Deed::Shift(from, to) => {
                if let (Some(from), Some(to)) = (square(from), square(to)) {
                    self.shift(played, from, to, us);
                }
            }
            Deed::Wall(spot) => {
                if let Some(square) = square(spot).filter(|s| played.next.at(*s) == Cell::Empty) {
                    played.next.set(square, Cell::Wall);
                }
            }
            Deed::Stock(side, kind, by) => {
                let count = &mut played.next.hands[side.index()][usize::from(kind.0)];
                *count = count.saturating_add_signed(*by);
            }
        }
    }
}

fn drop_mark(position: &mut Position, square: Square, mark: u8) {
    if let Some(man) = position.man(square) {
        position.set(square, Cell::Man(Man { marks: man.marks & !mark, ..man }));
    }
}
