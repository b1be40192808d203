//! Positions that show a move of which the rules can't speak.

use super::super::machine::{Machine, Man, MoveKind};
use super::cube::{NOWHERE, Var};
use super::ground::{Ground, Guarded};
use super::states::EMPTY;
use crate::rules::Witness;

impl Ground<'_> {
    /// Builds the sparest board on which the guard holds, and looks whether the
    /// machine then makes the move, which is the note.
    pub fn witness(&self, machine: &Machine<'_>, guarded: &Guarded) -> Option<Witness> {
        let mut position = machine.empty();
        position.turn = self.program.turns.iter().position(|t| t.mover == guarded.player)?;
        let man = |number: usize| {
            (number != EMPTY).then(|| {
                let state = self.universe.state(number);
                Man { attributes: state.attributes, piece: state.piece, owner: state.owner }
            })
        };
        if guarded.outcome.drop.is_none() {
            let states = self.standing(guarded, guarded.start);
            position.set(guarded.start, states.iter().next().and_then(man));
        }
        for (var, set) in &guarded.cube.0 {
            match var {
                Var::Square(square) => {
                    let royal = |n: &usize| {
                        *n != EMPTY && {
                            let s = self.universe.state(*n);
                            self.royals[s.owner as usize].contains(&s.piece)
                        }
                    };
                    let plain = set.iter().find(|n| !royal(n)).or_else(|| set.iter().next());
                    position.set(*square, plain.and_then(man));
                }
                Var::LastFrom => {
                    let value = set.iter().next().filter(|v| *v != NOWHERE);
                    position.last_from = value.map(|v| v as u16);
                }
                Var::LastTo => {
                    let value = set.iter().next().filter(|v| *v != NOWHERE);
                    position.last_to = value.map(|v| v as u16);
                }
                Var::Attacked(..) | Var::Defended(..) => {}
            }
        }
        if let Some(piece) = guarded.outcome.drop {
            machine.set_reserve(&mut position, guarded.player, piece, 1);
        }
        let moves = machine.legal(&position).ok()?;
        let found = moves.iter().position(|mv| {
            mv.parts[..] == guarded.outcome.parts[..]
                && guarded.promotions.contains(&mv.promotion)
                && matches!(mv.kind, MoveKind::Drop(_)) == guarded.outcome.drop.is_some()
                && mv.copy == guarded.outcome.copy
                && mv.partial.is_some() == guarded.outcome.partial.is_some()
                && guarded.outcome.captures.iter().all(|s| mv.captures.contains(s))
        })?;
        let texts = machine.move_texts(&moves);
        let status = machine.begin_at(position);
        Some(Witness { position: machine.position_text(&status), note: texts[found].clone() })
    }
}
