//! From the forms of a game to its [`Program`]: names resolved, shapes checked.
//!
//! Each section is read on its own and as far as possible, so that one run
//! gives every finding. A program is only there where nothing that the moves
//! depend on is in doubt; see [`Built::program`].

mod board;
mod code;
mod flow;
mod goals;
mod options;
mod pieces;
mod players;
mod sides;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::game::{GameForms, Section, option_name};
use super::program::{Extra, PlayerId, Program, Test};
use super::readings::Readings;
use super::text;
use super::tree::Form;
use crate::diagnostic::{Code, Diagnostic, any_error, codes, did_you_mean};
use crate::source::Span;

/// What became of a game.
pub struct Built {
    /// The program. Without errors among the findings it can be run.
    pub program: Option<Program>,
    /// What was found in the sections of this game.
    pub findings: Vec<Diagnostic>,
}

impl Built {
    /// Whether the program can be run: it is there, no finding is an error, and no plug-in plays it.
    pub fn runs(&self) -> bool {
        self.program.as_ref().is_some_and(|p| p.plugin.is_none()) && !any_error(&self.findings)
    }
}

/// Reads the sections of a game, with doubtful points read as stated.
pub fn build(game: &GameForms, readings: Readings) -> Built {
    let mut builder = Builder { readings, ..Builder::default() };
    let program = builder.program(game);
    Built { program, findings: builder.findings }
}

/// The names of a game by kind.
#[derive(Default)]
struct Names {
    players: Index,
    squares: Index,
    directions: Index,
    zones: Index,
    pieces: Index,
    attributes: Index,
    flags: Index,
    position_flags: Index,
    move_types: Index,
    /// Move types that stand in a `(move-type …)`.
    defined_move_types: FxHashSet<usize>,
    /// Flags that some block sets; position flags likewise.
    set_flags: FxHashSet<Rc<str>>,
    tested_flags: Vec<(Rc<str>, Form)>,
    set_position_flags: FxHashSet<Rc<str>>,
    tested_position_flags: Vec<(Rc<str>, Form)>,
    /// Words that a `set-attribute` names without a declaration.
    undeclared_attributes: FxHashSet<Rc<str>>,
}

/// Names with their numbers, in order of first mention.
#[derive(Default)]
struct Index {
    numbers: FxHashMap<Rc<str>, usize>,
    names: Vec<Rc<str>>,
}

impl Index {
    fn get(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    fn number(&mut self, name: &Rc<str>) -> usize {
        if let Some(number) = self.get(name) {
            return number;
        }
        self.numbers.insert(name.clone(), self.names.len());
        self.names.push(name.clone());
        self.names.len() - 1
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|n| &**n)
    }

    fn strings(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }
}

#[derive(Default)]
struct Builder {
    readings: Readings,
    names: Names,
    findings: Vec<Diagnostic>,
    /// Kinds and places of the findings so far: a fault in a macro body is told
    /// once, however many calls lead there.
    told: FxHashSet<(Code, Option<Span>)>,
    /// Words in condition position that nothing declares, to be judged when all code is read.
    doubtful_conditions: Vec<(Rc<str>, Form)>,
    /// Goals that name types, with their players, to be judged when the setup is known.
    goals_with_types: Vec<(Test, Vec<PlayerId>, Form)>,
}

impl Builder {
    fn program(&mut self, game: &GameForms) -> Option<Program> {
        let plugin = game.all("engine").last().map(|form| {
            let name = form.items().into_iter().nth(1).and_then(|n| n.string().or(n.word()).cloned());
            self.tell(
                form.finding(
                    codes::PLUGIN_GAME,
                    "a plug-in program plays this game; its rules are not in the file",
                )
                .help("board and pieces can be read, moves can't be generated"),
            );
            name.map(|n| n.to_string()).unwrap_or_default()
        });
        for needed in ["players", "turn-order", "board"] {
            if plugin.is_none() && game.all(needed).next().is_none() {
                let message = format!("this {} has no `{needed}`", game.head.word().map_or("game", |w| w));
                let help = format!("add a ({needed} …) section");
                self.tell(game.head.finding(codes::MISSING_SECTION, message).help(help));
            }
        }
        let mut players = self.players(game.all("players").last());
        let board = self.board(game.all("board").last())?;
        let piece_forms = self.piece_names(game);
        let turns = self.turn_order(game.all("turn-order").last());
        let priorities = self.priorities(game.all("move-priorities").last());
        let pieces = self.pieces(&piece_forms);
        let (setup, reserves) = self.setup(game.all("board-setup"));
        let goals = self.goals(game, plugin.is_some());
        let options = self.options(game);
        let (turns, repeat) = turns.unwrap_or_default();
        players::mark_neutral(&mut players, &turns);
        let program = Program {
            title: game.title.clone(),
            span: game.head.span(),
            board,
            players,
            turns,
            repeat,
            move_types: self.names.move_types.strings(),
            priorities,
            pieces,
            attributes: self.names.attributes.strings(),
            flags: self.names.flags.strings(),
            position_flags: self.names.position_flags.strings(),
            setup,
            reserves,
            goals,
            options,
            readings: self.readings,
            plugin,
            extras: extras(game),
            sections: game.sections.iter().map(|s| (label(s), s.form.span())).collect(),
        };
        self.check_whole(&program, game);
        (!program.players.is_empty() && !program.turns.is_empty() || program.plugin.is_some())
            .then_some(program)
    }

    fn say(&mut self, form: &Form, code: Code, message: impl Into<String>, help: impl Into<String>) {
        if !self.is_told(code, form) {
            self.tell(form.finding(code, message).help(help));
        }
    }

    fn is_told(&self, code: Code, form: &Form) -> bool {
        self.told.contains(&(code, Some(form.span())))
    }

    fn tell(&mut self, finding: Diagnostic) {
        if self.told.insert((finding.code, finding.span)) {
            self.findings.push(finding);
        }
    }

    /// "did you mean", else a fallback.
    fn suggest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>, fallback: &str) -> String {
        did_you_mean(word, names).unwrap_or_else(|| fallback.to_owned())
    }

    fn malformed(&mut self, form: &Form, message: impl Into<String>, shape: &str) {
        self.say(form, codes::MALFORMED, message, format!("write {shape}"));
    }
}

/// Sections without an effect on the rules, kept with their text (reference 3.11).
fn extras(game: &GameForms) -> Vec<Extra> {
    const RULES: &[&str] = &["players", "turn-order", "move-priorities", "board", "board-setup", "piece"];
    game.sections
        .iter()
        .filter(|s| !RULES.contains(&&*s.head) && !super::words::GOAL_SECTIONS.contains(&&*s.head))
        .map(|s| Extra { head: s.head.to_string(), text: text::one_line(&s.form) })
        .collect()
}

/// What a section is called where its place is told.
fn label(section: &Section) -> String {
    match option_name(section) {
        Some(name) => format!("option {name}"),
        None => section.head.to_string(),
    }
}

/// The number that a word states.
fn integer(form: &Form) -> Option<i64> {
    form.word()?.parse().ok()
}
