//! A section of `variants.ini` as the engine keeps it once it has been read: every key
//! with its effective value.
//!
//! What may enter: the values, their types and defaults. How they are written is the
//! business of `super::ini`, what they mean for the legal moves that of
//! `super::lower`.
//!
//! Regions are absolute: they name squares of the engine's largest board and follow
//! neither the extent of the board nor the side.

use std::collections::BTreeMap;
use std::fmt;

use crate::rules::{PerSide, Side, SquareSet};

/// A piece type of the engine, by its number: 1 to 36 are the built-in ones, 37 to 61 the
/// custom ones, 63 the king. 0 means *any type* in the keys that know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u8);

/// The keys of the built-in types, in the engine's order, from number 1.
const BUILT_IN: [&str; 36] = [
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "fers",
    "alfil",
    "fersAlfil",
    "silver",
    "aiwok",
    "bers",
    "archbishop",
    "chancellor",
    "amazon",
    "knibis",
    "biskni",
    "kniroo",
    "rookni",
    "shogiPawn",
    "lance",
    "shogiKnight",
    "gold",
    "dragonHorse",
    "clobber",
    "breakthrough",
    "immobile",
    "cannon",
    "janggiCannon",
    "soldier",
    "horse",
    "elephant",
    "janggiElephant",
    "banner",
    "wazir",
    "commoner",
    "centaur",
];

impl Slot {
    /// Any type.
    pub const ANY: Slot = Slot(0);
    /// The built-in pawn.
    pub const PAWN: Slot = Slot(1);
    /// The built-in knight.
    pub const KNIGHT: Slot = Slot(2);
    /// The built-in bishop.
    pub const BISHOP: Slot = Slot(3);
    /// The built-in rook.
    pub const ROOK: Slot = Slot(4);
    /// The built-in queen.
    pub const QUEEN: Slot = Slot(5);
    /// The built-in fers.
    pub const FERS: Slot = Slot(6);
    /// The built-in silver general.
    pub const SILVER: Slot = Slot(9);
    /// The built-in bers, a rook that moves as a fers too.
    pub const BERS: Slot = Slot(11);
    /// The built-in shogi pawn.
    pub const SHOGI_PAWN: Slot = Slot(19);
    /// The built-in cannon of Korea.
    pub const JANGGI_CANNON: Slot = Slot(28);
    /// The built-in soldier.
    pub const SOLDIER: Slot = Slot(29);
    /// The built-in wazir.
    pub const WAZIR: Slot = Slot(34);
    /// The built-in commoner.
    pub const COMMONER: Slot = Slot(35);
    /// The king.
    pub const KING: Slot = Slot(63);
    /// How many custom types there are.
    pub const CUSTOM: u8 = 25;

    /// All types, in the order in which the engine reads their keys.
    pub fn all() -> impl DoubleEndedIterator<Item = Slot> {
        (1..=61).chain([63]).map(Slot)
    }

    /// The key that defines the type: `pawn`, `customPiece1`, `king`.
    pub fn key(self) -> String {
        match self.0 {
            0 => "*".to_owned(),
            n @ 1..=36 => BUILT_IN[usize::from(n) - 1].to_owned(),
            63 => "king".to_owned(),
            n => format!("customPiece{}", n.saturating_sub(36)),
        }
    }

    /// The type of a key.
    pub fn of_key(key: &str) -> Option<Slot> {
        Slot::all().find(|slot| slot.key() == key)
    }

    /// Whether its movement is given by the section.
    pub fn is_custom(self) -> bool {
        (37..=61).contains(&self.0)
    }

    /// The movement of a built-in type, in Betza's notation; that of the types that do more
    /// (`pawn`, `soldier`, `janggiCannon`) is their plain part. Empty for custom types.
    pub fn betza(self) -> &'static str {
        match self.0 {
            1 => "fmWfceF",
            28 => "pR",
            29 => "fsW",
            63 => "K",
            _ => {
                let key = self.key();
                super::catalogue::TYPES.iter().find(|(name, _)| *name == key).map_or("", |(_, betza)| betza)
            }
        }
    }

    /// The type's bit in a [`SlotSet`].
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

/// A set of piece types of the engine, a bit for each by its number. Bit 0 is the engine's
/// pseudo type *all pieces*, which `*` adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SlotSet(pub u64);

impl SlotSet {
    /// No type.
    pub const NONE: SlotSet = SlotSet(0);
    /// Every type.
    pub const EVERY: SlotSet = SlotSet(u64::MAX);

    /// The set of one type.
    pub fn of(slot: Slot) -> SlotSet {
        SlotSet(slot.bit())
    }

    /// Whether the type is among them.
    pub fn contains(self, slot: Slot) -> bool {
        self.0 & slot.bit() != 0
    }

    /// Adds a type.
    pub fn insert(&mut self, slot: Slot) {
        self.0 |= slot.bit();
    }

    /// Takes a type out.
    pub fn remove(&mut self, slot: Slot) {
        self.0 &= !slot.bit();
    }

    /// Whether there is none, the pseudo type included.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types, without the pseudo type, in the engine's order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Slot> {
        Slot::all().filter(move |slot| self.contains(*slot))
    }
}

impl fmt::Display for SlotSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<String> = self.iter().map(Slot::key).collect();
        f.write_str(&keys.join(" "))
    }
}

/// A `Value` of the ini: a result for the side of which the key speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum Value {
    Win,
    Loss,
    Draw,
    /// No value: the rule is off.
    #[default]
    None,
}

/// A `MaterialCounting` of the ini.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum MaterialCounting {
    Janggi,
    Unweighted,
    WhiteDrawOdds,
    BlackDrawOdds,
    #[default]
    None,
}

/// A `CountingRule` of the ini.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum CountingRule {
    Makruk,
    Cambodian,
    Asean,
    #[default]
    None,
}

/// A `ChasingRule` of the ini.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum ChasingRule {
    Axf,
    #[default]
    None,
}

/// An `EnclosingRule` of the ini.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum EnclosingRule {
    Reversi,
    Ataxx,
    Quadwrangle,
    Snort,
    Anyside,
    Top,
    #[default]
    None,
}

/// A `WallingRule` of the ini.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum WallingRule {
    Arrow,
    Duck,
    Edge,
    Past,
    Static,
    #[default]
    None,
}

/// A set of castlings, as `castlingWins` names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingSet {
    /// `K` and `k`.
    pub kingside: PerSide<bool>,
    /// `Q` and `q`.
    pub queenside: PerSide<bool>,
}

/// Every key of a section with its effective value. Fields are named after the keys; those
/// that exist for each colour are a [`PerSide`]. Ranks and files count from 1 (files: `a` is
/// 1).
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Config {
    /// The section's name.
    pub name: String,
    /// The variant from which the section inherits, empty for none.
    pub parent: String,

    pub variant_template: String,
    pub piece_to_char_table: String,
    pub pocket_size: i32,
    pub max_rank: u8,
    pub max_file: u8,
    pub chess960: bool,
    pub two_boards: bool,
    pub start_fen: String,
    /// Values of types, for evaluation only.
    pub piece_value_mg: BTreeMap<Slot, i32>,
    pub piece_value_eg: BTreeMap<Slot, i32>,

    /// The types that exist and their letters, in lower case.
    pub letters: BTreeMap<Slot, char>,
    /// Further letters that a FEN may use, in lower case (built-in variants only).
    pub synonyms: BTreeMap<Slot, char>,
    /// The movements of custom types, and the king's where it is custom.
    pub betza: BTreeMap<Slot, String>,
    /// Whether the king moves as the wazir and uses the palace's diagonals (the Janggi
    /// variants; no key says so).
    pub king_is_wazir: bool,
    /// `mobilityRegion…`; types that are missing, or whose set is empty, go anywhere.
    pub mobility_region: PerSide<BTreeMap<Slot, SquareSet>>,

    pub promotion_region: PerSide<SquareSet>,
    /// What a promoted pawn is again in hand: the last letter of `promotionPawnTypes`.
    pub main_promotion_pawn: PerSide<Slot>,
    pub promotion_pawn_types: PerSide<SlotSet>,
    pub promotion_piece_types: PerSide<SlotSet>,
    pub sittuyin_promotion: bool,
    /// 0, or missing: no limit.
    pub promotion_limit: BTreeMap<Slot, i32>,
    pub promoted_piece_type: BTreeMap<Slot, Slot>,
    pub piece_promotion_on_capture: bool,
    pub mandatory_pawn_promotion: bool,
    pub mandatory_piece_promotion: bool,
    pub piece_demotion: bool,

    pub blast_on_capture: bool,
    pub blast_immune_types: SlotSet,
    pub mutually_immune_types: SlotSet,
    pub petrify_on_capture_types: SlotSet,
    pub petrify_blast_pieces: bool,

    pub double_step: bool,
    pub double_step_region: PerSide<SquareSet>,
    pub triple_step_region: PerSide<SquareSet>,
    pub en_passant_region: PerSide<SquareSet>,
    pub en_passant_types: PerSide<SlotSet>,

    pub castling: bool,
    pub castling_dropped_piece: bool,
    pub castling_kingside_file: u8,
    pub castling_queenside_file: u8,
    pub castling_rank: u8,
    pub castling_king_file: u8,
    pub castling_king_piece: PerSide<Slot>,
    pub castling_rook_kingside_file: u8,
    pub castling_rook_queenside_file: u8,
    pub castling_rook_pieces: PerSide<SlotSet>,
    pub opposite_castling: bool,
    pub castling_wins: CastlingSet,

    pub checking: bool,
    pub drop_checks: bool,
    pub must_capture: bool,
    pub must_drop: bool,
    /// [`Slot::ANY`]: any type.
    pub must_drop_type: Slot,

    pub piece_drops: bool,
    pub drop_loop: bool,
    pub captures_to_hand: bool,
    pub first_rank_pawn_drops: bool,
    pub promotion_zone_pawn_drops: bool,
    pub enclosing_drop: EnclosingRule,
    pub enclosing_drop_start: SquareSet,
    pub drop_region: PerSide<SquareSet>,
    pub sittuyin_rook_drop: bool,
    pub drop_opposite_colored_bishop: bool,
    pub drop_promoted: bool,
    /// [`Slot::ANY`]: none.
    pub drop_no_doubled: Slot,
    pub drop_no_doubled_count: i32,
    /// Whether any type may be dropped at any time (the Ataxx family; no key says so).
    pub free_drops: bool,
    pub immobility_illegal: bool,
    pub gating: bool,
    pub walling_rule: WallingRule,
    pub walling_region: PerSide<SquareSet>,
    pub wall_or_move: bool,
    pub seirawan_gating: bool,
    pub cambodian_moves: bool,
    pub diagonal_lines: SquareSet,
    pub pass: PerSide<bool>,
    pub pass_on_stalemate: PerSide<bool>,
    pub makpong_rule: bool,
    pub flying_general: bool,
    pub soldier_promotion_rank: u8,
    pub flip_enclosed_pieces: EnclosingRule,

    pub n_move_rule_types: PerSide<SlotSet>,
    pub n_move_rule: i32,
    pub n_fold_rule: i32,
    pub n_fold_value: Value,
    pub n_fold_value_absolute: bool,
    pub perpetual_check_illegal: bool,
    pub move_repetition_illegal: bool,
    pub chasing_rule: ChasingRule,
    pub stalemate_value: Value,
    pub stalemate_piece_count: bool,
    pub checkmate_value: Value,
    pub shogi_pawn_drop_mate_illegal: bool,
    pub shatar_mate_rule: bool,
    pub bikjang_rule: bool,
    pub extinction_value: Value,
    pub extinction_claim: bool,
    pub extinction_pseudo_royal: bool,
    pub duple_check: bool,
    pub extinction_piece_types: SlotSet,
    pub extinction_piece_count: i32,
    pub extinction_opponent_piece_count: i32,
    /// [`Slot::ANY`]: any type.
    pub flag_piece: PerSide<Slot>,
    pub flag_region: PerSide<SquareSet>,
    pub flag_piece_count: i32,
    pub flag_piece_blocked_win: bool,
    pub flag_move: bool,
    pub flag_piece_safe: bool,
    pub check_counting: bool,
    pub connect_n: i32,
    pub connect_piece_types: SlotSet,
    pub connect_horizontal: bool,
    pub connect_vertical: bool,
    pub connect_diagonal: bool,
    pub connect_region1: PerSide<SquareSet>,
    pub connect_region2: PerSide<SquareSet>,
    pub connect_nxn: i32,
    pub collinear_n: i32,
    pub connect_value: Value,
    pub material_counting: MaterialCounting,
    pub adjudicate_full_board: bool,
    pub counting_rule: CountingRule,
}

/// The largest board of the engine's large build.
pub const MOST_FILES: u8 = 12;
/// The largest board of the engine's large build.
pub const MOST_RANKS: u8 = 10;

/// Every square of a rank (from 1) of the engine's largest board.
pub fn rank_squares(rank: u8) -> SquareSet {
    let all = SquareSet::board(MOST_FILES, MOST_RANKS);
    all.iter().filter(|s| s.rank() + 1 == rank).collect()
}

impl Config {
    /// What the engine assumes for a section without a parent.
    pub fn new(name: &str) -> Config {
        let all = SquareSet::board(MOST_FILES, MOST_RANKS);
        let pawn = SlotSet::of(Slot::PAWN);
        Config {
            name: name.to_owned(),
            parent: String::new(),
            variant_template: "fairy".to_owned(),
            piece_to_char_table: "-".to_owned(),
            pocket_size: 0,
            max_rank: 8,
            max_file: 8,
            chess960: false,
            two_boards: false,
            start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            piece_value_mg: BTreeMap::new(),
            piece_value_eg: BTreeMap::new(),
            letters: BTreeMap::new(),
            synonyms: BTreeMap::new(),
            betza: BTreeMap::new(),
            king_is_wazir: false,
            mobility_region: PerSide::default(),
            promotion_region: PerSide { white: rank_squares(8), black: rank_squares(1) },
            main_promotion_pawn: PerSide::both(Slot::PAWN),
            promotion_pawn_types: PerSide::both(pawn),
            promotion_piece_types: PerSide::both(SlotSet::NONE),
            sittuyin_promotion: false,
            promotion_limit: BTreeMap::new(),
            promoted_piece_type: BTreeMap::new(),
            piece_promotion_on_capture: false,
            mandatory_pawn_promotion: true,
            mandatory_piece_promotion: false,
            piece_demotion: false,
            blast_on_capture: false,
            blast_immune_types: SlotSet::NONE,
            mutually_immune_types: SlotSet::NONE,
            petrify_on_capture_types: SlotSet::NONE,
            petrify_blast_pieces: false,
            double_step: true,
            double_step_region: PerSide { white: rank_squares(2), black: rank_squares(7) },
            triple_step_region: PerSide::default(),
            en_passant_region: PerSide::both(all),
            en_passant_types: PerSide::both(pawn),
            castling: true,
            castling_dropped_piece: false,
            castling_kingside_file: 7,
            castling_queenside_file: 3,
            castling_rank: 1,
            castling_king_file: 5,
            castling_king_piece: PerSide::both(Slot::KING),
            castling_rook_kingside_file: MOST_FILES,
            castling_rook_queenside_file: 1,
            castling_rook_pieces: PerSide::both(SlotSet::of(Slot::ROOK)),
            opposite_castling: false,
            castling_wins: CastlingSet::default(),
            checking: true,
            drop_checks: true,
            must_capture: false,
            must_drop: false,
            must_drop_type: Slot::ANY,
            piece_drops: false,
            drop_loop: false,
            captures_to_hand: false,
            first_rank_pawn_drops: false,
            promotion_zone_pawn_drops: false,
            enclosing_drop: EnclosingRule::None,
            enclosing_drop_start: SquareSet::EMPTY,
            drop_region: PerSide::both(all),
            sittuyin_rook_drop: false,
            drop_opposite_colored_bishop: false,
            drop_promoted: false,
            drop_no_doubled: Slot::ANY,
            drop_no_doubled_count: 1,
            free_drops: false,
            immobility_illegal: false,
            gating: false,
            walling_rule: WallingRule::None,
            walling_region: PerSide::both(all),
            wall_or_move: false,
            seirawan_gating: false,
            cambodian_moves: false,
            diagonal_lines: SquareSet::EMPTY,
            pass: PerSide::both(false),
            pass_on_stalemate: PerSide::both(false),
            makpong_rule: false,
            flying_general: false,
            soldier_promotion_rank: 1,
            flip_enclosed_pieces: EnclosingRule::None,
            n_move_rule_types: PerSide::both(pawn),
            n_move_rule: 50,
            n_fold_rule: 3,
            n_fold_value: Value::Draw,
            n_fold_value_absolute: false,
            perpetual_check_illegal: false,
            move_repetition_illegal: false,
            chasing_rule: ChasingRule::None,
            stalemate_value: Value::Draw,
            stalemate_piece_count: false,
            checkmate_value: Value::Loss,
            shogi_pawn_drop_mate_illegal: false,
            shatar_mate_rule: false,
            bikjang_rule: false,
            extinction_value: Value::None,
            extinction_claim: false,
            extinction_pseudo_royal: false,
            duple_check: false,
            extinction_piece_types: SlotSet::NONE,
            extinction_piece_count: 0,
            extinction_opponent_piece_count: 0,
            flag_piece: PerSide::both(Slot::ANY),
            flag_region: PerSide::default(),
            flag_piece_count: 1,
            flag_piece_blocked_win: false,
            flag_move: false,
            flag_piece_safe: false,
            check_counting: false,
            connect_n: 0,
            connect_piece_types: SlotSet::EVERY,
            connect_horizontal: true,
            connect_vertical: true,
            connect_diagonal: true,
            connect_region1: PerSide::default(),
            connect_region2: PerSide::default(),
            connect_nxn: 0,
            collinear_n: 0,
            connect_value: Value::Win,
            material_counting: MaterialCounting::None,
            adjudicate_full_board: false,
            counting_rule: CountingRule::None,
        }
    }

    /// The movement of a type in Betza's notation.
    pub fn betza_of(&self, slot: Slot) -> &str {
        self.betza.get(&slot).map_or(slot.betza(), String::as_str)
    }

    /// The type of a letter of either case.
    pub fn slot_of_letter(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_lowercase();
        self.letters.iter().find(|(_, l)| **l == letter).map(|(slot, _)| *slot)
    }

    /// What a man marked with `+` is, by the letter of the man that was promoted.
    pub fn promoted_letters(&self) -> BTreeMap<char, char> {
        let letter = |slot| self.letters.get(slot).copied();
        let pairs = self.promoted_piece_type.iter();
        pairs.filter_map(|(from, to)| Some((letter(from)?, letter(to)?))).collect()
    }

    /// The squares of the board.
    pub fn squares(&self) -> SquareSet {
        SquareSet::board(self.max_file, self.max_rank)
    }

    /// The squares to which men of a type and side may go.
    pub fn mobility(&self, side: Side, slot: Slot) -> SquareSet {
        match self.mobility_region.of(side).get(&slot) {
            Some(region) if !region.is_empty() => region.and(self.squares()),
            _ => self.squares(),
        }
    }
}
