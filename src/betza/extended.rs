//! Reading the classic notation and its extension, XBetza, as its author's programs do.
//!
//! Grammar of the extension: movements one after the other; each is lower-case modifiers,
//! an atom, and a range. In the modifiers `a` begins another leg of the same atom, whose
//! directions are turns from the leg before; `(` and `)` enclose what may be repeated any
//! number of times; `[A-B]` and `[A?B]` are legs with atoms of their own, the second turned
//! outward, and the move may end at `?`. What stands for something that no rules here can
//! hold (boards without edges, unloading, lent moves…) is refused by name, never skipped.

use std::collections::BTreeSet;

use crate::rules::{Content, Leg};

use super::dialect::Dialect;
use super::read::ReadError;
use super::walk::{Atom, Modifiers, Path, Spec, faces};
use super::way::{Castle, Way, Ways};
use super::wheel::{self, Kind};

/// The most legs of a way; a board has at most 16 squares in a row.
const MOST_LEGS: usize = 16;
/// The most steps of a crooked ride: two for each square that it gets on.
const MOST_STEPS: usize = 30;

/// Reads a movement in a dialect that is not the engine's.
pub(super) fn read(text: &str, dialect: Dialect) -> Result<Ways, ReadError> {
    let mut reader = Reader { chars: text.chars().collect(), at: 0, text, dialect };
    let mut ways = BTreeSet::new();
    let mut castles = BTreeSet::new();
    while reader.peek().is_some() {
        reader.term(&mut ways, &mut castles)?;
    }
    Ok(Ways::new(ways, castles))
}

struct Reader<'a> {
    chars: Vec<char>,
    at: usize,
    text: &'a str,
    dialect: Dialect,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { text: self.text.to_owned(), at: at + 1, message: message.into() })
    }

    fn extended(&self) -> bool {
        self.dialect == Dialect::XBetza
    }

    /// One movement: modifiers, atom, range.
    fn term(&mut self, ways: &mut BTreeSet<Way>, castles: &mut BTreeSet<Castle>) -> Result<(), ReadError> {
        let start = self.at;
        let prefix = self.prefix()?;
        match self.peek() {
            Some('[') if self.extended() => return self.bracket(start, &prefix, ways),
            Some('O') => return self.castle(&prefix, castles),
            _ => {}
        }
        let place = self.at;
        let atoms = self.atoms()?;
        for prefix in self.repeated(start, &prefix)? {
            let mut specs = Vec::new();
            for leg in prefix.split(|(_, c)| *c == 'a') {
                specs.push(Spec { modifiers: self.modifiers(leg)?, atom: None, may_stop: false });
            }
            for atom in &atoms {
                if let Some(first) = specs.first_mut() {
                    first.atom = Some(*atom);
                }
                let crooked = |letter: &char| matches!(letter, 'z' | 'q');
                match &specs[..] {
                    [spec] if spec.modifiers.directions.iter().flatten().any(crooked) => {
                        self.crooked(place, spec, *atom, ways)?;
                    }
                    specs => {
                        let mut path = Path { ways, first: specs[0].modifiers.first, within: &|_| true };
                        let walk = path.walk(specs, &mut Vec::new(), None, None, 0);
                        walk.or_else(|message| self.fail(place, message))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The lower-case letters and parentheses before an atom, each with its place.
    fn prefix(&mut self) -> Result<Vec<(usize, char)>, ReadError> {
        let mut prefix = Vec::new();
        while let Some(c) = self.peek() {
            let tuple = c == '(' && self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit);
            let group = matches!(c, '(' | ')') && self.extended() && !tuple;
            if !(c.is_ascii_lowercase() || group) {
                break;
            }
            if c == 'a' && !self.extended() {
                return self.fail(self.at, "more legs than one are for the extended notation (xbetza)");
            }
            prefix.push((self.at, c));
            self.at += 1;
        }
        if self.peek().is_none() {
            return self.fail(self.at, "letters without an atom behind them");
        }
        Ok(prefix)
    }

    /// The prefixes that one with a repeated group stands for.
    fn repeated(&self, start: usize, prefix: &[(usize, char)]) -> Result<Vec<Vec<(usize, char)>>, ReadError> {
        let find = |wanted| prefix.iter().position(|(_, c)| *c == wanted);
        let (open, close) = match (find('('), find(')')) {
            (None, None) => return Ok(vec![prefix.to_vec()]),
            (Some(open), Some(close)) if open < close => (open, close),
            _ => return self.fail(start, "a parenthesis without its other half"),
        };
        let (before, group, after) = (&prefix[..open], &prefix[open + 1..close], &prefix[close + 1..]);
        if group.iter().chain(after).any(|(_, c)| matches!(c, '(' | ')')) {
            return self.fail(start, "more than one repeated group in a movement is not understood");
        }
        let legs = |part: &[(usize, char)]| part.iter().filter(|(_, c)| *c == 'a').count();
        if legs(group) == 0 {
            return self.fail(start, "a repeated group must begin a leg (`a`)");
        }
        let most = (MOST_LEGS - 1).saturating_sub(legs(before) + legs(after)) / legs(group);
        Ok((0..=most).map(|n| [before, &group.repeat(n), after].concat()).collect())
    }

    /// What the letters of a leg say.
    fn modifiers(&self, letters: &[(usize, char)]) -> Result<Modifiers, ReadError> {
        let mut modifiers = Modifiers::default();
        let mut together = false;
        for (at, letter) in letters {
            let direction = wheel::is_direction(*letter);
            if direction {
                if !together {
                    modifiers.directions.push(Vec::new());
                }
                modifiers.directions.last_mut().into_iter().for_each(|row| row.push(*letter));
            }
            together = direction;
            match letter {
                _ if direction => {}
                'm' => modifiers.quiet = true,
                'c' => modifiers.capture = true,
                'd' => modifiers.friend = true,
                'p' if modifiers.hop => {
                    return self.fail(*at, "hops over any number of pieces (`pp`) are not understood");
                }
                'p' => modifiers.hop = true,
                'g' => modifiers.over = true,
                'n' => modifiers.lame = true,
                'j' => modifiers.jumps += 1,
                'i' if modifiers.first => {
                    return self.fail(*at, "first moves from one rank only (`ii`) are not understood");
                }
                'i' => modifiers.first = true,
                'e' if self.extended() => modifiers.en_passant = true,
                'y' if self.extended() => modifiers.toggle = true,
                't' if self.extended() => modifiers.friends_only = true,
                'o' => return self.fail(*at, "boards without side edges (`o`) are not understood"),
                'u' => return self.fail(*at, "unloading what was taken (`u`) is not understood"),
                'x' => return self.fail(*at, "moves lent to other pieces (`x`) are not understood"),
                'k' => return self.fail(*at, "what may take kings only (`k`) is not understood"),
                _ => return self.fail(*at, format!("`{letter}` means nothing in this dialect")),
            }
        }
        Ok(modifiers)
    }

    /// An atom with its range; two of them where the classic notation has one letter for both.
    fn atoms(&mut self) -> Result<Vec<Atom>, ReadError> {
        let place = self.at;
        let Some(letter) = self.peek() else {
            return self.fail(place, "letters without an atom behind them");
        };
        self.at += 1;
        let (mut vector, slider) = match letter {
            'W' | 'K' => ((0, 1), false),
            'R' | 'Q' => ((0, 1), true),
            'F' => ((1, 1), false),
            'B' => ((1, 1), true),
            'D' => ((0, 2), false),
            'N' => ((1, 2), false),
            'A' => ((2, 2), false),
            'H' => ((0, 3), false),
            'C' | 'L' => ((1, 3), false),
            'Z' | 'J' => ((2, 3), false),
            'G' => ((3, 3), false),
            '(' => (self.tuple(place)?, false),
            'U' => return self.fail(place, "the universal leaper (`U`) is not understood"),
            '@' => return self.fail(place, "drops (`@`) are not understood"),
            _ => return self.fail(place, format!("`{letter}` is no atom of this dialect")),
        };
        let royal = matches!(letter, 'K' | 'Q');
        if self.extended() && !royal && !slider {
            match self.peek() {
                Some('X') => vector.1 += 3,
                Some('Y') => vector = (vector.0 + 2, vector.1 + 2),
                _ => {}
            }
            self.at += usize::from(matches!(self.peek(), Some('X' | 'Y')));
        }
        let mut range = u8::from(!slider);
        if self.peek() == Some(letter) && letter != '(' {
            self.at += 1;
            range = 0;
        } else {
            let digits: String =
                self.chars[self.at..].iter().take_while(|c| c.is_ascii_digit()).take(2).collect();
            self.at += digits.len();
            match digits.parse::<u8>() {
                Ok(n) if n > 15 => return self.fail(self.at - 1, "a range of more than 15 steps"),
                Ok(n) => range = n,
                Err(_) => {}
            }
        }
        let atom = |vector, kind| Atom { vector, kind, range, slider };
        Ok(match () {
            () if royal && self.extended() => vec![atom((0, 1), Kind::Royal)],
            () if royal => vec![atom((0, 1), Kind::Orthogonal), atom((1, 1), Kind::Diagonal)],
            () => vec![atom(vector, Kind::of(vector))],
        })
    }

    /// `(3,4)`, of which the parenthesis is read.
    fn tuple(&mut self, place: usize) -> Result<(i8, i8), ReadError> {
        let rest: String = self.chars[self.at..].iter().take(8).collect();
        let inner = rest.split_once(')').map(|(inner, _)| inner);
        let pair = inner.and_then(|inner| inner.split_once(','));
        let number = |text: &str| text.trim().parse::<i8>().ok().filter(|n| (0..=15).contains(n));
        let pair = pair.and_then(|(a, b)| number(a).zip(number(b)));
        match (pair, inner) {
            (Some((a, b)), Some(inner)) if (a, b) != (0, 0) => {
                self.at += inner.chars().count() + 1;
                Ok((a.min(b), a.max(b)))
            }
            _ => self.fail(place, "a leap is written as two numbers up to 15, as in (1,4)"),
        }
    }

    /// `O2`: castling.
    fn castle(&mut self, prefix: &[(usize, char)], castles: &mut BTreeSet<Castle>) -> Result<(), ReadError> {
        let place = self.at;
        self.at += 1;
        let modifiers = self.modifiers(prefix)?;
        let digits: String =
            self.chars[self.at..].iter().take_while(|c| c.is_ascii_digit()).take(2).collect();
        self.at += digits.len();
        let files = digits.parse::<i8>().ok().filter(|n| (1..=15).contains(n));
        let Some(files) = files else {
            return self.fail(place, "castling needs the number of squares that the king goes, as in O2");
        };
        let letters: Vec<char> = modifiers.directions.concat();
        let way = |letter: char| letters.is_empty() || letters.contains(&letter) || letters.contains(&'s');
        for (letter, files) in [('l', -files), ('r', files)] {
            if way(letter) {
                castles.insert(Castle { files, inset: modifiers.jumps });
            }
        }
        Ok(())
    }

    /// `[A-B]`, `[A?B]`.
    fn bracket(
        &mut self,
        start: usize,
        prefix: &[(usize, char)],
        ways: &mut BTreeSet<Way>,
    ) -> Result<(), ReadError> {
        let place = self.at;
        let outside = self.modifiers(prefix)?;
        self.at += 1;
        let mut specs: Vec<Spec> = Vec::new();
        loop {
            let letters = self.prefix()?;
            if letters.iter().any(|(_, c)| matches!(c, 'a' | '(' | ')')) {
                return self.fail(place, "inside brackets each leg has an atom of its own, and no `a`");
            }
            let modifiers = self.modifiers(&letters)?;
            let [atom] = self.atoms()?[..] else { return self.fail(place, "an atom is missing") };
            let end = self.peek();
            specs.push(Spec { modifiers, atom: Some(atom), may_stop: end == Some('?') });
            self.at += 1;
            match end {
                Some('-' | '?') if specs.len() < MOST_LEGS => {}
                Some(']') => break,
                _ => return self.fail(self.at - 1, "legs in brackets are parted by `-` or `?`"),
            }
        }
        let last = specs.len() - 1;
        for (spec, last) in specs.iter_mut().enumerate().map(|(i, spec)| (spec, i == last)) {
            if (last || spec.may_stop) && !spec.modifiers.says_what() {
                spec.modifiers.quiet |= outside.quiet && last;
                spec.modifiers.capture |= outside.capture && last;
            }
        }
        let letters = outside.directions.clone();
        let within = |way: &Way| letters.is_empty() || faces(way, &letters);
        let mut path = Path { ways, first: outside.first, within: &within };
        path.walk(&specs, &mut Vec::new(), None, None, 0).or_else(|message| self.fail(start, message))
    }

    /// Crooked (`z`) and circular (`q`) rides: their steps turn to and fro, or round.
    fn crooked(
        &self,
        place: usize,
        spec: &Spec,
        atom: Atom,
        ways: &mut BTreeSet<Way>,
    ) -> Result<(), ReadError> {
        let letters: Vec<char> = spec.modifiers.directions.concat();
        let [letter] = letters[..] else {
            return self.fail(place, "directions of crooked and circular rides are not understood");
        };
        let m = &spec.modifiers;
        let rose = letter == 'q' && atom.kind == Kind::Oblique;
        if atom.range == 1 && !rose || m.hop || m.over || m.lame || m.jumps > 0 || m.first {
            return self.fail(place, "only plain rides are crooked or circular");
        }
        let unit = if atom.kind == Kind::Oblique && letter == 'q' { 1 } else { 2 };
        let most = if letter == 'q' { 8 / usize::from(unit) - 1 } else { MOST_STEPS };
        let most = if atom.range == 0 || rose { most } else { most.min(usize::from(atom.range)) };
        for start in wheel::each(atom.kind.all()) {
            for turn in [unit, 8 - unit] {
                let mut legs: Vec<Leg> = Vec::new();
                for i in 0..most {
                    let place = match letter {
                        'q' => start + turn * i as u8,
                        _ => start + turn * (i % 2) as u8,
                    };
                    legs.iter_mut().for_each(|leg| leg.onto = Content::empty());
                    let leg = Leg::new([wheel::step(place, atom.vector)]).onto(m.onto(false));
                    legs.push(leg);
                    ways.insert(Way { first: false, legs: legs.clone() });
                }
            }
        }
        Ok(())
    }
}
