//! Which kind of loss it is that a rule could not be carried.
//!
//! What may enter: from the name of a rule in an [`Item`] to a code of the table of losses
//! ([`codes::LOSSES`]). So whoever finds a loss states the rule and the reason; code and way
//! out can't be forgotten.

use super::fidelity::{Fidelity, Item};
use crate::diagnostic::{Code, codes};

/// On which part of the way something was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// From a Zillions rules file to rules.
    Lift,
    /// From rules, or settings, to a section for the engine.
    Section,
}

/// Gives a loss its code and its way out where it has none. What is exact is left as it is.
pub fn complete(item: &mut Item, stage: Stage) {
    if item.fidelity == Fidelity::Exact {
        return;
    }
    let code = *item.code.get_or_insert_with(|| match stage {
        Stage::Lift => of_lift(&item.rule),
        Stage::Section => of_section(&item.rule),
    });
    if item.remedy.is_none() {
        item.remedy = Some(code.info().instead.to_owned());
    }
}

fn of_lift(rule: &str) -> Code {
    // Blocks and promotions are called by their piece, whose name may be anything.
    if rule.contains(" moves, block ") {
        return codes::LIFT_MOVE;
    }
    if rule.contains(" drops, block ") {
        return codes::LIFT_DROP;
    }
    if rule.ends_with(" promotions") {
        return codes::LIFT_PROMOTION;
    }
    match rule.split(' ').next().unwrap_or_default() {
        "engine" => codes::LIFT_ENGINE,
        "players" => codes::LIFT_PLAYERS,
        "turn-order" => codes::LIFT_TURN_ORDER,
        "board" => codes::LIFT_BOARD,
        "piece" | "pieces" => codes::LIFT_PIECES,
        "board-setup" => codes::LIFT_SETUP,
        "moves" => codes::LIFT_MOVE,
        "drops" => codes::LIFT_DROP,
        "promotions" => codes::LIFT_PROMOTION,
        "goal" | "goals" => codes::LIFT_GOAL,
        "repetition" => codes::LIFT_REPETITION,
        "royal" | "royals" => codes::LIFT_ROYAL,
        "option" => codes::LIFT_OPTION,
        "move-priorities" => codes::LIFT_PRIORITY,
        "attribute" | "attributes" => codes::LIFT_ATTRIBUTE,
        "castling" | "castlings" => codes::LIFT_CASTLING,
        "en" => codes::LIFT_EN_PASSANT,
        "limit" | "limits" => codes::LIFT_LIMIT,
        "readings" => codes::LIFT_READINGS,
        _ => codes::LIFT_RULE,
    }
}

fn of_section(rule: &str) -> Code {
    let mut parts = rule.split('.');
    let head = parts.next().unwrap_or_default();
    let word = head.split(['[', ' ']).next().unwrap_or_default();
    let tail = rule.rsplit('.').next().unwrap_or_default();
    match word {
        "board" if rule == "board" => codes::SECTION_BOARD,
        "board" => codes::SECTION_HOLES,
        "pieces" if rule == "pieces" => codes::SECTION_PIECES,
        "pieces" if tail.starts_with("moves[") => codes::SECTION_MOVE,
        "pieces" => codes::SECTION_PIECE,
        "royals" => codes::SECTION_ROYAL,
        "promotions" => codes::SECTION_PROMOTION,
        "castlings" => codes::SECTION_CASTLING,
        "en_passant" => codes::SECTION_EN_PASSANT,
        "drops" => codes::SECTION_DROP,
        "hands" => codes::SECTION_HAND,
        "turn" if tail == "priorities" => codes::SECTION_PRIORITY,
        "turn" => codes::SECTION_TURN,
        "check" => codes::SECTION_CHECK,
        "ends" => codes::SECTION_END,
        "no_moves" => codes::SECTION_RESULT,
        "claims" => codes::SECTION_CLAIM,
        "walls" => codes::SECTION_WALL,
        "gates" => codes::SECTION_GATE,
        "aftermath" => codes::SECTION_AFTERMATH,
        "key" => codes::SECTION_RELEASE,
        _ => codes::SECTION_RULE,
    }
}
