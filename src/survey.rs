//! What a folder of rules files would give: each game read, played at random, lifted, converted.
//!
//! What may enter: one [`Record`] a game or variant, how far it comes and the first reason why it
//! does not come further, and what changed between two surveys. Nothing here prints, and no
//! file can end a survey: what panics becomes a record with the code [`INTERNAL`].

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::fairy;
use crate::rules::{Fidelity, Item};
use crate::source::{ReadError, SourceMap};
use crate::zrf::file::RulesFile;
use crate::zrf::game::GameForms;
use crate::zrf::lift;
use crate::zrf::machine::{Dice, Machine};
use crate::zrf::program::Program;
use crate::zrf::readings::Readings;

/// The code of a fault of this program.
pub const INTERNAL: &str = "internal";
/// The code of a game whose moves, played again, lead elsewhere.
pub const NOT_REPEATED: &str = "not-repeated";

/// The random games of one game may take this many steps of move code in all; what is left of
/// them then is not played.
pub const MAX_EFFORT: u64 = 400_000_000;

/// A lift may run so many statements on all boards at once: a survey looks at many games.
pub const MAX_LIFT_STEPS: u64 = 4_000_000;

/// The code of a game whose random games were ended by [`Options::time`].
pub const OUT_OF_TIME: &str = "out-of-time";

/// How a survey is made.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Random games for each game and variant.
    pub playouts: usize,
    /// Half moves of each.
    pub plies: usize,
    /// Seed of the random games.
    pub seed: u64,
    /// How doubtful points are read.
    pub readings: Readings,
    /// The random games of one game may take so long.
    pub time: Duration,
}

/// How far one game or variant comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The file.
    pub path: String,
    /// Title of the game; empty where the file gives no game.
    pub game: String,
    /// The number of the game in the file, from 1; 0 where the file gives no game.
    pub number: usize,
    /// Whether the game is read: `ok` or `refused`.
    pub read: String,
    /// What the file holds of the rules: `whole`, `plug-in`, `include-missing`, `template` (no goal is
    /// stated), `dialect` (for the Dagaz translator), or `macros` (no game at all).
    pub rules: String,
    /// Whether the machine plays it: its moves can be listed, and all random games went well.
    pub runs: bool,
    /// Half moves played in random games.
    pub plies: usize,
    /// How it lifts to the common form: `exact`, `approximate` or `refused`.
    pub lift: String,
    /// How that converts to a section for the engine: likewise.
    pub convert: String,
    /// The kind of the first thing that stands in the way, if one does.
    pub code: Option<String>,
    /// The same in words, with its place.
    pub why: Option<String>,
}

impl Record {
    fn refused(path: &str, code: &str, why: String) -> Record {
        Record {
            path: path.to_owned(),
            game: String::new(),
            number: 0,
            read: "refused".to_owned(),
            rules: "whole".to_owned(),
            runs: false,
            plies: 0,
            lift: "refused".to_owned(),
            convert: "refused".to_owned(),
            code: Some(code.to_owned()),
            why: Some(why),
        }
    }

    /// Notes what stands in the way, unless something did already.
    fn blame(&mut self, code: impl Into<String>, why: impl Into<String>) {
        if self.code.is_none() {
            self.code = Some(code.into());
            self.why = Some(why.into());
        }
    }
}

/// The rules files below some paths, each once and in order; a path that is a file counts as it is.
///
/// # Errors
/// A sentence where a path is not there.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut out = Vec::new();
    for path in paths {
        let kind = std::fs::metadata(path).map_err(|e| format!("{}: {e}", path.display()))?;
        if kind.is_dir() { below(path, &mut out) } else { out.push(path.clone()) }
    }
    out.sort();
    out.dedup();
    Ok(out)
}

/// Links to folders are not followed: they may go round in a circle.
fn below(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.as_ref().is_ok_and(std::fs::FileType::is_dir) {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) && path.is_file() {
                out.push(path);
            }
        }
    }
}

/// The records of one file.
pub fn file(path: &Path, options: &Options) -> Vec<Record> {
    let mut records = Vec::new();
    each(path, options, &mut |record| records.push(record));
    records
}

/// Gives the records of one file, each as soon as it is there.
pub fn each(path: &Path, options: &Options, give: &mut dyn FnMut(Record)) {
    let name = path.display().to_string();
    if catch_unwind(AssertUnwindSafe(|| read_file(path, &name, options, give))).is_err() {
        give(Record::refused(&name, INTERNAL, "this program failed on the file".to_owned()));
    }
}

fn read_file(path: &Path, name: &str, options: &Options, give: &mut dyn FnMut(Record)) {
    let mut sources = SourceMap::new();
    let file = match RulesFile::open_as(&mut sources, path, options.readings) {
        Ok(file) => file,
        Err(error) => {
            let code = match error {
                ReadError::TooLarge { .. } => codes::FILE_TOO_LARGE,
                _ => codes::FILE_UNREADABLE,
            };
            return give(Record::refused(name, code.id(), error.to_string()));
        }
    };
    let has = |code| file.findings.iter().any(|finding| finding.code == code);
    let games: Vec<&GameForms> = file.playable().collect();
    if games.is_empty() || file.cut_short {
        let error = file.findings.iter().find(|d| d.severity == Severity::Error);
        let error = error.map(|d| (d.code.id(), told(&sources, d)));
        let (code, why) = error.unwrap_or((codes::NO_GAME.id(), "the file has no game".to_owned()));
        let mut record = Record::refused(name, code, why);
        if has(codes::NO_GAME) {
            record.rules = "macros".to_owned();
        }
        return give(record);
    }
    for (index, game) in games.iter().enumerate() {
        let blank = || Record {
            game: game.title.clone(),
            number: index + 1,
            ..Record::refused(name, INTERNAL, "this program failed on the game".to_owned())
        };
        let record = catch_unwind(AssertUnwindSafe(|| one(&sources, &file, game, options, blank())));
        give(record.unwrap_or_else(|_| blank()));
    }
}

/// How far one game comes.
fn one(
    sources: &SourceMap,
    file: &RulesFile,
    game: &GameForms,
    options: &Options,
    mut record: Record,
) -> Record {
    (record.code, record.why) = (None, None);
    let built = file.build(game);
    let found = |code| file.findings.iter().chain(&built.findings).find(|finding| finding.code == code);
    let plugin = found(codes::PLUGIN_GAME);
    record.rules = match () {
        () if plugin.is_some() => "plug-in",
        () if found(codes::INCLUDE_MISSING).is_some() => "include-missing",
        () if found(codes::DAGAZ_DIALECT).is_some() => "dialect",
        () if found(codes::NO_GOAL).is_some() => "template",
        () => "whole",
    }
    .to_owned();
    let obstacle = file.obstacles(&built).first().map(|d| (d.code.id(), told(sources, d)));
    let program = match (&built.program, obstacle) {
        (Some(program), None) => program,
        (_, obstacle) => {
            let (code, why) =
                obstacle.unwrap_or((codes::MALFORMED.id(), "the game can't be made ready".to_owned()));
            record.blame(code, why);
            return record;
        }
    };
    record.read = "ok".to_owned();
    if let Some(plugin) = plugin {
        record.blame(plugin.code.id(), told(sources, plugin));
        return record;
    }
    play(sources, program, options, &mut record);
    if record.runs {
        carry(sources, program, &mut record);
    }
    record
}

/// Plays random games, each twice.
fn play(sources: &SourceMap, program: &Program, options: &Options, record: &mut Record) {
    let machine = Machine::new(program);
    let mut dice = Dice::new(options.seed);
    let begun = Instant::now();
    let late = || begun.elapsed() > options.time;
    let enough = || machine.effort() > MAX_EFFORT || late();
    let mut games = || {
        machine.outlook(&machine.begin())?;
        for _ in 0..options.playouts {
            if enough() {
                break;
            }
            let playout = machine.playout_until(&mut dice, options.plies, &enough)?;
            record.plies += playout.moves.len();
            if !machine.repeats(&playout)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match games() {
        Ok(true) => {
            record.runs = true;
            if late() {
                let seconds = options.time.as_secs();
                record.blame(
                    OUT_OF_TIME,
                    format!("the random games ended after {seconds} s; --time gives more"),
                );
            }
        }
        Ok(false) => record.blame(NOT_REPEATED, "a random game, played again, led elsewhere"),
        Err(fault) => {
            let finding = crate::zrf::machine::Fault::finding(&fault);
            record.blame(finding.code.id(), told(sources, &finding));
        }
    }
}

/// Lifts and converts.
fn carry(sources: &SourceMap, program: &Program, record: &mut Record) {
    let lifted = lift::lift_within(program, MAX_LIFT_STEPS);
    let verdict = judge(&lifted.items, lifted.rules.is_some());
    verdict.as_str().clone_into(&mut record.lift);
    blame_worst(sources, "lift", &lifted.items, record);
    let Some(rules) = lifted.rules else {
        record.blame("lift-rules", "rules can't hold this game");
        return;
    };
    let written = fairy::write(&rules, &fairy::Options::default());
    let verdict = verdict.max(judge(&written.items, true));
    verdict.as_str().clone_into(&mut record.convert);
    blame_worst(sources, "convert", &written.items, record);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Exact,
    Approximate,
    Refused,
}

impl Verdict {
    fn as_str(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Approximate => "approximate",
            Verdict::Refused => "refused",
        }
    }
}

fn judge(items: &[Item], there: bool) -> Verdict {
    match items.iter().map(|item| item.fidelity).max() {
        _ if !there => Verdict::Refused,
        Some(Fidelity::Dropped) => Verdict::Refused,
        Some(Fidelity::Approximate) => Verdict::Approximate,
        _ => Verdict::Exact,
    }
}

/// The first of the worst losses names the reason: the stage and the first word of the rule.
fn blame_worst(sources: &SourceMap, stage: &str, items: &[Item], record: &mut Record) {
    let worst = items.iter().map(|item| item.fidelity).max();
    let Some(worst) = worst.filter(|worst| *worst != Fidelity::Exact) else { return };
    let Some(item) = items.iter().find(|item| item.fidelity == worst) else { return };
    // Rules about a type begin with its name: what they are about stands behind it.
    let about = ["moves", "drops"]
        .into_iter()
        .find(|about| item.rule.split_whitespace().any(|w| w == *about || w == format!("{about},")));
    let word = about.unwrap_or_else(|| item.rule.split(['.', '[', ' ']).next().unwrap_or_default());
    let place = item.span.map(|span| place(sources, span)).unwrap_or_default();
    record.blame(format!("{stage}-{word}"), format!("{place}{}: {}", item.rule, item.why));
}

/// A finding with its place.
fn told(sources: &SourceMap, finding: &Diagnostic) -> String {
    let place = finding.span.map(|span| place(sources, span)).unwrap_or_default();
    format!("{place}{}", finding.message)
}

fn place(sources: &SourceMap, span: crate::source::Span) -> String {
    let file = sources.file(span.file);
    let at = file.line_column(span.start);
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    format!("{name}:{}:{}: ", at.line, at.column)
}

/// The sum of a survey.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Files.
    pub files: usize,
    /// Games and variants.
    pub games: usize,
    /// Games that are read.
    pub read: usize,
    /// Games that run.
    pub runs: usize,
    /// Half moves played in random games.
    pub plies: usize,
    /// How many are whole, plug-in games, …
    pub rules: BTreeMap<String, usize>,
    /// How many lift in which way.
    pub lift: BTreeMap<String, usize>,
    /// How many convert in which way.
    pub convert: BTreeMap<String, usize>,
    /// How often each code stands in the way.
    pub codes: BTreeMap<String, usize>,
}

impl Summary {
    /// Sums up.
    pub fn of(records: &[Record]) -> Summary {
        let mut out = Summary::default();
        let mut last = None;
        for record in records {
            out.files += usize::from(last != Some(&record.path));
            last = Some(&record.path);
            out.games += usize::from(record.number > 0);
            out.read += usize::from(record.read == "ok");
            out.runs += usize::from(record.runs);
            out.plies += record.plies;
            *out.rules.entry(record.rules.clone()).or_default() += 1;
            *out.lift.entry(record.lift.clone()).or_default() += 1;
            *out.convert.entry(record.convert.clone()).or_default() += 1;
            if let Some(code) = &record.code {
                *out.codes.entry(code.clone()).or_default() += 1;
            }
        }
        out
    }
}

/// What is different for a game in two surveys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The file.
    pub path: String,
    /// Title of the game.
    pub game: String,
    /// The number of the game in the file.
    pub number: usize,
    /// What is different; `record` where one of the surveys does not have it.
    pub field: String,
    /// What it was.
    pub old: String,
    /// What it is.
    pub new: String,
}

/// What changed from one survey to another: what is read, run, lifted or converted, and the code.
pub fn compare(old: &[Record], new: &[Record]) -> Vec<Change> {
    let key = |r: &Record| (r.path.clone(), r.number);
    let mut before: BTreeMap<_, &Record> = old.iter().map(|r| (key(r), r)).collect();
    let mut out = Vec::new();
    let mut tell = |r: &Record, field: &str, old: String, new: String| {
        let (path, game, number) = (r.path.clone(), r.game.clone(), r.number);
        out.push(Change { path, game, number, field: field.to_owned(), old, new });
    };
    for record in new {
        let Some(was) = before.remove(&key(record)) else {
            tell(record, "record", String::new(), "there".to_owned());
            continue;
        };
        let code = |r: &Record| r.code.clone().unwrap_or_default();
        let fields = [
            ("game", was.game.clone(), record.game.clone()),
            ("read", was.read.clone(), record.read.clone()),
            ("rules", was.rules.clone(), record.rules.clone()),
            ("runs", was.runs.to_string(), record.runs.to_string()),
            ("lift", was.lift.clone(), record.lift.clone()),
            ("convert", was.convert.clone(), record.convert.clone()),
            ("code", code(was), code(record)),
        ];
        for (field, old, new) in fields {
            if old != new {
                tell(record, field, old, new);
            }
        }
    }
    for was in before.into_values() {
        tell(was, "record", "there".to_owned(), String::new());
    }
    out
}
