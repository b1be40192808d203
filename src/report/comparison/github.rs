//! A comparison as workflow commands, which a CI service shows beside the code.

use super::{Comparison, text};
use crate::report::github::{message, property};

/// One `::error …` line a new difference, a `::notice …` for each that is known and a
/// `::warning …` for each that has vanished.
pub fn annotations(comparison: &Comparison<'_>) -> String {
    let mut out = String::new();
    let mut put = |level: &str, place: Option<&(String, u32)>, title: &str, body: &str| {
        let at = place.map(|(file, line)| format!("file={},line={line},", property(file)));
        let at = at.unwrap_or_default();
        out.push_str(&format!("::{level} {at}title={}::{}\n", property(title), message(body)));
    };
    let first = comparison.replay.places.iter().flatten().next();
    if let Err(trouble) = comparison.outcome {
        put("error", first, "no verdict", &format!("{}: {trouble}", comparison.title()));
    }
    if let Some(open) = comparison.open() {
        let word = comparison.outcome.map_or("", |verdict| verdict.state().as_str());
        put("error", first, word, &format!("{}: {open}", comparison.title()));
    }
    for d in comparison.differences() {
        let place = comparison.replay.places_of(d).into_iter().next();
        let losses: Vec<String> = comparison
            .outcome
            .map_or(&[][..], |verdict| verdict.losses())
            .iter()
            .map(|l| format!("\nloss: {l}"))
            .collect();
        let body = text::both(d, comparison.replay);
        put("error", place, &d.summary(), &format!("{}{}", body.trim_end(), losses.concat()));
    }
    let (met, vanished) = comparison.of_baseline();
    for (level, word, list) in [("notice", "known", met), ("warning", "vanished", vanished)] {
        for i in list {
            let entry = &comparison.known.entries[i];
            put(level, first, &format!("{word} difference"), &format!("{} ({})", entry.label, entry.key()));
        }
    }
    out
}
