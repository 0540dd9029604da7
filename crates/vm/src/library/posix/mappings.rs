//! `<sys/mman.h>`: mappings are blocks of the heap, aligned to pages. A file is copied into its mapping, so mappings that
//! write to files are refused.

use super::long_or_errno;
use crate::context::{Context, Stop};
use crate::errno;
use crate::library::file_objects::{changes_everything, inspects_everything};
use crate::library::{Args, Native, Return, heap};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("mmap", inspects_everything, mmap),
    Native::visible("mmap64", inspects_everything, mmap),
    Native::visible("munmap", changes_everything, munmap),
    Native::visible("msync", changes_everything, msync),
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
    if flags & SHARED != 0 && protection & WRITABLE != 0 {
        return Err(Stop::Unsupported("a shared mapping of a file for writing: use write".into()));
    }
    let bytes = match context.state.files.read_at(fd, offset, length) {
        Ok(bytes) => bytes,
        Err(errno) => return long_or_errno(context, Err(errno)),
    };
    let address = heap::allocate(context, length, PAGE);
    if address != 0 {
        context.memory().fill(address, 0, length)?;
        context.memory().write(address, &bytes)?;
    }
    Ok(mapped(address))
}

/// `MAP_FAILED` is -1.
fn mapped(address: u64) -> Return {
    if address == 0 { Return::long(-1) } else { Return::Word(address) }
}

/// Whole mappings only.
fn munmap(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let block = context.memory().block_at(args.word(0));
    match block {
        Some(block) if block.size.div_ceil(PAGE) == args.word(1).div_ceil(PAGE) => {
            heap::release(context, args.word(0))?;
            Ok(Return::int(0))
        }
        Some(block) if block.live => Err(Stop::Unsupported("munmap of a part of a mapping".into())),
        _ => {
            context.set_errno(errno::EINVAL);
            Ok(Return::int(-1))
        }
    }
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

/// Mappings for writing are private: nothing to bring back.
fn msync(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    context.memory().peek(args.word(0), args.word(1))?;
    Ok(Return::int(0))
}

fn harmless(_: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::int(0))
}
