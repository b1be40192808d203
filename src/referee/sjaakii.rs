//! Sjaak II as a referee: an engine that reads a description of the game, in a process of its own.
//!
//! It speaks the protocol of XBoard. Its moves are read from its own perft, its positions from
//! its FENs; it shares no code with any other referee.

use std::collections::BTreeMap;
use std::io::Write as _;

use super::fen_reader::FenReader;
use super::uci::process::{Deadlines, Process};
use super::{About, Layout, Look, Node, Over, Reason, Referee, State, Trouble, Way};
use crate::sjaak::Description;

/// Sjaak II, playing one game.
#[derive(Debug)]
pub struct Sjaakii {
    process: Process,
    about: About,
    layout: Layout,
    reader: FenReader,
    start: String,
    deadlines: Deadlines,
    /// How often it was asked for a sign of life.
    pings: u32,
    /// Its description file, which is gone with it.
    _file: tempfile::NamedTempFile,
}

impl Sjaakii {
    /// Starts the program and has it play a described game.
    ///
    /// # Errors
    /// [`Trouble`] where it is no such program, or does not take the description.
    pub fn start(words: &[String], game: &Description, deadlines: Deadlines) -> Result<Sjaakii, Trouble> {
        let missing = |error: std::io::Error| Trouble::Missing(format!("no temporary file: {error}"));
        let mut file = tempfile::NamedTempFile::new().map_err(missing)?;
        file.write_all(game.text.as_bytes()).map_err(missing)?;
        let process = Process::start(words, |_| true)?;
        let about = About { name: "sjaakii", version: String::new(), limits: Vec::new(), notes: Vec::new() };
        let reader = FenReader::of(&game.start, BTreeMap::new());
        let mut referee = Sjaakii {
            process,
            about,
            layout: reader.layout(),
            reader,
            start: game.start.clone(),
            deadlines,
            pings: 0,
            _file: file,
        };
        let hello = referee.ask("xboard\nprotover 2", "xboard", false)?;
        let version = hello.iter().find_map(|line| line.split_once("myname=\"")?.1.split_once('"'));
        referee.about.version = version.map_or_else(|| "Sjaak II".to_owned(), |(name, _)| name.to_owned());
        let load = format!("load {}\nvariant {}\nforce", referee._file.path().display(), game.name);
        let answer = referee.ask(&load, "load", false)?;
        if let Some(line) = answer.iter().find(|line| line.contains("Error") || line.contains("error")) {
            return Err(Trouble::CantHold(format!("Sjaak II does not take the game: {line}")));
        }
        Ok(referee)
    }

    /// Sends commands and collects all that is said to them.
    fn ask(&mut self, commands: &str, label: &str, counts: bool) -> Result<Vec<String>, Trouble> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        let patience = if counts { self.deadlines.count } else { self.deadlines.reply };
        let mut lines =
            self.process.ask(&format!("{commands}\n{ping}"), label, patience, |line| line.trim() == pong)?;
        lines.pop();
        lines.iter_mut().for_each(|line| *line = uncoloured(line));
        lines.retain(|line| !line.trim().is_empty());
        Ok(lines)
    }

    fn node(&self, fen: &str) -> Result<Node, Trouble> {
        let nonsense = || Trouble::Nonsense { command: "fen".into(), line: fen.to_owned() };
        let board = self.reader.board(fen).ok_or_else(nonsense)?;
        Ok(Node { board, check: None, state: State::Line { moves: String::new(), fen: fen.to_owned() } })
    }

    fn fen<'n>(&self, node: &'n Node) -> Result<&'n str, Trouble> {
        match &node.state {
            State::Line { fen, .. } => Ok(fen),
            _ => Err(Trouble::Input("a position of another referee".into())),
        }
    }
}

/// A line without the codes of terminal colours.
fn uncoloured(line: &str) -> String {
    let mut out = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            chars.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            out.push(c);
        }
    }
    out
}

/// `Ra1xb1` as `a1b1`, `a7-a8=Q` and `a7-a8Q` as `a7a8q`; castling and drops as they are.
fn spelt(text: &str) -> String {
    let squares: Vec<(usize, usize)> = squares(text);
    let [(from, from_end), (to, to_end)] = squares[..] else { return text.to_owned() };
    let rest: String = text[to_end..].chars().filter(char::is_ascii_alphabetic).collect();
    format!("{}{}{}", &text[from..from_end], &text[to..to_end], rest.to_ascii_lowercase())
}

/// Where squares are named in a move.
fn squares(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at + 1 < bytes.len() {
        let digits = bytes[at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
        if bytes[at].is_ascii_lowercase() && digits > 0 {
            found.push((at, at + 1 + digits));
            at += digits;
        }
        at += 1;
    }
    found
}

impl Referee for Sjaakii {
    fn about(&self) -> &About {
        &self.about
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn start(&mut self, position: Option<&str>) -> Result<Node, Trouble> {
        let wanted = position.map_or_else(|| self.start.clone(), str::to_owned);
        let answer = self.ask(&format!("force\nsetboard {wanted}\nforce\nfen"), "setboard", false)?;
        let fen = answer.last().cloned().unwrap_or_default();
        if answer.len() != 1 || !self.reader.same_men(&fen, &wanted) {
            return Err(Trouble::Input(format!("Sjaak II reads `{wanted}` as `{}`", answer.join(" "))));
        }
        self.node(&fen)
    }

    fn look(&mut self, node: &Node) -> Result<Look, Trouble> {
        let texts = self.spelt(node)?;
        if texts.is_empty() {
            // It does not say whether that is mate.
            let over = Over { score: None, reason: Some(Reason::NoMoves) };
            return Ok(Look { ways: Vec::new(), over: Some(over) });
        }
        let nodes = self.follow(node, &texts)?;
        let ways = texts.into_iter().zip(nodes).map(|(text, next)| Way { text, next }).collect();
        Ok(Look { ways, over: None })
    }

    fn spelt(&mut self, node: &Node) -> Result<Vec<String>, Trouble> {
        Ok(self.divide(node, 1)?.into_iter().map(|(text, _)| text).collect())
    }

    fn follow(&mut self, node: &Node, texts: &[String]) -> Result<Vec<Node>, Trouble> {
        let fen = self.fen(node)?;
        let mut nodes = Vec::with_capacity(texts.len());
        for text in texts {
            // It loses lines where many come at once, and begins to think when it is its turn.
            let commands = format!("force\nsetboard {fen}\nforce\n{text}\nfen");
            let mut answer = self.ask(&commands, text, false)?;
            // It says so when a game is over.
            answer.retain(|line| !["1-0 ", "0-1 ", "1/2-1/2 "].iter().any(|score| line.starts_with(score)));
            let [after] = &answer[..] else {
                let line = answer.first().cloned().unwrap_or_default();
                return Err(Trouble::Nonsense { command: format!("{text} in {fen}"), line });
            };
            nodes.push(self.node(after)?);
        }
        Ok(nodes)
    }

    fn divide(&mut self, node: &Node, depth: u32) -> Result<Vec<(String, u64)>, Trouble> {
        let command = format!("perft {depth} 1");
        let answer =
            self.ask(&format!("force\nsetboard {}\nforce\n{command}", self.fen(node)?), &command, depth > 1)?;
        let nonsense = |line: &str| Trouble::Nonsense { command: command.clone(), line: line.to_owned() };
        let mut found: Vec<(String, u64)> = Vec::new();
        // Moves that leave the king attacked are listed with no move behind them; those that mate
        // have none either, but count themselves at depth 1, which comes first.
        let mut legal: Option<Vec<bool>> = None;
        for line in &answer {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [text, count, _] => {
                    found.push((spelt(text), count.parse().map_err(|_| nonsense(line))?));
                }
                // Depth, nodes, seconds, speed: the sum.
                [of, count, _, _] if of.parse() == Ok(depth) => {
                    let count: u64 = count.parse().map_err(|_| nonsense(line))?;
                    let sum: u64 = found.iter().map(|(_, n)| n).sum();
                    let legal = legal.unwrap_or_else(|| found.iter().map(|(_, n)| *n == 1).collect());
                    if sum != count || legal.len() != found.len() {
                        return Err(nonsense(line));
                    }
                    return Ok(found
                        .into_iter()
                        .zip(legal)
                        .filter(|(_, legal)| *legal)
                        .map(|(way, _)| way)
                        .collect());
                }
                [of, _, _, _] if of.parse::<u32>().is_ok() => {
                    let ones = || found.iter().map(|(_, n)| *n == 1).collect();
                    legal.get_or_insert_with(ones);
                    found.clear();
                }
                _ => return Err(nonsense(line)),
            }
        }
        Err(nonsense(answer.last().map_or("", String::as_str)))
    }

    fn text(&self, node: &Node) -> String {
        self.fen(node).map_or_else(|e| e.to_string(), str::to_owned)
    }
}
