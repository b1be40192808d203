//! `ferry diff`

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;

use super::address::RulesFormat;
use super::case::{Case, Scratch};
use super::evidence::{self, Replay};
use super::play::Via;
use super::subject::{EngineArgs, Source, Subject};
use super::{Failure, Format, Outcome, Ran, output};
use crate::crosscheck::{Crosscheck, Evidence, Limits, Stated, Verdict};
use crate::referee::Trouble;

/// How far a comparison goes.
#[derive(clap::Args, Debug, Clone)]
pub(super) struct WalkArgs {
    /// Number of random games
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) walks: u32,
    /// Length of a random game in half moves
    #[arg(long, value_name = "N", default_value_t = 80)]
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
  ferry diff old.ini new.ini -o case.json && ferry diff case.json")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME; or, alone, a case file
    a: String,
    /// The other rules address
    b: Option<String>,
    /// Depth of the tree to compare
    #[arg(long, value_name = "N", default_value_t = 3)]
    depth: u32,
    #[command(flatten)]
    walk: WalkArgs,
    /// Who generates the moves of each: R1,R2
    #[arg(long, value_name = "R1,R2")]
    via: Option<String>,
    /// Start from this position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// A TOML file that says which squares and men of A are which of B: tables `squares` (`a1 = "z9"`)
    /// and `men` (`N = "H"`)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// A JSON list of known differences, each with `fingerprint` and `label`: they are no findings
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Compare the I-th of N parts only: every N-th move of the first position and random game
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u32, u32)>,
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

/// The position of `--fen` as one of the two reads it. What only a rules file knows how to
/// read is restated for the other side too.
fn start(subjects: &[Subject; 2], via: [Via; 2], side: usize, fen: &str) -> String {
    match subjects[side].source {
        Source::Program(_) => subjects[side].restated(via[side], fen),
        _ => subjects[1 - side].restated(Via::Core, fen),
    }
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

/// A difference that is known and does not fail a run.
#[derive(Debug, Clone, serde::Deserialize)]
struct Known {
    fingerprint: String,
    label: String,
}

fn read_baseline(path: &Path) -> Result<Vec<Known>, Failure> {
    let fail = |e: String| Failure(format!("--baseline: {}: {e}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
    serde_json::from_str(&text).map_err(|e| fail(e.to_string()))
}

/// Which known differences were met. One that was not is reported only where all was compared.
fn known_lines(known: &[Known], verdict: &Verdict, shard: bool) -> String {
    let Verdict::Equal(evidence) = verdict else { return String::new() };
    let mut out = String::new();
    for Known { fingerprint, label } in known {
        if evidence.known.contains(fingerprint) {
            out.push_str(&format!("known: {label} ({fingerprint})\n"));
        } else if !shard {
            out.push_str(&format!("vanished: {label} ({fingerprint})\n"));
        }
    }
    out
}

/// Asks both sides of a case file once more.
fn replay(path: &Path, args: &Args) -> Ran {
    let case = Case::read(path)?;
    let scratch = Scratch::new()?;
    let subjects = [case.open(0, &scratch.0)?, case.open(1, &scratch.0)?];
    let mut a = subjects[0].referee(case.via(0)?, &args.engines)?;
    let mut b = subjects[1].referee(case.via(1)?, &args.engines)?;
    let stated = args.map.as_deref().map(read_map).transpose()?.unwrap_or_default();
    let mut check = Crosscheck::new(vec![&mut *a, &mut *b]).mapped(stated);
    let positions = [0, 1].map(|i| case.sides[i].position.clone());
    let paths = [0, 1].map(|i| case.sides[i].path.clone());
    let found = check.at(&positions, &paths).map_err(|e| subjects[0].stop(&e))?;
    let replay = Replay {
        by: case.sides.iter().map(|side| (side.address.clone(), side.via.clone())).collect(),
        fens: positions.into_iter().flatten().collect(),
    };
    let Some(found) = found else {
        output::line("gone: both sides of the case agree");
        return Ok(Outcome::Clean);
    };
    output::print(&evidence::text(&Verdict::Different(found, Evidence::default()), &replay));
    Ok(Outcome::Findings)
}

pub(super) fn run(args: &Args) -> Ran {
    let b = match &args.b {
        Some(b) => b,
        None if args.a.ends_with(".json") => return replay(Path::new(&args.a), args),
        None => return Err(Failure("two addresses are compared, or one case file (.json)".into()).into()),
    };
    let known = args.baseline.as_deref().map(read_baseline).transpose()?.unwrap_or_default();
    let subjects =
        [Subject::open(&args.a, args.from, args.chess960)?, Subject::open(b, args.from, args.chess960)?];
    let via = vias(args.via.as_deref(), [subjects[0].usual(), subjects[1].usual()])?;
    let mut a = subjects[0].referee(via[0], &args.engines)?;
    let mut b = subjects[1].referee(via[1], &args.engines)?;
    let stated = args.map.as_deref().map(read_map).transpose()?.unwrap_or_default();
    let versions = [a.about().version.clone(), b.about().version.clone()];
    let mut check = Crosscheck::new(vec![&mut *a, &mut *b])
        .mapped(stated)
        .knowing(known.iter().map(|known| known.fingerprint.clone()).collect());
    let positions = [0, 1].map(|i| args.fen.as_ref().map(|fen| start(&subjects, via, i, fen)));
    let verdict = check
        .run(&positions, Limits { shard: args.shard, ..args.walk.limits(args.depth) })
        .map_err(|e| match e {
            Trouble::Input(message) if args.fen.is_some() => Failure(format!("--fen: {message}")).into(),
            e => subjects[0].stop(&e),
        })?;
    let replay = Replay {
        by: subjects.iter().zip(via).map(|(s, via)| (s.address.clone(), via.name())).collect(),
        fens: positions.iter().flatten().cloned().collect(),
    };
    let text = match args.format {
        Format::Json => {
            serde_json::to_string_pretty(&evidence::json(&verdict, &replay)).unwrap_or_default() + "\n"
        }
        Format::Text => {
            evidence::text(&verdict, &replay) + &known_lines(&known, &verdict, args.shard.is_some())
        }
    };
    match &args.output {
        Some(path) if args.format == Format::Text && path.extension().is_some_and(|e| e == "json") => {
            output::print(&text);
            if let Verdict::Different(found, _) = &verdict {
                let case = Case::of(found, &subjects, via, &versions, &positions, args.chess960);
                let text = serde_json::to_string_pretty(&case).unwrap_or_default() + "\n";
                output::write_file(path, text.as_bytes())?;
            }
        }
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::print(&text),
    }
    Ok(match verdict {
        Verdict::Equal(_) => Outcome::Clean,
        Verdict::Different(..) => Outcome::Findings,
    })
}
