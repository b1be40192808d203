//! The file as the engine takes it apart: headers, keys, values.
//!
//! What may enter: which bytes are a header, a comment, a key, a value. What they mean is
//! the business of [`super::section`].
//!
//! Leniency: everything is read somehow, as the engine does. What the engine passes over
//! is found and said.
//!
//! - Everything before the first line that begins with `[` is passed over.
//! - A header runs to the next `]`, over line ends too; the rest of its line is passed
//!   over. A header without a line end behind it makes no section.
//! - A body line that begins with `;` or `#` is a comment; there is no comment behind a
//!   value. One carriage return at the end of a line is dropped.
//! - A key runs to the first `=` and loses spaces at its end, nothing else. A value loses
//!   white space in front, nothing at its end. Lines with an empty value, or nothing in
//!   front of `=`, are passed over.

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::source::{FileId, SourceFile, SourceMap, Span};

use super::super::keys;

/// More sections are not read.
pub const MAX_SECTIONS: usize = 2_000;
/// More assignments are not read.
pub const MAX_ENTRIES: usize = 20_000;

/// The text of a file.
#[derive(Debug, Clone, Copy)]
pub struct Input<'t> {
    /// Which file.
    pub file: FileId,
    /// Its text, without a byte-order mark.
    pub text: &'t str,
    /// Whether there was a byte-order mark.
    pub byte_order_mark: bool,
}

impl<'t> Input<'t> {
    /// A file of the map.
    pub fn of(sources: &'t SourceMap, file: FileId) -> Input<'t> {
        let SourceFile { text, byte_order_mark, .. } = sources.file(file);
        Input { file, text, byte_order_mark: *byte_order_mark }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }
}

impl<'t> From<&'t str> for Input<'t> {
    fn from(text: &'t str) -> Input<'t> {
        let stripped = text.strip_prefix('\u{feff}');
        Input { file: FileId(0), text: stripped.unwrap_or(text), byte_order_mark: stripped.is_some() }
    }
}

/// A piece of text and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl Spanned {
    /// The place of some bytes of the text.
    pub fn part(&self, start: usize, end: usize) -> Span {
        let at = |n: usize| self.span.start + self.text.floor_char_boundary(n.min(self.text.len())) as u32;
        Span { start: at(start), end: at(end), ..self.span }
    }
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key, without spaces at its end.
    pub key: Spanned,
    /// The value.
    pub value: Spanned,
    /// The whole line without its end.
    pub line: Span,
}

/// A section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// From bracket to bracket.
    pub header: Span,
    /// What stands in front of the first colon.
    pub name: Spanned,
    /// What stands behind it, unless that is empty.
    pub parent: Option<Spanned>,
    /// Keys and values in the order of the file, those that later ones replace included.
    pub entries: Vec<Entry>,
    /// Where the body begins: behind the line end of the header.
    pub body: Span,
}

impl Section {
    /// The entry that is in force: the last one of the key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.key.text == key)
    }
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File {
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

impl File {
    /// The part of a file's text that the sections of one name need: they themselves and those
    /// that they come from, in the order of the file. What else stands there may be broken.
    pub fn needed(&self, text: &str, name: &str) -> String {
        let mut names = vec![name.to_owned()];
        let mut at = 0;
        while let Some(name) = names.get(at).cloned() {
            at += 1;
            for section in self.sections.iter().filter(|section| section.name.text == name) {
                let parent = section.parent.iter().map(|parent| parent.text.clone());
                let new: Vec<String> = parent.filter(|parent| !names.contains(parent)).collect();
                names.extend(new);
            }
        }
        let wanted = self.sections.iter().filter(|section| names.contains(&section.name.text));
        let part = |section: &Section| text.get(section.header.start as usize..section.body.end as usize);
        wanted.filter_map(part).map(|part| part.trim_end().to_owned() + "\n").collect()
    }
}

/// The next line from `at` without its end, and where the one behind it begins.
fn line(text: &str, at: usize) -> (&str, usize) {
    match text[at..].find('\n') {
        Some(length) => (&text[at..at + length], at + length + 1),
        None => (&text[at..], text.len()),
    }
}

/// Takes a file apart.
pub fn parse(input: Input<'_>, findings: &mut Vec<Diagnostic>) -> File {
    let text = input.text;
    let mut at = 0;
    // The mark is in front of the first bracket, so that the line does not begin with it.
    if input.byte_order_mark {
        if text.starts_with('[') {
            let place = input.span(0, line(text, 0).0.trim_end().len());
            findings.push(
                Diagnostic::new(
                    codes::INI_BYTE_ORDER_MARK,
                    place,
                    "a byte-order mark hides this section from the engine",
                )
                .help("save the file as UTF-8 without a byte-order mark")
                // The text is without the mark, so that writing it is enough.
                .edit(input.span(0, 0), ""),
            );
        }
        at = line(text, 0).1;
    }
    let mut lost = None;
    while at < text.len() && !text[at..].starts_with('[') {
        let (content, next) = line(text, at);
        let bare = content.trim();
        if lost.is_none() && !bare.is_empty() && !bare.starts_with([';', '#']) {
            lost = Some(input.span(at, at + content.trim_end().len()));
        }
        at = next;
    }
    if let Some(place) = lost {
        let header = text[place.start as usize..].trim_start().starts_with('[');
        let message =
            if header { "a header must begin its line" } else { "this stands in front of every section" };
        findings.push(
            Diagnostic::new(
                codes::INI_BEFORE_SECTIONS,
                place,
                format!("{message}: the engine passes over it"),
            )
            .help("begin a section with its name in brackets, as in [name:chess]"),
        );
    }
    let mut file = File::default();
    let mut entries = 0;
    while at < text.len() {
        let Some((mut section, next)) = header(input, at, findings) else { break };
        at = body(input, next, &mut section, findings);
        entries += section.entries.len();
        if file.sections.len() == MAX_SECTIONS || entries > MAX_ENTRIES {
            let message = format!(
                "more than {MAX_SECTIONS} sections or {MAX_ENTRIES} assignments: nothing is read from here on"
            );
            findings
                .push(Diagnostic::new(codes::INI_TOO_MANY, section.header, message).help("split the file"));
            break;
        }
        file.sections.push(section);
    }
    file
}

/// Reads a header whose bracket is at `at`; `None` where the file ends within.
fn header(input: Input<'_>, at: usize, findings: &mut Vec<Diagnostic>) -> Option<(Section, usize)> {
    let text = input.text;
    let start = at + 1;
    let first_line = input.span(at, at + line(text, at).0.trim_end().len());
    let Some(length) = text[start..].find(']') else {
        findings.push(
            Diagnostic::new(
                codes::INI_UNCLOSED_HEADER,
                first_line,
                "the header is not closed: it swallows the rest of the file",
            )
            .help("close it with ]"),
        );
        return None;
    };
    let end = start + length;
    let inside = &text[start..end];
    if inside.contains('\n') {
        findings.push(
            Diagnostic::new(
                codes::INI_UNCLOSED_HEADER,
                first_line,
                "the header is not closed on its line: it runs on to the next bracket",
            )
            .help("close it with ]"),
        );
    }
    let whole = input.span(at, end + 1);
    if end + 1 == text.len() {
        findings.push(
            Diagnostic::new(
                codes::INI_HEADER_AT_END,
                whole,
                "the file ends behind the bracket: the engine makes no section of it",
            )
            .help("end the line")
            .edit(input.span(end + 1, end + 1), "\n"),
        );
        return None;
    }
    let (rest, next) = line(text, end + 1);
    let rest = rest.trim();
    if rest.contains('=') && !rest.starts_with([';', '#']) {
        findings.push(
            Diagnostic::new(
                codes::INI_BEHIND_HEADER,
                input.span(end + 1, end + 1 + line(text, end + 1).0.trim_end().len()),
                "what stands behind the bracket is passed over",
            )
            .help("put it on a line of its own"),
        );
    }
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name, Some(parent)),
        None => (inside, None),
    };
    // The engine takes the parent up to the end of its line.
    let parent = parent.map(|p| p.split('\n').next().unwrap_or_default()).filter(|p| !p.is_empty());
    let behind = start + name.len() + 1;
    let section = Section {
        header: whole,
        name: Spanned { text: name.to_owned(), span: input.span(start, start + name.len()) },
        parent: parent.map(|p| Spanned { text: p.to_owned(), span: input.span(behind, behind + p.len()) }),
        entries: Vec::new(),
        body: input.span(next, next),
    };
    Some((section, next))
}

/// Reads the lines up to the next header.
fn body(input: Input<'_>, from: usize, section: &mut Section, findings: &mut Vec<Diagnostic>) -> usize {
    let text = input.text;
    let mut at = from;
    while at < text.len() && !text[at..].starts_with('[') {
        let (content, next) = line(text, at);
        let content = content.strip_suffix('\r').unwrap_or(content);
        if !content.is_empty() && !content.starts_with([';', '#']) {
            match content.split_once('=') {
                Some((key, value)) => entry(input, at, content, (key, value), section, findings),
                None => findings.push(no_assignment(input, at, content)),
            }
        }
        at = next;
    }
    section.body.end = at as u32;
    at
}

fn entry(
    input: Input<'_>,
    at: usize,
    content: &str,
    (key, value): (&str, &str),
    section: &mut Section,
    findings: &mut Vec<Diagnostic>,
) {
    let line = input.span(at, at + content.len());
    let bare = content.trim_start();
    if bare.len() < content.len() && bare.starts_with([';', '#']) {
        findings.push(
            Diagnostic::new(
                codes::INI_INDENTED_COMMENT,
                line,
                "an indented comment is none: the engine takes it for a key",
            )
            .help("begin the line with ; or #")
            .edit(input.span(at, at + content.len() - bare.len()), ""),
        );
        return;
    }
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\u{b}' | '\u{c}');
    let start = at + content.len() - value.trim_start_matches(is_space).len();
    let value = value.trim_start_matches(is_space);
    if key.is_empty() {
        findings.push(
            Diagnostic::new(
                codes::INI_SYNTAX,
                line,
                "no key stands in front of `=`: the line is passed over",
            )
            .help("name the key"),
        );
        return;
    }
    let key_text = key.trim_end_matches(' ');
    if value.is_empty() {
        findings.push(
            Diagnostic::new(
                codes::INI_EMPTY_VALUE,
                line,
                format!("`{key_text}` has no value: the line is passed over"),
            )
            .help("give it a value, or take the line away"),
        );
        return;
    }
    section.entries.push(Entry {
        key: Spanned { text: key_text.to_owned(), span: input.span(at, at + key_text.len()) },
        value: Spanned { text: value.to_owned(), span: input.span(start, at + content.len()) },
        line,
    });
}

/// A line that is neither comment nor assignment.
fn no_assignment(input: Input<'_>, at: usize, content: &str) -> Diagnostic {
    let line = input.span(at, at + content.len());
    let bare = content.trim();
    if bare.is_empty() {
        return Diagnostic::new(codes::INI_BLANK_LINE, line, "a line of blanks counts as a line without `=`")
            .help("leave the line empty")
            .edit(line, "");
    }
    let indent = content.len() - content.trim_start().len();
    if indent > 0 && bare.starts_with([';', '#']) {
        return Diagnostic::new(codes::INI_INDENTED_COMMENT, line, "an indented comment is none")
            .help("begin the line with ; or #")
            .edit(input.span(at, at + indent), "");
    }
    if indent > 0 && bare.starts_with('[') {
        return Diagnostic::new(
            codes::INI_SYNTAX,
            line,
            "an indented header is none: what follows belongs to the section above",
        )
        .help("begin the line with the bracket")
        .edit(input.span(at, at + indent), "");
    }
    let message = "neither a comment nor an assignment: the engine passes over the line";
    if let Some((key, value)) = content.split_once(':') {
        let colon = input.span(at + key.len(), at + key.len() + 1);
        let finding = Diagnostic::new(codes::INI_SYNTAX, colon, message);
        let known = keys::lookup(key.trim()).is_some() && !value.trim().is_empty();
        let finding = finding.help("write `=` between key and value, not `:`");
        // Only where a key is meant for certain.
        return if known {
            finding.edit(colon, if key.ends_with(' ') { "=" } else { " =" })
        } else {
            finding
        };
    }
    let word = bare.split_whitespace().next().unwrap_or_default();
    let near = did_you_mean(word, keys::all().iter().map(|key| key.name.as_str()));
    let known = keys::lookup(word).is_some();
    let help = match near {
        _ if known => format!("write `=` behind `{word}`"),
        Some(near) => near,
        None => "begin a comment with ; or #".to_owned(),
    };
    Diagnostic::new(codes::INI_SYNTAX, line, message).help(help)
}
