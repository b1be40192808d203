//! Findings as JSON, in the shape that the command line promises.

use serde_json::{Value, json};

use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;

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
