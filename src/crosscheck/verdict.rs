//! How a comparison came out: one value, made in one place from what was compared.
//!
//! Every output, and the exit code, is a view of a [`Verdict`]; none of them judges anew.

use super::{Difference, Evidence, Kind, Limits, Met};

/// What a comparison says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Something was compared, and all that was compared is equal.
    Equal,
    /// The same, but for differences that the baseline knows or takes down.
    Known,
    /// There is a difference.
    Different,
    /// A referee disagrees with itself: it counts other numbers than its own moves give.
    Contradiction,
    /// Nothing was compared, so nothing is shown.
    Nothing,
    /// No difference was found, but the rules that were played are not those of the source.
    NotShown,
}

impl State {
    /// All states.
    pub const ALL: [State; 6] =
        [State::Equal, State::Known, State::Different, State::Contradiction, State::Nothing, State::NotShown];

    /// The words used in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            State::Equal => "equal",
            State::Known => "equal but for what is known",
            State::Different => "different",
            State::Contradiction => "contradiction",
            State::Nothing => "nothing compared",
            State::NotShown => "not shown",
        }
    }

    /// Whether a run that ends so is a clean one.
    pub fn is_clean(self) -> bool {
        matches!(self, State::Equal | State::Known)
    }
}

/// A part of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The positions in which the games begin.
    Start,
    /// The tree, by what moves lead to.
    Tree,
    /// The tree of this depth, by numbers.
    Depth(u32),
    /// The random game of this number, from 0.
    Game(u32),
}

impl Part {
    /// The part in which a difference was met.
    pub fn of(difference: &Difference) -> Part {
        match (difference.kind, difference.met) {
            (Kind::Start, _) => Part::Start,
            (_, Met::Tree) => Part::Tree,
            (_, Met::Depth(depth)) => Part::Depth(depth),
            (_, Met::Game(game)) => Part::Game(game),
        }
    }
}

/// What became of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It was compared, and is equal but for what is known.
    Passed,
    /// The difference lies in it.
    Failed,
    /// It was not compared, or not to an end, and why.
    Skipped(String),
}

/// How a comparison came out.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What it says.
    state: State,
    /// The difference that ended it.
    difference: Option<Box<Difference>>,
    /// What was compared until then.
    evidence: Evidence,
    /// What the rules that were played lack, in sentences.
    losses: Vec<String>,
}

impl Verdict {
    /// The verdict on what was compared: the one place where it is found.
    pub fn new(evidence: Evidence, difference: Option<Box<Difference>>, losses: Vec<String>) -> Verdict {
        let state = match &difference {
            Some(difference) if difference.kind == Kind::Counts => State::Contradiction,
            Some(_) => State::Different,
            None if evidence.positions == 0 || (evidence.no_share && evidence.plies == 0) => State::Nothing,
            None if !losses.is_empty() => State::NotShown,
            None if evidence.known.is_empty() && evidence.found.is_empty() => State::Equal,
            None => State::Known,
        };
        Verdict { state, difference, evidence, losses }
    }

    /// What it says.
    pub fn state(&self) -> State {
        self.state
    }

    /// Whether all is equal, and nothing had to be passed over.
    pub fn is_equal(&self) -> bool {
        self.state == State::Equal
    }

    /// The difference that ended the comparison, if one did.
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.as_deref()
    }

    /// What was compared.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The same, for whoever knows more about it than who compared.
    pub fn evidence_mut(&mut self) -> &mut Evidence {
        &mut self.evidence
    }

    /// What the rules that were played lack, in sentences.
    pub fn losses(&self) -> &[String] {
        &self.losses
    }

    /// Why it is neither equal nor different, in a sentence.
    pub fn reason(&self) -> Option<String> {
        match self.state {
            State::Nothing if self.evidence.no_share => {
                Some("no move of the first position and no random game falls to this part: use fewer parts".into())
            }
            State::Nothing if !self.evidence.known.is_empty() || !self.evidence.found.is_empty() => Some(
                "the known difference at the beginning leaves no move that all have: begin elsewhere with --fen"
                    .into(),
            ),
            State::Nothing if self.evidence.out_of_time => {
                Some("the time was over before the first position: give more --time".into())
            }
            State::Nothing if self.evidence.repetitions > 0 || self.evidence.claimed => Some(
                "the game is over by repetition where it begins, which others take for a claim".into(),
            ),
            State::Nothing => {
                Some("neither a tree nor a random game was asked for: give --depth, or --walks and --plies".into())
            }
            State::NotShown => Some("the rules that were played are not exact".into()),
            _ => None,
        }
    }

    /// All parts that these limits ask for, with what became of each.
    pub fn parts(&self, limits: Limits) -> Vec<(Part, Fate)> {
        let failed = self.difference().map(Part::of);
        let wanted = [Part::Start, Part::Tree]
            .into_iter()
            .chain((1..=limits.depth).map(Part::Depth))
            .chain((0..limits.walks).filter(|game| limits.takes(*game as usize)).map(Part::Game));
        let mut list = Vec::new();
        for part in wanted {
            let fate = match self.evidence.parts.get(&part) {
                _ if failed == Some(part) => Fate::Failed,
                Some(fate) => fate.clone(),
                None => Fate::Skipped(self.why_not(part, limits)),
            };
            list.push((part, fate));
        }
        list
    }

    /// Why a part was not run.
    fn why_not(&self, part: Part, limits: Limits) -> String {
        let why = match part {
            _ if self.difference.is_some() => "the difference before ended the comparison",
            _ if self.evidence.out_of_time => "the time was over",
            Part::Tree if limits.depth == 0 => "not asked for: --depth 0",
            Part::Tree if limits.effects == 0 => "not asked for: --effects 0",
            _ if !self.evidence.known.is_empty() => "a known difference lies before it",
            _ => "not run",
        };
        why.to_owned()
    }
}
