//! Where a running block stands: what the machine, which runs it on one board, and the
//! lift, which runs it on all boards at once, have in common (reference 9.1).

use super::program::{Anchor, Board, Place, PlayerId, Square};

/// The cursor of a block, with the squares that it remembers.
#[derive(Debug, Clone)]
pub(super) struct Cursor {
    /// Whose block it is: its symmetry holds for directions.
    pub side: PlayerId,
    /// Whether it is a drop, whose man comes from nowhere.
    drop: bool,
    /// Where the block began.
    pub start: Square,
    /// Where it stands.
    pub at: Square,
    /// `mark`.
    pub mark: Square,
    /// `from`, as far as it was said for this part.
    pub from: Option<Square>,
    /// `to`, likewise.
    pub to: Option<Square>,
    /// Where this part of the move began.
    part_from: Square,
}

impl Cursor {
    pub fn new(side: PlayerId, drop: bool, start: Square) -> Cursor {
        Cursor { side, drop, start, at: start, mark: start, from: None, to: None, part_from: start }
    }

    /// The square that a place names; none off the board.
    pub fn place(&self, board: &Board, place: Place) -> Option<Square> {
        match place {
            Place::Here => Some(self.at),
            Place::At(square) => Some(square),
            Place::To(direction) => board.step(self.side, direction, self.at),
            Place::Against(direction) => board.step_against(self.side, direction, self.at),
        }
    }

    /// The square of an anchor; the squares of the last move are not known here.
    pub fn anchor(&self, anchor: Anchor) -> Option<Square> {
        match anchor {
            Anchor::From => Some(self.from.unwrap_or(self.part_from)),
            Anchor::To => Some(self.to.unwrap_or(self.at)),
            Anchor::Mark => Some(self.mark),
            Anchor::LastFrom | Anchor::LastTo => None,
        }
    }

    /// Origin and destination of the part that ends here.
    pub fn part(&self, is_first: bool) -> (Square, Square) {
        let to = self.to.unwrap_or(self.at);
        let from = if is_first && self.drop { to } else { self.from.unwrap_or(self.part_from) };
        (from, to)
    }

    /// Begins the next part where it stands.
    pub fn next_part(&mut self) {
        self.part_from = self.at;
        self.from = None;
        self.to = None;
    }

    /// Begins the next move: parts start where the block did, the cursor stays.
    pub fn next_move(&mut self) {
        self.part_from = self.start;
        self.from = None;
        self.to = None;
    }
}
