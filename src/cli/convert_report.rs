//! What `ferry convert` says of a game: the verdict first.

use serde_json::{Value, json};

use super::convert::{Args, Conversion};
use super::losses;
use crate::diagnostic::codes;
use crate::report::passage::text;
use crate::rules::Item;

/// The report of a run.
pub(super) struct Report<'a> {
    pub(super) args: &'a Args,
    /// Where the targets go, in words.
    pub(super) where_to: &'a str,
    /// Whether the comparison broke off, so that nothing is written.
    pub(super) cut_short: bool,
}

impl Report<'_> {
    /// Whether the target of a game may be written.
    pub(super) fn is_written(&self, game: &Conversion) -> bool {
        let differs = game.checked.different && !self.args.allow.allows(codes::DIFFERENCE);
        !self.cut_short && !game.refused && !differs
    }

    /// For people.
    pub(super) fn text(&self, game: &Conversion) -> String {
        let sources = &game.subject.sources;
        let mut out = self.verdict(game) + "\n";
        for assumed in &game.assumed {
            out.push_str(&format!("assumed: {assumed}\n"));
        }
        out.push_str(&text::losses(sources, &game.items));
        if let Some([source, target]) = game.first_moves {
            out.push_str(&match source.checked_sub(target) {
                Some(0) => format!(
                    "the first position has {source} moves in the source and in what can be written\n"
                ),
                Some(missing) => {
                    format!("of the {source} moves of the first position {missing} are missing\n")
                }
                None => {
                    format!("the first position has {source} moves, and {target} in what can be written\n")
                }
            });
        }
        out.push_str(&game.checked.text);
        out.push_str(&self.unproved(game));
        out.push_str(&text::exact(sources, &game.items, self.args.verbose));
        out
    }

    /// The first line.
    fn verdict(&self, game: &Conversion) -> String {
        let name = if game.name.is_empty() { &game.subject.address } else { &game.name };
        let of = if self.args.all && !game.name.is_empty() {
            format!(" ({})", game.subject.address)
        } else {
            String::new()
        };
        if self.cut_short {
            return format!("broken off: {name} is not written, for the comparison did not end");
        }
        if game.refused {
            return format!("refused: {name}{of} is not written: {}", self.refusal(game));
        }
        match (game.checked.different, self.is_written(game)) {
            (true, false) => format!(
                "different: {name}{of} is not written, for it does not play as its source; `--allow difference` writes it"
            ),
            (true, true) => format!("different: {name}{of} written to {} all the same", self.where_to),
            _ => format!("{}: {name}{of} written to {}", game.verdict(), self.where_to),
        }
    }

    /// Why nothing is written, and what would be done about it.
    fn refusal(&self, game: &Conversion) -> String {
        if game.rules.is_none() {
            return "no rules can say what this game is, only the file itself (`ferry moves`, `ferry perft`)"
                .into();
        }
        if game.no_room {
            return "the target has no board of this size; `--to toml` writes the rules whole".into();
        }
        let lost: Vec<&Item> = game.items.iter().filter(|item| !self.args.allow.admits(item)).collect();
        let mut lines: Vec<(&str, &str)> =
            lost.iter().map(|item| (item.rule.as_str(), item.why.as_str())).collect();
        lines.sort_unstable();
        lines.dedup();
        let rules =
            if lines.len() == 1 { "a rule is".to_owned() } else { format!("{} rules are", lines.len()) };
        format!("{rules} lost; {} writes the rest", losses::flags(&lost))
    }

    /// Why `--strict` is not content.
    fn unproved(&self, game: &Conversion) -> String {
        if !self.args.strict || game.checked.equal && !game.is_lossy() || game.refused {
            return String::new();
        }
        let why = if game.is_lossy() {
            "something is lost"
        } else if game.checked.different {
            "a difference was found"
        } else if self.args.verify.is_none() {
            "nothing was compared; give --verify DEPTH"
        } else {
            "nobody was there to compare with"
        };
        format!("--strict: this ends with 1, for {why}\n")
    }

    /// As data.
    pub(super) fn json(&self, done: &[Conversion]) -> String {
        let target = |game: &Conversion| self.is_written(game).then_some(self.where_to);
        let games: Vec<Value> = done.iter().map(|game| game.json(target(game))).collect();
        let report = match &games[..] {
            [game] if !self.args.all => game.clone(),
            _ => json!({
                "source": self.args.address,
                "target": done.iter().any(|game| self.is_written(game)).then_some(self.where_to),
                "games": games,
            }),
        };
        super::output::json_text(&report) + "\n"
    }
}
