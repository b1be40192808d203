//! What differs between two sets of rules, clause by clause.
//!
//! What may enter: two [`Rules`] of any origin to a list of [`Difference`]s. Types that are called
//! otherwise and are the same are matched first; names are no difference. A clause is told in
//! the words of the own format, an end in a sentence; how a move is written is left to the caller.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{MoveRule, PieceType, Rules, Side, SquareSet, describe};

/// How a type moves, in a notation of the caller's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The text.
    pub text: String,
    /// Whether the text says all of it.
    pub whole: bool,
}

/// How a caller writes the moves of a type.
pub type WriteMove<'w> = &'w dyn Fn(&Rules, &str) -> Movement;

/// Something that the two say differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Which part of the rules: `piece`, `promotion`, `goal`.
    pub clause: &'static str,
    /// Whose, where it is a matter of one type, side or record.
    pub of: String,
    /// What A says; none where only B speaks of it.
    pub a: Option<String>,
    /// What B says.
    pub b: Option<String>,
}

/// The differences, and how types of the one are called in the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Types with another name or letter, as A and B call them.
    pub renamed: Vec<(String, String)>,
    /// What differs.
    pub list: Vec<Difference>,
}

/// B's rules with the names of A for the types that are the same in both, and how those are
/// called in either, where that differs.
pub fn named_alike(a: &Rules, b: &Rules) -> (Rules, Vec<(String, String)>) {
    let pairs = matched(&plain(a), &plain(b));
    let said = |piece: &PieceType| format!("{} ({})", piece.name, piece.letters);
    let renamed = pairs
        .iter()
        .filter(|(ours, theirs)| ours.name != theirs.name || ours.letters != theirs.letters)
        .map(|(ours, theirs)| (said(ours), said(theirs)))
        .collect();
    let names: BTreeMap<&str, &str> =
        pairs.iter().map(|(ours, theirs)| (theirs.name.as_str(), ours.name.as_str())).collect();
    let mut named = b.clone();
    named.rename_types(&|name| match names.get(name) {
        Some(ours) => (*ours).to_owned(),
        // What only B has must not be called as something else of A.
        None if a.piece(name).is_some() && b.piece(name).is_some() => format!("{name}-of-B"),
        None => name.to_owned(),
    });
    for (ours, _) in &pairs {
        for piece in named.pieces.iter_mut().filter(|piece| piece.name == ours.name) {
            piece.letters = ours.letters;
        }
    }
    (named, renamed)
}

/// What two sets of rules say differently that call the same types alike, see [`named_alike`].
pub fn differences(a: &Rules, b: &Rules, write: WriteMove<'_>) -> Vec<Difference> {
    let (a, b) = (plain(a), plain(b));
    let mut out = List::default();
    out.board(&a, &b);
    out.pieces(&a, &b, write);
    out.records(&a, &b);
    out.start(&a, &b);
    out.0
}

/// Rules without what is for readers and programs that show the game.
fn plain(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.notes.clear();
    rules.clauses.clear();
    rules.hands.order.clear();
    rules.hands.slots = 0;
    for piece in &mut rules.pieces {
        piece.synonyms.clear();
        piece.pawn = false;
    }
    for mark in &rules.marks {
        let mut held = SquareSet::EMPTY;
        for side in Side::BOTH {
            let men = rules.start.men(side).iter().filter(|(name, _)| mark.held_by.contains(name));
            let squares = men.fold(SquareSet::EMPTY, |all, (_, squares)| all.or(*squares));
            held = held.or(squares.and(mark.held.of(side, &rules.board)));
        }
        // A mark that is held by whoever stands where it says needs no list.
        if rules.start.marks.get(&mark.name).is_none_or(|stated| *stated == held) {
            rules.start.marks.remove(&mark.name);
        }
    }
    rules.canonicalise();
    rules
}

/// The types of both that are one: of one name, else of one letter, else with the same moves.
fn matched(a: &Rules, b: &Rules) -> Vec<(PieceType, PieceType)> {
    let mut pairs: Vec<(PieceType, PieceType)> = Vec::new();
    let letters = |piece: &PieceType| (piece.letters.white, piece.letters.black);
    let lower = |piece: &PieceType| piece.name.to_lowercase();
    let moves = |piece: &PieceType| -> Vec<MoveRule> { piece.moves.iter().map(bare_rule).collect() };
    type Same<'s> = &'s dyn Fn(&PieceType, &PieceType) -> bool;
    let tests: [Same<'_>; 6] = [
        &|x, y| lower(x) == lower(y) && letters(x) == letters(y),
        &|x, y| letters(x) == letters(y) && moves(x) == moves(y),
        &|x, y| lower(x) == lower(y) && moves(x) == moves(y),
        &|x, y| lower(x) == lower(y),
        &|x, y| letters(x) == letters(y),
        &|x, y| !x.moves.is_empty() && moves(x) == moves(y),
    ];
    for same in tests {
        for ours in &a.pieces {
            if pairs.iter().any(|(known, _)| known.name == ours.name) {
                continue;
            }
            let free = |piece: &&PieceType| !pairs.iter().any(|(_, known)| known.name == piece.name);
            if let Some(theirs) = b.pieces.iter().filter(free).find(|theirs| same(ours, theirs)) {
                pairs.push((ours.clone(), theirs.clone()));
            }
        }
    }
    pairs
}

/// A rule without where it stood in its source.
fn bare_rule(rule: &MoveRule) -> MoveRule {
    MoveRule { origin: super::Origin::default(), ..rule.clone() }
}

/// The rules of a type, each with one step where it has one leg: the canonical form has those
/// together that differ in nothing else.
fn by_step(piece: &PieceType) -> Vec<MoveRule> {
    let mut list = Vec::new();
    for rule in piece.moves.iter().map(bare_rule) {
        match rule.legs.as_slice() {
            [leg] if leg.steps.len() > 1 => list.extend(leg.steps.iter().map(|step| {
                let leg = super::Leg { steps: [step.clone()].into(), ..leg.clone() };
                MoveRule { legs: vec![leg], ..rule.clone() }
            })),
            _ => list.push(rule),
        }
    }
    list
}

/// Rules that differ in their step alone as one.
fn together(rules: Vec<MoveRule>) -> Vec<MoveRule> {
    let mut list: Vec<MoveRule> = Vec::new();
    for rule in rules {
        let steps = |rule: &MoveRule| rule.legs.first().map(|leg| leg.steps.clone()).unwrap_or_default();
        let with = |rule: &MoveRule, steps: BTreeSet<super::Step>| {
            let mut rule = rule.clone();
            rule.legs.iter_mut().for_each(|leg| leg.steps = steps.clone());
            rule
        };
        let single = rule.legs.len() == 1;
        let alike = list
            .iter_mut()
            .find(|other| single && other.legs.len() == 1 && with(other, steps(&rule)) == rule);
        match alike {
            Some(other) => {
                let both: BTreeSet<super::Step> = steps(other).union(&steps(&rule)).cloned().collect();
                *other = with(other, both);
            }
            None => list.push(rule),
        }
    }
    list
}

/// Rules in which a type moves by one rule only.
fn alone(rules: &Rules, name: &str, rule: &MoveRule) -> Rules {
    let mut rules = rules.clone();
    for piece in rules.pieces.iter_mut().filter(|piece| piece.name == name) {
        piece.moves = vec![rule.clone()];
    }
    rules
}

/// A value of the own format in one line: `key value; key value`.
fn line<T: Serialize>(value: &T) -> String {
    match toml::Value::try_from(value) {
        Ok(toml::Value::Table(table)) => fields(&table).join("; "),
        Ok(value) => word(&value),
        Err(_) => String::from("(without a text)"),
    }
}

fn fields(table: &toml::Table) -> Vec<String> {
    let one = |(key, value): (&String, &toml::Value)| match value {
        toml::Value::Boolean(true) => key.replace('_', " "),
        _ => format!("{} {}", key.replace('_', " "), word(value)),
    };
    table.iter().map(one).collect()
}

fn word(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Table(table) => format!("({})", fields(table).join(", ")),
        toml::Value::Array(list) => list.iter().map(word).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// A record key by key.
fn keys<T: Serialize>(value: &T) -> BTreeMap<String, String> {
    match toml::Value::try_from(value) {
        Ok(toml::Value::Table(table)) => {
            table.iter().map(|(key, value)| (key.replace('_', " "), word(value))).collect()
        }
        _ => BTreeMap::new(),
    }
}

#[derive(Default)]
struct List(Vec<Difference>);

impl List {
    fn say(&mut self, clause: &'static str, of: &str, a: Option<String>, b: Option<String>) {
        if a != b {
            self.0.push(Difference { clause, of: of.to_owned(), a, b });
        }
    }

    fn board(&mut self, a: &Rules, b: &Rules) {
        let size = |rules: &Rules| format!("{} files, {} ranks", rules.board.files, rules.board.ranks);
        self.say("board", "size", Some(size(a)), Some(size(b)));
        let holes = |rules: &Rules| (!rules.board.holes.is_empty()).then(|| rules.board.holes.to_string());
        self.say("board", "holes", holes(a), holes(b));
        self.say("board", "Black sees it", Some(line(&a.board.black_sees)), Some(line(&b.board.black_sees)));
        let names = |rules: &Rules| (!rules.board.names.is_empty()).then(|| line(&rules.board.names));
        self.say("board", "names of squares", names(a), names(b));
        let shuffled = |rules: &Rules| rules.shuffled.then(|| "shuffled".to_owned());
        self.say("start", "order", shuffled(a), shuffled(b));
    }

    fn pieces(&mut self, a: &Rules, b: &Rules, write: WriteMove<'_>) {
        for ours in &a.pieces {
            match b.piece(&ours.name) {
                Some(theirs) => self.moves(ours, theirs, [a, b], write),
                None => self.say("piece", &ours.name, Some(write(a, &ours.name).text), None),
            }
        }
        for theirs in b.pieces.iter().filter(|piece| a.piece(&piece.name).is_none()) {
            self.say("piece", &theirs.name, None, Some(write(b, &theirs.name).text));
        }
    }

    /// The moves that only one of two types of one name has.
    fn moves(&mut self, ours: &PieceType, theirs: &PieceType, rules: [&Rules; 2], write: WriteMove<'_>) {
        let only = |one: &PieceType, other: &PieceType, of: &Rules| -> Vec<(Movement, String)> {
            let others = by_step(other);
            let left = by_step(one).into_iter().filter(|rule| !others.contains(rule)).collect();
            let text = |rule: MoveRule| (write(&alone(of, &one.name, &rule), &one.name), line(&rule));
            together(left).into_iter().map(text).collect()
        };
        let (a, b) = (only(ours, theirs, rules[0]), only(theirs, ours, rules[1]));
        // Where the short text is not all, or the same for both, the long one tells the moves apart.
        let tell = |list: &[(Movement, String)], others: &[(Movement, String)]| -> Vec<String> {
            let one = |(short, long): &(Movement, String)| {
                let twice = others.iter().any(|(other, _)| other.text == short.text);
                if short.whole && !twice { short.text.clone() } else { format!("{}: {long}", short.text) }
            };
            list.iter().map(one).collect()
        };
        let (a, b) = (tell(&a, &b), tell(&b, &a));
        if a.is_empty() && b.is_empty() {
            return;
        }
        let whole = |rules: &Rules| write(rules, &ours.name);
        let (all_a, all_b) = (whole(rules[0]).text, whole(rules[1]).text);
        if all_a != all_b {
            let told = a.iter().all(|text| *text == all_a) && b.iter().all(|text| *text == all_b);
            self.say("piece", &ours.name, Some(all_a), Some(all_b));
            if told {
                return;
            }
        }
        for text in a {
            self.say("move", &ours.name, Some(text), None);
        }
        for text in b {
            self.say("move", &ours.name, None, Some(text));
        }
    }

    fn records(&mut self, a: &Rules, b: &Rules) {
        self.listed("mark", &a.marks, &b.marks, |mark| mark.name.clone());
        self.listed("royal", &a.royals, &b.royals, |royal| word_of(&royal.types));
        self.listed("promotion", &a.promotions, &b.promotions, |promotion| {
            format!("{} {}", word_of(&promotion.types), word_of(&promotion.sides))
        });
        self.listed("castling", &a.castlings, &b.castlings, |castling| {
            format!("{} {}", castling.letter, word_of(&castling.sides))
        });
        self.keyed("hand", &a.hands, &b.hands);
        self.listed("drop", &a.drops, &b.drops, |drop| {
            format!("{} {}", word_of(&drop.types), word_of(&drop.sides))
        });
        self.listed("gate", &a.gates, &b.gates, |gate| word_of(&gate.sides));
        let walls = |rules: &Rules| rules.walls.as_ref().map(line);
        self.say("walls", "", walls(a), walls(b));
        self.listed("after a move", &a.aftermath, &b.aftermath, |_| String::new());
        self.keyed("en passant", &a.en_passant, &b.en_passant);
        self.keyed("check", &a.check, &b.check);
        self.keyed("turn", &a.turn, &b.turn);
        self.goals(a, b);
    }

    /// Goals and draws in sentences; what these don't tell apart, in the words of the format.
    fn goals(&mut self, a: &Rules, b: &Rules) {
        let (ours, theirs) = (describe::goals(a), describe::goals(b));
        let before = self.0.len();
        for text in ours.iter().filter(|text| !theirs.contains(text)) {
            self.say("goal", "", Some(text.clone()), None);
        }
        for text in theirs.iter().filter(|text| !ours.contains(text)) {
            self.say("goal", "", None, Some(text.clone()));
        }
        if self.0.len() == before {
            self.keyed("result without a move", &a.no_moves, &b.no_moves);
            self.keyed("claim", &a.claims, &b.claims);
            self.listed("goal", &a.ends, &b.ends, |end| word_of(&end.sides));
            if a.ends != b.ends && self.0.len() == before {
                let order = |rules: &Rules| Some(rules.ends.iter().map(line).collect::<Vec<_>>().join(" | "));
                self.say("goal", "order in which they are tested", order(a), order(b));
            }
        }
    }

    /// A record, key by key.
    fn keyed<T: Serialize>(&mut self, clause: &'static str, a: &T, b: &T) {
        let (a, b) = (keys(a), keys(b));
        let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        for name in names {
            self.say(clause, name, a.get(name).cloned(), b.get(name).cloned());
        }
    }

    /// Records in a list: what only one has, those of one head beside each other.
    fn listed<T: Serialize + PartialEq>(
        &mut self,
        clause: &'static str,
        a: &[T],
        b: &[T],
        head: impl Fn(&T) -> String,
    ) {
        let mut rest: Vec<&T> = b.iter().filter(|record| !a.contains(record)).collect();
        for ours in a.iter().filter(|record| !b.contains(record)) {
            let name = head(ours);
            let theirs = rest.iter().position(|record| head(record) == name).map(|at| rest.remove(at));
            self.say(clause, &name, Some(line(ours)), theirs.map(line));
        }
        for theirs in rest {
            self.say(clause, &head(theirs), None, Some(line(theirs)));
        }
    }

    fn start(&mut self, a: &Rules, b: &Rules) {
        for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
            let (ours, theirs) = (a.start.men(side), b.start.men(side));
            let kinds: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
            for kind in kinds {
                let text = |men: &BTreeMap<String, SquareSet>| {
                    men.get(kind).filter(|squares| !squares.is_empty()).map(ToString::to_string)
                };
                self.say("start", &format!("{name}'s {kind}"), text(ours), text(theirs));
            }
            let (ours, theirs) = (a.start.hand(side), b.start.hand(side));
            let kinds: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
            for kind in kinds {
                let text = |hand: &BTreeMap<String, u16>| hand.get(kind).map(ToString::to_string);
                self.say("start", &format!("{kind} in {name}'s hand"), text(ours), text(theirs));
            }
        }
        let rest = |rules: &Rules| {
            let mut start = rules.start.clone();
            for side in Side::BOTH {
                start.men_mut(side).clear();
            }
            (start.white_hand, start.black_hand) = Default::default();
            start
        };
        self.keyed("start", &rest(a), &rest(b));
    }
}

fn word_of<T: Serialize>(value: &T) -> String {
    toml::Value::try_from(value).map(|value| word(&value)).unwrap_or_default()
}
