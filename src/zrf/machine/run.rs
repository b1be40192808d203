//! Running a block: statements, conditions, and the moves that `add` emits
//! (reference 9 and 10).

use smallvec::SmallVec;

use super::super::cursor::Cursor;
use super::super::program::{
    Add, Anchor, Block, Condition, FlagId, PieceId, Place, PlayerId, Square, Statement, StatementKind,
};
use super::{Change, Fault, Fuel, MAX_STEPS, Machine, Man, Move, MoveKind, NOBODY, Position};
use crate::source::Span;

/// Why a block stopped before its end.
pub(super) enum Stop {
    /// A step left the board, or a `verify` failed: the moves so far stay.
    Failed,
    /// Whoever listens has heard enough.
    Satisfied,
    /// A limit.
    Fault(Fault),
}

/// Takes the moves that a block emits; true ends the block.
pub(super) type Sink<'a> = &'a mut dyn FnMut(Move) -> bool;

/// The state of a running block (reference 9.1).
pub(super) struct Run<'a> {
    machine: &'a Machine<'a>,
    position: &'a Position,
    fuel: &'a Fuel,
    /// A man imagined on a square, for attacks on squares that hold none of the side's (Q20).
    phantom: Option<(Square, Man)>,
    /// Whether attacks are being computed: attack tests inside are false then (reference 10.5).
    attacking: bool,
    side: PlayerId,
    mover: PieceId,
    kind: MoveKind,
    cursor: Cursor,
    flags: SmallVec<[u64; 2]>,
    position_flags: SmallVec<[(FlagId, Square); 4]>,
    parts: SmallVec<[(Square, Square); 2]>,
    changes: SmallVec<[Change; 2]>,
    captures: SmallVec<[Square; 2]>,
    /// A type that does not exist was to be created: no move with it exists.
    impossible: bool,
    steps: u32,
    sink: Sink<'a>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        machine: &'a Machine<'a>,
        position: &'a Position,
        fuel: &'a Fuel,
        side: PlayerId,
        kind: MoveKind,
        start: Square,
        sink: Sink<'a>,
    ) -> Self {
        let mover = match kind {
            MoveKind::Drop(piece) => piece,
            _ => position.board[start as usize].piece,
        };
        Run {
            machine,
            position,
            fuel,
            phantom: None,
            attacking: false,
            side,
            mover,
            kind,
            cursor: Cursor::new(side, matches!(kind, MoveKind::Drop(_)), start),
            flags: SmallVec::new(),
            position_flags: SmallVec::new(),
            parts: SmallVec::new(),
            changes: SmallVec::new(),
            captures: SmallVec::new(),
            impossible: false,
            steps: 0,
            sink,
        }
    }

    pub(super) fn attacking(mut self, phantom: Option<(Square, Man)>) -> Self {
        self.attacking = true;
        self.phantom = phantom;
        self
    }

    /// Runs the block to its end; true where the sink had enough.
    pub(super) fn block(mut self, block: &Block) -> Result<bool, Fault> {
        let ran = self.sequence(&block.body);
        if !self.fuel.burn(self.steps) {
            return Err(Fault::Steps(block.span));
        }
        match ran {
            Ok(()) | Err(Stop::Failed) => Ok(false),
            Err(Stop::Satisfied) => Ok(true),
            Err(Stop::Fault(fault)) => Err(fault),
        }
    }

    fn sequence(&mut self, body: &[Statement]) -> Result<(), Stop> {
        for statement in body {
            self.statement(statement)?;
        }
        Ok(())
    }

    fn count(&mut self, span: Span) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Stop::Fault(Fault::Steps(span))) } else { Ok(()) }
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Stop> {
        use StatementKind as S;
        self.count(statement.span)?;
        match &statement.kind {
            S::Step(place) => self.cursor.at = self.place(*place).ok_or(Stop::Failed)?,
            S::Verify(condition) => {
                if !self.holds(condition)? {
                    return Err(Stop::Failed);
                }
            }
            S::If(condition, then, otherwise) => {
                let arm = if self.holds(condition)? { then } else { otherwise };
                self.sequence(arm)?;
            }
            S::While(condition, body) => {
                while self.holds(condition)? {
                    // An empty body must meet the limit too.
                    self.count(statement.span)?;
                    self.sequence(body)?;
                }
            }
            S::Mark(place) => {
                if let Some(square) = self.place(*place) {
                    self.cursor.mark = square;
                }
            }
            S::Back => self.cursor.at = self.cursor.mark,
            S::Go(anchor) => {
                let target = match anchor {
                    Anchor::LastFrom => self.position.last_from,
                    Anchor::LastTo => self.position.last_to,
                    anchor => self.cursor.anchor(*anchor),
                };
                self.cursor.at = target.ok_or(Stop::Failed)?;
            }
            S::From => self.cursor.from = Some(self.cursor.at),
            S::To => self.cursor.to = Some(self.cursor.at),
            S::Cascade => {
                self.parts.push(self.cursor.part(self.parts.is_empty()));
                self.cursor.next_part();
            }
            S::Capture(place) => {
                if let Some(square) = self.place(*place) {
                    self.captures.push(square);
                }
            }
            S::ChangeType(piece, place) => match (piece, self.place(*place)) {
                (Some(piece), Some(square)) => self.changes.push(Change::Type(square, *piece)),
                (None, Some(_)) => self.impossible = true,
                _ => {}
            },
            S::ChangeOwner(place) => {
                if let Some(square) = self.place(*place) {
                    self.changes.push(Change::Owner(square, self.side));
                }
            }
            S::Flip(place) => {
                if let Some(square) = self.place(*place) {
                    self.changes.push(Change::Flip(square));
                }
            }
            S::Create { player, piece, place } => match (piece, self.place(*place)) {
                (Ok(piece), Some(square)) => {
                    let owner = player.unwrap_or(self.side);
                    self.changes.push(Change::Create(square, owner, piece.unwrap_or(self.mover)));
                }
                (Err(()), Some(_)) => self.impossible = true,
                _ => {}
            },
            S::SetFlag(flag, condition) => {
                let value = self.holds(condition)?;
                let (word, bit) = (*flag as usize / 64, 1u64 << (*flag % 64));
                if self.flags.len() <= word {
                    self.flags.resize(word + 1, 0);
                }
                if value {
                    self.flags[word] |= bit;
                } else {
                    self.flags[word] &= !bit;
                }
            }
            S::SetPositionFlag(flag, condition, place) => {
                let value = self.holds(condition)?;
                if let Some(square) = self.place(*place) {
                    self.position_flags.retain(|entry| *entry != (*flag, square));
                    if value {
                        self.position_flags.push((*flag, square));
                    }
                }
            }
            S::SetAttribute(attribute, condition) => {
                let value = self.holds(condition)?;
                if let Some(attribute) = attribute {
                    self.changes.push(Change::Attribute(self.cursor.at, *attribute, value));
                }
            }
            S::Add(add) => return self.emit(add),
        }
        Ok(())
    }

    fn emit(&mut self, add: &Add) -> Result<(), Stop> {
        let mut parts = std::mem::take(&mut self.parts);
        parts.push(self.cursor.part(parts.is_empty()));
        let changes = std::mem::take(&mut self.changes);
        let captures = std::mem::take(&mut self.captures);
        let impossible = std::mem::take(&mut self.impossible);
        self.cursor.next_move();
        if impossible {
            return Ok(());
        }
        let base = Move {
            kind: self.kind,
            parts,
            changes,
            captures,
            promotion: None,
            copy: add.copy,
            partial: add.partial,
        };
        match &add.types {
            None => {
                // A move without any recorded effect does not exist (Q16).
                let idle = base.kind == MoveKind::Move
                    && !base.copy
                    && base.changes.is_empty()
                    && base.captures.is_empty()
                    && base.parts.iter().all(|(from, to)| from == to);
                if !idle && (self.sink)(base) {
                    return Err(Stop::Satisfied);
                }
            }
            Some(types) => {
                for &piece in types {
                    if (self.sink)(Move { promotion: Some(piece), ..base.clone() }) {
                        return Err(Stop::Satisfied);
                    }
                }
            }
        }
        Ok(())
    }

    fn place(&self, place: Place) -> Option<Square> {
        self.cursor.place(&self.machine.program.board, place)
    }

    fn man(&self, square: Square) -> Man {
        match self.phantom {
            Some((at, man)) if at == square => man,
            _ => self.position.board[square as usize],
        }
    }

    /// A test of the man on a place; false off the board (Q18).
    fn test(&self, place: Place, test: impl FnOnce(Man) -> bool) -> bool {
        self.place(place).is_some_and(|square| test(self.man(square)))
    }

    fn holds(&self, condition: &Condition) -> Result<bool, Stop> {
        use Condition as C;
        let machine = self.machine;
        Ok(match condition {
            C::Constant(value) => *value,
            C::Not(inner) => !self.holds(inner)?,
            C::And(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            C::Or(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            C::Empty(place) => self.test(*place, |m| m.owner == NOBODY),
            C::Friend(place) => self.test(*place, |m| m.owner == self.side),
            C::Enemy(place) => self.test(*place, |m| machine.is_enemy(self.side, m.owner)),
            C::Neutral(place) => self
                .test(*place, |m| m.owner != NOBODY && machine.kind(m.owner) == super::PlayerKind::Neutral),
            C::Piece(types, place) => self.test(*place, |m| m.owner != NOBODY && types.contains(&m.piece)),
            C::InZone(zone, place) => match (zone, self.place(*place)) {
                (Some(zone), Some(square)) => {
                    machine.program.board.zones[*zone as usize].contains(self.side, square)
                }
                _ => false,
            },
            C::OnBoard(place) => self.place(*place).is_some(),
            C::Position(square) => self.cursor.at == *square,
            C::Flag(flag) => {
                self.flags.get(*flag as usize / 64).is_some_and(|word| word >> (flag % 64) & 1 == 1)
            }
            C::PositionFlag(flag, place) => {
                self.place(*place).is_some_and(|square| self.position_flags.contains(&(*flag, square)))
            }
            C::Attribute(attribute, place) => {
                self.test(*place, |m| m.owner != NOBODY && m.attributes >> attribute & 1 == 1)
            }
            C::Marked(place) => self.place(*place) == Some(self.cursor.mark),
            C::Attacked(move_type, place) => match self.place(*place) {
                Some(square) if !self.attacking => {
                    let phantom = (self.man(square).owner != self.side)
                        .then(|| (square, machine.new_man(self.mover, self.side)));
                    machine
                        .attacked(self.position, self.side, square, *move_type, phantom, self.fuel)
                        .map_err(Stop::Fault)?
                }
                _ => false,
            },
            C::Defended(move_type, place) => match self.place(*place) {
                Some(square) if !self.attacking => machine
                    .defended(self.position, self.side, self.mover, square, *move_type, self.fuel)
                    .map_err(Stop::Fault)?,
                _ => false,
            },
            C::AdjacentToEnemy(place) => self.place(*place).is_some_and(|square| {
                let links = &machine.program.board.links;
                links
                    .iter()
                    .filter_map(|row| row[square as usize])
                    .any(|next| machine.is_enemy(self.side, self.man(next).owner))
            }),
            C::GoalPosition(place) => {
                self.place(*place).is_some_and(|square| machine.program.is_goal_square(square))
            }
            C::LastFrom(place) => {
                self.place(*place).is_some_and(|square| self.position.last_from == Some(square))
            }
            C::LastTo(place) => {
                self.place(*place).is_some_and(|square| self.position.last_to == Some(square))
            }
        })
    }
}
