//! Every broken file gives the findings that its table lists, all of them and no others.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::{fixture, table};
use fairy_ferry::diagnostic::Severity;
use fairy_ferry::source::SourceMap;
use fairy_ferry::zrf::file::RulesFile;
use pretty_assertions::assert_eq;

/// Errors and warnings of a file as (line, column, code).
fn findings(path: &Path) -> Vec<(u32, u32, String)> {
    let mut sources = SourceMap::new();
    let file = RulesFile::open(&mut sources, path).expect("the file can be read");
    let mut out: Vec<_> = file
        .check()
        .into_iter()
        .filter(|d| d.severity > Severity::Note)
        .map(|d| {
            let at = sources.start(d.span.expect("every finding has a place"));
            assert!(d.help.is_some(), "{} without help at {at:?}", d.code);
            (at.line, at.column, d.code.id().to_owned())
        })
        .collect();
    out.sort();
    out
}

#[test]
fn each_broken_file_gives_what_its_table_lists() {
    let mut expected: BTreeMap<String, Vec<(u32, u32, String)>> = BTreeMap::new();
    for row in table("bad/expected.tsv") {
        let number = |name: &str| row[name].parse::<u32>().expect("a number");
        let finding = (number("line"), number("column"), row["code"].clone());
        expected.entry(row["file"].clone()).or_default().push(finding);
    }
    assert!(expected.len() >= 20);
    for (name, mut wanted) in expected {
        wanted.sort();
        assert_eq!(findings(&fixture("bad").join(&name)), wanted, "{name}");
    }
}

#[test]
fn no_playable_fixture_has_an_error() {
    let mut count = 0;
    for folder in ["zrf", "zrf/style"] {
        for entry in std::fs::read_dir(fixture(folder)).expect("the folder is there").flatten() {
            if entry.path().extension().is_some_and(|e| e == "zrf") {
                let mut sources = SourceMap::new();
                let file = RulesFile::open(&mut sources, &entry.path()).expect("the file can be read");
                let errors: Vec<_> =
                    file.check().into_iter().filter(|d| d.severity == Severity::Error).collect();
                assert!(errors.is_empty(), "{}: {errors:#?}", entry.path().display());
                count += 1;
            }
        }
    }
    assert!(count > 40);
}
