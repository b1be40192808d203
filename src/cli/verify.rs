//! `ferry convert --verify`: everybody who can play the source or the target, against
//! each other.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::Stop;
use super::play::Via;
use super::subject::{EngineArgs, Source, Subject};
use crate::crosscheck::{Baseline, Crosscheck, Limits};
use crate::referee::core::Core;
use crate::referee::find::{self, Known};
use crate::referee::uci::{Engine, Game, Variants};
use crate::referee::{Referee, Trouble};
use crate::report::comparison::{self, Comparison, Replay};
use crate::rules::Rules;

/// What the comparison gave.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) equal: bool,
    pub(super) different: bool,
    /// How it came out, for people.
    pub(super) text: String,
    missing: Vec<String>,
    evidence: Option<Value>,
}

impl Checked {
    pub(super) fn json(&self) -> Value {
        let mut value = self.evidence.clone().unwrap_or_else(|| json!({"equal": null}));
        value["verified"] = json!(self.equal || self.different);
        value["missing"] = json!(self.missing);
        value
    }
}

/// A written section, for the engine to play.
pub(super) struct Played {
    pub(super) text: String,
    pub(super) name: String,
    /// What the engine writes `+x` for.
    pub(super) promoted: BTreeMap<char, char>,
}

/// What is compared, from where, and how far.
pub(super) struct Check<'c> {
    pub(super) subject: &'c Subject,
    pub(super) rules: &'c Rules,
    pub(super) section: Option<&'c Played>,
    /// Where the section will be found.
    pub(super) written_to: Option<&'c Path>,
    pub(super) engines: &'c EngineArgs,
    pub(super) fen: Option<&'c str>,
    /// Whether it is read as the engine does.
    pub(super) lenient: bool,
    pub(super) limits: Limits,
    /// What the rules lack, in sentences.
    pub(super) losses: Vec<String>,
}

impl Check<'_> {
    /// Compares them.
    pub(super) fn run(&self) -> (Checked, Option<Stop>) {
        let subject = self.subject;
        let mut checked = Checked::default();
        let mut referees: Vec<Box<dyn Referee + '_>> = Vec::new();
        let mut by = Vec::new();
        if let Source::Program(_) = subject.source {
            match subject.referee(Via::Machine, self.engines) {
                Ok(machine) => {
                    referees.push(machine);
                    by.push(Via::Machine);
                }
                Err(stop) => return (checked, Some(stop)),
            }
        }
        if subject.config().is_some() {
            // The source is the engine's own, which then plays both sides.
            for via in [Via::Core, Via::FairyStockfish] {
                match subject.referee(via, self.engines) {
                    Ok(referee) => {
                        referees.push(referee);
                        by.push(via);
                    }
                    Err(Stop::Failure(failure)) => checked.missing.push(failure.0),
                    Err(stop) => return (checked, Some(stop)),
                }
            }
        } else {
            match Core::new(self.rules) {
                Ok(core) => {
                    referees.push(Box::new(core));
                    by.push(Via::Core);
                }
                Err(trouble) => checked.missing.push(format!("core: {trouble}")),
            }
        }
        let of_source = by.len();
        if let Some(written) = self.section {
            match self.engine(written) {
                Ok(engine) => {
                    referees.push(Box::new(engine));
                    by.push(Via::FairyStockfish);
                }
                Err(Trouble::Missing(why) | Trouble::CantHold(why)) => checked.missing.push(why),
                Err(trouble) => return (checked, Some(subject.stop(&trouble))),
            }
        }
        for missing in &checked.missing {
            checked.text.push_str(&format!("not asked: {missing}\n"));
        }
        if referees.len() < 2 {
            checked.text.push_str("not verified: there is nobody to compare with\n");
            return (checked, None);
        }
        let stated = |via: &Via| self.fen.map(|fen| subject.stated(*via, fen, self.lenient)).transpose();
        let positions: Vec<Option<String>> = match by.iter().map(stated).collect::<Result<Vec<_>, _>>() {
            Ok(stated) => {
                stated.iter().flatten().next().iter().for_each(|stated| stated.say());
                stated.into_iter().map(|stated| stated.map(|stated| stated.text)).collect()
            }
            Err(failure) => return (checked, Some(failure.into())),
        };
        let versions = referees.iter().map(|referee| referee.about().version.clone()).collect();
        let mut check =
            Crosscheck::new(referees.iter_mut().map(|r| &mut **r).collect()).losing(self.losses.clone());
        let verdict = match check.run(&positions, self.limits) {
            Ok(verdict) => verdict,
            Err(trouble) => return (checked, Some(subject.stop(&trouble))),
        };
        let replay = Replay {
            by: (by.iter().enumerate())
                .map(|(i, via)| {
                    let target = subject.config().is_some() && i >= of_source;
                    let address = if target { self.address() } else { subject.address.clone() };
                    (address, via.name())
                })
                .collect(),
            fens: positions.into_iter().flatten().collect(),
            versions,
            ..Replay::default()
        };
        let known = Baseline::default();
        let comparison =
            Comparison { outcome: Ok(&verdict), replay: &replay, limits: self.limits, known: &known };
        checked.text.push_str(&comparison::text::text(&comparison));
        checked.evidence = Some(comparison::json::json(&comparison));
        checked.equal = verdict.is_equal();
        checked.different = verdict.difference().is_some();
        (checked, None)
    }

    /// Where the target can be played from.
    fn address(&self) -> String {
        let path = self.written_to.map_or("TARGET.ini".to_owned(), |path| path.display().to_string());
        self.section.map_or(path.clone(), |section| format!("{path}#{}", section.name))
    }

    fn engine(&self, written: &Played) -> Result<Engine, Trouble> {
        let found = find::find(Known::FairyStockfish, self.engines.engine.as_deref())?;
        let game = Game {
            variants: Variants::Text(&written.text),
            name: &written.name,
            chess960: false,
            promoted: written.promoted.clone(),
        };
        Engine::start(&found.words, &game, self.engines.deadlines())
    }
}
