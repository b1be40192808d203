//! Variants as small differences from a parent: `extends`, `variants`, `without`, `add`.

use super::tree::{Entry, Node, Table, Value, entry};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};

/// The keys that say how a table is put together, and are no fields of the rules.
pub(super) const ASSEMBLY: [&str; 4] = ["extends", "variants", "without", "add"];

/// What names a record in a list, so that a difference can speak of it.
pub(super) fn identity(list: &str, record: &Node) -> Option<String> {
    let text = |key: &str| record.get(key).and_then(Node::text).map(str::to_owned);
    match list {
        "pieces" | "marks" => text("name"),
        "castlings" => {
            let letter = text("letter")?;
            Some(match text("sides") {
                Some(sides) if sides != "both" => format!("{letter}-{sides}"),
                _ => letter,
            })
        }
        _ => None,
    }
}

/// A table with a child's differences: what the child takes away, then its fields over the
/// parent's, then what it adds to lists.
pub(super) fn differ(mut parent: Node, child: &Table, findings: &mut Vec<Diagnostic>) -> Node {
    if let Some(list) = child.get("without") {
        take_away(&mut parent, &list.node, findings);
    }
    let redrawn = child.get("start").is_some_and(|start| start.node.get("rows").is_some());
    if redrawn && let Some(start) = parent.table_mut().and_then(|table| table.get_mut("start")) {
        for side in ["white", "black"] {
            start.node.table_mut().map(|table| table.shift_remove(side));
        }
    }
    let own = child.iter().filter(|(key, _)| !ASSEMBLY.contains(&key.as_str()));
    for (key, value) in own {
        overlay(&mut parent, key, value.clone());
    }
    if let Some(more) = child.get("add") {
        append(&mut parent, &more.node, findings);
    }
    parent
}

fn overlay(parent: &mut Node, key: &str, child: Entry) {
    let Some(fields) = parent.table_mut() else { return };
    let Some(known) = fields.get_mut(key) else {
        fields.insert(key.to_owned(), child);
        return;
    };
    known.key = child.key;
    match (&mut known.node.value, child.node.value) {
        (Value::Table(_), Value::Table(table)) if key != "zone" && key != "from" && key != "to" => {
            for (key, value) in table {
                overlay(&mut known.node, &key, value);
            }
        }
        (Value::List(list), Value::List(records))
            if records.iter().all(|record| identity(key, record).is_some()) && !records.is_empty() =>
        {
            for record in records {
                let name = identity(key, &record);
                match list.iter_mut().find(|known| identity(key, known) == name) {
                    Some(known) => {
                        known.span = record.span;
                        if let Value::Table(table) = record.value {
                            for (key, value) in table {
                                overlay(known, &key, value);
                            }
                        }
                    }
                    None => list.push(record),
                }
            }
        }
        (_, value) => known.node = Node { span: child.node.span, value },
    }
}

/// Takes away what a list of paths names.
fn take_away(parent: &mut Node, list: &Node, findings: &mut Vec<Diagnostic>) {
    let wrong = |node: &Node, message: String, help: String| {
        Diagnostic::new(codes::TOML_WITHOUT, node.span, message).help(help)
    };
    let Some(paths) = list.list() else {
        let message = format!("{} stands where a list of paths must", list.kind());
        findings.push(wrong(list, message, "write without = [\"pieces.knight\", \"promotions\"]".to_owned()));
        return;
    };
    for node in paths {
        let Some(path) = node.text() else {
            let message = format!("{} stands where a path must", node.kind());
            findings.push(wrong(node, message, "write a path as text: \"pieces.knight\"".to_owned()));
            continue;
        };
        if let Err(known) = remove(parent, "", path) {
            let hint =
                did_you_mean(path.rsplit('.').next().unwrap_or(path), known.iter().map(String::as_str));
            let all = || format!("there are {}", known.join(", "));
            findings.push(wrong(node, format!("the parent has no `{path}`"), hint.unwrap_or_else(all)));
        }
    }
}

/// Removes what a path names; fails with the names that there are.
fn remove(node: &mut Node, list: &str, path: &str) -> Result<(), Vec<String>> {
    let (head, rest) = match path.split_once('.') {
        Some((head, rest)) => (head, Some(rest)),
        None => (path, None),
    };
    match &mut node.value {
        Value::Table(table) => {
            let known = || table.keys().cloned().collect::<Vec<_>>();
            match rest {
                None if table.contains_key(head) => {
                    table.shift_remove(head);
                    Ok(())
                }
                Some(rest) if table.contains_key(head) => {
                    table.get_mut(head).map_or(Ok(()), |entry| remove(&mut entry.node, head, rest))
                }
                _ => Err(known()),
            }
        }
        Value::List(records) => {
            let names: Vec<String> = (records.iter().zip(1..))
                .map(|(record, number)| identity(list, record).unwrap_or_else(|| number.to_string()))
                .collect();
            let Some(at) = names.iter().position(|name| name == head) else { return Err(names) };
            match rest {
                None => {
                    records.remove(at);
                    Ok(())
                }
                Some(rest) => remove(&mut records[at], "", rest),
            }
        }
        _ => Err(Vec::new()),
    }
}

/// Adds records behind those of the parent's lists.
fn append(parent: &mut Node, more: &Node, findings: &mut Vec<Diagnostic>) {
    let Some(lists) = more.table() else {
        let message = format!("{} stands where a table of lists must", more.kind());
        findings.push(
            Diagnostic::new(codes::TOML_VALUE, more.span, message)
                .help("write [[add.promotions]] and the fields of the record below"),
        );
        return;
    };
    let Some(fields) = parent.table_mut() else { return };
    for (key, list) in lists {
        let Some(records) = list.node.list() else {
            let message = format!("{} stands where a list of records must", list.node.kind());
            findings.push(
                Diagnostic::new(codes::TOML_VALUE, list.node.span, message)
                    .help(format!("write [[add.{key}]] with double brackets")),
            );
            continue;
        };
        let empty = || Entry {
            key: list.key,
            ..entry(Node { span: list.node.span, value: Value::List(Vec::new()) })
        };
        let known = fields.entry(key.clone()).or_insert_with(empty);
        if let Some(known) = known.node.list_mut() {
            known.extend(records.iter().cloned());
        }
    }
}
