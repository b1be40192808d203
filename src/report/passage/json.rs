//! Items as data.

use serde_json::{Value, json};

use crate::rules::Item;
use crate::source::SourceMap;

/// One item.
pub fn item(sources: &SourceMap, item: &Item) -> Value {
    let span = item.span.map(|span| {
        let at = sources.start(span);
        let file = sources.file(span.file).path.display().to_string();
        json!({"file": file, "line": at.line, "column": at.column})
    });
    json!({
        "rule": item.rule,
        "fidelity": item.fidelity.as_str(),
        "code": item.code.map(|code| code.id()),
        "span": span,
        "why": item.why,
        "do": item.remedy,
        "readings": item.readings.iter().map(|n| format!("Q{n}")).collect::<Vec<_>>(),
        "witness": item.witness.as_ref().map(|w| json!({"fen": w.position, "note": w.note})),
    })
}
