//! Castling.

use super::super::config::{Config, Slot, rank_squares};
use super::types;
use crate::rules::{Board, Castling, Orientation, Path, Side, Sides, Square, SquareSet, Step, Types};

/// The castlings of both sides.
pub(super) fn castlings(config: &Config) -> Vec<Castling> {
    if !config.castling {
        return Vec::new();
    }
    let mut list = Vec::new();
    for letter in ['K', 'Q'] {
        list.extend([Side::White, Side::Black].iter().filter_map(|side| castling(config, *side, letter)));
    }
    list
}

/// The rank on which a side castles, from 0.
pub(in crate::fairy) fn rank(config: &Config, side: Side) -> Option<u8> {
    let rank = config.castling_rank.checked_sub(1)?;
    match side {
        Side::White => Some(rank),
        Side::Black => config.max_rank.checked_sub(config.castling_rank),
    }
    .filter(|rank| *rank < config.max_rank)
}

fn castling(config: &Config, side: Side, letter: char) -> Option<Castling> {
    let king = *config.castling_king_piece.of(side);
    let partners = types(config, *config.castling_rook_pieces.of(side));
    if !config.letters.contains_key(&king) || partners == Types::none() {
        return None;
    }
    let rank = rank(config, side)?;
    let kingside = letter == 'K';
    let files = config.max_file;
    let square = |file: u8| (file < files).then(|| Square(rank * 16 + file));
    let king_file = if kingside { config.castling_kingside_file } else { config.castling_queenside_file }
        .checked_sub(1)?;
    let king_to = square(king_file)?;
    let partner_to = square(if kingside { king_file.checked_sub(1)? } else { king_file + 1 })?;
    let home = config.castling_king_file.checked_sub(1).and_then(square);
    let whole = rank_squares(rank + 1).and(config.squares());
    // The search for the partner that a letter means begins at a file, and goes inward.
    let searched = |s: &Square| {
        config.chess960
            || if kingside {
                s.file() < config.castling_rook_kingside_file
            } else {
                s.file() + 1 >= config.castling_rook_queenside_file
            }
    };
    let partner_from: SquareSet = whole.iter().filter(searched).collect();
    let corner = square(if kingside { files - 1 } else { 0 });
    let by_drop = config.castling_dropped_piece && home.is_some();

    // Records are stated from White's view, those of Black too.
    let mut board = Board::new(config.max_file, config.max_rank);
    board.black_sees = Orientation::Rotate;
    let seen = |s: Square| board.square_for(side, s);
    let all_seen = |squares: SquareSet| squares.iter().map(seen).collect::<SquareSet>();
    let east = if kingside { 1 } else { -1 };
    let toward = if side == Side::White { east } else { -east };
    let pseudo_royal = config.extinction_pseudo_royal && config.extinction_piece_types.contains(king);
    Some(Castling {
        sides: if side == Side::White { Sides::White } else { Sides::Black },
        king: Types::only([king.key()]),
        partner: partners,
        king_from: all_seen(whole),
        partner_from: all_seen(partner_from),
        toward: Some(Step::new(toward, 0)),
        home: home.map(seen),
        safe: match king {
            Slot::KING => Path::Usual,
            _ if pseudo_royal => Path::IfRoyal,
            _ => Path::Nothing,
        },
        right_by_drop: by_drop,
        partner_home: corner.filter(|_| by_drop).map(seen),
        costs_opponent: config.opposite_castling,
        ..Castling::new(letter, ("", seen(king_to), seen(king_to)), ("", seen(partner_to), seen(partner_to)))
    })
}
