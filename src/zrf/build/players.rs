//! Players, turn order, priorities, setup.

use super::super::program::{MoveTypeId, PieceId, Placement, Player, PlayerId, PlayerKind, Square, Turn};
use super::super::tree::Form;
use super::{Builder, integer};
use crate::diagnostic::codes;

/// More players than this are refused: a man keeps its owner in a byte.
const MAX_PLAYERS: usize = 64;

impl Builder {
    pub(super) fn players(&mut self, form: Option<&Form>) -> Vec<Player> {
        let Some(form) = form else { return Vec::new() };
        let mut players: Vec<Player> = Vec::new();
        for item in form.items().into_iter().skip(1) {
            let Some(name) = item.word() else {
                self.malformed(&item, "a player is a plain word", "(players White Black)");
                continue;
            };
            if players.len() == MAX_PLAYERS {
                self.malformed(&item, format!("more than {MAX_PLAYERS} players"), "fewer players");
                break;
            }
            if self.names.players.get(name).is_some() {
                self.malformed(&item, format!("the player `{name}` is listed twice"), "each player once");
                continue;
            }
            self.names.players.number(name);
            let kind = if name.starts_with('?') { PlayerKind::Random } else { PlayerKind::Ordinary };
            players.push(Player { name: name.to_string(), kind });
        }
        if players.is_empty() {
            self.malformed(form, "no player is listed", "(players White Black)");
        }
        players
    }

    /// The player of a form, or an error.
    pub(super) fn player(&mut self, form: &Form) -> Option<PlayerId> {
        self.player_or(form, false)
    }

    /// The player of a form; a warning where it is unknown and its place only passed over.
    pub(super) fn player_or(&mut self, form: &Form, passed_over: bool) -> Option<PlayerId> {
        let name = form.word().cloned().unwrap_or_else(|| "".into());
        if let Some(id) = self.names.players.get(&name) {
            return Some(id as PlayerId);
        }
        let message = if name.is_empty() {
            "here a player must be named".to_owned()
        } else {
            format!("there is no player `{name}`")
        };
        let listed = self.names.players.strings().join(", ");
        let help = Self::suggest(&name, self.names.players.iter(), &format!("the players are: {listed}"));
        let mut finding = form.finding(codes::UNKNOWN_PLAYER, message).help(help);
        if passed_over {
            finding = finding.severity(crate::diagnostic::Severity::Warning);
        }
        self.tell(finding);
        None
    }

    /// Turn items and the index from which they repeat (reference 5.3).
    pub(super) fn turn_order(&mut self, form: Option<&Form>) -> Option<(Vec<Turn>, usize)> {
        let form = form?;
        let (mut turns, mut repeat) = (Vec::new(), 0);
        for item in form.items().into_iter().skip(1) {
            if item.word().is_some_and(|w| &**w == "repeat") {
                repeat = turns.len();
            } else if item.is_list() {
                turns.extend(self.turn_item(&item));
            } else if let Some(player) = self.player(&item) {
                turns.push(Turn { player, mover: player, move_type: None });
            }
        }
        if turns.is_empty() {
            self.malformed(form, "the turn order lists no turn", "(turn-order White Black)");
            return None;
        }
        if repeat == turns.len() {
            self.malformed(form, "nothing follows `repeat`", "(turn-order White repeat Black White)");
            repeat = 0;
        }
        Some((turns, repeat))
    }

    fn turn_item(&mut self, item: &Form) -> Option<Turn> {
        let parts = item.items();
        let [first, rest @ ..] = &parts[..] else {
            self.malformed(item, "an empty turn", "(White type)");
            return None;
        };
        let player = self.player(first)?;
        let mut turn = Turn { player, mover: player, move_type: None };
        for (at, part) in rest.iter().enumerate() {
            let Some(name) = part.word() else {
                self.malformed(
                    part,
                    "a turn names players and a move type",
                    "(White type) or (White Black type)",
                );
                continue;
            };
            match self.names.players.get(name) {
                Some(mover) if at == 0 => turn.mover = mover as PlayerId,
                _ if turn.move_type.is_none() => turn.move_type = Some(self.move_type(part, name)),
                _ => self.malformed(part, "a turn has one move type", "(White type) or (White Black type)"),
            }
        }
        Some(turn)
    }

    /// The number of a move type; a warning where no piece has it.
    pub(super) fn move_type(&mut self, form: &Form, name: &std::rc::Rc<str>) -> MoveTypeId {
        let id = self.names.move_types.number(name);
        if !self.names.defined_move_types.contains(&id) {
            let defined: Vec<_> = self
                .names
                .defined_move_types
                .iter()
                .map(|i| self.names.move_types.names[*i].clone())
                .collect();
            let help = Self::suggest(
                name,
                defined.iter().map(|n| &**n),
                "no move is of this type; add a (move-type …) to a piece",
            );
            self.say(form, codes::UNKNOWN_MOVE_TYPE, format!("no piece has moves of type `{name}`"), help);
        }
        id as MoveTypeId
    }

    pub(super) fn priorities(&mut self, form: Option<&Form>) -> Vec<MoveTypeId> {
        let Some(form) = form else { return Vec::new() };
        let mut out = Vec::new();
        for item in form.items().into_iter().skip(1) {
            match item.word() {
                Some(name) => {
                    let id = self.move_type(&item, &name.clone());
                    if !out.contains(&id) {
                        out.push(id);
                    }
                }
                None => self.malformed(
                    &item,
                    "a priority is the name of a move type",
                    "(move-priorities jump step)",
                ),
            }
        }
        out
    }

    /// Men on the board and off it (reference 6.1).
    pub(super) fn setup<'a>(
        &mut self,
        forms: impl Iterator<Item = &'a Form>,
    ) -> (Vec<Placement>, Vec<(PlayerId, PieceId, u32)>) {
        let (mut setup, mut reserves) = (Vec::new(), Vec::new());
        let mut taken: rustc_hash::FxHashMap<Square, crate::source::Span> = rustc_hash::FxHashMap::default();
        for form in forms {
            for side in form.items().into_iter().skip(1) {
                let parts = side.items();
                let [player, placements @ ..] = &parts[..] else {
                    self.malformed(
                        &side,
                        "a setup lists pieces by player",
                        "(board-setup (White (King e1)))",
                    );
                    continue;
                };
                let Some(player) = self.player(player) else { continue };
                for placement in placements {
                    self.placement(player, placement, &mut setup, &mut reserves, &mut taken);
                }
            }
        }
        (setup, reserves)
    }

    fn placement(
        &mut self,
        player: PlayerId,
        form: &Form,
        setup: &mut Vec<Placement>,
        reserves: &mut Vec<(PlayerId, PieceId, u32)>,
        taken: &mut rustc_hash::FxHashMap<Square, crate::source::Span>,
    ) {
        let parts = form.items();
        let Some(name) = parts.first().and_then(|p| p.word()) else {
            self.malformed(form, "a placement is a piece with its squares", "(King e1)");
            return;
        };
        let Some(piece) = self.names.pieces.get(name) else {
            let help = Self::suggest(name, self.names.pieces.iter(), "define the piece, or check its name");
            let finding = parts[0].finding(codes::UNKNOWN_PIECE, format!("there is no piece `{name}`"));
            self.tell(finding.severity(crate::diagnostic::Severity::Error).help(help));
            return;
        };
        let mut rest = parts[1..].iter();
        while let Some(item) = rest.next() {
            let Some(word) = item.word() else {
                self.malformed(item, "here a position must be named", "(King e1) or (Pawn off 8)");
                continue;
            };
            if let Some(square) = self.names.squares.get(word) {
                let square = square as Square;
                if let Some(first) = taken.insert(square, item.span()) {
                    let finding = item
                        .finding(codes::SQUARE_SET_TWICE, format!("a second piece is put on `{word}`"))
                        .label(first, "the first one")
                        .help("the last one stands; remove one of them");
                    self.tell(finding);
                    setup.retain(|p: &Placement| p.square != square);
                }
                setup.push(Placement { player, piece: piece as PieceId, square });
            } else if &**word == "off" {
                match rest.next().and_then(integer).and_then(|n| u32::try_from(n).ok()) {
                    Some(count) => reserves.push((player, piece as PieceId, count)),
                    None => self.malformed(item, "`off` needs a count of pieces", "(Pawn off 8)"),
                }
            } else {
                self.unknown_position(item, crate::diagnostic::Severity::Error);
            }
        }
    }
}

/// Players that never take a turn nor are moved in one are neutral (reference 5.2, Q8).
pub(super) fn mark_neutral(players: &mut [Player], turns: &[Turn]) {
    for (id, player) in players.iter_mut().enumerate() {
        let id = id as PlayerId;
        if player.kind == PlayerKind::Ordinary && !turns.iter().any(|t| t.player == id || t.mover == id) {
            player.kind = PlayerKind::Neutral;
        }
    }
}
