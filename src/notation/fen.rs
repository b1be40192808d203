//! Positions as FEN.
//!
//! `board[hand] side castling en-passant [checks] clock move-number [name=value …]`
//!
//! Strict: what can't be meant is an error with the name of the field and the
//! column. All forms that Fairy-Stockfish's validator takes are taken: fields may be
//! missing from the end (White to move, no rights, no en passant square, counters 0
//! and 1; what matters is a warning); castling and en passant may be left out before
//! the counters (`… w 0 1`); the hand may stand behind one more `/`; a `-` may stand in
//! a hand or for a counter; checks may be given behind the counters (`+1+2`, of three).
//! Ranks may be numbered with two digits.
//!
//! * A hole of the board is written `*`, like a wall, and a count may run over it.
//! * `+x` is a man promoted from `x`, `x~` one that is promoted and reverts.
//! * Several en passant squares follow each other: `d3d4`.
//! * Marks of which the rules say so stand in the castling field, as the files of
//!   their holders; a right says that both its men hold them.
//! * Where a counting rule has begun to count, its limit in half moves stands in the
//!   place of the en passant squares, and the count in that of the clock.
//! * `rights=e1h1,e8h8` states castling rights as pairs of squares, besides the field.
//! * `last=e2e4` is the move before; `last=pass` a pass.
//! * `attr=NAME:a1,b1` says which men hold a mark; without it a man holds what it
//!   has in the start position if the same man stands there then, else nothing.
//!   `unmoved=a1,b1` is short for `attr=unmoved:a1,b1`; `-` means nobody.

use std::fmt;

use super::{castling, kind_of_letter, letter};
use crate::engine::{Cell, Kind, Man, Oracle, Position};
use crate::rules::{Captured, Side, Square, SquareSet, Types};

/// A FEN may have so many characters: 256 squares with eight marks each need half of them.
pub const MAX_CHARACTERS: usize = 16_384;
/// A FEN may have so many fields and `name=value` words.
pub const MAX_WORDS: usize = 200;

/// What is too much of a text, before any of it is read.
pub(crate) fn too_much(text: &str) -> Option<FenError> {
    let fail = |field, column, has: usize, what: &str, limit: usize| FenError {
        field,
        column,
        message: format!("the text has {has} {what}; the limit is {limit}: leave out what is not needed"),
    };
    if text.len() > MAX_CHARACTERS {
        let column = MAX_CHARACTERS + 1;
        return Some(fail(Field::Board, column, text.chars().count(), "characters", MAX_CHARACTERS));
    }
    let words = words(text);
    let (column, _) = words.get(MAX_WORDS)?;
    Some(fail(Field::Word, *column, words.len(), "fields and words", MAX_WORDS))
}

/// A part of a FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// The men on the board.
    Board,
    /// The men in hand.
    Hand,
    /// The side to move.
    Side,
    /// The castling rights.
    Castling,
    /// The en passant squares.
    EnPassant,
    /// The checks that are still to give.
    Checks,
    /// The half moves without progress.
    Clock,
    /// The number of the move.
    MoveNumber,
    /// A `name=value` word.
    Word,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Hand => "hand",
            Field::Side => "side to move",
            Field::Castling => "castling",
            Field::EnPassant => "en passant",
            Field::Checks => "checks",
            Field::Clock => "clock",
            Field::MoveNumber => "move number",
            Field::Word => "word",
        })
    }
}

/// What is wrong with a FEN, or, as a warning, what was taken for granted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} field, column {column}: {message}")]
pub struct FenError {
    /// In which field.
    pub field: Field,
    /// In which character, from 1.
    pub column: usize,
    /// One sentence.
    pub message: String,
}

/// A word of the text and its column.
pub(crate) type Word<'a> = (usize, &'a str);

pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut column = 1;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end_matches(char::is_whitespace);
        if !word.is_empty() {
            found.push((column, word));
        }
        column += piece.chars().count();
    }
    found
}

/// The fields of a text, told apart by what they look like.
#[derive(Default)]
struct Fields<'a> {
    board: Option<Word<'a>>,
    side: Option<Word<'a>>,
    castling: Option<Word<'a>>,
    passed: Option<Word<'a>>,
    checks: Option<Word<'a>>,
    clock: Option<Word<'a>>,
    move_number: Option<Word<'a>>,
    /// Checks that were given, behind the counters: `+1+2`.
    given: Option<Word<'a>>,
    /// What is too much.
    rest: Option<Word<'a>>,
    /// `name=value` words.
    extra: Vec<Word<'a>>,
    /// Whether castling and en passant are left out though more follows: `… w 0 1`.
    short: bool,
}

impl<'a> Fields<'a> {
    fn of(text: &'a str, counts_checks: bool) -> Fields<'a> {
        let (fields, extra): (Vec<Word<'_>>, Vec<Word<'_>>) =
            words(text).into_iter().partition(|(_, word)| !word.contains('='));
        let mut rest = fields.into_iter().peekable();
        let mut fields = Fields { board: rest.next(), side: rest.next(), extra, ..Fields::default() };
        fields.short = rest.peek().is_some_and(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit()));
        if !fields.short {
            fields.castling = rest.next();
            fields.passed = rest.next();
        }
        fields.checks =
            rest.next_if(|(_, word)| word.trim_start_matches('+').contains('+') && !word.starts_with('+'));
        let given = |word: &Word<'_>| counts_checks && word.1.starts_with('+');
        fields.clock = rest.next_if(|word| !given(word));
        fields.move_number = rest.next_if(|word| !given(word));
        fields.given = rest.next_if(given);
        fields.rest = rest.next();
        fields
    }
}

/// The castling field of a text, where it has one, with its column.
pub(crate) fn castling_field(text: &str) -> Option<(usize, &str)> {
    Fields::of(text, false).castling
}

/// The text without its `name=value` words, its fields with one blank between them.
pub(crate) fn without_words(text: &str) -> String {
    let fields: Vec<&str> = text.split_whitespace().filter(|word| !word.contains('=')).collect();
    fields.join(" ")
}

/// Sets what the `name=value` words of a text say, on a position that has the rest.
///
/// # Errors
/// [`FenError`] with the column of the first word that can't be meant.
pub(crate) fn apply_words(oracle: &Oracle, text: &str, position: &mut Position) -> Result<(), FenError> {
    let fields = Fields::of(text, oracle.counts_checks());
    for word in &fields.extra {
        read_word(oracle, *word, position)?;
    }
    let enemy = |s: &Square| position.man(*s).is_some_and(|man| man.side != position.to_move);
    if let Some(victim) = position.last.to.filter(enemy).filter(|_| !position.en_passant.is_empty()) {
        position.en_passant_victim = Some(victim);
    }
    Ok(())
}

/// Reads a position, and what had to be taken for granted.
///
/// # Errors
/// [`FenError`] with the field and column of the first thing that can't be meant.
pub fn read(oracle: &Oracle, text: &str) -> Result<(Position, Vec<FenError>), FenError> {
    if let Some(error) = too_much(text) {
        return Err(error);
    }
    let fields = Fields::of(text, oracle.counts_checks());
    let end = text.chars().count() + 1;
    let mut warnings = Vec::new();
    let mut position = Position::empty();
    let missing = |field, message: &str| FenError { field, column: end, message: message.to_owned() };

    let board = fields.board.ok_or_else(|| missing(Field::Board, "the FEN is empty"))?;
    read_board(oracle, board, &mut position)?;
    match fields.side {
        Some((_, "w")) => position.to_move = Side::White,
        Some((_, "b")) => position.to_move = Side::Black,
        Some((column, side)) => {
            let message = format!("`{side}` is no side: `w` or `b`");
            return Err(FenError { field: Field::Side, column, message });
        }
        None => warnings.push(missing(Field::Side, "the side to move is missing: White is taken to move")),
    }
    set_marks(oracle, &mut position);
    match fields.castling {
        Some(word) => read_castling(oracle, word, &mut position)?,
        None if oracle.rules().castlings.iter().any(|record| record.rights) => {
            warnings.push(missing(Field::Castling, "the castling field is missing: nobody may castle"));
        }
        None => {}
    }
    if let Some(word) = fields.passed {
        read_en_passant(oracle, word, &mut position)?;
    }
    read_checks(oracle, &fields, end, &mut position, &mut warnings)?;
    if let Some((column, word)) = fields.clock.filter(|(_, word)| *word != "-") {
        let clock = number(Field::Clock, column, word)?;
        if position.count_limit > 0 {
            position.count = clock;
        } else {
            position.clock = clock;
        }
    }
    if let Some((column, word)) = fields.move_number.filter(|(_, word)| *word != "-") {
        position.move_number = number::<u16>(Field::MoveNumber, column, word)?.max(1);
    }
    if let Some((column, word)) = fields.rest {
        let message = format!("`{word}` is one field too many");
        return Err(FenError { field: Field::MoveNumber, column, message });
    }
    for word in &fields.extra {
        read_word(oracle, *word, &mut position)?;
    }
    if let Some(word) = fields.passed {
        warnings.extend(settle_en_passant(oracle, word, &mut position)?);
    }
    Ok((position, warnings))
}

fn number<T: std::str::FromStr>(field: Field, column: usize, word: &str) -> Result<T, FenError> {
    let digits = word.bytes().all(|b| b.is_ascii_digit());
    word.parse().ok().filter(|_| digits).ok_or_else(|| FenError {
        field,
        column,
        message: format!("`{word}` is no number that fits here"),
    })
}

fn read_board(oracle: &Oracle, (start, word): Word<'_>, position: &mut Position) -> Result<(), FenError> {
    let board = oracle.board();
    let chars: Vec<char> = word.chars().collect();
    let wrong = |at: usize, message: String| FenError { field: Field::Board, column: start + at, message };
    let mut rank = i32::from(board.ranks) - 1;
    let mut file = 0i32;
    let mut at = 0;
    let full = |rank: i32, file: i32, at: usize| {
        if file == i32::from(board.files) {
            Ok(())
        } else {
            Err(wrong(at, format!("rank {} has {file} squares, not {}", rank + 1, board.files)))
        }
    };
    while at < chars.len() {
        let here = at;
        let too_long = || wrong(here, format!("rank {} has more than {} squares", rank + 1, board.files));
        match chars[at] {
            '[' => break,
            '/' => {
                full(rank, file, at)?;
                rank -= 1;
                file = 0;
                if rank < 0 {
                    // What follows the last rank is the hand, in an older form.
                    if has_hand(oracle) {
                        return read_hand(oracle, start, &chars, at, position);
                    }
                    return Err(wrong(at, format!("there are more than {} ranks", board.ranks)));
                }
                at += 1;
            }
            digit if digit.is_ascii_digit() => {
                let digits: String = chars[at..].iter().take_while(|c| c.is_ascii_digit()).take(3).collect();
                let count: i32 = digits
                    .parse()
                    .ok()
                    .filter(|n| *n > 0)
                    .ok_or_else(|| wrong(here, format!("`{digits}` is no number of empty squares")))?;
                file += count;
                if file > i32::from(board.files) {
                    return Err(too_long());
                }
                at += digits.len();
            }
            first => {
                let square =
                    Square::at(file, rank).filter(|_| file < i32::from(board.files)).ok_or_else(too_long)?;
                let plus = first == '+';
                let Some(symbol) = chars.get(at + usize::from(plus)).copied() else {
                    return Err(wrong(at, "a `+` stands before nothing".to_owned()));
                };
                at += 1 + usize::from(plus);
                if symbol == '*' && !plus {
                    if board.has(square) {
                        position.set(square, Cell::Wall);
                    }
                    file += 1;
                    continue;
                }
                let (side, kind) = kind_of_letter(oracle, symbol).ok_or_else(|| {
                    wrong(at - 1, format!("`{symbol}` is no piece of {}", oracle.rules().name))
                })?;
                let tilde = chars.get(at) == Some(&'~');
                at += usize::from(tilde);
                if plus && tilde {
                    return Err(wrong(here, "a piece has both a `+` and a `~`".to_owned()));
                }
                let man = if plus {
                    promoted_from(oracle, side, kind)
                        .ok_or_else(|| wrong(here, format!("`{symbol}` has no promoted form")))?
                } else if tilde {
                    let reverts = reverts_to(oracle, side, kind);
                    if reverts.is_none() {
                        return Err(wrong(at - 1, format!("nothing promotes to `{symbol}`")));
                    }
                    Man { reverts, ..Man::new(side, kind) }
                } else {
                    Man::new(side, kind)
                };
                if !board.has(square) {
                    return Err(wrong(here, format!("{square} is a hole of the board")));
                }
                position.set(square, Cell::Man(man));
                file += 1;
            }
        }
    }
    full(rank, file, at)?;
    if rank > 0 {
        return Err(wrong(
            at,
            format!("there are {} ranks, not {}", i32::from(board.ranks) - rank, board.ranks),
        ));
    }
    read_hand(oracle, start, &chars, at, position)
}

/// The promoted man that was of that type (written `+x`).
fn promoted_from(oracle: &Oracle, side: Side, before: Kind) -> Option<Man> {
    let name = oracle.kind_name(before);
    let fits = |p: &&crate::rules::Promotion| {
        p.sides.includes(side) && p.types.contains(name) && p.reverts == crate::rules::Reverts::ToOrigin
    };
    let into = oracle.rules().promotions.iter().find(fits)?.into.first()?;
    Some(Man { reverts: Some(before), plus: true, ..Man::new(side, oracle.kind(into)?) })
}

/// What a man that is promoted (written `x~`) reverts to.
fn reverts_to(oracle: &Oracle, side: Side, kind: Kind) -> Option<Kind> {
    let name = oracle.kind_name(kind);
    oracle.rules().promotions.iter().filter(|p| p.sides.includes(side) && p.into.contains(name)).find_map(
        |p| match &p.reverts {
            crate::rules::Reverts::To(before) => oracle.kind(before),
            _ => None,
        },
    )
}

fn read_hand(
    oracle: &Oracle,
    start: usize,
    chars: &[char],
    at: usize,
    position: &mut Position,
) -> Result<(), FenError> {
    let wrong = |at: usize, message: String| FenError { field: Field::Hand, column: start + at, message };
    if at == chars.len() {
        return Ok(());
    }
    if !has_hand(oracle) {
        return Err(wrong(at, format!("there are no pieces in hand in {}", oracle.rules().name)));
    }
    let close = if chars[at] == '[' { chars.len() - 1 } else { chars.len() };
    if chars.get(close).is_some_and(|last| *last != ']') {
        return Err(wrong(close, "the hand is not closed by `]`".to_owned()));
    }
    for (i, symbol) in chars.iter().enumerate().take(close).skip(at + 1) {
        if *symbol == '-' {
            continue;
        }
        let (side, kind) = kind_of_letter(oracle, *symbol)
            .ok_or_else(|| wrong(i, format!("`{symbol}` is no piece of {}", oracle.rules().name)))?;
        let count = &mut position.hands[side.index()][usize::from(kind.0)];
        *count = count.checked_add(1).ok_or_else(|| wrong(i, "too many pieces in hand".to_owned()))?;
    }
    Ok(())
}

/// Whether positions have hands.
fn has_hand(oracle: &Oracle) -> bool {
    let rules = oracle.rules();
    let gates_hand = |gate: &crate::rules::Gate| matches!(gate.source, crate::rules::Source::Hand(_));
    // Where there is no end of men nobody counts them.
    rules.hands.endless != Types::Any && !rules.drops.is_empty()
        || rules.gates.iter().any(gates_hand)
        || rules.hands.endless != Types::Any && rules.hands.captured != Captured::Gone
}

/// Gives every man the marks of the start position, if it stands there.
fn set_marks(oracle: &Oracle, position: &mut Position) {
    if oracle.rules().marks.is_empty() {
        return;
    }
    for side in Side::BOTH {
        for square in position.men(side) {
            if let Some(man) = position.man(square) {
                let marks = default_marks(oracle, square, man);
                position.set(square, Cell::Man(Man { marks, ..man }));
            }
        }
    }
}

fn default_marks(oracle: &Oracle, square: Square, man: Man) -> u8 {
    let there = oracle.rules().start.men(man.side).get(oracle.kind_name(man.kind));
    match there {
        Some(squares) if squares.contains(square) => oracle.marks_at_start(square, man.side, man.kind),
        _ => 0,
    }
}

fn read_castling(oracle: &Oracle, (start, word): Word<'_>, position: &mut Position) -> Result<(), FenError> {
    let in_field = castling::marks_in_field(oracle);
    for square in position.men(Side::White).or(position.men(Side::Black)) {
        if let Some(man) = position.man(square).filter(|man| man.marks & in_field != 0) {
            position.set(square, Cell::Man(Man { marks: man.marks & !in_field, ..man }));
        }
    }
    if word == "-" {
        return Ok(());
    }
    for (i, symbol) in word.chars().enumerate() {
        let wrong = |message: String| FenError { field: Field::Castling, column: start + i, message };
        if !symbol.is_ascii_alphabetic() {
            return Err(wrong(format!("`{symbol}` is no castling right")));
        }
        let said = castling::read(oracle, position, symbol).map_err(wrong)?;
        for (square, marks) in said.marked {
            if let Some(man) = position.man(square) {
                position.set(square, Cell::Man(Man { marks: man.marks | marks, ..man }));
            }
        }
        if said.right.is_some_and(|right| !position.rights.add(right)) {
            return Err(wrong("too many castling rights".to_owned()));
        }
    }
    Ok(())
}

/// Squares that follow each other without a blank.
fn squares(text: &str) -> Option<Vec<Square>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = 1 + rest.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        found.push(rest.get(..length)?.parse().ok()?);
        rest = rest.get(length..)?;
    }
    Some(found)
}

fn read_en_passant(
    oracle: &Oracle,
    (column, word): Word<'_>,
    position: &mut Position,
) -> Result<(), FenError> {
    if word == "-" {
        return Ok(());
    }
    let counts = oracle.rules().claims.counting != crate::rules::Counting::None;
    if counts && word.bytes().all(|b| b.is_ascii_digit()) {
        position.count_limit = number(Field::EnPassant, column, word)?;
        return Ok(());
    }
    let wrong = |message: String| FenError { field: Field::EnPassant, column, message };
    let all = squares(word).ok_or_else(|| {
        wrong(format!("`{word}` names no squares of the board; write `-` where there are none"))
    })?;
    if let Some(off) = all.iter().find(|s| !oracle.board().has(**s)) {
        return Err(wrong(format!("{off} is not on the board")));
    }
    position.en_passant = all.iter().copied().collect();
    Ok(())
}

/// Whom one captures en passant: the man of the last move, where that is stated, else the one
/// that the squares speak of.
fn settle_en_passant(
    oracle: &Oracle,
    (column, word): Word<'_>,
    position: &mut Position,
) -> Result<Option<FenError>, FenError> {
    if position.en_passant.is_empty() {
        return Ok(None);
    }
    let enemy = |s: &Square| position.man(*s).is_some_and(|man| man.side != position.to_move);
    position.en_passant_victim =
        position.last.to.filter(enemy).or_else(|| oracle.en_passant_victim(position));
    if position.en_passant_victim.is_none() && !oracle.has_en_passant_victim(position) {
        let message = format!(
            "no piece that could be captured on {word} stands behind it; `last=` says which piece passed"
        );
        let finding = FenError { field: Field::EnPassant, column, message };
        // Fairy-Stockfish looks at what stands there where all pieces are those of chess only.
        return match oracle.rules().en_passant.recorded {
            crate::rules::Recorded::IfAttacked => Err(finding),
            _ => Ok(Some(finding)),
        };
    }
    oracle.keep_recorded(position);
    Ok(None)
}

/// The checks that are still to give: in a field of their own, or behind the counters as those
/// that were given of three. Where nothing says, each side has one to give, as Fairy-Stockfish
/// takes it.
fn read_checks(
    oracle: &Oracle,
    fields: &Fields<'_>,
    end: usize,
    position: &mut Position,
    warnings: &mut Vec<FenError>,
) -> Result<(), FenError> {
    let wrong = |column: usize, message: String| FenError { field: Field::Checks, column, message };
    let pair = |text: &str| -> Option<[u8; 2]> {
        let (white, black) = text.split_once('+')?;
        Some([white.parse().ok()?, black.parse().ok()?])
    };
    if !oracle.counts_checks() {
        return match fields.checks {
            Some((column, word)) => {
                let name = &oracle.rules().name;
                Err(wrong(column, format!("`{word}` counts checks, and they don't count in {name}")))
            }
            None => Ok(()),
        };
    }
    position.checks_to_give = [1, 1];
    if let Some((column, word)) = fields.checks {
        position.checks_to_give =
            pair(word).ok_or_else(|| wrong(column, format!("`{word}` must be two numbers, as in `3+3`")))?;
    }
    if let Some((column, word)) = fields.given {
        let given = word.strip_prefix('+').and_then(pair).filter(|given| given.iter().all(|n| *n <= 3));
        let message = || format!("`{word}` must be two numbers up to 3, as in `+1+2`");
        position.checks_to_give = given.ok_or_else(|| wrong(column, message()))?.map(|given| 3 - given);
    }
    if fields.checks.is_none() && fields.given.is_none() {
        let message =
            "how many checks are still to give is not said: one is taken for each side; write `3+3`";
        warnings.push(wrong(end, message.to_owned()));
    }
    Ok(())
}

fn read_word(oracle: &Oracle, (column, word): Word<'_>, position: &mut Position) -> Result<(), FenError> {
    let wrong = |message: String| FenError { field: Field::Word, column, message };
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let list = |value: &str| -> Result<SquareSet, FenError> {
        let parts = value.split(',').filter(|part| *part != "-");
        parts.map(|part| part.parse().map_err(|_| wrong(format!("`{part}` is no square")))).collect()
    };
    match name {
        "unmoved" => set_mark(oracle, position, "unmoved", list(value)?).map_err(wrong),
        "attr" => value.split(';').try_for_each(|part| {
            let (mark, holders) =
                part.split_once(':').ok_or_else(|| wrong(format!("`{part}` must be `NAME:squares`")))?;
            set_mark(oracle, position, mark, list(holders)?).map_err(wrong)
        }),
        "rights" => {
            value.split(',').filter(|part| *part != "-").try_for_each(|part| match squares(part).as_deref() {
                Some([king, partner]) => {
                    if position.rights.add((*king, *partner)) {
                        Ok(())
                    } else {
                        Err(wrong("too many castling rights".to_owned()))
                    }
                }
                _ => Err(wrong(format!("`{part}` is no pair of squares"))),
            })
        }
        "last" => {
            if value == "pass" {
                position.last.passes = 1;
                return Ok(());
            }
            match squares(value).as_deref() {
                Some([to]) => position.last.to = Some(*to),
                Some([from, to]) => {
                    position.last.from = Some(*from);
                    position.last.to = Some(*to);
                }
                _ => return Err(wrong(format!("`{value}` is no move"))),
            }
            Ok(())
        }
        _ => Err(wrong(format!("`{name}` is no word of a position (attr, last, rights, unmoved)"))),
    }
}

fn set_mark(oracle: &Oracle, position: &mut Position, name: &str, holders: SquareSet) -> Result<(), String> {
    let bit = oracle.rules().marks.iter().position(|mark| mark.name == name);
    let bit = bit.ok_or_else(|| format!("{} has no mark `{name}`", oracle.rules().name))?;
    for side in Side::BOTH {
        for square in position.men(side) {
            if let Some(man) = position.man(square) {
                let marks =
                    if holders.contains(square) { man.marks | 1 << bit } else { man.marks & !(1 << bit) };
                position.set(square, Cell::Man(Man { marks, ..man }));
            }
        }
    }
    Ok(())
}

/// Writes a position with castling rights as `K` and `Q`, or by file where the
/// rules say that the start position is shuffled.
pub fn write(oracle: &Oracle, position: &Position) -> String {
    write_as(oracle, position, Style { rights_by_file: oracle.rules().shuffled, show_promoted: false })
}

/// How a position is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Whether castling rights are always written by file.
    pub rights_by_file: bool,
    /// Whether men that were promoted are marked although nothing depends on it.
    pub show_promoted: bool,
}

/// Writes a position in a style.
pub fn write_as(oracle: &Oracle, position: &Position, style: Style) -> String {
    let board = oracle.board();
    let hands = &oracle.rules().hands;
    // What a man was matters where it may come into a hand.
    let marks_promoted = style.show_promoted
        || hands.captured != Captured::Gone && !hands.keep_promoted
        || hands.fed_from_outside;
    let mut text = String::new();
    for rank in (0..board.ranks).rev() {
        let mut empty = 0;
        let flush = |empty: &mut u32, text: &mut String| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
                *empty = 0;
            }
        };
        for file in 0..board.files {
            let square = Square(rank * 16 + file);
            match position.at(square) {
                Cell::Empty if board.has(square) => empty += 1,
                Cell::Empty | Cell::Wall => {
                    flush(&mut empty, &mut text);
                    text.push('*');
                }
                Cell::Man(man) => {
                    flush(&mut empty, &mut text);
                    match man.reverts {
                        Some(before) if man.plus => {
                            text.push('+');
                            text.push(letter(oracle, man.side, before));
                        }
                        reverts => {
                            text.push(letter(oracle, man.side, man.kind));
                            if reverts.is_some() && marks_promoted {
                                text.push('~');
                            }
                        }
                    }
                }
            }
        }
        flush(&mut empty, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    if has_hand(oracle) {
        text.push('[');
        for side in Side::BOTH {
            for kind in oracle.hand_order() {
                let count = position.hands[side.index()][usize::from(kind.0)];
                (0..count).for_each(|_| text.push(letter(oracle, side, *kind)));
            }
        }
        text.push(']');
    }
    text.push_str(if position.to_move == Side::White { " w " } else { " b " });
    let field = castling::write(oracle, position, style.rights_by_file);
    text.push_str(&field);
    text.push(' ');
    if position.count_limit > 0 {
        text.push_str(&position.count_limit.to_string());
    } else if position.en_passant.is_empty() {
        text.push('-');
    }
    if position.count_limit == 0 {
        position.en_passant.iter().for_each(|square| text.push_str(&square.to_string()));
    }
    if oracle.counts_checks() {
        text.push_str(&format!(" {}+{}", position.checks_to_give[0], position.checks_to_give[1]));
    }
    let clock = if position.count_limit > 0 { position.count } else { position.clock };
    text.push_str(&format!(" {clock} {}", position.move_number));
    write_marks(oracle, position, &field, &mut text);
    // Whom one captures en passant, where the squares don't tell.
    if let Some(victim) = position.en_passant_victim.filter(|_| !position.en_passant.is_empty())
        && oracle.en_passant_victim(position) != Some(victim)
    {
        let from = position.last.from.filter(|_| position.last.to == Some(victim));
        let from = from.map(|square| square.to_string()).unwrap_or_default();
        text.push_str(&format!(" last={from}{victim}"));
    }
    text
}

/// Marks that don't follow from where the men stand.
fn write_marks(oracle: &Oracle, position: &Position, field: &str, text: &mut String) {
    let in_field = castling::marks_in_field(oracle);
    let said = castling::marked_by(oracle, position, field);
    let usual_marks = |square: Square, man: Man| {
        let by_field = said.get(&square).copied().unwrap_or(0);
        default_marks(oracle, square, man) & !in_field | by_field
    };
    let men = || position.men(Side::White).or(position.men(Side::Black)).into_iter();
    let mut parts = Vec::new();
    for (bit, mark) in oracle.rules().marks.iter().enumerate() {
        let held = |marks: u8| marks >> bit & 1 != 0;
        let usual =
            men().all(|s| position.man(s).is_none_or(|man| held(man.marks) == held(usual_marks(s, man))));
        if !usual {
            let holders = men().filter(|s| position.man(*s).is_some_and(|man| held(man.marks)));
            let list = holders.map(|s| s.to_string()).collect::<Vec<_>>().join(",");
            parts.push((mark.name.as_str(), if list.is_empty() { "-".to_owned() } else { list }));
        }
    }
    if let [("unmoved", list)] = parts.as_slice() {
        text.push_str(&format!(" unmoved={list}"));
    } else if !parts.is_empty() {
        let list: Vec<String> = parts.iter().map(|(name, list)| format!("{name}:{list}")).collect();
        text.push_str(&format!(" attr={}", list.join(";")));
    }
}
