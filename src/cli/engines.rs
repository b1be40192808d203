//! `ferry engines`

use serde_json::{Value, json};

use super::subject::EngineArgs;
use super::{Format, Outcome, Ran, output};
use crate::referee::find::{self, Known};
use crate::referee::uci;

#[derive(clap::Args)]
#[command(after_help = "Example:
  ferry engines --format json")]
pub(super) struct Args {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    engines: EngineArgs,
}

pub(super) fn run(args: &Args) -> Ran {
    let mut list: Vec<Value> = vec![
        json!({"name": "oracle", "found": true, "version": env!("CARGO_PKG_VERSION"), "limits": []}),
        json!({"name": "machine", "found": true, "version": env!("CARGO_PKG_VERSION"), "limits": ["Zillions rules files only"]}),
    ];
    for engine in Known::ALL {
        let stated = args.engines.engine.as_deref().filter(|_| engine == Known::FairyStockfish);
        let found = find::find(engine, stated);
        let entry = match &found {
            Err(error) => json!({"name": engine.name(), "found": false, "why": error.to_string()}),
            Ok(program) => match uci::introduce(&program.words, args.engines.deadlines()) {
                Ok(intro) => json!({
                    "name": engine.name(),
                    "found": true,
                    "version": intro.name,
                    "command": program.words,
                    "by": program.by,
                    "variants": intro.variants.len(),
                    "limits": intro.limits(),
                }),
                Err(error) => json!({
                    "name": engine.name(),
                    "found": false,
                    "command": program.words,
                    "by": program.by,
                    "why": error.to_string(),
                }),
            },
        };
        list.push(entry);
    }
    match args.format {
        Format::Json => output::json(&list),
        Format::Text => list.iter().for_each(text),
    }
    Ok(Outcome::Clean)
}

fn text(entry: &Value) {
    let word = |key: &str| entry[key].as_str().unwrap_or_default();
    if entry["found"] != true {
        output::line(&format!("{:16} missing: {}", word("name"), word("why")));
        return;
    }
    output::line(&format!("{:16} {}", word("name"), word("version")));
    if let Some(words) = entry["command"].as_array() {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        output::line(&format!("{:16} {} (by {})", "", words.join(" "), word("by")));
    }
    for limit in entry["limits"].as_array().into_iter().flatten() {
        output::line(&format!("{:16} - {}", "", limit.as_str().unwrap_or_default()));
    }
}
