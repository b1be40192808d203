//! Goals: royal men, results without a move, ends that come at once, claims.

use std::collections::BTreeSet;

use super::super::program::{Goal, Occupant, OccupantOwner, PieceId, PlayerId, Target, Test, Verdict};
use super::ground::Ground;
use super::{Fidelity, Item};
use crate::rules::{
    Condition, End, ManPattern, Moment, NoMoves, Origin, Outcome, PerSide, Region, Repetition, Royal, Rules,
    Sides, SquareSet, Types, Whose,
};

/// A goal of one kind for one player, with `or` taken apart.
struct Single<'g> {
    goal: &'g Goal,
    test: &'g Test,
    number: usize,
}

impl Ground<'_> {
    /// Fills in everything that the goals decide.
    pub fn goals(&self, rules: &mut Rules, items: &mut Vec<Item>) {
        rules.no_moves = NoMoves {
            checkmate: PerSide::both(Outcome::Draw),
            stalemate: PerSide::both(Outcome::Draw),
            ..NoMoves::default()
        };
        let mut stated = [[false; 3]; 2];
        let mut repetition = [Outcome::Draw; 2];
        for (number, goal) in self.program.goals.iter().enumerate() {
            let mut failures = Vec::new();
            let mut readings: BTreeSet<u8> = BTreeSet::new();
            let mut tests = Vec::new();
            take_apart(goal, &goal.test, number, &mut tests);
            for single in &tests {
                self.goal(single, rules, &mut stated, &mut repetition, &mut readings, &mut failures);
            }
            let rule = format!("goal {}", number + 1);
            let item = if failures.is_empty() {
                let how: BTreeSet<&str> = tests.iter().map(|single| how(single.test)).collect();
                Item::new(rule, Fidelity::Exact, how.into_iter().collect::<Vec<_>>().join("; "))
            } else {
                Item::new(rule, Fidelity::Dropped, failures.join("; "))
            };
            items.push(item.at(goal.span).readings(readings));
        }
        // The hub says what a repetition means for the side to move: the other one completed it.
        let flipped = |outcome: Outcome| match outcome {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            other => other,
        };
        let mut claim = Repetition {
            times: 3,
            result: flipped(repetition[0]),
            from_white: false,
            perpetual_check_loses: false,
            perpetual_chase_loses: false,
            to_and_fro_loses: false,
        };
        if repetition[0] != repetition[1] {
            if repetition[0] == flipped(repetition[1]) {
                claim.from_white = true;
                claim.result = repetition[0];
            } else {
                let why = "it has one result for one side and another, not the contrary, for the other; the first player's is kept";
                items.push(
                    Item::new("repetition", Fidelity::Approximate, why).at(self.program.span).readings([28]),
                );
            }
        }
        rules.claims.repetition = Some(claim);
        if self.program.goals.is_empty() {
            let why =
                "the file states no goal: no piece is royal, nothing wins, and a player without a move draws";
            items.push(
                Item::new("goals", Fidelity::Exact, why)
                    .at(self.program.span)
                    .remedy("give --goal, or add royal pieces and results to what was written, if a companion script has them")
                    .readings([31]),
            );
        }
    }

    fn sides_of(&self, goal: &Goal) -> Vec<PlayerId> {
        self.sides.iter().copied().filter(|p| goal.players.contains(p)).collect()
    }

    fn goal(
        &self,
        single: &Single<'_>,
        rules: &mut Rules,
        stated: &mut [[bool; 3]; 2],
        repetition: &mut [Outcome; 2],
        readings: &mut BTreeSet<u8>,
        failures: &mut Vec<String>,
    ) {
        let outcome = match single.goal.verdict {
            Verdict::Win => Outcome::Win,
            Verdict::Loss => Outcome::Loss,
            Verdict::Draw => Outcome::Draw,
            Verdict::Count => Outcome::MoreMen,
        };
        let kind = match single.test {
            Test::Checkmated(_) => 0,
            Test::Stalemated => 1,
            Test::Repetition => 2,
            _ => return self.end(single, outcome, rules, readings, failures),
        };
        for player in self.sides_of(single.goal) {
            let side = self.side(player);
            if let Test::Checkmated(types) = single.test {
                readings.insert(32);
                let mut royal = Royal::new("");
                royal.sides = side.into();
                royal.types = Types::only(types.iter().map(|t| self.name(*t)));
                rules.royals.push(royal);
            }
            // The first goal of a kind decides.
            if std::mem::replace(&mut stated[side.index()][kind], true) {
                continue;
            }
            match kind {
                0 => *rules.no_moves.checkmate.of_mut(side) = outcome,
                1 => *rules.no_moves.stalemate.of_mut(side) = outcome,
                _ => {
                    readings.insert(28);
                    repetition[side.index()] = outcome;
                    if outcome == Outcome::MoreMen {
                        failures.push(
                            "it counts pieces when a position is repeated, which is no claim that rules know"
                                .to_owned(),
                        );
                    }
                }
            }
        }
    }

    /// An end that comes at once.
    fn end(
        &self,
        single: &Single<'_>,
        result: Outcome,
        rules: &mut Rules,
        readings: &mut BTreeSet<u8>,
        failures: &mut Vec<String>,
    ) {
        let players = self.sides_of(single.goal);
        if players.is_empty() {
            return;
        }
        readings.insert(29);
        let mut when = Vec::new();
        for player in &players {
            match self.condition(single.test, *player, readings) {
                Ok(condition) => when.push(condition),
                Err(why) => return failures.push(why),
            }
        }
        let end = |sides, when| End {
            sides,
            when,
            result,
            moment: Moment::Any,
            at_start: false,
            origin: Origin(Some(single.number as u32)),
        };
        match &when[..] {
            [white, black] => match joined(white, black) {
                Some(both) => push_end(rules, end(Sides::Both, both)),
                None => {
                    push_end(rules, end(self.side(players[0]).into(), white.clone()));
                    push_end(rules, end(self.side(players[1]).into(), black.clone()));
                }
            },
            [only] => push_end(rules, end(self.side(players[0]).into(), only.clone())),
            _ => {}
        }
    }

    fn men(&self, owner: OccupantOwner, piece: PieceId) -> BTreeSet<ManPattern> {
        let name = self.name(piece);
        let whose: &[Whose] = match owner {
            OccupantOwner::Own => &[Whose::Own],
            OccupantOwner::Opponent => &[Whose::Enemy],
            OccupantOwner::Any => &[Whose::Own, Whose::Enemy],
        };
        whose.iter().map(|w| ManPattern::of(*w, &name)).collect()
    }

    fn condition(
        &self,
        test: &Test,
        player: PlayerId,
        readings: &mut BTreeSet<u8>,
    ) -> Result<Condition, String> {
        let patterns = |whose: &[Whose], piece: &Option<PieceId>| -> BTreeSet<ManPattern> {
            whose
                .iter()
                .map(|w| match piece {
                    Some(piece) => ManPattern::of(*w, &self.name(*piece)),
                    None => ManPattern::any(*w),
                })
                .collect()
        };
        let exactly = |men, n: u32| {
            let n = u16::try_from(n).unwrap_or(u16::MAX);
            Condition::Count {
                men,
                region: Region::All,
                with_hand: self.program.options.include_off_pieces,
                at_least: n,
                at_most: Some(n),
            }
        };
        Ok(match test {
            Test::Captured(types) => Condition::Captured {
                men: types.iter().map(|t| ManPattern::of(Whose::Own, &self.name(*t))).collect(),
            },
            Test::PiecesRemaining(n, piece) => exactly(patterns(&[Whose::Own], piece), *n),
            Test::TotalPieceCount(n, piece) => exactly(patterns(&[Whose::Own, Whose::Enemy], piece), *n),
            Test::AbsoluteConfig(occupants, targets) => {
                let all: Result<Vec<Condition>, String> = targets
                    .iter()
                    .map(|target| {
                        if matches!(target, Target::Zone(_)) {
                            readings.insert(27);
                        }
                        self.target(occupants, *target, player)
                    })
                    .collect();
                let mut all = all?;
                if all.len() == 1 { all.swap_remove(0) } else { Condition::All(all) }
            }
            Test::And(tests) => Condition::All(
                tests.iter().map(|t| self.condition(t, player, readings)).collect::<Result<_, _>>()?,
            ),
            Test::Or(tests) => Condition::Any(
                tests.iter().map(|t| self.condition(t, player, readings)).collect::<Result<_, _>>()?,
            ),
            Test::Not(inner) => Condition::Not(Box::new(self.condition(inner, player, readings)?)),
            Test::RelativeConfig(_) => {
                return Err("it asks for a pattern anywhere on the board".to_owned());
            }
            Test::Stalemated | Test::Checkmated(_) | Test::Repetition => {
                return Err("it joins a test of the legal moves with others".to_owned());
            }
        })
    }

    /// What must stand on a square, or somewhere in a zone.
    fn target(&self, occupants: &[Occupant], target: Target, player: PlayerId) -> Result<Condition, String> {
        let (squares, is_zone): (Vec<_>, bool) = match target {
            Target::Square(square) => (vec![square], false),
            Target::Zone(zone) => (self.program.board.zones[zone as usize].iter(player).collect(), true),
        };
        let region: Option<SquareSet> = squares.iter().map(|s| self.at(*s)).collect();
        let region = region.ok_or("it speaks of squares beside the main board")?;
        let count = |men, at_least, at_most| Condition::Count {
            men,
            region: Region::per_side(region, region),
            with_hand: false,
            at_least,
            at_most,
        };
        let wanted: BTreeSet<ManPattern> =
            occupants.iter().filter(|o| !o.negated).flat_map(|o| self.men(o.owner, o.piece)).collect();
        let unwanted: Vec<Condition> = occupants
            .iter()
            .filter(|o| o.negated)
            .map(|o| count(self.men(o.owner, o.piece), 0, Some(0)))
            .collect();
        if unwanted.is_empty() {
            return Ok(count(wanted, 1, None));
        }
        if is_zone && (!wanted.is_empty() || unwanted.len() > 1) {
            return Err("it asks for pieces and for the absence of pieces in one zone".to_owned());
        }
        let mut any = unwanted;
        if !wanted.is_empty() {
            any.push(count(wanted, 1, None));
        }
        Ok(if any.len() == 1 { any.swap_remove(0) } else { Condition::Any(any) })
    }
}

/// Adds an end; one for White and the same for Black become one for both.
fn push_end(rules: &mut Rules, end: End) {
    if let Some(last) = rules.ends.last_mut()
        && last.result == end.result
        && last.sides != end.sides
        && last.sides != Sides::Both
        && end.sides != Sides::Both
    {
        let joined = if last.sides == Sides::White {
            joined(&last.when, &end.when)
        } else {
            joined(&end.when, &last.when)
        };
        if let Some(when) = joined {
            last.when = when;
            last.sides = Sides::Both;
            return;
        }
    }
    if !rules.ends.contains(&end) {
        rules.ends.push(end);
    }
}

/// One condition that says the first for White and the second for Black.
fn joined(white: &Condition, black: &Condition) -> Option<Condition> {
    match (white, black) {
        (
            Condition::Count { men, region, with_hand, at_least, at_most },
            Condition::Count { men: m, region: r, with_hand: w, at_least: l, at_most: a },
        ) if men == m && with_hand == w && at_least == l && at_most == a => {
            let region = match (region, r) {
                (Region::Squares { white, .. }, Region::Squares { white: other, black }) => {
                    Region::per_side(*white, black.unwrap_or(*other))
                }
                (a, b) if a == b => *a,
                _ => return None,
            };
            Some(Condition::Count {
                men: men.clone(),
                region,
                with_hand: *with_hand,
                at_least: *at_least,
                at_most: *at_most,
            })
        }
        (Condition::All(a), Condition::All(b)) | (Condition::Any(a), Condition::Any(b))
            if a.len() == b.len() =>
        {
            let list: Option<Vec<Condition>> = a.iter().zip(b).map(|(a, b)| joined(a, b)).collect();
            list.map(|list| {
                if matches!(white, Condition::All(_)) { Condition::All(list) } else { Condition::Any(list) }
            })
        }
        (Condition::Not(a), Condition::Not(b)) => joined(a, b).map(|c| Condition::Not(Box::new(c))),
        (a, b) => (a == b).then(|| a.clone()),
    }
}

/// How a goal is carried.
fn how(test: &Test) -> &'static str {
    match test {
        Test::Checkmated(_) => "royal pieces, and the result of checkmate",
        Test::Stalemated => "the result of having no move",
        Test::Repetition => "a claim by repetition",
        _ => "an end that comes at once",
    }
}

fn take_apart<'g>(goal: &'g Goal, test: &'g Test, number: usize, out: &mut Vec<Single<'g>>) {
    match test {
        Test::Or(tests) => tests.iter().for_each(|t| take_apart(goal, t, number, out)),
        test => out.push(Single { goal, test, number }),
    }
}
