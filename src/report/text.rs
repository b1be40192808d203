//! Findings for a terminal, with the source lines that they concern.
//!
//! Of each kind so many are shown that a person reads, [`MAX_SHOWN`], and how many more there are;
//! the renderer is given the lines around a finding, never a whole file. So the time is that of
//! reading the findings once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{FileId, SourceFile, SourceMap, Span, plain, shown};

/// So many findings of one kind are shown; the other formats give all.
pub const MAX_SHOWN: usize = 50;
/// Lines that are longer, in bytes, are not shown; nor is more text for one finding.
const MAX_SHOWN_BYTES: usize = 16 * 1024;

/// Renders findings one after the other. `colour` adds terminal colours.
pub fn findings(sources: &SourceMap, findings: &[Diagnostic], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    let mut met: BTreeMap<&str, (Code, usize)> = BTreeMap::new();
    for d in findings {
        let count = &mut met.entry(d.code.id()).or_insert((d.code, 0)).1;
        *count += 1;
        if *count <= MAX_SHOWN {
            out.push_str(&renderer.render(&report(sources, d)));
            out.push_str("\n\n");
        }
    }
    for (code, count) in met.into_values().filter(|(_, count)| *count > MAX_SHOWN) {
        let more = count - MAX_SHOWN;
        out.push_str(&format!("… and {more} more of the kind {code}; --format json lists all\n\n"));
    }
    out
}

fn report<'a>(sources: &'a SourceMap, d: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(plain(&d.message)).id(d.code.id());
    let mut group = Group::with_title(title);
    for file in files(d) {
        group = match snippet(sources, d, file) {
            Some(snippet) => group.element(snippet),
            None => group.element(origin(sources, d, file)),
        };
    }
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(plain(help)));
    }
    vec![group]
}

/// The files of a finding; that of the main place first.
fn files(d: &Diagnostic) -> Vec<FileId> {
    let mut files: Vec<FileId> = Vec::new();
    for span in d.span.into_iter().chain(d.labels.iter().map(|l| l.span)) {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    files
}

/// The lines of a file that a finding speaks of, if they are few and short enough to be shown.
fn snippet<'a>(
    sources: &'a SourceMap,
    d: &'a Diagnostic,
    file: FileId,
) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let source = sources.file(file);
    let main = d.span.filter(|span| span.file == file);
    let mut labels: Vec<(Span, &str)> =
        d.labels.iter().filter(|l| l.span.file == file).map(|l| (l.span, &*l.text)).collect();
    let spans = |labels: &[(Span, &str)]| -> Vec<Span> {
        main.into_iter().chain(labels.iter().map(|(span, _)| *span)).collect()
    };
    let mut lines = around(source, &spans(&labels));
    if lines.1.len() > MAX_SHOWN_BYTES && main.is_some() {
        // The other places are too far away: they are told, not shown.
        labels.clear();
        lines = around(source, &spans(&labels));
    }
    let (first, bytes) = lines;
    if bytes.len() > MAX_SHOWN_BYTES {
        return None;
    }
    let inside = |span: Span| {
        let range = range(sources, span);
        range.start - bytes.start..range.end - bytes.start
    };
    let mut snippet = Snippet::source(&source.text[bytes.clone()])
        .line_start(first + 1)
        .path(shown(&source.path))
        .fold(true);
    if let Some(span) = main {
        snippet = snippet.annotation(AnnotationKind::Primary.span(inside(span)));
    }
    for (span, text) in labels {
        let label: Cow<'a, str> = plain(text);
        snippet = snippet.annotation(AnnotationKind::Context.span(inside(span)).label(label));
    }
    Some(snippet)
}

/// The place of a finding without its text.
fn origin<'a>(sources: &SourceMap, d: &Diagnostic, file: FileId) -> Origin<'a> {
    let span = d.span.into_iter().chain(d.labels.iter().map(|l| l.span)).find(|span| span.file == file);
    let at = sources.start(span.unwrap_or(Span::start_of(file)));
    Origin::path(shown(&sources.file(file).path)).line(at.line as usize).char_column(at.column as usize)
}

/// The first of the lines that hold some places, from 0, and the bytes of all of them.
fn around(source: &SourceFile, spans: &[Span]) -> (usize, Range<usize>) {
    let line = |offset: u32| source.line_column(offset).line as usize - 1;
    let first = spans.iter().map(|span| line(span.start)).min().unwrap_or(0);
    let last = spans.iter().map(|span| line(span.start)).max().unwrap_or(0);
    // A line more on each side, as a reader wants them.
    let first = first.saturating_sub(1);
    (first, source.line_range(first).start..source.line_range(last + 1).end)
}

/// The byte range to underline. A list of several lines is cut after its first
/// line: the place matters, not the length.
fn range(sources: &SourceMap, span: Span) -> Range<usize> {
    let text = sources.text(span);
    let first_line = text.find(['\n', '\r']).unwrap_or(text.len());
    span.start as usize..span.start as usize + first_line
}
