//! En passant: captures that ask where the last move began and ended.
//!
//! The argument is by history. A guard that pins the last move to one origin and
//! one destination can only hold after a guarded move of the opponent between these
//! squares; each of them is looked at, and what all of them leave behind is known
//! besides. If they are all rides over a square on which the capture lands, then
//! capturing there is what [`crate::rules::EnPassant`] says, provided that *every*
//! man that may capture on such a square may do so after *every* such ride.

use std::collections::{BTreeMap, BTreeSet};

use super::super::program::{PieceId, PlayerId, Square};
use super::cube::{Bits, Cube, NOWHERE, Var};
use super::explain::{Atom, Marks, rides};
use super::ground::{Ground, Guarded};
use super::history::Aftermath;
use super::states::EMPTY;
use crate::rules::{self, Content};

/// A ride that can be captured on where it passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Runner {
    pub player: PlayerId,
    pub piece: PieceId,
    pub from: Square,
    pub to: Square,
}

/// A capture on a square that a runner passed.
struct Catch {
    index: usize,
    runners: BTreeSet<Runner>,
    /// What else must hold.
    rest: Cube,
}

/// A capture in passing as it is stated, from which runner apart.
type How = (PlayerId, PieceId, Square, Square, Cube, Vec<(u8, bool)>, String);

/// What the captures in passing of a game come to.
#[derive(Default)]
pub(super) struct Passing {
    /// Rules that land on squares just passed.
    pub atoms: Vec<Atom>,
    pub runners: BTreeMap<Runner, BTreeSet<Square>>,
    /// The guarded moves that these rules explain, by number.
    pub explained: BTreeSet<usize>,
    /// Guarded moves that no game comes to.
    pub dead: BTreeSet<usize>,
    /// Guards as history leaves them, for those that are explained in another way.
    pub simpler: BTreeMap<usize, Cube>,
}

impl Ground<'_> {
    /// The square between the ends of a ride, if it is one, by their place on the board.
    fn passed(&self, from: Square, to: Square) -> Option<BTreeSet<Square>> {
        let origin = self.at(from)?;
        let ((dx, dy), n) = rides(self.vector(from, to)?).next()?;
        let between = (1..n).map(|k| {
            let square = origin.offset(dx * k, dy * k)?;
            self.place.iter().position(|p| *p == Some(square)).map(|s| s as Square)
        });
        between.collect()
    }

    /// Whether the guarded move is a plain ride to an empty square.
    fn is_ride(&self, guarded: &Guarded) -> bool {
        let outcome = &guarded.outcome;
        let (from, to) = guarded.first();
        let Some(passed) = self.passed(from, to) else { return false };
        let empty = Bits::one(EMPTY);
        outcome.parts.len() == 1
            && outcome.drop.is_none()
            && outcome.partial.is_none()
            && !outcome.copy
            && outcome.deeds.is_empty()
            && outcome.captures.is_empty()
            && passed.iter().chain([&to]).all(|s| guarded.cube.get(Var::Square(*s)) == Some(empty))
    }

    pub fn passing(
        &self,
        moves: &[Guarded],
        cubes: &[Option<Cube>],
        aftermath: &Aftermath<'_>,
        marks: &Marks,
    ) -> Passing {
        let mut passing = Passing::default();
        let mut catches: Vec<Catch> = Vec::new();
        for (index, guarded) in moves.iter().enumerate() {
            let Some(cube) = &cubes[index] else { continue };
            let pinned = |var| cube.get(var).and_then(Bits::single).filter(|v| *v != NOWHERE);
            let (Some(from), Some(to)) = (pinned(Var::LastFrom), pinned(Var::LastTo)) else { continue };
            let enemy = self.other(guarded.player);
            let judged = Guarded { cube: cube.clone(), ..guarded.clone() };
            let causes = aftermath.causes(self, enemy, (from, to), &judged);
            if causes.is_empty() {
                passing.dead.insert(index);
                continue;
            }
            let mut rest = cube.clone();
            rest.0.retain(|var, set| match var {
                Var::Square(square) => {
                    let hull = causes.iter().fold(Bits::NONE, |hull, (_, after)| {
                        hull.or(after.get(square).copied().unwrap_or(self.universe.all))
                    });
                    !hull.within(*set)
                }
                _ => true,
            });
            let runners = causes
                .iter()
                .map(|(cause, _)| Runner {
                    player: enemy,
                    piece: cause.piece,
                    from: from as Square,
                    to: to as Square,
                })
                .collect();
            passing.simpler.insert(index, rest.clone());
            let (origin, dest) = guarded.first();
            let outcome = &guarded.outcome;
            let fits = causes.iter().all(|(cause, after)| {
                self.is_ride(cause) && after.get(&dest).is_some_and(|s| s.within(Bits::one(EMPTY)))
            });
            let on_the_way = self.passed(from as Square, to as Square).is_some_and(|p| p.contains(&dest));
            let plain = outcome.parts.len() == 1
                && outcome.drop.is_none()
                && outcome.partial.is_none()
                && !outcome.copy
                && outcome.deeds.is_empty()
                && origin == guarded.start
                && guarded.promotions.iter().all(Option::is_none)
                && outcome.captures.iter().eq([&(to as Square)]);
            if fits && on_the_way && plain {
                rest.0.remove(&Var::LastFrom);
                rest.0.remove(&Var::LastTo);
                catches.push(Catch { index, runners, rest });
            }
        }
        self.settle_catches(moves, catches, marks, &mut passing);
        passing
    }

    /// Keeps the captures if they are the same after every runner that passes a square.
    fn settle_catches(&self, moves: &[Guarded], catches: Vec<Catch>, marks: &Marks, passing: &mut Passing) {
        let mut runners: BTreeMap<Runner, BTreeSet<Square>> = BTreeMap::new();
        for runner in catches.iter().flat_map(|c| &c.runners) {
            if let Some(passed) = self.passed(runner.from, runner.to) {
                runners.insert(*runner, passed);
            }
        }
        // Which runners each capture is stated for.
        let mut stated: BTreeMap<How, BTreeSet<Runner>> = BTreeMap::new();
        let mut atoms: Vec<(Atom, How)> = Vec::new();
        for catch in &catches {
            let guarded = &moves[catch.index];
            let (from, to) = guarded.first();
            let changes = guarded.outcome.attributes.iter().map(|((_, a), v)| (*a, *v)).collect();
            let how =
                (guarded.player, guarded.piece, from, to, catch.rest.clone(), changes, guarded.class.clone());
            stated.entry(how.clone()).or_default().extend(&catch.runners);
            let mut plain = guarded.clone();
            plain.outcome.captures.clear();
            match self.atom(&plain, &catch.rest, marks) {
                Ok(mut atom) => {
                    atom.rule.legs[0].onto = Content { en_passant: true, ..Content::default() };
                    atoms.push((atom, how));
                }
                Err(_) => return,
            }
        }
        let all_alike = stated.iter().all(|((player, _, _, to, ..), known)| {
            runners
                .iter()
                .filter(|(runner, passed)| runner.player != *player && passed.contains(to))
                .all(|(runner, _)| known.contains(runner))
        });
        if !all_alike || runners.keys().any(|r| !self.always_rides(moves, r)) {
            return;
        }
        passing.explained = catches.iter().map(|c| c.index).collect();
        passing.atoms = self.widen(atoms, &runners);
        passing.runners = runners;
    }

    /// Whether a runner's displacement is a ride whenever its type makes it.
    fn always_rides(&self, moves: &[Guarded], runner: &Runner) -> bool {
        moves
            .iter()
            .filter(|g| g.player == runner.player && g.piece == runner.piece && !g.threat)
            .filter(|g| g.first() == (runner.from, runner.to))
            .all(|g| self.is_ride(g))
    }

    /// Where a man captures on every passed square that its step leads to, it is no
    /// matter from where: elsewhere there is never such a square.
    fn widen(&self, atoms: Vec<(Atom, How)>, runners: &BTreeMap<Runner, BTreeSet<Square>>) -> Vec<Atom> {
        let mut out: Vec<Atom> = Vec::new();
        let mut groups: BTreeMap<(PlayerId, PieceId, rules::MoveRule), Vec<Atom>> = BTreeMap::new();
        for (atom, _) in atoms {
            groups.entry((atom.player, atom.piece, atom.rule.clone())).or_default().push(atom);
        }
        for ((player, _, rule), group) in groups {
            let leg = &rule.legs[0];
            let plain = rule.when.is_empty() && leg.hurdle.is_none();
            let step = leg.steps.first().map_or((0, 0), rules::Step::vector);
            let n = i32::from(leg.distance.most());
            let (dx, dy) = (step.0 * n, step.1 * n);
            let passed: BTreeSet<rules::Square> = runners
                .iter()
                .filter(|(runner, _)| runner.player != player)
                .flat_map(|(_, passed)| passed.iter().filter_map(|s| self.at(*s)))
                .collect();
            let here: BTreeSet<rules::Square> = group.iter().map(|a| a.to).collect();
            let squares: BTreeSet<rules::Square> = self.place.iter().flatten().copied().collect();
            let reached =
                passed.iter().filter(|to| to.offset(-dx, -dy).is_some_and(|s| squares.contains(&s)));
            let promotes = group.iter().any(|a| a.promotions.iter().any(Option::is_some));
            if plain && !promotes && reached.copied().collect::<BTreeSet<_>>() == here {
                for from in &squares {
                    if let Some(to) = from.offset(dx, dy).filter(|s| squares.contains(s)) {
                        out.push(Atom { from: *from, to, ..group[0].clone() });
                    }
                }
            } else {
                out.extend(group);
            }
        }
        out
    }
}
