//! What kind of move it was, by what it did to the board, and games that seek rare kinds.

use rustc_hash::FxHashMap;

use super::walk::Dice;
use crate::referee::{Board, Layout, Seat};

/// What a move may do, as coverage counts it. A move may do several of these.
pub const KINDS: [&str; 11] = [
    "plain",
    "capture",
    "promotion",
    "drop",
    "castling",
    "en-passant",
    "pass",
    "wall",
    "gate",
    "blast",
    "check",
];

const PLAIN: usize = 0;
const CAPTURE: usize = 1;
const PROMOTION: usize = 2;
const DROP: usize = 3;
const CASTLING: usize = 4;
const EN_PASSANT: usize = 5;
const PASS: usize = 6;
const WALL: usize = 7;
const GATE: usize = 8;
const BLAST: usize = 9;
pub(super) const CHECK: usize = 10;

/// How often each of [`KINDS`] was played in the games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Coverage(pub [usize; KINDS.len()]);

impl Coverage {
    pub(super) fn join(&mut self, other: &Coverage) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    pub(super) fn add(&mut self, deed: &Deed, check: bool) {
        for (kind, count) in self.0.iter_mut().enumerate() {
            *count += usize::from(deed.is(kind) || (kind == CHECK && check));
        }
    }
}

/// What a move did: its kinds, and the men of whom it is told apart from others of the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Deed {
    kinds: u16,
    /// The man that left its square, the one that came to a square, the one that fell.
    men: [u16; 3],
}

impl Deed {
    fn is(&self, kind: usize) -> bool {
        self.kinds & 1 << kind != 0
    }

    /// Tells it from the boards before and after.
    pub fn between(layout: &Layout, before: &Board, after: &Board) -> Deed {
        let token = |cell: u16| layout.tokens.get(usize::from(cell).wrapping_sub(1));
        let seat = |cell: u16| token(cell).and_then(|t| t.seat);
        let own = |cell: u16| seat(cell) == Some(before.to_move);
        let wall = |cell: u16| token(cell).is_some_and(|t| t.seat.is_none());
        let (mut left, mut come, mut fallen) = (Vec::new(), Vec::new(), Vec::new());
        let mut kinds = 0;
        let mut changed = false;
        for (square, (b, a)) in before.cells.iter().zip(&after.cells).enumerate() {
            if a == b {
                continue;
            }
            changed = true;
            if own(*b) {
                left.push((square, *b));
            } else if seat(*b).is_some() {
                fallen.push((square, *b));
            }
            if own(*a) {
                come.push((square, *a));
            }
            if wall(*a) || wall(*b) {
                kinds |= 1 << WALL;
            }
        }
        let in_hand = |board: &Board| -> u32 {
            let ours = |token: u16, seat: Seat| {
                layout.tokens.get(usize::from(token)).is_some_and(|t| t.seat == Some(seat))
            };
            board.hands.iter().filter(|h| ours(h.0, before.to_move)).map(|h| u32::from(h.1)).sum()
        };
        let men = |list: &[(usize, u16)]| {
            let mut men: Vec<u16> = list.iter().map(|m| m.1).collect();
            men.sort_unstable();
            men
        };
        let supplied = in_hand(after) < in_hand(before);
        let same = men(&left) == men(&come);
        if !changed {
            kinds |= 1 << PASS;
        }
        if supplied {
            kinds |= 1 << if left.is_empty() { DROP } else { GATE };
        } else if left.len() == 2 && same {
            kinds |= 1 << CASTLING;
        }
        if left.len() == 1 && !come.is_empty() && come.iter().all(|(_, man)| *man != left[0].1) {
            kinds |= 1 << PROMOTION;
        }
        if !fallen.is_empty() {
            kinds |= 1 << CAPTURE;
            let stood_elsewhere = come.iter().all(|(square, _)| *square != fallen[0].0);
            if fallen.len() == 1 && left.len() == 1 && come.len() == 1 && stood_elsewhere {
                kinds |= 1 << EN_PASSANT;
            }
        }
        if fallen.len() > 1 || (!left.is_empty() && come.is_empty()) {
            kinds |= 1 << BLAST;
        }
        if kinds == 0 {
            kinds = 1 << PLAIN;
        }
        let first = |list: &[(usize, u16)]| list.first().map_or(0, |m| m.1);
        Deed { kinds, men: [first(&left), first(&come), first(&fallen)] }
    }
}

/// The rule that a move is made by, in words: the rarest kind of what it did, and whose men.
pub(super) fn rule_of(layout: &Layout, before: &Board, after: &Board) -> String {
    let deed = Deed::between(layout, before, after);
    let token = |cell: u16| layout.tokens.get(usize::from(cell).wrapping_sub(1));
    let [left, come, _] = deed.men.map(|cell| token(cell).map_or("?", |token| token.text.as_str()));
    // The lowest square of the two need not be the king's.
    let side = match before.to_move {
        Seat::First => "the first player",
        Seat::Second => "the second player",
        Seat::Other(_) => "another player",
    };
    let rarest = [PASS, DROP, GATE, CASTLING, PROMOTION, EN_PASSANT, BLAST, WALL, CAPTURE];
    match rarest.into_iter().find(|kind| deed.is(*kind)) {
        Some(PASS) => format!("pass of {side}"),
        Some(DROP) => format!("drop of {come}"),
        Some(GATE) => format!("gate beside {left}"),
        Some(CASTLING) => format!("castling of {side}"),
        Some(PROMOTION) => format!("promotion of {left} to {come}"),
        Some(EN_PASSANT) => format!("en passant by {left}"),
        Some(BLAST) => format!("blast by {left}"),
        Some(WALL) => format!("wall beside {left}"),
        Some(CAPTURE) => format!("capture by {left}"),
        _ => format!("move of {left}"),
    }
}

/// What one game looks for: each has a taste of its own, so that the games differ and none
/// depends on those before it.
pub(super) struct Taste {
    weights: [usize; KINDS.len()],
    played: FxHashMap<Deed, usize>,
    checked: bool,
    hunts: bool,
}

impl Taste {
    /// The taste of a game. Every third game has none: it takes all moves alike.
    pub fn of(game: u32, dice: &mut Dice) -> Taste {
        let mut weights = [0; KINDS.len()];
        if !game.is_multiple_of(3) {
            for (kind, weight) in weights.iter_mut().enumerate() {
                // Quiet moves are many already.
                *weight = if kind == PLAIN { [0, 3][dice.below(2)] } else { [0, 6, 40][dice.below(3)] };
            }
        }
        // Games that take much and leave the other side few moves end in ways that others don't.
        let hunts = game % 4 == 3;
        if hunts {
            weights[CAPTURE] = 40;
        }
        Taste { weights, played: FxHashMap::default(), checked: false, hunts }
    }

    /// Takes one of these moves: the more a game has played of its kind, the less likely.
    pub fn choose(&self, deeds: &[Deed], dice: &mut Dice) -> Option<usize> {
        let weight = |deed: &Deed| {
            let liked = (0..CHECK).filter(|kind| deed.is(*kind)).map(|kind| self.weights[kind]).max();
            1 + liked.unwrap_or(0) / (1 + self.played.get(deed).copied().unwrap_or(0))
        };
        let weights: Vec<usize> = deeds.iter().map(weight).collect();
        let total = weights.iter().sum::<usize>();
        if total == 0 {
            return None;
        }
        let mut at = dice.below(total);
        for (i, weight) in weights.iter().enumerate() {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return Some(i),
            }
        }
        None
    }

    /// Whether the game seeks moves that leave the other side few: stalemates above all.
    pub fn hunts(&self) -> bool {
        self.hunts
    }

    /// Whether it is worth asking which move gives check.
    pub fn wants_check(&self) -> bool {
        !self.checked && self.weights[CHECK] > 0
    }

    pub fn note(&mut self, deed: Deed, check: bool) {
        *self.played.entry(deed).or_default() += 1;
        self.checked |= check;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native;
    use crate::referee::Referee as _;
    use crate::referee::core::Core;

    /// The kinds of one move of a game.
    fn kinds(game: &str, fen: &str, text: &str) -> Vec<&'static str> {
        let path = format!("{}/fixtures/rules/{game}.toml", env!("CARGO_MANIFEST_DIR"));
        let rules = native::read(&std::fs::read_to_string(path).expect("the fixture")).expect("rules");
        let mut core = Core::new(&rules).expect("a generator");
        let node = core.start(Some(fen)).expect("a position");
        let next = core.follow(&node, &[text.to_owned()]).expect("a legal move").remove(0);
        let deed = Deed::between(core.layout(), &node.board, &next.board);
        (0..CHECK).filter(|kind| deed.is(*kind)).map(|kind| KINDS[kind]).collect()
    }

    #[test]
    fn moves_are_told_by_what_they_do() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (game, fen, text, wanted) in [
            ("chess", castling, "e1g1", &["castling"][..]),
            ("chess", castling, "e1e2", &["plain"]),
            ("chess", castling, "a1a8", &["capture"]),
            ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", &["capture", "en-passant"]),
            ("chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", &["promotion"]),
            ("chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", &["capture", "promotion"]),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", &["drop"]),
        ] {
            assert_eq!(kinds(game, fen, text), wanted, "{game} {fen} {text}");
        }
    }
}
