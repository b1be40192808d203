//! `ferry explain`

use serde_json::{Value, json};

use super::{Failure, Format, Outcome, Ran, output};
use crate::diagnostic::{Code, codes};

#[derive(clap::Args)]
#[command(after_help = "Without a code all codes are listed. Those of losses are what --allow takes.

Examples:
  ferry explain section-move
  ferry explain zrf-unknown-goal --format json
  ferry explain")]
pub(super) struct Args {
    /// A code as it stands in brackets in findings and reports
    code: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Ran {
    let wanted = args.code.as_deref().map(found).transpose()?;
    match (wanted, args.format) {
        (Some(code), Format::Text) => output::print(&text(code)),
        (Some(code), Format::Json) => {
            output::json(&value(code));
        }
        (None, Format::Text) => output::print(&list()),
        (None, Format::Json) => {
            let all: Vec<Value> = codes::ALL.iter().chain(codes::LOSSES).map(|code| value(*code)).collect();
            output::json(&all);
        }
    }
    Ok(Outcome::Clean)
}

/// The code that is meant; brackets around it do no harm.
fn found(text: &str) -> Result<Code, Failure> {
    let id = text.trim_matches(['[', ']', '`']);
    codes::find(id).ok_or_else(|| {
        let ids = codes::ALL.iter().chain(codes::LOSSES).map(|code| code.id());
        // What a word is part of is meant sooner than what is spelt much like it.
        let holding: Vec<&str> =
            ids.clone().filter(|other| !id.is_empty() && other.contains(id)).take(6).collect();
        let hint = if holding.is_empty() {
            crate::diagnostic::did_you_mean(id, ids)
                .unwrap_or_else(|| "`ferry explain` lists all codes".to_owned())
        } else {
            format!("codes with this word are {}", holding.join(", "))
        };
        Failure(format!("`{id}` is no code; {hint}"))
    })
}

fn is_loss(code: Code) -> bool {
    codes::LOSSES.contains(&code)
}

fn text(code: Code) -> String {
    let info = code.info();
    let indented = |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
    let (kind, example, instead) = if is_loss(code) {
        ("loss", "As in:", "The way out:")
    } else {
        (info.severity.as_str(), "As in:", "Instead:")
    };
    format!(
        "{code} ({kind})\n\n{}\n{}\n\n{example}\n\n{}\n{instead}\n\n{}",
        info.what,
        info.why,
        indented(info.example),
        indented(info.instead)
    )
}

fn value(code: Code) -> Value {
    let info = code.info();
    json!({
        "code": info.id,
        "kind": if is_loss(code) { "loss" } else { "finding" },
        "severity": info.severity.as_str(),
        "what": info.what,
        "why": info.why,
        "example": info.example,
        "instead": info.instead,
    })
}

fn list() -> String {
    let mut out = String::from("Findings:\n");
    let width = codes::ALL.iter().chain(codes::LOSSES).map(|code| code.id().len()).max().unwrap_or(0);
    let line = |code: &Code| format!("  {:width$}  {}\n", code.id(), code.info().what);
    codes::ALL.iter().for_each(|code| out.push_str(&line(code)));
    out.push_str("\nLosses (for --allow):\n");
    codes::LOSSES.iter().for_each(|code| out.push_str(&line(code)));
    out
}
