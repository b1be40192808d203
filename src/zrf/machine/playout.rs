//! Random games, and the same games again: what a survey plays.

use std::sync::atomic::Ordering;

use super::apply::Captured;
use super::{End, Fault, Machine, Status};

/// A generator of pseudo-random numbers (splitmix64): the same numbers from the same seed.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// A generator for a seed.
    pub fn new(seed: u64) -> Self {
        Dice(seed)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

/// A random game.
#[derive(Debug, Clone)]
pub struct Playout {
    /// The moves, by their place in the list of legal moves of each position.
    pub moves: Vec<usize>,
    /// The last position.
    pub status: Status,
    /// How it ended, if it did.
    pub end: Option<End>,
}

impl Machine<'_> {
    /// Plays random moves from the start, at most so many. In every position all legal moves are
    /// applied, one is played.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met.
    pub fn playout(&self, dice: &mut Dice, plies: usize) -> Result<Playout, Fault> {
        self.playout_until(dice, plies, &|| false)
    }

    /// The same, ended where somebody has seen enough.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met.
    pub fn playout_until(
        &self,
        dice: &mut Dice,
        plies: usize,
        enough: &dyn Fn() -> bool,
    ) -> Result<Playout, Fault> {
        let mut status = self.begin();
        let mut moves = Vec::new();
        let mut scratch = status.position.clone();
        let mut captured = Captured::new();
        loop {
            let outlook = self.outlook(&status)?;
            if outlook.moves.is_empty() || moves.len() == plies || enough() {
                return Ok(Playout { moves, status, end: outlook.end });
            }
            for mv in &outlook.moves {
                captured.clear();
                self.apply(&status.position, mv, &mut scratch, &mut captured);
            }
            let pick = dice.below(outlook.moves.len());
            status = self.play(&status, &outlook.moves[pick])?;
            moves.push(pick);
        }
    }

    /// Plays the moves of a random game again; false where it goes another way.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met.
    pub fn repeats(&self, playout: &Playout) -> Result<bool, Fault> {
        let mut status = self.begin();
        for pick in &playout.moves {
            match self.legal(&status.position)?.get(*pick) {
                Some(mv) => status = self.play(&status, mv)?,
                None => return Ok(false),
            }
        }
        Ok(status.position == playout.status.position)
    }

    /// The steps that all blocks together took so far: a measure of effort that is the same on
    /// every computer.
    pub fn effort(&self) -> u64 {
        self.effort.load(Ordering::Relaxed)
    }
}
