//! The `printf` family: one engine, many ways to pass arguments and results.

use mazurka_machine::FaultKind;

use super::format::{Formatted, format};
use super::stream;
use crate::context::{Context, Stop};
use crate::library::memory::check_object;
use crate::library::string::copy::write_truncated;
use crate::library::{Native, Return, VarArgs, heap, hidden};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("printf", stream::writes_stdout, |context, args, _| {
        print(context, hidden::STDOUT, args.word(0), args.rest(1))
    })
    .keeps_no_pointer()
    .prints(0),
    Native::visible("vprintf", stream::writes_stdout, |context, args, _| {
        print(context, hidden::STDOUT, args.word(0), args.list(1))
    })
    .keeps_no_pointer(),
    Native::visible("__printf_chk", stream::writes_stdout, |context, args, _| {
        print(context, hidden::STDOUT, args.word(1), args.rest(2))
    })
    .prints(1),
    Native::visible("__vprintf_chk", stream::writes_stdout, |context, args, _| {
        print(context, hidden::STDOUT, args.word(1), args.list(2))
    }),
    Native::visible("fprintf", stream::writes_first, |context, args, _| {
        print(context, args.word(0), args.word(1), args.rest(2))
    })
    .keeps_no_pointer()
    .prints(1),
    Native::visible("vfprintf", stream::writes_first, |context, args, _| {
        print(context, args.word(0), args.word(1), args.list(2))
    })
    .keeps_no_pointer(),
    Native::visible("__fprintf_chk", stream::writes_first, |context, args, _| {
        print(context, args.word(0), args.word(2), args.rest(3))
    })
    .prints(2),
    Native::visible("__vfprintf_chk", stream::writes_first, |context, args, _| {
        print(context, args.word(0), args.word(2), args.list(3))
    }),
    Native::local("sprintf", |context, args| {
        print_to_memory(context, args.word(0), u64::MAX, args.word(1), args.rest(2))
    })
    .keeps_no_pointer(),
    Native::local("vsprintf", |context, args| {
        print_to_memory(context, args.word(0), u64::MAX, args.word(1), args.list(2))
    }),
    Native::local("__sprintf_chk", |context, args| {
        print_to_object(context, args.word(0), args.word(2), args.word(3), args.rest(4))
    }),
    Native::local("__vsprintf_chk", |context, args| {
        print_to_object(context, args.word(0), args.word(2), args.word(3), args.list(4))
    }),
    Native::local("snprintf", |context, args| {
        print_to_memory(context, args.word(0), args.word(1), args.word(2), args.rest(3))
    })
    .keeps_no_pointer(),
    Native::local("vsnprintf", |context, args| {
        print_to_memory(context, args.word(0), args.word(1), args.word(2), args.list(3))
    })
    .keeps_no_pointer(),
    Native::local("__snprintf_chk", |context, args| {
        check_object(args.word(1), args.word(3))?;
        print_to_memory(context, args.word(0), args.word(1), args.word(4), args.rest(5))
    }),
    Native::local("__vsnprintf_chk", |context, args| {
        check_object(args.word(1), args.word(3))?;
        print_to_memory(context, args.word(0), args.word(1), args.word(4), args.list(5))
    }),
    Native::local("asprintf", |context, args| {
        print_to_heap(context, args.word(0), args.word(1), args.rest(2))
    }),
    Native::local("vasprintf", |context, args| {
        print_to_heap(context, args.word(0), args.word(1), args.list(2))
    }),
    Native::local("__asprintf_chk", |context, args| {
        print_to_heap(context, args.word(0), args.word(2), args.rest(3))
    }),
    Native::local("__vasprintf_chk", |context, args| {
        print_to_heap(context, args.word(0), args.word(2), args.list(3))
    }),
    Native::visible("dprintf", stream::writes_first_descriptor, |context, args, _| {
        print_to_descriptor(context, args.int(0), args.word(1), args.rest(2))
    }),
    Native::visible("__dprintf_chk", stream::writes_first_descriptor, |context, args, _| {
        print_to_descriptor(context, args.int(0), args.word(2), args.rest(3))
    }),
    Native::visible("vdprintf", stream::writes_first_descriptor, |context, args, _| {
        print_to_descriptor(context, args.int(0), args.word(1), args.list(2))
    }),
];

/// More than any sensible call writes.
const LONGEST_OUTPUT: u64 = 1 << 28;

/// All of the text, for destinations without a limit.
fn whole(context: &mut Context, text: u64, args: VarArgs) -> Result<Option<Vec<u8>>, Stop> {
    let formatted = format(context, text, args, LONGEST_OUTPUT)?;
    match formatted {
        Some(Formatted { length, .. }) if length > LONGEST_OUTPUT => {
            Err(Stop::Unsupported(format!("{length} bytes of output in a single call")))
        }
        formatted => Ok(formatted.map(|formatted| formatted.bytes)),
    }
}

fn print(context: &mut Context, stream: u64, text: u64, args: VarArgs) -> Result<Return, Stop> {
    let Some(bytes) = whole(context, text, args)? else { return Ok(Return::int(-1)) };
    let written = stream::write(context, stream, &bytes)?;
    Ok(Return::int(if written { bytes.len() as i32 } else { -1 }))
}

fn print_to_descriptor(context: &mut Context, fd: i32, text: u64, args: VarArgs) -> Result<Return, Stop> {
    let Some(bytes) = whole(context, text, args)? else { return Ok(Return::int(-1)) };
    let written = stream::write_descriptor(context, fd, &bytes)?;
    Ok(Return::int(if written { bytes.len() as i32 } else { -1 }))
}

fn print_to_memory(
    context: &mut Context,
    to: u64,
    size: u64,
    text: u64,
    args: VarArgs,
) -> Result<Return, Stop> {
    let Some(formatted) = format(context, text, args, size.min(LONGEST_OUTPUT))? else {
        return Ok(Return::int(-1));
    };
    if size == u64::MAX && formatted.length > LONGEST_OUTPUT {
        let message = format!("sprintf writes {} bytes", formatted.length);
        return Err(Stop::Fault(FaultKind::OutOfBounds, message));
    }
    write_truncated(context, to, &formatted.bytes, size)?;
    Ok(Return::int(formatted.length as i32))
}

/// `sprintf` where the compiler knows how large the target is.
fn print_to_object(
    context: &mut Context,
    to: u64,
    size: u64,
    text: u64,
    args: VarArgs,
) -> Result<Return, Stop> {
    let Some(bytes) = whole(context, text, args)? else { return Ok(Return::int(-1)) };
    check_object(bytes.len() as u64 + 1, size)?;
    write_truncated(context, to, &bytes, size)?;
    Ok(Return::int(bytes.len() as i32))
}

fn print_to_heap(context: &mut Context, result: u64, text: u64, args: VarArgs) -> Result<Return, Stop> {
    let Some(mut bytes) = whole(context, text, args)? else { return Ok(Return::int(-1)) };
    bytes.push(0);
    let address = heap::allocate_with(context, &bytes);
    context.memory().store::<8>(result, address)?;
    Ok(Return::int(if address == 0 { -1 } else { bytes.len() as i32 - 1 }))
}
