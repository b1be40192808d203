//! Findings for a terminal, with the source lines that they concern.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, SourceMap};

/// Renders findings one after the other. `colour` adds terminal colours.
pub fn findings(sources: &SourceMap, findings: &[Diagnostic], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for d in findings {
        out.push_str(&renderer.render(&report(sources, d)));
        out.push_str("\n\n");
    }
    out
}

fn report<'a>(sources: &'a SourceMap, d: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(&d.message).id(d.code.id());
    let mut group = if d.span.is_some() || !d.labels.is_empty() {
        title.elements(snippets(sources, d))
    } else {
        Group::with_title(title)
    };
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(help));
    }
    vec![group]
}

/// One snippet a file; the file of the main place first.
fn snippets<'a>(
    sources: &'a SourceMap,
    d: &'a Diagnostic,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let mut files: Vec<FileId> = Vec::new();
    let spans = d.span.into_iter().chain(d.labels.iter().map(|l| l.span));
    for span in spans {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    files
        .into_iter()
        .map(|file| {
            let source = sources.file(file);
            let mut snippet =
                Snippet::source(&*source.text).path(source.path.display().to_string()).fold(true);
            if let Some(span) = d.span.filter(|s| s.file == file) {
                snippet = snippet.annotation(AnnotationKind::Primary.span(range(sources, span)));
            }
            for label in d.labels.iter().filter(|l| l.span.file == file) {
                snippet = snippet
                    .annotation(AnnotationKind::Context.span(range(sources, label.span)).label(&*label.text));
            }
            snippet
        })
        .collect()
}

/// The byte range to underline. A list of several lines is cut after its first
/// line: the place matters, not the length.
fn range(sources: &SourceMap, span: crate::source::Span) -> std::ops::Range<usize> {
    let text = sources.text(span);
    let first_line = text.find(['\n', '\r']).unwrap_or(text.len());
    span.start as usize..span.start as usize + first_line
}
