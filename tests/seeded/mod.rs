//! The mutations: a change to the rules of a variant, and what is to be found.

use std::path::Path;

use fairy_ferry::fairy::{builtins, lower};
use fairy_ferry::native;
use fairy_ferry::rules::{
    Content, Outcome, Path as Way, PieceType, Rules, Side, Sides, Square, SquareSet, Types,
};

/// How the rules are changed.
pub enum Change {
    /// By lines of a section that inherits from the variant.
    Section(&'static str),
    /// In the rules themselves.
    Rules(fn(&mut Rules)),
}

/// A fault.
pub struct Mutation {
    /// The variant, by the engine's name.
    pub variant: &'static str,
    /// The fault, for people.
    pub what: &'static str,
    /// How it is put in.
    pub change: Change,
    /// How many men beside kings a position needs that shows it, by hand.
    pub men: usize,
    /// How the rule that is named must begin: one of several behind each other's `|`.
    pub rule: &'static str,
    /// Whether it belongs to the sample.
    pub sample: bool,
}

impl Mutation {
    /// Writes the changed rules into a folder and gives their address.
    pub fn address(&self, folder: &Path) -> String {
        match self.change {
            Change::Section(lines) => {
                let path = folder.join("mutated.ini");
                let text = format!("[mutated:{}]\n{lines}\n", self.variant);
                std::fs::write(&path, text).expect("a file");
                format!("{}#mutated", path.display())
            }
            Change::Rules(change) => {
                let config = builtins::builtin(self.variant).expect("a built-in variant");
                let mut rules = lower::lower(&config).expect("rules");
                let before = rules.clone();
                change(&mut rules);
                assert_ne!(rules, before, "{}: nothing was changed", self.what);
                let path = folder.join("mutated.toml");
                std::fs::write(&path, native::write(&rules).expect("text")).expect("a file");
                path.display().to_string()
            }
        }
    }
}

use Change::{Rules as ByRules, Section};

const fn m(
    variant: &'static str,
    what: &'static str,
    change: Change,
    men: usize,
    rule: &'static str,
) -> Mutation {
    Mutation { variant, what, change, men, rule, sample: false }
}

const fn sample(mut mutation: Mutation) -> Mutation {
    mutation.sample = true;
    mutation
}

/// The squares of these names on a board.
fn squares(names: &str) -> SquareSet {
    let mut set = SquareSet::default();
    names.split(' ').for_each(|name| set.insert(name.parse::<Square>().expect("a square")));
    set
}

fn piece<'r>(rules: &'r mut Rules, name: &str) -> &'r mut PieceType {
    rules.pieces.iter_mut().find(|piece| piece.name == name).expect("a type")
}

/// A king may castle out of, through and into attack.
fn castling_through_attack(rules: &mut Rules) {
    for castling in &mut rules.castlings {
        castling.safe = Way::Nothing;
    }
}

/// The second player's promotions lack a type.
fn black_promotes_to_no(rules: &mut Rules, kind: &str) {
    let mut black = Vec::new();
    for promotion in &mut rules.promotions {
        if promotion.sides.includes(Side::White) && promotion.sides.includes(Side::Black) {
            black.push(promotion.clone());
            promotion.sides = Sides::White;
        } else if promotion.sides.includes(Side::Black) {
            promotion.into.remove(kind);
        }
    }
    for mut promotion in black {
        promotion.sides = Sides::Black;
        promotion.into.remove(kind);
        rules.promotions.push(promotion);
    }
}

fn no_black_queens(rules: &mut Rules) {
    black_promotes_to_no(rules, "queen");
}

/// Stalemate is lost by White only.
fn white_stalemate_loses(rules: &mut Rules) {
    *rules.no_moves.stalemate.of_mut(Side::White) = Outcome::Loss;
}

/// The knights of both sides no longer jump two up and one to the right.
fn knights_lack_a_leap(rules: &mut Rules) {
    for rule in &mut piece(rules, "knight").moves {
        for leg in &mut rule.legs {
            leg.steps.retain(|step| step.vector() != (1, 2));
        }
    }
}

/// Rooks and what moves like them may not land on d4.
fn a_hole_for_rooks(rules: &mut Rules) {
    let board = rules.board.clone();
    for rule in &mut piece(rules, "rook").moves {
        let white = rule.to.of(Side::White, &board).without(squares("d4"));
        let black = rule.to.of(Side::Black, &board);
        rule.to = fairy_ferry::rules::Region::per_side(white, black);
    }
}

/// Captured men stay what they were promoted to.
fn promoted_in_hand(rules: &mut Rules) {
    rules.hands.keep_promoted = true;
}

/// Silvers do not promote.
fn silvers_stay(rules: &mut Rules) {
    for promotion in &mut rules.promotions {
        if let Types::Only(names) = &mut promotion.types {
            names.remove("silver");
        }
    }
    rules.promotions.retain(|promotion| promotion.types != Types::none());
}

/// Kings capture nothing.
fn peaceful_kings(rules: &mut Rules) {
    for rule in &mut piece(rules, "king").moves {
        for leg in &mut rule.legs {
            leg.onto = Content::empty();
        }
    }
}

/// More than forty faults, in twelve variants.
pub static MUTATIONS: &[Mutation] = &[
    // Chess: pawn, pawn beside it.
    sample(m("chess", "no en passant for White", Section("enPassantRegionWhite = -"), 2, "en passant by P")),
    m(
        "chess",
        "no en passant for Black on the a-file",
        Section("enPassantRegionBlack = b3 c3 d3 e3 f3 g3 h3"),
        2,
        "en passant by p",
    ),
    sample(m("chess", "Black promotes to no queen", ByRules(no_black_queens), 1, "promotion of p to q")),
    m("chess", "castling through attack", ByRules(castling_through_attack), 2, "castling of"),
    sample(m("chess", "stalemate is lost by White", ByRules(white_stalemate_loses), 4, "end of the game")),
    m(
        "chess",
        "no double step from h7",
        Section("doubleStepRegionBlack = a7 b7 c7 d7 e7 f7 g7"),
        1,
        "move of p",
    ),
    // Crazyhouse.
    sample(m(
        "crazyhouse",
        "pawns may be dropped on the first rank",
        Section("firstRankPawnDrops = true"),
        0,
        "drop of",
    )),
    m("crazyhouse", "promoted men stay promoted in hand", ByRules(promoted_in_hand), 3, "capture by"),
    m(
        "crazyhouse",
        "no drops on e5 for White",
        Section("dropRegionWhite = *1 *2 *3 *4 a5 b5 c5 d5 f5 g5 h5 *6 *7 *8"),
        0,
        "drop of",
    ),
    m(
        "crazyhouse",
        "no promotion to a rook for White",
        Section("promotionPieceTypesWhite = nbq"),
        1,
        "promotion of P to R",
    ),
    // Shogi.
    m("shogi", "two pawns on a file", Section("dropNoDoubled = -"), 1, "drop of"),
    m("shogi", "mate by a dropped pawn", Section("shogiPawnDropMateIllegal = false"), 4, "end of the game"),
    m(
        "shogi",
        "knights may be dropped where they can't move",
        Section("immobilityIllegal = false"),
        1,
        "drop of",
    ),
    m("shogi", "silvers do not promote", ByRules(silvers_stay), 1, "promotion of"),
    // Xiangqi.
    m("xiangqi", "generals may face each other", Section("flyingGeneral = false"), 1, "move of|capture by"),
    sample(m(
        "xiangqi",
        "White's elephant may not stand on e3",
        Section("mobilityRegionWhiteElephant = c1 g1 a3 i3 c5 g5"),
        1,
        "move of B",
    )),
    m(
        "xiangqi",
        "Black's advisors may not stand on d8",
        Section("mobilityRegionBlackFers = f8 e9 d10 f10"),
        1,
        "move of a|capture by a",
    ),
    m("xiangqi", "stalemate is a draw", Section("stalemateValue = draw"), 4, "end of the game"),
    // Makruk.
    m(
        "makruk",
        "White promotes on the seventh rank",
        Section("promotionRegionWhite = *7 *8"),
        1,
        "promotion of P to M",
    ),
    m(
        "makruk",
        "no promotion on f6",
        Section("promotionRegionWhite = a6 b6 c6 d6 e6 g6 h6 *7 *8"),
        1,
        "promotion of P to M",
    ),
    sample(m("makruk", "knights lack a leap", ByRules(knights_lack_a_leap), 1, "move of|capture by")),
    m("makruk", "stalemate is lost", Section("stalemateValue = loss"), 4, "end of the game"),
    // Seirawan.
    m(
        "seirawan",
        "no promotion to an archbishop for Black",
        Section("promotionPieceTypesBlack = nbrqe"),
        1,
        "promotion of p to h",
    ),
    m("seirawan", "castling through attack", ByRules(castling_through_attack), 2, "castling of"),
    m("seirawan", "no en passant for Black", Section("enPassantRegionBlack = -"), 2, "en passant by p"),
    // Capablanca.
    m(
        "capablanca",
        "no promotion to a chancellor for White",
        Section("promotionPieceTypesWhite = nbrqa"),
        1,
        "promotion of P to C",
    ),
    m("capablanca", "castling by two squares", Section("castlingKingsideFile = h"), 1, "castling of"),
    m(
        "capablanca",
        "no double step from a7",
        Section("doubleStepRegionBlack = b7 c7 d7 e7 f7 g7 h7 i7 j7"),
        1,
        "move of p",
    ),
    // Grand.
    m(
        "grand",
        "two queens may come of pawns",
        Section("promotionLimit = n:2 b:2 r:2 q:2 a:1 c:1"),
        2,
        "promotion of",
    ),
    m(
        "grand",
        "one knight only may come of pawns",
        Section("promotionLimit = n:1 b:2 r:2 q:1 a:1 c:1"),
        2,
        "promotion of",
    ),
    m(
        "grand",
        "pawns must promote",
        Section("mandatoryPawnPromotion = true"),
        2,
        "move of P|capture by P|move of p|capture by p",
    ),
    m(
        "grand",
        "Black promotes from the second rank on",
        Section("promotionRegionBlack = *1 *2"),
        1,
        "promotion of p",
    ),
    // Atomic. A pawn that captures is gone in the blast.
    m("atomic", "knights survive blasts", Section("blastImmuneTypes = n"), 3, "blast by"),
    sample(m("atomic", "no en passant for White", Section("enPassantRegionWhite = -"), 2, "blast by P")),
    m("atomic", "Black promotes to no queen", ByRules(no_black_queens), 1, "promotion of p to q"),
    // King of the hill.
    m(
        "kingofthehill",
        "no hill on e5 for White",
        Section("flagRegionWhite = d4 e4 d5"),
        1,
        "end of the game",
    ),
    m(
        "kingofthehill",
        "a hill on c4 for Black",
        Section("flagRegionBlack = d4 e4 d5 e5 c4"),
        1,
        "end of the game",
    ),
    // Giveaway.
    m(
        "antichess",
        "no promotion to a king",
        Section("promotionPieceTypesWhite = nbrq"),
        1,
        "promotion of P to K",
    ),
    m("antichess", "stalemate is lost", Section("stalemateValue = loss"), 2, "end of the game"),
    m(
        "antichess",
        "White's rooks may not stand on d4",
        ByRules(a_hole_for_rooks),
        1,
        "move of R|capture by R",
    ),
    // Shatranj and others.
    m("shatranj", "kings capture nothing", ByRules(peaceful_kings), 1, "capture by"),
    m("knightmate", "no en passant for White", Section("enPassantRegionWhite = -"), 2, "en passant by P"),
];
