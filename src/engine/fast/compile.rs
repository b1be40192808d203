//! Rules as tables of squares.
//!
//! What can't be said in these tables is no fault of the rules: [`compile`] then gives the
//! reason, and the plain generator plays instead.

use super::super::game::{Stretch, Test, Way};
use super::super::oracle::Oracle;
use super::bits::Bits;
use super::goals;
use super::tables::{
    Entry, Gait, Game, Hop, HopThreat, Hurdles, Lame, Layout, Line, Memory, Ray, RayThreat, Reach, Rise,
    Threats, Trailing,
};
use crate::rules::{Captured, Distances, Path, Priority, Reverts, Side, Trail, Trigger};

/// Why rules don't fit into tables.
pub(super) type Unfit = &'static str;

pub(super) struct Builder<'a, B> {
    pub(super) oracle: &'a Oracle,
    pub(super) layout: Layout,
    pub(super) board: B,
    pub(super) rays: Vec<Ray<B>>,
}

impl<B: Bits> Builder<'_, B> {
    /// The number of a direction.
    fn ray(&mut self, step: (i32, i32)) -> usize {
        if let Some(known) = self.rays.iter().position(|ray| ray.step == step) {
            return known;
        }
        let (dx, dy) = step;
        let squares = (0..self.layout.len()).map(|from| {
            let along = std::iter::successors(self.layout.square(from).offset(dx, dy), |s| s.offset(dx, dy));
            along
                .take_while(|s| self.oracle.board().has(*s))
                .fold(B::NONE, |set, s| set | B::of(self.layout.index(s)))
        });
        let squares = squares.collect();
        self.rays.push(Ray { step, up: dy > 0 || dy == 0 && dx > 0, squares });
        self.rays.len() - 1
    }

    pub(super) fn offset(&self, from: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let square = self.layout.square(from).offset(dx, dy)?;
        self.oracle.board().has(square).then(|| self.layout.index(square))
    }

    /// Where a way may begin.
    pub(super) fn starts(&self, way: &Way) -> B {
        self.layout.set::<B>(way.from) & self.board
    }

    /// The squares of a ray that a way may land on.
    fn reach(&self, ray: usize, way: &Way, distance: Distances) -> Reach<B> {
        let (starts, ends) = (self.starts(way), self.layout.set::<B>(way.to));
        let step = self.rays[ray].step;
        let mut all = true;
        let reach: Vec<B> = (0..self.layout.len())
            .map(|from| {
                if !starts.has(from) {
                    all &= self.rays[ray].squares[from].is_none();
                    return B::NONE;
                }
                let squares = (1..16u8).filter(|n| distance.contains(*n)).filter_map(|n| {
                    let to = self.offset(from, (step.0 * i32::from(n), step.1 * i32::from(n)))?;
                    self.rays[ray].squares[from].has(to).then_some(to)
                });
                let set = squares.fold(B::NONE, |set, to| set | B::of(to)) & ends;
                all &= set == self.rays[ray].squares[from];
                set
            })
            .collect();
        if all {
            Reach::All
        } else if reach.iter().all(|set| set.is_none()) {
            Reach::Nothing
        } else {
            Reach::Some(reach)
        }
    }
}

/// Rules in tables, or why not.
pub(super) fn compile<B: Bits>(oracle: &Oracle) -> Result<Game<B>, Unfit> {
    let rules = oracle.rules();
    let layout = Layout { files: rules.board.files, ranks: rules.board.ranks };
    if layout.len() > B::ROOM {
        return Err("the board is larger than the sets");
    }
    let check = &rules.check;
    let turn = &rules.turn;
    let refused = [
        (!rules.marks.is_empty(), "marks"),
        (!rules.gates.is_empty(), "gates"),
        (!rules.aftermath.is_empty(), "what follows a move on other squares"),
        (check.royal_only_captures, "kings in check that only capture"),
        (check.facing.is_some(), "pieces that must part"),
        (turn.passes != Default::default() || !turn.order.is_empty(), "passes and orders of turns"),
        (check.never_given && !rules.promotions.is_empty(), "promotions where no move may give check"),
        (turn.priorities_before_check, "priorities before check"),
        (rules.hands.captured == Captured::ToOwner, "captured pieces that go back to their owner"),
        (
            rules.royals.iter().any(|r| r.at_most.is_some() || r.all_attacked),
            "pieces that are royal at times",
        ),
    ];
    if let Some((_, why)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(why);
    }
    let must_capture = match turn.priorities.as_slice() {
        [] => false,
        [Priority::Captures] => true,
        _ => return Err("priorities"),
    };
    let duck = match &rules.walls {
        None => false,
        Some(walls) if walls.moving && walls.region.is_all() && !walls.instead_of_move => true,
        Some(_) => return Err("walls"),
    };
    let royal = [Side::White, Side::Black].map(|side| oracle.always_royal(side));
    if duck && royal != [0; 2] {
        return Err("walls beside royal pieces");
    }
    let board = layout.set::<B>(rules.board.squares());
    let mut builder = Builder { oracle, layout, board, rays: Vec::new() };
    let mut gaits = [Vec::new(), Vec::new()];
    let mut threats = [Threats::none(), Threats::none()];
    for side in Side::BOTH {
        for kind in 0..rules.pieces.len() {
            let gait = builder.gait(side, kind)?;
            gaits[side.index()].push(gait);
        }
        threats[side.index()] = builder.threats(side, royal[side.other().index()])?;
        if royal[side.other().index()] != 0 {
            builder.course_threats(&mut threats[side.index()], &gaits[side.index()]);
        }
        if duck && gaits[side.index()].iter().any(|gait| gait.courses.is_some()) {
            return Err("walls beside moves of several legs");
        }
    }
    let each = |side: Side| -> Result<Vec<Vec<Rise<B>>>, Unfit> {
        (0..rules.pieces.len()).map(|kind| builder.rises(side, kind)).collect()
    };
    let rises = [each(Side::White)?, each(Side::Black)?];
    let each = |side: Side| -> Result<Vec<Vec<Entry<B>>>, Unfit> {
        (0..rules.pieces.len()).map(|kind| builder.entries(side, kind)).collect()
    };
    let entries = [each(Side::White)?, each(Side::Black)?];
    for side in Side::BOTH {
        if oracle.swaps_of(side).iter().any(|swap| {
            !swap.rule.rights
                || !swap.when.is_empty()
                || swap.rule.right_by_drop
                || swap.rule.costs_opponent
                || swap.rule.safe == Path::IfRoyal
        }) {
            return Err("castlings with conditions");
        }
    }
    let files = (0..rules.board.files)
        .map(|file| {
            (0..layout.len())
                .filter(|s| layout.square(*s).file() == file)
                .fold(B::NONE, |set, s| set | B::of(s))
        })
        .collect();
    Ok(Game {
        layout,
        board,
        files,
        kinds: rules.pieces.len(),
        gaits,
        threats,
        royal,
        rises,
        entries,
        en_passant_region: [Side::White, Side::Black]
            .map(|side| layout.set::<B>(oracle.en_passant_region(side))),
        captured: rules.hands.captured,
        keep_promoted: rules.hands.keep_promoted,
        endless: oracle.endless_kinds(),
        must_capture,
        no_checks: check.never_given,
        no_drop_checks: check.not_by_drop,
        goals: goals::compile(oracle, layout)?,
        duck,
        rays: builder.rays,
    })
}

/// Whether a way needs a course: it has several legs, or asks for something on other squares.
pub(super) fn is_winding(way: &Way) -> bool {
    way.stretches.len() != 1 || !way.when.is_empty()
}

impl<B: Bits> Builder<'_, B> {
    fn gait(&mut self, side: Side, kind: usize) -> Result<Gait<B>, Unfit> {
        let oracle = self.oracle;
        let mut gait = Gait {
            leap_quiet: None,
            leap_capture: None,
            en_passant: None,
            rides: Vec::new(),
            hops: Vec::new(),
            lames: None,
            trailing: None,
            courses: None,
            prey: None,
        };
        let mut prey = None;
        for way in oracle.ways_of(side, kind).iter().filter(|way| !way.threat_only) {
            if is_winding(way) {
                self.add_courses(&mut gait, side, way)?;
                continue;
            }
            let stretch = self.simple(way)?;
            if stretch.onto.kinds[side.index()] != 0 || !stretch.onto.marked.is_empty() || stretch.onto.wall {
                return Err("captures of own pieces");
            }
            let enemies = stretch.onto.kinds[side.other().index()] & self.all_kinds();
            if enemies != 0 && *prey.get_or_insert(enemies) != enemies {
                return Err("several kinds of prey");
            }
            self.add(&mut gait, side, way, stretch, stretch.onto.empty, enemies != 0)?;
        }
        gait.prey = prey.filter(|prey| *prey != self.all_kinds());
        self.sort_courses(&mut gait)?;
        if let (Some(en_passant), true) = (&gait.en_passant, self.oracle.rules().en_passant.yields_to_quiet) {
            // A man that could go there quietly would not capture there.
            let quiet = |from: usize| {
                let leaps = gait.leap_quiet.as_ref().map_or(B::NONE, |leaps| leaps[from]);
                let lines = gait.rides.iter().chain(gait.hops.iter().map(|hop| &hop.line));
                lines.fold(leaps, |set, line| set | line.quiet.of(from, self.rays[line.ray].squares[from]))
            };
            let trails = |from: usize| {
                let all = gait.trailing.as_ref().map_or(&[][..], |t| t[from].as_slice());
                all.iter().fold(B::NONE, |set, t| set | B::of(usize::from(t.to)))
            };
            if (0..self.layout.len()).any(|from| en_passant[from].meets(quiet(from) | trails(from))) {
                return Err("en passant captures that yield to quiet moves");
            }
        }
        Ok(gait)
    }

    pub(super) fn all_kinds(&self) -> u64 {
        let kinds = self.oracle.rules().pieces.len();
        if kinds >= 64 { u64::MAX } else { (1 << kinds) - 1 }
    }

    fn simple<'w>(&self, way: &'w Way) -> Result<&'w Stretch, Unfit> {
        let [stretch] = way.stretches.as_slice() else { return Err("moves of several legs") };
        if !way.when.is_empty() || !way.then.is_empty() || !way.class.is_empty() {
            return Err("moves with conditions or effects");
        }
        if stretch.jump.as_ref().is_some_and(|jump| jump.taken || jump.count != 1) {
            return Err("hurdles that are captured, or several");
        }
        Ok(stretch)
    }

    fn add(
        &mut self,
        gait: &mut Gait<B>,
        side: Side,
        way: &Way,
        stretch: &Stretch,
        quiet: bool,
        capture: bool,
    ) -> Result<(), Unfit> {
        let (starts, ends) = (self.starts(way), self.layout.set::<B>(way.to) & self.board);
        let squares = self.layout.len();
        if way.leaves != Trail::None {
            if capture || stretch.onto.en_passant || stretch.jump.is_some() {
                return Err("captures that leave en passant squares");
            }
            return self.add_trailing(gait, side, way, stretch);
        }
        for pace in &stretch.paces {
            let step = (pace.dx, pace.dy);
            if let Some(jump) = &stretch.jump {
                if stretch.onto.en_passant || !pace.via.is_empty() || jump.at != Distances::ANY {
                    return Err("unusual hops");
                }
                let close = match jump.behind {
                    Distances::ANY => false,
                    Distances::ONE => true,
                    _ => return Err("unusual hops"),
                };
                let line = self.line(step, way, stretch.distance, quiet, capture);
                gait.hops.push(Hop { line, close, hurdles: self.hurdles(&jump.is)? });
            } else if stretch.distance == Distances::ONE && pace.via.is_empty() {
                let place = |table: &mut Option<Vec<B>>| {
                    let table = table.get_or_insert_with(|| vec![B::NONE; squares]);
                    for from in starts.squares() {
                        if let Some(to) = self.offset(from, step)
                            && ends.has(to)
                        {
                            table[from] = table[from] | B::of(to);
                        }
                    }
                };
                if quiet {
                    place(&mut gait.leap_quiet);
                }
                if capture {
                    place(&mut gait.leap_capture);
                }
                if stretch.onto.en_passant {
                    place(&mut gait.en_passant);
                }
            } else if stretch.distance == Distances::ONE && !stretch.onto.en_passant {
                let lames = gait.lames.get_or_insert_with(|| vec![Vec::new(); squares]);
                for from in starts.squares() {
                    let Some(to) = self.offset(from, step).filter(|to| ends.has(*to)) else { continue };
                    let path: Option<Vec<usize>> = pace.via.iter().map(|v| self.offset(from, *v)).collect();
                    let Some(path) = path else { continue };
                    let path = path.into_iter().fold(B::NONE, |set, s| set | B::of(s));
                    lames[from].push(Lame { other: to as u8, path, quiet, capture });
                }
            } else if pace.via.is_empty() && !stretch.onto.en_passant {
                let line = self.line(step, way, stretch.distance, quiet, capture);
                match gait.rides.iter_mut().find(|known| known.ray == line.ray) {
                    Some(known) => {
                        let old = std::mem::replace(&mut known.quiet, Reach::Nothing);
                        known.quiet = old.or(line.quiet);
                        let old = std::mem::replace(&mut known.capture, Reach::Nothing);
                        known.capture = old.or(line.capture);
                    }
                    None => gait.rides.push(line),
                }
            } else {
                return Err("unusual rides");
            }
        }
        Ok(())
    }

    fn line(
        &mut self,
        step: (i32, i32),
        way: &Way,
        distance: Distances,
        quiet: bool,
        capture: bool,
    ) -> Line<B> {
        let ray = self.ray(step);
        let reach = self.reach(ray, way, distance);
        let only = |on: bool| if on { reach.clone() } else { Reach::Nothing };
        Line { ray, quiet: only(quiet), capture: only(capture) }
    }

    fn hurdles(&self, is: &super::super::game::Holds) -> Result<Option<Hurdles>, Unfit> {
        let all = self.all_kinds();
        if !is.marked.is_empty() {
            return Err("hurdles with marks");
        }
        let kinds = is.kinds.map(|kinds| kinds & all);
        match (is.wall, kinds == [all; 2]) {
            (true, true) => Ok(None),
            (wall, _) => Ok(Some(Hurdles { kinds, wall })),
        }
    }

    fn add_trailing(
        &mut self,
        gait: &mut Gait<B>,
        side: Side,
        way: &Way,
        stretch: &Stretch,
    ) -> Result<(), Unfit> {
        let (starts, ends) = (self.starts(way), self.layout.set::<B>(way.to) & self.board);
        let them = self.layout.set::<B>(self.oracle.en_passant_region(side.other()));
        let squares = self.layout.len();
        let table = gait.trailing.get_or_insert_with(|| vec![Vec::new(); squares]);
        for pace in &stretch.paces {
            let lame = !pace.via.is_empty();
            if lame && stretch.distance != Distances::ONE {
                return Err("lame rides that leave en passant squares");
            }
            for from in starts.squares() {
                for n in stretch.distance.iter().map(i32::from) {
                    let at = |n: i32| self.offset(from, (pace.dx * n, pace.dy * n));
                    let path: Option<Vec<usize>> = if lame {
                        pace.via.iter().map(|v| self.offset(from, *v)).collect()
                    } else {
                        (1..n).map(at).collect()
                    };
                    let (Some(path), Some(to)) = (path, at(n).filter(|to| ends.has(*to))) else { continue };
                    let between = path.iter().fold(B::NONE, |set, s| set | B::of(*s));
                    let straight = pace.dx == 0 || pace.dy == 0 || pace.dx.abs() == pace.dy.abs();
                    let long = pace.dx.abs().max(pace.dy.abs());
                    let passed = (1..n * long)
                        .filter(|_| straight)
                        .filter_map(|m| self.offset(from, (pace.dx.signum() * m, pace.dy.signum() * m)));
                    let mut trail = passed.fold(B::NONE, |set, s| set | B::of(s));
                    if way.leaves == Trail::PassedAndLanding {
                        trail = trail | B::of(to);
                    }
                    table[from].push(Trailing { to: to as u8, path: between, trail: trail & them });
                }
            }
        }
        Ok(())
    }

    /// How a side attacks men of some types of the other.
    fn threats(&mut self, side: Side, royal: u64) -> Result<Threats<B>, Unfit> {
        let mut threats = Threats::none();
        if royal == 0 {
            return Ok(threats);
        }
        let squares = self.layout.len();
        for kind in 0..self.oracle.rules().pieces.len() {
            let mut reverse: Option<Vec<B>> = None;
            for way in
                self.oracle.ways_of(side, kind).iter().filter(|way| way.threat_only || !is_winding(way))
            {
                let stretch = self.simple(way)?;
                let victims = stretch.onto.kinds[side.other().index()] & royal;
                if victims == 0 {
                    continue;
                }
                if victims != royal {
                    return Err("royal pieces that are not attacked alike");
                }
                let mut gait = Gait {
                    leap_quiet: None,
                    leap_capture: None,
                    en_passant: None,
                    rides: Vec::new(),
                    hops: Vec::new(),
                    lames: None,
                    trailing: None,
                    courses: None,
                    prey: None,
                };
                self.add(&mut gait, side, way, stretch, false, true)?;
                for line in gait.rides {
                    self.ray_threat(&mut threats, kind as u8, line);
                }
                for hop in gait.hops {
                    let (dx, dy) = self.rays[hop.line.ray].step;
                    let ray = self.ray((-dx, -dy));
                    let Hop { line, close, hurdles } = hop;
                    threats.hops.push(HopThreat {
                        ray,
                        kind: kind as u8,
                        reach: line.capture,
                        close,
                        hurdles,
                    });
                }
                if let Some(leaps) = gait.leap_capture {
                    let reverse = reverse.get_or_insert_with(|| vec![B::NONE; squares]);
                    for (from, ends) in leaps.into_iter().enumerate() {
                        ends.squares().for_each(|to| reverse[to] = reverse[to] | B::of(from));
                    }
                }
                for (from, list) in gait.lames.into_iter().flatten().enumerate() {
                    let table = threats.lames.get_or_insert_with(|| vec![Vec::new(); squares]);
                    for lame in list {
                        table[usize::from(lame.other)].push((1 << kind, Lame { other: from as u8, ..lame }));
                    }
                }
            }
            if let Some(reverse) = reverse {
                match threats.leaps.iter_mut().find(|(_, known)| *known == reverse) {
                    Some((kinds, _)) => *kinds |= 1 << kind,
                    None => threats.leaps.push((1 << kind, reverse)),
                }
            }
        }
        Ok(threats)
    }

    fn ray_threat(&mut self, threats: &mut Threats<B>, kind: u8, line: Line<B>) {
        let (dx, dy) = self.rays[line.ray].step;
        let ray = self.ray((-dx, -dy));
        let index = threats.rides.iter().position(|threat| threat.ray == ray).unwrap_or_else(|| {
            threats.rides.push(RayThreat { ray, kinds: 0, limited: Vec::new() });
            threats.rides.len() - 1
        });
        let threat = &mut threats.rides[index];
        match line.capture {
            Reach::All => threat.kinds |= 1 << kind,
            Reach::Some(reach) => threat.limited.push((kind, reach)),
            Reach::Nothing => {}
        }
    }

    fn rises(&self, side: Side, kind: usize) -> Result<Vec<Rise<B>>, Unfit> {
        let mut list = Vec::new();
        for rise in self.oracle.rises_of(side).iter().filter(|rise| rise.kinds >> kind & 1 != 0) {
            let rule = &rise.rule;
            if !rise.when.is_empty() || !rule.class.is_empty() || rule.without_check {
                return Err("promotions with conditions");
            }
            if matches!(rule.trigger, Trigger::InPlace | Trigger::AsNewType) {
                return Err("promotions that are a turn of their own");
            }
            let limit = |kind: &super::super::game::Kind| {
                rule.fewer_than.get(self.oracle.kind_name(*kind)).copied().unwrap_or(u16::MAX)
            };
            list.push(Rise {
                zone: self.layout.set(rise.zone),
                trigger: rule.trigger,
                occasion: rule.occasion,
                into: rise.into.iter().map(|kind| (kind.0, limit(kind))).collect(),
                otherwise: rise.otherwise.iter().map(|kind| (kind.0, limit(kind))).collect(),
                not_in_passing: rule.not_en_passant,
                duty: rule.duty,
                or_demote: rule.or_demote,
                reverts: match rule.reverts {
                    Reverts::Never => Memory::Nothing,
                    Reverts::ToOrigin => Memory::Origin,
                    Reverts::To(_) => rise.reverts_to.map_or(Memory::Nothing, |kind| Memory::Type(kind.0)),
                },
            });
        }
        Ok(list)
    }

    fn entries(&self, side: Side, kind: usize) -> Result<Vec<Entry<B>>, Unfit> {
        let mut list: Vec<Entry<B>> = Vec::new();
        for entry in self.oracle.entries_of(side).iter().filter(|entry| entry.kinds >> kind & 1 != 0) {
            if !entry.then.is_empty()
                || !entry.class.is_empty()
                || !entry.onto.empty
                || entry.onto.any_of(side.other())
            {
                return Err("unusual drops");
            }
            let mut zone = self.layout.set::<B>(entry.zone) & self.board;
            let mut on_file = None;
            for test in &entry.when {
                if matches!(test, Test::Mobile) && self.oracle.rules().walls.is_none() {
                    zone = zone & self.layout.set(self.oracle.mobile_squares(side, kind));
                } else if on_file.is_none() {
                    on_file = Some(super::super::oracle::men_on_file(test).ok_or("drops with conditions")?);
                } else {
                    return Err("drops with conditions");
                }
            }
            let becomes = entry.becomes.map_or(kind as u8, |kind| kind.0);
            if list.iter().any(|known| known.becomes == becomes && known.zone.meets(zone)) {
                return Err("drops that are stated twice");
            }
            list.push(Entry { zone, becomes, on_file });
        }
        Ok(list)
    }
}
