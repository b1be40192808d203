//! Where a leg lands.

use crate::rules::{MAX_LEGS, Side, Square, SquareSet, Trail};

use super::super::game::{Pace, Stretch, Way};
use super::super::position::{Cell, Position};
use super::passing::between;
use super::{Move, MoveKind, Oracle};

/// The board as a leg sees it: the mover has left its square, and what earlier
/// legs captured is gone.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub position: &'a Position,
    pub left: Option<Square>,
    pub gone: SquareSet,
    /// A square that is seen with something else on it.
    pub instead: Option<(Square, Cell)>,
}

impl<'a> View<'a> {
    pub fn of(position: &'a Position, mover: Square) -> View<'a> {
        View { position, left: Some(mover), gone: SquareSet::EMPTY, instead: None }
    }

    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        match self.instead {
            Some((there, cell)) if there == square => cell,
            _ if self.left == Some(square) || self.gone.contains(square) => Cell::Empty,
            _ => self.position.at(square),
        }
    }
}

/// A landing of a leg.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    pub square: Square,
    /// What stands there.
    pub cell: Cell,
    pub distance: u8,
    /// Hurdles that the leg captures.
    pub hurdles: SquareSet,
}

impl Oracle {
    /// Follows one step from `start` and reports every square where the leg may
    /// land, whatever stands there; `onto` is the caller's business.
    #[inline]
    pub(super) fn ride(
        &self,
        view: &View<'_>,
        start: Square,
        pace: &Pace,
        stretch: &Stretch,
        mut land: impl FnMut(Landing),
    ) {
        let most = stretch.distance.most();
        let mut here = start;
        let mut hurdles = 0u8;
        let mut last_hurdle = 0u8;
        let mut taken = SquareSet::EMPTY;
        for distance in 1..=most {
            for (dx, dy) in &pace.via {
                let crossed = here.offset(*dx, *dy).filter(|s| self.squares.contains(*s));
                if crossed.is_none_or(|s| view.at(s) != Cell::Empty) {
                    return;
                }
            }
            let Some(next) = here.offset(pace.dx, pace.dy).filter(|s| self.squares.contains(*s)) else {
                return;
            };
            let cell = view.at(next);
            let jumped = match &stretch.jump {
                None => true,
                Some(jump) => hurdles == jump.count && jump.behind.contains(distance - last_hurdle),
            };
            if jumped && stretch.distance.contains(distance) {
                land(Landing { square: next, cell, distance, hurdles: taken });
            }
            if cell != Cell::Empty {
                let Some(jump) = &stretch.jump else { return };
                let first_too_far = hurdles == 0 && !jump.at.contains(distance);
                if hurdles == jump.count || first_too_far || !jump.is.cell(cell) {
                    return;
                }
                hurdles += 1;
                last_hurdle = distance;
                if jump.taken {
                    taken.insert(next);
                }
            }
            here = next;
        }
    }

    /// Follows all legs of a way from `origin` and reports where it ends, what it
    /// captures, and how it went there.
    pub(super) fn wind(
        &self,
        view: View<'_>,
        origin: Square,
        way: &Way,
        us: Side,
        end: &mut dyn FnMut(Square, SquareSet, Track),
    ) {
        let track = Track { passed: SquareSet::EMPTY, landings: [origin; MAX_LEGS] };
        self.wind_on(view, origin, way, 0, us, track, end);
    }

    #[allow(clippy::too_many_arguments)]
    fn wind_on(
        &self,
        view: View<'_>,
        here: Square,
        way: &Way,
        leg: usize,
        us: Side,
        track: Track,
        end: &mut dyn FnMut(Square, SquareSet, Track),
    ) {
        let Some(stretch) = way.stretches.get(leg) else {
            return end(here, view.gone, track);
        };
        let position = view.position;
        for pace in &stretch.paces {
            self.ride(&view, here, pace, stretch, |landing| {
                let mut track = track;
                track.passed = track.passed.or(way.passed(here, landing.square));
                track.landings[leg] = landing.square;
                if leg + 1 < way.stretches.len() {
                    track.passed.insert(landing.square);
                }
                let gone = view.gone.or(landing.hurdles);
                let mut go_on = |gone: SquareSet| {
                    self.wind_on(View { gone, ..view }, landing.square, way, leg + 1, us, track, end);
                };
                if landing.cell == Cell::Empty {
                    if stretch.onto.empty {
                        go_on(gone);
                    }
                    if stretch.onto.en_passant
                        && let Some(victim) = self.en_passant_capture(position, us, landing.square)
                    {
                        let mut gone = gone;
                        gone.insert(victim);
                        go_on(gone);
                    }
                } else if stretch.onto.cell(landing.cell) {
                    let mut gone = gone;
                    if !stretch.spares && landing.cell != Cell::Wall {
                        gone.insert(landing.square);
                    }
                    go_on(gone);
                }
            });
        }
    }

    /// Where the legs of a move end before the last: nowhere where it has one leg. Of two
    /// ways that do the same the first counts.
    pub(crate) fn stations(&self, position: &Position, mv: &Move) -> Vec<Square> {
        let MoveKind::Ride(index) = mv.kind else { return Vec::new() };
        let Some(man) = position.man(mv.from) else { return Vec::new() };
        let way = &self.types.of(man.side)[usize::from(man.kind.0)].ways[usize::from(index)];
        let before = way.stretches.len().saturating_sub(1);
        let mut found: Option<Track> = None;
        if before > 0 {
            self.wind(View::of(position, mv.from), mv.from, way, man.side, &mut |to, taken, track| {
                if found.is_none()
                    && to == mv.to
                    && taken == mv.taken
                    && way.trail(track.passed, to) == mv.trail
                {
                    found = Some(track);
                }
            });
        }
        found.map_or_else(Vec::new, |track| track.landings[..before].to_vec())
    }
}

/// How a move went.
#[derive(Clone, Copy)]
pub(super) struct Track {
    /// The squares that it passed, where it leaves them behind.
    pub passed: SquareSet,
    /// Where each leg landed.
    pub landings: [Square; MAX_LEGS],
}

impl Way {
    /// The en passant squares that the way leaves by passing squares.
    pub(super) fn trail(&self, passed: SquareSet, to: Square) -> SquareSet {
        match self.leaves {
            Trail::None => SquareSet::EMPTY,
            Trail::Passed | Trail::PassedIfAttacked => passed,
            Trail::PassedAndLanding => passed.or(SquareSet::of(to)),
        }
    }

    /// The squares that a leg passes, where the move leaves en passant squares.
    pub(super) fn passed(&self, from: Square, to: Square) -> SquareSet {
        if self.leaves == Trail::None { SquareSet::EMPTY } else { between(from, to) }
    }

    /// Whether what it captures is more than the square where it lands.
    pub(super) fn winds(&self) -> bool {
        use super::super::game::Deed;
        self.stretches.len() != 1
            || self.stretches[0].jump.as_ref().is_some_and(|jump| jump.taken)
            || self.then.iter().any(|deed| matches!(deed, Deed::Remove(_) | Deed::Put(..) | Deed::Shift(..)))
    }
}
