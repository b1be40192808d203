//! Legal moves: candidates, priorities, maximal captures, the check filter, passes
//! (reference 8, 13, 16 to 18).

use std::hash::BuildHasher as _;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::super::program::{
    Block, Continuation, Goal, MaximalCaptures, MoveTypeId, PassTurn, PieceId, PlayerId, Square, Test, Turn,
};
use super::super::readings;
use super::apply::Captured;
use super::attack::Guard;
use super::run::Run;
use super::{Fault, Fuel, Machine, Move, MoveKind, Position};

/// Candidates of the best priority class found so far, or of all classes.
struct Best<'f> {
    class: usize,
    moves: Vec<Move>,
    /// The class of each move, where the classes are told apart later (Q24).
    classes: Option<Vec<usize>>,
    fuel: &'f Fuel,
}

/// Length of a chain, then the weight of what it takes (Q34).
type ChainMeasure = (u32, u64);

/// A block with what it is run for.
struct Attempt<'a> {
    position: &'a Position,
    side: PlayerId,
    kind: MoveKind,
    piece: PieceId,
    /// Its number among the moves and then the drops of the type.
    number: usize,
    block: &'a Block,
    class: Option<usize>,
}

impl Machine<'_> {
    /// The legal moves of a position, in the order of generation.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met: the list could be short.
    pub fn legal(&self, position: &Position) -> Result<Vec<Move>, Fault> {
        self.legal_guarded(position, None)
    }

    /// The same where it is known already whether royal men of the side are safe in the next turn.
    pub(super) fn legal_guarded(
        &self,
        position: &Position,
        guard: Option<&Guard>,
    ) -> Result<Vec<Move>, Fault> {
        let fuel = Fuel::new();
        let moves = self.legal_within(position, guard, &fuel);
        self.account(&fuel);
        moves
    }

    fn legal_within(
        &self,
        position: &Position,
        guard: Option<&Guard>,
        fuel: &Fuel,
    ) -> Result<Vec<Move>, Fault> {
        let classes_last = self.readings.other(readings::CHECK_FIRST);
        let mut best =
            Best { class: usize::MAX, moves: Vec::new(), classes: classes_last.then(Vec::new), fuel };
        self.collect(position, &mut best)?;
        let Best { moves, classes, .. } = best;
        let mut moves = match classes {
            Some(classes) => self.best_legal_class(position, moves, &classes, fuel)?,
            None => {
                let moves = self.tidied(position, moves, fuel)?;
                self.safe_ones(position, moves, guard, fuel)?
            }
        };
        if position.pending.is_some() {
            // Without a continuation the turn has ended by itself before this is asked.
            if self.program.options.pass_partial && !moves.is_empty() && self.may_pass(position, fuel)? {
                moves.push(Move::pass());
            }
            return Ok(moves);
        }
        let options = &self.program.options;
        let pass_turn = match self.readings.choice(readings::PASS_TURN_TWO) {
            1 if options.pass_turn_two => PassTurn::Forced,
            2 if options.pass_turn_two => PassTurn::Never,
            _ => options.pass_turn,
        };
        let offered = match pass_turn {
            PassTurn::Never => false,
            PassTurn::Always => true,
            PassTurn::Forced => moves.is_empty() && !self.is_stuck_by_goal(self.turn(position).player),
        };
        if offered && self.may_pass(position, fuel)? {
            moves.push(Move::pass());
        }
        Ok(moves)
    }

    /// Whether a goal about having no move comes before a forced pass (Q39).
    fn is_stuck_by_goal(&self, player: PlayerId) -> bool {
        let about_moves = |goal: &Goal| matches!(goal.test, Test::Stalemated | Test::Checkmated(_));
        self.readings.other(readings::STUCK_IS_STALEMATED)
            && self.program.goals.iter().any(|goal| about_moves(goal) && goal.players.contains(&player))
    }

    /// The moves that leave no royal man of the side en prise.
    fn safe_ones(
        &self,
        position: &Position,
        mut moves: Vec<Move>,
        guard: Option<&Guard>,
        fuel: &Fuel,
    ) -> Result<Vec<Move>, Fault> {
        let side = self.turn(position).mover;
        if self.royals[side as usize].is_empty() || moves.is_empty() {
            return Ok(moves);
        }
        let own;
        let guard = match guard {
            Some(guard) => guard,
            None => {
                own = self.guard(position, side, self.program.next_turn(position.turn), fuel)?;
                &own
            }
        };
        let mut scratch: Option<Position> = None;
        let mut judged = Ok(());
        moves.retain(|mv| {
            if judged.is_err() || self.leaves_safe(position, mv, side, guard) {
                return true;
            }
            let scratch = scratch.get_or_insert_with(|| position.clone());
            match self.is_safe(position, mv, scratch, fuel) {
                Ok(safe) => safe,
                Err(fault) => {
                    judged = Err(fault);
                    true
                }
            }
        });
        judged.map(|()| moves)
    }

    /// The best class of which some move leaves the royal men safe (Q24).
    fn best_legal_class(
        &self,
        position: &Position,
        moves: Vec<Move>,
        classes: &[usize],
        fuel: &Fuel,
    ) -> Result<Vec<Move>, Fault> {
        let mut order: Vec<usize> = classes.to_vec();
        order.sort_unstable();
        order.dedup();
        for class in order {
            let of_class = moves.iter().zip(classes).filter(|(_, c)| **c == class).map(|(mv, _)| mv.clone());
            let tidied = self.tidied(position, of_class.collect(), fuel)?;
            let safe = self.safe_ones(position, tidied, None, fuel)?;
            if !safe.is_empty() {
                return Ok(safe);
            }
        }
        Ok(Vec::new())
    }

    /// A pass must not leave a royal man en prise (reference 17.3, Q39).
    fn may_pass(&self, position: &Position, fuel: &Fuel) -> Result<bool, Fault> {
        let next = self.program.next_turn(position.turn);
        Ok(!self.royal_en_prise(position, self.turn(position).mover, next, None, fuel)?)
    }

    /// Pseudo-legal moves of the best priority class, without twins; only the longest chains where
    /// captures are maximal.
    fn candidates(&self, position: &Position, fuel: &Fuel) -> Result<Vec<Move>, Fault> {
        let mut best = Best { class: usize::MAX, moves: Vec::new(), classes: None, fuel };
        self.collect(position, &mut best)?;
        Ok(self.without_twins(position, best.moves))
    }

    fn tidied(&self, position: &Position, moves: Vec<Move>, fuel: &Fuel) -> Result<Vec<Move>, Fault> {
        let mut moves = self.without_twins(position, moves);
        self.keep_maximal(position, &mut moves, fuel)?;
        Ok(moves)
    }

    fn without_twins(&self, position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
        if self.program.options.recycle_promotions {
            let side = self.turn(position).mover;
            moves.retain(|mv| mv.promotion.is_none_or(|piece| self.reserve(position, side, piece) > 0));
        }
        remove_twins(&mut moves);
        moves
    }

    fn collect(&self, position: &Position, best: &mut Best<'_>) -> Result<(), Fault> {
        let turn = self.turn(position);
        if let Some(pending) = position.pending {
            let filter = match pending.continuation {
                Continuation::Only(move_type) => Some(move_type),
                Continuation::Any => turn.move_type,
            };
            let ranked = pending.continuation == Continuation::Any;
            return self.moves_from(position, turn, pending.square, filter, ranked, best);
        }
        for (square, man) in position.men() {
            if man.owner == turn.mover {
                self.moves_from(position, turn, square, turn.move_type, true, best)?;
            }
        }
        for &piece in &self.droppable {
            if self.reserve(position, turn.mover, piece) > 0 {
                self.drops_of(position, turn, piece, best)?;
            }
        }
        Ok(())
    }

    fn moves_from(
        &self,
        position: &Position,
        turn: Turn,
        square: Square,
        filter: Option<MoveTypeId>,
        ranked: bool,
        best: &mut Best<'_>,
    ) -> Result<(), Fault> {
        let Some(man) = position.man(square) else { return Ok(()) };
        for (number, block) in self.program.pieces[man.piece as usize].moves.iter().enumerate() {
            if self.admits_in_turn(block, filter, position.pending.is_none()) {
                let class = if ranked && filter.is_none() { self.class(block) } else { Some(0) };
                let (side, kind, piece) = (turn.mover, MoveKind::Move, man.piece);
                self.run(&Attempt { position, side, kind, piece, number, block, class }, square, best)?;
            }
        }
        Ok(())
    }

    fn drops_of(
        &self,
        position: &Position,
        turn: Turn,
        piece: PieceId,
        best: &mut Best<'_>,
    ) -> Result<(), Fault> {
        let of_type = &self.program.pieces[piece as usize];
        for (number, block) in (of_type.moves.len()..).zip(&of_type.drops) {
            if !self.admits_in_turn(block, turn.move_type, true) {
                continue;
            }
            let class = if turn.move_type.is_none() { self.class(block) } else { Some(0) };
            let (side, kind) = (turn.mover, MoveKind::Drop(piece));
            let attempt = Attempt { position, side, kind, piece, number, block, class };
            for square in 0..self.program.board.squares.len() as Square {
                // Dummy squares are no start of a drop (Q5).
                if !self.program.board.dummy[square as usize] || self.readings.other(readings::DUMMY_DROPS) {
                    self.run(&attempt, square, best)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a turn admits a block; at its begin blocks without a type may be offered always (Q38).
    fn admits_in_turn(&self, block: &Block, filter: Option<MoveTypeId>, begins: bool) -> bool {
        let always = begins && block.move_type.is_none() && self.readings.other(readings::UNTYPED_ALWAYS);
        Self::admits(block, filter) || always
    }

    /// The priority class of a block at the begin of an untyped turn. Types that
    /// the priorities do not list are not offered; untyped blocks come last (Q23).
    fn class(&self, block: &Block) -> Option<usize> {
        let priorities = &self.program.priorities;
        match block.move_type {
            _ if priorities.is_empty() => Some(0),
            None => Some(priorities.len()),
            Some(move_type) => {
                let unlisted = self.readings.other(readings::UNLISTED_LAST).then_some(priorities.len());
                priorities.iter().position(|p| *p == move_type).or(unlisted)
            }
        }
    }

    fn run(&self, attempt: &Attempt<'_>, square: Square, best: &mut Best<'_>) -> Result<(), Fault> {
        // A class below the best one can't contribute, but whether it is below is known beforehand.
        let all_classes = best.classes.is_some();
        let Some(class) = attempt.class.filter(|class| all_classes || *class <= best.class) else {
            return Ok(());
        };
        let &Attempt { position, side, kind, piece, number, block, .. } = attempt;
        let fuel = best.fuel;
        let mut full = false;
        let mut sink = |mv: Move| {
            match &mut best.classes {
                Some(classes) => classes.push(class),
                None if class < best.class => {
                    best.class = class;
                    best.moves.clear();
                }
                None => {}
            }
            best.moves.push(mv);
            full = !fuel.one_more_move();
            full
        };
        let code = self.compiled(piece, number);
        Run::new(self, position, fuel, side, kind, square, &mut sink).block(code, block.span)?;
        if full { Err(Fault::Moves(block.span)) } else { Ok(()) }
    }

    /// Under “maximal captures” only the longest chains are allowed, part by part (reference 18.1).
    fn keep_maximal(&self, position: &Position, moves: &mut Vec<Move>, fuel: &Fuel) -> Result<(), Fault> {
        if self.program.options.maximal_captures == MaximalCaptures::No || moves.len() < 2 {
            return Ok(());
        }
        let measures =
            moves.iter().map(|mv| self.measure(position, mv, fuel)).collect::<Result<Vec<_>, Fault>>()?;
        let longest = measures.iter().max().copied();
        let mut measures = measures.into_iter();
        moves.retain(|_| measures.next() == longest);
        Ok(())
    }

    fn measure(&self, position: &Position, mv: &Move, fuel: &Fuel) -> Result<ChainMeasure, Fault> {
        let mut after = position.clone();
        let mut captured = Captured::new();
        self.apply(position, mv, &mut after, &mut captured);
        let weight = match self.program.options.maximal_captures {
            MaximalCaptures::Weighted => captured.iter().map(|(_, piece)| u64::from(*piece)).sum(),
            _ => 0,
        };
        let length = if self.readings.other(readings::MEN_MEASURED) { captured.len() as u32 } else { 1 };
        let rest = self.enter(fuel, || {
            if after.pending.is_none() {
                return Ok((0, 0));
            }
            let mut best = (0, 0);
            for next in self.candidates(&after, fuel)? {
                best = best.max(self.measure(&after, &next, fuel)?);
            }
            Ok(best)
        })?;
        Ok((length + rest.0, weight + rest.1))
    }

    fn enter<T>(&self, fuel: &Fuel, inside: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        if !fuel.deeper() {
            return Err(Fault::Moves(self.program.span));
        }
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, inside);
        fuel.shallower();
        result
    }

    /// Whether a move, or some completion of the turn that it begins, leaves no
    /// royal man of the side en prise (reference 16.2, Q22).
    fn is_safe(
        &self,
        position: &Position,
        mv: &Move,
        scratch: &mut Position,
        fuel: &Fuel,
    ) -> Result<bool, Fault> {
        let side = self.turn(position).mover;
        let next = self.program.next_turn(position.turn);
        let mut captured = Captured::new();
        self.apply(position, mv, scratch, &mut captured);
        if scratch.pending.is_none() {
            return Ok(!self.royal_en_prise(scratch, side, next, None, fuel)?);
        }
        let after = scratch.clone();
        let safe_to_stop = !self.royal_en_prise(&after, side, next, None, fuel)?;
        if self.readings.other(readings::CHECK_IN_CHAIN) {
            return Ok(safe_to_stop);
        }
        self.enter(fuel, || {
            let mut moves = self.candidates(&after, fuel)?;
            self.keep_maximal(&after, &mut moves, fuel)?;
            if moves.is_empty() || self.program.options.pass_partial && safe_to_stop {
                return Ok(safe_to_stop);
            }
            let mut scratch = after.clone();
            for next in moves {
                if self.is_safe(&after, &next, &mut scratch, fuel)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Plays a legal move: applies it and passes the turn on, unless the same
    /// man has to go on. Answers the men captured.
    ///
    /// # Errors
    /// [`Fault`] where the continuations of a partial move can't be listed.
    pub(super) fn play_onto(
        &self,
        position: &Position,
        mv: &Move,
        out: &mut Position,
    ) -> Result<Captured, Fault> {
        let mut captured = Captured::new();
        self.apply(position, mv, out, &mut captured);
        let royal = |&(owner, piece): &(PlayerId, PieceId)| {
            self.royals[owner as usize].get(piece as usize).copied().unwrap_or(false)
        };
        let over = self.readings.other(readings::ROYAL_ENDS_CHAIN) && captured.iter().any(royal);
        // A chain ends by itself where nothing continues it (reference 12.1).
        if out.pending.is_none() || over || self.legal(out)?.is_empty() {
            self.end_turn(out);
        }
        Ok(captured)
    }
}

/// Two candidates with the same effects are one move (Q11): the first of them.
fn remove_twins(moves: &mut Vec<Move>) {
    if moves.len() < 2 {
        return;
    }
    let hasher = rustc_hash::FxBuildHasher;
    let mut keys: SmallVec<[(u64, u32); 64]> =
        moves.iter().enumerate().map(|(at, mv)| (hasher.hash_one(mv), at as u32)).collect();
    keys.sort_unstable();
    if keys.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return;
    }
    let mut seen: FxHashSet<&Move> = FxHashSet::default();
    let keep: Vec<bool> = moves.iter().map(|mv| seen.insert(mv)).collect();
    let mut keep = keep.into_iter();
    moves.retain(|_| keep.next() == Some(true));
}
