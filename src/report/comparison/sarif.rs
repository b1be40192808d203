//! A comparison as SARIF 2.1.0, which code hosts show beside the code.

use serde_json::{Value, json};

use super::{Comparison, text, word};
use crate::crosscheck::{Difference, Known, State};

/// What a result may be of, in short and in full.
const RULES: [(&str, &str, &str); 7] = [
    (
        "start",
        "Two referees begin the game in different positions.",
        "The boards, the pieces on them or the side to move differ before the first move, or there is no map \
         of squares and pieces between the two.",
    ),
    (
        "moves",
        "Two referees allow different moves in the same position.",
        "The moves were compared by the positions that they lead to. The message names the position, the way \
         to it, the moves that only one side has, and how to see each side's answer again.",
    ),
    (
        "result",
        "Two referees say of the same game that it ended differently.",
        "Neither side has a move, and each says who has won: not the same player.",
    ),
    (
        "counts",
        "A referee disagrees with itself.",
        "All moves agree, and yet the numbers of move sequences differ: one side counts other numbers than \
         its own moves give. That is a fault of the program that counts, not of the rules.",
    ),
    (
        "nothing-compared",
        "Nothing was compared.",
        "No position was compared, so nothing is known of the two sides. The message says what to ask for.",
    ),
    (
        "not-shown",
        "The rules that were played are not exact.",
        "No difference was found, but what was played is not all of what the source says. The message names \
         what is lost.",
    ),
    (
        "vanished",
        "A difference of the baseline was not met any more.",
        "An entry of the baseline stands for no difference of this run: it may be taken out of the file.",
    ),
];

/// A log with one run: an error for each new difference, a suppressed note for each that is
/// known, a note for each that has vanished. Without a verdict the run has failed, and says why.
pub fn log(comparison: &Comparison<'_>) -> Value {
    let rules: Vec<Value> = (RULES.iter())
        .map(|(id, what, more)| {
            json!({"id": id, "shortDescription": {"text": what}, "fullDescription": {"text": more}})
        })
        .collect();
    let locations = locations(comparison.replay.places.iter().flatten());
    let mut results: Vec<Value> = comparison.differences().iter().map(|d| result(comparison, d)).collect();
    if let Some(open) = comparison.open() {
        let nothing = comparison.outcome.is_ok_and(|verdict| verdict.state() == State::Nothing);
        results.push(json!({
            "ruleId": if nothing { "nothing-compared" } else { "not-shown" },
            "level": "error",
            "message": {"text": open},
            "locations": locations,
        }));
    }
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

/// Places in files.
fn locations<'p>(places: impl Iterator<Item = &'p (String, u32)>) -> Vec<Value> {
    let place = |(file, line): &(String, u32)| {
        json!({"physicalLocation": {
            "artifactLocation": {"uri": crate::report::sarif::uri(file)},
            "region": {"startLine": line},
        }})
    };
    places.map(place).collect()
}

fn result(comparison: &Comparison<'_>, d: &Difference) -> Value {
    let losses = comparison.outcome.map_or(&[][..], |verdict| verdict.losses());
    let losses: String = losses.iter().map(|loss| format!("\nloss: {loss}")).collect();
    let body = text::both(d, comparison.replay);
    json!({
        "ruleId": word(d.kind),
        "level": "error",
        "message": {"text": format!("{}\n{}{losses}", d.summary(), body.trim_end())},
        "locations": locations(comparison.replay.places_of(d).into_iter()),
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
