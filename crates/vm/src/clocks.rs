//! When shared objects were last used, in virtual time, with undo.
//!
//! Every thread has its own clock. Time must not run backwards along happens-before, so an operation takes place no
//! earlier than the earlier operations that it depends on: it first raises its thread's clock to the times stored here for
//! the bytes it uses, and then stores its own time there.
//!
//! Operations that commute must not raise each other's clock, or the state would depend on their order. So there are
//! three times for every byte, one for each kind of [`Use`], and a use raises the clock to those that it depends on.
//!
//! Only programs that read a clock can observe this. For all others nothing is stored.

use std::collections::BTreeMap;

use mazurka_machine::{Family, Range, Update, Use};
use xxhash_rust::xxh3::xxh3_128_with_seed;

#[derive(Default)]
pub struct Clocks {
    kept: bool,
    /// Disjoint ranges of bytes that share their times, by the first byte.
    cells: BTreeMap<u64, Cell>,
    /// What cells were before they changed.
    past: Vec<(u64, Option<Cell>)>,
    /// The sum of the cells' hashes.
    sum: u128,
}

/// A time is 0 where a later one makes it irrelevant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Cell {
    end: u64,
    written: u64,
    read: u64,
    updated: u64,
    /// Of the updates.
    family: Option<Family>,
}

#[derive(Clone, Copy, Debug)]
pub struct ClocksMark(usize);

impl Clocks {
    pub fn new(kept: bool) -> Clocks {
        Clocks { kept, ..Clocks::default() }
    }

    pub fn are_kept(&self) -> bool {
        self.kept
    }

    pub fn mark(&self) -> ClocksMark {
        ClocksMark(self.past.len())
    }

    pub fn rewind(&mut self, to: ClocksMark) {
        for (start, cell) in self.past.split_off(to.0).into_iter().rev() {
            self.replace(start, cell);
        }
    }

    pub fn undo_bytes(&self) -> usize {
        self.past.capacity() * size_of::<(u64, Option<Cell>)>()
    }

    pub fn fingerprint(&self) -> u128 {
        self.sum
    }

    /// [`Clocks::fingerprint`] from all cells rather than from the changes: slow, to check the other one.
    pub fn fingerprint_afresh(&self) -> u128 {
        self.cells.iter().fold(0, |sum, (start, cell)| sum.wrapping_add(cell.hash(*start)))
    }

    /// The time of the latest use of some of these bytes that such a use depends on.
    pub fn latest(&self, range: Range, used: Use) -> u64 {
        let overlapping = self.cells.range(..end_of(range)).rev();
        let overlapping = overlapping.take_while(|(_, cell)| cell.end > range.start);
        overlapping.map(|(_, cell)| cell.latest(used)).max().unwrap_or(0)
    }

    /// The bytes were used at this time.
    pub fn stamp(&mut self, range: Range, used: Use, time: u64) {
        if !self.kept || range.length == 0 {
            return;
        }
        if used == Use::Write {
            self.forget(range);
            self.set(range.start, Cell { end: end_of(range), written: time, ..Cell::default() });
            return;
        }
        let mut start = range.start;
        for (at, cell) in self.inside(range) {
            self.set(start, Cell { end: at, ..Cell::default() }.with(used, time));
            self.set(at, cell.with(used, time));
            start = cell.end;
        }
        self.set(start, Cell { end: end_of(range), ..Cell::default() }.with(used, time));
    }

    /// Nothing was used here.
    pub fn forget(&mut self, range: Range) {
        for (start, _) in self.inside(range) {
            self.change(start, None);
        }
    }

    /// The cells of some bytes; those that reach beyond them are cut in two first.
    fn inside(&mut self, range: Range) -> Vec<(u64, Cell)> {
        let end = end_of(range);
        for cut in [range.start, end] {
            if let Some((&start, &cell)) = self.cells.range(..cut).next_back()
                && cell.end > cut
            {
                self.set(start, Cell { end: cut, ..cell });
                self.set(cut, cell);
            }
        }
        self.cells.range(range.start..end).map(|(&start, &cell)| (start, cell)).collect()
    }

    /// Bytes that were not used have no cell.
    fn set(&mut self, start: u64, cell: Cell) {
        let is_used = cell != Cell { end: cell.end, ..Cell::default() };
        let set = is_used.then_some(cell);
        if start < cell.end && self.cells.get(&start) != set.as_ref() {
            self.change(start, set);
        }
    }

    fn change(&mut self, start: u64, cell: Option<Cell>) {
        let before = self.replace(start, cell);
        self.past.push((start, before));
    }

    fn replace(&mut self, start: u64, cell: Option<Cell>) -> Option<Cell> {
        let before = match cell {
            Some(cell) => self.cells.insert(start, cell),
            None => self.cells.remove(&start),
        };
        let hash = |cell: Option<Cell>| cell.map_or(0, |cell| cell.hash(start));
        self.sum = self.sum.wrapping_sub(hash(before)).wrapping_add(hash(cell));
        before
    }
}

impl Cell {
    fn latest(&self, used: Use) -> u64 {
        match used {
            Use::Read => self.written.max(self.updated),
            Use::Commuting(family) if self.family == Some(family) => self.written.max(self.read),
            Use::Commuting(_) | Use::Write => self.written.max(self.read).max(self.updated),
        }
    }

    /// After a use that is not a write.
    fn with(mut self, used: Use, time: u64) -> Cell {
        match used {
            Use::Read => self.read = self.read.max(time),
            Use::Commuting(family) if self.family == Some(family) => self.updated = self.updated.max(time),
            Use::Commuting(family) => {
                // The next updates of this family depend on those of the other.
                self.written = self.written.max(self.updated);
                (self.updated, self.family) = (time, Some(family));
            }
            Use::Write => (self.written, self.read, self.updated) = (time, 0, 0),
        }
        if self.read <= self.written {
            self.read = 0;
        }
        if self.updated <= self.written {
            (self.updated, self.family) = (0, None);
        }
        self
    }

    fn hash(&self, start: u64) -> u128 {
        let family = match self.family {
            None => 0,
            Some(Family::Readers) => 1,
            Some(Family::Departures) => 2,
            Some(Family::Arrivals) => 3,
            Some(Family::Decrements) => 4,
            Some(Family::Updates(update)) => 5 + number(update),
        };
        let words = [start, self.end, self.written, self.read, self.updated, family];
        xxh3_128_with_seed(words.map(u64::to_le_bytes).as_flattened(), SEED)
    }
}

fn number(update: Update) -> u64 {
    match update {
        Update::Opaque => 0,
        Update::Add => 1,
        Update::And => 2,
        Update::Or => 3,
        Update::Xor => 4,
        Update::Max => 5,
        Update::Min => 6,
        Update::UnsignedMax => 7,
        Update::UnsignedMin => 8,
        Update::Decrement(_) => 9,
        Update::AddInOrder => 10,
        Update::InOrder => 11,
    }
}

/// Separates these hashes from others in a state's sum.
const SEED: u64 = 0x636c_6f63_6b73;

fn end_of(range: Range) -> u64 {
    range.start.saturating_add(range.length)
}

#[cfg(test)]
mod tests {
    use mazurka_machine::toy::Random;

    use super::*;

    const ADD: Use = Use::Commuting(Family::Updates(Update::Add));
    const OR: Use = Use::Commuting(Family::Updates(Update::Or));
    const SHARE: Use = Use::Commuting(Family::Readers);

    fn bytes(start: u64, length: u64) -> Range {
        Range { start, length }
    }

    /// A thread at this time uses some bytes. Returns its time afterwards.
    fn operate(clocks: &mut Clocks, clock: u64, (range, used): (Range, Use)) -> u64 {
        let time = clock.max(clocks.latest(range, used));
        clocks.stamp(range, used, time);
        time
    }

    #[test]
    fn time_passes_to_what_depends_on_it() {
        for (first, second, passes) in [
            (Use::Write, Use::Write, true),
            (Use::Write, Use::Read, true),
            (Use::Read, Use::Write, true),
            (Use::Read, Use::Read, false),
            (Use::Read, ADD, true),
            (ADD, Use::Read, true),
            (ADD, ADD, false),
            (ADD, OR, true),
            (SHARE, SHARE, false),
            (SHARE, Use::Write, true),
            (Use::Write, SHARE, true),
        ] {
            let mut clocks = Clocks::new(true);
            operate(&mut clocks, 7, (bytes(0, 8), first));
            let now = operate(&mut clocks, 3, (bytes(4, 8), second));
            assert_eq!(now, if passes { 7 } else { 3 }, "{first:?} and {second:?}");
            assert_eq!(operate(&mut clocks, 1, (bytes(12, 4), Use::Write)), 1, "these bytes are others");
        }
    }

    #[test]
    fn updates_of_one_family_come_after_those_of_another() {
        let mut clocks = Clocks::new(true);
        operate(&mut clocks, 7, (bytes(0, 8), ADD));
        assert_eq!(operate(&mut clocks, 2, (bytes(0, 8), OR)), 7);
        assert_eq!(operate(&mut clocks, 1, (bytes(0, 8), OR)), 7, "this one comes after the addition, too");
    }

    #[test]
    fn where_nothing_is_kept_no_time_passes() {
        let mut clocks = Clocks::new(false);
        operate(&mut clocks, 7, (bytes(0, 8), Use::Write));
        assert_eq!((operate(&mut clocks, 1, (bytes(0, 8), Use::Read)), clocks.fingerprint()), (1, 0));
    }

    /// The time of a thread, and what it does.
    fn random_use(random: &mut Random) -> (u64, (Range, Use)) {
        let used = random.one_of(&[Use::Read, Use::Write, ADD, OR, SHARE]);
        let range = bytes(random.below(12) as u64, 1 + random.below(6) as u64);
        (random.below(9) as u64, (range, used))
    }

    fn commute((x, first): (Range, Use), (y, second): (Range, Use)) -> bool {
        let equal_updates = first == second && matches!(first, Use::Commuting(_)) && x == y;
        !x.overlaps(y) || first == Use::Read && second == Use::Read || equal_updates
    }

    #[test]
    fn uses_that_commute_lead_to_the_same_times_in_both_orders() {
        let (mut random, mut pairs) = (Random::new(1), 0);
        for _ in 0..2_000 {
            let mut clocks = Clocks::new(true);
            for _ in 0..random.below(12) {
                let (clock, used) = random_use(&mut random);
                operate(&mut clocks, clock, used);
            }
            let (mark, before) = (clocks.mark(), clocks.fingerprint());
            let (a, b) = (random_use(&mut random), random_use(&mut random));
            if !commute(a.1, b.1) {
                continue;
            }
            let one = (operate(&mut clocks, a.0, a.1), operate(&mut clocks, b.0, b.1), clocks.fingerprint());
            assert_eq!(clocks.fingerprint(), clocks.fingerprint_afresh());
            clocks.rewind(mark);
            assert_eq!((clocks.fingerprint(), clocks.fingerprint_afresh()), (before, before));
            let second = operate(&mut clocks, b.0, b.1);
            let other = (operate(&mut clocks, a.0, a.1), second, clocks.fingerprint());
            assert_eq!(one, other, "{a:?} and {b:?}");
            pairs += 1;
        }
        assert!(pairs > 500, "only {pairs} pairs were checked");
    }
}
