//! A comparison for people: what was compared, and both boards side by side where it differs.

use super::{Comparison, Replay};
use crate::crosscheck::{Difference, Evidence, Fate, KINDS, Kind, Part, Shrunk, Verdict};

/// The counts of each depth, side by side.
pub fn counts(evidence: &Evidence) -> String {
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
        let equal = numbers.iter().all(|n| *n == numbers[0]);
        out.push_str(&match evidence.open.get(depth) {
            _ if equal => "  equal\n".to_owned(),
            Some(why) => format!("  not comparable: {why}\n"),
            None => "  DIFFERENT\n".to_owned(),
        });
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
        if !evidence.unused.is_empty() {
            out.push_str(&format!("\n  never played: {}", evidence.unused.join(", ")));
        }
    }
    out
}

/// What was not run, in a sentence a reason.
fn not_run(comparison: &Comparison<'_>, verdict: &Verdict) -> String {
    let mut by_reason: Vec<(String, Vec<Part>)> = Vec::new();
    for (part, fate) in verdict.parts(comparison.limits) {
        let Fate::Skipped(why) = fate else { continue };
        match by_reason.iter_mut().find(|(other, _)| *other == why) {
            Some((_, parts)) => parts.push(part),
            None => by_reason.push((why, vec![part])),
        }
    }
    let mut out = String::new();
    for (why, parts) in by_reason {
        let games = parts.iter().filter(|part| matches!(part, Part::Game(_))).count();
        let mut list: Vec<String> = Vec::new();
        for part in parts {
            match part {
                Part::Start => list.push("the start".to_owned()),
                Part::Tree => list.push("the tree".to_owned()),
                Part::Depth(depth) => list.push(format!("depth {depth}")),
                Part::Game(game) if games == 1 => list.push(format!("game {game}")),
                Part::Game(_) => {}
            }
        }
        if games > 1 {
            list.push(format!("{games} games"));
        }
        out.push_str(&format!("  not run: {}: {why}\n", list.join(", ")));
    }
    out
}

/// What the verdict says beside a difference.
fn judged(comparison: &Comparison<'_>, verdict: &Verdict) -> String {
    let evidence = verdict.evidence();
    let mut out = match comparison.open() {
        Some(open) => format!("{open}\n"),
        None => format!("{}: {}\n", verdict.state().as_str(), evidence.names.join(", ")),
    };
    if evidence.positions > 0 {
        out.push_str(&format!("  {}\n", extent(evidence)));
    }
    if evidence.assumed > 0 {
        out.push_str(&format!(
            "  {} more differences of rules that known ones touch were not judged one by one\n",
            evidence.assumed
        ));
    }
    out
}

/// The whole outcome.
pub fn text(comparison: &Comparison<'_>) -> String {
    let replay = comparison.replay;
    let verdict = match comparison.outcome {
        Err(trouble) => return format!("no verdict: {trouble}\n"),
        Ok(verdict) => verdict,
    };
    let mut out = counts(verdict.evidence());
    verdict.evidence().notes.iter().for_each(|note| out.push_str(&format!("note: {note}\n")));
    match verdict.difference() {
        Some(d) => {
            out.push_str(&both(d, replay));
            verdict.losses().iter().for_each(|loss| out.push_str(&format!("  loss: {loss}\n")));
        }
        None => {
            out.push_str(&judged(comparison, verdict));
            out.push_str(&not_run(comparison, verdict));
        }
    }
    let entry = |word: &str, i: &usize| {
        let known = &comparison.known.entries[*i];
        format!("{word}: {} ({})\n", known.label, known.key())
    };
    let (met, vanished) = comparison.of_baseline();
    met.iter().for_each(|i| out.push_str(&entry("known", i)));
    vanished.iter().for_each(|i| out.push_str(&entry("vanished", i)));
    for found in comparison.parts().0.into_iter().flat_map(|evidence| &evidence.found) {
        out.push_str(&format!("taken down: {} ({})\n", found.summary(), found.fingerprint()));
    }
    out
}

/// A difference as it was met, and shrunken.
pub(super) fn both(d: &Difference, replay: &Replay) -> String {
    let small = d.shrunk.as_ref().map(|small| shrunken(small, replay)).unwrap_or_default();
    difference(d, replay) + &small
}

/// What the two are called where both are spoken of: one engine may play both sides.
fn names(d: &Difference) -> [String; 2] {
    [0, 1].map(|i| {
        if d.names[0] == d.names[1] {
            format!("{} {}", ["A:", "B:"][i], d.names[i])
        } else {
            d.names[i].clone()
        }
    })
}

/// So many characters fit beside each other.
const WIDE: usize = 100;

/// Both boards side by side, or one where they are the same; one below the other where they
/// are too wide.
fn boards(d: &Difference) -> String {
    let [a, b] = &d.boards;
    let lines = |list: &[String]| list.iter().map(|line| format!("  {line}\n")).collect::<String>();
    if a == b {
        return lines(a);
    }
    let width = |list: &[String]| list.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let wide = width(a).max(names(d)[0].chars().count() + 4);
    if wide + width(b) + 8 > WIDE {
        let [first, second] = names(d);
        return format!("  {first}\n{}  {second}\n{}", lines(a), lines(b));
    }
    let heads = names(d).map(|name| format!("    {name}"));
    let mut out = String::new();
    let empty = String::new();
    let (left, right): (Vec<&String>, Vec<&String>) =
        (heads[..1].iter().chain(a).collect(), heads[1..].iter().chain(b).collect());
    for i in 0..left.len().max(right.len()) {
        let [l, r] = [&left, &right].map(|list| list.get(i).copied().unwrap_or(&empty));
        let fill = " ".repeat(wide - l.chars().count());
        out.push_str(format!("  {l}{fill}    {r}").trim_end());
        out.push('\n');
    }
    out
}

/// Who stands with whom, and which rules are concerned.
fn judgement(d: &Difference) -> String {
    let mut out = String::new();
    for rule in d.rules() {
        out.push_str(&format!("  rule: {rule}\n"));
    }
    if let Some(camp) = d.majority() {
        let alone: Vec<String> = d.camps[1..].iter().map(|camp| camp.join(" and ")).collect();
        out.push_str(&format!("  majority: {} agree, against {}\n", camp.join(" and "), alone.join(", ")));
    } else if d.camps.len() > 1 {
        let camps: Vec<String> = d.camps.iter().map(|camp| camp.join(" and ")).collect();
        out.push_str(&format!("  no majority: {}\n", camps.join(" / ")));
    }
    out
}

fn difference(d: &Difference, replay: &Replay) -> String {
    let [a, b] = names(d);
    let what = match d.kind {
        Kind::Start => "the games begin differently",
        Kind::Moves => "the moves differ",
        Kind::Result => "the results differ",
        Kind::Counts => "the counts of one do not fit its own moves",
    };
    let plies = d.path[0].len();
    let word = if d.kind == Kind::Counts { "CONTRADICTION" } else { "DIFFERENT" };
    let mut out = format!("{word}: {what} after {plies} half move{}\n", if plies == 1 { "" } else { "s" });
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
    out.push_str(&judgement(d));
    out.push_str(&boards(d));
    for (i, name) in [&a, &b].into_iter().enumerate() {
        if let Some(over) = &d.over[i] {
            out.push_str(&format!("  {name}: the game is over: {over}\n"));
        }
        if !d.only[i].is_empty() {
            out.push_str(&format!("  only {name}: {}\n", d.only[i].join(" ")));
        }
    }
    if let Some(counts) = &d.counts {
        for (i, name) in [&a, &b].into_iter().enumerate() {
            out.push_str(&format!(
                "  {name}: {} sequences of {} counted, {} by its moves\n",
                counts.said[i], counts.depth, counts.listed[i]
            ));
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
    let mut out = format!("shrunk to {} pieces:\n  position: {}\n", small.men, small.from[0]);
    if small.from[0] != small.from[1] {
        out.push_str(&format!("  as B reads it: {}\n", small.from[1]));
    }
    if !d.path[0].is_empty() {
        out.push_str(&format!("  moves: {}\n", d.path[0].join(" ")));
    }
    d.rules().iter().for_each(|rule| out.push_str(&format!("  rule: {rule}\n")));
    out.push_str(&boards(d));
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
