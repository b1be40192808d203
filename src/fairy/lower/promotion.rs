//! Promotion in all its forms.

use std::collections::{BTreeMap, BTreeSet};

use super::super::config::{Config, Slot, SlotSet};
use super::{for_each_side, region, types};
use crate::betza::read_as_engine;
use crate::rules::{
    At, Duty, Guard, ManPattern, Occasion, PerSide, Place, Promotion, Region, Reverts, Side, Sides, Square,
    SquareSet, Trigger, Types, Whose,
};

/// Every promotion that a section states.
pub(super) fn promotions(config: &Config) -> Vec<Promotion> {
    let mut list = for_each_side(|side| like_pawns(config, side), set_sides);

    if config.sittuyin_promotion {
        list.extend(for_each_side(|side| in_place(config, side, Trigger::InPlace), set_sides));
        list.extend(for_each_side(|side| in_place(config, side, Trigger::AsNewType), set_sides));
    }
    list.extend(config.letters.keys().filter_map(|slot| like_shogi(config, *slot)));
    if config.immobility_illegal {
        list.extend(config.letters.keys().filter_map(|slot| must_where_dead(config, *slot)));
    }
    // The engine makes no promotion of a capture in passing.
    list.iter_mut().for_each(|promotion| promotion.not_en_passant = true);
    list
}

fn set_sides(promotion: &mut Promotion, sides: Sides) {
    promotion.sides = sides;
}

fn zone(config: &Config) -> Region {
    region(config, &config.promotion_region)
}

fn names(config: &Config, set: SlotSet) -> BTreeSet<String> {
    types(config, set).names().cloned().collect()
}

fn limits(config: &Config, into: &BTreeSet<String>) -> BTreeMap<String, u16> {
    let limit = |(slot, most): (&Slot, &i32)| {
        let most = u16::try_from(*most).ok().filter(|most| *most > 0)?;
        into.contains(&slot.key()).then(|| (slot.key(), most))
    };
    config.promotion_limit.iter().filter_map(limit).collect()
}

/// What a promoted pawn remembers.
fn pawn_again(config: &Config, side: Side) -> Reverts {
    let pawn = *config.main_promotion_pawn.of(side);
    if config.letters.contains_key(&pawn) { Reverts::To(pawn.key()) } else { Reverts::Never }
}

/// Promotion on arriving in the zone, with a choice of types. The built-in pawn always
/// promotes so, named or not.
fn like_pawns(config: &Config, side: Side) -> Option<Promotion> {
    let mut pawns = *config.promotion_pawn_types.of(side);
    pawns.remove(Slot::KING);
    if config.sittuyin_promotion {
        pawns.remove(Slot::PAWN);
    } else {
        pawns.insert(Slot::PAWN);
    }
    let pawns = types(config, pawns);
    if pawns == Types::none() || config.promotion_region.of(side).and(config.squares()).is_empty() {
        return None;
    }
    let into = names(config, *config.promotion_piece_types.of(side));
    Some(Promotion {
        fewer_than: limits(config, &into),
        duty: if config.mandatory_pawn_promotion { Duty::Always } else { Duty::Never },
        reverts: pawn_again(config, side),
        ..Promotion::new(pawns, zone(config), into)
    })
}

/// Promotion of a pawn as a turn of its own: where it stands, or on an empty square that
/// the new man could capture on; it may attack nobody from there.
fn in_place(config: &Config, side: Side, trigger: Trigger) -> Option<Promotion> {
    let pawns = types(config, SlotSet::of(Slot::PAWN));
    let into = names(config, *config.promotion_piece_types.of(side));
    if pawns == Types::none() || into.is_empty() {
        return None;
    }
    let alone = Guard::Count {
        men: BTreeSet::from([ManPattern::of(Whose::Own, "pawn")]),
        place: Place::Board,
        at_least: 0,
        at_most: Some(1),
    };
    let inside = Guard::Within { at: At::From(0, 0), region: zone(config) };
    let harmless = Guard::Attacks { men: BTreeSet::from([ManPattern::any(Whose::Enemy)]) };
    Some(Promotion {
        trigger,
        when: vec![Guard::Any(vec![alone, inside]), Guard::Not(Box::new(harmless))],
        fewer_than: limits(config, &into),
        duty: Duty::Never,
        reverts: pawn_again(config, side),
        without_check: true,
        ..Promotion::new(pawns, Region::All, into)
    })
}

/// Promotion of a type to its promoted form, and back.
fn like_shogi(config: &Config, slot: Slot) -> Option<Promotion> {
    let has = |slot: &&Slot| config.letters.contains_key(*slot);
    let into = config.promoted_piece_type.get(&slot).filter(has);
    let is_form = config.promoted_piece_type.iter().any(|(from, to)| *to == slot && has(&from));
    let back = config.piece_demotion && is_form && slot != Slot::PAWN;
    // Where pawns promote in their own way they don't do so in passing by.
    let elsewhere = slot == Slot::PAWN && config.sittuyin_promotion;
    if slot == Slot::KING || elsewhere || into.is_none() && !back {
        return None;
    }
    let into: BTreeSet<String> = into.iter().map(|slot| slot.key()).collect();
    let occasion = if config.piece_promotion_on_capture { Occasion::Capture } else { Occasion::Any };
    let promotion = Promotion::new(Types::only([slot.key()]), zone(config), into.clone());
    if slot == Slot::PAWN {
        return Some(Promotion { occasion, duty: Duty::Never, reverts: Reverts::ToOrigin, ..promotion });
    }
    Some(Promotion {
        trigger: Trigger::Touch,
        occasion,
        without_gate: config.gating && config.seirawan_gating,
        fewer_than: limits(config, &into),
        or_demote: config.piece_demotion,
        duty: if config.mandatory_piece_promotion { Duty::IfPossible } else { Duty::Never },
        reverts: Reverts::ToOrigin,
        ..promotion
    })
}

/// The squares from which men of a type could never move again, for each side: they could
/// go to no square, were the board empty.
pub(super) fn dead_squares(config: &Config, slot: Slot) -> PerSide<SquareSet> {
    let text = if slot == Slot::KING { slot.betza() } else { config.betza_of(slot) };
    let (movement, _) = read_as_engine(text);
    let reach = movement.quiet.reach(config.max_file.max(config.max_rank));
    let board = config.squares();
    let dead = |side: Side| {
        let sign = if side == Side::White { 1 } else { -1 };
        let moves = |from: &Square| {
            let to = |(dx, dy): &(i8, i8)| from.offset(i32::from(*dx) * sign, i32::from(*dy) * sign);
            reach.iter().filter_map(to).any(|s| board.contains(s))
        };
        board.iter().filter(|from| !moves(from)).collect::<SquareSet>()
    };
    PerSide { white: dead(Side::White), black: dead(Side::Black) }
}

/// On squares from which it could never move a man can only promote.
fn must_where_dead(config: &Config, slot: Slot) -> Option<Promotion> {
    let dead = dead_squares(config, slot);
    if dead.white.or(dead.black).is_empty() {
        return None;
    }
    let none: [&str; 0] = [];
    Some(Promotion::new(Types::only([slot.key()]), Region::per_side(dead.white, dead.black), none))
}
