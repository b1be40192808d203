//! Fairy-Stockfish's `variants.ini`.
//!
//! What may enter: what the engine's keys mean, as [`crate::rules::Rules`] say it. The
//! engine itself is a process of its own, see [`crate::referee::uci`].

pub mod builtins;
pub mod catalogue;
pub mod config;
pub mod fen;
pub mod ini;
pub mod keys;
pub mod lower;
pub mod material;
pub mod moves;
pub mod release;
pub mod section;
pub mod write;

pub use keys::Release;
pub use write::{Options, Written, write};
