//! Mixtures of parts that the engine plays otherwise than they are written.
//!
//! The engine keeps, for each modality of a type, the squares that any part reaches on
//! an empty board, and the *kinds* of riders, lame leapers and hoppers. A man reaches
//! what a kind reaches, in all of its directions and at any range, as far as the square
//! is among the former. So a kind borrows the directions and ranges of another.

use std::collections::BTreeSet;

use super::{Gait, Modality, Part, Parts, lame_path};

/// A table of the engine: everything of one kind, in all directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Rider { flat: bool, upright: bool },
    Hopper { flat: bool, upright: bool },
    Grasshopper { flat: bool, upright: bool },
    Lame(i8, i8),
    NightRider,
}

fn kind(part: &Part) -> Option<Kind> {
    let (dx, dy) = part.step;
    let (flat, upright) = (dx != 0, dy != 0);
    let (ax, ay) = (dx.abs(), dy.abs());
    match part.gait {
        Gait::Leap => None,
        Gait::Lame => Some(Kind::Lame(ax.max(ay), ax.min(ay))),
        Gait::Ride(_) if ax.max(ay) == 2 => Some(Kind::NightRider),
        Gait::Ride(_) => Some(Kind::Rider { flat, upright }),
        Gait::Hop(_) => Some(Kind::Hopper { flat, upright }),
        Gait::Over => Some(Kind::Grasshopper { flat, upright }),
    }
}

/// Whether a kind reaches a square so far away, on some board.
fn reaches(kind: Kind, (dx, dy): (i8, i8)) -> bool {
    let (ax, ay) = (dx.abs(), dy.abs());
    let along = |flat: bool, upright: bool| match (flat, upright) {
        (true, true) => ax == ay && ax > 0,
        (true, false) => ay == 0 && ax > 0,
        (false, _) => ax == 0 && ay > 0,
    };
    match kind {
        Kind::Rider { flat, upright } => along(flat, upright),
        Kind::Hopper { flat, upright } | Kind::Grasshopper { flat, upright } => {
            along(flat, upright) && ax.max(ay) > 1
        }
        Kind::Lame(a, b) => (ax.max(ay), ax.min(ay)) == (a, b),
        Kind::NightRider => ax.max(ay) == 2 * ax.min(ay) && ax > 0,
    }
}

/// What a part reaches on an empty board, as vectors.
fn pseudo(part: &Part, extent: i8) -> Vec<(i8, i8)> {
    let most = match part.gait {
        Gait::Leap | Gait::Lame => 1,
        Gait::Ride(0) | Gait::Hop(0) | Gait::Over => extent,
        Gait::Ride(n) | Gait::Hop(n) => n as i8,
    };
    (1..=most)
        .map(|n| (part.step.0 * n, part.step.1 * n))
        .filter(|(x, y)| x.abs() < extent && y.abs() < extent)
        .collect()
}

/// Whether what a kind does there is done by a part, so that nothing is added. A rider
/// goes two squares exactly where a lame leap does.
fn meant(parts: &[&Part], by: Kind, to: (i8, i8), extent: i8) -> bool {
    parts.iter().any(|part| {
        if !pseudo(part, extent).contains(&to) {
            return false;
        }
        let same = kind(part) == Some(by);
        let two = to.0.abs().max(to.1.abs()) == 2;
        let alike = match (by, kind(part)) {
            (_, None) => true,
            (Kind::Lame(2, 0 | 2), Some(Kind::Rider { .. })) => true,
            (Kind::Rider { .. }, Some(Kind::Lame(2, 0 | 2))) => two,
            _ => false,
        };
        same || alike
    })
}

/// The first vector that the engine would let a man go, though no part says so, on a
/// board of that extent.
pub fn leaks(parts: &Parts, extent: u8) -> Option<(i8, i8)> {
    let extent = extent.min(16) as i8;
    for modality in [Modality::Quiet, Modality::Capture, Modality::Initial] {
        let list: Vec<&Part> = parts.iter().filter(|p| p.modality == modality).collect();
        let reach: BTreeSet<(i8, i8)> = list.iter().flat_map(|p| pseudo(p, extent)).collect();
        let kinds: BTreeSet<Kind> = list.iter().filter_map(|p| kind(p)).collect();
        for kind in kinds {
            let found = reach.iter().find(|to| reaches(kind, **to) && !meant(&list, kind, **to, extent));
            if found.is_some() {
                return found.copied();
            }
        }
    }
    // Of leaps, rides and hops the engine keeps one of each by step: the last one written.
    let slot = |p: &Part| match p.gait {
        Gait::Leap | Gait::Lame => 0,
        Gait::Ride(_) => 1,
        Gait::Hop(_) | Gait::Over => 2,
    };
    let mut slots = BTreeSet::new();
    if let Some(twice) = parts.iter().find(|p| !slots.insert((p.modality, p.step, slot(p)))) {
        return Some(twice.step);
    }
    // A lame leap that the engine has not makes no move at all.
    parts.iter().find(|p| p.gait == Gait::Lame && lame_path(p.step).is_none()).map(|p| p.step)
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn mixtures() {
        let leaky = |text: &str| leaks(&read(text).unwrap_or_else(|e| panic!("{e}")), 8).is_some();
        // From measurements of the engine.
        for text in ["fRbpR", "R2pR", "fnNbNN", "AnA", "R2R4", "pRgR"] {
            assert!(leaky(text), "{text}");
        }
        for text in ["N", "Q", "mRcpR", "BN", "R4", "RnN", "nDR", "mRcpRnN", "fRbB", "pRB"] {
            assert!(!leaky(text), "{text}");
        }
        // The flat half of a rook is another kind than the upright one.
        assert!(!leaky("vRspR"));
    }
}
