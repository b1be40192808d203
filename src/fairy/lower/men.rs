//! The types of men: letters, movements, and what the engine does of its own for pawns and
//! kings.

use std::collections::BTreeSet;

use super::super::config::{Config, Slot, SlotSet};
use super::movement::{Goal, mobility, rules};
use super::{GATE, LEAP, region, relative_rank, rook_steps, types};
use crate::rules::{
    Aim, At, Content, Distances, Guard, Leg, ManPattern, Mark, MoveRule, OnMove, PerSide, PieceType,
    Recorded, Region, Side, Sides, Square, SquareSet, Trail, Types, Whose,
};

/// The types of a section, in the engine's order.
pub(super) fn pieces(config: &Config) -> Vec<PieceType> {
    let piece = |(slot, letter): (&Slot, &char)| {
        let mut piece = PieceType::new(&slot.key(), letter.to_ascii_uppercase());
        if let Some(synonym) = config.synonyms.get(slot) {
            piece.synonyms = format!("{}{synonym}", synonym.to_ascii_uppercase());
        }
        piece.pawn = *slot == Slot::PAWN;
        piece.moves = if *slot == Slot::PAWN { pawn(config) } else { rules(config, *slot) };
        piece.moves.extend(leaps(config, *slot));
        if *slot == Slot::KING && config.flying_general {
            let line = Leg { steps: rook_steps(), ..Leg::new([]) }.distance(Distances::ANY);
            let facing = line.onto(Content::default().or_men(ManPattern::of(Whose::Enemy, "king")));
            piece.moves.push(MoveRule { threat_only: true, ..MoveRule::new([facing]) });
        }
        piece
    };
    config.letters.iter().map(piece).collect()
}

/// The built-in pawn.
fn pawn(config: &Config) -> Vec<MoveRule> {
    let goal = Goal::new(config, Slot::PAWN);
    let to = mobility(config, Slot::PAWN);
    let ahead = || Leg::new([(0, 1)]).onto(Content::empty());
    let aside = |onto: Content| Leg::new([(-1, 1), (1, 1)]).onto(onto);
    let mut list = vec![MoveRule::new([ahead()]).to(to)];
    let steps = [(2, &config.double_step_region, config.double_step), (3, &config.triple_step_region, true)];
    for (distance, from, on) in steps {
        if !on || from.white.or(from.black).is_empty() {
            continue;
        }
        let rule = MoveRule::new([ahead().distance(Distances::of([distance]))])
            .to(to)
            .from(stepping(config, from, distance));
        let trail = |side: Side| {
            let others = SlotSet(config.en_passant_types.of(side.other()).0 & !Slot::PAWN.bit() & !1);
            if others.is_empty() { Trail::PassedIfAttacked } else { Trail::Passed }
        };
        let (white, black) = (trail(Side::White), trail(Side::Black));
        if white == black {
            list.push(MoveRule { leaves: white, ..rule });
        } else {
            list.push(MoveRule { leaves: white, sides: Sides::White, ..rule.clone() });
            list.push(MoveRule { leaves: black, sides: Sides::Black, ..rule });
        }
    }
    list.push(MoveRule::new([aside(goal.prey)]).to(to));
    list.extend(goal.kin.map(|kin| MoveRule { threat_only: true, ..MoveRule::new([aside(kin)]).to(to) }));
    list.push(MoveRule::new([aside(Content { en_passant: true, ..Content::default() })]));
    list
}

/// Of the squares of long steps those from which a pawn may stand on every square that it
/// passes.
fn stepping(config: &Config, squares: &PerSide<SquareSet>, distance: u8) -> Region {
    let of = |side: Side| {
        let open = config.mobility(side, Slot::PAWN);
        let ahead = if side == Side::White { 1 } else { -1 };
        let passes = |from: &Square| {
            (1..i32::from(distance)).all(|n| from.offset(0, ahead * n).is_some_and(|s| open.contains(s)))
        };
        squares.of(side).and(config.squares()).iter().filter(passes).collect()
    };
    if open_everywhere(config) {
        return region(config, squares);
    }
    Region::per_side(of(Side::White), of(Side::Black))
}

/// Whether pawns may go to every square.
fn open_everywhere(config: &Config) -> bool {
    [Side::White, Side::Black].iter().all(|side| config.mobility(*side, Slot::PAWN) == config.squares())
}

/// The first leaps of kings and ministers in the Cambodian rules.
fn leaps(config: &Config, slot: Slot) -> Vec<MoveRule> {
    if !config.cambodian_moves || !config.gating {
        return Vec::new();
    }
    let holds = |mark: &str| Guard::Square {
        at: At::From(0, 0),
        is: Content::default().or_men(ManPattern::of(Whose::Own, &slot.key()).mark(mark, true)),
    };
    let leap = |steps: &[(i8, i8)]| Leg::new(steps.iter().copied()).onto(Content::empty());
    match slot {
        Slot::KING => {
            let calm = Guard::Not(Box::new(Guard::InCheck));
            vec![MoveRule::new([leap(&[(-2, 1), (2, 1)])]).when(holds(LEAP)).when(calm)]
        }
        Slot::FERS => vec![MoveRule::new([leap(&[(0, 2)])]).when(holds(GATE))],
        _ => Vec::new(),
    }
}

/// The rights of men that the engine keeps by square.
pub(super) fn marks(config: &Config) -> Vec<Mark> {
    if !config.gating {
        return Vec::new();
    }
    // The castling field names men of the castling rank.
    let rank = |side| relative_rank(config, side, config.castling_rank);
    let mark = |name: &str, held_by: Types| Mark {
        name: name.to_owned(),
        held_by,
        held: Region::per_side(rank(Side::White), rank(Side::Black)),
        on_move: OnMove::Lose,
        lost_when_aimed_at: None,
        needs_hand: config.seirawan_gating && !config.captures_to_hand,
        in_castling_field: true,
    };
    if !config.cambodian_moves {
        return vec![mark(GATE, Types::Any)];
    }
    let king = SlotSet::of(Slot::KING);
    let aim = Aim { by: types(config, SlotSet::of(Slot::ROOK)), steps: rook_steps(), through: true };
    vec![
        mark(GATE, types(config, SlotSet(SlotSet::EVERY.0 & !king.0))),
        Mark { lost_when_aimed_at: Some(aim), ..mark(LEAP, types(config, king)) },
    ]
}

/// Whether a position keeps only the en passant squares on which a pawn could capture: the
/// engine does so where every type is one of a short list and moves without restriction.
pub(in crate::fairy) fn recorded(config: &Config) -> Recorded {
    let only_pawns = [Side::White, Side::Black]
        .iter()
        .all(|side| config.en_passant_types.of(*side).0 & !Slot::PAWN.bit() == 0);
    let plain: BTreeSet<Slot> = [1, 2, 3, 4, 5, 12, 13, 26, 35, 63].into_iter().map(Slot).collect();
    let restricted = [&config.mobility_region.white, &config.mobility_region.black].iter().any(|map| {
        map.iter().any(|(slot, squares)| config.letters.contains_key(slot) && !squares.is_empty())
    });
    let fast = config.letters.keys().all(|slot| plain.contains(slot))
        && !config.betza.contains_key(&Slot::KING)
        && !config.king_is_wazir
        && !restricted
        && !config.cambodian_moves
        && config.diagonal_lines.is_empty();
    if fast && only_pawns { Recorded::IfAttacked } else { Recorded::Always }
}
