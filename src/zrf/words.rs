//! The words of the language, as data: sections, statements, conditions, goals
//! and options (reference 21.1).

/// Sections of a game or variant; [`LEGACY_OPTIONS`] are sections too.
pub const SECTIONS: &[&str] = &[
    "title",
    "description",
    "history",
    "strategy",
    "solution",
    "default",
    "players",
    "turn-order",
    "move-priorities",
    "board",
    "board-setup",
    "piece",
    "win-condition",
    "loss-condition",
    "draw-condition",
    "count-condition",
    "option",
    "engine",
    "music",
    "opening-sound",
    "win-sound",
    "loss-sound",
    "draw-sound",
    "click-sound",
    "release-sound",
    "move-sound",
    "capture-sound",
    "drop-sound",
    "change-sound",
    "translate",
    "version",
];

/// Version-1 spellings of options, as sections of their own (reference 3.9).
pub const LEGACY_OPTIONS: &[&str] = &[
    "allow-flipping",
    "animate-captures",
    "animate-drops",
    "include-off-pieces",
    "maximal-captures",
    "pass-partial",
    "pass-turn",
    "recycle-captures",
    "recycle-promotions",
];

/// The words that begin a section.
pub fn sections() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().chain(LEGACY_OPTIONS).copied()
}

/// Goals of a game; a variant that states one inherits none (reference 3.6).
pub const GOAL_SECTIONS: &[&str] = &["win-condition", "loss-condition", "draw-condition", "count-condition"];

/// Statements of move code.
pub const STATEMENTS: &[&str] = &[
    "add",
    "add-copy",
    "add-partial",
    "add-copy-partial",
    "back",
    "capture",
    "cascade",
    "change-owner",
    "change-type",
    "create",
    "flip",
    "from",
    "go",
    "if",
    "mark",
    "opposite",
    "set-attribute",
    "set-flag",
    "set-position-flag",
    "to",
    "verify",
    "while",
];

/// Predicates that have a `not-` form.
pub const PREDICATES: &[&str] = &[
    "adjacent-to-enemy?",
    "attacked?",
    "defended?",
    "empty?",
    "enemy?",
    "flag?",
    "friend?",
    "goal-position?",
    "in-zone?",
    "last-from?",
    "last-to?",
    "marked?",
    "neutral?",
    "on-board?",
    "piece?",
    "position?",
    "position-flag?",
];

/// Goal words.
pub const GOALS: &[&str] = &[
    "stalemated",
    "checkmated",
    "captured",
    "repetition",
    "pieces-remaining",
    "total-piece-count",
    "absolute-config",
    "relative-config",
    "and",
    "or",
    "not",
];

/// Parts of a board.
pub const BOARD_PARTS: &[&str] =
    &["image", "grid", "positions", "dummy", "links", "unlink", "kill-positions", "symmetry", "zone"];

/// Parts of a piece.
pub const PIECE_PARTS: &[&str] =
    &["name", "image", "help", "description", "notation", "attribute", "moves", "drops", "dummy", "open"];

/// Options that Zillions knows (reference 18).
pub const OPTIONS: &[&str] = &[
    "pass turn",
    "pass partial",
    "maximal captures",
    "recycle captures",
    "recycle promotions",
    "include off-pieces",
    "discard cascades",
    "progressive levels",
    "prevent flipping",
    "highlight goals",
    "animate captures",
    "animate drops",
    "show moves list",
    "smart moves",
    "silent ? moves",
    "selection screen",
];

/// Whether a word is part of the language, so that a macro of its name would get in the way.
pub fn is_keyword(word: &str) -> bool {
    let conditions = ["true", "false", "and", "or", "not", "else"];
    let others = ["game", "variant", "define", "include", "version", "move-type", "off", "repeat"];
    [SECTIONS, LEGACY_OPTIONS, STATEMENTS, GOALS, BOARD_PARTS, PIECE_PARTS, &conditions, &others]
        .iter()
        .any(|l| l.contains(&word))
        || predicate(word).is_some()
}

/// A predicate with whether it is negated: `not-empty?` is (`empty?`, true).
pub fn predicate(word: &str) -> Option<(&'static str, bool)> {
    let (positive, negated) = match word.strip_prefix("not-") {
        Some(rest) => (rest, true),
        None => (word, false),
    };
    PREDICATES.iter().find(|p| **p == positive).map(|p| (*p, negated))
}
