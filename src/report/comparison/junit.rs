//! A comparison as JUnit XML: a test case for each part of the tree and each random game.

use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::{Comparison, text};
use crate::crosscheck::{Difference, Evidence, Fate, Kind, Part, Verdict};

/// A test case.
struct Case {
    name: String,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    /// Why it was not run.
    Skipped(String),
    /// What it is called, in a line, and in full.
    Failed {
        kind: &'static str,
        line: String,
        whole: String,
    },
    /// Without a verdict, and why.
    Error(String),
}

/// A part of a comparison as the name of a test case.
fn name(part: Part) -> String {
    match part {
        Part::Start => "the positions in which the games begin".to_owned(),
        Part::Tree => "the tree, by what moves lead to".to_owned(),
        Part::Depth(depth) => format!("the tree of depth {depth}, by numbers"),
        Part::Game(game) => format!("random game {game}"),
    }
}

fn cases(comparison: &Comparison<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let failed = |d: &Difference| {
        let losses = comparison.outcome.map_or(&[][..], |verdict| verdict.losses());
        let losses: String = losses.iter().map(|loss| format!("loss: {loss}\n")).collect();
        Outcome::Failed {
            kind: if d.kind == Kind::Counts { "contradiction" } else { "difference" },
            line: d.summary(),
            whole: text::both(d, comparison.replay) + &losses,
        }
    };
    match comparison.outcome {
        // Where it happened is not known: nothing counts as compared.
        Err(trouble) => {
            let nothing = Verdict::new(Evidence::default(), None, Vec::new());
            for (number, (part, _)) in nothing.parts(comparison.limits).into_iter().enumerate() {
                let outcome = match number {
                    0 => Outcome::Error(trouble.to_string()),
                    _ => Outcome::Skipped("no verdict".to_owned()),
                };
                cases.push(Case { name: name(part), outcome });
            }
        }
        Ok(verdict) => {
            for (part, fate) in verdict.parts(comparison.limits) {
                let outcome = match (fate, verdict.difference()) {
                    (Fate::Passed, _) => Outcome::Passed,
                    (Fate::Skipped(why), _) => Outcome::Skipped(why),
                    (Fate::Failed, Some(d)) => failed(d),
                    (Fate::Failed, None) => Outcome::Error("failed without a difference".to_owned()),
                };
                cases.push(Case { name: name(part), outcome });
            }
            // What is no part of it all the same fails.
            let shown = cases.iter().any(|case| matches!(case.outcome, Outcome::Failed { .. }));
            if let Some(d) = verdict.difference().filter(|_| !shown) {
                cases.push(Case { name: "case".to_owned(), outcome: failed(d) });
            }
            if let Some(open) = comparison.open() {
                let kind = verdict.state().as_str();
                let outcome = Outcome::Failed { kind, line: kind.to_owned(), whole: open };
                cases.push(Case { name: "verdict".to_owned(), outcome });
            }
        }
    }
    for d in comparison.parts().0.into_iter().flat_map(|evidence| &evidence.found) {
        let outcome = Outcome::Skipped("taken down for the baseline".to_owned());
        cases.push(Case { name: format!("{} ({})", d.summary(), d.fingerprint()), outcome });
    }
    let (met, vanished) = comparison.of_baseline();
    for (word, list) in [("known", met), ("vanished", vanished)] {
        for i in list {
            let entry = &comparison.known.entries[i];
            let outcome = Outcome::Skipped(format!("{word}: {}", entry.label));
            cases.push(Case { name: format!("{word}: {} ({})", entry.label, entry.key()), outcome });
        }
    }
    cases
}

/// XML has no way to write some characters at all.
fn clean(text: &str) -> String {
    let fits =
        |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if fits(c) { c } else { '\u{fffd}' }).collect()
}

/// One suite for the comparison. No times: equal comparisons give equal files.
pub fn suites(comparison: &Comparison<'_>) -> String {
    let cases = cases(comparison);
    let count = |is: fn(&Outcome) -> bool| cases.iter().filter(|case| is(&case.outcome)).count().to_string();
    let numbers = [
        ("tests", cases.len().to_string()),
        ("failures", count(|o| matches!(o, Outcome::Failed { .. }))),
        ("errors", count(|o| matches!(o, Outcome::Error(_)))),
    ];
    let skipped = count(|o| matches!(o, Outcome::Skipped(_)));
    let title = clean(&comparison.title());
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let written = (|| -> std::io::Result<()> {
        let attributes = || numbers.iter().map(|(name, value)| (*name, value.as_str()));
        let all = writer.create_element("testsuites").with_attribute(("name", "ferry diff"));
        all.with_attributes(attributes()).write_inner_content(|writer| {
            let suite = writer.create_element("testsuite").with_attribute(("name", title.as_str()));
            let suite = suite.with_attributes(attributes()).with_attribute(("skipped", skipped.as_str()));
            suite.write_inner_content(|writer| {
                properties(writer, comparison)?;
                cases.iter().try_for_each(|case| write(writer, &title, case))
            })?;
            Ok(())
        })?;
        Ok(())
    })();
    // Writing to memory does not fail.
    let body = if written.is_ok() { writer.into_inner() } else { Vec::new() };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", String::from_utf8_lossy(&body))
}

/// Which referees in which versions.
fn properties(writer: &mut Writer<Vec<u8>>, comparison: &Comparison<'_>) -> std::io::Result<()> {
    if comparison.replay.versions.is_empty() {
        return Ok(());
    }
    writer.create_element("properties").write_inner_content(|writer| {
        for ((_, via), version) in comparison.replay.by.iter().zip(&comparison.replay.versions) {
            let property = writer.create_element("property").with_attribute(("name", via.as_str()));
            property.with_attribute(("value", clean(version).as_str())).write_empty()?;
        }
        Ok(())
    })?;
    Ok(())
}

fn write(writer: &mut Writer<Vec<u8>>, suite: &str, case: &Case) -> std::io::Result<()> {
    let name = clean(&case.name);
    let element = writer
        .create_element("testcase")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("classname", suite));
    match &case.outcome {
        Outcome::Passed => element.write_empty()?,
        Outcome::Skipped(why) => element.write_inner_content(|writer| {
            writer
                .create_element("skipped")
                .with_attribute(("message", clean(why).as_str()))
                .write_empty()?;
            Ok(())
        })?,
        Outcome::Failed { kind, line, whole } => element.write_inner_content(|writer| {
            let failure = writer.create_element("failure").with_attribute(("type", *kind));
            let failure = failure.with_attribute(("message", clean(line).as_str()));
            failure.write_text_content(BytesText::new(&clean(whole)))?;
            Ok(())
        })?,
        Outcome::Error(why) => element.write_inner_content(|writer| {
            let error = writer.create_element("error").with_attribute(("type", "no verdict"));
            error.with_attribute(("message", clean(why).as_str())).write_empty()?;
            Ok(())
        })?,
    };
    Ok(())
}
