//! Directions of the dialects that are not the engine's: a wheel of eight, clockwise from
//! straight ahead, and the letters that choose from it.
//!
//! An atom (a, b), a ≤ b, has its eight steps on the wheel, `(a, b)` first: of a knight
//! the steep leap to the right, of a wazir the step ahead (each even place), of a ferz the
//! step to the right and ahead (each odd place). A king has a wazir's steps on the even and
//! a ferz's on the odd places.

/// Places on the wheel, one bit each.
pub(super) type Places = u8;

/// The step of an atom at a place of the wheel.
pub(super) fn step(place: u8, (a, b): (i8, i8)) -> (i8, i8) {
    match place % 8 {
        0 => (a, b),
        1 => (b, a),
        2 => (b, -a),
        3 => (a, -b),
        4 => (-a, -b),
        5 => (-b, -a),
        6 => (-b, a),
        _ => (-a, b),
    }
}

/// Where the steps of an atom stand on the wheel, each once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Along ranks and files.
    Orthogonal,
    /// Along diagonals.
    Diagonal,
    /// Neither.
    Oblique,
    /// Both of the first two at once (kings and queens).
    Royal,
}

impl Kind {
    /// Of an atom (a, b) with a ≤ b.
    pub fn of((a, b): (i8, i8)) -> Kind {
        match (a, b) {
            (0, _) => Kind::Orthogonal,
            (a, b) if a == b => Kind::Diagonal,
            _ => Kind::Oblique,
        }
    }

    /// All places.
    pub fn all(self) -> Places {
        match self {
            Kind::Orthogonal => 0x55,
            Kind::Diagonal => 0xaa,
            Kind::Oblique | Kind::Royal => 0xff,
        }
    }
}

/// Whether a letter is a direction.
pub(super) fn is_direction(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' | 'z' | 'q')
}

/// The places within so many of the letter's own, halves counted on both sides: of an
/// oblique atom `f` is the middle between the last place and the first.
fn wide(letter: char) -> Places {
    match letter {
        'f' => 0xc3,
        'r' => 0x0f,
        'b' => 0x3c,
        'l' => 0xf0,
        _ => 0xff,
    }
}

/// Of an oblique atom, the two steps nearest to the letter's direction.
fn narrow(letter: char) -> Places {
    match letter {
        'f' => 0x81,
        'r' => 0x06,
        'b' => 0x18,
        'l' => 0x60,
        's' => 0x66,
        'v' => 0x99,
        _ => 0xff,
    }
}

/// Of a king, the direction itself.
fn exact(letter: char) -> Places {
    match letter {
        'f' => 0x01,
        'r' => 0x04,
        'b' => 0x10,
        'l' => 0x40,
        's' => 0x44,
        'v' => 0x11,
        _ => 0xff,
    }
}

/// Of a king, the direction and its neighbours.
fn around(letter: char) -> Places {
    let one = exact(letter);
    one | one.rotate_left(1) | one.rotate_right(1)
}

/// Whether two letters speak of one direction between theirs, `fr`, or of a half, `fs`.
fn joins(first: char, second: char) -> bool {
    let forth = |c| matches!(c, 'f' | 'b' | 'v');
    let aside = |c| matches!(c, 'l' | 'r' | 's');
    matches!(first, 'f' | 'b' | 'l' | 'r') && (forth(first) && aside(second) || aside(first) && forth(second))
}

/// The places that letters choose for an atom of that kind; without letters all.
pub(super) fn places(letters: &[char], kind: Kind) -> Places {
    let mut chosen = 0;
    let mut rest = letters;
    while let Some((first, tail)) = rest.split_first() {
        let second = tail.first().copied();
        rest = tail;
        chosen |= match (kind, second) {
            (Kind::Oblique, Some('r')) if *first == 'h' => {
                rest = &tail[1..];
                0x55
            }
            (Kind::Oblique, Some('l')) if *first == 'h' => {
                rest = &tail[1..];
                0xaa
            }
            (Kind::Orthogonal, _) => exact(*first),
            (_, Some('h')) => {
                rest = &tail[1..];
                if kind == Kind::Royal { around(*first) } else { wide(*first) }
            }
            (_, Some(second)) if joins(*first, second) => {
                rest = &tail[1..];
                match kind {
                    Kind::Oblique => wide(*first) & narrow(second),
                    Kind::Royal => around(*first) & around(second),
                    _ => wide(*first) & wide(second),
                }
            }
            (_, second) => {
                if second == Some(*first) {
                    rest = &tail[1..];
                }
                match kind {
                    Kind::Oblique => narrow(*first),
                    Kind::Royal => exact(*first),
                    _ => wide(*first),
                }
            }
        };
    }
    if letters.is_empty() { kind.all() } else { chosen & kind.all() }
}

/// The turns, in places, that letters of a leg after the first choose; without letters all
/// but the way back, and of an atom with four steps only its own. A letter of an oblique
/// atom that says which side of 45 or 135 degrees is meant, has no agreed meaning.
pub(super) fn turns(letters: &[char], kind: Kind) -> Places {
    match (letters.is_empty(), kind) {
        (true, Kind::Royal | Kind::Oblique) => 0xef,
        (true, _) => 0x45,
        _ => places(letters, Kind::Royal),
    }
}

/// The places of a set.
pub(super) fn each(places: Places) -> impl Iterator<Item = u8> {
    (0..8).filter(move |place| places >> place & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(letters: &str, atom: (i8, i8)) -> Vec<(i8, i8)> {
        let letters: Vec<char> = letters.chars().collect();
        each(places(&letters, Kind::of(atom))).map(|place| step(place, atom)).collect()
    }

    /// From the description of the extended notation: f alone the two steep leaps, fs the
    /// two flat ones ahead, fh all four ahead, hr and hl one hand each.
    #[test]
    fn of_knights() {
        let n = (1, 2);
        assert_eq!(steps("f", n), [(1, 2), (-1, 2)]);
        assert_eq!(steps("fs", n), [(2, 1), (-2, 1)]);
        assert_eq!(steps("fh", n), [(1, 2), (2, 1), (-2, 1), (-1, 2)]);
        assert_eq!(steps("fr", n), [(2, 1)]);
        assert_eq!(steps("rf", n), [(1, 2)]);
        assert_eq!(steps("hr", n), [(1, 2), (2, -1), (-1, -2), (-2, 1)]);
        assert_eq!(steps("vs", n).len(), 8, "letters that do not join add up");
    }

    #[test]
    fn of_lines() {
        assert_eq!(steps("fs", (0, 1)), [(0, 1), (1, 0), (-1, 0)]);
        assert_eq!(steps("f", (1, 1)), [(1, 1), (-1, 1)]);
        assert_eq!(steps("fr", (1, 1)), [(1, 1)]);
        assert_eq!(steps("bl", (1, 1)), [(-1, -1)]);
    }

    /// Of a king a letter is one direction, and two are the one between them.
    #[test]
    fn of_kings() {
        let king = |letters: &str| places(&letters.chars().collect::<Vec<_>>(), Kind::Royal);
        assert_eq!(king("f"), 0x01);
        assert_eq!(king("fr"), 0x02);
        assert_eq!(king("fs"), 0x82);
        assert_eq!(king("fh"), 0x83);
        assert_eq!(king(""), 0xff);
    }
}
