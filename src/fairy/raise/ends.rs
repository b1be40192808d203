//! Ends that come at once.

use super::super::config::{Config, Slot, SlotSet};
use super::Proposal;
use super::alike::Difference;
use crate::rules::{Condition, End, ManPattern, Moment, Region, Side, Step, Types, Whose};

/// Every condition that a condition is made of, itself included.
fn parts(when: &Condition) -> Vec<&Condition> {
    let mut list = vec![when];
    match when {
        Condition::All(inner) | Condition::Any(inner) => list.extend(inner.iter().flat_map(parts)),
        Condition::Not(inner) => list.extend(parts(inner)),
        _ => {}
    }
    list
}

fn slot(men: &std::collections::BTreeSet<ManPattern>) -> Option<(Whose, Slot)> {
    let man = men.first()?;
    Some((man.whose, man.kind.as_deref().map_or(Some(Slot::ANY), Slot::of_key)?))
}

impl Proposal<'_> {
    pub(super) fn ends(&mut self) {
        self.config.connect_n = 0;
        self.config.check_counting = false;
        if !self.config.extinction_pseudo_royal {
            self.config.extinction_piece_types = SlotSet::NONE;
        }
        for end in &self.wanted.ends {
            for part in parts(&end.when) {
                self.part(end, part);
            }
        }
        let mixed = |flags: u8| {
            let mut config = self.config.clone();
            config.flag_move = flags & 1 != 0;
            config.flag_piece_safe = flags & 2 != 0;
            config.flag_piece_blocked_win = flags & 4 != 0;
            config
        };
        let same = |config: &Config| !self.yardstick.differences(config).contains(&Difference::Part("ends"));
        if let Some(config) = (0..8).map(mixed).find(same) {
            self.config = config;
        }
    }

    fn part(&mut self, end: &End, part: &Condition) {
        let board = &self.wanted.board;
        let config = &mut self.config;
        match part {
            Condition::Count { men, with_hand: true, at_least: 0, at_most: Some(most), .. } => {
                let Some((_, slot)) = slot(men) else { return };
                config.extinction_value = Proposal::value(end.result);
                config.extinction_piece_types.insert(slot);
                config.extinction_piece_count = i32::from(*most);
                config.extinction_claim |= end.moment == Moment::Moved;
            }
            Condition::Count { with_hand: true, at_least, at_most: None, .. }
                if end.moment != Moment::ToMove =>
            {
                config.extinction_opponent_piece_count = i32::from(*at_least);
            }
            Condition::Count { men, region, with_hand: false, at_least, .. } => {
                let Some((whose, slot)) = slot(men) else { return };
                for side in Side::BOTH.into_iter().filter(|side| end.sides.includes(*side)) {
                    let owner = if whose == Whose::Own { side } else { side.other() };
                    *config.flag_piece.of_mut(owner) = slot;
                    *config.flag_region.of_mut(owner) = region.of(side, board);
                }
                config.flag_piece_count = config.flag_piece_count.max(i32::from(*at_least));
            }
            Condition::ChecksGiven { .. } => config.check_counting = true,
            Condition::NoRight { letters } => {
                for side in Side::BOTH.into_iter().filter(|side| end.sides.includes(*side)) {
                    *config.castling_wins.kingside.of_mut(side) |= letters.contains('K');
                    *config.castling_wins.queenside.of_mut(side) |= letters.contains('Q');
                }
            }
            Condition::Row { length, types, steps, gaps } => {
                if *gaps {
                    config.collinear_n = i32::from(*length);
                } else {
                    config.connect_n = i32::from(*length);
                }
                self.connect(end, types, steps);
            }
            Condition::Block { extent, types } => {
                config.connect_nxn = i32::from(*extent);
                self.connect(end, types, &std::collections::BTreeSet::new());
            }
            Condition::Chain { types, from, to, steps } => {
                for side in Side::BOTH.into_iter().filter(|side| end.sides.includes(*side)) {
                    *config.connect_region1.of_mut(side) = from.of(side, board);
                    *config.connect_region2.of_mut(side) = to.of(side, board);
                }
                self.connect(end, types, steps);
            }
            Condition::Facing { .. } => config.bikjang_rule = true,
            Condition::Full { region: Region::All } => config.adjudicate_full_board = true,
            _ => {}
        }
    }

    fn connect(&mut self, end: &End, types: &Types, steps: &std::collections::BTreeSet<Step>) {
        self.config.connect_value = Proposal::value(end.result);
        self.config.connect_piece_types =
            if *types == Types::Any { SlotSet::EVERY } else { self.slots(types) };
        if !steps.is_empty() {
            let goes = |dx: i8, dy: i8| steps.iter().any(|s| (s.dx, s.dy) == (dx, dy));
            self.config.connect_horizontal = goes(1, 0) || goes(-1, 0);
            self.config.connect_vertical = goes(0, 1) || goes(0, -1);
            self.config.connect_diagonal = goes(1, 1) || goes(-1, -1);
        }
    }
}
