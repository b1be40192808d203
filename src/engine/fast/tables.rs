//! The tables that rules are compiled to.

use super::bits::Bits;
use super::goals::Goal;
use crate::rules::{Captured, Duty, MAX_LEGS, Occasion, Square, SquareSet, Trigger};

/// No number of a type.
pub(super) const NOBODY: u8 = 0xff;

/// Where the squares of the board lie in a set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub files: u8,
    pub ranks: u8,
}

impl Layout {
    pub fn index(self, square: Square) -> usize {
        usize::from(square.rank()) * usize::from(self.files) + usize::from(square.file())
    }

    pub fn square(self, index: usize) -> Square {
        let files = usize::from(self.files);
        Square(((index / files) * 16 + index % files) as u8)
    }

    pub fn set<B: Bits>(self, squares: SquareSet) -> B {
        let inside = squares.and(SquareSet::board(self.files, self.ranks));
        inside.iter().fold(B::NONE, |set, s| set | B::of(self.index(s)))
    }

    pub fn len(self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }
}

/// From each square, the squares in one direction.
#[derive(Debug, Clone)]
pub(super) struct Ray<B> {
    pub step: (i32, i32),
    /// Whether the nearest of them has the lowest number.
    pub up: bool,
    pub squares: Vec<B>,
}

impl<B> Threats<B> {
    /// No threat at all.
    pub fn none() -> Self {
        Threats {
            leaps: Vec::new(),
            rides: Vec::new(),
            hops: Vec::new(),
            lames: None,
            courses: None,
            guarded: false,
        }
    }
}

impl<B: Bits> Ray<B> {
    /// The nearest of some squares on the ray; of a set that is not empty.
    #[inline]
    pub fn nearest(&self, squares: B) -> usize {
        if self.up { squares.first() } else { squares.last() }
    }
}

/// What a ride or hop does with the squares of its ray.
#[derive(Debug, Clone)]
pub(super) struct Line<B> {
    pub ray: usize,
    /// Which squares of the ray may be landed on, from each square; `None`: all of them.
    pub quiet: Reach<B>,
    pub capture: Reach<B>,
}

/// Squares that may be landed on.
#[derive(Debug, Clone)]
pub(super) enum Reach<B> {
    Nothing,
    All,
    Some(Vec<B>),
}

impl<B: Bits> Reach<B> {
    #[inline]
    pub fn of(&self, from: usize, squares: B) -> B {
        match self {
            Reach::Nothing => B::NONE,
            Reach::All => squares,
            Reach::Some(reach) => squares & reach[from],
        }
    }

    #[inline]
    pub fn has(&self, from: usize, to: usize) -> bool {
        match self {
            Reach::Nothing => false,
            Reach::All => true,
            Reach::Some(reach) => reach[from].has(to),
        }
    }

    pub fn or(self, other: Reach<B>) -> Reach<B> {
        match (self, other) {
            (Reach::Nothing, x) | (x, Reach::Nothing) => x,
            (Reach::All, _) | (_, Reach::All) => Reach::All,
            (Reach::Some(a), Reach::Some(b)) => {
                Reach::Some(a.into_iter().zip(b).map(|(a, b)| a | b).collect())
            }
        }
    }
}

/// A hop along a ray.
#[derive(Debug, Clone)]
pub(super) struct Hop<B> {
    pub line: Line<B>,
    /// Whether it lands only just behind the hurdle.
    pub close: bool,
    /// What serves as a hurdle; `None`: whatever stands there.
    pub hurdles: Option<Hurdles>,
}

/// What serves as a hurdle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hurdles {
    pub kinds: [u64; 2],
    pub wall: bool,
}

/// A lame leap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lame<B> {
    pub other: u8,
    pub path: B,
    pub quiet: bool,
    pub capture: bool,
}

/// A quiet move that leaves en passant squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trailing<B> {
    pub to: u8,
    pub path: B,
    pub trail: B,
}

/// The most men that a course takes before its end.
pub(super) const MOST_TAKEN: usize = MAX_LEGS - 1;

/// A way of several legs, or one that asks for something on other squares, from one square to
/// another.
#[derive(Debug, Clone)]
pub(super) struct Course<B> {
    pub to: u8,
    /// Squares that must be free.
    pub free: B,
    /// Squares of enemies that it takes before its end; [`NOBODY`] behind the last.
    pub taken: [u8; MOST_TAKEN],
    /// Whether it takes an enemy where it ends too; else that square must be free.
    pub capture: bool,
    pub trail: B,
    pub needs: Vec<Need>,
    /// Whether it does the same as the course before it in the list.
    pub twin: bool,
}

impl<B: Bits> Course<B> {
    /// The squares of the men that it takes before its end.
    #[inline]
    pub fn stations(&self) -> impl Iterator<Item = usize> + '_ {
        self.taken.iter().take_while(|s| **s != NOBODY).map(|s| usize::from(*s))
    }

    /// Whether it takes anything.
    #[inline]
    pub fn takes(&self) -> bool {
        self.capture || self.taken[0] != NOBODY
    }

    /// What it does, to tell whether two do the same.
    pub fn deed(&self) -> (u8, bool, Vec<u8>, B) {
        let mut taken: Vec<u8> = self.taken.iter().copied().filter(|s| *s != NOBODY).collect();
        taken.sort_unstable();
        (self.to, self.capture, taken, self.trail)
    }
}

/// What must stand on a square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Need {
    pub square: u8,
    pub empty: bool,
    pub wall: bool,
    pub kinds: [u64; 2],
}

/// A course by which a type attacks: where it begins, and its place in the list of that square.
#[derive(Debug, Clone, Copy)]
pub(super) struct CourseThreat {
    pub kind: u8,
    pub from: u8,
    pub course: u16,
}

/// How men of a type and side move.
#[derive(Debug, Clone)]
pub(super) struct Gait<B> {
    pub leap_quiet: Option<Vec<B>>,
    pub leap_capture: Option<Vec<B>>,
    pub en_passant: Option<Vec<B>>,
    pub rides: Vec<Line<B>>,
    pub hops: Vec<Hop<B>>,
    pub lames: Option<Vec<Vec<Lame<B>>>>,
    pub trailing: Option<Vec<Vec<Trailing<B>>>>,
    pub courses: Option<Vec<Vec<Course<B>>>>,
    /// Types that may be captured; `None`: all.
    pub prey: Option<u64>,
}

/// Types, and a lame leap by which they attack.
pub(super) type LameThreats<B> = Vec<(u64, Lame<B>)>;

/// How a side attacks what the other may not lose, seen from the square that is attacked.
#[derive(Debug, Clone)]
pub(super) struct Threats<B> {
    pub leaps: Vec<(u64, Vec<B>)>,
    pub rides: Vec<RayThreat<B>>,
    pub hops: Vec<HopThreat<B>>,
    /// From each square, the types that may come by each lame leap.
    pub lames: Option<Vec<LameThreats<B>>>,
    /// For each square, the courses that take a man there.
    pub courses: Option<Vec<Vec<CourseThreat>>>,
    /// Whether one of these asks for something on other squares.
    pub guarded: bool,
}

/// Riders on a line through the attacked square.
#[derive(Debug, Clone)]
pub(super) struct RayThreat<B> {
    /// From the attacked square towards the rider.
    pub ray: usize,
    /// Types whose range does not matter.
    pub kinds: u64,
    /// Others, with what they reach from each square.
    pub limited: Vec<(u8, Vec<B>)>,
}

/// Hoppers on a line through the attacked square.
#[derive(Debug, Clone)]
pub(super) struct HopThreat<B> {
    pub ray: usize,
    pub kind: u8,
    pub reach: Reach<B>,
    pub close: bool,
    pub hurdles: Option<Hurdles>,
}

/// A promotion of a type and side.
#[derive(Debug, Clone)]
pub(super) struct Rise<B> {
    pub zone: B,
    pub trigger: Trigger,
    pub occasion: Occasion,
    pub into: Vec<(u8, u16)>,
    /// Where none of these can be had.
    pub otherwise: Vec<(u8, u16)>,
    /// Whether it leaves out captures whose men stand elsewhere than where they end.
    pub not_in_passing: bool,
    pub duty: Duty,
    pub or_demote: bool,
    /// What the promoted man remembers: nothing, what it was, or a type.
    pub reverts: Memory,
}

/// What a promoted man remembers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Memory {
    Nothing,
    Origin,
    Type(u8),
}

/// A drop of a type and side.
#[derive(Debug, Clone)]
pub(super) struct Entry<B> {
    pub zone: B,
    pub becomes: u8,
    /// At most so many men of a type on the file before the drop.
    pub on_file: Option<(u8, u16)>,
}

/// Rules in tables.
#[derive(Debug, Clone)]
pub(super) struct Game<B> {
    pub layout: Layout,
    pub board: B,
    pub files: Vec<B>,
    pub kinds: usize,
    pub rays: Vec<Ray<B>>,
    pub gaits: [Vec<Gait<B>>; 2],
    /// By the side that attacks.
    pub threats: [Threats<B>; 2],
    /// Types that a side may not leave attacked.
    pub royal: [u64; 2],
    pub rises: [Vec<Vec<Rise<B>>>; 2],
    pub entries: [Vec<Vec<Entry<B>>>; 2],
    pub en_passant_region: [B; 2],
    pub captured: Captured,
    pub keep_promoted: bool,
    pub endless: u64,
    pub must_capture: bool,
    /// Whether no move, or no drop, may give check.
    pub no_checks: bool,
    pub no_drop_checks: bool,
    pub goals: Vec<Goal<B>>,
    /// Whether every turn moves the only wall.
    pub duck: bool,
}
