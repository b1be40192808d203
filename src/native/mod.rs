//! The project's own format: [`Rules`] as TOML, for people to write.
//!
//! What may enter: turning rules into text and back, whole, and what makes the text short.
//! Every field is called as in [`crate::rules`]; fields that have their default are left
//! out, unknown ones are errors. Reading what [`write()`] wrote gives the same rules.
//!
//! An author may write less than that:
//!
//! * `extends = "fairy:NAME"`, `"FILE.toml"` or `"FILE.toml#NAME"` begins with the rules of
//!   that game. Tables are then differences: fields replace those of the parent, `pieces`
//!   and `marks` go by their `name` and `castlings` by their `letter` (with `-white` or
//!   `-black` behind it in a record of one side); other lists are replaced as a whole.
//!   `without = ["pieces.knight", …]` takes things away first, `[[add.promotions]]` adds
//!   records to a list, and `more_moves` of a type adds to its `moves`.
//! * `[[variants]]` are further games of the file: each a difference from the first, or from
//!   the one that its `extends` names.
//! * `moves = "NmW"`, or texts in the list of moves, or `{ betza = "N", from = "a1-h4" }`, are
//!   moves in Betza's notation; `i` means pieces that have not moved (the mark `unmoved`).
//! * `[regions]` gives names to regions, which stand wherever a region may.
//! * `start.rows` is a picture of the start position.
//! * `source` and `assumed` in any table say where a rule is stated and what was decided;
//!   they become [`crate::rules::Clause`]s.
//!
//! Files that are extended lie in the folder of the file or below it. A chain of parents has
//! at most [`MAX_PARENTS`] links.

mod check;
mod decode;
mod merge;
pub mod schema;
mod spell;
mod tree;

use std::ops::Range;
use std::path::{Component, Path};

use serde::Deserialize as _;

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::rules::{Rules, validate};
use crate::source::{FileId, SourceMap, Span};
use tree::{Node, Table, Value};

/// The longest chain of parents.
pub const MAX_PARENTS: usize = 16;

/// The largest number of games of a file.
pub const MAX_GAMES: usize = 1000;

/// Why a text is no rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// What is wrong, in one sentence.
    pub message: String,
    /// The bytes of the text concerned, where that is known.
    pub span: Option<Range<usize>>,
}

/// Rules that are stated elsewhere than in a file: what a name as `fairy:chess` means.
///
/// The answer for an unknown name is the reason, with a hint where there is one.
pub type Foreign<'a> = &'a dyn Fn(&str) -> Result<Rules, String>;

/// Reads the first game of a text that extends nothing outside of itself. The rules are
/// taken as they are, neither checked nor made canonical.
///
/// # Errors
/// [`ReadError`] where the text is no TOML, or states something that
/// [`Rules`] has no field for.
pub fn read(text: &str) -> Result<Rules, ReadError> {
    let mut sources = SourceMap::new();
    let file = sources.add_bytes(Path::new("rules.toml"), text.as_bytes());
    let nowhere = |name: &str| Err(format!("`{name}` can't be found from here"));
    let read = File::open(&sources, file).and_then(|read| {
        let node = read.assembled(0, &mut sources, &nowhere)?;
        decoded(&node)
    });
    read.map_err(|findings| {
        let first = findings.into_iter().next();
        let span = first.as_ref().and_then(|d| d.span).map(|s| s.start as usize..s.end as usize);
        let message = first.map_or_else(String::new, |d| match d.help {
            Some(help) => format!("{}; {help}", d.message),
            None => d.message,
        });
        ReadError { message, span }
    })
}

/// Writes rules.
///
/// # Errors
/// Where a value has no TOML form, which is a fault of this program.
pub fn write(rules: &Rules) -> Result<String, toml::ser::Error> {
    toml::to_string(rules)
}

/// A file of the own format.
#[derive(Debug, Clone)]
pub struct File {
    file: FileId,
    root: Node,
}

impl File {
    /// Reads a file that is at hand.
    ///
    /// # Errors
    /// Where it is no TOML, or has more games than [`MAX_GAMES`].
    pub fn open(sources: &SourceMap, file: FileId) -> Result<File, Vec<Diagnostic>> {
        let root = tree::parse(sources, file)?;
        let read = File { file, root };
        let mut findings = Vec::new();
        if let Some(variants) = read.root.get("variants") {
            match variants.list() {
                Some(list) if list.len() >= MAX_GAMES => {
                    let message = format!("there may be at most {MAX_GAMES} games in a file");
                    findings.push(
                        Diagnostic::new(codes::TOML_VARIANT, variants.span, message)
                            .help("put some of them into another file"),
                    );
                }
                Some(list) => read.check_names(list, &mut findings),
                None => {
                    let message = format!("{} stands where a list of games must", variants.kind());
                    findings.push(
                        Diagnostic::new(codes::TOML_VARIANT, variants.span, message)
                            .help("write [[variants]] with double brackets"),
                    );
                }
            }
        }
        if findings.is_empty() { Ok(read) } else { Err(findings) }
    }

    fn check_names(&self, list: &[Node], findings: &mut Vec<Diagnostic>) {
        let mut seen: Vec<&str> = self.root.get("name").and_then(Node::text).into_iter().collect();
        for variant in list {
            let mut wrong = |span, message: String, help: &str| {
                findings.push(Diagnostic::new(codes::TOML_VARIANT, span, message).help(help));
            };
            if variant.table().is_none() {
                let message = format!("{} stands where a game must", variant.kind());
                wrong(variant.span, message, "write [[variants]] and the fields of the game below");
                continue;
            }
            match variant.get("name") {
                Some(node) if node.text().is_some_and(|name| seen.contains(&name)) => {
                    let name = node.text().unwrap_or_default();
                    wrong(node.span, format!("there are two games `{name}`"), "give one another name");
                }
                Some(node) => seen.extend(node.text()),
                None => wrong(variant.span, "a game has no name".to_owned(), "add `name = \"…\"`"),
            }
        }
    }

    /// The names of its games, the first first.
    pub fn names(&self) -> Vec<&str> {
        let first = self.root.get("name").and_then(Node::text).unwrap_or("?");
        let variants =
            self.variants().iter().map(|node| node.get("name").and_then(Node::text).unwrap_or("?"));
        std::iter::once(first).chain(variants).collect()
    }

    fn variants(&self) -> &[Node] {
        self.root.get("variants").and_then(Node::list).unwrap_or_default()
    }

    /// The rules of a game, by its place in [`File::names`]. They hold together.
    ///
    /// Files that it extends are read into `sources`.
    ///
    /// # Errors
    /// Everything that is wrong with them, as far as one thing does not hide another.
    pub fn game(
        &self,
        index: usize,
        sources: &mut SourceMap,
        foreign: Foreign<'_>,
    ) -> Result<Rules, Vec<Diagnostic>> {
        let node = self.assembled(index, sources, foreign)?;
        let rules = decoded(&node)?;
        let faults = validate::validate(&rules);
        if faults.is_empty() {
            return Ok(rules);
        }
        Err(faults
            .into_iter()
            .map(|fault| {
                let (message, help) = match fault.message.split_once("; ") {
                    Some((message, help)) => (message.to_owned(), help.to_owned()),
                    None => (fault.message, "docs/rules.md says what each field means".to_owned()),
                };
                let span = place(&node, &fault.path).or(self.root.span.map(head));
                let message = format!("{}: {message}", fault.path);
                Diagnostic::new(codes::TOML_RULES, span, message).help(help)
            })
            .collect())
    }

    /// Where each rule of a game stands.
    ///
    /// # Errors
    /// As [`File::game`].
    pub fn places(
        &self,
        index: usize,
        sources: &mut SourceMap,
        foreign: Foreign<'_>,
    ) -> Result<Places, Vec<Diagnostic>> {
        let node = self.assembled(index, sources, foreign)?;
        let game = index.checked_sub(1).and_then(|at| self.variants().get(at)).unwrap_or(&self.root);
        Ok(Places { node, game: game.span.map(head) })
    }

    /// The tree of a game, with everything that it inherits, spelt out.
    fn assembled(
        &self,
        index: usize,
        sources: &mut SourceMap,
        foreign: Foreign<'_>,
    ) -> Result<Node, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        let mut links = Links { sources, foreign, left: MAX_PARENTS };
        let node = self.inherited(index, &mut links, &mut findings);
        let Some(mut node) = node.filter(|_| findings.is_empty()) else { return Err(findings) };
        spell::spell_out(&mut node, &mut findings);
        if findings.is_empty() { Ok(node) } else { Err(findings) }
    }

    /// The tree of a game with what it inherits; `None` where a finding says why not.
    fn inherited(&self, index: usize, links: &mut Links<'_>, findings: &mut Vec<Diagnostic>) -> Option<Node> {
        let own = match index.checked_sub(1) {
            None => &self.root,
            Some(at) => self.variants().get(at)?,
        };
        let table = own.table()?;
        let empty = Node { span: own.span.map(head), value: Value::Table(Table::new()) };
        let parent = match table.get("extends") {
            Some(extends) => self.parent(&extends.node, links, findings)?,
            None if index > 0 => {
                links.left = links.left.checked_sub(1)?;
                self.inherited(0, links, findings)?
            }
            None => empty,
        };
        let mut whole = merge::differ(parent, table, findings);
        if let Some(fields) = whole.table_mut() {
            spell::picture(fields, findings);
        }
        Some(whole)
    }

    /// What `extends` names.
    fn parent(&self, extends: &Node, links: &mut Links<'_>, findings: &mut Vec<Diagnostic>) -> Option<Node> {
        let mut fail = |message: String, help: &str| {
            findings.push(Diagnostic::new(codes::TOML_EXTENDS, extends.span, message).help(help));
        };
        let Some(text) = extends.text() else {
            fail(
                format!("{} stands where the name of a game must", extends.kind()),
                "write extends = \"fairy:chess\", \"file.toml\" or \"file.toml#name\"",
            );
            return None;
        };
        let Some(left) = links.left.checked_sub(1) else {
            let message = format!("the chain of parents is longer than {MAX_PARENTS}");
            fail(message, "look for a game that extends itself");
            return None;
        };
        links.left = left;
        if text.starts_with("fairy:") {
            let rules = match (links.foreign)(text) {
                Ok(rules) => rules,
                Err(why) => {
                    let (message, help) = why.split_once("; ").unwrap_or((&why, "check the name"));
                    fail(message.to_owned(), help);
                    return None;
                }
            };
            return serde_json::to_value(&rules).ok().map(|value| tree::of_json(&value));
        }
        let (path, name) = text.split_once('#').map_or((text, None), |(path, name)| (path, Some(name)));
        let is_file = path.ends_with(".toml");
        if !is_file {
            // A game of this file.
            let wanted = if path.is_empty() { name.unwrap_or_default() } else { text };
            return match self.names().iter().position(|name| *name == wanted) {
                Some(index) => self.inherited(index, links, findings),
                None => {
                    let hint = did_you_mean(wanted, self.names());
                    let help = hint.unwrap_or_else(|| {
                        "a file ends in .toml, and a variant of the engine begins with fairy:".to_owned()
                    });
                    fail(format!("this file has no game `{wanted}`"), &help);
                    None
                }
            };
        }
        let relative = Path::new(path);
        if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            fail(format!("`{path}` leaves the folder of this file"), "put the file into this folder");
            return None;
        }
        let folder = links.sources.file(self.file).path.parent().unwrap_or(Path::new("")).to_owned();
        let other = match links.sources.read(&folder.join(relative)) {
            Ok(file) => file,
            Err(error) => {
                fail(error.to_string(), "put the file beside this one, or correct its name");
                return None;
            }
        };
        let other = match File::open(links.sources, other) {
            Ok(file) => file,
            Err(more) => {
                findings.extend(more);
                return None;
            }
        };
        let index = match name {
            None => 0,
            Some(name) => match other.names().iter().position(|other| *other == name) {
                Some(index) => index,
                None => {
                    let hint = did_you_mean(name, other.names())
                        .unwrap_or_else(|| format!("its games are {}", other.names().join(", ")));
                    fail(format!("{path} has no game `{name}`"), &hint);
                    return None;
                }
            },
        };
        other.inherited(index, links, findings)
    }
}

/// Where the rules of a game stand.
#[derive(Debug, Clone)]
pub struct Places {
    node: Node,
    game: Option<Span>,
}

impl Places {
    /// Where the field of a path stands, or the nearest table around it; else the game.
    pub fn of(&self, path: &str) -> Option<Span> {
        place(&self.node, path).or(self.game)
    }
}

/// What a chain of parents may reach, and how long it may still grow.
struct Links<'a> {
    sources: &'a mut SourceMap,
    foreign: Foreign<'a>,
    left: usize,
}

/// The first character of a place: a whole file is no place to show.
fn head(span: Span) -> Span {
    Span { end: span.start, ..span }
}

fn decoded(node: &Node) -> Result<Rules, Vec<Diagnostic>> {
    Rules::deserialize(node).map_err(|misfit| {
        let table = node.table().map(decode::keys).into_iter().flatten().count();
        let span = misfit.span.or(node.span.map(head));
        let mut help = misfit.help;
        if table == 0 {
            help = "the smallest game has name, [board] and [[pieces]]".to_owned();
        }
        vec![Diagnostic::new(misfit.code, span, misfit.message).help(help)]
    })
}

/// Where the field of a path stands, or the nearest table around it that stands anywhere.
fn place(root: &Node, path: &str) -> Option<Span> {
    let mut here = root;
    let mut span = None;
    for part in path.split('.') {
        let (key, indices) = part.split_once('[').unwrap_or((part, ""));
        let Some(entry) = here.table().and_then(|table| table.get(key)) else { break };
        here = &entry.node;
        let mut found = entry.key.or(here.span);
        if here.text().is_some() {
            found = here.span.or(found);
        }
        for index in indices.split('[').filter_map(|part| part.trim_end_matches(']').parse::<usize>().ok()) {
            let Some(item) = here.list().and_then(|list| list.get(index)) else { break };
            here = item;
            found = item.span.or(found);
        }
        span = found.or(span);
    }
    span
}
