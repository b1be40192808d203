//! Goals (reference 15), and the checks that need the whole game.

use super::super::game::GameForms;
use super::super::program::{
    Goal, Link, Occupant, OccupantOwner, PieceId, PlayerId, PlayerKind, Program, StatementKind, Target, Test,
    Verdict,
};
use super::super::tree::Form;
use super::super::words;
use super::{Builder, integer};
use crate::diagnostic::{Severity, codes};

impl Builder {
    pub(super) fn goals(&mut self, game: &GameForms, plugin: bool) -> Vec<Goal> {
        let mut out = Vec::new();
        let mut any = false;
        for section in &game.sections {
            let verdict = match &*section.head {
                "win-condition" => Verdict::Win,
                "loss-condition" => Verdict::Loss,
                "draw-condition" => Verdict::Draw,
                "count-condition" => Verdict::Count,
                _ => continue,
            };
            any = true;
            out.extend(self.goal(verdict, &section.form));
        }
        if !any && !plugin && !game.is_separator() {
            let word = game.head.word().map_or("game", |w| w);
            let message =
                format!("this {word} has no goal: it never ends by its rules, and no piece is royal");
            let help = "state one, such as (loss-condition (White Black) (checkmated King)); \
                        nothing is assumed in its place";
            self.say(&game.head, codes::NO_GOAL, message, help);
        }
        out
    }

    fn goal(&mut self, verdict: Verdict, form: &Form) -> Option<Goal> {
        let items = form.items();
        let is_player_list = |f: &Form| {
            f.is_list()
                && f.items().iter().all(|p| p.word().is_some_and(|w| self.names.players.get(w).is_some()))
        };
        let (players, tests) = match &items[1..] {
            [list, tests @ ..] if !tests.is_empty() || is_player_list(list) => {
                (list.items().iter().filter_map(|p| self.player_or(p, true)).collect(), tests)
            }
            // A count-condition may lack its players (reference 15.1).
            tests if verdict == Verdict::Count => {
                ((0..self.names.players.names.len() as PlayerId).collect(), tests)
            }
            tests => (Vec::new(), tests),
        };
        let [test] = tests else {
            self.malformed(
                form,
                "a goal has players and one test",
                "(loss-condition (White Black) (checkmated King))",
            );
            return None;
        };
        let test = self.test(test)?;
        if let Test::PiecesRemaining(..) | Test::TotalPieceCount(..) | Test::Checkmated(_) = &test {
            self.goals_with_types.push((test.clone(), players.clone(), form.clone()));
        }
        Some(Goal { verdict, players, test, span: form.span() })
    }

    fn test(&mut self, form: &Form) -> Option<Test> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.test_inner(form))
    }

    fn test_inner(&mut self, form: &Form) -> Option<Test> {
        if let Some(word) = form.word() {
            return match &**word {
                "stalemated" => Some(Test::Stalemated),
                "repetition" => Some(Test::Repetition),
                _ => self.unknown_goal(form, word),
            };
        }
        let items = form.items();
        let Some(head) = items.first().and_then(|h| h.word()) else {
            self.malformed(form, "a test begins with its name", "(checkmated King)");
            return None;
        };
        let rest = &items[1..];
        Some(match &**head {
            "stalemated" | "repetition" if rest.is_empty() => return self.test_inner(&items[0]),
            "checkmated" => Test::Checkmated(self.types(form, rest)?),
            "captured" => Test::Captured(self.types(form, rest)?),
            "pieces-remaining" | "total-piece-count" => {
                let Some(count) = rest.first().and_then(integer).and_then(|n| u32::try_from(n).ok()) else {
                    self.malformed(
                        form,
                        "a count of pieces is needed",
                        "(pieces-remaining 0) or (pieces-remaining 1 King)",
                    );
                    return None;
                };
                let piece = match rest.get(1) {
                    Some(form) => Some(self.piece(form)?),
                    None => None,
                };
                if &**head == "pieces-remaining" {
                    Test::PiecesRemaining(count, piece)
                } else {
                    Test::TotalPieceCount(count, piece)
                }
            }
            "absolute-config" => self.absolute_config(form, rest)?,
            "relative-config" => self.relative_config(form, rest)?,
            "and" | "or" => {
                let tests = rest.iter().map(|t| self.test(t)).collect::<Vec<_>>();
                let tests = tests.into_iter().collect::<Option<Vec<_>>>()?;
                if &**head == "and" { Test::And(tests) } else { Test::Or(tests) }
            }
            "not" => match rest {
                [one] => Test::Not(Box::new(self.test(one)?)),
                _ => {
                    self.malformed(form, "`not` takes one test", "(not stalemated)");
                    return None;
                }
            },
            _ => return self.unknown_goal(&items[0], head),
        })
    }

    fn unknown_goal(&mut self, form: &Form, word: &str) -> Option<Test> {
        let fallback = "this goal is not in force; the others are read";
        let help = Self::suggest(word, words::GOALS.iter().copied(), fallback);
        self.say(form, codes::UNKNOWN_GOAL, format!("unknown goal word `{word}`"), help);
        None
    }

    fn types(&mut self, form: &Form, rest: &[Form]) -> Option<Vec<PieceId>> {
        if rest.is_empty() {
            self.malformed(form, "a piece is missing", "(checkmated King)");
            return None;
        }
        Some(rest.iter().filter_map(|t| self.piece(t)).collect())
    }

    /// An occupant: `T`, `(opponent T)`, `(any-owner T)`, `(not T)`.
    fn occupant(&mut self, form: &Form) -> Option<Occupant> {
        if form.word().is_some() {
            return Some(Occupant { owner: OccupantOwner::Own, negated: false, piece: self.piece(form)? });
        }
        let items = form.items();
        let [head, inner] = &items[..] else {
            self.malformed(
                form,
                "an occupant is a piece",
                "King, (opponent King), (any-owner King) or (not King)",
            );
            return None;
        };
        let mut occupant = self.occupant(inner)?;
        match head.word().map(|w| &**w) {
            Some("opponent") => occupant.owner = OccupantOwner::Opponent,
            Some("any-owner") => occupant.owner = OccupantOwner::Any,
            Some("not") => occupant.negated = !occupant.negated,
            _ => {
                self.malformed(
                    form,
                    "an occupant is a piece",
                    "King, (opponent King), (any-owner King) or (not King)",
                );
                return None;
            }
        }
        Some(occupant)
    }

    fn absolute_config(&mut self, form: &Form, rest: &[Form]) -> Option<Test> {
        let Some((places, occupants)) = rest.split_last().filter(|(_, o)| !o.is_empty()) else {
            self.malformed(form, "occupants and places are needed", "(absolute-config Pawn (a8 b8))");
            return None;
        };
        let occupants: Vec<Occupant> = occupants.iter().filter_map(|o| self.occupant(o)).collect();
        // A lone position without brackets is tolerated (reference 15.5).
        let places = if places.is_list() { places.items() } else { vec![places.clone()] };
        let mut targets = Vec::with_capacity(places.len());
        for place in &places {
            let Some(word) = place.word() else {
                self.malformed(place, "here a position or zone must be named", "(a8 b8) or (last-rank)");
                continue;
            };
            if let Some(square) = self.names.squares.get(word) {
                targets.push(Target::Square(square as _));
            } else if let Some(zone) = self.names.zones.get(word) {
                targets.push(Target::Zone(zone as _));
            } else {
                let names = self.names.zones.iter().chain(self.names.squares.iter());
                let help = Self::suggest(word, names, "it is passed over; name a position or a zone");
                let finding =
                    place.finding(codes::UNKNOWN_POSITION, format!("there is no position or zone `{word}`"));
                self.tell(finding.severity(Severity::Warning).help(help));
            }
        }
        Some(Test::AbsoluteConfig(occupants, targets))
    }

    fn relative_config(&mut self, form: &Form, rest: &[Form]) -> Option<Test> {
        let mut chain = Vec::with_capacity(rest.len());
        for item in rest {
            match item.word().and_then(|w| self.names.directions.get(w)) {
                Some(direction)
                    if item
                        .word()
                        .is_none_or(|w| self.names.pieces.get(w).is_none() || !chain.is_empty()) =>
                {
                    chain.push(Link::Step(direction as _));
                }
                _ => chain.push(Link::Occupant(self.occupant(item)?)),
            }
        }
        if !chain.iter().any(|l| matches!(l, Link::Occupant(_))) {
            self.malformed(form, "a pattern needs occupants", "(relative-config man n man n man)");
            return None;
        }
        Some(Test::RelativeConfig(chain))
    }

    /// Checks that need pieces, setup and goals together.
    pub(super) fn check_whole(&mut self, program: &Program, game: &GameForms) {
        self.check_goal_types(program);
        self.check_move_types(program, game);
        self.check_zones(program, game);
        self.check_shared_zones(program, game);
        self.check_symmetries(program, game);
    }

    fn check_goal_types(&mut self, program: &Program) {
        let has = |player: PlayerId, piece: PieceId| {
            program.setup.iter().any(|p| p.player == player && p.piece == piece)
                || program.reserves.iter().any(|(p, t, _)| *p == player && *t == piece)
        };
        // A type may also come into being by promotion or creation, for any player.
        let made = |piece: PieceId| {
            let names = |s: &StatementKind| match s {
                StatementKind::Add(add) => add.types.as_ref().is_some_and(|t| t.contains(&piece)),
                StatementKind::ChangeType(t, _) => *t == Some(piece),
                StatementKind::Create { piece: Ok(Some(t)), .. } => *t == piece,
                _ => false,
            };
            program
                .pieces
                .iter()
                .flat_map(|p| p.moves.iter().chain(&p.drops))
                .any(|b| any_statement(&b.body, &names))
        };
        for (test, players, form) in std::mem::take(&mut self.goals_with_types) {
            match test {
                Test::Checkmated(types) => {
                    for &player in &players {
                        if program.players[player as usize].kind == PlayerKind::Random
                            || program.setup.is_empty()
                        {
                            continue;
                        }
                        if let Some(&piece) = types.iter().find(|t| !has(player, **t)) {
                            let (player, piece) = (
                                &program.players[player as usize].name,
                                &program.pieces[piece as usize].name,
                            );
                            let place = type_word(&form, piece);
                            let message = format!(
                                "{player} has no {piece} in the setup, so nothing of it can be checkmated"
                            );
                            let help = "the rule of check applies to a player only while a royal piece is on the board";
                            self.say(&place, codes::ROYAL_MISSING, message, help);
                        }
                    }
                }
                Test::PiecesRemaining(_, Some(piece))
                    if !made(piece) && !players.is_empty() && !players.iter().any(|p| has(*p, piece)) =>
                {
                    self.goal_type_missing(program, piece, &form);
                }
                Test::TotalPieceCount(_, Some(piece))
                    if !made(piece) && !(0..program.players.len()).any(|p| has(p as PlayerId, piece)) =>
                {
                    self.goal_type_missing(program, piece, &form);
                }
                _ => {}
            }
        }
    }

    fn goal_type_missing(&mut self, program: &Program, piece: PieceId, form: &Form) {
        let name = &program.pieces[piece as usize].name;
        let message = format!("nothing ever puts a {name} of the players listed on the board");
        self.say(&type_word(form, name), codes::GOAL_TYPE_MISSING, message, "name a type that can be there");
    }

    /// Types that neither a turn, a priority nor a partial move asks for.
    fn check_move_types(&mut self, program: &Program, game: &GameForms) {
        if program.priorities.is_empty() && program.turns.iter().any(|t| t.move_type.is_none()) {
            return;
        }
        let untyped_turn = program.turns.iter().any(|t| t.move_type.is_none());
        for number in 0..program.move_types.len() {
            let id = number as u16;
            let wanted = untyped_turn && program.priorities.contains(&id)
                || program.turns.iter().any(|t| t.move_type == Some(id));
            let continued = |s: &StatementKind| {
                matches!(s, StatementKind::Add(a) if matches!(a.partial,
                    Some(super::super::program::Continuation::Only(t)) if t == id))
            };
            let blocks = || program.pieces.iter().flat_map(|p| p.moves.iter().chain(&p.drops));
            let exists = blocks().any(|b| b.move_type == Some(id));
            if exists && !wanted && !blocks().any(|b| any_statement(&b.body, &continued)) {
                let name = &program.move_types[number];
                let message = format!("moves of type `{name}` can never be played");
                let help = "list it in move-priorities, or let a turn or a partial move ask for it";
                self.say(&game.head, codes::MOVE_TYPE_UNREACHABLE, message, help);
            }
        }
    }

    /// Zones that are tested and defined for none of the players who move.
    fn check_zones(&mut self, program: &Program, game: &GameForms) {
        for (number, zone) in program.board.zones.iter().enumerate() {
            let defined = |p: PlayerId| zone.squares[p as usize].iter().any(|w| *w != 0);
            let movers: Vec<PlayerId> = program.turns.iter().map(|t| t.mover).collect();
            let tested = program.pieces.iter().flat_map(|p| p.moves.iter().chain(&p.drops)).any(|b| {
                any_condition(&b.body, &|c| {
                    matches!(c, super::super::program::Condition::InZone(Some(z), _) if *z as usize == number)
                })
            });
            if tested && !movers.iter().any(|m| defined(*m)) {
                let message = format!("the zone `{}` is defined for no player who moves", zone.name);
                self.say(&game.head, codes::UNKNOWN_ZONE, message, "the test is always false");
            }
        }
    }
}

/// The word of a type inside a goal, for the place of a finding.
fn type_word(goal: &Form, name: &str) -> Form {
    fn find(form: &Form, name: &str) -> Option<Form> {
        if form.word().is_some_and(|w| &**w == name) {
            return Some(form.clone());
        }
        form.items().iter().find_map(|f| find(f, name))
    }
    goal.items().iter().skip(2).find_map(|f| find(f, name)).unwrap_or_else(|| goal.clone())
}

pub(super) fn any_statement(
    body: &[super::super::program::Statement],
    property: &impl Fn(&StatementKind) -> bool,
) -> bool {
    body.iter().any(|s| {
        property(&s.kind)
            || match &s.kind {
                StatementKind::If(_, a, b) => any_statement(a, property) || any_statement(b, property),
                StatementKind::While(_, a) => any_statement(a, property),
                _ => false,
            }
    })
}

pub(super) fn any_condition(
    body: &[super::super::program::Statement],
    property: &impl Fn(&super::super::program::Condition) -> bool,
) -> bool {
    use super::super::program::Condition as C;
    fn within(c: &C, property: &impl Fn(&C) -> bool) -> bool {
        property(c)
            || match c {
                C::Not(c) => within(c, property),
                C::And(cs) | C::Or(cs) => cs.iter().any(|c| within(c, property)),
                _ => false,
            }
    }
    any_statement(body, &|s| match s {
        StatementKind::Verify(c)
        | StatementKind::If(c, ..)
        | StatementKind::While(c, _)
        | StatementKind::SetFlag(_, c)
        | StatementKind::SetPositionFlag(_, c, _)
        | StatementKind::SetAttribute(_, c) => within(c, property),
        _ => false,
    })
}
