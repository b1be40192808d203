//! Move code made ready to run: a block as a list of small operations with jumps, and the links
//! of the board as one table.
//!
//! A condition becomes a chain of single tests that jump, so that nothing behind the test which
//! decides is looked at. A block is compiled when it first runs.

use super::super::program::{
    Add, Anchor, Block, Board, Condition, DirectionId, FlagId, MoveTypeId, PieceId, Place, PlayerId, Square,
    Statement, StatementKind, ZoneId,
};
use super::super::readings::{self, Readings};
use crate::source::Span;

/// No square, no type, no attribute: one value to test for.
pub(super) const NONE: u16 = u16::MAX;

/// A test of a square, or of the state of a block.
#[derive(Debug, Clone, Copy)]
pub(super) enum Test {
    Empty,
    Friend,
    Enemy,
    Neutral,
    Piece(PieceId),
    /// Without a zone where the name is not defined.
    InZone(Option<ZoneId>),
    OnBoard,
    Position(Square),
    Flag(FlagId),
    PositionFlag(FlagId),
    Attribute(u8),
    Marked,
    Attacked(Option<MoveTypeId>),
    Defended(Option<MoveTypeId>),
    AdjacentToEnemy,
    GoalPosition,
    LastFrom,
    LastTo,
}

/// An operation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Step(Place),
    /// Jumps where the outcome of the test is `when`; `negated` where its negation is written.
    Test {
        test: Test,
        place: Place,
        when: bool,
        negated: bool,
        target: u32,
    },
    Goto(u32),
    /// The way back of a loop, with its place among [`Code::spans`].
    Loop(u32, u32),
    /// A `verify` that fails; also the end of a block.
    Stop,
    Mark(Place),
    Back,
    Go(Anchor),
    From,
    To,
    Cascade,
    Capture(Place),
    /// [`NONE`] where the type is not declared.
    ChangeType(PieceId, Place),
    ChangeOwner(Place),
    Flip(Place),
    /// By place among [`Code::creations`].
    Create(u32),
    SetFlag(FlagId, bool),
    SetPositionFlag(FlagId, bool, Place),
    SetAttribute(u8, bool),
    /// By place among [`Code::adds`].
    Add(u32),
}

/// A compiled block.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) spans: Vec<Span>,
    pub(super) adds: Vec<Add>,
    pub(super) creations: Vec<Creation>,
}

/// What `create` makes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Creation {
    /// Owner; else the moving side.
    pub(super) player: Option<PlayerId>,
    /// Type; else that of the mover. `Err` where the name is not declared.
    pub(super) piece: Result<Option<PieceId>, ()>,
    pub(super) place: Place,
}

impl Code {
    /// Compiles a block.
    pub(super) fn new(block: &Block) -> Self {
        let mut compiler = Compiler { code: Code::default(), labels: vec![0] };
        compiler.sequence(&block.body);
        compiler.finish()
    }
}

/// A place in the code that is not known yet.
type Label = u32;
/// Where a block ends.
const END: Label = 0;

struct Compiler {
    code: Code,
    /// Where each label lies.
    labels: Vec<u32>,
}

impl Compiler {
    fn finish(mut self) -> Code {
        self.place(END);
        self.code.ops.push(Op::Stop);
        for op in &mut self.code.ops {
            if let Op::Test { target, .. } | Op::Goto(target) | Op::Loop(target, _) = op {
                *target = self.labels[*target as usize];
            }
        }
        self.code
    }

    fn label(&mut self) -> Label {
        self.labels.push(0);
        self.labels.len() as u32 - 1
    }

    fn place(&mut self, label: Label) {
        self.labels[label as usize] = self.code.ops.len() as u32;
    }

    fn push(&mut self, op: Op) {
        self.code.ops.push(op);
    }

    fn sequence(&mut self, body: &[Statement]) {
        for statement in body {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.statement(statement));
        }
    }

    fn statement(&mut self, statement: &Statement) {
        use StatementKind as S;
        match &statement.kind {
            S::Step(place) => self.push(Op::Step(*place)),
            S::Verify(condition) => self.jump(condition, false, false, END),
            S::If(condition, then, otherwise) => {
                let (other, end) = (self.label(), self.label());
                self.jump(condition, false, false, other);
                self.sequence(then);
                if !otherwise.is_empty() {
                    self.push(Op::Goto(end));
                }
                self.place(other);
                self.sequence(otherwise);
                self.place(end);
            }
            S::While(condition, body) => {
                let (start, end) = (self.label(), self.label());
                self.place(start);
                self.jump(condition, false, false, end);
                self.sequence(body);
                self.code.spans.push(statement.span);
                self.push(Op::Loop(start, self.code.spans.len() as u32 - 1));
                self.place(end);
            }
            S::Mark(place) => self.push(Op::Mark(*place)),
            S::Back => self.push(Op::Back),
            S::Go(anchor) => self.push(Op::Go(*anchor)),
            S::From => self.push(Op::From),
            S::To => self.push(Op::To),
            S::Cascade => self.push(Op::Cascade),
            S::Capture(place) => self.push(Op::Capture(*place)),
            S::ChangeType(piece, place) => self.push(Op::ChangeType(piece.unwrap_or(NONE), *place)),
            S::ChangeOwner(place) => self.push(Op::ChangeOwner(*place)),
            S::Flip(place) => self.push(Op::Flip(*place)),
            S::Create { player, piece, place } => {
                self.code.creations.push(Creation { player: *player, piece: *piece, place: *place });
                self.push(Op::Create(self.code.creations.len() as u32 - 1));
            }
            S::SetFlag(flag, condition) => self.set(condition, |value| Op::SetFlag(*flag, value)),
            S::SetPositionFlag(flag, condition, place) => {
                self.set(condition, |value| Op::SetPositionFlag(*flag, value, *place));
            }
            // Without a declaration the value is of no account.
            S::SetAttribute(None, _) => {}
            S::SetAttribute(Some(attribute), condition) => {
                self.set(condition, |value| Op::SetAttribute(*attribute, value));
            }
            S::Add(add) => {
                self.code.adds.push(add.clone());
                self.push(Op::Add(self.code.adds.len() as u32 - 1));
            }
        }
    }

    /// One operation or the other, as a condition decides.
    fn set(&mut self, condition: &Condition, op: impl Fn(bool) -> Op) {
        if let Condition::Constant(value) = condition {
            return self.push(op(*value));
        }
        let (other, end) = (self.label(), self.label());
        self.jump(condition, false, false, other);
        self.push(op(true));
        self.push(Op::Goto(end));
        self.place(other);
        self.push(op(false));
        self.place(end);
    }

    /// Jumps to a label where a condition is `when`, else goes on. `negated` where the
    /// condition stands inside a negation.
    fn jump(&mut self, condition: &Condition, when: bool, negated: bool, target: Label) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.jump_inner(condition, when, negated, target));
    }

    fn jump_inner(&mut self, condition: &Condition, when: bool, negated: bool, target: Label) {
        use Condition as C;
        let (test, place) = match condition {
            C::Constant(value) => {
                if *value == when {
                    self.push(Op::Goto(target));
                }
                return;
            }
            C::Not(inner) => return self.jump(inner, !when, !negated, target),
            // A part that is `deciding` decides the whole: false for `and`, true for `or`.
            C::And(parts) => return self.chain(parts, false, (when, negated), target),
            C::Or(parts) => return self.chain(parts, true, (when, negated), target),
            C::Empty(place) => (Test::Empty, *place),
            C::Friend(place) => (Test::Friend, *place),
            C::Enemy(place) => (Test::Enemy, *place),
            C::Neutral(place) => (Test::Neutral, *place),
            C::Piece(types, place) => match types[..] {
                [piece] => (Test::Piece(piece), *place),
                _ => {
                    let parts: Vec<C> = types.iter().map(|piece| C::Piece(vec![*piece], *place)).collect();
                    return self.chain(&parts, true, (when, negated), target);
                }
            },
            C::InZone(zone, place) => (Test::InZone(*zone), *place),
            C::OnBoard(place) => (Test::OnBoard, *place),
            C::Position(square) => (Test::Position(*square), Place::Here),
            C::Flag(flag) => (Test::Flag(*flag), Place::Here),
            C::PositionFlag(flag, place) => (Test::PositionFlag(*flag), *place),
            C::Attribute(attribute, place) => (Test::Attribute(*attribute), *place),
            C::Marked(place) => (Test::Marked, *place),
            C::Attacked(kind, place) => (Test::Attacked(*kind), *place),
            C::Defended(kind, place) => (Test::Defended(*kind), *place),
            C::AdjacentToEnemy(place) => (Test::AdjacentToEnemy, *place),
            C::GoalPosition(place) => (Test::GoalPosition, *place),
            C::LastFrom(place) => (Test::LastFrom, *place),
            C::LastTo(place) => (Test::LastTo, *place),
        };
        self.push(Op::Test { test, place, when, negated, target });
    }

    fn chain(&mut self, parts: &[Condition], deciding: bool, (when, negated): (bool, bool), target: Label) {
        if when == deciding {
            parts.iter().for_each(|part| self.jump(part, deciding, negated, target));
            return;
        }
        let Some((last, first)) = parts.split_last() else {
            // Without parts: `(and)` is true, `(or)` is false.
            self.push(Op::Goto(target));
            return;
        };
        let through = self.label();
        first.iter().for_each(|part| self.jump(part, deciding, negated, through));
        self.jump(last, when, negated, target);
        self.place(through);
    }
}

/// The links of a board as one table, for each player after symmetry.
#[derive(Debug)]
pub(super) struct Links {
    squares: usize,
    directions: usize,
    /// For each player and direction, the row that is meant.
    rows: Vec<u16>,
    /// For each row and square, where a step leads; [`NONE`] off the board.
    steps: Vec<Square>,
    /// The same for steps against the direction.
    against: Vec<Square>,
}

impl Links {
    pub(super) fn new(board: &Board, readings: &Readings) -> Self {
        let squares = board.squares.len();
        let flat = |row: &[Option<Square>]| row.iter().map(|to| to.unwrap_or(NONE)).collect::<Vec<_>>();
        let steps: Vec<Square> = board.links.iter().flat_map(|row| flat(row)).collect();
        let local = readings.other(readings::LOCAL_OPPOSITE);
        let mut against = Vec::with_capacity(steps.len());
        for (direction, row) in board.links.iter().enumerate() {
            match board.opposites[direction].filter(|_| !local) {
                Some(opposite) => against.extend(flat(&board.links[opposite as usize])),
                None => against.extend(reversed(row)),
            }
        }
        let rows = board.symmetry.iter().flatten().copied().collect();
        Links { squares, directions: board.directions.len(), rows, steps, against }
    }

    #[inline]
    fn row(&self, player: PlayerId, direction: DirectionId) -> usize {
        usize::from(self.rows[usize::from(player) * self.directions + usize::from(direction)]) * self.squares
    }

    /// Where a step leads; [`NONE`] off the board.
    #[inline]
    pub(super) fn step(&self, player: PlayerId, direction: DirectionId, from: Square) -> Square {
        self.steps[self.row(player, direction) + usize::from(from)]
    }

    /// Where a step against a direction leads; [`NONE`] where there is none (reference 9.5, Q14).
    #[inline]
    pub(super) fn step_against(&self, player: PlayerId, direction: DirectionId, from: Square) -> Square {
        self.against[self.row(player, direction) + usize::from(from)]
    }

    /// The square that a place names, seen from a square; [`NONE`] off the board.
    #[inline]
    pub(super) fn place(&self, player: PlayerId, place: Place, from: Square) -> Square {
        match place {
            Place::Here => from,
            Place::At(square) => square,
            Place::To(direction) => self.step(player, direction, from),
            Place::Against(direction) => self.step_against(player, direction, from),
        }
    }

    /// The neighbours of a square in all directions.
    pub(super) fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        (0..self.directions)
            .map(move |row| self.steps[row * self.squares + usize::from(square)])
            .filter(|to| *to != NONE)
    }
}

/// For each square the only one whose link leads there.
fn reversed(row: &[Option<Square>]) -> Vec<Square> {
    let mut out = vec![NONE; row.len()];
    let mut twice = vec![false; row.len()];
    for (from, to) in row.iter().enumerate() {
        if let Some(to) = *to {
            let slot = &mut out[usize::from(to)];
            twice[usize::from(to)] |= *slot != NONE;
            *slot = from as Square;
        }
    }
    out.iter().zip(twice).map(|(from, twice)| if twice { NONE } else { *from }).collect()
}
