//! Moves as Zillions saved them (reference 19.4).

use super::super::super::program::{
    AttributeId, Continuation, MoveTypeId, PieceId, PlayerId, Program, Square,
};
use super::super::{Change, Machine, Move, MoveKind, Position};

/// How a saved game numbers attributes and move types.
#[derive(Debug)]
pub(in super::super) struct Numbers {
    attributes: Vec<AttributeId>,
    move_types: Vec<MoveTypeId>,
}

impl Numbers {
    /// Names are numbered as first seen: attributes when the pieces are read from the last to
    /// the first and the attributes of each from the last to the first; move types in the
    /// priorities from the last to the first, the turn order, then the pieces from the last to the first.
    pub(in super::super) fn new(program: &Program) -> Self {
        let attributes =
            program.pieces.iter().rev().flat_map(|p| p.attributes.iter().rev().map(|(id, _)| *id));
        let move_types = (program.priorities.iter().rev().copied())
            .chain(program.turns.iter().filter_map(|turn| turn.move_type))
            .chain(program.pieces.iter().rev().flat_map(|p| p.named_types.iter().copied()));
        Numbers { attributes: first_seen(attributes), move_types: first_seen(move_types) }
    }
}

fn first_seen<T: PartialEq>(ids: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for id in ids {
        if !seen.contains(&id) {
            seen.push(id);
        }
    }
    seen
}

/// One item of a move's text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    /// A displacement; whether something stood on the destination.
    Displacement { piece: PieceId, from: Square, takes: bool, to: Square },
    /// A new man, by `create` or as the drop itself.
    Create { owner: PlayerId, piece: PieceId, square: Square },
    /// Another type.
    Type { piece: PieceId, square: Square },
    /// Another owner, by `change-owner`.
    Owner { owner: PlayerId, square: Square },
    /// Another owner, by `flip`.
    Flip(Square),
    /// An attribute, by its number in saved games.
    Attribute { square: Square, number: usize, value: bool },
    /// A capture by statement.
    Capture(Square),
}

/// What a move does, as far as its text tells it: displacements, changes and captures, each
/// group without an order. Two texts with equal effects say the same move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedEffects(Vec<Item>);

impl Machine<'_> {
    /// The text of a move as a saved game holds it, without number and mark of
    /// a partial move.
    pub fn saved_text(&self, position: &Position, mv: &Move) -> String {
        if mv.kind == MoveKind::Pass {
            return "Pass".to_owned();
        }
        self.print(&self.items(position, mv))
    }

    /// What a move does, for comparison with texts of saved games.
    pub fn saved_effects(&self, position: &Position, mv: &Move) -> SavedEffects {
        SavedEffects::new(self.items(position, mv))
    }

    /// What the text of a saved move says; `None` where it can't be read with the names of
    /// this game. A pass has no effects.
    pub fn read_saved(&self, text: &str) -> Option<SavedEffects> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words[..] == ["Pass"] {
            return Some(SavedEffects(Vec::new()));
        }
        Reader { program: self.program, words: &words, items: Vec::new(), ended: None }.read()
    }

    /// The number that a saved game writes behind `partial` (reference 19.4).
    pub fn saved_continuation(&self, mv: &Move) -> Option<u32> {
        let number = |id| self.saved.move_types.iter().position(|t| *t == id).map_or(0, |at| at as u32 + 1);
        Some(match mv.partial? {
            Continuation::Any => 0,
            Continuation::Only(move_type) => number(move_type),
        })
    }

    /// The items of a move, in the order in which they are printed.
    fn items(&self, position: &Position, mv: &Move) -> Vec<Item> {
        let mut items = Vec::new();
        for (i, &(from, to)) in mv.parts.iter().enumerate() {
            match mv.kind {
                MoveKind::Drop(piece) if i == 0 => {
                    items.push(Item::Create { owner: self.turn(position).mover, piece, square: to });
                }
                _ if from != to => {
                    let man = position.man(from);
                    let takes = position.man(to).is_some();
                    items.extend(man.map(|man| Item::Displacement { piece: man.piece, from, takes, to }));
                }
                _ => {}
            }
        }
        for &change in &mv.changes {
            items.push(match change {
                Change::Create(square, owner, piece) => Item::Create { owner, piece, square },
                Change::Type(square, piece) => Item::Type { piece, square },
                Change::Owner(square, owner) => Item::Owner { owner, square },
                Change::Flip(square) => Item::Flip(square),
                Change::Attribute(square, attribute, value) => {
                    let known = self.saved.attributes.iter().position(|id| *id == attribute);
                    Item::Attribute { square, number: known.unwrap_or(self.saved.attributes.len()), value }
                }
            });
        }
        items.extend(mv.captures.iter().map(|square| Item::Capture(*square)));
        if let (Some(piece), Some(&(_, square))) = (mv.promotion, mv.parts.last()) {
            items.push(Item::Type { piece, square });
        }
        items
    }

    fn print(&self, items: &[Item]) -> String {
        let square = |s: Square| &*self.program.board.squares[s as usize];
        let kind = |p: PieceId| &*self.program.pieces[p as usize].name;
        let player = |p: PlayerId| &*self.program.players[p as usize].name;
        let mut words: Vec<String> = Vec::new();
        // Where the item directly before ended, and the last `= NAME on …`, to which equal ones are joined.
        let mut ended = None;
        let mut joined: Option<&str> = None;
        for item in items {
            let mut next_joined = None;
            let mut next_ended = None;
            match *item {
                Item::Displacement { piece, from, takes, to } => {
                    let sign = if takes { 'x' } else { '-' };
                    words.push(format!("{} {} {sign} {}", kind(piece), square(from), square(to)));
                    next_ended = Some(to);
                }
                Item::Create { owner, piece, square: at } => {
                    words.push(format!("{} {} {}", player(owner), kind(piece), square(at)));
                    next_ended = Some(at);
                }
                Item::Type { square: at, .. } | Item::Owner { square: at, .. } => {
                    let name = match *item {
                        Item::Owner { owner, .. } => player(owner),
                        Item::Type { piece, .. } => kind(piece),
                        _ => "",
                    };
                    if joined == Some(name) {
                        words.push(square(at).to_owned());
                        next_joined = joined;
                    } else if ended == Some(at) {
                        words.push(format!("= {name}"));
                    } else {
                        words.push(format!("= {name} on {}", square(at)));
                        next_joined = Some(name);
                    }
                }
                Item::Flip(at) => words.push(format!("flip {}", square(at))),
                Item::Attribute { square: at, number, value } => {
                    words.push(format!("@ {} {number} {}", square(at), u8::from(value)));
                }
                Item::Capture(at) => words.push(format!("x {}", square(at))),
            }
            ended = next_ended;
            joined = next_joined;
        }
        words.join(" ")
    }
}

impl SavedEffects {
    fn new(mut items: Vec<Item>) -> Self {
        items.sort();
        SavedEffects(items)
    }
}

/// Reads the text of a move with the names of a game.
struct Reader<'a> {
    program: &'a Program,
    words: &'a [&'a str],
    items: Vec<Item>,
    /// Where the item before ended.
    ended: Option<Square>,
}

impl Reader<'_> {
    fn read(mut self) -> Option<SavedEffects> {
        while !self.words.is_empty() {
            self.item()?;
        }
        Some(SavedEffects::new(self.items))
    }

    fn take(&mut self, count: usize) {
        self.words = &self.words[count..];
    }

    fn square(&self, word: &str) -> Option<Square> {
        self.program.board.square(word)
    }

    /// A displacement comes first: a piece may be called `x` or `flip`.
    fn item(&mut self) -> Option<()> {
        let ended = self.ended.take();
        if let [piece, from, sign @ ("-" | "x"), to, ..] = *self.words
            && let (Some(piece), Some(from), Some(to)) =
                (self.program.piece(piece), self.square(from), self.square(to))
        {
            self.items.push(Item::Displacement { piece, from, takes: sign == "x", to });
            self.ended = Some(to);
            self.take(4);
            return Some(());
        }
        match *self.words {
            ["=", name, "on", ..] => {
                self.take(3);
                // At least one position; more follow as long as they are names of positions.
                let mut at = self.square(self.words.first()?);
                at?;
                while let Some(square) = at {
                    self.becomes(name, square)?;
                    self.take(1);
                    at = self.words.first().and_then(|word| self.square(word));
                }
            }
            ["=", name, ..] => {
                self.becomes(name, ended?)?;
                self.take(2);
            }
            ["@", square, number, value @ ("0" | "1"), ..] => {
                let (square, number) = (self.square(square)?, number.parse().ok()?);
                self.items.push(Item::Attribute { square, number, value: value == "1" });
                self.take(4);
            }
            ["x", square, ..] if self.square(square).is_some() => {
                self.items.push(Item::Capture(self.square(square)?));
                self.take(2);
            }
            ["flip", square, ..] if self.square(square).is_some() => {
                self.items.push(Item::Flip(self.square(square)?));
                self.take(2);
            }
            [owner, piece, square, ..] => {
                let (owner, piece) = (self.program.player(owner)?, self.program.piece(piece)?);
                let square = self.square(square)?;
                self.items.push(Item::Create { owner, piece, square });
                self.ended = Some(square);
                self.take(3);
            }
            _ => return None,
        }
        Some(())
    }

    /// A type or, where no type has the name, a player.
    fn becomes(&mut self, name: &str, square: Square) -> Option<()> {
        let item = match self.program.piece(name) {
            Some(piece) => Item::Type { piece, square },
            None => Item::Owner { owner: self.program.player(name)?, square },
        };
        self.items.push(item);
        Some(())
    }
}
