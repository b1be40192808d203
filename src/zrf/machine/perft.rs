//! Counting move sequences.

use super::{Fault, Machine, Move, Status};

impl Machine<'_> {
    /// Number of sequences of `depth` moves. A game that is over has none; each
    /// part of a turn made of partial moves counts as a move.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met somewhere below.
    pub fn perft(&self, status: &Status, depth: u32) -> Result<u64, Fault> {
        if depth == 0 {
            return Ok(1);
        }
        let outlook = self.outlook(status)?;
        if depth == 1 {
            return Ok(outlook.moves.len() as u64);
        }
        let mut nodes = 0;
        for mv in &outlook.moves {
            nodes += self.perft(&self.play(status, mv)?, depth - 1)?;
        }
        Ok(nodes)
    }

    /// The count below each move.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met somewhere below.
    pub fn divide(&self, status: &Status, depth: u32) -> Result<Vec<(Move, u64)>, Fault> {
        let moves = if depth == 0 { Vec::new() } else { self.outlook(status)?.moves };
        moves
            .into_iter()
            .map(|mv| {
                let nodes = self.perft(&self.play(status, &mv)?, depth - 1)?;
                Ok((mv, nodes))
            })
            .collect()
    }
}
