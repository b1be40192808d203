//! Findings as workflow commands, which a CI service shows beside the code.

use std::fmt::Write as _;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{SourceMap, is_unseen, one_line};

/// One `::error …` line (or warning, notice) a finding.
pub fn findings(sources: &SourceMap, findings: &[Diagnostic]) -> String {
    let mut out = String::new();
    for d in findings {
        let level = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let _ = write!(out, "::{level} title={}", d.code);
        if let Some((file, line, column)) = super::place(sources, d) {
            let _ = write!(out, ",file={},line={line},col={column}", property(&file));
        }
        let help = d.help.as_deref().map(|h| format!("\n{h}")).unwrap_or_default();
        let _ = writeln!(out, "::{}", message(&format!("{}{help}", d.message)));
    }
    out
}

pub(super) fn message(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            c if is_unseen(c) && c != '\t' => out.push_str(&one_line(c.encode_utf8(&mut [0; 4]))),
            c => out.push(c),
        }
    }
    out
}

pub(super) fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
