//! Castling.

use super::Writer;
use crate::rules::{Castling, Fidelity, Item, Path, Side, Square};

fn file(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// What the records of the game must agree on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shape {
    rank: u8,
    king: String,
    king_file: char,
    partners: Vec<String>,
}

impl Writer<'_> {
    pub(super) fn castlings(&mut self) {
        let rules = self.rules;
        let mut shape: Option<Shape> = None;
        // For each wing: where the king goes, where the partner stands.
        let mut wings: [Option<(char, char)>; 2] = [None, None];
        let mut carried = 0;
        for (number, castling) in rules.castlings.iter().enumerate() {
            let path = format!("castlings[{number}] {}", castling.letter);
            for side in Side::BOTH.into_iter().filter(|s| castling.sides.includes(*s)) {
                match self.wing(castling, side) {
                    Ok((kingside, found, files)) => {
                        let wing = &mut wings[usize::from(!kingside)];
                        if shape.as_ref().is_some_and(|s| *s != found) || wing.is_some_and(|w| w != files) {
                            let why =
                                "castlings that differ between wings or sides in pieces, ranks or files";
                            self.item(castling.origin, Item::new(&path, Fidelity::Dropped, why));
                            continue;
                        }
                        *wing = Some(files);
                        shape = Some(found);
                        carried += 1;
                    }
                    Err(why) => self.item(castling.origin, Item::new(&path, Fidelity::Dropped, why)),
                }
            }
        }
        let Some(shape) = shape.filter(|_| carried > 0) else {
            self.key("castling", "false");
            if rules.castlings.is_empty() {
                self.exact("castlings", "none");
            }
            return;
        };
        self.key("castling", "true");
        self.key("castlingRank", shape.rank);
        let king = self.letters_of([&shape.king]);
        let partners = self.letters_of(&shape.partners);
        self.key("castlingKingPiece", king);
        self.key("castlingKingFile", shape.king_file);
        self.key("castlingRookPieces", partners);
        let names = [
            ("castlingKingsideFile", "castlingRookKingsideFile"),
            ("castlingQueensideFile", "castlingRookQueensideFile"),
        ];
        for ((to, partner), wing) in names.into_iter().zip(wings) {
            if let Some((king, rook)) = wing {
                self.key(to, king);
                self.key(partner, rook);
            }
        }
        if rules.castlings.iter().any(|c| c.costs_opponent) {
            if rules.castlings.iter().all(|c| c.costs_opponent) {
                self.key("oppositeCastling", "true");
            } else {
                self.dropped("castlings", "castlings of which some cost the opponent a right");
            }
        }
        if rules.castlings.iter().any(|c| c.right_by_drop) {
            if rules.castlings.iter().all(|c| c.right_by_drop) {
                self.key("castlingDroppedPiece", "true");
            } else {
                self.dropped("castlings", "castlings of which some are gained by a drop");
            }
        }
        self.exact("castlings", "by rights in the start position");
    }

    /// Whether it is the kingside, what must be common to all, and the files of this wing.
    fn wing(&self, castling: &Castling, side: Side) -> Result<(bool, Shape, (char, char)), &'static str> {
        let board = &self.rules.board;
        if !castling.rights {
            return Err("castling without a right that is lost by moving");
        }
        if !castling.when.is_empty() {
            return Err("castling under further conditions");
        }
        if self.rules.shuffled {
            return Err("castling from a shuffled start");
        }
        let kings: Vec<&String> = castling.king.names().collect();
        let [king] = kings[..] else { return Err("castling of several types of pieces") };
        let (Some(from), Some(partner)) = (castling.king_from.single(), castling.partner_from.single())
        else {
            return Err("castling from a choice of squares");
        };
        let [from, to, partner, partner_to] =
            [from, castling.king_to, partner, castling.partner_to].map(|s| board.square_for(side, s));
        if [to, partner, partner_to].iter().any(|s| s.rank() != from.rank()) {
            return Err("castling that leaves the rank");
        }
        let rank = if side == Side::White { from.rank() + 1 } else { board.ranks - from.rank() };
        let kingside = partner.file() > from.file();
        let beside = if kingside { to.file().checked_sub(1) } else { Some(to.file() + 1) };
        if beside != Some(partner_to.file()) {
            return Err("castling after which the partner does not stand on the inner side of the king");
        }
        if castling.letter.eq_ignore_ascii_case(&'k') != kingside {
            return Err("castling by a letter of the other wing");
        }
        let royal = self.king.as_ref() == Some(king);
        match (royal, castling.safe) {
            (true, Path::Usual) | (false, Path::Nothing) => {}
            (true, _) => {
                return Err("castling of a royal piece that may pass attacked squares, or not others");
            }
            (false, _) => {
                return Err("castling of a piece that is not royal and yet may not pass attacked squares");
            }
        }
        if castling.empty != Path::Usual {
            return Err("castling over squares that need not be empty, or that must be besides");
        }
        let partners: Vec<String> = castling.partner.names().cloned().collect();
        if partners.is_empty() {
            return Err("castling with any piece");
        }
        // The engine looks for the partner from its file inward, so it finds this one.
        let shape = Shape { rank, king: king.clone(), king_file: file(from), partners };
        Ok((kingside, shape, (file(to), file(partner))))
    }
}
