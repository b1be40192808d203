//! Where an engine's program is found.

use std::path::{Path, PathBuf};

use super::Trouble;

/// An engine that `ferry` knows by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Fairy-Stockfish.
    FairyStockfish,
    /// Stockfish, which plays chess only.
    Stockfish,
    /// Sjaak II, which is told the rules.
    Sjaakii,
}

impl Known {
    /// All of them.
    pub const ALL: [Known; 3] = [Known::FairyStockfish, Known::Stockfish, Known::Sjaakii];

    /// As `--via` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Known::FairyStockfish => "fairy-stockfish",
            Known::Stockfish => "stockfish",
            Known::Sjaakii => "sjaakii",
        }
    }

    /// The environment variable that holds its command line.
    pub fn variable(self) -> &'static str {
        match self {
            Known::FairyStockfish => "FERRY_FAIRY_STOCKFISH",
            Known::Stockfish => "FERRY_STOCKFISH",
            Known::Sjaakii => "FERRY_SJAAKII",
        }
    }

    /// How to get one.
    fn remedy(self) -> &'static str {
        match self {
            Known::FairyStockfish => "run scripts/setup, or state one with --engine or FERRY_FAIRY_STOCKFISH",
            Known::Stockfish => "install the package `stockfish`, or state one with FERRY_STOCKFISH",
            Known::Sjaakii => "install the package `sjaakii`, or state one with FERRY_SJAAKII",
        }
    }
}

/// A program that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it was found: `--engine`, the variable's name, `.engines`, `PATH`.
    pub by: String,
}

/// Looks an engine up: what the user states, then the environment, then the folder
/// that `scripts/setup` fills (of the working directory, of one above it, or of the
/// checkout that this program was built in), then `PATH`.
///
/// # Errors
/// [`Trouble::Missing`] with the way to get one.
pub fn find(engine: Known, stated: Option<&str>) -> Result<Found, Trouble> {
    if let Some(line) = stated {
        return found(line, "--engine");
    }
    if let Ok(line) = std::env::var(engine.variable())
        && !line.trim().is_empty()
    {
        return found(&line, engine.variable());
    }
    let here = std::env::current_dir().ok();
    let program = std::env::current_exe().ok();
    let folders = here.iter().chain(program.iter()).flat_map(|p| p.ancestors());
    for folder in folders {
        let path = folder.join(".engines").join(engine.name());
        if path.is_file() {
            return Ok(Found { words: vec![path.display().to_string()], by: ".engines".into() });
        }
    }
    if let Some(path) = in_path(engine.name()) {
        return Ok(Found { words: vec![path.display().to_string()], by: "PATH".into() });
    }
    Err(Trouble::Missing(format!("no {} found: {}", engine.name(), engine.remedy())))
}

fn found(line: &str, by: &str) -> Result<Found, Trouble> {
    let words = words(line);
    if words.is_empty() {
        return Err(Trouble::Missing(format!("{by} holds no command line")));
    }
    Ok(Found { words, by: by.to_owned() })
}

/// A program of `PATH`; Debian keeps its games apart.
pub fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(name)).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// The words of a command line; quotes of either kind hold a word together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines() {
        assert_eq!(words("python3 'my engine.py'  -x"), ["python3", "my engine.py", "-x"]);
        assert_eq!(words("  "), Vec::<String>::new());
        assert_eq!(words("\"\""), [""]);
    }
}
