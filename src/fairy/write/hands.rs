//! Hands, drops, and what a side must do.

use std::collections::BTreeSet;

use super::Writer;
use crate::rules::{
    Captured, Content, Drop, Duty, Fidelity, Guard, Item, ManPattern, Pass, Place, Priority, Side, Source,
    SquareSet, Types, Whose,
};

impl Writer<'_> {
    /// Checks, passes, priorities.
    pub(super) fn obligations(&mut self) {
        let rules = self.rules;
        let check = &rules.check;
        for (holds, key, value) in [
            (check.never_given, "checking", "false"),
            (check.not_by_drop, "dropChecks", "false"),
            (check.royal_only_captures, "makpongRule", "true"),
        ] {
            if holds {
                self.key(key, value);
                self.exact("check", format!("`{key}`"));
            }
        }
        if check.facing.is_some() {
            self.dropped(
                "check.facing",
                "pieces that must part; the engine knows it of Janggi's generals only",
            );
        }
        let turn = &rules.turn;
        let alternate =
            turn.order.is_empty() || turn.order == [Side::White, Side::Black] && turn.repeat_from == 0;
        if !alternate {
            self.dropped("turn.order", "the engine's sides move by turns");
        }
        let passes = |side: Side| *turn.passes.of(side);
        for (key, kind) in [("pass", Pass::Always), ("passOnStalemate", Pass::WhenStuck)] {
            for (side, colour) in [(Side::White, "White"), (Side::Black, "Black")] {
                if passes(side) == kind {
                    self.key(format!("{key}{colour}"), "true");
                }
            }
        }
        let both_pass = Side::BOTH.iter().all(|s| passes(*s) != Pass::Never);
        let ends = rules.ends.iter().any(|e| e.when == crate::rules::Condition::Passes);
        if both_pass && !ends {
            self.dropped("turn.passes", "the engine ends the game when both sides have passed");
        } else if ends && !both_pass {
            self.exact("turn.passes", "never two passes after each other");
        }
        match &turn.priorities[..] {
            [] => {}
            _ if turn.priorities_before_check => {
                self.dropped(
                    "turn.priorities",
                    "priorities that count before moves into check are taken out",
                );
            }
            [Priority::Captures] => {
                self.key("mustCapture", "true");
                self.exact("turn.priorities", "`mustCapture`");
            }
            [Priority::Drops(types)] => {
                self.key("mustDrop", "true");
                let kinds: Vec<&String> = types.names().collect();
                match (types, &kinds[..]) {
                    (Types::Any, _) => self.exact("turn.priorities", "`mustDrop`"),
                    (_, [kind]) => {
                        let letter = self.letters_of([*kind]);
                        self.key("mustDropType", letter);
                        self.exact("turn.priorities", "`mustDrop`");
                    }
                    _ => self.dropped("turn.priorities", "drops of several types that come first"),
                }
            }
            _ => self.dropped(
                "turn.priorities",
                "the engine has no order of priorities but captures first, or drops",
            ),
        }
    }

    pub(super) fn hands(&mut self) {
        let rules = self.rules;
        let hands = &rules.hands;
        match hands.captured {
            Captured::Gone => {}
            Captured::ToCapturer => self.key("capturesToHand", "true"),
            Captured::ToOwner => {
                self.dropped("hands.captured", "captured pieces that go back to their owner")
            }
        }
        if hands.keep_promoted {
            self.key("dropLoop", "true");
        }
        if hands.endless != Types::none() {
            self.dropped("hands.endless", "pieces without end in hand");
        }
        if hands.fed_from_outside {
            self.key("twoBoards", "true");
        }
        if hands.slots > 0 {
            self.key("pocketSize", hands.slots);
        }
        if rules.drops.is_empty() {
            if hands.captured == Captured::ToCapturer {
                self.exact("hands", "captured pieces are kept and never dropped");
            }
            return;
        }
        self.key("pieceDrops", "true");
        let mut region = [None::<SquareSet>; 2];
        let mut promoted: BTreeSet<String> = BTreeSet::new();
        for side in Side::BOTH {
            // Every type that may be in hand can be dropped in the engine.
            for kind in rules.pieces.iter().map(|p| &p.name) {
                if !self.in_hand(side, kind) {
                    continue;
                }
                let drops: Vec<&Drop> =
                    rules.drops.iter().filter(|d| d.sides.includes(side) && d.types.contains(kind)).collect();
                let plain: Vec<&&Drop> = drops.iter().filter(|d| d.becomes.is_none()).collect();
                if drops.len() > plain.len() {
                    promoted.insert(kind.clone());
                }
                match plain[..] {
                    [drop] => {
                        if let Err(why) = self.drop_of(side, kind, drop, &mut region[side.index()]) {
                            self.item(
                                drop.origin,
                                Item::new(format!("drops of {kind}"), Fidelity::Dropped, why),
                            );
                        }
                    }
                    [] => self.dropped(format!("drops of {kind}"), "a piece in hand that can't be dropped"),
                    _ => self.dropped(format!("drops of {kind}"), "several ways of dropping a piece"),
                }
            }
        }
        if !promoted.is_empty() {
            self.dropped("drops", "pieces that are dropped as another type");
        }
        if region != [None, None] {
            for (side, colour) in [(Side::White, "White"), (Side::Black, "Black")] {
                let value = self.region(region[side.index()].unwrap_or(rules.board.squares()));
                self.key(format!("dropRegion{colour}"), value);
            }
        }
        self.exact("drops", "of pieces in hand");
    }

    /// Whether a side may ever have a type in hand.
    pub(in crate::fairy) fn in_hand(&self, side: Side, kind: &str) -> bool {
        let rules = self.rules;
        let start = rules.start.hand(side).get(kind).is_some_and(|n| *n > 0);
        let taken = rules.hands.captured == Captured::ToCapturer
            && self.has(side.other(), kind)
            && self.king.as_deref() != Some(kind)
            && (rules.hands.keep_promoted || !self.only_promoted(side.other(), kind));
        start || taken || rules.hands.fed_from_outside
    }

    /// Whether a side's men of a type were all promoted and turn back when captured.
    fn only_promoted(&self, side: Side, kind: &str) -> bool {
        let rules = self.rules;
        let made = rules.promotions.iter().any(|p| p.into.contains(kind));
        let turns_back = (rules.promotions.iter())
            .filter(|p| p.into.contains(kind))
            .all(|p| p.reverts != crate::rules::Reverts::Never);
        let start = rules.start.men(side).get(kind).is_some_and(|s| !s.is_empty())
            || Side::BOTH.iter().any(|s| rules.start.men(*s).get(kind).is_some_and(|x| !x.is_empty()));
        let held = Side::BOTH.iter().any(|s| rules.start.hand(*s).get(kind).is_some_and(|n| *n > 0));
        made && turns_back && !start && !held
    }

    fn drop_of(
        &mut self,
        side: Side,
        kind: &str,
        drop: &Drop,
        region: &mut Option<SquareSet>,
    ) -> Result<(), String> {
        let rules = self.rules;
        if drop.onto != Content::empty() || !drop.then.is_empty() || !drop.class.is_empty() {
            return Err("drops onto pieces, or with effects".into());
        }
        let doubled = Guard::Count {
            men: [ManPattern::of(Whose::Own, kind)].into(),
            place: Place::FileOf(crate::rules::At::To(0, 0)),
            at_least: 0,
            at_most: Some(0),
        };
        for guard in &drop.when {
            match guard {
                Guard::Mobile => {
                    if !self.stuck(kind, side).is_empty() && self.immobility.is_none() {
                        self.immobility = Some("drops that must leave the piece a move".into());
                    }
                }
                Guard::Count { men, place, at_least: 0, at_most: Some(most) }
                    if (men, place)
                        == (
                            &[ManPattern::of(Whose::Own, kind)].into(),
                            &Place::FileOf(crate::rules::At::To(0, 0)),
                        ) =>
                {
                    let letter = self.letters_of([&kind.to_owned()]);
                    let known =
                        self.keys.iter().find(|(key, _)| key == "dropNoDoubled").map(|(_, v)| v.clone());
                    match known {
                        Some(other) if other != letter => {
                            return Err("limits of pieces on a file for several types".into());
                        }
                        Some(_) => {}
                        None => {
                            self.key("dropNoDoubled", letter);
                            if *guard != doubled {
                                self.key("dropNoDoubledCount", most + 1);
                            }
                        }
                    }
                }
                _ => return Err("drops under conditions".into()),
            }
        }
        let mut zone = drop.zone.of(side, &rules.board);
        if let Some(within) = self.movement(kind, side).within {
            if within.and(zone) != zone {
                return Err("drops where the piece could not go".into());
            }
            zone = within;
        }
        if self.pawn.as_deref() == Some(kind) {
            // The engine's pawns are dropped neither on their first rank nor where they promote,
            // unless it is told so.
            let all = rules.board.squares();
            let first = if side == Side::White { 0 } else { rules.board.ranks - 1 };
            let first: SquareSet = all.iter().filter(|s| s.rank() == first).collect();
            let zone_of_promotion: SquareSet = (rules.promotions.iter())
                .filter(|p| p.sides.includes(side) && p.types.contains(kind))
                .fold(SquareSet::EMPTY, |set, p| set.or(p.zone.of(side, &rules.board)));
            let on_first = !first.without(zone_of_promotion).and(zone).is_empty();
            let on_zone = !zone_of_promotion.and(zone).is_empty();
            let mut allowed = all;
            if !on_first {
                allowed = allowed.without(first);
            }
            if !on_zone {
                allowed = allowed.without(zone_of_promotion);
            }
            for (allows, key) in [(on_first, "firstRankPawnDrops"), (on_zone, "promotionZonePawnDrops")] {
                let known = self.keys.iter().any(|(k, _)| k == key);
                if allows && !known {
                    self.key(key, "true");
                }
            }
            return if allowed == zone {
                Ok(())
            } else {
                Err("drops of pawns on squares of their own".into())
            };
        }
        match region {
            None if zone == rules.board.squares() => Ok(()),
            None if self.others_everywhere(side, kind) => {
                Err("drops on squares that differ from those of other types".into())
            }
            None => {
                *region = Some(zone);
                Ok(())
            }
            Some(known) if *known == zone => Ok(()),
            Some(_) => Err("drops on squares that differ from those of other types".into()),
        }
    }

    /// Whether another type than the pawn may be dropped on squares of another region.
    fn others_everywhere(&self, side: Side, kind: &str) -> bool {
        let rules = self.rules;
        let zones: BTreeSet<SquareSet> = (rules.pieces.iter().map(|p| &p.name))
            .filter(|k| self.in_hand(side, k) && self.pawn.as_ref() != Some(k))
            .flat_map(|k| rules.drops.iter().filter(move |d| d.sides.includes(side) && d.types.contains(k)))
            .map(|d| d.zone.of(side, &rules.board))
            .collect();
        let pawn = self.pawn.as_ref().is_some_and(|p| p != kind && self.in_hand(side, p));
        zones.len() > 1 || pawn
    }

    /// What the section has no words for at all.
    pub(super) fn rest(&mut self) {
        let rules = self.rules;
        if rules.walls.is_some() {
            self.dropped("walls", "walls that come into play in this way");
        }
        if !rules.gates.is_empty() {
            let from_board = rules.gates.iter().any(|gate| matches!(gate.source, Source::Board(_)));
            let why = if from_board {
                "the engine puts pieces on vacated squares from the hand only, not from the board"
            } else {
                "pieces that come in on vacated squares in this way"
            };
            self.dropped("gates", why);
        }
        for (number, after) in rules.aftermath.iter().enumerate() {
            let what = match after {
                crate::rules::Aftermath::Blast { .. } => "blasts",
                crate::rules::Aftermath::Petrify { .. } => "pieces that turn into walls",
                crate::rules::Aftermath::Flip { .. } => "pieces that change sides",
            };
            self.dropped(format!("aftermath[{number}]"), format!("{what} in this way"));
        }
        let demoted = rules.promotions.iter().any(|p| p.or_demote && p.duty == Duty::Always);
        if demoted {
            self.dropped("promotions", "demotion where one must promote");
        }
    }
}
