//! `ferry fen`

use serde_json::{Value, json};

use super::address::RulesFormat;
use super::position::{Finding, Judged, LenientArgs};
use super::subject::Subject;
use super::{Format, Outcome, Ran, output};

#[derive(clap::Args)]
#[command(
    after_help = "For a section of a variants.ini and for a variant that is built into Fairy-Stockfish, what the
engine takes the text for is told too, and what its own validator says of it, by number.

Exit codes: 0 the position is valid, 1 it is not, 2 there are no such rules.

Examples:
  ferry fen fairy:chess \"7k/8/8/8/8/8/8/R3K2R w\"
  ferry fen fixtures/rules/chess.toml \"8/8/8/8/8/8/8/8 w - - 0 1\" --format json"
)]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME
    address: String,
    /// The position
    #[arg(value_name = "FEN")]
    fen: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Castling as in shuffled chess
    #[arg(long)]
    chess960: bool,
    /// Format of the rules, where the name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<RulesFormat>,
    #[command(flatten)]
    lenient: LenientArgs,
}

pub(super) fn run(args: &Args) -> Ran {
    let subject = Subject::open(&args.address, args.from, args.chess960)?;
    let judged = subject.judge(&args.fen)?;
    match args.format {
        Format::Json => {
            output::json(&json(&judged, args));
        }
        Format::Text => text(&judged, args.lenient.lenient),
    }
    Ok(if judged.is_valid() { Outcome::Clean } else { Outcome::Findings })
}

fn text(judged: &Judged, lenient: bool) {
    for finding in &judged.findings {
        let severity = if finding.error { "error" } else { "warning" };
        output::line(&format!("{severity}: {}", finding.text()));
    }
    match judged.normal.as_ref().filter(|_| judged.is_valid()) {
        Some(normal) => output::line(&format!("valid: {normal}")),
        None => output::line("not valid"),
    }
    if let Some(position) = judged.lenient.as_ref().filter(|_| judged.validator.is_none() && lenient) {
        output::line(&format!("leniently read it is: {position}"));
    }
    if let (Some(position), Some((number, words))) = (&judged.lenient, &judged.validator) {
        output::line(&format!("the engine would play: {position}"));
        let words = words.as_ref().map(|words| format!(" ({words})")).unwrap_or_default();
        output::line(&format!("its validator gives {number}{words}"));
    }
}

fn json(judged: &Judged, args: &Args) -> Value {
    let findings: Vec<Value> = judged.findings.iter().map(Finding::json).collect();
    let mut value = json!({
        "address": args.address,
        "valid": judged.is_valid(),
        "fen": judged.normal,
        "findings": findings,
        "engine": judged.lenient.as_ref().zip(judged.validator.as_ref()).map(|(position, (number, words))| {
            json!({"fen": position, "validator": number, "message": words})
        }),
    });
    if args.lenient.lenient {
        value["lenient"] = json!(judged.lenient);
    }
    value
}
