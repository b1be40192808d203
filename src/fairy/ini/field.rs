//! Where in a [`Config`] each key is kept.
//!
//! What may enter: the map between the names of keys and the fields, in both directions.

use std::collections::BTreeMap;

use super::value::{
    self, BOOLS, CHASING_RULES, COUNTING_RULES, ENCLOSING_RULES, MATERIAL_COUNTINGS, Stored, VALUES,
    WALLING_RULES,
};
use crate::fairy::config::{
    CastlingSet, ChasingRule, Config, CountingRule, EnclosingRule, MOST_RANKS, MaterialCounting, Slot,
    SlotSet, Value, WallingRule, rank_squares,
};
use crate::rules::{PerSide, Side, SquareSet};

/// A field.
pub(super) enum Place<'c> {
    Bool(&'c mut bool),
    Int(&'c mut i32),
    Line(&'c mut u8),
    Text(&'c mut String),
    Value(&'c mut Value),
    MaterialCounting(&'c mut MaterialCounting),
    CountingRule(&'c mut CountingRule),
    ChasingRule(&'c mut ChasingRule),
    EnclosingRule(&'c mut EnclosingRule),
    WallingRule(&'c mut WallingRule),
    Castlings(&'c mut CastlingSet),
    Region(&'c mut SquareSet),
    Type(&'c mut Slot),
    Types(&'c mut SlotSet),
    Numbers(&'c mut BTreeMap<Slot, i32>),
    Pairs(&'c mut BTreeMap<Slot, Slot>),
}

impl Place<'_> {
    /// Stores a value of the same kind.
    pub(super) fn store(self, stored: &Stored) {
        match (self, stored) {
            (Place::Bool(to), Stored::Bool(v)) => *to = *v,
            (Place::Int(to), Stored::Int(v)) => *to = *v,
            // Lines off the largest board are all alike, and so are those below the first.
            (Place::Line(to), Stored::Line(v)) => *to = (*v).clamp(0, 255) as u8,
            (Place::Text(to), Stored::Text(v)) => to.clone_from(v),
            (Place::Value(to), Stored::Value(v)) => *to = *v,
            (Place::MaterialCounting(to), Stored::MaterialCounting(v)) => *to = *v,
            (Place::CountingRule(to), Stored::CountingRule(v)) => *to = *v,
            (Place::ChasingRule(to), Stored::ChasingRule(v)) => *to = *v,
            (Place::EnclosingRule(to), Stored::EnclosingRule(v)) => *to = *v,
            (Place::WallingRule(to), Stored::WallingRule(v)) => *to = *v,
            (Place::Castlings(to), Stored::Castlings(v)) => *to = *v,
            (Place::Region(to), Stored::Region(v)) => *to = *v,
            (Place::Type(to), Stored::Type(v)) => *to = *v,
            (Place::Types(to), Stored::Types(v)) => *to = *v,
            (Place::Numbers(to), Stored::Numbers(list)) => {
                for (slot, number) in list {
                    if *number == 0 {
                        to.remove(slot)
                    } else {
                        to.insert(*slot, *number)
                    };
                }
            }
            (Place::Pairs(to), Stored::Pairs(list)) => {
                for (slot, target) in list {
                    if *target == Slot::ANY {
                        to.remove(slot)
                    } else {
                        to.insert(*slot, *target)
                    };
                }
            }
            // Kinds follow from the key, so they agree.
            _ => {}
        }
    }
}

/// The field of one side, or both for a key without a side.
fn sided<'c, T>(
    field: &'c mut PerSide<T>,
    side: Option<Side>,
    place: fn(&'c mut T) -> Place<'c>,
) -> Vec<Place<'c>> {
    match side {
        None => vec![place(&mut field.white), place(&mut field.black)],
        Some(Side::White) => vec![place(&mut field.white)],
        Some(Side::Black) => vec![place(&mut field.black)],
    }
}

/// The name without its side.
pub(super) fn split_side(key: &str) -> (&str, Option<Side>) {
    match (key.strip_suffix("White"), key.strip_suffix("Black")) {
        (Some(stem), _) => (stem, Some(Side::White)),
        (_, Some(stem)) => (stem, Some(Side::Black)),
        _ => (key, None),
    }
}

/// The type and side of a key of mobility.
pub(super) fn mobility_of(key: &str) -> Option<(Side, Slot)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let (side, name) = match (rest.strip_prefix("White"), rest.strip_prefix("Black")) {
        (Some(name), _) => (Side::White, name),
        (_, Some(name)) => (Side::Black, name),
        _ => return None,
    };
    Slot::all().find(|slot| crate::fairy::keys::capital(&slot.key()) == name).map(|slot| (side, slot))
}

/// The fields of a key; none for keys that are more than a value.
pub(super) fn places<'c>(c: &'c mut Config, key: &str) -> Vec<Place<'c>> {
    use Place::{Bool, Int, Line, Numbers, Pairs, Region, Text, Type, Types};
    if let Some((side, slot)) = mobility_of(key) {
        let regions = c.mobility_region.of_mut(side);
        return vec![Region(regions.entry(slot).or_default())];
    }
    let (stem, side) = split_side(key);
    vec![match stem {
        "maxRank" => Line(&mut c.max_rank),
        "maxFile" => Line(&mut c.max_file),
        "variantTemplate" => Text(&mut c.variant_template),
        "pieceToCharTable" => Text(&mut c.piece_to_char_table),
        "pocketSize" => Int(&mut c.pocket_size),
        "chess960" => Bool(&mut c.chess960),
        "twoBoards" => Bool(&mut c.two_boards),
        "startFen" => Text(&mut c.start_fen),
        "pieceValueMg" => Numbers(&mut c.piece_value_mg),
        "pieceValueEg" => Numbers(&mut c.piece_value_eg),
        "sittuyinPromotion" => Bool(&mut c.sittuyin_promotion),
        "promotionLimit" => Numbers(&mut c.promotion_limit),
        "promotedPieceType" => Pairs(&mut c.promoted_piece_type),
        "piecePromotionOnCapture" => Bool(&mut c.piece_promotion_on_capture),
        "mandatoryPawnPromotion" => Bool(&mut c.mandatory_pawn_promotion),
        "mandatoryPiecePromotion" => Bool(&mut c.mandatory_piece_promotion),
        "pieceDemotion" => Bool(&mut c.piece_demotion),
        "blastOnCapture" => Bool(&mut c.blast_on_capture),
        "blastImmuneTypes" => Types(&mut c.blast_immune_types),
        "mutuallyImmuneTypes" => Types(&mut c.mutually_immune_types),
        "petrifyOnCaptureTypes" => Types(&mut c.petrify_on_capture_types),
        "petrifyBlastPieces" => Bool(&mut c.petrify_blast_pieces),
        "doubleStep" => Bool(&mut c.double_step),
        "castling" => Bool(&mut c.castling),
        "castlingDroppedPiece" => Bool(&mut c.castling_dropped_piece),
        "castlingKingsideFile" => Line(&mut c.castling_kingside_file),
        "castlingQueensideFile" => Line(&mut c.castling_queenside_file),
        "castlingRank" => Line(&mut c.castling_rank),
        "castlingKingFile" => Line(&mut c.castling_king_file),
        "castlingRookKingsideFile" => Line(&mut c.castling_rook_kingside_file),
        "castlingRookQueensideFile" => Line(&mut c.castling_rook_queenside_file),
        "oppositeCastling" => Bool(&mut c.opposite_castling),
        "castlingWins" => Place::Castlings(&mut c.castling_wins),
        "checking" => Bool(&mut c.checking),
        "dropChecks" => Bool(&mut c.drop_checks),
        "mustCapture" => Bool(&mut c.must_capture),
        "mustDrop" => Bool(&mut c.must_drop),
        "mustDropType" => Type(&mut c.must_drop_type),
        "pieceDrops" => Bool(&mut c.piece_drops),
        "dropLoop" => Bool(&mut c.drop_loop),
        "capturesToHand" => Bool(&mut c.captures_to_hand),
        "firstRankPawnDrops" => Bool(&mut c.first_rank_pawn_drops),
        "promotionZonePawnDrops" => Bool(&mut c.promotion_zone_pawn_drops),
        "enclosingDrop" => Place::EnclosingRule(&mut c.enclosing_drop),
        "enclosingDropStart" => Region(&mut c.enclosing_drop_start),
        "sittuyinRookDrop" => Bool(&mut c.sittuyin_rook_drop),
        "dropOppositeColoredBishop" => Bool(&mut c.drop_opposite_colored_bishop),
        "dropPromoted" => Bool(&mut c.drop_promoted),
        "dropNoDoubled" => Type(&mut c.drop_no_doubled),
        "dropNoDoubledCount" => Int(&mut c.drop_no_doubled_count),
        "immobilityIllegal" => Bool(&mut c.immobility_illegal),
        "gating" => Bool(&mut c.gating),
        "wallingRule" => Place::WallingRule(&mut c.walling_rule),
        "wallOrMove" => Bool(&mut c.wall_or_move),
        "seirawanGating" => Bool(&mut c.seirawan_gating),
        "cambodianMoves" => Bool(&mut c.cambodian_moves),
        "diagonalLines" => Region(&mut c.diagonal_lines),
        "makpongRule" => Bool(&mut c.makpong_rule),
        "flyingGeneral" => Bool(&mut c.flying_general),
        "soldierPromotionRank" => Line(&mut c.soldier_promotion_rank),
        "flipEnclosedPieces" => Place::EnclosingRule(&mut c.flip_enclosed_pieces),
        "nMoveRule" => Int(&mut c.n_move_rule),
        "nFoldRule" => Int(&mut c.n_fold_rule),
        "nFoldValue" => Place::Value(&mut c.n_fold_value),
        "nFoldValueAbsolute" => Bool(&mut c.n_fold_value_absolute),
        "perpetualCheckIllegal" => Bool(&mut c.perpetual_check_illegal),
        "moveRepetitionIllegal" => Bool(&mut c.move_repetition_illegal),
        "chasingRule" => Place::ChasingRule(&mut c.chasing_rule),
        "stalemateValue" => Place::Value(&mut c.stalemate_value),
        "stalematePieceCount" => Bool(&mut c.stalemate_piece_count),
        "checkmateValue" => Place::Value(&mut c.checkmate_value),
        "shogiPawnDropMateIllegal" => Bool(&mut c.shogi_pawn_drop_mate_illegal),
        "shatarMateRule" => Bool(&mut c.shatar_mate_rule),
        "bikjangRule" => Bool(&mut c.bikjang_rule),
        "extinctionValue" => Place::Value(&mut c.extinction_value),
        "extinctionClaim" => Bool(&mut c.extinction_claim),
        "extinctionPseudoRoyal" => Bool(&mut c.extinction_pseudo_royal),
        "dupleCheck" => Bool(&mut c.duple_check),
        "extinctionPieceTypes" => Types(&mut c.extinction_piece_types),
        "extinctionPieceCount" => Int(&mut c.extinction_piece_count),
        "extinctionOpponentPieceCount" => Int(&mut c.extinction_opponent_piece_count),
        "flagPieceCount" => Int(&mut c.flag_piece_count),
        "flagPieceBlockedWin" => Bool(&mut c.flag_piece_blocked_win),
        "flagMove" => Bool(&mut c.flag_move),
        "flagPieceSafe" => Bool(&mut c.flag_piece_safe),
        "checkCounting" => Bool(&mut c.check_counting),
        "connectN" => Int(&mut c.connect_n),
        "connectPieceTypes" => Types(&mut c.connect_piece_types),
        "connectHorizontal" => Bool(&mut c.connect_horizontal),
        "connectVertical" => Bool(&mut c.connect_vertical),
        "connectDiagonal" => Bool(&mut c.connect_diagonal),
        "connectNxN" => Int(&mut c.connect_nxn),
        "collinearN" => Int(&mut c.collinear_n),
        "connectValue" => Place::Value(&mut c.connect_value),
        "materialCounting" => Place::MaterialCounting(&mut c.material_counting),
        "adjudicateFullBoard" => Bool(&mut c.adjudicate_full_board),
        "countingRule" => Place::CountingRule(&mut c.counting_rule),
        "whiteFlag" => Region(&mut c.flag_region.white),
        "blackFlag" => Region(&mut c.flag_region.black),
        "whiteDropRegion" => Region(&mut c.drop_region.white),
        "blackDropRegion" => Region(&mut c.drop_region.black),
        "promotionRegion" => return sided(&mut c.promotion_region, side, Region),
        "promotionPawnTypes" => return sided(&mut c.promotion_pawn_types, side, Types),
        "promotionPieceTypes" => return sided(&mut c.promotion_piece_types, side, Types),
        "doubleStepRegion" => return sided(&mut c.double_step_region, side, Region),
        "tripleStepRegion" => return sided(&mut c.triple_step_region, side, Region),
        "enPassantRegion" => return sided(&mut c.en_passant_region, side, Region),
        "enPassantTypes" => return sided(&mut c.en_passant_types, side, Types),
        "castlingKingPiece" => return sided(&mut c.castling_king_piece, side, Type),
        "castlingRookPieces" | "castlingRookPiece" => return sided(&mut c.castling_rook_pieces, side, Types),
        "dropRegion" => return sided(&mut c.drop_region, side, Region),
        "wallingRegion" => return sided(&mut c.walling_region, side, Region),
        "pass" => return sided(&mut c.pass, side, Bool),
        "passOnStalemate" => return sided(&mut c.pass_on_stalemate, side, Bool),
        "nMoveRuleTypes" => return sided(&mut c.n_move_rule_types, side, Types),
        "flagPiece" => return sided(&mut c.flag_piece, side, Type),
        "flagRegion" => return sided(&mut c.flag_region, side, Region),
        "connectRegion1" => return sided(&mut c.connect_region1, side, Region),
        "connectRegion2" => return sided(&mut c.connect_region2, side, Region),
        _ => return Vec::new(),
    }]
}

/// The keys in the order in which the engine reads them, behind the pieces and the
/// deprecated keys.
pub(super) const ORDER: &[&str] = &[
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "chess960",
    "twoBoards",
    "startFen",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionPawnTypes",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionPieceTypes",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "sittuyinPromotion",
    "promotionLimit",
    "promotedPieceType",
    "piecePromotionOnCapture",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "pieceDemotion",
    "blastOnCapture",
    "blastImmuneTypes",
    "mutuallyImmuneTypes",
    "petrifyOnCaptureTypes",
    "petrifyBlastPieces",
    "doubleStep",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegion",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "enPassantTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castling",
    "castlingDroppedPiece",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingKingPiece",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "castlingRookPieces",
    "castlingRookPiecesWhite",
    "castlingRookPiecesBlack",
    "oppositeCastling",
    "checking",
    "dropChecks",
    "mustCapture",
    "mustDrop",
    "mustDropType",
    "pieceDrops",
    "dropLoop",
    "capturesToHand",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "enclosingDrop",
    "enclosingDropStart",
    "dropRegionWhite",
    "dropRegionBlack",
    "sittuyinRookDrop",
    "dropOppositeColoredBishop",
    "dropPromoted",
    "dropNoDoubled",
    "dropNoDoubledCount",
    "immobilityIllegal",
    "gating",
    "wallingRule",
    // The one key without a side that comes last, and so wins.
    "wallingRegionWhite",
    "wallingRegionBlack",
    "wallingRegion",
    "wallOrMove",
    "seirawanGating",
    "cambodianMoves",
    "diagonalLines",
    "pass",
    "passWhite",
    "passBlack",
    "passOnStalemate",
    "passOnStalemateWhite",
    "passOnStalemateBlack",
    "makpongRule",
    "flyingGeneral",
    "soldierPromotionRank",
    "flipEnclosedPieces",
    "nMoveRuleTypes",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "perpetualCheckIllegal",
    "moveRepetitionIllegal",
    "chasingRule",
    "stalemateValue",
    "stalematePieceCount",
    "checkmateValue",
    "shogiPawnDropMateIllegal",
    "shatarMateRule",
    "bikjangRule",
    "extinctionValue",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "flagPiece",
    "flagPieceWhite",
    "flagPieceBlack",
    "flagRegion",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagPieceCount",
    "flagPieceBlockedWin",
    "flagMove",
    "flagPieceSafe",
    "checkCounting",
    "connectN",
    "connectPieceTypes",
    "connectHorizontal",
    "connectVertical",
    "connectDiagonal",
    "connectRegion1White",
    "connectRegion2White",
    "connectRegion1Black",
    "connectRegion2Black",
    "connectNxN",
    "collinearN",
    "connectValue",
    "materialCounting",
    "adjudicateFullBoard",
    "countingRule",
    "castlingWins",
];

/// The text of a region: whole ranks, then single squares.
pub(crate) fn region_text(region: SquareSet) -> String {
    let mut symbols = Vec::new();
    let mut rest = region;
    for rank in 1..=MOST_RANKS {
        let squares = rank_squares(rank);
        if squares.without(region).is_empty() {
            symbols.push(format!("*{rank}"));
            rest = rest.without(squares);
        }
    }
    symbols.extend(rest.iter().map(|square| square.to_string()));
    if symbols.is_empty() { "-".to_owned() } else { symbols.join(" ") }
}

/// The letters of types; types without a letter can't be written.
pub(crate) fn types_text(set: SlotSet, letters: &BTreeMap<Slot, char>) -> String {
    let star = if set.contains(Slot::ANY) { "*" } else { "" };
    let text: String =
        star.chars().chain(set.iter().filter_map(|slot| letters.get(&slot).copied())).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

fn name<T: PartialEq + Copy>(value: T, words: &[(&'static str, T)]) -> String {
    words.iter().find(|(_, v)| *v == value).map_or(String::new(), |(name, _)| (*name).to_owned())
}

/// The text that stores a field.
fn text(place: &Place<'_>, letters: &BTreeMap<Slot, char>) -> String {
    let letter = |slot: Slot| letters.get(&slot).copied().unwrap_or('-').to_string();
    match place {
        Place::Bool(v) => name(**v, BOOLS),
        Place::Int(v) => v.to_string(),
        Place::Line(v) => v.to_string(),
        Place::Text(v) => (**v).clone(),
        Place::Value(v) => name(**v, VALUES),
        Place::MaterialCounting(v) => name(**v, MATERIAL_COUNTINGS),
        Place::CountingRule(v) => name(**v, COUNTING_RULES),
        Place::ChasingRule(v) => name(**v, CHASING_RULES),
        Place::EnclosingRule(v) => name(**v, ENCLOSING_RULES),
        Place::WallingRule(v) => name(**v, WALLING_RULES),
        Place::Castlings(v) => {
            let all = [
                (v.kingside.white, "K"),
                (v.queenside.white, "Q"),
                (v.kingside.black, "k"),
                (v.queenside.black, "q"),
            ];
            let text: String = all.iter().filter(|(there, _)| *there).map(|(_, letter)| *letter).collect();
            if text.is_empty() { "-".to_owned() } else { text }
        }
        Place::Region(v) => region_text(**v),
        Place::Type(v) if **v == Slot::ANY => "*".to_owned(),
        Place::Type(v) => letter(**v),
        Place::Types(v) => types_text(**v, letters),
        Place::Numbers(v) => {
            let pairs: Vec<String> = v.iter().map(|(slot, n)| format!("{}:{n}", letter(*slot))).collect();
            pairs.join(" ")
        }
        Place::Pairs(v) => {
            let pairs: Vec<String> =
                v.iter().map(|(a, b)| format!("{}:{}", letter(*a), letter(*b))).collect();
            pairs.join(" ")
        }
    }
}

/// Every setting that differs from the default of a section without a parent, and the start
/// position, as keys and values that give the same settings. What no key can say is left
/// out.
pub fn settings(config: &Config) -> Vec<(String, String)> {
    let mut given = config.clone();
    let mut usual = Config::new(&config.name);
    usual.letters.clone_from(&config.letters);
    let mut list = Vec::new();
    let mut compare = |list: &mut Vec<(String, String)>, key: &str| {
        // Types without a letter count where settings are compared, though none can be written.
        let one = |c: &mut Config| -> Vec<(u64, String)> {
            let letters = c.letters.clone();
            let bits = |place: &Place<'_>| match place {
                Place::Types(set) => set.0,
                Place::Type(slot) => u64::from(slot.0),
                _ => 0,
            };
            places(c, key).iter().map(|place| (bits(place), text(place, &letters))).collect()
        };
        let (mut a, b) = (one(&mut given), one(&mut usual));
        // Keys for both sides say nothing that those of the sides don't, and without double
        // steps there are no regions.
        let idle = key.starts_with("doubleStepRegion") && !config.double_step;
        if !idle && (a != b || key == "startFen") && a.len() == 1 {
            list.push((key.to_owned(), a.remove(0).1));
        }
    };
    for key in ["maxRank", "maxFile"] {
        compare(&mut list, key);
    }
    for (slot, letter) in &config.letters {
        let betza = config.betza.get(slot);
        let moves = match betza {
            Some(moves) if slot.is_custom() || *slot == Slot::KING => format!(":{moves}"),
            _ if slot.is_custom() => ":".to_owned(),
            _ => String::new(),
        };
        list.push((slot.key(), format!("{letter}{moves}")));
    }
    // Regions of types that are not there wait for a child that brings them back.
    for slot in Slot::all() {
        for side in Side::BOTH {
            let key =
                format!("mobilityRegion{}{}", side_word(side), crate::fairy::keys::capital(&slot.key()));
            compare(&mut list, &key);
        }
    }
    for key in ["pieceValueMg", "pieceValueEg"].iter().chain(ORDER) {
        compare(&mut list, key);
        if let ("promotionPawnTypes", Some(side)) = split_side(key) {
            main_pawn_last(config, key, side, &mut list);
        }
    }
    list
}

/// The last of the pawn types is what a promoted man becomes in hand.
fn main_pawn_last(config: &Config, key: &str, side: Side, list: &mut Vec<(String, String)>) {
    let Some(letter) = config.letters.get(config.main_promotion_pawn.of(side)) else { return };
    let set = *config.promotion_pawn_types.of(side);
    let mut text = types_text(set, &config.letters);
    if text.ends_with(*letter) || !text.contains(*letter) {
        return;
    }
    text.retain(|c| c != *letter);
    text.push(*letter);
    list.retain(|(k, _)| k != key);
    list.push((key.to_owned(), text));
}

/// `White` or `Black`, as keys end.
pub(super) fn side_word(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The words of a kind, as a list for people.
pub(super) fn choices(kind: crate::fairy::keys::Kind) -> String {
    value::words(kind).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairy::keys;

    #[test]
    fn every_key_has_its_place() {
        // These set more than one field, or none of their own.
        let special = ["pawnTypes", "promotionRank", "doubleStepRank", "doubleStepRankMin", "dropOnTop"];
        for key in keys::all() {
            let mut config = Config::new("x");
            let found = places(&mut config, &key.name);
            let expected = !key.is_piece() && !special.contains(&key.name.as_str());
            assert_eq!(!found.is_empty(), expected, "{}", key.name);
        }
        let deprecated = keys::all().iter().filter(|key| key.instead.is_some()).count();
        // Board, values, types, mobility, the deprecated ones and pawnTypes are read elsewhere.
        assert_eq!(ORDER.len(), 341 - 62 - 124 - 2 - 2 - deprecated - 1);
    }
}
