//! A comparison as workflow commands, which a CI service shows beside the code.

use super::{Comparison, text};
use crate::report::github::{message, property};

/// One `::error …` line a new difference, a `::notice …` for each that is known and a
/// `::warning …` for each that has vanished.
pub fn annotations(comparison: &Comparison<'_>) -> String {
    let mut out = String::new();
    let place = comparison.replay.places.iter().flatten().next();
    let place = place.map(|(file, line)| format!("file={},line={line},", property(file))).unwrap_or_default();
    let mut put = |level: &str, title: &str, body: &str| {
        out.push_str(&format!("::{level} {place}title={}::{}\n", property(title), message(body)));
    };
    if let Err(trouble) = comparison.outcome {
        put("error", "no verdict", &format!("{}: {trouble}", comparison.title()));
    }
    for d in comparison.differences() {
        put("error", &d.summary(), text::both(d, comparison.replay).trim_end());
    }
    let (met, vanished) = comparison.of_baseline();
    for (level, word, list) in [("notice", "known", met), ("warning", "vanished", vanished)] {
        for i in list {
            let entry = &comparison.known.entries[i];
            put(level, &format!("{word} difference"), &format!("{} ({})", entry.label, entry.key()));
        }
    }
    out
}
