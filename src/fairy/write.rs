//! A section of `variants.ini` from [`Rules`].
//!
//! The section inherits nothing and states everything in which the rules differ from
//! what the engine assumes of a section without a template. Nothing is left out in
//! silence, and nothing is stated that the rules do not: what can't be carried becomes
//! an [`Item`] that says why.

mod castling;
mod ends;
mod hands;
mod latin;
mod men;
mod movement;
mod pieces;
mod promotion;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use super::config::Config;
use super::raise::{self, Difference};
use super::{Release, builtins, keys, release, section};
use crate::rules::{Fidelity, Item, MoveRule, Origin, PerSide, Rules, Side, SquareSet, loss};
pub(super) use men::owned;
use movement::Movement;

/// What the caller decides.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The section's name; empty: made from the game's.
    pub name: String,
    /// The release that must know every key.
    pub release: Release,
}

/// A written section.
#[derive(Debug, Clone)]
pub struct Written {
    /// The section's name.
    pub name: String,
    /// The section, with its last line's end.
    pub text: String,
    /// What became of each rule.
    pub items: Vec<Item>,
    /// Where each of these was stated, as whoever read the rules said.
    pub origins: Vec<Origin>,
    /// What a promoted man is, by the letter of the man that was promoted: the engine
    /// writes `+r` where others have a letter of its own.
    pub promoted: BTreeMap<char, char>,
    /// The letter of each type in the section, in lower case.
    pub letters: BTreeMap<String, char>,
    /// The move rules that were lost: the item that says so, the type, and the number of
    /// the rule among those of the type.
    pub lost_moves: Vec<(usize, String, usize)>,
    /// The rules by which lost moves are counted, where these are not those that were given.
    pub restated: Option<Rules>,
}

impl Written {
    /// How well the rules as a whole were carried.
    pub fn fidelity(&self) -> Fidelity {
        self.items.iter().map(|item| item.fidelity).max().unwrap_or(Fidelity::Exact)
    }
}

/// Writes the section of these rules.
///
/// Clause by clause first. Where something is lost so, all keys together may say it all the
/// same: then the section is that of settings which mean them, if it loses less.
pub fn write(rules: &Rules, options: &Options) -> Written {
    let mut written = best(rules, options);
    complete(&mut written.items);
    written
}

/// Gives each loss its code and its way out, and makes a sentence of the reason.
fn complete(items: &mut [Item]) {
    for item in items.iter_mut().filter(|item| item.is_loss()) {
        // Most reasons name what the rules want and no key gives; what is said of a key is whole.
        let of_key = item.rule.starts_with("key ");
        if !of_key && !item.why.starts_with("the engine") && !item.why.contains("; the engine") {
            item.why.insert_str(0, "the engine has no setting for ");
        }
        loss::complete(item, loss::Stage::Section);
    }
}

fn best(rules: &Rules, options: &Options) -> Written {
    let drafted = draft(rules, options);
    let losses =
        |written: &Written| written.items.iter().filter(|item| item.fidelity == Fidelity::Dropped).count();
    if losses(&drafted) == 0 {
        return drafted;
    }
    match together(rules, options) {
        Some(written) if losses(&written) < losses(&drafted) => written,
        _ => drafted,
    }
}

/// The section of the settings that mean most of the rules.
fn together(rules: &Rules, options: &Options) -> Option<Written> {
    let (drafted, simple) = raise::draft(rules, options);
    let raised = raise::raise(rules, &drafted)?;
    let (text, mut items) = settings(&raised.config, &drafted.name, options.release);
    let mut origins = vec![Origin::default(); items.len()];
    let mut lost_moves = Vec::new();
    for difference in &raised.differences {
        let (part, whole) = match difference {
            Difference::Piece(name) => {
                (format!("pieces.{name}"), "the engine has no settings that give this movement")
            }
            Difference::Part(part) => ((*part).to_owned(), "the engine has no settings that say this"),
        };
        let about = |item: &Item| {
            item.fidelity == Fidelity::Dropped
                && item.rule.strip_prefix(&part).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let before = items.len();
        for (index, item) in drafted.items.iter().enumerate().filter(|(_, item)| about(item)) {
            let moves = drafted.lost_moves.iter().filter(|(of, ..)| *of == index);
            lost_moves.extend(moves.map(|(_, kind, number)| (items.len(), kind.clone(), *number)));
            items.push(item.clone());
            origins.push(drafted.origins[index]);
        }
        if items.len() == before {
            items.push(Item::new(part, Fidelity::Dropped, whole));
            origins.push(Origin::default());
        }
    }
    Some(Written {
        text,
        name: drafted.name,
        origins,
        items,
        promoted: raised.config.promoted_letters(),
        letters: drafted.letters,
        lost_moves,
        restated: Some(simple),
    })
}

/// The section of settings, for a release, and an item for each key.
pub fn settings(config: &Config, name: &str, release: Release) -> (String, Vec<Item>) {
    let (section, unfit) = section::write_for_check(config, name);
    let mut entries = section.entries;
    let mut migrated = Vec::new();
    if release < Release::default() {
        let older = release::migrate(config, &entries, release);
        (entries, migrated) = (older.entries, older.items);
    }
    let mut items = Vec::new();
    for (key, value) in &entries {
        let meaning = keys::lookup(key).map_or("as older releases call it", |key| &key.meaning);
        items.push(Item::new(format!("key {key}"), Fidelity::Exact, format!("{value}: {meaning}")));
    }
    items.extend(migrated);
    if unfit {
        let why =
            "left out: it does not name the letters of the pieces, and is no rule; XBoard alone reads it";
        items.push(Item::new("key pieceToCharTable", Fidelity::Exact, why));
    }
    for (rule, why) in section.lost {
        items.push(Item::new(rule, Fidelity::Dropped, why).remedy("inherit from the variant that has it"));
    }
    if !config.synonyms.is_empty() {
        let letters: String = config.synonyms.values().collect();
        let why =
            format!("the engine reads `{letters}` in positions too; that is no rule, and no key says it");
        items.push(Item::new("further letters", Fidelity::Exact, why));
    }
    items.iter_mut().for_each(|item| loss::complete(item, loss::Stage::Section));
    (section::text(name, &entries), items)
}

/// The section as far as each clause can be carried by itself.
fn draft(rules: &Rules, options: &Options) -> Written {
    draft_by(Writer::new(rules), options)
}

/// The same with a first guess where the clause says less than the engine does: it is for those who
/// compare what comes out.
pub(super) fn guess(rules: &Rules, options: &Options) -> Written {
    draft_by(Writer { bold: true, ..Writer::new(rules) }, options)
}

fn draft_by(mut writer: Writer<'_>, options: &Options) -> Written {
    let rules = writer.rules;
    let name = if options.name.is_empty() { slug(&rules.name) } else { options.name.clone() };
    writer.board();
    writer.pieces();
    writer.promotions();
    writer.steps();
    writer.castlings();
    writer.obligations();
    writer.hands();
    writer.ends();
    writer.claims();
    writer.immobility();
    writer.rest();
    let fen = writer.start_fen();
    writer.key("startFen", fen);
    if options.release < Release::default() {
        let migrated = release::migrate_text(&writer.section(&name), &writer.keys, options.release);
        writer.keys = migrated.entries;
        for item in migrated.items {
            writer.item(Origin::default(), item);
        }
    }
    Written {
        text: writer.section(&name),
        name,
        items: writer.items,
        origins: writer.origins,
        promoted: writer.promoted,
        letters: writer.letters,
        lost_moves: writer.lost_moves,
        restated: None,
    }
}

/// The name of a section: the title in Latin letters and lower case, other characters as hyphens; `-zrf`
/// behind it where the engine has a variant of that name.
pub fn slug(title: &str) -> String {
    let latin = latin::spelled(title);
    let words = latin.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let mut slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    if slug.is_empty() || slug == "var" {
        slug = "variant".to_owned();
    }
    if builtins::is_builtin(&slug) {
        slug.push_str("-zrf");
    }
    slug
}

/// What is gathered on the way.
pub(super) struct Writer<'r> {
    rules: &'r Rules,
    items: Vec<Item>,
    origins: Vec<Origin>,
    /// Keys and values in the order in which they are written.
    keys: Vec<(String, String)>,
    /// Letters of the types, in lower case.
    letters: BTreeMap<String, char>,
    promoted: BTreeMap<char, char>,
    /// The types that each side may ever have.
    owned: PerSide<BTreeSet<String>>,
    /// Movements by type and side.
    movements: BTreeMap<(String, Side), Movement>,
    /// The only royal type.
    king: Option<String>,
    /// The type that is the engine's `pawn`.
    pawn: Option<String>,
    /// Squares of first moves.
    first: PerSide<Option<SquareSet>>,
    /// Whether any man may capture en passant.
    en_passant: bool,
    /// Whether the engine must forbid men to go where they can't move on, and why.
    immobility: Option<String>,
    /// Types that promote like pawns.
    promoting: PerSide<BTreeSet<String>>,
    lost_moves: Vec<(usize, String, usize)>,
    /// Whether what is written will be compared with the rules.
    bold: bool,
}

impl<'r> Writer<'r> {
    pub(super) fn new(rules: &'r Rules) -> Writer<'r> {
        let owned = men::owned(rules);
        let empty: &[MoveRule] = &[];
        let mut movements = BTreeMap::new();
        for side in Side::BOTH {
            for piece in &rules.pieces {
                let has =
                    owned.of(side).contains(&piece.name) || !owned.of(side.other()).contains(&piece.name);
                let moves = if has { &piece.moves[..] } else { empty };
                movements.insert(
                    (piece.name.clone(), side),
                    Movement::of(rules, &owned, &piece.name, moves, side),
                );
            }
        }
        let en_passant = movements.values().any(|m| !m.en_passant.is_empty());
        Writer {
            rules,
            items: Vec::new(),
            origins: Vec::new(),
            keys: Vec::new(),
            letters: BTreeMap::new(),
            promoted: BTreeMap::new(),
            owned,
            movements,
            king: None,
            pawn: None,
            first: PerSide::default(),
            en_passant,
            immobility: None,
            promoting: PerSide::default(),
            lost_moves: Vec::new(),
            bold: false,
        }
    }

    fn key(&mut self, key: impl Into<String>, value: impl ToString) {
        self.keys.push((key.into(), value.to_string()));
    }

    fn item(&mut self, origin: Origin, item: Item) {
        self.items.push(item);
        self.origins.push(origin);
    }

    fn exact(&mut self, rule: impl Into<String>, why: impl Into<String>) {
        self.item(Origin::default(), Item::new(rule, Fidelity::Exact, why));
    }

    fn dropped(&mut self, rule: impl Into<String>, why: impl Into<String>) {
        self.item(Origin::default(), Item::new(rule, Fidelity::Dropped, why));
    }

    fn movement(&self, kind: &str, side: Side) -> &Movement {
        // Every type of the rules has one for each side.
        static NONE: std::sync::LazyLock<Movement> = std::sync::LazyLock::new(Movement::default);
        self.movements.get(&(kind.to_owned(), side)).unwrap_or(&NONE)
    }

    /// Whether a side may ever have a man of the type.
    fn has(&self, side: Side, kind: &str) -> bool {
        self.owned.of(side).contains(kind)
    }

    /// The sides that may ever have a man of the type.
    fn owners(&self, kind: &str) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|s| self.has(*s, kind)).collect()
    }

    /// The letters of some types, in the order of the types.
    fn letters_of<'a>(&self, kinds: impl IntoIterator<Item = &'a String>) -> String {
        kinds.into_iter().filter_map(|kind| self.letters.get(kind)).collect()
    }

    /// Squares as the engine reads them: whole ranks as `*2`, `-` for none.
    fn region(&self, squares: SquareSet) -> String {
        text::region(squares, self.rules.board.files)
    }

    /// Writes a key of both sides, as one where they agree.
    fn key_each(&mut self, key: &str, white: &str, black: &str) {
        let or_none = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        if white == black {
            self.key(key, or_none(white));
        } else {
            self.key(format!("{key}White"), or_none(white));
            self.key(format!("{key}Black"), or_none(black));
        }
    }

    fn board(&mut self) {
        let board = &self.rules.board;
        self.key("maxRank", board.ranks);
        self.key("maxFile", board.files);
        if board.ranks > 10 || board.files > 12 {
            self.dropped(
                "board",
                format!(
                    "the engine has boards of up to 12 files and 10 ranks, this one has {} and {}",
                    board.files, board.ranks
                ),
            );
        } else if board.holes.is_empty() {
            self.exact("board", format!("{} files, {} ranks", board.files, board.ranks));
        } else {
            let hoppers = self.movements.values().any(|m| {
                m.parts
                    .iter()
                    .any(|p| matches!(p.gait, crate::betza::Gait::Hop(_) | crate::betza::Gait::Over))
            });
            if hoppers {
                self.dropped(
                    "board.holes",
                    "the engine's pieces hop over walls, which would stand for the holes",
                );
            } else {
                self.exact("board", "holes as walls that never move");
            }
        }
        if self.rules.shuffled {
            self.key("chess960", "true");
        }
    }

    fn section(&self, name: &str) -> String {
        let mut out = String::new();
        out.push_str(&format!("# {}\n[{name}]\n", self.rules.name.replace(['\n', '\r'], " ")));
        for (key, value) in &self.keys {
            out.push_str(&format!("{key} = {value}\n"));
        }
        out
    }
}
