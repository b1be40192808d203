//! What follows a move on other squares: blasts, petrification, flips.

use crate::rules::{Occasion, Side, Square, SquareSet};

use super::super::game::{After, Blast, Pace};
use super::super::position::{Cell, Man, Position};
use super::make::Played;
use super::{Move, MoveKind, Oracle};

impl Oracle {
    /// Everything that the rules let follow a move, in their order.
    pub(super) fn follow_up(&self, played: &mut Played, position: &Position, mv: &Move) {
        if !mv.moves_a_man() {
            return;
        }
        let us = position.to_move;
        for after in self.aftermath.of(us) {
            match after {
                After::Blast(blast) => {
                    let fits = match blast.after {
                        Occasion::Any => true,
                        Occasion::Capture => mv.is_capture(),
                        Occasion::Quiet => !mv.is_capture(),
                    };
                    if fits {
                        self.blast(played, blast, mv.to);
                    }
                }
                After::Petrify(kinds) => {
                    let before = position.man(mv.from).filter(|_| matches!(mv.kind, MoveKind::Ride(_)));
                    if mv.is_capture() && before.is_some_and(|man| kinds & man.kind.bit() != 0) {
                        self.petrify(played, *kinds, mv.to, us);
                    }
                }
                After::Flip { enclosed, paces, drop_needs_neighbour } => {
                    let near = |s: &Square| played.next.man(*s).is_some_and(|man| man.side == us);
                    let dropped = matches!(mv.kind, MoveKind::Drop(..));
                    if dropped && *drop_needs_neighbour && !self.around(mv.to, paces).iter().any(|s| near(&s))
                    {
                        continue;
                    }
                    let flipped = if *enclosed {
                        self.enclosed(&played.next, mv.to, paces, us, false)
                    } else {
                        self.around(mv.to, paces).and(played.next.men(us.other()))
                    };
                    for square in flipped {
                        if let Some(man) = played.next.man(square) {
                            played.next.set(square, Cell::Man(Man::new(us, man.kind)));
                            played.touched.insert(square);
                        }
                    }
                }
            }
        }
    }

    /// The squares one step away.
    pub(super) fn around(&self, square: Square, paces: &[Pace]) -> SquareSet {
        let near = paces.iter().filter_map(|pace| square.offset(pace.dx, pace.dy));
        near.filter(|s| self.squares.contains(*s)).collect()
    }

    /// The enemy men in runs that begin beside the square and that a man of the
    /// side closes.
    pub(super) fn enclosed(
        &self,
        position: &Position,
        square: Square,
        paces: &[Pace],
        us: Side,
        through_walls: bool,
    ) -> SquareSet {
        let side = |s: Square| match position.at(s) {
            Cell::Wall if through_walls => Some(us.other()),
            cell => cell.man().map(|man| man.side),
        };
        let run = |pace: &Pace| {
            let mut run = SquareSet::EMPTY;
            let mut here = square.offset(pace.dx, pace.dy);
            while let Some(next) = here.filter(|s| self.squares.contains(*s) && side(*s) == Some(us.other()))
            {
                run.insert(next);
                here = next.offset(pace.dx, pace.dy);
            }
            let closed = here.is_some_and(|s| self.squares.contains(s) && side(s) == Some(us));
            if closed { run } else { SquareSet::EMPTY }
        };
        paces.iter().map(run).fold(SquareSet::EMPTY, SquareSet::or)
    }

    /// The men that a blast removes.
    fn blasted(&self, position: &Position, blast: &Blast, centre: Square) -> SquareSet {
        let stands =
            |square: Square, kinds: u64| position.man(square).is_some_and(|man| kinds & man.kind.bit() != 0);
        let exposed = |square: &Square| {
            let immune = if *square == centre { blast.immune } else { blast.immune | blast.shielded };
            position.man(*square).is_some() && !stands(*square, immune)
        };
        self.around(centre, &blast.paces).or(SquareSet::of(centre)).iter().filter(exposed).collect()
    }

    fn blast(&self, played: &mut Played, blast: &Blast, centre: Square) {
        for square in self.blasted(&played.next, blast, centre) {
            let Some(man) = played.next.man(square) else { continue };
            // Nobody captures his own men: they go to the opponent.
            self.capture(played, square, man.side.other());
            let to_wall = if square == centre {
                blast.centre_to_wall & man.kind.bit() != 0
            } else {
                blast.bystanders_to_wall
            };
            if to_wall {
                played.next.set(square, Cell::Wall);
            }
        }
    }

    fn petrify(&self, played: &mut Played, kinds: u64, square: Square, us: Side) {
        let Some(man) = played.next.man(square) else { return };
        self.capture(played, square, us.other());
        if kinds & man.kind.bit() != 0 {
            played.next.set(square, Cell::Wall);
        }
    }

    /// The royal men of a side that it may not lose by its own move.
    fn precious_men(&self, position: &Position, side: Side) -> SquareSet {
        let crowns = self.crowns.of(side).iter().filter(|crown| !crown.may_be_lost);
        crowns.fold(SquareSet::EMPTY, |set, crown| set.or(self.crowned(position, side, crown)))
    }

    /// Whether a capture has a man of its own side in the blast that is royal at times, were it
    /// one that could stand it.
    pub(super) fn blasts_own_royal(&self, position: &Position, mv: &Move) -> bool {
        let us = position.to_move;
        let crowns = self.crowns.of(us).iter().filter(|c| !c.may_be_lost && c.at_most.is_some());
        let mut royal = crowns.fold(SquareSet::EMPTY, |set, crown| set.or(self.crowned(position, us, crown)));
        if royal.contains(mv.from) {
            royal.remove(mv.from);
            royal.insert(mv.to);
        }
        let shielded = |square: Square, blast: &Blast| {
            position.man(square).is_some_and(|man| blast.shielded & man.kind.bit() != 0)
        };
        mv.is_capture()
            && self.aftermath.of(us).iter().any(|after| match after {
                After::Blast(blast) if blast.after != Occasion::Quiet => {
                    let near = self.around(mv.to, &blast.paces).and(royal);
                    royal.contains(mv.to) || near.iter().any(|square| !shielded(square, blast))
                }
                _ => false,
            })
    }

    /// Whether a man is of a type that may be royal and then may not be lost.
    fn may_be_precious(&self, man: Man) -> bool {
        let mut crowns = self.crowns.of(man.side).iter();
        crowns.any(|crown| !crown.may_be_lost && crown.kinds & man.kind.bit() != 0)
    }

    /// Whether a capture on `to` is no attack because a royal man of the capturer's side stands
    /// in the blast, or because the capturer is of a type that would turn to stone and may be
    /// royal (unless what it attacks only passes).
    pub(super) fn capture_costs_royal(
        &self,
        position: &Position,
        man: Man,
        to: Square,
        passing: bool,
    ) -> bool {
        self.aftermath.of(man.side).iter().any(|after| match after {
            After::Blast(blast) if blast.after != Occasion::Quiet => {
                !self.around(to, &blast.paces).and(self.precious_men(position, man.side)).is_empty()
            }
            After::Petrify(kinds) => !passing && kinds & man.kind.bit() != 0 && self.may_be_precious(man),
            After::Blast(_) | After::Flip { .. } => false,
        })
    }
}
