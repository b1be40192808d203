//! Piece types: names first, then attributes and move programs.

use std::rc::Rc;

use super::super::game::{GameForms, piece_name};
use super::super::program::{
    Add, AttributeId, Block, Continuation, Extra, MAX_ATTRIBUTES, MoveTypeId, PieceType, Statement,
    StatementKind,
};
use super::super::tree::Form;
use super::super::{text, words};
use super::Builder;
use crate::diagnostic::codes;

/// A game may have so many pieces; the largest real one has some seven hundred.
pub const MAX_PIECES: usize = 4_000;

/// A piece with its name, in the order of types.
pub(super) struct PieceForm {
    name: Rc<str>,
    form: Form,
}

impl Builder {
    /// Collects the names of pieces, and of the move types that they define.
    pub(super) fn piece_names(&mut self, game: &GameForms) -> Vec<PieceForm> {
        let mut pieces: Vec<PieceForm> = Vec::new();
        for form in game.all("piece") {
            let name_form = piece_name(form);
            let Some(name) = name_form.as_ref().and_then(|n| n.word().or(n.string()).cloned()) else {
                self.say(form, codes::UNNAMED_PIECE, "this piece has no name", "add (name …)");
                continue;
            };
            if self.names.pieces.get(&name).is_some() {
                let place = name_form.unwrap_or_else(|| form.clone());
                let message = format!("the piece `{name}` is declared twice");
                self.say(&place, codes::PIECE_TWICE, message, "the last one holds");
            }
            if pieces.len() == MAX_PIECES && self.names.pieces.get(&name).is_none() {
                let has = game.all("piece").count();
                let message = format!("the game has {has} pieces; the limit is {MAX_PIECES}");
                self.say(form, codes::EXPANSION_TOO_LARGE, message, "the rest is not read; leave out pieces");
                break;
            }
            let number = self.names.pieces.number(&name);
            let piece = PieceForm { name, form: form.clone() };
            if number < pieces.len() {
                pieces[number] = piece;
            } else {
                pieces.push(piece);
            }
        }
        for piece in &pieces {
            for part in piece.form.items().into_iter().skip(1) {
                match part.head().as_deref() {
                    Some("moves" | "drops") => {
                        for item in
                            part.items().iter().skip(1).filter(|i| i.head().as_deref() == Some("move-type"))
                        {
                            if let Some(name) = item.items().get(1).and_then(|n| n.word()) {
                                let id = self.names.move_types.number(name);
                                self.names.defined_move_types.insert(id);
                            }
                        }
                    }
                    Some("attribute") => {
                        for pair in part.items()[1..].chunks(2) {
                            if let Some(name) = pair[0].word() {
                                self.names.attributes.number(name);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        if self.names.attributes.names.len() > MAX_ATTRIBUTES {
            let message = format!(
                "the game names {} attributes; the limit is {MAX_ATTRIBUTES}",
                self.names.attributes.names.len()
            );
            self.malformed(&game.head, message, "fewer attributes");
        }
        pieces
    }

    pub(super) fn pieces(&mut self, forms: &[PieceForm]) -> Vec<PieceType> {
        let pieces = forms.iter().map(|piece| self.piece_type(piece)).collect();
        self.judge_conditions();
        self.judge_flags();
        pieces
    }

    fn piece_type(&mut self, piece: &PieceForm) -> PieceType {
        let mut out =
            PieceType { name: piece.name.to_string(), span: Some(piece.form.span()), ..PieceType::default() };
        for part in piece.form.items().into_iter().skip(1) {
            match part.head().as_deref() {
                Some("name") => {}
                Some("notation") => {
                    out.notation =
                        part.items().get(1).and_then(|n| n.string().or(n.word()).map(|n| n.to_string()));
                }
                Some("attribute") => self.attribute(&part, &mut out),
                Some("moves") => {
                    let blocks = self.blocks(&part, &mut out.named_types);
                    out.moves.extend(blocks);
                }
                Some("drops") => {
                    let blocks = self.blocks(&part, &mut out.named_types);
                    out.drops.extend(blocks);
                }
                Some("dummy") => out.dummy = true,
                Some(head) => {
                    if !words::PIECE_PARTS.contains(&head) {
                        let help =
                            Self::suggest(head, words::PIECE_PARTS.iter().copied(), "it is passed over");
                        let place = part.first().unwrap_or_else(|| part.clone());
                        self.say(
                            &place,
                            codes::UNKNOWN_SECTION,
                            format!("`{head}` is no part of a piece"),
                            help,
                        );
                    }
                    out.extras.push(Extra { head: head.to_owned(), text: text::one_line(&part) });
                }
                None => {
                    self.malformed(&part, "a part of a piece begins with its name", "(name …), (moves …), …")
                }
            }
        }
        out
    }

    fn attribute(&mut self, part: &Form, out: &mut PieceType) {
        let items = part.items();
        if items.len() == 1 {
            self.malformed(part, "an attribute has a name and a value", "(attribute moved false)");
        }
        for pair in items[1..].chunks(2) {
            let value = pair.get(1).and_then(|v| v.word()).map(|v| &**v);
            let (Some(name), Some(value)) = (pair[0].word(), value) else {
                self.malformed(part, "an attribute has a name and a value", "(attribute moved false)");
                return;
            };
            if !matches!(value, "true" | "false") {
                let message = format!(
                    "the attribute `{name}` has the value `{value}`: only another translator knows more than true and false"
                );
                self.say(
                    &pair[1],
                    codes::DAGAZ_DIALECT,
                    message,
                    "it is read as false; what companion scripts make of it is not in the file",
                );
            }
            let Some(number) = self.names.attributes.get(name).filter(|n| *n < MAX_ATTRIBUTES) else {
                continue;
            };
            out.attributes.retain(|(id, _)| usize::from(*id) != number);
            out.attributes.push((number as AttributeId, value == "true"));
        }
    }

    /// Blocks of `moves` or `drops`: every list that is no `move-type` marker is one (reference 7.7).
    fn blocks(&mut self, section: &Form, named: &mut Vec<MoveTypeId>) -> Vec<Block> {
        let mut move_type = None;
        let mut out = Vec::new();
        for item in section.items().into_iter().skip(1) {
            if item.head().as_deref() == Some("move-type") {
                match item.items().get(1).and_then(|n| n.word()).and_then(|n| self.names.move_types.get(n)) {
                    Some(id) => {
                        move_type = Some(id as MoveTypeId);
                        named.push(id as MoveTypeId);
                    }
                    None => self.malformed(&item, "a move type needs a name", "(move-type capturing)"),
                }
            } else if item.is_list() {
                let block = self.block(move_type, &item);
                continuations(&block.body, named);
                out.push(block);
            } else {
                let name = item.word().or(item.string()).map_or("", |w| w);
                let message = format!("`{name}` stands between the blocks: a block of moves is a list");
                self.malformed(&item, message, "((verify empty?) add), in brackets");
            }
        }
        out
    }
}

/// The move types that the partial moves of some code name, in its order.
fn continuations(body: &[Statement], out: &mut Vec<MoveTypeId>) {
    for statement in body {
        match &statement.kind {
            StatementKind::Add(Add { partial: Some(Continuation::Only(id)), .. }) if !out.contains(id) => {
                out.push(*id);
            }
            StatementKind::If(_, then, otherwise) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                continuations(then, out);
                continuations(otherwise, out);
            }),
            StatementKind::While(_, body) => {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || continuations(body, out));
            }
            _ => {}
        }
    }
}
