//! Enep: 64 forms.

use fairy_ferry::engine::{Core, Oracle};
use fairy_ferry::fairy::{self, Options};
use fairy_ferry::referee::Referee as _;
use fairy_ferry::rules::Fidelity;

use crate::common::{fixture, own};
use crate::engines;

fn counts(oracle: Oracle, depth: u32) -> Vec<u64> {
    let core = Core::new(oracle);
    let start = core.oracle().start();
    (1..=depth).map(|depth| core.perft(&start, depth)).collect()
}

/// Measured with Fairy-Stockfish.
#[test]
fn measured_figures() {
    for (name, nodes) in [
        ("enep", [20, 380, 8723, 176_057]),
        ("enep-knightfe", [20, 380, 8723, 176_061]),
        ("enep-knightal", [22, 418, 10157, 204_900]),
        ("enep-knightdab", [22, 418, 10199, 205_776]),
        ("enep-mirror-knightwa", [19, 380, 7686, 175_872]),
    ] {
        assert_eq!(counts(own::seed("enep", name), 4), nodes, "{name}");
    }
}

/// The knight that a name speaks of, and the file of the extra pawn.
fn form(name: &str) -> (bool, &str, char) {
    let knights = ["knightwa", "knightfe", "knightal", "knightdab"];
    let knight = knights.into_iter().find(|knight| name.contains(knight)).unwrap_or("knightwa");
    let last = name.rsplit('-').next().filter(|last| last.len() == 1);
    let file = last.and_then(|last| last.chars().next()).unwrap_or('d');
    (name.contains("mirror"), knight, file)
}

/// White's first moves, and Black's answers to them, by hand.
///
/// The side with the enhanced knights has 16 moves of pawns and 4 of its knights as knights. On b1
/// and g1 wazir and ferz find own men on every square. As an alfil each jumps to d3 or e3, as a
/// dabbaba to b3 or g3: 20, 20, 22, 22. (To the other side d1 and e1 are taken, off the board lies
/// the rest.)
///
/// The other side has 16 - 2 moves of pawns, since the one behind the extra pawn is stuck, and one
/// of the extra pawn; of 4 knight's moves one is lost where it stands on a, c, f or h.
#[test]
fn first_moves_of_all_forms() {
    let names = own::names(&fixture("seeds/enep.toml"));
    let mut forms = std::collections::BTreeSet::new();
    for name in &names {
        let (mirror, knight, file) = form(name);
        let enhanced = if ["knightal", "knightdab"].contains(&knight) { 22 } else { 20 };
        let orthodox = 15 + if "acfh".contains(file) { 3 } else { 4 };
        let oracle = own::seed("enep", name);
        let start = oracle.start();
        let first = if mirror { orthodox } else { enhanced };
        assert_eq!(oracle.legal_moves(&start).len(), first, "{name}");
        // A quiet first move far from the other side changes nothing for it: a2a3, no capture.
        let quiet = oracle.legal_moves(&start).into_iter().find(|mv| !mv.is_capture()).expect("there is one");
        let answers = oracle.legal_moves(&oracle.make(&start, &quiet)).len();
        assert_eq!(answers, if mirror { enhanced } else { orthodox }, "{name}");
        forms.insert((mirror, knight.to_owned(), file));
    }
    assert_eq!((names.len(), forms.len()), (64, 64));
}

/// Each form as a section for the engine: nothing is lost, and it counts the same.
fn as_sections(names: impl Iterator<Item = String>, depth: u32) {
    let Some(words) = engines::fairy_stockfish() else { return };
    for name in names {
        let oracle = own::seed("enep", &name);
        let written = fairy::write(oracle.rules(), &Options::default());
        let lost: Vec<_> = written.items.iter().filter(|item| item.fidelity != Fidelity::Exact).collect();
        assert!(lost.is_empty(), "{name}: {lost:#?}");
        let mut engine = engines::play(&words, &written);
        let start = engine.start(None).unwrap_or_else(|e| panic!("{e}"));
        let theirs = engine.perft(&start, depth).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(counts(oracle, depth).last(), Some(&theirs), "{name}");
    }
}

#[test]
fn the_engine_counts_the_same() {
    // One of each knight and colour, on files at the edge and in the middle.
    let all = own::names(&fixture("seeds/enep.toml"));
    as_sections(all.into_iter().step_by(9), 3);
}

#[test]
#[ignore = "64 forms: part of the full suite"]
fn the_engine_counts_the_same_to_depth_four() {
    as_sections(own::names(&fixture("seeds/enep.toml")).into_iter(), 4);
}

/// Each side promotes within its own army.
#[test]
fn promotions() {
    let oracle = own::seed("enep", "enep");
    let list = |fen: &str, prefix: &str| crate::common::plain::list(&oracle, fen, prefix);
    assert_eq!(list("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7"), "a7a8b a7a8q a7a8r a7a8w");
    assert_eq!(list("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2"), "a2a1b a2a1n a2a1q a2a1r");
    // The extra pawn never goes two squares, not even from d6 to d4 or after a capture.
    assert_eq!(list("4k3/8/3p4/8/8/8/8/4K3 b - - 0 1", "d6"), "d6d5");
}
