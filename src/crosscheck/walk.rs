//! The walk: breadth first by effect, then by numbers, then random games.

use rustc_hash::{FxHashMap, FxHashSet};

use super::kinds::{Deed, Taste, rule_of};
use super::{Compared, Counts, Crosscheck, Difference, Evidence, Fate, Kind, Limits, Met, Nodes, Part};
use crate::referee::{Node, Referee, Trouble, Way};

/// How many sequences begin with each move, by its spelling.
type Division = FxHashMap<String, u64>;

pub(super) type Found = Option<Box<Difference>>;

/// SplitMix64: small, and the same everywhere.
pub(super) struct Dice(pub u64);

impl Dice {
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

fn nodes(ways: &[Way]) -> Nodes {
    ways.iter().map(|way| way.next.clone()).collect()
}

fn texts(ways: &[Way]) -> Vec<String> {
    ways.iter().map(|way| way.text.clone()).collect()
}

/// How many moves are asked whether they give check, where a game seeks one.
const TRIES: usize = 3;

/// Whether a move gave check. The machine would have to look for all moves to tell.
fn gives_check(referee: &mut dyn Referee, node: &Node) -> Result<bool, Trouble> {
    if referee.about().name == "machine" {
        return Ok(false);
    }
    Ok(referee.check(node)? == Some(true))
}

/// How many moves are asked what they leave, where a game hunts.
const HUNT: usize = 20;

/// The move of some that leaves the other side the fewest, but for mates: those are found
/// without being sought.
fn narrowest(referee: &mut dyn Referee, ways: &[Way], tries: Vec<usize>) -> Result<usize, Trouble> {
    let mut best = (u64::MAX, 0);
    for at in tries {
        let left = referee.perft(&ways[at].next, 1)?;
        let mated = left == 0 && gives_check(referee, &ways[at].next)?;
        let rank = if mated { u64::MAX - 1 } else { left };
        if rank < best.0 {
            best = (rank, at);
        }
    }
    Ok(best.1)
}

/// What a comparison of numbers gives.
enum Counted {
    /// They are equal.
    Agree,
    /// They can't be compared, and why.
    Open(&'static str),
    /// A new difference.
    New(Box<Difference>),
}

const KNOWN: &str = "a known difference lies within";
const CLAIMED: &str = "one of them ends the game by repetition within, which others take for a claim";

/// Keeps the moves of the root that fall to this part, by their spelling; whether none does.
fn part(rows: &mut Vec<Vec<Way>>, limits: Limits) -> bool {
    let some = !rows.is_empty();
    if limits.shard.is_some() {
        rows.sort_by(|a, b| a[0].text.cmp(&b[0].text));
        let mut number = 0..;
        rows.retain(|_| number.next().is_some_and(|n| limits.takes(n)));
    }
    some && rows.is_empty()
}

impl Crosscheck<'_, '_> {
    pub(super) fn explore(
        &mut self,
        root: Nodes,
        limits: Limits,
        evidence: &mut Evidence,
    ) -> Result<Found, Trouble> {
        if let Some(found) = self.by_effect(&root, limits, evidence)? {
            return Ok(Some(found));
        }
        for depth in 1..=limits.depth {
            if let Some(found) = self.by_number(&root, depth, limits, evidence)? {
                return Ok(Some(found));
            }
        }
        self.games(&root, limits, evidence)
    }

    /// All moves of all positions, level by level, until there are too many.
    fn by_effect(&mut self, root: &Nodes, limits: Limits, evidence: &mut Evidence) -> Result<Found, Trouble> {
        let mut level: Vec<(Nodes, Vec<Vec<String>>)> = vec![(root.clone(), Vec::new())];
        for depth in 1..=limits.depth {
            let mut next = Vec::new();
            let mut seen = FxHashSet::default();
            for (place, path) in level {
                if evidence.effects >= limits.effects {
                    return Ok(None);
                }
                if self.is_late() {
                    evidence.out_of_time = true;
                    let why = format!("the time was over after {} moves", evidence.effects);
                    evidence.parts.insert(Part::Tree, Fate::Skipped(why));
                    return Ok(None);
                }
                let mut rows = match self.compare(&place, &path, evidence)? {
                    Compared::Rows(rows, differences) => {
                        for difference in differences {
                            if let Some(new) = self.met(Met::Tree, &path, difference, evidence)? {
                                return Ok(Some(new));
                            }
                        }
                        rows
                    }
                    Compared::Claimed => {
                        evidence.claimed = true;
                        continue;
                    }
                };
                if depth == 1 {
                    evidence.no_share = part(&mut rows, limits);
                }
                if evidence.positions > 0 {
                    evidence.parts.insert(Part::Tree, Fate::Passed);
                }
                evidence.effects += rows.len();
                if depth == limits.depth {
                    continue;
                }
                for row in rows {
                    let identity: Vec<String> =
                        self.referees.iter().zip(&row).map(|(r, way)| r.identity(&way.next)).collect();
                    if seen.insert(identity) {
                        let mut path = path.clone();
                        path.push(texts(&row));
                        next.push((nodes(&row), path));
                    }
                }
            }
            evidence.depth_by_effect = depth;
            level = next;
        }
        Ok(None)
    }

    /// Numbers of sequences of one depth, from the root.
    fn by_number(
        &mut self,
        root: &Nodes,
        depth: u32,
        limits: Limits,
        evidence: &mut Evidence,
    ) -> Result<Found, Trouble> {
        if self.is_late() {
            evidence.out_of_time = true;
            return Ok(None);
        }
        match self.count(root, &[], depth, (limits, depth, None), evidence)? {
            Counted::New(found) => return Ok(Some(found)),
            Counted::Agree => {
                evidence.parts.insert(Part::Depth(depth), Fate::Passed);
            }
            Counted::Open(why) => {
                let equal = |numbers: &Vec<u64>| numbers.iter().all(|n| *n == numbers[0]);
                let last = evidence.counts.last().filter(|(of, _)| *of == depth);
                if last.is_some_and(|(_, numbers)| equal(numbers)) {
                    evidence.parts.insert(Part::Depth(depth), Fate::Passed);
                } else {
                    let skipped = format!("the counts can't be compared: {why}");
                    evidence.parts.insert(Part::Depth(depth), Fate::Skipped(skipped));
                    evidence.open.insert(depth, why.to_owned());
                }
            }
        }
        Ok(None)
    }

    /// Numbers of sequences behind a position; descends where they differ. `said` is what each
    /// counted from here when it was asked for the moves before.
    fn count(
        &mut self,
        place: &Nodes,
        path: &[Vec<String>],
        depth: u32,
        (limits, whole, said): (Limits, u32, Option<&[u64]>),
        evidence: &mut Evidence,
    ) -> Result<Counted, Trouble> {
        let mut open = None;
        let mut rows = match self.compare(place, path, evidence)? {
            Compared::Claimed => return Ok(Counted::Open(CLAIMED)),
            Compared::Rows(rows, differences) => {
                for difference in differences {
                    if let Some(new) = self.met(Met::Depth(whole), path, difference, evidence)? {
                        return Ok(Counted::New(new));
                    }
                    open = Some(KNOWN);
                }
                rows
            }
        };
        let (lists, totals) = self.lists(place, depth)?;
        let said = said.unwrap_or(&totals);
        if let Some(who) = (0..totals.len()).find(|i| said[*i] != totals[*i]) {
            match self.contradiction((who, depth), (said, &totals), place, path, (whole, evidence))? {
                Some(new) => return Ok(Counted::New(new)),
                None => return Ok(Counted::Open(KNOWN)),
            }
        }
        let all = rows.len();
        let shared = |rows: &[Vec<Way>], i: usize| -> u64 {
            rows.iter().map(|row| lists[i].get(&row[i].text).copied().unwrap_or(0)).sum()
        };
        if path.is_empty() {
            // What only some have falls to the first part, so that all parts add up to the whole.
            let lone: Vec<u64> =
                (0..totals.len()).map(|i| totals[i] - shared(&rows, i).min(totals[i])).collect();
            let first = limits.shard.is_none_or(|(part, _)| part == 1);
            evidence.no_share |= part(&mut rows, limits) && all > 0;
            let of_part = |i: usize| shared(&rows, i) + if first { lone[i] } else { 0 };
            evidence.counts.push((depth, (0..totals.len()).map(of_part).collect()));
        }
        for row in &rows {
            let numbers: Vec<u64> =
                row.iter().zip(&lists).map(|(way, list)| list.get(&way.text).copied().unwrap_or(0)).collect();
            // At the last move each counts for one.
            if depth == 1 {
                let Some(who) = numbers.iter().position(|n| *n != 1) else { continue };
                let one = vec![1; numbers.len()];
                match self.contradiction((who, depth), (&numbers, &one), place, path, (whole, evidence))? {
                    Some(new) => return Ok(Counted::New(new)),
                    None => open = Some(KNOWN),
                }
            } else if numbers.iter().any(|n| *n != numbers[0]) {
                let mut path = path.to_vec();
                path.push(texts(row));
                let below = (limits, whole, Some(&numbers[..]));
                match self.count(&nodes(row), &path, depth - 1, below, evidence)? {
                    Counted::New(found) => return Ok(Counted::New(found)),
                    Counted::Open(why) => open = Some(why),
                    Counted::Agree => {}
                }
            }
        }
        Ok(open.map_or(Counted::Agree, Counted::Open))
    }

    /// What each referee counts behind each move, and in all.
    fn lists(&mut self, place: &Nodes, depth: u32) -> Result<(Vec<Division>, Vec<u64>), Trouble> {
        let mut lists = Vec::new();
        let mut totals = Vec::new();
        for (referee, node) in self.referees.iter_mut().zip(place) {
            let list = referee.divide(node, depth)?;
            totals.push(list.iter().map(|(_, nodes)| nodes).sum());
            lists.push(list.into_iter().collect());
        }
        Ok((lists, totals))
    }

    /// A referee that counts otherwise than its own moves do: unless that is known.
    fn contradiction(
        &mut self,
        (who, depth): (usize, u32),
        (said, listed): (&[u64], &[u64]),
        place: &Nodes,
        path: &[Vec<String>],
        (whole, evidence): (u32, &mut Evidence),
    ) -> Result<Found, Trouble> {
        let found = self.counts_of(who, depth, (said, listed), place, path);
        self.met(Met::Depth(whole), path, Box::new(found), evidence)
    }

    fn counts_of(
        &self,
        who: usize,
        depth: u32,
        (said, listed): (&[u64], &[u64]),
        place: &Nodes,
        path: &[Vec<String>],
    ) -> Difference {
        let other = if who == 0 { 1 } else { who };
        let name = self.referees[who].about().name;
        let moves = if depth == 1 { "move" } else { "moves" };
        let note = format!(
            "{name} disagrees with itself: it counts {} sequences of {depth} {moves} from here, its own moves \
             give {}",
            said[who], listed[who]
        );
        let mut found = self.difference(Kind::Counts, other, place, path, note);
        found.counts = Some(Counts {
            depth,
            who: usize::from(who != 0),
            said: [said[0], said[other]],
            listed: [listed[0], listed[other]],
        });
        found
    }

    /// Whether the numbers of sequences from a position hold together, for a case that is asked
    /// once more. `before`: the position before it, and the move that leads here.
    pub(super) fn counted_at(
        &mut self,
        before: Option<&(Nodes, Vec<String>)>,
        place: &Nodes,
        path: &[Vec<String>],
        depth: u32,
    ) -> Result<Found, Trouble> {
        let said = match before {
            Some((before, row)) => {
                let (lists, _) = self.lists(before, depth + 1)?;
                lists.iter().zip(row).map(|(list, text)| list.get(text).copied().unwrap_or(0)).collect()
            }
            None => self.lists(place, depth)?.1,
        };
        let listed = match depth {
            1 => {
                let mut listed = Vec::new();
                for (referee, node) in self.referees.iter_mut().zip(place) {
                    listed.push(referee.look(node)?.ways.len() as u64);
                }
                listed
            }
            _ => self.lists(place, depth)?.1,
        };
        let who = (0..said.len()).find(|i| said[*i] != listed[*i]);
        Ok(who.map(|who| Box::new(self.counts_of(who, depth, (&said, &listed), place, path))))
    }

    /// One random game; what was compared in it goes into `evidence`.
    pub(super) fn game(
        &mut self,
        root: &Nodes,
        (game, plies): (u32, u32),
        taste: &mut Taste,
        dice: &mut Dice,
        evidence: &mut Evidence,
    ) -> Result<Found, Trouble> {
        let mut place = root.clone();
        let mut path: Vec<Vec<String>> = Vec::new();
        if plies > 0 {
            evidence.parts.insert(Part::Game(game), Fate::Passed);
        }
        for _ in 0..plies {
            if self.is_late() {
                evidence.out_of_time = true;
                let why = format!("the time was over after {} half moves", path.len());
                evidence.parts.insert(Part::Game(game), Fate::Skipped(why));
                break;
            }
            let mut chosen = 0;
            let mut choose = |referee: &mut dyn Referee, node: &Node, ways: &[Way]| {
                let deed = |way: &Way| Deed::between(referee.layout(), &node.board, &way.next.board);
                let deeds: Vec<Deed> = ways.iter().map(deed).collect();
                let Some(first) = taste.choose(&deeds, dice) else { return Ok(None) };
                chosen = first;
                if taste.hunts() {
                    let tries = (0..HUNT).map(|_| taste.choose(&deeds, dice).unwrap_or(first));
                    chosen = narrowest(referee, ways, tries.collect())?;
                } else if taste.wants_check() {
                    for _ in 0..TRIES {
                        let other = taste.choose(&deeds, dice).unwrap_or(first);
                        if gives_check(referee, &ways[other].next)? {
                            chosen = other;
                            break;
                        }
                    }
                }
                Ok(Some(chosen))
            };
            let rows = match self.pass(&place, &path, &mut choose, evidence)? {
                Compared::Claimed => {
                    evidence.repetitions += 1;
                    break;
                }
                Compared::Rows(rows, differences) => {
                    let differs = !differences.is_empty();
                    for difference in differences {
                        if let Some(new) = self.met(Met::Game(game), &path, difference, evidence)? {
                            return Ok(Some(new));
                        }
                    }
                    if differs {
                        // The way goes on along what all have.
                        let deed = |row: &Vec<Way>| {
                            Deed::between(self.referees[0].layout(), &place[0].board, &row[0].next.board)
                        };
                        let deeds: Vec<Deed> = rows.iter().map(deed).collect();
                        let Some(first) = taste.choose(&deeds, dice) else {
                            let why = format!(
                                "ended after {} half moves: a known difference leaves no move \
                                               that all have",
                                path.len()
                            );
                            evidence.parts.insert(Part::Game(game), Fate::Skipped(why));
                            break;
                        };
                        chosen = first;
                    }
                    rows
                }
            };
            // More than one row only where the position was compared as a whole.
            let Some(row) = rows.get(if rows.len() > 1 { chosen } else { 0 }) else { break };
            let deed = Deed::between(self.referees[0].layout(), &place[0].board, &row[0].next.board);
            let mut check = false;
            for (referee, way) in self.referees.iter_mut().zip(row) {
                check |= gives_check(&mut **referee, &way.next)?;
            }
            taste.note(deed, check);
            evidence.coverage.add(&deed, check);
            let rule = rule_of(self.referees[0].layout(), &place[0].board, &row[0].next.board);
            *evidence.rules.entry(rule).or_default() += 1;
            path.push(texts(row));
            place = nodes(row);
            evidence.plies += 1;
        }
        Ok(None)
    }
}
