//! Move rules, taken apart and put together.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::super::{
    Content, Distances, Leg, ManPattern, MoveRule, Region, Side, Sides, Square, SquareSet, Step, Trail, Whose,
};
use super::view::View;
use super::{join_sides, merge, merge_unsorted, split};

/// The canonical list of rules for a list of rules.
pub(super) fn canonical(view: &View, rules: &[MoveRule]) -> Vec<MoveRule> {
    let atoms: Vec<MoveRule> = split(rules, |rule| &mut rule.sides)
        .into_iter()
        .flat_map(|(side, rule)| restated(view, side, rule))
        .flat_map(|rule| take_apart(view, rule))
        .collect();
    let mut seen: IndexSet<MoveRule, FxBuildHasher> = IndexSet::default();
    seen.extend(atoms);
    let mut atoms: Vec<MoveRule> = seen.into_iter().collect();
    // Regions first, so that a rule that holds everywhere takes up its own
    // special cases.
    atoms = settle_regions(view, atoms);
    atoms = merge_regions(view, atoms, |rule| &mut rule.from);
    atoms = merge_regions(view, atoms, |rule| &mut rule.to);
    let longest = atoms.iter().map(|rule| rule.legs.len()).max().unwrap_or(0);
    for leg in 0..longest {
        atoms = merge_unsorted(
            atoms,
            |rule| rule.legs.get_mut(leg).map(|leg| std::mem::take(&mut leg.onto)).unwrap_or_default(),
            |all, one| *all = std::mem::take(all).or(one),
            |rule, mut onto| {
                if let Some(leg) = rule.legs.get_mut(leg) {
                    view.content(&mut onto);
                    leg.onto = onto;
                }
            },
        );
        atoms = merge_unsorted(
            atoms,
            |rule| {
                let none = Distances::of([]);
                rule.legs.get_mut(leg).map_or(none, |leg| std::mem::replace(&mut leg.distance, none))
            },
            |all, one| *all = all.or(one),
            |rule, distance| {
                if let Some(leg) = rule.legs.get_mut(leg) {
                    leg.distance = match leg.steps.first() {
                        Some(step) => view.distances(step, distance),
                        None => distance,
                    };
                }
            },
        );
    }
    for leg in (0..longest).rev() {
        atoms = merge_unsorted(
            atoms,
            |rule| rule.legs.get_mut(leg).map(|leg| std::mem::take(&mut leg.steps)).unwrap_or_default(),
            |all, one| all.extend(one),
            |rule, steps| {
                if let Some(leg) = rule.legs.get_mut(leg) {
                    leg.steps = steps;
                }
            },
        );
    }
    merge(atoms, |rule| std::mem::take(&mut rule.sides), join_sides, |rule, sides: Sides| rule.sides = sides)
}

/// A step and a distance.
type Vector = (Step, u8);

/// States where rules of one leg hold in one way.
///
/// What counts is from which squares each vector can be played. Vectors of rules
/// that are otherwise alike are stated together if one pair of regions says it for
/// all of them: none, an origin, a destination, or both, whichever comes first.
/// Else each has the region of its own origins.
fn settle_regions(view: &View, atoms: Vec<MoveRule>) -> Vec<MoveRule> {
    let mut settled = Vec::new();
    let mut groups: IndexMap<MoveRule, BTreeMap<Vector, SquareSet>, FxBuildHasher> = IndexMap::default();
    for mut rule in atoms {
        let board = view.seen_board(rule.sides);
        let squares = |region: &Region| match region {
            Region::All => board,
            Region::Squares { white, .. } => white.and(board),
        };
        let vector = match rule.legs.as_slice() {
            [leg] if leg.steps.len() == 1 && leg.distance.iter().count() == 1 => {
                leg.steps.first().cloned().map(|step| (step, leg.distance.most()))
            }
            _ => None,
        };
        let Some(vector) = vector else {
            settled.push(rule);
            continue;
        };
        let origins = origins(&vector, squares(&rule.from), squares(&rule.to));
        rule.from = Region::All;
        rule.to = Region::All;
        rule.legs[0].steps.clear();
        rule.legs[0].distance = Distances::of([]);
        let all = groups.entry(rule).or_default().entry(vector).or_default();
        *all = all.or(origins);
    }
    for (rule, mut vectors) in groups {
        vectors.retain(|_, origins| !origins.is_empty());
        let board = view.seen_board(rule.sides);
        let from = vectors.values().fold(SquareSet::EMPTY, |set, origins| set.or(*origins));
        let to: SquareSet =
            vectors.iter().flat_map(|(v, origins)| origins.iter().filter_map(|s| end(v, s))).collect();
        let ways = [(board, board), (from, board), (board, to), (from, to)];
        let fits =
            |(from, to): &(SquareSet, SquareSet)| vectors.iter().all(|(v, o)| origins(v, *from, *to) == *o);
        let common = ways.into_iter().find(fits);
        for (vector, own) in &vectors {
            let (from, to) = match common {
                Some(regions) => regions,
                None if origins(vector, board, board) == *own => (board, board),
                None => (*own, board),
            };
            let region = |set: SquareSet| if set == board { Region::All } else { Region::squares(set) };
            let mut rule = rule.clone();
            rule.legs[0].steps.insert(vector.0.clone());
            rule.legs[0].distance = Distances::of([vector.1]);
            rule.from = region(from);
            rule.to = region(to);
            settled.push(rule);
        }
    }
    settled
}

/// Where a vector leads.
fn end((step, distance): &Vector, square: Square) -> Option<Square> {
    let (dx, dy) = step.vector();
    square.offset(dx * i32::from(*distance), dy * i32::from(*distance))
}

/// From where a vector leads from one set into the other.
fn origins(vector: &Vector, from: SquareSet, to: SquareSet) -> SquareSet {
    from.iter().filter(|s| end(vector, *s).is_some_and(|end| to.contains(end))).collect()
}

fn merge_regions(
    view: &View,
    rules: Vec<MoveRule>,
    region: impl Fn(&mut MoveRule) -> &mut Region,
) -> Vec<MoveRule> {
    merge_unsorted(
        rules,
        |rule| std::mem::take(region(rule)),
        |all, one| {
            *all = match (*all, one) {
                (Region::Squares { white: a, .. }, Region::Squares { white: b, .. }) => {
                    Region::squares(a.or(b))
                }
                _ => Region::All,
            };
        },
        |rule, joined| *region(rule) = view.region_for(Side::White, &joined),
    )
}

/// The rule of one side, from White's view with Black mirrored.
fn restated(view: &View, side: Side, mut rule: MoveRule) -> Vec<MoveRule> {
    rule.from = view.region_for(side, &rule.from);
    rule.to = view.region_for(side, &rule.to);
    rule.when = view.guards(side, &rule.when);
    rule.then = view.effects(side, &rule.then);
    for leg in &mut rule.legs {
        leg.steps = leg.steps.iter().map(|step| view.step_for(side, step)).collect();
    }
    vec![rule]
}

/// Rules with more parts are left whole.
const MAX_PARTS: usize = 1 << 16;

/// Rules of one step, one distance and one thing to land on for every leg.
fn take_apart(view: &View, rule: MoveRule) -> Vec<MoveRule> {
    let legs: Vec<Vec<Leg>> = rule.legs.iter().map(|leg| leg_parts(view, leg)).collect();
    let count = legs.iter().try_fold(1usize, |count, parts| count.checked_mul(parts.len()));
    if count.is_none_or(|count| count > MAX_PARTS) {
        return vec![rule];
    }
    let mut parts = vec![MoveRule { legs: Vec::new(), ..rule }];
    for choices in &legs {
        parts = parts
            .into_iter()
            .flat_map(|part| {
                choices.iter().map(move |choice| {
                    let mut part = part.clone();
                    part.legs.push(choice.clone());
                    part
                })
            })
            .collect();
    }
    for part in &mut parts {
        if matches!(part.leaves, Trail::Passed | Trail::PassedIfAttacked) && passes_nothing(&part.legs) {
            part.leaves = Trail::None;
        }
    }
    parts
}

/// Whether no square lies between where the only leg begins and where it lands.
fn passes_nothing(legs: &[Leg]) -> bool {
    let [leg] = legs else { return false };
    leg.distance == Distances::ONE
        && leg.steps.iter().all(|step| {
            let (dx, dy) = (step.dx.unsigned_abs(), step.dy.unsigned_abs());
            dx.max(dy) < 2 || dx != 0 && dy != 0 && dx != dy
        })
}

fn leg_parts(view: &View, leg: &Leg) -> Vec<Leg> {
    let mut parts = Vec::new();
    for step in &leg.steps {
        let hurdle = leg.hurdle.as_ref().map(|hurdle| view.hurdle(step, hurdle));
        for distance in view.distances(step, leg.distance).iter() {
            for onto in onto_parts(&leg.onto) {
                parts.push(Leg {
                    steps: BTreeSet::from([Step::clone(step)]),
                    distance: Distances::of([distance]),
                    hurdle: hurdle.clone(),
                    onto,
                    spares: leg.spares,
                });
            }
        }
    }
    parts
}

fn onto_parts(onto: &Content) -> Vec<Content> {
    let mut parts = Vec::new();
    if onto.empty {
        parts.push(Content::empty());
    }
    if onto.en_passant {
        parts.push(Content { en_passant: true, ..Content::default() });
    }
    if onto.wall {
        parts.push(Content { wall: true, ..Content::default() });
    }
    // What one side's men are covered by is found when the parts are joined.
    let whole = |whose: Whose| onto.men.contains(&ManPattern::any(whose));
    let kept = onto.men.iter().filter(|m| !whole(m.whose) || **m == ManPattern::any(m.whose));
    parts.extend(kept.map(|m| Content::default().or_men(m.clone())));
    parts
}
