//! Surveys: what a folder of rules files would give. The listed corpus is surveyed where
//! `FERRY_CORPUS` names it; without it those tests say so and pass.

// What was found is told on the terminal.
#![allow(clippy::print_stderr)]

mod common;

use std::path::{Path, PathBuf};

use common::{fixture, selected};
use fairy_ferry::survey::{self, Options, Record, Summary};
use fairy_ferry::zrf::file::Selection;
use fairy_ferry::zrf::machine::Machine;
use fairy_ferry::zrf::readings::Readings;

const OPTIONS: Options = Options {
    playouts: 1,
    plies: 40,
    seed: 1,
    readings: Readings::USUAL,
    time: std::time::Duration::from_secs(60),
};

fn records(paths: &[PathBuf], options: &Options) -> Vec<Record> {
    let files = survey::files(paths).expect("the paths are there");
    files.iter().flat_map(|path| survey::file(path, options)).collect()
}

#[test]
fn the_fixtures_are_read_and_run() {
    let records = records(&[fixture("zrf/words")], &OPTIONS);
    assert_eq!(Summary::of(&records).files, 5);
    for record in &records {
        let whole = record.rules != "plug-in";
        assert_eq!((record.read.as_str(), record.runs), ("ok", whole), "{record:?}");
        assert_eq!(record.code.as_deref() == Some("zrf-plugin-game"), !whole, "{record:?}");
        assert_ne!(record.plies > 0, !whole, "{record:?}");
    }
}

#[test]
fn a_survey_is_the_same_twice_and_tells_what_changed() {
    let old = records(&[fixture("zrf/s25-12-chains.zrf")], &OPTIONS);
    let mut new = records(&[fixture("zrf/s25-12-chains.zrf")], &OPTIONS);
    assert_eq!(old, new);
    assert_eq!(survey::compare(&old, &new), []);
    new[1].runs = false;
    new.truncate(3);
    let changes = survey::compare(&old, &new);
    let told: Vec<_> =
        changes.iter().map(|c| (c.number, c.field.as_str(), c.old.as_str(), c.new.as_str())).collect();
    assert_eq!(told, [(2, "runs", "true", "false"), (4, "record", "there", "")]);
}

/// A game with one block of move code.
fn game(block: &str, labels: [&str; 2]) -> String {
    format!(
        "(game (title \"X\") (players White Black) (turn-order White Black)
           (board (grid (start-rectangle 0 0 9 9) (dimensions (\"{}\" (9 0)) (\"{}\" (0 9)))
             (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0))))
           (board-setup (White (Man a1)) (Black (Man d4)))
           (piece (name Man) (moves {block}))
           (loss-condition (White Black) stalemated))",
        labels[0], labels[1]
    )
}

#[test]
fn hostile_files_get_their_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).expect("a folder");
    let labels = ["a/b/c/d", "4/3/2/1"];
    let many = (0..1000).map(|n| format!("x{n}")).collect::<Vec<_>>().join("/");
    let mut bomb = String::from("(define m0 n n)\n");
    for i in 1..60 {
        bomb += &format!("(define m{i} (m{0}) (m{0}))\n", i - 1);
    }
    let cases: [(&str, String, &str); 6] = [
        ("bomb.zrf", bomb + &game("((m59) add)", labels), "zrf-expansion-too-large"),
        ("loop.zrf", format!("(include \"loop.zrf\")\n{}", game("(n add)", labels)), "zrf-include-loop"),
        (
            "outside.zrf",
            format!("(include \"../secret.zrf\")\n{}", game("(n add)", labels)),
            "zrf-include-outside",
        ),
        ("while.zrf", game("((while (on-board? e) e w) add)", labels), "zrf-step-limit"),
        ("chains.zrf", format!("{} ", game("((create Man e) add-partial) (e add) (w add)", labels)), ""),
        ("grid.zrf", game("(n add)", [&many, &many]), "zrf-board-too-large"),
    ];
    for (name, text, _) in &cases {
        std::fs::write(inner.join(name), text).expect("the file can be written");
    }
    std::fs::write(folder.path().join("secret.zrf"), "(define x)").expect("the file can be written");
    let big = std::fs::File::create(inner.join("big.zrf")).expect("a file");
    big.set_len(50 * 1024 * 1024).expect("room");
    let begun = std::time::Instant::now();
    for (name, _, code) in
        cases.iter().map(|(n, t, c)| (*n, t, *c)).chain([("big.zrf", &String::new(), "file-too-large")])
    {
        let records = survey::file(&inner.join(name), &OPTIONS);
        assert_eq!(records.len(), 1, "{name}");
        let found = records[0].code.as_deref().unwrap_or_default();
        assert_ne!(found, survey::INTERNAL, "{name}");
        assert!(code.is_empty() || found == code, "{name}: {records:?}");
    }
    // A hang is minutes; on a quiet computer each takes less than a second.
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

/// A value that only another translator knows is named and does not keep the game from being played.
#[test]
fn a_number_as_an_attribute_is_of_another_dialect() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("numbers.zrf");
    let text = game("(n (verify (not worth)) add)", ["a/b/c/d", "4/3/2/1"]);
    let text = text.replace("(name Man)", "(name Man) (attribute worth 7)");
    std::fs::write(&path, text).expect("the file can be written");
    let records = survey::file(&path, &OPTIONS);
    assert_eq!((records[0].rules.as_str(), records[0].runs), ("dialect", true), "{records:?}");
}

fn corpus() -> Option<PathBuf> {
    let corpus = std::env::var_os("FERRY_CORPUS").map(PathBuf::from);
    if corpus.is_none() {
        eprintln!("corpus absent: set FERRY_CORPUS to survey it");
    }
    corpus
}

/// Files that Zillions can play by themselves: they are not a plug-in's, not for another
/// translator, have all they include, and hold a game.
fn is_whole(record: &Record) -> bool {
    matches!(record.rules.as_str(), "whole" | "template")
}

#[test]
#[ignore = "takes minutes; run by scripts/test --full"]
fn the_corpus_is_read_and_runs() {
    let Some(corpus) = corpus() else { return };
    let options = Options { playouts: 20, plies: 100, ..OPTIONS };
    let records = records(&[corpus], &options);
    eprintln!("{:#?}", Summary::of(&records));
    assert!(!records.iter().any(|r| r.code.as_deref() == Some(survey::INTERNAL)));
    assert!(!records.iter().any(|r| r.code.as_deref() == Some(survey::NOT_REPEATED)));
    let whole: Vec<&Record> = records.iter().filter(|r| is_whole(r)).collect();
    let running = whole.iter().filter(|r| r.runs).count();
    assert!(running * 100 >= whole.len() * 97, "{running} of {}", whole.len());
}

/// Games of the corpus that the engine has too: equal counts to depth 3. The right-hand figures
/// are those of the built-in variants, as the engine counts them (reference perft table).
#[test]
fn games_that_the_engine_knows_have_its_counts() {
    let Some(corpus) = corpus() else { return };
    let games = [
        ("checkmate/zrf/chess.zrf", 1, [20, 400, 8902]),
        ("breakthrough/zrf/breakthrough.zrf", 1, [22, 484, 11132]),
        ("checkmate/zrf/makruk.zrf", 1, [23, 529, 12012]),
        ("checkmate/zrf/shatranj.zrf", 1, [16, 256, 4176]),
        ("checkmate/zrf/chaturanga.zrf", 1, [16, 256, 4176]),
        ("xiangqi/zrf/xiangqi.zrf", 1, [44, 1920, 79666]),
        // The first games of these two files begin with other positions than the engine's.
        ("checkmate/zrf/courier-chess.zrf", 2, [26, 678, 18406]),
        ("checkmate/zrf/troitzky-chess.zrf", 2, [20, 400, 8766]),
    ];
    let root = corpus.join("DagazProject+DagazProject.github.io");
    let mut played = 0;
    for (path, number, nodes) in games {
        let path: &Path = &root.join(path);
        if !path.exists() {
            eprintln!("{} is not in the corpus", path.display());
            continue;
        }
        let game = selected(path, &Selection::Number(number));
        let machine = Machine::new(&game);
        for (depth, nodes) in (1..).zip(nodes) {
            let counted = machine.perft(&machine.begin(), depth).expect("no limit is met");
            assert_eq!(counted, nodes, "{} depth {depth}", path.display());
        }
        played += 1;
    }
    eprintln!("{played} games counted");
}
