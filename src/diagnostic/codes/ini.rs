//! Findings about `variants.ini`.

use super::super::Severity::{Error, Note, Warning};
use super::{Code, Info};

codes! {
    // The file
    INI_BYTE_ORDER_MARK, Error, "ini-byte-order-mark",
        "A byte-order mark stands in front of the first header.",
        "The line does not begin with a bracket then, so that the engine passes over the whole section.",
        "(EF BB BF)[mine:chess]",
        "save the file as UTF-8 without a byte-order mark";
    INI_BEFORE_SECTIONS, Warning, "ini-before-sections",
        "Text stands in front of the first header.",
        "The engine begins with the first line whose first character is a bracket.",
        "maxRank = 9\n[mine:chess]",
        "[mine:chess]\nmaxRank = 9";
    INI_UNCLOSED_HEADER, Error, "ini-unclosed-header",
        "A header is not closed on its line.",
        "It runs on to the next closing bracket, wherever that is, and swallows what stands between.",
        "[mine:chess\nmaxRank = 9",
        "[mine:chess]\nmaxRank = 9";
    INI_HEADER_AT_END, Error, "ini-header-at-end",
        "The file ends behind the bracket of a header.",
        "The engine makes a section only if a line end follows.",
        "[mine:chess] as the last characters of the file",
        "end the line";
    INI_BEHIND_HEADER, Warning, "ini-behind-header",
        "An assignment stands on the line of a header.",
        "What stands behind the bracket is passed over.",
        "[mine:chess] maxRank = 9",
        "[mine:chess]\nmaxRank = 9";
    INI_SYNTAX, Error, "ini-syntax",
        "A line is neither a comment nor an assignment.",
        "The engine passes over it.",
        "maxRank: 9",
        "maxRank = 9";
    INI_BLANK_LINE, Note, "ini-blank-line",
        "A line consists of blanks.",
        "The engine's check calls it bad syntax.",
        "a line with two spaces",
        "an empty line";
    INI_INDENTED_COMMENT, Warning, "ini-indented-comment",
        "A comment does not begin at the first character of its line.",
        "Then it is none; with an equals sign in it, it becomes a key.",
        "  # maxRank = 9",
        "# maxRank = 9";
    INI_EMPTY_VALUE, Warning, "ini-empty-value",
        "A key has no value.",
        "The engine passes over the line, so that what is inherited stays in force.",
        "promotionPieceTypes =",
        "promotionPieceTypes = -";
    INI_KEY_TWICE, Warning, "ini-key-twice",
        "A key stands twice in a section.",
        "The last one is in force.",
        "nMoveRule = 50\nnMoveRule = 100",
        "nMoveRule = 100";
    INI_TOO_MANY, Error, "ini-too-many",
        "The file has more than 2,000 sections or 20,000 assignments.",
        "The limit guards memory and time; what stands behind it is not read.",
        "two thousand and one sections",
        "split the file";
    // Sections
    INI_SECTION_NAME, Warning, "ini-section-name",
        "A section's name is empty, has blanks around it or can't be chosen.",
        "Blanks belong to the name. The engine can't be asked to play a variant without a name, or one called `var`.",
        "[ mine : chess ]",
        "[mine:chess]";
    INI_SECTION_EXISTS, Error, "ini-section-exists",
        "A variant of that name exists already.",
        "The engine passes over the section.",
        "[chess:crazyhouse]",
        "[my-chess:crazyhouse]";
    INI_NO_PARENT, Error, "ini-no-parent",
        "The variant from which a section inherits does not exist, or not yet.",
        "The engine passes over the section. Only variants that stand above can be inherited from.",
        "[mine:ches]",
        "[mine:chess]";
    INI_NO_PIECES, Error, "ini-no-pieces",
        "A section defines no piece and inherits none.",
        "Nothing can be put on the board; the engine crashes.",
        "[mine]\ndoubleStep = false",
        "[mine:chess]\ndoubleStep = false";
    INI_BOARD_TOO_LARGE, Error, "ini-board-too-large",
        "The board is larger than the engine's largest.",
        "The engine drops the section without a word.",
        "maxRank = 11",
        "maxRank = 10";
    INI_UNDEFINED, Error, "ini-undefined",
        "A value makes the engine do something undefined, or ends it.",
        "A rank 0, a board without squares or a square without a number are not checked for.",
        "flagRegionWhite = *0",
        "flagRegionWhite = *1";
    // Keys
    INI_UNKNOWN_KEY, Error, "ini-unknown-key",
        "The engine does not know a key.",
        "It passes over it: the rule is not in force.",
        "stalemateVale = loss",
        "stalemateValue = loss";
    INI_KEY_BLANKS, Error, "ini-key-blanks",
        "A known key has blanks in front of it, or tabs around it.",
        "They belong to the key, and the engine does not know that key.",
        "  castling = false",
        "castling = false";
    INI_RETIRED_KEY, Error, "ini-retired-key",
        "A key was read by older releases, or is read by a fork, only.",
        "The engine passes over it: the rule is not in force.",
        "arrowGating = true",
        "wallingRule = arrow";
    INI_DEPRECATED_KEY, Warning, "ini-deprecated-key",
        "A key is deprecated.",
        "It is still read, and loses to the key that took its place.",
        "whiteFlag = *8",
        "flagRegionWhite = *8";
    INI_UNREAD_KEY, Warning, "ini-unread-key",
        "A key is not read because another one is there.",
        "It has no effect.",
        "doubleStepRank = 3\ndoubleStepRankMin = 2",
        "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6";
    INI_LATER_KEY, Error, "ini-later-key",
        "The release that is asked for does not read a key.",
        "It passes over it and plays another game. Asked only with --target.",
        "castlingWins = k for release 14",
        "take a later release, or leave the rule out";
    // Values
    INI_INVALID_VALUE, Error, "ini-invalid-value",
        "A value is not one that the key takes.",
        "The engine stores something all the same: false, none, 0 or what it could read.",
        "castling = True",
        "castling = true";
    INI_TRAILING_BLANK, Warning, "ini-trailing-blank",
        "A blank stands behind a value.",
        "It belongs to the value; the engine's check may call the value invalid.",
        "a blank at the end of `flagRegionWhite = *8 `",
        "flagRegionWhite = *8";
    INI_COMMA, Error, "ini-comma",
        "A list is separated by commas.",
        "The engine stops reading at the comma, in regions without a word.",
        "flagRegionWhite = a8,b8",
        "flagRegionWhite = a8 b8";
    INI_DROPPED, Warning, "ini-dropped",
        "The end of a value is passed over.",
        "There are no comments behind a value, and numbers end at the first other character.",
        "nMoveRule = 50 # as usual",
        "# as usual\nnMoveRule = 50";
    INI_UNKNOWN_LETTER, Error, "ini-unknown-letter",
        "No type has a letter.",
        "The engine stops reading there.",
        "promotionPieceTypes = qx",
        "promotionPieceTypes = q";
    INI_STAR, Warning, "ini-star",
        "The sign `*` or `-` does not mean here what it seems to.",
        "`*` means all pieces together only for extinction, flags and forced drops; elsewhere it means nothing. `-` means any piece for flags and forced drops.",
        "connectPieceTypes = *",
        "leave the key out";
    INI_NUMBER, Warning, "ini-number",
        "A number is below zero.",
        "The engine does not check for it.",
        "nMoveRule = -5",
        "nMoveRule = 0";
    // Pieces
    INI_INVALID_LETTER, Error, "ini-invalid-letter",
        "A type's letter is none.",
        "The type is taken out.",
        "knight = 1",
        "knight = n";
    INI_MISSING_MOVES, Error, "ini-missing-moves",
        "A custom piece has a letter and no moves.",
        "It can't move, even where the section inherits moves.",
        "customPiece1 = a",
        "customPiece1 = a:WD";
    INI_SEPARATOR, Warning, "ini-separator",
        "No colon stands between letter and moves.",
        "The engine passes over the second character, whatever it is.",
        "king = kN",
        "king = k:N";
    INI_LETTER_STOLEN, Warning, "ini-letter-stolen",
        "A type takes the letter of another, which is gone then.",
        "It is also gone from what pawns promote to, and everything said about it before stays with the old type.",
        "[mine:chess]\ncommoner = k",
        "[mine:chess]\nking = -\ncommoner = k";
    INI_PROMOTION_LOST, Warning, "ini-promotion-lost",
        "A type is given its letter anew, so that pawns no longer promote to it.",
        "Whenever a letter is given, its former holder leaves the promotion types.",
        "[mine:chess]\nknight = n",
        "[mine:chess]\nknight = n\npromotionPieceTypes = nbrq";
    INI_BETZA_SKIPPED, Warning, "ini-betza-skipped",
        "The engine passes over a character of a movement.",
        "It reads a small part of Betza's notation and says nothing about the rest: the piece moves otherwise than written.",
        "customPiece1 = a:mafsmafW",
        "customPiece1 = a:nZ";
    INI_BETZA_NO_MOVE, Warning, "ini-betza-no-move",
        "The engine makes no move of a part of a movement.",
        "Riders exist for W, F and N only, hoppers for W and F, lame leaps for D, A, N and Z.",
        "customPiece1 = a:C0",
        "customPiece1 = a:C";
    INI_BETZA_DIRECTION, Warning, "ini-betza-direction",
        "Letters of direction select nothing.",
        "Two letters are read as one code, and not every code has a meaning.",
        "customPiece1 = a:sfN",
        "customPiece1 = a:fsN";
    INI_BETZA_LEAK, Warning, "ini-betza-leak",
        "Parts of a movement are not kept apart by the engine.",
        "Two riders on the same lines borrow each other's directions and ranges.",
        "customPiece1 = a:fRbpR",
        "use two pieces, or other directions";
    INI_NO_MOVES, Warning, "ini-no-moves",
        "A custom piece has no move.",
        "What is written for it makes no move in this engine.",
        "customPiece1 = a:nC",
        "customPiece1 = a:C";
    // Rules that do not go together
    INI_CONTRADICTION, Error, "ini-contradiction",
        "Two settings exclude each other.",
        "The engine's check says so; what is played is not what the section says.",
        "checkCounting = true\nchecking = false",
        "checkCounting = true";
    INI_NO_EFFECT, Warning, "ini-no-effect",
        "A setting has no effect without another one.",
        "The rule is not in force.",
        "seirawanGating = true",
        "seirawanGating = true\ngating = true";
    INI_DOUBLE_STEP, Warning, "ini-double-step",
        "The switch of the double step and its regions do not agree.",
        "A parent without double steps has lost its regions: the child needs both the switch and the regions.",
        "[mine:shatranj]\ndoubleStep = true",
        "[mine:shatranj]\ndoubleStep = true\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *7";
    INI_REGION_OFF_BOARD, Warning, "ini-region-off-board",
        "A region, or a part of it, lies off the board.",
        "Regions name squares and do not follow the size of the board.",
        "maxRank = 7\nflagRegionWhite = *8",
        "maxRank = 7\nflagRegionWhite = *7";
    INI_REGION_STALE, Warning, "ini-region-stale",
        "The board has another size than the region is made for.",
        "Promotion and double step stay on the ranks of the parent, or of the board of chess.",
        "[mine:chess]\nmaxRank = 10",
        "[mine:chess]\nmaxRank = 10\npromotionRegionWhite = *10\ndoubleStepRegionBlack = *9";
    INI_DEAD_PROMOTION, Warning, "ini-dead-promotion",
        "Pawns must promote and have nothing to promote to.",
        "They can never enter their promotion region.",
        "[mine]\npawn = p\nking = k",
        "[mine]\npawn = p\nking = k\nqueen = q\npromotionPieceTypes = q";
    INI_MOBILITY_EMPTY, Warning, "ini-mobility-empty",
        "A mobility region is empty.",
        "An empty region is no restriction.",
        "mobilityRegionWhiteRook = -",
        "rook = -\nimmobile = r";
    INI_WALLING_ORDER, Warning, "ini-walling-order",
        "`wallingRegion` stands beside the regions of the sides.",
        "It is the only key without a side that is read last: it replaces both.",
        "wallingRegion = *4\nwallingRegionWhite = *3",
        "wallingRegionBlack = *4\nwallingRegionWhite = *3";
    INI_EXTINCT_AT_START, Warning, "ini-extinct-at-start",
        "A type that must not be lost is too rare in the start position.",
        "The game is over before the first move.",
        "extinctionPieceTypes = kc without a c on the board",
        "extinctionPieceTypes = k";
    INI_CASTLING, Error, "ini-castling",
        "The start position gives castling rights that can't be realised.",
        "The engine refuses the position or drops the right: no piece that castles, or no partner, stands there.",
        "[mine:chess]\nrook = -\ncustomPiece1 = r:RmF",
        "[mine:chess]\nrook = -\ncustomPiece1 = r:RmF\ncastlingRookPieces = r";
    INI_CASTLING_TARGET, Warning, "ini-castling-target",
        "The king ends its castling where it can step, or off the board.",
        "The files on which castling ends do not follow the size of the board: they are g and c, unless given.",
        "maxFile = j and a king on f1",
        "castlingKingsideFile = i\ncastlingQueensideFile = c";
    INI_RIGHTS_OFF, Warning, "ini-rights-off",
        "The start position gives castling rights, and there is no castling.",
        "The engine passes over them.",
        "castling = false\nstartFen = … w KQkq - 0 1",
        "castling = false\nstartFen = … w - - 0 1";
    INI_START_POSITION, Error, "ini-start-position",
        "The start position is none.",
        "The engine's check refuses it; in play it is read as far as it goes.",
        "startFen = 8/8 w - - 0 1",
        "give each rank, from the top, as many squares as the board has files";
    INI_START_POSITION_UNSEEN, Warning, "ini-start-position-unseen",
        "The start position has a fault that the engine's check does not see.",
        "It compares the width of all ranks but the last, and passes over more.",
        "startFen = rnbqkbnr/…/RNBQKBN w - - 0 1",
        "startFen = rnbqkbnr/…/RNBQKBNR w - - 0 1";
    INI_PIECE_TABLE, Note, "ini-piece-table",
        "pieceToCharTable does not fit the pieces.",
        "XBoard takes the letters from there. It has no influence on the rules.",
        "pieceToCharTable = PNBRQ with a C on the board",
        "pieceToCharTable = -";
    INI_ENGINE_CRASH, Error, "ini-engine-crash",
        "The engine's own check crashes on the section, or what it says of it is chance.",
        "It looks up the first two partners of castling in the start position whenever a side has any right, one of gating included, even where there are none.",
        "[mine:chess]\ngating = true\nrook = -\nstartFen = 1nbqkbn1/… w BCbc - 0 1",
        "[mine:chess]\ngating = true\ncastling = false\nrook = -\nstartFen = 1nbqkbn1/… w BCbc - 0 1";
    INI_FIRST_STEP, Warning, "ini-first-step",
        "A custom pawn has no first step where one is expected, or one that can't be made.",
        "Double steps of custom pieces are moves with an i, begun on doubleStepRegion; the engine gives them to the type `pawn` alone by itself.",
        "customPiece1 = m:fmWfceF\npawnTypes = m",
        "customPiece1 = m:fmWfceFifmnD\npawnTypes = m";
    INI_PROMOTION_PAWNS, Warning, "ini-promotion-pawns",
        "A custom piece walks like a pawn and no type promotes.",
        "promotionPawnTypes still names a type that the section does not have.",
        "[mine:chess]\npawn = -\ncustomPiece1 = m:fmWfceFifmnD",
        "[mine:chess]\npawn = -\ncustomPiece1 = m:fmWfceFifmnD\npawnTypes = m";
    INI_DEMOTION, Warning, "ini-demotion",
        "Several types promote, and all that they became goes into the hand as one type.",
        "The engine does not remember who promoted: the last letter of promotionPawnTypes is taken.",
        "[mine:crazyhouse]\npromotionPawnTypes = pn",
        "[mine:crazyhouse]\npromotionPawnTypes = p";
    INI_DROP_STUCK, Warning, "ini-drop-stuck",
        "A man may be dropped where it can never move again.",
        "Only immobilityIllegal or a region keeps types that go forward alone off the last rank.",
        "[mine:crazyhouse]\nlance = l",
        "[mine:crazyhouse]\nlance = l\nimmobilityIllegal = true";
    INI_ARMIES, Note, "ini-armies",
        "Each army stands at the other one's end of the board.",
        "Capital letters are White's, and White's pawns walk towards the last rank: here they walk away from Black's.",
        "startFen = RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1",
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    INI_ENGINE_FAULT, Warning, "ini-engine-fault",
        "The engine is known to play this combination wrongly.",
        "The rules as written and the engine's play differ.",
        "wallingRule = arrow\npass = true",
        "leave one of them out";
}
