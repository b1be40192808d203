//! Squares, sets of squares, the two sides, and how the board looks to each.
//!
//! A board lies in the lower left corner of a field of 16 by 16 squares, so a
//! square's coordinates do not depend on the size of the board and its text
//! (`a1` to `p16`) can be read without knowing the game.

use std::fmt;
use std::str::FromStr;

/// The largest number of files, and of ranks.
pub const MAX_EXTENT: u8 = 16;

/// A square by its coordinates; `rank * 16 + file`, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The square on a file and rank (from 0), `None` outside of 16 by 16.
    pub fn at(file: i32, rank: i32) -> Option<Square> {
        let inside = |n| (0..i32::from(MAX_EXTENT)).contains(&n);
        (inside(file) && inside(rank)).then(|| Square((rank * 16 + file) as u8))
    }

    /// File, from 0 (`a`).
    pub fn file(self) -> u8 {
        self.0 & 15
    }

    /// Rank, from 0 (`1`).
    pub fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The square so many files to the right and ranks up, where it exists.
    pub fn offset(self, dx: i32, dy: i32) -> Option<Square> {
        Square::at(i32::from(self.file()) + dx, i32::from(self.rank()) + dy)
    }

    /// The square's place in tables of 256 entries.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// A text that does not mean what it should.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub String);

impl FromStr for Square {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError(format!("`{text}` is no square (a1 to p16)"));
        let mut chars = text.chars();
        let file = chars.next().filter(|c| ('a'..='p').contains(c)).ok_or_else(wrong)?;
        let digits = chars.as_str();
        if digits.starts_with('0') || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let rank: i32 = digits.parse().map_err(|_| wrong())?;
        Square::at(file as i32 - 'a' as i32, rank - 1).ok_or_else(wrong)
    }
}

/// A set of squares, one bit for each of the 256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet(pub [u64; 4]);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// All squares of a rectangle whose lower left corner is a1.
    pub fn board(files: u8, ranks: u8) -> SquareSet {
        (0..ranks.min(MAX_EXTENT))
            .flat_map(|rank| (0..files.min(MAX_EXTENT)).map(move |file| Square(rank * 16 + file)))
            .collect()
    }

    /// The set of one square.
    pub fn of(square: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        set.insert(square);
        set
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square.0 >> 6)] >> (square.0 & 63) & 1 != 0
    }

    /// Puts a square in.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] |= 1 << (square.0 & 63);
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] &= !(1 << (square.0 & 63));
    }

    /// Whether there is no square in it.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// How many squares.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Squares of both.
    pub fn and(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Squares of either.
    pub fn or(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Squares of this set that are not in the other.
    pub fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The squares from a1 along the ranks.
    pub fn iter(&self) -> SquareIter {
        SquareIter { words: self.0, word: 0 }
    }

    /// The only square of the set, `None` where there are none or several.
    pub fn single(&self) -> Option<Square> {
        (self.len() == 1).then(|| self.iter().next()).flatten()
    }
}

/// The squares of a set from a1 along the ranks.
#[derive(Debug, Clone)]
pub struct SquareIter {
    words: [u64; 4],
    word: usize,
}

impl Iterator for SquareIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < 4 {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Square((self.word as u8) << 6 | bits.trailing_zeros() as u8));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareIter;

    fn into_iter(self) -> SquareIter {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Squares and rectangles (`a2-h2`) between blanks; `-` for no square. A set
/// has one spelling: runs along the ranks, joined upwards where they are equal.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let mut rest = *self;
        let mut first = true;
        while let Some(start) = rest.iter().next() {
            let mut end = start;
            while let Some(next) = end.offset(1, 0).filter(|s| rest.contains(*s)) {
                end = next;
            }
            let run = |rank: u8| (start.file()..=end.file()).map(move |file| Square(rank * 16 + file));
            // A run is joined with the rank above only if it is the whole run there.
            let whole = |rank: u8| {
                run(rank).all(|s| rest.contains(s))
                    && [
                        run(rank).next().and_then(|s| s.offset(-1, 0)),
                        run(rank).next_back().and_then(|s| s.offset(1, 0)),
                    ]
                    .iter()
                    .flatten()
                    .all(|s| !rest.contains(*s))
            };
            let mut top = start.rank();
            while top + 1 < MAX_EXTENT && whole(top + 1) {
                top += 1;
            }
            let corner = Square(top * 16 + end.file());
            write!(f, "{}{start}", if first { "" } else { " " })?;
            if corner != start {
                write!(f, "-{corner}")?;
            }
            first = false;
            (start.rank()..=top).flat_map(run).for_each(|square| rest.remove(square));
        }
        Ok(())
    }
}

impl FromStr for SquareSet {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut set = SquareSet::EMPTY;
        for word in text.split_whitespace().filter(|w| *w != "-") {
            let (start, end) = word.split_once('-').unwrap_or((word, word));
            let (start, end): (Square, Square) = (start.parse()?, end.parse()?);
            if start.file() > end.file() || start.rank() > end.rank() {
                return Err(TextError(format!("`{word}` must go from lower left to upper right")));
            }
            for rank in start.rank()..=end.rank() {
                (start.file()..=end.file()).for_each(|file| set.insert(Square(rank * 16 + file)));
            }
        }
        Ok(set)
    }
}

/// One of the two players.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Moves up the board.
    #[default]
    White,
    /// The other one.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub fn index(self) -> usize {
        self as usize
    }

    /// `white` or `black`.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

/// To whom a record applies.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// To White and Black.
    #[default]
    Both,
    /// To White only.
    White,
    /// To Black only.
    Black,
}

impl Sides {
    /// Whether the side is meant.
    pub fn includes(self, side: Side) -> bool {
        match self {
            Sides::Both => true,
            Sides::White => side == Side::White,
            Sides::Black => side == Side::Black,
        }
    }
}

impl From<Side> for Sides {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Sides::White,
            Side::Black => Sides::Black,
        }
    }
}

/// A value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PerSide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> PerSide<T> {
    /// The value of a side.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The value of a side, to change.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

impl<T: Clone> PerSide<T> {
    /// The same value for both.
    pub fn both(value: T) -> Self {
        PerSide { white: value.clone(), black: value }
    }
}

/// How Black's directions, squares and regions follow from those stated from
/// White's view.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Default,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// Ranks are turned over, files stay: Black's left is the a-file.
    #[default]
    Mirror,
    /// The board is turned by 180 degrees.
    Rotate,
    /// Black sees the board as White does.
    Same,
}

impl Orientation {
    /// A vector of White's as Black's.
    pub fn vector(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        match self {
            Orientation::Mirror => (dx, -dy),
            Orientation::Rotate => (-dx, -dy),
            Orientation::Same => (dx, dy),
        }
    }

    /// A square of White's as Black's, on a board of that size. The map is its
    /// own inverse.
    pub fn square(self, square: Square, files: u8, ranks: u8) -> Square {
        let (file, rank) = (square.file(), square.rank());
        let across = |n: u8, extent: u8| extent.saturating_sub(1).saturating_sub(n);
        let (file, rank) = match self {
            Orientation::Mirror => (file, across(rank, ranks)),
            Orientation::Rotate => (across(file, files), across(rank, ranks)),
            Orientation::Same => (file, rank),
        };
        Square(rank * 16 + file)
    }
}
