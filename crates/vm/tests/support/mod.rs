//! Programs assembled by hand, and the few library functions that they need.

#![allow(dead_code, reason = "the benchmark uses only some of it")]

pub(crate) mod claims;
mod clang;
pub(crate) mod compiled;
pub(crate) mod exercise;
pub(crate) mod outcomes;
pub(crate) mod random;

use std::sync::Arc;

use mazurka_machine::{Choice, Object, ObjectKind, Operation, ThreadId, Verb};
use mazurka_vm::Program;
use mazurka_vm::Stream;
use mazurka_vm::assembly::Status;
use mazurka_vm::assembly::{Args, Intent, Native, Return};
use mazurka_vm::assembly::{CODE, FUNCTION_STEP, GLOBALS};
use mazurka_vm::assembly::{CallSite, Insn, Reg};
use mazurka_vm::assembly::{Code, Function, FunctionKind, Global, Parts};
use mazurka_vm::assembly::{Context, Stop, View};
use mazurka_vm::{Config, Vm};

/// The first variable of the program; the others follow at distances of 64 bytes.
pub(crate) const X: u64 = GLOBALS + 64;
pub(crate) const Y: u64 = X + 64;
pub(crate) const Z: u64 = Y + 64;

/// Functions that every assembled program has, by their number.
pub(crate) const MAIN: u32 = 0;
pub(crate) const SPAWN: u32 = 1;
pub(crate) const JOIN: u32 = 2;
pub(crate) const ALLOCATE: u32 = 3;
pub(crate) const FREE: u32 = 4;
pub(crate) const PRINT: u32 = 5;
pub(crate) const LOCK: u32 = 6;
pub(crate) const UNLOCK: u32 = 7;
pub(crate) const CHOOSE: u32 = 8;
pub(crate) const YIELD: u32 = 9;
pub(crate) const BEGIN: u32 = 10;
pub(crate) const END: u32 = 11;
pub(crate) const SHARE: u32 = 12;
pub(crate) const UNSHARE: u32 = 13;
pub(crate) const SLEEP: u32 = 14;
pub(crate) const CLOCK: u32 = 15;
/// Number of the first function that is not one of these.
pub(crate) const OTHER: u32 = 16;

pub(crate) fn code(registers: u16, insns: Vec<Insn>) -> Code {
    Code { insns, registers, ..Code::default() }
}

/// A program of `main` and the functions [`OTHER`], `OTHER + 1` ….
pub(crate) fn program(main: Code, others: Vec<Code>) -> Arc<Program> {
    let bytecode =
        |name: &str, code: Code| Function { name: name.into(), kind: FunctionKind::Code(Box::new(code)) };
    let mut functions = vec![bytecode("main", main)];
    let natives = NATIVES
        .iter()
        .map(|native| Function { name: native.name.into(), kind: FunctionKind::Native(native) });
    functions.extend(natives);
    functions.extend(others.into_iter().enumerate().map(|(i, code)| bytecode(&format!("f{i}"), code)));
    let variable = |name: &str, address| Global {
        address,
        size: 8,
        image: Vec::new(),
        name: name.into(),
        constant: false,
        internal: false,
        unread: Vec::new(),
        leading: Vec::new(),
        parts: Parts::None,
    };
    Arc::new(Program {
        functions,
        globals: vec![variable("x", X), variable("y", Y), variable("z", Z)],
        main: MAIN,
        atomic_blocks: true,
        reads_clock: true,
        ..Program::default()
    })
}

pub(crate) fn machine(program: Arc<Program>, config: Config) -> Vm {
    Vm::new(program, config).expect("assembled programs start")
}

/// A call site with these arguments and one result.
pub(crate) fn site(args: &[Reg], d: Reg) -> CallSite {
    CallSite { args: args.into(), d, results: 1, ..CallSite::default() }
}

pub(crate) fn function_address(function: u32) -> u64 {
    CODE + FUNCTION_STEP * function as u64
}

static NATIVES: &[Native] = &[
    visible("spawn", |_, _| Ok(Intent::ready(Operation::Spawn)), spawn),
    visible("join", describe_join, |_, _, _| Ok(Return::Word(0))),
    Native::local("allocate", |context, args| {
        let thread = context.thread;
        Ok(Return::Word(context.memory().allocate(thread, args.word(0), 16).unwrap_or(0)))
    }),
    Native::local("free", |context, args| {
        context.memory().free(args.word(0)).expect("assembled programs free blocks");
        Ok(Return::Void)
    }),
    Native::local("print", |context, args| {
        context.state.output.write(Stream::Stdout, format!("{}\n", args.word(0)).as_bytes());
        Ok(Return::Void)
    }),
    visible("lock", describe_lock, |context, args, _| {
        context.memory().store::<8>(args.word(0), 1)?;
        Ok(Return::Void)
    }),
    visible(
        "unlock",
        |_, args| Ok(Intent::ready(Operation::Sync(Verb::Unlock, object(args)))),
        |context, args, _| {
            context.memory().store::<8>(args.word(0), 0)?;
            Ok(Return::Void)
        },
    ),
    visible(
        "choose",
        |_, args| Ok(Intent { choices: args.int(0) as u32, ..Intent::ready(Operation::Choose) }),
        |_, _, choice| Ok(Return::Word(choice as u64)),
    ),
    visible("yield", |_, _| Ok(Intent::ready(Operation::Local)), |_, _, _| Ok(Return::Void)),
    Native::block("begin", |context, _, _| {
        context.this_state().atomic += 1;
        Ok(Return::Void)
    }),
    Native::local("end", |context, _| {
        context.this_state().atomic -= 1;
        Ok(Return::Void)
    }),
    // Those who share what can be locked count by twos.
    visible("share", describe_share, |context, args, _| add(context, args, 2)),
    visible(
        "unshare",
        |_, args| Ok(Intent::ready(Operation::Sync(Verb::ReadUnlock, object(args)))),
        |context, args, _| add(context, args, -2),
    ),
    visible(
        "sleep",
        |_, _| Ok(Intent::ready(Operation::Local)),
        |context, args, _| {
            context.this_state().clock += args.word(0);
            Ok(Return::Void)
        },
    ),
    Native::local("clock", |context, _| {
        context.this_state().clock += 1;
        Ok(Return::Word(context.this().state.clock))
    }),
];

const fn visible(
    name: &'static str,
    describe: fn(&View, &Args) -> Result<Intent, Stop>,
    run: fn(&mut Context, &Args, Choice) -> Result<Return, Stop>,
) -> Native {
    Native::visible(name, describe, run)
}

fn object(args: &Args) -> Object {
    ObjectKind::RwLock.at(args.word(0), 8)
}

fn describe_lock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let free = view.state.memory.peek_sized(args.word(0), 8)? == 0;
    Ok(Intent::when(free, Operation::Sync(Verb::Lock, object(args))))
}

fn describe_share(view: &View, args: &Args) -> Result<Intent, Stop> {
    let free = view.state.memory.peek_sized(args.word(0), 8)? % 2 == 0;
    Ok(Intent::when(free, Operation::Sync(Verb::ReadLock, object(args))))
}

fn add(context: &mut Context, args: &Args, number: i64) -> Result<Return, Stop> {
    let old = context.state.memory.peek_sized(args.word(0), 8)?;
    context.memory().store::<8>(args.word(0), old.wrapping_add_signed(number))?;
    Ok(Return::Void)
}

fn describe_join(view: &View, args: &Args) -> Result<Intent, Stop> {
    let target = ThreadId(args.word(0) as u16);
    let finished =
        view.state.threads.find(target).is_some_and(|thread| thread.state.status == Status::Finished);
    Ok(Intent::when(finished, Operation::Join(target)))
}

/// `spawn(function, argument)`: the number of the new thread.
fn spawn(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let clock = context.this().state.clock;
    let child = context.state.threads.create(Some(context.thread));
    context.state.threads.change(child).state.clock = clock;
    let Context { program, config, ref mut state, .. } = *context;
    mazurka_vm::assembly::enter(program, config, state, child, args.word(0) as u32, &[args.word(1)])?;
    Ok(Return::Word(child.0 as u64))
}
