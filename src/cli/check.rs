//! `ferry check`

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::address::{self, RulesFormat};
use super::{Failure, Outcome, Ran, output};
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::fairy::keys::Release;
use crate::fairy::{self, builtins, ini};
use crate::native;
use crate::report;
use crate::source::{Encoding, ReadError, SourceMap, Span};
use crate::zrf::file::RulesFile;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  ferry check fixtures/zrf/chess.zrf
  ferry check fixtures/bad/*.zrf --format json
  ferry check variants.ini --target 14
  ferry check fixtures/seeds/enep.toml
  ferry check variants.ini --fix

Every code is explained in docs/diagnostics.md.")]
pub(super) struct Args {
    /// Rules files (.zrf, .ini, .toml), or folders to look through for .zrf files and variants*.ini
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
    /// Say what this release of Fairy-Stockfish does not read (11, 11.1, 11.2, 13, 13.1, 14,
    /// 14.0.1, latest, or a day as 2023-09-10)
    #[arg(long, value_name = "RELEASE", value_parser = release)]
    target: Option<Release>,
    /// Write the repairs that change nothing but the fault (.ini only)
    #[arg(long)]
    fix: bool,
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
    /// Static analysis results, version 2.1.0
    Sarif,
}

/// A release of the engine, on the command line.
pub(super) fn release(text: &str) -> Result<Release, String> {
    let names: Vec<&str> = Release::names().collect();
    Release::parse(text).ok_or_else(|| format!("no release of the engine; they are {}", names.join(", ")))
}

pub(super) fn run(args: &Args) -> Ran {
    let mut sources = SourceMap::new();
    let mut findings = Vec::new();
    let mut unreadable = false;
    let mut files = 0;
    for path in &args.paths {
        for path in expand_folder(path)? {
            files += 1;
            let read = match address::format_of(&path, args.from)? {
                RulesFormat::Ini => check_ini(args, &mut sources, &path, &mut findings)?,
                RulesFormat::Toml => check_toml(&mut sources, &path, &mut findings),
                RulesFormat::Zrf => check_file(&mut sources, &path, &mut findings),
            };
            unreadable |= !read;
        }
    }
    if args.quiet {
        findings.retain(|d| d.severity > Severity::Note);
    }
    report::sort(&mut findings);
    match args.format {
        CheckFormat::Json => {
            let value = report::json::findings(&sources, &findings);
            output::json(&value);
        }
        CheckFormat::Sarif => {
            let value = report::sarif::findings(&sources, &findings);
            output::json(&value);
        }
        CheckFormat::Github => output::rendered(&report::github::findings(&sources, &findings)),
        CheckFormat::Text => {
            output::rendered(&report::text::findings(&sources, &findings, true));
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
        Err(error) => not_read(sources, path, &error, findings),
    }
}

/// Checks every game of a file of the own format; false where it can't be read at all.
fn check_toml(sources: &mut SourceMap, path: &Path, findings: &mut Vec<Diagnostic>) -> bool {
    let file = match sources.read(path) {
        Ok(file) => file,
        Err(error) => return not_read(sources, path, &error, findings),
    };
    match native::File::open(sources, file) {
        Ok(read) => {
            let count = read.names().len();
            for found in
                (0..count).filter_map(|index| read.game(index, sources, &fairy::built_in_rules).err())
            {
                // What is wrong with a parent is said once.
                let new: Vec<Diagnostic> = found.into_iter().filter(|d| !findings.contains(d)).collect();
                findings.extend(new);
            }
        }
        Err(found) => findings.extend(found),
    }
    true
}

/// Says why a file is not read; false where it can't be read at all.
fn not_read(sources: &mut SourceMap, path: &Path, error: &ReadError, findings: &mut Vec<Diagnostic>) -> bool {
    let code = match error {
        ReadError::Io { .. } => codes::FILE_UNREADABLE,
        ReadError::TooLarge { .. } => codes::FILE_TOO_LARGE,
    };
    let file = sources.add_bytes(path, b"");
    findings.push(Diagnostic::new(code, Span::start_of(file), error.to_string()).help("check the path"));
    matches!(error, ReadError::TooLarge { .. })
}

/// Repairs may uncover others, but not for ever.
const FIX_ROUNDS: usize = 8;

/// Checks a `variants.ini`, after writing its repairs where that is asked for.
fn check_ini(
    args: &Args,
    sources: &mut SourceMap,
    path: &Path,
    findings: &mut Vec<Diagnostic>,
) -> Result<bool, Failure> {
    if args.fix && path == Path::new("-") {
        return Err(Failure("standard input can't be written to; --fix needs a file".to_owned()));
    }
    let mut mended = 0;
    for _ in 0..FIX_ROUNDS {
        // A map of its own, so that the findings of the repaired text alone are shown.
        let mut scratch = SourceMap::new();
        let Some(file) = args.fix.then(|| scratch.read(path).ok()).flatten() else { break };
        let reading = ini::read(ini::Input::of(&scratch, file), &builtins::builtin);
        let source = scratch.file(file);
        let (text, count) = ini::fix(&source.text, file, &reading.findings);
        if count == 0 {
            break;
        }
        mended += count;
        match source.encoding {
            Encoding::Utf8 => output::write_file(path, text.as_bytes())?,
            Encoding::Windows1252 => output::write_file(path, &encoding_rs::WINDOWS_1252.encode(&text).0)?,
        }
    }
    if mended > 0 {
        let plural = if mended == 1 { "" } else { "s" };
        output::note(&format!("{}: {mended} finding{plural} mended\n", path.display()));
    }
    let file = match sources.read(path) {
        Ok(file) => file,
        Err(error) => return Ok(not_read(sources, path, &error, findings)),
    };
    let reading = ini::read(ini::Input::of(sources, file), &builtins::builtin);
    if let Some(release) = args.target {
        findings.extend(ini::target_findings(&reading, release));
    }
    findings.extend(reading.findings);
    Ok(true)
}

/// Whether a file of a folder is a rules file by its name.
fn is_rules_file(path: &Path) -> bool {
    let has = |extension: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension));
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    has("zrf") || has("ini") && stem.contains("variants")
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
            } else if is_rules_file(&path) {
                out.push(path);
            }
        }
    }
    out.sort();
    Ok(out)
}
