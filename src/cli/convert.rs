//! `ferry convert`

use std::path::PathBuf;

use serde_json::{Value, json};

use super::address::{self, Address, RulesFormat};
use super::diff::WalkArgs;
use super::position::LenientArgs;
use super::subject::{EngineArgs, Subject};
use super::verify::{Check, Checked, Played};
use super::{Failure, Outcome, Ran, Stop, output};
use crate::crosscheck::witness;
use crate::fairy::keys::Release;
use crate::fairy::{self, section};
use crate::native;
use crate::rules::{Fidelity, Item, Rules};

#[derive(clap::Args)]
#[command(
    after_help = "The report goes to standard error, a line for every rule. Where a rule is lost nothing is
written (exit 1) unless --allow admits it. With --verify the target is written only
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
    address: String,
    /// Format of the target [default: ini]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<RulesFormat>,
    /// Write the target to a file, and not to standard output
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the report as JSON to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Every game and variant of the file
    #[arg(long)]
    all: bool,
    /// End with 1 where something is lost or was not verified
    #[arg(long)]
    strict: bool,
    /// Compare source and target, all moves to this depth and then random games
    #[arg(long, value_name = "DEPTH")]
    verify: Option<u32>,
    /// Compare from this position, and not from the start
    #[arg(long, value_name = "FEN", requires = "verify")]
    fen: Option<String>,
    #[command(flatten)]
    lenient: LenientArgs,
    /// Write the target though this rule is lost: the beginning of its name in the report, `difference`, or `all`
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,
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
    engines: EngineArgs,
}

/// What is written of a game, and what became of its rules.
struct Conversion {
    subject: Subject,
    rules: Option<Rules>,
    /// Empty where there are no rules to be written.
    text: String,
    name: String,
    items: Vec<Item>,
    section: Option<Played>,
    /// Whether something is lost that was not allowed to be.
    refused: bool,
    /// Whether the target has no board for it, so that nothing can be allowed.
    no_room: bool,
    checked: Checked,
}

impl Args {
    fn allows(&self, rule: &str) -> bool {
        self.allow.iter().any(|code| code == "all" || !code.is_empty() && rule.starts_with(code.as_str()))
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
        let mut subject = Subject::open(address, self.from, false)?;
        subject.supply_goals(&self.goal, self.replace_goals)?;
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
                        let (written, stated) = fairy::write::settings(config, &name, self.target);
                        text.clone_from(&written);
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
        let lost = |item: &Item| item.fidelity == Fidelity::Dropped && !self.allows(&item.rule);
        // What does not fit on the target's board can't be played there in part either.
        let no_room = section.is_some()
            && items.iter().any(|item| item.fidelity == Fidelity::Dropped && item.rule == "board");
        let refused = rules.is_none() || no_room || items.iter().any(lost);
        let checked = Checked::default();
        Ok(Conversion { subject, rules, text, name, items, section, refused, no_room, checked })
    }
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
    fn is_lossy(&self) -> bool {
        self.items.iter().any(|item| item.fidelity != Fidelity::Exact)
    }

    fn verdict(&self) -> &'static str {
        match (self.refused, self.is_lossy()) {
            (true, _) => "refused",
            (_, true) => "approximate",
            _ => "exact",
        }
    }

    /// What is written, with what is lost at its head.
    fn text(&self) -> String {
        let mut head = String::new();
        if self.section.is_some() {
            for item in self.items.iter().filter(|i| i.fidelity != Fidelity::Exact) {
                let why = item.why.replace('\n', " ");
                head.push_str(&format!("# {}: {}: {why}\n", item.fidelity.as_str(), item.rule));
            }
        }
        if self.checked.different {
            head.push_str("# different: the comparison with the source found a difference\n");
        }
        head + &self.text
    }

    fn json(&self, target: Option<&str>) -> Value {
        let items: Vec<Value> = self.items.iter().map(|item| as_json(&self.subject, item)).collect();
        json!({
            "source": self.subject.address,
            "target": target,
            "name": self.name,
            "items": items,
            "verdict": self.verdict(),
            "evidence": self.checked.json(),
        })
    }
}

pub(super) fn run(args: &Args) -> Ran {
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
        if args.all {
            output::note(&format!("-- {address}: {}\n", conversion.name));
        }
        for item in &conversion.items {
            output::note(&line(&conversion.subject, item));
        }
        if let (Some(depth), Some(rules), false) = (args.verify, &conversion.rules, conversion.refused) {
            let check = Check {
                subject: &conversion.subject,
                rules,
                section: conversion.section.as_ref(),
                written_to: args.output.as_deref(),
                engines: &args.engines,
                fen: args.fen.as_deref(),
                lenient: args.lenient.lenient,
                limits: args.walk.limits(depth),
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
    let where_to = args.output.as_ref().map_or("standard output".to_owned(), |p| p.display().to_string());
    let withheld = |c: &Conversion| c.refused || c.checked.different && !args.allows("difference");
    let good: Vec<&Conversion> = done.iter().filter(|c| !withheld(c)).collect();
    let cut_short = stop.is_some() && !args.all;
    if !good.is_empty() && !cut_short {
        let texts: Vec<String> = good.iter().map(|c| c.text()).collect();
        let text = texts.join("\n");
        match &args.output {
            Some(path) => output::write_file(path, text.as_bytes())?,
            None => output::print(&text),
        }
    }
    for conversion in done {
        let name = if conversion.name.is_empty() { &conversion.subject.address } else { &conversion.name };
        output::note(&match (conversion.refused, conversion.checked.different) {
            _ if cut_short => format!("{name}: nothing is written, the comparison broke off\n"),
            (true, _) if conversion.rules.is_none() => {
                format!("refused: {name}: no rules of the hub can say what this game is\n")
            }
            (true, _) if conversion.no_room => {
                format!(
                    "refused: {name}: the target has no board of this size, so no part of it can be written\n"
                )
            }
            (true, _) => "refused: nothing is written; --allow all writes what can be carried\n".to_owned(),
            (_, true) if withheld(conversion) => format!(
                "different: {name} is not written, for it does not play as its source; --allow difference writes it\n"
            ),
            (_, true) => format!("different: {name} written to {where_to} all the same\n"),
            _ => format!("{}: {name} written to {where_to}\n", conversion.verdict()),
        });
        output::note(&conversion.checked.text);
    }
    if let Some(path) = &args.report {
        let target = |c: &Conversion| (!withheld(c) && !cut_short).then_some(where_to.as_str());
        let games: Vec<Value> = done.iter().map(|c| c.json(target(c))).collect();
        let report = match &games[..] {
            [game] if !args.all => game.clone(),
            _ => json!({
                "source": args.address,
                "target": (!good.is_empty()).then_some(&where_to),
                "games": games,
            }),
        };
        let text = serde_json::to_string_pretty(&report).unwrap_or_default() + "\n";
        output::write_file(path, text.as_bytes())?;
    }
    if let Some(stop) = stop {
        return Err(stop);
    }
    let unproved = args.strict && done.iter().any(|c| c.is_lossy() || !c.checked.equal);
    let bad = done.iter().any(|c| c.refused || c.checked.different);
    Ok(if bad || unproved { Outcome::Findings } else { Outcome::Clean })
}

/// One line a rule.
fn line(subject: &Subject, item: &Item) -> String {
    let place = item.span.map(|span| {
        let at = subject.sources.start(span);
        format!("{}:{}:{}: ", subject.sources.file(span.file).path.display(), at.line, at.column)
    });
    let remedy = item.remedy.as_ref().map(|r| format!("; {r}")).unwrap_or_default();
    let witness = item.witness.as_ref().map(|w| format!("; see {} in: {}", w.note, w.position));
    let witness = witness.unwrap_or_default();
    format!(
        "{:11} {}{}: {}{remedy}{witness}\n",
        item.fidelity.as_str(),
        place.unwrap_or_default(),
        item.rule,
        item.why
    )
}

fn as_json(subject: &Subject, item: &Item) -> Value {
    let span = item.span.map(|span| {
        let at = subject.sources.start(span);
        let file = subject.sources.file(span.file).path.display().to_string();
        json!({"file": file, "line": at.line, "column": at.column})
    });
    json!({
        "rule": item.rule,
        "fidelity": item.fidelity.as_str(),
        "span": span,
        "why": item.why,
        "do": item.remedy,
        "readings": item.readings.iter().map(|n| format!("Q{n}")).collect::<Vec<_>>(),
        "witness": item.witness.as_ref().map(|w| json!({"fen": w.position, "note": w.note})),
    })
}
