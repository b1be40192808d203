//! Promotion, castling and en passant.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::{Board, Start};
use super::content::Types;
use super::guard::Guard;
use super::moves::Step;
use super::origin::Origin;
use super::region::Region;
use super::square::{Side, Sides, Square, SquareSet};
use super::text::is_default;

/// Which square of a move must lie in the zone of a [`Promotion`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// The one where the piece ends.
    #[default]
    Arrive,
    /// The one where it began.
    Leave,
    /// Either of them.
    Touch,
    /// The piece's own, and it stays there: promoting is the whole move.
    InPlace,
    /// The piece's own, and it goes to an empty square on which it could capture
    /// as the type that it becomes.
    AsNewType,
}

/// Which moves count.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// All.
    #[default]
    Any,
    /// Captures, en passant included.
    Capture,
    /// Moves that capture nothing.
    Quiet,
}

/// Whether one must promote.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// Yes; where there is nothing to promote to, the move can't be made.
    #[default]
    Always,
    /// Yes, unless there is nothing to promote to.
    IfPossible,
    /// No.
    Never,
}

/// What a promoted piece is again when it is captured into a hand or demoted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reverts {
    /// Nothing else: the promotion leaves no memory.
    #[default]
    Never,
    /// The type that it had; FEN writes `+` and that type's letter.
    ToOrigin,
    /// This type; FEN writes the letter and `~`.
    To(String),
}

/// A promotion that goes with a move.
///
/// Every record that fits a move adds its choices; the move without promotion
/// is dropped if any of them is a [`Duty::Always`], or a [`Duty::IfPossible`]
/// with a choice that can be taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// Whose pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sides: Sides,
    /// Of which types.
    pub types: Types,
    /// Where.
    pub zone: Region,
    /// Which square must lie there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub trigger: Trigger,
    /// Which moves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub occasion: Occasion,
    /// Only moves by rules of this class; empty: any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub class: String,
    /// Whether an en passant capture stays what it is, in the zone too.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not_en_passant: bool,
    /// What must hold besides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Guard>,
    /// The types to choose from.
    pub into: BTreeSet<String>,
    /// For some of them: only while fewer of the side's pieces of that type are on
    /// the board.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fewer_than: BTreeMap<String, u16>,
    /// The types to choose from where none of `into` can be taken.
    #[serde(default, skip_serializing_if = "is_default")]
    pub otherwise: BTreeSet<String>,
    /// Whether a promoted piece may also become again what it was.
    #[serde(default, skip_serializing_if = "is_default")]
    pub or_demote: bool,
    /// Whether one must.
    #[serde(default, skip_serializing_if = "is_default")]
    pub duty: Duty,
    /// What the promoted piece remembers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reverts: Reverts,
    /// Whether this promotion may not give check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub without_check: bool,
    /// Whether no piece is gated in a turn with this promotion.
    #[serde(default, skip_serializing_if = "is_default")]
    pub without_gate: bool,
    /// Where it was stated, for whoever read it; no part of the rules.
    #[serde(skip)]
    pub origin: Origin,
}

impl Promotion {
    /// Pieces of these types become one of those on arriving in the zone.
    pub fn new<S: Into<String>>(types: Types, zone: Region, into: impl IntoIterator<Item = S>) -> Promotion {
        Promotion {
            sides: Sides::Both,
            types,
            zone,
            trigger: Trigger::Arrive,
            occasion: Occasion::Any,
            class: String::new(),
            not_en_passant: false,
            when: Vec::new(),
            into: into.into_iter().map(Into::into).collect(),
            fewer_than: BTreeMap::new(),
            otherwise: BTreeSet::new(),
            or_demote: false,
            duty: Duty::Always,
            reverts: Reverts::Never,
            without_check: false,
            without_gate: false,
            origin: Origin::default(),
        }
    }
}

/// Squares that a castling speaks of.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Path {
    /// The usual ones, see the field.
    #[default]
    Usual,
    /// None.
    Nothing,
    /// The usual ones but the last while the piece that castles is royal, else none, as
    /// if it had already left its square; only for what may not be attacked.
    IfRoyal,
    /// These, from White's view.
    Squares(SquareSet),
}

/// A castling: king and partner change places in their own way.
///
/// All squares are stated from White's view, also in a record for Black only;
/// Black's are turned as the board's orientation says. The pair of pieces needs the
/// *right*: it has it in the start position or by FEN, and loses it when either
/// piece moves or is captured. `rights = false` states a castling that depends on
/// its guards alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Castling {
    /// Who castles so.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sides: Sides,
    /// The letter of the right in FEN, `K` or `Q`; Black's is in lower case.
    pub letter: char,
    /// The piece that castles.
    pub king: Types,
    /// Its partner.
    pub partner: Types,
    /// Where the king may stand.
    pub king_from: SquareSet,
    /// Where it goes.
    pub king_to: Square,
    /// Where the partner may stand; where the letter leaves a choice, the one
    /// that is farthest from the king counts.
    pub partner_from: SquareSet,
    /// Where it goes.
    pub partner_to: Square,
    /// The partner must lie in this direction from the king.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<Step>,
    /// The king that FEN's letters mean where several pieces could castle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<Square>,
    /// What must be empty, the two pieces apart. Usual: all squares that either piece
    /// passes in a straight line, and where they go.
    #[serde(default, skip_serializing_if = "is_default")]
    pub empty: Path,
    /// What may not be attacked. Usual: where the king stands, what it passes
    /// and where it goes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub safe: Path,
    /// Whether the right is needed.
    #[serde(default = "super::text::yes", skip_serializing_if = "super::text::is_true")]
    pub rights: bool,
    /// What must hold besides (`from` and `to` are the king's).
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Guard>,
    /// Whether dropping king or partner on its square gives the right: the king on its `home`,
    /// or beside a partner that was there; any of the squares where none is named.
    #[serde(default, skip_serializing_if = "is_default")]
    pub right_by_drop: bool,
    /// The one square where a partner gains the right by a drop, of either piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner_home: Option<Square>,
    /// Whether the opponent then loses the right of the same letter.
    #[serde(default, skip_serializing_if = "is_default")]
    pub costs_opponent: bool,
    /// Where it was stated, for whoever read it; no part of the rules.
    #[serde(skip)]
    pub origin: Origin,
}

impl Castling {
    /// The usual castling of a king and a partner on their squares.
    pub fn new(letter: char, king: (&str, Square, Square), partner: (&str, Square, Square)) -> Castling {
        Castling {
            sides: Sides::Both,
            letter,
            king: Types::only([king.0]),
            partner: Types::only([partner.0]),
            king_from: SquareSet::of(king.1),
            king_to: king.2,
            partner_from: SquareSet::of(partner.1),
            partner_to: partner.2,
            toward: None,
            home: None,
            empty: Path::Usual,
            safe: Path::Usual,
            rights: true,
            when: Vec::new(),
            right_by_drop: false,
            partner_home: None,
            costs_opponent: false,
            origin: Origin::default(),
        }
    }

    /// The rights of a start position, squares of king and partner, by which a side can play this
    /// castling from there.
    pub fn rights_at(&self, start: &Start, board: &Board, side: Side) -> Vec<(Square, Square)> {
        let gives = |(king, partner): &&(Square, Square)| {
            let [seen_king, seen_partner] = [king, partner].map(|square| board.square_for(side, *square));
            let way = i32::from(seen_partner.file()) - i32::from(seen_king.file());
            let toward = self.toward.as_ref().is_none_or(|step| i32::from(step.dx) == way.signum());
            let stands =
                |(name, squares): (&String, &SquareSet)| self.king.contains(name) && squares.contains(*king);
            toward
                && self.king_from.contains(seen_king)
                && self.partner_from.contains(seen_partner)
                && start.men(side).iter().any(stands)
        };
        start.rights.iter().filter(gives).copied().collect()
    }
}

/// Which en passant squares are recorded.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Recorded {
    /// All that a move leaves.
    #[default]
    Always,
    /// Those on which an enemy piece then could capture en passant, its own
    /// king's safety aside.
    IfAttacked,
}

/// En passant: a move that `leaves` squares, and a leg that lands on one
/// because it is `en-passant`, capture the piece that made the former.
///
/// Where a position only states the squares, the piece is one that stands on one of
/// them (the first from a1, rank by rank, for White to capture, the last for Black),
/// else the nearest enemy piece behind the square where the capturer lands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnPassant {
    /// Where a side may capture so.
    #[serde(default, skip_serializing_if = "is_default")]
    pub region: Region,
    /// Which squares count (for FEN, repetition and guards).
    #[serde(default, skip_serializing_if = "is_default")]
    pub recorded: Recorded,
    /// A piece that could go to the square without capturing does not capture
    /// there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub yields_to_quiet: bool,
}
