//! Every kind of finding, with its documentation.
//!
//! `docs/diagnostics.md` is generated from this table
//! (`FERRY_WRITE_DOCS=1 cargo test --test docs`), and a test keeps it true.

use super::Severity::{self, Error, Note, Warning};

/// A kind of finding. Compared by its identifier.
#[derive(Clone, Copy)]
pub struct Code(&'static Info);

/// What is to be said about a kind of finding.
#[derive(Debug)]
pub struct Info {
    /// Stable identifier, as printed.
    pub id: &'static str,
    /// Usual severity.
    pub severity: Severity,
    /// What was found, in one sentence.
    pub what: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// Text that provokes it.
    pub example: &'static str,
    /// What to write instead.
    pub instead: &'static str,
}

impl Code {
    /// The documentation of the code.
    pub fn info(self) -> &'static Info {
        self.0
    }

    /// The identifier, as printed.
    pub fn id(self) -> &'static str {
        self.0.id
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.id() == other.id()
    }
}
impl Eq for Code {}
impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}
impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}
impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

macro_rules! codes {
    ($($name:ident, $severity:ident, $id:literal, $what:literal, $why:literal, $example:literal, $instead:literal;)*) => {
        $(
            #[doc = $what]
            pub const $name: Code = Code(&Info {
                id: $id, severity: $severity, what: $what, why: $why, example: $example, instead: $instead,
            });
        )*
        /// The codes of this table, in the order of the documentation.
        pub(super) const TABLE: &[Code] = &[$($name),*];
    };
}

mod ini;
mod loss;
mod toml;

pub use ini::*;
pub use loss::*;
pub use toml::*;

const COUNT: usize = TABLE.len() + ini::TABLE.len() + toml::TABLE.len();

/// The kinds of losses, in the order of the documentation: what a conversion can't carry.
pub const LOSSES: &[Code] = loss::TABLE;

/// The code of this identifier, of a finding or a loss.
pub fn find(id: &str) -> Option<Code> {
    ALL.iter().chain(LOSSES).copied().find(|code| code.id() == id)
}

/// All codes of findings, in the order of the documentation.
pub const ALL: &[Code] = &{
    let mut all = [TABLE[0]; COUNT];
    let mut at = 0;
    while at < COUNT {
        let behind = TABLE.len() + ini::TABLE.len();
        all[at] = if at < TABLE.len() {
            TABLE[at]
        } else if at < behind {
            ini::TABLE[at - TABLE.len()]
        } else {
            toml::TABLE[at - behind]
        };
        at += 1;
    }
    all
};

codes! {
    // Text
    FILE_TOO_LARGE, Error, "file-too-large",
        "The file is larger than 16 MiB.",
        "No rules file is that large; reading on would only cost memory.",
        "a 50 MB file",
        "check that the path names a rules file";
    FILE_UNREADABLE, Error, "file-unreadable",
        "The file can't be read.",
        "Nothing can be said about its contents.",
        "a path that does not exist",
        "check the path and the permissions";
    FILE_NONE, Error, "file-none",
        "A folder holds no rules file.",
        "Nothing was checked, which must not look as if nothing were wrong.",
        "ferry check of a folder with pictures only",
        "name a rules file (.zrf, .ini, .toml) or the folder where they are";
    FILE_PASSED_OVER, Note, "file-passed-over",
        "A file of a folder may hold rules by its name and was not checked.",
        "It has no key of the engine and no field of the own format, or its format is not known.",
        "a settings.ini that belongs to another program",
        "name the file itself if it holds rules";
    UNCLOSED_LIST, Error, "zrf-unclosed-list",
        "A bracket is opened and never closed.",
        "The rest of the file would belong to this list. Reading goes on at the next `(define`, `(game`, `(variant`, `(include` or `(version` that stands in the first column.",
        "(game (title \"X\")",
        "(game (title \"X\"))";
    STRAY_CLOSE, Error, "zrf-stray-close",
        "A closing bracket has no opening one.",
        "An earlier list was closed too soon, so what follows stands in the wrong place.",
        "(define step (n add)))",
        "(define step (n add))";
    UNCLOSED_STRING, Error, "zrf-unclosed-string",
        "A string is opened and never closed.",
        "ZRF has no escape for a quotation mark: the next one ends the string, wherever it stands.",
        "(title \"Chess)",
        "(title \"Chess\")";
    NESTING_TOO_DEEP, Error, "zrf-nesting-too-deep",
        "Lists are nested more than 500 levels deep.",
        "No rules file needs it; the limit guards against hostile input.",
        "((((( … )))))",
        "remove superfluous brackets";
    STRAY_TEXT, Warning, "zrf-stray-text",
        "A word or string stands outside any list.",
        "Zillions reads only lists at the top level of a file.",
        "hello (game …)",
        "; hello";
    // Includes
    INCLUDE_MISSING, Error, "zrf-include-missing",
        "An included file is not there.",
        "Whatever it defines is missing: macros, pieces, whole sections.",
        "(include \"nowhere.zrf\")",
        "put the file beside the including one (names are compared without regard to case)";
    INCLUDE_OUTSIDE, Error, "zrf-include-outside",
        "An include leaves the folder of the rules file.",
        "A rules file from the net must not read other files of the machine.",
        "(include \"../secret.txt\")",
        "copy the file into the folder of the rules file";
    INCLUDE_LOOP, Error, "zrf-include-loop",
        "A file includes itself, directly or through others, or includes nest more than 16 deep.",
        "The reading would never end.",
        "(include \"self.zrf\") in self.zrf",
        "remove the include that closes the circle";
    // Macros
    MACRO_REDEFINED, Warning, "zrf-macro-redefined",
        "A macro is defined twice.",
        "The later definition holds for the whole file, also for uses before it.",
        "(define step (n add))\n(define step (s add))",
        "give one of them another name";
    MACRO_UNUSED, Note, "zrf-macro-unused",
        "A macro is never used.",
        "It may be a leftover, or its call is misspelt.",
        "(define never (n add))",
        "remove it, or call it";
    MACRO_KEYWORD, Warning, "zrf-macro-keyword",
        "A macro has the name of a keyword.",
        "Every list that begins with this word is replaced, also where the keyword is meant.",
        "(define capture (verify enemy?))",
        "give the macro a name of its own";
    MACRO_RECURSION, Error, "zrf-macro-recursion",
        "A macro calls itself, directly or through others, or calls nest more than 400 deep.",
        "Macros know no conditions, so the expansion would never end.",
        "(define loop (loop))",
        "use `while` for repetition";
    MACRO_MISSING_ARGUMENT, Error, "zrf-macro-missing-argument",
        "A macro uses an argument that neither its call nor an enclosing call gives.",
        "The word keeps its dollar sign and means nothing.",
        "(define step ($1 add))\n(moves (step))",
        "(moves (step n))";
    MACRO_EXTRA_ARGUMENT, Note, "zrf-macro-extra-argument",
        "A call gives more arguments than the macro uses.",
        "The surplus is ignored.",
        "(define step ($1 add))\n(moves (step n s))",
        "(moves (step n) (step s))";
    MACRO_LIST_IN_WORD, Error, "zrf-macro-list-in-word",
        "A list or a string is to be put inside a word.",
        "Only words can be glued to other words.",
        "(define p ($1-step add))\n(moves (p (n)))",
        "(moves (p n))";
    DEFINE_UNNAMED, Error, "zrf-define-unnamed",
        "A `define` has no name.",
        "It can't be called.",
        "(define (n add))",
        "(define step (n add))";
    DEFINE_IN_GAME, Warning, "zrf-define-in-game",
        "A `define` stands inside a game.",
        "It is read as if it stood at the top level of the file.",
        "(game (define step (n add)) …)",
        "move it in front of the game";
    EXPANSION_TOO_LARGE, Error, "zrf-expansion-too-large",
        "Macros expand to too much: more than 6 million elements (a million of them not shared), lists nested 2,000 deep, a word of 1,000 characters, 1,000 games and variants, or 4,000 pieces of a game.",
        "The largest real file expands to about 3 million elements.",
        "(define a x x) (define b (a) (a)) (define c (b) (b)) …",
        "use loops in the move code instead of macros";
    // Structure
    NO_GAME, Error, "zrf-no-game",
        "The file has no game.",
        "There is nothing to play.",
        "(define step (n add))",
        "add a `(game …)`, or check the file that includes this one";
    UNKNOWN_FORM, Warning, "zrf-unknown-form",
        "A list at the top level is neither game, variant, define, include, version nor translate.",
        "Zillions passes over it.",
        "(gaem (title \"X\"))",
        "(game (title \"X\"))";
    UNKNOWN_SECTION, Warning, "zrf-unknown-section",
        "A section is not known.",
        "It is passed over, so what it was to say is not in force.",
        "(game (turnorder White Black))",
        "(game (turn-order White Black))";
    VARIANT_BEFORE_GAME, Note, "zrf-variant-before-game",
        "A variant stands in front of the game that it varies.",
        "It takes the first game that follows.",
        "(variant (title \"B\"))\n(game (title \"A\") …)",
        "put the game first";
    MISSING_SECTION, Error, "zrf-missing-section",
        "A game lacks players, turn order or board.",
        "It can't be played.",
        "(game (title \"X\") (players White Black))",
        "add the section";
    MALFORMED, Error, "zrf-malformed",
        "A form has the wrong shape.",
        "It can't be read, and what it says is not in force.",
        "(grid (dimensions 8 8))",
        "write it as the help line says";
    NO_GOAL, Warning, "zrf-no-goal",
        "A game has no goal.",
        "It never ends by its rules: no piece is royal and there is no check. In many files the goal lives in a companion script that Zillions itself never reads.",
        "(game … ) without win-condition, loss-condition, draw-condition or count-condition",
        "(loss-condition (White Black) (checkmated King))";
    PLUGIN_GAME, Note, "zrf-plugin-game",
        "The rules of this game are in a plug-in program, not in the file.",
        "Only board and pieces can be read; the moves can't be generated.",
        "(engine \"Axiom.dll\")",
        "look for a version of the game whose rules are written in ZRF";
    DAGAZ_DIALECT, Note, "zrf-dagaz-dialect",
        "The file uses constructs that only the Dagaz translator knows.",
        "Zillions does not know them; a part of the rules may live in companion scripts. The file is read as Zillions would read it.",
        "(option \"discard-cascades\" true)",
        "state the rule in ZRF";
    // Board
    UNKNOWN_POSITION, Error, "zrf-unknown-position",
        "A position does not exist on the board.",
        "In setups and move code the game can't be played as meant; in zones, links and goals the name is passed over.",
        "(zone (name promotion) (players White) (positions a9))",
        "check the names that the grids give";
    POSITION_TWICE, Warning, "zrf-position-twice",
        "Two parts of the board define the same position.",
        "They are one square, with the links of both.",
        "(positions (a1 0 0 9 9) (a1 9 0 18 9))",
        "give one of them another name";
    DIRECTION_UNLINKED, Warning, "zrf-direction-unlinked",
        "A direction leads nowhere from any square.",
        "A step in it always ends the block.",
        "(directions (n 0 9)) on an 8x8 grid",
        "check the numbers of the direction";
    DIRECTION_ARITY, Warning, "zrf-direction-arity",
        "A direction has another count of numbers than the grid has dimensions.",
        "Missing numbers are read as 0, surplus ones are ignored.",
        "(dimensions (\"a/b\" (9 0)) (\"2/1\" (0 9))) (directions (e 1))",
        "(directions (e 1 0))";
    BOARD_TOO_LARGE, Error, "zrf-board-too-large",
        "The board has more than 10,000 positions.",
        "The limit guards memory; the largest real board has about a thousand.",
        "a grid of 1,000 by 1,000",
        "make the board smaller";
    UNKNOWN_DIRECTION, Error, "zrf-unknown-direction",
        "A direction is not known.",
        "In move code the game can't be played as meant; in a symmetry the pair is passed over.",
        "(symmetry Black (n s) (x y))",
        "use the names of the grid's directions";
    SYMMETRY_NOT_BIJECTIVE, Note, "zrf-symmetry-not-bijective",
        "A symmetry maps two directions to one.",
        "It is a one-way map: a swap must be written twice.",
        "(symmetry Black (n s))",
        "(symmetry Black (n s) (s n))";
    UNKNOWN_PLAYER, Error, "zrf-unknown-player",
        "A player is not declared.",
        "In turn order and setup the game can't be played as meant; elsewhere the name is passed over.",
        "(players White Black) (turn-order White Red)",
        "(players White Black) (turn-order White Black)";
    SQUARE_SET_TWICE, Warning, "zrf-square-set-twice",
        "The setup puts two pieces on one square.",
        "The last one stands.",
        "(board-setup (White (King a1) (Rook a1)))",
        "(board-setup (White (King a1) (Rook b1)))";
    // Pieces and move code
    PIECE_TWICE, Warning, "zrf-piece-twice",
        "A game declares two pieces of one name.",
        "The last one holds.",
        "(piece (name Rook) …) (piece (name Rook) …)",
        "give one of them another name";
    UNNAMED_PIECE, Error, "zrf-unnamed-piece",
        "A piece has no name.",
        "It can't be placed or created.",
        "(piece (moves (n add)))",
        "(piece (name Man) (moves (n add)))";
    UNKNOWN_PIECE, Warning, "zrf-unknown-piece",
        "A piece is not declared.",
        "A test for it is always false; a move that would create it does not exist.",
        "(add Queeen)",
        "(add Queen)";
    UNKNOWN_MOVE_TYPE, Warning, "zrf-unknown-move-type",
        "A move type is named that no piece has.",
        "No move is of that type.",
        "(move-priorities capturing) without any (move-type capturing)",
        "(moves (move-type capturing) …)";
    MOVE_TYPE_UNREACHABLE, Note, "zrf-move-type-unreachable",
        "A move type can never be played.",
        "The game has priorities that do not list it, and neither a turn nor a partial move asks for it.",
        "(move-priorities a) with blocks of type b",
        "(move-priorities a b)";
    UNKNOWN_ZONE, Warning, "zrf-unknown-zone",
        "A zone is not defined, or not for a player that needs it.",
        "The test is always false.",
        "(in-zone? promotoin)",
        "(in-zone? promotion)";
    ZONE_ONE_SIDED, Note, "zrf-zone-one-sided",
        "A piece of several players tests a zone that only some of them have.",
        "A zone belongs to the players it names; for the others the test is always false.",
        "(zone (name end) (players White) (positions a8 b8)) with Pawns of both",
        "(zone (name end) (players Black) (positions a1 b1)) beside it";
    SYMMETRY_PARTIAL, Warning, "zrf-symmetry-partial",
        "A symmetry turns the straight directions and leaves a diagonal as it is.",
        "Each direction is mapped by itself: pieces that move by that diagonal go backwards for the player.",
        "(symmetry Black (n s) (s n)) with a Pawn that takes by ne and nw",
        "(symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))";
    UNKNOWN_ATTRIBUTE, Warning, "zrf-unknown-attribute",
        "An attribute is set that no piece declares.",
        "Setting it has no effect.",
        "(set-attribute moved true) without (attribute moved false)",
        "(piece (name King) (attribute moved false) …)";
    FLAG_NEVER_SET, Warning, "zrf-flag-never-set",
        "A flag is tested that no block of the piece sets.",
        "It is always false.",
        "(verify (flag? jumped))",
        "(set-flag jumped true) earlier in the block";
    UNKNOWN_WORD, Error, "zrf-unknown-word",
        "A word in move code is neither statement, direction nor position.",
        "The block can't be run.",
        "(moves (norht add))",
        "(moves (north add))";
    UNKNOWN_STATEMENT, Error, "zrf-unknown-statement",
        "A list in move code is no statement.",
        "The block can't be run. A misspelt macro call is the usual cause.",
        "(moves (n (slied n) add))",
        "(moves (n (slide n) add))";
    UNKNOWN_CONDITION, Error, "zrf-unknown-condition",
        "A condition is neither predicate nor attribute.",
        "The block can't be run.",
        "(verify emtpy?)",
        "(verify empty?)";
    ENDLESS_LOOP, Error, "zrf-endless-loop",
        "A loop neither moves the cursor nor changes a flag of its condition.",
        "Once entered, it never ends.",
        "(while empty? (set-flag f true))",
        "(while empty? n)";
    NO_ADD, Note, "zrf-no-add",
        "A block of move code never adds a move.",
        "It has no effect.",
        "(moves (n (verify empty?)))",
        "(moves (n (verify empty?) add))";
    DEAD_CODE, Note, "zrf-dead-code",
        "Statements follow a test that always fails.",
        "They are never run.",
        "((verify false) n add)",
        "remove the block";
    ATTRIBUTE_ON_START, Warning, "zrf-attribute-on-start",
        "An attribute is set while the cursor stands on the start square, and the piece then moves away.",
        "Attributes are set on the piece that stands on the square *after* the move, so the mover does not get it.",
        "((set-attribute moved true) n add)",
        "(n (set-attribute moved true) add)";
    TWO_ELSES, Error, "zrf-two-elses",
        "An `if` has two `else`.",
        "It has no meaning.",
        "(if empty? add else n else s)",
        "(if empty? add else (if enemy? n else s))";
    // Goals and options
    UNKNOWN_GOAL, Error, "zrf-unknown-goal",
        "A goal word is not known.",
        "This goal is not in force; the other goals are read.",
        "(win-condition (White) (capture-count White >= 3))",
        "use stalemated, checkmated, captured, repetition, pieces-remaining, total-piece-count, absolute-config or relative-config";
    GOAL_TYPE_MISSING, Warning, "zrf-goal-type-missing",
        "A goal counts a type that a listed player never has.",
        "Neither the setup nor any move gives it to the player, so the goal is true from the start or never.",
        "(loss-condition (White) (pieces-remaining 0 Flag)) without a Flag",
        "name a type that stands on the board";
    ROYAL_MISSING, Warning, "zrf-royal-missing",
        "A player who can be checkmated has none of the royal pieces in the setup.",
        "Without a royal piece the rule of check does not apply to him.",
        "(loss-condition (White Black) (checkmated King)) and no King for Black",
        "put the piece in the setup";
    GOALS_REPLACED, Note, "zrf-goals-replaced",
        "The goals of a variant replace all goals of its game.",
        "A variant that states any goal inherits none.",
        "(variant (title \"B\") (draw-condition (White Black) repetition))",
        "repeat the goals that are to stay";
    UNKNOWN_OPTION, Note, "zrf-unknown-option",
        "An option is not known.",
        "Zillions passes over options that it does not know.",
        "(option \"pass trun\" true)",
        "(option \"pass turn\" true)";
    OPTION_VALUE, Warning, "zrf-option-value",
        "The value of an option is not one that it takes.",
        "The default is in force.",
        "(option \"pass turn\" maybe)",
        "(option \"pass turn\" forced)";
    // Machine
    STEP_LIMIT, Error, "zrf-step-limit",
        "A block of move code ran for more than 100,000 steps (statements and single tests), or all blocks of a move list for 20 million.",
        "It most likely never ends; no move list is given that may be short.",
        "(while (not-flag? done) (if empty? n else s))",
        "see that every loop comes to an end";
    MOVE_LIMIT, Error, "zrf-move-limit",
        "A position gives more than 200,000 candidate moves, or chains of more than 1,000 partial moves have to be looked through.",
        "The limit guards memory and time.",
        "a chain of partial moves that goes round in circles under `maximal captures`",
        "bound the chains";
}
