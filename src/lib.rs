//! Fairy Ferry carries chess variants between Zillions of Games rules files,
//! Fairy-Stockfish's `variants.ini` and an own rules core, and compares what
//! each of them allows to be played.
//!
//! | room | what is in it |
//! |---|---|
//! | [`source`] | files, places in them, encodings |
//! | [`diagnostic`] | findings about files, and the table of their kinds |
//! | [`report`] | how findings and comparisons are shown |
//! | [`rules`] | what a variant is, without a format or an engine |
//! | [`native`] | rules in the own format (TOML) |
//! | [`engine`] | positions and legal moves by rules: the plain generator and the fast one |
//! | [`betza`] | movements in Betza's notation and its dialects |
//! | [`notation`] | positions, moves and games as text: FEN, coordinates, SAN, PGN, saved games of Zillions |
//! | [`games`] | saved games on the rules of their game |
//! | [`fairy`] | Fairy-Stockfish's `variants.ini`: read, checked, lowered to rules, written |
//! | [`sjaak`] | rules as Sjaak II reads them |
//! | [`zrf`] | Zillions rules files: syntax, macros, [`zrf::program::Program`], machine, lift to rules |
//! | [`referee`] | whoever can say which moves a position allows: generators, the machine, engines |
//! | [`crosscheck`] | what two referees make of the same game, and the smallest difference |
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

/// The examples of the README, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
