//! Values: what the engine stores for a text, and what is wrong with the text.
//!
//! What may enter: conversion of one value by its kind. Where it is stored is the business
//! of [`super::section`].

use std::collections::BTreeMap;

use crate::fairy::config::{
    CastlingSet, ChasingRule, CountingRule, EnclosingRule, MOST_FILES, MOST_RANKS, MaterialCounting, Slot,
    SlotSet, Value, WallingRule, rank_squares,
};
use crate::fairy::keys::Kind;
use crate::rules::{Square, SquareSet};

/// A stored value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stored {
    Bool(bool),
    Int(i32),
    /// A rank or a file, from 1; anything may have been written.
    Line(i64),
    Text(String),
    Value(Value),
    MaterialCounting(MaterialCounting),
    CountingRule(CountingRule),
    ChasingRule(ChasingRule),
    EnclosingRule(EnclosingRule),
    WallingRule(WallingRule),
    Castlings(CastlingSet),
    Region(SquareSet),
    Type(Slot),
    Types(SlotSet),
    Numbers(Vec<(Slot, i32)>),
    Pairs(Vec<(Slot, Slot)>),
}

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The engine's check calls it invalid.
    Invalid,
    /// A letter that no type has.
    UnknownLetter(char),
    /// No number for a type.
    NoNumber,
    /// The engine drops what stands there without a word.
    Dropped,
    /// A comma ends the list.
    Comma,
    /// A blank at the end, which is part of the value.
    TrailingBlank,
    /// The engine does something undefined.
    Undefined,
    /// The engine ends.
    Abort,
    /// The symbol `*` means nothing, or `-` means any.
    Star,
}

/// A fault and its bytes in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Faulty {
    pub(crate) fault: Fault,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A text, converted.
#[derive(Debug, Clone)]
pub(crate) struct Converted {
    pub(crate) stored: Stored,
    pub(crate) faults: Vec<Faulty>,
}

impl Converted {
    /// Whether the engine takes the value as given, which some keys ask.
    pub(crate) fn valid(&self) -> bool {
        let bad = |f: &Faulty| matches!(f.fault, Fault::Invalid | Fault::UnknownLetter(_) | Fault::Undefined);
        !self.faults.iter().any(bad)
    }
}

/// White space as the engine's streams skip it.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// The word for a value among those of its kind.
fn word<T: Copy>(text: &str, words: &[(&str, T)]) -> Option<T> {
    words.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

/// The words of a kind, where there are some.
pub(crate) fn words(kind: Kind) -> Vec<&'static str> {
    fn names<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
        words.iter().map(|(name, _)| *name).collect()
    }
    match kind {
        Kind::Bool => names(BOOLS),
        Kind::Value => names(VALUES),
        Kind::MaterialCounting => names(MATERIAL_COUNTINGS),
        Kind::CountingRule => names(COUNTING_RULES),
        Kind::ChasingRule => names(CHASING_RULES),
        Kind::EnclosingRule => names(ENCLOSING_RULES),
        Kind::WallingRule => names(WALLING_RULES),
        _ => Vec::new(),
    }
}

pub(crate) const BOOLS: &[(&str, bool)] = &[("true", true), ("false", false)];
pub(crate) const VALUES: &[(&str, Value)] =
    &[("win", Value::Win), ("loss", Value::Loss), ("draw", Value::Draw), ("none", Value::None)];
pub(crate) const MATERIAL_COUNTINGS: &[(&str, MaterialCounting)] = &[
    ("janggi", MaterialCounting::Janggi),
    ("unweighted", MaterialCounting::Unweighted),
    ("whitedrawodds", MaterialCounting::WhiteDrawOdds),
    ("blackdrawodds", MaterialCounting::BlackDrawOdds),
    ("none", MaterialCounting::None),
];
pub(crate) const COUNTING_RULES: &[(&str, CountingRule)] = &[
    ("makruk", CountingRule::Makruk),
    ("cambodian", CountingRule::Cambodian),
    ("asean", CountingRule::Asean),
    ("none", CountingRule::None),
];
pub(crate) const CHASING_RULES: &[(&str, ChasingRule)] =
    &[("axf", ChasingRule::Axf), ("none", ChasingRule::None)];
pub(crate) const ENCLOSING_RULES: &[(&str, EnclosingRule)] = &[
    ("reversi", EnclosingRule::Reversi),
    ("ataxx", EnclosingRule::Ataxx),
    ("quadwrangle", EnclosingRule::Quadwrangle),
    ("snort", EnclosingRule::Snort),
    ("anyside", EnclosingRule::Anyside),
    ("top", EnclosingRule::Top),
    ("none", EnclosingRule::None),
];
pub(crate) const WALLING_RULES: &[(&str, WallingRule)] = &[
    ("arrow", WallingRule::Arrow),
    ("duck", WallingRule::Duck),
    ("edge", WallingRule::Edge),
    ("past", WallingRule::Past),
    ("static", WallingRule::Static),
    ("none", WallingRule::None),
];

/// Converts a text. `letters` are the types that have one by now.
pub(crate) fn convert(kind: Kind, text: &str, letters: &BTreeMap<Slot, char>) -> Converted {
    let whole = |stored, ok: bool| {
        let faults =
            if ok { Vec::new() } else { vec![Faulty { fault: Fault::Invalid, start: 0, end: text.len() }] };
        Converted { stored, faults }
    };
    match kind {
        Kind::Bool => whole(Stored::Bool(text == "true"), word(text, BOOLS).is_some()),
        Kind::Value => {
            let found = word(text, VALUES);
            whole(Stored::Value(found.unwrap_or_default()), found.is_some())
        }
        Kind::MaterialCounting => {
            let found = word(text, MATERIAL_COUNTINGS);
            whole(Stored::MaterialCounting(found.unwrap_or_default()), found.is_some())
        }
        Kind::CountingRule => {
            let found = word(text, COUNTING_RULES);
            whole(Stored::CountingRule(found.unwrap_or_default()), found.is_some())
        }
        Kind::ChasingRule => {
            let found = word(text, CHASING_RULES);
            whole(Stored::ChasingRule(found.unwrap_or_default()), found.is_some())
        }
        Kind::EnclosingRule => {
            let found = word(text, ENCLOSING_RULES);
            whole(Stored::EnclosingRule(found.unwrap_or_default()), found.is_some())
        }
        Kind::WallingRule => {
            let found = word(text, WALLING_RULES);
            whole(Stored::WallingRule(found.unwrap_or_default()), found.is_some())
        }
        Kind::Text | Kind::Letter | Kind::LetterAndMoves => whole(Stored::Text(text.to_owned()), true),
        Kind::Int => number(text),
        Kind::Rank => line(text, leading_number(text), MOST_RANKS),
        Kind::File => {
            let first = text.chars().next().unwrap_or_default();
            let read = match first {
                c if c.is_ascii_digit() => leading_number(text),
                c => Number {
                    value: i64::from(u32::from(c)) - i64::from(u32::from('a')) + 1,
                    end: Some(c.len_utf8()),
                },
            };
            line(text, read, MOST_FILES)
        }
        Kind::Castlings => castlings(text),
        Kind::Region => region(text),
        Kind::Type | Kind::Types => types(kind, text, letters),
        Kind::Numbers => numbers(text, letters),
        Kind::Pairs => pairs(text, letters),
    }
}

/// A number in front of a text.
struct Number {
    value: i64,
    /// Where it ends; `None` where there is none.
    end: Option<usize>,
}

fn leading_number(text: &str) -> Number {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let sign = usize::from(text[start..].starts_with(['+', '-']));
    let digits = text[start + sign..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return Number { value: 0, end: None };
    }
    let end = start + sign + digits;
    let most = if text[start..].starts_with('-') { i64::MIN } else { i64::MAX };
    Number { value: text[start..end].trim_start_matches('+').parse().unwrap_or(most), end: Some(end) }
}

/// What the engine drops behind `end`.
fn rest(text: &str, end: usize) -> Vec<Faulty> {
    if end >= text.len() {
        return Vec::new();
    }
    let fault = if text[end..].trim().is_empty() { Fault::TrailingBlank } else { Fault::Dropped };
    vec![Faulty { fault, start: end, end: text.len() }]
}

fn number(text: &str) -> Converted {
    let read = leading_number(text);
    let stored = i32::try_from(read.value).unwrap_or(if read.value < 0 { i32::MIN } else { i32::MAX });
    let invalid = vec![Faulty { fault: Fault::Invalid, start: 0, end: text.len() }];
    let faults = match read.end {
        Some(end) if i64::from(stored) == read.value => rest(text, end),
        _ => invalid,
    };
    Converted { stored: Stored::Int(stored), faults }
}

/// A rank or a file.
fn line(text: &str, read: Number, most: u8) -> Converted {
    let stored = Stored::Line(read.value);
    let inside = (1..=i64::from(most)).contains(&read.value);
    let faults = match read.end {
        Some(end) if inside => rest(text, end),
        _ => vec![Faulty { fault: Fault::Invalid, start: 0, end: text.len() }],
    };
    Converted { stored, faults }
}

fn castlings(text: &str) -> Converted {
    let mut set = CastlingSet::default();
    let mut faults = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| !is_space(*c)) {
        match c {
            'K' => set.kingside.white = true,
            'k' => set.kingside.black = true,
            'Q' => set.queenside.white = true,
            'q' => set.queenside.black = true,
            '-' => break,
            _ => faults.push(Faulty { fault: Fault::Invalid, start: at, end: at + c.len_utf8() }),
        }
    }
    Converted { stored: Stored::Castlings(set), faults }
}

/// Squares, ranks and files.
fn region(text: &str) -> Converted {
    let mut set = SquareSet::EMPTY;
    let mut faults = Vec::new();
    let mut at = 0;
    let mut ended = false;
    for symbol in text.split(is_space) {
        let start = at;
        at += symbol.len() + 1;
        if symbol.is_empty() {
            continue;
        }
        if symbol == "-" {
            ended = true;
            faults.extend(rest(text, start + 1).into_iter().filter(|f| f.fault == Fault::Dropped));
            break;
        }
        let (squares, found) = symbol_squares(symbol);
        set = set.or(squares);
        if let Some((fault, from, to)) = found {
            faults.push(Faulty { fault, start: start + from, end: start + to });
            if matches!(fault, Fault::Invalid | Fault::Abort) {
                return Converted { stored: Stored::Region(set), faults };
            }
        }
    }
    if !ended && text.ends_with(is_space) {
        let start = text.trim_end_matches(is_space).len();
        faults.push(Faulty { fault: Fault::TrailingBlank, start, end: text.len() });
    }
    Converted { stored: Stored::Region(set), faults }
}

/// The squares of a symbol, and its fault with its bytes.
fn symbol_squares(symbol: &str) -> (SquareSet, Option<(Fault, usize, usize)>) {
    let none = |fault| (SquareSet::EMPTY, Some((fault, 0, symbol.len())));
    let first = symbol.chars().next().unwrap_or_default();
    let file = first.to_ascii_lowercase() as i32 - 'a' as i32;
    if symbol.ends_with('*') {
        if !first.is_ascii_alphabetic() || symbol.len() != 2 || file >= i32::from(MOST_FILES) {
            return none(Fault::Invalid);
        }
        let all = SquareSet::board(MOST_FILES, MOST_RANKS);
        return (all.iter().filter(|s| i32::from(s.file()) == file).collect(), None);
    }
    if first != '*' && !(first.is_ascii_alphabetic() && symbol.len() > 1) {
        return none(Fault::Invalid);
    }
    let read = leading_number(&symbol[1..]);
    let Some(end) = read.end else { return none(Fault::Abort) };
    if i32::try_from(read.value).is_err() {
        return none(Fault::Abort);
    }
    if read.value > i64::from(MOST_RANKS) || first != '*' && file >= i32::from(MOST_FILES) {
        return none(Fault::Invalid);
    }
    if read.value < 1 {
        return none(Fault::Undefined);
    }
    let squares = if first == '*' {
        rank_squares(read.value as u8)
    } else {
        Square::at(file, read.value as i32 - 1).into_iter().collect()
    };
    let tail = &symbol[1 + end..];
    let fault = match tail {
        "" => None,
        _ if tail.starts_with(',') => Some((Fault::Comma, 1 + end, symbol.len())),
        _ => Some((Fault::Dropped, 1 + end, symbol.len())),
    };
    (squares, fault)
}

/// The type of a letter of either case.
fn type_of(letter: char, letters: &BTreeMap<Slot, char>) -> Option<Slot> {
    let lower = letter.to_ascii_lowercase();
    letters.iter().find(|(_, l)| **l == lower).map(|(slot, _)| *slot)
}

fn types(kind: Kind, text: &str, letters: &BTreeMap<Slot, char>) -> Converted {
    let mut set = SlotSet::NONE;
    let mut last = Slot::ANY;
    let mut faults = Vec::new();
    let mut count = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| !is_space(*c)) {
        let found = if c == '*' { Some(Slot::ANY) } else { type_of(c, letters) };
        let bytes = |fault| Faulty { fault, start: at, end: at + c.len_utf8() };
        match found {
            Some(slot) => {
                set.insert(slot);
                last = slot;
                count += 1;
                if c == '*' {
                    faults.push(bytes(Fault::Star));
                }
            }
            None if c == '-' => {
                if count == 0 && kind == Kind::Type {
                    faults.push(bytes(Fault::Star));
                }
                faults.extend(rest(text, at + 1).into_iter().filter(|f| f.fault == Fault::Dropped));
                break;
            }
            None => {
                faults.push(match c {
                    ',' => bytes(Fault::Comma),
                    _ => bytes(Fault::UnknownLetter(c)),
                });
                break;
            }
        }
    }
    let stored = if kind == Kind::Type { Stored::Type(last) } else { Stored::Types(set) };
    Converted { stored, faults }
}

/// The characters of a text without white space, with their places.
struct Characters<'t> {
    text: &'t str,
    at: usize,
}

impl Characters<'_> {
    fn next(&mut self) -> Option<(usize, char)> {
        let skipped = self.text[self.at..].trim_start_matches(is_space);
        let at = self.text.len() - skipped.len();
        let c = skipped.chars().next()?;
        self.at = at + c.len_utf8();
        Some((at, c))
    }
}

fn numbers(text: &str, letters: &BTreeMap<Slot, char>) -> Converted {
    let mut list = Vec::new();
    let mut faults = Vec::new();
    let mut rest = Characters { text, at: 0 };
    while let Some((at, letter)) = rest.next() {
        let Some(slot) = type_of(letter, letters) else {
            let fault = if letter == ',' { Fault::Comma } else { Fault::UnknownLetter(letter) };
            faults.push(Faulty { fault, start: at, end: at + letter.len_utf8() });
            break;
        };
        // One character of any kind stands for the colon.
        let number = rest.next().map(|_| leading_number(&text[rest.at..]));
        match number {
            Some(Number { value, end: Some(end) }) if i32::try_from(value).is_ok() => {
                list.push((slot, value as i32));
                rest.at += end;
            }
            _ => {
                faults.push(Faulty { fault: Fault::NoNumber, start: at, end: text.len() });
                // The engine stores none.
                if number.is_some() && !text[rest.at..].trim().is_empty() {
                    list.push((slot, 0));
                }
                break;
            }
        }
    }
    Converted { stored: Stored::Numbers(list), faults }
}

fn pairs(text: &str, letters: &BTreeMap<Slot, char>) -> Converted {
    let mut list = Vec::new();
    let mut faults = Vec::new();
    let mut rest = Characters { text, at: 0 };
    while let Some((at, letter)) = rest.next() {
        let unknown = |at: usize, c: char| {
            let fault = if c == ',' { Fault::Comma } else { Fault::UnknownLetter(c) };
            Faulty { fault, start: at, end: at + c.len_utf8() }
        };
        let Some(slot) = type_of(letter, letters) else {
            faults.push(unknown(at, letter));
            break;
        };
        let Some((to, target)) = rest.next().and_then(|_| rest.next()) else {
            faults.push(Faulty { fault: Fault::Dropped, start: at, end: text.len() });
            break;
        };
        match if target == '-' { Some(Slot::ANY) } else { type_of(target, letters) } {
            Some(target) => list.push((slot, target)),
            None => {
                faults.push(unknown(to, target));
                break;
            }
        }
    }
    Converted { stored: Stored::Pairs(list), faults }
}
