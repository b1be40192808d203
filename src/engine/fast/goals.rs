//! Ends that come at once, in tables.

use super::super::oracle::Oracle;
use super::bits::Bits;
use super::compile::Unfit;
use super::state::State;
use super::tables::{Game, Layout};
use crate::rules::{Condition, ManPattern, Moment, Side, Whose};

/// What an end waits for, for each side for which it is tested.
#[derive(Debug, Clone)]
pub(super) enum Test<B> {
    /// At least and at most so many men of some types and sides in a region.
    Count {
        kinds: [u64; 2],
        region: B,
        with_hand: bool,
        at_least: u32,
        at_most: u32,
    },
    Full(B),
    ChecksGiven,
    InCheck,
    All(Vec<Test<B>>),
    Any(Vec<Test<B>>),
    Not(Box<Test<B>>),
}

/// An end.
#[derive(Debug, Clone)]
pub(super) struct Goal<B> {
    moment: Moment,
    at_start: bool,
    /// By side.
    tests: [Option<Test<B>>; 2],
}

fn test<B: Bits>(
    oracle: &Oracle,
    layout: Layout,
    side: Side,
    condition: &Condition,
) -> Result<Test<B>, Unfit> {
    let board = oracle.board();
    let kinds = |men: &std::collections::BTreeSet<ManPattern>| -> Result<[u64; 2], Unfit> {
        let mut kinds = [0; 2];
        for pattern in men {
            if !pattern.marks.is_empty() {
                return Err("ends that ask for marks");
            }
            let whose = if pattern.whose == Whose::Own { side } else { side.other() };
            kinds[whose.index()] |= match &pattern.kind {
                None => u64::MAX,
                Some(name) => oracle.kind(name).map_or(0, |kind| kind.bit()),
            };
        }
        Ok(kinds)
    };
    let all = |list: &[Condition]| {
        list.iter().map(|c| test(oracle, layout, side, c)).collect::<Result<Vec<_>, _>>()
    };
    Ok(match condition {
        Condition::Count { men, region, with_hand, at_least, at_most } => Test::Count {
            kinds: kinds(men)?,
            region: layout.set(region.of(side, board)),
            with_hand: *with_hand,
            at_least: u32::from(*at_least),
            at_most: at_most.map_or(u32::MAX, u32::from),
        },
        Condition::Full { region } => Test::Full(layout.set(region.of(side, board))),
        Condition::ChecksGiven { .. } => Test::ChecksGiven,
        Condition::InCheck => Test::InCheck,
        Condition::All(list) => Test::All(all(list)?),
        Condition::Any(list) => Test::Any(all(list)?),
        Condition::Not(inner) => Test::Not(Box::new(test(oracle, layout, side, inner)?)),
        _ => return Err("ends of another kind"),
    })
}

/// The ends of a game, or why they don't fit into tables.
pub(super) fn compile<B: Bits>(oracle: &Oracle, layout: Layout) -> Result<Vec<Goal<B>>, Unfit> {
    let rules = oracle.rules();
    let mut goals = Vec::new();
    for end in &rules.ends {
        let of = |side: Side| -> Result<Option<Test<B>>, Unfit> {
            if end.sides.includes(side) { test(oracle, layout, side, &end.when).map(Some) } else { Ok(None) }
        };
        goals.push(Goal {
            moment: end.moment,
            at_start: end.at_start,
            tests: [of(Side::White)?, of(Side::Black)?],
        });
    }
    Ok(goals)
}

impl<B: Bits> Game<B> {
    fn holds(&self, state: &State<B>, side: usize, test: &Test<B>) -> bool {
        match test {
            Test::Count { kinds, region, with_hand, at_least, at_most } => {
                let mut count = 0;
                for (whose, kinds) in kinds.iter().enumerate() {
                    if *kinds == 0 {
                        continue;
                    }
                    let men = if *kinds == u64::MAX { state.sides[whose] } else { state.army(*kinds, whose) };
                    count += (men & *region).count();
                    if *with_hand {
                        let hand = state.hands[whose].iter().enumerate();
                        count += hand
                            .filter(|(kind, _)| kinds >> kind & 1 != 0)
                            .map(|(_, n)| u32::from(*n))
                            .sum::<u32>();
                    }
                }
                (*at_least..=*at_most).contains(&count)
            }
            Test::Full(region) => (*region & !state.occupied()).is_none(),
            Test::ChecksGiven => state.checks[side] == 0,
            Test::InCheck => self.in_check(state, state.us),
            Test::All(list) => list.iter().all(|test| self.holds(state, side, test)),
            Test::Any(list) => list.iter().any(|test| self.holds(state, side, test)),
            Test::Not(inner) => !self.holds(state, side, inner),
        }
    }

    /// Whether an end has come; `start`: no move has been made yet.
    #[inline]
    pub(super) fn is_over(&self, state: &State<B>, start: bool) -> bool {
        self.goals.iter().filter(|goal| goal.at_start || !start).any(|goal| {
            (0..2).any(|side| {
                let asked = match goal.moment {
                    Moment::Any => true,
                    Moment::Moved => side != state.us,
                    Moment::ToMove => side == state.us,
                };
                asked && goal.tests[side].as_ref().is_some_and(|test| self.holds(state, side, test))
            })
        })
    }
}
