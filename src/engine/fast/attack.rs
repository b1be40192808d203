//! Attacks on royal men, and what a side must heed to keep its own safe.

use super::bits::Bits;
use super::state::{State, WALL, is_of, kind_of};
use super::tables::{CourseThreat, Game, HopThreat, Hurdles, RayThreat};

/// What a side must heed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Danger<B> {
    /// Whether one of its royal men is attacked.
    pub check: bool,
    /// Where a man that is not royal may go to end check.
    pub answers: B,
    /// Men that may uncover an attack by leaving.
    pub pinned: B,
    /// Squares on which a man that arrives may serve an enemy hopper.
    pub hurdles: B,
    /// Whether every move has to be tried.
    pub try_all: bool,
}

impl<B: Bits> Game<B> {
    #[inline]
    fn rides(&self, state: &State<B>, threat: &RayThreat<B>, from: usize, to: usize, by: usize) -> bool {
        let code = state.cells[from];
        if !is_of(code, by) {
            return false;
        }
        let kind = kind_of(code);
        threat.kinds >> kind & 1 != 0
            || threat.limited.iter().any(|(other, reach)| *other == kind && reach[from].has(to))
    }

    #[inline]
    pub(super) fn serves(&self, state: &State<B>, hurdles: Option<Hurdles>, square: usize) -> bool {
        let Some(hurdles) = hurdles else { return true };
        match state.cells[square] {
            WALL => hurdles.wall,
            0 => false,
            code => hurdles.kinds[usize::from((code - 1) & 1)] >> kind_of(code) & 1 != 0,
        }
    }

    fn hops(
        &self,
        state: &State<B>,
        threat: &HopThreat<B>,
        to: usize,
        by: usize,
        occupied: B,
    ) -> Option<usize> {
        let ray = &self.rays[threat.ray];
        let first = ray.squares[to] & occupied;
        if first.is_none() {
            return None;
        }
        let hurdle = ray.nearest(first);
        if threat.close && ray.nearest(ray.squares[to]) != hurdle
            || !self.serves(state, threat.hurdles, hurdle)
        {
            return None;
        }
        let second = ray.squares[hurdle] & occupied;
        if second.is_none() {
            return None;
        }
        let hopper = ray.nearest(second);
        let code = state.cells[hopper];
        (is_of(code, by) && kind_of(code) == threat.kind && threat.reach.has(hopper, to)).then_some(hopper)
    }

    /// Whether a side attacks a royal man on a square, were the board so occupied. Men on
    /// `gone` are no longer there.
    pub(super) fn attacked(&self, state: &State<B>, square: usize, by: usize, occupied: B, gone: B) -> bool {
        let threats = &self.threats[by];
        for (kinds, reverse) in &threats.leaps {
            let from = reverse[square];
            if !from.is_none() && (from & !gone).meets(state.army(*kinds, by)) {
                return true;
            }
        }
        for threat in &threats.rides {
            let ray = &self.rays[threat.ray];
            let blockers = ray.squares[square] & occupied;
            if !blockers.is_none() {
                let first = ray.nearest(blockers);
                if self.rides(state, threat, first, square, by) && !gone.has(first) {
                    return true;
                }
            }
        }
        for threat in &threats.hops {
            if self.hops(state, threat, square, by, occupied).is_some_and(|hopper| !gone.has(hopper)) {
                return true;
            }
        }
        if let Some(lames) = &threats.lames {
            for (kinds, lame) in &lames[square] {
                let from = usize::from(lame.other);
                let code = state.cells[from];
                if is_of(code, by)
                    && kinds >> kind_of(code) & 1 != 0
                    && !gone.has(from)
                    && !lame.path.meets(occupied)
                {
                    return true;
                }
            }
        }
        threats.courses.as_ref().is_some_and(|all| {
            all[square].iter().any(|threat| self.runs(state, threat, square, by, occupied, gone))
        })
    }

    /// Whether a man can take the course by which it attacks a man on a square.
    fn runs(
        &self,
        state: &State<B>,
        threat: &CourseThreat,
        square: usize,
        by: usize,
        occupied: B,
        gone: B,
    ) -> bool {
        let from = usize::from(threat.from);
        let code = state.cells[from];
        if !is_of(code, by) || kind_of(code) != threat.kind || gone.has(from) {
            return false;
        }
        let courses = self.gaits[by][usize::from(threat.kind)].courses.as_ref();
        let Some(course) = courses.and_then(|all| all[from].get(usize::from(threat.course))) else {
            return false;
        };
        let victim = |s: usize| s == square || is_of(state.cells[s], 1 - by) && occupied.has(s);
        let to = usize::from(course.to);
        let end = if course.capture { victim(to) } else { to != square && !occupied.has(to) };
        end && !course.free.meets(occupied | B::of(square))
            && course.stations().all(victim)
            && course.needs.iter().all(|need| self.stands(state, need))
    }

    /// Whether a royal man of a side is attacked.
    pub(super) fn in_check(&self, state: &State<B>, side: usize) -> bool {
        if self.royal[side] == 0 {
            return false;
        }
        let occupied = state.occupied();
        state
            .army(self.royal[side], side)
            .squares()
            .any(|square| self.attacked(state, square, 1 - side, occupied, B::NONE))
    }

    /// What the side to move must heed.
    pub(super) fn danger(&self, state: &State<B>) -> Danger<B> {
        let (us, them) = (state.us, 1 - state.us);
        let mut danger =
            Danger { check: false, answers: !B::NONE, pinned: B::NONE, hurdles: B::NONE, try_all: false };
        let royal = state.army(self.royal[us], us);
        if royal.is_none() {
            return danger;
        }
        if royal.count() > 1 {
            danger.try_all = true;
            danger.check = self.in_check(state, us);
            return danger;
        }
        let king = royal.first();
        let occupied = state.occupied();
        let threats = &self.threats[them];
        let check = |danger: &mut Danger<B>, answers: B| {
            danger.check = true;
            danger.answers = danger.answers & answers;
        };
        for (kinds, reverse) in &threats.leaps {
            let near = reverse[king];
            if near.is_none() {
                continue;
            }
            for from in (near & state.army(*kinds, them)).squares() {
                check(&mut danger, B::of(from));
            }
        }
        for threat in &threats.rides {
            let ray = &self.rays[threat.ray];
            let blockers = ray.squares[king] & occupied;
            if blockers.is_none() {
                continue;
            }
            let first = ray.nearest(blockers);
            if self.rides(state, threat, first, king, them) {
                let between = ray.squares[king] & !ray.squares[first];
                check(&mut danger, between);
            } else if state.sides[us].has(first) {
                let behind = ray.squares[first] & occupied;
                if !behind.is_none() && self.rides(state, threat, ray.nearest(behind), king, them) {
                    danger.pinned = danger.pinned | B::of(first);
                }
            }
        }
        for threat in &threats.hops {
            let ray = &self.rays[threat.ray];
            let hoppers = ray.squares[king] & state.men[usize::from(threat.kind) * 2 + them];
            if hoppers.is_none() {
                continue;
            }
            if threat.hurdles.is_some() || threat.close {
                // Which man is the hurdle matters too.
                danger.try_all = true;
            }
            if self.hops(state, threat, king, them, occupied).is_some() {
                danger.check = true;
                danger.try_all = true;
            }
            // Men between king and hopper, and squares there, decide.
            for hopper in hoppers.squares() {
                let between = ray.squares[king] & !ray.squares[hopper] & !B::of(hopper);
                match (between & occupied).count() {
                    0 => danger.hurdles = danger.hurdles | between,
                    1 | 2 => danger.pinned = danger.pinned | (between & occupied),
                    _ => {}
                }
            }
        }
        if let Some(courses) = &threats.courses {
            let near = |threat: &CourseThreat| {
                let code = state.cells[usize::from(threat.from)];
                is_of(code, them) && kind_of(code) == threat.kind
            };
            if threats.guarded || courses[king].iter().any(near) {
                danger.try_all = true;
                danger.check |= self.in_check(state, us);
            }
        }
        if let Some(lames) = &threats.lames {
            for (kinds, lame) in &lames[king] {
                let from = usize::from(lame.other);
                let code = state.cells[from];
                if !is_of(code, them) || kinds >> kind_of(code) & 1 == 0 {
                    continue;
                }
                let blockers = lame.path & occupied;
                if blockers.is_none() {
                    check(&mut danger, lame.path | B::of(from));
                } else if blockers.count() == 1 {
                    danger.pinned = danger.pinned | blockers;
                }
            }
        }
        danger
    }
}
