//! How a game ends, in words.
//!
//! What may enter: a sentence for each end and claim. The meaning of each is stated where it
//! is defined.

use std::collections::BTreeSet;

use super::{
    Condition, Counting, End, ManPattern, Material, Moment, Outcome, PerSide, Region, Rules, Side, Sides,
    Types,
};

/// The goals of a game: how it is won, lost and drawn.
pub fn goals(rules: &Rules) -> Vec<String> {
    let mut list: Vec<String> = rules.ends.iter().map(|end| sentence(rules, end)).collect();
    let no_moves = &rules.no_moves;
    let royal = !rules.royals.is_empty();
    if royal {
        list.extend(stuck("checkmate", no_moves.checkmate));
    }
    if no_moves.no_mate_by_drop_of != Types::none() {
        list.push(format!("checkmate by dropping {} loses", kinds(&no_moves.no_mate_by_drop_of)));
    }
    if no_moves.no_mate_by != Types::none() {
        list.push(format!("checkmate by {} alone loses", kinds(&no_moves.no_mate_by)));
    }
    if no_moves.mate_needs_check_by != Types::Any {
        let men = kinds(&no_moves.mate_needs_check_by);
        list.push(format!("checkmate is a draw unless {men} gave check in the series of checks before"));
    }
    if no_moves.stalemate_by_count {
        list.push("stalemate: the side with more pieces wins".to_owned());
    } else {
        list.extend(stuck(if royal { "stalemate" } else { "having no move" }, no_moves.stalemate));
    }
    let claims = &rules.claims;
    if let Some(limit) = &claims.move_limit
        && limit.moves > 0
    {
        list.push(format!("claim: a draw after {} moves without progress", limit.moves));
    }
    if let Some(repetition) = &claims.repetition {
        let whose = if repetition.from_white { "White" } else { "the side to move" };
        let result = outcome(repetition.result);
        let mut text = match repetition.result {
            Outcome::Draw => format!("claim: a draw by occurrence {} of a position", repetition.times),
            _ => format!("claim: {whose} {result} by occurrence {} of a position", repetition.times),
        };
        let loses = [
            (repetition.perpetual_check_loses, "perpetual check"),
            (repetition.perpetual_chase_loses, "perpetual chase"),
            (repetition.to_and_fro_loses, "moving to and fro"),
        ];
        let loses: Vec<&str> = loses.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        if !loses.is_empty() {
            text.push_str(&format!("; {} loses", loses.join(", ")));
        }
        list.push(text);
    }
    let counting = match claims.counting {
        Counting::None => None,
        Counting::Makruk => Some("Makruk"),
        Counting::Cambodian => Some("Cambodia"),
        Counting::Asean => Some("the ASEAN rules"),
    };
    list.extend(counting.map(|whose| format!("claim: a draw by the counting of {whose}")));
    if claims.draws_by != Material::None {
        list.push("what would be a draw is decided by counting pieces".to_owned());
    }
    list
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "wins",
        Outcome::Loss => "loses",
        Outcome::Draw => "draws",
        Outcome::MoreMen => "ends the game, most pieces win",
        Outcome::Material => "ends the game, which is decided by counting pieces",
    }
}

fn stuck(what: &str, results: PerSide<Outcome>) -> Vec<String> {
    if results.white == results.black {
        return vec![format!("{what}: the side to move {}", outcome(results.white))];
    }
    let of = |side: Side, name: &str| format!("{what}: {name} {}", outcome(*results.of(side)));
    vec![of(Side::White, "White"), of(Side::Black, "Black")]
}

fn sentence(rules: &Rules, end: &End) -> String {
    let whose = match end.sides {
        Sides::Both => "a side",
        Sides::White => "White",
        Sides::Black => "Black",
    };
    let moment = match end.moment {
        Moment::Any => "",
        Moment::Moved => ", when it has moved",
        Moment::ToMove => ", when it is to move",
    };
    format!("{whose} {}: {}{moment}", outcome(end.result), condition(rules, &end.when))
}

fn men(patterns: &BTreeSet<ManPattern>) -> String {
    let list: Vec<String> = patterns.iter().map(ToString::to_string).collect();
    list.join(" or ")
}

fn kinds(types: &Types) -> String {
    match types {
        Types::Any => "own pieces".to_owned(),
        Types::Only(names) => names.iter().cloned().collect::<Vec<_>>().join(" or "),
    }
}

/// The squares, for each side where they differ.
fn squares(rules: &Rules, region: &Region) -> String {
    let (white, black) = (region.of(Side::White, &rules.board), region.of(Side::Black, &rules.board));
    let text = |set: super::SquareSet| if set.is_empty() { "no square".to_owned() } else { set.to_string() };
    match (white == rules.board.squares(), white == black) {
        (true, true) => "the board".to_owned(),
        (_, true) => text(white),
        _ => format!("{} (White), {} (Black)", text(white), text(black)),
    }
}

fn condition(rules: &Rules, when: &Condition) -> String {
    let join = |list: &[Condition], word: &str| {
        let parts: Vec<String> = list.iter().map(|part| condition(rules, part)).collect();
        format!("({})", parts.join(word))
    };
    match when {
        Condition::Count { men: which, region, with_hand, at_least, at_most } => {
            let number = match at_most {
                None => format!("at least {at_least}"),
                Some(most) if *at_least == 0 => format!("at most {most}"),
                Some(most) if most == at_least => format!("exactly {most}"),
                Some(most) => format!("{at_least} to {most}"),
            };
            let hand = if *with_hand { ", with those in hand" } else { "" };
            format!("{number} of {} on {}{hand}", men(which), squares(rules, region))
        }
        Condition::Captured { men: which } => format!("the last move captured {}", men(which)),
        Condition::Safe { men: which, region } => {
            format!("{} on {} not attacked", men(which), squares(rules, region))
        }
        Condition::Full { region } => format!("{} full", squares(rules, region)),
        Condition::CanReach { men: which, region } => {
            format!("a move of {} to {}", men(which), squares(rules, region))
        }
        Condition::InCheck => "the side to move in check".to_owned(),
        Condition::ChecksGiven { number } => format!("{number} checks given"),
        Condition::Castled { letters } => format!("castled {letters}"),
        Condition::NoRight { letters } => format!("no castling right {letters}, used or left"),
        Condition::Row { length, types, gaps, .. } => {
            let gaps = if *gaps { ", gaps allowed" } else { "" };
            format!("{length} of {} in a row{gaps}", kinds(types))
        }
        Condition::Block { extent, types } => format!("{} fill {extent} by {extent} squares", kinds(types)),
        Condition::Chain { types, from, to, .. } => {
            format!("a chain of {} from {} to {}", kinds(types), squares(rules, from), squares(rules, to))
        }
        Condition::Pattern { squares } => {
            let names: Vec<String> = squares.keys().map(ToString::to_string).collect();
            format!("a pattern on {}", names.join(" "))
        }
        Condition::Sequence { contents, .. } => format!("{} contents that follow each other", contents.len()),
        Condition::Facing { types, .. } => format!("{} face each other for a turn", kinds(types)),
        Condition::Passes => "both sides have passed".to_owned(),
        Condition::Repeated { times } => format!("occurrence {times} of the position"),
        Condition::All(list) => join(list, " and "),
        Condition::Any(list) => join(list, " or "),
        Condition::Not(inner) => format!("not {}", condition(rules, inner)),
    }
}
