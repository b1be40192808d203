//! Legal moves: candidates, priorities, maximal captures, the check filter, passes
//! (reference 8, 13, 16 to 18).

use rustc_hash::FxHashSet;

use super::super::program::{
    Block, Continuation, MaximalCaptures, MoveTypeId, PassTurn, PieceId, PlayerId, Square, Turn,
};
use super::apply::Captured;
use super::run::Run;
use super::{Fault, Fuel, Machine, Move, MoveKind, Position};

/// Candidates of the best priority class found so far.
struct Best<'f> {
    class: usize,
    moves: Vec<Move>,
    fuel: &'f Fuel,
}

/// Length of a chain, then the weight of what it takes (Q34).
type ChainMeasure = (u32, u64);

impl Machine<'_> {
    /// The legal moves of a position, in the order of generation.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met: the list could be short.
    pub fn legal(&self, position: &Position) -> Result<Vec<Move>, Fault> {
        self.legal_within(position, &Fuel::new())
    }

    fn legal_within(&self, position: &Position, fuel: &Fuel) -> Result<Vec<Move>, Fault> {
        let turn = self.turn(position);
        let mut moves = self.candidates(position, fuel)?;
        self.keep_maximal(position, &mut moves, fuel)?;
        if !self.royals[turn.mover as usize].is_empty() {
            let mut scratch = position.clone();
            let mut kept = Vec::with_capacity(moves.len());
            for mv in moves {
                if self.is_safe(position, &mv, &mut scratch, fuel)? {
                    kept.push(mv);
                }
            }
            moves = kept;
        }
        if position.pending.is_some() {
            // Without a continuation the turn has ended by itself before this is asked.
            if self.program.options.pass_partial && !moves.is_empty() && self.may_pass(position, fuel)? {
                moves.push(Move::pass());
            }
            return Ok(moves);
        }
        let offered = match self.program.options.pass_turn {
            PassTurn::Never => false,
            PassTurn::Always => true,
            PassTurn::Forced => moves.is_empty(),
        };
        if offered && self.may_pass(position, fuel)? {
            moves.push(Move::pass());
        }
        Ok(moves)
    }

    /// A pass must not leave a royal man en prise (reference 17.3, Q39).
    fn may_pass(&self, position: &Position, fuel: &Fuel) -> Result<bool, Fault> {
        let next = self.program.next_turn(position.turn);
        Ok(!self.royal_en_prise(position, self.turn(position).mover, next, fuel)?)
    }

    /// Pseudo-legal moves of the best priority class, without twins.
    pub(super) fn candidates(&self, position: &Position, fuel: &Fuel) -> Result<Vec<Move>, Fault> {
        let turn = self.turn(position);
        let mut best = Best { class: usize::MAX, moves: Vec::new(), fuel };
        match position.pending {
            Some(pending) => {
                let filter = match pending.continuation {
                    Continuation::Only(move_type) => Some(move_type),
                    Continuation::Any => turn.move_type,
                };
                let ranked = pending.continuation == Continuation::Any;
                self.moves_from(position, turn, pending.square, filter, ranked, &mut best)?;
            }
            None => {
                for (square, man) in position.men() {
                    if man.owner == turn.mover {
                        self.moves_from(position, turn, square, turn.move_type, true, &mut best)?;
                    }
                }
                for &piece in &self.droppable {
                    if self.reserve(position, turn.mover, piece) > 0 {
                        self.drops_of(position, turn, piece, &mut best)?;
                    }
                }
            }
        }
        let mut moves = best.moves;
        if self.program.options.recycle_promotions {
            moves.retain(|mv| mv.promotion.is_none_or(|piece| self.reserve(position, turn.mover, piece) > 0));
        }
        remove_twins(&mut moves);
        Ok(moves)
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
        for block in &self.program.pieces[man.piece as usize].moves {
            if Self::admits(block, filter) {
                let class = if ranked && filter.is_none() { self.class(block) } else { Some(0) };
                self.run(position, turn.mover, MoveKind::Move, square, block, class, best)?;
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
        for block in &self.program.pieces[piece as usize].drops {
            if !Self::admits(block, turn.move_type) {
                continue;
            }
            let class = if turn.move_type.is_none() { self.class(block) } else { Some(0) };
            for square in 0..self.program.board.squares.len() as Square {
                // Dummy squares are no start of a drop (Q5).
                if !self.program.board.dummy[square as usize] {
                    self.run(position, turn.mover, MoveKind::Drop(piece), square, block, class, best)?;
                }
            }
        }
        Ok(())
    }

    /// The priority class of a block at the begin of an untyped turn. Types that
    /// the priorities do not list are not offered; untyped blocks come last (Q23).
    fn class(&self, block: &Block) -> Option<usize> {
        let priorities = &self.program.priorities;
        match block.move_type {
            _ if priorities.is_empty() => Some(0),
            None => Some(priorities.len()),
            Some(move_type) => priorities.iter().position(|p| *p == move_type),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one call site a kind; a struct would hide what is passed")]
    fn run(
        &self,
        position: &Position,
        side: PlayerId,
        kind: MoveKind,
        square: Square,
        block: &Block,
        class: Option<usize>,
        best: &mut Best<'_>,
    ) -> Result<(), Fault> {
        // A class below the best one can't contribute, but whether it is below is known beforehand.
        let Some(class) = class.filter(|class| *class <= best.class) else { return Ok(()) };
        let fuel = best.fuel;
        let mut full = false;
        let mut sink = |mv: Move| {
            if class < best.class {
                best.class = class;
                best.moves.clear();
            }
            best.moves.push(mv);
            full = !fuel.one_more_move();
            full
        };
        Run::new(self, position, fuel, side, kind, square, &mut sink).block(block)?;
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
        Ok((1 + rest.0, weight + rest.1))
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
            return Ok(!self.royal_en_prise(scratch, side, next, fuel)?);
        }
        let after = scratch.clone();
        let safe_to_stop = !self.royal_en_prise(&after, side, next, fuel)?;
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
        // A chain ends by itself where nothing continues it (reference 12.1).
        if out.pending.is_none() || self.legal(out)?.is_empty() {
            self.end_turn(out);
        }
        Ok(captured)
    }
}

/// Two candidates with the same effects are one move (Q11).
fn remove_twins(moves: &mut Vec<Move>) {
    let mut seen: FxHashSet<&Move> = FxHashSet::default();
    let keep: Vec<bool> = moves.iter().map(|mv| seen.insert(mv)).collect();
    if keep.contains(&false) {
        let mut keep = keep.into_iter();
        moves.retain(|_| keep.next() == Some(true));
    }
}
