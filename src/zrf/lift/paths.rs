//! Runs a block on all boards at once: from one start square, with the board
//! unknown, it yields every move that the block can emit together with what must
//! hold for it.
//!
//! The statements mean what [`super::super::machine`] makes of them. Where a
//! condition asks for something that is not known on the path, both answers are
//! tried: a run follows a list of answers, and the next run changes the last one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::super::cursor::Cursor;
use super::super::program::{
    Add, Anchor, Block, Condition, Continuation, FlagId, MoveTypeId, PieceId, Place, PlayerId, Program,
    Square, Statement, StatementKind,
};
use super::cube::{Bits, Cube, Var, YES};
use super::states::{EMPTY, Universe};
use crate::source::Span;

/// A block may have so many paths from a square.
pub(super) const MAX_PATHS: usize = 2_000;
/// All paths of a block, from all squares, may take so many statements.
pub(super) const MAX_STEPS: u32 = 1_000_000;

/// The conditions and effects of one block's moves, from all squares, may weigh so much: each
/// conditional with an effect that depends on no other doubles the moves.
pub(super) const MAX_BLOCK_WEIGHT: usize = 400_000;

/// [`MAX_BLOCK_WEIGHT`] in a message.
pub(super) const BLOCK_WEIGHT: &str = "400000 conditions and effects of a block (MAX_BLOCK_WEIGHT)";

/// What a move does besides displacing men, capturing, and setting attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Deed {
    Create(Square, PlayerId, PieceId),
    Type(Square, PieceId),
    Owner(Square, PlayerId),
    Flip(Square),
}

/// What a move does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Outcome {
    pub drop: Option<PieceId>,
    pub parts: Vec<(Square, Square)>,
    pub deeds: Vec<Deed>,
    pub captures: BTreeSet<Square>,
    /// Values of attributes by square, the last one that was set.
    pub attributes: BTreeMap<(Square, u8), bool>,
    pub copy: bool,
    /// The turn goes on: by any block, or by those of a type.
    pub partial: Option<Option<MoveTypeId>>,
}

/// A move with what must hold for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Emission {
    pub cube: Cube,
    pub outcome: Outcome,
    pub promotion: Option<PieceId>,
}

impl Emission {
    /// A measure of its size. Effects weigh more: moves that share one can't be joined.
    pub(super) fn weight(&self) -> usize {
        let outcome = &self.outcome;
        let effects = outcome.deeds.len() + outcome.captures.len() + outcome.attributes.len();
        4 + self.cube.0.len() + 4 * effects
    }
}

/// Why the paths of a block can't be listed: where it was given up, and which limit was met.
#[derive(Debug, Clone, Copy)]
pub(super) struct TooMany {
    pub span: Span,
    pub limit: &'static str,
}

impl TooMany {
    /// A block is given up at the first of the conditionals that double its moves, if it has such.
    pub(super) fn of(block: &Block, limit: &'static str) -> TooMany {
        TooMany { span: doubling(&block.body).unwrap_or(block.span), limit }
    }
}

/// The first conditional with an effect of its own.
fn doubling(body: &[Statement]) -> Option<Span> {
    body.iter().find_map(|statement| match &statement.kind {
        StatementKind::If(_, then, otherwise) => {
            let acts = [then, otherwise].iter().any(|arm| arm.iter().any(|s| has_effect(&s.kind)));
            if acts { Some(statement.span) } else { doubling(then).or_else(|| doubling(otherwise)) }
        }
        StatementKind::While(_, inner) => doubling(inner),
        _ => None,
    })
}

fn has_effect(kind: &StatementKind) -> bool {
    use StatementKind as S;
    match kind {
        S::Capture(_)
        | S::ChangeType(..)
        | S::ChangeOwner(_)
        | S::Flip(_)
        | S::Create { .. }
        | S::SetFlag(..)
        | S::SetPositionFlag(..)
        | S::SetAttribute(..) => true,
        S::Step(_)
        | S::Verify(_)
        | S::If(..)
        | S::While(..)
        | S::Mark(_)
        | S::Back
        | S::Go(_)
        | S::From
        | S::To
        | S::Cascade
        | S::Add(_) => false,
    }
}

enum Stop {
    Failed,
    Limit(Span),
}

/// A block from a square: everything that it can emit.
#[expect(clippy::too_many_arguments, reason = "one call site; a struct would hide what is passed")]
pub(super) fn explore(
    program: &Program,
    universe: &Universe,
    side: PlayerId,
    piece: PieceId,
    drop: bool,
    start: Square,
    block: &Block,
    taken: &mut u32,
) -> Result<Vec<Emission>, TooMany> {
    let mut answers: Vec<bool> = Vec::new();
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut steps = *taken;
    let mut weight = 0;
    for _ in 0..MAX_PATHS {
        let mut cube = BTreeMap::new();
        if !drop {
            cube.insert(Var::Square(start), universe.men(side, piece));
        }
        let mut run = Run {
            program,
            universe,
            side,
            piece,
            drop,
            answers: &mut answers,
            asked: 0,
            cube,
            cursor: Cursor::new(side, drop, start),
            flags: BTreeSet::new(),
            position_flags: BTreeSet::new(),
            now: Outcome {
                drop: drop.then_some(piece),
                parts: Vec::new(),
                deeds: Vec::new(),
                captures: BTreeSet::new(),
                attributes: BTreeMap::new(),
                copy: false,
                partial: None,
            },
            impossible: false,
            steps,
            found: Vec::new(),
        };
        let ended = run.sequence(&block.body);
        let emitted = std::mem::take(&mut run.found);
        let asked = run.asked;
        steps = run.steps;
        *taken = steps;
        if let Err(Stop::Limit(span)) = ended {
            return Err(TooMany { span, limit: "1000000 statements for a block (MAX_STEPS)" });
        }
        for emission in emitted {
            if seen.insert(emission.clone()) {
                weight += emission.weight();
                found.push(emission);
            }
            if weight > MAX_BLOCK_WEIGHT {
                return Err(TooMany::of(block, BLOCK_WEIGHT));
            }
        }
        answers.truncate(asked);
        while answers.last() == Some(&false) {
            answers.pop();
        }
        match answers.last_mut() {
            Some(last) => *last = false,
            None => return Ok(found),
        }
    }
    Err(TooMany::of(block, "2000 ways to run from a square (MAX_PATHS)"))
}

struct Run<'a> {
    program: &'a Program,
    universe: &'a Universe,
    side: PlayerId,
    piece: PieceId,
    drop: bool,
    answers: &'a mut Vec<bool>,
    asked: usize,
    cube: BTreeMap<Var, Bits>,
    cursor: Cursor,
    flags: BTreeSet<FlagId>,
    position_flags: BTreeSet<(FlagId, Square)>,
    now: Outcome,
    impossible: bool,
    steps: u32,
    found: Vec<Emission>,
}

impl Run<'_> {
    /// Whether a variable has one of the values: what is known decides, else the next answer.
    fn ask(&mut self, var: Var, values: Bits) -> bool {
        let squares = self.program.board.squares.len();
        let known = self.cube.get(&var).copied().unwrap_or_else(|| self.universe.full(var, squares));
        let yes = known.and(values);
        if yes.is_empty() {
            return false;
        }
        if yes == known {
            return true;
        }
        if self.asked == self.answers.len() {
            self.answers.push(true);
        }
        let answer = self.answers[self.asked];
        self.asked += 1;
        self.cube.insert(var, if answer { yes } else { known.without(values) });
        answer
    }

    fn sequence(&mut self, body: &[Statement]) -> Result<(), Stop> {
        body.iter().try_for_each(|statement| self.statement(statement))
    }

    fn count(&mut self, span: Span) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Stop::Limit(span)) } else { Ok(()) }
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Stop> {
        use StatementKind as S;
        self.count(statement.span)?;
        match &statement.kind {
            S::Step(place) => self.cursor.at = self.place(*place).ok_or(Stop::Failed)?,
            S::Verify(condition) => {
                if !self.holds(condition) {
                    return Err(Stop::Failed);
                }
            }
            S::If(condition, then, otherwise) => {
                let arm = if self.holds(condition) { then } else { otherwise };
                self.sequence(arm)?;
            }
            S::While(condition, body) => {
                while self.holds(condition) {
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
                self.cursor.at = match anchor {
                    Anchor::LastFrom => self.pinned(Var::LastFrom)?,
                    Anchor::LastTo => self.pinned(Var::LastTo)?,
                    anchor => self.cursor.anchor(*anchor).ok_or(Stop::Failed)?,
                }
            }
            S::From => self.cursor.from = Some(self.cursor.at),
            S::To => self.cursor.to = Some(self.cursor.at),
            S::Cascade => {
                self.close_part();
                self.cursor.next_part();
            }
            S::Capture(place) => {
                if let Some(square) = self.place(*place) {
                    self.now.captures.insert(square);
                }
            }
            S::ChangeType(piece, place) => match (piece, self.place(*place)) {
                (Some(piece), Some(square)) => self.now.deeds.push(Deed::Type(square, *piece)),
                (None, Some(_)) => self.impossible = true,
                _ => {}
            },
            S::ChangeOwner(place) => {
                if let Some(square) = self.place(*place) {
                    self.now.deeds.push(Deed::Owner(square, self.side));
                }
            }
            S::Flip(place) => {
                if let Some(square) = self.place(*place) {
                    self.now.deeds.push(Deed::Flip(square));
                }
            }
            S::Create { player, piece, place } => match (piece, self.place(*place)) {
                (Ok(piece), Some(square)) => {
                    let owner = player.unwrap_or(self.side);
                    self.now.deeds.push(Deed::Create(square, owner, piece.unwrap_or(self.piece)));
                }
                (Err(()), Some(_)) => self.impossible = true,
                _ => {}
            },
            S::SetFlag(flag, condition) => {
                if self.holds(condition) {
                    self.flags.insert(*flag);
                } else {
                    self.flags.remove(flag);
                }
            }
            S::SetPositionFlag(flag, condition, place) => {
                let value = self.holds(condition);
                if let Some(square) = self.place(*place) {
                    if value {
                        self.position_flags.insert((*flag, square));
                    } else {
                        self.position_flags.remove(&(*flag, square));
                    }
                }
            }
            S::SetAttribute(attribute, condition) => {
                let value = self.holds(condition);
                if let Some(attribute) = attribute {
                    self.now.attributes.insert((self.cursor.at, *attribute), value);
                }
            }
            S::Add(add) => self.emit(add),
        }
        Ok(())
    }

    /// The square of the last move, asked for one after the other.
    fn pinned(&mut self, var: Var) -> Result<Square, Stop> {
        for square in 0..self.program.board.squares.len() {
            if self.ask(var, Bits::one(square)) {
                return Ok(square as Square);
            }
        }
        Err(Stop::Failed)
    }

    fn close_part(&mut self) {
        self.now.parts.push(self.cursor.part(self.now.parts.is_empty()));
    }

    fn emit(&mut self, add: &Add) {
        self.close_part();
        let mut outcome = self.now.clone();
        outcome.copy = add.copy;
        outcome.partial = add.partial.map(|p| match p {
            Continuation::Any => None,
            Continuation::Only(kind) => Some(kind),
        });
        self.now.parts.clear();
        self.now.deeds.clear();
        self.now.captures.clear();
        self.now.attributes.clear();
        self.cursor.next_move();
        if std::mem::take(&mut self.impossible) {
            return;
        }
        let mut push = |promotion, outcome: &Outcome| {
            let cube = Cube(self.cube.clone());
            self.found.push(Emission { cube, outcome: outcome.clone(), promotion });
        };
        match &add.types {
            None => {
                let idle = !self.drop
                    && !outcome.copy
                    && outcome.deeds.is_empty()
                    && outcome.attributes.is_empty()
                    && outcome.captures.is_empty()
                    && outcome.parts.iter().all(|(from, to)| from == to);
                if !idle {
                    push(None, &outcome);
                }
            }
            Some(types) => types.iter().for_each(|piece| push(Some(*piece), &outcome)),
        }
    }

    fn place(&self, place: Place) -> Option<Square> {
        self.cursor.place(&self.program.board, place)
    }

    fn stands(&mut self, place: Place, states: Bits) -> bool {
        match self.place(place) {
            Some(square) => self.ask(Var::Square(square), states),
            None => false,
        }
    }

    fn holds(&mut self, condition: &Condition) -> bool {
        use Condition as C;
        let universe = self.universe;
        match condition {
            C::Constant(value) => *value,
            C::Not(inner) => !self.holds(inner),
            C::And(parts) => parts.iter().all(|part| self.holds(part)),
            C::Or(parts) => parts.iter().any(|part| self.holds(part)),
            C::Empty(place) => self.stands(*place, Bits::one(EMPTY)),
            C::Friend(place) => self.stands(*place, universe.owned(self.side)),
            C::Enemy(place) => self.stands(*place, universe.occupied().without(universe.owned(self.side))),
            // Games with neutral men are refused before.
            C::Neutral(_) => false,
            C::Piece(types, place) => self.stands(*place, universe.typed(types)),
            C::InZone(zone, place) => match (zone, self.place(*place)) {
                (Some(zone), Some(square)) => {
                    self.program.board.zones[*zone as usize].contains(self.side, square)
                }
                _ => false,
            },
            C::OnBoard(place) => self.place(*place).is_some(),
            C::Position(square) => self.cursor.at == *square,
            C::Flag(flag) => self.flags.contains(flag),
            C::PositionFlag(flag, place) => {
                self.place(*place).is_some_and(|square| self.position_flags.contains(&(*flag, square)))
            }
            C::Attribute(attribute, place) => self.stands(*place, universe.having(*attribute)),
            C::Marked(place) => self.place(*place) == Some(self.cursor.mark),
            C::Attacked(kind, place) => match self.place(*place) {
                Some(square) => self.ask(Var::Attacked(square, *kind), Bits::one(YES)),
                None => false,
            },
            C::Defended(kind, place) => match self.place(*place) {
                Some(square) => self.ask(Var::Defended(square, *kind), Bits::one(YES)),
                None => false,
            },
            C::AdjacentToEnemy(place) => match self.place(*place) {
                Some(square) => {
                    let enemies = universe.occupied().without(universe.owned(self.side));
                    let links = &self.program.board.links;
                    let near: BTreeSet<Square> =
                        links.iter().filter_map(|row| row[square as usize]).collect();
                    near.into_iter().any(|s| self.ask(Var::Square(s), enemies))
                }
                None => false,
            },
            C::GoalPosition(place) => {
                self.place(*place).is_some_and(|square| self.program.is_goal_square(square))
            }
            C::LastFrom(place) => self.last(Var::LastFrom, *place),
            C::LastTo(place) => self.last(Var::LastTo, *place),
        }
    }

    fn last(&mut self, var: Var, place: Place) -> bool {
        match self.place(place) {
            Some(square) => self.ask(var, Bits::one(square as usize)),
            None => false,
        }
    }
}
