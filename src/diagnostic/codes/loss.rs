//! Every kind of loss on the way from one format to another.
//!
//! `docs/losses.md` is generated from this table (`FERRY_WRITE_DOCS=1 cargo test --test docs`),
//! `ferry explain` prints it, `--allow` takes its identifiers. The example is what the source
//! says, the last text is the way out.

use super::super::Severity::{Error, Warning};
use super::{Code, Info};

codes! {
    // From a Zillions rules file to rules
    LIFT_ENGINE, Error, "lift-engine",
        "The game is played by a plug-in.",
        "Its rules are in a program and not in the file, so that nothing can be carried.",
        "(engine \"games.dll\")",
        "write the rules of the game in the own format (docs/rules.md); nobody can read them from this file";
    LIFT_PLAYERS, Error, "lift-players",
        "The game is not one of two players who move their own pieces.",
        "Dice, neutral players and third players are known to the Zillions machine only.",
        "(players White Black Red)",
        "play it from the file itself: `ferry moves`, `ferry perft` and `ferry diff` do so with `--via machine`";
    LIFT_TURN_ORDER, Error, "lift-turn-order",
        "The players do not simply move by turns, or their turns admit different moves.",
        "Rules give each side one move a turn, and the same kinds of moves in each.",
        "(turn-order White White Black Black)",
        "play it from the file itself with `--via machine`";
    LIFT_BOARD, Error, "lift-board",
        "The board is no rectangle of files and ranks of at most 16 by 16.",
        "Rules name squares by file and rank; other boards are known to the Zillions machine only.",
        "(dimensions (\"a-z\" (20 0)) (\"1-30\" (0 20)))",
        "play it from the file itself with `--via machine`";
    LIFT_PIECES, Error, "lift-pieces",
        "Types and attributes of the pieces give more than can be told apart.",
        "What may stand on a square is kept as a set of limited size.",
        "(piece (name A) (attribute a1 false) … (attribute a9 false))",
        "play it from the file itself with `--via machine`";
    LIFT_SETUP, Error, "lift-setup",
        "A piece begins on a position that is no square of the board.",
        "Positions beside the rectangle of files and ranks have no place in rules.",
        "(board-setup (White (Rook store1)))",
        "put the piece into the hand (`off`) in the file, or play it from the file itself with `--via machine`";
    LIFT_MOVE, Error, "lift-move",
        "Moves of a piece are left out.",
        "What the code of the block does is none of the moves that rules can state.",
        "(moves ((create White Stone a3) n add))",
        "play the game from the file itself with `--via machine`, or rewrite the block; `--allow lift-move` goes on without these moves";
    LIFT_DROP, Error, "lift-drop",
        "Drops of a piece are left out.",
        "Rules know drops that put one piece down, on conditions about squares.",
        "(drops ((verify empty?) (create n) add))",
        "play the game from the file itself with `--via machine`, or rewrite the block; `--allow lift-drop` goes on without these drops";
    LIFT_PROMOTION, Error, "lift-promotion",
        "Promotions of a piece are left out or changed.",
        "The choice of types depends on more than the square and the kind of move.",
        "(add Queen) in one block, (add Rook) in another, from the same squares",
        "play the game from the file itself with `--via machine`; `--allow lift-promotion` goes on without these promotions";
    LIFT_GOAL, Error, "lift-goal",
        "A goal is left out.",
        "Rules have no end with this condition.",
        "(win-condition (White Black) (relative-config Man n Man))",
        "state another goal with `--goal … --replace-goals`, or play from the file itself with `--via machine`; `--allow lift-goal` goes on without this goal";
    LIFT_REPETITION, Warning, "lift-repetition",
        "The result of a repetition is not what the file says for one of the sides.",
        "Rules give a repetition one result, or contrary results for the two sides.",
        "(loss-condition (White) repetition) (draw-condition (Black) repetition)",
        "state the result for both sides alike in the file; `--allow lift-repetition` goes on with the first player's";
    LIFT_ROYAL, Error, "lift-royal",
        "Moves that take the player's own royal piece are left out.",
        "Rules never let a move leave its own royal piece taken.",
        "a capture without (verify enemy?) in a game that is lost by checkmate",
        "add (verify enemy?) to the moves if the capture is not meant; else play from the file itself with `--via machine`, or give `--allow lift-royal`";
    LIFT_OPTION, Error, "lift-option",
        "An option of the game is left out.",
        "Rules have nothing that says the same.",
        "(option \"recycle promotions\" true)",
        "play from the file itself with `--via machine`; `--allow lift-option` goes on without the option";
    LIFT_PRIORITY, Error, "lift-priority",
        "The order in which kinds of moves come first is changed or left out.",
        "Rules know classes of moves that come before others, for both sides alike.",
        "(move-priorities jump plain)",
        "play from the file itself with `--via machine`; `--allow lift-priority` goes on without the order";
    LIFT_ATTRIBUTE, Error, "lift-attribute",
        "What an attribute is good for is changed or left out.",
        "Rules keep an attribute as a mark of a piece; this one would need more.",
        "(set-attribute awake true)",
        "play from the file itself with `--via machine`; `--allow lift-attribute` goes on without it";
    LIFT_CASTLING, Error, "lift-castling",
        "Castlings are changed or left out.",
        "Rules know castlings by rights that a move of king or partner ends.",
        "(g1 (verify not-moved?) cascade f1 add)",
        "play from the file itself with `--via machine`; `--allow lift-castling` goes on without them";
    LIFT_EN_PASSANT, Error, "lift-en-passant",
        "Captures in passing are changed or left out.",
        "Rules know them behind a step of several squares, on the move that follows at once.",
        "(verify (last-to? s))",
        "play from the file itself with `--via machine`; `--allow lift-en-passant` goes on without them";
    LIFT_LIMIT, Error, "lift-limit",
        "A part of the file is not looked at, for it takes too long.",
        "The lift runs the code on all boards at once, within limits of time and memory.",
        "(if (empty? a3) (create White Stone a3)) eight times in one move",
        "play from the file itself with `--via machine`; `--allow lift-limit` goes on without what was not looked at";
    LIFT_READINGS, Error, "lift-readings",
        "Doubtful points of the file are read in another way than usual.",
        "Rules are made under the usual readings only; under others they would say what is not meant.",
        "--reading Q13=first",
        "leave out `--reading`, or play from the file itself with `--via machine`";
    LIFT_RULE, Error, "lift-rule",
        "A rule of the file is left out.",
        "Rules have nothing that says the same.",
        "a section of the file",
        "play from the file itself with `--via machine`; `--allow lift-rule` goes on without it";
    // From rules to a section for the engine
    SECTION_BOARD, Error, "section-board",
        "The board is too large for the engine.",
        "Its boards have at most 12 files and 10 ranks.",
        "files = 14",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; nothing can be allowed here";
    SECTION_HOLES, Error, "section-holes",
        "Holes of the board are left out or hopped over.",
        "Walls stand for holes in a section, and the engine's hoppers hop over walls.",
        "holes = \"d4\" beside a cannon",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-holes` writes the section all the same";
    SECTION_PIECES, Error, "section-pieces",
        "There are more types of pieces than the engine has room for.",
        "It has 26 letters, and 25 types with movements of their own.",
        "thirty [[pieces]]",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-pieces` writes the rest";
    SECTION_PIECE, Error, "section-piece",
        "A type of piece does not move in the section as in the source.",
        "The engine's notation has no words for its movement as a whole.",
        "moves from some squares only",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-piece` writes the rest";
    SECTION_MOVE, Error, "section-move",
        "A move of a piece is left out.",
        "The engine's notation (Betza) has no such move.",
        "(n n e e (verify empty?) add)",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-move` writes the section without the move";
    SECTION_ROYAL, Error, "section-royal",
        "Royal pieces are not royal in the section, or in another way.",
        "The engine has one king a side, and pseudo-royal types by its own conditions.",
        "two kings of a side, each to be kept from check",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-royal` writes the rest";
    SECTION_PROMOTION, Error, "section-promotion",
        "A promotion is left out or changed.",
        "The engine has one zone and one choice of types for a side's pawns, and one promotion for each other type.",
        "a pawn that promotes on conditions",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-promotion` writes the section without it";
    SECTION_CASTLING, Error, "section-castling",
        "A castling is left out or changed.",
        "The engine's castling has a king that goes along its rank, a rook that jumps to its inner side, and rights that a move of either ends.",
        "castling that is never lost",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-castling` writes the section without it";
    SECTION_EN_PASSANT, Error, "section-en-passant",
        "Captures in passing are left out or changed.",
        "The engine has one way of capturing in passing.",
        "en passant that is taken only where nothing else is",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-en-passant` writes the rest";
    SECTION_DROP, Error, "section-drop",
        "Drops are left out or changed.",
        "The engine knows a region for drops and a few conditions with names.",
        "a drop beside a piece of one's own",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-drop` writes the section without them";
    SECTION_HAND, Error, "section-hand",
        "What becomes of pieces in hand is left out or changed.",
        "The engine's captured pieces go to the capturer's hand, or nowhere.",
        "(option \"recycle captures\" true)",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-hand` writes the rest";
    SECTION_PRIORITY, Error, "section-priority",
        "Moves that come before others are left out.",
        "The engine has captures that must be made, and drops that must be made, and no other order.",
        "(move-priorities jump plain)",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-priority` writes the section without the order";
    SECTION_TURN, Error, "section-turn",
        "Turns or passes go otherwise than in the source.",
        "The engine's sides move by turns; two passes after each other end its game.",
        "(option \"pass turn\" true)",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-turn` writes the rest";
    SECTION_CHECK, Error, "section-check",
        "A condition about check is left out.",
        "The engine knows pieces that may not face each other only as kings and generals.",
        "two cannons that may not face each other",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-check` writes the rest";
    SECTION_END, Error, "section-end",
        "An end of the game is left out or changed.",
        "The engine has a goal region, an end by extinction, by counted checks and by rows, each once.",
        "a second goal region of a side",
        "keep the rules in the own format (`--to toml`), which `--via core` plays, or state another goal (`--goal … --replace-goals`, for rules files); `--allow section-end` writes the section without it";
    SECTION_RESULT, Error, "section-result",
        "The result for want of a move is left out or changed.",
        "The engine has one result for both sides, and none by counting pieces but where it says so.",
        "stalemate that White loses and Black draws",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-result` writes the rest";
    SECTION_CLAIM, Error, "section-claim",
        "A draw that can be claimed is left out or changed.",
        "The engine has counters of its own for repetitions and moves.",
        "a result of a repetition by counting pieces",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-claim` writes the section without it";
    SECTION_WALL, Error, "section-wall",
        "Walls that come into play are left out.",
        "No settings of the engine give these walls.",
        "a wall put behind the piece that moved",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-wall` writes the section without them";
    SECTION_GATE, Error, "section-gate",
        "Pieces that come in on a square just left are left out.",
        "No settings of the engine give this gating.",
        "a piece that comes in from another square of the board",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-gate` writes the section without them";
    SECTION_AFTERMATH, Error, "section-aftermath",
        "What follows a move is left out.",
        "No settings of the engine give these blasts, changes of side or changes of type.",
        "pieces that are turned over",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-aftermath` writes the section without it";
    SECTION_RELEASE, Error, "section-release",
        "A key is left out, for the release does not read it.",
        "The key is younger than the release that `--target` names, and no older key says the same.",
        "--target 11.1 with nFoldValueAbsolute",
        "name the release that reads the key with `--target`; `--allow section-release` writes the section without it";
    SECTION_RULE, Error, "section-rule",
        "A rule is left out of the section.",
        "No key of the engine says it.",
        "a rule of the own format",
        "keep the rules in the own format (`--to toml`), which `--via core` plays; `--allow section-rule` writes the rest";
    // Both
    DIFFERENCE, Error, "difference",
        "Source and target do not play alike.",
        "The comparison that `--verify` asks for found a position in which they differ.",
        "ferry convert game.zrf --verify 3",
        "look at the position in the report: it shows which rule was carried wrongly; `--allow difference` writes the target all the same, and says so at its head";
}
