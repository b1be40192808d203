//! The doubtful points of the language, and which reading of each is followed.
//!
//! What is not known for certain about Zillions is numbered Q1 to Q42 in the reference. Where
//! two readings make sense, [`POINTS`] lists them; the first is the one that is followed when
//! nothing is said. `docs/zrf-language.md` argues the choices.

/// A doubtful point with its readings.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// The number, as in `Q8`.
    pub number: u8,
    /// What is in doubt.
    pub question: &'static str,
    /// The words for its readings with what each means; the first is the usual one.
    pub values: &'static [(&'static str, &'static str)],
}

macro_rules! points {
    ($($name:ident = $number:literal, $question:literal, $($word:literal => $meaning:literal),+;)*) => {
        $(
            #[doc = $question]
            pub(super) const $name: u8 = $number;
        )*
        /// The points of which more than one reading can be played, by number.
        pub const POINTS: &[Point] = &[
            $(Point { number: $number, question: $question, values: &[$(($word, $meaning)),+] }),*
        ];
    };
}

points! {
    COUNT_GOALS_APART = 4, "Is `count-condition` one of the goals that a variant replaces together?",
        "together" => "any goal of a variant replaces all goals of its game",
        "apart" => "count conditions replace count conditions, the other goals the other goals";
    DUMMY_DROPS = 5, "Do drop blocks start on dummy squares too?",
        "no" => "only on squares that are shown",
        "yes" => "on every square";
    ONE_WAY_UNLINK = 6, "Does `(unlink (a b))` cut both ways?",
        "both" => "no link is left between the two",
        "one" => "the links from the first to the second are cut";
    GOAL_SYMMETRY = 7, "Does symmetry apply to the directions of `relative-config`?",
        "no" => "the directions are those of the board for everybody",
        "yes" => "the directions are mapped for the player whose goal it is";
    NEUTRAL_ENEMY = 8, "Is a piece of a neutral player an enemy?",
        "no" => "it is neither friend nor enemy",
        "yes" => "it is an enemy of everybody";
    GOALS_OF_MOVER = 9, "For whom are goals tested that wait for the moves of a turn with another's pieces?",
        "player" => "for the player whose turn it is",
        "owner" => "for the player whose pieces are moved";
    DUMMY_UNCOUNTED = 10, "Are dummy pieces counted by goals?",
        "yes" => "they count like others",
        "no" => "they are left out";
    ARGUMENT_ENDS = 13, "What does a statement do whose argument leads off the board?",
        "skip" => "nothing, and the block goes on",
        "end" => "it ends the block, as a step would";
    LOCAL_OPPOSITE = 14, "What is the opposite of a direction?",
        "global" => "the direction that reverses all its links; without one, as for local",
        "local" => "the way back to the only square from which the direction leads here";
    FLIP_TO_SIDE = 15, "To whom does `flip` give a piece where more than two play?",
        "next" => "to the player behind its owner in the turn order",
        "side" => "to the player who moves";
    NULL_MOVES = 16, "Does a move without any effect exist?",
        "no" => "it is not offered",
        "yes" => "it is offered";
    ORIGINAL_CONTINUES = 17, "Who goes on behind a partial `add-copy`?",
        "copy" => "the copy",
        "original" => "the piece that stays";
    NEGATIONS_FAIL = 18, "What does a `not-` test say about a neighbour off the board?",
        "true" => "that it holds: it is the plain negation",
        "false" => "that it fails";
    MANY_MARKS = 19, "What does `marked?` look at?",
        "one" => "the mark",
        "all" => "every square that was marked in the block";
    NOBODY_ATTACKED = 20, "Who stands on an empty square that `attacked?` or `defended?` asks about?",
        "man" => "a piece is imagined there",
        "nobody" => "nobody: only a move that could end there anyway counts";
    LAST_PART = 21, "Which part of a move do `last-from?` and `last-to?` name?",
        "first" => "the first",
        "last" => "the last";
    CHECK_IN_CHAIN = 22, "Is check judged between the parts of a turn?",
        "turn" => "no: some completion of the turn must be safe",
        "part" => "yes: each part must be safe";
    UNLISTED_LAST = 23, "What of move types that the priorities do not list?",
        "hidden" => "they are not offered where a turn begins",
        "last" => "they come last";
    CHECK_FIRST = 24, "Do priorities or check come first?",
        "priorities" => "priorities: a class may be left without a legal move",
        "check" => "check: the best class with a legal move is played";
    CREATED_STAYS = 25, "What becomes of a square on which a move creates and captures?",
        "captured" => "it is empty: captures come last",
        "created" => "the new piece stays";
    ATTRIBUTES_KEPT = 26, "What becomes of attributes when a piece changes its type?",
        "reset" => "the new type starts with its defaults",
        "kept" => "those that the new type has too are kept";
    ALL_OF_ZONE = 27, "When does a zone in `absolute-config` hold?",
        "any" => "when one of its squares does",
        "all" => "when all of its squares do";
    SECOND_TIME = 28, "When is a position repeated?",
        "third" => "at its third occurrence",
        "second" => "at its second occurrence";
    WINS_FIRST = 29, "Which of several goals counts that are true at once?",
        "file" => "the first of the file",
        "wins" => "wins before losses before draws";
    NO_MOVES_LOSE = 31, "What if a player has no move and no goal says what that means?",
        "draw" => "nobody wins",
        "loss" => "the player loses";
    LAST_ROYAL_ONLY = 32, "Which of several royal pieces must be protected?",
        "all" => "each of them",
        "last" => "the last one only";
    PASS_TURN_TWO = 33, "What does `pass turn` 2 mean?",
        "true" => "a pass is always offered",
        "forced" => "a pass is made where there is no move",
        "false" => "there is no pass";
    MEN_MEASURED = 34, "What is the longest chain of captures?",
        "chain" => "that of most parts",
        "men" => "that which takes most pieces";
    TAKER_KEEPS = 35, "To whom do recycled captures go?",
        "owner" => "to the reserve of their owner",
        "taker" => "to the reserve of the player who takes";
    PROMOTED_RETURNS = 36, "Does a recycled promotion put the old piece into the reserve?",
        "no" => "it leaves the game",
        "yes" => "it goes to the reserve as what it was";
    UNTYPED_ALWAYS = 38, "Are blocks without a type offered in a typed turn?",
        "no" => "only blocks of the type",
        "yes" => "these too";
    STUCK_IS_STALEMATED = 39, "Do goals fire where a forced pass could be made?",
        "pass" => "the pass is made, and no goal fires",
        "goal" => "a `stalemated` or `checkmated` goal of the player comes first";
    ROYAL_ENDS_CHAIN = 40, "What if a part of a turn captures a royal piece?",
        "finish" => "the turn is finished first",
        "end" => "the turn is over";
    FLAGS_CLEARED = 41, "What becomes of flags and mark at `add`?",
        "stay" => "they stay",
        "clear" => "they are as at the begin of the block";
    FIRST_ANCHOR = 42, "Which of several `from` or `to` in a part counts?",
        "last" => "the last one",
        "first" => "the first one";
}

const COUNT: usize = 43;

/// The readings that are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readings {
    chosen: [u8; COUNT],
}

impl Default for Readings {
    fn default() -> Self {
        Readings::USUAL
    }
}

/// Why a reading can't be chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadingError {
    /// The text has no such form.
    #[error("`{0}` is no reading; write a point and a value, as in Q8=yes")]
    Form(String),
    /// There is no such point, or only one reading of it.
    #[error("Q{0} has one reading only, or is no doubtful point; the points are {list}", list = list())]
    Point(u8),
    /// The point has no such reading.
    #[error("Q{number} has no reading `{value}`; it has {known}")]
    Value {
        /// The point.
        number: u8,
        /// What was asked for.
        value: String,
        /// What there is.
        known: String,
    },
}

fn list() -> String {
    POINTS.iter().map(|p| format!("Q{}", p.number)).collect::<Vec<_>>().join(", ")
}

impl Readings {
    /// The usual reading of every point.
    pub const USUAL: Readings = Readings { chosen: [0; COUNT] };

    /// Chooses a reading: `Q8=yes`.
    ///
    /// # Errors
    /// [`ReadingError`] where there is no such point or reading.
    pub fn choose(&mut self, text: &str) -> Result<(), ReadingError> {
        let form = || ReadingError::Form(text.chars().take(40).collect());
        let (number, value) = text.split_once('=').ok_or_else(form)?;
        let number: u8 = number.strip_prefix(['Q', 'q']).and_then(|n| n.parse().ok()).ok_or_else(form)?;
        let point = POINTS.iter().find(|p| p.number == number).ok_or(ReadingError::Point(number))?;
        let at = point.values.iter().position(|(word, _)| *word == value);
        let at = at.ok_or_else(|| ReadingError::Value {
            number,
            value: value.chars().take(40).collect(),
            known: point.values.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "),
        })?;
        self.chosen[usize::from(number)] = at as u8;
        Ok(())
    }

    /// Whether another reading than the usual one is followed.
    #[inline]
    pub(super) fn other(&self, point: u8) -> bool {
        self.chosen[usize::from(point)] != 0
    }

    /// Which reading of a point is followed, by its place among [`Point::values`].
    pub(super) fn choice(&self, point: u8) -> u8 {
        self.chosen[usize::from(point)]
    }

    /// Those that are not the usual ones, as they are chosen.
    pub fn chosen(&self) -> Vec<String> {
        let chosen = |point: &Point| {
            let (word, _) = point.values[usize::from(self.choice(point.number))];
            format!("Q{}={word}", point.number)
        };
        POINTS.iter().filter(|p| self.other(p.number)).map(chosen).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_chosen_by_its_word() {
        let mut readings = Readings::default();
        assert_eq!(readings.choose("Q8=yes"), Ok(()));
        assert_eq!(readings.choose("Q33=forced"), Ok(()));
        assert_eq!(readings.chosen(), ["Q8=yes", "Q33=forced"]);
        assert_eq!(readings.choose("Q8=no"), Ok(()));
        assert_eq!(readings.chosen(), ["Q33=forced"]);
    }

    #[test]
    fn what_is_no_reading_is_refused() {
        let mut readings = Readings::default();
        assert!(matches!(readings.choose("8=yes"), Err(ReadingError::Form(_))));
        assert_eq!(readings.choose("Q11=no"), Err(ReadingError::Point(11)));
        assert_eq!(readings.choose("Q99=no"), Err(ReadingError::Point(99)));
        let error = readings.choose("Q33=maybe").expect_err("no such value");
        assert_eq!(error.to_string(), "Q33 has no reading `maybe`; it has true, forced, false");
    }

    #[test]
    fn points_are_in_order_and_have_a_choice() {
        assert!(POINTS.is_sorted_by_key(|p| p.number));
        assert!(POINTS.iter().all(|p| p.values.len() > 1 && usize::from(p.number) < COUNT));
    }
}
