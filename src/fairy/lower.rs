//! From the engine's settings to [`Rules`]: what a section of `variants.ini` *means*.
//!
//! What may enter: the meaning of each key for the legal moves and the ends. How a section
//! is read is the business of [[`super::ini`]]; nothing here knows a variant by name.
//!
//! The engine turns the board by half a turn for Black, and so do the rules that are made
//! here; its regions, files and growing chains are absolute and are stated for each side.

mod castling;
mod drops;
mod ends;
mod goals;
mod men;
mod movement;
mod promotion;

use std::collections::BTreeSet;

pub(super) use castling::rank as rank_of_castling;
pub(super) use men::recorded;

use super::config::{Config, EnclosingRule, Slot, SlotSet, WallingRule};
use crate::rules::{
    Aftermath, Board, Check, Facing, Judged, Occasion, Orientation, Pass, PerSide, Priority, Region, Royal,
    Rules, Side, Sides, SquareSet, Step, Types, WallPlace, Walls,
};

/// The mark of men that may still gate.
pub(super) const GATE: &str = "gate";
/// The mark of a king that may still leap (Cambodian rules).
pub(super) const LEAP: &str = "leap";

/// Why a section can't be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LowerError(pub String);

/// The rules that a section states.
///
/// # Errors
/// Where the section has no meaning: a board of no size, a start position that can't be
/// read.
pub fn lower(config: &Config) -> Result<Rules, LowerError> {
    if !(1..=16).contains(&config.max_file) || !(1..=16).contains(&config.max_rank) {
        return Err(LowerError(format!(
            "a board of {} files and {} ranks can't be played",
            config.max_file, config.max_rank
        )));
    }
    let mut board = Board::new(config.max_file, config.max_rank);
    board.black_sees = Orientation::Rotate;
    let mut rules = Rules::new(&config.name, board);
    notes(config, &mut rules);
    rules.shuffled = config.chess960;
    rules.pieces = men::pieces(config);
    rules.marks = men::marks(config);
    rules.royals = royals(config);
    rules.check = Check {
        never_given: !config.checking,
        not_by_drop: !config.drop_checks,
        royal_only_captures: config.makpong_rule,
        facing: (config.bikjang_rule && config.letters.contains_key(&Slot::KING))
            .then(|| Facing { types: Types::only(["king"]), steps: rook_steps() }),
    };
    turn(config, &mut rules);
    rules.en_passant.region = region(config, &config.en_passant_region);
    rules.en_passant.recorded = men::recorded(config);
    rules.en_passant.yields_to_quiet = true;
    rules.promotions = promotion::promotions(config);
    rules.castlings = castling::castlings(config);
    drops::hands(config, &mut rules);
    rules.drops = drops::drops(config);
    rules.gates = drops::gates(config);
    rules.walls = walls(config);
    rules.aftermath = aftermath(config);
    ends::no_moves(config, &mut rules);
    rules.ends = goals::ends(config);
    rules.claims = ends::claims(config);
    rules.start = super::fen::start(config, &rules).map_err(LowerError)?;
    Ok(rules)
}

fn notes(config: &Config, rules: &mut Rules) {
    let mut note = |key: &str, value: &str, usual: &str| {
        if value != usual {
            rules.notes.insert(format!("ini.{key}"), value.to_owned());
        }
    };
    note("variantTemplate", &config.variant_template, "fairy");
    note("pieceToCharTable", &config.piece_to_char_table, "-");
    let values = |map: &std::collections::BTreeMap<Slot, i32>| {
        let one =
            |(slot, value): (&Slot, &i32)| config.letters.get(slot).map(|letter| format!("{letter}:{value}"));
        map.iter().filter_map(one).collect::<Vec<_>>().join(" ")
    };
    note("pieceValueMg", &values(&config.piece_value_mg), "");
    note("pieceValueEg", &values(&config.piece_value_eg), "");
}

fn royals(config: &Config) -> Vec<Royal> {
    let mut royals = Vec::new();
    if config.letters.contains_key(&Slot::KING) {
        let judged = Judged::BeforeExtras;
        royals.push(Royal { judged, may_be_lost: loses_kings(config), ..Royal::new("king") });
    }
    let pseudo = types(config, config.extinction_piece_types);
    let most = config.extinction_piece_count.saturating_add(1).clamp(0, 255) as u8;
    if config.extinction_pseudo_royal && config.extinction_piece_types.contains(Slot::ANY) {
        royals.push(Royal {
            at_most: Some(most),
            excused_by_capture: true,
            unannounced: true,
            counted_together: true,
            types: Types::Any,
            ..Royal::new("king")
        });
    }
    if config.extinction_pseudo_royal && pseudo != Types::none() {
        let royal = Royal {
            sides: Sides::Both,
            types: pseudo,
            at_most: Some(most),
            all_attacked: false,
            excused_by_capture: true,
            unannounced: true,
            judged: Judged::AfterAll,
            counted_together: false,
            may_be_lost: false,
        };
        if config.duple_check {
            royals.push(Royal {
                at_most: None,
                all_attacked: true,
                excused_by_capture: false,
                ..royal.clone()
            });
        }
        royals.push(royal);
    }
    royals
}

/// Whether a king may vanish by a capture of its own side: the engine looks after the other
/// royal men only.
fn loses_kings(config: &Config) -> bool {
    let petrified = types(config, config.petrify_on_capture_types);
    config.blast_on_capture || petrified.contains("king")
}

fn turn(config: &Config, rules: &mut Rules) {
    let pass = |side: Side| match (*config.pass_on_stalemate.of(side), *config.pass.of(side)) {
        (true, _) => Pass::WhenStuck,
        (false, true) => Pass::Always,
        (false, false) => Pass::Never,
    };
    rules.turn.passes = PerSide { white: pass(Side::White), black: pass(Side::Black) };
    if config.must_drop {
        let types = match config.must_drop_type {
            Slot::ANY => Types::Any,
            slot => Types::only([slot.key()]),
        };
        rules.turn.priorities.push(Priority::Drops(types));
    }
    if config.must_capture {
        rules.turn.priorities.push(Priority::Captures);
    }
}

fn walls(config: &Config) -> Option<Walls> {
    let place = match config.walling_rule {
        WallingRule::None => return None,
        WallingRule::Arrow => WallPlace::InReach,
        WallingRule::Past => WallPlace::Vacated,
        WallingRule::Edge => WallPlace::AtEdge,
        WallingRule::Duck | WallingRule::Static => WallPlace::Anywhere,
    };
    Some(Walls {
        place,
        region: region(config, &config.walling_region),
        moving: config.walling_rule == WallingRule::Duck,
        instead_of_move: config.wall_or_move,
    })
}

fn aftermath(config: &Config) -> Vec<Aftermath> {
    let mut list = Vec::new();
    let flip = |enclosed, drop_needs_neighbour| Aftermath::Flip {
        enclosed,
        steps: queen_steps(),
        drop_needs_neighbour,
    };
    match config.flip_enclosed_pieces {
        EnclosingRule::Reversi => list.push(flip(true, false)),
        EnclosingRule::Ataxx => list.push(flip(false, false)),
        EnclosingRule::Quadwrangle => list.push(flip(false, true)),
        _ => {}
    }
    let petrified = types(config, config.petrify_on_capture_types);
    if config.blast_on_capture {
        list.push(Aftermath::Blast {
            after: Occasion::Capture,
            steps: queen_steps(),
            immune: types(config, config.blast_immune_types),
            shielded: types(config, SlotSet::of(Slot::PAWN)),
            centre_to_wall: petrified,
            bystanders_to_wall: config.petrify_blast_pieces,
        });
    } else if petrified != Types::none() {
        list.push(Aftermath::Petrify { types: petrified });
    }
    list
}

/// The types of a set that the section has, by name.
fn types(config: &Config, set: SlotSet) -> Types {
    Types::only(set.iter().filter(|slot| config.letters.contains_key(slot)).map(Slot::key))
}

/// An absolute region of each side.
fn region(config: &Config, squares: &PerSide<SquareSet>) -> Region {
    let board = config.squares();
    let (white, black) = (squares.white.and(board), squares.black.and(board));
    if white == board && black == board { Region::All } else { Region::per_side(white, black) }
}

/// The squares of a relative rank (from 1), for a side.
fn relative_rank(config: &Config, side: Side, rank: u8) -> SquareSet {
    let rank = match side {
        Side::White => rank,
        Side::Black => (config.max_rank + 1).saturating_sub(rank),
    };
    super::config::rank_squares(rank).and(config.squares())
}

fn steps(list: &[(i8, i8)]) -> BTreeSet<Step> {
    list.iter().map(|(dx, dy)| Step::new(*dx, *dy)).collect()
}

const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn rook_steps() -> BTreeSet<Step> {
    steps(&ROOK)
}

fn queen_steps() -> BTreeSet<Step> {
    ROOK.iter().chain(&BISHOP).map(|(dx, dy)| Step::new(*dx, *dy)).collect()
}

/// A record for both sides, or one for each where they differ.
fn for_each_side<T: PartialEq>(make: impl Fn(Side) -> Option<T>, set: impl Fn(&mut T, Sides)) -> Vec<T> {
    let (white, black) = (make(Side::White), make(Side::Black));
    if white == black {
        return white.into_iter().collect();
    }
    let mut list = Vec::new();
    for (record, sides) in [(white, Sides::White), (black, Sides::Black)] {
        if let Some(mut record) = record {
            set(&mut record, sides);
            list.push(record);
        }
    }
    list
}
