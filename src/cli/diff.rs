//! `ferry diff`

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum as _;

use super::address::RulesFormat;
use super::case::{Case, Origin, Scratch};
use super::losses::AllowArgs;
use super::play::Via;
use super::position::LenientArgs;
use super::reading::ReadingArgs;
use super::subject::Source;
use super::subject::{EngineArgs, Subject};
use super::{Failure, Format, Outcome, Ran, Stop, output};
use crate::crosscheck::{Baseline, Crosscheck, Limits, Pool, State, Stated, Verdict};
use crate::referee::{Referee, Trouble};
use crate::report::comparison::{self, Comparison, Replay};

/// How the outcome is shown.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DiffFormat {
    /// For people
    Text,
    /// For machines
    Json,
    /// JUnit XML: a test case for each part of the tree and each random game
    Junit,
    /// Annotations of a GitHub workflow
    Github,
    /// SARIF 2.1.0
    Sarif,
}

/// How far a comparison goes.
#[derive(clap::Args, Debug, Clone)]
pub(super) struct WalkArgs {
    /// Number of random games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = up_to::<1_000_000>)]
    pub(super) walks: u32,
    /// Length of a random game in half moves
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = up_to::<100_000>)]
    pub(super) plies: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Moves of the tree to compare one by one; beyond, their numbers are compared
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub(super) effects: usize,
}

impl WalkArgs {
    pub(super) fn limits(&self, depth: u32) -> Limits {
        Limits {
            depth,
            walks: self.walks,
            plies: self.plies,
            seed: self.seed,
            effects: self.effects,
            shard: None,
        }
    }
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry diff fixtures/zrf/chess.zrf fixtures/rules/chess.toml --depth 3
  ferry diff fixtures/rules/chess.toml fairy:chess --via oracle,fairy-stockfish
  ferry diff --rules fairy:chess fairy:capablanca
  ferry diff old.ini new.ini -o case.json || ferry diff case.json
  ferry diff old.ini new.ini --format junit -o report.xml
  ferry diff old.ini new.ini --write-baseline known.json
  ferry diff old.ini new.ini --baseline known.json")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME; or, alone, a case file
    a: String,
    /// The other rules address
    b: Option<String>,
    /// Tell what the two sets of rules say differently, clause by clause, and play nothing
    #[arg(long)]
    rules: bool,
    /// Depth of the tree to compare; with `--depth 0 --walks 0` nothing is compared, which is a finding
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = up_to::<100>)]
    depth: u32,
    #[command(flatten)]
    walk: WalkArgs,
    /// Who generates the moves of each: R1,R2 [default: machine for .zrf, core for the others]
    #[arg(long, value_name = "R1,R2")]
    via: Option<String>,
    /// Start from this position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    #[command(flatten)]
    lenient: LenientArgs,
    /// A TOML file that says which squares and pieces of A are which of B: tables `squares` (`a1 = "z9"`)
    /// and `men` (`N = "H"`)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    format: DiffFormat,
    /// A JSON list of known differences, each with `fingerprint` (or `rule`) and `label`: they are
    /// no findings (see docs/ci.md)
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Take down all differences that are new in a baseline, together with those of --baseline
    /// that were met, and go on behind each
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// What --write-baseline says of the new ones
    #[arg(long, value_name = "TEXT", default_value = "not judged yet", requires = "write_baseline")]
    label: String,
    /// Differences that --write-baseline takes down at most; one more is a finding
    #[arg(long, value_name = "N", default_value_t = 100, requires = "write_baseline")]
    most: usize,
    /// Further referees for A: with three or more a difference names the majority
    #[arg(long = "voice", value_enum, value_name = "R")]
    voices: Vec<Via>,
    /// Random games to play at once; 0 for one a processor. The outcome is the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Compare the I-th of N parts only: every N-th move of the first position and random game
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u32, u32)>,
    /// Stop after so much time (`90`, `90s`, `10m`, `2h`); what was not compared until then is said to
    /// be so
    #[arg(long, value_name = "T", value_parser = time)]
    time: Option<Duration>,
    /// Write the outcome to a file; a name with .json gets, where the format is text, the case file
    /// of a difference
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Castling as in shuffled chess
    #[arg(long)]
    chess960: bool,
    /// Format of the rules, where the names do not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<RulesFormat>,
    #[command(flatten)]
    allow: AllowArgs,
    #[command(flatten)]
    readings: ReadingArgs,
    #[command(flatten)]
    engines: EngineArgs,
}

fn vias(text: Option<&str>, usual: [Via; 2]) -> Result<[Via; 2], Failure> {
    let Some(text) = text else { return Ok(usual) };
    let via = |word: &str| {
        Via::from_str(word.trim(), true).map_err(|_| {
            let known: Vec<String> = Via::value_variants().iter().map(|v| v.name()).collect();
            Failure(format!("--via: `{word}` is no referee; known are {}", known.join(", ")))
        })
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [both] => Ok([via(both)?, via(both)?]),
        [a, b] => Ok([via(a)?, via(b)?]),
        _ => Err(Failure("--via: one referee, or two with a comma between them".into())),
    }
}

/// The position of `--fen` as one of the two reads it. What only the other one knows how to
/// read is restated for it.
fn start(subjects: &[Subject; 2], via: Via, side: usize, args: &Args) -> Result<Option<String>, Failure> {
    let Some(fen) = &args.fen else { return Ok(None) };
    let lenient = args.lenient.lenient;
    let stated = subjects[side].stated(via, fen, lenient).or_else(|failure| {
        let other = subjects[1 - side].stated(Via::Core, fen, lenient);
        other.ok().and_then(|other| subjects[side].stated(via, &other.text, lenient).ok()).ok_or(failure)
    })?;
    stated.say();
    Ok(Some(stated.text))
}

fn read_map(path: &Path) -> Result<Stated, Failure> {
    let fail = |e: String| Failure(format!("--map: {}: {e}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
    toml::from_str(&text).map_err(|e| fail(e.to_string()))
}

fn shard(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("two numbers as in 1/4, the first from 1 to the second".into()),
    }
}

/// Seconds, or a number with `s`, `m` or `h` behind it.
fn time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => 0,
    };
    let seconds = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(unit)).filter(|_| unit > 0);
    seconds.map(Duration::from_secs).ok_or_else(|| "a time as in 90, 90s, 10m or 2h".into())
}

/// A number up to a limit that bears the name of the flag.
pub(super) fn up_to<const MOST: u32>(text: &str) -> Result<u32, String> {
    match text.parse::<u64>() {
        Ok(n) if n <= u64::from(MOST) => Ok(n as u32),
        Ok(_) => Err(format!(
            "the limit is {MOST}; several runs, from positions further on or with another --seed, go further"
        )),
        Err(_) => Err(format!("a number from 0 to {MOST}")),
    }
}

fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    let fail = |e: String| Failure(format!("--baseline: {}: {e}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
    Baseline::read(&text).map_err(fail)
}

/// Asks both sides of a case file once more.
fn replay(path: &Path, args: &Args) -> Ran {
    let case = Case::read(path)?;
    let scratch = Scratch::new()?;
    let subjects = [case.open(0, &scratch.0)?, case.open(1, &scratch.0)?];
    let mut a = subjects[0].referee(case.via(0)?, &args.engines)?;
    let mut b = subjects[1].referee(case.via(1)?, &args.engines)?;
    let versions = vec![a.about().version.clone(), b.about().version.clone()];
    let stated = args.map.as_deref().map(read_map).transpose()?.unwrap_or_default();
    let mut check = Crosscheck::new(vec![&mut *a, &mut *b]).mapped(stated);
    let positions = [0, 1].map(|i| case.sides[i].position.clone());
    let paths = [0, 1].map(|i| case.sides[i].path.clone());
    let verdict = check.at(&positions, &paths, case.depth).map_err(|e| subjects[0].stop(&e))?;
    let replay = Replay {
        by: case.sides.iter().map(|side| (side.address.clone(), side.via.clone())).collect(),
        fens: positions.into_iter().flatten().collect(),
        versions,
        ..Replay::default()
    };
    let gone = verdict.state() == State::Equal;
    if gone && args.format == DiffFormat::Text && args.output.is_none() {
        output::line("gone: both sides of the case agree");
        return Ok(Outcome::Clean);
    }
    let limits = Limits { depth: 0, walks: 0, ..args.walk.limits(0) };
    let known = Baseline::default();
    let comparison = Comparison { outcome: Ok(&verdict), replay: &replay, limits, known: &known };
    let text = render(args.format, &comparison);
    match &args.output {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::rendered(&text),
    }
    Ok(outcome(&verdict))
}

/// The exit code of a verdict.
fn outcome(verdict: &Verdict) -> Outcome {
    if verdict.state().is_clean() { Outcome::Clean } else { Outcome::Findings }
}

fn render(format: DiffFormat, comparison: &Comparison<'_>) -> String {
    let pretty = |value: serde_json::Value| output::json_text(&value) + "\n";
    let plain = |text: String| crate::source::plain(&text).into_owned();
    match format {
        DiffFormat::Text => plain(comparison::text::text(comparison)),
        DiffFormat::Json => pretty(comparison::json::json(comparison)),
        DiffFormat::Junit => plain(comparison::junit::suites(comparison)),
        DiffFormat::Github => comparison::github::annotations(comparison),
        DiffFormat::Sarif => pretty(comparison::sarif::log(comparison)),
    }
}

/// A referee of a comparison: whose rules it plays, and who it is.
type Seat = (usize, Via);

fn referees<'s>(
    subjects: &'s [Subject; 2],
    seats: &[Seat],
    engines: &EngineArgs,
) -> Result<Vec<Box<dyn Referee + 's>>, Stop> {
    seats.iter().map(|(side, via)| subjects[*side].referee(*via, engines)).collect()
}

pub(super) fn run(args: &Args) -> Ran {
    let b = match &args.b {
        Some(b) => b,
        None if args.a.ends_with(".json") => return replay(Path::new(&args.a), args),
        None => return Err(Failure("two addresses are compared, or one case file (.json)".into()).into()),
    };
    let known = args.baseline.as_deref().map(read_baseline).transpose()?.unwrap_or_default();
    let readings = args.readings.readings()?;
    let open = |address: &str| -> Result<Subject, Failure> {
        Ok(Subject::open_as(address, args.from, args.chess960, readings)?.allowing(&args.allow))
    };
    let subjects = [open(&args.a)?, open(b)?];
    if args.rules {
        let format = match args.format {
            DiffFormat::Text => Format::Text,
            DiffFormat::Json => Format::Json,
            _ => return Err(Failure("--rules: the formats are text and json".into()).into()),
        };
        return super::diff_rules::run(&subjects, format, args.output.as_deref());
    }
    let via = vias(args.via.as_deref(), [subjects[0].usual(), subjects[1].usual()])?;
    let mut seats: Vec<Seat> = vec![(0, via[0]), (1, via[1])];
    seats.extend(args.voices.iter().map(|voice| (0, *voice)));
    // Borrowed by those who help with the games: before the referees.
    let make = || {
        referees(&subjects, &seats, &args.engines).map_err(|stop| match stop {
            Stop::Failure(Failure(why)) | Stop::Misbehaved(why) => Trouble::CantHold(why),
        })
    };
    let bar = bar(args.walk.walks);
    let progress = |played: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(played as u64);
    };
    let mut own = referees(&subjects, &seats, &args.engines)?;
    let stated = args.map.as_deref().map(read_map).transpose()?.unwrap_or_default();
    let versions: Vec<String> = own.iter().map(|referee| referee.about().version.clone()).collect();
    let positions: Vec<Option<String>> =
        seats.iter().map(|(side, via)| start(&subjects, *via, *side, args)).collect::<Result<_, _>>()?;
    let replay = Replay {
        by: seats.iter().map(|(side, via)| (subjects[*side].address.clone(), via.name())).collect(),
        fens: positions.iter().flatten().cloned().collect(),
        versions: versions.clone(),
        places: [0, 1].map(|side| subjects[side].place()).to_vec(),
        ..Replay::default()
    };
    let mut losses: Vec<String> =
        seats.iter().flat_map(|(side, via)| subjects[*side].told_losses(*via)).collect();
    losses.sort();
    losses.dedup();
    let limits = Limits { shard: args.shard, ..args.walk.limits(args.depth) };
    let jobs = match args.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let pool = Pool { jobs, make: &make, progress: Some(&progress) };
    let mut check = Crosscheck::new(own.iter_mut().map(|referee| &mut **referee).collect())
        .mapped(stated)
        .knowing(known.clone())
        .collecting(if args.write_baseline.is_some() { args.most } else { 0 })
        .within(args.time)
        .losing(losses)
        .helped(pool);
    let ran = check.run(&positions, limits);
    bar.finish_and_clear();
    let mut verdict = match ran {
        Ok(verdict) => verdict,
        Err(Trouble::Input(message)) if args.fen.is_some() => {
            return Err(Failure(format!("--fen: {message}")).into());
        }
        Err(trouble) => {
            if args.format != DiffFormat::Text {
                let outcome = Err(&trouble);
                let text =
                    render(args.format, &Comparison { outcome, replay: &replay, limits, known: &known });
                put(args, &text)?;
            }
            return Err(subjects[0].stop(&trouble));
        }
    };
    // For the machine alone a rules file is not lifted.
    let lifted = !matches!(subjects[0].source, Source::Program(_))
        || seats.iter().any(|(side, via)| *side == 0 && *via != Via::Machine);
    if let Some(Ok(rules)) = lifted.then(|| subjects[0].rules()) {
        verdict.evidence_mut().find_unused(&rules);
    }
    let comparison = Comparison { outcome: Ok(&verdict), replay: &replay, limits, known: &known };
    if let (Some(path), None) = (&args.write_baseline, verdict.difference()) {
        let evidence = verdict.evidence();
        let met = |number: usize| evidence.known.contains(&number) || args.shard.is_some();
        let renewed = known.renewed(met, &evidence.found, &args.label);
        output::write_file(path, renewed.write().as_bytes())?;
    }
    let text = render(args.format, &comparison);
    match &args.output {
        Some(path) if args.format == DiffFormat::Text && path.extension().is_some_and(|e| e == "json") => {
            output::rendered(&text);
            if let Some(found) = verdict.difference() {
                let seats = found.between.map(|i| seats[i]);
                let versions = found.between.map(|i| versions[i].clone());
                let positions = found.between.map(|i| positions[i].clone());
                let sides = [0, 1].map(|i| Origin {
                    subject: &subjects[seats[i].0],
                    via: seats[i].1,
                    version: &versions[i],
                    position: &positions[i],
                });
                let case = Case::of(found, &sides, args.chess960);
                let text = serde_json::to_string_pretty(&case).unwrap_or_default() + "\n";
                output::write_file(path, text.as_bytes())?;
            }
        }
        _ => put(args, &text)?,
    }
    Ok(outcome(&verdict))
}

/// Where the outcome goes.
fn put(args: &Args, text: &str) -> Result<(), Failure> {
    match &args.output {
        Some(path) => output::write_file(path, text.as_bytes()),
        None => {
            output::rendered(text);
            Ok(())
        }
    }
}

/// A bar for the random games, where somebody watches.
fn bar(games: u32) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(u64::from(games));
    let style = indicatif::ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    if games == 0 {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    bar
}
