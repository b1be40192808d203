//! Positions: FEN where it has a field, `name=value` words for the rest.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::super::program::{Continuation, PieceId, PlayerId, Square};
use super::super::{Machine, Man, Pending, Position, Status};
use super::{decode, encode};

/// What is wrong with a position text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}, column {column}: {message}")]
pub struct PositionError {
    /// The field, by name.
    pub field: &'static str,
    /// Column in the text, in characters, from 1.
    pub column: usize,
    /// What is wrong, and the way out.
    pub message: String,
}

/// A position may have so many characters, and so many more for each square of the board.
pub const MAX_CHARACTERS: usize = 4_096;
const MAX_CHARACTERS_A_SQUARE: usize = 256;
/// A position may have so many fields and words.
pub const MAX_WORDS: usize = 200;

type Read<T> = Result<T, PositionError>;

fn error<T>(field: &'static str, column: usize, message: impl Into<String>) -> Read<T> {
    Err(PositionError { field, column: column + 1, message: message.into() })
}

impl Machine<'_> {
    /// The text of a position in a game.
    pub fn position_text(&self, status: &Status) -> String {
        let position = &status.position;
        let mut listed: Vec<(Square, Man)> = position.men().collect();
        let mut out = match &self.letters.sheet {
            Some(sheet) => {
                let rows = sheet.ranks.iter().map(|row| self.row_text(position, row)).collect::<Vec<_>>();
                listed.retain(|(s, m)| sheet.place[*s as usize].is_none() || self.man_letter(*m).is_none());
                rows.join("/")
            }
            None => "-".to_owned(),
        };
        let turn = self.turn(position);
        let _ = write!(out, " {} - - 0 {}", self.side_text(turn.player), status.turns / self.cycle() + 1);
        let mut word = |name: &str, items: Vec<String>| {
            if !items.is_empty() {
                let _ = write!(out, " {name}={}", items.join(","));
            }
        };
        word(
            "men",
            listed
                .iter()
                .map(|(s, m)| format!("{}:{}", self.square(*s), self.owner_and_type(m.owner, m.piece)))
                .collect(),
        );
        word("attr", self.attribute_words(position));
        word("reserve", self.reserve_words(position));
        if self.first_turn_of(turn.player) != Some(position.turn) {
            word("turn", vec![(position.turn + 1).to_string()]);
        }
        if let Some(pending) = position.pending {
            let kind = match pending.continuation {
                Continuation::Only(t) => format!(":{}", encode(&self.program.move_types[t as usize])),
                Continuation::Any => String::new(),
            };
            word("pending", vec![format!("{}{kind}", self.square(pending.square))]);
        }
        if let Some(to) = position.last_to {
            let last = match position.last_from {
                None => self.square(to),
                Some(from) => self.step_text(from, to, ":"),
            };
            word("last", vec![last]);
        }
        out
    }

    /// Turns in a cycle of the turn order.
    fn cycle(&self) -> u32 {
        (self.program.turns.len() - self.program.repeat).max(1) as u32
    }

    fn square(&self, square: Square) -> String {
        encode(&self.program.board.squares[square as usize])
    }

    fn owner_and_type(&self, owner: PlayerId, piece: PieceId) -> String {
        let name = &self.program.players[owner as usize].name;
        format!("{}.{}", encode(name), encode(&self.program.pieces[piece as usize].name))
    }

    fn man_letter(&self, man: Man) -> Option<char> {
        let letter = self.letters.letter(man.piece)?;
        match self.letters.sides {
            [Some(upper), _] if upper == man.owner => Some(letter.to_ascii_uppercase()),
            [_, Some(lower)] if lower == man.owner => Some(letter),
            _ => None,
        }
    }

    fn row_text(&self, position: &Position, row: &[Square]) -> String {
        let mut out = String::new();
        let mut empty = 0;
        for &square in row {
            match position.man(square).and_then(|m| self.man_letter(m)) {
                Some(letter) => {
                    if empty > 0 {
                        let _ = write!(out, "{empty}");
                    }
                    empty = 0;
                    out.push(letter);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            let _ = write!(out, "{empty}");
        }
        out
    }

    fn side_text(&self, player: PlayerId) -> String {
        match self.letters.sides {
            [Some(first), _] if first == player => "w".to_owned(),
            [_, Some(second)] if second == player => "b".to_owned(),
            _ => encode(&self.program.players[player as usize].name),
        }
    }

    fn first_turn_of(&self, player: PlayerId) -> Option<usize> {
        self.program.turns.iter().position(|t| t.player == player)
    }

    /// Attributes that differ from their defaults: `NAME:SQUARE,…` where true, `!NAME:…` where false.
    fn attribute_words(&self, position: &Position) -> Vec<String> {
        let mut groups: BTreeMap<(u8, bool), Vec<String>> = BTreeMap::new();
        for (square, man) in position.men() {
            for &(attribute, default) in &self.program.pieces[man.piece as usize].attributes {
                let value = man.attributes >> attribute & 1 == 1;
                if value != default {
                    groups.entry((attribute, value)).or_default().push(self.square(square));
                }
            }
        }
        let group = |((attribute, value), squares): ((u8, bool), Vec<String>)| {
            let not = if value { "" } else { "!" };
            format!("{not}{}:{}", encode(&self.program.attributes[attribute as usize]), squares.join(","))
        };
        let text = groups.into_iter().map(group).collect::<Vec<_>>().join(";");
        if text.is_empty() { Vec::new() } else { vec![text] }
    }

    fn reserve_words(&self, position: &Position) -> Vec<String> {
        let types = self.program.pieces.len();
        let held = position.reserves.iter().enumerate().filter(|(_, n)| **n > 0);
        held.map(|(slot, n)| {
            format!("{}:{n}", self.owner_and_type((slot / types) as PlayerId, (slot % types) as PieceId))
        })
        .collect()
    }

    /// Reads a position.
    ///
    /// # Errors
    /// [`PositionError`] names the field and the column.
    pub fn read_position(&self, text: &str) -> Read<Status> {
        let limit = MAX_CHARACTERS + MAX_CHARACTERS_A_SQUARE * self.program.board.squares.len();
        if text.len() > limit {
            let message = format!("the text has {} bytes; the limit is {limit} for this board", text.len());
            return error("position", limit, message);
        }
        let mut words = Vec::new();
        let mut column = 0;
        for part in text.split(' ') {
            if !part.is_empty() {
                words.push((column, part));
            }
            column += part.chars().count() + 1;
        }
        if let Some((at, _)) = words.get(MAX_WORDS) {
            let message = format!("the text has {} fields and words; the limit is {MAX_WORDS}", words.len());
            return error("position", *at, message);
        }
        let mut plain = words.iter().copied().filter(|(_, w)| !is_named(w));
        let mut position = self.empty();
        let Some((at, board)) = plain.next() else { return error("board", 0, "the position is empty") };
        self.read_board(board, at, &mut position)?;
        let side = plain.next();
        match side {
            Some((at, side)) => position.turn = self.read_side(side, at)?,
            None => return error("side", text.chars().count(), "the side to move is missing: w or b"),
        }
        if let Some((at, rights)) = plain.next().filter(|(_, w)| *w != "-") {
            let help = "a rules file keeps castling rights in attributes: write `-` here and attr=NAME:SQUARES words";
            return error(
                "castling",
                at,
                format!("`{rights}` has no meaning for the Zillions machine; {help}"),
            );
        }
        if let Some((at, square)) = plain.next().filter(|(_, w)| *w != "-") {
            let help = "a rules file sees en passant by the last move: write `-` here and last=FROMTO";
            return error(
                "en passant",
                at,
                format!("`{square}` has no meaning for the Zillions machine; {help}"),
            );
        }
        let mut turns = 0;
        for (field, name) in [("halfmove clock", 0), ("move number", 1)] {
            if let Some((at, number)) = plain.next() {
                let Ok(number) = number.parse::<u32>() else {
                    return error(field, at, format!("`{number}` is no number"));
                };
                if name == 1 {
                    turns = number.saturating_sub(1).saturating_mul(self.cycle());
                }
            }
        }
        if let Some((at, extra)) = plain.next() {
            return error("end", at, format!("`{extra}` is one field too many"));
        }
        for (at, word) in words.iter().copied().filter(|(_, w)| is_named(w)) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let at = at + name.chars().count() + 1;
            self.read_word(name, value, at, &mut position)?;
        }
        let mut status = self.begin_at(position);
        status.turns = turns;
        Ok(status)
    }

    fn read_board(&self, text: &str, at: usize, position: &mut Position) -> Read<()> {
        if text == "-" {
            return Ok(());
        }
        let Some(sheet) = &self.letters.sheet else {
            return error(
                "board",
                at,
                "this board is no rectangle: write `-` and list the pieces as men=SQUARE:OWNER.TYPE",
            );
        };
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != sheet.ranks.len() {
            return error(
                "board",
                at,
                format!("{} ranks are given, the board has {}", rows.len(), sheet.ranks.len()),
            );
        }
        let mut column = at;
        for (row, squares) in rows.iter().zip(&sheet.ranks) {
            let mut file = 0;
            let mut number = 0usize;
            for (i, c) in row.chars().enumerate() {
                if let Some(digit) = c.to_digit(10) {
                    number = (number * 10 + digit as usize).min(squares.len() + 1);
                    continue;
                }
                file += std::mem::take(&mut number);
                let Some(man) = self.man_of_letter(c) else {
                    let known: String = (0..self.program.pieces.len())
                        .filter_map(|p| self.letters.letter(p as PieceId))
                        .collect();
                    return error(
                        "board",
                        column + i,
                        format!("no piece has the letter `{c}`; letters are {known}"),
                    );
                };
                let Some(&square) = squares.get(file) else {
                    return error(
                        "board",
                        column + i,
                        format!("more than {} files in this rank", squares.len()),
                    );
                };
                position.set(square, Some(man));
                file += 1;
            }
            if file + number != squares.len() {
                let message =
                    format!("{} files in this rank, the board has {}", file + number, squares.len());
                return error("board", column, message);
            }
            column += row.chars().count() + 1;
        }
        Ok(())
    }

    fn man_of_letter(&self, letter: char) -> Option<Man> {
        let owner = self.letters.sides[usize::from(letter.is_ascii_lowercase())]?;
        let lower = letter.to_ascii_lowercase();
        let piece = self.letters.letters.iter().position(|l| *l == Some(lower))?;
        Some(self.new_man(piece as PieceId, owner))
    }

    fn read_side(&self, text: &str, at: usize) -> Read<usize> {
        let player = match text {
            "w" => self.letters.sides[0],
            "b" => self.letters.sides[1],
            name => self.program.player(&decode(name)),
        };
        match player.and_then(|p| self.first_turn_of(p)) {
            Some(turn) => Ok(turn),
            None => error(
                "side",
                at,
                format!("`{text}` is no player who takes turns; write w, b or a player's name"),
            ),
        }
    }

    fn read_word(&self, name: &str, value: &str, at: usize, position: &mut Position) -> Read<()> {
        if name == "attr" {
            return self.read_attributes(value, at, position);
        }
        let mut column = at;
        for item in value.split(',') {
            let parts: Vec<&str> = item.split(':').collect();
            match (name, &parts[..]) {
                ("men", [square, man]) => {
                    let square = self.read_square(square, "men", column)?;
                    let (owner, piece) = self.read_owner_and_type(man, "men", column)?;
                    position.set(square, Some(self.new_man(piece, owner)));
                }
                ("reserve", [man, count]) => {
                    let (owner, piece) = self.read_owner_and_type(man, "reserve", column)?;
                    let Ok(count) = count.parse::<u32>() else {
                        return error("reserve", column, format!("`{count}` is no number"));
                    };
                    let slot = self.reserve_slot(owner, piece);
                    match position.reserves.get_mut(slot) {
                        Some(held) => *held = count,
                        None => return error("reserve", column, "this game has no pieces off the board"),
                    }
                }
                ("turn", [number]) => match number.parse::<usize>() {
                    Ok(n) if (1..=self.program.turns.len()).contains(&n) => position.turn = n - 1,
                    _ => {
                        let count = self.program.turns.len();
                        return error("turn", column, format!("the turn order has the items 1 to {count}"));
                    }
                },
                ("pending", [square, kind @ ..]) if kind.len() < 2 => {
                    let square = self.read_square(square, "pending", column)?;
                    let continuation = match kind.first() {
                        None => Continuation::Any,
                        Some(kind) => {
                            let name = decode(kind);
                            match self.program.move_types.iter().position(|t| *t == name) {
                                Some(t) => Continuation::Only(t as u16),
                                None => {
                                    return error(
                                        "pending",
                                        column,
                                        format!("there is no move type `{name}`"),
                                    );
                                }
                            }
                        }
                    };
                    position.pending = Some(Pending { square, continuation });
                }
                ("last", _) => {
                    let Some((from, to)) = self.split_step(item) else {
                        let message =
                            format!("`{item}` names no squares: write last=FROMTO, last=FROM:TO or last=TO");
                        return error("last", column, message);
                    };
                    position.last_from = from;
                    position.last_to = Some(to);
                }
                ("men" | "reserve" | "turn" | "pending", _) => {
                    return error("words", column, format!("`{item}` has not the form that {name}= takes"));
                }
                _ => {
                    let known = "men, attr, reserve, turn, pending, last";
                    return error("words", at, format!("`{name}=` is not known; words are {known}"));
                }
            }
            column += item.chars().count() + 1;
        }
        Ok(())
    }

    /// Origin and destination of a last move; a drop has no origin.
    fn split_step(&self, text: &str) -> Option<(Option<Square>, Square)> {
        let square = |name: &str| self.program.board.square(&decode(name));
        if let Some((from, to)) = text.split_once(':') {
            return Some((Some(square(from)?), square(to)?));
        }
        if let Some(to) = square(text) {
            return Some((None, to));
        }
        let cuts = text.char_indices().map(|(at, _)| at).skip(1);
        let mut steps = cuts.filter_map(|at| Some((Some(square(&text[..at])?), square(&text[at..])?)));
        steps.next().filter(|_| steps.next().is_none())
    }

    fn read_square(&self, text: &str, field: &'static str, at: usize) -> Read<Square> {
        let name = decode(text);
        match self.program.board.square(&name) {
            Some(square) => Ok(square),
            None => error(field, at, format!("there is no square `{name}`")),
        }
    }

    fn read_owner_and_type(&self, text: &str, field: &'static str, at: usize) -> Read<(PlayerId, PieceId)> {
        let found = text.split_once('.').and_then(|(owner, piece)| {
            Some((self.program.player(&decode(owner))?, self.program.piece(&decode(piece))?))
        });
        match found {
            Some(found) => Ok(found),
            None => error(field, at, format!("`{text}` is no OWNER.TYPE of this game")),
        }
    }

    /// `NAME:SQUARE,SQUARE;!NAME:SQUARE`
    fn read_attributes(&self, value: &str, at: usize, position: &mut Position) -> Read<()> {
        let mut column = at;
        for group in value.split(';') {
            let Some((name, squares)) = group.split_once(':') else {
                return error("attr", column, format!("`{group}` has not the form NAME:SQUARE,SQUARE"));
            };
            let (plain, holds) = match name.strip_prefix('!') {
                Some(plain) => (plain, false),
                None => (name, true),
            };
            let mut place = column + name.chars().count() + 1;
            for square in squares.split(',') {
                let found = self.read_square(square, "attr", place)?;
                self.read_attribute(position, found, plain, holds, place)?;
                place += square.chars().count() + 1;
            }
            column += group.chars().count() + 1;
        }
        Ok(())
    }

    fn read_attribute(
        &self,
        position: &mut Position,
        square: Square,
        name: &str,
        value: bool,
        at: usize,
    ) -> Read<()> {
        let name = decode(name);
        let man = position.man(square);
        let attribute = man.and_then(|man| {
            let known = &self.program.pieces[man.piece as usize].attributes;
            known.iter().map(|(id, _)| *id).find(|id| self.program.attributes[*id as usize] == name)
        });
        match (man, attribute) {
            (Some(mut man), Some(attribute)) => {
                man.attributes = man.attributes & !(1 << attribute) | u64::from(value) << attribute;
                position.set(square, Some(man));
                Ok(())
            }
            _ => error("attr", at, format!("the piece there has no attribute `{name}`")),
        }
    }
}

fn is_named(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()))
}
