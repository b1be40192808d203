//! The plain generator on rules that a test states itself.

use fairy_ferry::engine::{Oracle, Position};
use fairy_ferry::native;
use fairy_ferry::notation::fen;
use fairy_ferry::notation::uci::{self, CastlingStyle};
use fairy_ferry::rules::validate;

/// A generator for rules as TOML.
pub fn oracle(text: &str) -> Oracle {
    let rules = native::read(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    assert_eq!(validate::validate(&rules), []);
    Oracle::new(&rules).unwrap_or_else(|unplayed| panic!("{unplayed:?}"))
}

/// A fixture with a text in place of another.
pub fn fixture(name: &str, changes: &[(&str, &str)]) -> Oracle {
    let mut text = std::fs::read_to_string(super::fixture(&format!("rules/{name}.toml"))).expect("a fixture");
    for (from, to) in changes {
        assert!(text.contains(from), "{from} is not in {name}");
        text = text.replace(from, to);
    }
    oracle(&text)
}

/// A position.
pub fn position(oracle: &Oracle, text: &str) -> Position {
    fen::read(oracle, text).unwrap_or_else(|e| panic!("{text}: {e}")).0
}

/// The legal moves, sorted.
pub fn moves(oracle: &Oracle, position: &Position) -> Vec<String> {
    let moves = oracle.legal_moves(position);
    let mut texts = uci::write_all(oracle, position, &moves, CastlingStyle::of(oracle));
    texts.sort();
    texts
}

/// The legal moves that begin so, in one line.
pub fn list(oracle: &Oracle, text: &str, prefix: &str) -> String {
    let mut texts = moves(oracle, &position(oracle, text));
    texts.retain(|text| text.starts_with(prefix));
    texts.join(" ")
}

/// The position after some moves.
pub fn after(oracle: &Oracle, text: &str, moves: &[&str]) -> Position {
    moves.iter().fold(position(oracle, text), |position, text| {
        let mv = uci::read(oracle, &position, text, CastlingStyle::of(oracle));
        oracle.make(&position, &mv.unwrap_or_else(|e| panic!("{text}: {e}")))
    })
}

/// The same as FEN.
pub fn fen_after(oracle: &Oracle, text: &str, moves: &[&str]) -> String {
    fen::write(oracle, &after(oracle, text, moves))
}

/// Node counts, depth by depth, that must come out.
pub fn counts(oracle: &Oracle, text: &str, nodes: &[u64]) {
    let position = position(oracle, text);
    let found: Vec<u64> = (1..=nodes.len() as u32).map(|depth| oracle.perft(&position, depth)).collect();
    assert_eq!(found, nodes, "{text}");
}
