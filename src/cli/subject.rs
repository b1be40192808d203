//! What an address names, and referees for it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::address::{self, Address, RulesFormat};
use super::play::Via;
use super::{Failure, Stop, output};
use crate::fairy;
use crate::native;
use crate::referee::core::Core;
use crate::referee::find::{self, Known};
use crate::referee::machine::ZillionsMachine;
use crate::referee::uci::process::Deadlines;
use crate::referee::uci::{Engine, Game, Variants};
use crate::referee::{Referee, Trouble};
use crate::rules::{Fidelity, Item, Rules, validate};
use crate::source::SourceMap;
use crate::zrf::file::Selection;
use crate::zrf::lift;
use crate::zrf::program::Program;

/// Where engines are found, and how long they are waited for.
#[derive(clap::Args, Debug, Clone)]
pub(super) struct EngineArgs {
    /// The engine's command line [default: FERRY_FAIRY_STOCKFISH, .engines, PATH]
    #[arg(long, value_name = "COMMAND LINE")]
    pub(super) engine: Option<String>,
    /// Seconds to wait for an engine's answer; counts of moves get thirty times as long
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(super) timeout: u64,
}

impl EngineArgs {
    pub(super) fn deadlines(&self) -> Deadlines {
        let seconds = |n: u64| std::time::Duration::from_secs(n.max(1));
        Deadlines {
            handshake: seconds(self.timeout),
            reply: seconds(self.timeout),
            count: seconds(self.timeout.saturating_mul(30)),
        }
    }
}

/// What stands at an address.
pub(super) enum Source {
    /// A game of a Zillions rules file.
    Program(Box<Program>),
    /// Rules of the own format.
    Rules(Box<Rules>),
    /// A section of a `variants.ini`.
    Section { path: PathBuf, name: String, promoted: BTreeMap<char, char> },
    /// A variant that is built into the engine.
    BuiltIn(String),
}

/// An address and what stands there.
pub(super) struct Subject {
    pub(super) address: String,
    pub(super) sources: SourceMap,
    pub(super) source: Source,
    chess960: bool,
    /// What a rules file lifts to, once that was asked.
    lifted: OnceCell<(Option<Rules>, Vec<Item>)>,
}

impl Subject {
    pub(super) fn open(text: &str, from: Option<RulesFormat>, chess960: bool) -> Result<Subject, Failure> {
        let made = |sources, source| Subject {
            address: text.to_owned(),
            sources,
            source,
            chess960,
            lifted: OnceCell::new(),
        };
        if let Some(name) = text.strip_prefix("fairy:") {
            return Ok(made(SourceMap::new(), Source::BuiltIn(name.to_owned())));
        }
        let address = Address::parse(text)?;
        match address::format_of(&address.path, from)? {
            RulesFormat::Zrf => {
                let (sources, program) = address::runnable(text, from)?;
                Ok(made(sources, Source::Program(Box::new(program))))
            }
            RulesFormat::Toml => {
                let (sources, rules) = read_rules(&address)?;
                Ok(made(sources, Source::Rules(Box::new(rules))))
            }
            RulesFormat::Ini => {
                let (sources, source) = read_section(&address)?;
                Ok(made(sources, source))
            }
        }
    }

    /// Who generates the moves where nothing is said: the generator, and the
    /// machine for a rules file that does not lift exactly.
    pub(super) fn usual(&self) -> Via {
        match &self.source {
            Source::Program(program) => {
                let (rules, items) = self.lift(program);
                let exact = items.iter().all(|item| item.fidelity == Fidelity::Exact);
                let played = rules.as_ref().filter(|_| exact).is_some_and(|rules| Core::new(rules).is_ok());
                if played { Via::Core } else { Via::Machine }
            }
            Source::Rules(_) => Via::Core,
            Source::Section { .. } | Source::BuiltIn(_) => Via::FairyStockfish,
        }
    }

    fn lift(&self, program: &Program) -> &(Option<Rules>, Vec<Item>) {
        self.lifted.get_or_init(|| {
            let lifted = lift::lift(program);
            (lifted.rules, lifted.items)
        })
    }

    /// The rules, with what became of each on the way to them.
    pub(super) fn rules(&self) -> Result<(Rules, Vec<Item>), Failure> {
        match &self.source {
            Source::Rules(rules) => Ok(((**rules).clone(), Vec::new())),
            Source::Program(program) => match self.lift(program) {
                (Some(rules), items) => Ok((rules.clone(), items.clone())),
                (None, items) => {
                    let why: Vec<String> = items
                        .iter()
                        .filter(|item| item.fidelity == Fidelity::Dropped)
                        .map(|item| format!("\n  {}: {}", item.rule, item.why))
                        .collect();
                    let message = "no rules of the hub can say what this game is";
                    Err(Failure(format!("{}: {message}:{}", self.address, why.concat())))
                }
            },
            Source::Section { .. } | Source::BuiltIn(_) => Err(Failure(format!(
                "{}: this version has no reader for variants.ini: only the engine can play it (--via fairy-stockfish)",
                self.address
            ))),
        }
    }

    /// A referee for it.
    pub(super) fn referee(&self, via: Via, engines: &EngineArgs) -> Result<Box<dyn Referee + '_>, Stop> {
        match via {
            Via::Machine => match &self.source {
                Source::Program(program) => Ok(Box::new(ZillionsMachine::new(program))),
                _ => Err(Failure(format!(
                    "{}: the machine plays Zillions rules files (.zrf) only",
                    self.address
                ))
                .into()),
            },
            Via::Core | Via::Oracle => {
                let (mut rules, _) = self.rules()?;
                if self.chess960 {
                    rules = rules.with_shuffled_castling();
                }
                Ok(Box::new(Core::new(&rules).map_err(|e| self.stop(&e))?))
            }
            Via::FairyStockfish => {
                let found = find::find(Known::FairyStockfish, engines.engine.as_deref());
                let words = found.map_err(|e| self.stop(&e))?.words;
                let deadlines = engines.deadlines();
                let engine = match &self.source {
                    Source::Section { path, name, promoted } => {
                        let variants = Variants::File(path);
                        let game =
                            Game { variants, name, chess960: self.chess960, promoted: promoted.clone() };
                        Engine::start(&words, &game, deadlines)
                    }
                    Source::BuiltIn(name) => {
                        let game = Game { name, chess960: self.chess960, ..Game::default() };
                        Engine::start(&words, &game, deadlines)
                    }
                    Source::Rules(_) | Source::Program(_) => {
                        let (rules, _) = self.rules()?;
                        let written = fairy::write(&rules, &fairy::Options::default());
                        let lost: Vec<&Item> = (written.items.iter())
                            .filter(|i| i.fidelity == crate::rules::Fidelity::Dropped)
                            .collect();
                        if let Some(item) = lost.first() {
                            return Err(Failure(format!(
                                "{}: the engine can't hold these rules: {}: {}",
                                self.address, item.rule, item.why
                            ))
                            .into());
                        }
                        let game = Game {
                            variants: Variants::Text(&written.text),
                            name: &written.name,
                            chess960: self.chess960,
                            promoted: written.promoted.clone(),
                        };
                        Engine::start(&words, &game, deadlines)
                    }
                };
                Ok(Box::new(engine.map_err(|e| self.stop(&e))?))
            }
            Via::Sjaakii | Via::Stockfish => {
                Err(Failure(format!("this version can't ask `{}`", via.name())).into())
            }
        }
    }

    /// A referee's trouble as the end of a command.
    pub(super) fn stop(&self, trouble: &Trouble) -> Stop {
        if let Trouble::Machine(fault) = trouble {
            output::show_findings(&self.sources, &[fault.finding()]);
            return Failure("the moves can't be generated for the reason above".to_owned()).into();
        }
        let message = format!("{}: {trouble}", self.address);
        if trouble.is_misbehaviour() { Stop::Misbehaved(message) } else { Failure(message).into() }
    }
}

fn read_rules(address: &Address) -> Result<(SourceMap, Rules), Failure> {
    let path = address.path.display();
    let mut sources = SourceMap::new();
    let file = sources.read(&address.path).map_err(|e| Failure(e.to_string()))?;
    let text = sources.file(file).text.clone();
    let rules = native::read(&text).map_err(|error| {
        let line = error.span.as_ref().map(|s| text[..s.start.min(text.len())].lines().count().max(1));
        Failure(match line {
            Some(line) => format!("{path}:{line}: {}", error.message),
            None => format!("{path}: {}", error.message),
        })
    })?;
    let faults = validate::validate(&rules);
    if !faults.is_empty() {
        let list: Vec<String> = faults.iter().map(|f| format!("\n  {f}")).collect();
        return Err(Failure(format!("{path}: the rules don't hold together:{}", list.concat())));
    }
    let wrong = match &address.selection {
        Selection::First | Selection::Number(1) => None,
        Selection::Named(name) if *name == rules.name => None,
        Selection::Named(name) => Some(format!("no game `{name}`; the only one is `{}`", rules.name)),
        Selection::Number(n) => Some(format!("no game number {n}; there is one")),
    };
    match wrong {
        Some(why) => Err(Failure(format!("{path}: {why}"))),
        None => Ok((sources, rules)),
    }
}

/// Finds a section; what it says is the engine's business.
fn read_section(address: &Address) -> Result<(SourceMap, Source), Failure> {
    let mut sources = SourceMap::new();
    if address.path == Path::new("-") {
        return Err(Failure("variants.ini can't be read from standard input by this version".into()));
    }
    let file = sources.read(&address.path).map_err(|e| Failure(e.to_string()))?;
    let text = sources.file(file).text.clone();
    let header = |line: &str| {
        let name = line.strip_prefix('[')?.split(']').next()?;
        Some(name.split(':').next().unwrap_or_default().to_owned())
    };
    let names: Vec<String> = text.lines().filter_map(header).collect();
    let path = address.path.display();
    let chosen = match &address.selection {
        Selection::First => names.first(),
        Selection::Number(n) => n.checked_sub(1).and_then(|i| names.get(i)),
        Selection::Named(name) => names.iter().find(|n| *n == name),
    };
    let name = chosen.cloned().ok_or_else(|| match &address.selection {
        Selection::Named(name) => {
            let hint = crate::diagnostic::did_you_mean(name, names.iter().map(String::as_str));
            Failure(format!(
                "{path}: no section `{name}`{}",
                hint.map(|h| format!("; {h}")).unwrap_or_default()
            ))
        }
        _ => Failure(format!("{path}: no such section; there are {}", names.len())),
    })?;
    // What the engine writes `+x` for, so that boards can be compared.
    let mut inside = false;
    let mut promoted = BTreeMap::new();
    for line in text.lines() {
        if let Some(found) = header(line) {
            inside = found == name;
        } else if inside
            && let Some((key, value)) = line.split_once('=')
            && key.trim_end() == "promotedPieceType"
        {
            let pair = |pair: &str| {
                let (from, to) = pair.split_once(':')?;
                Some((from.chars().next()?.to_ascii_lowercase(), to.chars().next()?.to_ascii_lowercase()))
            };
            promoted = value.split_whitespace().filter_map(pair).collect();
        }
    }
    Ok((sources, Source::Section { path: address.path.clone(), name, promoted }))
}
