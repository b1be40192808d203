//! The engine's own types of men, with their movements.

/// Key and movement of each type, as the engine has it. Left out are types that do
/// more than move: `pawn` and `soldier` (see [`super::write`]), and `janggiCannon`,
/// which spares its own kind.
pub const TYPES: [(&str, &str); 33] = [
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// How many types with a movement of one's own a variant may have.
pub const CUSTOM_PIECES: usize = 25;

/// Names of the variants that are built into the engine, as it lists them: no section
/// may have one.
pub const VARIANTS: &[&str] = &[
    "3check", "5check", "ai-wok", "almost", "amazon", "amazons", "antichess", "armageddon", "asean", "ataxx", "atomar", "atomic", "berolina", "breakthrough", "bughouse", "cambodian", "capablanca", "capahouse", "caparandom", "centaur", "chancellor", "chaturanga", "checkshogi", "chess", "chessgi", "chigorin", "clobber", "clobber10", "codrus", "coregal", "courier", "crazyhouse", "dobutsu", "dragon", "duck", "embassy", "euroshogi", "extinction", "fairy", "fischerandom", "flipello", "flipello10", "flipersi", "fox-and-hounds", "gardner", "georgian", "giveaway", "gorogoro", "gothic", "grand", "grasshopper", "gustav3", "hoppelpoppel", "horde", "isolation", "isolation7x7", "janggi", "janggicasual", "janggimodern", "janggitraditional", "janus", "jesonmor", "joust", "judkins", "karouk", "kinglet", "kingofthehill", "knightmate", "koedem", "kyotoshogi", "legan", "loop", "losalamos", "losers", "makpong", "makruk", "manchu", "micro", "mini", "minishogi", "minixiangqi", "misere", "modern", "newzealand", "nightrider", "nocastle", "nocheckatomic", "normal", "okisakishogi", "omicron", "opulent", "paradigm", "pawnback", "pawnsideways", "perfect", "petrified", "placement", "pocketknight", "raazuvaa", "racingkings", "seirawan", "shako", "shatar", "shatranj", "shogi", "shoshogi", "shouse", "sittuyin", "snailtrail", "sortofalmost", "spartan", "suicide", "supply", "tencubed", "threekings", "torishogi", "torpedo", "troitzky", "wolf", "xiangqi", "yarishogi",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betza;

    #[test]
    fn the_movements_are_in_the_dialect() {
        for (key, text) in TYPES {
            assert!(betza::read(text).is_ok(), "{key}");
        }
    }
}
