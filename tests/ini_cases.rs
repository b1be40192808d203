//! The reader of `variants.ini` against measurements of the engine.

use std::path::Path;

use fairy_ferry::diagnostic::{Code, Diagnostic, Severity, codes};
use fairy_ferry::fairy::{builtins, ini};
use pretty_assertions::assert_eq;
use serde_json::Value;

fn cases(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fairy").join(name);
    let text = std::fs::read_to_string(path).expect("the fixture is there");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// The kind of finding that stands for a message of the engine's check.
fn counterpart(message: &str) -> Code {
    match message {
        m if m.starts_with("pieceToCharTable - ") => codes::INI_PIECE_TABLE,
        m if m.contains("Deprecated option") => codes::INI_DEPRECATED_KEY,
        // The one key that is known and not looked up.
        "Invalid option: doubleStepRankMin" => codes::INI_UNREAD_KEY,
        m if m.contains("king must be on rank") => codes::INI_CASTLING,
        m if m.starts_with("Invalid piece character") => codes::INI_START_POSITION,
        m => panic!("an unknown message: {m}"),
    }
}

fn start_position(d: &Diagnostic) -> bool {
    d.code == codes::INI_START_POSITION || d.code == codes::INI_CASTLING
}

/// Every message of the engine's check has a finding, and what passes its check has no
/// error.
#[test]
fn the_messages_of_the_engines_check_have_their_findings() {
    let (mut sections, mut messages) = (0, 0);
    let mut seen = std::collections::BTreeSet::new();
    let mut wrong: Vec<String> = Vec::new();
    for case in cases("feature-cases.jsonl").iter().filter(|case| case["id"].is_string()) {
        let base = text(case, "base");
        let header = if base.is_empty() { "[case]".to_owned() } else { format!("[case:{base}]") };
        let source = format!("{header}\n{}\n", text(case, "ini"));
        // Many positions share a section.
        if !seen.insert(source.clone()) {
            continue;
        }
        sections += 1;
        let reading = ini::read(source.as_str(), &builtins::builtin);
        let id = text(case, "id");
        let said: Vec<&str> =
            case["check_messages"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for message in &said {
            messages += 1;
            let found = if message.starts_with("startFen - Invalid starting position") {
                reading.findings.iter().any(start_position)
            } else {
                reading.findings.iter().any(|d| d.code == counterpart(message))
            };
            assert!(found, "{id}: {message}: {:#?}", reading.findings);
            if let Some(letter) = message.strip_prefix("pieceToCharTable - ").and_then(|m| m.chars().last()) {
                let named = |d: &Diagnostic| {
                    d.code == codes::INI_PIECE_TABLE && d.message.contains(&format!("`{letter}`"))
                };
                assert!(reading.findings.iter().any(named), "{id}: {message}: {:#?}", reading.findings);
            }
        }
        let errors: Vec<_> = reading.findings.iter().filter(|d| d.severity == Severity::Error).collect();
        if said.is_empty() {
            wrong.extend(errors.iter().map(|d| format!("{id}: {}\n{source}", d.message)));
        }
        assert_eq!(reading.configs.len(), 1, "{id}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Counted in the data.
    assert!(sections > 300 && messages >= 25, "{sections} sections, {messages} messages");
}

/// The binding's own cases: variants that are built in, and those of its test file.
fn known(preload: &ini::Reading) -> impl Fn(&str) -> Option<fairy_ferry::fairy::config::Config> + '_ {
    |name| {
        let loaded = preload.configs.iter().find(|config| config.name == name).cloned();
        loaded.or_else(|| builtins::builtin(name))
    }
}

fn preload(cases: &[Value]) -> ini::Reading {
    let text = cases.iter().find_map(|case| case["preload_ini"].as_str()).expect("a file to load first");
    let reading = ini::read(text, &builtins::builtin);
    let errors: Vec<_> = reading.findings.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading
}

#[test]
fn the_validator_of_positions_agrees_with_the_engine() {
    let cases = cases("api-cases.jsonl");
    let preload = preload(&cases);
    let known = known(&preload);
    let mut count = 0;
    for case in cases.iter().filter(|case| text(case, "fn") == "validate_fen") {
        let args = case["args"].as_array().expect("arguments");
        let (fen, variant) = (args[0].as_str().unwrap_or_default(), args[1].as_str().unwrap_or_default());
        let chess960 = args.get(2).and_then(Value::as_bool).unwrap_or(false);
        let config = known(variant).unwrap_or_else(|| panic!("no variant {variant}"));
        let found = ini::validate_fen(fen, &config, chess960);
        let number = found.as_ref().map_or(1, |complaint| complaint.fault.number());
        assert_eq!(Some(i64::from(number)), case["result"].as_i64(), "{variant}: {fen}: {found:?}");
        count += 1;
    }
    assert_eq!(count, 181);
}

#[test]
fn start_positions_agree_with_the_engine() {
    let cases = cases("api-cases.jsonl");
    let preload = preload(&cases);
    let known = known(&preload);
    let mut count = 0;
    for case in cases.iter().filter(|case| text(case, "fn") == "start_fen") {
        let variant = case["args"][0].as_str().expect("a name");
        let config = known(variant).unwrap_or_else(|| panic!("no variant {variant}"));
        assert_eq!(Some(config.start_fen.as_str()), case["result"].as_str(), "{variant}");
        count += 1;
    }
    assert_eq!(count, 99);
}
