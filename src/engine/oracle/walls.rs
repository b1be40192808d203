//! Walls that are put when a turn ends.

use crate::rules::{Side, Square, SquareSet, Trail, WallPlace};

use super::super::game::Way;
use super::super::position::{Cell, Man, Position};
use super::ride::View;
use super::{Move, MoveKind, Oracle};

const BESIDE: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Oracle {
    /// Ends every turn with each wall that may be put; a turn that has no square
    /// for one is no move. Where a wall takes the place of a move, the moves stay
    /// and the walls are added.
    pub(super) fn with_walls(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.to_move;
        let Some(building) = self.walls.of(us) else { return };
        if building.rule.instead_of_move {
            self.wall_turns(position, moves);
            return;
        }
        let plain = std::mem::take(moves);
        for mv in plain {
            let next = self.landed(position, &mv);
            let mover = match mv.kind {
                MoveKind::Pass => None,
                MoveKind::Drop(..) => next.man(mv.to),
                _ => position.man(mv.from),
            };
            let left = match mv.kind {
                MoveKind::Pass | MoveKind::Drop(..) => None,
                _ => Some(mv.from),
            };
            let squares = self.wall_squares(&next, us, mover.map(|man| (man, mv.to)), left);
            moves.extend(squares.iter().map(|square| Move { wall: Some(square), ..mv }));
        }
    }

    /// The turns that put a wall and move nothing. What is in reach, is so from
    /// the first of the side's men.
    fn wall_turns(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.to_move;
        let first = position.men(us).iter().next();
        let stays = first.and_then(|square| position.man(square).map(|man| (man, square)));
        for square in self.wall_squares(position, us, stays, None) {
            moves.push(Move { wall: Some(square), ..Move::of_no_man(MoveKind::Wall) });
        }
    }

    /// Where a wall may be put, `mover` having ended on its square and left another.
    fn wall_squares(
        &self,
        after: &Position,
        us: Side,
        mover: Option<(Man, Square)>,
        left: Option<Square>,
    ) -> SquareSet {
        let Some(building) = self.walls.of(us) else { return SquareSet::EMPTY };
        let free: SquareSet = building.region.iter().filter(|s| after.at(*s) == Cell::Empty).collect();
        match building.rule.place {
            WallPlace::Anywhere => free,
            WallPlace::Vacated => left.map_or(SquareSet::EMPTY, |square| free.and(SquareSet::of(square))),
            WallPlace::InReach => mover
                .map_or(SquareSet::EMPTY, |(man, square)| free.and(self.quiet_squares(after, man, square))),
            WallPlace::AtEdge => free.iter().filter(|s| self.is_at_edge(after, *s)).collect(),
        }
    }

    fn is_at_edge(&self, position: &Position, square: Square) -> bool {
        let board = self.board();
        let on_rim = square.file() == 0
            || square.rank() == 0
            || square.file() + 1 == board.files
            || square.rank() + 1 == board.ranks;
        let beside_wall = BESIDE
            .iter()
            .filter_map(|(dx, dy)| square.offset(*dx, *dy))
            .any(|s| position.at(s) == Cell::Wall);
        on_rim || beside_wall
    }

    /// Where a man could go from a square without capturing, regions and conditions aside; what
    /// leaves en passant squares is left out.
    fn quiet_squares(&self, position: &Position, man: Man, from: Square) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        let view = View::of(position, from);
        let ways = &self.types.of(man.side)[usize::from(man.kind.0)].ways;
        let plain = |way: &&Way| !way.threat_only && way.leaves == Trail::None && way.when.is_empty();
        for way in ways.iter().filter(plain) {
            self.wind(view, from, way, man.side, &mut |to, taken, _| {
                if taken.is_empty() {
                    found.insert(to);
                }
            });
        }
        found
    }

    /// Puts the wall of a move; the one that moves leaves its square.
    pub(super) fn put_wall(&self, next: &mut Position, mv: &Move) {
        let Some(wall) = mv.wall else { return };
        if self.rules.walls.as_ref().is_some_and(|walls| walls.moving) {
            let walls: SquareSet = self.squares.iter().filter(|s| next.at(*s) == Cell::Wall).collect();
            walls.iter().for_each(|square| next.set(square, Cell::Empty));
        }
        next.set(wall, Cell::Wall);
    }
}
