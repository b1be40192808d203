//! What a type's move rules come to for one side, in the engine's terms.

use std::collections::{BTreeMap, BTreeSet};

use crate::betza::{Gait, Modality, Part, Parts, lame_path};
use crate::rules::{
    Content, Distances, Effect, Guard, Hurdle, Judged, Leg, ManPattern, MoveRule, PerSide, Region, Rules,
    Side, Sides, Square, SquareSet, Step, Trail, Whose,
};

/// The movement of a type for one side. Vectors are turned so that the side moves up;
/// squares are those of the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Movement {
    /// What it may do.
    pub parts: Parts,
    /// Steps of captures that may be en passant.
    pub en_passant: Vec<(i8, i8)>,
    /// Where first moves start.
    pub first: Option<SquareSet>,
    /// Where triple steps start.
    pub triple: Option<SquareSet>,
    /// Whether every first move leaves en passant squares; `None` without first moves.
    pub leaves: Option<bool>,
    /// Whether one leaves the square where it lands, which the engine's own pawn does not.
    pub leaves_landing: bool,
    /// Where it may go at all.
    pub within: Option<SquareSet>,
    /// Sideways steps allowed from these squares only (a soldier).
    pub sideways_from: Option<SquareSet>,
    /// Some of its rules do no more than threaten enemy men of its own type (facing kings).
    pub faces: bool,
    /// Rules that have no place in the engine: number and why.
    pub faults: Vec<(usize, String)>,
    /// Rules that are never played, for they ask for men that nobody ever has.
    pub dead: Vec<usize>,
}

/// The types that each side may ever have.
pub(super) type Owned = PerSide<BTreeSet<String>>;

/// Whether a square may ever hold one of these, as a side sees it.
fn may_be(content: &Content, owned: &Owned, side: Side) -> bool {
    let owner = |whose: Whose| if whose == Whose::Own { side } else { side.other() };
    let there = |m: &ManPattern| m.kind.as_ref().is_none_or(|kind| owned.of(owner(m.whose)).contains(kind));
    content.empty || content.en_passant || content.wall || content.men.iter().any(there)
}

/// Whether a rule asks for men that nobody ever has.
fn is_dead(rule: &MoveRule, owned: &Owned, side: Side) -> bool {
    let hurdle = |leg: &Leg| leg.hurdle.as_ref().is_none_or(|hurdle| may_be(&hurdle.is, owned, side));
    let leg = |leg: &Leg| may_be(&leg.onto, owned, side) && hurdle(leg);
    let guard = |guard: &Guard| match guard {
        Guard::Square { is, .. } => may_be(is, owned, side),
        _ => true,
    };
    !rule.legs.iter().all(leg) || !rule.when.iter().all(guard)
}

fn is_any(men: &BTreeSet<ManPattern>, whose: Whose) -> bool {
    men.iter().eq([&ManPattern::any(whose)])
}

fn squares(rules: &Rules, side: Side, region: &Region) -> Option<SquareSet> {
    let of = region.of(side, &rules.board);
    (of != rules.board.squares()).then_some(of)
}

/// How many steps of that kind fit on the board.
fn most(rules: &Rules, (dx, dy): (i8, i8)) -> u8 {
    let fit = |extent: u8, d: i8| if d == 0 { u8::MAX } else { (extent - 1) / d.unsigned_abs() };
    fit(rules.board.files.max(1), dx).min(fit(rules.board.ranks.max(1), dy))
}

/// The largest number of steps where all up to it are meant; 0: without end.
fn run(distance: Distances, most: u8) -> Option<u8> {
    let inside: Vec<u8> = distance.iter().filter(|d| *d <= most).collect();
    let whole = inside.iter().copied().eq(1..=inside.len() as u8);
    match inside.len() as u8 {
        _ if !whole => None,
        n if n >= most && n > 1 => Some(0),
        n => Some(n),
    }
}

fn hop(hurdle: &Hurdle, distance: Distances, most: u8) -> Result<Gait, &'static str> {
    let all = |c: &Content| {
        let men = [ManPattern::any(Whose::Own), ManPattern::any(Whose::Enemy)];
        men.iter().all(|m| c.men.contains(m)) && !c.empty && !c.en_passant
    };
    if hurdle.count != 1 || hurdle.taken {
        return Err("a hop over several pieces, or one that takes what it jumps");
    }
    if !all(&hurdle.is) {
        return Err("a hop over some pieces only");
    }
    let one = Distances::ONE;
    let any = |d: Distances| run(d, most) == Some(0);
    match (any(hurdle.at), any(hurdle.behind)) {
        // A hop goes two squares at least, so it says nothing of one.
        (true, true) => run(Distances::of(distance.iter().chain([1])), most)
            .map(Gait::Hop)
            .ok_or("a hop over a choice of distances"),
        (true, false) if hurdle.behind == one && any(distance) => Ok(Gait::Over),
        _ if hurdle.at == one && hurdle.behind == one => Ok(Gait::Hop(2)),
        _ => Err("a hop with distances of its own"),
    }
}

/// Steps that the engine rides along, and hops.
fn rides((dx, dy): (i8, i8)) -> bool {
    dx.abs().max(dy.abs()) == 1
}

fn gait(rules: &Rules, leg: &Leg, step: (i8, i8), via: &[(i8, i8)]) -> Result<(Gait, (i8, i8)), String> {
    let most = most(rules, step);
    if let Some(hurdle) = &leg.hurdle {
        if !rides(step) || !via.is_empty() {
            return Err("hops along other lines than ranks, files and diagonals".into());
        }
        return hop(hurdle, leg.distance, most).map(|gait| (gait, step)).map_err(str::to_owned);
    }
    if !via.is_empty() {
        if leg.distance != Distances::ONE {
            return Err("a ride of lame steps".into());
        }
        return match lame_path(step) {
            Some(path) if path == via => Ok((Gait::Lame, step)),
            _ => Err(format!("the engine has no lame leap {},{} by way of these squares", step.0, step.1)),
        };
    }
    let inside = Distances::of(leg.distance.iter().filter(|d| *d <= most));
    let twice = (step.0 * 2, step.1 * 2);
    match run(leg.distance, most) {
        _ if inside == Distances::of([2]) && rides(step) => Ok((Gait::Lame, twice)),
        _ if inside == Distances::of([3]) && step == (0, 1) => Ok((Gait::Lame, (0, 3))),
        None => Err("a ride over a choice of distances".into()),
        Some(1) => match crate::betza::atom(step) {
            Some(_) => Ok((Gait::Leap, step)),
            None => Err(format!("the engine has no leap {},{}", step.0, step.1)),
        },
        Some(n) if rides(step) || step.0.abs() + step.1.abs() == 3 && step.0 != 0 && step.1 != 0 => {
            if n > 9 {
                Err("a ride of more than 9 steps".into())
            } else {
                Ok((Gait::Ride(n), step))
            }
        }
        Some(_) => Err(format!("the engine has no rider {},{}", step.0, step.1)),
    }
}

/// What may stand where the leg lands: quiet, capture, en passant.
fn lands(onto: &Content) -> Result<(bool, bool, bool), String> {
    let capture = match onto.men.is_empty() {
        true => false,
        false if is_any(&onto.men, Whose::Enemy) => true,
        false => return Err("captures of some pieces only, or of own pieces".into()),
    };
    if onto.wall {
        return Err("moves onto walls".into());
    }
    Ok((onto.empty, capture, onto.en_passant))
}

impl Movement {
    /// The movement of the type with these move rules for a side.
    pub fn of(rules: &Rules, owned: &Owned, name: &str, moves: &[MoveRule], side: Side) -> Movement {
        let mut movement = Movement::default();
        let mut first_rule = true;
        if let Some((from, within)) = soldier(rules, moves, side) {
            let both = [Modality::Quiet, Modality::Capture];
            let steps = [(0, 1), (-1, 0), (1, 0)];
            let part = |step| both.map(|modality| Part { modality, gait: Gait::Leap, step });
            movement.parts = steps.into_iter().flat_map(part).collect();
            movement.sideways_from = Some(from);
            movement.within = within;
            return movement;
        }
        let mut passing = Vec::new();
        for (number, rule) in moves.iter().enumerate().filter(|(_, r)| r.sides.includes(side)) {
            if is_dead(rule, owned, side) {
                movement.dead.push(number);
                continue;
            }
            let mut fault = |why: &str| movement.faults.push((number, why.to_owned()));
            if is_facing(rules, name, rule) {
                movement.faces = true;
                continue;
            }
            if rule.threat_only {
                fault("a threat that is never carried out");
                continue;
            }
            match &rule.legs[..] {
                _ if rule.continues.is_some() => fault("a turn of several moves"),
                _ if rule.then.iter().any(|effect| matches!(effect, Effect::Shift { .. })) => {
                    fault("a move that shifts a second piece without a castling right");
                }
                _ if !rule.then.is_empty() => fault("effects besides the move itself"),
                _ if !rule.when.is_empty() => fault("conditions besides those of its path"),
                [leg] => {
                    let within = squares(rules, side, &rule.to);
                    if first_rule {
                        movement.within = within;
                    } else if movement.within != within {
                        fault("destinations that differ from those of its other moves");
                    }
                    first_rule = false;
                    let from = squares(rules, side, &rule.from);
                    let before = movement.en_passant.len();
                    if let Err(why) = movement.leg(rules, rule, leg, side, from) {
                        movement.faults.push((number, why));
                    }
                    passing.extend(movement.en_passant[before..].iter().map(|step| (number, *step)));
                }
                _ => fault("a move of several legs"),
            }
        }
        for (number, step) in passing {
            let captures = |p: &Part| p.modality == Modality::Capture && p.step == step;
            let told = movement.faults.iter().any(|(other, _)| *other == number);
            if !told && !movement.parts.iter().any(captures) {
                movement.faults.push((number, "en passant where it can't capture otherwise".into()));
            }
        }
        movement.tidy();
        movement
    }

    fn leg(
        &mut self,
        rules: &Rules,
        rule: &MoveRule,
        leg: &Leg,
        side: Side,
        from: Option<SquareSet>,
    ) -> Result<(), String> {
        let (quiet, capture, en_passant) = lands(&leg.onto)?;
        for step in &leg.steps {
            let vector = rules.board.seen_upward(side, (step.dx, step.dy));
            let via: Vec<(i8, i8)> = step.via.iter().map(|v| rules.board.seen_upward(side, *v)).collect();
            let (gait, vector) = gait(rules, leg, vector, &via)?;
            // What leaves en passant squares is a first move, though it starts anywhere.
            if from.is_some() || rule.leaves != Trail::None {
                let from = from.or(Some(rules.board.squares()));
                if capture || en_passant {
                    return Err("captures from some squares only".into());
                }
                let region = if vector == (0, 3) { &mut self.triple } else { &mut self.first };
                if region.is_some() && *region != from {
                    return Err("first moves from squares that differ from those of its others".into());
                }
                *region = from;
                let leaves = rule.leaves != Trail::None;
                self.leaves = Some(self.leaves.unwrap_or(leaves) && leaves);
                self.leaves_landing |= rule.leaves == Trail::PassedAndLanding;
                if vector != (0, 3) {
                    self.parts.insert(Part { modality: Modality::Initial, gait, step: vector });
                }
                continue;
            }
            if vector == (0, 3) && gait == Gait::Lame {
                return Err("the engine has no lame leap of three".into());
            }
            if quiet {
                self.parts.insert(Part { modality: Modality::Quiet, gait, step: vector });
            }
            if capture {
                self.parts.insert(Part { modality: Modality::Capture, gait, step: vector });
            }
            if en_passant {
                self.en_passant.push(vector);
            }
        }
        Ok(())
    }

    /// A ride of one or two steps from the first squares is, beside the single step from
    /// anywhere, a lame leap of two; what can be done from anywhere is no first move.
    fn tidy(&mut self) {
        let quiet = |gait, step| Part { modality: Modality::Quiet, gait, step };
        for part in self.parts.clone().into_iter().filter(|p| p.modality == Modality::Initial) {
            if part.gait == Gait::Ride(2) && self.parts.contains(&quiet(Gait::Leap, part.step)) {
                self.parts.remove(&part);
                let twice = (part.step.0 * 2, part.step.1 * 2);
                self.parts.insert(Part { gait: Gait::Lame, step: twice, ..part });
            } else if self.parts.contains(&quiet(part.gait, part.step)) {
                self.parts.remove(&part);
            }
        }
        self.parts = crate::betza::without_idle_parts(&self.parts);
        self.en_passant.sort_unstable();
        self.en_passant.dedup();
    }

    /// Whether it moves as the engine's own pawn does, first moves apart.
    pub fn is_pawn(&self) -> bool {
        let part = |modality, gait, step| Part { modality, gait, step };
        let must = [
            part(Modality::Quiet, Gait::Leap, (0, 1)),
            part(Modality::Capture, Gait::Leap, (-1, 1)),
            part(Modality::Capture, Gait::Leap, (1, 1)),
        ];
        let may = part(Modality::Initial, Gait::Lame, (0, 2));
        must.iter().all(|p| self.parts.contains(p))
            && self.parts.iter().all(|p| must.contains(p) || *p == may)
            && self.within.is_none()
            && self.sideways_from.is_none()
            && !self.faces
    }
}

/// The squares from which a soldier, who moves forward from anywhere, goes sideways, those
/// of some rank and all beyond it; and where it may go, if not everywhere. What counts is from
/// where each step can be played, and not how the rules divide that.
fn soldier(rules: &Rules, moves: &[MoveRule], side: Side) -> Option<(SquareSet, Option<SquareSet>)> {
    let board = &rules.board;
    let mut origins: BTreeMap<(i8, i8), SquareSet> = BTreeMap::new();
    let lands = |from: Square, step: &Step| {
        let (dx, dy) = board.vector_for(side, step.vector());
        from.offset(dx, dy).filter(|to| board.has(*to))
    };
    for rule in moves.iter().filter(|r| r.sides.includes(side)) {
        let [leg] = &rule.legs[..] else { return None };
        let plain = leg.distance == Distances::ONE
            && leg.hurdle.is_none()
            && leg.onto == Content::empty_or_enemy()
            && leg.steps.iter().all(|s| s.via.is_empty())
            && rule.when.is_empty()
            && rule.then.is_empty()
            && rule.continues.is_none()
            && rule.class.is_empty()
            && rule.leaves == Trail::None
            && !rule.threat_only;
        if !plain {
            return None;
        }
        let (from, to) = (rule.from.of(side, board), rule.to.of(side, board));
        for step in &leg.steps {
            let all = origins.entry(rules.board.seen_upward(side, (step.dx, step.dy))).or_default();
            for square in from.iter().filter(|s| lands(*s, step).is_some_and(|end| to.contains(end))) {
                all.insert(square);
            }
        }
    }
    if !origins.keys().eq(&[(-1, 0), (0, 1), (1, 0)]) {
        return None;
    }
    let beyond = |rank: u8| -> SquareSet {
        let relative = |s: &Square| if side == Side::White { s.rank() } else { board.ranks - 1 - s.rank() };
        board.squares().iter().filter(|s| relative(s) + 1 >= rank).collect()
    };
    let turned = |(dx, dy): (i8, i8)| if side == Side::White { (dx, dy) } else { (-dx, -dy) };
    let ends = |(step, from): (&(i8, i8), &SquareSet)| -> SquareSet {
        let (dx, dy) = turned(*step);
        from.iter().filter_map(|s| s.offset(dx.into(), dy.into())).filter(|s| board.has(*s)).collect()
    };
    let fit = |step: (i8, i8), among: SquareSet, within: SquareSet| -> SquareSet {
        let (dx, dy) = turned(step);
        let inside = |s: &Square| s.offset(dx.into(), dy.into()).is_some_and(|to| within.contains(to));
        among.iter().filter(inside).collect()
    };
    let all = |rank: u8, within: SquareSet| {
        let from = |step: &(i8, i8)| beyond(if *step == (0, 1) { 1 } else { rank });
        origins.iter().all(|(step, origin)| *origin == fit(*step, from(step), within))
    };
    let whole = board.squares();
    let reached = origins.iter().map(ends).fold(SquareSet::EMPTY, SquareSet::or);
    let ranks = || 2..=board.ranks;
    let free = ranks().find(|rank| all(*rank, whole)).map(|rank| (beyond(rank), None));
    free.or_else(|| ranks().find(|rank| all(*rank, reached)).map(|rank| (beyond(rank), Some(reached))))
}

/// Whether a rule does no more than threaten enemy men of the mover's own type.
///
/// It is stated as a threat, or it takes royal men only. Then it is never played: the
/// opponent's move that led here left none of his royal men attacked, and nothing has
/// moved since. (A turn of several moves would be another matter.)
fn is_facing(rules: &Rules, name: &str, rule: &MoveRule) -> bool {
    let [leg] = &rule.legs[..] else { return false };
    let like = leg.onto.men.iter().eq([&ManPattern::of(Whose::Enemy, name)]);
    let takes_only = !leg.onto.empty && !leg.onto.en_passant && !leg.onto.wall;
    let plain = leg.hurdle.is_none()
        && leg.steps.iter().all(|s| s.via.is_empty())
        && rule.when.is_empty()
        && rule.then.is_empty()
        && rule.continues.is_none();
    like && takes_only && plain && (rule.threat_only || always_guarded(rules, name))
}

/// Whether no turn ends with an attacked man of the type.
fn always_guarded(rules: &Rules, name: &str) -> bool {
    let royal = rules.royals.iter().any(|royal| {
        royal.types.names().any(|n| n == name)
            && royal.sides == Sides::Both
            && royal.at_most.is_none()
            && !royal.all_attacked
            && !royal.excused_by_capture
            && royal.judged == Judged::AfterAll
    });
    let one_move = rules.pieces.iter().flat_map(|p| &p.moves).all(|rule| rule.continues.is_none());
    royal && one_move
}

/// From where to where men of a type threaten enemy men of the same type along an open
/// line, by all their rules or by those only that do no more.
pub(super) fn threats(rules: &Rules, name: &str, side: Side, no_more: bool) -> BTreeSet<(Square, Square)> {
    let board = &rules.board;
    let like = ManPattern::of(Whose::Enemy, name);
    let mut found = BTreeSet::new();
    let moves = rules.piece(name).map_or(&[][..], |piece| &piece.moves[..]);
    for rule in moves.iter().filter(|r| r.sides.includes(side)) {
        let [leg] = &rule.legs[..] else { continue };
        let open =
            leg.hurdle.is_none() && rule.when.is_empty() && leg.onto.men.iter().any(|m| m.covers(&like));
        if !open || no_more && !is_facing(rules, name, rule) {
            continue;
        }
        let (from, to) = (rule.from.of(side, board), rule.to.of(side, board));
        for step in leg.steps.iter().filter(|s| s.via.is_empty()) {
            let (dx, dy) = board.vector_for(side, step.vector());
            for origin in from.iter() {
                let line = (1..16).map_while(|n| {
                    let square = origin.offset(dx * i32::from(n), dy * i32::from(n));
                    square.filter(|s| board.has(*s)).map(|s| (n, s))
                });
                let ends = line.filter(|(n, s)| leg.distance.contains(*n) && to.contains(*s));
                found.extend(ends.map(|(_, end)| (origin, end)));
            }
        }
    }
    found
}
