//! Zillions of Games rules files (ZRF).
//!
//! From text to playing, each step a room of its own:
//!
//! ```text
//! token ─▶ syntax ─▶ load (includes) ─▶ expand (macros) ─▶ game (variants merged)
//!                                                            │
//!                              check ◀── program ◀── build ◀─┘
//!                                           │
//!                                        machine: moves, goals, perft
//!                                           │
//!                                          lift ─▶ rules::Rules
//! ```
//!
//! What a file means is stated by the reference in this project's notes
//! (“the reference” in comments, with its section, `Qn` for its doubtful
//! points). The reading is that of Zillions of Games 2; the Dagaz dialect is
//! recognised and named, and no behaviour is taken from it.

pub mod build;
pub mod describe;
pub mod expand;
pub mod file;
pub mod game;
pub mod lift;
pub mod load;
pub mod machine;
pub mod program;
pub mod syntax;
pub mod text;
pub mod token;
pub mod tree;
pub mod words;
