//! What the fuzzers run, and what `tests/fuzz_seeds.rs` replays: readers on any bytes, with
//! the properties that hold for every text that they take.

pub mod zrf;

use fairy_ferry::betza::{Dialect, Ways, read_as_engine, read_in, spell};
use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy::{self, Release, builtins, ini, lower, section};
use fairy_ferry::notation::{fen, fen_faults, uci};
use fairy_ferry::source::FileId;

/// A text that is played no further than this: fuzzing looks at readers.
const MOST_PLIES: usize = 2;

fn play(oracle: &Oracle) {
    let mut position = oracle.start();
    for _ in 0..MOST_PLIES {
        let moves = oracle.legal_moves(&position);
        let style = uci::CastlingStyle::of(oracle);
        assert_eq!(uci::write_all(oracle, &position, &moves, style).len(), moves.len());
        let Some(mv) = moves.first() else { break };
        position = oracle.make(&position, mv);
    }
}

/// A variants.ini: read, checked, written again, played.
pub fn ini(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let reading = ini::read(&*text, &builtins::builtin);
    let (fixed, _) = ini::fix(&text, FileId(0), &reading.findings);
    let _ = ini::read(&*fixed, &builtins::builtin);
    for release in ["11.1", "14", "head"].into_iter().filter_map(Release::parse) {
        let _ = ini::target_findings(&reading, release);
    }
    for config in reading.configs.iter().take(2) {
        let _ = section::write(config, "fuzzed");
        if let Ok(rules) = lower::lower(config)
            && let Ok(oracle) = Oracle::new(&rules)
        {
            play(&oracle);
        }
    }
}

/// A movement: what a dialect takes is written in every dialect, and read again says, with
/// what was left out, the same.
pub fn betza(data: &[u8]) {
    let text: String = String::from_utf8_lossy(data).chars().take(40).collect();
    let _ = read_as_engine(&text);
    for dialect in Dialect::ALL {
        let Ok(ways) = read_in(&text, dialect) else { continue };
        if ways.ways.len() > 200 {
            continue;
        }
        for target in Dialect::ALL {
            let spelled = spell(&ways, target, 8);
            let again = read_in(&spelled.text, target);
            let again = again.unwrap_or_else(|e| panic!("{text} in {dialect} for {target}: {e}"));
            let both = Ways::new(again.ways.into_iter().chain(spelled.left), ways.castles.clone());
            assert_eq!(both, ways, "{text} in {dialect} for {target}: {}", spelled.text);
        }
    }
}

/// A position, for one of some variants that the first byte chooses: what is read is written,
/// and the writing is read as the same.
pub fn position(data: &[u8]) {
    let names = ["chess", "crazyhouse", "xiangqi", "shogi", "duck", "seirawan", "janggi", "grand", "atomic"];
    let Some((choice, rest)) = data.split_first() else { return };
    let name = names[usize::from(*choice) % names.len()];
    let (Some(config), text) = (builtins::builtin(name), String::from_utf8_lossy(rest)) else { return };
    let Ok(rules) = lower::lower(&config) else { return };
    let Ok(oracle) = Oracle::new(&rules) else { return };
    let _ = ini::validate_fen(&text, &config, false);
    let taken = fairy::fen::read(&config, &oracle, &text);
    let _ = fen::write(&oracle, &taken);
    let _ = fen_faults::faults(&oracle, &text);
    if let Ok((position, _)) = fen::read(&oracle, &text) {
        let written = fen::write(&oracle, &position);
        let again = fen::read(&oracle, &written).unwrap_or_else(|e| panic!("{text} as {written}: {e}"));
        assert_eq!(fen::write(&oracle, &again.0), written, "{text}");
        let moves = oracle.legal_moves(&position);
        let style = uci::CastlingStyle::of(&oracle);
        assert_eq!(uci::write_all(&oracle, &position, &moves, style).len(), moves.len());
    }
}
