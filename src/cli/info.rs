//! `ferry info`

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::address::{self, Address, RulesFormat};
use super::losses::AllowArgs;
use super::{Failure, Format, Outcome, Ran, info_rules, output};
use crate::betza::Dialect;
use crate::source::{Encoding, SourceMap};
use crate::zrf::build::Built;
use crate::zrf::describe;
use crate::zrf::file::RulesFile;
use crate::zrf::machine::Machine;
use crate::zrf::program::{PlayerKind, Program};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry info fixtures/zrf/chess.zrf
  ferry info \"games.zrf#My Variant\" --format json
  ferry info fairy:xiangqi --betza xbetza")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME
    address: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Format of the rules, where the name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<RulesFormat>,
    /// Write the pieces' moves in this dialect of Betza's notation, shortest form: engine, classic
    /// or xbetza; a rules file is lifted for it. Without: the engine's, as stated
    #[arg(long, value_name = "DIALECT")]
    betza: Option<Dialect>,
    #[command(flatten)]
    allow: AllowArgs,
}

pub(super) fn run(args: &Args) -> Ran {
    if args.address.starts_with("fairy:") {
        return info_rules::run(&args.address, args.from, args.format, args.betza, &args.allow);
    }
    let address = Address::parse(&args.address)?;
    if args.betza.is_some() || address::format_of(&address.path, args.from)? != RulesFormat::Zrf {
        return info_rules::run(&args.address, args.from, args.format, args.betza, &args.allow);
    }
    let mut sources = SourceMap::new();
    let file = address::open(&mut sources, &address.path)?;
    let game = file.select(&address.selection).map_err(Failure)?;
    let built = file.build(game);
    let value = describe_game(&sources, &file, &built);
    match args.format {
        Format::Json => output::json(&value),
        Format::Text => output::print(&text(&value)),
    }
    Ok(Outcome::Clean)
}

fn describe_game(sources: &SourceMap, file: &RulesFile, built: &Built) -> Value {
    let source = sources.file(file.file);
    let obstacles = file.obstacles(built);
    let reading = json!({
        "file": source.path,
        "encoding": match source.encoding { Encoding::Utf8 => "UTF-8", Encoding::Windows1252 => "Windows-1252" },
        "elements": file.elements,
        "games": file.playable().map(|g| g.title.clone()).collect::<Vec<_>>(),
        "runs": obstacles.is_empty() && built.runs(),
        "errors": obstacles.iter().map(|d| d.message.clone()).collect::<Vec<_>>(),
    });
    let Some(program) = &built.program else { return json!({ "reading": reading }) };
    let mut value = describe_program(program);
    value["reading"] = reading;
    value
}

fn describe_program(program: &Program) -> Value {
    let machine = Machine::new(program);
    let start = machine.begin();
    let board = &program.board;
    let size = machine.ranks().map(|ranks| json!({"files": ranks[0].len(), "ranks": ranks.len()}));
    let players: Vec<Value> = program
        .players
        .iter()
        .map(|p| {
            let kind = match p.kind {
                PlayerKind::Ordinary => "ordinary",
                PlayerKind::Random => "random",
                PlayerKind::Neutral => "neutral",
            };
            json!({"name": p.name, "kind": kind})
        })
        .collect();
    let pieces: Vec<Value> = program
        .pieces
        .iter()
        .enumerate()
        .map(|(id, piece)| {
            json!({
                "name": piece.name,
                "letter": machine.letter(id as u16).map(|c| c.to_string()),
                "move_blocks": piece.moves.len(),
                "drop_blocks": piece.drops.len(),
                "attributes": piece.attributes.iter()
                    .map(|(a, v)| json!({"name": program.attributes[*a as usize], "default": v}))
                    .collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "title": program.title,
        "board": {
            "squares": board.squares.len(),
            "size": size,
            "directions": board.directions,
            "zones": board.zones.iter().map(|z| z.name.clone()).collect::<Vec<_>>(),
        },
        "players": players,
        "turn_order": describe::turn_order(program),
        "pieces": pieces,
        "goals": describe::goals(program),
        "options": describe::options(program),
        "plugin": program.plugin,
        "start": program.plugin.is_none().then(|| machine.position_text(&start)),
    })
}

fn text(value: &Value) -> String {
    let mut out = String::new();
    let list = |value: &Value| -> String {
        let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
        items
            .iter()
            .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut row = |name: &str, text: &str| {
        for (i, line) in text.lines().enumerate() {
            let _ = writeln!(out, "{:<11}{line}", if i == 0 { name } else { "" });
        }
    };
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    row("title", &string(&value["title"]));
    let board = &value["board"];
    if board.is_object() {
        let squares = &board["squares"];
        match &board["size"] {
            Value::Object(size) => {
                row("board", &format!("{} files, {} ranks; {squares} squares", size["files"], size["ranks"]))
            }
            _ => row("board", &format!("{squares} squares")),
        }
        row("directions", &list(&board["directions"]));
        row("zones", &list(&board["zones"]));
    }
    let players = value["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    let players: Vec<String> = players
        .iter()
        .map(|p| match p["kind"].as_str() {
            Some("ordinary") => string(&p["name"]),
            kind => format!("{} ({})", string(&p["name"]), kind.unwrap_or_default()),
        })
        .collect();
    row("players", &players.join(", "));
    row("turns", &list(&value["turn_order"]));
    let pieces = value["pieces"].as_array().map(Vec::as_slice).unwrap_or_default();
    let pieces: Vec<String> = pieces
        .iter()
        .map(|p| {
            let attributes = p["attributes"].as_array().map(Vec::as_slice).unwrap_or_default();
            let attributes: Vec<String> =
                attributes.iter().map(|a| format!("{} {}", string(&a["name"]), a["default"])).collect();
            let attributes = if attributes.is_empty() {
                String::new()
            } else {
                format!("; attributes {}", attributes.join(", "))
            };
            let (moves, drops) = (&p["move_blocks"], &p["drop_blocks"]);
            let drops = if drops == 0 { String::new() } else { format!(", {drops} of drops") };
            format!(
                "{}  {}: {moves} blocks of moves{drops}{attributes}",
                p["letter"].as_str().unwrap_or("-"),
                string(&p["name"])
            )
        })
        .collect();
    row("pieces", &pieces.join("\n"));
    let goals = value["goals"].as_array().map(Vec::as_slice).unwrap_or_default();
    let goals: Vec<String> = goals.iter().map(string).collect();
    row(
        "goals",
        if goals.is_empty() { "none: the game never ends by its rules".to_owned() } else { goals.join("\n") }
            .as_str(),
    );
    row("options", &list(&value["options"]));
    if let Some(plugin) = value["plugin"].as_str() {
        row("plug-in", plugin);
    }
    row("start", &string(&value["start"]));
    let reading = &value["reading"];
    let games = reading["games"].as_array().map_or(0, Vec::len);
    row(
        "read from",
        &format!(
            "{} ({}; {} game{}; {} elements after macros)",
            string(&reading["file"]),
            string(&reading["encoding"]),
            games,
            if games == 1 { "" } else { "s" },
            reading["elements"]
        ),
    );
    row("runs", if reading["runs"] == true { "yes, on the Zillions machine" } else { "no" });
    row("errors", &list(&reading["errors"]).replace(", ", "\n"));
    out
}
