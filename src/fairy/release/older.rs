//! What older releases have for today's keys: a function for each.

use super::{Entries, Older};
use crate::fairy::config::{Config, EnclosingRule, Slot, SlotSet, Value, WallingRule, rank_squares};
use crate::fairy::keys::Release;
use crate::fairy::lower;
use crate::rules::{PerSide, Side, SquareSet};

/// What an older release has for the entries of a key and its sides.
type Rule = fn(&Config, Release, &Entries) -> Older;

/// The rules, by the key without its side.
const RULES: [(&str, Rule); 44] = [
    ("blastImmuneTypes", blast),
    ("castlingKingFile", castling_king_file),
    ("castlingKingPiece", castling_king_piece),
    ("castlingRookKingsideFile", rook_kingside),
    ("castlingRookPieces", rook_pieces),
    ("castlingRookQueensideFile", rook_queenside),
    ("collinearN", no_one_older),
    ("connectDiagonal", lines),
    ("connectHorizontal", lines),
    ("connectPieceTypes", connect_types),
    ("connectRegion1", no_one_older),
    ("connectRegion2", no_one_older),
    ("connectValue", connect_value),
    ("connectVertical", lines),
    ("doubleStepRegion", double_step),
    ("dropNoDoubled", no_doubled),
    ("dropNoDoubledCount", no_doubled_count),
    ("dropRegion", drop_region),
    ("enPassantRegion", en_passant_region),
    ("enPassantTypes", en_passant_types),
    ("enclosingDrop", enclosing_drop),
    ("enclosingDropStart", enclosing_start),
    ("flagPiece", flag_piece),
    ("flagPieceBlockedWin", flag),
    ("flagPieceCount", flag),
    ("flagPieceSafe", flag),
    ("flagRegion", flag_region),
    ("king", custom_moves),
    ("nMoveRuleTypes", n_move_types),
    ("oppositeCastling", no_one_older),
    ("pass", pass),
    ("passOnStalemate", pass),
    ("petrifyBlastPieces", blast),
    ("pieceValueEg", evaluation),
    ("pieceValueMg", evaluation),
    ("promotionPawnTypes", pawn_types),
    ("promotionPieceTypes", both_alike),
    ("promotionRegion", promotion_region),
    ("startFen", walls_at_start),
    ("tripleStepRegion", no_one_older),
    ("wallOrMove", walls),
    ("wallingRegion", walls),
    ("wallingRule", walling_rule),
    ("castlingWins", no_one_older),
];

pub(super) fn rule(stem: &str) -> Option<Rule> {
    if stem.starts_with("customPiece") {
        return Some(custom_moves);
    }
    RULES.iter().find(|(name, _)| *name == stem).map(|(_, rule)| *rule)
}

/// Regions that releases without a key for them counted from the height of the board; today
/// they are fixed ranks.
pub(super) const ASSUMED_OTHERWISE: [&str; 2] = ["promotionRegion", "doubleStepRegion"];

pub(super) fn was_assumed_otherwise(stem: &str, target: Release) -> bool {
    ASSUMED_OTHERWISE.contains(&stem) && target < day("2023-03-24")
}

fn day(text: &str) -> Release {
    Release::parse(text).unwrap_or_default()
}

fn instead(key: &str, value: impl ToString) -> Older {
    Older::Instead(vec![(key.to_owned(), value.to_string())])
}

/// The types of a set that the section has.
fn present(config: &Config, set: SlotSet) -> SlotSet {
    let mut found = SlotSet::NONE;
    set.iter().filter(|slot| config.letters.contains_key(slot)).for_each(|slot| found.insert(slot));
    found
}

fn has_pawn(config: &Config) -> bool {
    config.letters.contains_key(&Slot::PAWN)
}

/// Whether both sets are the pawn alone, if the section has it.
fn pawn_alone(config: &Config, sets: &PerSide<SlotSet>) -> bool {
    let pawn = present(config, SlotSet::of(Slot::PAWN));
    present(config, sets.white) == pawn && present(config, sets.black) == pawn
}

/// The ranks of a region as a side sees them, if it is made of whole ranks.
fn ranks(config: &Config, region: SquareSet, side: Side) -> Option<Vec<u8>> {
    let board = config.squares();
    let row = |rank: u8| rank_squares(rank).and(board);
    let mut rest = region.and(board);
    let mut list = Vec::new();
    for rank in 1..=config.max_rank {
        if row(rank).without(rest).is_empty() {
            rest = rest.without(row(rank));
            list.push(if side == Side::White { rank } else { config.max_rank + 1 - rank });
        }
    }
    list.sort_unstable();
    rest.is_empty().then_some(list)
}

fn is_run(list: &[u8]) -> bool {
    list.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

fn promotion_region(config: &Config, _: Release, _: &Entries) -> Older {
    let as_pawns =
        Side::BOTH.iter().any(|side| !present(config, *config.promotion_pawn_types.of(*side)).is_empty());
    if !has_pawn(config) && !as_pawns && config.promoted_piece_type.is_empty() {
        return Older::Anyhow("no piece promotes");
    }
    let of = |side| ranks(config, *config.promotion_region.of(side), side);
    match (of(Side::White), of(Side::Black)) {
        (Some(white), Some(black))
            if white == black && is_run(&white) && white.last() == Some(&config.max_rank) =>
        {
            match white[0] {
                // Today's engine would take the last rank for another one on a higher board.
                8 if config.max_rank == 8 => Older::Anyhow("it promotes on the eighth rank"),
                rank => instead("promotionRank", rank),
            }
        }
        _ => Older::No("promotionRank knows whole ranks up to the last one, alike for both sides"),
    }
}

/// Whether a pawn of the side may ever stand on its first rank.
fn pawn_on_first_rank(config: &Config, side: Side) -> bool {
    let Ok(rules) = lower::lower(config) else { return true };
    let first = rank_squares(if side == Side::White { 1 } else { config.max_rank });
    let pawns = rules.start.men(side).get("pawn");
    let changed = config.flip_enclosed_pieces != EnclosingRule::None || config.piece_demotion;
    config.piece_drops || changed || pawns.is_some_and(|squares| !squares.and(first).is_empty())
}

fn double_step(config: &Config, target: Release, _: &Entries) -> Older {
    if !config.double_step {
        return Older::Anyhow("there are no double steps");
    }
    if !has_pawn(config) {
        return Older::Anyhow("there are no pawns");
    }
    let of = |side| {
        let mut list = ranks(config, *config.double_step_region.of(side), side)?;
        // Where no pawn ever stands the region says nothing.
        if !pawn_on_first_rank(config, side) {
            list.retain(|rank| *rank != 1);
        }
        Some(list)
    };
    let list = match (of(Side::White), of(Side::Black)) {
        (Some(white), Some(black)) => {
            let free = |side| !pawn_on_first_rank(config, side);
            let without = |list: &[u8]| list.iter().copied().filter(|r| *r != 1).collect::<Vec<_>>();
            if white == black {
                white
            } else if without(&white) == without(&black) && (free(Side::White) || free(Side::Black)) {
                if white.len() > black.len() { white } else { black }
            } else {
                return Older::No("doubleStepRank is alike for both sides");
            }
        }
        _ => return Older::No("doubleStepRank knows whole ranks only"),
    };
    let (Some(first), Some(last), true) = (list.first().copied(), list.last().copied(), is_run(&list)) else {
        return Older::No("doubleStepRank knows ranks that follow each other only");
    };
    if (first, last) == (2, 2) && config.max_rank == 8 {
        return Older::Anyhow("it takes double steps from the second rank");
    }
    let mut entries = vec![("doubleStepRank".to_owned(), last.to_string())];
    if target >= day("2020-11-19") {
        entries.push(("doubleStepRankMin".to_owned(), first.to_string()));
    } else if (first, last) == (1, 2) {
        entries = vec![("firstRankDoubleSteps".to_owned(), "true".to_owned())];
    } else if first != last {
        return Older::No("doubleStepRank is one rank");
    }
    Older::Instead(entries)
}

fn no_one_older(_: &Config, _: Release, _: &Entries) -> Older {
    Older::No("nothing older says it")
}

fn both_alike(_: &Config, _: Release, _: &Entries) -> Older {
    Older::No("older releases have one set for both sides")
}

fn en_passant_region(config: &Config, target: Release, _: &Entries) -> Older {
    if !config.double_step || !has_pawn(config) {
        Older::Anyhow("there are no double steps")
    } else if target >= day("13") {
        Older::No("older releases have one region for both sides")
    } else {
        Older::No("nothing older says it")
    }
}

fn en_passant_types(config: &Config, _: Release, _: &Entries) -> Older {
    let pawn = SlotSet::of(Slot::PAWN);
    let pawns_only = |set: &SlotSet| present(config, *set).iter().all(|slot| pawn.contains(slot));
    let types = &config.en_passant_types;
    if !config.double_step {
        Older::Anyhow("there are no double steps")
    } else if pawns_only(&types.white) && pawns_only(&types.black) {
        Older::Anyhow("pawns capture en passant whether they are listed or not")
    } else {
        Older::No("with older releases pawns capture en passant, and no other piece")
    }
}

fn pawn_types(config: &Config, _: Release, _: &Entries) -> Older {
    let main = config.main_promotion_pawn == PerSide::both(Slot::PAWN) || !has_pawn(config);
    if pawn_alone(config, &config.promotion_pawn_types) && main {
        Older::Anyhow("it is the pawn, if any, that promotes as a pawn")
    } else {
        Older::No("with older releases it is the pawn that promotes so, and no other piece")
    }
}

fn n_move_types(config: &Config, _: Release, _: &Entries) -> Older {
    if config.n_move_rule == 0 {
        Older::Anyhow("moves are not counted")
    } else if pawn_alone(config, &config.n_move_rule_types) {
        Older::Anyhow("it is the pawn, if any, whose moves count as progress")
    } else {
        Older::No("with older releases the moves of pawns are progress, and no others")
    }
}

fn is_king(config: &Config) -> bool {
    config.castling_king_piece == PerSide::both(Slot::KING)
}

fn castling_king_piece(config: &Config, _: Release, _: &Entries) -> Older {
    if is_king(config) {
        Older::Anyhow("the king castles")
    } else {
        Older::No("with older releases the king castles, or one type for both sides")
    }
}

fn castling_king_file(config: &Config, _: Release, _: &Entries) -> Older {
    if is_king(config) {
        Older::Anyhow("there is one king, wherever it stands")
    } else {
        Older::No("older releases castle with the king only")
    }
}

fn rook_pieces(config: &Config, _: Release, entries: &Entries) -> Older {
    match entries.as_slice() {
        [(key, value)] if key == "castlingRookPieces" && value.chars().count() == 1 && value != "-" => {
            instead("castlingRookPiece", value)
        }
        _ if present(config, config.castling_rook_pieces.white).is_empty() => {
            Older::No("older releases castle with one type of partner, and there must be one")
        }
        _ => Older::No("castlingRookPiece is one type, alike for both sides"),
    }
}

fn rook_kingside(config: &Config, _: Release, _: &Entries) -> Older {
    if config.castling_rook_kingside_file >= config.max_file {
        Older::Anyhow("the partner is looked for from the last file inwards")
    } else {
        Older::No("older releases look for the partner from the last file inwards")
    }
}

fn rook_queenside(config: &Config, _: Release, _: &Entries) -> Older {
    if config.castling_rook_queenside_file <= 1 {
        Older::Anyhow("the partner is looked for from the first file inwards")
    } else {
        Older::No("older releases look for the partner from the first file inwards")
    }
}

fn blast(config: &Config, _: Release, _: &Entries) -> Older {
    if config.blast_on_capture {
        Older::No("nothing older says it")
    } else {
        Older::Anyhow("captures blow up nothing")
    }
}

fn drop_region(_: &Config, _: Release, entries: &Entries) -> Older {
    if entries.iter().any(|(_, value)| value == "-") {
        return Older::No("whiteDropRegion and blackDropRegion can't be empty");
    }
    let older = |key: &str| if key.ends_with("White") { "whiteDropRegion" } else { "blackDropRegion" };
    Older::Instead(entries.iter().map(|(key, value)| (older(key).to_owned(), value.clone())).collect())
}

fn no_doubled(config: &Config, _: Release, _: &Entries) -> Older {
    if config.drop_no_doubled == Slot::SHOGI_PAWN {
        instead("shogiDoubledPawn", false)
    } else {
        Older::No("shogiDoubledPawn speaks of the shogi pawn only")
    }
}

fn no_doubled_count(config: &Config, _: Release, _: &Entries) -> Older {
    if config.drop_no_doubled == Slot::ANY {
        Older::Anyhow("no type is counted on a file")
    } else {
        Older::No("older releases allow one on a file")
    }
}

fn enclosing_drop(config: &Config, _: Release, _: &Entries) -> Older {
    match config.enclosing_drop {
        EnclosingRule::Top => instead("dropOnTop", true),
        _ => Older::No("older releases know dropOnTop only"),
    }
}

fn enclosing_start(config: &Config, _: Release, _: &Entries) -> Older {
    match config.enclosing_drop {
        EnclosingRule::None => Older::Anyhow("drops need no neighbour"),
        _ => Older::No("nothing older says it"),
    }
}

fn pass(config: &Config, target: Release, entries: &Entries) -> Older {
    let [(key, value)] = entries.as_slice() else {
        return Older::No("older releases have one switch for both sides");
    };
    if key.ends_with("White") || key.ends_with("Black") {
        return Older::No("older releases have one switch for both sides");
    }
    let known = day("11.1") <= target && target < day("2020-06-30");
    match (known, key.as_str()) {
        (true, _) if !config.letters.contains_key(&Slot::KING) => {
            Older::No("kingPass and kingPassOnStalemate need a king")
        }
        (true, "pass") => instead("kingPass", value),
        (true, _) => instead("kingPassOnStalemate", value),
        _ => Older::No("nothing older says it"),
    }
}

fn has_flags(config: &Config) -> PerSide<bool> {
    let some = |side| !config.flag_region.of(side).and(config.squares()).is_empty();
    PerSide { white: some(Side::White), black: some(Side::Black) }
}

fn flag(config: &Config, _: Release, _: &Entries) -> Older {
    if has_flags(config) == PerSide::both(false) {
        Older::Anyhow("no square wins")
    } else {
        Older::No("nothing older says it")
    }
}

fn flag_region(_: &Config, target: Release, entries: &Entries) -> Older {
    let regions = target >= day("2023-03-24");
    let mut out = Vec::new();
    for (key, value) in entries {
        for (side, older) in [("White", "whiteFlag"), ("Black", "blackFlag")] {
            let generic = key == "flagRegion";
            // Without it no square wins.
            if (generic || key.ends_with(side)) && value != "-" {
                let older = if regions { format!("flagRegion{side}") } else { older.to_owned() };
                out.push((older, value.clone()));
            }
        }
    }
    Older::Instead(out)
}

fn flag_piece(config: &Config, _: Release, entries: &Entries) -> Older {
    let of = |side: &str| entries.iter().find(|(key, _)| key.ends_with(side)).map(|(_, value)| value);
    match (has_flags(config), of("White"), of("Black")) {
        (PerSide { black: false, .. }, Some(value), _) | (PerSide { white: false, .. }, _, Some(value)) => {
            instead("flagPiece", value)
        }
        _ => Older::No("older releases have one type for both sides"),
    }
}

fn lines(config: &Config, _: Release, _: &Entries) -> Older {
    if config.connect_n == 0 {
        Older::Anyhow("no row wins")
    } else {
        Older::No("with older releases rows in all directions win")
    }
}

fn connect_types(config: &Config, _: Release, _: &Entries) -> Older {
    if config.letters.keys().all(|slot| config.connect_piece_types.contains(*slot)) {
        Older::Anyhow("pieces of all types make a row")
    } else if config.connect_n == 0 {
        Older::Anyhow("no row wins")
    } else {
        Older::No("with older releases pieces of all types make a row")
    }
}

fn connect_value(config: &Config, _: Release, _: &Entries) -> Older {
    if config.connect_n == 0 || config.connect_value == Value::Win {
        Older::Anyhow("a row wins, if it counts")
    } else {
        Older::No("with older releases a row wins")
    }
}

fn evaluation(_: &Config, _: Release, _: &Entries) -> Older {
    Older::Anyhow("it is for the evaluation and no rule")
}

fn custom_moves(_: &Config, _: Release, _: &Entries) -> Older {
    Older::No("older releases do not know pieces with these moves")
}

fn walls(config: &Config, _: Release, _: &Entries) -> Older {
    if config.walling_rule == WallingRule::None {
        Older::Anyhow("no walls are put up")
    } else {
        Older::No("nothing older says it")
    }
}

fn walling_rule(config: &Config, target: Release, _: &Entries) -> Older {
    let since = |text| day(text) <= target && target < day("2023-09-06");
    match config.walling_rule {
        WallingRule::Arrow if since("11.2") => instead("arrowGating", true),
        WallingRule::Duck if since("2023-01-14") => instead("duckGating", true),
        _ => Older::No("nothing older says it"),
    }
}

fn walls_at_start(_: &Config, _: Release, _: &Entries) -> Older {
    Older::No("older releases do not know walls")
}

/// The value of a key that the release reads. Old releases loop for ever where the start
/// position gives a castling right without a partner; today's passes over it.
pub(super) fn start_fen(config: &Config, key: &str, value: &str, target: Release) -> String {
    if key != "startFen" || config.gating || target >= day("2023-03-24") {
        return value.to_owned();
    }
    let rights = lower::lower(config).is_ok_and(|rules| !rules.start.rights.is_empty());
    let mut fields: Vec<&str> = value.split(' ').collect();
    match fields.get_mut(2) {
        Some(field) if !rights && field.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            *field = "-";
            fields.join(" ")
        }
        _ => value.to_owned(),
    }
}
