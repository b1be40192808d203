//! Where a rule is stated, and what was decided where its source is silent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::text::is_default;

/// What is known of the origin of one rule. No part of the rules: nothing that may be
/// played depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// The rule: its path with names for numbers, as in `pieces.pawn.moves[3]` (from 1),
    /// or free text.
    pub of: String,
    /// Where it is stated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: String,
    /// What was decided that the source leaves open, and why.
    #[serde(default, skip_serializing_if = "is_default")]
    pub assumed: String,
}
