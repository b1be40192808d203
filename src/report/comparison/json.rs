//! A comparison as data.

use serde_json::{Value, json};

use super::{Comparison, Replay, word};
use crate::crosscheck::{Difference, Fate, KINDS, Met, Part, Shrunk, State};

fn shrunken(small: &Shrunk, replay: &Replay) -> Value {
    let d = &small.difference;
    json!({
        "men": small.men,
        "positions": small.from,
        "path": d.path,
        "moves": d.moves,
        "only": d.only,
        "over": d.over,
        "rules": d.rules(),
        "replay": ([0, 1].map(|i| replay.command_from(d, i, Some(&small.from[i])))),
    })
}

/// The whole outcome: an object with what was compared, `known`, `vanished`, and a
/// `difference` or `null`. `verdict` says how it came out; `equal` is `null` where nothing is
/// shown, or where there is no verdict and `trouble` says why.
pub fn json(comparison: &Comparison<'_>) -> Value {
    let replay = comparison.replay;
    let verdict = match comparison.outcome {
        Err(trouble) => {
            return json!({"verdict": null, "equal": null, "trouble": trouble.to_string()});
        }
        Ok(verdict) => verdict,
    };
    let (evidence, d) = (verdict.evidence(), verdict.difference());
    let counts: Vec<Value> = (evidence.counts.iter())
        .map(|(depth, numbers)| {
            let equal = numbers.iter().all(|n| *n == numbers[0]);
            let why = evidence.open.get(depth).filter(|_| !equal);
            json!({"depth": depth, "nodes": numbers, "equal": equal, "not_comparable": why})
        })
        .collect();
    let parts: Vec<Value> = (verdict.parts(comparison.limits).into_iter())
        .map(|(part, fate)| {
            let (word, why) = match fate {
                Fate::Passed => ("passed", None),
                Fate::Failed => ("failed", None),
                Fate::Skipped(why) => ("skipped", Some(why)),
            };
            json!({"part": named(part), "outcome": word, "why": why})
        })
        .collect();
    let coverage: serde_json::Map<String, Value> =
        KINDS.iter().zip(evidence.coverage.0).map(|(kind, n)| ((*kind).to_owned(), json!(n))).collect();
    let (met, vanished) = comparison.of_baseline();
    let entries = |list: &[usize]| -> Vec<Value> {
        list.iter().map(|i| serde_json::to_value(&comparison.known.entries[*i]).unwrap_or_default()).collect()
    };
    json!({
        "verdict": verdict.state().as_str(),
        "why": verdict.reason(),
        "losses": verdict.losses(),
        "notes": evidence.notes,
        // Nothing compared is neither.
        "equal": match verdict.state() {
            State::Equal | State::Known => Value::Bool(true),
            State::Different | State::Contradiction => Value::Bool(false),
            State::Nothing | State::NotShown => Value::Null,
        },
        "parts": parts,
        "positions": evidence.positions,
        "ends": evidence.ends,
        "assumed": evidence.assumed,
        "referees": evidence.names,
        "versions": replay.versions,
        "depth_by_effect": evidence.depth_by_effect,
        "moves_by_effect": evidence.effects,
        "counts": counts,
        "walks": evidence.walks,
        "games": evidence.games,
        "plies": evidence.plies,
        "repetitions": evidence.repetitions,
        "coverage": coverage,
        "rules": evidence.rules,
        "not_played": evidence.unused,
        "known": entries(&met),
        "vanished": entries(&vanished),
        "taken_down": evidence.found.iter().map(|d| difference(d, replay)).collect::<Vec<_>>(),
        "difference": d.map(|d| difference(d, replay)),
    })
}

/// A part in a word or two.
fn named(part: Part) -> String {
    match part {
        Part::Start => "start".to_owned(),
        Part::Tree => "tree".to_owned(),
        Part::Depth(depth) => format!("depth {depth}"),
        Part::Game(game) => format!("game {game}"),
    }
}

pub(super) fn difference(d: &Difference, replay: &Replay) -> Value {
    json!({
        "kind": word(d.kind),
        "between": d.names,
        "plies": d.path[0].len(),
        "path": d.path,
        "positions": d.positions,
        "moves": d.moves,
        "only": d.only,
        "over": d.over,
        "rules": d.rules(),
        "camps": d.camps,
        "majority": d.majority(),
        "counts": d.counts.as_ref().map(|c| json!({
            "depth": c.depth, "who": c.who, "counted": c.said, "by_moves": c.listed,
        })),
        "note": d.note,
        "met": match d.met {
            Met::Tree => "tree".to_owned(),
            Met::Depth(depth) => format!("depth {depth}"),
            Met::Game(game) => format!("game {game}"),
        },
        "replay": [replay.command(d, 0), replay.command(d, 1)],
        "fingerprint": d.fingerprint(),
        "shrunk": d.shrunk.as_ref().map(|small| shrunken(small, replay)),
    })
}
