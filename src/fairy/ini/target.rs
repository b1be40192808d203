//! What a release of the engine does not read.
//!
//! What may enter: findings that depend on the release that is asked for.

use super::Reading;
use super::field::side_word;
use crate::diagnostic::{Diagnostic, codes};
use crate::fairy::config::{Config, rank_squares};
use crate::fairy::keys::{self, Kind, Release};
use crate::rules::{PerSide, Side, SquareSet};

/// Keys and values that a release does not read.
pub fn findings(reading: &Reading, release: Release) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    let day = |text| Release::parse(text);
    for (at, section) in reading.file.sections.iter().enumerate() {
        let config = reading.config_of.get(at).copied().flatten().map(|place| &reading.configs[place]);
        for entry in &section.entries {
            let name = entry.key.text.as_str();
            let Some(key) = keys::lookup(name) else {
                continue;
            };
            if key.since > release {
                let older = config.and_then(|config| older(name, &entry.value.text, config));
                let help = match older {
                    Some(Ok(line)) => format!("for {release} write `{line}`"),
                    Some(Err(why)) => format!("older releases can't say it: {why}"),
                    None => "take a later release, or leave the rule out".to_owned(),
                };
                list.push(
                    Diagnostic::new(
                        codes::INI_LATER_KEY,
                        entry.key.span,
                        format!("{release} does not read `{name}`: the first to read it is {}", key.since),
                    )
                    .help(help),
                );
                continue;
            }
            let text = &entry.value.text;
            let wildcard =
                |symbol: &str| symbol.len() == 2 && symbol.ends_with('*') && !symbol.starts_with('*');
            let later = match key.kind {
                Kind::Region if text.split_whitespace().any(wildcard) => Some(("whole files", "2023-10-31")),
                Kind::LetterAndMoves if name == "king" && text.len() > 1 => {
                    Some(("a king with other moves", "2021-11-30"))
                }
                _ => None,
            };
            if let Some((what, since)) = later
                && let Some(since) = day(since)
                && since > release
            {
                list.push(
                    Diagnostic::new(
                        codes::INI_LATER_KEY,
                        entry.value.span,
                        format!("{release} does not read {what}: the first to read it is {since}"),
                    )
                    .help("name the squares one by one, or take a later release"),
                );
            }
        }
    }
    list
}

/// The older key for a region, if the region can be said by it.
fn older(name: &str, value: &str, config: &Config) -> Option<Result<String, &'static str>> {
    let inside = |region: SquareSet| region.and(config.squares());
    let whole: Vec<u8> = (1..=config.max_rank).collect();
    // The ranks of a region as each side sees them, where it is made of whole ranks.
    let ranks = |regions: &PerSide<SquareSet>| -> Option<Vec<u8>> {
        let of = |side: Side| -> Option<Vec<u8>> {
            let region = inside(*regions.of(side));
            let list: Vec<u8> =
                whole.iter().copied().filter(|r| !inside(rank_squares(*r)).and(region).is_empty()).collect();
            let filled = list.iter().fold(SquareSet::EMPTY, |set, r| set.or(inside(rank_squares(*r))));
            let seen = |r: &u8| if side == Side::White { *r } else { config.max_rank + 1 - *r };
            let mut seen: Vec<u8> = list.iter().map(seen).collect();
            seen.sort_unstable();
            (filled == region).then_some(seen)
        };
        let (white, black) = (of(Side::White)?, of(Side::Black)?);
        (white == black && !white.is_empty()).then_some(white)
    };
    let (stem, side) = super::field::split_side(name);
    let side = side?;
    match stem {
        "promotionRegion" => Some(match ranks(&config.promotion_region) {
            Some(list)
                if list.last() == Some(&config.max_rank)
                    && list.len() == usize::from(config.max_rank - list[0] + 1) =>
            {
                Ok(format!("promotionRank = {}", list[0]))
            }
            _ => Err("promotionRank knows whole ranks up to the last one, alike for both sides"),
        }),
        "doubleStepRegion" => Some(match ranks(&config.double_step_region) {
            Some(list) if list.len() == 1 => Ok(format!("doubleStepRank = {}", list[0])),
            _ => Err("doubleStepRank knows one rank, alike for both sides"),
        }),
        "flagRegion" => Some(Ok(format!("{}Flag = {value}", side_word(side).to_lowercase()))),
        "dropRegion" => Some(Ok(format!("{}DropRegion = {value}", side_word(side).to_lowercase()))),
        _ => None,
    }
}
