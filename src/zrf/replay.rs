//! Replaying saved games on the machine.
//!
//! What may enter: from a [`SavedGame`] to the moves of a [`Machine`], line by line, up to the
//! first that the machine does not have; and from moves to a saved game again. The games that
//! Zillions itself recorded are the best witnesses of what it played.

use super::machine::{End, Fault, Machine, Move, Status};
use crate::notation::zsg::{self, Edit, SavedGame, SavedMove};

/// A game as far as it could be replayed.
#[derive(Debug)]
pub struct Replay {
    /// The position that the edits of the file make.
    pub start: Status,
    /// The moves that were found, in order.
    pub played: Vec<Played>,
    /// The position behind the last of them.
    pub status: Status,
    /// Why the replay ended before the file did.
    pub stop: Option<Stop>,
    /// How the game ended by its goals while the file goes on: the number of moves before that.
    pub over: Option<(usize, End)>,
}

/// A move that was found.
#[derive(Debug, Clone)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// As the machine writes it, with the line of the file.
    pub saved: SavedMove,
    /// As a coordinate move.
    pub coordinates: String,
    /// The position behind it.
    pub after: Status,
}

/// Why a replay stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The machine does not have the move; the moves that it does have.
    Missing {
        /// The line of the file.
        saved: SavedMove,
        /// The legal moves, as they would be written.
        legal: Vec<SavedMove>,
    },
    /// The legal moves can't be told.
    Fault {
        /// The line of the file.
        saved: SavedMove,
        /// Why.
        fault: Fault,
    },
}

/// Why the start position of a saved game can't be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the start position is edited with the {kind} `{name}`, which this game does not have")]
pub struct EditError {
    /// `player`, `piece` or `position`.
    pub kind: &'static str,
    /// The name.
    pub name: String,
}

/// The start position of a saved game.
///
/// # Errors
/// [`EditError`] where an edit names what the game does not have.
pub fn start(machine: &Machine<'_>, game: &SavedGame) -> Result<Status, EditError> {
    let program = machine.program();
    let unknown = |kind, name: &String| EditError { kind, name: zsg::brief(name) };
    let mut position = machine.start();
    for edit in &game.edits {
        let (name, man) = match edit {
            Edit::Remove(name) => (name, None),
            Edit::Put { owner, piece, position } => {
                let player = program.player(owner).ok_or_else(|| unknown("player", owner))?;
                let kind = program.piece(piece).ok_or_else(|| unknown("piece", piece))?;
                (position, Some(machine.new_man(kind, player)))
            }
        };
        let square = program.board.square(name).ok_or_else(|| unknown("position", name))?;
        position.set(square, man);
    }
    Ok(machine.begin_at(position))
}

/// Replays a saved game. It stops at the first move that the machine does not have; a game that
/// is over by its goals while the file goes on is replayed all the same, and that is told. There
/// a player without a move passes, if the file says so: one log of Zillions does that in a
/// game without passing (reference 17.8).
///
/// # Errors
/// [`EditError`] where the start position can't be made.
pub fn replay(machine: &Machine<'_>, game: &SavedGame) -> Result<Replay, EditError> {
    let start = start(machine, game)?;
    let mut out = Replay { status: start.clone(), start, played: Vec::new(), stop: None, over: None };
    let mut number = 1;
    for saved in &game.moves {
        if let Err(stop) = step(machine, &mut out, &mut number, saved) {
            out.stop = Some(stop);
            break;
        }
    }
    Ok(out)
}

fn step(machine: &Machine<'_>, out: &mut Replay, number: &mut u32, saved: &SavedMove) -> Result<(), Stop> {
    let fail = |fault| Stop::Fault { saved: saved.clone(), fault };
    let status = &out.status;
    if out.over.is_none() {
        let end = machine.outlook(status).map_err(fail)?.end;
        out.over = end.map(|end| (out.played.len(), end));
    }
    let mut moves = machine.legal(&status.position).map_err(fail)?;
    if moves.is_empty() && out.over.is_some() && status.position.pending.is_none() {
        moves.push(Move::pass());
    }
    let written = |mv: &Move| SavedMove {
        line: saved.line,
        number: *number,
        continuation: machine.saved_continuation(mv),
        text: machine.saved_text(&status.position, mv),
    };
    let Some(at) = find(machine, status, &moves, saved) else {
        let legal = moves.iter().map(written).collect();
        return Err(Stop::Missing { saved: saved.clone(), legal });
    };
    let mv = &moves[at];
    let line = written(mv);
    let coordinates = machine.move_texts(&moves).swap_remove(at);
    let after = machine.play(status, mv).map_err(fail)?;
    // Items before `repeat` share the number of the first cycle, the loop begins another one.
    if after.turns != status.turns && after.position.turn == machine.program().repeat {
        *number += 1;
    }
    out.played.push(Played { mv: mv.clone(), saved: line, coordinates, after: after.clone() });
    out.status = after;
    Ok(())
}

/// The legal move that a saved one means: the one with the same text, of several the one with
/// the same continuation; else the one with the same effects.
fn find(machine: &Machine<'_>, status: &Status, moves: &[Move], saved: &SavedMove) -> Option<usize> {
    let position = &status.position;
    let fits = |mv: &Move| mv.partial.is_some() == saved.is_partial();
    let same = |mv: &Move| fits(mv) && machine.saved_text(position, mv) == saved.text;
    let whole = |mv: &Move| machine.saved_continuation(mv) == saved.continuation && same(mv);
    moves.iter().position(whole).or_else(|| moves.iter().position(same)).or_else(|| {
        let wanted = machine.read_saved(&saved.text)?;
        moves.iter().position(|mv| fits(mv) && machine.saved_effects(position, mv) == wanted)
    })
}

/// A replayed game as a saved one, as the machine writes it.
pub fn rewritten(game: &SavedGame, replay: &Replay) -> SavedGame {
    SavedGame { moves: replay.played.iter().map(|p| p.saved.clone()).collect(), ..game.clone() }
}
