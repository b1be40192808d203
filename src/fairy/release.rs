//! Which release of the engine knows a key that we write.

use crate::rules::{Fidelity, Item};

/// A release of Fairy-Stockfish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Release {
    /// 11.1, of 2020, which distributions still carry.
    R11,
    /// 14, of 2021.
    R14,
    /// Today's source.
    #[default]
    Head,
}

impl Release {
    /// As it is called.
    pub fn as_str(self) -> &'static str {
        match self {
            Release::R11 => "11.1",
            Release::R14 => "14",
            Release::Head => "head",
        }
    }
}

/// Keys that came after 11.1, of those that a written section may have: when each appears
/// in the engine's source.
const NEWER: &[(&str, Release)] = &[
    ("castlingKingFile", Release::R14),
    ("castlingKingPiece", Release::R14),
    ("castlingKingPieceBlack", Release::Head),
    ("castlingKingPieceWhite", Release::Head),
    ("castlingRookKingsideFile", Release::Head),
    ("castlingRookPieces", Release::Head),
    ("castlingRookPiecesBlack", Release::Head),
    ("castlingRookPiecesWhite", Release::Head),
    ("castlingRookQueensideFile", Release::Head),
    ("chasingRule", Release::Head),
    ("collinearN", Release::Head),
    ("connectDiagonal", Release::Head),
    ("connectHorizontal", Release::Head),
    ("connectPieceTypes", Release::Head),
    ("connectValue", Release::Head),
    ("connectVertical", Release::Head),
    ("doubleStepRegionBlack", Release::Head),
    ("doubleStepRegionWhite", Release::Head),
    ("dropNoDoubled", Release::R14),
    ("dropNoDoubledCount", Release::R14),
    ("dropRegionBlack", Release::Head),
    ("dropRegionWhite", Release::Head),
    ("enPassantRegion", Release::R14),
    ("enPassantRegionBlack", Release::Head),
    ("enPassantRegionWhite", Release::Head),
    ("enPassantTypes", Release::Head),
    ("enPassantTypesBlack", Release::Head),
    ("enPassantTypesWhite", Release::Head),
    ("flagPieceBlack", Release::Head),
    ("flagPieceCount", Release::Head),
    ("flagPieceWhite", Release::Head),
    ("flagRegion", Release::Head),
    ("flagRegionBlack", Release::Head),
    ("flagRegionWhite", Release::Head),
    ("moveRepetitionIllegal", Release::R14),
    ("nMoveRuleTypes", Release::Head),
    ("nMoveRuleTypesBlack", Release::Head),
    ("nMoveRuleTypesWhite", Release::Head),
    ("oppositeCastling", Release::Head),
    ("pass", Release::R14),
    ("passBlack", Release::Head),
    ("passOnStalemate", Release::R14),
    ("passOnStalemateBlack", Release::Head),
    ("passOnStalemateWhite", Release::Head),
    ("passWhite", Release::Head),
    ("promotionPawnTypes", Release::Head),
    ("promotionPawnTypesBlack", Release::Head),
    ("promotionPawnTypesWhite", Release::Head),
    ("promotionPieceTypesBlack", Release::Head),
    ("promotionPieceTypesWhite", Release::Head),
    ("promotionRegionBlack", Release::Head),
    ("promotionRegionWhite", Release::Head),
    ("stalematePieceCount", Release::R14),
    ("tripleStepRegionBlack", Release::Head),
    ("tripleStepRegionWhite", Release::Head),
];

/// The first of the releases that knows a key.
pub fn since(key: &str) -> Release {
    if key.starts_with("customPiece") || key.contains("CustomPiece") {
        return Release::R14;
    }
    match NEWER.iter().find(|(name, _)| *name == key) {
        Some((_, release)) => *release,
        None => Release::R11,
    }
}

/// The keys of a section that a release does not know, each as an item. A type whose
/// value states its moves (`k:W`) is a custom piece, which 11.1 does not know.
pub(super) fn missing(keys: &[(String, String)], target: Release) -> Vec<Item> {
    let since = |(key, value): &(String, String)| {
        let custom = key == "king" && value.contains(':');
        since(key).max(if custom { Release::R14 } else { Release::R11 })
    };
    let lacks = |pair: &&(String, String)| since(pair) > target;
    let item = |pair: &(String, String)| {
        let why = format!("the engine knows it from release {} on", since(pair).as_str());
        Item::new(format!("key {}", pair.0), Fidelity::Dropped, why)
            .remedy(format!("give --target {}", since(pair).as_str()))
    };
    keys.iter().filter(lacks).map(item).collect()
}
