//! Fairy-Stockfish or Stockfish, as a process of its own that speaks UCI.
//!
//! One process plays one variant. Positions are sent as move lists from the start
//! (an engine's own FEN may say less than it knows), `go perft 1` gives the legal
//! moves and `d` what each leads to. Every line on the error stream is judged.

pub mod process;

use std::collections::BTreeMap;
use std::path::Path;

use super::fen_reader::FenReader;
use super::{About, Board, Layout, Look, Node, Over, Reason, Referee, Score, Seat, State, Trouble, Way};
use process::{Deadlines, Process};

/// Variants that an engine is told first.
#[derive(Debug, Clone, Copy, Default)]
pub enum Variants<'a> {
    /// None: those that are built in.
    #[default]
    BuiltIn,
    /// Those of a file.
    File(&'a Path),
    /// Those of a text that we wrote: the engine's own check must find nothing to say.
    Text(&'a str),
}

/// What is to be played.
#[derive(Debug, Clone, Default)]
pub struct Game<'a> {
    /// Variants to load first.
    pub variants: Variants<'a>,
    /// The variant.
    pub name: &'a str,
    /// Whether castling is written as king takes partner, whatever the variant says.
    pub chess960: bool,
    /// What a promoted man is, by the letter of the man that was promoted, in lower
    /// case: the engine writes `+r` for what others call by a letter of its own.
    pub promoted: BTreeMap<char, char>,
}

/// What an engine says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduction {
    /// `id name`.
    pub name: String,
    /// The variants that it knows.
    pub variants: Vec<String>,
}

impl Introduction {
    /// Releases of 2020 know neither custom pieces nor most of today's keys.
    pub fn is_old(&self) -> bool {
        self.name.split_whitespace().any(|word| word.starts_with("11."))
    }

    /// Whether it plays chess and nothing else.
    pub fn is_plain(&self) -> bool {
        self.variants.is_empty()
    }

    /// What it can't do, in sentences.
    pub fn limits(&self) -> Vec<String> {
        if self.is_plain() {
            return vec!["chess only, shuffled or not".to_owned()];
        }
        let mut limits = Vec::new();
        if self.is_old() {
            limits.push("no custom pieces, no promotion regions, no keys for one side only".to_owned());
        }
        limits.push(if self.name.split_whitespace().any(|word| word == "LB") {
            "boards of up to 12 files and 10 ranks".to_owned()
        } else {
            "boards of up to 8 files and 8 ranks".to_owned()
        });
        limits.push("25 custom pieces, one letter a type".to_owned());
        limits.push("riders along ranks, files, diagonals and knight's moves only".to_owned());
        limits
    }
}

/// Lines of the error stream that mean nothing bad.
fn harmless(line: &str) -> bool {
    // The engine's check does not know the one value that its reader does.
    let false_alarm = line == "countingRule - Invalid value cambodian for type CountingRule";
    line.starts_with("Parsing variant: ") || line.contains("Deprecated option") || false_alarm
}

fn introduction(lines: &[String]) -> Result<Introduction, Trouble> {
    let name = lines.iter().find_map(|l| l.strip_prefix("id name ")).ok_or_else(|| Trouble::Nonsense {
        command: "uci".into(),
        line: lines.first().cloned().unwrap_or_default(),
    })?;
    let combo = lines.iter().find_map(|l| l.strip_prefix("option name UCI_Variant "));
    let mut variants = Vec::new();
    let mut words = combo.unwrap_or_default().split(' ');
    while let Some(word) = words.next() {
        if word == "var" {
            variants.extend(words.next().map(str::to_owned));
        }
    }
    Ok(Introduction { name: name.trim().to_owned(), variants })
}

/// Starts a program and hears what it says of itself.
///
/// # Errors
/// [`Trouble`] where it is no UCI engine.
pub fn introduce(words: &[String], deadlines: Deadlines) -> Result<Introduction, Trouble> {
    let mut process = Process::start(words, harmless)?;
    introduction(&process.ask("uci", "uci", deadlines.handshake, |l| l == "uciok")?)
}

/// An engine that plays one variant.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    introduction: Introduction,
    about: About,
    layout: Layout,
    reader: FenReader,
    deadlines: Deadlines,
}

fn is_ready(line: &str) -> bool {
    line == "readyok"
}

/// The engine's own check of variants.
fn checked(process: &mut Process, load: &str, deadlines: Deadlines) -> Result<(), Trouble> {
    process.ask(&format!("check {load}\nisready"), "check", deadlines.reply, is_ready)?;
    process.settle()
}

/// Whether a complaint is about castling rights of the start position: the check takes a right for
/// lost where a side begins with one rook, though the rook stands where the right says.
fn is_of_rights(complaint: &str) -> bool {
    complaint.contains("castling is no longer valid for") && complaint.contains("startFen")
}

/// The same variants with no castling rights in their start positions.
fn without_rights(load: &str) -> String {
    let less = |line: &str| match line.split_once('=') {
        Some((key, fen)) if key.trim() == "startFen" => {
            let mut words: Vec<&str> = fen.split_whitespace().collect();
            if let Some(rights) = words.get_mut(2) {
                *rights = "-";
            }
            format!("{key}= {}", words.join(" "))
        }
        _ => line.to_owned(),
    };
    load.lines().map(less).collect::<Vec<_>>().join("\n")
}

/// What `d` says of a position.
struct Shown {
    fen: String,
    check: bool,
}

impl Engine {
    /// Starts a program and has it play a variant.
    ///
    /// # Errors
    /// [`Trouble`] where it is no UCI engine, does not know the variant, or
    /// complains.
    pub fn start(words: &[String], game: &Game<'_>, deadlines: Deadlines) -> Result<Engine, Trouble> {
        let mut process = Process::start(words, harmless)?;
        let mut intro = introduction(&process.ask("uci", "uci", deadlines.handshake, |l| l == "uciok")?)?;
        let mut notes = Vec::new();
        let load = match game.variants {
            Variants::BuiltIn => None,
            Variants::File(path) => Some(path.display().to_string()),
            // An end mark that no line of a section can be.
            Variants::Text(text) => Some(format!("<<[end]\n{}\n[end]", text.trim_end())),
        };
        if let Some(load) = load {
            let written = matches!(game.variants, Variants::Text(_));
            if written && intro.is_old() {
                return Err(Trouble::CantHold(format!("{} is too old for written sections", intro.name)));
            }
            if written || intro.is_old() {
                match checked(&mut process, &load, deadlines) {
                    Err(Trouble::Complaint(line)) if intro.is_old() => {
                        return Err(Trouble::CantHold(format!(
                            "{} is too old for this variant: {line}",
                            intro.name
                        )));
                    }
                    Err(Trouble::Complaint(line)) if is_of_rights(&line) => {
                        // The same without rights must find nothing, else it is no false alarm.
                        checked(&mut process, &without_rights(&load), deadlines)?;
                        notes.push(format!(
                            "the engine's check doubts the castling rights of the start ({line}); it plays \
                             the start all the same"
                        ));
                    }
                    other => other?,
                }
            }
            process.ask(&format!("load {load}\nisready"), "load", deadlines.reply, is_ready)?;
            process.settle()?;
            intro = introduction(&process.ask("uci", "uci", deadlines.reply, |l| l == "uciok")?)?;
        }
        let mut engine = Engine::take_up(process, intro, game, deadlines)?;
        engine.about.notes = notes;
        Ok(engine)
    }

    /// Has the same program play another variant that it knows, built in or of the
    /// file that it has read: quicker than a program of its own for each of many.
    ///
    /// # Errors
    /// [`Trouble`] as at the start.
    pub fn turn_to(self, game: &Game<'_>) -> Result<Engine, Trouble> {
        Engine::take_up(self.process, self.introduction, game, self.deadlines)
    }

    /// Chooses the variant and learns its board.
    fn take_up(
        process: Process,
        intro: Introduction,
        game: &Game<'_>,
        deadlines: Deadlines,
    ) -> Result<Engine, Trouble> {
        let plain = intro.is_plain() && matches!(game.variants, Variants::BuiltIn) && game.name == "chess";
        if !plain && !intro.variants.iter().any(|v| v == game.name) {
            let hint = crate::diagnostic::did_you_mean(game.name, intro.variants.iter().map(String::as_str));
            return Err(Trouble::CantHold(format!(
                "{} does not know the variant `{}`{}",
                intro.name,
                game.name,
                hint.map(|h| format!("; {h}")).unwrap_or_default()
            )));
        }
        let name = if plain { "stockfish" } else { "fairy-stockfish" };
        let about = About { name, version: intro.name.clone(), limits: intro.limits(), notes: Vec::new() };
        let mut engine = Engine {
            process,
            introduction: intro,
            about,
            layout: Layout::default(),
            reader: FenReader::default(),
            deadlines,
        };
        if !plain {
            engine.process.send(&format!("setoption name UCI_Variant value {}", game.name));
        }
        engine.process.send(&format!("setoption name UCI_Chess960 value {}", game.chess960));
        let shown = engine.show(&["startpos moves".to_owned()])?.remove(0);
        engine.reader = FenReader::of(&shown.fen, game.promoted.clone());
        engine.layout = engine.reader.layout();
        Ok(engine)
    }

    /// What the engine says of positions, each a `position` without the word.
    fn show(&mut self, positions: &[String]) -> Result<Vec<Shown>, Trouble> {
        let mut commands = String::new();
        for position in positions {
            commands.push_str(&format!("position {position}\nd\n"));
        }
        commands.push_str("isready");
        let lines = self.process.ask(&commands, "d", self.deadlines.reply, |l| l == "readyok")?;
        let mut shown: Vec<Shown> = Vec::new();
        for line in &lines {
            if let Some(fen) = line.strip_prefix("Fen: ") {
                shown.push(Shown { fen: fen.trim().to_owned(), check: false });
            } else if let (Some(checkers), Some(last)) = (line.strip_prefix("Checkers:"), shown.last_mut()) {
                last.check = !checkers.trim().is_empty();
            }
        }
        if shown.len() != positions.len() {
            let line = lines.iter().find(|l| !l.trim().is_empty()).cloned().unwrap_or_default();
            return Err(Trouble::Nonsense { command: "d".into(), line });
        }
        Ok(shown)
    }

    fn node(&self, moves: String, shown: Shown) -> Result<Node, Trouble> {
        let board = self
            .board(&shown.fen)
            .ok_or_else(|| Trouble::Nonsense { command: "d".into(), line: format!("Fen: {}", shown.fen) })?;
        Ok(Node { board, check: Some(shown.check), state: State::Line { moves, fen: shown.fen } })
    }

    /// What everybody can see, from a FEN.
    fn board(&self, fen: &str) -> Option<Board> {
        self.reader.board(fen)
    }

    fn line<'n>(&self, node: &'n Node) -> Result<(&'n str, &'n str), Trouble> {
        match &node.state {
            State::Line { moves, fen } => Ok((moves, fen)),
            _ => Err(Trouble::Input("a position of another referee".into())),
        }
    }

    /// How a game is over that has no moves: a search of two plies from the move
    /// before tells. Unknown at the start of a game.
    fn score(&mut self, moves: &str, to_move: Seat) -> Result<Option<Score>, Trouble> {
        let Some((before, last)) = moves.rsplit_once(' ').filter(|(_, last)| *last != "moves") else {
            return Ok(None);
        };
        let command = format!("position {before}\ngo depth 2 searchmoves {last}");
        let lines =
            self.process.ask(&command, "go depth 2", self.deadlines.reply, |l| l.starts_with("bestmove"))?;
        let mut words =
            lines.iter().rev().find_map(|l| l.split_once(" score ")).map_or("", |s| s.1).split(' ');
        let value = match (words.next(), words.next().and_then(|n| n.parse::<i64>().ok())) {
            (Some("mate"), Some(n)) if n > 0 => 1,
            (Some("mate"), Some(_)) => -1,
            (Some("cp"), Some(0)) => 0,
            _ => return Ok(None),
        };
        // The score is that of the side which made the last move.
        Ok(Some(match (value, to_move) {
            (0, _) => Score::Draw,
            (1, Seat::Second) | (-1, Seat::First) => Score::First,
            _ => Score::Second,
        }))
    }
}

/// The root moves and their counts in the answer to `go perft`.
fn counts(lines: &[String], command: &str) -> Result<Vec<(String, u64)>, Trouble> {
    let nonsense = |line: &str| Trouble::Nonsense { command: command.to_owned(), line: line.to_owned() };
    let mut found = Vec::new();
    for line in lines {
        let line = line.trim();
        if line.is_empty() || line.starts_with("info ") {
            continue;
        }
        let (name, count) = line.split_once(": ").ok_or_else(|| nonsense(line))?;
        let count: u64 = count.parse().map_err(|_| nonsense(line))?;
        if name == "Nodes searched" {
            let sum: u64 = found.iter().map(|(_, n)| n).sum();
            return if sum == count { Ok(found) } else { Err(nonsense(line)) };
        }
        if name.contains(' ') {
            return Err(nonsense(line));
        }
        found.push((name.to_owned(), count));
    }
    Err(nonsense(lines.last().map_or("", String::as_str)))
}

impl Referee for Engine {
    fn about(&self) -> &About {
        &self.about
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn start(&mut self, position: Option<&str>) -> Result<Node, Trouble> {
        let moves = match position {
            None => "startpos moves".to_owned(),
            Some(fen) => format!("fen {fen} moves"),
        };
        let shown = self.show(std::slice::from_ref(&moves))?.remove(0);
        if let Some(fen) = position {
            // The engine skips what it can't read without a word.
            if !self.reader.same_men(fen, &shown.fen) {
                return Err(Trouble::Input(format!("the engine reads `{fen}` as `{}`", shown.fen)));
            }
        }
        self.node(moves, shown)
    }

    fn look(&mut self, node: &Node) -> Result<Look, Trouble> {
        let (moves, _) = self.line(node)?;
        let texts = self.divide(node, 1)?;
        if texts.is_empty() {
            let score = self.score(moves, node.board.to_move)?;
            let reason = match node.check {
                Some(true) => Some(Reason::Checkmate),
                _ => None,
            };
            return Ok(Look { ways: Vec::new(), over: Some(Over { score, reason }) });
        }
        let texts: Vec<String> = texts.into_iter().map(|(text, _)| text).collect();
        let nodes = self.follow(node, &texts)?;
        let ways = texts.into_iter().zip(nodes).map(|(text, next)| Way { text, next }).collect();
        Ok(Look { ways, over: None })
    }

    fn spelt(&mut self, node: &Node) -> Result<Vec<String>, Trouble> {
        Ok(self.divide(node, 1)?.into_iter().map(|(text, _)| text).collect())
    }

    fn follow(&mut self, node: &Node, texts: &[String]) -> Result<Vec<Node>, Trouble> {
        let (moves, fen) = self.line(node)?;
        let positions: Vec<String> = texts.iter().map(|text| format!("{moves} {text}")).collect();
        let shown = self.show(&positions)?;
        let mut nodes = Vec::with_capacity(texts.len());
        for ((text, moves), shown) in texts.iter().zip(positions).zip(shown) {
            // The engine passes over a move that it does not take, without a word.
            if shown.fen == fen {
                return Err(Trouble::Nonsense { command: format!("position … {text}"), line: shown.fen });
            }
            nodes.push(self.node(moves, shown)?);
        }
        Ok(nodes)
    }

    fn divide(&mut self, node: &Node, depth: u32) -> Result<Vec<(String, u64)>, Trouble> {
        let (moves, _) = self.line(node)?;
        let label = format!("go perft {depth}");
        let patience = if depth == 1 { self.deadlines.reply } else { self.deadlines.count };
        let lines = self.process.ask(&format!("position {moves}\n{label}"), &label, patience, |l| {
            l.starts_with("Nodes searched")
        })?;
        counts(&lines, &label)
    }

    fn text(&self, node: &Node) -> String {
        self.line(node).map_or_else(|e| e.to_string(), |(_, fen)| fen.to_owned())
    }
}
