//! The engine for tests that need one.

// Not every test uses all of it.
#![allow(dead_code, clippy::print_stderr)]

use fairy_ferry::fairy::Written;
use fairy_ferry::referee::find::{self, Known};
use fairy_ferry::referee::uci::process::Deadlines;
use fairy_ferry::referee::uci::{Engine, Game, Variants};

/// The command line of the engine. Where there is none the test is passed over with a
/// message, or fails if `FERRY_REQUIRE_ENGINES` is set.
pub fn fairy_stockfish() -> Option<Vec<String>> {
    match find::find(Known::FairyStockfish, None) {
        Ok(found) => Some(found.words),
        Err(error) => {
            assert!(std::env::var_os("FERRY_REQUIRE_ENGINES").is_none(), "{error}");
            eprintln!("engine missing: run scripts/setup");
            None
        }
    }
}

/// Stockfish's command line.
pub fn stockfish() -> Option<Vec<String>> {
    of_the_system(Known::Stockfish)
}

/// Sjaak II's command line.
pub fn sjaakii() -> Option<Vec<String>> {
    of_the_system(Known::Sjaakii)
}

/// A package of the system, which not every machine has: where there is none the test is passed
/// over with a message.
fn of_the_system(engine: Known) -> Option<Vec<String>> {
    match find::find(engine, None) {
        Ok(found) => Some(found.words),
        Err(error) => {
            eprintln!("engine missing: {error}");
            None
        }
    }
}

/// The engine with a written section. What its own check says about it is an error.
pub fn play(words: &[String], written: &Written) -> Engine {
    let game = Game {
        variants: Variants::Text(&written.text),
        name: &written.name,
        chess960: false,
        promoted: written.promoted.clone(),
    };
    Engine::start(words, &game, Deadlines::default()).unwrap_or_else(|e| panic!("{e}\n{}", written.text))
}
