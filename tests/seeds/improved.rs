//! Improved Chess: 8 rule sets.

use std::collections::{BTreeMap, BTreeSet};

use fairy_ferry::engine::{Core, Oracle, Position};
use fairy_ferry::notation::{fen, uci};

use crate::command::printed as ferry;
use crate::common::{fixture, own, plain};
use crate::{Dice, engines};

/// The ranks (from one's own side) of a rule set's region, and whether own men block too.
fn in_force(name: &str) -> (std::ops::RangeInclusive<u8>, bool) {
    let ranks = match name {
        "improved" => 6..=7,
        name if name.contains("beyond-fifth") => 6..=7,
        name if name.contains("far-half") => 5..=7,
        name if name.contains("seventh") => 7..=7,
        _ => 2..=7,
    };
    (ranks, name.ends_with("any"))
}

fn names() -> Vec<String> {
    let names = own::names(&fixture("seeds/improved.toml"));
    assert_eq!(names.len(), 8);
    names
}

/// A pawn on every square of its six ranks, for both sides, with something before it or nothing:
/// the leaps that the text grants, by hand. It goes one rank forward and two files aside, so on
/// the files a, b, g and h one leap is left; from the seventh rank it promotes to four kinds; it
/// never captures; a region is counted from the pawn's own side.
#[test]
fn a_blocked_pawn_leaps_where_the_region_says() {
    for name in names() {
        let oracle = own::seed("improved", &name);
        let (ranks, own_block) = in_force(&name);
        let squares = (2..=7u8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
        for ((rank, file), white) in squares.flat_map(|square| [(square, true), (square, false)]) {
            let ahead = i32::from(rank);
            // Both kings on the pawn's home row, where nothing that is put on the board attacks.
            let king = |aside: i32| (file + aside) % 8;
            let bare = BTreeMap::from([((king(4), 0), 'K'), ((king(2), 0), 'k'), ((file, ahead - 1), 'P')]);
            let leaps = |men: &[((i32, i32), char)]| -> BTreeSet<String> {
                let mut board = bare.clone();
                board.extend(men.iter().copied());
                let text = if white {
                    format!("{} w - - 0 1", picture(&board))
                } else {
                    format!("{} b - - 0 1", picture(&turned(&board)))
                };
                let from = square((file, ahead - 1), white);
                let all = plain::moves(&oracle, &plain::position(&oracle, &text));
                let aside = |mv: &&String| {
                    mv.starts_with(&from) && (i32::from(mv.as_bytes()[2]) - 97 - file).abs() == 2
                };
                all.iter().filter(aside).cloned().collect()
            };
            let to = |targets: &[i32]| -> BTreeSet<String> {
                let on_board = targets.iter().filter(|file| (0..8).contains(*file));
                let mv = |target: &i32| square((file, ahead - 1), white) + &square((*target, ahead), white);
                let kinds: &[&str] = if rank == 7 { &["b", "n", "q", "r"] } else { &[""] };
                on_board.flat_map(|target| kinds.iter().map(move |kind| mv(target) + kind)).collect()
            };
            let (west, east) = (file - 2, file + 2);
            let granted = |yes: bool, targets: &[i32]| if yes { to(targets) } else { BTreeSet::new() };
            let here = ranks.contains(&rank);
            let at = format!("{name}, rank {rank}, file {file}, white {white}");
            let blocker = |sign: char| ((file, ahead), sign);
            assert_eq!(leaps(&[]), BTreeSet::new(), "{at}: free");
            assert_eq!(leaps(&[blocker('n')]), granted(here, &[west, east]), "{at}: enemy before it");
            assert_eq!(leaps(&[blocker('N')]), granted(here && own_block, &[west, east]), "{at}: friend");
            for (taken, other) in [(west, east), (east, west)] {
                if !(0..8).contains(&taken) {
                    continue;
                }
                for sign in ['n', 'N'] {
                    let men = [blocker('n'), ((taken, ahead), sign)];
                    assert_eq!(leaps(&men), granted(here, &[other]), "{at}: {sign} on file {taken}");
                }
            }
        }
    }
}

/// A square's name, its rank counted from a side.
fn square((file, rank): (i32, i32), white: bool) -> String {
    format!("{}{}", (b'a' + file as u8) as char, if white { rank + 1 } else { 8 - rank })
}

/// The same board with sides and ranks exchanged.
fn turned(men: &BTreeMap<(i32, i32), char>) -> BTreeMap<(i32, i32), char> {
    let swap = |sign: char| {
        if sign.is_ascii_uppercase() { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() }
    };
    men.iter().map(|((file, rank), sign)| ((*file, 7 - rank), swap(*sign))).collect()
}

/// The board field of a FEN.
fn picture(men: &BTreeMap<(i32, i32), char>) -> String {
    let row = |rank: i32| {
        let mut text = String::new();
        let mut free = 0;
        for file in 0..8 {
            match men.get(&(file, rank)) {
                None => free += 1,
                Some(sign) => {
                    if free > 0 {
                        text.push_str(&free.to_string());
                    }
                    free = 0;
                    text.push(*sign);
                }
            }
        }
        if free > 0 {
            text.push_str(&free.to_string());
        }
        text
    };
    (0..8).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Whole lists of a pawn's moves in the usual rule set, Black's among them.
#[test]
fn beside_other_moves() {
    let oracle = own::seed("improved", "improved");
    let leaps = |text: &str, prefix: &str| plain::list(&oracle, text, prefix);
    // Blocked by rooks that stand side by side; a pawn that captures takes the neighbour.
    assert_eq!(leaps("4k3/r6r/P6P/8/8/8/8/4K3 w - - 0 1", "a6"), "a6c7");
    assert_eq!(leaps("4k3/r6r/P6P/8/8/8/8/4K3 w - - 0 1", "h6"), "h6f7");
    assert_eq!(leaps("k7/1r4r1/1P4P1/8/8/8/8/K7 w - - 0 1", "b6"), "b6d7");
    assert_eq!(leaps("k7/1r4r1/1P4P1/8/8/8/8/K7 w - - 0 1", "g6"), "g6e7");
    assert_eq!(leaps("k7/8/8/8/8/3p4/3N4/K7 b - - 0 1", "d3"), "d3b2 d3f2");
    assert_eq!(
        leaps("k7/8/8/8/8/8/3p4/3N3K b - - 0 1", "d2"),
        "d2b1b d2b1n d2b1q d2b1r d2f1b d2f1n d2f1q d2f1r"
    );
    // What lies between does not matter, and the pawn may still capture.
    assert_eq!(leaps("k7/2bnb3/3P4/8/8/8/8/K7 w - - 0 1", "d6"), "d6b7 d6c7 d6e7 d6f7");
    // A pinned pawn may not leap: the rook on d8 behind the knight holds it to the file.
    assert_eq!(leaps("k2r4/8/3P4/8/8/8/8/3K4 w - - 0 1", "d6"), "d6d7");
    assert_eq!(leaps("k7/8/K2P3r/8/8/8/8/8 w - - 0 1", "d6"), "");
    assert_eq!(leaps("k7/3n4/K2P3r/8/8/8/8/8 w - - 0 1", "d6"), "");
    // The leap leaves no en passant square.
    let after = plain::fen_after(&oracle, "k7/3n4/3P4/8/8/8/8/K7 w - - 0 1", &["d6f7"]);
    assert_eq!(after, "k7/3n1P2/8/8/8/8/8/K7 b - - 0 1");
}

/// The signs of a board, by file and rank from 0.
fn signs(text: &str) -> BTreeMap<(i32, i32), char> {
    let mut board = BTreeMap::new();
    for (row, rank) in text.split(' ').next().unwrap_or("").split('/').zip((0..8).rev()) {
        let mut file = 0;
        for sign in row.chars() {
            match sign.to_digit(10) {
                Some(n) => file += n as i32,
                None => {
                    board.insert((file, rank), sign);
                    file += 1;
                }
            }
        }
    }
    board
}

/// The leaps of a position as the text of the rules grants them, worked out from the board alone;
/// only whether the own king is then attacked is asked of orthodox chess.
fn granted(text: &str, name: &str, orthodox: &Oracle) -> BTreeSet<String> {
    let (ranks, own_block) = in_force(name);
    let white = text.split(' ').nth(1) == Some("w");
    let board = signs(text);
    let (pawn, up, last) = if white { ('P', 1, 7) } else { ('p', -1, 0) };
    let mut found = BTreeSet::new();
    for ((file, rank), sign) in board.iter().filter(|(_, sign)| **sign == pawn) {
        let own_rank = if white { rank + 1 } else { 8 - rank } as u8;
        let blocker = board.get(&(*file, rank + up));
        let blocks = blocker.is_some_and(|b| own_block || b.is_ascii_uppercase() != white);
        if !ranks.contains(&own_rank) || !blocks {
            continue;
        }
        for aside in [-2, 2] {
            let to = (file + aside, rank + up);
            if !(0..8).contains(&to.0) || board.contains_key(&to) {
                continue;
            }
            let mut after = board.clone();
            after.remove(&(*file, *rank));
            after.insert(to, *sign);
            let side = if white { "b" } else { "w" };
            let (next, _) =
                fen::read(orthodox, &format!("{} {side} - - 0 1", picture(&after))).expect("a board");
            if orthodox.in_check(
                &next,
                if white { fairy_ferry::rules::Side::White } else { fairy_ferry::rules::Side::Black },
            ) {
                continue;
            }
            let mv = square((*file, *rank), true) + &square(to, true);
            if to.1 == last {
                found.extend(["q", "r", "b", "n"].map(|kind| format!("{mv}{kind}")));
            } else {
                found.insert(mv);
            }
        }
    }
    found
}

/// Where a rule set lets more be played than orthodox chess, and what.
struct Difference {
    games: usize,
    positions: usize,
    leaps: usize,
}

/// Random games: `orthodox_moves` tells what orthodox chess allows in a position.
fn games(
    name: &str,
    count: u64,
    plies: usize,
    orthodox_moves: &mut dyn FnMut(&str) -> BTreeSet<String>,
) -> Difference {
    let oracle = own::seed("improved", name);
    let orthodox = own::seed("orthodox", "orthodox");
    let mut seen = Difference { games: 0, positions: 0, leaps: 0 };
    for seed in 0..count {
        let mut dice = Dice::new(seed);
        let mut position: Position = oracle.start();
        seen.games += 1;
        for _ in 0..plies {
            let moves = oracle.legal_moves(&position);
            let texts = uci::write_all(&oracle, &position, &moves, uci::CastlingStyle::KingMove);
            let ours: BTreeSet<String> = texts.iter().cloned().collect();
            let text = fen::write(&oracle, &position);
            let theirs = orthodox_moves(&text);
            let more: BTreeSet<String> = ours.difference(&theirs).cloned().collect();
            let less: Vec<&String> = theirs.difference(&ours).collect();
            assert!(less.is_empty(), "{name}: {text}: {less:?} are missing");
            assert_eq!(more, granted(&text, name, &orthodox), "{name}: {text}");
            seen.positions += 1;
            seen.leaps += more.len();
            if moves.is_empty() {
                break;
            }
            // Rare moves are sought: a leap is played where there is one, every other time.
            let leaps: Vec<usize> = (0..moves.len()).filter(|i| more.contains(&texts[*i])).collect();
            let pick = if !leaps.is_empty() && dice.roll(2) == 0 {
                leaps[dice.roll(leaps.len())]
            } else {
                dice.roll(moves.len())
            };
            position = oracle.make(&position, &moves[pick]);
        }
    }
    seen
}

fn against_orthodox(count: u64) {
    let orthodox = own::seed("orthodox", "orthodox");
    let mut by_core = |text: &str| -> BTreeSet<String> {
        let (position, _) = fen::read(&orthodox, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        plain::moves(&orthodox, &position).into_iter().collect()
    };
    let mut total = 0;
    for name in names() {
        let seen = games(&name, count, 120, &mut by_core);
        assert!(seen.leaps > 0, "{name}: no leap in {} positions", seen.positions);
        total += seen.games;
    }
    assert_eq!(total as u64, 8 * count);
}

#[test]
fn only_leaps_differ() {
    against_orthodox(8);
}

#[test]
#[ignore = "2,000 games: part of the full suite"]
fn only_leaps_differ_in_two_thousand_games() {
    against_orthodox(250);
}

/// The fast generator counts the same along random games, in tables of its own.
#[test]
fn both_generators_play_the_same() {
    for name in names() {
        let core = Core::new(own::seed("improved", &name));
        assert_eq!(core.reason(), None, "{name}");
        let oracle = core.oracle();
        for seed in 0..3 {
            let mut dice = Dice::new(seed);
            let mut position = oracle.start();
            for _ in 0..120 {
                let moves = oracle.legal_moves(&position);
                let text = || fen::write(oracle, &position);
                assert_eq!(core.perft(&position, 1), moves.len() as u64, "{name}: {}", text());
                if moves.is_empty() {
                    break;
                }
                position = oracle.make(&position, &moves[dice.roll(moves.len())]);
            }
            assert_eq!(core.perft(&position, 2), oracle.perft(&position, 2), "{name}");
        }
    }
}

/// The same with the engine's chess in the place of our own.
#[test]
fn only_leaps_differ_from_the_engine() {
    use fairy_ferry::referee::Referee as _;
    use fairy_ferry::referee::uci::process::Deadlines;
    use fairy_ferry::referee::uci::{Engine, Game};

    let Some(words) = engines::fairy_stockfish() else { return };
    let game = Game { name: "chess", ..Game::default() };
    let mut engine = Engine::start(&words, &game, Deadlines::default()).unwrap_or_else(|e| panic!("{e}"));
    for name in names() {
        let mut by_engine = |text: &str| -> BTreeSet<String> {
            let node = engine.start(Some(text)).unwrap_or_else(|e| panic!("{e}"));
            engine.spelt(&node).unwrap_or_else(|e| panic!("{e}")).into_iter().collect()
        };
        games(&name, 2, 100, &mut by_engine);
    }
}

/// The nearest section of each rule set is written with `--allow`; a comparison with the engine
/// finds a move that the section lacks, a blocked leap, and makes it a position of few men.
#[test]
fn the_command_line_finds_what_the_section_lacks() {
    if engines::fairy_stockfish().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let ini = folder.path().join("near.ini");
    let ini = ini.to_str().expect("a path");
    for name in names() {
        let rules = format!("fixtures/seeds/improved.toml#{name}");
        assert_eq!(ferry(&["convert", &rules, "--to", "ini"]).0, 1, "{name} is refused as it is");
        assert_eq!(ferry(&["convert", &rules, "--to", "ini", "--allow", "all", "-o", ini]).0, 0, "{name}");
        let (code, report) = ferry(&["diff", &rules, ini, "--walks", "400", "--plies", "120"]);
        assert_eq!(code, 1, "{name}: {report}");
        let only = report.lines().find(|line| line.trim_start().starts_with("only A"));
        let moves = only.and_then(|line| line.split_once("core:")).map_or("", |pair| pair.1);
        let leaps = moves.split_whitespace().filter(|mv| {
            let bytes = mv.as_bytes();
            bytes[0].abs_diff(bytes[2]) == 2 && bytes[1].abs_diff(bytes[3]) == 1
        });
        assert!(leaps.count() > 0 && !report.contains("only B"), "{name}: {report}");
    }
}
