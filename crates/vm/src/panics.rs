//! Panics of Rust programs: what one says, and whether it is a bug.
//!
//! A panic unwinds to the innermost handler. Those of the standard library itself decide nothing: the one below `main`, and the one of
//! every thread that it starts. So:
//! - a panic that the program catches (`catch_unwind`) is not a bug;
//! - one that would leave `main` is, where it is raised;
//! - one that would leave another thread is not if that thread is joined, because `join` returns it as an error. If the process ends
//!   and no thread has joined it, it is. A panic that a scope passes on counts for the threads of the scope.
//!
//! Handlers are told apart by the file and the function of the call that they belong to, as debug information has them.

use mazurka_machine::{Fault, FaultKind, StackFrame, ThreadId};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::context::{Context, State, Stop, View};
use crate::diagnose;
use crate::lower::SUPPORT_PATH;
use crate::memory::Memory;
use crate::program::FunctionKind;
use crate::rust;
use crate::threads::ThreadState;

/// A panic that a thread ends with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic {
    message: String,
    /// Innermost frame first.
    stack: Vec<StackFrame>,
}

/// By a hash, which [`crate::threads::ThreadState`] has: it does not depend on the order in which a search finds them.
pub(crate) type Panics = FxHashMap<u64, Panic>;

/// Whose handler it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Main,
    Thread,
    /// `thread::scope`, which passes a panic on when its threads have ended.
    Scope,
    /// libtest, which knows whether a test is to panic, and says so by the exit code.
    Test,
    Program,
}

/// What `thread::scope` panics with if one of its threads has, and was not joined.
const SCOPE: &str = "a scoped thread panicked";

/// An exception is about to be raised. An error if it ends the program.
pub(crate) fn begin(context: &mut Context, exception: u64) -> Result<(), Stop> {
    let view = context.view();
    let message = message(&view, exception);
    match owner(&view) {
        Some(Owner::Main) | None => return Err(uncaught(&view, exception)),
        Some(Owner::Program | Owner::Scope) => {}
        Some(owner @ (Owner::Thread | Owner::Test)) => {
            let panic = Panic { message: message.clone(), stack: diagnose::stack(&view) };
            remember(context, panic);
            context.this_state().panicked_in_test = owner == Owner::Test;
        }
    }
    if message == SCOPE {
        context.this_state().panicked_for_children = true;
    }
    Ok(())
}

/// An exception that ends the program, and what the threads have panicked with that it comes from.
pub(crate) fn uncaught(view: &View, exception: u64) -> Stop {
    let mut text = message(view, exception);
    let is_of_scope = text == SCOPE;
    let concerns = |&other: &ThreadId| {
        let state = &view.state.threads.get(other).state;
        state.joined_by == Some(view.thread) || is_of_scope && state.joined_by.is_none()
    };
    for joined in ended_by_panic(view.state).filter(concerns) {
        if let Some(Panic { message, stack }) = panic_of(view.state, joined) {
            let place = stack.iter().find_map(|frame| frame.location.as_ref());
            let file = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
            let place = place.map_or(String::new(), |at| format!(" at {}:{}", file(&at.file), at.line));
            text += &format!("; {joined} had panicked{place}: {message}");
        }
    }
    Stop::Fault(FaultKind::Panic, text)
}

/// The thread will end with this panic.
fn remember(context: &mut Context, panic: Panic) {
    let places = panic.stack.iter().filter_map(|frame| frame.location.as_ref());
    let places: String = places.map(|at| format!("\n{}:{}:{}", at.file, at.line, at.column)).collect();
    let known = panic_of(context.state, context.thread);
    // A scope raises it again, from where nothing is to be seen.
    if known.is_some_and(|known| known.message == panic.message) {
        return;
    }
    let id = xxh3_64(format!("{}{places}", panic.message).as_bytes()).max(1);
    context.state.panics.insert(id, panic);
    context.this_state().panic = id;
}

fn panic_of(state: &State, thread: ThreadId) -> Option<&Panic> {
    state.panics.get(&state.threads.get(thread).state.panic)
}

fn ended_by_panic(state: &State) -> impl Iterator<Item = ThreadId> {
    state.threads.created().iter().filter(|&thread| state.threads.get(thread).state.panic != 0)
}

/// At the end of the process, with this exit code: a panic that no thread has noticed, or that fails a test.
pub(crate) fn unnoticed(state: &State, code: i32) -> Option<Box<Fault>> {
    let is_passed_on = |thread: ThreadId| {
        let parent = state.threads.parent(thread);
        parent.is_some_and(|parent| state.threads.get(parent).state.panicked_for_children)
    };
    let is_unnoticed = |thread: &ThreadId| {
        let ThreadState { joined_by, panicked_in_test, .. } = state.threads.get(*thread).state;
        if panicked_in_test { code != 0 } else { joined_by.is_none() && !is_passed_on(*thread) }
    };
    let thread = ended_by_panic(state).find(is_unnoticed)?;
    let Panic { message, stack } = panic_of(state, thread)?.clone();
    Some(Box::new(Fault { kind: FaultKind::Panic, message, thread, stack }))
}

/// Whose the handler is that an exception of this thread ends at; `None`: there is none.
///
/// All handlers are calls of one function of the standard library, which may be inlined: several of them can be in one frame. So they are
/// looked for among the calls of the source.
fn owner(view: &View) -> Option<Owner> {
    let mut calls = calls(view).into_iter().filter_map(|call| Some((call.location?.file, call.function)));
    let mut owner = None;
    while calls.any(|(file, function)| is_catching(&file, &function)) {
        let owning = calls.find_map(|(file, function)| owner_of(&file, &function));
        owner = Some(owning.unwrap_or(Owner::Program));
        if owner != Some(Owner::Scope) {
            break;
        }
    }
    owner
}

/// All calls under way, innermost first.
fn calls(view: &View) -> Vec<StackFrame> {
    let mut calls = Vec::new();
    for frame in view.this().frames.iter().rev() {
        let function = &view.program.functions[frame.function as usize];
        if let FunctionKind::Code(code) = &function.kind {
            diagnose::push_frames(&mut calls, &function.name, code, frame);
        }
    }
    calls
}

/// Whether libtest creates a thread, for a test: it is where the standard library is called from.
pub(crate) fn starts_test(view: &View) -> bool {
    let is_std = |file: &str| ["std/", "core/", "alloc/"].iter().any(|library| file.starts_with(library));
    let caller = |call: &StackFrame| {
        let file = call.location.as_ref()?.file.clone();
        let in_library = rust::library_file(&file);
        let is_inside = in_library.is_some_and(is_std) || file.starts_with(SUPPORT_PATH);
        (!is_inside).then(|| in_library == Some("test/src/lib.rs"))
    };
    view.program.is_libtest && calls(view).iter().find_map(caller) == Some(true)
}

/// `std::panicking::catch_unwind`, which was `try` before 1.90.
fn is_catching(file: &str, function: &str) -> bool {
    let name = function.split('<').next().unwrap_or(function);
    rust::library_file(file) == Some("std/src/panicking.rs")
        && matches!(name, "catch_unwind" | "try" | "r#try")
}

/// Whose the handler is by a call around it; `None` if that is a part of catching.
fn owner_of(file: &str, function: &str) -> Option<Owner> {
    Some(match rust::library_file(file) {
        Some("std/src/panicking.rs" | "std/src/panic.rs") => return None,
        Some(file) if file.starts_with("core/") => return None,
        Some("std/src/rt.rs") if is_start(function) => Owner::Main,
        Some("std/src/thread/lifecycle.rs" | "std/src/thread/mod.rs") if is_closure(function) => {
            Owner::Thread
        }
        Some("std/src/thread/scoped.rs") => Owner::Scope,
        Some("test/src/lib.rs") => Owner::Test,
        _ => Owner::Program,
    })
}

fn is_closure(function: &str) -> bool {
    function.starts_with("{closure")
}

fn is_start(function: &str) -> bool {
    is_closure(function) || function.starts_with("lang_start")
}

/// What a panic says, in one line.
fn message(view: &View, exception: u64) -> String {
    let text = payload(&view.state.memory, exception);
    let Some(text) = text else { return "a panic with a value that is not a text".into() };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("a panic without a message").to_owned();
    let rest: Vec<&str> = lines.collect();
    if rest.is_empty() { first } else { format!("{first}: {}", rest.join(", ")) }
}

/// The class of Rust's exceptions, as a word of either order: it has changed.
const RUST: [u64; 2] = [u64::from_le_bytes(*b"MOZ\0RUST"), u64::from_be_bytes(*b"MOZ\0RUST")];

/// The text of a Rust exception, if it has one.
///
/// `panic_unwind::imp::Exception` is `repr(C)`: the ABI's header of four words, a canary, and a `Box<dyn Any>`. What is in that is known
/// by its table of functions, and by looking at it: a `&str` has nothing to drop and two words, a `String` three: what there is room for, the
/// pointer and the length. What is not a text of that length is neither.
fn payload(memory: &Memory, exception: u64) -> Option<String> {
    let word = |address: u64| memory.peek_sized(address, 8).ok();
    if !RUST.contains(&word(exception)?) {
        return None;
    }
    let (data, table) = (word(exception + 40)?, word(exception + 48)?);
    let (drop, size) = (word(table)?, word(table + 8)?);
    let (at, length) = match size {
        16 if drop == 0 => (word(data)?, word(data + 8)?),
        24 if drop != 0 && word(data)? >= word(data + 16)? => (word(data + 8)?, word(data + 16)?),
        _ => return None,
    };
    let bytes = memory.peek(at, length.min(MOST)).ok()?;
    String::from_utf8(bytes.to_vec()).ok()
}

/// Longer messages are cut off.
const MOST: u64 = 4096;
