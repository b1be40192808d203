//! Comparing what two or three referees make of the same game.
//!
//! What may enter: walking in lockstep, comparing by effect, and the first
//! difference. Who generates the moves is the business of [`crate::referee`].
//!
//! Moves are compared **by what they lead to**, not by their spelling: two lists agree
//! when the multisets of resulting boards agree, men in hand, side to move and the man
//! that must go on included, under a [`Map`] of squares and men. What can't be seen on
//! a board (rights, en passant squares, marks) is compared by walking on. Whether the
//! game is over, and who has won where both say so, is compared too.
//!
//! The walk goes breadth first, so the path to the first difference is a shortest one.
//! Where the tree becomes large only numbers of sequences are compared, and the walk
//! descends where they differ; then random games follow, most of which seek kinds of moves
//! that they have not played yet. A difference is then shrunk to the smallest position that
//! still shows it, and may be one that is known: see [`Crosscheck::knowing`].

mod baseline;
mod compare;
mod coverage;
mod difference;
mod edit;
mod games;
mod kinds;
mod map;
mod pair;
mod reduce;
mod shrink;
mod verdict;
mod walk;
pub mod witness;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

pub use baseline::{Baseline, Known};
pub use difference::{Counts, Difference, Kind, Met};
pub use games::Pool;
pub use kinds::{Coverage, KINDS};
pub use map::{Map, Stated};
pub use reduce::Shrunk;
pub use verdict::{Fate, Part, State, Verdict};

use crate::referee::{Node, Referee, Trouble, Way};

/// So many moves of one position of a game are compared by what they lead to.
const IN_PASSING: usize = 256;
/// So many differences of the same rules are judged one by one in the tree, and in each random
/// game: to make one small takes hundreds of positions. Where those are known the others are taken
/// to be so too, and counted in [`Evidence::assumed`].
const IN_TREE: u32 = 32;
const IN_GAME: u32 = 4;

/// How far to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the tree.
    pub depth: u32,
    /// Number of random games.
    pub walks: u32,
    /// Length of a random game, in half moves.
    pub plies: u32,
    /// The seed of the random games.
    pub seed: u64,
    /// How many moves of the tree are compared by effect; beyond, numbers are compared.
    pub effects: usize,
    /// Part and number of parts: only every so manieth move of the root and random game, so
    /// that all parts together compare what is compared without them.
    pub shard: Option<(u32, u32)>,
}

impl Limits {
    /// Whether the part of this comparison is the one that a move of the root or a game of
    /// this number falls to.
    pub(crate) fn takes(&self, number: usize) -> bool {
        self.shard.is_none_or(|(part, parts)| number % parts.max(1) as usize + 1 == part as usize)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 3, walks: 20, plies: 80, seed: 1, effects: 3000, shard: None }
    }
}

/// What was compared without a difference.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// Who was compared.
    pub names: Vec<String>,
    /// What they said of the game that is no obstacle, in sentences.
    pub notes: Vec<String>,
    /// Depth to which all moves were compared by effect.
    pub depth_by_effect: u32,
    /// Moves compared by effect in the tree.
    pub effects: usize,
    /// Positions whose moves were compared, as far as all have them.
    pub positions: usize,
    /// Ends of games that were compared: positions in which nobody has a move.
    pub ends: usize,
    /// For each depth the number of sequences that each counts.
    pub counts: Vec<(u32, Vec<u64>)>,
    /// Depths whose counts can't be compared, and why.
    pub open: BTreeMap<u32, String>,
    /// What became of each part that was run.
    pub parts: BTreeMap<Part, Fate>,
    /// Differences that were taken for known ones because many of the same rule were.
    pub assumed: usize,
    /// Whether nothing of the first position falls to this part of a comparison.
    pub no_share: bool,
    /// Whether the game was over by repetition where it was to be compared.
    pub claimed: bool,
    /// Whether the time was over before all was compared.
    pub out_of_time: bool,
    /// Random games played to their end or length.
    pub walks: u32,
    /// Half moves in them.
    pub plies: usize,
    /// Games that ended by repetition for one of them, which others take for a claim.
    pub repetitions: u32,
    /// What was played in the random games.
    pub coverage: Coverage,
    /// How often each rule was used in the random games, by the words of
    /// [`Difference::touches`].
    pub rules: BTreeMap<String, usize>,
    /// Rules of the game that no random game used, by the same words; whoever knows the rules
    /// fills it in.
    pub unused: Vec<String>,
    /// The numbers of the random games that were played.
    pub games: Vec<u32>,
    /// The entries of the baseline that were met, by their numbers.
    pub known: BTreeSet<usize>,
    /// New differences that were passed over, see [`Crosscheck::collecting`].
    pub found: Vec<Difference>,
}

impl Evidence {
    /// Adds what was compared in one random game; gives back a new difference for which there is
    /// no room.
    fn join(&mut self, part: Evidence, most: usize) -> Option<Box<Difference>> {
        self.plies += part.plies;
        self.positions += part.positions;
        self.ends += part.ends;
        self.assumed += part.assumed;
        self.out_of_time |= part.out_of_time;
        self.claimed |= part.claimed;
        self.parts.extend(part.parts);
        self.repetitions += part.repetitions;
        self.coverage.join(&part.coverage);
        for (rule, count) in part.rules {
            *self.rules.entry(rule).or_default() += count;
        }
        self.known.extend(part.known);
        part.found.into_iter().find_map(|found| self.collect(Box::new(found), most))
    }

    /// Keeps a new difference where there is room for one more; gives it back where not.
    fn collect(&mut self, found: Box<Difference>, most: usize) -> Option<Box<Difference>> {
        let fingerprint = found.fingerprint();
        if self.found.iter().any(|known| known.fingerprint() == fingerprint) {
            return None;
        }
        if self.found.len() >= most {
            return Some(found);
        }
        self.found.push(*found);
        None
    }
}

/// Referees in lockstep.
pub struct Crosscheck<'r, 'a> {
    referees: Vec<&'r mut (dyn Referee + 'a)>,
    /// From each referee to the first.
    maps: Vec<Map>,
    /// What is said of them beforehand.
    stated: Stated,
    /// Where the comparison begins.
    root: Nodes,
    /// The differences that are known.
    known: Baseline,
    /// Differences that were passed over, by what they are before they are shrunk.
    met: BTreeMap<String, Vec<usize>>,
    /// How many new differences are passed over.
    collects: usize,
    /// How many differences were judged for each rule, by part of the comparison.
    judged: BTreeMap<String, u32>,
    /// What the rules that are played lack, in sentences.
    losses: Vec<String>,
    /// When to stop.
    deadline: Option<Instant>,
    /// Who helps with the random games.
    pool: Option<Pool<'a>>,
}

/// One position of all referees.
type Nodes = Vec<Node>;

/// Takes one of the moves of a position, with the referee whose they are.
type Choose<'c> = dyn FnMut(&mut dyn Referee, &Node, &[Way]) -> Result<Option<usize>, Trouble> + 'c;

/// What a comparison of move lists gives.
enum Compared {
    /// For each move that all have, how each spells it and what it leads to; and a difference
    /// for each referee who differs from the first.
    #[expect(clippy::vec_box, reason = "a difference is large, and is handed on as it is")]
    Rows(Vec<Vec<Way>>, Vec<Box<Difference>>),
    /// One of them ends the game for repetition: nothing to compare.
    Claimed,
}

impl<'r, 'a> Crosscheck<'r, 'a> {
    /// Compares these referees; the first is what the others are held to.
    pub fn new(referees: Vec<&'r mut (dyn Referee + 'a)>) -> Self {
        Crosscheck {
            referees,
            maps: Vec::new(),
            stated: Stated::default(),
            root: Vec::new(),
            known: Baseline::default(),
            met: BTreeMap::new(),
            collects: 0,
            judged: BTreeMap::new(),
            losses: Vec::new(),
            deadline: None,
            pool: None,
        }
    }

    /// The same, passing over the differences that are known.
    pub fn knowing(mut self, known: Baseline) -> Self {
        self.known = known;
        self
    }

    /// The same, passing over new differences too, up to so many: they are in
    /// [`Evidence::found`].
    pub fn collecting(mut self, most: usize) -> Self {
        self.collects = most;
        self
    }

    /// The same for rules that are not exact: what they lack, in sentences. The verdict is then
    /// never [`State::Equal`].
    pub fn losing(mut self, losses: Vec<String>) -> Self {
        self.losses = losses;
        self
    }

    /// The same, stopping once so much time has gone; what was not compared until then is said
    /// to be so.
    pub fn within(mut self, time: Option<Duration>) -> Self {
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        self
    }

    /// The same, with others who play random games beside.
    pub fn helped(mut self, pool: Pool<'a>) -> Self {
        self.pool = Some(pool);
        self
    }

    /// The same under a map of squares and men that is stated, as far as it goes.
    pub fn mapped(mut self, stated: Stated) -> Self {
        self.stated = stated;
        self
    }

    /// Who is compared.
    pub fn names(&self) -> Vec<String> {
        self.referees.iter().map(|r| r.about().name.to_owned()).collect()
    }

    /// Nothing compared yet.
    fn evidence(&self) -> Evidence {
        let note = |name: &str, note: &String| format!("{name}: {note}");
        let about = self.referees.iter().map(|referee| referee.about());
        let notes = about.flat_map(|about| about.notes.iter().map(|text| note(about.name, text)));
        Evidence { names: self.names(), notes: notes.collect(), ..Evidence::default() }
    }

    /// Compares from the start, or from a position for each referee as it writes it.
    ///
    /// # Errors
    /// Where a referee gives no answer.
    pub fn run(&mut self, positions: &[Option<String>], limits: Limits) -> Result<Verdict, Trouble> {
        let mut evidence = self.evidence();
        let nodes = match self.begin(positions)? {
            Ok(nodes) => nodes,
            Err(difference) => {
                let new = self.pass_over(difference, &mut evidence);
                if new.is_none() {
                    let why = "they differ, as is known".to_owned();
                    evidence.parts.insert(Part::Start, Fate::Skipped(why));
                }
                return Ok(Verdict::new(evidence, new, self.losses.clone()));
            }
        };
        evidence.parts.insert(Part::Start, Fate::Passed);
        self.root = nodes.clone();
        self.met.clear();
        self.judged.clear();
        let found = self.explore(nodes, limits, &mut evidence)?;
        Ok(Verdict::new(evidence, found, self.losses.clone()))
    }

    /// Compares what one position allows, after moves that each spells in its own way, and
    /// every position on the way to it; where a depth is given, the numbers of sequences too.
    ///
    /// # Errors
    /// Where a referee gives no answer, or a move is none any more.
    pub fn at(
        &mut self,
        positions: &[Option<String>],
        moves: &[Vec<String>],
        depth: Option<u32>,
    ) -> Result<Verdict, Trouble> {
        let mut evidence = self.evidence();
        let found = self.along(positions, moves, depth, &mut evidence)?;
        if found.is_none() {
            evidence.parts.insert(Part::Start, Fate::Passed);
            if evidence.positions > 0 {
                evidence.parts.insert(Part::Tree, Fate::Passed);
            }
        }
        Ok(Verdict::new(evidence, found, self.losses.clone()))
    }

    fn along(
        &mut self,
        positions: &[Option<String>],
        moves: &[Vec<String>],
        depth: Option<u32>,
        evidence: &mut Evidence,
    ) -> Result<Option<Box<Difference>>, Trouble> {
        // A position with few men may not tell whose letters are whose; that of the game does.
        let of_game = self.begin(&[])?.is_ok();
        let maps = std::mem::take(&mut self.maps);
        let mut nodes = match self.begin(positions)? {
            Ok(nodes) => nodes,
            Err(_) if of_game => {
                let mut nodes = Vec::new();
                for (i, referee) in self.referees.iter_mut().enumerate() {
                    nodes.push(referee.start(positions.get(i).and_then(|p| p.as_deref()))?);
                }
                nodes
            }
            Err(difference) => return Ok(Some(difference)),
        };
        if of_game {
            self.maps = maps;
        }
        for i in 1..nodes.len() {
            if self.maps[i].board(&nodes[i].board) != nodes[0].board {
                let note = "the positions differ".to_owned();
                return Ok(Some(Box::new(self.difference(Kind::Start, i, &nodes, &[], note))));
            }
        }
        let mut path = Vec::new();
        let mut before = None;
        for step in 0..=moves.first().map_or(0, Vec::len) {
            let next = moves.first().and_then(|moves| moves.get(step));
            let rows = match self.compare(&nodes, &path, evidence)? {
                Compared::Claimed => {
                    evidence.claimed = true;
                    return Ok(None);
                }
                Compared::Rows(rows, differences) => {
                    // A way past a known difference goes on where all have the move.
                    let goes_on = next.is_some_and(|text| rows.iter().any(|row| row[0].text == *text));
                    if let Some(difference) = differences.into_iter().next().filter(|_| !goes_on) {
                        return Ok(Some(difference));
                    }
                    rows
                }
            };
            let Some(text) = next else { break };
            let row = rows.iter().find(|row| row[0].text == *text);
            let row =
                row.ok_or_else(|| Trouble::Input(format!("move {} `{text}` is not legal", step + 1)))?;
            let texts: Vec<String> = row.iter().map(|way| way.text.clone()).collect();
            let next = row.iter().map(|way| way.next.clone()).collect();
            before = Some((std::mem::replace(&mut nodes, next), texts.clone()));
            path.push(texts);
        }
        match depth {
            Some(depth) => self.counted_at(before.as_ref(), &nodes, &path, depth),
            None => Ok(None),
        }
    }

    /// Has all begin in the same position, and finds the maps.
    fn begin(&mut self, positions: &[Option<String>]) -> Result<Result<Nodes, Box<Difference>>, Trouble> {
        let mut nodes = Vec::new();
        for (i, referee) in self.referees.iter_mut().enumerate() {
            nodes.push(referee.start(positions.get(i).and_then(|p| p.as_deref()))?);
        }
        self.maps.clear();
        for (i, node) in nodes.iter().enumerate() {
            let stated = Stated::default();
            let map = Map::between(
                self.referees[0].layout(),
                &nodes[0].board,
                self.referees[i].layout(),
                &node.board,
                if i == 0 { &stated } else { &self.stated },
            );
            let different = match map {
                Ok(map) => {
                    let same = map.board(&node.board) == nodes[0].board;
                    self.maps.push(map);
                    (!same).then(|| "the positions in which the game begins differ".to_owned())
                }
                Err(why) => Some(why),
            };
            if let Some(note) = different {
                return Ok(Err(Box::new(self.difference(Kind::Start, i, &nodes, &[], note))));
            }
        }
        Ok(Ok(nodes))
    }

    /// A difference that was met: shrunk, or nothing where it is a known one.
    fn met(
        &mut self,
        met: Met,
        path: &[Vec<String>],
        difference: Box<Difference>,
        evidence: &mut Evidence,
    ) -> Result<Option<Box<Difference>>, Trouble> {
        // Where a rule is known, every position that it touches would be made small for nothing.
        if let Some(known) = self.known.of_rules(&difference) {
            evidence.known.extend(known);
            return Ok(None);
        }
        let plain = difference.fingerprint();
        let (series, most) = match met {
            Met::Tree | Met::Depth(_) => ("tree".to_owned(), IN_TREE),
            Met::Game(game) => (game.to_string(), IN_GAME),
        };
        let series = format!("{series} {:?}", difference.rules());
        let times = self.judged.get(&series).copied().unwrap_or(0);
        if times >= most && difference.kind != Kind::Counts {
            evidence.assumed += 1;
            return Ok(None);
        }
        if let Some(known) = self.met.get(&plain) {
            evidence.known.extend(known);
            self.judged.insert(series, times + 1);
            return Ok(None);
        }
        let root = self.root.clone();
        let mut found = match met {
            // The way through the tree is a shortest one.
            Met::Tree | Met::Depth(_) => difference,
            Met::Game(_) => match self.shrink(&root, path, difference.clone()) {
                Err(trouble) if trouble.is_misbehaviour() => difference,
                shorter => shorter?,
            },
        };
        found.met = met;
        found.shrunk = self.reduce(&root, &found);
        let known = self.known.find(&found).unwrap_or_default();
        let new = self.pass_over(found, evidence);
        if new.is_none() {
            self.met.insert(plain, known);
            self.judged.insert(series, times + 1);
        }
        Ok(new)
    }

    /// Whether the time is over.
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A difference, unless it is known or one of those that are collected.
    fn pass_over(&self, found: Box<Difference>, evidence: &mut Evidence) -> Option<Box<Difference>> {
        if let Some(known) = self.known.find(&found) {
            evidence.known.extend(known);
            return None;
        }
        evidence.collect(found, self.collects)
    }

    /// A difference between the first referee and another, without move lists.
    fn difference(
        &self,
        kind: Kind,
        other: usize,
        nodes: &[Node],
        path: &[Vec<String>],
        note: String,
    ) -> Difference {
        let both = [0, other];
        let spelt = |i: usize| path.iter().map(|step| step.get(i).cloned().unwrap_or_default()).collect();
        let first = &self.referees[0];
        Difference {
            kind,
            between: both,
            names: both.map(|i| self.referees[i].about().name.to_owned()),
            path: both.map(spelt),
            positions: both.map(|i| self.referees[i].text(&nodes[i])),
            moves: [Vec::new(), Vec::new()],
            only: [Vec::new(), Vec::new()],
            over: [None, None],
            board: crate::referee::draw(first.layout(), &nodes[0].board),
            boards: both.map(|i| {
                crate::referee::draw_marked(self.referees[i].layout(), &nodes[i].board, &BTreeSet::new())
            }),
            touches: [Vec::new(), Vec::new()],
            camps: Vec::new(),
            counts: None,
            note,
            met: Met::Tree,
            shrunk: None,
        }
    }
}
