//! What may stand on a square, numbered.

use super::super::program::{AttributeId, MAX_ATTRIBUTES, PieceId, PlayerId, Program};
use super::cube::{Bits, NOWHERE, Var};

/// A man on a square, with his attributes, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    pub owner: PlayerId,
    pub piece: PieceId,
    pub attributes: u64,
}

/// All states of a square: number 0 is empty.
pub(super) struct Universe {
    states: Vec<State>,
    of: Vec<Vec<Bits>>,
    /// The men of each player.
    owned: Vec<Bits>,
    /// The men of each type, whoever owns them.
    typed: Vec<Bits>,
    /// The men with each attribute.
    having: Vec<Bits>,
    /// The types of which there is more than one state.
    several: Vec<(PlayerId, PieceId, Bits)>,
    pub all: Bits,
}

/// The state of an empty square.
pub(super) const EMPTY: usize = 0;

impl Universe {
    /// `None` where there are more than 256.
    pub fn new(program: &Program, sides: [PlayerId; 2]) -> Option<Universe> {
        let mut states = vec![State { owner: PlayerId::MAX, piece: 0, attributes: 0 }];
        let mut of = vec![vec![Bits::NONE; program.pieces.len()]; program.players.len()];
        for owner in sides {
            for (piece, kind) in program.pieces.iter().enumerate() {
                if kind.attributes.len() > 4 {
                    return None;
                }
                for combination in 0u64..1 << kind.attributes.len() {
                    let attributes = kind
                        .attributes
                        .iter()
                        .enumerate()
                        .fold(0, |set, (i, (id, _))| set | (combination >> i & 1) << id);
                    if states.len() == 255 {
                        return None;
                    }
                    of[owner as usize][piece].insert(states.len());
                    states.push(State { owner, piece: piece as PieceId, attributes });
                }
            }
        }
        let all = Bits::first(states.len());
        let union = |sets: &mut dyn Iterator<Item = Bits>| sets.fold(Bits::NONE, Bits::or);
        let owned = of.iter().map(|men| union(&mut men.iter().copied())).collect();
        let typed =
            (0..program.pieces.len()).map(|piece| union(&mut of.iter().map(|men| men[piece]))).collect();
        let with = |attribute: usize| {
            (1..states.len()).filter(|n| states[*n].attributes >> attribute & 1 == 1).collect()
        };
        let having = (0..program.attributes.len().min(MAX_ATTRIBUTES)).map(with).collect();
        let mut several = Vec::new();
        for (owner, pieces) in of.iter().enumerate() {
            for (piece, men) in pieces.iter().enumerate() {
                if !men.is_empty() && men.single().is_none() {
                    several.push((owner as PlayerId, piece as PieceId, *men));
                }
            }
        }
        Some(Universe { states, of, owned, typed, having, several, all })
    }

    /// All values of a variable, on a board of so many squares.
    pub fn full(&self, var: Var, squares: usize) -> Bits {
        match var {
            Var::Square(_) => self.all,
            Var::LastFrom | Var::LastTo => {
                let mut all = Bits::first(squares);
                all.insert(NOWHERE);
                all
            }
            Var::Attacked(..) | Var::Defended(..) => Bits::first(2),
        }
    }

    pub fn state(&self, number: usize) -> State {
        self.states[number]
    }

    /// The states of a type's men, whatever their attributes.
    pub fn men(&self, owner: PlayerId, piece: PieceId) -> Bits {
        self.of[owner as usize][piece as usize]
    }

    pub fn owned(&self, owner: PlayerId) -> Bits {
        self.owned[owner as usize]
    }

    pub fn occupied(&self) -> Bits {
        self.all.without(Bits::one(EMPTY))
    }

    /// The men of some types, whoever owns them.
    pub fn typed(&self, pieces: &[PieceId]) -> Bits {
        pieces.iter().fold(Bits::NONE, |set, piece| set.or(self.typed[*piece as usize]))
    }

    pub fn having(&self, attribute: AttributeId) -> Bits {
        self.having.get(attribute as usize).copied().unwrap_or(Bits::NONE)
    }

    /// The number of a state.
    pub fn number(&self, state: State) -> Option<usize> {
        (1..self.states.len()).find(|n| self.states[*n] == state)
    }

    /// The state of a new man.
    pub fn fresh(&self, program: &Program, owner: PlayerId, piece: PieceId) -> usize {
        let (attributes, _) = program.pieces[piece as usize].attribute_bits();
        self.number(State { owner, piece, attributes }).unwrap_or(EMPTY)
    }

    /// The types, by owner, of which a set holds some men but not all.
    pub fn split(&self, set: Bits) -> Vec<(PlayerId, PieceId)> {
        let parted = |men: Bits| {
            let some = men.and(set);
            !some.is_empty() && some != men
        };
        self.several
            .iter()
            .filter(|(.., men)| parted(*men))
            .map(|&(owner, piece, _)| (owner, piece))
            .collect()
    }
}
