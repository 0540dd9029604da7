//! The state as a number: memory, and for every thread where it stands and what it still needs.
//!
//! A thread's hash is remembered until the thread changes; that of its lower frames until they run again. So a step pays
//! for what it changed.

use mazurka_machine::ThreadId;
use xxhash_rust::xxh3::Xxh3;

use crate::code::{Insn, Reg};
use crate::context::State;
use crate::program::{Code, FunctionKind, Program};
use crate::threads::{Frame, Status, Thread, ThreadState, Wait};

pub(super) fn of(program: &Program, state: &mut State) -> u128 {
    let mut sum = state.memory.fingerprint();
    let threads: Vec<ThreadId> = state.threads.created().iter().collect();
    for thread in threads {
        sum = sum.wrapping_add(of_thread(program, thread, state.threads.print(thread)));
    }
    sum
}

fn of_thread(program: &Program, id: ThreadId, thread: &mut Thread) -> u128 {
    if let Some(known) = thread.print.whole {
        return known;
    }
    let mut hasher = Xxh3::with_seed(id.0 as u64);
    hash_state(&mut hasher, &thread.state);
    if thread.state.status == Status::Alive
        && let Some(top) = thread.frames.len().checked_sub(1)
    {
        hasher.update(&below(program, thread, top).to_le_bytes());
        hash_frame(&mut hasher, program, thread, &thread.frames[top]);
    }
    let hash = hasher.digest128();
    thread.print.whole = Some(hash);
    hash
}

/// The frames under the top one.
fn below(program: &Program, thread: &mut Thread, top: usize) -> u128 {
    for index in thread.print.below.len()..top {
        let mut hasher = Xxh3::with_seed(0);
        if let Some(last) = thread.print.below.last() {
            hasher.update(&last.to_le_bytes());
        }
        hash_frame(&mut hasher, program, thread, &thread.frames[index]);
        thread.print.below.push(hasher.digest128());
    }
    match top.checked_sub(1) {
        Some(last) => thread.print.below[last],
        None => 0,
    }
}

/// How many threads a thread has created, and what it has seen of time, are left out where it cannot tell any more.
fn hash_state(hasher: &mut Xxh3, state: &ThreadState) {
    let ThreadState {
        status,
        started,
        stack,
        phase,
        wait,
        clock,
        atomic,
        children,
        detached,
        joined,
        cancel_requested,
        cancel_disabled,
        result,
    } = *state;
    let alive = status == Status::Alive;
    let flags = [alive, started, detached, joined, cancel_requested && alive, cancel_disabled && alive];
    hasher.update(&flags.map(u8::from));
    if alive {
        let (kind, object) = match wait {
            Wait::No => (0, 0),
            Wait::On(object) => (1, object),
            Wait::Woken => (2, 0),
        };
        let words = [stack, phase as u64, kind, object, clock, atomic as u64, children as u64];
        for word in words {
            hasher.update(&word.to_le_bytes());
        }
    } else if !joined && !detached {
        hasher.update(&result.to_le_bytes());
    }
}

fn hash_frame(hasher: &mut Xxh3, program: &Program, thread: &Thread, frame: &Frame) {
    let FunctionKind::Code(code) = &program.functions[frame.function as usize].kind else { return };
    hasher.update(&((frame.function as u64) << 32 | frame.pc as u64).to_le_bytes());
    hasher.update(&frame.caller_stack.to_le_bytes());
    let registers = thread.registers(frame);
    match live(code, frame) {
        Live::Some(live) => {
            for &register in live {
                hasher.update(&registers[register as usize].to_le_bytes());
            }
        }
        Live::Range(start, length) => {
            for register in &registers[start as usize..][..length as usize] {
                hasher.update(&register.to_le_bytes());
            }
        }
        Live::All => {
            for register in registers {
                hasher.update(&register.to_le_bytes());
            }
        }
    }
}

enum Live<'a> {
    Some(&'a [Reg]),
    Range(Reg, u16),
    All,
}

/// The registers that are needed from here on; all of them where that is not known.
fn live<'a>(code: &'a Code, frame: &Frame) -> Live<'a> {
    if let Insn::Return { s, n } = code.insns[frame.pc as usize] {
        return Live::Range(s, n);
    }
    match code.live.binary_search_by_key(&frame.pc, |entry| entry.0) {
        Ok(found) => Live::Some(&code.live[found].1),
        Err(_) => Live::All,
    }
}
