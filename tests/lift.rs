//! Rules files lift to rules that play the same: the figures of the table, and the
//! machine and the generator side by side.

mod common;

use std::collections::BTreeSet;

use common::{fixture, program, table};
use fairy_ferry::engine::{Cell, Oracle, Position};
use fairy_ferry::native;
use fairy_ferry::notation::{fen, uci};
use fairy_ferry::rules::{Side, validate};
use fairy_ferry::zrf::lift::{Fidelity, Lifted, StateMap, lift};
use fairy_ferry::zrf::machine::{self, EndReason, Machine};

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

fn games() -> impl Iterator<Item = &'static str> {
    GAMES.into_iter().chain(STYLES)
}

/// Every figure of the table from the start position, and after moves from it.
fn figures(files: &[&str]) {
    let mut open: Option<(String, String, Oracle)> = None;
    let mut rows = 0;
    for row in table("zrf/expected.tsv") {
        let expected: u64 = row["nodes"].parse().expect("a number");
        let (file, variant) = (&row["file"], &row["variant"]);
        if !files.contains(&file.as_str()) || expected > QUICK || !row["position"].starts_with("start") {
            continue;
        }
        let known = open.take().filter(|(f, v, _)| f == file && v == variant);
        let (f, v, oracle) = known.unwrap_or_else(|| {
            let game = program(&fixture("zrf").join(file), variant);
            (file.clone(), variant.clone(), exact(file, &lift(&game)))
        });
        let mut position = oracle.start();
        for mv in row["position"].split_whitespace().skip(2) {
            let mv = uci::read(&oracle, &position, mv, uci::CastlingStyle::of(&oracle))
                .unwrap_or_else(|e| panic!("{f}: {mv}: {e}"));
            position = oracle.make(&position, &mv);
        }
        let depth = row["depth"].parse().expect("a number");
        let counted = oracle.perft(&position, depth);
        assert_eq!(counted, expected, "{f} {v} {} depth {depth}", row["position"]);
        rows += 1;
        open = Some((f, v, oracle));
    }
    assert!(rows >= 3 * files.len(), "{rows} rows");
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
    let oracle = exact("chess.zrf", &lift(&game));
    for (text, nodes) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2812),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 9467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 62379),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 89890),
    ] {
        let (position, _) = fen::read(&oracle, text).expect("a position");
        assert_eq!(oracle.perft(&position, 3), nodes, "{text}");
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

fn walk(file: &str, variant: &str, seed: u64, plies: usize) {
    let game = program(&fixture("zrf").join(file), variant);
    let machine = Machine::new(&game);
    let lifted = lift(&game);
    let oracle = exact(file, &lifted);
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
    for file in games() {
        for seed in 1..=3 {
            walk(file, "", seed, 200);
        }
    }
    for seed in 1..=3 {
        walk("hill.zrf", "King of the Hill", seed, 200);
    }
}
