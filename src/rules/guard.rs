//! Guards and effects: conditions on squares other than those that a leg
//! touches, and what a move does besides.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::{Content, ManPattern, Whose};
use super::moves::{Step, parse_vector};
use super::region::Region;
use super::square::{Square, TextError};
use super::text::{as_text, is_default};

/// A square that a guard or an effect speaks of, from White's view: `"from"`,
/// `"to"`, `"from+0,1"`, `"to+-1,0"`, or a square of the board, `"h1"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum At {
    /// So far from the square where the mover stood.
    From(i8, i8),
    /// So far from the square where it ends, or where a piece is dropped.
    To(i8, i8),
    /// This square; for Black the one that he sees in its place.
    Board(Square),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::From(0, 0) => f.write_str("from"),
            At::To(0, 0) => f.write_str("to"),
            At::From(dx, dy) => write!(f, "from+{dx},{dy}"),
            At::To(dx, dy) => write!(f, "to+{dx},{dy}"),
            At::Board(square) => write!(f, "{square}"),
        }
    }
}

impl FromStr for At {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (base, vector) = match text.split_once('+') {
            Some((base, vector)) => (base, parse_vector(vector)?),
            None => (text, (0, 0)),
        };
        match base {
            "from" => Ok(At::From(vector.0, vector.1)),
            "to" => Ok(At::To(vector.0, vector.1)),
            _ => text.parse().map(At::Board),
        }
    }
}

as_text!(At => "a square, as in \"from\", \"to+0,1\" or \"h1\"");

/// Where pieces are counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Place {
    /// On the whole board.
    #[default]
    Board,
    /// On the board and in their owner's hand.
    BoardAndHand,
    /// In their owner's hand.
    Hand,
    /// In a region.
    Region(Region),
    /// On the file of a square.
    FileOf(At),
    /// One of these steps away from a square.
    Near {
        /// The square.
        at: At,
        /// The steps.
        steps: BTreeSet<Step>,
    },
}

/// A condition of a move, a drop or a promotion, asked of the board before it.
/// Squares that don't exist hold nothing at all: every test of them fails.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Guard {
    /// What a square holds. The mover still stands on its square.
    Square {
        /// The square.
        at: At,
        /// What it must hold.
        is: Content,
    },
    /// Where a square lies.
    Within {
        /// The square.
        at: At,
        /// The mover's region.
        region: Region,
    },
    /// How many pieces there are.
    Count {
        /// Which.
        men: BTreeSet<ManPattern>,
        /// Where.
        #[serde(default, skip_serializing_if = "is_default")]
        place: Place,
        /// At least so many.
        #[serde(default, skip_serializing_if = "is_default")]
        at_least: u16,
        /// At most so many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<u16>,
    },
    /// A square is attacked: pieces of that side could capture a piece of the other
    /// that stood there.
    Attacked {
        /// The square.
        at: At,
        /// Who attacks.
        by: Whose,
    },
    /// The piece that ends on `to`, as the type that it then has, could capture
    /// one of these from there.
    Attacks {
        /// Which pieces.
        men: BTreeSet<ManPattern>,
    },
    /// The mover's side is in check, announced ([`super::Royal::unannounced`]).
    InCheck,
    /// The opponent's last move went from, or to, these squares.
    LastMove {
        /// Where it began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<At>,
        /// Where it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<At>,
    },
    /// From `to`, in one of these directions, a run of enemy pieces is closed by
    /// an own piece (as in Reversi).
    Encloses {
        /// The directions.
        steps: BTreeSet<Step>,
        /// Whether a wall in the run counts as an enemy piece.
        #[serde(default, skip_serializing_if = "is_default")]
        through_walls: bool,
    },
    /// `to` is where a piece stops that slides in from an empty square of the rim, by
    /// one of these steps.
    SlidIn {
        /// The steps, along files and ranks.
        steps: BTreeSet<Step>,
        /// Whether it passes over pieces, to the empty square farthest from where it
        /// came in.
        #[serde(default, skip_serializing_if = "is_default")]
        passing: bool,
    },
    /// Pieces of the type, own ones on the board and in hand, can still be split
    /// evenly between dark and light squares after the drop: one of them may not
    /// bring more than half of all, rounded up, on one colour; any other piece must
    /// leave, on either colour, empty squares for half of all, rounded down, where
    /// the type may be dropped, those counted on which one stands.
    ColoursEven {
        /// The type.
        kind: String,
    },
    /// The piece, as the type that it has before promotion, has a move from `to`
    /// to an empty square on a board that is empty but for walls. For this a hurdle
    /// is taken to stand wherever it is needed, and where a move must end or what it
    /// is guarded by does not matter.
    Mobile,
    /// All of these hold.
    All(Vec<Guard>),
    /// At least one of these holds.
    Any(Vec<Guard>),
    /// This does not hold.
    Not(Box<Guard>),
}

/// What a move does besides moving a piece.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// The piece on the square is captured.
    Remove {
        /// The square.
        at: At,
    },
    /// A new piece stands on the square; what stood there is captured.
    Put {
        /// The square.
        at: At,
        /// Its type.
        kind: String,
        /// Its side.
        #[serde(default, skip_serializing_if = "is_default")]
        whose: Whose,
    },
    /// The piece on the square has another type.
    Become {
        /// The square.
        at: At,
        /// The new type.
        kind: String,
    },
    /// The piece on the square belongs to that side.
    Give {
        /// The square.
        at: At,
        /// The new owner.
        whose: Whose,
    },
    /// The piece on the square holds the mark, or no longer.
    Mark {
        /// The square.
        at: At,
        /// The mark.
        mark: String,
        /// Whether it is held.
        held: bool,
    },
    /// The piece on a square goes to another; what stood there is captured.
    Shift {
        /// Where it stands.
        from: At,
        /// Where it goes.
        to: At,
    },
    /// A wall stands on the square, if nothing stood there.
    Wall {
        /// The square.
        at: At,
    },
    /// Pieces of a type are added to a hand, or taken from it.
    Stock {
        /// Whose hand.
        whose: Whose,
        /// The type.
        kind: String,
        /// How many more, or less.
        by: i8,
    },
}
