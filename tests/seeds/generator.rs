//! Jeppseirawan once more, short and without anything of the library: rules and counts are
//! meant to stand or fall apart from those of the core.

/// A square: file and rank from 0.
type At = (i32, i32);

/// A position. Men are letters, upper case for White.
#[derive(Clone)]
pub struct Game {
    men: [[char; 10]; 10],
    unmoved: [[bool; 10]; 10],
    /// Squares that the last move passed, and where it ended.
    passed: Vec<At>,
    ended: At,
    white: bool,
}

const KNIGHT: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const LONG: [At; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
const ROOK: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Game {
    pub fn start() -> Game {
        let mut men = [['.'; 10]; 10];
        for (file, man) in "RNEBQKBHNR".chars().enumerate() {
            men[0][file] = man;
            men[1][file] = 'P';
            men[8][file] = 'p';
            men[9][file] = man.to_ascii_lowercase();
        }
        Game { men, unmoved: [[true; 10]; 10], passed: Vec::new(), ended: (0, 0), white: true }
    }

    fn at(&self, (file, rank): At) -> Option<char> {
        let inside = (0..10).contains(&file) && (0..10).contains(&rank);
        inside.then(|| self.men[rank as usize][file as usize])
    }

    fn is_new(&self, (file, rank): At) -> bool {
        self.unmoved[rank as usize][file as usize]
    }

    fn own(&self, man: char, white: bool) -> bool {
        man != '.' && man.is_ascii_uppercase() == white
    }

    fn squares() -> impl Iterator<Item = At> {
        (0..10).flat_map(|rank| (0..10).map(move |file| (file, rank)))
    }

    /// Where the man could capture, if an enemy stood there, and where it goes quietly.
    fn reach(&self, from: At) -> (Vec<At>, Vec<At>) {
        let man = self.at(from).unwrap_or('.');
        let up = if man.is_ascii_uppercase() { 1 } else { -1 };
        let there = |(dx, dy): At| (from.0 + dx, from.1 + dy);
        let free = |at: At| self.at(at) == Some('.');
        let slide = |steps: &[At]| -> Vec<At> {
            let mut found = Vec::new();
            for (dx, dy) in steps {
                let mut here = there((*dx, *dy));
                while self.at(here).is_some() {
                    found.push(here);
                    if !free(here) {
                        break;
                    }
                    here = (here.0 + dx, here.1 + dy);
                }
            }
            found
        };
        let leap = |steps: &[At]| steps.iter().map(|step| there(*step)).collect::<Vec<_>>();
        let ahead =
            |most: i32| (1..=most).map(|n| there((0, up * n))).take_while(|at| free(*at)).collect::<Vec<_>>();
        let tusks = leap(&[(1, up), (-1, up)]);
        let (mut captures, mut quiet) = (Vec::new(), Vec::new());
        match man.to_ascii_uppercase() {
            'P' => {
                captures = tusks;
                quiet = ahead(if from.1 == if up > 0 { 1 } else { 8 } { 3 } else { 1 });
            }
            'N' => {
                captures = leap(&KNIGHT);
                if self.is_new(from) {
                    captures.extend(leap(&LONG));
                }
            }
            'E' => {
                captures = leap(&KNIGHT);
                quiet = ahead(3);
                quiet.extend(captures.iter().copied());
                captures.extend(tusks);
                return (captures, quiet);
            }
            'H' => {
                captures = slide(&BISHOP);
                captures.push(there((0, up)));
                quiet = vec![there((0, 2 * up)), there((0, -up))];
            }
            'B' => captures = slide(&BISHOP),
            'R' => captures = slide(&ROOK),
            'Q' => captures = [slide(&BISHOP), slide(&ROOK)].concat(),
            'K' => captures = leap(&[ROOK, BISHOP].concat()),
            _ => {}
        }
        if !man.eq_ignore_ascii_case(&'P') {
            quiet.extend(captures.iter().copied());
        }
        (captures, quiet)
    }

    fn attacked(&self, at: At, by_white: bool) -> bool {
        Game::squares()
            .any(|from| self.own(self.at(from).unwrap_or('.'), by_white) && self.reach(from).0.contains(&at))
    }

    fn king(&self, white: bool) -> At {
        let king = if white { 'K' } else { 'k' };
        Game::squares().find(|at| self.at(*at) == Some(king)).expect("there is a king")
    }

    fn put(&mut self, (file, rank): At, man: char) {
        self.men[rank as usize][file as usize] = man;
        self.unmoved[rank as usize][file as usize] = false;
    }

    /// The positions after every legal move.
    pub fn next(&self) -> Vec<Game> {
        let us = self.white;
        let back = if us { 0 } else { 9 };
        let mut found: Vec<Game> = Vec::new();
        let mut done = |base: Game, left: &[At], movers: &[char]| {
            found.push(base.clone());
            // Who may fill the squares that unmoved men have left on the back rank.
            for (square, mover) in left.iter().zip(movers) {
                if square.1 != back || !self.is_new(*square) || base.at(*square) != Some('.') {
                    continue;
                }
                for from in Game::squares().filter(|from| !left.contains(from)) {
                    let man = self.at(from).unwrap_or('.');
                    let kind = man.to_ascii_uppercase();
                    let special = "EH".contains(kind)
                        || "EH".contains(mover.to_ascii_uppercase()) && "QRBN".contains(kind);
                    if self.own(man, us) && self.is_new(from) && special && base.at(from) == Some(man) {
                        let mut more = base.clone();
                        more.put(from, '.');
                        more.put(*square, man);
                        found.push(more);
                    }
                }
            }
        };
        for from in Game::squares() {
            let man = self.at(from).unwrap_or('.');
            if !self.own(man, us) {
                continue;
            }
            let (captures, quiet) = self.reach(from);
            let pawn = man.eq_ignore_ascii_case(&'p');
            let mut go = |to: At, in_passing: bool| {
                let mut base = self.clone();
                base.white = !us;
                base.passed.clear();
                base.put(from, '.');
                if in_passing {
                    base.put(self.ended, '.');
                }
                base.put(to, man);
                if pawn && (to.1 - from.1).abs() > 1 {
                    let (low, high) = (from.1.min(to.1), from.1.max(to.1));
                    base.passed = (low + 1..high).map(|rank| (from.0, rank)).collect();
                    base.ended = to;
                }
                if pawn && to.1 == 9 - back {
                    for (kind, most) in [('Q', 1), ('R', 2), ('B', 2), ('N', 2), ('E', 1), ('H', 1)] {
                        let kind = if us { kind } else { kind.to_ascii_lowercase() };
                        if Game::squares().filter(|at| self.at(*at) == Some(kind)).count() < most {
                            let mut promoted = base.clone();
                            promoted.put(to, kind);
                            done(promoted, &[from], &[man]);
                        }
                    }
                } else {
                    done(base, &[from], &[man]);
                }
            };
            for to in captures.iter().filter(|to| self.at(**to).is_some_and(|other| self.own(other, !us))) {
                go(*to, false);
            }
            for to in quiet.iter().filter(|to| self.at(**to) == Some('.')) {
                go(*to, false);
            }
            for to in captures.iter().filter(|to| pawn && self.passed.contains(to)) {
                go(*to, true);
            }
        }
        let king = (5, back);
        let (king_man, rook_man) = if us { ('K', 'R') } else { ('k', 'r') };
        for (rook, king_to, rook_to) in [(9, 8, 7), (0, 2, 3)] {
            let there = self.at(king) == Some(king_man) && self.at((rook, back)) == Some(rook_man);
            let between = (rook.min(5) + 1)..rook.max(5);
            let free = between.clone().all(|file| self.at((file, back)) == Some('.'));
            let path = king_to.min(5)..=king_to.max(5);
            if there && self.is_new(king) && self.is_new((rook, back)) && free {
                if path.clone().any(|file| self.attacked((file, back), !us)) {
                    continue;
                }
                let mut base = self.clone();
                base.white = !us;
                base.passed.clear();
                base.put(king, '.');
                base.put((rook, back), '.');
                base.put((king_to, back), king_man);
                base.put((rook_to, back), rook_man);
                done(base, &[king, (rook, back)], &[king_man, rook_man]);
            }
        }
        found.retain(|next| !next.attacked(next.king(us), !us));
        found
    }

    pub fn perft(&self, depth: u32) -> u64 {
        let next = self.next();
        if depth == 1 { next.len() as u64 } else { next.iter().map(|game| game.perft(depth - 1)).sum() }
    }

    /// The board as FEN writes it, and who moves.
    pub fn text(&self) -> String {
        let row = |rank: usize| {
            let mut text = String::new();
            let mut free = 0;
            for man in self.men[rank] {
                if man == '.' {
                    free += 1;
                    continue;
                }
                if free > 0 {
                    text.push_str(&free.to_string());
                    free = 0;
                }
                text.push(man);
            }
            if free > 0 {
                text.push_str(&free.to_string());
            }
            text
        };
        let rows: Vec<String> = (0..10).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if self.white { 'w' } else { 'b' })
    }
}
