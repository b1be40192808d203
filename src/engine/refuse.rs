//! What the plain generator does not play yet, by the name of the field.

use crate::rules::{Condition, MAX_LEGS, MAX_MARKS, MAX_TYPES, Rules};

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
    for (p, piece) in rules.pieces.iter().enumerate() {
        for (m, rule) in piece.moves.iter().enumerate() {
            let path = format!("pieces[{p}].moves[{m}]");
            if !(1..=MAX_LEGS).contains(&rule.legs.len()) {
                refuse(format!("{path}.legs"), "a move of no legs, or of too many");
            }
            if rule.continues.is_some() {
                refuse(format!("{path}.continues"), "going on with the same piece");
            }
        }
    }
    for (i, end) in rules.ends.iter().enumerate() {
        condition(&format!("ends[{i}].when"), &end.when, &mut refuse);
    }
    found
}

fn conditions(path: &str, list: &[Condition], refuse: &mut dyn FnMut(String, &str)) {
    for (i, inner) in list.iter().enumerate() {
        condition(&format!("{path}[{i}]"), inner, refuse);
    }
}

fn condition(path: &str, condition: &Condition, refuse: &mut dyn FnMut(String, &str)) {
    match condition {
        Condition::Sequence { .. } => refuse(format!("{path}.sequence"), "a pattern anywhere on the board"),
        Condition::Repeated { .. } => {
            refuse(format!("{path}.repeated"), "repetition that ends the game by itself")
        }
        Condition::All(list) => conditions(&format!("{path}.all"), list, refuse),
        Condition::Any(list) => conditions(&format!("{path}.any"), list, refuse),
        Condition::Not(inner) => self::condition(&format!("{path}.not"), inner, refuse),
        _ => {}
    }
}
