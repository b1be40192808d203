//! Reading the classic notation and its extension, XBetza, as its author's programs do.
//!
//! Grammar of the extension: movements one after the other; each is lower-case modifiers,
//! an atom, and a range. In the modifiers `a` begins another leg of the same atom, whose
//! directions are turns from the leg before; `(` and `)` enclose what may be repeated any
//! number of times; `[A-B]` and `[A?B]` are legs with atoms of their own, the second turned
//! outward, and the move may end at `?`. What stands for something that no rules here can
//! hold (boards without edges, unloading, lent moves…) is refused by name, never skipped.

use std::collections::BTreeSet;

use crate::rules::{Content, Distances, Hurdle, Leg, ManPattern, Step, Whose};

use super::dialect::Dialect;
use super::read::ReadError;
use super::way::{Castle, MOST_WAYS, Way, Ways, range};
use super::wheel::{self, Kind, Places};

/// The most legs of a way; a board has at most 16 squares in a row.
const MOST_LEGS: usize = 16;
/// The most steps of a crooked ride: two for each square that it gets on.
const MOST_STEPS: usize = 30;

/// What makes the steps of a leg.
#[derive(Debug, Clone, Copy)]
struct Atom {
    /// The smaller and the larger component.
    vector: (i8, i8),
    /// Its places on the wheel.
    kind: Kind,
    /// Most steps, 0 for any number.
    range: u8,
    /// Whether its letter is that of a slider, which matters where ranges toggle.
    slider: bool,
}

/// The modifiers of a leg.
#[derive(Debug, Clone, Default)]
struct Modifiers {
    /// Direction letters that stand together.
    directions: Vec<Vec<char>>,
    quiet: bool,
    capture: bool,
    friend: bool,
    en_passant: bool,
    hop: bool,
    over: bool,
    toggle: bool,
    lame: bool,
    jumps: u8,
    first: bool,
    friends_only: bool,
}

/// A leg as it is written.
#[derive(Debug, Clone)]
struct Spec {
    modifiers: Modifiers,
    /// Its own atom; `None`: that of the leg before.
    atom: Option<Atom>,
    /// Whether the move may end here though legs follow.
    may_stop: bool,
}

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
                    return self.fail(*at, "hops over any number of men (`pp`) are not understood");
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
                'x' => return self.fail(*at, "moves lent to other men (`x`) are not understood"),
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

/// Whether a way, its legs taken one step each, leads where letters point.
fn faces(way: &Way, letters: &[Vec<char>]) -> bool {
    let steps = way.legs.iter().filter_map(|leg| leg.steps.first());
    let (x, y) = steps.fold((0, 0), |(x, y), step| (x + step.dx, y + step.dy));
    let atom = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let kind = Kind::of(atom);
    letters
        .iter()
        .any(|row| wheel::each(wheel::places(row, kind)).any(|place| wheel::step(place, atom) == (x, y)))
}

impl Modifiers {
    /// Whether they say what the leg may land on.
    fn says_what(&self) -> bool {
        self.quiet || self.capture || self.friend || self.en_passant
    }

    /// What the leg may land on, where it does not pass a man.
    fn onto(&self, goes_on: bool) -> Content {
        let mut onto = Content { empty: self.quiet, en_passant: self.en_passant, ..Content::default() };
        if self.capture {
            onto = onto.or(Content::enemy());
        }
        if self.friend {
            onto = onto.or(Content::own());
        }
        match () {
            () if self.says_what() => onto,
            () if goes_on => Content::empty(),
            () => Content::empty_or_enemy(),
        }
    }
}

/// A walk from leg to leg, in every direction that they allow.
struct Path<'a> {
    ways: &'a mut BTreeSet<Way>,
    first: bool,
    within: &'a dyn Fn(&Way) -> bool,
}

/// The place on the wheel where the last leg went, and the atom that took it there.
type Heading = Option<(u8, Atom)>;

impl Path<'_> {
    /// Takes the leg at `index` after those in `done`. `side`: whether the last turn to a
    /// side was to the right.
    fn walk(
        &mut self,
        specs: &[Spec],
        done: &mut Vec<Leg>,
        heading: Heading,
        side: Option<bool>,
        index: usize,
    ) -> Result<(), String> {
        let Some(spec) = specs.get(index) else { return Ok(()) };
        let goes_on = index + 1 < specs.len();
        let before = heading.map(|(_, atom)| atom);
        let atom = spec.atom.or(before).ok_or("a leg without an atom")?;
        if index > 0 && spec.modifiers.first {
            return Err("legs as long as the one before (`i` behind `a`) are not understood".into());
        }
        let places = match heading {
            None => first_places(&spec.modifiers.directions, atom.kind),
            Some((place, last)) => next_places(spec, place, last, atom, side)?,
        };
        for place in wheel::each(places) {
            let turned = heading.map(|(last, _)| (place + 8 - last) % 8);
            let side = match turned {
                Some(1..=3) => Some(true),
                Some(5..=7) => Some(false),
                _ => side,
            };
            let step = step_at(place, atom);
            let depth = done.len();
            for (leg, toggled) in legs(spec, atom, step, goes_on)? {
                done.extend(leg);
                if goes_on {
                    let next = if toggled { toggle(atom) } else { atom };
                    self.walk(specs, done, Some((place, next)), side, index + 1)?;
                } else {
                    self.end(done)?;
                }
                done.truncate(depth);
            }
            if goes_on && spec.may_stop {
                for (leg, _) in legs(spec, atom, step, false)? {
                    done.extend(leg);
                    self.end(done)?;
                    done.truncate(depth);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, legs: &[Leg]) -> Result<(), String> {
        let way = Way { first: self.first, legs: legs.to_vec() };
        if (self.within)(&way) {
            self.ways.insert(way);
        }
        if self.ways.len() > MOST_WAYS {
            return Err(format!("more than {MOST_WAYS} ways over the board"));
        }
        Ok(())
    }
}

fn first_places(directions: &[Vec<char>], kind: Kind) -> Places {
    match directions {
        [] => kind.all(),
        rows => rows.iter().fold(0, |places, row| places | wheel::places(row, kind)),
    }
}

/// Where a leg may go after one that went to `last`.
fn next_places(
    spec: &Spec,
    last: u8,
    before: Atom,
    atom: Atom,
    side: Option<bool>,
) -> Result<Places, String> {
    let own = spec.atom.is_some();
    let letters: Vec<Vec<char>> = (spec.modifiers.directions.iter())
        .map(|row| {
            let of = |letter: &char| match (letter, side) {
                ('z', Some(right)) => {
                    if right {
                        'l'
                    } else {
                        'r'
                    }
                }
                ('q', Some(right)) => {
                    if right {
                        'r'
                    } else {
                        'l'
                    }
                }
                ('z' | 'q', None) => 's',
                (letter, _) => *letter,
            };
            row.iter().map(of).collect()
        })
        .collect();
    let oblique = |atom: Atom| atom.kind == Kind::Oblique;
    if letters.is_empty() && own {
        return Ok(outward(last, before, atom));
    }
    if oblique(before) != oblique(atom) {
        return Err("turns between a leg along a line and one that is not".into());
    }
    let turns = match &letters[..] {
        [] => wheel::turns(&[], before.kind),
        rows => rows.iter().fold(0, |turns, row| turns | wheel::turns(row, before.kind)),
    };
    let mirrored = wheel::each(turns).fold(0, |set: Places, turn| set | 1 << ((8 - turn) % 8));
    if oblique(atom) && turns & 0xaa != mirrored & 0xaa {
        return Err("which side is meant by a turn of 45 or 135 degrees from a leap that is not along a \
                    line is not agreed; name both (`s`)"
            .into());
    }
    let places = turns.rotate_left(u32::from(last));
    if own {
        return Ok(places & atom.kind.all());
    }
    Ok(places)
}

/// The vector of an atom at a place: along a line it depends on which line that is.
fn step_vector(place: u8, atom: Atom) -> (i8, i8) {
    match atom.kind {
        Kind::Oblique => atom.vector,
        _ if place % 2 == 0 => (0, atom.vector.1),
        _ => (atom.vector.1, atom.vector.1),
    }
}

fn step_at(place: u8, atom: Atom) -> (i8, i8) {
    wheel::step(place, step_vector(place, atom))
}

/// The directions of an atom that are nearest to where the leg before went.
fn outward(last: u8, before: Atom, atom: Atom) -> Places {
    let at = |place: u8| 1u8 << (place % 8);
    match (before.kind == Kind::Oblique, atom.kind) {
        (true, Kind::Oblique) => at(last),
        (true, kind) => (at(last) | at(last + 1)) & kind.all(),
        (false, Kind::Oblique) => at(last) | at(last + 7),
        (false, kind) if at(last) & kind.all() != 0 => at(last),
        (false, kind) => (at(last + 1) | at(last + 7)) & kind.all(),
    }
}

/// The atom with its range toggled: leapers ride, riders leap. A slider with a range
/// becomes the plain step, a step with one the slider.
fn toggle(atom: Atom) -> Atom {
    if atom.vector.1 == 1 {
        let slider = !atom.slider;
        return Atom { slider, range: u8::from(!slider), ..atom };
    }
    Atom { range: u8::from(atom.range != 1), ..atom }
}

/// Legs of the rules that make a leg of the notation, and whether the next one's range is
/// toggled. There may be several choices.
fn legs(spec: &Spec, atom: Atom, step: (i8, i8), goes_on: bool) -> Result<Vec<(Vec<Leg>, bool)>, String> {
    let modifiers = &spec.modifiers;
    let (dx, dy) = step;
    let unit = atom.vector.1 == 1;
    let mut leg = Leg::new([step]).distance(range(atom.range));
    let mut before = Vec::new();
    if modifiers.lame {
        let via = lame_squares(step).ok_or("which squares hinder this lame leap (`n`) is not agreed")?;
        leg.steps = BTreeSet::from([Step::via(dx, dy, via)]);
    }
    for _ in 0..modifiers.jumps {
        if unit {
            // The first squares of a ride are skipped, whatever stands there.
            let anything = Content { empty: true, ..Content::occupied() };
            before.push(Leg { spares: true, ..Leg::new([step]).onto(anything) });
            leg.distance = match atom.range {
                0 => Distances::ANY,
                n => Distances::up_to(n.saturating_sub(modifiers.jumps)),
            };
            if leg.distance.is_none() {
                return Err("a ride that is over before the squares that it skips (`j`)".into());
            }
        } else {
            let (hx, hy) = (dx / 2, dy / 2);
            if dx.abs().max(dy.abs()) != 2 || atom.range != 1 || modifiers.jumps > 1 {
                return Err("leaps that must jump (`j`) go two squares, once".into());
            }
            before.push(Leg { spares: true, ..Leg::new([(hx, hy)]).onto(Content::occupied()) });
            leg.steps = BTreeSet::from([Step::new(dx - hx, dy - hy)]);
        }
    }
    let with = |leg: Leg| [&before[..], &[leg]].concat();
    if !goes_on {
        if modifiers.toggle {
            return Err("a range that is toggled (`y`) where no leg follows".into());
        }
        if modifiers.friends_only {
            return Err("men that may not take kings (`t`) are not understood".into());
        }
        if (modifiers.hop || modifiers.over) && atom.range == 1 {
            return Err("a hop (`p`, `g`) needs a rider, as in pR".into());
        }
        if modifiers.over {
            leg.hurdle = Some(Hurdle { behind: Distances::ONE, ..Hurdle::default() });
        } else if modifiers.hop {
            leg.hurdle = Some(Hurdle::default());
        }
        leg.onto = modifiers.onto(false);
        return Ok(vec![(with(leg), false)]);
    }
    if modifiers.en_passant {
        return Err("en passant (`e`) before the last leg is not understood".into());
    }
    let mut choices = Vec::new();
    if modifiers.hop || modifiers.over {
        let mut onto = Content::occupied();
        if modifiers.friends_only {
            onto = Content::default().or_men(ManPattern::any(Whose::Own));
        }
        choices.push((with(Leg { onto, spares: true, ..leg.clone() }), modifiers.over));
    }
    if modifiers.toggle {
        choices.push((with(leg.clone().onto(Content::empty())), true));
    }
    if modifiers.says_what() || choices.is_empty() {
        choices.push((with(leg.onto(modifiers.onto(true))), false));
    }
    Ok(choices)
}

/// The squares that hinder a lame leap: those between, on a line; of a knight the one
/// straight ahead.
fn lame_squares((dx, dy): (i8, i8)) -> Option<Vec<(i8, i8)>> {
    let (a, b) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
    match (a, b) {
        (_, 1) => None,
        (1, 2) => Some(vec![(dx / 2, dy / 2)]),
        (a, b) if a == 0 || a == b => Some((1..b).map(|i| (dx.signum() * i, dy.signum() * i)).collect()),
        _ => None,
    }
}
