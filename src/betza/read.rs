//! Reading the dialect, strictly.

use super::{ATOMS, Gait, Modality, Part, Parts};

/// Why a text is no movement in this dialect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`, character {at}: {message}")]
pub struct ReadError {
    /// The text.
    pub text: String,
    /// Which character, from 1.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

/// Stands between letters of direction that are not adjacent, and so do not make one code.
const APART: char = ' ';

/// Whether the engine joins two direction letters that follow each other.
pub(super) fn pair(first: char, second: char) -> bool {
    let forth = |c: char| matches!(c, 'f' | 'b' | 'v' | 'h');
    let aside = |c: char| matches!(c, 'r' | 'l' | 's' | 'h');
    first == second || forth(first) && aside(second) || aside(first) && forth(second)
}

/// Steps of an atom that the direction letters choose.
fn steps(letters: &[char], a: i8, b: i8, split: bool) -> Vec<(i8, i8)> {
    let mut codes = Vec::new();
    let mut rest = letters;
    while let Some((first, tail)) = rest.split_first() {
        if *first == APART {
            rest = tail;
            continue;
        }
        match tail.first() {
            Some(second) if pair(*first, *second) => {
                codes.push((*first, *second));
                rest = &tail[1..];
            }
            _ => {
                codes.push((*first, *first));
                rest = tail;
            }
        }
    }
    chosen_steps(&codes, a, b, split)
}

/// Steps of an atom that direction codes choose; without a code, all.
pub(super) fn chosen_steps(codes: &[(char, char)], a: i8, b: i8, split: bool) -> Vec<(i8, i8)> {
    let mut all = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            all.push((x * sx, y * sy));
        }
    }
    all.sort_unstable();
    all.dedup();
    if codes.is_empty() {
        return all;
    }
    // Along ranks and files a mixed code means each of its letters.
    let each = |(x, y): &(char, char)| {
        if split && x != y { vec![(*x, *x), (*y, *y)] } else { vec![(*x, *y)] }
    };
    let codes: Vec<(char, char)> = codes.iter().flat_map(each).collect();
    let by = |step: &(i8, i8)| codes.iter().any(|code| chosen(*code, *step, a, b));
    all.into_iter().filter(by).collect()
}

/// Whether a code chooses a step. Where both components are alike, or one is none,
/// several rows of the table speak of the same step.
fn chosen(code: (char, char), step: (i8, i8), a: i8, b: i8) -> bool {
    // Ranks up and files right, and the codes that choose them. A code is two letters;
    // a single letter counts twice.
    let rows: [((i8, i8), &str); 8] = [
        ((a, b), "ff vv rf rv fh rh hr"),
        ((-a, -b), "bb vv lb lv bh lh hr"),
        ((-b, a), "rr ss br bs bh rh hr"),
        ((b, -a), "ll ss fl fs fh lh hr"),
        ((b, a), "rr ss fr fs fh rh hl"),
        ((-b, -a), "ll ss bl bs bh lh hl"),
        ((-a, b), "bb vv rb rv bh rh hl"),
        ((a, -b), "ff vv lf lv fh lh hl"),
    ];
    let word: String = [code.0, code.1].iter().collect();
    rows.iter().any(|((dy, dx), codes)| (*dx, *dy) == step && codes.split(' ').any(|c| c == word))
}

/// Reads a movement as the engine does. What it would skip is an error.
///
/// # Errors
/// [`ReadError`] at the first character that means nothing there.
pub fn read(text: &str) -> Result<Parts, ReadError> {
    super::too_long(text)?;
    let chars: Vec<char> = text.chars().collect();
    let mut parts = Parts::new();
    let mut at = 0;
    let (mut quiet, mut capture, mut initial, mut lame, mut hop, mut over) =
        (false, false, false, false, false, false);
    let mut letters = Vec::new();
    let fail = |at: usize, message: &str| ReadError {
        text: text.to_owned(),
        at: at + 1,
        message: message.to_owned(),
    };
    while let Some(c) = chars.get(at) {
        if matches!(c, 'm' | 'c' | 'i' | 'n' | 'p' | 'g') && letters.last().is_some_and(|l| *l != APART) {
            letters.push(APART);
        }
        match c {
            'm' => quiet = true,
            'c' => capture = true,
            'i' => initial = true,
            'n' => lame = true,
            'p' => hop = true,
            'g' => over = true,
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => letters.push(*c),
            _ => {
                let (atoms, always): (&[char], bool) = match c {
                    'K' => (&['W', 'F'], false),
                    'R' => (&['W'], true),
                    'B' => (&['F'], true),
                    'Q' => (&['W', 'F'], true),
                    'J' => (&['Z'], false),
                    c if ATOMS.iter().any(|(letter, ..)| letter == c) => (std::slice::from_ref(c), false),
                    _ => return Err(fail(at, "means nothing in this dialect")),
                };
                let mut most = always.then_some(0);
                if let Some(next) = chars.get(at + 1) {
                    if next == c {
                        most = Some(0);
                        at += 1;
                    } else if let Some(digit) = next.to_digit(10) {
                        most = Some(digit as u8);
                        at += 1;
                    }
                }
                let gait = match most {
                    _ if over && !matches!(most, Some(n) if n > 1) => Gait::Over,
                    _ if hop || over => match most {
                        Some(1) => Gait::Over,
                        Some(n) => Gait::Hop(n),
                        None => Gait::Hop(0),
                    },
                    Some(n) => Gait::Ride(n),
                    None if lame => Gait::Lame,
                    None => Gait::Leap,
                };
                let both = quiet == capture;
                for letter in atoms {
                    let &(_, a, b) = ATOMS
                        .iter()
                        .find(|(l, ..)| l == letter)
                        .ok_or_else(|| fail(at, "means nothing in this dialect"))?;
                    let carried = match gait {
                        Gait::Leap => true,
                        Gait::Lame => super::lame_path((a, b)).is_some(),
                        Gait::Ride(_) => a == 1 || (a, b) == (2, 1),
                        Gait::Hop(_) | Gait::Over => a == 1,
                    };
                    if !carried {
                        return Err(fail(at, "the engine makes no move of this"));
                    }
                    for step in steps(&letters, a, b, matches!(c, 'W' | 'D' | 'H' | 'R')) {
                        let mut add = |modality| parts.insert(Part { modality, gait, step });
                        if both || quiet {
                            add(if initial { Modality::Initial } else { Modality::Quiet });
                        }
                        if (both || capture) && !initial {
                            add(Modality::Capture);
                        }
                    }
                }
                (quiet, capture, initial, lame, hop, over) = (false, false, false, false, false, false);
                letters.clear();
            }
        }
        at += 1;
    }
    if quiet || capture || initial || lame || hop || over || !letters.is_empty() {
        return Err(fail(chars.len(), "letters without an atom behind them"));
    }
    Ok(parts)
}
