//! Giving the types of pieces other names, wherever rules speak of them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Aftermath, Condition, Content, Effect, Guard, ManPattern, Material, MoveRule, Priority, Reverts, Rules,
    Source, Types,
};

/// The new name for a name.
type Rename<'a> = &'a dyn Fn(&str) -> String;

impl Rules {
    /// Renames the types of pieces. Two types must not be given one name.
    pub fn rename_types(&mut self, rename: Rename) {
        let to = |name: &mut String| *name = rename(name);
        for piece in &mut self.pieces {
            to(&mut piece.name);
            piece.moves.iter_mut().for_each(|rule| move_rule(rule, rename));
        }
        for mark in &mut self.marks {
            types(&mut mark.held_by, rename);
            mark.lost_when_aimed_at.iter_mut().for_each(|aim| types(&mut aim.by, rename));
        }
        self.royals.iter_mut().for_each(|royal| types(&mut royal.types, rename));
        for promotion in &mut self.promotions {
            types(&mut promotion.types, rename);
            names(&mut promotion.into, rename);
            names(&mut promotion.otherwise, rename);
            keys(&mut promotion.fewer_than, rename);
            guards(&mut promotion.when, rename);
            if let Reverts::To(kind) = &mut promotion.reverts {
                to(kind);
            }
        }
        for castling in &mut self.castlings {
            types(&mut castling.king, rename);
            types(&mut castling.partner, rename);
            guards(&mut castling.when, rename);
        }
        for drop in &mut self.drops {
            types(&mut drop.types, rename);
            content(&mut drop.onto, rename);
            guards(&mut drop.when, rename);
            drop.becomes.iter_mut().for_each(to);
            effects(&mut drop.then, rename);
        }
        for gate in &mut self.gates {
            men(&mut gate.mover, rename);
            match &mut gate.source {
                Source::Hand(kinds) => types(kinds, rename),
                Source::Board(patterns) => men(patterns, rename),
            }
            guards(&mut gate.when, rename);
        }
        for aftermath in &mut self.aftermath {
            match aftermath {
                Aftermath::Blast { immune, shielded, centre_to_wall, .. } => {
                    [immune, shielded, centre_to_wall].into_iter().for_each(|kinds| types(kinds, rename));
                }
                Aftermath::Petrify { types: kinds } => types(kinds, rename),
                Aftermath::Flip { .. } => {}
            }
        }
        self.ends.iter_mut().for_each(|end| condition(&mut end.when, rename));
        self.check.facing.iter_mut().for_each(|facing| types(&mut facing.types, rename));
        for priority in &mut self.turn.priorities {
            if let Priority::Drops(kinds) = priority {
                types(kinds, rename);
            }
        }
        types(&mut self.hands.endless, rename);
        self.hands.order.iter_mut().for_each(to);
        let none = &mut self.no_moves;
        for kinds in [&mut none.no_mate_by_drop_of, &mut none.no_mate_by, &mut none.mate_needs_check_by] {
            types(kinds, rename);
        }
        if let Some(limit) = &mut self.claims.move_limit {
            types(&mut limit.reset_by.white, rename);
            types(&mut limit.reset_by.black, rename);
        }
        let counted = &mut self.claims.counted;
        for kinds in [&mut counted.pawns, &mut counted.rooks, &mut counted.khons, &mut counted.knights] {
            types(kinds, rename);
        }
        if let Material::Worth { points, .. } = &mut self.claims.draws_by {
            keys(points, rename);
        }
        let start = &mut self.start;
        keys(&mut start.white, rename);
        keys(&mut start.black, rename);
        keys(&mut start.white_hand, rename);
        keys(&mut start.black_hand, rename);
        start.promoted.values_mut().for_each(to);
    }
}

fn names(set: &mut BTreeSet<String>, rename: Rename) {
    *set = set.iter().map(|name| rename(name)).collect();
}

fn keys<T>(map: &mut BTreeMap<String, T>, rename: Rename) {
    *map = std::mem::take(map).into_iter().map(|(name, value)| (rename(&name), value)).collect();
}

fn types(types: &mut Types, rename: Rename) {
    if let Types::Only(set) = types {
        names(set, rename);
    }
}

fn men(patterns: &mut BTreeSet<ManPattern>, rename: Rename) {
    let renamed =
        |pattern: &ManPattern| ManPattern { kind: pattern.kind.as_deref().map(rename), ..pattern.clone() };
    *patterns = patterns.iter().map(renamed).collect();
}

fn content(content: &mut Content, rename: Rename) {
    men(&mut content.men, rename);
}

fn move_rule(rule: &mut MoveRule, rename: Rename) {
    for leg in &mut rule.legs {
        content(&mut leg.onto, rename);
        leg.hurdle.iter_mut().for_each(|hurdle| content(&mut hurdle.is, rename));
    }
    guards(&mut rule.when, rename);
    effects(&mut rule.then, rename);
}

fn effects(effects: &mut [Effect], rename: Rename) {
    for effect in effects {
        match effect {
            Effect::Put { kind, .. } | Effect::Become { kind, .. } | Effect::Stock { kind, .. } => {
                *kind = rename(kind);
            }
            _ => {}
        }
    }
}

fn guards(list: &mut [Guard], rename: Rename) {
    for guard in list {
        match guard {
            Guard::Square { is, .. } => content(is, rename),
            Guard::Count { men: patterns, .. } => men(patterns, rename),
            Guard::Attacks { men: patterns } => men(patterns, rename),
            Guard::ColoursEven { kind } => *kind = rename(kind),
            Guard::All(inner) | Guard::Any(inner) => guards(inner, rename),
            Guard::Not(inner) => guards(std::slice::from_mut(inner), rename),
            _ => {}
        }
    }
}

fn condition(when: &mut Condition, rename: Rename) {
    match when {
        Condition::Count { men: patterns, .. }
        | Condition::Captured { men: patterns }
        | Condition::Safe { men: patterns, .. }
        | Condition::CanReach { men: patterns, .. } => men(patterns, rename),
        Condition::Row { types: kinds, .. }
        | Condition::Block { types: kinds, .. }
        | Condition::Chain { types: kinds, .. }
        | Condition::Facing { types: kinds, .. } => types(kinds, rename),
        Condition::Pattern { squares } => squares.values_mut().for_each(|is| content(is, rename)),
        Condition::Sequence { contents, .. } => contents.iter_mut().for_each(|is| content(is, rename)),
        Condition::All(list) | Condition::Any(list) => list.iter_mut().for_each(|c| condition(c, rename)),
        Condition::Not(inner) => condition(inner, rename),
        _ => {}
    }
}
