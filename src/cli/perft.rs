//! `ferry perft`

use super::diff::up_to;
use super::play::{PositionArgs, Via, fault_failure};
use super::subject::{Source, Subject};
use super::{Outcome, Ran, output};
use crate::zrf::machine::Machine;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry perft fixtures/zrf/chess.zrf 4 --divide
  ferry perft fixtures/zrf/chess.zrf 3 --moves \"e2e4 e7e5\"
  ferry perft fixtures/rules/chess.toml 3 --via fairy-stockfish")]
pub(super) struct Args {
    /// Rules address: PATH, PATH#NAME, PATH##N or fairy:NAME
    address: String,
    /// Number of moves in a sequence
    #[arg(value_parser = up_to::<100>)]
    depth: u32,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
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
    let fail = |fault| fault_failure(sources, &fault);
    if args.depth == 0 {
        output::line("nodes: 1");
        return Ok(Outcome::Clean);
    }
    let outlook = machine.outlook(&status).map_err(fail)?;
    let texts = machine.move_texts(&outlook.moves);
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by(|a, b| texts[*a].cmp(&texts[*b]));
    let progress = output::progress(order.len() as u64, "root moves");
    let mut nodes = 0;
    for i in order {
        let below = if args.depth == 1 {
            1
        } else {
            let next = machine.play(&status, &outlook.moves[i]).map_err(fail)?;
            machine.perft(&next, args.depth - 1).map_err(fail)?
        };
        nodes += below;
        if args.divide {
            progress.suspend(|| output::line(&format!("{}: {below}", texts[i])));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    output::line(&format!("nodes: {nodes}"));
    Ok(Outcome::Clean)
}

/// The same by a referee that counts on its own.
fn by_referee(args: &Args, subject: &Subject, via: Via) -> Ran {
    let (mut referee, node) = args.position.node(subject, via)?;
    subject.told_losses(via).iter().for_each(|loss| output::line(loss));
    if args.depth == 0 {
        output::line("nodes: 1");
        return Ok(Outcome::Clean);
    }
    let watch = output::Watch::new(format!("counting to depth {}", args.depth));
    let mut counts = referee.divide(&node, args.depth).map_err(|e| subject.stop(&e))?;
    drop(watch);
    counts.sort();
    if args.divide {
        counts.iter().for_each(|(text, nodes)| output::line(&format!("{text}: {nodes}")));
    }
    let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
    output::line(&format!("nodes: {nodes}"));
    Ok(Outcome::Clean)
}
