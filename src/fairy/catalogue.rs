//! The engine's own types of men, with their movements.

/// Key and movement of each type, as the engine has it. Left out are types that do
/// more than move: `pawn` and `soldier` (see [`mod@super::write`]), and `janggiCannon`,
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
