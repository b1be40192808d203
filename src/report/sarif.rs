//! Findings as SARIF 2.1.0, which code hosts show beside the code.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::SourceMap;

/// A log with one run: the rules that were met, and a result for each finding.
pub fn findings(sources: &SourceMap, findings: &[Diagnostic]) -> Value {
    let met: BTreeMap<&str, Code> = findings.iter().map(|d| (d.code.id(), d.code)).collect();
    let rules: Vec<Value> = met.values().map(|code| rule(*code)).collect();
    let results: Vec<Value> = findings.iter().map(|d| result(sources, d)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "ferry", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: Code) -> Value {
    let info = code.info();
    json!({
        "id": info.id,
        "shortDescription": { "text": info.what },
        "fullDescription": { "text": info.why },
        "help": { "text": format!("Example:\n{}\n\nInstead:\n{}", info.example, info.instead) },
        "defaultConfiguration": { "level": info.severity.as_str() },
    })
}

fn result(sources: &SourceMap, d: &Diagnostic) -> Value {
    let help = d.help.as_deref().map(|help| format!("\n{help}")).unwrap_or_default();
    let locations: Vec<Value> = (d.span.iter())
        .map(|span| {
            let (start, end) = (sources.start(*span), sources.end(*span));
            let path = uri(&sources.file(span.file).path.to_string_lossy());
            json!({ "physicalLocation": {
                "artifactLocation": { "uri": path },
                "region": {
                    "startLine": start.line,
                    "startColumn": start.column,
                    "endLine": end.line,
                    "endColumn": end.column,
                },
            }})
        })
        .collect();
    json!({
        "ruleId": d.code.id(),
        "level": d.severity.as_str(),
        "message": { "text": format!("{}{help}", d.message) },
        "locations": locations,
    })
}

/// A path as the address that SARIF wants: what may not stand in one is percent-encoded.
pub(super) fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    let mut out = String::new();
    // A colon in the first segment would make a scheme of it: all are encoded but that of a drive.
    for (at, byte) in path.bytes().enumerate() {
        if plain(byte) || (byte == b':' && at == 1) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    // An absolute path is an address of its own kind.
    if out.starts_with('/') {
        format!("file://{out}")
    } else if path.as_bytes().get(1) == Some(&b':') {
        format!("file:///{out}")
    } else {
        out
    }
}
