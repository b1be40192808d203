//! Fairy Ferry carries chess variants between Zillions of Games rules files,
//! Fairy-Stockfish's `variants.ini` and an own rules core, and compares what
//! each of them allows to be played.
//!
//! | room | what is in it |
//! |---|---|
//! | [`source`] | files, places in them, encodings |
//! | [`diagnostic`] | findings about files, and the table of their kinds |
//! | [`report`] | how findings are shown |
//! | [`rules`] | the hub: what a variant is, without a format or an engine |
//! | [`native`] | rules as TOML |
//! | [`engine`] | positions and legal moves by rules: the plain generator |
//! | [`notation`] | FEN, coordinate moves, SAN |
//! | [`games`] | saved games, replayed on the rules of their game |
//! | [`zrf`] | Zillions rules files: syntax, macros, [`zrf::program::Program`], machine |
//! | [`survey`] | what a folder of rules files would give |
//! | [`cli`] | the command line |

pub mod betza;
pub mod cli;
pub mod crosscheck;
pub mod diagnostic;
pub mod engine;
pub mod fairy;
pub mod games;
pub mod native;
pub mod notation;
pub mod referee;
pub mod report;
pub mod rules;
pub mod sjaak;
pub mod source;
pub mod survey;
pub mod zrf;
