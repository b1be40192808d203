//! What everybody can see of a position, from the FEN that a program prints.

use std::collections::BTreeMap;

use super::{Board, Layout, Seat, Spot, Token};

/// Files and ranks of the largest board that is read.
const MOST_FILES: usize = 26;

/// Reads boards of one size.
#[derive(Debug, Clone, Default)]
pub(super) struct FenReader {
    files: usize,
    ranks: usize,
    promoted: BTreeMap<char, char>,
}

impl FenReader {
    /// For the boards of a game of which this is one position; `promoted`: what a man behind a
    /// plus is, by its letter in lower case.
    pub fn of(fen: &str, promoted: BTreeMap<char, char>) -> FenReader {
        let board = fen.split([' ', '[']).next().unwrap_or_default();
        // What a program claims of its board is bounded before anything is made for it.
        let files = board.split('/').map(row_width).max().unwrap_or(0).min(MOST_FILES);
        FenReader { files, ranks: board.split('/').count().min(MOST_FILES), promoted }
    }

    /// What the numbers in the boards mean.
    pub fn layout(&self) -> Layout {
        let at = |i: usize| (i % self.files, i / self.files);
        let spots = (0..self.files * self.ranks).map(at).map(|(file, rank)| Spot {
            name: format!("{}{}", char::from(b'a' + file as u8), rank + 1),
            place: Some((file as u8, rank as u8)),
        });
        Layout { spots: spots.collect(), tokens: tokens() }
    }

    /// Whether two FENs have the same men on the board.
    pub fn same_men(&self, one: &str, other: &str) -> bool {
        let men = |fen: &str| self.board(&format!("{} w", fen.split([' ', '[']).next().unwrap_or_default()));
        men(one) == men(other)
    }

    /// What everybody can see, from a FEN; `None` where it is none.
    pub fn board(&self, fen: &str) -> Option<Board> {
        let mut fields = fen.split(' ');
        let men = fields.next()?;
        let to_move = match fields.next()? {
            "w" => Seat::First,
            "b" => Seat::Second,
            _ => return None,
        };
        let (men, hand) = men.split_once('[').unwrap_or((men, "]"));
        let mut cells = vec![0; self.files * self.ranks];
        for (row, text) in men.split('/').enumerate() {
            let rank = self.ranks.checked_sub(row + 1)?;
            let mut file = 0;
            let mut chars = text.chars().peekable();
            while let Some(c) = chars.next() {
                let token = match c {
                    '~' => continue,
                    '0'..='9' => {
                        let mut run = c.to_digit(10)? as usize;
                        while let Some(digit) = chars.peek().and_then(|d| d.to_digit(10)) {
                            run = (run * 10 + digit as usize).min(MOST_FILES + 1);
                            chars.next();
                        }
                        file += run;
                        continue;
                    }
                    '*' => WALL,
                    '+' => self.promoted_token(chars.next()?)?,
                    c => token(c)?,
                };
                *cells.get_mut(rank * self.files + file)? = token + 1;
                file += 1;
            }
        }
        let mut hands: BTreeMap<u16, u16> = BTreeMap::new();
        for c in hand.chars().take_while(|c| *c != ']') {
            *hands.entry(token(c)?).or_default() += 1;
        }
        Some(Board { cells, hands: hands.into_iter().collect(), to_move, pending: None })
    }

    fn promoted_token(&self, letter: char) -> Option<u16> {
        match self.promoted.get(&letter.to_ascii_lowercase()) {
            Some(to) if letter.is_ascii_uppercase() => token(to.to_ascii_uppercase()),
            Some(to) => token(*to),
            None => token(letter).map(|t| t + PLUS),
        }
    }
}

/// Letters in upper case, then in lower case, then the same behind a plus, then a
/// wall.
const PLUS: u16 = 52;
const WALL: u16 = 104;

fn tokens() -> Vec<Token> {
    let letters = || ('A'..='Z').map(|c| (c, Seat::First)).chain(('a'..='z').map(|c| (c, Seat::Second)));
    let token = |text: String, seat| Token { text, seat, name: None };
    let plain = letters().map(|(c, seat)| token(c.to_string(), Some(seat)));
    let plus = letters().map(|(c, seat)| token(format!("+{c}"), Some(seat)));
    plain.chain(plus).chain([token("*".into(), None)]).collect()
}

fn token(letter: char) -> Option<u16> {
    match letter {
        'A'..='Z' => Some(letter as u16 - 'A' as u16),
        'a'..='z' => Some(26 + letter as u16 - 'a' as u16),
        _ => None,
    }
}

fn row_width(row: &str) -> usize {
    let mut width = 0;
    let mut run = 0;
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => run = (run * 10 + digit as usize).min(MOST_FILES + 1),
            None => {
                width += std::mem::take(&mut run);
                width += usize::from(!matches!(c, '+' | '~'));
            }
        }
    }
    width + run
}
