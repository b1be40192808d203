//! Whether a section fits its board and its start position.
//!
//! What may enter: findings about regions that were made for another board, about pawns whose
//! first steps or promotions can't be, about men that are dropped for good, and about armies
//! on each other's side.

use super::checks::Checker;
use super::fen::{self, man};
use super::field::side_word;
use super::section::present;
use super::start;
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::fairy::config::{Config, Slot, SlotSet, WallingRule};
use crate::fairy::keys;
use crate::rules::{PerSide, Side, Square, SquareSet};

/// A region of each side, what it is called, and whether it matters here.
struct Pair {
    keys: Vec<String>,
    now: PerSide<SquareSet>,
    before: PerSide<SquareSet>,
}

impl Checker<'_> {
    pub(super) fn fit(&mut self) {
        self.unfit_regions();
        self.first_steps();
        self.promoting();
        self.demotion();
        self.stuck_drops();
        self.armies();
    }

    /// Regions that are inherited and were made for a board of another size.
    fn unfit_regions(&mut self) {
        let c = self.config;
        let fallback = Config::new("");
        let parent = self.parent.unwrap_or(&fallback);
        let size = ["maxRank", "maxFile"].into_iter().find_map(|key| self.section.entry(key));
        let Some(size) = size.filter(|_| (c.max_rank, c.max_file) != (parent.max_rank, parent.max_file))
        else {
            return;
        };
        let said = self.findings.iter().any(|finding| {
            finding.code == codes::INI_REGION_STALE
                && finding.span.is_some_and(|span| span.start >= self.section.header.start)
        });
        let at = size.line;
        for pair in self.pairs(parent) {
            let stated = pair.keys.iter().any(|key| self.section.entry(key).is_some());
            let zone =
                pair.keys.iter().any(|key| key.starts_with("promotion") || key.starts_with("doubleStep"));
            if stated || zone && said {
                continue;
            }
            let on = |set: SquareSet| set.and(c.squares());
            let was = |set: SquareSet| set.and(parent.squares());
            let gone = Side::BOTH
                .into_iter()
                .find(|side| on(*pair.now.of(*side)).is_empty() && !was(*pair.before.of(*side)).is_empty());
            let even = |sets: PerSide<SquareSet>, ranks: u8, files: u8| {
                flip(sets.white, ranks, None) == sets.black
                    || flip(sets.white, ranks, Some(files)) == sets.black
            };
            let before = PerSide { white: was(pair.before.white), black: was(pair.before.black) };
            let now = PerSide { white: on(pair.now.white), black: on(pair.now.black) };
            let uneven = even(before, parent.max_rank, parent.max_file) && !even(now, c.max_rank, c.max_file);
            // A key without sides stands for both.
            let of_side = |side: Side| {
                let at = usize::from(side == Side::Black && pair.keys.len() > 1);
                pair.keys.get(at).cloned().unwrap_or_default()
            };
            let name = of_side(gone.unwrap_or(Side::White));
            let message = match gone {
                Some(_) => format!(
                    "the board has {} files and {} ranks, and no square of `{name}` is on it",
                    c.max_file, c.max_rank
                ),
                None if uneven => format!(
                    "the board has {} files and {} ranks, and `{name}` is still that of {} and {}: {} for White, {} for Black",
                    c.max_file,
                    c.max_rank,
                    parent.max_file,
                    parent.max_rank,
                    text(now.white, Side::White, c),
                    text(now.black, Side::Black, c)
                ),
                None => continue,
            };
            let shifted = Side::BOTH.map(|side| shift(*before.of(side), parent.max_rank, c));
            let lines: Vec<String> = (pair.keys.iter().take(2).zip(shifted))
                .zip(Side::BOTH)
                .filter(|((_, set), _)| !set.is_empty())
                .map(|((key, set), side)| format!("{key} = {}", text(set, side, c)))
                .collect();
            let help = if lines.len() == 2 {
                format!("write regions for this board, such as {}", lines.join(" and "))
            } else {
                "write regions for this board".to_owned()
            };
            self.findings.push(Diagnostic::new(codes::INI_REGION_STALE, at, message).help(help));
        }
    }

    /// The regions that matter in this section, for both sides.
    fn pairs(&self, parent: &Config) -> Vec<Pair> {
        let c = self.config;
        let men = start::count(c);
        let on_board = |set: SlotSet| {
            set.iter().any(|slot| Side::BOTH.iter().any(|side| men.of(*side).contains_key(&slot)))
        };
        let mut pairs = Vec::new();
        let mut add =
            |matters: bool, names: &[&str], now: &PerSide<SquareSet>, before: &PerSide<SquareSet>| {
                if matters {
                    let keys = names.iter().map(|name| (*name).to_owned()).collect();
                    pairs.push(Pair { keys, now: *now, before: *before });
                }
            };
        let pawns = present(c.promotion_pawn_types.white, c);
        let promotes = on_board(pawns) && !present(c.promotion_piece_types.white, c).is_empty()
            || !c.promoted_piece_type.is_empty();
        add(
            promotes && !c.sittuyin_promotion,
            &["promotionRegionWhite", "promotionRegionBlack", "promotionRank"],
            &c.promotion_region,
            &parent.promotion_region,
        );
        let steps = c.double_step && on_board(walkers(c));
        add(
            steps,
            &["doubleStepRegionWhite", "doubleStepRegionBlack", "doubleStepRank", "doubleStepRankMin"],
            &c.double_step_region,
            &parent.double_step_region,
        );
        add(
            steps,
            &["tripleStepRegionWhite", "tripleStepRegionBlack"],
            &c.triple_step_region,
            &parent.triple_step_region,
        );
        add(
            steps,
            &["enPassantRegionWhite", "enPassantRegionBlack", "enPassantRegion"],
            &c.en_passant_region,
            &parent.en_passant_region,
        );
        add(
            true,
            &["flagRegionWhite", "flagRegionBlack", "flagRegion", "whiteFlag", "blackFlag"],
            &c.flag_region,
            &parent.flag_region,
        );
        add(
            c.piece_drops,
            &["dropRegionWhite", "dropRegionBlack", "whiteDropRegion", "blackDropRegion"],
            &c.drop_region,
            &parent.drop_region,
        );
        add(
            c.walling_rule != WallingRule::None,
            &["wallingRegionWhite", "wallingRegionBlack", "wallingRegion"],
            &c.walling_region,
            &parent.walling_region,
        );
        add(
            true,
            &["enclosingDropStart"],
            &PerSide::both(c.enclosing_drop_start),
            &PerSide::both(parent.enclosing_drop_start),
        );
        add(
            true,
            &["diagonalLines"],
            &PerSide::both(c.diagonal_lines),
            &PerSide::both(parent.diagonal_lines),
        );
        for slot in Slot::all() {
            let owned =
                c.letters.contains_key(&slot) && Side::BOTH.iter().any(|side| self.may_own(*side, &[slot]));
            let of = |config: &Config| {
                let side = |side: Side| {
                    let region = config.mobility_region.of(side).get(&slot).copied().unwrap_or_default();
                    // An empty region is none.
                    if region.is_empty() { config.squares() } else { region }
                };
                PerSide { white: side(Side::White), black: side(Side::Black) }
            };
            let (now, before) = (of(c), of(parent));
            if owned && before != PerSide::both(parent.squares()) {
                let name = keys::capital(&slot.key());
                let keys = Side::BOTH.map(|side| format!("mobilityRegion{}{name}", side_word(side)));
                pairs.push(Pair { keys: keys.into(), now, before });
            }
        }
        pairs
    }

    /// Pawns of an own kind that have no double step, and those that capture in passing where
    /// nobody ever passes.
    fn first_steps(&mut self) {
        let c = self.config;
        let steppers = |slot: Slot| slot == Slot::PAWN || c.betza.get(&slot).is_some_and(|m| m.contains('i'));
        let owned = |slot: Slot| Side::BOTH.iter().any(|side| self.may_own(*side, &[slot]));
        let anybody = c.letters.keys().any(|slot| steppers(*slot) && owned(*slot));
        let men = placed(c);
        let mut found = Vec::new();
        for (slot, moves) in c.betza.iter().filter(|(slot, _)| slot.is_custom()) {
            let Some(entry) = self.section.entry(&slot.key()).filter(|_| c.letters.contains_key(slot)) else {
                continue;
            };
            let key = slot.key();
            let stands = |side: Side| {
                let region = *c.double_step_region.of(side);
                men.iter().any(|(whose, kind, at)| (*whose, *kind) == (side, *slot) && region.contains(*at))
            };
            let pawn = Side::BOTH.iter().any(|side| c.promotion_pawn_types.of(*side).contains(*slot));
            let first = moves.contains('i');
            if first && !c.double_step && owned(*slot) {
                found.push((
                    Severity::Warning,
                    entry.line,
                    format!("`{key}` has first moves, and there is no double step: they are never made"),
                    "write doubleStep = true and doubleStepRegionWhite, doubleStepRegionBlack".to_owned(),
                ));
            } else if moves.contains('e') && !(anybody && c.double_step) {
                found.push((
                    // Many write the e out of habit.
                    if pawn && c.double_step { Severity::Warning } else { Severity::Note },
                    entry.line,
                    format!(
                        "`{key}` captures in passing, and no type makes a double step that could be taken"
                    ),
                    format!(
                        "add the first step to its moves, as in {key} = m:{}ifmnD, or take the e away",
                        moves
                    ),
                ));
            } else if pawn && !first && c.double_step && Side::BOTH.into_iter().any(stands) && forward(moves)
            {
                found.push((
                    Severity::Warning,
                    entry.line,
                    format!("`{key}` stands where the double step begins and has none: doubleStepRegion is for first moves, which i marks"),
                    format!("write {key} = m:{moves}ifmnD, or doubleStep = false"),
                ));
            }
        }
        for (severity, at, message, help) in found {
            let finding = Diagnostic::new(codes::INI_FIRST_STEP, at, message).severity(severity);
            self.findings.push(finding.help(help));
        }
    }

    /// A pawn of an own kind that nobody made promote.
    fn promoting(&mut self) {
        let c = self.config;
        let keys = ["pawnTypes", "promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack"];
        let nobody =
            Side::BOTH.into_iter().all(|side| present(*c.promotion_pawn_types.of(side), c).is_empty());
        let into =
            Side::BOTH.into_iter().any(|side| !present(*c.promotion_piece_types.of(side), c).is_empty());
        let regions = !c.promotion_region.white.and(c.squares()).is_empty();
        if self.own(&keys) || !nobody || !into || !regions {
            return;
        }
        let pawn = c.betza.iter().find(|(slot, moves)| {
            slot.is_custom()
                && self.section.entry(&slot.key()).is_some()
                && c.letters.contains_key(slot)
                && (forward(moves) || moves.contains('e'))
                && !c.promoted_piece_type.contains_key(slot)
                && self.may_own(Side::White, &[**slot])
        });
        let Some((slot, _)) = pawn else { return };
        let letter = c.letters.get(slot).copied().unwrap_or('x');
        let message = format!("`{}` walks like a pawn, and no type promotes", slot.key());
        let at = self.section.entry(&slot.key()).map_or(self.section.header, |entry| entry.line);
        self.findings.push(
            Diagnostic::new(codes::INI_PROMOTION_PAWNS, at, message).help(format!(
                "write promotionPawnTypes = {letter} (pawnTypes also sets captures in passing and the move counter), or promotionPieceTypes = -"
            )),
        );
    }

    /// Several types promote, and what they became goes into the hand as one of them.
    fn demotion(&mut self) {
        let c = self.config;
        let keys = ["pawnTypes", "promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack"];
        if !c.captures_to_hand || c.drop_loop || !self.own(&keys) {
            return;
        }
        for side in Side::BOTH {
            let pawns: Vec<Slot> = present(*c.promotion_pawn_types.of(side), c).iter().collect();
            let into = present(*c.promotion_piece_types.of(side), c);
            let main = *c.main_promotion_pawn.of(side);
            let owned = pawns.iter().filter(|slot| self.may_own(side, &[**slot])).count();
            let (Some(letter), true) = (c.letters.get(&main), owned > 1 && !into.is_empty()) else {
                continue;
            };
            let letters: String = pawns.iter().filter_map(|slot| c.letters.get(slot)).collect();
            let message = format!(
                "the types {letters} promote, and whatever one of them became goes into the hand as `{letter}`"
            );
            self.findings.push(Diagnostic::new(codes::INI_DEMOTION, self.place(&keys), message).help(
                "the last letter of promotionPawnTypes is what a promoted man becomes in hand: put the usual pawn last, or let one type promote",
            ));
            return;
        }
    }

    /// Men that may be dropped where they can never move.
    fn stuck_drops(&mut self) {
        let c = self.config;
        if !c.piece_drops || c.immobility_illegal || c.free_drops {
            return;
        }
        let pocket = fen::fields(&c.start_fen).first().map_or("", |field| field.text).contains('[');
        if !c.captures_to_hand && !pocket {
            return;
        }
        let last = crate::fairy::config::rank_squares(c.max_rank).and(c.squares());
        let ahead = |slot: &Slot| match slot.key().as_str() {
            "shogiPawn" | "lance" | "shogiKnight" => true,
            _ => slot.is_custom() && c.betza.get(slot).is_some_and(|moves| forward(moves)),
        };
        let own = |slot: &Slot| {
            self.own(&["pieceDrops", "immobilityIllegal", "capturesToHand", "dropRegionWhite", &slot.key()])
        };
        let pawns = *c.promotion_pawn_types.of(Side::White);
        let stuck = c.letters.keys().find(|slot| {
            // Pawns are not dropped where they promote.
            let barred = pawns.contains(**slot)
                && !c.promotion_zone_pawn_drops
                && !c.promotion_region.white.and(last).is_empty();
            ahead(slot) && own(slot) && !barred && self.may_own(Side::White, &[**slot])
        });
        let Some(slot) = stuck.filter(|_| !c.drop_region.white.and(last).is_empty()) else { return };
        let keys = [slot.key()];
        let at = self.place(&[&keys[0], "pieceDrops", "capturesToHand"]);
        let message = format!(
            "`{}` only goes forward and may be dropped on the last rank, where it never moves again",
            slot.key()
        );
        self.findings.push(
            Diagnostic::new(codes::INI_DROP_STUCK, at, message)
                // Then it is another type when it is dropped there.
                .severity(if c.piece_demotion { Severity::Note } else { Severity::Warning })
                .help("write immobilityIllegal = true, or leave the last rank out of dropRegionWhite and dropRegionBlack"),
        );
    }

    /// Each army stands where the other one is expected.
    fn armies(&mut self) {
        let c = self.config;
        let Some(entry) = self.section.entry("startFen") else { return };
        let pawns =
            [Slot::PAWN].into_iter().chain(["shogiPawn", "soldier"].into_iter().filter_map(Slot::of_key));
        let pawns: Vec<Slot> = pawns.collect();
        let men = placed(c);
        let ranks = |side: Side| {
            men.iter().filter(move |(whose, ..)| *whose == side).map(|(.., at)| at.rank()).collect::<Vec<_>>()
        };
        let (white, black) = (ranks(Side::White), ranks(Side::Black));
        let walks = |side: Side| men.iter().any(|(whose, slot, _)| *whose == side && pawns.contains(slot));
        if walks(Side::White) && walks(Side::Black) && white.iter().min() > black.iter().max() {
            self.findings.push(
                Diagnostic::new(
                    codes::INI_ARMIES,
                    entry.value.span,
                    "White's men stand at Black's end of the board and Black's at White's: their pawns walk away from each other",
                )
                .help("capital letters are White's, and the first rank of a position is the farthest from White; nothing needs to be done if that is meant"),
            );
        }
    }
}

/// The types that have a double step, or other first moves.
fn walkers(c: &Config) -> SlotSet {
    let mut set = SlotSet::of(Slot::PAWN);
    for (slot, _) in c.betza.iter().filter(|(_, moves)| moves.contains('i')) {
        set.insert(*slot);
    }
    set
}

/// Whether a movement leads forward only, each part with the letter f alone.
fn forward(moves: &str) -> bool {
    let (groups, ..) = super::betza::scan(moves);
    !groups.is_empty()
        && groups.iter().all(|group| group.text.contains('f') && !group.text.contains(['b', 's', 'v', 'h']))
}

/// The men on the board at the start, with their squares.
fn placed(config: &Config) -> Vec<(Side, Slot, Square)> {
    let fields = fen::fields(&config.start_fen);
    let board = fields.first().map_or("", |field| field.text).split('[').next().unwrap_or_default();
    let mut men = Vec::new();
    for (row, rank) in board.split('/').zip((0..i32::from(config.max_rank)).rev()) {
        let (mut file, mut number) = (0, 0);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = (number * 10 + digit as i32).min(1000);
                continue;
            }
            file = (file + number).min(1000);
            number = 0;
            if let (Some((side, slot)), Some(at)) = (man(config, c), Square::at(file, rank)) {
                men.push((side, slot, at));
            }
            file += i32::from(!"+~".contains(c));
        }
    }
    men
}

/// A region turned over as the other side sees it; by half a turn where files are given.
fn flip(set: SquareSet, ranks: u8, files: Option<u8>) -> SquareSet {
    set.iter()
        .filter_map(|square| {
            let file = i32::from(square.file());
            let file = files.map_or(file, |files| i32::from(files) - 1 - file);
            Square::at(file, i32::from(ranks) - 1 - i32::from(square.rank()))
        })
        .collect()
}

/// A region of a board with as many ranks, as far from the nearer edge on the new one.
fn shift(set: SquareSet, ranks: u8, config: &Config) -> SquareSet {
    let by = i32::from(config.max_rank) - i32::from(ranks);
    let moved: SquareSet = set
        .iter()
        .filter_map(|square| {
            let rank = i32::from(square.rank());
            let upper = 2 * rank >= i32::from(ranks);
            Square::at(i32::from(square.file()), if upper { rank + by } else { rank })
        })
        .collect();
    moved.and(config.squares())
}

fn text(set: SquareSet, side: Side, config: &Config) -> String {
    if set.is_empty() { "nothing".to_owned() } else { super::report::board_region(set, side, config) }
}
