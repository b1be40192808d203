//! Castling: who may, and how the right is won and lost.

use crate::rules::{Path, Side, Square, SquareSet};

use super::super::game::{Kind, Swap};
use super::super::position::{Cell, Position};
use super::guards::Asked;
use super::{Move, MoveKind, Oracle};

impl Oracle {
    pub(super) fn generate_castling(
        &self,
        position: &Position,
        record: u8,
        swap: &Swap,
        moves: &mut Vec<Move>,
    ) {
        let us = position.to_move;
        let mut castle = |king: Square, partner: Square| {
            let fits = speaks_of(swap, king, partner)
                && stands(position, us, king, swap.king)
                && stands(position, us, partner, swap.partner);
            if fits && self.castling_is_free(position, us, swap, king, partner) {
                moves.push(Move::new(king, swap.king_to, MoveKind::Castling(record, partner)));
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
        let safe = match swap.rule.safe {
            // Judged with the whole turn, see `castles_safely`.
            Path::IfRoyal => SquareSet::EMPTY,
            _ => swap.safe.unwrap_or_else(|| line(king, swap.king_to)),
        };
        if safe.iter().any(|s| self.attacked_in_passing(position, s, us.other(), man)) {
            return false;
        }
        let asked = Asked {
            position,
            side: us,
            kind: man.kind,
            becomes: man.kind,
            from: king,
            to: swap.king_to,
            attack: false,
        };
        self.all_hold(&asked, &swap.when)
    }

    /// Whether a royal man passes no attacked square when it castles, as if it had left its own
    /// and the turn's wall stood already. Where it goes is judged when the move has been made.
    pub(super) fn castles_safely(&self, position: &Position, mv: &Move) -> bool {
        let us = position.to_move;
        let MoveKind::Castling(record, _) = mv.kind else { return true };
        let swap = &self.swaps.of(us)[usize::from(record)];
        let royal = swap.rule.safe == Path::IfRoyal && self.royal_men(position, us).contains(mv.from);
        let Some(man) = position.man(mv.from).filter(|_| royal) else { return true };
        let mut path = line(mv.from, swap.king_to);
        if mv.from != swap.king_to {
            path.remove(swap.king_to);
        }
        let mut board = position.clone();
        board.set(mv.from, Cell::Empty);
        self.put_wall(&mut board, mv);
        !path.iter().any(|s| self.attacked_in_passing(&board, s, us.other(), man))
    }

    /// Gives the rights that come with a man dropped on its square.
    pub(super) fn gain_rights(&self, next: &mut Position, us: Side, kind: Kind, square: Square) {
        for swap in self.swaps.of(us).iter().filter(|swap| swap.rule.right_by_drop) {
            let at_home = |king: Square| swap.home.is_none_or(|home| home == king);
            let beside = |partner: Square| swap.partner_home.is_none_or(|home| home == partner);
            if swap.king & kind.bit() != 0 && swap.king_from.contains(square) && at_home(square) {
                for partner in swap.partner_from.iter().filter(|s| beside(*s)) {
                    if speaks_of(swap, square, partner) && stands(next, us, partner, swap.partner) {
                        next.rights.add((square, partner));
                    }
                }
            }
            if swap.partner & kind.bit() != 0 && swap.partner_from.contains(square) && beside(square) {
                for king in swap.king_from.iter().filter(|s| at_home(*s)) {
                    if speaks_of(swap, king, square) && stands(next, us, king, swap.king) {
                        next.rights.add((king, square));
                    }
                }
            }
        }
    }

    /// Takes the side's right of a letter away.
    pub(super) fn take_right_of_letter(&self, next: &mut Position, side: Side, letter: char) {
        let swaps = self.swaps.of(side);
        let lost = |king: Square, partner: Square| {
            swaps.iter().any(|swap| swap.rule.letter == letter && speaks_of(swap, king, partner))
        };
        next.rights.retain(|(king, partner)| !lost(king, partner));
    }

    /// Whether a side has a right of one of the letters.
    pub(super) fn has_right_of(&self, position: &Position, side: Side, letters: &str) -> bool {
        position.rights.iter().any(|(king, partner)| {
            self.swaps.of(side).iter().any(|swap| {
                letters.contains(swap.rule.letter.to_ascii_uppercase()) && speaks_of(swap, king, partner)
            })
        })
    }
}

fn stands(position: &Position, side: Side, square: Square, kinds: u64) -> bool {
    position.man(square).is_some_and(|man| man.side == side && kinds & man.kind.bit() != 0)
}

/// Whether a castling is one of king and partner on these squares.
pub(super) fn speaks_of(swap: &Swap, king: Square, partner: Square) -> bool {
    swap.king_from.contains(king)
        && swap.partner_from.contains(partner)
        && king != partner
        && swap.toward.is_none_or(|toward| lies_toward(king, partner, toward))
}

/// Whether a square lies in a direction from another.
fn lies_toward(king: Square, partner: Square, (dx, dy): (i32, i32)) -> bool {
    let x = i32::from(partner.file()) - i32::from(king.file());
    let y = i32::from(partner.rank()) - i32::from(king.rank());
    x.signum() == dx.signum() && y.signum() == dy.signum()
}

/// The squares from one to the other in a straight line, both included; where
/// they lie on no line, both alone.
pub(super) fn line(from: Square, to: Square) -> SquareSet {
    let x = i32::from(to.file()) - i32::from(from.file());
    let y = i32::from(to.rank()) - i32::from(from.rank());
    let ends = SquareSet::of(from).or(SquareSet::of(to));
    if x != 0 && y != 0 && x.abs() != y.abs() {
        return ends;
    }
    let steps = 0..=x.abs().max(y.abs());
    steps.filter_map(|n| from.offset(x.signum() * n, y.signum() * n)).collect::<SquareSet>().or(ends)
}
