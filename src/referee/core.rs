//! The generators on [`Rules`] as a referee.

use super::{
    About, Board, Layout, Look, Node, Over, Reason, Referee, Score, Seat, Spot, State, Token, Trouble, Way,
};
use crate::engine::{self, Cell, LastMove, Oracle, Position};
use crate::fairy;
use crate::fairy::config::Config;
use crate::notation::uci::{self, CastlingStyle};
use crate::notation::{fen, fen_faults};
use crate::rules::memory::Memory;
use crate::rules::{Rules, Side, Square};

/// [`Oracle`] as a referee, with [`engine::Core`] to count for it.
#[derive(Debug)]
pub struct Core {
    fast: engine::Core,
    /// Whether positions are counted by the plain generator alone.
    plain: bool,
    /// How positions are read, where that is the engine's way.
    config: Option<Box<Config>>,
    about: About,
    layout: Layout,
    squares: Vec<Square>,
    style: CastlingStyle,
    /// What the rules ask of the past.
    memory: Memory,
}

/// The token of a wall is the last one.
fn tokens(rules: &Rules) -> Vec<Token> {
    let men = Side::BOTH.into_iter().flat_map(|side| {
        rules.pieces.iter().map(move |piece| Token {
            text: piece.letters.side(side).to_string(),
            seat: Some(seat(side)),
            name: Some(piece.name.clone()),
        })
    });
    men.chain([Token { text: "*".into(), seat: None, name: None }]).collect()
}

fn seat(side: Side) -> Seat {
    match side {
        Side::White => Seat::First,
        Side::Black => Seat::Second,
    }
}

impl Core {
    /// A referee for these rules, which counts by the plain generator alone.
    ///
    /// # Errors
    /// [`Trouble::CantHold`] where the generator can't play them.
    pub fn oracle(rules: &Rules) -> Result<Core, Trouble> {
        let core = Core::new(rules)?;
        Ok(Core { plain: true, about: About { name: "oracle", ..core.about }, ..core })
    }

    /// The same referee, reading positions as the engine does by these settings.
    pub fn reading_as(self, config: &Config) -> Core {
        Core { config: Some(Box::new(config.clone())), ..self }
    }

    /// A referee for these rules.
    ///
    /// # Errors
    /// [`Trouble::CantHold`] where the generator can't play them.
    pub fn new(rules: &Rules) -> Result<Core, Trouble> {
        let oracle = Oracle::new(rules).map_err(|unplayed| {
            let list: Vec<String> = unplayed.iter().map(ToString::to_string).collect();
            Trouble::CantHold(format!("the plain generator can't play these rules: {}", list.join("; ")))
        })?;
        let squares: Vec<Square> = rules.board.squares().iter().collect();
        let spot = |s: &Square| Spot { name: rules.board.name(*s), place: Some((s.file(), s.rank())) };
        Ok(Core {
            layout: Layout { spots: squares.iter().map(spot).collect(), tokens: tokens(rules) },
            about: About {
                name: "core",
                version: env!("CARGO_PKG_VERSION").to_owned(),
                limits: Vec::new(),
                notes: Vec::new(),
            },
            style: CastlingStyle::of(&oracle),
            memory: Memory::of(rules),
            squares,
            fast: engine::Core::new(oracle),
            plain: false,
            config: None,
        })
    }

    /// The plain generator.
    pub fn generator(&self) -> &Oracle {
        self.fast.oracle()
    }

    fn count(&self, position: &Position, depth: u32) -> u64 {
        if self.plain { self.generator().perft(position, depth) } else { self.fast.perft(position, depth) }
    }

    fn node(&self, position: Position) -> Node {
        let kinds = self.generator().rules().pieces.len() as u16;
        let token = |side: Side, kind: usize| side.index() as u16 * kinds + kind as u16;
        let cell = |square: &Square| match position.at(*square) {
            Cell::Empty => 0,
            Cell::Wall => 2 * kinds + 1,
            Cell::Man(man) => token(man.side, usize::from(man.kind.0)) + 1,
        };
        let mut hands = Vec::new();
        for side in Side::BOTH {
            for (kind, count) in position.hands[side.index()].iter().enumerate() {
                if *count > 0 {
                    hands.push((token(side, kind), u16::from(*count)));
                }
            }
        }
        Node {
            board: Board {
                cells: self.squares.iter().map(cell).collect(),
                hands,
                to_move: seat(position.to_move),
                pending: None,
            },
            check: None,
            state: State::Rules(Box::new(position)),
        }
    }

    fn position<'n>(&self, node: &'n Node) -> Result<&'n Position, Trouble> {
        match &node.state {
            State::Rules(position) => Ok(position),
            _ => Err(Trouble::Input("a position of another referee".into())),
        }
    }
}

/// How the generator says that a game is over.
fn over(finish: engine::Finish) -> Over {
    Over {
        score: Some(match finish.winner {
            Some(Side::White) => Score::First,
            Some(Side::Black) => Score::Second,
            None => Score::Draw,
        }),
        reason: Some(match finish.reason {
            engine::Reason::Goal(_) => Reason::Goal,
            engine::Reason::Checkmate => Reason::Checkmate,
            engine::Reason::Stalemate => Reason::Stalemate,
        }),
    }
}

impl Referee for Core {
    fn about(&self) -> &About {
        &self.about
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn start(&mut self, position: Option<&str>) -> Result<Node, Trouble> {
        let position = match position {
            None => self.generator().start(),
            Some(text) => match &self.config {
                Some(config) => fairy::position::judge(config, self.generator(), text),
                None => fen_faults::faults(self.generator(), text),
            }
            .into_position()
            .map_err(|e| Trouble::Input(e.to_string()))?,
        };
        Ok(self.node(position))
    }

    fn look(&mut self, node: &Node) -> Result<Look, Trouble> {
        let position = self.position(node)?;
        let moves = self.generator().legal_moves(position);
        let texts = uci::write_all(self.generator(), position, &moves, self.style);
        let next = |mv| self.node(self.generator().make(position, mv));
        let ways: Vec<Way> =
            texts.into_iter().zip(&moves).map(|(text, mv)| Way { text, next: next(mv) }).collect();
        let over = if ways.is_empty() { self.generator().finish(position).map(over) } else { None };
        Ok(Look { ways, over })
    }

    fn instead(&mut self, node: &Node, text: &str) -> Option<String> {
        let position = self.position(node).ok()?;
        uci::read(self.generator(), position, text, self.style).err()?.instead
    }

    fn spelt(&mut self, node: &Node) -> Result<Vec<String>, Trouble> {
        let position = self.position(node)?;
        let moves = self.generator().legal_moves(position);
        Ok(uci::write_all(self.generator(), position, &moves, self.style))
    }

    fn follow(&mut self, node: &Node, texts: &[String]) -> Result<Vec<Node>, Trouble> {
        let position = self.position(node)?;
        let moves = self.generator().legal_moves(position);
        let spelt = uci::write_all(self.generator(), position, &moves, self.style);
        let found = |text: &String| {
            let at = spelt.iter().position(|known| known == text);
            let mv = at.and_then(|at| moves.get(at));
            mv.map(|mv| self.node(self.generator().make(position, mv)))
                .ok_or_else(|| Trouble::Input(format!("`{text}` is not legal")))
        };
        texts.iter().map(found).collect()
    }

    fn divide(&mut self, node: &Node, depth: u32) -> Result<Vec<(String, u64)>, Trouble> {
        let position = self.position(node)?;
        let moves = self.generator().legal_moves(position);
        let texts = uci::write_all(self.generator(), position, &moves, self.style);
        let below = |mv| match depth {
            0 | 1 => 1,
            _ => self.count(&self.generator().make(position, mv), depth - 1),
        };
        Ok(texts.into_iter().zip(&moves).map(|(text, mv)| (text, below(mv))).collect())
    }

    fn perft(&mut self, node: &Node, depth: u32) -> Result<u64, Trouble> {
        Ok(self.count(self.position(node)?, depth))
    }

    fn check(&mut self, node: &Node) -> Result<Option<bool>, Trouble> {
        let position = self.position(node)?;
        Ok(Some(self.generator().in_check(position, position.to_move)))
    }

    fn sound(&mut self, node: &Node) -> Result<Option<bool>, Trouble> {
        let position = self.position(node)?;
        let oracle = self.generator();
        let start = oracle.start();
        let crowned = |side| {
            oracle.royal_squares(&start, side).is_empty() || !oracle.royal_squares(position, side).is_empty()
        };
        let waiting = Side::BOTH.into_iter().find(|side| *side != position.to_move);
        let safe = waiting.is_none_or(|side| !oracle.in_check(position, side));
        Ok(Some(safe && Side::BOTH.into_iter().all(crowned)))
    }

    fn sans(&mut self, node: &Node) -> Result<Vec<String>, Trouble> {
        let position = self.position(node)?;
        let moves = self.generator().legal_moves(position);
        Ok(moves.iter().map(|mv| crate::notation::san::write(self.generator(), position, mv)).collect())
    }

    fn text(&self, node: &Node) -> String {
        self.position(node).map_or_else(|e| e.to_string(), |p| fen::write(self.generator(), p))
    }

    fn identity(&self, node: &Node) -> String {
        let mut text = super::without_counters(&self.text(node));
        if let Ok(position) = self.position(node) {
            remember(&mut text, self.memory, position);
        }
        text
    }
}

/// Adds what the FEN does not say and the moves may depend on.
fn remember(text: &mut String, memory: Memory, position: &Position) {
    let LastMove { from, to, captured, castled, dropped, passes, faced } = position.last;
    let mut add = |asked: bool, what: std::fmt::Arguments<'_>| {
        if asked {
            text.push_str(&format!(" {what}"));
        }
    };
    add(memory.squares, format_args!("{from:?}{to:?}"));
    add(memory.captured, format_args!("{captured:?}"));
    add(memory.castled, format_args!("{castled:?}"));
    add(memory.dropped, format_args!("{dropped:?}"));
    // No third pass is told from a second one.
    add(memory.passes, format_args!("{}", passes.min(2)));
    add(memory.faced, format_args!("{faced}"));
    add(memory.checks, format_args!("{:?}", position.telling_check));
    // Before the first move some ends do not count yet.
    add(position.last == LastMove::default(), format_args!("first"));
    // A promoted man that FEN marks with a tilde may revert to one of several types.
    for side in Side::BOTH {
        for square in position.men(side).iter() {
            if let Some(reverts) = position.man(square).filter(|man| !man.plus).and_then(|man| man.reverts) {
                add(true, format_args!("{square}:{}", reverts.0));
            }
        }
    }
}
