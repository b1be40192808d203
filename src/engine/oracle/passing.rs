//! En passant: the squares that a move leaves, and whom one captures there.

use crate::rules::{Recorded, Side, Square, SquareSet, Trail};

use super::super::position::{Cell, Position};
use super::ride::View;
use super::{Move, MoveKind, Oracle, delta};

impl Oracle {
    /// The man that is captured by landing on an empty square because it is an
    /// en passant square.
    pub(super) fn en_passant_capture(&self, position: &Position, us: Side, square: Square) -> Option<Square> {
        let allowed = position.to_move == us
            && position.en_passant.contains(square)
            && self.ep_region.of(us).contains(square);
        if !allowed {
            return None;
        }
        position.en_passant_victim.or_else(|| self.victim_behind(position, square))
    }

    /// The man that an en passant square speaks of, where a position only states
    /// the squares: a man on one of them, else the nearest enemy man behind it.
    fn victim_behind(&self, position: &Position, square: Square) -> Option<Square> {
        let us = position.to_move;
        let enemy = |s: &Square| position.man(*s).is_some_and(|man| man.side != us);
        let mut occupied = position.en_passant.iter().filter(enemy);
        let front = match us {
            Side::White => occupied.next(),
            Side::Black => occupied.last(),
        };
        front.or_else(|| {
            let (dx, dy) = self.board().vector_for(us, (0, -1));
            let behind = std::iter::successors(square.offset(dx, dy), |s| s.offset(dx, dy));
            behind.take_while(|s| self.board().has(*s)).find(enemy)
        })
    }

    /// The one man that all en passant squares of a position speak of.
    pub(crate) fn en_passant_victim(&self, position: &Position) -> Option<Square> {
        let targets = position.en_passant.iter().filter(|s| position.at(*s) == Cell::Empty);
        let mut victims = targets.map(|square| self.victim_behind(position, square));
        let first = victims.next()??;
        victims.all(|victim| victim == Some(first)).then_some(first)
    }

    /// Whether a position that states en passant squares has a man to be captured
    /// on one of them.
    pub(crate) fn has_en_passant_victim(&self, position: &Position) -> bool {
        position.en_passant.iter().any(|square| self.victim_behind(position, square).is_some())
    }

    /// Whether a man of the side could capture en passant on the square.
    fn could_capture_en_passant(&self, position: &Position, square: Square, by: Side) -> bool {
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

    /// Records the squares on which the move that has just been made may be
    /// answered. What a wall or another man has filled meanwhile is none.
    pub(super) fn leave_trail(&self, next: &mut Position, mv: &Move, before: &Position) {
        let them = next.to_move;
        let only_attacked = self.rules.en_passant.recorded == Recorded::IfAttacked
            || self.trail_of(before, mv) == Trail::PassedIfAttacked;
        let recorded = |square: &Square| {
            *square == mv.to
                || next.at(*square) == Cell::Empty
                    && (!only_attacked || self.could_capture_en_passant(next, *square, them))
        };
        let squares: SquareSet = mv.trail.and(*self.ep_region.of(them)).iter().filter(recorded).collect();
        next.en_passant = squares;
        next.en_passant_victim = (!squares.is_empty()).then_some(mv.to);
    }

    fn trail_of(&self, position: &Position, mv: &Move) -> Trail {
        match (mv.kind, position.man(mv.from)) {
            (MoveKind::Ride(way), Some(man)) => {
                self.types.of(man.side)[usize::from(man.kind.0)].ways[usize::from(way)].leaves
            }
            _ => Trail::None,
        }
    }

    /// Forgets the en passant squares that the rules say are not recorded.
    pub(crate) fn keep_recorded(&self, position: &mut Position) {
        if self.rules.en_passant.recorded == Recorded::IfAttacked {
            let us = position.to_move;
            let possible = |s: &Square| {
                position.at(*s) != Cell::Empty || self.could_capture_en_passant(position, *s, us)
            };
            let kept: SquareSet = position.en_passant.iter().filter(possible).collect();
            position.en_passant = kept;
            if kept.is_empty() {
                position.en_passant_victim = None;
            }
        }
    }
}

/// The squares between two that lie on a rank, file or diagonal.
pub(super) fn between(from: Square, to: Square) -> SquareSet {
    let mut squares = super::castle::line(from, to);
    squares.remove(from);
    squares.remove(to);
    squares
}
