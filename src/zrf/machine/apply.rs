//! What a move does to a position (reference 14).

use smallvec::SmallVec;

use super::super::program::{PieceId, PlayerId, PlayerKind, Square};
use super::super::readings;
use super::{Change, EMPTY, Machine, Man, Move, MoveKind, NOBODY, Pending, Position};

/// Men that a move captures: owner and type.
pub(super) type Captured = SmallVec<[(PlayerId, PieceId); 2]>;

impl Machine<'_> {
    /// Applies a move, without passing the turn on: that is [`Machine::end_turn`]'s.
    /// `out` is overwritten; the men captured are added to `captured`.
    pub(super) fn apply(&self, position: &Position, mv: &Move, out: &mut Position, captured: &mut Captured) {
        copy(position, out);
        out.pending = None;
        let side = self.turn(position).mover;
        let first_capture = captured.len();
        let pass = mv.kind == MoveKind::Pass;
        out.last_from = None;
        out.last_to = None;
        if pass {
            return;
        }
        self.displace(position, mv, side, out, captured);
        let late_changes = self.readings.other(readings::CREATED_STAYS);
        if late_changes {
            mv.captures.iter().for_each(|square| take(out, *square, captured));
        }
        for &change in &mv.changes {
            self.change(change, side, out, captured);
        }
        if !late_changes {
            mv.captures.iter().for_each(|square| take(out, *square, captured));
        }
        if let (Some(piece), Some(&(_, to))) = (mv.promotion, mv.parts.last()) {
            self.promote(mv, piece, to, side, out);
        }
        if let MoveKind::Drop(piece) = mv.kind {
            self.reserve_less(out, side, piece);
        }
        if self.program.options.recycle_captures {
            for &(owner, piece) in &captured[first_capture..] {
                let taker = self.readings.other(readings::TAKER_KEEPS);
                let slot = self.reserve_slot(if taker { side } else { owner }, piece);
                out.reserves[slot] = out.reserves[slot].saturating_add(1);
            }
        }
        let last = self.readings.other(readings::LAST_PART);
        if let Some(&(from, to)) = if last { mv.parts.last() } else { mv.parts.first() } {
            out.last_from = (mv.kind == MoveKind::Move).then_some(from);
            out.last_to = Some(to);
        }
        if let Some(continuation) = mv.partial {
            out.pending = self.continuing_square(position, mv).map(|square| Pending { square, continuation });
        }
    }

    /// Passes the turn on.
    pub(super) fn end_turn(&self, position: &mut Position) {
        position.pending = None;
        position.turn = self.program.next_turn(position.turn);
    }

    /// Lifts all men, captures what stands in their way, puts them down.
    fn displace(
        &self,
        before: &Position,
        mv: &Move,
        side: PlayerId,
        out: &mut Position,
        captured: &mut Captured,
    ) {
        let last = mv.parts.len() - 1;
        let dropped = |i: usize| i == 0 && matches!(mv.kind, MoveKind::Drop(_));
        let copied = |i: usize| i == last && mv.copy;
        let lifted: SmallVec<[Man; 2]> = mv
            .parts
            .iter()
            .enumerate()
            .map(|(i, &(from, _))| match mv.kind {
                MoveKind::Drop(piece) if i == 0 => self.new_man(piece, side),
                _ if copied(i) => {
                    let man = before.board[from as usize];
                    if man.owner == NOBODY { man } else { self.new_man(man.piece, man.owner) }
                }
                _ => before.board[from as usize],
            })
            .collect();
        for (i, &(from, _)) in mv.parts.iter().enumerate() {
            if !dropped(i) && !copied(i) {
                out.board[from as usize] = EMPTY;
            }
        }
        for (man, &(from, to)) in lifted.iter().zip(&mv.parts) {
            // A copy onto its own square replaces the original without capturing it.
            let stands_still = from == to && matches!(mv.kind, MoveKind::Move);
            if man.owner != NOBODY && !stands_still {
                take(out, to, captured);
            }
        }
        for (man, &(_, to)) in lifted.iter().zip(&mv.parts) {
            if man.owner != NOBODY {
                out.board[to as usize] = *man;
            }
        }
    }

    fn change(&self, change: Change, side: PlayerId, out: &mut Position, captured: &mut Captured) {
        match change {
            Change::Create(square, owner, piece) => {
                take(out, square, captured);
                out.board[square as usize] = self.new_man(piece, owner);
            }
            Change::Type(square, piece) => {
                let man = &mut out.board[square as usize];
                if man.owner != NOBODY {
                    *man = self.retyped(*man, piece);
                }
            }
            Change::Owner(square, owner) => {
                let man = &mut out.board[square as usize];
                if man.owner != NOBODY {
                    man.owner = owner;
                }
            }
            Change::Flip(square) => {
                let man = &mut out.board[square as usize];
                if man.owner != NOBODY {
                    man.owner = self.flipped(man.owner, side);
                }
            }
            Change::Attribute(square, attribute, value) => {
                self.set_attribute(&mut out.board[square as usize], attribute, value);
            }
        }
    }

    /// A man as another type: with the defaults of that type, or with what both have (Q26).
    fn retyped(&self, man: Man, piece: PieceId) -> Man {
        let mut new = self.new_man(piece, man.owner);
        if self.readings.other(readings::ATTRIBUTES_KEPT) {
            let kept = self.fresh[man.piece as usize].1 & self.fresh[piece as usize].1;
            new.attributes = new.attributes & !kept | man.attributes & kept;
        }
        new
    }

    /// A type that does not declare the attribute can't hold it (reference 7.3).
    fn set_attribute(&self, man: &mut Man, attribute: u8, value: bool) {
        if man.owner == NOBODY || self.fresh[man.piece as usize].1 >> attribute & 1 == 0 {
            return;
        }
        man.attributes = man.attributes & !(1 << attribute) | u64::from(value) << attribute;
    }

    /// The new type starts with its defaults; attributes that the move itself
    /// sets on the square hold (Q26).
    fn promote(&self, mv: &Move, piece: PieceId, to: Square, side: PlayerId, out: &mut Position) {
        let man = &mut out.board[to as usize];
        if man.owner == NOBODY {
            return;
        }
        let old = man.piece;
        *man = self.retyped(*man, piece);
        for &change in &mv.changes {
            if let Change::Attribute(square, attribute, value) = change
                && square == to
            {
                self.set_attribute(man, attribute, value);
            }
        }
        if self.program.options.recycle_promotions {
            if self.readings.other(readings::PROMOTED_RETURNS) {
                let slot = self.reserve_slot(side, old);
                out.reserves[slot] = out.reserves[slot].saturating_add(1);
            }
            self.reserve_less(out, side, piece);
        }
    }

    fn reserve_less(&self, out: &mut Position, player: PlayerId, piece: PieceId) {
        let slot = self.reserve_slot(player, piece);
        if let Some(count) = out.reserves.get_mut(slot) {
            *count = count.saturating_sub(1);
        }
    }

    /// The next ordinary player in turn order; neutral men stay (Q15).
    fn flipped(&self, owner: PlayerId, side: PlayerId) -> PlayerId {
        if self.kind(owner) == PlayerKind::Neutral {
            return owner;
        }
        let ordinary = self.program.players.iter().filter(|p| p.kind == PlayerKind::Ordinary).count();
        if ordinary > 2 && self.readings.other(readings::FLIP_TO_SIDE) {
            return side;
        }
        let mut order: SmallVec<[PlayerId; 4]> = SmallVec::new();
        for turn in &self.program.turns {
            for player in [turn.player, turn.mover] {
                if self.kind(player) == PlayerKind::Ordinary && !order.contains(&player) {
                    order.push(player);
                }
            }
        }
        match order.iter().position(|p| *p == owner) {
            Some(at) => order[(at + 1) % order.len()],
            None => owner,
        }
    }

    /// Where the man that goes on moving stands: the end of the part that began
    /// with it, else of the first part.
    fn continuing_square(&self, before: &Position, mv: &Move) -> Option<Square> {
        let side = self.turn(before).mover;
        let own = |from: Square| before.board[from as usize].owner == side;
        let mover = before.pending.map(|p| p.square);
        let part = mv
            .parts
            .iter()
            .find(|(from, _)| mover == Some(*from))
            .or_else(|| mv.parts.iter().find(|(from, _)| own(*from)))
            .or(mv.parts.first());
        let stays = mv.copy && self.readings.other(readings::ORIGINAL_CONTINUES);
        part.map(|(from, to)| if stays { *from } else { *to })
    }
}

fn take(out: &mut Position, square: Square, captured: &mut Captured) {
    let man = std::mem::replace(&mut out.board[square as usize], EMPTY);
    if man.owner != NOBODY {
        captured.push((man.owner, man.piece));
    }
}

/// Overwrites a position without allocating.
fn copy(from: &Position, to: &mut Position) {
    to.board.clone_from(&from.board);
    to.reserves.clone_from(&from.reserves);
    to.turn = from.turn;
    to.pending = from.pending;
    to.last_from = from.last_from;
    to.last_to = from.last_to;
}
