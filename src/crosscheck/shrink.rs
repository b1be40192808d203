//! A shorter way to a difference that a random game found.

use super::{Compared, Crosscheck, Difference, Evidence, Nodes};
use crate::referee::{Node, Referee, Trouble, Way};

/// How many positions may be looked at for that.
const MOST: usize = 1500;

impl Crosscheck<'_, '_> {
    /// Leaves out moves, two at a time and more at first, as long as the rest can be
    /// played and ends in a difference of the same kind.
    pub(super) fn shrink(
        &mut self,
        root: &Nodes,
        path: &[Vec<String>],
        found: Box<Difference>,
    ) -> Result<Box<Difference>, Trouble> {
        let mut best = found;
        let sought = best.rules();
        let mut moves: Vec<String> = path.iter().filter_map(|step| step.first().cloned()).collect();
        let mut fuel = MOST;
        let mut length = (moves.len() / 2).max(2) & !1;
        while length >= 2 && fuel > 0 {
            let mut start = 0;
            let mut shorter = false;
            while start + length <= moves.len() && fuel > 0 {
                let mut rest = moves.clone();
                rest.drain(start..start + length);
                match self.replay(root, &rest, &sought, &mut fuel)? {
                    Some((difference, played)) if difference.kind == best.kind => {
                        best = difference;
                        rest.truncate(played);
                        moves = rest;
                        shorter = true;
                    }
                    _ => start += 1,
                }
            }
            if !shorter || length > moves.len() {
                length = (length / 2) & !1;
            }
        }
        Ok(best)
    }

    /// Plays moves as the first referee spells them, up to the first difference.
    fn replay(
        &mut self,
        root: &Nodes,
        moves: &[String],
        sought: &[String],
        fuel: &mut usize,
    ) -> Result<Option<(Box<Difference>, usize)>, Trouble> {
        let mut place = root.clone();
        let mut path = Vec::new();
        let mut apart = Evidence::default();
        for played in 0..=moves.len() {
            if *fuel == 0 {
                return Ok(None);
            }
            *fuel -= 1;
            let next = moves.get(played);
            let mut choose = |_: &mut dyn Referee, _: &Node, ways: &[Way]| {
                Ok(ways.iter().position(|way| Some(&way.text) == next))
            };
            let rows = match self.pass(&place, &path, &mut choose, &mut apart)? {
                Compared::Claimed => return Ok(None),
                Compared::Rows(rows, differences) => {
                    // Past what is known the way goes on, as in the game.
                    if let Some(found) = differences.into_iter().find(|found| found.rules() == sought) {
                        return Ok(Some((found, played)));
                    }
                    rows
                }
            };
            let Some(text) = next else { return Ok(None) };
            let Some(row) = rows.iter().find(|row| row[0].text == *text) else { return Ok(None) };
            path.push(row.iter().map(|way| way.text.clone()).collect());
            place = row.iter().map(|way| way.next.clone()).collect();
        }
        Ok(None)
    }
}
