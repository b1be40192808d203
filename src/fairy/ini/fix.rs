//! Writing the repairs that findings offer.
//!
//! What may enter: the application of edits to a text.

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::FileId;

/// The text with all repairs of findings of a file, and how many findings they mend. A
/// repair that would touch what another one has changed is left for the next time.
pub fn fix(text: &str, file: FileId, findings: &[Diagnostic]) -> (String, usize) {
    let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut chosen: Vec<Edit> = Vec::new();
    let mut mended = 0;
    for finding in findings {
        let edits: Vec<&Edit> = finding.edits.iter().filter(|edit| edit.span.file == file).collect();
        let meets = |a: &Edit, b: &Edit| {
            a.span.start < b.span.end && b.span.start < a.span.end || a.span.start == b.span.start
        };
        let known = edits.iter().all(|edit| chosen.contains(edit));
        if edits.is_empty()
            || !known && edits.iter().any(|edit| chosen.iter().any(|other| meets(edit, other)))
        {
            continue;
        }
        mended += 1;
        if !known {
            chosen.extend(edits.into_iter().cloned());
        }
    }
    chosen.sort_by_key(|edit| edit.span.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in chosen {
        let (start, mut end) = (edit.span.start as usize, edit.span.end as usize);
        out.push_str(&text[at..start]);
        out.push_str(&edit.text.replace('\n', ends));
        // A line that is gone leaves no empty line behind.
        let whole =
            text[..start].ends_with('\n') && edit.text.is_empty() && !text[start..end].trim().is_empty();
        if whole && let Some(rest) = text.get(end..) {
            let rest_of = ["\r\n", "\n"].into_iter().find(|line_end| rest.starts_with(line_end));
            end += rest_of.map_or(0, str::len);
        }
        at = end;
    }
    out.push_str(&text[at..]);
    (out, mended)
}
