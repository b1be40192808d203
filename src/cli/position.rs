//! The one reading of positions that flags give: what `ferry fen` says of a text is what `--fen`
//! of every other command goes by.

use serde_json::{Value, json};

use super::play::Via;
use super::subject::{Source, Subject};
use super::{Failure, output};
use crate::engine::Oracle;
use crate::fairy::config::Config;
use crate::fairy::{self, ini};
use crate::notation::fen::{self, FenError};
use crate::notation::fen_faults::{self, Faults};
use crate::zrf::machine::Machine;

/// The field of which the machine speaks: its message names the field itself.
const MACHINE: &str = "position";

/// Something that is to be said of the text.
pub(super) struct Finding {
    pub(super) error: bool,
    pub(super) field: String,
    pub(super) column: Option<usize>,
    pub(super) message: String,
}

impl Finding {
    fn of(error: bool, fault: FenError) -> Finding {
        Finding { error, field: fault.field.to_string(), column: Some(fault.column), message: fault.message }
    }

    /// Field, column and message.
    pub(super) fn text(&self) -> String {
        if self.field == MACHINE {
            return self.message.clone();
        }
        let column = self.column.map(|column| format!(", column {column}")).unwrap_or_default();
        format!("{} field{column}: {}", self.field, self.message)
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "severity": if self.error { "error" } else { "warning" },
            "field": self.field,
            "column": self.column,
            "message": self.message,
        })
    }
}

/// What is to be said of a position.
#[derive(Default)]
pub(super) struct Judged {
    /// The position in its one spelling, where it is valid.
    pub(super) normal: Option<String>,
    pub(super) findings: Vec<Finding>,
    /// What the text is taken for by `--lenient`.
    pub(super) lenient: Option<String>,
    /// The number and words of the engine's own validator.
    pub(super) validator: Option<(i32, Option<String>)>,
}

impl Judged {
    fn of(oracle: &Oracle, faults: Faults) -> Judged {
        let Faults { position, errors, warnings } = faults;
        let errors = errors.into_iter().map(|fault| Finding::of(true, fault));
        let warnings = warnings.into_iter().map(|fault| Finding::of(false, fault));
        Judged {
            normal: position.map(|position| fen::write(oracle, &position)),
            findings: errors.chain(warnings).collect(),
            ..Judged::default()
        }
    }

    pub(super) fn is_valid(&self) -> bool {
        self.normal.is_some() && !self.findings.iter().any(|finding| finding.error)
    }
}

/// How positions of flags are read.
#[derive(clap::Args, Debug, Clone, Copy, Default)]
pub(super) struct LenientArgs {
    /// Read a position of --fen as the engine does, whatever it is, and say what was assumed
    #[arg(long)]
    pub(super) lenient: bool,
}

/// A position of a flag as it is handed to a referee.
pub(super) struct Stated {
    pub(super) text: String,
    /// What was assumed to read it.
    pub(super) assumed: Vec<String>,
}

impl Stated {
    /// Says on standard error what was assumed.
    pub(super) fn say(&self) {
        for line in &self.assumed {
            output::note(&format!("--fen: assumed: {line}\n"));
        }
    }
}

impl Subject {
    /// What is to be said of a text as a position of this game.
    pub(super) fn judge(&self, text: &str) -> Result<Judged, Failure> {
        let by_settings = matches!(self.source, Source::Section { .. } | Source::BuiltIn(_));
        // The engine's own reading has no limit of its own.
        if let Some(error) = fen::too_much(text).filter(|_| by_settings) {
            return Ok(Judged { findings: vec![Finding::of(true, error)], ..Judged::default() });
        }
        match &self.source {
            Source::Section { .. } | Source::BuiltIn(_) => self.by_settings(text),
            Source::Rules(_) => {
                let oracle = self.plain_generator()?;
                let mut judged = Judged::of(&oracle, fen_faults::faults(&oracle, text));
                judged.lenient = fen_faults::lenient(&oracle, text).map(|p| fen::write(&oracle, &p));
                Ok(judged)
            }
            Source::Program(program) => Ok(self.by_machine(&Machine::new(program), text)),
        }
    }

    /// A position of `--fen` for a referee of this subject.
    ///
    /// # Errors
    /// What `ferry fen` says is wrong, unless it is read leniently.
    pub(super) fn stated(&self, via: Via, text: &str, lenient: bool) -> Result<Stated, Failure> {
        if let Source::Program(program) = &self.source
            && via == Via::Machine
        {
            // What the machine reads needs no lift.
            let machine = Machine::new(program);
            if let Ok(status) = machine.read_position(text)
                && machine.missing_royals(&status.position).is_none()
            {
                return Ok(Stated { text: text.to_owned(), assumed: Vec::new() });
            }
        }
        let judged = self.judge(text)?;
        let said = |error: bool| -> Vec<String> {
            judged.findings.iter().filter(|finding| finding.error == error).map(Finding::text).collect()
        };
        // Without the flag nothing is assumed that a FEN does not leave open; `ferry fen` tells it.
        let mut assumed = if lenient { said(false) } else { Vec::new() };
        let read = match (&judged.normal, &judged.lenient) {
            (Some(normal), _) if judged.is_valid() => normal,
            (_, Some(taken)) if lenient => {
                assumed.extend(said(true));
                assumed.extend(self.behind_the_board(text, taken)?);
                assumed.dedup();
                assumed.push(format!("the position is taken for {taken}"));
                taken
            }
            (_, taken) => {
                let way = if taken.is_some() { "; with --lenient it is read as the engine does" } else { "" };
                return Err(Failure(format!("--fen: {}{way}", said(true).join("; "))));
            }
        };
        Ok(Stated { text: self.restated(via, read), assumed })
    }

    /// What is wrong behind a board that is wrong itself: judged with the board that it is taken for.
    fn behind_the_board(&self, text: &str, taken: &str) -> Result<Vec<String>, Failure> {
        let split = |text: &str| -> (String, String) {
            let trimmed = text.trim_start();
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            (trimmed[..end].to_owned(), trimmed[end..].to_owned())
        };
        let ((stated, rest), (board, _)) = (split(text), split(taken));
        if stated == board {
            return Ok(Vec::new());
        }
        let indent = text.chars().count() - text.trim_start().chars().count();
        let behind = |finding: Finding| {
            let column = finding.column?.checked_sub(board.chars().count() + 1)?;
            let column = Some(column + stated.chars().count() + 1 + indent);
            Some(Finding { column, ..finding }.text())
        };
        let judged = self.judge(&format!("{board}{rest}"))?;
        Ok(judged.findings.into_iter().filter(|finding| finding.error).filter_map(behind).collect())
    }

    /// What `--lenient` assumed of `--fen`, for the formats that are data.
    pub(super) fn assumed(&self, via: Via, text: Option<&str>, lenient: LenientArgs) -> Option<Value> {
        let text = text.filter(|_| lenient.lenient)?;
        self.stated(via, text, true).ok().map(|stated| json!(stated.assumed))
    }

    /// The plain generator of its rules.
    fn plain_generator(&self) -> Result<Oracle, Failure> {
        let mut rules = self.rules()?;
        if self.is_shuffled() {
            rules = rules.with_shuffled_castling();
        }
        Oracle::new(&rules).map_err(|unplayed| {
            let why = unplayed.first().map(ToString::to_string).unwrap_or_default();
            Failure(format!("{}: the rules can't be played: {why}", self.address))
        })
    }

    fn by_settings(&self, text: &str) -> Result<Judged, Failure> {
        let Some(config) = self.config() else { return Ok(Judged::default()) };
        let config = Config { chess960: config.chess960 || self.is_shuffled(), ..config.clone() };
        let rules = fairy::lower::lower(&config).map_err(|e| Failure(format!("{}: {e}", self.address)))?;
        let oracle = Oracle::new(&rules).map_err(|unplayed| {
            let why = unplayed.first().map(ToString::to_string).unwrap_or_default();
            Failure(format!("{}: the rules can't be played: {why}", self.address))
        })?;
        let mut judged = Judged::of(&oracle, fairy::position::judge(&config, &oracle, text));
        let taken = fairy::position::lenient(&config, &oracle, text);
        judged.lenient = Some(fen::write(&oracle, &taken));
        let complaint = ini::validate_fen(text, &config, config.chess960);
        let number = complaint.as_ref().map_or(1, |complaint| complaint.fault.number());
        judged.validator = Some((number, complaint.map(|complaint| complaint.message)));
        Ok(judged)
    }

    /// Where the rules lift, FEN says what it says of them; words behind the fields may be the
    /// machine's.
    fn by_machine(&self, machine: &Machine<'_>, text: &str) -> Judged {
        let lifted = self.account().ok().and_then(|(rules, _)| Oracle::new(&rules?).ok());
        let judged = lifted.map(|oracle| {
            let mut judged = Judged::of(&oracle, fen_faults::faults(&oracle, text));
            judged.lenient = fen_faults::lenient(&oracle, text).map(|p| fen::write(&oracle, &p));
            judged
        });
        let judged = match judged {
            Some(judged) if judged.is_valid() => return judged,
            other => other,
        };
        let wrong = |message: String| {
            let finding = Finding { error: true, field: MACHINE.to_owned(), column: None, message };
            Judged { findings: vec![finding], ..Judged::default() }
        };
        match (machine.read_position(text), judged) {
            (Ok(status), judged) => match machine.missing_royals(&status.position) {
                None => Judged { normal: Some(machine.position_text(&status)), ..Judged::default() },
                Some(missing) => judged.unwrap_or_else(|| Judged {
                    lenient: Some(machine.position_text(&status)),
                    ..wrong(missing)
                }),
            },
            (Err(_), Some(judged)) => judged,
            (Err(error), None) => wrong(error.to_string()),
        }
    }
}
