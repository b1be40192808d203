//! Which rules of a game there are to be used, in the words of
//! [`Difference::touches`](super::Difference::touches).

use std::collections::BTreeSet;

use super::Evidence;
use crate::rules::{PieceType, Rules, Side, Trail};

/// The types that a side may ever have: it begins with them, they come of its men, or they
/// come into its hand.
fn types_of(rules: &Rules, side: Side) -> BTreeSet<&str> {
    let (men, hand) = match side {
        Side::White => (&rules.start.white, &rules.start.white_hand),
        Side::Black => (&rules.start.black, &rules.start.black_hand),
    };
    let mut types: BTreeSet<&str> = men.keys().chain(hand.keys()).map(String::as_str).collect();
    if rules.hands.captured != crate::rules::Captured::Gone {
        types.extend(rules.start.white.keys().chain(rules.start.black.keys()).map(String::as_str));
    }
    for promotion in rules.promotions.iter().filter(|promotion| promotion.sides.includes(side)) {
        types.extend(promotion.into.iter().map(String::as_str));
    }
    types
}

/// What one type may do.
fn deeds(rules: &Rules, piece: &PieceType, side: Side, found: &mut BTreeSet<String>) {
    let letter = piece.letters.side(side);
    let passing = rules.pieces.iter().flat_map(|piece| &piece.moves).any(|rule| rule.leaves != Trail::None)
        && !rules.en_passant.region.of(side, &rules.board).is_empty();
    let played = piece.moves.iter().filter(|rule| rule.sides.includes(side) && !rule.threat_only);
    for onto in played.filter_map(|rule| rule.legs.last()).map(|leg| &leg.onto) {
        if onto.empty {
            found.insert(format!("move of {letter}"));
        }
        if !onto.men.is_empty() {
            found.insert(format!("capture by {letter}"));
        }
        if onto.en_passant && passing {
            found.insert(format!("en passant by {letter}"));
        }
    }
    let promotions = rules
        .promotions
        .iter()
        .filter(|promotion| promotion.sides.includes(side) && promotion.types.contains(&piece.name));
    for into in promotions.flat_map(|promotion| &promotion.into) {
        if let Some(into) = rules.pieces.iter().find(|other| other.name == *into) {
            found.insert(format!("promotion of {letter} to {}", into.letters.side(side)));
        }
    }
    let drops = |drop: &crate::rules::Drop| drop.sides.includes(side) && drop.types.contains(&piece.name);
    if rules.drops.iter().any(drops) {
        found.insert(format!("drop of {letter}"));
    }
}

impl Evidence {
    /// Fills in [`Evidence::unused`]: what these rules allow somewhere and no random game used.
    pub fn find_unused(&mut self, rules: &Rules) {
        let mut possible = BTreeSet::new();
        for side in Side::BOTH {
            let types = types_of(rules, side);
            for piece in rules.pieces.iter().filter(|piece| types.contains(piece.name.as_str())) {
                deeds(rules, piece, side, &mut possible);
            }
            if rules.castlings.iter().any(|castling| castling.sides.includes(side)) {
                let who = if side == Side::White { "first" } else { "second" };
                possible.insert(format!("castling of the {who} player"));
            }
        }
        if self.plies > 0 {
            self.unused = possible.into_iter().filter(|rule| !self.rules.contains_key(rule)).collect();
        }
    }
}
