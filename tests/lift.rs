//! Rules files lift to rules that play the same: the figures of the table, and the
//! machine and the generator side by side.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{fixture, program, status, table};
use fairy_ferry::engine::{Cell, Oracle, Position};
use fairy_ferry::native;
use fairy_ferry::notation::{fen, uci};
use fairy_ferry::rules::{At, Content, Guard, Side, validate};
use fairy_ferry::zrf::lift::{Fidelity, Item, Lifted, StateMap, lift};
use fairy_ferry::zrf::machine::{self, EndReason, Machine};
use fairy_ferry::zrf::program::Program;

/// Rows of up to so many nodes are counted.
const QUICK: u64 = 300_000;

const GAMES: [&str; 16] = [
    "chess.zrf",
    "chess-plain.zrf",
    "chess-walk.zrf",
    "chess-simple.zrf",
    "legan.zrf",
    "berolina.zrf",
    "losalamos.zrf",
    "capablanca.zrf",
    "xiangqi.zrf",
    "fieldguns.zrf",
    "promotion-sides.zrf",
    "promotion-types.zrf",
    "stalemate-loss.zrf",
    "race.zrf",
    "garrison.zrf",
    "hill.zrf",
];

const STYLES: [&str; 10] = [
    "style/01-macros.zrf",
    "style/02-unrolled.zrf",
    "style/03-nested-ifs.zrf",
    "style/04-renamed.zrf",
    "style/05-per-player.zrf",
    "style/06-flags.zrf",
    "style/07-absolute.zrf",
    "style/08-deep-macros.zrf",
    "style/09-four-directions.zrf",
    "style/10-typed.zrf",
];

fn exact(name: &str, lifted: &Lifted) -> Oracle {
    let rest: Vec<_> = lifted.items.iter().filter(|i| i.fidelity != Fidelity::Exact).collect();
    assert!(rest.is_empty(), "{name}: {rest:#?}");
    let rules = lifted.rules.as_ref().unwrap_or_else(|| panic!("{name}: {:#?}", lifted.items));
    let faults = validate::validate(rules);
    assert!(faults.is_empty(), "{name}: {faults:#?}");
    Oracle::new(rules).unwrap_or_else(|e| panic!("{name}: {e:?}"))
}

/// Every figure of the table. Positions that are given as text are read by the machine
/// and brought over by the map.
fn figures(files: &[&str]) {
    let mut rows = 0;
    let mut games: BTreeMap<(String, String), (Program, Lifted, Oracle)> = BTreeMap::new();
    for row in table("zrf/expected.tsv") {
        let expected: u64 = row["nodes"].parse().expect("a number");
        let (file, variant) = (row["file"].clone(), row["variant"].clone());
        if !files.contains(&file.as_str()) || expected > QUICK {
            continue;
        }
        let (game, lifted, oracle) = games.entry((file.clone(), variant.clone())).or_insert_with(|| {
            let game = program(&fixture("zrf").join(&file), &variant);
            let lifted = lift(&game);
            let oracle = exact(&file, &lifted);
            (game, lifted, oracle)
        });
        let machine = Machine::new(game);
        let text = &row["position"];
        let position = if text.starts_with("start") {
            text.split_whitespace().skip(2).fold(oracle.start(), |position, mv| {
                let style = uci::CastlingStyle::of(oracle);
                let mv =
                    uci::read(oracle, &position, mv, style).unwrap_or_else(|e| panic!("{file}: {mv}: {e}"));
                oracle.make(&position, &mv)
            })
        } else {
            let status = status(&machine, text);
            lifted.map.to_oracle(&machine, oracle, &status.position).expect("translated")
        };
        let depth = row["depth"].parse().expect("a number");
        assert_eq!(oracle.perft(&position, depth), expected, "{file} {variant} {text} depth {depth}");
        rows += 1;
    }
    assert!(rows >= 5 * files.len(), "{rows} rows");
}

#[test]
fn lifted_chess_has_the_known_figures() {
    figures(&GAMES[..3]);
}

#[test]
fn lifted_games_have_the_known_figures() {
    figures(&GAMES[3..]);
}

#[test]
fn lifted_styles_have_the_known_figures() {
    figures(&STYLES);
}

#[test]
fn ten_styles_are_one_game() {
    let texts = STYLES.map(|file| {
        let game = program(&fixture("zrf").join(file), "");
        let lifted = lift(&game);
        exact(file, &lifted);
        native::write(&lifted.rules.expect("lifted")).expect("written")
    });
    for (file, text) in STYLES.iter().zip(&texts) {
        pretty_assertions::assert_eq!(*text, texts[0], "{file}");
    }
}

/// Chess in three hands, titles apart.
#[test]
fn three_chesses_are_one_game() {
    let texts = ["chess.zrf", "chess-plain.zrf", "chess-walk.zrf"].map(|file| {
        let game = program(&fixture("zrf").join(file), "");
        let mut rules = lift(&game).rules.expect("lifted");
        rules.name = "chess".to_owned();
        native::write(&rules).expect("written")
    });
    pretty_assertions::assert_eq!(texts[1], texts[0]);
    pretty_assertions::assert_eq!(texts[2], texts[0]);
}

/// Positions with rights, depth 3: the published figures.
#[test]
fn known_positions() {
    let game = program(&fixture("zrf/chess.zrf"), "");
    let machine = Machine::new(&game);
    let lifted = lift(&game);
    let oracle = exact("chess.zrf", &lifted);
    for (text, nodes) in [
        // After e2e4 a7a6 e4e5 d7d5, as the table has it.
        ("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", 24166),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2812),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 9467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 62379),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 89890),
    ] {
        let (position, _) = fen::read(&oracle, text).expect("a position");
        assert_eq!(oracle.perft(&position, 3), nodes, "{text}");
        // Rights and en passant squares of FEN reach the machine by the map.
        let translated = lifted.map.to_machine(&machine, &oracle, &position).expect("translated");
        let status = machine.begin_at(translated);
        assert_eq!(machine.perft(&status, 2), Ok(oracle.perft(&position, 2)), "{text}");
    }
}

/// Board, hands and side to move, as text that both players write alike.
fn seen(oracle: &Oracle, position: &Position) -> String {
    let mut out = String::new();
    for square in oracle.board().squares() {
        if let Cell::Man(man) = position.at(square) {
            out.push_str(&format!("{square}{}{} ", man.side.as_str(), oracle.kind_name(man.kind)));
        }
    }
    for side in Side::BOTH {
        for (kind, count) in position.hands[side.index()].iter().enumerate().filter(|(_, n)| **n > 0) {
            out.push_str(&format!("{}{count}x{kind} ", side.as_str()));
        }
    }
    format!("{out}{:?}", position.to_move)
}

fn seen_by_machine(
    machine: &Machine<'_>,
    oracle: &Oracle,
    map: &StateMap,
    position: &machine::Position,
) -> String {
    seen(oracle, &map.to_oracle(machine, oracle, position).expect("translated"))
}

fn walks(file: &str, variant: &str, seeds: u64, plies: usize) {
    let game = program(&fixture("zrf").join(file), variant);
    let lifted = lift(&game);
    (1..=seeds).for_each(|seed| walk(file, &game, &lifted, seed, plies));
}

fn walk(file: &str, game: &Program, lifted: &Lifted, seed: u64, plies: usize) {
    let machine = Machine::new(game);
    let oracle = exact(file, lifted);
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut status = machine.begin();
    let mut position = oracle.start();
    for ply in 0..plies {
        let outlook = machine.outlook(&status).expect("no limit is met");
        if let Some(end) = outlook.end {
            if end.reason == EndReason::Repetition {
                return;
            }
            let finish = oracle.finish(&position);
            let finish =
                finish.unwrap_or_else(|| panic!("{file} {seed} ply {ply}: {end:?}, not for the oracle"));
            let winner =
                end.winner.map(|p| if Some(p) == machine.sides()[0] { Side::White } else { Side::Black });
            assert_eq!(finish.winner, winner, "{file} {seed} ply {ply}");
            return;
        }
        let theirs: Vec<String> = outlook
            .moves
            .iter()
            .map(|mv| {
                let next = machine.play(&status, mv).expect("no limit is met");
                seen_by_machine(&machine, &oracle, &lifted.map, &next.position)
            })
            .collect();
        let moves = oracle.legal_moves(&position);
        let ours: Vec<String> = moves.iter().map(|mv| seen(&oracle, &oracle.make(&position, mv))).collect();
        let sorted = |list: &[String]| {
            let mut list = list.to_vec();
            list.sort();
            list
        };
        if sorted(&theirs) != sorted(&ours) {
            let (a, b): (BTreeSet<_>, BTreeSet<_>) = (theirs.iter().collect(), ours.iter().collect());
            panic!(
                "{file} {seed} ply {ply}: {}\nmachine only: {:#?}\noracle only: {:#?}",
                machine.position_text(&status),
                a.difference(&b).collect::<Vec<_>>(),
                b.difference(&a).collect::<Vec<_>>()
            );
        }
        // The map agrees with walking.
        let mapped = lifted.map.to_oracle(&machine, &oracle, &status.position).expect("translated");
        assert_eq!(oracle.legal_moves(&mapped).len(), moves.len(), "{file} {seed} ply {ply}: map");
        let back = lifted.map.to_machine(&machine, &oracle, &position).expect("translated back");
        assert_eq!(
            machine.legal(&back).expect("no limit").len(),
            moves.len(),
            "{file} {seed} ply {ply}: back"
        );
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = (random >> 33) as usize % moves.len();
        position = oracle.make(&position, &moves[pick]);
        let same = theirs.iter().position(|t| *t == ours[pick]).expect("it is there");
        status = machine.play(&status, &outlook.moves[same]).expect("no limit is met");
    }
}

#[test]
fn machine_and_generator_side_by_side() {
    for file in GAMES {
        walks(file, "", 3, 200);
    }
    walks("hill.zrf", "King of the Hill", 3, 200);
}

#[test]
fn machine_and_generator_side_by_side_in_ten_styles() {
    for file in STYLES {
        walks(file, "", 2, 200);
    }
}

/// The small fixtures of single constructs, as far as the hub can hold them.
#[test]
fn machine_and_generator_side_by_side_in_small_games() {
    let beyond = ["09-cascade", "12-chains", "14-double-move", "17-symmetry"];
    let mut walked = 0;
    for entry in std::fs::read_dir(fixture("zrf")).expect("the folder is there") {
        let name = entry.expect("readable").file_name().into_string().expect("plain names");
        if !name.starts_with("s25-") || beyond.iter().any(|b| name.contains(b)) {
            continue;
        }
        walks(&name, "", 3, 60);
        walked += 1;
    }
    assert_eq!(walked, 15);
}

fn lifted(file: &str) -> (Program, Lifted) {
    let game = program(&fixture("zrf/lift").join(file), "");
    let lifted = lift(&game);
    (game, lifted)
}

/// A condition that no named piece has is a guard.
#[test]
fn a_blocked_leap_is_a_guard() {
    let (game, lifted) = lifted("blocked-leap.zrf");
    let rules = lifted.rules.as_ref().expect("lifted");
    let pawn = rules.piece("Pawn").expect("there");
    let hops = pawn.moves.iter().filter(|rule| rule.legs[0].hurdle.is_some());
    assert_eq!(hops.count(), 1);
    let pushed: Vec<_> = pawn.moves.iter().filter(|rule| !rule.when.is_empty()).collect();
    let [pushed] = pushed[..] else { panic!("{pushed:#?}") };
    assert_eq!(pushed.when, [Guard::Square { at: At::From(0, -1), is: Content::own() }]);
    (1..=5).for_each(|seed| walk("blocked-leap.zrf", &game, &lifted, seed, 60));
}

/// What can't be said is named, with its place and a position in which it is played.
#[test]
fn a_shot_is_left_out_with_a_witness() {
    let (game, lifted) = lifted("archer.zrf");
    let odd: Vec<_> = lifted.items.iter().filter(|i| i.fidelity != Fidelity::Exact).collect();
    let [item] = odd[..] else { panic!("{odd:#?}") };
    assert_eq!((item.rule.as_str(), item.fidelity), ("Archer moves, block 5", Fidelity::Dropped));
    assert_eq!(item.span, Some(game.pieces[game.piece("Archer").expect("there") as usize].moves[4].span));
    let witness = item.witness.as_ref().expect("a witness");
    let machine = Machine::new(&game);
    let status = machine.read_position(&witness.position).expect("a position");
    let moves = machine.legal(&status.position).expect("no limit");
    assert!(machine.find_move(&moves, &witness.note).is_some(), "{witness:?}");
    let rules = lifted.rules.as_ref().expect("lifted");
    let oracle = Oracle::new(rules).expect("playable");
    let position = lifted.map.to_oracle(&machine, &oracle, &status.position).expect("translated");
    assert_eq!(oracle.legal_moves(&position).len() + 1, moves.len(), "{witness:?}");
}

#[test]
fn no_goal_is_invented() {
    let (game, lifted) = lifted("no-goal.zrf");
    let rules = lifted.rules.as_ref().expect("lifted");
    assert!(rules.royals.is_empty() && rules.ends.is_empty());
    let item = lifted.items.iter().find(|i| i.rule == "goals").expect("an item");
    assert!(item.why.contains("no goal"), "{item:?}");
    (1..=3).for_each(|seed| walk("no-goal.zrf", &game, &lifted, seed, 60));
}

#[test]
fn castling_without_a_right_is_a_move_of_two_men() {
    let (game, lifted) = lifted("unbound-castling.zrf");
    let rules = lifted.rules.as_ref().expect("lifted");
    assert!(rules.castlings.is_empty() && rules.start.rights.is_empty());
    assert!(lifted.items.iter().any(|i| i.rule == "moves of two pieces"));
    (1..=8).for_each(|seed| walk("unbound-castling.zrf", &game, &lifted, seed, 80));
}

#[test]
fn an_attribute_that_squares_do_not_tell_is_a_mark() {
    let (game, lifted) = lifted("first-move.zrf");
    assert_eq!(lifted.rules.as_ref().expect("lifted").marks.len(), 1);
    (1..=8).for_each(|seed| walk("first-move.zrf", &game, &lifted, seed, 80));
}

/// Code with too many ways is given up by name, not run for ever.
#[test]
fn too_many_ways_are_named() {
    let (_, lifted) = lifted("wanderer.zrf");
    let odd: Vec<_> = lifted.items.iter().filter(|i| i.fidelity != Fidelity::Exact).collect();
    assert!(
        odd.iter().any(|i| i.rule == "Wanderer moves, block 3" && i.fidelity == Fidelity::Dropped),
        "{odd:#?}"
    );
}

/// Games that the hub can't hold are refused by name.
#[test]
fn refusals_name_what_stands_in_the_way() {
    for (file, rule) in [("s25-14-double-move.zrf", "turn-order"), ("s25-17-symmetry.zrf", "players")] {
        let game = program(&fixture("zrf").join(file), "");
        let lifted = lift(&game);
        assert!(lifted.rules.is_none(), "{file}");
        assert!(lifted.items.iter().any(|i| i.rule == rule), "{file}: {:#?}", lifted.items);
    }
}

/// Every block, goal and section has its line, and every line says why.
#[test]
fn nothing_disappears() {
    for file in GAMES.into_iter().chain(STYLES) {
        let game = program(&fixture("zrf").join(file), "");
        let lifted = lift(&game);
        let blocks: usize = game.pieces.iter().map(|p| p.moves.len() + p.drops.len()).sum();
        assert_eq!(lifted.items.iter().filter(|i| i.rule.contains(", block ")).count(), blocks, "{file}");
        let goals = lifted.items.iter().filter(|i| i.rule.starts_with("goal ")).count();
        assert_eq!(goals, game.goals.len(), "{file}");
        for (section, _) in &game.sections {
            let goal = section.ends_with("-condition");
            let there = lifted.items.iter().any(|i| i.rule == *section);
            assert!(there || goal || section == "piece", "{file}: nothing is said of {section}");
        }
        for piece in game.pieces.iter().filter(|p| !p.extras.is_empty()) {
            let said = |i: &&Item| i.rule.starts_with(&piece.name) && i.why.starts_with("not a rule");
            assert!(lifted.items.iter().find(said).is_some(), "{file}: {}", piece.name);
        }
        for item in &lifted.items {
            assert!(!item.why.is_empty() && item.span.is_some(), "{file}: {item:?}");
        }
    }
}
