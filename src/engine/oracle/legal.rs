//! Which moves are legal.

use crate::rules::{Pass, Priority, Square, SquareSet};

use super::super::game::Resolver;
use super::super::position::Position;
use super::{Move, MoveKind, Oracle};

impl Oracle {
    /// The legal moves; none where the game is over.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        if self.immediate_end(position).is_some() {
            return Vec::new();
        }
        self.moves_without_ends(position)
    }

    /// The legal moves of a position in which no end has come.
    pub(super) fn moves_without_ends(&self, position: &Position) -> Vec<Move> {
        let turn = &self.rules.turn;
        let mut moves = Vec::with_capacity(48);
        self.generate(position, &mut moves);
        if turn.priorities_before_check {
            self.keep_best(position, &mut moves);
        }
        let facts = Facts::of(self, position);
        moves.retain(|mv| self.is_safe(position, mv, &facts));
        if !turn.priorities_before_check {
            self.keep_best(position, &mut moves);
        }
        let may_pass = match turn.passes.of(position.to_move) {
            Pass::Never => false,
            Pass::Always => !self.in_check(position, position.to_move),
            Pass::WhenStuck => moves.is_empty() && !self.in_check(position, position.to_move),
        };
        if may_pass {
            moves.push(Move {
                from: Square(0),
                to: Square(0),
                kind: MoveKind::Pass,
                taken: SquareSet::EMPTY,
                trail: SquareSet::EMPTY,
                promotion: None,
            });
        }
        moves
    }

    /// Whether the move leaves the own royal men safe and gives no check that it
    /// may not give.
    fn is_safe(&self, position: &Position, mv: &Move, facts: &Facts) -> bool {
        let us = position.to_move;
        let check = &self.rules.check;
        if facts.must_capture_checker && facts.royal.contains(mv.from) {
            let only = facts.checkers.single();
            if !only.is_some_and(|checker| mv.taken.contains(checker)) {
                return false;
            }
        }
        let next = self.make(position, mv);
        if self.takes_own_royal(position, mv, &next) {
            return false;
        }
        for crown in self.crowns.of(us) {
            if crown.excused_by_capture && self.took_royal(position, &next) {
                continue;
            }
            if self.crown_attacked(&next, us, crown) {
                return false;
            }
        }
        let is_drop = matches!(mv.kind, MoveKind::Drop(..));
        let quiet_promotion =
            mv.promotion.is_some_and(|(_, record)| self.rises.of(us)[usize::from(record)].rule.without_check);
        let must_not_check = check.never_given || check.not_by_drop && is_drop || quiet_promotion;
        !(must_not_check && self.in_check(&next, us.other()))
    }

    /// Whether the move takes a royal man of the mover's own off the board: by
    /// capturing it, or by what its rule does besides.
    fn takes_own_royal(&self, position: &Position, mv: &Move, next: &Position) -> bool {
        let us = position.to_move;
        let captures_own = !mv.taken.and(position.men(us)).is_empty();
        let has_effects = match mv.kind {
            MoveKind::Ride(way) => position.man(mv.from).is_some_and(|man| {
                !self.types.of(us)[usize::from(man.kind.0)].ways[usize::from(way)].then.is_empty()
            }),
            MoveKind::Drop(record, _) => !self.entries.of(us)[usize::from(record)].then.is_empty(),
            _ => false,
        };
        (captures_own || has_effects)
            && self.crowns.of(us).iter().any(|crown| {
                let royal = self.crowned(position, us, crown).len();
                royal > 0 && next.men_of(us, crown.kinds).count() < position.men_of(us, crown.kinds).count()
            })
    }

    /// Whether an enemy royal man has gone.
    fn took_royal(&self, before: &Position, after: &Position) -> bool {
        let them = before.to_move.other();
        self.royal_men(before, them).iter().any(|s| after.man(s).is_none_or(|man| man.side != them))
    }

    /// Keeps the moves of the first kind of `priorities` that there is.
    fn keep_best(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.to_move;
        let class = |mv: &Move| match mv.kind {
            MoveKind::Ride(way) => {
                let kind = position.man(mv.from).map_or(0, |man| usize::from(man.kind.0));
                self.types.of(us)[kind].ways[usize::from(way)].class.as_str()
            }
            MoveKind::Drop(record, _) => self.entries.of(us)[usize::from(record)].class.as_str(),
            _ => "",
        };
        for priority in &self.rules.turn.priorities {
            let best: Vec<bool> = match priority {
                Priority::Captures => moves.iter().map(Move::is_capture).collect(),
                Priority::Class(name) => moves.iter().map(|mv| class(mv) == name).collect(),
                Priority::MostCaptures => {
                    let most = moves.iter().map(|mv| mv.taken.len()).max().unwrap_or(0);
                    moves.iter().map(|mv| most > 0 && mv.taken.len() == most).collect()
                }
                Priority::Drops(types) => {
                    let kinds = Resolver { rules: &self.rules, side: us }.kinds(types);
                    let hand = position.hands[us.index()].iter().enumerate();
                    if !hand.into_iter().any(|(kind, n)| *n > 0 && kinds >> kind & 1 != 0) {
                        continue;
                    }
                    let wanted =
                        |mv: &Move| matches!(mv.kind, MoveKind::Drop(_, kind) if kinds & kind.bit() != 0);
                    moves.retain(|mv| wanted(mv) || !matches!(mv.kind, MoveKind::Drop(..)));
                    moves.iter().map(wanted).collect()
                }
            };
            if best.contains(&true) {
                let mut keep = best.into_iter();
                moves.retain(|_| keep.next().unwrap_or(false));
                return;
            }
        }
    }

    /// The number of ways to play so many moves: 1 for depth 0.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves(position);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|mv| self.perft(&self.make(position, mv), depth - 1)).sum()
    }
}

/// What legality asks of the position before the move.
struct Facts {
    must_capture_checker: bool,
    checkers: SquareSet,
    royal: SquareSet,
}

impl Facts {
    fn of(oracle: &Oracle, position: &Position) -> Facts {
        let us = position.to_move;
        if !oracle.rules.check.royal_only_captures {
            return Facts {
                must_capture_checker: false,
                checkers: SquareSet::EMPTY,
                royal: SquareSet::EMPTY,
            };
        }
        let checkers = oracle.checkers(position, us);
        Facts { must_capture_checker: !checkers.is_empty(), checkers, royal: oracle.royal_men(position, us) }
    }
}
