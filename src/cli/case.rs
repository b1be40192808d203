//! Case files: a difference with all that is needed to show it again.

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use serde::{Deserialize, Serialize};

use super::Failure;
use super::address::RulesFormat;
use super::play::Via;
use super::subject::Subject;
use crate::crosscheck::Difference;

/// A file of rules as it was.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct File {
    name: PathBuf,
    text: String,
}

/// Who played one side of a difference, what it began from, and what it answered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Side {
    pub(super) address: String,
    pub(super) via: String,
    version: String,
    files: Vec<File>,
    /// The position, where it is not the start of the game.
    pub(super) position: Option<String>,
    pub(super) path: Vec<String>,
    moves: Vec<String>,
    only: Vec<String>,
    over: Option<String>,
}

/// A case file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Case {
    ferry: String,
    fingerprint: String,
    /// The rules that it touches.
    #[serde(default)]
    rules: Vec<String>,
    pub(super) chess960: bool,
    board: String,
    /// Length of the sequences whose numbers differ, where that is the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) depth: Option<u32>,
    pub(super) sides: [Side; 2],
}

/// One side of a comparison, as a case file needs it.
pub(super) struct Origin<'o> {
    pub(super) subject: &'o Subject,
    pub(super) via: Via,
    pub(super) version: &'o str,
    /// Where the comparison began, where not at the start of the game.
    pub(super) position: &'o Option<String>,
}

impl Case {
    /// The case of a difference between two sides.
    pub(super) fn of(found: &Difference, sides: &[Origin<'_>; 2], chess960: bool) -> Case {
        let d = found.smallest();
        let side = |i: usize| {
            let Origin { subject, via, version, position } = &sides[i];
            let first = subject.sources.files().next().map(|(_, file)| file.path.clone());
            let root = first.as_deref().and_then(Path::parent).map(Path::to_owned).unwrap_or_default();
            let relative = |path: &Path| path.strip_prefix(&root).unwrap_or(path).to_owned();
            let files = (subject.sources.files())
                .map(|(_, file)| File { name: relative(&file.path), text: file.text.to_string() });
            Side {
                address: subject.address.clone(),
                via: via.name(),
                version: (*version).to_owned(),
                files: files.collect(),
                position: found.shrunk.as_ref().map(|s| s.from[i].clone()).or_else(|| (*position).clone()),
                path: d.path[i].clone(),
                moves: d.moves[i].clone(),
                only: d.only[i].clone(),
                over: d.over[i].clone(),
            }
        };
        Case {
            ferry: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: found.fingerprint(),
            rules: d.rules(),
            chess960,
            board: d.board.clone(),
            depth: d.counts.as_ref().map(|counts| counts.depth),
            sides: [side(0), side(1)],
        }
    }

    pub(super) fn read(path: &Path) -> Result<Case, Failure> {
        let fail = |e: String| Failure(format!("{}: {e}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
        serde_json::from_str(&text).map_err(|e| fail(format!("no case file: {e}")))
    }

    /// The rules of a side as they were, below a folder for them.
    pub(super) fn open(&self, side: usize, folder: &Path) -> Result<Subject, Failure> {
        let Side { address, files, .. } = &self.sides[side];
        let mut opened = address.clone();
        let mut from = None;
        for (number, file) in files.iter().enumerate() {
            // Nothing is written outside of the folder, whatever a case file names.
            let plain = file.name.components().all(|c| matches!(c, std::path::Component::Normal(_)));
            if !plain {
                return Err(Failure(format!("{address}: `{}` lies elsewhere", file.name.display())));
            }
            let path = folder.join(side.to_string()).join(&file.name);
            let fail = |e: std::io::Error| Failure(format!("cannot write {}: {e}", path.display()));
            path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(fail)?;
            std::fs::write(&path, &file.text).map_err(fail)?;
            if number == 0 {
                // What follows the path in the address: the game's name or number.
                let name = file.name.display().to_string();
                let behind = address.rfind(&name).map_or("", |at| &address[at + name.len()..]);
                opened = format!("{}{behind}", path.display());
                let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
                from = RulesFormat::from_str(extension, true).ok();
            }
        }
        let mut subject = Subject::open(&opened, from, self.chess960)?;
        subject.address = address.clone();
        Ok(subject)
    }

    pub(super) fn via(&self, side: usize) -> Result<Via, Failure> {
        Via::from_str(&self.sides[side].via, true).map_err(Failure)
    }
}

/// A folder of our own that goes away with us.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn new() -> Result<Scratch, Failure> {
        let path = std::env::temp_dir().join(format!("ferry-case-{}", std::process::id()));
        std::fs::create_dir(&path).map_err(|e| Failure(format!("cannot make {}: {e}", path.display())))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
