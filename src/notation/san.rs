//! Standard algebraic notation.
//!
//! A piece's letter (none for pawns), where it comes from as far as other men
//! make it necessary (file, else rank, else both), `x` for a capture, the square,
//! `=Q` for a promotion, `O-O` and `O-O-O` for castlings of the letters K and Q,
//! `N@e4` for drops, `--` for a turn in which no man moves; `/H` for a man that is
//! gated (`O-O/He1` after castling, `/d1` for one from the board), `,e4` for a wall;
//! then `+` for check, `#` for checkmate.
//!
//! Reading is lenient in what does not change the meaning: more of the origin
//! than needed, a missing or needless `x`, `=`, `+`, `#`, `!` and `?`, zeros in
//! castlings.

use std::collections::HashMap;

use super::uci::{self, CastlingStyle};
use super::{MoveError, letter};
use crate::engine::{Kind, Move, MoveKind, Oracle, Position};
use crate::rules::Square;

/// A move without the mark of check. `rivals` are the moves of other pieces of its type to its square.
fn bare(oracle: &Oracle, position: &Position, mv: &Move, rivals: &[&Move]) -> String {
    let mut text = plain(oracle, position, mv, rivals);
    if let Some(gated) = mv.gate {
        text.push('/');
        match gated.from {
            Some(from) => text.push_str(&from.to_string()),
            None => text.push(letter(oracle, position.to_move, gated.kind).to_ascii_uppercase()),
        }
        if matches!(mv.kind, MoveKind::Castling(..)) {
            text.push_str(&gated.square.to_string());
        }
    }
    if let Some(wall) = mv.wall {
        text.push_str(&format!(",{wall}"));
    }
    text
}

/// A move without gate, wall and the mark of check.
fn plain(oracle: &Oracle, position: &Position, mv: &Move, rivals: &[&Move]) -> String {
    let us = position.to_move;
    match mv.kind {
        MoveKind::Pass | MoveKind::Wall => return "--".to_owned(),
        MoveKind::Castling(record, _) => {
            return match oracle.castling_letter(us, record) {
                'K' => "O-O".to_owned(),
                'Q' => "O-O-O".to_owned(),
                _ => castling_by_squares(mv),
            };
        }
        MoveKind::Drop(_, kind) => {
            let plus = if oracle.drop_becomes(us, mv).is_some() { "+" } else { "" };
            return format!("{plus}{}@{}", letter(oracle, us, kind).to_ascii_uppercase(), mv.to);
        }
        MoveKind::Ride(_) | MoveKind::Promotion => {}
    }
    let Some(man) = position.man(mv.from) else { return String::new() };
    let is_pawn = is_pawn(oracle, man.kind);
    let rivals: Vec<Square> = rivals
        .iter()
        .filter(|other| !is_pawn || other.is_capture() == mv.is_capture())
        .map(|m| m.from)
        .collect();
    let file = || char::from(b'a' + mv.from.file()).to_string();
    let origin = if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|s| s.file() != mv.from.file()) {
        file()
    } else if rivals.iter().all(|s| s.rank() != mv.from.rank()) {
        (mv.from.rank() + 1).to_string()
    } else {
        mv.from.to_string()
    };
    let origin = if is_pawn && mv.is_capture() && origin.is_empty() { file() } else { origin };
    ride(oracle, position, mv, &origin)
}

/// Castling by the squares of the king, where no letter says which one it is.
fn castling_by_squares(mv: &Move) -> String {
    format!("O{}-{}", mv.from, mv.to)
}

fn is_pawn(oracle: &Oracle, kind: Kind) -> bool {
    oracle.rules().pieces.get(usize::from(kind.0)).is_some_and(|piece| piece.pawn)
}

/// A move of a piece on the board, with as much of its way as is given.
fn ride(oracle: &Oracle, position: &Position, mv: &Move, way: &str) -> String {
    let us = position.to_move;
    let mut text = String::new();
    if let Some(man) = position.man(mv.from).filter(|man| !is_pawn(oracle, man.kind)) {
        text.push(letter(oracle, us, man.kind).to_ascii_uppercase());
    }
    text.push_str(way);
    if mv.is_capture() {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some((kind, _)) = mv.promotion {
        text.push('=');
        text.push(letter(oracle, us, kind).to_ascii_uppercase());
    }
    text
}

/// A move that shares its usual text with others: with its whole way.
fn long(oracle: &Oracle, position: &Position, mv: &Move) -> String {
    match mv.kind {
        MoveKind::Castling(..) => castling_by_squares(mv),
        MoveKind::Ride(_) | MoveKind::Promotion => {
            let way: String = oracle.stations(position, mv).iter().map(ToString::to_string).collect();
            ride(oracle, position, mv, &format!("{}{way}", mv.from))
        }
        MoveKind::Pass | MoveKind::Wall | MoveKind::Drop(..) => String::new(),
    }
}

/// The texts of all legal moves, each unique, in the order of `legal`, without the marks of check.
///
/// Where the usual text is that of another move too, the move names its whole way or, in
/// castling, the squares of the king; where that does not tell them apart either, the
/// coordinate form of [`uci`] stands for it.
pub fn write_all(oracle: &Oracle, position: &Position, legal: &[Move]) -> Vec<String> {
    let mut to: HashMap<(Kind, Square), Vec<&Move>> = HashMap::new();
    for mv in legal.iter().filter(|mv| matches!(mv.kind, MoveKind::Ride(_))) {
        if let Some(man) = position.man(mv.from) {
            to.entry((man.kind, mv.to)).or_default().push(mv);
        }
    }
    let usual = |mv: &Move| {
        let alike = position.man(mv.from).and_then(|man| to.get(&(man.kind, mv.to)));
        let rivals: Vec<&Move> = alike.into_iter().flatten().filter(|m| m.from != mv.from).copied().collect();
        bare(oracle, position, mv, &rivals)
    };
    let mut texts: Vec<String> = legal.iter().map(usual).collect();
    let twins = repeated(&texts);
    for &i in &twins {
        let longer = long(oracle, position, &legal[i]);
        if !longer.is_empty() && legal[i].gate.is_none() && legal[i].wall.is_none() {
            texts[i] = longer;
        }
    }
    let twins = repeated(&texts);
    if !twins.is_empty() {
        let coordinates = uci::write_all(oracle, position, legal, CastlingStyle::of(oracle));
        for i in twins {
            texts[i].clone_from(&coordinates[i]);
        }
    }
    texts
}

/// The places of those texts that stand more than once.
fn repeated(texts: &[String]) -> Vec<usize> {
    let mut count: HashMap<&str, usize> = HashMap::new();
    texts.iter().for_each(|text| *count.entry(text).or_default() += 1);
    (0..texts.len()).filter(|i| count[texts[*i].as_str()] > 1).collect()
}

/// The sign of check or checkmate behind a move.
fn sign(oracle: &Oracle, position: &Position, mv: &Move) -> &'static str {
    let next = oracle.make(position, mv);
    match oracle.in_check(&next, next.to_move) {
        true if oracle.legal_moves(&next).is_empty() => "#",
        true => "+",
        false => "",
    }
}

/// The move in SAN. It must be legal.
pub fn write(oracle: &Oracle, position: &Position, mv: &Move) -> String {
    let legal = oracle.legal_moves(position);
    write_among(oracle, position, mv, &legal)
}

/// The same where the legal moves are known.
pub fn write_among(oracle: &Oracle, position: &Position, mv: &Move, legal: &[Move]) -> String {
    let texts = write_all(oracle, position, legal);
    let at = legal.iter().position(|other| other == mv);
    let text = at.map_or_else(|| bare(oracle, position, mv, &[]), |at| texts[at].clone());
    text + sign(oracle, position, mv)
}

/// What a SAN says of a move of a man.
struct Said {
    piece: Option<char>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<char>,
}

impl Said {
    /// Whether a move can be meant.
    fn fits(&self, oracle: &Oracle, position: &Position, mv: &Move) -> bool {
        let moves = matches!(mv.kind, MoveKind::Ride(_) | MoveKind::Promotion);
        let Some(man) = position.man(mv.from).filter(|_| moves && mv.to == self.to) else {
            return false;
        };
        let us = position.to_move;
        let of = |kind: Kind| letter(oracle, us, kind).to_ascii_uppercase();
        self.piece.map_or_else(|| is_pawn(oracle, man.kind), |said| of(man.kind) == said)
            && mv.gate.is_none()
            && mv.wall.is_none()
            && self.file.is_none_or(|file| file == mv.from.file())
            && self.rank.is_none_or(|rank| rank == mv.from.rank())
            && mv.promotion.map(|(kind, _)| of(kind)) == self.promotion
    }
}

/// Takes a text apart; `None` where it has not the shape of a move of a man.
fn parse(text: &str) -> Option<Said> {
    let text: String = text.chars().filter(|c| !matches!(c, 'x' | ':' | '-')).collect();
    let (text, promotion) = match text.split_once('=') {
        Some((text, letter)) => {
            (text.to_owned(), Some(letter.chars().next().filter(|_| letter.chars().count() == 1)?))
        }
        None => match text.chars().last() {
            Some(last) if last.is_ascii_uppercase() && text.chars().count() > 2 => {
                (text[..text.len() - 1].to_owned(), Some(last))
            }
            _ => (text, None),
        },
    };
    let mut chars = text.chars();
    let piece = chars.clone().next().filter(char::is_ascii_uppercase);
    if piece.is_some() {
        chars.next();
    }
    let rest = chars.as_str();
    let digits = rest.bytes().rev().take_while(u8::is_ascii_digit).count();
    let split = rest.len().checked_sub(digits + 1)?;
    let to: Square = rest.get(split..)?.parse().ok()?;
    let origin = rest.get(..split)?;
    let letters = origin.bytes().take_while(u8::is_ascii_lowercase).count();
    let (file, rank) = origin.split_at(letters);
    let file = match file.as_bytes() {
        [] => None,
        [file] => Some(file - b'a'),
        _ => return None,
    };
    let rank = match rank {
        "" => None,
        digits => Some(digits.parse::<u8>().ok()?.checked_sub(1)?),
    };
    Some(Said { piece, file, rank, to, promotion })
}

/// The legal move that a SAN means.
///
/// # Errors
/// Where it means none, or more than one; the message names the nearest legal moves.
pub fn read(oracle: &Oracle, position: &Position, text: &str) -> Result<Move, MoveError> {
    read_among(oracle, position, text, &oracle.legal_moves(position))
}

/// The same where the legal moves are known.
///
/// # Errors
/// As [`read`].
pub fn read_among(
    oracle: &Oracle,
    position: &Position,
    text: &str,
    legal: &[Move],
) -> Result<Move, MoveError> {
    let bare_text = text.trim_end_matches(['+', '#', '!', '?']);
    let said = parse(bare_text);
    let found: Vec<&Move> = match &said {
        Some(said) => legal.iter().filter(|mv| said.fits(oracle, position, mv)).collect(),
        None => Vec::new(),
    };
    if let [mv] = found.as_slice() {
        return Ok(**mv);
    }
    // What has no usual shape, or means several moves by it, is one of the texts themselves.
    let texts = write_all(oracle, position, legal);
    let zeros = bare_text.replace('0', "O");
    let no_move = matches!(bare_text, "--" | "Z0" | "null" | "pass" | "0000");
    let castles = |mv: &Move| matches!(mv.kind, MoveKind::Castling(..));
    let exact = |i: &usize| texts[*i] == bare_text || castles(&legal[*i]) && texts[*i] == zeros;
    if let Some(i) = (0..legal.len()).find(exact) {
        return Ok(legal[i]);
    }
    if no_move {
        let pass = legal.iter().find(|mv| mv.kind == MoveKind::Pass);
        let message = || format!("`{text}` means that no piece moves, and there is no such move here");
        return pass.copied().ok_or_else(|| MoveError { message: message(), instead: None });
    }
    if let Ok(mv) = uci::read(oracle, position, bare_text, CastlingStyle::of(oracle)) {
        return Ok(mv);
    }
    let message = match (&said, found.len()) {
        (None, _) if !zeros.starts_with("O-O") => format!("`{text}` is no move in SAN"),
        (None, _) | (_, 0) => format!("`{text}` is no legal move"),
        (_, number) => format!("`{text}` can mean {number} moves"),
    };
    let near: Vec<&str> = match found.len() {
        0 => nearest(bare_text, said.as_ref().map(|said| said.to), legal, &texts),
        _ => {
            found.iter().filter_map(|mv| Some(texts[legal.iter().position(|m| m == *mv)?].as_str())).collect()
        }
    };
    let near = near.iter().take(NEAREST).map(|text| format!("`{text}`")).collect::<Vec<_>>();
    let message = match near.as_slice() {
        [] => message,
        [one] => format!("{message}; near it is {one}"),
        [rest @ .., last] => format!("{message}; near it are {} and {last}", rest.join(", ")),
    };
    Err(MoveError { message, instead: None })
}

/// The legal move that is spelt exactly so, with its mark of check.
///
/// # Errors
/// Where none is; with the right spelling where the lenient reading knows what is meant.
pub fn read_strictly(oracle: &Oracle, position: &Position, text: &str) -> Result<Move, MoveError> {
    let legal = oracle.legal_moves(position);
    let mv = read_among(oracle, position, text, &legal)?;
    let right = write_among(oracle, position, &mv, &legal);
    if right == text {
        return Ok(mv);
    }
    Err(MoveError { message: format!("`{text}` is written `{right}` here"), instead: Some(right) })
}

/// How many legal moves an error names at most.
const NEAREST: usize = 4;

/// The legal moves nearest to a text: those to the same square, else those spelt most like it.
fn nearest<'t>(text: &str, to: Option<Square>, legal: &[Move], texts: &'t [String]) -> Vec<&'t str> {
    let distance = |i: usize| strsim::damerau_levenshtein(text, &texts[i]);
    let there = |i: &usize| Some(legal[*i].to) == to;
    let mut near: Vec<usize> = (0..legal.len()).filter(there).collect();
    if near.is_empty() {
        near = (0..legal.len()).filter(|i| distance(*i) <= 2).collect();
    }
    near.sort_by_key(|i| (distance(*i), *i));
    near.into_iter().map(|i| texts[i].as_str()).collect()
}
