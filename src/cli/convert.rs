//! `ferry convert`

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::address::{self, Address, RulesFormat};
use super::convert_report::Report;
use super::diff::WalkArgs;
use super::losses::AllowArgs;
use super::position::LenientArgs;
use super::reading::ReadingArgs;
use super::subject::{EngineArgs, Source, Subject};
use super::verify::{Check, Checked, Played};
use super::{Failure, Outcome, Ran, Stop, output};
use crate::crosscheck::witness;
use crate::diagnostic::codes;
use crate::fairy::keys::Release;
use crate::fairy::{self, ini, section};
use crate::native;
use crate::referee::Referee;
use crate::referee::core::Core;
use crate::referee::machine::ZillionsMachine;
use crate::report::passage;
use crate::rules::{Fidelity, Item, Origin, Rules};

#[derive(clap::Args)]
#[command(
    after_help = "The report goes to standard error: the verdict, every loss with its code, place and way out, the
evidence, and a line for each piece or section that is exact (--verbose: for each rule).
Where a rule is lost nothing is written (exit 1) unless --allow admits its code, which
`ferry explain` explains. With --verify the target is written only
after the comparison: where it finds a difference nothing is written either (exit 1),
unless `--allow difference` or `--allow all` is given; the target then says so at its head.

A section of a variants.ini and a variant that is built into the engine are written as a section
that inherits nothing and states everything. It is called as its source, with -plain behind it
where the engine has a variant of that name.

Examples:
  ferry convert fixtures/zrf/chess.zrf -o chess.ini --verify 3
  ferry convert fixtures/zrf/hill.zrf --all --to ini
  ferry convert fairy:crazyhouse --to ini --verify 3
  ferry convert fixtures/zrf/chess.zrf --target 11.1
  ferry convert fixtures/rules/chess.toml --to toml
  ferry convert fixtures/seeds/enep.toml#enep-knightfe --verify 4"
)]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME
    pub(super) address: String,
    /// Format of the target [default: ini]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<RulesFormat>,
    /// Write the target to a file; - is standard output, which is the default
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the report as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// Every game and variant of the file
    #[arg(long)]
    pub(super) all: bool,
    /// End with 1 where something is lost or was not verified
    #[arg(long)]
    pub(super) strict: bool,
    /// Compare source and target, all moves to this depth and then random games
    #[arg(long, value_name = "DEPTH", value_parser = super::diff::up_to::<100>)]
    pub(super) verify: Option<u32>,
    /// Compare from this position, and not from the start
    #[arg(long, value_name = "FEN", requires = "verify")]
    fen: Option<String>,
    #[command(flatten)]
    lenient: LenientArgs,
    #[command(flatten)]
    pub(super) allow: AllowArgs,
    /// Replace a file that is read for the conversion
    #[arg(long)]
    force: bool,
    /// Tell of every rule that is exact in a line of its own
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Supply a goal where the file has none: checkmate:TYPE, capture:TYPE, race:TYPE:REGION, bare, stalemate:win|loss|draw
    #[arg(long, value_name = "GOAL")]
    goal: Vec<String>,
    /// Put the goals of --goal in the place of those of the file
    #[arg(long)]
    replace_goals: bool,
    /// The release of the engine for which a section is written: 11, 11.1, 11.2, 13, 13.1, 14, 14.0.1,
    /// head, or a day as 2023-09-10
    #[arg(long, value_name = "RELEASE", value_parser = super::check::release, default_value = "head")]
    target: Release,
    #[command(flatten)]
    walk: WalkArgs,
    /// Format of the source, where the name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<RulesFormat>,
    #[command(flatten)]
    readings: ReadingArgs,
    #[command(flatten)]
    engines: EngineArgs,
}

/// What is written of a game, and what became of its rules.
pub(super) struct Conversion {
    pub(super) subject: Subject,
    pub(super) rules: Option<Rules>,
    /// Empty where there are no rules to be written.
    pub(super) text: String,
    pub(super) name: String,
    pub(super) items: Vec<Item>,
    pub(super) section: Option<Played>,
    /// What was taken for granted where the source or the command does not say it.
    pub(super) assumed: Vec<String>,
    /// The moves of the first position in source and target, where something is lost.
    pub(super) first_moves: Option<[usize; 2]>,
    /// Whether something is lost that was not allowed to be.
    pub(super) refused: bool,
    /// Whether the target has no board for it, so that nothing can be allowed.
    pub(super) no_room: bool,
    pub(super) checked: Checked,
}

impl Args {
    /// The file that is written, if it is one.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// # Errors
    /// Where a file that is read would be replaced.
    fn spare_sources(&self) -> Result<(), Failure> {
        let same = |a: &Path, b: &Path| match (a.canonicalize(), b.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        };
        if let (Some(target), Some(report)) = (self.file(), &self.report)
            && (target == report || same(target, report))
        {
            return Err(Failure("-o and --report name one file; give each its own".into()));
        }
        if self.force || self.address.starts_with("fairy:") {
            return Ok(());
        }
        let source = Address::parse(&self.address)?.path;
        let written = [self.file(), self.report.as_deref()];
        match written.into_iter().flatten().find(|path| same(path, &source)) {
            Some(path) => Err(Failure(format!(
                "{} is the source and would be overwritten; name another file, or give --force",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    /// What the address leaves open.
    fn assumptions(&self, subject: &Subject) -> Vec<String> {
        let first = subject.games > 1 && !self.all && !subject.address.contains('#');
        let taken = || {
            format!(
                "the first of the {} games of the file is meant; `{}##2` is the next, --all takes all",
                subject.games, subject.address
            )
        };
        first.then(taken).into_iter().collect()
    }

    /// The addresses of the games that are meant.
    fn addresses(&self) -> Result<Vec<String>, Failure> {
        if !self.all {
            return Ok(vec![self.address.clone()]);
        }
        let address = Address::parse(&self.address)?;
        if self.address.contains('#') {
            return Err(Failure("--all: the address names one game; give the file alone".into()));
        }
        if self.to == Some(RulesFormat::Toml) {
            return Err(Failure("--all: a TOML file holds one game; give an address for each".into()));
        }
        match address::format_of(&address.path, self.from)? {
            RulesFormat::Zrf => {
                let count = address::count(&address.path)?;
                Ok((1..=count).map(|n| format!("{}##{n}", self.address)).collect())
            }
            RulesFormat::Toml => {
                let count = address::count_own(&address.path)?;
                Ok((1..=count).map(|n| format!("{}##{n}", self.address)).collect())
            }
            _ => Ok(vec![self.address.clone()]),
        }
    }

    fn convert(&self, address: &str) -> Result<Conversion, Failure> {
        let readings = self.readings.readings()?;
        let mut subject = Subject::open_as(address, self.from, false, readings)?.allowing(&self.allow);
        let mut assumed = self.assumptions(&subject);
        subject.supply_goals(&self.goal, self.replace_goals)?;
        assumed.extend(goals_assumed(&subject, self));
        let (rules, mut items) = subject.account()?;
        let (mut text, mut name, mut section) = (String::new(), String::new(), None);
        if let Some(rules) = &rules {
            match self.to.unwrap_or(RulesFormat::Ini) {
                RulesFormat::Toml => {
                    text = native::write(rules)
                        .map_err(|e| Failure(format!("the rules have no TOML form: {e}")))?;
                    name.clone_from(&rules.name);
                    items.push(Item::new("rules", Fidelity::Exact, "every field"));
                }
                RulesFormat::Ini if subject.config().is_some() => {
                    if let Some(config) = subject.config() {
                        name = section::name_for(config);
                        let (written, mut stated) = fairy::write::settings(config, &name, self.target);
                        text.clone_from(&written);
                        for item in stated.iter_mut().filter(|item| item.is_loss()) {
                            subject.locate(None, item, Origin::default());
                        }
                        items.extend(stated);
                        let promoted = config.promoted_letters();
                        section = Some(Played { text: written, name: name.clone(), promoted });
                    }
                }
                RulesFormat::Ini => {
                    let mut options = fairy::Options { release: self.target, ..Default::default() };
                    if subject.namesakes > 0 {
                        let slug = fairy::write::slug(&rules.name);
                        options.name = format!("{slug}-{}", subject.namesakes + 1);
                    }
                    let mut written = fairy::write(rules, &options);
                    show_lost_moves(rules, &mut written);
                    subject.locate_written(rules, &mut written);
                    text.clone_from(&written.text);
                    name.clone_from(&written.name);
                    items.extend(written.items.clone());
                    let (text, name) = (written.text, written.name);
                    section = Some(Played { text, name, promoted: written.promoted });
                }
                RulesFormat::Zrf => {
                    return Err(Failure("this version writes no Zillions rules files".into()));
                }
            }
        }
        // What comes near may stay; what plays otherwise must be allowed.
        let lost = |item: &Item| item.fidelity == Fidelity::Dropped && !self.allow.admits(item);
        // What does not fit on the target's board can't be played there in part either.
        let no_room = section.is_some() && items.iter().any(|item| item.code == Some(codes::SECTION_BOARD));
        let refused = rules.is_none() || no_room || items.iter().any(lost);
        let lossy = items.iter().any(Item::is_loss);
        let counted = rules.as_ref().filter(|_| lossy && !no_room);
        let first_moves = counted.and_then(|rules| first_moves(&subject, rules, section.as_ref()));
        let checked = Checked::default();
        Ok(Conversion {
            subject,
            rules,
            text,
            name,
            items,
            section,
            assumed,
            first_moves,
            refused,
            no_room,
            checked,
        })
    }
}

/// What is said of goals that the file does not have, or that stand in the place of its own.
fn goals_assumed(subject: &Subject, args: &Args) -> Option<String> {
    let Source::Program(program) = &subject.source else { return None };
    if !args.goal.is_empty() {
        let replaced =
            if args.replace_goals { "in the place of those of the file" } else { "the file has none" };
        return Some(format!("the goal is {}, by --goal ({replaced})", args.goal.join(", ")));
    }
    program.goals.is_empty().then(|| {
        "the file states no goal, so nobody wins or loses; --goal supplies one (as checkmate:King)".to_owned()
    })
}

/// How many moves the first position has in the source and in what is written.
fn first_moves(subject: &Subject, rules: &Rules, section: Option<&Played>) -> Option<[usize; 2]> {
    let count = |referee: &mut dyn Referee| -> Option<usize> {
        let node = referee.start(None).ok()?;
        Some(referee.look(&node).ok()?.ways.len())
    };
    let source = match &subject.source {
        Source::Program(program) => count(&mut ZillionsMachine::new(program))?,
        _ => count(&mut Core::new(rules).ok()?)?,
    };
    let lowered = match section {
        Some(section) => {
            let config = ini::read(section.text.as_str(), &|_| None).configs.into_iter().next()?;
            fairy::lower::lower(&config).ok()?
        }
        None => rules.clone(),
    };
    Some([source, count(&mut Core::new(&lowered).ok()?)?])
}

/// Finds a position for each move that is lost.
fn show_lost_moves(rules: &Rules, written: &mut fairy::Written) {
    let lost: Vec<(&str, usize)> =
        written.lost_moves.iter().map(|(_, kind, number)| (kind.as_str(), *number)).collect();
    let found = witness::of_lost_moves(written.restated.as_ref().unwrap_or(rules), &lost);
    for ((item, ..), witness) in written.lost_moves.iter().zip(found) {
        written.items[*item].witness = witness;
    }
}

impl Conversion {
    pub(super) fn is_lossy(&self) -> bool {
        self.items.iter().any(|item| item.fidelity != Fidelity::Exact)
    }

    /// What is lost, in a line each.
    fn losses(&self) -> Vec<String> {
        let lost = self.items.iter().filter(|item| item.is_loss());
        lost.map(|item| passage::loss(&self.subject.sources, item)).collect()
    }

    pub(super) fn verdict(&self) -> &'static str {
        // What loses moves or ends is not called near the source, also where it may be lost.
        match self.items.iter().map(|item| item.fidelity).max() {
            _ if self.refused => "refused",
            Some(Fidelity::Dropped) => "lossy",
            Some(Fidelity::Approximate) => "approximate",
            _ => "exact",
        }
    }

    /// What is written, with what is lost at its head.
    fn text(&self) -> String {
        let mut head = String::new();
        if self.section.is_some() {
            for item in self.items.iter().filter(|i| i.fidelity != Fidelity::Exact) {
                let why = item.why.replace('\n', " ");
                let code = item.code.map(|code| format!("[{code}]")).unwrap_or_default();
                head.push_str(&format!("# {}{code}: {}: {why}\n", item.fidelity.as_str(), item.rule));
            }
        }
        if self.checked.different {
            head.push_str("# different: the comparison with the source found a difference\n");
        }
        head + &self.text
    }

    pub(super) fn json(&self, target: Option<&str>) -> Value {
        let items: Vec<Value> =
            self.items.iter().map(|item| passage::json::item(&self.subject.sources, item)).collect();
        json!({
            "source": self.subject.address,
            "target": target,
            "name": self.name,
            "assumed": self.assumed,
            "items": items,
            "first_moves": self.first_moves.map(|[source, target]| json!({"source": source, "target": target})),
            "verdict": self.verdict(),
            "evidence": self.checked.json(),
        })
    }
}

pub(super) fn run(args: &Args) -> Ran {
    args.spare_sources()?;
    let mut done = Vec::new();
    let mut stop = None;
    for address in args.addresses()? {
        let mut conversion = match args.convert(&address) {
            Ok(conversion) => conversion,
            // Of a whole file, what can be converted is.
            Err(failure) if args.all => {
                output::complain(&failure.0);
                stop = stop.or(Some(Stop::Failure(Failure(format!("{address} could not be converted")))));
                continue;
            }
            Err(failure) => return Err(failure.into()),
        };
        if let (Some(depth), Some(rules), false) = (args.verify, &conversion.rules, conversion.refused) {
            let check = Check {
                subject: &conversion.subject,
                rules,
                section: conversion.section.as_ref(),
                written_to: args.file(),
                engines: &args.engines,
                fen: args.fen.as_deref(),
                lenient: args.lenient.lenient,
                limits: args.walk.limits(depth),
                losses: conversion.losses(),
            };
            let (checked, stopped) = check.run();
            stop = stop.or(stopped);
            conversion.checked = checked;
        }
        done.push(conversion);
    }
    finish(args, &done, stop)
}

/// Writes what may be written, and the report.
fn finish(args: &Args, done: &[Conversion], stop: Option<Stop>) -> Ran {
    let cut_short = stop.is_some() && !args.all;
    let where_to = args.file().map_or("standard output".to_owned(), |path| path.display().to_string());
    let report = Report { args, where_to: &where_to, cut_short };
    let good: Vec<&Conversion> = done.iter().filter(|c| report.is_written(c)).collect();
    let text = good.iter().map(|c| c.text()).collect::<Vec<_>>().join("\n");
    let data = args.report.as_ref().map(|path| (path.as_path(), report.json(done)));
    // Target and report both, or none of them.
    let mut files: Vec<(&Path, &[u8])> = Vec::new();
    if let (Some(path), false) = (args.file(), good.is_empty()) {
        files.push((path, text.as_bytes()));
    }
    files.extend(data.as_ref().map(|(path, data)| (*path, data.as_bytes())));
    output::write_files(&files)?;
    done.iter().for_each(|conversion| output::note(&report.text(conversion)));
    if args.file().is_none() && !good.is_empty() {
        output::print(&text);
    }
    if let Some(stop) = stop {
        return Err(stop);
    }
    let unproved = args.strict && done.iter().any(|c| c.is_lossy() || !c.checked.equal);
    let bad = done.iter().any(|c| c.refused || c.checked.different);
    Ok(if bad || unproved { Outcome::Findings } else { Outcome::Clean })
}
