//! Playing games by [`crate::rules::Rules`].
//!
//! What may enter: positions, the moves that the rules allow in them, and what
//! the moves do. How positions and moves are written is the business of
//! [`crate::notation`].
//!
//! [`Oracle`] is the plain generator: it follows the text of the specification
//! in [`crate::rules`] step by step, and is the one to read when in doubt. [`Core`] counts the same moves fast. What
//! it can't play yet it refuses, by the name of the field.

mod fast;
mod game;
pub mod oracle;
mod position;
mod refuse;
mod resolve;

pub use fast::Core;
pub use game::Kind;
pub use oracle::{Finish, Gated, Move, MoveKind, Oracle, Reason};
pub use position::{Cell, LastMove, Man, Position, Rights};
pub use refuse::Unplayed;
