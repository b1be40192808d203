//! Referees: whoever can say which moves a position allows.
//!
//! What may enter: the [`Referee`] trait, and one implementation for each who
//! can play: [`core`] (the plain generator on rules), [`machine`] (the Zillions
//! machine on a program), [`uci`] and [`sjaakii`] (engines, as processes of their own). What two
//! referees make of the same game is compared in [`crate::crosscheck`].
//!
//! Promises: a referee never gives a list of moves that may be short. Whatever
//! goes wrong is a [`Trouble`] with a label; a foreign program that crashes, hangs,
//! floods or talks nonsense is a result, and never a hang of our own.

pub mod core;
mod fen_reader;
pub mod find;
pub mod machine;
pub mod sjaakii;
pub mod uci;

use crate::engine::Position;
use crate::zrf::machine::{Fault, Status};

/// Whose man, or whose turn. White's view of the world is not everybody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Who moves first in most games: White.
    First,
    /// The other one.
    Second,
    /// Somebody else, of games for more.
    Other(u8),
}

/// A square, as a referee calls it, and where it lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Its name.
    pub name: String,
    /// File and rank from the lower left, where the board is a rectangle.
    pub place: Option<(u8, u8)>,
}

/// A kind of thing that may stand on a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As in FEN: `N`, `n`, `+r`, `*`.
    pub text: String,
    /// Whose; `None` for a wall.
    pub seat: Option<Seat>,
    /// What the type is called, where the referee knows.
    pub name: Option<String>,
}

/// What the numbers in a [`Board`] mean.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    /// The squares.
    pub spots: Vec<Spot>,
    /// The things that may stand there.
    pub tokens: Vec<Token>,
}

/// What everybody can see of a position: men, hands, whose turn, and the man that
/// must go on. Numbers are those of a [`Layout`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// For each square 0, or one more than the number of the token.
    pub cells: Vec<u16>,
    /// Men in hand: token and number, in the order of the tokens.
    pub hands: Vec<(u16, u16)>,
    /// Whose turn.
    pub to_move: Seat,
    /// The square of the man that must go on moving.
    pub pending: Option<u16>,
}

/// A position within a game, as one referee keeps it.
#[derive(Debug, Clone)]
pub struct Node {
    /// What everybody can see.
    pub board: Board,
    /// Whether the side to move is in check, as far as the referee says.
    pub check: Option<bool>,
    state: State,
}

#[derive(Debug, Clone)]
enum State {
    Rules(Box<Position>),
    Machine(Box<Status>),
    /// The moves since the start, and what the engine said of the position.
    Line {
        moves: String,
        fen: String,
    },
}

/// A legal move and where it leads.
#[derive(Debug, Clone)]
pub struct Way {
    /// As the referee spells it.
    pub text: String,
    /// The position afterwards.
    pub next: Node,
}

/// Who has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody.
    Draw,
}

impl Score {
    /// As in a game score.
    pub fn as_str(self) -> &'static str {
        match self {
            Score::First => "1-0",
            Score::Second => "0-1",
            Score::Draw => "1/2-1/2",
        }
    }
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// In check without a legal move.
    Checkmate,
    /// Without a legal move, not in check.
    Stalemate,
    /// Without a legal move, and nothing says what that means.
    NoMoves,
    /// The rules say so.
    Goal,
    /// The position has occurred too often. Other referees take this for a claim
    /// and play on.
    Repetition,
}

impl Reason {
    /// The word used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::NoMoves => "no-moves",
            Reason::Goal => "goal",
            Reason::Repetition => "repetition",
        }
    }
}

/// How a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Over {
    /// Who has won, as far as the referee says.
    pub score: Option<Score>,
    /// Why, as far as the referee says.
    pub reason: Option<Reason>,
}

/// What a position allows.
#[derive(Debug, Clone)]
pub struct Look {
    /// The legal moves; none where the game is over.
    pub ways: Vec<Way>,
    /// How the game is over, if it is.
    pub over: Option<Over>,
}

/// Who a referee is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// As `--via` calls it.
    pub name: &'static str,
    /// The version, as the referee says it.
    pub version: String,
    /// What it is known not to be able to do, in sentences.
    pub limits: Vec<String>,
    /// What it said of the game that is no obstacle, in sentences.
    pub notes: Vec<String>,
}

/// Why a referee gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// There is no such program, or it can't be started.
    #[error("{0}")]
    Missing(String),
    /// The position or move that was asked for is none.
    #[error("{0}")]
    Input(String),
    /// The referee can't hold the game; what and why.
    #[error("{0}")]
    CantHold(String),
    /// No answer in time.
    #[error("engine timed out: no answer to `{command}` within {seconds} s")]
    Silent {
        /// What was asked.
        command: String,
        /// How long was waited.
        seconds: u64,
    },
    /// The program ended.
    #[error("engine died: it ended while `{command}` was to be answered{status}")]
    Died {
        /// What was asked.
        command: String,
        /// How it ended, with a comma before.
        status: String,
    },
    /// Far too much output.
    #[error("engine floods: more than {limit} {what} in answer to `{command}`")]
    Flood {
        /// What was asked.
        command: String,
        /// Lines or bytes.
        what: &'static str,
        /// How many there may be.
        limit: usize,
    },
    /// An answer that is none.
    #[error("engine talks nonsense: `{line}` in answer to `{command}`")]
    Nonsense {
        /// What was asked.
        command: String,
        /// What came.
        line: String,
    },
    /// A line on its error stream.
    #[error("engine complains: {0}")]
    Complaint(String),
    /// The Zillions machine met a limit.
    #[error("{0}")]
    Machine(Fault),
}

impl Trouble {
    /// Whether a program misbehaved, so that no verdict is possible.
    pub fn is_misbehaviour(&self) -> bool {
        !matches!(self, Trouble::Missing(_) | Trouble::Input(_) | Trouble::CantHold(_) | Trouble::Machine(_))
    }
}

/// Somebody who can say which moves a position allows.
pub trait Referee {
    /// Who it is.
    fn about(&self) -> &About;

    /// What the numbers in its boards mean.
    fn layout(&self) -> &Layout;

    /// The start position, or one given as the referee writes positions.
    ///
    /// # Errors
    /// Where the position is none, or the referee gives no answer.
    fn start(&mut self, position: Option<&str>) -> Result<Node, Trouble>;

    /// The legal moves of a position with what they lead to, or its end.
    ///
    /// # Errors
    /// Where the referee gives no answer.
    fn look(&mut self, node: &Node) -> Result<Look, Trouble>;

    /// The legal moves as the referee spells them.
    ///
    /// # Errors
    /// Where the referee gives no answer.
    fn spelt(&mut self, node: &Node) -> Result<Vec<String>, Trouble> {
        Ok(self.look(node)?.ways.into_iter().map(|way| way.text).collect())
    }

    /// What some of the legal moves lead to.
    ///
    /// # Errors
    /// Where one is not legal, or the referee gives no answer.
    fn follow(&mut self, node: &Node, texts: &[String]) -> Result<Vec<Node>, Trouble> {
        let ways = self.look(node)?.ways;
        let found = |text: &String| {
            let way = ways.iter().find(|way| way.text == *text);
            way.map(|way| way.next.clone()).ok_or_else(|| Trouble::Input(format!("`{text}` is not legal")))
        };
        texts.iter().map(found).collect()
    }

    /// The legal spelling of a move that is spelt in a form of castling that does not hold
    /// here, if the referee knows it.
    fn instead(&mut self, _node: &Node, _text: &str) -> Option<String> {
        None
    }

    /// The number of sequences of `depth` moves behind each legal move; `depth` is
    /// at least 1.
    ///
    /// # Errors
    /// Where the referee gives no answer.
    fn divide(&mut self, node: &Node, depth: u32) -> Result<Vec<(String, u64)>, Trouble>;

    /// The number of sequences of `depth` moves.
    ///
    /// # Errors
    /// Where the referee gives no answer.
    fn perft(&mut self, node: &Node, depth: u32) -> Result<u64, Trouble> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.divide(node, depth)?.iter().map(|(_, nodes)| nodes).sum())
    }

    /// Whether the side to move is in check, as far as the referee says.
    ///
    /// # Errors
    /// Where the referee gives no answer.
    fn check(&mut self, node: &Node) -> Result<Option<bool>, Trouble> {
        Ok(node.check)
    }

    /// Whether a position could be one of a game: the royal men are there, and the side that has
    /// moved is not in check; `None` where the referee does not know.
    ///
    /// # Errors
    /// Where the referee gives no answer.
    fn sound(&mut self, _node: &Node) -> Result<Option<bool>, Trouble> {
        Ok(None)
    }

    /// SAN of the legal moves, in the order of [`Referee::look`]; empty where the
    /// referee knows none.
    ///
    /// # Errors
    /// Where the referee gives no answer.
    fn sans(&mut self, _node: &Node) -> Result<Vec<String>, Trouble> {
        Ok(Vec::new())
    }

    /// The position as the referee writes it.
    fn text(&self, node: &Node) -> String;

    /// A text that is equal for positions that are equal in everything that the
    /// moves depend on, counters apart.
    fn identity(&self, node: &Node) -> String {
        without_counters(&self.text(node))
    }
}

/// A FEN without its two counters; words behind them stay.
pub(crate) fn without_counters(fen: &str) -> String {
    let mut words: Vec<&str> = fen.split(' ').collect();
    let end = words.iter().position(|w| w.contains('=')).unwrap_or(words.len());
    if end >= 4 && words[end - 2..end].iter().all(|w| w.bytes().all(|b| b.is_ascii_digit())) {
        words.drain(end - 2..end);
    }
    words.join(" ")
}

/// The one move that changes nothing but whose turn it is.
fn pass_of(node: &Node, ways: &[Way]) -> Option<usize> {
    let still = |way: &Way| {
        let (before, after) = (&node.board, &way.next.board);
        before.cells == after.cells && before.hands == after.hands && before.to_move != after.to_move
    };
    let mut passes = (0..ways.len()).filter(|i| still(&ways[*i]));
    passes.next().filter(|_| passes.next().is_none())
}

/// Plays moves in a referee's spelling; a pass may be written `0000` for all of them.
///
/// # Errors
/// Where a move is not legal, or the referee gives no answer.
pub fn play(referee: &mut dyn Referee, node: Node, moves: &str) -> Result<Node, Trouble> {
    let mut node = node;
    for (number, text) in moves.split_whitespace().enumerate() {
        let look = referee.look(&node)?;
        let legal: Vec<&str> = look.ways.iter().map(|way| way.text.as_str()).collect();
        let exact = look.ways.iter().position(|way| way.text == text);
        match exact.or_else(|| pass_of(&node, &look.ways).filter(|_| text == "0000")) {
            Some(i) => node = look.ways[i].next.clone(),
            None => {
                let castling = referee.instead(&node, text);
                let hint = match crate::diagnostic::did_you_mean(text, legal.iter().copied()) {
                    _ if castling.is_some() => {
                        format!("castling is written `{}` here", castling.unwrap_or_default())
                    }
                    Some(hint) => hint,
                    None if legal.is_empty() => "the game is over here".to_owned(),
                    None => format!("legal are: {}", legal.join(" ")),
                };
                return Err(Trouble::Input(format!("move {} `{text}` is not legal; {hint}", number + 1)));
            }
        }
    }
    Ok(node)
}

/// The board as lines of text, the first rank at the bottom; the men by square
/// where the squares are no rectangle.
pub fn draw(layout: &Layout, board: &Board) -> String {
    let text = |cell: u16| match cell {
        0 => ".",
        n => layout.tokens.get(usize::from(n) - 1).map_or("?", |t| t.text.as_str()),
    };
    let mut rows: std::collections::BTreeMap<u8, std::collections::BTreeMap<u8, &str>> = Default::default();
    let mut loose = Vec::new();
    for (spot, cell) in layout.spots.iter().zip(&board.cells) {
        match spot.place {
            Some((file, rank)) => {
                rows.entry(rank).or_default().insert(file, text(*cell));
            }
            None if *cell != 0 => loose.push(format!("{}={}", spot.name, text(*cell))),
            None => {}
        }
    }
    let mut out = String::new();
    for (rank, row) in rows.iter().rev() {
        out.push_str(&format!("{:>4} ", rank + 1));
        row.values().for_each(|cell| out.push_str(&format!("{cell:>3}")));
        out.push('\n');
    }
    if let Some(row) = rows.values().next() {
        out.push_str("     ");
        row.keys().for_each(|file| out.push_str(&format!("{:>3}", char::from(b'a' + file % 26))));
        out.push('\n');
    }
    if !loose.is_empty() {
        out.push_str(&format!("     {}\n", loose.join(" ")));
    }
    if !board.hands.is_empty() {
        let hand: Vec<String> =
            board.hands.iter().map(|(token, n)| format!("{}×{n}", text(token + 1))).collect();
        out.push_str(&format!("     in hand: {}\n", hand.join(" ")));
    }
    out
}

/// The board as lines of one width, the first rank at the bottom, some squares in brackets;
/// men by square and men in hand on lines of their own.
pub fn draw_marked(layout: &Layout, board: &Board, marks: &std::collections::BTreeSet<usize>) -> Vec<String> {
    let text = |cell: u16| match cell {
        0 => ".",
        n => layout.tokens.get(usize::from(n) - 1).map_or("?", |t| t.text.as_str()),
    };
    let mut rows: std::collections::BTreeMap<u8, std::collections::BTreeMap<u8, String>> = Default::default();
    let mut loose = Vec::new();
    for (i, (spot, cell)) in layout.spots.iter().zip(&board.cells).enumerate() {
        let (open, close) = if marks.contains(&i) { ('[', ']') } else { (' ', ' ') };
        match spot.place {
            Some((file, rank)) => {
                rows.entry(rank).or_default().insert(file, format!("{open}{}{close}", text(*cell)));
            }
            None if *cell != 0 || marks.contains(&i) => {
                loose.push(format!("{open}{}={}{close}", spot.name, text(*cell)).trim().to_owned());
            }
            None => {}
        }
    }
    let wide = rows.values().flat_map(|row| row.values()).map(|cell| cell.chars().count()).max().unwrap_or(3);
    let mut out = Vec::new();
    for (rank, row) in rows.iter().rev() {
        let cells: String = row.values().map(|cell| format!("{cell:>wide$}")).collect();
        out.push(format!("{:>3} {cells}", rank + 1));
    }
    if let Some(row) = rows.values().next() {
        let names = row.keys().map(|file| format!("{:>wide$}", format!("{} ", char::from(b'a' + file % 26))));
        out.push(format!("    {}", names.collect::<String>()));
    }
    if !loose.is_empty() {
        out.push(format!("    {}", loose.join(" ")));
    }
    if !board.hands.is_empty() {
        let hand: Vec<String> =
            board.hands.iter().map(|(token, n)| format!("{}×{n}", text(token + 1))).collect();
        out.push(format!("    in hand: {}", hand.join(" ")));
    }
    out
}
