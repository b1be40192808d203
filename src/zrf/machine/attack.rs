//! Attacks: `attacked?`, `defended?` and the rule of check (reference 10.5, 16).
//!
//! Running every block of every enemy man for every test would be slow, so
//! [`Reach`] holds, for a block and a start square, all squares that it could
//! possibly capture on any board; only blocks that reach the square are run.

use std::sync::OnceLock;

use super::super::program::{
    Anchor, Block, MoveTypeId, PieceId, Place, PlayerId, PlayerKind, Program, Square, Statement,
    StatementKind,
};
use super::super::readings;
use super::code::{Links, NONE};
use super::run::{Reads, Run};
use super::{Change, Fault, Fuel, Machine, Man, Move, MoveKind, Position};

/// A set of squares, as words of 64.
type Squares = Box<[u64]>;

/// For each square, the blocks that may capture there, as bits; all blocks from
/// the 64th on share the last bit.
type Targets = Box<[u64]>;

const LAST_BIT: usize = 63;

/// For each type, player and start square, what its blocks may capture. Filled on demand.
pub(super) struct Reach {
    players: usize,
    rows: Vec<OnceLock<Box<[OnceLock<Targets>]>>>,
}

impl Reach {
    pub(super) fn new(pieces: usize, players: usize) -> Self {
        Reach { players, rows: (0..pieces * players).map(|_| OnceLock::new()).collect() }
    }

    /// The blocks of a type that may capture on `target` from `from`, as bits.
    fn blocks(
        &self,
        machine: &Machine<'_>,
        piece: PieceId,
        side: PlayerId,
        from: Square,
        target: Square,
    ) -> u64 {
        let program = machine.program;
        let squares = program.board.squares.len();
        let row = self.rows[piece as usize * self.players + side as usize]
            .get_or_init(|| (0..squares).map(|_| OnceLock::new()).collect());
        let targets = row[from as usize].get_or_init(|| {
            let mut targets: Targets = vec![0; squares].into();
            for (i, block) in program.pieces[piece as usize].moves.iter().enumerate() {
                for square in ones(&Trace::run(program, &machine.links, block, side, from)) {
                    targets[square as usize] |= 1 << i.min(LAST_BIT);
                }
            }
            targets
        });
        targets[target as usize]
    }
}

/// Runs a block on all boards at once: every variable is a set of squares.
struct Trace<'a> {
    program: &'a Program,
    links: &'a Links,
    side: PlayerId,
    start: Squares,
    cursor: Squares,
    mark: Squares,
    /// Squares where `from`, `to` or a new part may lie.
    anchors: Squares,
    hit: Squares,
}

impl<'a> Trace<'a> {
    fn run(program: &'a Program, links: &'a Links, block: &Block, side: PlayerId, from: Square) -> Squares {
        let words = program.board.squares.len().div_ceil(64);
        let mut start: Squares = vec![0; words].into();
        start[from as usize / 64] |= 1 << (from % 64);
        let none: Squares = vec![0; words].into();
        let mut trace = Trace {
            program,
            links,
            side,
            cursor: start.clone(),
            mark: start.clone(),
            anchors: start.clone(),
            start,
            hit: none,
        };
        trace.sequence(&block.body);
        trace.hit
    }

    fn place(&self, place: Place) -> Squares {
        let mut out: Squares = vec![0; self.cursor.len()].into();
        for square in ones(&self.cursor) {
            let square = self.links.place(self.side, place, square);
            if square != NONE {
                out[square as usize / 64] |= 1 << (square % 64);
            }
        }
        out
    }

    fn sequence(&mut self, body: &[Statement]) {
        for statement in body {
            if self.cursor.iter().all(|w| *w == 0) {
                return;
            }
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        use StatementKind as S;
        match kind {
            S::Step(place) => self.cursor = self.place(*place),
            S::If(_, then, otherwise) => {
                let before = (self.cursor.clone(), self.mark.clone());
                self.sequence(then);
                let after = (
                    std::mem::replace(&mut self.cursor, before.0),
                    std::mem::replace(&mut self.mark, before.1),
                );
                self.sequence(otherwise);
                join(&mut self.cursor, &after.0);
                join(&mut self.mark, &after.1);
            }
            S::While(_, body) => loop {
                let before = (self.cursor.clone(), self.mark.clone(), self.anchors.clone());
                self.sequence(body);
                let grown = join_grows(&mut self.cursor, &before.0)
                    | join_grows(&mut self.mark, &before.1)
                    | (self.anchors != before.2);
                if !grown {
                    break;
                }
            },
            S::Mark(place) => {
                let squares = self.place(*place);
                join(&mut self.mark, &squares);
            }
            S::Back => self.cursor = self.mark.clone(),
            S::Go(Anchor::Mark) => self.cursor = self.mark.clone(),
            S::Go(Anchor::From) => self.cursor = self.anchors.clone(),
            S::Go(Anchor::To) => join(&mut self.cursor, &self.anchors.clone()),
            S::Go(Anchor::LastFrom | Anchor::LastTo) => {
                for square in 0..self.program.board.squares.len() {
                    self.cursor[square / 64] |= 1 << (square % 64);
                }
            }
            S::From | S::To => join(&mut self.anchors, &self.cursor.clone()),
            S::Cascade => {
                self.land();
                join(&mut self.anchors, &self.cursor.clone());
            }
            S::Capture(place) | S::Create { place, .. } => {
                let squares = self.place(*place);
                join(&mut self.hit, &squares);
            }
            S::Add(_) => self.land(),
            S::Verify(_)
            | S::ChangeType(..)
            | S::ChangeOwner(_)
            | S::Flip(_)
            | S::SetFlag(..)
            | S::SetPositionFlag(..)
            | S::SetAttribute(..) => {}
        }
    }

    fn land(&mut self) {
        join(&mut self.hit, &self.cursor);
        if self.anchors != self.start {
            join(&mut self.hit, &self.anchors.clone());
        }
    }
}

fn ones(set: &[u64]) -> impl Iterator<Item = Square> + '_ {
    set.iter().enumerate().flat_map(|(word, bits)| {
        (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (word * 64 + bit) as Square)
    })
}

fn join(into: &mut [u64], other: &[u64]) {
    into.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

/// Joins; true where `into` held squares that `other` lacked.
fn join_grows(into: &mut [u64], other: &[u64]) -> bool {
    let grown = into.iter().zip(other).any(|(a, b)| a & !b != 0);
    join(into, other);
    grown
}

/// Whether a move captures on `square`: by landing there, by statement, or by
/// creating something there. A man that a later part carries off (to a hand or
/// prison square) is captured all the same: games with such parts and a
/// `checkmated` goal were played with check in force (reference 16.5, 26).
fn captures(mv: &Move, square: Square) -> bool {
    mv.captures.contains(&square)
        || mv.changes.iter().any(|c| matches!(c, Change::Create(s, ..) if *s == square))
        || mv.parts.iter().any(|&(from, to)| to == square && from != square)
}

/// Whether royal men are safe in a turn, and what that depends on.
pub(super) struct Guard {
    /// Whether one is attacked.
    pub(super) attacked: bool,
    /// The turn item.
    item: usize,
    reads: Reads,
}

impl Machine<'_> {
    /// Whether an enemy of `side` could capture on a square (`attacked?`).
    pub(super) fn attacked(
        &self,
        position: &Position,
        side: PlayerId,
        square: Square,
        move_type: Option<MoveTypeId>,
        phantom: Option<(Square, Man)>,
        fuel: &Fuel,
    ) -> Result<bool, Fault> {
        for (id, player) in self.program.players.iter().enumerate() {
            let enemy = id as PlayerId;
            if enemy != side
                && player.kind != PlayerKind::Neutral
                && self.captures_on(position, enemy, square, move_type, phantom, None, fuel)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether another man of `side` could capture on a square if an enemy stood there
    /// (`defended?`): an enemy of the type that stands there, else of the mover's.
    pub(super) fn defended(
        &self,
        position: &Position,
        side: PlayerId,
        mover: PieceId,
        square: Square,
        move_type: Option<MoveTypeId>,
        fuel: &Fuel,
    ) -> Result<bool, Fault> {
        let enemy = (0..self.program.players.len() as PlayerId).find(|p| self.is_enemy(side, *p));
        let Some(enemy) = enemy else { return Ok(false) };
        let piece = position.man(square).map_or(mover, |man| man.piece);
        let nobody = position.man(square).is_none() && self.readings.other(readings::NOBODY_ATTACKED);
        let phantom = (!nobody).then(|| (square, self.new_man(piece, enemy)));
        self.captures_on(position, side, square, move_type, phantom, None, fuel)
    }

    /// Whether a man of `attacker` has a pseudo-legal move that captures on a square. What the
    /// answer depends on is noted in `reads`.
    #[expect(
        clippy::too_many_arguments,
        reason = "the question has that many parts; a struct would hide them"
    )]
    fn captures_on(
        &self,
        position: &Position,
        attacker: PlayerId,
        square: Square,
        move_type: Option<MoveTypeId>,
        phantom: Option<(Square, Man)>,
        reads: Option<&Reads>,
        fuel: &Fuel,
    ) -> Result<bool, Fault> {
        let masked = phantom.map(|(at, _)| at);
        for (from, man) in position.men() {
            if man.owner != attacker || masked == Some(from) {
                continue;
            }
            let reaching = self.reach.blocks(self, man.piece, attacker, from, square);
            if reaching == 0 {
                continue;
            }
            for (i, block) in self.program.pieces[man.piece as usize].moves.iter().enumerate() {
                if reaching >> i.min(LAST_BIT) & 1 == 0 || !Self::admits(block, move_type) {
                    continue;
                }
                let mut sink = |mv: Move| captures(&mv, square);
                let run = Run::new(self, position, fuel, attacker, MoveKind::Move, from, &mut sink)
                    .attacking(phantom, reads);
                if run.block(self.compiled(man.piece, i), block.span)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a royal man of `side` could be captured in the turn `item` (reference 16.2).
    pub(super) fn royal_en_prise(
        &self,
        position: &Position,
        side: PlayerId,
        item: usize,
        reads: Option<&Reads>,
        fuel: &Fuel,
    ) -> Result<bool, Fault> {
        let turn = self.program.turns[item];
        let royals = &self.royals[side as usize];
        if royals.is_empty() || turn.mover == side {
            return Ok(false);
        }
        let is_royal = |man: &Man| man.owner == side && royals[man.piece as usize];
        if self.readings.other(readings::LAST_ROYAL_ONLY)
            && position.board.iter().filter(|man| is_royal(man)).count() > 1
        {
            return Ok(false);
        }
        for (square, man) in position.men() {
            if is_royal(&man)
                && self.captures_on(position, turn.mover, square, turn.move_type, None, reads, fuel)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the royal men of `side` are safe in the turn `item`, with what that depends on.
    pub(super) fn guard(
        &self,
        position: &Position,
        side: PlayerId,
        item: usize,
        fuel: &Fuel,
    ) -> Result<Guard, Fault> {
        let reads = Reads::new(self.program.board.squares.len());
        let attacked = self.royal_en_prise(position, side, item, Some(&reads), fuel)?;
        Ok(Guard { attacked, item, reads })
    }

    /// Whether a move can't put a royal man of its side en prise where none is: it touches no
    /// square that the answer came from, and makes no royal man and no attacker.
    pub(super) fn leaves_safe(&self, position: &Position, mv: &Move, side: PlayerId, guard: &Guard) -> bool {
        let royals = &self.royals[side as usize];
        let attacker = self.program.turns[guard.item].mover;
        let clear = |square: Square| !guard.reads.has(square);
        let unseen = |square: Square| {
            let man = position.board[square as usize];
            clear(square) && !(man.owner == side && royals[man.piece as usize])
        };
        !guard.attacked
            && !guard.reads.last_move.get()
            && mv.partial.is_none()
            && !self.readings.other(readings::LAST_ROYAL_ONLY)
            && mv.promotion.is_none_or(|piece| !royals[piece as usize])
            && !matches!(mv.kind, MoveKind::Drop(piece) if royals[piece as usize])
            && mv.parts.iter().all(|&(from, to)| {
                unseen(from) && clear(to) && position.board[from as usize].owner != attacker
            })
            && mv.captures.iter().all(|square| clear(*square))
            && mv.changes.iter().all(|change| match change {
                Change::Attribute(square, ..) => clear(*square),
                _ => false,
            })
    }

    /// Whether `side` stands in check: the next turn of another side could take
    /// a royal man of it (reference 16.9).
    pub fn in_check(&self, position: &Position, side: PlayerId) -> Result<bool, Fault> {
        let mut item = position.turn;
        for _ in 0..=self.program.turns.len() {
            if self.program.turns[item].mover != side {
                return self.royal_en_prise(position, side, item, None, &Fuel::new());
            }
            item = self.program.next_turn(item);
        }
        Ok(false)
    }

    /// Whether a side that begins with royal men has none on the board or off it.
    pub(crate) fn missing_royals(&self, position: &Position) -> Option<String> {
        let start = self.start();
        let any = |position: &Position, side: usize| {
            let royals = &self.royals[side];
            let on_board = |man: &Man| {
                usize::from(man.owner) == side && royals.get(man.piece as usize).copied().unwrap_or(false)
            };
            position.board.iter().any(on_board)
        };
        let missing = (0..self.royals.len()).find(|side| any(&start, *side) && !any(position, *side))?;
        let name = &self.program.players.get(missing)?.name;
        Some(format!("{name} has none of the pieces that must not be taken, and has some at the start"))
    }
}
