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
    // Counted in the data: different sections, and their messages.
    assert_eq!((sections, messages), (322, 22));
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

/// Whatever is written, it is read, shown and repaired without a panic.
#[test]
fn hostile_text_is_read() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let texts: Vec<String> = (cases("feature-cases.jsonl").iter())
        .filter(|case| case["id"].is_string())
        .map(|case| format!("[a:{}]\n{}\n", text(case, "base"), text(case, "ini")))
        .collect();
    let signs =
        ["\u{e9}", "9999999999999999999999", "-", "*", ":", "=", " ", "[", "]", "\r", "\n", ",", "\t", "+"];
    for _ in 0..1000 {
        let mut text: Vec<char> = texts[random(texts.len())].chars().collect();
        for _ in 0..=random(4) {
            let at = random(text.len());
            let sign = signs[random(signs.len())].chars();
            match random(3) {
                0 => drop(text.splice(at..at, sign)),
                1 => drop(text.splice(at..=at, sign)),
                _ => drop(text.drain(at..(at + random(9)).min(text.len()))),
            }
            text.push('\n');
        }
        let text: String = text.into_iter().collect();
        let mut sources = fairy_ferry::source::SourceMap::new();
        let file = sources.add_bytes(Path::new("x.ini"), text.as_bytes());
        let reading = ini::read(ini::Input::of(&sources, file), &builtins::builtin);
        fairy_ferry::report::text::findings(&sources, &reading.findings, false);
        ini::fix(&text, file, &reading.findings);
        let old = fairy_ferry::fairy::keys::Release::parse("11").expect("a release");
        ini::target_findings(&reading, old);
        for config in &reading.configs {
            ini::settings(config);
        }
    }
}

/// A file of the largest size does not take for ever.
#[test]
fn there_are_limits() {
    let sections: String = (0..3000).map(|n| format!("[s{n}:chess]\n")).collect();
    let reading = ini::read(sections.as_str(), &builtins::builtin);
    assert_eq!(reading.configs.len(), 2000);
    assert!(reading.findings.iter().any(|d| d.code == codes::INI_TOO_MANY));
    let keys: String = (0..30_000).map(|n| format!("key{n} = 1\n")).collect();
    let reading = ini::read(format!("[a:chess]\n{keys}").as_str(), &builtins::builtin);
    assert!(reading.findings.iter().any(|d| d.code == codes::INI_TOO_MANY));
}
