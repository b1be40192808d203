//! Results for want of a move, and ends that are claimed.

use std::collections::BTreeMap;

use super::super::config::{ChasingRule, Config, CountingRule, MaterialCounting, Slot, SlotSet, Value};
use super::types;
use crate::rules::{
    Claims, Counted, Counting, Material, MoveLimit, NoMoves, Outcome, PerSide, Repetition, Rules, Side, Types,
};

/// A value as a result; a rule that is off gives none.
pub(super) fn outcome(value: Value) -> Option<Outcome> {
    match value {
        Value::Win => Some(Outcome::Win),
        Value::Loss => Some(Outcome::Loss),
        Value::Draw => Some(Outcome::Draw),
        Value::None => None,
    }
}

/// The results where a side has no legal move.
pub(super) fn no_moves(config: &Config, rules: &mut Rules) {
    let counted = config.material_counting != MaterialCounting::None;
    let stalemate = match outcome(config.stalemate_value).unwrap_or(Outcome::Draw) {
        Outcome::Draw if counted => Outcome::Material,
        outcome => outcome,
    };
    let shatar = |on: &[Slot], usual: Types| {
        if !config.shatar_mate_rule {
            return usual;
        }
        types(config, on.iter().fold(SlotSet::NONE, |set, slot| SlotSet(set.0 | slot.bit())))
    };
    rules.no_moves = NoMoves {
        checkmate: PerSide::both(outcome(config.checkmate_value).unwrap_or(Outcome::Draw)),
        stalemate: PerSide::both(stalemate),
        stalemate_by_count: config.stalemate_piece_count,
        no_mate_by_drop_of: if config.shogi_pawn_drop_mate_illegal {
            types(config, SlotSet::of(Slot::SHOGI_PAWN))
        } else {
            Types::none()
        },
        no_mate_by: shatar(&[Slot::KNIGHT], Types::none()),
        mate_needs_check_by: shatar(&[Slot::KNIGHT, Slot::ROOK, Slot::BERS], Types::Any),
    };
}

/// The ends that are claimed.
pub(super) fn claims(config: &Config) -> Claims {
    let reset_by = |side: Side| types(config, *config.n_move_rule_types.of(side));
    Claims {
        move_limit: Some(MoveLimit {
            moves: config.n_move_rule.clamp(0, i32::from(u16::MAX)) as u16,
            reset_by: PerSide { white: reset_by(Side::White), black: reset_by(Side::Black) },
            discounts_checks: config.chasing_rule != ChasingRule::None,
        }),
        repetition: (config.n_fold_rule > 0).then(|| Repetition {
            times: config.n_fold_rule.clamp(0, 255) as u8,
            result: outcome(config.n_fold_value).unwrap_or(Outcome::Draw),
            from_white: config.n_fold_value_absolute,
            perpetual_check_loses: config.perpetual_check_illegal,
            perpetual_chase_loses: config.chasing_rule != ChasingRule::None,
            to_and_fro_loses: config.move_repetition_illegal,
        }),
        counting: match config.counting_rule {
            CountingRule::None => Counting::None,
            CountingRule::Makruk => Counting::Makruk,
            CountingRule::Cambodian => Counting::Cambodian,
            CountingRule::Asean => Counting::Asean,
        },
        counted: counted(config),
        only_promotions_draw: config.sittuyin_promotion,
        draws_by: material(config),
    }
}

/// The men of which the counting rules speak.
fn counted(config: &Config) -> Counted {
    if config.counting_rule == CountingRule::None {
        return Counted::default();
    }
    let one = |slot: Slot| types(config, SlotSet::of(slot));
    Counted {
        pawns: one(Slot::PAWN),
        rooks: one(Slot::ROOK),
        khons: one(Slot::SILVER),
        knights: one(Slot::KNIGHT),
    }
}

fn material(config: &Config) -> Material {
    match config.material_counting {
        MaterialCounting::None => Material::None,
        MaterialCounting::Unweighted => Material::Men,
        MaterialCounting::WhiteDrawOdds => Material::White,
        MaterialCounting::BlackDrawOdds => Material::Black,
        MaterialCounting::Janggi => {
            let points = [
                ("rook", 13),
                ("janggiCannon", 7),
                ("horse", 5),
                ("janggiElephant", 3),
                ("wazir", 3),
                ("soldier", 2),
            ];
            let has = |name: &str| config.letters.keys().any(|slot| slot.key() == name);
            let points =
                points.into_iter().filter(|(name, _)| has(name)).map(|(name, n)| (name.to_owned(), n));
            Material::Worth { points: points.collect::<BTreeMap<_, _>>(), black_half_points: 3 }
        }
    }
}
