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
pub mod position;
mod raise;
pub mod release;
pub mod section;
pub mod site_names;
pub mod write;

pub use keys::Release;
pub use write::{Options, Written, write};

/// Rules without what makes no difference in their own game: rights that nobody can have, drops
/// of pieces that nobody can hold, moves for a side that never owns the piece.
pub fn meant(rules: &crate::rules::Rules) -> crate::rules::Rules {
    raise::meant(rules)
}

/// The rules that `fairy:NAME` means: those of a variant that is built into the engine, without
/// the notes that only a section needs.
///
/// # Errors
/// The reason, with a hint behind a semicolon where there is one.
pub fn built_in_rules(address: &str) -> Result<crate::rules::Rules, String> {
    let name = address.strip_prefix("fairy:").unwrap_or(address);
    let config = builtins::builtin(name).ok_or_else(|| {
        let hint = crate::diagnostic::did_you_mean(name, builtins::names());
        let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        format!("fairy:{name}: no variant of that name is built into the engine{hint}")
    })?;
    let mut rules = lower::lower(&config).map_err(|error| error.to_string())?;
    rules.notes.clear();
    Ok(rules)
}
