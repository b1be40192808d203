//! Whether conditions hold.

use crate::rules::{Side, Square, SquareSet};

use super::super::game::{Kind, Men, Spot, Test, Where};
use super::super::position::{Cell, Man, Position};
use super::Oracle;

/// What a condition is asked about.
pub(super) struct Asked<'a> {
    pub position: &'a Position,
    pub side: Side,
    /// The man's type, before any promotion.
    pub kind: Kind,
    pub from: Square,
    pub to: Square,
    /// The question is whether a man attacks: other attacks are not asked for.
    pub attack: bool,
}

impl Oracle {
    pub(super) fn square_of(&self, spot: Spot, from: Square, to: Square) -> Option<Square> {
        let square = match spot {
            Spot::From(dx, dy) => from.offset(dx, dy),
            Spot::To(dx, dy) => to.offset(dx, dy),
            Spot::Board(square) => Some(square),
        };
        square.filter(|s| self.squares.contains(*s))
    }

    pub(super) fn all_hold(&self, asked: &Asked<'_>, tests: &[Test]) -> bool {
        tests.iter().all(|test| self.holds(asked, test))
    }

    /// The same within the question of attack.
    pub(super) fn all_hold_in_attack(
        &self,
        position: &Position,
        man: Man,
        from: Square,
        to: Square,
        tests: &[Test],
    ) -> bool {
        tests.is_empty()
            || self
                .all_hold(&Asked { position, side: man.side, kind: man.kind, from, to, attack: true }, tests)
    }

    fn holds(&self, asked: &Asked<'_>, test: &Test) -> bool {
        let square = |spot: &Spot| self.square_of(*spot, asked.from, asked.to);
        let position = asked.position;
        match test {
            Test::Square(spot, content) => square(spot).is_some_and(|s| {
                let cell = position.at(s);
                let en_passant = content.en_passant && cell == Cell::Empty && position.en_passant.contains(s);
                en_passant || content.cell(cell)
            }),
            Test::Within(spot, region) => square(spot).is_some_and(|s| region.contains(s)),
            Test::Count { men, place, at_least, at_most } => {
                let count = self.count(asked, men, place);
                (usize::from(*at_least)..=usize::from(*at_most)).contains(&count)
            }
            Test::Attacked(spot, by) => {
                asked.attack
                    || square(spot).is_some_and(|s| {
                        let stand_in = Man::new(by.other(), asked.kind);
                        let victim = position.man(s).filter(|man| man.side != *by).unwrap_or(stand_in);
                        self.attacked(position, s, *by, victim)
                    })
            }
            Test::InCheck => asked.attack || self.in_check(position, asked.side),
            Test::LastMove(from, to) => {
                let is = |spot: &Option<Spot>, last: Option<Square>| {
                    spot.as_ref().is_none_or(|spot| last.is_some() && square(spot) == last)
                };
                is(from, position.last.from) && is(to, position.last.to)
            }
            Test::Mobile => self.is_mobile(asked.side, asked.kind, asked.to),
            Test::All(tests) => tests.iter().all(|test| self.holds(asked, test)),
            Test::Any(tests) => tests.iter().any(|test| self.holds(asked, test)),
            // What is taken for granted within an attack is so under a `not` too.
            Test::Not(test) => (asked.attack && asks_for_attack(test)) || !self.holds(asked, test),
        }
    }

    fn count(&self, asked: &Asked<'_>, men: &[Men], place: &Where) -> usize {
        let position = asked.position;
        let on_board = |region: SquareSet| {
            let wanted = |s: &Square| position.man(*s).is_some_and(|man| men.iter().any(|m| m.include(man)));
            Side::BOTH.iter().map(|side| position.men(*side).and(region).iter().filter(wanted).count()).sum()
        };
        let in_hand = || {
            let wanted = |side: Side, kind: u8| {
                men.iter().any(|m| m.side == side && m.needs == 0 && m.kinds >> kind & 1 != 0)
            };
            let of_side = |side: Side| {
                let hand = position.hands[side.index()].iter().enumerate();
                hand.filter(|(kind, _)| wanted(side, *kind as u8))
                    .map(|(_, n)| usize::from(*n))
                    .sum::<usize>()
            };
            of_side(Side::White) + of_side(Side::Black)
        };
        let square = |spot: &Spot| self.square_of(*spot, asked.from, asked.to);
        match place {
            Where::Board => on_board(self.squares),
            Where::BoardAndHand => on_board(self.squares) + in_hand(),
            Where::Hand => in_hand(),
            Where::Region(region) => on_board(*region),
            Where::FileOf(spot) => square(spot).map_or(0, |s| {
                on_board(self.squares.iter().filter(|other| other.file() == s.file()).collect())
            }),
            Where::Near(spot, paces) => square(spot).map_or(0, |s| {
                on_board(paces.iter().filter_map(|pace| s.offset(pace.dx, pace.dy)).collect())
            }),
        }
    }

    /// Whether a type could ever move from a square, to an empty one.
    fn is_mobile(&self, side: Side, kind: Kind, from: Square) -> bool {
        self.types.of(side)[usize::from(kind.0)].ways.iter().filter(|way| !way.threat_only).any(|way| {
            way.from.contains(from)
                && way.stretches.first().is_some_and(|stretch| {
                    stretch.onto.empty
                        && stretch.paces.iter().any(|pace| {
                            let first = from.offset(pace.dx, pace.dy);
                            first.is_some_and(|s| self.squares.contains(s))
                        })
                })
        })
    }
}

fn asks_for_attack(test: &Test) -> bool {
    match test {
        Test::Attacked(..) | Test::InCheck => true,
        Test::All(tests) | Test::Any(tests) => tests.iter().any(asks_for_attack),
        Test::Not(test) => asks_for_attack(test),
        _ => false,
    }
}
