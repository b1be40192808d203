//! Which moves are legal.

use crate::rules::{Judged, Pass, Priority, Reverts, Side, SquareSet};

use super::super::game::Crown;
use super::super::position::Position;
use super::super::resolve::Resolver;
use super::make::Played;
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
        self.with_gates(position, &mut moves);
        self.with_walls(position, &mut moves);
        let mut bound = turn.priorities_before_check && self.keep_best(position, &mut moves);
        let facts = Facts::of(self, position);
        self.keep_safe(position, &mut moves, &facts);
        if !turn.priorities_before_check {
            bound = self.keep_best(position, &mut moves);
        }
        let may_pass = match turn.passes.of(position.to_move) {
            Pass::Never => false,
            Pass::Always => !bound,
            Pass::WhenStuck => moves.is_empty(),
        };
        // It takes a man to say so.
        if may_pass && !position.men(position.to_move).is_empty() {
            let mut passes = vec![Move::of_no_man(MoveKind::Pass)];
            if !self.rules.walls.as_ref().is_some_and(|walls| walls.instead_of_move) {
                self.with_walls(position, &mut passes);
            }
            // Men that face each other give leave to pass, whatever is attacked.
            if !facts.faced {
                let in_check = self.in_announced_check(position, position.to_move);
                passes.retain(|_| !in_check);
                self.keep_safe(position, &mut passes, &facts);
            }
            moves.extend(passes);
        }
        moves
    }

    /// Keeps the moves that leave the own royal men safe and give no check that
    /// they may not give.
    fn keep_safe(&self, position: &Position, moves: &mut Vec<Move>, facts: &Facts) {
        // Moves that differ in their extras stand together, and are alike before these.
        let mut known: Option<(Move, bool)> = None;
        moves.retain(|mv| {
            let played = self.play(position, mv);
            let bare = mv.without_extras();
            let safe_before = match known {
                _ if bare == *mv => self.is_safe_before_extras(position, mv, &played, facts),
                Some((other, safe)) if other == bare => safe,
                _ => self.is_safe_before_extras(position, &bare, &self.play(position, &bare), facts),
            };
            known = Some((bare, safe_before));
            safe_before && self.is_safe_after_all(position, mv, &played)
        });
    }

    fn is_safe_before_extras(&self, position: &Position, mv: &Move, played: &Played, facts: &Facts) -> bool {
        let us = position.to_move;
        if facts.must_capture_checker && facts.royal.contains(mv.from) && mv.kind != MoveKind::Pass {
            let only = facts.checkers.single();
            if !only.is_some_and(|checker| mv.taken.contains(checker)) {
                return false;
            }
        }
        if facts.faced && self.must_part(&played.next, us) {
            return false;
        }
        let mut crowns = self.crowns.of(us).iter().filter(|c| c.judged == Judged::BeforeExtras);
        crowns.all(|crown| self.is_crown_safe(position, mv, played, crown))
    }

    fn is_safe_after_all(&self, position: &Position, mv: &Move, played: &Played) -> bool {
        let us = position.to_move;
        if self.takes_own_royal(position, played)
            || self.moves_royal_partner(position, mv)
            || self.blasts_own_royal(position, mv)
            || !self.castles_safely(position, mv)
        {
            return false;
        }
        let mut crowns = self.crowns.of(us).iter().filter(|c| c.judged == Judged::AfterAll);
        if !crowns.all(|crown| self.is_crown_safe(position, mv, played, crown)) {
            return false;
        }
        let check = &self.rules.check;
        let is_drop = matches!(mv.kind, MoveKind::Drop(..));
        let quiet_promotion =
            mv.promotion.is_some_and(|(_, record)| self.rises.of(us)[usize::from(record)].rule.without_check);
        let must_not_check = check.never_given || check.not_by_drop && is_drop || quiet_promotion;
        !(must_not_check && self.in_announced_check(&played.next, us.other()))
    }

    /// Whether men face each other that may not go on doing so.
    fn must_part(&self, position: &Position, us: Side) -> bool {
        self.parting.of(us).as_ref().is_some_and(|line| self.faces(position, line))
    }

    /// Whether a move leaves the royal men of a record unattacked.
    fn is_crown_safe(&self, position: &Position, mv: &Move, played: &Played, crown: &Crown) -> bool {
        let us = position.to_move;
        let next = &played.next;
        if crown.excused_by_capture && self.took_royal(position, next) {
            return true;
        }
        let remembered = mv.promotion.is_some_and(|(_, record)| {
            self.rises.of(us)[usize::from(record)].rule.reverts == Reverts::ToOrigin
        });
        let settled = remembered || matches!(mv.kind, MoveKind::Drop(..));
        if crown.all_attacked || crown.at_most.is_none() || !settled {
            return !self.crown_attacked(next, us, crown);
        }
        // Who is royal was settled before the move: a man that will turn back is so, or not, as what
        // it was, and a dropped man of the types is too.
        let mut royal = self.crowned(position, us, crown);
        let dropped = !remembered && next.man(mv.to).is_some_and(|man| crown.kinds & man.kind.bit() != 0);
        if dropped || royal.contains(mv.from) {
            royal.remove(mv.from);
            royal.insert(mv.to);
        }
        let royal = royal.and(next.men(us));
        !royal.iter().any(|square| self.is_attacked_man(next, square))
    }

    /// Whether a castling takes a partner off its square that is royal at times.
    fn moves_royal_partner(&self, position: &Position, mv: &Move) -> bool {
        let us = position.to_move;
        let MoveKind::Castling(_, partner) = mv.kind else { return false };
        let mut crowns = self.crowns.of(us).iter().filter(|crown| crown.at_most.is_some());
        partner != mv.to && crowns.any(|crown| self.crowned(position, us, crown).contains(partner))
    }

    /// Whether the move takes a royal man of the mover's own off the board: by
    /// capturing it, or by what follows from the move.
    fn takes_own_royal(&self, position: &Position, played: &Played) -> bool {
        let us = position.to_move;
        let lost = played.last.captured[us.index()] | played.given;
        if lost == 0 {
            return false;
        }
        let is_royal = |kind: super::Kind| {
            let precious = self.crowns.of(us).iter().filter(|crown| !crown.may_be_lost);
            let all = |kinds: u64| position.men_of(us, kinds).count();
            precious.into_iter().any(|crown| {
                let counted = if crown.counted_together { crown.kinds } else { kind.bit() };
                crown.includes(kind, all(counted))
            })
        };
        (0..self.rules.pieces.len())
            .map(|i| super::Kind(i as u8))
            .any(|kind| lost & kind.bit() != 0 && is_royal(kind))
    }

    /// Whether an enemy royal man has gone, and nobody stands in its place.
    fn took_royal(&self, before: &Position, after: &Position) -> bool {
        let them = before.to_move.other();
        self.royal_men(before, them).iter().any(|s| after.man(s).is_none())
    }

    /// Keeps the moves of the first kind of `priorities` that there is; whether there is one.
    fn keep_best(&self, position: &Position, moves: &mut Vec<Move>) -> bool {
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
                return true;
            }
        }
        false
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
    /// Men face each other that may not go on doing so.
    faced: bool,
    must_capture_checker: bool,
    checkers: SquareSet,
    royal: SquareSet,
}

impl Facts {
    fn of(oracle: &Oracle, position: &Position) -> Facts {
        let us = position.to_move;
        let faced = oracle.must_part(position, us);
        if !oracle.rules.check.royal_only_captures {
            return Facts {
                faced,
                must_capture_checker: false,
                checkers: SquareSet::EMPTY,
                royal: SquareSet::EMPTY,
            };
        }
        let royal = oracle.announced_men(position, us);
        let checkers = oracle.attackers(position, royal);
        Facts { faced, must_capture_checker: !checkers.is_empty(), checkers, royal }
    }
}
