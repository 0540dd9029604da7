//! Random programs: two to four threads that do a few things each, all of them with the same few objects.
//!
//! A program is about two or three families of constructs, so that its threads have to do with each other. Plain variables
//! belong to a lock and are accessed while it is held, except in programs that are racy on purpose.

mod atomics;
mod backoffs;
mod clocks;
mod heap;
mod locks;
mod loops;
mod objects;
mod sections;
mod signals;
mod structures;
mod tallies;
mod threads;
mod transactions;

use mazurka_machine::toy::Random;

use crate::program::{Program, Statement};

/// Makes a statement of its family. The bodies of statements are nested this deep at most.
type Family = fn(&mut Generator, usize) -> Statement;

/// By name, and how many of 100 programs are about it.
const FAMILIES: &[(Family, usize)] = &[
    (atomics::update, 50),
    (atomics::wait, 15),
    (atomics::publication, 12),
    (atomics::parts, 15),
    (atomics::fence, 4),
    (atomics::references, 12),
    (locks::mutex, 35),
    (locks::other_mutex, 15),
    (locks::rwlock, 15),
    (locks::spin, 10),
    (locks::overwritten, 2),
    (signals::condition, 15),
    (signals::semaphore, 15),
    (signals::barrier, 6),
    (signals::once, 8),
    (heap::exchange, 25),
    (heap::stack, 8),
    (heap::under_lock, 12),
    (heap::object, 10),
    (heap::private, 10),
    (objects::late, 18),
    (objects::pairs, 14),
    (objects::argument, 14),
    (objects::on_stack, 10),
    (objects::reuse, 12),
    (threads::nested, 8),
    (threads::local_address, 8),
    (threads::thread_local, 4),
];

/// What makes objects shared, and what is done with them.
const OBJECTS: &[(Family, usize)] = &[
    (objects::late, 20),
    (objects::pairs, 15),
    (objects::argument, 15),
    (objects::on_stack, 12),
    (objects::reuse, 12),
    (heap::exchange, 12),
    (heap::under_lock, 8),
    (heap::object, 6),
    (threads::nested, 6),
];

/// What is movable, what is not, and what comes between.
const MOVERS: &[(Family, usize)] = &[
    (transactions::nested, 20),
    (transactions::several_locks, 12),
    (transactions::protected_atomic, 10),
    (transactions::choices, 25),
    (transactions::stuck, 50),
    (transactions::published, 18),
    (locks::mutex, 15),
    (locks::other_mutex, 8),
    (locks::rwlock, 14),
    (locks::spin, 3),
    (signals::condition, 6),
    (signals::semaphore, 8),
    (atomics::update, 10),
    (atomics::wait, 3),
    (heap::under_lock, 8),
    (objects::pairs, 6),
    (objects::argument, 5),
    (threads::nested, 5),
];

/// What is built of objects, and how they go from thread to thread.
const STRUCTURES: &[(Family, usize)] = &[
    (structures::private, 6),
    (structures::list, 16),
    (structures::tree, 8),
    (structures::table, 12),
    (structures::handed_over, 20),
    (structures::by_thread, 12),
    (structures::members, 14),
    (structures::hidden, 10),
    (structures::short_lived, 12),
    (objects::late, 6),
    (heap::exchange, 5),
    (heap::object, 3),
    (transactions::published, 4),
    (signals::condition, 3),
];

/// Loops that wait, what ends them, and what observes them.
const LOOPS: &[(Family, usize)] = &[
    (loops::locked, 20),
    (loops::looks, 20),
    (loops::attempts, 18),
    (loops::retries, 18),
    (loops::transient, 18),
    (loops::observers, 12),
    (loops::counts, 10),
    (tallies::in_variables, 12),
    (tallies::behind_pointers, 12),
    (loops::lengths, 5),
    (loops::locals, 14),
    (backoffs::all, 14),
    (loops::barriers, 5),
    (atomics::wait, 5),
    (signals::condition, 3),
    (signals::semaphore, 3),
    (locks::mutex, 4),
    (heap::stack, 4),
    (atomics::references, 5),
];

/// Critical sections of one mutex, and what their order decides.
const SECTIONS: &[(Family, usize)] = &[
    (sections::mixed, 25),
    (sections::handed_over, 25),
    (transactions::nested, 8),
    (transactions::several_locks, 6),
    (transactions::published, 10),
    (heap::under_lock, 8),
    (atomics::wait, 3),
    (signals::barrier, 3),
    (loops::locked, 5),
    (threads::nested, 5),
    (atomics::references, 12),
];

/// Deadlines by the clock, and what observes who gives up.
const CLOCKS: &[(Family, usize)] =
    &[(clocks::deadlines, 60), (clocks::decisions, 6), (loops::locked, 10), (loops::attempts, 10)];

/// Nesting of critical sections, branches and loops.
const DEPTH: usize = 2;

pub(crate) struct Generator {
    random: Random,
    families: Vec<Family>,
    /// Whether plain variables are accessed without their lock, too.
    is_racy: bool,
    /// The plain variables of the locks that are held.
    guarded: Vec<&'static str>,
    /// The thread whose statements are made: 0 is main.
    thread: usize,
    /// Statements within helpers create no threads.
    in_helper: bool,
    /// Whether memory orders are drawn, or always sequentially consistent.
    weak_orders: bool,
    size: Size,
}

/// How large programs of a kind are.
#[derive(Clone, Copy)]
struct Size {
    /// They are about more families than this.
    families: usize,
    /// All of them are about these, too.
    always: &'static [Family],
    /// How many workers there are, drawn from these.
    workers: [usize; 10],
    /// How many statements each worker has at most, by the number of workers: the more threads, the more interleavings.
    statements: [usize; 4],
    /// One program of this many shows its final state.
    shows: usize,
}

const FOR_TRACES: Size = Size {
    families: 0,
    always: &[],
    workers: [1, 1, 1, 1, 1, 2, 2, 2, 2, 3],
    statements: [4, 4, 2, 1],
    shows: 4,
};

const FOR_ACCESSES: Size = Size {
    families: 1,
    always: &[],
    workers: [1, 1, 1, 1, 1, 2, 2, 2, 2, 2],
    statements: [5, 5, 3, 1],
    shows: 3,
};

const FOR_STATES: Size = Size {
    families: 1,
    always: &[],
    workers: [1, 1, 2, 2, 2, 2, 2, 2, 3, 3],
    statements: [5, 5, 3, 2],
    shows: 2,
};

const FOR_LOOPS: Size = Size {
    families: 1,
    always: &[loops::ends],
    workers: [1, 1, 1, 1, 2, 2, 2, 2, 2, 3],
    statements: [3, 3, 2, 1],
    shows: 2,
};

const FOR_CLOCKS: Size = Size {
    families: 0,
    always: &[loops::ends, clocks::deadlines],
    workers: [1, 1, 1, 1, 1, 1, 2, 2, 2, 2],
    statements: [2, 2, 1, 1],
    shows: 2,
};

const FOR_SECTIONS: Size = Size {
    families: 0,
    always: &[sections::parts, sections::parts],
    workers: [1, 1, 2, 2, 2, 2, 2, 2, 3, 3],
    statements: [4, 4, 3, 2],
    shows: 3,
};

/// The program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    about(FAMILIES, FOR_TRACES, 6, seed)
}

/// A program about objects that threads share part of the time, for searches where races are allowed.
pub(crate) fn sharing(seed: u64) -> Program {
    about(OBJECTS, FOR_TRACES, 2, seed)
}

/// A program of critical sections, choices and loops, for searches by transactions.
pub(crate) fn transactions(seed: u64) -> Program {
    about(MOVERS, FOR_STATES, 8, seed)
}

/// A program over structures on the heap, for searches where races are allowed.
pub(crate) fn structures(seed: u64) -> Program {
    about(STRUCTURES, FOR_ACCESSES, 2, seed)
}

/// A program of loops that wait.
pub(crate) fn loops(seed: u64) -> Program {
    about(LOOPS, FOR_LOOPS, 5, seed)
}

/// A program of timed waits with deadlines by the clock.
pub(crate) fn clocks(seed: u64) -> Program {
    about(CLOCKS, FOR_CLOCKS, 8, seed)
}

/// A program of critical sections of one mutex.
pub(crate) fn sections(seed: u64) -> Program {
    about(SECTIONS, FOR_SECTIONS, 8, seed)
}

/// One program in `racy` is racy on purpose.
fn about(all: &[(Family, usize)], size: Size, racy: usize, seed: u64) -> Program {
    let mut random = Random::new(seed);
    let is_racy = random.below(racy) == 0;
    let weak_orders = random.below(3) == 0;
    let mut families = Vec::new();
    while families.len() <= size.families || families.len() < 3 && random.below(3) == 0 {
        families.push(draw(all, &mut random));
    }
    families.extend(size.always);
    let mut generator = Generator {
        random,
        families,
        is_racy,
        guarded: Vec::new(),
        thread: 0,
        in_helper: false,
        weak_orders,
        size,
    };
    generator.program()
}

fn draw(families: &[(Family, usize)], random: &mut Random) -> Family {
    let total = families.iter().map(|(_, weight)| weight).sum();
    let mut left = random.below(total);
    for (family, weight) in families {
        match left.checked_sub(*weight) {
            None => return *family,
            Some(rest) => left = rest,
        }
    }
    unreachable!("what is drawn is below the total")
}

impl Generator {
    fn program(&mut self) -> Program {
        let Size { workers, statements, shows, .. } = self.size;
        let workers = self.of(&workers);
        let most = statements[workers];
        let mut program = Program { semaphore: self.below(2), ..Program::default() };
        for worker in 1..=workers {
            self.thread = worker;
            let body = self.body(most);
            program.workers.push(body);
        }
        self.thread = 0;
        if workers == 1 || workers == 2 && self.chance(8) {
            program.main = self.body([3, 3, 1][workers]);
        }
        self.in_helper = true;
        program.helper = vec![self.statement(DEPTH)];
        program.detaches = self.chance(16);
        program.shows_final_state = self.chance(shows);
        program
    }

    /// One to `most` statements.
    fn body(&mut self, most: usize) -> Vec<Statement> {
        (0..1 + self.below(most)).map(|_| self.statement(0)).collect()
    }

    fn statement(&mut self, depth: usize) -> Statement {
        match self.below(10) {
            0 => self.control(depth),
            1 => atomics::update(self, depth),
            2 | 3 if self.is_racy => self.access(),
            _ => {
                let family = self.families[self.random.below(self.families.len())];
                family(self, depth)
            }
        }
    }

    /// What stands within a critical section, a branch or a loop.
    fn nested(&mut self, depth: usize) -> Vec<Statement> {
        if depth >= DEPTH || self.below(3) != 0 {
            return vec![self.access()];
        }
        vec![self.statement(depth + 1)]
    }

    /// Within a critical section that guards a variable.
    fn critical(&mut self, variable: &'static str, depth: usize) -> Vec<Statement> {
        self.guarded.push(variable);
        let body = self.nested(depth);
        self.guarded.pop();
        body
    }

    /// Accesses a plain variable that may be accessed here, else an atomic one.
    fn access(&mut self) -> Statement {
        let variable = match self.guarded.last().copied() {
            Some(variable) => variable,
            None if self.is_racy && self.below(2) == 0 => self.of(&["$x", "$y"]),
            None => return atomics::update(self, DEPTH),
        };
        let racy = self.guarded.is_empty();
        let construct = if racy { "unguarded access" } else { "guarded access" };
        let constant = self.constant();
        Statement::new(
            construct,
            match self.below(5) {
                0 => format!("r = {variable};"),
                1 => format!("{variable} = {constant};"),
                2 => format!("{variable} = r + 1;"),
                3 => format!("q = {variable}; {variable} = q + {constant};"),
                _ => format!("{variable}++;"),
            },
        )
    }

    fn control(&mut self, depth: usize) -> Statement {
        let constant = self.constant();
        match self.below(8) {
            0 | 1 => Statement::new("assertion", format!("mz_assert(r != {constant});")),
            2 => Statement::new("assumption", format!("mz_assume(r != {constant});")),
            3 => Statement::new("choice", format!("r = mz_choose({});", self.of(&[2, 2, 3]))),
            4 => Statement::around("branch", &format!("if (r == {constant}) {{"), self.nested(depth), "}"),
            5 => Statement::around("loop", "for (int i = 0; i < 2; i++) {", vec![self.access()], "}"),
            6 => Statement::new("yield", "sched_yield();"),
            _ => {
                let body = vec![atomics::update(self, depth), atomics::update(self, depth)];
                Statement::around("atomic block", "mz_atomic_begin();", body, "mz_atomic_end();")
            }
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    /// One in `n`.
    fn chance(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn constant(&mut self) -> usize {
        self.below(3)
    }

    /// A memory order for a load, a store, or an update.
    fn order(&mut self, orders: &[&'static str]) -> &'static str {
        if self.weak_orders { self.of(orders) } else { "memory_order_seq_cst" }
    }
}
