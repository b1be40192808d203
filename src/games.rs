//! Saved games on the rules of their game.
//!
//! What may enter: the moves of a game as they are written, and rules; out come legal moves,
//! positions, and what does not fit. Formats are the business of [`crate::notation`].
//!
//! ```
//! use fairy_ferry::games::{Table, replay};
//! use fairy_ferry::notation::pgn::Reader;
//!
//! let text = "[Variant \"Chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
//! let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
//! let table = Table::of_variant(game.tag("Variant").unwrap_or("")).unwrap();
//! let replayed = replay(&table, &game).unwrap();
//! assert_eq!(replayed.moves.len(), 4);
//! assert_eq!(replayed.moves[3].coordinates, "d8h4");
//! assert_eq!(replayed.end.unwrap().result, "0-1");
//! ```

use crate::engine::{Finish, Move, Oracle, Position, Reason};
use crate::fairy::config::Config;
use crate::fairy::{builtins, lower, site_names};
use crate::notation::pgn::{Game, Place};
use crate::notation::san;
use crate::notation::uci::{self, CastlingStyle};
use crate::rules::{Rules, Side};

/// Where games are played: rules, and how positions are read by them.
pub struct Table {
    oracle: Oracle,
    config: Option<Config>,
}

impl Table {
    /// A table for any rules.
    ///
    /// # Errors
    /// Why the generator can't play them.
    pub fn of_rules(rules: &Rules) -> Result<Table, String> {
        let oracle = Oracle::new(rules)
            .map_err(|unplayed| unplayed.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
        Ok(Table { oracle, config: None })
    }

    /// A table for settings of the engine.
    ///
    /// # Errors
    /// Why they have no rules that the generator can play.
    pub fn of_config(config: &Config) -> Result<Table, String> {
        let rules = lower::lower(config).map_err(|error| error.to_string())?;
        Ok(Table { config: Some(config.clone()), ..Table::of_rules(&rules)? })
    }

    /// A table for the variant that a site or program calls so, see [`site_names`].
    ///
    /// # Errors
    /// Why there is none, with the nearest known name.
    pub fn of_variant(tag: &str) -> Result<Table, String> {
        let named = site_names::named(tag)?;
        let config = builtins::builtin(named.name).ok_or_else(|| format!("no variant {}", named.name))?;
        Table::of_config(&Config { chess960: config.chess960 || named.chess960, ..config })
    }

    /// The generator of its moves.
    pub fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// How castling is written in coordinate moves.
    pub fn style(&self) -> CastlingStyle {
        CastlingStyle::of(&self.oracle)
    }

    /// The position in which a game begins.
    ///
    /// # Errors
    /// What is wrong with the FEN, in one sentence with field and column.
    pub fn start(&self, text: Option<&str>) -> Result<Position, String> {
        let Some(text) = text else { return Ok(self.oracle.start()) };
        let read = match &self.config {
            Some(config) => crate::fairy::position::judge(config, &self.oracle, text).into_position(),
            None => crate::notation::fen_faults::faults(&self.oracle, text).into_position(),
        };
        read.map_err(|error| error.to_string())
    }
}

/// A move that was replayed.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The move.
    pub mv: Move,
    /// In SAN, with the mark of check.
    pub san: String,
    /// In coordinates, as the engine spells it.
    pub coordinates: String,
    /// The position after it.
    pub after: Position,
}

/// How a game is over by its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Whether it was checkmate, stalemate, or one of the goals.
    pub reason: Reason,
}

/// The move at which a replay stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Where it stands.
    pub place: Place,
    /// Why it is no move there, with the nearest legal ones.
    pub message: String,
}

/// A game that was replayed.
#[derive(Debug, Clone)]
pub struct Replay {
    /// Where it begins.
    pub start: Position,
    /// The moves, as far as they are legal.
    pub moves: Vec<Replayed>,
    /// The first move that is not.
    pub stop: Option<Stop>,
    /// How the game is over in its last position, where it is.
    pub end: Option<End>,
}

impl Replay {
    /// The last position.
    pub fn last(&self) -> &Position {
        self.moves.last().map_or(&self.start, |replayed| &replayed.after)
    }
}

/// How moves are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// Whatever can mean one legal move only.
    #[default]
    Lenient,
    /// Only what SAN says to the letter.
    Strict,
}

/// Plays the moves of a game, leniently read, as far as they are legal.
///
/// # Errors
/// What is wrong with the position in which the game begins.
pub fn replay(table: &Table, game: &Game) -> Result<Replay, String> {
    replay_as(table, game, Reading::Lenient)
}

/// The same by a stated reading.
///
/// # Errors
/// As [`replay`].
pub fn replay_as(table: &Table, game: &Game, reading: Reading) -> Result<Replay, String> {
    let oracle = table.oracle();
    let start = table.start(game.tag("FEN").filter(|text| !matches!(*text, "" | "startpos")))?;
    let mut replay = Replay { start, moves: Vec::new(), stop: None, end: None };
    for played in &game.line {
        let position = replay.last();
        let legal = oracle.legal_moves(position);
        let read = match reading {
            Reading::Lenient => san::read_among(oracle, position, &played.text, &legal),
            Reading::Strict => san::read_strictly(oracle, position, &played.text),
        };
        let mv = match read {
            Ok(mv) => mv,
            Err(error) => {
                replay.stop = Some(Stop { place: played.place, message: error.message });
                break;
            }
        };
        let replayed = Replayed {
            san: san::write_among(oracle, position, &mv, &legal),
            coordinates: uci::write_among(oracle, position, &mv, &legal, table.style()),
            after: oracle.make(position, &mv),
            mv,
        };
        replay.moves.push(replayed);
    }
    replay.end = oracle.finish(replay.last()).map(end);
    Ok(replay)
}

fn end(finish: Finish) -> End {
    let result = match finish.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    };
    End { result, reason: finish.reason }
}
