//! How the outcome of a comparison is shown.

use serde_json::{Value, json};

use crate::crosscheck::{Difference, Evidence, KINDS, Kind, Shrunk, Verdict};

/// Addresses and referees, for the way to replay a difference.
pub(super) struct Replay {
    /// For each referee the address, and `--via`'s word.
    pub(super) by: Vec<(String, String)>,
    /// The positions from which was walked, as each referee reads them, where not from the start.
    pub(super) fens: Vec<String>,
}

fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-#:=@%+".contains(c);
    if !text.is_empty() && text.chars().all(plain) && !text.contains("##") {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

impl Replay {
    fn command(&self, difference: &Difference, side: usize) -> String {
        self.command_from(difference, side, self.fens.get(difference.between[side]))
    }

    fn command_from(&self, difference: &Difference, side: usize, fen: Option<&String>) -> String {
        let (address, via) = &self.by[difference.between[side]];
        let mut command = format!("ferry moves {} --via {via}", quoted(address));
        if let Some(fen) = fen {
            command.push_str(&format!(" --fen {}", quoted(fen)));
        }
        if !difference.path[side].is_empty() {
            command.push_str(&format!(" --moves {}", quoted(&difference.path[side].join(" "))));
        }
        command
    }
}

/// The counts of each depth, side by side.
pub(super) fn counts(evidence: &Evidence) -> String {
    let mut out = String::new();
    if evidence.counts.is_empty() {
        return out;
    }
    let width = |i: usize| {
        let longest = evidence.counts.iter().map(|(_, n)| n.get(i).map_or(0, |n| n.to_string().len())).max();
        longest.unwrap_or(0).max(evidence.names[i].len())
    };
    out.push_str("depth");
    for (i, name) in evidence.names.iter().enumerate() {
        out.push_str(&format!("  {name:>w$}", w = width(i)));
    }
    out.push('\n');
    for (depth, numbers) in &evidence.counts {
        out.push_str(&format!("{depth:5}"));
        for (i, n) in numbers.iter().enumerate() {
            out.push_str(&format!("  {n:>w$}", w = width(i)));
        }
        out.push_str(if numbers.iter().all(|n| *n == numbers[0]) { "  equal\n" } else { "  DIFFERENT\n" });
    }
    out
}

/// What was compared, in a sentence.
fn extent(evidence: &Evidence) -> String {
    let mut out = format!(
        "{} moves compared by what they lead to, all to depth {}; {} random games, {} half moves",
        evidence.effects, evidence.depth_by_effect, evidence.walks, evidence.plies
    );
    if evidence.repetitions > 0 {
        out.push_str(&format!(
            "; {} of them ended by repetition, which others take for a claim",
            evidence.repetitions
        ));
    }
    if evidence.plies > 0 {
        let played = KINDS.iter().zip(evidence.coverage.0).filter(|(_, n)| *n > 0);
        let list: Vec<String> = played.map(|(kind, n)| format!("{kind} {n}")).collect();
        out.push_str(&format!("\n  played in the games: {}", list.join(", ")));
    }
    out
}

pub(super) fn text(verdict: &Verdict, replay: &Replay) -> String {
    match verdict {
        Verdict::Equal(evidence) => {
            format!("{}equal: {}\n  {}\n", counts(evidence), evidence.names.join(", "), extent(evidence))
        }
        Verdict::Different(d, evidence) => {
            let small = d.shrunk.as_ref().map(|small| shrunken(small, replay)).unwrap_or_default();
            format!("{}{}{small}", counts(evidence), difference(d, replay))
        }
    }
}

fn difference(d: &Difference, replay: &Replay) -> String {
    let [a, b] = [0, 1].map(|i| {
        // One engine may play both sides.
        if d.names[0] == d.names[1] {
            format!("{} {}", ["A:", "B:"][i], d.names[i])
        } else {
            d.names[i].clone()
        }
    });
    let what = match d.kind {
        Kind::Start => "the games begin differently",
        Kind::Moves => "the moves differ",
        Kind::Result => "the results differ",
    };
    let plies = d.path[0].len();
    let mut out = format!("DIFFERENT: {what} after {plies} half move{}\n", if plies == 1 { "" } else { "s" });
    if !d.note.is_empty() {
        out.push_str(&format!("  {}\n", d.note));
    }
    if plies > 0 {
        out.push_str(&format!("  moves: {}\n", d.path[0].join(" ")));
        if d.path[0] != d.path[1] {
            out.push_str(&format!("  as {b} spells them: {}\n", d.path[1].join(" ")));
        }
    }
    out.push_str(&format!("  position: {}\n", d.positions[0]));
    if d.positions[0] != d.positions[1] {
        out.push_str(&format!("  as {b} writes it: {}\n", d.positions[1]));
    }
    out.push_str(&d.board);
    for (i, name) in [&a, &b].into_iter().enumerate() {
        if let Some(over) = &d.over[i] {
            out.push_str(&format!("  {name}: the game is over: {over}\n"));
        }
        if !d.only[i].is_empty() {
            out.push_str(&format!("  only {name}: {}\n", d.only[i].join(" ")));
        }
    }
    if d.kind == Kind::Moves {
        for (i, name) in [&a, &b].into_iter().enumerate() {
            out.push_str(&format!("  all of {name} ({}): {}\n", d.moves[i].len(), d.moves[i].join(" ")));
        }
    }
    out.push_str("replay:\n");
    for i in 0..2 {
        out.push_str(&format!("  {}\n", replay.command(d, i)));
    }
    out
}

/// The same in the smallest position that shows it.
fn shrunken(small: &Shrunk, replay: &Replay) -> String {
    let d = &small.difference;
    let mut out = format!("shrunk to {} men:\n  position: {}\n", small.men, small.from[0]);
    if small.from[0] != small.from[1] {
        out.push_str(&format!("  as B reads it: {}\n", small.from[1]));
    }
    if !d.path[0].is_empty() {
        out.push_str(&format!("  moves: {}\n", d.path[0].join(" ")));
    }
    out.push_str(&d.board);
    for (i, side) in ["A", "B"].into_iter().enumerate() {
        let (all, only) = (&d.moves[i], &d.only[i]);
        out.push_str(&format!("  {side}: {} has {} moves: {}\n", d.names[i], all.len(), all.join(" ")));
        if !only.is_empty() {
            out.push_str(&format!("  {side} alone: {}\n", only.join(" ")));
        }
    }
    out.push_str("replay:\n");
    for i in 0..2 {
        out.push_str(&format!("  {}\n", replay.command_from(d, i, Some(&small.from[i]))));
    }
    out
}

fn shrunken_json(small: &Shrunk, replay: &Replay) -> Value {
    let d = &small.difference;
    json!({
        "men": small.men,
        "positions": small.from,
        "path": d.path,
        "moves": d.moves,
        "only": d.only,
        "over": d.over,
        "replay": ([0, 1].map(|i| replay.command_from(d, i, Some(&small.from[i])))),
    })
}

pub(super) fn json(verdict: &Verdict, replay: &Replay) -> Value {
    let (d, evidence) = match verdict {
        Verdict::Equal(evidence) => (None, evidence),
        Verdict::Different(d, evidence) => (Some(d), evidence),
    };
    let counts: Vec<Value> = (evidence.counts.iter())
        .map(|(depth, numbers)| {
            json!({"depth": depth, "nodes": numbers, "equal": numbers.iter().all(|n| *n == numbers[0])})
        })
        .collect();
    let coverage: serde_json::Map<String, Value> =
        KINDS.iter().zip(evidence.coverage.0).map(|(kind, n)| ((*kind).to_owned(), json!(n))).collect();
    let difference = d.map(|d| {
        json!({
            "kind": match d.kind { Kind::Start => "start", Kind::Moves => "moves", Kind::Result => "result" },
            "between": d.names,
            "plies": d.path[0].len(),
            "path": d.path,
            "positions": d.positions,
            "moves": d.moves,
            "only": d.only,
            "over": d.over,
            "note": d.note,
            "replay": [replay.command(d, 0), replay.command(d, 1)],
            "fingerprint": d.fingerprint(),
            "shrunk": d.shrunk.as_ref().map(|small| shrunken_json(small, replay)),
        })
    });
    json!({
        "equal": d.is_none(),
        "referees": evidence.names,
        "depth_by_effect": evidence.depth_by_effect,
        "moves_by_effect": evidence.effects,
        "counts": counts,
        "walks": evidence.walks,
        "plies": evidence.plies,
        "repetitions": evidence.repetitions,
        "coverage": coverage,
        "known": evidence.known,
        "difference": difference,
    })
}
