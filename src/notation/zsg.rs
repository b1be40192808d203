//! Saved games of Zillions (`.zsg`): header, edits of the start position, moves.
//!
//! Lenient: any line end, blank lines, and moves that can't be split are kept as
//! text; whether a move exists is judged by who replays the game. (Reference 19.)

/// A saved game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The rules file, without its folders.
    pub rules_file: String,
    /// Title of the game or variant.
    pub variant: String,
    /// Edits of the start position, in order.
    pub edits: Vec<Edit>,
    /// The moves, in order.
    pub moves: Vec<SavedMove>,
}

/// An edit of the start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// `(Owner Piece position)`
    Put {
        /// Owner.
        owner: String,
        /// Type.
        piece: String,
        /// Position.
        position: String,
    },
    /// `(x position)`
    Remove(String),
}

/// A move as saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedMove {
    /// Line in the file, from 1.
    pub line: u32,
    /// Number of the cycle of turns.
    pub number: u32,
    /// Whether the move is marked as partial.
    pub partial: bool,
    /// The text behind the number and the mark.
    pub text: String,
}

/// Reads a saved game.
///
/// # Errors
/// A sentence where the text is no saved game.
pub fn read(text: &str) -> Result<SavedGame, String> {
    let mut game = SavedGame::default();
    let mut lines =
        text.lines().enumerate().map(|(i, l)| (i as u32 + 1, l.trim())).filter(|(_, l)| !l.is_empty());
    match lines.next() {
        Some((_, first)) if first.starts_with("Zillions Save Game File") => {}
        _ => return Err("this is no saved game of Zillions: the first line must say so".to_owned()),
    }
    for (number, line) in lines {
        if let Some(path) = line.strip_prefix("RulesFile=") {
            game.rules_file = path.rsplit(['\\', '/']).next().unwrap_or(path).to_owned();
        } else if let Some(name) = line.strip_prefix("VariantName=") {
            game.variant = name.to_owned();
        } else if let Some(inner) = line.strip_prefix('(').and_then(|l| l.strip_suffix(')')) {
            game.edits.push(
                edit(inner).ok_or_else(|| format!("line {number}: `{line}` is no edit of the position"))?,
            );
        } else if let Some((count, rest)) = line.split_once(". ") {
            let count = count.parse().map_err(|_| format!("line {number}: `{count}` is no move number"))?;
            game.moves.push(saved_move(number, count, rest.trim()));
        } else {
            return Err(format!("line {number}: `{line}` is neither edit nor move"));
        }
    }
    Ok(game)
}

fn edit(inner: &str) -> Option<Edit> {
    let words: Vec<&str> = inner.split_whitespace().collect();
    match words[..] {
        ["x", position] => Some(Edit::Remove(position.to_owned())),
        [owner, piece, position] => Some(Edit::Put {
            owner: owner.to_owned(),
            piece: piece.to_owned(),
            position: position.to_owned(),
        }),
        _ => None,
    }
}

fn saved_move(line: u32, number: u32, text: &str) -> SavedMove {
    let rest = text.strip_prefix("partial ").and_then(|r| r.split_once(' ')).map(|(_, rest)| rest);
    SavedMove { line, number, partial: rest.is_some(), text: rest.unwrap_or(text).to_owned() }
}

/// Whether two move texts say the same: displacements stand in their order, the
/// order of the effects behind them is not fixed (reference 19.4), so the words
/// of those are compared as a multiset.
pub fn same_effects(a: &str, b: &str) -> bool {
    fn split(text: &str) -> (Vec<&str>, Vec<&str>) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut end = 0;
        while matches!(words[end..], [first, _, "-" | "x", _, ..] if first != "x") {
            end += 4;
        }
        let (displacements, effects) = words.split_at(end);
        let mut effects = effects.to_vec();
        effects.sort_unstable();
        (displacements.to_vec(), effects)
    }
    split(a) == split(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_edits_and_a_chain() {
        let text = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=C:\\Rules\\X.zrf\r\nVariantName=Ex\r\n\
                    (x a1)\r\n(White Man b2)\r\n1. Man b2 - b3\r\n1. partial 2 Man a8 - c6 x b7\r\n2. Pass\r\n";
        let game = read(text).expect("a saved game");
        assert_eq!((&*game.rules_file, &*game.variant, game.edits.len()), ("X.zrf", "Ex", 2));
        let moves: Vec<_> = game.moves.iter().map(|m| (m.line, m.number, m.partial, &*m.text)).collect();
        assert_eq!(
            moves,
            [(6, 1, false, "Man b2 - b3"), (7, 1, true, "Man a8 - c6 x b7"), (8, 2, false, "Pass")]
        );
    }

    #[test]
    fn the_order_of_effects_does_not_matter() {
        assert!(same_effects("Man a1 - a3 x a2 x b2", "Man a1 - a3 x b2 x a2"));
        assert!(!same_effects("Man a1 - a3 x a2", "Man a1 - a3 x b2"));
        // A ring turned the other way has the same words.
        assert!(!same_effects("P a x b Q b x a", "P b x a Q a x b"));
    }
}
