//! Positions and moves of the machine as text, as `docs/positions.md` says.

mod moves;
mod position;
mod san;
mod saved;

pub use position::PositionError;
pub(super) use saved::Numbers;
pub use saved::SavedEffects;

use super::super::program::{PieceId, PlayerId, PlayerKind, Program, Square};

/// Letters of the orthodox pieces, by name.
const ORTHODOX: [(&str, char); 6] =
    [("pawn", 'p'), ("knight", 'n'), ("bishop", 'b'), ("rook", 'r'), ("queen", 'q'), ("king", 'k')];

/// The main grid of the board, as ranks from the top and files from the left.
#[derive(Debug)]
struct Sheet {
    /// Squares by rank from the top, then by file.
    ranks: Vec<Vec<Square>>,
    /// Rank and file of each square that is on the sheet.
    place: Vec<Option<(usize, usize)>>,
}

/// How a program's men and squares are written.
#[derive(Debug)]
pub(super) struct Letters {
    /// Letter of each type, lower case.
    letters: Vec<Option<char>>,
    /// The players written in upper and in lower case.
    sides: [Option<PlayerId>; 2],
    sheet: Option<Sheet>,
}

impl Letters {
    pub(super) fn new(program: &Program) -> Self {
        let mut ordinary = (0..program.players.len() as PlayerId)
            .filter(|p| program.players[*p as usize].kind == PlayerKind::Ordinary);
        let sides = [ordinary.next(), ordinary.next()];
        Letters { letters: letters(program), sides, sheet: sheet(program) }
    }

    /// The letter of a type, lower case.
    pub(super) fn letter(&self, piece: PieceId) -> Option<char> {
        self.letters[piece as usize]
    }
}

impl super::Machine<'_> {
    /// The letter that stands for a type in positions and moves, lower case.
    pub fn letter(&self, piece: PieceId) -> Option<char> {
        self.letters.letter(piece)
    }

    /// The player whose men are written in upper case, and the one in lower case.
    pub fn sides(&self) -> [Option<PlayerId>; 2] {
        self.letters.sides
    }

    /// Ranks from the top, files from the left, where the board has a rectangle as its main grid.
    pub fn ranks(&self) -> Option<&[Vec<Square>]> {
        self.letters.sheet.as_ref().map(|s| &s.ranks[..])
    }
}

/// A one-letter notation first, then the orthodox names, then the first free
/// letter of the name, then any free letter.
fn letters(program: &Program) -> Vec<Option<char>> {
    let mut out: Vec<Option<char>> = vec![None; program.pieces.len()];
    let take = |slot: &mut Option<char>, letter: char, taken: &mut Vec<char>| {
        if slot.is_none() && letter.is_ascii_lowercase() && !taken.contains(&letter) {
            taken.push(letter);
            *slot = Some(letter);
        }
    };
    let mut taken = Vec::new();
    for (slot, piece) in out.iter_mut().zip(&program.pieces) {
        let mut chars = piece.notation.as_deref().unwrap_or("").chars();
        if let (Some(letter), None) = (chars.next(), chars.next()) {
            take(slot, letter.to_ascii_lowercase(), &mut taken);
        }
    }
    for (slot, piece) in out.iter_mut().zip(&program.pieces) {
        if let Some((_, letter)) = ORTHODOX.iter().find(|(name, _)| piece.name.eq_ignore_ascii_case(name)) {
            take(slot, *letter, &mut taken);
        }
    }
    for (slot, piece) in out.iter_mut().zip(&program.pieces) {
        for letter in piece.name.chars().map(|c| c.to_ascii_lowercase()).chain('a'..='z') {
            take(slot, letter, &mut taken);
        }
    }
    out
}

/// A file and rank as in `a1`: letters, then a number.
fn file_and_rank(name: &str) -> Option<(&str, u32)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (file, rank) = name.split_at(digits);
    let plain = !file.is_empty() && file.bytes().all(|b| b.is_ascii_lowercase());
    plain.then(|| rank.parse().ok().map(|rank| (file, rank))).flatten()
}

/// The largest grid of two dimensions without holes, if it is laid out as rows and columns.
fn sheet(program: &Program) -> Option<Sheet> {
    let board = &program.board;
    let grid = board
        .grids
        .iter()
        .filter(|g| g.labels.len() == 2 && g.squares.iter().all(Option::is_some))
        .max_by_key(|g| g.squares.len())?;
    let (first, second) = (grid.labels[0].len(), grid.labels[1].len());
    let at = |i: usize, j: usize| grid.squares[i * second + j];
    // The files are the dimension that shifts sideways.
    let files_first = grid.shifts[0].0 != 0 || grid.shifts[1].1 != 0;
    let (files, ranks) = if files_first { (first, second) } else { (second, first) };
    let mut rows: Vec<Vec<Square>> = (0..ranks)
        .map(|r| (0..files).filter_map(|f| if files_first { at(f, r) } else { at(r, f) }).collect())
        .collect();
    let name = |square: Square| file_and_rank(&board.squares[square as usize]);
    if rows.iter().flatten().all(|s| name(*s).is_some()) {
        // Names decide: rank 1 at the bottom, file a at the left.
        rows.sort_by_key(|row| std::cmp::Reverse(name(row[0]).map(|(_, rank)| rank)));
        for row in &mut rows {
            row.sort_by_key(|s| name(*s).map(|(file, _)| (file.len(), file.to_owned())));
        }
    } else {
        let (across, down) = if files_first {
            (grid.shifts[0].0, grid.shifts[1].1)
        } else {
            (grid.shifts[1].0, grid.shifts[0].1)
        };
        if down < 0 {
            rows.reverse();
        }
        if across < 0 {
            rows.iter_mut().for_each(|row| row.reverse());
        }
    }
    let mut place = vec![None; board.squares.len()];
    for (r, row) in rows.iter().enumerate() {
        for (f, square) in row.iter().enumerate() {
            place[*square as usize] = Some((r, f));
        }
    }
    Some(Sheet { ranks: rows, place })
}

/// A name inside a `name=value` word: separators are written as `%XX`.
fn encode(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_whitespace() || ",:;.=%@!".contains(c) {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|h| std::str::from_utf8(h).ok());
        match hex.and_then(|h| u8::from_str_radix(h, 16).ok()).filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_separators_survive() {
        for name in ["a.b", "x=1", "50%", "é,é", "plain-name"] {
            assert_eq!(decode(&encode(name)), name);
        }
        assert_eq!(encode("plain-name"), "plain-name");
    }
}
