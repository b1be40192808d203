//! Coordinate moves, as Fairy-Stockfish spells them.
//!
//! `e2e4`, `a10b10`; `a7a8q` and `h3h7+`, `e5e4-` for promotion and demotion;
//! `P@e4`, `+P@e4` for drops; castling as the king's own move (`e1g1`), or, in
//! shuffled games and where that is a king's move too, as *king takes partner*
//! (`e1h1`); a pass as the square of a royal man to which check is announced (else of the first own
//! man) twice;
//! a promotion in place likewise, with the letter (`e5e5f`).
//!
//! A man that is gated is a letter behind (`b1c3h`); after castling it stands on
//! the king's square (`e1g1h`), or, if the text goes from partner to king, on the
//! partner's (`h1e1h`). One that comes from the board is written as its own move
//! behind a comma (`b1c3,d1b1`). A wall follows behind a comma, with the
//! destination before it (`e2e4,e4d3`; `e1c1,c1e1`; `e1h1,h1a1`). A wall in place of a move is
//! put by the first own man that stays (`a1a1,a1c3`); a move where it could have
//! been a wall names the square a1 (`e2e4,e4a1`).
//!
//! A move of several legs that takes a man before its end, or leaves en passant squares,
//! names every square where a leg ends, `e4d5e6`; it does so always, not only where another
//! move would be spelt alike.
//!
//! Two moves that differ in what they capture would have one spelling: then
//! the squares of the captured men follow behind a comma, `e4e6,e5`. Where that does not tell
//! them apart all that each does besides follows, `c2c3,c3:hot:true`; in the end a number, `,#2`.

use std::collections::HashMap;

use super::{MoveError, letter};
use crate::engine::{Move, MoveKind, Oracle, Position};
use crate::rules::Square;

/// How castling is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CastlingStyle {
    /// As the king's own move, where that is unique.
    #[default]
    KingMove,
    /// As *king takes partner*.
    KingTakesPartner,
}

impl CastlingStyle {
    /// The style of a game.
    pub fn of(oracle: &Oracle) -> CastlingStyle {
        if oracle.rules().shuffled { CastlingStyle::KingTakesPartner } else { CastlingStyle::KingMove }
    }
}

/// The spelling of a move, which may be that of another too.
fn plain(oracle: &Oracle, position: &Position, mv: &Move, style: CastlingStyle) -> String {
    let mut text = bare(oracle, position, mv, style);
    if let Some(gated) = mv.gate {
        match (gated.from, mv.kind) {
            (Some(from), _) => text.push_str(&format!(",{from}{}", gated.square)),
            (None, MoveKind::Castling(_, partner)) if gated.square == partner => {
                text = format!("{partner}{}", mv.from);
            }
            _ => {}
        }
        if gated.from.is_none() {
            text.extend(letter(oracle, position.to_move, gated.kind).to_lowercase());
        }
    }
    let or_wall = oracle.rules().walls.as_ref().is_some_and(|walls| walls.instead_of_move);
    if let Some(wall) = mv.wall.or(or_wall.then_some(Square(0))) {
        let to = match mv.kind {
            MoveKind::Castling(_, partner) if style == CastlingStyle::KingTakesPartner => partner,
            _ if mv.moves_a_man() => mv.to,
            _ => staying(oracle, position, mv),
        };
        text.push_str(&format!(",{to}{wall}"));
    }
    text
}

/// The man that a turn names in which none moves.
fn staying(oracle: &Oracle, position: &Position, mv: &Move) -> Square {
    let us = position.to_move;
    let royal = oracle.announced_royals(position, us).iter().next().filter(|_| mv.kind == MoveKind::Pass);
    royal.or_else(|| position.men(us).iter().next()).unwrap_or(Square(0))
}

/// The spelling without gate and wall.
fn bare(oracle: &Oracle, position: &Position, mv: &Move, style: CastlingStyle) -> String {
    let us = position.to_move;
    match mv.kind {
        MoveKind::Pass | MoveKind::Wall => {
            let square = staying(oracle, position, mv);
            format!("{square}{square}")
        }
        MoveKind::Drop(_, kind) => {
            let promoted = oracle.drop_becomes(us, mv).is_some();
            let letter = letter(oracle, us, kind).to_ascii_uppercase();
            format!("{}{letter}@{}", if promoted { "+" } else { "" }, mv.to)
        }
        MoveKind::Castling(_, partner) if style == CastlingStyle::KingTakesPartner => {
            format!("{}{partner}", mv.from)
        }
        MoveKind::Castling(..) | MoveKind::Ride(_) | MoveKind::Promotion => {
            let suffix = match mv.promotion {
                None => String::new(),
                Some((kind, record)) if oracle.is_demotion(position, mv, kind, record) => "-".to_owned(),
                Some((_, record)) if oracle.promotes_with_plus(us, record) => "+".to_owned(),
                Some((kind, _)) => letter(oracle, us, kind).to_lowercase().to_string(),
            };
            // The way matters where something is taken on it, or can be answered in passing.
            let matters = !mv.trail.is_empty() || mv.taken.iter().any(|square| square != mv.to);
            let stations = if matters { oracle.stations(position, mv) } else { Vec::new() };
            let stations: String = stations.iter().map(ToString::to_string).collect();
            format!("{}{stations}{}{suffix}", mv.from, mv.to)
        }
    }
}

/// The spellings of all legal moves, each unique, in the order of `moves`.
pub fn write_all(oracle: &Oracle, position: &Position, moves: &[Move], style: CastlingStyle) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|mv| plain(oracle, position, mv, style)).collect();
    let count = |texts: &[String]| {
        let mut count: HashMap<String, usize> = HashMap::new();
        texts.iter().for_each(|text| *count.entry(text.clone()).or_default() += 1);
        count
    };
    // Castling gives way to the other form.
    let often = count(&texts);
    for (text, mv) in texts.iter_mut().zip(moves) {
        if often[text.as_str()] > 1 && matches!(mv.kind, MoveKind::Castling(..)) {
            *text = plain(oracle, position, mv, CastlingStyle::KingTakesPartner);
        }
    }
    let often = count(&texts);
    for (text, mv) in texts.iter_mut().zip(moves) {
        if often[text.as_str()] > 1 && !(mv.taken.is_empty() && mv.trail.is_empty()) {
            text.push(',');
            mv.taken.iter().for_each(|square| text.push_str(&square.to_string()));
            if !mv.trail.is_empty() {
                text.push(':');
                mv.trail.iter().for_each(|square| text.push_str(&square.to_string()));
            }
        }
    }
    let often = count(&texts);
    for (text, mv) in texts.iter_mut().zip(moves) {
        if often[text.as_str()] > 1 {
            text.push_str(&besides(oracle, position, mv));
        }
    }
    // What even that does not tell apart is numbered.
    let often = count(&texts);
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for text in &mut texts {
        if often[text.as_str()] > 1 {
            let number = numbers.entry(text.clone()).or_default();
            *number += 1;
            if *number > 1 {
                text.push_str(&format!(",#{number}"));
            }
        }
    }
    texts
}

/// All that a move does besides going somewhere, each behind a comma: marks (`c3:hot:true`), men on
/// other squares (`White.rook@c3`, `xc3`), castling rights that are gone (`-e1h1`).
fn besides(oracle: &Oracle, position: &Position, mv: &Move) -> String {
    let after = oracle.make(position, mv);
    let rules = oracle.rules();
    let mut out = String::new();
    for square in rules.board.squares().iter() {
        let (old, new) = (position.man(square), after.man(square));
        let arrives = square == mv.to && mv.moves_a_man();
        let before = if arrives { position.man(mv.from) } else { old };
        match new {
            None if old.is_some() && square != mv.from && !arrives => out.push_str(&format!(",x{square}")),
            Some(man) if !arrives && old.is_none_or(|old| (old.kind, old.side) != (man.kind, man.side)) => {
                let kind = rules.pieces.get(usize::from(man.kind.0)).map_or("?", |piece| piece.name.as_str());
                out.push_str(&format!(",{:?}.{kind}@{square}", man.side));
            }
            _ => {}
        }
        let (held, holds) = (before.map_or(0, |man| man.marks), new.map_or(0, |man| man.marks));
        for (bit, mark) in rules.marks.iter().enumerate().filter(|_| new.is_some()) {
            let is = |marks: u8| marks & 1 << bit != 0;
            if is(held) != is(holds) {
                out.push_str(&format!(",{square}:{}:{}", mark.name, is(holds)));
            }
        }
    }
    for (king, partner) in position.rights.iter().filter(|right| !after.rights.iter().any(|r| r == *right)) {
        out.push_str(&format!(",-{king}{partner}"));
    }
    out
}

/// The spelling of a legal move.
pub fn write(oracle: &Oracle, position: &Position, mv: &Move, style: CastlingStyle) -> String {
    write_among(oracle, position, mv, &oracle.legal_moves(position), style)
}

/// The same where the legal moves are known.
pub fn write_among(
    oracle: &Oracle,
    position: &Position,
    mv: &Move,
    legal: &[Move],
    style: CastlingStyle,
) -> String {
    let texts = write_all(oracle, position, legal, style);
    let found = legal.iter().position(|other| other == mv).map(|i| texts[i].clone());
    found.unwrap_or_else(|| plain(oracle, position, mv, style))
}

/// The legal move of a spelling; a pass may be written `0000` too.
///
/// # Errors
/// Where no legal move is spelt so; with the right spelling if only the form of
/// castling is wrong.
pub fn read(
    oracle: &Oracle,
    position: &Position,
    text: &str,
    style: CastlingStyle,
) -> Result<Move, MoveError> {
    let moves = oracle.legal_moves(position);
    let texts = write_all(oracle, position, &moves, style);
    if let Some(i) = texts.iter().position(|t| t == text) {
        return Ok(moves[i]);
    }
    let mut passes = moves.iter().filter(|mv| mv.kind == MoveKind::Pass);
    if let (true, Some(pass), None) = (text == "0000", passes.next(), passes.next()) {
        return Ok(*pass);
    }
    let other = match style {
        CastlingStyle::KingMove => CastlingStyle::KingTakesPartner,
        CastlingStyle::KingTakesPartner => CastlingStyle::KingMove,
    };
    let meant = moves.iter().position(|mv| {
        matches!(mv.kind, MoveKind::Castling(..)) && plain(oracle, position, mv, other) == text
    });
    let instead = meant.map(|i| texts[i].clone());
    let message = match &instead {
        Some(instead) => format!("`{text}` is not how castling is written here: `{instead}`"),
        None => format!("`{text}` is no legal move"),
    };
    Err(MoveError { message, instead })
}
