//! `ferry moves`

use serde_json::{Value, json};

use super::play::{PositionArgs, Via, fault_failure};
use super::subject::{Source, Subject};
use super::{Failure, Format, Outcome, Ran, output};
use crate::source::SourceMap;
use crate::zrf::machine::{End, Machine, Outlook, Status};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry moves fixtures/zrf/chess.zrf
  ferry moves fixtures/zrf/chess.zrf --moves \"e2e4 e7e5\" --format json")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME
    address: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    position: PositionArgs,
}

pub(super) fn run(args: &Args) -> Ran {
    let (subject, via) = args.position.open(&args.address)?;
    let (Source::Program(program), Via::Machine) = (&subject.source, via) else {
        return by_referee(args, &subject, via);
    };
    let sources = &subject.sources;
    let machine = Machine::new(program);
    let status = args.position.status(&subject, &machine)?;
    let outlook = machine.outlook(&status).map_err(|fault| fault_failure(sources, &fault))?;
    let moves = listed(sources, &machine, &status, &outlook)?;
    let result = outlook.end.map(|end| result(&machine, end));
    match args.format {
        Format::Json => {
            let moves: Vec<Value> =
                moves.iter().map(|m| json!({"uci": m.text, "san": m.san, "fen": m.fen})).collect();
            let mut value = json!({
                "fen": machine.position_text(&status),
                "check": outlook.check,
                "moves": moves,
                "result": result,
                "reason": outlook.end.map(|e| e.reason.as_str()),
            });
            args.position.say_assumed(&subject, via, &mut value);
            output::json(&value);
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
pub(super) fn result(machine: &Machine<'_>, end: End) -> Option<&'static str> {
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

/// The same by another referee. An engine knows no SAN.
fn by_referee(args: &Args, subject: &Subject, via: Via) -> Ran {
    let stop = |e| subject.stop(&e);
    let (mut referee, node) = args.position.node(subject, via)?;
    let look = referee.look(&node).map_err(stop)?;
    let check = referee.check(&node).map_err(stop)?;
    let sans = referee.sans(&node).map_err(stop)?;
    let mut rows: Vec<(String, Option<String>, String)> = (look.ways.iter().enumerate())
        .map(|(i, way)| (way.text.clone(), sans.get(i).cloned(), referee.text(&way.next)))
        .collect();
    rows.sort();
    let result = look.over.and_then(|over| over.score).map(crate::referee::Score::as_str);
    let reason = look.over.and_then(|over| over.reason).map(crate::referee::Reason::as_str);
    match args.format {
        Format::Json => {
            let moves: Vec<Value> =
                rows.iter().map(|(uci, san, fen)| json!({"uci": uci, "san": san, "fen": fen})).collect();
            let mut value = json!({
                "fen": referee.text(&node),
                "check": check,
                "moves": moves,
                "result": result,
                "reason": reason,
            });
            args.position.say_assumed(subject, via, &mut value);
            subject.say_losses(via, &mut value);
            output::json(&value);
        }
        Format::Text => {
            subject.told_losses(via).iter().for_each(|loss| output::line(loss));
            output::line(&referee.text(&node));
            let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
            for (text, san, _) in &rows {
                output::line(format!("{text:width$}  {}", san.as_deref().unwrap_or_default()).trim_end());
            }
            let count = rows.len();
            let check = if check == Some(true) { ", check" } else { "" };
            output::line(&format!("{count} move{}{check}", if count == 1 { "" } else { "s" }));
            if look.over.is_some() {
                let reason = reason.map(|r| format!(" ({r})")).unwrap_or_default();
                output::line(&format!("the game is over: {}{reason}", result.unwrap_or("result not known")));
            }
        }
    }
    Ok(Outcome::Clean)
}
