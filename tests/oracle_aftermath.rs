//! Blasts, petrification, flips, and the royal men that they touch. Moves and node
//! counts are those of Fairy-Stockfish for the same rules, unless something is argued
//! beside.

mod common;

use common::plain::{counts, fen_after, fixture, list, oracle};

const BLAST: &str = r#"
[[aftermath]]
blast = { after = "capture", steps = ["n", "ne", "e", "se", "s", "sw", "w", "nw"], shielded = "pawn" }
"#;

/// Atomic chess: whoever captures explodes, and with it all around but pawns.
fn atomic(more: &[(&str, &str)]) -> fairy_ferry::engine::Oracle {
    let royal = format!(
        "[[royals]]\ntypes = \"king\"\nat_most = 1\nexcused_by_capture = true\nunannounced = true\n{BLAST}"
    );
    let end = "[[ends]]\nwhen = { count = { men = [\"own king\"], at_most = 0 } }\nresult = \"loss\"\n";
    let both = format!("{end}{royal}");
    let mut changes = vec![("[[royals]]\ntypes = \"king\"\n", both.as_str())];
    changes.extend(more);
    fixture("chess", &changes)
}

#[test]
fn atomic_chess() {
    let oracle = atomic(&[]);
    counts(
        &oracle,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 1939, 88298],
    );
    // Kings that touch can't be taken: who took would lose his own.
    let touching = "8/8/8/3kK3/8/8/4Q3/8 w - - 0 1";
    counts(&oracle, touching, &[26, 152, 4223, 24241]);
    assert_eq!(list(&oracle, touching, "e5"), "e5d4 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6");
    // The rooks on the corners explode with the knight, and the rights are gone.
    assert_eq!(
        fen_after(&oracle, "r3k2r/8/8/8/8/8/1n6/R3K2R b KQkq - 0 1", &["b2d1"]),
        "r3k2r/8/8/8/8/8/8/R2nK2R w KQkq - 1 2"
    );
    assert_eq!(
        fen_after(&oracle, "r3k2r/8/8/8/8/1n6/P7/RN2K2R b KQkq - 0 1", &["b3a1"]),
        "r3k2r/8/8/8/8/8/P7/4K2R w Kkq - 0 2"
    );
}

/// Without royal kings one may explode one's own.
#[test]
fn an_explosion_without_royalty() {
    let end = format!(
        "[[ends]]\nwhen = {{ count = {{ men = [\"own king\"], at_most = 0 }} }}\nresult = \"loss\"\n{BLAST}"
    );
    let oracle = fixture("chess", &[("[[royals]]\ntypes = \"king\"\n", end.as_str())]);
    // No king is royal: castling passes attacked squares as it likes.
    assert_eq!(list(&oracle, "4k3/8/8/8/8/8/3r4/3K4 w - - 0 1", "d1d2"), "d1d2");
    assert_eq!(
        fen_after(&oracle, "4k3/8/8/8/8/8/3r4/3K4 w - - 0 1", &["d1d2"]),
        "4k3/8/8/8/8/8/8/8 b - - 0 1"
    );
    assert_eq!(list(&atomic(&[]), "4k3/8/8/8/8/8/3r4/3K4 w - - 0 1", "d1d2"), "");
}

/// Victims of a blast go to the hand of their opponents.
#[test]
fn a_blast_fills_hands() {
    let oracle = fixture(
        "crazyhouse",
        &[(
            "[[royals]]\ntypes = \"king\"\n",
            format!("[[royals]]\ntypes = \"king\"\nat_most = 1\nexcused_by_capture = true\nunannounced = true\n[[ends]]\nwhen = {{ count = {{ men = [\"own king\"], at_most = 0 }} }}\nresult = \"loss\"\n{BLAST}").as_str(),
        )],
    );
    let text = "4k3/2n5/3p4/4P3/8/8/8/4K3[] w - - 0 1";
    counts(&oracle, text, &[7, 122, 6615]);
    assert_eq!(fen_after(&oracle, text, &["e5d6"]), "4k3/8/8/8/8/8/8/4K3[NPp] b - - 0 1");
}

/// Men that capture turn into walls; one that becomes something else by its
/// capture is gone.
#[test]
fn petrification() {
    let petrify = |types: &str, into: &str| {
        let text = format!(
            "[[ends]]\nwhen = {{ count = {{ men = [\"own king\"], at_most = 0 }} }}\nresult = \"loss\"\n[[aftermath]]\npetrify = {{ types = {types} }}\n"
        );
        fixture(
            "chess",
            &[
                ("[[royals]]\ntypes = \"king\"\n", text.as_str()),
                (r#"into = ["knight", "bishop", "rook", "queen"]"#, into),
            ],
        )
    };
    let all = r#"into = ["knight", "bishop", "rook", "queen"]"#;
    let oracle = petrify(r#"["pawn", "knight", "bishop", "rook", "queen"]"#, all);
    let text = "r3k3/1P6/2p5/3N4/8/8/8/4K3 w - - 0 1";
    counts(&oracle, text, &[21, 301, 5576]);
    assert_eq!(fen_after(&oracle, text, &["b7a8q"]), "*3k3/8/2p5/3N4/8/8/8/4K3 b - - 0 1");
    let oracle = petrify(r#"["pawn", "queen"]"#, r#"into = ["queen", "rook"]"#);
    let text = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    counts(&oracle, text, &[9, 115, 1264]);
    assert_eq!(fen_after(&oracle, text, &["a7b8r"]), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(fen_after(&oracle, text, &["a7b8q"]), "1*2k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

/// What a blast leaves behind: the knight in the centre and the bystanders.
#[test]
fn a_blast_that_leaves_walls() {
    let blast = BLAST.replace(
        " }",
        ", centre_to_wall = [\"knight\", \"bishop\", \"rook\", \"queen\"], bystanders_to_wall = true }",
    );
    let end = format!(
        "[[ends]]\nwhen = {{ count = {{ men = [\"own king\"], at_most = 0 }} }}\nresult = \"loss\"\n{blast}"
    );
    let oracle = fixture("chess", &[("[[royals]]\ntypes = \"king\"\n", end.as_str())]);
    let text = "4k3/2n5/3p4/8/4N3/8/8/4K3 w - - 0 1";
    counts(&oracle, text, &[13, 138, 1713]);
    assert_eq!(fen_after(&oracle, text, &["e4d6"]), "4k3/2*5/3*4/8/8/8/8/4K3 b - - 0 1");
}

/// Six by six with men that are dropped, and move by up to two squares where
/// `moves` says so.
fn discs(moves: &str, drop: &str, after: &str) -> fairy_ferry::engine::Oracle {
    oracle(&format!(
        r#"
name = "discs"
[board]
files = 6
ranks = 6
[start.white]
disc = "d4 c3"
[start.black]
disc = "c4 d3"
[start.white_hand]
disc = 6
[start.black_hand]
disc = 6
[[pieces]]
name = "disc"
letters = "P"
{moves}
[[drops]]
{drop}
{after}
"#
    ))
}

const DISCS: &str = "6/6/2pP2/2Pp2/6/6[PPPPPPpppppp] w - - 0 1";
const MORE_DISCS: &str = "6/1p4/2pP2/2Pp2/4P1/6[PPPPPPpppppp] w - - 0 1";
const STEPS: &str = r#"steps = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]"#;

#[test]
fn flips() {
    let jumps = r#"
[[pieces.moves]]
onto = "empty"
steps = ["n", "ne", "e", "se", "s", "sw", "w", "nw", "2,0", "2,2", "0,2", "-2,2", "-2,0", "-2,-2", "0,-2", "2,-2", "1,2", "2,1", "2,-1", "1,-2", "-1,-2", "-2,-1", "-2,1", "-1,2"]
"#;
    let flip = |more: &str| discs(jumps, "", &format!("[[aftermath]]\nflip = {{ {STEPS}{more} }}"));
    counts(&flip(""), DISCS, &[74, 4802]);
    counts(&flip(", drop_needs_neighbour = true"), DISCS, &[74, 4842]);
}

#[test]
fn drops_that_enclose() {
    let encloses = format!("when = [{{ encloses = {{ {STEPS} }} }}]");
    let oracle = discs("", &encloses, "");
    assert_eq!(list(&oracle, DISCS, ""), "P@b4 P@c5 P@d2 P@e3");
    counts(&oracle, DISCS, &[4, 20, 80, 416]);
    counts(&oracle, MORE_DISCS, &[5, 29, 152, 858]);
    // Reversi: first the centre, then what encloses, and that is turned over.
    let centre = r#"{ count = { men = ["own", "enemy"], place = { region = "c3-d4" }, at_least = 4 } }"#;
    let reversi = format!(
        "zone = \"c3-d4\"\n[[drops]]\nwhen = [{centre}, {{ encloses = {{ {STEPS} }} }}]\n[[aftermath]]\nflip = {{ enclosed = true, {STEPS} }}"
    );
    let oracle = discs("", &reversi, "");
    counts(&oracle, "6/6/6/6/6/6[PPPPPPpppppp] w - - 0 1", &[4, 12, 24, 24]);
    assert_eq!(fen_after(&oracle, DISCS, &["P@b4"]), "6/6/1PPP2/2Pp2/6/6[PPPPPpppppp] b - - 0 1");
}

/// A man slides in from the rim until something stops it.
#[test]
fn drops_that_slide_in() {
    let oracle = discs("", "when = [{ slid-in = { steps = [\"n\", \"e\", \"s\", \"w\"] } }]", "");
    // Along files: a (from a1 to a6 and back), b, e, f likewise; c and d stop at
    // rank 2 from below and rank 5 from above; ranks alike.
    assert_eq!(
        list(&oracle, DISCS, ""),
        "P@a1 P@a2 P@a5 P@a6 P@b1 P@b3 P@b4 P@b6 P@c2 P@c5 P@d2 P@d5 P@e1 P@e3 P@e4 P@e6 P@f1 P@f2 P@f5 P@f6"
    );
}

/// Passing over men he goes to the far end: from above to the lowest empty square of a file
/// whose top is empty, from the right to the leftmost of a rank whose last square is empty.
#[test]
fn drops_that_pass_over_men() {
    let oracle = discs("", "when = [{ slid-in = { steps = [\"s\", \"w\"], passing = true } }]", "");
    // All six tops are empty and so are the squares a1 to f1; all six last squares, and a1 to a6.
    assert_eq!(list(&oracle, DISCS, ""), "P@a1 P@a2 P@a3 P@a4 P@a5 P@a6 P@b1 P@c1 P@d1 P@e1 P@f1");
}

#[test]
fn bishops_on_both_colours() {
    let oracle = fixture(
        "crazyhouse",
        &[(
            "[[drops]]",
            "[[drops]]\nsides = \"white\"\nzone = \"a1-c1\"\nwhen = [{ colours-even = { kind = \"bishop\" } }]\n[[drops]]\nsides = \"black\"",
        )],
    );
    let start = "4k3/8/8/8/8/8/8/4K3[BBn] w - - 0 1";
    assert!(list(&oracle, start, "B@").starts_with("B@a1 B@b1 B@c1"));
    // One on a dark square: the other must go to b1, and nothing else may.
    assert_eq!(list(&oracle, "4k3/8/8/8/8/8/8/B3K3[B] w - - 0 1", "B@"), "B@b1");
    assert_eq!(list(&oracle, "4k3/8/8/8/8/8/8/B3K3[BN] w - - 0 1", "N@"), "N@c1");
}
