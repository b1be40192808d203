//! The plain generator: legal moves, check and ends, as [`crate::rules`] states
//! them.
//!
//! | file | what it answers |
//! |---|---|
//! | `ride` | where can a leg land? |
//! | `attack` | is a square attacked, is a side in check? |
//! | `guards` | does a condition hold? |
//! | `generate` | which moves does a side have, safety aside? |
//! | `promote`, `castle`, `passing` | what are the special ones? |
//! | `gates`, `walls` | what may a turn add to a move? |
//! | `make` | what does a move do? |
//! | `aftermath` | what follows it on other squares? |
//! | `legal` | which of them are legal? |
//! | `ends` | is the game over, and how? |
//! | `counting` | how many moves has an ending left? |

mod aftermath;
mod attack;
mod castle;
mod counting;
mod ends;
mod gates;
mod generate;
mod guards;
mod legal;
mod make;
mod moves;
mod passing;
mod promote;
mod ride;
mod tables;
mod walls;

use crate::rules::{Aftermath, Board, Condition, PerSide, Rules, Side, Square, SquareSet};

use super::game::{After, Aiming, Building, Crown, Entry, Gateway, Kind, Line, Rise, Swap, Way};
use super::position::{Cell, Man, Position};
use super::refuse::{self, Unplayed};
use super::resolve::Resolver;

pub use ends::{Finish, Reason};
pub use moves::{Gated, Move, MoveKind};
pub(in crate::engine) use tables::men_on_file;

/// A way by which a type may capture so many files and ranks away.
#[derive(Debug, Clone, Copy)]
struct Hit {
    way: u16,
    pace: u8,
    distance: u8,
}

/// What the generator keeps of a type, for one side.
#[derive(Debug, Clone, Default)]
struct Type {
    ways: Vec<Way>,
    /// For each distance on the board (see [`delta`]), the ways that could
    /// capture there on some board.
    hits: Vec<Vec<Hit>>,
    /// Ways whose captures don't follow from a single ride.
    winding: Vec<u16>,
    /// Whether two ways may lead to the same square.
    may_repeat: bool,
}

/// The place of a vector in tables of all vectors on the largest board.
fn delta(from: Square, to: Square) -> usize {
    let dx = i32::from(to.file()) - i32::from(from.file()) + 15;
    let dy = i32::from(to.rank()) - i32::from(from.rank()) + 15;
    (dy * 31 + dx) as usize
}

/// The plain generator for one game.
#[derive(Debug, Clone)]
pub struct Oracle {
    rules: Rules,
    squares: SquareSet,
    types: PerSide<Vec<Type>>,
    /// For each distance on the board, the types that could capture there at all.
    /// Saves most questions in `attack`.
    reach: PerSide<Vec<u64>>,
    rises: PerSide<Vec<Rise>>,
    swaps: PerSide<Vec<Swap>>,
    entries: PerSide<Vec<Entry>>,
    crowns: PerSide<Vec<Crown>>,
    gates: PerSide<Vec<Gateway>>,
    aftermath: PerSide<Vec<After>>,
    /// Whether a capture may remove a royal man of the side that captures.
    captures_may_cost: bool,
    walls: PerSide<Option<Building>>,
    /// Men that may not go on facing each other.
    parting: PerSide<Option<Line>>,
    /// What the ends ask of men that face each other, in the order of [`ends::facings`].
    facings: Vec<Line>,
    /// Marks that are lost by being aimed at, and by what.
    aims: PerSide<Vec<(u8, Aiming)>>,
    /// Marks that are gone with the hand.
    hand_marks: u8,
    ep_region: PerSide<SquareSet>,
    endless: u64,
    resets_clock: PerSide<u64>,
    ends: Vec<PerSide<ends::Goal>>,
    /// The checks that a side has to give, where they count.
    checks: Option<u8>,
    hand_order: Vec<Kind>,
}

impl Oracle {
    /// Prepares to play by these rules, which should be valid (see
    /// [`crate::rules::validate`]).
    ///
    /// # Errors
    /// Every field that states something that can't be played yet.
    pub fn new(rules: &Rules) -> Result<Oracle, Vec<Unplayed>> {
        let unplayed = refuse::unplayed(rules);
        if !unplayed.is_empty() {
            return Err(unplayed);
        }
        let each = |side| Resolver { rules, side };
        fn per_side<T>(f: impl Fn(Side) -> T) -> PerSide<T> {
            PerSide { white: f(Side::White), black: f(Side::Black) }
        }
        let for_side = |sides: crate::rules::Sides, side| sides.includes(side);
        let types = per_side(|side| {
            let resolver = each(side);
            rules
                .pieces
                .iter()
                .map(|piece| {
                    let ways =
                        piece.moves.iter().filter(|m| for_side(m.sides, side)).map(|m| resolver.way(m));
                    Type::new(ways.collect(), side)
                })
                .collect()
        });
        let reach = per_side(|side| {
            let types: &Vec<Type> = types.of(side);
            let can = |place: usize| {
                let reaches = |kind: &Type| !kind.winding.is_empty() || !kind.hits[place].is_empty();
                (types.iter().enumerate())
                    .fold(0, |set, (i, kind)| if reaches(kind) { set | 1 << i } else { set })
            };
            (0..31 * 31).map(can).collect()
        });
        Ok(Oracle {
            reach,
            squares: rules.board.squares(),
            rises: per_side(|side| {
                let records = rules.promotions.iter().filter(|r| for_side(r.sides, side));
                records.map(|r| each(side).rise(r)).collect()
            }),
            swaps: per_side(|side| {
                let records = rules.castlings.iter().filter(|r| for_side(r.sides, side));
                records.map(|r| each(side).swap(r)).collect()
            }),
            entries: per_side(|side| {
                let records = rules.drops.iter().filter(|r| for_side(r.sides, side));
                records.map(|r| each(side).entry(r)).collect()
            }),
            crowns: per_side(|side| {
                let records = rules.royals.iter().filter(|r| for_side(r.sides, side));
                records.map(|r| each(side).crown(r)).collect()
            }),
            gates: per_side(|side| {
                let records = rules.gates.iter().filter(|r| for_side(r.sides, side));
                records.map(|r| each(side).gateway(r)).collect()
            }),
            aftermath: per_side(|side| rules.aftermath.iter().map(|r| each(side).after(r)).collect()),
            captures_may_cost: !rules.royals.is_empty()
                && rules.aftermath.iter().any(|r| !matches!(r, Aftermath::Flip { .. })),
            walls: per_side(|side| rules.walls.as_ref().map(|r| each(side).building(r))),
            parting: per_side(|side| {
                rules.check.facing.as_ref().map(|facing| each(side).line(&facing.types, &facing.steps))
            }),
            facings: ends::facings(rules)
                .into_iter()
                .filter_map(|condition| match condition {
                    Condition::Facing { types, steps } => Some(each(Side::White).line(types, steps)),
                    _ => None,
                })
                .collect(),
            aims: per_side(|side| {
                let aims = rules
                    .marks
                    .iter()
                    .filter_map(|mark| Some((&mark.name, mark.lost_when_aimed_at.as_ref()?)));
                aims.map(|(name, aim)| (each(side).mark(name), each(side).aiming(aim))).collect()
            }),
            hand_marks: rules
                .marks
                .iter()
                .filter(|mark| mark.needs_hand)
                .fold(0, |set, mark| set | each(Side::White).mark(&mark.name)),
            ep_region: per_side(|side| each(side).region(&rules.en_passant.region)),
            endless: each(Side::White).kinds(&rules.hands.endless),
            resets_clock: per_side(|side| match &rules.claims.move_limit {
                Some(limit) => each(side).kinds(limit.reset_by.of(side)),
                None => (rules.pieces.iter().enumerate())
                    .filter(|(_, p)| p.pawn)
                    .fold(0, |set, (i, _)| set | Kind(i as u8).bit()),
            }),
            ends: rules
                .ends
                .iter()
                .map(|end| per_side(|side| ends::Goal::new(&end.when, &each(side))))
                .collect(),
            checks: rules.ends.iter().find_map(|end| ends::checks_counted(&end.when)),
            hand_order: each(Side::White).hand_order(),
            types,
            rules: rules.clone(),
        })
    }

    /// The rules that are played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.rules.board
    }

    /// The number of a type.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        Resolver { rules: &self.rules, side: Side::White }.kind(name)
    }

    /// The name of a type.
    pub fn kind_name(&self, kind: Kind) -> &str {
        self.rules.pieces.get(usize::from(kind.0)).map_or("?", |p| p.name.as_str())
    }

    /// The types in the order in which FEN lists them in hand.
    pub fn hand_order(&self) -> &[Kind] {
        &self.hand_order
    }

    /// The squares of a side's royal men.
    pub fn royal_squares(&self, position: &Position, side: Side) -> SquareSet {
        self.royal_men(position, side)
    }

    /// The squares of a side's royal men to which check is announced.
    pub(crate) fn announced_royals(&self, position: &Position, side: Side) -> SquareSet {
        self.announced_men(position, side)
    }

    /// The letter of a castling of the side, in upper case.
    pub(crate) fn castling_letter(&self, side: Side, record: u8) -> char {
        self.swaps.of(side).get(usize::from(record)).map_or('?', |swap| swap.rule.letter.to_ascii_uppercase())
    }

    /// The type that a man has when it is dropped, if not its own.
    pub(crate) fn drop_becomes(&self, side: Side, mv: &Move) -> Option<Kind> {
        match mv.kind {
            MoveKind::Drop(record, _) => self.entries.of(side).get(usize::from(record))?.becomes,
            _ => None,
        }
    }

    /// Whether the promotion of a move makes the man what it was before.
    pub(crate) fn is_demotion(&self, position: &Position, mv: &Move, kind: Kind, record: u8) -> bool {
        let rise = self.rises.of(position.to_move).get(usize::from(record));
        rise.is_some_and(|rise| rise.rule.or_demote && !rise.into.contains(&kind))
            && position.man(mv.from).is_some_and(|man| man.reverts == Some(kind))
    }

    /// Whether a promotion is written with `+`.
    pub(crate) fn promotes_with_plus(&self, side: Side, record: u8) -> bool {
        let rise = self.rises.of(side).get(usize::from(record));
        rise.is_some_and(|rise| rise.rule.reverts == crate::rules::Reverts::ToOrigin)
    }

    /// The start position.
    pub fn start(&self) -> Position {
        let start = &self.rules.start;
        let mut position = Position::empty();
        for square in start.walls.and(self.squares) {
            position.set(square, Cell::Wall);
        }
        for side in Side::BOTH {
            for (name, squares) in start.men(side) {
                let Some(kind) = self.kind(name) else { continue };
                for square in squares.and(self.squares) {
                    let mut man = Man::new(side, kind);
                    if let Some(before) = start.promoted.get(&square) {
                        man.reverts = self.kind(before);
                        man.plus = self.promoted_with_plus(side, kind);
                    }
                    man.marks = self.marks_at_start(square, side, kind);
                    position.set(square, Cell::Man(man));
                }
            }
            for (name, count) in start.hand(side) {
                if let Some(kind) = self.kind(name) {
                    position.hands[side.index()][usize::from(kind.0)] = (*count).min(255) as u8;
                }
            }
        }
        for right in &start.rights {
            position.rights.add(*right);
        }
        position.to_move = start.to_move;
        position.clock = start.clock;
        position.move_number = start.move_number.max(1);
        position.checks_to_give = self.checks_at_start();
        position.en_passant = start.en_passant;
        position.en_passant_victim = self.en_passant_victim(&position);
        position
    }

    /// The checks that each side has to give at the start.
    pub(crate) fn checks_at_start(&self) -> [u8; 2] {
        let stated = &self.rules.start.checks_to_give;
        [stated.white, stated.black].map(|n| if n == 0 { self.checks.unwrap_or(0) } else { n })
    }

    /// Whether checks count.
    pub(crate) fn counts_checks(&self) -> bool {
        self.checks.is_some()
    }

    /// The marks that a man holds if it stands there when the game begins.
    pub(crate) fn marks_at_start(&self, square: Square, side: Side, kind: Kind) -> u8 {
        let resolver = Resolver { rules: &self.rules, side };
        self.rules.marks.iter().fold(0, |set, mark| {
            let held = match self.rules.start.marks.get(&mark.name) {
                Some(squares) => squares.contains(square),
                None => {
                    resolver.kinds(&mark.held_by) & kind.bit() != 0
                        && resolver.region(&mark.held).contains(square)
                }
            };
            if held { set | resolver.mark(&mark.name) } else { set }
        })
    }

    /// Whether a promotion to that type is marked with `+`.
    pub(crate) fn promoted_with_plus(&self, side: Side, kind: Kind) -> bool {
        self.rises
            .of(side)
            .iter()
            .any(|rise| rise.rule.reverts == crate::rules::Reverts::ToOrigin && rise.into.contains(&kind))
    }
}

impl Type {
    fn new(ways: Vec<Way>, side: Side) -> Type {
        let mut hits = vec![Vec::new(); 31 * 31];
        let mut winding = Vec::new();
        let mut lands = vec![0u16; 31 * 31];
        let mut may_repeat = false;
        for (index, way) in ways.iter().enumerate() {
            let simple = !way.winds();
            if !simple {
                winding.push(index as u16);
                may_repeat = true;
                continue;
            }
            for (pace_index, pace) in way.stretches[0].paces.iter().enumerate() {
                for distance in way.stretches[0].distance.iter() {
                    let (dx, dy) = (pace.dx * i32::from(distance) + 15, pace.dy * i32::from(distance) + 15);
                    if !(0..31).contains(&dx) || !(0..31).contains(&dy) {
                        continue;
                    }
                    let place = (dy * 31 + dx) as usize;
                    if !way.threat_only {
                        lands[place] += 1;
                    }
                    let onto = &way.stretches[0].onto;
                    if onto.any_of(side.other()) || onto.en_passant {
                        let hit = Hit { way: index as u16, pace: pace_index as u8, distance };
                        hits[place].push(hit);
                    }
                }
            }
        }
        may_repeat |= lands.iter().any(|n| *n > 1);
        Type { ways, hits, winding, may_repeat }
    }
}
