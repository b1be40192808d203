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

use super::{MoveError, letter};
use crate::engine::{Move, MoveKind, Oracle, Position};
use crate::rules::Square;

/// A move without the mark of check.
fn bare(oracle: &Oracle, position: &Position, mv: &Move, legal: &[Move]) -> String {
    let mut text = plain(oracle, position, mv, legal);
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
fn plain(oracle: &Oracle, position: &Position, mv: &Move, legal: &[Move]) -> String {
    let us = position.to_move;
    match mv.kind {
        MoveKind::Pass | MoveKind::Wall => return "--".to_owned(),
        MoveKind::Castling(record, _) => {
            return match oracle.castling_letter(us, record) {
                'K' => "O-O".to_owned(),
                'Q' => "O-O-O".to_owned(),
                _ => format!("O{}-{}", mv.from, mv.to),
            };
        }
        MoveKind::Drop(_, kind) => {
            let plus = if oracle.drop_becomes(us, mv).is_some() { "+" } else { "" };
            return format!("{plus}{}@{}", letter(oracle, us, kind).to_ascii_uppercase(), mv.to);
        }
        MoveKind::Ride(_) | MoveKind::Promotion => {}
    }
    let Some(man) = position.man(mv.from) else { return String::new() };
    let piece = oracle.rules().pieces.get(usize::from(man.kind.0));
    let is_pawn = piece.is_some_and(|piece| piece.pawn);
    let mut text = String::new();
    let rivals: Vec<Square> = legal
        .iter()
        .filter(|other| matches!(other.kind, MoveKind::Ride(_)) && other.to == mv.to && other.from != mv.from)
        .filter(|other| position.man(other.from).is_some_and(|m| m.kind == man.kind))
        .filter(|other| !is_pawn || other.is_capture() == mv.is_capture())
        .map(|other| other.from)
        .collect();
    if !is_pawn {
        text.push(letter(oracle, us, man.kind).to_ascii_uppercase());
    }
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
    text.push_str(&if is_pawn && mv.is_capture() && origin.is_empty() { file() } else { origin });
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

/// The move in SAN. It must be legal.
pub fn write(oracle: &Oracle, position: &Position, mv: &Move) -> String {
    let legal = oracle.legal_moves(position);
    let mut text = bare(oracle, position, mv, &legal);
    let next = oracle.make(position, mv);
    if oracle.in_check(&next, next.to_move) {
        text.push(if oracle.legal_moves(&next).is_empty() { '#' } else { '+' });
    }
    text
}

/// What a SAN says of a move of a man.
struct Said {
    piece: Option<char>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<char>,
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
/// Where it means none, or more than one.
pub fn read(oracle: &Oracle, position: &Position, text: &str) -> Result<Move, MoveError> {
    let legal = oracle.legal_moves(position);
    let bare_text = text.trim_end_matches(['+', '#', '!', '?']);
    let with_letters_o = bare_text.replace('0', "O");
    let exact = legal.iter().find(|mv| {
        let spelt = bare(oracle, position, mv, &legal);
        spelt == bare_text || matches!(mv.kind, MoveKind::Castling(..)) && spelt == with_letters_o
    });
    if let Some(mv) = exact {
        return Ok(*mv);
    }
    let fail = |message: String, instead: Option<String>| Err(MoveError { message, instead });
    let Some(said) = parse(bare_text) else {
        return fail(format!("`{text}` is no move in SAN"), None);
    };
    let us = position.to_move;
    let fits = |mv: &&Move| {
        let Some(man) = position.man(mv.from).filter(|_| matches!(mv.kind, MoveKind::Ride(_))) else {
            return false;
        };
        let piece = oracle.rules().pieces.get(usize::from(man.kind.0));
        let letter_fits = match said.piece {
            Some(said) => letter(oracle, us, man.kind).to_ascii_uppercase() == said,
            None => piece.is_some_and(|piece| piece.pawn),
        };
        let promotion = mv.promotion.map(|(kind, _)| letter(oracle, us, kind).to_ascii_uppercase());
        let no_extras = mv.gate.is_none() && mv.wall.is_none();
        letter_fits
            && no_extras
            && mv.to == said.to
            && said.file.is_none_or(|file| file == mv.from.file())
            && said.rank.is_none_or(|rank| rank == mv.from.rank())
            && promotion == said.promotion
    };
    let found: Vec<&Move> = legal.iter().filter(fits).collect();
    match found.as_slice() {
        [mv] => Ok(**mv),
        [] => fail(format!("`{text}` is no legal move"), None),
        [first, ..] => fail(
            format!("`{text}` can mean {} moves", found.len()),
            Some(bare(oracle, position, first, &legal)),
        ),
    }
}
