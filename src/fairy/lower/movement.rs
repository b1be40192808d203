//! How men move, as the engine's tables have it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::config::{Config, Slot};
use super::{BISHOP, region};
use crate::betza::{EngineWay, Passage, read_as_engine};
use crate::rules::{
    Content, Distances, Hurdle, Leg, ManPattern, MoveRule, PerSide, Region, Side, SquareSet, Step, Trail,
    Whose,
};

/// The rules by which men of a type move; the built-in pawn is another matter, see
/// [`super::men`].
pub(super) fn rules(config: &Config, slot: Slot) -> Vec<MoveRule> {
    let (movement, _) = read_as_engine(config.betza_of(slot));
    let extent = config.max_file.max(config.max_rank);
    let quiet = movement.quiet.ways(extent);
    let capture = movement.capture.ways(extent);
    let goal = Goal::new(config, slot);

    let mut rules = Vec::new();
    for leg in legs(config, slot, &quiet, &Content::empty()) {
        rules.extend(goal.rules(leg));
    }
    for leg in legs(config, slot, &capture, &goal.prey) {
        rules.extend(goal.rules(leg));
    }
    if let Some(kin) = &goal.kin {
        // What may not be captured is attacked all the same.
        for leg in legs(config, slot, &capture, kin) {
            rules.extend(goal.rules(leg).into_iter().map(|rule| MoveRule { threat_only: true, ..rule }));
        }
    }
    rules.extend(first_moves(config, slot, &goal));
    rules.extend(en_passant(config, slot, &capture));
    if !config.diagonal_lines.is_empty() {
        rules.extend(palace(config, slot, &goal));
    }
    rules
}

/// Where men of a type may go and what they may capture.
pub(super) struct Goal {
    /// Where they may go.
    to: Region,
    /// From where they may go aside (soldiers), where that is not from everywhere.
    aside: Option<Region>,
    /// What they may capture.
    pub prey: Content,
    /// What they attack but may not capture.
    pub kin: Option<Content>,
}

impl Goal {
    pub(super) fn new(config: &Config, slot: Slot) -> Goal {
        let immune = config.mutually_immune_types.contains(slot);
        let spared = immune || slot == Slot::JANGGI_CANNON;
        let prey = if spared {
            let others = config.letters.keys().filter(|other| **other != slot);
            let men = others.map(|other| ManPattern::of(Whose::Enemy, &other.key()));
            men.fold(Content::default(), Content::or_men)
        } else {
            Content::enemy()
        };
        Goal {
            to: mobility(config, slot),
            aside: (slot == Slot::SOLDIER && config.soldier_promotion_rank > 1)
                .then(|| from_rank(config, config.soldier_promotion_rank)),
            prey,
            kin: (immune && slot != Slot::JANGGI_CANNON)
                .then(|| Content::default().or_men(ManPattern::of(Whose::Enemy, &slot.key()))),
        }
    }

    /// The rules of a leg: one, or one for each part of it that holds somewhere else.
    fn rules(&self, leg: Leg) -> Vec<MoveRule> {
        if leg.onto.is_nothing() {
            return Vec::new();
        }
        let rule = |leg: Leg, from: Region| MoveRule::new([leg]).from(from).to(self.to);
        let Some(aside) = self.aside else { return vec![rule(leg, Region::All)] };
        let (straight, sideways): (BTreeSet<Step>, BTreeSet<Step>) =
            leg.steps.iter().cloned().partition(|step| step.dx == 0);
        let part = |steps: BTreeSet<Step>, from: Region| {
            (!steps.is_empty()).then(|| rule(Leg { steps, ..leg.clone() }, from))
        };
        part(straight, Region::All).into_iter().chain(part(sideways, aside)).collect()
    }
}

/// The squares to which men of a type may go, for each side.
pub(super) fn mobility(config: &Config, slot: Slot) -> Region {
    let of = |side| config.mobility(side, slot);
    region(config, &PerSide { white: of(Side::White), black: of(Side::Black) })
}

/// The squares from a relative rank on.
fn from_rank(config: &Config, rank: u8) -> Region {
    let of = |side: Side| {
        let squares = config.squares();
        squares.iter().filter(|s| relative(config, side, s.rank()) >= rank).collect::<SquareSet>()
    };
    Region::per_side(of(Side::White), of(Side::Black))
}

fn relative(config: &Config, side: Side, rank: u8) -> u8 {
    match side {
        Side::White => rank + 1,
        Side::Black => config.max_rank.saturating_sub(rank),
    }
}

/// Ways as legs onto something, those that differ only in direction together.
fn legs(config: &Config, slot: Slot, ways: &[EngineWay], onto: &Content) -> Vec<Leg> {
    let mut groups: BTreeMap<(Passage, BTreeSet<u8>), BTreeSet<Step>> = BTreeMap::new();
    for way in ways {
        let step = Step { dx: way.step.0, dy: way.step.1, via: way.path() };
        let passage = if way.passage == Passage::Lame { Passage::Leap } else { way.passage };
        groups.entry((passage, way.distances.clone())).or_default().insert(step);
    }
    let leg = |((passage, distances), steps): ((Passage, BTreeSet<u8>), BTreeSet<Step>)| {
        let hurdle = |behind| Hurdle { is: hurdles(config, slot), behind, ..Hurdle::default() };
        Leg {
            steps,
            distance: reached(&distances, config.max_file.max(config.max_rank)),
            hurdle: match passage {
                Passage::Hop => Some(hurdle(Distances::ANY)),
                Passage::Over => Some(hurdle(Distances::ONE)),
                _ => None,
            },
            onto: onto.clone(),
            spares: false,
        }
    };
    groups.into_iter().map(leg).collect()
}

/// Distances; all that the board has are all that there are.
fn reached(distances: &BTreeSet<u8>, extent: u8) -> Distances {
    let first = distances.first().copied().unwrap_or(1);
    let last = distances.last().copied().unwrap_or(1);
    let whole = distances.len() == usize::from(last - first) + 1;
    // A knight's ride leaves the board sooner than a rook's.
    if whole && last > 1 && last + 1 >= extent {
        return Distances::of(first..16);
    }
    Distances::of(distances.iter().copied())
}

/// What men of a type may jump over.
fn hurdles(config: &Config, slot: Slot) -> Content {
    if slot != Slot::JANGGI_CANNON {
        return Content::occupied();
    }
    let others = config.letters.keys().filter(|other| **other != slot);
    let men =
        others.flat_map(|other| [Whose::Own, Whose::Enemy].map(|whose| ManPattern::of(whose, &other.key())));
    Content { wall: true, ..men.fold(Content::default(), Content::or_men) }
}

/// Moves from the squares of first moves. They leave en passant squares where the man could
/// not go without them.
fn first_moves(config: &Config, slot: Slot, goal: &Goal) -> Vec<MoveRule> {
    if !config.double_step {
        return Vec::new();
    }
    let (movement, _) = read_as_engine(config.betza_of(slot));
    let extent = config.max_file.max(config.max_rank);
    let usual = movement.quiet.reach(extent);
    let from = region(config, &config.double_step_region);
    let mut rules = Vec::new();
    for way in movement.initial.ways(extent) {
        let (known, new): (BTreeSet<u8>, BTreeSet<u8>) = way.distances.iter().partition(|n| {
            usual.contains(&(way.step.0.saturating_mul(**n as i8), way.step.1.saturating_mul(**n as i8)))
        });
        for (distances, leaves) in [(known, Trail::None), (new, Trail::PassedAndLanding)] {
            if distances.is_empty() {
                continue;
            }
            let way = EngineWay { distances, ..way.clone() };
            for leg in legs(config, slot, &[way], &Content::empty()) {
                let made = goal.rules(leg).into_iter();
                rules.extend(made.map(|rule| MoveRule { leaves, from, ..rule }));
            }
        }
    }
    rules
}

/// En passant captures, of types that may.
fn en_passant(config: &Config, slot: Slot, capture: &[EngineWay]) -> Vec<MoveRule> {
    let sides = |side: Side| config.en_passant_types.of(side).contains(slot);
    let sides = match (sides(Side::White), sides(Side::Black)) {
        (true, true) => crate::rules::Sides::Both,
        (true, false) => crate::rules::Sides::White,
        (false, true) => crate::rules::Sides::Black,
        (false, false) => return Vec::new(),
    };
    let onto = Content { en_passant: true, ..Content::default() };
    let rule = |leg: Leg| MoveRule { sides, ..MoveRule::new([leg]).to(mobility(config, slot)) };
    legs(config, slot, capture, &onto).into_iter().map(rule).collect()
}

/// Moves along the diagonals of a palace.
fn palace(config: &Config, slot: Slot, goal: &Goal) -> Vec<MoveRule> {
    let lines = config.diagonal_lines.and(config.squares());
    let all = BISHOP.as_slice();
    let moves_as = if slot == Slot::KING && config.king_is_wazir { Slot::WAZIR } else { slot };
    let (directions, distance, hurdle) = match moves_as {
        Slot::WAZIR => (all, Distances::ONE, None),
        Slot::SOLDIER => (&[(-1, 1), (1, 1)][..], Distances::ONE, None),
        Slot::ROOK => (all, Distances::ANY, None),
        Slot::JANGGI_CANNON => {
            let hurdle = Hurdle { is: hurdles(config, slot), ..Hurdle::default() };
            (all, Distances::ANY, Some(hurdle))
        }
        _ => return Vec::new(),
    };
    let to = |side: Side| lines.and(config.mobility(side, slot));
    let leg = Leg { hurdle, ..Leg::new(directions.iter().copied()).distance(distance) };
    let leg = leg.onto(Content::empty().or(goal.prey.clone()));
    vec![
        MoveRule::new([leg])
            .from(Region::per_side(lines, lines))
            .to(Region::per_side(to(Side::White), to(Side::Black))),
    ]
}
