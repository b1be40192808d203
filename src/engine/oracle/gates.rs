//! Men that fill the square that a mover left.

use crate::rules::{Square, SquareSet};

use super::super::game::{Filling, Gateway, Kind};
use super::super::position::{Cell, Man, Position};
use super::guards::Asked;
use super::make::Played;
use super::{Gated, Move, MoveKind, Oracle};
use crate::rules::Side;

impl Oracle {
    /// Adds to every move the same with each man that may fill a square that it
    /// vacates.
    pub(super) fn with_gates(&self, position: &Position, moves: &mut Vec<Move>) {
        let gates = self.gates.of(position.to_move);
        if gates.is_empty() {
            return;
        }
        let plain = std::mem::take(moves);
        for mv in plain {
            let shuts = |(_, record): (Kind, u8)| {
                self.rises.of(position.to_move)[usize::from(record)].rule.without_gate
            };
            if mv.promotion.is_some_and(shuts) {
                moves.push(mv);
                continue;
            }
            let mut filled: Vec<Gated> = Vec::new();
            let mut must = false;
            for gate in gates {
                let before = filled.len();
                for (square, man) in self.vacated(position, &mv, gate) {
                    if gate.mover.iter().any(|men| men.include(man)) && gate.vacated.contains(square) {
                        self.fillings(position, &mv, gate, square, &mut filled);
                    }
                }
                must |= gate.must && filled.len() > before;
            }
            if !must {
                moves.push(mv);
            }
            moves.extend(filled.into_iter().map(|gated| Move { gate: Some(gated), ..mv }));
        }
    }

    /// The squares that a move leaves empty, and who leaves them.
    fn vacated(&self, position: &Position, mv: &Move, gate: &Gateway) -> Vec<(Square, Man)> {
        let squares = match mv.kind {
            MoveKind::Ride(_) => vec![mv.from],
            MoveKind::Castling(_, partner) if gate.castling => vec![mv.from, partner],
            _ => Vec::new(),
        };
        squares.into_iter().filter_map(|square| position.man(square).map(|man| (square, man))).collect()
    }

    /// The men that may fill the square, but for those that are known.
    fn fillings(
        &self,
        position: &Position,
        mv: &Move,
        gate: &Gateway,
        square: Square,
        known: &mut Vec<Gated>,
    ) {
        let us = position.to_move;
        let after = self.make(position, mv);
        if after.at(square) != Cell::Empty {
            return;
        }
        let mut found = |kind: Kind, from: Option<Square>| {
            let gated = Gated { square, kind, from };
            let asked = Asked {
                position,
                side: us,
                kind,
                becomes: kind,
                from: from.unwrap_or(square),
                to: square,
                attack: false,
            };
            if !known.contains(&gated) && self.all_hold(&asked, &gate.when) {
                known.push(gated);
            }
        };
        match &gate.source {
            Filling::Hand(kinds) => {
                let hand = &position.hands[us.index()];
                let in_hand = |kind: &Kind| hand[usize::from(kind.0)] > 0 || self.endless & kind.bit() != 0;
                let wanted = self.hand_order.iter().filter(|kind| kinds & kind.bit() != 0);
                wanted.filter(|kind| in_hand(kind)).for_each(|kind| found(*kind, None));
            }
            Filling::Board(patterns) => {
                // The movers have had their move.
                let moved = match mv.kind {
                    MoveKind::Castling(_, partner) => SquareSet::of(mv.from).or(SquareSet::of(partner)),
                    _ => SquareSet::of(mv.from),
                };
                for from in position.men(us).without(moved) {
                    let Some(man) = position.man(from) else { continue };
                    let stays =
                        after.man(from).is_some_and(|there| there.kind == man.kind && there.side == us);
                    if stays && patterns.iter().any(|men| men.include(man)) {
                        found(man.kind, Some(from));
                    }
                }
            }
        }
    }

    /// Fills the vacated square.
    pub(super) fn fill_vacated(&self, played: &mut Played, us: Side, mv: &Move) {
        let Some(gated) = mv.gate else { return };
        match gated.from {
            Some(from) => self.shift(played, from, gated.square, us),
            None => {
                self.take_from_hand(&mut played.next, us, gated.kind);
                played.next.set(gated.square, Cell::Man(Man::new(us, gated.kind)));
            }
        }
    }
}
