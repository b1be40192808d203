//! How games end: at once, for want of a move, or by a claim.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::{Content, ManPattern, Types};
use super::moves::Step;
use super::origin::Origin;
use super::region::Region;
use super::square::{PerSide, Sides, Square};
use super::text::is_default;

/// A result, for the side of which a rule speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    #[default]
    Draw,
    /// The side with more pieces wins, equality is a draw.
    MoreMen,
    /// As the game's [`Material`] says.
    Material,
}

/// An end that comes by itself, before the next move: the game is over, there
/// are no legal moves.
///
/// The ends are tested in their order, each for the side that has just moved,
/// then for the side to move (as far as `sides` includes them); the first that
/// holds decides. *Own* means the side for which the end is tested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// For whom it is tested.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sides: Sides,
    /// When.
    pub when: Condition,
    /// Its result.
    pub result: Outcome,
    /// Only for the side that has just moved, or only for the side to move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moment: Moment,
    /// Whether a start position that fulfils it is over too.
    #[serde(default, skip_serializing_if = "is_default")]
    pub at_start: bool,
    /// Where it was stated, for whoever read it; no part of the rules.
    #[serde(skip)]
    pub origin: Origin,
}

/// For which side an [`End`] is tested, in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// For both, after every move.
    #[default]
    Any,
    /// For the side that has just moved.
    Moved,
    /// For the side to move: the opponent had one more move.
    ToMove,
}

/// What an [`End`] waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// The number of pieces of either side.
    Count {
        /// Which pieces, all counted together.
        men: BTreeSet<ManPattern>,
        /// Where.
        #[serde(default, skip_serializing_if = "is_default")]
        region: Region,
        /// Whether pieces in hand count.
        #[serde(default, skip_serializing_if = "is_default")]
        with_hand: bool,
        /// At least so many.
        #[serde(default, skip_serializing_if = "is_default")]
        at_least: u16,
        /// At most so many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<u16>,
    },
    /// The last move captured one of these pieces.
    Captured {
        /// Which.
        men: BTreeSet<ManPattern>,
    },
    /// Pieces of these types in the region are not attacked.
    Safe {
        /// The pieces.
        men: BTreeSet<ManPattern>,
        /// Where.
        #[serde(default, skip_serializing_if = "is_default")]
        region: Region,
    },
    /// Every square of the region is occupied.
    Full {
        /// The squares.
        #[serde(default, skip_serializing_if = "is_default")]
        region: Region,
    },
    /// A legal move of the side to move puts one of these pieces in the region.
    CanReach {
        /// The pieces.
        men: BTreeSet<ManPattern>,
        /// Where.
        region: Region,
    },
    /// The side to move is in check, announced ([`super::Royal::unannounced`]).
    InCheck,
    /// So many checks have been given.
    ChecksGiven {
        /// The number at the beginning, unless [`super::Start::checks_to_give`]
        /// says otherwise.
        number: u8,
    },
    /// The last move was a castling of one of these letters.
    Castled {
        /// The letters.
        letters: String,
    },
    /// The side has no castling right of these letters, neither used nor left.
    NoRight {
        /// The letters.
        letters: String,
    },
    /// Own pieces in a row, all of the steps alike.
    Row {
        /// How many.
        length: u8,
        /// Of which types.
        #[serde(default, skip_serializing_if = "is_default")]
        types: Types,
        /// The directions.
        steps: BTreeSet<Step>,
        /// Whether other squares may lie between them.
        #[serde(default, skip_serializing_if = "is_default")]
        gaps: bool,
    },
    /// Own pieces fill a square of so many files and ranks.
    Block {
        /// Its extent.
        extent: u8,
        /// Of which types.
        #[serde(default, skip_serializing_if = "is_default")]
        types: Types,
    },
    /// A chain of own pieces leads from one region to the other, by at least one step.
    Chain {
        /// Of which types.
        #[serde(default, skip_serializing_if = "is_default")]
        types: Types,
        /// Where it begins.
        from: Region,
        /// Where it ends.
        to: Region,
        /// By which steps it grows from the beginning, and by no others.
        steps: BTreeSet<Step>,
    },
    /// The squares hold what the pattern says, for each of its places.
    Pattern {
        /// What each square must hold, from White's view.
        squares: BTreeMap<Square, Content>,
    },
    /// Somewhere these contents follow each other.
    Sequence {
        /// The contents.
        contents: Vec<Content>,
        /// The steps between them.
        steps: Vec<Step>,
    },
    /// Pieces of the type face each other on an open line, and did so when the last
    /// turn began.
    Facing {
        /// The type.
        types: Types,
        /// The lines.
        steps: BTreeSet<Step>,
    },
    /// Both sides have just passed.
    Passes,
    /// The position has occurred so many times (an end only where the source
    /// says that it comes by itself, see [`Claims`]).
    Repeated {
        /// How often.
        times: u8,
    },
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
}

/// The result where the side to move has no legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoMoves {
    /// In check.
    #[serde(default = "lost", skip_serializing_if = "is_lost")]
    pub checkmate: PerSide<Outcome>,
    /// Not in check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stalemate: PerSide<Outcome>,
    /// The stalemate result holds for the side with fewer pieces; the other one
    /// has the contrary, and with as many on each side it is a draw.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stalemate_by_count: bool,
    /// Checkmate by a drop of these types is a win for the mated side.
    #[serde(default = "Types::none", skip_serializing_if = "no_types")]
    pub no_mate_by_drop_of: Types,
    /// Checkmate where only pieces of these types give check is a win for the
    /// mated side …
    #[serde(default = "Types::none", skip_serializing_if = "no_types")]
    pub no_mate_by: Types,
    /// … and it is a draw unless one of these gave check in the series of
    /// checks that led to it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mate_needs_check_by: Types,
}

fn lost() -> PerSide<Outcome> {
    PerSide::both(Outcome::Loss)
}

fn is_lost(outcome: &PerSide<Outcome>) -> bool {
    *outcome == lost()
}

fn no_types(types: &Types) -> bool {
    *types == Types::none()
}

impl Default for NoMoves {
    /// Checkmate loses, stalemate is a draw.
    fn default() -> Self {
        NoMoves {
            checkmate: lost(),
            stalemate: PerSide::both(Outcome::Draw),
            stalemate_by_count: false,
            no_mate_by_drop_of: Types::none(),
            no_mate_by: Types::none(),
            mate_needs_check_by: Types::Any,
        }
    }
}

/// How pieces are counted up at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Material {
    /// Not at all: a draw.
    #[default]
    None,
    /// By worth: the side with more wins, equality is a draw.
    Worth {
        /// Points of each type, in hand too.
        points: BTreeMap<String, u16>,
        /// Points for Black in halves, on top.
        #[serde(default, skip_serializing_if = "is_default")]
        black_half_points: u16,
    },
    /// Every piece counts one.
    Men,
    /// White wins.
    White,
    /// Black wins.
    Black,
}

/// The n-move rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveLimit {
    /// After so many moves of each side without a capture, a drop, a promotion
    /// or a move of `reset_by`; 0: there is no limit, the moves are only counted. A
    /// promotion that a later demotion may take back ([`super::Reverts::ToOrigin`] with
    /// [`super::Promotion::or_demote`]) does not count, nor does a demotion. A pass
    /// is a move of a royal piece, else of the first piece, and putting a wall instead of moving
    /// one of the first piece.
    pub moves: u16,
    /// Types whose moves start the count again, if they could not take them back
    /// without capturing, on an empty board.
    #[serde(default = "no_types_each", skip_serializing_if = "is_no_types_each")]
    pub reset_by: PerSide<Types>,
    /// Whether checks of a perpetual checker are not counted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub discounts_checks: bool,
}

fn no_types_each() -> PerSide<Types> {
    PerSide::both(Types::none())
}

fn is_no_types_each(types: &PerSide<Types>) -> bool {
    *types == no_types_each()
}

/// Repetition of positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repetition {
    /// The occurrence that counts, as a rule the third.
    pub times: u8,
    /// The result for the side to move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub result: Outcome,
    /// `result` is White's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from_white: bool,
    /// A side that gave check all the time loses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub perpetual_check_loses: bool,
    /// A side that chased a piece all the time loses (rules of the Asian Xiangqi
    /// federation).
    #[serde(default, skip_serializing_if = "is_default")]
    pub perpetual_chase_loses: bool,
    /// A side that moves the same piece to and fro loses (Korean rule).
    #[serde(default, skip_serializing_if = "is_default")]
    pub to_and_fro_loses: bool,
}

/// A traditional rule that limits the moves of an ending: *board's honour* while the
/// weaker side has other pieces than its king, *pieces' honour* when it has none. The
/// limits follow from the pieces that the stronger side has, see [`Counted`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// None.
    #[default]
    None,
    /// Makruk's.
    Makruk,
    /// The Cambodian one.
    Cambodian,
    /// That of the ASEAN rules.
    Asean,
}

/// The types of which a counting rule speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Counted {
    /// Pawns: nothing is counted while there is one.
    pub pawns: Types,
    /// Rooks.
    pub rooks: Types,
    /// Khons (silver generals).
    pub khons: Types,
    /// Knights.
    pub knights: Types,
}

impl Default for Counted {
    /// The types of these names.
    fn default() -> Self {
        Counted {
            pawns: Types::only(["pawn"]),
            rooks: Types::only(["rook"]),
            khons: Types::only(["khon"]),
            knights: Types::only(["knight"]),
        }
    }
}

/// Ends that a player, or an arbiter, claims. They never take away a legal
/// move and don't stop a perft.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Too many moves without progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<MoveLimit>,
    /// Repetition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<Repetition>,
    /// A counting rule.
    #[serde(default, skip_serializing_if = "is_default")]
    pub counting: Counting,
    /// The pieces of which it speaks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub counted: Counted,
    /// Lone pawns that can only promote draw (Sittuyin).
    #[serde(default, skip_serializing_if = "is_default")]
    pub only_promotions_draw: bool,
    /// What replaces a draw by any of these.
    #[serde(default, skip_serializing_if = "is_default")]
    pub draws_by: Material,
}
