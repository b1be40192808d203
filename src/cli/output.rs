//! Writing to the terminal: colours only where they show, and no panic when
//! the reader has gone.

use std::io::Write as _;
use std::path::{Path, PathBuf};

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
    write_files(&[(path, bytes)])
}

/// Writes all of these files, or none of them.
pub(super) fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let mut waiting: Vec<(PathBuf, &Path)> = Vec::new();
    let mut write_all = || {
        let mut special = Vec::new();
        for (path, bytes) in files {
            let fail = |error: std::io::Error| Failure(format!("cannot write {}: {error}", path.display()));
            // Things that are no plain files can't be replaced.
            if path.exists() && !path.is_file() {
                if path.is_dir() {
                    return Err(Failure(format!("cannot write {}: it is a folder", path.display())));
                }
                special.push((*path, *bytes));
                continue;
            }
            let beside = beside(path)?;
            waiting.push((beside.clone(), path));
            std::fs::write(beside, bytes).map_err(fail)?;
        }
        for (path, bytes) in special {
            std::fs::write(path, bytes)
                .map_err(|error| Failure(format!("cannot write {}: {error}", path.display())))?;
        }
        Ok(())
    };
    let written = write_all().and_then(|()| {
        waiting.iter().try_for_each(|(beside, path)| {
            std::fs::rename(beside, path)
                .map_err(|error| Failure(format!("cannot write {}: {error}", path.display())))
        })
    });
    if written.is_err() {
        for (beside, _) in &waiting {
            let _ = std::fs::remove_file(beside);
        }
    }
    written
}

/// The name of a file beside another one, in which it is prepared.
fn beside(path: &Path) -> Result<PathBuf, Failure> {
    let name = path.file_name().ok_or_else(|| Failure(format!("{} is no file name", path.display())))?;
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.new", std::process::id()));
    Ok(folder.join(beside))
}
