//! What a release of the engine does not read.
//!
//! What may enter: findings that depend on the release that is asked for. What an older one has
//! instead is said by [`release`].

use super::Reading;
use crate::diagnostic::{Diagnostic, codes};
use crate::fairy::keys::{self, Kind, Release};
use crate::fairy::release;

/// Makes the advice of the other findings hold for a release: nothing is recommended that it
/// does not read.
pub fn advise(findings: &mut Vec<Diagnostic>, release: Release) {
    let later = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let mut list: Vec<String> = words
            .filter(|word| keys::lookup(word).is_some_and(|key| key.since > release && !key.is_piece()))
            .map(|word| format!("`{word}`"))
            .collect();
        list.sort();
        list.dedup();
        list
    };
    findings.retain(|finding| {
        let help = finding.help.as_deref().unwrap_or_default();
        let name = finding.message.split('`').nth(1).unwrap_or_default();
        if finding.code == codes::INI_DEPRECATED_KEY {
            // What this release reads has no other name in it yet.
            later(help).is_empty()
        } else {
            // A retired key may be one that this release reads.
            finding.code != codes::INI_RETIRED_KEY
                || !keys::retired(name).is_some_and(|key| key.is_read_by(release))
        }
    });
    for finding in findings.iter_mut() {
        // What is said about a release was said with it in mind.
        if finding.code == codes::INI_LATER_KEY {
            continue;
        }
        let unread = later(finding.help.as_deref().unwrap_or_default());
        if unread.is_empty() {
            continue;
        }
        finding.edits.clear();
        let older: Vec<String> = keys::all()
            .iter()
            .filter(|key| {
                key.since <= release
                    && key
                        .instead
                        .is_some_and(|text| unread.iter().any(|name| text.contains(name.trim_matches('`'))))
            })
            .map(|key| format!("`{}`", key.name))
            .collect();
        let instead = match older.is_empty() {
            true => "leave the rule out, or take a later release".to_owned(),
            false => format!("its keys for that are {}", older.join(", ")),
        };
        finding.help = Some(format!("{release} does not read {} yet; {instead}", unread.join(", ")));
    }
}

/// Keys and values that a release does not read.
pub fn findings(reading: &Reading, release: Release) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    let day = |text| Release::parse(text);
    for (at, section) in reading.file.sections.iter().enumerate() {
        let config = reading.config_of.get(at).copied().flatten().map(|place| &reading.configs[place]);
        for entry in &section.entries {
            let name = entry.key.text.as_str();
            let Some(key) = keys::lookup(name) else {
                continue;
            };
            if key.since > release {
                let group: Vec<(String, String)> = (section.entries.iter())
                    .map(|entry| (entry.key.text.clone(), entry.value.text.clone()))
                    .collect();
                let older = config.map(|config| release::instead(config, name, &group, release));
                let help = match older {
                    Some(Ok(entries)) if entries.is_empty() => {
                        format!("leave it out for {release}, which plays so anyhow")
                    }
                    Some(Ok(entries)) => {
                        let lines: Vec<String> =
                            entries.iter().map(|(key, value)| format!("`{key} = {value}`")).collect();
                        format!("for {release} write {}", lines.join(" and "))
                    }
                    Some(Err(why)) => format!("take a later release, or leave the rule out: {why}"),
                    None => "take a later release, or leave the rule out".to_owned(),
                };
                list.push(
                    Diagnostic::new(
                        codes::INI_LATER_KEY,
                        entry.key.span,
                        format!("{release} does not read `{name}`: the first to read it is {}", key.since),
                    )
                    .help(help),
                );
                continue;
            }
            let text = &entry.value.text;
            let wildcard =
                |symbol: &str| symbol.len() == 2 && symbol.ends_with('*') && !symbol.starts_with('*');
            let later = match key.kind {
                Kind::Region if text.split_whitespace().any(wildcard) => Some(("whole files", "2023-10-31")),
                Kind::LetterAndMoves if name == "king" && text.len() > 1 => {
                    Some(("a king with other moves", "2021-11-30"))
                }
                _ => None,
            };
            if let Some((what, since)) = later
                && let Some(since) = day(since)
                && since > release
            {
                list.push(
                    Diagnostic::new(
                        codes::INI_LATER_KEY,
                        entry.value.span,
                        format!("{release} does not read {what}: the first to read it is {since}"),
                    )
                    .help("name the squares one by one, or take a later release"),
                );
            }
        }
    }
    list
}
