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

/// The game of docs/rules.md: a piece bound by the river, promotion to lost pieces only and a
/// goal square go into a section that plays alike; pawns that may wait do not, which is said,
/// and what is written all the same is shown to differ.
#[test]
fn the_game_of_the_page_about_rules() {
    if engines::fairy_stockfish().is_none() {
        return;
    }
    let game = "docs/examples/river.toml";
    let (code, out, err) = ferry(&["convert", game, "--verify", "2", "--strict"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("equal: core, fairy-stockfish"), "{err}");
    for line in
        ["mobilityRegionWhiteElephant = *1 *2 *3 *4", "promotionLimit = b:2 r:2", "flagRegionWhite = e9"]
    {
        assert!(out.contains(line), "{out}");
    }
    let waiting = format!("{game}#River crossing, pawns may wait");
    let (code, out, err) = ferry(&["convert", &waiting, "--verify", "2"]);
    assert!(code == 1 && out.is_empty() && err.contains("dropped[section-promotion]"), "{out}{err}");
    let position = "9/7P1/9/9/9/9/9/9/K1k6 w - - 0 1";
    let mut arguments =
        vec!["convert", &waiting, "--verify", "1", "--allow", "section-promotion", "--fen", position];
    let (code, out, err) = ferry(&arguments);
    assert!(code == 1 && out.is_empty() && err.contains("DIFFERENT"), "{out}{err}");
    assert!(err.contains("only core: h8h9b h8h9r") && err.contains("only fairy-stockfish: h8h9"), "{err}");
    arguments.extend(["--allow", "difference"]);
    let (code, out, err) = ferry(&arguments);
    assert!(code == 1 && out.contains("[river-crossing-pawns-may-wait]"), "{out}{err}");
    assert!(out.contains("promotions[0]"), "{out}");
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
    assert!(
        err.contains("dropped[section-move]: ") && err.contains(": pieces.man.moves[1]: the engine has"),
        "{err}"
    );
    assert!(!ini.exists(), "nothing is written");
    let (code, _, err) = ferry(&["convert", &source, "-o", &target, "--allow", "section-move"]);
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(&ini).expect("the section");
    assert!(text.starts_with("# dropped[section-move]: pieces.man.moves[1]"), "{text}");
    let (code, ..) = ferry(&["convert", &source, "-o", &target, "--allow", "section-move", "--strict"]);
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

/// A rules file with two games of one title.
fn twins(folder: &std::path::Path) -> String {
    let text = std::fs::read_to_string("fixtures/zrf/hill.zrf").expect("the fixture");
    let inc = std::fs::read("fixtures/zrf/hill.inc").expect("the fixture");
    std::fs::write(folder.join("hill.inc"), inc).expect("a file");
    let path = folder.join("twins.zrf");
    std::fs::write(&path, text.replace("\"King of the Hill\"", "\"Orthodox\"")).expect("a file");
    path.display().to_string()
}

#[test]
fn all_games_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = twins(folder.path());
    let report = folder.path().join("report.json");
    let (code, out, err) = ferry(&["convert", &source, "--all", "--report", &report.display().to_string()]);
    assert_eq!(code, 0, "{err}");
    let sections: Vec<&str> = out.lines().filter(|l| l.starts_with('[')).collect();
    assert_eq!(sections, ["[orthodox]", "[orthodox-2]"], "{out}");
    let text = std::fs::read_to_string(&report).expect("the report");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["games"][1]["name"], "orthodox-2");
    // The second alone has the same name.
    let (code, out, _) = ferry(&["convert", &format!("{source}##2")]);
    assert_eq!((code, out.contains("[orthodox-2]")), (0, true));
    assert_eq!(ferry(&["convert", &source, "--all", "--to", "toml"]).0, 2);
}

#[test]
fn goals_that_are_supplied() {
    let convert = |goals: &[&str]| ferry(&[&["convert", "fixtures/zrf/lift/no-goal.zrf"], goals].concat());
    let (code, out, err) = convert(&["--goal", "checkmate:King", "--goal", "stalemate:loss"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\nking = ") && out.contains("stalemateValue = loss"), "{out}");
    // As White sees them: Black's goal is the first rank.
    let (_, out, err) = convert(&["--goal", "race:King:a6-f6"]);
    assert!(out.contains("flagRegionWhite = *6") && out.contains("flagRegionBlack = *1"), "{out}{err}");
    for wrong in ["checkmate:Nobody", "race:King:z99", "victory"] {
        let (code, _, err) = convert(&["--goal", wrong]);
        assert_eq!(code, 2, "{wrong}: {err}");
    }
    let stated = ["convert", "fixtures/zrf/losalamos.zrf", "--goal", "bare"];
    let (code, _, err) = ferry(&stated);
    assert!(code == 2 && err.contains("--replace-goals"), "{err}");
    let (code, out, err) = ferry(&[&stated[..], &["--replace-goals"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("extinctionPieceCount = 1") && !out.contains("checkmateValue"), "{out}");
}

#[test]
fn releases() {
    let (code, _, err) = ferry(&["convert", "fixtures/rules/legan.toml", "--target", "11.1"]);
    assert_eq!(code, 1, "{err}");
    let first = "key customPiece1: release 11.1 does not read it, the first to read it is release 13.1";
    assert!(err.contains(first), "{err}");
    // What 11.1 can't name it plays anyhow, or calls otherwise.
    let (code, out, err) = ferry(&["convert", "fixtures/zrf/chess.zrf", "--target", "11.1"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("castlingRookPiece = r") && !out.contains("Region"), "{out}");
    assert_eq!(ferry(&["convert", "fixtures/rules/legan.toml", "--target", "12"]).0, 2);
}

/// A move of two men without a right: refused with a position that shows it, and not
/// written where the comparison finds it.
#[test]
fn what_is_lost_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (ini, report) = (path("out.ini"), path("report.json"));
    let source = "fixtures/zrf/lift/unbound-castling.zrf";
    let (code, _, err) = ferry(&["convert", source, "-o", &ini, "--report", &report]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("castling right\n  do:  ") && err.contains("\n  see: "), "{err}");
    let text = std::fs::read_to_string(&report).expect("the report");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let witness = value["items"].as_array().expect("items").iter().find_map(|i| i["witness"]["fen"].as_str());
    let witness = witness.expect("a witness");
    if engines::fairy_stockfish().is_none() {
        return;
    }
    let verified = ["convert", source, "-o", &ini, "--verify", "1", "--walks", "0", "--fen", witness];
    let (code, _, err) = ferry(&[&verified[..], &["--allow", "section-move"]].concat());
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("is not written, for it does not play as its source"), "{err}");
    assert!(!std::path::Path::new(&ini).exists(), "nothing is written");
    let (code, _, err) = ferry(&[&verified[..], &["--allow", "all"]].concat());
    assert_eq!(code, 1, "{err}");
    let text = std::fs::read_to_string(&ini).expect("the section");
    assert!(text.contains("# different: "), "{text}");
    let (code, out, err) = ferry(&["diff", source, &ini, "--fen", witness, "--depth", "1", "--walks", "0"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("only machine: b1d1"), "{out}");
}

/// One FEN for machine, generator and engine. The counts are those of the perft collections.
#[test]
fn positions_with_rights_and_en_passant() {
    let rows = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "2", "2039"),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 0 1", "1", "47"),
        ("rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "2", "570"),
    ];
    let chess = "fixtures/zrf/chess.zrf";
    let mut vias = vec!["machine,core"];
    if engines::fairy_stockfish().is_some() {
        vias.push("machine,fairy-stockfish");
    }
    for (fen, depth, nodes) in rows {
        for via in &vias {
            let args = ["diff", chess, chess, "--via", via, "--fen", fen, "--depth", depth, "--walks", "2"];
            let (code, out, err) = ferry(&args);
            assert_eq!(code, 0, "{fen} {via}: {out}{err}");
            assert!(out.contains(nodes), "{fen} {via}: {out}");
        }
    }
    // What the machine writes the others read.
    let (_, out, err) = ferry(&["moves", chess, "--via", "machine", "--fen", rows[1].0]);
    let text = out.lines().next().unwrap_or_default();
    assert!(text.contains("attr="), "{out}{err}");
    let args = ["diff", chess, chess, "--via", "machine,core", "--fen", text, "--depth", "1", "--walks", "0"];
    let (code, out, err) = ferry(&args);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("47"), "{out}");
}

/// Two writings of one game in which letters stand for other men.
#[test]
fn a_stated_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string("fixtures/rules/chess.toml").expect("the fixture");
    let swapped = text
        .replace("letters = \"N\"", "letters = \"?\"")
        .replace("letters = \"B\"", "letters = \"N\"")
        .replace("letters = \"?\"", "letters = \"B\"");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("swapped.toml"), swapped).expect("a file");
    std::fs::write(path("map.toml"), "[men]\nN = \"B\"\nB = \"N\"\n").expect("a file");
    std::fs::write(path("wrong.toml"), "[men]\nN = \"Ü\"\n").expect("a file");
    let (chess, swapped) = ("fixtures/rules/chess.toml", path("swapped.toml"));
    let diff =
        |more: &[&str]| ferry(&[&["diff", chess, &swapped, "--depth", "2", "--walks", "2"], more].concat());
    let (code, out, _) = diff(&[]);
    assert!(code == 1 && out.contains("begin differently"), "{out}");
    let (code, out, err) = diff(&["--map", &path("map.toml")]);
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, _) = diff(&["--map", &path("wrong.toml")]);
    assert!(code == 1 && out.contains("one of them is no piece"), "{out}");
    assert_eq!(diff(&["--map", "no-such-file"]).0, 2);
}

/// Every loss that these give has a code, a place in the file, a whole sentence and a way out.
#[test]
fn losses_are_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.json").display().to_string();
    let sources = ["fixtures/zrf/lift/archer.zrf", "fixtures/zrf/lift/unbound-castling.zrf"];
    let mut met = 0;
    for source in sources {
        let (code, _, err) = ferry(&["convert", source, "--report", &report]);
        assert_eq!(code, 1, "{source}: {err}");
        let first = err.lines().next().unwrap_or_default();
        assert!(first.starts_with("refused: "), "{source}: the verdict stands first: {err}");
        let text = std::fs::read_to_string(&report).expect("the report");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for item in value["items"].as_array().expect("items") {
            if item["fidelity"] == "exact" {
                continue;
            }
            met += 1;
            let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
            assert!(!text("code").is_empty() && !text("do").is_empty(), "{source}: {item}");
            assert!(item["span"]["line"].as_u64() > Some(0) && item["span"]["file"] == source, "{item}");
            let why = text("why");
            let doubled = why.split(' ').zip(why.split(' ').skip(1)).any(|(a, b)| a == b);
            assert!(!doubled && !why.contains("has no the") && !why.ends_with('.'), "{why}");
            assert!(why.matches("the engine has no").count() < 2, "{why}");
            assert!(!text("do").contains("state it by hand"), "{item}");
        }
    }
    assert!(met > 1, "{met} losses");
}

/// The machine speaks for a rules file; whoever plays the lossy rules is refused, or says so.
#[test]
fn lossy_rules_are_not_played_in_silence() {
    let source = "fixtures/zrf/lift/archer.zrf";
    for via in ["core", "oracle", "fairy-stockfish"] {
        let (code, out, err) = ferry(&["perft", source, "1", "--via", via]);
        assert_eq!((code, out.as_str()), (2, ""), "{via}");
        assert!(err.contains("[lift-move]") && err.contains("--via machine"), "{via}: {err}");
    }
    assert_eq!(ferry(&["info", source, "--betza", "engine"]).0, 2);
    let (code, out, _) = ferry(&["perft", source, "1", "--via", "core", "--allow", "lift-move"]);
    assert!(code == 0 && out.starts_with("dropped[lift-move]: ") && out.contains("nodes: "), "{out}");
    let (_, out, _) = ferry(&["moves", source, "--via", "core", "--allow", "lift-move", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(value["losses"][0]["code"], "lift-move", "{out}");
    // Core against itself finds nothing, and that is no proof.
    let lossy = ["diff", source, source, "--via", "core", "--allow", "all", "--depth", "1", "--walks", "0"];
    let (_, out, _) = ferry(&lossy);
    assert!(!out.lines().any(|line| line.starts_with("equal")), "{out}");
    let (code, _, err) = ferry(&["moves", source, "--allow", "lift-mov"]);
    assert!(code == 2 && err.contains("did you mean `lift-move`?"), "{err}");
}

#[test]
fn sources_are_spared_and_files_come_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let source = path("game.toml");
    std::fs::copy("fixtures/rules/breakthrough.toml", &source).expect("a copy");
    let before = std::fs::read_to_string(&source).expect("the rules");
    let (code, _, err) = ferry(&["convert", &source, "--to", "toml", "-o", &source]);
    assert!(code == 2 && err.contains("--force"), "{err}");
    assert_eq!(std::fs::read_to_string(&source).expect("the rules"), before);
    assert_eq!(ferry(&["convert", &source, "--to", "toml", "--report", &source]).0, 2);
    assert_eq!(ferry(&["convert", &source, "--to", "toml", "-o", &source, "--force"]).0, 0);
    let (ini, nowhere) = (path("out.ini"), path("no/such/folder/report.json"));
    assert_eq!(ferry(&["convert", &source, "-o", &ini, "--report", &nowhere]).0, 2);
    assert!(!std::path::Path::new(&ini).exists(), "both or none");
    let (code, out, _) = ferry(&["convert", &source, "-o", "-"]);
    assert!(code == 0 && out.contains("\n[breakthrough"), "{out}");
    let (code, _, err) = ferry(&["convert", &source, "--strict", "-o", &ini]);
    assert!(code == 1 && err.contains("--strict: this ends with 1, for nothing was compared"), "{err}");
}

#[test]
fn codes_are_explained() {
    let (code, out, _) = ferry(&["explain", "section-move"]);
    assert!(code == 0 && out.starts_with("section-move (loss)\n") && out.contains("The way out:"), "{out}");
    assert_eq!(ferry(&["explain", "zrf-unknown-goal"]).0, 0);
    let (code, _, err) = ferry(&["explain", "section-moves"]);
    assert!(code == 2 && err.contains("`section-move`"), "{err}");
    let (code, out, _) = ferry(&["explain"]);
    assert!(code == 0 && out.contains("lift-move") && out.contains("ini-no-parent"), "{out}");
}

/// The engine is handed only the sections that an address needs, so that a broken one elsewhere in
/// the file does no harm.
#[test]
fn broken_sections_elsewhere_in_the_file() {
    if engines::fairy_stockfish().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.ini");
    let text = "[bad]\nmaxRank = many\npawn = pp\n\n[base:chess]\nqueen = -\namazon = q\n\
                \n[good:base]\ncastling = false\n\n[worse:nobody]\nking = k\nking = \n";
    std::fs::write(&path, text).expect("written");
    let count = |name: &str, via: &str| {
        let address = format!("{}#{name}", path.display());
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_ferry"))
            .args(["perft", &address, "2", "--via", via])
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for name in ["base", "good"] {
        assert_eq!(count(name, "fairy-stockfish"), count(name, "core"), "{name}");
        assert_eq!(count(name, "fairy-stockfish").0, Some(0), "{name}");
    }
}
