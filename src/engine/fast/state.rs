//! A position in sets of squares, and moves that are made and taken back.

use super::bits::Bits;
use super::tables::{Course, Game, MOST_TAKEN, Memory, NOBODY};
use crate::rules::Captured;

/// The code of a square with a wall; 0 is an empty one, others see [`code`].
pub(super) const WALL: u8 = 0xff;

/// The code of a man.
#[inline]
pub(super) fn code(kind: u8, side: usize) -> u8 {
    1 + kind * 2 + side as u8
}

/// The type of a man by its code.
#[inline]
pub(super) fn kind_of(code: u8) -> u8 {
    (code - 1) >> 1
}

/// Whether a code is that of a man of a side.
#[inline]
pub(super) fn is_of(code: u8, side: usize) -> bool {
    code != 0 && code != WALL && usize::from((code - 1) & 1) == side
}

/// A castling that a right allows.
#[derive(Debug, Clone)]
pub(super) struct Castle<B> {
    pub side: usize,
    pub right: u16,
    pub king: u8,
    pub partner: u8,
    pub king_to: u8,
    pub partner_to: u8,
    pub empty: B,
    pub safe: Vec<u8>,
}

/// What a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What<B> {
    Plain,
    EnPassant,
    Trailing(B),
    Castle(u8),
    Drop(u8),
    /// A course of the man's type, by its place in the list of the square.
    Course(u16),
}

/// A move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mv<B> {
    pub from: u8,
    pub to: u8,
    /// The type that the man has afterwards, if another.
    pub becomes: u8,
    /// What it then remembers.
    pub memory: Memory,
    pub what: What<B>,
    /// Where the wall goes; [`NOBODY`] where there is none.
    pub wall: u8,
}

/// What it takes to take a move back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Undo<B> {
    mover: u8,
    mover_memory: u8,
    taken_at: u8,
    taken: u8,
    taken_memory: u8,
    /// Men that a course takes before its end: what they are and remember.
    on_the_way: [(u8, u8); MOST_TAKEN],
    rights: u16,
    en_passant: B,
    victim: u8,
    checks: [u8; 2],
    walls: B,
}

/// A position.
#[derive(Debug, Clone)]
pub(super) struct State<B> {
    /// Men by type and side: the place of a type is twice its number, and one more for Black.
    pub men: Vec<B>,
    pub sides: [B; 2],
    pub walls: B,
    pub cells: [u8; 256],
    /// What promoted men were; [`NOBODY`] for others.
    pub memory: [u8; 256],
    pub hands: [[u8; 64]; 2],
    pub rights: u16,
    pub en_passant: B,
    pub victim: u8,
    pub us: usize,
    /// Checks that each side has still to give.
    pub checks: [u8; 2],
    pub castles: Vec<Castle<B>>,
    /// The rights that a square's man takes part in.
    pub rights_of: [u16; 256],
}

impl<B: Bits> State<B> {
    #[inline]
    pub fn occupied(&self) -> B {
        self.sides[0] | self.sides[1] | self.walls
    }

    /// Men of some types of a side.
    #[inline]
    pub fn army(&self, kinds: u64, side: usize) -> B {
        let mut rest = kinds;
        let mut army = B::NONE;
        while rest != 0 {
            let kind = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if let Some(men) = self.men.get(kind * 2 + side) {
                army = army | *men;
            }
        }
        army
    }

    #[inline]
    pub fn put(&mut self, square: usize, code: u8) {
        let bit = B::of(square);
        let place = usize::from(code - 1);
        self.men[place] = self.men[place] | bit;
        self.sides[place & 1] = self.sides[place & 1] | bit;
        self.cells[square] = code;
    }

    #[inline]
    pub fn clear(&mut self, square: usize) {
        let code = self.cells[square];
        let bit = !B::of(square);
        let place = usize::from(code - 1);
        self.men[place] = self.men[place] & bit;
        self.sides[place & 1] = self.sides[place & 1] & bit;
        self.cells[square] = 0;
    }

    /// The square whose man a move captures.
    #[inline]
    pub fn taken_at(&self, mv: &Mv<B>) -> Option<usize> {
        match mv.what {
            What::EnPassant => Some(usize::from(self.victim)),
            What::Plain | What::Course(_) => {
                let to = usize::from(mv.to);
                (self.cells[to] != 0).then_some(to)
            }
            _ => None,
        }
    }

    /// The course of a move, where it is one.
    #[inline]
    pub fn course<'g>(&self, game: &'g Game<B>, mover: u8, mv: &Mv<B>) -> Option<&'g Course<B>> {
        let What::Course(index) = mv.what else { return None };
        let gait = &game.gaits[usize::from((mover - 1) & 1)][usize::from(kind_of(mover))];
        gait.courses.as_ref()?.get(usize::from(mv.from))?.get(usize::from(index))
    }

    /// Which type goes into a hand for a captured man.
    fn in_hand(&self, game: &Game<B>, square: usize) -> usize {
        let memory = self.memory[square];
        let kind = kind_of(self.cells[square]);
        usize::from(if memory == NOBODY || game.keep_promoted { kind } else { memory })
    }

    /// Takes the man off a square, into the hand of the side to move where captures go there;
    /// what stood there.
    #[inline]
    fn capture(&mut self, game: &Game<B>, square: usize) -> (u8, u8) {
        let man = (self.cells[square], self.memory[square]);
        if game.captured == Captured::ToCapturer {
            let kind = self.in_hand(game, square);
            let hand = &mut self.hands[self.us][kind];
            *hand = hand.saturating_add(1);
        }
        self.clear(square);
        self.memory[square] = NOBODY;
        man
    }

    /// Undoes [`State::capture`].
    #[inline]
    fn give_back(&mut self, game: &Game<B>, square: usize, (code, memory): (u8, u8)) {
        self.put(square, code);
        self.memory[square] = memory;
        if game.captured == Captured::ToCapturer {
            let kind = self.in_hand(game, square);
            self.hands[self.us][kind] -= 1;
        }
    }

    /// Makes a move; the count of checks is the business of whoever can see check.
    pub fn make(&mut self, game: &Game<B>, mv: &Mv<B>) -> Undo<B> {
        let us = self.us;
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let mut undo = Undo {
            mover: self.cells[from],
            mover_memory: self.memory[from],
            taken_at: NOBODY,
            taken: 0,
            taken_memory: NOBODY,
            on_the_way: [(0, NOBODY); MOST_TAKEN],
            rights: self.rights,
            en_passant: self.en_passant,
            victim: self.victim,
            checks: self.checks,
            walls: self.walls,
        };
        let mut touched = self.rights_of[from] | self.rights_of[to];
        if let Some(square) = self.taken_at(mv) {
            undo.taken_at = square as u8;
            (undo.taken, undo.taken_memory) = self.capture(game, square);
            touched |= self.rights_of[square];
        }
        let course = self.course(game, undo.mover, mv);
        if let Some(course) = course {
            for (square, slot) in course.stations().zip(&mut undo.on_the_way) {
                *slot = self.capture(game, square);
                touched |= self.rights_of[square];
            }
        }
        self.en_passant = B::NONE;
        match mv.what {
            What::Drop(kind) => {
                if game.endless >> kind & 1 == 0 {
                    self.hands[us][usize::from(kind)] -= 1;
                }
                let placed = if mv.becomes == NOBODY { kind } else { mv.becomes };
                self.put(to, code(placed, us));
                if mv.becomes != NOBODY && mv.becomes != kind {
                    self.memory[to] = kind;
                }
            }
            What::Castle(index) => {
                let castle = &self.castles[usize::from(index)];
                let (partner, king_to, partner_to) = (
                    usize::from(castle.partner),
                    usize::from(castle.king_to),
                    usize::from(castle.partner_to),
                );
                let (king_code, partner_code) = (self.cells[from], self.cells[partner]);
                undo.taken = partner_code;
                undo.taken_memory = self.memory[partner];
                touched |= self.rights_of[partner] | self.rights_of[king_to] | self.rights_of[partner_to];
                self.clear(from);
                self.clear(partner);
                self.memory[from] = NOBODY;
                self.memory[partner] = NOBODY;
                self.put(king_to, king_code);
                self.put(partner_to, partner_code);
                self.memory[king_to] = undo.mover_memory;
                self.memory[partner_to] = undo.taken_memory;
            }
            What::Plain | What::EnPassant | What::Trailing(_) | What::Course(_) => {
                let mover = self.cells[from];
                self.clear(from);
                self.memory[from] = NOBODY;
                if mv.becomes == NOBODY {
                    self.put(to, mover);
                    self.memory[to] = undo.mover_memory;
                } else {
                    self.put(to, code(mv.becomes, us));
                    self.memory[to] = match mv.memory {
                        Memory::Nothing => NOBODY,
                        Memory::Origin => kind_of(mover),
                        Memory::Type(kind) => kind,
                    };
                }
                if let (What::Trailing(trail), NOBODY) = (mv.what, mv.becomes) {
                    self.en_passant = trail;
                    self.victim = mv.to;
                }
                if let Some(course) = course.filter(|course| !course.trail.is_none() && mv.becomes == NOBODY)
                {
                    self.en_passant = course.trail;
                    self.victim = mv.to;
                }
            }
        }
        if mv.wall != NOBODY {
            if !self.walls.is_none() {
                self.cells[self.walls.first()] = 0;
            }
            self.walls = B::of(usize::from(mv.wall));
            self.cells[usize::from(mv.wall)] = WALL;
            // Where a wall stands nobody captures in passing.
            self.en_passant = self.en_passant & !self.walls;
        }
        self.rights &= !touched;
        self.us = 1 - us;
        undo
    }

    /// Takes a move back.
    pub fn unmake(&mut self, game: &Game<B>, mv: &Mv<B>, undo: &Undo<B>) {
        self.us = 1 - self.us;
        let us = self.us;
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if mv.wall != NOBODY {
            self.cells[usize::from(mv.wall)] = 0;
            self.walls = undo.walls;
            if !self.walls.is_none() {
                self.cells[self.walls.first()] = WALL;
            }
        }
        match mv.what {
            What::Drop(kind) => {
                self.clear(to);
                self.memory[to] = NOBODY;
                if game.endless >> kind & 1 == 0 {
                    self.hands[us][usize::from(kind)] += 1;
                }
            }
            What::Castle(index) => {
                let castle = &self.castles[usize::from(index)];
                let (partner, king_to, partner_to) = (
                    usize::from(castle.partner),
                    usize::from(castle.king_to),
                    usize::from(castle.partner_to),
                );
                self.clear(king_to);
                self.clear(partner_to);
                self.memory[king_to] = NOBODY;
                self.memory[partner_to] = NOBODY;
                self.put(from, undo.mover);
                self.put(partner, undo.taken);
                self.memory[from] = undo.mover_memory;
                self.memory[partner] = undo.taken_memory;
            }
            What::Plain | What::EnPassant | What::Trailing(_) | What::Course(_) => {
                self.clear(to);
                self.memory[to] = NOBODY;
                self.put(from, undo.mover);
                self.memory[from] = undo.mover_memory;
            }
        }
        if undo.taken_at != NOBODY {
            let square = usize::from(undo.taken_at);
            self.give_back(game, square, (undo.taken, undo.taken_memory));
        }
        if let Some(course) = self.course(game, undo.mover, mv) {
            for (square, man) in course.stations().zip(undo.on_the_way) {
                self.give_back(game, square, man);
            }
        }
        self.rights = undo.rights;
        self.en_passant = undo.en_passant;
        self.victim = undo.victim;
        self.checks = undo.checks;
    }
}
