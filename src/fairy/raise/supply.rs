//! Hands, drops and passes; results and claims.

use super::super::config::{
    ChasingRule, Config, CountingRule, EnclosingRule, MaterialCounting, Slot, SlotSet, Value,
};
use super::super::write::Writer;
use super::Proposal;
use super::alike::Difference;
use crate::rules::{
    Captured, Counting, Guard, Material, MoveLimit, Outcome, Pass, PerSide, Place, Priority, Side, SquareSet,
    Types,
};

impl Proposal<'_> {
    /// Hands and turns.
    pub(super) fn supplies(&mut self) {
        let wanted = self.wanted;
        let (hands, config) = (&wanted.hands, &mut self.config);
        config.captures_to_hand = hands.captured == Captured::ToCapturer;
        config.drop_loop = hands.keep_promoted;
        config.two_boards = hands.fed_from_outside;
        config.pocket_size = i32::from(hands.slots);
        config.piece_drops = !wanted.drops.is_empty();
        for side in Side::BOTH {
            let pass = *wanted.turn.passes.of(side);
            *config.pass.of_mut(side) = pass == Pass::Always;
            *config.pass_on_stalemate.of_mut(side) = pass == Pass::WhenStuck;
        }
        let priorities = &wanted.turn.priorities;
        config.must_capture = priorities.contains(&Priority::Captures);
        for priority in priorities {
            if let Priority::Drops(types) = priority {
                let slot = match types {
                    Types::Any => Slot::ANY,
                    types => self.slots(types).iter().next().unwrap_or(Slot::ANY),
                };
                self.config.must_drop = true;
                self.config.must_drop_type = slot;
            }
        }
    }

    /// Results for want of a move.
    pub(super) fn results(&mut self) {
        let none = &self.wanted.no_moves;
        let config = &mut self.config;
        config.checkmate_value = Self::value(none.checkmate.white);
        config.stalemate_value = Self::value(none.stalemate.white);
        config.stalemate_piece_count = none.stalemate_by_count;
        config.shogi_pawn_drop_mate_illegal = none.no_mate_by_drop_of != Types::none();
        config.shatar_mate_rule = none.no_mate_by != Types::none() || none.mate_needs_check_by != Types::Any;
    }

    /// What can be claimed.
    pub(super) fn claims(&mut self) {
        let claims = &self.wanted.claims;
        let reset = |limit: &MoveLimit, side| self.slots(limit.reset_by.of(side));
        let types = claims.move_limit.as_ref().map(|limit| {
            let [white, black] = Side::BOTH.map(|side| reset(limit, side));
            (i32::from(limit.moves), PerSide { white, black })
        });
        let config = &mut self.config;
        (config.n_move_rule, config.n_move_rule_types) =
            types.unwrap_or((0, PerSide::both(SlotSet::of(Slot::PAWN))));
        config.n_fold_rule = 0;
        if let Some(repetition) = &claims.repetition {
            config.n_fold_rule = i32::from(repetition.times);
            config.n_fold_value = Self::value(repetition.result);
            config.n_fold_value_absolute = repetition.from_white;
            config.perpetual_check_illegal = repetition.perpetual_check_loses;
            config.move_repetition_illegal = repetition.to_and_fro_loses;
            if repetition.perpetual_chase_loses {
                config.chasing_rule = ChasingRule::Axf;
            }
        }
        config.counting_rule = match claims.counting {
            Counting::None => CountingRule::None,
            Counting::Makruk => CountingRule::Makruk,
            Counting::Cambodian => CountingRule::Cambodian,
            Counting::Asean => CountingRule::Asean,
        };
        config.material_counting = match claims.draws_by {
            Material::None => MaterialCounting::None,
            Material::Men => MaterialCounting::Unweighted,
            Material::White => MaterialCounting::WhiteDrawOdds,
            Material::Black => MaterialCounting::BlackDrawOdds,
            Material::Worth { .. } => MaterialCounting::Janggi,
        };
        if self.wanted.no_moves.stalemate.white == Outcome::Material {
            config.stalemate_value = Value::Draw;
        }
    }

    /// Drops: where they may go follows from several keys together, so each mixture of them is
    /// tried.
    pub(super) fn drops(&mut self) {
        let wanted = self.wanted;
        if wanted.drops.is_empty() && wanted.gates.is_empty() {
            return;
        }
        let mut region = PerSide::both(SquareSet::EMPTY);
        let zones = wanted.drops.iter().map(|drop| (drop.sides, &drop.zone));
        let vacated = wanted.gates.iter().map(|gate| (gate.sides, &gate.vacated));
        for (sides, zone) in zones.chain(vacated) {
            for side in Side::BOTH.into_iter().filter(|side| sides.includes(*side)) {
                let all = region.of_mut(side);
                *all = all.or(zone.of(side, &wanted.board));
            }
        }
        self.config.drop_region = self.wide([region.white, region.black]);
        self.config.drop_promoted = wanted.drops.iter().any(|drop| drop.becomes.is_some());
        let mut lists: Vec<&[Guard]> = wanted.drops.iter().map(|drop| &drop.when[..]).collect();
        while let Some(list) = lists.pop() {
            for guard in list {
                match guard {
                    Guard::All(inner) | Guard::Any(inner) => lists.push(inner),
                    Guard::Count { men, place: Place::FileOf(_), at_most: Some(most), .. } => {
                        let slot = men.iter().find_map(|m| Slot::of_key(m.kind.as_deref()?));
                        self.config.drop_no_doubled = slot.unwrap_or(Slot::ANY);
                        self.config.drop_no_doubled_count = i32::from(*most) + 1;
                    }
                    Guard::Count { place: Place::Region(region), .. } => {
                        self.config.enclosing_drop_start = region.of(Side::White, &wanted.board);
                    }
                    Guard::ColoursEven { .. } => self.config.drop_opposite_colored_bishop = true,
                    _ => {}
                }
            }
        }
        // A man that is held and can't be dropped may stand on no file.
        let writer = Writer::new(wanted);
        let stuck = |name: &&String| {
            let held = Side::BOTH.iter().any(|side| writer.in_hand(*side, name));
            let drops = !wanted.drops.is_empty();
            drops
                && held
                && **name != Slot::KING.key()
                && !wanted.drops.iter().any(|drop| drop.types.contains(name))
        };
        if let Some(slot) = wanted.pieces.iter().map(|p| &p.name).find(stuck).and_then(|n| Slot::of_key(n)) {
            self.config.drop_no_doubled = slot;
            self.config.drop_no_doubled_count = 0;
        }
        let enclosings = [
            EnclosingRule::None,
            EnclosingRule::Reversi,
            EnclosingRule::Ataxx,
            EnclosingRule::Snort,
            EnclosingRule::Anyside,
            EnclosingRule::Top,
        ];
        let asks = wanted.drops.iter().any(|drop| !drop.when.is_empty());
        let enclosings = if asks { &enclosings[..] } else { &enclosings[..1] };
        let mixtures = enclosings.iter().flat_map(|rule| (0..16u8).map(move |flags| (*rule, flags)));
        let mixed = |(rule, flags): (EnclosingRule, u8)| {
            let mut config = Config { enclosing_drop: rule, ..self.config.clone() };
            config.first_rank_pawn_drops = flags & 1 != 0;
            config.promotion_zone_pawn_drops = flags & 2 != 0;
            config.sittuyin_rook_drop = flags & 4 != 0;
            config.immobility_illegal |= flags & 8 != 0;
            config
        };
        let same = |config: &Config| {
            let differences = self.yardstick.differences(config);
            !["drops", "gates"].iter().any(|part| differences.contains(&Difference::Part(part)))
        };
        if let Some(config) = mixtures.map(mixed).find(same) {
            self.config = config;
        }
    }
}
