//! What a process can ask about itself and its system. All answers are fixed.

use crate::context::{Context, Stop};
use crate::errno;
use crate::library::string::copy::write_truncated;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("getuid", |_, _| Ok(Return::int(0))),
    Native::local("geteuid", |_, _| Ok(Return::int(0))),
    Native::local("getgid", |_, _| Ok(Return::int(0))),
    Native::local("getegid", |_, _| Ok(Return::int(0))),
    Native::local("getpagesize", |_, _| Ok(Return::int(4096))),
    Native::local("sysconf", sysconf),
    Native::local("__sysconf", sysconf),
    Native::local("get_nprocs", |_, _| Ok(Return::int(PROCESSORS as i32))),
    Native::local("get_nprocs_conf", |_, _| Ok(Return::int(PROCESSORS as i32))),
    Native::local("uname", uname),
    Native::local("gethostname", gethostname),
    Native::local("getrlimit", getrlimit),
    Native::local("getrlimit64", getrlimit),
    Native::local("setrlimit", |_, _| Ok(Return::int(0))),
    Native::local("getpriority", |_, _| Ok(Return::int(0))),
    Native::local("setpriority", |_, _| Ok(Return::int(0))),
    Native::local("nice", |_, _| Ok(Return::int(0))),
    Native::local("system", system).sees_output(),
    Native::local("fork", |_, _| refuse("fork")),
    Native::local("vfork", |_, _| refuse("vfork")),
    Native::local("_Fork", |_, _| refuse("_Fork")),
    Native::local("clone", |_, _| refuse("clone")),
    Native::local("daemon", |_, _| refuse("daemon")),
    Native::local("execv", |_, _| refuse("execv")),
    Native::local("execve", |_, _| refuse("execve")),
    Native::local("execvp", |_, _| refuse("execvp")),
    Native::local("execvpe", |_, _| refuse("execvpe")),
    Native::local("execl", |_, _| refuse("execl")),
    Native::local("execle", |_, _| refuse("execle")),
    Native::local("execlp", |_, _| refuse("execlp")),
    Native::local("fexecve", |_, _| refuse("fexecve")),
    Native::local("posix_spawn", |_, _| refuse("posix_spawn")),
    Native::local("posix_spawnp", |_, _| refuse("posix_spawnp")),
    Native::local("popen", |_, _| refuse("popen")).sees_output(),
    Native::local("ptrace", |_, _| refuse("ptrace")),
];

/// Enough to make programs use threads.
pub(crate) const PROCESSORS: i64 = 4;

/// `_SC_…`
fn sysconf(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let value = match args.int(0) {
        // ARG_MAX, CLK_TCK, OPEN_MAX
        0 => 131_072,
        2 => 100,
        4 => 1024,
        // PAGESIZE
        30 => 4096,
        // THREAD_STACK_MIN, THREAD_THREADS_MAX
        75 => 16384,
        76 => -1,
        // NPROCESSORS_CONF, NPROCESSORS_ONLN
        83 | 84 => PROCESSORS,
        // PHYS_PAGES, AVPHYS_PAGES
        85 | 86 => 1 << 20,
        // HOST_NAME_MAX
        180 => 64,
        // LEVEL1_DCACHE_LINESIZE
        190 => 64,
        _ => {
            context.set_errno(errno::EINVAL);
            -1
        }
    };
    Ok(Return::long(value))
}

const HOST: &str = "mazurka";

/// `struct utsname`: six strings of 65 bytes.
fn uname(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    const FIELD: u64 = 65;
    for (index, text) in ["Linux", HOST, "6.1.0", "#1 SMP", "x86_64", "(none)"].into_iter().enumerate() {
        let to = args.word(0).wrapping_add(FIELD * index as u64);
        write_truncated(context, to, text.as_bytes(), FIELD)?;
    }
    Ok(Return::int(0))
}

fn gethostname(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    write_truncated(context, args.word(0), HOST.as_bytes(), args.word(1))?;
    Ok(Return::int(0))
}

/// Everything is unlimited, open files and stack apart.
fn getrlimit(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    const STACK: i32 = 3;
    const OPEN_FILES: i32 = 7;
    let limit = match args.int(0) {
        STACK => context.config.stack_limit,
        OPEN_FILES => 1024,
        _ => u64::MAX,
    };
    context.memory().store::<8>(args.word(1), limit)?;
    context.memory().store::<8>(args.word(1).wrapping_add(8), limit)?;
    Ok(Return::int(0))
}

/// There is one process only.
fn refuse(name: &str) -> Result<Return, Stop> {
    Err(Stop::Unsupported(format!("{name}: there are no other processes; threads are what can be checked")))
}

/// `system(NULL)` asks whether there is a shell.
fn system(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    match args.word(0) {
        0 => Ok(Return::int(0)),
        _ => Err(Stop::Unsupported("system: there is no shell to run commands".into())),
    }
}
