//! `ferry survey`

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use serde_json::Value;

use super::reading::ReadingArgs;
use super::{Failure, Format, Outcome, Ran, output};
use crate::report;
use crate::source::one_line;
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
    /// Seconds that the random games of one game may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,
    #[command(flatten)]
    readings: ReadingArgs,
}

pub(super) fn run(args: &Args) -> Ran {
    let options = Options {
        playouts: args.playouts,
        plies: args.plies,
        seed: args.seed,
        readings: args.readings.readings()?,
        time: std::time::Duration::from_secs(args.time.max(1)),
    };
    let old = args.compare.as_ref().map(read_old).transpose()?;
    let files = survey::files(&args.paths).map_err(Failure)?;
    let progress = output::progress(files.len() as u64, "files");
    let show = |record: &Record, first: bool| match args.format {
        Format::Json => output::print(&json_line(record, first)),
        Format::Text if old.is_none() => output::print(&record_text(record)),
        Format::Text => {}
    };
    let mut records: Vec<Record> = Vec::new();
    watch(&files, &options, |news| match news {
        News::Game(record) => {
            progress.suspend(|| show(&record, records.is_empty()));
            records.push(*record);
        }
        News::Done(file) => {
            let name = files[file].file_name().unwrap_or_default().to_string_lossy();
            progress.set_message(one_line(&name).into_owned());
            progress.inc(1);
        }
    });
    progress.finish_and_clear();
    let summary = Summary::of(&records);
    let changes = old.as_ref().map(|old| survey::compare(old, &records));
    output::print(&match args.format {
        Format::Json => json_end(&summary, changes.as_deref(), records.is_empty()),
        Format::Text => changes.as_deref().map(changes_text).unwrap_or_default() + &summary_text(&summary),
    });
    let changed = changes.is_some_and(|changes| !changes.is_empty());
    Ok(if changed { Outcome::Findings } else { Outcome::Clean })
}

/// What happens in a survey.
enum News {
    /// A game was looked at.
    Game(Box<Record>),
    /// A file, by its number, is done.
    Done(usize),
}

/// So much news may wait to be told for each file.
const WAITING: usize = 64;

/// Surveys files on all cores. The news come in the order of the files, each game as soon as it and
/// all before it are done.
fn watch(files: &[PathBuf], options: &Options, mut tell: impl FnMut(News)) {
    let next = AtomicUsize::new(0);
    let (send, begun) = sync_channel::<(usize, Receiver<News>)>(files.len());
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(files.len());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            let (next, send) = (&next, send.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = files.get(number) else { return };
                    // A file far ahead waits for those before it when its news are many.
                    let (news, hear) = sync_channel(WAITING);
                    if send.send((number, hear)).is_err() {
                        return;
                    }
                    // Where nobody reads on nothing more is looked at.
                    if !output::is_closed() {
                        survey::each(path, options, &mut |record| {
                            let _ = news.send(News::Game(Box::new(record)));
                        });
                    }
                    let _ = news.send(News::Done(number));
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (number, hear) in begun {
            early.insert(number, hear);
            while let Some(hear) = early.remove(&wanted) {
                hear.into_iter().for_each(&mut tell);
                wanted += 1;
            }
        }
    });
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

fn json_line(record: &Record, first: bool) -> String {
    let line = serde_json::to_string(record).unwrap_or_default();
    format!("{}{}", if first { "[\n" } else { ",\n" }, report::json::escaped(&line))
}

fn json_end(summary: &Summary, changes: Option<&[Change]>, empty: bool) -> String {
    let mut last = serde_json::Map::new();
    last.insert("summary".to_owned(), serde_json::to_value(summary).unwrap_or_default());
    if let Some(changes) = changes {
        last.insert("changes".to_owned(), serde_json::to_value(changes).unwrap_or_default());
    }
    let line = report::json::escaped(&Value::Object(last).to_string());
    format!("{}{line}\n]\n", if empty { "[\n" } else { ",\n" })
}

fn record_text(record: &Record) -> String {
    let title = match record.number {
        0 => one_line(&record.path).into_owned(),
        number => format!("{}##{number} {}", one_line(&record.path), one_line(&record.game)),
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
        (Some(code), Some(why)) => format!("\n  {code}: {}", one_line(why)),
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
