//! Rules addresses: `PATH`, `PATH#NAME`, `PATH##N`, `-`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{Failure, output};
use crate::fairy;
use crate::native;
use crate::source::{ReadError, SourceMap, shown};
use crate::zrf::file::{RulesFile, Selection};
use crate::zrf::program::Program;
use crate::zrf::readings::Readings;

/// Formats of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum RulesFormat {
    /// Zillions rules file
    Zrf,
    /// Fairy-Stockfish variants.ini
    Ini,
    /// The own format
    Toml,
}

/// A rules address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) path: PathBuf,
    pub(super) selection: Selection,
}

impl Address {
    pub(super) fn parse(text: &str) -> Result<Address, Failure> {
        if let Some(name) = text.strip_prefix("fairy:") {
            return Err(Failure(format!(
                "`{name}` is built into the engine; this command reads Zillions rules files (.zrf) only"
            )));
        }
        let (path, selection) = split(text)?;
        Ok(Address { path: path.into(), selection })
    }
}

/// An address at its `#`. A path may hold that sign: the longest path that is there counts, and
/// where none is there the first sign does.
fn split(text: &str) -> Result<(&str, Selection), Failure> {
    let there = |path: &&str| Path::new(path).is_file();
    let cuts = || text.match_indices('#').map(|(at, _)| at);
    let cut = match cuts().next() {
        None => return Ok((text, Selection::First)),
        Some(_) if there(&text) => return Ok((text, Selection::First)),
        Some(first) => cuts().rev().find(|at| there(&&text[..*at])).unwrap_or(first),
    };
    let (path, behind) = (&text[..cut], &text[cut + 1..]);
    let Some(number) = behind.strip_prefix('#') else {
        return Ok((path, Selection::Named(behind.to_owned())));
    };
    let number = number
        .parse()
        .map_err(|_| Failure(format!("`{text}`: behind ## the number of a game must stand, from 1")))?;
    Ok((path, Selection::Number(number)))
}

/// The format of a path, by its extension or as stated.
pub(super) fn format_of(path: &Path, stated: Option<RulesFormat>) -> Result<RulesFormat, Failure> {
    if let Some(format) = stated {
        return Ok(format);
    }
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("zrf") => Ok(RulesFormat::Zrf),
        Some("ini") => Ok(RulesFormat::Ini),
        Some("toml") => Ok(RulesFormat::Toml),
        _ => Err(Failure(format!(
            "{}: the format can't be told from the name; state it with --from zrf",
            shown(path)
        ))),
    }
}

/// Only rules files are read by this version.
pub(super) fn need_zrf(path: &Path, stated: Option<RulesFormat>) -> Result<(), Failure> {
    match format_of(path, stated)? {
        RulesFormat::Zrf => Ok(()),
        RulesFormat::Ini | RulesFormat::Toml => {
            Err(Failure(format!("{}: this version reads Zillions rules files (.zrf) only", shown(path))))
        }
    }
}

/// Reads the file of an address.
pub(super) fn open(sources: &mut SourceMap, path: &Path) -> Result<RulesFile, Failure> {
    RulesFile::open(sources, path).map_err(|error: ReadError| Failure(error.to_string()))
}

/// A game that can be run.
pub(super) struct Runnable {
    pub(super) sources: SourceMap,
    pub(super) program: Program,
    /// How many games of the file come before it whose titles give the same section name.
    pub(super) namesakes: usize,
    /// How many games the file has.
    pub(super) games: usize,
}

/// The number of games of a file of the own format.
pub(super) fn count_own(path: &Path) -> Result<usize, Failure> {
    let mut sources = SourceMap::new();
    let file = sources.read(path).map_err(|error| Failure(error.to_string()))?;
    match native::File::open(&sources, file) {
        Ok(read) => Ok(read.names().len()),
        Err(findings) => {
            output::show_findings(&sources, &findings);
            Err(Failure(format!("{}: it can't be read for the reasons above", shown(path))))
        }
    }
}

/// The number of games and variants of a rules file.
pub(super) fn count(path: &Path) -> Result<usize, Failure> {
    Ok(open(&mut SourceMap::new(), path)?.playable().count())
}

/// Reads the game of an address so that it can be run; what stands in the way is shown.
pub(super) fn runnable(
    address: &str,
    from: Option<RulesFormat>,
    readings: Readings,
) -> Result<Runnable, Failure> {
    runnable_at(&Address::parse(address)?, from, readings)
}

/// The same for an address that is parsed.
pub(super) fn runnable_at(
    address: &Address,
    from: Option<RulesFormat>,
    readings: Readings,
) -> Result<Runnable, Failure> {
    need_zrf(&address.path, from)?;
    let mut sources = SourceMap::new();
    let file = RulesFile::open_as(&mut sources, &address.path, readings);
    let file = file.map_err(|error| Failure(error.to_string()))?;
    let fail = |text: String| Failure(format!("{}: {text}", shown(&address.path)));
    let obstacles_of_file =
        || file.findings.iter().filter(|d| d.severity == crate::diagnostic::Severity::Error);
    let game = match file.select(&address.selection) {
        Ok(game) => game,
        Err(message) => {
            let findings: Vec<_> = obstacles_of_file().cloned().collect();
            output::show_findings(&sources, &findings);
            return Err(fail(message));
        }
    };
    let built = file.build(game);
    let slug = fairy::write::slug(&game.title);
    let before = file.playable().take_while(|other| !std::ptr::eq(*other, game));
    let namesakes = before.filter(|other| fairy::write::slug(&other.title) == slug).count();
    let games = file.playable().count();
    let obstacles: Vec<_> = file.obstacles(&built).into_iter().cloned().collect();
    if !obstacles.is_empty() {
        output::show_findings(&sources, &obstacles);
        return Err(fail(format!("the game \"{}\" can't be run for the reasons above", game.title)));
    }
    match built.program {
        Some(program) if program.plugin.is_none() => Ok(Runnable { sources, program, namesakes, games }),
        Some(_) => Err(fail(format!(
            "\"{}\" is a plug-in game: its rules are in a program and not in the file",
            game.title
        ))),
        None => Err(fail(format!("the game \"{}\" can't be run", game.title))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_forms() {
        let parse = |text: &str| Address::parse(text).map(|a| (a.path, a.selection)).ok();
        assert_eq!(parse("a.zrf"), Some(("a.zrf".into(), Selection::First)));
        assert_eq!(parse("a.zrf#My Game"), Some(("a.zrf".into(), Selection::Named("My Game".into()))));
        assert_eq!(parse("a.zrf##3"), Some(("a.zrf".into(), Selection::Number(3))));
        assert_eq!(parse("a.zrf##x"), None);
    }

    #[test]
    fn the_longest_path_that_is_there_comes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name).display().to_string();
        for name in ["a#b.zrf", "a#b.zrf#c.zrf", "a"] {
            std::fs::write(at(name), "").expect("a file");
        }
        let parse = |text: &str| Address::parse(text).map(|a| (a.path, a.selection)).ok();
        assert_eq!(parse(&at("a#b.zrf")), Some((at("a#b.zrf").into(), Selection::First)));
        assert_eq!(parse(&at("a#b.zrf#c.zrf")), Some((at("a#b.zrf#c.zrf").into(), Selection::First)));
        assert_eq!(parse(&at("a#b.zrf#c.zrf#G")).map(|a| a.0), Some(at("a#b.zrf#c.zrf").into()));
        assert_eq!(parse(&at("a#b.zrf##2")), Some((at("a#b.zrf").into(), Selection::Number(2))));
        assert_eq!(parse(&at("a#b.zrf#My # Game")).map(|a| a.0), Some(at("a#b.zrf").into()));
        assert_eq!(parse(&at("a##b")), None, "the file `a` is there, and b is no number");
    }
}
