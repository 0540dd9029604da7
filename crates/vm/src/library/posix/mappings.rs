//! `<sys/mman.h>`: mappings are blocks of the heap, aligned to pages. A file is copied into its mapping; where that is shared,
//! functions on the file carry bytes between the two.

use mazurka_machine::{Operation, Order, Range};

use super::long_or_errno;
use crate::address;
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::files::Mapping;
use crate::library::file_objects::changes_everything;
use crate::library::{Args, Intent, Native, Return, heap};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("mmap", maps, mmap).sees_output(),
    Native::visible("mmap64", maps, mmap).sees_output(),
    Native::visible("munmap", unmaps, munmap),
    Native::local("msync", msync),
    Native::local("mremap", mremap),
    Native::local("mprotect", harmless),
    Native::local("madvise", harmless),
    Native::local("posix_madvise", harmless),
    Native::local("mlock", harmless),
    Native::local("munlock", harmless),
];

const PAGE: u64 = 4096;
/// `MAP_SHARED`, `MAP_FIXED`, `MAP_ANONYMOUS`; `PROT_WRITE`
const SHARED: i32 = 1;
const FIXED: i32 = 0x10;
const ANONYMOUS: i32 = 0x20;
const WRITABLE: i32 = 2;

fn mmap(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (length, protection, flags) = (args.word(1), args.int(2), args.int(3));
    let (fd, offset) = (args.int(4), args.word(5));
    if flags & FIXED != 0 {
        return Err(Stop::Unsupported("mmap at a fixed address".into()));
    }
    if length == 0 || offset % PAGE != 0 {
        return long_or_errno(context, Err(errno::EINVAL));
    }
    if flags & ANONYMOUS != 0 {
        let address = heap::allocate(context, length, PAGE);
        if address != 0 {
            context.memory().fill(address, 0, length)?;
        }
        return Ok(mapped(address));
    }
    map_file(context, fd, offset, length, flags & SHARED != 0, protection & WRITABLE != 0)
}

/// A file is copied into its mapping. Where that is shared, the library keeps the two alike: see [`save`] and [`show`].
fn map_file(
    context: &mut Context,
    fd: i32,
    offset: u64,
    length: u64,
    shared: bool,
    writable: bool,
) -> Result<Return, Stop> {
    save(context, fd)?;
    let files = &context.state.files;
    let bytes = match (files.read_at(fd, offset, length), files.modes_of(fd)) {
        (Err(errno), _) | (_, Err(errno)) => return long_or_errno(context, Err(errno)),
        (_, Ok((_, false, _))) if shared && writable => {
            return long_or_errno(context, Err(errno::EACCES));
        }
        (Ok(bytes), _) => bytes,
    };
    let Ok(node) = files.node_of(fd) else { return long_or_errno(context, Err(errno::EBADF)) };
    let overlaps = |other: &Mapping| {
        (other.writable || writable)
            && offset < other.offset.saturating_add(other.length)
            && other.offset < offset.saturating_add(length)
    };
    if shared && files.mappings_of(node).iter().any(overlaps) {
        return Err(Stop::Unsupported(
            "two shared mappings of one part of a file, one of them for writing".into(),
        ));
    }
    let address = heap::allocate(context, length, PAGE);
    if address != 0 {
        context.memory().fill(address, 0, length)?;
        context.memory().write(address, &bytes)?;
        if shared {
            context.state.files.add_mapping(Mapping { node, offset, address, length, writable });
        }
    }
    Ok(mapped(address))
}

/// Before a file is read, or what it shows in is gone: brings what was written through its shared mappings.
pub(crate) fn save(context: &mut Context, fd: i32) -> Result<(), Stop> {
    let Ok(node) = context.state.files.node_of(fd) else { return Ok(()) };
    for mapping in context.state.files.mappings_of(node) {
        save_mapping(context, mapping)?;
    }
    Ok(())
}

fn save_mapping(context: &mut Context, mapping: Mapping) -> Result<(), Stop> {
    let Mapping { node, offset, address, length, writable } = mapping;
    if writable {
        let bytes = context.memory().read(address, length)?.to_vec();
        context.state.files.overwrite(node, offset, &bytes);
    }
    Ok(())
}

/// After a file was changed: shows it in its shared mappings.
pub(crate) fn show(context: &mut Context, fd: i32) -> Result<(), Stop> {
    let Ok(node) = context.state.files.node_of(fd) else { return Ok(()) };
    for Mapping { offset, address, length, .. } in context.state.files.mappings_of(node) {
        let mut bytes = context.state.files.contents_at(node, offset, length);
        bytes.resize(length as usize, 0);
        if context.memory().peek(address, length)? != bytes {
            context.memory().write(address, &bytes)?;
        }
    }
    Ok(())
}

/// `MAP_FAILED` is -1.
fn mapped(address: u64) -> Return {
    if address == 0 { Return::long(-1) } else { Return::Word(address) }
}

fn maps(view: &View, args: &Args) -> Result<Intent, Stop> {
    match args.int(3) & ANONYMOUS != 0 {
        // No other thread observes an allocation.
        true => Ok(Intent::invisible()),
        false => Ok(match view.state.files.node_of(args.int(4)) {
            Ok(node) if view.state.files.is_mapped(node) => Intent::ready(Operation::Anything),
            _ => changes_everything(view, args)?,
        }),
    }
}

/// To other threads, it writes to all of it; what is shared is written to its file, too.
fn unmaps(view: &View, args: &Args) -> Result<Intent, Stop> {
    let range = Range { start: args.word(0), length: args.word(1) };
    Ok(match view.state.files.mapping_at(args.word(0)) {
        Some(_) => Intent::ready(Operation::Anything),
        None if view.config.visibility.includes_plain()
            && range.length > 0
            && view.is_release_visible(range) =>
        {
            Intent::ready(Operation::Write(range, Order::PLAIN))
        }
        None => Intent::invisible(),
    })
}

/// A part that is unmapped can no longer be touched; with its last part, the block is gone.
fn munmap(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (start, length) = (args.word(0), args.word(1).checked_next_multiple_of(PAGE).unwrap_or(0));
    if start % PAGE != 0 || length == 0 || !address::is_in_heap(start) {
        context.set_errno(errno::EINVAL);
        return Ok(Return::int(-1));
    }
    if let Some(mapping) = context.state.files.mapping_at(start) {
        if length < mapping.length {
            return Err(Stop::Unsupported("munmap of a part of a shared mapping of a file".into()));
        }
        save_mapping(context, mapping)?;
        context.state.files.remove_mapping(start);
    }
    let block = context.memory().block_around(start).filter(|block| block.live);
    let Some(block) = block.filter(|block| start < block.address + block.size) else {
        // Nothing is mapped there.
        return Ok(Return::int(0));
    };
    let end = block.address + block.size;
    context.memory().close(start, length.min(end - start));
    let mut pages = (block.address..end).step_by(PAGE as usize);
    if pages.all(|page| context.memory().addressable(page, 1) == 0) {
        heap::release(context, block.address)?;
    }
    Ok(Return::int(0))
}

/// Always moves the mapping, so that pointers into the old one are found out.
fn mremap(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    const MAY_MOVE: i32 = 1;
    let (old, size) = (args.word(0), args.word(2));
    let block = context.memory().block_at(old).filter(|block| block.live && size > 0);
    let Some(block) = block else { return long_or_errno(context, Err(errno::EINVAL)) };
    if args.int(3) & MAY_MOVE == 0 {
        return long_or_errno(context, Err(errno::ENOMEM));
    }
    let new = heap::allocate(context, size, PAGE);
    if new != 0 {
        context.memory().fill(new, 0, size)?;
        context.memory().copy(new, old, block.size.min(size))?;
        heap::release(context, old)?;
    }
    Ok(mapped(new))
}

/// What was written through a mapping is brought to the file when that is read.
fn msync(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().peek(args.word(0), args.word(1))?;
    Ok(Return::int(0))
}

fn harmless(_: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::int(0))
}
