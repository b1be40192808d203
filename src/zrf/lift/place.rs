//! Where in a rules file a rule of what it lifts to is stated.

use super::super::program::{Goal, Program, Test};
use super::assemble::place;
use super::piece_name;
use crate::rules::Origin;
use crate::source::Span;

/// The place of a rule, by its path in [`crate::rules::Rules`] and its number in the file where it
/// has one; the piece or section, or else the game, where nothing nearer is known.
pub fn place_of(program: &Program, path: &str, origin: Origin) -> Span {
    let mut parts = path.split('.');
    let head = parts.next().unwrap_or_default();
    let word = head.split(['[', ' ']).next().unwrap_or_default();
    let number = origin.0.map(|number| number as usize);
    let goals = |of: &dyn Fn(&Test) -> bool| {
        program.goals.iter().find(|goal: &&Goal| holds(&goal.test, of)).map(|goal| goal.span)
    };
    let found = match word {
        "pieces" => parts.next().and_then(|name| of_piece(program, name, parts.next(), number)),
        "drops" => path.strip_prefix("drops of ").and_then(|name| {
            let piece = program.pieces.iter().find(|piece| piece_name(&piece.name) == name)?;
            piece.drops.first().map(|block| block.span).or(piece.span)
        }),
        "promotions" | "castlings" => number.and_then(|n| program.pieces.get(n)).and_then(|p| p.span),
        "ends" => number.and_then(|n| program.goals.get(n)).map(|goal| goal.span),
        "royals" => goals(&|test| matches!(test, Test::Checkmated(_))),
        "no_moves" if path.contains("checkmate") => goals(&|test| matches!(test, Test::Checkmated(_))),
        "no_moves" => goals(&|test| matches!(test, Test::Stalemated)),
        "claims" => goals(&|test| matches!(test, Test::Repetition)),
        "turn" if path.contains("priorities") => Some(place(program, "move-priorities")),
        "turn" if path.contains("passes") => Some(place(program, "option pass turn")),
        "turn" => Some(place(program, "turn-order")),
        "hands" => Some(place(program, "option recycle captures")),
        "board" => Some(place(program, "board")),
        "start" => Some(place(program, "board-setup")),
        _ => None,
    };
    found.unwrap_or(program.span)
}

fn of_piece(program: &Program, name: &str, field: Option<&str>, number: Option<usize>) -> Option<Span> {
    let piece = program.pieces.iter().find(|piece| piece_name(&piece.name) == name)?;
    let block = number.filter(|_| field.is_some()).and_then(|number| piece.moves.get(number));
    block.map(|block| block.span).or(piece.span)
}

/// Whether a goal asks for this, alone or with others.
fn holds(test: &Test, of: &dyn Fn(&Test) -> bool) -> bool {
    match test {
        Test::And(tests) | Test::Or(tests) => tests.iter().any(|test| holds(test, of)),
        Test::Not(inner) => holds(inner, of),
        test => of(test),
    }
}
