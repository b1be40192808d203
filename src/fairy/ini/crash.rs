//! Sections on which the engine's own check ends in a crash.
//!
//! What may enter: what its validator does that is not defined, found in its source and by
//! running it, each section in a process of its own.

use super::fen::{self, man};
use super::start;
use super::syntax::Section;
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::fairy::config::Config;
use crate::rules::Side;

/// The engine looks up the first two partners of the start position whenever a side has any
/// right, be it only one of gating, and does not ask whether there are two.
pub(super) fn check(section: &Section, config: &Config, findings: &mut Vec<Diagnostic>) {
    if !config.castling || config.chess960 || config.castling_dropped_piece {
        return;
    }
    let fen = &config.start_fen;
    let fields = fen::fields(fen);
    let Some(rights) = fields.get(2) else { return };
    let short = (4..=5).contains(&fields.len()) && rights.text.starts_with(|c: char| c.is_ascii_digit());
    // It does not come so far where it complains of something else before.
    if short || start::refused(fen, config) {
        return;
    }
    let board = fields.first().map_or("", |field| field.text).split(['[']).next().unwrap_or_default();
    for side in Side::BOTH {
        let of_side = |c: &char| match side {
            Side::White => c.is_ascii_uppercase(),
            Side::Black => c.is_ascii_lowercase(),
        };
        let flags: String = rights.text.chars().filter(of_side).collect();
        let partners = (board.chars().filter_map(|c| man(config, c)))
            .filter(|(whose, slot)| *whose == side && config.castling_rook_pieces.of(side).contains(*slot))
            .count();
        let kingside = flags.to_ascii_lowercase().contains('k');
        if flags.is_empty() || partners > 1 || partners == 1 && !kingside {
            continue;
        }
        let at = section
            .entry("startFen")
            .map_or(section.header, |entry| entry.value.part(rights.start, rights.start + rights.text.len()));
        let name = super::field::side_word(side);
        let finding = if partners == 0 {
            let message = format!(
                "the engine's check crashes here: {name} has the rights {flags} and no partner of castling on the board"
            );
            Diagnostic::new(codes::INI_ENGINE_CRASH, at, message)
                .help("write castling = false where only gates are meant, else - for the rights")
        } else {
            let message = format!(
                "{name} has one partner of castling only: for the right to the side of the last file the engine's check looks up a second one that is not there, and what it says then is chance"
            );
            Diagnostic::new(codes::INI_ENGINE_CRASH, at, message)
                .severity(Severity::Note)
                .help("play is not touched by that; chess960 = true lets the check pass over it")
        };
        findings.push(finding);
        return;
    }
}
