//! From text to nested lists, with several errors in one run.
//!
//! A balanced file is read as it is. Only where brackets or quotation marks do
//! not match, a second reading takes a `(` in the first column followed by
//! `define`, `game`, `variant`, `include` or `version` as the begin of a new
//! top-level form (reference 1.10): balanced files may nest such forms.

use std::rc::Rc;

use super::token::{Token, TokenKind, next_token};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{FileId, SourceMap, Span};

/// Lists may be nested this deep.
pub const MAX_NESTING: usize = 500;

/// So many closing brackets too many are told one by one.
pub const MAX_STRAY: usize = 50_000;

/// A word, string or list as it stands in a file.
#[derive(Debug, Clone)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: Span,
}

/// The three kinds of [`Node`].
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// A word.
    Word(Rc<str>),
    /// The raw text of a string, undecoded.
    Str(Rc<str>),
    /// A bracketed list.
    List(Rc<[Node]>),
}

impl Node {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn list(&self) -> Option<&[Node]> {
        match &self.kind {
            NodeKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The first word of a list.
    pub fn head(&self) -> Option<&str> {
        self.list()?.first()?.word()
    }
}

/// Reads the forms of a file.
pub fn parse(sources: &SourceMap, file: FileId) -> (Vec<Node>, Vec<Diagnostic>) {
    let text = sources.file(file).text.clone();
    let strict = Parser::new(&text, file, false).run();
    if strict.unbalanced {
        let mended = Parser::new(&text, file, true).run();
        return (mended.forms, mended.findings);
    }
    (strict.forms, strict.findings)
}

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    mend: bool,
    stack: Vec<(Span, Vec<Node>)>,
    forms: Vec<Node>,
    findings: Vec<Diagnostic>,
    unbalanced: bool,
    too_deep: bool,
    /// Closing brackets without an opening one, and the last of them.
    stray: usize,
    last_stray: Option<Span>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, file: FileId, mend: bool) -> Self {
        Parser {
            text,
            file,
            mend,
            stack: Vec::new(),
            forms: Vec::new(),
            findings: Vec::new(),
            unbalanced: false,
            too_deep: false,
            stray: 0,
            last_stray: None,
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    fn run(mut self) -> Self {
        let mut at = 0;
        while let Some(token) = next_token(self.text, at) {
            at = self.take(token);
            if self.unbalanced && !self.mend {
                return self;
            }
        }
        if !self.stack.is_empty() {
            self.unbalanced = true;
            self.close_all(None);
        }
        if let (Some(last), more @ 1..) = (self.last_stray, self.stray.saturating_sub(MAX_STRAY)) {
            let message = format!("{more} more closing brackets without an opening one, to this one");
            self.findings.push(
                Diagnostic::new(codes::STRAY_CLOSE, last, message)
                    .help(format!("the first {MAX_STRAY} are told one by one; is this a rules file?")),
            );
        }
        self
    }

    /// Takes a token in; answers where to read on.
    fn take(&mut self, token: Token<'_>) -> usize {
        let span = self.span(token.start, token.end);
        match token.kind {
            TokenKind::Open => {
                if self.mend && !self.stack.is_empty() && starts_form(self.text, token.start) {
                    self.close_all(Some(span));
                }
                self.stack.push((span, Vec::new()));
            }
            TokenKind::Close => match self.stack.pop() {
                Some((open, items)) => self.push_list(open.to(span), items),
                None => {
                    self.stray += 1;
                    self.last_stray = Some(span);
                    if self.stray <= MAX_STRAY {
                        let message = "closing bracket without an opening one";
                        self.findings.push(
                            Diagnostic::new(codes::STRAY_CLOSE, span, message)
                                .help("remove it, or look for a list above that is closed too soon"),
                        );
                    }
                }
            },
            TokenKind::Word(word) => self.push(Node { kind: NodeKind::Word(word.into()), span }),
            TokenKind::Str(raw) | TokenKind::OpenStr(raw) => {
                let open = matches!(token.kind, TokenKind::OpenStr(_));
                self.unbalanced |= open;
                if self.mend && (open || crosses_form(raw)) {
                    return self.cut_string(span, raw);
                }
                self.push(Node { kind: NodeKind::Str(raw.into()), span });
            }
        }
        token.end
    }

    /// A string that is not closed ends with its first line, before the
    /// brackets that end the line.
    fn cut_string(&mut self, span: Span, raw: &str) -> usize {
        let line = raw.find(['\n', '\r']).map_or(raw, |end| &raw[..end]);
        let text = line.trim_end().trim_end_matches([')', ' ', '\t']);
        let end = span.start as usize + 1 + text.len();
        let cut = self.span(span.start as usize, end);
        self.findings.push(
            Diagnostic::new(codes::UNCLOSED_STRING, cut, "this string is never closed")
                .help("add the closing quotation mark"),
        );
        self.push(Node { kind: NodeKind::Str(text.into()), span: cut });
        end
    }

    fn push(&mut self, node: Node) {
        match self.stack.last_mut() {
            Some((_, items)) => items.push(node),
            None => self.forms.push(node),
        }
    }

    fn push_list(&mut self, span: Span, items: Vec<Node>) {
        if self.stack.len() >= MAX_NESTING {
            if !std::mem::replace(&mut self.too_deep, true) {
                let message = format!("lists are nested more than {MAX_NESTING} deep");
                self.findings.push(
                    Diagnostic::new(codes::NESTING_TOO_DEEP, span, message)
                        .help("the lists inside are passed over; remove superfluous brackets"),
                );
            }
            return;
        }
        self.push(Node { kind: NodeKind::List(items.into()), span });
    }

    /// Closes every open list, at the end of the file or before a new form.
    fn close_all(&mut self, before: Option<Span>) {
        let Some((open, _)) = self.stack.first() else { return };
        let mut finding = Diagnostic::new(codes::UNCLOSED_LIST, *open, "this list is never closed");
        if let Some(next) = before {
            finding = finding.label(next, "a new form begins here");
        }
        let missing = self.stack.len();
        finding = finding.help(if missing == 1 {
            "a closing bracket is missing".to_owned()
        } else {
            format!("{missing} closing brackets are missing")
        });
        self.findings.push(finding);
        let end = before.map_or(self.text.len(), |next| next.start as usize);
        while let Some((open, items)) = self.stack.pop() {
            let close = self.span(end, end);
            self.push_list(open.to(close), items);
        }
    }
}

const FORM_HEADS: [&str; 5] = ["define", "game", "variant", "include", "version"];

/// Whether a bracket at `at` stands in the first column and opens a top-level form.
fn starts_form(text: &str, at: usize) -> bool {
    let first_column = at == 0 || matches!(text.as_bytes()[at - 1], b'\n' | b'\r');
    first_column
        && matches!(next_token(text, at + 1),
            Some(Token { kind: TokenKind::Word(word), .. }) if FORM_HEADS.contains(&word))
}

/// Whether the raw text of a string holds the begin of a top-level form.
fn crosses_form(raw: &str) -> bool {
    raw.match_indices('(').any(|(at, _)| at > 0 && starts_form(raw, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::path::Path;

    fn codes_of(text: &str) -> (usize, Vec<(&'static str, u32)>) {
        let mut map = SourceMap::new();
        let file = map.add_bytes(Path::new("x.zrf"), text.as_bytes());
        let (forms, findings) = parse(&map, file);
        (forms.len(), findings.iter().map(|d| (d.code.id(), d.span.unwrap().start)).collect())
    }

    #[test]
    fn a_balanced_file_may_nest_forms_in_the_first_column() {
        assert_eq!(codes_of("(game\n(define x)\n)"), (1, vec![]));
    }

    #[test]
    fn an_unclosed_list_ends_before_the_next_form() {
        assert_eq!(
            codes_of("(define x (n add)\n(game (title \"T\"))\n"),
            (2, vec![("zrf-unclosed-list", 0)])
        );
    }

    #[test]
    fn an_unclosed_string_gives_its_brackets_back() {
        let (forms, found) = codes_of("(game (title \"T))\n(define y)");
        assert_eq!((forms, found), (2, vec![("zrf-unclosed-string", 13)]));
    }

    #[test]
    fn deep_nesting_is_refused_and_does_not_overflow() {
        let text = "(".repeat(100_000) + &")".repeat(100_000);
        assert_eq!(codes_of(&text).1.len(), 1);
    }
}
