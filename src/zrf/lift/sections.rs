//! Everything but moves and goals: setup, options, and what is said about the whole.

use std::collections::BTreeSet;

use super::super::program::{MaximalCaptures, PassTurn, PieceId};
use super::assemble::{Lifter, place, refusal};
use super::castling::Castlings;
use super::cube::{Cube, Var};
use super::explain::Marks;
use super::ground::Guarded;
use super::passing::Passing;
use super::{Fidelity, Item};
use crate::rules::{self, Captured, Letters, Pass, PerSide, PieceType, Priority, Rules};

/// Options with an effect on what is legal.
const RULE_OPTIONS: &[&str] = &[
    "pass turn",
    "pass partial",
    "maximal captures",
    "recycle captures",
    "recycle promotions",
    "include off-pieces",
];

/// Whether a section holds rules, of which other items speak.
fn is_rule_section(name: &str) -> bool {
    const RULES: &[&str] =
        &["players", "turn-order", "move-priorities", "board", "board-setup", "piece", "engine"];
    RULES.contains(&name) || crate::zrf::words::GOAL_SECTIONS.contains(&name)
}

impl Lifter<'_, '_> {
    pub fn setup(&mut self, rules: &mut Rules) {
        let ground = self.ground;
        let program = ground.program;
        let mut used: BTreeSet<char> = BTreeSet::new();
        for piece in 0..program.pieces.len() as PieceId {
            let spare = ('a'..='z').chain('α'..='ρ').chain('τ'..='ω').chain('а'..='я');
            let letter = self.machine.letter(piece);
            let letter = letter.or_else(|| {
                let taken: BTreeSet<char> =
                    (0..program.pieces.len()).filter_map(|p| self.machine.letter(p as PieceId)).collect();
                spare.into_iter().find(|c| !taken.contains(c) && !used.contains(c))
            });
            let letter = letter.unwrap_or('ё');
            used.insert(letter);
            let mut kind = PieceType::new(&ground.name(piece), letter);
            let (upper, lower) = (letter.to_uppercase().next(), letter.to_lowercase().next());
            kind.letters = Letters { white: upper.unwrap_or(letter), black: lower.unwrap_or(letter) };
            rules.pieces.push(kind);
        }
        for man in &program.setup {
            match (ground.at(man.square), ground.sides.contains(&man.player)) {
                (Some(square), true) => {
                    let side = ground.side(man.player);
                    let name = ground.name(man.piece);
                    // A later man of the list stands in the place of an earlier one.
                    for other in rules::Side::BOTH {
                        rules.start.men_mut(other).values_mut().for_each(|set| set.remove(square));
                    }
                    rules.start.put(side, &name, square);
                }
                _ => {
                    let name = &program.board.squares[man.square as usize];
                    self.items.push(refusal(
                        "board-setup",
                        program,
                        format!("a piece stands on {name}, which is no square of the main board"),
                    ));
                }
            }
        }
        for &(player, piece, count) in &program.reserves {
            let name = ground.name(piece);
            let hand = match ground.side(player) {
                rules::Side::White => &mut rules.start.white_hand,
                rules::Side::Black => &mut rules.start.black_hand,
            };
            let held = hand.entry(name).or_default();
            *held = held.saturating_add(u16::try_from(count).unwrap_or(u16::MAX));
        }
        rules.start.to_move = ground.side(program.turns[0].player);
        let beside = ground.place.iter().filter(|p| p.is_none()).count();
        let mut board = format!("{} files, {} ranks", rules.board.files, rules.board.ranks);
        if beside > 0 {
            board.push_str(&format!(
                "; {beside} positions beside the rectangle are left out; moves that use them are named"
            ));
        }
        if !program.board.zones.is_empty() {
            board.push_str("; its zones are worked into the moves and goals");
        }
        let names: Vec<&str> =
            ground.sides.iter().map(|p| program.players[*p as usize].name.as_str()).collect();
        self.exact("board", &board, &[]);
        self.exact("players", &format!("{} is White, {} is Black", names[0], names[1]), &[]);
        let first = &program.players[program.turns[0].player as usize].name;
        self.exact("turn-order", &format!("the players take turns, {first} begins"), &[]);
        self.exact("board-setup", &format!("{} pieces on the board", program.setup.len()), &[]);
    }

    /// An item of a section.
    fn item(&mut self, rule: &str, fidelity: Fidelity, why: &str, readings: &[u8]) {
        let item = Item::new(rule, fidelity, why)
            .at(place(self.ground.program, rule))
            .readings(readings.iter().copied());
        self.items.push(item);
    }

    fn exact(&mut self, rule: &str, why: &str, readings: &[u8]) {
        self.item(rule, Fidelity::Exact, why, readings);
    }

    /// What became of each attribute.
    pub fn attributes(&mut self, marks: &Marks) {
        let program = self.ground.program;
        for (number, name) in program.attributes.iter().enumerate() {
            let why = if marks.contains_key(&(number as u8)) {
                "kept as a mark: pieces whose attribute is not the default hold it"
            } else {
                "no mark is needed: what moves ask of it follows from squares, rights or the last move"
            };
            self.exact(&format!("attribute {name}"), why, &[26]);
        }
    }

    /// What stands in the file and is no rule.
    pub fn no_rules(&mut self) {
        let program = self.ground.program;
        for (name, span) in &program.sections {
            let why = match name.as_str() {
                "title" => "not a rule: the name of what is written",
                option if option.starts_with("option ") && !RULE_OPTIONS.contains(&&option[7..]) => {
                    "not a rule: it is about the display, or meant for another program than Zillions"
                }
                section if section.starts_with("option ") || is_rule_section(section) => continue,
                _ => "not a rule: a text, a picture or a sound",
            };
            self.items.push(Item::new(name, Fidelity::Exact, why).at(*span));
        }
        for piece in &program.pieces {
            let heads: BTreeSet<&str> = piece.extras.iter().map(|extra| extra.head.as_str()).collect();
            if !heads.is_empty() {
                let rule = format!("{} {}", piece.name, heads.into_iter().collect::<Vec<_>>().join(", "));
                let item = Item::new(rule, Fidelity::Exact, "not a rule: texts and pictures");
                self.items.push(item.at(piece.span.unwrap_or(program.span)));
            }
        }
    }

    pub fn options(&mut self, rules: &mut Rules) {
        let program = self.ground.program;
        let options = &program.options;
        let stated: BTreeSet<&str> = program.sections.iter().map(|(name, _)| name.as_str()).collect();
        let states = |name: &str| stated.contains(format!("option {name}").as_str());
        let (passes, why) = match options.pass_turn {
            PassTurn::Never => (Pass::Never, "no passing"),
            PassTurn::Always => (Pass::Always, "passing at any time"),
            PassTurn::Forced => (Pass::WhenStuck, "a pass where there is no other move"),
        };
        rules.turn.passes = PerSide::both(passes);
        if options.pass_turn != PassTurn::Never || states("pass turn") {
            self.exact("option pass turn", why, &[39]);
        }
        if options.recycle_captures {
            rules.hands.captured = Captured::ToOwner;
            rules.hands.keep_promoted = true;
            self.exact("option recycle captures", "captured pieces go to their owner's hand", &[35]);
        } else if states("recycle captures") {
            self.exact("option recycle captures", "captured pieces are gone", &[]);
        }
        match options.recycle_promotions {
            true if rules.promotions.is_empty() => {
                self.exact("option recycle promotions", "nothing promotes", &[36]);
            }
            true => {
                let why = "promotions depend on the pieces that are off the board";
                self.item("option recycle promotions", Fidelity::Dropped, why, &[36]);
            }
            false if states("recycle promotions") => {
                self.exact(
                    "option recycle promotions",
                    "promotion does not ask for pieces off the board",
                    &[],
                );
            }
            false => {}
        }
        match options.maximal_captures {
            MaximalCaptures::No if !states("maximal captures") => {}
            MaximalCaptures::No => {
                self.exact("option maximal captures", "any capture may be chosen", &[]);
            }
            MaximalCaptures::Longest => {
                let why = "without partial moves all are of one length";
                self.exact("option maximal captures", why, &[34]);
            }
            MaximalCaptures::Weighted => {
                self.item("option maximal captures", Fidelity::Dropped, "it weighs what is captured", &[34]);
            }
        }
        if options.pass_partial || states("pass partial") {
            self.exact("option pass partial", "only partial moves could be ended by it", &[]);
        }
        if options.include_off_pieces {
            self.exact("option include off-pieces", "pieces in hand count in the goals", &[]);
        } else if states("include off-pieces") {
            self.exact("option include off-pieces", "the goals count pieces on the board", &[]);
        }
        if !program.priorities.is_empty() {
            if !self.ground.one_class {
                let names = program.priorities.iter().map(|t| program.move_types[*t as usize].clone());
                rules.turn.priorities = names.map(Priority::Class).collect();
                rules.turn.priorities_before_check = true;
            }
            let why = if self.ground.one_class {
                "all moves that are offered are of one class"
            } else {
                "as classes of moves, told apart before check is looked at"
            };
            self.exact("move-priorities", why, &[23, 24]);
        }
    }

    /// What the arguments by history rest on, as items.
    pub fn history(&mut self, castlings: &Castlings, passing: &Passing, incomplete: bool) {
        let program = self.ground.program;
        let fidelity = if incomplete { Fidelity::Approximate } else { Fidelity::Exact };
        let name = |piece: PieceId| program.pieces[piece as usize].name.as_str();
        let mut items = Vec::new();
        if !castlings.rights.is_empty() {
            let men: BTreeSet<&str> =
                castlings.rights.iter().flat_map(|r| [name(r.king.1), name(r.partner.1)]).collect();
            let attributes: BTreeSet<&str> = castlings
                .rights
                .iter()
                .flat_map(|r| [r.king.2, r.partner.2])
                .map(|a| program.attributes[a as usize].as_str())
                .collect();
            let list = |set: BTreeSet<&str>| set.into_iter().collect::<Vec<_>>().join(", ");
            items.push(("castling rights", format!(
                "invariant: a piece ({}) on its square of the right has attribute {} at its default just as long as it has stood there since the start; every move of such a piece changes it, nothing changes it back, and no new piece appears there",
                list(men), list(attributes)
            ), vec![20, 26]));
        }
        if !passing.runners.is_empty() {
            let men: BTreeSet<&str> = passing.runners.keys().map(|r| name(r.piece)).collect();
            let men = men.into_iter().collect::<Vec<_>>().join(", ");
            items.push(("en passant", format!(
                "invariant: the guards on the last move hold only after a ride of {men} over the square of the capture; no other guarded move leaves such a board"
            ), vec![21]));
        }
        for (rule, why, readings) in items {
            self.items.push(Item::new(rule, fidelity, why).at(program.span).readings(readings));
        }
    }

    /// Differences that are about no single block.
    pub fn reservations(
        &mut self,
        moves: &[Guarded],
        cubes: &[Option<Cube>],
        castlings: &Castlings,
        passing: &Passing,
    ) {
        let ground = self.ground;
        let plain = |i: &usize| {
            cubes[*i].is_some()
                && !castlings.explained.contains(i)
                && !passing.explained.contains(i)
                && !passing.dead.contains(i)
        };
        let alive = || (0..moves.len()).filter(plain).map(|i| &moves[i]);
        let suicide = alive().find(|g| {
            let own = ground.royals[g.player as usize]
                .iter()
                .fold(super::cube::Bits::NONE, |set, royal| set.or(ground.universe.men(g.player, *royal)));
            let lands = g.outcome.parts.iter().filter(|(from, to)| from != to).map(|(_, to)| *to);
            let mut taken = lands.chain(g.outcome.captures.iter().copied());
            taken.any(|s| {
                // Where another part of the move comes from, nobody is left.
                !g.outcome.parts.iter().any(|(from, _)| *from == s)
                    && !ground.standing(g, s).and(own).is_empty()
            })
        });
        let mut add = |rule: &str, fidelity, why: &str, readings: &[u8]| {
            let item = Item::new(rule, fidelity, why).at(place(ground.program, rule));
            self.items.push(item.readings(readings.iter().copied()));
        };
        if let Some(guarded) = suicide {
            let name = &ground.program.pieces[guarded.piece as usize].name;
            let why =
                format!("a {name} may capture a royal piece of its own side; no rules let a move do so");
            add("royal pieces", Fidelity::Dropped, &why, &[32]);
        }
        let asks = moves.iter().any(|g| g.cube.0.keys().any(|var| matches!(var, Var::Attacked(..))));
        if asks && ground.sides.iter().any(|side| ground.admitted(*side).is_some()) {
            let why = "attack tests see moves of types that the turns do not admit";
            add("turn-order", Fidelity::Dropped, why, &[24, 38]);
        }
        let two_men = alive().any(|g| g.outcome.parts.len() == 2);
        if two_men {
            let why = "some moves move two pieces at once without the right of castling: they are stated as moves that shift another piece";
            add("moves of two pieces", Fidelity::Exact, why, &[20]);
        }
    }
}
