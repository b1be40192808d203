//! Between positions of the machine and of the generator.

use std::collections::{BTreeMap, BTreeSet};

use super::super::machine::{self, Machine};
use super::super::program::{PieceId, PlayerId};
use super::castling::Right;
use super::passing::Runner;
use crate::engine::{self, Oracle};
use crate::rules;

/// How the two kinds of positions of one game correspond.
///
/// Squares by place, types by name, players by side; castling rights and marks by
/// attributes, en passant squares by the last move.
#[derive(Debug, Clone, Default)]
pub struct StateMap {
    pub(super) sides: [PlayerId; 2],
    /// The square of the rules for each square of the program.
    pub(super) squares: Vec<Option<rules::Square>>,
    /// The type's name in the rules for each type of the program.
    pub(super) pieces: Vec<String>,
    pub(super) rights: BTreeSet<Right>,
    pub(super) runners: BTreeMap<Runner, BTreeSet<u16>>,
    /// Marks by attribute.
    pub(super) marks: BTreeMap<u8, String>,
    /// Attributes of men that can be told from where they stand: by owner, type and square.
    pub(super) known: BTreeMap<(PlayerId, PieceId, u16), u64>,
    /// Default attributes by type.
    pub(super) defaults: Vec<u64>,
}

impl StateMap {
    /// The square of the rules' board.
    pub fn square(&self, square: u16) -> Option<rules::Square> {
        self.squares.get(square as usize).copied().flatten()
    }

    /// The square of the program.
    pub fn machine_square(&self, square: rules::Square) -> Option<u16> {
        self.squares.iter().position(|s| *s == Some(square)).map(|s| s as u16)
    }

    fn player(&self, side: rules::Side) -> PlayerId {
        self.sides[side.index()]
    }

    fn side(&self, player: PlayerId) -> Option<rules::Side> {
        let index = self.sides.iter().position(|p| *p == player)?;
        Some(rules::Side::BOTH[index])
    }

    fn kind(&self, oracle: &Oracle, piece: PieceId) -> Option<engine::Kind> {
        oracle.kind(self.pieces.get(piece as usize)?)
    }

    fn mark_bit(oracle: &Oracle, name: &str) -> u8 {
        oracle.rules().marks.iter().position(|m| m.name == name).map_or(0, |bit| 1u8 << bit)
    }

    /// The generator's position for one of the machine. `None` where men stand beside
    /// the board or the turn is not over.
    pub fn to_oracle(
        &self,
        machine: &Machine<'_>,
        oracle: &Oracle,
        from: &machine::Position,
    ) -> Option<engine::Position> {
        if from.pending.is_some() {
            return None;
        }
        let mut out = engine::Position::empty();
        for (square, man) in from.men() {
            let mut copy = engine::Man::new(self.side(man.owner)?, self.kind(oracle, man.piece)?);
            for (attribute, name) in &self.marks {
                let differs = (man.attributes ^ self.defaults[man.piece as usize]) >> attribute & 1 == 1;
                if differs {
                    copy.marks |= Self::mark_bit(oracle, name);
                }
            }
            out.set(self.square(square)?, engine::Cell::Man(copy));
        }
        for player in self.sides {
            for piece in 0..self.pieces.len() as PieceId {
                let count = machine.reserve(from, player, piece);
                let kind = self.kind(oracle, piece)?;
                out.hands[self.side(player)?.index()][usize::from(kind.0)] = count.min(255) as u8;
            }
        }
        let stands = |player, (square, piece, attribute, value): (u16, PieceId, u8, bool)| {
            from.man(square).is_some_and(|m| {
                m.owner == player && m.piece == piece && (m.attributes >> attribute & 1 == 1) == value
            })
        };
        for right in &self.rights {
            if stands(right.player, right.king) && stands(right.player, right.partner) {
                out.rights.add((self.square(right.king.0)?, self.square(right.partner.0)?));
            }
        }
        out.to_move = self.side(machine.turn(from).mover)?;
        out.last.from = from.last_from.and_then(|s| self.square(s));
        out.last.to = from.last_to.and_then(|s| self.square(s));
        for (runner, passed) in &self.runners {
            let made = from.last_from == Some(runner.from) && from.last_to == Some(runner.to);
            let there =
                from.man(runner.to).is_some_and(|m| m.owner == runner.player && m.piece == runner.piece);
            if made && there && self.side(runner.player) == Some(out.to_move.other()) {
                out.en_passant = passed.iter().filter_map(|s| self.square(*s)).collect();
                out.en_passant_victim = self.square(runner.to);
            }
        }
        Some(out)
    }

    /// The machine's position for one of the generator. `None` where it holds
    /// something that the program has no place for.
    pub fn to_machine(
        &self,
        machine: &Machine<'_>,
        oracle: &Oracle,
        from: &engine::Position,
    ) -> Option<machine::Position> {
        let mut out = machine.empty();
        let of_name = |name: &str| self.pieces.iter().position(|p| p == name).map(|p| p as PieceId);
        for side in rules::Side::BOTH {
            let player = self.player(side);
            for square in from.men(side) {
                let man = from.man(square)?;
                let piece = of_name(oracle.kind_name(man.kind))?;
                let at = self.machine_square(square)?;
                let mut copy = machine.new_man(piece, player);
                if let Some(attributes) = self.known.get(&(player, piece, at)) {
                    copy.attributes = *attributes;
                }
                for (attribute, name) in &self.marks {
                    let bit = 1u64 << attribute;
                    let differs = man.marks & Self::mark_bit(oracle, name) != 0;
                    let default = self.defaults[piece as usize] & bit != 0;
                    copy.attributes = copy.attributes & !bit | if differs != default { bit } else { 0 };
                }
                for right in self.rights.iter().filter(|r| r.player == player) {
                    let held = |king: u16, partner: u16| {
                        let pair = (self.square(king), self.square(partner));
                        from.rights.iter().any(|(k, p)| (Some(k), Some(p)) == pair)
                    };
                    let ends = [(right.king, true), (right.partner, false)];
                    for ((_, kind, attribute, value), is_king) in ends {
                        if kind != piece {
                            continue;
                        }
                        let innocent = self.rights.iter().any(|r| {
                            let (spot, other) =
                                if is_king { (r.king, r.partner) } else { (r.partner, r.king) };
                            let pair = if is_king { (spot.0, other.0) } else { (other.0, spot.0) };
                            r.player == player && spot.0 == at && spot.1 == piece && held(pair.0, pair.1)
                        });
                        let on = innocent == value;
                        copy.attributes = copy.attributes & !(1 << attribute) | u64::from(on) << attribute;
                    }
                }
                out.set(at, Some(copy));
            }
            for piece in 0..self.pieces.len() as PieceId {
                let kind = self.kind(oracle, piece)?;
                let count = u32::from(from.hands[side.index()][usize::from(kind.0)]);
                if !machine.set_reserve(&mut out, player, piece, count) && count > 0 {
                    return None;
                }
            }
        }
        let turns = &machine.program().turns;
        out.turn = turns.iter().position(|t| t.mover == self.player(from.to_move))?;
        out.last_from = from.last.from.and_then(|s| self.machine_square(s));
        out.last_to = from.last.to.and_then(|s| self.machine_square(s));
        if let Some(victim) = from.en_passant_victim.and_then(|s| self.machine_square(s)) {
            let passed: BTreeSet<u16> =
                from.en_passant.iter().filter_map(|s| self.machine_square(s)).collect();
            let runner = self.runners.iter().find(|(runner, squares)| {
                runner.to == victim
                    && runner.player != self.player(from.to_move)
                    && squares.intersection(&passed).next().is_some()
            });
            if let Some((runner, _)) = runner {
                out.last_from = Some(runner.from);
                out.last_to = Some(runner.to);
            }
        }
        Some(out)
    }
}
