//! Options (reference 18) and their version-1 spellings.

use super::super::game::{GameForms, option_name};
use super::super::program::{MaximalCaptures, Options, PassTurn};
use super::super::words;
use super::Builder;
use crate::diagnostic::codes;

/// Options that only the Dagaz translator reads (reference 18.5).
fn is_dagaz_option(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "moves limit",
        "deferred captures",
        "stalemate draw",
        "shared pieces",
        "sliding puzzle",
        "ko",
        "show blink",
        "show captures",
        "show hints",
        "discard cascades",
        "show lose",
        "smart from",
        "smart to",
    ];
    let spaced = name.replace('-', " ");
    NAMES.contains(&&*spaced) || name.ends_with("-extension") || name.ends_with("-invariant")
}

impl Builder {
    pub(super) fn options(&mut self, game: &GameForms) -> Options {
        let mut options = Options::default();
        let mut dagaz = None;
        for section in &game.sections {
            if &*section.head != "option" && !words::LEGACY_OPTIONS.contains(&&*section.head) {
                continue;
            }
            let Some(name) = option_name(section) else {
                self.malformed(
                    &section.form,
                    "an option has a name and a value",
                    "(option \"pass turn\" forced)",
                );
                continue;
            };
            let value_index = if &*section.head == "option" { 2 } else { 1 };
            let items = section.form.items();
            let value = items.get(value_index);
            if value.is_none() {
                self.malformed(
                    &section.form,
                    "the value of the option is missing",
                    "(option \"pass turn\" forced)",
                );
                continue;
            }
            let word = value.and_then(|v| v.word().or(v.string())).map_or("", |w| w).to_owned();
            let flag = match &*word {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            };
            let known = match &*name {
                "pass turn" => {
                    let pass = match &*word {
                        "forced" => Some(PassTurn::Forced),
                        "true" | "2" => Some(PassTurn::Always),
                        "false" => Some(PassTurn::Never),
                        _ => None,
                    };
                    options.pass_turn_two = word == "2";
                    pass.map(|pass| options.pass_turn = pass).is_some()
                }
                "maximal captures" => {
                    let maximal = match &*word {
                        "true" => Some(MaximalCaptures::Longest),
                        "2" => Some(MaximalCaptures::Weighted),
                        "false" => Some(MaximalCaptures::No),
                        _ => None,
                    };
                    maximal.map(|maximal| options.maximal_captures = maximal).is_some()
                }
                "pass partial" => flag.map(|f| options.pass_partial = f).is_some(),
                "recycle captures" => flag.map(|f| options.recycle_captures = f).is_some(),
                "recycle promotions" => flag.map(|f| options.recycle_promotions = f).is_some(),
                "include off-pieces" => flag.map(|f| options.include_off_pieces = f).is_some(),
                other => {
                    if is_dagaz_option(other) {
                        dagaz.get_or_insert_with(|| section.form.clone());
                    } else if !words::OPTIONS.contains(&other) {
                        let help =
                            Self::suggest(other, words::OPTIONS.iter().copied(), "Zillions passes over it");
                        self.say(
                            &section.form,
                            codes::UNKNOWN_OPTION,
                            format!("there is no option \"{other}\""),
                            help,
                        );
                    }
                    true
                }
            };
            if !known {
                let place = value.unwrap_or(&section.form);
                let message = format!("the option \"{name}\" does not take `{word}`");
                self.say(
                    place,
                    codes::OPTION_VALUE,
                    message,
                    "use true, false, or what the option's page lists",
                );
            }
        }
        if let Some(form) = dagaz {
            let message = "this game is written for the Dagaz translator";
            let help = "it is read as Zillions would read it; rules in companion scripts are not in the file";
            self.say(&form, codes::DAGAZ_DIALECT, message, help);
        }
        options
    }
}
