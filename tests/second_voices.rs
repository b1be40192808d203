//! Others beside our generators: cozy-chess, a library with tables of its own, Stockfish, and
//! Sjaak II, which is told the rules in its own format.

mod command;
mod engines;

use std::collections::BTreeSet;

use command::printed as ferry;
use cozy_chess::{Board, Move, Piece, Square};
use fairy_ferry::engine::{Core, Oracle, Position};
use fairy_ferry::fairy::{builtins, lower};
use fairy_ferry::notation::fen;
use fairy_ferry::notation::uci::{self, CastlingStyle};
use fairy_ferry::sjaak;

fn oracle() -> Oracle {
    let config = builtins::builtin("chess").expect("a built-in variant");
    Oracle::new(&lower::lower(&config).expect("rules")).expect("a generator")
}

/// A move of cozy-chess in our spelling: it writes castling as the king taking its rook.
fn spelt(board: &Board, mv: Move) -> String {
    let castles =
        board.piece_on(mv.from) == Some(Piece::King) && board.color_on(mv.to) == board.color_on(mv.from);
    if castles {
        let file = if mv.to.file() > mv.from.file() { 'g' } else { 'c' };
        return format!("{}{file}{}", mv.from, mv.from.rank());
    }
    mv.to_string()
}

fn theirs(board: &Board) -> Vec<(String, Move)> {
    let mut found = Vec::new();
    board.generate_moves(|moves| {
        found.extend(moves.into_iter().map(|mv| (spelt(board, mv), mv)));
        false
    });
    found
}

fn ours(oracle: &Oracle, position: &Position) -> BTreeSet<String> {
    let moves = oracle.legal_moves(position);
    uci::write_all(oracle, position, &moves, CastlingStyle::of(oracle)).into_iter().collect()
}

fn count(board: &Board, depth: u32) -> u64 {
    let moves = theirs(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |mv: &Move| {
        let mut next = board.clone();
        next.play(*mv);
        count(&next, depth - 1)
    };
    moves.iter().map(|(_, mv)| below(mv)).sum()
}

/// Random games: the same moves in every position, and the same counts of the fast generator
/// every few moves.
#[test]
fn cozy_chess_agrees() {
    let oracle = oracle();
    let core = Core::new(oracle.clone());
    assert_eq!(core.reason(), None);
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut rare = [0; 3];
    for _ in 0..40 {
        let mut board = Board::default();
        let mut position = oracle.start();
        for ply in 0..120 {
            let list = theirs(&board);
            let texts: BTreeSet<String> = list.iter().map(|(text, _)| text.clone()).collect();
            let here = fen::write(&oracle, &position);
            assert_eq!(ours(&oracle, &position), texts, "{here}");
            if ply % 10 == 9 {
                assert_eq!(core.perft(&position, 2), count(&board, 2), "{here}");
            }
            if list.is_empty() {
                break;
            }
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let (text, mv) = &list[(seed % list.len() as u64) as usize];
            rare[0] += usize::from(mv.promotion.is_some());
            rare[1] += usize::from(*text != mv.to_string());
            rare[2] += usize::from(board.en_passant().is_some());
            position = oracle.make(
                &position,
                &uci::read(&oracle, &position, text, CastlingStyle::of(&oracle)).expect("a legal move"),
            );
            board.play(*mv);
        }
    }
    // Promotions, castlings and en passant squares all came up.
    assert!(rare.iter().all(|count| *count > 0), "{rare:?}");
}

/// The known positions, to a depth that takes no time.
#[test]
fn cozy_chess_counts_alike() {
    let core = Core::new(oracle());
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ] {
        let position = fen::read(core.oracle(), fen).expect("a position").0;
        let board: Board = fen.parse().expect("a position");
        assert_eq!(core.perft(&position, 3), count(&board, 3), "{fen}");
    }
    assert_eq!(Square::A1.to_string(), "a1");
}

/// Stockfish, Fairy-Stockfish and our generator in lockstep; and where one of the three plays
/// other rules, the other two are the majority.
#[test]
fn stockfish_is_a_third_voice() {
    if engines::fairy_stockfish().is_none() || engines::stockfish().is_none() {
        return;
    }
    let third = ["--voice", "stockfish", "--depth", "3", "--walks", "2", "--plies", "40", "--jobs", "1"];
    let sides = ["diff", "fixtures/rules/chess.toml", "fairy:chess", "--via", "core,fairy-stockfish"];
    let (code, text) = ferry(&[&sides[..], &third].concat());
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("equal: core, fairy-stockfish, stockfish"), "{text}");
    let sides = ["diff", "fairy:chess", "fairy:nocastle", "--via", "core,fairy-stockfish"];
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let (code, text) = ferry(&[&sides[..], &["--fen", fen], &third].concat());
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("majority: core and stockfish agree, against fairy-stockfish"), "{text}");
    // It is not asked about anything but chess.
    let (code, _) = ferry(&["moves", "fairy:berolina", "--via", "stockfish"]);
    assert_eq!(code, 2);
}

/// Built-in variants that Sjaak's format can hold. That our counts are the engine's is shown in
/// `fairy_perft`; a generator that shares no code with either gives them too.
#[test]
fn sjaak_plays_what_it_is_told() {
    use fairy_ferry::referee::Referee as _;
    use fairy_ferry::referee::sjaakii::Sjaakii;

    let Some(words) = engines::sjaakii() else { return };
    let names = [
        "almost",
        "amazon",
        "asean",
        "capablanca",
        "centaur",
        "chancellor",
        "chess",
        "embassy",
        "gardner",
        "gothic",
        "janus",
        "knightmate",
        "losalamos",
        "makruk",
        "minixiangqi",
        "modern",
        "newzealand",
        "perfect",
        "shako",
        "tencubed",
    ];
    for name in names {
        let rules = fairy_ferry::fairy::built_in_rules(name).expect("a built-in variant");
        let described = sjaak::describe(&rules).unwrap_or_else(|lost| panic!("{name}: {lost:?}"));
        let mut theirs = Sjaakii::start(&words, &described, Default::default())
            .unwrap_or_else(|e| panic!("{name}: {e}\n{}", described.text));
        let start = theirs.start(None).unwrap_or_else(|e| panic!("{name}: {e}"));
        let core = Core::new(Oracle::new(&rules).expect("playable"));
        let ours = core.perft(&core.oracle().start(), 3);
        assert_eq!(theirs.perft(&start, 3), Ok(ours), "{name}\n{}", described.text);
    }
}

/// By the command line, moves compared by what they lead to, in random games too.
#[test]
fn sjaak_is_a_third_voice() {
    if engines::sjaakii().is_none() {
        return;
    }
    for name in ["chess", "makruk", "minixiangqi"] {
        let game = format!("fairy:{name}");
        let (code, text, errors) =
            command::run(&["diff", &game, &game, "--voice", "sjaakii", "--depth", "2", "--walks", "6"]);
        assert_eq!(code, 0, "{name}: {text}{errors}");
        assert!(text.contains("equal: core, core, sjaakii"), "{name}: {text}");
    }
}

/// What the format can't hold is refused, with the rule that is in the way.
#[test]
fn what_sjaak_can_not_hold_is_named() {
    for (name, rule) in [
        ("crazyhouse", "hands"),
        ("duck", "walls"),
        ("atomic", "aftermath"),
        ("grand", "promotions"),
        ("seirawan", "gates"),
        ("kingofthehill", "ends"),
        ("omicron", "board.holes"),
        // Its pawns go to the left; the format mirrors Black's, the engine turns them.
        ("legan", "pieces.customPiece1"),
        // It goes aside beyond the river only.
        ("xiangqi", "pieces.soldier"),
    ] {
        let rules = fairy_ferry::fairy::built_in_rules(name).expect("a built-in variant");
        let lost = sjaak::describe(&rules).expect_err(name);
        assert!(lost.iter().any(|why| why.starts_with(rule)), "{name}: {lost:?}");
    }
    // Chess with one thing changed: the rook ends on e1 beside an empty f1; a pawn captures in
    // passing to one side only.
    let chess = fairy_ferry::fairy::built_in_rules("chess").expect("a built-in variant");
    let mut apart = chess.clone();
    apart.castlings[0].partner_to = "e1".parse().expect("a square");
    let mut one_sided = chess.clone();
    let legs = one_sided.pieces.iter_mut().flat_map(|p| &mut p.moves).flat_map(|rule| &mut rule.legs);
    legs.filter(|leg| leg.onto.en_passant).for_each(|leg| drop(leg.steps.pop_first()));
    for (rules, rule) in [(apart, "castlings"), (one_sided, "pieces.pawn")] {
        let lost = sjaak::describe(&rules).expect_err(rule);
        assert!(lost.iter().all(|why| why.starts_with(rule)), "{lost:?}");
    }
    assert!(sjaak::describe(&chess).is_ok());
}
