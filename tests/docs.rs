//! The pages under `docs/` that come from the code are those that the code gives.
//! `FERRY_WRITE_DOCS=1 cargo test --test docs` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use fairy_ferry::diagnostic::codes;
use fairy_ferry::zrf::readings::POINTS;
use fairy_ferry::zrf::words;

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

fn losses_page() -> String {
    let mut out = String::from(
        "# Losses\n\nWhat a conversion could not carry, by its code: `ferry convert` names it with the place in the\n\
         source, `--allow CODE` goes on without it, `ferry explain CODE` prints what stands here. This page is\n\
         generated from the code (`src/diagnostic/codes/loss.rs`).\n\n| code | what is lost |\n|---|---|\n",
    );
    let in_table = |text: &str| text.replace('|', "\\|");
    for code in codes::LOSSES {
        let info = code.info();
        let _ = writeln!(out, "| [`{0}`](#{0}) | {1} |", info.id, in_table(info.what));
    }
    for code in codes::LOSSES {
        let info = code.info();
        let _ = write!(
            out,
            "\n## {}\n\n{} {}\n\nAs in:\n\n```text\n{}\n```\n\nThe way out: {}.\n",
            info.id, info.what, info.why, info.example, info.instead
        );
    }
    out
}

#[test]
fn the_page_of_losses_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/losses.md");
    let page = losses_page();
    if std::env::var_os("FERRY_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/losses.md is not what the code gives; write it anew as the head comment says"
    );
}

#[test]
fn codes_are_distinct_and_complete() {
    let every = || codes::ALL.iter().chain(codes::LOSSES);
    let ids: std::collections::BTreeSet<_> = every().map(|c| c.id()).collect();
    assert_eq!(ids.len(), codes::ALL.len() + codes::LOSSES.len());
    // What a loss says of its own flag is its own code.
    for code in codes::LOSSES {
        let said = code.info().instead.split("--allow ").nth(1);
        let flag = said.map(|rest| rest.split('`').next().unwrap_or_default());
        assert!(flag.is_none_or(|flag| flag == code.id()), "{code} names the flag of another: {flag:?}");
    }
    for code in every() {
        let info = code.info();
        for text in [info.what, info.why, info.example, info.instead] {
            assert!(!text.is_empty(), "{code} lacks a text");
        }
    }
}

/// The rows of all tables of a page, as cells.
fn rows(page: &str) -> Vec<Vec<&str>> {
    page.lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("|---"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// Each word that the reader knows has a row, with a fixture that is there and has the word.
#[test]
fn the_page_of_the_language_names_every_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/zrf-language.md")).expect("the page is there");
    let rows = rows(&page);
    let others = [
        "define",
        "include",
        "version",
        "translate",
        "game",
        "variant",
        "repeat",
        "off",
        "move-type",
        "else",
        "true",
        "false",
        "and",
        "or",
        "not",
        "start-rectangle",
        "dimensions",
        "directions",
        "last-from",
        "last-to",
        "opponent",
        "any-owner",
    ];
    let lists = [
        words::SECTIONS,
        words::LEGACY_OPTIONS,
        words::GOAL_SECTIONS,
        words::STATEMENTS,
        words::PREDICATES,
        words::GOALS,
        words::BOARD_PARTS,
        words::PIECE_PARTS,
        words::OPTIONS,
        &others,
    ];
    let mut named = 0;
    for word in lists.into_iter().flatten() {
        let cell = format!("`{word}`");
        let row = rows.iter().find(|row| row[0] == cell).unwrap_or_else(|| panic!("{word} has no row"));
        let [_, meaning, sure, fixture] = row[..] else { panic!("{word}: {row:?}") };
        assert!(meaning.len() > 3, "{word}");
        assert!(["stated", "recorded", "files", "told", "likely"].contains(&sure), "{word}: {sure}");
        let path = root.join("fixtures/zrf").join(fixture.trim_matches('`'));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{word}: {fixture}: {e}"));
        assert!(text.contains(word), "{fixture} does not have {word}");
        named += 1;
    }
    assert!(named > 130);
}

/// Each doubtful point has a row, with every reading that can be chosen.
#[test]
fn the_page_of_the_language_lists_every_reading() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/zrf-language.md")).expect("the page is there");
    let rows = rows(&page);
    for number in 1..=42 {
        let cell = format!("Q{number}");
        let row = rows.iter().find(|row| row[0] == cell).unwrap_or_else(|| panic!("{cell} has no row"));
        assert_eq!(row.len(), 4, "{row:?}");
        if let Some(point) = POINTS.iter().find(|p| p.number == number) {
            for (word, meaning) in point.values {
                assert!(row[2].contains(&format!("`{word}`: {meaning}")), "{cell} lacks {word}: {meaning}");
            }
        }
    }
}

/// The rooms of the library are those of the table on its first page, in both directions, and
/// no command stands twice, or not at all, in the README's.
#[test]
fn tables_of_rooms_and_commands_are_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("src/lib.rs")).expect("the page is there");
    let sorted = |words: Vec<String>| {
        let mut words = words;
        words.sort();
        words
    };
    let listed = page.lines().filter_map(|line| line.strip_prefix("//! | [`")?.split_once("`]"));
    let modules = page.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    assert_eq!(
        sorted(listed.map(|(room, _)| room.to_owned()).collect()),
        sorted(modules.map(str::to_owned).collect())
    );
    let page = std::fs::read_to_string(root.join("README.md")).expect("the page is there");
    let listed = page.lines().filter_map(|line| line.strip_prefix("| `ferry ")?.split([' ', '`']).next());
    let help =
        std::process::Command::new(env!("CARGO_BIN_EXE_ferry")).arg("--help").output().expect("it runs");
    let help = String::from_utf8_lossy(&help.stdout);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| *word != "help");
    assert_eq!(sorted(listed.map(str::to_owned).collect()), sorted(commands.map(str::to_owned).collect()));
}
