//! Settings as the text of a section without a parent.
//!
//! What may enter: how each key of a [`Config`] is written. Everything that differs from what
//! the engine assumes of a section without a parent is stated, and nothing else. What the
//! settings mean plays no part here.

use std::collections::BTreeMap;

use super::config::{
    CastlingSet, ChasingRule, Config, CountingRule, EnclosingRule, MaterialCounting, Slot, SlotSet, Value,
    WallingRule,
};
use crate::diagnostic::codes;
use crate::rules::{PerSide, Square, SquareSet};

/// A section, and what no key can say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The text, with its header.
    pub text: String,
    /// The keys that it states and their values, in the order of the text.
    pub entries: Vec<(String, String)>,
    /// What the settings hold besides: a name, and what it is.
    pub lost: Vec<(&'static str, &'static str)>,
}

/// The text of a section with these keys.
pub fn text(name: &str, entries: &[(String, String)]) -> String {
    let lines = entries.iter().map(|(key, value)| format!("{key} = {value}\n"));
    format!("[{name}]\n{}", lines.collect::<String>())
}

/// The name for a section that repeats settings: theirs, with `-plain` behind it where a
/// variant of that name is built into the engine, which passes over a second one.
pub fn name_for(config: &Config) -> String {
    let plain = if super::builtins::is_builtin(&config.name) { "-plain" } else { "" };
    format!("{}{plain}", config.name)
}

/// Writes settings under a name, as a section that inherits nothing.
pub fn write(config: &Config, name: &str) -> Section {
    let mut writer = Writer { config, usual: Config::new(name), entries: Vec::new() };
    writer.board();
    writer.pieces();
    writer.promotion();
    writer.steps();
    writer.castling();
    writer.obligations();
    writer.drops();
    writer.places();
    writer.ends();
    let entries = writer.entries;
    Section { text: text(name, &entries), entries, lost: lost(config) }
}

/// The same without what is no rule and what the engine's check complains of: a table of
/// letters for XBoard that fits other men, as built-in variants inherit it. Whether it was
/// left out is the second value.
pub fn write_for_check(config: &Config, name: &str) -> (Section, bool) {
    let mut section = write(config, name);
    let reading = super::ini::read(section.text.as_str(), &|_| None);
    let unfit = reading.findings.iter().any(|finding| finding.code == codes::INI_PIECE_TABLE);
    if unfit {
        section.entries.retain(|(key, _)| key != "pieceToCharTable");
        section.text = text(name, &section.entries);
    }
    (section, unfit)
}

/// What no key of the engine can say.
fn lost(config: &Config) -> Vec<(&'static str, &'static str)> {
    let mut lost = Vec::new();
    if config.free_drops {
        lost.push(("free drops", "any piece may be dropped at any time, without a hand: no key says so"));
    }
    if config.king_is_wazir && !config.diagonal_lines.is_empty() {
        lost.push(("palace king", "the king goes along the diagonals of its palace: no key says so"));
    }
    lost
}

struct Writer<'a> {
    config: &'a Config,
    usual: Config,
    entries: Vec<(String, String)>,
}

impl Writer<'_> {
    fn put(&mut self, key: &str, value: impl Into<String>) {
        self.entries.push((key.to_owned(), value.into()));
    }

    /// States a value that is not the usual one.
    fn differs<T: PartialEq>(&mut self, key: &str, field: fn(&Config) -> &T, text: impl Fn(&T) -> String) {
        if field(self.config) != field(&self.usual) {
            let value = text(field(self.config));
            self.put(key, value);
        }
    }

    fn flag(&mut self, key: &str, field: fn(&Config) -> &bool) {
        self.differs(key, field, ToString::to_string);
    }

    fn number(&mut self, key: &str, field: fn(&Config) -> &i32) {
        self.differs(key, field, ToString::to_string);
    }

    /// A value of each side: once where both are alike.
    fn sides<T: PartialEq>(
        &mut self,
        key: &str,
        field: fn(&Config) -> &PerSide<T>,
        text: impl Fn(&Self, &T) -> String,
    ) {
        let (ours, usual) = (field(self.config), field(&self.usual));
        if ours == usual {
            return;
        }
        let (white, black) = (text(self, &ours.white), text(self, &ours.black));
        if white == black {
            self.put(key, white);
            return;
        }
        self.put(&format!("{key}White"), white);
        self.put(&format!("{key}Black"), black);
    }

    /// Regions of each side that have no common key.
    fn regions(&mut self, key: &str, field: fn(&Config) -> &PerSide<SquareSet>) {
        let (ours, usual) = (field(self.config), field(&self.usual));
        let texts = [(ours.white, usual.white, "White"), (ours.black, usual.black, "Black")];
        for (squares, usual, side) in texts {
            if squares != usual {
                let text = self.region(squares);
                self.put(&format!("{key}{side}"), text);
            }
        }
    }

    /// Squares, whole ranks and files short.
    fn region(&self, squares: SquareSet) -> String {
        region_text(squares, self.config.max_file, self.config.max_rank)
    }

    fn letter(&self, slot: Slot) -> String {
        self.config.letters.get(&slot).map_or("-".to_owned(), char::to_string)
    }

    fn letters(&self, set: SlotSet) -> String {
        let any = if set != SlotSet::EVERY && set.contains(Slot::ANY) { "*" } else { "" };
        let letters = set.iter().filter_map(|slot| self.config.letters.get(&slot));
        let text = any.chars().chain(letters.copied()).collect::<String>();
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn board(&mut self) {
        self.differs("variantTemplate", |c| &c.variant_template, Clone::clone);
        self.differs("pieceToCharTable", |c| &c.piece_to_char_table, Clone::clone);
        self.number("pocketSize", |c| &c.pocket_size);
        self.differs("maxRank", |c| &c.max_rank, ToString::to_string);
        self.differs("maxFile", |c| &c.max_file, ToString::to_string);
        self.flag("chess960", |c| &c.chess960);
        self.flag("twoBoards", |c| &c.two_boards);
        self.put("startFen", self.config.start_fen.clone());
    }

    fn pieces(&mut self) {
        for (slot, letter) in &self.config.letters {
            let value = match self.config.betza.get(slot) {
                Some(betza) => format!("{letter}:{betza}"),
                None if slot.is_custom() => format!("{letter}:"),
                None => letter.to_string(),
            };
            self.put(&slot.key(), value);
        }
        for (side, regions) in
            [("White", &self.config.mobility_region.white), ("Black", &self.config.mobility_region.black)]
        {
            for (slot, squares) in regions.iter().filter(|(_, squares)| !squares.is_empty()) {
                let key = slot.key();
                let name = key[..1].to_uppercase() + &key[1..];
                let text = self.region(*squares);
                self.put(&format!("mobilityRegion{side}{name}"), text);
            }
        }
        let values =
            [("pieceValueMg", &self.config.piece_value_mg), ("pieceValueEg", &self.config.piece_value_eg)];
        for (key, map) in values {
            let text = self.pairs(map, ToString::to_string);
            if !text.is_empty() {
                self.put(key, text);
            }
        }
    }

    fn pairs<T>(&self, map: &BTreeMap<Slot, T>, text: impl Fn(&T) -> String) -> String {
        let pair =
            |(slot, value): (&Slot, &T)| Some(format!("{}:{}", self.config.letters.get(slot)?, text(value)));
        map.iter().filter_map(pair).collect::<Vec<_>>().join(" ")
    }

    fn promotion(&mut self) {
        // The last letter is what a promoted pawn is again in hand.
        let of = |main: Slot, set: SlotSet| {
            let mut letters = self.letters(SlotSet(set.0 & !main.bit()));
            if set.contains(main) && self.config.letters.contains_key(&main) {
                letters = letters.trim_matches('-').to_owned() + &self.letter(main);
            }
            letters
        };
        let (sets, mains) = (&self.config.promotion_pawn_types, &self.config.main_promotion_pawn);
        let texts = [of(mains.white, sets.white), of(mains.black, sets.black)];
        if (sets, mains) != (&self.usual.promotion_pawn_types, &self.usual.main_promotion_pawn) {
            let [white, black] = texts;
            if white == black {
                self.put("promotionPawnTypes", white);
            } else {
                self.put("promotionPawnTypesWhite", white);
                self.put("promotionPawnTypesBlack", black);
            }
        }
        self.sides("promotionPieceTypes", |c| &c.promotion_piece_types, |w, set| w.letters(*set));
        self.regions("promotionRegion", |c| &c.promotion_region);
        self.flag("mandatoryPawnPromotion", |c| &c.mandatory_pawn_promotion);
        let limits = self.pairs(&self.config.promotion_limit, ToString::to_string);
        if !limits.is_empty() {
            self.put("promotionLimit", limits);
        }
        let forms = self.pairs(&self.config.promoted_piece_type, |slot| self.letter(*slot));
        if !forms.is_empty() {
            self.put("promotedPieceType", forms);
        }
        self.flag("mandatoryPiecePromotion", |c| &c.mandatory_piece_promotion);
        self.flag("piecePromotionOnCapture", |c| &c.piece_promotion_on_capture);
        self.flag("pieceDemotion", |c| &c.piece_demotion);
        self.flag("sittuyinPromotion", |c| &c.sittuyin_promotion);
    }

    fn steps(&mut self) {
        self.flag("doubleStep", |c| &c.double_step);
        if self.config.double_step {
            self.regions("doubleStepRegion", |c| &c.double_step_region);
        }
        self.regions("tripleStepRegion", |c| &c.triple_step_region);
        self.sides("enPassantRegion", |c| &c.en_passant_region, |w, squares| w.region(*squares));
        self.sides("enPassantTypes", |c| &c.en_passant_types, |w, set| w.letters(*set));
    }

    fn castling(&mut self) {
        // A type without a letter can't be named, nor can it castle.
        let named = |slot: &Slot| self.config.letters.contains_key(slot);
        let king = &self.config.castling_king_piece;
        let nobody = !named(&king.white) && !named(&king.black) && *king != self.usual.castling_king_piece;
        if nobody && !self.config.gating {
            self.put("castling", "false");
            return;
        }
        self.flag("castling", |c| &c.castling);
        if !self.config.castling {
            return;
        }
        let file = |file: &u8| char::from(b'a' + file.saturating_sub(1)).to_string();
        self.differs("castlingKingsideFile", |c| &c.castling_kingside_file, file);
        self.differs("castlingQueensideFile", |c| &c.castling_queenside_file, file);
        self.differs("castlingRank", |c| &c.castling_rank, ToString::to_string);
        self.sides("castlingKingPiece", |c| &c.castling_king_piece, |w, slot| w.letter(*slot));
        self.differs("castlingKingFile", |c| &c.castling_king_file, file);
        self.sides("castlingRookPieces", |c| &c.castling_rook_pieces, |w, set| w.letters(*set));
        self.differs("castlingRookKingsideFile", |c| &c.castling_rook_kingside_file, file);
        self.differs("castlingRookQueensideFile", |c| &c.castling_rook_queenside_file, file);
        self.flag("castlingDroppedPiece", |c| &c.castling_dropped_piece);
        self.flag("oppositeCastling", |c| &c.opposite_castling);
        self.differs(
            "castlingWins",
            |c| &c.castling_wins,
            |wins: &CastlingSet| {
                let all = [
                    (wins.kingside.white, 'K'),
                    (wins.queenside.white, 'Q'),
                    (wins.kingside.black, 'k'),
                    (wins.queenside.black, 'q'),
                ];
                all.iter().filter(|(on, _)| *on).map(|(_, letter)| *letter).collect()
            },
        );
    }

    fn obligations(&mut self) {
        self.flag("checking", |c| &c.checking);
        self.flag("dropChecks", |c| &c.drop_checks);
        self.flag("mustCapture", |c| &c.must_capture);
        self.flag("mustDrop", |c| &c.must_drop);
        if self.config.must_drop_type != Slot::ANY {
            self.put("mustDropType", self.letter(self.config.must_drop_type));
        }
        self.flag("flyingGeneral", |c| &c.flying_general);
        self.flag("makpongRule", |c| &c.makpong_rule);
        self.flag("immobilityIllegal", |c| &c.immobility_illegal);
        self.flag("checkCounting", |c| &c.check_counting);
        self.flag("blastOnCapture", |c| &c.blast_on_capture);
        self.set("blastImmuneTypes", |c| &c.blast_immune_types);
        self.set("mutuallyImmuneTypes", |c| &c.mutually_immune_types);
        self.set("petrifyOnCaptureTypes", |c| &c.petrify_on_capture_types);
        self.flag("petrifyBlastPieces", |c| &c.petrify_blast_pieces);
    }

    fn set(&mut self, key: &str, field: fn(&Config) -> &SlotSet) {
        if field(self.config) != field(&self.usual) {
            let text = self.letters(*field(self.config));
            self.put(key, text);
        }
    }

    fn drops(&mut self) {
        self.flag("pieceDrops", |c| &c.piece_drops);
        self.flag("capturesToHand", |c| &c.captures_to_hand);
        self.flag("dropLoop", |c| &c.drop_loop);
        self.flag("firstRankPawnDrops", |c| &c.first_rank_pawn_drops);
        self.flag("promotionZonePawnDrops", |c| &c.promotion_zone_pawn_drops);
        self.regions("dropRegion", |c| &c.drop_region);
        if self.config.drop_no_doubled != Slot::ANY {
            self.put("dropNoDoubled", self.letter(self.config.drop_no_doubled));
        }
        self.number("dropNoDoubledCount", |c| &c.drop_no_doubled_count);
        self.flag("dropPromoted", |c| &c.drop_promoted);
        self.flag("dropOppositeColoredBishop", |c| &c.drop_opposite_colored_bishop);
        self.flag("sittuyinRookDrop", |c| &c.sittuyin_rook_drop);
        self.differs("enclosingDrop", |c| &c.enclosing_drop, |rule| enclosing(*rule).to_owned());
        if !self.config.enclosing_drop_start.is_empty() {
            self.put("enclosingDropStart", self.region(self.config.enclosing_drop_start));
        }
        self.differs("flipEnclosedPieces", |c| &c.flip_enclosed_pieces, |rule| enclosing(*rule).to_owned());
    }

    fn places(&mut self) {
        self.flag("gating", |c| &c.gating);
        self.flag("seirawanGating", |c| &c.seirawan_gating);
        self.flag("cambodianMoves", |c| &c.cambodian_moves);
        self.differs(
            "wallingRule",
            |c| &c.walling_rule,
            |rule: &WallingRule| {
                match rule {
                    WallingRule::Arrow => "arrow",
                    WallingRule::Duck => "duck",
                    WallingRule::Edge => "edge",
                    WallingRule::Past => "past",
                    WallingRule::Static => "static",
                    WallingRule::None => "none",
                }
                .to_owned()
            },
        );
        self.sides("wallingRegion", |c| &c.walling_region, |w, squares| w.region(*squares));
        self.flag("wallOrMove", |c| &c.wall_or_move);
        let yes = |_: &Self, on: &bool| on.to_string();
        self.sides("pass", |c| &c.pass, yes);
        self.sides("passOnStalemate", |c| &c.pass_on_stalemate, yes);
        if !self.config.diagonal_lines.is_empty() {
            self.put("diagonalLines", self.region(self.config.diagonal_lines));
        }
        self.differs("soldierPromotionRank", |c| &c.soldier_promotion_rank, ToString::to_string);
        self.flag("bikjangRule", |c| &c.bikjang_rule);
        self.flag("shatarMateRule", |c| &c.shatar_mate_rule);
    }

    fn ends(&mut self) {
        self.value("checkmateValue", |c| &c.checkmate_value);
        self.value("stalemateValue", |c| &c.stalemate_value);
        self.flag("stalematePieceCount", |c| &c.stalemate_piece_count);
        self.flag("shogiPawnDropMateIllegal", |c| &c.shogi_pawn_drop_mate_illegal);
        self.number("nMoveRule", |c| &c.n_move_rule);
        self.sides("nMoveRuleTypes", |c| &c.n_move_rule_types, |w, set| w.letters(*set));
        self.number("nFoldRule", |c| &c.n_fold_rule);
        self.value("nFoldValue", |c| &c.n_fold_value);
        self.flag("nFoldValueAbsolute", |c| &c.n_fold_value_absolute);
        self.flag("perpetualCheckIllegal", |c| &c.perpetual_check_illegal);
        self.flag("moveRepetitionIllegal", |c| &c.move_repetition_illegal);
        if self.config.chasing_rule == ChasingRule::Axf {
            self.put("chasingRule", "axf");
        }
        self.value("extinctionValue", |c| &c.extinction_value);
        self.set("extinctionPieceTypes", |c| &c.extinction_piece_types);
        self.number("extinctionPieceCount", |c| &c.extinction_piece_count);
        self.number("extinctionOpponentPieceCount", |c| &c.extinction_opponent_piece_count);
        self.flag("extinctionClaim", |c| &c.extinction_claim);
        self.flag("extinctionPseudoRoyal", |c| &c.extinction_pseudo_royal);
        self.flag("dupleCheck", |c| &c.duple_check);
        self.sides(
            "flagPiece",
            |c| &c.flag_piece,
            |w, slot| {
                if *slot == Slot::ANY { "*".to_owned() } else { w.letter(*slot) }
            },
        );
        self.sides("flagRegion", |c| &c.flag_region, |w, squares| w.region(*squares));
        self.number("flagPieceCount", |c| &c.flag_piece_count);
        self.flag("flagPieceBlockedWin", |c| &c.flag_piece_blocked_win);
        self.flag("flagMove", |c| &c.flag_move);
        self.flag("flagPieceSafe", |c| &c.flag_piece_safe);
        self.number("connectN", |c| &c.connect_n);
        self.set("connectPieceTypes", |c| &c.connect_piece_types);
        self.flag("connectHorizontal", |c| &c.connect_horizontal);
        self.flag("connectVertical", |c| &c.connect_vertical);
        self.flag("connectDiagonal", |c| &c.connect_diagonal);
        self.regions("connectRegion1", |c| &c.connect_region1);
        self.regions("connectRegion2", |c| &c.connect_region2);
        self.number("connectNxN", |c| &c.connect_nxn);
        self.number("collinearN", |c| &c.collinear_n);
        self.value("connectValue", |c| &c.connect_value);
        self.differs(
            "materialCounting",
            |c| &c.material_counting,
            |counting: &MaterialCounting| {
                match counting {
                    MaterialCounting::Janggi => "janggi",
                    MaterialCounting::Unweighted => "unweighted",
                    MaterialCounting::WhiteDrawOdds => "whitedrawodds",
                    MaterialCounting::BlackDrawOdds => "blackdrawodds",
                    MaterialCounting::None => "none",
                }
                .to_owned()
            },
        );
        self.flag("adjudicateFullBoard", |c| &c.adjudicate_full_board);
        self.differs(
            "countingRule",
            |c| &c.counting_rule,
            |rule: &CountingRule| {
                match rule {
                    CountingRule::Makruk => "makruk",
                    CountingRule::Cambodian => "cambodian",
                    CountingRule::Asean => "asean",
                    CountingRule::None => "none",
                }
                .to_owned()
            },
        );
    }

    fn value(&mut self, key: &str, field: fn(&Config) -> &Value) {
        self.differs(key, field, |value| {
            match value {
                Value::Win => "win",
                Value::Loss => "loss",
                Value::Draw => "draw",
                Value::None => "none",
            }
            .to_owned()
        });
    }
}

fn enclosing(rule: EnclosingRule) -> &'static str {
    match rule {
        EnclosingRule::Reversi => "reversi",
        EnclosingRule::Ataxx => "ataxx",
        EnclosingRule::Quadwrangle => "quadwrangle",
        EnclosingRule::Snort => "snort",
        EnclosingRule::Anyside => "anyside",
        EnclosingRule::Top => "top",
        EnclosingRule::None => "none",
    }
}

/// Squares as a value: `*8` for a whole rank, else square by square; `-` for none. Squares
/// beyond the board are left out.
pub fn region_text(squares: SquareSet, files: u8, ranks: u8) -> String {
    let mut parts = Vec::new();
    for rank in 0..ranks {
        let row: Vec<Square> = (0..files).map(|file| Square(rank * 16 + file)).collect();
        let held: Vec<&Square> = row.iter().filter(|s| squares.contains(**s)).collect();
        if held.len() == row.len() {
            parts.push(format!("*{}", rank + 1));
        } else {
            parts.extend(held.into_iter().map(Square::to_string));
        }
    }
    if parts.is_empty() { "-".to_owned() } else { parts.join(" ") }
}
