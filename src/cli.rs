//! The command line: one file a subcommand, no knowledge of rules.
//!
//! Exit codes: 0 clean · 1 findings · 2 the tool could not do it · 3 an engine
//! misbehaved.

// The one room that talks to the terminal.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod address;
mod betza;
mod case;
mod check;
mod convert;
mod convert_report;
mod diff;
mod diff_rules;
mod engines;
mod expand;
mod explain;
mod fen;
mod game;
mod game_pgn;
mod goal;
mod info;
mod info_rules;
mod losses;
mod moves;
mod output;
mod perft;
mod play;
mod position;
mod reading;
mod subject;
mod survey;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// 0: nothing to complain about.
    Clean,
    /// 1: findings, or bad input in the file itself.
    Findings,
}

/// Why a command could not do its work: printed, exit code 2.
#[derive(Debug)]
pub struct Failure(pub String);

/// Why a command ended without a result.
#[derive(Debug)]
enum Stop {
    /// The tool could not do it: exit code 2.
    Failure(Failure),
    /// An engine misbehaved: exit code 3.
    Misbehaved(String),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failure(failure)
    }
}

type Ran = Result<Outcome, Stop>;

#[derive(Parser)]
#[command(
    name = "ferry",
    version,
    long_version = concat!(env!("CARGO_PKG_VERSION"), "\ncore: tables where the rules allow them, else the plain generator (oracle)"),
    about = "Carries chess variants between Zillions of Games, Fairy-Stockfish and a rules core",
    after_help = "Exit codes: 0 clean, 1 findings, 2 the tool could not do it, 3 an engine misbehaved.",
    propagate_version = true
)]
struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
enum Command {
    /// Look for faults in rules files
    Check(check::Args),
    /// Tell what a game is: board, players, pieces, goals
    Info(info::Args),
    /// Count move sequences
    Perft(perft::Args),
    /// List the legal moves of a position
    Moves(moves::Args),
    /// Write a game in another format, and compare both
    Convert(convert::Args),
    /// Compare what two games allow to be played
    Diff(diff::Args),
    /// Tell which engines were found, and what they can't do
    Engines(engines::Args),
    /// Say what is wrong with a position, field by field, and how it is written
    Fen(fen::Args),
    /// Carry a movement between the dialects of Betza's notation
    Betza(betza::Args),
    /// Tell what a folder of rules files would give
    Survey(survey::Args),
    /// Replay a saved game on its rules
    Game(game::Args),
    /// Explain the code of a finding or a loss
    Explain(explain::Args),
    /// Print a rules file after its macros, with places
    Expand(expand::Args),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  ferry completions bash > ~/.local/share/bash-completion/completions/ferry"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => error.exit(),
        // Help and version are output like any other.
        Err(text) => {
            output::rendered(&text.render().ansi().to_string());
            return ended(Ok(Outcome::Clean));
        }
    };
    match cli.color {
        Colour::Auto => {}
        Colour::Always => anstream::ColorChoice::Always.write_global(),
        Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    let ran = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Fen(args) => fen::run(&args),
        Command::Betza(args) => betza::run(&args),
        Command::Survey(args) => survey::run(&args),
        Command::Game(args) => game::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Expand(args) => expand::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "ferry", &mut script);
            output::print(&String::from_utf8_lossy(&script));
            Ok(Outcome::Clean)
        }
    };
    ended(ran)
}

/// The exit code. What could not be printed must not look clean.
fn ended(ran: Ran) -> ExitCode {
    let ran = match (ran, output::failure()) {
        (Ok(_), Some(failure)) => Err(Stop::Failure(failure)),
        (ran, _) => ran,
    };
    match ran {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(Stop::Failure(Failure(message))) => {
            output::complain(&message);
            ExitCode::from(2)
        }
        Err(Stop::Misbehaved(message)) => {
            output::complain(&message);
            ExitCode::from(3)
        }
    }
}

/// Text or data.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For machines
    Json,
}
