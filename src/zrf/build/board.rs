//! The board graph: positions first, then links, kills, zones, symmetry.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::program::{Board, DirectionId, Grid, PlayerId, Square, Zone};
use super::super::readings;
use super::super::tree::Form;
use super::super::words;
use super::{Builder, Index, integer};
use crate::diagnostic::{Severity, codes};

/// A board may have this many positions.
pub const MAX_SQUARES: usize = 10_000;

/// The board while positions may still be killed.
#[derive(Default)]
struct Draft {
    squares: Index,
    dummy: FxHashSet<usize>,
    directions: Index,
    /// Where each direction was first declared.
    declared: Vec<Form>,
    links: Vec<Vec<Option<u32>>>,
    grids: Vec<DraftGrid>,
}

struct DraftGrid {
    labels: Vec<Vec<String>>,
    shifts: Vec<(i32, i32)>,
    first: Vec<usize>,
    directions: Vec<(usize, Vec<i32>)>,
}

impl Draft {
    fn direction(&mut self, name: &Rc<str>, form: &Form) -> usize {
        let known = self.directions.names.len();
        let number = self.directions.number(name);
        if number == known {
            self.declared.push(form.clone());
            self.links.push(Vec::new());
        }
        number
    }

    fn link(&mut self, direction: usize, from: usize, to: usize) {
        let row = &mut self.links[direction];
        if row.len() <= from {
            row.resize(from + 1, None);
        }
        row[from] = Some(to as u32);
    }
}

impl Builder {
    /// Reads the board. `None` where it is too large to be read at all.
    pub(super) fn board(&mut self, form: Option<&Form>) -> Option<Board> {
        let parts: Vec<Form> = form.map(|f| f.items().into_iter().skip(1).collect()).unwrap_or_default();
        let mut draft = Draft::default();
        for part in &parts {
            match part.head().as_deref() {
                Some("grid") => self.grid(part, &mut draft)?,
                Some("positions") => self.positions(part, &mut draft),
                Some("dummy") => {
                    for item in part.items().into_iter().skip(1) {
                        if let Some(square) = self.new_position(&item, &item, &mut draft) {
                            draft.dummy.insert(square);
                        }
                    }
                }
                Some(head) if words::BOARD_PARTS.contains(&head) => {}
                Some(head) => {
                    let help = Self::suggest(head, words::BOARD_PARTS.iter().copied(), "it is passed over");
                    let place = part.first().unwrap_or_else(|| part.clone());
                    self.say(&place, codes::UNKNOWN_SECTION, format!("`{head}` is no part of a board"), help);
                }
                None => {
                    self.malformed(part, "a part of the board begins with its name", "(grid …), (links …), …")
                }
            }
            if draft.squares.names.len() > MAX_SQUARES {
                self.too_large(part, draft.squares.names.len() as u128);
                return None;
            }
        }
        let mut killed = FxHashSet::default();
        for part in &parts {
            match part.head().as_deref() {
                Some("links") => self.links(part, &mut draft),
                Some("unlink") => self.unlink(part, &mut draft),
                Some("kill-positions") => {
                    for item in part.items().into_iter().skip(1) {
                        match item.word().and_then(|w| draft.squares.get(w)) {
                            Some(square) => drop(killed.insert(square)),
                            None => self.unknown_in(&item, &draft.squares, Severity::Warning),
                        }
                    }
                }
                _ => {}
            }
        }
        self.unlinked_directions(&draft);
        let mut board = finish(&draft, &killed);
        for name in &board.squares {
            self.names.squares.number(&name.as_str().into());
        }
        self.names.directions = draft.directions;
        self.symmetries(&parts, &mut board);
        self.zones(&parts, &draft.squares, &mut board);
        Some(board)
    }

    fn too_large(&mut self, part: &Form, count: u128) {
        let message = format!("the board has {count} positions or more; the limit is {MAX_SQUARES}");
        self.say(part, codes::BOARD_TOO_LARGE, message, "check the dimensions of the grids");
    }

    fn new_position(&mut self, name: &Form, form: &Form, draft: &mut Draft) -> Option<usize> {
        let Some(word) = name.word() else {
            self.malformed(form, "a position has a plain word as name", "(name left top right bottom)");
            return None;
        };
        if let Some(square) = draft.squares.get(word) {
            self.position_twice(name, word);
            return Some(square);
        }
        Some(draft.squares.number(word))
    }

    fn position_twice(&mut self, form: &Form, name: &str) {
        let message = format!("the position `{name}` is defined twice");
        self.say(form, codes::POSITION_TWICE, message, "both are one square, with the links of both");
    }

    fn positions(&mut self, part: &Form, draft: &mut Draft) {
        for item in part.items().into_iter().skip(1) {
            let parts = item.items();
            match parts.first() {
                Some(name) => drop(self.new_position(name, &item, draft)),
                None => self.malformed(
                    &item,
                    "a position has a name and a rectangle",
                    "(name left top right bottom)",
                ),
            }
        }
    }

    fn grid(&mut self, part: &Form, draft: &mut Draft) -> Option<()> {
        let mut labels: Vec<Vec<String>> = Vec::new();
        let mut shifts = Vec::new();
        let mut direction_parts = Vec::new();
        for item in part.items().into_iter().skip(1) {
            match item.head().as_deref() {
                Some("dimensions") => {
                    for dimension in item.items().into_iter().skip(1) {
                        match self.dimension(&dimension) {
                            Some((names, shift)) => {
                                labels.push(names);
                                shifts.push(shift);
                            }
                            None => self.malformed(
                                &dimension,
                                "a dimension has labels and a shift",
                                "(\"a/b/c\" (50 0))",
                            ),
                        }
                    }
                }
                Some("directions") => direction_parts.push(item),
                Some("start-rectangle") => {}
                _ => self.malformed(
                    &item,
                    "no part of a grid",
                    "(start-rectangle …), (dimensions …) or (directions …)",
                ),
            }
        }
        if labels.is_empty() {
            self.malformed(
                part,
                "a grid needs dimensions",
                "(dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))",
            );
            return Some(());
        }
        let count = labels.iter().fold(1u128, |n, l| n.saturating_mul(l.len() as u128));
        if count > MAX_SQUARES as u128 {
            self.too_large(part, count);
            return None;
        }
        let mut squares = Vec::with_capacity(count as usize);
        let mut twice = None;
        for index in 0..count as usize {
            let mut name = String::new();
            let mut rest = index;
            let mut below = count as usize;
            for dimension in &labels {
                below /= dimension.len();
                name.push_str(&dimension[rest / below]);
                rest %= below;
            }
            let name: Rc<str> = name.into();
            if draft.squares.get(&name).is_some() {
                twice.get_or_insert(name.clone());
            }
            squares.push(draft.squares.number(&name));
        }
        if let Some(name) = twice {
            self.position_twice(part, &name);
        }
        let sizes: Vec<usize> = labels.iter().map(Vec::len).collect();
        let mut directions = Vec::new();
        for item in direction_parts.iter().flat_map(|d| d.items().into_iter().skip(1)) {
            if let Some((direction, step)) = self.grid_direction(&item, sizes.len(), draft) {
                link_grid(draft, direction, &step, &squares, &sizes);
                directions.push((direction, step));
            }
        }
        draft.grids.push(DraftGrid { labels, shifts, first: squares, directions });
        Some(())
    }

    fn dimension(&mut self, form: &Form) -> Option<(Vec<String>, (i32, i32))> {
        let parts = form.items();
        let names = parts.first()?.string().or(parts.first()?.word())?;
        let shift = parts.get(1).map(Form::items).unwrap_or_default();
        let pixel = |i: usize| shift.get(i).and_then(integer).unwrap_or(0).clamp(-100_000, 100_000) as i32;
        Some((names.split('/').map(str::to_owned).collect(), (pixel(0), pixel(1))))
    }

    fn grid_direction(
        &mut self,
        form: &Form,
        dimensions: usize,
        draft: &mut Draft,
    ) -> Option<(usize, Vec<i32>)> {
        let parts = form.items();
        let Some(name) = parts.first().and_then(|p| p.word()) else {
            self.malformed(form, "a direction has a name and a number for each dimension", "(n 0 -1)");
            return None;
        };
        let mut step = Vec::with_capacity(dimensions);
        for part in &parts[1..] {
            match integer(part).and_then(|n| i32::try_from(n).ok()).filter(|n| n.abs() <= MAX_SQUARES as i32)
            {
                Some(n) => step.push(n),
                None => {
                    self.malformed(part, "here a number of steps must stand", "(n 0 -1)");
                    return None;
                }
            }
        }
        if step.len() != dimensions {
            let message = format!(
                "the direction `{name}` has {} number{}, the grid has {dimensions} dimension{}",
                step.len(),
                if step.len() == 1 { "" } else { "s" },
                if dimensions == 1 { "" } else { "s" }
            );
            self.say(
                form,
                codes::DIRECTION_ARITY,
                message,
                "missing numbers are read as 0, surplus ones ignored",
            );
        }
        step.resize(dimensions, 0);
        Some((draft.direction(name, &parts[0]), step))
    }

    fn links(&mut self, part: &Form, draft: &mut Draft) {
        let parts = part.items();
        let Some(name) = parts.get(1).and_then(|p| p.word()) else {
            self.malformed(part, "links begin with a direction", "(links up (a1 a2) (a2 a3))");
            return;
        };
        let direction = draft.direction(name, &parts[1]);
        for pair in &parts[2..] {
            let ends = pair.items();
            let [from, to] = &ends[..] else {
                self.malformed(pair, "a link is a pair of positions", "(a1 a2)");
                continue;
            };
            let mut square = |form: &Form| match form.word().and_then(|w| draft.squares.get(w)) {
                Some(square) => Some(square),
                None => {
                    self.unknown_in(form, &draft.squares, Severity::Warning);
                    None
                }
            };
            if let (Some(from), Some(to)) = (square(from), square(to)) {
                draft.link(direction, from, to);
            }
        }
    }

    /// `(unlink a)`, `(unlink (a d))`, `(unlink (a b))`, both ways or one (Q6).
    fn unlink(&mut self, part: &Form, draft: &mut Draft) {
        for item in part.items().into_iter().skip(1) {
            let ends = if item.is_list() { item.items() } else { vec![item.clone()] };
            let squares: Vec<Option<usize>> =
                ends.iter().map(|e| e.word().and_then(|w| draft.squares.get(w))).collect();
            match (&squares[..], &ends[..]) {
                ([Some(square)], _) => {
                    for row in &mut draft.links {
                        for (from, to) in row.iter_mut().enumerate() {
                            if from == *square || *to == Some(*square as u32) {
                                *to = None;
                            }
                        }
                    }
                }
                ([Some(a), Some(b)], _) => {
                    let ways = [(*a, *b), (*b, *a)];
                    let count = if self.readings.other(readings::ONE_WAY_UNLINK) { 1 } else { 2 };
                    for row in &mut draft.links {
                        for (from, to) in &ways[..count] {
                            let (from, to) = (*from, *to);
                            if let Some(link) = row.get_mut(from).filter(|l| **l == Some(to as u32)) {
                                *link = None;
                            }
                        }
                    }
                }
                ([Some(square), None], [_, direction]) => {
                    match direction.word().and_then(|w| draft.directions.get(w)) {
                        Some(d) => draft.links[d].get_mut(*square).into_iter().for_each(|l| *l = None),
                        None => self.unknown_direction(direction, Severity::Warning, &draft.directions),
                    }
                }
                ([None, ..], [form, ..]) => self.unknown_in(form, &draft.squares, Severity::Warning),
                _ => self.malformed(&item, "unlink names positions", "(unlink a1 (b1 n) (c1 c2))"),
            }
        }
    }

    fn unlinked_directions(&mut self, draft: &Draft) {
        for (form, (name, row)) in draft.declared.iter().zip(draft.directions.names.iter().zip(&draft.links))
        {
            if row.iter().all(Option::is_none) {
                let message = format!("the direction `{name}` leads nowhere from any position");
                self.say(form, codes::DIRECTION_UNLINKED, message, "a step in it always ends the block");
            }
        }
    }

    fn unknown_direction(&mut self, form: &Form, severity: Severity, directions: &Index) {
        let word = form.word().cloned().unwrap_or_else(|| "".into());
        let help = Self::suggest(&word, directions.iter(), "use a direction of a grid or of links");
        let finding = form.finding(codes::UNKNOWN_DIRECTION, format!("there is no direction `{word}`"));
        self.tell(finding.severity(severity).help(help));
    }

    pub(super) fn unknown_position(&mut self, form: &Form, severity: Severity) {
        let squares = std::mem::take(&mut self.names.squares);
        self.unknown_in(form, &squares, severity);
        self.names.squares = squares;
    }

    fn unknown_in(&mut self, form: &Form, squares: &Index, severity: Severity) {
        let Some(word) = form.word() else {
            self.malformed(form, "here a position must be named", "a plain word");
            return;
        };
        let help = Self::suggest(word, squares.iter(), "use a name that a grid or `positions` gives");
        let finding = form.finding(codes::UNKNOWN_POSITION, format!("there is no position `{word}`"));
        self.tell(finding.severity(severity).help(help));
    }

    /// `(symmetry PLAYER (d1 d2) …)` (reference 4.8).
    fn symmetries(&mut self, parts: &[Form], board: &mut Board) {
        let identity: Vec<DirectionId> = (0..board.directions.len() as DirectionId).collect();
        board.symmetry = vec![identity; self.names.players.names.len().max(1)];
        for part in parts.iter().filter(|p| p.head().as_deref() == Some("symmetry")) {
            let items = part.items();
            let Some(player) = items.get(1).and_then(|p| self.player_or(p, true)) else { continue };
            let mut targets = FxHashSet::default();
            let mut twice = false;
            for pair in &items[2..] {
                let ends = pair.items();
                let [from, to] = &ends[..] else {
                    self.malformed(
                        pair,
                        "a symmetry is a list of pairs of directions",
                        "(symmetry Black (n s) (s n))",
                    );
                    continue;
                };
                let mut direction = |form: &Form| match form.word().and_then(|w| self.names.directions.get(w))
                {
                    Some(direction) => Some(direction as DirectionId),
                    None => {
                        let directions = std::mem::take(&mut self.names.directions);
                        self.unknown_direction(form, Severity::Warning, &directions);
                        self.names.directions = directions;
                        None
                    }
                };
                if let (Some(from), Some(to)) = (direction(from), direction(to)) {
                    board.symmetry[player as usize][from as usize] = to;
                    twice |= !targets.insert(to);
                }
            }
            let row = &board.symmetry[player as usize];
            let distinct: FxHashSet<_> = row.iter().collect();
            if twice || distinct.len() < row.len() {
                let name = self.names.players.names[player as usize].clone();
                let message = format!("the symmetry of {name} maps two directions to one");
                self.say(part, codes::SYMMETRY_NOT_BIJECTIVE, message, "write a swap both ways: (n s) (s n)");
            }
        }
    }

    /// `(zone (name Z) (players P …) (positions p …))` (reference 4.9). Killed positions
    /// may be listed and are passed over.
    fn zones(&mut self, parts: &[Form], before_kills: &Index, board: &mut Board) {
        let players = self.names.players.names.len();
        let words = board.squares.len().div_ceil(64);
        for part in parts.iter().filter(|p| p.head().as_deref() == Some("zone")) {
            let items = part.items();
            let find = |head: &str| items.iter().find(|i| i.head().as_deref() == Some(head));
            let name =
                find("name").and_then(|n| n.items().into_iter().nth(1)).and_then(|n| n.word().cloned());
            let Some(name) = name else {
                self.malformed(
                    part,
                    "a zone needs a name",
                    "(zone (name Z) (players White) (positions a8 b8))",
                );
                continue;
            };
            let number = self.names.zones.number(&name);
            if number == board.zones.len() {
                board.zones.push(Zone { name: name.to_string(), squares: vec![vec![0; words]; players] });
            }
            let owners: Vec<PlayerId> = match find("players") {
                Some(list) => list.items().iter().skip(1).filter_map(|p| self.player_or(p, true)).collect(),
                None => (0..players as PlayerId).collect(),
            };
            let Some(positions) = find("positions") else {
                self.malformed(
                    part,
                    "a zone needs positions",
                    "(zone (name Z) (players White) (positions a8 b8))",
                );
                continue;
            };
            for item in positions.items().into_iter().skip(1) {
                match item.word().and_then(|w| self.names.squares.get(w)) {
                    Some(square) => {
                        for &owner in &owners {
                            board.zones[number].squares[owner as usize][square / 64] |= 1 << (square % 64);
                        }
                    }
                    None if item.word().is_some_and(|w| before_kills.get(w).is_some()) => {}
                    None => self.unknown_position(&item, Severity::Warning),
                }
            }
        }
    }
}

fn link_grid(draft: &mut Draft, direction: usize, step: &[i32], squares: &[usize], sizes: &[usize]) {
    for (index, &from) in squares.iter().enumerate() {
        let mut rest = index;
        let mut below = squares.len();
        let mut target = Some(0usize);
        for (size, delta) in sizes.iter().zip(step) {
            below /= size;
            let at = (rest / below) as i64 + i64::from(*delta);
            rest %= below;
            target = target.filter(|_| (0..*size as i64).contains(&at)).map(|t| t + at as usize * below);
        }
        if let Some(target) = target {
            draft.link(direction, from, squares[target]);
        }
    }
}

/// The board without the killed positions.
fn finish(draft: &Draft, killed: &FxHashSet<usize>) -> Board {
    let mut numbers: Vec<Option<Square>> = Vec::with_capacity(draft.squares.names.len());
    let mut board = Board::default();
    for (square, name) in draft.squares.names.iter().enumerate() {
        if killed.contains(&square) {
            numbers.push(None);
            continue;
        }
        numbers.push(Some(board.squares.len() as Square));
        board.squares.push(name.to_string());
        board.dummy.push(draft.dummy.contains(&square));
    }
    board.directions = draft.directions.strings();
    for row in &draft.links {
        let mut links = vec![None; board.squares.len()];
        for (from, to) in row.iter().enumerate() {
            if let (Some(from), Some(to)) = (numbers[from], to.and_then(|to| numbers[to as usize])) {
                links[from as usize] = Some(to);
            }
        }
        board.links.push(links);
    }
    board.opposites = opposites(&board.links);
    board.grids = draft
        .grids
        .iter()
        .map(|grid| Grid {
            labels: grid.labels.clone(),
            shifts: grid.shifts.clone(),
            squares: grid.first.iter().map(|s| numbers[*s]).collect(),
            directions: grid.directions.iter().map(|(d, step)| (*d as DirectionId, step.clone())).collect(),
        })
        .collect();
    board
}

/// For each direction the first one by which every link leads back.
fn opposites(links: &[Vec<Option<Square>>]) -> Vec<Option<DirectionId>> {
    let reverses = |row: &[Option<Square>], back: &[Option<Square>]| {
        row.iter().enumerate().all(|(from, to)| to.is_none_or(|to| back[to as usize] == Some(from as Square)))
    };
    links
        .iter()
        .map(|row| {
            let linked = row.iter().any(Option::is_some);
            links.iter().position(|back| linked && reverses(row, back)).map(|d| d as DirectionId)
        })
        .collect()
}
