//! What it costs to keep up depends on what changes, not on how much is reached.

use super::*;

/// A list of blocks of A's, with `head` as its first pointer, and `tail` to the last element.
struct List {
    memory: Memory,
    head: u64,
    tail: u64,
    is_doubly_linked: bool,
}

const NEXT: u64 = 0;
const PREVIOUS: u64 = 8;

impl List {
    fn new(length: usize, head: u64, is_doubly_linked: bool) -> List {
        let mut list = List { memory: memory(), head, tail: head + 8, is_doubly_linked };
        for _ in 0..length {
            list.push();
        }
        // Two threads can reach the list, wherever it begins.
        [A, B].iter().for_each(|thread| registers(&list.memory, *thread, &[head]));
        list.sync();
        list
    }

    fn word(&mut self, at: u64) -> u64 {
        self.memory.load::<8>(at).expect("it is open")
    }

    fn point(&mut self, at: u64, to: u64) {
        point(&mut self.memory, at, to);
    }

    /// Puts an element at the head, as A would: it is in a register meanwhile.
    fn push(&mut self) -> u64 {
        let new = block(&mut self.memory, A, 24);
        registers(&self.memory, A, &[self.head, new]);
        let first = self.word(self.head);
        self.point(new + NEXT, first);
        if first == 0 {
            self.point(self.tail, new);
        } else if self.is_doubly_linked {
            self.point(first + PREVIOUS, new);
        }
        self.point(self.head, new);
        new
    }

    /// Takes the element at the head.
    fn pop(&mut self) -> u64 {
        let first = self.word(self.head);
        registers(&self.memory, A, &[self.head, first]);
        let next = self.word(first + NEXT);
        self.point(self.head, next);
        if self.is_doubly_linked {
            self.point(next + PREVIOUS, 0);
        }
        first
    }

    /// Puts an element at the tail.
    fn append(&mut self) {
        let new = block(&mut self.memory, A, 24);
        registers(&self.memory, A, &[self.head, new]);
        let last = self.word(self.tail);
        self.point(last + NEXT, new);
        if self.is_doubly_linked {
            self.point(new + PREVIOUS, last);
        }
        self.point(self.tail, new);
        self.memory.reached_by_another(A, Range { start: new, length: 8 });
    }

    fn is_private(&self, block: u64) -> bool {
        self.memory.reached_by_another(A, Range { start: block, length: 8 }).is_none()
    }

    fn sync(&self) -> usize {
        let reach = &mut *self.memory.reach.as_ref().expect("it is tracked").borrow_mut();
        reach.sync(&self.memory.regions);
        reach.graph.work
    }

    /// What a number of threads would do with it, and rewind.
    fn use_it(&mut self) -> usize {
        let before = self.sync();
        for round in 0..20 {
            let mark = self.memory.mark();
            let taken = self.pop();
            assert!(self.is_private(taken), "in round {round}");
            self.append();
            assert!(!self.is_private(self.word_at_tail()));
            self.memory.mark();
            let new = self.push();
            assert!(!self.is_private(new));
            let private = block(&mut self.memory, A, 64);
            self.point(private, taken);
            assert!(self.is_private(private) && self.is_private(taken));
            self.sync();
            if round % 2 == 0 {
                self.memory.rewind(mark);
                registers(&self.memory, A, &[self.head]);
                assert!(!self.is_private(taken));
            }
        }
        let work = self.sync() - before;
        check(&self.memory);
        work
    }

    /// One element takes the place of another at the head, at once: as where a search backtracks.
    fn replace_first(&mut self) -> usize {
        let first = self.pop();
        let other = block(&mut self.memory, B, 24);
        let rest = self.word(self.head);
        self.point(other + NEXT, rest);
        let before = self.sync();
        for n in 0..20 {
            self.point(self.head, if n % 2 == 0 { first } else { other });
            self.sync();
        }
        let work = self.sync() - before;
        check(&self.memory);
        work
    }

    fn word_at_tail(&self) -> u64 {
        u64::from_le_bytes(self.memory.peek_raw(self.tail))
    }
}

#[test]
fn a_longer_list_costs_no_more() {
    for (head, doubly) in [(SHARED, false), (SHARED, true), (local(MAIN), false), (local(MAIN), true)] {
        let work = [30, 300, 3000].map(|length| List::new(length, head, doubly).use_it());
        assert!(
            work[2] <= work[0] + work[0] / 4 && work[1] <= work[0] + work[0] / 4,
            "{head:x} {doubly}: {work:?}"
        );
    }
}

#[test]
fn it_costs_no_more_to_replace_the_first_element_of_a_longer_list() {
    let work = [30, 300, 3000].map(|length| List::new(length, SHARED, false).replace_first());
    assert!(work[2] <= work[0] + 10 && work[1] <= work[0] + 10, "{work:?}");
}
