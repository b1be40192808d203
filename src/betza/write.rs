//! Writing the dialect. What is written is read again and must be the same.

use std::collections::BTreeSet;

use super::{Gait, Modality, Part, Parts, atom, read};

/// Direction codes, short ones first. Each is two letters; a letter that stands twice
/// may be written once where nothing follows that it would join.
const CODES: [&str; 18] = [
    "ff", "bb", "rr", "ll", "ss", "vv", "fs", "bs", "fr", "fl", "br", "bl", "rf", "lf", "rb", "lb", "hr",
    "hl",
];

/// Steps of one gait that may be used alike; `None`: to go and to capture.
type Group = (Option<Modality>, Gait, BTreeSet<(i8, i8)>);

/// The text of a movement, `None` where the dialect has none. An empty movement has
/// an empty text.
pub fn write(parts: &Parts) -> Option<String> {
    // Parts that differ in the step only, then those that differ in the modality only.
    let mut groups: Vec<Group> = Vec::new();
    let mut gaits: Vec<Gait> = parts.iter().map(|p| p.gait).collect();
    gaits.sort();
    gaits.dedup();
    for gait in gaits {
        let of = |modality| -> BTreeSet<(i8, i8)> {
            let fits = |p: &&Part| p.gait == gait && p.modality == modality;
            parts.iter().filter(fits).map(|p| p.step).collect()
        };
        let (quiet, capture) = (of(Modality::Quiet), of(Modality::Capture));
        groups.push((None, gait, quiet.intersection(&capture).copied().collect()));
        groups.push((Some(Modality::Quiet), gait, quiet.difference(&capture).copied().collect()));
        groups.push((Some(Modality::Capture), gait, capture.difference(&quiet).copied().collect()));
        groups.push((Some(Modality::Initial), gait, of(Modality::Initial)));
    }
    let mut words: Vec<(String, char, Gait)> = Vec::new();
    for (modality, gait, steps) in groups {
        let mut letters: Vec<char> = Vec::new();
        for step in &steps {
            let letter = atom(*step)?;
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        letters.sort_by_key(|l| "WFDNAHCZG".find(*l));
        for letter in letters {
            let wanted: BTreeSet<(i8, i8)> =
                steps.iter().filter(|s| atom(**s) == Some(letter)).copied().collect();
            let directions = directions(letter, &wanted)?;
            let mut prefix = String::from(match modality {
                None => "",
                Some(Modality::Quiet) => "m",
                Some(Modality::Capture) => "c",
                Some(Modality::Initial) => "im",
            });
            prefix.push_str(&directions);
            if gait == Gait::Lame {
                prefix.push('n');
            }
            words.push((prefix, letter, gait));
        }
    }
    let text = joined(&words);
    (read(&text).as_ref() == Ok(parts)).then_some(text)
}

/// The letters that choose these steps of an atom, `None` if no letters do.
fn directions(letter: char, wanted: &BTreeSet<(i8, i8)>) -> Option<String> {
    let choose = |letters: &str| -> BTreeSet<(i8, i8)> {
        read(&format!("{letters}{letter}")).map(|p| p.iter().map(|p| p.step).collect()).unwrap_or_default()
    };
    if choose("") == *wanted {
        return Some(String::new());
    }
    // The shortest row of codes, each of which chooses none but wanted steps.
    let useful: Vec<(&str, BTreeSet<(i8, i8)>)> = CODES
        .iter()
        .map(|code| (*code, choose(code)))
        .filter(|(_, steps)| !steps.is_empty() && steps.is_subset(wanted))
        .collect();
    let mut row = Vec::new();
    let mut covered = BTreeSet::new();
    while covered != *wanted {
        let gain = |steps: &BTreeSet<(i8, i8)>| steps.difference(&covered).count();
        let best = useful.iter().enumerate().max_by_key(|(i, (_, steps))| (gain(steps), usize::MAX - i))?.1;
        if gain(&best.1) == 0 {
            return None;
        }
        covered.extend(best.1.iter().copied());
        row.push(best.0);
    }
    let long = row.concat();
    let short: String = row
        .iter()
        .map(|code| if code.as_bytes().first() == code.as_bytes().last() { &code[..1] } else { *code })
        .collect();
    Some(if choose(&short) == *wanted { short } else { long })
}

/// Joins words; `W` and `F` of one kind become `K`, `R` and `B` become `Q`.
fn joined(words: &[(String, char, Gait)]) -> String {
    let mut out = String::new();
    let mut skip = BTreeSet::new();
    for (i, (prefix, letter, gait)) in words.iter().enumerate() {
        if skip.contains(&i) {
            continue;
        }
        // Directions mean other things for the two halves, but none at all means all.
        let bare = prefix.chars().all(|c| matches!(c, 'm' | 'c' | 'i' | 'n'));
        let twin = words.iter().position(|(p, l, g)| *l == 'F' && p == prefix && g == gait);
        let both = *letter == 'W' && bare && twin.is_some() && *gait != Gait::Lame;
        if both {
            skip.extend(twin);
        }
        let (hop, atom, tail) = match (gait, letter, both) {
            (Gait::Leap | Gait::Lame, _, true) => ("", "K".to_owned(), String::new()),
            (Gait::Leap | Gait::Lame, l, false) => ("", l.to_string(), String::new()),
            (gait, l, both) => {
                let (hop, most) = match gait {
                    Gait::Ride(n) => ("", *n),
                    Gait::Hop(n) => ("p", *n),
                    _ => ("g", 0),
                };
                let atom = match (l, both) {
                    (_, true) => "Q".to_owned(),
                    ('W', _) => "R".to_owned(),
                    ('F', _) => "B".to_owned(),
                    (l, _) if most == 0 => format!("{l}{l}"),
                    (l, _) => l.to_string(),
                };
                (hop, atom, if most == 0 { String::new() } else { most.to_string() })
            }
        };
        out.push_str(&format!("{prefix}{hop}{atom}{tail}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> String {
        write(&read(text).unwrap_or_else(|e| panic!("{e}"))).unwrap_or_else(|| panic!("{text}: no text"))
    }

    /// What is written means what was read, for the movements of the engine's own men
    /// and some more.
    #[test]
    fn round_trips() {
        for text in [
            "N",
            "B",
            "R",
            "Q",
            "K",
            "F",
            "A",
            "FA",
            "FfW",
            "RNF",
            "BN",
            "QN",
            "mNcB",
            "fW",
            "fR",
            "fN",
            "WfF",
            "BW",
            "cW",
            "fmWfF",
            "mRcpR",
            "pR",
            "fsW",
            "nN",
            "nA",
            "nZ",
            "RcpRnN",
            "KN",
            "NN",
            "R4",
            "fsN",
            "frK",
            "rK",
            "lF",
            "mfFcefWimfnA",
            "CZ",
            "fhN",
            "hlN",
            "flbrN",
            "gQ",
            "pQ",
            "fBbR",
            "R2B3",
        ] {
            let text = text.replace('e', "");
            let parts = read(&text).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(read(&again(&text)), Ok(parts), "{text}");
        }
    }

    #[test]
    fn short_texts() {
        for text in ["N", "K", "Q", "fW", "WfF", "nN", "R4", "gQ"] {
            assert_eq!(again(text), *text);
        }
    }

    #[test]
    fn what_the_engine_skips_is_an_error() {
        for text in ["yafsW", "(1,2)", "tW", "nW", "AA", "pN", "f", "W f"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    /// From the table of the dialect.
    #[test]
    fn directions_of_knights() {
        let steps = |text: &str| -> Vec<(i8, i8)> {
            let parts = read(text).unwrap_or_else(|e| panic!("{e}"));
            parts.iter().filter(|p| p.modality == Modality::Quiet).map(|p| p.step).collect()
        };
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("sN"), [(-2, -1), (-2, 1), (2, -1), (2, 1)]);
        assert_eq!(steps("frK"), [(1, 0), (1, 1)], "east and northeast");
        assert_eq!(steps("rfK"), [(0, 1), (1, 1)], "north and northeast");
    }
}
