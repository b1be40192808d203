//! Rules that lack something of their source: whoever plays or prints them refuses, or says so.

use serde_json::Value;

use super::Failure;
use super::play::Via;
use super::subject::{Source, Subject};
use crate::diagnostic::{Code, codes, did_you_mean};
use crate::fairy;
use crate::report::passage;
use crate::rules::Item;

/// So many losses are named in a message of one line each.
const NAMED: usize = 5;

/// A loss that may stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Any.
    All,
    /// Those of this code.
    Code(Code),
}

/// `--allow`.
#[derive(clap::Args, Debug, Clone, Default)]
pub(super) struct AllowArgs {
    /// Go on though something is lost: a code (`ferry explain` lists them), or `all`; every output says
    /// what is lost. May be repeated
    #[arg(long = "allow", value_name = "CODE", value_parser = allowed)]
    allow: Vec<Allowed>,
}

impl AllowArgs {
    /// Whether losses of this code may stay.
    pub(super) fn allows(&self, code: Code) -> bool {
        self.allow.iter().any(|allowed| matches!(allowed, Allowed::All) || *allowed == Allowed::Code(code))
    }

    /// Whether this may stay as it is.
    pub(super) fn admits(&self, item: &Item) -> bool {
        !item.is_loss() || item.code.is_some_and(|code| self.allows(code))
    }
}

fn allowed(text: &str) -> Result<Allowed, String> {
    if text == "all" {
        return Ok(Allowed::All);
    }
    if let Some(code) = codes::LOSSES.iter().find(|code| code.id() == text) {
        return Ok(Allowed::Code(*code));
    }
    let why =
        if codes::find(text).is_some() { "the code of a finding, no loss" } else { "no code of a loss" };
    let ids = codes::LOSSES.iter().map(|code| code.id()).chain(["all"]);
    let hint = did_you_mean(text, ids).unwrap_or_else(|| "`ferry explain` lists them".to_owned());
    Err(format!("it is {why}; {hint}"))
}

impl Subject {
    /// What is lost in the rules by which this referee plays, allowed or not.
    pub(super) fn losses(&self, via: Via) -> Vec<Item> {
        let lossy = |items: Vec<Item>| items.into_iter().filter(Item::is_loss).collect::<Vec<_>>();
        if via == Via::Machine || self.config().is_some() {
            return Vec::new();
        }
        let Ok((rules, items)) = self.account() else { return Vec::new() };
        let mut items = lossy(items);
        if let (Via::FairyStockfish, Some(rules)) = (via, rules) {
            let mut written = fairy::write(&rules, &fairy::Options::default());
            self.locate_written(&rules, &mut written);
            items.extend(lossy(written.items));
        }
        items
    }

    /// The losses in play as they are told beside moves and counts.
    pub(super) fn told_losses(&self, via: Via) -> Vec<String> {
        self.losses(via).iter().map(|item| passage::loss(&self.sources, item)).collect()
    }

    /// Puts the losses in play into a value, where there are any.
    pub(super) fn say_losses(&self, via: Via, value: &mut Value) {
        let losses = self.losses(via);
        if !losses.is_empty() {
            value["losses"] = losses.iter().map(|item| passage::json::item(&self.sources, item)).collect();
        }
    }

    /// # Errors
    /// Where rules lack something that was not allowed to be lost.
    pub(super) fn admit(&self, what: &str, items: &[Item]) -> Result<(), Failure> {
        let lost: Vec<&Item> = items.iter().filter(|item| !self.allow.admits(item)).collect();
        if lost.is_empty() {
            return Ok(());
        }
        let mut message = format!("{}: {what} lacks something of the source:", self.address);
        for item in lost.iter().take(NAMED) {
            message.push_str(&format!("\n  {}", passage::loss(&self.sources, item)));
        }
        if lost.len() > NAMED {
            message.push_str(&format!("\n  and {} more", lost.len() - NAMED));
        }
        let faithful = match &self.source {
            Source::Program(_) => "`--via machine` plays the file itself",
            _ => "`--via core` plays the rules themselves",
        };
        message
            .push_str(&format!("\n{faithful}; {} goes on without, and every output says so", flags(&lost)));
        Err(Failure(message))
    }
}

/// The flags that allow these losses.
pub(super) fn flags(lost: &[&Item]) -> String {
    let mut codes: Vec<&str> = lost.iter().filter_map(|item| Some(item.code?.id())).collect();
    codes.sort_unstable();
    codes.dedup();
    let flags: Vec<String> = codes.iter().map(|code| format!("--allow {code}")).collect();
    format!("`{}`", flags.join(" "))
}
