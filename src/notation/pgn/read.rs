//! Games from a stream.

use std::io::{self, BufRead};

use encoding_rs::WINDOWS_1252;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{map, opt, value};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::{DEEPEST, Fault, Game, LONGEST_GAME, Place, Played, RESULTS, SIGNS, Variation};

/// Takes one game after the other from a stream.
pub struct Reader<R> {
    input: R,
    /// A line that was read ahead: the first of the next game.
    ahead: Option<String>,
    line: u64,
}

impl<R: BufRead> Reader<R> {
    /// A reader of all games in a stream.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, ahead: None, line: 0 }
    }

    fn next_line(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.ahead.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let limit = LONGEST_GAME as u64;
        if io::Read::take(&mut self.input, limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => WINDOWS_1252.decode_without_bom_handling(error.as_bytes()).0.into_owned(),
        };
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}').to_owned() } else { text };
        Ok(Some(text))
    }

    /// The text of the next game, and the line in which it begins.
    fn next_text(&mut self) -> io::Result<Option<(u64, String, bool)>> {
        let (mut text, mut first, mut too_long) = (String::new(), 0, false);
        let (mut moves, mut names) = (false, Vec::new());
        let mut in_comment = false;
        while let Some(line) = self.next_line()? {
            let tag = line.starts_with('[').then(|| tag_pair(line.trim_end()).ok()).flatten();
            let tag = tag.map(|(_, (name, _))| name);
            if text.is_empty() {
                if line.trim().is_empty() {
                    continue;
                }
                first = self.line;
            }
            let begins = match &tag {
                // Within a comment only what must be the first tag of a game counts.
                Some(name) if in_comment => *name == "Event",
                Some(name) => moves || names.contains(name),
                None => false,
            };
            if begins && !text.is_empty() {
                self.ahead = Some(line);
                return Ok(Some((first, text, too_long)));
            }
            match tag {
                Some(name) if !in_comment => names.push(name),
                _ if !in_comment && line.starts_with('%') => {}
                _ => {
                    moves |= !line.trim().is_empty();
                    in_comment = ends_in_comment(&line, in_comment);
                }
            }
            if text.len() + line.len() > LONGEST_GAME {
                too_long = true;
                // The rest of the game is passed over, so that the next one is found.
                continue;
            }
            text.push_str(&line);
        }
        Ok((!text.is_empty()).then_some((first, text, too_long)))
    }
}

/// Whether a comment in braces is open at the end of a line.
fn ends_in_comment(line: &str, open: bool) -> bool {
    let mut open = open;
    for c in line.chars() {
        match c {
            '{' => open = true,
            '}' => open = false,
            ';' if !open => return false,
            _ => {}
        }
    }
    open
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        match self.next_text() {
            Ok(Some((line, text, too_long))) => {
                let mut game = game(&text, line);
                if too_long {
                    let message =
                        format!("the game has more than {LONGEST_GAME} bytes; the rest of it is not read");
                    game.faults.push(Fault { place: game.place, message });
                }
                Some(Ok(game))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Part of the text of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token<'t> {
    Tag(String, String),
    Comment(&'t str),
    /// A comment that is never closed.
    Open(&'t str),
    Number,
    Glyph(u16),
    Begin,
    End,
    Result(&'static str),
    Move(&'t str),
    /// What can't be anything.
    Stray(char),
}

fn tag_pair(text: &str) -> IResult<&str, (String, String)> {
    let wrong = || nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Char));
    let space = || take_while(char::is_whitespace);
    let name = take_while1(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '#' | '=' | ':'));
    let (rest, name) = preceded((char('['), space()), name).parse(text)?;
    let (rest, _) = (space(), char('"')).parse(rest)?;
    let (mut out, mut chars) = (String::new(), rest.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    out.push(escaped);
                    chars.next();
                }
                _ => out.push(c),
            },
            '"' => match (space(), char(']')).parse(&rest[at + 1..]) {
                Ok((rest, _)) => return Ok((rest, (name.to_owned(), out))),
                // Some programs leave the signs within a value as they are.
                Err(_) => out.push(c),
            },
            // A value ends with its line.
            '\n' | '\r' => break,
            _ => out.push(c),
        }
    }
    Err(wrong())
}

fn comment(text: &str) -> IResult<&str, Token<'_>> {
    let closed = delimited(char('{'), take_till(|c| c == '}'), char('}'));
    let open = preceded(char('{'), take_while(|_| true));
    let line = preceded(char(';'), take_till(|c| matches!(c, '\n' | '\r')));
    alt((map(closed, Token::Comment), map(open, Token::Open), map(line, Token::Comment))).parse(text)
}

fn glyph(text: &str) -> IResult<&str, Token<'_>> {
    let numbered = map(preceded(char('$'), digit1), |digits: &str| digits.parse().unwrap_or(u16::MAX));
    let signed = |(sign, number)| value(number, tag(sign));
    let [a, b, c, d, e, f] = SIGNS.map(signed);
    let [g, h, i, j] = [("‼", 3), ("⁇", 4), ("⁉", 5), ("⁈", 6)].map(signed);
    map(alt((numbered, a, b, c, d, e, f, g, h, i, j)), Token::Glyph).parse(text)
}

/// The result, where nothing follows that belongs to it.
fn result(text: &str) -> IResult<&str, Token<'_>> {
    for result in RESULTS {
        if let Some(rest) = text.strip_prefix(result)
            && rest
                .chars()
                .next()
                .is_none_or(|c| c.is_whitespace() || matches!(c, '{' | ';' | '(' | ')' | '['))
        {
            return Ok((rest, Token::Result(result)));
        }
    }
    Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag)))
}

/// The number of a move: digits with points behind them, or alone.
fn number(text: &str) -> IResult<&str, Token<'_>> {
    let (rest, digits) = opt(digit1).parse(text)?;
    let (rest, points) = take_while(|c| matches!(c, '.' | '…')).parse(rest)?;
    let alone = rest.chars().next().is_none_or(|c| c.is_whitespace() || c == '{');
    match (digits, points) {
        (_, points) if !points.is_empty() => Ok((rest, Token::Number)),
        (Some(_), "") if alone => Ok((rest, Token::Number)),
        _ => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Digit))),
    }
}

fn move_text(text: &str) -> IResult<&str, Token<'_>> {
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '$') || "!?‼⁇⁈⁉".contains(c);
    map(take_while1(move |c| !ends(c)), Token::Move).parse(text)
}

fn token(text: &str) -> IResult<&str, Token<'_>> {
    let tag = map(tag_pair, |(name, value)| Token::Tag(name, value));
    let begin = value(Token::Begin, char('('));
    let end = value(Token::End, char(')'));
    let stray = map(nom::character::complete::anychar, Token::Stray);
    alt((tag, comment, begin, end, glyph, result, number, move_text, stray)).parse(text)
}

/// Counts lines and columns along a text.
struct Walk<'t> {
    text: &'t str,
    at: usize,
    place: Place,
}

impl Walk<'_> {
    fn to(&mut self, at: usize) {
        for c in self.text.get(self.at..at).unwrap_or_default().chars() {
            match c {
                '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
        }
        self.at = at;
    }
}

/// A line of moves that is being read, with the comments before its first move.
#[derive(Default)]
struct Open {
    comments: Vec<String>,
    line: Vec<Played>,
}

/// Reads the text of one game.
fn game(text: &str, first: u64) -> Game {
    let place = Place { line: first, column: 1 };
    let mut game = Game { place, ..Game::default() };
    let mut walk = Walk { text, at: 0, place };
    let mut open = vec![Open::default()];
    // How many variations more are open than may be.
    let mut too_deep = 0usize;
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        walk.to(text.len() - rest.len());
        if rest.is_empty() {
            break;
        }
        if walk.place.column == 1 && rest.starts_with('%') {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        if walk.place.column == 1 && rest.starts_with('[') && tag_pair(rest).is_err() {
            let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
            let message = format!("`{}` is no tag; write `[Name \"value\"]`", short(line.trim_end()));
            game.faults.push(Fault { place: walk.place, message });
            rest = behind;
            continue;
        }
        let Ok((behind, token)) = token(rest) else { break };
        rest = behind;
        let mut fault = |message: String| game.faults.push(Fault { place: walk.place, message });
        if too_deep > 0 {
            match token {
                Token::Begin => too_deep += 1,
                Token::End => too_deep -= 1,
                _ => {}
            }
            continue;
        }
        let depth = open.len();
        let Some(current) = open.last_mut() else { break };
        match token {
            Token::Tag(name, value) => game.tags.push((name, value)),
            token @ (Token::Comment(text) | Token::Open(text)) => {
                if let Token::Open(_) = token {
                    fault("this comment is never closed; write `}` behind it".to_owned());
                }
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                match current.line.last_mut() {
                    Some(played) => played.comments.push(text),
                    None => current.comments.push(text),
                }
            }
            Token::Number => {}
            Token::Glyph(number) => match current.line.last_mut() {
                Some(played) => played.glyphs.push(number),
                None => fault("an annotation before any move".to_owned()),
            },
            Token::Begin if current.line.is_empty() => {
                fault("a variation before any move; it is not read".to_owned());
                too_deep = 1;
            }
            Token::Begin if depth > DEEPEST => {
                fault(format!("variations within each other: {DEEPEST} at most are read"));
                too_deep = 1;
            }
            Token::Begin => open.push(Open::default()),
            Token::End if depth == 1 => fault("`)` without `(`".to_owned()),
            Token::End => close(&mut open),
            Token::Result(text) if depth == 1 => game.result = Some(text.to_owned()),
            // Behind a variation a result is a comment on it.
            Token::Result(_) => {}
            Token::Move(text) => {
                if depth == 1 && game.result.is_some() {
                    fault(format!("`{}` stands behind the result", short(text)));
                }
                current.line.push(Played { place: walk.place, text: text.to_owned(), ..Played::default() });
            }
            Token::Stray(c) => fault(format!("`{c}` has no meaning here")),
        }
    }
    if open.len() > 1 {
        game.faults
            .push(Fault { place: walk.place, message: "`(` without `)` at the end of the game".into() });
    }
    while open.len() > 1 {
        close(&mut open);
    }
    if let Some(main) = open.pop() {
        game.comments = main.comments;
        game.line = main.line;
    }
    game
}

/// Puts the innermost variation behind the move in whose place it stands.
fn close(open: &mut Vec<Open>) {
    let Some(Open { comments, line }) = open.pop() else { return };
    if let Some(played) = open.last_mut().and_then(|outer| outer.line.last_mut()) {
        played.variations.push(Variation { comments, line });
    }
}

/// As much of a text as a person can read.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
