//! Promotions: the pawns' way, and the way of Shogi.

use std::collections::{BTreeMap, BTreeSet};

use super::Writer;
use crate::betza::{Gait, Modality};
use crate::rules::{
    Captured, Duty, Fidelity, Guard, Item, Occasion, PerSide, Promotion, Reverts, Side, SquareSet, Trigger,
};

/// What the records of one side come to.
#[derive(Debug, Clone, Default, PartialEq)]
struct Pawns {
    types: BTreeSet<String>,
    into: BTreeSet<String>,
    limits: BTreeMap<String, u16>,
    must: SquareSet,
    may: SquareSet,
}

impl Writer<'_> {
    pub(super) fn promotions(&mut self) {
        let rules = self.rules;
        let mut pawns: [Option<Pawns>; 2] = [None, None];
        let mut zone: PerSide<Option<SquareSet>> = PerSide::default();
        let mut shogi: Vec<&Promotion> = Vec::new();
        for (number, record) in rules.promotions.iter().enumerate() {
            let path = format!("promotions[{number}]");
            let mut fail = |why: &str| {
                self.items.push(Item::new(&path, Fidelity::Dropped, why));
                self.origins.push(record.origin);
            };
            if !record.when.is_empty() || !record.class.is_empty() {
                fail("the engine has no promotion under conditions");
            } else if !record.otherwise.is_empty() || record.without_check {
                fail("the engine has no second list of promotions for when the first has none left");
            } else if record.reverts == Reverts::ToOrigin {
                shogi.push(record);
            } else if record.trigger != Trigger::Arrive
                || record.occasion != Occasion::Any
                || record.or_demote
            {
                fail("the engine's pawns promote where they arrive, by any move");
            } else if record.duty == Duty::IfPossible && !record.fewer_than.is_empty() {
                fail("the engine has no promotion that must be taken only where it can");
            } else {
                for side in Side::BOTH.into_iter().filter(|s| record.sides.includes(*s)) {
                    if let Err(why) = self.pawns_way(&mut pawns[side.index()], record, side) {
                        self.item(record.origin, Item::new(&path, Fidelity::Dropped, why));
                    }
                }
            }
        }
        self.pawn_keys(&pawns, &mut zone);
        self.shogi_keys(&shogi, &mut zone);
        for (side, colour) in [(Side::White, "White"), (Side::Black, "Black")] {
            let squares = zone.of(side).unwrap_or_default();
            let value = self.region(squares);
            self.key(format!("promotionRegion{colour}"), value);
        }
    }

    fn pawns_way(&self, pawns: &mut Option<Pawns>, record: &Promotion, side: Side) -> Result<(), String> {
        let board = &self.rules.board;
        let types: BTreeSet<String> = (self.rules.pieces.iter().map(|p| &p.name))
            .filter(|n| record.types.contains(n) && self.owned_or_unused(side, n))
            .cloned()
            .collect();
        if types.is_empty() {
            return Ok(());
        }
        if self.king.as_ref().is_some_and(|k| types.contains(k) || record.into.contains(k)) {
            return Err("the engine's kings neither promote nor are promoted to".into());
        }
        let zone = record.zone.of(side, board);
        let (must, may) = match record.duty {
            Duty::Never => (SquareSet::EMPTY, zone),
            _ => (zone, SquareSet::EMPTY),
        };
        match pawns {
            None => {
                let (into, limits) = (record.into.clone(), record.fewer_than.clone());
                *pawns = Some(Pawns { types, into, limits, must, may });
            }
            Some(known) => {
                if known.into != record.into || known.limits != record.fewer_than {
                    return Err("choices that differ from those of another promotion of the side".into());
                }
                let another = types != known.types;
                if another && (known.must, known.may) != (must, may) {
                    return Err("a zone that differs from that of another type of the side".into());
                }
                known.types.extend(types);
                known.must = known.must.or(must);
                known.may = known.may.or(may);
            }
        }
        Ok(())
    }

    fn owned_or_unused(&self, side: Side, kind: &str) -> bool {
        self.has(side, kind) || !self.has(side.other(), kind)
    }

    fn pawn_keys(&mut self, pawns: &[Option<Pawns>; 2], zone: &mut PerSide<Option<SquareSet>>) {
        let each = |f: &dyn Fn(&Pawns) -> String| pawns.clone().map(|p| p.map(|p| f(&p)).unwrap_or_default());
        let [white, black] = each(&|p| self.letters_of(&p.types));
        let [white_into, black_into] = each(&|p| self.letters_of(&p.into));
        self.key_each("promotionPawnTypes", &white, &black);
        self.key_each("promotionPieceTypes", &white_into, &black_into);
        for (side, pawns) in Side::BOTH.into_iter().zip(pawns) {
            if let Some(pawns) = pawns {
                *match side {
                    Side::White => &mut self.promoting.white,
                    Side::Black => &mut self.promoting.black,
                } = pawns.types.clone();
            }
        }
        let known: Vec<&Pawns> = pawns.iter().flatten().collect();
        if known.is_empty() {
            return;
        }
        // With both kinds of zones the duty comes from being unable to move on.
        let split = known.iter().any(|p| !p.must.is_empty() && !p.may.is_empty());
        let optional = known.iter().any(|p| !p.may.is_empty());
        let mandatory = known.iter().any(|p| !p.must.is_empty());
        if split {
            self.immobility = Some("promotions that must be taken where a piece could not move on".into());
        } else if optional && mandatory {
            self.dropped("promotions", "a duty to promote for one side and none for the other");
        }
        self.key("mandatoryPawnPromotion", !optional);
        for (side, pawns) in Side::BOTH.into_iter().zip(pawns) {
            let Some(pawns) = pawns else { continue };
            if split {
                for kind in pawns.types.clone() {
                    if self.stuck(&kind, side) != pawns.must {
                        self.dropped(
                            "promotions",
                            format!(
                                "a duty to promote that does not follow from {kind} being unable to move on"
                            ),
                        );
                    }
                }
            }
            *match side {
                Side::White => &mut zone.white,
                Side::Black => &mut zone.black,
            } = Some(pawns.must.or(pawns.may));
        }
        let limits: Vec<&BTreeMap<String, u16>> = known.iter().map(|p| &p.limits).collect();
        if limits.iter().any(|l| *l != limits[0]) {
            self.dropped("promotions", "limits that differ between the sides");
        } else if !limits[0].is_empty() {
            let pairs: Vec<String> = (limits[0].iter())
                .filter_map(|(kind, n)| self.letters.get(kind).map(|letter| format!("{letter}:{n}")))
                .collect();
            self.key("promotionLimit", pairs.join(" "));
        }
        self.reverts(pawns);
        self.exact("promotions", "on arriving in the region");
    }

    /// What promoted men become in the hand of a captor.
    fn reverts(&mut self, pawns: &[Option<Pawns>; 2]) {
        let rules = self.rules;
        if rules.hands.captured != Captured::ToCapturer || rules.hands.keep_promoted {
            return;
        }
        for (number, record) in rules.promotions.iter().enumerate() {
            let fits = match &record.reverts {
                Reverts::ToOrigin => true,
                Reverts::Never => false,
                // The last letter is what the engine takes.
                Reverts::To(kind) => (Side::BOTH.into_iter().zip(pawns)).all(|(side, pawns)| {
                    let types = pawns.iter().flat_map(|p| &p.types);
                    !record.sides.includes(side) || types.last() == Some(kind)
                }),
            };
            if !fits {
                self.dropped(
                    format!("promotions[{number}].reverts"),
                    "promoted pieces that stay so when they are captured; the engine's hands take the pawn again",
                );
            }
        }
    }

    fn shogi_keys(&mut self, records: &[&Promotion], zone: &mut PerSide<Option<SquareSet>>) {
        if records.is_empty() {
            return;
        }
        let rules = self.rules;
        let mut pairs = Vec::new();
        let mut duties: BTreeSet<Duty> = BTreeSet::new();
        for record in records {
            let target = match (record.into.len(), record.into.first()) {
                (1, Some(target)) => target.clone(),
                _ => {
                    self.dropped(
                        "promotions",
                        "a choice of promotions that are remembered; the engine has one a type",
                    );
                    continue;
                }
            };
            if !record.fewer_than.is_empty() {
                self.dropped("promotions", "limits to promotions that are remembered");
            }
            for kind in rules.pieces.iter().map(|p| &p.name).filter(|n| record.types.contains(n)) {
                if self.king.as_ref() == Some(kind) {
                    self.dropped("promotions", "the engine's king never promotes");
                }
                if let (Some(from), Some(to)) = (self.letters.get(kind), self.letters.get(&target)) {
                    pairs.push(format!("{from}:{to}"));
                    self.promoted.insert(*from, *to);
                }
                for side in self.owners(kind) {
                    if !record.sides.includes(side) {
                        self.dropped("promotions", format!("a promotion of {kind} for one side only"));
                        continue;
                    }
                    let squares = record.zone.of(side, &rules.board);
                    if zone.of(side).is_some_and(|z| z != squares) {
                        self.dropped("promotions", "zones that differ between promotions of a side");
                    }
                    *match side {
                        Side::White => &mut zone.white,
                        Side::Black => &mut zone.black,
                    } = Some(squares);
                    // A man that is never in its zone unpromoted can't leave it so.
                    let never_inside = record.duty == Duty::Always;
                    match record.trigger {
                        Trigger::Touch => {}
                        Trigger::Arrive if never_inside || self.pawn.as_ref() == Some(kind) => {}
                        _ => self.dropped(
                            "promotions",
                            format!(
                                "{kind} promotes by arriving only; the engine lets it promote by leaving too"
                            ),
                        ),
                    }
                }
            }
            duties.insert(record.duty);
        }
        let occasions: BTreeSet<Occasion> = records.iter().map(|r| r.occasion).collect();
        match occasions.iter().collect::<Vec<_>>()[..] {
            [Occasion::Any] => {}
            [Occasion::Capture] => self.key("piecePromotionOnCapture", "true"),
            _ => self.dropped("promotions", "promotions by some moves only"),
        }
        self.key("promotedPieceType", pairs.join(" "));
        match duties.contains(&Duty::Never) {
            false => self.key("mandatoryPiecePromotion", "true"),
            true if duties.len() == 1 => {}
            true => {
                self.immobility =
                    Some("promotions that must be taken where a piece could not move on".into());
                for record in records.iter().filter(|r| r.duty != Duty::Never) {
                    for kind in rules.pieces.iter().map(|p| &p.name).filter(|n| record.types.contains(n)) {
                        for side in self.owners(kind) {
                            if self.stuck(kind, side) != record.zone.of(side, &rules.board) {
                                self.dropped("promotions", format!("a duty to promote that does not follow from {kind} being unable to move on"));
                            }
                        }
                    }
                }
            }
        }
        let demote: BTreeSet<bool> = records.iter().map(|r| r.or_demote).collect();
        if demote.contains(&true) {
            self.key("pieceDemotion", "true");
            if demote.len() > 1 {
                self.dropped("promotions", "demotion of some pieces only");
            }
        }
        self.exact("promotions (remembered)", "promoted pieces are marked with `+`");
    }

    /// The squares from which a type has no move to an empty square, on an empty board.
    pub(in crate::fairy) fn stuck(&self, kind: &str, side: Side) -> SquareSet {
        let board = &self.rules.board;
        let movement = self.movement(kind, side);
        let flip = if side == Side::White { 1 } else { -1 };
        let leaves = |square: &crate::rules::Square| {
            movement.parts.iter().filter(|p| p.modality == Modality::Quiet).any(|p| {
                let far = if matches!(p.gait, Gait::Hop(_) | Gait::Over) { 2 } else { 1 };
                let (dx, dy) = (i32::from(p.step.0) * flip * far, i32::from(p.step.1) * flip * far);
                square.offset(dx, dy).is_some_and(|s| board.has(s))
            })
        };
        board.squares().iter().filter(|s| !leaves(s)).collect()
    }

    /// Forbids men to go where they can't move on, and sees that this forbids nothing
    /// that the rules allow.
    pub(super) fn immobility(&mut self) {
        let rules = self.rules;
        let Some(reason) = self.immobility.clone() else { return };
        self.key("immobilityIllegal", "true");
        for side in Side::BOTH {
            for piece in &rules.pieces {
                let kind = &piece.name;
                if !self.has(side, kind) || self.king.as_ref() == Some(kind) {
                    continue;
                }
                let stuck = self.stuck(kind, side);
                let forced: SquareSet = (rules.promotions.iter())
                    .filter(|p| p.sides.includes(side) && p.types.contains(kind) && p.duty != Duty::Never)
                    .fold(SquareSet::EMPTY, |set, p| set.or(p.zone.of(side, &rules.board)));
                let drops = rules.drops.iter().filter(|d| d.sides.includes(side) && d.types.contains(kind));
                let dropped: SquareSet = drops
                    .filter(|d| !d.when.contains(&Guard::Mobile))
                    .fold(SquareSet::EMPTY, |set, d| set.or(d.zone.of(side, &rules.board)));
                let open = stuck.without(forced).or(stuck.and(dropped));
                // Squares that no move of the man leads to don't matter.
                let open: SquareSet =
                    open.iter().filter(|s| self.reaches(kind, side, *s) || dropped.contains(*s)).collect();
                if !open.is_empty() {
                    self.dropped(
                        format!("pieces.{kind}"),
                        format!("`immobilityIllegal`, which is needed for {reason}, forbids it to go to {open}, where it can't move on"),
                    );
                }
            }
        }
        self.exact("immobilityIllegal", reason);
    }

    /// Whether a move of the type leads to a square.
    fn reaches(&self, kind: &str, side: Side, to: crate::rules::Square) -> bool {
        let flip = if side == Side::White { 1 } else { -1 };
        self.movement(kind, side).parts.iter().any(|p| {
            let (dx, dy) = (-i32::from(p.step.0) * flip, -i32::from(p.step.1) * flip);
            to.offset(dx, dy).is_some_and(|s| self.rules.board.has(s))
        })
    }
}
