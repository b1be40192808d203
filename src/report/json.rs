//! Findings as JSON, in the shape that the command line promises.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use crate::diagnostic::Diagnostic;
use crate::source::{SourceMap, is_unseen};

/// A list of objects with code, severity, message, file, line, column,
/// `end_line`, `end_column`, help, and `related` places.
pub fn findings(sources: &SourceMap, findings: &[Diagnostic]) -> Value {
    findings.iter().map(|d| finding(sources, d)).collect()
}

fn finding(sources: &SourceMap, d: &Diagnostic) -> Value {
    let related: Vec<Value> = d
        .labels
        .iter()
        .map(|label| {
            let at = sources.start(label.span);
            json!({
                "file": sources.file(label.span.file).path,
                "line": at.line,
                "column": at.column,
                "text": label.text,
            })
        })
        .collect();
    let (start, end) = match d.span {
        Some(span) => (Some(sources.start(span)), Some(sources.end(span))),
        None => (None, None),
    };
    json!({
        "code": d.code.id(),
        "severity": d.severity.as_str(),
        "message": d.message,
        "file": d.span.map(|s| sources.file(s.file).path.display().to_string()),
        "line": start.map(|p| p.line),
        "column": start.map(|p| p.column),
        "end_line": end.map(|p| p.line),
        "end_column": end.map(|p| p.column),
        "help": d.help,
        "related": related,
    })
}

/// Data as text. What a terminal does not show, or a CI service takes for an order, is escaped:
/// outside of texts JSON has no such characters but line breaks.
pub fn text(value: &impl Serialize) -> String {
    escaped(&serde_json::to_string_pretty(value).unwrap_or_default())
}

/// The same for a text that is JSON already.
pub fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut hashes = 0;
    for c in json.chars() {
        let opens = c == '[' && hashes >= 2;
        hashes = if c == '#' { hashes + 1 } else { 0 };
        if opens || is_unseen(c) && c != '\n' {
            // All of these lie in the plane that needs no pair.
            let _ = write!(out, "\\u{:04x}", c as u32);
        } else {
            out.push(c);
        }
    }
    out
}
