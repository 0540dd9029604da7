//! A simpler execution with the same bug: one with fewer context switches, found by trying.
//!
//! First the steps that have no part in the bug are left out, and the others are put in an order that keeps to
//! happens-before and lets every thread run as long as it can: that is the same execution to all threads. Then whole
//! blocks of steps are moved to others of their thread as long as a replay still shows the same kind of bug at the same
//! place. A data race is more than what a replay shows: there, happens-before is kept to the end. The steps of a transaction
//! stay together.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use mazurka_machine::{Choice, DataRace, FaultKind, Location, Machine, Place, RacingAccess, Step, ThreadId};
use mazurka_report::{Finding, Transaction, transaction};
use mazurka_vm::Vm;

use super::{Obstacle, Replay, Schedule, confirm, pending, waiting_at_end};
use crate::patience::Patience;
use crate::subject::Subject;

/// Bounds by tries have the same effect on every machine; the clock is for programs whose single steps take long.
const MOST_TRIES: usize = 2_000;
const MOST_STEPS: usize = 1_000_000;
const MOST_TIME: Duration = Duration::from_secs(1);

/// Longer executions are nothing that a person reads.
const LONGEST: usize = 10_000;

/// The finding with a simpler trace, or as it is where none is found in time.
pub(crate) fn simplify(subject: &Subject, finding: Finding, patience: Patience) -> Finding {
    // A cycle has to lead back to its first state.
    let is_fixed = finding.cycle.is_some() || !finding.confirmed;
    if is_fixed || finding.trace.len() > LONGEST || patience.is_short() {
        return finding;
    }
    match simpler(subject, &finding, patience) {
        Ok(simpler) => Finding { executions: finding.executions, ..simpler },
        Err(_) => finding,
    }
}

/// The best order, replayed from the start, for the finding with all its details.
fn simpler(subject: &Subject, finding: &Finding, patience: Patience) -> Result<Finding, Obstacle> {
    let mut puzzle = Puzzle::new(subject.machine()?, finding, patience);
    let order = puzzle.solve();
    let schedule: Schedule = order.iter().map(|step| puzzle.steps[*step]).collect();
    let mut replay = Replay::new(subject, &schedule, &[], patience)?;
    replay.trace.mark(&order.iter().map(|step| puzzle.transactions[*step]).collect::<Vec<_>>());
    match &finding.race {
        Some(race) => {
            let race = moved(race, &order).ok_or("an access is gone")?;
            let located = confirm::locate(subject, &schedule, &race, patience)?;
            let places = |race: &Finding| confirm::locations(race.participants().map(|access| &access.place));
            let simpler = confirm::race(replay, race, located);
            match places(&simpler) == places(finding) {
                true => Ok(simpler),
                false => Err("the race is elsewhere".into()),
            }
        }
        None => confirm::whatever(replay),
    }
}

/// The race with the new numbers of its steps.
fn moved(race: &DataRace, order: &[usize]) -> Option<DataRace> {
    let access = |access: &RacingAccess| {
        let event = order.iter().position(|step| *step == access.event)?;
        Some(RacingAccess { event, ..*access })
    };
    Some(DataRace { bytes: race.bytes, first: access(&race.first)?, second: access(&race.second)? })
}

/// How many context switches there are.
fn switches(steps: &[(ThreadId, Choice)], order: &[usize]) -> usize {
    order.windows(2).filter(|pair| steps[pair[0]].0 != steps[pair[1]].0).count()
}

/// What a replay has to show.
enum Sought {
    Fault(FaultKind, Option<Location>),
    /// With the places where threads wait; which of them waits there does not matter.
    Deadlock(FaultKind, Vec<Option<Location>>),
    /// Anything that keeps to happens-before.
    Race,
}

struct Puzzle {
    machine: Vm,
    start: <Vm as Machine>::Mark,
    steps: Schedule,
    transactions: Vec<Option<Transaction>>,
    /// The steps that happen directly before each.
    before: Vec<Vec<usize>>,
    /// The steps without which there is no bug.
    ends: Vec<usize>,
    sought: Sought,
    tries: usize,
    steps_tried: usize,
    started: Instant,
    patience: Patience,
}

impl Puzzle {
    fn new(mut machine: Vm, finding: &Finding, patience: Patience) -> Puzzle {
        let start = machine.mark();
        let (steps, transactions) = (finding.trace.schedule.clone(), finding.trace.marks());
        let mut latest: HashMap<ThreadId, usize> = HashMap::new();
        let before = finding.trace.steps.iter().map(|step| {
            let previous = latest.insert(step.thread, step.number);
            step.happens_after.iter().copied().chain(previous).collect()
        });
        let before = before.collect();
        let (sought, ends) = match (&finding.race, finding.kind) {
            (Some(race), _) => (Sought::Race, vec![race.first.event, race.second.event]),
            (None, FaultKind::Deadlock | FaultKind::Livelock) => {
                let places = confirm::locations(finding.related.iter().map(|waiter| &waiter.place));
                (Sought::Deadlock(finding.kind, places), (0..steps.len()).collect())
            }
            (None, kind) => {
                let last = steps.len().checked_sub(1);
                (Sought::Fault(kind, finding.place.location().cloned()), last.into_iter().collect())
            }
        };
        let started = Instant::now();
        let (tries, steps_tried) = (0, 0);
        Puzzle {
            machine,
            start,
            steps,
            transactions,
            before,
            ends,
            sought,
            tries,
            steps_tried,
            started,
            patience,
        }
    }

    /// The best order that is found.
    fn solve(&mut self) -> Vec<usize> {
        let mut best: Vec<usize> = (0..self.steps.len()).collect();
        let needed = self.past(&self.ends);
        for rule in [Rule::LongestRun, Rule::Earliest] {
            let order = self.linearize(&needed, rule);
            if let Some(length) = self.improves(&order, &best) {
                best = order[..length].to_vec();
            }
        }
        while let Some(better) = self.better(&best) {
            best = better;
        }
        best
    }

    /// The first move that makes it simpler.
    fn better(&mut self, best: &[usize]) -> Option<Vec<usize>> {
        for block in 0..=switches(&self.steps, best) {
            if self.is_over() {
                break;
            }
            for order in self.moves(best, block) {
                if let Some(length) = self.improves(&order, best) {
                    return Some(order[..length].to_vec());
                }
            }
        }
        None
    }

    /// These steps and all that happen before them.
    fn past(&self, ends: &[usize]) -> Vec<bool> {
        let mut past = vec![false; self.steps.len()];
        for end in ends {
            past[*end] = true;
        }
        for step in (0..self.steps.len()).rev() {
            if past[step] {
                self.before[step].iter().for_each(|before| past[*before] = true);
            }
        }
        past
    }

    /// How many steps of the order it takes to the bug, if it is simpler and has it.
    fn improves(&mut self, order: &[usize], best: &[usize]) -> Option<usize> {
        let measure = |order: &[usize]| (switches(&self.steps, order), order.len());
        let splits = || !transaction::are_contiguous(order.iter().map(|step| self.transactions[*step]));
        if measure(order) >= measure(best) || splits() {
            return None;
        }
        self.tries += 1;
        self.steps_tried += order.len();
        if self.is_over() {
            return None;
        }
        match self.sought {
            Sought::Race => self.keeps_order(order).then_some(order.len()),
            _ => self.shows(order),
        }
    }

    /// Whether enough was tried.
    fn is_over(&self) -> bool {
        self.tries > MOST_TRIES
            || self.steps_tried > MOST_STEPS
            || self.started.elapsed() > MOST_TIME
            || self.patience.is_short()
    }

    fn keeps_order(&self, order: &[usize]) -> bool {
        let mut done = vec![false; self.steps.len()];
        order.iter().all(|step| {
            done[*step] = true;
            self.before[*step].iter().all(|before| done[*before])
        })
    }

    /// Replays an order on the machine.
    fn shows(&mut self, order: &[usize]) -> Option<usize> {
        self.machine.rewind(self.start);
        for (done, step) in order.iter().enumerate() {
            if self.patience.is_short() {
                return None;
            }
            let (thread, choice) = self.steps[*step];
            pending(&self.machine, thread, choice).ok()?;
            match (self.machine.step(thread, choice).ok()?.outcome, &self.sought) {
                (Step::Ran | Step::Finished, _) | (Step::Vain, Sought::Deadlock(..)) => {}
                (Step::Fault(fault), Sought::Fault(kind, location)) => {
                    let place = Place { thread, stack: fault.stack };
                    return (fault.kind == *kind && place.location() == location.as_ref())
                        .then_some(done + 1);
                }
                _ => return None,
            }
        }
        let Sought::Deadlock(kind, places) = &self.sought else { return None };
        let waiters = waiting_at_end(&mut self.machine);
        let same_kind = confirm::kind_of(waiters.iter().map(|waiter| &waiter.operation)) == *kind;
        let found = confirm::locations(waiters.iter().map(|waiter| &waiter.place));
        (same_kind && found == *places).then_some(order.len())
    }
}

/// Which thread runs when the last one cannot.
#[derive(Clone, Copy)]
enum Rule {
    /// The one that can do most without the others.
    LongestRun,
    /// The one whose next step is the earliest.
    Earliest,
}

impl Puzzle {
    /// The needed steps in an order that keeps to happens-before, with few context switches.
    fn linearize(&self, needed: &[bool], rule: Rule) -> Vec<usize> {
        let mut waiting: Vec<Vec<usize>> = Vec::new();
        for step in (0..self.steps.len()).rev().filter(|step| needed[*step]) {
            let thread = self.steps[step].0.index();
            if waiting.len() <= thread {
                waiting.resize(thread + 1, Vec::new());
            }
            waiting[thread].push(step);
        }
        let (mut done, mut order) = (vec![false; self.steps.len()], Vec::new());
        loop {
            let runs = waiting.iter().map(|waiting| self.run(waiting, &done));
            let able = runs.enumerate().filter(|(_, run)| *run > 0);
            let next = match rule {
                Rule::LongestRun => able.max_by_key(|(thread, run)| (*run, usize::MAX - thread)),
                Rule::Earliest => able.min_by_key(|(thread, _)| waiting[*thread].last().copied()),
            };
            let Some((thread, run)) = next else { return order };
            for _ in 0..run {
                let step = waiting[thread].pop().unwrap_or_default();
                done[step] = true;
                order.push(step);
            }
        }
    }

    /// How many steps a thread can do; those that wait, the last one first.
    fn run(&self, waiting: &[usize], done: &[bool]) -> usize {
        let first = waiting.last().copied().unwrap_or_default();
        let is_free = |step: &usize| {
            let own = |before: usize| before >= first && self.steps[before].0 == self.steps[*step].0;
            self.before[*step].iter().all(|before| done[*before] || own(*before))
        };
        waiting.iter().rev().take_while(|step| is_free(step)).count()
    }

    /// Orders in which a block of steps has moved to the next one of its thread, or that one to it, or in which it is left
    /// out with all that the thread does later.
    fn moves(&self, order: &[usize], block: usize) -> Vec<Vec<usize>> {
        let thread = |step: &usize| self.steps[*step].0;
        let blocks: Vec<&[usize]> = order.chunk_by(|a, b| thread(a) == thread(b)).collect();
        let Some(moved) = blocks.get(block) else { return Vec::new() };
        let same = |other: &&[usize]| thread(&other[0]) == thread(&moved[0]);
        let mut moves = Vec::new();
        if let Some(next) = blocks.iter().skip(block + 1).position(same).map(|next| block + 1 + next) {
            let (mut earlier, mut later) = (blocks.clone(), blocks.clone());
            earlier[block + 1..=next].rotate_right(1);
            later[block..next].rotate_left(1);
            moves.extend([earlier.concat(), later.concat()]);
        }
        if matches!(self.sought, Sought::Fault(..)) {
            let (before, after) = blocks.split_at(block);
            let after = after.iter().filter(|other| !same(other));
            moves.push(before.iter().chain(after).copied().collect::<Vec<_>>().concat());
        }
        moves
    }
}
