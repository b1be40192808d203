//! Hands, drops and gates.

use std::collections::BTreeSet;

use super::super::config::{Config, EnclosingRule, Slot, SlotSet, rank_squares};
use super::promotion::dead_squares;
use super::{GATE, queen_steps, region, relative_rank, rook_steps};
use crate::rules::{
    At, Captured, Content, Drop, Gate, Guard, ManPattern, PerSide, Place, Region, Rules, Side, Sides, Source,
    SquareSet, Types, Whose,
};

/// What becomes of captured men, and how hands are written.
pub(super) fn hands(config: &Config, rules: &mut Rules) {
    let hands = &mut rules.hands;
    if config.captures_to_hand {
        hands.captured = Captured::ToCapturer;
    }
    hands.keep_promoted = config.drop_loop;
    if config.free_drops {
        hands.endless = Types::Any;
    }
    hands.fed_from_outside = config.two_boards;
    hands.slots = config.pocket_size.clamp(0, 255) as u8;
    hands.order = config.letters.keys().rev().map(|slot| slot.key()).collect();
}

/// Where men of a type may be dropped.
fn zone(config: &Config, slot: Slot) -> PerSide<SquareSet> {
    let of = |side: Side| {
        let mut squares = config.drop_region.of(side).and(config.mobility(side, slot));
        if slot == Slot::PAWN {
            if !config.promotion_zone_pawn_drops {
                squares = squares.without(*config.promotion_region.of(side));
            }
            if !config.first_rank_pawn_drops {
                squares = squares.without(relative_rank(config, side, 1));
            }
        }
        if slot == Slot::ROOK && config.sittuyin_rook_drop {
            squares = squares.and(relative_rank(config, side, 1));
        }
        squares
    };
    PerSide { white: of(Side::White), black: of(Side::Black) }
}

/// The drops of every type, those of types that are dropped alike in one record.
pub(super) fn drops(config: &Config) -> Vec<Drop> {
    if !config.piece_drops {
        return Vec::new();
    }
    let mut list: Vec<Drop> = Vec::new();
    for slot in config.letters.keys() {
        let promoted = config.promoted_piece_type.get(slot).filter(|_| config.drop_promoted);
        for becomes in [None].into_iter().chain(promoted.map(Some)) {
            for drop in drop(config, *slot, becomes.copied(), false) {
                let alike = |other: &&mut Drop| {
                    Drop { types: Types::Any, ..(*other).clone() }
                        == Drop { types: Types::Any, ..drop.clone() }
                };
                match (list.iter_mut().find(alike), &drop.types) {
                    (Some(Drop { types: Types::Only(names), .. }), Types::Only(more)) => {
                        names.extend(more.clone())
                    }
                    _ => list.push(drop),
                }
            }
        }
    }
    list
}

/// The drops of a type; `gated`: into a square that a mover leaves.
fn drop(config: &Config, slot: Slot, becomes: Option<Slot>, gated: bool) -> Vec<Drop> {
    let zone = zone(config, slot);
    let alive = |zone: PerSide<SquareSet>| {
        if !config.immobility_illegal || gated {
            return zone;
        }
        let dead = dead_squares(config, becomes.unwrap_or(slot));
        PerSide { white: zone.white.without(dead.white), black: zone.black.without(dead.black) }
    };
    let zone = alive(zone);
    let mut when = Vec::new();
    if config.drop_no_doubled == slot {
        let most = config.drop_no_doubled_count.saturating_sub(1);
        if most < 0 {
            return Vec::new();
        }
        when.push(Guard::Count {
            men: BTreeSet::from([ManPattern::of(Whose::Own, &slot.key())]),
            place: Place::FileOf(At::To(0, 0)),
            at_least: 0,
            at_most: Some(most as u16),
        });
    }
    if !gated {
        when.extend(bishops(config));
    }
    let plain = Drop {
        types: Types::only([slot.key()]),
        zone: region(config, &zone),
        becomes: becomes.map(Slot::key),
        when,
        ..Drop::default()
    };
    enclosing(config, plain, alive(PerSide::both(config.squares())))
}

/// The demand that bishops can still be split between the colours.
fn bishops(config: &Config) -> Vec<Guard> {
    let asked = config.drop_opposite_colored_bishop && config.letters.contains_key(&Slot::BISHOP);
    if asked { vec![Guard::ColoursEven { kind: Slot::BISHOP.key() }] } else { Vec::new() }
}

/// The drop with the demands of `enclosingDrop`; `movable`: where the man would not be stuck for
/// ever.
fn enclosing(config: &Config, drop: Drop, movable: PerSide<SquareSet>) -> Vec<Drop> {
    let near = |whose, steps, at_least, at_most| Guard::Count {
        men: BTreeSet::from([ManPattern::any(whose)]),
        place: Place::Near { at: At::To(0, 0), steps },
        at_least,
        at_most,
    };
    let with = |drop: &Drop, rule: Guard| {
        let start = config.enclosing_drop_start.and(config.squares());
        let mut drop = drop.clone();
        if !config.enclosing_drop_start.without(config.squares()).is_empty() {
            // The engine waits for squares off the board to be filled, too.
            let squares = Region::per_side(start, start);
            drop.when.push(Guard::Within { at: At::To(0, 0), region: squares });
            return drop;
        }
        if start.is_empty() {
            drop.when.push(rule);
            return drop;
        }
        let squares = Region::per_side(start, start);
        let full = Guard::Count {
            men: BTreeSet::from([ManPattern::any(Whose::Own), ManPattern::any(Whose::Enemy)]),
            place: Place::Region(squares),
            at_least: start.len() as u16,
            at_most: None,
        };
        // As long as a square of the beginning is empty one drops there; one of them is
        // where the man goes.
        let first = Guard::Within { at: At::To(0, 0), region: squares };
        drop.when.push(Guard::Any(vec![first, Guard::All(vec![full, rule])]));
        drop
    };
    match config.enclosing_drop {
        EnclosingRule::None => vec![drop],
        EnclosingRule::Reversi => {
            // The engine asks for an enemy beside the square and for a line that is closed, not
            // for both in one direction; walls in the line are no matter.
            let closed = Guard::Encloses { steps: queen_steps(), through_walls: true };
            vec![with(&drop, Guard::All(vec![near(Whose::Enemy, queen_steps(), 1, None), closed]))]
        }
        EnclosingRule::Ataxx | EnclosingRule::Quadwrangle => {
            vec![with(&drop, near(Whose::Own, queen_steps(), 1, None))]
        }
        EnclosingRule::Snort => vec![with(&drop, near(Whose::Enemy, rook_steps(), 0, Some(0)))],
        EnclosingRule::Anyside => {
            // From the left and from below a man stops before the first man, from the right and
            // from above the engine has it go on to the far end; the same for both sides.
            let on = |side: Side| {
                let sign = if side == Side::White { 1 } else { -1 };
                let from = |list: [(i8, i8); 2], passing| Guard::SlidIn {
                    steps: super::steps(&list.map(|(x, y)| (x * sign, y * sign))),
                    passing,
                };
                let any = vec![from([(1, 0), (0, 1)], false), from([(-1, 0), (0, -1)], true)];
                let sides = if side == Side::White { Sides::White } else { Sides::Black };
                // Whatever limited the drop before counts no more.
                let zone = region(config, &movable);
                with(&Drop { sides, zone, when: bishops(config), ..drop.clone() }, Guard::Any(any))
            };
            vec![on(Side::White), on(Side::Black)]
        }
        EnclosingRule::Top => {
            // The same direction of the board for both sides.
            let on = |side: Side| {
                let below = if side == Side::White { -1 } else { 1 };
                let supported = Guard::Square { at: At::To(0, below), is: Content::occupied() };
                let floor = rank_squares(1).and(config.squares());
                let lowest = Guard::Within { at: At::To(0, 0), region: Region::per_side(floor, floor) };
                let sides = if side == Side::White { Sides::White } else { Sides::Black };
                with(&Drop { sides, ..drop.clone() }, Guard::Any(vec![lowest, supported]))
            };
            vec![on(Side::White), on(Side::Black)]
        }
    }
}

/// Gating from the hand (S-Chess).
pub(super) fn gates(config: &Config) -> Vec<Gate> {
    if !config.seirawan_gating || !config.gating {
        return Vec::new();
    }
    // A man is gated where it could be dropped, whether or not it could move from there.
    let mut groups: Vec<(Drop, SlotSet)> = Vec::new();
    for slot in config.letters.keys() {
        for drop in drop(config, *slot, None, true) {
            let place = Drop { types: Types::Any, ..drop };
            match groups.iter_mut().find(|(other, _)| *other == place) {
                // A limit by file speaks of the type.
                Some((_, slots)) if place.when.is_empty() => slots.insert(*slot),
                _ => groups.push((place, SlotSet::of(*slot))),
            }
        }
    }
    let gate = |(place, slots): (Drop, SlotSet)| Gate {
        sides: place.sides,
        mover: BTreeSet::from([ManPattern::any(Whose::Own).mark(GATE, true)]),
        vacated: place.zone,
        source: Source::Hand(super::types(config, slots)),
        castling: true,
        must: false,
        when: place.when,
    };
    groups.into_iter().map(gate).collect()
}
