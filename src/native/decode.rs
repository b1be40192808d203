//! From a tree to [`crate::rules::Rules`], by serde, with the place of what does not fit.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::tree::{Node, Table, Value};
use crate::diagnostic::{Code, codes, did_you_mean};
use crate::source::Span;

/// Why a tree is no rules.
#[derive(Debug, Clone)]
pub(super) struct Misfit {
    pub code: Code,
    pub span: Option<Span>,
    pub message: String,
    pub help: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misfit {}

impl Misfit {
    fn new(code: Code, message: String, help: impl Into<String>) -> Misfit {
        Misfit { code, span: None, message, help: help.into() }
    }

    /// The same at a place, unless a closer one is known.
    fn at(self, span: Option<Span>) -> Misfit {
        Misfit { span: self.span.or(span), ..self }
    }
}

/// Words as a list for a person.
fn among(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Where that is stated which a newcomer looks for under a word of the field; `among` are the
/// words that may stand there.
fn elsewhere(word: &str, among: &[&str]) -> Option<String> {
    let help = match word {
        "royal" if among.contains(&"letters") => {
            "which pieces are royal is stated in a table of its own: [[royals]] and below it types = \"king\""
        }
        "promotes" | "promotion" | "promotes_to" if among.contains(&"letters") => {
            "promotions are stated in a table of their own: [[promotions]] with types, zone and into"
        }
        "limit" | "max" | "at_most" if among.contains(&"fewer_than") => {
            "a limit is stated by numbers of pieces: fewer_than = { rook = 2 } promotes to a rook only while \
             there are fewer than two on the board"
        }
        "checkmate" | "stalemate" if among.contains(&"checks-given") => {
            "what checkmate and stalemate mean is stated in [no_moves]; without it checkmate loses and \
             stalemate draws"
        }
        "reaches" | "reach" | "goal" if among.contains(&"can-reach") => {
            "a piece on its goal is counted there: when = { count = { men = [\"own king\"], region = \"e9\", \
             at_least = 1 } }"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

/// What was found, in words.
fn plain(found: &de::Unexpected<'_>) -> String {
    match found {
        de::Unexpected::Map => "a table".to_owned(),
        de::Unexpected::Seq => "a list".to_owned(),
        de::Unexpected::Str(text) => format!("the text `{text}`"),
        de::Unexpected::Bool(flag) => format!("`{flag}`"),
        de::Unexpected::Signed(number) => format!("the number {number}"),
        other => other.to_string(),
    }
}

/// What must stand there, in words and not by the name of a type of the program.
fn wanted(expected: &dyn de::Expected) -> String {
    let name = expected.to_string();
    let limits = match name.as_str() {
        "u8" => (0, i64::from(u8::MAX)),
        "u16" => (0, i64::from(u16::MAX)),
        "u32" | "u64" | "usize" => (0, i64::from(u32::MAX)),
        "i8" => (i64::from(i8::MIN), i64::from(i8::MAX)),
        "i16" => (i64::from(i16::MIN), i64::from(i16::MAX)),
        "i32" | "i64" => (i64::from(i32::MIN), i64::from(i32::MAX)),
        "a string" | "a borrowed string" | "string" => return "a text in quotation marks".to_owned(),
        "a boolean" => return "true or false".to_owned(),
        "a sequence" => return "a list in square brackets".to_owned(),
        "a map" => return "a table".to_owned(),
        "a character" => return "one letter in quotation marks".to_owned(),
        _ if name.starts_with("struct ") => return "a table with fields".to_owned(),
        _ => return name,
    };
    format!("a whole number from {} to {}", limits.0, limits.1)
}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        let help = "write it as the message says; docs/rules.md shows each kind of value";
        Misfit::new(codes::TOML_VALUE, message, help)
    }

    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let (found, expected) = (plain(&found), wanted(expected));
        Misfit::new(
            codes::TOML_VALUE,
            format!("{found} stands where {expected} must"),
            format!("write {expected}"),
        )
    }

    fn invalid_value(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let (found, expected) = (plain(&found), wanted(expected));
        Misfit::new(codes::TOML_VALUE, format!("{found} will not do"), format!("write {expected}"))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let hint = || did_you_mean(variant, expected.iter().copied());
        let help = elsewhere(variant, expected).or_else(hint);
        let help = help.unwrap_or_else(|| format!("write one of {}", among(expected)));
        Misfit::new(codes::TOML_CHOICE, format!("`{variant}` is no choice here"), help)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let hint = || did_you_mean(field, expected.iter().copied());
        let help = elsewhere(field, expected).or_else(hint);
        let help = help.unwrap_or_else(|| match expected {
            [] => "leave it out".to_owned(),
            _ => format!("the fields are {}", among(expected)),
        });
        Misfit::new(codes::TOML_FIELD, format!("there is no field `{field}` here"), help)
    }

    fn missing_field(field: &'static str) -> Self {
        let help = format!("add `{field} = …`");
        Misfit::new(codes::TOML_MISSING, format!("the field `{field}` is missing"), help)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Misfit::new(codes::TOML_FIELD, format!("the field `{field}` stands twice"), "keep one of the two")
    }
}

impl<'de> de::Deserializer<'de> for &'de Node {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let result = match &self.value {
            Value::Text(text) => visitor.visit_str(text),
            Value::Number(number) => visitor.visit_i64(*number),
            Value::Flag(flag) => visitor.visit_bool(*flag),
            Value::List(list) => visitor.visit_seq(Items(list.iter())),
            Value::Table(table) => visitor.visit_map(Fields { entries: table.iter(), value: None }),
        };
        result.map_err(|error| error.at(self.span))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self).map_err(|error| error.at(self.span))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let access = match &self.value {
            Value::Text(word) => Choice { word, span: self.span, content: None },
            Value::Table(table) => match table.iter().next() {
                Some((word, entry)) if table.len() == 1 => {
                    Choice { word, span: entry.key.or(self.span), content: Some(&entry.node) }
                }
                _ => {
                    let message = format!("a table with one key must stand here, not {}", table.len());
                    let help = format!("the key is one of {}", among(variants));
                    return Err(Misfit::new(codes::TOML_CHOICE, message, help).at(self.span));
                }
            },
            _ => {
                let message = format!("{} stands where a choice must", self.kind());
                let help = format!("write one of {}", among(variants));
                return Err(Misfit::new(codes::TOML_CHOICE, message, help).at(self.span));
            }
        };
        visitor.visit_enum(access).map_err(|error| error.at(self.span))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'de>(std::slice::Iter<'de, Node>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        self.0.next().map(|node| seed.deserialize(node).map_err(|e| e.at(node.span))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Fields<'de> {
    entries: indexmap::map::Iter<'de, String, super::tree::Entry>,
    value: Option<&'de Node>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, entry)) = self.entries.next() else { return Ok(None) };
        self.value = Some(&entry.node);
        let word: de::value::StrDeserializer<'_, Misfit> = key.as_str().into_deserializer();
        seed.deserialize(word).map(Some).map_err(|error| error.at(entry.key.or(entry.node.span)))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Misfit> {
        let missing = || Misfit::new(codes::TOML_VALUE, "a value is missing".to_owned(), "write one");
        let node = self.value.take().ok_or_else(missing)?;
        seed.deserialize(node).map_err(|error| error.at(node.span))
    }
}

struct Choice<'de> {
    word: &'de str,
    span: Option<Span>,
    content: Option<&'de Node>,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Misfit;
    type Variant = Choice<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Misfit> {
        let word: de::value::StrDeserializer<'_, Misfit> = self.word.into_deserializer();
        let value = seed.deserialize(word).map_err(|error| error.at(self.span))?;
        Ok((value, self))
    }
}

impl Choice<'_> {
    fn bare(&self) -> Misfit {
        let message = format!("`{}` needs more than the word", self.word);
        Misfit::new(codes::TOML_CHOICE, message, format!("write {{ {} = … }}", self.word)).at(self.span)
    }
}

impl<'de> VariantAccess<'de> for Choice<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        match self.content {
            None => Ok(()),
            Some(_) => {
                let message = format!("`{}` is a word alone", self.word);
                Err(Misfit::new(codes::TOML_CHOICE, message, format!("write \"{}\"", self.word))
                    .at(self.span))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        let node = self.content.ok_or_else(|| self.bare())?;
        seed.deserialize(node).map_err(|error| error.at(node.span))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        let node = self.content.ok_or_else(|| self.bare())?;
        de::Deserializer::deserialize_any(node, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let node = self.content.ok_or_else(|| self.bare())?;
        de::Deserializer::deserialize_any(node, visitor)
    }
}

/// The table's own keys, for suggestions.
pub(super) fn keys(table: &Table) -> impl Iterator<Item = &str> {
    table.keys().map(String::as_str)
}
