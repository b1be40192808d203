//! Moves: coordinates as engines write them, the effects behind where two
//! legal moves would look alike.

use super::super::super::program::{Continuation, PieceId, Square};
use super::super::{Change, Machine, Move, MoveKind};
use super::{encode, file_and_rank};

impl Machine<'_> {
    /// The texts of all moves of a position, in their order: unique, and the
    /// same whatever the order.
    pub fn move_texts(&self, moves: &[Move]) -> Vec<String> {
        let short: Vec<String> = moves.iter().map(|mv| self.short_text(mv)).collect();
        let mut count = rustc_hash::FxHashMap::default();
        for text in &short {
            *count.entry(text.clone()).or_insert(0) += 1;
        }
        let mut texts: Vec<String> = (short.into_iter().zip(moves))
            .map(|(text, mv)| if count[&text] == 1 { text } else { text + &self.effects_text(mv) })
            .collect();
        // What even that does not tell apart is numbered.
        let mut numbers = rustc_hash::FxHashMap::default();
        for text in &mut texts {
            let number = numbers.entry(text.clone()).or_insert(0);
            *number += 1;
            if *number > 1 {
                text.push_str(&format!(",#{number}"));
            }
        }
        texts
    }

    /// The move of a text among the legal moves.
    pub fn find_move<'m>(&self, moves: &'m [Move], text: &str) -> Option<&'m Move> {
        let texts = self.move_texts(moves);
        texts.iter().position(|t| t == text).map(|i| &moves[i])
    }

    /// Origin and destination, drop or pass, with the promotion.
    fn short_text(&self, mv: &Move) -> String {
        let Some(&(from, to)) = mv.parts.first() else { return "0000".to_owned() };
        let mut out = match mv.kind {
            MoveKind::Drop(piece) => {
                let name = match self.letters.letter(piece) {
                    Some(letter) => letter.to_ascii_uppercase().to_string(),
                    None => encode(&self.program.pieces[piece as usize].name),
                };
                format!("{name}@{}", self.square_text(to))
            }
            _ => self.step_text(from, to, "-"),
        };
        if let Some(piece) = mv.promotion {
            match self.letters.letter(piece) {
                Some(letter) => out.push(letter),
                None => out.push_str(&format!("={}", self.piece_text(piece))),
            }
        }
        out
    }

    fn square_text(&self, square: Square) -> String {
        encode(&self.program.board.squares[square as usize])
    }

    fn piece_text(&self, piece: PieceId) -> String {
        encode(&self.program.pieces[piece as usize].name)
    }

    /// `e2e4` where both names are letters and a number, else with a separator.
    pub(super) fn step_text(&self, from: Square, to: Square, separator: &str) -> String {
        let names = &self.program.board.squares;
        let plain = |s: Square| file_and_rank(&names[s as usize]).is_some();
        let separator = if plain(from) && plain(to) { "" } else { separator };
        format!("{}{separator}{}", self.square_text(from), self.square_text(to))
    }

    /// Everything else that the move does, each effect behind a comma.
    fn effects_text(&self, mv: &Move) -> String {
        let mut out = String::new();
        for &(from, to) in mv.parts.iter().skip(1) {
            out.push_str(&format!(",{}", self.step_text(from, to, "-")));
        }
        for &change in &mv.changes {
            out.push(',');
            out.push_str(&match change {
                Change::Create(square, owner, piece) => {
                    let owner = encode(&self.program.players[owner as usize].name);
                    format!("{owner}.{}@{}", self.piece_text(piece), self.square_text(square))
                }
                Change::Type(square, piece) => {
                    format!("{}={}", self.square_text(square), self.piece_text(piece))
                }
                Change::Owner(square, owner) => {
                    let owner = encode(&self.program.players[owner as usize].name);
                    format!("{}={owner}.", self.square_text(square))
                }
                Change::Flip(square) => format!("{}=.", self.square_text(square)),
                Change::Attribute(square, attribute, value) => {
                    let name = encode(&self.program.attributes[attribute as usize]);
                    format!("{}:{name}:{value}", self.square_text(square))
                }
            });
        }
        for &square in &mv.captures {
            out.push_str(&format!(",x{}", self.square_text(square)));
        }
        if mv.copy {
            out.push_str(",copy");
        }
        match mv.partial {
            Some(Continuation::Any) => out.push_str(",>"),
            Some(Continuation::Only(t)) => {
                out.push_str(&format!(",>{}", encode(&self.program.move_types[t as usize])));
            }
            None => {}
        }
        out
    }
}
