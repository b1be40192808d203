//! Whether the game is over, and how.

use crate::rules::{Condition, Material, Moment, Outcome, Rules, Side, Square, SquareSet, Types};

use super::super::game::{Holds, Kind, Line, Men, Pace};
use super::super::position::{Cell, Position};
use super::super::resolve::Resolver;
use super::{MoveKind, Oracle};

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One of the [`crate::rules::Rules::ends`], by its place.
    Goal(usize),
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check.
    Stalemate,
}

/// How a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Finish {
    /// Who has won; `None` in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

/// [`Condition`], resolved for the side for which it is tested.
#[derive(Debug, Clone)]
pub(super) enum Goal {
    Count {
        men: Vec<Men>,
        region: SquareSet,
        with_hand: bool,
        at_least: u16,
        at_most: u16,
    },
    Captured(Vec<Men>),
    Safe(Vec<Men>, SquareSet),
    Full(SquareSet),
    InCheck,
    ChecksGiven,
    CanReach(Vec<Men>, SquareSet),
    Castled(String),
    NoRight(String),
    Row {
        length: u8,
        kinds: u64,
        paces: Vec<Pace>,
        gaps: bool,
    },
    Block {
        extent: u8,
        kinds: u64,
    },
    Pattern(Vec<(Square, Holds)>),
    Chain {
        kinds: u64,
        from: SquareSet,
        to: SquareSet,
        paces: Vec<Pace>,
    },
    /// The line, and its place in the list of all, see [`facings`].
    Facing(Line, u8),
    Passes,
    All(Vec<Goal>),
    Any(Vec<Goal>),
    Not(Box<Goal>),
    /// Turned away by [`super::refuse`]; never asked.
    Unplayed,
}

/// The number of checks that a condition counts, where it does.
pub(super) fn checks_counted(condition: &Condition) -> Option<u8> {
    match condition {
        Condition::ChecksGiven { number } => Some(*number),
        Condition::All(list) | Condition::Any(list) => list.iter().find_map(checks_counted),
        Condition::Not(inner) => checks_counted(inner),
        _ => None,
    }
}

/// All conditions of [`Condition::Facing`] in some rules. A position remembers
/// which of them held before the last turn.
pub(super) fn facings(rules: &Rules) -> Vec<&Condition> {
    fn collect<'a>(condition: &'a Condition, found: &mut Vec<&'a Condition>) {
        match condition {
            Condition::Facing { .. } if !found.contains(&condition) => found.push(condition),
            Condition::All(list) | Condition::Any(list) => list.iter().for_each(|c| collect(c, found)),
            Condition::Not(inner) => collect(inner, found),
            _ => {}
        }
    }
    let mut found = Vec::new();
    rules.ends.iter().for_each(|end| collect(&end.when, &mut found));
    found
}

impl Goal {
    pub(super) fn new(condition: &Condition, resolver: &Resolver<'_>) -> Goal {
        let men =
            |patterns: &std::collections::BTreeSet<_>| patterns.iter().map(|m| resolver.men(m)).collect();
        let kinds = |types: &Types| resolver.kinds(types);
        let all = |list: &[Condition]| list.iter().map(|c| Goal::new(c, resolver)).collect();
        match condition {
            Condition::Count { men: m, region, with_hand, at_least, at_most } => Goal::Count {
                men: men(m),
                region: resolver.region(region),
                with_hand: *with_hand,
                at_least: *at_least,
                at_most: at_most.unwrap_or(u16::MAX),
            },
            Condition::Captured { men: m } => Goal::Captured(men(m)),
            Condition::Safe { men: m, region } => Goal::Safe(men(m), resolver.region(region)),
            Condition::Full { region } => Goal::Full(resolver.region(region)),
            Condition::InCheck => Goal::InCheck,
            Condition::ChecksGiven { .. } => Goal::ChecksGiven,
            Condition::Castled { letters } => Goal::Castled(letters.to_ascii_uppercase()),
            Condition::NoRight { letters } => Goal::NoRight(letters.to_ascii_uppercase()),
            Condition::Row { length, types, steps, gaps } => Goal::Row {
                length: *length,
                kinds: kinds(types),
                paces: steps.iter().map(|s| resolver.pace(s)).collect(),
                gaps: *gaps,
            },
            Condition::Block { extent, types } => Goal::Block { extent: *extent, kinds: kinds(types) },
            Condition::Pattern { squares } => Goal::Pattern(
                squares.iter().map(|(s, content)| (resolver.square(*s), resolver.holds(content))).collect(),
            ),
            Condition::Passes => Goal::Passes,
            Condition::All(list) => Goal::All(all(list)),
            Condition::Any(list) => Goal::Any(all(list)),
            Condition::Not(inner) => Goal::Not(Box::new(Goal::new(inner, resolver))),
            Condition::CanReach { men: m, region } => Goal::CanReach(men(m), resolver.region(region)),
            Condition::Chain { types, from, to, steps } => Goal::Chain {
                kinds: kinds(types),
                from: resolver.region(from),
                to: resolver.region(to),
                paces: resolver.paces(steps),
            },
            Condition::Facing { types, steps } => {
                let place = facings(resolver.rules).iter().position(|other| *other == condition);
                Goal::Facing(resolver.line(types, steps), place.map_or(0, facing_bit))
            }
            Condition::Sequence { .. } | Condition::Repeated { .. } => Goal::Unplayed,
        }
    }
}

impl Oracle {
    /// The end that has come, moves or no moves.
    pub fn immediate_end(&self, position: &Position) -> Option<Finish> {
        if self.ends.is_empty() {
            return None;
        }
        let to_move = position.to_move;
        let before_the_first = position.last == super::super::position::LastMove::default();
        for (index, (end, goal)) in self.rules.ends.iter().zip(&self.ends).enumerate() {
            if before_the_first && !end.at_start {
                continue;
            }
            for side in [to_move.other(), to_move] {
                let moment = match end.moment {
                    Moment::Any => true,
                    Moment::Moved => side != to_move,
                    Moment::ToMove => side == to_move,
                };
                if moment && end.sides.includes(side) && self.reached(position, side, goal.of(side)) {
                    return Some(Finish {
                        winner: self.winner(position, side, end.result),
                        reason: Reason::Goal(index),
                    });
                }
            }
        }
        None
    }

    /// How the game is over, `None` where it goes on.
    pub fn finish(&self, position: &Position) -> Option<Finish> {
        if let Some(end) = self.immediate_end(position) {
            return Some(end);
        }
        if !self.moves_without_ends(position).is_empty() {
            return None;
        }
        let us = position.to_move;
        let no_moves = &self.rules.no_moves;
        if self.in_check(position, us) {
            return Some(Finish { winner: self.checkmate(position), reason: Reason::Checkmate });
        }
        let outcome = *no_moves.stalemate.of(us);
        let mut winner = self.winner(position, us, outcome);
        if no_moves.stalemate_by_count {
            winner = match more(count_men(position)) {
                None => None,
                Some(side) if side == us => winner.map(Side::other),
                Some(_) => winner,
            };
        }
        Some(Finish { winner, reason: Reason::Stalemate })
    }

    /// Who wins by the checkmate in the position.
    fn checkmate(&self, position: &Position) -> Option<Side> {
        let us = position.to_move;
        let no_moves = &self.rules.no_moves;
        let resolver = Resolver { rules: &self.rules, side: us };
        let checkers = || self.checkers(position, us);
        let all_of = |kinds: u64| {
            kinds != 0
                && checkers().iter().all(|s| position.man(s).is_some_and(|man| kinds & man.kind.bit() != 0))
        };
        let droppers = resolver.kinds(&no_moves.no_mate_by_drop_of);
        let by_drop =
            position.last.dropped.is_some_and(|kind| droppers & kind.bit() != 0) && all_of(droppers);
        if by_drop || all_of(resolver.kinds(&no_moves.no_mate_by)) {
            return Some(us);
        }
        let told = position.telling_check[us.index()] || self.is_telling(position, checkers());
        if no_moves.mate_needs_check_by != Types::Any && !told {
            return None;
        }
        self.winner(position, us, *no_moves.checkmate.of(us))
    }

    /// Whether one of the men that give check is of a type that a checkmate needs.
    pub(super) fn is_telling(&self, position: &Position, checkers: SquareSet) -> bool {
        let resolver = Resolver { rules: &self.rules, side: position.to_move };
        let kinds = resolver.kinds(&self.rules.no_moves.mate_needs_check_by);
        checkers.iter().any(|s| position.man(s).is_some_and(|man| kinds & man.kind.bit() != 0))
    }

    fn winner(&self, position: &Position, side: Side, outcome: Outcome) -> Option<Side> {
        match outcome {
            Outcome::Win => Some(side),
            Outcome::Loss => Some(side.other()),
            Outcome::Draw => None,
            Outcome::Material => self.material(position),
            Outcome::MoreMen => more(count_men(position)),
        }
    }

    /// Who wins by what is left on the board and in hand.
    fn material(&self, position: &Position) -> Option<Side> {
        match &self.rules.claims.draws_by {
            Material::None => None,
            Material::White => Some(Side::White),
            Material::Black => Some(Side::Black),
            Material::Men => more(count_men(position)),
            Material::Worth { points, black_half_points } => {
                let worth = |kind: Kind| usize::from(points.get(self.kind_name(kind)).copied().unwrap_or(0));
                let halves = Side::BOTH.map(|side| {
                    let men = position.men(side).iter().filter_map(|s| position.man(s));
                    let on_board: usize = men.map(|man| worth(man.kind)).sum();
                    let hand = position.hands[side.index()].iter().enumerate();
                    let in_hand: usize =
                        hand.map(|(kind, n)| usize::from(*n) * worth(Kind(kind as u8))).sum();
                    2 * (on_board + in_hand)
                });
                more([halves[0], halves[1] + usize::from(*black_half_points)])
            }
        }
    }

    fn reached(&self, position: &Position, side: Side, goal: &Goal) -> bool {
        let own = |kinds: u64| position.men_of(side, kinds).collect::<SquareSet>();
        match goal {
            Goal::Count { men, region, with_hand, at_least, at_most } => {
                let mut count = chosen(position, men, *region).len();
                if *with_hand {
                    count += in_hand(position, men);
                }
                (usize::from(*at_least)..=usize::from(*at_most)).contains(&count)
            }
            Goal::Captured(men) => men.iter().any(|m| position.last.captured[m.side.index()] & m.kinds != 0),
            Goal::Safe(men, region) => chosen(position, men, *region).iter().all(|square| {
                position.man(square).is_none_or(|man| !self.attacked(position, square, man.side.other(), man))
            }),
            Goal::Full(region) => region.iter().all(|s| position.at(s) != Cell::Empty),
            Goal::CanReach(men, region) => self.moves_without_ends(position).iter().any(|mv| {
                region.contains(mv.to)
                    && matches!(mv.kind, MoveKind::Ride(_))
                    && position.man(mv.from).is_some_and(|man| men.iter().any(|m| m.include(man)))
            }),
            Goal::InCheck => self.in_announced_check(position, position.to_move),
            Goal::ChecksGiven => position.checks_to_give[side.index()] == 0,
            Goal::Castled(letters) => {
                side != position.to_move && position.last.castled.is_some_and(|c| letters.contains(c))
            }
            Goal::NoRight(letters) => {
                let castled =
                    side != position.to_move && position.last.castled.is_some_and(|c| letters.contains(c));
                !castled && !self.has_right_of(position, side, letters)
            }
            Goal::Row { length, kinds, paces, gaps } => {
                let men = own(*kinds);
                men.iter().any(|start| {
                    paces.iter().any(|pace| {
                        let line = std::iter::successors(Some(start), |s| s.offset(pace.dx, pace.dy))
                            .take_while(|s| self.squares.contains(*s));
                        let count = if *gaps {
                            line.filter(|s| men.contains(*s)).count()
                        } else {
                            line.take_while(|s| men.contains(*s)).count()
                        };
                        count >= usize::from(*length)
                    })
                })
            }
            Goal::Block { extent, kinds } => {
                let men = own(*kinds);
                let extent = i32::from(*extent);
                men.iter().any(|start| {
                    let mut places = (0..extent).flat_map(|x| (0..extent).map(move |y| (x, y)));
                    places.all(|(x, y)| start.offset(x, y).is_some_and(|s| men.contains(s)))
                })
            }
            Goal::Pattern(squares) => squares.iter().all(|(square, holds)| holds.cell(position.at(*square))),
            Goal::Chain { kinds, from, to, paces } => {
                let men = own(*kinds);
                let mut chain = men.and(*from);
                let mut ends = chain;
                let mut reached = SquareSet::EMPTY;
                while !ends.is_empty() {
                    let grown =
                        ends.iter().map(|s| self.around(s, paces)).fold(SquareSet::EMPTY, SquareSet::or);
                    reached = reached.or(grown.and(men));
                    ends = grown.and(men).without(chain);
                    chain = chain.or(ends);
                }
                !reached.and(*to).is_empty()
            }
            Goal::Facing(line, bit) => position.last.faced & bit != 0 && self.faces(position, line),
            Goal::Passes => position.last.passes >= 2,
            Goal::All(goals) => goals.iter().all(|goal| self.reached(position, side, goal)),
            Goal::Any(goals) => goals.iter().any(|goal| self.reached(position, side, goal)),
            Goal::Not(goal) => !self.reached(position, side, goal),
            Goal::Unplayed => false,
        }
    }
}

/// The bit by which a position remembers a facing.
pub(super) fn facing_bit(place: usize) -> u8 {
    1u8.checked_shl(place as u32).unwrap_or(0)
}

fn count_men(position: &Position) -> [usize; 2] {
    Side::BOTH.map(|side| position.men(side).len())
}

/// The side with more of something.
fn more([white, black]: [usize; 2]) -> Option<Side> {
    match white.cmp(&black) {
        std::cmp::Ordering::Less => Some(Side::Black),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::White),
    }
}

/// The men in a region that one of the patterns means.
fn chosen(position: &Position, men: &[Men], region: SquareSet) -> SquareSet {
    let both = position.men(Side::White).or(position.men(Side::Black));
    let wanted = |s: &Square| position.man(*s).is_some_and(|man| men.iter().any(|m| m.include(man)));
    both.and(region).iter().filter(wanted).collect()
}

fn in_hand(position: &Position, men: &[Men]) -> usize {
    let of_side = |side: Side| {
        let hand = position.hands[side.index()].iter().enumerate();
        let wanted =
            |kind: usize| men.iter().any(|m| m.side == side && m.needs == 0 && m.kinds >> kind & 1 != 0);
        hand.filter(|(kind, _)| wanted(*kind)).map(|(_, n)| usize::from(*n)).sum::<usize>()
    };
    of_side(Side::White) + of_side(Side::Black)
}
