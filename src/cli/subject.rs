//! What an address names, and referees for it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::address::{self, Address, RulesFormat};
use super::losses::AllowArgs;
use super::play::Via;
use super::{Failure, Stop, goal, output};
use crate::crosscheck::{Crosscheck, Limits};
use crate::diagnostic::{Diagnostic, Severity, codes, did_you_mean};
use crate::engine::Oracle;
use crate::fairy::config::Config;
use crate::fairy::{self, builtins, ini};
use crate::native;
use crate::notation::fen;
use crate::referee::core::Core;
use crate::referee::find::{self, Known};
use crate::referee::machine::ZillionsMachine;
use crate::referee::sjaakii::Sjaakii;
use crate::referee::uci::process::Deadlines;
use crate::referee::uci::{Engine, Game, Variants};
use crate::referee::{Referee, Trouble};
use crate::report::passage;
use crate::rules::{Item, Origin, Rules, validate};
use crate::sjaak;
use crate::source::{SourceMap, Span};
use crate::zrf::file::Selection;
use crate::zrf::lift::{self, Lifted};
use crate::zrf::machine::Machine;
use crate::zrf::program::Program;
use crate::zrf::readings::Readings;

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
    Section { path: PathBuf, text: Arc<str>, needed: String, config: Box<Config> },
    /// A variant that is built into the engine.
    BuiltIn(Box<Config>),
}

/// An address and what stands there.
pub(super) struct Subject {
    pub(super) address: String,
    pub(super) sources: SourceMap,
    pub(super) source: Source,
    chess960: bool,
    /// How many games of the file come before this one whose sections would be called alike.
    pub(super) namesakes: usize,
    /// How many games the file has.
    pub(super) games: usize,
    /// What may be lost in what is played.
    pub(super) allow: AllowArgs,
    /// Where the rules of the own format stand.
    places: Option<native::Places>,
    /// What a rules file lifts to, once that was asked.
    lifted: OnceLock<Lifted>,
}

impl Subject {
    pub(super) fn open(text: &str, from: Option<RulesFormat>, chess960: bool) -> Result<Subject, Failure> {
        Subject::open_as(text, from, chess960, Readings::default())
    }

    /// The same with doubtful points of a Zillions rules file read as stated.
    pub(super) fn open_as(
        text: &str,
        from: Option<RulesFormat>,
        chess960: bool,
        readings: Readings,
    ) -> Result<Subject, Failure> {
        let made = |sources, source| Subject {
            address: text.to_owned(),
            sources,
            source,
            chess960,
            namesakes: 0,
            games: 1,
            allow: AllowArgs::default(),
            places: None,
            lifted: OnceLock::new(),
        };
        if let Some(name) = text.strip_prefix("fairy:") {
            return Ok(made(SourceMap::new(), Source::BuiltIn(Box::new(built_in(name)?))));
        }
        let address = Address::parse(text)?;
        match address::format_of(&address.path, from)? {
            RulesFormat::Zrf => {
                let address::Runnable { sources, program, namesakes, games } =
                    address::runnable(text, from, readings)?;
                Ok(Subject { namesakes, games, ..made(sources, Source::Program(Box::new(program))) })
            }
            RulesFormat::Toml => {
                let (sources, rules, games, places) = read_rules(&address)?;
                let places = Some(places);
                Ok(Subject { games, places, ..made(sources, Source::Rules(Box::new(rules))) })
            }
            RulesFormat::Ini => {
                let (sources, source, games) = read_section(&address)?;
                Ok(Subject { games, ..made(sources, source) })
            }
        }
    }

    /// The same where these losses may stay in what is played.
    pub(super) fn allowing(mut self, allow: &AllowArgs) -> Subject {
        self.allow = allow.clone();
        self
    }

    /// Who generates the moves where nothing is said: the generator, and the machine for a
    /// rules file, which needs no lift.
    pub(super) fn usual(&self) -> Via {
        match &self.source {
            Source::Program(_) => Via::Machine,
            Source::Rules(_) | Source::Section { .. } | Source::BuiltIn(_) => Via::Core,
        }
    }

    /// File and line where its rules stand, where they stand in a file.
    pub(super) fn place(&self) -> Option<(String, u32)> {
        let (_, file) = self.sources.files().next()?;
        let header = match &self.source {
            Source::Section { config, .. } => Some(config.name.as_str()),
            _ => None,
        };
        let is_header = |line: &str| {
            let inside = line.trim_start().strip_prefix('[').and_then(|rest| rest.split([':', ']']).next());
            header.is_some() && inside.map(str::trim) == header
        };
        let line = file.text.lines().position(is_header).unwrap_or(0) as u32 + 1;
        Some((file.path.display().to_string(), line))
    }

    /// Whether castling is that of shuffled chess, by a flag.
    pub(super) fn is_shuffled(&self) -> bool {
        self.chess960
    }

    /// The engine's settings, where it is a section or built in.
    pub(super) fn config(&self) -> Option<&Config> {
        match &self.source {
            Source::Section { config, .. } | Source::BuiltIn(config) => Some(config),
            Source::Program(_) | Source::Rules(_) => None,
        }
    }

    fn lift(&self, program: &Program) -> &Lifted {
        self.lifted.get_or_init(|| lift::lift(program))
    }

    /// The rules, if there are any, with what became of each on the way to them.
    pub(super) fn account(&self) -> Result<(Option<Rules>, Vec<Item>), Failure> {
        match &self.source {
            Source::Rules(rules) => Ok((Some((**rules).clone()), Vec::new())),
            Source::Program(program) => {
                let lifted = self.lift(program);
                Ok((lifted.rules.clone(), lifted.items.clone()))
            }
            Source::Section { config, .. } | Source::BuiltIn(config) => {
                self.lowered(config).map(|rules| (Some(rules), Vec::new()))
            }
        }
    }

    /// The rules, where they say all that the source does or what is lost may be.
    pub(super) fn rules(&self) -> Result<Rules, Failure> {
        self.rules_for("what these rules say")
    }

    /// The same for whoever is to play by them.
    fn rules_for(&self, what: &str) -> Result<Rules, Failure> {
        let (rules, items) = self.account()?;
        let Some(rules) = rules else {
            let why: Vec<String> = (items.iter().filter(|item| item.is_loss()))
                .map(|item| format!("\n  {}", passage::loss(&self.sources, item)))
                .collect();
            let message = "no rules can say what this game is, only the file itself (`--via machine`)";
            return Err(Failure(format!("{}: {message}:{}", self.address, why.concat())));
        };
        self.admit(what, &items)?;
        Ok(rules)
    }

    /// Says where the rules that a section could not hold are stated in the source.
    pub(super) fn locate_written(&self, rules: &Rules, written: &mut fairy::Written) {
        for (item, origin) in written.items.iter_mut().zip(&written.origins) {
            self.locate(Some(rules), item, *origin);
        }
    }

    /// Says where the rule of an item is stated, if it does not say so itself.
    pub(super) fn locate(&self, rules: Option<&Rules>, item: &mut Item, origin: Origin) {
        if item.span.is_some() {
            return;
        }
        // What is said of a whole list points to its first record.
        let of_list = |rules: &Rules| match item.rule.split(['[', '.', ' ']).next() {
            Some("promotions") => rules.promotions.first().map(|record| record.origin),
            Some("castlings") => rules.castlings.first().map(|record| record.origin),
            _ => None,
        };
        let origin = match origin.0 {
            None => rules.and_then(of_list).unwrap_or(origin),
            Some(_) => origin,
        };
        item.span = match &self.source {
            Source::Program(program) => Some(lift::place_of(program, &item.rule, origin)),
            Source::Rules(_) => self.places.as_ref().and_then(|places| {
                let path = rules.map_or_else(|| item.rule.clone(), |rules| numbered(rules, &item.rule));
                places.of(&path)
            }),
            Source::Section { config, .. } => self.place_of_key(config, &item.rule),
            Source::BuiltIn(_) => None,
        };
    }

    /// Where a key stands in the section, or the section itself.
    fn place_of_key(&self, config: &Config, rule: &str) -> Option<Span> {
        let (file, _) = self.sources.files().next()?;
        let reading = ini::read(ini::Input::of(&self.sources, file), &builtins::builtin);
        let section = reading.file.sections.into_iter().find(|s| s.name.text == config.name)?;
        let key = rule.strip_prefix("key ").unwrap_or(rule);
        Some(section.entry(key).map_or(section.header, |entry| entry.key.span))
    }

    /// A position as a referee of this subject writes it. Machine and generator of a rules
    /// file that lifts read each other's: castling rights and en passant squares are
    /// attributes and the last move to the machine.
    pub(super) fn restated(&self, via: Via, text: &str) -> String {
        let Source::Program(program) = &self.source else { return text.to_owned() };
        let lifted = self.lift(program);
        let Some(oracle) = lifted.rules.as_ref().and_then(|rules| Oracle::new(rules).ok()) else {
            return text.to_owned();
        };
        let machine = Machine::new(program);
        // Words behind the fields say more than FEN does: whoever reads them knows them.
        let has_words = text.split_whitespace().any(|word| word.contains('='));
        let restated = if via == Via::Machine {
            if has_words && machine.read_position(text).is_ok() {
                return text.to_owned();
            }
            let position = fen::read(&oracle, text).ok().map(|(position, _)| position);
            position
                .and_then(|position| lifted.map.to_machine(&machine, &oracle, &position))
                .map(|position| machine.position_text(&machine.begin_at(position)))
        } else {
            if fen::read(&oracle, text).is_ok() {
                return text.to_owned();
            }
            let status = machine.read_position(text).ok();
            status
                .and_then(|status| lifted.map.to_oracle(&machine, &oracle, &status.position))
                .map(|position| fen::write(&oracle, &position))
        };
        restated.unwrap_or_else(|| text.to_owned())
    }

    /// The one place where the engine's settings become rules.
    fn lowered(&self, config: &Config) -> Result<Rules, Failure> {
        let fail = |why: String| Failure(format!("{}: {why}", self.address));
        let rules = fairy::lower::lower(config).map_err(|error| fail(error.to_string()))?;
        match validate::validate(&rules).first() {
            Some(fault) => Err(fail(format!("the rules don't hold together: {fault}"))),
            None => Ok(rules),
        }
    }

    /// Puts goals into a rules file that has none, or in the place of those that it has.
    pub(super) fn supply_goals(&mut self, goals: &[String], replace: bool) -> Result<(), Failure> {
        match &mut self.source {
            _ if goals.is_empty() && !replace => Ok(()),
            Source::Program(program) => goal::supply(program, goals, replace),
            _ => Err(Failure(format!("{}: --goal is for rules files (.zrf)", self.address))),
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
                let make = |rules: &Rules| {
                    let core = if via == Via::Oracle { Core::oracle(rules) } else { Core::new(rules) };
                    core.map_err(|e| self.stop(&e))
                };
                if let Source::Section { config, .. } | Source::BuiltIn(config) = &self.source {
                    let config = Config { chess960: config.chess960 || self.chess960, ..(**config).clone() };
                    return Ok(Box::new(make(&self.lowered(&config)?)?.reading_as(&config)));
                }
                let mut rules = self.rules_for(&format!("`--via {}`", via.name()))?;
                if self.chess960 {
                    rules = rules.with_shuffled_castling();
                }
                Ok(Box::new(make(&rules)?))
            }
            Via::FairyStockfish => {
                let found = find::find(Known::FairyStockfish, engines.engine.as_deref());
                let words = found.map_err(|e| self.stop(&e))?.words;
                let deadlines = engines.deadlines();
                let engine = match &self.source {
                    Source::Section { path, text, needed, config } => {
                        // Only what the address needs: other sections may be broken.
                        let part = (path != Path::new("-") && needed.trim() != text.trim())
                            .then(|| section_file(needed))
                            .transpose()?;
                        let variants = match &part {
                            Some(file) => Variants::File(file.path()),
                            None if path == Path::new("-") => Variants::Text(text),
                            None => Variants::File(path),
                        };
                        let promoted = config.promoted_letters();
                        let game = Game { variants, name: &config.name, chess960: self.chess960, promoted };
                        Engine::start(&words, &game, deadlines)
                    }
                    Source::BuiltIn(config) => {
                        let promoted = config.promoted_letters();
                        let game =
                            Game { name: &config.name, chess960: self.chess960, promoted, ..Game::default() };
                        Engine::start(&words, &game, deadlines)
                    }
                    Source::Rules(_) | Source::Program(_) => {
                        let rules = self.rules_for("`--via fairy-stockfish`")?;
                        let mut written = fairy::write(&rules, &fairy::Options::default());
                        self.locate_written(&rules, &mut written);
                        self.admit("`--via fairy-stockfish`", &written.items)?;
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
            Via::Stockfish => {
                if let Some(why) = unlike_chess(&self.rules_for("`--via stockfish`")?) {
                    let message = format!("{}: stockfish plays chess only: {why}", self.address);
                    return Err(Failure(message).into());
                }
                let words = find::find(Known::Stockfish, None).map_err(|e| self.stop(&e))?.words;
                let game = Game { name: "chess", chess960: self.chess960, ..Game::default() };
                let engine = Engine::start(&words, &game, engines.deadlines());
                Ok(Box::new(engine.map_err(|e| self.stop(&e))?))
            }
            Via::Sjaakii => {
                let words = find::find(Known::Sjaakii, None).map_err(|e| self.stop(&e))?.words;
                let described = sjaak::describe(&self.rules_for("`--via sjaakii`")?).map_err(|lost| {
                    Failure(format!("{}: sjaakii can't hold these rules: {}", self.address, lost.join("; ")))
                })?;
                let referee = Sjaakii::start(&words, &described, engines.deadlines());
                Ok(Box::new(referee.map_err(|e| self.stop(&e))?))
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

/// The path of a rule with the number of the type in the place of its name.
fn numbered(rules: &Rules, rule: &str) -> String {
    let rule = rule.split(' ').next().unwrap_or(rule);
    let Some(rest) = rule.strip_prefix("pieces.") else { return rule.to_owned() };
    let (name, field) = rest.split_once('.').map_or((rest, None), |(name, field)| (name, Some(field)));
    let Some(number) = rules.pieces.iter().position(|piece| piece.name == name) else {
        return "pieces".to_owned();
    };
    let field = field.map(|field| format!(".{field}")).unwrap_or_default();
    format!("pieces[{number}]{field}")
}

/// Why rules are not those of chess, as far as a short comparison shows: Stockfish is asked
/// about them, and whoever asks compares further.
fn unlike_chess(rules: &Rules) -> Option<String> {
    let chess = builtins::builtin("chess").and_then(|config| fairy::lower::lower(&config).ok())?;
    let (Ok(mut ours), Ok(mut theirs)) = (Core::new(rules), Core::new(&chess)) else {
        return Some("the generator can't play it".to_owned());
    };
    let limits = Limits { depth: 2, walks: 6, plies: 60, effects: 500, ..Limits::default() };
    match Crosscheck::new(vec![&mut ours, &mut theirs]).run(&[], limits) {
        Ok(verdict) if verdict.is_equal() => None,
        Ok(verdict) => Some(verdict.difference().map_or("it is not shown".to_owned(), |d| d.summary())),
        Err(trouble) => Some(trouble.to_string()),
    }
}

/// Rules of the own format, the number of games of the file, and where the rules stand.
type Own = (SourceMap, Rules, usize, native::Places);

fn read_rules(address: &Address) -> Result<Own, Failure> {
    let path = address.path.display();
    let mut sources = SourceMap::new();
    let file = sources.read(&address.path).map_err(|e| Failure(e.to_string()))?;
    let rules = native::File::open(&sources, file).and_then(|read| {
        let names: Vec<String> = read.names().into_iter().map(str::to_owned).collect();
        match chosen(&names, &address.selection) {
            Ok(index) => {
                let rules = read.game(index, &mut sources, &fairy::built_in_rules)?;
                let places = read.places(index, &mut sources, &fairy::built_in_rules)?;
                Ok((rules, names.len(), places))
            }
            Err(why) => Err(vec![Diagnostic::new(codes::TOML_VARIANT, None, why)]),
        }
    });
    match rules {
        Ok((rules, games, places)) => Ok((sources, rules, games, places)),
        Err(findings) => match findings.as_slice() {
            [only] if only.span.is_none() => Err(Failure(format!("{path}: {}", only.message))),
            _ => {
                output::show_findings(&sources, &findings);
                Err(Failure(format!("{path}: the rules can't be read for the reasons above")))
            }
        },
    }
}

/// The place of the game that an address means.
fn chosen(names: &[String], selection: &Selection) -> Result<usize, String> {
    match selection {
        Selection::First => Ok(0),
        Selection::Number(n) => n
            .checked_sub(1)
            .filter(|at| *at < names.len())
            .ok_or_else(|| format!("no game number {n}; there are {}", names.len())),
        Selection::Named(name) => names.iter().position(|other| other == name).ok_or_else(|| {
            let hint = did_you_mean(name, names.iter().map(String::as_str));
            let hint = hint.unwrap_or_else(|| format!("the first is `{}`", names[0]));
            format!("no game `{name}`; {hint}")
        }),
    }
}

/// A file for the engine that ends with the value.
fn section_file(text: &str) -> Result<tempfile::NamedTempFile, Failure> {
    let fail = |error: std::io::Error| Failure(format!("no file can be made for the engine: {error}"));
    let mut file = tempfile::Builder::new().suffix(".ini").tempfile().map_err(fail)?;
    std::io::Write::write_all(&mut file, text.as_bytes()).map_err(fail)?;
    Ok(file)
}

/// The settings of a variant that is built into the engine.
fn built_in(name: &str) -> Result<Config, Failure> {
    builtins::builtin(name).ok_or_else(|| {
        let hint = did_you_mean(name, builtins::names());
        let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        Failure(format!("fairy:{name}: no variant of that name is built into the engine{hint}"))
    })
}

/// Finds a section and reads its settings.
fn read_section(address: &Address) -> Result<(SourceMap, Source, usize), Failure> {
    let mut sources = SourceMap::new();
    let file = sources.read(&address.path).map_err(|e| Failure(e.to_string()))?;
    let reading = ini::read(ini::Input::of(&sources, file), &builtins::builtin);
    let sections = &reading.file.sections;
    let path = address.path.display();
    let chosen = match &address.selection {
        Selection::First => (!sections.is_empty()).then_some(0),
        Selection::Number(n) => n.checked_sub(1).filter(|at| *at < sections.len()),
        Selection::Named(name) => sections.iter().position(|section| section.name.text == *name),
    };
    let chosen = chosen.ok_or_else(|| match &address.selection {
        Selection::Named(name) => {
            let hint = did_you_mean(name, sections.iter().map(|section| section.name.text.as_str()));
            Failure(format!(
                "{path}: no section `{name}`{}",
                hint.map(|h| format!("; {h}")).unwrap_or_default()
            ))
        }
        _ => Failure(format!("{path}: no such section; there are {}", sections.len())),
    })?;
    let section = &sections[chosen];
    let config = reading.config_of[chosen].map(|at| reading.configs[at].clone());
    match config.filter(|config| !config.letters.is_empty()) {
        Some(config) => {
            let text = sources.file(file).text.clone();
            let needed = reading.file.needed(&text, &config.name);
            let source =
                Source::Section { path: address.path.clone(), text, needed, config: Box::new(config) };
            Ok((sources, source, reading.file.sections.len()))
        }
        None => {
            let within = |d: &&Diagnostic| {
                let inside = |span: Span| section.header.start <= span.start && span.start < section.body.end;
                d.severity == Severity::Error && d.span.is_some_and(inside)
            };
            let obstacles: Vec<Diagnostic> = reading.findings.iter().filter(within).cloned().collect();
            output::show_findings(&sources, &obstacles);
            Err(Failure(format!(
                "{path}: the section `{}` can't be played for the reasons above",
                section.name.text
            )))
        }
    }
}
