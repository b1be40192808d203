//! Differences that are known: they fail no run, as long as nothing else differs.

use serde::{Deserialize, Serialize};

use super::Difference;

/// One difference, or all that touch a rule, and why that is no finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// [`Difference::fingerprint`]: this difference and no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// One of [`Difference::rules`]: all differences that touch no rule but those of such entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What is known of it: a limit of an engine, a defect of the source, an agreed reading.
    pub label: String,
    /// What it looks like. Nothing is compared with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl Known {
    /// What the entry stands for: its fingerprint or rule.
    pub fn key(&self) -> &str {
        self.fingerprint.as_deref().or(self.rule.as_deref()).unwrap_or_default()
    }
}

/// A list of known differences.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Baseline {
    /// The entries, in the order of the file.
    pub entries: Vec<Known>,
}

impl Baseline {
    /// Reads a JSON list.
    ///
    /// # Errors
    /// Where it is none, or an entry has neither a fingerprint nor a rule, or both.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let baseline: Baseline = serde_json::from_str(text).map_err(|e| e.to_string())?;
        for (number, entry) in baseline.entries.iter().enumerate() {
            if entry.fingerprint.is_some() == entry.rule.is_some() {
                return Err(format!(
                    "entry {} (`{}`) needs either a `fingerprint` or a `rule`",
                    number + 1,
                    entry.label
                ));
            }
        }
        Ok(baseline)
    }

    /// The same as text.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The entries that a difference is known by, by their numbers; none where it is new.
    pub fn find(&self, difference: &Difference) -> Option<Vec<usize>> {
        let fingerprint = difference.fingerprint();
        let exact = |known: &Known| known.fingerprint.as_ref() == Some(&fingerprint);
        if let Some(number) = self.entries.iter().position(exact) {
            return Some(vec![number]);
        }
        self.of_rules(difference)
    }

    /// The entries whose rules are all that a difference touches; none where it touches another.
    pub fn of_rules(&self, difference: &Difference) -> Option<Vec<usize>> {
        let rules = difference.rules();
        let of_rule = |rule: &String| self.entries.iter().position(|known| known.rule.as_ref() == Some(rule));
        let found: Option<Vec<usize>> = rules.iter().map(of_rule).collect();
        found.filter(|found| !found.is_empty())
    }

    /// The baseline of a run: the entries that were met, or all where not all was compared, and
    /// one for each difference that was new.
    pub fn renewed(&self, met: impl Fn(usize) -> bool, new: &[Difference], label: &str) -> Baseline {
        let kept = self.entries.iter().enumerate().filter(|(number, _)| met(*number));
        let mut entries: Vec<Known> = kept.map(|(_, known)| known.clone()).collect();
        for difference in new {
            entries.push(Known {
                fingerprint: Some(difference.fingerprint()),
                rule: None,
                label: label.to_owned(),
                what: Some(difference.summary()),
            });
        }
        Baseline { entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_and_written() {
        let text =
            r#"[{"fingerprint": "00ff", "label": "engine limit"}, {"rule": "drop of P", "label": "x"}]"#;
        let read = Baseline::read(text).expect("a baseline");
        assert_eq!(read.entries.len(), 2);
        assert_eq!(read.entries[0].key(), "00ff");
        assert_eq!(Baseline::read(&read.write()), Ok(read));
        for bad in [
            r#"[{"label": "x"}]"#,
            r#"[{"label": "x", "rule": "a", "fingerprint": "b"}]"#,
            r#"[{"fingerprint": "x"}]"#,
            r#"[{"label": "x", "rule": "a", "other": 1}]"#,
            "{}",
        ] {
            assert!(Baseline::read(bad).is_err(), "{bad}");
        }
    }
}
