//! A position: everything that the legal moves depend on.

use crate::rules::{Side, Square, SquareSet};

use super::game::Kind;

/// A man on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// Its type, a number within the game.
    pub kind: Kind,
    /// Whose it is.
    pub side: Side,
    /// What it becomes when it is captured into a hand or demoted, if it was
    /// promoted.
    pub reverts: Option<Kind>,
    /// Whether FEN marks the promotion with `+` (else with `~`).
    pub plus: bool,
    /// Its marks, a bit for each.
    pub marks: u8,
}

impl Man {
    /// A man that was never promoted and holds no mark.
    pub fn new(side: Side, kind: Kind) -> Man {
        Man { kind, side, reverts: None, plus: false, marks: 0 }
    }
}

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A wall.
    Wall,
    /// A man.
    Man(Man),
}

impl Cell {
    /// The man, if it is one.
    #[inline]
    pub fn man(self) -> Option<Man> {
        match self {
            Cell::Man(man) => Some(man),
            _ => None,
        }
    }
}

/// What guards and ends may ask about the move before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LastMove {
    /// Where it began; none for drops, passes, and at the start.
    pub from: Option<Square>,
    /// Where it ended.
    pub to: Option<Square>,
    /// The types of men that it captured, White's and Black's, a bit for each.
    pub captured: [u64; 2],
    /// The letter of a castling, in upper case.
    pub castled: Option<char>,
    /// The type of a man that was dropped.
    pub dropped: Option<Kind>,
    /// How many passes have come one after the other.
    pub passes: u8,
    /// Which men faced each other before it: a bit for each condition of the rules
    /// that asks for it.
    pub faced: u8,
}

/// A castling right: the king's square and the partner's.
pub(crate) type Right = (Square, Square);

/// A position. It is a plain value: make a move on a copy.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    cells: [Cell; 256],
    men: [SquareSet; 2],
    /// Men in hand, by side and type.
    pub hands: [[u8; 64]; 2],
    /// Castling rights that are left.
    pub rights: Rights,
    /// Squares on which the side to move may capture en passant.
    pub en_passant: SquareSet,
    /// The man that is then captured.
    pub en_passant_victim: Option<Square>,
    /// Who moves.
    pub to_move: Side,
    /// Half moves since the last that cannot be undone.
    pub clock: u16,
    /// Number of the move, counted up after Black's.
    pub move_number: u16,
    /// The half moves that a counting rule allows; 0 where nothing is counted.
    pub count_limit: u16,
    /// The half moves that have been counted.
    pub count: u16,
    /// Checks that each side has still to give, where they count.
    pub checks_to_give: [u8; 2],
    /// Whether, in the series of checks that each side has been answering, a man
    /// has given one without whom there would be no checkmate.
    pub telling_check: [bool; 2],
    /// The move before.
    pub last: LastMove,
}

/// A small set of castling rights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rights {
    list: [Option<Right>; Rights::MOST],
}

impl Rights {
    /// More than any variant needs.
    pub const MOST: usize = 16;

    /// Adds a right; one more than [`Rights::MOST`] is not kept and `false` returned.
    pub fn add(&mut self, right: Right) -> bool {
        if self.iter().any(|r| r == right) {
            return true;
        }
        match self.list.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => {
                *slot = Some(right);
                // Kept in order, so that equal sets are equal values.
                self.list.sort_unstable();
                true
            }
            None => false,
        }
    }

    /// The rights.
    pub fn iter(&self) -> impl Iterator<Item = Right> + '_ {
        self.list.iter().flatten().copied()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.iter().all(Option::is_none)
    }

    /// Keeps only some.
    pub fn retain(&mut self, keep: impl Fn(Right) -> bool) {
        let mut changed = false;
        for slot in &mut self.list {
            if slot.is_some_and(|right| !keep(right)) {
                *slot = None;
                changed = true;
            }
        }
        if changed {
            self.list.sort_unstable();
        }
    }
}

impl Position {
    /// An empty board with White to move.
    pub fn empty() -> Position {
        Position {
            cells: [Cell::Empty; 256],
            men: [SquareSet::EMPTY; 2],
            hands: [[0; 64]; 2],
            rights: Rights::default(),
            en_passant: SquareSet::EMPTY,
            en_passant_victim: None,
            to_move: Side::White,
            clock: 0,
            move_number: 1,
            count_limit: 0,
            count: 0,
            checks_to_give: [0; 2],
            telling_check: [false; 2],
            last: LastMove::default(),
        }
    }

    /// What stands on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// The man on a square.
    #[inline]
    pub fn man(&self, square: Square) -> Option<Man> {
        self.at(square).man()
    }

    /// Puts something on a square, in place of what stood there.
    #[inline]
    pub fn set(&mut self, square: Square, cell: Cell) {
        self.men[0].remove(square);
        self.men[1].remove(square);
        if let Cell::Man(man) = cell {
            self.men[man.side.index()].insert(square);
        }
        self.cells[square.index()] = cell;
    }

    /// The squares of a side's men.
    #[inline]
    pub fn men(&self, side: Side) -> SquareSet {
        self.men[side.index()]
    }

    /// The squares of a side's men of some types (a bit for each).
    pub fn men_of(&self, side: Side, kinds: u64) -> impl Iterator<Item = Square> + '_ {
        self.men(side).iter().filter(move |s| self.man(*s).is_some_and(|m| kinds >> m.kind.0 & 1 != 0))
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let men = SquareSet::board(16, 16).iter().filter_map(|s| match self.at(s) {
            Cell::Empty => None,
            Cell::Wall => Some(format!("{s}=wall")),
            Cell::Man(man) => Some(format!("{s}={}{}", man.side.as_str(), man.kind.0)),
        });
        let rights: Vec<String> =
            self.rights.iter().map(|(king, partner)| format!("{king}{partner}")).collect();
        f.debug_struct("Position")
            .field("men", &men.collect::<Vec<_>>().join(" "))
            .field("to_move", &self.to_move)
            .field("rights", &rights.join(" "))
            .field("en_passant", &self.en_passant)
            .field("clock", &self.clock)
            .field("move_number", &self.move_number)
            .finish_non_exhaustive()
    }
}
