//! Which types each side may ever have.

use std::collections::BTreeSet;

use crate::rules::{Captured, Effect, PerSide, Rules, Side, Whose};

/// The types that each side may have on the board or in hand, in some game.
pub(in crate::fairy) fn owned(rules: &Rules) -> PerSide<BTreeSet<String>> {
    let mut owned: PerSide<BTreeSet<String>> = PerSide::default();
    for side in Side::BOTH {
        let set = own(&mut owned, side);
        set.extend(rules.start.men(side).keys().cloned());
        set.extend(rules.start.hand(side).keys().cloned());
        if rules.hands.endless != crate::rules::Types::none() {
            set.extend(
                rules.pieces.iter().map(|p| &p.name).filter(|n| rules.hands.endless.contains(n)).cloned(),
            );
        }
    }
    if rules.hands.fed_from_outside {
        for side in Side::BOTH {
            own(&mut owned, side).extend(rules.pieces.iter().map(|p| p.name.clone()));
        }
    }
    // Until nothing more comes: promotions, drops, effects, captured men.
    loop {
        let before = (owned.white.len(), owned.black.len());
        for side in Side::BOTH {
            let mut more = BTreeSet::new();
            let has = owned.of(side).clone();
            for promotion in rules.promotions.iter().filter(|p| p.sides.includes(side)) {
                if has.iter().any(|kind| promotion.types.contains(kind)) {
                    more.extend(promotion.into.iter().chain(&promotion.otherwise).cloned());
                }
            }
            for drop in rules.drops.iter().filter(|d| d.sides.includes(side)) {
                if has.iter().any(|kind| drop.types.contains(kind)) {
                    more.extend(drop.becomes.clone());
                }
            }
            if rules.hands.captured == Captured::ToCapturer {
                more.extend(owned.of(side.other()).iter().cloned());
            }
            for piece in rules.pieces.iter().filter(|p| has.contains(&p.name)) {
                for effect in piece.moves.iter().filter(|m| m.sides.includes(side)).flat_map(|m| &m.then) {
                    match effect {
                        Effect::Put { kind, whose: Whose::Own, .. }
                        | Effect::Become { kind, .. }
                        | Effect::Stock { kind, whose: Whose::Own, .. } => {
                            more.insert(kind.clone());
                        }
                        Effect::Put { .. } | Effect::Stock { .. } | Effect::Give { .. } => {
                            more.extend(rules.pieces.iter().map(|p| p.name.clone()));
                        }
                        _ => {}
                    }
                }
            }
            own(&mut owned, side).extend(more);
        }
        if (owned.white.len(), owned.black.len()) == before {
            return owned;
        }
    }
}

fn own(owned: &mut PerSide<BTreeSet<String>>, side: Side) -> &mut BTreeSet<String> {
    match side {
        Side::White => &mut owned.white,
        Side::Black => &mut owned.black,
    }
}
