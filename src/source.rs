//! Source files, places in them, and how bytes become text.
//!
//! What may enter: reading files, decoding, and turning byte offsets into
//! lines and columns. What a file *means* is no business of this room.
//!
//! Text is UTF-8 (a byte-order mark is dropped) or, where the bytes are not
//! valid UTF-8, Windows-1252: Zillions of Games was an 8-bit Windows program
//! and most of its non-ASCII files were written in that code page. Decoding
//! never fails. Offsets in a [`Span`] count bytes of the *decoded* text;
//! columns count characters, from 1.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files larger than this many bytes are refused (see [`ReadError::TooLarge`]).
pub const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// A file in a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A stretch of a file: byte offsets `start..end` of the decoded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch from the start of `self` to the end of `other`, which must
    /// lie behind it in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end, ..self }
    }

    /// The empty stretch at the beginning of `file`.
    pub fn start_of(file: FileId) -> Span {
        Span { file, start: 0, end: 0 }
    }
}

/// How the bytes of a file were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// Not valid UTF-8, hence read as Windows-1252.
    Windows1252,
}

/// A file that was read.
#[derive(Debug)]
pub struct SourceFile {
    /// As given by the user or by the `include` that named it.
    pub path: PathBuf,
    /// The decoded text.
    pub text: Arc<str>,
    /// How it was decoded.
    pub encoding: Encoding,
    /// Whether a byte-order mark stood in front. The text is without it.
    pub byte_order_mark: bool,
    line_starts: Vec<u32>,
    /// How many characters stand before each stretch of [`STRETCH`] bytes: a line may be long.
    characters: Vec<u32>,
}

/// A line and column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system said no.
    #[error("cannot read {}: {error}", shown(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The file is larger than [`MAX_FILE_BYTES`].
    #[error("{} has {bytes} bytes; the limit is {MAX_FILE_BYTES}", shown(path))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
}

/// All files of one reading, by [`FileId`].
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file from disk. The path `-` is standard input.
    ///
    /// # Errors
    /// [`ReadError`] where the file cannot be read or is over the size limit.
    pub fn read(&mut self, path: &Path) -> Result<FileId, ReadError> {
        let io = |error| ReadError::Io { path: path.to_owned(), error };
        let bytes = if path == Path::new("-") {
            read_limited(std::io::stdin().lock()).map_err(io)?
        } else {
            read_limited(std::fs::File::open(path).map_err(io)?).map_err(io)?
        };
        if bytes.len() as u64 > MAX_FILE_BYTES {
            let on_disk = std::fs::metadata(path).map_or(0, |m| m.len());
            return Err(ReadError::TooLarge {
                path: path.to_owned(),
                bytes: on_disk.max(bytes.len() as u64),
            });
        }
        Ok(self.add_bytes(path, &bytes))
    }

    /// Adds a file whose bytes are at hand.
    pub fn add_bytes(&mut self, path: &Path, bytes: &[u8]) -> FileId {
        let stripped = bytes.strip_prefix(b"\xef\xbb\xbf");
        let byte_order_mark = stripped.is_some();
        let bytes = stripped.unwrap_or(bytes);
        let (text, encoding): (Arc<str>, _) = match std::str::from_utf8(bytes) {
            Ok(text) => (text.into(), Encoding::Utf8),
            Err(_) => {
                let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
                (text.as_ref().into(), Encoding::Windows1252)
            }
        };
        let line_starts = std::iter::once(0).chain(line_breaks(&text).map(|at| at as u32)).collect();
        let id = FileId(self.files.len() as u32);
        let characters = stretches(&text);
        let path = path.to_owned();
        self.files.push(SourceFile { path, text, encoding, byte_order_mark, line_starts, characters });
        id
    }

    /// The file of an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were read.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }

    /// Line and column of the start of a span.
    pub fn start(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.start)
    }

    /// Line and column right behind a span.
    pub fn end(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.end)
    }
}

impl SourceFile {
    /// Line and column of a byte offset of the decoded text.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset) - 1;
        let column = self.characters_before(offset) - self.characters_before(self.line_starts[line]);
        LineColumn { line: line as u32 + 1, column: column + 1 }
    }

    /// The bytes of a line, from 0, its end included.
    pub fn line_range(&self, line: usize) -> std::ops::Range<usize> {
        let start = self.line_starts.get(line).map_or(self.text.len(), |at| *at as usize);
        let end = self.line_starts.get(line + 1).map_or(self.text.len(), |at| *at as usize);
        start..end
    }

    fn characters_before(&self, offset: u32) -> u32 {
        let (stretch, offset) = (offset as usize / STRETCH, offset as usize);
        let before = self.characters.get(stretch).copied().unwrap_or_default();
        before + begins(&self.text.as_bytes()[stretch * STRETCH..offset])
    }
}

/// Bytes between the places where characters are counted ahead.
const STRETCH: usize = 4096;

/// How many characters begin among some bytes of a text.
fn begins(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u32
}

fn stretches(text: &str) -> Vec<u32> {
    let mut before = 0;
    let mut out = vec![0];
    for stretch in text.as_bytes().chunks(STRETCH) {
        before += begins(stretch);
        out.push(before);
    }
    out
}

/// Whether a character orders a terminal about instead of being seen: control characters, marks
/// that turn the direction of writing, separators of lines and paragraphs.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text as it may be printed: characters that are not seen stand as `\u{…}`, line breaks and
/// tabs as they are. Nor can a line begin with `::` or hold `##[`, which CI services take for orders.
pub fn plain(text: &str) -> Cow<'_, str> {
    let breaks = |c: char| matches!(c, '\n' | '\t' | '\r');
    let is_order = |line: &str| line.trim_start().starts_with("::");
    let is_lone = |(at, _): (usize, &str)| text.as_bytes().get(at + 1) != Some(&b'\n');
    let clean = !text.chars().any(|c| is_unseen(c) && !breaks(c))
        && !text.match_indices('\r').any(is_lone)
        && !text.contains("##[")
        && !text.lines().any(is_order);
    if clean {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        let mut order = is_order(line);
        let mut rest = line.chars().peekable();
        let mut hashes = 0;
        while let Some(c) = rest.next() {
            let lone = c == '\r' && rest.peek() != Some(&'\n');
            let opens = c == '[' && hashes >= 2;
            hashes = if c == '#' { hashes + 1 } else { 0 };
            if lone || opens || order && c == ':' || is_unseen(c) && !breaks(c) {
                order = order && c != ':';
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            } else {
                out.push(c);
            }
        }
    }
    Cow::Owned(out)
}

/// A name or title on one line, as it may be printed.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_unseen(c) => {
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A path as people see it: on one line, with nothing that a terminal takes for an order.
pub fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

fn read_limited(reader: impl std::io::Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed, so that the caller sees the limit crossed.
    reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Offsets behind each line break: LF, CRLF or a lone CR.
fn line_breaks(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().filter_map(move |(i, &byte)| match byte {
        b'\n' => Some(i + 1),
        b'\r' if bytes.get(i + 1) != Some(&b'\n') => Some(i + 1),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &[u8], offset: u32) -> (u32, u32) {
        let mut map = SourceMap::new();
        let id = map.add_bytes(Path::new("x"), text);
        let at = map.file(id).line_column(offset);
        (at.line, at.column)
    }

    #[test]
    fn columns_count_characters_behind_non_ascii_text() {
        // "é" is two bytes in UTF-8: offset 3 is the third character.
        assert_eq!(place("é x".as_bytes(), 3), (1, 3));
        // The same text in Windows-1252 decodes to the same string.
        assert_eq!(place(b"\xe9 x", 3), (1, 3));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        assert_eq!(place(b"\xef\xbb\xbf(game)", 0), (1, 1));
    }

    #[test]
    fn all_three_line_ends_count_once() {
        assert_eq!(place(b"a\r\nb\rc\nd", 3), (2, 1));
        assert_eq!(place(b"a\r\nb\rc\nd", 5), (3, 1));
        assert_eq!(place(b"a\r\nb\rc\nd", 7), (4, 1));
    }
}
