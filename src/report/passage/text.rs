//! The report for people.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{loss, place};
use crate::rules::Item;
use crate::source::SourceMap;

/// Every loss in full: what and why, the way out, a position that shows it.
pub fn losses(sources: &SourceMap, items: &[Item]) -> String {
    let mut out = String::new();
    // One for each side is one for people; a way out is told where it is first met.
    let (mut told, mut ways) = (BTreeSet::new(), BTreeSet::new());
    for item in items.iter().filter(|item| item.is_loss()) {
        let line = loss(sources, item);
        if !told.insert(line.clone()) {
            continue;
        }
        out.push_str(&format!("{line}\n"));
        if let Some(remedy) = item.remedy.as_ref().filter(|remedy| ways.insert(remedy.as_str())) {
            out.push_str(&format!("  do:  {remedy}\n"));
        }
        if let Some(witness) = &item.witness {
            out.push_str(&format!("  see: {} in {}\n", witness.note, witness.position));
        }
    }
    out
}

/// What is exact: a line for each piece and section, or for each item.
pub fn exact(sources: &SourceMap, items: &[Item], verbose: bool) -> String {
    let exact = items.iter().filter(|item| !item.is_loss());
    if verbose {
        return exact
            .map(|item| {
                let remedy = item.remedy.as_ref().map(|r| format!("; {r}")).unwrap_or_default();
                format!("exact: {}{}: {}{remedy}\n", place(sources, item), item.rule, item.why)
            })
            .collect();
    }
    let mut groups: IndexMap<String, Vec<&Item>> = IndexMap::new();
    let mut no_rules = 0;
    for item in exact {
        if item.why.starts_with("not a rule") {
            no_rules += 1;
        } else {
            groups.entry(group(&item.rule)).or_default().push(item);
        }
    }
    let mut out = String::new();
    for (name, items) in &groups {
        let said = match items[..] {
            [item] => item.why.clone(),
            _ => several(items),
        };
        out.push_str(&format!("exact: {name}: {said}\n"));
    }
    if no_rules > 0 {
        let texts = if no_rules == 1 { "one part" } else { &format!("{no_rules} parts") };
        out.push_str(&format!("exact: texts, pictures and sounds: {texts} of the file, no rules\n"));
    }
    out
}

/// The piece or section that an item is about.
fn group(rule: &str) -> String {
    for part in [" moves, block ", " drops, block "] {
        if let Some((piece, _)) = rule.split_once(part) {
            return piece.to_owned();
        }
    }
    if let Some(rest) = rule.strip_prefix("pieces.") {
        return rest.split('.').next().unwrap_or(rest).to_owned();
    }
    if rule.starts_with("key ") {
        return "keys".to_owned();
    }
    rule.split(['.', '[', ' ']).next().unwrap_or(rule).to_owned()
}

/// Several items of one piece or section in a few words.
fn several(items: &[&Item]) -> String {
    let counted = |part: &str| items.iter().filter(|item| item.rule.contains(part)).count();
    let number = |n: usize, one: &str, more: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {more}")),
    };
    let mut parts: Vec<String> = [
        number(counted(" moves, block "), "block of moves", "blocks of moves"),
        number(counted(" drops, block "), "block of drops", "blocks of drops"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let others: Vec<&&Item> = items.iter().filter(|item| !item.rule.contains(", block ")).collect();
    match others[..] {
        [] => {}
        [item] => parts.push(item.why.clone()),
        _ if items.iter().all(|item| item.rule.starts_with("key ")) => {
            parts.push(format!("{} of the section, each as in the source", items.len()));
        }
        _ if parts.is_empty() && others.len() <= 3 => {
            parts.extend(others.iter().map(|item| item.why.clone()));
        }
        _ => parts.extend(number(others.len(), "rule", "rules")),
    }
    parts.dedup();
    parts.join("; ")
}
