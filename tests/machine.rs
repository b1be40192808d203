//! The machine plays the fixtures as the tables say. Where the figures come
//! from stands in the tables and in `fixtures/README.md`.

mod common;

use std::path::Path;

use common::{fixture, program, status, table};
use fairy_ferry::source::SourceMap;
use fairy_ferry::zrf::file::{RulesFile, Selection};
use fairy_ferry::zrf::machine::{Machine, Status};
use fairy_ferry::zrf::program::Program;
use fairy_ferry::zrf::readings::Readings;

/// Rows of up to so many nodes are counted in every run; the others only in the full one.
const QUICK: u64 = 300_000;

fn perft_rows(file: impl Fn(&str) -> bool, nodes: impl Fn(u64) -> bool) -> usize {
    let mut rows = 0;
    let mut open: Option<(String, String, Program)> = None;
    for row in table("zrf/expected.tsv") {
        let expected: u64 = row["nodes"].parse().expect("a number");
        if !file(&row["file"]) || !nodes(expected) {
            continue;
        }
        let known = open.take().filter(|(f, v, _)| *f == row["file"] && *v == row["variant"]);
        let (f, v, game) = known.unwrap_or_else(|| {
            let path = fixture("zrf").join(&row["file"]);
            (row["file"].clone(), row["variant"].clone(), program(&path, &row["variant"]))
        });
        let machine = Machine::new(&game);
        let depth = row["depth"].parse().expect("a number");
        let counted = machine.perft(&status(&machine, &row["position"]), depth).expect("no limit is met");
        assert_eq!(
            counted, expected,
            "{f} {v} {} depth {depth}; expected by {}",
            row["position"], row["source"]
        );
        rows += 1;
        open = Some((f, v, game));
    }
    rows
}

fn is_chess(file: &str) -> bool {
    file.starts_with("chess")
}

fn is_style(file: &str) -> bool {
    file.starts_with("style/")
}

#[test]
fn chess_in_three_styles() {
    assert!(perft_rows(is_chess, |n| n <= QUICK) > 80);
}

#[test]
fn one_game_in_ten_styles() {
    assert!(perft_rows(is_style, |n| n <= QUICK) > 80);
}

#[test]
fn other_games() {
    assert!(perft_rows(|f| !is_chess(f) && !is_style(f), |n| n <= QUICK) > 200);
}

#[test]
#[ignore = "takes minutes; run by scripts/test --full"]
fn all_games_deep() {
    assert!(perft_rows(|_| true, |n| n > QUICK) > 20);
}

#[test]
fn legal_moves_are_those_argued_by_hand() {
    let rows = table("zrf/expected-moves.tsv");
    assert!(rows.len() > 90);
    for row in rows {
        let game = program(&fixture("zrf").join(&row["file"]), &row["variant"]);
        let machine = Machine::new(&game);
        let outlook = machine.outlook(&status(&machine, &row["position"])).expect("no limit is met");
        let mut legal = machine.move_texts(&outlook.moves);
        legal.sort();
        let expected: Vec<&str> = row["moves"].split_whitespace().collect();
        assert_eq!(
            legal, expected,
            "{} {} {}; because {}",
            row["file"], row["variant"], row["position"], row["argument"]
        );
    }
}

#[test]
fn games_end_as_argued_by_hand() {
    let rows = table("zrf/expected-results.tsv");
    assert!(rows.len() > 15);
    for row in rows {
        let game = program(&fixture("zrf").join(&row["file"]), &row["variant"]);
        let machine = Machine::new(&game);
        let outlook = machine.outlook(&status(&machine, &row["position"])).expect("no limit is met");
        let [first, second] = machine.sides();
        let result = match outlook.end {
            None => "",
            Some(end) if end.winner.is_some() && end.winner == first => "1-0",
            Some(end) if end.winner.is_some() && end.winner == second => "0-1",
            Some(_) => "1/2-1/2",
        };
        assert_eq!(
            result, row["result"],
            "{} {} {}; because {}",
            row["file"], row["variant"], row["position"], row["argument"]
        );
    }
}

/// Sequences of whole turns, those to one position counted once a turn.
fn turns(machine: &Machine<'_>, from: &Status, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut after: Vec<Status> = Vec::new();
    let mut open = vec![from.clone()];
    while let Some(status) = open.pop() {
        for mv in machine.outlook(&status).expect("no limit is met").moves {
            let next = machine.play(&status, &mv).expect("no limit is met");
            if next.position.pending.is_some() {
                open.push(next);
            } else if !after.iter().any(|known| known.position.men().eq(next.position.men())) {
                after.push(next);
            }
        }
    }
    after.iter().map(|next| turns(machine, next, depth - 1)).sum()
}

/// The published perft numbers of international draughts: chains, priorities and the longest
/// captures together.
#[test]
fn draughts_has_its_published_counts() {
    let game = program(&fixture("zrf/draughts.zrf"), "");
    let machine = Machine::new(&game);
    for (depth, nodes) in (1..).zip([9, 81, 658, 4265, 27117]) {
        assert_eq!(turns(&machine, &machine.begin(), depth), nodes, "depth {depth}");
    }
}

/// What another reading of a doubtful point makes of a position, beside the usual one.
#[test]
fn readings_differ_as_argued_by_hand() {
    let rows = table("zrf/readings.tsv");
    assert!(rows.len() > 10);
    for row in rows {
        let listed = |readings: Readings| {
            let mut sources = SourceMap::new();
            let path = fixture("zrf").join(&row["file"]);
            let file = RulesFile::open_as(&mut sources, &path, readings).expect("the file can be read");
            let named = Selection::Named(row["variant"].clone());
            let selection = if row["variant"].is_empty() { Selection::First } else { named };
            let built = file.build(file.select(&selection).expect("the game is there"));
            let game = built.program.expect("a program");
            let machine = Machine::new(&game);
            let outlook = machine.outlook(&status(&machine, &row["position"])).expect("no limit is met");
            let mut legal = machine.move_texts(&outlook.moves);
            legal.sort();
            legal.join(" ")
        };
        let mut other = Readings::default();
        other.choose(&row["reading"]).unwrap_or_else(|e| panic!("{e}"));
        let place = format!("{} {} {}: {}", row["file"], row["variant"], row["reading"], row["argument"]);
        assert_eq!(listed(Readings::default()), row["usual"], "{place}");
        assert_eq!(listed(other), row["other"], "{place}");
    }
}

/// Writing a position and reading it again gives the same moves, at every
/// position of a few random games of each fixture.
#[test]
fn positions_survive_their_text() {
    let mut files: Vec<_> = std::fs::read_dir(fixture("zrf"))
        .expect("the folder is there")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "zrf"))
        .collect();
    files.sort();
    assert!(files.len() > 25);
    for path in files {
        walk_and_reread(&path);
    }
}

fn walk_and_reread(path: &Path) {
    let game = program(path, "");
    let machine = Machine::new(&game);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut status = machine.begin();
    for ply in 0..60 {
        let outlook = machine.outlook(&status).expect("no limit is met");
        let text = machine.position_text(&status);
        let reread =
            machine.read_position(&text).unwrap_or_else(|e| panic!("{}: {text}: {e}", path.display()));
        assert_eq!(reread.position, status.position, "{} ply {ply}: {text}", path.display());
        assert_eq!(machine.position_text(&reread), text);
        if outlook.moves.is_empty() {
            break;
        }
        let texts = machine.move_texts(&outlook.moves);
        let distinct: std::collections::HashSet<_> = texts.iter().collect();
        assert_eq!(distinct.len(), texts.len(), "{} {text}: {texts:?}", path.display());
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = (random >> 33) as usize % outlook.moves.len();
        status = machine.play(&status, &outlook.moves[pick]).expect("no limit is met");
    }
}
