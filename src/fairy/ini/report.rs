//! What is said about single keys and values.
//!
//! What may enter: findings about one entry. Findings about how entries go together are
//! the business of [`super::checks`].

use super::field::{self, region_text, split_side};
use super::syntax::{Entry, Section};
use super::value::{self, Converted, Fault, Stored};
use crate::diagnostic::{Code, Diagnostic, Severity, codes};
use crate::fairy::config::{Config, MOST_FILES, MOST_RANKS, Slot, rank_squares};
use crate::fairy::keys::{self, Key, Kind};
use crate::rules::{Side, SquareSet};

/// Says what is wrong with a value. True where the engine does something undefined.
pub(super) fn faults(
    entry: &Entry,
    key: &Key,
    converted: &Converted,
    config: &Config,
    findings: &mut Vec<Diagnostic>,
) -> bool {
    let mut undefined = false;
    for faulty in &converted.faults {
        let place = entry.value.part(faulty.start, faulty.end);
        let part = &entry.value.text[faulty.start..faulty.end];
        let name = &key.name;
        let finding = match faulty.fault {
            Fault::Invalid => Some(invalid(entry, key, faulty.start, faulty.end)),
            Fault::UnknownLetter(letter) => {
                Some(unknown_letter(entry, key, letter, faulty.end, place, config))
            }
            Fault::NoNumber => Some(
                Diagnostic::new(
                    codes::INI_INVALID_VALUE,
                    place,
                    format!("`{name}`: no number stands behind the letter in `{part}`"),
                )
                .help("write pairs, as in q:1 r:2"),
            ),
            Fault::Dropped => Some(
                Diagnostic::new(
                    codes::INI_DROPPED,
                    place,
                    format!("`{name}`: the engine passes over `{}`", part.trim()),
                )
                .help("take it away; a comment needs a line of its own"),
            ),
            Fault::Comma => {
                let apart = if matches!(key.kind, Kind::Type | Kind::Types) { "" } else { " " };
                let text = entry.value.text.replace(", ", ",").replace(',', apart);
                let lost = entry.value.text[faulty.start..].trim_start_matches([',', ' ']);
                let finding = Diagnostic::new(
                    codes::INI_COMMA,
                    place,
                    format!("`{name}`: a comma ends the list: `{lost}` is lost"),
                );
                // In regions the engine itself says nothing.
                let finding =
                    if key.kind == Kind::Region { finding.severity(Severity::Warning) } else { finding };
                Some(finding.help("separate by blanks").edit(entry.value.span, text))
            }
            Fault::TrailingBlank => Some(trailing_blank(entry, faulty.start)),
            Fault::Undefined | Fault::Abort => {
                undefined = true;
                let what = if faulty.fault == Fault::Abort {
                    "the engine aborts on"
                } else {
                    "the engine does something undefined on"
                };
                Some(
                    Diagnostic::new(codes::INI_UNDEFINED, place, format!("`{name}`: {what} `{part}`"))
                        .help("ranks count from 1: write a1, *1 or a*"),
                )
            }
            Fault::Star => star(entry, key, place, part),
        };
        findings.extend(finding);
    }
    let in_whole = |code, text: String| Diagnostic::new(code, entry.value.span, text);
    match &converted.stored {
        Stored::Int(n) if *n < 0 && key.name != "pocketSize" => findings.push(
            in_whole(codes::INI_NUMBER, format!("`{}` can't be below zero", key.name))
                .help("write 0 or more"),
        ),
        Stored::Region(region) if key.is_mobility() && region.is_empty() => findings.push(
            in_whole(codes::INI_MOBILITY_EMPTY, format!("`{}`: no squares mean no restriction", key.name))
                .help("give the type a movement without moves if it may go nowhere"),
        ),
        _ => {}
    }
    undefined
}

fn invalid(entry: &Entry, key: &Key, start: usize, end: usize) -> Diagnostic {
    let name = &key.name;
    let text = &entry.value.text;
    let part = &text[start..end];
    let place = entry.value.part(start, end);
    let words = value::words(key.kind);
    if !words.is_empty() {
        let bare = text.split([';', '#']).next().unwrap_or_default().trim().to_lowercase();
        let stored = if key.kind == Kind::Bool { "false" } else { "none" };
        let finding = Diagnostic::new(
            codes::INI_INVALID_VALUE,
            place,
            format!("`{name}` takes {}: the engine reads `{text}` as {stored}", field::choices(key.kind)),
        );
        return match words.iter().find(|word| **word == bare) {
            Some(word) => {
                finding.help(format!("write `{word}`, with nothing behind it")).edit(entry.value.span, *word)
            }
            None if key.kind == Kind::Bool && matches!(bare.as_str(), "1" | "yes" | "on") => {
                finding.help("write `true`")
            }
            None => finding.help(format!("write one of {}", field::choices(key.kind))),
        };
    }
    let (what, help) = match key.kind {
        Kind::Rank => (format!("a rank from 1 to {MOST_RANKS}"), "write the rank's number".to_owned()),
        Kind::File => {
            let last = char::from(b'a' + MOST_FILES - 1);
            (format!("a file from a to {last}"), "write the file's letter, small, or its number".to_owned())
        }
        Kind::Region => (
            "squares, ranks and files".to_owned(),
            "write a1 for a square, *1 for a rank, a* for a file".to_owned(),
        ),
        Kind::Castlings => ("letters among K, Q, k, q".to_owned(), "leave out the others".to_owned()),
        _ => ("a number".to_owned(), "write digits".to_owned()),
    };
    let finding =
        Diagnostic::new(codes::INI_INVALID_VALUE, place, format!("`{name}` takes {what}, not `{part}`"));
    let small = part.to_lowercase();
    let is_file = key.kind == Kind::File && small != part && small.len() == 1;
    if is_file { finding.help(format!("write `{small}`")).edit(place, small) } else { finding.help(help) }
}

fn unknown_letter(
    entry: &Entry,
    key: &Key,
    letter: char,
    end: usize,
    place: crate::source::Span,
    config: &Config,
) -> Diagnostic {
    let lost = entry.value.text[end..].trim();
    let lost = if lost.is_empty() { String::new() } else { format!(", and `{lost}` behind it is lost") };
    let letters: String = config.letters.values().collect();
    let help = if letters.is_empty() {
        "no type has a letter: define pieces, or inherit from a variant".to_owned()
    } else {
        format!("the letters are {letters}")
    };
    Diagnostic::new(
        codes::INI_UNKNOWN_LETTER,
        place,
        format!("`{}`: no type has the letter `{letter}`{lost}", key.name),
    )
    .help(help)
}

/// A blank at the end is part of the value.
fn trailing_blank(entry: &Entry, start: usize) -> Diagnostic {
    let end = entry.value.text.len();
    Diagnostic::new(
        codes::INI_TRAILING_BLANK,
        entry.value.part(start, end),
        format!("`{}`: the blank at the end is part of the value", entry.key.text),
    )
    .help("take it away")
    .edit(entry.value.part(start, end), "")
}

/// Where `*` means nothing, and where `-` means any.
fn star(entry: &Entry, key: &Key, place: crate::source::Span, part: &str) -> Option<Diagnostic> {
    let stem = split_side(&key.name).0;
    let (message, help) = match (key.kind, stem, part) {
        (Kind::Types, "extinctionPieceTypes", _) => return None,
        (Kind::Types, "connectPieceTypes", _) => (
            "`*` means no type here: nothing is ever connected".to_owned(),
            "leave the key out: without it all types count",
        ),
        (Kind::Types, ..) => {
            (format!("`{}`: `*` means nothing here", key.name), "write the letters of the types")
        }
        (_, "flagPiece" | "mustDropType", "*") | (_, "dropNoDoubled", "-") => return None,
        (_, "flagPiece" | "mustDropType", _) => {
            (format!("`{} = -` means any type", key.name), "write * for any type, or a letter")
        }
        (_, "castlingKingPiece", _) => (
            format!("`{} = {part}`: nothing castles", key.name),
            "write castling = false, or the letter of the type that castles",
        ),
        _ => (format!("`{} = {part}` means no type", key.name), "write the letter of a type"),
    };
    let whole = entry.value.text.trim() == part;
    let finding = Diagnostic::new(codes::INI_STAR, place, message).help(help);
    let delete = stem == "connectPieceTypes" && whole;
    Some(if delete { finding.edit(entry.line, "") } else { finding })
}

/// What is to be said about the letter of a type and what stands behind it.
pub(super) fn letter(slot: Slot, entry: &Entry, moves: Option<&str>, findings: &mut Vec<Diagnostic>) {
    let text = &entry.value.text;
    let key = &entry.key.text;
    let first = text.chars().next().unwrap_or('-');
    let behind = entry.value.part(first.len_utf8(), text.len());
    if !first.is_ascii_alphabetic() {
        if first != '-' {
            findings.push(
                Diagnostic::new(
                    codes::INI_INVALID_LETTER,
                    entry.value.part(0, first.len_utf8()),
                    format!("`{key}`: `{first}` is no letter: the type is taken out"),
                )
                .help("write a letter from a to z, or - to take the type out"),
            );
        } else if slot.is_custom() && moves.is_none() {
            findings.push(
                Diagnostic::new(
                    codes::INI_MISSING_MOVES,
                    entry.value.span,
                    format!("`{key} = -` takes the type out, but the engine's check misses its moves"),
                )
                .severity(Severity::Note)
                .help("nothing needs to be done"),
            );
        }
        return;
    }
    let second = text[1..].chars().next();
    match (moves, second) {
        (None, _) if slot.is_custom() => findings.push(
            Diagnostic::new(
                codes::INI_MISSING_MOVES,
                entry.value.span,
                format!("`{key}` has a letter and no moves: it can't move, even if it inherits some"),
            )
            .help(format!("write {key} = {first}:MOVES")),
        ),
        (Some(_), Some(':')) => {}
        (Some(moves), Some(c)) if slot == Slot::KING => {
            let blank = text[1..].trim().is_empty();
            let what = if moves.is_empty() { "the king can't move" } else { "that character is passed over" };
            let finding = Diagnostic::new(
                codes::INI_SEPARATOR,
                behind,
                format!("`{key}`: moves begin at the third character, and `{c}` is the second: {what}"),
            );
            findings.push(if blank {
                finding.help("take the blank away").edit(behind, "")
            } else {
                finding.help(format!("write {key} = {first}:{}", text[1..].trim()))
            });
        }
        (Some(_), Some(c)) if slot.is_custom() => findings.push(
            Diagnostic::new(
                codes::INI_SEPARATOR,
                behind,
                format!("`{key}`: the character behind the letter is passed over, and it is `{c}`"),
            )
            .help(format!("write {key} = {first}:MOVES")),
        ),
        _ if !slot.is_custom() && slot != Slot::KING && !text[1..].trim().is_empty() => findings.push(
            Diagnostic::new(
                codes::INI_DROPPED,
                behind,
                format!(
                    "`{key}`: the engine passes over `{}`: the movement of a built-in type is fixed",
                    &text[1..]
                ),
            )
            .help("use a custom piece for another movement"),
        ),
        _ => {}
    }
}

/// A key that the engine has not looked up.
pub(super) fn unknown_key(entry: &Entry, config: &Config) -> Diagnostic {
    let key = entry.key.text.as_str();
    let place = entry.key.span;
    let finding = |code: Code, message: String| Diagnostic::new(code, place, message);
    if keys::lookup(key).is_some() {
        return finding(codes::INI_UNREAD_KEY, format!("`{key}` is not read beside `doubleStepRank`"))
            .help("write doubleStepRegionWhite and doubleStepRegionBlack instead of both");
    }
    let bare = key.trim();
    if bare != key && keys::lookup(bare).is_some() {
        return finding(
            codes::INI_KEY_BLANKS,
            format!("blanks or tabs belong to the key: the engine does not know `{}`", key.escape_debug()),
        )
        .help("begin the line with the key, and put only spaces behind it")
        .edit(place, bare);
    }
    if let Some(retired) = keys::retired(bare) {
        let help = if retired.instead.is_empty() {
            "there is nothing in its place".to_owned()
        } else {
            format!("write {}", retired.instead)
        };
        return finding(codes::INI_RETIRED_KEY, format!("`{bare}` was read by {} only", retired.read_by))
            .help(help);
    }
    let message = if bare.is_empty() {
        "a key of blanks".to_owned()
    } else {
        format!("the engine does not know `{bare}`")
    };
    let unknown = finding(codes::INI_UNKNOWN_KEY, message);
    if let Some(number) = bare.strip_prefix("customPiece").and_then(|text| text.parse::<u32>().ok()) {
        let most = keys::all().iter().filter(|key| key.name.starts_with("customPiece")).count();
        return unknown.help(format!("custom pieces are numbered from 1 to {most}, and this is {number}"));
    }
    if let Some([white, black]) = sided(bare) {
        return unknown.help(format!("it has two sides: write `{white}` and `{black}`"));
    }
    match by_kind(bare, &entry.value.text, config).or_else(|| keys::nearest(bare)) {
        Some(near) if near.name.eq_ignore_ascii_case(bare) => {
            unknown.help(format!("write `{}`", near.name)).edit(place, near.name.clone())
        }
        Some(near) => unknown.help(format!("did you mean `{}`? ({})", near.name, near.meaning)),
        None => {
            unknown.help("take it away; every key is listed in the engine's documentation of variants.ini")
        }
    }
}

/// The keys of both sides, where a name lacks only its side.
fn sided(name: &str) -> Option<[String; 2]> {
    let of = |side: &str| match name.strip_prefix("mobilityRegion") {
        Some(piece) => format!("mobilityRegion{side}{}", keys::capital(piece)),
        None => format!("{name}{side}"),
    };
    let both = [of("White"), of("Black")];
    both.iter().all(|key| keys::lookup(key).is_some()).then_some(both)
}

/// The key that was meant, by what its value is: one that goes on where the name ends, else the
/// nearest of those that take the value.
fn by_kind(name: &str, value: &str, config: &Config) -> Option<&'static Key> {
    let takes =
        |key: &&Key| key.instead.is_none() && value::convert(key.kind, value, &config.letters).valid();
    let lower = name.to_lowercase();
    let far = |key: &&Key| key.name.len().max(lower.len()) / 4;
    let distance = |key: &&Key| strsim::damerau_levenshtein(&lower, &key.name.to_lowercase());
    let near: Vec<&'static Key> = (keys::all().iter())
        .filter(|key| {
            key.name.len().abs_diff(lower.len()) <= far(key) || key.name.to_lowercase().starts_with(&lower)
        })
        .filter(takes)
        .collect();
    let exact = near.iter().copied().find(|key| key.name.to_lowercase() == lower);
    let goes_on = |key: &&&'static Key| lower.len() >= 6 && key.name.to_lowercase().starts_with(&lower);
    // A setting without a side before one with it.
    let longer =
        near.iter().filter(goes_on).min_by_key(|key| (split_side(&key.name).1.is_some(), key.name.len()));
    let close = || near.iter().copied().filter(|key| distance(key) <= far(key)).min_by_key(distance);
    exact.or(longer.copied()).or_else(close)
}

/// The text of a region on the board; whole ranks as the side sees them, nearest goal last.
pub(super) fn board_region(region: SquareSet, side: Side, config: &Config) -> String {
    let inside = config.squares();
    let mut ranks = Vec::new();
    let mut rest = region.and(inside);
    for rank in 1..=config.max_rank {
        let squares = rank_squares(rank).and(inside);
        if !squares.is_empty() && squares.without(region).is_empty() {
            ranks.push(format!("*{rank}"));
            rest = rest.without(squares);
        }
    }
    if side == Side::Black {
        ranks.reverse();
    }
    if rest.is_empty() && !ranks.is_empty() {
        return ranks.join(" ");
    }
    if ranks.is_empty() {
        return region_text(rest);
    }
    format!("{} {}", ranks.join(" "), region_text(rest))
}

/// A deprecated key, and the keys that say the same.
pub(super) fn deprecated(entry: &Entry, section: &Section, config: &Config) -> Diagnostic {
    let key = entry.key.text.as_str();
    let both = |name: &str, regions: &crate::rules::PerSide<SquareSet>| {
        Side::BOTH.map(|side| {
            let text = board_region(*regions.of(side), side, config);
            (format!("{name}{}", field::side_word(side)), text)
        })
    };
    // What says the same, and the keys that win over the deprecated one.
    let (lines, winners): (Vec<(String, String)>, &[&str]) = match key {
        "promotionRank" => (both("promotionRegion", &config.promotion_region).into(), &[]),
        "doubleStepRank" | "doubleStepRankMin" => {
            (both("doubleStepRegion", &config.double_step_region).into(), &[])
        }
        "dropOnTop" if entry.value.text == "true" => {
            (vec![("enclosingDrop".to_owned(), "top".to_owned())], &["enclosingDrop"])
        }
        "dropOnTop" => (Vec::new(), &[]),
        _ => {
            let instead = keys::lookup(key).and_then(|key| key.instead).unwrap_or_default();
            (vec![(instead.to_owned(), entry.value.text.clone())], &["flagRegion"])
        }
    };
    let finding = Diagnostic::new(
        codes::INI_DEPRECATED_KEY,
        entry.key.span,
        format!("`{key}` is deprecated: later releases may not read it"),
    );
    // Only the flags have a key for both sides beside those of each.
    let winners = winners.iter().filter(|winner| key.ends_with("Flag") || **winner != "flagRegion");
    let there = |name: &str| section.entry(name).is_some();
    let loses = winners.copied().any(there) || !lines.is_empty() && lines.iter().all(|(name, _)| there(name));
    if lines.is_empty() || loses {
        return finding.help("take it away: it has no effect").edit(entry.line, "");
    }
    let text = |(name, value): &(String, String)| format!("{name} = {value}");
    let left: Vec<String> = lines.iter().filter(|(name, _)| !there(name)).map(text).collect();
    finding.help(format!("write\n{}", left.join("\n"))).edit(entry.line, left.join("\n"))
}
