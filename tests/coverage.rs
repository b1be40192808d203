//! `docs/coverage.tsv`: which field of the rules carries what other formats and
//! the founding variants say.

use std::collections::{BTreeMap, BTreeSet};

use fairy_ferry::fairy::keys;
use fairy_ferry::native;
use serde_json::Value;

/// Every field path of the page on which everything occurs (tests/native.rs sees
/// that it does), list places and names of squares and types left out.
fn field_paths() -> BTreeSet<String> {
    fn walk(value: &Value, path: &str, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                for (key, child) in map {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    found.insert(path.clone());
                    walk(child, &path, found);
                }
            }
            Value::Array(list) => list.iter().for_each(|child| walk(child, path, found)),
            _ => {}
        }
    }
    let path = format!("{}/fixtures/rules/everything.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the fixture exists");
    let rules = native::read(&text).expect("well-formed");
    let mut found = BTreeSet::new();
    walk(&serde_json::to_value(rules).expect("a tree"), "", &mut found);
    found
}

fn rows() -> Vec<Vec<String>> {
    let path = format!("{}/docs/coverage.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the table exists");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("source\titem\tcarried_by\tnote"));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn every_field_that_is_named_exists() {
    let known = field_paths();
    let mut wrong = Vec::new();
    for row in rows() {
        assert_eq!(row.len(), 4, "{row:?}");
        let carried = row[2].as_str();
        assert!(!carried.is_empty(), "{row:?} has no answer");
        if ["Program only", "not a rule"].contains(&carried) {
            assert!(!row[3].is_empty(), "{row:?} has no reason");
            continue;
        }
        let unknown = carried.split(' ').filter(|path| !known.contains(*path));
        wrong.extend(unknown.map(|path| format!("{}: {path}", row[1])));
    }
    assert!(wrong.is_empty(), "no such field: {wrong:#?}");
}

/// The counts come from the sources: 155 fixed keys are looked up by the engine;
/// the clauses are those of the variants' pages; the words are those of the rules
/// language, used or not.
#[test]
fn no_row_is_missing_or_twice() {
    let mut counts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows() {
        assert!(counts.entry(row[0].clone()).or_default().insert(row[1].clone()), "{row:?} is there twice");
    }
    let counts: BTreeMap<&str, usize> =
        counts.iter().map(|(source, items)| (source.as_str(), items.len())).collect();
    let expected = BTreeMap::from([
        // Two rows more stand for the 62 piece names and the 124 mobility keys.
        ("fairy-stockfish key", 155 + 2),
        ("fairy-stockfish inside", 4),
        ("seed enep", 9),
        ("seed improved", 5),
        ("seed jeppseirawan", 18),
        ("seed fragnurasian-qi", 19),
        ("zrf word", 141),
    ]);
    assert_eq!(counts, expected);
}

/// The engine's fixed keys, as the table of keys has them, are all in the table.
#[test]
fn every_key_of_the_engine_has_a_row() {
    let rows: BTreeSet<String> =
        rows().into_iter().filter(|row| row[0] == "fairy-stockfish key").map(|row| row[1].clone()).collect();
    let fixed = || keys::all().iter().filter(|key| !key.is_piece() && !key.is_mobility());
    let missing: Vec<&str> =
        fixed().map(|key| key.name.as_str()).filter(|name| !rows.contains(*name)).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
    assert_eq!(fixed().count(), 155);
}
