//! The movement of a type, out of rules.

use std::collections::BTreeSet;

use crate::rules::{
    At, Content, Guard, Leg, ManPattern, MoveRule, OnMove, Region, Rules, Side, Square, Step, Trail, Types,
    Whose,
};

use super::way::{Castle, Way, Ways};

/// What rules state of a type's movement, as far as ways over the board can hold it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stated {
    /// The ways, seen from the mover.
    pub ways: Ways,
    /// Conditions and effects of these ways that no dialect has words for.
    pub besides: BTreeSet<String>,
    /// Moves that are no ways of their own: they are left out.
    pub left: BTreeSet<String>,
}

/// Said of a type whose first moves depend on where it stands, and not on whether it moved.
pub const FROM_SQUARES: &str = "first moves are those from certain squares";

/// The movement of the type of that name.
pub fn stated(rules: &Rules, kind: &str) -> Stated {
    let Some(piece) = rules.pieces.iter().find(|piece| piece.name == kind) else { return Stated::default() };
    let [mut white, black] = Side::BOTH.map(|side| of_side(rules, kind, &piece.moves, side));
    if white.ways != black.ways {
        white.besides.insert("Black's pieces of this type move otherwise".into());
    }
    white.besides.extend(black.besides);
    white.left.extend(black.left);
    white
}

fn of_side(rules: &Rules, kind: &str, moves: &[MoveRule], side: Side) -> Stated {
    let mut stated = Stated::default();
    let mut ways = Vec::new();
    for rule in moves.iter().filter(|rule| rule.sides.includes(side)) {
        if rule.threat_only {
            stated.left.insert("squares that it attacks and can't go to".into());
            continue;
        }
        if rule.continues.is_some() {
            stated.left.insert("a turn of several moves".into());
            continue;
        }
        let mut first = false;
        for guard in &rule.when {
            if is_unmoved(rules, guard) {
                first = true;
            } else {
                stated.besides.insert("conditions besides those of its path".into());
            }
        }
        if !rule.then.is_empty() {
            stated.besides.insert("effects besides the move itself".into());
        }
        if !everywhere(rules, side, &rule.from) {
            let from = rule.from.of(side, &rules.board);
            if rule.leaves == Trail::None && !from.iter().all(|square| begins(rules, side, kind, square)) {
                stated.left.insert("moves from certain squares only".into());
                continue;
            }
            first = true;
            stated.besides.insert(FROM_SQUARES.into());
        }
        if !everywhere(rules, side, &rule.to) {
            stated.besides.insert("it stays in a region".into());
        }
        if rule.leaves == Trail::None && first {
            stated.besides.insert("first moves leave no en passant square".into());
        } else if rule.leaves != Trail::None && !first {
            stated.besides.insert("moves that are no first moves leave en passant squares".into());
        }
        let mut rows: Vec<Vec<Leg>> = vec![Vec::new()];
        for leg in &rule.legs {
            let legs: Vec<Leg> = (leg.steps.iter())
                .map(|step| Leg { steps: BTreeSet::from([turned(rules, side, step)]), ..leg.clone() })
                .collect();
            rows = (rows.iter())
                .flat_map(|row| legs.iter().map(move |leg| [&row[..], std::slice::from_ref(leg)].concat()))
                .collect();
        }
        ways.extend(rows.into_iter().map(|legs| Way { first, legs }));
    }
    stated.ways = Ways::new(ways, castles(rules, kind, side));
    stated
}

/// Whether a guard asks that the mover has not moved.
fn is_unmoved(rules: &Rules, guard: &Guard) -> bool {
    let Guard::Square { at: At::From(0, 0), is } = guard else { return false };
    rules.marks.iter().filter(|mark| mark.on_move == OnMove::Lose).any(|mark| {
        let man = ManPattern::any(Whose::Own).mark(&mark.name, true);
        *is == Content::default().or_men(man)
    })
}

/// Whether a man of the type begins on the square.
fn begins(rules: &Rules, side: Side, kind: &str, square: Square) -> bool {
    let men = if side == Side::White { &rules.start.white } else { &rules.start.black };
    men.get(kind).is_some_and(|squares| squares.contains(square))
}

fn everywhere(rules: &Rules, side: Side, region: &Region) -> bool {
    region.of(side, &rules.board) == rules.board.squares()
}

/// A step of a side, turned so that the side moves up.
fn turned(rules: &Rules, side: Side, step: &Step) -> Step {
    let turn = |vector| rules.board.seen_upward(side, vector);
    let (dx, dy) = turn((step.dx, step.dy));
    Step::via(dx, dy, step.via.iter().map(|v| turn(*v)))
}

/// The castlings of a type along its rank.
fn castles(rules: &Rules, kind: &str, side: Side) -> Vec<Castle> {
    let sign = if side == Side::White { 1 } else { -1 };
    let mut castles = Vec::new();
    for castling in rules.castlings.iter().filter(|castling| castling.sides.includes(side)) {
        let named = matches!(&castling.king, Types::Only(names) if names.contains(kind));
        let mut froms = castling.king_from.iter();
        let (true, Some(from), None) = (named, froms.next(), froms.next()) else { continue };
        let files = i32::from(castling.king_to.file()) - i32::from(from.file());
        let edge = |partner: Square| {
            let last = rules.board.files.saturating_sub(1);
            if files > 0 { last.saturating_sub(partner.file()) } else { partner.file() }
        };
        let inset = castling.partner_from.iter().map(edge).min().unwrap_or(0);
        if castling.king_to.rank() == from.rank() && files != 0 {
            castles.push(Castle { files: files as i8 * sign, inset });
        }
    }
    castles
}
