//! Rules: what a chess variant *is*, without any file format or engine.
//!
//! What may enter: the [`Rules`] type, its meaning, its canonical form
//! ([`Rules::canonicalise`]) and its validator ([`validate`]). How rules are
//! read or written is the business of the formats, how they are played that of
//! [`crate::engine`].
//!
//! # What the fields mean
//!
//! Two sides, White and Black, play on a [`Board`]: a rectangle of up to 16 by
//! 16 squares, of which some may be holes. White moves up. Everything that has a
//! direction or a place is **stated from White's view**; Black's follows by
//! turning the board as [`Board::black_sees`] says, unless a [`Region`] gives
//! squares for each side. This holds for records of Black alone too.
//!
//! **A turn** of a side is one of: a move of a piece by one of the
//! [`PieceType::moves`], a castling, a promotion in place, a [`Drop`], a pass,
//! a wall (where [`Walls::instead_of_move`]).
//!
//! **A move of a piece** goes by a [`MoveRule`]: one or more [`Leg`]s, each a ride
//! of so many equal [`Step`]s. The mover starts in `from`, ends in `to`, and
//! every [`Guard`] of `when` holds on the board before the move. A piece on a
//! square where a leg lands is captured (unless the leg `spares` it), own pieces
//! too if `onto` allows them. [`Promotion`]s that fit multiply the move.
//!
//! **Two ways are one move** where they move the same piece to the same square
//! with the same effects; a list of moves holds it once.
//!
//! **Attack.** A square is attacked by a side if a piece of that side could
//! capture a piece of the other there by a move rule, whoever is to move, and
//! whether or not the own royal pieces would be safe. Guards that ask for attack
//! or check are taken to hold within this question, so that it has an end, and so
//! is [`Guard::Mobile`]: where a piece may not stay it threatens all the same. Drops,
//! castlings and promotions in place do not attack. A rule that is `threat_only`
//! attacks and is never played.
//!
//! **Effects happen in this order**: (1) the mover leaves its square; (2) what
//! the move captures is taken off, into a hand where [`Hands::captured`] says
//! so; (3) the mover (or both pieces of a castling) lands; (4) it is promoted; (5)
//! the rule's own [`Effect`]s, in their order; (6) [`Rules::aftermath`], in its
//! order; (7) [`Rules::gates`]; (8) [`Rules::walls`]; (9) marks and castling rights
//! are lost, rights are gained by a drop, en passant squares are recorded as far as
//! they are empty, counters go on.
//!
//! **A move is legal** if afterwards no royal piece of the mover is attacked
//! ([`Royal`]), judged when [`Royal::judged`] says, and [`Check`] and
//! [`Turn::priorities`] don't forbid it. A pass must be safe too. If one of the [`Rules::ends`] holds the
//! game is over and there is no legal move. If there is no legal move otherwise,
//! [`NoMoves`] gives the result. [`Claims`] never take a move away.
//!
//! **Castling rights** are pairs of squares, of a king and its partner. They are
//! given by [`Start::rights`] or by a FEN; a pair is gone as soon as something
//! moves from or to either square, or captures there.
//!
//! # Canonical form
//!
//! [`Rules::canonicalise`] turns rules into the one form in which all readers
//! deliver them: equal rules, however written, become equal values as far as the
//! form reaches (it sorts, splits and merges; it proves no theorems).

mod board;
mod canonical;
mod change;
mod clause;
mod content;
pub mod describe;
pub mod differences;
mod end;
mod fidelity;
mod guard;
pub mod loss;
pub mod memory;
mod moves;
mod names;
mod origin;
mod piece;
mod play;
mod region;
mod square;
mod supply;
mod text;
pub mod validate;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use board::{Board, Start};
pub use change::{Castling, Duty, EnPassant, Occasion, Path, Promotion, Recorded, Reverts, Trigger};
pub use clause::Clause;
pub use content::{Content, ManPattern, Types, Whose};
pub use end::{
    Claims, Condition, Counted, Counting, End, Material, Moment, MoveLimit, NoMoves, Outcome, Repetition,
};
pub use fidelity::{Fidelity, Item, Witness};
pub use guard::{At, Effect, Guard, Place};
pub use moves::{Continuation, Distances, Hurdle, Leg, MoveRule, Step, Trail};
pub use origin::Origin;
pub use piece::{Aim, Letters, Mark, OnMove, PieceType};
pub use play::{Check, Facing, Judged, Pass, Priority, Royal, Turn};
pub use region::Region;
pub use square::{MAX_EXTENT, Orientation, PerSide, Side, Sides, Square, SquareIter, SquareSet, TextError};
pub use supply::{Aftermath, Captured, Drop, Gate, Hands, Source, WallPlace, Walls};

use text::is_default;

/// The largest number of piece types.
pub const MAX_TYPES: usize = 64;

/// The largest number of legs of a move.
pub const MAX_LEGS: usize = 4;

/// The largest number of marks.
pub const MAX_MARKS: usize = 8;

/// The rules of a game. See the [module](self) for what they mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The game's name.
    pub name: String,
    /// Texts that formats want to keep, by `format.field`: descriptions, piece
    /// pictures. No part of the rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: BTreeMap<String, String>,
    /// Where rules are stated, and what was assumed. No part of the rules either.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clauses: Vec<Clause>,
    /// The board.
    pub board: Board,
    /// Whether the start position is shuffled, so that castling is always
    /// written as *king takes partner*.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shuffled: bool,
    /// What may be done about check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub check: Check,
    /// Turns, passes, obligations.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn: Turn,
    /// En passant.
    #[serde(default, skip_serializing_if = "is_default")]
    pub en_passant: EnPassant,
    /// Pieces beside the board.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hands: Hands,
    /// Walls that are put in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Walls>,
    /// Results for want of a legal move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_moves: NoMoves,
    /// Draws and losses that are claimed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub claims: Claims,
    /// The start position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub start: Start,
    /// The types of pieces. Their order means nothing.
    pub pieces: Vec<PieceType>,
    /// What pieces carry.
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: Vec<Mark>,
    /// Royal pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub royals: Vec<Royal>,
    /// Promotions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub promotions: Vec<Promotion>,
    /// Castlings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub castlings: Vec<Castling>,
    /// Drops.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drops: Vec<Drop>,
    /// Gates.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gates: Vec<Gate>,
    /// What follows a move on other squares, in this order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub aftermath: Vec<Aftermath>,
    /// Ends that come at once, in the order in which they are tested.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ends: Vec<End>,
}

impl Rules {
    /// Rules of an empty board of that size.
    pub fn new(name: &str, board: Board) -> Rules {
        Rules {
            name: name.to_owned(),
            notes: BTreeMap::new(),
            clauses: Vec::new(),
            board,
            shuffled: false,
            check: Check::default(),
            turn: Turn::default(),
            en_passant: EnPassant::default(),
            hands: Hands::default(),
            walls: None,
            no_moves: NoMoves::default(),
            claims: Claims::default(),
            start: Start::default(),
            pieces: Vec::new(),
            marks: Vec::new(),
            royals: Vec::new(),
            promotions: Vec::new(),
            castlings: Vec::new(),
            drops: Vec::new(),
            gates: Vec::new(),
            aftermath: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The type of a name.
    pub fn piece(&self, name: &str) -> Option<&PieceType> {
        self.pieces.iter().find(|p| p.name == name)
    }
}

impl Rules {
    /// The same game from a shuffled start: king and partner of each castling may
    /// stand anywhere on the ranks where they stand now, the partner on the same
    /// side of the king as now.
    pub fn with_shuffled_castling(&self) -> Rules {
        let mut rules = self.clone();
        rules.shuffled = true;
        let ranks = |squares: SquareSet| -> SquareSet {
            let on_rank = |rank: u8| (0..self.board.files).map(move |file| Square(rank * 16 + file));
            squares.iter().flat_map(|s| on_rank(s.rank())).filter(|s| self.board.has(*s)).collect()
        };
        for castling in &mut rules.castlings {
            if castling.toward.is_none()
                && let (Some(king), Some(partner)) =
                    (castling.king_from.single(), castling.partner_from.single())
            {
                let sign = |a: u8, b: u8| (i16::from(a) - i16::from(b)).signum() as i8;
                let dx = sign(partner.file(), king.file());
                castling.toward = Some(Step::new(dx, sign(partner.rank(), king.rank())));
                castling.home = None;
            }
            castling.king_from = ranks(castling.king_from);
            castling.partner_from = ranks(castling.partner_from);
        }
        rules
    }
}
