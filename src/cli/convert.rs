//! `ferry convert`

use std::path::PathBuf;

use serde_json::{Value, json};

use super::address::RulesFormat;
use super::diff::WalkArgs;
use super::evidence::{self, Replay};
use super::play::Via;
use super::subject::{EngineArgs, Source, Subject};
use super::{Failure, Outcome, Ran, Stop, output};
use crate::crosscheck::{Crosscheck, Verdict};
use crate::fairy;
use crate::native;
use crate::referee::core::Core;
use crate::referee::find::{self, Known};
use crate::referee::uci::{Engine, Game, Variants};
use crate::referee::{Referee, Trouble};
use crate::rules::{Fidelity, Item, Rules};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry convert fixtures/rules/chess.toml -o chess.ini --verify 3
  ferry convert fixtures/rules/chess.toml --to toml")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME or PATH##N
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
    /// End with 1 where something is lost or was not verified
    #[arg(long)]
    strict: bool,
    /// Compare source and target, all moves to this depth and then random games
    #[arg(long, value_name = "DEPTH")]
    verify: Option<u32>,
    /// Write the target though this rule is lost: the beginning of its name in the report, or `all`
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,
    #[command(flatten)]
    walk: WalkArgs,
    /// Format of the source, where the name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<RulesFormat>,
    #[command(flatten)]
    engines: EngineArgs,
}

/// What is written, and what became of the rules.
struct Target {
    text: String,
    name: String,
    items: Vec<Item>,
    section: Option<fairy::Written>,
}

fn target(rules: &Rules, mut items: Vec<Item>, format: RulesFormat) -> Result<Target, Failure> {
    match format {
        RulesFormat::Toml => {
            let text =
                native::write(rules).map_err(|e| Failure(format!("the rules have no TOML form: {e}")))?;
            items.push(Item::new("rules", Fidelity::Exact, "every field"));
            Ok(Target { text, name: rules.name.clone(), items, section: None })
        }
        RulesFormat::Ini => {
            let written = fairy::write(rules, &fairy::Options::default());
            items.extend(written.items.clone());
            Ok(Target {
                text: written.text.clone(),
                name: written.name.clone(),
                items,
                section: Some(written),
            })
        }
        RulesFormat::Zrf => Err(Failure("this version writes no Zillions rules files".into())),
    }
}

impl Args {
    fn allows(&self, item: &Item) -> bool {
        self.allow
            .iter()
            .any(|code| code == "all" || !code.is_empty() && item.rule.starts_with(code.as_str()))
    }
}

pub(super) fn run(args: &Args) -> Ran {
    let subject = Subject::open(&args.address, args.from, false)?;
    let (rules, items) = subject.rules()?;
    let mut target = target(&rules, items, args.to.unwrap_or(RulesFormat::Ini))?;
    let lost: Vec<&Item> = target.items.iter().filter(|i| i.fidelity == Fidelity::Dropped).collect();
    let refused = lost.iter().any(|item| !args.allows(item));
    let lossy = target.items.iter().any(|i| i.fidelity != Fidelity::Exact);
    let verdict = match (refused, lossy) {
        (true, _) => "refused",
        (_, true) => "approximate",
        _ => "exact",
    };
    if lossy && target.section.is_some() {
        let notes: String = (target.items.iter())
            .filter(|i| i.fidelity != Fidelity::Exact)
            .map(|i| format!("# {}: {}: {}\n", i.fidelity.as_str(), i.rule, i.why.replace('\n', " ")))
            .collect();
        target.text = notes + &target.text;
    }
    for item in &target.items {
        output::note(&line(&subject, item));
    }
    let where_to = args.output.as_ref().map_or("standard output".to_owned(), |p| p.display().to_string());
    if refused {
        output::note("refused: nothing is written; --allow all writes what can be carried\n");
    } else {
        match &args.output {
            Some(path) => output::write_file(path, target.text.as_bytes())?,
            None => output::print(&target.text),
        }
        output::note(&format!("{verdict}: {} written to {where_to}\n", target.name));
    }
    let (checked, stop) = match args.verify {
        Some(depth) if !refused => verify(args, &subject, &rules, &target, depth),
        _ => (Checked::default(), None),
    };
    if let Some(path) = &args.report {
        let items: Vec<Value> = target.items.iter().map(|item| as_json(&subject, item)).collect();
        let report = json!({
            "source": args.address,
            "target": if refused { Value::Null } else { json!(where_to) },
            "name": target.name,
            "items": items,
            "verdict": verdict,
            "evidence": checked.json(),
        });
        let text = serde_json::to_string_pretty(&report).unwrap_or_default() + "\n";
        output::write_file(path, text.as_bytes())?;
    }
    if let Some(stop) = stop {
        return Err(stop);
    }
    let unproved = args.strict && (lossy || !checked.equal);
    Ok(if refused || checked.different || unproved { Outcome::Findings } else { Outcome::Clean })
}

/// What the comparison gave.
#[derive(Default)]
struct Checked {
    equal: bool,
    different: bool,
    missing: Vec<String>,
    evidence: Option<Value>,
}

impl Checked {
    fn json(&self) -> Value {
        let mut value = self.evidence.clone().unwrap_or_else(|| json!({"equal": null}));
        value["verified"] = json!(self.equal || self.different);
        value["missing"] = json!(self.missing);
        value
    }
}

/// Compares everybody who can play the source or the target.
fn verify(
    args: &Args,
    subject: &Subject,
    rules: &Rules,
    target: &Target,
    depth: u32,
) -> (Checked, Option<Stop>) {
    let mut checked = Checked::default();
    let mut referees: Vec<Box<dyn Referee + '_>> = Vec::new();
    let mut by = Vec::new();
    if let Source::Program(_) = subject.source {
        match subject.referee(Via::Machine, &args.engines) {
            Ok(machine) => {
                referees.push(machine);
                by.push((subject.address.clone(), Via::Machine.name()));
            }
            Err(stop) => return (checked, Some(stop)),
        }
    }
    match Core::new(rules) {
        Ok(core) => {
            referees.push(Box::new(core));
            by.push((subject.address.clone(), Via::Oracle.name()));
        }
        Err(trouble) => checked.missing.push(format!("oracle: {trouble}")),
    }
    if let Some(written) = &target.section {
        match engine(args, written) {
            Ok(engine) => {
                referees.push(Box::new(engine));
                let address = match &args.output {
                    Some(path) => format!("{}#{}", path.display(), written.name),
                    None => subject.address.clone(),
                };
                by.push((address, Via::FairyStockfish.name()));
            }
            Err(Trouble::Missing(why)) => checked.missing.push(why),
            Err(trouble) => return (checked, Some(subject.stop(&trouble))),
        }
    }
    for missing in &checked.missing {
        output::note(&format!("not asked: {missing}\n"));
    }
    if referees.len() < 2 {
        output::note("not verified: there is nobody to compare with\n");
        return (checked, None);
    }
    let mut check = Crosscheck::new(referees.iter_mut().map(|r| &mut **r).collect());
    let verdict = match check.run(&[], args.walk.limits(depth)) {
        Ok(verdict) => verdict,
        Err(trouble) => return (checked, Some(subject.stop(&trouble))),
    };
    let replay = Replay { by, fen: None };
    output::note(&evidence::text(&verdict, &replay));
    checked.evidence = Some(evidence::json(&verdict, &replay));
    checked.equal = matches!(verdict, Verdict::Equal(_));
    checked.different = !checked.equal;
    (checked, None)
}

fn engine(args: &Args, written: &fairy::Written) -> Result<Engine, Trouble> {
    let found = find::find(Known::FairyStockfish, args.engines.engine.as_deref())?;
    let game = Game {
        variants: Variants::Text(&written.text),
        name: &written.name,
        chess960: false,
        promoted: written.promoted.clone(),
    };
    Engine::start(&found.words, &game, args.engines.deadlines())
}

/// One line a rule.
fn line(subject: &Subject, item: &Item) -> String {
    let place = item.span.map(|span| {
        let at = subject.sources.start(span);
        format!("{}:{}:{}: ", subject.sources.file(span.file).path.display(), at.line, at.column)
    });
    let remedy = item.remedy.as_ref().map(|r| format!("; {r}")).unwrap_or_default();
    format!(
        "{:11} {}{}: {}{remedy}\n",
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
