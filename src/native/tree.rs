//! TOML as a tree that remembers where everything stood.
//!
//! Trees are merged and spelt out before they become rules, so that each value must know
//! its own place: a variant may have one field from another file.

use indexmap::IndexMap;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, codes};
use crate::source::{FileId, SourceMap, Span};

/// A value and its place; none where it comes from a built-in variant.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub span: Option<Span>,
    pub value: Value,
}

/// What a value is. The format has no other kinds.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<Node>),
    Table(Table),
}

/// The entries of a table in their order, with the place of each key.
pub(super) type Table = IndexMap<String, Entry>;

/// An entry of a table.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub key: Option<Span>,
    pub node: Node,
}

impl Node {
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub fn list_mut(&mut self) -> Option<&mut Vec<Node>> {
        match &mut self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.table()?.get(key).map(|entry| &entry.node)
    }

    /// What the value is, for messages.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "text",
            Value::Number(_) => "a number",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// Text at the same place.
    pub fn with_text(&self, text: impl Into<String>) -> Node {
        Node { span: self.span, value: Value::Text(text.into()) }
    }
}

/// An entry without a key of its own in a file.
pub(super) fn entry(node: Node) -> Entry {
    Entry { key: node.span, node }
}

/// Nested deeper, a file is refused: no rules need it.
const MAX_DEPTH: usize = 64;

/// Reads a file's text.
///
/// # Errors
/// A finding for each place where it is no TOML, or has a value of a kind that no rule has.
pub(super) fn parse(sources: &SourceMap, file: FileId) -> Result<Node, Vec<Diagnostic>> {
    let text = sources.file(file).text.clone();
    let place = |range: std::ops::Range<usize>| {
        let end = range.end.min(text.len());
        Span { file, start: range.start.min(end) as u32, end: end as u32 }
    };
    let (table, errors) = DeTable::parse_recoverable(&text);
    let mut findings: Vec<Diagnostic> = errors
        .iter()
        .map(|error| {
            let span = place(error.span().unwrap_or(text.len()..text.len()));
            let message = error.message().trim().to_owned();
            Diagnostic::new(codes::TOML_SYNTAX, span, message).help(syntax_help(error.message()))
        })
        .collect();
    // One broken line may make many more; the first tells what is wrong.
    findings.truncate(1);
    if !findings.is_empty() {
        return Err(findings);
    }
    let span = place(table.span());
    let value = of_table(table.get_ref(), &place, 0, &mut findings);
    if findings.is_empty() { Ok(Node { span: Some(span), value }) } else { Err(findings) }
}

fn syntax_help(message: &str) -> &'static str {
    if message.contains("duplicate key") {
        "keep one of the two; a list of records has double brackets, [[pieces]]"
    } else if message.contains("newline") || message.contains("quot") || message.contains("string") {
        "texts stand in quotation marks on one line: name = \"chess\""
    } else {
        "write key = value, [table] or [[list]]; the format is TOML 1.0"
    }
}

fn of_table(
    table: &DeTable<'_>,
    place: &dyn Fn(std::ops::Range<usize>) -> Span,
    depth: usize,
    findings: &mut Vec<Diagnostic>,
) -> Value {
    let mut entries = Table::new();
    for (key, value) in table {
        let node = of_value(value, place, depth + 1, findings);
        entries.insert(key.get_ref().to_string(), Entry { key: Some(place(key.span())), node });
    }
    Value::Table(entries)
}

fn of_value(
    value: &toml::Spanned<DeValue<'_>>,
    place: &dyn Fn(std::ops::Range<usize>) -> Span,
    depth: usize,
    findings: &mut Vec<Diagnostic>,
) -> Node {
    let span = place(value.span());
    let mut wrong = |message: &str, help: &str| {
        findings.push(Diagnostic::new(codes::TOML_VALUE, span, message).help(help));
        Value::Flag(false)
    };
    let value = if depth > MAX_DEPTH {
        wrong("tables and lists are nested too deeply", "no rules need more than 64 levels")
    } else {
        match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => {
                let digits = number.as_str().replace('_', "");
                match i64::from_str_radix(digits.trim_start_matches('+'), number.radix()) {
                    Ok(number) => Value::Number(number),
                    Err(_) => wrong("the number is too large", "write a smaller one"),
                }
            }
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Float(_) => wrong("no rule has a broken number", "write a whole number"),
            DeValue::Datetime(_) => wrong("no rule has a date", "put texts in quotation marks"),
            DeValue::Array(list) => {
                Value::List(list.iter().map(|item| of_value(item, place, depth + 1, findings)).collect())
            }
            DeValue::Table(table) => of_table(table, place, depth, findings),
        }
    };
    Node { span: Some(span), value }
}

/// A tree of values that stand in no file.
pub(super) fn of_json(value: &serde_json::Value) -> Node {
    use serde_json::Value as Json;
    let value = match value {
        Json::Null => Value::Flag(false),
        Json::Bool(flag) => Value::Flag(*flag),
        Json::Number(number) => Value::Number(number.as_i64().unwrap_or(i64::MAX)),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(list) => Value::List(list.iter().map(of_json).collect()),
        Json::Object(map) => {
            Value::Table(map.iter().map(|(key, value)| (key.clone(), entry(of_json(value)))).collect())
        }
    };
    Node { span: None, value }
}
