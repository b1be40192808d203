//! Rules as TOML, and their canonical form.

use std::collections::{BTreeMap, BTreeSet};

use fairy_ferry::native;
use fairy_ferry::rules::{Rules, validate};
use serde_json::Value;

fn fixtures() -> Vec<(String, Rules)> {
    let folder = format!("{}/fixtures/rules", env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let rules = native::read(&text).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        found.push((path.display().to_string(), rules));
    }
    found
}

#[test]
fn what_is_written_is_read_back() {
    for (name, rules) in fixtures() {
        let text = native::write(&rules).expect("written");
        assert_eq!(native::read(&text).expect("read"), rules, "{name}");
    }
}

#[test]
fn the_fixtures_make_sense() {
    for (name, rules) in fixtures() {
        let mut faults = validate::validate(&rules);
        // The page of everything lands on walls and spares the last man, to show
        // that it can be written.
        if name.ends_with("everything.toml") {
            faults
                .retain(|fault| !(fault.path.ends_with("moves[0].onto") || fault.path.ends_with(".spares")));
        }
        assert!(faults.is_empty(), "{name}: {faults:#?}");
    }
}

#[test]
fn the_canonical_form_is_a_fixed_point() {
    for (name, mut rules) in fixtures() {
        rules.canonicalise();
        let once = native::write(&rules).expect("written");
        rules.canonicalise();
        assert_eq!(native::write(&rules).expect("written"), once, "{name}");
        let faults = validate::validate(&rules);
        assert!(faults.is_empty() || name.ends_with("everything.toml"), "{name}: {faults:#?}");
    }
}

/// The same rules, divided and ordered in another way.
#[test]
fn style_does_not_matter() {
    let head = "name = \"x\"\n[board]\nfiles = 8\nranks = 8\n";
    let one = r#"
[[pieces]]
name = "queen"
letters = "Q"
[[pieces.moves]]
steps = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
distance = "any"
[[pieces]]
name = "man"
letters = "M"
[[pieces.moves]]
steps = ["n"]
distance = "1-2"
onto = "empty"
from = "a2-h2"
[[pieces.moves]]
steps = ["n"]
onto = "empty"
[[promotions]]
types = "man"
zone = "a8-h8"
into = ["queen"]
"#;
    let other = r#"
[[pieces]]
name = "man"
letters = "M"
[[pieces.moves]]
sides = "black"
steps = ["n"]
distance = 2
onto = ["empty"]
from = { white = "a1", black = "a7-h7" }
[[pieces.moves]]
sides = "white"
steps = ["n"]
onto = "empty"
from = "a1-h4"
[[pieces.moves]]
steps = ["n"]
onto = "empty"
to = "all"
[[pieces.moves]]
sides = "white"
steps = ["n"]
distance = 2
onto = "empty"
from = "a2-h2"
[[pieces]]
name = "queen"
letters = "Qq"
[[pieces.moves]]
steps = ["n", "e", "s", "w"]
distance = "1-7"
onto = ["empty", "enemy man", "enemy queen"]
[[pieces.moves]]
steps = ["ne", "se", "sw", "nw"]
distance = "any"
onto = "enemy"
[[pieces.moves]]
steps = ["ne", "se", "sw", "nw"]
distance = "any"
onto = "empty"
[[promotions]]
sides = "black"
types = "man"
zone = { white = "-", black = "a1-h1" }
into = ["queen"]
[[promotions]]
sides = "white"
types = "man"
zone = "a8-h8"
into = ["queen"]
"#;
    let canonical = |text: &str| {
        let mut rules = native::read(&format!("{head}{text}")).expect("well-formed");
        rules.canonicalise();
        native::write(&rules).expect("written")
    };
    pretty_assertions::assert_eq!(canonical(one), canonical(other));
}

/// A region can be stated by where a move begins or where it ends.
#[test]
fn regions_by_origin_or_destination() {
    let head = "name = \"x\"\n[board]\nfiles = 9\nranks = 10\n[[pieces]]\nname = \"g\"\nletters = \"G\"\n";
    let by_destination = "[[pieces.moves]]\nsteps = [\"n\", \"e\", \"s\", \"w\"]\nto = \"d1-f3\"\n";
    // The same, vector by vector.
    let by_origin: String = [("n", "d1-f2"), ("e", "c1-e3"), ("s", "d2-f4"), ("w", "e1-g3")]
        .map(|(step, from)| format!("[[pieces.moves]]\nsteps = [\"{step}\"]\nfrom = \"{from}\"\n"))
        .concat();
    let canonical = |text: &str| {
        let mut rules = native::read(&format!("{head}{text}")).expect("well-formed");
        rules.canonicalise();
        native::write(&rules).expect("written")
    };
    pretty_assertions::assert_eq!(canonical(by_destination), canonical(&by_origin));
    assert!(canonical(by_destination).ends_with(by_destination));
}

#[test]
fn unknown_fields_are_errors() {
    let text = "name = \"x\"\npieces = []\nfoo = 1\n[board]\nfiles = 8\nranks = 8\n";
    let error = native::read(text).expect_err("`foo` is no field");
    assert!(error.message.contains("foo"), "{error}");
    let text = "name = \"x\"\n[board]\nfiles = 8\nranks = 8\n[[pieces]]\nname = \"a\"\nletters = \"A\"\n[[pieces.moves]]\nsteps = [\"n\"]\njumps = true\n";
    assert!(native::read(text).expect_err("`jumps` is no field").message.contains("jumps"));
}

/// Calls `each` with every value of a tree that could be a table or the name of a
/// choice, and with the tree that has something else in its place.
fn vary(root: &Value, replacement: impl Fn(&Value) -> Option<Value>, mut each: impl FnMut(&Value, Value)) {
    fn paths(value: &Value, path: &mut Vec<String>, found: &mut Vec<String>) {
        found.push(path.iter().map(|p| format!("/{}", p.replace('~', "~0").replace('/', "~1"))).collect());
        let children: Vec<(String, &Value)> = match value {
            Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), v)).collect(),
            Value::Array(list) => list.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
            _ => Vec::new(),
        };
        for (key, child) in children {
            path.push(key);
            paths(child, path, found);
            path.pop();
        }
    }
    let mut found = Vec::new();
    paths(root, &mut Vec::new(), &mut found);
    for path in found {
        let original = root.pointer(&path).expect("it is there").clone();
        if let Some(new) = replacement(&original) {
            let mut tree = root.clone();
            *tree.pointer_mut(&path).expect("it is there") = new;
            each(&original, tree);
        }
    }
}

/// The names in backticks behind "expected".
fn expected(message: &str) -> Option<BTreeSet<String>> {
    let (_, list) = message.split_once(", expected ")?;
    Some(list.split('`').skip(1).step_by(2).map(str::to_owned).collect())
}

/// The page of everything has every field and every choice, as serde knows them.
#[test]
fn everything_is_there() {
    let (_, rules) = fixtures()
        .into_iter()
        .find(|(name, _)| name.ends_with("everything.toml"))
        .expect("the fixture exists");
    let root = serde_json::to_value(&rules).expect("a tree");

    // Every table, with a field that can't be there: serde tells which can.
    let mut missing: BTreeMap<BTreeSet<String>, BTreeSet<String>> = BTreeMap::new();
    let with_field = |value: &Value| match value {
        Value::Object(map) => {
            let mut map = map.clone();
            map.insert("zzz".to_owned(), Value::Null);
            Some(Value::Object(map))
        }
        _ => None,
    };
    vary(&root, with_field, |original, tree| {
        let Err(error) = serde_json::from_value::<Rules>(tree) else { return };
        let message = error.to_string();
        if !message.starts_with("unknown field") {
            return;
        }
        let fields = expected(&message).expect("serde lists the fields");
        let Value::Object(map) = original else { return };
        let absent = missing.entry(fields.clone()).or_insert(fields);
        absent.retain(|field| !map.contains_key(field));
    });
    assert!(missing.len() > 20, "serde's messages have changed: {missing:?}");
    let missing: Vec<_> = missing.into_iter().filter(|(_, absent)| !absent.is_empty()).collect();
    assert!(missing.is_empty(), "fields that never occur: {missing:#?}");

    // Every choice likewise.
    let mut missing: BTreeMap<BTreeSet<String>, (bool, BTreeSet<String>)> = BTreeMap::new();
    let with_choice =
        |value: &Value| matches!(value, Value::Object(_) | Value::String(_)).then(|| "zzz".into());
    vary(&root, with_choice, |original, tree| {
        let Err(error) = serde_json::from_value::<Rules>(tree) else { return };
        let message = error.to_string();
        if !message.starts_with("unknown variant") {
            return;
        }
        let choices = expected(&message).expect("serde lists the choices");
        let name = match original {
            Value::Object(map) => map.keys().next().cloned(),
            other => other.as_str().map(str::to_owned),
        };
        let entry = missing.entry(choices.clone()).or_insert_with(|| (false, choices));
        entry.0 |= original.is_object();
        entry.1.retain(|choice| Some(choice) != name.as_ref());
    });
    assert!(missing.len() > 10, "serde's messages have changed: {missing:?}");
    // Where some choices have a table, all of them must occur; mere words need not.
    missing.retain(|_, (tables, _)| *tables);
    let words = ["none", "men", "white", "black", "never", "usual", "nothing", "board"];
    for (_, absent) in missing.values_mut() {
        absent.retain(|choice| !words.contains(&choice.as_str()));
    }
    let missing: Vec<_> = missing.into_iter().filter(|(_, (_, absent))| !absent.is_empty()).collect();
    assert!(missing.is_empty(), "choices that never occur: {missing:#?}");
}
