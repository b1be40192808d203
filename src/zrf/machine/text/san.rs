//! Moves in the short notation of game scores, as far as the machine can tell.

use super::super::super::program::{PieceId, Square};
use super::super::{Machine, Move, MoveKind, Position};

impl Machine<'_> {
    /// The short notation of a legal move, without the mark for check.
    pub fn san(&self, position: &Position, moves: &[Move], mv: &Move) -> String {
        let Some(&(from, to)) = mv.parts.first() else { return "--".to_owned() };
        if let Some(castling) = self.castling(position, mv) {
            return castling.to_owned();
        }
        let target = &self.program.board.squares[to as usize];
        let promotion = mv.promotion.map(|p| format!("={}", self.san_name(p))).unwrap_or_default();
        if let MoveKind::Drop(piece) = mv.kind {
            return format!("{}@{target}{promotion}", self.san_name(piece));
        }
        let Some(man) = position.man(from) else { return target.clone() };
        let captures = position.man(to).is_some() && from != to || !mv.captures.is_empty();
        let x = if captures { "x" } else { "" };
        if self.is_pawn(man.piece) {
            let origin = if captures { self.file_name(from) } else { String::new() };
            return format!("{origin}{x}{target}{promotion}");
        }
        let rivals: Vec<Square> = moves
            .iter()
            .filter(|other| other.kind == MoveKind::Move)
            .filter_map(|other| other.parts.first())
            .filter(|(f, t)| *t == to && *f != from && position.man(*f).is_some_and(|m| m.piece == man.piece))
            .map(|(f, _)| *f)
            .collect();
        let origin = self.origin(from, &rivals);
        format!("{}{origin}{x}{target}{promotion}", self.san_name(man.piece))
    }

    fn san_name(&self, piece: PieceId) -> String {
        match self.letter(piece) {
            Some(letter) => letter.to_ascii_uppercase().to_string(),
            None => self.program.pieces[piece as usize].name.clone(),
        }
    }

    /// The type with the letter of the pawn is written without it.
    fn is_pawn(&self, piece: PieceId) -> bool {
        self.letter(piece) == Some('p')
    }

    fn split(&self, square: Square) -> (String, String) {
        let name = &self.program.board.squares[square as usize];
        match super::file_and_rank(name) {
            Some((file, rank)) => (file.to_owned(), rank.to_string()),
            None => (name.clone(), String::new()),
        }
    }

    fn file_name(&self, square: Square) -> String {
        self.split(square).0
    }

    /// What tells the origin from its rivals: nothing, the file, the rank, or both.
    fn origin(&self, from: Square, rivals: &[Square]) -> String {
        if rivals.is_empty() {
            return String::new();
        }
        let (file, rank) = self.split(from);
        if rivals.iter().all(|r| self.split(*r).0 != file) {
            file
        } else if rivals.iter().all(|r| self.split(*r).1 != rank) {
            rank
        } else {
            file + &rank
        }
    }

    /// A royal man and another one of its side move along a rank.
    fn castling(&self, position: &Position, mv: &Move) -> Option<&'static str> {
        let [(king, _), (partner, _)] = mv.parts[..] else { return None };
        let (first, second) = (position.man(king)?, position.man(partner)?);
        let royal = self.royals[first.owner as usize].get(first.piece as usize) == Some(&true);
        let place = &self.letters.sheet.as_ref()?.place;
        let ((king_rank, king_file), (rank, file)) = (place[king as usize]?, place[partner as usize]?);
        if !royal || first.owner != second.owner || king_rank != rank {
            return None;
        }
        Some(if file > king_file { "O-O" } else { "O-O-O" })
    }
}
