//! Data races in the program's own terms: who touches what, where, and in which call.

use std::sync::Arc;

use mazurka_machine::{
    AccessKind, Choice, DataRace, Footprint, LocatedAccess, LocatedRace, Machine, Next, Operation,
    RacingAccess, Range, ThreadId,
};
use mazurka_vm::Program;
use mazurka_vm::{Config, Record, Vm};

use crate::support::compiled::compile_text;

const FIRST: ThreadId = ThreadId(1);
const SECOND: ThreadId = ThreadId(2);

fn machine(program: &Arc<Program>) -> Vm {
    let config = Config { record: Record::Changes, main_return_exits: false, ..Config::default() };
    Vm::new(program.clone(), config).expect("the program starts")
}

/// Two threads, `f` and then `g`; a race between the plain accesses of both to the bytes that `f` is the last to touch as
/// told, or the operations of both if so told.
fn locate(text: &str, writes: [bool; 2], atomic: [bool; 2]) -> LocatedRace {
    let program = compile_text(&format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n{text}\n
         int main(void) {{
             pthread_t t[2];
             pthread_create(&t[0], 0, f, 0);
             pthread_create(&t[1], 0, g, 0);
             pthread_join(t[0], 0);
             pthread_join(t[1], 0);
             return 0;
         }}"
    ));
    let mut vm = machine(&program);
    let mut schedule: Vec<(ThreadId, Choice)> = Vec::new();
    let mut steps = [Vec::new(), Vec::new()];
    for thread in [ThreadId::MAIN, FIRST, SECOND] {
        while let Next::Ready(pending) = vm.next(thread) {
            let stepped = vm.step(thread, 0).expect("nothing unsupported");
            if thread != ThreadId::MAIN {
                let touched = Touched::of(stepped.footprint, &pending.operation);
                steps[thread.index() - 1].push((schedule.len(), touched));
            }
            schedule.push((thread, 0));
        }
    }
    let race = conflict(&steps, writes, atomic);
    let located = machine(&program).locate_race(&schedule, &race, &|| true).expect("nothing unsupported");
    located.expect("the schedule leads to the race")
}

/// The bytes that a step touches, one by one.
struct Touched {
    plain: [Vec<u64>; 2],
    operation: Option<Range>,
}

impl Touched {
    fn of(footprint: &[Footprint], operation: &Operation) -> Touched {
        let bytes = |writes: bool| {
            let of_line = |note: &Footprint| {
                let (line, mask) = (note.line, if writes { note.writes } else { note.reads });
                (0..64).filter(move |bit| mask >> bit & 1 == 1).map(move |bit| line + bit)
            };
            footprint.iter().flat_map(of_line).collect()
        };
        let operation = match *operation {
            Operation::Read(range, _) | Operation::Write(range, _) => Some(range),
            Operation::Update(range, ..) => Some(range),
            Operation::Sync(_, object) => Some(object.range),
            _ => None,
        };
        Touched { plain: [bytes(false), bytes(true)], operation }
    }

    fn bytes(&self, writes: bool, atomic: bool) -> Vec<u64> {
        match self.operation {
            Some(range) if atomic => (range.start..range.start + range.length).collect(),
            _ if atomic => Vec::new(),
            _ => self.plain[writes as usize].clone(),
        }
    }
}

/// The first pair of steps that touch the same byte in these ways.
fn conflict(steps: &[Vec<(usize, Touched)>; 2], writes: [bool; 2], atomic: [bool; 2]) -> DataRace {
    let access =
        |event: usize, at: usize| RacingAccess { event, atomic: atomic[at], writes: writes[at], code: 0 };
    for (i, first) in &steps[0] {
        for (j, second) in &steps[1] {
            let others = second.bytes(writes[1], atomic[1]);
            let common = first.bytes(writes[0], atomic[0]).into_iter().find(|byte| others.contains(byte));
            if let Some(start) = common {
                return DataRace {
                    first: access(*i, 0),
                    second: access(*j, 1),
                    bytes: Range { start, length: 1 },
                };
            }
        }
    }
    panic!("the threads touch nothing in common");
}

/// Line and function of every call, the innermost first.
fn place(access: &LocatedAccess) -> Vec<(u32, &str)> {
    let line = |frame: &mazurka_machine::StackFrame| frame.location.as_ref().map_or(0, |at| at.line);
    access.place.stack.iter().map(|frame| (line(frame), &*frame.function)).collect()
}

#[test]
fn a_variable_and_both_places() {
    let race = locate(
        "static int before, x;
         static void set(int value) {
             before = 1;
             x = value;
         }
         static void *f(void *a) {
             for (int i = 0; i < 3; i++) before++;
             set(1);
             return 0;
         }
         static void *g(void *a) {
             return x ? 0 : a;
         }",
        [true, false],
        [false, false],
    );
    assert_eq!(race.memory, "variable 'x'");
    assert_eq!((&race.first.kind, &race.second.kind), (&AccessKind::Write, &AccessKind::Read));
    assert_eq!((race.first.place.thread, race.second.place.thread), (FIRST, SECOND));
    assert_eq!((race.first.bytes.length, race.second.bytes.length), (4, 4));
    assert_eq!(place(&race.first), [(8, "set"), (12, "f")]);
    assert_eq!(place(&race.second), [(16, "g")]);
    assert_eq!(race.allocated, None);
}

#[test]
fn a_part_of_a_heap_block_and_where_it_comes_from() {
    let race = locate(
        "static char *shared;
         static void *make(void) {
             return malloc(24);
         }
         static void *f(void *a) {
             shared = make();
             shared[5] = 1;
             sched_yield();
             free(shared);
             return 0;
         }
         static void *g(void *a) {
             free(shared);
             return 0;
         }",
        [true, false],
        [false, false],
    );
    assert_eq!(race.memory, "variable 'shared'");
    let race = locate(
        "static char *kept;
         static void *make(void) {
             return malloc(24);
         }
         static void *f(void *a) {
             kept = make();
             kept[5] = 1;
             return 0;
         }
         static void *g(void *a) {
             char *block = kept;
             block[5] = 2;
             free(block);
             return 0;
         }",
        [true, true],
        [false, false],
    );
    assert_eq!(race.memory, "byte 5 of a heap block of 24 bytes");
    assert_eq!(place(&race.first), [(11, "f")]);
    assert_eq!((race.second.kind.clone(), place(&race.second)), (AccessKind::Write, vec![(16, "g")]));
    let allocated = race.allocated.expect("it is a heap block");
    assert_eq!(allocated.thread, FIRST);
    assert_eq!(allocated.stack[0].location.as_ref().map(|at| at.line), Some(7));
}

#[test]
fn a_block_that_is_freed() {
    let race = locate(
        "static char *kept;
         static void *f(void *a) {
             kept = malloc(24);
             kept[5];
             return 0;
         }
         static void *g(void *a) {
             free(kept);
             return 0;
         }",
        [false, true],
        [false, false],
    );
    assert_eq!(race.memory, "byte 5 of a heap block of 24 bytes");
    assert_eq!((race.second.kind.clone(), place(&race.second)), (AccessKind::Free, vec![(12, "g")]));
    assert_eq!(race.second.bytes.length, 24);
}

#[test]
fn the_library_at_work_and_the_locks() {
    let race = locate(
        "static struct { int a; pthread_mutex_t mutex; } s;
         static void *f(void *a) {
             memset(&s, 0, sizeof s);
             return 0;
         }
         static void *g(void *a) {
             pthread_mutex_lock(&s.mutex);
             pthread_mutex_unlock(&s.mutex);
             return 0;
         }",
        [true, true],
        [false, true],
    );
    assert_eq!(race.memory, "byte 8 of variable 's'");
    assert_eq!(race.first.kind, AccessKind::Write);
    assert_eq!(race.first.bytes.length, 48);
    assert_eq!(place(&race.first), [(7, "f")]);
    let AccessKind::Operation { operation: Operation::Sync(..), function } = race.second.kind else {
        panic!("{race:?}");
    };
    assert_eq!(function, Some("pthread_mutex_lock"));
    assert_eq!(place(&race.second), [(11, "g")]);
}
