//! Regions: sets of squares that each side sees from its own end.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::Board;
use super::square::{Side, SquareSet};

/// Where something holds, for each side.
///
/// Text: `"all"`, squares from White's view (`"a8-h8"`, which Black sees turned
/// as the board's orientation says), or a table with squares for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Region {
    /// Everywhere.
    #[default]
    All,
    /// On these squares.
    Squares {
        /// White's squares.
        white: SquareSet,
        /// Black's squares; `None`: White's, turned to Black's view.
        black: Option<SquareSet>,
    },
}

impl Region {
    /// The region of these squares, and of those that Black sees in their place.
    pub fn squares(white: SquareSet) -> Region {
        Region::Squares { white, black: None }
    }

    /// A region stated for each side.
    pub fn per_side(white: SquareSet, black: SquareSet) -> Region {
        Region::Squares { white, black: Some(black) }
    }

    /// The squares of the board that the region has for a side.
    pub fn of(&self, side: Side, board: &Board) -> SquareSet {
        let all = board.squares();
        match (self, side) {
            (Region::All, _) => all,
            (Region::Squares { white, .. }, Side::White) => white.and(all),
            (Region::Squares { black: Some(black), .. }, Side::Black) => black.and(all),
            (Region::Squares { white, black: None }, Side::Black) => board.turned(*white).and(all),
        }
    }

    /// Whether every square belongs to it.
    pub fn is_all(&self) -> bool {
        *self == Region::All
    }
}

impl schemars::JsonSchema for Region {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Region".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "`all`, squares from White's view, or a table of `white` and `black` squares",
            "anyOf": [{ "type": "string" }, {
                "type": "object",
                "properties": { "white": { "type": "string" }, "black": { "type": "string" } },
                "required": ["white", "black"],
                "additionalProperties": false,
            }],
        })
    }
}

impl Serialize for Region {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Region::All => serializer.serialize_str("all"),
            Region::Squares { white, black: None } => white.serialize(serializer),
            Region::Squares { white, black: Some(black) } => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("white", white)?;
                map.serialize_entry("black", black)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Region {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Region;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"all\", squares, or a table of `white` and `black` squares")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Region, E> {
                match text {
                    "all" => Ok(Region::All),
                    squares => squares.parse().map(Region::squares).map_err(E::custom),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Region, A::Error> {
                #[derive(Deserialize, JsonSchema)]
                #[serde(deny_unknown_fields)]
                struct Each {
                    white: SquareSet,
                    black: SquareSet,
                }
                let each = Each::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(Region::per_side(each.white, each.black))
            }
        }
        deserializer.deserialize_any(Text)
    }
}
