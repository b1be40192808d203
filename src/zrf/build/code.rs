//! Move code: blocks, statements, conditions (reference 9 and 10).

use std::rc::Rc;
use std::sync::Arc;

use super::super::program::{
    Add, Anchor, AttributeId, Block, Condition, Continuation, DirectionId, FlagId, MAX_ATTRIBUTES,
    MoveTypeId, PieceId, Place, PlayerId, Square, Statement, StatementKind, ZoneId,
};
use super::super::tree::Form;
use super::super::words;
use super::{Builder, flow};
use crate::diagnostic::codes;

/// The statements of a block while they are read, with their forms in
/// depth-first order for the findings of [`flow`].
pub(super) struct Code {
    pub(super) forms: Vec<Form>,
    pub(super) failed: bool,
}

impl Builder {
    pub(super) fn block(&mut self, move_type: Option<MoveTypeId>, form: &Form) -> Block {
        let mut code = Code { forms: Vec::new(), failed: false };
        let body = self.statements(&form.items(), &mut code);
        if !code.failed {
            let mut findings = Vec::new();
            flow::lint(form, &body, &code.forms, &mut findings);
            findings.into_iter().for_each(|finding| self.tell(finding));
        }
        Block { move_type, body, span: form.span() }
    }

    fn statements(&mut self, forms: &[Form], code: &mut Code) -> Arc<[Statement]> {
        let mut out = Vec::with_capacity(forms.len());
        for form in forms {
            let at = code.forms.len();
            code.forms.push(form.clone());
            let kind = stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.statement(form, code));
            match kind {
                Some(kind) => out.push(Statement { kind, span: form.span() }),
                None => {
                    code.failed = true;
                    code.forms.truncate(at);
                }
            }
        }
        out.into()
    }

    fn statement(&mut self, form: &Form, code: &mut Code) -> Option<StatementKind> {
        if let Some(word) = form.word() {
            return self.word_statement(form, word);
        }
        let items = form.items();
        let Some(head) = items.first().and_then(|h| h.word()) else {
            self.malformed(form, "a statement is a word or a list that begins with one", "(verify empty?)");
            return None;
        };
        let arguments = &items[1..];
        use StatementKind as S;
        Some(match &**head {
            "verify" => S::Verify(self.one_condition(form, arguments)?),
            "if" => return self.if_statement(form, arguments, code),
            "while" => {
                let (first, body) = self.split_condition(form, arguments, "(while empty? n)")?;
                S::While(self.condition(first)?, self.statements(body, code))
            }
            "opposite" => S::Step(self.place_argument(form)?),
            "mark" => S::Mark(self.last_place(form, arguments)?),
            "go" => S::Go(self.anchor(form, arguments)?),
            "capture" => S::Capture(self.last_place(form, arguments)?),
            "change-owner" => S::ChangeOwner(self.last_place(form, arguments)?),
            "flip" => S::Flip(self.last_place(form, arguments)?),
            "change-type" => {
                let Some(first) = arguments.first() else {
                    self.malformed(form, "`change-type` needs a piece", "(change-type Queen)");
                    return None;
                };
                S::ChangeType(self.piece(first), self.last_place(form, &arguments[1..])?)
            }
            "create" => self.create(form, arguments)?,
            "set-flag" => {
                let (name, value) = self.named_value(form, arguments, "(set-flag jumped true)")?;
                self.names.set_flags.insert(name.clone());
                S::SetFlag(self.names.flags.number(&name) as FlagId, self.condition(value)?)
            }
            "set-position-flag" => {
                let (name, value) = self.named_value(form, arguments, "(set-position-flag seen true n)")?;
                self.names.set_position_flags.insert(name.clone());
                let flag = self.names.position_flags.number(&name) as FlagId;
                S::SetPositionFlag(flag, self.condition(value)?, self.last_place(form, &arguments[2..])?)
            }
            "set-attribute" => {
                let (name, value) = self.named_value(form, arguments, "(set-attribute moved true)")?;
                let attribute = self.attribute_number(&name);
                if attribute.is_none() {
                    self.names.undeclared_attributes.insert(name.clone());
                    let help = Self::suggest(
                        &name,
                        self.names.attributes.iter(),
                        "declare it in a piece: (attribute … false)",
                    );
                    let message = format!("no piece declares the attribute `{name}`");
                    self.say(&arguments[0], codes::UNKNOWN_ATTRIBUTE, message, help);
                }
                S::SetAttribute(attribute, self.condition(value)?)
            }
            "add" | "add-copy" | "add-partial" | "add-copy-partial" => S::Add(self.add(head, arguments)),
            "from" | "to" | "back" | "cascade" if arguments.is_empty() => {
                return self.word_statement(form, head);
            }
            _ if self.is_told(codes::UNKNOWN_STATEMENT, &items[0]) => return None,
            _ => {
                let known = words::STATEMENTS.iter().copied();
                let fallback = "no statement and no macro has this name";
                let help = Self::suggest(head, known, fallback);
                self.say(&items[0], codes::UNKNOWN_STATEMENT, format!("`{head}` is no statement"), help);
                return None;
            }
        })
    }

    fn word_statement(&mut self, form: &Form, word: &Rc<str>) -> Option<StatementKind> {
        use StatementKind as S;
        Some(match &**word {
            "add" | "add-copy" | "add-partial" | "add-copy-partial" => S::Add(self.add(word, &[])),
            "back" => S::Back,
            "capture" => S::Capture(Place::Here),
            "cascade" => S::Cascade,
            "change-owner" => S::ChangeOwner(Place::Here),
            "create" => S::Create { player: None, piece: Ok(None), place: Place::Here },
            "flip" => S::Flip(Place::Here),
            "from" => S::From,
            "mark" => S::Mark(Place::Here),
            "to" => S::To,
            _ => match self.named_place(word) {
                Some(place) => S::Step(place),
                // A missing argument was told when the macro was expanded.
                None if word.starts_with('$') => return None,
                None if self.is_told(codes::UNKNOWN_WORD, form) => return None,
                None => {
                    let names = || self.names.directions.iter().chain(words::STATEMENTS.iter().copied());
                    let help = crate::diagnostic::did_you_mean(word, names())
                        .or_else(|| crate::diagnostic::did_you_mean(word, self.names.squares.iter()))
                        .unwrap_or_else(|| "check the spelling, or put a macro call in brackets".to_owned());
                    let message = format!("`{word}` is neither statement, direction nor position");
                    self.say(form, codes::UNKNOWN_WORD, message, help);
                    return None;
                }
            },
        })
    }

    /// A direction or a position; a direction where the name is both (reference 9.2).
    fn named_place(&self, word: &str) -> Option<Place> {
        match self.names.directions.get(word) {
            Some(direction) => Some(Place::To(direction as DirectionId)),
            None => self.names.squares.get(word).map(|square| Place::At(square as Square)),
        }
    }

    /// A direction, `(opposite direction)` or position as an argument.
    fn place_argument(&mut self, form: &Form) -> Option<Place> {
        if let Some(word) = form.word() {
            if let Some(place) = self.named_place(word) {
                return Some(place);
            }
        } else if form.head().as_deref() == Some("opposite") {
            let items = form.items();
            if let [_, direction] = &items[..]
                && let Some(word) = direction.word()
            {
                if let Some(direction) = self.names.directions.get(word) {
                    return Some(Place::Against(direction as DirectionId));
                }
                self.no_direction(direction, word);
                return None;
            }
            self.malformed(form, "`opposite` takes one direction", "(opposite n)");
            return None;
        } else {
            self.malformed(form, "here a direction or position must stand", "n, (opposite n) or a1");
            return None;
        }
        let word = form.word().cloned().unwrap_or_else(|| "".into());
        self.no_direction(form, &word);
        None
    }

    fn no_direction(&mut self, form: &Form, word: &str) {
        let names = self.names.directions.iter().chain(self.names.squares.iter());
        let help = Self::suggest(word, names, "use a direction or a position of the board");
        let message = format!("`{word}` is neither direction nor position");
        self.say(form, codes::UNKNOWN_DIRECTION, message, help);
    }

    /// The place that the last argument names; the cursor without one.
    fn last_place(&mut self, form: &Form, arguments: &[Form]) -> Option<Place> {
        match arguments {
            [] => Some(Place::Here),
            [place] => self.place_argument(place),
            _ => {
                self.malformed(form, "more than one place is given", "one direction or position");
                None
            }
        }
    }

    fn anchor(&mut self, form: &Form, arguments: &[Form]) -> Option<Anchor> {
        let word = match arguments {
            [one] => one.word().map(|w| &**w),
            _ => None,
        };
        let anchor = match word {
            Some("from") => Anchor::From,
            Some("to") => Anchor::To,
            Some("mark") => Anchor::Mark,
            Some("last-from") => Anchor::LastFrom,
            Some("last-to") => Anchor::LastTo,
            _ => {
                self.malformed(
                    form,
                    "`go` leads to one of five places",
                    "(go from), to, mark, last-from or last-to",
                );
                return None;
            }
        };
        Some(anchor)
    }

    fn named_value<'a>(
        &mut self,
        form: &Form,
        arguments: &'a [Form],
        shape: &str,
    ) -> Option<(Rc<str>, &'a Form)> {
        match arguments {
            [name, value, ..] if name.word().is_some() => Some((name.word()?.clone(), value)),
            _ => {
                self.malformed(form, "a name and a value are needed", shape);
                None
            }
        }
    }

    fn split_condition<'a>(
        &mut self,
        form: &Form,
        arguments: &'a [Form],
        shape: &str,
    ) -> Option<(&'a Form, &'a [Form])> {
        match arguments.split_first() {
            Some(split) => Some(split),
            None => {
                self.malformed(form, "a condition is missing", shape);
                None
            }
        }
    }

    fn if_statement(&mut self, form: &Form, arguments: &[Form], code: &mut Code) -> Option<StatementKind> {
        let (condition, rest) = self.split_condition(form, arguments, "(if empty? add else n)")?;
        let condition = self.condition(condition);
        let is_else = |f: &Form| f.word().is_some_and(|w| &**w == "else");
        let mut arms = rest.split(is_else);
        let then = self.statements(arms.next().unwrap_or_default(), code);
        let otherwise = self.statements(arms.next().unwrap_or_default(), code);
        if arms.next().is_some()
            && let Some(second) = rest.iter().filter(|f| is_else(f)).nth(1)
        {
            self.say(second, codes::TWO_ELSES, "a second `else`", "nest an `if` in the first one");
            return None;
        }
        Some(StatementKind::If(condition?, then, otherwise))
    }

    /// The number of a piece; a warning where it is not declared.
    pub(super) fn piece(&mut self, form: &Form) -> Option<PieceId> {
        let Some(name) = form.word().or(form.string()) else {
            self.malformed(form, "here a piece must be named", "the name of a piece");
            return None;
        };
        if let Some(piece) = self.names.pieces.get(name) {
            return Some(piece as PieceId);
        }
        let help = Self::suggest(name, self.names.pieces.iter(), "define the piece, or check its name");
        self.say(form, codes::UNKNOWN_PIECE, format!("there is no piece `{name}`"), help);
        None
    }

    /// `(create [PLAYER] [PIECE] [PLACE])`. A word that names both a player and a piece is
    /// a player only in front of a piece.
    fn create(&mut self, form: &Form, arguments: &[Form]) -> Option<StatementKind> {
        let word = |i: usize| arguments.get(i).and_then(|f| f.word()).map(|w| &**w);
        let is_piece = |i: usize| word(i).is_some_and(|w| self.names.pieces.get(w).is_some());
        let is_player = |i: usize| word(i).is_some_and(|w| self.names.players.get(w).is_some());
        let with_player = is_player(0) && (is_piece(1) || !is_piece(0));
        let mut rest = arguments;
        let mut player = None;
        if with_player {
            player = word(0).and_then(|w| self.names.players.get(w)).map(|p| p as PlayerId);
            rest = &rest[1..];
        }
        let mut piece = Ok(None);
        if let Some(first) = rest.first() {
            let is_place = first.is_list() || first.word().is_some_and(|w| self.named_place(w).is_some());
            let is_piece = first.word().is_some_and(|w| self.names.pieces.get(w).is_some());
            if is_piece || !is_place {
                piece = self.piece(first).map(Some).ok_or(());
                rest = &rest[1..];
            }
        }
        Some(StatementKind::Create { player, piece, place: self.last_place(form, rest)? })
    }

    /// `add` and its kin: types and, for a partial move, one move type in any
    /// mixture; what names no piece is a move type (reference 12.2).
    fn add(&mut self, head: &str, arguments: &[Form]) -> Add {
        let mut types = None;
        let partial_head = head.ends_with("partial");
        let mut partial = partial_head.then_some(Continuation::Any);
        for argument in arguments {
            match argument.word() {
                Some(name) if partial_head && self.names.pieces.get(name).is_none() => {
                    let id = self.move_type(argument, &name.clone());
                    partial = Some(Continuation::Only(id));
                }
                _ => {
                    let list = types.get_or_insert_with(Vec::new);
                    if let Some(piece) = self.piece(argument) {
                        list.push(piece);
                    }
                }
            }
        }
        Add { types, copy: head.starts_with("add-copy"), partial }
    }

    fn attribute_number(&self, name: &str) -> Option<AttributeId> {
        self.names.attributes.get(name).filter(|n| *n < MAX_ATTRIBUTES).map(|n| n as AttributeId)
    }

    fn one_condition(&mut self, form: &Form, arguments: &[Form]) -> Option<Condition> {
        match arguments {
            [one] => self.condition(one),
            _ => {
                self.malformed(form, "one condition is needed", "(verify empty?)");
                None
            }
        }
    }

    fn condition(&mut self, form: &Form) -> Option<Condition> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.condition_inner(form))
    }

    fn condition_inner(&mut self, form: &Form) -> Option<Condition> {
        if let Some(word) = form.word() {
            return self.predicate(form, form, word, &[]);
        }
        let items = form.items();
        let Some(first) = items.first() else {
            self.malformed(form, "an empty condition", "(verify empty?)");
            return None;
        };
        let Some(head) = first.word() else {
            // Redundant brackets arise from macros.
            return match &items[..] {
                [one] if one.is_list() => self.condition(one),
                _ => {
                    self.malformed(form, "a condition begins with a word", "(and empty? (on-board? n))");
                    None
                }
            };
        };
        let rest = &items[1..];
        match &**head {
            "and" | "or" => {
                let parts: Vec<Option<Condition>> = rest.iter().map(|c| self.condition(c)).collect();
                let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
                Some(if &**head == "and" { Condition::And(parts) } else { Condition::Or(parts) })
            }
            "not" => Some(Condition::Not(Box::new(self.one_condition(form, rest)?))),
            _ => self.predicate(form, first, head, rest),
        }
    }

    fn predicate(&mut self, form: &Form, place: &Form, word: &Rc<str>, rest: &[Form]) -> Option<Condition> {
        use Condition as C;
        if rest.is_empty()
            && let "true" | "false" = &**word
        {
            return Some(C::Constant(&**word == "true"));
        }
        let Some((name, negated)) = words::predicate(word) else {
            return self.attribute_condition(form, place, word, rest);
        };
        let here = |builder: &mut Self| builder.last_place(form, rest);
        let condition = match name {
            "empty?" => C::Empty(here(self)?),
            "enemy?" => C::Enemy(here(self)?),
            "friend?" => C::Friend(here(self)?),
            "neutral?" => C::Neutral(here(self)?),
            "on-board?" => C::OnBoard(here(self)?),
            "marked?" => C::Marked(here(self)?),
            "adjacent-to-enemy?" => C::AdjacentToEnemy(here(self)?),
            "goal-position?" => C::GoalPosition(here(self)?),
            "last-from?" => C::LastFrom(here(self)?),
            "last-to?" => C::LastTo(here(self)?),
            "piece?" => self.piece_condition(form, rest)?,
            "in-zone?" => {
                let (zone, places) = self.named(form, rest, "(in-zone? promotion)")?;
                let number = self.names.zones.get(zone.word()?);
                if number.is_none() {
                    let name = zone.word()?.clone();
                    let help = Self::suggest(&name, self.names.zones.iter(), "the test is always false");
                    self.say(zone, codes::UNKNOWN_ZONE, format!("there is no zone `{name}`"), help);
                }
                C::InZone(number.map(|n| n as ZoneId), self.last_place(form, places)?)
            }
            "position?" => {
                let (position, _) = self.named(form, rest, "(position? a1)")?;
                match self.names.squares.get(position.word()?) {
                    Some(square) => C::Position(square as Square),
                    None => {
                        self.unknown_position(position, crate::diagnostic::Severity::Error);
                        return None;
                    }
                }
            }
            "flag?" => {
                let (flag, _) = self.named(form, rest, "(flag? jumped)")?;
                let name = flag.word()?.clone();
                self.names.tested_flags.push((name.clone(), flag.clone()));
                C::Flag(self.names.flags.number(&name) as FlagId)
            }
            "position-flag?" => {
                let (flag, places) = self.named(form, rest, "(position-flag? seen n)")?;
                let name = flag.word()?.clone();
                self.names.tested_position_flags.push((name.clone(), flag.clone()));
                let number = self.names.position_flags.number(&name) as FlagId;
                C::PositionFlag(number, self.last_place(form, places)?)
            }
            "attacked?" | "defended?" => {
                let mut move_type = None;
                let mut places = rest;
                if let Some(name) = rest.first().and_then(|f| f.word())
                    && self.named_place(name).is_none()
                {
                    move_type = Some(self.move_type(&rest[0], &name.clone()));
                    places = &rest[1..];
                }
                let square = self.last_place(form, places)?;
                if name == "attacked?" {
                    C::Attacked(move_type, square)
                } else {
                    C::Defended(move_type, square)
                }
            }
            _ => return None,
        };
        Some(if negated { C::Not(Box::new(condition)) } else { condition })
    }

    fn named<'a>(&mut self, form: &Form, rest: &'a [Form], shape: &str) -> Option<(&'a Form, &'a [Form])> {
        match rest {
            [name, places @ ..] if name.word().is_some() => Some((name, places)),
            _ => {
                self.malformed(form, "a name is missing", shape);
                None
            }
        }
    }

    fn piece_condition(&mut self, form: &Form, rest: &[Form]) -> Option<Condition> {
        let is_place = |f: &Form| {
            f.is_list()
                || f.word()
                    .is_some_and(|w| self.names.pieces.get(w).is_none() && self.named_place(w).is_some())
        };
        let (types, places) = match rest.split_last() {
            Some((last, types)) if !types.is_empty() && is_place(last) => (types, std::slice::from_ref(last)),
            _ => (rest, &[][..]),
        };
        // A name that is a piece and a direction, behind a piece, is the place (`(piece? n n)`).
        let (types, places) = match (types, places) {
            ([types @ .., last], [])
                if !types.is_empty() && last.word().is_some_and(|w| self.named_place(w).is_some()) =>
            {
                (types, std::slice::from_ref(last))
            }
            other => other,
        };
        if types.is_empty() {
            self.malformed(form, "`piece?` needs a piece", "(piece? Pawn n)");
            return None;
        }
        let place = self.last_place(form, places)?;
        Some(Condition::Piece(types.iter().filter_map(|t| self.piece(t)).collect(), place))
    }

    fn attribute_condition(
        &mut self,
        form: &Form,
        place: &Form,
        word: &Rc<str>,
        rest: &[Form],
    ) -> Option<Condition> {
        let square = self.last_place(form, rest)?;
        if let Some(attribute) = self.attribute_number(word) {
            return Some(Condition::Attribute(attribute, square));
        }
        // It may yet turn out that some block sets it as an attribute.
        self.doubtful_conditions.push((word.clone(), place.clone()));
        // False, but no constant: what follows is no dead code for it.
        Some(Condition::InZone(None, Place::Here))
    }

    /// Judges the condition words that nothing declares, when all code is read.
    pub(super) fn judge_conditions(&mut self) {
        for (word, form) in std::mem::take(&mut self.doubtful_conditions) {
            if self.names.undeclared_attributes.contains(&word) {
                let message = format!("no piece declares the attribute `{word}`");
                self.say(&form, codes::UNKNOWN_ATTRIBUTE, message, "the test is always false");
                continue;
            }
            let negated = words::PREDICATES.iter().map(|p| format!("not-{p}")).collect::<Vec<_>>();
            let known = words::PREDICATES
                .iter()
                .copied()
                .chain(negated.iter().map(String::as_str))
                .chain(self.names.attributes.iter());
            let help = Self::suggest(&word, known, "use a predicate or an attribute of a piece");
            self.say(&form, codes::UNKNOWN_CONDITION, format!("`{word}` is no condition"), help);
        }
    }

    /// Flags that are tested and never set.
    pub(super) fn judge_flags(&mut self) {
        let flags = std::mem::take(&mut self.names.tested_flags);
        let position_flags = std::mem::take(&mut self.names.tested_position_flags);
        let unset = flags
            .into_iter()
            .filter(|(name, _)| !self.names.set_flags.contains(name))
            .chain(
                position_flags.into_iter().filter(|(name, _)| !self.names.set_position_flags.contains(name)),
            )
            .collect::<Vec<_>>();
        for (name, form) in unset {
            let message = format!("no block sets the flag `{name}`");
            self.say(
                &form,
                codes::FLAG_NEVER_SET,
                message,
                "it is always false; set it earlier in the block",
            );
        }
    }
}
