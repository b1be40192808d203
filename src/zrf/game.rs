//! Games and variants: which forms make up each, after merging.
//!
//! A variant equals its game except for the sections that it gives (reference
//! 3.3, 3.6): most sections replace the inherited one, pieces replace by name,
//! options by name, and any goal replaces all goals.

use std::rc::Rc;

use super::readings::{self, Readings};
use super::text;
use super::tree::Form;
use super::words;
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::source::{FileId, Span};

/// A file may have so many games and variants; the largest real one has some sixty.
pub const MAX_GAMES: usize = 1_000;

/// A game or variant, its sections merged with those of its base.
pub struct GameForms {
    /// Whether it is a `variant`.
    pub is_variant: bool,
    /// The word `game` or `variant`.
    pub head: Form,
    /// Title as displayed; empty where none is given.
    pub title: String,
    /// The sections in force.
    pub sections: Vec<Section>,
}

/// A section of a game.
#[derive(Clone)]
pub struct Section {
    /// Its first word.
    pub head: Rc<str>,
    /// The whole form.
    pub form: Form,
    /// Whether it comes from the base of a variant.
    pub inherited: bool,
}

impl GameForms {
    /// Whether it is only a line in the menu (reference 3.5).
    pub fn is_separator(&self) -> bool {
        self.is_variant && self.title == "-"
    }

    /// The sections of a head.
    pub fn all<'a>(&'a self, head: &'a str) -> impl Iterator<Item = &'a Form> {
        self.sections.iter().filter(move |s| &*s.head == head).map(|s| &s.form)
    }
}

/// Merges the top-level forms of a file into games and variants, in file order.
pub fn games(file: FileId, forms: &[Form], readings: &Readings) -> (Vec<GameForms>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let mut entries: Vec<(bool, Form, Vec<Form>)> = Vec::new();
    let mut sparing = Sparing::new(&mut findings);
    let mut count = 0;
    for form in forms {
        match form.head().as_deref() {
            Some(head @ ("game" | "variant")) => {
                count += 1;
                if count > MAX_GAMES {
                    continue;
                }
                let mut items = form.items();
                let head_form = items.remove(0);
                entries.push((head == "variant", head_form, items));
            }
            Some("version" | "translate") => {}
            Some("include") => sparing.say(form, || {
                form.finding(codes::MALFORMED, "the file name of an `include` can't come from a macro")
                    .help("write the name out")
            }),
            Some(other) => sparing.say(form, || {
                let known = ["game", "variant", "define", "include", "version", "translate"];
                let help = did_you_mean(other, known).unwrap_or_else(|| "it is passed over".to_owned());
                let message = format!("`{other}` is no form of the top level");
                let place = form.first().unwrap_or_else(|| form.clone());
                place.finding(codes::UNKNOWN_FORM, message).help(help)
            }),
            None if form.is_list() => sparing.say(form, || {
                form.finding(codes::UNKNOWN_FORM, "a list without a name at the top level")
                    .help("it is passed over")
            }),
            None => sparing.say(form, || {
                form.finding(codes::STRAY_TEXT, "text outside any list")
                    .help("put a `;` in front of a comment")
            }),
        }
    }
    if count > MAX_GAMES {
        let message = format!("the file has {count} games and variants; the limit is {MAX_GAMES}");
        let help = "the rest is not read; put games into files of their own";
        let last = entries.last().map(|(_, head, _)| head.span());
        findings.push(Diagnostic::new(codes::EXPANSION_TOO_LARGE, last, message).help(help));
    }
    let first_game = entries.iter().position(|(is_variant, ..)| !is_variant);
    if first_game.is_none() {
        findings.push(
            Diagnostic::new(codes::NO_GAME, Span::start_of(file), "the file has no game")
                .help("a rules file needs at least one (game …)"),
        );
    }
    let mut games = Vec::with_capacity(entries.len());
    let mut base = None;
    for (index, (is_variant, head, items)) in entries.iter().enumerate() {
        let own = sections(items, &mut findings);
        let merged = if *is_variant {
            if base.is_none() && first_game.is_some_and(|g| g > index) {
                findings.push(
                    head.finding(codes::VARIANT_BEFORE_GAME, "this variant stands in front of its game")
                        .help("it varies the first game that follows"),
                );
            }
            match base.or(first_game) {
                Some(base) => {
                    let inherited = sections(&entries[base].2, &mut Vec::new());
                    merge(inherited, own, head, readings, &mut findings)
                }
                None => own,
            }
        } else {
            base = Some(index);
            own
        };
        games.push(GameForms {
            is_variant: *is_variant,
            head: head.clone(),
            title: title(&merged),
            sections: merged,
        });
    }
    (games, findings)
}

fn title(sections: &[Section]) -> String {
    let form = sections.iter().rev().find(|s| &*s.head == "title").map(|s| &s.form);
    form.and_then(|f| f.items().get(1)?.string().map(|raw| text::decode(raw))).unwrap_or_default()
}

/// Says what is wrong with the members of one list, and after many of them no more: a macro
/// can make millions of the same kind.
struct Sparing<'f> {
    findings: &'f mut Vec<Diagnostic>,
    left: usize,
}

impl<'f> Sparing<'f> {
    fn new(findings: &'f mut Vec<Diagnostic>) -> Sparing<'f> {
        Sparing { findings, left: 200 }
    }

    fn say(&mut self, form: &Form, finding: impl FnOnce() -> Diagnostic) {
        match self.left {
            0 => {}
            1 => self.findings.push(
                form.finding(
                    codes::MALFORMED,
                    "from here on no more is said of what has no place in this list",
                )
                .help("see what is said of the first"),
            ),
            _ => self.findings.push(finding()),
        }
        self.left = self.left.saturating_sub(1);
    }
}

fn sections(items: &[Form], findings: &mut Vec<Diagnostic>) -> Vec<Section> {
    let mut out = Vec::with_capacity(items.len());
    let mut sparing = Sparing::new(findings);
    for form in items {
        let Some(head) = form.head() else {
            sparing.say(form, || {
                let message = "this is no section: a section is a list that begins with its name";
                form.finding(codes::MALFORMED, message).help("put it in brackets, or make it a comment")
            });
            continue;
        };
        if !words::sections().any(|word| word == &*head) {
            sparing.say(form, || {
                let help = did_you_mean(&head, words::sections()).unwrap_or_else(|| {
                    "it is passed over; a macro call that is not defined looks like this".to_owned()
                });
                let place = form.first().unwrap_or_else(|| form.clone());
                place.finding(codes::UNKNOWN_SECTION, format!("`{head}` is no section")).help(help)
            });
            continue;
        }
        out.push(Section { head, form: form.clone(), inherited: false });
    }
    out
}

/// Name of the piece that a section defines.
pub fn piece_name(form: &Form) -> Option<Form> {
    let name = form.items().into_iter().skip(1).find(|part| part.head().as_deref() == Some("name"))?;
    name.items().into_iter().nth(1).filter(|n| n.word().is_some() || n.string().is_some())
}

/// Name of the option that a section sets, in lower case; legacy spellings included.
pub fn option_name(section: &Section) -> Option<String> {
    if &*section.head == "option" {
        let name = section.form.items().into_iter().nth(1)?;
        return name.string().or(name.word()).map(|n| text::decode(n).to_lowercase());
    }
    let legacy = words::LEGACY_OPTIONS.contains(&&*section.head);
    legacy.then(|| match &*section.head {
        "allow-flipping" => "prevent flipping".to_owned(),
        other => other.replace('-', " "),
    })
}

fn merge(
    base: Vec<Section>,
    own: Vec<Section>,
    head: &Form,
    readings: &Readings,
    findings: &mut Vec<Diagnostic>,
) -> Vec<Section> {
    let is_goal = |s: &Section| words::GOAL_SECTIONS.contains(&&*s.head);
    let own_goals = own.iter().any(is_goal);
    if own_goals && base.iter().any(is_goal) {
        let message = "the goals of this variant replace all goals of its game";
        findings.push(head.finding(codes::GOALS_REPLACED, message).help("repeat the goals that are to stay"));
    }
    let key = |s: &Section| match &*s.head {
        "piece" => piece_name(&s.form).and_then(|n| n.word().or(n.string()).map(|n| format!("piece {n}"))),
        _ => option_name(s).map(|o| format!("option {o}")),
    };
    let own_keys: Vec<_> = own.iter().map(|s| (s.head.clone(), key(s))).collect();
    let replaced = |s: &Section| {
        if is_goal(s) {
            // Count conditions may stand for themselves (Q4).
            let counts = |s: &Section| &*s.head == "count-condition";
            return match readings.other(readings::COUNT_GOALS_APART) {
                true => own.iter().any(|o| is_goal(o) && counts(o) == counts(s)),
                false => own_goals,
            };
        }
        match key(s) {
            Some(key) => own_keys.iter().any(|(_, own)| own.as_ref() == Some(&key)),
            None => own_keys.iter().any(|(own, key)| *own == s.head && key.is_none()),
        }
    };
    let mut out: Vec<Section> = Vec::with_capacity(base.len() + own.len());
    let mut placed = vec![false; own.len()];
    for section in base {
        if !replaced(&section) {
            out.push(Section { inherited: true, ..section });
        } else if &*section.head == "piece" {
            // A replaced piece keeps its place in the order of types.
            let wanted = key(&section);
            for (i, new) in own.iter().enumerate() {
                if !placed[i] && own_keys[i].1 == wanted {
                    out.push(new.clone());
                    placed[i] = true;
                }
            }
        }
    }
    out.extend(own.into_iter().zip(placed).filter(|(_, placed)| !placed).map(|(s, _)| s));
    out
}
