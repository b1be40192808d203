//! `ferry convert`: exit codes, report, files.

mod engines;

use std::process::Command;

fn ferry(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferry"));
    let output =
        command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn without_an_engine() {
    let args = ["convert", "fixtures/rules/chess.toml", "--verify", "2", "--engine", "/no/such/program"];
    let (code, out, err) = ferry(&args);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("[chess-zrf]") && out.contains("castling = true"), "{out}");
    assert!(err.contains("can't be started") && err.contains("not verified"), "{err}");
    let (code, ..) = ferry(&[&args[..], &["--strict"]].concat());
    assert_eq!(code, 1, "not verified");
}

#[test]
fn with_an_engine() {
    if engines::fairy_stockfish().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (ini, report) = (path("out.ini"), path("report.json"));
    let args = [
        "convert",
        "fixtures/rules/xiangqi.toml",
        "-o",
        &ini,
        "--report",
        &report,
        "--verify",
        "2",
        "--walks",
        "2",
        "--strict",
    ];
    let (code, out, err) = ferry(&args);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out, "");
    assert!(err.contains("1920") && err.contains("equal"), "{err}");
    let text = std::fs::read_to_string(&report).expect("the report");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["verdict"], "exact");
    assert_eq!(value["evidence"]["verified"], true);
    assert_eq!(value["evidence"]["counts"][1]["nodes"], serde_json::json!([1920, 1920]));
    let item = &value["items"][0];
    assert_eq!((item["fidelity"].as_str(), item["rule"].as_str()), (Some("exact"), Some("board")));
    // What was written is what the command compares.
    let (code, out, err) = ferry(&[
        "diff",
        "fixtures/rules/xiangqi.toml",
        &ini,
        "--depth",
        "1",
        "--walks",
        "1",
        "--plies",
        "10",
    ]);
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn refusals() {
    let folder = tempfile::tempdir().expect("a folder");
    let ini = folder.path().join("out.ini");
    let target = ini.display().to_string();
    // A man that moves twice in a turn: nothing that the engine could hold.
    let rules = std::fs::read_to_string("fixtures/rules/breakthrough.toml").expect("the fixture");
    let source = folder.path().join("two.toml").display().to_string();
    let more = rules.replacen("steps = [\"n\"]", "when = [\"in-check\"]\nsteps = [\"n\"]", 1);
    std::fs::write(&source, more).expect("a file");
    let (code, _, err) = ferry(&["convert", &source, "-o", &target]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("dropped     pieces.man.moves[1]"), "{err}");
    assert!(!ini.exists(), "nothing is written");
    let (code, _, err) = ferry(&["convert", &source, "-o", &target, "--allow", "pieces.man"]);
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(&ini).expect("the section");
    assert!(text.starts_with("# dropped: pieces.man.moves[1]"), "{text}");
    let (code, ..) = ferry(&["convert", &source, "-o", &target, "--allow", "pieces.man", "--strict"]);
    assert_eq!(code, 1, "lossy");
    let (code, ..) = ferry(&["convert", "no-such-file.toml"]);
    assert_eq!(code, 2);
}

#[test]
fn the_own_format() {
    let (code, out, err) = ferry(&["convert", "fixtures/rules/grand.toml", "--to", "toml"]);
    assert_eq!(code, 0, "{err}");
    let again = fairy_ferry::native::read(&out).expect("rules");
    let text = std::fs::read_to_string("fixtures/rules/grand.toml").expect("the fixture");
    assert_eq!(Ok(again), fairy_ferry::native::read(&text));
}

#[test]
fn the_list_of_engines() {
    let (code, out, err) = ferry(&["engines", "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    let list: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(list[0]["name"], "oracle");
    assert_eq!(list[2]["name"], "fairy-stockfish");
}
