//! Hands, drops, gating, walls, and what follows a move on other squares.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::change::Occasion;
use super::content::{Content, ManPattern, Types};
use super::guard::{Effect, Guard};
use super::moves::Step;
use super::origin::Origin;
use super::region::Region;
use super::square::Sides;
use super::text::is_default;

/// Where a captured piece goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Captured {
    /// Out of the game.
    #[default]
    Gone,
    /// Into the hand of the side that captured it, as its own piece.
    ToCapturer,
    /// Into the hand of its owner.
    ToOwner,
}

/// Pieces beside the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// What becomes of captured pieces. A promoted piece reverts, see
    /// [`super::Reverts`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub captured: Captured,
    /// Whether promoted pieces stay promoted in hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keep_promoted: bool,
    /// Types of which there is no end.
    #[serde(default = "Types::none", skip_serializing_if = "no_types")]
    pub endless: Types,
    /// Whether pieces reach the hands from outside (another board).
    #[serde(default, skip_serializing_if = "is_default")]
    pub fed_from_outside: bool,
    /// How many types of pieces an interface should show room for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub slots: u8,
    /// The order in which FEN lists pieces in hand; types that are missing come
    /// behind, in the order of [`super::Rules::pieces`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: Vec<String>,
}

impl Default for Hands {
    /// Hands that only the start position fills.
    fn default() -> Self {
        Hands {
            captured: Captured::default(),
            keep_promoted: false,
            endless: Types::none(),
            fed_from_outside: false,
            slots: 0,
            order: Vec::new(),
        }
    }
}

fn no_types(types: &Types) -> bool {
    *types == Types::none()
}

/// A way of putting a piece from the hand on the board, as a whole turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    /// Whose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sides: Sides,
    /// Which types.
    #[serde(default, skip_serializing_if = "is_default")]
    pub types: Types,
    /// Where.
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Region,
    /// What must be there. Default: nothing.
    #[serde(default = "Content::empty", skip_serializing_if = "is_empty_square")]
    pub onto: Content,
    /// What must hold besides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Guard>,
    /// Which type it has on the board; `None`: its own. It is then promoted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// What happens besides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub then: Vec<Effect>,
    /// As in [`super::MoveRule::class`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub class: String,
    /// Where it was stated, for whoever read it; no part of the rules.
    #[serde(skip)]
    pub origin: Origin,
}

fn is_empty_square(content: &Content) -> bool {
    *content == Content::empty()
}

impl std::default::Default for Drop {
    /// Any piece in hand on any empty square.
    fn default() -> Self {
        Drop {
            sides: Sides::Both,
            types: Types::Any,
            zone: Region::All,
            onto: Content::empty(),
            when: Vec::new(),
            becomes: None,
            then: Vec::new(),
            class: String::new(),
            origin: Origin::default(),
        }
    }
}

/// Where the piece comes from that fills a vacated square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// From the hand: one of these types.
    Hand(Types),
    /// From its square on the board: one of these pieces.
    Board(BTreeSet<ManPattern>),
}

/// After a move, in the same turn, a piece may be put on the square that the
/// mover left, if that is then empty (S-Chess gating, relocation). At most one a
/// turn. A piece from the board that is itself a mover stays out of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Whose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sides: Sides,
    /// Which movers open the gate, before they move.
    pub mover: BTreeSet<ManPattern>,
    /// The squares that can be filled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub vacated: Region,
    /// Which piece fills it.
    #[serde(rename = "filled_by")]
    pub source: Source,
    /// Whether castling opens it too, on the square of either piece.
    #[serde(default, skip_serializing_if = "is_default")]
    pub castling: bool,
    /// Whether the square *must* be filled where it can be.
    #[serde(default, skip_serializing_if = "is_default")]
    pub must: bool,
    /// Where the piece may stand besides: as for a drop.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Guard>,
}

/// Where a wall may be put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WallPlace {
    /// On any empty square.
    #[default]
    Anywhere,
    /// Where the mover, as the type that it had before any promotion, could go
    /// without capturing from where it ended, by rules that ask for nothing and leave no
    /// en passant squares, wherever these may begin and end. In a turn that is a wall alone: where
    /// the first of the side's pieces could go, counted from a1 rank by rank.
    InReach,
    /// On the square that the mover left; its king's in a castling.
    Vacated,
    /// On the rim of the board, or beside a wall, on one of its four sides.
    AtEdge,
}

/// Every turn, a pass too, puts a wall on an empty square, after the move. Where
/// there is no square for it, there is no such move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Walls {
    /// Where.
    #[serde(default, skip_serializing_if = "is_default")]
    pub place: WallPlace,
    /// Within this region of the mover.
    #[serde(default, skip_serializing_if = "is_default")]
    pub region: Region,
    /// Whether there is only one wall, which moves (a duck): it goes to another
    /// square, and leaves its own then. Before it is on the board it is only put.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moving: bool,
    /// Whether the turn is *either* a move or a wall. The turn of a wall is no pass.
    #[serde(default, skip_serializing_if = "is_default")]
    pub instead_of_move: bool,
}

/// What happens around a move when it has been made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Aftermath {
    /// Pieces these steps away from where the mover ended are captured, and the
    /// mover with them, each by its opponent (as far as hands are concerned). A
    /// capture is no attack on a royal piece that has a royal piece of the side that
    /// captures, whatever it could stand, these steps away.
    Blast {
        /// After which moves.
        #[serde(default, skip_serializing_if = "is_default")]
        after: Occasion,
        /// The steps from the centre.
        steps: BTreeSet<Step>,
        /// Types that stand it, in the centre too.
        #[serde(default = "Types::none", skip_serializing_if = "no_types")]
        immune: Types,
        /// Types that stand it as bystanders, but not in the centre.
        #[serde(default = "Types::none", skip_serializing_if = "no_types")]
        shielded: Types,
        /// Types that leave a wall in the centre.
        #[serde(default = "Types::none", skip_serializing_if = "no_types")]
        centre_to_wall: Types,
        /// Whether bystanders leave walls.
        #[serde(default, skip_serializing_if = "is_default")]
        bystanders_to_wall: bool,
    },
    /// A capturer of these types turns into a wall; it counts as captured by its
    /// opponent. Pieces of these types that may be royal attack nothing that is royal; what a
    /// castling passes they attack all the same.
    Petrify {
        /// The types, before and after promotion; one that promotes to another
        /// type disappears.
        types: Types,
    },
    /// Enemy pieces change sides. They keep their type, but neither marks nor the
    /// memory of a promotion.
    Flip {
        /// Only those in a run that an own piece closes (Reversi), in these
        /// directions; else all that are one of these steps away.
        #[serde(default, skip_serializing_if = "is_default")]
        enclosed: bool,
        /// The steps.
        steps: BTreeSet<Step>,
        /// A drop flips only with an own piece one step away.
        #[serde(default, skip_serializing_if = "is_default")]
        drop_needs_neighbour: bool,
    },
}
