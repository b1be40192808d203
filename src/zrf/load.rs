//! Reading a rules file and the files that it includes.
//!
//! An include names a file relative to the one that includes it, in any letter
//! case and with either slash, and never one outside the folder of the rules
//! file. The forms of the included file take the place of the include, at the
//! top level or inside a game (reference 2.12).

use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::syntax::{Node, NodeKind, parse};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{FileId, ReadError, SourceMap, Span};

/// Includes may be nested this deep.
pub const MAX_INCLUDE_DEPTH: usize = 16;

/// The forms of a rules file with those of its includes in place.
pub struct Loaded {
    /// The file itself.
    pub file: FileId,
    /// Top-level forms.
    pub forms: Vec<Node>,
    /// What was found while reading.
    pub findings: Vec<Diagnostic>,
}

/// Reads `path` and all that it includes.
///
/// # Errors
/// [`ReadError`] where the rules file itself can't be read; a missing include is a finding.
pub fn load(sources: &mut SourceMap, path: &Path) -> Result<Loaded, ReadError> {
    let file = sources.read(path)?;
    let root = path.parent().map(|p| if p == Path::new("") { PathBuf::from(".") } else { p.to_owned() });
    Ok(load_file(sources, file, root))
}

/// The same for a file that is already read. Without a root folder every
/// include is missing.
pub fn load_file(sources: &mut SourceMap, file: FileId, root: Option<PathBuf>) -> Loaded {
    let mut loader =
        Loader { sources, root, findings: Vec::new(), stack: Vec::new(), read: FxHashMap::default() };
    let forms = loader.forms(file);
    Loaded { file, forms, findings: loader.findings }
}

struct Loader<'a> {
    sources: &'a mut SourceMap,
    root: Option<PathBuf>,
    findings: Vec<Diagnostic>,
    /// The files being read, outermost first: path as given, path without links.
    stack: Vec<(PathBuf, PathBuf)>,
    read: FxHashMap<PathBuf, Rc<[Node]>>,
}

impl Loader<'_> {
    fn forms(&mut self, file: FileId) -> Vec<Node> {
        let (forms, findings) = parse(self.sources, file);
        self.findings.extend(findings);
        let path = self.sources.file(file).path.clone();
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        self.stack.push((path, real));
        let forms = self.splice(&forms);
        self.stack.pop();
        forms
    }

    fn splice(&mut self, nodes: &[Node]) -> Vec<Node> {
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes {
            match (node.head(), &node.kind) {
                (Some("include"), NodeKind::List(items)) => match items.get(1).map(|n| &n.kind) {
                    Some(NodeKind::Str(name)) => {
                        let forms = self.include(name, items[1].span);
                        out.extend(forms.iter().cloned());
                    }
                    _ => self.findings.push(
                        Diagnostic::new(codes::MALFORMED, node.span, "`include` needs a file name in quotes")
                            .help("write (include \"file.zrf\")"),
                    ),
                },
                (_, NodeKind::List(items)) if contains_include(items) => {
                    let items = self.splice(items).into();
                    out.push(Node { kind: NodeKind::List(items), span: node.span });
                }
                _ => out.push(node.clone()),
            }
        }
        out
    }

    fn include(&mut self, name: &str, span: Span) -> Rc<[Node]> {
        let none: Rc<[Node]> = Rc::from([]);
        let Some(path) = self.resolve(name, span) else { return none };
        if let Some(forms) = self.read.get(&path) {
            return forms.clone();
        }
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        if self.stack.iter().any(|(_, open)| *open == real) || self.stack.len() >= MAX_INCLUDE_DEPTH {
            self.findings.push(
                Diagnostic::new(
                    codes::INCLUDE_LOOP,
                    span,
                    format!("including \"{name}\" goes round in a circle"),
                )
                .help("the include is passed over; remove it"),
            );
            return none;
        }
        match self.sources.read(&path) {
            Ok(file) => {
                let forms: Rc<[Node]> = self.forms(file).into();
                self.read.insert(path, forms.clone());
                forms
            }
            Err(error) => {
                self.missing(span, error.to_string());
                none
            }
        }
    }

    fn missing(&mut self, span: Span, message: String) {
        self.findings.push(
            Diagnostic::new(codes::INCLUDE_MISSING, span, message)
                .help("put the file beside the rules file; what it defines is missing here"),
        );
    }

    /// The path that an include names, or a finding.
    fn resolve(&mut self, name: &str, span: Span) -> Option<PathBuf> {
        let slashes = name.replace('\\', "/");
        let wanted = Path::new(&slashes);
        let Some(root) = self.root.clone() else {
            self.missing(span, format!("the included file \"{name}\" can't be looked up"));
            return None;
        };
        let here = self.stack.last().and_then(|(path, _)| path.parent()).unwrap_or(Path::new(""));
        let relative = normalise(here.strip_prefix(&root).unwrap_or(Path::new("")), wanted);
        let (Some(relative), false) = (relative, slashes.contains(':')) else {
            self.outside(name, span);
            return None;
        };
        let Some(found) = find_ignoring_case(&root, &relative) else {
            self.missing(span, format!("the included file \"{name}\" is not there"));
            return None;
        };
        // A link inside the folder may still lead out of it.
        let inside = match (root.canonicalize(), found.canonicalize()) {
            (Ok(root), Ok(found)) => found.starts_with(root),
            _ => false,
        };
        if !inside {
            self.outside(name, span);
            return None;
        }
        Some(found)
    }

    fn outside(&mut self, name: &str, span: Span) {
        self.findings.push(
            Diagnostic::new(
                codes::INCLUDE_OUTSIDE,
                span,
                format!("the include \"{name}\" leaves the folder of the rules file"),
            )
            .help("copy the file into that folder and include it from there"),
        );
    }
}

fn contains_include(items: &[Node]) -> bool {
    items.iter().any(|n| n.head() == Some("include") || n.list().is_some_and(contains_include))
}

/// `base/wanted` without `.` and `..`; `None` where it climbs above the root.
fn normalise(base: &Path, wanted: &Path) -> Option<PathBuf> {
    let mut out: Vec<&std::ffi::OsStr> = Vec::new();
    for part in base.components().chain(wanted.components()) {
        match part {
            Component::Normal(name) => out.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop()?;
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(out.iter().collect())
}

/// The file of a name below a folder, whatever the letter case and the slashes.
pub fn beside(folder: &Path, name: &str) -> Option<PathBuf> {
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let relative = normalise(Path::new(""), Path::new(&name.replace('\\', "/")))?;
    find_ignoring_case(folder, &relative)
}

/// The file below `root`, each part of the path in any letter case.
fn find_ignoring_case(root: &Path, relative: &Path) -> Option<PathBuf> {
    let mut path = root.to_owned();
    for part in relative.components() {
        let exact = path.join(part);
        if exact.exists() {
            path = exact;
            continue;
        }
        let wanted = part.as_os_str().to_string_lossy().to_lowercase();
        let mut names: Vec<_> = std::fs::read_dir(&path)
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.file_name()))
            .filter(|name| name.to_string_lossy().to_lowercase() == wanted)
            .collect();
        names.sort();
        path.push(names.into_iter().next()?);
    }
    path.is_file().then_some(path)
}
