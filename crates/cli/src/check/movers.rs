//! Which accesses are movers, for people: what the variables and locks are called, and where the accesses are that have demoted
//! memory. Places are found by replaying the path of the search, names are those of an execution.

use std::collections::BTreeMap;

use mazurka_explore::{ByteClass, Classified, Demotion, Party, Subject as Demoted};
use mazurka_machine::{
    Choice, Footprint, Held, LocatedAccess, Machine, Next, Operation, Range, ThreadId, Verb,
};
use mazurka_report::movers::{Class, Decided, Demoting, Variable};
use mazurka_report::{Locks, Schedule};
use mazurka_vm::{Extent, ProtectedVariable, Vm, VmError};
use serde::{Deserialize, Serialize};

use crate::patience::Patience;
use crate::replay;
use crate::subject::Subject;

/// More steps of an execution are not looked at for names.
const MOST_STEPS: usize = 2_000;

/// What is noted while the search runs.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct MoverNotes {
    /// In the order in which they were seen.
    demotions: Vec<Noted>,
    /// An execution to take names from.
    sample: Option<Schedule>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Noted {
    demotion: Demotion,
    /// The bytes by their names.
    extents: Vec<Extent>,
    accesses: Vec<Demoting>,
}

impl MoverNotes {
    /// An execution has ended.
    pub(super) fn ended(&mut self, schedule: impl FnOnce() -> Schedule) {
        self.sample.get_or_insert_with(schedule);
    }

    /// The last transition of a path has shown that some bytes are no movers. The machine is behind it.
    pub(super) fn demoted(
        &mut self,
        subject: &Subject,
        machine: &Vm,
        schedule: &Schedule,
        demotion: &Demotion,
        patience: Patience,
    ) {
        let bytes = bytes_of(demotion);
        debug_assert!(
            !subject
                .protected_variables()
                .iter()
                .any(|known| bytes.is_some_and(|it| it.overlaps(known.memory))),
            "{bytes:?} was thought to be protected before the program ran"
        );
        let search = Search { subject, machine, schedule, patience };
        let accesses = search.accesses(demotion, bytes).unwrap_or_else(|_| unlocated(machine, demotion));
        let extents = bytes.map_or(Vec::new(), |bytes| machine.extents(bytes));
        self.demotions.push(Noted { demotion: demotion.clone(), extents, accesses });
    }

    /// The table of variables, from what the search knows at its end.
    pub(super) fn variables(
        &self,
        subject: &Subject,
        classes: &[Classified],
        patience: Patience,
    ) -> Result<Vec<Variable>, VmError> {
        let sample = self.sample.as_deref().unwrap_or_default();
        let names = Names::of(subject, classes, sample, patience)?;
        let machine = &names.machine;
        let mut variables = Vec::new();
        for (classified, extents) in classes.iter().zip(&names.extents) {
            let noted = match &classified.class {
                ByteClass::Demoted(demotion) => self.find(demotion),
                _ => None,
            };
            for (bytes, name) in extents {
                let known = noted.and_then(|noted| name_of(&noted.extents, *bytes));
                let name = known.or_else(|| name.clone());
                let is_local = name.is_none() || machine.is_on_stack(bytes.start);
                if is_local && matches!(classified.class, ByteClass::ThreadLocal(_)) {
                    continue;
                }
                let known = subject.protected_variables().iter().find(|known| contains(known.memory, *bytes));
                let (class, decided) = match known {
                    Some(known) => (names.static_class(known), Decided::Statically),
                    None => (names.class(&classified.class, noted), Decided::ByObservation),
                };
                let name = name.unwrap_or_else(|| machine.memory_name(bytes.start));
                variables.push(Variable { name, bytes: bytes.length, class, decided });
            }
        }
        variables.extend(names.unobserved(subject.protected_variables(), classes));
        let others = self.demotions.iter().filter(|noted| bytes_of(&noted.demotion).is_none());
        variables.extend(others.map(Noted::elsewhere));
        Ok(variables)
    }

    fn find(&self, demotion: &Demotion) -> Option<&Noted> {
        self.demotions.iter().find(|noted| noted.demotion == *demotion)
    }
}

impl Noted {
    /// What is not in memory.
    fn elsewhere(&self) -> Variable {
        let name = match self.demotion.subject {
            Demoted::Thread(thread) => format!("the end of {thread}"),
            Demoted::Everything | Demoted::Bytes(_) => "all memory".to_owned(),
        };
        let class = Class::Demoted(self.accesses.clone());
        Variable { name, bytes: 0, class, decided: Decided::ByObservation }
    }
}

fn bytes_of(demotion: &Demotion) -> Option<Range> {
    match demotion.subject {
        Demoted::Bytes(bytes) => Some(bytes),
        Demoted::Thread(_) | Demoted::Everything => None,
    }
}

fn contains(outer: Range, inner: Range) -> bool {
    outer.start <= inner.start && inner.start + inner.length <= outer.start + outer.length
}

fn name_of(extents: &[Extent], bytes: Range) -> Option<String> {
    extents.iter().find(|(other, _)| *other == bytes)?.1.clone()
}

/// Two accesses of which only the threads are known.
fn unlocated(machine: &Vm, demotion: &Demotion) -> Vec<Demoting> {
    demotion.parties.iter().map(|party| demoting(machine, party, None)).collect()
}

fn demoting(machine: &Vm, party: &Party, located: Option<LocatedAccess>) -> Demoting {
    let Party { thread, ref held, writes } = *party;
    // What it takes is not what protects it.
    let is_itself = |lock: u64| located.as_ref().is_some_and(|access| access.bytes.start == lock);
    let others = held.iter().map(|(lock, _)| *lock).filter(|lock| !is_itself(*lock));
    let holds = others.map(|lock| lock_name(machine, lock)).collect();
    match located {
        Some(LocatedAccess { place, kind, .. }) => Demoting::new(&kind, place, writes, holds),
        None => Demoting::unlocated(thread, writes, holds),
    }
}

fn lock_name(machine: &Vm, lock: u64) -> String {
    let name = machine.extents(Range { start: lock, length: 1 }).into_iter().find_map(|(_, name)| name);
    name.unwrap_or_else(|| machine.memory_name(lock))
}

/// Looks for the accesses of a demotion on the path that has shown it.
struct Search<'s> {
    subject: &'s Subject,
    /// Behind the last transition.
    machine: &'s Vm,
    schedule: &'s Schedule,
    patience: Patience,
}

impl Search<'_> {
    /// The earlier one, if it is on this path, and the one that was made or is pending at its end.
    fn accesses(&self, demotion: &Demotion, bytes: Option<Range>) -> Result<Vec<Demoting>, VmError> {
        let (Some(bytes), [earlier, last]) = (bytes, demotion.parties.as_slice()) else {
            return Ok(unlocated(self.machine, demotion));
        };
        let mut machine = self.subject.machine()?;
        let mut locks = Locks::default();
        let mut found = None;
        let Some((&(thread, choice), before)) = self.schedule.split_last() else {
            return Ok(unlocated(self.machine, demotion));
        };
        for (number, &(thread, choice)) in before.iter().enumerate() {
            if self.patience.is_over() {
                return Ok(unlocated(self.machine, demotion));
            }
            let mark = machine.mark();
            let Next::Ready(pending) = machine.next(thread) else { break };
            let held_before = held(&locks, thread);
            locks.step(number, thread, &pending.operation, Vec::new);
            let stepped = machine.step(thread, choice)?;
            let held = [held_before, held(&locks, thread)].map(|held| held == addresses(&earlier.held));
            if thread == earlier.thread
                && touches((&pending.operation, stepped.footprint), held, bytes, earlier.writes)
            {
                found = Some((mark, choice));
            }
        }
        let last_access = match thread == last.thread {
            true => locate(&mut machine, (thread, choice), bytes, last.writes)?,
            false => None,
        };
        let last_access = last_access.or_else(|| self.machine.locate_pending(last.thread, bytes));
        let earlier_access = match found {
            Some((mark, choice)) => {
                machine.rewind(mark);
                locate(&mut machine, (earlier.thread, choice), bytes, earlier.writes)?
            }
            None => None,
        };
        let both = [(earlier, earlier_access), (last, last_access)];
        Ok(both.into_iter().map(|(party, access)| demoting(self.machine, party, access)).collect())
    }
}

/// The access of a thread's next step to some bytes.
fn locate(
    machine: &mut Vm,
    (thread, choice): (ThreadId, Choice),
    bytes: Range,
    writes: bool,
) -> Result<Option<LocatedAccess>, VmError> {
    machine.locate_access(thread, choice, bytes, writes)
}

/// The addresses of the locks that a thread holds, in ascending order.
fn held(locks: &Locks, thread: ThreadId) -> Vec<u64> {
    let mut held: Vec<u64> = locks.held_by(thread).iter().map(|lock| lock.range.start).collect();
    held.sort_unstable();
    held
}

fn addresses(held: &[Held]) -> Vec<u64> {
    held.iter().map(|(lock, _)| *lock).collect()
}

/// Whether a transition makes an access to some of the bytes with the locks that are asked for; `[before, after]` says whether
/// the thread holds these before its operation, and after it. Where it waits for a lock, it has it when the operation takes
/// place.
fn touches(
    (operation, footprint): (&Operation, &[Footprint]),
    [before, after]: [bool; 2],
    bytes: Range,
    writes: bool,
) -> bool {
    let waits = matches!(operation, Operation::Sync(Verb::Lock | Verb::ReadLock, _));
    let by_operation = || operation.touches().any(|touch| touch.range.overlaps(bytes));
    let touched = |part: &Footprint| if writes { part.writes } else { part.reads };
    let line = |part: &Footprint| {
        Footprint::reading(bytes).any(|line| line.line == part.line && line.reads & touched(part) != 0)
    };
    let is_held = if waits { after } else { before };
    is_held && by_operation() || after && footprint.iter().any(line)
}

/// What the program calls bytes and locks.
struct Names {
    machine: Vm,
    /// Of each class.
    extents: Vec<Vec<Extent>>,
    /// Of locks, by address.
    locks: BTreeMap<u64, Vec<Extent>>,
}

impl Names {
    /// Heap blocks and variables on a stack have a name only while they exist: they are looked for after each step.
    fn of(
        subject: &Subject,
        classes: &[Classified],
        sample: &[(ThreadId, Choice)],
        patience: Patience,
    ) -> Result<Names, VmError> {
        let machine = subject.machine()?;
        let block_names = replay::block_names(subject, sample, patience).ok();
        let extents = classes.iter().map(|classified| machine.extents(classified.bytes)).collect();
        let protecting = classes.iter().flat_map(|classified| match &classified.class {
            ByteClass::Protected(locks) => locks.as_slice(),
            _ => &[],
        });
        let locks =
            protecting.map(|lock| (*lock, machine.extents(Range { start: *lock, length: 1 }))).collect();
        let mut names = Names { machine, extents, locks };
        for (number, &(thread, choice)) in sample.iter().take(MOST_STEPS).enumerate() {
            let is_possible = !patience.is_over() && matches!(names.machine.next(thread), Next::Ready(_));
            if !is_possible || names.machine.step(thread, choice).is_err() {
                break;
            }
            if let Some(block_names) = &block_names {
                names.machine.set_block_names(block_names, number + 1);
            }
            names.look();
        }
        Ok(names)
    }

    /// Names what has got a name since.
    fn look(&mut self) {
        let Names { machine, extents, locks } = self;
        for extents in extents.iter_mut().chain(locks.values_mut()) {
            if extents.iter().any(|(_, name)| name.is_none()) {
                let again = |(bytes, name): Extent| match name {
                    Some(_) => vec![(bytes, name)],
                    None => machine.extents(bytes),
                };
                *extents = std::mem::take(extents).into_iter().flat_map(again).collect();
            }
        }
    }

    fn lock(&self, lock: u64) -> String {
        let name =
            self.locks.get(&lock).and_then(|extents| extents.iter().find_map(|(_, name)| name.clone()));
        name.unwrap_or_else(|| lock_name(&self.machine, lock))
    }

    /// Those of which the search has noted nothing, because it need not.
    fn unobserved(&self, known: &[ProtectedVariable], classes: &[Classified]) -> Vec<Variable> {
        let is_observed = |known: &&ProtectedVariable| {
            !classes.iter().any(|classified| classified.bytes.overlaps(known.memory))
        };
        let rows = known.iter().filter(is_observed).flat_map(|known| {
            let extents = self.machine.extents(known.memory).into_iter();
            extents.filter_map(|(bytes, name)| {
                let class = self.static_class(known);
                Some(Variable { name: name?, bytes: bytes.length, class, decided: Decided::Statically })
            })
        });
        rows.collect()
    }

    fn static_class(&self, known: &ProtectedVariable) -> Class {
        known.lock.map_or(Class::ReadOnly, |lock| Class::Protected(vec![self.lock(lock)]))
    }

    fn class(&self, class: &ByteClass, noted: Option<&Noted>) -> Class {
        match class {
            ByteClass::ThreadLocal(thread) => Class::ThreadLocal(*thread),
            ByteClass::ReadOnly => Class::ReadOnly,
            ByteClass::Protected(locks) => {
                Class::Protected(locks.iter().map(|lock| self.lock(*lock)).collect())
            }
            ByteClass::Ordered => Class::Ordered,
            ByteClass::Object => Class::Object,
            ByteClass::Demoted(demotion) => Class::Demoted(
                noted.map_or_else(|| unlocated(&self.machine, demotion), |noted| noted.accesses.clone()),
            ),
        }
    }
}
