//! Condition variables.
//!
//! A wait is three operations: releasing the mutex and going to sleep, in one; being woken, which is another thread's
//! operation (or timing out, or being cancelled); acquiring the mutex again. A signal chooses one of the waiters, and is
//! lost if there is none.
//!
//! With spurious wake-ups enabled, the wait itself chooses whether there will be one. No other thread observes that a
//! thread slept if no signal woke it: so it does not go to sleep, and from then on it may acquire the mutex at any time.
//! Choosing at the wait, and not while asleep, keeps the executions in which a waiter is never woken. The number of
//! spurious wake-ups per thread is bounded, because a loop around the wait would otherwise have infinitely many
//! executions.

use super::mutex::{self, Mutex};
use super::*;
use crate::errno::{EINVAL, ETIMEDOUT};

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("pthread_cond_init", overwrites::<SIZE>, init).unlocks().objects(&[SIZE]),
    Native::visible("pthread_cond_destroy", overwrites::<SIZE>, destroy).unlocks().objects(&[SIZE]),
    Native::step("pthread_cond_signal", describe_signal, signal)
        .keeps_locks()
        .footprint_is_complete()
        .objects(&[SIZE]),
    Native::step("pthread_cond_broadcast", describe_broadcast, broadcast)
        .keeps_locks()
        .footprint_is_complete()
        .objects(&[SIZE]),
    Native::step("__mazurka_cond_wait", describe_wait, wait)
        .keeps_locks()
        .takes_deadline(2)
        .footprint_is_complete()
        .objects(&[SIZE, super::mutex::SIZE, TIMESPEC]),
];

/// `sizeof(pthread_cond_t)`.
const SIZE: u64 = 48;

/// The address of the waiters' mutex; zero when no thread waits.
const MUTEX: u64 = 0;
const STATE: u64 = 8;
const USABLE: u32 = 0;
const DESTROYED: u32 = u32::MAX;

/// Phases of a wait.
const BEGIN: u32 = 0;
/// Asleep, or woken: see the thread's `wait`.
const ASLEEP: u32 = 1;
const TIMED_OUT: u32 = 2;
const CANCELLED_ASLEEP: u32 = 3;
/// A timed wait that has seen that it was woken in time.
const IN_TIME: u32 = 4;

/// The second choice of a wait, where there is one.
const WAKES_SPURIOUSLY: Choice = 1;

const fn object(address: u64) -> Object {
    ObjectKind::Condvar.at(address, SIZE)
}

fn operation(verb: Verb, address: u64) -> Operation {
    Operation::Sync(verb, object(address))
}

fn check(memory: &Memory, address: u64) -> Result<(), Stop> {
    match Field(address.wrapping_add(STATE)).get(memory)? {
        USABLE => Ok(()),
        DESTROYED => misuse(FaultKind::CondvarMisuse, "the condition variable has been destroyed"),
        _ => misuse(FaultKind::CondvarMisuse, "the condition variable was never initialised"),
    }
}

/// The clock of the attributes is not stored: deadlines show which clock they refer to.
fn init(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    context.memory().write(args.word(0), &[0; SIZE as usize])?;
    Ok(Return::int(0))
}

fn destroy(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let condition = args.word(0);
    check(&context.state.memory, condition)?;
    if let Some(sleeper) = sleepers(&context.view(), condition).next() {
        let message = format!("destroys a condition variable that {sleeper} waits on");
        return misuse(FaultKind::CondvarMisuse, message);
    }
    Field(condition + STATE).set(context.memory(), DESTROYED)?;
    Ok(Return::int(0))
}

fn describe_signal(view: &View, args: &Args) -> Result<Intent, Stop> {
    let choices = sleepers(view, args.word(0)).count().max(1) as u32;
    Ok(Intent { choices, ..Intent::ready(operation(Verb::Signal, args.word(0))) })
}

fn signal(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let condition = args.word(0);
    check(&context.state.memory, condition)?;
    let woken = sleepers(&context.view(), condition).nth(choice as usize);
    if let Some(woken) = woken {
        wake(context, woken);
        clear_mutex_without_waiters(context, condition)?;
    }
    Ok(Return::int(0))
}

fn describe_broadcast(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(operation(Verb::Broadcast, args.word(0))))
}

fn broadcast(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let condition = args.word(0);
    check(&context.state.memory, condition)?;
    let woken: Vec<ThreadId> = sleepers(&context.view(), condition).collect();
    for &thread in &woken {
        wake(context, thread);
    }
    if !woken.is_empty() {
        clear_mutex_without_waiters(context, condition)?;
    }
    Ok(Return::int(0))
}

fn clear_mutex_without_waiters(context: &mut Context, condition: u64) -> Result<(), Stop> {
    if sleepers(&context.view(), condition).next().is_none() {
        context.memory().write_atomically(condition + MUTEX, &[0; 8])?;
    }
    Ok(())
}

/// `int __mazurka_cond_wait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *deadline or null)`: `pthread_cond_wait`
/// and its timed forms, up to where a cancelled thread unwinds.
fn describe_wait(view: &View, args: &Args) -> Result<Intent, Stop> {
    let (condition, mutex, timed) = (args.word(0), args.word(1), args.word(2) != 0);
    let state = &view.this().state;
    match (state.phase, state.wait) {
        (BEGIN, _) if cancel::due(view) => Ok(cancel::intent(view)),
        // Misuse, whatever other threads do: it never waits.
        (BEGIN, _) if !Mutex::at(&view.state.memory, mutex)?.is_held_once(view.thread) => {
            Ok(Intent::ready(operation(Verb::Inspect, condition)))
        }
        (BEGIN, _) => {
            let choices = if state.spurious_wakeups < view.config.spurious_wakeups { 2 } else { 1 };
            let (condition, mutex) = (object(condition), mutex::object(mutex));
            Ok(Intent { choices, ..Intent::ready(Operation::Wait { condition, mutex }) })
        }
        (ASLEEP, Wait::On(_)) => {
            // A time-out inspects the condition variable: there was no signal.
            let gives_up = timed || cancel::due(view);
            let verb = if gives_up { Verb::Inspect } else { Verb::Sleep };
            let intent = Intent::when(gives_up, operation(verb, condition));
            Ok(Intent { urgency: Urgency::of_timeout(timed && !cancel::due(view)), ..intent })
        }
        // It might have timed out before it was woken: for that race, it inspects the object in this case, too.
        (ASLEEP, Wait::Woken(_)) if timed => Ok(Intent::ready(operation(Verb::Inspect, condition))),
        _ => {
            let mutex = Mutex::at(&view.state.memory, mutex)?;
            Ok(Intent::when(mutex.holder.is_none(), mutex.lock_operation()))
        }
    }
}

fn wait(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let (condition, mutex, deadline) = (args.word(0), args.word(1), args.word(2));
    let state = context.this().state;
    if deadline != 0 {
        // Time passes, and the deadline is looked at.
        context.memory().note_more();
    }
    match (state.phase, state.wait) {
        (BEGIN, _) if cancel::due(&context.view()) => Ok(Return::int(cancel::CANCELLED)),
        (BEGIN, _) => go_to_sleep(context, condition, mutex, deadline, choice),
        (ASLEEP, Wait::On(_)) => {
            let cancelled = cancel::due(&context.view());
            if !cancelled {
                clock::pass_until(context, deadline)?;
            }
            let state = context.this_state();
            state.wait = Wait::No;
            state.phase = if cancelled { CANCELLED_ASLEEP } else { TIMED_OUT };
            clear_mutex_without_waiters(context, condition)?;
            Ok(Return::Again)
        }
        (ASLEEP, Wait::Woken(_)) if deadline != 0 => {
            context.this_state().phase = IN_TIME;
            Ok(Return::Again)
        }
        _ => {
            let mutex = Mutex::at(&context.state.memory, mutex)?;
            mutex::note(context, mutex);
            let error = mutex.take(&mut context.state.memory, context.thread)?;
            let result = match state.phase {
                CANCELLED_ASLEEP => cancel::CANCELLED,
                _ if error != 0 => error,
                TIMED_OUT => ETIMEDOUT,
                _ => 0,
            };
            done(context, Return::int(result))
        }
    }
}

fn go_to_sleep(
    context: &mut Context,
    condition: u64,
    mutex: u64,
    deadline: u64,
    choice: Choice,
) -> Result<Return, Stop> {
    check(&context.state.memory, condition)?;
    check_awake(context)?;
    if deadline != 0 && clock::timespec(&context.state.memory, deadline)?.is_none() {
        return Ok(Return::int(EINVAL));
    }
    let others = context.memory().peek_sized(condition + MUTEX, 8)?;
    if others != 0 && others != mutex {
        return misuse(
            FaultKind::CondvarMisuse,
            "threads wait on one condition variable with different mutexes",
        );
    }
    let held = Mutex::at(&context.state.memory, mutex)?;
    mutex::note(context, held);
    held.release_for_wait(&mut context.state.memory, context.thread)?;
    let state = context.this_state();
    state.phase = ASLEEP;
    if choice == WAKES_SPURIOUSLY {
        state.spurious_wakeups += 1;
        state.wait = Wait::Woken(condition);
    } else {
        state.wait = Wait::On(condition);
        context.memory().write_atomically(condition + MUTEX, &mutex.to_le_bytes())?;
    }
    Ok(Return::Again)
}
