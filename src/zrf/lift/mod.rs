//! From a program to rules: what a rules file says about how men move, **by
//! behaviour**.
//!
//! What may enter: making [`Rules`] of a [`Program`] for games that are like
//! chess, and the account of what became of each of its rules. Names of macros,
//! of pieces and the shape of the code play no part: two files whose men do the same
//! lift to equal rules.
//!
//! | file | what it answers |
//! |---|---|
//! | `paths` | what can a block do from a square, and under which conditions? |
//! | `cube` | are two such conditions the same? |
//! | `states` | what may stand on a square? |
//! | `ground` | which guarded moves does the game have? |
//! | `history` | what follows from how positions come about? |
//! | `explain` | which leap, ride or hop is a guarded move? |
//! | `passing`, `castling`, `promotion` | the same for what goes by more than one square |
//! | `sections` | what do setup, options and turns say? |
//! | `goals` | when does the game end? |
//! | `map` | which position of one kind is which of the other? |
//! | `witness` | where can a move be seen that was left out? |
//!
//! # What is proved
//!
//! A guarded move is a prime cube of conditions with an effect. The rules made of
//! it say the same condition and the same effect, square by square; so the moves are
//! the same on *every* board as far as they ask for squares only. What a guard asks of
//! attributes and of the last move is settled by invariants that hold at the start and
//! that every guarded move keeps; there the moves are the same in every position
//! that a game comes to.

mod assemble;
mod castling;
mod cube;
mod explain;
mod goals;
mod ground;
mod history;
mod map;
mod passing;
mod paths;
mod place;
mod promotion;
mod sections;
mod states;
mod witness;

use crate::rules::Rules;
pub use crate::rules::{Fidelity, Item};

use super::program::Program;

pub use map::StateMap;
pub use place::place_of;

/// A lift may run so many statements on all boards at once.
pub const MAX_STEPS: u64 = 60_000_000;

/// The outcome of a lift.
#[derive(Debug, Clone)]
pub struct Lifted {
    /// The rules, in canonical form; `None` where rules can't hold such a game.
    pub rules: Option<Rules>,
    /// What became of each rule of the file.
    pub items: Vec<Item>,
    /// Between positions of the machine and of the rules.
    pub map: StateMap,
}

impl Lifted {
    /// The worst that happened to a rule.
    pub fn fidelity(&self) -> Fidelity {
        self.items.iter().map(|item| item.fidelity).max().unwrap_or(Fidelity::Exact)
    }
}

/// Lifts a program whose reading gave no error.
pub fn lift(program: &Program) -> Lifted {
    lift_within(program, MAX_STEPS)
}

/// The same with a limit on the statements that are run on all boards at once; what is not
/// looked at then is told as not lifted.
pub fn lift_within(program: &Program, max_steps: u64) -> Lifted {
    assemble::lift(program, max_steps)
}

/// A type's name as a name in rules.
fn piece_name(name: &str) -> String {
    let sound = !name.is_empty() && name != "any" && !name.starts_with(['+', '-', '*']);
    let plain: String = name.chars().map(|c| if c.is_whitespace() { '-' } else { c }).collect();
    if sound { plain } else { format!("piece{plain}") }
}
