//! The schema of the own format, made from the types of [`Rules`].
//!
//! What may enter: what an author may write beside the fields of the rules (see
//! [`super`]), in the words of JSON Schema 2020-12. A TOML file is checked with it as the
//! tree that it is. The schema knows the fields and the kinds of their values; what the
//! values say (that a type exists, that a square lies on the board) is found by reading.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::rules::Rules;

/// Records that a variant may state in part, and what names them.
const DIFFERENCES: [(&str, &[&str]); 5] = [
    ("Board", &[]),
    ("Castling", &["letter"]),
    ("Game", &["name"]),
    ("Mark", &["name"]),
    ("PieceType", &["name"]),
];

/// The schema as JSON text, the same for the same code.
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&value()).unwrap_or_default();
    text.push('\n');
    text
}

/// The schema.
pub fn value() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut root = generator.into_root_schema_for::<Rules>().to_value();
    let mut defs = match root["$defs"].take() {
        Value::Object(defs) => defs,
        _ => Map::new(),
    };
    let mut game = Map::new();
    for key in ["description", "type", "properties", "required", "additionalProperties"] {
        if let Some(value) = root.get_mut(key) {
            game.insert(key.to_owned(), value.take());
        }
    }
    defs.insert("Game".to_owned(), Value::Object(game));
    let text = |what: &str| json!({ "type": "string", "description": what });
    for (name, required) in DIFFERENCES {
        if let Some(Value::Object(record)) = defs.get_mut(name) {
            record.insert("required".to_owned(), json!(required));
        }
    }
    for record in defs.values_mut() {
        sourced(record);
    }
    let one = json!({ "anyOf": [text("Moves in Betza's notation"), { "$ref": "#/$defs/MoveRule" }] });
    let moves = json!({
        "description": "How it moves: Betza's notation, a rule, or a list of these",
        "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/MoveRule" }, { "type": "array", "items": one }],
    });
    if let Some(fields) = fields(&mut defs, "PieceType") {
        fields.insert("moves".to_owned(), moves.clone());
        fields.insert("more_moves".to_owned(), moves);
    }
    if let Some(fields) = fields(&mut defs, "MoveRule") {
        fields.insert("betza".to_owned(), text("The legs in Betza's notation"));
    }
    if let Some(fields) = fields(&mut defs, "Start") {
        let what = "A picture of the board: a text for each rank, the farthest from White first";
        fields.insert(
            "rows".to_owned(),
            json!({ "type": "array", "items": { "type": "string" }, "description": what }),
        );
    }
    if let Some(fields) = fields(&mut defs, "Game") {
        let region = fields_of_region();
        fields.insert(
            "extends".to_owned(),
            text("The game to begin with: fairy:NAME, FILE.toml, FILE.toml#NAME"),
        );
        fields.insert(
            "without".to_owned(),
            json!({ "type": "array", "items": { "type": "string" }, "description": "Paths that are taken away from the parent" }),
        );
        fields.insert(
            "add".to_owned(),
            json!({
                "type": "object",
                "additionalProperties": { "type": "array" },
                "description": "Records that are added to the parent's lists",
            }),
        );
        fields.insert(
            "regions".to_owned(),
            json!({ "type": "object", "additionalProperties": region, "description": "Names of regions" }),
        );
        fields.insert(
            "variants".to_owned(),
            json!({
                "type": "array",
                "items": { "$ref": "#/$defs/Game" },
                "description": "Further games of the file, as differences from this one",
            }),
        );
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rules of a game",
        "$ref": "#/$defs/Game",
        "$defs": defs,
    });
    plain_words(&mut schema);
    schema
}

/// Where an author may say where a rule comes from: in any table whose fields are known.
fn sourced(record: &mut Value) {
    let closed = record.get("additionalProperties") == Some(&Value::Bool(false));
    if let Some(fields) = record.get_mut("properties").and_then(Value::as_object_mut).filter(|_| closed) {
        for (key, what) in [
            ("source", "Where the rule is stated"),
            ("assumed", "What was decided that the source leaves open, and why"),
        ] {
            if !fields.contains_key(key) {
                fields.insert(key.to_owned(), json!({ "type": "string", "description": what }));
            }
        }
    }
    match record {
        Value::Object(map) => map.values_mut().for_each(sourced),
        Value::Array(list) => list.iter_mut().for_each(sourced),
        _ => {}
    }
}

fn fields<'a>(defs: &'a mut Map<String, Value>, name: &str) -> Option<&'a mut Map<String, Value>> {
    defs.get_mut(name)?.get_mut("properties")?.as_object_mut()
}

fn fields_of_region() -> Value {
    json!({
        "anyOf": [{ "type": "string" }, {
            "type": "object",
            "properties": { "white": { "type": "string" }, "black": { "type": "string" } },
            "required": ["white", "black"],
            "additionalProperties": false,
        }],
    })
}

/// Descriptions come from the documentation of the code: without its links.
fn plain_words(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(text) if key == "description" => {
                        let plain = text.replace("[`", "`").replace("`]", "`").replace("super::", "");
                        *text = plain.split_whitespace().collect::<Vec<_>>().join(" ");
                    }
                    _ => plain_words(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(plain_words),
        _ => {}
    }
}
