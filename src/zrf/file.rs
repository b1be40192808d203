//! A rules file as a whole: read once, its games built on demand.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::build::{Built, build};
use super::game::{GameForms, games};
use super::load::{Loaded, load, load_file};
use super::readings::Readings;
use super::tree::Form;
use super::{expand, words};
use crate::diagnostic::{Diagnostic, any_error, did_you_mean};
use crate::source::{FileId, ReadError, SourceMap};

/// A rules file after macros and merging.
pub struct RulesFile {
    /// The file.
    pub file: FileId,
    /// Top-level forms after macro expansion.
    pub forms: Vec<Form>,
    /// Games and variants in file order, separators included.
    pub games: Vec<GameForms>,
    /// Findings that concern the file and not one game.
    pub findings: Vec<Diagnostic>,
    /// Elements after macro expansion.
    pub elements: u64,
    /// Whether a limit of the expansion cut the file short: then nothing is said about its games.
    pub cut_short: bool,
    /// How doubtful points are read.
    readings: Readings,
}

/// Which game of a file is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// The first game.
    First,
    /// The first game or variant of a title.
    Named(String),
    /// The N-th game or variant, from 1, separators not counted.
    Number(usize),
}

impl RulesFile {
    /// Reads a file and what it includes.
    ///
    /// # Errors
    /// [`ReadError`] where the file itself can't be read.
    pub fn open(sources: &mut SourceMap, path: &Path) -> Result<Self, ReadError> {
        Self::open_as(sources, path, Readings::default())
    }

    /// The same with doubtful points read as stated.
    ///
    /// # Errors
    /// [`ReadError`] where the file itself can't be read.
    pub fn open_as(sources: &mut SourceMap, path: &Path, readings: Readings) -> Result<Self, ReadError> {
        Ok(Self::from_loaded(load(sources, path)?, readings))
    }

    /// Reads a file whose bytes are at hand; includes are looked up below `root`, or are missing.
    pub fn from_bytes(sources: &mut SourceMap, name: &Path, bytes: &[u8], root: Option<PathBuf>) -> Self {
        let file = sources.add_bytes(name, bytes);
        Self::from_loaded(load_file(sources, file, root), Readings::default())
    }

    fn from_loaded(loaded: Loaded, readings: Readings) -> Self {
        let expanded = expand::expand(&loaded.forms, words::is_keyword);
        let forms = Form::top(&expanded.items);
        let mut findings = loaded.findings;
        findings.extend(expanded.findings);
        let cut_short = expanded.stopped;
        let (games, more) = games(loaded.file, &forms, &readings);
        if !cut_short {
            findings.extend(more);
        }
        without_twins(&mut findings);
        RulesFile { file: loaded.file, forms, games, findings, elements: expanded.size, cut_short, readings }
    }

    /// Games and variants without the separators of the menu.
    pub fn playable(&self) -> impl Iterator<Item = &GameForms> {
        self.games.iter().filter(|g| !g.is_separator())
    }

    /// The game that is meant.
    ///
    /// # Errors
    /// A sentence for the user, with what there is.
    pub fn select(&self, selection: &Selection) -> Result<&GameForms, String> {
        let count = self.playable().count();
        let found = match selection {
            Selection::First => self.playable().find(|g| !g.is_variant).or_else(|| self.playable().next()),
            Selection::Number(n) => n.checked_sub(1).and_then(|n| self.playable().nth(n)),
            Selection::Named(name) => self
                .playable()
                .find(|g| g.title == *name)
                .or_else(|| self.playable().find(|g| g.title.to_lowercase() == name.to_lowercase())),
        };
        found.ok_or_else(|| match selection {
            Selection::First => "the file has no game".to_owned(),
            Selection::Number(n) => format!("there is no game {n}: the file has {count}"),
            Selection::Named(name) => {
                let titles: Vec<&str> = self.playable().map(|g| g.title.as_str()).collect();
                let hint = did_you_mean(name, titles.iter().copied())
                    .unwrap_or_else(|| format!("the games are: {}", titles.join(", ")));
                format!("there is no game \"{name}\"; {hint}")
            }
        })
    }

    /// Builds a game.
    pub fn build(&self, game: &GameForms) -> Built {
        let mut built = build(game, self.readings);
        without_twins(&mut built.findings);
        built
    }

    /// Why a game can't be run, if it can't: errors of the file first.
    pub fn obstacles<'a>(&'a self, built: &'a Built) -> Vec<&'a Diagnostic> {
        let is_error = |d: &&Diagnostic| any_error(std::slice::from_ref(*d));
        self.findings.iter().chain(&built.findings).filter(is_error).collect()
    }

    /// All findings of the file and of every game, each once.
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut findings = self.findings.clone();
        for game in self.playable().filter(|_| !self.cut_short) {
            findings.extend(build(game, self.readings).findings);
        }
        without_twins(&mut findings);
        findings
    }
}

/// The same finding at the same place is told once, whichever games it concerns.
fn without_twins(findings: &mut Vec<Diagnostic>) {
    let mut seen = FxHashSet::default();
    findings.retain(|d| seen.insert((d.code, d.span, d.message.clone())));
}
