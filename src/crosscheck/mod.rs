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
mod coverage;
mod difference;
mod edit;
mod games;
mod kinds;
mod map;
mod reduce;
mod shrink;
mod walk;
pub mod witness;

use std::collections::{BTreeMap, BTreeSet};

pub use baseline::{Baseline, Known};
pub use difference::{Difference, Kind, Met};
pub use games::Pool;
pub use kinds::{Coverage, KINDS};
pub use map::{Map, Stated};
pub use reduce::Shrunk;

use crate::referee::{Board, Node, Reason, Referee, Trouble, Way};

/// So many moves of one position of a game are compared by what they lead to.
const IN_PASSING: usize = 256;

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
    /// Depth to which all moves were compared by effect.
    pub depth_by_effect: u32,
    /// Moves compared by effect in the tree.
    pub effects: usize,
    /// For each depth the number of sequences that each counts.
    pub counts: Vec<(u32, Vec<u64>)>,
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

/// How a comparison came out.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// No difference.
    Equal(Evidence),
    /// The first difference, and what was equal until then.
    Different(Box<Difference>, Evidence),
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
    /// Who helps with the random games.
    pool: Option<Pool<'a>>,
}

/// One position of all referees.
type Nodes = Vec<Node>;

/// Takes one of the moves of a position, with the referee whose they are.
type Choose<'c> = dyn FnMut(&mut dyn Referee, &Node, &[Way]) -> Result<Option<usize>, Trouble> + 'c;

/// What a comparison of move lists gives.
enum Compared {
    /// All agree: for each move, how each spells it and what it leads to.
    Same(Vec<Vec<Way>>),
    /// One of them ends the game for repetition: nothing to compare.
    Claimed,
    /// A difference.
    Differs(Box<Difference>),
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

    /// Compares from the start, or from a position for each referee as it writes it.
    ///
    /// # Errors
    /// Where a referee gives no answer.
    pub fn run(&mut self, positions: &[Option<String>], limits: Limits) -> Result<Verdict, Trouble> {
        let mut evidence = Evidence { names: self.names(), ..Evidence::default() };
        let nodes = match self.begin(positions)? {
            Ok(nodes) => nodes,
            Err(difference) => {
                return Ok(match self.pass_over(difference, &mut evidence) {
                    Some(difference) => Verdict::Different(difference, evidence),
                    None => Verdict::Equal(evidence),
                });
            }
        };
        self.root = nodes.clone();
        self.met.clear();
        match self.explore(nodes, limits, &mut evidence)? {
            Some(difference) => Ok(Verdict::Different(difference, evidence)),
            None => Ok(Verdict::Equal(evidence)),
        }
    }

    /// Compares what one position allows, after moves that each spells in its own way, and
    /// every position on the way to it.
    ///
    /// # Errors
    /// Where a referee gives no answer, or a move is none any more.
    pub fn at(
        &mut self,
        positions: &[Option<String>],
        moves: &[Vec<String>],
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
        for step in 0..=moves.first().map_or(0, Vec::len) {
            let rows = match self.compare(&nodes, &path)? {
                Compared::Same(rows) => rows,
                Compared::Claimed => return Ok(None),
                Compared::Differs(difference) => return Ok(Some(difference)),
            };
            let Some(text) = moves.first().and_then(|moves| moves.get(step)) else { return Ok(None) };
            let row = rows.iter().find(|row| row[0].text == *text);
            let row =
                row.ok_or_else(|| Trouble::Input(format!("move {} `{text}` is not legal", step + 1)))?;
            path.push(row.iter().map(|way| way.text.clone()).collect());
            nodes = row.iter().map(|way| way.next.clone()).collect();
        }
        Ok(None)
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
        let plain = difference.fingerprint();
        if let Some(known) = self.met.get(&plain) {
            evidence.known.extend(known);
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
        }
        Ok(new)
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
            note,
            met: Met::Tree,
            shrunk: None,
        }
    }

    /// Compares one position in passing: the moves by their spelling where the lists agree
    /// in it, and by what they lead to those that do more than carry a man from here to
    /// there, and the one that `choose` takes. Where that finds something amiss the whole
    /// position is compared.
    fn pass(
        &mut self,
        nodes: &[Node],
        path: &[Vec<String>],
        choose: &mut Choose<'_>,
    ) -> Result<Compared, Trouble> {
        let look = self.referees[0].look(&nodes[0])?;
        if look.over.is_some_and(|over| over.reason == Some(Reason::Repetition)) {
            return Ok(Compared::Claimed);
        }
        let chosen = choose(&mut *self.referees[0], &nodes[0], &look.ways)?;
        let Some(way) = chosen.and_then(|i| look.ways.get(i)) else { return self.compare(nodes, path) };
        let mut row = vec![way.clone()];
        let mut spelt: Vec<&str> = look.ways.iter().map(|way| way.text.as_str()).collect();
        spelt.sort_unstable();
        let special: Vec<&Way> =
            look.ways.iter().filter(|way| !is_plain(&nodes[0].board, &way.next.board)).collect();
        // Where every move puts up a wall there are thousands: each position looks at others.
        let stride = special.len().div_ceil(IN_PASSING).max(1);
        let some = special.into_iter().skip(path.len() % stride).step_by(stride);
        let special: Vec<&Way> = std::iter::once(way).chain(some).collect();
        for other in 1..nodes.len() {
            let mut theirs = self.referees[other].spelt(&nodes[other])?;
            theirs.sort_unstable();
            if theirs != spelt {
                return self.compare(nodes, path);
            }
            let texts: Vec<String> = special.iter().map(|way| way.text.clone()).collect();
            let next = self.referees[other].follow(&nodes[other], &texts)?;
            let agree = |(way, node): (&&Way, &Node)| self.maps[other].board(&node.board) == way.next.board;
            if !special.iter().zip(&next).all(agree) {
                return self.compare(nodes, path);
            }
            row.extend(next.into_iter().take(1).map(|next| Way { text: way.text.clone(), next }));
        }
        Ok(Compared::Same(vec![row]))
    }

    /// Who of three or more give the same answer, the largest camp first.
    fn camps(&self, looks: &[crate::referee::Look]) -> Vec<Vec<String>> {
        if looks.len() < 3 {
            return Vec::new();
        }
        let mut camps: Vec<(Vec<Board>, Option<crate::referee::Score>, Vec<String>)> = Vec::new();
        for (i, look) in looks.iter().enumerate() {
            let mut boards: Vec<Board> =
                look.ways.iter().map(|way| self.maps[i].board(&way.next.board)).collect();
            boards.sort_unstable();
            let score = look.over.and_then(|over| over.score).filter(|_| boards.is_empty());
            let name = self.referees[i].about().name.to_owned();
            // Who does not say how a game came out contradicts nobody.
            let agrees = |camp: &&mut (Vec<Board>, Option<crate::referee::Score>, Vec<String>)| {
                camp.0 == boards && (camp.1 == score || camp.1.is_none() || score.is_none())
            };
            match camps.iter_mut().find(agrees) {
                Some(camp) => {
                    camp.1 = camp.1.or(score);
                    camp.2.push(name);
                }
                None => camps.push((boards, score, vec![name])),
            }
        }
        camps.sort_by_key(|camp| std::cmp::Reverse(camp.2.len()));
        camps.into_iter().map(|camp| camp.2).collect()
    }

    /// Compares the move lists of one position.
    fn compare(&mut self, nodes: &[Node], path: &[Vec<String>]) -> Result<Compared, Trouble> {
        let mut looks = Vec::new();
        for (referee, node) in self.referees.iter_mut().zip(nodes) {
            let look = referee.look(node)?;
            if look.over.is_some_and(|over| over.reason == Some(Reason::Repetition)) {
                return Ok(Compared::Claimed);
            }
            looks.push(look);
        }
        let mut rows: Vec<Vec<Way>> = looks[0].ways.iter().map(|way| vec![way.clone()]).collect();
        // Equal boards are paired by spelling first, so that hidden state goes along.
        for other in 1..looks.len() {
            let boards: Vec<Board> =
                looks[other].ways.iter().map(|way| self.maps[other].board(&way.next.board)).collect();
            let mut open: rustc_hash::FxHashMap<&Board, Vec<usize>> = Default::default();
            for (i, board) in boards.iter().enumerate() {
                open.entry(board).or_default().push(i);
            }
            let mut matched: Vec<Option<usize>> = vec![None; rows.len()];
            for by_spelling in [true, false] {
                for (row, ways) in rows.iter().enumerate() {
                    if matched[row].is_some() {
                        continue;
                    }
                    let Some(left) = open.get_mut(&ways[0].next.board) else { continue };
                    let same = left.iter().position(|i| looks[other].ways[*i].text == ways[0].text);
                    let chosen = if by_spelling { same } else { (!left.is_empty()).then_some(0) };
                    matched[row] = chosen.map(|at| left.remove(at));
                }
            }
            let only_first: Vec<String> = rows
                .iter()
                .zip(&matched)
                .filter(|(_, m)| m.is_none())
                .map(|(ways, _)| ways[0].text.clone())
                .collect();
            let mut rest: Vec<usize> = open.into_values().flatten().collect();
            rest.sort_unstable();
            let scores = [0, other].map(|i| looks[i].over.and_then(|over| over.score));
            let result = rows.is_empty()
                && looks[other].ways.is_empty()
                && matches!(scores, [Some(a), Some(b)] if a != b);
            if !only_first.is_empty() || !rest.is_empty() || result {
                let kind = if result { Kind::Result } else { Kind::Moves };
                let mut difference = self.difference(kind, other, nodes, path, String::new());
                let texts = |i: usize| looks[i].ways.iter().map(|way| way.text.clone()).collect();
                difference.moves = [texts(0), texts(other)];
                difference.only =
                    [only_first, rest.iter().map(|i| looks[other].ways[*i].text.clone()).collect()];
                difference.over = [0, other].map(|i| {
                    looks[i].over.map(|over| {
                        let score = over.score.map_or("?", |s| s.as_str());
                        let reason = over.reason.map(|r| format!(" ({})", r.as_str())).unwrap_or_default();
                        format!("{score}{reason}")
                    })
                });
                let theirs: Vec<&Way> = rest.iter().map(|i| &looks[other].ways[*i]).collect();
                let ours: Vec<&Way> = (rows.iter().zip(&matched))
                    .filter(|(_, m)| m.is_none())
                    .map(|(ways, _)| &ways[0])
                    .collect();
                for (side, (who, ways)) in [(0, ours), (other, theirs)].into_iter().enumerate() {
                    let layout = self.referees[who].layout();
                    let before = &nodes[who].board;
                    let touched: BTreeSet<String> =
                        ways.iter().map(|way| kinds::rule_of(layout, before, &way.next.board)).collect();
                    difference.touches[side] = touched.into_iter().collect();
                    let cells = |way: &&Way| {
                        let after = &way.next.board.cells;
                        (0..before.cells.len()).filter(|i| before.cells[*i] != after[*i]).collect::<Vec<_>>()
                    };
                    let marks: BTreeSet<usize> = ways.iter().flat_map(cells).collect();
                    difference.boards[side] = crate::referee::draw_marked(layout, before, &marks);
                }
                difference.camps = self.camps(&looks);
                for list in difference.moves.iter_mut().chain(&mut difference.only) {
                    list.sort();
                }
                return Ok(Compared::Differs(Box::new(difference)));
            }
            for (row, found) in rows.iter_mut().zip(matched) {
                if let Some(i) = found {
                    row.push(looks[other].ways[i].clone());
                }
            }
        }
        Ok(Compared::Same(rows))
    }
}

/// Whether all that happened between two boards is that one man went from here to
/// there, and perhaps took what stood there; or came from the hand onto an empty square.
fn is_plain(before: &Board, after: &Board) -> bool {
    let mut changed = (before.cells.iter().zip(&after.cells)).filter(|(a, b)| a != b);
    let (first, second, third) = (changed.next(), changed.next(), changed.next());
    let moved = |from: (&u16, &u16), to: (&u16, &u16)| *from.1 == 0 && *from.0 != 0 && from.0 == to.1;
    match (first, second, third) {
        (Some(a), Some(b), None) => before.hands == after.hands && (moved(a, b) || moved(b, a)),
        (Some((0, man)), None, None) => {
            let mut left = before.hands.clone();
            for (token, count) in &mut left {
                *count -= u16::from(*token + 1 == *man && *count > 0);
            }
            left.retain(|(_, count)| *count > 0);
            before.hands != after.hands && left == after.hands
        }
        _ => false,
    }
}
