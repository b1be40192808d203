//! What sites and programs call the variants in the tags of their games.
//!
//! One table for all of them. A name is compared without case, blanks and hyphens; a tail
//! `960` says that the start is shuffled and castling goes by *king takes partner*.

use super::builtins;
use crate::diagnostic::did_you_mean;

/// The variant that a tag names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The variant that is built into the engine.
    pub name: &'static str,
    /// Whether castling is that of shuffled starts.
    pub chess960: bool,
}

/// Names that are not those of the engine, in their folded form, and the engine's.
const OTHERS: &[(&str, &str)] = &[
    ("standard", "chess"),
    ("classic", "chess"),
    ("classical", "chess"),
    ("normal", "chess"),
    ("orthodox", "chess"),
    ("orthodoxchess", "chess"),
    ("regular", "chess"),
    ("western", "chess"),
    ("internationalchess", "chess"),
    // A game that begins in a position of its own; its rules are those of chess.
    ("fromposition", "chess"),
    ("threecheck", "3check"),
    ("threechecks", "3check"),
    ("3checks", "3check"),
    ("fivecheck", "5check"),
    ("koth", "kingofthehill"),
    ("king", "kingofthehill"),
    ("race", "racingkings"),
    ("racingchess", "racingkings"),
    ("atomicchess", "atomic"),
    ("zh", "crazyhouse"),
    ("house", "crazyhouse"),
    ("bug", "bughouse"),
    ("antichesssuicide", "suicide"),
    ("losing", "antichess"),
    ("losingchess", "antichess"),
    ("loserschess", "losers"),
    ("giveawaychess", "giveaway"),
    ("suicidechess", "suicide"),
    ("dunsany", "horde"),
    ("schess", "seirawan"),
    ("sharper", "seirawan"),
    ("seirawanchess", "seirawan"),
    ("sharpseirawan", "seirawan"),
    ("shousechess", "shouse"),
    ("seirawanhouse", "shouse"),
    ("capablancachess", "capablanca"),
    ("capahousechess", "capahouse"),
    ("capablancarandom", "caparandom"),
    ("capablancarandomchess", "caparandom"),
    ("capablancahouse", "capahouse"),
    ("gothicchess", "gothic"),
    ("gothichouse", "capahouse"),
    ("januschess", "janus"),
    ("embassychess", "embassy"),
    ("grandchess", "grand"),
    ("opulentchess", "opulent"),
    ("courierchess", "courier"),
    ("shakochess", "shako"),
    ("berolinachess", "berolina"),
    ("knightmatechess", "knightmate"),
    ("almostchess", "almost"),
    ("duckchess", "duck"),
    ("hoppelpoppelchess", "hoppelpoppel"),
    ("newzealandchess", "newzealand"),
    ("placementchess", "placement"),
    ("prechess", "placement"),
    ("pocketknightchess", "pocketknight"),
    ("spartanchess", "spartan"),
    ("xiangqichess", "xiangqi"),
    ("cchess", "xiangqi"),
    ("chinesechess", "xiangqi"),
    ("koreanchess", "janggi"),
    ("japanesechess", "shogi"),
    ("5x5shogi", "minishogi"),
    ("gorogoroplus", "gorogoro"),
    ("kyoto", "kyotoshogi"),
    ("dobutsushogi", "dobutsu"),
    ("doubutsu", "dobutsu"),
    ("doubutsushogi", "dobutsu"),
    ("tori", "torishogi"),
    ("shoshogichess", "shoshogi"),
    ("thaichess", "makruk"),
    ("makrukthai", "makruk"),
    ("ouk", "cambodian"),
    ("oukchatrang", "cambodian"),
    ("cambodianchess", "cambodian"),
    ("burmesechess", "sittuyin"),
    ("aseanchess", "asean"),
    ("shatarchess", "shatar"),
    ("mongolianchess", "shatar"),
    ("losalamoschess", "losalamos"),
    ("minichess", "gardner"),
    ("5x5chess", "gardner"),
    ("extinctionchess", "extinction"),
    ("kingletchess", "kinglet"),
    ("coregalchess", "coregal"),
    ("othello", "flipersi"),
    ("reversi", "flipersi"),
];

/// Names of chess from shuffled starts, in their folded form.
const SHUFFLED: &[&str] = &[
    "960",
    "chess960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "frc",
    "fischerchess",
    "freestylechess",
    "freestyle",
];

/// A name without case and without what stands between its words.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The engine's name for a folded one.
fn engine_name(folded_name: &str) -> Option<&'static str> {
    let own = builtins::names().find(|name| folded(name) == folded_name);
    own.or_else(|| OTHERS.iter().find(|(other, _)| *other == folded_name).map(|(_, name)| *name))
}

/// The variant that a tag names.
///
/// # Errors
/// The reason, with the nearest known name, where no variant is called so.
pub fn named(tag: &str) -> Result<Named, String> {
    let name = folded(tag);
    if name.is_empty() {
        return Ok(Named { name: "chess", chess960: false });
    }
    if SHUFFLED.contains(&name.as_str()) {
        return Ok(Named { name: "chess", chess960: true });
    }
    if let Some(name) = engine_name(&name) {
        return Ok(Named { name, chess960: false });
    }
    let base = ["960", "random"].iter().find_map(|tail| engine_name(name.strip_suffix(tail)?));
    if let Some(name) = base {
        return Ok(Named { name, chess960: true });
    }
    let candidates = builtins::names().chain(OTHERS.iter().map(|(other, _)| *other));
    let hint = did_you_mean(&name, candidates).map(|hint| format!("; {hint}")).unwrap_or_default();
    Err(format!("no variant is known as \"{tag}\"{hint} State its rules with --rules"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_table_is_one_of_the_engine() {
        for (other, name) in OTHERS {
            assert!(builtins::is_builtin(name), "{other}: {name}");
            assert_eq!(folded(other), *other);
        }
    }

    #[test]
    fn tails_and_other_names() {
        let of = |tag: &str| named(tag).map(|n| (n.name, n.chess960));
        assert_eq!(of("Grandhouse960").ok(), None, "the engine has no such variant");
        assert_eq!(of("Capahouse960"), Ok(("capahouse", true)));
        assert_eq!(of("chess 960"), Ok(("chess", true)));
        assert_eq!(of("fischerandom"), Ok(("chess", true)));
        assert_eq!(of("Chess960"), Ok(("chess", true)));
        assert_eq!(of("From Position"), Ok(("chess", false)));
        assert_eq!(of("Three-check"), Ok(("3check", false)));
        assert_eq!(of("King of the Hill"), Ok(("kingofthehill", false)));
        assert_eq!(of("S-Chess"), Ok(("seirawan", false)));
        let why = of("Crazyhuose").expect_err("misspelt");
        assert!(why.contains("crazyhouse"), "{why}");
    }
}
