//! Rules as a description for Sjaak II, an engine whose own text format holds many chess-like games.
//!
//! What may enter: that format, and what of the rules it can hold. It is a second, independent
//! reading of the rules: Sjaak shares no code with anybody here. What it can't hold is refused by
//! name; nothing is left out in silence. (The format is described at the head of the variants
//! file that comes with the program.)

use std::collections::BTreeSet;

use crate::betza::{self, Gait, Modality, Part, Parts};
use crate::engine::Oracle;
use crate::notation::fen;
use crate::rules::{
    Captured, Castling, Check, Content, Distances, Duty, Leg, MoveRule, Occasion, Outcome, Path, PieceType,
    Promotion, Region, Rules, Side, SquareSet, Trail, Trigger, Turn,
};

/// A description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The name under which Sjaak knows the game once it has read it.
    pub name: String,
    /// The text.
    pub text: String,
    /// The start position, with all fields.
    pub start: String,
}

/// Describes a game.
///
/// # Errors
/// What the format can't hold, each as the rule and why.
pub fn describe(rules: &Rules) -> Result<Description, Vec<String>> {
    let mut writer = Writer { rules, lines: Vec::new(), zones: Vec::new(), lost: Vec::new() };
    writer.whole();
    for piece in &rules.pieces {
        writer.piece(piece);
    }
    let Writer { lines, zones, mut lost, .. } = writer;
    let oracle = match Oracle::new(rules) {
        Ok(oracle) => oracle,
        Err(faults) => {
            lost.extend(faults.iter().map(ToString::to_string));
            return Err(lost);
        }
    };
    if !lost.is_empty() {
        return Err(lost);
    }
    let start = fen::write(&oracle, &oracle.start());
    let name = "ferry";
    let mut text = format!("Variant: {name}\nBoard: {}x{}\n", rules.board.files, rules.board.ranks);
    text.push_str(&format!("FEN: \"{start}\"\n"));
    for (number, squares) in zones.iter().enumerate() {
        let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
        text.push_str(&format!("Zone: zone{number} = {}\n", names.join(",")));
    }
    lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    Ok(Description { name: name.to_owned(), text, start })
}

struct Writer<'r> {
    rules: &'r Rules,
    lines: Vec<String>,
    zones: Vec<SquareSet>,
    lost: Vec<String>,
}

impl Writer<'_> {
    fn lose(&mut self, rule: &str, why: &str) {
        self.lost.push(format!("{rule}: {why}"));
    }

    /// The name of a zone of these squares.
    fn zone(&mut self, squares: SquareSet) -> String {
        if squares.is_empty() {
            return "empty".to_owned();
        }
        let known = self.zones.iter().position(|zone| *zone == squares);
        let number = known.unwrap_or_else(|| {
            self.zones.push(squares);
            self.zones.len() - 1
        });
        format!("zone{number}")
    }

    /// Zones of both sides, as most lines want them.
    fn zones_of(&mut self, region: &Region) -> String {
        let [white, black] = Side::BOTH.map(|side| region.of(side, &self.rules.board));
        format!("{}, {}", self.zone(white), self.zone(black))
    }

    /// What concerns the game as a whole.
    fn whole(&mut self) {
        let rules = self.rules;
        let board = &rules.board;
        if board.files > 15 || board.ranks > 15 || usize::from(board.files) * usize::from(board.ranks) > 127 {
            self.lose("board", "the format has boards of fewer than 16 files and ranks and 128 squares");
        }
        let has = [
            (!board.holes.is_empty() || !rules.start.walls.is_empty(), "board.holes", "holes and walls"),
            (rules.shuffled, "shuffled", "a shuffled start"),
            (rules.check != Check::default(), "check", "restrictions of check"),
            (rules.turn != Turn::default(), "turn", "orders, passes and priorities"),
            (
                rules.hands.captured != Captured::Gone || !rules.drops.is_empty(),
                "hands",
                "hands are not written yet",
            ),
            (!rules.gates.is_empty(), "gates", "pieces put on vacated squares"),
            (rules.walls.is_some(), "walls", "walls put in play"),
            (!rules.aftermath.is_empty(), "aftermath", "what follows from a move"),
            (!rules.marks.is_empty(), "marks", "marks of pieces"),
            (!rules.ends.is_empty(), "ends", "goals are not written yet"),
            (rules.no_moves.stalemate_by_count, "no_moves", "a result by counting pieces"),
            (!rules.en_passant.region.is_all(), "en_passant.region", "a region of captures in passing"),
        ];
        for (_, rule, why) in has.into_iter().filter(|(has, ..)| *has) {
            self.lose(rule, why);
        }
        let none = &rules.no_moves;
        let stalemate = match (none.stalemate.white, none.stalemate.is_equal()) {
            (Outcome::Loss, true) => "win",
            (Outcome::Draw, true) => "draw",
            (Outcome::Win, true) => "loss",
            _ => {
                self.lose("no_moves.stalemate", "a result that differs between the sides, or counts pieces");
                "draw"
            }
        };
        if none.checkmate.white != Outcome::Loss || !none.checkmate.is_equal() {
            self.lose("no_moves.checkmate", "checkmate that does not lose");
        }
        match &rules.royals[..] {
            [royal] if royal.at_most.is_none() && !royal.all_attacked && !royal.excused_by_capture => {}
            _ => self.lose("royals", "royal pieces under conditions, or none"),
        }
        self.lines.push(format!("Rule: checkmate = win\nRule: stalemate = {stalemate}"));
        // Repetition and progress are claims, and no part of what a position allows.
        self.lines.push("Rule: repeat0 = draw\nRule: movecountdraw = 9999".to_owned());
    }

    fn piece(&mut self, piece: &PieceType) {
        let path = format!("pieces.{}", piece.name);
        let mut plain = piece.clone();
        let (mut sets, mut takes) = (false, false);
        let mut special: Option<Region> = None;
        let mut faces = false;
        plain.moves.clear();
        let steps_onto = |wanted: fn(&Content) -> bool| -> BTreeSet<_> {
            let legs = piece.moves.iter().filter(|rule| !rule.threat_only).flat_map(|rule| &rule.legs);
            legs.filter(|leg| wanted(&leg.onto)).flat_map(|leg| leg.steps.iter().cloned()).collect()
        };
        let passing = steps_onto(|onto| onto.en_passant);
        if !passing.is_empty() && passing != steps_onto(|onto| !onto.men.is_empty()) {
            self.lose(&path, "en passant by some of its captures only");
        }
        if piece.moves.iter().any(|rule| rule.leaves == Trail::PassedAndLanding) {
            self.lose(&path, "en passant squares where a piece lands");
        }
        for rule in &piece.moves {
            let mut rule = rule.clone();
            if is_facing(self.rules, &piece.name, &rule) {
                faces = true;
                continue;
            }
            for leg in &mut rule.legs {
                takes |= std::mem::take(&mut leg.onto.en_passant);
            }
            if rule.legs.iter().any(|leg| leg.onto.is_nothing()) {
                continue;
            }
            if !rule.from.is_all() {
                let leaves = rule.leaves != Trail::None;
                match double_step(&rule) {
                    Some(region) if special.is_none() => (special, sets) = (Some(region), leaves),
                    _ => self.lose(&path, "moves from certain squares only"),
                }
                continue;
            }
            plain.moves.push(rule);
        }
        let prisons: BTreeSet<Region> = plain.moves.iter().map(|rule| rule.to).collect();
        let prison = prisons.first().copied().filter(|region| !region.is_all());
        if prisons.len() > 1 {
            self.lose(&path, "regions that differ between the moves of a piece");
        }
        plain.moves.iter_mut().for_each(|rule| rule.to = Region::All);
        let stated = {
            let mut rules = self.rules.clone();
            rules.castlings.clear();
            rules.pieces = vec![plain];
            betza::stated(&rules, &piece.name)
        };
        for why in stated.left.iter().chain(&stated.besides) {
            self.lose(&path, why);
        }
        let (parts, left) = stated.ways.parts();
        if !left.is_empty() {
            self.lose(&path, "moves of several legs, or over certain pieces only");
        }
        let handed = |part: &Part| !parts.contains(&Part { step: (-part.step.0, part.step.1), ..*part });
        if parts.iter().any(handed) {
            self.lose(&path, "moves that tell left from right, which the format mirrors for Black");
        }
        self.lines.push(format!("\nPiece: {}", piece.name));
        self.movement(&path, &parts);
        if let Some(region) = special {
            let zones = self.zones_of(&region);
            self.lines.push(format!("Special: {zones}, step 2N"));
        }
        if let Some(region) = prison {
            let zones = self.zones_of(&region);
            self.lines.push(format!("Prison: {zones}"));
        }
        let [white, black] = Side::BOTH.map(|side| piece.letters.side(side));
        let san = if takes { ' ' } else { white };
        self.lines.push(format!("Symbol: \"{san}\", \"{white},{black}\""));
        let royal = self.rules.royals.iter().any(|royal| royal.types.contains(&piece.name));
        let flags = [(royal, "royal"), (sets, "set_ep"), (takes, "take_ep")];
        let flags: Vec<&str> = flags.iter().filter(|(on, _)| *on).map(|(_, flag)| *flag).collect();
        if !flags.is_empty() {
            self.lines.push(format!("Flags: {}", flags.join(",")));
        }
        if faces {
            self.lines.push("Rule: taboo".to_owned());
        }
        self.castlings(piece);
        self.promotions(piece);
    }

    fn movement(&mut self, path: &str, parts: &Parts) {
        let of = |modality| -> BTreeSet<(Gait, (i8, i8))> {
            parts.iter().filter(|p| p.modality == modality).map(|p| (p.gait, p.step)).collect()
        };
        let (quiet, capture) = (of(Modality::Quiet), of(Modality::Capture));
        let initial: Vec<&Part> = parts.iter().filter(|p| p.modality == Modality::Initial).collect();
        if !initial.is_empty() {
            self.lose(path, "first moves that are no double step");
        }
        let mut lines = Vec::new();
        let mut say = |word: &str, moves: &BTreeSet<(Gait, (i8, i8))>| match lines_of(moves) {
            Ok(texts) => lines.extend(texts.into_iter().map(|text| format!("{word}: {text}"))),
            Err(why) => self.lost.push(format!("{path}: {why}")),
        };
        say("Move", &quiet);
        if capture.is_empty() {
            lines.push("Capture: none".to_owned());
        } else if capture != quiet {
            say("Capture", &capture);
        }
        if quiet.is_empty() {
            self.lose(path, "a piece that only captures, or never moves");
        }
        self.lines.extend(lines);
    }

    fn castlings(&mut self, piece: &PieceType) {
        let rules = self.rules;
        for castling in rules.castlings.iter().filter(|c| c.king.contains(&piece.name)) {
            let Castling { rights, when, right_by_drop, costs_opponent, empty, safe, .. } = castling;
            let odd =
                !rights || !when.is_empty() || *right_by_drop || *costs_opponent || *empty != Path::Usual;
            if odd || *safe != Path::Usual {
                self.lose("castlings", "castling on other conditions than the usual ones");
                continue;
            }
            for side in Side::BOTH.into_iter().filter(|side| castling.sides.includes(*side)) {
                let colour = if side == Side::White { "white" } else { "black" };
                let [to, beside] = [castling.king_to, castling.partner_to]
                    .map(|square| rules.board.square_for(side, square));
                for (king, partner) in castling.rights_at(&rules.start, &rules.board, side) {
                    // The format has the partner stand beside the king, on the side from which he came.
                    let inner = if partner.file() > king.file() { -1 } else { 1 };
                    let one_rank = [to, partner].iter().all(|square| square.rank() == king.rank());
                    if to.offset(inner, 0) != Some(beside) || !one_rank {
                        self.lose(
                            "castlings",
                            "castling that ends otherwise than side by side on the king's rank",
                        );
                        continue;
                    }
                    self.lines.push(format!("Castle: {colour} {king}-{to} with {partner}"));
                }
            }
        }
    }

    fn promotions(&mut self, piece: &PieceType) {
        let rules = self.rules;
        let mine: Vec<&Promotion> =
            rules.promotions.iter().filter(|p| p.types.contains(&piece.name)).collect();
        let [record] = mine[..] else {
            if !mine.is_empty() {
                self.lose("promotions", "several promotions of a type");
            }
            return;
        };
        let plain = record.trigger == Trigger::Arrive
            && record.occasion == Occasion::Any
            && record.when.is_empty()
            && record.class.is_empty()
            && record.fewer_than.is_empty()
            && record.otherwise.is_empty()
            && !record.or_demote
            && !record.without_check
            && record.sides == crate::rules::Sides::Both;
        if !plain {
            self.lose("promotions", "promotion on conditions, or otherwise than by arriving");
            return;
        }
        let letters: String =
            record.into.iter().filter_map(|name| rules.piece(name)).map(|p| p.letters.white).collect();
        let zones = self.zones_of(&record.zone);
        self.lines.push(format!("Promotion: {zones}, \"{letters}\""));
        match record.duty {
            Duty::Always => self.lines.push("Optional promotion: empty, empty".to_owned()),
            Duty::Never => self.lines.push(format!("Optional promotion: {zones}")),
            Duty::IfPossible => self.lose("promotions", "promotion that must be taken only where it can"),
        }
    }
}

/// Whether a rule forbids two men of a type to stand on an open rank or file.
fn is_facing(rules: &Rules, name: &str, rule: &MoveRule) -> bool {
    use crate::rules::{ManPattern, Whose};
    let kin = Content::default().or_men(ManPattern::of(Whose::Enemy, name));
    let lines = Leg::new([(0, 1), (0, -1), (1, 0), (-1, 0)]).distance(Distances::ANY).onto(kin);
    let royal = rules.royals.iter().any(|royal| royal.types.contains(name));
    royal && rule.threat_only && rule.legs == [lines]
}

/// The squares from which the rule is a double step straight ahead.
fn double_step(rule: &MoveRule) -> Option<Region> {
    let ahead = Leg::new([(0, 1)]).onto(Content::empty());
    let [leg] = &rule.legs[..] else { return None };
    let two = |distance| *leg == ahead.clone().distance(distance);
    let reaches = two(Distances::of([2])) || two(Distances::up_to(2));
    (reaches && rule.when.is_empty() && rule.then.is_empty()).then_some(rule.from)
}

/// All vectors that come of one by turning and mirroring.
fn orbit((x, y): (i8, i8)) -> BTreeSet<(i8, i8)> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    signs.iter().flat_map(|(a, b)| [(x * a, y * b), (y * a, x * b)]).collect()
}

/// Movements as the format writes them.
fn lines_of(moves: &BTreeSet<(Gait, (i8, i8))>) -> Result<Vec<String>, String> {
    let steps = |gait: Gait| -> BTreeSet<(i8, i8)> {
        moves.iter().filter(|(g, _)| *g == gait).map(|(_, step)| *step).collect()
    };
    let known = [Gait::Leap, Gait::Lame, Gait::Ride(0), Gait::Hop(0)];
    if moves.iter().any(|(gait, _)| !known.contains(gait)) {
        return Err("rides of some steps, and jumps that are no cannon's".to_owned());
    }
    let mut lines = Vec::new();
    let whole = |set: &BTreeSet<(i8, i8)>| set.iter().all(|step| orbit(*step).is_subset(set));
    let pair = |(x, y): &(i8, i8)| format!("({x},{y})");
    let leaps = steps(Gait::Leap);
    let forward = |list: &[(i8, i8)]| leaps.iter().all(|step| list.contains(step));
    if leaps.is_empty() {
    } else if whole(&leaps) {
        let first: BTreeSet<(i8, i8)> =
            leaps.iter().map(|(x, y)| (x.abs().max(y.abs()), x.abs().min(y.abs()))).collect();
        lines.push(format!("leap {}", first.iter().map(pair).collect::<Vec<_>>().join("|")));
    } else if forward(&[(0, 1)]) {
        lines.push("step N".to_owned());
    } else if forward(&[(1, 1), (-1, 1)]) && leaps.len() == 2 {
        lines.push("step NE,NW".to_owned());
    } else {
        lines.push(format!("aleap {}", leaps.iter().map(pair).collect::<Vec<_>>().join("|")));
    }
    for (gait, word) in [(Gait::Ride(0), "slide"), (Gait::Hop(0), "hop")] {
        let mut rays = steps(gait);
        let mut names = Vec::new();
        for (name, ends) in [("H", (1, 0)), ("V", (0, 1)), ("D", (1, 1)), ("A", (1, -1))] {
            let both = [ends, (-ends.0, -ends.1)];
            match both.iter().filter(|step| rays.remove(*step)).count() {
                0 => {}
                2 => names.push(name),
                _ => return Err("rides that go one way along a line only".to_owned()),
            }
        }
        if !names.is_empty() {
            lines.push(format!("{word} ({})", names.join(",")));
        }
        match () {
            () if rays.is_empty() => {}
            () if word == "slide" && rays == orbit((2, 1)) => lines.push("ride (2,1)".to_owned()),
            () => return Err("rides along other lines than ranks, files and diagonals".to_owned()),
        }
    }
    let lame = steps(Gait::Lame);
    match () {
        () if lame.is_empty() => {}
        () if !leaps.is_empty() => return Err("lame leaps beside others".to_owned()),
        () if lame == orbit((2, 1)) => lines.push("leap (1,0)+(1,1)&(2,1)".to_owned()),
        () if lame == orbit((2, 2)) => lines.push("leap (1,1)+(1,1)&(2,2)".to_owned()),
        () => return Err("lame leaps that are no horse's or elephant's".to_owned()),
    }
    Ok(lines)
}
