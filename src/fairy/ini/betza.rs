//! What the engine does not make of a movement.
//!
//! What may enter: findings about the text of a movement. The movement itself is read by
//! [`crate::betza`].

use super::syntax::Entry;
use crate::betza::{self, Parts};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;

/// An atom with what stands around it.
pub(super) struct Group {
    pub(super) text: String,
    start: usize,
    end: usize,
}

/// Takes a movement apart as the engine scans it: groups, characters that are passed over,
/// and letters at the end to which no atom follows.
pub(super) fn scan(moves: &str) -> (Vec<Group>, Vec<(usize, char)>, Option<usize>) {
    let chars: Vec<(usize, char)> = moves.char_indices().collect();
    let mut groups = Vec::new();
    let mut skipped = Vec::new();
    let mut open: Option<Group> = None;
    let mut at = 0;
    while let Some(&(place, c)) = chars.get(at) {
        let modifier = "mcpgnifbvhrls".contains(c);
        let atom = "WFDNAHLCJZGKRBQ".contains(c);
        if !modifier && !atom {
            // The letter of en passant marks the type and means nothing to its moves.
            if c != 'e' {
                skipped.push((place, c));
            }
            at += 1;
            continue;
        }
        let mut group = open.take().unwrap_or(Group { text: String::new(), start: place, end: place });
        group.text.push(c);
        group.end = place + 1;
        if atom {
            if let Some((_, next)) = chars.get(at + 1).filter(|(_, n)| n.is_ascii_digit() || *n == c) {
                group.text.push(*next);
                group.end += 1;
                at += 1;
            }
            groups.push(group);
        } else {
            open = Some(group);
        }
        at += 1;
    }
    (groups, skipped, open.map(|group| group.start))
}

/// Says what the engine does not make of the movement of a type.
pub(super) fn lint(entry: &Entry, moves: &str, extent: u8, royal: bool, findings: &mut Vec<Diagnostic>) {
    // `king = k:`; without the colon another finding says so.
    let idle_royal = royal && moves.is_empty() && entry.value.text.ends_with(':');
    // Behind the letter and the separator.
    let offset = entry.value.text.len() - moves.len().min(entry.value.text.len());
    let place = |start: usize, end: usize| -> Span { entry.value.part(offset + start, offset + end) };
    let whole = place(0, moves.len());
    let key = &entry.key.text;
    let (groups, mut skipped, open) = scan(moves);
    // Blanks alone do no harm.
    if skipped.iter().all(|(_, c)| c.is_whitespace()) {
        skipped.clear();
    }
    if let (Some((first, _)), Some((last, c))) = (skipped.first(), skipped.last()) {
        let mut signs: Vec<char> = skipped.iter().map(|(_, c)| *c).collect();
        signs.dedup();
        let list: Vec<String> = signs.iter().map(|c| format!("`{c}`")).collect();
        findings.push(
            Diagnostic::new(
                codes::INI_BETZA_SKIPPED,
                place(*first, *last + c.len_utf8()),
                format!("`{key}`: the engine passes over {} in `{moves}`", list.join(", ")),
            )
            .help("the engine knows m c p g n i, f b v h r l s, the atoms W F D N A H L C J Z G K R B Q, and one digit or the same letter behind an atom"),
        );
    }
    if let Some(start) = open {
        findings.push(
            Diagnostic::new(
                codes::INI_BETZA_SKIPPED,
                place(start, moves.len()),
                format!("`{key}`: no atom follows `{}`", &moves[start..]),
            )
            .help("put an atom such as W behind it, or take it away"),
        );
    }
    let mut parts = Parts::new();
    for group in &groups {
        match betza::read(&group.text) {
            Ok(read) if read.is_empty() => {
                let first = group.text.contains('i') && group.text.contains('c');
                let (message, help) = if first {
                    ("first moves never capture", "leave out the c")
                } else {
                    ("the letters of direction select nothing", "write f, b, l, r, s, v alone, or pairs such as fs, rf, fh, hl")
                };
                findings.push(
                    Diagnostic::new(
                        codes::INI_BETZA_DIRECTION,
                        place(group.start, group.end),
                        format!("`{key}`: `{}` makes no move: {message}", group.text),
                    )
                    .help(help),
                );
            }
            Ok(read) => parts.extend(read),
            Err(_) => findings.push(
                Diagnostic::new(
                    codes::INI_BETZA_NO_MOVE,
                    place(group.start, group.end),
                    format!("`{key}`: the engine makes no move of `{}`", group.text),
                )
                .help("there are riders of W, F and N, hoppers of W and F, lame leaps of D, A, N and Z; every atom may leap"),
            ),
        }
    }
    if parts.is_empty() && !moves.is_empty() || idle_royal {
        findings.push(
            Diagnostic::new(codes::INI_NO_MOVES, whole, format!("`{key}` has no move in this engine"))
                .help("write `-` behind the equals sign if the type is not wanted"),
        );
    } else if let Some((x, y)) = betza::leaks(&parts, extent) {
        findings.push(
            Diagnostic::new(
                codes::INI_BETZA_LEAK,
                whole,
                format!("`{key}`: the engine does not keep the parts of `{moves}` apart: seen from White, it may also move by ({x}, {y}) in a way that no part says"),
            )
            .help("use riders of one kind and range on each line, or two types"),
        );
    }
}
