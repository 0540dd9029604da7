//! Accesses to an object are visible once another thread has accessed it, anywhere in the searches so far.
//!
//! That a thread has accessed an object is a *fact*. Facts are learnt where the policy is asked about an access that a thread is
//! about to make, and survive rewinding: in a stateful search, the accesses on the path to a state are not those
//! of every path to it. While a search runs, the facts in force stay the same, so that a transition that is repeated is the
//! same; what is learnt is in force in the next search. What a thread does while it is alone does not count: all others come
//! later.
//!
//! A search is not repeated for a fact that would have changed no answer: with the fact in force, it would have been the same
//! search. So for every object it is noted which threads would have made an invisible access visible, had they been known to
//! access it.
//!
//! Why nothing is missed when a search learns nothing more. Take an execution with every access visible, up to the first access
//! to an object that is not a fact. Before that access, an invisible access conflicts with no other thread's that counts, so the
//! execution is equivalent to one whose transitions run from one visible operation to the next, which the search explores:
//! - rule [`super::SharingRule::Accessed`]: an invisible access conflicts only with accesses of threads that its thread has joined,
//!   which happen before it in every order;
//! - rule [`super::SharingRule::Alive`]: with no later one. So it commutes to the left, up to its thread's last visible operation: at
//!   that time a thread that accesses the object in between was not finished, and was not to be created by this thread.
//!
//! Each of the transitions may run on beyond the part that is in the execution; what it accesses there commutes with the rest for
//! the same reason. So the thread with the next access comes to it in the search as well, the policy is asked, and learns.
//!
//! Accesses that fail count as well (another order may let them succeed), and what a thread looks at that waits, perhaps for ever.
//! A thread accesses all variables on its stack: it takes them away, if it does nothing else with them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use mazurka_machine::{Range, ThreadId, ThreadSet};
use rustc_hash::FxHashMap;

use super::counted::{Counted, CountedOnce, Others, not_finished, not_joined};
use super::knowledge::{Fact, Knowledge, MemoryKind, ObjectId, ObjectKnowledge, SharedObject, SharingAccess};
use super::sharing::{ObjectIds, Sharing};
use super::{LearningPolicy, PlainAccess, Policy, SharingRule, WORD, object_at};
use crate::address::{self, Place};
use crate::memory::Memory;
use crate::program::Program;
use crate::threads::Threads;

pub(crate) struct SharedObjects {
    sharing: Sharing,
    known: RefCell<Known>,
}

#[derive(Default)]
struct Known {
    knowledge: ObjectKnowledge,
    /// The facts by object.
    objects: Vec<Object>,
    indices: FxHashMap<ObjectId, usize>,
    /// Words of stacks that other threads than their owners have accessed.
    stack_words: BTreeMap<u64, usize>,
    /// The threads whose stacks these are.
    open_stacks: ThreadSet,
    /// Whether an access of this search would have been visible, had all facts been in force.
    has_learnt: bool,
    /// Shared objects without a name.
    unnamed: Vec<usize>,
    /// How many facts to put in force at each step of a path that is repeated.
    repeated: Vec<usize>,
    running: Option<Counted>,
}

struct Object {
    id: ObjectId,
    /// The thread whose stack it is on.
    owner: Option<ThreadId>,
    /// Threads and their facts, in the order of the latter.
    accessors: Vec<(ThreadId, usize)>,
    /// Threads with which some access of this search, which was not visible, would have been: had they been known to access the
    /// object.
    missed: CountedOnce,
}

impl SharedObjects {
    pub(super) fn new(sharing: Sharing) -> SharedObjects {
        SharedObjects { sharing, known: RefCell::default() }
    }

    /// A thread is about to make an access. Returns whether it is visible; `decides`: the answer makes a difference.
    fn asked(&self, access: &PlainAccess, decides: bool) -> bool {
        let owner = match address::place(access.range.start) {
            Place::Global | Place::Library | Place::Heap(_) => None,
            Place::Stack(owner) => Some(owner),
            Place::Null | Place::Code | Place::Constant | Place::Nowhere => return false,
        };
        if access.is_alone {
            return false;
        }
        let known = &mut *self.known.borrow_mut();
        match owner == Some(access.thread) {
            true => known.accesses_own_stack(access, decides),
            false => known.accesses(self.sharing.ids, access, decides),
        }
    }
}

impl Policy for SharedObjects {
    const PLAIN: bool = true;
    const LEARNS: bool = true;

    fn is_visible(&self, access: &PlainAccess) -> bool {
        self.asked(access, true)
    }

    fn learn(&self, access: &PlainAccess) {
        self.asked(access, false);
    }

    fn learning(&self) -> Option<&dyn LearningPolicy> {
        Some(self)
    }

    fn has_learnt(&self) -> bool {
        !self.sharing.at_once && self.known.borrow().has_learnt
    }

    fn adopt(&mut self) -> bool {
        let has_learnt = self.has_learnt();
        if has_learnt {
            self.known.get_mut().adopt();
        }
        has_learnt
    }
}

impl LearningPolicy for SharedObjects {
    fn asks_for_enabled(&self) -> bool {
        self.sharing.rule == SharingRule::Enabled
    }

    fn begin_step(&self) {
        if self.sharing.at_once {
            self.known.borrow_mut().begin_step();
        }
    }

    fn begin_run(&self, thread: ThreadId, threads: &Threads, enabled: Option<ThreadSet>) {
        let others = match self.sharing.rule {
            SharingRule::Enabled => enabled.map_or(Others::All, Others::Only),
            SharingRule::Alive => not_finished(threads, thread),
            SharingRule::Accessed => not_joined(threads, thread),
        };
        self.known.borrow_mut().running = Some(Counted { thread, others });
    }

    fn end_run(&self) {
        self.known.borrow_mut().running = None;
    }

    fn mark(&self) -> usize {
        self.known.borrow().knowledge.path.len()
    }

    fn rewind(&self, to: usize) {
        self.known.borrow_mut().knowledge.path.truncate(to);
    }

    /// Because that was learnt only now, or because the rule leaves out threads that are blocked.
    fn may_hide_conflicts(&self) -> bool {
        self.sharing.rule == SharingRule::Enabled || self.has_learnt()
    }

    fn knowledge(&self) -> Knowledge {
        let known = self.known.borrow();
        let missed = known.objects.iter().map(|object| object.missed.clone()).collect();
        Knowledge::Objects(ObjectKnowledge { missed, ..known.knowledge.clone() })
    }

    fn set_knowledge(&self, knowledge: Knowledge, program: &Program) -> bool {
        let known = &mut *self.known.borrow_mut();
        let is_new = known.knowledge.facts.is_empty() && known.knowledge.path.is_empty();
        let Knowledge::Objects(knowledge) = knowledge else { return false };
        if !is_new || !knowledge.is_possible(program) {
            return false;
        }
        let ObjectKnowledge { facts, in_force, path, names, missed } = knowledge;
        *known = Known { repeated: path, ..Known::default() };
        known.knowledge.in_force = in_force;
        for fact in facts {
            let index = known.object(fact.object, fact.memory);
            if let Some(missed) = missed.get(index) {
                known.objects[index].missed.clone_from(missed);
            }
            known.add(index, fact);
        }
        known.unnamed.retain(|&index| !names.contains_key(&known.objects[index].id));
        known.knowledge.names = names;
        true
    }

    fn name_objects(&self, name: &dyn Fn(Range) -> Option<String>) {
        let known = &mut *self.known.borrow_mut();
        for index in std::mem::take(&mut known.unnamed) {
            let object = &known.objects[index];
            let memory = known.knowledge.facts[object.accessors[0].1].memory;
            if let Some(name) = name(memory) {
                known.knowledge.names.insert(object.id, name);
            }
        }
    }

    fn shared_objects(&self, program: &Program) -> Vec<SharedObject> {
        let known = self.known.borrow();
        let mut shared: Vec<&Object> = known.objects.iter().filter(|object| object.count() > 1).collect();
        shared.sort_unstable_by_key(|object| object.id);
        shared.into_iter().map(|object| known.describe(object, program)).collect()
    }
}

impl Known {
    fn adopt(&mut self) {
        self.knowledge.in_force = self.knowledge.facts.len();
        self.objects.iter_mut().for_each(|object| object.missed = CountedOnce::default());
        self.has_learnt = false;
    }

    fn begin_step(&mut self) {
        let knowledge = &mut self.knowledge;
        let repeated = self.repeated.get(knowledge.path.len());
        knowledge.in_force = repeated.copied().unwrap_or(knowledge.facts.len());
        if repeated.is_none() {
            self.repeated.clear();
        }
        knowledge.path.push(knowledge.in_force);
    }

    /// A thread accesses its own stack: only what others have accessed matters.
    fn accesses_own_stack(&mut self, access: &PlainAccess, decides: bool) -> bool {
        if !self.open_stacks.contains(access.thread) {
            return false;
        }
        let Range { start, length } = access.range;
        let words = self.stack_words.range(start & !(WORD - 1)..start.saturating_add(length));
        let words: Vec<(u64, usize)> = words.map(|(&word, &index)| (word, index)).collect();
        let mut is_visible = false;
        for (word, index) in words {
            is_visible |= self.access(index, Range { start: word, length: WORD }, access, decides);
        }
        is_visible
    }

    /// A thread accesses other memory: all objects in the range.
    fn accesses(&mut self, ids: ObjectIds, access: &PlainAccess, decides: bool) -> bool {
        let PlainAccess { program, memory, range, .. } = *access;
        // An access that runs over the end of memory fails there.
        let length = match range.length {
            ..=WORD => range.length,
            long => long.min(memory.addressable(range.start, long) + 1),
        };
        let end = range.start.saturating_add(length);
        let (mut at, mut is_visible) = (range.start, false);
        while at < end {
            let object = object_at(program, memory, at);
            let index = self.object(id(ids, memory, object), object);
            is_visible |= self.access(index, object, access, decides);
            at = object.start.saturating_add(object.length).max(at + 1);
        }
        is_visible
    }

    /// A thread accesses an object. Returns whether that is visible.
    fn access(&mut self, index: usize, object: Range, access: &PlainAccess, decides: bool) -> bool {
        let Object { id, owner, ref accessors, ref mut missed } = self.objects[index];
        let thread = access.thread;
        let others = match &self.running {
            Some(running) if running.thread == thread => &running.others,
            _ => &Others::All,
        };
        let in_force = |accessor: &(ThreadId, usize)| accessor.1 < self.knowledge.in_force;
        let (known, learnt) = accessors.split_at(accessors.partition_point(in_force));
        let counts = |accessor: &(ThreadId, usize)| others.count(thread, accessor.0);
        let is_visible = owner.is_some_and(|owner| others.count(thread, owner)) || known.iter().any(counts);
        if decides && !is_visible {
            self.has_learnt |= learnt.iter().any(counts);
            missed.add(thread, others);
        }
        if accessors.iter().all(|&(other, _)| other != thread) {
            // Where there are no objects but words, the bytes that are accessed have a name.
            let is_object = matches!(address::place(object.start), Place::Global | Place::Heap(_));
            let memory = if is_object { object } else { access.range };
            let fact = Fact { object: id, thread, memory, writes: access.writes, site: access.shown_site };
            self.add(index, fact);
        }
        is_visible
    }

    fn object(&mut self, id: ObjectId, memory: Range) -> usize {
        let next = self.objects.len();
        let index = *self.indices.entry(id).or_insert(next);
        if index == next {
            let owner = match address::place(memory.start) {
                Place::Stack(owner) => Some(owner),
                _ => None,
            };
            if let Some(owner) = owner {
                self.stack_words.insert(id, index);
                self.open_stacks.insert(owner);
            }
            // Its owner may have accessed it while the stack was not open.
            let missed = owner.map(CountedOnce::all_except).unwrap_or_default();
            self.objects.push(Object { id, owner, accessors: Vec::new(), missed });
        }
        index
    }

    fn add(&mut self, index: usize, fact: Fact) {
        let object = &mut self.objects[index];
        let before = object.count();
        let number = self.knowledge.facts.len();
        object.accessors.push((fact.thread, number));
        let now = object.count();
        if before < 2 && now >= 2 {
            self.unnamed.push(index);
        }
        self.has_learnt |= number >= self.knowledge.in_force && object.missed.contains(fact.thread);
        self.knowledge.facts.push(fact);
    }

    fn describe(&self, object: &Object, program: &Program) -> SharedObject {
        let facts = &self.knowledge.facts;
        let Range { start, length } = facts[object.accessors[0].1].memory;
        let kind = match address::place(start) {
            Place::Global => MemoryKind::Global,
            Place::Heap(_) => MemoryKind::Heap,
            Place::Stack(_) => MemoryKind::Stack,
            _ => MemoryKind::Other,
        };
        let name = self.knowledge.names.get(&object.id).cloned();
        let access = |&(thread, fact): &(ThreadId, usize)| {
            let Fact { writes, site, .. } = facts[fact];
            SharingAccess { thread, writes, place: site.place(program) }
        };
        SharedObject {
            name: name.unwrap_or_else(|| format!("{length} bytes at {start:#x}")),
            size: length,
            kind,
            accesses: object.accessors.iter().take(2).map(access).collect(),
        }
    }
}

impl Object {
    /// How many threads access it.
    fn count(&self) -> usize {
        let owner = self.owner.filter(|owner| self.accessors.iter().all(|(thread, _)| thread != owner));
        self.accessors.len() + usize::from(owner.is_some())
    }
}

/// What an object is known by.
fn id(ids: ObjectIds, memory: &Memory, object: Range) -> ObjectId {
    match ids {
        ObjectIds::Global => object.start,
        ObjectIds::PerPath => {
            memory.allocation_number(object.start).map_or(object.start, |number| number | PER_PATH)
        }
    }
}

/// Distinguishes numbers of allocations from addresses.
const PER_PATH: u64 = 1 << 63;
