//! Running a block: operations, tests, and the moves that `add` emits
//! (reference 9 and 10).

use std::cell::{Cell, RefCell};

use smallvec::SmallVec;

use super::super::cursor::Cursor;
use super::super::program::{Add, Anchor, FlagId, PieceId, Place, PlayerId, PlayerKind, Square};
use super::super::readings;
use super::code::{Code, NONE, Op, Test};
use super::{Change, Fault, Fuel, MAX_STEPS, Machine, Man, Move, MoveKind, NOBODY, Position};
use crate::source::Span;

/// Takes the moves that a block emits; true ends the block.
pub(super) type Sink<'a> = &'a mut dyn FnMut(Move) -> bool;

/// What the answers of some blocks depend on: the squares that they looked at.
#[derive(Debug, Default)]
pub(super) struct Reads {
    squares: RefCell<SmallVec<[u64; 4]>>,
    /// Whether they asked for the last move, which every move changes.
    pub(super) last_move: Cell<bool>,
}

impl Reads {
    pub(super) fn new(squares: usize) -> Self {
        let words = SmallVec::from_elem(0, squares.div_ceil(64));
        Reads { squares: RefCell::new(words), last_move: Cell::new(false) }
    }

    fn add(&self, square: Square) {
        if let Some(word) = self.squares.borrow_mut().get_mut(usize::from(square) / 64) {
            *word |= 1 << (square % 64);
        }
    }

    /// Whether a square was looked at.
    pub(super) fn has(&self, square: Square) -> bool {
        self.squares.borrow().get(usize::from(square) / 64).is_some_and(|w| w >> (square % 64) & 1 == 1)
    }
}

/// The state of a running block (reference 9.1).
pub(super) struct Run<'a> {
    machine: &'a Machine<'a>,
    position: &'a Position,
    fuel: &'a Fuel,
    /// A man imagined on a square, for attacks on squares that hold none of the side's (Q20).
    phantom: Option<(Square, Man)>,
    /// Whether attacks are being computed: attack tests inside are false then (reference 10.5).
    attacking: bool,
    /// Where what is looked at is noted.
    reads: Option<&'a Reads>,
    side: PlayerId,
    mover: PieceId,
    kind: MoveKind,
    cursor: Cursor,
    flags: SmallVec<[u64; 2]>,
    position_flags: SmallVec<[(FlagId, Square); 4]>,
    /// All squares marked so far, where `marked?` means these (Q19).
    marks: SmallVec<[Square; 4]>,
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
            reads: None,
            side,
            mover,
            kind,
            cursor: Cursor::new(side, matches!(kind, MoveKind::Drop(_)), start),
            flags: SmallVec::new(),
            position_flags: SmallVec::new(),
            marks: SmallVec::new(),
            parts: SmallVec::new(),
            changes: SmallVec::new(),
            captures: SmallVec::new(),
            impossible: false,
            steps: 0,
            sink,
        }
    }

    pub(super) fn attacking(mut self, phantom: Option<(Square, Man)>, reads: Option<&'a Reads>) -> Self {
        self.attacking = true;
        self.phantom = phantom;
        self.reads = reads;
        self
    }

    /// Runs the block to its end; true where the sink had enough.
    pub(super) fn block(mut self, code: &Code, span: Span) -> Result<bool, Fault> {
        let satisfied = self.operations(code)?;
        if self.fuel.burn(self.steps) { Ok(satisfied) } else { Err(Fault::Steps(span)) }
    }

    fn operations(&mut self, code: &Code) -> Result<bool, Fault> {
        let mut at = 0;
        loop {
            self.steps += 1;
            let Some(op) = code.ops.get(at) else { return Ok(false) };
            at += 1;
            match *op {
                Op::Step(place) => {
                    let square = self.place(place);
                    if square == NONE {
                        return Ok(false);
                    }
                    self.cursor.at = square;
                }
                Op::Test { test, place, when, negated, target } => {
                    if self.holds(test, place, negated)? == when {
                        at = target as usize;
                    }
                }
                Op::Goto(target) => at = target as usize,
                Op::Loop(target, span) => {
                    if self.steps > MAX_STEPS {
                        return Err(Fault::Steps(code.spans[span as usize]));
                    }
                    at = target as usize;
                }
                Op::Stop => return Ok(false),
                Op::Back => self.cursor.at = self.cursor.mark,
                Op::Go(anchor) => {
                    let target = match anchor {
                        Anchor::LastFrom => self.position.last_from,
                        Anchor::LastTo => self.position.last_to,
                        anchor => self.cursor.anchor(anchor),
                    };
                    self.note_last_move(matches!(anchor, Anchor::LastFrom | Anchor::LastTo));
                    let Some(target) = target else { return Ok(false) };
                    self.cursor.at = target;
                }
                Op::From => {
                    if self.cursor.from.is_none() || !self.reads_as(readings::FIRST_ANCHOR) {
                        self.cursor.from = Some(self.cursor.at);
                    }
                }
                Op::To => {
                    if self.cursor.to.is_none() || !self.reads_as(readings::FIRST_ANCHOR) {
                        self.cursor.to = Some(self.cursor.at);
                    }
                }
                Op::Cascade => {
                    self.parts.push(self.cursor.part(self.parts.is_empty()));
                    self.cursor.next_part();
                    self.make_room_for_a_part();
                }
                Op::SetFlag(flag, value) => self.set_flag(flag, value),
                Op::Add(add) => {
                    if self.emit(&code.adds[add as usize]) {
                        return Ok(true);
                    }
                }
                Op::Mark(place)
                | Op::Capture(place)
                | Op::ChangeType(_, place)
                | Op::ChangeOwner(place)
                | Op::Flip(place)
                | Op::SetPositionFlag(_, _, place) => {
                    let square = self.place(place);
                    if square != NONE {
                        self.deed(*op, square);
                    } else if self.reads_as(readings::ARGUMENT_ENDS) {
                        return Ok(false);
                    }
                }
                Op::SetAttribute(attribute, value) => {
                    self.change(Change::Attribute(self.cursor.at, attribute, value));
                }
                Op::Create(creation) => {
                    let creation = code.creations[creation as usize];
                    let square = self.place(creation.place);
                    match creation.piece {
                        _ if square == NONE => {
                            if self.reads_as(readings::ARGUMENT_ENDS) {
                                return Ok(false);
                            }
                        }
                        Ok(piece) => {
                            let owner = creation.player.unwrap_or(self.side);
                            self.change(Change::Create(square, owner, piece.unwrap_or(self.mover)));
                        }
                        Err(()) => self.impossible = true,
                    }
                }
            }
        }
    }

    /// A statement about a square of the board.
    fn deed(&mut self, op: Op, square: Square) {
        match op {
            Op::Mark(_) => {
                self.cursor.mark = square;
                if self.reads_as(readings::MANY_MARKS) {
                    self.marks.push(square);
                }
            }
            Op::Capture(_) => self.captures.push(square),
            Op::ChangeType(NONE, _) => self.impossible = true,
            Op::ChangeType(piece, _) => self.change(Change::Type(square, piece)),
            Op::ChangeOwner(_) => self.change(Change::Owner(square, self.side)),
            Op::Flip(_) => self.change(Change::Flip(square)),
            Op::SetPositionFlag(flag, value, _) => {
                self.position_flags.retain(|entry| *entry != (flag, square));
                if value {
                    self.position_flags.push((flag, square));
                }
            }
            _ => {}
        }
    }

    /// Whether another reading of a point than the usual one is followed.
    #[inline]
    fn reads_as(&self, point: u8) -> bool {
        self.machine.readings.other(point)
    }

    fn set_flag(&mut self, flag: FlagId, value: bool) {
        let (word, bit) = (flag as usize / 64, 1u64 << (flag % 64));
        if self.flags.len() <= word {
            self.flags.resize(word + 1, 0);
        }
        if value {
            self.flags[word] |= bit;
        } else {
            self.flags[word] &= !bit;
        }
    }

    /// Zillions keeps its effects in groups and makes room by moving the first one of the
    /// next group to that group's end: the order that its saved games show (reference 19.4).
    fn change(&mut self, change: Change) {
        if self.captures.len() > 1 {
            self.captures.rotate_left(1);
        }
        self.changes.push(change);
    }

    fn make_room_for_a_part(&mut self) {
        if self.captures.len() > 1 {
            self.captures.rotate_left(1);
        }
        let is_creation = |change: &Change| matches!(change, Change::Create(..));
        let first = self.changes.iter().position(is_creation);
        let last = self.changes.iter().rposition(is_creation);
        if let (Some(first), Some(last)) = (first, last) {
            self.changes[first..=last].rotate_left(1);
        }
    }

    /// Emits what was gathered; true where the sink has enough.
    fn emit(&mut self, add: &Add) -> bool {
        let mut parts = std::mem::take(&mut self.parts);
        parts.push(self.cursor.part(parts.is_empty()));
        let changes = std::mem::take(&mut self.changes);
        let captures = std::mem::take(&mut self.captures);
        let impossible = std::mem::take(&mut self.impossible);
        self.cursor.next_move();
        if self.reads_as(readings::FLAGS_CLEARED) {
            self.flags.clear();
            self.position_flags.clear();
            self.cursor.mark = self.cursor.start;
        }
        if impossible {
            return false;
        }
        let mut base = Move {
            kind: self.kind,
            parts,
            changes,
            captures,
            promotion: None,
            copy: add.copy,
            partial: add.partial,
        };
        let Some(types) = &add.types else {
            // A move without any recorded effect does not exist (Q16).
            let idle = base.kind == MoveKind::Move
                && !base.copy
                && base.changes.is_empty()
                && base.captures.is_empty()
                && base.parts.iter().all(|(from, to)| from == to);
            return (!idle || self.reads_as(readings::NULL_MOVES)) && (self.sink)(base);
        };
        let Some((last, first)) = types.split_last() else { return false };
        for &piece in first {
            if (self.sink)(Move { promotion: Some(piece), ..base.clone() }) {
                return true;
            }
        }
        base.promotion = Some(*last);
        (self.sink)(base)
    }

    /// The square that a place names; [`NONE`] off the board.
    #[inline]
    fn place(&self, place: Place) -> Square {
        self.machine.links.place(self.side, place, self.cursor.at)
    }

    #[inline]
    fn man(&self, square: Square) -> Man {
        if let Some(reads) = self.reads {
            reads.add(square);
        }
        match self.phantom {
            Some((at, man)) if at == square => man,
            _ => self.position.board[square as usize],
        }
    }

    fn note_last_move(&self, asked: bool) {
        if asked && let Some(reads) = self.reads {
            reads.last_move.set(true);
        }
    }

    /// The outcome of a test. A test of a neighbour off the board fails, so that its negation
    /// holds; or that fails too (Q18).
    #[inline]
    fn holds(&self, test: Test, place: Place, negated: bool) -> Result<bool, Fault> {
        let machine = self.machine;
        let square = self.place(place);
        if square == NONE {
            return Ok(negated && self.reads_as(readings::NEGATIONS_FAIL) && !matches!(test, Test::OnBoard));
        }
        Ok(match test {
            Test::Empty => self.man(square).owner == NOBODY,
            Test::Friend => self.man(square).owner == self.side,
            Test::Enemy => machine.is_enemy(self.side, self.man(square).owner),
            Test::Neutral => {
                let owner = self.man(square).owner;
                owner != NOBODY && machine.kind(owner) == PlayerKind::Neutral
            }
            Test::Piece(piece) => {
                let man = self.man(square);
                man.piece == piece && man.owner != NOBODY
            }
            Test::InZone(zone) => zone
                .is_some_and(|zone| machine.program.board.zones[zone as usize].contains(self.side, square)),
            Test::OnBoard => true,
            Test::Position(wanted) => self.cursor.at == wanted,
            Test::Flag(flag) => {
                self.flags.get(flag as usize / 64).is_some_and(|word| word >> (flag % 64) & 1 == 1)
            }
            Test::PositionFlag(flag) => self.position_flags.contains(&(flag, square)),
            Test::Attribute(attribute) => {
                let man = self.man(square);
                man.owner != NOBODY && man.attributes >> attribute & 1 == 1
            }
            Test::Marked => square == self.cursor.mark || self.marks.contains(&square),
            Test::Attacked(_) | Test::Defended(_) if self.attacking => false,
            Test::Attacked(kind) => {
                let nobody = self.reads_as(readings::NOBODY_ATTACKED);
                let phantom = (self.man(square).owner != self.side && !nobody)
                    .then(|| (square, machine.new_man(self.mover, self.side)));
                machine.attacked(self.position, self.side, square, kind, phantom, self.fuel)?
            }
            Test::Defended(kind) => {
                machine.defended(self.position, self.side, self.mover, square, kind, self.fuel)?
            }
            Test::AdjacentToEnemy => {
                machine.links.neighbours(square).any(|n| machine.is_enemy(self.side, self.man(n).owner))
            }
            Test::GoalPosition => machine.program.is_goal_square(square),
            Test::LastFrom => {
                self.note_last_move(true);
                self.position.last_from == Some(square)
            }
            Test::LastTo => {
                self.note_last_move(true);
                self.position.last_to == Some(square)
            }
        })
    }
}
