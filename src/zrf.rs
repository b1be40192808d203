//! Zillions of Games rules files (ZRF).
//!
//! From text to playing, each step a room of its own:
//!
//! ```text
//! token ─▶ syntax ─▶ load (includes) ─▶ expand (macros) ─▶ game (variants merged)
//!                                                            │
//!                              check ◀── program ◀── build ◀─┘
//!                                           │
//!                                        machine: moves, goals, perft ── replay
//!                                           │
//!                                          lift ─▶ rules::Rules
//! ```
//!
//! `docs/zrf.md` restates what a file means and lists how each doubtful point
//! is read (`Qn`); "reference 9.4" in comments is a section of the digest that
//! the page rests on. The reading is that of Zillions of Games 2; the Dagaz
//! dialect is recognised and named, and no behaviour is taken from it.

pub mod build;
mod cursor;
pub mod describe;
pub mod expand;
pub mod file;
pub mod game;
pub mod lift;
pub mod load;
pub mod machine;
pub mod program;
pub mod readings;
pub mod replay;
pub mod syntax;
pub mod text;
pub mod token;
pub mod tree;
pub mod words;
