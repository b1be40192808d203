//! Faults that people met with `variants.ini`, and what is said about them.

use std::path::Path;

use fairy_ferry::betza;
use fairy_ferry::diagnostic::{Code, Diagnostic, Severity, codes};
use fairy_ferry::fairy::keys::Release;
use fairy_ferry::fairy::{builtins, ini};
use fairy_ferry::source::SourceMap;
use pretty_assertions::assert_eq;

struct Read {
    sources: SourceMap,
    reading: ini::Reading,
}

fn read(text: &str) -> Read {
    read_bytes(text.as_bytes())
}

fn read_bytes(bytes: &[u8]) -> Read {
    let mut sources = SourceMap::new();
    let file = sources.add_bytes(Path::new("variants.ini"), bytes);
    let reading = ini::read(ini::Input::of(&sources, file), &builtins::builtin);
    Read { sources, reading }
}

impl Read {
    fn errors(&self) -> Vec<&Diagnostic> {
        self.reading.findings.iter().filter(|d| d.severity == Severity::Error).collect()
    }

    fn of(&self, code: Code) -> &Diagnostic {
        let found = self.reading.findings.iter().find(|d| d.code == code);
        found.unwrap_or_else(|| panic!("no {code}: {:#?}", self.reading.findings))
    }

    /// Line and column.
    fn place(&self, d: &Diagnostic) -> (u32, u32) {
        let at = self.sources.start(d.span.expect("a place"));
        (at.line, at.column)
    }

    fn fixed(&self) -> String {
        let (file, source) = self.sources.files().next().expect("a file");
        ini::fix(&source.text, file, &self.reading.findings).0
    }
}

/// A rook under another movement is another type: castling must be told.
#[test]
fn castling_with_a_replaced_rook() {
    let section = "[armoured:chess]\nrook = -\ncustomPiece1 = r:RmF\npromotionPieceTypes = nbrq\n";
    let without = read(section);
    let errors = without.errors();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_eq!(errors[0].code, codes::INI_CASTLING);
    assert!(errors[0].message.contains("KQkq"), "{}", errors[0].message);
    assert!(errors[0].help.as_deref().is_some_and(|help| help.contains("castlingRookPieces")));
    let label = errors[0].labels.first().expect("the line of the rook");
    assert_eq!(without.sources.start(label.span).line, 2);
    assert!(read(&format!("{section}castlingRookPieces = r\n")).errors().is_empty());
}

/// A colon is no equals sign.
#[test]
fn colons_instead_of_equals_signs() {
    let text = "[nine:chess]\nmaxRank: 9\nmaxFile = 9\nstartFen = 9/9/9/9/9/9/9/k7K w - - 0 1\n";
    let read = read(text);
    let finding = read.of(codes::INI_SYNTAX);
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(read.place(finding), (2, 8));
    assert!(finding.help.as_deref().is_some_and(|help| help.contains('=')));
    assert!(read.fixed().starts_with("[nine:chess]\nmaxRank = 9\nmaxFile = 9\n"));
}

/// Ranks for an old release, regions for a new one.
#[test]
fn regions_against_ranks() {
    let old = read(
        "[nine:chess]\nmaxRank = 9\npromotionRank = 7\ndoubleStep = false\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    );
    let finding = old.of(codes::INI_DEPRECATED_KEY);
    assert_eq!((finding.severity, old.place(finding)), (Severity::Warning, (3, 1)));
    let new = "promotionRegionWhite = *7 *8 *9\npromotionRegionBlack = *3 *2 *1";
    assert_eq!(finding.help.as_deref(), Some(format!("write\n{new}").as_str()));
    assert_eq!(old.errors().len(), 0);
    let new = read(&old.fixed());
    assert!(new.reading.findings.is_empty(), "{:#?}", new.reading.findings);
    let squares = |r: &Read| {
        let config = &r.reading.configs[0];
        let board = config.squares();
        (config.promotion_region.white.and(board), config.promotion_region.black.and(board))
    };
    assert_eq!(squares(&old), squares(&new));
    // The other way, for the release that does not know regions.
    let release = Release::parse("14").expect("a release");
    let later = ini::target_findings(&new.reading, release);
    assert_eq!(later.len(), 2);
    assert!(later.iter().all(|d| d.code == codes::INI_LATER_KEY));
    assert_eq!(later[0].help.as_deref(), Some("for release 14 write `promotionRank = 7`"));
    // One region alone can't be said by a rank.
    let one_sided = read("[nine:chess]\npromotionRegionWhite = *7 *8\n");
    let later = ini::target_findings(&one_sided.reading, release);
    assert!(later[0].help.as_deref().is_some_and(|help| help.contains("take a later release")));
}

/// Without a parent there is nothing.
#[test]
fn a_section_that_inherits_nothing() {
    let read = read("[plain]\ndoubleStep = false\n");
    let finding = read.of(codes::INI_NO_PIECES);
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(finding.help.as_deref(), Some("did you mean [plain:chess]?"));
    assert_eq!(read.errors().len(), 1);
}

/// Each side has its own promotions.
#[test]
fn sides_promote_to_different_sets() {
    let read = read("[armies:chess]\npromotionPieceTypesWhite = rn\npromotionPieceTypesBlack = qb\n");
    assert!(read.reading.findings.is_empty());
    let config = &read.reading.configs[0];
    assert_eq!(config.promotion_piece_types.white.to_string(), "knight rook");
    assert_eq!(config.promotion_piece_types.black.to_string(), "bishop queen");
}

/// A pawn of one's own: types and movement arrive, and the validator of the engine does not
/// take the two squares that the engine writes.
#[test]
fn en_passant_with_a_pawn_of_ones_own() {
    let read = read("[fighters:chess]\ncustomPiece1 = f:fsmWfceFifmnD\npawnTypes = pf\n");
    assert_eq!(read.errors().len(), 0, "{:#?}", read.reading.findings);
    let config = &read.reading.configs[0];
    assert_eq!(config.en_passant_types.white.to_string(), "pawn customPiece1");
    assert_eq!(config.main_promotion_pawn.black.key(), "customPiece1");
    let fen = "4k3/8/8/8/3pF3/8/8/4K3 b - e3e4 0 1";
    let complaint = ini::validate_fen(fen, config, false).expect("a complaint");
    assert_eq!(complaint.fault, ini::FenFault::EnPassant);
    assert_eq!(&fen[complaint.place], "e3e4");
}

/// Right half and left half of a knight.
#[test]
fn half_board_direction_letters() {
    let squares = |text: &str| -> Vec<String> {
        let parts = betza::read(text).expect("a movement");
        let mut list: Vec<String> = (parts.iter())
            .filter(|part| part.modality == betza::Modality::Quiet)
            .map(|part| format!("{}{}", char::from(b'd'.wrapping_add_signed(part.step.0)), 4 + part.step.1))
            .collect();
        list.sort();
        list
    };
    assert_eq!(squares("rhN"), ["e2", "e6", "f3", "f5"]);
    assert_eq!(squares("lhN"), ["b3", "b5", "c2", "c6"]);
    // Letters make one code only side by side.
    assert_eq!(squares("fsmF"), squares("fsF"));
    assert_ne!(squares("fmsF"), squares("fsF"));
}

/// The files on which castling ends do not follow the board.
#[test]
fn where_the_king_lands_on_a_wide_board() {
    let section =
        "[wide:chess]\nmaxFile = j\nstartFen = r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1\n";
    let without = read(section);
    assert_eq!(without.errors().len(), 0);
    let finding = without.of(codes::INI_CASTLING_TARGET);
    assert_eq!(finding.severity, Severity::Warning);
    assert!(
        finding.message.contains("to g") && finding.message.contains("one step from f"),
        "{}",
        finding.message
    );
    let with = read(&format!("{section}castlingKingsideFile = i\ncastlingQueensideFile = c\n"));
    assert!(with.reading.findings.is_empty(), "{:#?}", with.reading.findings);
}

/// Riders that the engine has not are said; the one that it has is not.
#[test]
fn riders_that_the_engine_does_not_know() {
    let read = read("[riders:chess]\ncustomPiece1 = c:C0\ncustomPiece2 = d:N0\n");
    let found: Vec<_> = read.reading.findings.iter().map(|d| (d.code, read.place(d).0)).collect();
    assert_eq!(found, [(codes::INI_BETZA_NO_MOVE, 2), (codes::INI_NO_MOVES, 2)]);
}

/// The legal moves of a section by the command line, those that begin so.
fn played(section: &str, fen: &str, prefix: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("variants.ini");
    std::fs::write(&path, section).expect("written");
    let name = path.to_str().expect("a name");
    let (code, shown) = ferry(&["moves", name, "--fen", fen, "--format", "json"]);
    assert_eq!(code, Some(0), "{shown}");
    let value: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    let moves = value["moves"].as_array().expect("moves");
    let mut texts: Vec<String> =
        moves.iter().filter_map(|mv| mv["uci"].as_str()).map(str::to_owned).collect();
    texts.retain(|text| text.starts_with(prefix));
    texts.sort();
    texts
}

/// What the sections of the reports D01, D09, D10, D11, D12 and D19 let be played: moves and
/// positions as measured there.
#[test]
fn reported_sections_are_played() {
    let armoured = "[armoured:chess]\nrook = -\ncustomPiece1 = r:RmF\npromotionPieceTypes = nbrq\ncastlingRookPieces = r\n";
    let moves = played(armoured, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "");
    assert_eq!(moves.len(), 25, "{moves:?}");
    assert!(["e1g1", "e1c1"].iter().all(|text| moves.contains(&(*text).to_owned())), "{moves:?}");

    let sides = "[sides:chess]\npromotionPieceTypesWhite = rn\npromotionPieceTypesBlack = qb\n";
    let white = played(sides, "4k3/6P1/8/8/8/8/1p6/4K3 w - - 0 1", "g7");
    assert_eq!(white, ["g7g8n", "g7g8r"]);
    let black = played(sides, "4k3/6P1/8/8/8/8/1p6/4K3 b - - 0 1", "b2");
    assert_eq!(black, ["b2b1b", "b2b1q"]);

    let own_pawn = "[ownpawn:chess]\ncustomPiece1 = f:fsmWfceFifmnD\npawnTypes = pf\n";
    let reply = played(own_pawn, "4k3/8/8/8/3pF3/8/8/4K3 b - e3e4 0 1", "d4");
    assert!(reply.contains(&"d4e3".to_owned()) && !reply.contains(&"d4e4".to_owned()), "{reply:?}");

    for (letter, squares) in [("rh", ["e2", "f3", "f5", "e6"]), ("lh", ["c2", "b3", "b5", "c6"])] {
        let halves = format!(
            "[halves:chess]\nmaxRank = 7\nmaxFile = 7\ncustomPiece1 = a:{letter}N\ncastling = false\n\
             startFen = 3k3/7/7/3A3/7/7/3K3 w - - 0 1\n"
        );
        let mut expected = squares.map(|square| format!("d4{square}"));
        expected.sort();
        assert_eq!(played(&halves, "3k3/7/7/3A3/7/7/3K3 w - - 0 1", "d4"), expected);
    }

    let wide = "[wide:chess]\nmaxRank = 8\nmaxFile = 10\ncastlingKingsideFile = i\ncastlingQueensideFile = c\n\
                startFen = r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1\n";
    let moves = played(wide, "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "f1");
    assert!(["f1i1", "f1c1"].iter().all(|text| moves.contains(&(*text).to_owned())), "{moves:?}");

    let riders = "[riders:chess]\ncustomPiece1 = c:C0\ncustomPiece2 = d:N0\n";
    let fen = "4k3/8/8/8/8/8/1C2D3/4K3 w - - 0 1";
    assert_eq!(played(riders, fen, "b2"), [""; 0]);
    assert_eq!(played(riders, fen, "e2").len(), 11);
}

/// D05: castling in the form of the other mode stops the replay, and the legal form is named.
#[test]
fn two_ways_to_write_castling() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let run = |words: &[&str]| {
        let out =
            std::process::Command::new(env!("CARGO_BIN_EXE_ferry")).args(words).output().expect("it runs");
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    let plain = ["moves", "fairy:chess", "--fen", fen, "--moves"];
    let (code, said) = run(&[&plain[..], &["a1b1 a8b8 e1h1"]].concat());
    assert_eq!(code, Some(2));
    assert!(said.contains("move 3 `e1h1` is not legal; castling is written `e1g1` here"), "{said}");
    let (code, said) = run(&[&plain[..], &["e1g1", "--chess960"]].concat());
    assert_eq!(code, Some(2));
    assert!(said.contains("move 1 `e1g1` is not legal; castling is written `e1h1` here"), "{said}");
}

/// Since when a key exists.
#[test]
fn a_key_newer_than_the_program() {
    let read = read("[mine:chess]\ncastlingWins = k\n");
    assert!(read.reading.findings.is_empty());
    let later = ini::target_findings(&read.reading, Release::parse("release 14").expect("a release"));
    assert_eq!(later.len(), 1);
    assert_eq!((later[0].code, later[0].severity), (codes::INI_LATER_KEY, Severity::Error));
    assert!(later[0].message.contains("2023-09-10"), "{}", later[0].message);
    let today = Release::parse("latest").expect("a release");
    assert!(ini::target_findings(&read.reading, today).is_empty());
}

/// One fault a row: the body of a section of chess, or a file; the code, line and column.
#[test]
fn every_fault_has_its_code_and_place() {
    let rows: &[(&str, Code, (u32, u32))] = &[
        ("maxRank = 9\n[a:chess]\n", codes::INI_BEFORE_SECTIONS, (1, 1)),
        (" [a:chess]\n[b:chess]\n", codes::INI_BEFORE_SECTIONS, (1, 1)),
        ("[a:chess\nmaxRank = 9\n", codes::INI_UNCLOSED_HEADER, (1, 1)),
        ("[a\n:chess]\n", codes::INI_UNCLOSED_HEADER, (1, 1)),
        ("[a:chess]", codes::INI_HEADER_AT_END, (1, 1)),
        ("[a:chess] nMoveRule = 1\n", codes::INI_BEHIND_HEADER, (1, 10)),
        ("[a:chess]\ncastling\n", codes::INI_SYNTAX, (2, 1)),
        ("[a:chess]\n [b:chess]\n", codes::INI_SYNTAX, (2, 1)),
        ("[a:chess]\n  \n", codes::INI_BLANK_LINE, (2, 1)),
        ("[a:chess]\n # castling = false\n", codes::INI_INDENTED_COMMENT, (2, 1)),
        ("[a:chess]\ncastling =\n", codes::INI_EMPTY_VALUE, (2, 1)),
        ("[a:chess]\nnMoveRule = 1\nnMoveRule = 2\n", codes::INI_KEY_TWICE, (2, 1)),
        ("[ a:chess]\n", codes::INI_SECTION_NAME, (1, 2)),
        ("[var:chess]\n", codes::INI_SECTION_NAME, (1, 1)),
        ("[chess]\n", codes::INI_SECTION_EXISTS, (1, 2)),
        ("[a:chess]\n[a:atomic]\n", codes::INI_SECTION_EXISTS, (2, 2)),
        ("[a:ches]\n", codes::INI_NO_PARENT, (1, 4)),
        ("[a:b]\n[b:chess]\n", codes::INI_NO_PARENT, (1, 4)),
        ("[a:chess]\nmaxRank = 11\n", codes::INI_BOARD_TOO_LARGE, (2, 11)),
        ("[a:chess]\nmaxRank = 0\n", codes::INI_UNDEFINED, (2, 11)),
        ("[a:chess]\nmaxFile = H\n", codes::INI_UNDEFINED, (2, 11)),
        ("[a:chess]\nflagRegionWhite = *0\n", codes::INI_UNDEFINED, (2, 19)),
        ("[a:chess]\nflagRegionWhite = a8 ab\n", codes::INI_UNDEFINED, (2, 22)),
        ("[a:chess]\nstalemateVale = loss\n", codes::INI_UNKNOWN_KEY, (2, 1)),
        ("[a:chess]\n\tcastling = false\n", codes::INI_KEY_BLANKS, (2, 1)),
        ("[a:chess]\narrowGating = true\n", codes::INI_RETIRED_KEY, (2, 1)),
        ("[a:chess]\nwhiteFlag = *8\n", codes::INI_DEPRECATED_KEY, (2, 1)),
        ("[a:chess]\ndoubleStepRank = 3\ndoubleStepRankMin = 2\n", codes::INI_UNREAD_KEY, (3, 1)),
        ("[a:chess]\ncastling = True\n", codes::INI_INVALID_VALUE, (2, 12)),
        ("[a:chess]\nstalemateValue = lose\n", codes::INI_INVALID_VALUE, (2, 18)),
        ("[a:chess]\nflagRegionWhite = a8 m1\n", codes::INI_INVALID_VALUE, (2, 22)),
        ("[a:chess]\ncastlingWins = Kx\n", codes::INI_INVALID_VALUE, (2, 17)),
        ("[a:chess]\npromotionLimit = q1\n", codes::INI_INVALID_VALUE, (2, 18)),
        ("[a:chess]\nflagRegionWhite = *8 \n", codes::INI_TRAILING_BLANK, (2, 21)),
        ("[a:chess]\nflagRegionWhite = a8,b8\n", codes::INI_COMMA, (2, 21)),
        ("[a:chess]\npromotionPieceTypes = q, r\n", codes::INI_COMMA, (2, 24)),
        ("[a:chess]\nnMoveRule = 50 # as usual\n", codes::INI_DROPPED, (2, 15)),
        ("[a:chess]\npromotionPieceTypes = qx\n", codes::INI_UNKNOWN_LETTER, (2, 24)),
        ("[a:chess]\nconnectPieceTypes = *\n", codes::INI_STAR, (2, 21)),
        ("[a:chess]\nflagPiece = -\nflagRegion = e4\n", codes::INI_STAR, (2, 13)),
        ("[a:chess]\nnMoveRule = -5\n", codes::INI_NUMBER, (2, 13)),
        ("[a:chess]\nsilver = 1\n", codes::INI_INVALID_LETTER, (2, 10)),
        ("[a:chess]\ncustomPiece1 = a\n", codes::INI_MISSING_MOVES, (2, 16)),
        ("[a:chess]\nking = kN\n", codes::INI_SEPARATOR, (2, 9)),
        ("[a:chess]\nking = k \n", codes::INI_SEPARATOR, (2, 9)),
        ("[a:chess]\ncommoner = k\ncastling = false\n", codes::INI_LETTER_STOLEN, (2, 1)),
        ("[a:chess]\nknight = n\n", codes::INI_PROMOTION_LOST, (2, 1)),
        ("[a:chess]\ncustomPiece1 = a:yafsW\n", codes::INI_BETZA_SKIPPED, (2, 18)),
        ("[a:chess]\ncustomPiece1 = a:WfmDDWcr\n", codes::INI_BETZA_SKIPPED, (2, 24)),
        ("[a:chess]\ncustomPiece1 = a:WnC\n", codes::INI_BETZA_NO_MOVE, (2, 19)),
        ("[a:chess]\ncustomPiece1 = a:WsfN\n", codes::INI_BETZA_DIRECTION, (2, 19)),
        ("[a:chess]\ncustomPiece1 = a:fRbpR\n", codes::INI_BETZA_LEAK, (2, 18)),
        ("[a:chess]\ncustomPiece1 = a:nC\n", codes::INI_NO_MOVES, (2, 18)),
        ("[a:chess]\nchecking = false\ncheckCounting = true\n", codes::INI_CONTRADICTION, (3, 1)),
        ("[a:chess]\nblastOnCapture = true\n", codes::INI_CONTRADICTION, (2, 1)),
        ("[a:chess]\nseirawanGating = true\n", codes::INI_NO_EFFECT, (2, 1)),
        ("[a:shatranj]\ndoubleStep = true\n", codes::INI_DOUBLE_STEP, (2, 1)),
        ("[a:chess]\nflagRegionWhite = *9\n", codes::INI_REGION_OFF_BOARD, (2, 19)),
        (
            "[a:chess]\nmaxRank = 9\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n",
            codes::INI_REGION_STALE,
            (2, 1),
        ),
        (
            "[a]\npawn = p\nking = k\nstartFen = 4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n",
            codes::INI_DEAD_PROMOTION,
            (2, 1),
        ),
        ("[a:chess]\nmobilityRegionWhiteRook = -\n", codes::INI_MOBILITY_EMPTY, (2, 27)),
        ("[a:duck]\nwallingRegion = *4\nwallingRegionWhite = *3\n", codes::INI_WALLING_ORDER, (3, 1)),
        ("[a:chess]\nextinctionPieceTypes = x\nextinctionValue = loss\n", codes::INI_NO_EFFECT, (3, 1)),
        (
            "[a:chess]\narchbishop = a\nextinctionPieceTypes = ka\nextinctionValue = loss\n",
            codes::INI_EXTINCT_AT_START,
            (3, 24),
        ),
        (
            "[a:chess]\ncastling = false\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n",
            codes::INI_RIGHTS_OFF,
            (3, 35),
        ),
        ("[a:chess]\nstartFen = 8/8 w - - 0 1\n", codes::INI_START_POSITION, (2, 12)),
        ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2 w - - 0 1\n", codes::INI_START_POSITION_UNSEEN, (2, 28)),
        ("[a:chess]\npieceToCharTable = PNBRQXKpnbrqxk\n", codes::INI_PIECE_TABLE, (2, 20)),
        ("[a:duck]\npass = true\n", codes::INI_ENGINE_FAULT, (2, 1)),
    ];
    let mut wrong = Vec::new();
    for (text, code, place) in rows {
        let read = read(text);
        let found: Vec<_> = read.reading.findings.iter().map(|d| (d.code, read.place(d))).collect();
        if !found.contains(&(*code, *place)) {
            wrong.push(format!("{text}{code} {place:?}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let read = read_bytes(b"\xef\xbb\xbf[a:chess]\nnMoveRule = 1\n[b:chess]\n");
    assert_eq!(read.place(read.of(codes::INI_BYTE_ORDER_MARK)), (1, 1));
    assert_eq!(read.reading.configs.len(), 1);
}

/// What is said of pawns is not said where no side has or gets any.
#[test]
fn no_pawns_no_promotions() {
    let without = "[a:chess]\ncustomPiece1 = n:D\nstartFen = 4k3/8/8/8/8/8/8/N3K3 w - - 0 1\n";
    let finding = |text: &str, code| {
        read(text).reading.findings.iter().find(|d| d.code == code).map(|d| d.message.clone())
    };
    let message = finding(without, codes::INI_LETTER_STOLEN).expect("said all the same");
    assert!(!message.contains("promote"), "{message}");
    let with = without.replace("8/N3K3", "P7/N3K3");
    let message = finding(&with, codes::INI_LETTER_STOLEN).expect("said");
    assert!(message.contains("promote"), "{message}");
    // Only Black has pawns, and something to promote to.
    let black = "[b]\npawn = p\nking = k\nqueen = q\npromotionPieceTypesWhite = -\n\
                 promotionPieceTypesBlack = q\nstartFen = 4k3/p7/8/8/8/8/8/4K3 w - - 0 1\n";
    assert_eq!(finding(black, codes::INI_DEAD_PROMOTION), None);
    assert!(finding(&black.replace("p7/8", "p7/P7"), codes::INI_DEAD_PROMOTION).is_some());
}

/// Repairs change the fault and nothing else. What a deprecated key says is lost already
/// where the section has the key that took its place.
#[test]
fn repairs() {
    let text = "[a:chess]\r\n  # a note\r\ncastling = True\r\nflagRegionWhite = a8,b8\r\nflagRegionBlack = *1 \r\n\tnMoveRule = 0\r\nnFoldRule = 4\r\nnFoldRule = 4\r\nwhiteFlag = c8\r\nblackFlag = c1\r\n";
    let fixed = read(text).fixed();
    assert_eq!(
        fixed,
        "[a:chess]\r\n# a note\r\ncastling = true\r\nflagRegionWhite = a8 b8\r\nflagRegionBlack = *1\r\nnMoveRule = 0\r\nnFoldRule = 4\r\n"
    );
}

fn ferry(words: &[&str]) -> (Option<i32>, String) {
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_ferry")).args(words).output().expect("it runs");
    (out.status.code(), String::from_utf8_lossy(&out.stdout).into_owned())
}

/// `--fix` writes the repairs into the file, and a second run has nothing left to write.
#[test]
fn the_command_line_writes_repairs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("variants.ini");
    std::fs::write(&path, b"\xef\xbb\xbf[a:chess]\nmaxRank: 8\ncastling = True\n").expect("written");
    let name = path.to_str().expect("a name");
    let (code, _) = ferry(&["check", name]);
    assert_eq!(code, Some(1));
    let (code, shown) = ferry(&["check", "--fix", name]);
    assert_eq!(code, Some(0), "{shown}");
    let fixed = std::fs::read_to_string(&path).expect("read");
    assert_eq!(fixed, "[a:chess]\nmaxRank = 8\ncastling = true\n");
    assert_eq!(ferry(&["check", "--fix", "--strict", name]).0, Some(0));
    assert_eq!(std::fs::read_to_string(&path).expect("read"), fixed);
}

/// Every finding is a result, and every result has its rule.
#[test]
fn findings_as_sarif() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ini/faults.ini");
    let (code, shown) = ferry(&["check", "--format", "sarif", path]);
    assert_eq!(code, Some(1));
    let log: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 7);
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
    }
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((region["startLine"].as_u64(), region["startColumn"].as_u64()), (Some(3), Some(8)));
}

/// The codes of what is found in a text, without the notes.
fn found(text: &str) -> Vec<&'static str> {
    let reading = ini::read(text, &builtins::builtin);
    let mut codes: Vec<&str> = (reading.findings.iter())
        .filter(|d| d.severity > fairy_ferry::diagnostic::Severity::Note)
        .map(|d| d.code.id())
        .collect();
    codes.dedup();
    codes
}

/// Regions that are inherited and do not follow the board. Black's king of the first has no square
/// to go to: the engine gives no moves. In the second the palaces are of unlike size; in the third
/// White's goal is three ranks from the edge and Black's none.
#[test]
fn regions_that_do_not_follow_the_board() {
    let start = "rnbakabnr/p1p1p1p1p/9/9/P1P1P1P1P/RNBAKABNR";
    let six = format!("[x6:xiangqi]\nmaxRank = 6\nstartFen = {start} w - - 0 1\n");
    assert_eq!(found(&six), ["ini-region-stale"]);
    let nine = "[x9:xiangqi]\nmaxRank = 9\nstartFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n";
    assert_eq!(found(nine), ["ini-region-stale"]);
    let hill = "[r9:racingkings]\nmaxRank = 9\nstartFen = 8/8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\n";
    assert_eq!(found(hill), [] as [&str; 0], "both sides still run to the same rank");
    let break10 = "[b10:breakthrough]\nmaxRank = 10\nstartFen = pppppppp/pppppppp/8/8/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1\n";
    assert_eq!(found(break10), ["ini-region-stale"]);
    // With regions of its own there is nothing to say.
    let own = format!("{break10}flagRegionWhite = *10\nflagRegionBlack = *1\ndoubleStep = false\n");
    assert_eq!(found(&own), [] as [&str; 0]);
}

/// The engine's check ends by a segmentation fault on the first two (exit 139, each in a process of
/// its own), and says that a rook has moved, or nothing, on the third.
#[test]
fn sections_on_which_the_check_of_the_engine_crashes() {
    let gates = "[a:chess]\ngating = true\nrook = -\nstartFen = 1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w BCbc - 0 1\n";
    assert_eq!(found(gates), ["ini-engine-crash"]);
    let one = "[b:seirawan]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1[HEhe] w BCDFG - 0 1\n";
    assert_eq!(found(one), ["ini-engine-crash"]);
    let lone = "[c:chess]\nstartFen = 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1\n";
    let reading = ini::read(lone, &builtins::builtin);
    assert!(reading.findings.iter().any(|d| d.code.id() == "ini-engine-crash"));
    assert_eq!(found(lone), [] as [&str; 0], "a note: play is not touched");
    for fine in ["castling = false\n", "chess960 = true\n"] {
        assert_eq!(found(&format!("{gates}{fine}")).contains(&"ini-engine-crash"), false, "{fine}");
    }
}

#[test]
fn pawns_of_an_own_kind() {
    let pawn = |more: &str| {
        format!(
            "[cp:chess]\npawn = -\n{more}pieceToCharTable = -\nstartFen = rnbqkbnr/mmmmmmmm/8/8/8/8/MMMMMMMM/RNBQKBNR w KQkq - 0 1\n"
        )
    };
    // The double step is a move with i, and without it nothing passes.
    assert_eq!(found(&pawn("customPiece1 = m:fmWfceF\npawnTypes = m\n")), ["ini-first-step"]);
    assert_eq!(found(&pawn("customPiece1 = m:fmWfcF\npawnTypes = m\n")), ["ini-first-step"]);
    let whole = "customPiece1 = m:fmWfceFifmnD\npawnTypes = m\n";
    assert_eq!(found(&pawn(whole)), [] as [&str; 0]);
    assert_eq!(found(&pawn(&format!("{whole}doubleStep = false\n"))), ["ini-first-step"]);
    // Without promotionPawnTypes it is still the missing type `pawn` that promotes.
    assert_eq!(found(&pawn("customPiece1 = m:fmWfceFifmnD\n")), ["ini-promotion-pawns"]);
}

#[test]
fn drops_and_hands() {
    assert_eq!(found("[a:crazyhouse]\npromotionPawnTypes = pn\n"), ["ini-demotion"]);
    assert_eq!(found("[a:crazyhouse]\npromotionPawnTypes = pn\ndropLoop = true\n"), [] as [&str; 0]);
    assert_eq!(found("[a:chess]\npromotionPawnTypes = pn\n"), [] as [&str; 0]);
    let lance = "[a:crazyhouse]\nlance = l\npieceToCharTable = -\nstartFen = lnbqkbnl/pppppppp/8/8/8/8/PPPPPPPP/LNBQKBNL[] w - - 0 1\n";
    assert_eq!(found(lance), ["ini-drop-stuck"]);
    for way in ["immobilityIllegal = true\n", "dropRegionWhite = *2 *3\ndropRegionBlack = *7 *6\n"] {
        assert_eq!(found(&format!("{lance}{way}")), [] as [&str; 0], "{way}");
    }
}

#[test]
fn armies_at_the_wrong_ends_are_noted() {
    let codes = |text: &str| {
        ini::read(text, &builtins::builtin).findings.iter().map(|d| d.code.id()).collect::<Vec<_>>()
    };
    let down = "[a:chess]\nstartFen = RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1\n";
    assert_eq!(codes(down), ["ini-armies"]);
    assert_eq!(codes("[a:chess]\nstartFen = 4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\n"), [] as [&str; 0]);
    assert_eq!(codes("[a:chess]\nstartFen = 4k3/P7/8/8/8/8/p7/4K3 w - - 0 1\n"), [] as [&str; 0]);
}

/// What is meant is found by what the value is, not by the distance of the names alone.
#[test]
fn suggestions_follow_the_value() {
    let help = |line: &str| {
        let reading = ini::read(format!("[a:chess]\n{line}\n").as_str(), &builtins::builtin);
        reading.findings.iter().find_map(|d| d.help.clone()).unwrap_or_default()
    };
    let cases = [
        ("promotionRegion = *7", "`promotionRegionWhite` and `promotionRegionBlack`"),
        ("mobilityRegionKing = *1", "`mobilityRegionWhiteKing` and `mobilityRegionBlackKing`"),
        ("extinctionPiece = q", "`extinctionPieceTypes`"),
        ("extinctionPieceCont = 1", "`extinctionPieceCount`"),
        ("customPiece27 = a:W", "numbered from 1 to 25"),
        ("customPiece0 = a:W", "numbered from 1 to 25"),
        ("flagPieceCont = 2", "`flagPieceCount`"),
    ];
    for (line, wanted) in cases {
        assert!(help(line).contains(wanted), "{line}: {}", help(line));
    }
}

/// No advice names a key that the release does not read; what it reads under another name is no finding.
#[test]
fn advice_holds_for_the_release() {
    use fairy_ferry::fairy::keys::{self, Release};
    let text =
        "[a:chess]\nwhiteFlag = *8\nkingType = n\npromotionRegion = *7\nflagRegionBlck = *1\nmaxRank = 9\n";
    for release in Release::names().filter_map(Release::parse) {
        let mut reading = ini::read(text, &builtins::builtin);
        ini::advise(&mut reading.findings, release);
        for finding in &reading.findings {
            let help = finding.help.clone().unwrap_or_default();
            let later = |word: &&str| keys::lookup(word).is_some_and(|key| key.since > release);
            let named = help.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| later(&word));
            assert!(!named || help.contains("does not read"), "{release}: {help}");
        }
        let has = |code: &str| reading.findings.iter().any(|d| d.code.id() == code);
        assert_eq!(
            has("ini-deprecated-key"),
            release >= Release::parse("latest").expect("a release"),
            "{release}"
        );
        let read =
            ["11", "11.1", "11.2", "13", "13.1", "14"].map(|name| Release::parse(name).expect("a release"));
        assert_eq!(has("ini-retired-key"), !read.contains(&release), "{release}");
    }
}

/// The built-in variants, each as a section of its own without a change: nothing is to be said.
#[test]
fn built_in_variants_as_sections_give_no_warning() {
    for name in builtins::names() {
        assert_eq!(
            found(&format!("[my-{name}:{name}]\nmaxFile = {}\n", size(name))),
            [] as [&str; 0],
            "{name}"
        );
    }
}

fn size(name: &str) -> u8 {
    builtins::builtin(name).map_or(8, |config| config.max_file)
}
