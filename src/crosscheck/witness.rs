//! Positions in which a move rule matters: what is lost where a target can't hold it.

use super::walk::Dice;
use crate::engine::{Move, Oracle};
use crate::notation::fen;
use crate::notation::uci::{self, CastlingStyle};
use crate::rules::{Rules, Witness};

/// For so many moves positions are looked for, each with a generator of its own.
const MOST: usize = 12;
/// In games with more move rules than this a generator takes too long to make.
const LARGE: usize = 1000;
/// How many random games are played in search of such positions, and how long they are.
const GAMES: u64 = 200;
const PLIES: usize = 60;
/// So many moves are listed in all: on large boards the search ends sooner.
const LISTED: usize = 1_500_000;

/// For each of these move rules, by type and number, a position of a game in which the
/// legal moves are others without it, with those that are missing then as the note.
///
/// The positions come from random games, the same in every run; `None` where no game came
/// to one, the generator can't play the rules, or there are too many of them.
pub fn of_lost_moves(rules: &Rules, lost: &[(&str, usize)]) -> Vec<Option<Witness>> {
    let mut found = vec![None; lost.len()];
    if lost.is_empty() || rules.pieces.iter().map(|piece| piece.moves.len()).sum::<usize>() > LARGE {
        return found;
    }
    let Ok(whole) = Oracle::new(rules) else { return found };
    let without: Vec<Option<Oracle>> =
        lost.iter().take(MOST).map(|(kind, number)| less(rules, kind, *number)).collect();
    let style = CastlingStyle::of(&whole);
    let mut listed = 0;
    for game in 0..GAMES {
        let mut dice = Dice(game);
        let mut position = whole.start();
        for _ in 0..PLIES {
            if found.iter().zip(&without).all(|(found, without)| found.is_some() || without.is_none()) {
                return found;
            }
            let moves = whole.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let open =
                found.iter().zip(&without).filter(|(found, without)| found.is_none() && without.is_some());
            listed += moves.len() * (1 + open.count());
            if listed > LISTED {
                return found;
            }
            let texts = |oracle: &Oracle, moves: &[Move]| uci::write_all(oracle, &position, moves, style);
            for (slot, oracle) in found.iter_mut().zip(&without) {
                let Some(oracle) = oracle.as_ref().filter(|_| slot.is_none()) else { continue };
                let left = oracle.legal_moves(&position);
                if left.len() == moves.len() {
                    continue;
                }
                let left = texts(oracle, &left);
                let mut missing = texts(&whole, &moves);
                missing.retain(|text| !left.contains(text));
                *slot = Some(Witness { position: fen::write(&whole, &position), note: missing.join(" ") });
            }
            position = whole.make(&position, &moves[dice.below(moves.len())]);
        }
    }
    found
}

/// The rules without one of the moves of a type.
fn less(rules: &Rules, kind: &str, number: usize) -> Option<Oracle> {
    let mut rules = rules.clone();
    let piece = rules.pieces.iter_mut().find(|piece| piece.name == kind)?;
    if number >= piece.moves.len() {
        return None;
    }
    piece.moves.remove(number);
    Oracle::new(&rules).ok()
}
