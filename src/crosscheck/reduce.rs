//! The smallest position that still differs.

use super::{Compared, Crosscheck, Difference, Evidence, Kind, Nodes, edit};
use crate::referee::{Node, Trouble};

/// How many positions may be tried for that.
const MOST: usize = 500;
/// How many of the last moves may stay: what a position does not say (who moved last, what may
/// be taken in passing) they say.
const KEPT: usize = 4;
/// How many positions may be tried to put what is left into its one form.
const MOST_PLACES: usize = 400;
/// With more men than this there is no one form to be had.
const FEW: usize = 10;

/// A difference in a position that was made for it: what does not matter is off the board.
#[derive(Debug, Clone)]
pub struct Shrunk {
    /// The position, as each of the two reads it, before the moves of `difference.path`.
    pub from: [String; 2],
    /// Men on the board there.
    pub men: usize,
    /// The difference.
    pub difference: Difference,
}

/// A position that differs, and all that is needed to ask again.
struct Case {
    from: [String; 2],
    moves: [Vec<String>; 2],
    nodes: Nodes,
    difference: Difference,
}

/// Whether a difference is the one that was sought, or a part of it. Without this a search
/// would end at whatever else differs between two readings of an odd position.
fn is_part(found: &Difference, of: &Difference) -> bool {
    let within = |i: usize| found.only[i].iter().all(|text| of.only[i].contains(text));
    // Fewer men on the board may make room for more moves of the same rule.
    let by_rule = |i: usize| found.touches[i].iter().all(|rule| of.touches[i].contains(rule));
    let common = |i: usize| found.only[i].iter().any(|text| of.only[i].contains(text));
    let same_rule = by_rule(0) && by_rule(1) && (common(0) || common(1));
    found.kind == of.kind
        && match of.kind {
            Kind::Start | Kind::Counts => false,
            Kind::Moves => (within(0) && within(1)) || same_rule,
            Kind::Result => found.over == of.over,
        }
}

impl Crosscheck<'_, '_> {
    /// Begins nearer to a difference, then takes off the board, out of hands and out of the
    /// fields whatever is not needed for it. Who fails over such a position ends the search
    /// with what was found until then: the verdict stands already.
    pub(super) fn reduce(&mut self, root: &Nodes, found: &Difference) -> Option<Box<Shrunk>> {
        if matches!(found.kind, Kind::Start | Kind::Counts) {
            return None;
        }
        let maps = found.between.map(|i| self.maps[i].clone()).to_vec();
        let both = found.between;
        let referees =
            self.referees.iter_mut().enumerate().filter(|(i, _)| both.contains(i)).map(|(_, r)| &mut **r);
        let mut pair = Crosscheck { maps, ..Crosscheck::new(referees.collect()) };
        let root = both.map(|i| root[i].clone()).to_vec();
        let mut best = None;
        // A trouble leaves what was found before it.
        let _ = pair.search(root, found, &mut best);
        best.map(|case: Case| {
            let difference = Difference { between: both, ..case.difference };
            let men = men(&pair, &case.nodes[0]).len();
            Box::new(Shrunk { from: case.from, men, difference })
        })
    }

    fn search(&mut self, root: Nodes, found: &Difference, best: &mut Option<Case>) -> Result<(), Trouble> {
        let mut line = vec![root];
        for step in 0..found.path[0].len() {
            let mut next = Vec::new();
            for (i, node) in line[step].iter().enumerate() {
                let text = std::slice::from_ref(&found.path[i][step]);
                next.extend(self.referees[i].follow(node, text)?);
            }
            line.push(next);
        }
        let mut fuel = MOST;
        let length = found.path[0].len();
        for kept in 0..=KEPT.min(length) {
            let from = [0, 1].map(|i| self.referees[i].text(&line[length - kept][i]));
            let moves = [0, 1].map(|i| found.path[i][length - kept..].to_vec());
            let case = self.ask(from, moves, found, &mut fuel)?;
            if case.as_ref().is_some_and(|case| case.nodes[0].board == line[length - kept][0].board) {
                *best = case;
                break;
            }
        }
        let Some(case) = best else { return Ok(()) };
        // Where nobody knows who is royal, men of whom there is only one stay: an engine may
        // fail without its king.
        let mut royal_known = false;
        for i in 0..2 {
            royal_known |= self.referees[i].sound(&case.nodes[i])?.is_some();
        }
        loop {
            let before = fuel;
            let mut smaller = self.fewer_fields(case, &mut fuel)?;
            smaller |= self.fewer_men(case, royal_known, &mut fuel)?;
            smaller |= self.fewer_in_hand(case, &mut fuel)?;
            // Beyond the edge of the board nobody has to stand guard.
            smaller |= self.nearer_to_an_edge(case, &mut fuel)?;
            if !smaller || fuel == 0 || fuel == before {
                break;
            }
        }
        self.settle(case)
    }

    /// Shifts all men, and the squares of the moves, so that some men fall off the board: a king
    /// that is shut in needs fewer around it at an edge. Only where a result differs: moves
    /// would not be the same ones any more.
    fn nearer_to_an_edge(&mut self, case: &mut Case, fuel: &mut usize) -> Result<bool, Trouble> {
        if case.difference.kind != Kind::Result {
            return Ok(false);
        }
        let most = case.nodes[0].board.cells.len().min(16) as i32;
        let shifts = (1..most).flat_map(|n| [(0, -n), (0, n), (-n, 0), (n, 0)]);
        let mut best: Option<Case> = None;
        let mut fewest = men(self, &case.nodes[0]).len();
        for shift in shifts {
            let from = [0, 1].map(|i| edit::shifted(&case.from[i], shift));
            let moved = |i: usize| -> Option<Vec<String>> {
                case.moves[i].iter().map(|text| edit::shifted_move(text, shift)).collect()
            };
            let ([Some(a), Some(b)], Some(x), Some(y)) = (from, moved(0), moved(1)) else { continue };
            let found = self.ask([a, b], [x, y], &case.difference, fuel)?;
            let left = found.as_ref().map_or(usize::MAX, |found| men(self, &found.nodes[0]).len());
            if left < fewest {
                fewest = left;
                best = found;
            }
        }
        let smaller = best.is_some();
        best.into_iter().for_each(|found| *case = found);
        Ok(smaller)
    }

    /// Puts men whose place does not matter onto the first squares that do as well: differences
    /// that were met in different games then end as the same position.
    fn settle(&mut self, case: &mut Case) -> Result<(), Trouble> {
        let mut fuel = MOST_PLACES;
        let mut again = men(self, &case.nodes[0]).len() <= FEW;
        while std::mem::take(&mut again) && fuel > 0 {
            for from in men(self, &case.nodes[0]) {
                let empty = |square: &usize| case.nodes[0].board.cells[*square] == 0;
                let places: Vec<usize> = (0..from).filter(empty).collect();
                for to in places {
                    if self.with_man_at(case, from, to, &mut fuel)? {
                        again = true;
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Tries a case with the man of a square on another one, where exactly the same differs.
    fn with_man_at(
        &mut self,
        case: &mut Case,
        from: usize,
        to: usize,
        fuel: &mut usize,
    ) -> Result<bool, Trouble> {
        let mut moved = case.from.clone();
        for (i, text) in moved.iter_mut().enumerate() {
            let squares = self.maps[i].there(from).zip(self.maps[i].there(to));
            let layout = self.referees[i].layout();
            match squares.and_then(|(from, to)| edit::with_man_moved(text, layout, from, to)) {
                Some(new) => *text = new,
                None => return Ok(false),
            }
        }
        let mut board = case.nodes[0].board.clone();
        board.cells.swap(from, to);
        let found = self.ask(moved, case.moves.clone(), &case.difference, fuel)?;
        let same = |found: &Case| {
            found.nodes[0].board == board
                && found.difference.only == case.difference.only
                && found.difference.over == case.difference.over
                && found.difference.touches == case.difference.touches
        };
        let found = found.filter(same);
        let settled = found.is_some();
        found.into_iter().for_each(|found| *case = found);
        Ok(settled)
    }

    fn fewer_fields(&mut self, case: &mut Case, fuel: &mut usize) -> Result<bool, Trouble> {
        let mut smaller = false;
        'again: loop {
            for from in edit::with_less(&case.from) {
                let found = self.ask(from, case.moves.clone(), &case.difference, fuel)?;
                if let Some(found) = found.filter(|found| found.nodes[0].board == case.nodes[0].board) {
                    *case = found;
                    smaller = true;
                    continue 'again;
                }
            }
            return Ok(smaller);
        }
    }

    fn fewer_men(&mut self, case: &mut Case, singles: bool, fuel: &mut usize) -> Result<bool, Trouble> {
        let mut smaller = false;
        let all = men(self, &case.nodes[0]).len();
        let mut size = (all / 4).max(1);
        loop {
            let mut at = 0;
            loop {
                let cells = &case.nodes[0].board.cells;
                let alone = |square: &usize| cells.iter().filter(|c| **c == cells[*square]).count() == 1;
                let squares: Vec<usize> =
                    men(self, &case.nodes[0]).into_iter().filter(|s| singles || !alone(s)).collect();
                if at >= squares.len() || *fuel == 0 {
                    break;
                }
                let group = &squares[at..(at + size).min(squares.len())];
                if self.without(case, group, fuel)? {
                    smaller = true;
                } else {
                    at += size;
                }
            }
            if size == 1 || *fuel == 0 {
                break;
            }
            size /= 2;
        }
        // Two men may hold each other in place.
        let squares = men(self, &case.nodes[0]);
        if singles && squares.len() <= 10 {
            for (i, a) in squares.iter().enumerate() {
                for b in &squares[i + 1..] {
                    if self.without(case, &[*a, *b], fuel)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(smaller)
    }

    /// Tries a case without the men on these squares of the first referee.
    fn without(&mut self, case: &mut Case, squares: &[usize], fuel: &mut usize) -> Result<bool, Trouble> {
        let mut from = case.from.clone();
        for square in squares {
            for (i, text) in from.iter_mut().enumerate() {
                let there = self.maps[i].there(*square);
                match there.and_then(|at| edit::without_man(text, self.referees[i].layout(), at)) {
                    Some(less) => *text = less,
                    None => return Ok(false),
                }
            }
        }
        let mut board = case.nodes[0].board.clone();
        squares.iter().for_each(|square| board.cells[*square] = 0);
        let found = self.ask(from, case.moves.clone(), &case.difference, fuel)?;
        let found = found.filter(|found| found.nodes[0].board == board);
        let smaller = found.is_some();
        found.into_iter().for_each(|found| *case = found);
        Ok(smaller)
    }

    fn fewer_in_hand(&mut self, case: &mut Case, fuel: &mut usize) -> Result<bool, Trouble> {
        let mut smaller = false;
        'again: loop {
            for at in 0..case.nodes[0].board.hands.len() {
                let (token, count) = case.nodes[0].board.hands[at];
                let theirs = self.maps[1].token_there(token);
                let first = edit::without_hand(&case.from[0], self.referees[0].layout(), token);
                let second = theirs
                    .and_then(|token| edit::without_hand(&case.from[1], self.referees[1].layout(), token));
                let (Some(first), Some(second)) = (first, second) else { continue };
                let found = self.ask([first, second], case.moves.clone(), &case.difference, fuel)?;
                let less = |found: &Case| {
                    let left = found.nodes[0].board.hands.iter().find(|hand| hand.0 == token);
                    left.map_or(0, |hand| hand.1) < count
                };
                if let Some(found) = found.filter(less) {
                    *case = found;
                    smaller = true;
                    continue 'again;
                }
            }
            return Ok(smaller);
        }
    }

    /// Asks both what they make of a position after some moves; a case where they differ as
    /// before.
    fn ask(
        &mut self,
        from: [String; 2],
        moves: [Vec<String>; 2],
        sought: &Difference,
        fuel: &mut usize,
    ) -> Result<Option<Case>, Trouble> {
        if *fuel == 0 {
            return Ok(None);
        }
        *fuel -= 1;
        // An engine is asked last: it believes any position and may fall over it.
        let foreign = !["core", "oracle", "machine"].contains(&self.referees[0].about().name);
        let mut started: [Option<Node>; 2] = [None, None];
        for i in if foreign { [1, 0] } else { [0, 1] } {
            let node = match self.referees[i].start(Some(&from[i])) {
                Ok(node) => node,
                Err(trouble) if trouble.is_misbehaviour() => return Err(trouble),
                Err(_) => return Ok(None),
            };
            if self.referees[i].sound(&node)? == Some(false) {
                return Ok(None);
            }
            started[i] = Some(node);
        }
        let nodes: Nodes = started.into_iter().flatten().collect();
        let mut place = nodes.clone();
        let mut path = Vec::new();
        let agree = |maps: &[super::Map], place: &Nodes| maps[1].board(&place[1].board) == place[0].board;
        for step in 0..moves[0].len() {
            for i in 0..2 {
                let text = &moves[i][step];
                if !self.referees[i].spelt(&place[i])?.contains(text) {
                    return Ok(None);
                }
                place[i] = self.referees[i].follow(&place[i], std::slice::from_ref(text))?.remove(0);
            }
            path.push(moves.iter().map(|side| side[step].clone()).collect());
            if !agree(&self.maps, &place) {
                return Ok(None);
            }
        }
        if !agree(&self.maps, &nodes) {
            return Ok(None);
        }
        let found = match self.compare(&place, &path, &mut Evidence::default())? {
            Compared::Rows(_, differences) => differences.into_iter().find(|found| is_part(found, sought)),
            Compared::Claimed => None,
        };
        Ok(found.map(|found| Case { from, moves, nodes, difference: *found }))
    }
}

/// The squares of the first referee on which men stand.
fn men(pair: &Crosscheck<'_, '_>, node: &Node) -> Vec<usize> {
    let tokens = &pair.referees[0].layout().tokens;
    let is_man = |cell: u16| tokens.get(usize::from(cell).wrapping_sub(1)).is_some_and(|t| t.seat.is_some());
    (0..node.board.cells.len()).filter(|square| is_man(node.board.cells[*square])).collect()
}
