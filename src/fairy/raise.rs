//! From [`Rules`] to the engine's settings: [`super::lower`] the other way round.
//!
//! What may enter: which settings a part of the rules proposes. A proposal may be bold, for
//! it is taken only where lowering it gives the same rules again ([`alike`] says what counts
//! as the same); so nothing here can write what the rules do not say.
//!
//! The writer of [`super::write`] explains rules clause by clause and knows what comes near;
//! it makes the draft from which this starts: letters, movements, regions of first moves.

mod alike;
mod ends;
mod simple;
mod supply;

use std::collections::BTreeMap;

use alike::Yardstick;
pub(super) use alike::{Difference, meant};

use super::config::{Config, MOST_FILES, Slot, SlotSet};
use super::{ini, write};
use crate::engine::Oracle;
use crate::rules::{
    Aftermath, Castling, Duty, Guard, Letters, Occasion, Outcome, PerSide, Promotion, Reverts, Royal, Rules,
    Side, SquareSet, Trigger, Types, WallPlace,
};

/// Settings that mean what the rules say, as far as settings can.
pub(super) struct Raised {
    /// The settings.
    pub config: Config,
    /// What they do not mean, types by their names in the rules; empty: nothing is lost.
    pub differences: Vec<Difference>,
}

/// Settings for rules, from a draft of their section (see [`draft`]); `None` where the draft
/// has no place for a type.
pub(super) fn raise(rules: &Rules, draft: &write::Written) -> Option<Raised> {
    let mut wanted = rules.clone();
    wanted.canonicalise();
    let mut config = ini::read(draft.text.as_str(), &|_| None).configs.pop()?;
    for name in &simple::specials(&wanted).cannons {
        let letter = *draft.letters.get(name)?;
        let slot = config.slot_of_letter(letter)?;
        config.letters.remove(&slot);
        config.betza.remove(&slot);
        config.letters.insert(Slot::JANGGI_CANNON, letter);
        for side in Side::BOTH {
            let regions = config.mobility_region.of_mut(side);
            let region = regions.remove(&slot);
            regions.extend(region.map(|region| (Slot::JANGGI_CANNON, region)));
        }
    }
    let mut keys = BTreeMap::new();
    for piece in &wanted.pieces {
        let slot = config.slot_of_letter(*draft.letters.get(&piece.name)?)?;
        keys.insert(piece.name.clone(), slot.key());
    }
    wanted.rename_types(&|name| keys.get(name).cloned().unwrap_or_else(|| name.to_owned()));
    for piece in &mut wanted.pieces {
        let letter = Slot::of_key(&piece.name).and_then(|slot| config.letters.get(&slot));
        piece.letters = letter.map_or(piece.letters, |letter| Letters::of(letter.to_ascii_uppercase()));
    }
    wanted.canonicalise();
    let mut proposal = Proposal { wanted: &wanted, yardstick: Yardstick::new(&wanted), config };
    proposal.everything();
    let Proposal { yardstick, config, .. } = proposal;
    let name =
        |key: String| keys.iter().find(|(_, other)| **other == key).map_or(key, |(name, _)| name.clone());
    let differences = yardstick.differences(&config).into_iter().map(|difference| match difference {
        Difference::Piece(key) => Difference::Piece(name(key)),
        part => part,
    });
    Some(Raised { differences: differences.collect(), config })
}

/// The draft from which to start: the section that the writer makes of these rules, which are
/// those that are meant without what it can't read. They come with it, for its items count
/// moves by them.
pub(super) fn draft(rules: &Rules, options: &write::Options) -> (write::Written, Rules) {
    let mut rules = rules.clone();
    rules.canonicalise();
    let simple = simple::without_specials(&rules);
    (write::guess(&simple, options), simple)
}

struct Proposal<'r> {
    wanted: &'r Rules,
    yardstick: Yardstick<'r>,
    config: Config,
}

impl Proposal<'_> {
    fn everything(&mut self) {
        let wanted = self.wanted;
        let specials = simple::specials(wanted);
        self.config.mutually_immune_types = self.slots_named(&specials.immune);
        self.config.cambodian_moves = specials.leaps;
        self.config.gating = !wanted.marks.is_empty();
        self.config.seirawan_gating = !wanted.gates.is_empty();
        self.config.chess960 = wanted.shuffled;
        self.config.bikjang_rule = wanted.check.facing.is_some();
        self.royals();
        self.promotions();
        self.castlings();
        self.walls();
        self.aftermath();
        self.supplies();
        self.results();
        self.claims();
        self.ends();
        // The position as the engine spells it.
        if let Ok(oracle) = Oracle::new(wanted) {
            self.config.start_fen = crate::notation::fen::write(&oracle, &oracle.start());
        }
        self.drops();
    }

    fn slots_named<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> SlotSet {
        let mut set = SlotSet::NONE;
        names.into_iter().filter_map(|name| Slot::of_key(name)).for_each(|slot| set.insert(slot));
        set
    }

    /// The types of the rules that are meant.
    fn slots(&self, types: &Types) -> SlotSet {
        self.slots_named(self.wanted.pieces.iter().map(|p| &p.name).filter(|name| types.contains(name)))
    }

    fn royals(&mut self) {
        let config = &mut self.config;
        for royal in &self.wanted.royals {
            let Royal { at_most, all_attacked, excused_by_capture, types, .. } = royal;
            if at_most.is_none() && !all_attacked && !excused_by_capture {
                continue;
            }
            config.extinction_pseudo_royal = true;
            config.duple_check |= all_attacked;
            config.extinction_piece_types = SlotSet::NONE;
            for name in self.wanted.pieces.iter().map(|p| &p.name).filter(|name| types.contains(name)) {
                Slot::of_key(name).into_iter().for_each(|slot| config.extinction_piece_types.insert(slot));
            }
            if let Some(most) = at_most {
                config.extinction_piece_count = i32::from(*most) - 1;
            }
        }
    }

    fn promotions(&mut self) {
        let config = &mut self.config;
        config.promotion_region = PerSide::default();
        config.promotion_piece_types = PerSide::both(SlotSet::NONE);
        config.promotion_pawn_types = PerSide::both(SlotSet::of(Slot::PAWN));
        config.main_promotion_pawn = PerSide::both(Slot::PAWN);
        config.promotion_limit.clear();
        config.promoted_piece_type.clear();
        config.mandatory_pawn_promotion = true;
        config.mandatory_piece_promotion = false;
        config.piece_promotion_on_capture = false;
        config.piece_demotion = false;
        config.immobility_illegal = self.wanted.drops.iter().any(|drop| drop.when.contains(&Guard::Mobile));
        let mut likes: PerSide<Option<SlotSet>> = PerSide::default();
        for record in &self.wanted.promotions {
            self.promotion(record, &mut likes);
        }
        let config = &mut self.config;
        for side in Side::BOTH {
            if let Some(pawns) = *likes.of(side) {
                *config.promotion_pawn_types.of_mut(side) = pawns;
                let main = *config.main_promotion_pawn.of(side);
                if !pawns.contains(main) {
                    let last = pawns.iter().last().unwrap_or(main);
                    *config.main_promotion_pawn.of_mut(side) = last;
                }
            }
        }
    }

    fn promotion(&mut self, record: &Promotion, likes: &mut PerSide<Option<SlotSet>>) {
        let board = &self.wanted.board;
        let (types, into) = (self.slots(&record.types), self.slots_named(&record.into));
        let config = &mut self.config;
        let remembered = record.reverts == Reverts::ToOrigin;
        if record.into.is_empty() && record.reverts == Reverts::Never {
            config.immobility_illegal = true;
            return;
        }
        for (name, most) in &record.fewer_than {
            config.promotion_limit.extend(Slot::of_key(name).map(|slot| (slot, i32::from(*most))));
        }
        if matches!(record.trigger, Trigger::InPlace | Trigger::AsNewType) {
            config.sittuyin_promotion = true;
            let zones = record.when.iter().flat_map(|guard| match guard {
                Guard::Any(list) => list.clone(),
                other => vec![other.clone()],
            });
            for zone in zones {
                if let Guard::Within { region, .. } = zone {
                    config.promotion_region = PerSide {
                        white: region.of(Side::White, board),
                        black: region.of(Side::Black, board),
                    };
                }
            }
            for side in Side::BOTH.into_iter().filter(|side| record.sides.includes(*side)) {
                *config.promotion_piece_types.of_mut(side) = into;
            }
            return;
        }
        for side in Side::BOTH.into_iter().filter(|side| record.sides.includes(*side)) {
            *config.promotion_region.of_mut(side) = record.zone.of(side, board);
        }
        if remembered {
            for slot in types.iter() {
                config.promoted_piece_type.extend(into.iter().map(|form| (slot, form)));
            }
            config.piece_promotion_on_capture |= record.occasion == Occasion::Capture;
            config.mandatory_piece_promotion |= record.duty == Duty::IfPossible;
            config.piece_demotion |= record.or_demote;
            return;
        }
        config.mandatory_pawn_promotion = record.duty != Duty::Never;
        for side in Side::BOTH.into_iter().filter(|side| record.sides.includes(*side)) {
            *config.promotion_piece_types.of_mut(side) = into;
            let pawns = likes.of_mut(side).get_or_insert(SlotSet::NONE);
            types.iter().for_each(|slot| pawns.insert(slot));
            if let Reverts::To(main) = &record.reverts
                && let Some(slot) = Slot::of_key(main)
            {
                *config.main_promotion_pawn.of_mut(side) = slot;
            }
        }
    }

    fn castlings(&mut self) {
        let wanted = self.wanted;
        self.config.castling = !wanted.castlings.is_empty();
        for castling in &wanted.castlings {
            for side in Side::BOTH.into_iter().filter(|side| castling.sides.includes(*side)) {
                self.castling(castling, side);
            }
        }
    }

    fn castling(&mut self, castling: &Castling, side: Side) {
        let board = &self.wanted.board;
        let (kings, partners) = (self.slots(&castling.king), self.slots(&castling.partner));
        let config = &mut self.config;
        let file = |square| board.square_for(side, square).file() + 1;
        let rank = board.square_for(side, castling.king_to).rank();
        config.castling_rank = if side == Side::White { rank + 1 } else { board.ranks - rank };
        if let Some(king) = kings.iter().next() {
            *config.castling_king_piece.of_mut(side) = king;
        }
        *config.castling_rook_pieces.of_mut(side) = partners;
        if let Some(home) = castling.home.or(castling.king_from.single()) {
            config.castling_king_file = file(home);
        }
        let by_corner = castling.right_by_drop && castling.partner_from.single().is_some();
        let files: Vec<u8> = castling.partner_from.iter().map(file).collect();
        let (first, last) = (files.iter().min().copied(), files.iter().max().copied());
        if castling.letter.eq_ignore_ascii_case(&'k') {
            config.castling_kingside_file = file(castling.king_to);
            let last = last.filter(|last| *last < board.files && !by_corner);
            config.castling_rook_kingside_file = last.unwrap_or(MOST_FILES);
        } else {
            config.castling_queenside_file = file(castling.king_to);
            config.castling_rook_queenside_file = first.filter(|_| !by_corner).unwrap_or(1);
        }
        config.castling_dropped_piece |= castling.right_by_drop;
        config.opposite_castling |= castling.costs_opponent;
    }

    fn walls(&mut self) {
        use super::config::WallingRule;
        let Some(walls) = &self.wanted.walls else { return };
        self.config.walling_rule = match walls.place {
            WallPlace::InReach => WallingRule::Arrow,
            WallPlace::Vacated => WallingRule::Past,
            WallPlace::AtEdge => WallingRule::Edge,
            WallPlace::Anywhere if walls.moving => WallingRule::Duck,
            WallPlace::Anywhere => WallingRule::Static,
        };
        self.config.walling_region =
            self.wide(Side::BOTH.map(|side| walls.region.of(side, &self.wanted.board)));
        self.config.wall_or_move = walls.instead_of_move;
    }

    /// Regions of both sides; what covers the board covers the engine's largest.
    fn wide(&self, [white, black]: [SquareSet; 2]) -> PerSide<SquareSet> {
        let wide = |squares: SquareSet| {
            if squares == self.wanted.board.squares() {
                Config::new("").walling_region.white
            } else {
                squares
            }
        };
        PerSide { white: wide(white), black: wide(black) }
    }

    fn aftermath(&mut self) {
        use super::config::EnclosingRule;
        for aftermath in &self.wanted.aftermath {
            match aftermath {
                Aftermath::Blast { immune, centre_to_wall, bystanders_to_wall, .. } => {
                    self.config.blast_on_capture = true;
                    self.config.blast_immune_types = self.slots(immune);
                    self.config.petrify_on_capture_types = self.slots(centre_to_wall);
                    self.config.petrify_blast_pieces = *bystanders_to_wall;
                }
                Aftermath::Petrify { types } => self.config.petrify_on_capture_types = self.slots(types),
                Aftermath::Flip { enclosed, drop_needs_neighbour, .. } => {
                    self.config.flip_enclosed_pieces = match (enclosed, drop_needs_neighbour) {
                        (true, _) => EnclosingRule::Reversi,
                        (false, false) => EnclosingRule::Ataxx,
                        (false, true) => EnclosingRule::Quadwrangle,
                    };
                }
            }
        }
    }

    fn value(outcome: Outcome) -> super::config::Value {
        use super::config::Value;
        match outcome {
            Outcome::Win => Value::Win,
            Outcome::Loss => Value::Loss,
            Outcome::Draw | Outcome::MoreMen | Outcome::Material => Value::Draw,
        }
    }
}
