//! Counting rules: how many moves the stronger side has to win an ending.
//!
//! They take no move away; the position keeps the limit and the count.

use crate::rules::{Counting, Side, Types};

use super::super::position::Position;
use super::super::resolve::Resolver;
use super::{Move, Oracle};

impl Oracle {
    /// Counts the move that has just been made, or begins to count, or to count anew.
    pub(super) fn count_on(&self, next: &mut Position, mv: &Move) {
        let rule = self.rules.claims.counting;
        if rule == Counting::None {
            return;
        }
        let (them, us) = (next.to_move, next.to_move.other());
        if next.count_limit > 0 {
            next.count = next.count.saturating_add(1);
        }
        let all = (next.men(us).len() + next.men(them).len()) as u16;
        let captured = next.last.captured[them.index()];
        // A bare king takes the last pawn: its own count begins, this move included.
        let took_pawn = captured & self.counted(&self.rules.claims.counted.pawns) != 0;
        if rule != Counting::Asean && took_pawn && next.men(us).len() == 1 {
            let limit = self.honour(next, us);
            if limit > 0 && self.count_of(next, &self.rules.claims.counted.pawns) == 0 {
                next.count_limit = 2 * limit;
                next.count = 2 * all - 1;
            }
        }
        let bare = next.men(them).len() == 1;
        let anew = bare && (captured != 0 || mv.promotion.is_some());
        let limit = self.honour(next, them);
        if (next.count_limit == 0 || anew) && limit > 0 {
            next.count_limit = 2 * limit;
            // The men on the board count as moves, but not by the ASEAN rules.
            next.count = if rule == Counting::Asean || !bare { 0 } else { 2 * all };
        }
    }

    fn counted(&self, types: &Types) -> u64 {
        Resolver { rules: &self.rules, side: Side::White }.kinds(types)
    }

    fn count_of(&self, position: &Position, types: &Types) -> usize {
        Side::BOTH.iter().map(|side| position.men_of(*side, self.counted(types)).count()).sum()
    }

    /// The moves that the opponent of the side that counts has to win; 0: nothing is
    /// counted.
    fn honour(&self, position: &Position, counts: Side) -> u16 {
        let claims = &self.rules.claims;
        let strong = counts.other();
        let own = position.men(counts).len();
        let has = |types: &Types| position.men_of(strong, self.counted(types)).count();
        let (rooks, khons, knights) =
            (has(&claims.counted.rooks), has(&claims.counted.khons), has(&claims.counted.knights));
        let pawns = self.count_of(position, &claims.counted.pawns);
        let bare_opponent = position.men(strong).len() == 1;
        match claims.counting {
            Counting::None => 0,
            Counting::Makruk if pawns > 0 || bare_opponent => 0,
            Counting::Makruk if own > 1 => 64,
            Counting::Makruk => mens_honour(rooks, khons, knights),
            Counting::Cambodian if own > 3 || bare_opponent => 0,
            Counting::Cambodian if own > 1 => 63,
            Counting::Cambodian if pawns > 0 => 0,
            Counting::Cambodian => mens_honour(rooks, khons, knights) - 1,
            Counting::Asean if pawns > 0 || own > 1 => 0,
            Counting::Asean if rooks > 0 => 16,
            Counting::Asean if khons > 0 => 44,
            Counting::Asean if knights > 0 => 64,
            Counting::Asean => 0,
        }
    }
}

/// The moves against a bare king.
fn mens_honour(rooks: usize, khons: usize, knights: usize) -> u16 {
    match (rooks, khons, knights) {
        (2.., ..) => 8,
        (1, ..) => 16,
        (_, 2.., _) => 22,
        (_, _, 2..) => 32,
        (_, 1, _) => 44,
        _ => 64,
    }
}
