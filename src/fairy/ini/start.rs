//! The start position of a section.
//!
//! What may enter: findings about `startFen` and what depends on who stands where.

use std::collections::BTreeMap;

use super::fen::{self, FenFault, Field, man};
use super::syntax::Section;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::fairy::config::{Config, Slot, Value};
use crate::rules::{PerSide, Side};
use crate::source::Span;

/// The place of some bytes of the start position: in the section if it gives one, else its
/// header.
fn place(section: &Section, range: std::ops::Range<usize>) -> Span {
    section.entry("startFen").map_or(section.header, |entry| entry.value.part(range.start, range.end))
}

/// Men of each type, on the board and in hand.
pub(super) fn count(config: &Config) -> PerSide<BTreeMap<Slot, i32>> {
    let mut men: PerSide<BTreeMap<Slot, i32>> = PerSide::default();
    let fields = fen::fields(&config.start_fen);
    for c in fields.first().map_or("", |field| field.text).chars() {
        if let Some((side, slot)) = man(config, c) {
            *men.of_mut(side).entry(slot).or_default() += 1;
        }
    }
    men
}

/// The castling field, unless it is left out.
fn rights<'c>(config: &'c Config) -> Option<Field<'c>> {
    let fields = fen::fields(&config.start_fen);
    let field = *fields.get(2)?;
    let short = (4..=5).contains(&fields.len()) && field.text.starts_with(|c: char| c.is_ascii_digit());
    (!short && field.text.contains(|c| "KQkq".contains(c))).then_some(field)
}

/// Whether the engine's validator refuses a position before it looks where castling begins.
pub(super) fn refused(fen: &str, config: &Config) -> bool {
    fen::validate(fen, config, config.chess960).is_some_and(|complaint| !comes_later(complaint.fault))
}

/// The checks behind that of the squares where castling begins.
fn comes_later(fault: FenFault) -> bool {
    use FenFault::{CastlingHome, CheckCount, Counting, EnPassant, HalfMoves, Moves};
    matches!(fault, CastlingHome | EnPassant | Counting | CheckCount | HalfMoves | Moves)
}

/// Whether the start position gives castling rights.
pub(super) fn has_rights(config: &Config) -> bool {
    rights(config).is_some()
}

/// Says what is wrong with the start position.
pub(super) fn check(section: &Section, config: &Config, findings: &mut Vec<Diagnostic>) {
    let fen = &config.start_fen;
    if let Some(complaint) = fen::validate(fen, config, config.chess960) {
        let at = place(section, complaint.place);
        let finding = if matches!(complaint.fault, FenFault::Castling | FenFault::CastlingHome) {
            castling(section, config, at, &complaint.message)
        } else {
            let inherited = section.entry("startFen").is_none();
            let whose = if inherited {
                "the start position that the section has without a startFen"
            } else {
                "the start position"
            };
            let help = match complaint.fault {
                _ if inherited => "write a startFen for this board and these pieces",
                FenFault::EnPassant => "write `-`: rights, en passant and counters follow the side to move",
                FenFault::Geometry => "give each rank, from the top, as many squares as the board has files",
                FenFault::Character | FenFault::PromotedMan | FenFault::Hand => {
                    "use the letters of the section's pieces"
                }
                FenFault::Kings => "give each side one king, or make the second one a commoner",
                _ => "the fields are board, side, castling, en passant, half-moves, move",
            };
            Diagnostic::new(codes::INI_START_POSITION, at, format!("{whose} is none: {}", complaint.message))
                .help(help)
        };
        findings.push(finding);
    } else {
        unseen(section, config, findings);
    }
    switched_off(section, config, findings);
    targets(section, config, findings);
    extinct(section, config, findings);
}

/// Rights that can't be realised.
fn castling(section: &Section, config: &Config, at: Span, message: &str) -> Diagnostic {
    let field = rights(config).map_or("", |field| field.text);
    let finding = Diagnostic::new(
        codes::INI_CASTLING,
        at,
        format!("the start position gives the castling rights {field}, which can't be realised: {message}"),
    );
    let missing = |slot: Slot| !config.letters.contains_key(&slot);
    let king = config.castling_king_piece.white;
    let (key, why) = if missing(king) {
        ("castlingKingPiece", format!("`{}`, which castles, is not among the pieces", king.key()))
    } else if config.castling_rook_pieces.white.iter().all(missing) {
        let partners: Vec<String> = config.castling_rook_pieces.white.iter().map(Slot::key).collect();
        ("castlingRookPieces", format!("`{}`, the partner, is not among the pieces", partners.join("`, `")))
    } else {
        return finding.help("take the rights out of startFen, or write castling = false");
    };
    let finding = match section.entry(if key == "castlingKingPiece" { "king" } else { "rook" }) {
        Some(entry) => finding.label(entry.line, "it is taken out here"),
        None => finding,
    };
    finding.help(format!("{why}: write `{key} = LETTER`, or castling = false"))
}

/// Faults that the engine's validator passes over.
fn unseen(section: &Section, config: &Config, findings: &mut Vec<Diagnostic>) {
    let fields = fen::fields(&config.start_fen);
    let Some(board) = fields.first() else { return };
    let text = board.text.split('[').next().unwrap_or_default();
    let ranks: Vec<&str> = text.split('/').take(usize::from(config.max_rank)).collect();
    let Some(last) = ranks.last() else { return };
    let mut width = 0;
    let mut number = 0;
    for c in last.chars() {
        match c.to_digit(10) {
            Some(digit) => number = (number * 10 + digit).min(1000),
            None => {
                width = (width + number + u32::from(!"+~-".contains(c))).min(1000);
                number = 0;
            }
        }
    }
    width += number;
    if width != u32::from(config.max_file) {
        let end = board.start + text.len();
        findings.push(
            Diagnostic::new(
                codes::INI_START_POSITION_UNSEEN,
                place(section, end - last.len()..end),
                format!(
                    "the last rank of the start position has {width} squares, and the board {} files",
                    config.max_file
                ),
            )
            .help("give it as many squares as the board has files"),
        );
    }
}

/// Rights without castling.
fn switched_off(section: &Section, config: &Config, findings: &mut Vec<Diagnostic>) {
    // With gates the field says which squares may gate.
    let (Some(field), Some(entry)) = (rights(config), section.entry("startFen")) else { return };
    if config.castling || config.gating || config.max_file > 10 {
        return;
    }
    let at = entry.value.part(field.start, field.start + field.text.len());
    let message = format!("the start position gives the castling rights {}, and castling is off", field.text);
    findings.push(
        Diagnostic::new(codes::INI_RIGHTS_OFF, at, message)
            .help("write `-` for the rights, or castling = true")
            .edit(at, "-"),
    );
}

/// Where castling ends.
fn targets(section: &Section, config: &Config, findings: &mut Vec<Diagnostic>) {
    let Some(field) = rights(config).filter(|_| config.castling) else { return };
    let board = fen::fields(&config.start_fen);
    let rows: Vec<&str> = board.first().map_or("", |field| field.text).split(['/', '[']).collect();
    let at = section.entry("maxFile").map_or_else(
        || place(section, field.start..field.start + field.text.len()),
        |entry| entry.value.span,
    );
    for (letter, key, target) in [
        ('K', "castlingKingsideFile", config.castling_kingside_file),
        ('Q', "castlingQueensideFile", config.castling_queenside_file),
    ] {
        if !field.text.contains([letter, letter.to_ascii_lowercase()]) {
            continue;
        }
        let name = char::from(b'a' + target.clamp(1, 26) - 1);
        if target > config.max_file {
            let at = section.entry(key).map_or(at, |entry| entry.value.span);
            findings.push(
                Diagnostic::new(
                    codes::INI_CASTLING_TARGET,
                    at,
                    format!("`{key}` is {name}, which is off the board"),
                )
                .help(format!("write {key} with a file of the board")),
            );
            continue;
        }
        // On another board than that of chess the files that nobody gave are hardly meant.
        let given = section.entry(key).is_some() || target != if letter == 'K' { 7 } else { 3 };
        let rank = usize::from(config.max_rank).checked_sub(usize::from(config.castling_rank));
        let row = rank.and_then(|rank| rows.get(rank)).copied().unwrap_or_default();
        let king = config.letters.get(&config.castling_king_piece.white).map(char::to_ascii_uppercase);
        let Some(file) = king.and_then(|king| file_of(row, king)) else { continue };
        let toward = if letter == 'K' { i32::from(target) - file } else { file - i32::from(target) };
        if !given && config.max_file != 8 && toward < 2 {
            let from = char::from(b'a' + file.clamp(1, 26) as u8 - 1);
            let how = match toward {
                1 => "one step from".to_owned(),
                0 => "where it stands, on".to_owned(),
                _ => "on the wrong side of".to_owned(),
            };
            findings.push(
                Diagnostic::new(
                    codes::INI_CASTLING_TARGET,
                    at,
                    format!(
                        "castling {letter} takes the king to {name}, the usual file of `{key}`, {how} {from}"
                    ),
                )
                .help(format!("write {key} = FILE for this board")),
            );
        }
    }
}

/// The file, from 1, of a man in a rank of a position.
fn file_of(row: &str, king: char) -> Option<i32> {
    let (mut file, mut number) = (0, 0);
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => number = (number * 10 + digit as i32).min(1000),
            None => {
                file = (file + number + i32::from(!"+~".contains(c))).min(1000);
                number = 0;
                if c == king {
                    return Some(file);
                }
            }
        }
    }
    None
}

/// Types that must not be lost, and are as good as lost at the start.
fn extinct(section: &Section, config: &Config, findings: &mut Vec<Diagnostic>) {
    if config.extinction_value == Value::None || config.extinction_pseudo_royal && !config.blast_on_capture {
        return;
    }
    let men = count(config);
    let total = |side: Side| men.of(side).values().sum::<i32>();
    let types = config.extinction_piece_types;
    let any = types.contains(Slot::ANY).then_some(Slot::ANY);
    for slot in any.into_iter().chain(types.iter()) {
        let of =
            |side: Side| if slot == Slot::ANY { total(side) } else { *men.of(side).get(&slot).unwrap_or(&0) };
        let to_move_black = fen::fields(&config.start_fen).get(1).is_some_and(|field| field.text == "b");
        let lost = |side: Side| {
            let to_move = (side == Side::Black) == to_move_black;
            let needed =
                config.extinction_opponent_piece_count + i32::from(config.extinction_claim && to_move);
            of(side) <= config.extinction_piece_count && of(side.other()) >= needed
        };
        let Some(side) = Side::BOTH.into_iter().find(|side| lost(*side)) else { continue };
        let what = if slot == Slot::ANY { "men".to_owned() } else { format!("`{}`", slot.key()) };
        let keys = ["extinctionPieceTypes", "startFen", "extinctionPieceCount", "extinctionValue"];
        let at =
            keys.iter().find_map(|key| section.entry(key)).map_or(section.header, |entry| entry.value.span);
        let code: Code = codes::INI_EXTINCT_AT_START;
        let name = if side == Side::White { "White" } else { "Black" };
        findings.push(
            Diagnostic::new(
                code,
                at,
                format!(
                    "{name} has {} {what} at the start, and {} are too few: the game is over before the first move",
                    of(side),
                    config.extinction_piece_count
                ),
            )
            .help("one type that is lost is enough: list only types that both sides have"),
        );
    }
}
