//! Promotions that are a turn, castling rights, en passant, marks, ends and counters.
//! Moves, positions and node counts are those of Fairy-Stockfish for the same rules,
//! unless something is argued beside.

mod common;

use common::plain::{after, counts, fen_after, fixture, list, oracle, position};
use fairy_ferry::engine::{Oracle, Reason};
use fairy_ferry::rules::Side;

/// The endings of Sittuyin: a pawn becomes a fers where it stands, or by the fers's
/// step to an empty square, and may not attack anything then.
fn sittuyin() -> Oracle {
    let common = r#"into = ["met"]
fewer_than = { met = 1 }
duty = "never"
without_check = true
"#;
    let only = r#"{ count = { men = ["own pawn"], at_most = 1 } }"#;
    let peaceful = r#"{ not = { attacks = { men = ["enemy"] } } }"#;
    let mut records = String::new();
    for trigger in ["in-place", "as-new-type"] {
        records.push_str(&format!(
            "[[promotions]]\ntypes = \"pawn\"\ntrigger = \"{trigger}\"\nzone = \"all\"\n{common}when = [{only}, {peaceful}]\n"
        ));
        records.push_str(&format!(
            "[[promotions]]\ntypes = \"pawn\"\ntrigger = \"{trigger}\"\nzone = \"d5 e5 c6 f6 b7 g7 a8 h8\"\n{common}when = [{peaceful}]\n"
        ));
    }
    fixture(
        "makruk",
        &[
            ("[[promotions]]\ntypes = \"pawn\"\nzone = \"a6-h8\"\ninto = [\"met\"]\n", records.as_str()),
            ("letters = \"M\"", "letters = \"F\""),
            ("counting = \"makruk\"", "counting = \"asean\""),
        ],
    )
}

#[test]
fn promotions_in_place() {
    let oracle = sittuyin();
    let text = "1k5K/3r2P1/8/8/8/8/8/8 w - - 0 1";
    assert_eq!(list(&oracle, text, "g7"), "g7f6f g7f8f g7g7f g7g8 g7h6f");
    counts(&oracle, text, &[7, 130, 642, 11360]);
    let text = "8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8 b - - 0 72";
    assert_eq!(list(&oracle, text, "g3"), "g3f4f g3g2 g3g3f g3h2f g3h4f");
    counts(&oracle, text, &[35, 825, 26596]);
    assert_eq!(
        fen_after(&oracle, "1k5K/3r2P1/8/8/8/8/8/8 w - - 4 1", &["g7g7f"]),
        "1k5K/3r2F1/8/8/8/8/8/8 b - - 0 1"
    );
}

/// Placement chess: kings and rooks that are dropped on their squares may castle.
#[test]
fn rights_by_drop() {
    let even = r#"when = [{ colours-even = { kind = "bishop" } }]"#;
    let castling = |side: &str, letter: char, (from, to, king_to): (char, char, char)| {
        format!(
            "[[castlings]]\nsides = \"{side}\"\nletter = \"{letter}\"\nking = \"king\"\nking_from = \"e1\"\nking_to = \"{king_to}1\"\npartner = \"rook\"\npartner_from = \"{from}1\"\npartner_to = \"{to}1\"\nright_by_drop = true\n"
        )
    };
    let all: String = ["white", "black"]
        .into_iter()
        .flat_map(|side| [castling(side, 'K', ('h', 'f', 'g')), castling(side, 'Q', ('a', 'd', 'c'))])
        .collect();
    let chess = std::fs::read_to_string(common::fixture("rules/chess.toml")).expect("a fixture");
    let (before, _) = chess.split_once("[[castlings]]").expect("chess castles");
    let oracle = oracle(&format!("{before}{all}[[drops]]\nzone = \"a1-h1\"\n{even}\n").replacen(
        "[start]\n",
        "[turn]\npriorities = [{ drops = \"any\" }]\n[start]\n",
        1,
    ));
    let text = "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/QR1BKNN1[BRk] w - - 0 1";
    assert_eq!(list(&oracle, text, ""), "B@c1 R@h1");
    counts(&oracle, text, &[2, 2, 2, 40]);
    assert_eq!(
        fen_after(&oracle, text, &["R@h1", "K@e8", "B@c1"]),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QRBBKNNR[] b Kkq - 0 2"
    );
}

/// Where a castling is only dangerous for a royal king, a second king makes it free.
#[test]
fn castling_of_a_king_that_may_be_royal() {
    let royal = "[[royals]]\ntypes = \"king\"\nat_most = 1\nexcused_by_capture = true\n";
    let oracle = fixture(
        "chess",
        &[
            ("[[royals]]\ntypes = \"king\"\n", royal),
            ("letter = \"K\"\n", "letter = \"K\"\nsafe = \"if-royal\"\n"),
        ],
    );
    assert_eq!(list(&oracle, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "");
    assert_eq!(list(&oracle, "4kr2/8/8/8/8/8/8/K3K2R w K - 0 1", "e1g1"), "e1g1");
}

#[test]
fn en_passant_behind_a_triple_step() {
    let oracle = fixture("chess", &[("distance = 2\n", "distance = \"2-3\"\n")]);
    let text = "4k3/1p1p4/8/8/p1p1p1p1/8/1P1P1P2/4K3 w - - 0 1";
    counts(&oracle, text, &[12, 180, 2048]);
    assert_eq!(fen_after(&oracle, text, &["b2b5"]), "4k3/1p1p4/8/1P6/p1p1p1p1/8/3P1P2/4K3 b - b3 0 1");
    assert_eq!(fen_after(&oracle, text, &["b2b5", "a4b3"]), "4k3/1p1p4/8/8/2p1p1p1/1p6/3P1P2/4K3 w - - 0 2");
}

/// Only squares that are attacked are left, rule by rule.
#[test]
fn squares_left_if_attacked() {
    let oracle = fixture(
        "chess",
        &[
            ("recorded = \"if-attacked\"\n", "recorded = \"always\"\n"),
            ("leaves = \"passed\"", "leaves = \"passed-if-attacked\""),
        ],
    );
    let text = "4k3/8/8/8/3p4/8/P3P3/4K3 w - - 0 1";
    assert_eq!(fen_after(&oracle, text, &["e2e4"]), "4k3/8/8/8/3pP3/8/P7/4K3 b - e3 0 1");
    assert_eq!(fen_after(&oracle, text, &["a2a4"]), "4k3/8/8/8/P2p4/8/4P3/4K3 b - - 0 1");
}

/// A leap passes what lies on the line, and its landing square may count too.
#[test]
fn en_passant_of_other_men() {
    let oracle = fixture(
        "chess",
        &[(
            "[[royals]]",
            r#"[[pieces]]
name = "guard"
letters = "G"
[[pieces.moves]]
steps = ["n", "e", "s", "w"]
[[pieces.moves]]
steps = ["0,2 via 0,1"]
onto = "empty"
from = "a2-h2"
leaves = "passed-and-landing"
[[royals]]"#,
        )],
    );
    let text = "4k3/8/8/8/p1p5/8/1G6/4K3 w - - 0 1";
    counts(&oracle, text, &[10, 74, 710, 6064]);
    let next = "4k3/8/8/8/pGp5/8/8/4K3 b - b3b4 1 1";
    assert_eq!(fen_after(&oracle, text, &["b2b4"]), next);
    // Read from the text, the man on a recorded square is meant.
    assert_eq!(fen_after(&oracle, next, &["a4b3"]), "4k3/8/8/8/2p5/1p6/8/4K3 w - - 0 2");
}

/// Two squares that speak of different men: each has its own victim.
#[test]
fn a_victim_for_each_square() {
    let oracle = fixture("chess", &[]);
    let text = "4k3/8/8/3pPp2/8/8/8/4K3 w - d6f6 0 1";
    assert_eq!(list(&oracle, text, "e5"), "e5d6 e5e6 e5f6");
    assert_eq!(fen_after(&oracle, text, &["e5d6"]), "4k3/8/3P4/5p2/8/8/8/4K3 b - - 0 1");
    assert_eq!(fen_after(&oracle, text, &["e5f6"]), "4k3/8/5P2/3p4/8/8/8/4K3 b - - 0 1");
}

/// Cambodian leaps: the king's right goes when a rook lands on its file or rank,
/// whatever stands between.
#[test]
fn marks_that_are_lost_by_being_aimed_at() {
    let mark = |name: &str, kind: &str, aim: &str| {
        format!(
            "[[marks]]\nname = \"{name}\"\nheld_by = \"{kind}\"\nheld = {{ white = \"d1 e1\", black = \"d8 e8\" }}\non_move = \"lose\"\nin_castling_field = true\n{aim}\n"
        )
    };
    let marks = mark(
        "leap",
        "king",
        r#"lost_when_aimed_at = { by = "rook", steps = ["n", "e", "s", "w"], through = true }"#,
    ) + &mark("jump", "met", "");
    let king = r#"name = "king"
letters = "K"

[[pieces.moves]]
steps = ["2,1", "-2,1"]
onto = "empty"
when = [{ square = { at = "from", is = "own * +leap" } }, { not = "in-check" }]
"#;
    let met = r#"name = "met"
letters = "M"

[[pieces.moves]]
steps = ["0,2"]
onto = "empty"
when = [{ square = { at = "from", is = "own * +jump" } }]
"#;
    let oracle = fixture(
        "makruk",
        &[
            ("name = \"king\"\nletters = \"K\"\n", king),
            ("name = \"met\"\nletters = \"M\"\n", met),
            ("[[royals]]", format!("{marks}[[royals]]").as_str()),
            ("counting = \"makruk\"", "counting = \"cambodian\""),
        ],
    );
    counts(&oracle, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1", &[25, 625, 15031]);
    let text = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/R7/1NSKMSNR w DEde - 2 2";
    counts(&oracle, text, &[32, 798, 22250]);
    assert_eq!(
        fen_after(&oracle, "1nsmksnr/r7/pppppppp/8/8/PPPPPPPP/2SN4/R2KMSNR b DEde - 3 2", &["a7d7"]),
        "1nsmksnr/3r4/pppppppp/8/8/PPPPPPPP/2SN4/R2KMSNR w Ede - 4 3"
    );
    assert_eq!(
        fen_after(&oracle, "rnsmksnr/8/1ppppppp/8/8/1PPPPPPP/8/RNSKMSNR w DEde - 0 1", &["a1a8"]),
        "Rnsmksnr/8/1ppppppp/8/8/1PPPPPPP/8/1NSKMSNR b DEd - 0 1"
    );
}

/// Men may not go where they could never move again.
#[test]
fn mobile_men() {
    let oracle = fixture(
        "chess",
        &[(
            "[[royals]]",
            r#"[[pieces]]
name = "lance"
letters = "L"
[[pieces.moves]]
steps = ["n"]
distance = "any"
when = ["mobile"]
[[pieces]]
name = "horse"
letters = "H"
[[pieces.moves]]
steps = ["1,2", "-1,2"]
when = ["mobile"]
[[pieces]]
name = "gun"
letters = "C"
[[pieces.moves]]
steps = ["n"]
distance = "any"
hurdle = {}
when = ["mobile"]
[[royals]]"#,
        )],
    );
    counts(&oracle, "4k3/L7/1H6/8/8/8/8/4K3 w - - 0 1", &[5, 25, 170, 1088]);
    // A hopper may stand on the seventh rank, where no hurdle could ever serve it.
    assert_eq!(list(&oracle, "4k3/8/8/8/8/p7/C7/4K3 w - - 0 1", "a2"), "a2a4 a2a5 a2a6 a2a7");
}

/// A chain grows from its beginning by the steps that are named, and by no others.
#[test]
fn a_chain_across_the_board() {
    let oracle = oracle(
        r#"
name = "chain"
[board]
files = 4
ranks = 4
black_sees = "same"
[[pieces]]
name = "stone"
letters = "P"
[[drops]]
[[ends]]
sides = "white"
moment = "moved"
at_start = true
result = "win"
when = { chain = { from = "a1-a4", to = "d1-d4", steps = ["n", "e"] } }
"#,
    );
    let end =
        |text: &str| oracle.finish(&position(&oracle, text)).map(|finish| (finish.winner, finish.reason));
    assert_eq!(end("4/4/2PP/PPP1[p] b - - 0 1"), Some((Some(Side::White), Reason::Goal(0))));
    // This one would need a step south.
    assert_eq!(end("4/4/PPP1/2PP[p] b - - 0 1"), None);
    assert_eq!(list(&oracle, "4/4/PPP1/2PP[p] b - - 0 1", "").split(' ').count(), 11);
}

/// Who gives checkmate, and who gave the checks before.
#[test]
fn checkmates_that_depend_on_who_gives_them() {
    let oracle = fixture(
        "chess",
        &[(
            "[start]\n",
            "[no_moves]\nno_mate_by = \"knight\"\nmate_needs_check_by = [\"knight\", \"rook\"]\n[start]\n",
        )],
    );
    let end = |text: &str, moves: &[&str]| {
        let finish = oracle.finish(&after(&oracle, text, moves)).expect("it is over");
        assert_eq!(finish.reason, Reason::Checkmate);
        finish.winner
    };
    // By a knight alone: the mated side wins.
    assert_eq!(end("6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1", &["e5f7"]), Some(Side::Black));
    // By a queen that nobody helped: a draw.
    assert_eq!(end("6k1/5ppp/8/8/8/8/8/Q3K3 w - - 0 1", &["a1a8"]), None);
    // In one series of checks with a rook's.
    let text = "8/7k/1R6/8/8/8/8/2Q1K3 w - - 0 1";
    assert_eq!(end(text, &["b6b7", "h7h8", "c1c8"]), Some(Side::White));
    // A quiet move breaks the series.
    assert_eq!(end(text, &["b6b7", "h7h8", "c1c7", "h8g8", "c7c8"]), None);
}

/// Stalemate by what the men are worth, Black having half a point on top.
#[test]
fn results_by_material() {
    let text = |draws: &str| format!("[claims]\ndraws_by = {draws}\n[claims.move_limit]\n");
    let winner = |draws: &str, fen: &str| {
        let oracle = fixture(
            "chess",
            &[
                ("[claims.move_limit]\n", text(draws).as_str()),
                ("[start]\n", "[no_moves]\nstalemate = \"material\"\n[start]\n"),
            ],
        );
        oracle.finish(&position(&oracle, fen)).expect("it is over").winner
    };
    let points = r#"{ worth = { points = { rook = 1, pawn = 1 }, black_half_points = 1 } }"#;
    let stalemate = "k7/1R6/2K5/8/8/8/8/8 b - - 0 1";
    assert_eq!(winner(points, stalemate), Some(Side::White));
    // A pawn against the rook: the half point decides. By number White has more men.
    let even = "k7/1R6/2K5/8/8/8/7p/7N b - - 0 1";
    assert_eq!(winner(points, even), Some(Side::Black));
    assert_eq!(winner("\"men\"", even), Some(Side::White));
    assert_eq!(winner("\"men\"", stalemate), Some(Side::White));
    assert_eq!(winner("\"black\"", stalemate), Some(Side::Black));
    assert_eq!(winner("\"none\"", stalemate), None);
}

/// What starts the clock again, and what does not.
#[test]
fn the_clock() {
    let oracle = fixture(
        "chess",
        &[
            ("moves = 50\n", "moves = 0\n"),
            (
                "name = \"pawn\"\nletters = \"P\"\npawn = true\n",
                "name = \"pawn\"\nletters = \"P\"\npawn = true\n\n[[pieces.moves]]\nsteps = [\"e\", \"w\"]\nonto = \"empty\"\n",
            ),
            ("[start]\n", "[turn]\npasses = { white = \"always\", black = \"always\" }\n[start]\n"),
        ],
    );
    let text = "4k3/8/8/8/8/8/P7/4K3 w - - 7 1";
    let clock = |mv: &str| after(&oracle, text, &[mv]).clock;
    // Forward it can't be taken back, sideways it can; a pass is a move.
    assert_eq!([clock("a2a3"), clock("a2b2"), clock("e1e2"), clock("e1e1")], [0, 8, 8, 8]);
}

/// Promotions that a demotion may take back leave the clock alone.
#[test]
fn the_clock_and_promotion() {
    let text = |demote: bool| {
        format!(
            "name = \"x\"\n[board]\nfiles = 3\nranks = 3\n[[pieces]]\nname = \"a\"\nletters = \"A\"\n[[pieces.moves]]\nsteps = [\"n\", \"s\"]\n[[pieces]]\nname = \"b\"\nletters = \"B\"\n[[pieces.moves]]\nsteps = [\"n\", \"s\"]\n[[promotions]]\ntypes = [\"a\"{}]\nzone = \"a3-c3\"\ninto = [\"b\"]\nor_demote = {demote}\nreverts = \"to-origin\"\nduty = \"never\"\n",
            if demote { ", \"b\"" } else { "" }
        )
    };
    let clock = |demote| after(&oracle(&text(demote)), "3/A2/3 w - - 3 1", &["a2a3+"]).clock;
    assert_eq!([clock(false), clock(true)], [0, 4]);
}

/// Counting rules: when a count begins, and how it goes on.
#[test]
fn counting() {
    let makruk = fixture("makruk", &[]);
    let cambodian = fixture("makruk", &[("counting = \"makruk\"", "counting = \"cambodian\"")]);
    let asean = fixture("makruk", &[("counting = \"makruk\"", "counting = \"asean\"")]);
    for (oracle, text, moves, expected) in [
        // Men's honour begins when the last man but the king, or the last pawn, falls.
        (&makruk, "4k3/8/8/8/8/p7/R7/4K3 w - - 0 1", &["a2a3"][..], "4k3/8/8/8/8/R7/8/4K3 b - 32 6 1"),
        (
            &makruk,
            "4k3/8/8/8/8/p7/R7/4K3 w - - 0 1",
            &["a2a3", "e8e7", "a3a4"],
            "8/4k3/8/8/R7/8/8/4K3 b - 32 8 2",
        ),
        (&makruk, "8/8/4k3/5P2/8/2RMK3/8/8 b - - 3 50", &["e6f5"], "8/8/8/5k2/8/2RMK3/8/8 w - 32 7 51"),
        (&makruk, "8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1", &["e5f6"], "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 1"),
        // Board's honour, with other men left.
        (
            &makruk,
            "4k2n/8/8/8/8/p7/R7/4K3 w - - 0 1",
            &["a2a3", "h8g6"],
            "4k3/8/6n1/8/8/R7/8/4K3 w - 128 1 2",
        ),
        (&makruk, "4k1nn/8/8/8/8/8/7R/4K3 w - 128 20 1", &["h2h8"], "4k1nR/8/8/8/8/8/8/4K3 b - 128 21 1"),
        (&makruk, "8/8/8/8/8/6k1/7R/4K3 b - 16 9 1", &["g3h2"], "8/8/8/8/8/8/7k/4K3 w - 16 10 2"),
        (&cambodian, "8/8/4k3/5P2/8/2RMK3/8/8 b - 126 42 50", &["e6f5"], "8/8/8/5k2/8/2RMK3/8/8 w - 30 7 51"),
        (
            &cambodian,
            "8/2K3k1/5m2/4S1S1/8/8/8/8 w - - 0 80",
            &["e5f6"],
            "8/2K3k1/5S2/6S1/8/8/8/8 b - 42 8 80",
        ),
        (&asean, "4k3/3r4/2K5/8/3R4/8/8/8 w - - 0 1", &["d4d7"], "4k3/3R4/2K5/8/8/8/8/8 b - 32 0 1"),
        (&asean, "4k3/3r4/2K5/8/3R4/1P6/8/8 w - - 0 1", &["d4d7"], "4k3/3R4/2K5/8/8/1P6/8/8 b - - 0 1"),
        (
            &asean,
            "8/8/4k3/5P2/8/2RMK3/8/8 b - - 3 50",
            &["e6f5", "c3c4"],
            "8/8/8/5k2/2R5/3MK3/8/8 b - 32 0 51",
        ),
    ] {
        assert_eq!(fen_after(oracle, text, moves), expected);
    }
}
