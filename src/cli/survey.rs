//! `ferry survey`

use std::path::PathBuf;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;

use super::reading::ReadingArgs;
use super::{Failure, Format, Outcome, Ran, output};
use crate::survey::{self, Change, Options, Record, Summary};

#[derive(clap::Args)]
#[command(
    after_help = "A folder stands for the .zrf files below it. Each game and variant is read, played at random on the
Zillions machine, lifted and converted; a code names the first thing that stands in the way of each.
JSON is one list: an object a game, one a line, and the summary as the last. With --compare the
exit code is 1 where something changed.

Examples:
  ferry survey fixtures/zrf
  ferry survey fixtures/zrf --format json --playouts 20 > new.json
  ferry survey fixtures/zrf --compare old.json"
)]
pub(super) struct Args {
    /// Rules files and folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Tell what changed since a survey that was written as JSON
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Random games for each game and variant
    #[arg(long, value_name = "N", default_value_t = 2)]
    playouts: usize,
    /// Half moves of each
    #[arg(long, value_name = "N", default_value_t = 100)]
    plies: usize,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    readings: ReadingArgs,
}

pub(super) fn run(args: &Args) -> Ran {
    let options = Options {
        playouts: args.playouts,
        plies: args.plies,
        seed: args.seed,
        readings: args.readings.readings()?,
    };
    let old = args.compare.as_ref().map(read_old).transpose()?;
    let files = survey::files(&args.paths).map_err(Failure)?;
    // Drawn only on a terminal.
    let progress = indicatif::ProgressBar::new(files.len() as u64);
    progress.set_style(
        indicatif::ProgressStyle::with_template("{bar:30} {pos}/{len} files, {elapsed} {wide_msg}")
            .unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()),
    );
    let records: Vec<Vec<Record>> = (files.par_iter())
        .map(|path| {
            let records = survey::file(path, &options);
            progress.set_message(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
            progress.inc(1);
            records
        })
        .collect();
    progress.finish_and_clear();
    let records: Vec<Record> = records.into_iter().flatten().collect();
    let summary = Summary::of(&records);
    let changes = old.map(|old| survey::compare(&old, &records));
    output::print(&match args.format {
        Format::Json => as_json(&records, &summary, changes.as_deref()),
        Format::Text => match &changes {
            Some(changes) => changes_text(changes) + &summary_text(&summary),
            None => records.iter().map(record_text).collect::<String>() + &summary_text(&summary),
        },
    });
    let changed = changes.is_some_and(|changes| !changes.is_empty());
    Ok(if changed { Outcome::Findings } else { Outcome::Clean })
}

/// The records of an older survey: the objects that have a path.
fn read_old(path: &PathBuf) -> Result<Vec<Record>, Failure> {
    let fail = |why: String| Failure(format!("--compare: {}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
    let list: Vec<Value> =
        serde_json::from_str(&text).map_err(|e| fail(format!("no survey as JSON: {e}")))?;
    let records = list.into_iter().filter(|value| value.get("path").is_some());
    records.map(|value| serde_json::from_value(value).map_err(|e| fail(format!("no survey: {e}")))).collect()
}

fn as_json(records: &[Record], summary: &Summary, changes: Option<&[Change]>) -> String {
    let line = |value: Result<Value, serde_json::Error>| value.unwrap_or_default().to_string();
    let mut lines: Vec<String> = records.iter().map(|r| line(serde_json::to_value(r))).collect();
    let mut last = serde_json::Map::new();
    last.insert("summary".to_owned(), serde_json::to_value(summary).unwrap_or_default());
    if let Some(changes) = changes {
        last.insert("changes".to_owned(), serde_json::to_value(changes).unwrap_or_default());
    }
    lines.push(Value::Object(last).to_string());
    format!("[\n{}\n]\n", lines.join(",\n"))
}

fn record_text(record: &Record) -> String {
    let title = match record.number {
        0 => record.path.clone(),
        number => format!("{}##{number} {}", record.path, record.game),
    };
    let how = match record.read.as_str() {
        "ok" => format!(
            "read, {}, lift {}, convert {}",
            if record.runs { "runs" } else { "does not run" },
            record.lift,
            record.convert
        ),
        _ => "refused".to_owned(),
    };
    let reason = match (&record.code, &record.why) {
        (Some(code), Some(why)) => format!("\n  {code}: {why}"),
        _ => String::new(),
    };
    format!("{title}\n  {}; {how}{reason}\n", record.rules)
}

fn summary_text(summary: &Summary) -> String {
    let list = |counts: &std::collections::BTreeMap<String, usize>| {
        counts.iter().map(|(word, count)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
    };
    let mut out = format!(
        "{} files, {} games: {} read, {} run, {} half moves played\n",
        summary.files, summary.games, summary.read, summary.runs, summary.plies
    );
    out += &format!("rules: {}\n", list(&summary.rules));
    out += &format!("lift: {}\n", list(&summary.lift));
    out += &format!("convert: {}\n", list(&summary.convert));
    for (code, count) in &summary.codes {
        out += &format!("{count:>6} {code}\n");
    }
    out
}

fn changes_text(changes: &[Change]) -> String {
    let mut out = String::new();
    for change in changes {
        let place = format!("{}##{} {}", change.path, change.number, change.game);
        out += &match (change.field.as_str(), change.old.as_str(), change.new.as_str()) {
            ("record", "", _) => format!("{place}: new\n"),
            ("record", ..) => format!("{place}: gone\n"),
            (field, old, new) => format!("{place}: {field} was {old:?}, is {new:?}\n"),
        };
    }
    out + &format!("{} change{}\n", changes.len(), if changes.len() == 1 { "" } else { "s" })
}
