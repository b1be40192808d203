//! How positions, moves and games are written: FEN, coordinate moves, SAN, saved games.
//!
//! What may enter: text to [`crate::engine::Position`]s and
//! [`crate::engine::Move`]s and back. Which moves are legal is the business of
//! [`crate::engine`]; a text is read as one of those or refused.

pub mod castling;
pub mod fen;
pub mod fen_faults;
pub mod pgn;
pub mod san;
pub mod uci;
pub mod zsg;

use crate::engine::{Kind, Oracle};
use crate::rules::Side;

/// Why a move's text was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct MoveError {
    /// What is wrong with it.
    pub message: String,
    /// How the move that is meant should be written, where that can be guessed.
    pub instead: Option<String>,
}

/// The letter of a type for a side.
fn letter(oracle: &Oracle, side: Side, kind: Kind) -> char {
    oracle.rules().pieces.get(usize::from(kind.0)).map_or('?', |piece| piece.letters.side(side))
}

/// The type and side of a letter on the board.
fn kind_of_letter(oracle: &Oracle, letter: char) -> Option<(Side, Kind)> {
    let pieces = || oracle.rules().pieces.iter().enumerate();
    let exact = pieces().find_map(|(i, piece)| {
        let side = Side::BOTH.into_iter().find(|side| piece.letters.side(*side) == letter)?;
        Some((side, Kind(i as u8)))
    });
    exact.or_else(|| {
        let known = |synonyms: &str| synonyms.chars().any(|c| c.eq_ignore_ascii_case(&letter));
        let (i, _) = pieces().find(|(_, piece)| known(&piece.synonyms))?;
        let side = if letter.is_uppercase() { Side::White } else { Side::Black };
        Some((side, Kind(i as u8)))
    })
}
