//! What all parts of the lift stand on: the program, its states and squares, and
//! its *guarded moves*.

use std::collections::{BTreeMap, BTreeSet};

use super::super::program::{Block, PieceId, PlayerId, Program, Square};
use super::cube::{Bits, Cube, Var, primes};
use super::paths::{BLOCK_WEIGHT, Emission, MAX_BLOCK_WEIGHT, Outcome, TooMany, explore};
use super::states::{EMPTY, Universe};
use crate::rules;

/// The program, and how its squares lie on a board of [`rules::Rules`].
pub(super) struct Ground<'p> {
    pub program: &'p Program,
    pub universe: Universe,
    /// White and Black.
    pub sides: [PlayerId; 2],
    /// The square of the rules' board for each square of the program.
    pub place: Vec<Option<rules::Square>>,
    /// Types that a `checkmated` goal names, by player.
    pub royals: Vec<Vec<PieceId>>,
    /// Whether the priorities make no difference: all that is offered is of one class.
    pub one_class: bool,
    /// All blocks together may take so many statements; those behind are given up.
    pub max_steps: u64,
}

/// A block may emit so many moves, on all boards from all squares.
const MAX_EMISSIONS: usize = 20_000;
/// All blocks together may emit so many.
const MAX_ALL_EMISSIONS: usize = 500_000;

/// The conditions and effects of all blocks may weigh so much.
const MAX_WEIGHT: usize = 4_000_000;

/// A block, by its place in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BlockId {
    pub piece: PieceId,
    pub drop: bool,
    pub number: usize,
}

/// A move with all that must hold for it, as one prime cube, and every type
/// that the man may become under just that guard.
#[derive(Debug, Clone)]
pub(super) struct Guarded {
    pub player: PlayerId,
    pub piece: PieceId,
    pub start: Square,
    /// The move type, where priorities tell types apart.
    pub class: String,
    /// Never offered, but attacks.
    pub threat: bool,
    pub outcome: Outcome,
    pub cube: Cube,
    /// `None`: it stays what it is.
    pub promotions: BTreeSet<Option<PieceId>>,
    pub blocks: BTreeSet<BlockId>,
}

impl Guarded {
    /// Origin and destination of the first displacement, which is the mover's.
    pub fn first(&self) -> (Square, Square) {
        self.outcome.parts.first().copied().unwrap_or((self.start, self.start))
    }
}

impl Ground<'_> {
    pub fn side(&self, player: PlayerId) -> rules::Side {
        if player == self.sides[0] { rules::Side::White } else { rules::Side::Black }
    }

    pub fn other(&self, player: PlayerId) -> PlayerId {
        if player == self.sides[0] { self.sides[1] } else { self.sides[0] }
    }

    pub fn name(&self, piece: PieceId) -> String {
        super::piece_name(&self.program.pieces[piece as usize].name)
    }

    /// All values of a variable.
    pub fn full(&self, var: Var) -> Bits {
        self.universe.full(var, self.program.board.squares.len())
    }

    /// What may stand on a square before the move.
    pub fn standing(&self, guarded: &Guarded, square: Square) -> Bits {
        match guarded.cube.get(Var::Square(square)) {
            Some(set) => set,
            None if square == guarded.start && guarded.outcome.drop.is_none() => {
                self.universe.men(guarded.player, guarded.piece)
            }
            None => self.universe.all,
        }
    }

    fn declares(&self, states: Bits, attribute: u8) -> bool {
        states.iter().filter(|n| *n != EMPTY).any(|n| {
            let piece = self.universe.state(n).piece;
            self.program.pieces[piece as usize].attribute_bits().1 >> attribute & 1 == 1
        })
    }

    /// Takes out of an outcome what has no effect under its guard.
    fn settle(&self, emission: &mut Emission, player: PlayerId, piece: PieceId, start: Square) {
        let fresh = |piece| Bits::one(self.universe.fresh(self.program, player, piece));
        let outcome = &mut emission.outcome;
        let before = |square: Square| match emission.cube.get(Var::Square(square)) {
            Some(set) => set,
            None if square == start && outcome.drop.is_none() => self.universe.men(player, piece),
            None => self.universe.all,
        };
        let parts = outcome.parts.clone();
        let last = parts.len().saturating_sub(1);
        let lands = |square: Square| parts.iter().rposition(|(_, to)| *to == square);
        let leaves = |square: Square| parts.iter().any(|(from, _)| *from == square) && outcome.drop.is_none();
        let created: BTreeSet<Square> = outcome
            .deeds
            .iter()
            .filter_map(|d| match d {
                super::paths::Deed::Create(square, ..) | super::paths::Deed::Type(square, _) => Some(*square),
                _ => None,
            })
            .collect();
        outcome.attributes.retain(|(square, attribute), _| {
            if created.contains(square) {
                return true;
            }
            let states = match lands(*square) {
                Some(part) if part == last && emission.promotion.is_some() => {
                    emission.promotion.map_or(Bits::NONE, fresh)
                }
                Some(0) if outcome.drop.is_some() => fresh(piece),
                Some(part) => before(parts[part].0),
                None if leaves(*square) => Bits::NONE,
                None => before(*square),
            };
            self.declares(states, *attribute)
        });
        outcome.captures.retain(|square| {
            lands(*square).is_some()
                || created.contains(square)
                || !leaves(*square) && before(*square) != Bits::one(EMPTY)
        });
        if emission.promotion == Some(piece)
            && parts.len() == 1
            && self.program.pieces[piece as usize].attributes.is_empty()
        {
            emission.promotion = None;
        }
    }

    /// The priority class of a block: its name, and whether it is offered at all.
    fn class(&self, block: &Block) -> (String, bool) {
        let program = self.program;
        match block.move_type {
            _ if program.priorities.is_empty() => (String::new(), true),
            Some(kind) => {
                let offered = program.priorities.contains(&kind);
                let name = if self.one_class { "" } else { &program.move_types[kind as usize] };
                (name.to_owned(), offered)
            }
            None => (String::new(), true),
        }
    }

    /// All guarded moves of the game. Blocks whose paths can't be listed are named.
    pub fn guarded_moves(&self) -> (Vec<Guarded>, BTreeMap<BlockId, TooMany>) {
        type Key = (PlayerId, PieceId, Square, String, bool, Outcome);
        type Found = BTreeMap<Option<PieceId>, (Vec<Cube>, BTreeSet<BlockId>)>;
        let mut groups: BTreeMap<Key, Found> = BTreeMap::new();
        let mut failed = BTreeMap::new();
        let mut room = MAX_ALL_EMISSIONS;
        // Who may run less may also keep less.
        let max_weight = MAX_WEIGHT.min(usize::try_from(self.max_steps / 4).unwrap_or(usize::MAX));
        let mut weight = 0;
        let mut steps = 0;
        for player in self.sides {
            let admitted = self.admitted(player);
            for (piece, kind) in self.program.pieces.iter().enumerate() {
                let piece = piece as PieceId;
                let blocks = kind.moves.iter().enumerate().map(|(n, b)| (n, b, false));
                let drops = kind.drops.iter().enumerate().map(|(n, b)| (n, b, true));
                for (number, block, drop) in blocks.chain(drops) {
                    if admitted.is_some_and(|kind| block.move_type != Some(kind)) {
                        continue;
                    }
                    let id = BlockId { piece, drop, number };
                    let (class, offered) = self.class(block);
                    // A block that can't be listed from one square is left out from all.
                    let mut whole = Vec::new();
                    let mut taken = 0;
                    let mut block_weight = 0;
                    if steps > self.max_steps || weight > max_weight {
                        let limit = if steps > self.max_steps {
                            "statements for all blocks (MAX_STEPS)"
                        } else {
                            "conditions and effects of all blocks (MAX_WEIGHT)"
                        };
                        // With blocks missing nothing can be exact; the rest would take long for nothing.
                        return (Vec::new(), self.all_given_up(limit));
                    }
                    for start in 0..self.program.board.squares.len() as Square {
                        if drop && self.program.board.dummy[start as usize] {
                            continue;
                        }
                        let found = explore(
                            self.program,
                            &self.universe,
                            player,
                            piece,
                            drop,
                            start,
                            block,
                            &mut taken,
                        );
                        match found {
                            Ok(list)
                                if whole.len() + list.len() <= MAX_EMISSIONS.min(room)
                                    && block_weight <= MAX_BLOCK_WEIGHT =>
                            {
                                block_weight += list.iter().map(Emission::weight).sum::<usize>();
                                whole.extend(list.into_iter().map(|emission| (start, emission)));
                            }
                            Ok(_) => {
                                let many = "20000 moves of a block, 500000 of all (MAX_EMISSIONS)";
                                let heavy = block_weight > MAX_BLOCK_WEIGHT;
                                failed
                                    .insert(id, TooMany::of(block, if heavy { BLOCK_WEIGHT } else { many }));
                                whole.clear();
                                break;
                            }
                            Err(limit) => {
                                failed.insert(id, limit);
                                whole.clear();
                                break;
                            }
                        }
                    }
                    room -= whole.len();
                    weight += if whole.is_empty() { 0 } else { block_weight };
                    steps += u64::from(taken);
                    for (start, mut emission) in whole {
                        self.settle(&mut emission, player, piece, start);
                        // From where a drop's script starts is no part of what it does.
                        let begin = if drop { 0 } else { start };
                        let key = (player, piece, begin, class.clone(), !offered, emission.outcome);
                        let entry = groups.entry(key).or_default().entry(emission.promotion).or_default();
                        entry.0.push(emission.cube);
                        entry.1.insert(id);
                    }
                }
            }
        }
        let mut all = Vec::new();
        for ((player, piece, start, class, threat, outcome), found) in groups {
            let drop = outcome.drop.is_some();
            let full = |var| match var {
                Var::Square(square) if square == start && !drop => self.universe.men(player, piece),
                var => self.full(var),
            };
            let mut by_cube: BTreeMap<Cube, (BTreeSet<Option<PieceId>>, BTreeSet<BlockId>)> = BTreeMap::new();
            for (promotion, (cubes, blocks)) in found {
                for cube in primes(cubes, full) {
                    let entry = by_cube.entry(cube).or_default();
                    entry.0.insert(promotion);
                    entry.1.extend(&blocks);
                }
            }
            for (cube, (promotions, blocks)) in by_cube {
                let (class, outcome) = (class.clone(), outcome.clone());
                all.push(Guarded { player, piece, start, class, threat, outcome, cube, promotions, blocks });
            }
        }
        (all, failed)
    }

    /// Every block as one that is given up.
    fn all_given_up(&self, limit: &'static str) -> BTreeMap<BlockId, TooMany> {
        let of = |piece: usize, drop, blocks: &[Block]| -> Vec<(BlockId, TooMany)> {
            let id = |number| BlockId { piece: piece as PieceId, drop, number };
            let given_up = |block: &Block| TooMany::of(block, limit);
            blocks.iter().enumerate().map(|(number, block)| (id(number), given_up(block))).collect()
        };
        let pieces = self.program.pieces.iter().enumerate();
        pieces.flat_map(|(n, kind)| [of(n, false, &kind.moves), of(n, true, &kind.drops)]).flatten().collect()
    }

    /// The only move type that a player's turns admit, where they all admit the same one.
    pub fn admitted(&self, player: PlayerId) -> Option<u16> {
        self.program.turns.iter().find(|t| t.mover == player).and_then(|t| t.move_type)
    }
}
