//! Ways of several legs, and ways with conditions on other squares, as tables: every course
//! from every square is spelt out, with the squares that must be free, those whose men it takes,
//! and what must stand where.

use super::super::game::{Holds, Stretch, Test, Way};
use super::bits::Bits;
use super::compile::{Builder, Unfit};
use super::tables::{Course, CourseThreat, Gait, MOST_TAKEN, NOBODY, Need, Threats};
use crate::rules::{Side, Trail};

/// More courses from one square are not worth a table.
const MOST_COURSES: usize = 2_000;

/// A course on its way.
#[derive(Clone)]
struct Draft<B> {
    here: usize,
    free: B,
    taken: Vec<usize>,
    passed: B,
    capture: bool,
}

impl<B: Bits> Builder<'_, B> {
    /// Adds the courses of a way.
    pub(super) fn add_courses(&self, gait: &mut Gait<B>, side: Side, way: &Way) -> Result<(), Unfit> {
        if !way.then.is_empty() || !way.class.is_empty() {
            return Err("moves with effects");
        }
        let ends = self.layout.set::<B>(way.to) & self.board;
        let them = self.layout.set::<B>(self.oracle.en_passant_region(side.other()));
        let table = gait.courses.get_or_insert_with(|| vec![Vec::new(); self.layout.len()]);
        for from in self.starts(way).squares() {
            let start =
                Draft { here: from, free: B::NONE, taken: Vec::new(), passed: B::NONE, capture: false };
            let mut drafts = vec![start];
            for (leg, stretch) in way.stretches.iter().enumerate() {
                let last = leg + 1 == way.stretches.len();
                let mut next = Vec::new();
                for draft in &drafts {
                    self.follow(side, from, draft, stretch, last, way.leaves, &mut next)?;
                }
                if next.len() > MOST_COURSES {
                    return Err("moves of very many courses");
                }
                drafts = next;
            }
            for draft in drafts.into_iter().filter(|draft| ends.has(draft.here)) {
                if draft.here == from || draft.taken.contains(&draft.here) {
                    return Err("moves that end where something stood that they took or left");
                }
                let Some(needs) = self.needs(way, from, draft.here)? else { continue };
                let mut trail = draft.passed & them;
                match way.leaves {
                    Trail::None => trail = B::NONE,
                    Trail::PassedAndLanding => trail = (draft.passed | B::of(draft.here)) & them,
                    Trail::Passed | Trail::PassedIfAttacked => {}
                }
                let mut taken = [NOBODY; MOST_TAKEN];
                for (slot, square) in taken.iter_mut().zip(&draft.taken) {
                    *slot = *square as u8;
                }
                let to = draft.here as u8;
                let course =
                    Course { to, free: draft.free, taken, capture: draft.capture, trail, needs, twin: false };
                table[from].push(course);
            }
        }
        Ok(())
    }

    /// Goes on by a leg.
    #[allow(clippy::too_many_arguments)]
    fn follow(
        &self,
        side: Side,
        from: usize,
        draft: &Draft<B>,
        stretch: &Stretch,
        last: bool,
        leaves: Trail,
        found: &mut Vec<Draft<B>>,
    ) -> Result<(), Unfit> {
        let enemies = stretch.onto.kinds[side.other().index()] & self.all_kinds();
        let odd = stretch.jump.is_some()
            || stretch.spares
            || stretch.onto.en_passant
            || stretch.onto.wall
            || !stretch.onto.marked.is_empty()
            || stretch.onto.kinds[side.index()] & self.all_kinds() != 0
            || enemies != 0 && enemies != self.all_kinds();
        if odd {
            return Err("unusual legs");
        }
        for pace in &stretch.paces {
            let long = pace.dx.abs().max(pace.dy.abs());
            if leaves != Trail::None
                && (long > 1 && (pace.dx == 0 || pace.dy == 0 || pace.dx.abs() == pace.dy.abs()))
            {
                return Err("leaps that leave en passant squares");
            }
            let mut draft = draft.clone();
            // What is left or taken is empty, whatever stood there.
            let free = |draft: &mut Draft<B>, square: usize| {
                if square != from && !draft.taken.contains(&square) {
                    draft.free = draft.free | B::of(square);
                }
            };
            for distance in 1..=stretch.distance.most() {
                let path: Option<Vec<usize>> =
                    pace.via.iter().map(|via| self.offset(draft.here, *via)).collect();
                let (Some(path), Some(next)) = (path, self.offset(draft.here, (pace.dx, pace.dy))) else {
                    break;
                };
                path.into_iter().for_each(|square| free(&mut draft, square));
                if stretch.distance.contains(distance) {
                    let mut landed = Draft { here: next, ..draft.clone() };
                    if !last {
                        landed.passed = landed.passed | B::of(next);
                    }
                    if enemies != 0 && next != from && !draft.taken.contains(&next) && !draft.free.has(next) {
                        let mut taking = landed.clone();
                        if last {
                            taking.capture = true;
                        } else {
                            taking.taken.push(next);
                        }
                        found.push(taking);
                    }
                    if stretch.onto.empty {
                        if !last {
                            free(&mut landed, next);
                        }
                        found.push(landed);
                    }
                }
                // The ride goes on over it.
                free(&mut draft, next);
                draft.passed = draft.passed | B::of(next);
                draft.here = next;
            }
        }
        Ok(())
    }

    /// What a way asks for on other squares; `None` where it can't be from here to there.
    fn needs(&self, way: &Way, from: usize, to: usize) -> Result<Option<Vec<Need>>, Unfit> {
        let mut needs = Vec::new();
        let mut tests: Vec<&Test> = way.when.iter().collect();
        while let Some(test) = tests.pop() {
            let square = |spot| self.oracle.place_of(spot, self.layout.square(from), self.layout.square(to));
            match test {
                Test::Square(spot, holds) => match square(*spot) {
                    Some(square) => needs.push(self.need(self.layout.index(square), holds)?),
                    None => return Ok(None),
                },
                Test::Within(spot, region) => {
                    if !square(*spot).is_some_and(|square| region.contains(square)) {
                        return Ok(None);
                    }
                }
                Test::All(more) => tests.extend(more),
                _ => return Err("moves with conditions other than what stands on squares"),
            }
        }
        Ok(Some(needs))
    }

    fn need(&self, square: usize, holds: &Holds) -> Result<Need, Unfit> {
        if holds.en_passant || !holds.marked.is_empty() {
            return Err("conditions on marks and en passant squares");
        }
        Ok(Need { square: square as u8, empty: holds.empty, wall: holds.wall, kinds: holds.kinds })
    }

    /// Puts courses that do the same beside each other. What plain moves do too can't be told
    /// apart from them, and does not fit.
    pub(super) fn sort_courses(&self, gait: &mut Gait<B>) -> Result<(), Unfit> {
        let Some(mut table) = gait.courses.take() else { return Ok(()) };
        for (from, list) in table.iter_mut().enumerate() {
            list.sort_by_cached_key(|course| {
                let (to, capture, taken, trail) = course.deed();
                (to, capture, taken, trail.squares().collect::<Vec<_>>())
            });
            for at in 1..list.len() {
                list[at].twin = list[at].deed() == list[at - 1].deed();
            }
            for course in list.iter().filter(|course| course.taken[0] == NOBODY) {
                let to = usize::from(course.to);
                let leaps = if course.capture { &gait.leap_capture } else { &gait.leap_quiet };
                let mut plain = leaps.as_ref().map_or(B::NONE, |leaps| leaps[from]);
                for line in gait.rides.iter().chain(gait.hops.iter().map(|hop| &hop.line)) {
                    let reach = if course.capture { &line.capture } else { &line.quiet };
                    plain = plain | reach.of(from, self.rays[line.ray].squares[from]);
                }
                let lames = gait.lames.as_ref().map_or(&[][..], |lames| lames[from].as_slice());
                let lame = lames.iter().any(|lame| {
                    usize::from(lame.other) == to && if course.capture { lame.capture } else { lame.quiet }
                });
                let trailing = gait.trailing.as_ref().map_or(&[][..], |all| all[from].as_slice());
                let trails = trailing.iter().any(|t| usize::from(t.to) == to && t.trail == course.trail);
                if course.trail.is_none() && (plain.has(to) || lame) || !course.capture && trails {
                    return Err("moves that may be made in two ways");
                }
            }
        }
        gait.courses = Some(table);
        Ok(())
    }

    /// For each square, the courses that take a man there.
    pub(super) fn course_threats(&self, threats: &mut Threats<B>, gaits: &[Gait<B>]) {
        for (kind, gait) in gaits.iter().enumerate() {
            for (from, list) in gait.courses.iter().flatten().enumerate() {
                for (place, course) in list.iter().enumerate().filter(|(_, course)| course.takes()) {
                    let table = threats.courses.get_or_insert_with(|| vec![Vec::new(); self.layout.len()]);
                    let threat = CourseThreat { kind: kind as u8, from: from as u8, course: place as u16 };
                    course.stations().for_each(|square| table[square].push(threat));
                    if course.capture {
                        table[usize::from(course.to)].push(threat);
                    }
                    threats.guarded |= !course.needs.is_empty();
                }
            }
        }
    }
}
