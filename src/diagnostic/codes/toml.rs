//! Findings about rules in the own format.

use super::super::Severity::{Error, Warning};
use super::{Code, Info};

codes! {
    TOML_SYNTAX, Error, "toml-syntax",
        "The file is no TOML.",
        "Nothing behind the place can be trusted to mean what it seems to.",
        "name = chess",
        "name = \"chess\"";
    TOML_FIELD, Error, "toml-field",
        "A table has a field that means nothing there.",
        "A misspelt field would be a rule that is silently missing.",
        "[board]\nfile = 8",
        "[board]\nfiles = 8";
    TOML_MISSING, Error, "toml-missing",
        "A table lacks a field that it needs.",
        "There is nothing sensible to take in its place.",
        "[board]\nfiles = 8",
        "[board]\nfiles = 8\nranks = 8";
    TOML_VALUE, Error, "toml-value",
        "A value is not of the kind that its field takes.",
        "It can't be told what is meant.",
        "ranks = \"eight\"",
        "ranks = 8";
    TOML_CHOICE, Error, "toml-choice",
        "A word is none of those among which a field chooses.",
        "It can't be told what is meant.",
        "duty = \"maybe\"",
        "duty = \"never\"";
    TOML_BETZA, Error, "toml-betza",
        "A text is no movement in Betza's notation.",
        "A letter that is passed over would be a move that is missing.",
        "moves = \"NmE\"",
        "moves = \"NmW\"";
    TOML_EXTENDS, Error, "toml-extends",
        "The parent of a game can't be had.",
        "Without it the game is only a list of differences.",
        "extends = \"fairy:ches\"",
        "extends = \"fairy:chess\"";
    TOML_VARIANT, Error, "toml-variant",
        "A game of a file has no name, or that of another, or there are too many.",
        "Games are addressed by their names.",
        "[[variants]]\nextends = \"chess\"",
        "[[variants]]\nname = \"chess with more\"\nextends = \"chess\"";
    TOML_WITHOUT, Error, "toml-without",
        "Something is to be taken away that is not there.",
        "A misspelt path would leave the rule in force.",
        "without = [\"pieces.knigt\"]",
        "without = [\"pieces.knight\"]";
    TOML_REGION, Error, "toml-region",
        "A region has a name that can't be, or a name is used that no region has.",
        "It can't be told which squares are meant.",
        "from = \"cmap\"",
        "from = \"camp\"";
    TOML_ROWS, Error, "toml-rows",
        "The picture of the start position does not fit the board or the letters of the types.",
        "A piece on a wrong square is a wrong game.",
        "rows = [\"rnbqkbn\", …]",
        "rows = [\"rnbqkbnr\", …]";
    TOML_UNPLAYED, Error, "toml-unplayed",
        "A rule can be written and no generator plays it yet.",
        "moves, perft and diff refuse the whole game.",
        "[turn]\norder = [\"white\", \"white\", \"black\"]",
        "leave the rule out, or compare the texts with diff --rules";
    TOML_HARDLY_MEANT, Warning, "toml-hardly-meant",
        "A game can't be won, begins without pieces, or names a region that it does not use.",
        "Such rules are well-formed, and most often a part of them is missing.",
        "[regions]\ncamp = \"a1-h2\"",
        "use the region, or take it away";
    TOML_RULES, Error, "toml-rules",
        "The fields are well-formed, and the rules don't hold together.",
        "A type, a mark or a square is spoken of that does not exist, or a value is outside its limits.",
        "[[royals]]\ntypes = \"kign\"",
        "[[royals]]\ntypes = \"king\"";
}
