//! What `perft` and `moves` share: the position asked for, and who generates the moves.

use clap::ValueEnum;

use super::address::RulesFormat;
use super::losses::AllowArgs;
use super::position::{LenientArgs, Stated};
use super::reading::ReadingArgs;
use super::subject::{EngineArgs, Subject};
use super::{Failure, Stop, output};
use crate::referee::{self, Node, Referee, Trouble};
use crate::source::SourceMap;
use crate::zrf::machine::{Fault, Machine, Status};
use crate::zrf::readings::Readings;

/// Who generates the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Via {
    /// The fast generator on rules
    Core,
    /// The plain generator on rules
    Oracle,
    /// The Zillions machine, on the rules file itself
    Machine,
    /// The engine
    FairyStockfish,
    /// Sjaak II
    Sjaakii,
    /// Stockfish
    Stockfish,
}

impl Via {
    /// As on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|v| v.get_name().to_owned()).unwrap_or_default()
    }
}

#[derive(clap::Args)]
pub(super) struct PositionArgs {
    /// Start from this position (see docs/positions.md)
    #[arg(long, value_name = "FEN")]
    pub(super) fen: Option<String>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(super) moves: Option<String>,
    /// Who generates the moves [default: machine for .zrf, core for the others]
    #[arg(long, value_enum, value_name = "REFEREE")]
    pub(super) via: Option<Via>,
    /// Castling as in shuffled chess (for engines)
    #[arg(long)]
    pub(super) chess960: bool,
    /// Format of the rules, where the name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) from: Option<RulesFormat>,
    #[command(flatten)]
    pub(super) lenient: LenientArgs,
    #[command(flatten)]
    pub(super) allow: AllowArgs,
    #[command(flatten)]
    pub(super) readings: ReadingArgs,
    #[command(flatten)]
    pub(super) engines: EngineArgs,
}

impl PositionArgs {
    /// What stands at an address, and who generates its moves.
    pub(super) fn open(&self, address: &str) -> Result<(Subject, Via), Failure> {
        let readings = self.readings.readings()?;
        let subject = Subject::open_as(address, self.from, self.chess960, readings)?.allowing(&self.allow);
        let via = self.via.unwrap_or_else(|| subject.usual());
        if readings != Readings::default() && via != Via::Machine {
            let name = via.name();
            return Err(Failure(format!("--reading is for the machine; `--via {name}` does not know it")));
        }
        Ok((subject, via))
    }

    /// A referee for what stands at an address, and the position that the flags describe.
    pub(super) fn node<'s>(
        &self,
        subject: &'s Subject,
        via: Via,
    ) -> Result<(Box<dyn Referee + 's>, Node), Stop> {
        let mut referee = subject.referee(via, &self.engines)?;
        let flag = |name: &str, e: Trouble| match e {
            Trouble::Input(message) => Failure(format!("{name}: {message}")).into(),
            e => subject.stop(&e),
        };
        let stated = self.stated(subject, via)?;
        let fen = stated.as_ref().map(|stated| stated.text.as_str());
        let node = referee.start(fen).map_err(|e| flag("--fen", e))?;
        let node = referee::play(&mut *referee, node, self.moves.as_deref().unwrap_or_default())
            .map_err(|e| flag("--moves", e))?;
        Ok((referee, node))
    }

    /// The position of `--fen`, read as everywhere; what was assumed is said.
    pub(super) fn stated(&self, subject: &Subject, via: Via) -> Result<Option<Stated>, Failure> {
        let stated =
            self.fen.as_ref().map(|fen| subject.stated(via, fen, self.lenient.lenient)).transpose()?;
        if let Some(stated) = &stated {
            stated.say();
        }
        Ok(stated)
    }

    /// Puts what was assumed of `--fen` into a value.
    pub(super) fn say_assumed(&self, subject: &Subject, via: Via, value: &mut serde_json::Value) {
        if let Some(assumed) = subject.assumed(via, self.fen.as_deref(), self.lenient) {
            value["assumed"] = assumed;
        }
    }

    /// The position that the flags describe, for the machine.
    pub(super) fn status(&self, subject: &Subject, machine: &Machine<'_>) -> Result<Status, Failure> {
        let sources = &subject.sources;
        let mut status = match self.stated(subject, Via::Machine)? {
            None => machine.begin(),
            Some(stated) => {
                machine.read_position(&stated.text).map_err(|error| Failure(format!("--fen: {error}")))?
            }
        };
        for (number, text) in self.moves.iter().flat_map(|m| m.split_whitespace()).enumerate() {
            let outlook = machine.outlook(&status).map_err(|fault| fault_failure(sources, &fault))?;
            let Some(mv) = machine.find_move(&outlook.moves, text) else {
                let mut legal = machine.move_texts(&outlook.moves);
                legal.sort();
                let hint = match crate::diagnostic::did_you_mean(text, legal.iter().map(String::as_str)) {
                    Some(hint) => hint,
                    None if legal.is_empty() => "the game is over here".to_owned(),
                    None => format!("legal are: {}", legal.join(" ")),
                };
                return Err(Failure(format!("--moves: move {} `{text}` is not legal; {hint}", number + 1)));
            };
            status = machine.play(&status, mv).map_err(|fault| fault_failure(sources, &fault))?;
        }
        Ok(status)
    }
}

/// Shows where the machine met a limit.
pub(super) fn fault_failure(sources: &SourceMap, fault: &Fault) -> Failure {
    output::show_findings(sources, &[fault.finding()]);
    Failure("the moves can't be generated for the reason above".to_owned())
}
