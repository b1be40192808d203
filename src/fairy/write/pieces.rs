//! Pieces: letters, keys, Betza, mobility, first moves and en passant.

use std::collections::BTreeSet;

use super::Writer;
use super::movement::{Movement, threats};
use crate::betza::{self, Modality, Parts};
use crate::fairy::catalogue;
use crate::rules::{Fidelity, Item, PieceType, Reverts, Side, Square, SquareSet, Trigger};

impl Writer<'_> {
    pub(super) fn pieces(&mut self) {
        let rules = self.rules;
        self.choose_letters();
        self.choose_king();
        self.choose_pawn();
        let mut taken: BTreeSet<&str> = BTreeSet::new();
        let mut customs = 0;
        for piece in &rules.pieces {
            let Some(letter) = self.letters.get(&piece.name).copied() else { continue };
            let path = format!("pieces.{}", piece.name);
            let movement = match self.common(piece) {
                Ok(movement) => movement,
                Err(why) => {
                    let origin = piece.origin;
                    self.item(
                        origin,
                        Item::new(&path, Fidelity::Dropped, why).remedy(
                            "make it two types, one for each side; or keep the rules in the own format (`--to toml`)",
                        ),
                    );
                    self.movement(&piece.name, Side::White).clone()
                }
            };
            for (number, why) in movement.faults.clone() {
                let origin = piece.moves.get(number).map(|m| m.origin).unwrap_or_default();
                self.lost_moves.push((self.items.len(), piece.name.clone(), number));
                self.item(origin, Item::new(format!("{path}.moves[{number}]"), Fidelity::Dropped, why));
            }
            for number in &movement.dead {
                let why = "never played: it asks for pieces that nobody ever has";
                self.item(piece.origin, Item::new(format!("{path}.moves[{number}]"), Fidelity::Exact, why));
            }
            let royal = self.king.as_ref() == Some(&piece.name);
            let key = self.type_key(piece, &movement, royal, &mut taken, &mut customs, letter);
            let Some((key, value, how)) = key else {
                self.dropped(path, "the engine's notation has no words for this movement");
                continue;
            };
            self.key(&key, value);
            self.mobility(&piece.name, &key);
            if movement.faces {
                self.facing(piece, royal);
            }
            if movement.faults.is_empty() {
                self.item(piece.origin, Item::new(path, Fidelity::Exact, how));
            }
        }
        if customs > catalogue::CUSTOM_PIECES {
            self.dropped("pieces", format!("{customs} movements of their own; the engine has room for 25"));
        }
    }

    fn choose_letters(&mut self) {
        let mut taken: BTreeSet<char> = BTreeSet::new();
        let mut open: Vec<&PieceType> = Vec::new();
        // Letters that both sides share, or that the only owner has, come first.
        for piece in &self.rules.pieces {
            let side = if self.has(Side::White, &piece.name) || !self.has(Side::Black, &piece.name) {
                Side::White
            } else {
                Side::Black
            };
            let letter = piece.letters.side(side).to_ascii_lowercase();
            if letter.is_ascii_lowercase() && taken.insert(letter) {
                self.letters.insert(piece.name.clone(), letter);
            } else {
                open.push(piece);
            }
        }
        for piece in open {
            let wishes = piece.name.chars().map(|c| c.to_ascii_lowercase()).chain('a'..='z');
            let free = wishes.filter(char::is_ascii_lowercase).find(|c| !taken.contains(c));
            match free {
                Some(letter) => {
                    taken.insert(letter);
                    self.letters.insert(piece.name.clone(), letter);
                    self.exact(
                        format!("pieces.{}.letters", piece.name),
                        format!("the letter is `{letter}` in the section"),
                    );
                }
                None => self.dropped(
                    format!("pieces.{}", piece.name),
                    "the engine has 26 letters, and they are given away",
                ),
            }
        }
    }

    pub(in crate::fairy) fn choose_king(&mut self) {
        let rules = self.rules;
        for (number, royal) in rules.royals.iter().enumerate() {
            let path = format!("royals[{number}]");
            let kinds: Vec<&String> = royal.types.names().collect();
            match &kinds[..] {
                [kind]
                    if self.king.is_none()
                        && royal.at_most.is_none()
                        && !royal.excused_by_capture
                        && !royal.all_attacked
                        && rules.royals.len() == 1 =>
                {
                    // The engine has one king a side.
                    let most = Side::BOTH.map(|side| rules.start.men(side).get(*kind).map_or(0, |s| s.len()));
                    let made = rules
                        .promotions
                        .iter()
                        .any(|p| p.into.contains(*kind) || p.otherwise.contains(*kind));
                    let owners =
                        Side::BOTH.into_iter().all(|s| royal.sides.includes(s) || !self.has(s, kind));
                    if !owners {
                        self.dropped(path, "a type that is royal for one side only, and both have it");
                    } else if !self.bold && (most.iter().any(|n| *n > 1) || made) {
                        self.dropped(path, "several royal pieces of a side; the engine's king is one");
                    } else {
                        self.king = Some((*kind).clone());
                        self.exact(path, format!("{kind} is the engine's `king`"));
                    }
                }
                _ => self.dropped(path, "royal pieces of several types, or under conditions"),
            }
        }
    }

    fn choose_pawn(&mut self) {
        // The engine's pawn, and no other type, promotes by arriving even if that is remembered.
        let shogi: BTreeSet<&String> = (self.rules.promotions.iter())
            .filter(|p| p.reverts == Reverts::ToOrigin && p.trigger != Trigger::Arrive)
            .flat_map(|p| self.rules.pieces.iter().map(|x| &x.name).filter(|n| p.types.contains(n)))
            .collect();
        let fits = |piece: &&PieceType| {
            !shogi.contains(&piece.name)
                && self.king.as_ref() != Some(&piece.name)
                && Side::BOTH.iter().all(|side| {
                    let movement = self.movement(&piece.name, *side);
                    let owned = self.has(*side, &piece.name) || !self.has(side.other(), &piece.name);
                    let captures = movement.en_passant.len();
                    !owned
                        || movement.is_pawn()
                            && (self.bold || movement.faults.is_empty())
                            && (captures == 2 || !self.en_passant && captures == 0)
                            && (movement.leaves != Some(false) || !self.en_passant)
                            && !movement.leaves_landing
                })
        };
        let found = self.rules.pieces.iter().filter(fits).max_by_key(|p| p.pawn);
        self.pawn = found.map(|p| p.name.clone());
    }

    /// The movement that both owners of a type have.
    fn common(&self, piece: &PieceType) -> Result<Movement, String> {
        let [white, black] = Side::BOTH.map(|side| self.movement(&piece.name, side));
        match (self.has(Side::White, &piece.name), self.has(Side::Black, &piece.name)) {
            (true, false) | (false, false) => Ok(white.clone()),
            (false, true) => Ok(black.clone()),
            (true, true) => {
                let same = white.parts == black.parts
                    && white.en_passant == black.en_passant
                    && white.faces == black.faces
                    && white.sideways_from.is_some() == black.sideways_from.is_some();
                let leaves = white.leaves == black.leaves || !self.en_passant;
                if same && leaves {
                    let mut both = white.clone();
                    let more = black.faults.iter().filter(|fault| !white.faults.contains(fault));
                    both.faults.extend(more.cloned());
                    let speaks = |n: &usize, side| piece.moves[*n].sides.includes(side);
                    both.dead.extend(black.dead.iter().filter(|n| !speaks(n, Side::White)));
                    both.dead.retain(|n| !speaks(n, Side::Black) || black.dead.contains(n));
                    Ok(both)
                } else {
                    Err("moves of Black that are not those of White turned by half a turn".to_owned())
                }
            }
        }
    }

    /// Key, value and a word on how for a type.
    fn type_key(
        &mut self,
        piece: &PieceType,
        movement: &Movement,
        royal: bool,
        taken: &mut BTreeSet<&'static str>,
        customs: &mut usize,
        letter: char,
    ) -> Option<(String, String, String)> {
        let path = format!("pieces.{}", piece.name);
        if self.pawn.as_ref() == Some(&piece.name) {
            return Some(("pawn".into(), letter.to_string(), "the engine's `pawn`".into()));
        }
        if movement.sideways_from.is_some() {
            match self.soldier(piece) {
                Some(rank) => {
                    self.key("soldierPromotionRank", rank);
                    return Some((
                        "soldier".into(),
                        letter.to_string(),
                        format!("the engine's `soldier`, sideways from rank {rank} on"),
                    ));
                }
                None => {
                    self.dropped(
                        &path,
                        "sideways moves from some squares only, which are no ranks of the far side",
                    );
                }
            }
        }
        let extent = self.rules.board.files.max(self.rules.board.ranks);
        if let Some((x, y)) = betza::leaks(&movement.parts, extent) {
            self.dropped(
                &path,
                format!("the engine mixes riders and leapers of one piece on the same lines: it would let this one go {x},{y} where the rules do not"),
            );
        }
        if royal && piece.moves.is_empty() {
            self.dropped(&path, "a royal piece that never moves");
        }
        let king_moves = betza::read("K").unwrap_or_default();
        if royal && movement.parts == king_moves {
            return Some(("king".into(), letter.to_string(), "the engine's `king`".into()));
        }
        if !royal {
            let same = |text: &str| betza::read(text).is_ok_and(|parts: Parts| parts == movement.parts);
            let fits = |(key, text): &&(&str, &str)| !taken.contains(key) && same(text);
            // The name that the type has already is kept where the engine knows it.
            let found = (catalogue::TYPES.iter().filter(|(key, _)| *key == piece.name))
                .chain(&catalogue::TYPES)
                .find(fits);
            if let Some((key, _)) = found {
                taken.insert(key);
                return Some(((*key).to_owned(), letter.to_string(), format!("the engine's `{key}`")));
            }
        }
        let text = betza::write(&movement.parts)?;
        let key = if royal {
            "king".to_owned()
        } else {
            *customs += 1;
            format!("customPiece{customs}")
        };
        let how = if text.is_empty() {
            "a piece that never moves".to_owned()
        } else {
            format!("a type of its own, `{text}`")
        };
        Some((key, format!("{letter}:{text}"), how))
    }

    /// The relative rank from which on soldiers go sideways, for both sides.
    fn soldier(&self, piece: &PieceType) -> Option<u8> {
        let board = &self.rules.board;
        let mut found = None;
        for side in Side::BOTH.into_iter().filter(|s| self.has(*s, &piece.name)) {
            let from = self.movement(&piece.name, side).sideways_from?;
            let rank = (1..=board.ranks).find(|rank| {
                let far: SquareSet = (board.squares().iter())
                    .filter(|s| {
                        let relative =
                            if side == Side::White { s.rank() } else { board.ranks - 1 - s.rank() };
                        relative + 1 >= *rank
                    })
                    .collect();
                far == from
            })?;
            if found.is_some_and(|r| r != rank) {
                return None;
            }
            found = Some(rank);
        }
        found.filter(|_| !self.keys.iter().any(|(key, _)| key == "soldierPromotionRank"))
    }

    fn mobility(&mut self, kind: &str, key: &str) {
        let capital: String = key[..1].to_ascii_uppercase() + &key[1..];
        for side in Side::BOTH {
            let Some(within) = self.movement(kind, side).within else { continue };
            if within.is_empty() {
                self.dropped(format!("pieces.{kind}"), "a piece that may go nowhere");
                continue;
            }
            let value = self.region(within);
            let colour = if side == Side::White { "White" } else { "Black" };
            self.key(format!("mobilityRegion{colour}{capital}"), value);
        }
    }

    /// Where men of a type may ever stand: where they start and where they may go.
    fn haunts(&self, kind: &str, side: Side) -> SquareSet {
        let rules = self.rules;
        let all = rules.board.squares();
        let brought =
            rules.drops.iter().any(|d| d.types.contains(kind) || d.becomes.as_deref() == Some(kind))
                || rules.castlings.iter().any(|c| c.king.contains(kind) || c.partner.contains(kind))
                || !rules.aftermath.is_empty()
                || !rules.gates.is_empty()
                || rules.shuffled;
        let start = rules.start.men(side).get(kind).copied().unwrap_or_default();
        match self.movement(kind, side).within {
            Some(within) if !brought => within.or(start),
            _ => all,
        }
    }

    /// Kings that may not face each other. The engine's kings may not on any open rank or
    /// file, so the rules must threaten just there, from wherever the men can stand.
    fn facing(&mut self, piece: &PieceType, royal: bool) {
        let path = format!("pieces.{}.facing", piece.name);
        let rules = self.rules;
        let exact = Side::BOTH.into_iter().all(|side| {
            let (here, there) = (self.haunts(&piece.name, side), self.haunts(&piece.name, side.other()));
            let in_line = |a: Square, b: Square| (a.rank() == b.rank()) != (a.file() == b.file());
            let all = threats(rules, &piece.name, side, false);
            let only = threats(rules, &piece.name, side, true);
            let lines = here.iter().flat_map(|a| there.iter().map(move |b| (a, b)));
            let met = |(a, b): (Square, Square)| here.contains(a) && there.contains(b);
            lines.filter(|(a, b)| in_line(*a, *b)).all(|pair| all.contains(&pair))
                && only.iter().filter(|pair| met(**pair)).all(|(a, b)| in_line(*a, *b))
        });
        if royal && exact && rules.board.holes.is_empty() && !self.face_at_start(&piece.name) {
            self.key("flyingGeneral", "true");
            self.exact(
                path,
                "the engine's `flyingGeneral`: wherever these pieces can stand they threaten each other on open ranks and files",
            );
        } else {
            self.dropped(path, "pieces that threaten each other on open lines; the engine knows it of kings, on ranks and files");
        }
    }

    /// Whether two men of a type face each other when the game begins, so that the first
    /// move could take one of them.
    fn face_at_start(&self, kind: &str) -> bool {
        let start = &self.rules.start;
        let [white, black] = Side::BOTH.map(|side| start.men(side).get(kind).copied().unwrap_or_default());
        let men = Side::BOTH.into_iter().flat_map(|side| start.men(side).values());
        let occupied = men.fold(start.walls, |all, some| all.or(*some));
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        white.iter().any(|from| {
            steps.iter().any(|(dx, dy)| {
                let line = (1..16).map_while(|n| from.offset(dx * n, dy * n));
                line.into_iter().find(|s| occupied.contains(*s)).is_some_and(|s| black.contains(s))
            })
        })
    }

    /// First moves and en passant.
    pub(super) fn steps(&mut self) {
        let rules = self.rules;
        let mut triple = [SquareSet::EMPTY; 2];
        let mut users = 0;
        for side in Side::BOTH {
            for piece in &rules.pieces {
                let movement = self.movement(&piece.name, side).clone();
                let path = format!("pieces.{}.moves", piece.name);
                if let Some(from) = movement.triple {
                    if self.pawn.as_ref() == Some(&piece.name) {
                        triple[side.index()] = from;
                    } else {
                        self.dropped(&path, "triple steps of a piece that is not the engine's pawn");
                    }
                }
                if !movement.parts.iter().any(|p| p.modality == Modality::Initial) {
                    continue;
                }
                users += 1;
                let Some(from) = movement.first else { continue };
                match self.first.of(side) {
                    Some(other) if *other != from => {
                        self.dropped(
                            &path,
                            "first moves from squares that differ from those of another type",
                        );
                    }
                    _ => match side {
                        Side::White => self.first.white = Some(from),
                        Side::Black => self.first.black = Some(from),
                    },
                }
                if movement.leaves == Some(false) && self.en_passant {
                    self.dropped(
                        &path,
                        "first moves that leave no en passant squares, in a game that has en passant",
                    );
                }
            }
        }
        self.key("doubleStep", users > 0);
        if users > 0 {
            for (side, colour) in [(Side::White, "White"), (Side::Black, "Black")] {
                let value = self.region(self.first.of(side).unwrap_or_default());
                self.key(format!("doubleStepRegion{colour}"), value);
            }
            self.exact("first moves", "from the regions of double steps");
        }
        if triple.iter().any(|t| !t.is_empty()) {
            for (side, colour) in [(0, "White"), (1, "Black")] {
                let value = self.region(triple[side]);
                self.key(format!("tripleStepRegion{colour}"), value);
            }
            self.exact("triple steps", "from regions of their own");
        }
        self.en_passant_keys(users > 0 || triple.iter().any(|t| !t.is_empty()));
    }

    fn en_passant_keys(&mut self, steps: bool) {
        let rules = self.rules;
        if !self.en_passant || !steps {
            self.key("enPassantRegion", "-");
            return;
        }
        let mut kinds = [String::new(), String::new()];
        for side in Side::BOTH {
            for piece in &rules.pieces {
                let movement = self.movement(&piece.name, side).clone();
                let path = format!("pieces.{}.moves", piece.name);
                let pawn = self.pawn.as_ref() == Some(&piece.name);
                if movement.en_passant.is_empty() || !self.has(side, &piece.name) {
                    continue;
                }
                if !pawn {
                    let captures: BTreeSet<(i8, i8)> = (movement.parts.iter())
                        .filter(|p| p.modality == Modality::Capture)
                        .map(|p| p.step)
                        .collect();
                    let quiet = |s: &(i8, i8)| {
                        movement.parts.iter().any(|p| p.modality == Modality::Quiet && p.step == *s)
                    };
                    if captures != movement.en_passant.iter().copied().collect() {
                        self.dropped(&path, "en passant by some of its captures only");
                    } else if !rules.en_passant.yields_to_quiet && captures.iter().any(quiet) {
                        self.dropped(&path, "en passant where it could go without capturing too");
                    }
                }
                if let Some(letter) = self.letters.get(&piece.name) {
                    kinds[side.index()].push(*letter);
                }
            }
        }
        self.key_each("enPassantTypes", &kinds[0], &kinds[1]);
        if !rules.en_passant.region.is_all() {
            for (side, colour) in [(Side::White, "White"), (Side::Black, "Black")] {
                let value = self.region(rules.en_passant.region.of(side, &rules.board));
                self.key(format!("enPassantRegion{colour}"), value);
            }
        }
        self.exact("en_passant", "by the types that capture so");
    }
}
