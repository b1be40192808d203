//! How the men of a game move, in Betza's notation as the engine reads it.
//!
//! What may enter: movements by type. What the notation means is said by [`crate::betza`].

use std::collections::BTreeMap;

use super::config::{Config, Slot};
use super::{Options, ini, write};
use crate::rules::Rules;

/// The movement of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// In Betza's notation; empty where it never moves.
    pub betza: String,
    /// Whether it has no other moves: the notation has no word for castling, for the moves
    /// of special rules, nor for what [`mod@crate::fairy::write`] could not carry.
    pub whole: bool,
}

/// The types that do more than their Betza says.
const SPECIAL: [Slot; 3] = [Slot::PAWN, Slot::JANGGI_CANNON, Slot::SOLDIER];

/// The movements of a section's types, by the name of each.
pub fn of_config(config: &Config) -> BTreeMap<String, Moves> {
    let palace = |slot: &Slot| !config.diagonal_lines.is_empty() && *slot != Slot::PAWN;
    let of = |slot: &Slot| {
        let leaps = config.cambodian_moves && matches!(*slot, Slot::KING | Slot::FERS);
        let whole = !SPECIAL.contains(slot) && !leaps && !palace(slot);
        (slot.key(), Moves { betza: config.betza_of(*slot).to_owned(), whole })
    };
    config.letters.keys().map(of).collect()
}

/// The movements of the types of any rules, by name; types that the engine can't hold are
/// missing.
pub fn of_rules(rules: &Rules) -> BTreeMap<String, Moves> {
    let written = write(rules, &Options::default());
    let reading = ini::read(written.text.as_str(), &|_| None);
    let Some(config) = reading.configs.first() else { return BTreeMap::new() };
    let of = |(kind, letter): (&String, &char)| {
        let slot = config.slot_of_letter(*letter)?;
        let lost = written.lost_moves.iter().any(|(_, other, _)| other == kind);
        let whole = !lost && !SPECIAL.contains(&slot);
        Some((kind.clone(), Moves { betza: config.betza_of(slot).to_owned(), whole }))
    };
    written.letters.iter().filter_map(of).collect()
}
