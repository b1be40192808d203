//! Sections that inherit nothing, and sections for older releases: read back, and in the
//! engines that play them.
//!
//! Debian's release 11.1 is found by `FERRY_FAIRY_STOCKFISH_11`, a command; without it, or
//! without today's engine, a test says so and compares nothing.

#![allow(clippy::print_stdout)]

use std::io::Write as _;
use std::process::{Command, Stdio};

use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy::config::{Config, Slot, SlotSet};
use fairy_ferry::fairy::keys::Release;
use fairy_ferry::fairy::{self, builtins, ini, lower, release, section};
use fairy_ferry::rules::{Fidelity, PerSide, Side};

mod engines;

/// The settings of a text.
fn read(text: &str) -> Config {
    let reading = ini::read(text, &|_| None);
    assert_eq!(reading.configs.len(), 1, "{text}\n{:#?}", reading.findings);
    reading.configs[0].clone()
}

/// Settings without what has no key and no effect: squares off the board, types without a
/// letter, castling where none castles.
fn comparable(config: &Config) -> Config {
    let usual = Config::new("");
    let mut c = Config { name: String::new(), parent: String::new(), ..config.clone() };
    c.synonyms.clear();
    c.free_drops = false;
    c.king_is_wazir = false;
    let board = c.squares();
    for region in [
        &mut c.promotion_region,
        &mut c.double_step_region,
        &mut c.triple_step_region,
        &mut c.en_passant_region,
        &mut c.drop_region,
        &mut c.walling_region,
        &mut c.flag_region,
        &mut c.connect_region1,
        &mut c.connect_region2,
    ] {
        *region = PerSide { white: region.white.and(board), black: region.black.and(board) };
    }
    c.diagonal_lines = c.diagonal_lines.and(board);
    c.enclosing_drop_start = c.enclosing_drop_start.and(board);
    let letters = c.letters.clone();
    let named = |set: SlotSet| {
        let mut left = SlotSet(set.0 & Slot::ANY.bit());
        set.iter().filter(|slot| letters.contains_key(slot)).for_each(|slot| left.insert(slot));
        left
    };
    for sets in [
        &mut c.promotion_pawn_types,
        &mut c.promotion_piece_types,
        &mut c.en_passant_types,
        &mut c.castling_rook_pieces,
        &mut c.n_move_rule_types,
    ] {
        *sets = PerSide { white: named(sets.white), black: named(sets.black) };
    }
    for set in [
        &mut c.blast_immune_types,
        &mut c.mutually_immune_types,
        &mut c.petrify_on_capture_types,
        &mut c.extinction_piece_types,
        &mut c.connect_piece_types,
    ] {
        *set = named(*set);
    }
    for side in Side::BOTH {
        let regions = c.mobility_region.of_mut(side);
        regions.values_mut().for_each(|region| *region = region.and(board));
        regions.retain(|slot, region| letters.contains_key(slot) && !region.is_empty());
        let main = c.main_promotion_pawn.of_mut(side);
        if !letters.contains_key(main) {
            *main = Slot::ANY;
        }
    }
    c.promoted_piece_type.retain(|from, to| letters.contains_key(from) && letters.contains_key(to));
    c.betza.retain(|slot, _| letters.contains_key(slot));
    c.promotion_limit.retain(|slot, _| letters.contains_key(slot));
    c.piece_value_mg.retain(|slot, _| letters.contains_key(slot));
    c.piece_value_eg.retain(|slot, _| letters.contains_key(slot));
    let king = c.castling_king_piece;
    if !letters.contains_key(&king.white) && !letters.contains_key(&king.black) && !c.gating {
        c.castling = false;
    }
    if !c.castling {
        c.castling_kingside_file = usual.castling_kingside_file;
        c.castling_queenside_file = usual.castling_queenside_file;
        c.castling_rank = usual.castling_rank;
        c.castling_king_file = usual.castling_king_file;
        c.castling_king_piece = usual.castling_king_piece;
        c.castling_rook_kingside_file = usual.castling_rook_kingside_file;
        c.castling_rook_queenside_file = usual.castling_rook_queenside_file;
        c.castling_rook_pieces = usual.castling_rook_pieces;
        c.castling_dropped_piece = usual.castling_dropped_piece;
        c.opposite_castling = usual.opposite_castling;
        c.castling_wins = usual.castling_wins;
    }
    c
}

/// By key, what two settings differ in.
fn differences(a: &Config, b: &Config) -> Vec<String> {
    let (a, b) = (comparable(a), comparable(b));
    let (left, right) = (ini::settings(&a), ini::settings(&b));
    let mut list: Vec<String> = (left.iter().filter(|pair| !right.contains(pair)))
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    list.extend(right.iter().filter(|pair| !left.contains(pair)).map(|(k, v)| format!("not {k} = {v}")));
    if list.is_empty() && a != b {
        let (left, right) = (format!("{a:#?}"), format!("{b:#?}"));
        let lines = left.lines().zip(right.lines()).filter(|(a, b)| a != b);
        list.extend(lines.map(|(a, b)| format!("{} / {}", a.trim(), b.trim())));
    }
    list
}

#[test]
fn built_ins_read_back_are_the_same() {
    for name in builtins::names() {
        let config = builtins::builtin(name).expect("it is there");
        let back = read(&section::write(&config, "other").text);
        assert_eq!(differences(&config, &back), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn sections_of_the_upstream_file_read_back_are_the_same() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/.engines/variants.ini");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("{path} is missing: nothing was compared");
        return;
    };
    let reading = ini::read(text.as_str(), &builtins::builtin);
    assert!(reading.configs.len() > 100);
    let mut wrong = Vec::new();
    for config in &reading.configs {
        let back = read(&section::write(config, "other").text);
        let list = differences(config, &back);
        if !list.is_empty() {
            wrong.push(format!("{}: {}", config.name, list.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} sections", reading.configs.len());
}

/// Node counts of a variant in an engine, depth 1 and on; `section`: a text to load first.
fn perft(words: &[String], section: Option<&str>, name: &str, depth: u32) -> Result<Vec<u64>, String> {
    let mut file = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    let mut input = String::from("uci\n");
    if let Some(text) = section {
        file.write_all(text.as_bytes()).map_err(|e| e.to_string())?;
        let path = file.path().display();
        input.push_str(&format!("check {path}\nload {path}\n"));
    }
    input.push_str(&format!("uci\nsetoption name UCI_Variant value {name}\nposition startpos\n"));
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no pipe")?;
    stdin.write_all(input.as_bytes()).map_err(|e| e.to_string())?;
    // One count at a time: the engine counts beside reading.
    let stdout = std::io::BufReader::new(child.stdout.take().ok_or("no pipe")?);
    let mut lines = std::io::BufRead::lines(stdout);
    let mut variants = String::new();
    let mut counts = Vec::new();
    for depth in 1..=depth {
        stdin.write_all(format!("go perft {depth}\n").as_bytes()).map_err(|e| e.to_string())?;
        loop {
            let line = lines.next().ok_or_else(|| format!("the engine ended at depth {depth}"))?;
            let line = line.map_err(|e| e.to_string())?;
            if line.starts_with("option name UCI_Variant") {
                variants.clone_from(&line);
            }
            if let Some(count) = line.strip_prefix("Nodes searched: ") {
                counts.push(count.trim().parse().map_err(|_| line.clone())?);
                break;
            }
        }
    }
    drop(stdin);
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let bad: Vec<&str> = said
        .lines()
        .filter(|l| !l.starts_with("Parsing variant") && !l.contains("Deprecated"))
        // The engine's check does not know the one value that its reader does.
        .filter(|l| *l != "countingRule - Invalid value cambodian for type CountingRule")
        .collect();
    if !bad.is_empty() {
        return Err(format!("the engine says: {}", bad.join("; ")));
    }
    if !variants.split_whitespace().any(|word| word == name) {
        return Err(format!("the engine has no variant `{name}`"));
    }
    Ok(counts)
}

/// A section under a name that means the same as settings, if there is one.
type Way = fn(&Config, &str) -> Option<String>;

fn from_settings(config: &Config, name: &str) -> Option<String> {
    let (section, _) = section::write_for_check(config, name);
    section.lost.is_empty().then_some(section.text)
}

/// The same by way of the rules that the settings mean.
fn from_rules(config: &Config, name: &str) -> Option<String> {
    let rules = lower::lower(config).expect("playable");
    let options = fairy::Options { name: name.to_owned(), ..Default::default() };
    let written = fairy::write(&rules, &options);
    (written.fidelity() == Fidelity::Exact).then_some(written.text)
}

/// The variants of a list, written as sections and as they are built in, in today's engine.
fn same_in_the_engine(names: &[&str], depth: u32, way: Way) {
    let Some(words) = engines::fairy_stockfish() else { return };
    let (mut refused, mut wrong) = (Vec::new(), Vec::new());
    for name in names {
        let config = builtins::builtin(name).expect("it is there");
        let plain = section::name_for(&config);
        let Some(text) = way(&config, &plain) else {
            refused.push(*name);
            continue;
        };
        // Moves with walls are many: the first takes 2176 moves, the second 379 thousand in two.
        let depth = match *name {
            "amazons" => 1,
            "duck" => depth.min(2),
            _ => depth,
        };
        let ours = perft(&words, Some(&text), &plain, depth);
        let theirs = perft(&words, None, name, depth);
        if ours != theirs || ours.is_err() {
            wrong.push(format!("{name}: {ours:?}, not {theirs:?}"));
        }
    }
    println!("{} compared, refused: {}", names.len() - refused.len(), refused.join(" "));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let can_not = ["ataxx", "janggi", "janggicasual", "janggimodern", "janggitraditional"];
    assert_eq!(refused, names.iter().copied().filter(|n| can_not.contains(n)).collect::<Vec<_>>());
}

const TEN: [&str; 10] = [
    "antichess",
    "atomic",
    "cambodian",
    "crazyhouse",
    "duck",
    "flipello",
    "janggi",
    "seirawan",
    "shogi",
    "xiangqi",
];

#[test]
fn ten_built_ins_play_alike_without_a_parent() {
    same_in_the_engine(&TEN, 2, from_settings);
}

/// Nothing but the rules, in which no key of the engine is left, and yet the same game.
#[test]
fn ten_built_ins_play_alike_from_their_rules() {
    same_in_the_engine(&TEN, 2, from_rules);
}

#[test]
#[ignore = "minutes"]
fn all_built_ins_play_alike_without_a_parent() {
    let names: Vec<&str> = builtins::names().collect();
    same_in_the_engine(&names, 3, from_settings);
}

#[test]
#[ignore = "minutes"]
fn all_built_ins_play_alike_from_their_rules() {
    let names: Vec<&str> = builtins::names().collect();
    same_in_the_engine(&names, 3, from_rules);
}

/// Rules lose nothing on the way: what settings mean is written as settings that mean it.
#[test]
fn what_is_lowered_is_raised() {
    let refused: Vec<&str> = builtins::names()
        .filter(|name| from_rules(&builtins::builtin(name).expect("it is there"), "other").is_none())
        .collect();
    // No key says that any man may be dropped, nor that a king keeps to the lines of its palace.
    assert_eq!(refused, ["ataxx", "janggi", "janggicasual", "janggimodern", "janggitraditional"]);
}

/// The same for the sections of the upstream file.
#[test]
fn what_sections_of_the_upstream_file_mean_is_raised() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/.engines/variants.ini");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("{path} is missing: nothing was compared");
        return;
    };
    let reading = ini::read(text.as_str(), &builtins::builtin);
    let mut refused = Vec::new();
    for config in &reading.configs {
        if from_rules(config, "other").is_none() {
            let rules = lower::lower(config).expect("playable");
            let written = fairy::write(&rules, &fairy::Options::default());
            let lost = written.items.iter().filter(|item| item.fidelity != Fidelity::Exact);
            let lost: Vec<String> = lost.map(|item| format!("{}: {}", item.rule, item.why)).collect();
            refused.push(format!("{}: {}", config.name, lost.join("; ")));
        }
    }
    println!("{} sections, refused:\n{}", reading.configs.len(), refused.join("\n"));
    let names: Vec<&str> = refused.iter().map(|line| line.split(':').next().unwrap_or_default()).collect();
    // They inherit what no key says from Janggi and from Ataxx.
    assert_eq!(names, ["janggihouse", "quadwrangle", "quadwrangle7x7", "crusade", "snort", "gale"]);
}

fn migrated(config: &Config, target: &str) -> (String, Vec<String>) {
    let target = Release::parse(target).expect("a release");
    let plain = section::name_for(config);
    let (written, _) = section::write_for_check(config, &plain);
    let older = release::migrate(config, &written.entries, target);
    let lost = older.items.iter().filter(|i| i.fidelity == Fidelity::Dropped).map(|i| i.rule.clone());
    let lost = lost.chain(written.lost.iter().map(|(rule, _)| (*rule).to_owned())).collect();
    (section::text(&plain, &older.entries), lost)
}

/// Where today's engine reads the older keys too, it reads the same game.
#[test]
fn older_keys_say_the_same() {
    let mut written = 0;
    for name in builtins::names() {
        let config = builtins::builtin(name).expect("it is there");
        for target in ["11.1", "13", "14", "2023-04-01", "2025-01-01"] {
            let (text, lost) = migrated(&config, target);
            let retired =
                ["shogiDoubledPawn", "firstRankDoubleSteps", "kingPass", "arrowGating", "duckGating"];
            if !lost.is_empty() || retired.iter().any(|key| text.contains(key)) {
                continue;
            }
            let back = read(&text);
            let lowered = |config: &Config| Oracle::new(&lower::lower(config).expect("rules"));
            let (Ok(ours), Ok(theirs)) = (lowered(&back), lowered(&config)) else { continue };
            let count =
                |oracle: &Oracle| (1..=2).map(|d| oracle.perft(&oracle.start(), d)).collect::<Vec<_>>();
            assert_eq!(count(&ours), count(&theirs), "{name} for {target}\n{text}");
            written += 1;
        }
    }
    assert!(written > 200, "{written}");
}

/// Built-in variants of today that release 11.1 must play alike when they are written for it.
const FOR_11_1: [&str; 20] = [
    "almost",
    "amazon",
    "antichess",
    "breakthrough",
    "cambodian",
    "capablanca",
    "chess",
    "clobber10",
    "courier",
    "crazyhouse",
    "grand",
    "kingofthehill",
    "kyotoshogi",
    "losalamos",
    "makruk",
    "minishogi",
    "racingkings",
    "seirawan",
    "shatranj",
    "shogi",
];

#[test]
#[ignore = "needs Debian's release 11.1"]
fn twenty_built_ins_play_alike_in_release_11_1() {
    let Ok(command) = std::env::var("FERRY_FAIRY_STOCKFISH_11") else {
        println!("release 11.1 is missing: set FERRY_FAIRY_STOCKFISH_11; nothing was compared");
        return;
    };
    let Some(today) = engines::fairy_stockfish() else { return };
    let old = vec![command];
    let names: Vec<&str> = match std::env::var("FERRY_CASES") {
        Ok(_) => builtins::names().collect(),
        Err(_) => FOR_11_1.to_vec(),
    };
    let (mut equal, mut wrong) = (Vec::new(), Vec::new());
    for name in names {
        let config = builtins::builtin(name).expect("it is there");
        let (text, lost) = migrated(&config, "11.1");
        if !lost.is_empty() {
            println!("{name}: {}", lost.join(", "));
            wrong.push(format!("{name}: lost"));
            continue;
        }
        let (ours, theirs) =
            (perft(&old, Some(&text), &section::name_for(&config), 3), perft(&today, None, name, 3));
        if ours.is_ok() && ours == theirs {
            equal.push(name);
        } else {
            println!("{name}: {ours:?}, not {theirs:?}\n{text}");
            wrong.push(format!("{name}: differs"));
        }
    }
    println!("{} equal: {}", equal.len(), equal.join(" "));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
