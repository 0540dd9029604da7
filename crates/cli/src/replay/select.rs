//! Which steps of a very long execution are described: describing one takes longer than making it, and a million of
//! them is more than anyone reads. All formats say what is omitted, and the schedule has all steps.

use std::collections::BTreeSet;

use mazurka_machine::{Choice, ThreadId};
use mazurka_report::Locks;

/// Executions that are not longer are described as a whole, and of longer ones at most about this many steps.
pub(super) const MOST_DESCRIBED: usize = 10_000;

/// Steps at the start and at the end, and around those that belong to the bug.
const AT_START: usize = 500;
const AT_END: usize = 2_000;
const AROUND: usize = 10;

/// The last steps of every thread.
const OF_THREAD: usize = 10;

/// How many of the last context switches, and of the last pairs of steps of different threads that happen one before the
/// other.
const SWITCHES: usize = 500;
const PAIRS: usize = 500;

/// What there is to know of an execution before it is decided which of its steps are described.
#[derive(Default)]
pub(super) struct Outline {
    /// Steps that create a thread.
    creations: Vec<usize>,
    /// Steps of different threads of which one happens directly before the other; the last ones.
    pairs: Vec<(usize, usize)>,
}

impl Outline {
    pub(super) fn step(&mut self, number: usize, creates: bool, happens_after: &[usize]) {
        if creates {
            self.creations.push(number);
        }
        self.pairs.extend(happens_after.iter().map(|before| (*before, number)));
        if self.pairs.len() > 2 * PAIRS {
            self.pairs.drain(..self.pairs.len() - PAIRS);
        }
    }

    /// The numbers of the steps that are described, in ascending order. `locks` are those that are held at the end.
    pub(super) fn selected(
        &self,
        schedule: &[(ThreadId, Choice)],
        locks: &Locks,
        pins: &[usize],
    ) -> Vec<usize> {
        let length = schedule.len();
        // How a thread came to be is part of what others say about it.
        let mut selected: BTreeSet<usize> = self.creations.iter().copied().collect();
        for pin in pins {
            selected.extend(pin.saturating_sub(AROUND)..pin.saturating_add(AROUND).min(length));
        }
        selected.extend(length.saturating_sub(AT_END)..length);
        selected.extend(0..AT_START.min(length));
        let pairs = self.pairs.iter().rev().take(PAIRS).flat_map(|(before, after)| [*before, *after]);
        let switches = (1..length).rev().filter(|at| schedule[at - 1].0 != schedule[*at].0).take(SWITCHES);
        let rest =
            locks.steps().chain(ends(schedule)).chain(pairs).chain(switches.flat_map(|at| [at - 1, at]));
        for step in rest {
            if selected.len() < MOST_DESCRIBED {
                selected.insert(step);
            }
        }
        selected.into_iter().filter(|step| *step < length).collect()
    }
}

/// The first step of every thread, and its last ones.
fn ends(schedule: &[(ThreadId, Choice)]) -> Vec<usize> {
    let mut counts: Vec<usize> = Vec::new();
    let mut ends = Vec::new();
    for (step, (thread, _)) in schedule.iter().enumerate().rev() {
        let at = thread.index();
        counts.resize(counts.len().max(at + 1), 0);
        counts[at] += 1;
        if counts[at] <= OF_THREAD {
            ends.push(step);
        }
    }
    let mut seen = vec![false; counts.len()];
    for (step, (thread, _)) in schedule.iter().enumerate() {
        if !std::mem::replace(&mut seen[thread.index()], true) {
            ends.push(step);
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{ObjectKind, Operation, Verb};

    use super::*;

    #[test]
    fn what_matters_is_described() {
        let mut schedule = vec![(ThreadId(1), 0); 100_000];
        (schedule[0].0, schedule[50_000].0, schedule[99_000].0) = (ThreadId(0), ThreadId(2), ThreadId(3));
        let mut locks = Locks::default();
        let lock = Operation::Sync(Verb::Lock, ObjectKind::Mutex.at(64, 40));
        locks.step(30_000, ThreadId(1), &lock, Vec::new);
        let mut outline = Outline::default();
        for step in 0..schedule.len() {
            let before: &[usize] = if step == 40_000 { &[20_000] } else { &[] };
            outline.step(step, step == 10_000, before);
        }
        let selected = outline.selected(&schedule, &locks, &[70_000]);
        let around =
            [0, 499, 10_000, 20_000, 30_000, 40_000, 49_999, 50_000, 50_001, 69_990, 70_009, 98_000, 99_999];
        for step in around {
            assert!(selected.binary_search(&step).is_ok(), "{step}");
        }
        assert!(selected.is_sorted() && selected.len() < 2_600, "{}", selected.len());
    }

    #[test]
    fn there_are_never_many() {
        let schedule: Vec<_> = (0..200_000_u32).map(|step| (ThreadId((step % 1_000) as u16), 0)).collect();
        let mut outline = Outline::default();
        for step in 0..schedule.len() {
            outline.step(step, false, &[step.saturating_sub(1)]);
        }
        assert!(outline.pairs.len() <= 2 * PAIRS);
        let selected = outline.selected(&schedule, &Locks::default(), &[]);
        assert!(selected.len() <= MOST_DESCRIBED, "{}", selected.len());
    }
}
