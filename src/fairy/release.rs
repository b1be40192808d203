//! A section for an older release of the engine.
//!
//! What may enter: which key a later one has replaced, and what a release assumes where it
//! has no key for it. When each key appeared is said by [`super::keys`].
//!
//! An older key takes the place of a later one only where both say the same on this board and
//! with these men. Nothing is left out but what the release plays anyhow. The rest is lost,
//! and is named.

mod older;

use super::config::Config;
use super::ini;
use super::keys::{self, Release};
use crate::rules::{Fidelity, Item};

/// Keys and their values, in the order of a section.
pub type Entries = Vec<(String, String)>;

/// A section in the keys of a release.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Migrated {
    /// What the release reads.
    pub entries: Entries,
    /// What became of the keys that it does not read.
    pub items: Vec<Item>,
}

/// What an older release has for a key.
enum Older {
    /// Other keys.
    Instead(Entries),
    /// Nothing: it plays so anyhow, for this reason.
    Anyhow(&'static str),
    /// Nothing: it plays otherwise.
    No(&'static str),
}

/// The name without its side.
fn stem(key: &str) -> &str {
    key.strip_suffix("White").or_else(|| key.strip_suffix("Black")).unwrap_or(key)
}

/// The first release that reads a key with this value.
fn since(key: &str, value: &str) -> Release {
    let day = |text| Release::parse(text).unwrap_or_default();
    let known = keys::lookup(key).map_or_else(Release::default, |key| key.since);
    let moves = value.split_once(':').map_or("", |(_, moves)| moves);
    let custom = key == "king" || key.starts_with("customPiece");
    let later = match key {
        "king" if value.contains(':') => day("2021-11-30"),
        "startFen" if value.split([' ', '[']).next().is_some_and(|board| board.contains('*')) => {
            day("2023-01-31")
        }
        "materialCounting" if value.ends_with("drawodds") => day("2020-06-02"),
        _ => known,
    };
    // First moves are of that day; so is the present meaning of half planes.
    let later = if custom && moves.contains('i') { later.max(day("2023-03-24")) } else { later };
    if custom && moves.contains('h') { known.max(later).max(day("2023-09-06")) } else { known.max(later) }
}

/// Says the same in the keys of a release.
pub fn migrate(config: &Config, entries: &[(String, String)], target: Release) -> Migrated {
    let mut migrated = Migrated::default();
    let mut done: Vec<&str> = Vec::new();
    for (key, value) in entries {
        let name = stem(key);
        if done.contains(&name) {
            continue;
        }
        let rule = older::rule(name);
        let unlike = older::was_assumed_otherwise(name, target);
        let group: Entries = entries.iter().filter(|(other, _)| stem(other) == name).cloned().collect();
        let unread = group.iter().any(|(key, value)| since(key, value) > target);
        if !unread && !unlike {
            migrated.entries.push((key.clone(), older::start_fen(config, key, value, target)));
            continue;
        }
        done.push(name);
        let older = rule.map_or(Older::No("nothing older says it"), |rule| rule(config, target, &group));
        migrated.replace(&group, older, target);
    }
    // What is not stated is assumed as today, and older releases assume something else.
    for name in older::ASSUMED_OTHERWISE {
        if done.contains(&name) || !older::was_assumed_otherwise(name, target) {
            continue;
        }
        if let Some(rule) = older::rule(name) {
            match rule(config, target, &Vec::new()) {
                Older::Anyhow(_) => {}
                older => migrated.replace(&[((*name).to_owned(), String::new())], older, target),
            }
        }
    }
    migrated
}

/// What a release has for a key that it does not read: other keys, none where it plays so
/// anyhow.
///
/// # Errors
/// Why there is nothing.
pub fn instead(
    config: &Config,
    key: &str,
    entries: &[(String, String)],
    target: Release,
) -> Result<Entries, &'static str> {
    let name = stem(key);
    let group: Entries = entries.iter().filter(|(other, _)| stem(other) == name).cloned().collect();
    match older::rule(name).map_or(Older::No("nothing older says it"), |rule| rule(config, target, &group)) {
        Older::Instead(entries) => Ok(entries),
        Older::Anyhow(_) => Ok(Entries::new()),
        Older::No(why) => Err(why),
    }
}

impl Migrated {
    fn replace(&mut self, group: &[(String, String)], older: Older, target: Release) {
        for (key, value) in group {
            let rule = format!("key {key}");
            let item = match &older {
                Older::Instead(entries) => {
                    let lines: Vec<String> =
                        entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                    Item::new(
                        rule,
                        Fidelity::Exact,
                        format!("{target} reads `{}` for it", lines.join("`, `")),
                    )
                }
                Older::Anyhow(why) => {
                    Item::new(rule, Fidelity::Exact, format!("left out for {target}: {why}"))
                }
                Older::No(why) => {
                    let since = since(key, value);
                    let why = format!("{target} does not read it, the first to read it is {since}: {why}");
                    Item::new(rule, Fidelity::Dropped, why).remedy(format!("give --target {}", since.short()))
                }
            };
            self.items.push(item);
        }
        if let Older::Instead(entries) = older {
            self.entries.extend(entries);
        }
    }
}

/// The same for a section that is only known as text.
pub(super) fn migrate_text(text: &str, entries: &[(String, String)], target: Release) -> Migrated {
    let config = ini::read(text, &|_| None).configs.into_iter().next();
    match config {
        Some(config) => migrate(&config, entries, target),
        // The engine makes nothing of it, so that no release plays it.
        None => Migrated { entries: entries.to_vec(), items: Vec::new() },
    }
}
