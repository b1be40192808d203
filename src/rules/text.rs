//! How the small values of [`super::Rules`] are written as text: squares, sets,
//! directions, distances. Each has one spelling.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::square::{PerSide, Square, SquareSet};

/// For `skip_serializing_if`: whether a value is its type's default.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// For `default`: a switch that is on unless said otherwise.
pub(crate) fn yes() -> bool {
    true
}

/// For `skip_serializing_if` of a switch that is on by default.
pub(crate) fn is_true(value: &bool) -> bool {
    *value
}

/// Serde by `Display` and `FromStr`.
macro_rules! as_text {
    ($($type:ty => $what:literal),* $(,)?) => { $(
        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                // A number is read as its digits.
                schemars::json_schema!({ "type": ["string", "integer"], "description": $what })
            }
        }
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<$type, E> {
                        number.to_string().parse().map_err(E::custom)
                    }
                    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<$type, E> {
                        number.to_string().parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_any(Text)
            }
        }
    )* };
}
pub(crate) use as_text;

as_text!(Square => "a square", SquareSet => "squares, as in \"a1 c3-d4\"");

/// One value where the sides agree, else `{ white = …, black = … }`. Meant for
/// values that are no tables themselves.
impl<T: Serialize + PartialEq> Serialize for PerSide<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        if self.white == self.black {
            return self.white.serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("white", &self.white)?;
        map.serialize_entry("black", &self.black)?;
        map.end()
    }
}

/// A schema whose description says how the value is written.
pub(crate) fn described(mut schema: schemars::Schema, what: &str) -> schemars::Schema {
    schema.insert("description".to_owned(), what.into());
    schema
}

impl<T: schemars::JsonSchema> schemars::JsonSchema for PerSide<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("PerSide_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let each = generator.subschema_for::<T>();
        schemars::json_schema!({ "anyOf": [each, {
            "type": "object",
            "properties": { "white": each, "black": each },
            "required": ["white", "black"],
            "additionalProperties": false,
        }] })
    }
}

struct PerSideVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Clone> Visitor<'de> for PerSideVisitor<T> {
    type Value = PerSide<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value, or a table of `white` and `black`")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(PerSide::both)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(PerSide::both)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(PerSide::both)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(PerSide::both)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        T::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(PerSide::both)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut white, mut black) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let slot = match key.as_str() {
                "white" => &mut white,
                "black" => &mut black,
                other => return Err(de::Error::unknown_field(other, &["white", "black"])),
            };
            if slot.replace(map.next_value()?).is_some() {
                return Err(de::Error::custom(format!("`{key}` is given twice")));
            }
        }
        Ok(PerSide {
            white: white.ok_or_else(|| de::Error::missing_field("white"))?,
            black: black.ok_or_else(|| de::Error::missing_field("black"))?,
        })
    }
}

impl<'de, T: Deserialize<'de> + Clone> Deserialize<'de> for PerSide<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PerSideVisitor(PhantomData))
    }
}
