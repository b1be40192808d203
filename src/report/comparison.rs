//! How the outcome of a comparison is shown: one renderer per output format.
//!
//! What may enter: turning a [`Verdict`] into text or data. A renderer compares nothing and
//! finds nothing; it prints no time and no path of this machine's own, so that equal
//! comparisons give equal bytes.

pub mod github;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;

use crate::crosscheck::{Baseline, Difference, Evidence, Kind, Limits, State, Verdict};
use std::collections::BTreeMap;

use crate::referee::Trouble;

/// A comparison, with all that is said of it.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'c> {
    /// How it came out, or why there is no verdict.
    pub outcome: Result<&'c Verdict, &'c Trouble>,
    /// Who was compared.
    pub replay: &'c Replay,
    /// How far.
    pub limits: Limits,
    /// The differences that are known.
    pub known: &'c Baseline,
}

impl<'c> Comparison<'c> {
    /// What was compared, and the difference that ended it.
    fn parts(&self) -> (Option<&'c Evidence>, Option<&'c Difference>) {
        match self.outcome {
            Ok(verdict) => (Some(verdict.evidence()), verdict.difference()),
            Err(_) => (None, None),
        }
    }

    /// The reason of a verdict that is neither equal nor different, with what is to be known
    /// beside it.
    fn open(&self) -> Option<String> {
        let verdict = self.outcome.ok()?;
        let open = matches!(verdict.state(), State::Nothing | State::NotShown);
        let why = verdict.reason().filter(|_| open)?;
        let losses: String = verdict.losses().iter().map(|loss| format!("\n  loss: {loss}")).collect();
        Some(format!("{}: {why}{losses}", verdict.state().as_str()))
    }

    /// All new differences: those that were passed over, and the one that ended the comparison.
    fn differences(&self) -> Vec<&'c Difference> {
        let (evidence, last) = self.parts();
        evidence.into_iter().flat_map(|evidence| &evidence.found).chain(last).collect()
    }

    /// The entries of the baseline that were met, and those that were not though all was
    /// compared.
    fn of_baseline(&self) -> (Vec<usize>, Vec<usize>) {
        let (Some(evidence), last) = self.parts() else { return (Vec::new(), Vec::new()) };
        let whole = last.is_none()
            && self.limits.shard.is_none()
            && !evidence.out_of_time
            && self.outcome.is_ok_and(|verdict| verdict.state() != State::Nothing);
        let all = 0..self.known.entries.len();
        let (met, missed): (Vec<usize>, Vec<usize>) = all.partition(|i| evidence.known.contains(i));
        (met, if whole { missed } else { Vec::new() })
    }

    /// Both sides in a few words.
    fn title(&self) -> String {
        let sides = self.replay.by.iter().map(|(address, via)| format!("{address} ({via})"));
        sides.collect::<Vec<_>>().join(" against ")
    }
}

/// The kind of a difference as one word.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Start => "start",
        Kind::Moves => "moves",
        Kind::Result => "result",
        Kind::Counts => "counts",
    }
}

/// Who was compared: addresses, referees and positions, for the way to replay a difference.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    /// For each referee the address, and `--via`'s word.
    pub by: Vec<(String, String)>,
    /// The positions from which was walked, as each referee reads them, where not from the start.
    pub fens: Vec<String>,
    /// For each referee its version, as it says it itself.
    pub versions: Vec<String>,
    /// For each of the two sides the file and line where its rules stand, where they stand in a
    /// file.
    pub places: Vec<Option<(String, u32)>>,
    /// The same for single rules, by the words of [`Difference::touches`] and side.
    pub of_rules: BTreeMap<(usize, String), (String, u32)>,
}

fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-#:=@%+".contains(c);
    if !text.is_empty() && text.chars().all(plain) && !text.contains("##") {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

impl Replay {
    /// Where the rules that a difference touches stand: for each side that of the first of them
    /// that is found, else where the side's rules begin.
    fn places_of(&self, difference: &Difference) -> Vec<&(String, u32)> {
        let touched: Vec<&String> = difference.smallest().touches.iter().flatten().collect();
        let place = |(side, whole)| {
            let of = |rule: &&String| self.of_rules.get(&(side, (*rule).clone()));
            touched.iter().find_map(of).or(Option::as_ref(whole))
        };
        self.places.iter().enumerate().filter_map(place).collect()
    }

    pub(super) fn command(&self, difference: &Difference, side: usize) -> String {
        self.command_from(difference, side, self.fens.get(difference.between[side]))
    }

    pub(super) fn command_from(&self, difference: &Difference, side: usize, fen: Option<&String>) -> String {
        let (address, via) = &self.by[difference.between[side]];
        // Where numbers differ they are what is to be seen again, behind the last move.
        let path = &difference.path[side];
        let (mut command, played) = match &difference.counts {
            Some(counts) => {
                let played = path.len().saturating_sub(1);
                let depth = counts.depth as usize + path.len() - played;
                (format!("ferry perft {} {depth} --divide --via {via}", quoted(address)), played)
            }
            None => (format!("ferry moves {} --via {via}", quoted(address)), path.len()),
        };
        if let Some(fen) = fen {
            command.push_str(&format!(" --fen {}", quoted(fen)));
        }
        if played > 0 {
            command.push_str(&format!(" --moves {}", quoted(&path[..played].join(" "))));
        }
        command
    }
}
