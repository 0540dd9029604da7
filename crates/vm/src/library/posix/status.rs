//! `<sys/stat.h>`.

use super::{directory_at, path, zero_or_errno};
use crate::context::{Context, Stop};
use crate::files::{Errno, NodeId, Status};
use crate::library::file_objects::{changes_everything, inspects_everything, inspects_first, uses_first};
use crate::library::{Args, Native, Return, time};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("stat", inspects_everything, stat).sees_output(),
    Native::visible("stat64", inspects_everything, stat).sees_output(),
    Native::visible("__xstat", inspects_everything, xstat).sees_output(),
    Native::visible("__xstat64", inspects_everything, xstat).sees_output(),
    Native::visible("lstat", inspects_everything, lstat).sees_output(),
    Native::visible("lstat64", inspects_everything, lstat).sees_output(),
    Native::visible("__lxstat", inspects_everything, lxstat).sees_output(),
    Native::visible("__lxstat64", inspects_everything, lxstat).sees_output(),
    Native::visible("fstat", inspects_first, fstat).sees_output(),
    Native::visible("fstat64", inspects_first, fstat).sees_output(),
    Native::visible("__fxstat", inspects_everything, fxstat).sees_output(),
    Native::visible("__fxstat64", inspects_everything, fxstat).sees_output(),
    Native::visible("fstatat", inspects_everything, fstatat).sees_output(),
    Native::visible("fstatat64", inspects_everything, fstatat).sees_output(),
    Native::visible("access", inspects_everything, exists),
    Native::visible("faccessat", inspects_everything, exists_at),
    Native::visible("chmod", changes_everything, chmod),
    Native::visible("fchmod", uses_first, fchmod),
    Native::visible("umask", changes_everything, umask),
    Native::visible("chown", inspects_everything, exists),
    Native::visible("lchown", inspects_everything, exists),
    Native::visible("utime", inspects_everything, exists),
    Native::visible("utimes", inspects_everything, exists),
    Native::visible("utimensat", inspects_everything, exists_at),
    Native::local("futimens", |_, _| Ok(Return::int(0))),
    Native::local("fchown", |_, _| Ok(Return::int(0))),
];

const BLOCK: u64 = 4096;

/// `struct stat` of Linux on x86-64: 144 bytes.
fn store_status(context: &mut Context, to: u64, status: Status) -> Result<(), Stop> {
    let mut bytes = [0; 144];
    let mut put = |at: usize, value: u64| bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    put(0, 1);
    put(8, status.inode);
    put(16, status.links as u64);
    put(24, status.mode as u64);
    put(48, status.size);
    put(56, BLOCK);
    put(64, status.size.div_ceil(BLOCK) * (BLOCK / 512));
    for seconds in [72, 88, 104] {
        put(seconds, time::START);
    }
    Ok(context.memory().write(to, &bytes)?)
}

fn store_result(context: &mut Context, to: u64, node: Result<NodeId, Errno>) -> Result<Return, Stop> {
    let result = match node.and_then(|node| context.state.files.status(node)) {
        Ok(status) => {
            store_status(context, to, status)?;
            Ok(())
        }
        Err(errno) => Err(errno),
    };
    zero_or_errno(context, result)
}

fn of_path(context: &mut Context, name: u64, to: u64, follow: bool) -> Result<Return, Stop> {
    let path = path(context, name)?;
    let files = &context.state.files;
    let node = files.find(files.working(), &path, follow);
    store_result(context, to, node)
}

fn stat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    of_path(context, args.word(0), args.word(1), true)
}

/// The old names have a version number in front.
fn xstat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    of_path(context, args.word(1), args.word(2), true)
}

fn lstat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    of_path(context, args.word(0), args.word(1), false)
}

fn lxstat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    of_path(context, args.word(1), args.word(2), false)
}

fn fstat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let node = context.state.files.node_of(args.int(0));
    store_result(context, args.word(1), node)
}

fn fxstat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let node = context.state.files.node_of(args.int(1));
    store_result(context, args.word(2), node)
}

fn fstatat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    const NO_FOLLOW: i32 = 0x100;
    let path = path(context, args.word(1))?;
    let node = directory_at(context, args.int(0))
        .and_then(|from| context.state.files.find(from, &path, args.int(3) & NO_FOLLOW == 0));
    store_result(context, args.word(2), node)
}

/// All accesses are permitted, and owners and times do not change: the result depends only on whether the file exists.
fn exists(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let path = path(context, args.word(0))?;
    let files = &context.state.files;
    let result = files.find(files.working(), &path, true).map(|_| ());
    zero_or_errno(context, result)
}

fn exists_at(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let path = path(context, args.word(1))?;
    let result = directory_at(context, args.int(0))
        .and_then(|from| context.state.files.find(from, &path, true))
        .map(|_| ());
    zero_or_errno(context, result)
}

fn chmod(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let path = path(context, args.word(0))?;
    let files = &context.state.files;
    let node = files.find(files.working(), &path, true);
    set_mode(context, node, args.word(1) as u32)
}

fn fchmod(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let node = context.state.files.node_of(args.int(0));
    set_mode(context, node, args.word(1) as u32)
}

fn set_mode(context: &mut Context, node: Result<NodeId, Errno>, mode: u32) -> Result<Return, Stop> {
    let result = node.map(|node| context.state.files.set_mode(node, mode));
    zero_or_errno(context, result)
}

fn umask(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    Ok(Return::Word(context.state.files.set_umask(args.word(0) as u32) as u64))
}
