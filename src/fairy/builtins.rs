//! The variants that are built into the engine.
//!
//! What may enter: their settings, as measured, and what no key can say. `builtins.ini`
//! beside this file holds the settings as sections without a parent.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::config::{Config, Slot};
use super::ini;

/// The names of those that only builds for large boards have.
const LARGE: [&str; 34] = [
    "amazons",
    "capablanca",
    "capahouse",
    "caparandom",
    "centaur",
    "chancellor",
    "checkshogi",
    "clobber10",
    "courier",
    "embassy",
    "flipello10",
    "gothic",
    "grand",
    "gustav3",
    "janggi",
    "janggicasual",
    "janggimodern",
    "janggitraditional",
    "janus",
    "jesonmor",
    "manchu",
    "modern",
    "okisakishogi",
    "omicron",
    "opulent",
    "shako",
    "shogi",
    "shoshogi",
    "supply",
    "tencubed",
    "troitzky",
    "wolf",
    "xiangqi",
    "yarishogi",
];

/// Those that only builds with all variants have.
const ALL_ONLY: [&str; 2] = ["amazons", "duck"];

/// Families whose king is the engine's wazir inside, which no key can say.
const WAZIR_KINGS: [&str; 8] = [
    "janggi",
    "janggicasual",
    "janggimodern",
    "janggitraditional",
    "manchu",
    "minixiangqi",
    "supply",
    "xiangqi",
];

/// Types that a position may name by a second letter, where the variant has them: it has
/// all of a row or none.
const SYNONYMS: [(&str, Slot, char); 3] =
    [("horse", Slot(30), 'h'), ("elephant", Slot(31), 'e'), ("janggiElephant", Slot(32), 'e')];

/// Which build of the engine has a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Build {
    /// Only builds for boards of more than 8 by 8.
    pub large_boards: bool,
    /// Only builds with all variants.
    pub all_variants: bool,
}

static BUILTINS: LazyLock<BTreeMap<String, Config>> = LazyLock::new(|| {
    let reading = ini::read(include_str!("builtins.ini"), &|_| None);
    let finished = |mut config: Config| {
        config.free_drops = config.name == "ataxx";
        if WAZIR_KINGS.contains(&config.name.as_str()) {
            config.king_is_wazir = true;
            for (_, slot, letter) in SYNONYMS {
                if config.letters.contains_key(&slot) {
                    config.synonyms.insert(slot, letter);
                }
            }
        }
        (config.name.clone(), config)
    };
    reading.configs.into_iter().map(finished).collect()
});

/// The settings of a built-in variant.
pub fn builtin(name: &str) -> Option<Config> {
    BUILTINS.get(name).cloned()
}

/// Whether a variant is built in.
pub fn is_builtin(name: &str) -> bool {
    BUILTINS.contains_key(name)
}

/// The names of all built-in variants, sorted.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    BUILTINS.keys().map(String::as_str)
}

/// Which builds have a variant.
pub fn build(name: &str) -> Option<Build> {
    is_builtin(name)
        .then(|| Build { large_boards: LARGE.contains(&name), all_variants: ALL_ONLY.contains(&name) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::any_error;
    use crate::fairy::keys::{self, Kind};

    const DATA: &str = include_str!("builtins.ini");

    #[test]
    fn the_data_is_read_without_an_error() {
        let reading = ini::read(DATA, &|_| None);
        let errors: Vec<_> = reading.findings.iter().filter(|d| any_error(std::slice::from_ref(d))).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        assert_eq!(names().count(), 121);
    }

    /// One spelling of what may be written in several ways.
    fn alike(key: &str, value: &str) -> String {
        let sorted = |mut parts: Vec<String>| {
            parts.sort();
            parts.concat()
        };
        match keys::lookup(key).expect("a key").kind {
            Kind::Types => sorted(value.chars().map(String::from).collect()),
            Kind::Pairs | Kind::Numbers => sorted(value.split(' ').map(String::from).collect()),
            Kind::File if value.starts_with(char::is_alphabetic) => {
                (value.as_bytes()[0] - b'a' + 1).to_string()
            }
            _ => value.to_owned(),
        }
    }

    #[test]
    fn every_setting_is_kept() {
        let reading = ini::read(DATA, &|_| None);
        for section in &reading.file.sections {
            let config = builtin(&section.name.text).expect("it is there");
            let given: BTreeMap<String, String> = section
                .entries
                .iter()
                .map(|e| (e.key.text.clone(), alike(&e.key.text, &e.value.text)))
                .collect();
            let kept: BTreeMap<String, String> =
                ini::settings(&config).into_iter().map(|(k, v)| (k.clone(), alike(&k, &v))).collect();
            pretty_assertions::assert_eq!(given, kept, "{}", config.name);
        }
    }
}
