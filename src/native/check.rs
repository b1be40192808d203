//! What is to be said of rules that are well-formed: what can't be played, and what is hardly
//! meant.
//!
//! What may enter: findings about whole games. What is wrong with single fields is found while
//! they are read.

use super::tree::{Node, Table};
use super::{File, Foreign, head, place};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Oracle;
use crate::rules::{Outcome, PerSide, Rules, Side, Types};
use crate::source::SourceMap;

impl File {
    /// Everything that is to be said of a game, by its place in [`File::names`]: what is wrong
    /// with it, what no generator plays yet, and what is hardly meant.
    pub fn check(&self, index: usize, sources: &mut SourceMap, foreign: Foreign<'_>) -> Vec<Diagnostic> {
        let mut findings = if index == 0 { self.unused_regions() } else { Vec::new() };
        let rules = match self.game(index, sources, foreign) {
            Ok(rules) => rules,
            Err(more) => {
                findings.extend(more);
                return findings;
            }
        };
        let Ok(node) = self.assembled(index, sources, foreign) else { return findings };
        let own = match index.checked_sub(1) {
            None => Some(&self.root),
            Some(at) => self.variants().get(at),
        };
        let name = own.and_then(Node::table).and_then(|table| table.get("name")).and_then(|e| e.node.span);
        let here = name.or(self.root.span.map(head));
        if let Err(unplayed) = Oracle::new(&rules) {
            for fault in unplayed {
                let span = place(&node, &fault.field).or(here);
                findings.push(
                    Diagnostic::new(codes::TOML_UNPLAYED, span, fault.to_string())
                        .help("it can be written and compared, but moves, perft and diff refuse the game: leave the rule out to play it"),
                );
            }
        }
        let warnings = [
            (
                no_aim(&rules),
                "nobody can win or lose: there is no royal type, no end, and having no move is a draw",
                "state [[royals]], [[ends]], or no_moves.stalemate = \"loss\"",
            ),
            (
                no_pieces(&rules),
                "no piece is on the board or in hand at the start",
                "state start.rows, or start.white and start.black with the squares of each type",
            ),
        ];
        for (holds, message, help) in warnings {
            if holds {
                let message = format!("{}: {message}", rules.name);
                findings.push(Diagnostic::new(codes::TOML_HARDLY_MEANT, here, message).help(help));
            }
        }
        findings
    }

    /// Regions that have a name and are used nowhere in the file.
    fn unused_regions(&self) -> Vec<Diagnostic> {
        let games = std::iter::once(&self.root).chain(self.variants());
        let mut findings = Vec::new();
        for table in games.filter_map(Node::table) {
            let Some(regions) = table.get("regions").and_then(|entry| entry.node.table()) else { continue };
            for (name, entry) in regions {
                if !self.root.table().is_some_and(|root| names(root, name)) {
                    let message = format!("the region `{name}` is used nowhere");
                    findings.push(
                        Diagnostic::new(codes::TOML_HARDLY_MEANT, entry.key, message).help(
                            "use it where a region stands (from, to, zone, region, …), or take it away",
                        ),
                    );
                }
            }
        }
        findings
    }
}

/// Whether a text somewhere in a table is this name.
fn names(table: &Table, name: &str) -> bool {
    table.values().any(|entry| is_named(&entry.node, name))
}

fn is_named(item: &Node, name: &str) -> bool {
    item.text() == Some(name)
        || item.table().is_some_and(|table| names(table, name))
        || item.list().is_some_and(|list| list.iter().any(|item| is_named(item, name)))
}

/// Whether no result but a draw can come about.
fn no_aim(rules: &Rules) -> bool {
    rules.royals.is_empty()
        && rules.ends.is_empty()
        && !rules.no_moves.stalemate_by_count
        && rules.no_moves.stalemate == PerSide::both(Outcome::Draw)
        && rules.claims.draws_by == crate::rules::Material::None
}

fn no_pieces(rules: &Rules) -> bool {
    let nobody = |side: Side| {
        rules.start.men(side).values().all(|squares| squares.is_empty())
            && rules.start.hand(side).values().all(|count| *count == 0)
    };
    Side::BOTH.into_iter().all(nobody) && rules.hands.endless == Types::none()
}
