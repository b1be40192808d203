//! Moves: which turn is meant, and no more. What it does follows from the position.

use crate::rules::{Square, SquareSet, Trail};

use super::super::game::{Kind, Way};

/// Which kind of turn a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A man moves by a rule: the place in its type's list.
    Ride(u16),
    /// A castling: the record's place, and the partner's square.
    Castling(u8, Square),
    /// A man is dropped: the record's place, and its type in hand.
    Drop(u8, Kind),
    /// A man is promoted where it stands, or goes as what it becomes.
    Promotion,
    /// A wall is put in place of a move.
    Wall,
    /// Nothing moves.
    Pass,
}

/// A man that fills a square which a move left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gated {
    /// The square.
    pub square: Square,
    /// The man's type.
    pub kind: Kind,
    /// Where it stood; `None`: in hand.
    pub from: Option<Square>,
}

/// A move. What it does follows from it and the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the man stands; the target of a drop; of no meaning where no man moves.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Which kind of turn.
    pub kind: MoveKind,
    /// The squares of the men that it captures by moving.
    pub taken: SquareSet,
    /// The en passant squares that it leaves.
    pub trail: SquareSet,
    /// The type that the man has afterwards, if it changes, and the place of the
    /// promotion that allows it.
    pub promotion: Option<(Kind, u8)>,
    /// The man that fills the square that it leaves.
    pub gate: Option<Gated>,
    /// The wall that it puts.
    pub wall: Option<Square>,
}

impl Move {
    /// A move that only goes somewhere.
    pub(super) fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move {
            from,
            to,
            kind,
            taken: SquareSet::EMPTY,
            trail: SquareSet::EMPTY,
            promotion: None,
            gate: None,
            wall: None,
        }
    }

    /// A turn in which no man moves.
    pub(super) fn of_no_man(kind: MoveKind) -> Move {
        Move::new(Square(0), Square(0), kind)
    }

    /// Whether a man moves or is dropped.
    pub fn moves_a_man(&self) -> bool {
        !matches!(self.kind, MoveKind::Pass | MoveKind::Wall)
    }

    /// The same without gate and wall.
    pub(super) fn without_extras(&self) -> Move {
        Move { gate: None, wall: None, ..*self }
    }

    /// Whether it captures something.
    pub fn is_capture(&self) -> bool {
        !self.taken.is_empty()
    }

    /// Whether both do the same, by whatever rule.
    pub(super) fn does_the_same(&self, other: &Move, ways: &[Way]) -> bool {
        let same_rule = match (self.kind, other.kind) {
            (MoveKind::Ride(a), MoveKind::Ride(b)) => {
                let effects = |i: u16| {
                    let way = ways.get(usize::from(i));
                    way.map(|way| (&way.then, way.leaves == Trail::PassedIfAttacked))
                };
                a == b || effects(a) == effects(b)
            }
            (a, b) => a == b,
        };
        same_rule && (Move { kind: other.kind, ..*self }) == *other
    }
}
