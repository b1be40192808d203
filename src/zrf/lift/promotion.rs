//! Promotions: on which moves a man may or must become something else.

use std::collections::{BTreeMap, BTreeSet};

use super::super::program::{PieceId, PlayerId};
use super::explain::Atom;
use super::ground::Ground;
use crate::rules::{Duty, Origin, Promotion, Region, Square, SquareSet, Trigger, Types};

type Choice = BTreeSet<Option<PieceId>>;

impl Ground<'_> {
    /// The promotions behind the atoms. Where the choices follow neither from where a
    /// move ends nor from the zones that it touches, the rules get a class.
    pub fn promotions(&self, atoms: &mut [Atom]) -> Result<Vec<Promotion>, (PieceId, String)> {
        let mut by_type: BTreeMap<(PlayerId, PieceId), Vec<usize>> = BTreeMap::new();
        for (index, atom) in atoms.iter().enumerate().filter(|(_, a)| !a.rule.threat_only) {
            by_type.entry((atom.player, atom.piece)).or_default().push(index);
        }
        let mut found = Vec::new();
        for ((player, piece), list) in by_type {
            if list.iter().all(|i| stays(&atoms[*i].promotions)) {
                continue;
            }
            if let Some(records) = self.by_arrival(player, piece, &list, atoms) {
                found.extend(records);
            } else if let Some(record) = self.by_touch(player, piece, &list, atoms) {
                found.push(record);
            } else {
                found.extend(self.by_class(player, piece, &list, atoms)?);
            }
        }
        Ok(found)
    }

    fn record(&self, player: PlayerId, piece: PieceId, zone: Region, choice: &Choice) -> Promotion {
        let names = choice.iter().flatten().map(|p| self.name(*p));
        let mut record = Promotion::new(Types::only([self.name(piece)]), zone, names);
        record.sides = self.side(player).into();
        record.origin = Origin(Some(u32::from(piece)));
        record.duty = if choice.contains(&None) { Duty::Never } else { Duty::Always };
        record
    }

    fn by_arrival(
        &self,
        player: PlayerId,
        piece: PieceId,
        list: &[usize],
        atoms: &[Atom],
    ) -> Option<Vec<Promotion>> {
        let mut by_square: BTreeMap<Square, &Choice> = BTreeMap::new();
        for atom in list.iter().map(|i| &atoms[*i]) {
            if **by_square.entry(atom.to).or_insert(&atom.promotions) != atom.promotions {
                return None;
            }
        }
        let mut zones: BTreeMap<&Choice, SquareSet> = BTreeMap::new();
        for (square, choice) in by_square.into_iter().filter(|(_, choice)| !stays(choice)) {
            zones.entry(choice).or_insert(SquareSet::EMPTY).insert(square);
        }
        Some(
            zones
                .into_iter()
                .map(|(choice, zone)| self.record(player, piece, Region::squares(zone), choice))
                .collect(),
        )
    }

    fn by_touch(
        &self,
        player: PlayerId,
        piece: PieceId,
        list: &[usize],
        atoms: &[Atom],
    ) -> Option<Promotion> {
        let mut outside = SquareSet::EMPTY;
        let mut choices: BTreeSet<&Choice> = BTreeSet::new();
        let mut touched = SquareSet::EMPTY;
        for atom in list.iter().map(|i| &atoms[*i]) {
            let ends = SquareSet::of(atom.from).or(SquareSet::of(atom.to));
            if stays(&atom.promotions) {
                outside = outside.or(ends);
            } else {
                choices.insert(&atom.promotions);
                touched = touched.or(ends);
            }
        }
        let zone = touched.without(outside);
        let fits = list
            .iter()
            .map(|i| &atoms[*i])
            .filter(|a| !stays(&a.promotions))
            .all(|a| zone.contains(a.from) || zone.contains(a.to));
        let choice = choices.iter().next().filter(|_| choices.len() == 1 && fits)?;
        let mut record = self.record(player, piece, Region::squares(zone), choice);
        record.trigger = Trigger::Touch;
        Some(record)
    }

    fn by_class(
        &self,
        player: PlayerId,
        piece: PieceId,
        list: &[usize],
        atoms: &mut [Atom],
    ) -> Result<Vec<Promotion>, (PieceId, String)> {
        let mut records: BTreeMap<String, Promotion> = BTreeMap::new();
        for index in list {
            let choice = atoms[*index].promotions.clone();
            if stays(&choice) {
                continue;
            }
            if !atoms[*index].rule.class.is_empty() {
                let why = "its promotions depend on more than squares, in a game with move priorities";
                return Err((piece, why.to_owned()));
            }
            let names: Vec<String> = choice.iter().flatten().map(|p| self.name(*p)).collect();
            let verb = if choice.contains(&None) { "may-become" } else { "becomes" };
            let class = format!("{verb}-{}", names.join("-"));
            let mut record = self.record(player, piece, Region::All, &choice);
            record.class.clone_from(&class);
            records.insert(class.clone(), record);
            atoms[*index].rule.class = class;
        }
        Ok(records.into_values().collect())
    }
}

fn stays(choice: &Choice) -> bool {
    choice.iter().all(Option::is_none)
}
