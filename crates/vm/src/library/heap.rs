//! `malloc` and related functions, over [`crate::memory::heap`].

use mazurka_machine::{Choice, FaultKind, Operation, Order, Range};

use super::{Args, Intent, Native, Return};
use crate::code::Insn;
use crate::config::Config;
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::memory::heap::FreeError;
use crate::program::FunctionKind;
use crate::sites;

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("malloc", allocates, malloc)
        .allocates()
        .tells_in_order()
        .value_of_choice(value_of_choice),
    Native::visible("calloc", allocates, calloc)
        .allocates()
        .tells_in_order()
        .value_of_choice(value_of_choice),
    Native::visible("realloc", resizes, realloc).resizes().value_of_choice(value_of_choice),
    Native::visible("reallocarray", resizes, reallocarray).resizes().value_of_choice(value_of_choice),
    Native::visible("free", releases, free).frees().tells_in_order(),
    Native::visible("cfree", releases, free).frees(),
    Native::visible("aligned_alloc", allocates, aligned_alloc).allocates().value_of_choice(value_of_choice),
    Native::visible("memalign", allocates, aligned_alloc).allocates().value_of_choice(value_of_choice),
    Native::local("posix_memalign", posix_memalign),
    Native::visible("valloc", allocates, valloc).allocates().value_of_choice(value_of_choice),
    Native::local("malloc_usable_size", malloc_usable_size),
    Native::local("strdup", strdup),
    Native::local("__strdup", strdup),
    Native::local("strndup", strndup),
    Native::local("__strndup", strndup),
];

/// What glibc's `malloc` aligns to.
const ALIGNMENT: u64 = 16;
const PAGE: u64 = 4096;

/// A new block, or 0 with `errno` set.
pub(crate) fn allocate(context: &mut Context, size: u64, align: u64) -> u64 {
    let thread = context.thread;
    match context.memory().allocate(thread, size, align) {
        Some(address) => {
            sites::note(context, address);
            note_unread(context, address);
            address
        }
        None => {
            context.set_errno(errno::ENOMEM);
            0
        }
    }
}

/// The block remembers what nothing reads of it, which the text of the call says that allocates it.
fn note_unread(context: &mut Context, block: u64) {
    if context.program.unread_blocks.is_empty() {
        return;
    }
    let Some(frame) = context.this().frames.last() else { return };
    let FunctionKind::Code(code) = &context.program.functions[frame.function as usize].kind else { return };
    let Some(Insn::Call { site, .. } | Insn::CallIndirect { site, .. }) = code.insns.get(frame.pc as usize)
    else {
        return;
    };
    if let Ok(at) = code.unread_blocks.binary_search_by_key(site, |(site, _)| *site) {
        let (_, number) = code.unread_blocks[at];
        context.memory().set_unread(block, number + 1);
    }
}

/// A new block with these bytes, or 0 with `errno` set.
pub(crate) fn allocate_with(context: &mut Context, bytes: &[u8]) -> u64 {
    let address = allocate(context, bytes.len() as u64, ALIGNMENT);
    if address != 0 {
        context.memory().write_raw(address, bytes);
    }
    address
}

/// Frees a block; a fault if there is no block at the address.
pub(crate) fn release(context: &mut Context, address: u64) -> Result<(), Stop> {
    if let Some(block) = context.memory().block_at(address) {
        context.state.clocks.forget(Range { start: block.address, length: block.size });
    }
    context.memory().free(address).map_err(|error| match error {
        FreeError::AlreadyFreed => {
            Stop::Fault(FaultKind::DoubleFree, format!("the block at {address:#x} is already freed"))
        }
        FreeError::NoBlock => Stop::Fault(
            FaultKind::InvalidFree,
            format!("{address:#x} is not the start of a block from malloc, calloc or realloc"),
        ),
    })
}

/// The choice in which an allocation fails, where it may.
const FAILS: Choice = 1;

fn value_of_choice(_: &Config, choice: Choice) -> Option<String> {
    (choice == FAILS).then(|| "NULL".to_owned())
}

/// No other thread observes an allocation; it is a step only where it may fail.
fn allocates(view: &View, _: &Args) -> Result<Intent, Stop> {
    if view.config.malloc_may_fail {
        Ok(Intent { choices: 2, ..Intent::ready(Operation::Choose) })
    } else {
        Ok(Intent::invisible())
    }
}

/// Frees a block and allocates another one. With a size of zero it only frees, and cannot fail.
fn resizes(view: &View, args: &Args) -> Result<Intent, Stop> {
    let releases = releases(view, args)?;
    let allocates = allocates(view, args)?;
    Ok(match (releases.invisible, allocates.invisible) {
        _ if args.word(1) == 0 => releases,
        (_, true) => releases,
        (true, false) => allocates,
        (false, false) => Intent { choices: allocates.choices, ..releases },
    })
}

/// To other threads, freeing a block is a write to all of it.
fn releases(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(match view.state.memory.block_at(args.word(0)) {
        Some(block) if view.config.visibility.includes_plain() && block.size > 0 => {
            let range = Range { start: block.address, length: block.size };
            // What fails may succeed in another order.
            match !block.live || view.is_release_visible(range) {
                true => Intent::ready(Operation::Write(range, Order::PLAIN)),
                false => Intent::invisible(),
            }
        }
        _ => Intent::invisible(),
    })
}

/// [`allocate`], unless it is chosen to fail.
fn allocate_if(context: &mut Context, size: u64, align: u64, choice: Choice) -> u64 {
    if choice == FAILS {
        context.set_errno(errno::ENOMEM);
        0
    } else {
        allocate(context, size, align)
    }
}

fn malloc(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    Ok(Return::Word(allocate_if(context, args.word(0), ALIGNMENT, choice)))
}

fn calloc(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let size = args.word(0).saturating_mul(args.word(1));
    let address = allocate_if(context, size, ALIGNMENT, choice);
    if address != 0 {
        context.memory().fill(address, 0, size)?;
    }
    Ok(Return::Word(address))
}

fn realloc(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    resize(context, args.word(0), args.word(1), choice)
}

fn reallocarray(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let size = args.word(1).saturating_mul(args.word(2));
    resize(context, args.word(0), size, choice)
}

/// Always moves the block, so that pointers into the old one are found out.
fn resize(context: &mut Context, old: u64, size: u64, choice: Choice) -> Result<Return, Stop> {
    if old == 0 {
        return Ok(Return::Word(allocate_if(context, size, ALIGNMENT, choice)));
    }
    let Some(block) = context.memory().block_at(old).filter(|block| block.live) else {
        release(context, old)?;
        return Ok(Return::Word(0));
    };
    if size == 0 {
        release(context, old)?;
        return Ok(Return::Word(0));
    }
    let new = allocate_if(context, size, ALIGNMENT, choice);
    if new != 0 {
        context.memory().copy(new, old, block.size.min(size))?;
        release(context, old)?;
    }
    Ok(Return::Word(new))
}

fn free(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    if args.word(0) != 0 {
        release(context, args.word(0))?;
    }
    Ok(Return::Void)
}

fn aligned_alloc(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    if !valid_alignment(args.word(0)) {
        context.set_errno(errno::EINVAL);
        return Ok(Return::Word(0));
    }
    Ok(Return::Word(allocate_if(context, args.word(1), args.word(0), choice)))
}

fn posix_memalign(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (result, align, size) = (args.word(0), args.word(1), args.word(2));
    if !valid_alignment(align) || align % 8 != 0 {
        return Ok(Return::int(errno::EINVAL));
    }
    let thread = context.thread;
    let Some(address) = context.memory().allocate(thread, size, align) else {
        return Ok(Return::int(errno::ENOMEM));
    };
    sites::note(context, address);
    context.memory().store::<8>(result, address)?;
    Ok(Return::int(0))
}

/// A power of two; more than a region can hold makes no sense.
fn valid_alignment(align: u64) -> bool {
    align.is_power_of_two() && align <= 1 << 30
}

fn valloc(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    Ok(Return::Word(allocate_if(context, args.word(0), PAGE, choice)))
}

/// Exactly the size that was requested: a program must not use more.
fn malloc_usable_size(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let block = context.memory().block_at(args.word(0)).filter(|block| block.live);
    Ok(Return::Word(block.map_or(0, |block| block.size)))
}

fn strdup(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    duplicate(context, args.word(0), u64::MAX)
}

fn strndup(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    duplicate(context, args.word(0), args.word(1))
}

fn duplicate(context: &mut Context, text: u64, limit: u64) -> Result<Return, Stop> {
    let mut bytes = context.memory().c_string_at_most(text, limit)?.to_vec();
    bytes.push(0);
    Ok(Return::Word(allocate_with(context, &bytes)))
}
