//! What threads have done since they last left something behind. It is kept at every step, with undo: so visits are shared with what undo
//! keeps.

use std::sync::Arc;

use mazurka_machine::{Operation, Range, ThreadId};

use super::change::{Change, adds_to};
use super::effect::{Effect, asks, reads};
use super::later::Look;
use crate::memory::MemoryMark;

/// What the threads have done since they last left something behind.
#[derive(Default)]
pub(in crate::vm) struct Attempts {
    /// By thread.
    threads: Vec<Attempt>,
    past: Vec<(ThreadId, Attempt)>,
    /// How many threads have visits.
    active: usize,
    /// How much the threads have taken, and overwritten.
    shown: usize,
    /// How often it was tried whether threads go round that do not come back alone.
    rounds: u32,
}

/// It is not tried more often than this.
const MOST_ROUNDS: u32 = 8;

/// What a thread has done since it last left something behind.
#[derive(Clone, Default)]
pub(super) struct Attempt {
    pub visits: Visits,
    /// Of all visits since it last left something behind, the least first free byte of its stack.
    pub lowest: Option<u64>,
    /// How many steps had plain accesses that may race, if these count.
    pub accesses: u32,
    /// It has made a vain iteration with such accesses.
    is_spared: bool,
    /// What it has taken since the first of them, and not given back, and the numbers that it has changed, and not changed back; the
    /// last one last.
    pub taken: Vec<Taken>,
    /// What it has written by plain accesses since the first of them: others notice that only by a race.
    pub written: Vec<Range>,
    /// The atomic stores of what was there already.
    pub stores: Stores,
    /// How many steps it has made.
    pub steps: u32,
    /// The local state after its last step: other threads may change it.
    pub last: u128,
    /// It was stopped after a vain iteration.
    is_stopped: bool,
}

/// The states that it was in. They are never changed: a list that has become longer or shorter has a part in common with the one before.
#[derive(Clone, Default)]
pub(super) struct Visits(Option<Arc<Visited>>);

struct Visited {
    visit: Visit,
    before: Visits,
    number: usize,
}

/// A state that it was in.
pub(super) struct Visit {
    pub local: u128,
    pub memory: MemoryMark,
    /// The first free byte of its stack.
    pub stack: u64,
    /// How much it had taken.
    pub taken: usize,
    /// How many steps had plain accesses up to then.
    pub accesses: u32,
    /// How much it had written.
    pub written: usize,
    /// How many such stores it had made.
    pub stores: usize,
    /// How many steps it had made.
    pub steps: u32,
    /// What it was about to read.
    pub look: Option<Look>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taken {
    object: Range,
    /// If it is a number.
    change: Option<Change>,
    /// Another thread has asked for it since.
    is_seen: bool,
    /// Another thread has added to the number since.
    is_added_to: bool,
}

/// Atomic stores of what was there already.
#[derive(Clone, Default)]
pub(super) struct Stores {
    pub made: usize,
    /// Those that the thread has not overwritten itself.
    last: Vec<Store>,
    round: Option<Round>,
}

#[derive(Clone)]
struct Store {
    range: Range,
    number: usize,
    /// Another thread has read there since.
    is_seen: bool,
}

/// An iteration that has done nothing but to make such stores.
#[derive(Clone)]
struct Round {
    /// How many stores there were at its beginning, and at its end.
    since: usize,
    until: usize,
    /// How many steps had plain accesses at its beginning.
    accesses: u32,
    /// How much was taken. The thread is not stopped while it has more: it would not come back from there.
    taken: usize,
}

/// More states than this are not compared.
pub(super) const MOST_VISITS: usize = 48;

#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct AttemptsMark(usize);

impl Attempts {
    pub(crate) fn mark(&self) -> AttemptsMark {
        AttemptsMark(self.past.len())
    }

    pub(crate) fn rewind(&mut self, to: AttemptsMark) {
        for (thread, attempt) in self.past.drain(to.0..).rev() {
            let now = &mut self.threads[thread.index()];
            self.active -= usize::from(!now.visits.is_empty());
            self.active += usize::from(!attempt.visits.is_empty());
            self.shown = self.shown + attempt.shown() - now.shown();
            *now = attempt;
        }
    }

    /// Whether no thread is in a loop in which it may come back.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.active == 0
    }

    #[inline]
    pub(super) fn of(&self, thread: ThreadId) -> Option<&Attempt> {
        self.threads.get(thread.index()).filter(|attempt| !attempt.visits.is_empty())
    }

    /// The threads that were stopped.
    pub(super) fn stopped(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let numbered = (0..).map(ThreadId).zip(&self.threads);
        numbered.filter(|(_, attempt)| attempt.is_stopped).map(|(thread, _)| thread)
    }

    /// To be asked before it is tried whether threads go round.
    pub(super) fn may_go_round(&mut self) -> bool {
        self.rounds = self.rounds.saturating_add(1);
        self.rounds <= MOST_ROUNDS
    }

    /// Whether a thread has done something that others may notice.
    pub(super) fn may_show(&self) -> bool {
        self.shown > 0
    }

    /// To be called before [`Attempts::update`], once in a step.
    pub(super) fn save(&mut self, thread: ThreadId) {
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, Attempt::default);
        }
        self.past.push((thread, self.threads[thread.index()].clone()));
    }

    pub(super) fn update(&mut self, thread: ThreadId, change: impl FnOnce(&mut Attempt)) {
        let attempt = &mut self.threads[thread.index()];
        self.active -= usize::from(!attempt.visits.is_empty());
        self.shown -= attempt.shown();
        change(attempt);
        self.active += usize::from(!attempt.visits.is_empty());
        self.shown += attempt.shown();
    }

    pub(super) fn change(&mut self, thread: ThreadId, change: impl FnOnce(&mut Attempt)) {
        self.save(thread);
        self.update(thread, change);
    }

    /// The thread is not in such a loop.
    #[inline]
    pub(super) fn forget(&mut self, thread: ThreadId) {
        if self.of(thread).is_some() {
            self.change(thread, Attempt::begin_again);
        }
    }

    /// A step of `thread` may show it what others have taken, or overwritten.
    pub(super) fn show_to(&mut self, thread: ThreadId, operation: &Operation) {
        if !self.may_show() {
            return;
        }
        for index in 0..self.threads.len() {
            let other = ThreadId(index as u16);
            let is_taken_shown = |taken: &Taken| !taken.is_seen && asks(operation, taken.object);
            let is_added_to = |taken: &Taken| !taken.is_added_to && adds_to(operation, taken.object);
            let is_noticed = |taken: &Taken| is_taken_shown(taken) || is_added_to(taken);
            let is_store_shown = |store: &Store| !store.is_seen && reads(operation, store.range);
            let Attempt { taken, stores, .. } = &self.threads[index];
            if other != thread && (taken.iter().any(is_noticed) || stores.last.iter().any(is_store_shown)) {
                self.change(other, |attempt| {
                    for taken in &mut attempt.taken {
                        taken.is_seen |= is_taken_shown(taken);
                        taken.is_added_to |= is_added_to(taken);
                    }
                    attempt.stores.last.iter_mut().for_each(|store| store.is_seen |= is_store_shown(store));
                });
            }
        }
    }
}

impl Attempt {
    /// That of a thread that was in this state, and has done nothing since.
    pub(super) fn at(visit: Visit) -> Attempt {
        let mut attempt = Attempt { lowest: Some(visit.stack), ..Attempt::default() };
        attempt.visits.push(visit);
        attempt
    }

    /// It has left something behind.
    fn begin_again(&mut self) {
        self.visits = Visits::default();
        self.lowest = None;
        self.taken.clear();
        self.written.clear();
        self.stores = Stores::default();
        self.is_spared = false;
    }

    pub(super) fn stop(&mut self) {
        self.begin_again();
        self.is_stopped = true;
    }

    /// It is back where it was. `true`: for the first time with accesses.
    pub(super) fn is_spared_now(&mut self, accesses_then: u32) -> bool {
        let is_first = !self.is_spared && self.accesses > accesses_then;
        if is_first {
            self.is_spared = true;
            self.visits = Visits::default();
            self.stores.round = None;
        }
        is_first
    }

    /// It is in this state.
    pub(super) fn visit(&mut self, visit: Visit) {
        if self.visits.len() == MOST_VISITS {
            self.begin_again();
        }
        let Attempt { accesses, steps, .. } = *self;
        let (taken, written, stores) = (self.taken.len(), self.written.len(), self.stores.made);
        self.lowest = Some(self.lowest.map_or(visit.stack, |lowest| lowest.min(visit.stack)));
        self.visits.push(Visit { taken, accesses, written, stores, steps, ..visit });
    }

    fn shown(&self) -> usize {
        self.taken.len() + self.stores.last.len()
    }

    /// It is where it was at a visit, but for stores since then.
    pub(super) fn come_round(&mut self, since: usize, accesses: u32) {
        let (until, taken) = (self.stores.made, self.taken.len());
        self.stores.round.get_or_insert(Round { since, until, accesses, taken });
    }

    /// If it has come back to where it was, and all that it has stored on the way is overwritten: how many of its steps had plain accesses
    /// when it was there first.
    pub(super) fn has_overwritten_round(&self) -> Option<u32> {
        let round = self.stores.round.as_ref()?;
        let is_of_round = |store: &Store| (round.since..round.until).contains(&store.number);
        let is_over = round.taken == self.taken.len() && !self.stores.last.iter().any(is_of_round);
        is_over.then_some(round.accesses)
    }

    fn take(&mut self, object: Range, change: Option<Change>) {
        self.taken.push(Taken { object, change, is_seen: false, is_added_to: false });
    }

    fn give(&mut self, object: Range) {
        match self.taken.iter().rposition(|taken| taken.object == object) {
            Some(at) if !self.taken[at].is_seen => self.has_given(at),
            // It had it before, or others know that it had it.
            _ => self.begin_again(),
        }
    }

    fn has_given(&mut self, at: usize) {
        self.taken.remove(at);
        // Those that came later had taken no less.
        while self.visits.last().is_some_and(|visit| visit.taken > at) {
            self.visits.pop();
        }
    }

    fn change(&mut self, change: Change) {
        let range = change.range;
        let is_undone = |taken: &Taken| {
            !taken.is_seen
                && taken.change.is_some_and(|earlier| earlier.is_undone_by(&change, taken.is_added_to))
        };
        let stores_there = self.stores.last.iter().any(|store| store.range.overlaps(range));
        match self.taken.iter().rposition(|taken| taken.object.overlaps(range)) {
            Some(at) if is_undone(&self.taken[at]) => self.has_given(at),
            _ if change.can_be_undone() && !stores_there => self.take(range, Some(change)),
            _ => self.begin_again(),
        }
    }

    pub(super) fn make(&mut self, effect: &Effect) {
        match effect {
            Effect::Lasts => self.begin_again(),
            Effect::None => {}
            Effect::Takes(object) => self.take(*object, None),
            Effect::Gives(objects) => objects.iter().for_each(|object| self.give(*object)),
            Effect::Changes(change) => self.change(*change),
            Effect::Stores(range) => {
                let is_changed = self.taken.iter().any(|taken| taken.object.overlaps(*range));
                if is_changed || !self.stores.make(*range) {
                    self.begin_again();
                }
            }
        }
    }
}

impl Stores {
    /// `false`: others may know what was there from an earlier one.
    fn make(&mut self, range: Range) -> bool {
        if self
            .last
            .iter()
            .any(|store| store.range.overlaps(range) && (store.range != range || store.is_seen))
        {
            return false;
        }
        self.last.retain(|store| store.range != range);
        self.last.push(Store { range, number: self.made, is_seen: false });
        self.made += 1;
        true
    }
}

impl Visits {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |visited| visited.number)
    }

    /// The last one first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Visit> {
        self.each().map_while(Visits::last)
    }

    pub(super) fn last(&self) -> Option<&Visit> {
        self.0.as_ref().map(|visited| &visited.visit)
    }

    /// All up to this one, which is the last one of these, and so on.
    pub(super) fn each(&self) -> impl Iterator<Item = &Visits> {
        std::iter::successors(Some(self), |visits| Some(&visits.0.as_ref()?.before))
    }

    /// All but the last one.
    pub(super) fn earlier(&self) -> Option<&Visits> {
        self.0.as_ref().map(|visited| &visited.before)
    }

    fn push(&mut self, visit: Visit) {
        let (number, before) = (self.len() + 1, std::mem::take(self));
        self.0 = Some(Arc::new(Visited { visit, before, number }));
    }

    fn pop(&mut self) {
        if let Some(visited) = self.0.take() {
            *self = visited.before.clone();
        }
    }
}
