//! A comparison as data.

use serde_json::{Value, json};

use super::{Comparison, Replay, word};
use crate::crosscheck::{Difference, KINDS, Met, Shrunk, Verdict};

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
/// `difference` or `null`. Without a verdict `equal` is `null` and `trouble` says why.
pub fn json(comparison: &Comparison<'_>) -> Value {
    let replay = comparison.replay;
    let (evidence, d) = match comparison.outcome {
        Err(trouble) => return json!({"equal": null, "trouble": trouble.to_string()}),
        Ok(Verdict::Equal(evidence)) => (evidence, None),
        Ok(Verdict::Different(d, evidence)) => (evidence, Some(d)),
    };
    let counts: Vec<Value> = (evidence.counts.iter())
        .map(|(depth, numbers)| {
            json!({"depth": depth, "nodes": numbers, "equal": numbers.iter().all(|n| *n == numbers[0])})
        })
        .collect();
    let coverage: serde_json::Map<String, Value> =
        KINDS.iter().zip(evidence.coverage.0).map(|(kind, n)| ((*kind).to_owned(), json!(n))).collect();
    let (met, vanished) = comparison.of_baseline();
    let entries = |list: &[usize]| -> Vec<Value> {
        list.iter().map(|i| serde_json::to_value(&comparison.known.entries[*i]).unwrap_or_default()).collect()
    };
    json!({
        "equal": d.is_none(),
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
