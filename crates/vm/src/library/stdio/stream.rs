//! `FILE`: a descriptor, two flags and the characters that were pushed back. It lives in the program's memory (a block of
//! the heap, or the library's own memory), so using a stream after `fclose` is a use after free.
//!
//! Optimised programs look into it through macros (`getc_unlocked`, `feof_unlocked` …): it has glibc's layout, with
//! buffers that are always empty, so that they call us for every character.

use mazurka_machine::FaultKind;

use crate::context::{Context, Stop, View};
use crate::errno;
use crate::library::posix::{mappings, signals};
use crate::library::{Args, Intent, file_objects, hidden};
use crate::memory::Memory;

/// `sizeof (FILE)`
pub(super) const SIZE: u64 = 216;
/// The upper half of `_flags` distinguishes a `FILE` from other memory.
const MAGIC: u32 = 0xfbad_0000;
/// In `_flags`.
const END: u32 = 0x10;
const ERROR: u32 = 0x20;
/// The offset of `_fileno`.
const DESCRIPTOR: usize = 112;
/// Our own, where glibc has pointers that no macro looks at.
const PUSHED: usize = 160;
const PUSHED_COUNT: usize = 172;
const BACKING: usize = 176;

/// Characters that `ungetc` and `scanf` may push back.
const MOST_PUSHED: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stream {
    /// -1: closed.
    pub fd: i32,
    pub end: bool,
    pub error: bool,
    pushed: [u8; MOST_PUSHED],
    pushed_count: u8,
    pub backing: Backing,
}

/// What a stream over memory brings up to date when it is flushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Backing {
    None,
    /// `open_memstream`: where the program wants the address of the text, and its length.
    Growing {
        text: u64,
        length: u64,
    },
    /// `fmemopen`: the program's buffer.
    Fixed {
        buffer: u64,
        size: u64,
    },
}

impl Stream {
    pub(crate) fn new(fd: i32) -> Stream {
        Stream {
            fd,
            end: false,
            error: false,
            pushed: [0; MOST_PUSHED],
            pushed_count: 0,
            backing: Backing::None,
        }
    }

    /// Only what `fopen` and related functions return is a stream.
    pub(crate) fn load(memory: &Memory, address: u64) -> Result<Stream, Stop> {
        let bytes = memory.peek(address, SIZE)?;
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let long = |at: usize| word(at) as u64 | (word(at + 4) as u64) << 32;
        let flags = word(0);
        if flags & MAGIC != MAGIC {
            let message = format!("{address:#x} is not a FILE");
            return Err(Stop::Fault(FaultKind::LibraryMisuse, message));
        }
        let mut pushed = [0; MOST_PUSHED];
        pushed.copy_from_slice(&bytes[PUSHED..PUSHED + MOST_PUSHED]);
        let pushed_count = bytes[PUSHED_COUNT].min(MOST_PUSHED as u8);
        let backing = match word(BACKING) {
            1 => Backing::Growing { text: long(BACKING + 8), length: long(BACKING + 16) },
            2 => Backing::Fixed { buffer: long(BACKING + 8), size: long(BACKING + 16) },
            _ => Backing::None,
        };
        let (end, error) = (flags & END != 0, flags & ERROR != 0);
        Ok(Stream { fd: word(DESCRIPTOR) as i32, end, error, pushed, pushed_count, backing })
    }

    pub(crate) fn store(&self, memory: &mut Memory, address: u64) {
        let mut bytes = [0; SIZE as usize];
        let flags = MAGIC | if self.end { END } else { 0 } | if self.error { ERROR } else { 0 };
        bytes[..4].copy_from_slice(&flags.to_le_bytes());
        bytes[DESCRIPTOR..DESCRIPTOR + 4].copy_from_slice(&self.fd.to_le_bytes());
        bytes[PUSHED..PUSHED + MOST_PUSHED].copy_from_slice(&self.pushed);
        bytes[PUSHED_COUNT] = self.pushed_count;
        let (kind, first, second) = match self.backing {
            Backing::None => (0u64, 0, 0),
            Backing::Growing { text, length } => (1, text, length),
            Backing::Fixed { buffer, size } => (2, buffer, size),
        };
        for (index, value) in [kind, first, second].into_iter().enumerate() {
            let at = BACKING + 8 * index;
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        memory.write_raw(address, &bytes);
    }

    pub(crate) fn pushed(&self) -> &[u8] {
        &self.pushed[..self.pushed_count as usize]
    }

    pub(crate) fn push_back(&mut self, byte: u8) -> bool {
        let Some(slot) = self.pushed.get_mut(self.pushed_count as usize) else { return false };
        *slot = byte;
        self.pushed_count += 1;
        self.end = false;
        true
    }

    pub(crate) fn forget_pushed(&mut self) {
        (self.pushed, self.pushed_count) = ([0; MOST_PUSHED], 0);
    }

    /// At most `count` bytes, fewer at the end or on an error, which the flags and `errno` remember.
    pub(crate) fn read(&mut self, context: &mut Context, count: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < count {
            if let Some(last) = self.pushed_count.checked_sub(1) {
                bytes.push(self.pushed[last as usize]);
                self.pushed[last as usize] = 0;
                self.pushed_count = last;
                continue;
            }
            // Where a mapping cannot be read any more, the file stays as it is.
            let _ = mappings::save(context, self.fd);
            match context.state.files.read(self.fd, count - bytes.len() as u64) {
                Ok(more) if more.is_empty() => {
                    self.end = true;
                    break;
                }
                Ok(more) => bytes.extend(more),
                Err(errno) => {
                    self.error = true;
                    context.set_errno(errno);
                    break;
                }
            }
        }
        bytes
    }

    pub(crate) fn read_byte(&mut self, context: &mut Context) -> Option<u8> {
        self.read(context, 1).first().copied()
    }
}

/// Runs `action` on the stream and keeps what it changed.
pub(super) fn with<R>(
    context: &mut Context,
    address: u64,
    action: impl FnOnce(&mut Context, &mut Stream) -> R,
) -> Result<R, Stop> {
    let before = Stream::load(context.memory(), address)?;
    let mut stream = before;
    let result = action(context, &mut stream);
    if stream != before {
        stream.store(context.memory(), address);
    }
    Ok(result)
}

/// Whether all of it was written; if not, `errno` and the stream's flag say so.
pub(super) fn write(context: &mut Context, address: u64, bytes: &[u8]) -> Result<bool, Stop> {
    let mut stream = Stream::load(context.memory(), address)?;
    let written = write_descriptor(context, stream.fd, bytes)?;
    if !written {
        stream.error = true;
        stream.store(context.memory(), address);
    }
    Ok(written)
}

pub(super) fn write_descriptor(context: &mut Context, fd: i32, bytes: &[u8]) -> Result<bool, Stop> {
    mappings::save(context, fd)?;
    let state = &mut *context.state;
    let result = state.files.write_all(&mut state.output, fd, bytes);
    mappings::show(context, fd)?;
    match result {
        Ok(()) => Ok(true),
        Err(errno) => {
            if errno == errno::EPIPE {
                signals::broken_stream(context)?;
            }
            context.set_errno(errno);
            Ok(false)
        }
    }
}

fn writes(view: &View, address: u64) -> Result<Intent, Stop> {
    let fd = Stream::load(&view.state.memory, address)?.fd;
    Ok(file_objects::writes(&view.state.files, fd, 1))
}

pub(super) fn writes_stdout(view: &View, _: &Args) -> Result<Intent, Stop> {
    writes(view, hidden::STDOUT)
}

/// For functions that write to the stream that is their first argument.
pub(super) fn writes_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    writes(view, args.word(0))
}

pub(super) fn writes_second(view: &View, args: &Args) -> Result<Intent, Stop> {
    writes(view, args.word(1))
}

pub(super) fn writes_fourth(view: &View, args: &Args) -> Result<Intent, Stop> {
    writes(view, args.word(3))
}

/// For functions that write to the descriptor that is their first argument.
pub(super) fn writes_first_descriptor(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(file_objects::writes(&view.state.files, args.int(0), 1))
}

/// For functions that change a stream and its position but never wait.
pub(super) fn uses_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    let fd = Stream::load(&view.state.memory, args.word(0))?.fd;
    Ok(file_objects::uses(&view.state.files, fd))
}

/// How much a reader needs before it can continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    Bytes(u64),
    /// Up to the end of a line, and no more than this.
    Line(u64),
}

/// What a function that reads is about to do; it waits while a pipe holds too little.
pub(super) fn reads(view: &View, address: u64, need: Need) -> Result<Intent, Stop> {
    let stream = Stream::load(&view.state.memory, address)?;
    let files = &view.state.files;
    let enough = match files.incoming(stream.fd) {
        None => true,
        Some(waiting) => {
            let bytes = stream.pushed().len() as u64 + waiting.len() as u64;
            let mut all = stream.pushed().iter().chain(waiting);
            files.is_nonblocking(stream.fd)
                || match need {
                    Need::Bytes(count) => bytes >= count,
                    Need::Line(most) => bytes >= most || all.any(|&byte| byte == b'\n'),
                }
        }
    };
    Ok(Intent { enabled: enough, ..file_objects::uses(files, stream.fd) })
}
