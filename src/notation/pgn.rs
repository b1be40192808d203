//! Games in Portable Game Notation.
//!
//! [`Reader`] takes one game after the other from a stream and holds no more than one of
//! them. What is read: tags in any order; moves with their numbers, comments of both kinds
//! (`{…}` and `;` to the end of the line), glyphs (`$7`, `!?`), variations within variations,
//! lines that begin with `%` (passed over), and the result. What a move means is not judged
//! here: that takes the rules of the game (see [`crate::games`]).
//!
//! Lenient in what real files do: no blank line between tags and moves, several tags on a
//! line, a game without tags or without moves, any line end, a byte order mark, bytes that
//! are no UTF-8 (read as Windows-1252). A comment that is never closed ends where the next
//! game's tags begin, and is a fault.
//!
//! Limits, each a fault with its name: [`LONGEST_GAME`] bytes a game, [`DEEPEST`] variations
//! within each other.

mod read;
mod write;

pub use read::Reader;

/// The bytes that a game may have.
pub const LONGEST_GAME: usize = 8 << 20;

/// The variations that may stand within each other.
pub const DEEPEST: usize = 64;

/// A place in a file of games: line and column (in characters), both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1.
    pub column: u64,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A game: its tags and its moves as they are written.
#[derive(Debug, Clone, Default)]
pub struct Game {
    /// Where it begins.
    pub place: Place,
    /// Tags and their values, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves that were played.
    pub line: Vec<Played>,
    /// What the game ends with: `1-0`, `0-1`, `1/2-1/2` or `*`; `None` where that is missing.
    pub result: Option<String>,
    /// What is wrong with the text.
    pub faults: Vec<Fault>,
}

impl Game {
    /// The value of a tag; its name may be written in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let named = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    }
}

/// A move as it is written.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// Where it stands.
    pub place: Place,
    /// Its text, without number and glyphs.
    pub text: String,
    /// Numeric annotation glyphs; `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    pub glyphs: Vec<u16>,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// What could have been played in its place.
    pub variations: Vec<Variation>,
}

/// Moves that were not played.
#[derive(Debug, Clone, Default)]
pub struct Variation {
    /// Comments before its first move.
    pub comments: Vec<String>,
    /// Its moves.
    pub line: Vec<Played>,
}

/// Something in the text of a game that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// One sentence.
    pub message: String,
}

/// The text of a game. Reading it gives the game again, except for places.
pub fn write(game: &Game) -> String {
    write::game(game)
}

/// The results that a game can end with.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The glyphs that have a sign, by the sign.
const SIGNS: [(&str, u16); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];
