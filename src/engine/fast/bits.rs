//! Sets of squares in as few machine words as the board needs.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares, numbered rank by rank from the lower left.
pub trait Bits:
    Copy
    + PartialEq
    + std::fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many squares fit.
    const ROOM: usize;
    /// No square.
    const NONE: Self;

    /// One square.
    fn of(square: usize) -> Self;
    /// How many there are.
    fn count(self) -> u32;
    /// The lowest; of a set that is not empty.
    fn first(self) -> usize;
    /// The highest; of a set that is not empty.
    fn last(self) -> usize;
    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// Whether there is none.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether a square is among them.
    #[inline]
    fn has(self, square: usize) -> bool {
        !(self & Self::of(square)).is_none()
    }

    /// Whether two sets have a square in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    /// The squares, from the lowest.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set, from the lowest.
#[derive(Debug, Clone, Copy)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_none() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const ROOM: usize = <$word>::BITS as usize;
            const NONE: Self = 0;

            #[inline]
            fn of(square: usize) -> Self {
                1 << square
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn last(self) -> usize {
                (<$word>::BITS - 1 - self.leading_zeros()) as usize
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word!(u64);
word!(u128);

/// Sets of squares of the largest boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wide([u128; 2]);

macro_rules! each_half {
    ($operation:ident, $method:ident, $sign:tt) => {
        impl $operation for Wide {
            type Output = Wide;

            #[inline]
            fn $method(self, other: Wide) -> Wide {
                Wide([self.0[0] $sign other.0[0], self.0[1] $sign other.0[1]])
            }
        }
    };
}

each_half!(BitAnd, bitand, &);
each_half!(BitOr, bitor, |);
each_half!(BitXor, bitxor, ^);

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide([!self.0[0], !self.0[1]])
    }
}

impl Bits for Wide {
    const ROOM: usize = 256;
    const NONE: Self = Wide([0; 2]);

    #[inline]
    fn of(square: usize) -> Self {
        let mut halves = [0; 2];
        halves[square >> 7] = 1 << (square & 127);
        Wide(halves)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    #[inline]
    fn first(self) -> usize {
        if self.0[0] != 0 { self.0[0].first() } else { 128 + self.0[1].first() }
    }

    #[inline]
    fn last(self) -> usize {
        if self.0[1] != 0 { 128 + self.0[1].last() } else { self.0[0].last() }
    }

    #[inline]
    fn without_first(self) -> Self {
        if self.0[0] != 0 {
            Wide([self.0[0].without_first(), self.0[1]])
        } else {
            Wide([0, self.0[1].without_first()])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Bits>(squares: &[usize]) {
        let set = squares.iter().fold(B::NONE, |set, s| set | B::of(*s));
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        assert_eq!((set.first(), set.last()), (squares[0], squares[squares.len() - 1]));
        assert!((set & !set).is_none() && set.has(squares[0]) && !set.has(1));
    }

    #[test]
    fn sets_of_every_width() {
        check::<u64>(&[0, 5, 63]);
        check::<u128>(&[3, 64, 127]);
        check::<Wide>(&[0, 64, 127, 128, 255]);
    }
}
