//! Guards in a canonical form: unions of cubes over many-valued variables.
//!
//! A [`Cube`] says for some variables which of their values are allowed; what
//! it does not name is free. A union of cubes has one form that does not depend
//! on how it was written: the list of all its *prime* cubes, those that can't be
//! widened in any variable. [`primes`] finds it by consensus.

use std::collections::BTreeMap;

use super::super::program::{MoveTypeId, Square};

/// A set of up to 256 values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Bits(pub [u64; 4]);

impl Bits {
    pub const NONE: Bits = Bits([0; 4]);

    pub fn one(value: usize) -> Bits {
        let mut set = Bits::NONE;
        set.insert(value);
        set
    }

    pub fn first(count: usize) -> Bits {
        (0..count).collect()
    }

    pub fn insert(&mut self, value: usize) {
        self.0[value / 64 % 4] |= 1 << (value % 64);
    }

    pub fn contains(self, value: usize) -> bool {
        value < 256 && self.0[value / 64] >> (value % 64) & 1 == 1
    }

    pub fn and(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn or(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub fn without(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    pub fn is_empty(self) -> bool {
        self == Bits::NONE
    }

    pub fn within(self, other: Bits) -> bool {
        self.without(other).is_empty()
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..256).filter(move |v| self.contains(*v))
    }

    pub fn single(self) -> Option<usize> {
        let mut values = self.iter();
        let first = values.next()?;
        values.next().is_none().then_some(first)
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(values: I) -> Bits {
        let mut set = Bits::NONE;
        values.into_iter().for_each(|v| set.insert(v));
        set
    }
}

/// Something that a guard may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Var {
    /// What stands on a square: a state of the [`super::states::Universe`].
    Square(Square),
    /// Where the last move began: a square, or [`NOWHERE`].
    LastFrom,
    /// Where it ended.
    LastTo,
    /// Whether a square is attacked; an atom without further meaning.
    Attacked(Square, Option<MoveTypeId>),
    /// Whether it is defended.
    Defended(Square, Option<MoveTypeId>),
}

/// The value of [`Var::LastFrom`] and [`Var::LastTo`] where there was no such square.
pub(super) const NOWHERE: usize = 255;
/// The values of a question that is answered by yes or no.
pub(super) const NO: usize = 0;
pub(super) const YES: usize = 1;

/// A conjunction: each variable that is named has one of the values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Cube(pub BTreeMap<Var, Bits>);

impl Cube {
    pub fn get(&self, var: Var) -> Option<Bits> {
        self.0.get(&var).copied()
    }

    /// Whether all that `other` allows is allowed here.
    pub fn covers(&self, other: &Cube) -> bool {
        self.0.iter().all(|(var, set)| other.get(*var).is_some_and(|o| o.within(*set)))
    }

    /// Whether both say the same but for the values of one variable.
    fn differs_in_one(&self, other: &Cube) -> bool {
        self.0.len() == other.0.len()
            && self.0.keys().eq(other.0.keys())
            && self.0.values().zip(other.0.values()).filter(|(a, b)| a != b).count() == 1
    }

    /// Takes up the values of one that differs in one variable.
    fn join(&mut self, other: &Cube, full: impl Fn(Var) -> Bits) {
        for (var, set) in &other.0 {
            if let Some(own) = self.0.get_mut(var) {
                *own = own.or(*set);
                if *own == full(*var) {
                    self.0.remove(var);
                }
            }
        }
    }

    /// Where both are free to meet, the cube of the consensus in `on`.
    fn consensus(&self, other: &Cube, on: Var, full: Bits) -> Option<Cube> {
        let joined = match (self.get(on), other.get(on)) {
            (Some(a), Some(b)) => a.or(b),
            _ => return None,
        };
        let mut out = self.0.clone();
        for (var, set) in &other.0 {
            if *var == on {
                continue;
            }
            let both = out.get(var).map_or(*set, |own| own.and(*set));
            if both.is_empty() {
                return None;
            }
            out.insert(*var, both);
        }
        if joined == full {
            out.remove(&on)
        } else {
            out.insert(on, joined)
        };
        Some(Cube(out))
    }
}

/// A union with more cubes than this is left as it was written.
const MAX_CUBES: usize = 48;

/// Nor is one that takes more tries.
const MAX_TRIES: usize = 20_000;

/// The prime cubes of a union, sorted.
pub(super) fn primes(cubes: impl IntoIterator<Item = Cube>, full: impl Fn(Var) -> Bits) -> Vec<Cube> {
    let mut list: Vec<Cube> = Vec::new();
    for mut cube in cubes {
        cube.0.retain(|var, set| *set != full(*var));
        // Paths come in the order of a decision tree: most join with one just before.
        while let Some(other) = list.iter().rposition(|known| cube.differs_in_one(known)) {
            cube.join(&list.remove(other), &full);
        }
        absorb(&mut list, cube);
    }
    let mut tries = 0;
    loop {
        tries += list.len() * list.len() / 2 * list.iter().map(|c| c.0.len()).max().unwrap_or(0);
        if list.len() > MAX_CUBES || tries > MAX_TRIES {
            break;
        }
        let mut found = Vec::new();
        for (i, cube) in list.iter().enumerate() {
            for other in &list[..i] {
                for var in cube.0.keys() {
                    found.extend(cube.consensus(other, *var, full(*var)));
                }
            }
        }
        let mut changed = false;
        for cube in found {
            changed |= absorb(&mut list, cube);
        }
        if !changed {
            break;
        }
    }
    list.sort();
    list
}

/// Adds a cube unless it is covered, and removes those that it covers.
fn absorb(list: &mut Vec<Cube>, cube: Cube) -> bool {
    if list.iter().any(|known| known.covers(&cube)) {
        return false;
    }
    list.retain(|known| !cube.covers(known));
    list.push(cube);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(values: &[(Square, &[usize])]) -> Cube {
        Cube(values.iter().map(|(s, v)| (Var::Square(*s), v.iter().copied().collect())).collect())
    }

    #[test]
    fn two_writings_of_one_guard_are_one() {
        let full = |_| Bits::first(3);
        // "empty, or enemy" beside "not own", and the same in two steps.
        let plain = primes([cube(&[(1, &[0]), (2, &[0, 2])])], full);
        let split = primes([cube(&[(1, &[0]), (2, &[0])]), cube(&[(1, &[0]), (2, &[2])])], full);
        assert_eq!(plain, split);
    }

    #[test]
    fn a_variable_that_does_not_matter_goes() {
        let full = |_| Bits::first(3);
        let list = primes([cube(&[(1, &[0, 1]), (2, &[0])]), cube(&[(1, &[2]), (2, &[0])])], full);
        assert_eq!(list, [cube(&[(2, &[0])])]);
    }
}
