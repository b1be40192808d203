//! `ferry check`

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::address::{self, RulesFormat};
use super::{Failure, Outcome, Ran, output};
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::report;
use crate::source::{ReadError, SourceMap, Span};
use crate::zrf::file::RulesFile;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry check fixtures/zrf/chess.zrf
  ferry check fixtures/bad/*.zrf --format json

Every code is explained in docs/diagnostics.md.")]
pub(super) struct Args {
    /// Rules files, or folders to look through for .zrf files
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    format: CheckFormat,
    /// Exit with 1 for warnings, too
    #[arg(long)]
    strict: bool,
    /// Leave out the notes
    #[arg(long)]
    quiet: bool,
    /// Format of the files, where the name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<RulesFormat>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people, with the source lines
    Text,
    /// A list of objects
    Json,
    /// Workflow commands
    Github,
}

pub(super) fn run(args: &Args) -> Ran {
    let mut sources = SourceMap::new();
    let mut findings = Vec::new();
    let mut unreadable = false;
    let mut files = 0;
    for path in &args.paths {
        for path in expand_folder(path)? {
            address::need_zrf(&path, args.from)?;
            files += 1;
            unreadable |= !check_file(&mut sources, &path, &mut findings);
        }
    }
    if args.quiet {
        findings.retain(|d| d.severity > Severity::Note);
    }
    report::sort(&mut findings);
    match args.format {
        CheckFormat::Json => {
            let value = report::json::findings(&sources, &findings);
            output::line(&serde_json::to_string_pretty(&value).unwrap_or_default());
        }
        CheckFormat::Github => output::print(&report::github::findings(&sources, &findings)),
        CheckFormat::Text => {
            output::print(&report::text::findings(&sources, &findings, true));
            let counted = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
            output::line(&format!("{counted} checked: {}", report::summary(&findings)));
        }
    }
    let worst = findings.iter().map(|d| d.severity).max();
    if unreadable {
        return Err(Failure("not every file could be read".to_owned()).into());
    }
    Ok(match worst {
        Some(Severity::Error) => Outcome::Findings,
        Some(Severity::Warning) if args.strict => Outcome::Findings,
        _ => Outcome::Clean,
    })
}

/// Checks a file; false where it can't be read at all.
fn check_file(sources: &mut SourceMap, path: &Path, findings: &mut Vec<Diagnostic>) -> bool {
    match RulesFile::open(sources, path) {
        Ok(file) => {
            findings.extend(file.check());
            true
        }
        Err(error) => {
            let code = match error {
                ReadError::Io { .. } => codes::FILE_UNREADABLE,
                ReadError::TooLarge { .. } => codes::FILE_TOO_LARGE,
            };
            let file = sources.add_bytes(path, b"");
            findings
                .push(Diagnostic::new(code, Span::start_of(file), error.to_string()).help("check the path"));
            matches!(error, ReadError::TooLarge { .. })
        }
    }
}

/// The rules files of a folder, sorted; a file stands for itself.
fn expand_folder(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut out = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .map_err(|error| Failure(format!("cannot read {}: {error}", folder.display())))?;
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            // A link to a folder could lead round in circles.
            let is_folder = entry.file_type().is_ok_and(|t| t.is_dir());
            if is_folder {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) {
                out.push(path);
            }
        }
    }
    out.sort();
    Ok(out)
}
