//! What became of each rule on its way from one format to another.

use crate::diagnostic::Code;
use crate::source::Span;

/// How well a rule was carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fidelity {
    /// It means the same.
    Exact,
    /// It means something near.
    Approximate,
    /// It is missing.
    Dropped,
}

impl Fidelity {
    /// The word used in every output format.
    pub fn as_str(self) -> &'static str {
        match self {
            Fidelity::Exact => "exact",
            Fidelity::Approximate => "approximate",
            Fidelity::Dropped => "dropped",
        }
    }
}

/// A position that shows a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The position.
    pub position: String,
    /// What is to be seen there.
    pub note: String,
}

/// What became of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The rule, by its path in [`super::Rules`] where it has one.
    pub rule: String,
    /// How well it was carried.
    pub fidelity: Fidelity,
    /// Which kind of loss it is; every loss of a finished report has one.
    pub code: Option<Code>,
    /// Where it was stated.
    pub span: Option<Span>,
    /// How it was carried, or why not.
    pub why: String,
    /// What to do about it.
    pub remedy: Option<String>,
    /// The doubtful points of the source on which this rests, by number.
    pub readings: Vec<u8>,
    /// A position that shows the difference.
    pub witness: Option<Witness>,
}

impl Item {
    /// An item without a place.
    pub fn new(rule: impl Into<String>, fidelity: Fidelity, why: impl Into<String>) -> Item {
        Item {
            rule: rule.into(),
            fidelity,
            code: None,
            span: None,
            why: why.into(),
            remedy: None,
            readings: Vec::new(),
            witness: None,
        }
    }

    /// Whether something is lost.
    pub fn is_loss(&self) -> bool {
        self.fidelity != Fidelity::Exact
    }

    /// The same as a loss of this kind.
    pub fn code(mut self, code: Code) -> Item {
        self.code = Some(code);
        self
    }

    /// The same with its place.
    pub fn at(mut self, span: Span) -> Item {
        self.span = Some(span);
        self
    }

    /// The same with the doubtful points on which it rests.
    pub fn readings(mut self, readings: impl IntoIterator<Item = u8>) -> Item {
        self.readings = readings.into_iter().collect();
        self
    }

    /// The same with a way out.
    pub fn remedy(mut self, remedy: impl Into<String>) -> Item {
        self.remedy = Some(remedy.into());
        self
    }
}
