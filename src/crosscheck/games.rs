//! Random games, one after the other or several at once.
//!
//! Each game has dice of its own and knows nothing of the others, so that it is the same
//! whoever plays it and when. What the games gave is put together in the order of their
//! numbers, and what came after the first new difference is left out: the outcome does not
//! depend on how many play.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::kinds::Taste;
use super::walk::{Dice, Found};
use super::{Crosscheck, Evidence, Fate, Limits, Nodes};
use crate::referee::{Referee, Trouble};

/// Makes the referees of a comparison once more, in the same order.
pub type Make<'a> = dyn Fn() -> Result<Vec<Box<dyn Referee + 'a>>, Trouble> + Sync + 'a;

/// Who helps with the random games of a comparison.
#[derive(Clone, Copy)]
pub struct Pool<'a> {
    /// How many games are played at once; 1 where nobody helps.
    pub jobs: usize,
    /// Makes the referees of a helper. One that can't be had leaves the games to the others.
    pub make: &'a Make<'a>,
    /// Is told after each game how many were played, and of how many.
    pub progress: Option<&'a (dyn Fn(usize, usize) + Sync)>,
}

/// A helper's stack: referees of large games descend deep.
const STACK: usize = 16 << 20;

/// What one game gave.
struct Played {
    evidence: Evidence,
    end: Result<Found, Trouble>,
}

/// The games that are to be played.
struct Queue {
    numbers: Vec<u32>,
    next: AtomicUsize,
    /// Behind this one no game matters any more.
    last: AtomicUsize,
    played: Mutex<BTreeMap<usize, Played>>,
}

impl Queue {
    fn take(&self) -> Option<usize> {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        (at < self.numbers.len() && at <= self.last.load(Ordering::Relaxed)).then_some(at)
    }

    fn put(&self, at: usize, played: Played, progress: Option<&(dyn Fn(usize, usize) + Sync)>) {
        if !matches!(played.end, Ok(None)) {
            self.last.fetch_min(at, Ordering::Relaxed);
        }
        let mut all = self.played.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.insert(at, played);
        if let Some(progress) = progress {
            progress(all.len(), self.numbers.len());
        }
    }
}

impl<'a> Crosscheck<'_, 'a> {
    pub(super) fn games(
        &mut self,
        root: &Nodes,
        limits: Limits,
        evidence: &mut Evidence,
    ) -> Result<Found, Trouble> {
        let numbers: Vec<u32> = (0..limits.walks).filter(|game| limits.takes(*game as usize)).collect();
        let queue = Queue {
            next: AtomicUsize::new(0),
            last: AtomicUsize::new(usize::MAX),
            played: Mutex::default(),
            numbers,
        };
        let progress = self.pool.and_then(|pool| pool.progress);
        match self.pool.filter(|pool| pool.jobs > 1 && queue.numbers.len() > 1) {
            None => self.play(root, limits, &queue, progress),
            Some(pool) => self.play_together(root, limits, &queue, pool),
        }
        let played = queue.played.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (at, Played { evidence: part, end }) in played {
            evidence.games.push(queue.numbers[at]);
            let whole = part.parts.values().all(|fate| *fate == Fate::Passed);
            if let Some(found) = evidence.join(part, self.collects) {
                return Ok(Some(found));
            }
            match end? {
                None => evidence.walks += u32::from(whole),
                found => return Ok(found),
            }
        }
        Ok(None)
    }

    /// Plays games until there are none left.
    fn play(
        &mut self,
        root: &Nodes,
        limits: Limits,
        queue: &Queue,
        progress: Option<&(dyn Fn(usize, usize) + Sync)>,
    ) {
        while let Some(at) = queue.take() {
            let game = queue.numbers[at];
            let mut dice = Dice(limits.seed ^ (u64::from(game) << 32));
            dice.below(1);
            let mut taste = Taste::of(game, &mut dice);
            let mut evidence = Evidence::default();
            let end = self.game(root, (game, limits.plies), &mut taste, &mut dice, &mut evidence);
            queue.put(at, Played { evidence, end }, progress);
        }
    }

    fn play_together(&mut self, root: &Nodes, limits: Limits, queue: &Queue, pool: Pool<'a>) {
        let helpers = pool.jobs.min(queue.numbers.len()) - 1;
        std::thread::scope(|scope| {
            for number in 0..helpers {
                let (maps, stated) = (self.maps.clone(), self.stated.clone());
                let (known, collects) = (self.known.clone(), self.collects);
                let deadline = self.deadline;
                let root = root.clone();
                let help = move || {
                    let Ok(mut referees) = (pool.make)() else { return };
                    let list: Vec<&mut (dyn Referee + 'a)> =
                        referees.iter_mut().map(|referee| &mut **referee).collect();
                    let mut check = Crosscheck::new(list);
                    (check.maps, check.stated, check.root) = (maps, stated, root.clone());
                    (check.known, check.collects) = (known, collects);
                    check.deadline = deadline;
                    check.play(&root, limits, queue, pool.progress);
                };
                let name = format!("games {}", number + 1);
                let thread = std::thread::Builder::new().name(name).stack_size(STACK);
                // Where the system gives no thread the games are played here.
                let _ = thread.spawn_scoped(scope, help);
            }
            self.play(root, limits, queue, pool.progress);
        });
    }
}
