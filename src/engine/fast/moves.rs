//! The legal moves: counted in bulk, or listed.

use super::attack::Danger;
use super::bits::Bits;
use super::state::{Mv, State, WALL, What, is_of, kind_of};
use super::tables::{Course, Gait, Game, Memory, NOBODY, Need, Rise};
use crate::rules::{Duty, Occasion, Trigger};

/// What becomes of moves as they are found.
pub(super) trait Sink<B: Bits> {
    /// A man goes to any of some empty squares, or captures on any of others.
    fn man(&mut self, game: &Game<B>, state: &State<B>, from: usize, quiet: B, capture: B) {
        self.goes(game, state, from, quiet, capture, false);
    }
    /// The same; `passing`: what it captures stands elsewhere than where it ends.
    fn goes(&mut self, game: &Game<B>, state: &State<B>, from: usize, quiet: B, capture: B, passing: bool);
    /// One move.
    fn one(&mut self, game: &Game<B>, state: &State<B>, mv: Mv<B>);
    /// A man of a type is dropped on any of some squares.
    fn drop(&mut self, game: &Game<B>, state: &State<B>, kind: u8, becomes: u8, squares: B);
}

/// Counts.
#[derive(Debug, Default)]
pub(super) struct Count(pub u64);

/// Lists.
#[derive(Debug)]
pub(super) struct List<B>(pub Vec<Mv<B>>);

fn plain<B: Bits>(from: usize, to: usize) -> Mv<B> {
    Mv {
        from: from as u8,
        to: to as u8,
        becomes: NOBODY,
        memory: Memory::Nothing,
        what: What::Plain,
        wall: NOBODY,
    }
}

impl<B: Bits> Rise<B> {
    /// The squares, of those where a move from a square may end, on which it promotes.
    fn where_on(&self, from: usize, quiet: B, capture: B) -> B {
        let ends = match self.occasion {
            Occasion::Any => quiet | capture,
            Occasion::Capture => capture,
            Occasion::Quiet => quiet,
        };
        let anywhere = match self.trigger {
            Trigger::Leave | Trigger::Touch => self.zone.has(from),
            _ => false,
        };
        match self.trigger {
            _ if anywhere => ends,
            Trigger::Leave => B::NONE,
            _ => ends & self.zone,
        }
    }

    /// The types that a man may become, with what it then remembers.
    fn choices<'a>(&'a self, state: &'a State<B>, from: usize) -> impl Iterator<Item = (u8, Memory)> + 'a {
        let side = usize::from(state.cells[from] - 1) & 1;
        let free = move |(kind, most): &&(u8, u16)| {
            *most == u16::MAX || state.men[usize::from(*kind) * 2 + side].count() < u32::from(*most)
        };
        let back = state.memory[from];
        let back = (self.or_demote && back != NOBODY).then_some((back, Memory::Nothing));
        let list = if self.otherwise.is_empty() || self.into.iter().any(|choice| free(&choice)) {
            &self.into
        } else {
            &self.otherwise
        };
        list.iter().filter(free).map(|(kind, _)| (*kind, self.reverts)).chain(back)
    }
}

/// Where a course ends, as a quiet move or a capture, and whether its men stand elsewhere.
fn course_ends<B: Bits>(game: &Game<B>, state: &State<B>, mv: &Mv<B>) -> (B, B, bool) {
    let to = B::of(usize::from(mv.to));
    match state.course(game, state.cells[usize::from(mv.from)], mv) {
        Some(course) if course.takes() => (B::NONE, to, !course.capture),
        _ => (to, B::NONE, false),
    }
}

impl<B: Bits> Sink<B> for Count {
    #[inline]
    fn goes(&mut self, game: &Game<B>, state: &State<B>, from: usize, quiet: B, capture: B, passing: bool) {
        let man = state.cells[from];
        let rises = &game.rises[usize::from((man - 1) & 1)][usize::from(kind_of(man))];
        let number = |ends: B| {
            if game.duck {
                let after = |taken| game.walls_open(state, taken);
                u64::from((ends & quiet).count()) * after(0) + u64::from((ends & capture).count()) * after(1)
            } else {
                u64::from(ends.count())
            }
        };
        let mut stays = quiet | capture;
        for rise in rises {
            let ends = rise.where_on(from, quiet, capture);
            if ends.is_none() || passing && rise.not_in_passing {
                continue;
            }
            let choices = rise.choices(state, from).count() as u64;
            self.0 += choices * number(ends);
            if rise.duty == Duty::Always || rise.duty == Duty::IfPossible && choices > 0 {
                stays = stays & !ends;
            }
        }
        self.0 += number(stays);
    }

    #[inline]
    fn one(&mut self, game: &Game<B>, state: &State<B>, mv: Mv<B>) {
        match mv.what {
            What::Trailing(_) => {
                self.man(game, state, usize::from(mv.from), B::of(usize::from(mv.to)), B::NONE);
            }
            What::EnPassant if game.duck => self.0 += game.walls_open(state, 1),
            What::EnPassant => {
                self.goes(game, state, usize::from(mv.from), B::NONE, B::of(usize::from(mv.to)), true);
            }
            What::Course(_) => {
                let (quiet, capture, passing) = course_ends(game, state, &mv);
                self.goes(game, state, usize::from(mv.from), quiet, capture, passing);
            }
            _ if game.duck => self.0 += game.walls_open(state, 0),
            _ => self.0 += 1,
        }
    }

    #[inline]
    fn drop(&mut self, game: &Game<B>, state: &State<B>, _: u8, _: u8, squares: B) {
        let each = if game.duck { game.walls_open(state, 0).saturating_sub(1) } else { 1 };
        self.0 += u64::from(squares.count()) * each;
    }
}

impl<B: Bits> Sink<B> for List<B> {
    fn goes(&mut self, game: &Game<B>, state: &State<B>, from: usize, quiet: B, capture: B, passing: bool) {
        let man = state.cells[from];
        let rises = &game.rises[usize::from((man - 1) & 1)][usize::from(kind_of(man))];
        let mut stays = quiet | capture;
        for rise in rises {
            let ends = rise.where_on(from, quiet, capture);
            if ends.is_none() || passing && rise.not_in_passing {
                continue;
            }
            let mut any = false;
            for (becomes, memory) in rise.choices(state, from) {
                any = true;
                self.0.extend(ends.squares().map(|to| Mv { becomes, memory, ..plain(from, to) }));
            }
            if rise.duty == Duty::Always || rise.duty == Duty::IfPossible && any {
                stays = stays & !ends;
            }
        }
        self.0.extend(stays.squares().map(|to| plain(from, to)));
    }

    fn one(&mut self, game: &Game<B>, state: &State<B>, mv: Mv<B>) {
        let (from, to) = (usize::from(mv.from), B::of(usize::from(mv.to)));
        let (quiet, capture, passing) = match mv.what {
            What::Trailing(_) => (to, B::NONE, false),
            What::EnPassant => (B::NONE, to, true),
            What::Course(_) => course_ends(game, state, &mv),
            _ => {
                self.0.push(mv);
                return;
            }
        };
        let first = self.0.len();
        self.goes(game, state, from, quiet, capture, passing);
        for listed in &mut self.0[first..] {
            listed.what = mv.what;
        }
    }

    fn drop(&mut self, _: &Game<B>, _: &State<B>, kind: u8, becomes: u8, squares: B) {
        let becomes = if becomes == kind { NOBODY } else { becomes };
        self.0.extend(squares.squares().map(|to| Mv { becomes, what: What::Drop(kind), ..plain(to, to) }));
    }
}

impl<B: Bits> Game<B> {
    /// Where a man may go, and where it may capture, its own king's safety aside.
    #[inline]
    fn ends(&self, state: &State<B>, gait: &Gait<B>, from: usize, occupied: B) -> (B, B) {
        let (empty, them) = (self.board & !occupied, 1 - state.us);
        let prey = match gait.prey {
            None => state.sides[them],
            Some(kinds) => state.army(kinds, them),
        };
        let mut quiet = gait.leap_quiet.as_ref().map_or(B::NONE, |leaps| leaps[from] & empty);
        let mut capture = gait.leap_capture.as_ref().map_or(B::NONE, |leaps| leaps[from] & prey);
        for line in &gait.rides {
            let ray = &self.rays[line.ray];
            let mut reached = ray.squares[from];
            let blockers = reached & occupied;
            if !blockers.is_none() {
                reached = reached & !ray.squares[ray.nearest(blockers)];
            }
            quiet = quiet | line.quiet.of(from, reached & empty);
            capture = capture | line.capture.of(from, reached & prey);
        }
        for hop in &gait.hops {
            let ray = &self.rays[hop.line.ray];
            let blockers = ray.squares[from] & occupied;
            if blockers.is_none() {
                continue;
            }
            let hurdle = ray.nearest(blockers);
            let mut reached = ray.squares[hurdle];
            if reached.is_none() || !self.serves(state, hop.hurdles, hurdle) {
                continue;
            }
            if hop.close {
                reached = B::of(ray.nearest(reached));
            } else if reached.meets(occupied) {
                reached = reached & !ray.squares[ray.nearest(reached & occupied)];
            }
            quiet = quiet | hop.line.quiet.of(from, reached & empty);
            capture = capture | hop.line.capture.of(from, reached & prey);
        }
        if let Some(lames) = &gait.lames {
            for lame in &lames[from] {
                if !lame.path.meets(occupied) {
                    let to = B::of(usize::from(lame.other));
                    if lame.quiet {
                        quiet = quiet | (to & empty);
                    }
                    if lame.capture {
                        capture = capture | (to & prey);
                    }
                }
            }
        }
        (quiet, capture)
    }

    /// On how many squares the wall may be put after a move that has taken so many men: it
    /// may not stay where it is.
    #[inline]
    fn walls_open(&self, state: &State<B>, taken: u64) -> u64 {
        u64::from((self.board & !state.occupied()).count()) + taken
    }

    /// Whether a move leaves every royal man of the mover safe.
    fn is_safe(&self, state: &mut State<B>, mv: &Mv<B>) -> bool {
        let us = state.us;
        let quiet = self.no_checks || self.no_drop_checks && matches!(mv.what, What::Drop(_));
        let undo = state.make(self, mv);
        let safe = !(self.in_check(state, us) || quiet && self.in_check(state, 1 - us));
        state.unmake(self, mv, &undo);
        safe
    }

    /// Of some squares, those where a man may go without leaving its king attacked.
    fn safe_ends(&self, state: &mut State<B>, danger: &Danger<B>, from: usize, ends: B) -> B {
        let ends = if danger.try_all { ends } else { ends & danger.answers };
        if !danger.try_all && !danger.pinned.has(from) && !ends.meets(danger.hurdles) {
            return ends;
        }
        let sure = if danger.try_all || danger.pinned.has(from) { B::NONE } else { ends & !danger.hurdles };
        (ends & !sure)
            .squares()
            .filter(|to| self.is_safe(state, &plain(from, *to)))
            .fold(sure, |set, to| set | B::of(to))
    }

    /// Of some squares, those where a royal man may go.
    fn safe_steps(&self, state: &mut State<B>, danger: &Danger<B>, from: usize, ends: B) -> B {
        let (us, them) = (state.us, 1 - state.us);
        let many = state.army(self.royal[us], us).count() > 1;
        let occupied = state.occupied() & !B::of(from);
        let exact = danger.try_all;
        ends.squares()
            .filter(|to| {
                if many || exact {
                    return self.is_safe(state, &plain(from, *to));
                }
                let to_set = B::of(*to);
                !self.attacked(state, *to, them, occupied | to_set, to_set)
            })
            .fold(B::NONE, |set, to| set | B::of(to))
    }

    /// All legal moves, or all legal captures.
    pub(super) fn moves<S: Sink<B>>(&self, state: &mut State<B>, sink: &mut S, only_captures: bool) {
        let us = state.us;
        let mut danger = self.danger(state);
        danger.try_all |= self.no_checks;
        let occupied = state.occupied();
        let royal = state.army(self.royal[us], us);
        // Nothing to heed at all.
        let free = royal.is_none() && !self.no_checks;
        for kind in 0..self.kinds {
            let men = state.men[kind * 2 + us];
            if men.is_none() {
                continue;
            }
            let gait = &self.gaits[us][kind];
            for from in men.squares() {
                let (mut quiet, capture) = self.ends(state, gait, from, occupied);
                if only_captures {
                    quiet = B::NONE;
                }
                let is_royal = royal.has(from);
                let ends = if free {
                    quiet | capture
                } else if is_royal {
                    self.safe_steps(state, &danger, from, quiet | capture)
                } else {
                    self.safe_ends(state, &danger, from, quiet | capture)
                };
                if !ends.is_none() {
                    sink.man(self, state, from, quiet & ends, capture & ends);
                }
                if let (Some(trailing), false) = (&gait.trailing, only_captures) {
                    for way in &trailing[from] {
                        let to = usize::from(way.to);
                        if occupied.has(to) || way.path.meets(occupied) {
                            continue;
                        }
                        let mv = Mv { what: What::Trailing(way.trail), ..plain(from, to) };
                        let safe = free
                            || if is_royal {
                                !self.safe_steps(state, &danger, from, B::of(to)).is_none()
                            } else {
                                !self.safe_ends(state, &danger, from, B::of(to)).is_none()
                            };
                        if safe {
                            sink.one(self, state, mv);
                        }
                    }
                }
                if let Some(courses) = &gait.courses {
                    self.courses(state, sink, &courses[from], from, occupied, free, only_captures);
                }
                if let Some(en_passant) = &gait.en_passant {
                    let ends = en_passant[from] & state.en_passant & self.en_passant_region[us] & !occupied;
                    for to in ends.squares() {
                        let mv = Mv { what: What::EnPassant, ..plain(from, to) };
                        let victim = usize::from(state.victim);
                        let there = state.victim != NOBODY && is_of(state.cells[victim], 1 - us);
                        if there && (free || self.is_safe(state, &mv)) {
                            sink.one(self, state, mv);
                        }
                    }
                }
            }
        }
        if only_captures {
            return;
        }
        self.castlings(state, sink, &danger, occupied);
        self.drops(state, sink, &danger, occupied);
    }

    /// The courses that a man can take.
    #[allow(clippy::too_many_arguments)]
    fn courses<S: Sink<B>>(
        &self,
        state: &mut State<B>,
        sink: &mut S,
        courses: &[Course<B>],
        from: usize,
        occupied: B,
        free: bool,
        only_captures: bool,
    ) {
        let them = 1 - state.us;
        let mut done = false;
        for (index, course) in courses.iter().enumerate() {
            done &= course.twin;
            let to = usize::from(course.to);
            let end = if course.capture { is_of(state.cells[to], them) } else { !occupied.has(to) };
            if done
                || only_captures && !course.takes()
                || !end
                || course.free.meets(occupied)
                || !course.stations().all(|square| is_of(state.cells[square], them))
                || !course.needs.iter().all(|need| self.stands(state, need))
            {
                continue;
            }
            done = true;
            let mv = Mv { what: What::Course(index as u16), ..plain(from, to) };
            if free || self.is_safe(state, &mv) {
                sink.one(self, state, mv);
            }
        }
    }

    /// Whether a square holds what it must.
    #[inline]
    pub(super) fn stands(&self, state: &State<B>, need: &Need) -> bool {
        match state.cells[usize::from(need.square)] {
            0 => need.empty,
            WALL => need.wall,
            code => need.kinds[usize::from((code - 1) & 1)] >> kind_of(code) & 1 != 0,
        }
    }

    fn castlings<S: Sink<B>>(&self, state: &mut State<B>, sink: &mut S, _: &Danger<B>, occupied: B) {
        if state.rights == 0 {
            return;
        }
        let us = state.us;
        for index in 0..state.castles.len() {
            let castle = &state.castles[index];
            if castle.side != us || state.rights & castle.right == 0 || castle.empty.meets(occupied) {
                continue;
            }
            let (king, king_to) = (usize::from(castle.king), usize::from(castle.king_to));
            let royal = self.royal[us] >> kind_of(state.cells[king]) & 1 != 0;
            let through = || {
                let safe = castle.safe.iter().map(|s| usize::from(*s));
                safe.into_iter().any(|s| self.attacked(state, s, 1 - us, occupied, B::NONE))
            };
            if royal && through() {
                continue;
            }
            let mv = Mv { what: What::Castle(index as u8), ..plain(king, king_to) };
            if self.royal[us] == 0 && !self.no_checks || self.is_safe(state, &mv) {
                sink.one(self, state, mv);
            }
        }
    }

    fn drops<S: Sink<B>>(&self, state: &mut State<B>, sink: &mut S, danger: &Danger<B>, occupied: B) {
        let us = state.us;
        let empty = self.board & !occupied;
        for kind in 0..self.kinds {
            if state.hands[us][kind] == 0 && self.endless >> kind & 1 == 0 {
                continue;
            }
            for entry in &self.entries[us][kind] {
                let mut squares = entry.zone & empty;
                if let Some((other, most)) = entry.on_file {
                    let men = state.men[usize::from(other) * 2 + us];
                    for file in &self.files {
                        if (men & *file).count() > u32::from(most) {
                            squares = squares & !*file;
                        }
                    }
                }
                if self.royal[us] != 0 || self.no_checks || self.no_drop_checks {
                    squares = if danger.try_all { squares } else { squares & danger.answers };
                    // A royal man that comes in is in danger itself.
                    let royal = self.royal[us] >> entry.becomes & 1 != 0;
                    squares = if royal { entry.zone & empty & squares } else { squares };
                    let all = danger.try_all || self.no_drop_checks || royal;
                    let doubtful = if all { squares } else { squares & danger.hurdles };
                    for to in doubtful.squares() {
                        let becomes = if usize::from(entry.becomes) == kind { NOBODY } else { entry.becomes };
                        let mv = Mv { becomes, what: What::Drop(kind as u8), ..plain(to, to) };
                        if !self.is_safe(state, &mv) {
                            squares = squares & !B::of(to);
                        }
                    }
                }
                sink.drop(self, state, kind as u8, entry.becomes, squares);
            }
        }
    }

    /// The number of legal moves.
    pub(super) fn count(&self, state: &mut State<B>) -> u64 {
        if self.must_capture {
            let mut captures = Count::default();
            self.moves(state, &mut captures, true);
            if captures.0 > 0 {
                return captures.0;
            }
        }
        let mut all = Count::default();
        self.moves(state, &mut all, false);
        all.0
    }

    /// The legal moves.
    pub(super) fn list(&self, state: &mut State<B>, list: &mut List<B>) {
        list.0.clear();
        if self.must_capture {
            self.moves(state, list, true);
            if !list.0.is_empty() {
                return;
            }
        }
        self.moves(state, list, false);
        if self.duck {
            let moves = std::mem::take(&mut list.0);
            for mv in moves {
                let at = |square: u8| B::of(usize::from(square));
                let (left, filled) = match mv.what {
                    What::Castle(index) => {
                        let castle = &state.castles[usize::from(index)];
                        (at(mv.from) | at(castle.partner), at(castle.king_to) | at(castle.partner_to))
                    }
                    _ => (at(mv.from) | state.taken_at(&mv).map_or(B::NONE, B::of), at(mv.to)),
                };
                let open = (self.board & !state.occupied() | left) & !filled;
                list.0.extend(open.squares().map(|wall| Mv { wall: wall as u8, ..mv }));
            }
        }
    }

    /// The number of ways to play so many moves.
    pub(super) fn perft(
        &self,
        state: &mut State<B>,
        depth: u32,
        lists: &mut Vec<List<B>>,
        start: bool,
    ) -> u64 {
        if self.is_over(state, start) {
            return 0;
        }
        if depth == 1 {
            return self.count(state);
        }
        let mut list = lists.pop().unwrap_or(List(Vec::new()));
        self.list(state, &mut list);
        let mut nodes = 0;
        for mv in &list.0 {
            let mover = state.us;
            let undo = state.make(self, mv);
            if state.checks != [0; 2] && self.in_check(state, state.us) {
                state.checks[mover] = state.checks[mover].saturating_sub(1);
            }
            nodes += self.perft(state, depth - 1, lists, false);
            state.unmake(self, mv, &undo);
        }
        lists.push(list);
        nodes
    }
}
