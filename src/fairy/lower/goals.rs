//! Ends that come at once, in the order in which the engine looks for them.

use std::collections::BTreeSet;

use super::super::config::{CastlingSet, Config, MaterialCounting, Slot, SlotSet};
use super::{ends::outcome, rook_steps, steps, types};
use crate::rules::{Condition, End, ManPattern, Moment, Origin, Outcome, Region, Side, Sides, Types, Whose};

/// An end that holds in a start position too.
fn end(when: Condition, result: Outcome) -> End {
    End { sides: Sides::Both, when, result, moment: Moment::Any, at_start: true, origin: Origin::default() }
}

/// All ends.
pub(super) fn ends(config: &Config) -> Vec<End> {
    let mut list = extinction(config);
    list.extend(flags(config));
    list.extend(castling_wins(config));
    if config.check_counting {
        let given = Condition::ChecksGiven { number: 1 };
        list.push(End { moment: Moment::Moved, ..end(given, Outcome::Win) });
    }
    list.extend(connection(config));
    list.extend(full_stops(config));
    list
}

/// Men of a side: of a type, or any.
fn men(whose: Whose, slot: Slot) -> BTreeSet<ManPattern> {
    BTreeSet::from([if slot == Slot::ANY {
        ManPattern::any(whose)
    } else {
        ManPattern::of(whose, &slot.key())
    }])
}

fn extinction(config: &Config) -> Vec<End> {
    let off = config.extinction_pseudo_royal && !config.blast_on_capture;
    let Some(result) = outcome(config.extinction_value).filter(|_| !off) else { return Vec::new() };
    let mut slots: Vec<Slot> = config.extinction_piece_types.iter().collect();
    if config.extinction_piece_types.contains(Slot::ANY) {
        slots.insert(0, Slot::ANY);
    }
    let count = |men, at_least, at_most| Condition::Count {
        men,
        region: Region::All,
        with_hand: true,
        at_least,
        at_most,
    };
    let few = config.extinction_piece_count.clamp(0, 255) as u16;
    let gone = |more: i32| {
        let opponents = (config.extinction_opponent_piece_count + more).clamp(0, 255) as u16;
        let one = |slot: &Slot| {
            if *slot != Slot::ANY && !config.letters.contains_key(slot) {
                // A type that does not exist is extinct, and the opponent has none of it.
                return (opponents == 0).then(|| Condition::All(Vec::new()));
            }
            let own = count(men(Whose::Own, *slot), 0, Some(few));
            if opponents == 0 {
                return Some(own);
            }
            Some(Condition::All(vec![own, count(men(Whose::Enemy, *slot), opponents, None)]))
        };
        let mut any: Vec<Condition> = slots.iter().filter_map(one).collect();
        if any.len() == 1 { any.remove(0) } else { Condition::Any(any) }
    };
    if slots.is_empty() {
        return Vec::new();
    }
    if !config.extinction_claim {
        return vec![end(gone(0), result)];
    }
    vec![
        End { moment: Moment::Moved, ..end(gone(0), result) },
        End { moment: Moment::ToMove, ..end(gone(1), result) },
    ]
}

/// The region of a flag, as the other side sees it.
fn flag_region(config: &Config, whose: Whose) -> Region {
    let of = |side: Side| {
        let side = if whose == Whose::Own { side } else { side.other() };
        config.flag_region.of(side).and(config.squares())
    };
    Region::per_side(of(Side::White), of(Side::Black))
}

/// Whether the man that must reach the flag is a king, for a side.
fn by_king(config: &Config, side: Side) -> bool {
    *config.flag_piece.of(side) == Slot::KING
}

fn only(side: Side) -> Sides {
    if side == Side::White { Sides::White } else { Sides::Black }
}

/// A side's men have reached their flag. `moved`: the question is asked of the side that
/// has just moved.
fn reached(config: &Config, side: Side, whose: Whose, moved: bool) -> Condition {
    let whom = if whose == Whose::Own { side } else { side.other() };
    let men = men(whose, *config.flag_piece.of(whom));
    let region = flag_region(config, whose);
    let at_least =
        |n: u16| Condition::Count { men: men.clone(), region, with_hand: false, at_least: n, at_most: None };
    let enough = config.flag_piece_count.clamp(1, 255) as u16;
    let mut all = vec![at_least(enough)];
    if config.flag_piece_blocked_win {
        all = vec![at_least(1), Condition::Any(vec![at_least(enough), Condition::Full { region }])];
    }
    if config.flag_piece_safe && (!config.flag_move || moved) {
        // With more men there than are needed none of them must be safe.
        let exactly = Condition::Count {
            men: men.clone(),
            region,
            with_hand: false,
            at_least: enough,
            at_most: Some(enough),
        };
        let safe = Condition::Safe { men, region };
        all.push(Condition::Any(vec![Condition::Not(Box::new(exactly)), safe]));
    }
    if all.len() == 1 { all.remove(0) } else { Condition::All(all) }
}

fn flags(config: &Config) -> Vec<End> {
    let mut list = Vec::new();
    let squares = config.squares();
    if config.flag_region.white.or(config.flag_region.black).and(squares).is_empty() {
        return list;
    }
    if config.flag_move || config.flag_piece_safe {
        for side in [Side::White, Side::Black] {
            let both_draw = config.flag_move && side == Side::White && by_king(config, side.other())
                || config.flag_piece_safe && !config.flag_move;
            let own = reached(config, side, Whose::Own, false);
            if both_draw {
                let both = Condition::All(vec![own.clone(), reached(config, side, Whose::Enemy, true)]);
                list.push(End { sides: only(side), moment: Moment::ToMove, ..end(both, Outcome::Draw) });
            }
            list.push(End { sides: only(side), moment: Moment::ToMove, ..end(own, Outcome::Win) });
        }
    }
    for side in [Side::White, Side::Black] {
        // The opponent of a king that runs too need not wait for his answer, unless the
        // king can still come.
        if config.flag_move && !config.flag_piece_safe && !by_king(config, side.other()) {
            continue;
        }
        let mut when = reached(config, side, Whose::Own, true);
        if config.flag_move && side == Side::White && by_king(config, Side::Black) {
            let comes = Condition::CanReach {
                men: men(Whose::Enemy, Slot::KING),
                region: flag_region(config, Whose::Enemy),
            };
            let open = Condition::All(vec![Condition::Not(Box::new(Condition::InCheck)), comes]);
            when = Condition::All(vec![when, Condition::Not(Box::new(open))]);
        }
        list.push(End { sides: only(side), moment: Moment::Moved, ..end(when, Outcome::Win) });
    }
    list
}

fn castling_wins(config: &Config) -> Vec<End> {
    let CastlingSet { kingside, queenside } = config.castling_wins;
    let letters = |side: Side| {
        let mut letters = String::new();
        if *kingside.of(side) {
            letters.push('K');
        }
        if *queenside.of(side) {
            letters.push('Q');
        }
        letters
    };
    let mut list = Vec::new();
    for side in [Side::White, Side::Black] {
        if !letters(side).is_empty() {
            let castled = Condition::Castled { letters: letters(side) };
            list.push(End { sides: only(side), moment: Moment::Moved, ..end(castled, Outcome::Win) });
        }
    }
    // The side that has just moved is asked first.
    for moment in [Moment::Moved, Moment::ToMove] {
        for side in [Side::White, Side::Black] {
            if !letters(side).is_empty() {
                let none = Condition::NoRight { letters: letters(side) };
                list.push(End { sides: only(side), moment, ..end(none, Outcome::Loss) });
            }
        }
    }
    list
}

fn connection(config: &Config) -> Vec<End> {
    let Some(result) = outcome(config.connect_value) else { return Vec::new() };
    let counted = |when| End { moment: Moment::Moved, ..end(when, result) };
    let kinds = if config.connect_piece_types == SlotSet::EVERY {
        Types::Any
    } else {
        types(config, config.connect_piece_types)
    };
    let mut list = Vec::new();
    // The engine looks east, north and to the two diagonals between and below.
    let mut directions: Vec<(i8, i8)> = Vec::new();
    if config.connect_horizontal {
        directions.push((1, 0));
    }
    if config.connect_vertical {
        directions.push((0, 1));
    }
    if config.connect_diagonal {
        directions.extend([(1, 1), (1, -1)]);
    }
    let row = |length: i32, gaps| Condition::Row {
        length: length.clamp(0, 255) as u8,
        types: kinds.clone(),
        steps: steps(&directions),
        gaps,
    };
    if config.connect_n > 0 && !directions.is_empty() {
        list.push(counted(row(config.connect_n, false)));
    }
    for side in [Side::White, Side::Black] {
        let (from, to) = (*config.connect_region1.of(side), *config.connect_region2.of(side));
        let (from, to) = (from.and(config.squares()), to.and(config.squares()));
        if from.is_empty() || to.is_empty() || directions.is_empty() {
            continue;
        }
        // The chain grows in the same directions of the board for both sides.
        let sign = if side == Side::White { 1 } else { -1 };
        let grows: Vec<(i8, i8)> = directions.iter().map(|(x, y)| (x * sign, y * sign)).collect();
        let chain = Condition::Chain {
            types: kinds.clone(),
            from: Region::per_side(from, from),
            to: Region::per_side(to, to),
            steps: steps(&grows),
        };
        list.push(End { sides: only(side), ..counted(chain) });
    }
    if config.connect_nxn > 0 {
        let extent = config.connect_nxn.clamp(0, 255) as u8;
        list.push(counted(Condition::Block { extent, types: kinds.clone() }));
    }
    if config.collinear_n > 0 && !directions.is_empty() {
        list.push(counted(row(config.collinear_n, true)));
    }
    list
}

/// Facing kings, two passes, a full board.
fn full_stops(config: &Config) -> Vec<End> {
    let result =
        if config.material_counting == MaterialCounting::None { Outcome::Draw } else { Outcome::Material };
    let mut any = Vec::new();
    if config.bikjang_rule && config.letters.contains_key(&Slot::KING) {
        any.push(Condition::Facing { types: Types::only(["king"]), steps: rook_steps() });
    }
    if !config.wall_or_move {
        any.push(Condition::Passes);
    }
    if config.adjudicate_full_board {
        any.push(Condition::Full { region: Region::All });
    }
    let may_pass = |side: Side| *config.pass.of(side) || *config.pass_on_stalemate.of(side);
    let passes = may_pass(Side::White) || may_pass(Side::Black);
    any.retain(|condition| passes || *condition != Condition::Passes);
    match any.len() {
        0 => Vec::new(),
        1 => vec![End { moment: Moment::Moved, ..end(any.remove(0), result) }],
        _ => vec![End { moment: Moment::Moved, ..end(Condition::Any(any), result) }],
    }
}
