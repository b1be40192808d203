//! The outcome of a comparison in each format: what other programs read must be what they
//! expect.

mod command;
mod engines;

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

/// What each state of a verdict is in each output, and its exit code. A state is brought about by
/// runs of the program; the last column is what a reader of JUnit counts as failures.
#[test]
fn verdicts_in_every_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = sections(folder.path());
    let known = folder.path().join("known.json").display().to_string();
    let rules = r#"[{"rule": "promotion of P to R (only A)", "label": "agreed"}]"#;
    std::fs::write(&known, rules).expect("a file");
    let near = ["--via", "core", "--fen", NEAR, "--depth", "3", "--walks", "0"];
    let empty = ["--via", "core", "--depth", "0", "--walks", "0"];
    let idle = ["--via", "core", "--depth", "0", "--walks", "9", "--plies", "0"];
    let lone = ["--via", "core", "--depth", "1", "--walks", "0", "--shard", "21/21"];
    let baseline = ["--baseline", &known];
    let rows: [(&str, &str, Vec<&str>, i32, usize); 6] = [
        ("equal", &a, near.to_vec(), 0, 0),
        ("equal but for what is known", &b, [&near[..], &baseline].concat(), 0, 0),
        ("different", &b, near.to_vec(), 1, 1),
        ("nothing compared", &a, empty.to_vec(), 1, 1),
        ("nothing compared", &a, idle.to_vec(), 1, 1),
        // Chess has twenty first moves: none is left for a twenty-first part.
        ("nothing compared", &a, lone.to_vec(), 1, 1),
    ];
    for (word, other, more, wanted, failures) in rows {
        let args = [&["diff", &a, other], &more[..]].concat();
        views(word, &args, wanted, failures);
    }
}

/// The same run in all formats.
fn views(word: &str, args: &[&str], wanted: i32, failures: usize) {
    let run = |format| {
        let (code, out) = ferry(&[args, &["--format", format]].concat());
        assert_eq!(code, wanted, "{word}, {format}: {out}");
        out
    };
    let text = run("text");
    let first = text.lines().find(|line| line.to_lowercase().starts_with(word));
    let contradicts = |line: &str| !line.starts_with("equal:") || word == "equal";
    assert!(first.is_some() && text.lines().all(contradicts), "{word}: {text}");
    let json: serde_json::Value = serde_json::from_str(&run("json")).expect("JSON");
    assert_eq!(json["verdict"], word);
    let equal = match word {
        "equal" | "equal but for what is known" => serde_json::Value::Bool(true),
        "nothing compared" | "not shown" => serde_json::Value::Null,
        _ => serde_json::Value::Bool(false),
    };
    assert_eq!(json["equal"], equal, "{word}");
    let suites = parse(&run("junit"));
    validate(&suites);
    let cases = outcomes(&suites);
    assert_eq!(cases.iter().filter(|case| case.1 == "failure").count(), failures, "{word}: {cases:?}");
    if word == "nothing compared" {
        let passed: Vec<&str> =
            cases.iter().filter(|case| case.1 == "passed").map(|case| case.0.as_str()).collect();
        assert!(passed.iter().all(|name| name.contains("begin") || name.contains("tree")), "{cases:?}");
    }
    let errors = run("github").lines().filter(|line| line.starts_with("::error ")).count();
    assert_eq!(errors, failures, "{word}");
    let log: serde_json::Value = serde_json::from_str(&run("sarif")).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.iter().filter(|result| result["level"] == "error").count(), failures, "{word}");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in results {
        let rule = rules.iter().find(|rule| rule["id"] == result["ruleId"]).expect("a rule");
        assert!(rule["fullDescription"]["text"].as_str().is_some_and(|text| text.len() > 20), "{rule}");
    }
}

/// An engine that counts one sequence too many behind a move, though its moves are right: here the
/// true engine with its answer changed on the way.
#[cfg(unix)]
#[test]
fn contradictions_in_every_output() {
    let Some(engine) = engines::fairy_stockfish() else { return };
    // Twenty moves answer each of the twenty in chess, so 400 becomes 401.
    let change = "sed -u -e \"s/^a2a3: 20$/a2a3: 21/\" -e \"s/^Nodes searched: 400$/Nodes searched: 401/\"";
    let engine = format!("sh -c '{} | {change}'", engine.join(" "));
    let args = ["diff", "fairy:chess", "fairy:chess", "--via", "core,fairy-stockfish", "--depth", "2"];
    let args = [&args[..], &["--walks", "2", "--engine", &engine]].concat();
    views("contradiction", &args, 1, 1);
    let (_, out) = ferry(&args);
    assert!(!out.contains("\nequal:"), "{out}");
    assert!(out.contains("fairy-stockfish disagrees with itself"), "{out}");
    assert!(out.contains("a2a3"), "{out}");
    // Kept as a case it is shown again, and is gone where the engine counts right.
    let folder = tempfile::tempdir().expect("a folder");
    let case = folder.path().join("case.json").display().to_string();
    let (code, out) = ferry(&[&args[..], &["-o", &case]].concat());
    assert_eq!(code, 1, "{out}");
    let (code, out) = ferry(&["diff", &case, "--engine", &engine]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("CONTRADICTION"), "{out}");
    let (code, out) = ferry(&["diff", &case]);
    assert_eq!((code, out.starts_with("gone")), (0, true), "{out}");
    // A baseline may know it; what is behind it is compared then.
    let known = folder.path().join("known.json").display().to_string();
    let (code, out) = ferry(&[&args[..], &["--write-baseline", &known]].concat());
    assert_eq!(code, 0, "{out}");
    let (code, out) = ferry(&[&args[..], &["--baseline", &known]].concat());
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("not comparable: a known difference lies within"), "{out}");
    assert!(out.contains("equal but for what is known"), "{out}");
}

/// A baseline that knows the first position still lets a later fault be found, and what it leaves
/// uncompared is skipped.
#[test]
fn walks_go_on_past_what_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.ini");
    // Knights may also leap as camels to empty squares, from the first position on: they attack
    // nothing by that, so no other moves differ. The other fault is a promotion less.
    let text = "[whole:chess]\n\n[wide:chess]\nknight = -\ncustomPiece1 = n:NmC\n\
                promotionPieceTypes = nbrq\n\n[both:chess]\nknight = -\ncustomPiece1 = n:NmC\n\
                promotionPieceTypes = nbq\n";
    std::fs::write(&path, text).expect("a file");
    let [whole, wide, both] = ["whole", "wide", "both"].map(|name| format!("{}#{name}", path.display()));
    let known = folder.path().join("known.json").display().to_string();
    let rules = ["move of N", "move of n"];
    let list: Vec<serde_json::Value> = rules
        .iter()
        .map(|rule| serde_json::json!({"rule": format!("{rule} (only B)"), "label": "camel"}))
        .collect();
    std::fs::write(&known, serde_json::to_string(&list).expect("JSON")).expect("a file");
    let args = ["--via", "core", "--depth", "2", "--walks", "8", "--plies", "30", "--baseline", &known];
    let (code, out) = ferry(&[&["diff", &whole, &wide], &args[..], &["--format", "junit"]].concat());
    assert_eq!(code, 0, "{out}");
    let suites = parse(&out);
    validate(&suites);
    let cases = outcomes(&suites);
    let outcome = |name: &str| {
        let found = cases.iter().find(|case| case.0.contains(name));
        found.map(|case| case.1.as_str()).unwrap_or_else(|| panic!("{name}: {out}"))
    };
    // Numbers behind the camels can't be compared; games are played along the other moves.
    assert_eq!(outcome("depth 1, by numbers"), "skipped");
    assert_eq!(outcome("depth 2, by numbers"), "skipped");
    assert_eq!(outcome("random game 7"), "passed");
    let (_, out) = ferry(&[&["diff", &whole, &wide], &args[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(json["plies"].as_u64().is_some_and(|plies| plies > 200), "{out}");
    assert!(json["moves_by_effect"].as_u64().is_some_and(|moves| moves >= 420), "{out}");
    // The second fault lies behind the first: the pawn needs two moves to promote.
    let near = ["--fen", "7k/8/P7/8/8/8/8/KN6 w - - 0 1", "--depth", "3", "--walks", "0"];
    let near = [&["diff", &whole, &both, "--via", "core", "--baseline", &known], &near[..]].concat();
    let (code, out) = ferry(&near);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("rule: promotion of P to R (only A)"), "{out}");
}

/// Limits bear the names of their flags.
#[test]
fn limits_of_the_walk() {
    for (flag, value) in [("--walks", "4294967295"), ("--depth", "5000"), ("--plies", "99999999")] {
        let (code, out, err) = command::run(&["diff", "fairy:chess", "fairy:chess", flag, value]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(flag) && err.contains("limit"), "{err}");
    }
    // No time at all: nothing is compared, and that is said.
    let (code, out) = ferry(&["diff", "fairy:chess", "fairy:chess", "--via", "core", "--time", "0"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.starts_with("nothing compared: the time was over"), "{out}");
    assert!(!out.lines().any(|line| line.starts_with("equal")), "{out}");
}
