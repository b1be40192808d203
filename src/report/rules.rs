//! What differs between two sets of rules, drawn for people and as data.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use crate::betza::{self, Dialect};
use crate::fairy;
use crate::rules::Rules;
use crate::rules::differences::{self, Difference, Differences, Movement};

/// The differences of two sets of rules, movements in the Betza notation. What makes no difference
/// in either game is left out.
pub fn compare(a: &Rules, b: &Rules) -> Differences {
    let (b, renamed) = differences::named_alike(a, b);
    Differences { renamed, list: differences::differences(&meant(a), &meant(&b), &movement) }
}

/// Rules without what makes no difference in their game. What that is, is judged by the usual
/// names of the pieces, which are in lower case.
fn meant(rules: &Rules) -> Rules {
    let names: BTreeMap<String, String> =
        rules.pieces.iter().map(|piece| (piece.name.to_lowercase(), piece.name.clone())).collect();
    if names.len() < rules.pieces.len() {
        return fairy::meant(rules);
    }
    let mut lower = rules.clone();
    lower.rename_types(&|name| name.to_lowercase());
    let mut meant = fairy::meant(&lower);
    meant.rename_types(&|name| names.get(name).cloned().unwrap_or_else(|| name.to_owned()));
    meant
}

/// A type's movement: in Betza, and what Betza has no words for.
fn movement(rules: &Rules, kind: &str) -> Movement {
    let stated = betza::stated(rules, kind);
    let spelled = betza::spell(&stated.ways, Dialect::Engine, rules.board.files.max(rules.board.ranks));
    let whole = stated.left.is_empty() && stated.besides.is_empty() && spelled.left.is_empty();
    let text = match (spelled.text.is_empty(), whole) {
        (true, true) => "never moves".to_owned(),
        (true, false) => "by special rules".to_owned(),
        (false, true) => spelled.text,
        (false, false) => format!("{} by special rules", spelled.text),
    };
    Movement { text, whole }
}

/// As a list for people: a heading for each clause, A's words behind `-`, B's behind `+`.
pub fn text(found: &Differences, names: [&str; 2]) -> String {
    let mut out = String::new();
    let count = found.list.len();
    let _ = match count {
        0 => writeln!(out, "the rules are the same"),
        1 => writeln!(out, "1 difference"),
        _ => writeln!(out, "{count} differences"),
    };
    let _ = writeln!(out, "- {}\n+ {}", names[0], names[1]);
    for (ours, theirs) in &found.renamed {
        let _ = writeln!(out, "the same piece: {ours} is {theirs} there");
    }
    let mut last = String::new();
    for difference in &found.list {
        let head = format!("{} {}", difference.clause, difference.of).trim_end().to_owned();
        if head != last {
            let _ = writeln!(out, "\n{head}");
            last = head;
        }
        out.push_str(&body(difference));
    }
    out
}

/// What the two say: where both speak, of long texts the parts that differ.
fn body(difference: &Difference) -> String {
    let mut out = String::new();
    let (Some(a), Some(b)) = (&difference.a, &difference.b) else {
        for (sign, text) in [('-', &difference.a), ('+', &difference.b)] {
            if let Some(text) = text {
                let _ = writeln!(out, "  {sign} {text}");
            }
        }
        return out;
    };
    let parts = |text: &str| text.split("; ").map(str::to_owned).collect::<Vec<String>>();
    let (ours, theirs) = (parts(a), parts(b));
    let (ours, theirs): (Vec<&str>, Vec<&str>) =
        (ours.iter().map(String::as_str).collect(), theirs.iter().map(String::as_str).collect());
    if ours.len() == 1 && theirs.len() == 1 {
        let _ = writeln!(out, "  - {a}\n  + {b}");
        return out;
    }
    for change in TextDiff::from_slices(&ours, &theirs).iter_all_changes() {
        let sign = match change.tag() {
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
            ChangeTag::Equal => ' ',
        };
        let _ = writeln!(out, "  {sign} {}", change.value());
    }
    out
}

/// As data.
pub fn json(found: &Differences, names: [&str; 2]) -> Value {
    let difference = |difference: &Difference| {
        let only = match (&difference.a, &difference.b) {
            (Some(_), None) => Some("a"),
            (None, Some(_)) => Some("b"),
            _ => None,
        };
        json!({
            "clause": difference.clause,
            "of": difference.of,
            "only": only,
            "a": difference.a,
            "b": difference.b,
        })
    };
    json!({
        "a": names[0],
        "b": names[1],
        "equal": found.list.is_empty(),
        "renamed": found.renamed.iter().map(|(a, b)| json!({"a": a, "b": b})).collect::<Vec<_>>(),
        "differences": found.list.iter().map(difference).collect::<Vec<_>>(),
    })
}
