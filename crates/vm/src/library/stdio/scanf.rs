//! The `scanf` family: one engine, many names. The names of C99 and C23 differ in details that matter to one of them
//! only: since C23, `%i` knows the prefix `0b`.

use super::scan::{Input, scan};
use super::stream::{self, Need, Stream};
use crate::context::{Context, Stop, View};
use crate::library::{Args, Intent, Native, Return, VarArgs, hidden};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("scanf", reads_stdin, |context, args, _| scan_stdin(context, args, args.rest(1), false))
        .keeps_no_pointer(),
    Native::visible("__isoc99_scanf", reads_stdin, |context, args, _| {
        scan_stdin(context, args, args.rest(1), false)
    })
    .keeps_no_pointer(),
    Native::visible("__isoc23_scanf", reads_stdin, |context, args, _| {
        scan_stdin(context, args, args.rest(1), true)
    })
    .keeps_no_pointer(),
    Native::visible("vscanf", reads_stdin, |context, args, _| scan_stdin(context, args, args.list(1), false)),
    Native::visible("__isoc99_vscanf", reads_stdin, |context, args, _| {
        scan_stdin(context, args, args.list(1), false)
    }),
    Native::visible("__isoc23_vscanf", reads_stdin, |context, args, _| {
        scan_stdin(context, args, args.list(1), true)
    }),
    Native::visible("fscanf", reads_first, |context, args, _| {
        scan_stream(context, args.word(0), args.word(1), args.rest(2), false)
    }),
    Native::visible("__isoc99_fscanf", reads_first, |context, args, _| {
        scan_stream(context, args.word(0), args.word(1), args.rest(2), false)
    }),
    Native::visible("__isoc23_fscanf", reads_first, |context, args, _| {
        scan_stream(context, args.word(0), args.word(1), args.rest(2), true)
    }),
    Native::visible("vfscanf", reads_first, |context, args, _| {
        scan_stream(context, args.word(0), args.word(1), args.list(2), false)
    }),
    Native::visible("__isoc99_vfscanf", reads_first, |context, args, _| {
        scan_stream(context, args.word(0), args.word(1), args.list(2), false)
    }),
    Native::visible("__isoc23_vfscanf", reads_first, |context, args, _| {
        scan_stream(context, args.word(0), args.word(1), args.list(2), true)
    }),
    Native::local("sscanf", |context, args| scan_text(context, args, args.rest(2), false)).keeps_no_pointer(),
    Native::local("__isoc99_sscanf", |context, args| scan_text(context, args, args.rest(2), false))
        .keeps_no_pointer(),
    Native::local("__isoc23_sscanf", |context, args| scan_text(context, args, args.rest(2), true))
        .keeps_no_pointer(),
    Native::local("vsscanf", |context, args| scan_text(context, args, args.list(2), false)),
    Native::local("__isoc99_vsscanf", |context, args| scan_text(context, args, args.list(2), false)),
    Native::local("__isoc23_vsscanf", |context, args| scan_text(context, args, args.list(2), true)),
];

fn reads_stdin(view: &View, _: &Args) -> Result<Intent, Stop> {
    stream::reads(view, hidden::STDIN, Need::Line(u64::MAX))
}

fn reads_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    stream::reads(view, args.word(0), Need::Line(u64::MAX))
}

fn scan_stdin(context: &mut Context, args: &Args, rest: VarArgs, binary: bool) -> Result<Return, Stop> {
    scan_stream(context, hidden::STDIN, args.word(0), rest, binary)
}

fn scan_stream(
    context: &mut Context,
    address: u64,
    format: u64,
    args: VarArgs,
    binary: bool,
) -> Result<Return, Stop> {
    let mut input = Input::stream(Stream::load(context.memory(), address)?);
    let result = scan(context, &mut input, format, args, binary)?;
    if let Some(stream) = input.into_stream() {
        stream.store(context.memory(), address);
    }
    Ok(Return::int(result))
}

fn scan_text(context: &mut Context, args: &Args, rest: VarArgs, binary: bool) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?.to_vec();
    Ok(Return::int(scan(context, &mut Input::text(text), args.word(1), rest, binary)?))
}
