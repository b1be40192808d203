//! What an author may write shorter than the rules have it: names of regions, moves in
//! Betza's notation, the start position as a picture, sources beside the rules.

use std::collections::BTreeMap;

use super::merge::identity;
use super::tree::{Entry, Node, Table, Value, entry, of_json};
use crate::betza::{self, Dialect};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::rules::{At, MAX_EXTENT, Square, SquareSet};

/// The mark that Betza's `i` asks for; it is declared where it is needed.
pub(super) const UNMOVED: &str = "unmoved";

/// Spells out everything, in place.
pub(super) fn spell_out(root: &mut Node, findings: &mut Vec<Diagnostic>) {
    let Some(table) = root.table_mut() else { return };
    if let Some(board) = table.get("board").and_then(|entry| entry.node.table()) {
        extents(board, findings);
    }
    if let Some(regions) = table.shift_remove("regions") {
        name_regions(table, &regions.node, findings);
    }
    let mut first_moves = false;
    if let Some(pieces) = table.get_mut("pieces").and_then(|entry| entry.node.list_mut()) {
        for piece in pieces.iter_mut().filter_map(Node::table_mut) {
            moves(piece, &mut first_moves, findings);
        }
    }
    if first_moves {
        declare_unmoved(table);
    }
    let mut clauses = Vec::new();
    gather(root, "", &mut clauses);
    if let Some(table) = root.table_mut().filter(|_| !clauses.is_empty()) {
        let empty = || entry(Node { span: None, value: Value::List(Vec::new()) });
        let known = table.entry("clauses".to_owned()).or_insert_with(empty);
        if let Some(list) = known.node.list_mut() {
            list.extend(clauses);
        }
    }
}

/// Says plainly where a board is larger than any may be.
fn extents(board: &Table, findings: &mut Vec<Diagnostic>) {
    for key in ["files", "ranks"] {
        let Some(node) = board.get(key).map(|entry| &entry.node) else { continue };
        if let Value::Number(number) = node.value
            && !(1..=i64::from(MAX_EXTENT)).contains(&number)
        {
            let message = format!("a board has 1 to {MAX_EXTENT} {key}, not {number}");
            findings.push(
                Diagnostic::new(codes::TOML_VALUE, node.span, message)
                    .help(format!("write {key} with a number from 1 to {MAX_EXTENT}")),
            );
        }
    }
}

// --- regions ---------------------------------------------------------------------------

/// The fields that take a region.
const REGIONS: [&str; 8] = ["from", "to", "zone", "region", "held", "vacated", "king_from", "partner_from"];

fn name_regions(table: &mut Table, regions: &Node, findings: &mut Vec<Diagnostic>) {
    let Some(named) = regions.table() else {
        let message = format!("{} stands where a table of regions must", regions.kind());
        findings.push(
            Diagnostic::new(codes::TOML_VALUE, regions.span, message)
                .help("write [regions] and below it name = \"a1-h4\""),
        );
        return;
    };
    let mut known: BTreeMap<String, Node> = BTreeMap::new();
    for (name, value) in named {
        let is_squares = name.parse::<SquareSet>().is_ok();
        if is_squares || ["all", "from", "to"].contains(&name.as_str()) {
            let message = format!("`{name}` can't be the name of a region: it means something already");
            findings
                .push(Diagnostic::new(codes::TOML_REGION, value.key, message).help("choose another name"));
            continue;
        }
        let mut node = value.node.clone();
        // A region may be stated by the names of others before it.
        replace(&mut node, &known);
        known.insert(name.clone(), node);
    }
    for (key, value) in table.iter_mut() {
        use_names(key, &mut value.node, &known, findings);
    }
}

fn replace(node: &mut Node, known: &BTreeMap<String, Node>) -> bool {
    let found = node.text().and_then(|text| known.get(text)).map(|region| region.value.clone());
    match found {
        Some(value) => {
            node.value = value;
            true
        }
        None => false,
    }
}

fn use_names(key: &str, node: &mut Node, known: &BTreeMap<String, Node>, findings: &mut Vec<Diagnostic>) {
    // What a promoted piece is again is the name of a type: `{ to = "pawn" }`.
    if key == "reverts" {
        return;
    }
    if REGIONS.contains(&key) && !replace(node, known) {
        let unknown = node.text().filter(|text| is_word(text)).map(str::to_owned);
        if let Some(text) = unknown
            && !known.is_empty()
        {
            let message = format!("there is no region `{text}`");
            let names = known.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let help = did_you_mean(&text, known.keys().map(String::as_str))
                .unwrap_or_else(|| format!("the file names these: {names}"));
            findings.push(Diagnostic::new(codes::TOML_REGION, node.span, message).help(help));
        }
    }
    match &mut node.value {
        Value::Table(table) => {
            for (key, value) in table.iter_mut() {
                use_names(key, &mut value.node, known, findings);
            }
        }
        Value::List(list) => list.iter_mut().for_each(|item| use_names("", item, known, findings)),
        _ => {}
    }
}

/// Whether a text can only be a name: no squares, and no place of a move.
fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.parse::<SquareSet>().is_err()
        && text != "all"
        && text.parse::<At>().is_err()
        && !text.contains(' ')
}

// --- the start position as a picture ------------------------------------------------------

/// Puts the pieces of a picture on their squares; what the table itself says of a type goes before.
pub(super) fn picture(table: &mut Table, findings: &mut Vec<Diagnostic>) {
    let number = |table: &Table, key: &str| match table.get("board")?.node.get(key)?.value {
        Value::Number(number) => usize::try_from(number).ok(),
        _ => None,
    };
    let (files, ranks) = (number(table, "files"), number(table, "ranks"));
    let mut letters: BTreeMap<char, (&'static str, String)> = BTreeMap::new();
    for piece in table.get("pieces").and_then(|entry| entry.node.list()).unwrap_or_default() {
        let text = |key: &str| piece.get(key).and_then(Node::text);
        let (Some(name), Some(of)) = (text("name"), text("letters")) else { continue };
        let Ok(of) = of.parse::<crate::rules::Letters>() else { continue };
        letters.insert(of.white, ("white", name.to_owned()));
        letters.insert(of.black, ("black", name.to_owned()));
    }
    let Some(start) = table.get_mut("start").and_then(|entry| entry.node.table_mut()) else { return };
    let Some(rows) = start.shift_remove("rows") else { return };
    let mut wrong = |node: &Node, message: String, help: &str| {
        findings.push(Diagnostic::new(codes::TOML_ROWS, node.span, message).help(help));
    };
    let (Some(list), Some(files), Some(ranks)) = (rows.node.list(), files, ranks) else {
        wrong(
            &rows.node,
            "the rows of the start position must be a list of texts, on a board of stated size".to_owned(),
            "write rows = [\"rnbqk\", \"ppppp\", …] from the farthest rank down, with . for an empty square",
        );
        return;
    };
    if list.len() != ranks {
        let message = format!("there are {} rows and {ranks} ranks", list.len());
        wrong(&rows.node, message, "write one text for each rank, the farthest from White first");
        return;
    }
    let mut men: BTreeMap<(&'static str, String), SquareSet> = BTreeMap::new();
    for (node, rank) in list.iter().zip((0..ranks).rev()) {
        let Some(text) = node.text() else {
            wrong(node, format!("{} stands where a row must", node.kind()), "write the row as text");
            continue;
        };
        let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if signs.len() != files {
            let message = format!("this row has {} squares and the board {files} files", signs.len());
            wrong(node, message, "write a letter or . for each square; blanks don't count");
            continue;
        }
        for (file, sign) in signs.into_iter().enumerate() {
            match letters.get(&sign) {
                _ if sign == '.' => {}
                Some(man) => {
                    if let Some(square) = Square::at(file as i32, rank as i32) {
                        men.entry(man.clone()).or_default().insert(square);
                    }
                }
                None => {
                    let known: String = letters.keys().collect();
                    let message = format!("`{sign}` is the letter of no type");
                    wrong(node, message, &format!("the letters are {known}, and . is an empty square"));
                }
            }
        }
    }
    for side in ["white", "black"] {
        let of_side = men.iter().filter(|((whose, _), _)| *whose == side);
        let squares = of_side
            .map(|((_, kind), squares)| (kind.clone(), entry(rows.node.with_text(squares.to_string()))))
            .collect();
        let mut node = Node { span: rows.node.span, value: Value::Table(squares) };
        let stated = start.shift_remove(side);
        if let (Some(own), Some(stated)) = (node.table_mut(), stated.as_ref().and_then(|e| e.node.table())) {
            own.extend(stated.iter().map(|(kind, squares)| (kind.clone(), squares.clone())));
        }
        start.insert(side.to_owned(), Entry { key: rows.key, node });
    }
}

// --- moves -----------------------------------------------------------------------------

/// Turns the moves of a type into longhand.
fn moves(piece: &mut Table, first_moves: &mut bool, findings: &mut Vec<Diagnostic>) {
    let more = piece.shift_remove("more_moves");
    let stated = piece.get_mut("moves");
    let mut all = Vec::new();
    let mut place = None;
    for entry in stated.into_iter().map(|e| &*e).chain(more.as_ref()) {
        place = place.or(entry.key);
        match &entry.node.value {
            Value::List(list) => all.extend(list.iter().cloned()),
            _ => all.push(entry.node.clone()),
        }
    }
    if all.is_empty() {
        return;
    }
    let mut spelt = Vec::new();
    for node in all {
        let (notation, fields) = match &node.value {
            Value::Text(_) => (Some(node.clone()), None),
            Value::Table(table) => match table.get("betza") {
                Some(betza) => (Some(betza.node.clone()), Some(table.clone())),
                None => (None, None),
            },
            _ => (None, None),
        };
        let Some(notation) = notation else {
            spelt.push(node);
            continue;
        };
        let Some(text) = notation.text() else {
            let message = format!("{} stands where moves in Betza's notation must", notation.kind());
            findings
                .push(Diagnostic::new(codes::TOML_BETZA, notation.span, message).help("write betza = \"N\""));
            continue;
        };
        let ways = match betza::read_in(text, Dialect::XBetza) {
            Ok(ways) => ways,
            Err(error) => {
                let span = notation.span.map(|span| within(span, text, error.at));
                let help = "docs/rules.md says where the letters are explained; what the notation can't say is written in longhand: { steps = [\"2,1\"], … }";
                let message = format!("`{text}`, character {}: {}", error.at, error.message);
                findings.push(Diagnostic::new(codes::TOML_BETZA, span, message).help(help));
                continue;
            }
        };
        if !ways.castles.is_empty() {
            let message = "castling is no movement of a type";
            findings.push(
                Diagnostic::new(codes::TOML_BETZA, notation.span, message)
                    .help("state it under [[castlings]]"),
            );
            continue;
        }
        *first_moves |= ways.ways.iter().any(|way| way.first);
        for rule in ways.rules(UNMOVED) {
            let Ok(value) = serde_json::to_value(&rule) else { continue };
            let mut made = of_json(&value);
            place_all(&mut made, notation.span);
            if let (Some(fields), Some(own)) = (&fields, made.table_mut()) {
                for (key, value) in fields.iter().filter(|(key, _)| *key != "betza") {
                    add_field(own, key, value);
                }
            }
            spelt.push(made);
        }
    }
    let node = Node { span: place, value: Value::List(spelt) };
    piece.insert("moves".to_owned(), Entry { key: place, node });
}

/// A field beside moves in Betza's notation: guards are added, anything else is set.
fn add_field(own: &mut Table, key: &str, value: &Entry) {
    match own.get_mut(key).map(|known| (&mut known.node.value, &value.node.value)) {
        Some((Value::List(known), Value::List(more))) if key == "when" => known.extend(more.iter().cloned()),
        _ => {
            own.insert(key.to_owned(), value.clone());
        }
    }
}

/// The place of a character of a text that stands on one line.
fn within(span: crate::source::Span, text: &str, character: usize) -> crate::source::Span {
    let quotes = (span.end - span.start).saturating_sub(text.len() as u32) / 2;
    let before: usize = text.chars().take(character.saturating_sub(1)).map(char::len_utf8).sum();
    let start = (span.start + quotes + before as u32).min(span.end);
    crate::source::Span { start, end: (start + 1).min(span.end.max(start)), ..span }
}

fn place_all(node: &mut Node, span: Option<crate::source::Span>) {
    node.span = span;
    match &mut node.value {
        Value::Table(table) => table.values_mut().for_each(|entry| {
            entry.key = span;
            place_all(&mut entry.node, span);
        }),
        Value::List(list) => list.iter_mut().for_each(|item| place_all(item, span)),
        _ => {}
    }
}

/// Declares the mark of pieces that have not moved, unless the rules do so themselves.
fn declare_unmoved(table: &mut Table) {
    let empty = || entry(Node { span: None, value: Value::List(Vec::new()) });
    let marks = table.entry("marks".to_owned()).or_insert_with(empty);
    let Some(list) = marks.node.list_mut() else { return };
    if !list.iter().any(|mark| mark.get("name").and_then(Node::text) == Some(UNMOVED)) {
        list.push(of_json(&serde_json::json!({ "name": UNMOVED, "on_move": "lose" })));
    }
}

// --- sources beside rules ------------------------------------------------------------------

/// Tables whose keys are names that the author chose.
const FREE: [&str; 9] =
    ["notes", "clauses", "names", "white", "black", "white_hand", "black_hand", "promoted", "squares"];

/// Takes `source` and `assumed` out of all tables, as clauses.
fn gather(node: &mut Node, path: &str, clauses: &mut Vec<Node>) {
    let Some(table) = node.table_mut() else { return };
    let mut clause = Table::new();
    for key in ["source", "assumed"] {
        // The root has rules of that name nowhere, and neither has a record.
        if table.get(key).is_some_and(|entry| entry.node.text().is_some())
            && let Some(found) = table.shift_remove(key)
        {
            clause.insert(key.to_owned(), found);
        }
    }
    if !clause.is_empty() {
        let of = if path.is_empty() { "rules" } else { path };
        clause.insert("of".to_owned(), entry(Node { span: None, value: Value::Text(of.to_owned()) }));
        clauses.push(Node { span: None, value: Value::Table(clause) });
    }
    for (key, value) in table.iter_mut().filter(|(key, _)| !FREE.contains(&key.as_str())) {
        let here = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match &mut value.node.value {
            Value::Table(_) => gather(&mut value.node, &here, clauses),
            Value::List(list) => {
                for (record, number) in list.iter_mut().zip(1..) {
                    let path = match identity(key, record) {
                        Some(name) => format!("{here}.{name}"),
                        None => format!("{here}[{number}]"),
                    };
                    gather(record, &path, clauses);
                }
            }
            _ => {}
        }
    }
}
