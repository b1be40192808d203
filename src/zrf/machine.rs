//! The Zillions machine: runs a [`Program`] as Zillions of Games would.
//!
//! What may enter: how move code is run, how moves are applied, which moves
//! are legal and when the game ends. The meaning follows the reference's
//! recommended readings; each doubtful point is named `Qn` where it is decided.
//!
//! A machine never gives a move list that may be short: what exceeds a limit is
//! a [`Fault`] with its place.

mod apply;
mod attack;
mod code;
mod goals;
mod legal;
mod perft;
mod playout;
mod run;
pub mod text;

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use smallvec::SmallVec;

use super::program::{Block, Continuation, MoveTypeId, PieceId, PlayerId, PlayerKind, Program, Square, Turn};
use super::readings::{self, Readings};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;

pub use goals::{End, EndReason, Outlook, Status};
pub use playout::{Dice, Playout};

/// A block may run for this many steps: statements and single tests.
pub const MAX_STEPS: u32 = 100_000;
/// All blocks run for one move list may take this many steps in all.
pub const MAX_ALL_STEPS: u64 = 20_000_000;
/// A move list may take this many candidate moves, those of looked-through chains included.
pub const MAX_CANDIDATES: u32 = 200_000;
/// A chain of partial moves may be this long while it is looked through.
pub const MAX_CHAIN_LENGTH: u32 = 1_000;

/// A man on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// Attributes that are true, as bits by number.
    pub attributes: u64,
    /// Type.
    pub piece: PieceId,
    /// Owner.
    pub owner: PlayerId,
}

const NOBODY: PlayerId = PlayerId::MAX;
/// An empty square, as a man of nobody: half the size of an `Option`.
const EMPTY: Man = Man { attributes: 0, piece: 0, owner: NOBODY };

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    board: Vec<Man>,
    /// Men off the board: by player, then by type. Empty where the game has none.
    reserves: Vec<u32>,
    /// The turn item whose turn it is.
    pub turn: usize,
    /// The man that must go on moving.
    pub pending: Option<Pending>,
    /// Origin of the last move.
    pub last_from: Option<Square>,
    /// Destination of the last move.
    pub last_to: Option<Square>,
}

/// A turn that is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Where the man stands.
    pub square: Square,
    /// Which blocks continue.
    pub continuation: Continuation,
}

impl Position {
    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        let man = self.board[square as usize];
        (man.owner != NOBODY).then_some(man)
    }

    /// Puts a man on a square, or empties it.
    pub fn set(&mut self, square: Square, man: Option<Man>) {
        self.board[square as usize] = man.unwrap_or(EMPTY);
    }

    /// All men with their squares.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.board.iter().enumerate().filter(|(_, m)| m.owner != NOBODY).map(|(s, m)| (s as Square, *m))
    }
}

/// A change to the man on a square, after all parts have moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// A new man; what stands there is captured.
    Create(Square, PlayerId, PieceId),
    /// Another type.
    Type(Square, PieceId),
    /// Another owner, by `change-owner`.
    Owner(Square, PlayerId),
    /// Another owner, by `flip`.
    Flip(Square),
    /// An attribute gets a value.
    Attribute(Square, u8, bool),
}

/// What kind of move it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A man moves.
    Move,
    /// A man is dropped.
    Drop(PieceId),
    /// The turn is passed, or a chain of partial moves stopped.
    Pass,
}

/// A move, or one part of a turn made of partial moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// Kind.
    pub kind: MoveKind,
    /// Displacements; the first one of a drop has origin and destination equal.
    pub parts: SmallVec<[(Square, Square); 2]>,
    /// Changes in the order of the script.
    pub changes: SmallVec<[Change; 2]>,
    /// Squares captured by statement, in the order of the script.
    pub captures: SmallVec<[Square; 2]>,
    /// What the man of the last part becomes.
    pub promotion: Option<PieceId>,
    /// The origin of the last part is not vacated.
    pub copy: bool,
    /// The turn goes on.
    pub partial: Option<Continuation>,
}

impl Move {
    /// The move that does nothing.
    pub fn pass() -> Move {
        Move {
            kind: MoveKind::Pass,
            parts: SmallVec::new(),
            changes: SmallVec::new(),
            captures: SmallVec::new(),
            promotion: None,
            copy: false,
            partial: None,
        }
    }
}

/// What making one move list may still cost.
struct Fuel {
    steps: Cell<u64>,
    moves: Cell<u32>,
    depth: Cell<u32>,
}

impl Fuel {
    fn new() -> Self {
        Fuel {
            steps: Cell::new(MAX_ALL_STEPS),
            moves: Cell::new(MAX_CANDIDATES),
            depth: Cell::new(MAX_CHAIN_LENGTH),
        }
    }

    /// False where the steps are used up; so for the other two.
    fn burn(&self, steps: u32) -> bool {
        self.steps.set(self.steps.get().saturating_sub(u64::from(steps)));
        self.steps.get() > 0
    }

    fn one_more_move(&self) -> bool {
        self.moves.set(self.moves.get().saturating_sub(1));
        self.moves.get() > 0
    }

    fn deeper(&self) -> bool {
        self.depth.set(self.depth.get().saturating_sub(1));
        self.depth.get() > 0
    }

    fn shallower(&self) {
        self.depth.set(self.depth.get() + 1);
    }
}

/// Why the machine can't say which moves are legal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A block ran for more than [`MAX_STEPS`] steps, or all blocks of a move list for
    /// more than [`MAX_ALL_STEPS`].
    #[error("move code ran for more than {MAX_STEPS} steps in a block, or {MAX_ALL_STEPS} in all")]
    Steps(Span),
    /// More than [`MAX_CANDIDATES`] moves, or chains longer than [`MAX_CHAIN_LENGTH`].
    #[error("the position gives too many moves or chains of partial moves to look through")]
    Moves(Span),
}

impl Fault {
    /// The fault as a finding about the file.
    pub fn finding(&self) -> Diagnostic {
        match self {
            Fault::Steps(span) => Diagnostic::new(codes::STEP_LIMIT, *span, self.to_string())
                .help("see that every loop of this block comes to an end"),
            Fault::Moves(span) => Diagnostic::new(codes::MOVE_LIMIT, *span, self.to_string())
                .help("bound the chains of partial moves"),
        }
    }
}

/// A program made ready to run.
pub struct Machine<'p> {
    program: &'p Program,
    readings: Readings,
    links: code::Links,
    /// Compiled blocks by type: those of moves, then those of drops.
    code: Vec<Vec<OnceLock<code::Code>>>,
    reach: attack::Reach,
    /// For each player, which types are royal; empty where none is.
    royals: Vec<Vec<bool>>,
    /// Types that have drop blocks.
    droppable: Vec<PieceId>,
    /// Attribute bits of a new man by type, and those that the type declares.
    fresh: Vec<(u64, u64)>,
    uses_reserves: bool,
    /// Letters and names for text.
    letters: text::Letters,
    /// Numbers of names in saved games.
    saved: text::Numbers,
    /// Whether some goal joins one about having no move with others.
    mixed_goals: bool,
    /// Steps taken so far.
    effort: AtomicU64,
}

impl<'p> Machine<'p> {
    /// A machine for a program whose reading gave no error.
    pub fn new(program: &'p Program) -> Self {
        let players = program.players.len();
        let blocks = |piece: &super::program::PieceType| piece.moves.len() + piece.drops.len();
        Machine {
            program,
            readings: program.readings,
            links: code::Links::new(&program.board, &program.readings),
            code: (program.pieces.iter())
                .map(|piece| (0..blocks(piece)).map(|_| OnceLock::new()).collect())
                .collect(),
            reach: attack::Reach::new(program.pieces.len(), players),
            royals: (0..players).map(|p| royal_types(program, p as PlayerId)).collect(),
            droppable: (0..program.pieces.len())
                .filter(|p| !program.pieces[*p].drops.is_empty())
                .map(|p| p as PieceId)
                .collect(),
            fresh: program.pieces.iter().map(super::program::PieceType::attribute_bits).collect(),
            uses_reserves: !program.reserves.is_empty()
                || program.options.recycle_captures
                || program.options.recycle_promotions,
            letters: text::Letters::new(program),
            saved: text::Numbers::new(program),
            mixed_goals: program.goals.iter().any(|goal| goals::is_mixed(&goal.test)),
            effort: AtomicU64::new(0),
        }
    }

    /// The program that it runs.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The start position.
    pub fn start(&self) -> Position {
        let mut position = self.empty();
        for placement in &self.program.setup {
            let man = self.new_man(placement.piece, placement.player);
            position.set(placement.square, Some(man));
        }
        for &(player, piece, count) in &self.program.reserves {
            let slot = self.reserve_slot(player, piece);
            position.reserves[slot] = position.reserves[slot].saturating_add(count);
        }
        position
    }

    /// An empty board with the first turn to come.
    pub fn empty(&self) -> Position {
        let slots =
            if self.uses_reserves { self.program.players.len() * self.program.pieces.len() } else { 0 };
        Position {
            board: vec![EMPTY; self.program.board.squares.len()],
            reserves: vec![0; slots],
            turn: 0,
            pending: None,
            last_from: None,
            last_to: None,
        }
    }

    /// A man with its attributes at their defaults.
    pub fn new_man(&self, piece: PieceId, owner: PlayerId) -> Man {
        Man { attributes: self.fresh[piece as usize].0, piece, owner }
    }

    /// Number of men of a type that a player has off the board.
    pub fn reserve(&self, position: &Position, player: PlayerId, piece: PieceId) -> u32 {
        position.reserves.get(self.reserve_slot(player, piece)).copied().unwrap_or(0)
    }

    /// Sets the number of men of a type that a player has off the board; false where
    /// the game has no such men.
    pub fn set_reserve(&self, position: &mut Position, player: PlayerId, piece: PieceId, count: u32) -> bool {
        let slot = self.reserve_slot(player, piece);
        position.reserves.get_mut(slot).map(|held| *held = count).is_some()
    }

    fn reserve_slot(&self, player: PlayerId, piece: PieceId) -> usize {
        player as usize * self.program.pieces.len() + piece as usize
    }

    /// The turn item of a position.
    pub fn turn(&self, position: &Position) -> Turn {
        self.program.turns[position.turn]
    }

    fn kind(&self, player: PlayerId) -> PlayerKind {
        self.program.players[player as usize].kind
    }

    /// Whether a man of `owner` is an enemy of `side`: neutral men are not (Q8).
    fn is_enemy(&self, side: PlayerId, owner: PlayerId) -> bool {
        owner != side
            && owner != NOBODY
            && (self.kind(owner) != PlayerKind::Neutral || self.readings.other(readings::NEUTRAL_ENEMY))
    }

    fn admits(block: &Block, move_type: Option<MoveTypeId>) -> bool {
        move_type.is_none_or(|wanted| block.move_type == Some(wanted))
    }

    /// Adds what a move list took to the effort of the machine.
    fn account(&self, fuel: &Fuel) {
        self.effort.fetch_add(MAX_ALL_STEPS - fuel.steps.get(), Ordering::Relaxed);
    }

    /// The compiled block of a type, by its number among the moves and then the drops.
    fn compiled(&self, piece: PieceId, number: usize) -> &code::Code {
        let kind = &self.program.pieces[usize::from(piece)];
        self.code[usize::from(piece)][number].get_or_init(|| {
            let drops = number.checked_sub(kind.moves.len());
            code::Code::new(match drops {
                Some(number) => &kind.drops[number],
                None => &kind.moves[number],
            })
        })
    }
}

fn royal_types(program: &Program, player: PlayerId) -> Vec<bool> {
    let royals = program.royals(player);
    if royals.is_empty() {
        return Vec::new();
    }
    (0..program.pieces.len()).map(|piece| royals.contains(&(piece as PieceId))).collect()
}
