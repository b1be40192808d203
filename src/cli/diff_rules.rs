//! `ferry diff --rules`: what differs between two sets of rules, clause by clause.

use super::subject::Subject;
use super::{Format, Outcome, Ran, output};
use crate::report::rules;

/// Compares the rules of two addresses without playing them.
pub(super) fn run(subjects: &[Subject; 2], format: Format, to: Option<&std::path::Path>) -> Ran {
    let [a, b] = [subjects[0].rules()?, subjects[1].rules()?];
    let found = rules::compare(&a, &b);
    let names = [subjects[0].address.as_str(), subjects[1].address.as_str()];
    let text = match format {
        Format::Json => serde_json::to_string_pretty(&rules::json(&found, names)).unwrap_or_default() + "\n",
        Format::Text => rules::text(&found, names),
    };
    match to {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::print(&text),
    }
    Ok(if found.list.is_empty() { Outcome::Clean } else { Outcome::Findings })
}
