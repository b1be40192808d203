//! A program's rules in words, for people.

use super::program::{
    Link, MaximalCaptures, Occupant, OccupantOwner, PassTurn, PieceId, Program, Target, Test, Verdict,
};

/// The turn items, with the place where the order repeats.
pub fn turn_order(program: &Program) -> Vec<String> {
    let player = |id: u8| program.players[id as usize].name.as_str();
    let mut out = Vec::new();
    for (index, turn) in program.turns.iter().enumerate() {
        let mut text = player(turn.player).to_owned();
        if turn.mover != turn.player {
            text.push_str(&format!(" moves {}", player(turn.mover)));
        }
        if let Some(kind) = turn.move_type {
            text.push_str(&format!(" ({} only)", program.move_types[kind as usize]));
        }
        if index == program.repeat && index > 0 {
            text.push_str(" (from here again)");
        }
        out.push(text);
    }
    out
}

/// Each goal as a sentence.
pub fn goals(program: &Program) -> Vec<String> {
    program
        .goals
        .iter()
        .map(|goal| {
            let players: Vec<&str> =
                goal.players.iter().map(|p| program.players[*p as usize].name.as_str()).collect();
            let verdict = match goal.verdict {
                Verdict::Win => "wins",
                Verdict::Loss => "loses",
                Verdict::Draw => "draws",
                Verdict::Count => "ends the game, most pieces win",
            };
            format!("{} {verdict}: {}", players.join(" or "), test(program, &goal.test))
        })
        .collect()
}

fn piece(program: &Program, id: PieceId) -> &str {
    &program.pieces[id as usize].name
}

fn types(program: &Program, ids: &[PieceId]) -> String {
    ids.iter().map(|id| piece(program, *id)).collect::<Vec<_>>().join(" or ")
}

fn test(program: &Program, test_of: &Test) -> String {
    let join = |tests: &[Test], word: &str| {
        let parts: Vec<String> = tests.iter().map(|t| test(program, t)).collect();
        format!("({})", parts.join(word))
    };
    match test_of {
        Test::Stalemated => "stalemated".to_owned(),
        Test::Checkmated(ids) => format!("{} checkmated", types(program, ids)),
        Test::Captured(ids) => format!("{} captured", types(program, ids)),
        Test::Repetition => "position repeated for the third time".to_owned(),
        Test::PiecesRemaining(n, None) => format!("exactly {n} pieces left"),
        Test::PiecesRemaining(n, Some(id)) => format!("exactly {n} {} left", piece(program, *id)),
        Test::TotalPieceCount(n, None) => format!("exactly {n} pieces on the board in all"),
        Test::TotalPieceCount(n, Some(id)) => {
            format!("exactly {n} {} on the board in all", piece(program, *id))
        }
        Test::AbsoluteConfig(occupants, targets) => {
            let targets: Vec<&str> = targets
                .iter()
                .map(|t| match t {
                    Target::Square(s) => program.board.squares[*s as usize].as_str(),
                    Target::Zone(z) => program.board.zones[*z as usize].name.as_str(),
                })
                .collect();
            let occupants: Vec<String> = occupants.iter().map(|o| occupant(program, o)).collect();
            format!("{} on {}", occupants.join(" or "), targets.join(" and "))
        }
        Test::RelativeConfig(chain) => {
            let chain: Vec<String> = chain
                .iter()
                .map(|link| match link {
                    Link::Occupant(o) => occupant(program, o),
                    Link::Step(d) => program.board.directions[*d as usize].clone(),
                })
                .collect();
            format!("the pattern {}", chain.join(" "))
        }
        Test::And(tests) => join(tests, " and "),
        Test::Or(tests) => join(tests, " or "),
        Test::Not(inner) => format!("not {}", test(program, inner)),
    }
}

fn occupant(program: &Program, occupant: &Occupant) -> String {
    let owner = match occupant.owner {
        OccupantOwner::Own => "",
        OccupantOwner::Opponent => "enemy ",
        OccupantOwner::Any => "any ",
    };
    let not = if occupant.negated { "no " } else { "" };
    format!("{not}{owner}{}", piece(program, occupant.piece))
}

/// The options in force that differ from their defaults.
pub fn options(program: &Program) -> Vec<String> {
    let options = &program.options;
    let mut out = Vec::new();
    match options.pass_turn {
        PassTurn::Never => {}
        PassTurn::Always => out.push("a turn may be passed".to_owned()),
        PassTurn::Forced => out.push("a player without moves passes".to_owned()),
    }
    match options.maximal_captures {
        MaximalCaptures::No => {}
        MaximalCaptures::Longest => out.push("the longest chains only".to_owned()),
        MaximalCaptures::Weighted => out.push("the longest and weightiest chains only".to_owned()),
    }
    let flags = [
        (options.pass_partial, "a chain may be stopped"),
        (options.recycle_captures, "captured pieces go to their owner's reserve"),
        (options.recycle_promotions, "promotion takes from the reserve"),
        (options.include_off_pieces, "pieces off the board count"),
    ];
    out.extend(flags.iter().filter(|(on, _)| *on).map(|(_, text)| (*text).to_owned()));
    out
}
