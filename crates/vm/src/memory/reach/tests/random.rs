//! Random changes of memory and registers, marks and rewinds: what is reached is the same from the changes and from scratch.

use mazurka_machine::toy::Random;

use super::*;
use crate::memory::MemoryMark;
use crate::memory::heap::Block;

const THREADS: [ThreadId; 3] = [MAIN, A, B];
const SHARED_WORDS: u64 = 4;

struct Subject {
    memory: Memory,
    random: Random,
    /// How far each stack is open, with what the threads' registers are, at every mark and now.
    marks: Vec<(MemoryMark, Local)>,
    now: Local,
}

#[derive(Clone, Default)]
struct Local {
    frames: [Vec<(u64, u64)>; 3],
    roots: [Roots; 3],
}

impl Subject {
    fn new(seed: u64) -> Subject {
        let mut memory = Memory::new(false);
        memory.set_reuse(true);
        memory.open(SHARED, 8 * SHARED_WORDS);
        memory.track_reach();
        if seed.is_multiple_of(2) {
            memory.reach.as_ref().expect("it is tracked").borrow_mut().graph.put_off_all();
        }
        memory.start_recording(true);
        let mut subject =
            Subject { memory, random: Random::new(seed), marks: Vec::new(), now: Local::default() };
        subject.mark();
        subject
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let limit = all.len();
        (limit > 0).then(|| all[self.below(limit)].clone())
    }

    fn mark(&mut self) {
        self.marks.push((self.memory.mark(), self.now.clone()));
    }

    fn blocks(&self, live: bool) -> Vec<Block> {
        THREADS
            .iter()
            .flat_map(|thread| self.memory.blocks(*thread))
            .filter(|block| block.live == live)
            .collect()
    }

    /// Start and size of all objects.
    fn objects(&self) -> Vec<(u64, u64)> {
        let blocks = self.blocks(true).into_iter().map(|block| (block.address, block.size));
        blocks.chain(self.now.frames.iter().flatten().copied()).collect()
    }

    /// An address in some object or just behind it, or in one that is freed; sometimes nowhere.
    fn pointer(&mut self) -> u64 {
        let (objects, freed) = (self.objects(), self.blocks(false));
        match self.below(8) {
            0 => 0,
            1 => self.one_of(&freed).map_or(7, |block| block.address),
            _ => match self.one_of(&objects) {
                Some((start, size)) => start + self.below(size as usize + 1) as u64,
                None => 0,
            },
        }
    }

    fn step(&mut self) {
        let thread = self.below(THREADS.len());
        match self.below(20) {
            0..3 if self.blocks(true).len() < 12 => {
                let size = self.below(90) as u64;
                self.memory.allocate(THREADS[thread], size, 16);
            }
            3..5 => {
                let live = self.blocks(true);
                if let Some(block) = self.one_of(&live) {
                    self.memory.free(block.address).expect("it is live");
                }
            }
            5 => self.push_frame(thread),
            6 => self.pop_frame(thread),
            7..13 => self.write_pointer(),
            13 => self.set_value(thread),
            14 => self.set_roots(thread),
            15 => self.mark(),
            16 if self.below(3) == 0 => self.rewind(),
            17 => self.forget(),
            _ => self.copy(),
        }
    }

    fn push_frame(&mut self, thread: usize) {
        let frames = &self.now.frames[thread];
        let start = frames.last().map_or(local(THREADS[thread]), |(start, size)| start + size + 16);
        if frames.len() < 4 {
            let (start, size) = (start.next_multiple_of(8), 1 + self.below(100) as u64);
            self.memory.open(start, size);
            self.now.frames[thread].push((start, size));
        }
    }

    fn pop_frame(&mut self, thread: usize) {
        if let Some((start, size)) = self.now.frames[thread].pop() {
            self.memory.close(start, size);
        }
    }

    fn write_pointer(&mut self) {
        let objects = self.objects();
        let shared = (SHARED, 8 * SHARED_WORDS);
        let object = if self.below(3) == 0 { None } else { self.one_of(&objects) };
        let (start, size) = object.unwrap_or(shared);
        if size >= 16 {
            // Mostly aligned words, as a program would write them.
            let slot = start.next_multiple_of(8) + 8 * self.below(size as usize / 8 - 1) as u64;
            let at = if self.below(16) == 0 { start + self.below(size as usize - 8) as u64 } else { slot };
            let to = self.pointer();
            self.memory.put::<8>(at, to).expect("it is open");
        }
    }

    fn copy(&mut self) {
        let objects = self.objects();
        if let (Some(from), Some(to)) = (self.one_of(&objects), self.one_of(&objects)) {
            self.memory.copy(to.0, from.0, from.1.min(to.1)).expect("both are open");
        }
    }

    /// Thread-specific data.
    fn set_value(&mut self, thread: usize) {
        let to = if self.below(2) == 0 { self.pointer() } else { 0 };
        self.memory.write_raw(value_of_key(THREADS[thread], 1), &to.to_le_bytes());
    }

    fn set_roots(&mut self, thread: usize) {
        let own = (0..self.below(3)).map(|_| self.pointer()).collect();
        let result = if self.below(8) == 0 { Some(self.pointer()) } else { None };
        self.now.roots[thread] = Roots::new(own, result, None);
        self.memory.set_roots(THREADS[thread], self.now.roots[thread].clone());
    }

    fn rewind(&mut self) {
        let kept = 1 + self.below(self.marks.len());
        self.marks.truncate(kept);
        let (mark, then) = self.marks.last().expect("one is kept");
        self.memory.rewind(*mark);
        self.now = then.clone();
        for (thread, roots) in THREADS.iter().zip(&self.now.roots) {
            self.memory.set_roots(*thread, roots.clone());
        }
    }

    /// Asks about some object: less is brought up to date than where all are compared.
    fn ask(&mut self) {
        let objects = self.objects();
        let Some((start, size)) = self.one_of(&objects).filter(|(_, size)| *size > 0) else { return };
        let thread = THREADS[self.below(THREADS.len())];
        let is_reached = self.memory.is_reached_by_another(thread, Range { start, length: 1 });
        let reach = self.memory.reach.as_ref().expect("it is tracked").borrow();
        let (roots, exposed) = (reach.mirror.roots(), reach.mirror.exposed());
        let by = &afresh::reached(&self.memory, roots, exposed)[&(start, start + size)];
        let is_another = |by: &Reacher| *by != Reacher::Thread(thread);
        assert_eq!(is_reached, by.iter().any(is_another), "{thread} at {start:x}: {by:?}");
    }

    fn forget(&mut self) {
        for block in self.blocks(false) {
            let is_root = |roots: &Roots| {
                roots.own.iter().chain(&roots.result).any(|word| block.extent().contains(word))
            };
            if !self.memory.has_pointer_into(block.extent()) && !self.now.roots.iter().any(is_root) {
                self.memory.forget_freed(&block);
            }
        }
    }
}

#[test]
fn after_any_changes_the_same_is_reached_as_from_scratch() {
    for seed in 0..100 {
        let mut subject = Subject::new(seed);
        let every = 1 + seed as usize % 7;
        for step in 0..800 {
            subject.step();
            if step % every == 0 {
                subject.ask();
            }
            if step % (5 * every) == 0 {
                check(&subject.memory);
            }
        }
    }
}
