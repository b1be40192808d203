//! Checks of what is stated for one player and asked for another.
//!
//! What may enter: zones and symmetries that leave a player out though its pieces need them.

use super::super::game::GameForms;
use super::super::program::{
    Board, Condition, DirectionId, PieceType, Place, PlayerId, Program, Square, StatementKind,
};
use super::Builder;
use super::goals::{any_condition, any_statement};
use crate::diagnostic::codes;

/// More directions than this are no compass.
const COMPASS: usize = 64;

impl Builder {
    /// Zones that a piece of several players tests and that only some of them have.
    pub(super) fn check_shared_zones(&mut self, program: &Program, game: &GameForms) {
        let movers = movers(program);
        for (number, zone) in program.board.zones.iter().enumerate() {
            let defined = |p: PlayerId| zone.squares[p as usize].iter().any(|w| *w != 0);
            for (id, piece) in program.pieces.iter().enumerate() {
                let tested = tests(piece, number);
                let owners: Vec<PlayerId> = (movers.iter().copied())
                    .filter(|p| program.setup.iter().any(|man| man.player == *p && man.piece as usize == id))
                    .collect();
                let with = owners.iter().find(|p| defined(**p));
                let without = owners.iter().find(|p| !defined(**p));
                let (true, Some(with), Some(without)) = (tested, with, without) else { continue };
                // Zones that stand for a side (all its half, or one zone for each) are meant so.
                let squares: u32 = zone.squares[*with as usize].iter().map(|w| w.count_ones()).sum();
                let sibling = program.board.zones.iter().enumerate().any(|(other, zone)| {
                    let has = |p: PlayerId| zone.squares[p as usize].iter().any(|w| *w != 0);
                    other != number && has(*without) && !has(*with) && tests(piece, other)
                });
                if sibling || 2 * squares as usize >= program.board.squares.len() {
                    continue;
                }
                let player = |p: PlayerId| &program.players[p as usize].name;
                let message = format!(
                    "{} tests the zone `{}`, which is defined for {} and not for {}",
                    piece.name,
                    zone.name,
                    player(*with),
                    player(*without)
                );
                let help = format!(
                    "for {} the test is always false: add (zone (name {}) (players {}) (positions …))",
                    player(*without),
                    zone.name,
                    player(*without)
                );
                self.say(&game.head, codes::ZONE_ONE_SIDED, message, &help);
                break;
            }
        }
    }

    /// Symmetries that turn the straight directions and leave a diagonal as it is, where a piece
    /// of the player uses it and not its image.
    pub(super) fn check_symmetries(&mut self, program: &Program, game: &GameForms) {
        let board = &program.board;
        let count = board.directions.len();
        if count > COMPASS {
            return;
        }
        for player in movers(program) {
            let row = &board.symmetry[player as usize];
            if row.iter().enumerate().all(|(from, to)| from == *to as usize) {
                continue;
            }
            for direction in (0..count).filter(|d| row[*d] as usize == *d) {
                let Some(image) = image(board, row, direction) else { continue };
                let used = |piece: &PieceType, wanted: usize| {
                    piece.moves.iter().any(|block| {
                        any_statement(
                            &block.body,
                            &|s| matches!(s, StatementKind::Step(Place::To(d)) if *d as usize == wanted),
                        )
                    })
                };
                let owned = |id: usize| {
                    program.setup.iter().any(|man| man.player == player && man.piece as usize == id)
                };
                let piece = (program.pieces.iter().enumerate())
                    .find(|(id, piece)| owned(*id) && used(piece, direction) && !used(piece, image));
                let Some((_, piece)) = piece else { continue };
                let name = |d: usize| &*board.directions[d];
                let who = &program.players[player as usize].name;
                let message = format!(
                    "the symmetry of {who} leaves `{}` as it is, and {} moves by it: it goes backwards for {who}",
                    name(direction),
                    piece.name
                );
                let help = format!("add ({} {}) to the symmetry, and back", name(direction), name(image));
                self.say(&game.head, codes::SYMMETRY_PARTIAL, message, &help);
                return;
            }
        }
    }
}

/// Whether the code of a piece tests a zone.
fn tests(piece: &PieceType, number: usize) -> bool {
    piece.moves.iter().chain(&piece.drops).any(|block| {
        any_condition(&block.body, &|c| matches!(c, Condition::InZone(Some(z), _) if *z as usize == number))
    })
}

/// The players who move, each once.
fn movers(program: &Program) -> Vec<PlayerId> {
    let mut movers: Vec<PlayerId> = program.turns.iter().map(|turn| turn.mover).collect();
    movers.sort_unstable();
    movers.dedup();
    movers
}

/// What a direction that goes two ways at once would be for the player: the sum of the images of
/// both. None where it is no sum of a turned direction and another, or stays what it is.
fn image(board: &Board, row: &[DirectionId], direction: usize) -> Option<usize> {
    let count = board.directions.len();
    for turned in (0..count).filter(|d| row[*d] as usize != *d) {
        for other in (0..count).filter(|d| *d != turned && *d != direction) {
            if !is_sum(board, direction, turned, other) {
                continue;
            }
            let (a, b) = (row[turned] as usize, row[other] as usize);
            let straight = [turned, other, a, b];
            let left = |d: &usize| row[*d] as usize == *d && !straight.contains(d) && *d != direction;
            return (0..count).filter(left).find(|d| is_sum(board, *d, a, b));
        }
    }
    None
}

/// Whether a direction leads where two others lead one after the other, and from no other square:
/// directions that go through all squares in turn are no diagonals.
fn is_sum(board: &Board, sum: usize, first: usize, second: usize) -> bool {
    let mut any = false;
    for square in 0..board.squares.len() {
        let middle = board.links[first][square];
        let end = middle.and_then(|middle: Square| board.links[second][middle as usize]);
        if board.links[sum][square] != end {
            return false;
        }
        any |= end.is_some();
    }
    any
}
