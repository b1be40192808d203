//! The founding variants. What is expected was measured with Fairy-Stockfish (for what it
//! can play), or is argued by hand beside the position.

mod command;
mod common;
mod engines;

#[path = "seeds/enep.rs"]
mod enep;
#[path = "seeds/fragnurasian.rs"]
mod fragnurasian;
#[path = "seeds/generator.rs"]
mod generator;
#[path = "seeds/improved.rs"]
mod improved;
#[path = "seeds/jeppseirawan.rs"]
mod jeppseirawan;
#[path = "seeds/related.rs"]
mod related;

/// A small generator of numbers (xorshift), the same everywhere.
pub struct Dice(u64);

impl Dice {
    /// From a number.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below that of the sides.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}
