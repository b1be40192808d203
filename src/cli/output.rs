//! Writing to the terminal: colours only where they show, and no panic when
//! the reader has gone.

use std::io::Write as _;

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
