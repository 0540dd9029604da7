//! What a run is given from outside; nothing below looks at the real environment.

use std::ops::RangeInclusive;

use crate::input::Input;
use crate::threads::ThreadNumbers;
use crate::visibility::{FreshAccesses, Visibility};

#[derive(Clone, Debug)]
pub struct Config {
    /// `argv`, the program's name first.
    pub args: Vec<Vec<u8>>,
    /// `NAME=value`.
    pub environment: Vec<Vec<u8>>,
    pub stdin: Input,
    /// Files that exist at the start: guest path and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Which plain accesses are visible operations.
    pub visibility: Visibility,
    /// Whether accesses that are known to be to memory which no other thread can reach yet are left out of what is visible and of
    /// footprints.
    pub fresh_accesses: FreshAccesses,
    /// Whether atomic updates whose results are not used may be described as commuting.
    pub commuting_updates: bool,
    /// Whether atomic decrements, of whose results nothing is asked but whether they took the last one, may be described as such. For searches
    /// through all traces: see [`mazurka_machine::dependent_in_state`].
    pub commuting_decrements: bool,
    /// Whether arrivals at a barrier may be described as commuting, as long as no more threads come than it is for. A search
    /// has to begin again where more come: see [`mazurka_machine::Learning`].
    pub commuting_arrivals: bool,
    /// Whether a critical section is one step where nothing but the unlock is visible in it. A search that meets a data race has to
    /// begin again: see [`mazurka_machine::Learning`].
    pub join_sections: bool,
    /// Whether main's return ends the process, as on a real system, or only its thread.
    pub main_return_exits: bool,
    pub check_uninitialized: bool,
    pub check_leaks: bool,
    /// Bytes of stack a thread may use, registers included.
    pub stack_limit: u64,
    /// Threads that may be there at a time: those that have ended and are joined or detached do not count.
    pub max_threads: u16,
    /// Bytes of memory that all threads together may use; `malloc` fails beyond.
    pub memory_limit: u64,
    /// Jumps and calls that a thread may make between two visible operations.
    pub local_limit: u64,
    /// How often a thread may execute the same visible operation in one call of a function before it is cut off.
    pub unroll: Option<u32>,
    /// How often a thread may give up a timed wait before it is cut off.
    pub timeouts: Option<u32>,
    /// Which values are tried for numbers that the program leaves open.
    pub open_numbers: OpenNumbers,
    /// How often a thread may wake up from a wait on a condition variable without a signal.
    pub spurious_wakeups: u8,
    /// Whether `malloc` and related functions may fail although there is memory left.
    pub malloc_may_fail: bool,
    /// Whether creating a thread may fail although there are few.
    pub thread_create_may_fail: bool,
    /// Whether addresses of freed blocks that nothing points to any more, and numbers of files, are used again. Loops that
    /// allocate and free then have finitely many states.
    pub reuse_addresses: bool,
    /// Whether spinning threads are blocked only where all threads are blocked or spin. For stateful searches: spinning leads
    /// to no new state, and the machine need not store where a thread has been.
    pub block_spinners_together: bool,
    /// Whether threads that iterate in vain are blocked where all threads do, or are blocked already. Where spinning threads are, these
    /// are, too.
    pub block_vain_threads_together: bool,
    /// Whether a thread is stopped where it comes back to a state that it was in, and has left nothing behind. For searches through
    /// traces: those through states see that they were there before.
    pub stop_vain_threads: bool,
    /// Whether the machine reports what a step has changed in its thread's local state, for light-weight states.
    pub local_changes: bool,
    /// The numbers of threads, for all machines with a clone of this.
    pub thread_numbers: ThreadNumbers,
    /// What is kept about the past.
    pub record: Record,
    /// Whether steps are made from the transition cache. Off for comparisons.
    pub transition_cache: bool,
}

/// The values that `__VERIFIER_nondet_int` and related functions return. Without a range, all values of types of at most
/// 16 bits are tried, and larger types are refused.
#[derive(Clone, Debug, Default)]
pub struct OpenNumbers {
    /// For every function whose type has more than 8 bits.
    pub of_all: Option<RangeInclusive<i128>>,
    /// For the functions with these names, in spite of the former; later ones count.
    pub of_function: Vec<(String, RangeInclusive<i128>)>,
}

/// What a machine remembers of what it has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    /// Nothing: it can only run.
    Nothing,
    /// What it needs in order to rewind.
    Changes,
    /// The same, and the fingerprint of its state.
    ChangesAndFingerprint,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            args: vec![b"program".to_vec()],
            environment: Vec::new(),
            stdin: Input::default(),
            files: Vec::new(),
            visibility: Visibility::default(),
            fresh_accesses: FreshAccesses::Shown,
            commuting_updates: true,
            commuting_decrements: false,
            commuting_arrivals: false,
            join_sections: false,
            main_return_exits: true,
            check_uninitialized: false,
            check_leaks: false,
            stack_limit: 8 << 20,
            max_threads: 1000,
            memory_limit: 4 << 30,
            local_limit: 1 << 32,
            unroll: None,
            timeouts: None,
            open_numbers: OpenNumbers::default(),
            spurious_wakeups: 0,
            malloc_may_fail: false,
            thread_create_may_fail: false,
            reuse_addresses: false,
            block_spinners_together: false,
            block_vain_threads_together: false,
            stop_vain_threads: false,
            local_changes: false,
            thread_numbers: ThreadNumbers::default(),
            record: Record::Nothing,
            transition_cache: true,
        }
    }
}
