//! Which rules count as the same.
//!
//! What may enter: what makes no difference in the game that is meant. Rights that nobody can
//! have, drops of men that nobody can hold, rules for a side that never owns the man.

use std::collections::BTreeSet;

use super::super::config::{Config, Slot};
use super::super::lower::lower;
use super::super::write::{Writer, owned};
use crate::rules::{
    Captured, Counted, Counting, Drop, Guard, Judged, MoveRule, PerSide, Recorded, Region, Reverts, Rules,
    Side, Sides, SquareSet, Trail, Types,
};

/// A part of the rules that settings do not mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::fairy) enum Difference {
    /// The movement or the letters of a type.
    Piece(String),
    /// A list or a record, by its name among the rules.
    Part(&'static str),
}

/// Wanted rules, and what of them makes a difference: worked out once, for many settings are
/// held against them.
pub(super) struct Yardstick<'r> {
    of: Game<'r>,
    wanted: Rules,
}

/// Rules without what makes no difference in their own game.
pub(in crate::fairy) fn meant(rules: &Rules) -> Rules {
    Game::new(rules).bare(rules)
}

impl<'r> Yardstick<'r> {
    pub fn new(wanted: &'r Rules) -> Yardstick<'r> {
        let of = Game::new(wanted);
        let wanted = of.bare(wanted);
        Yardstick { of, wanted }
    }

    /// The parts in which the rules that settings state differ from those that are wanted.
    pub fn differences(&self, config: &Config) -> Vec<Difference> {
        match lower(config) {
            Ok(stated) => differences(&self.wanted, &self.of.bare(&stated)),
            Err(_) => vec![Difference::Part("board")],
        }
    }
}

fn differences(wanted: &Rules, stated: &Rules) -> Vec<Difference> {
    let mut differences = Vec::new();
    if wanted.board != stated.board || wanted.shuffled != stated.shuffled {
        differences.push(Difference::Part("board"));
    }
    for piece in wanted.pieces.iter().filter(|piece| stated.piece(&piece.name) != Some(piece)) {
        differences.push(Difference::Piece(piece.name.clone()));
    }
    let mut compare = |part: &'static str, same: bool| {
        if !same {
            differences.push(Difference::Part(part));
        }
    };
    compare("marks", wanted.marks == stated.marks);
    compare("royals", wanted.royals == stated.royals);
    compare("check", wanted.check == stated.check);
    compare("turn", wanted.turn == stated.turn);
    compare("en_passant", wanted.en_passant == stated.en_passant);
    compare("promotions", wanted.promotions == stated.promotions);
    compare("castlings", wanted.castlings == stated.castlings);
    compare("hands", wanted.hands == stated.hands);
    compare("drops", wanted.drops == stated.drops);
    compare("gates", wanted.gates == stated.gates);
    compare("walls", wanted.walls == stated.walls);
    compare("aftermath", wanted.aftermath == stated.aftermath);
    compare("no_moves", wanted.no_moves == stated.no_moves);
    compare("ends", wanted.ends == stated.ends);
    compare("claims", wanted.claims == stated.claims);
    compare("start", wanted.start == stated.start);
    differences
}

/// The game that is meant: who may ever own or hold what in it.
struct Game<'r> {
    rules: &'r Rules,
    owned: PerSide<BTreeSet<String>>,
    writer: Writer<'r>,
    /// Where each side can capture in passing.
    landings: PerSide<SquareSet>,
    /// The types that capture so.
    takers: BTreeSet<String>,
}

impl<'r> Game<'r> {
    fn new(rules: &'r Rules) -> Game<'r> {
        let mut writer = Writer::new(rules);
        writer.choose_king();
        let takes =
            |moves: &[MoveRule]| moves.iter().flat_map(|rule| &rule.legs).any(|leg| leg.onto.en_passant);
        Game {
            rules,
            owned: owned(rules),
            writer,
            landings: PerSide { white: landings(rules, Side::Black), black: landings(rules, Side::White) },
            takers: rules.pieces.iter().filter(|p| takes(&p.moves)).map(|p| p.name.clone()).collect(),
        }
    }

    /// Rules without what makes no difference in this game.
    fn bare(&self, rules: &Rules) -> Rules {
        let mut bare = rules.clone();
        bare.notes.clear();
        bare.clauses.clear();
        bare.hands.order.clear();
        bare.hands.slots = 0;
        for piece in &mut bare.pieces {
            piece.synonyms.clear();
            piece.pawn = false;
        }
        let owns = |side: Side, name: &str| self.owned.of(side).contains(name);
        let owners = |name: &str| match (owns(Side::White, name), owns(Side::Black, name)) {
            (true, false) => Some(Sides::White),
            (false, true) => Some(Sides::Black),
            _ => None,
        };
        for piece in &mut bare.pieces {
            if let Some(only) = owners(&piece.name) {
                piece.moves.retain(|rule| rule.sides == Sides::Both || rule.sides == only);
                piece.moves.iter_mut().for_each(|rule| rule.sides = only);
            }
        }
        self.passing(&mut bare);
        if bare.gates.is_empty() && bare.walls.is_none() && bare.aftermath.is_empty() {
            bare.royals.iter_mut().for_each(|royal| royal.judged = Judged::AfterAll);
        }
        let remembers = bare.hands.captured == Captured::ToCapturer && !bare.hands.keep_promoted;
        for promotion in &mut bare.promotions {
            if !remembers && matches!(promotion.reverts, Reverts::To(_)) {
                promotion.reverts = Reverts::Never;
            }
        }
        marks(&mut bare);
        rights(&mut bare, self.rules);
        self.drops(&mut bare);
        let claims = &mut bare.claims;
        claims.move_limit.take_if(|limit| limit.moves == 0);
        if claims.counting == Counting::None {
            claims.counted = Counted::default();
        }
        bare.canonicalise();
        bare
    }

    /// Captures in passing.
    fn passing(&self, bare: &mut Rules) {
        // How many squares a FEN names is a matter of spelling.
        bare.en_passant.recorded = Recorded::Always;
        let (lands, takers) = (&self.landings, &self.takers);
        let nobody = takers.is_empty() || lands.white.is_empty() && lands.black.is_empty();
        let only_pawns = takers.iter().all(|name| *name == Slot::PAWN.key());
        for piece in &mut bare.pieces {
            for rule in &mut piece.moves {
                if nobody {
                    rule.leaves = Trail::None;
                    rule.legs.iter_mut().for_each(|leg| leg.onto.en_passant = false);
                } else if only_pawns && rule.leaves == Trail::PassedIfAttacked {
                    rule.leaves = Trail::Passed;
                }
            }
            piece.moves.retain(|rule| rule.legs.iter().all(|leg| !leg.onto.is_nothing()));
            for rule in &mut piece.moves {
                // A man that never goes elsewhere captures in passing there too.
                let only = rule.legs.iter().all(|leg| leg.onto.en_passant && leg.onto.men.is_empty());
                if only && piece.name == Slot::PAWN.key() {
                    rule.to = Region::All;
                }
            }
        }
        let also_quiet = bare.pieces.iter().any(|piece| {
            let steps = |passing: bool| -> BTreeSet<_> {
                let legs = piece.moves.iter().flat_map(|rule| &rule.legs);
                let meant = legs.filter(|leg| if passing { leg.onto.en_passant } else { leg.onto.empty });
                meant.flat_map(|leg| leg.steps.iter().cloned()).collect()
            };
            !steps(true).is_disjoint(&steps(false))
        });
        bare.en_passant.yields_to_quiet &= also_quiet;
        if nobody {
            bare.en_passant = Default::default();
        }
        let board = &self.rules.board;
        for promotion in &mut bare.promotions {
            let meets = Side::BOTH
                .into_iter()
                .filter(|side| promotion.sides.includes(*side))
                .any(|side| !promotion.zone.of(side, board).and(*lands.of(side)).is_empty());
            // Where none is possible it makes no difference whether they promote.
            promotion.not_en_passant |= nobody || !meets;
        }
    }

    /// Drops of men that a side may hold, where they may stay.
    fn drops(&self, bare: &mut Rules) {
        let writer = &self.writer;
        let mut list: Vec<Drop> = Vec::new();
        for drop in &bare.drops {
            let names = bare.pieces.iter().map(|p| &p.name).filter(|name| drop.types.contains(name));
            for name in names {
                for side in Side::BOTH.into_iter().filter(|side| drop.sides.includes(*side)) {
                    if !writer.in_hand(side, name) {
                        continue;
                    }
                    let mut zone = drop.zone.of(side, &bare.board);
                    let mut one = drop.clone();
                    one.when.retain(|guard| *guard != Guard::Mobile);
                    if one.when.len() < drop.when.len() {
                        zone = zone.without(writer.stuck(name, side));
                    }
                    if zone.is_empty() {
                        continue;
                    }
                    one.sides = side.into();
                    one.types = Types::only([name.as_str()]);
                    one.zone = match side {
                        Side::White => Region::per_side(zone, SquareSet::EMPTY),
                        Side::Black => Region::per_side(SquareSet::EMPTY, zone),
                    };
                    list.push(one);
                }
            }
        }
        bare.drops = list;
        // Nor do men come in by a gate that are never held.
        for gate in &mut bare.gates {
            if let crate::rules::Source::Hand(types) = &mut gate.source {
                let held = |name: &&String| Side::BOTH.iter().any(|side| writer.in_hand(*side, name));
                let names = self.rules.pieces.iter().map(|p| &p.name).filter(|name| types.contains(name));
                *types = Types::only(names.filter(held).cloned());
            }
        }
        let nobody = crate::rules::Source::Hand(Types::none());
        bare.gates.retain(|gate| gate.source != nobody);
        bare.gates.sort_by_key(|gate| format!("{gate:?}"));
        bare.gates.dedup();
    }
}

/// The squares where men of a side can be captured in passing.
fn landings(rules: &Rules, side: Side) -> SquareSet {
    let board = &rules.board;
    let mut found = SquareSet::EMPTY;
    for rule in rules.pieces.iter().flat_map(|p| &p.moves) {
        if rule.leaves == Trail::None || !rule.sides.includes(side) {
            continue;
        }
        for leg in &rule.legs {
            for step in &leg.steps {
                let (dx, dy) = board.vector_for(side, step.vector());
                for from in rule.from.of(side, board).iter() {
                    let way = 1..=i32::from(leg.distance.most().min(15));
                    way.filter_map(|n| from.offset(dx * n, dy * n))
                        .filter(|square| board.has(*square))
                        .for_each(|square| found.insert(square));
                }
            }
        }
    }
    found
}

/// Castling is possible only by a right of the start position, or one that a drop gives.
fn rights(bare: &mut Rules, of: &Rules) {
    if of.shuffled || of.castlings.iter().any(|castling| castling.right_by_drop) {
        return;
    }
    let board = bare.board.clone();
    let mut list = Vec::new();
    for castling in &bare.castlings {
        for side in Side::BOTH.into_iter().filter(|side| castling.sides.includes(*side)) {
            for (king, partner) in castling.rights_at(&of.start, &board, side) {
                let [king, partner] = [king, partner].map(|square| board.square_for(side, square));
                let mut one = castling.clone();
                one.sides = side.into();
                (one.king_from, one.partner_from) = (SquareSet::of(king), SquareSet::of(partner));
                (one.home, one.toward) = (None, None);
                list.push(one);
            }
        }
    }
    bare.castlings = list;
}

/// Men begin with the marks that their squares give them, stated or not.
fn marks(bare: &mut Rules) {
    for mark in &bare.marks {
        let mut held = SquareSet::EMPTY;
        for side in Side::BOTH {
            let men = bare.start.men(side).iter().filter(|(name, _)| mark.held_by.contains(name));
            let squares = men.fold(SquareSet::EMPTY, |all, (_, squares)| all.or(*squares));
            held = held.or(squares.and(mark.held.of(side, &bare.board)));
        }
        if held == *bare.start.marks.get(&mark.name).unwrap_or(&held) {
            bare.start.marks.remove(&mark.name);
        }
    }
}
