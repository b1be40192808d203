//! Betza's notation for the moves of men, in its dialects.
//!
//! What may enter: movements and their text. [`Ways`] are a movement without a dialect,
//! leg by leg in the terms of [`crate::rules`]; [`Part`]s are what Fairy-Stockfish's dialect
//! can say. That one is taken as the engine reads it, not as its authors may have meant it:
//! what it skips without a word is an error of [`read()`] ([`read_as_engine`] skips it too),
//! and [`leaks`] tells which mixtures of parts the engine would play otherwise than they are
//! written.
//!
//! Vectors are (files to the right, ranks up), seen from the mover; Black's are turned by
//! half a turn in every dialect.

mod bent;
mod dialect;
mod engine;
mod extended;
mod leaks;
mod read;
mod spell;
mod stated;
mod walk;
mod way;
mod wheel;
mod write;

use std::collections::BTreeSet;

pub use dialect::Dialect;
pub use engine::{EngineWay, Entries, Movement, Passage, Skipped, read_as_engine};
pub use leaks::leaks;
pub use read::{ReadError, read};
pub use spell::{Spelled, spell};
pub use stated::{FROM_SQUARES, Stated, stated};
pub use way::{Castle, Way, Ways};
pub use write::write;

/// Reads a movement in a dialect.
///
/// ```
/// use fairy_ferry::betza::{Dialect, read_in};
///
/// let griffon = read_in("FyafsF", Dialect::XBetza)?;
/// assert_eq!(griffon, read_in("[F?R]", Dialect::XBetza)?);
/// # Ok::<(), fairy_ferry::betza::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] at the first character that means nothing in the dialect, or stands for
/// something that no rules here can hold.
pub fn read_in(text: &str, dialect: Dialect) -> Result<Ways, ReadError> {
    too_long(text)?;
    match dialect {
        Dialect::Engine => read(text).map(|parts| Ways::of_parts(&parts)),
        Dialect::Classic | Dialect::XBetza => extended::read(text, dialect),
    }
}

/// A movement may have so many characters; the longest that is known has some two hundred.
pub const MAX_CHARACTERS: usize = 2_000;

/// Refuses a text that is too long, before it is taken apart.
pub(crate) fn too_long(text: &str) -> Result<(), ReadError> {
    if text.len() <= MAX_CHARACTERS {
        return Ok(());
    }
    let count = text.chars().count();
    let begin: String = text.chars().take(40).collect();
    Err(ReadError {
        text: format!("{begin}…"),
        at: MAX_CHARACTERS + 1,
        message: format!(
            "the movement has {count} characters; the limit is {MAX_CHARACTERS}: state it in several pieces"
        ),
    })
}

/// When a part of a movement may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Modality {
    /// To go to an empty square.
    Quiet,
    /// To capture.
    Capture,
    /// To go to an empty square, from the squares of first moves.
    Initial,
}

/// How a part of a movement gets over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gait {
    /// In one leap.
    Leap,
    /// In one leap, if the squares on the way are empty ([`lame_path`]).
    Lame,
    /// Over empty squares, at most so many steps; 0: as far as it goes.
    Ride(u8),
    /// Over exactly one man, at most so many steps from the start; 0: as far as it
    /// goes (a cannon).
    Hop(u8),
    /// To the square behind the first man (a grasshopper).
    Over,
}

/// The smallest part of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// When.
    pub modality: Modality,
    /// How.
    pub gait: Gait,
    /// One step: files right, ranks up.
    pub step: (i8, i8),
}

/// A movement.
pub type Parts = BTreeSet<Part>;

/// The same movement without parts that others contain: a lame leap beside the leap, a
/// short ride beside the long one.
pub fn without_idle_parts(parts: &Parts) -> Parts {
    let has = |part: &Part, gait| parts.contains(&Part { gait, ..*part });
    let longer = |n: u8, m: u8| n != 0 && (m == 0 || m > n);
    let idle = |part: &Part| {
        let among = |other: fn(u8) -> Gait, n: u8| (0..16).any(|m| longer(n, m) && has(part, other(m)));
        match part.gait {
            Gait::Lame => has(part, Gait::Leap),
            Gait::Ride(n) => among(Gait::Ride, n),
            Gait::Hop(n) => among(Gait::Hop, n),
            Gait::Leap | Gait::Over => false,
        }
    };
    parts.iter().filter(|part| !idle(part)).copied().collect()
}

/// The squares, counted from the start, that must be empty for a lame leap; `None`
/// where the dialect has no such leap.
pub fn lame_path(step: (i8, i8)) -> Option<Vec<(i8, i8)>> {
    let (dx, dy) = step;
    let (ax, ay) = (dx.abs(), dy.abs());
    match (ax.max(ay), ax.min(ay)) {
        (2, 0) | (2, 2) => Some(vec![(dx / 2, dy / 2)]),
        (2, 1) if ax > ay => Some(vec![(dx.signum(), 0)]),
        (2, 1) => Some(vec![(0, dy.signum())]),
        (3, 2) => {
            let first = if ax > ay { (dx.signum(), 0) } else { (0, dy.signum()) };
            Some(vec![first, (first.0 + dx.signum(), first.1 + dy.signum())])
        }
        _ => None,
    }
}

/// The letters of leaps and their longer and shorter component.
const ATOMS: [(char, i8, i8); 10] = [
    ('W', 1, 0),
    ('F', 1, 1),
    ('D', 2, 0),
    ('N', 2, 1),
    ('A', 2, 2),
    ('H', 3, 0),
    ('C', 3, 1),
    ('Z', 3, 2),
    ('G', 3, 3),
    ('L', 3, 1),
];

/// The letter of a step, if the dialect has one.
pub fn atom(step: (i8, i8)) -> Option<char> {
    let (ax, ay) = (step.0.abs(), step.1.abs());
    ATOMS.iter().find(|(_, a, b)| (*a, *b) == (ax.max(ay), ax.min(ay))).map(|(letter, ..)| *letter)
}
