//! Piece types, their letters, and the marks that pieces hold.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::Types;
use super::moves::{MoveRule, Step};
use super::origin::Origin;
use super::region::Region;
use super::square::{Side, TextError};
use super::text::{as_text, is_default};

/// The letters of a type: `"N"` for White's `N` and Black's `n`, or two
/// letters, White's and Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letters {
    /// White's letter.
    pub white: char,
    /// Black's letter.
    pub black: char,
}

impl Letters {
    /// The letter in upper case for White, in lower case for Black.
    pub fn of(letter: char) -> Letters {
        Letters { white: letter.to_ascii_uppercase(), black: letter.to_ascii_lowercase() }
    }

    /// The letter of a side.
    pub fn side(self, side: Side) -> char {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.white)?;
        if *self == Letters::of(self.white) { Ok(()) } else { write!(f, "{}", self.black) }
    }
}

impl FromStr for Letters {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let letters: Vec<char> = text.chars().collect();
        match letters[..] {
            [letter] => Ok(Letters::of(letter)),
            [white, black] => Ok(Letters { white, black }),
            _ => Err(TextError(format!("`{text}` must be one letter, or White's and Black's"))),
        }
    }
}

as_text!(Letters => "one letter, or White's and Black's");

/// A type of piece.
///
/// A piece moves by any of the rules. A *move* to a square where it captures is
/// also an *attack* on that square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceType {
    /// The name by which everything else speaks of the type: no blanks, no
    /// `any`, no `*`.
    pub name: String,
    /// The letters of FEN and SAN.
    pub letters: Letters,
    /// Further letters that are read in FEN for the same type (upper case for
    /// White, lower case for Black).
    #[serde(default, skip_serializing_if = "is_default")]
    pub synonyms: String,
    /// Whether SAN writes it without a letter, and captures with the file.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pawn: bool,
    /// How it moves. Without a rule it never moves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moves: Vec<MoveRule>,
    /// Where it was stated, for whoever read it; no part of the rules.
    #[serde(skip)]
    pub origin: Origin,
}

impl PieceType {
    /// A type without moves.
    pub fn new(name: &str, letter: char) -> PieceType {
        PieceType {
            name: name.to_owned(),
            letters: Letters::of(letter),
            synonyms: String::new(),
            pawn: false,
            moves: Vec::new(),
            origin: Origin::default(),
        }
    }
}

/// What happens to a mark when its holder moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnMove {
    /// It stays as it is.
    #[default]
    Keep,
    /// The piece loses it (*unmoved*).
    Lose,
    /// The piece gains it (*moved*).
    Gain,
}

/// A property that a piece carries: unmoved, may still gate, and so on. A piece
/// that is put on the board later, dropped, created or promoted, holds none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The name by which guards speak of it: no blanks.
    pub name: String,
    /// Which types hold it in the start position …
    #[serde(default, skip_serializing_if = "is_default")]
    pub held_by: Types,
    /// … on which squares of their side.
    #[serde(default, skip_serializing_if = "is_default")]
    pub held: Region,
    /// What becomes of it when the holder moves. A castling moves both pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_move: OnMove,
    /// The holder loses it when an enemy piece of these types lands where it aims at
    /// the holder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_when_aimed_at: Option<Aim>,
    /// Whether it is gone when the side has moved and its hand is empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub needs_hand: bool,
    /// Whether FEN writes the files of its holders into the castling field.
    #[serde(default, skip_serializing_if = "is_default")]
    pub in_castling_field: bool,
}

/// Aiming along an open line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// The types that aim.
    pub by: Types,
    /// The directions.
    pub steps: BTreeSet<Step>,
    /// Whether what stands between does not matter.
    #[serde(default, skip_serializing_if = "is_default")]
    pub through: bool,
}
