//! Counts moves of a game of the own format: `perft FILE DEPTH [FEN]`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use fairy_ferry::engine::Oracle;
use fairy_ferry::{native, notation::fen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, depth, fen @ ..] = arguments.as_slice() else {
        return Err("usage: perft FILE DEPTH [FEN]".into());
    };
    let rules = native::read(&std::fs::read_to_string(file)?)?;
    let oracle = Oracle::new(&rules)
        .map_err(|unplayed| unplayed.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let position = match fen {
        [] => oracle.start(),
        words => fen::read(&oracle, &words.join(" "))?.0,
    };
    let start = std::time::Instant::now();
    let nodes = oracle.perft(&position, depth.parse()?);
    let seconds = start.elapsed().as_secs_f64();
    println!("nodes: {nodes}");
    eprintln!("{seconds:.2} s, {:.2} Mnodes/s", nodes as f64 / seconds / 1e6);
    Ok(())
}
