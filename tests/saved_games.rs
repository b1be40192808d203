//! Games that Zillions itself saved, replayed on the machine: the evidence that
//! it plays as Zillions did. Needs the folder that `FERRY_CORPUS` names (saved
//! games and their rules files, each repository in a folder of its own); without
//! it the test says so and passes.

// What was found is told on the terminal.
#![allow(clippy::print_stderr)]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fairy_ferry::notation::zsg::{Edit, SavedGame, read, same_effects};
use fairy_ferry::source::SourceMap;
use fairy_ferry::zrf::file::{RulesFile, Selection};
use fairy_ferry::zrf::machine::{Machine, Status};

/// The saved games that do not replay, by folder and name, and why. A tenth is a fault, and
/// so is one of these that replays: then its line goes.
const EXCEPTIONS: [(&str, &str); 9] = [
    ("zrf/elementals.zsg", "recorded with other rules than the files at hand"),
    ("Afrika/Problem-1.zsg", "plug-in game"),
    ("Afrika/Problem-2.zsg", "plug-in game"),
    ("Chessence/Chessence.zsg", "an odd log: it passes where the file has no pass"),
    ("Ordo/Crazy.zsg", "plug-in game"),
    ("TchukaRuma/TchukaRuma.zsg", "plug-in game"),
    ("Ur/agressive.zsg", "plug-in game"),
    ("Ur/simple.zsg", "plug-in game"),
    ("Rules/Dameo.zsg", "an odd log: recorded with older rules"),
];

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)) {
                out.push(path);
            }
        }
    }
    out.sort();
    out
}

/// The setup of a game after the edits of its file.
fn begin(machine: &Machine<'_>, game: &SavedGame) -> Result<Status, String> {
    let program = machine.program();
    let mut position = machine.start();
    for edit in &game.edits {
        let (name, man) = match edit {
            Edit::Remove(name) => (name, None),
            Edit::Put { owner, piece, position: name } => {
                let owner = program.player(owner).ok_or_else(|| format!("no player {owner}"))?;
                let piece = program.piece(piece).ok_or_else(|| format!("no piece {piece}"))?;
                (name, Some(machine.new_man(piece, owner)))
            }
        };
        let square = program.board.square(name).ok_or_else(|| format!("no position {name}"))?;
        position.set(square, man);
    }
    Ok(machine.begin_at(position))
}

/// Moves replayed, or why it stopped.
fn replay(rules: &Path, game: &SavedGame) -> Result<usize, String> {
    let mut sources = SourceMap::new();
    let file = RulesFile::open(&mut sources, rules).map_err(|e| e.to_string())?;
    let forms =
        file.select(&Selection::Named(game.variant.clone())).or_else(|_| file.select(&Selection::First))?;
    let built = file.build(forms);
    if !file.obstacles(&built).is_empty() {
        return Err("the rules can't be run".to_owned());
    }
    let program = built.program.ok_or("no program")?;
    if program.plugin.is_some() {
        return Err("plug-in game".to_owned());
    }
    let machine = Machine::new(&program);
    let mut status = begin(&machine, game)?;
    for saved in &game.moves {
        let moves = machine.legal(&status.position).map_err(|e| e.to_string())?;
        let found = moves.iter().find(|mv| {
            mv.partial.is_some() == saved.partial
                && same_effects(&machine.saved_text(&status.position, mv), &saved.text)
        });
        let Some(mv) = found else {
            let mut texts: Vec<String> =
                moves.iter().map(|mv| machine.saved_text(&status.position, mv)).collect();
            // Those that begin alike say most.
            let alike = |t: &String| {
                !t.starts_with(saved.text.split(' ').take(2).collect::<Vec<_>>().join(" ").as_str())
            };
            texts.sort_by_key(|t| (alike(t), t.clone()));
            texts.truncate(12);
            return Err(format!("line {}: `{}` is not among {texts:?}", saved.line, saved.text));
        };
        status = machine.play(&status, mv).map_err(|e| e.to_string())?;
    }
    Ok(game.moves.len())
}

#[test]
fn games_that_zillions_saved_replay() {
    let Some(corpus) = std::env::var_os("FERRY_CORPUS") else {
        eprintln!("corpus absent: set FERRY_CORPUS to replay saved games");
        return;
    };
    let mut rules: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in files(Path::new(&corpus), "zrf") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        rules.entry(name).or_default().push(path);
    }
    let (mut replayed, mut moves, mut excepted) = (0, 0, 0);
    let mut failures: Vec<String> = Vec::new();
    for path in files(Path::new(&corpus), "zsg") {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("the file can be read")).into_owned();
        let game = read(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        // The rules in the same folder first, then any of that name.
        let mut candidates = rules.get(&game.rules_file.to_lowercase()).cloned().unwrap_or_default();
        candidates.sort_by_key(|p| p.parent() != path.parent());
        let results: Vec<_> = candidates.iter().map(|rules| replay(rules, &game)).collect();
        let known = EXCEPTIONS.iter().find(|(name, _)| path.ends_with(name));
        match results.iter().find_map(|r| r.as_ref().ok()) {
            Some(count) => {
                assert!(known.is_none(), "{} replays and is listed as an exception", path.display());
                replayed += 1;
                moves += count;
            }
            None if known.is_some() => excepted += 1,
            None => {
                let why =
                    results.into_iter().find_map(Result::err).unwrap_or_else(|| "no rules file".to_owned());
                failures.push(format!("{}: {why}", path.display()));
            }
        }
    }
    eprintln!("{replayed} games with {moves} moves replay; {excepted} do not, as is known");
    assert!(failures.is_empty(), "these games do not replay:\n{}", failures.join("\n"));
    assert!(replayed > 0, "the corpus holds no game that replays");
}
