//! The project's own format: [`Rules`] as TOML.
//!
//! What may enter: turning rules into text and back, whole. Every field is
//! called as in [`crate::rules`]; fields that have their default are left out,
//! unknown ones are errors. Reading what was written gives the same rules.

use std::ops::Range;

use crate::rules::Rules;

/// Why a text is no rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// What is wrong, in one sentence.
    pub message: String,
    /// The bytes of the text concerned, where that is known.
    pub span: Option<Range<usize>>,
}

/// Reads rules. They are taken as they are, neither checked nor made canonical.
///
/// # Errors
/// [`ReadError`] where the text is no TOML, or states something that
/// [`Rules`] has no field for.
pub fn read(text: &str) -> Result<Rules, ReadError> {
    toml::from_str(text)
        .map_err(|error| ReadError { message: error.message().to_owned(), span: error.span() })
}

/// Writes rules.
///
/// # Errors
/// Where a value has no TOML form, which is a fault of this program.
pub fn write(rules: &Rules) -> Result<String, toml::ser::Error> {
    toml::to_string(rules)
}
