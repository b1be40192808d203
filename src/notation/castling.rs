//! The letters of castling rights, and which pair of men each means.
//!
//! `K` and `Q` mean the partner farthest from the king on that side; any other
//! letter is the file of a partner (Shredder-FEN). Where men can hold marks that stand
//! in the field, a file is first that of such a man (and in a shuffled game that of
//! a partner too), and `K` and `Q` say that king
//! and partner hold them too.

use std::collections::BTreeMap;

use crate::engine::{Oracle, Position};
use crate::rules::{Castling, Side, Square};

/// A right: the squares of king and partner.
pub(super) type Right = (Square, Square);

/// Whether the record speaks of the pair of squares, for that side.
fn speaks_of(oracle: &Oracle, side: Side, record: &Castling, (king, partner): Right) -> bool {
    let board = oracle.board();
    // The view of the side: the map is its own inverse.
    let (seen_king, seen_partner) = (board.square_for(side, king), board.square_for(side, partner));
    let toward = record.toward.as_ref().is_none_or(|step| {
        let x = i32::from(seen_partner.file()) - i32::from(seen_king.file());
        let y = i32::from(seen_partner.rank()) - i32::from(seen_king.rank());
        (x.signum(), y.signum()) == (i32::from(step.dx.signum()), i32::from(step.dy.signum()))
    });
    record.sides.includes(side)
        && record.king_from.contains(seen_king)
        && record.partner_from.contains(seen_partner)
        && toward
}

/// The pairs of men, of those on the board, that could have the right that a
/// record speaks of: for the king that is meant, all partners, the farthest first.
fn candidates(oracle: &Oracle, position: &Position, side: Side, record: &Castling) -> Vec<Right> {
    let board = oracle.board();
    let stand = |squares: crate::rules::SquareSet, types: &crate::rules::Types| -> Vec<Square> {
        let on_board = squares.iter().map(|s| board.square_for(side, s)).filter(|s| {
            let man = position.man(*s).filter(|man| man.side == side);
            man.is_some_and(|man| types.contains(oracle.kind_name(man.kind)))
        });
        on_board.collect()
    };
    let kings = stand(record.king_from, &record.king);
    let home = record.home.map(|s| board.square_for(side, s));
    let Some(king) = home.filter(|s| kings.contains(s)).or_else(|| kings.into_iter().min()) else {
        return Vec::new();
    };
    let mut pairs: Vec<Right> = stand(record.partner_from, &record.partner)
        .into_iter()
        .map(|partner| (king, partner))
        .filter(|pair| speaks_of(oracle, side, record, *pair))
        .collect();
    let distance = |(king, partner): &Right| {
        let x = king.file().abs_diff(partner.file());
        x.max(king.rank().abs_diff(partner.rank()))
    };
    pairs.sort_by_key(|pair| std::cmp::Reverse(distance(pair)));
    pairs
}

/// What a letter of the castling field says.
pub(super) struct Said {
    pub right: Option<Right>,
    /// Men that hold marks, and which (a bit for each).
    pub marked: Vec<(Square, u8)>,
}

/// The marks that stand in the castling field, a bit for each.
pub(super) fn marks_in_field(oracle: &Oracle) -> u8 {
    let marks = oracle.rules().marks.iter().enumerate();
    marks.filter(|(_, mark)| mark.in_castling_field).fold(0, |set, (bit, _)| set | 1 << bit)
}

/// The marks of the field that the man on a square could hold.
fn holdable(oracle: &Oracle, position: &Position, square: Square, side: Side) -> u8 {
    let Some(man) = position.man(square).filter(|man| man.side == side) else { return 0 };
    let marks = oracle.rules().marks.iter().enumerate();
    let could = marks.filter(|(_, mark)| {
        mark.in_castling_field
            && (!mark.needs_hand || position.hands[side.index()].iter().any(|count| *count > 0))
            && mark.held_by.contains(oracle.kind_name(man.kind))
            && mark.held.of(side, oracle.board()).contains(square)
    });
    could.fold(0, |set, (bit, _)| set | 1 << bit)
}

/// What the men hold by the letters of a castling field.
pub(super) fn marked_by(oracle: &Oracle, position: &Position, field: &str) -> BTreeMap<Square, u8> {
    let mut found = BTreeMap::new();
    for said in field.chars().filter_map(|letter| read(oracle, position, letter).ok()) {
        said.marked.into_iter().for_each(|(square, marks)| *found.entry(square).or_default() |= marks);
    }
    found
}

/// What a letter of the castling field means.
///
/// # Errors
/// What is missing on the board.
pub(super) fn read(oracle: &Oracle, position: &Position, letter: char) -> Result<Said, String> {
    let side = if letter.is_uppercase() { Side::White } else { Side::Black };
    let marked = |squares: &mut dyn Iterator<Item = Square>| -> Vec<(Square, u8)> {
        let holders = squares.map(|square| (square, holdable(oracle, position, square, side)));
        holders.filter(|(_, marks)| *marks != 0).collect()
    };
    let upper = letter.to_ascii_uppercase();
    let mut records = oracle.rules().castlings.iter().filter(|record| record.sides.includes(side));
    let is_record = records.any(|record| record.letter.to_ascii_uppercase() == upper);
    if !is_record {
        let file = (upper as u32).wrapping_sub('A' as u32);
        let on_file = position.men(side).iter().filter(|square| u32::from(square.file()) == file);
        let holders = marked(&mut on_file.into_iter());
        if !holders.is_empty() {
            // In a shuffled game it is the partner's right as well.
            let right = read_right(oracle, position, letter).ok().filter(|_| oracle.rules().shuffled);
            return Ok(Said { right, marked: holders });
        }
    }
    let right = read_right(oracle, position, letter)?;
    Ok(Said { right: Some(right), marked: marked(&mut [right.0, right.1].into_iter()) })
}

/// The right that a letter means.
fn read_right(oracle: &Oracle, position: &Position, letter: char) -> Result<Right, String> {
    let side = if letter.is_uppercase() { Side::White } else { Side::Black };
    let records = || oracle.rules().castlings.iter().filter(|record| record.sides.includes(side));
    if records().next().is_none() {
        return Err(format!("`{letter}` gives a castling right, but {} never castles", side.as_str()));
    }
    let upper = letter.to_ascii_uppercase();
    let mut named = records().filter(|record| record.letter.to_ascii_uppercase() == upper).peekable();
    if named.peek().is_some() {
        let record = named.clone().next();
        let what = record.map(|r| {
            let names = |types: &crate::rules::Types| types.names().cloned().collect::<Vec<_>>().join(" or ");
            format!("{} and {}", names(&r.king), names(&r.partner))
        });
        return named
            .find_map(|record| candidates(oracle, position, side, record).first().copied())
            .ok_or_else(|| {
                format!(
                    "`{letter}` gives a castling right, but {} do not stand where they could castle",
                    what.unwrap_or_default()
                )
            });
    }
    let file = (upper as u32).wrapping_sub('A' as u32);
    let pair = records()
        .flat_map(|record| candidates(oracle, position, side, record))
        .find(|(_, partner)| u32::from(partner.file()) == file);
    pair.ok_or_else(|| {
        format!("`{letter}` gives a castling right, but no piece that could castle stands on that file")
    })
}

/// The castling field of a position, White's first, each side's rights in the
/// order of the records, and then the files of men that hold a mark of the field
/// and are not among those of a right.
pub(super) fn write(oracle: &Oracle, position: &Position, by_file: bool) -> String {
    let in_field = marks_in_field(oracle);
    let mut text = String::new();
    for side in Side::BOTH {
        let mut written = Vec::new();
        for record in oracle.rules().castlings.iter().filter(|record| record.sides.includes(side)) {
            let pairs = candidates(oracle, position, side, record);
            let own = |right: &Right| {
                speaks_of(oracle, side, record, *right)
                    && position.man(right.0).is_some_and(|man| man.side == side)
            };
            for right in position.rights.iter().filter(own) {
                if written.contains(&right) {
                    continue;
                }
                written.push(right);
                let letter = if !by_file && pairs.first() == Some(&right) {
                    record.letter.to_ascii_uppercase()
                } else {
                    char::from(b'A' + right.1.file())
                };
                text.push(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
        let mut files: Vec<u8> = position
            .men(side)
            .iter()
            .filter(|square| {
                position.man(*square).is_some_and(|man| man.marks & in_field != 0)
                    && !written.iter().any(|(king, partner)| partner == square || !by_file && king == square)
            })
            .map(|square| square.file())
            .collect();
        files.sort_unstable();
        files.dedup();
        let letter = if side == Side::White { b'A' } else { b'a' };
        text.extend(files.into_iter().map(|file| char::from(letter + file)));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
