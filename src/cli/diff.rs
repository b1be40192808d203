//! `ferry diff`

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;

use super::address::RulesFormat;
use super::evidence::{self, Replay};
use super::play::Via;
use super::subject::{EngineArgs, Source, Subject};
use super::{Failure, Format, Outcome, Ran, output};
use crate::crosscheck::{Crosscheck, Limits, Stated, Verdict};
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
        Limits { depth, walks: self.walks, plies: self.plies, seed: self.seed, effects: self.effects }
    }
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry diff fixtures/zrf/chess.zrf fixtures/rules/chess.toml --depth 3
  ferry diff fixtures/rules/chess.toml fairy:chess --via oracle,fairy-stockfish")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME
    a: String,
    /// The other rules address
    b: String,
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
    /// Write the outcome to a file
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

pub(super) fn run(args: &Args) -> Ran {
    let subjects = [
        Subject::open(&args.a, args.from, args.chess960)?,
        Subject::open(&args.b, args.from, args.chess960)?,
    ];
    let via = vias(args.via.as_deref(), [subjects[0].usual(), subjects[1].usual()])?;
    let mut a = subjects[0].referee(via[0], &args.engines)?;
    let mut b = subjects[1].referee(via[1], &args.engines)?;
    let stated = args.map.as_deref().map(read_map).transpose()?.unwrap_or_default();
    let mut check = Crosscheck::new(vec![&mut *a, &mut *b]).mapped(stated);
    let positions = [0, 1].map(|i| args.fen.as_ref().map(|fen| start(&subjects, via, i, fen)));
    let verdict = check.run(&positions, args.walk.limits(args.depth)).map_err(|e| match e {
        Trouble::Input(message) if args.fen.is_some() => Failure(format!("--fen: {message}")).into(),
        e => subjects[0].stop(&e),
    })?;
    let replay = Replay {
        by: subjects.iter().zip(via).map(|(s, via)| (s.address.clone(), via.name())).collect(),
        fens: positions.into_iter().flatten().collect(),
    };
    let text = match args.format {
        Format::Json => {
            serde_json::to_string_pretty(&evidence::json(&verdict, &replay)).unwrap_or_default() + "\n"
        }
        Format::Text => evidence::text(&verdict, &replay),
    };
    match &args.output {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::print(&text),
    }
    Ok(match verdict {
        Verdict::Equal(_) => Outcome::Clean,
        Verdict::Different(..) => Outcome::Findings,
    })
}
