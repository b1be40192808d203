//! The Zillions machine on a [`Program`] as a referee.

use super::{
    About, Board, Layout, Look, Node, Over, Reason, Referee, Score, Seat, Spot, State, Token, Trouble, Way,
};
use crate::zrf::machine::{End, EndReason, Machine, Status};
use crate::zrf::program::{PieceId, PlayerId, Program};

/// [`Machine`] as a referee.
pub struct ZillionsMachine<'p> {
    machine: Machine<'p>,
    about: About,
    layout: Layout,
}

impl<'p> ZillionsMachine<'p> {
    /// A referee for a program whose reading gave no error.
    pub fn new(program: &'p Program) -> Self {
        let machine = Machine::new(program);
        let mut spots: Vec<Spot> =
            program.board.squares.iter().map(|name| Spot { name: name.clone(), place: None }).collect();
        if let Some(ranks) = machine.ranks() {
            for (rank, row) in ranks.iter().rev().enumerate() {
                for (file, square) in row.iter().enumerate() {
                    spots[usize::from(*square)].place = Some((file as u8, rank as u8));
                }
            }
        }
        let mut tokens = Vec::new();
        for player in 0..program.players.len() {
            for (piece, kind) in program.pieces.iter().enumerate() {
                let letter = machine.letter(piece as PieceId);
                let seat = seat(&machine, player as PlayerId);
                let text = match (seat, letter) {
                    (Seat::First, Some(letter)) => letter.to_ascii_uppercase().to_string(),
                    (Seat::Second, Some(letter)) => letter.to_string(),
                    _ => format!("{}.{}", program.players[player].name, kind.name),
                };
                tokens.push(Token { text, seat: Some(seat), name: Some(kind.name.clone()) });
            }
        }
        ZillionsMachine {
            about: About {
                name: "machine",
                version: env!("CARGO_PKG_VERSION").to_owned(),
                limits: Vec::new(),
                notes: Vec::new(),
            },
            layout: Layout { spots, tokens },
            machine,
        }
    }

    fn node(&self, status: Status, check: Option<bool>) -> Node {
        let position = &status.position;
        let program = self.machine.program();
        let kinds = program.pieces.len() as u16;
        let token = |player: PlayerId, piece: PieceId| u16::from(player) * kinds + piece;
        let mut cells = vec![0; program.board.squares.len()];
        for (square, man) in position.men() {
            cells[square as usize] = token(man.owner, man.piece) + 1;
        }
        let mut hands = Vec::new();
        for player in 0..program.players.len() as PlayerId {
            for piece in 0..program.pieces.len() as PieceId {
                let count = self.machine.reserve(position, player, piece);
                if count > 0 {
                    hands.push((token(player, piece), count.min(u32::from(u16::MAX)) as u16));
                }
            }
        }
        Node {
            board: Board {
                cells,
                hands,
                to_move: seat(&self.machine, self.machine.turn(position).player),
                pending: position.pending.map(|p| p.square),
            },
            check,
            state: State::Machine(Box::new(status)),
        }
    }

    fn status<'n>(&self, node: &'n Node) -> Result<&'n Status, Trouble> {
        match &node.state {
            State::Machine(status) => Ok(status),
            _ => Err(Trouble::Input("a position of another referee".into())),
        }
    }

    fn over(&self, end: End) -> Over {
        let is =
            |player: Option<PlayerId>, wanted: Seat| player.is_some_and(|p| seat(&self.machine, p) == wanted);
        Over {
            score: match end {
                End { winner: None, loser: None, .. } => Some(Score::Draw),
                e if is(e.winner, Seat::First) || is(e.loser, Seat::Second) => Some(Score::First),
                e if is(e.winner, Seat::Second) || is(e.loser, Seat::First) => Some(Score::Second),
                _ => None,
            },
            reason: Some(match end.reason {
                EndReason::Checkmate => Reason::Checkmate,
                EndReason::Stalemate => Reason::Stalemate,
                EndReason::Goal => Reason::Goal,
                EndReason::Repetition => Reason::Repetition,
                EndReason::NoMoves => Reason::NoMoves,
            }),
        }
    }
}

fn seat(machine: &Machine<'_>, player: PlayerId) -> Seat {
    let [first, second] = machine.sides();
    match player {
        p if Some(p) == first => Seat::First,
        p if Some(p) == second => Seat::Second,
        p => Seat::Other(p),
    }
}

impl Referee for ZillionsMachine<'_> {
    fn about(&self) -> &About {
        &self.about
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn start(&mut self, position: Option<&str>) -> Result<Node, Trouble> {
        let status = match position {
            None => self.machine.begin(),
            Some(text) => self.machine.read_position(text).map_err(|e| Trouble::Input(e.to_string()))?,
        };
        Ok(self.node(status, None))
    }

    fn look(&mut self, node: &Node) -> Result<Look, Trouble> {
        let status = self.status(node)?;
        let outlook = self.machine.outlook(status).map_err(Trouble::Machine)?;
        let texts = self.machine.move_texts(&outlook.moves);
        let mut ways = Vec::with_capacity(texts.len());
        for (text, mv) in texts.into_iter().zip(&outlook.moves) {
            let next = self.machine.play(status, mv).map_err(Trouble::Machine)?;
            ways.push(Way { text, next: self.node(next, None) });
        }
        Ok(Look { ways, over: outlook.end.map(|end| self.over(end)) })
    }

    fn divide(&mut self, node: &Node, depth: u32) -> Result<Vec<(String, u64)>, Trouble> {
        let counts = self.machine.divide(self.status(node)?, depth).map_err(Trouble::Machine)?;
        let moves: Vec<_> = counts.iter().map(|(mv, _)| mv.clone()).collect();
        let texts = self.machine.move_texts(&moves);
        Ok(texts.into_iter().zip(counts).map(|(text, (_, nodes))| (text, nodes)).collect())
    }

    fn perft(&mut self, node: &Node, depth: u32) -> Result<u64, Trouble> {
        self.machine.perft(self.status(node)?, depth).map_err(Trouble::Machine)
    }

    fn check(&mut self, node: &Node) -> Result<Option<bool>, Trouble> {
        Ok(Some(self.machine.outlook(self.status(node)?).map_err(Trouble::Machine)?.check))
    }

    fn sans(&mut self, node: &Node) -> Result<Vec<String>, Trouble> {
        let status = self.status(node)?;
        let moves = self.machine.outlook(status).map_err(Trouble::Machine)?.moves;
        Ok(moves.iter().map(|mv| self.machine.san(&status.position, &moves, mv)).collect())
    }

    fn text(&self, node: &Node) -> String {
        self.status(node).map_or_else(|e| e.to_string(), |status| self.machine.position_text(status))
    }
}
