//! The outcome of a comparison in each format: what other programs read must be what they
//! expect.

mod command;

use std::collections::BTreeMap;
use std::path::Path;

use command::printed as ferry;
use quick_xml::Reader;
use quick_xml::events::Event;

/// A section of chess whose Black promotes to no rook, and another fault that needs more moves.
fn sections(folder: &Path) -> [String; 2] {
    let path = folder.join("chess & <more>.ini");
    let text = "; two games\n[whole:chess]\n\n[less:chess]\npromotionPieceTypesWhite = nbq\n\
                enPassantRegionWhite = -\n";
    std::fs::write(&path, text).expect("a file");
    ["whole", "less"].map(|name| format!("{}#{name}", path.display()))
}

/// A FEN from which the promotion is two half moves away.
const NEAR: &str = "8/4k3/P7/8/8/8/8/4K3 w - - 0 1";

#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
    children: Vec<Element>,
}

/// A tree of elements; anything that is no well-formed XML is an error.
fn parse(text: &str) -> Element {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut open = vec![Element::default()];
    loop {
        let event = reader.read_event().unwrap_or_else(|e| panic!("{e}\n{text}"));
        let empty = matches!(event, Event::Empty(_));
        match event {
            Event::Start(tag) | Event::Empty(tag) => {
                let name = tag.name().as_ref().to_owned();
                let mut element = Element { name, ..Element::default() };
                for attribute in tag.attributes() {
                    let attribute = attribute.expect("an attribute, and none twice");
                    let key = attribute.key.as_ref().to_owned();
                    let value = attribute.value.to_string();
                    assert!(!value.contains('<'), "unescaped: {value}");
                    let value = quick_xml::escape::unescape(&value).expect("known entities");
                    element.attributes.insert(key, value.into_owned());
                }
                if empty {
                    open.last_mut().expect("an element").children.push(element);
                } else {
                    open.push(element);
                }
            }
            Event::End(_) => {
                let done = open.pop().expect("an element");
                open.last_mut().expect("an element around it").children.push(done);
            }
            Event::Text(text) => {
                open.last_mut().expect("an element").text.push_str(&text);
            }
            Event::Decl(_) => {}
            Event::GeneralRef(name) => {
                let text = format!("&{};", &*name);
                let text = quick_xml::escape::unescape(&text).expect("a known entity").into_owned();
                open.last_mut().expect("an element").text.push_str(&text);
            }
            Event::Eof => break,
            other => panic!("{other:?} has no place here"),
        }
    }
    assert_eq!(open.len(), 1, "all elements are closed");
    let mut root = open.pop().expect("the document");
    assert_eq!((root.children.len(), root.text.trim()), (1, ""));
    root.children.remove(0)
}

/// What the schema that Jenkins and others use for JUnit files allows: for each element its
/// attributes, those that must be there behind a `!`, and its children in their order.
const SCHEMA: [(&str, &str, &str); 8] = [
    ("testsuites", "name tests failures errors disabled time", "testsuite"),
    (
        "testsuite",
        "!name !tests failures errors skipped disabled time timestamp hostname id package",
        "properties testcase system-out system-err",
    ),
    ("properties", "", "property"),
    ("property", "!name !value", ""),
    ("testcase", "!name !classname time assertions status", "skipped error failure system-out system-err"),
    ("skipped", "message type", ""),
    ("error", "message type", ""),
    ("failure", "message type", ""),
];

fn validate(element: &Element) {
    let (_, attributes, children) =
        SCHEMA.iter().find(|rule| rule.0 == element.name).unwrap_or_else(|| panic!("<{}>", element.name));
    let known: Vec<&str> = attributes.split_whitespace().map(|word| word.trim_start_matches('!')).collect();
    for name in element.attributes.keys() {
        assert!(known.contains(&name.as_str()), "<{}> has no {name}", element.name);
    }
    for needed in attributes.split_whitespace().filter_map(|word| word.strip_prefix('!')) {
        assert!(element.attributes.contains_key(needed), "<{}> needs {needed}", element.name);
    }
    let order: Vec<&str> = children.split_whitespace().collect();
    let places = element.children.iter().map(|child| {
        let place = order.iter().position(|name| *name == child.name);
        place.unwrap_or_else(|| panic!("<{}> in <{}>", child.name, element.name))
    });
    assert!(places.is_sorted(), "<{}>: children out of order", element.name);
    let may_hold_text = ["failure", "error", "skipped"].contains(&element.name.as_str());
    assert!(may_hold_text || element.text.trim().is_empty(), "text in <{}>", element.name);
    if element.name.starts_with("testsuite") {
        let count = |outcome: &str| {
            fn cases<'e>(element: &'e Element, found: &mut Vec<&'e Element>) {
                for child in &element.children {
                    if child.name == "testcase" { found.push(child) } else { cases(child, found) }
                }
            }
            let mut all = Vec::new();
            cases(element, &mut all);
            let has = |case: &&&Element| case.children.iter().any(|child| child.name == outcome);
            if outcome.is_empty() { all.len() } else { all.iter().filter(has).count() }
        };
        for (attribute, outcome) in
            [("tests", ""), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
        {
            if let Some(said) = element.attributes.get(attribute) {
                assert_eq!(*said, count(outcome).to_string(), "<{}>: {attribute}", element.name);
            }
        }
    }
    element.children.iter().for_each(validate);
}

/// The test cases with what became of them.
fn outcomes(suites: &Element) -> Vec<(String, String)> {
    let cases = suites.children[0].children.iter().filter(|child| child.name == "testcase");
    let outcome = |case: &Element| case.children.first().map_or("passed", |child| &child.name).to_owned();
    cases.map(|case| (case.attributes["name"].clone(), outcome(case))).collect()
}

#[test]
fn junit() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = sections(folder.path());
    let file = folder.path().join("report.xml").display().to_string();
    let args =
        ["diff", &a, &b, "--via", "core", "--fen", NEAR, "--depth", "4", "--walks", "3", "--plies", "4"];
    let (code, out) = ferry(&[&args[..], &["--format", "junit", "-o", &file]].concat());
    assert_eq!((code, out.as_str()), (1, ""));
    let suites = parse(&std::fs::read_to_string(&file).expect("the report"));
    assert_eq!(suites.name, "testsuites");
    validate(&suites);
    let cases = outcomes(&suites);
    // Start, tree, four depths, three games: the first to fail is the tree.
    let seen: Vec<&str> = cases.iter().map(|case| case.1.as_str()).collect();
    assert_eq!(seen, [&["passed", "failure"][..], &["skipped"; 7]].concat());
    let failure = &suites.children[0]
        .children
        .iter()
        .find(|c| c.name == "testcase" && !c.children.is_empty())
        .expect("one");
    assert!(failure.children[0].attributes["message"].contains("promotion of P to R (only A)"));
    assert!(failure.children[0].text.contains("a7a8r"), "{failure:?}");
    // Without a difference all passes.
    let (code, out) = ferry(&[&["diff", &a, &a], &args[3..], &["--format", "junit"]].concat());
    assert_eq!(code, 0);
    let suites = parse(&out);
    validate(&suites);
    assert!(outcomes(&suites).iter().all(|case| case.1 == "passed"), "{out}");
}

/// The parts of a comparison report the games of the whole, each once.
#[test]
fn junit_of_parts() {
    let args = ["diff", "fairy:chess", "fairy:chess", "--via", "core", "--depth", "1", "--walks", "5"];
    let run = |more: &[&str]| {
        let (code, out) = ferry(&[&args[..], &["--plies", "6", "--format", "junit"], more].concat());
        assert_eq!(code, 0);
        let suites = parse(&out);
        validate(&suites);
        let games = outcomes(&suites).into_iter().filter(|case| case.0.starts_with("random game"));
        games.collect::<Vec<_>>()
    };
    let whole = run(&[]);
    assert_eq!(whole.len(), 5);
    let mut parts = [run(&["--shard", "1/2"]), run(&["--shard", "2/2"])].concat();
    parts.sort();
    assert_eq!(parts, whole);
}

/// An engine that gives no answer is an error in the report, and exit code 3.
#[cfg(unix)]
#[test]
fn junit_without_a_verdict() {
    let args = ["diff", "fairy:chess", "fairy:chess", "--via", "core,fairy-stockfish", "--timeout", "1"];
    let engine =
        "sh -c 'echo id name Silent LB; echo option name UCI_Variant var chess; echo uciok; sleep 9'";
    let (code, out) = ferry(&[&args[..], &["--engine", engine, "--format", "junit"]].concat());
    assert_eq!(code, 3, "{out}");
    // The engine is asked for its start position before a comparison is there to report.
    if !out.is_empty() {
        validate(&parse(&out));
    }
}

#[test]
fn sarif() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = sections(folder.path());
    let args = ["diff", &a, &b, "--via", "core", "--fen", NEAR, "--depth", "3", "--walks", "0"];
    let (code, out) = ferry(&[&args[..], &["--format", "sarif"]].concat());
    assert_eq!(code, 1);
    let log: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result = &run["results"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{out}");
    assert_eq!(result["level"], "error");
    let fingerprint = result["partialFingerprints"]["difference/v1"].as_str().expect("a fingerprint");
    assert_eq!(fingerprint.len(), 32);
    // The sections begin on the lines 2 and 4 of the file.
    let lines: Vec<u64> = (result["locations"].as_array().expect("places").iter())
        .map(|place| place["physicalLocation"]["region"]["startLine"].as_u64().expect("a line"))
        .collect();
    assert_eq!(lines, [2, 4]);
}

#[test]
fn github() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = sections(folder.path());
    let args = ["diff", &a, &b, "--via", "core", "--fen", NEAR, "--depth", "3", "--walks", "0"];
    let (code, out) = ferry(&[&args[..], &["--format", "github"]].concat());
    assert_eq!(code, 1);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.starts_with("::error file="), "{out}");
    assert!(out.contains(",line=2,title=the moves differ%3A promotion of P to R (only A)"), "{out}");
    assert!(out.contains("%0A"), "{out}");
}

/// What is taken down fails no run from then on, whatever games meet it.
#[test]
fn baselines_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = sections(folder.path());
    let file = folder.path().join("known.json").display().to_string();
    let args = ["diff", &a, &b, "--via", "core", "--fen", NEAR, "--depth", "3", "--walks", "0"];
    let (code, out) = ferry(&[&args[..], &["--write-baseline", &file, "--label", "agreed reading"]].concat());
    assert_eq!(code, 0, "{out}");
    let written = std::fs::read_to_string(&file).expect("a baseline");
    let list: serde_json::Value = serde_json::from_str(&written).expect("JSON");
    assert!(!list.as_array().expect("a list").is_empty());
    assert_eq!(list[0]["label"], "agreed reading");
    let (code, out) = ferry(&[&args[..], &["--baseline", &file]].concat());
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("known: agreed reading"), "{out}");
    // Kings elsewhere: the same differences.
    let other = "8/8/P4k2/8/8/8/8/2K5 w - - 0 1";
    let (code, out) = ferry(&[&args[..5], &["--fen", other], &args[7..], &["--baseline", &file]].concat());
    assert_eq!(code, 0, "{out}");
    // Another fault is found: the pawn on the fifth rank loses its capture in passing.
    let passing = "4k3/1p6/8/P7/8/8/8/4K3 b - - 0 1";
    let (code, out) = ferry(&[&args[..5], &["--fen", passing], &args[7..], &["--baseline", &file]].concat());
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("en passant by P (only A)"), "{out}");
    // One rule may be named in place of each position.
    let rules = r#"[{"rule": "en passant by P (only A)", "label": "x"}]"#;
    std::fs::write(&file, rules).expect("a file");
    let (code, out) = ferry(&[&args[..5], &["--fen", passing], &args[7..], &["--baseline", &file]].concat());
    assert_eq!(code, 0, "{out}");
}

/// However many play at once, the outcome is the same to the byte.
#[test]
fn threads_do_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = sections(folder.path());
    for (other, code) in [(&a, 0), (&b, 1)] {
        let args = ["diff", &a, other, "--via", "core", "--depth", "1", "--walks", "24", "--plies", "60"];
        let run = |jobs| ferry(&[&args[..], &["--format", "json", "--jobs", jobs]].concat());
        let one = run("1");
        assert_eq!(one.0, code, "{}", one.1);
        assert_eq!(run("3"), one);
    }
}
