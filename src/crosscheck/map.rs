//! Squares and men of one referee as those of another.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::referee::{Board, Layout, Spot};

/// How the boards of a referee are stated as those of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// For each square of the other its number here; none where it is no square here.
    squares: Vec<Option<u16>>,
    /// For each token of the other its number here; `u16::MAX` where there is none.
    tokens: Vec<u16>,
    /// Number of squares here, and what stands on those that the other does not have.
    blank: Vec<u16>,
}

/// What is stated of a map, the first referee's names before the other's. What it does not
/// speak of is found as without it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// Squares by their names.
    #[serde(default)]
    pub squares: BTreeMap<String, String>,
    /// Types of men by their letters, or by their names.
    #[serde(default)]
    pub men: BTreeMap<String, String>,
}

impl Stated {
    /// The other's square that is said to be this one.
    fn square(&self, layout: &Layout, spots: &Layout, there: &str) -> Result<Option<u16>, String> {
        let Some((here, _)) = self.squares.iter().find(|(_, other)| *other == there) else { return Ok(None) };
        let number = |layout: &Layout, name: &str| layout.spots.iter().position(|s| s.name == name);
        match (number(layout, here), number(spots, there)) {
            (Some(here), Some(_)) => Ok(Some(here as u16)),
            _ => Err(format!("the map says that {here} is {there}: one of them is no square")),
        }
    }

    /// The tokens that are said to be the same, as pairs of here and there.
    fn tokens(&self, a: &Layout, b: &Layout) -> Result<Vec<(usize, usize)>, String> {
        let named = |layout: &Layout, word: &str| -> Vec<usize> {
            let is = |i: &usize| {
                let token = &layout.tokens[*i];
                token.name.as_deref() == Some(word) || token.text.eq_ignore_ascii_case(word)
            };
            (0..layout.tokens.len()).filter(is).collect()
        };
        let mut pairs = Vec::new();
        for (here, there) in &self.men {
            let (ours, theirs) = (named(a, here), named(b, there));
            if ours.is_empty() || theirs.is_empty() {
                return Err(format!("the map says that {here} is {there}: one of them is no piece"));
            }
            for (i, j) in ours.iter().flat_map(|i| theirs.iter().map(move |j| (*i, *j))) {
                if a.tokens[i].seat == b.tokens[j].seat {
                    pairs.push((i, j));
                }
            }
        }
        Ok(pairs)
    }
}

/// Squares of `b` by those of `a`, called or lying alike.
fn squares<K: Ord>(a: &Layout, b: &Layout, key: impl Fn(&Spot) -> Option<K>) -> Option<Vec<Option<u16>>> {
    let mut here = BTreeMap::new();
    for (i, spot) in a.spots.iter().enumerate() {
        here.insert(key(spot)?, i as u16);
    }
    let mut found = Vec::new();
    for spot in &b.spots {
        found.push(here.get(&key(spot)?).copied());
    }
    // One side's squares must all be squares of the other.
    let matched = found.iter().flatten().count();
    (matched == a.spots.len() || matched == b.spots.len()).then_some(found)
}

impl Map {
    /// The map from `b` to `a`, by the names of squares where they agree, else by their
    /// place; by the letters of men, else by where they stand in this position.
    ///
    /// # Errors
    /// Where there is no such map, and why.
    pub fn between(
        a: &Layout,
        a_board: &Board,
        b: &Layout,
        b_board: &Board,
        stated: &Stated,
    ) -> Result<Map, String> {
        let wall =
            |layout: &Layout| layout.tokens.iter().position(|t| t.seat.is_none()).map(|i| i as u16 + 1);
        let mut fixed: Vec<Option<u16>> = Vec::new();
        for spot in &b.spots {
            fixed.push(stated.square(a, b, &spot.name)?);
        }
        let mut squares = squares(a, b, |spot| Some(spot.name.clone()))
            .or_else(|| squares(a, b, |spot| spot.place))
            .or_else(|| (!stated.squares.is_empty()).then(|| fixed.clone()))
            .ok_or_else(|| {
                format!(
                    "the boards differ: {} squares and {} squares of other names and places",
                    a.spots.len(),
                    b.spots.len()
                )
            })?;
        let said: BTreeSet<u16> = fixed.iter().flatten().copied().collect();
        for (square, fixed) in squares.iter_mut().zip(fixed) {
            *square = fixed.or(square.filter(|here| !said.contains(here)));
        }
        // Squares that only one side has must be walled up, or lie empty apart from the grid of the
        // others: whoever goes there then leads to a board that the other side can't reach.
        let apart = |spot: &Spot, cell: Option<u16>| spot.place.is_none() && cell == Some(0);
        let shared: BTreeSet<u16> = squares.iter().flatten().copied().collect();
        let mut blank = vec![0; a.spots.len()];
        for (i, cell) in blank.iter_mut().enumerate() {
            if !shared.contains(&(i as u16)) {
                let held = a_board.cells.get(i).copied();
                if apart(&a.spots[i], held) {
                    continue;
                }
                *cell = wall(a).unwrap_or(u16::MAX);
                if a_board.cells.get(i) != Some(cell) {
                    return Err(format!("the boards differ: only one has the square {}", a.spots[i].name));
                }
            }
        }
        for (i, to) in squares.iter().enumerate() {
            let held = b_board.cells.get(i).copied();
            if to.is_none() && held != wall(b) && !apart(&b.spots[i], held) {
                return Err(format!("the boards differ: only one has the square {}", b.spots[i].name));
            }
        }
        let mut tokens = tokens(a, a_board, b, b_board, &squares);
        let pairs = stated.tokens(a, b)?;
        for token in &mut tokens {
            // What is said to be another man is this one no longer.
            if pairs.iter().any(|(here, _)| *here == usize::from(*token)) {
                *token = u16::MAX;
            }
        }
        for (here, there) in pairs {
            tokens[there] = here as u16;
        }
        Ok(Map { squares, tokens, blank })
    }

    /// The other's square that is this one of ours.
    pub(super) fn there(&self, square: usize) -> Option<usize> {
        self.squares.iter().position(|here| here.is_some_and(|here| usize::from(here) == square))
    }

    /// The other's token that is this one of ours.
    pub(super) fn token_there(&self, token: u16) -> Option<u16> {
        self.tokens.iter().position(|here| *here == token).map(|i| i as u16)
    }

    /// A board of the other, as one of ours.
    pub fn board(&self, board: &Board) -> Board {
        let token = |t: u16| self.tokens.get(usize::from(t)).copied().unwrap_or(u16::MAX);
        let mut cells = self.blank.clone();
        for (cell, to) in board.cells.iter().zip(&self.squares) {
            if let Some(to) = to {
                cells[usize::from(*to)] = match *cell {
                    0 => 0,
                    n => token(n - 1).saturating_add(1),
                };
            }
        }
        let mut hands: Vec<(u16, u16)> = board.hands.iter().map(|(t, n)| (token(*t), *n)).collect();
        hands.sort_unstable();
        let pending = board.pending.and_then(|s| self.squares.get(usize::from(s)).copied().flatten());
        Board { cells, hands, to_move: board.to_move, pending }
    }
}

/// Tokens of `b` by those of `a`.
fn tokens(a: &Layout, a_board: &Board, b: &Layout, b_board: &Board, squares: &[Option<u16>]) -> Vec<u16> {
    let by_text = |i: usize| {
        let wanted = &b.tokens[i];
        a.tokens.iter().position(|t| t.text == wanted.text && t.seat == wanted.seat).map(|i| i as u16)
    };
    let used = |board: &Board| -> BTreeSet<u16> {
        board.cells.iter().filter(|c| **c > 0).map(|c| c - 1).chain(board.hands.iter().map(|h| h.0)).collect()
    };
    let texts = |layout: &Layout, board: &Board| -> BTreeSet<String> {
        used(board)
            .iter()
            .filter_map(|t| layout.tokens.get(usize::from(*t)))
            .map(|t| t.text.clone())
            .collect()
    };
    let mut map: Vec<Option<u16>> = (0..b.tokens.len()).map(by_text).collect();
    if texts(a, a_board) != texts(b, b_board) {
        // Other letters: what stands on the same square is the same.
        let mut pairs: BTreeMap<u16, u16> = BTreeMap::new();
        let mut fits = true;
        for (cell, to) in b_board.cells.iter().zip(squares) {
            let Some(here) = to.and_then(|to| a_board.cells.get(usize::from(to)).copied()) else { continue };
            match (*cell, here) {
                (0, 0) => {}
                (0, _) | (_, 0) => fits = false,
                (there, here) => fits &= *pairs.entry(there - 1).or_insert(here - 1) == here - 1,
            }
        }
        let targets: BTreeSet<u16> = pairs.values().copied().collect();
        if fits && targets.len() == pairs.len() {
            for (i, slot) in map.iter_mut().enumerate() {
                match pairs.get(&(i as u16)) {
                    Some(here) => *slot = Some(*here),
                    None => *slot = slot.filter(|t| !targets.contains(t)),
                }
            }
        }
    }
    map.into_iter().map(|t| t.unwrap_or(u16::MAX)).collect()
}
