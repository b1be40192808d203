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
    /// A line is longer than any move can be.
    #[error("line {line} has more than {MAX_LINE} bytes, which no move needs; is this a saved game?")]
    TooLong {
        /// Line, from 1.
        line: u32,
    },
    /// An edit stands behind a move: Zillions writes them before the first one only.
    #[error(
        "line {line}: `{text}` edits the position behind a move; edits stand before the first move, \
         so save the position that is meant as a game of its own"
    )]
    LateEdit {
        /// Line, from 1.
        line: u32,
        /// Its text, at most so much of it as a person can read.
        text: String,
    },
}

/// The longest line that is read; the longest that Zillions wrote is far below it.
pub const MAX_LINE: usize = 16_384;

/// So much of a text as a person can read.
pub fn brief(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The lines of a text with their numbers, whatever ends them.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut rest = Some(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        let all = rest.take()?;
        number += 1;
        let Some(end) = all.find(['\r', '\n']) else { return Some((number, all)) };
        let behind = &all[end..];
        rest = behind.strip_prefix("\r\n").or(behind.get(1..));
        Some((number, &all[..end]))
    })
}

/// Reads a saved game.
///
/// # Errors
/// [`ReadError`] where the text is no saved game.
pub fn read(text: &str) -> Result<SavedGame, ReadError> {
    let mut game = SavedGame::default();
    let mut lines = lines(text).map(|(number, line)| (number, line.trim())).filter(|(_, l)| !l.is_empty());
    match lines.next().and_then(|(_, first)| first.strip_prefix(HEAD)) {
        Some(rest) => game.players = players(rest),
        None => return Err(ReadError::NoSavedGame),
    }
    for (number, line) in lines {
        let wrong = || ReadError::Line { line: number, text: brief(line) };
        if line.len() > MAX_LINE {
            return Err(ReadError::TooLong { line: number });
        }
        if let Some(path) = line.strip_prefix("RulesFile=") {
            game.rules_file = path.rsplit(['\\', '/']).next().unwrap_or(path).to_owned();
        } else if let Some(name) = line.strip_prefix("VariantName=") {
            game.variant = name.to_owned();
        } else if let Some(inner) = line.strip_prefix('(').and_then(|l| l.strip_suffix(')')) {
            if !game.moves.is_empty() {
                return Err(ReadError::LateEdit { line: number, text: brief(line) });
            }
            // Several edits on a line are read like several lines.
            let parts = inner.split(['(', ')']).filter(|part| !part.trim().is_empty());
            let edits: Option<Vec<Edit>> = parts.map(edit).collect();
            game.edits.extend(edits.filter(|edits| !edits.is_empty()).ok_or_else(wrong)?);
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
    fn any_line_end_and_several_edits_on_a_line() {
        let game = read(TEXT).expect("a saved game");
        assert_eq!(read(&TEXT.replace("\r\n", "\r")), Ok(game.clone()));
        assert_eq!(read(&TEXT.replace("\r\n", "\n")), Ok(game.clone()));
        for joined in ["(x a1)(White Man b2)", "(x a1) (White Man b2)"] {
            let joined = read(&TEXT.replace("(x a1)\r\n(White Man b2)", joined)).expect("a saved game");
            assert_eq!(joined.edits, game.edits);
        }
        // Half an edit is none.
        let half = TEXT.replace("(x a1)", "(x a1)(x)");
        assert!(matches!(read(&half), Err(ReadError::Line { line: 4, .. })));
    }

    #[test]
    fn edits_behind_moves_and_endless_lines_are_refused() {
        let late = TEXT.replace("2. Pass", "(x b3)\r\n2. Pass");
        assert_eq!(read(&late), Err(ReadError::LateEdit { line: 8, text: "(x b3)".to_owned() }));
        let long = TEXT.replace("2. Pass", &format!("2. {}", "a1 ".repeat(500_000)));
        assert_eq!(read(&long), Err(ReadError::TooLong { line: 8 }));
        let long = TEXT.replace("(x a1)", &format!("(x {})", "a1 ".repeat(1_000)));
        let message = read(&long).expect_err("no edit").to_string();
        assert!(message.len() < 250, "{message}");
    }

    #[test]
    fn what_is_no_saved_game_is_refused_with_its_line() {
        assert_eq!(read("1. e4 e5"), Err(ReadError::NoSavedGame));
        let odd = TEXT.replace("2. Pass", "2 Pass");
        assert_eq!(read(&odd), Err(ReadError::Line { line: 8, text: "2 Pass".to_owned() }));
    }
}
