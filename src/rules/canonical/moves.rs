//! Move rules, taken apart and put together.

use std::collections::BTreeSet;

use super::super::{Content, Distances, Leg, ManPattern, MoveRule, Region, Side, Sides, Step, Trail, Whose};
use super::view::View;
use super::{join_sides, merge, split};

/// The canonical list of rules for a list of rules.
pub(super) fn canonical(view: &View, rules: &[MoveRule]) -> Vec<MoveRule> {
    let mut atoms: Vec<MoveRule> = split(rules, |rule| &mut rule.sides)
        .into_iter()
        .flat_map(|(side, rule)| restated(view, side, rule))
        .flat_map(|rule| take_apart(view, rule))
        .collect();
    atoms.sort();
    atoms.dedup();
    // Regions first, so that a rule that holds everywhere takes up its own
    // special cases.
    atoms = merge_regions(view, atoms, |rule| &mut rule.from);
    atoms = merge_regions(view, atoms, |rule| &mut rule.to);
    let longest = atoms.iter().map(|rule| rule.legs.len()).max().unwrap_or(0);
    for leg in 0..longest {
        atoms = merge(
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
        atoms = merge(
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
        atoms = merge(
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

fn merge_regions(
    view: &View,
    rules: Vec<MoveRule>,
    region: impl Fn(&mut MoveRule) -> &mut Region,
) -> Vec<MoveRule> {
    merge(
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
        // A single step passes nothing.
        if part.leaves == Trail::Passed && part.legs.len() == 1 && part.legs[0].distance == Distances::ONE {
            part.leaves = Trail::None;
        }
    }
    parts
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
