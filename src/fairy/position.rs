//! Whether a text is a position of a game that is stated in the engine's settings, and which.
//!
//! What may enter: the one judgement on FENs of sections and built-in variants. Every form that
//! the engine's validator takes is taken; refused is besides what the validator does not look at
//! and the engine passes over, so that one position would be taken for another (a last rank that
//! is too short, a right that nobody has, a square off the board).

use super::config::Config;
use super::{fen, ini};
use crate::engine::{Oracle, Position};
use crate::notation::fen as strict;
use crate::notation::fen::{FenError, Field};
use crate::notation::fen_faults::{self, Faults};

/// The position that the engine would set up from a text, with what the text's `name=value`
/// words add; faults where the text is none.
pub fn judge(config: &Config, oracle: &Oracle, text: &str) -> Faults {
    let Faults { mut errors, mut warnings, .. } = fen_faults::form(oracle, text);
    let rights = errors.iter().find(|error| error.field == Field::Castling).cloned();
    errors.retain(|error| error.field != Field::Castling);
    let plain = strict::without_words(text);
    // What speaks of men on the board is not judged where the board is at fault.
    if !errors.iter().any(|error| error.field == Field::Board) {
        let said = castling(config, text, &plain, rights);
        errors.extend(said.0);
        warnings.extend(said.1);
    }
    if let Some(complaint) = ini::validate_fen(&plain, config, config.chess960)
        && errors.is_empty()
    {
        let message = complaint.message.clone();
        let finding =
            FenError { field: field(complaint.fault), column: column(text, &plain, &complaint), message };
        match complaint.fault {
            // It writes these itself, and reads what it has written.
            ini::FenFault::EnPassant | ini::FenFault::CastlingHome => warnings.push(FenError {
                message: format!("the engine's validator refuses it: {}", finding.message),
                ..finding
            }),
            _ => errors.push(finding),
        }
    }
    errors.sort_by_key(|error| error.column);
    let position =
        if errors.is_empty() { read(config, oracle, text).map_err(|e| errors.push(e)).ok() } else { None };
    Faults { position, errors, warnings }
}

/// The position that the engine would set up, with what the words of the text add.
///
/// # Errors
/// Where a word can't be meant.
fn read(config: &Config, oracle: &Oracle, text: &str) -> Result<Position, FenError> {
    let mut position = fen::read(config, oracle, &strict::without_words(text));
    strict::apply_words(oracle, text, &mut position)?;
    Ok(position)
}

/// The position as the engine reads the text, whatever it is.
pub fn lenient(config: &Config, oracle: &Oracle, text: &str) -> Position {
    read(config, oracle, text).unwrap_or_else(|_| fen::read(config, oracle, &strict::without_words(text)))
}

/// What is wrong with the castling field, and what the engine passes over in it.
fn castling(
    config: &Config,
    text: &str,
    plain: &str,
    stated: Option<FenError>,
) -> (Option<FenError>, Option<FenError>) {
    let Some((start, word)) = strict::castling_field(text).filter(|(_, word)| *word != "-") else {
        return (None, None);
    };
    let at = |column: usize, message: String| FenError { field: Field::Castling, column, message };
    if let Some((place, c)) = word.chars().enumerate().find(|(_, c)| !c.is_ascii_alphabetic() && *c != '-') {
        return (Some(at(start + place, format!("`{c}` is no castling right"))), None);
    }
    if !config.castling && !config.gating {
        let name = &config.name;
        let message = format!("nobody castles in {name}: `{word}` is passed over; write `-`");
        return (None, Some(at(start, message)));
    }
    let letters: Vec<char> = word.chars().collect();
    let idle = fen::EngineFen::read(config, plain)
        .idle_rights()
        .into_iter()
        .find(|at| letters.get(*at) != Some(&'-'));
    let fault = idle.map(|place| {
        let column = start + place;
        stated.filter(|error| error.column == column).unwrap_or_else(|| {
            let c = letters.get(place).copied().unwrap_or('?');
            at(column, format!("`{c}` gives a castling right, but no piece that could castle stands there"))
        })
    });
    (fault, None)
}

/// The column in the text of what the validator complains about.
fn column(text: &str, plain: &str, complaint: &ini::Complaint) -> usize {
    let before = plain.get(..complaint.place.start).unwrap_or_default();
    let field = before.matches(' ').count();
    let within = before.rsplit(' ').next().unwrap_or_default().chars().count();
    let words = strict::words(text).into_iter().filter(|(_, word)| !word.contains('='));
    let start = words.map(|(column, _)| column).nth(field);
    start.map_or_else(|| text.chars().count() + 1, |start| start + within)
}

/// The field of which a check of the engine's validator speaks.
fn field(fault: ini::FenFault) -> Field {
    use ini::FenFault as F;
    match fault {
        F::Character | F::PromotedMan | F::Geometry | F::Kings | F::TouchingKings | F::Empty | F::Fields => {
            Field::Board
        }
        F::Hand => Field::Hand,
        F::Side => Field::Side,
        F::Castling | F::CastlingHome => Field::Castling,
        F::EnPassant | F::Counting => Field::EnPassant,
        F::CheckCount => Field::Checks,
        F::HalfMoves => Field::Clock,
        F::Moves => Field::MoveNumber,
    }
}
