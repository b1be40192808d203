//! [`Rules`] with numbers for names, and turned out for each side.
//!
//! Nothing is decided here: every rule is looked up, spelt out in squares and
//! vectors of the side that it is for, and otherwise left as it is.

use crate::rules::{
    Aftermath, Aim, At, Board, Castling, Content, Effect, Gate, Guard, Leg, ManPattern, MoveRule, Place,
    Promotion, Region, Reverts, Royal, Rules, Side, Source, Square, SquareSet, Step, Types, Walls, Whose,
};

use super::game::{
    After, Aiming, Blast, Building, Crown, Deed, Entry, Filling, Gateway, Holds, Jump, Kind, Line, Men, Pace,
    Rise, Spot, Stretch, Swap, Test, Way, Where,
};

/// Looks names up, for one side.
pub(super) struct Resolver<'a> {
    pub rules: &'a Rules,
    pub side: Side,
}

impl Resolver<'_> {
    fn board(&self) -> &Board {
        &self.rules.board
    }

    /// The type of a name. Names are checked before; an unknown one is no type.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.rules.pieces.iter().position(|p| p.name == name).map(|i| Kind(i as u8))
    }

    pub fn kinds(&self, types: &Types) -> u64 {
        match types {
            Types::Any => u64::MAX,
            Types::Only(names) => names.iter().filter_map(|n| self.kind(n)).fold(0, |set, k| set | k.bit()),
        }
    }

    pub fn region(&self, region: &Region) -> SquareSet {
        region.of(self.side, self.board())
    }

    pub fn whose(&self, whose: Whose) -> Side {
        match whose {
            Whose::Own => self.side,
            Whose::Enemy => self.side.other(),
        }
    }

    pub fn mark(&self, name: &str) -> u8 {
        self.rules
            .marks
            .iter()
            .position(|m| m.name == name)
            .map_or(0, |i| 1u8.checked_shl(i as u32).unwrap_or(0))
    }

    pub fn men(&self, pattern: &ManPattern) -> Men {
        let marks = |held: bool| {
            pattern.marks.iter().filter(|(_, h)| *h == held).fold(0, |set, (name, _)| set | self.mark(name))
        };
        Men {
            side: self.whose(pattern.whose),
            kinds: pattern.kind.as_ref().map_or(u64::MAX, |k| self.kind(k).map_or(0, Kind::bit)),
            needs: marks(true),
            forbids: marks(false),
        }
    }

    pub fn holds(&self, content: &Content) -> Holds {
        let mut holds = Holds {
            empty: content.empty,
            en_passant: content.en_passant,
            wall: content.wall,
            ..Holds::default()
        };
        for men in content.men.iter().map(|m| self.men(m)) {
            if men.needs == 0 && men.forbids == 0 {
                holds.kinds[men.side.index()] |= men.kinds;
            } else {
                holds.marked.push(men);
            }
        }
        holds
    }

    fn vector(&self, (dx, dy): (i8, i8)) -> (i32, i32) {
        self.board().vector_for(self.side, (i32::from(dx), i32::from(dy)))
    }

    pub fn pace(&self, step: &Step) -> Pace {
        let (dx, dy) = self.vector((step.dx, step.dy));
        Pace { dx, dy, via: step.via.iter().map(|v| self.vector(*v)).collect() }
    }

    fn stretch(&self, leg: &Leg) -> Stretch {
        Stretch {
            paces: leg.steps.iter().map(|s| self.pace(s)).collect(),
            distance: leg.distance,
            jump: leg.hurdle.as_ref().map(|hurdle| Jump {
                is: self.holds(&hurdle.is),
                count: hurdle.count,
                at: hurdle.at,
                behind: hurdle.behind,
                taken: hurdle.taken,
            }),
            onto: self.holds(&leg.onto),
            spares: leg.spares,
        }
    }

    pub fn square(&self, square: Square) -> Square {
        self.board().square_for(self.side, square)
    }

    pub fn squares(&self, squares: SquareSet) -> SquareSet {
        squares.iter().map(|s| self.square(s)).collect()
    }

    fn spot(&self, at: At) -> Spot {
        match at {
            At::From(dx, dy) => {
                let (dx, dy) = self.vector((dx, dy));
                Spot::From(dx, dy)
            }
            At::To(dx, dy) => {
                let (dx, dy) = self.vector((dx, dy));
                Spot::To(dx, dy)
            }
            At::Board(square) => Spot::Board(self.square(square)),
        }
    }

    pub fn tests(&self, guards: &[Guard]) -> Vec<Test> {
        guards.iter().map(|g| self.test(g)).collect()
    }

    pub fn paces(&self, steps: &std::collections::BTreeSet<Step>) -> Vec<Pace> {
        steps.iter().map(|s| self.pace(s)).collect()
    }

    fn test(&self, guard: &Guard) -> Test {
        match guard {
            Guard::Square { at, is } => Test::Square(self.spot(*at), self.holds(is)),
            Guard::Within { at, region } => Test::Within(self.spot(*at), self.region(region)),
            Guard::Count { men, place, at_least, at_most } => Test::Count {
                men: men.iter().map(|m| self.men(m)).collect(),
                place: match place {
                    Place::Board => Where::Board,
                    Place::BoardAndHand => Where::BoardAndHand,
                    Place::Hand => Where::Hand,
                    Place::Region(region) => Where::Region(self.region(region)),
                    Place::FileOf(at) => Where::FileOf(self.spot(*at)),
                    Place::Near { at, steps } => Where::Near(self.spot(*at), self.paces(steps)),
                },
                at_least: *at_least,
                at_most: at_most.unwrap_or(u16::MAX),
            },
            Guard::Attacked { at, by } => Test::Attacked(self.spot(*at), self.whose(*by)),
            Guard::InCheck => Test::InCheck,
            Guard::LastMove { from, to } => {
                Test::LastMove(from.map(|at| self.spot(at)), to.map(|at| self.spot(at)))
            }
            Guard::Mobile => Test::Mobile,
            Guard::All(guards) => Test::All(self.tests(guards)),
            Guard::Any(guards) => Test::Any(self.tests(guards)),
            Guard::Not(guard) => Test::Not(Box::new(self.test(guard))),
            Guard::Attacks { men } => Test::Attacks(men.iter().map(|m| self.men(m)).collect()),
            Guard::Encloses { steps, through_walls } => Test::Encloses(self.paces(steps), *through_walls),
            Guard::SlidIn { steps, passing } => Test::SlidIn(self.paces(steps), *passing),
            Guard::ColoursEven { kind } => match self.kind(kind) {
                Some(kind) => Test::ColoursEven(kind, self.drop_zone(kind)),
                // There are none to be split.
                None => Test::All(Vec::new()),
            },
        }
    }

    /// Where a type may be dropped, guards aside.
    fn drop_zone(&self, kind: Kind) -> SquareSet {
        let drops = self.rules.drops.iter();
        drops
            .filter(|drop| drop.sides.includes(self.side) && self.kinds(&drop.types) & kind.bit() != 0)
            .fold(SquareSet::EMPTY, |zone, drop| zone.or(self.region(&drop.zone)))
    }

    pub fn deeds(&self, effects: &[Effect]) -> Vec<Deed> {
        let deed = |effect: &Effect| {
            Some(match effect {
                Effect::Remove { at } => Deed::Remove(self.spot(*at)),
                Effect::Put { at, kind, whose } => {
                    Deed::Put(self.spot(*at), self.kind(kind)?, self.whose(*whose))
                }
                Effect::Become { at, kind } => Deed::Become(self.spot(*at), self.kind(kind)?),
                Effect::Give { at, whose } => Deed::Give(self.spot(*at), self.whose(*whose)),
                Effect::Mark { at, mark, held } => Deed::Mark(self.spot(*at), self.mark(mark), *held),
                Effect::Shift { from, to } => Deed::Shift(self.spot(*from), self.spot(*to)),
                Effect::Wall { at } => Deed::Wall(self.spot(*at)),
                Effect::Stock { whose, kind, by } => Deed::Stock(self.whose(*whose), self.kind(kind)?, *by),
            })
        };
        effects.iter().filter_map(deed).collect()
    }

    pub fn way(&self, rule: &MoveRule) -> Way {
        Way {
            stretches: rule.legs.iter().map(|leg| self.stretch(leg)).collect(),
            from: self.region(&rule.from),
            to: self.region(&rule.to),
            when: self.tests(&rule.when),
            then: self.deeds(&rule.then),
            leaves: rule.leaves,
            class: rule.class.clone(),
            threat_only: rule.threat_only,
        }
    }

    pub fn rise(&self, rule: &Promotion) -> Rise {
        let all =
            |names: &std::collections::BTreeSet<String>| names.iter().filter_map(|n| self.kind(n)).collect();
        Rise {
            kinds: self.kinds(&rule.types),
            zone: self.region(&rule.zone),
            when: self.tests(&rule.when),
            into: all(&rule.into),
            otherwise: all(&rule.otherwise),
            reverts_to: match &rule.reverts {
                Reverts::To(name) => self.kind(name),
                _ => None,
            },
            rule: rule.clone(),
        }
    }

    pub fn swap(&self, rule: &Castling) -> Swap {
        use crate::rules::Path;
        let path = |path: &Path| match path {
            Path::Usual | Path::IfRoyal => None,
            Path::Nothing => Some(SquareSet::EMPTY),
            Path::Squares(squares) => Some(self.squares(*squares)),
        };
        Swap {
            king: self.kinds(&rule.king),
            partner: self.kinds(&rule.partner),
            king_from: self.squares(rule.king_from),
            king_to: self.square(rule.king_to),
            partner_from: self.squares(rule.partner_from),
            partner_to: self.square(rule.partner_to),
            home: rule.home.map(|s| self.square(s)),
            partner_home: rule.partner_home.map(|s| self.square(s)),
            toward: rule.toward.as_ref().map(|s| self.vector((s.dx, s.dy))),
            empty: path(&rule.empty),
            safe: path(&rule.safe),
            when: self.tests(&rule.when),
            rule: rule.clone(),
        }
    }

    pub fn line(&self, types: &Types, steps: &std::collections::BTreeSet<Step>) -> Line {
        Line { kinds: self.kinds(types), paces: self.paces(steps) }
    }

    pub fn aiming(&self, aim: &Aim) -> Aiming {
        Aiming { kinds: self.kinds(&aim.by), paces: self.paces(&aim.steps), through: aim.through }
    }

    pub fn crown(&self, rule: &Royal) -> Crown {
        Crown {
            kinds: self.kinds(&rule.types),
            at_most: rule.at_most,
            all_attacked: rule.all_attacked,
            excused_by_capture: rule.excused_by_capture,
            announced: !rule.unannounced,
            judged: rule.judged,
            counted_together: rule.counted_together,
            may_be_lost: rule.may_be_lost,
        }
    }

    pub fn gateway(&self, rule: &Gate) -> Gateway {
        let men = |patterns: &std::collections::BTreeSet<ManPattern>| -> Vec<Men> {
            patterns.iter().map(|m| self.men(m)).collect()
        };
        Gateway {
            mover: men(&rule.mover),
            vacated: self.region(&rule.vacated),
            source: match &rule.source {
                Source::Hand(types) => Filling::Hand(self.kinds(types)),
                Source::Board(patterns) => Filling::Board(men(patterns)),
            },
            castling: rule.castling,
            must: rule.must,
            when: self.tests(&rule.when),
        }
    }

    pub fn after(&self, rule: &Aftermath) -> After {
        match rule {
            Aftermath::Blast { after, steps, immune, shielded, centre_to_wall, bystanders_to_wall } => {
                After::Blast(Blast {
                    after: *after,
                    paces: self.paces(steps),
                    immune: self.kinds(immune),
                    shielded: self.kinds(shielded),
                    centre_to_wall: self.kinds(centre_to_wall),
                    bystanders_to_wall: *bystanders_to_wall,
                })
            }
            Aftermath::Petrify { types } => After::Petrify(self.kinds(types)),
            Aftermath::Flip { enclosed, steps, drop_needs_neighbour } => After::Flip {
                enclosed: *enclosed,
                paces: self.paces(steps),
                drop_needs_neighbour: *drop_needs_neighbour,
            },
        }
    }

    pub fn building(&self, rule: &Walls) -> Building {
        Building { region: self.region(&rule.region), rule: rule.clone() }
    }

    /// The types in the order of a hand.
    pub fn hand_order(&self) -> Vec<Kind> {
        let all = (0..self.rules.pieces.len()).map(|i| Kind(i as u8));
        let mut order: Vec<Kind> = self.rules.hands.order.iter().filter_map(|n| self.kind(n)).collect();
        order.extend(all.filter(|k| !order.contains(k)).collect::<Vec<_>>());
        order
    }

    pub fn entry(&self, rule: &crate::rules::Drop) -> Entry {
        Entry {
            kinds: self.kinds(&rule.types),
            zone: self.region(&rule.zone),
            onto: self.holds(&rule.onto),
            when: self.tests(&rule.when),
            then: self.deeds(&rule.then),
            becomes: rule.becomes.as_ref().and_then(|n| self.kind(n)),
            class: rule.class.clone(),
        }
    }
}
