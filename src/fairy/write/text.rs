//! Regions and the start position as text.

use super::Writer;
use crate::rules::{Side, Square, SquareSet};

/// Squares as the engine reads them: whole ranks as `*2`, `-` for none.
pub(super) fn region(squares: SquareSet, files: u8) -> String {
    let mut words = Vec::new();
    let mut rest = squares;
    for rank in 0..16u8 {
        let row: SquareSet = (0..files).map(|file| Square(rank * 16 + file)).collect();
        if row.and(rest) == row && !row.is_empty() {
            words.push(format!("*{}", rank + 1));
            rest = rest.without(row);
        }
    }
    words.extend(rest.iter().map(|s| s.to_string()));
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

impl Writer<'_> {
    /// The start position in the letters of the section.
    pub(super) fn start_fen(&mut self) -> String {
        let rules = self.rules;
        let start = &rules.start;
        let mut text = vec![None::<String>; 256];
        for side in Side::BOTH {
            for (kind, squares) in start.men(side) {
                for square in squares.and(rules.board.squares()) {
                    text[square.index()] = self.man(side, kind, start.promoted.get(&square));
                }
            }
        }
        for wall in start.walls.or(rules.board.holes) {
            text[wall.index()] = Some("*".to_owned());
        }
        let mut rows = Vec::new();
        for rank in (0..rules.board.ranks.min(16)).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..rules.board.files.min(16) {
                match &text[Square(rank * 16 + file).index()] {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            row.push_str(&empty.to_string());
                        }
                        empty = 0;
                        row.push_str(man);
                    }
                }
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        let mut fen = rows.join("/");
        let mut hand = String::new();
        for side in Side::BOTH {
            for (kind, count) in start.hand(side) {
                let Some(letter) = self.letter(side, kind) else { continue };
                (0..(*count).min(64)).for_each(|_| hand.push(letter));
            }
        }
        if !rules.drops.is_empty() {
            fen.push_str(&format!("[{hand}]"));
        }
        fen.push_str(if start.to_move == Side::White { " w " } else { " b " });
        fen.push_str(&self.rights());
        let squares: String = start.en_passant.iter().map(|s| s.to_string()).collect();
        fen.push_str(&format!(" {}", if squares.is_empty() { "-" } else { &squares }));
        if let Some([white, black]) = self.checks_at_start() {
            fen.push_str(&format!(" {white}+{black}"));
        }
        fen.push_str(&format!(" {} {}", start.clock, start.move_number.max(1)));
        fen
    }

    fn letter(&self, side: Side, kind: &str) -> Option<char> {
        let letter = *self.letters.get(kind)?;
        Some(if side == Side::White { letter.to_ascii_uppercase() } else { letter })
    }

    fn man(&mut self, side: Side, kind: &str, before: Option<&String>) -> Option<String> {
        let letter = self.letter(side, kind)?;
        let Some(before) = before else { return Some(letter.to_string()) };
        let plain = self.letter(side, before);
        match plain {
            Some(plain)
                if self.promoted.get(&plain.to_ascii_lowercase()) == Some(&letter.to_ascii_lowercase()) =>
            {
                Some(format!("+{plain}"))
            }
            _ => Some(format!("{letter}~")),
        }
    }

    /// The castling field.
    fn rights(&mut self) -> String {
        let rules = self.rules;
        let mut field = String::new();
        for side in Side::BOTH {
            for letter in ['K', 'Q'] {
                let held = rules.castlings.iter().any(|c| {
                    c.letter == letter
                        && c.sides.includes(side)
                        && rules.start.rights.iter().any(|(king, partner)| {
                            let at = |set: SquareSet, s: &Square| {
                                set.iter().any(|x| rules.board.square_for(side, x) == *s)
                            };
                            at(c.king_from, king) && at(c.partner_from, partner)
                        })
                });
                if held {
                    field.push(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        if field.is_empty() { "-".to_owned() } else { field }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions() {
        let set = |text: &str| text.parse::<SquareSet>().unwrap_or_default();
        assert_eq!(region(set("a2-h2"), 8), "*2");
        assert_eq!(region(set("a2-h3 c5"), 8), "*2 *3 c5");
        assert_eq!(region(SquareSet::EMPTY, 8), "-");
    }
}
