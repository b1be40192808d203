//! The board, and what stands on it when the game begins.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::square::{MAX_EXTENT, Orientation, PerSide, Side, Square, SquareSet};
use super::text::is_default;

/// A rectangle of squares, of which some may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Number of files, 1 to 16.
    pub files: u8,
    /// Number of ranks, 1 to 16.
    pub ranks: u8,
    /// Squares of the rectangle that do not exist: nothing stands there, a ride
    /// ends before them, a leap may cross them. (A *wall* is something else: it
    /// stands on a square and may be a hurdle.)
    #[serde(default, skip_serializing_if = "is_default")]
    pub holes: SquareSet,
    /// How Black sees the board.
    #[serde(default, skip_serializing_if = "is_default")]
    pub black_sees: Orientation,
    /// Names of squares that are not called by file and rank.
    #[serde(default, skip_serializing_if = "is_default")]
    pub names: BTreeMap<Square, String>,
}

impl Board {
    /// A full board of that size.
    pub fn new(files: u8, ranks: u8) -> Board {
        Board {
            files,
            ranks,
            holes: SquareSet::EMPTY,
            black_sees: Orientation::default(),
            names: BTreeMap::new(),
        }
    }

    /// The squares that exist.
    pub fn squares(&self) -> SquareSet {
        SquareSet::board(self.files, self.ranks).without(self.holes)
    }

    /// Whether the square exists.
    pub fn has(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks && !self.holes.contains(square)
    }

    /// Squares of White's view as Black sees them, and the other way round.
    pub fn turned(&self, squares: SquareSet) -> SquareSet {
        let inside = squares.and(SquareSet::board(self.files, self.ranks));
        inside.iter().map(|s| self.black_sees.square(s, self.files, self.ranks)).collect()
    }

    /// A square of White's view as a side sees it.
    pub fn square_for(&self, side: Side, square: Square) -> Square {
        match side {
            Side::White => square,
            Side::Black => self.black_sees.square(square, self.files, self.ranks),
        }
    }

    /// A vector of White's view as a side sees it.
    pub fn vector_for(&self, side: Side, vector: (i32, i32)) -> (i32, i32) {
        match side {
            Side::White => vector,
            Side::Black => self.black_sees.vector(vector),
        }
    }

    /// A vector of a side's rules, turned so that the side moves up: Black's, by half a turn.
    pub(crate) fn seen_upward(&self, side: Side, (dx, dy): (i8, i8)) -> (i8, i8) {
        let (x, y) = self.vector_for(side, (i32::from(dx), i32::from(dy)));
        match side {
            Side::White => (x as i8, y as i8),
            Side::Black => (-x as i8, -y as i8),
        }
    }

    /// What a square is called.
    pub fn name(&self, square: Square) -> String {
        self.names.get(&square).cloned().unwrap_or_else(|| square.to_string())
    }

    /// The square of a name.
    pub fn named(&self, name: &str) -> Option<Square> {
        let by_name = self.names.iter().find(|(_, n)| *n == name).map(|(s, _)| *s);
        by_name.or_else(|| name.parse().ok().filter(|s| !self.names.contains_key(s))).filter(|s| self.has(*s))
    }

    /// Whether the extents are within the limits.
    pub fn is_sane(&self) -> bool {
        (1..=MAX_EXTENT).contains(&self.files) && (1..=MAX_EXTENT).contains(&self.ranks)
    }
}

/// The position in which the game begins. Rules about what may be *reached*
/// play no part here.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// White's men: where each type stands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub white: BTreeMap<String, SquareSet>,
    /// Black's pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub black: BTreeMap<String, SquareSet>,
    /// Squares on which a wall stands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub walls: SquareSet,
    /// Pieces in hand, by type.
    #[serde(default, skip_serializing_if = "is_default")]
    pub white_hand: BTreeMap<String, u16>,
    /// Black's pieces in hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub black_hand: BTreeMap<String, u16>,
    /// Castling rights: for each the king's square and the partner's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rights: Vec<(Square, Square)>,
    /// Pieces on these squares were promoted: the type they were before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub promoted: BTreeMap<Square, String>,
    /// Pieces that do *not* begin with what [`super::Mark::held`] gives them:
    /// for each mark the squares of the pieces that hold it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: BTreeMap<String, SquareSet>,
    /// En passant squares on the board from the beginning.
    #[serde(default, skip_serializing_if = "is_default")]
    pub en_passant: SquareSet,
    /// Checks that each side has still to give, where checks are counted; 0: as
    /// the end that counts them says.
    #[serde(default, skip_serializing_if = "is_default")]
    pub checks_to_give: PerSide<u8>,
    /// Who moves first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to_move: Side,
    /// Half moves since the last one that cannot be undone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock: u16,
    /// Number of the first move; 0 and 1 mean 1.
    #[serde(default, skip_serializing_if = "is_default")]
    pub move_number: u16,
}

impl Start {
    /// The pieces of a side.
    pub fn men(&self, side: Side) -> &BTreeMap<String, SquareSet> {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The pieces of a side, to change.
    pub fn men_mut(&mut self, side: Side) -> &mut BTreeMap<String, SquareSet> {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// The hand of a side.
    pub fn hand(&self, side: Side) -> &BTreeMap<String, u16> {
        match side {
            Side::White => &self.white_hand,
            Side::Black => &self.black_hand,
        }
    }

    /// Puts a piece on a square.
    pub fn put(&mut self, side: Side, kind: &str, square: Square) {
        self.men_mut(side).entry(kind.to_owned()).or_default().insert(square);
    }
}
