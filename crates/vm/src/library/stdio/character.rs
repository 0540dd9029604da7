//! Characters and lines.

use super::stream::{self, Need, Stream};
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::library::memory::check_object;
use crate::library::{Args, Intent, Native, Return, heap, hidden};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("fgetc", reads_character, fgetc),
    Native::visible("getc", reads_character, fgetc),
    Native::visible("_IO_getc", reads_character, fgetc),
    Native::visible("getc_unlocked", reads_character, fgetc),
    Native::visible("fgetc_unlocked", reads_character, fgetc),
    Native::visible("__uflow", reads_character, fgetc),
    Native::visible("getchar", reads_stdin_character, getchar),
    Native::visible("getchar_unlocked", reads_stdin_character, getchar),
    Native::visible("ungetc", uses_second, ungetc),
    Native::visible("fputc", stream::writes_second, fputc),
    Native::visible("putc", stream::writes_second, fputc),
    Native::visible("_IO_putc", stream::writes_second, fputc),
    Native::visible("putc_unlocked", stream::writes_second, fputc),
    Native::visible("fputc_unlocked", stream::writes_second, fputc),
    Native::visible("__overflow", stream::writes_first, overflow),
    Native::visible("putchar", stream::writes_stdout, putchar),
    Native::visible("putchar_unlocked", stream::writes_stdout, putchar),
    Native::visible("puts", stream::writes_stdout, puts).keeps_no_pointer(),
    Native::visible("fputs", stream::writes_second, fputs),
    Native::visible("fputs_unlocked", stream::writes_second, fputs),
    Native::visible("fgets", reads_line, fgets),
    Native::visible("fgets_unlocked", reads_line, fgets),
    Native::visible("__fgets_chk", reads_line_checked, fgets_chk),
    Native::visible("getline", reads_any_line, getline),
    Native::visible("getdelim", reads_until, getdelim),
    Native::visible("__getdelim", reads_until, getdelim),
    Native::local("perror", perror),
];

const EOF: i32 = -1;

fn reads_character(view: &View, args: &Args) -> Result<Intent, Stop> {
    stream::reads(view, args.word(0), Need::Bytes(1))
}

fn reads_stdin_character(view: &View, _: &Args) -> Result<Intent, Stop> {
    stream::reads(view, hidden::STDIN, Need::Bytes(1))
}

fn uses_second(view: &View, args: &Args) -> Result<Intent, Stop> {
    stream::uses_first(view, &Args::new(&[args.word(1)]))
}

fn fgetc(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    get_character(context, args.word(0))
}

fn getchar(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    get_character(context, hidden::STDIN)
}

fn get_character(context: &mut Context, stream: u64) -> Result<Return, Stop> {
    let byte = stream::with(context, stream, |context, stream| stream.read_byte(context))?;
    Ok(Return::int(byte.map_or(EOF, i32::from)))
}

fn ungetc(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    if args.int(0) == EOF {
        return Ok(Return::int(EOF));
    }
    let byte = args.int(0) as u8;
    let pushed = stream::with(context, args.word(1), |_, stream| stream.push_back(byte))?;
    Ok(Return::int(if pushed { byte as i32 } else { EOF }))
}

fn fputc(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    put_character(context, args.word(0) as u8, args.word(1))
}

/// What `putc_unlocked` calls when a buffer is full.
fn overflow(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    put_character(context, args.word(1) as u8, args.word(0))
}

fn putchar(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    put_character(context, args.word(0) as u8, hidden::STDOUT)
}

fn put_character(context: &mut Context, byte: u8, stream: u64) -> Result<Return, Stop> {
    let written = stream::write(context, stream, &[byte])?;
    Ok(Return::int(if written { byte as i32 } else { EOF }))
}

fn puts(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let mut text = context.memory().c_string(args.word(0))?.to_vec();
    text.push(b'\n');
    let written = stream::write(context, hidden::STDOUT, &text)?;
    Ok(Return::int(if written { text.len() as i32 } else { EOF }))
}

fn fputs(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?.to_vec();
    let written = stream::write(context, args.word(1), &text)?;
    Ok(Return::int(if written { 1 } else { EOF }))
}

fn reads_line(view: &View, args: &Args) -> Result<Intent, Stop> {
    stream::reads(view, args.word(2), Need::Line((args.int(1) as i64 - 1).max(0) as u64))
}

fn reads_line_checked(view: &View, args: &Args) -> Result<Intent, Stop> {
    reads_line(view, &Args::new(&[args.word(0), args.word(2), args.word(3)]))
}

fn fgets(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (to, size) = (args.word(0), args.int(1));
    if size <= 0 {
        return Ok(Return::Word(0));
    }
    let limit = size as u64 - 1;
    let (mut line, failed) = stream::with(context, args.word(2), |context, stream| {
        let failed_before = std::mem::take(&mut stream.error);
        let line = read_until(context, stream, b'\n', limit);
        let failed = stream.error;
        stream.error |= failed_before;
        (line, failed)
    })?;
    if failed || (line.is_empty() && limit > 0) {
        return Ok(Return::Word(0));
    }
    line.push(0);
    context.memory().write(to, &line)?;
    Ok(Return::Word(to))
}

fn fgets_chk(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    check_object(args.int(2).max(0) as u64, args.word(1))?;
    fgets(context, &Args::new(&[args.word(0), args.word(2), args.word(3)]), choice)
}

/// Bytes up to and with the delimiter, `limit` at most.
fn read_until(context: &mut Context, stream: &mut Stream, delimiter: u8, limit: u64) -> Vec<u8> {
    let mut line = Vec::new();
    while (line.len() as u64) < limit {
        let Some(byte) = stream.read_byte(context) else { break };
        line.push(byte);
        if byte == delimiter {
            break;
        }
    }
    line
}

fn reads_any_line(view: &View, args: &Args) -> Result<Intent, Stop> {
    stream::reads(view, args.word(2), Need::Line(u64::MAX))
}

fn reads_until(view: &View, args: &Args) -> Result<Intent, Stop> {
    stream::reads(view, args.word(3), Need::Line(u64::MAX))
}

fn getline(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    get_delimited(context, args.word(0), args.word(1), b'\n', args.word(2))
}

fn getdelim(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    get_delimited(context, args.word(0), args.word(1), args.word(2) as u8, args.word(3))
}

/// The first buffer that glibc allocates.
const FIRST_LINE_BUFFER: u64 = 120;

/// The buffer and its size belong to the caller, and grow as needed.
fn get_delimited(
    context: &mut Context,
    buffer: u64,
    size: u64,
    delimiter: u8,
    stream: u64,
) -> Result<Return, Stop> {
    if buffer == 0 || size == 0 {
        context.set_errno(errno::EINVAL);
        return Ok(Return::long(-1));
    }
    let old = context.memory().load::<8>(buffer)?;
    let room = if old == 0 { 0 } else { context.memory().load::<8>(size)? };
    let mut line =
        stream::with(context, stream, |context, stream| read_until(context, stream, delimiter, u64::MAX))?;
    if line.is_empty() {
        return Ok(Return::long(-1));
    }
    line.push(0);
    let needed = line.len() as u64;
    let mut to = old;
    if room < needed {
        let new_size = needed.max(2 * room).max(FIRST_LINE_BUFFER);
        to = heap::allocate(context, new_size, 16);
        if to == 0 {
            return Ok(Return::long(-1));
        }
        if old != 0 {
            heap::release(context, old)?;
        }
        context.memory().store::<8>(buffer, to)?;
        context.memory().store::<8>(size, new_size)?;
    }
    context.memory().write(to, &line)?;
    Ok(Return::long(needed as i64 - 1))
}

/// The program cannot observe what is written to standard error.
fn perror(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let number = context.errno();
    let mut text = match args.word(0) {
        0 => Vec::new(),
        prefix => context.memory().c_string(prefix)?.to_vec(),
    };
    if !text.is_empty() {
        text.extend_from_slice(b": ");
    }
    text.extend_from_slice(errno::message(number).as_bytes());
    text.push(b'\n');
    stream::write(context, hidden::STDERR, &text)?;
    Ok(Return::Void)
}
