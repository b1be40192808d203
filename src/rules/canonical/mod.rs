//! The one form of rules in which all readers deliver them.
//!
//! Move rules are taken apart into the smallest ones (one side, one step, one
//! thing to land on), and equal parts are put together again in a fixed order, so
//! that it does not matter how a source had divided them. Everything is stated
//! from White's view with Black mirrored; what differs between the sides becomes
//! a record for each. Lists whose order means nothing are sorted.

mod moves;
mod view;

use std::collections::BTreeSet;
use std::hash::Hash;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use super::{Condition, Path, PerSide, Rules, Side, Sides, Types};
use view::View;

impl Rules {
    /// Brings the rules into their canonical form; what they mean stays.
    pub fn canonicalise(&mut self) {
        let all: BTreeSet<String> = self.pieces.iter().map(|p| p.name.clone()).collect();
        self.board.names.retain(|square, name| *name != square.to_string());
        let inside = super::SquareSet::board(self.board.files, self.board.ranks);
        self.board.holes = self.board.holes.and(inside);

        let view = View::new(self, all);
        for piece in &mut self.pieces {
            piece.moves = moves::canonical(&view, &piece.moves);
            piece.synonyms = piece.synonyms.chars().collect::<BTreeSet<_>>().into_iter().collect();
        }
        self.pieces.sort_by(|a, b| a.name.cmp(&b.name));
        self.marks.sort_by(|a, b| a.name.cmp(&b.name));

        self.promotions = promotions(&view, self);
        self.castlings = castlings(&view, self);
        self.drops = drops(&view, self);
        self.royals = royals(&view, self);

        self.en_passant.region = view.region(&self.en_passant.region);
        for mark in &mut self.marks {
            view.types(&mut mark.held_by);
            mark.held = view.region(&mark.held);
        }
        for gate in &mut self.gates {
            gate.vacated = view.region(&gate.vacated);
        }
        if let Some(walls) = &mut self.walls {
            walls.region = view.region(&walls.region);
        }
        for end in &mut self.ends {
            condition(&view, &mut end.when);
        }
        for types in [&mut self.no_moves.no_mate_by, &mut self.no_moves.mate_needs_check_by] {
            view.types(types);
        }
        let counted = &mut self.claims.counted;
        for types in [&mut counted.pawns, &mut counted.rooks, &mut counted.khons, &mut counted.knights] {
            view.types(types);
        }
        if let Some(limit) = &mut self.claims.move_limit {
            view.types(&mut limit.reset_by.white);
            view.types(&mut limit.reset_by.black);
        }
        self.start.canonicalise(inside.without(self.board.holes));
        self.board.black_sees = view.orientation();
    }
}

impl super::Start {
    fn canonicalise(&mut self, board: super::SquareSet) {
        for men in [&mut self.white, &mut self.black] {
            men.values_mut().for_each(|squares| *squares = squares.and(board));
            men.retain(|_, squares| !squares.is_empty());
        }
        for hand in [&mut self.white_hand, &mut self.black_hand] {
            hand.retain(|_, count| *count > 0);
        }
        self.walls = self.walls.and(board);
        self.rights.sort();
        self.rights.dedup();
        if self.move_number == 1 {
            self.move_number = 0;
        }
    }
}

fn condition(view: &View, condition: &mut Condition) {
    match condition {
        Condition::Count { men, region, .. } | Condition::Safe { men, region } => {
            view.men(men);
            *region = view.region(region);
        }
        Condition::CanReach { men, region } => {
            view.men(men);
            *region = view.region(region);
        }
        Condition::Captured { men } => view.men(men),
        Condition::Full { region } => *region = view.region(region),
        Condition::Row { types, .. } | Condition::Block { types, .. } | Condition::Facing { types, .. } => {
            view.types(types);
        }
        Condition::Chain { types, from, to, .. } => {
            view.types(types);
            *from = view.region(from);
            *to = view.region(to);
        }
        Condition::All(list) | Condition::Any(list) => list.iter_mut().for_each(|c| self::condition(view, c)),
        Condition::Not(inner) => self::condition(view, inner),
        _ => {}
    }
}

/// Puts records together that differ in one component only: `take` removes it
/// and `put` gives the union of all back.
pub(super) fn merge<T: Ord + Hash, C>(
    records: Vec<T>,
    take: impl Fn(&mut T) -> C,
    join: impl Fn(&mut C, C),
    put: impl Fn(&mut T, C),
) -> Vec<T> {
    let mut records = merge_unsorted(records, take, join, put);
    records.sort();
    records.dedup();
    records
}

/// The same without an order: sorting hundreds of thousands of move rules between all steps
/// takes most of the time otherwise.
pub(super) fn merge_unsorted<T: Eq + Hash, C>(
    records: Vec<T>,
    take: impl Fn(&mut T) -> C,
    join: impl Fn(&mut C, C),
    put: impl Fn(&mut T, C),
) -> Vec<T> {
    let mut groups: IndexMap<T, C, FxBuildHasher> = IndexMap::default();
    for mut record in records {
        let component = take(&mut record);
        match groups.entry(record) {
            Entry::Vacant(slot) => {
                slot.insert(component);
            }
            Entry::Occupied(mut slot) => join(slot.get_mut(), component),
        }
    }
    let records = groups.into_iter().map(|(mut record, component)| {
        put(&mut record, component);
        record
    });
    records.collect()
}

/// The union of the sides that two records speak of.
pub(super) fn join_sides(sides: &mut Sides, other: Sides) {
    if *sides != other {
        *sides = Sides::Both;
    }
}

/// The record for each of the sides that it speaks of.
fn split<T: Clone>(records: &[T], sides: impl Fn(&mut T) -> &mut Sides) -> Vec<(Side, T)> {
    let mut found = Vec::new();
    for record in records {
        for side in Side::BOTH {
            let mut record = record.clone();
            let meant = sides(&mut record);
            if meant.includes(side) {
                *meant = side.into();
                found.push((side, record));
            }
        }
    }
    found
}

fn join_types(types: &mut Types, other: Types) {
    match (types, other) {
        (Types::Only(names), Types::Only(more)) => names.extend(more),
        (types, _) => *types = Types::Any,
    }
}

fn promotions(view: &View, rules: &Rules) -> Vec<super::Promotion> {
    let mut records: Vec<_> = split(&rules.promotions, |r| &mut r.sides)
        .into_iter()
        .map(|(side, mut record)| {
            record.zone = view.region_for(side, &record.zone);
            record.when = view.guards(side, &record.when);
            view.types(&mut record.types);
            let into = record.into.clone();
            record.fewer_than.retain(|name, _| into.contains(name));
            record
        })
        .collect();
    records = merge(records, |r| std::mem::take(&mut r.types), join_types, |r, types| r.types = types);
    records.iter_mut().for_each(|record| view.types(&mut record.types));
    merge(records, |r| std::mem::take(&mut r.sides), join_sides, |r, sides| r.sides = sides)
}

fn drops(view: &View, rules: &Rules) -> Vec<super::Drop> {
    let mut records: Vec<_> = split(&rules.drops, |r| &mut r.sides)
        .into_iter()
        .map(|(side, mut record)| {
            record.zone = view.region_for(side, &record.zone);
            record.when = view.guards(side, &record.when);
            record.then = view.effects(side, &record.then);
            view.content(&mut record.onto);
            view.types(&mut record.types);
            record
        })
        .collect();
    records = merge(records, |r| std::mem::take(&mut r.types), join_types, |r, types| r.types = types);
    records.iter_mut().for_each(|record| view.types(&mut record.types));
    merge(records, |r| std::mem::take(&mut r.sides), join_sides, |r, sides| r.sides = sides)
}

fn royals(view: &View, rules: &Rules) -> Vec<super::Royal> {
    let records: Vec<_> =
        split(&rules.royals, |r| &mut r.sides).into_iter().map(|(_, record)| record).collect();
    let mut records =
        merge(records, |r| std::mem::take(&mut r.types), join_types, |r, types| r.types = types);
    records.iter_mut().for_each(|record| view.types(&mut record.types));
    merge(records, |r| std::mem::take(&mut r.sides), join_sides, |r, sides| r.sides = sides)
}

fn castlings(view: &View, rules: &Rules) -> Vec<super::Castling> {
    let mut records: Vec<_> = split(&rules.castlings, |r| &mut r.sides)
        .into_iter()
        .map(|(side, mut record)| {
            record.letter = record.letter.to_ascii_uppercase();
            record.king_from = view.squares_for(side, record.king_from);
            record.partner_from = view.squares_for(side, record.partner_from);
            record.king_to = view.square_for(side, record.king_to);
            record.partner_to = view.square_for(side, record.partner_to);
            record.home = record.home.map(|s| view.square_for(side, s));
            record.toward = record.toward.as_ref().map(|step| view.step_for(side, step));
            record.when = view.guards(side, &record.when);
            for path in [&mut record.empty, &mut record.safe] {
                if let Path::Squares(squares) = path {
                    *squares = view.squares_for(side, *squares);
                    if squares.is_empty() {
                        *path = Path::Nothing;
                    }
                }
            }
            if let (Some(king), Some(partner)) = (record.king_from.single(), record.partner_from.single()) {
                record.home = None;
                record.toward = None;
                let mut usual = view::line(king, record.king_to).or(view::line(partner, record.partner_to));
                usual.remove(king);
                usual.remove(partner);
                if let Path::Squares(squares) = &mut record.empty {
                    squares.remove(king);
                    squares.remove(partner);
                }
                if record.empty == Path::Squares(usual) {
                    record.empty = Path::Usual;
                }
                if record.safe == Path::Squares(view::line(king, record.king_to)) {
                    record.safe = Path::Usual;
                }
            }
            view.types(&mut record.king);
            view.types(&mut record.partner);
            record
        })
        .collect();
    records.sort();
    merge(records, |r| std::mem::take(&mut r.sides), join_sides, |r, sides| r.sides = sides)
}

/// For callers that state something per side and want the shorter form.
impl<T: PartialEq> PerSide<T> {
    /// Whether both sides have the same.
    pub fn is_equal(&self) -> bool {
        self.white == self.black
    }
}
