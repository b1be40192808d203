//! `ferry expand`

use super::{Failure, Outcome, Ran, address, output};
use crate::source::SourceMap;
use crate::zrf::tree::Form;

#[derive(clap::Args)]
#[command(after_help = "Example:
  ferry expand fixtures/zrf/chess.zrf

Each line ends with the place in the source that it comes from.")]
pub(super) struct Args {
    /// A rules file, or an address that names one game
    file: String,
    /// Only this game or variant, by title
    game: Option<String>,
}

pub(super) fn run(args: &Args) -> Ran {
    let mut parsed = address::Address::parse(&args.file)?;
    let whole = args.game.is_none() && parsed.selection == crate::zrf::file::Selection::First;
    if let Some(title) = &args.game {
        parsed.selection = crate::zrf::file::Selection::Named(title.clone());
    }
    let mut sources = SourceMap::new();
    let file = address::open(&mut sources, &parsed.path)?;
    output::show_findings(
        &sources,
        &file
            .findings
            .iter()
            .filter(|d| d.severity == crate::diagnostic::Severity::Error)
            .cloned()
            .collect::<Vec<_>>(),
    );
    let mut printer = Printer { sources: &sources, main: file.file, out: String::new() };
    if whole {
        for form in &file.forms {
            printer.form(form, 0, "");
        }
    } else {
        let game = file.select(&parsed.selection).map_err(Failure)?;
        printer.open(&game.head, 0);
        for section in &game.sections {
            printer.form(&section.form, 1, "");
        }
        printer.flush(")");
    }
    printer.end();
    let errors = file.findings.iter().any(|d| d.severity == crate::diagnostic::Severity::Error);
    Ok(if errors { Outcome::Findings } else { Outcome::Clean })
}

/// Prints forms with one inner list a line, each line with its place.
struct Printer<'a> {
    sources: &'a SourceMap,
    main: crate::source::FileId,
    out: String,
}

/// Lists up to this many characters stay on one line.
const WIDTH: usize = 88;

impl Printer<'_> {
    fn open(&mut self, head: &Form, depth: usize) {
        let text = format!("{}({}", "  ".repeat(depth), crate::zrf::text::one_line(head));
        self.line(&text, head);
    }

    fn line(&mut self, text: &str, form: &Form) {
        let span = form.span();
        let at = self.sources.start(span);
        let path = self.sources.file(span.file).path.display().to_string();
        let place = if span.file == self.main { String::new() } else { format!("{path}:") };
        let end = format!(" ; {place}{}:{}", at.line, at.column);
        self.flush(&format!("{text:<WIDTH$}{end}"));
    }

    fn flush(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
        if self.out.len() > 1 << 16 {
            self.end();
        }
    }

    fn end(&mut self) {
        output::print(&std::mem::take(&mut self.out));
    }

    fn form(&mut self, form: &Form, depth: usize, closing: &str) {
        let indent = "  ".repeat(depth);
        if let Some(text) = short(form, WIDTH.saturating_sub(indent.len() + closing.len())) {
            return self.line(&format!("{indent}{text}{closing}"), form);
        }
        let items = form.items();
        // The words at the head stay on the first line.
        let words = items.iter().take_while(|i| !i.is_list()).count();
        let head: Vec<String> = items[..words].iter().map(crate::zrf::text::one_line).collect();
        self.line(&format!("{indent}({}", head.join(" ")), form);
        for (i, item) in items[words..].iter().enumerate() {
            let last = words + i + 1 == items.len();
            let closing = if last { format!("){closing}") } else { String::new() };
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.form(item, depth + 1, &closing));
        }
        if words == items.len() {
            self.flush(&format!("{indent}){closing}"));
        }
    }
}

/// The form on one line, if it is short enough.
fn short(form: &Form, room: usize) -> Option<String> {
    if !form.is_list() {
        return Some(crate::zrf::text::one_line(form));
    }
    let mut out = String::from("(");
    for (i, item) in form.items().iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        out.push_str(&short(item, room.checked_sub(out.len())?)?);
        if out.len() + 1 > room {
            return None;
        }
    }
    out.push(')');
    Some(out)
}
