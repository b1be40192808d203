//! How pieces move: legs, and the rules made of them.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::Content;
use super::guard::{Effect, Guard};
use super::origin::Origin;
use super::region::Region;
use super::square::{Sides, TextError};
use super::text::{as_text, is_default};

/// One step of a leg, seen from White: `"n"` to `"nw"`, or `"2,1"` (files right,
/// ranks up). A lame step names the squares that it crosses, counted from its
/// own beginning, and all must exist and be empty: `"1,2 via 0,1"`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    /// Files to the right.
    pub dx: i8,
    /// Ranks up.
    pub dy: i8,
    /// Squares that must be empty, from where the step begins.
    pub via: Vec<(i8, i8)>,
}

/// Steps are listed from the shorter to the longer, and clockwise from north.
impl Ord for Step {
    fn cmp(&self, other: &Step) -> Ordering {
        let ring = |s: &Step| s.dx.unsigned_abs().max(s.dy.unsigned_abs());
        let quarter = |s: &Step| match (s.dx.signum(), s.dy.signum()) {
            (0 | 1, 1) => 0,
            (1, _) => 1,
            (_, -1) => 2,
            _ => 3,
        };
        // Positive where `other` lies counterclockwise from `self`.
        let turn = i32::from(self.dx) * i32::from(other.dy) - i32::from(self.dy) * i32::from(other.dx);
        ring(self)
            .cmp(&ring(other))
            .then(quarter(self).cmp(&quarter(other)))
            .then(turn.cmp(&0))
            .then_with(|| (self.dx, self.dy, &self.via).cmp(&(other.dx, other.dy, &other.via)))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Step) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

const COMPASS: [(&str, i8, i8); 8] = [
    ("n", 0, 1),
    ("ne", 1, 1),
    ("e", 1, 0),
    ("se", 1, -1),
    ("s", 0, -1),
    ("sw", -1, -1),
    ("w", -1, 0),
    ("nw", -1, 1),
];

impl Step {
    /// A step that nothing on the way hinders.
    pub fn new(dx: i8, dy: i8) -> Step {
        Step { dx, dy, via: Vec::new() }
    }

    /// A lame step.
    pub fn via(dx: i8, dy: i8, via: impl IntoIterator<Item = (i8, i8)>) -> Step {
        Step { dx, dy, via: via.into_iter().collect() }
    }

    /// The vector.
    pub fn vector(&self) -> (i32, i32) {
        (i32::from(self.dx), i32::from(self.dy))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match COMPASS.iter().find(|(_, dx, dy)| (*dx, *dy) == (self.dx, self.dy)) {
            Some((name, ..)) => f.write_str(name)?,
            None => write!(f, "{},{}", self.dx, self.dy)?,
        }
        if !self.via.is_empty() {
            f.write_str(" via")?;
        }
        self.via.iter().try_for_each(|(dx, dy)| write!(f, " {dx},{dy}"))
    }
}

/// `"2,-1"` as a pair.
pub(crate) fn parse_vector(text: &str) -> Result<(i8, i8), TextError> {
    let number = |part: &str| part.trim().parse::<i8>().ok().filter(|n| (-15..=15).contains(n));
    let pair = text.split_once(',').and_then(|(dx, dy)| number(dx).zip(number(dy)));
    pair.ok_or_else(|| TextError(format!("`{text}` is no vector (as in `2,-1`, each from -15 to 15)")))
}

impl FromStr for Step {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut words = text.split_whitespace();
        let first = words.next().ok_or_else(|| TextError("a step is empty".into()))?;
        let (dx, dy) = match COMPASS.iter().find(|(name, ..)| *name == first) {
            Some((_, dx, dy)) => (*dx, *dy),
            None => parse_vector(first)?,
        };
        let via = match words.next() {
            None => Vec::new(),
            Some("via") => words.map(parse_vector).collect::<Result<_, _>>()?,
            Some(word) => {
                return Err(TextError(format!("`{word}` in `{text}`: only `via` may follow a step")));
            }
        };
        Ok(Step { dx, dy, via })
    }
}

/// A set of distances, counted in steps, 1 to 15: `"1"`, `"1-3"`, `"2-"`,
/// `"1,3"`, `"any"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distances(u16);

impl Distances {
    /// One step.
    pub const ONE: Distances = Distances(2);
    /// Any number of steps.
    pub const ANY: Distances = Distances(0xfffe);

    /// Exactly these numbers of steps; those outside of 1 to 15 are left out.
    pub fn of(distances: impl IntoIterator<Item = u8>) -> Distances {
        Distances(distances.into_iter().filter(|d| (1..16).contains(d)).fold(0, |set, d| set | 1 << d))
    }

    /// From one to so many steps.
    pub fn up_to(most: u8) -> Distances {
        Distances::of(1..=most)
    }

    /// Whether that number of steps is among them.
    pub fn contains(self, distance: u8) -> bool {
        distance < 16 && self.0 >> distance & 1 != 0
    }

    /// The numbers of steps from the smallest.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..16).filter(move |d| self.contains(*d))
    }

    /// The largest number of steps, 0 where there is none.
    pub fn most(self) -> u8 {
        self.iter().last().unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Those of either.
    pub fn or(self, other: Distances) -> Distances {
        Distances(self.0 | other.0)
    }

    fn one() -> Distances {
        Distances::ONE
    }

    fn any() -> Distances {
        Distances::ANY
    }

    fn is_one(&self) -> bool {
        *self == Distances::ONE
    }

    fn is_any(&self) -> bool {
        *self == Distances::ANY
    }
}

impl fmt::Display for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_any() {
            return f.write_str("any");
        }
        let mut distance = 1;
        let mut comma = "";
        while distance < 16 {
            if !self.contains(distance) {
                distance += 1;
                continue;
            }
            let start = distance;
            while self.contains(distance + 1) {
                distance += 1;
            }
            match (start, distance) {
                (start, end) if start == end => write!(f, "{comma}{start}")?,
                (start, 15) => write!(f, "{comma}{start}-")?,
                (start, end) => write!(f, "{comma}{start}-{end}")?,
            }
            comma = ",";
            distance += 1;
        }
        Ok(())
    }
}

impl FromStr for Distances {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == "any" {
            return Ok(Distances::ANY);
        }
        let mut set = Distances(0);
        for part in text.split(',').map(str::trim) {
            let wrong =
                || TextError(format!("`{text}` are no distances (as in `1`, `1-3`, `2-`, `1,3`, `any`)"));
            let number = |n: &str| n.parse::<u8>().ok().filter(|n| (1..16).contains(n)).ok_or_else(wrong);
            let (start, end) = match part.split_once('-') {
                None => (number(part)?, number(part)?),
                Some((start, "")) => (number(start)?, 15),
                Some((start, end)) => (number(start)?, number(end)?),
            };
            if start > end {
                return Err(wrong());
            }
            set = set.or(Distances::of(start..=end));
        }
        Ok(set)
    }
}

as_text!(Step => "a step, as in \"n\" or \"1,2 via 0,1\"", Distances => "distances, as in 1, \"1-3\", \"2-\" or \"any\"");

/// What a leg must jump over.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hurdle {
    /// What serves as a hurdle; anything else on the way blocks.
    #[serde(default = "Content::occupied", skip_serializing_if = "is_occupied")]
    pub is: Content,
    /// How many there must be.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u8,
    /// How far away the first may stand.
    #[serde(default = "Distances::any", skip_serializing_if = "Distances::is_any")]
    pub at: Distances,
    /// How far behind the last the leg may land.
    #[serde(default = "Distances::any", skip_serializing_if = "Distances::is_any")]
    pub behind: Distances,
    /// Whether the hurdles are captured.
    #[serde(default, skip_serializing_if = "is_default")]
    pub taken: bool,
}

fn one() -> u8 {
    1
}

fn is_one(n: &u8) -> bool {
    *n == 1
}

fn is_occupied(content: &Content) -> bool {
    *content == Content::occupied()
}

impl Default for Hurdle {
    /// Exactly one piece or wall, anywhere on the way (the xiangqi cannon).
    fn default() -> Self {
        Hurdle { is: Content::occupied(), count: 1, at: Distances::ANY, behind: Distances::ANY, taken: false }
    }
}

/// One leg of a move: a ride along a direction.
///
/// From where it begins, the leg goes `distance` times the same step. The
/// squares where the steps before the last end must exist and be empty, but
/// for a `hurdle`; the squares that a lame step crosses too. It lands where
/// `onto` allows. A leap is a single step, whatever lies between.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// The directions, one of which is taken. Black's follow from the board's
    /// orientation.
    pub steps: BTreeSet<Step>,
    /// How many steps may be taken. Default: one.
    #[serde(default = "Distances::one", skip_serializing_if = "Distances::is_one")]
    pub distance: Distances,
    /// What must be jumped. Default: nothing, and nothing may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hurdle: Option<Hurdle>,
    /// What the square where it lands must hold. A piece there is captured, whose
    /// ever it is. Default: nothing, or an enemy piece.
    #[serde(default = "Content::empty_or_enemy", skip_serializing_if = "lands_as_usual")]
    pub onto: Content,
    /// Whether the piece on the square where the leg lands stays: only for a leg
    /// that is not the last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spares: bool,
}

fn lands_as_usual(content: &Content) -> bool {
    *content == Content::empty_or_enemy()
}

impl Leg {
    /// A leg of one of these steps, onto an empty square or an enemy piece.
    pub fn new(steps: impl IntoIterator<Item = (i8, i8)>) -> Leg {
        Leg {
            steps: steps.into_iter().map(|(dx, dy)| Step::new(dx, dy)).collect(),
            distance: Distances::ONE,
            hurdle: None,
            onto: Content::empty_or_enemy(),
            spares: false,
        }
    }

    /// The same over other distances.
    pub fn distance(mut self, distance: Distances) -> Leg {
        self.distance = distance;
        self
    }

    /// The same onto something else.
    pub fn onto(mut self, onto: Content) -> Leg {
        self.onto = onto;
        self
    }

    /// The same over a hurdle.
    pub fn over(mut self, hurdle: Hurdle) -> Leg {
        self.hurdle = Some(hurdle);
        self
    }
}

/// Which squares a move leaves to be captured on en passant, for one turn. A move that
/// promotes leaves none.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Trail {
    /// None.
    #[default]
    None,
    /// For each of its legs the squares between where it began and where it landed, if
    /// these lie on a rank, file or diagonal, and where its legs before the last ended.
    Passed,
    /// Of those, the ones on which an enemy piece could then capture en passant, the
    /// safety of its own king aside.
    PassedIfAttacked,
    /// All that it passed, and the square where it landed.
    PassedAndLanding,
}

/// After this move the same piece goes on, before the opponent's turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Continuation {
    /// By rules of this class only; empty: by any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub class: String,
    /// Whether the player may stop instead.
    #[serde(default, skip_serializing_if = "is_default")]
    pub may_stop: bool,
}

/// One way in which pieces of a type move: *guarded move*, once for each square of
/// `from`, each side of `sides` and each choice of steps and distances.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "MoveRuleText", into = "MoveRuleText")]
pub struct MoveRule {
    /// Whose pieces.
    pub sides: Sides,
    /// The legs, one after the other; at least one. All of them look at the
    /// board before the move, except that the mover has left its square and
    /// what earlier legs captured is gone.
    pub legs: Vec<Leg>,
    /// Where the piece must stand.
    pub from: Region,
    /// Where it must end.
    pub to: Region,
    /// What must hold besides, before the move.
    pub when: Vec<Guard>,
    /// What happens besides, in this order, after the piece has moved and been
    /// promoted.
    pub then: Vec<Effect>,
    /// The en passant squares that the move leaves.
    pub leaves: Trail,
    /// A name by which [`super::Turn::priorities`], [`super::Promotion`] and
    /// [`Continuation`] speak of the rule; may be empty.
    pub class: String,
    /// Whether the rule only threatens: pieces that it could capture are attacked
    /// (so that the opponent may not leave his king there), but it is never
    /// played. Facing generals are such a rule.
    pub threat_only: bool,
    /// Whether the same piece goes on.
    pub continues: Option<Continuation>,
    /// Where it was stated, for whoever read it; no part of the rules.
    pub origin: Origin,
}

impl MoveRule {
    /// The plain rule of these legs, for both sides, everywhere.
    pub fn new(legs: impl IntoIterator<Item = Leg>) -> MoveRule {
        MoveRule {
            sides: Sides::Both,
            legs: legs.into_iter().collect(),
            from: Region::All,
            to: Region::All,
            when: Vec::new(),
            then: Vec::new(),
            leaves: Trail::None,
            class: String::new(),
            threat_only: false,
            continues: None,
            origin: Origin::default(),
        }
    }

    /// The same for some squares of origin only.
    pub fn from(mut self, from: Region) -> MoveRule {
        self.from = from;
        self
    }

    /// The same for some destinations only.
    pub fn to(mut self, to: Region) -> MoveRule {
        self.to = to;
        self
    }

    /// The same with a guard more.
    pub fn when(mut self, guard: Guard) -> MoveRule {
        self.when.push(guard);
        self
    }
}

impl schemars::JsonSchema for MoveRule {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "MoveRule".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        super::text::described(
            MoveRuleText::json_schema(generator),
            "A way in which pieces of a type move: the fields of an only leg stand beside those of the rule",
        )
    }
}

/// How a [`MoveRule`] is written: the fields of an only leg stand beside those
/// of the rule; several legs stand in a list.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MoveRuleText {
    #[serde(default, skip_serializing_if = "is_default")]
    class: String,
    #[serde(default, skip_serializing_if = "is_default")]
    sides: Sides,
    #[serde(default, skip_serializing_if = "is_default")]
    steps: BTreeSet<Step>,
    #[serde(default = "Distances::one", skip_serializing_if = "Distances::is_one")]
    distance: Distances,
    #[serde(default = "Content::empty_or_enemy", skip_serializing_if = "lands_as_usual")]
    onto: Content,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hurdle: Option<Hurdle>,
    #[serde(default, skip_serializing_if = "is_default")]
    spares: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    legs: Vec<Leg>,
    #[serde(default, skip_serializing_if = "is_default")]
    from: Region,
    #[serde(default, skip_serializing_if = "is_default")]
    to: Region,
    #[serde(default, skip_serializing_if = "is_default")]
    when: Vec<Guard>,
    #[serde(default, skip_serializing_if = "is_default")]
    then: Vec<Effect>,
    #[serde(default, skip_serializing_if = "is_default")]
    leaves: Trail,
    #[serde(default, skip_serializing_if = "is_default")]
    threat_only: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    continues: Option<Continuation>,
}

impl From<MoveRuleText> for MoveRule {
    fn from(text: MoveRuleText) -> Self {
        let single = Leg {
            steps: text.steps,
            distance: text.distance,
            hurdle: text.hurdle,
            onto: text.onto,
            spares: text.spares,
        };
        // Fields of a leg beside a list of legs mean one more leg, before them.
        let usual = single.distance.is_one()
            && single.hurdle.is_none()
            && lands_as_usual(&single.onto)
            && !single.spares
            && single.steps.is_empty();
        let mut legs = text.legs;
        if !usual || legs.is_empty() {
            legs.insert(0, single);
        }
        MoveRule {
            sides: text.sides,
            legs,
            from: text.from,
            to: text.to,
            when: text.when,
            then: text.then,
            leaves: text.leaves,
            class: text.class,
            threat_only: text.threat_only,
            continues: text.continues,
            origin: Origin::default(),
        }
    }
}

impl From<MoveRule> for MoveRuleText {
    fn from(rule: MoveRule) -> Self {
        let (single, legs) = match <[Leg; 1]>::try_from(rule.legs) {
            Ok([leg]) => (leg, Vec::new()),
            Err(legs) => (Leg::new([]), legs),
        };
        MoveRuleText {
            class: rule.class,
            sides: rule.sides,
            steps: single.steps,
            distance: single.distance,
            onto: single.onto,
            hurdle: single.hurdle,
            spares: single.spares,
            legs,
            from: rule.from,
            to: rule.to,
            when: rule.when,
            then: rule.then,
            leaves: rule.leaves,
            threat_only: rule.threat_only,
            continues: rule.continues,
        }
    }
}
