//! Goals: when a game is over and for whom (reference 15).

use std::hash::BuildHasher as _;

use super::super::program::{
    Goal, Link, Occupant, OccupantOwner, PieceId, PlayerId, PlayerKind, Square, Target, Test, Verdict,
};
use super::super::readings;
use super::apply::Captured;
use super::{Fault, Fuel, Machine, Move, Position};

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// To move, attacked, no legal move.
    Checkmate,
    /// To move, not attacked, no legal move, and a goal says what that means.
    Stalemate,
    /// Any other goal.
    Goal,
    /// The position has occurred for the third time.
    Repetition,
    /// No legal move, and no goal says what that means (Q31).
    NoMoves,
}

impl EndReason {
    /// The word used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::Goal => "goal",
            EndReason::Repetition => "repetition",
            EndReason::NoMoves => "no-moves",
        }
    }
}

/// How a game ended. Without winner and loser it is a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Who won, where that is said.
    pub winner: Option<PlayerId>,
    /// Who lost, where that is said.
    pub loser: Option<PlayerId>,
    /// Why.
    pub reason: EndReason,
}

/// A position within a game: what came before matters for repetition and goals.
#[derive(Debug, Clone)]
pub struct Status {
    /// The position.
    pub position: Position,
    /// Hashes of all positions between turns, this one last.
    seen: Vec<u64>,
    /// Men captured in the last turn.
    captured: Captured,
    /// Whether anything was played, so that goals are tested.
    begun: bool,
    /// Turns completed.
    pub turns: u32,
}

/// What a position allows.
#[derive(Debug, Clone)]
pub struct Outlook {
    /// Legal moves; empty where the game is over.
    pub moves: Vec<Move>,
    /// How the game ended, if it did.
    pub end: Option<End>,
    /// Whether the side to move is in check.
    pub check: bool,
}

/// What the goals that wait for move generation need to know.
struct Late {
    to_move: PlayerId,
    no_moves: bool,
    check: bool,
    /// Who completed a third occurrence.
    repeater: Option<PlayerId>,
}

impl Machine<'_> {
    /// The start of a game.
    pub fn begin(&self) -> Status {
        self.begin_at(self.start())
    }

    /// A game that starts from a position. Goals are not tested on the start
    /// position of the rules; on any other one they are (reference 15.12).
    pub fn begin_at(&self, position: Position) -> Status {
        let seen = vec![hash(&position)];
        let begun = position != self.start();
        Status { position, seen, captured: Captured::new(), begun, turns: 0 }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// [`Fault`] where the continuations of a partial move can't be listed.
    pub fn play(&self, status: &Status, mv: &Move) -> Result<Status, Fault> {
        let mut position = status.position.clone();
        let captured = self.play_onto(&status.position, mv, &mut position)?;
        let mut next = Status {
            seen: status.seen.clone(),
            captured: if status.position.pending.is_some() {
                status.captured.clone()
            } else {
                Captured::new()
            },
            begun: true,
            turns: status.turns,
            position,
        };
        next.captured.extend(captured);
        if next.position.pending.is_none() {
            next.turns += 1;
            next.seen.push(hash(&next.position));
        }
        Ok(next)
    }

    /// The legal moves of a position in a game, or its end.
    ///
    /// # Errors
    /// [`Fault`] where a limit is met.
    pub fn outlook(&self, status: &Status) -> Result<Outlook, Fault> {
        let position = &status.position;
        let turn = self.turn(position);
        let next = self.program.next_turn(position.turn);
        let guarded =
            !self.royals[turn.mover as usize].is_empty() && self.program.turns[next].mover != turn.mover;
        let guard = match guarded {
            true => Some(self.guard(position, turn.mover, next, &Fuel::new())?),
            false => None,
        };
        let check = match &guard {
            Some(guard) => guard.attacked,
            None => self.in_check(position, turn.mover)?,
        };
        let over = |end| Outlook { moves: Vec::new(), end: Some(end), check };
        let between_turns = status.begun && position.pending.is_none();
        if between_turns && let Some(end) = self.first_end(status, None) {
            return Ok(over(end));
        }
        let moves = self.legal_guarded(position, guard.as_ref())?;
        let late = Late {
            to_move: if self.readings.other(readings::GOALS_OF_MOVER) { turn.mover } else { turn.player },
            no_moves: moves.is_empty(),
            check,
            repeater: self.repeater(status).filter(|_| between_turns),
        };
        let stuck = late.no_moves || late.repeater.is_some();
        // A goal that joins a question about moves with others may hold at any time.
        if stuck || self.mixed_goals && between_turns {
            let ended = self.first_end(status, Some(&late));
            if ended.is_none() && !stuck {
                return Ok(Outlook { moves, end: None, check });
            }
            let reason = if late.no_moves { EndReason::NoMoves } else { EndReason::Repetition };
            let lost = (late.no_moves && self.readings.other(readings::NO_MOVES_LOSE)).then_some(turn.player);
            let winner = lost.and_then(|loser| self.other(loser));
            return Ok(over(ended.unwrap_or(End { winner, loser: lost, reason })));
        }
        Ok(Outlook { moves, end: None, check })
    }

    /// The first goal that holds: in the order of the file, or by what it decides (Q29).
    fn first_end(&self, status: &Status, late: Option<&Late>) -> Option<End> {
        let goals = &self.program.goals;
        if !self.readings.other(readings::WINS_FIRST) {
            return goals.iter().find_map(|goal| self.decide(goal, status, late));
        }
        [Verdict::Win, Verdict::Loss, Verdict::Draw, Verdict::Count].into_iter().find_map(|verdict| {
            let of_kind = goals.iter().filter(|goal| goal.verdict == verdict);
            of_kind.filter_map(|goal| self.decide(goal, status, late)).next()
        })
    }

    /// Who completed a third occurrence of the position: the player of the last turn (Q28).
    fn repeater(&self, status: &Status) -> Option<PlayerId> {
        let now = status.seen.last()?;
        let times = if self.readings.other(readings::SECOND_TIME) { 2 } else { 3 };
        if status.seen.iter().filter(|h| *h == now).count() < times {
            return None;
        }
        let turns = &self.program.turns;
        let last = (0..turns.len()).find(|item| self.program.next_turn(*item) == status.position.turn)?;
        Some(turns[last].player)
    }

    /// What a goal decides, if it holds for one of its players. `late` is there
    /// when moves are known; goals that need it wait until then.
    fn decide(&self, goal: &Goal, status: &Status, late: Option<&Late>) -> Option<End> {
        if needs_moves(&goal.test) != late.is_some() {
            return None;
        }
        let player = *goal.players.iter().find(|p| self.holds(&goal.test, **p, status, late))?;
        let reason = match (late, &goal.test) {
            (_, Test::Checkmated(_)) => EndReason::Checkmate,
            (_, Test::Stalemated) => EndReason::Stalemate,
            (_, Test::Repetition) => EndReason::Repetition,
            _ => EndReason::Goal,
        };
        let (winner, loser) = match goal.verdict {
            Verdict::Win => (Some(player), self.other(player)),
            Verdict::Loss => (self.other(player), Some(player)),
            Verdict::Draw => (None, None),
            Verdict::Count => {
                let winner = self.most_men(&status.position);
                (winner, winner.and_then(|w| self.other(w)))
            }
        };
        Some(End { winner, loser, reason })
    }

    /// The other player of a game of two.
    fn other(&self, player: PlayerId) -> Option<PlayerId> {
        let mut others = (0..self.program.players.len() as PlayerId)
            .filter(|p| *p != player && self.kind(*p) == PlayerKind::Ordinary);
        let first = others.next()?;
        others.next().is_none().then_some(first)
    }

    fn most_men(&self, position: &Position) -> Option<PlayerId> {
        let count = |p: PlayerId| self.count(position, Some(p), None);
        let players =
            (0..self.program.players.len() as PlayerId).filter(|p| self.kind(*p) == PlayerKind::Ordinary);
        let best = players.clone().max_by_key(|p| count(*p))?;
        (players.filter(|p| count(*p) == count(best)).count() == 1).then_some(best)
    }

    /// Number of men of a player (or all) and type (or all).
    fn count(&self, position: &Position, player: Option<PlayerId>, piece: Option<PieceId>) -> u32 {
        let uncounted = self.readings.other(readings::DUMMY_UNCOUNTED);
        let fits = |owner: PlayerId, of: PieceId| {
            player.is_none_or(|p| p == owner)
                && piece.is_none_or(|t| t == of)
                && !(uncounted && self.program.pieces[of as usize].dummy)
        };
        let on_board = position.men().filter(|(_, m)| fits(m.owner, m.piece)).count() as u32;
        if !self.program.options.include_off_pieces {
            return on_board;
        }
        let types = self.program.pieces.len();
        let off: u32 = position
            .reserves
            .iter()
            .enumerate()
            .filter(|(slot, _)| fits((slot / types) as PlayerId, (slot % types) as PieceId))
            .map(|(_, n)| *n)
            .fold(0, u32::saturating_add);
        on_board.saturating_add(off)
    }

    fn holds(&self, test: &Test, player: PlayerId, status: &Status, late: Option<&Late>) -> bool {
        let position = &status.position;
        match test {
            Test::Stalemated => late.is_some_and(|l| l.no_moves && l.to_move == player && !l.check),
            Test::Checkmated(types) => late.is_some_and(|l| {
                l.no_moves && l.to_move == player && l.check && {
                    let mover = self.turn(position).mover;
                    position.men().any(|(_, m)| m.owner == mover && types.contains(&m.piece))
                }
            }),
            Test::Captured(types) => {
                status.captured.iter().any(|(owner, piece)| *owner == player && types.contains(piece))
            }
            Test::Repetition => late.is_some_and(|l| l.repeater == Some(player)),
            Test::PiecesRemaining(n, piece) => self.count(position, Some(player), *piece) == *n,
            Test::TotalPieceCount(n, piece) => self.count(position, None, *piece) == *n,
            Test::AbsoluteConfig(occupants, targets) => {
                targets.iter().all(|t| self.target_holds(position, player, occupants, *t))
            }
            Test::RelativeConfig(chain) => (0..self.program.board.squares.len() as Square)
                .any(|square| self.chain_holds(position, player, chain, square)),
            Test::And(tests) => tests.iter().all(|t| self.holds(t, player, status, late)),
            Test::Or(tests) => tests.iter().any(|t| self.holds(t, player, status, late)),
            Test::Not(test) => !self.holds(test, player, status, late),
        }
    }

    fn occupies(&self, position: &Position, player: PlayerId, occupant: &Occupant, square: Square) -> bool {
        let stands = position.man(square).is_some_and(|m| {
            let owned = match occupant.owner {
                OccupantOwner::Own => m.owner == player,
                OccupantOwner::Opponent => m.owner != player,
                OccupantOwner::Any => true,
            };
            owned && m.piece == occupant.piece
        });
        stands != occupant.negated
    }

    /// A square must hold one of the occupants; a zone must hold one on some
    /// square, and none of a negated occupant on any (Q27).
    fn target_holds(
        &self,
        position: &Position,
        player: PlayerId,
        occupants: &[Occupant],
        target: Target,
    ) -> bool {
        let any = |square| occupants.iter().any(|o| self.occupies(position, player, o, square));
        match target {
            Target::Square(square) => any(square),
            Target::Zone(zone) => {
                let mut squares = self.program.board.zones[zone as usize].iter(player);
                let all = occupants.iter().all(|o| o.negated) || self.readings.other(readings::ALL_OF_ZONE);
                if all { squares.all(any) } else { squares.any(any) }
            }
        }
    }

    /// Directions of a pattern are not mapped by symmetry, or are (Q7).
    fn chain_holds(&self, position: &Position, player: PlayerId, chain: &[Link], start: Square) -> bool {
        let mut square = start;
        for link in chain {
            match link {
                Link::Occupant(occupant) => {
                    if !self.occupies(position, player, occupant, square) {
                        return false;
                    }
                }
                Link::Step(direction) => {
                    let mapped = self.readings.other(readings::GOAL_SYMMETRY);
                    let board = &self.program.board;
                    let next = match mapped {
                        true => board.step(player, *direction, square),
                        false => board.links[*direction as usize][square as usize],
                    };
                    match next {
                        Some(next) => square = next,
                        None => return false,
                    }
                }
            }
        }
        true
    }
}

/// Whether a test joins one that waits for the legal moves with others.
pub(super) fn is_mixed(test: &Test) -> bool {
    needs_moves(test) && matches!(test, Test::And(_) | Test::Or(_) | Test::Not(_))
}

/// Whether a test can only be judged when the legal moves are known.
fn needs_moves(test: &Test) -> bool {
    match test {
        Test::Stalemated | Test::Checkmated(_) | Test::Repetition => true,
        Test::And(tests) | Test::Or(tests) => tests.iter().any(needs_moves),
        Test::Not(test) => needs_moves(test),
        _ => false,
    }
}

/// What counts for repetition: board, attributes, reserves and turn, not how the
/// position came about (Q28).
fn hash(position: &Position) -> u64 {
    rustc_hash::FxBuildHasher.hash_one((&position.board, &position.reserves, position.turn))
}
