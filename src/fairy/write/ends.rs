//! Ends of the game, and claims.

use std::collections::BTreeSet;

use super::Writer;
use crate::rules::{
    Condition, Counting, End, Fidelity, Item, Leg, ManPattern, Material, Moment, Outcome, PerSide, Region,
    Rules, Side, Sides, SquareSet, Step, Types, Whose,
};

fn value(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Win => Some("win"),
        Outcome::Loss => Some("loss"),
        Outcome::Draw => Some("draw"),
        Outcome::MoreMen | Outcome::Material => None,
    }
}

/// Own men of one type that are counted: the type (`None`: all), the least and the most.
struct Count<'e> {
    kind: Option<&'e String>,
    whose: Whose,
    region: &'e Region,
    with_hand: bool,
    at_least: u16,
    at_most: Option<u16>,
}

fn count(condition: &Condition) -> Option<Count<'_>> {
    match condition {
        Condition::Count { men, region, with_hand, at_least, at_most } => {
            match men.iter().collect::<Vec<_>>()[..] {
                [ManPattern { whose, kind, marks }] if marks.is_empty() => Some(Count {
                    kind: kind.as_ref(),
                    whose: *whose,
                    region,
                    with_hand: *with_hand,
                    at_least: *at_least,
                    at_most: *at_most,
                }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Extinction: the types, the most men that are left, the least that the enemy has.
#[derive(Debug, PartialEq)]
struct Extinct {
    kinds: Vec<Option<String>>,
    most: u16,
    enemies: u16,
}

impl Writer<'_> {
    pub(super) fn ends(&mut self) {
        self.no_moves();
        let rules = self.rules;
        if rules.ends.is_empty() {
            return;
        }
        if let Some((kind, white, black)) = race(rules) {
            self.flag(&kind, white, black, 1);
            self.key("flagMove", "true");
            self.exact("ends", "a race in which Black may draw level");
            return;
        }
        if self.claimed_extinction() {
            return;
        }
        for (number, end) in rules.ends.iter().enumerate() {
            let path = format!("ends[{number}]");
            match self.end(end) {
                Ok(how) => self.item(end.origin, Item::new(path, Fidelity::Exact, how)),
                Err(why) => self.item(end.origin, Item::new(path, Fidelity::Dropped, why)),
            }
        }
    }

    fn no_moves(&mut self) {
        let rules = self.rules;
        let ends = &rules.no_moves;
        for (name, key, outcomes, matters) in [
            ("checkmate", "checkmateValue", &ends.checkmate, self.king.is_some()),
            ("stalemate", "stalemateValue", &ends.stalemate, true),
        ] {
            let path = format!("no_moves.{name}");
            match value(outcomes.white) {
                _ if !matters => {}
                Some(word) if outcomes.white == outcomes.black => {
                    self.key(key, word);
                    self.exact(path, word);
                }
                Some(_) => self.dropped(path, "a result that differs between the sides"),
                None if outcomes.white != outcomes.black => {
                    self.dropped(path, "a result that differs between the sides");
                }
                None => self.dropped(path, "a result by counting pieces"),
            }
        }
        if ends.stalemate_by_count {
            self.key("stalematePieceCount", "true");
            self.exact("no_moves.stalemate_by_count", "`stalematePieceCount`");
        }
        if ends.no_mate_by_drop_of != Types::none() {
            let kinds: Vec<&String> = ends.no_mate_by_drop_of.names().collect();
            let keys: Vec<&str> = (kinds.iter())
                .filter_map(|kind| {
                    let letter = self.letters.get(*kind)?.to_string();
                    self.keys.iter().find(|(k, v)| k == "shogiPawn" && *v == letter).map(|(k, _)| k.as_str())
                })
                .collect();
            if keys.len() == 1 && kinds.len() == 1 {
                self.key("shogiPawnDropMateIllegal", "true");
                self.exact("no_moves.no_mate_by_drop_of", "`shogiPawnDropMateIllegal`");
            } else {
                self.dropped("no_moves.no_mate_by_drop_of", "the engine knows it of its `shogiPawn` only");
            }
        }
        if ends.no_mate_by != Types::none() || ends.mate_needs_check_by != Types::Any {
            self.dropped(
                "no_moves.no_mate_by",
                "the engine knows it of Shatar's knights, rooks and queens only",
            );
        }
    }

    /// Writes one end, and says how.
    fn end(&mut self, end: &End) -> Result<String, String> {
        if let Some(how) = self.extinction(end)? {
            return Ok(how);
        }
        match &end.when {
            Condition::ChecksGiven { number } if end.result == Outcome::Win && end.sides == Sides::Both => {
                if *number == 0 || *number > 9 {
                    return Err("more checks than nine".into());
                }
                self.key("checkCounting", "true");
                Ok("`checkCounting`".into())
            }
            Condition::Passes if end.result == Outcome::Draw => {
                Ok("two passes end the engine's games".into())
            }
            Condition::Row { length, types, steps, gaps }
                if end.moment == Moment::Moved && end.sides == Sides::Both =>
            {
                let has = |dx: i8, dy: i8| steps.contains(&Step::new(dx, dy));
                let diagonal = (has(1, 1) || has(-1, -1), has(-1, 1) || has(1, -1));
                if diagonal.0 != diagonal.1 {
                    return Err("rows along one of the diagonals only".into());
                }
                let word = value(end.result).ok_or("a result by counting pieces")?;
                self.key(if *gaps { "collinearN" } else { "connectN" }, length);
                for (key, on) in [
                    ("connectHorizontal", has(1, 0) || has(-1, 0)),
                    ("connectVertical", has(0, 1) || has(0, -1)),
                    ("connectDiagonal", diagonal.0),
                ] {
                    self.key(key, on);
                }
                if let Types::Only(kinds) = types {
                    let letters = self.letters_of(kinds);
                    self.key("connectPieceTypes", letters);
                }
                self.key("connectValue", word);
                Ok("pieces in a row".into())
            }
            _ => {
                if let Some(flag) = count(&end.when) {
                    return self.flag_end(end, &flag);
                }
                Err("the engine has no such end".into())
            }
        }
    }

    fn flag_end(&mut self, end: &End, flag: &Count<'_>) -> Result<String, String> {
        let own = flag.whose == Whose::Own && flag.at_most.is_none() && flag.at_least > 0 && !flag.with_hand;
        if !own || end.result != Outcome::Win || end.moment == Moment::ToMove {
            return Err("the engine has no such end".into());
        }
        for side in Side::BOTH.into_iter().filter(|s| end.sides.includes(*s)) {
            let squares = flag.region.of(side, &self.rules.board);
            let there = match flag.kind {
                Some(kind) => self.rules.start.men(side).get(kind).copied().unwrap_or_default(),
                None => self.rules.start.men(side).values().fold(SquareSet::EMPTY, |a, b| a.or(*b)),
            };
            if there.and(squares).len() >= usize::from(flag.at_least) {
                return Err("pieces that stand on their goal when the game begins".into());
            }
            let colour = if side == Side::White { "White" } else { "Black" };
            let kind = flag.kind.map_or("*".to_owned(), |kind| self.letters_of([kind]));
            if self.keys.iter().any(|(key, _)| *key == format!("flagRegion{colour}")) {
                return Err("a second goal of a side; the engine has one".into());
            }
            self.key(format!("flagPiece{colour}"), kind);
            let region = self.region(squares);
            self.key(format!("flagRegion{colour}"), region);
            let known = self.keys.iter().find(|(key, _)| key == "flagPieceCount").map(|(_, v)| v.clone());
            match known {
                Some(known) if known != flag.at_least.to_string() => {
                    return Err("numbers of pieces that differ between goals".into());
                }
                None => self.key("flagPieceCount", flag.at_least),
                _ => {}
            }
        }
        Ok("pieces on their goal win".into())
    }

    fn flag(&mut self, kind: &String, white: SquareSet, black: SquareSet, number: u16) {
        let letter = self.letters_of([kind]);
        self.key("flagPiece", letter);
        let (white, black) = (self.region(white), self.region(black));
        self.key("flagRegionWhite", white);
        self.key("flagRegionBlack", black);
        self.key("flagPieceCount", number);
    }

    /// The types that an end finds extinct, where it is of that kind.
    fn extinct(&self, end: &End) -> Option<Extinct> {
        let one = |condition: &Condition| -> Option<Extinct> {
            if let Condition::Captured { men } = condition {
                // As long as there is one man of the type, capturing it leaves none.
                let kinds: Option<Vec<Option<String>>> = men
                    .iter()
                    .map(|m| {
                        (m.whose == Whose::Own && m.marks.is_empty() && m.kind.is_some())
                            .then(|| m.kind.clone())
                    })
                    .collect();
                let kinds = kinds?;
                let single = kinds.iter().flatten().all(|kind| {
                    let made = self.rules.promotions.iter().any(|p| p.into.contains(kind));
                    let most = Side::BOTH.map(|s| self.rules.start.men(s).get(kind).map_or(0, |x| x.len()));
                    !made && most == [1, 1] && self.rules.drops.is_empty()
                });
                return single.then_some(Extinct { kinds, most: 0, enemies: 0 });
            }
            let c = count(condition)?;
            let fits =
                c.whose == Whose::Own && c.region.is_all() && (c.at_least == 0 || self.counts_down_to(&c));
            let hand = c.with_hand || self.rules.drops.is_empty();
            (fits && hand).then(|| Extinct {
                kinds: vec![c.kind.cloned()],
                most: c.at_most.unwrap_or(0),
                enemies: 0,
            })
        };
        match &end.when {
            Condition::Any(list) => {
                let found: Option<Vec<Extinct>> = list.iter().map(one).collect();
                let found = found?;
                let first = found.first()?.most;
                let kinds = found.iter().flat_map(|e| e.kinds.clone()).collect();
                found.iter().all(|e| e.most == first).then_some(Extinct { kinds, most: first, enemies: 0 })
            }
            Condition::All(list) => match &list[..] {
                [own, enemy] => {
                    let own = one(own)?;
                    let enemy = count(enemy)?;
                    let same = own.kinds == [enemy.kind.cloned()];
                    let fits =
                        enemy.whose == Whose::Enemy && enemy.at_most.is_none() && enemy.region.is_all();
                    (same && fits).then_some(Extinct { enemies: enemy.at_least, ..own })
                }
                _ => None,
            },
            other => one(other),
        }
    }

    /// Whether "just so many own men" comes to "at most so many": both sides have more when
    /// the game begins, no move takes more than one, and the game is over at the number.
    fn counts_down_to(&self, count: &Count<'_>) -> bool {
        let rules = self.rules;
        let number = usize::from(count.at_least);
        let more = Side::BOTH.into_iter().all(|side| {
            let men = rules.start.men(side);
            let counted = men.iter().filter(|(kind, _)| count.kind.is_none_or(|wanted| wanted == *kind));
            counted.map(|(_, squares)| squares.len()).sum::<usize>() > number
        });
        let one_by_one = rules.pieces.iter().flat_map(|piece| &piece.moves).all(|rule| {
            let plain = |leg: &Leg| {
                // A man that takes an own one while it is promoted would lose two of a type.
                leg.hurdle.as_ref().is_none_or(|hurdle| !hurdle.taken)
                    && leg.onto.men.iter().all(|men| men.whose == Whose::Enemy)
            };
            rule.legs.len() == 1
                && rule.legs.iter().all(plain)
                && rule.then.is_empty()
                && rule.continues.is_none()
        });
        let nothing_else = rules.aftermath.is_empty() && rules.gates.is_empty() && rules.drops.is_empty();
        count.at_most == Some(count.at_least) && more && one_by_one && nothing_else
    }

    fn extinction(&mut self, end: &End) -> Result<Option<String>, String> {
        let Some(found) = self.extinct(end) else { return Ok(None) };
        let word = value(end.result).ok_or("a result by counting pieces")?;
        if end.sides != Sides::Both || end.moment != Moment::Any {
            return Err("an end by extinction for one side, or at its own turn, only".into());
        }
        self.extinction_keys(&found, word)?;
        Ok(Some("`extinctionValue`".into()))
    }

    fn extinction_keys(&mut self, found: &Extinct, word: &str) -> Result<(), String> {
        if self.keys.iter().any(|(key, _)| key == "extinctionValue") {
            return Err("a second end by extinction; the engine has one".into());
        }
        let kinds: String = (found.kinds.iter())
            .map(|kind| kind.as_ref().map_or("*".to_owned(), |kind| self.letters_of([kind])))
            .collect();
        self.key("extinctionValue", word);
        self.key("extinctionPieceTypes", kinds);
        self.key("extinctionPieceCount", found.most);
        if found.enemies > 0 {
            self.key("extinctionOpponentPieceCount", found.enemies);
        }
        Ok(())
    }

    /// A side is bare unless it can bare the other at once: two ends, of which the one at
    /// one's own turn asks for one enemy man more.
    fn claimed_extinction(&mut self) -> bool {
        let [moved, own] = &self.rules.ends[..] else { return false };
        if (moved.moment, own.moment) != (Moment::Moved, Moment::ToMove) || moved.result != own.result {
            return false;
        }
        let (Some(first), Some(second)) = (self.extinct(moved), self.extinct(own)) else { return false };
        let Some(word) = value(moved.result) else { return false };
        let alike =
            first.kinds == second.kinds && first.most == second.most && second.enemies == first.enemies + 1;
        if !alike || moved.sides != Sides::Both || own.sides != Sides::Both {
            return false;
        }
        if self.extinction_keys(&first, word).is_err() {
            return false;
        }
        self.key("extinctionClaim", "true");
        self.exact("ends", "`extinctionClaim`");
        true
    }

    /// The checks that each side has to give at the start, where they count.
    pub(super) fn checks_at_start(&self) -> Option<[u8; 2]> {
        let number = self.rules.ends.iter().find_map(|end| match end.when {
            Condition::ChecksGiven { number } => Some(number),
            _ => None,
        })?;
        let stated = &self.rules.start.checks_to_give;
        Some([stated.white, stated.black].map(|n| if n == 0 { number } else { n }))
    }

    pub(super) fn claims(&mut self) {
        let claims = &self.rules.claims;
        match &claims.move_limit {
            None => self.key("nMoveRule", 0),
            Some(limit) => {
                self.key("nMoveRule", limit.moves);
                let all: Vec<String> = self.rules.pieces.iter().map(|p| p.name.clone()).collect();
                let [white, black] = [&limit.reset_by.white, &limit.reset_by.black].map(|types| {
                    let kinds: Vec<&String> = all.iter().filter(|n| types.contains(n)).collect();
                    self.letters_of(kinds)
                });
                self.key_each("nMoveRuleTypes", &white, &black);
                self.exact("claims.move_limit", format!("a draw by {} moves can be claimed", limit.moves));
            }
        }
        match &claims.repetition {
            None => self.key("nFoldRule", 0),
            Some(fold) => {
                self.key("nFoldRule", fold.times);
                match value(fold.result) {
                    Some(word) => self.key("nFoldValue", word),
                    None => self.dropped("claims.repetition", "a result by counting pieces"),
                }
                let chase = if fold.perpetual_chase_loses { Some("axf") } else { None };
                for (on, key) in [
                    (fold.from_white, "nFoldValueAbsolute"),
                    (fold.perpetual_check_loses, "perpetualCheckIllegal"),
                    (fold.to_and_fro_loses, "moveRepetitionIllegal"),
                ] {
                    if on {
                        self.key(key, "true");
                    }
                }
                if let Some(rule) = chase {
                    self.key("chasingRule", rule);
                }
                self.exact("claims.repetition", format!("counts from occurrence {} on", fold.times));
            }
        }
        let counting = match claims.counting {
            Counting::None => None,
            Counting::Makruk => Some("makruk"),
            Counting::Cambodian => Some("cambodian"),
            Counting::Asean => Some("asean"),
        };
        if let Some(word) = counting {
            self.key("countingRule", word);
            self.exact("claims.counting", word);
        }
        if claims.only_promotions_draw {
            self.dropped("claims.only_promotions_draw", "the engine knows it of Sittuyin only");
        }
        match claims.draws_by {
            Material::None => {}
            Material::Men => {
                self.key("materialCounting", "unweighted");
                self.exact("claims.draws_by", "`materialCounting`");
            }
            Material::White => self.key("materialCounting", "whitedrawodds"),
            Material::Black => self.key("materialCounting", "blackdrawodds"),
            Material::Worth { .. } => {
                self.dropped("claims.draws_by", "the engine counts points in Janggi only")
            }
        }
    }
}

/// The race of kings, if the ends are those four: White's man and goal, Black's goal.
fn race(rules: &Rules) -> Option<(String, SquareSet, SquareSet)> {
    let kind = rules.ends.iter().find_map(|end| match &end.when {
        Condition::Count { men, .. } => men.iter().find_map(|m| m.kind.clone()),
        _ => None,
    })?;
    let region = rules.ends.iter().find_map(|end| match &end.when {
        Condition::Count { region, .. } => Some(*region),
        _ => None,
    })?;
    let on = |whose| Condition::Count {
        men: BTreeSet::from([ManPattern::of(whose, &kind)]),
        region,
        with_hand: false,
        at_least: 1,
        at_most: None,
    };
    let reach = Condition::CanReach { men: BTreeSet::from([ManPattern::of(Whose::Enemy, &kind)]), region };
    let wanted = [
        (Sides::Both, Moment::Any, Outcome::Draw, Condition::All(vec![on(Whose::Own), on(Whose::Enemy)])),
        (Sides::Black, Moment::Any, Outcome::Win, on(Whose::Own)),
        (Sides::White, Moment::ToMove, Outcome::Win, on(Whose::Own)),
        (
            Sides::White,
            Moment::Moved,
            Outcome::Win,
            Condition::All(vec![on(Whose::Own), Condition::Not(Box::new(reach))]),
        ),
    ];
    let same = rules.ends.len() == wanted.len()
        && rules.ends.iter().zip(&wanted).all(|(end, (sides, moment, result, when))| {
            (end.sides, end.moment, end.result) == (*sides, *moment, *result) && end.when == *when
        });
    let royal = rules.royals.iter().any(|r| r.types.names().any(|n| *n == kind));
    let squares =
        PerSide { white: region.of(Side::White, &rules.board), black: region.of(Side::Black, &rules.board) };
    (same && royal).then_some((kind, squares.white, squares.black))
}
