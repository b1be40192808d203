//! The walk: breadth first by effect, then by numbers, then random games.

use rustc_hash::FxHashSet;

use super::{Compared, Crosscheck, Difference, Evidence, Limits, Nodes};
use crate::referee::{Trouble, Way};

type Found = Option<Box<Difference>>;

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
            if let Some(found) = self.by_number(&root, &[], depth, Some(evidence))? {
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
                let rows = match self.compare(&place, &path)? {
                    Compared::Same(rows) => rows,
                    Compared::Claimed => continue,
                    Compared::Differs(difference) => return Ok(Some(difference)),
                };
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
        evidence: Option<&mut Evidence>,
    ) -> Result<Found, Trouble> {
        let rows = match self.compare(place, path)? {
            Compared::Same(rows) => rows,
            Compared::Claimed => return Ok(None),
            Compared::Differs(difference) => return Ok(Some(difference)),
        };
        let mut counts = Vec::new();
        for (referee, node) in self.referees.iter_mut().zip(place) {
            counts.push(referee.divide(node, depth)?);
        }
        if let Some(evidence) = evidence {
            let totals = counts.iter().map(|list| list.iter().map(|(_, n)| n).sum()).collect();
            evidence.counts.push((depth, totals));
        }
        let number = |i: usize, text: &str| counts[i].iter().find(|(t, _)| t == text).map(|(_, n)| *n);
        for row in &rows {
            let numbers: Vec<Option<u64>> =
                row.iter().enumerate().map(|(i, way)| number(i, &way.text)).collect();
            if depth > 1 && numbers.iter().any(|n| *n != numbers[0]) {
                let mut path = path.to_vec();
                path.push(texts(row));
                let found = self.by_number(&nodes(row), &path, depth - 1, None)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    fn games(&mut self, root: &Nodes, limits: Limits, evidence: &mut Evidence) -> Result<Found, Trouble> {
        let mut dice = Dice(limits.seed);
        for _ in 0..limits.walks {
            let mut place = root.clone();
            let mut path: Vec<Vec<String>> = Vec::new();
            for _ in 0..limits.plies {
                let mut choose = |ways: &[Way]| (!ways.is_empty()).then(|| dice.below(ways.len()));
                let rows = match self.pass(&place, &path, &mut choose)? {
                    Compared::Same(rows) => rows,
                    Compared::Claimed => {
                        evidence.repetitions += 1;
                        break;
                    }
                    Compared::Differs(difference) => {
                        return self.shrink(root, &path, difference).map(Some);
                    }
                };
                // More than one row only where the position was compared as a whole.
                let row = match rows.len() {
                    0 => break,
                    1 => &rows[0],
                    n => &rows[dice.below(n)],
                };
                path.push(texts(row));
                place = nodes(row);
                evidence.plies += 1;
            }
            evidence.walks += 1;
        }
        Ok(None)
    }
}
