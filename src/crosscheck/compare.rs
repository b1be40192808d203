//! Comparing what one position allows.

use std::collections::BTreeSet;

use super::{Choose, Compared, Crosscheck, Difference, Evidence, IN_PASSING, Kind, kinds};
use crate::referee::{Board, Look, Node, Reason, Score, Trouble, Way};

impl Crosscheck<'_, '_> {
    /// Compares one position in passing: the moves by their spelling where the lists agree
    /// in it, and by what they lead to those that do more than carry a man from here to
    /// there, and the one that `choose` takes. Where that finds something amiss the whole
    /// position is compared.
    pub(super) fn pass(
        &mut self,
        nodes: &[Node],
        path: &[Vec<String>],
        choose: &mut Choose<'_>,
        evidence: &mut Evidence,
    ) -> Result<Compared, Trouble> {
        let look = self.referees[0].look(&nodes[0])?;
        if look.over.is_some_and(|over| over.reason == Some(Reason::Repetition)) {
            return Ok(Compared::Claimed);
        }
        let chosen = choose(&mut *self.referees[0], &nodes[0], &look.ways)?;
        let Some(way) = chosen.and_then(|i| look.ways.get(i)) else {
            return self.compare(nodes, path, evidence);
        };
        let mut row = vec![way.clone()];
        let mut spelt: Vec<&str> = look.ways.iter().map(|way| way.text.as_str()).collect();
        spelt.sort_unstable();
        let special: Vec<&Way> =
            look.ways.iter().filter(|way| !is_plain(&nodes[0].board, &way.next.board)).collect();
        // Where every move puts up a wall there are thousands: each position looks at others.
        let stride = special.len().div_ceil(IN_PASSING).max(1);
        let some = special.into_iter().skip(path.len() % stride).step_by(stride);
        let special: Vec<&Way> = std::iter::once(way).chain(some).collect();
        for other in 1..nodes.len() {
            let mut theirs = self.referees[other].spelt(&nodes[other])?;
            theirs.sort_unstable();
            if theirs != spelt {
                return self.compare(nodes, path, evidence);
            }
            let texts: Vec<String> = special.iter().map(|way| way.text.clone()).collect();
            let next = self.referees[other].follow(&nodes[other], &texts)?;
            let agree = |(way, node): (&&Way, &Node)| self.maps[other].board(&node.board) == way.next.board;
            if !special.iter().zip(&next).all(agree) {
                return self.compare(nodes, path, evidence);
            }
            row.extend(next.into_iter().take(1).map(|next| Way { text: way.text.clone(), next }));
        }
        evidence.positions += 1;
        Ok(Compared::Rows(vec![row], Vec::new()))
    }

    /// Who of three or more give the same answer, the largest camp first.
    fn camps(&self, looks: &[Look]) -> Vec<Vec<String>> {
        if looks.len() < 3 {
            return Vec::new();
        }
        let mut camps: Vec<(Vec<Board>, Option<Score>, Vec<String>)> = Vec::new();
        for (i, look) in looks.iter().enumerate() {
            let mut boards: Vec<Board> =
                look.ways.iter().map(|way| self.maps[i].board(&way.next.board)).collect();
            boards.sort_unstable();
            let score = look.over.and_then(|over| over.score).filter(|_| boards.is_empty());
            let name = self.referees[i].about().name.to_owned();
            // Who does not say how a game came out contradicts nobody.
            let agrees = |camp: &&mut (Vec<Board>, Option<Score>, Vec<String>)| {
                camp.0 == boards && (camp.1 == score || camp.1.is_none() || score.is_none())
            };
            match camps.iter_mut().find(agrees) {
                Some(camp) => {
                    camp.1 = camp.1.or(score);
                    camp.2.push(name);
                }
                None => camps.push((boards, score, vec![name])),
            }
        }
        camps.sort_by_key(|camp| std::cmp::Reverse(camp.2.len()));
        camps.into_iter().map(|camp| camp.2).collect()
    }

    /// Compares the move lists of one position.
    pub(super) fn compare(
        &mut self,
        nodes: &[Node],
        path: &[Vec<String>],
        evidence: &mut Evidence,
    ) -> Result<Compared, Trouble> {
        let mut looks = Vec::new();
        for (referee, node) in self.referees.iter_mut().zip(nodes) {
            let look = referee.look(node)?;
            if look.over.is_some_and(|over| over.reason == Some(Reason::Repetition)) {
                return Ok(Compared::Claimed);
            }
            looks.push(look);
        }
        let mut rows: Vec<Vec<Option<Way>>> =
            looks[0].ways.iter().map(|way| vec![Some(way.clone())]).collect();
        let mut differences = Vec::new();
        for other in 1..looks.len() {
            let matched = self.paired(other, &looks)?;
            differences.extend(self.judge(other, &looks, &matched, (nodes, path)).map(Box::new));
            for (row, found) in rows.iter_mut().zip(matched) {
                row.push(found.map(|i| looks[other].ways[i].clone()));
            }
        }
        let rows: Vec<Vec<Way>> = rows.into_iter().filter_map(|row| row.into_iter().collect()).collect();
        // Where known differences leave no move that all have nothing is compared.
        evidence.positions += usize::from(!rows.is_empty() || differences.is_empty());
        evidence.ends += usize::from(looks.iter().all(|look| look.ways.is_empty()) && differences.is_empty());
        Ok(Compared::Rows(rows, differences))
    }

    /// The difference between the moves of the first referee and those of another, if there is one.
    fn judge(
        &self,
        other: usize,
        looks: &[Look],
        matched: &[Option<usize>],
        (nodes, path): (&[Node], &[Vec<String>]),
    ) -> Option<Difference> {
        let alone = |(way, found): (&'_ Way, &Option<usize>)| found.is_none().then(|| way.clone());
        let ours: Vec<Way> = looks[0].ways.iter().zip(matched).filter_map(alone).collect();
        let theirs: Vec<&Way> = (looks[other].ways.iter().enumerate())
            .filter(|(i, _)| !matched.contains(&Some(*i)))
            .map(|(_, way)| way)
            .collect();
        let scores = [0, other].map(|i| looks[i].over.and_then(|over| over.score));
        let over = looks[0].ways.is_empty() && looks[other].ways.is_empty();
        let result = over && matches!(scores, [Some(a), Some(b)] if a != b);
        if ours.is_empty() && theirs.is_empty() && !result {
            return None;
        }
        let kind = if result { Kind::Result } else { Kind::Moves };
        let mut difference = self.difference(kind, other, nodes, path, String::new());
        let texts = |i: usize| looks[i].ways.iter().map(|way| way.text.clone()).collect();
        difference.moves = [texts(0), texts(other)];
        difference.only = [
            ours.iter().map(|way| way.text.clone()).collect(),
            theirs.iter().map(|way| way.text.clone()).collect(),
        ];
        difference.over = [0, other].map(|i| {
            looks[i].over.map(|over| {
                let score = over.score.map_or("?", |s| s.as_str());
                let reason = over.reason.map(|r| format!(" ({})", r.as_str())).unwrap_or_default();
                format!("{score}{reason}")
            })
        });
        let ours: Vec<&Way> = ours.iter().collect();
        for (side, (who, ways)) in [(0, ours), (other, theirs)].into_iter().enumerate() {
            let layout = self.referees[who].layout();
            let before = &nodes[who].board;
            let touched: BTreeSet<String> =
                ways.iter().map(|way| kinds::rule_of(layout, before, &way.next.board)).collect();
            difference.touches[side] = touched.into_iter().collect();
            let cells = |way: &&Way| {
                let after = &way.next.board.cells;
                (0..before.cells.len()).filter(|i| before.cells[*i] != after[*i]).collect::<Vec<_>>()
            };
            let marks: BTreeSet<usize> = ways.iter().flat_map(cells).collect();
            difference.boards[side] = crate::referee::draw_marked(layout, before, &marks);
        }
        difference.camps = self.camps(looks);
        for list in difference.moves.iter_mut().chain(&mut difference.only) {
            list.sort();
        }
        Some(difference)
    }
}

/// Whether all that happened between two boards is that one man went from here to
/// there, and perhaps took what stood there; or came from the hand onto an empty square.
fn is_plain(before: &Board, after: &Board) -> bool {
    let mut changed = (before.cells.iter().zip(&after.cells)).filter(|(a, b)| a != b);
    let (first, second, third) = (changed.next(), changed.next(), changed.next());
    let moved = |from: (&u16, &u16), to: (&u16, &u16)| *from.1 == 0 && *from.0 != 0 && from.0 == to.1;
    match (first, second, third) {
        (Some(a), Some(b), None) => before.hands == after.hands && (moved(a, b) || moved(b, a)),
        (Some((0, man)), None, None) => {
            let mut left = before.hands.clone();
            for (token, count) in &mut left {
                *count -= u16::from(*token + 1 == *man && *count > 0);
            }
            left.retain(|(_, count)| *count > 0);
            before.hands != after.hands && left == after.hands
        }
        _ => false,
    }
}
