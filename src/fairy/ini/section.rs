//! One section: from keys and values to a [`Config`].
//!
//! What may enter: the engine's fixed order of evaluation, what it stores on bad text, and
//! what is to be said about it. What is only noticed once all is read is the business of
//! [`super::checks`].

use std::collections::{BTreeMap, BTreeSet};

use super::field::{self, ORDER, places};
use super::report;
use super::syntax::{Entry, Section};
use super::value::{self, Stored};
use crate::diagnostic::{Diagnostic, codes};
use crate::fairy::config::{Config, EnclosingRule, MOST_FILES, MOST_RANKS, Slot, SlotSet, rank_squares};
use crate::fairy::keys::{self, Kind};
use crate::rules::{PerSide, Side, SquareSet};

/// A letter that went from one type to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Theft {
    pub(super) to: Slot,
    pub(super) from: Slot,
}

/// What became of a section.
pub(super) struct Evaluated {
    /// The settings; `None` where the engine drops the section, or does something undefined.
    pub(super) config: Config,
    pub(super) fate: Fate,
    pub(super) thefts: Vec<Theft>,
}

/// Whether the engine has the section afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    /// The engine drops it without a word.
    Dropped,
    /// What the engine does is not defined.
    Undefined,
}

pub(super) struct Evaluation<'a> {
    section: &'a Section,
    config: Config,
    read: BTreeSet<&'a str>,
    thefts: Vec<Theft>,
    fate: Fate,
    /// Board size as written.
    size: (i64, i64),
    findings: &'a mut Vec<Diagnostic>,
}

/// Evaluates a section on what it inherits.
pub(super) fn evaluate(
    section: &Section,
    parent: Option<&Config>,
    findings: &mut Vec<Diagnostic>,
) -> Evaluated {
    let mut config = parent.cloned().unwrap_or_else(|| Config::new(""));
    config.name.clone_from(&section.name.text);
    config.parent = section.parent.as_ref().map(|p| p.text.clone()).unwrap_or_default();
    let size = (i64::from(config.max_rank), i64::from(config.max_file));
    let evaluation = Evaluation {
        section,
        config,
        read: BTreeSet::new(),
        thefts: Vec::new(),
        fate: Fate::Kept,
        size,
        findings,
    };
    evaluation.run()
}

impl Evaluation<'_> {
    fn run(mut self) -> Evaluated {
        self.board();
        for slot in Slot::all() {
            self.piece(slot);
        }
        self.value("pieceValueMg");
        self.value("pieceValueEg");
        self.deprecated();
        self.pawn_types();
        for key in ORDER {
            self.value(key);
            if let ("promotionPawnTypes", side) = field::split_side(key) {
                self.main_pawn(key, side);
            }
        }
        self.unread();
        // The engine keeps the switch and the regions alike.
        let c = &mut self.config;
        if !c.double_step {
            c.double_step_region = PerSide::default();
        }
        if c.double_step_region == PerSide::default() {
            c.double_step = false;
        }
        Evaluated { config: self.config, fate: self.fate, thefts: self.thefts }
    }

    /// Reads a key into its field; whether the engine calls it valid.
    fn value(&mut self, key: &str) -> Option<(Stored, bool)> {
        let section = self.section;
        let entry = section.entry(key)?;
        self.read.insert(&entry.key.text);
        let known = keys::lookup(key)?;
        let converted = value::convert(known.kind, &entry.value.text, &self.config.letters);
        let undefined = report::faults(entry, known, &converted, &self.config, self.findings);
        if undefined {
            self.fate = Fate::Undefined;
        }
        for place in places(&mut self.config, key) {
            place.store(&converted.stored);
        }
        if let (Kind::Rank | Kind::File, Stored::Line(n)) = (known.kind, &converted.stored)
            && *n < 1
            && known.instead.is_none()
        {
            self.fate = Fate::Undefined;
        }
        let valid = converted.valid();
        Some((converted.stored, valid))
    }

    fn board(&mut self) {
        for key in ["maxRank", "maxFile"] {
            if let Some((Stored::Line(n), _)) = self.value(key) {
                if key == "maxRank" { self.size.0 = n } else { self.size.1 = n }
            }
        }
        if self.fate == Fate::Kept
            && (self.size.0 > i64::from(MOST_RANKS) || self.size.1 > i64::from(MOST_FILES))
        {
            self.fate = Fate::Dropped;
            let key = if self.size.0 > i64::from(MOST_RANKS) { "maxRank" } else { "maxFile" };
            let place = self.section.entry(key).map_or(self.section.header, |entry| entry.value.span);
            self.findings.push(
                Diagnostic::new(
                    codes::INI_BOARD_TOO_LARGE,
                    place,
                    format!(
                        "the engine drops `{}` without a word: its largest board has {MOST_FILES} files and {MOST_RANKS} ranks",
                        self.section.name.text
                    ),
                )
                .help("make the board smaller"),
            );
        }
    }

    /// The letter of a type, its movement, and where it may go.
    fn piece(&mut self, slot: Slot) {
        let key = slot.key();
        let section = self.section;
        if let Some(entry) = section.entry(&key) {
            self.read.insert(&entry.key.text);
            self.letter(slot, entry);
        }
        for side in Side::BOTH {
            self.value(&format!("mobilityRegion{}{}", field::side_word(side), keys::capital(&key)));
        }
    }

    fn letter(&mut self, slot: Slot, entry: &Entry) {
        let text = &entry.value.text;
        let first = text.chars().next().unwrap_or('-');
        if first.is_ascii_alphabetic() {
            let letter = first.to_ascii_lowercase();
            if let Some(from) = self.config.slot_of_letter(letter) {
                self.thefts.push(Theft { to: slot, from });
                self.remove(from);
            }
            self.config.letters.insert(slot, letter);
            self.config.synonyms.remove(&slot);
            if slot.is_custom() {
                self.config.betza.insert(slot, String::new());
            }
        } else {
            self.remove(slot);
        }
        // From the third byte on; the second one is a separator, whatever it is.
        let moves = (text.len() > 1).then(|| {
            let bytes = text.as_bytes().get(2..).unwrap_or_default();
            String::from_utf8_lossy(bytes).into_owned()
        });
        if slot.is_custom() {
            if let Some(moves) = &moves {
                if moves.contains('e') {
                    self.config.en_passant_types.white.insert(slot);
                    self.config.en_passant_types.black.insert(slot);
                }
                self.config.betza.insert(slot, moves.clone());
            }
        } else if slot == Slot::KING {
            self.config.king_is_wazir = false;
            match &moves {
                Some(moves) => self.config.betza.insert(slot, moves.clone()),
                None => self.config.betza.remove(&slot),
            };
        }
        report::letter(slot, entry, moves.as_deref(), self.findings);
    }

    fn remove(&mut self, slot: Slot) {
        let c = &mut self.config;
        c.letters.remove(&slot);
        c.synonyms.remove(&slot);
        for side in Side::BOTH {
            c.promotion_piece_types.of_mut(side).remove(slot);
        }
    }

    /// Keys that newer ones have replaced: they are read first, so they lose.
    fn deprecated(&mut self) {
        if let Some((Stored::Line(rank), true)) = self.value("promotionRank") {
            self.config.promotion_region = zone(rank, self.config.max_rank);
            self.migrate("promotionRank");
        }
        let last = self.value("doubleStepRank");
        let mut found = last.as_ref().is_some_and(|(_, valid)| *valid);
        let last = match last {
            // Far off the board all ranks are alike.
            Some((Stored::Line(n), _)) => n.clamp(-99, 99),
            _ => 2,
        };
        let mut first = 2;
        if !found && let Some((Stored::Line(n), valid)) = self.value("doubleStepRankMin") {
            found = valid;
            first = n;
        }
        if found {
            let (from, behind) = (zone(first, self.config.max_rank), zone(last + 1, self.config.max_rank));
            self.config.double_step_region =
                PerSide { white: from.white.without(behind.white), black: from.black.without(behind.black) };
            self.migrate("doubleStepRank");
            self.migrate("doubleStepRankMin");
        }
        for key in ["whiteFlag", "blackFlag", "castlingRookPiece", "whiteDropRegion", "blackDropRegion"] {
            if self.value(key).is_some() {
                self.migrate(key);
            }
        }
        if let Some((stored, _)) = self.value("dropOnTop") {
            if stored == Stored::Bool(true) {
                self.config.enclosing_drop = EnclosingRule::Top;
            }
            self.migrate("dropOnTop");
        }
    }

    /// Says what a deprecated key is today, with its value.
    fn migrate(&mut self, key: &str) {
        if self.read.contains(key)
            && let Some(entry) = self.section.entry(key)
        {
            self.findings.push(report::deprecated(entry, self.section, &self.config));
        }
    }

    fn pawn_types(&mut self) {
        let section = self.section;
        let Some(entry) = section.entry("pawnTypes") else { return };
        self.read.insert(&entry.key.text);
        let Some(key) = keys::lookup("pawnTypes") else { return };
        let converted = value::convert(Kind::Types, &entry.value.text, &self.config.letters);
        report::faults(entry, key, &converted, &self.config, self.findings);
        if let Stored::Types(set) = converted.stored {
            let c = &mut self.config;
            c.promotion_pawn_types = PerSide::both(set);
            c.en_passant_types = PerSide::both(set);
            c.n_move_rule_types = PerSide::both(set);
        }
        self.main_pawn("pawnTypes", None);
    }

    /// The last letter is what a promoted man becomes in hand.
    fn main_pawn(&mut self, key: &str, side: Option<Side>) {
        let Some(entry) = self.section.entry(key) else { return };
        let converted = value::convert(Kind::Type, &entry.value.text, &self.config.letters);
        if let Stored::Type(slot) = converted.stored {
            match side {
                Some(side) => *self.config.main_promotion_pawn.of_mut(side) = slot,
                None => self.config.main_promotion_pawn = PerSide::both(slot),
            }
        }
    }

    /// Keys that the engine has not looked up.
    fn unread(&mut self) {
        let entries = &self.section.entries;
        let last: BTreeMap<&str, usize> =
            entries.iter().enumerate().map(|(at, e)| (e.key.text.as_str(), at)).collect();
        for (at, entry) in entries.iter().enumerate() {
            let key = entry.key.text.as_str();
            if let Some(later) = last.get(key).filter(|last| **last != at).map(|last| &entries[*last]) {
                let alike = later.value.text == entry.value.text;
                let says = if alike { ", and it says the same" } else { "" };
                let finding = Diagnostic::new(
                    codes::INI_KEY_TWICE,
                    entry.key.span,
                    format!("`{key}` stands twice: the last one is in force{says}"),
                )
                .label(later.key.span, "this one")
                .help("take one of them away");
                self.findings.push(if alike { finding.edit(entry.line, "") } else { finding });
            } else if !self.read.contains(key) {
                self.findings.push(report::unknown_key(entry, &self.config));
            }
        }
    }
}

/// All ranks from one on, as seen by each side. The engine's sets reach to the edge of its
/// largest board.
fn zone(rank: i64, max_rank: u8) -> PerSide<SquareSet> {
    let ranks = |inside: &dyn Fn(i64) -> bool| {
        (1..=MOST_RANKS)
            .filter(|r| inside(i64::from(*r)))
            .fold(SquareSet::EMPTY, |set, r| set.or(rank_squares(r)))
    };
    let black = i64::from(max_rank) + 1 - rank;
    PerSide { white: ranks(&|r| r >= rank), black: ranks(&|r| r <= black) }
}

/// The types of a set that have a letter.
pub(super) fn present(set: SlotSet, config: &Config) -> SlotSet {
    let mut left = SlotSet::NONE;
    for slot in set.iter().filter(|slot| config.letters.contains_key(slot)) {
        left.insert(slot);
    }
    left
}
