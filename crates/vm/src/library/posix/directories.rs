//! `<dirent.h>`. A `DIR` is a block of the heap with everything that the directory held when it was opened; so only
//! opening it looks at the file system.

use mazurka_machine::FaultKind;

use super::path;
use crate::context::{Context, Stop};
use crate::files::{Entry, TYPE_MASK};
use crate::library::file_objects::inspects_everything;
use crate::library::{Args, Native, Return, heap};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("opendir", inspects_everything, opendir),
    Native::local("readdir", readdir),
    Native::local("readdir64", readdir),
    Native::local("rewinddir", rewinddir),
    Native::local("telldir", telldir),
    Native::local("seekdir", seekdir),
    Native::local("closedir", closedir),
];

/// Distinguishes a `DIR` from other memory.
const MAGIC: u64 = 0x5249_445f_4f50_454e;
/// In a `DIR`: magic number, number of entries, next one; then the entries.
const COUNT: u64 = 8;
const NEXT: u64 = 16;
const ENTRIES: u64 = 24;
/// `struct dirent`: inode, offset, length, type, 256 bytes for the name.
const ENTRY_SIZE: u64 = 280;
const NAME: usize = 19;

fn entry_bytes(index: usize, entry: &Entry) -> [u8; ENTRY_SIZE as usize] {
    let mut bytes = [0; ENTRY_SIZE as usize];
    bytes[..8].copy_from_slice(&entry.inode.to_le_bytes());
    bytes[8..16].copy_from_slice(&(index as u64 + 1).to_le_bytes());
    bytes[16..18].copy_from_slice(&(ENTRY_SIZE as u16).to_le_bytes());
    // DT_… are the file types of st_mode, shifted.
    bytes[18] = ((entry.mode & TYPE_MASK) >> 12) as u8;
    bytes[NAME..NAME + entry.name.len()].copy_from_slice(&entry.name);
    bytes
}

fn opendir(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let path = path(context, args.word(0))?;
    let files = &context.state.files;
    let entries = match files.list(files.working(), &path) {
        Ok(entries) => entries,
        Err(errno) => {
            context.set_errno(errno);
            return Ok(Return::Word(0));
        }
    };
    let mut bytes = Vec::new();
    for word in [MAGIC, entries.len() as u64, 0] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    for (index, entry) in entries.iter().enumerate() {
        bytes.extend_from_slice(&entry_bytes(index, entry));
    }
    Ok(Return::Word(heap::allocate_with(context, &bytes)))
}

/// Fails unless `opendir` has made it.
fn check(context: &mut Context, directory: u64) -> Result<(), Stop> {
    if context.memory().peek_sized(directory, 8)? != MAGIC {
        let message = format!("{directory:#x} is not a DIR");
        return Err(Stop::Fault(FaultKind::LibraryMisuse, message));
    }
    Ok(())
}

fn readdir(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let directory = args.word(0);
    check(context, directory)?;
    let memory = context.memory();
    let (count, next) = (memory.load::<8>(directory + COUNT)?, memory.load::<8>(directory + NEXT)?);
    if next >= count {
        return Ok(Return::Word(0));
    }
    memory.store::<8>(directory + NEXT, next + 1)?;
    Ok(Return::Word(directory + ENTRIES + ENTRY_SIZE * next))
}

fn rewinddir(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check(context, args.word(0))?;
    context.memory().store::<8>(args.word(0) + NEXT, 0)?;
    Ok(Return::Void)
}

fn telldir(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check(context, args.word(0))?;
    Ok(Return::Word(context.memory().load::<8>(args.word(0) + NEXT)?))
}

fn seekdir(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check(context, args.word(0))?;
    context.memory().store::<8>(args.word(0) + NEXT, args.word(1))?;
    Ok(Return::Void)
}

fn closedir(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check(context, args.word(0))?;
    heap::release(context, args.word(0))?;
    Ok(Return::int(0))
}
