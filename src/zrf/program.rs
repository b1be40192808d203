//! What a rules file says, with every name resolved: enough to run *any* ZRF,
//! also those that are not chess.
//!
//! What may enter: the board graph, players, turn order, pieces with their move
//! programs, setup, goals and options as data, without the text they came from
//! (spans are kept beside, for findings). How a program is *run* is the
//! business of [`super::machine`]; how it is read, of [`super::build`].

use std::sync::Arc;

use super::readings::Readings;
use crate::source::Span;

/// A position of the board.
pub type Square = u16;
/// An index into [`Program::players`].
pub type PlayerId = u8;
/// An index into [`Program::pieces`].
pub type PieceId = u16;
/// An index into [`Board::directions`].
pub type DirectionId = u16;
/// An index into [`Board::zones`].
pub type ZoneId = u16;
/// An index into [`Program::move_types`].
pub type MoveTypeId = u16;
/// An index into [`Program::attributes`]; at most [`MAX_ATTRIBUTES`].
pub type AttributeId = u8;
/// An index into [`Program::flags`] or [`Program::position_flags`].
pub type FlagId = u16;

/// A game may name this many attributes: a man keeps them as bits of a word.
pub const MAX_ATTRIBUTES: usize = 64;

/// A game or variant, ready to be run.
#[derive(Debug, Clone)]
pub struct Program {
    /// Title, with display characters decoded.
    pub title: String,
    /// Where the `game` or `variant` stands.
    pub span: Span,
    /// The board graph.
    pub board: Board,
    /// Players in the order of declaration.
    pub players: Vec<Player>,
    /// Turn items in order.
    pub turns: Vec<Turn>,
    /// The turn item that follows the last one.
    pub repeat: usize,
    /// Move types by number.
    pub move_types: Vec<String>,
    /// Move types in order of priority; empty where none are stated.
    pub priorities: Vec<MoveTypeId>,
    /// Piece types in order of declaration.
    pub pieces: Vec<PieceType>,
    /// Attribute names.
    pub attributes: Vec<String>,
    /// Names of flags.
    pub flags: Vec<String>,
    /// Names of position flags.
    pub position_flags: Vec<String>,
    /// Men on the board at the start, in the order of the file.
    pub setup: Vec<Placement>,
    /// Men off the board at the start.
    pub reserves: Vec<(PlayerId, PieceId, u32)>,
    /// Goals in the order of the file.
    pub goals: Vec<Goal>,
    /// Options with an effect on what is legal.
    pub options: Options,
    /// How doubtful points of the language are read.
    pub readings: Readings,
    /// The plug-in that plays the game, where one does.
    pub plugin: Option<String>,
    /// What is not rules: texts, images, sounds, display options.
    pub extras: Vec<Extra>,
    /// The sections in force with their places, by their first word; options as `option NAME`.
    pub sections: Vec<(String, Span)>,
}

/// The board graph.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// Names of positions.
    pub squares: Vec<String>,
    /// Positions that are never displayed.
    pub dummy: Vec<bool>,
    /// Names of directions.
    pub directions: Vec<String>,
    /// `links[direction][square]`: where a step leads.
    pub links: Vec<Vec<Option<Square>>>,
    /// For each direction, the one whose links are just the reverse (reference 9.5, Q14).
    pub opposites: Vec<Option<DirectionId>>,
    /// `symmetry[player][direction]`: the direction that a player's blocks use.
    pub symmetry: Vec<Vec<DirectionId>>,
    /// Zones.
    pub zones: Vec<Zone>,
    /// Grids, for display and for reading positions as FEN.
    pub grids: Vec<Grid>,
}

/// A named set of squares, by player.
#[derive(Debug, Clone)]
pub struct Zone {
    /// Name.
    pub name: String,
    /// `squares[player]`: bit set of squares, as words of 64.
    pub squares: Vec<Vec<u64>>,
}

impl Zone {
    /// Whether a square is in the player's zone.
    pub fn contains(&self, player: PlayerId, square: Square) -> bool {
        self.squares[player as usize].get(square as usize / 64).is_some_and(|w| w >> (square % 64) & 1 == 1)
    }

    /// The squares of the player's zone.
    pub fn iter(&self, player: PlayerId) -> impl Iterator<Item = Square> + '_ {
        let words = &self.squares[player as usize];
        (0..words.len() as Square * 64).filter(move |s| self.contains(player, *s))
    }
}

/// A grid: the squares of a box of labels.
#[derive(Debug, Clone)]
pub struct Grid {
    /// Labels by dimension, in the order of the file.
    pub labels: Vec<Vec<String>>,
    /// Pixel shift by dimension.
    pub shifts: Vec<(i32, i32)>,
    /// Squares, last dimension fastest; `None` where the position is killed.
    pub squares: Vec<Option<Square>>,
    /// Directions with their step in each dimension.
    pub directions: Vec<(DirectionId, Vec<i32>)>,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Name.
    pub name: String,
    /// Kind (reference 5.2).
    pub kind: PlayerKind,
}

/// Kinds of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// Takes turns.
    Ordinary,
    /// Takes turns by dice: the name begins with `?`.
    Random,
    /// Never takes a turn, nor are its men ever moved in one.
    Neutral,
}

/// An item of the turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who moves.
    pub player: PlayerId,
    /// Whose men move: `friend?`, zones, symmetry and reserve are this player's.
    pub mover: PlayerId,
    /// The only move type admitted.
    pub move_type: Option<MoveTypeId>,
}

/// A piece type.
#[derive(Debug, Clone, Default)]
pub struct PieceType {
    /// Name.
    pub name: String,
    /// `notation`, where given.
    pub notation: Option<String>,
    /// Only scenery or a counter.
    pub dummy: bool,
    /// Attributes that the type declares, with their defaults.
    pub attributes: Vec<(AttributeId, bool)>,
    /// Move blocks.
    pub moves: Vec<Block>,
    /// Drop blocks.
    pub drops: Vec<Block>,
    /// The move types that its `(move-type …)` markers and partial moves name, in the order of
    /// the file; also those without blocks.
    pub named_types: Vec<MoveTypeId>,
    /// Where the piece is defined.
    pub span: Option<Span>,
    /// Images, help, description: kept for writers.
    pub extras: Vec<Extra>,
}

impl PieceType {
    /// The bits of the attributes of a new man, and those that the type declares.
    pub fn attribute_bits(&self) -> (u64, u64) {
        self.attributes
            .iter()
            .fold((0, 0), |(on, known), &(id, value)| (on | u64::from(value) << id, known | 1 << id))
    }
}

/// A form that is not rules: its head, and the whole form as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra {
    /// First word of the form.
    pub head: String,
    /// The form with its brackets, macros expanded.
    pub text: String,
}

/// A man of the start position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Owner.
    pub player: PlayerId,
    /// Type.
    pub piece: PieceId,
    /// Square.
    pub square: Square,
}

/// A script that yields moves.
#[derive(Debug, Clone)]
pub struct Block {
    /// Its move type, if it stands behind a `(move-type …)`.
    pub move_type: Option<MoveTypeId>,
    /// Its statements.
    pub body: Arc<[Statement]>,
    /// Where it stands.
    pub span: Span,
}

/// A statement with its place.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// How a square is named in a statement or condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// Where the cursor stands.
    Here,
    /// The neighbour in a direction, after symmetry.
    To(DirectionId),
    /// The neighbour against a direction, after symmetry.
    Against(DirectionId),
    /// A fixed square.
    At(Square),
}

/// Where `go` leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The origin of the part.
    From,
    /// The destination of the part.
    To,
    /// The mark.
    Mark,
    /// The origin of the last move.
    LastFrom,
    /// The destination of the last move.
    LastTo,
}

/// Statements (reference 9.3).
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// Step to a neighbour; off the board the block ends.
    Step(Place),
    /// `(verify C)`: the block ends unless C holds.
    Verify(Condition),
    /// `(if C … else …)`.
    If(Condition, Arc<[Statement]>, Arc<[Statement]>),
    /// `(while C …)`.
    While(Condition, Arc<[Statement]>),
    /// `mark`.
    Mark(Place),
    /// `back`.
    Back,
    /// `(go …)`.
    Go(Anchor),
    /// `from`.
    From,
    /// `to`.
    To,
    /// `cascade`.
    Cascade,
    /// `capture`.
    Capture(Place),
    /// `change-type`. Without a type where the name is not declared: such a move does not exist.
    ChangeType(Option<PieceId>, Place),
    /// `change-owner`.
    ChangeOwner(Place),
    /// `flip`.
    Flip(Place),
    /// `create`.
    Create {
        /// Owner; else the moving side.
        player: Option<PlayerId>,
        /// Type; else that of the mover. `Err` where the name is not declared.
        piece: Result<Option<PieceId>, ()>,
        /// Square.
        place: Place,
    },
    /// `(set-flag …)`.
    SetFlag(FlagId, Condition),
    /// `(set-position-flag …)`.
    SetPositionFlag(FlagId, Condition, Place),
    /// `(set-attribute …)`. Without an attribute where no piece declares it.
    SetAttribute(Option<AttributeId>, Condition),
    /// `add` in all its forms.
    Add(Add),
}

/// `add`, `add-copy`, `add-partial`, `add-copy-partial`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Add {
    /// The types that the piece of the last part may become. `None`: no list is given.
    pub types: Option<Vec<PieceId>>,
    /// The origin is not vacated.
    pub copy: bool,
    /// The turn goes on with the same man.
    pub partial: Option<Continuation>,
}

/// Which blocks continue a partial move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Continuation {
    /// Any that the turn admits.
    Any,
    /// Those of a move type; a type without blocks ends the turn.
    Only(MoveTypeId),
}

/// Conditions (reference 10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// `true` or `false`.
    Constant(bool),
    /// Negation.
    Not(Box<Condition>),
    /// All of them.
    And(Vec<Condition>),
    /// One of them.
    Or(Vec<Condition>),
    /// `empty?`
    Empty(Place),
    /// `friend?`
    Friend(Place),
    /// `enemy?`
    Enemy(Place),
    /// `neutral?`
    Neutral(Place),
    /// `(piece? T)`; one of several types.
    Piece(Vec<PieceId>, Place),
    /// `(in-zone? Z)`; without a zone where the name is not defined.
    InZone(Option<ZoneId>, Place),
    /// `on-board?`
    OnBoard(Place),
    /// `(position? P)`
    Position(Square),
    /// `(flag? N)`
    Flag(FlagId),
    /// `(position-flag? N)`
    PositionFlag(FlagId, Place),
    /// An attribute.
    Attribute(AttributeId, Place),
    /// `marked?`
    Marked(Place),
    /// `attacked?`, by blocks of a type or of any.
    Attacked(Option<MoveTypeId>, Place),
    /// `defended?`, by blocks of a type or of any.
    Defended(Option<MoveTypeId>, Place),
    /// `adjacent-to-enemy?`
    AdjacentToEnemy(Place),
    /// `goal-position?`
    GoalPosition(Place),
    /// `last-from?`
    LastFrom(Place),
    /// `last-to?`
    LastTo(Place),
}

/// What happens when a goal holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player with most men wins.
    Count,
}

/// A goal section.
#[derive(Debug, Clone)]
pub struct Goal {
    /// What it decides.
    pub verdict: Verdict,
    /// For whom it is tested.
    pub players: Vec<PlayerId>,
    /// When it holds.
    pub test: Test,
    /// Where it stands.
    pub span: Span,
}

/// Goal expressions (reference 15.3).
#[derive(Debug, Clone)]
pub enum Test {
    /// To move and without a legal move.
    Stalemated,
    /// To move, attacked in a man of one of the types, and without a legal move.
    Checkmated(Vec<PieceId>),
    /// A man of one of the types was captured by the last move.
    Captured(Vec<PieceId>),
    /// The position has occurred for the third time.
    Repetition,
    /// The player has exactly so many men, of a type or in all.
    PiecesRemaining(u32, Option<PieceId>),
    /// All players together have exactly so many.
    TotalPieceCount(u32, Option<PieceId>),
    /// Every square listed holds one of the occupants, and every zone on one of its squares.
    AbsoluteConfig(Vec<Occupant>, Vec<Target>),
    /// A chain of occupants with directions between them exists somewhere.
    RelativeConfig(Vec<Link>),
    /// All of them.
    And(Vec<Test>),
    /// One of them.
    Or(Vec<Test>),
    /// Not.
    Not(Box<Test>),
}

/// Who stands on a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupant {
    /// Whose.
    pub owner: OccupantOwner,
    /// `(not T)`: anything but that, also nothing.
    pub negated: bool,
    /// Type.
    pub piece: PieceId,
}

/// Whose man an [`Occupant`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OccupantOwner {
    /// The player for whom the goal is tested.
    Own,
    /// Another player.
    Opponent,
    /// Anybody.
    Any,
}

/// A place of an `absolute-config`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A square.
    Square(Square),
    /// Some square of the player's zone.
    Zone(ZoneId),
}

/// An element of a `relative-config`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// Who stands here.
    Occupant(Occupant),
    /// A step to the next square.
    Step(DirectionId),
}

/// `pass turn`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PassTurn {
    /// No passing.
    #[default]
    Never,
    /// Always.
    Always,
    /// Only without another legal move.
    Forced,
}

/// `maximal captures`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MaximalCaptures {
    /// No.
    #[default]
    No,
    /// The longest chains only.
    Longest,
    /// The longest, then those that take most men of later declared types (Q34).
    Weighted,
}

/// Options with an effect on what is legal (reference 18).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// `pass turn`
    pub pass_turn: PassTurn,
    /// Whether its value was 2, which Q33 is about.
    pub pass_turn_two: bool,
    /// `pass partial`
    pub pass_partial: bool,
    /// `maximal captures`
    pub maximal_captures: MaximalCaptures,
    /// `recycle captures`
    pub recycle_captures: bool,
    /// `recycle promotions`
    pub recycle_promotions: bool,
    /// `include off-pieces`
    pub include_off_pieces: bool,
}

impl Program {
    /// The piece type of a name.
    pub fn piece(&self, name: &str) -> Option<PieceId> {
        self.pieces.iter().position(|p| p.name == name).map(|i| i as PieceId)
    }

    /// The player of a name.
    pub fn player(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|p| p.name == name).map(|i| i as PlayerId)
    }

    /// The turn item behind `item`.
    pub fn next_turn(&self, item: usize) -> usize {
        if item + 1 < self.turns.len() { item + 1 } else { self.repeat }
    }

    /// Types named by a `checkmated` goal for a player (reference 16.1).
    pub fn royals(&self, player: PlayerId) -> Vec<PieceId> {
        fn collect(test: &Test, out: &mut Vec<PieceId>) {
            match test {
                Test::Checkmated(types) => out.extend(types),
                Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|t| collect(t, out)),
                Test::Not(test) => collect(test, out),
                _ => {}
            }
        }
        let mut out = Vec::new();
        for goal in self.goals.iter().filter(|g| g.players.contains(&player)) {
            collect(&goal.test, &mut out);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether a square appears in an `absolute-config` of any player (reference 10.3).
    pub fn is_goal_square(&self, square: Square) -> bool {
        fn within(program: &Program, test: &Test, square: Square) -> bool {
            match test {
                Test::AbsoluteConfig(_, targets) => targets.iter().any(|t| match t {
                    Target::Square(s) => *s == square,
                    Target::Zone(zone) => {
                        let zone = &program.board.zones[*zone as usize];
                        (0..program.players.len()).any(|p| zone.contains(p as PlayerId, square))
                    }
                }),
                Test::And(tests) | Test::Or(tests) => tests.iter().any(|t| within(program, t, square)),
                Test::Not(test) => within(program, test, square),
                _ => false,
            }
        }
        self.goals.iter().any(|goal| within(self, &goal.test, square))
    }
}

impl Board {
    /// The square of a name.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.squares.iter().position(|n| n == name).map(|i| i as Square)
    }

    /// Where a step in a direction leads for a player, after symmetry.
    pub fn step(&self, player: PlayerId, direction: DirectionId, from: Square) -> Option<Square> {
        self.links[self.symmetry[player as usize][direction as usize] as usize][from as usize]
    }

    /// Where a step against a direction leads for a player, after symmetry
    /// (reference 9.5): by the direction that reverses all links, else to the
    /// only square from which the direction leads here.
    pub fn step_against(&self, player: PlayerId, direction: DirectionId, from: Square) -> Option<Square> {
        let direction = self.symmetry[player as usize][direction as usize];
        if let Some(opposite) = self.opposites[direction as usize] {
            return self.links[opposite as usize][from as usize];
        }
        let mut sources = self.links[direction as usize]
            .iter()
            .enumerate()
            .filter(|(_, to)| **to == Some(from))
            .map(|(s, _)| s);
        let first = sources.next()?;
        sources.next().is_none().then_some(first as Square)
    }
}
