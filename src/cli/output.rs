//! Writing to the terminal: colours only where they show, no panic when the reader has gone, and
//! nothing of a file that could lead a terminal or a CI service astray.
//!
//! A write that fails is remembered and told once, at the end of the command: engines are put
//! away before the program exits. A closed pipe is no failure; the command keeps its exit code.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::report;
use crate::source::{SourceMap, plain, shown};

/// Whether nobody reads standard output any more.
static CLOSED: AtomicBool = AtomicBool::new(false);
/// Why standard output could not be written.
static FAILED: Mutex<Option<String>> = Mutex::new(None);

/// Prints to standard output. What a terminal or a CI service would take for an order is escaped.
pub(super) fn print(text: &str) {
    write(plain(text).as_bytes());
}

/// Prints a line to standard output.
pub(super) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// Prints data as JSON to standard output.
pub(super) fn json(value: &impl Serialize) {
    line(&json_text(value));
}

/// Data as JSON, of which no character can turn the text of a terminal round.
pub(super) fn json_text(value: &impl Serialize) -> String {
    report::json::text(value)
}

/// Prints what a renderer made, which escapes by itself, colours included.
pub(super) fn rendered(text: &str) {
    write(text.as_bytes());
}

fn write(bytes: &[u8]) {
    if is_closed() {
        return;
    }
    let mut out = anstream::stdout().lock();
    if let Err(error) = out.write_all(bytes).and_then(|()| out.flush()) {
        CLOSED.store(true, Ordering::Relaxed);
        if error.kind() != std::io::ErrorKind::BrokenPipe {
            *FAILED.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error.to_string());
        }
    }
}

/// Whether what is printed reaches nobody, so that work for the eye alone can stop.
pub(super) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Why standard output could not be written, where that happened.
pub(super) fn failure() -> Option<Failure> {
    let failed = FAILED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    failed.as_ref().map(|error| Failure(format!("cannot write to standard output: {error}")))
}

/// Prints an error of the tool to standard error.
pub(super) fn complain(message: &str) {
    let bold_red = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{bold_red}error{bold_red:#}: {}", plain(message));
}

/// Prints findings to standard error, as for people.
pub(super) fn show_findings(sources: &SourceMap, findings: &[Diagnostic]) {
    // The stream drops the colours where the terminal takes none.
    let _ = write!(anstream::stderr(), "{}", report::text::findings(sources, findings, true));
}

/// Prints lines to standard error.
pub(super) fn note(text: &str) {
    let _ = write!(anstream::stderr(), "{}", plain(text));
}

/// A bar on standard error, drawn on a terminal only.
pub(super) fn progress(steps: u64, of_what: &str) -> indicatif::ProgressBar {
    let progress = indicatif::ProgressBar::new(steps);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {of_what}, {{elapsed}} {{wide_msg}}");
    progress.set_style(
        indicatif::ProgressStyle::with_template(&template)
            .unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()),
    );
    progress
}

/// A line on standard error that says since when something runs: on a terminal only, after a second.
pub(super) struct Watch {
    over: std::sync::mpsc::Sender<()>,
    clock: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    pub(super) fn new(what: String) -> Watch {
        let (over, wait) = std::sync::mpsc::channel();
        let clock = std::io::stderr().is_terminal().then(|| {
            std::thread::spawn(move || {
                let tick = std::time::Duration::from_secs(1);
                let mut seconds = 0;
                while wait.recv_timeout(tick) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    seconds += 1;
                    let _ = write!(anstream::stderr(), "\r{what}, {seconds} s ");
                }
                if seconds > 0 {
                    // The line is taken back: what counts stands on standard output.
                    let _ = write!(anstream::stderr(), "\r{:1$}\r", "", what.len() + 24);
                }
            })
        });
        Watch { over, clock }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.over.send(());
        if let Some(clock) = self.clock.take() {
            let _ = clock.join();
        }
    }
}

/// Writes a file whole or not at all; `-` is standard output.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_files(&[(path, bytes)])
}

/// Writes all of these files, or none of them.
pub(super) fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let mut waiting: Vec<(PathBuf, &Path)> = Vec::new();
    let mut write_all = || {
        let mut special = Vec::new();
        for (path, bytes) in files {
            let fail = |error: std::io::Error| Failure(format!("cannot write {}: {error}", shown(path)));
            if *path == Path::new("-") {
                special.push((*path, *bytes));
                continue;
            }
            // Things that are no plain files can't be replaced.
            if path.exists() && !path.is_file() {
                if path.is_dir() {
                    return Err(Failure(format!("cannot write {}: it is a folder", shown(path))));
                }
                special.push((*path, *bytes));
                continue;
            }
            let beside = beside(path)?;
            waiting.push((beside.clone(), path));
            std::fs::write(beside, bytes).map_err(fail)?;
        }
        for (path, bytes) in special {
            if path == Path::new("-") {
                write(bytes);
                failure().map_or(Ok(()), Err)?;
                continue;
            }
            std::fs::write(path, bytes)
                .map_err(|error| Failure(format!("cannot write {}: {error}", shown(path))))?;
        }
        Ok(())
    };
    let written = write_all().and_then(|()| {
        waiting.iter().try_for_each(|(beside, path)| {
            std::fs::rename(beside, path)
                .map_err(|error| Failure(format!("cannot write {}: {error}", shown(path))))
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
    let name = path.file_name().ok_or_else(|| Failure(format!("{} is no file name", shown(path))))?;
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.new", std::process::id()));
    Ok(folder.join(beside))
}
