//! Forty faults put into the rules of ten variants: random games must find each, make it a
//! position that anyone understands, and name the rule.
//!
//! A sample runs by default; `scripts/test --full` runs all and prints the table.

#![allow(clippy::print_stdout)]

mod seeded;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use seeded::{MUTATIONS, Mutation};

/// What became of one mutation.
struct Found {
    after: Duration,
    men: usize,
    rules: Vec<String>,
    position: String,
}

/// Runs the command and gives exit code and standard output.
fn ferry(args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferry"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned() + &error)
}

/// Men on the board that are no kings.
fn beside_kings(fen: &str) -> usize {
    let board = fen.split([' ', '[']).next().unwrap_or_default();
    board.chars().filter(|c| c.is_ascii_alphabetic() && !c.eq_ignore_ascii_case(&'k')).count()
}

/// Random games against the mutation: what they find, and whether the case file shows it again.
fn seek(mutation: &Mutation, folder: &Path) -> Result<Found, String> {
    let b = mutation.address(folder);
    let a = format!("fairy:{}", mutation.variant);
    let case = folder.join("case.json").display().to_string();
    let args = ["diff", &a, &b, "--via", "core", "--depth", "1", "--walks", "4000", "--plies", "120"];
    let begin = Instant::now();
    let (code, text) = ferry(&[&args[..], &["-o", &case, "--format", "text"]].concat());
    let after = begin.elapsed();
    if code != 1 {
        return Err(format!("exit {code} after {after:?}: {text}"));
    }
    let read = std::fs::read_to_string(&case).map_err(|e| format!("{e}: {text}"))?;
    let read: serde_json::Value = serde_json::from_str(&read).map_err(|e| e.to_string())?;
    let (code, again) = ferry(&["diff", &case]);
    if code != 1 || !again.starts_with("DIFFERENT") {
        return Err(format!("the case file gives exit {code}: {again}"));
    }
    let position = read["sides"][0]["position"].as_str().unwrap_or_default().to_owned();
    let path: Vec<&str> =
        read["sides"][0]["path"].as_array().into_iter().flatten().filter_map(|m| m.as_str()).collect();
    let rules = read["rules"].as_array().into_iter().flatten().filter_map(|r| r.as_str());
    Ok(Found {
        after,
        men: if position.is_empty() { usize::MAX } else { beside_kings(&position) },
        rules: rules.map(str::to_owned).collect(),
        position: format!("{position} {}", path.join(" ")),
    })
}

fn run(mutations: &[&Mutation]) {
    let mut wrong = Vec::new();
    for (number, mutation) in mutations.iter().enumerate() {
        let folder = tempfile::tempdir().expect("a folder");
        let found = match seek(mutation, folder.path()) {
            Ok(found) => found,
            Err(why) => {
                println!("{} | {} | NOT FOUND", mutation.variant, mutation.what);
                wrong.push(format!("{}, {}: {why}", mutation.variant, mutation.what));
                continue;
            }
        };
        println!(
            "{} | {} | {} | {:.1} s | {} men | {} | {}",
            number + 1,
            mutation.variant,
            mutation.what,
            found.after.as_secs_f64(),
            found.men,
            found.rules.join(", "),
            found.position.trim()
        );
        let mut fault = |what: String| wrong.push(format!("{}, {}: {what}", mutation.variant, mutation.what));
        if found.after > Duration::from_secs(60) {
            fault(format!("found after {:?}", found.after));
        }
        if found.men > mutation.men {
            fault(format!("{} men beside kings, {} would do: {}", found.men, mutation.men, found.position));
        }
        if !found.rules.iter().any(|rule| rule.starts_with(mutation.rule)) {
            fault(format!("the rule is `{}`, not {:?}", mutation.rule, found.rules));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One of each of some kinds.
#[test]
fn a_sample_is_found() {
    let sample: Vec<&Mutation> = MUTATIONS.iter().filter(|mutation| mutation.sample).collect();
    assert!(sample.len() >= 5);
    run(&sample);
}

#[test]
#[ignore = "full"]
fn all_are_found() {
    let filter = std::env::var("FERRY_CASES").unwrap_or_default();
    let all: Vec<&Mutation> =
        MUTATIONS.iter().filter(|m| format!("{} {}", m.variant, m.what).contains(&filter)).collect();
    let variants: std::collections::BTreeSet<&str> = MUTATIONS.iter().map(|m| m.variant).collect();
    assert!(MUTATIONS.len() >= 40 && variants.len() >= 10);
    run(&all);
}
