//! Whether rules make sense.
//!
//! A reader that delivers [`Rules`] and a format that takes them may rely on
//! what is tested here: names exist, squares lie on the board, nothing is empty
//! that must not be. That a game is *sensible* (that it can be won, say) is not.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Aftermath, At, Castling, Condition, Content, Counted, Counting, Effect, Guard, Leg, MAX_LEGS, MAX_MARKS,
    MAX_TYPES, ManPattern, Material, MoveRule, Path, Place, Priority, Region, Reverts, Rules, Side, Source,
    Square, SquareSet, Step, Types,
};

/// Something in the rules that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct Fault {
    /// The field, as in `pieces[2].moves[0].steps`.
    pub path: String,
    /// What is wrong with it, in one sentence.
    pub message: String,
}

/// Everything that makes no sense, in the order of the fields.
pub fn validate(rules: &Rules) -> Vec<Fault> {
    let mut check = Checker {
        types: rules.pieces.iter().map(|p| p.name.as_str()).collect(),
        marks: rules.marks.iter().map(|m| m.name.as_str()).collect(),
        classes: (rules.pieces.iter().flat_map(|piece| &piece.moves).map(|rule| rule.class.as_str()))
            .chain(rules.drops.iter().map(|drop| drop.class.as_str()))
            .collect(),
        castlings: rules.castlings.iter().map(|castling| castling.letter.to_ascii_lowercase()).collect(),
        board: if rules.board.is_sane() { rules.board.squares() } else { SquareSet::EMPTY },
        rectangle: SquareSet::board(rules.board.files, rules.board.ranks),
        faults: Vec::new(),
    };
    if !rules.board.is_sane() {
        check.fault("board", "files and ranks must be 1 to 16");
        return check.faults;
    }
    check.names(rules);
    check.start(rules);
    for (p, piece) in rules.pieces.iter().enumerate() {
        for (m, rule) in piece.moves.iter().enumerate() {
            check.move_rule(&format!("pieces[{p}].moves[{m}]"), rule);
        }
    }
    check.records(rules);
    for (i, end) in rules.ends.iter().enumerate() {
        check.condition(&format!("ends[{i}].when"), &end.when);
    }
    check.faults
}

struct Checker<'a> {
    types: BTreeSet<&'a str>,
    marks: BTreeSet<&'a str>,
    /// Classes of moves and drops.
    classes: BTreeSet<&'a str>,
    /// Letters of castlings, small.
    castlings: BTreeSet<char>,
    board: SquareSet,
    rectangle: SquareSet,
    faults: Vec<Fault>,
}

/// Whether a word can stand in patterns and lists: letters, digits, `-`, `_` and
/// the like, without blanks and the signs of patterns.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name != "any"
        && !name.starts_with(['+', '-', '*'])
        && !name.contains(char::is_whitespace)
}

impl Checker<'_> {
    fn fault(&mut self, path: &str, message: impl Into<String>) {
        self.faults.push(Fault { path: path.to_owned(), message: message.into() });
    }

    fn names(&mut self, rules: &Rules) {
        if rules.pieces.len() > MAX_TYPES {
            self.fault("pieces", format!("there may be at most {MAX_TYPES} types"));
        }
        if rules.marks.len() > MAX_MARKS {
            self.fault("marks", format!("there may be at most {MAX_MARKS} marks"));
        }
        let mut seen = BTreeSet::new();
        let mut letters: BTreeMap<char, usize> = BTreeMap::new();
        for (i, piece) in rules.pieces.iter().enumerate() {
            if !is_name(&piece.name) {
                self.fault(
                    &format!("pieces[{i}].name"),
                    format!("`{}` can't be the name of a type", piece.name),
                );
            }
            if !seen.insert(&piece.name) {
                self.fault(&format!("pieces[{i}].name"), format!("there are two types `{}`", piece.name));
            }
            for side in Side::BOTH {
                let letter = piece.letters.side(side);
                if !letter.is_alphabetic() {
                    self.fault(&format!("pieces[{i}].letters"), format!("`{letter}` is no letter"));
                }
                if let Some(other) = letters.insert(letter, i) {
                    let other = if other == i { "the other side" } else { rules.pieces[other].name.as_str() };
                    self.fault(&format!("pieces[{i}].letters"), format!("`{letter}` is taken by {other}"));
                }
            }
        }
        let mut seen = BTreeSet::new();
        for (i, mark) in rules.marks.iter().enumerate() {
            let path = format!("marks[{i}]");
            if !is_name(&mark.name) || mark.name.contains([':', ';', ',', '=']) {
                self.fault(&format!("{path}.name"), format!("`{}` can't be the name of a mark", mark.name));
            }
            if !seen.insert(&mark.name) {
                self.fault(&format!("{path}.name"), format!("there are two marks `{}`", mark.name));
            }
            self.types(&format!("{path}.held_by"), &mark.held_by);
            self.region(&format!("{path}.held"), &mark.held);
            if let Some(aim) = &mark.lost_when_aimed_at {
                self.types(&format!("{path}.lost_when_aimed_at.by"), &aim.by);
                self.steps(&format!("{path}.lost_when_aimed_at.steps"), &aim.steps);
            }
        }
        let mut names = BTreeSet::new();
        for (square, name) in &rules.board.names {
            if !self.board.contains(*square) {
                self.fault("board.names", format!("{square} is not on the board"));
            }
            if !names.insert(name) {
                self.fault("board.names", format!("two squares are called `{name}`"));
            }
        }
    }

    fn start(&mut self, rules: &Rules) {
        let start = &rules.start;
        let mut taken = SquareSet::EMPTY;
        for side in Side::BOTH {
            let field = format!("start.{}", side.as_str());
            for (name, squares) in start.men(side) {
                let path = format!("{field}.{name}");
                self.type_name(&path, name);
                self.on_board(&path, *squares);
                if let Some(twice) = squares.and(taken).iter().next() {
                    self.fault(&path, format!("two pieces stand on {twice}"));
                }
                taken = taken.or(*squares);
            }
            for (name, count) in start.hand(side) {
                let path = format!("{field}_hand.{name}");
                self.type_name(&path, name);
                if *count > 255 {
                    self.fault(&path, "there may be at most 255 pieces of a type in hand");
                }
            }
        }
        self.on_board("start.walls", start.walls);
        if let Some(twice) = start.walls.and(taken).iter().next() {
            self.fault("start.walls", format!("a piece stands on {twice}"));
        }
        self.on_board("start.en_passant", start.en_passant);
        for (i, (king, partner)) in start.rights.iter().enumerate() {
            for square in [king, partner] {
                if !taken.contains(*square) {
                    self.fault(&format!("start.rights[{i}]"), format!("no piece stands on {square}"));
                }
            }
        }
        for (square, name) in &start.promoted {
            let path = format!("start.promoted.{square}");
            self.type_name(&path, name);
            if !taken.contains(*square) {
                self.fault(&path, format!("no piece stands on {square}"));
            }
        }
        for (name, squares) in &start.marks {
            let path = format!("start.marks.{name}");
            self.mark(&path, name);
            if let Some(empty) = squares.without(taken).iter().next() {
                self.fault(&path, format!("no piece stands on {empty}"));
            }
        }
    }

    fn records(&mut self, rules: &Rules) {
        for (i, royal) in rules.royals.iter().enumerate() {
            self.types(&format!("royals[{i}].types"), &royal.types);
        }
        for (i, promotion) in rules.promotions.iter().enumerate() {
            let path = format!("promotions[{i}]");
            self.types(&format!("{path}.types"), &promotion.types);
            self.region(&format!("{path}.zone"), &promotion.zone);
            for (field, names) in [("into", &promotion.into), ("otherwise", &promotion.otherwise)] {
                names.iter().for_each(|name| self.type_name(&format!("{path}.{field}"), name));
            }
            if let Reverts::To(name) = &promotion.reverts {
                self.type_name(&format!("{path}.reverts"), name);
            }
            for name in promotion.fewer_than.keys().filter(|name| !promotion.into.contains(*name)) {
                self.fault(&format!("{path}.fewer_than"), format!("`{name}` is not among the choices"));
            }
            self.guards(&format!("{path}.when"), &promotion.when);
            self.class(&format!("{path}.class"), &promotion.class);
        }
        for (i, castling) in rules.castlings.iter().enumerate() {
            self.castling(&format!("castlings[{i}]"), castling);
        }
        for (i, drop) in rules.drops.iter().enumerate() {
            let path = format!("drops[{i}]");
            self.types(&format!("{path}.types"), &drop.types);
            self.region(&format!("{path}.zone"), &drop.zone);
            self.content(&format!("{path}.onto"), &drop.onto);
            self.guards(&format!("{path}.when"), &drop.when);
            self.effects(&format!("{path}.then"), &drop.then);
            drop.becomes.iter().for_each(|name| self.type_name(&format!("{path}.becomes"), name));
        }
        self.region("en_passant.region", &rules.en_passant.region);
        self.types("hands.endless", &rules.hands.endless);
        rules.hands.order.iter().for_each(|name| self.type_name("hands.order", name));
        for (i, gate) in rules.gates.iter().enumerate() {
            let path = format!("gates[{i}]");
            self.men(&format!("{path}.mover"), &gate.mover);
            self.region(&format!("{path}.vacated"), &gate.vacated);
            match &gate.source {
                Source::Hand(types) => self.types(&format!("{path}.filled_by.hand"), types),
                Source::Board(men) => self.men(&format!("{path}.filled_by.board"), men),
            }
            self.guards(&format!("{path}.when"), &gate.when);
        }
        if let Some(walls) = &rules.walls {
            self.region("walls.region", &walls.region);
        }
        for (i, aftermath) in rules.aftermath.iter().enumerate() {
            let path = format!("aftermath[{i}]");
            match aftermath {
                Aftermath::Blast { steps, immune, shielded, centre_to_wall, .. } => {
                    self.steps(&format!("{path}.blast.steps"), steps);
                    self.types(&format!("{path}.blast.immune"), immune);
                    self.types(&format!("{path}.blast.shielded"), shielded);
                    self.types(&format!("{path}.blast.centre_to_wall"), centre_to_wall);
                }
                Aftermath::Petrify { types } => self.types(&format!("{path}.petrify.types"), types),
                Aftermath::Flip { steps, .. } => self.steps(&format!("{path}.flip.steps"), steps),
            }
        }
        for (i, priority) in rules.turn.priorities.iter().enumerate() {
            match priority {
                Priority::Drops(types) => self.types(&format!("turn.priorities[{i}]"), types),
                Priority::Class(class) if class.is_empty() => {
                    self.fault(&format!("turn.priorities[{i}]"), "names no class of moves");
                }
                Priority::Class(class) => self.class(&format!("turn.priorities[{i}]"), class),
                Priority::Captures | Priority::MostCaptures => {}
            }
        }
        if let Some(facing) = &rules.check.facing {
            self.types("check.facing.types", &facing.types);
            self.steps("check.facing.steps", &facing.steps);
        }
        if !rules.turn.order.is_empty() && usize::from(rules.turn.repeat_from) >= rules.turn.order.len() {
            self.fault("turn.repeat_from", "the order of turns has no such place");
        }
        for (field, types) in [
            ("no_mate_by_drop_of", &rules.no_moves.no_mate_by_drop_of),
            ("no_mate_by", &rules.no_moves.no_mate_by),
            ("mate_needs_check_by", &rules.no_moves.mate_needs_check_by),
        ] {
            self.types(&format!("no_moves.{field}"), types);
        }
        let counted = &rules.claims.counted;
        if rules.claims.counting != Counting::None && *counted != Counted::default() {
            for (field, types) in [
                ("pawns", &counted.pawns),
                ("rooks", &counted.rooks),
                ("khons", &counted.khons),
                ("knights", &counted.knights),
            ] {
                self.types(&format!("claims.counted.{field}"), types);
            }
        }
        if let Material::Worth { points, .. } = &rules.claims.draws_by {
            for name in points.keys() {
                self.type_name("claims.draws_by.worth.points", name);
            }
        }
        if rules.claims.repetition.as_ref().is_some_and(|repetition| repetition.times == 0) {
            self.fault("claims.repetition.times", "no position occurs 0 times; as a rule it is the third");
        }
        if let Some(limit) = &rules.claims.move_limit {
            for side in Side::BOTH {
                self.types("claims.move_limit.reset_by", limit.reset_by.of(side));
            }
        }
    }

    fn castling(&mut self, path: &str, castling: &Castling) {
        if !castling.letter.is_ascii_alphabetic() {
            self.fault(&format!("{path}.letter"), "must be a letter");
        }
        self.types(&format!("{path}.king"), &castling.king);
        self.types(&format!("{path}.partner"), &castling.partner);
        for (field, squares) in [
            ("king_from", castling.king_from),
            ("king_to", SquareSet::of(castling.king_to)),
            ("partner_from", castling.partner_from),
            ("partner_to", SquareSet::of(castling.partner_to)),
        ] {
            self.on_board(&format!("{path}.{field}"), squares);
            if squares.is_empty() {
                self.fault(&format!("{path}.{field}"), "names no square");
            }
        }
        if let Some(step) = &castling.toward
            && ((step.dx, step.dy) == (0, 0) || !step.via.is_empty())
        {
            self.fault(&format!("{path}.toward"), format!("`{step}` is no direction"));
        }
        if castling.king_to == castling.partner_to {
            self.fault(&format!("{path}.partner_to"), "king and partner can't go to one square");
        }
        for (field, squares) in [("empty", &castling.empty), ("safe", &castling.safe)] {
            if let Path::Squares(squares) = squares {
                self.on_board(&format!("{path}.{field}"), *squares);
            }
        }
        if castling.empty == Path::IfRoyal {
            self.fault(&format!("{path}.empty"), "what must be empty does not depend on royalty");
        }
        if let Some(home) = castling.home {
            self.on_board(&format!("{path}.home"), SquareSet::of(home));
        }
        self.guards(&format!("{path}.when"), &castling.when);
    }

    fn move_rule(&mut self, path: &str, rule: &MoveRule) {
        if rule.legs.is_empty() {
            self.fault(&format!("{path}.legs"), "a move needs at least one leg");
        }
        if rule.legs.len() > MAX_LEGS {
            self.fault(&format!("{path}.legs"), format!("a move may have at most {MAX_LEGS} legs"));
        }
        let last = rule.legs.len().saturating_sub(1);
        for (i, leg) in rule.legs.iter().enumerate() {
            let path = if last == 0 { path.to_owned() } else { format!("{path}.legs[{i}]") };
            self.leg(&path, leg, i == last);
        }
        self.region(&format!("{path}.from"), &rule.from);
        self.region(&format!("{path}.to"), &rule.to);
        self.guards(&format!("{path}.when"), &rule.when);
        self.effects(&format!("{path}.then"), &rule.then);
    }

    fn leg(&mut self, path: &str, leg: &Leg, last: bool) {
        self.steps(&format!("{path}.steps"), &leg.steps);
        if leg.distance.is_none() {
            self.fault(&format!("{path}.distance"), "names no distance");
        }
        if leg.onto.is_nothing() {
            self.fault(&format!("{path}.onto"), "allows nothing to land on");
        }
        if last && leg.onto.wall {
            self.fault(&format!("{path}.onto"), "a move can't end on a wall");
        }
        if last && leg.spares {
            self.fault(&format!("{path}.spares"), "the piece on the last square can't stay there");
        }
        self.content(&format!("{path}.onto"), &leg.onto);
        if let Some(hurdle) = &leg.hurdle {
            self.content(&format!("{path}.hurdle.is"), &hurdle.is);
            if hurdle.is.empty || hurdle.is.en_passant || hurdle.is.is_nothing() {
                self.fault(&format!("{path}.hurdle.is"), "a hurdle is a piece or a wall");
            }
            if hurdle.count == 0 {
                self.fault(&format!("{path}.hurdle.count"), "must be at least 1");
            }
            if hurdle.at.is_none() || hurdle.behind.is_none() {
                self.fault(&format!("{path}.hurdle"), "names no distance");
            }
        }
    }

    fn steps(&mut self, path: &str, steps: &BTreeSet<Step>) {
        if steps.is_empty() {
            self.fault(path, "names no step");
        }
        for step in steps {
            let far = |(dx, dy): (i8, i8)| dx.unsigned_abs().max(dy.unsigned_abs()) > 15;
            if (step.dx, step.dy) == (0, 0) || far((step.dx, step.dy)) || step.via.iter().any(|v| far(*v)) {
                self.fault(path, format!("`{step}` is no step"));
            }
        }
    }

    fn at(&mut self, path: &str, at: At) {
        if let At::Board(square) = at {
            self.square(path, square);
        }
    }

    fn guards(&mut self, path: &str, guards: &[Guard]) {
        for (i, guard) in guards.iter().enumerate() {
            self.guard(&format!("{path}[{i}]"), guard);
        }
    }

    fn guard(&mut self, path: &str, guard: &Guard) {
        match guard {
            Guard::Square { at, is } => {
                self.at(path, *at);
                self.content(path, is);
            }
            Guard::Within { at, region } => {
                self.at(path, *at);
                self.region(path, region);
            }
            Guard::Count { men, place, at_least, at_most } => {
                self.men(path, men);
                match place {
                    Place::Region(region) => self.region(path, region),
                    Place::FileOf(at) => self.at(path, *at),
                    Place::Near { at, steps } => {
                        self.at(path, *at);
                        self.steps(path, steps);
                    }
                    Place::Board | Place::BoardAndHand | Place::Hand => {}
                }
                if at_most.is_some_and(|most| most < *at_least) {
                    self.fault(path, "at most less than at least");
                }
            }
            Guard::Attacked { at, .. } => self.at(path, *at),
            Guard::Attacks { men } => self.men(path, men),
            Guard::LastMove { from, to } => from.iter().chain(to).for_each(|at| self.at(path, *at)),
            Guard::Encloses { steps, .. } | Guard::SlidIn { steps, .. } => self.steps(path, steps),
            Guard::ColoursEven { kind } => self.type_name(path, kind),
            Guard::All(list) | Guard::Any(list) => self.guards(path, list),
            Guard::Not(inner) => self.guard(path, inner),
            Guard::InCheck | Guard::Mobile => {}
        }
    }

    fn effects(&mut self, path: &str, effects: &[Effect]) {
        for (i, effect) in effects.iter().enumerate() {
            let path = &format!("{path}[{i}]");
            match effect {
                Effect::Remove { at } | Effect::Give { at, .. } | Effect::Wall { at } => self.at(path, *at),
                Effect::Put { at, kind, .. } | Effect::Become { at, kind } => {
                    self.at(path, *at);
                    self.type_name(path, kind);
                }
                Effect::Mark { at, mark, .. } => {
                    self.at(path, *at);
                    self.mark(path, mark);
                }
                Effect::Shift { from, to } => {
                    self.at(path, *from);
                    self.at(path, *to);
                }
                Effect::Stock { kind, .. } => self.type_name(path, kind),
            }
        }
    }

    fn condition(&mut self, path: &str, condition: &Condition) {
        match condition {
            Condition::Count { men, region, at_least, at_most, .. } => {
                self.men(path, men);
                self.region(path, region);
                if at_most.is_some_and(|most| most < *at_least) {
                    self.fault(path, "at most less than at least");
                }
            }
            Condition::Safe { men, region } | Condition::CanReach { men, region } => {
                self.men(path, men);
                self.region(path, region);
            }
            Condition::Captured { men } => self.men(path, men),
            Condition::Full { region } => self.region(path, region),
            Condition::Row { length, types, steps, .. } => {
                self.types(path, types);
                self.steps(path, steps);
                if *length < 2 {
                    self.fault(path, "a row has at least two pieces");
                }
            }
            Condition::Block { extent, types } => {
                self.types(path, types);
                if *extent < 2 {
                    self.fault(path, "a block has at least two files and ranks");
                }
            }
            Condition::Chain { types, from, to, steps } => {
                self.types(path, types);
                self.region(path, from);
                self.region(path, to);
                self.steps(path, steps);
            }
            Condition::Pattern { squares } => {
                for (square, content) in squares {
                    self.square(path, *square);
                    self.content(path, content);
                }
            }
            Condition::Sequence { contents, steps } => {
                contents.iter().for_each(|content| self.content(path, content));
                if steps.len() + 1 != contents.len() {
                    self.fault(path, "between each two contents there must be a step");
                }
            }
            Condition::Facing { types, steps } => {
                self.types(path, types);
                self.steps(path, steps);
            }
            Condition::All(list) | Condition::Any(list) => {
                for (i, inner) in list.iter().enumerate() {
                    self.condition(&format!("{path}[{i}]"), inner);
                }
            }
            Condition::Not(inner) => self.condition(path, inner),
            Condition::Castled { letters } | Condition::NoRight { letters } => {
                if letters.is_empty() {
                    self.fault(path, "names no castling");
                }
                for letter in letters
                    .chars()
                    .filter(|c| !self.castlings.contains(&c.to_ascii_lowercase()))
                    .collect::<Vec<_>>()
                {
                    self.fault(path, format!("there is no castling `{letter}`"));
                }
            }
            Condition::InCheck
            | Condition::ChecksGiven { .. }
            | Condition::Passes
            | Condition::Repeated { .. } => {}
        }
    }

    fn content(&mut self, path: &str, content: &Content) {
        self.men(path, &content.men);
    }

    fn men(&mut self, path: &str, men: &BTreeSet<ManPattern>) {
        for pattern in men {
            pattern.kind.iter().for_each(|kind| self.type_name(path, kind));
            pattern.marks.iter().for_each(|(mark, _)| self.mark(path, mark));
        }
    }

    fn types(&mut self, path: &str, types: &Types) {
        types.names().for_each(|name| self.type_name(path, name));
    }

    fn type_name(&mut self, path: &str, name: &str) {
        if !self.types.contains(name) {
            let help = crate::diagnostic::did_you_mean(name, self.types.iter().copied());
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            self.fault(path, format!("there is no type `{name}`{help}"));
        }
    }

    /// A class of moves; empty is any.
    fn class(&mut self, path: &str, name: &str) {
        if !name.is_empty() && !self.classes.contains(name) {
            let help = crate::diagnostic::did_you_mean(name, self.classes.iter().copied());
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            self.fault(path, format!("no move is of the class `{name}`{help}"));
        }
    }

    fn mark(&mut self, path: &str, name: &str) {
        if !self.marks.contains(name) {
            let help = crate::diagnostic::did_you_mean(name, self.marks.iter().copied());
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            self.fault(path, format!("there is no mark `{name}`{help}"));
        }
    }

    fn region(&mut self, path: &str, region: &Region) {
        if let Region::Squares { white, black } = region {
            // A region may well cover holes.
            for squares in [Some(*white), *black].into_iter().flatten() {
                if let Some(off) = squares.without(self.rectangle).iter().next() {
                    self.fault(path, format!("{off} is not on the board"));
                }
            }
        }
    }

    fn square(&mut self, path: &str, square: Square) {
        self.on_board(path, SquareSet::of(square));
    }

    fn on_board(&mut self, path: &str, squares: SquareSet) {
        if let Some(off) = squares.without(self.board).iter().next() {
            self.fault(path, format!("{off} is not on the board"));
        }
    }
}
