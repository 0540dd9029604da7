//! `syscall` with a number that is known: the library function that does the same, called with the other arguments. All that is
//! known about that function holds for the call, too.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Argument, Call, LocalId, Value};

use super::function::{Lowered, Lowering};
use crate::code::{CallSite, Insn};
use crate::library;

/// How a function's result becomes a `long`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returns {
    Int,
    Long,
}

/// Number (Linux, x86-64), library function, result. Only those that take the same arguments and return the same.
static TABLE: &[(u64, &str, Returns)] = &[
    (0, "read", Returns::Long),
    (1, "write", Returns::Long),
    (2, "open", Returns::Int),
    (3, "close", Returns::Int),
    (4, "stat", Returns::Int),
    (5, "fstat", Returns::Int),
    (6, "lstat", Returns::Int),
    (7, "poll", Returns::Int),
    (8, "lseek", Returns::Long),
    (9, "mmap", Returns::Long),
    (10, "mprotect", Returns::Int),
    (11, "munmap", Returns::Int),
    (17, "pread64", Returns::Long),
    (18, "pwrite64", Returns::Long),
    (19, "readv", Returns::Long),
    (20, "writev", Returns::Long),
    (21, "access", Returns::Int),
    (22, "pipe", Returns::Int),
    (24, "sched_yield", Returns::Int),
    (25, "mremap", Returns::Long),
    (26, "msync", Returns::Int),
    (28, "madvise", Returns::Int),
    (32, "dup", Returns::Int),
    (33, "dup2", Returns::Int),
    (39, "getpid", Returns::Int),
    (72, "fcntl", Returns::Int),
    (74, "fsync", Returns::Int),
    (75, "fdatasync", Returns::Int),
    (76, "truncate", Returns::Int),
    (77, "ftruncate", Returns::Int),
    (80, "chdir", Returns::Int),
    (82, "rename", Returns::Int),
    (83, "mkdir", Returns::Int),
    (84, "rmdir", Returns::Int),
    (85, "creat", Returns::Int),
    (86, "link", Returns::Int),
    (87, "unlink", Returns::Int),
    (88, "symlink", Returns::Int),
    (89, "readlink", Returns::Long),
    (90, "chmod", Returns::Int),
    (96, "gettimeofday", Returns::Int),
    (97, "getrlimit", Returns::Int),
    (98, "getrusage", Returns::Int),
    (102, "getuid", Returns::Int),
    (104, "getgid", Returns::Int),
    (107, "geteuid", Returns::Int),
    (108, "getegid", Returns::Int),
    (110, "getppid", Returns::Int),
    (186, "gettid", Returns::Int),
    (203, "sched_setaffinity", Returns::Int),
    (228, "clock_gettime", Returns::Int),
    (229, "clock_getres", Returns::Int),
    (231, "_exit", Returns::Int),
    (257, "openat", Returns::Int),
    (285, "fallocate", Returns::Int),
    (290, "eventfd", Returns::Int),
    (291, "epoll_create1", Returns::Int),
    (292, "dup3", Returns::Int),
    (293, "pipe2", Returns::Int),
    (319, "memfd_create", Returns::Int),
];

impl Lowering<'_, '_> {
    /// Whether the call was one of them, and is lowered.
    pub(super) fn system_call(&mut self, result: Option<LocalId>, call: &Call) -> Lowered<bool> {
        let Some((Argument { operand, .. }, rest)) = call.arguments.split_first() else { return Ok(false) };
        let Value::Constant(Constant::Int(number)) = &operand.value else { return Ok(false) };
        let row = TABLE.iter().find(|row| *number == row.0.into());
        let Some(&(_, name, returns)) = row.filter(|row| library::find(row.1).is_some()) else {
            return Ok(false);
        };
        let mut args = Vec::new();
        for argument in rest {
            let source = self.operand(&argument.operand)?;
            for i in 0..self.shape(argument.operand.ty)?.registers {
                let arg = self.reg(source.arg(i))?;
                args.push(arg);
            }
        }
        let d = match result {
            Some(result) => self.result(result, 1)?,
            None => self.temp()?,
        };
        let returned = if returns == Returns::Int { self.temp()? } else { d };
        let site = CallSite { args: args.into(), d: returned, results: 1, ..CallSite::default() };
        self.call_library_at(name, site);
        if returns == Returns::Int {
            self.emit(Insn::SExt32To64 { d, a: returned });
        }
        Ok(true)
    }
}
