//! What a search has found out about memory, for people.

use mazurka_machine::{Range, ThreadId};

use super::super::circumstances::{LineAccess, Record};
use super::demotion::{Demotion, Subject};
use super::mover::{Kind, Touched, thread_of};
use super::movers::Movers;

/// What some bytes are, after a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classified {
    pub bytes: Range,
    pub class: ByteClass,
}

/// Why accesses to some bytes are movers, or are not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ByteClass {
    /// Only this thread accesses them.
    ThreadLocal(ThreadId),
    /// Several threads read them, and none writes.
    ReadOnly,
    /// All accesses are made holding these locks, which are known by their addresses, but for those that the creation or the
    /// end of a thread keeps apart from all others.
    Protected(Vec<u64>),
    /// Every two accesses that conflict are kept apart: by the creation or the end of a thread, or by different locks; or
    /// they are updates that commute.
    Ordered,
    /// A lock, a semaphore, or another synchronisation object.
    Object,
    /// Not movers, and why.
    Demoted(Box<Demotion>),
}

impl Movers {
    /// What is known of all bytes that were accessed, by address. Bytes next to each other with the same class are one range.
    pub fn classes(&self) -> Vec<Classified> {
        let mut lines: Vec<_> = self.records.lines().filter(|(line, _)| thread_of(*line).is_none()).collect();
        lines.sort_unstable_by_key(|(line, _)| *line);
        let mut classes: Vec<Classified> = Vec::new();
        for (line, records) in lines {
            for byte in 0..64 {
                let Some(class) = self.class_of_byte(line, byte, records) else { continue };
                let start = line + u64::from(byte);
                match classes.last_mut() {
                    Some(last) if last.bytes.end() == start && last.class == class => last.bytes.length += 1,
                    _ => classes.push(Classified { bytes: Range { start, length: 1 }, class }),
                }
            }
        }
        classes
    }

    fn class_of_byte(&self, line: u64, byte: u32, records: &[Record<Touched>]) -> Option<ByteClass> {
        let address = line + u64::from(byte);
        let touching: Vec<_> = records.iter().filter(|record| record.access.bytes >> byte & 1 != 0).collect();
        let first = touching.first()?;
        if self.is_demoted(line, byte) {
            let concerns = |demotion: &&Demotion| match demotion.subject {
                Subject::Bytes(range) => range.overlaps(Range { start: address, length: 1 }),
                Subject::Everything => true,
                Subject::Thread(_) => false,
            };
            let demotion = self.all_demotions().iter().find(concerns)?;
            return Some(ByteClass::Demoted(Box::new(demotion.clone())));
        }
        let locks = self.common_locks(&touching);
        let all = |holds: &dyn Fn(&Record<Touched>) -> bool| touching.iter().all(|record| holds(record));
        Some(match () {
            _ if touching.iter().any(|record| matches!(record.access.kind, Kind::Taken(_) | Kind::Fixed)) => {
                ByteClass::Object
            }
            _ if all(&|record| record.thread == first.thread) => ByteClass::ThreadLocal(first.thread),
            _ if all(&|record| record.access.kind == Kind::Read) => ByteClass::ReadOnly,
            _ if locks.is_empty() => ByteClass::Ordered,
            _ => ByteClass::Protected(locks),
        })
    }

    /// The locks that are held wherever another thread could make an access that conflicts at the same time.
    fn common_locks(&self, touching: &[&Record<Touched>]) -> Vec<u64> {
        let circumstances = &self.circumstances;
        let are_opposed = |a: &Record<Touched>, b: &Record<Touched>| {
            a.thread != b.thread
                && a.access.conflict(&b.access) != 0
                && !circumstances.are_ordered((a.thread, a.context), (b.thread, b.context))
        };
        let is_contended =
            |record: &&&Record<Touched>| touching.iter().any(|other| are_opposed(record, other));
        let held = |record: &Record<Touched>| circumstances.get(record.context).held.as_slice();
        let mut contended = touching.iter().filter(is_contended);
        let Some(first) = contended.next() else { return Vec::new() };
        let mut locks: Vec<u64> = held(first).iter().map(|(lock, _)| *lock).collect();
        for record in contended {
            locks.retain(|lock| held(record).iter().any(|(held, _)| held == lock));
        }
        locks
    }
}
