//! Every key that the engine looks up in a section, and those that older releases and
//! forks know.
//!
//! What may enter: names, types, defaults, releases, what took a key's place. How values
//! are read is the business of [`super::ini`].

use std::fmt;
use std::sync::LazyLock;

use super::config::Slot;

/// What stands behind the equals sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    Bool,
    Int,
    Rank,
    File,
    Text,
    Value,
    MaterialCounting,
    CountingRule,
    ChasingRule,
    EnclosingRule,
    WallingRule,
    Castlings,
    /// Squares, ranks and files: `*8 a1 b*`.
    Region,
    /// The letter of one type.
    Type,
    /// Letters of types.
    Types,
    /// A number for each of some letters: `q:1 r:2`.
    Numbers,
    /// A letter for each of some letters: `p:g s:g`.
    Pairs,
    /// The letter of a built-in type.
    Letter,
    /// A letter and, behind a colon, a movement.
    LetterAndMoves,
}

impl Kind {
    /// The name that the engine gives the type of the value.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Rank => "Rank",
            Kind::File => "File",
            Kind::Text => "string",
            Kind::Value => "Value",
            Kind::MaterialCounting => "MaterialCounting",
            Kind::CountingRule => "CountingRule",
            Kind::ChasingRule => "ChasingRule",
            Kind::EnclosingRule => "EnclosingRule",
            Kind::WallingRule => "WallingRule",
            Kind::Castlings => "CastlingRights",
            Kind::Region => "Bitboard",
            Kind::Type => "PieceType",
            Kind::Types => "PieceSet",
            Kind::Numbers => "numbers",
            Kind::Pairs => "pairs",
            Kind::Letter => "letter",
            Kind::LetterAndMoves => "letter:moves",
        }
    }

    fn of(word: &str) -> Option<Kind> {
        use Kind::*;
        let all = [
            Bool,
            Int,
            Rank,
            File,
            Text,
            Value,
            MaterialCounting,
            CountingRule,
            ChasingRule,
            EnclosingRule,
            WallingRule,
            Castlings,
            Region,
            Type,
            Types,
            Numbers,
            Pairs,
        ];
        all.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// A release of the engine, or a day of its development.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    /// Year, month, day.
    date: (u16, u8, u8),
}

/// The releases with their days; a month stands for its last day where no more is known.
const RELEASES: [(&str, (u16, u8, u8)); 8] = [
    ("11", (2020, 1, 31)),
    ("11.1", (2020, 5, 24)),
    ("11.2", (2020, 9, 30)),
    ("13", (2021, 3, 31)),
    ("13.1", (2021, 5, 31)),
    ("14", (2021, 9, 30)),
    ("14.0.1", (2021, 11, 30)),
    ("latest", (9999, 12, 31)),
];

impl Release {
    /// Reads `14`, `release 14`, `2023-09-10`, `230910` (as the engine calls itself), `latest`
    /// or `head`.
    pub fn parse(text: &str) -> Option<Release> {
        let text = text.trim().trim_start_matches("release").trim();
        if text == "head" {
            return Some(Release::default());
        }
        if let Some((_, date)) = RELEASES.iter().find(|(name, _)| *name == text) {
            return Some(Release { date: *date });
        }
        let digits: String = text.trim_start_matches("dev").chars().filter(char::is_ascii_digit).collect();
        let digits = if digits.len() == 6 { format!("20{digits}") } else { digits };
        if digits.len() != 8 || text.chars().any(|c| c.is_alphabetic() && !"dev".contains(c)) {
            return None;
        }
        let date = (digits[..4].parse().ok()?, digits[4..6].parse().ok()?, digits[6..].parse().ok()?);
        ((1..=12).contains(&date.1) && (1..=31).contains(&date.2)).then_some(Release { date })
    }

    /// As [`Release::parse`] reads it: `14`, `2023-09-10`.
    pub fn short(self) -> String {
        match RELEASES.iter().find(|(_, date)| *date == self.date) {
            Some((name, _)) => (*name).to_owned(),
            None => format!("{}-{:02}-{:02}", self.date.0, self.date.1, self.date.2),
        }
    }

    /// The releases that have a name, oldest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        RELEASES.iter().map(|(name, _)| *name)
    }
}

impl Default for Release {
    /// Today's development.
    fn default() -> Self {
        Release { date: (9999, 12, 31) }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match RELEASES.iter().find(|(_, date)| *date == self.date) {
            Some(("latest", _)) => f.write_str("the latest development"),
            Some((name, _)) => write!(f, "release {name}"),
            None => {
                let (year, month, day) = self.date;
                write!(f, "the development of {year}-{month:02}-{day:02}")
            }
        }
    }
}

/// A key that the engine looks up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// As it is written.
    pub name: String,
    /// What its value is.
    pub kind: Kind,
    /// What holds without it, in words or as a value.
    pub default: String,
    /// The first release that reads it.
    pub since: Release,
    /// What to write instead, where the engine calls it deprecated.
    pub instead: Option<&'static str>,
    /// In one line.
    pub meaning: String,
}

impl Key {
    /// Whether it gives a type its letter.
    pub fn is_piece(&self) -> bool {
        matches!(self.kind, Kind::Letter | Kind::LetterAndMoves)
    }

    /// Whether it says where men of a type may go.
    pub fn is_mobility(&self) -> bool {
        self.name.starts_with("mobilityRegion")
    }
}

/// What one reads of types and their mobility.
fn of_types() -> Vec<Key> {
    let since = |name| Release::parse(name).unwrap_or(Release { date: (2020, 1, 31) });
    let mut keys = Vec::new();
    for slot in Slot::all() {
        let name = slot.key();
        let custom = slot.is_custom();
        let (kind, meaning) = match slot {
            Slot::KING => {
                (Kind::LetterAndMoves, "the royal piece, with another movement if one is given".to_owned())
            }
            _ if custom => (Kind::LetterAndMoves, "a piece whose movement the section gives".to_owned()),
            _ => (
                Kind::Letter,
                format!(
                    "the piece that moves as {}",
                    match slot.betza() {
                        "" => "nothing",
                        moves => moves,
                    }
                ),
            ),
        };
        for side in ["White", "Black"] {
            keys.push(Key {
                name: format!("mobilityRegion{side}{}", capital(&name)),
                kind: Kind::Region,
                default: "empty".to_owned(),
                since: since(if custom { "13.1" } else { "11.1" }),
                instead: None,
                meaning: format!("squares to which {side}'s {name} may go; empty: all"),
            });
        }
        keys.push(Key {
            kind,
            default: "absent".to_owned(),
            since: since(if custom { "13.1" } else { "11" }),
            instead: None,
            meaning,
            name,
        });
    }
    keys
}

/// The name with its first letter as a capital.
pub fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut columns = line.split('\t');
        let mut next = || columns.next();
        Some(Key {
            name: next()?.to_owned(),
            kind: Kind::of(next()?)?,
            default: next()?.to_owned(),
            since: Release::parse(next()?)?,
            instead: next().filter(|text| !text.is_empty()),
            meaning: next()?.to_owned(),
        })
    };
    let mut keys: Vec<Key> = include_str!("keys.tsv").lines().skip(1).filter_map(row).collect();
    keys.extend(of_types());
    keys.sort_by(|a, b| a.name.cmp(&b.name));
    keys
});

/// All keys, by name.
pub fn all() -> &'static [Key] {
    &KEYS
}

/// The key of a name.
pub fn lookup(name: &str) -> Option<&'static Key> {
    KEYS.binary_search_by(|key| key.name.as_str().cmp(name)).ok().map(|at| &KEYS[at])
}

/// The key whose name is nearest to a misspelt one.
pub fn nearest(name: &str) -> Option<&'static Key> {
    let lower = name.trim().to_lowercase();
    // Names of another length are no spelling of it; that saves the long way.
    let close = |key: &&Key| key.name.len().abs_diff(lower.len()) <= key.name.len().max(lower.len()) / 4;
    KEYS.iter()
        .filter(close)
        .map(|key| (strsim::damerau_levenshtein(&lower, &key.name.to_lowercase()), key))
        .filter(|(distance, key)| *distance <= key.name.len().max(lower.len()) / 4)
        .min_by_key(|(distance, key)| (*distance, key.name.len().abs_diff(lower.len())))
        .map(|(_, key)| key)
}

/// A key that no current release reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// As it was written.
    pub name: &'static str,
    /// Who read it, and when.
    pub read_by: &'static str,
    /// What to write today; empty where there is nothing.
    pub instead: &'static str,
}

impl Retired {
    /// Whether this release is one of those that read it.
    pub fn is_read_by(&self, release: Release) -> bool {
        let words = self.read_by.split([' ', ',']);
        let named: Vec<Release> = words
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(Release::parse)
            .collect();
        // Developments are named by their year, which is no release.
        if self.read_by.contains("development") {
            return false;
        }
        match named[..] {
            [end] if self.read_by.contains("before") => release < end,
            [first, last] if self.read_by.contains(" to ") => first <= release && release <= last,
            _ => named.contains(&release),
        }
    }
}

/// Keys of old releases and of forks.
pub const RETIRED: &[Retired] = &[
    Retired { name: "kingType", read_by: "releases 11 to 14", instead: "king = k:MOVES" },
    Retired {
        name: "shogiDoubledPawn",
        read_by: "releases before 13",
        instead: "dropNoDoubled = LETTER (the other way round: false meant that the pawn may not be doubled)",
    },
    Retired {
        name: "firstRankDoubleSteps",
        read_by: "releases before 11.2",
        instead: "doubleStepRegionWhite, doubleStepRegionBlack with the first rank among them",
    },
    Retired { name: "firstRankDrops", read_by: "releases before 11", instead: "firstRankPawnDrops" },
    Retired { name: "kingPass", read_by: "release 11.1", instead: "pass" },
    Retired { name: "kingPassOnStalemate", read_by: "release 11.1", instead: "passOnStalemate" },
    Retired { name: "endgameEval", read_by: "releases 11 and 11.1", instead: "" },
    Retired { name: "bareKingMove", read_by: "release 11", instead: "extinctionClaim" },
    Retired {
        name: "bareKingValue",
        read_by: "release 11",
        instead: "extinctionValue with extinctionPieceTypes = * and extinctionPieceCount = 1",
    },
    Retired {
        name: "bikjangValue",
        read_by: "the development of spring 2020",
        instead: "bikjangRule and materialCounting",
    },
    Retired {
        name: "xiangqiGeneral",
        read_by: "the development of 2019",
        instead: "king = k:W and mobilityRegionWhiteKing, mobilityRegionBlackKing",
    },
    Retired { name: "xiangqiSoldier", read_by: "release 11", instead: "soldierPromotionRank" },
    Retired { name: "arrowGating", read_by: "releases 11.2 to 14", instead: "wallingRule = arrow" },
    Retired { name: "duckGating", read_by: "the development of 2023", instead: "wallingRule = duck" },
    Retired { name: "pastGating", read_by: "the development of 2023", instead: "wallingRule = past" },
    Retired { name: "staticGating", read_by: "the development of 2023", instead: "wallingRule = static" },
    Retired { name: "staticGatingRegion", read_by: "the development of 2023", instead: "wallingRegion" },
    Retired {
        name: "arrowWalling",
        read_by: "the development of September 2023",
        instead: "wallingRule = arrow",
    },
    Retired {
        name: "duckWalling",
        read_by: "the development of September 2023",
        instead: "wallingRule = duck",
    },
    Retired {
        name: "pastWalling",
        read_by: "the development of September 2023",
        instead: "wallingRule = past",
    },
    Retired {
        name: "staticWalling",
        read_by: "the development of September 2023",
        instead: "wallingRule = static",
    },
    Retired {
        name: "petrifyOnCapture",
        read_by: "the development of 2023",
        instead: "petrifyOnCaptureTypes with the letters of the types",
    },
    Retired { name: "euroshogiKnight", read_by: "releases 11 to 13", instead: "customPiece1 = n:fNsW" },
    Retired { name: "castlingLimit", read_by: "a fork", instead: "" },
    Retired { name: "ironPieceTypes", read_by: "a fork", instead: "" },
    Retired { name: "drawlessForcedRepetition", read_by: "a fork", instead: "" },
    Retired { name: "extinctionNonRoyalBoard", read_by: "a fork", instead: "" },
];

/// The retired key of a name.
pub fn retired(name: &str) -> Option<&'static Retired> {
    RETIRED.iter().find(|key| key.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_keys_as_the_engine_looks_up() {
        // 155 fixed names, 62 types, and two regions for each type: counted in the engine.
        assert_eq!(all().len(), 341);
        assert_eq!(all().iter().filter(|key| key.is_piece()).count(), 62);
        assert_eq!(all().iter().filter(|key| key.is_mobility()).count(), 124);
        let names: std::collections::BTreeSet<_> = all().iter().map(|key| &key.name).collect();
        assert_eq!(names.len(), 341);
        assert_eq!(all().iter().filter(|key| key.instead.is_some()).count(), 9);
        for key in all() {
            assert!(!key.meaning.is_empty() && !key.default.is_empty(), "{}", key.name);
        }
    }

    #[test]
    fn retired_keys_are_read_by_their_releases() {
        let reads = |key: &str, release: &str| {
            retired(key).expect("a retired key").is_read_by(Release::parse(release).expect("a release"))
        };
        // The table of the engine's history: kingType from 2020-01 on, still in 14.
        assert!(reads("kingType", "11") && reads("kingType", "14") && !reads("kingType", "14.0.1"));
        assert!(reads("shogiDoubledPawn", "11.2") && !reads("shogiDoubledPawn", "13"));
        assert!(reads("endgameEval", "11.1") && !reads("endgameEval", "11.2"));
        assert!(!reads("duckGating", "14") && !reads("kingType", "latest"));
    }

    #[test]
    fn retired_keys_are_retired() {
        for key in RETIRED {
            assert!(lookup(key.name).is_none(), "{}", key.name);
        }
    }

    #[test]
    fn a_misspelt_key_is_found() {
        assert_eq!(nearest("castlingKingSideFile").map(|k| k.name.as_str()), Some("castlingKingsideFile"));
        assert_eq!(nearest("flagRegoinWhite").map(|k| k.name.as_str()), Some("flagRegionWhite"));
        assert_eq!(nearest("somethingElse").map(|k| k.name.as_str()), None);
    }

    #[test]
    fn releases_stand_in_their_order() {
        let read = |text| Release::parse(text).unwrap_or_else(|| panic!("{text}"));
        assert!(read("release 14") < read("dev 2023-09-10"));
        assert!(read("11.1") < read("11.2"));
        assert_eq!(read("230910"), read("2023-09-10"));
        assert!(lookup("castlingWins").is_some_and(|key| key.since > read("14")));
        assert_eq!(Release::parse("next"), None);
    }
}
