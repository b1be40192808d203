//! What the engine makes of a text: it skips what it does not know, and it keeps only, for
//! each modality, one entry for a direction and gait, the last one.
//!
//! A man then goes where a leap leads, or where any *kind* of rider, lame leaper or hopper
//! that it has leads in any direction and at any range, as far as the square is among those
//! that its entries reach on an empty board. [`Movement::ways`] spells that out.

use std::collections::{BTreeMap, BTreeSet};

use super::{ATOMS, lame_path, read};

/// A direction: files right, ranks up.
type Vector = (i8, i8);

/// The entries of one modality. A limit of 0 is none; that of a step other than 0 marks a
/// lame leap, that of a hopper 1 a grasshopper.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entries {
    /// Leaps.
    pub steps: BTreeMap<Vector, i8>,
    /// Rides.
    pub sliders: BTreeMap<Vector, i8>,
    /// Hops.
    pub hoppers: BTreeMap<Vector, i8>,
}

/// A movement as the engine keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Movement {
    /// To empty squares.
    pub quiet: Entries,
    /// To capture.
    pub capture: Entries,
    /// To empty squares, from the squares of first moves.
    pub initial: Entries,
}

/// Something that the engine passes over without a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Which character, from 0.
    pub at: usize,
    /// What it is.
    pub what: char,
}

/// What a way must find between its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// Whatever: a leap.
    Leap,
    /// Nothing on the squares of a [`lame_path`].
    Lame,
    /// Nothing at all: a ride.
    Ride,
    /// Exactly one man or wall, anywhere: a hop.
    Hop,
    /// Exactly one man or wall, just before the end: a grasshopper's hop.
    Over,
}

/// A way to go: so many steps in a direction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EngineWay {
    /// What it passes.
    pub passage: Passage,
    /// How many steps, each number on its own.
    pub distances: BTreeSet<u8>,
    /// One step.
    pub step: Vector,
}

/// Reads a text as the engine does; whatever it is, it means something.
pub fn read_as_engine(text: &str) -> (Movement, Vec<Skipped>) {
    let chars: Vec<char> = text.chars().collect();
    let mut movement = Movement::default();
    let mut skipped = Vec::new();
    let (mut quiet, mut capture, mut initial, mut lame, mut hop) = (false, false, false, false, false);
    let mut distance = 0i8;
    let mut codes = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        match c {
            'm' => quiet = true,
            'c' => capture = true,
            'i' => initial = true,
            'n' => lame = true,
            'p' => hop = true,
            'g' => {
                hop = true;
                distance = 1;
            }
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => match chars.get(at + 1) {
                Some(next) if read::pair(c, *next) => {
                    codes.push((c, *next));
                    at += 1;
                }
                _ => codes.push((c, c)),
            },
            _ => {
                let (letters, always): (&[char], bool) = match c {
                    'K' => (&['W', 'F'], false),
                    'R' => (&['W'], true),
                    'B' => (&['F'], true),
                    'Q' => (&['W', 'F'], true),
                    'J' => (&['Z'], false),
                    _ if ATOMS.iter().any(|(letter, ..)| *letter == c) => (std::slice::from_ref(&c), false),
                    _ => {
                        skipped.push(Skipped { at, what: c });
                        at += 1;
                        continue;
                    }
                };
                let mut ride = always;
                if let Some(next) = chars.get(at + 1)
                    && (*next == c || next.is_ascii_digit())
                {
                    ride = true;
                    distance = next.to_digit(10).map_or(distance, |digit| digit as i8);
                    at += 1;
                }
                if !ride && lame {
                    distance = -1;
                }
                let both = quiet == capture;
                for letter in letters {
                    let Some(&(_, a, b)) = ATOMS.iter().find(|(l, ..)| l == letter) else { continue };
                    let add = |entries: &mut Entries| {
                        let map = match (hop, ride) {
                            (true, _) => &mut entries.hoppers,
                            (false, true) => &mut entries.sliders,
                            (false, false) => &mut entries.steps,
                        };
                        for step in read::chosen_steps(&codes, a, b, letters.len() == 1 && b == 0) {
                            map.insert(step, distance);
                        }
                    };
                    if both || quiet {
                        add(if initial { &mut movement.initial } else { &mut movement.quiet });
                    }
                    if (both || capture) && !initial {
                        add(&mut movement.capture);
                    }
                }
                (quiet, capture, initial, lame, hop, distance) = (false, false, false, false, false, 0);
                codes.clear();
            }
        }
        at += 1;
    }
    (movement, skipped)
}

/// The engine's tables: every direction of a kind, and how it goes.
struct Table {
    passage: Passage,
    /// A direction of an entry that brings the kind in.
    member: fn(Vector) -> bool,
    /// Lame kinds go one step.
    single: bool,
}

fn sorted((dx, dy): Vector) -> (i8, i8) {
    (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()))
}

/// The squares, as vectors, that entries reach on an empty board of that extent.
fn reach(entries: &Entries, extent: i8) -> BTreeSet<Vector> {
    let mut reach = BTreeSet::new();
    let inside = |(x, y): &Vector| x.abs() < extent && y.abs() < extent;
    reach.extend(entries.steps.keys().copied());
    let rides = entries.sliders.iter().map(|(step, limit)| (*step, *limit));
    let hops = entries.hoppers.iter().map(|(step, limit)| (*step, if *limit == 1 { 0 } else { *limit }));
    for ((dx, dy), limit) in rides.chain(hops).filter(|(step, _)| sorted(*step).0 <= 2) {
        // A limit below none ends a ride after its first square.
        let most = match limit {
            0 => extent,
            n => n.max(1),
        };
        let ray = (1..=i16::from(most)).map(|n| (i16::from(dx) * n, i16::from(dy) * n));
        let ray = ray.filter_map(|(x, y)| Some((i8::try_from(x).ok()?, i8::try_from(y).ok()?)));
        reach.extend(ray.filter(inside));
    }
    reach.into_iter().filter(inside).collect()
}

impl Entries {
    /// The squares, as vectors, that the movement reaches on an empty board of so many files
    /// or ranks, whether or not the engine has a way to go there.
    pub fn reach(&self, extent: u8) -> BTreeSet<(i8, i8)> {
        reach(self, extent.min(16) as i8)
    }

    /// The ways in which a man really goes, on boards of at most so many files or ranks.
    pub fn ways(&self, extent: u8) -> Vec<EngineWay> {
        let extent = extent.min(16) as i8;
        let reach = reach(self, extent);
        let mut ways: Vec<EngineWay> = (self.steps.iter())
            .filter(|(_, limit)| **limit == 0)
            .map(|(step, _)| EngineWay {
                passage: Passage::Leap,
                distances: BTreeSet::from([1]),
                step: *step,
            })
            .collect();
        for table in self.tables() {
            let directions = (-3..=3i8).flat_map(|x| (-3..=3i8).map(move |y| (x, y)));
            for step in directions.filter(|step| (table.member)(*step)) {
                let most = if table.single { 1 } else { extent };
                let distances: BTreeSet<u8> = (1..=most)
                    .filter(|n| reach.contains(&(step.0.saturating_mul(*n), step.1.saturating_mul(*n))))
                    .map(|n| n as u8)
                    .collect();
                if !distances.is_empty() {
                    ways.push(EngineWay { passage: table.passage, distances, step });
                }
            }
        }
        ways
    }

    fn tables(&self) -> Vec<Table> {
        fn flat((x, y): Vector) -> bool {
            y == 0 && x.abs() == 1
        }
        fn upright((x, y): Vector) -> bool {
            x == 0 && y.abs() == 1
        }
        fn diagonal(step: Vector) -> bool {
            sorted(step) == (1, 1)
        }
        fn knight(step: Vector) -> bool {
            sorted(step) == (2, 1)
        }
        fn dabbaba(step: Vector) -> bool {
            sorted(step) == (2, 0)
        }
        fn alfil(step: Vector) -> bool {
            sorted(step) == (2, 2)
        }
        fn zebra(step: Vector) -> bool {
            sorted(step) == (3, 2)
        }
        let mut tables = Vec::new();
        let lame = self.steps.iter().filter(|(_, limit)| **limit != 0).map(|(step, _)| *step);
        let lame: Vec<Vector> = lame.collect();
        for member in [dabbaba, knight, alfil, zebra] {
            if lame.iter().any(|step| member(*step)) {
                tables.push(Table { passage: Passage::Lame, member, single: true });
            }
        }
        for member in [diagonal, flat, upright, knight] {
            if self.sliders.keys().any(|step| member(*step)) {
                tables.push(Table { passage: Passage::Ride, member, single: false });
            }
        }
        for member in [diagonal, flat, upright] {
            for (passage, grasshopper) in [(Passage::Hop, false), (Passage::Over, true)] {
                if self.hoppers.iter().any(|(step, limit)| member(*step) && (*limit == 1) == grasshopper) {
                    tables.push(Table { passage, member, single: false });
                }
            }
        }
        tables
    }
}

impl EngineWay {
    /// The squares, counted from the start, that must be empty for a lame leap.
    pub fn path(&self) -> Vec<(i8, i8)> {
        match self.passage {
            Passage::Lame => lame_path(self.step).unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(text: &str) -> Vec<EngineWay> {
        read_as_engine(text).0.capture.ways(8)
    }

    /// Measured with the engine: it reads `yafsW` as `fsW`, makes no move of `nC` or `DD`,
    /// lets `R2pR` ride without limit and gives `fRbpR` both gaits in both directions.
    #[test]
    fn what_the_engine_makes_of_it() {
        assert_eq!(capture("yafsW"), capture("fsW"));
        assert_eq!(read_as_engine("yafsW").1.len(), 2);
        assert!(capture("nC").is_empty() && capture("DD").is_empty() && capture("hfN").is_empty());
        let ride = |text: &str| {
            let all = capture(text).into_iter().filter(|way| way.passage == Passage::Ride);
            all.map(|way| (way.step, way.distances.len())).collect::<BTreeSet<_>>()
        };
        assert_eq!(ride("R2pR"), ride("R"));
        assert_eq!(ride("fRbpR"), ride("vR"));
        // The last entry for a direction holds.
        assert_eq!(capture("R3R2"), capture("R2"));
    }
}
