//! How findings are shown: one renderer per output format.
//!
//! What may enter: turning [`Diagnostic`]s into text or data, and the outcomes of comparisons
//! ([`comparison`]). A renderer adds
//! nothing of its own and drops nothing.

pub mod comparison;
pub mod github;
pub mod json;
pub mod passage;
pub mod rules;
pub mod sarif;
pub mod text;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SourceMap;

/// Sorts findings by file, place and code, as every renderer shows them.
pub fn sort(findings: &mut [Diagnostic]) {
    findings.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.span.map(|s| (s.file, s.start)), d.code.id());
        key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
    });
}

/// "2 errors, 1 warning", or "no findings".
pub fn summary(findings: &[Diagnostic]) -> String {
    let count = |s| findings.iter().filter(|d| d.severity == s).count();
    let parts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .map(|s| (count(s), s.as_str()))
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| format!("{n} {word}{}", if n == 1 { "" } else { "s" }))
        .collect();
    if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") }
}

/// The path of a finding's file as shown to people, and its line and column.
fn place(sources: &SourceMap, finding: &Diagnostic) -> Option<(String, u32, u32)> {
    let span = finding.span?;
    let at = sources.start(span);
    Some((sources.file(span.file).path.display().to_string(), at.line, at.column))
}
