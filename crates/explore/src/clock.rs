//! Clock vectors: for every event, the last event of each thread that happens before it (itself included).

use mazurka_machine::ThreadId;

/// One row an event, all rows equally long. An entry is an event's index plus one; 0 is "none".
#[derive(Default, Debug)]
pub(crate) struct Clocks {
    rows: Vec<u32>,
    width: usize,
    events: usize,
}

/// A clock under construction.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Clock(Vec<u32>);

impl Clocks {
    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u32>()
    }

    /// The clock of an event.
    pub(crate) fn row(&self, event: usize) -> &[u32] {
        &self.rows[event * self.width..(event + 1) * self.width]
    }

    /// The events from `first` on that do not have this event of this thread in their past.
    pub(crate) fn without(
        &self,
        thread: ThreadId,
        event: usize,
        first: usize,
    ) -> impl Iterator<Item = usize> + '_ {
        let entry = move |k: usize| self.rows[k * self.width + thread.index()];
        (first..self.events).filter(move |&k| entry(k) as usize <= event)
    }

    /// A new last row with room for the thread: the past of an earlier event, if any.
    pub(crate) fn push(&mut self, thread: ThreadId, past: Option<usize>) {
        if thread.index() >= self.width {
            self.widen((thread.index() + 1).next_power_of_two().max(4));
        }
        self.events += 1;
        match past {
            Some(event) => self.rows.extend_from_within(event * self.width..(event + 1) * self.width),
            None => self.rows.resize(self.events * self.width, 0),
        }
    }

    pub(crate) fn last(&self) -> &[u32] {
        &self.rows[self.rows.len() - self.width..]
    }

    /// Adds the past of an earlier event to the last row.
    pub(crate) fn join_last(&mut self, event: usize) {
        let (rows, last) = self.rows.split_at_mut((self.events - 1) * self.width);
        join(last, &rows[event * self.width..(event + 1) * self.width]);
    }

    pub(crate) fn set_last(&mut self, thread: ThreadId, event: usize) {
        let row = (self.events - 1) * self.width;
        self.rows[row + thread.index()] = event as u32 + 1;
    }

    pub(crate) fn pop(&mut self) {
        self.events -= 1;
        self.rows.truncate(self.events * self.width);
    }

    fn widen(&mut self, width: usize) {
        let mut rows = Vec::with_capacity(self.events * width);
        for event in 0..self.events {
            rows.extend_from_slice(self.row(event));
            rows.resize((event + 1) * width, 0);
        }
        (self.rows, self.width) = (rows, width);
    }
}

impl From<&[u32]> for Clock {
    fn from(row: &[u32]) -> Clock {
        Clock(row.to_vec())
    }
}

impl Clock {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn join(&mut self, other: &[u32]) {
        if self.0.len() < other.len() {
            self.0.resize(other.len(), 0);
        }
        join(&mut self.0, other);
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.0
    }

    pub(crate) fn copy_from(&mut self, row: &[u32]) {
        self.0.clear();
        self.0.extend_from_slice(row);
    }

    pub(crate) fn set(&mut self, thread: ThreadId, event: usize) {
        if self.0.len() <= thread.index() {
            self.0.resize(thread.index() + 1, 0);
        }
        self.0[thread.index()] = event as u32 + 1;
    }
}

/// Adds the entries of a clock to those of another, which is not shorter; most are as long as a few registers.
fn join(mine: &mut [u32], theirs: &[u32]) {
    let mine = &mut mine[..theirs.len()];
    let ((mine, mine_left), (theirs, theirs_left)) = (mine.as_chunks_mut::<4>(), theirs.as_chunks::<4>());
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine = std::array::from_fn(|i| mine[i].max(theirs[i]));
    }
    for (mine, theirs) in mine_left.iter_mut().zip(theirs_left) {
        *mine = (*mine).max(*theirs);
    }
}

/// Whether this event of this thread is in the past of a clock.
pub(crate) fn covers(clock: &[u32], thread: ThreadId, event: usize) -> bool {
    clock.get(thread.index()).is_some_and(|&last| last as usize > event)
}
