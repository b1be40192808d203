//! What a difference is, and what it is called.

use super::Shrunk;

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The start positions.
    Start,
    /// The legal moves.
    Moves,
    /// The results of a game that is over for both.
    Result,
    /// The numbers of sequences of one of them, against its own moves.
    Counts,
}

/// Numbers that can't all be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Length of the sequences, in half moves.
    pub depth: u32,
    /// Who disagrees with itself: 0 or 1, a place in [`Difference::between`].
    pub who: usize,
    /// How many sequences each of the two counts from here, asked for the moves before.
    pub said: [u64; 2],
    /// How many each counts, asked for the moves of this position.
    pub listed: [u64; 2],
}

/// Where in a comparison a difference was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    /// In the tree, compared by effect.
    Tree,
    /// In the tree of this depth, compared by number.
    Depth(u32),
    /// In the random game of this number, from 0.
    Game(u32),
}

/// A difference, with the way that leads to it.
#[derive(Debug, Clone)]
pub struct Difference {
    /// What differs.
    pub kind: Kind,
    /// The two referees, by their place in the list.
    pub between: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// The moves from the start, as each of the two spells them.
    pub path: [Vec<String>; 2],
    /// The position, as each of the two writes it.
    pub positions: [String; 2],
    /// All moves of each.
    pub moves: [Vec<String>; 2],
    /// Moves that only one of them has.
    pub only: [Vec<String>; 2],
    /// How the game is over for each, if it is.
    pub over: [Option<String>; 2],
    /// The board, drawn.
    pub board: String,
    /// The same for each of the two, squares in brackets where a move changes something that
    /// only this one has.
    pub boards: [Vec<String>; 2],
    /// The rules that make the moves which only one of them has, in words.
    pub touches: [Vec<String>; 2],
    /// Where more than two were asked: those that give the same answer together, the largest
    /// camp first.
    pub camps: Vec<Vec<String>>,
    /// The numbers, where they are what differs.
    pub counts: Option<Counts>,
    /// What else is to be said.
    pub note: String,
    /// Where it was met.
    pub met: Met,
    /// The same difference in a position without what does not matter for it.
    pub shrunk: Option<Box<Shrunk>>,
}

impl Difference {
    /// The difference to show: the shrunken one where there is one.
    pub fn smallest(&self) -> &Difference {
        self.shrunk.as_ref().map_or(self, |shrunk| &shrunk.difference)
    }

    /// In one sentence what differs.
    pub fn summary(&self) -> String {
        let what = match self.kind {
            Kind::Start => "the games begin differently".to_owned(),
            Kind::Moves => "the moves differ".to_owned(),
            Kind::Result => "the results differ".to_owned(),
            Kind::Counts => "the counts contradict the moves".to_owned(),
        };
        match self.smallest().rules()[..] {
            [] => what,
            ref rules => format!("{what}: {}", rules.join(", ")),
        }
    }

    /// The rules that a difference touches, and who alone has the moves that they make.
    pub fn rules(&self) -> Vec<String> {
        let end = |over: &Option<String>| over.clone().unwrap_or_else(|| "goes on".to_owned());
        let ends = || format!("end of the game ({} and {})", end(&self.over[0]), end(&self.over[1]));
        // Where a goal ends the game for one side only, it is no single move that differs.
        let goal = |i: usize| self.over[i].as_ref().is_some_and(|over| over.contains("(goal)"));
        if (0..2).any(|i| goal(i) && self.over[1 - i].is_none()) {
            return vec![ends()];
        }
        if let Some(counts) = &self.counts {
            return vec![format!("counts of {} (only {})", self.names[counts.who], ["A", "B"][counts.who])];
        }
        let mut rules = Vec::new();
        for (side, touched) in self.touches.iter().enumerate() {
            rules.extend(touched.iter().map(|rule| format!("{rule} (only {})", ["A", "B"][side])));
        }
        if self.kind == Kind::Result || (rules.is_empty() && self.over[0] != self.over[1]) {
            rules.push(ends());
        }
        rules
    }

    /// The largest camp, where it is larger than any other.
    pub fn majority(&self) -> Option<&[String]> {
        let [first, rest @ ..] = &self.camps[..] else { return None };
        let alone = rest.iter().all(|camp| camp.len() < first.len());
        (alone && !rest.is_empty()).then_some(&first[..])
    }

    /// Position, moves and both answers as a number of 32 hexadecimal digits: of the shrunken
    /// difference where there is one, so that what is found on different ways is one.
    pub fn fingerprint(&self) -> String {
        let (from, d) = match &self.shrunk {
            Some(shrunk) => (Some(&shrunk.from), &shrunk.difference),
            None => (None, self),
        };
        let mut text = format!("{:?}\n{:?}\n{:?}\n{:?}", d.kind, d.moves, d.only, d.over);
        if let Some(counts) = &d.counts {
            text.push_str(&format!("\n{counts:?}"));
        }
        for i in 0..2 {
            let position = from.map_or(&d.positions[i], |from| &from[i]);
            text.push_str(&format!("\n{}", crate::referee::without_counters(position)));
            if from.is_some() {
                text.push_str(&format!(" {}", d.path[i].join(" ")));
            }
        }
        // FNV-1a with 128 bits: the same everywhere and in every release.
        let hash = text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        });
        format!("{hash:032x}")
    }
}
