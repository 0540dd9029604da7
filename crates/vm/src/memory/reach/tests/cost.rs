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
        check(&list.memory);
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
        self.is_private(new);
    }

    fn is_private(&self, block: u64) -> bool {
        !self.memory.is_reached_by_another(A, Range { start: block, length: 8 })
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

    /// Threads with the list as their argument are created, end with it as their result, and are joined, as often as a search
    /// backtracks. Main reaches it all the while.
    fn start_threads(&mut self) -> usize {
        let (head, last) = (self.word(self.head), self.word(self.tail));
        registers(&self.memory, MAIN, &[head]);
        [A, B].iter().for_each(|thread| registers(&self.memory, *thread, &[]));
        check(&self.memory);
        let own = block(&mut self.memory, A, 24);
        let start_and_end = |list: &mut List| {
            for thread in [A, B] {
                registers(&list.memory, thread, &[head, own]);
                assert!(!list.is_private(last));
                list.memory.set_roots(thread, Roots::new(Vec::new(), Some(head), None));
                assert!(!list.is_private(head));
                registers(&list.memory, thread, &[]);
                assert!(!list.is_private(head) && list.is_private(own));
            }
        };
        start_and_end(self);
        let before = self.sync();
        (0..20).for_each(|_| start_and_end(self));
        let work = self.sync() - before;
        check(&self.memory);
        work
    }

    /// The list is handed from thread to thread: what they have lost is not looked at where they have nothing left.
    fn hand_over(&mut self) -> usize {
        let head = self.word(self.head);
        self.point(self.head, 0);
        self.point(self.tail, 0);
        let mut before = 0;
        for round in 0..20 {
            for (from, to) in [(A, B), (B, A)] {
                registers(&self.memory, from, &[]);
                registers(&self.memory, to, &[head]);
                let range = Range { start: head, length: 8 };
                let is_private = |thread| !self.memory.is_reached_by_another(thread, range);
                assert!(is_private(to) && !is_private(from));
            }
            if round == 0 {
                before = self.sync();
            }
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

#[test]
fn threads_that_come_and_go_cost_no_more_where_a_list_is_longer() {
    for doubly in [false, true] {
        let new = |length| List::new(length, local(MAIN), doubly);
        for work in [
            [30, 300, 3000].map(|length| new(length).start_threads()),
            [30, 300, 3000].map(|length| new(length).hand_over()),
        ] {
            assert!(work[2] <= work[0] + 10 && work[1] <= work[0] + 10, "{doubly}: {work:?}");
        }
    }
}
