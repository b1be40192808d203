//! Reading `variants.ini` as the engine does, with everything that is to be said about it.
//!
//! What may enter: text, and the [`Config`]s that the engine would have of it. What the
//! settings mean for the legal moves is the business of `super::lower`.
//!
//! Reading and checking are one pass: [`read`] gives the settings and the findings. A
//! section of which the engine makes nothing, or nothing defined, gives no [`Config`] and
//! a finding of severity error. Errors do not mean that there is no [`Config`]: the engine
//! plays on with what it has understood, and so do we.

mod betza;
mod checks;
mod crash;
mod fen;
mod field;
mod fit;
mod fix;
mod report;
mod section;
mod start;
mod syntax;
mod target;
mod value;

use std::collections::BTreeMap;

pub use fen::{Complaint, FenFault, validate as validate_fen};
pub use field::settings;
pub use fix::fix;
pub use syntax::{Entry, File, Input, Section, Spanned};
pub use target::{advise, findings as target_findings};

use crate::diagnostic::{Diagnostic, codes};
use crate::fairy::config::Config;
use section::Fate;

/// What a file gives.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The text, taken apart.
    pub file: File,
    /// The variants that the engine has afterwards, in order.
    pub configs: Vec<Config>,
    /// For each section of the file the place of its settings in `configs`.
    pub config_of: Vec<Option<usize>>,
    /// Everything that is to be said.
    pub findings: Vec<Diagnostic>,
}

/// Reads a file. `known` gives the variants that exist beforehand: those that are built in,
/// see [`crate::fairy::builtins::builtin`].
pub fn read<'t>(input: impl Into<Input<'t>>, known: &dyn Fn(&str) -> Option<Config>) -> Reading {
    let input = input.into();
    let mut findings = Vec::new();
    let file = syntax::parse(input, &mut findings);
    let mut reading = Reading { file, ..Reading::default() };
    // By name: the place in `configs`, or none where there is nothing defined.
    let mut names: BTreeMap<String, Option<usize>> = BTreeMap::new();
    for (at, section) in reading.file.sections.iter().enumerate() {
        let name = &section.name.text;
        reading.config_of.push(None);
        section_name(section, &mut findings);
        if names.contains_key(name) || known(name).is_some() {
            findings.push(exists(section, &reading.file.sections[..at]));
            continue;
        }
        let parent = match &section.parent {
            None => None,
            Some(parent) => match names.get(&parent.text) {
                Some(Some(place)) => Some(reading.configs[*place].clone()),
                Some(None) => {
                    let message =
                        format!("`{}` can't be inherited from, for the reasons given there", parent.text);
                    findings.push(
                        Diagnostic::new(codes::INI_NO_PARENT, parent.span, message)
                            .help("mend that section first"),
                    );
                    names.insert(name.clone(), None);
                    continue;
                }
                None => match known(&parent.text) {
                    Some(config) => Some(config),
                    None => {
                        findings.push(no_parent(section, at, &reading.file.sections, &names));
                        continue;
                    }
                },
            },
        };
        let evaluated = section::evaluate(section, parent.as_ref(), &mut findings);
        match evaluated.fate {
            // The engine does not have it, so that the name is free.
            Fate::Dropped => {}
            Fate::Undefined => {
                undefined_board(section, &evaluated.config, &mut findings);
                names.insert(name.clone(), None);
            }
            Fate::Kept => {
                checks::check(section, parent.as_ref(), &evaluated, &mut findings);
                names.insert(name.clone(), Some(reading.configs.len()));
                reading.config_of[at] = Some(reading.configs.len());
                reading.configs.push(evaluated.config);
            }
        }
    }
    reading.findings = findings;
    reading
}

fn undefined_board(section: &Section, config: &Config, findings: &mut Vec<Diagnostic>) {
    for (key, size) in [("maxRank", config.max_rank), ("maxFile", config.max_file)] {
        if size < 1
            && let Some(entry) = section.entry(key)
        {
            findings.push(
                Diagnostic::new(
                    codes::INI_UNDEFINED,
                    entry.value.span,
                    format!(
                        "`{key} = {}`: a board without squares corrupts the engine's memory",
                        entry.value.text
                    ),
                )
                .help("a small letter or a number from 1 on"),
            );
        }
    }
}

fn section_name(section: &Section, findings: &mut Vec<Diagnostic>) {
    let name = &section.name;
    let bare = name.text.trim();
    if bare.is_empty() || bare == "var" {
        let message = format!("the engine can't be asked to play a variant called `{}`", name.text);
        findings.push(
            Diagnostic::new(codes::INI_SECTION_NAME, section.header, message)
                .help("give the section another name"),
        );
    } else if bare != name.text {
        findings.push(
            Diagnostic::new(codes::INI_SECTION_NAME, name.span, "the blanks belong to the name")
                .help(format!("write [{bare}"))
                .edit(name.span, bare),
        );
    }
}

fn exists(section: &Section, above: &[Section]) -> Diagnostic {
    let name = &section.name;
    let first = above.iter().find(|other| other.name.text == name.text);
    let whose = if first.is_some() { "stands above" } else { "is built into the engine" };
    let finding = Diagnostic::new(
        codes::INI_SECTION_EXISTS,
        name.span,
        format!("a variant `{}` {whose}: the engine passes over this section", name.text),
    )
    .help("give the section another name");
    match first {
        Some(first) => finding.label(first.name.span, "the first one"),
        None => finding,
    }
}

fn no_parent(
    section: &Section,
    at: usize,
    sections: &[Section],
    names: &BTreeMap<String, Option<usize>>,
) -> Diagnostic {
    let Some(parent) = &section.parent else {
        return Diagnostic::new(codes::INI_NO_PARENT, section.header, "no parent");
    };
    let finding = Diagnostic::new(
        codes::INI_NO_PARENT,
        parent.span,
        format!("the variant `{}` does not exist: the engine passes over this section", parent.text),
    );
    let bare = parent.text.trim();
    let builtin = || crate::fairy::builtins::names();
    if bare != parent.text && (names.contains_key(bare) || builtin().any(|name| name == bare)) {
        return finding.help("the blanks belong to the name").edit(parent.span, bare);
    }
    if let Some(later) = sections[at..].iter().find(|other| other.name.text == parent.text) {
        let own = later.header == section.header;
        let help =
            if own { "a section can't inherit from itself" } else { "put that section above this one" };
        return finding.label(later.name.span, "this one stands below").help(help);
    }
    let mut candidates: Vec<&str> = names.keys().map(String::as_str).collect();
    for name in builtin() {
        candidates.push(name);
    }
    let near = crate::diagnostic::did_you_mean(bare, candidates);
    finding.help(
        near.unwrap_or_else(|| "define it above this section, or inherit from a built-in variant".to_owned()),
    )
}
