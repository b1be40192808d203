//! Perft figures of the engine's variants, published and measured, against the plain
//! generator on what [`fairy_ferry::fairy`] makes of their settings.
//!
//! `fixtures/fairy/perft.tsv` holds the figures; variants of the engine's own ini file are
//! read from `.engines/variants.ini` where `scripts/setup` put one. Rows that could not run
//! are listed and count as not passed in the full suite.

// The figures are what one reads these tests for.
#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};

use fairy_ferry::engine::{Core, Oracle};
use fairy_ferry::fairy::config::Config;
use fairy_ferry::fairy::{builtins, fen, ini, lower};

/// Rows with more nodes belong to the full suite.
const MOST_NODES: u64 = 300_000;

/// Rows with more nodes are counted by the fast generator.
const MOST_PLAIN: u64 = 20_000_000;

struct Row {
    variant: String,
    fen: String,
    depth: u32,
    nodes: u64,
    chess960: bool,
    source: String,
}

fn rows() -> Vec<Row> {
    let path = "fixtures/fairy/perft.tsv";
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let rows = text.lines().skip(1).filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            variant: fields[0].to_owned(),
            fen: fields[2].to_owned(),
            depth: fields[3].parse().expect("a depth"),
            nodes: fields[4].parse().expect("a count"),
            chess960: fields[5] == "true",
            source: fields[6].to_owned(),
        }
    });
    rows.collect()
}

/// Sections that the packaged file states otherwise than the one that was measured, which
/// has `muje` too.
const OLDER: [&str; 2] = ["ajax-orthodox", "rookmate"];

/// The sections of the engine's own ini file, by name, as far as it is at hand.
fn upstream() -> BTreeMap<String, Config> {
    let text = std::fs::read_to_string(".engines/variants.ini").unwrap_or_default();
    let reading = ini::read(text.as_str(), &builtins::builtin);
    let configs = reading.configs.into_iter().map(|config| (config.name.clone(), config));
    let mut sections: BTreeMap<String, Config> = configs.collect();
    if !sections.contains_key("muje") {
        OLDER.iter().for_each(|name| drop(sections.remove(*name)));
    }
    sections
}

fn run(wanted: impl Fn(&Row) -> bool) {
    let sections = upstream();
    let filter = std::env::var("FERRY_CASES").unwrap_or_default();
    let (mut passed, mut fast, mut wrong, mut missing) = (0, 0, Vec::new(), BTreeSet::new());
    let mut oracles: BTreeMap<(String, bool), Result<(Config, Core), String>> = BTreeMap::new();
    for row in rows().iter().filter(|row| wanted(row) && row.variant.contains(&filter)) {
        let entry = oracles.entry((row.variant.clone(), row.chess960)).or_insert_with(|| {
            let known = builtins::builtin(&row.variant).or_else(|| sections.get(&row.variant).cloned());
            let mut config = known.ok_or_else(|| "not at hand".to_owned())?;
            config.chess960 |= row.chess960;
            let rules = lower::lower(&config).map_err(|error| error.to_string())?;
            let oracle = Oracle::new(&rules).map_err(|unplayed| unplayed[0].to_string())?;
            Ok((config, Core::new(oracle)))
        });
        let (config, core) = match entry {
            Ok(pair) => pair,
            Err(why) => {
                missing.insert(format!("{}: {why} ({})", row.variant, row.source));
                continue;
            }
        };
        let text = if row.fen == "startpos" { &config.start_fen } else { &row.fen };
        let position = fen::read(config, core.oracle(), text);
        let plain = row.nodes <= MOST_PLAIN;
        let in_tables = core.reason().is_none();
        fast += usize::from(in_tables);
        let mut counts = Vec::new();
        if in_tables || !plain {
            counts.push(("core", core.perft(&position, row.depth)));
        }
        if plain {
            counts.push(("oracle", core.oracle().perft(&position, row.depth)));
        }
        passed += usize::from(counts.iter().all(|(_, nodes)| *nodes == row.nodes));
        for (who, nodes) in counts.into_iter().filter(|(_, nodes)| *nodes != row.nodes) {
            let Row { variant, fen, depth, nodes: right, .. } = row;
            wrong.push(format!("{variant} {fen} depth {depth}: {who} {nodes}, not {right}"));
        }
    }
    wrong.iter().for_each(|line| println!("{line}"));
    missing.iter().for_each(|line| println!("could not run: {line}"));
    println!(
        "{passed} rows equal ({fast} counted in tables), {} not, {} variants could not run",
        wrong.len(),
        missing.len()
    );
    assert!(wrong.is_empty(), "{} rows differ", wrong.len());
    let built_in = missing.iter().filter(|line| !line.contains("variants.ini")).count();
    assert_eq!(built_in, 0, "built-in variants could not run");
    let at_hand = !sections.is_empty() || std::env::var_os("FERRY_REQUIRE_ENGINES").is_some();
    assert!(passed > 0 || !at_hand, "no row ran");
}

#[test]
fn built_in_rows() {
    run(|row| row.nodes <= MOST_NODES && !row.source.contains("variants.ini"));
}

#[test]
fn rows_of_the_ini_file() {
    run(|row| row.nodes <= MOST_NODES && row.source.contains("variants.ini"));
}

#[test]
#[ignore = "takes many minutes: part of the full suite"]
fn large_rows() {
    run(|row| row.nodes > MOST_NODES);
}
