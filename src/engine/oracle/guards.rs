//! Whether conditions hold.

use crate::rules::{Side, Square, SquareSet};

use super::super::game::{Kind, Men, Pace, Spot, Test, Where};
use super::super::position::{Cell, Man, Position};
use super::Oracle;
use super::ride::View;

/// What a condition is asked about.
pub(super) struct Asked<'a> {
    pub position: &'a Position,
    pub side: Side,
    /// The man's type, before any promotion.
    pub kind: Kind,
    /// The type that it has afterwards.
    pub becomes: Kind,
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
        let asked =
            Asked { position, side: man.side, kind: man.kind, becomes: man.kind, from, to, attack: true };
        tests.is_empty() || self.all_hold(&asked, tests)
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
            Test::Attacks(men) => asked.attack || self.could_attack(asked, men),
            Test::InCheck => asked.attack || self.in_announced_check(position, asked.side),
            Test::LastMove(from, to) => {
                let is = |spot: &Option<Spot>, last: Option<Square>| {
                    spot.as_ref().is_none_or(|spot| last.is_some() && square(spot) == last)
                };
                is(from, position.last.from) && is(to, position.last.to)
            }
            Test::Encloses(paces, walls) => {
                !self.enclosed(position, asked.to, paces, asked.side, *walls).is_empty()
            }
            Test::SlidIn(paces, passing) => self.slides_in(position, asked.to, paces, *passing),
            Test::ColoursEven(kind, zone) => self.splits_evenly(asked, *kind, *zone),
            Test::Mobile => {
                asked.attack || {
                    let reach = self.bare_reach(asked.side, asked.kind, asked.to);
                    reach.iter().any(|s| position.at(s) != Cell::Wall)
                }
            }
            Test::All(tests) => tests.iter().all(|test| self.holds(asked, test)),
            Test::Any(tests) => tests.iter().any(|test| self.holds(asked, test)),
            // What is taken for granted within an attack is so under a `not` too.
            Test::Not(test) => (asked.attack && is_granted(test)) || !self.holds(asked, test),
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

    /// Where a type could go without capturing on a board without men. A hurdle is
    /// taken to stand wherever it is needed.
    pub(super) fn bare_reach(&self, side: Side, kind: Kind, from: Square) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        let ways = &self.types.of(side)[usize::from(kind.0)].ways;
        for way in ways.iter().filter(|way| !way.threat_only && way.from.contains(from)) {
            if let [stretch] = way.stretches.as_slice() {
                for pace in stretch.paces.iter().filter(|_| stretch.onto.empty) {
                    let line =
                        std::iter::successors(from.offset(pace.dx, pace.dy), |s| s.offset(pace.dx, pace.dy));
                    for (distance, square) in (1..).zip(line.take_while(|s| self.squares.contains(*s))) {
                        let within = match stretch.jump {
                            Some(_) => distance <= stretch.distance.most(),
                            None => stretch.distance.contains(distance),
                        };
                        if within {
                            found.insert(square);
                        }
                    }
                }
            } else {
                let bare = Position::empty();
                self.wind(View::of(&bare, from), from, way, side, &mut |to, taken, _| {
                    if taken.is_empty() {
                        found.insert(to);
                    }
                });
            }
        }
        found
    }

    /// Whether the man, on its new square and as its new type, could capture one of
    /// these men.
    fn could_attack(&self, asked: &Asked<'_>, men: &[Men]) -> bool {
        let mut there = asked.position.clone();
        there.set(asked.from, Cell::Empty);
        there.set(asked.to, Cell::Man(Man::new(asked.side, asked.becomes)));
        let victims = there.men(asked.side.other()).iter().filter_map(|s| there.man(s).map(|man| (s, man)));
        let mut wanted = victims.filter(|(_, man)| men.iter().any(|m| m.include(*man)));
        wanted.any(|(square, victim)| self.attacks(&there, asked.to, square, victim))
    }

    /// Whether a man that slides in from an empty square of the rim stops on the square.
    fn slides_in(&self, position: &Position, square: Square, paces: &[Pace], passing: bool) -> bool {
        let free = |s: &Square| position.at(*s) == Cell::Empty;
        let line = |dx: i32, dy: i32| {
            let along = std::iter::successors(square.offset(dx, dy), move |s| s.offset(dx, dy));
            along.take_while(|s| self.squares.contains(*s))
        };
        self.squares.contains(square)
            && free(&square)
            && paces.iter().any(|pace| {
                let (mut ahead, mut back) = (line(pace.dx, pace.dy), line(-pace.dx, -pace.dy));
                if passing {
                    !ahead.any(|s| free(&s)) && back.last().is_none_or(|s| free(&s))
                } else {
                    !ahead.next().is_some_and(|s| free(&s)) && back.all(|s| free(&s))
                }
            })
    }

    /// Whether the side's men of a type, on the board and in hand, can still be
    /// split evenly between dark and light squares when the drop is made.
    fn splits_evenly(&self, asked: &Asked<'_>, kind: Kind, zone: SquareSet) -> bool {
        let position = asked.position;
        let of_colour = |dark: bool| move |s: &Square| (s.file() + s.rank()).is_multiple_of(2) == dark;
        let on_board: SquareSet = position.men_of(asked.side, kind.bit()).collect();
        let all = on_board.len() + usize::from(position.hands[asked.side.index()][usize::from(kind.0)]);
        let free = zone.iter().filter(|s| position.at(*s) == Cell::Empty && *s != asked.to);
        let free: SquareSet = free.collect();
        if asked.kind == kind {
            let dark = of_colour(true)(&asked.to);
            on_board.iter().filter(of_colour(dark)).count() < all.div_ceil(2)
        } else {
            [true, false]
                .into_iter()
                .all(|dark| on_board.or(free).iter().filter(of_colour(dark)).count() >= all / 2)
        }
    }
}

/// Whether a test is taken to hold where the question is whether a man attacks.
fn is_granted(test: &Test) -> bool {
    match test {
        Test::Attacked(..) | Test::Attacks(..) | Test::InCheck | Test::Mobile => true,
        Test::All(tests) | Test::Any(tests) => tests.iter().any(is_granted),
        Test::Not(test) => is_granted(test),
        _ => false,
    }
}
