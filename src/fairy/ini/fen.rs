//! Positions as the engine's validator sees them.
//!
//! What may enter: the checks of the engine's own validator, in its order, with its gaps.
//! What it does not see is the business of [`super::start`].

use crate::fairy::config::{Config, Slot};
use crate::rules::{PerSide, Side};

/// Which check failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FenFault {
    Counting,
    CheckCount,
    PromotedMan,
    Fields,
    Character,
    TouchingKings,
    Geometry,
    Hand,
    Side,
    Castling,
    /// The men of a right could castle, but don't stand where they start.
    CastlingHome,
    EnPassant,
    Kings,
    HalfMoves,
    Moves,
    Empty,
}

impl FenFault {
    /// The number by which the engine's bindings name it.
    pub fn number(self) -> i32 {
        match self {
            FenFault::Counting => -14,
            FenFault::CheckCount => -13,
            FenFault::PromotedMan => -12,
            FenFault::Fields => -11,
            FenFault::Character => -10,
            FenFault::TouchingKings => -9,
            FenFault::Geometry => -8,
            FenFault::Hand => -7,
            FenFault::Side => -6,
            FenFault::Castling | FenFault::CastlingHome => -5,
            FenFault::EnPassant => -4,
            FenFault::Kings => -3,
            FenFault::HalfMoves => -2,
            FenFault::Moves => -1,
            FenFault::Empty => 0,
        }
    }
}

/// What the validator complains about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Which check failed.
    pub fault: FenFault,
    /// In words.
    pub message: String,
    /// The bytes of the text concerned.
    pub place: std::ops::Range<usize>,
}

/// A field of a position and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
}

impl Field<'_> {
    fn complain(&self, fault: FenFault, message: String) -> Complaint {
        Complaint { fault, message, place: self.start..self.start + self.text.len() }
    }
}

/// The fields, separated by single blanks.
pub(super) fn fields(fen: &str) -> Vec<Field<'_>> {
    let mut at = 0;
    let mut list = Vec::new();
    for text in fen.split(' ') {
        list.push(Field { text, start: at });
        at += text.len() + 1;
    }
    // A blank at the end opens no field.
    if list.last().is_some_and(|field| field.text.is_empty()) {
        list.pop();
    }
    list
}

/// The letter of a type and side, a blank where it has none: as the engine keeps it.
fn letter(config: &Config, side: Side, slot: Slot) -> char {
    match (config.letters.get(&slot), side) {
        (Some(letter), Side::White) => letter.to_ascii_uppercase(),
        (Some(letter), Side::Black) => *letter,
        (None, _) => ' ',
    }
}

/// The type and side of a letter.
pub(super) fn man(config: &Config, c: char) -> Option<(Side, Slot)> {
    if !c.is_ascii_alphabetic() {
        return None;
    }
    let side = if c.is_ascii_uppercase() { Side::White } else { Side::Black };
    config.slot_of_letter(c).map(|slot| (side, slot))
}

fn synonym(config: &Config, c: char) -> Option<(Side, Slot)> {
    let side = if c.is_ascii_uppercase() { Side::White } else { Side::Black };
    let lower = c.to_ascii_lowercase();
    config.synonyms.iter().find(|(_, s)| **s == lower).map(|(slot, _)| (side, *slot))
}

/// A board of letters; rank 0 is White's first.
struct Board {
    ranks: usize,
    files: usize,
    cells: Vec<char>,
}

impl Board {
    fn new(config: &Config) -> Board {
        let (ranks, files) = (usize::from(config.max_rank), usize::from(config.max_file));
        Board { ranks, files, cells: vec![' '; ranks * files] }
    }

    fn at(&self, rank: usize, file: usize) -> Option<char> {
        (rank < self.ranks && file < self.files).then(|| self.cells[rank * self.files + file])
    }

    fn find(&self, c: char) -> Option<(usize, usize)> {
        self.cells.iter().position(|cell| *cell == c).map(|at| (at / self.files, at % self.files))
    }

    /// Puts the men of a field up; the message of the first fault.
    fn fill(&mut self, text: &str, special: &str, drops: bool) -> Result<(), String> {
        let (mut row, mut file) = (0, 0);
        let mut before = '?';
        for c in text.chars() {
            match c {
                ' ' | '[' => break,
                '*' => file += 1,
                '0'..='9' => {
                    file += c as usize - '0' as usize;
                    if before.is_ascii_digit() {
                        file += 9 * (before as usize - '0' as usize);
                    }
                }
                '/' => {
                    row += 1;
                    if file != self.files {
                        return Err(format!(
                            "rank {} from the top has {file} squares, and the board {} files",
                            row, self.files
                        ));
                    }
                    if row == self.ranks {
                        break;
                    }
                    file = 0;
                }
                c if special.contains(c) => {}
                c => {
                    if file >= self.files || row >= self.ranks {
                        return Err(format!("rank {} from the top has too many squares", row + 1));
                    }
                    self.cells[(self.ranks - 1 - row) * self.files + file] = c;
                    file += 1;
                }
            }
            before = c;
        }
        if row + 1 != self.ranks && !(drops && row == self.ranks) {
            return Err(format!("the position has {} ranks, and the board {}", row + 1, self.ranks));
        }
        Ok(())
    }
}

/// Signs of the first field that are no letters.
fn special(config: &Config) -> String {
    let mut signs = String::from("/*");
    if !config.promoted_piece_type.is_empty() {
        signs.push('+');
    }
    let types = &config.promotion_piece_types;
    if types.white.0 != 0 || types.black.0 != 0 {
        signs.push('~');
    }
    if !config.free_drops && (config.piece_drops || config.seirawan_gating) {
        signs.push_str("[-]");
    }
    signs
}

/// What the engine's validator would say about a position, if anything.
pub fn validate(fen: &str, config: &Config, chess960: bool) -> Option<Complaint> {
    check(fen, config, chess960).err()
}

fn check(fen: &str, config: &Config, chess960: bool) -> Result<(), Complaint> {
    if fen.is_empty() {
        let message = "the position is empty".to_owned();
        return Err(Complaint { fault: FenFault::Empty, message, place: 0..0 });
    }
    let parts = fields(fen);
    let most = 6 + usize::from(config.check_counting);
    if parts.is_empty() || parts.len() > most {
        let message = format!("{} fields, where 1 to {most} may stand", parts.len());
        return Err(Complaint { fault: FenFault::Fields, message, place: 0..fen.len() });
    }
    let special = special(config);
    let board_field = parts[0];
    characters(board_field, config, &special)?;
    let mut board = Board::new(config);
    board
        .fill(board_field.text, &special, config.piece_drops)
        .map_err(|message| board_field.complain(FenFault::Geometry, message))?;
    let hand =
        if config.piece_drops || config.seirawan_gating { hand(board_field, config)? } else { String::new() };
    if config.letters.contains_key(&Slot::KING) {
        kings(board_field, &board, &hand, config)?;
    }
    if let Some(side) = parts.get(1)
        && !side.text.starts_with(['w', 'b'])
    {
        return Err(side.complain(FenFault::Side, format!("`{}` is no side: w or b", side.text)));
    }
    let digit = |field: &Field<'_>| field.text.starts_with(|c: char| c.is_ascii_digit());
    let short = (4..=5).contains(&parts.len()) && digit(&parts[2]);
    if let Some(rights) = parts.get(2)
        && !short
        && config.castling
    {
        castling(*rights, &board, &special, config, chess960)?;
    }
    if let Some(field) = parts.get(3)
        && !short
    {
        if config.double_step && config.letters.contains_key(&Slot::PAWN) {
            en_passant(*field)?;
        } else if config.counting_rule != crate::fairy::config::CountingRule::None && !digits(field.text) {
            return Err(field.complain(FenFault::Counting, format!("`{}` is no count", field.text)));
        }
    }
    counters(&parts, if short { 0 } else { 2 }, config)
}

fn characters(field: Field<'_>, config: &Config, special: &str) -> Result<(), Complaint> {
    let one = |at: usize, c: char, fault, message| Complaint {
        fault,
        message,
        place: field.start + at..field.start + at + c.len_utf8(),
    };
    for (at, c) in field.text.char_indices() {
        let known = c.is_ascii_digit()
            || special.contains(c)
            || man(config, c).is_some()
            || synonym(config, c).is_some();
        if !known {
            return Err(one(at, c, FenFault::Character, format!("`{c}` is no letter of a type")));
        }
    }
    if config.promoted_piece_type.is_empty() {
        return Ok(());
    }
    let mut chars = field.text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let Some((_, next)) = chars.peek().filter(|_| c == '+') else { continue };
        // The engine looks at White's letters only.
        let found = man(config, *next).or_else(|| synonym(config, *next));
        if let Some((Side::White, slot)) = found
            && !config.promoted_piece_type.contains_key(&slot)
        {
            let message = format!("`+{next}`: that type does not promote");
            return Err(one(at, c, FenFault::PromotedMan, message));
        }
    }
    Ok(())
}

/// The letters in hand.
fn hand(field: Field<'_>, config: &Config) -> Result<String, Complaint> {
    let text = field.text;
    let (stop, inside) = if text.matches('/').count() == usize::from(config.max_rank) {
        ('/', text)
    } else if text.matches('[').count() == 1 {
        match text.strip_suffix(']') {
            Some(inside) => ('[', inside),
            None => return Err(field.complain(FenFault::Hand, "the hand does not end with `]`".to_owned())),
        }
    } else {
        return Ok(String::new());
    };
    let mut letters = String::new();
    for c in inside.chars().rev() {
        if c == stop {
            return Ok(letters);
        }
        if c == '-' {
            continue;
        }
        if man(config, c).is_none() && synonym(config, c).is_none() {
            return Err(field.complain(FenFault::Hand, format!("`{c}` in hand is no letter of a type")));
        }
        letters.push(c);
    }
    Err(field.complain(FenFault::Hand, "the hand has no beginning".to_owned()))
}

fn kings(field: Field<'_>, board: &Board, hand: &str, config: &Config) -> Result<(), Complaint> {
    let start = fields(&config.start_fen);
    let start = start.first().map_or("", |field| field.text);
    let mut on_board = 0;
    for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
        let king = letter(config, side, Slot::KING);
        let count = |text: &str| text.chars().filter(|c| *c == king).count();
        if count(field.text) > 1 {
            let message = format!("{name} has {} kings, and may have one", count(field.text));
            return Err(field.complain(FenFault::Kings, message));
        }
        on_board += usize::from(count(field.text) - count(hand).min(count(field.text)) == 1);
    }
    for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
        let king = letter(config, side, Slot::KING);
        let count = |text: &str| text.chars().filter(|c| *c == king).count();
        if count(field.text) != count(start) {
            let message =
                format!("{name} has {} kings, and {} at the start", count(field.text), count(start));
            return Err(field.complain(FenFault::Kings, message));
        }
    }
    let plain = !config.betza.contains_key(&Slot::KING) && !config.king_is_wazir;
    if plain && on_board == 2 {
        let place = |side| board.find(letter(config, side, Slot::KING));
        if let (Some(a), Some(b)) = (place(Side::White), place(Side::Black))
            && a.0.abs_diff(b.0).pow(2) + a.1.abs_diff(b.1).pow(2) <= 2
        {
            return Err(field.complain(FenFault::TouchingKings, "the kings touch".to_owned()));
        }
    }
    Ok(())
}

/// Whether the letter is a partner of castling.
fn is_partner(config: &Config, side: Side, c: Option<char>) -> bool {
    c.and_then(|c| man(config, c))
        .is_some_and(|(of, slot)| of == side && config.castling_rook_pieces.of(side).contains(slot))
}

fn castling(
    field: Field<'_>,
    board: &Board,
    special: &str,
    config: &Config,
    chess960: bool,
) -> Result<(), Complaint> {
    let complain = |message: String| Err(field.complain(FenFault::Castling, message));
    let mut flags: PerSide<Vec<char>> = PerSide::default();
    for c in field.text.chars().filter(|c| *c != '-') {
        if !c.is_ascii_alphabetic() {
            return complain(format!("`{c}` is no castling right"));
        }
        let side = if c.is_ascii_uppercase() { Side::White } else { Side::Black };
        flags.of_mut(side).push(c.to_ascii_lowercase());
    }
    if flags.white.is_empty() && flags.black.is_empty() {
        return Ok(());
    }
    let king =
        |board: &Board, side: Side| board.find(letter(config, side, *config.castling_king_piece.of(side)));
    let rank_of = |side: Side| match side {
        Side::White => usize::from(config.castling_rank).checked_sub(1),
        Side::Black => usize::from(config.max_rank).checked_sub(usize::from(config.castling_rank)),
    };
    for side in Side::BOTH {
        let name = if side == Side::White { "White" } else { "Black" };
        let rank = rank_of(side).unwrap_or(usize::MAX);
        for flag in flags.of(side) {
            if !matches!(flag, 'k' | 'q') {
                let file = *flag as usize - 'a' as usize;
                if board.at(rank, file).is_none_or(|c| c == ' ') {
                    return complain(format!("{name}: no piece stands on the file of the right `{flag}`"));
                }
                continue;
            }
            let Some((_, king_file)) = king(board, side).filter(|(r, _)| *r == rank) else {
                return complain(format!("{name}: no piece that castles stands on the rank of castling"));
            };
            let mut files: Box<dyn Iterator<Item = usize>> =
                if *flag == 'k' { Box::new(king_file + 1..board.files) } else { Box::new(0..king_file) };
            if !files.any(|file| is_partner(config, side, board.at(rank, file))) {
                let wing = if *flag == 'k' { "last" } else { "first" };
                return complain(format!(
                    "{name}: no partner stands between the piece that castles and the {wing} file"
                ));
            }
        }
    }
    if config.chess960 || config.castling_dropped_piece || chess960 {
        return Ok(());
    }
    let complain = |message: String| Err(field.complain(FenFault::CastlingHome, message));
    let mut start = Board::new(config);
    // What is wrong with the start position is said elsewhere.
    let _ = start.fill(&config.start_fen, special, config.piece_drops);
    for side in Side::BOTH.into_iter().filter(|side| !flags.of(*side).is_empty()) {
        let name = if side == Side::White { "White" } else { "Black" };
        if king(board, side) != king(&start, side) {
            return complain(format!("{name}: the piece that castles does not stand where it starts"));
        }
        let cells = start.cells.iter().enumerate();
        let partners: Vec<usize> =
            cells.filter(|(_, c)| is_partner(config, side, Some(**c))).map(|(at, _)| at).collect();
        for (flag, nth) in [('q', 0), ('k', 1)] {
            // With one partner only the engine reads past the end of its list.
            if flags.of(side).contains(&flag)
                && let Some(at) = partners.get(nth)
                && !is_partner(config, side, Some(board.cells[*at]))
            {
                return complain(format!("{name}: the partner of the right `{flag}` is not where it starts"));
            }
        }
    }
    Ok(())
}

fn en_passant(field: Field<'_>) -> Result<(), Complaint> {
    let text = field.text;
    let mut chars = text.chars();
    let square = text.len() == 2
        && chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next().is_some_and(|c| c.is_ascii_digit());
    if text == "-" || square {
        return Ok(());
    }
    Err(field.complain(FenFault::EnPassant, format!("`{text}` is no square with a rank of one digit")))
}

/// Digits, or a lone dash.
fn digits(text: &str) -> bool {
    text == "-" || text.chars().all(|c| c.is_ascii_digit())
}

fn counters(parts: &[Field<'_>], between: usize, config: &Config) -> Result<(), Complaint> {
    let count = parts.len();
    let (mut between, mut trailing) = (between, 0);
    if count >= 3 + between && config.check_counting && count % 2 == 1 {
        let field = parts[2 + between];
        let bytes = field.text.as_bytes();
        if bytes.len() == 3 && bytes[0].is_ascii_digit() && bytes[2].is_ascii_digit() {
            between += 1;
        } else {
            let last = parts[count - 1].text.as_bytes();
            let low = |at: usize| last.get(at).is_some_and(|b| (b'0'..=b'3').contains(b));
            if count < 5 + between || last.len() != 4 || !low(1) || !low(3) {
                let message = format!("`{}` is no count of checks such as 3+3", field.text);
                return Err(field.complain(FenFault::CheckCount, message));
            }
            trailing = 1;
        }
    }
    let back = |n: usize| count.checked_sub(n + trailing).map(|at| parts[at]);
    if count >= 3 + between
        && let Some(field) = back(2).filter(|field| !digits(field.text))
    {
        return Err(
            field.complain(FenFault::HalfMoves, format!("`{}` is no count of half-moves", field.text))
        );
    }
    if count >= 4 + between
        && let Some(field) = back(1).filter(|field| !digits(field.text))
    {
        return Err(field.complain(FenFault::Moves, format!("`{}` is no number of a move", field.text)));
    }
    Ok(())
}
