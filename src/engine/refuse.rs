//! What the plain generator does not play yet, by the name of the field.

use crate::rules::{Condition, Guard, MAX_LEGS, MAX_MARKS, MAX_TYPES, Outcome, Rules, Trigger, Types};

/// A field that states something that can't be played yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {what} can't be played yet")]
pub struct Unplayed {
    /// The field's path, as in `promotions[2].trigger`.
    pub field: String,
    /// What it states.
    pub what: String,
}

/// Everything in the rules that can't be played yet.
pub(super) fn unplayed(rules: &Rules) -> Vec<Unplayed> {
    let mut found = Vec::new();
    let mut refuse = |field: String, what: &str| found.push(Unplayed { field, what: what.to_owned() });

    if !rules.board.is_sane() {
        refuse("board".into(), "a board that is not 1 to 16 files and ranks");
        return found;
    }
    if rules.pieces.len() > MAX_TYPES {
        refuse("pieces".into(), "more types than there may be");
    }
    if rules.marks.len() > MAX_MARKS {
        refuse("marks".into(), "more marks than there may be");
    }
    if !rules.turn.order.is_empty() {
        refuse("turn.order".into(), "an order of turns other than by turns");
    }
    if rules.check.facing.is_some() {
        refuse("check.facing".into(), "men that must part");
    }
    if rules.walls.is_some() {
        refuse("walls".into(), "putting walls");
    }
    if !rules.gates.is_empty() {
        refuse("gates".into(), "filling a vacated square");
    }
    if !rules.aftermath.is_empty() {
        refuse("aftermath".into(), "what follows a move on other squares");
    }
    for (i, royal) in rules.royals.iter().enumerate() {
        if royal.unannounced {
            refuse(format!("royals[{i}].unannounced"), "check that is not seen as check");
        }
    }
    for (i, mark) in rules.marks.iter().enumerate() {
        if mark.lost_when_aimed_at.is_some() {
            refuse(format!("marks[{i}].lost_when_aimed_at"), "a mark that is lost by being aimed at");
        }
        if mark.needs_hand {
            refuse(format!("marks[{i}].needs_hand"), "a mark that depends on the hand");
        }
    }
    for (p, piece) in rules.pieces.iter().enumerate() {
        for (m, rule) in piece.moves.iter().enumerate() {
            let path = format!("pieces[{p}].moves[{m}]");
            if !(1..=MAX_LEGS).contains(&rule.legs.len()) {
                refuse(format!("{path}.legs"), "a move of no legs, or of too many");
            }
            if rule.continues.is_some() {
                refuse(format!("{path}.continues"), "going on with the same man");
            }
            guards(&format!("{path}.when"), &rule.when, &mut refuse);
        }
    }
    for (i, promotion) in rules.promotions.iter().enumerate() {
        let path = format!("promotions[{i}]");
        if matches!(promotion.trigger, Trigger::InPlace | Trigger::AsNewType) {
            refuse(format!("{path}.trigger"), "a promotion that is a turn of its own");
        }
        guards(&format!("{path}.when"), &promotion.when, &mut refuse);
    }
    for (i, castling) in rules.castlings.iter().enumerate() {
        if castling.right_by_drop {
            refuse(format!("castlings[{i}].right_by_drop"), "a castling right gained by a drop");
        }
        guards(&format!("castlings[{i}].when"), &castling.when, &mut refuse);
    }
    for (i, drop) in rules.drops.iter().enumerate() {
        guards(&format!("drops[{i}].when"), &drop.when, &mut refuse);
    }
    for (i, end) in rules.ends.iter().enumerate() {
        condition(&format!("ends[{i}].when"), &end.when, &mut refuse);
        if end.result == Outcome::Material {
            refuse(format!("ends[{i}].result"), "counting up material");
        }
    }
    let no_moves = &rules.no_moves;
    for (field, outcomes) in [("checkmate", &no_moves.checkmate), ("stalemate", &no_moves.stalemate)] {
        if [outcomes.white, outcomes.black].contains(&Outcome::Material) {
            refuse(format!("no_moves.{field}"), "counting up material");
        }
    }
    for (field, types, usual) in [
        ("no_mate_by", &no_moves.no_mate_by, Types::none()),
        ("mate_needs_check_by", &no_moves.mate_needs_check_by, Types::Any),
    ] {
        if *types != usual {
            refuse(format!("no_moves.{field}"), "a checkmate that depends on who gives it");
        }
    }
    found
}

fn guards(path: &str, list: &[Guard], refuse: &mut dyn FnMut(String, &str)) {
    for (i, guard) in list.iter().enumerate() {
        self::guard(&format!("{path}[{i}]"), guard, refuse);
    }
}

fn guard(path: &str, guard: &Guard, refuse: &mut dyn FnMut(String, &str)) {
    match guard {
        Guard::Attacks { .. } => {
            refuse(format!("{path}.attacks"), "asking what a man attacks from its new square")
        }
        Guard::Encloses { .. } => refuse(format!("{path}.encloses"), "enclosing enemy men"),
        Guard::SlidIn => refuse(format!("{path}.slid-in"), "sliding in from the rim"),
        Guard::ColoursEven { .. } => refuse(format!("{path}.colours-even"), "an even split by square colour"),
        Guard::All(list) => guards(&format!("{path}.all"), list, refuse),
        Guard::Any(list) => guards(&format!("{path}.any"), list, refuse),
        Guard::Not(inner) => self::guard(&format!("{path}.not"), inner, refuse),
        _ => {}
    }
}

fn conditions(path: &str, list: &[Condition], refuse: &mut dyn FnMut(String, &str)) {
    for (i, inner) in list.iter().enumerate() {
        condition(&format!("{path}[{i}]"), inner, refuse);
    }
}

fn condition(path: &str, condition: &Condition, refuse: &mut dyn FnMut(String, &str)) {
    match condition {
        Condition::Chain { .. } => refuse(format!("{path}.chain"), "a chain between regions"),
        Condition::Sequence { .. } => refuse(format!("{path}.sequence"), "a pattern anywhere on the board"),
        Condition::Facing { .. } => {
            refuse(format!("{path}.facing"), "men that face each other for two turns")
        }
        Condition::Repeated { .. } => {
            refuse(format!("{path}.repeated"), "repetition that ends the game by itself")
        }
        Condition::All(list) => conditions(&format!("{path}.all"), list, refuse),
        Condition::Any(list) => conditions(&format!("{path}.any"), list, refuse),
        Condition::Not(inner) => self::condition(&format!("{path}.not"), inner, refuse),
        _ => {}
    }
}
