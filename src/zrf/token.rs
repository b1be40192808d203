//! Tokens of a rules file: brackets, strings, words.
//!
//! Lenient where Zillions is: any run of characters other than white space,
//! brackets, quotation marks and semicolons is a word (reference 1.4); a
//! no-break space, Ctrl-Z and NUL count as white space outside strings (1.7).

use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{map, recognize, value};
use nom::error::ParseError;
use nom::multi::many0_count;
use nom::sequence::preceded;
use nom::{IResult, Offset as _, Parser as _};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// The raw text between two quotation marks.
    Str(&'a str),
    /// The raw text from a quotation mark to the end of the file.
    OpenStr(&'a str),
    /// A word.
    Word(&'a str),
}

/// A token with its byte range in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind<'a>,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{a0}' | '\u{1a}' | '\0')
}

fn is_word(c: char) -> bool {
    !is_space(c) && !matches!(c, '(' | ')' | '"' | ';')
}

fn blank<'a, E: ParseError<&'a str>>(input: &'a str) -> IResult<&'a str, (), E> {
    let comment = preceded(char(';'), take_till(|c| c == '\n' || c == '\r'));
    value((), many0_count(alt((take_while1(is_space), recognize(comment))))).parse(input)
}

fn kind<'a, E: ParseError<&'a str>>(input: &'a str) -> IResult<&'a str, TokenKind<'a>, E> {
    let text = || take_while(|c| c != '"');
    alt((
        value(TokenKind::Open, char('(')),
        value(TokenKind::Close, char(')')),
        map((char('"'), text(), char('"')), |(_, s, _)| TokenKind::Str(s)),
        map(preceded(char('"'), text()), TokenKind::OpenStr),
        map(take_while1(is_word), TokenKind::Word),
    ))
    .parse(input)
}

/// Reads the next token at or behind byte `at` of `text`; `None` at the end.
pub fn next_token(text: &str, at: usize) -> Option<Token<'_>> {
    let rest = &text[at..];
    let (behind_blank, ()) = blank::<()>(rest).ok()?;
    let (behind, kind) = kind::<()>(behind_blank).ok()?;
    Some(Token { kind, start: at + rest.offset(behind_blank), end: at + rest.offset(behind) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        let mut at = 0;
        std::iter::from_fn(|| {
            let token = next_token(text, at)?;
            at = token.end;
            Some(token.kind)
        })
        .collect()
    }

    #[test]
    fn comments_end_words_and_hide_brackets() {
        use TokenKind::*;
        assert_eq!(kinds("a;(\n(\"b;c\")\u{a0}d"), [Word("a"), Open, Str("b;c"), Close, Word("d")]);
    }

    #[test]
    fn an_open_string_takes_the_rest() {
        assert_eq!(kinds("(x \"y )"), [TokenKind::Open, TokenKind::Word("x"), TokenKind::OpenStr("y )")]);
    }

    #[test]
    fn trailing_blanks_and_comments_are_no_token() {
        assert_eq!(kinds("  ; end"), []);
    }
}
