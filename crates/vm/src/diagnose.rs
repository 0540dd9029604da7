//! What a fault means, in the program's own terms: which variable, which block, which line.

use mazurka_machine::{Fault, FaultKind, StackFrame, ThreadId};

use crate::address::{self, Place};
use crate::context::View;
use crate::exec::STACK_GAP;
use crate::memory::heap::Block;
use crate::memory::{Access, Violation};
use crate::program::{Code, FrameSlot, FunctionKind, Global, VariablePlace};
use crate::rust;
use crate::threads::{Frame, Status};

/// A fault of the running thread, with its stack.
pub(crate) fn fault(view: &View, kind: FaultKind, message: String) -> Box<Fault> {
    Box::new(Fault { kind, message, thread: view.thread, stack: stack(view) })
}

pub(crate) fn violation(view: &View, violation: &Violation) -> Box<Fault> {
    let (kind, place) = explain(view, violation);
    let access = match violation.access {
        Access::Read => "read",
        Access::Write => "write",
        Access::Uninitialized => "read of uninitialised memory:",
    };
    fault(view, kind, format!("{access} of {} at {place}", bytes(violation.length)))
}

/// The calls under way, innermost first; inlined ones included, those of libraries left out.
pub(crate) fn stack(view: &View) -> Vec<StackFrame> {
    let mut stack = Vec::new();
    for frame in view.this().frames.iter().rev() {
        let function = &view.program.functions[frame.function as usize];
        match &function.kind {
            FunctionKind::Code(code) if !code.internal => {
                push_frames(&mut stack, &function.name, code, frame)
            }
            _ => {}
        }
    }
    rust::without_std(&mut stack);
    stack
}

/// The calls that a frame is made of, innermost first.
pub(crate) fn push_frames(
    stack: &mut Vec<StackFrame>,
    name: &std::sync::Arc<str>,
    code: &Code,
    frame: &Frame,
) {
    let Some(position) = code.position(frame.pc) else {
        stack.push(StackFrame { function: name.clone(), location: None });
        return;
    };
    let location = Some(position.location.clone());
    stack.push(StackFrame { function: position.function.clone(), location });
    for (location, function) in &position.inlined_at {
        stack.push(StackFrame { function: function.clone(), location: Some(location.clone()) });
    }
}

/// The kind of fault, and where the address is.
fn explain(view: &View, violation: &Violation) -> (FaultKind, String) {
    let Violation { address, access, .. } = *violation;
    let start = first_bad(view, violation);
    if access == Access::Uninitialized {
        return (FaultKind::Uninitialized, inside(view, address));
    }
    match address::place(start) {
        Place::Null => (FaultKind::NullDereference, null(address)),
        Place::Code => (FaultKind::ReadOnly, format!("{address:#x}, which is code")),
        Place::Constant if view.state.memory.addressable(start, 1) == 1 => {
            (FaultKind::ReadOnly, format!("{}, which is constant", inside(view, address)))
        }
        Place::Global | Place::Constant => (FaultKind::OutOfBounds, beside_global(view, address)),
        Place::Heap(thread) => match view.state.memory.block_near(thread, start) {
            Some(block) => heap(&block, address, start),
            None => wild(address),
        },
        Place::Stack(_) => on_stack(view, address, start),
        Place::Nowhere if address::is_out_of_array(address) => (
            FaultKind::OutOfBounds,
            "memory by an index that is out of the bounds of an array in a struct".into(),
        ),
        Place::Library | Place::Nowhere => wild(address),
    }
}

/// The first byte of the access that may not be touched: an access that begins inside an object leaves it here.
fn first_bad(view: &View, violation: &Violation) -> u64 {
    let Violation { address, length, .. } = *violation;
    let good = view.state.memory.addressable(address, length);
    if good == length { address } else { address.wrapping_add(good) }
}

fn null(address: u64) -> String {
    if address == 0 { "a null pointer".into() } else { format!("a null pointer plus {}", bytes(address)) }
}

fn wild(address: u64) -> (FaultKind, String) {
    (FaultKind::InvalidPointer, format!("{address:#x}, where nothing is"))
}

fn heap(block: &Block, address: u64, bad: u64) -> (FaultKind, String) {
    let what = format!("a heap block of {}", bytes(block.size));
    if !block.live {
        return (
            FaultKind::UseAfterFree,
            relative(address, block.address, block.size, &format!("{what} that was freed")),
        );
    }
    if (block.address..block.address + block.size).contains(&bad) {
        let part = relative(address, block.address, block.size, "a mapping");
        return (FaultKind::UseAfterFree, format!("{part} that munmap has removed there"));
    }
    (FaultKind::OutOfBounds, relative(address, block.address, block.size, &what))
}

fn beside_global(view: &View, address: u64) -> String {
    match nearest(&view.program.globals, address) {
        Some(global) => {
            let what = format!("variable '{}' of {}", global.name, bytes(global.size));
            relative(address, global.address, global.size, &what)
        }
        None => format!("{address:#x}"),
    }
}

fn inside(view: &View, address: u64) -> String {
    match address::place(address) {
        Place::Global | Place::Constant => beside_global(view, address),
        Place::Heap(thread) => match view.state.memory.block_near(thread, address) {
            Some(block) => relative(
                address,
                block.address,
                block.size,
                &format!("a heap block of {}", bytes(block.size)),
            ),
            None => format!("{address:#x}"),
        },
        Place::Stack(_) => on_stack(view, address, address).1,
        _ => format!("{address:#x}"),
    }
}

/// The memory at an address, live or not, as one would call it.
pub(crate) fn memory(view: &View, address: u64) -> String {
    let part = |name: String, start: u64, size: u64| match address.checked_sub(start) {
        Some(offset) if offset > 0 && offset < size => format!("byte {offset} of {name}"),
        _ => name,
    };
    match address::place(address) {
        Place::Global | Place::Constant => match nearest(&view.program.globals, address) {
            Some(global) => part(format!("variable '{}'", global.name), global.address, global.size),
            None => format!("{address:#x}"),
        },
        Place::Heap(thread) => match view.state.memory.block_near(thread, address) {
            Some(block) => part(format!("a heap block of {}", bytes(block.size)), block.address, block.size),
            None => format!("{address:#x}"),
        },
        Place::Stack(owner) => stack_memory(view, owner, address, part),
        Place::Library => "memory of the C library".into(),
        _ => format!("{address:#x}"),
    }
}

fn stack_memory(
    view: &View,
    owner: ThreadId,
    address: u64,
    part: impl Fn(String, u64, u64) -> String,
) -> String {
    let Some(thread) = view.state.threads.find(owner) else { return format!("the stack of {owner}") };
    let slots = thread.frames.iter().filter_map(|frame| slot_near(view, frame, address));
    if let Some((_, frame, code, slot)) = slots.min_by_key(|near| near.0)
        && let Some(variable) = code.variables.iter().find(|v| v.place == VariablePlace::Frame(slot.offset))
    {
        let name = format!("variable '{}' in {} of {owner}", variable.name, function_name(view, frame));
        return part(name, frame.memory + slot.offset as u64, slot.size as u64);
    }
    let base = address::stack_of(owner);
    let locals = view.program.thread_locals.iter();
    let mut around =
        locals.filter(|local| (local.address..local.address + local.size).contains(&(address - base)));
    match around.next() {
        Some(local) => {
            let name = format!("thread-local variable '{}' of {owner}", local.name);
            part(name, base + local.address, local.size)
        }
        None => format!("the stack of {owner}"),
    }
}

/// The global that the address is in or closest to.
fn nearest(globals: &[Global], address: u64) -> Option<&Global> {
    globals.iter().filter(|global| address::region(global.address) == address::region(address)).min_by_key(
        |global| {
            let end = global.address + global.size;
            if address < global.address {
                global.address - address
            } else {
                (address + 1).saturating_sub(end)
            }
        },
    )
}

/// Stack memory of any thread: a local variable of a frame that is there, or of one that is not.
fn on_stack(view: &View, address: u64, bad: u64) -> (FaultKind, String) {
    let Place::Stack(owner) = address::place(bad) else { return wild(address) };
    let Some(thread) = view.state.threads.find(owner) else { return wild(address) };
    if thread.state.status == Status::Finished {
        return (FaultKind::StackUseAfterReturn, format!("the stack of {owner}, which has ended"));
    }
    // Right behind the youngest block there is a gap: nothing that has returned was there.
    if bad >= thread.state.stack + STACK_GAP {
        return (FaultKind::StackUseAfterReturn, "a local variable of a function that has returned".into());
    }
    let Some(frame) = thread.frames.iter().rev().find(|frame| bad >= frame.caller_stack) else {
        return thread_local(view, address);
    };
    let what = match thread
        .frames
        .iter()
        .filter_map(|frame| slot_near(view, frame, bad))
        .min_by_key(|near| near.0)
    {
        Some((_, frame, code, slot)) => {
            let name = code.variables.iter().find(|v| v.place == VariablePlace::Frame(slot.offset));
            let name = name.map_or("a temporary".into(), |variable| format!("variable '{}'", variable.name));
            let what = format!("{name} of {} in {}", bytes(slot.size as u64), function_name(view, frame));
            relative(address, frame.memory + slot.offset as u64, slot.size as u64, &what)
        }
        None => match view.state.memory.run_before(bad, STACK_GAP) {
            Some((start, size)) => {
                let what = format!("{} on the stack of {}", bytes(size), function_name(view, frame));
                relative(address, start, size, &what)
            }
            None => format!("the stack of {}", function_name(view, frame)),
        },
    };
    (FaultKind::OutOfBounds, what)
}

fn function_name<'a>(view: &View<'a>, frame: &Frame) -> &'a str {
    &view.program.functions[frame.function as usize].name
}

/// The fixed alloca of a frame that the address is in or next to, and how far away that is. Blocks of run-time size have
/// no entry here.
fn slot_near<'a>(
    view: &View<'a>,
    frame: &'a Frame,
    address: u64,
) -> Option<(u64, &'a Frame, &'a Code, &'a FrameSlot)> {
    let FunctionKind::Code(code) = &view.program.functions[frame.function as usize].kind else { return None };
    let distance = |slot: &FrameSlot| {
        let start = frame.memory + slot.offset as u64;
        if address < start { start - address } else { (address + 1).saturating_sub(start + slot.size as u64) }
    };
    let slot = code.allocas.iter().min_by_key(|slot| distance(slot))?;
    let inside = (frame.memory..frame.memory + code.frame_size as u64).contains(&address);
    (inside || distance(slot) <= STACK_GAP).then(|| (distance(slot), frame, &**code, slot))
}

fn thread_local(view: &View, address: u64) -> (FaultKind, String) {
    let offset = address::offset(address) as u64;
    let what = match nearest(&view.program.thread_locals, offset) {
        Some(local) => {
            let what = format!("thread-local variable '{}' of {}", local.name, bytes(local.size));
            relative(offset, local.address, local.size, &what)
        }
        None => "the thread-local variables".into(),
    };
    (FaultKind::OutOfBounds, what)
}

fn relative(address: u64, start: u64, size: u64, what: &str) -> String {
    if address < start {
        format!("{} before {what}", bytes(start - address))
    } else if address == start + size {
        format!("the end of {what}")
    } else if address > start + size {
        format!("{} past the end of {what}", bytes(address - start - size))
    } else if address == start {
        format!("the start of {what}")
    } else {
        format!("offset {} of {what}", address - start)
    }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}
