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
use crate::rules::{Side, Square};

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

impl Faults {
    /// The position, or the first thing that is wrong.
    ///
    /// # Errors
    /// [`FenError`] where the text is no position.
    pub fn into_position(self) -> Result<Position, FenError> {
        match (self.position, self.errors.into_iter().next()) {
            (Some(position), None) => Ok(position),
            (_, Some(error)) => Err(error),
            (None, None) => {
                Err(FenError { field: Field::Board, column: 1, message: "this is no position".to_owned() })
            }
        }
    }
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

/// Reads a FEN to its end, and looks whether the royal pieces are those of the game.
pub fn faults(oracle: &Oracle, text: &str) -> Faults {
    let mut faults = form(oracle, text);
    if let Some(message) = faults.position.as_ref().and_then(|position| royals(oracle, position)) {
        faults.position = None;
        faults.errors.push(FenError { field: Field::Board, column: 1, message });
    }
    faults
}

/// What is wrong with the royal pieces of a position, as Fairy-Stockfish's validator has it of
/// kings: as many as at the start, and not side by side.
fn royals(oracle: &Oracle, position: &Position) -> Option<String> {
    let rules = oracle.rules();
    let start = oracle.start();
    let becomes = |name: &String| rules.promotions.iter().any(|promotion| promotion.into.contains(name));
    let mut alone = true;
    for royal in rules.royals.iter().filter(|royal| royal.at_most.is_none() && !royal.all_attacked) {
        for (name, side) in royal.types.names().flat_map(|name| Side::BOTH.map(|side| (name, side))) {
            let Some(kind) = oracle.kind(name).filter(|_| royal.sides.includes(side) && !becomes(name))
            else {
                continue;
            };
            let count = |position: &Position| {
                let on_board = position.men(side).iter();
                let on_board =
                    on_board.filter(|s| position.man(*s).is_some_and(|man| man.kind == kind)).count();
                on_board + usize::from(position.hands[side.index()][usize::from(kind.0)])
            };
            let (has, had) = (count(position), count(&start));
            if has > had || has == 0 && had > 0 {
                let side = if side == Side::White { "White" } else { "Black" };
                return Some(format!("{side} has {has} of the royal piece `{name}`, and {had} at the start"));
            }
            alone &= had == 1;
        }
    }
    alone.then(|| touching(oracle, position)).flatten()
}

/// Whether two royal pieces stand side by side and could take each other.
fn touching(oracle: &Oracle, position: &Position) -> Option<String> {
    let [white, black] = Side::BOTH.map(|side| oracle.royal_squares(position, side).single());
    let (white, black) = (white?, black?);
    let near = white.file().abs_diff(black.file()).max(white.rank().abs_diff(black.rank())) == 1;
    let mut bare = Position::empty();
    for square in [white, black] {
        bare.set(square, position.at(square));
    }
    (near && oracle.in_check(&bare, Side::White) && oracle.in_check(&bare, Side::Black))
        .then(|| format!("the royal pieces on {white} and {black} stand side by side"))
}

/// Reads a FEN to its end; who stands on the board is not looked at.
pub(crate) fn form(oracle: &Oracle, text: &str) -> Faults {
    if let Some(error) = fen::too_much(text) {
        return Faults { position: None, errors: vec![error], warnings: Vec::new() };
    }
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

/// The position that a text is taken for where it is no position, in the manner of
/// Fairy-Stockfish: what can't be meant is passed over.
pub fn lenient(oracle: &Oracle, text: &str) -> Option<Position> {
    if fen::too_much(text).is_some() {
        return None;
    }
    let mut parts = parts(text);
    if let Some(board) = parts.first_mut() {
        board.text = lenient_board(oracle, &board.text);
    }
    if let Some(side) = parts.get_mut(1).filter(|part| !part.text.contains('=')) {
        side.text = if side.text.starts_with('b') { "b" } else { "w" }.to_owned();
    }
    for _ in 0..text.len() + 20 {
        let joined: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let error = match fen::read(oracle, &joined.join(" ")) {
            Ok((position, _)) => return Some(position),
            Err(error) => error,
        };
        let (at, within) = locate(&parts, error.column)?;
        let part = &mut parts[at];
        if error.field == Field::Castling && part.text.chars().count() > 1 {
            part.text = part.text.chars().enumerate().filter(|(i, _)| *i != within).map(|(_, c)| c).collect();
        } else if !mend(oracle, &mut parts, error.field, Some(at)) {
            return None;
        }
    }
    None
}

/// A board of the size that the game has: what does not fit or is no piece is passed over, what
/// is missing is empty.
fn lenient_board(oracle: &Oracle, text: &str) -> String {
    let board = oracle.board();
    let (board_text, hand) = text.split_once('[').map_or((text, None), |(b, hand)| (b, Some(hand)));
    let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
    let mut rows = Vec::new();
    for row in board_text.split('/').chain(std::iter::repeat("")).take(ranks) {
        let rank = (ranks - 1 - rows.len()) as i32;
        let has = |file: usize| Square::at(file as i32, rank).is_some_and(|s| board.has(s));
        let mut cells: Vec<String> = Vec::new();
        let mut chars = row.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                let next = chars.peek().and_then(|c| c.to_digit(10));
                let count = next.map_or(digit, |next| 10 * digit + next);
                if next.is_some() {
                    chars.next();
                }
                cells.extend(std::iter::repeat_n(String::new(), count as usize));
                continue;
            }
            let letter = if c == '+' { chars.peek().copied().unwrap_or(' ') } else { c };
            if c != '*' && super::kind_of_letter(oracle, letter).is_none() {
                continue;
            }
            let mut cell = String::from(c);
            if c == '+' {
                cell.extend(chars.next());
            }
            cells.extend([cell]);
            if let (Some('~'), Some(last)) = (chars.peek(), cells.last_mut()) {
                chars.next();
                last.push('~');
            }
        }
        cells.resize(files, String::new());
        let mut out = String::new();
        let mut empty = 0;
        for (file, cell) in cells.iter().enumerate() {
            let fits = has(file) && !cell.is_empty();
            if fits || !has(file) {
                if empty > 0 {
                    out.push_str(&empty.to_string());
                }
                empty = 0;
                out.push_str(if fits { cell } else { "*" });
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            out.push_str(&empty.to_string());
        }
        rows.push(out);
    }
    let hand = hand.map(|hand| {
        let known = |c: &char| super::kind_of_letter(oracle, *c).is_some();
        format!("[{}]", hand.chars().filter(known).collect::<String>())
    });
    rows.join("/") + &hand.unwrap_or_default()
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
