//! Findings about the course of a block: what never ends, never runs, or does
//! not do what its author most likely meant.

use super::super::program::{Condition, FlagId, Place, Statement, StatementKind};
use super::super::tree::Form;
use crate::diagnostic::{Diagnostic, codes};

/// Looks through a block. `forms` are the forms of its statements, depth first.
pub(super) fn lint(block: &Form, body: &[Statement], forms: &[Form], findings: &mut Vec<Diagnostic>) {
    if !body.iter().any(|s| holds(s, &|s| matches!(s.kind, StatementKind::Add(_)))) {
        findings.push(
            block
                .finding(codes::NO_ADD, "this block never adds a move")
                .help("end it with `add`, or remove it"),
        );
    }
    let mut walk = Walk { forms, next: 0, findings };
    walk.sequence(body);
    attribute_on_start(body, forms, findings);
}

/// Whether a statement or one inside it has a property.
fn holds(statement: &Statement, property: &impl Fn(&Statement) -> bool) -> bool {
    property(statement)
        || match &statement.kind {
            StatementKind::If(_, then, otherwise) => {
                then.iter().chain(otherwise.iter()).any(|s| holds(s, property))
            }
            StatementKind::While(_, body) => body.iter().any(|s| holds(s, property)),
            _ => false,
        }
}

struct Walk<'a> {
    forms: &'a [Form],
    next: usize,
    findings: &'a mut Vec<Diagnostic>,
}

impl Walk<'_> {
    fn sequence(&mut self, body: &[Statement]) {
        let mut dead = false;
        for statement in body {
            let Some(form) = self.forms.get(self.next) else { return };
            if std::mem::take(&mut dead) {
                self.findings.push(
                    form.finding(codes::DEAD_CODE, "this is never run: the test before it always fails")
                        .help("remove it, or the test"),
                );
            }
            self.next += 1;
            match &statement.kind {
                StatementKind::Verify(condition) => dead = constant(condition) == Some(false),
                StatementKind::If(_, then, otherwise) => {
                    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                        self.sequence(then);
                        self.sequence(otherwise);
                    });
                }
                StatementKind::While(condition, inner) => {
                    if constant(condition) != Some(false)
                        && !inner.iter().any(|s| holds(s, &|s| ends_loop(s, condition)))
                    {
                        let place = form.first().unwrap_or_else(|| form.clone());
                        self.findings.push(
                            place
                                .finding(codes::ENDLESS_LOOP, "this loop never ends once it is entered")
                                .help("move the cursor in it, or change a flag of its condition"),
                        );
                    }
                    stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.sequence(inner));
                }
                _ => {}
            }
        }
    }
}

/// The value of a condition that does not depend on anything.
fn constant(condition: &Condition) -> Option<bool> {
    match condition {
        Condition::Constant(value) => Some(*value),
        Condition::Not(inner) => constant(inner).map(|v| !v),
        _ => None,
    }
}

/// Whether a statement can bring a loop on a condition to its end.
fn ends_loop(statement: &Statement, condition: &Condition) -> bool {
    match &statement.kind {
        StatementKind::Step(_) | StatementKind::Back | StatementKind::Go(_) | StatementKind::Verify(_) => {
            true
        }
        StatementKind::Mark(_) => mentions(condition, &|c| matches!(c, Condition::Marked(_))),
        StatementKind::SetFlag(flag, _) => mentions_flag(condition, *flag),
        StatementKind::SetPositionFlag(flag, ..) => {
            mentions(condition, &|c| matches!(c, Condition::PositionFlag(f, _) if f == flag))
        }
        _ => false,
    }
}

fn mentions_flag(condition: &Condition, flag: FlagId) -> bool {
    mentions(condition, &|c| matches!(c, Condition::Flag(f) if *f == flag))
}

fn mentions(condition: &Condition, property: &impl Fn(&Condition) -> bool) -> bool {
    property(condition)
        || match condition {
            Condition::Not(inner) => mentions(inner, property),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|c| mentions(c, property)),
            _ => false,
        }
}

/// `set-attribute` on the start square, then a step, then `add`: the mover does
/// not get the attribute (reference 9.9). Blocks that name origins or
/// destinations, or move several men, are left alone.
fn attribute_on_start(body: &[Statement], forms: &[Form], findings: &mut Vec<Diagnostic>) {
    use StatementKind as S;
    let explicit = |s: &Statement| {
        matches!(s.kind, S::From | S::To | S::Cascade | S::Create { .. } | S::Go(_) | S::Back)
    };
    if body.iter().any(|s| holds(s, &explicit)) {
        return;
    }
    let mut pending: Option<usize> = None;
    let mut at = 0;
    for statement in body {
        let own = at;
        at += count(statement);
        match &statement.kind {
            S::SetAttribute(Some(_), _) => pending = Some(own),
            S::Step(Place::At(_)) | S::Add(_) => return,
            S::Step(_) if pending.is_none() => return,
            S::If(..) | S::While(..)
                if pending.is_none() && holds(statement, &|s| matches!(s.kind, S::Step(_))) =>
            {
                return;
            }
            _ => {
                let moves = holds(statement, &|s| matches!(s.kind, S::Step(_)));
                if let Some(form) = pending.filter(|_| moves).and_then(|p| forms.get(p)) {
                    let place = form.first().unwrap_or_else(|| form.clone());
                    let message = "the attribute is set on the start square, which the piece then leaves";
                    findings.push(
                        place
                            .finding(codes::ATTRIBUTE_ON_START, message)
                            .help("set it on the square where the piece lands, just before `add`"),
                    );
                    return;
                }
            }
        }
    }
}

/// Number of statements in a statement, itself included.
fn count(statement: &Statement) -> usize {
    let sum = |body: &[Statement]| body.iter().map(count).sum::<usize>();
    1 + match &statement.kind {
        StatementKind::If(_, then, otherwise) => sum(then) + sum(otherwise),
        StatementKind::While(_, body) => sum(body),
        _ => 0,
    }
}
