//! Stating things from White's view, with Black mirrored.

use std::collections::BTreeSet;

use super::super::{
    Aftermath, At, Board, Condition, Content, Distances, Effect, Guard, Hurdle, ManPattern, Orientation,
    Place, Region, Rules, Side, Sides, Square, SquareSet, Step, Types,
};

/// What the records of a game are stated on, before and after.
pub(super) struct View {
    board: Board,
    /// The same with the orientation of the canonical form.
    mirrored: Board,
    all: BTreeSet<String>,
}

/// The squares from one to the other in a straight line, both included; where
/// they lie on no line, both alone.
pub(super) fn line(from: Square, to: Square) -> SquareSet {
    let x = i32::from(to.file()) - i32::from(from.file());
    let y = i32::from(to.rank()) - i32::from(from.rank());
    let ends = SquareSet::of(from).or(SquareSet::of(to));
    if x != 0 && y != 0 && x.abs() != y.abs() {
        return ends;
    }
    let steps = 0..=x.abs().max(y.abs());
    steps.filter_map(|n| from.offset(x.signum() * n, y.signum() * n)).collect::<SquareSet>().or(ends)
}

/// Whether directions are others when left and right are exchanged.
fn are_handed<'s>(steps: impl IntoIterator<Item = &'s Step> + Clone) -> bool {
    let all = steps.clone();
    let has = |vector: (i8, i8)| all.clone().into_iter().any(|s| (s.dx, s.dy) == vector && s.via.is_empty());
    steps.into_iter().any(|step| !has((-step.dx, step.dy)))
}

/// Whether a condition has directions or squares, which can't be restated for
/// one side alone.
fn has_directions(condition: &Condition) -> bool {
    match condition {
        Condition::Row { steps, .. } | Condition::Chain { steps, .. } | Condition::Facing { steps, .. } => {
            are_handed(steps)
        }
        Condition::Pattern { .. } | Condition::Sequence { .. } => true,
        Condition::All(list) | Condition::Any(list) => list.iter().any(has_directions),
        Condition::Not(inner) => has_directions(inner),
        _ => false,
    }
}

impl View {
    pub fn new(rules: &Rules, all: BTreeSet<String>) -> View {
        let aims = rules.marks.iter().filter_map(|mark| mark.lost_when_aimed_at.as_ref());
        let keeps = rules.gates.iter().any(|gate| !gate.when.is_empty())
            || rules.aftermath.iter().any(|aftermath| match aftermath {
                Aftermath::Blast { steps, .. } | Aftermath::Flip { steps, .. } => are_handed(steps),
                Aftermath::Petrify { .. } => false,
            })
            || aims.into_iter().any(|aim| are_handed(&aim.steps))
            || rules.ends.iter().any(|end| has_directions(&end.when));
        let orientation = if keeps { rules.board.black_sees } else { Orientation::Mirror };
        let mirrored = Board { black_sees: orientation, ..rules.board.clone() };
        View { board: rules.board.clone(), mirrored, all }
    }

    pub fn orientation(&self) -> Orientation {
        self.mirrored.black_sees
    }

    fn turns(&self, side: Side) -> bool {
        side == Side::Black && self.board.black_sees != self.mirrored.black_sees
    }

    /// A vector of a record for one side, restated. Both turns are their own
    /// inverse.
    fn vector(&self, side: Side, (dx, dy): (i8, i8)) -> (i8, i8) {
        if !self.turns(side) {
            return (dx, dy);
        }
        let real = self.board.vector_for(side, (i32::from(dx), i32::from(dy)));
        let (dx, dy) = self.mirrored.vector_for(side, real);
        (dx as i8, dy as i8)
    }

    pub fn step_for(&self, side: Side, step: &Step) -> Step {
        let (dx, dy) = self.vector(side, (step.dx, step.dy));
        Step { dx, dy, via: step.via.iter().map(|v| self.vector(side, *v)).collect() }
    }

    pub fn square_for(&self, side: Side, square: Square) -> Square {
        if self.turns(side) {
            self.mirrored.square_for(side, self.board.square_for(side, square))
        } else {
            square
        }
    }

    pub fn squares_for(&self, side: Side, squares: SquareSet) -> SquareSet {
        squares.iter().map(|s| self.square_for(side, s)).collect()
    }

    /// A region of a record for one side, from White's view.
    pub fn region_for(&self, side: Side, region: &Region) -> Region {
        let real = region.of(side, &self.board);
        if real == self.board.squares() {
            return Region::All;
        }
        Region::squares(match side {
            Side::White => real,
            Side::Black => self.mirrored.turned(real),
        })
    }

    /// A region of a record for both sides.
    pub fn region(&self, region: &Region) -> Region {
        let white = self.region_for(Side::White, region);
        if self.region_for(Side::Black, region) == white {
            return white;
        }
        Region::per_side(region.of(Side::White, &self.board), region.of(Side::Black, &self.board))
    }

    /// The squares of the board in a record for one side, from White's view.
    pub fn seen_board(&self, sides: Sides) -> SquareSet {
        match sides {
            Sides::Black => self.mirrored.turned(self.board.squares()),
            Sides::Both | Sides::White => self.board.squares(),
        }
    }

    pub fn types(&self, types: &mut Types) {
        if matches!(types, Types::Only(names) if *names == self.all) && !self.all.is_empty() {
            *types = Types::Any;
        }
    }

    /// Takes out patterns that others cover; the names of all types become none.
    pub fn men(&self, men: &mut BTreeSet<ManPattern>) {
        let whole: Vec<ManPattern> = men
            .iter()
            .filter(|m| m.kind.is_some())
            .map(|m| ManPattern { kind: None, ..m.clone() })
            .filter(|any| {
                let named =
                    |name: &String| men.contains(&ManPattern { kind: Some(name.clone()), ..any.clone() });
                self.all.iter().all(named)
            })
            .collect();
        men.extend(whole);
        let covered: Vec<ManPattern> =
            men.iter().filter(|m| men.iter().any(|other| other != *m && other.covers(m))).cloned().collect();
        covered.iter().for_each(|m| {
            men.remove(m);
        });
    }

    pub fn content(&self, content: &mut Content) {
        self.men(&mut content.men);
    }

    /// Distances along a step, as far as the board reaches: a run that ends at
    /// the far edge goes on without end, what lies beyond is cut off.
    pub fn distances(&self, step: &Step, distances: Distances) -> Distances {
        let reach = |extent: u8, d: i8| match d.unsigned_abs() {
            0 => u8::MAX,
            d => extent.saturating_sub(1) / d,
        };
        let most = reach(self.board.files, step.dx).min(reach(self.board.ranks, step.dy));
        if most == 0 || most > 15 {
            return distances;
        }
        let inside = Distances::of(distances.iter().filter(|d| *d <= most));
        if most >= 2 && inside.contains(most) && inside.contains(most - 1) {
            inside.or(Distances::of(most..16))
        } else {
            inside
        }
    }

    pub fn hurdle(&self, step: &Step, hurdle: &Hurdle) -> Hurdle {
        let mut hurdle = hurdle.clone();
        self.content(&mut hurdle.is);
        if hurdle.at != Distances::ANY {
            hurdle.at = self.distances(step, hurdle.at);
        }
        if hurdle.behind != Distances::ANY {
            hurdle.behind = self.distances(step, hurdle.behind);
        }
        hurdle
    }

    fn at(&self, side: Side, at: At) -> At {
        match at {
            At::From(dx, dy) => {
                let (dx, dy) = self.vector(side, (dx, dy));
                At::From(dx, dy)
            }
            At::To(dx, dy) => {
                let (dx, dy) = self.vector(side, (dx, dy));
                At::To(dx, dy)
            }
            At::Board(square) => At::Board(self.square_for(side, square)),
        }
    }

    fn place(&self, side: Side, place: &Place) -> Place {
        match place {
            Place::Region(region) => match self.region_for(side, region) {
                Region::All => Place::Board,
                region => Place::Region(region),
            },
            Place::FileOf(at) => Place::FileOf(self.at(side, *at)),
            Place::Near { at, steps } => Place::Near {
                at: self.at(side, *at),
                steps: steps.iter().map(|s| self.step_for(side, s)).collect(),
            },
            other => other.clone(),
        }
    }

    /// Guards that must all hold: sorted, without duplicates and nesting.
    pub fn guards(&self, side: Side, guards: &[Guard]) -> Vec<Guard> {
        let mut list: Vec<Guard> = Vec::new();
        for guard in guards {
            match self.guard(side, guard) {
                Guard::All(inner) => list.extend(inner),
                guard => list.push(guard),
            }
        }
        list.sort();
        list.dedup();
        list
    }

    fn guard(&self, side: Side, guard: &Guard) -> Guard {
        let squash = |mut list: Vec<Guard>, all: bool| match list.len() {
            1 => list.swap_remove(0),
            _ if all => Guard::All(list),
            _ => Guard::Any(list),
        };
        match guard {
            Guard::Square { at, is } => {
                let mut is = is.clone();
                self.content(&mut is);
                Guard::Square { at: self.at(side, *at), is }
            }
            Guard::Within { at, region } => {
                Guard::Within { at: self.at(side, *at), region: self.region_for(side, region) }
            }
            Guard::Count { men, place, at_least, at_most } => {
                let mut men = men.clone();
                self.men(&mut men);
                Guard::Count { men, place: self.place(side, place), at_least: *at_least, at_most: *at_most }
            }
            Guard::Attacked { at, by } => Guard::Attacked { at: self.at(side, *at), by: *by },
            Guard::Attacks { men } => {
                let mut men = men.clone();
                self.men(&mut men);
                Guard::Attacks { men }
            }
            Guard::LastMove { from, to } => {
                Guard::LastMove { from: from.map(|at| self.at(side, at)), to: to.map(|at| self.at(side, at)) }
            }
            Guard::Encloses { steps, through_walls } => {
                let steps = steps.iter().map(|s| self.step_for(side, s)).collect();
                Guard::Encloses { steps, through_walls: *through_walls }
            }
            Guard::SlidIn { steps, passing } => {
                let steps = steps.iter().map(|s| self.step_for(side, s)).collect();
                Guard::SlidIn { steps, passing: *passing }
            }
            Guard::All(list) => squash(self.guards(side, list), true),
            Guard::Any(list) => {
                let mut flat: Vec<Guard> = Vec::new();
                for guard in list {
                    match self.guard(side, guard) {
                        Guard::Any(inner) => flat.extend(inner),
                        guard => flat.push(guard),
                    }
                }
                flat.sort();
                flat.dedup();
                squash(flat, false)
            }
            Guard::Not(inner) => match self.guard(side, inner) {
                Guard::Not(twice) => *twice,
                guard => Guard::Not(Box::new(guard)),
            },
            Guard::InCheck | Guard::Mobile | Guard::ColoursEven { .. } => guard.clone(),
        }
    }

    /// Effects keep their order.
    pub fn effects(&self, side: Side, effects: &[Effect]) -> Vec<Effect> {
        let at = |at: &At| self.at(side, *at);
        let restate = |effect: &Effect| match effect {
            Effect::Remove { at: a } => Effect::Remove { at: at(a) },
            Effect::Put { at: a, kind, whose } => {
                Effect::Put { at: at(a), kind: kind.clone(), whose: *whose }
            }
            Effect::Become { at: a, kind } => Effect::Become { at: at(a), kind: kind.clone() },
            Effect::Give { at: a, whose } => Effect::Give { at: at(a), whose: *whose },
            Effect::Mark { at: a, mark, held } => Effect::Mark { at: at(a), mark: mark.clone(), held: *held },
            Effect::Shift { from, to } => Effect::Shift { from: at(from), to: at(to) },
            Effect::Wall { at: a } => Effect::Wall { at: at(a) },
            Effect::Stock { .. } => effect.clone(),
        };
        effects.iter().map(restate).collect()
    }
}
