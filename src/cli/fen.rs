//! `ferry fen`

use serde_json::{Value, json};

use super::address::RulesFormat;
use super::subject::{Source, Subject};
use super::{Failure, Format, Outcome, Ran, output};
use crate::engine::Oracle;
use crate::fairy::config::Config;
use crate::fairy::{self, ini};
use crate::notation::fen_faults::faults;
use crate::notation::{fen, fen_faults};
use crate::rules::Rules;
use crate::zrf::machine::Machine;

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
}

/// Something that is to be said of the text.
struct Finding {
    error: bool,
    field: String,
    column: Option<usize>,
    message: String,
}

/// What is to be said of a position.
#[derive(Default)]
struct Judged {
    /// The position in its one spelling, where it is valid.
    normal: Option<String>,
    findings: Vec<Finding>,
    /// What the engine makes of it: the position that it would set up, and the number and
    /// words of its validator.
    engine: Option<(String, i32, Option<String>)>,
}

pub(super) fn run(args: &Args) -> Ran {
    let subject = Subject::open(&args.address, args.from, args.chess960)?;
    let judged = match &subject.source {
        Source::Section { config, .. } | Source::BuiltIn(config) => {
            let chess960 = config.chess960 || args.chess960;
            by_engine(&subject, &Config { chess960, ..(**config).clone() }, &args.fen)?
        }
        Source::Program(program) => match subject.account()?.0 {
            Some(rules) if Oracle::new(&rules).is_ok() => {
                let judged = strictly(&oracle(&subject, &rules)?, &args.fen);
                // Words behind the fields may be the machine's.
                match Machine::new(program).read_position(&args.fen) {
                    Ok(status) if judged.normal.is_none() && args.fen.contains('=') => Judged {
                        normal: Some(Machine::new(program).position_text(&status)),
                        ..Judged::default()
                    },
                    _ => judged,
                }
            }
            _ => by_machine(&Machine::new(program), &args.fen),
        },
        Source::Rules(rules) => {
            let rules = if args.chess960 { rules.with_shuffled_castling() } else { (**rules).clone() };
            strictly(&oracle(&subject, &rules)?, &args.fen)
        }
    };
    match args.format {
        Format::Json => {
            output::line(&serde_json::to_string_pretty(&json(&judged, args)).unwrap_or_default());
        }
        Format::Text => text(&judged),
    }
    Ok(if judged.is_valid() { Outcome::Clean } else { Outcome::Findings })
}

fn oracle(subject: &Subject, rules: &Rules) -> Result<Oracle, Failure> {
    Oracle::new(rules).map_err(|unplayed| {
        let why = unplayed.first().map(ToString::to_string).unwrap_or_default();
        Failure(format!("{}: the rules can't be played: {why}", subject.address))
    })
}

fn strictly(oracle: &Oracle, text: &str) -> Judged {
    let fen_faults::Faults { position, errors, warnings } = faults(oracle, text);
    let finding = |error| {
        move |e: fen::FenError| Finding {
            error,
            field: e.field.to_string(),
            column: Some(e.column),
            message: e.message,
        }
    };
    let mut findings: Vec<Finding> = errors.into_iter().map(finding(true)).collect();
    findings.extend(warnings.into_iter().map(finding(false)));
    Judged { normal: position.map(|position| fen::write(oracle, &position)), findings, engine: None }
}

fn by_machine(machine: &Machine<'_>, text: &str) -> Judged {
    match machine.read_position(text) {
        Ok(status) => Judged { normal: Some(machine.position_text(&status)), ..Judged::default() },
        Err(error) => {
            let field = "position".to_owned();
            let finding = Finding { error: true, field, column: None, message: error.to_string() };
            Judged { findings: vec![finding], ..Judged::default() }
        }
    }
}

fn by_engine(subject: &Subject, config: &Config, text: &str) -> Result<Judged, Failure> {
    let rules = fairy::lower::lower(config).map_err(|e| Failure(format!("{}: {e}", subject.address)))?;
    let oracle = oracle(subject, &rules)?;
    let mut judged = strictly(&oracle, text);
    let complaint = ini::validate_fen(text, config, config.chess960);
    let number = complaint.as_ref().map_or(1, |complaint| complaint.fault.number());
    if let Some(complaint) = &complaint
        && !judged.findings.iter().any(|finding| finding.error)
    {
        use ini::FenFault::{Kings, TouchingKings};
        // What else it does not take the engine reads all the same, and writes itself.
        let error = matches!(complaint.fault, Kings | TouchingKings);
        if error {
            judged.normal = None;
        }
        let column = text.get(..complaint.place.start).map(|before| before.chars().count() + 1);
        let message = if error {
            complaint.message.clone()
        } else {
            format!("the engine's validator refuses it: {}", complaint.message)
        };
        judged.findings.push(Finding { error, field: field(complaint.fault).to_owned(), column, message });
    }
    let position = fairy::fen::read(config, &oracle, text);
    judged.engine =
        Some((fen::write(&oracle, &position), number, complaint.map(|complaint| complaint.message)));
    Ok(judged)
}

/// The field of which a check of the engine's validator speaks.
fn field(fault: ini::FenFault) -> &'static str {
    use ini::FenFault as F;
    match fault {
        F::Character | F::PromotedMan | F::Geometry | F::Kings | F::TouchingKings | F::Empty => "board",
        F::Hand => "hand",
        F::Side => "side to move",
        F::Castling => "castling",
        F::EnPassant | F::Counting => "en passant",
        F::CheckCount => "checks",
        F::HalfMoves => "clock",
        F::Moves => "move number",
        F::Fields => "fields",
    }
}

impl Judged {
    fn is_valid(&self) -> bool {
        !self.findings.iter().any(|finding| finding.error)
    }
}

fn text(judged: &Judged) {
    for finding in &judged.findings {
        let severity = if finding.error { "error" } else { "warning" };
        let column = finding.column.map(|column| format!(", column {column}")).unwrap_or_default();
        output::line(&format!("{severity}: {} field{column}: {}", finding.field, finding.message));
    }
    match &judged.normal {
        Some(normal) => output::line(&format!("valid: {normal}")),
        None => output::line("not valid"),
    }
    if let Some((position, number, words)) = &judged.engine {
        output::line(&format!("the engine would play: {position}"));
        let words = words.as_ref().map(|words| format!(" ({words})")).unwrap_or_default();
        output::line(&format!("its validator gives {number}{words}"));
    }
}

fn json(judged: &Judged, args: &Args) -> Value {
    let findings: Vec<Value> = (judged.findings.iter())
        .map(|finding| {
            json!({
                "severity": if finding.error { "error" } else { "warning" },
                "field": finding.field,
                "column": finding.column,
                "message": finding.message,
            })
        })
        .collect();
    json!({
        "address": args.address,
        "valid": judged.is_valid(),
        "fen": judged.normal,
        "findings": findings,
        "engine": judged.engine.as_ref().map(|(position, number, words)| {
            json!({"fen": position, "validator": number, "message": words})
        }),
    })
}
