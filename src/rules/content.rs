//! What may stand on a square: types, patterns of pieces, contents.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::square::TextError;
use super::text::as_text;

/// A set of piece types. Text: `"any"`, one name, or a list of names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Types {
    /// Every type.
    #[default]
    Any,
    /// These, by name.
    Only(BTreeSet<String>),
}

impl Types {
    /// No type at all.
    pub fn none() -> Types {
        Types::Only(BTreeSet::new())
    }

    /// The types of these names.
    pub fn only<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Types {
        Types::Only(names.into_iter().map(Into::into).collect())
    }

    /// Whether the type is among them.
    pub fn contains(&self, name: &str) -> bool {
        match self {
            Types::Any => true,
            Types::Only(names) => names.contains(name),
        }
    }

    /// The names that are written out.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        match self {
            Types::Any => None,
            Types::Only(names) => Some(names),
        }
        .into_iter()
        .flatten()
    }
}

/// A word or a list of words.
fn words_schema(what: &str) -> schemars::Schema {
    schemars::json_schema!({
        "description": what,
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
    })
}

impl schemars::JsonSchema for Types {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Types".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        words_schema("`any`, the name of a type, or a list of names")
    }
}

impl schemars::JsonSchema for Content {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Content".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        words_schema(
            "`empty`, `en-passant`, `wall`, pieces as in `own rook +unmoved` or `enemy`, or a list of these",
        )
    }
}

impl Serialize for Types {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Types::Any => serializer.serialize_str("any"),
            Types::Only(names) => match names.first() {
                Some(name) if names.len() == 1 && name != "any" => serializer.serialize_str(name),
                _ => serializer.collect_seq(names),
            },
        }
    }
}

impl<'de> Deserialize<'de> for Types {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Types;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"any\", a piece type or a list of piece types")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Types, E> {
                Ok(if text == "any" { Types::Any } else { Types::only([text]) })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Types, A::Error> {
                let mut names = BTreeSet::new();
                while let Some(name) = seq.next_element::<String>()? {
                    names.insert(name);
                }
                Ok(Types::Only(names))
            }
        }
        deserializer.deserialize_any(Text)
    }
}

/// Whose piece, seen from the side that moves.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The mover's.
    #[default]
    Own,
    /// The opponent's.
    Enemy,
}

/// Some men: `"enemy"`, `"own rook"`, `"own rook +unmoved"`, `"own * -unmoved"`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManPattern {
    /// Whose.
    pub whose: Whose,
    /// Of which type; `None`: any.
    pub kind: Option<String>,
    /// Marks that the piece must hold (`true`) or not hold (`false`).
    pub marks: BTreeSet<(String, bool)>,
}

impl ManPattern {
    /// Any piece of that side.
    pub fn any(whose: Whose) -> ManPattern {
        ManPattern { whose, kind: None, marks: BTreeSet::new() }
    }

    /// A piece of that side and type.
    pub fn of(whose: Whose, kind: &str) -> ManPattern {
        ManPattern { kind: Some(kind.to_owned()), ..ManPattern::any(whose) }
    }

    /// The same with the demand that the piece holds the mark, or that it does not.
    pub fn mark(mut self, mark: &str, held: bool) -> ManPattern {
        self.marks.insert((mark.to_owned(), held));
        self
    }

    /// Whether every piece that `other` describes is described by this too.
    pub fn covers(&self, other: &ManPattern) -> bool {
        self.whose == other.whose
            && (self.kind.is_none() || self.kind == other.kind)
            && self.marks.is_subset(&other.marks)
    }
}

impl fmt::Display for ManPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.whose == Whose::Own { "own" } else { "enemy" })?;
        match &self.kind {
            Some(kind) => write!(f, " {kind}")?,
            None if !self.marks.is_empty() => f.write_str(" *")?,
            None => {}
        }
        self.marks.iter().try_for_each(|(mark, held)| write!(f, " {}{mark}", if *held { '+' } else { '-' }))
    }
}

impl FromStr for ManPattern {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut words = text.split_whitespace();
        let whose = match words.next() {
            Some("own") => Whose::Own,
            Some("enemy") => Whose::Enemy,
            _ => return Err(TextError(format!("`{text}` must begin with `own` or `enemy`"))),
        };
        let kind = words.next().filter(|kind| *kind != "*").map(str::to_owned);
        let mut pattern = ManPattern { kind, ..ManPattern::any(whose) };
        for word in words {
            pattern = match word.split_at_checked(1) {
                Some(("+", mark)) if !mark.is_empty() => pattern.mark(mark, true),
                Some(("-", mark)) if !mark.is_empty() => pattern.mark(mark, false),
                _ => return Err(TextError(format!("`{word}` in `{text}` must be `+mark` or `-mark`"))),
            };
        }
        Ok(pattern)
    }
}

/// What a square may hold: any of the things listed. Written as a list of
/// `"empty"`, `"en-passant"`, `"wall"` and patterns of pieces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Content {
    /// Nothing stands there.
    pub empty: bool,
    /// Nothing stands there, and the square is an en passant square at the
    /// moment. A leg that lands for this reason captures en passant.
    pub en_passant: bool,
    /// A wall stands there.
    pub wall: bool,
    /// One of these pieces stands there.
    pub men: BTreeSet<ManPattern>,
}

impl Content {
    /// An empty square.
    pub fn empty() -> Content {
        Content { empty: true, ..Content::default() }
    }

    /// Any enemy piece.
    pub fn enemy() -> Content {
        Content::default().or_men(ManPattern::any(Whose::Enemy))
    }

    /// Any own piece.
    pub fn own() -> Content {
        Content::default().or_men(ManPattern::any(Whose::Own))
    }

    /// An empty square or any enemy man: where an orthodox piece may land.
    pub fn empty_or_enemy() -> Content {
        Content::empty().or(Content::enemy())
    }

    /// Any piece of either side, or a wall.
    pub fn occupied() -> Content {
        Content { wall: true, ..Content::own().or(Content::enemy()) }
    }

    /// The same with these pieces too.
    pub fn or_men(mut self, men: ManPattern) -> Content {
        self.men.insert(men);
        self
    }

    /// What either allows.
    pub fn or(mut self, other: Content) -> Content {
        self.empty |= other.empty;
        self.en_passant |= other.en_passant;
        self.wall |= other.wall;
        self.men.extend(other.men);
        self
    }

    /// Whether it allows nothing.
    pub fn is_nothing(&self) -> bool {
        *self == Content::default()
    }

    fn words(&self) -> Vec<String> {
        let flags = [("empty", self.empty), ("en-passant", self.en_passant), ("wall", self.wall)];
        let flags = flags.into_iter().filter(|(_, on)| *on).map(|(word, _)| word.to_owned());
        flags.chain(self.men.iter().map(ToString::to_string)).collect()
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = self.words();
        match words.as_slice() {
            [word] => serializer.serialize_str(word),
            _ => serializer.collect_seq(words),
        }
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Text {
            fn add<E: de::Error>(content: &mut Content, word: &str) -> Result<(), E> {
                match word {
                    "empty" => content.empty = true,
                    "en-passant" => content.en_passant = true,
                    "wall" => content.wall = true,
                    men => {
                        content.men.insert(men.parse().map_err(|_| {
                            E::custom(format!("`{men}` is no content of a square (`empty`, `en-passant`, `wall`, `own …`, `enemy …`)"))
                        })?);
                    }
                }
                Ok(())
            }
        }
        impl<'de> Visitor<'de> for Text {
            type Value = Content;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("what a square holds, as in [\"empty\", \"enemy\"]")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Content, E> {
                let mut content = Content::default();
                Text::add(&mut content, text)?;
                Ok(content)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Content, A::Error> {
                let mut content = Content::default();
                while let Some(word) = seq.next_element::<String>()? {
                    Text::add(&mut content, &word)?;
                }
                Ok(content)
            }
        }
        deserializer.deserialize_any(Text)
    }
}

as_text!(ManPattern => "a piece, as in \"own rook\"");
