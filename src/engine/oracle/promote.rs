//! Promotions: with a move, or as a turn of their own.

use crate::rules::{Duty, Occasion, Side, Trigger};

use super::super::game::{Kind, Rise};
use super::super::position::{Cell, Man, Position};
use super::guards::Asked;
use super::{Move, MoveKind, Oracle};

impl Oracle {
    /// A move of a man, with every promotion that fits it.
    pub(super) fn promote(
        &self,
        position: &Position,
        man: Man,
        class: &str,
        plain: Move,
        moves: &mut Vec<Move>,
    ) {
        let mut may_stay = true;
        for (record, rise) in self.rises.of(man.side).iter().enumerate() {
            if rise.kinds & man.kind.bit() == 0 || !rise_fits(class, rise, &plain) {
                continue;
            }
            let before = moves.len();
            let choices = self.choices(position, man, rise);
            for kind in choices.iter().filter(|kind| self.rise_may(position, man, rise, &plain, **kind)) {
                moves.push(Move { promotion: Some((*kind, record as u8)), ..plain });
            }
            let fits = moves.len() > before
                || choices.is_empty() && self.rise_may(position, man, rise, &plain, man.kind);
            may_stay &= match rise.rule.duty {
                Duty::Always => !fits,
                Duty::IfPossible => moves.len() == before,
                Duty::Never => true,
            };
        }
        if may_stay {
            moves.push(plain);
        }
    }

    /// Promotions that are a turn of their own: in place, or by a move as the new
    /// type.
    pub(super) fn generate_promotions(
        &self,
        position: &Position,
        man: Man,
        plain: Move,
        moves: &mut Vec<Move>,
    ) {
        let from = plain.from;
        for (record, rise) in self.rises.of(man.side).iter().enumerate() {
            let own_turn = matches!(rise.rule.trigger, Trigger::InPlace | Trigger::AsNewType);
            let quiet = rise.rule.occasion != Occasion::Capture && rise.rule.class.is_empty();
            if !own_turn || !quiet || rise.kinds & man.kind.bit() == 0 || !rise.zone.contains(from) {
                continue;
            }
            for kind in self.choices(position, man, rise) {
                let targets = match rise.rule.trigger {
                    Trigger::AsNewType => self.empty_hits(position, man, kind, plain),
                    _ => vec![plain],
                };
                for target in targets {
                    let mv = Move { promotion: Some((kind, record as u8)), ..target };
                    let known = moves.iter().any(|other| {
                        other.kind == mv.kind && (other.from, other.to) == (mv.from, mv.to) && {
                            other.promotion.map(|(kind, _)| kind) == Some(kind)
                        }
                    });
                    if !known && self.rise_may(position, man, rise, &mv, kind) {
                        moves.push(mv);
                    }
                }
            }
        }
    }

    /// The moves to empty squares on which the man could capture as that type.
    fn empty_hits(&self, position: &Position, man: Man, kind: Kind, plain: Move) -> Vec<Move> {
        let mut promoted = position.clone();
        promoted.set(plain.from, Cell::Man(Man::new(man.side, kind)));
        let victim = Man::new(man.side.other(), man.kind);
        let free = self.squares.iter().filter(|to| position.at(*to) == Cell::Empty);
        let hit = free.filter(|to| self.attacks(&promoted, plain.from, *to, victim));
        hit.map(|to| Move { to, ..plain }).collect()
    }

    /// The types that a man may become by a record, guards aside.
    fn choices(&self, position: &Position, man: Man, rise: &Rise) -> Vec<Kind> {
        let free = |kind: &&Kind| self.may_become(position, man.side, rise, **kind);
        let mut choices: Vec<Kind> = rise.into.iter().filter(free).copied().collect();
        if choices.is_empty() {
            choices.extend(rise.otherwise.iter().filter(free));
        }
        if rise.rule.or_demote {
            choices.extend(man.reverts);
        }
        choices
    }

    fn may_become(&self, position: &Position, side: Side, rise: &Rise, kind: Kind) -> bool {
        let limit = rise.rule.fewer_than.get(self.kind_name(kind));
        limit.is_none_or(|limit| position.men_of(side, kind.bit()).count() < usize::from(*limit))
    }

    /// Whether the record's guards hold for a promotion to that type.
    fn rise_may(&self, position: &Position, man: Man, rise: &Rise, mv: &Move, becomes: Kind) -> bool {
        rise.when.is_empty() || {
            let asked = Asked {
                position,
                side: man.side,
                kind: man.kind,
                becomes,
                from: mv.from,
                to: mv.to,
                attack: false,
            };
            self.all_hold(&asked, &rise.when)
        }
    }
}

/// Whether a promotion goes with a move, guards aside.
fn rise_fits(class: &str, rise: &Rise, plain: &Move) -> bool {
    let arrives = || rise.zone.contains(plain.to);
    let leaves = || rise.zone.contains(plain.from);
    let in_zone = match rise.rule.trigger {
        Trigger::Arrive => arrives(),
        Trigger::Leave => leaves(),
        Trigger::Touch => arrives() || leaves(),
        Trigger::InPlace | Trigger::AsNewType => false,
    };
    let occasion = match rise.rule.occasion {
        Occasion::Any => true,
        Occasion::Capture => plain.is_capture(),
        Occasion::Quiet => !plain.is_capture(),
    };
    // What is taken stands beside the square only where it is taken in passing.
    let passing = plain.is_capture() && !plain.taken.contains(plain.to);
    in_zone
        && occasion
        && !(rise.rule.not_en_passant && passing)
        && (rise.rule.class.is_empty() || rise.rule.class == class)
}

impl Move {
    /// The shape of a promotion in place.
    pub(super) fn in_place(square: crate::rules::Square) -> Move {
        Move::new(square, square, MoveKind::Promotion)
    }
}
