//! What became of the rules of a game on their way to another format.
//!
//! What may enter: how a conversion's report is drawn. The verdict stands first, then what was
//! assumed, every loss in full, the evidence, and one line for each piece or section that is exact.

pub mod json;
pub mod text;

use crate::rules::Item;
use crate::source::SourceMap;

/// The place of an item as editors read it, with a colon and a space behind; empty where there is
/// no file.
fn place(sources: &SourceMap, item: &Item) -> String {
    item.span.map_or_else(String::new, |span| {
        let at = sources.start(span);
        format!("{}:{}:{}: ", sources.file(span.file).path.display(), at.line, at.column)
    })
}

/// A loss in one line: word, code, place, rule and reason.
pub fn loss(sources: &SourceMap, item: &Item) -> String {
    let code = item.code.map(|code| format!("[{code}]")).unwrap_or_default();
    format!("{}{code}: {}{}: {}", item.fidelity.as_str(), place(sources, item), item.rule, item.why)
}
