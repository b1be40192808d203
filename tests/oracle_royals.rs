//! Royal men: who is royal when, what check is seen, passes, facing men. Moves and
//! node counts are those of Fairy-Stockfish for the same rules, unless something is
//! argued beside.

mod common;

use common::plain::{after, counts, fixture, list, moves};
use fairy_ferry::rules::Side;

fn royal(text: &str) -> fairy_ferry::engine::Oracle {
    fixture("chess", &[("[[royals]]\ntypes = \"king\"\n", text)])
}

const PSEUDO: &str =
    "[[royals]]\ntypes = \"king\"\nat_most = 1\nexcused_by_capture = true\nunannounced = true\n";

#[test]
fn pseudo_royal_men() {
    let one = royal(PSEUDO);
    counts(&one, "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", &[2, 38, 116, 2114]);
    // Two of them: neither is royal.
    counts(&one, "4k3/8/8/8/8/8/r7/K3K3 w - - 0 1", &[8, 123, 1172]);
    // Where two may be royal, both are.
    let two = royal(&PSEUDO.replace("at_most = 1", "at_most = 2"));
    counts(&two, "4k3/8/8/8/8/8/r7/K3K3 w - - 0 1", &[2, 24, 145, 1993]);
    counts(&two, "3kk3/8/8/8/8/8/r7/K3K3 w - - 0 1", &[2, 30, 187, 3117]);
}

/// A promotion to a second king ends the royalty of both.
#[test]
fn promotion_to_royalty() {
    let oracle = fixture(
        "chess",
        &[
            ("[[royals]]\ntypes = \"king\"\n", PSEUDO),
            (r#"into = ["knight", "bishop", "rook", "queen"]"#, r#"into = ["queen", "king"]"#),
        ],
    );
    let text = "4k3/P7/8/8/8/8/r7/4K3 w - - 0 1";
    assert_eq!(list(&oracle, text, ""), "a7a8k a7a8q e1d1 e1f1");
    counts(&oracle, text, &[4, 59, 390, 6370]);
}

/// Sho shogi: with the promotion of the elephant, which is remembered, the side gets a second king;
/// its only king may not stay attacked in that move. Without the attack it promotes, and then
/// neither of the two is royal.
#[test]
fn a_remembered_promotion_to_royalty_does_not_help_at_once() {
    let rules = fairy_ferry::fairy::built_in_rules("shoshogi").expect("a built-in variant");
    let oracle = fairy_ferry::engine::Oracle::new(&rules).expect("playable");
    // Fairy-Stockfish's moves: the elephant i6 could go to h7 or i7 and promote.
    assert_eq!(list(&oracle, "9/9/9/8E/9/9/9/9/K+r1k5 w - - 0 1", ""), "a1b1");
    let free = list(&oracle, "9/9/9/8E/9/9/9/9/K2k5 w - - 0 1", "i6");
    assert!(free.contains("i6h7+") && free.contains("i6i7+"), "{free}");
}

/// A dropped king counts as royal on its square, however many there are; the
/// others are what they were before the drop.
#[test]
fn dropped_royal_men() {
    let house = |royals: &str| {
        fixture(
            "crazyhouse",
            &[
                ("[[royals]]\ntypes = \"king\"\n", royals),
                ("[[drops]]", "[[drops]]\ntypes = \"king\"\n[[drops]]"),
            ],
        )
    };
    let one = house(PSEUDO);
    let drops =
        |oracle: &fairy_ferry::engine::Oracle, text: &str| list(oracle, text, "K@").split(' ').count();
    assert_eq!(drops(&one, "4k3/8/8/8/8/8/r7/4K3[K] w - - 0 1"), 42);
    // The kings on a1 and e1 are not royal, the rook may attack them.
    assert_eq!(drops(&one, "4k3/8/8/8/8/8/r7/K3K3[K] w - - 0 1"), 42);
    let two = house(&PSEUDO.replace("at_most = 1", "at_most = 2"));
    // Both are royal, and one is attacked: no drop helps.
    assert_eq!(list(&two, "4k3/8/8/8/8/8/r7/K3K3[K] w - - 0 1", ""), "a1a2 a1b1");
}

/// Check to a man whose check is not announced ends the game, and is no check to
/// anybody else.
#[test]
fn unannounced_check() {
    let never = |royals: &str| {
        fixture(
            "chess",
            &[
                ("[[royals]]\ntypes = \"king\"\n", royals),
                ("[[pieces]]\nname = \"pawn\"", "[check]\nnever_given = true\n[[pieces]]\nname = \"pawn\""),
            ],
        )
    };
    let text = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(list(&never("[[royals]]\ntypes = \"king\"\n"), text, "a1a8"), "");
    let unannounced = never("[[royals]]\ntypes = \"king\"\nunannounced = true\n");
    assert_eq!(list(&unannounced, text, "a1a8"), "a1a8");
    let next = after(&unannounced, text, &["a1a8"]);
    assert!(unannounced.in_check(&next, Side::Black) && !unannounced.in_announced_check(&next, Side::Black));
    // A pass is allowed, but not if it leaves the king attacked.
    let passing = "[[royals]]\ntypes = \"king\"\nunannounced = true\n";
    let oracle = fixture(
        "chess",
        &[
            ("[[royals]]\ntypes = \"king\"\n", passing),
            (
                "[[pieces]]\nname = \"pawn\"",
                "[turn]\npasses = { white = \"always\", black = \"always\" }\n[[pieces]]\nname = \"pawn\"",
            ),
        ],
    );
    // It is spelt by the lowest own piece where check is announced to none.
    assert_eq!(list(&oracle, text, "a1a1"), "a1a1");
    assert_eq!(list(&oracle, "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1e1"), "");
}

#[test]
fn passes() {
    let with = |passes: &str| {
        let turn = format!(
            "[turn]\npasses = {{ white = \"{passes}\", black = \"{passes}\" }}\n[[ends]]\nwhen = \"passes\"\nresult = \"draw\"\n[[pieces]]\nname = \"pawn\""
        );
        fixture("chess", &[("[[pieces]]\nname = \"pawn\"", turn.as_str())])
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    counts(&with("always"), start, &[21, 441, 10187]);
    counts(&with("always"), "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &[3, 44, 178, 2579]);
    counts(&with("when-stuck"), "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", &[1, 26, 43, 1061]);
}

/// Kings that face each other: part, or pass and let the game end.
#[test]
fn facing_kings() {
    let oracle = fixture(
        "chess",
        &[
            (
                "[[pieces]]\nname = \"pawn\"",
                r#"[check]
facing = { types = "king", steps = ["n", "e"] }
[turn]
passes = { white = "always", black = "always" }
[[ends]]
when = { facing = { types = "king", steps = ["n", "e"] } }
result = "draw"
[[pieces]]
name = "pawn""#,
            ),
            ("[start.white]", "[start.white]"),
        ],
    );
    // The pawn that stood between has left: the king goes aside or White passes.
    let open = after(&oracle, "4k3/8/8/8/4p3/3N4/4K3/8 b - - 0 1", &["e4d3"]);
    // It is in check by the pawn too, which does not forbid the pass.
    assert!(oracle.in_check(&open, Side::White));
    assert_eq!(moves(&oracle, &open).join(" "), "e2d1 e2d2 e2d3 e2e2 e2f1 e2f2 e2f3");
    let passed = after(&oracle, "4k3/8/8/8/4p3/3N4/4K3/8 b - - 0 1", &["e4d3", "e2e2"]);
    assert!(moves(&oracle, &passed).is_empty());
    assert_eq!(oracle.finish(&passed).map(|f| f.winner), Some(None));
    // With a man between them they face nobody, and check forbids the pass.
    assert_eq!(list(&oracle, "4k3/8/8/8/4p3/3p4/4K3/8 w - - 0 1", "e2e"), "e2e1 e2e3");
}
