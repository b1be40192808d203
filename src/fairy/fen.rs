//! Positions as the engine reads them from a FEN: leniently, and by the section's own keys.
//!
//! What may enter: the text of a FEN and what the engine takes it to mean. The strict reader,
//! which says what is wrong, is [`crate::notation::fen`].

use std::collections::{BTreeMap, BTreeSet};

use super::config::{Config, CountingRule, Slot};
use super::lower::rank_of_castling;
use super::lower::{GATE, LEAP};
use crate::engine::{Cell, Kind, Man, Oracle, Position};
use crate::rules::{PerSide, Recorded, Reverts, Rules, Side, Square, SquareSet, Start};

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Symbol {
    Wall,
    Man {
        side: Side,
        slot: Slot,
        /// `+x`: what it was before; `x~`: that it was promoted.
        plus: Option<Slot>,
        tilde: bool,
    },
}

/// A FEN as the engine understands it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EngineFen {
    board: BTreeMap<Square, Symbol>,
    hands: [BTreeMap<Slot, u16>; 2],
    side: Side,
    rights: Vec<(Square, Square)>,
    gates: [SquareSet; 2],
    /// The letters of the castling field that mean nothing there, by their place in it.
    idle: Vec<usize>,
    en_passant: SquareSet,
    checks: Option<[u8; 2]>,
    counting: u16,
    clock: u16,
    move_number: u16,
}

/// A text that is consumed character by character.
struct Text<'a> {
    rest: &'a str,
}

impl Text<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// A number, after blanks.
    fn number(&mut self) -> Option<u32> {
        self.skip_blanks();
        // A plus before a number is one of its signs.
        self.rest = self.rest.strip_prefix('+').unwrap_or(self.rest);
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits.parse().ok()
    }
}

impl EngineFen {
    /// Reads a text; whatever it is, the engine takes it for a position.
    pub fn read(config: &Config, text: &str) -> EngineFen {
        let mut fen = EngineFen { move_number: 1, ..EngineFen::default() };
        let mut text = Text { rest: text };
        fen.read_board(config, &mut text);
        text.skip_blanks();
        fen.side = if text.next() == Some('b') { Side::Black } else { Side::White };
        text.next();
        if !text.peek().is_some_and(|c| c.is_ascii_digit()) {
            fen.read_castling(config, &mut text);
            if config.counting_rule != CountingRule::None && text.peek().is_some_and(|c| c.is_ascii_digit()) {
                fen.counting = text.number().unwrap_or(0).min(u32::from(u16::MAX)) as u16;
            } else {
                fen.read_en_passant(config, &mut text);
            }
        }
        text.skip_blanks();
        if config.check_counting {
            let first = text.rest.chars().nth(1);
            if first == Some('+') {
                let digit = |c: Option<char>| c.and_then(|c| c.to_digit(10)).unwrap_or(0) as u8;
                let white = digit(text.next());
                text.next();
                fen.checks = Some([white, digit(text.next())]);
            } else {
                fen.checks = Some([1, 1]);
            }
        }
        let small = |n: Option<u32>| n.map(|n| n.min(u32::from(u16::MAX)) as u16);
        if let Some(clock) = small(text.number()) {
            fen.clock = clock;
            fen.move_number = small(text.number()).unwrap_or(0).max(1);
        }
        if config.check_counting {
            // An older form: checks that were given, of three.
            text.skip_blanks();
            let given: Vec<u32> =
                text.rest.split('+').skip(1).filter_map(|n| n.trim().parse().ok()).collect();
            if let ([white, black], true) = (given.as_slice(), text.rest.starts_with('+')) {
                fen.checks = Some([3u32.saturating_sub(*white) as u8, 3u32.saturating_sub(*black) as u8]);
            }
        }
        fen
    }

    /// The letters of the castling field that mean nothing there, by their place in it.
    pub(super) fn idle_rights(&self) -> Vec<usize> {
        self.idle.clone()
    }

    fn read_board(&mut self, config: &Config, text: &mut Text<'_>) {
        let mut rank = i32::from(config.max_rank) - 1;
        let mut file = 0;
        let man = |c: char| {
            let slot = config.slot_of_letter(c).or_else(|| {
                let lower = c.to_ascii_lowercase();
                config.synonyms.iter().find(|(_, letter)| **letter == lower).map(|(slot, _)| *slot)
            })?;
            Some((if c.is_uppercase() { Side::White } else { Side::Black }, slot))
        };
        let mut hand = false;
        while let Some(c) = text.next() {
            if c.is_whitespace() {
                return;
            }
            if hand {
                if let Some((side, slot)) = config.slot_of_letter(c).and_then(|_| man(c)) {
                    *self.hands[side.index()].entry(slot).or_default() += 1;
                }
                continue;
            }
            let square = Square::at(file, rank).filter(|s| config.squares().contains(*s));
            match c {
                '[' => hand = true,
                '/' => {
                    rank -= 1;
                    file = 0;
                    // What follows the last rank is the hand.
                    hand = rank < 0;
                }
                _ if c.is_ascii_digit() => {
                    let mut count = c.to_digit(10).unwrap_or(0);
                    if let Some(next) = text.peek().and_then(|c| c.to_digit(10)) {
                        text.next();
                        count = 10 * count + next;
                    }
                    file += count as i32;
                }
                _ => {
                    let Some(square) = square else { continue };
                    if c == '*' {
                        self.board.insert(square, Symbol::Wall);
                    } else if let Some((side, slot)) = man(c) {
                        let tilde = text.peek() == Some('~');
                        if tilde {
                            text.next();
                        }
                        self.board.insert(square, Symbol::Man { side, slot, plus: None, tilde });
                    } else if c == '+'
                        && let Some(next) = text.peek()
                        && let Some((side, before)) = config.slot_of_letter(next).and_then(|_| man(next))
                        && let Some(slot) = config.promoted_piece_type.get(&before)
                    {
                        text.next();
                        let plus = Some(before);
                        self.board.insert(square, Symbol::Man { side, slot: *slot, plus, tilde: false });
                    } else {
                        continue;
                    }
                    file += 1;
                }
            }
        }
    }

    fn man(&self, square: Square) -> Option<(Side, Slot)> {
        match self.board.get(&square)? {
            Symbol::Man { side, slot, .. } => Some((*side, *slot)),
            Symbol::Wall => None,
        }
    }

    /// The castling field, which also speaks of gates.
    fn read_castling(&mut self, config: &Config, text: &mut Text<'_>) {
        let mut kings: [Option<Square>; 2] = [None; 2];
        let mut at = 0;
        while let Some(c) = text.next().filter(|c| !c.is_whitespace()) {
            if !self.read_right(config, c, &mut kings) {
                self.idle.push(at);
            }
            at += 1;
        }
        let hand = |fen: &EngineFen, side: Side| !fen.hands[side.index()].is_empty();
        // Rights to gate end with the men in hand.
        if config.seirawan_gating && !config.captures_to_hand {
            for side in Side::BOTH {
                if !hand(self, side) {
                    self.gates[side.index()] = SquareSet::EMPTY;
                }
            }
        }
        if config.gating && config.castling {
            for side in Side::BOTH {
                let has_right =
                    self.rights.iter().any(|(king, _)| self.man(*king).is_some_and(|(s, _)| s == side));
                let gates = self.gates[side.index()];
                let king = *config.castling_king_piece.of(side);
                let at = kings[side.index()];
                let open = gates.iter().any(|s| self.man(s) == Some((side, king)))
                    && (!config.seirawan_gating || hand(self, side) || config.captures_to_hand);
                if let (Some(at), true) = (at, open && !has_right) {
                    let partners = *config.castling_rook_pieces.of(side);
                    for square in gates {
                        if self
                            .man(square)
                            .is_some_and(|(owner, slot)| owner == side && partners.contains(slot))
                        {
                            self.add_right(at, square);
                        }
                    }
                }
            }
        }
    }

    /// One letter of the castling field; whether it means something there.
    fn read_right(&mut self, config: &Config, c: char, kings: &mut [Option<Square>; 2]) -> bool {
        let side = if c.is_lowercase() { Side::Black } else { Side::White };
        let letter = c.to_ascii_uppercase();
        let Some(rank) = rank_of_castling(config, side) else { return false };
        let square = |file: u8| Square(rank * 16 + file);
        let partners = *config.castling_rook_pieces.of(side);
        let partner =
            |s: &Square| self.man(*s).is_some_and(|(owner, slot)| owner == side && partners.contains(slot));
        let last = config.max_file - 1;
        let rook = match letter {
            'K' if config.castling => {
                let from = config.castling_rook_kingside_file.clamp(1, config.max_file) - 1;
                (0..=from).rev().map(square).find(partner).unwrap_or(square(0))
            }
            'Q' if config.castling => {
                let from = config.castling_rook_queenside_file.clamp(1, config.max_file) - 1;
                (from..=last).map(square).find(partner).unwrap_or(square(last))
            }
            'A'..='Z' if (letter as u8 - b'A') < config.max_file => square(letter as u8 - b'A'),
            _ => return false,
        };
        let king_type = *config.castling_king_piece.of(side);
        let is_king = |s: &Square| self.man(*s) == Some((side, king_type));
        let king = &mut kings[side.index()];
        let mut means = false;
        if config.castling && king.is_none() {
            let all: Vec<Square> = (0..=last).map(square).filter(is_king).collect();
            let home = config.castling_king_file.checked_sub(1).map(square);
            *king = match all.as_slice() {
                _ if config.chess960 && is_king(&rook) => {
                    // The letter says which of several kings is meant.
                    means = true;
                    Some(rook)
                }
                [only] => Some(*only),
                [first, ..] if config.chess960 => Some(*first),
                _ => home.filter(is_king),
            };
        }
        if config.gating {
            if self.man(rook).is_some_and(|(owner, _)| owner == side) {
                self.gates[side.index()].insert(rook);
                means = true;
            }
            let hand = !self.hands[side.index()].is_empty();
            match *king {
                Some(king) if letter == 'K' || letter == 'Q' => {
                    self.gates[side.index()].insert(king);
                    means = true;
                }
                _ if !config.seirawan_gating || hand || config.captures_to_hand => return means,
                _ => {}
            }
        }
        if let Some(king) = kings[side.index()]
            && config.castling
            && self.man(rook).is_some_and(|(owner, slot)| owner == side && partners.contains(slot))
        {
            self.add_right(king, rook);
            means = true;
        }
        means
    }

    /// Adds a right; there is one on each wing.
    fn add_right(&mut self, king: Square, rook: Square) {
        self.rights.retain(|(k, r)| *k != king || (*r > *k) != (rook > king));
        self.rights.push((king, rook));
    }

    fn read_en_passant(&mut self, config: &Config, text: &mut Text<'_>) {
        let fast = super::lower::recorded(config) == Recorded::IfAttacked;
        loop {
            // A dash, or whatever else is no square, is gone with the look at it.
            let file = text.next().map_or(u32::MAX, |c| (c as u32).wrapping_sub('a' as u32));
            if file >= u32::from(config.max_file) {
                return;
            }
            let file = file as u8;
            let Some(rank) = text.next().and_then(|c| c.to_digit(10)) else { return };
            if rank == 0 || rank > u32::from(config.max_rank) {
                return;
            }
            let square = Square((rank as u8 - 1) * 16 + file);
            if config.en_passant_region.of(self.side).contains(square) && (!fast || self.plausible(square)) {
                self.en_passant.insert(square);
            }
        }
    }

    /// Whether a pawn could capture en passant there, as far as the engine looks where all
    /// men are orthodox.
    fn plausible(&self, square: Square) -> bool {
        let (us, up) = (self.side, if self.side == Side::White { 1 } else { -1 });
        let pawn = |side: Side, dx: i32, dy: i32| {
            square.offset(dx, dy).is_some_and(|s| self.man(s) == Some((side, Slot::PAWN)))
        };
        let empty = |dy: i32| square.offset(0, dy).is_none_or(|s| self.man(s).is_none());
        (pawn(us, -1, -up) || pawn(us, 1, -up))
            && (pawn(us.other(), 0, -up) || pawn(us.other(), 0, -2 * up))
            && empty(0)
            && empty(up)
    }

    /// As the start position of rules.
    fn start(&self) -> Start {
        let mut start = Start {
            to_move: self.side,
            clock: self.clock,
            move_number: self.move_number,
            ..Start::default()
        };
        let mut gates: BTreeMap<&str, SquareSet> = BTreeMap::new();
        for (square, symbol) in &self.board {
            match symbol {
                Symbol::Wall => start.walls.insert(*square),
                Symbol::Man { side, slot, plus, .. } => {
                    let men = if *side == Side::White { &mut start.white } else { &mut start.black };
                    men.entry(slot.key()).or_default().insert(*square);
                    if let Some(before) = plus {
                        start.promoted.insert(*square, before.key());
                    }
                    if self.gates[side.index()].contains(*square) {
                        gates
                            .entry(if *slot == Slot::KING { LEAP } else { GATE })
                            .or_default()
                            .insert(*square);
                    }
                }
            }
        }
        for (side, hand) in [(Side::White, &mut start.white_hand), (Side::Black, &mut start.black_hand)] {
            hand.extend(self.hands[side.index()].iter().map(|(slot, count)| (slot.key(), *count)));
        }
        start.rights = self.rights.clone();
        start.en_passant = self.en_passant;
        if let Some([white, black]) = self.checks {
            start.checks_to_give = PerSide { white, black };
        }
        start.marks = gates.into_iter().map(|(name, squares)| (name.to_owned(), squares)).collect();
        start
    }
}

/// The start position that a section states, for rules that have all else.
///
/// # Errors
/// Where a man stands on the board twice, which a FEN can't say.
pub(super) fn start(config: &Config, rules: &Rules) -> Result<Start, String> {
    let mut start = EngineFen::read(config, &config.start_fen).start();
    let marks: BTreeSet<&str> = rules.marks.iter().map(|mark| mark.name.as_str()).collect();
    name_marks(&mut start, &marks);
    Ok(start)
}

/// Kings hold the mark of kings only where there is one.
fn name_marks(start: &mut Start, marks: &BTreeSet<&str>) {
    if !marks.contains(LEAP)
        && let Some(king) = start.marks.remove(LEAP)
    {
        let all = start.marks.entry(GATE.to_owned()).or_default();
        *all = all.or(king);
    }
    for name in marks {
        start.marks.entry((*name).to_owned()).or_default();
    }
}

/// What a man that is marked as a promoted pawn is again in hand.
fn reverts_to(oracle: &Oracle, side: Side) -> Option<Kind> {
    oracle.rules().promotions.iter().filter(|p| p.sides.includes(side)).find_map(|p| match &p.reverts {
        Reverts::To(before) => oracle.kind(before),
        _ => None,
    })
}

/// The position that the engine would set up from a FEN.
pub fn read(config: &Config, oracle: &Oracle, text: &str) -> Position {
    let fen = EngineFen::read(config, text);
    let rules = oracle.rules();
    let mut position = Position::empty();
    let mut start = fen.start();
    name_marks(&mut start, &rules.marks.iter().map(|mark| mark.name.as_str()).collect());
    for (square, symbol) in &fen.board {
        let cell = match symbol {
            Symbol::Wall => Cell::Wall,
            Symbol::Man { side, slot, plus, tilde } => {
                let Some(kind) = oracle.kind(&slot.key()) else { continue };
                let mut man = Man::new(*side, kind);
                man.plus = plus.is_some();
                man.reverts = match plus {
                    Some(before) => oracle.kind(&before.key()),
                    None if *tilde => reverts_to(oracle, *side),
                    None => None,
                };
                for (bit, mark) in rules.marks.iter().enumerate() {
                    if start.marks.get(&mark.name).is_some_and(|squares| squares.contains(*square)) {
                        man.marks |= 1 << bit;
                    }
                }
                Cell::Man(man)
            }
        };
        position.set(*square, cell);
    }
    for side in Side::BOTH {
        for (slot, count) in &fen.hands[side.index()] {
            if let Some(kind) = oracle.kind(&slot.key()) {
                position.hands[side.index()][usize::from(kind.0)] = (*count).min(255) as u8;
            }
        }
    }
    for right in &fen.rights {
        position.rights.add(*right);
    }
    position.to_move = fen.side;
    position.en_passant = fen.en_passant;
    position.en_passant_victim = oracle.en_passant_victim(&position);
    position.checks_to_give = fen.checks.unwrap_or_else(|| oracle.checks_at_start());
    position.count_limit = fen.counting;
    // Where moves are counted the clock stands for their number.
    (position.count, position.clock) = if fen.counting > 0 { (fen.clock, 0) } else { (0, fen.clock) };
    position.move_number = fen.move_number;
    position
}
