//! A comparison as SARIF 2.1.0, which code hosts show beside the code.

use serde_json::{Value, json};

use super::{Comparison, text, word};
use crate::crosscheck::{Difference, Known};

/// What a result may be of.
const RULES: [(&str, &str); 4] = [
    ("start", "Two referees begin the game in different positions."),
    ("moves", "Two referees allow different moves in the same position."),
    ("result", "Two referees say of the same game that it ended differently."),
    ("vanished", "A difference of the baseline was not met any more."),
];

/// A log with one run: an error for each new difference, a suppressed note for each that is
/// known, a note for each that has vanished. Without a verdict the run has failed, and says why.
pub fn log(comparison: &Comparison<'_>) -> Value {
    let rules: Vec<Value> =
        RULES.iter().map(|(id, what)| json!({"id": id, "shortDescription": {"text": what}})).collect();
    let locations = locations(comparison);
    let mut results: Vec<Value> =
        comparison.differences().iter().map(|d| result(comparison, d, &locations)).collect();
    let (met, vanished) = comparison.of_baseline();
    for i in met {
        results.push(known(&comparison.known.entries[i], &locations));
    }
    for i in vanished {
        let entry = &comparison.known.entries[i];
        results.push(json!({
            "ruleId": "vanished",
            "level": "note",
            "message": {"text": format!("vanished: {} ({})", entry.label, entry.key())},
            "locations": locations,
        }));
    }
    let mut invocation = json!({"executionSuccessful": comparison.outcome.is_ok()});
    if let Err(trouble) = comparison.outcome {
        invocation["toolExecutionNotifications"] =
            json!([{"level": "error", "message": {"text": trouble.to_string()}}]);
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "ferry", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": results,
        }],
    })
}

/// Where the rules of the sides stand, as far as they stand in files.
fn locations(comparison: &Comparison<'_>) -> Vec<Value> {
    let place = |(file, line): &(String, u32)| {
        json!({"physicalLocation": {
            "artifactLocation": {"uri": file.replace('\\', "/")},
            "region": {"startLine": line},
        }})
    };
    comparison.replay.places.iter().flatten().map(place).collect()
}

fn result(comparison: &Comparison<'_>, d: &Difference, locations: &[Value]) -> Value {
    json!({
        "ruleId": word(d.kind),
        "level": "error",
        "message": {"text": format!("{}\n{}", d.summary(), text::both(d, comparison.replay).trim_end())},
        "locations": locations,
        "partialFingerprints": {"difference/v1": d.fingerprint()},
    })
}

fn known(entry: &Known, locations: &[Value]) -> Value {
    json!({
        "ruleId": "moves",
        "level": "note",
        "message": {"text": format!("known: {} ({})", entry.label, entry.key())},
        "locations": locations,
        "partialFingerprints": {"difference/v1": entry.key()},
        "suppressions": [{"kind": "external", "justification": entry.label}],
    })
}
