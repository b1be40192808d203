//! What became of a rule on its way from one format to another.
//!
//! Readers that lift into the hub and writers that leave it use the same three
//! words, so that a report can be read from end to end.

/// How well a rule was carried over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fidelity {
    /// The same legal moves and the same immediate ends in every reachable position.
    Exact,
    /// Carried over in part: somewhere something is different.
    Approximate,
    /// Not carried over.
    Dropped,
}

impl Fidelity {
    /// The word used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Fidelity::Exact => "exact",
            Fidelity::Approximate => "approximate",
            Fidelity::Dropped => "dropped",
        }
    }
}
