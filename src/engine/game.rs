//! [`crate::rules::Rules`] with numbers for names, and turned out for each side: what
//! [`super::resolve`] makes of them.

use crate::rules::{Castling, Distances, Judged, Occasion, Promotion, Side, Square, SquareSet, Trail, Walls};

use super::position::{Cell, Man};

/// A piece type by its place in [`crate::rules::Rules::pieces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub u8);

impl Kind {
    /// The type's bit in a set of types.
    #[inline]
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

/// Men of one side: types, marks that are needed and marks that are forbidden.
#[derive(Debug, Clone)]
pub(super) struct Men {
    pub side: Side,
    pub kinds: u64,
    pub needs: u8,
    pub forbids: u8,
}

impl Men {
    #[inline]
    pub fn include(&self, man: Man) -> bool {
        man.side == self.side
            && self.kinds >> man.kind.0 & 1 != 0
            && man.marks & self.needs == self.needs
            && man.marks & self.forbids == 0
    }
}

/// [`Content`], resolved.
#[derive(Debug, Clone, Default)]
pub(super) struct Holds {
    pub empty: bool,
    pub en_passant: bool,
    pub wall: bool,
    /// Types of White and Black, where no mark matters.
    pub kinds: [u64; 2],
    pub marked: Vec<Men>,
}

impl Holds {
    /// Whether a man of any description would do.
    #[inline]
    pub fn man(&self, man: Man) -> bool {
        self.kinds[man.side.index()] >> man.kind.0 & 1 != 0 || self.marked.iter().any(|m| m.include(man))
    }

    /// Whether the cell will do, en passant aside.
    #[inline]
    pub fn cell(&self, cell: Cell) -> bool {
        match cell {
            Cell::Empty => self.empty,
            Cell::Wall => self.wall,
            Cell::Man(man) => self.man(man),
        }
    }

    /// Whether any enemy of the side would do.
    pub fn any_of(&self, side: Side) -> bool {
        self.kinds[side.index()] != 0 || self.marked.iter().any(|m| m.side == side)
    }
}

/// A step of a side.
#[derive(Debug, Clone)]
pub(super) struct Pace {
    pub dx: i32,
    pub dy: i32,
    pub via: Vec<(i32, i32)>,
}

/// A hurdle, resolved.
#[derive(Debug, Clone)]
pub(super) struct Jump {
    pub is: Holds,
    pub count: u8,
    pub at: Distances,
    pub behind: Distances,
    pub taken: bool,
}

/// A leg of a side.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    pub paces: Vec<Pace>,
    pub distance: Distances,
    pub jump: Option<Jump>,
    pub onto: Holds,
    pub spares: bool,
}

/// A square that a guard speaks of, for a side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spot {
    From(i32, i32),
    To(i32, i32),
    Board(Square),
}

/// [`Guard`], resolved.
#[derive(Debug, Clone)]
pub(super) enum Test {
    Square(Spot, Holds),
    Within(Spot, SquareSet),
    Count {
        men: Vec<Men>,
        place: Where,
        at_least: u16,
        at_most: u16,
    },
    Attacked(Spot, Side),
    Attacks(Vec<Men>),
    InCheck,
    LastMove(Option<Spot>, Option<Spot>),
    Encloses(Vec<Pace>, bool),
    SlidIn(Vec<Pace>, bool),
    /// The type, and where it may be dropped.
    ColoursEven(Kind, SquareSet),
    Mobile,
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
}

/// [`Place`], resolved.
#[derive(Debug, Clone)]
pub(super) enum Where {
    Board,
    BoardAndHand,
    Hand,
    Region(SquareSet),
    FileOf(Spot),
    Near(Spot, Vec<Pace>),
}

/// [`Effect`], resolved.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Deed {
    Remove(Spot),
    Put(Spot, Kind, Side),
    Become(Spot, Kind),
    Give(Spot, Side),
    Mark(Spot, u8, bool),
    Shift(Spot, Spot),
    Wall(Spot),
    Stock(Side, Kind, i8),
}

/// A [`MoveRule`] of a side.
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub stretches: Vec<Stretch>,
    pub from: SquareSet,
    pub to: SquareSet,
    pub when: Vec<Test>,
    pub then: Vec<Deed>,
    pub leaves: Trail,
    pub class: String,
    pub threat_only: bool,
}

/// A [`Promotion`] of a side.
#[derive(Debug, Clone)]
pub(super) struct Rise {
    pub kinds: u64,
    pub zone: SquareSet,
    pub when: Vec<Test>,
    pub into: Vec<Kind>,
    pub otherwise: Vec<Kind>,
    pub rule: Promotion,
    pub reverts_to: Option<Kind>,
}

/// A [`Castling`] of a side.
#[derive(Debug, Clone)]
pub(super) struct Swap {
    pub home: Option<Square>,
    pub partner_home: Option<Square>,
    pub king: u64,
    pub partner: u64,
    pub king_from: SquareSet,
    pub king_to: Square,
    pub partner_from: SquareSet,
    pub partner_to: Square,
    pub toward: Option<(i32, i32)>,
    pub empty: Option<SquareSet>,
    pub safe: Option<SquareSet>,
    pub when: Vec<Test>,
    pub rule: Castling,
}

/// A [`crate::rules::Drop`] of a side.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub kinds: u64,
    pub zone: SquareSet,
    pub onto: Holds,
    pub when: Vec<Test>,
    pub then: Vec<Deed>,
    pub becomes: Option<Kind>,
    pub class: String,
}

/// A [`crate::rules::Royal`] of a side.
#[derive(Debug, Clone)]
pub(super) struct Crown {
    pub kinds: u64,
    pub at_most: Option<u8>,
    pub all_attacked: bool,
    pub excused_by_capture: bool,
    pub announced: bool,
    pub judged: Judged,
    pub counted_together: bool,
    pub may_be_lost: bool,
}

impl Crown {
    /// Whether men of a type are royal that are so many.
    pub fn includes(&self, kind: Kind, count: usize) -> bool {
        self.kinds & kind.bit() != 0 && self.at_most.is_none_or(|most| count <= usize::from(most))
    }
}

/// A [`Gate`] of a side.
#[derive(Debug, Clone)]
pub(super) struct Gateway {
    pub mover: Vec<Men>,
    pub vacated: SquareSet,
    pub source: Filling,
    pub castling: bool,
    pub must: bool,
    pub when: Vec<Test>,
}

/// [`Source`], resolved.
#[derive(Debug, Clone)]
pub(super) enum Filling {
    Hand(u64),
    Board(Vec<Men>),
}

/// An [`Aftermath`] of a side's moves.
#[derive(Debug, Clone)]
pub(super) enum After {
    Blast(Blast),
    Petrify(u64),
    Flip { enclosed: bool, paces: Vec<Pace>, drop_needs_neighbour: bool },
}

/// [`Aftermath::Blast`], resolved.
#[derive(Debug, Clone)]
pub(super) struct Blast {
    pub after: Occasion,
    pub paces: Vec<Pace>,
    pub immune: u64,
    pub shielded: u64,
    pub centre_to_wall: u64,
    pub bystanders_to_wall: bool,
}

/// [`Walls`] of a side.
#[derive(Debug, Clone)]
pub(super) struct Building {
    pub region: SquareSet,
    pub rule: Walls,
}

/// Lines on which men of some types of both sides may face each other.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub kinds: u64,
    pub paces: Vec<Pace>,
}

/// [`crate::rules::Aim`], resolved.
#[derive(Debug, Clone)]
pub(super) struct Aiming {
    pub kinds: u64,
    pub paces: Vec<Pace>,
    pub through: bool,
}
