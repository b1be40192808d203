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
    /// Rules files (.zrf, .ini, .toml), or folders to look through for them
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
        let folder = expand_folder(path)?;
        passed_over(&mut sources, path, &folder, &mut findings);
        for path in folder.rules {
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
            for index in 0..count {
                let found = read.check(index, sources, &fairy::built_in_rules);
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
    let mut reading = ini::read(ini::Input::of(sources, file), &builtins::builtin);
    if let Some(release) = args.target {
        ini::advise(&mut reading.findings, release);
        findings.extend(ini::target_findings(&reading, release));
    }
    findings.extend(reading.findings);
    Ok(true)
}

/// Says what of a folder was not checked, and where nothing was.
fn passed_over(sources: &mut SourceMap, path: &Path, folder: &Folder, findings: &mut Vec<Diagnostic>) {
    for path in &folder.others {
        let file = sources.add_bytes(path, b"");
        let message = "passed over: nothing in it looks like rules";
        findings.push(
            Diagnostic::new(codes::FILE_PASSED_OVER, Span::start_of(file), message)
                .help("name the file itself if it holds rules"),
        );
    }
    if folder.rules.is_empty() {
        let file = sources.add_bytes(path, b"");
        findings.push(
            Diagnostic::new(
                codes::FILE_NONE,
                Span::start_of(file),
                "no rules file is in this folder: nothing was checked",
            )
            .help("rules files end in .zrf, .ini or .toml; name one, or the folder where they are"),
        );
    }
}

/// What a file of a folder is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Rules,
    /// By its name it might be rules, by its contents not.
    Doubtful,
    Other,
}

/// So much of a file tells whether it holds rules.
const SNIFFED: u64 = 1 << 16;

/// What a file of a folder is, by its name and its beginning: many programs have files that end
/// in `.ini` or `.toml`.
fn found(path: &Path) -> Found {
    let has = |extension: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension));
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    if has("zrf") || has("ini") && stem.contains("variants") {
        return Found::Rules;
    }
    if !has("ini") && !has("toml") {
        return Found::Other;
    }
    let mut head = Vec::new();
    let read = std::fs::File::open(path)
        .and_then(|file| std::io::Read::read_to_end(&mut std::io::Read::take(file, SNIFFED), &mut head));
    let text = String::from_utf8_lossy(&head);
    let key = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
    let tells = |line: &str| match has("ini") {
        true => line.contains('=') && fairy::keys::lookup(&key(line)).is_some(),
        false => {
            matches!(line.trim(), "[board]" | "[[pieces]]" | "[[variants]]" | "[[royals]]")
                || key(line) == "extends" && line.contains("fairy:")
        }
    };
    // What can't be read is said where it is checked.
    if read.is_err() || text.lines().any(tells) { Found::Rules } else { Found::Doubtful }
}

/// The files of a folder.
#[derive(Default)]
struct Folder {
    rules: Vec<PathBuf>,
    others: Vec<PathBuf>,
}

/// The rules files of a folder, sorted; a file stands for itself.
fn expand_folder(path: &Path) -> Result<Folder, Failure> {
    if !path.is_dir() {
        return Ok(Folder { rules: vec![path.to_owned()], others: Vec::new() });
    }
    let mut out = Folder::default();
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
            } else {
                match found(&path) {
                    Found::Rules => out.rules.push(path),
                    Found::Doubtful => out.others.push(path),
                    Found::Other => {}
                }
            }
        }
    }
    out.rules.sort();
    out.others.sort();
    Ok(out)
}
