//! Goals that a user supplies: `checkmate:King`, `capture:King`, `race:King:a8-h8`, `bare`,
//! `stalemate:loss`.

use super::Failure;
use crate::rules::{self, SquareSet};
use crate::source::Span;
use crate::zrf::machine::Machine;
use crate::zrf::program::{
    Goal, Occupant, OccupantOwner, PieceId, PlayerId, Program, Target, Test, Verdict, Zone,
};

/// The forms of a goal, for messages.
const FORMS: &str = "checkmate:TYPE, capture:TYPE, race:TYPE:REGION, bare, stalemate:win|loss|draw";

/// Gives a game these goals, for both players.
pub(super) fn supply(program: &mut Program, goals: &[String], replace: bool) -> Result<(), Failure> {
    if replace {
        program.goals.clear();
    } else if !program.goals.is_empty() {
        return Err(Failure(
            "--goal: the file states goals; --replace-goals puts these in their place".into(),
        ));
    }
    for text in goals {
        let (verdict, test) = read(program, text)?;
        let players = Machine::new(program).sides().into_iter().flatten().collect();
        let span: Span = program.span;
        program.goals.push(Goal { verdict, players, test, span });
    }
    Ok(())
}

fn read(program: &mut Program, text: &str) -> Result<(Verdict, Test), Failure> {
    let parts: Vec<&str> = text.split(':').collect();
    Ok(match parts[..] {
        ["checkmate", kind] => (Verdict::Loss, Test::Checkmated(vec![piece(program, kind)?])),
        ["capture", kind] => (Verdict::Loss, Test::Captured(vec![piece(program, kind)?])),
        ["race", kind, place] => {
            let occupant =
                Occupant { owner: OccupantOwner::Own, negated: false, piece: piece(program, kind)? };
            let zone = zone(program, place)?;
            (Verdict::Win, Test::AbsoluteConfig(vec![occupant], vec![Target::Zone(zone)]))
        }
        ["bare"] => (Verdict::Loss, Test::PiecesRemaining(1, None)),
        ["stalemate", "win"] => (Verdict::Win, Test::Stalemated),
        ["stalemate", "loss"] => (Verdict::Loss, Test::Stalemated),
        ["stalemate", "draw"] => (Verdict::Draw, Test::Stalemated),
        _ => return Err(Failure(format!("--goal: `{text}` is no goal; there are {FORMS}"))),
    })
}

/// A type by its name or letter.
fn piece(program: &Program, word: &str) -> Result<PieceId, Failure> {
    let machine = Machine::new(program);
    let of_letter = || {
        let mut letters = word.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?.to_ascii_lowercase();
        (0..program.pieces.len() as PieceId).find(|p| machine.letter(*p) == Some(letter))
    };
    program.piece(word).or_else(of_letter).ok_or_else(|| {
        let names = program.pieces.iter().map(|p| p.name.as_str());
        let hint = crate::diagnostic::did_you_mean(word, names).map(|h| format!("; {h}")).unwrap_or_default();
        Failure(format!("--goal: there is no piece `{word}`{hint}"))
    })
}

/// A zone of the file, or one of these squares as White sees them, mirrored for Black.
fn zone(program: &mut Program, word: &str) -> Result<u16, Failure> {
    if let Some(number) = program.board.zones.iter().position(|zone| zone.name == word) {
        return Ok(number as u16);
    }
    let squares: SquareSet = word.replace(',', " ").parse().map_err(|e| {
        Failure(format!("--goal: `{word}` is no zone of the file and no squares (as in a8-h8): {e}"))
    })?;
    let machine = Machine::new(program);
    let Some(ranks) = machine.ranks() else {
        return Err(Failure("--goal: squares can be named on boards with files and ranks only".into()));
    };
    let words = program.board.squares.len().div_ceil(64);
    let mut sets = vec![vec![0u64; words]; program.players.len()];
    let [white, black] = machine.sides();
    let mut put = |player: Option<PlayerId>, square: u16| {
        if let Some(player) = player {
            sets[usize::from(player)][usize::from(square) / 64] |= 1 << (square % 64);
        }
    };
    for (rank, row) in ranks.iter().rev().enumerate() {
        for (file, square) in row.iter().enumerate() {
            let here = |rank: usize| {
                rank < 16 && file < 16 && squares.contains(rules::Square((rank * 16 + file) as u8))
            };
            if here(rank) {
                put(white, *square);
            }
            if here(ranks.len() - 1 - rank) {
                put(black, *square);
            }
        }
    }
    if sets.iter().flatten().all(|word| *word == 0) {
        return Err(Failure(format!("--goal: no square of `{word}` is on the board")));
    }
    program.board.zones.push(Zone { name: word.to_owned(), squares: sets });
    Ok((program.board.zones.len() - 1) as u16)
}
