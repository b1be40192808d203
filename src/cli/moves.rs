//! `ferry moves`

use serde_json::{Value, json};

use super::play::{PositionArgs, fault_failure};
use super::{Failure, Format, Outcome, Ran, address, output};
use crate::source::SourceMap;
use crate::zrf::machine::{End, Machine, Outlook, Status};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry moves fixtures/zrf/chess.zrf
  ferry moves fixtures/zrf/chess.zrf --moves \"e2e4 e7e5\" --format json")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME or PATH##N
    address: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    position: PositionArgs,
}

pub(super) fn run(args: &Args) -> Ran {
    args.position.need_machine()?;
    let (sources, program) = address::runnable(&args.address, args.position.from)?;
    let machine = Machine::new(&program);
    let status = args.position.status(&sources, &machine)?;
    let outlook = machine.outlook(&status).map_err(|fault| fault_failure(&sources, &fault))?;
    let moves = listed(&sources, &machine, &status, &outlook)?;
    let result = outlook.end.map(|end| result(&machine, end));
    match args.format {
        Format::Json => {
            let moves: Vec<Value> =
                moves.iter().map(|m| json!({"uci": m.text, "san": m.san, "fen": m.fen})).collect();
            let value = json!({
                "fen": machine.position_text(&status),
                "check": outlook.check,
                "moves": moves,
                "result": result,
                "reason": outlook.end.map(|e| e.reason.as_str()),
            });
            output::line(&serde_json::to_string_pretty(&value).unwrap_or_default());
        }
        Format::Text => {
            output::line(&machine.position_text(&status));
            let width = moves.iter().map(|m| m.text.chars().count()).max().unwrap_or(0);
            for m in &moves {
                output::line(&format!("{:width$}  {}", m.text, m.san));
            }
            let count = moves.len();
            let check = if outlook.check { ", check" } else { "" };
            output::line(&format!("{count} move{}{check}", if count == 1 { "" } else { "s" }));
            if let Some(end) = outlook.end {
                let result = result_text(&machine, end);
                output::line(&format!("the game is over: {result} ({})", end.reason.as_str()));
            }
        }
    }
    Ok(Outcome::Clean)
}

struct Listed {
    text: String,
    san: String,
    fen: String,
}

fn listed(
    sources: &SourceMap,
    machine: &Machine<'_>,
    status: &Status,
    outlook: &Outlook,
) -> Result<Vec<Listed>, Failure> {
    let fail = |fault| fault_failure(sources, &fault);
    let texts = machine.move_texts(&outlook.moves);
    let mut out = Vec::with_capacity(texts.len());
    for (text, mv) in texts.into_iter().zip(&outlook.moves) {
        let next = machine.play(status, mv).map_err(fail)?;
        let after = machine.outlook(&next).map_err(fail)?;
        let mated = after.end.is_some_and(|e| e.reason == crate::zrf::machine::EndReason::Checkmate);
        let mark = match (
            mated,
            after.check && machine.turn(&next.position).mover != machine.turn(&status.position).mover,
        ) {
            (true, _) => "#",
            (_, true) => "+",
            _ => "",
        };
        let san = machine.san(&status.position, &outlook.moves, mv) + mark;
        out.push(Listed { text, san, fen: machine.position_text(&next) });
    }
    out.sort_by(|a, b| a.text.cmp(&b.text));
    Ok(out)
}

/// The result as in game scores; null for what they can't say.
fn result(machine: &Machine<'_>, end: End) -> Option<&'static str> {
    let [first, second] = machine.sides();
    match (end.winner, end.loser) {
        (None, None) => Some("1/2-1/2"),
        (winner, loser) if winner.is_some() && winner == first || loser.is_some() && loser == second => {
            Some("1-0")
        }
        (winner, loser) if winner.is_some() && winner == second || loser.is_some() && loser == first => {
            Some("0-1")
        }
        _ => None,
    }
}

fn result_text(machine: &Machine<'_>, end: End) -> String {
    let name = |player: u8| machine.program().players[player as usize].name.clone();
    match (end.winner, end.loser) {
        (Some(winner), _) => format!("{} wins", name(winner)),
        (None, Some(loser)) => format!("{} loses", name(loser)),
        (None, None) => "draw".to_owned(),
    }
}
