//! Putting it together: refusals first, then moves, then everything else.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::super::machine::Machine;
use super::super::program::{PieceId, PlayerId, PlayerKind, Program, Square};
use super::super::readings::Readings;
use super::castling::Castlings;
use super::cube::{Bits, Cube, Var};
use super::explain::{Atom, Marks, join_hops, leaves_trail};
use super::ground::{BlockId, Ground, Guarded};
use super::history::{Aftermath, Reach};
use super::map::StateMap;
use super::passing::{Passing, Runner};
use super::states::{EMPTY, Universe};
use super::{Fidelity, Item, Lifted, piece_name};
use crate::rules::{
    self, At, Board, Drop, Guard, Mark, MoveRule, Orientation, Origin, Region, Rules, SquareSet, Types,
    Witness, loss,
};
use crate::source::Span;

/// Why a block was not carried over whole.
#[derive(Default)]
struct Account {
    explained: usize,
    dead: usize,
    reasons: BTreeSet<String>,
    witness: Option<Witness>,
    /// Where in the block, if not all of it is meant.
    span: Option<Span>,
}

pub(super) fn lift(program: &Program, max_steps: u64) -> Lifted {
    let mut lifted = lift_as_it_is(program, max_steps);
    for item in &mut lifted.items {
        if item.is_loss() {
            item.span = item.span.or(Some(program.span));
        }
        loss::complete(item, loss::Stage::Lift);
    }
    lifted
}

fn lift_as_it_is(program: &Program, max_steps: u64) -> Lifted {
    let machine = Machine::new(program);
    let mut items = Vec::new();
    if program.readings != Readings::default() {
        let why = "the file is read otherwise than usual; rules are made under the usual readings only";
        let rules = refusal("readings", program, why);
        return Lifted { rules: None, items: vec![rules], map: StateMap::default() };
    }
    match ground(program, &machine, max_steps, &mut items) {
        Some((ground, board)) => {
            let mut lifter = Lifter {
                ground: &ground,
                machine: &machine,
                items,
                accounts: BTreeMap::new(),
                map: StateMap::default(),
            };
            let rules = lifter.rules(board);
            Lifted { rules: Some(rules), items: lifter.items, map: lifter.map }
        }
        None => Lifted { rules: None, items, map: StateMap::default() },
    }
}

pub(super) fn refusal(rule: &str, program: &Program, why: impl Into<String>) -> Item {
    Item::new(rule, Fidelity::Dropped, why).at(place(program, rule))
}

/// Where a section stands, by its name; else where the game does.
pub(super) fn place(program: &Program, section: &str) -> Span {
    let found = program.sections.iter().rev().find(|(name, _)| name == section);
    found.map_or(program.span, |(_, span)| *span)
}

/// What the lift stands on, or the reason why there is nothing to stand on.
fn ground<'p>(
    program: &'p Program,
    machine: &Machine<'_>,
    max_steps: u64,
    items: &mut Vec<Item>,
) -> Option<(Ground<'p>, Board)> {
    let before = items.len();
    let mut refuse = |rule: &str, why: String| items.push(refusal(rule, program, why));
    if let Some(plugin) = &program.plugin {
        refuse(
            "engine",
            format!("the game is played by the plug-in {plugin}, its rules are not in the file"),
        );
    }
    let [Some(white), Some(black)] = machine.sides() else {
        refuse("players", "there are not two players".to_owned());
        return None;
    };
    for player in &program.players {
        let what = match player.kind {
            PlayerKind::Ordinary => continue,
            PlayerKind::Random => "moves by dice",
            PlayerKind::Neutral => "is neutral",
        };
        let id = program.player(&player.name);
        let used = program.setup.iter().any(|m| Some(m.player) == id)
            || program.turns.iter().any(|t| Some(t.player) == id || Some(t.mover) == id);
        if used {
            refuse("players", format!("player {} {what}", player.name));
        }
    }
    if program.players.iter().filter(|p| p.kind == PlayerKind::Ordinary).count() != 2 {
        refuse("players", format!("{} players take turns", program.players.len()));
    }
    turn_order(program, [white, black], &mut refuse);
    let board = board(program, machine, &mut refuse);
    if program.pieces.len() > rules::MAX_TYPES {
        refuse(
            "pieces",
            format!("{} types are more than the {} that rules hold", program.pieces.len(), rules::MAX_TYPES),
        );
    }
    let universe = Universe::new(program, [white, black]);
    if universe.is_none() {
        refuse(
            "pieces",
            "types and attributes give more states of a square than can be told apart".to_owned(),
        );
    }
    if items.len() > before {
        return None;
    }
    let (board, place) = board?;
    let classes: BTreeSet<Option<u16>> = program
        .pieces
        .iter()
        .flat_map(|p| p.moves.iter().chain(&p.drops))
        .map(|b| b.move_type)
        .filter(|t| t.is_none_or(|t| program.priorities.contains(&t)))
        .collect();
    let royals = (0..program.players.len()).map(|p| program.royals(p as PlayerId)).collect();
    let one_class = classes.len() <= 1;
    let universe = universe?;
    let sides = [white, black];
    Some((Ground { program, universe, sides, place, royals, one_class, max_steps }, board))
}

fn turn_order(program: &Program, sides: [PlayerId; 2], refuse: &mut impl FnMut(&str, String)) {
    let turns = &program.turns;
    let ordinary = turns.iter().all(|t| t.player == t.mover && sides.contains(&t.player));
    let alternate =
        turns.len() > 1 && (0..turns.len()).all(|i| turns[i].player != turns[program.next_turn(i)].player);
    let typed = sides.iter().all(|side| {
        let mut kinds = turns.iter().filter(|t| t.player == *side).map(|t| t.move_type);
        let first = kinds.next();
        kinds.all(|kind| Some(kind) == first)
    });
    if !ordinary || !alternate {
        refuse("turn-order", "the players do not simply take turns".to_owned());
    } else if !typed {
        refuse("turn-order", "the turns of a player admit different moves".to_owned());
    }
}

fn board(
    program: &Program,
    machine: &Machine<'_>,
    refuse: &mut impl FnMut(&str, String),
) -> Option<(Board, Vec<Option<rules::Square>>)> {
    let Some(rows) = machine.ranks() else {
        refuse("board", "its squares are no rectangle of files and ranks".to_owned());
        return None;
    };
    let (ranks, files) = (rows.len(), rows.first().map_or(0, Vec::len));
    if ranks > 16 || files > 16 || program.board.squares.len() > 255 {
        refuse("board", format!("{files} files and {ranks} ranks are more than 16 by 16"));
        return None;
    }
    let mut board = Board::new(files as u8, ranks as u8);
    board.black_sees = Orientation::Same;
    let mut place = vec![None; program.board.squares.len()];
    for (r, row) in rows.iter().rev().enumerate() {
        for (f, square) in row.iter().enumerate() {
            let here = rules::Square((r * 16 + f) as u8);
            place[*square as usize] = Some(here);
            let name = &program.board.squares[*square as usize];
            if *name != here.to_string() {
                board.names.insert(here, name.clone());
            }
        }
    }
    Some((board, place))
}

pub(super) struct Lifter<'a, 'p> {
    pub ground: &'a Ground<'p>,
    pub machine: &'a Machine<'p>,
    pub items: Vec<Item>,
    accounts: BTreeMap<BlockId, Account>,
    map: StateMap,
}

impl Lifter<'_, '_> {
    fn rules(&mut self, board: Board) -> Rules {
        let ground = self.ground;
        let program = ground.program;
        let mut rules = Rules::new(&program.title, board);
        self.setup(&mut rules);
        let (moves, failed) = ground.guarded_moves();
        for piece in 0..program.pieces.len() {
            let kind = &program.pieces[piece];
            for (drop, count) in [(false, kind.moves.len()), (true, kind.drops.len())] {
                for number in 0..count {
                    let id = BlockId { piece: piece as PieceId, drop, number };
                    self.accounts.insert(id, Account::default());
                }
            }
        }
        for (id, limit) in &failed {
            let limit_name = limit.limit;
            let account = self.account(*id);
            account.reasons.insert(format!(
                "its code has too many ways to run from a square; the limit is {limit_name}"
            ));
            account.span = Some(limit.span);
        }
        let reach = Reach::new(ground, &moves);
        let cubes = self.judged(&moves, &reach);
        let aftermath = Aftermath::new(&moves);
        // First with a mark for every attribute, to see which are needed.
        let all = self.asked(&cubes, &BTreeSet::new());
        let passing = ground.passing(&moves, &cubes, &aftermath, &all);
        let marks = self.asked(&cubes, &ground.castlings(&moves, &cubes, &passing, &all).explained);
        let passing = ground.passing(&moves, &cubes, &aftermath, &marks);
        let castlings = ground.castlings(&moves, &cubes, &passing, &marks);
        let atoms = self.atoms(&moves, &cubes, &castlings, &passing, &marks, &mut rules);
        self.move_rules(&mut rules, atoms, &passing);
        for name in marks.values() {
            rules.marks.push(Mark {
                name: name.clone(),
                held_by: Types::none(),
                held: Region::All,
                on_move: rules::OnMove::Keep,
                lost_when_aimed_at: None,
                needs_hand: false,
                in_castling_field: false,
            });
        }
        self.attributes(&marks);
        self.reservations(&moves, &cubes, &castlings, &passing);
        self.history(&castlings, &passing, !failed.is_empty());
        self.state_map(&reach, &castlings, passing, marks);
        rules.castlings = castlings.records;
        let rights = self.map.rights.iter();
        let setup = |square, piece, player| {
            program
                .setup
                .iter()
                .rev()
                .find(|m| m.square == square)
                .is_some_and(|m| m.piece == piece && m.player == player)
        };
        rules.start.rights = rights
            .filter(|r| setup(r.king.0, r.king.1, r.player) && setup(r.partner.0, r.partner.1, r.player))
            .filter_map(|r| Some((ground.at(r.king.0)?, ground.at(r.partner.0)?)))
            .collect();
        self.block_items();
        ground.goals(&mut rules, &mut self.items);
        self.options(&mut rules);
        self.no_rules();
        rules.canonicalise();
        rules
    }

    fn account(&mut self, id: BlockId) -> &mut Account {
        self.accounts.entry(id).or_default()
    }

    /// Guards with what they ask of attributes settled; `None` where no game comes to it.
    fn judged(&self, moves: &[Guarded], reach: &Reach) -> Vec<Option<Cube>> {
        let ground = self.ground;
        let judge = |guarded: &Guarded| {
            let mut cube = guarded.cube.clone();
            for (var, set) in &guarded.cube.0 {
                let Var::Square(square) = var else { continue };
                if ground.universe.split(*set).is_empty() {
                    continue;
                }
                let judged = reach.judge(ground, *square, *set)?;
                let whole = if *square == guarded.start && guarded.outcome.drop.is_none() {
                    ground.universe.men(guarded.player, guarded.piece)
                } else {
                    ground.universe.all
                };
                if judged == whole {
                    cube.0.remove(var);
                } else {
                    cube.0.insert(*var, judged);
                }
            }
            Some(cube)
        };
        moves.iter().map(judge).collect()
    }

    /// The attributes that guards still ask for, those of some moves aside.
    fn asked(&self, cubes: &[Option<Cube>], aside: &BTreeSet<usize>) -> Marks {
        let ground = self.ground;
        let mut found = Marks::new();
        for cube in
            cubes.iter().enumerate().filter(|(i, _)| !aside.contains(i)).filter_map(|(_, c)| c.as_ref())
        {
            for (var, set) in &cube.0 {
                if !matches!(var, Var::Square(_)) {
                    continue;
                }
                for (_, piece) in ground.universe.split(*set) {
                    for (attribute, _) in &ground.program.pieces[piece as usize].attributes {
                        let name = &ground.program.attributes[*attribute as usize];
                        found.entry(*attribute).or_insert_with(|| format!("{}-changed", piece_name(name)));
                    }
                }
            }
        }
        found
    }

    fn atoms(
        &mut self,
        moves: &[Guarded],
        cubes: &[Option<Cube>],
        castlings: &Castlings,
        passing: &Passing,
        marks: &Marks,
        rules: &mut Rules,
    ) -> Vec<Atom> {
        let ground = self.ground;
        let mut atoms = Vec::new();
        let mut drops: BTreeMap<(rules::Side, PieceId, Drop), SquareSet> = BTreeMap::new();
        for (index, guarded) in moves.iter().enumerate() {
            let dead = cubes[index].is_none() || passing.dead.contains(&index);
            if dead || passing.explained.contains(&index) || castlings.explained.contains(&index) {
                for id in &guarded.blocks {
                    let account = self.account(*id);
                    if dead { account.dead += 1 } else { account.explained += 1 }
                }
                continue;
            }
            let Some(cube) = passing.simpler.get(&index).or(cubes[index].as_ref()) else { continue };
            let result = if guarded.outcome.drop.is_some() {
                self.drop(guarded, cube, marks).map(|(key, square)| {
                    drops.entry(key).or_insert(SquareSet::EMPTY).insert(square);
                })
            } else {
                ground.atom(guarded, cube, marks).map(|mut atom| {
                    // The block of the type in which it stands: a report points to it.
                    atom.rule.origin = Origin(guarded.blocks.first().map(|id| id.number as u32));
                    let (from, to) = guarded.first();
                    let runner = Runner { player: guarded.player, piece: guarded.piece, from, to };
                    if passing.runners.contains_key(&runner) {
                        leaves_trail(&mut atom);
                    }
                    atoms.push(atom);
                })
            };
            for id in &guarded.blocks {
                match &result {
                    Ok(()) => self.account(*id).explained += 1,
                    Err(why) => {
                        let wanted = self.account(*id).witness.is_none();
                        let found = if wanted { ground.witness(self.machine, guarded) } else { None };
                        let account = self.account(*id);
                        account.reasons.insert(why.clone());
                        account.witness = account.witness.take().or(found);
                    }
                }
            }
        }
        for ((side, piece, mut drop), zone) in drops {
            drop.sides = side.into();
            drop.types = Types::only([ground.name(piece)]);
            drop.zone = Region::squares(zone);
            rules.drops.push(drop);
        }
        atoms
    }

    fn drop(
        &self,
        guarded: &Guarded,
        cube: &Cube,
        marks: &Marks,
    ) -> Result<((rules::Side, PieceId, Drop), rules::Square), String> {
        let ground = self.ground;
        let off = || "it puts a piece beside the main board".to_owned();
        let outcome = &guarded.outcome;
        let plain = outcome.parts.len() == 1
            && outcome.deeds.is_empty()
            && outcome.captures.is_empty()
            && outcome.partial.is_none();
        if !plain {
            return Err("a drop that does more than put a piece down".to_owned());
        }
        let (_, to) = guarded.first();
        let square = ground.at(to).ok_or_else(off)?;
        let mut drop = Drop { class: guarded.class.clone(), ..Drop::default() };
        let mark = || "it asks for an attribute that can't be kept as a mark".to_owned();
        let onto = cube.get(Var::Square(to)).unwrap_or(ground.universe.all);
        drop.onto = ground.content(guarded.player, onto, marks).ok_or_else(mark)?;
        for (var, set) in &cube.0 {
            match var {
                Var::Square(other) if *other == to => {}
                Var::Square(other) => {
                    let (dx, dy) = ground.vector(to, *other).ok_or_else(off)?;
                    let is = ground.content(guarded.player, *set, marks).ok_or_else(mark)?;
                    drop.when.push(Guard::Square { at: At::To(dx as i8, dy as i8), is });
                }
                _ => return Err("a drop that asks for attacks or the last move".to_owned()),
            }
        }
        drop.becomes = match guarded.promotions.iter().collect::<Vec<_>>()[..] {
            [None] => None,
            [Some(piece)] => Some(ground.name(*piece)),
            _ => return Err("a drop with a choice of types".to_owned()),
        };
        Ok(((ground.side(guarded.player), guarded.piece, drop), square))
    }

    fn move_rules(&mut self, rules: &mut Rules, mut atoms: Vec<Atom>, passing: &Passing) {
        let ground = self.ground;
        match ground.promotions(&mut atoms) {
            Ok(promotions) => rules.promotions = promotions,
            Err((piece, why)) => self.items.push(refusal(
                &format!("{} promotions", ground.program.pieces[piece as usize].name),
                ground.program,
                why,
            )),
        }
        let promoted: BTreeSet<PieceId> = atoms
            .iter()
            .filter(|a| a.promotions.iter().any(Option::is_some))
            .map(|a| a.piece)
            .chain(passing.runners.keys().map(|r| r.piece))
            .collect();
        atoms.extend(passing.atoms.iter().cloned());
        join_hops(&mut atoms, &rules.board);
        let mut by_rule: IndexMap<(PieceId, MoveRule), SquareSet, FxBuildHasher> = IndexMap::default();
        for atom in atoms {
            by_rule.entry((atom.piece, atom.rule)).or_insert(SquareSet::EMPTY).insert(atom.from);
        }
        for ((piece, mut rule), from) in by_rule {
            rule.from = Region::squares(from);
            rules.pieces[piece as usize].moves.push(rule);
        }
        for piece in promoted {
            rules.pieces[piece as usize].pawn = true;
        }
    }

    fn state_map(&mut self, reach: &Reach, castlings: &Castlings, passing: Passing, marks: Marks) {
        let ground = self.ground;
        let program = ground.program;
        let mut known = BTreeMap::new();
        for square in 0..program.board.squares.len() as Square {
            for player in ground.sides {
                for piece in 0..program.pieces.len() as PieceId {
                    if program.pieces[piece as usize].attributes.is_empty() {
                        continue;
                    }
                    let met = reach.at(square).and(ground.universe.men(player, piece));
                    if let Some(number) = Bits::single(met).filter(|n| *n != EMPTY) {
                        known.insert((player, piece, square), ground.universe.state(number).attributes);
                    }
                }
            }
        }
        self.map = StateMap {
            sides: ground.sides,
            squares: ground.place.clone(),
            pieces: (0..program.pieces.len() as PieceId).map(|p| ground.name(p)).collect(),
            rights: castlings.rights.clone(),
            runners: passing.runners,
            marks,
            known,
            defaults: program.pieces.iter().map(|p| p.attribute_bits().0).collect(),
        };
    }

    fn never_offered(&self, id: BlockId) -> bool {
        let kind = &self.ground.program.pieces[id.piece as usize];
        let block = if id.drop { &kind.drops[id.number] } else { &kind.moves[id.number] };
        self.ground
            .sides
            .iter()
            .all(|side| self.ground.admitted(*side).is_some_and(|admitted| block.move_type != Some(admitted)))
    }

    fn block_items(&mut self) {
        let program = self.ground.program;
        for (id, account) in std::mem::take(&mut self.accounts) {
            let kind = &program.pieces[id.piece as usize];
            let (what, block) =
                if id.drop { ("drops", &kind.drops[id.number]) } else { ("moves", &kind.moves[id.number]) };
            // A block of which some moves are left out is lost like one that is left out whole.
            let fidelity = if account.reasons.is_empty() { Fidelity::Exact } else { Fidelity::Dropped };
            let carried = account.explained;
            let why = if account.reasons.is_empty() {
                match (account.explained, account.dead) {
                    (0, 0) if self.never_offered(id) => "its move type is never admitted".to_owned(),
                    (0, 0) => "it yields no move from any square".to_owned(),
                    (0, _) => "no game comes to a position in which it yields a move".to_owned(),
                    (n, 0) => format!("{n} guarded moves, all explained"),
                    (n, dead) => format!("{n} guarded moves, all explained; no game comes to {dead} others"),
                }
            } else {
                let why = account.reasons.into_iter().collect::<Vec<_>>().join("; ");
                if carried == 0 { why } else { format!("some of its moves are left out: {why}") }
            };
            let rule = format!("{} {what}, block {}", kind.name, id.number + 1);
            let mut item = Item::new(rule, fidelity, why).at(account.span.unwrap_or(block.span));
            item.witness = account.witness;
            self.items.push(item);
        }
    }
}
