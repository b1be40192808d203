//! Royal pieces, check, and the order of turns.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::Types;
use super::moves::Step;
use super::square::{PerSide, Side, Sides};
use super::text::is_default;

/// Pieces that may not be left attacked.
///
/// A move is illegal if afterwards, the opponent to move, one of the mover's
/// royal pieces could be captured. The side to move is *in check* if one of its
/// own could be. A side without such pieces on the board is free of the rule. Nor
/// may a move take one's own royal pieces off the board (by a blast, say), unless they
/// `may_be_lost`. A piece that is royal at times may not be the partner of a castling that
/// leaves its square empty, nor stand in the blast of its own side's capture, whatever it can
/// stand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Royal {
    /// Whose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sides: Sides,
    /// Of which types.
    pub types: Types,
    /// Each type is royal only while its side has at most so many of it on the
    /// board (pseudo-royal). A move is judged by the pieces that are royal after it;
    /// a promotion that is remembered by those that were so before it; a drop by
    /// those too, and by the dropped piece if it is of one of the types, however
    /// many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u8>,
    /// Attacking one is no check as long as another, however many there are,
    /// is not attacked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub all_attacked: bool,
    /// A move that takes an enemy royal piece off its square and leaves that square without a
    /// piece (by a blast or in passing) may leave one's own attacked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub excused_by_capture: bool,
    /// Whether check to these pieces goes unannounced: it is check where the game
    /// would end for want of a move, but [`Check`], [`super::Guard::InCheck`], ends, passes
    /// and the count of checks don't see it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unannounced: bool,
    /// When a move is judged safe for them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub judged: Judged,
    /// Whether `at_most` speaks of the pieces of all the types together, and not of
    /// each type alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub counted_together: bool,
    /// Whether one's own move may take them off the board by what follows from it (a
    /// blast, or by turning to stone). A capture that would do so is then an attack like
    /// any other.
    #[serde(default, skip_serializing_if = "is_default")]
    pub may_be_lost: bool,
}

impl Royal {
    /// Pieces of this type are royal, for both sides.
    pub fn new(kind: &str) -> Royal {
        Royal {
            sides: Sides::Both,
            types: Types::only([kind]),
            at_most: None,
            all_attacked: false,
            excused_by_capture: false,
            unannounced: false,
            judged: Judged::AfterAll,
            counted_together: false,
            may_be_lost: false,
        }
    }
}

/// When a move is judged.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// When the whole turn is over.
    #[default]
    AfterAll,
    /// Before a piece is gated, and before a wall is put (or the duck moves): these
    /// neither block an attack nor open one.
    BeforeExtras,
}

/// What may be done about check.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// No move may give check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub never_given: bool,
    /// No drop may give check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not_by_drop: bool,
    /// A royal piece in check moves only to capture the only piece that gives it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub royal_only_captures: bool,
    /// Pieces that may not go on facing each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
}

/// If pieces of these types of both sides face each other on an open line when a
/// turn begins, the turn must end that or be a pass (which is then allowed in
/// check too). See [`super::Condition::Facing`] for what happens if it was a pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Facing {
    /// The types.
    pub types: Types,
    /// The lines.
    pub steps: BTreeSet<Step>,
}

/// Whether a side may pass. A side without a piece on the board can't.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// Always, but not in check.
    Always,
    /// If it has no other legal move, but not in check.
    WhenStuck,
}

/// A kind of moves that has precedence.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Priority {
    /// Captures of any kind.
    Captures,
    /// Drops of these types; while the hand holds one of them no other drop is
    /// legal.
    Drops(Types),
    /// Moves by rules of this class.
    Class(String),
    /// Of all moves, those that capture the most pieces.
    MostCaptures,
}

/// Whose turn it is, and what must be played.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The order in which the sides move; empty: by turns. After the last comes
    /// the one that `repeat_from` says (from 0).
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: Vec<Side>,
    /// See `order`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub repeat_from: u8,
    /// Passing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passes: PerSide<Pass>,
    /// If any move is of the first kind only such moves are legal; else of the
    /// second, and so on; else all. A pass is of no kind.
    #[serde(default, skip_serializing_if = "is_default")]
    pub priorities: Vec<Priority>,
    /// Whether `priorities` count before moves that leave a royal piece attacked
    /// are taken out. (Then a side may have no legal move though it has lawful
    /// moves of lower priority.)
    #[serde(default, skip_serializing_if = "is_default")]
    pub priorities_before_check: bool,
}
