//! Which move of one referee is which of another.
//!
//! Moves that lead to equal boards are twins where they change something else: a mark, a right,
//! what the next move may ask about the last. Which twin is which is told by how they are spelt,
//! then by all that the referees write of what they lead to, then by what they allow next; never by
//! their order.

use rustc_hash::FxHashMap;

use super::Crosscheck;
use crate::referee::{Board, Look, Node, Trouble};

/// How many half moves ahead twins are told apart.
const AHEAD: u32 = 2;
/// How many positions may be looked at for the twins of one board.
const MOST: usize = 400;

/// What a position allows, as far as one looked: boards, each with what it allows in turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Outlook {
    board: Board,
    next: Vec<Outlook>,
}

impl Crosscheck<'_, '_> {
    /// For each move of the first referee the place of the same one in another's list.
    pub(super) fn paired(&mut self, other: usize, looks: &[Look]) -> Result<Vec<Option<usize>>, Trouble> {
        let mut groups: FxHashMap<Board, [Vec<usize>; 2]> = FxHashMap::default();
        for (i, way) in looks[0].ways.iter().enumerate() {
            groups.entry(way.next.board.clone()).or_default()[0].push(i);
        }
        for (i, way) in looks[other].ways.iter().enumerate() {
            groups.entry(self.maps[other].board(&way.next.board)).or_default()[1].push(i);
        }
        let mut matched = vec![None; looks[0].ways.len()];
        for (_, [ours, theirs]) in groups {
            if let ([our], [their]) = (&ours[..], &theirs[..]) {
                matched[*our] = Some(*their);
            } else if !ours.is_empty() && !theirs.is_empty() {
                self.twins(other, looks, (ours, theirs), &mut matched)?;
            }
        }
        Ok(matched)
    }

    /// Pairs moves that lead to equal boards.
    fn twins(
        &mut self,
        other: usize,
        looks: &[Look],
        (mut ours, mut theirs): (Vec<usize>, Vec<usize>),
        matched: &mut [Option<usize>],
    ) -> Result<(), Trouble> {
        let nodes = |who: usize, list: &[usize]| -> Vec<Node> {
            list.iter().map(|i| looks[who].ways[*i].next.clone()).collect()
        };
        let texts = |who: usize, list: &[usize]| -> Vec<String> {
            list.iter().map(|i| looks[who].ways[*i].text.clone()).collect()
        };
        let identities = |check: &Self, who: usize, list: &[usize]| -> Vec<String> {
            list.iter().map(|i| check.referees[who].identity(&looks[who].ways[*i].next)).collect()
        };
        // Two who spell alike and write positions alike mean the same moves by one spelling only
        // where both agree.
        let both = |a: Vec<String>, b: Vec<String>| a.into_iter().zip(b).collect::<Vec<_>>();
        let keys = (
            both(texts(0, &ours), identities(self, 0, &ours)),
            both(texts(other, &theirs), identities(self, other, &theirs)),
        );
        pair_by(keys, (&mut ours, &mut theirs), matched);
        let keys = (identities(self, 0, &ours), identities(self, other, &theirs));
        pair_by(keys, (&mut ours, &mut theirs), matched);
        for depth in 1..=AHEAD {
            if ours.len() < 2 && theirs.len() < 2 {
                break;
            }
            let mut fuel = MOST;
            let mut keys = (Vec::new(), Vec::new());
            for node in nodes(0, &ours) {
                keys.0.push(self.outlook(0, &node, depth, &mut fuel)?);
            }
            for node in nodes(other, &theirs) {
                keys.1.push(self.outlook(other, &node, depth, &mut fuel)?);
            }
            if fuel == 0 {
                break;
            }
            // What several share does not tell them apart: that is left to a further look, and to
            // the spelling in the end.
            let last = depth == AHEAD;
            let lone = |key: &Outlook| {
                let once = |keys: &[Outlook]| keys.iter().filter(|other| *other == key).count() == 1;
                once(&keys.0) && once(&keys.1)
            };
            let told = |list: &[Outlook]| -> Vec<Option<Outlook>> {
                list.iter().map(|key| lone(key).then(|| key.clone())).collect()
            };
            if last {
                let spelt = |keys: &[Outlook], texts: Vec<String>| {
                    keys.iter().cloned().zip(texts).collect::<Vec<_>>()
                };
                let by_both = (spelt(&keys.0, texts(0, &ours)), spelt(&keys.1, texts(other, &theirs)));
                let mut kept = (ours.clone(), theirs.clone());
                pair_by(by_both, (&mut kept.0, &mut kept.1), matched);
                let left = |keys: Vec<Outlook>, before: &[usize], kept: &[usize]| -> Vec<Outlook> {
                    let with = keys.into_iter().zip(before);
                    with.filter(|(_, i)| kept.contains(i)).map(|(key, _)| key).collect()
                };
                let keys = (left(keys.0, &ours, &kept.0), left(keys.1, &theirs, &kept.1));
                (ours, theirs) = kept;
                pair_by(keys, (&mut ours, &mut theirs), matched);
            } else {
                let keys = (told(&keys.0), told(&keys.1));
                pair_some(keys, (&mut ours, &mut theirs), matched);
            }
        }
        let keys = (texts(0, &ours), texts(other, &theirs));
        pair_by(keys, (&mut ours, &mut theirs), matched);
        // What nothing tells apart may be paired in any order; the spelling makes it a stable one.
        ours.sort_by_key(|i| &looks[0].ways[*i].text);
        theirs.sort_by_key(|i| &looks[other].ways[*i].text);
        ours.into_iter().zip(theirs).for_each(|(our, their)| matched[our] = Some(their));
        Ok(())
    }

    /// What a position of a referee allows, as boards of the first.
    fn outlook(&mut self, who: usize, node: &Node, depth: u32, fuel: &mut usize) -> Result<Outlook, Trouble> {
        let board = self.maps[who].board(&node.board);
        let mut next = Vec::new();
        if depth > 0 && *fuel > 0 {
            *fuel -= 1;
            for way in self.referees[who].look(node)?.ways {
                next.push(self.outlook(who, &way.next, depth - 1, fuel)?);
            }
            next.sort_unstable();
        }
        Ok(Outlook { board, next })
    }
}

/// Pairs what has the same key, and takes it off both lists.
fn pair_by<K: PartialEq>(
    keys: (Vec<K>, Vec<K>),
    lists: (&mut Vec<usize>, &mut Vec<usize>),
    matched: &mut [Option<usize>],
) {
    let some = |keys: Vec<K>| keys.into_iter().map(Some).collect();
    pair_some((some(keys.0), some(keys.1)), lists, matched);
}

/// The same for those that have a key.
fn pair_some<K: PartialEq>(
    (ours, mut theirs): (Vec<Option<K>>, Vec<Option<K>>),
    (our_list, their_list): (&mut Vec<usize>, &mut Vec<usize>),
    matched: &mut [Option<usize>],
) {
    let mut left = Vec::new();
    for (key, our) in ours.into_iter().zip(our_list.drain(..)) {
        let found = key.and_then(|key| theirs.iter().position(|other| other.as_ref() == Some(&key)));
        match found {
            Some(at) => {
                theirs.remove(at);
                matched[our] = Some(their_list.remove(at));
            }
            None => left.push(our),
        }
    }
    *our_list = left;
}
