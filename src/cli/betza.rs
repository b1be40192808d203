//! `ferry betza`

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Format, Outcome, Ran, output};
use crate::betza::{Dialect, Spelled, Ways, read_in, spell};

#[derive(clap::Args)]
#[command(after_help = "The dialects agree on plain pieces and differ on more: see docs/betza.md.

Exit codes: 0 every dialect asked for says it all, 1 one does not, or the text can't be read.

Examples:
  ferry betza FyafsF --from xbetza
  ferry betza afsW --from xbetza --to engine
  ferry betza mRcpR --from engine --to xbetza --format json")]
pub(super) struct Args {
    /// The movement
    #[arg(value_name = "BETZA")]
    text: String,
    /// The dialect that it is in
    #[arg(long, value_name = "DIALECT", default_value = "xbetza")]
    from: Dialect,
    /// Write it in this dialect; may be given several times. Without: in all
    #[arg(long, value_name = "DIALECT")]
    to: Vec<Dialect>,
    /// The longer side of the board, on which riders are judged
    #[arg(long, value_name = "SQUARES", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=16))]
    extent: u8,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Ran {
    let ways = match read_in(&args.text, args.from) {
        Ok(ways) => ways,
        Err(error) => {
            match args.format {
                Format::Json => output::line(
                    &json!({"error": {
                        "text": error.text, "character": error.at, "message": error.message,
                    }})
                    .to_string(),
                ),
                Format::Text => output::line(&format!("{}: {error}", args.from)),
            }
            return Ok(Outcome::Findings);
        }
    };
    let targets = if args.to.is_empty() { Dialect::ALL.to_vec() } else { args.to.clone() };
    let spelled: Vec<(Dialect, Spelled)> =
        targets.into_iter().map(|dialect| (dialect, spell(&ways, dialect, args.extent))).collect();
    match args.format {
        Format::Json => {
            let value = json!({"from": args.from.name(), "text": args.text, "to": values(&spelled)});
            output::json(&value);
        }
        Format::Text => output::print(&text(&ways, &spelled)),
    }
    let whole = spelled.iter().all(|(_, spelled)| losses(spelled).is_empty());
    Ok(if whole || args.to.is_empty() { Outcome::Clean } else { Outcome::Findings })
}

/// What a text does not say, in words.
pub(super) fn losses(spelled: &Spelled) -> Vec<String> {
    let mut lost = Ways::new(spelled.left.clone(), spelled.castles.clone()).words();
    if let Some((dx, dy)) = spelled.leaks {
        lost.push(format!(
            "the engine plays more than that: its riders leak into each other, as on the square {dx},{dy} shows"
        ));
    }
    lost
}

fn values(spelled: &[(Dialect, Spelled)]) -> Vec<Value> {
    let value = |(dialect, spelled): &(Dialect, Spelled)| json!({"dialect": dialect.name(), "text": spelled.text, "lost": losses(spelled)});
    spelled.iter().map(value).collect()
}

fn text(ways: &Ways, spelled: &[(Dialect, Spelled)]) -> String {
    let mut out = String::new();
    for (dialect, spelled) in spelled {
        let text = if spelled.text.is_empty() { "-" } else { &spelled.text };
        let _ = writeln!(out, "{:<9}{text}", dialect.name());
        let lost = losses(spelled);
        for line in lost.iter().take(6) {
            let short: String = line.chars().take(120).collect();
            let more = if short.len() < line.len() { "…" } else { "" };
            let _ = writeln!(out, "         without {short}{more}");
        }
        if lost.len() > 6 {
            let _ = writeln!(out, "         and without {} more", lost.len() - 6);
        }
    }
    let _ = writeln!(out, "ways     {}", ways.ways.len());
    out
}
