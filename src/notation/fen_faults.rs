//! Everything that is wrong with a FEN: a fault for each field.
//!
//! What may enter: reading on behind a fault. The reader itself, which stops at the first
//! one, is [`super::fen`].
//!
//! A field with a fault is taken for one without content, or for that of the start position,
//! so that the fields behind it can be read. Where the board is at fault, what speaks of men
//! on it (rights, en passant squares, marks) is not judged.

use super::fen::{self, FenError, Field};
use crate::engine::{Oracle, Position};

/// What a FEN says, and what is wrong with it.
#[derive(Debug, Clone)]
pub struct Faults {
    /// The position; none where there is a fault.
    pub position: Option<Position>,
    /// What can't be meant, at most one for each field.
    pub errors: Vec<FenError>,
    /// What was taken for granted.
    pub warnings: Vec<FenError>,
}

/// A word as it is read, and where it stood.
struct Part {
    column: usize,
    text: String,
}

fn parts(text: &str) -> Vec<Part> {
    let mut list = Vec::new();
    let mut column = 1;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end_matches(char::is_whitespace);
        if !word.is_empty() {
            list.push(Part { column, text: word.to_owned() });
        }
        column += piece.chars().count();
    }
    list
}

/// The part in which a column of the joined parts lies, and the column there.
fn locate(parts: &[Part], column: usize) -> Option<(usize, usize)> {
    let mut start = 1;
    for (at, part) in parts.iter().enumerate() {
        let length = part.text.chars().count();
        if (start..=start + length).contains(&column) {
            return Some((at, column - start));
        }
        start += length + 1;
    }
    None
}

/// Reads a FEN to its end.
pub fn faults(oracle: &Oracle, text: &str) -> Faults {
    let mut parts = parts(text);
    let mut errors: Vec<FenError> = Vec::new();
    // Each round takes a fault away; more rounds than words and fields are not needed.
    for _ in 0..parts.len() + 10 {
        let joined: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let error = match fen::read(oracle, &joined.join(" ")) {
            Ok((position, warnings)) => {
                let position = errors.is_empty().then_some(position);
                return Faults { position, errors, warnings };
            }
            Err(error) => error,
        };
        let place = locate(&parts, error.column);
        let column = match place {
            Some((at, within)) => parts[at].column + within,
            None => text.chars().count() + 1,
        };
        let field = error.field;
        if !errors.iter().any(|other| other.field == field) {
            errors.push(FenError { column, ..error });
        }
        if !mend(oracle, &mut parts, field, place.map(|(at, _)| at)) {
            break;
        }
    }
    Faults { position: None, errors, warnings: Vec::new() }
}

/// Puts something in the place of a field, so that the next ones can be read.
fn mend(oracle: &Oracle, parts: &mut Vec<Part>, field: Field, at: Option<usize>) -> bool {
    let Some(at) = at.filter(|at| *at < parts.len()) else { return false };
    match field {
        Field::Board => {
            let start = fen::write(oracle, &oracle.start());
            let board = start.split(' ').next().unwrap_or_default().to_owned();
            if parts[at].text == board {
                return false;
            }
            parts[at].text = board;
            parts.retain(|part| !part.text.contains('='));
            for part in parts.iter_mut().skip(at + 2).take(2) {
                part.text = "-".to_owned();
            }
        }
        Field::Hand => {
            let board = parts[at].text.split('[').next().unwrap_or_default().to_owned();
            parts[at].text = board;
        }
        Field::Side => parts[at].text = "w".to_owned(),
        Field::Castling | Field::EnPassant => {
            if parts[at].text == "-" {
                return false;
            }
            parts[at].text = "-".to_owned();
        }
        Field::Clock => parts[at].text = "0".to_owned(),
        // It stands for what is one field too many, too.
        Field::MoveNumber if parts[at].text.bytes().all(|b| b.is_ascii_digit()) => parts.truncate(at),
        Field::MoveNumber | Field::Checks | Field::Word => {
            parts.remove(at);
        }
    }
    true
}
