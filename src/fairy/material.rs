//! Insufficient material, as the engine's bindings judge it. It takes no legal move away and
//! ends no game; servers draw by it.

use super::config::{Config, Slot, Value};
use crate::engine::{Oracle, Position};
use crate::rules::{Side, Square, SquareSet};

/// Types that mate alone, with the king's help.
const MAJOR: [&str; 10] =
    ["rook", "queen", "archbishop", "chancellor", "silver", "gold", "commoner", "centaur", "amazon", "bers"];

/// Types that never leave the squares of a colour.
const COLOUR_BOUND: [&str; 5] = ["bishop", "fers", "fersAlfil", "alfil", "elephant"];

/// Whether a side can't win any more, whatever the opponent does.
pub fn is_insufficient(config: &Config, oracle: &Oracle, position: &Position, side: Side) -> bool {
    let men = |side: Side, slot: Slot| -> SquareSet {
        oracle.kind(&slot.key()).map_or(SquareSet::EMPTY, |kind| position.men_of(side, kind.bit()).collect())
    };
    let own = position.men(side);
    let all = own.or(position.men(side.other()));
    let in_hand = position.hands[side.index()].iter().any(|n| *n > 0);
    let flag = *config.flag_piece.of(side);
    let runners = if flag == Slot::ANY { own } else { men(side, flag) };
    let other_ways = config.captures_to_hand
        || in_hand
        || config.extinction_value != Value::None && !config.extinction_pseudo_royal
        || config.n_fold_rule != 0 && config.n_fold_value != Value::Draw
        || !config.flag_region.of(side).and(config.squares()).is_empty() && !runners.is_empty();
    if other_ways {
        return false;
    }
    let has_pawn = config.promotion_pawn_types.of(side).iter().any(|slot| !men(side, slot).is_empty());
    let blasting = config.extinction_pseudo_royal && config.blast_on_capture;
    // Men that can't come near the enemy king count for nothing; nor does a king.
    let idle = |slot: Slot| {
        slot == Slot::KING
            || config.mobility(side, slot).and(config.mobility(side.other(), Slot::KING)).is_empty()
            || blasting && config.extinction_piece_types.contains(slot)
    };
    let named = |slot: Slot, list: &[&str]| list.contains(&slot.key().as_str());
    let mut restricted = men(side, Slot::KING).or(men(side.other(), Slot::KING));
    let mut bound = SquareSet::EMPTY;
    for slot in config.letters.keys().copied() {
        if idle(slot) {
            restricted = restricted.or(men(side, slot));
        } else if named(slot, &MAJOR) || slot.is_custom() {
            let promotes = has_pawn && config.promotion_piece_types.of(side).contains(slot);
            if promotes || !men(side, slot).is_empty() {
                return false;
            }
        } else if named(slot, &COLOUR_BOUND) {
            bound = bound.or(men(side, slot)).or(men(side.other(), slot));
        }
    }
    let unbound = all.without(restricted).without(bound);
    let helps = config.stalemate_value != Value::Draw || config.check_counting || config.makpong_rule;
    let dark = |s: &Square| (s.file() + s.rank()).is_multiple_of(2);
    let both_colours = bound.iter().any(|s| dark(&s)) && bound.iter().any(|s| !dark(&s));
    if !bound.and(own).is_empty() && (both_colours || !unbound.is_empty() || helps) {
        return false;
    }
    if !unbound.and(own).is_empty() && (all.without(restricted).len() >= 2 || helps) {
        return false;
    }
    let custom_king = config.betza.contains_key(&Slot::KING) || config.king_is_wazir;
    let lone_king = config.stalemate_value != Value::Draw && custom_king && !men(side, Slot::KING).is_empty();
    let near = config.mobility(side, Slot::KING).and(config.mobility(side.other(), Slot::KING));
    !lone_king || near.is_empty()
}
