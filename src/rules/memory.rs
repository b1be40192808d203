//! What rules ask of the past: of what a position knows beside its pieces, hands, rights and squares.
//!
//! Every match is exhaustive and every record is taken apart without `..` where a question could
//! hide, so that a new kind of rule can't be forgotten.

use super::{Castling, Condition, Drop, End, Gate, Guard, MoveRule, NoMoves, Promotion, Rules, Types};

/// What of the move before, and of the series of checks, the rules ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// Where the last move began and ended.
    pub squares: bool,
    /// What it captured.
    pub captured: bool,
    /// Whether it was a castling, and which.
    pub castled: bool,
    /// What it dropped.
    pub dropped: bool,
    /// How many passes there were one after the other.
    pub passes: bool,
    /// Which pieces faced each other before it.
    pub faced: bool,
    /// Who gave check in a series of checks.
    pub checks: bool,
}

impl Memory {
    /// What these rules ask for.
    pub fn of(rules: &Rules) -> Memory {
        let Rules {
            name: _,
            notes: _,
            clauses: _,
            board: _,
            shuffled: _,
            // What faces each other when a turn begins stands on the board.
            check: _,
            turn: _,
            // Squares and the man that is captured there are part of a position.
            en_passant: _,
            hands: _,
            walls: _,
            no_moves,
            // Claims take away no move and end no game by themselves.
            claims: _,
            start: _,
            pieces,
            // Marks are part of a position.
            marks: _,
            royals: _,
            promotions,
            castlings,
            drops,
            gates,
            aftermath: _,
            ends,
        } = rules;
        let mut memory = Memory::default();
        for MoveRule { when, .. } in pieces.iter().flat_map(|piece| &piece.moves) {
            memory.guards(when);
        }
        for Promotion { when, .. } in promotions {
            memory.guards(when);
        }
        for Castling { when, .. } in castlings {
            memory.guards(when);
        }
        for Drop { when, .. } in drops {
            memory.guards(when);
        }
        for Gate { when, .. } in gates {
            memory.guards(when);
        }
        for End { when, .. } in ends {
            memory.condition(when);
        }
        let NoMoves {
            checkmate: _,
            stalemate: _,
            stalemate_by_count: _,
            no_mate_by_drop_of,
            no_mate_by: _,
            mate_needs_check_by,
        } = no_moves;
        memory.dropped |= *no_mate_by_drop_of != Types::none();
        memory.checks |= *mate_needs_check_by != Types::Any;
        memory
    }

    fn guards(&mut self, guards: &[Guard]) {
        for guard in guards {
            match guard {
                Guard::LastMove { from: _, to: _ } => self.squares = true,
                Guard::All(list) | Guard::Any(list) => self.guards(list),
                Guard::Not(guard) => self.guards(std::slice::from_ref(guard)),
                Guard::Square { .. }
                | Guard::Within { .. }
                | Guard::Count { .. }
                | Guard::Attacked { .. }
                | Guard::Attacks { .. }
                | Guard::InCheck
                | Guard::Encloses { .. }
                | Guard::SlidIn { .. }
                | Guard::ColoursEven { .. }
                | Guard::Mobile => {}
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Captured { men: _ } => self.captured = true,
            // A right that was used just now is one that the side has had.
            Condition::Castled { letters: _ } | Condition::NoRight { letters: _ } => self.castled = true,
            Condition::Facing { .. } => self.faced = true,
            Condition::Passes => self.passes = true,
            Condition::All(list) | Condition::Any(list) => {
                list.iter().for_each(|condition| self.condition(condition));
            }
            Condition::Not(condition) => self.condition(condition),
            // Of repetition a position knows nothing: who ends a game by it is told so.
            Condition::Repeated { .. }
            | Condition::Count { .. }
            | Condition::Safe { .. }
            | Condition::Full { .. }
            | Condition::CanReach { .. }
            | Condition::InCheck
            | Condition::ChecksGiven { .. }
            | Condition::Row { .. }
            | Condition::Block { .. }
            | Condition::Chain { .. }
            | Condition::Pattern { .. }
            | Condition::Sequence { .. } => {}
        }
    }
}
