//! What is noticed about a section once all of it is read.
//!
//! What may enter: findings about how settings go together. Those about the start position
//! are in [`super::start`].

use super::field::side_word;
use super::section::{Evaluated, present};
use super::syntax::{Entry, Section};
use super::{betza, crash, start};
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::fairy::config::{Config, EnclosingRule, Slot, SlotSet, Value, WallingRule, rank_squares};
use crate::fairy::keys::{self, Kind};
use crate::rules::{PerSide, Side, SquareSet};
use crate::source::Span;

pub(super) struct Checker<'a> {
    pub(super) section: &'a Section,
    pub(super) parent: Option<&'a Config>,
    pub(super) config: &'a Config,
    pub(super) findings: &'a mut Vec<Diagnostic>,
}

/// Checks a section that the engine keeps.
pub(super) fn check(
    section: &Section,
    parent: Option<&Config>,
    evaluated: &Evaluated,
    findings: &mut Vec<Diagnostic>,
) {
    let config = &evaluated.config;
    if config.letters.is_empty() {
        let name = section.name.text.trim();
        let finding = Diagnostic::new(codes::INI_NO_PIECES, section.header, "no piece is defined");
        findings.push(match parent {
            None => finding.help(format!("did you mean [{name}:chess]?")),
            Some(_) => finding.help("define a piece"),
        });
        return;
    }
    let mut checker = Checker { section, parent, config, findings };
    checker.letters(evaluated);
    checker.moves();
    checker.contradictions();
    checker.no_effect();
    checker.double_step();
    checker.regions();
    checker.dead_promotion();
    checker.engine_faults();
    checker.fit();
    start::check(section, config, checker.findings);
    crash::check(section, config, checker.findings);
    checker.piece_table();
}

impl Checker<'_> {
    /// The place of the first of some keys that the section has, else its header.
    pub(super) fn place(&self, keys: &[&str]) -> Span {
        keys.iter().find_map(|key| self.section.entry(key)).map_or(self.section.header, |entry| entry.line)
    }

    /// Whether the section itself has one of the keys: what is inherited was said there.
    pub(super) fn own(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.section.entry(key).is_some())
    }

    fn letters(&mut self, evaluated: &Evaluated) {
        let c = self.config;
        let given =
            self.own(&["promotionPieceTypes", "promotionPieceTypesWhite", "promotionPieceTypesBlack"]);
        for theft in &evaluated.thefts {
            let Some(entry) = self.section.entry(&theft.to.key()) else { continue };
            let promoted = |config: &Config, slot| {
                let types = &config.promotion_piece_types;
                types.white.contains(slot) || types.black.contains(slot)
            };
            let was = self.parent.is_some_and(|parent| promoted(parent, theft.from));
            let gone = !c.letters.contains_key(&theft.from);
            let letter = entry.value.text.chars().next().unwrap_or('-');
            if gone && self.section.entry(&theft.from.key()).is_none() {
                let (to, from) = (theft.to.key(), theft.from.key());
                let mut means = Vec::new();
                let pawns = Side::BOTH.map(|side| {
                    let pawns: Vec<Slot> = present(*c.promotion_pawn_types.of(side), c).iter().collect();
                    self.may_own(side, &pawns)
                });
                if was && !given && pawns.contains(&true) {
                    means.push("pawns no longer promote to either");
                }
                means.extend(self.still_named(theft.from));
                let mut finding = Diagnostic::new(
                    codes::INI_LETTER_STOLEN,
                    entry.line,
                    format!("`{to}` takes the letter `{letter}` from `{from}`, which is gone then"),
                );
                if means.is_empty() {
                    finding.severity = Severity::Note;
                } else {
                    finding.message = format!("{}: {}", finding.message, means.join("; "));
                }
                let also = if was && !given { ", and give promotionPieceTypes" } else { "" };
                self.findings.push(finding.help(format!("write `{from} = -` if that is meant{also}")));
            } else if was && !given && !gone && !promoted(c, theft.from) {
                let letters: String = (self.parent.into_iter())
                    .flat_map(|parent| present(parent.promotion_piece_types.white, c).iter())
                    .filter_map(|slot| c.letters.get(&slot))
                    .collect();
                self.findings.push(
                    Diagnostic::new(
                        codes::INI_PROMOTION_LOST,
                        entry.line,
                        format!(
                            "`{}` is given its letter anew: pawns no longer promote to it",
                            theft.from.key()
                        ),
                    )
                    .help(format!("write promotionPieceTypes = {letters}")),
                );
            }
        }
    }

    /// Settings that still speak of a type that is gone.
    fn still_named(&self, slot: Slot) -> Vec<&'static str> {
        let c = self.config;
        let both = |sets: &PerSide<SlotSet>| sets.white.contains(slot) || sets.black.contains(slot);
        let castles = c.castling && start::has_rights(c);
        let gone = |set: &PerSide<SlotSet>| both(set) && present(set.white, c).is_empty();
        let named = [
            (
                castles && *c.castling_king_piece.of(Side::White) == slot,
                "castlingKingPiece still means the old type",
            ),
            (castles && gone(&c.castling_rook_pieces), "castlingRookPieces still means the old type"),
            (slot == Slot::KING, "nobody is royal then"),
            (c.extinction_piece_types.contains(slot), "extinctionPieceTypes still means the old type"),
            (
                c.promoted_piece_type.values().any(|to| *to == slot),
                "promotedPieceType still means the old type",
            ),
        ];
        // A king that makes room for another way to lose is meant.
        let meant = |what: &str| what == "nobody is royal then" && c.extinction_value != Value::None;
        named.into_iter().filter(|(holds, what)| *holds && !meant(what)).map(|(_, what)| what).collect()
    }

    fn moves(&mut self) {
        let extent = self.config.max_file.max(self.config.max_rank);
        for slot in Slot::all().filter(|slot| slot.is_custom() || *slot == Slot::KING) {
            let (Some(entry), Some(moves)) = (self.section.entry(&slot.key()), self.config.betza.get(&slot))
            else {
                continue;
            };
            if self.config.letters.contains_key(&slot) {
                betza::lint(entry, moves, extent, slot == Slot::KING, self.findings);
            }
        }
    }

    fn contradiction(&mut self, holds: bool, keys: &[&str], message: &str, help: &str) {
        if holds {
            let finding = Diagnostic::new(codes::INI_CONTRADICTION, self.place(keys), message);
            self.findings.push(finding.help(help));
        }
    }

    /// What the engine's own check finds.
    fn contradictions(&mut self) {
        let c = self.config;
        let king = c.letters.contains_key(&Slot::KING);
        let royal = king || c.extinction_pseudo_royal;
        self.contradiction(
            c.check_counting && !c.checking,
            &["checkCounting", "checking"],
            "checks are counted, and check may not be given",
            "take `checking = false` or `checkCounting = true` away",
        );
        self.contradiction(
            c.castling && c.castling_rank > c.max_rank,
            &["castlingRank", "maxRank"],
            "the rank of castling is off the board",
            "write another castlingRank, or castling = false",
        );
        self.contradiction(
            c.castling && c.castling_queenside_file > c.castling_kingside_file,
            &["castlingQueensideFile", "castlingKingsideFile"],
            "castling to the side of the first file ends behind castling to the other side",
            "exchange the files, or write castling = false",
        );
        self.contradiction(
            c.piece_drops && c.walling_rule != WallingRule::None,
            &["wallingRule", "pieceDrops"],
            "the engine has no drops together with walls",
            "take pieceDrops or wallingRule away",
        );
        let commoner = "use a commoner in the king's place: king = -, commoner = k, extinctionValue = loss, extinctionPieceTypes = k";
        self.contradiction(
            king && c.blast_on_capture,
            &["blastOnCapture", "king"],
            "there are no blasts with a royal king",
            commoner,
        );
        self.contradiction(
            king && c.flip_enclosed_pieces != EnclosingRule::None,
            &["flipEnclosedPieces", "king"],
            "pieces are not turned over with a royal king",
            commoner,
        );
        self.contradiction(
            king && c.walling_rule == WallingRule::Duck,
            &["wallingRule", "king"],
            "there is no duck with a royal king",
            commoner,
        );
        self.contradiction(
            royal && !c.blast_immune_types.is_empty(),
            &["blastImmuneTypes"],
            "no type is immune to blasts beside a royal piece",
            "take blastImmuneTypes away",
        );
        self.contradiction(
            royal && !c.mutually_immune_types.is_empty(),
            &["mutuallyImmuneTypes"],
            "no type is immune to its own beside a royal piece",
            "take mutuallyImmuneTypes away",
        );
        self.contradiction(
            c.flag_piece_safe && c.blast_on_capture,
            &["flagPieceSafe", "blastOnCapture"],
            "flagPieceSafe does not see blasts",
            "take one of them away",
        );
    }

    fn idle(&mut self, holds: bool, keys: &[&str], message: &str, help: &str) {
        if holds && self.own(keys) {
            let finding = Diagnostic::new(codes::INI_NO_EFFECT, self.place(keys), message);
            self.findings.push(finding.help(help));
        }
    }

    fn no_effect(&mut self) {
        let c = self.config;
        self.idle(
            c.seirawan_gating && !c.gating,
            &["seirawanGating", "gating"],
            "seirawanGating has no effect without gating",
            "write gating = true",
        );
        self.idle(
            c.cambodian_moves && !c.gating,
            &["cambodianMoves", "gating"],
            "cambodianMoves has no effect without gating",
            "write gating = true",
        );
        self.idle(
            c.extinction_value != Value::None && c.extinction_piece_types.is_empty(),
            &["extinctionValue", "extinctionPieceTypes"],
            "extinctionValue has no effect without extinctionPieceTypes",
            "write extinctionPieceTypes with the letters that must not be lost, or * for all pieces together",
        );
        self.idle(
            c.extinction_value == Value::None
                && !c.extinction_piece_types.is_empty()
                && !c.extinction_pseudo_royal,
            &["extinctionPieceTypes", "extinctionValue"],
            "extinctionPieceTypes has no effect without extinctionValue",
            "write extinctionValue = loss",
        );
        self.idle(
            c.check_counting && !c.letters.contains_key(&Slot::KING),
            &["checkCounting", "king"],
            "no check is ever counted: only those to the type `king` are",
            "use the type king",
        );
        let empty = c.flag_region.white.and(c.squares()).is_empty()
            && c.flag_region.black.and(c.squares()).is_empty();
        self.idle(
            empty,
            &["flagPiece", "flagPieceWhite", "flagPieceBlack", "flagPieceCount", "flagMove", "flagPieceSafe"],
            "there is no square to be reached: flagRegion is empty",
            "write flagRegionWhite and flagRegionBlack",
        );
        self.idle(
            c.walling_rule == WallingRule::None,
            &["wallingRegion", "wallingRegionWhite", "wallingRegionBlack", "wallOrMove"],
            "there are no walls without wallingRule",
            "write wallingRule",
        );
        let wide = ["wallingRegionWhite", "wallingRegionBlack"];
        if self.section.entry("wallingRegion").is_some() && self.own(&wide) {
            self.findings.push(
                Diagnostic::new(
                    codes::INI_WALLING_ORDER,
                    self.place(&wide),
                    "wallingRegion is read last and replaces the regions of the sides",
                )
                .help("write wallingRegionWhite and wallingRegionBlack only"),
            );
        }
    }

    fn double_step(&mut self) {
        let regions =
            ["doubleStepRegionWhite", "doubleStepRegionBlack", "doubleStepRank", "doubleStepRankMin"];
        let c = self.config;
        let stated =
            |text: &str| self.section.entry("doubleStep").is_some_and(|entry| entry.value.text == text);
        if c.double_step {
            return;
        }
        let (message, help) = if stated("true") {
            (
                "there are no double steps all the same: the parent has none, so its regions are gone",
                "write doubleStepRegionWhite and doubleStepRegionBlack, too",
            )
        } else if self.own(&regions) && !stated("false") && self.parent.is_some_and(|p| !p.double_step) {
            let empty =
                |key: &&str| self.section.entry(key).is_none_or(|entry| entry.value.text.trim() == "-");
            if regions.iter().all(empty) {
                return;
            }
            (
                "there are no double steps all the same: the parent has switched them off",
                "write doubleStep = true, too",
            )
        } else {
            return;
        };
        let at = self.place(&["doubleStep", regions[0], regions[1], regions[2], regions[3]]);
        self.findings.push(Diagnostic::new(codes::INI_DOUBLE_STEP, at, message).help(help));
    }

    fn regions(&mut self) {
        let c = self.config;
        let entries: Vec<&Entry> = self.section.entries.iter().collect();
        for entry in entries {
            let region_key = keys::lookup(&entry.key.text).filter(|key| key.kind == Kind::Region);
            if region_key.is_none() {
                continue;
            }
            let converted = super::value::convert(Kind::Region, &entry.value.text, &c.letters);
            if let super::value::Stored::Region(region) = converted.stored
                && !region.is_empty()
                && region.and(c.squares()).is_empty()
            {
                self.findings.push(
                    Diagnostic::new(
                        codes::INI_REGION_OFF_BOARD,
                        entry.value.span,
                        format!(
                            "`{}` lies off the board of {} files and {} ranks",
                            entry.key.text, c.max_file, c.max_rank
                        ),
                    )
                    .help("name squares of the board; regions do not follow its size"),
                );
            }
        }
        self.stale_regions();
    }

    /// Regions that were left where they were when the board changed.
    fn stale_regions(&mut self) {
        let c = self.config;
        let before = self.parent.map_or(8, |parent| parent.max_rank);
        let Some(size) = self.section.entry("maxRank").filter(|_| c.max_rank != before) else { return };
        let pawns = |side: Side| present(*c.promotion_pawn_types.of(side), c);
        let promotes = !pawns(Side::White).is_empty()
            && !present(c.promotion_piece_types.white, c).is_empty()
            || !c.promoted_piece_type.is_empty();
        let men = start::count(c);
        let on_board = |side: Side, set: SlotSet| set.iter().any(|slot| men.of(side).contains_key(&slot));
        let promotes = promotes
            && (on_board(Side::White, c.promotion_pawn_types.white) || !c.promoted_piece_type.is_empty());
        let goal = rank_squares(c.max_rank);
        if promotes
            && !self.own(&[
                "promotionRegionWhite",
                "promotionRegionBlack",
                "promotionRank",
                "sittuyinPromotion",
            ])
            && c.promotion_region.white.and(goal).is_empty()
            && !c.promotion_region.white.is_empty()
        {
            self.findings.push(
                Diagnostic::new(
                    codes::INI_REGION_STALE,
                    size.line,
                    format!(
                        "the board has {} ranks, and White still promotes on {}",
                        c.max_rank,
                        ranks(c.promotion_region.white)
                    ),
                )
                .help(format!("write promotionRegionWhite = *{} and promotionRegionBlack = *1", c.max_rank)),
            );
        }
        let mut walkers = SlotSet::of(Slot::PAWN);
        for (slot, moves) in &c.betza {
            if moves.contains('i') {
                walkers.insert(*slot);
            }
        }
        let walks = on_board(Side::Black, walkers);
        let start = rank_squares(c.max_rank.saturating_sub(1));
        if c.double_step
            && walks
            && !self.own(&["doubleStepRegionWhite", "doubleStepRegionBlack", "doubleStepRank", "doubleStep"])
            && c.double_step_region.black.and(start).is_empty()
        {
            self.findings.push(
                Diagnostic::new(
                    codes::INI_REGION_STALE,
                    size.line,
                    format!(
                        "the board has {} ranks, and Black's double step still begins on {}",
                        c.max_rank,
                        ranks(c.double_step_region.black)
                    ),
                )
                .help(format!(
                    "write doubleStepRegionBlack = *{}, or doubleStep = false",
                    c.max_rank.saturating_sub(1)
                )),
            );
        }
    }

    /// Whether a side has men of one of the types at the start, or may come to have them.
    pub(super) fn may_own(&self, side: Side, slots: &[Slot]) -> bool {
        let c = self.config;
        let men = c.start_fen.split(' ').next().unwrap_or_default();
        let taken = c.captures_to_hand || c.piece_drops && men.contains('[') && !men.contains("[]");
        let sides = if taken { &Side::BOTH[..] } else { std::slice::from_ref(&side) };
        let stands = |slot: &Slot| {
            let letters = [c.letters.get(slot), c.synonyms.get(slot)].into_iter().flatten();
            letters.flat_map(|letter| sides.iter().map(move |side| (letter, side))).any(|(letter, side)| {
                men.contains(match side {
                    Side::White => letter.to_ascii_uppercase(),
                    Side::Black => letter.to_ascii_lowercase(),
                })
            })
        };
        let becomes = |slot: &Slot| {
            c.promotion_piece_types.of(side).contains(*slot)
                || c.promoted_piece_type.values().any(|other| other == slot)
        };
        slots.iter().any(|slot| stands(slot) || becomes(slot))
    }

    fn dead_promotion(&mut self) {
        let dead = |c: &Config, side: Side| {
            let pawns = present(*c.promotion_pawn_types.of(side), c);
            let stuck =
                pawns.iter().any(|slot| !(slot == Slot::PAWN && c.promoted_piece_type.contains_key(&slot)));
            c.mandatory_pawn_promotion
                && !c.sittuyin_promotion
                && stuck
                && !c.promotion_region.of(side).and(c.squares()).is_empty()
                && present(*c.promotion_piece_types.of(side), c).is_empty()
        };
        for side in Side::BOTH {
            // Inherited: said there.
            if !dead(self.config, side) || self.parent.is_some_and(|parent| dead(parent, side)) {
                continue;
            }
            let name = side_word(side);
            let pawns: Vec<Slot> =
                present(*self.config.promotion_pawn_types.of(side), self.config).iter().collect();
            if !self.may_own(side, &pawns) {
                continue;
            }
            let pawns: Vec<String> = pawns.iter().map(|slot| slot.key()).collect();
            let at = self.place(&["promotionPieceTypes", "promotionPawnTypes", "pawnTypes", "pawn"]);
            self.findings.push(
                Diagnostic::new(
                    codes::INI_DEAD_PROMOTION,
                    at,
                    format!(
                        "{name}'s `{}` must promote on {} and has nothing to promote to: it can't go there",
                        pawns.join("`, `"),
                        ranks(*self.config.promotion_region.of(side))
                    ),
                )
                .help("write promotionPieceTypes, or mandatoryPawnPromotion = false, or an empty promotionRegion"),
            );
            return;
        }
    }

    fn engine_faults(&mut self) {
        let c = self.config;
        if c.walling_rule == WallingRule::None {
            return;
        }
        let passes = [c.pass, c.pass_on_stalemate].iter().any(|p| p.white || p.black);
        let keys = ["wallingRule", "pass", "passWhite", "passBlack", "passOnStalemate", "promotedPieceType"];
        let what = match (passes && !c.wall_or_move, c.promoted_piece_type.is_empty()) {
            (true, _) => "a pass",
            (_, false) => "a promotion as in shogi",
            _ => return,
        };
        if self.own(&keys) {
            let message = format!("the engine puts the wall on a1 with {what}, whatever the rules");
            let at = self.place(&keys);
            self.findings.push(
                Diagnostic::new(codes::INI_ENGINE_FAULT, at, message)
                    .help("leave it out of a variant with walls"),
            );
        }
    }

    fn piece_table(&mut self) {
        let c = self.config;
        let table = &c.piece_to_char_table;
        if table == "-" {
            return;
        }
        let entry = self.section.entry("pieceToCharTable");
        let at = entry.map_or(self.section.header, |entry| entry.value.span);
        let known = |letter: &char| c.slot_of_letter(*letter).is_some();
        let mut strange: Vec<char> =
            table.chars().filter(char::is_ascii_alphabetic).filter(|l| !known(l)).collect();
        strange.dedup();
        let board = c.start_fen.split(' ').next().unwrap_or_default();
        let missing: String = (c.letters.values())
            .flat_map(|letter| [*letter, letter.to_ascii_uppercase()])
            .filter(|letter| board.contains(*letter) && !table.contains(*letter))
            .collect();
        let list = |letters: &str| letters.chars().map(|l| format!("`{l}`")).collect::<Vec<_>>().join(", ");
        if !strange.is_empty() {
            let letters: String = strange.iter().collect();
            self.findings.push(
                Diagnostic::new(
                    codes::INI_PIECE_TABLE,
                    at,
                    format!("pieceToCharTable names {}, which no type has", list(&letters)),
                )
                .help("write pieceToCharTable = - where XBoard does not need it"),
            );
        }
        if !missing.is_empty() {
            self.findings.push(
                Diagnostic::new(
                    codes::INI_PIECE_TABLE,
                    at,
                    format!(
                        "pieceToCharTable lacks {}, which stand on the board at the start",
                        list(&missing)
                    ),
                )
                .help("write pieceToCharTable = - where XBoard does not need it"),
            );
        }
    }
}

/// A region for people.
fn ranks(region: SquareSet) -> String {
    super::field::region_text(region)
}
