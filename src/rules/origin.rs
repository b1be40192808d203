//! Where a record of [`super::Rules`] was stated.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// An opaque number that a reader gives to a record, so that a report or a
/// writer can find its source again. It takes no part in comparisons: rules
/// from two sources are equal if they say the same.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin(pub Option<u32>);

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

impl Eq for Origin {}

impl PartialOrd for Origin {
    fn partial_cmp(&self, other: &Origin) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Origin {
    fn cmp(&self, _: &Origin) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Origin {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
