//! The families on a hand-made state: threads without code, and zeroed memory to put objects in.

mod futex;

use super::*;
use crate::config::Config;
use crate::errno::*;
use crate::library::{Run, find};
use crate::program::Program;
use crate::threads::{Status, Threads};
use crate::visibility::SynchronizationOnly;

const A: ThreadId = ThreadId(0);
const B: ThreadId = ThreadId(1);
const C: ThreadId = ThreadId(2);

/// Where the tests put their objects.
const OBJECT: u64 = address::GLOBALS;
const MUTEX: u64 = address::GLOBALS + 0x100;
const OTHER: u64 = address::GLOBALS + 0x200;
const DEADLINE: u64 = address::GLOBALS + 0x300;
const OUT: u64 = address::GLOBALS + 0x400;

struct World {
    program: Program,
    config: Config,
    state: State,
}

impl World {
    /// Three threads: main and its children.
    fn new() -> World {
        let mut memory = Memory::new(false);
        memory.open(address::GLOBALS, 0x1000);
        let mut threads = Threads::default();
        for parent in [None, Some(A), Some(A)] {
            threads.create(parent);
        }
        let (files, output, clocks, arrivals, sections, sites, panics) = Default::default();
        let state = State { memory, threads, files, output, clocks, arrivals, sections, sites, panics };
        World { program: Program::default(), config: Config::default(), state }
    }

    fn describe(&self, thread: ThreadId, name: &str, args: &[u64]) -> Result<Intent, Stop> {
        let view = View {
            program: &self.program,
            config: &self.config,
            visibility: &SynchronizationOnly,
            state: &self.state,
            thread,
        };
        match find(name).expect("the function exists").run {
            Run::Visible { describe, .. } => describe(&view, &Args::new(args)),
            Run::Block(_) => Ok(Intent::block()),
            Run::Local(_) => panic!("{name} is not visible"),
        }
    }

    fn run(&mut self, thread: ThreadId, name: &str, args: &[u64], choice: Choice) -> Result<Return, Stop> {
        let World { program, config, state } = self;
        let mut context = Context { program, config, visibility: &SynchronizationOnly, state, thread };
        match find(name).expect("the function exists").run {
            Run::Visible { run, .. } | Run::Block(run) => run(&mut context, &Args::new(args), choice),
            Run::Local(run) => run(&mut context, &Args::new(args)),
        }
    }

    fn enabled(&self, thread: ThreadId, name: &str, args: &[u64]) -> bool {
        self.describe(thread, name, args).expect("no misuse").enabled
    }

    /// A call that returns a number.
    fn call(&mut self, thread: ThreadId, name: &str, args: &[u64]) -> i32 {
        match self.run(thread, name, args, 0) {
            Ok(Return::Word(word)) => word as i32,
            other => panic!("{name} does not return a number: {other:?}"),
        }
    }

    /// One operation of a call that has more of them.
    fn begin(&mut self, thread: ThreadId, name: &str, args: &[u64]) {
        let result = self.run(thread, name, args, 0).expect("no misuse");
        assert_eq!(result, Return::Again, "{name} is done");
    }

    #[track_caller]
    fn fault(&mut self, thread: ThreadId, name: &str, args: &[u64]) -> String {
        match self.run(thread, name, args, 0) {
            Err(Stop::Fault(kind, message)) => format!("{kind}: {message}"),
            other => panic!("no fault, but {other:?}"),
        }
    }

    fn set_deadline(&mut self, seconds: u64) {
        self.state.memory.store::<8>(DEADLINE, seconds).expect("valid memory");
    }

    fn word(&mut self, at: u64) -> u64 {
        self.state.memory.load::<8>(at).expect("valid memory")
    }

    fn clock(&self, thread: ThreadId) -> u64 {
        self.state.threads.get(thread).state.clock
    }

    fn object_bytes(&self, at: u64, size: u64) -> Vec<u8> {
        self.state.memory.peek(at, size).expect("valid memory").to_vec()
    }
}

#[test]
fn a_normal_mutex_excludes_others_and_its_holder() {
    let mut world = World::new();
    let pristine = world.object_bytes(MUTEX, 40);
    assert_eq!(world.call(A, "pthread_mutex_lock", &[MUTEX]), 0);
    assert!(!world.enabled(B, "pthread_mutex_lock", &[MUTEX]));
    assert!(!world.enabled(A, "pthread_mutex_lock", &[MUTEX]));
    assert_eq!(world.call(B, "pthread_mutex_trylock", &[MUTEX]), EBUSY);
    assert_eq!(
        world.fault(B, "pthread_mutex_unlock", &[MUTEX]),
        "mutex-misuse: unlocks a mutex that main has locked"
    );
    assert_eq!(world.call(A, "pthread_mutex_unlock", &[MUTEX]), 0);
    assert_eq!(world.object_bytes(MUTEX, 40), pristine, "an unlocked mutex remembers nothing");
    assert_eq!(
        world.fault(A, "pthread_mutex_unlock", &[MUTEX]),
        "mutex-misuse: unlocks a mutex that is not locked"
    );
}

#[test]
fn recursive_and_error_checking_mutexes_as_their_initialisers_say() {
    let mut world = World::new();
    world.state.memory.store::<4>(MUTEX + 16, 1).unwrap();
    for _ in 0..3 {
        assert_eq!(world.call(A, "pthread_mutex_lock", &[MUTEX]), 0);
    }
    assert_eq!(world.call(B, "pthread_mutex_unlock", &[MUTEX]), EPERM);
    for _ in 0..2 {
        assert_eq!(world.call(A, "pthread_mutex_unlock", &[MUTEX]), 0);
        assert!(!world.enabled(B, "pthread_mutex_lock", &[MUTEX]));
    }
    assert_eq!(world.call(A, "pthread_mutex_unlock", &[MUTEX]), 0);
    assert!(world.enabled(B, "pthread_mutex_lock", &[MUTEX]));
    world.state.memory.store::<4>(OTHER + 16, 2).unwrap();
    assert_eq!(world.call(A, "pthread_mutex_lock", &[OTHER]), 0);
    assert_eq!(world.call(A, "pthread_mutex_lock", &[OTHER]), EDEADLK);
    assert_eq!(world.call(B, "pthread_mutex_unlock", &[OTHER]), EPERM);
}

#[test]
fn attributes_make_the_mutex() {
    let mut world = World::new();
    assert_eq!(world.call(A, "pthread_mutexattr_init", &[OBJECT]), 0);
    assert_eq!(world.call(A, "pthread_mutexattr_settype", &[OBJECT, 1]), 0);
    assert_eq!(world.call(A, "pthread_mutexattr_settype", &[OBJECT, 4]), EINVAL);
    assert_eq!(world.call(A, "pthread_mutexattr_setrobust", &[OBJECT, 1]), 0);
    assert_eq!(world.call(A, "pthread_mutexattr_gettype", &[OBJECT, OUT]), 0);
    assert_eq!(world.word(OUT), 1);
    assert_eq!(world.call(A, "pthread_mutex_init", &[MUTEX, OBJECT]), 0);
    assert_eq!(world.call(A, "pthread_mutex_lock", &[MUTEX]), 0);
    assert_eq!(world.call(A, "pthread_mutex_lock", &[MUTEX]), 0);
}

#[test]
fn destroyed_and_locked_mutexes_are_misused() {
    let mut world = World::new();
    world.call(B, "pthread_mutex_lock", &[MUTEX]);
    assert_eq!(
        world.fault(A, "pthread_mutex_destroy", &[MUTEX]),
        "mutex-misuse: destroys a mutex that thread 1 has locked"
    );
    world.call(B, "pthread_mutex_unlock", &[MUTEX]);
    assert_eq!(world.call(A, "pthread_mutex_destroy", &[MUTEX]), 0);
    assert_eq!(world.fault(A, "pthread_mutex_lock", &[MUTEX]), "mutex-misuse: the mutex has been destroyed");
    assert_eq!(world.call(A, "pthread_mutex_init", &[MUTEX, 0]), 0);
    assert_eq!(world.call(A, "pthread_mutex_lock", &[MUTEX]), 0);
}

#[test]
fn a_timed_lock_gives_up_and_time_has_passed() {
    let mut world = World::new();
    world.set_deadline(5);
    world.call(A, "pthread_mutex_lock", &[MUTEX]);
    let intent = world.describe(B, "pthread_mutex_timedlock", &[MUTEX, DEADLINE]).unwrap();
    assert!(intent.enabled && intent.urgency == Urgency::Timeout);
    assert_eq!(world.call(B, "pthread_mutex_timedlock", &[MUTEX, DEADLINE]), ETIMEDOUT);
    assert_eq!(world.clock(B), 5 * clock::SECOND);
    world.call(A, "pthread_mutex_unlock", &[MUTEX]);
    assert_eq!(
        world.describe(B, "pthread_mutex_timedlock", &[MUTEX, DEADLINE]).unwrap().urgency,
        Urgency::Normal
    );
    assert_eq!(world.call(B, "pthread_mutex_timedlock", &[MUTEX, DEADLINE]), 0);
}

#[test]
fn a_signal_wakes_the_chosen_sleeper_and_is_lost_without_one() {
    let mut world = World::new();
    let pristine = world.object_bytes(OBJECT, 48);
    assert_eq!(world.call(A, "pthread_cond_signal", &[OBJECT]), 0);
    for thread in [B, C] {
        world.call(thread, "pthread_mutex_lock", &[MUTEX]);
        world.begin(thread, "__mazurka_cond_wait", &[OBJECT, MUTEX, 0]);
        assert!(!world.enabled(thread, "__mazurka_cond_wait", &[OBJECT, MUTEX, 0]));
    }
    assert_eq!(world.describe(A, "pthread_cond_signal", &[OBJECT]).unwrap().choices, 2);
    world.run(A, "pthread_cond_signal", &[OBJECT], 1).unwrap();
    assert!(!world.enabled(B, "__mazurka_cond_wait", &[OBJECT, MUTEX, 0]));
    let woken = world.describe(C, "__mazurka_cond_wait", &[OBJECT, MUTEX, 0]).unwrap();
    assert_eq!((woken.enabled, woken.operation), (true, mutex::operation(Verb::Lock, MUTEX)));
    world.call(A, "pthread_mutex_lock", &[MUTEX]);
    assert!(!world.enabled(C, "__mazurka_cond_wait", &[OBJECT, MUTEX, 0]), "the mutex is taken");
    assert_eq!(world.call(A, "pthread_cond_broadcast", &[OBJECT]), 0);
    world.call(A, "pthread_mutex_unlock", &[MUTEX]);
    for thread in [C, B] {
        assert_eq!(world.call(thread, "__mazurka_cond_wait", &[OBJECT, MUTEX, 0]), 0);
        world.call(thread, "pthread_mutex_unlock", &[MUTEX]);
        assert_eq!(world.state.threads.get(thread).state.wait, Wait::No);
    }
    assert_eq!(world.object_bytes(OBJECT, 48), pristine);
}

#[test]
fn a_timed_wait_runs_out_of_time_and_takes_the_mutex_again() {
    let mut world = World::new();
    world.set_deadline(2);
    let args = [OBJECT, MUTEX, DEADLINE];
    world.call(A, "pthread_mutex_lock", &[MUTEX]);
    world.begin(A, "__mazurka_cond_wait", &args);
    assert_eq!(world.describe(A, "__mazurka_cond_wait", &args).unwrap().urgency, Urgency::Timeout);
    world.begin(A, "__mazurka_cond_wait", &args);
    world.call(B, "pthread_mutex_lock", &[MUTEX]);
    assert!(!world.enabled(A, "__mazurka_cond_wait", &args));
    world.call(B, "pthread_mutex_unlock", &[MUTEX]);
    assert_eq!(world.call(A, "__mazurka_cond_wait", &args), ETIMEDOUT);
    assert_eq!(world.clock(A), 2 * clock::SECOND);
    assert_eq!(world.call(A, "pthread_mutex_unlock", &[MUTEX]), 0);
}

#[test]
fn condition_variables_are_misused() {
    let mut world = World::new();
    let wait = "__mazurka_cond_wait";
    assert_eq!(
        world.fault(A, wait, &[OBJECT, MUTEX, 0]),
        "condvar-misuse: waits with a mutex that it has not locked"
    );
    world.call(A, "pthread_mutex_lock", &[MUTEX]);
    world.begin(A, wait, &[OBJECT, MUTEX, 0]);
    world.call(B, "pthread_mutex_lock", &[OTHER]);
    assert_eq!(
        world.fault(B, wait, &[OBJECT, OTHER, 0]),
        "condvar-misuse: threads wait on one condition variable with different mutexes"
    );
    assert_eq!(
        world.fault(B, "pthread_cond_destroy", &[OBJECT]),
        "condvar-misuse: destroys a condition variable that main waits on"
    );
    world.call(B, "pthread_cond_signal", &[OBJECT]);
    assert_eq!(world.call(B, "pthread_cond_destroy", &[OBJECT]), 0);
    assert_eq!(
        world.fault(B, "pthread_cond_signal", &[OBJECT]),
        "condvar-misuse: the condition variable has been destroyed"
    );
}

#[test]
fn readers_share_and_writers_do_not() {
    let mut world = World::new();
    let pristine = world.object_bytes(OBJECT, 56);
    for thread in [C, A, C] {
        assert_eq!(world.call(thread, "pthread_rwlock_rdlock", &[OBJECT]), 0);
    }
    let in_one_order = world.object_bytes(OBJECT, 56);
    assert!(!world.enabled(B, "pthread_rwlock_wrlock", &[OBJECT]));
    assert_eq!(world.call(B, "pthread_rwlock_trywrlock", &[OBJECT]), EBUSY);
    assert_eq!(
        world.fault(B, "pthread_rwlock_unlock", &[OBJECT]),
        "rwlock-misuse: unlocks a read-write lock that it has not locked"
    );
    for thread in [C, C, A] {
        assert_eq!(world.call(thread, "pthread_rwlock_unlock", &[OBJECT]), 0);
    }
    assert_eq!(world.object_bytes(OBJECT, 56), pristine);
    for thread in [A, C, C] {
        world.call(thread, "pthread_rwlock_rdlock", &[OBJECT]);
    }
    assert_eq!(world.object_bytes(OBJECT, 56), in_one_order, "the order of the readers is history");
    for thread in [A, C, C] {
        world.call(thread, "pthread_rwlock_unlock", &[OBJECT]);
    }
    assert_eq!(world.call(B, "pthread_rwlock_wrlock", &[OBJECT]), 0);
    assert_eq!(world.call(B, "pthread_rwlock_rdlock", &[OBJECT]), EDEADLK);
    assert!(!world.enabled(A, "pthread_rwlock_rdlock", &[OBJECT]));
    assert_eq!(world.call(A, "pthread_rwlock_tryrdlock", &[OBJECT]), EBUSY);
    assert_eq!(
        world.fault(A, "pthread_rwlock_destroy", &[OBJECT]),
        "rwlock-misuse: destroys a read-write lock that thread 1 has locked"
    );
}

#[test]
fn the_last_to_arrive_opens_the_barrier() {
    let mut world = World::new();
    assert_eq!(
        world.fault(A, "pthread_barrier_init", &[OBJECT, 0, 0]),
        "barrier-misuse: a barrier for no threads at all"
    );
    world.call(A, "pthread_barrier_init", &[OBJECT, 0, 3]);
    let pristine = world.object_bytes(OBJECT, 32);
    for round in 0..2 {
        for thread in [A, C] {
            world.begin(thread, "pthread_barrier_wait", &[OBJECT]);
            assert!(!world.enabled(thread, "pthread_barrier_wait", &[OBJECT]));
        }
        assert_eq!(
            world.fault(B, "pthread_barrier_destroy", &[OBJECT]),
            "barrier-misuse: destroys a barrier that main waits at"
        );
        world.begin(B, "pthread_barrier_wait", &[OBJECT]);
        assert_eq!(world.call(B, "pthread_barrier_wait", &[OBJECT]), -1, "round {round}");
        for thread in [C, A] {
            assert_eq!(world.call(thread, "pthread_barrier_wait", &[OBJECT]), 0);
        }
        assert_eq!(world.object_bytes(OBJECT, 32), pristine);
    }
    assert_eq!(world.call(B, "pthread_barrier_destroy", &[OBJECT]), 0);
}

#[test]
fn spin_locks_have_one_holder() {
    let mut world = World::new();
    world.call(A, "pthread_spin_init", &[OBJECT, 0]);
    assert_eq!(world.call(A, "pthread_spin_lock", &[OBJECT]), 0);
    assert!(!world.enabled(B, "pthread_spin_lock", &[OBJECT]));
    assert_eq!(world.call(B, "pthread_spin_trylock", &[OBJECT]), EBUSY);
    assert_eq!(
        world.fault(B, "pthread_spin_unlock", &[OBJECT]),
        "mutex-misuse: unlocks a spin lock that main has locked"
    );
    assert_eq!(world.call(A, "pthread_spin_unlock", &[OBJECT]), 0);
    assert_eq!(world.call(B, "pthread_spin_trylock", &[OBJECT]), 0);
}

#[test]
fn semaphores_count() {
    let mut world = World::new();
    world.set_deadline(1);
    world.call(A, "sem_init", &[OBJECT, 0, 1]);
    assert_eq!(world.call(A, "__mazurka_sem_wait", &[OBJECT, 0]), 0);
    assert!(!world.enabled(A, "__mazurka_sem_wait", &[OBJECT, 0]));
    assert_eq!(
        world.describe(A, "__mazurka_sem_wait", &[OBJECT, DEADLINE]).unwrap().urgency,
        Urgency::Timeout
    );
    assert_eq!(world.call(A, "__mazurka_sem_wait", &[OBJECT, DEADLINE]), ETIMEDOUT);
    assert_eq!(world.call(A, "sem_trywait", &[OBJECT]), -1);
    world.call(B, "sem_post", &[OBJECT]);
    assert!(world.enabled(A, "__mazurka_sem_wait", &[OBJECT, 0]));
    world.call(A, "sem_init", &[OBJECT, 0, i32::MAX as u64]);
    assert_eq!(world.fault(A, "sem_post", &[OBJECT]), "semaphore-misuse: the semaphore's value overflows");
    world.call(A, "sem_destroy", &[OBJECT]);
    assert_eq!(
        world.fault(A, "__mazurka_sem_wait", &[OBJECT, 0]),
        "semaphore-misuse: the semaphore has been destroyed"
    );
}

#[test]
fn only_the_first_runs_the_function_and_the_others_wait_for_it() {
    let mut world = World::new();
    assert_eq!(world.call(B, "__mazurka_once_begin", &[OBJECT]), 1);
    assert!(!world.enabled(A, "__mazurka_once_begin", &[OBJECT]));
    world.run(B, "__mazurka_once_end", &[OBJECT], 0).unwrap();
    assert_eq!(world.call(A, "__mazurka_once_begin", &[OBJECT]), 0);
}

#[test]
fn keys_hold_a_value_for_every_thread() {
    let mut world = World::new();
    world.call(A, "pthread_key_create", &[OUT, 77]);
    world.call(A, "pthread_key_create", &[OUT + 8, 0]);
    let (first, second) = (world.word(OUT), world.word(OUT + 8));
    assert_ne!(first, second);
    world.call(A, "pthread_setspecific", &[first, 11]);
    world.call(A, "pthread_setspecific", &[second, 12]);
    world.call(B, "pthread_setspecific", &[first, 21]);
    assert_eq!(world.call(A, "pthread_getspecific", &[first]), 11);
    assert_eq!(world.call(B, "pthread_getspecific", &[first]), 21);
    assert_eq!(world.call(C, "pthread_getspecific", &[first]), 0);
    assert_eq!(world.call(A, "__mazurka_next_key_destructor", &[OBJECT, OBJECT + 8]), 1);
    assert_eq!((world.word(OBJECT), world.word(OBJECT + 8)), (77, 11));
    assert_eq!(world.call(A, "__mazurka_next_key_destructor", &[OBJECT, OBJECT + 8]), 0);
    world.call(A, "pthread_key_delete", &[first]);
    assert_eq!(world.call(A, "pthread_setspecific", &[first, 1]), EINVAL);
    world.call(C, "pthread_key_create", &[OUT, 0]);
    assert_eq!(world.word(OUT), first);
    assert_eq!(world.call(B, "pthread_getspecific", &[first]), 0, "a new key starts empty");
}

#[test]
fn threads_are_joined_once() {
    let mut world = World::new();
    let (b, c) = (handle(B), handle(C));
    assert_eq!(world.call(B, "pthread_equal", &[b, handle(A)]), 0);
    assert!(!world.enabled(A, "__mazurka_join", &[b, OUT]));
    assert_eq!(world.call(A, "pthread_tryjoin_np", &[b, 0]), EBUSY);
    let state = &mut world.state.threads.change(B).state;
    (state.status, state.result) = (Status::Finished, 99);
    assert!(world.enabled(A, "__mazurka_join", &[b, OUT]));
    assert_eq!(world.call(A, "__mazurka_join", &[b, OUT]), 0);
    assert_eq!(world.word(OUT), 99);
    assert_eq!(world.fault(A, "__mazurka_join", &[b, 0]), "thread-misuse: thread 1 has been joined already");
    assert_eq!(world.fault(A, "__mazurka_join", &[handle(A), 0]), "thread-misuse: main joins itself");
    assert_eq!(world.call(C, "pthread_detach", &[c]), 0);
    assert_eq!(world.fault(A, "__mazurka_join", &[c, 0]), "thread-misuse: thread 2 is detached");
    assert_eq!(world.fault(A, "__mazurka_join", &[4711, 0]), "thread-misuse: 0x1267 is not a thread");
}

#[test]
fn a_cancelled_thread_leaves_its_wait() {
    let mut world = World::new();
    let args = [OBJECT, MUTEX, 0];
    world.call(B, "pthread_mutex_lock", &[MUTEX]);
    world.begin(B, "__mazurka_cond_wait", &args);
    world.call(B, "pthread_setcancelstate", &[1, 0]);
    assert_eq!(world.call(A, "pthread_cancel", &[handle(B)]), 0);
    assert!(!world.enabled(B, "__mazurka_cond_wait", &args), "cancellation is disabled");
    world.call(B, "pthread_setcancelstate", &[0, OUT]);
    assert_eq!(world.word(OUT), 1);
    assert!(world.enabled(B, "__mazurka_cond_wait", &args));
    world.begin(B, "__mazurka_cond_wait", &args);
    assert_eq!(world.call(B, "__mazurka_cond_wait", &args), cancel::CANCELLED);
    assert!(!world.enabled(A, "pthread_mutex_lock", &[MUTEX]), "the handlers run with the mutex locked");
    assert_eq!(world.call(B, "__mazurka_test_cancel", &[]), cancel::CANCELLED);
}
