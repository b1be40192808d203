//! Saved games of Zillions (`.zsg`): header, edits of the start position, moves.
//!
//! Lenient: any line end, blank lines, and moves that can't be split are kept as
//! text; whether a move exists is judged by who replays the game. Written as
//! Zillions does, with both characters at a line's end. (Reference 19.)

use std::fmt::Write as _;

/// What the first line begins with.
pub const HEAD: &str = "Zillions Save Game File";

/// A saved game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// A letter for each player: `H` for a human one, `C` for the computer.
    pub players: String,
    /// The rules file, without its folders.
    pub rules_file: String,
    /// Title of the game or variant.
    pub variant: String,
    /// Edits of the start position, in order.
    pub edits: Vec<Edit>,
    /// The moves, in order.
    pub moves: Vec<SavedMove>,
}

/// An edit of the start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// `(Owner Piece position)`
    Put {
        /// Owner.
        owner: String,
        /// Type.
        piece: String,
        /// Position.
        position: String,
    },
    /// `(x position)`
    Remove(String),
}

/// A move as saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedMove {
    /// Line in the file, from 1.
    pub line: u32,
    /// Number of the cycle of turns.
    pub number: u32,
    /// For a partial move, the number of the move type that continues it; 0 where none is named.
    pub continuation: Option<u32>,
    /// The text behind the number and the mark of a partial move.
    pub text: String,
}

impl SavedMove {
    /// Whether the move is marked as partial.
    pub fn is_partial(&self) -> bool {
        self.continuation.is_some()
    }
}

impl std::fmt::Display for SavedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.continuation {
            Some(kind) => write!(f, "{}. partial {kind} {}", self.number, self.text),
            None => write!(f, "{}. {}", self.number, self.text),
        }
    }
}

/// Why a text is no saved game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The first line is not that of a saved game.
    #[error("this is no saved game of Zillions: its first line must begin with `{HEAD}`")]
    NoSavedGame,
    /// A line is neither header, edit nor move.
    #[error("line {line}: `{text}` is neither an edit of the position nor a move; write `1. Rook a1 - a4`")]
    Line {
        /// Line, from 1.
        line: u32,
        /// Its text, at most so much of it as a person can read.
        text: String,
    },
}

/// Reads a saved game.
///
/// # Errors
/// [`ReadError`] where the text is no saved game.
pub fn read(text: &str) -> Result<SavedGame, ReadError> {
    let mut game = SavedGame::default();
    let mut lines =
        text.lines().enumerate().map(|(i, l)| (i as u32 + 1, l.trim())).filter(|(_, l)| !l.is_empty());
    match lines.next().and_then(|(_, first)| first.strip_prefix(HEAD)) {
        Some(rest) => game.players = players(rest),
        None => return Err(ReadError::NoSavedGame),
    }
    for (number, line) in lines {
        let wrong = || ReadError::Line { line: number, text: line.chars().take(80).collect() };
        if let Some(path) = line.strip_prefix("RulesFile=") {
            game.rules_file = path.rsplit(['\\', '/']).next().unwrap_or(path).to_owned();
        } else if let Some(name) = line.strip_prefix("VariantName=") {
            game.variant = name.to_owned();
        } else if let Some(inner) = line.strip_prefix('(').and_then(|l| l.strip_suffix(')')) {
            game.edits.push(edit(inner).ok_or_else(wrong)?);
        } else {
            let (count, rest) = line.split_once(". ").ok_or_else(wrong)?;
            let count = count.parse().map_err(|_| wrong())?;
            game.moves.push(saved_move(number, count, rest.trim()));
        }
    }
    Ok(game)
}

/// The letters of the players, behind the version.
fn players(rest: &str) -> String {
    let letters = rest.split_whitespace().last().unwrap_or_default();
    if letters.chars().all(|c| matches!(c, 'H' | 'C')) { letters.to_owned() } else { String::new() }
}

fn edit(inner: &str) -> Option<Edit> {
    let words: Vec<&str> = inner.split_whitespace().collect();
    match words[..] {
        ["x", position] => Some(Edit::Remove(position.to_owned())),
        [owner, piece, position] => Some(Edit::Put {
            owner: owner.to_owned(),
            piece: piece.to_owned(),
            position: position.to_owned(),
        }),
        _ => None,
    }
}

fn saved_move(line: u32, number: u32, text: &str) -> SavedMove {
    let partial = text.strip_prefix("partial ").and_then(|rest| {
        let (kind, rest) = rest.split_once(' ')?;
        Some((kind.parse().ok()?, rest))
    });
    match partial {
        Some((kind, rest)) => {
            SavedMove { line, number, continuation: Some(kind), text: rest.trim_start().to_owned() }
        }
        None => SavedMove { line, number, continuation: None, text: text.to_owned() },
    }
}

/// The text of a saved game.
pub fn write(game: &SavedGame) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write!(out, "{HEAD} Version 0.02 {}\r\n", game.players);
    let _ = write!(out, "RulesFile={}\r\nVariantName={}\r\n", game.rules_file, game.variant);
    for edit in &game.edits {
        let _ = match edit {
            Edit::Put { owner, piece, position } => write!(out, "({owner} {piece} {position})\r\n"),
            Edit::Remove(position) => write!(out, "(x {position})\r\n"),
        };
    }
    for saved in &game.moves {
        let _ = write!(out, "{saved}\r\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=X.zrf\r\nVariantName=Ex\r\n\
                        (x a1)\r\n(White Man b2)\r\n1. Man b2 - b3\r\n1. partial 2 Man a8 - c6 x b7\r\n\
                        2. Pass\r\n";

    #[test]
    fn a_game_with_edits_and_a_chain() {
        let game = read(&TEXT.replace("=X.zrf", "=C:\\Rules\\X.zrf")).expect("a saved game");
        assert_eq!((&*game.rules_file, &*game.variant, &*game.players), ("X.zrf", "Ex", "HC"));
        assert_eq!(game.edits.len(), 2);
        let moves: Vec<_> = game.moves.iter().map(|m| (m.line, m.number, m.continuation, &*m.text)).collect();
        assert_eq!(
            moves,
            [(6, 1, None, "Man b2 - b3"), (7, 1, Some(2), "Man a8 - c6 x b7"), (8, 2, None, "Pass")]
        );
        assert_eq!(write(&game), TEXT);
    }

    #[test]
    fn what_is_no_saved_game_is_refused_with_its_line() {
        assert_eq!(read("1. e4 e5"), Err(ReadError::NoSavedGame));
        let odd = TEXT.replace("2. Pass", "2 Pass");
        assert_eq!(read(&odd), Err(ReadError::Line { line: 8, text: "2 Pass".to_owned() }));
    }
}
