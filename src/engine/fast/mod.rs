//! The fast generator: rules compiled to tables over sets of squares.
//!
//! What may enter: whatever counts the moves of a game faster than
//! [`Oracle`](super::Oracle) does, and gives the same numbers. The tables are made from what
//! the rules need (rays, hurdles, pins, hands), and in as few machine words as the board
//! needs; no game is known by name. Rules that the tables can't hold are played by the
//! plain generator, see [`Core::reason`].

mod attack;
mod bits;
mod compile;
mod courses;
mod goals;
mod moves;
mod state;
mod tables;

use self::bits::{Bits, Wide};
use self::compile::compile;
use self::state::{Castle, State, WALL, code};
use self::tables::{Game, Layout, NOBODY};
use super::oracle::Oracle;
use super::position::{Cell, LastMove, Position};
use crate::rules::{Side, Square, SquareSet};

/// Tables of each width.
#[derive(Debug, Clone)]
enum Tables {
    Small(Box<Game<u64>>),
    Medium(Box<Game<u128>>),
    Large(Box<Game<Wide>>),
    None(&'static str),
}

/// A game that is counted fast where its rules allow it.
#[derive(Debug, Clone)]
pub struct Core {
    oracle: Oracle,
    tables: Tables,
}

impl Core {
    /// Compiles what the plain generator plays.
    pub fn new(oracle: Oracle) -> Core {
        let board = oracle.board();
        let squares = usize::from(board.files) * usize::from(board.ranks);
        let tables = if squares <= u64::ROOM {
            compile(&oracle).map(|game| Tables::Small(Box::new(game)))
        } else if squares <= u128::ROOM {
            compile(&oracle).map(|game| Tables::Medium(Box::new(game)))
        } else {
            compile(&oracle).map(|game| Tables::Large(Box::new(game)))
        };
        Core { tables: tables.unwrap_or_else(Tables::None), oracle }
    }

    /// The plain generator.
    pub fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// Why the plain generator plays instead; `None` where it does not.
    pub fn reason(&self) -> Option<&'static str> {
        match self.tables {
            Tables::None(why) => Some(why),
            _ => None,
        }
    }

    /// The number of ways to play so many moves: 1 for depth 0.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let fast = match &self.tables {
            Tables::Small(game) => self.count(game, position, depth),
            Tables::Medium(game) => self.count(game, position, depth),
            Tables::Large(game) => self.count(game, position, depth),
            Tables::None(_) => None,
        };
        fast.unwrap_or_else(|| self.oracle.perft(position, depth))
    }

    fn count<B: Bits>(&self, game: &Game<B>, position: &Position, depth: u32) -> Option<u64> {
        let mut state = set_up(&self.oracle, game, position)?;
        let start = position.last == LastMove::default();
        Some(game.perft(&mut state, depth, &mut Vec::new(), start))
    }
}

/// A position in sets; `None` where it holds something that the tables don't know.
fn set_up<B: Bits>(oracle: &Oracle, game: &Game<B>, position: &Position) -> Option<State<B>> {
    let layout: Layout = game.layout;
    let mut state = State {
        men: vec![B::NONE; game.kinds * 2],
        sides: [B::NONE; 2],
        walls: B::NONE,
        cells: [0; 256],
        memory: [NOBODY; 256],
        hands: position.hands,
        rights: 0,
        en_passant: layout.set(position.en_passant),
        victim: NOBODY,
        us: position.to_move.index(),
        checks: position.checks_to_give,
        castles: Vec::new(),
        rights_of: [0; 256],
    };
    for index in 0..layout.len() {
        match position.at(layout.square(index)) {
            Cell::Empty => {}
            Cell::Wall => {
                state.walls = state.walls | B::of(index);
                state.cells[index] = WALL;
            }
            Cell::Man(man) => {
                state.put(index, code(man.kind.0, man.side.index()));
                state.memory[index] = man.reverts.map_or(NOBODY, |kind| kind.0);
            }
        }
    }
    if game.duck && state.walls.count() > 1 {
        return None;
    }
    if !position.en_passant.is_empty() {
        let mut victims = position.en_passant.iter().map(|s| oracle.victim_of(position, s));
        let first = victims.next()?;
        if victims.any(|victim| victim != first) {
            return None;
        }
        state.victim = first.map_or(NOBODY, |s| layout.index(s) as u8);
    }
    for (index, (king, partner)) in position.rights.iter().enumerate() {
        let right = 1u16.checked_shl(index as u32)?;
        let side = position.man(king)?.side;
        state.rights |= right;
        for square in [king, partner] {
            state.rights_of[layout.index(square)] |= right;
        }
        for castling in oracle.castlings_of(position, side, king, partner) {
            state.castles.push(castle(layout, side, right, king, partner, castling));
        }
    }
    Some(state)
}

/// Where a castling leads, what must be empty and what may not be attacked.
#[derive(Debug, Clone, Copy)]
pub(super) struct CastlingPath {
    pub king_to: Square,
    pub partner_to: Square,
    pub empty: SquareSet,
    pub safe: SquareSet,
}

fn castle<B: Bits>(
    layout: Layout,
    side: Side,
    right: u16,
    king: Square,
    partner: Square,
    path: CastlingPath,
) -> Castle<B> {
    let at = |square: Square| layout.index(square) as u8;
    Castle {
        side: side.index(),
        right,
        king: at(king),
        partner: at(partner),
        king_to: at(path.king_to),
        partner_to: at(path.partner_to),
        empty: layout.set(path.empty),
        safe: path.safe.iter().map(at).collect(),
    }
}
