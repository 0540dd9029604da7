//! Critical sections in one step.
//!
//! A thread that is about to lock a mutex runs ahead. If the unlock of that mutex is the next visible operation, the section is
//! *whole*: lock, plain code and unlock are one step, whose operation says what the code accesses. Two whole sections of one mutex
//! then depend on each other only if their accesses conflict, and *n* threads that use different parts of what a mutex protects
//! are one trace instead of *n*!. A section in which anything else is visible (another lock, a wait, a signal, an atomic access, a
//! choice), that does not end, that fails or takes long, is its lock alone, as ever, and depends on all sections of the mutex.
//! Mutexes are plain ones: not recursive, not error-checking, not robust.
//!
//! **Why nothing is lost.** Suppose first that no execution has a data race, where happens-before orders whole sections of one mutex
//! only if they conflict (`explore::data_race::synchronization`): that is less than what the language orders.
//! - What other threads do between the lock and the unlock of a section can as well be done before the lock. None of it takes the
//!   mutex; none asks whether it is taken (`can_join_sections`: no such function is in the program); and nothing of it conflicts
//!   with the plain code in between, because neither has its thread released anything since the lock nor acquired anything: that
//!   would be a data race. So every execution has an equivalent one in which whole sections are not interrupted. One that ends in the
//!   middle of a section has one that ends before it, unless the section never ends: then it is not whole.
//! - Two whole sections that do not conflict lead to the same state in either order, and neither enables or disables the other.
//! - Which section a thread is about to make follows from the bytes that its operation names. A step that changes one of them depends
//!   on it, or has a data race with it.
//!
//! So a search that explores all traces of this machine explores every trace of the program up to the order of such sections. That
//! order changes nothing but which plain accesses are ordered: see the races.
//!
//! **Data races.** Consider a shortest execution with a race, in the order of the language, and its last access. Before that access there
//! is no race, so an equivalent execution is explored as above. The two accesses are unordered there, too, since less is ordered.
//! So the search meets a race. Whether that race is one in the language's order as well, in this execution or in one with other orders
//! of sections, is not decided here: the search begins again without whole sections ([`crate::sections`]), and finds it if there is
//! one. Where whole sections are explored to the end, no race was met.

use std::sync::Arc;

use mazurka_machine::{Access, Next, Object, ObjectKind, Operation, Pending, Range, Section, ThreadId, Verb};

use super::seen::Seen;
use super::{NextOp, Vm};
use crate::context::Stop;
use crate::exec::{self, Halt, Stepping};
use crate::library::threads::mutex;
use crate::memory::Patch;
use crate::visibility::SynchronizationOnly;

/// Longer sections are not looked at: jumps and calls.
const MOST_JUMPS: u64 = 1 << 12;
/// Nor are those that access more than this.
const MOST_RANGES: usize = 256;
const MOST_BYTES: u64 = 1 << 12;

/// How far a thread has come that has locked.
enum Inside {
    /// It has unlocked.
    Through,
    /// Something else is visible.
    AtOperation,
    OutOfFuel,
}

impl Vm {
    /// What a thread does next that is about to call a function which locks.
    pub(super) fn peek_section(&mut self, thread: ThreadId) -> Arc<NextOp> {
        if let Some(known) = self.cached_section(thread) {
            debug_assert!(
                !self.audits.are_due() || *known == self.look_into_section(thread).0,
                "a cached section is wrong"
            );
            return known;
        }
        let (next_op, patch) = self.look_into_section(thread);
        let next_op = Arc::new(next_op);
        if let Some(patch) = patch {
            self.cache_section(thread, patch, &next_op);
        }
        next_op
    }

    /// The same by looking, and what follows from what was read, if that is all there is to it.
    fn look_into_section(&mut self, thread: ThreadId) -> (NextOp, Option<Patch>) {
        let intent = self.intent(thread);
        let Operation::Sync(verb, object) = intent.operation else { return (NextOp::plain(intent), None) };
        let is_plain = object.kind == ObjectKind::Mutex
            && verb == Verb::Lock
            && mutex::says_normal(&self.state.memory, object.range.start).is_some();
        if !is_plain {
            let next_op = NextOp { relies_on: vec![object.range], is_lock: true, ..NextOp::plain(intent) };
            return (next_op, None);
        }
        if !intent.enabled {
            let section = Section { mutex: object, is_whole: false, accesses: [].into() };
            return (NextOp::of_section(section, false), None);
        }
        let is_cached = self.caches_sections(thread);
        let mark = mazurka_machine::Machine::mark(self);
        self.state.memory.clear_notes();
        self.state.memory.set_noting(true);
        let inside = self.inside_section(thread, object);
        self.state.memory.set_noting(false);
        let is_through = matches!(inside, Ok(Inside::Through));
        // Where the thread fails or takes long, it is not known what that depends on.
        let patch = match inside {
            Ok(Inside::Through | Inside::AtOperation) if is_cached => {
                self.patch_of_section(thread, object, mark.memory)
            }
            Ok(_) | Err(_) => None,
        };
        let accesses = self.accesses_of_section(thread);
        mazurka_machine::Machine::rewind(self, mark);
        let is_small = accesses.len() <= MOST_RANGES
            && accesses.iter().map(|access| access.range.length).sum::<u64>() <= MOST_BYTES;
        let is_whole = is_through && is_small;
        let accesses = match is_whole {
            true => accesses,
            // The accesses behind the lock are plain ones.
            false if is_small => accesses.iter().map(|access| Access { writes: false, ..*access }).collect(),
            false => [].into(),
        };
        (NextOp::of_section(Section { mutex: object, is_whole, accesses }, true), patch)
    }

    /// Executes the whole section that a thread is at. Its accesses belong to the operation.
    pub(in crate::vm) fn through_section(&mut self, thread: ThreadId, mutex: Object) -> Result<(), Stop> {
        self.state.memory.note_as_operation(true);
        let inside = self.inside_section(thread, mutex);
        self.state.memory.note_as_operation(false);
        match inside? {
            Inside::Through => Ok(()),
            Inside::AtOperation | Inside::OutOfFuel => {
                Err(Stop::Unsupported("a critical section was left half-way".into()))
            }
        }
    }

    /// Locks, runs on to the next visible operation, and performs that if it is the unlock.
    fn inside_section(&mut self, thread: ThreadId, mutex: Object) -> Result<Inside, Stop> {
        exec::perform(&mut self.context(thread), 0)?;
        let mut fuel = MOST_JUMPS;
        let halt = exec::run::<Stepping<SynchronizationOnly>>(
            &SynchronizationOnly,
            &mut self.context(thread),
            &mut fuel,
        )?;
        if halt != Halt::Visible {
            return Ok(Inside::OutOfFuel);
        }
        if exec::describe(&self.view(thread))?.operation != Operation::Sync(Verb::Unlock, mutex) {
            return Ok(Inside::AtOperation);
        }
        exec::perform(&mut self.context(thread), 0)?;
        Ok(Inside::Through)
    }

    /// What was noted, but for what no other thread can access.
    fn accesses_of_section(&self, thread: ThreadId) -> mazurka_machine::Accesses {
        let private = self.program.private_stack(thread);
        let notes: Vec<_> = self.state.memory.notes().iter().map(|part| part.outside(private)).collect();
        let mut seen = Seen::default();
        seen.notes(&notes);
        seen.accesses()
    }
}

impl NextOp {
    fn of_section(section: Section, is_ready: bool) -> NextOp {
        let accessed = section.accesses.iter().map(|access| access.range);
        let relies_on: Vec<Range> = [section.mutex.range].into_iter().chain(accessed).collect();
        let operation = Operation::Section(Arc::new(section));
        let next = match is_ready {
            true => Next::Ready(Pending::new(operation)),
            false => Next::Blocked(operation),
        };
        let (relies_on_threads, ways, refused) = Default::default();
        NextOp { next, relies_on, relies_on_threads, ways, refused, is_lock: true }
    }

    /// The mutex of the whole section that the thread is at.
    pub(in crate::vm) fn whole_section(&self) -> Option<Object> {
        match &self.next {
            Next::Ready(Pending { operation: Operation::Section(section), .. }) if section.is_whole => {
                Some(section.mutex)
            }
            _ => None,
        }
    }
}
