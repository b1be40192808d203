//! Which of the notation's dialects a text is in.

use std::fmt;
use std::str::FromStr;

/// A dialect of Betza's notation.
///
/// They agree on plain pieces, and not on more: a queen's `fs`, riders of other leaps than
/// the three that the engine knows, lame camels, more legs than one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// What Fairy-Stockfish reads in `variants.ini` (section 2 of its digest): one leg;
    /// riders of wazir, ferz and knight; lame leaps of four atoms; hops along lines.
    Engine,
    /// Ralph Betza's own: one leg; any atom may ride, hop or be lame where its path is a
    /// line; directions of `K` and `Q` are those of their two halves.
    Classic,
    /// H. G. Muller's extension, as his programs read it: more legs, told apart by `a` or
    /// in brackets, with turns from each leg to the next.
    XBetza,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 3] = [Dialect::Engine, Dialect::Classic, Dialect::XBetza];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Engine => "engine",
            Dialect::Classic => "classic",
            Dialect::XBetza => "xbetza",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Dialect, String> {
        let known = Dialect::ALL.into_iter().find(|dialect| dialect.name() == text);
        known.ok_or_else(|| format!("`{text}` is no dialect (`engine`, `classic`, `xbetza`)"))
    }
}
