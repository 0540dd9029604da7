//! Barriers: arriving is one operation, leaving when the last thread has arrived is another.
//!
//! No thread observes the order in which threads arrive, unless it asks whether it was the last: arrivals of one round
//! commute. That holds only where no more threads come than the barrier is for; otherwise the order decides who meets in
//! which round. Whether more come is not known beforehand. So searches assume that they do not; where they do, that is
//! noticed, because every execution continues until all threads have arrived that are ready to, and the search begins again
//! with arrivals that do not commute ([`crate::arrivals`]). Up to that moment all that was assumed is true.
//!
//! Then a round ends only when all threads are in it, and each of them has left the round before: whether a round is even or
//! odd distinguishes those under way.

use mazurka_machine::Round;

use super::*;
use crate::code::Insn;
use crate::errno::EINVAL;
use crate::exec;
use crate::threads::Status;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("pthread_barrier_init", overwrites::<SIZE>, init).keeps_no_pointer().objects(&[SIZE]),
    Native::visible("pthread_barrier_destroy", overwrites::<SIZE>, destroy)
        .keeps_no_pointer()
        .objects(&[SIZE]),
    Native::step("pthread_barrier_wait", describe_wait, wait).keeps_no_pointer().objects(&[SIZE]),
];

/// `sizeof(pthread_barrier_t)`.
const SIZE: u64 = 32;

/// Even rounds have one half of the object, odd ones the other: what is done in one touches nothing of the other.
const HALF: u64 = SIZE / 2;

/// How many must arrive; zero: not initialised, or destroyed. How many have is the number of sleepers. The same in both
/// halves.
const NEEDED: u64 = 0;
/// Whether an odd number of such rounds has ended, and which threads have ever arrived at one, a bit each. Only where arrivals
/// commute: states do not depend on the past otherwise.
const ENDED: u64 = 4;
const USERS: u64 = 8;

/// `PTHREAD_BARRIER_SERIAL_THREAD`.
const SERIAL_THREAD: i32 = -1;

const ARRIVING: u32 = 0;
const DEPARTING: u32 = 1;
/// The same for the last to arrive.
const DEPARTING_FIRST: u32 = 2;

fn init(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (barrier, needed) = (args.word(0), args.word(2) as u32);
    if needed == 0 {
        return misuse(FaultKind::BarrierMisuse, "a barrier for no threads at all");
    }
    if needed > i32::MAX as u32 {
        return Ok(Return::int(EINVAL));
    }
    context.memory().write(barrier, &[0; SIZE as usize])?;
    set_needed(context, barrier, needed)?;
    Ok(Return::int(0))
}

fn set_needed(context: &mut Context, barrier: u64, needed: u32) -> Result<(), Stop> {
    Field(barrier + NEEDED).set(context.memory(), needed)?;
    Field(barrier + HALF + NEEDED).set(context.memory(), needed)
}

fn needed(memory: &Memory, barrier: u64) -> Result<u32, Stop> {
    match Field(barrier.wrapping_add(NEEDED)).get(memory)? {
        0 => misuse(FaultKind::BarrierMisuse, "the barrier was never initialised, or has been destroyed"),
        needed => Ok(needed),
    }
}

fn destroy(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let barrier = args.word(0);
    needed(&context.state.memory, barrier)?;
    if let Some(sleeper) = sleepers(&context.view(), barrier).next() {
        return misuse(FaultKind::BarrierMisuse, format!("destroys a barrier that {sleeper} waits at"));
    }
    set_needed(context, barrier, 0)?;
    Ok(Return::int(0))
}

fn describe_wait(view: &View, args: &Args) -> Result<Intent, Stop> {
    let (state, barrier) = (&view.this().state, ObjectKind::Barrier.at(args.word(0), SIZE));
    let is_woken = matches!(state.wait, Wait::Woken(_));
    if !view.state.arrivals.commute() {
        return Ok(match state.phase {
            ARRIVING => Intent::ready(Operation::Sync(Verb::Arrive, barrier)),
            _ => Intent::when(is_woken, Operation::Sync(Verb::Depart, barrier)),
        });
    }
    let (round, before) = match is_round_odd(&view.state.memory, args.word(0))? {
        false => (Round::Even, Round::Odd),
        true => (Round::Odd, Round::Even),
    };
    Ok(match state.phase {
        ARRIVING => {
            let arrival = Verb::ArriveIn { round, observed: uses_result(view) };
            Intent::ready(Operation::Sync(arrival, barrier))
        }
        // The next round has begun, and will not end before this thread has left.
        _ if is_woken => Intent::ready(Operation::Sync(Verb::DepartFrom(before), barrier)),
        _ => Intent::when(false, Operation::Sync(Verb::DepartFrom(round), barrier)),
    })
}

/// Whether the round at which threads arrive is an odd one.
fn is_round_odd(memory: &Memory, barrier: u64) -> Result<bool, Stop> {
    let ended = |half: u64| Field(half + ENDED).get(memory);
    Ok(ended(barrier)? != ended(barrier.wrapping_add(HALF))?)
}

/// Whether the program looks at what the call returns.
fn uses_result(view: &View) -> bool {
    let Some(frame) = view.this().frames.last() else { return true };
    let code = view.program.code(frame.function);
    match code.insns[frame.pc as usize] {
        Insn::Call { site, .. } | Insn::CallIndirect { site, .. } => code.sites[site as usize].returned() > 0,
        _ => true,
    }
}

fn wait(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let barrier = args.word(0);
    match context.this().state.phase {
        DEPARTING => return done(context, Return::int(0)),
        DEPARTING_FIRST => return done(context, Return::int(SERIAL_THREAD)),
        _ => {}
    }
    let halves = [barrier, barrier.wrapping_add(HALF)];
    let [half, other] =
        match context.state.arrivals.commute() && is_round_odd(&context.state.memory, barrier)? {
            false => halves,
            true => [halves[1], halves[0]],
        };
    let needed = needed(&context.state.memory, half)?;
    let uses_result = uses_result(&context.view());
    note_user(context, [half, other], needed)?;
    check_awake(context)?;
    let waiting: Vec<ThreadId> = sleepers(&context.view(), barrier).collect();
    if waiting.len() as u32 + 1 < needed {
        let state = context.this_state();
        state.phase = DEPARTING;
        state.wait = Wait::On(barrier);
        return Ok(Return::Again);
    }
    if context.state.arrivals.commute() {
        if is_another_at(&context.view(), barrier) {
            context.state.arrivals.note_crowd();
        }
        let ended = Field(half + ENDED);
        let before = ended.get(&context.state.memory)?;
        ended.set(context.memory(), u32::from(before == 0))?;
    }
    // Time passes to them from all who have arrived, through the barrier: not from the last one alone.
    for thread in waiting {
        context.state.threads.change(thread).state.wait = Wait::Woken(barrier);
    }
    let state = context.this_state();
    state.phase = if uses_result { DEPARTING_FIRST } else { DEPARTING };
    state.wait = Wait::Woken(barrier);
    Ok(Return::Again)
}

/// Whether another thread is about to arrive: it comes too late for the round that ends now.
fn is_another_at(view: &View, barrier: u64) -> bool {
    let others = view.state.threads.created().iter().filter(|other| *other != view.thread);
    let arrives = |thread| {
        let next = exec::describe(&View { thread, ..*view });
        let is_arrival = |operation: &Operation| match operation {
            Operation::Sync(Verb::ArriveIn { .. }, object) => object.range.start == barrier,
            _ => false,
        };
        let is_alive = view.state.threads.get(thread).state.status == Status::Alive;
        is_alive && next.is_ok_and(|next| is_arrival(&next.operation))
    };
    others.into_iter().any(arrives)
}

/// Takes note of a thread that arrives, and of whether more have done so than the barrier is for.
fn note_user(context: &mut Context, [half, other]: [u64; 2], needed: u32) -> Result<(), Stop> {
    if !context.state.arrivals.commute() {
        return Ok(());
    }
    let users_of = |half| context.state.memory.peek_sized(half + USERS, 8);
    let (before, others) = (users_of(half)?, users_of(other)?);
    let users = 1u64.checked_shl(context.thread.0.into()).map(|user| before | user);
    match users.filter(|users| (users | others).count_ones() <= needed) {
        Some(users) if users != before => context.memory().put_sized(half + USERS, 8, users)?,
        Some(_) => {}
        None => context.state.arrivals.note_crowd(),
    }
    Ok(())
}
