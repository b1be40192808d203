//! Guards, legs, marks and effects, on positions argued by hand.

use std::collections::BTreeSet;

use fairy_ferry::engine::{Oracle, Position};
use fairy_ferry::native;
use fairy_ferry::notation::uci::CastlingStyle;
use fairy_ferry::notation::{fen, uci};
use fairy_ferry::rules::{Rules, Side, SquareSet, validate};
use proptest::prelude::*;

fn fixture(name: &str) -> String {
    let path = format!("{}/fixtures/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the fixture exists")
}

/// Kings and a piece `X` with these moves, on 8 by 8.
fn with_piece(moves: &str) -> Oracle {
    let text = format!(
        r#"
name = "test"
[board]
files = 8
ranks = 8
[[pieces]]
name = "king"
letters = "K"
[[pieces.moves]]
steps = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
[[pieces]]
name = "stone"
letters = "S"
[[pieces]]
name = "x"
letters = "X"
{moves}
[[royals]]
types = "king"
"#
    );
    let rules = native::read(&text).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(validate::validate(&rules), []);
    Oracle::new(&rules).expect("playable")
}

fn position(oracle: &Oracle, text: &str) -> Position {
    fen::read(oracle, text).unwrap_or_else(|e| panic!("{text}: {e}")).0
}

/// The moves from a square, in order.
fn moves_from(oracle: &Oracle, text: &str, from: &str) -> Vec<String> {
    let position = position(oracle, text);
    let moves = oracle.legal_moves(&position);
    let texts = uci::write_all(oracle, &position, &moves, CastlingStyle::KingMove);
    let mut found: Vec<String> = texts.into_iter().filter(|text| text.starts_with(from)).collect();
    found.sort();
    found
}

/// A man that leaps aside if an enemy stands in front of it, on some ranks.
#[test]
fn a_leap_of_a_blocked_man() {
    let oracle = with_piece(
        r#"
[[pieces.moves]]
steps = ["2,1", "-2,1"]
onto = "empty"
from = "a6-h7"
when = [{ square = { at = "from+0,1", is = "enemy" } }]
"#,
    );
    // Blocked by an enemy on the sixth rank: both leaps.
    assert_eq!(moves_from(&oracle, "4k3/3s4/3X4/8/8/8/8/4K3 w - - 0 1", "d6"), ["d6b7", "d6f7"]);
    // By a friend, by nobody, or on the fifth rank: none.
    assert!(moves_from(&oracle, "4k3/3S4/3X4/8/8/8/8/4K3 w - - 0 1", "d6").is_empty());
    assert!(moves_from(&oracle, "4k3/8/3X4/8/8/8/8/4K3 w - - 0 1", "d6").is_empty());
    assert!(moves_from(&oracle, "4k3/8/3s4/3X4/8/8/8/4K3 w - - 0 1", "d5").is_empty());
    // Black's half: ranks 2 and 3, in front is below.
    assert_eq!(moves_from(&oracle, "4k3/8/8/8/8/7x/7S/4K3 b - - 0 1", "h3"), ["h3f2"]);
    // Only onto empty squares.
    assert_eq!(moves_from(&oracle, "4k3/1s1s4/3X4/8/8/8/8/4K3 w - - 0 1", "d6"), ["d6f7"]);
}

/// A man that captures twice in a move: diagonally ahead, and again.
#[test]
fn two_captures_in_a_move() {
    let oracle = with_piece(
        r#"
[[pieces.moves]]
legs = [
    { steps = ["ne", "nw"], onto = "enemy" },
    { steps = ["ne", "nw"], onto = "enemy" },
]
"#,
    );
    let text = "4k3/8/2s1s3/3s4/2X5/8/8/4K3 w - - 0 1";
    // Over d5 to c6 and to e6; both capture two, and are spelt with the square on the way.
    assert_eq!(moves_from(&oracle, text, "c4"), ["c4d5c6", "c4d5e6"]);
    let before = position(&oracle, text);
    let mv = uci::read(&oracle, &before, "c4d5c6", CastlingStyle::KingMove).expect("legal");
    assert_eq!(fen::write(&oracle, &oracle.make(&before, &mv)), "4k3/8/2X1s3/8/8/8/8/4K3 b - - 0 1");
    // The second square is attacked if the first capture is possible: check.
    let checked = position(&oracle, "8/8/2k5/3s4/2X5/8/8/4K3 b - - 0 1");
    assert!(oracle.in_check(&checked, Side::Black));
    let not = position(&oracle, "8/8/2k5/8/2X5/8/8/4K3 b - - 0 1");
    assert!(!oracle.in_check(&not, Side::Black));
}

/// Two ways to one square that capture different men are two moves.
#[test]
fn what_is_captured_on_the_way_tells_moves_apart() {
    let oracle = with_piece(
        r#"
[[pieces.moves]]
legs = [
    { steps = ["ne", "nw"], onto = "enemy" },
    { steps = ["ne", "nw"], onto = "empty" },
]
"#,
    );
    let found = moves_from(&oracle, "4k3/8/8/1s1s4/2X5/8/8/4K3 w - - 0 1", "c4");
    assert_eq!(found, ["c4b5a6", "c4b5c6", "c4d5c6", "c4d5e6"]);
}

/// A man that has another leap on its first move only, and captures by it.
#[test]
fn a_leap_on_the_first_move() {
    let oracle = with_piece(
        r#"
[[pieces.moves]]
steps = ["n"]
[[pieces.moves]]
steps = ["1,3"]
when = [{ square = { at = "from", is = "own * +unmoved" } }]
[start]
white = { x = "c1", king = "e1" }
black = { stone = "d4", king = "e8" }
[[marks]]
name = "unmoved"
on_move = "lose"
"#,
    );
    let start = oracle.start();
    assert_eq!(fen::write(&oracle, &start), "4k3/8/8/8/3s4/8/8/2X1K3 w - - 0 1");
    assert_eq!(moves_from(&oracle, "4k3/8/8/8/3s4/8/8/2X1K3 w - - 0 1", "c1"), ["c1c2", "c1d4"]);
    // On another square it has moved, unless the FEN says otherwise.
    assert_eq!(moves_from(&oracle, "4k3/8/8/8/3s4/8/2X5/4K3 w - - 0 1", "c2"), ["c2c3"]);
    let text = "4k3/8/8/8/3s4/8/2X5/4K3 w - - 0 1 unmoved=c2";
    assert_eq!(moves_from(&oracle, text, "c2"), ["c2c3", "c2d5"]);
    // The mark is written where it does not follow from the square, and back.
    let unusual = position(&oracle, text);
    assert_eq!(fen::write(&oracle, &unusual), text);
    let moved = position(&oracle, "4k3/8/8/8/3s4/8/8/2X1K3 w - - 0 1 unmoved=-");
    assert_eq!(fen::write(&oracle, &moved), "4k3/8/8/8/3s4/8/8/2X1K3 w - - 0 1 unmoved=-");
    // A move loses it.
    let mv = uci::read(&oracle, &start, "c1d4", CastlingStyle::KingMove).expect("legal");
    let after = oracle.make(&start, &mv);
    assert_eq!(after.man("d4".parse().expect("a square")).map(|man| man.marks), Some(0));
}

/// Hoppers: one hurdle, landing right behind it, the hurdle captured or not.
#[test]
fn hurdles() {
    let grasshopper = with_piece(
        r#"
[[pieces.moves]]
steps = ["n", "e"]
distance = "any"
hurdle = { behind = 1 }
"#,
    );
    let text = "4k3/8/2s5/8/2S5/8/2X2S2/4K3 w - - 0 1";
    // North over c4 to c5, not on to c7; east over f2 to g2.
    assert_eq!(moves_from(&grasshopper, text, "c2"), ["c2c5", "c2g2"]);
    let locust = with_piece(
        r#"
[[pieces.moves]]
steps = ["n", "e"]
distance = "any"
hurdle = { is = "enemy", behind = 1, taken = true }
onto = "empty"
"#,
    );
    let before = position(&locust, "4k3/8/8/8/2s5/8/2X2S2/4K3 w - - 0 1");
    let moves = locust.legal_moves(&before);
    let mv = moves.iter().find(|mv| mv.to.to_string() == "c5").expect("over c4");
    assert_eq!(fen::write(&locust, &locust.make(&before, mv)), "4k3/8/8/2X5/8/8/5S2/4K3 b - - 0 1");
    // What it captures on the way is attacked: the black king may not stand there.
    let checked = position(&locust, "8/8/8/8/2k5/8/2X5/4K3 b - - 0 1");
    assert!(locust.in_check(&checked, Side::Black));
    let blocked = position(&locust, "8/8/8/2s5/2k5/8/2X5/4K3 b - - 0 1");
    assert!(!locust.in_check(&blocked, Side::Black));
}

/// Holes end a ride and don't hinder a leap; walls can be hurdles.
#[test]
fn holes_and_walls() {
    let text = fixture("chess").replace("ranks = 8", "ranks = 8\nholes = \"d4\"");
    let rules = native::read(&text).expect("well-formed");
    let oracle = Oracle::new(&rules).expect("playable");
    let text = "4k3/8/8/8/R2*4/2N5/8/4K3 w - - 0 1";
    assert_eq!(fen::write(&oracle, &position(&oracle, text)), text);
    let rook = moves_from(&oracle, text, "a4");
    assert!(rook.contains(&"a4c4".to_owned()) && !rook.contains(&"a4e4".to_owned()), "{rook:?}");
    let knight = moves_from(&oracle, text, "c3");
    assert_eq!(knight, ["c3a2", "c3b1", "c3b5", "c3d1", "c3d5", "c3e2", "c3e4"]);
    assert!(fen::read(&oracle, "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1").is_err(), "a man in a hole");

    let xiangqi = Oracle::new(&native::read(&fixture("xiangqi")).expect("well-formed")).expect("playable");
    let walled = "4k4/9/9/9/r8/9/*8/9/C8/3K5 w - - 0 1";
    assert!(moves_from(&xiangqi, walled, "a2").contains(&"a2a6".to_owned()));
}

/// Promotion to a limited stock, and what then is left.
#[test]
fn limited_promotion() {
    let grand = Oracle::new(&native::read(&fixture("grand")).expect("well-formed")).expect("playable");
    // Queen and archbishop are on the board: not these. On rank 9 a pawn may stay one.
    let text = "4k5/10/P9/10/10/10/10/10/10/Q3K4A w - - 0 1";
    assert_eq!(moves_from(&grand, text, "a8"), ["a8a9", "a8a9b", "a8a9c", "a8a9n", "a8a9r"]);
    // On the last rank it may not.
    let text = "4k5/P9/10/10/10/10/10/10/10/Q3K4A w - - 0 1";
    assert_eq!(moves_from(&grand, text, "a9"), ["a9a10b", "a9a10c", "a9a10n", "a9a10r"]);
}

/// A promoted man reverts when it is captured into a hand.
#[test]
fn men_revert_in_hand() {
    let play = |game: &str, text: &str, mv: &str| {
        let oracle = Oracle::new(&native::read(&fixture(game)).expect("well-formed")).expect("playable");
        let before = position(&oracle, text);
        let mv = uci::read(&oracle, &before, mv, CastlingStyle::KingMove).expect("legal");
        fen::write(&oracle, &oracle.make(&before, &mv))
    };
    let after = play("crazyhouse", "4k3/8/8/8/8/8/8/r3Q~2K[] b - - 0 1", "a1e1");
    assert_eq!(after, "4k3/8/8/8/8/8/8/4r2K[p] w - - 0 2");
    let after = play("minishogi", "k4/5/5/r2+S1/4K[] b - - 0 1", "a2d2");
    assert_eq!(after, "k4/5/5/3r1/4K[s] w - - 0 2");
    let after = play("minishogi", "k4/3S1/5/5/4K[] w - - 0 1", "d4d5+");
    assert_eq!(after, "k2+S1/5/5/5/4K[] b - - 0 1");
}

/// Checks are counted down from the number that the end names.
#[test]
fn three_checks() {
    let oracle = Oracle::new(&native::read(&fixture("threecheck")).expect("well-formed")).expect("playable");
    let start = fen::write(&oracle, &oracle.start());
    assert_eq!(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1");
    let before = position(&oracle, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1");
    let mv = uci::read(&oracle, &before, "a1a8", CastlingStyle::KingMove).expect("legal");
    let after = oracle.make(&before, &mv);
    assert_eq!(fen::write(&oracle, &after), "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 1 1");
    assert!(oracle.legal_moves(&after).is_empty());
    assert_eq!(oracle.finish(&after).and_then(|finish| finish.winner), Some(Side::White));
}

/// A move may not take away its own side's king, by capture or by effect.
#[test]
fn nobody_removes_his_own_king() {
    let oracle = with_piece(
        r#"
[[pieces.moves]]
steps = ["n", "e"]
onto = ["empty", "own"]
then = [{ remove = { at = "to+0,1" } }]
"#,
    );
    // East would land on the king, north would remove what stands above: the stone.
    assert_eq!(moves_from(&oracle, "4k3/8/8/8/8/3S4/8/3XK3 w - - 0 1", "d1"), ["d1d2"]);
    // North would remove the king.
    assert!(moves_from(&oracle, "4k3/8/8/8/8/3K4/8/3XK3 w - - 0 1", "d1").is_empty());
}

/// What can't be played is refused by the field's name, not passed over.
#[test]
fn what_is_not_played_is_named() {
    let rules = native::read(&fixture("everything")).expect("well-formed");
    let unplayed = Oracle::new(&rules).expect_err("not everything can be played");
    let fields: BTreeSet<&str> = unplayed.iter().map(|u| u.field.as_str()).collect();
    for field in ["turn.order", "pieces[0].moves[0].continues", "ends[0].when.any[13].sequence"] {
        assert!(fields.contains(field), "{field} in {fields:?}");
    }
}

#[test]
fn faults_are_found() {
    let fault = |from: &str, to: &str| {
        let text = fixture("chess");
        assert!(text.contains(from), "{from}");
        let rules: Rules = native::read(&text.replacen(from, to, 1)).expect("well-formed");
        validate::validate(&rules).first().map(|fault| fault.to_string())
    };
    let path = |from: &str, to: &str| fault(from, to).map(|text| text.split(':').next().map(str::to_owned));
    assert_eq!(fault("", ""), None);
    let large = fixture("chess").replacen("files = 8", "files = 17", 1);
    let why = native::read(&large).expect_err("more files than a board has").message;
    assert!(why.contains("1 to 16"), "{why}");
    assert_eq!(path("files = 8", "files = 7"), Some(Some("start.white.pawn".into())));
    assert_eq!(path("letters = \"N\"", "letters = \"B\""), Some(Some("pieces[2].letters".into())));
    assert_eq!(path("name = \"rook\"", "name = \"tower\""), Some(Some("start.white.rook".into())));
    assert_eq!(path("steps = [\"n\"]", "steps = []"), Some(Some("pieces[0].moves[0].steps".into())));
    assert_eq!(path("steps = [\"n\"]", "steps = [\"0,0\"]"), Some(Some("pieces[0].moves[0].steps".into())));
    assert_eq!(path("onto = \"empty\"", "onto = []"), Some(Some("pieces[0].moves[0].onto".into())));
    assert_eq!(path("zone = \"a8-h8\"", "zone = \"a9\""), Some(Some("promotions[0].zone".into())));
    let help = fault("types = \"king\"", "types = \"kimg\"").expect("there is no such type");
    assert!(help.contains("did you mean `king`?"), "{help}");
}

proptest! {
    /// A set of squares has one text, which is read as the same set.
    #[test]
    fn squares_as_text(words in proptest::array::uniform4(any::<u64>()), mask in any::<u64>()) {
        let set = SquareSet(words.map(|word| word & mask));
        prop_assert_eq!(set.to_string().parse::<SquareSet>().unwrap(), set);
    }

    /// No text makes the reader of positions panic; what it accepts it writes,
    /// and reads again as the same.
    #[test]
    fn any_text_as_fen(text in "[rnbqkpRNBQKP1-9*/+~ ]{0,40}( [wb])?( [KQkqA-Ha-h-]{0,4})?( [a-h1-8-]{0,4})?( [0-9]{0,3}){0,2}( (unmoved|last|rights|attr)=[a-h1-8,:;-]{0,6})?") {
        let rules = native::read(&fixture("chess")).unwrap();
        let oracle = Oracle::new(&rules).unwrap();
        if let Ok((position, _)) = fen::read(&oracle, &text) {
            let written = fen::write(&oracle, &position);
            let (again, _) = fen::read(&oracle, &written).unwrap();
            prop_assert_eq!(fen::write(&oracle, &again), written);
        }
    }
}
