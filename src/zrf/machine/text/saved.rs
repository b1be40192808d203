//! Moves as Zillions saved them (reference 19.4).

use super::super::super::program::{AttributeId, PieceId, PlayerId, Square};
use super::super::{Change, Machine, Move, MoveKind, Position};

/// The words of a move, with what the next change may leave out.
struct Writer<'a> {
    machine: &'a Machine<'a>,
    out: String,
    /// The square on which the item directly before ended.
    ended: Option<Square>,
    /// The last change of type or owner, to which equal ones are joined.
    joined: Option<String>,
}

impl Machine<'_> {
    /// The text of a move as a saved game holds it, without number and mark of
    /// a partial move.
    pub fn saved_text(&self, position: &Position, mv: &Move) -> String {
        let mut writer = Writer { machine: self, out: String::new(), ended: None, joined: None };
        if mv.kind == MoveKind::Pass {
            return "Pass".to_owned();
        }
        for (i, &(from, to)) in mv.parts.iter().enumerate() {
            match mv.kind {
                MoveKind::Drop(piece) if i == 0 => writer.new_man(self.turn(position).mover, piece, to),
                _ if from != to => writer.displacement(position, from, to),
                _ => {}
            }
        }
        for &change in &mv.changes {
            match change {
                Change::Create(square, owner, piece) => writer.new_man(owner, piece, square),
                Change::Type(square, piece) => writer.becomes(self.type_name(piece), square),
                Change::Owner(square, owner) => {
                    writer.becomes(self.program.players[owner as usize].name.clone(), square);
                }
                Change::Flip(square) => writer.item(format!("flip {}", self.name(square)), None),
                Change::Attribute(square, attribute, value) => {
                    let index = self.saved_attribute_number(attribute);
                    writer.item(format!("@ {} {index} {}", self.name(square), u8::from(value)), None);
                }
            }
        }
        for &square in &mv.captures {
            writer.item(format!("x {}", self.name(square)), None);
        }
        if let (Some(piece), Some(&(_, to))) = (mv.promotion, mv.parts.last()) {
            writer.becomes(self.type_name(piece), to);
        }
        writer.out
    }

    fn name(&self, square: Square) -> &str {
        &self.program.board.squares[square as usize]
    }

    fn type_name(&self, piece: PieceId) -> String {
        self.program.pieces[piece as usize].name.clone()
    }

    /// Attribute names are numbered as first seen when the pieces are read from
    /// the last to the first and the attributes of each from the last to the first.
    fn saved_attribute_number(&self, attribute: AttributeId) -> usize {
        let mut seen: Vec<AttributeId> = Vec::new();
        for piece in self.program.pieces.iter().rev() {
            for (id, _) in piece.attributes.iter().rev() {
                if !seen.contains(id) {
                    seen.push(*id);
                }
            }
        }
        seen.iter().position(|id| *id == attribute).unwrap_or(seen.len())
    }
}

impl Writer<'_> {
    fn item(&mut self, text: String, ended: Option<Square>) {
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(&text);
        self.ended = ended;
        self.joined = None;
    }

    fn displacement(&mut self, position: &Position, from: Square, to: Square) {
        let Some(man) = position.man(from) else { return };
        let sign = if position.man(to).is_some() { 'x' } else { '-' };
        let machine = self.machine;
        let text =
            format!("{} {} {sign} {}", machine.type_name(man.piece), machine.name(from), machine.name(to));
        self.item(text, Some(to));
    }

    fn new_man(&mut self, owner: PlayerId, piece: PieceId, square: Square) {
        let machine = self.machine;
        let owner = &machine.program.players[owner as usize].name;
        let text = format!("{owner} {} {}", machine.type_name(piece), machine.name(square));
        self.item(text, Some(square));
    }

    fn becomes(&mut self, name: String, square: Square) {
        let place = self.machine.name(square).to_owned();
        if self.joined.as_deref() == Some(&*name) {
            self.out.push(' ');
            self.out.push_str(&place);
            return;
        }
        let on = if self.ended == Some(square) { String::new() } else { format!(" on {place}") };
        let joinable = !on.is_empty();
        self.item(format!("= {name}{on}"), None);
        self.joined = joinable.then_some(name);
    }
}
