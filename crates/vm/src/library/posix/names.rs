//! The part of `<unistd.h>`, `<stdio.h>` and `<stdlib.h>` that works on names.

use super::{directory_at, int_or_errno, long_or_errno, path, zero_or_errno};
use crate::context::{Context, Stop};
use crate::errno;
use crate::files::{Errno, Files, NodeId, OpenFlags};
use crate::library::file_objects::{changes_everything, inspects_everything};
use crate::library::{Args, Native, Return, heap};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("unlink", changes_everything, |context, args, _| {
        on_path(context, args.word(0), |files, from, path| files.unlink(from, path))
    }),
    Native::visible("rmdir", changes_everything, |context, args, _| {
        on_path(context, args.word(0), |files, from, path| files.rmdir(from, path))
    }),
    Native::visible("remove", changes_everything, |context, args, _| {
        on_path(context, args.word(0), |files, from, path| files.remove(from, path))
    }),
    Native::visible("chdir", changes_everything, |context, args, _| {
        on_path(context, args.word(0), |files, from, path| files.chdir(from, path))
    }),
    Native::visible("unlinkat", changes_everything, unlinkat),
    Native::visible("mkdir", changes_everything, mkdir),
    Native::visible("mkdirat", changes_everything, mkdirat),
    Native::visible("rename", changes_everything, rename),
    Native::visible("renameat", changes_everything, renameat),
    Native::visible("link", changes_everything, link),
    Native::visible("symlink", changes_everything, symlink),
    Native::visible("readlink", inspects_everything, readlink),
    Native::visible("__readlink_chk", inspects_everything, readlink),
    Native::visible("truncate", changes_everything, truncate),
    Native::visible("truncate64", changes_everything, truncate),
    Native::visible("getcwd", inspects_everything, getcwd),
    Native::visible("__getcwd_chk", inspects_everything, getcwd),
    Native::visible("realpath", inspects_everything, realpath),
    Native::visible("__realpath_chk", inspects_everything, realpath),
    Native::visible("mkstemp", changes_everything, mkstemp),
    Native::visible("mkstemp64", changes_everything, mkstemp),
    Native::visible("mkdtemp", changes_everything, mkdtemp),
    Native::local("sync", |_, _| Ok(Return::Void)),
];

fn on_path(
    context: &mut Context,
    address: u64,
    action: impl FnOnce(&mut Files, NodeId, &[u8]) -> Result<(), Errno>,
) -> Result<Return, Stop> {
    let path = path(context, address)?;
    let files = &mut context.state.files;
    let result = action(files, files.working(), &path);
    zero_or_errno(context, result)
}

fn unlinkat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    const REMOVE_DIRECTORY: i32 = 0x200;
    let path = path(context, args.word(1))?;
    let result = directory_at(context, args.int(0)).and_then(|from| {
        let files = &mut context.state.files;
        if args.int(2) & REMOVE_DIRECTORY != 0 { files.rmdir(from, &path) } else { files.unlink(from, &path) }
    });
    zero_or_errno(context, result)
}

fn mkdir(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let thread = context.thread;
    on_path(context, args.word(0), |files, from, path| files.mkdir(thread, from, path, args.word(1) as u32))
}

fn mkdirat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let path = path(context, args.word(1))?;
    let thread = context.thread;
    let result = directory_at(context, args.int(0))
        .and_then(|from| context.state.files.mkdir(thread, from, &path, args.word(2) as u32));
    zero_or_errno(context, result)
}

fn rename(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let new = path(context, args.word(1))?;
    on_path(context, args.word(0), |files, from, old| files.rename(from, old, from, &new))
}

fn renameat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (old, new) = (path(context, args.word(1))?, path(context, args.word(3))?);
    let places =
        directory_at(context, args.int(0)).and_then(|from| Ok((from, directory_at(context, args.int(2))?)));
    let result = places.and_then(|(from, to)| context.state.files.rename(from, &old, to, &new));
    zero_or_errno(context, result)
}

fn link(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let new = path(context, args.word(1))?;
    on_path(context, args.word(0), |files, from, old| files.link(from, old, &new))
}

fn symlink(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let target = path(context, args.word(0))?;
    let thread = context.thread;
    on_path(context, args.word(1), |files, from, path| files.symlink(thread, from, &target, path))
}

/// Not terminated by a zero.
fn readlink(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let path = path(context, args.word(0))?;
    let files = &context.state.files;
    let result = files.readlink(files.working(), &path);
    if let Ok(target) = &result {
        let kept = (target.len() as u64).min(args.word(2)) as usize;
        context.memory().write(args.word(1), &target[..kept])?;
    }
    long_or_errno(context, result.map(|target| (target.len() as u64).min(args.word(2))))
}

fn truncate(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    on_path(context, args.word(0), |files, from, path| {
        let node = files.find(from, path, true)?;
        files.truncate(node, args.word(1) as i64)
    })
}

/// A null buffer asks for a block of the heap (a common extension).
fn getcwd(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.working_path();
    let (buffer, size) = (args.word(0), args.word(1));
    store_path(context, result, buffer, if buffer == 0 && size == 0 { u64::MAX } else { size })
}

fn realpath(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let path = path(context, args.word(0))?;
    let files = &context.state.files;
    let result = files.real_path(files.working(), &path);
    store_path(context, result, args.word(1), u64::MAX)
}

fn store_path(
    context: &mut Context,
    result: Result<Vec<u8>, Errno>,
    buffer: u64,
    size: u64,
) -> Result<Return, Stop> {
    let mut path = match result {
        Ok(path) if path.len() as u64 >= size => {
            context.set_errno(errno::ERANGE);
            return Ok(Return::Word(0));
        }
        Ok(path) => path,
        Err(errno) => {
            context.set_errno(errno);
            return Ok(Return::Word(0));
        }
    };
    path.push(0);
    if buffer == 0 {
        return Ok(Return::Word(heap::allocate_with(context, &path)));
    }
    context.memory().write(buffer, &path)?;
    Ok(Return::Word(buffer))
}

/// Replaces the six X at the end of a template until `make` finds the name free.
fn with_new_name<T>(
    context: &mut Context,
    template: u64,
    make: impl Fn(&mut Context, &[u8]) -> Result<T, Errno>,
) -> Result<Result<T, Errno>, Stop> {
    let mut name = path(context, template)?;
    if !name.ends_with(b"XXXXXX") {
        return Ok(Err(errno::EINVAL));
    }
    let start = name.len() - 6;
    for number in 0..=999_999 {
        name[start..].copy_from_slice(format!("{number:06}").as_bytes());
        match make(context, &name) {
            Err(errno::EEXIST) => {}
            result => {
                context.memory().write(template, &name)?;
                return Ok(result);
            }
        }
    }
    Ok(Err(errno::EEXIST))
}

fn mkstemp(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let flags = OpenFlags { read: true, write: true, create: true, exclusive: true, ..OpenFlags::default() };
    let result = with_new_name(context, args.word(0), |context, name| {
        let files = &mut context.state.files;
        files.open(context.thread, files.working(), name, flags, 0o600)
    })?;
    int_or_errno(context, result)
}

fn mkdtemp(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = with_new_name(context, args.word(0), |context, name| {
        let files = &mut context.state.files;
        files.mkdir(context.thread, files.working(), name, 0o700)
    })?;
    match result {
        Ok(()) => Ok(Return::Word(args.word(0))),
        Err(errno) => {
            context.set_errno(errno);
            Ok(Return::Word(0))
        }
    }
}
