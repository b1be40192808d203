//! Rules without what the engine does of its own for some types, so that their plain movement
//! can be read.

use std::collections::{BTreeMap, BTreeSet};

use super::super::lower::{GATE, LEAP};
use crate::rules::{Content, Distances, Guard, Leg, ManPattern, MoveRule, Region, Rules, Trail, Whose};

/// What was taken out.
#[derive(Default)]
pub(super) struct Specials {
    /// Types whose men don't capture each other.
    pub immune: BTreeSet<String>,
    /// Types whose men neither hop over each other nor capture each other.
    pub cannons: BTreeSet<String>,
    /// Whether kings and ministers have the first leaps of the Cambodian rules.
    pub leaps: bool,
}

/// Enemy men of all types but one.
fn all_but(rules: &Rules, name: &str) -> BTreeSet<ManPattern> {
    let others = rules.pieces.iter().map(|p| &p.name).filter(|other| *other != name);
    others.map(|other| ManPattern::of(Whose::Enemy, other)).collect()
}

/// Whether these are walls and men of all types but one.
fn passes_over(rules: &Rules, name: &str, is: &Content) -> bool {
    let enemies = all_but(rules, name);
    let own = enemies.iter().map(|m| ManPattern { whose: Whose::Own, ..m.clone() });
    is.wall && !enemies.is_empty() && is.men == own.chain(enemies.iter().cloned()).collect()
}

fn asks_for_mark(guard: &Guard) -> bool {
    let marked = |m: &ManPattern| m.marks.iter().any(|(mark, _)| mark == GATE || mark == LEAP);
    matches!(guard, Guard::Square { is, .. } if is.men.iter().any(marked))
}

/// What the rules have of these.
pub(super) fn specials(rules: &Rules) -> Specials {
    let mut specials = Specials::default();
    for piece in &rules.pieces {
        let others = all_but(rules, &piece.name);
        let spares = |onto: &Content| !others.is_empty() && onto.men == others;
        let legs = || piece.moves.iter().flat_map(|rule| &rule.legs);
        if legs()
            .any(|leg| leg.hurdle.as_ref().is_some_and(|hurdle| passes_over(rules, &piece.name, &hurdle.is)))
        {
            specials.cannons.insert(piece.name.clone());
        } else if legs().any(|leg| spares(&leg.onto)) {
            specials.immune.insert(piece.name.clone());
        }
        specials.leaps |= piece.moves.iter().any(|rule| rule.when.iter().any(asks_for_mark));
    }
    specials
}

/// The rules without them. What else the draft of a section can't hold is not its business:
/// royal men under conditions, for one.
pub(super) fn without_specials(rules: &Rules) -> Rules {
    let mut simple = rules.clone();
    let specials = specials(rules);
    for piece in &mut simple.pieces {
        let others = all_but(rules, &piece.name);
        let cannon = specials.cannons.contains(&piece.name);
        let immune = cannon || specials.immune.contains(&piece.name);
        let kin = BTreeSet::from([ManPattern::of(Whose::Enemy, &piece.name)]);
        piece.moves.retain(|rule| {
            let only_kin = rule.threat_only && rule.legs.iter().all(|leg| leg.onto.men == kin);
            !(immune && only_kin || rule.when.iter().any(asks_for_mark))
        });
        for rule in &mut piece.moves {
            for leg in &mut rule.legs {
                if let Some(hurdle) = leg.hurdle.as_mut().filter(|_| cannon) {
                    hurdle.is = Content::occupied();
                }
                if immune && leg.onto.men == others {
                    leg.onto.men = [ManPattern::any(Whose::Enemy)].into();
                }
            }
            // A pawn captures in passing wherever it is.
            let passing = Content { en_passant: true, ..Content::default() };
            if rule.legs.iter().all(|leg| leg.onto == passing) {
                rule.to = Region::All;
            }
        }
        let captures_to =
            piece.moves.iter().find(|rule| rule.legs.iter().any(|leg| !leg.onto.men.is_empty()));
        let to = captures_to.map_or(Region::All, |rule| rule.to);
        let passing = |rule: &&mut MoveRule| rule.legs.iter().all(|leg| leg.onto.en_passant);
        piece.moves.iter_mut().filter(passing).for_each(|rule| rule.to = to);
    }
    simple.royals.retain(|royal| royal.at_most.is_none() && !royal.all_attacked && !royal.excused_by_capture);
    simple.canonicalise();
    simple.pieces.iter_mut().for_each(|piece| whole_rides(&mut piece.moves));
    simple
}

/// A ride of which the first step captures and the rest does not is one quiet ride and one
/// capturing step: what the canonical form divides by what it lands on is put together by ride.
fn whole_rides(moves: &mut Vec<MoveRule>) {
    let plain = |rule: &MoveRule| {
        matches!(&rule.legs[..], [leg] if leg.hurdle.is_none())
            && rule.leaves == Trail::None
            && rule.from == Region::All
    };
    if !moves.iter().any(|rule| plain(rule) && !rule.legs[0].distance.contains(1)) {
        return;
    }
    let mut rides: BTreeMap<MoveRule, Distances> = BTreeMap::new();
    let (mixed, others): (Vec<_>, Vec<_>) = std::mem::take(moves).into_iter().partition(plain);
    for rule in mixed {
        let leg = &rule.legs[0];
        let quiet = Content { empty: leg.onto.empty, ..Content::default() };
        let taking = Content { empty: false, ..leg.onto.clone() };
        for onto in [quiet, taking].into_iter().filter(|onto| !onto.is_nothing()) {
            for step in &leg.steps {
                let one = Leg {
                    steps: [step.clone()].into(),
                    distance: Distances::ONE,
                    onto: onto.clone(),
                    ..leg.clone()
                };
                let distances = rides.entry(MoveRule { legs: vec![one], ..rule.clone() });
                let distances = distances.or_insert(Distances::of([]));
                *distances = distances.or(leg.distance);
            }
        }
    }
    *moves = others;
    for (mut rule, distance) in rides {
        rule.legs[0].distance = distance;
        moves.push(rule);
    }
}
