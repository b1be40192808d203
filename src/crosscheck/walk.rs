//! The walk: breadth first by effect, then by numbers, then random games.

use rustc_hash::{FxHashMap, FxHashSet};

use super::kinds::{Deed, Taste, rule_of};
use super::{Compared, Crosscheck, Difference, Evidence, Limits, Met, Nodes};
use crate::referee::{Node, Referee, Trouble, Way};

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

/// The moves of the root that fall to this part, by their spelling.
fn part(rows: &mut Vec<Vec<Way>>, limits: Limits) {
    if limits.shard.is_some() {
        rows.sort_by(|a, b| a[0].text.cmp(&b[0].text));
        let mut number = 0..;
        rows.retain(|_| number.next().is_some_and(|n| limits.takes(n)));
    }
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
            if let Some(found) = self.by_number(&root, &[], depth, (limits, depth), evidence)? {
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
                let mut rows = match self.compare(&place, &path)? {
                    Compared::Same(rows) => rows,
                    Compared::Claimed => continue,
                    Compared::Differs(difference) => {
                        match self.met(Met::Tree, &path, difference, evidence)? {
                            None => continue,
                            new => return Ok(new),
                        }
                    }
                };
                if depth == 1 {
                    part(&mut rows, limits);
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

    /// Numbers of sequences; descends where they differ.
    fn by_number(
        &mut self,
        place: &Nodes,
        path: &[Vec<String>],
        depth: u32,
        (limits, whole): (Limits, u32),
        evidence: &mut Evidence,
    ) -> Result<Found, Trouble> {
        let mut rows = match self.compare(place, path)? {
            Compared::Same(rows) => rows,
            Compared::Claimed => return Ok(None),
            Compared::Differs(difference) => {
                return self.met(Met::Depth(whole), path, difference, evidence);
            }
        };
        if path.is_empty() {
            part(&mut rows, limits);
        }
        let mut counts = Vec::new();
        for (referee, node) in self.referees.iter_mut().zip(place) {
            let list: FxHashMap<String, u64> = referee.divide(node, depth)?.into_iter().collect();
            counts.push(list);
        }
        let numbers: Vec<Vec<Option<u64>>> = (rows.iter())
            .map(|row| row.iter().zip(&counts).map(|(way, list)| list.get(&way.text).copied()).collect())
            .collect();
        if path.is_empty() {
            let total = |i: usize| numbers.iter().filter_map(|row| row[i]).sum();
            evidence.counts.push((depth, (0..counts.len()).map(total).collect()));
        }
        for (row, numbers) in rows.iter().zip(&numbers) {
            if depth > 1 && numbers.iter().any(|n| *n != numbers[0]) {
                let mut path = path.to_vec();
                path.push(texts(row));
                let found = self.by_number(&nodes(row), &path, depth - 1, (limits, whole), evidence)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
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
        for _ in 0..plies {
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
            let rows = match self.pass(&place, &path, &mut choose)? {
                Compared::Same(rows) => rows,
                Compared::Claimed => {
                    evidence.repetitions += 1;
                    break;
                }
                Compared::Differs(difference) => {
                    return self.met(Met::Game(game), &path, difference, evidence);
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
