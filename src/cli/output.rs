//! Writing to the terminal: colours only where they show, and no panic when
//! the reader has gone.

use std::io::Write as _;
use std::path::Path;

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::report;
use crate::source::SourceMap;

/// Prints to standard output. A closed pipe ends the program quietly.
pub(super) fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Prints a line to standard output.
pub(super) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// Prints an error of the tool to standard error.
pub(super) fn complain(message: &str) {
    let bold_red = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{bold_red}error{bold_red:#}: {message}");
}

/// Prints findings to standard error, as for people.
pub(super) fn show_findings(sources: &SourceMap, findings: &[Diagnostic]) {
    // The stream drops the colours where the terminal takes none.
    let _ = write!(anstream::stderr(), "{}", report::text::findings(sources, findings, true));
}

/// Prints lines to standard error.
pub(super) fn note(text: &str) {
    let _ = write!(anstream::stderr(), "{text}");
}

/// Writes a file whole or not at all.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure(format!("cannot write {}: {error}", path.display()));
    let name = path.file_name().ok_or_else(|| Failure(format!("{} is no file name", path.display())))?;
    // Things that are no plain files can't be replaced.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes).map_err(fail);
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.new", std::process::id()));
    let temporary = folder.join(beside);
    std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path)).map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        fail(error)
    })
}
