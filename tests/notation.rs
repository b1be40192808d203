//! FEN, coordinate moves and SAN.

use fairy_ferry::engine::Oracle;
use fairy_ferry::native;
use fairy_ferry::notation::fen::{self, Field};
use fairy_ferry::notation::uci::CastlingStyle;
use fairy_ferry::notation::{san, uci};
use fairy_ferry::rules::Side;

fn oracle(name: &str) -> Oracle {
    let path = format!("{}/fixtures/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the fixture exists");
    Oracle::new(&native::read(&text).expect("the fixture is well-formed")).expect("playable")
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_start_position_is_written_as_everybody_does() {
    let chess = oracle("chess");
    assert_eq!(fen::write(&chess, &chess.start()), START);
    let (position, warnings) = fen::read(&chess, START).expect("a FEN");
    assert_eq!(position, chess.start());
    assert!(warnings.is_empty());
}

#[test]
fn counters_rights_and_en_passant_follow_the_moves() {
    let chess = oracle("chess");
    let mut position = chess.start();
    for text in ["e2e4", "a7a6", "e4e5", "d7d5", "e1e2"] {
        let mv = uci::read(&chess, &position, text, CastlingStyle::KingMove).expect("legal");
        position = chess.make(&position, &mv);
        if text == "d7d5" {
            // A white pawn could capture there, so the square is recorded.
            let expected = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
            assert_eq!(fen::write(&chess, &position), expected);
        }
    }
    assert_eq!(fen::write(&chess, &position), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3");
}

/// A FEN without its castling field gives nobody the right, and says so.
#[test]
fn missing_rights_mean_none() {
    let chess = oracle("chess");
    let (position, warnings) = fen::read(&chess, "7k/8/8/8/8/8/8/R3K2R w").expect("accepted");
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].field, Field::Castling);
    assert!(position.rights.is_empty());
    let moves = chess.legal_moves(&position);
    let texts = uci::write_all(&chess, &position, &moves, CastlingStyle::KingMove);
    assert!(!texts.contains(&"e1g1".to_owned()) && !texts.contains(&"e1c1".to_owned()), "{texts:?}");
}

/// `K` means the outermost rook; the inner one has its file's letter.
#[test]
fn the_letter_of_an_inner_rook() {
    let rules = oracle("chess").rules().with_shuffled_castling();
    let chess = Oracle::new(&rules).expect("playable");
    let castlings = |text: &str| {
        let (position, _) = fen::read(&chess, text).expect("a FEN");
        let moves = chess.legal_moves(&position);
        let castling = moves.iter().find(|mv| matches!(mv.kind, fairy_ferry::engine::MoveKind::Castling(..)));
        castling.map(|mv| fen::write(&chess, &chess.make(&position, mv)).split(' ').next().map(str::to_owned))
    };
    let after = castlings("2k5/8/8/8/8/8/8/1K4RR w G - 0 1");
    assert_eq!(after, Some(Some("2k5/8/8/8/8/8/8/5RKR".to_owned())));
    assert_eq!(castlings("2k5/8/8/8/8/8/8/1K4RR w K - 0 1"), None);
}

#[test]
fn faults_are_told_by_field_and_column() {
    let chess = oracle("chess");
    let fault = |text: &str| fen::read(&chess, text).map(|_| ()).map_err(|e| (e.field, e.column));
    assert_eq!(fault(""), Err((Field::Board, 1)));
    assert_eq!(fault("8/8/8/8/8/8/8/7 w - - 0 1"), Err((Field::Board, 16)));
    assert_eq!(fault("8/8/8/9/8/8/8/8 w - - 0 1"), Err((Field::Board, 7)));
    assert_eq!(fault("8/8/8/8/8/8/8 w - - 0 1"), Err((Field::Board, 14)));
    assert_eq!(fault("8/8/8/8/8/8/8/7z w - - 0 1"), Err((Field::Board, 16)));
    assert_eq!(fault("8/8/8/8/8/8/8/8[Q] w - - 0 1"), Err((Field::Hand, 16)));
    assert_eq!(fault("8/8/8/8/8/8/8/8 x - - 0 1"), Err((Field::Side, 17)));
    assert_eq!(fault("8/8/8/8/8/8/8/4K3 w KQ - 0 1"), Err((Field::Castling, 21)));
    assert_eq!(fault("8/8/8/8/8/8/8/4K3 w - e9 0 1"), Err((Field::EnPassant, 23)));
    assert_eq!(fault("8/8/8/8/8/8/8/4K3 w - e6 0 1"), Err((Field::EnPassant, 23)));
    assert_eq!(fault("8/8/8/8/8/8/8/4K3 w - - x 1"), Err((Field::Clock, 25)));
    assert_eq!(fault("8/8/8/8/8/8/8/4K3 w - - 0 1 2"), Err((Field::MoveNumber, 29)));
    assert_eq!(fault("8/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1"), Err((Field::Word, 29)));
}

/// Castling has one spelling in each mode, and the other one is refused with
/// the right one.
#[test]
fn castling_in_both_spellings() {
    let chess = oracle("chess");
    let (position, _) = fen::read(&chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a FEN");
    let moves = chess.legal_moves(&position);
    let of_king = |style| {
        let texts = uci::write_all(&chess, &position, &moves, style);
        let mut texts: Vec<String> = texts.into_iter().filter(|t| t.starts_with("e1")).collect();
        texts.sort();
        texts
    };
    let plain = ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"];
    assert_eq!(of_king(CastlingStyle::KingMove), plain);
    let takes = ["e1a1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1h1"];
    assert_eq!(of_king(CastlingStyle::KingTakesPartner), takes);
    let error = uci::read(&chess, &position, "e1h1", CastlingStyle::KingMove).expect_err("the wrong form");
    assert_eq!(error.instead.as_deref(), Some("e1g1"));
    let error =
        uci::read(&chess, &position, "e1g1", CastlingStyle::KingTakesPartner).expect_err("the wrong form");
    assert_eq!(error.instead.as_deref(), Some("e1h1"));
}

/// Three queens, of which one needs its rank, one its square, one its file.
#[test]
fn san_says_no_more_than_needed() {
    let chess = oracle("chess");
    let (position, _) = fen::read(&chess, "7k/8/8/8/Q2Q4/8/8/Q6K w - - 0 1").expect("a FEN");
    for (coordinates, expected) in [("a1d1", "Q1d1+"), ("a4d1", "Qa4d1+"), ("d4d1", "Qdd1+")] {
        let mv = uci::read(&chess, &position, coordinates, CastlingStyle::KingMove).expect("legal");
        assert_eq!(san::write(&chess, &position, &mv), expected);
        assert_eq!(san::read(&chess, &position, expected), Ok(mv));
    }
    assert!(san::read(&chess, &position, "Qd1").is_err(), "it could mean three moves");
}

#[test]
fn san_of_castling_promotion_and_mate() {
    let chess = oracle("chess");
    let san_of = |text: &str, coordinates: &str| {
        let (position, _) = fen::read(&chess, text).expect("a FEN");
        let mv = uci::read(&chess, &position, coordinates, CastlingStyle::KingMove).expect("legal");
        let text = san::write(&chess, &position, &mv);
        assert_eq!(san::read(&chess, &position, &text), Ok(mv));
        text
    };
    assert_eq!(san_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O");
    assert_eq!(san_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O");
    assert_eq!(san_of("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), "a8=Q+");
    assert_eq!(san_of("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8n"), "axb8=N");
    assert_eq!(san_of("7k/6pp/8/8/8/8/8/KR6 w - - 0 1", "b1b8"), "Rb8#");
    assert_eq!(san_of("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "e5d6"), "exd6");
}

#[test]
fn a_finished_game_has_no_moves_and_a_result() {
    let chess = oracle("chess");
    let (position, _) = fen::read(&chess, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").expect("a FEN");
    assert!(chess.legal_moves(&position).is_empty());
    assert_eq!(chess.finish(&position).and_then(|f| f.winner), Some(Side::White));
    let (position, _) = fen::read(&chess, "k7/2Q5/8/8/8/8/8/K7 b - - 0 1").expect("a FEN");
    assert!(chess.legal_moves(&position).is_empty());
    assert_eq!(chess.finish(&position).map(|f| f.winner), Some(None));
}
