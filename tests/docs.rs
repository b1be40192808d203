//! The pages under `docs/` that come from the code are those that the code gives.
//! `FERRY_WRITE_DOCS=1 cargo test --test docs` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use fairy_ferry::diagnostic::codes;

fn diagnostics_page() -> String {
    let mut out = String::from(
        "# Diagnostics\n\nEvery finding of `ferry check` by its code. This page is generated from the code\n\
         (`src/diagnostic/codes.rs`).\n\n| code | usual severity | what |\n|---|---|---|\n",
    );
    let in_table = |text: &str| text.replace('|', "\\|");
    for code in codes::ALL {
        let info = code.info();
        let _ = writeln!(
            out,
            "| [`{0}`](#{0}) | {1} | {2} |",
            info.id,
            info.severity.as_str(),
            in_table(info.what)
        );
    }
    for code in codes::ALL {
        let info = code.info();
        let _ = write!(
            out,
            "\n## {}\n\n{} {}\n\nExample:\n\n```text\n{}\n```\n\nInstead:\n\n```text\n{}\n```\n",
            info.id, info.what, info.why, info.example, info.instead
        );
    }
    out
}

#[test]
fn the_page_of_diagnostics_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics.md");
    let page = diagnostics_page();
    if std::env::var_os("FERRY_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/diagnostics.md is not what the code gives; write it anew as the head comment says"
    );
}

#[test]
fn codes_are_distinct_and_complete() {
    let ids: std::collections::BTreeSet<_> = codes::ALL.iter().map(|c| c.id()).collect();
    assert_eq!(ids.len(), codes::ALL.len());
    for code in codes::ALL {
        let info = code.info();
        for text in [info.what, info.why, info.example, info.instead] {
            assert!(!text.is_empty(), "{code} lacks a text");
        }
    }
}
