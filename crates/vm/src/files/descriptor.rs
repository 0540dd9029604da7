//! Descriptors, and reading and writing through them.

use std::sync::Arc;

use mazurka_machine::ThreadId;

use super::contents::{Contents, LARGEST};
use super::node::{Kind, Node, NodeId, PIPE_CAPACITY, Pipe};
use super::world::{Descriptor, Open, World};
use super::{Errno, Files, OpenFlags};
use crate::errno;
use crate::output::Output;

/// `RLIMIT_NOFILE`
const MOST_DESCRIPTORS: usize = 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whence {
    Start,
    Current,
    End,
}

impl World {
    pub(super) fn descriptor(&self, fd: i32) -> Result<Descriptor, Errno> {
        let entry = usize::try_from(fd).ok().and_then(|fd| self.descriptors.get(fd).copied());
        entry.flatten().ok_or(errno::EBADF)
    }

    pub(super) fn open_of(&self, fd: i32) -> Result<&Open, Errno> {
        self.opens.get(&self.descriptor(fd)?.open).ok_or(errno::EBADF)
    }

    pub(super) fn open_mut(&mut self, fd: i32) -> Result<&mut Open, Errno> {
        self.touch();
        let id = self.descriptor(fd)?.open;
        Arc::make_mut(&mut self.opens).get_mut(&id).ok_or(errno::EBADF)
    }

    /// The lowest free number from `least` on.
    pub(super) fn free_descriptor(&self, least: usize) -> Result<usize, Errno> {
        let fd = (least..).find(|&fd| self.descriptors.get(fd).copied().flatten().is_none()).unwrap_or(least);
        if fd < MOST_DESCRIPTORS { Ok(fd) } else { Err(errno::EMFILE) }
    }

    pub(super) fn set_descriptor(&mut self, fd: usize, descriptor: Option<Descriptor>) {
        self.touch();
        let table = Arc::make_mut(&mut self.descriptors);
        if table.len() <= fd {
            table.resize(fd + 1, None);
        }
        table[fd] = descriptor;
        while table.last().is_some_and(Option::is_none) {
            table.pop();
        }
    }

    /// A new description with a new descriptor.
    pub(super) fn add_open(&mut self, creator: ThreadId, open: Open, least: usize) -> Result<i32, Errno> {
        let fd = self.free_descriptor(least)?;
        self.touch();
        let id = self.fresh(creator);
        Arc::make_mut(&mut self.opens).insert(id, open);
        self.set_descriptor(fd, Some(Descriptor { open: id, close_on_exec: false }));
        Ok(fd as i32)
    }

    /// Whether some description of this node is open for reading (or for writing).
    pub(super) fn has_end(&self, node: NodeId, is_end: impl Fn(&Open) -> bool) -> bool {
        self.opens.values().any(|open| open.node == node && is_end(open))
    }

    fn close(&mut self, fd: i32) -> Result<(), Errno> {
        let descriptor = self.descriptor(fd)?;
        self.set_descriptor(fd as usize, None);
        let still_open = self.descriptors.iter().flatten().any(|other| other.open == descriptor.open);
        if !still_open && let Some(open) = Arc::make_mut(&mut self.opens).remove(&descriptor.open) {
            self.stir(open.node);
            self.refuse_pending(open.node);
            self.collect(open.node);
        }
        Ok(())
    }
}

impl Files {
    pub fn open(
        &mut self,
        creator: ThreadId,
        from: NodeId,
        path: &[u8],
        flags: OpenFlags,
        mode: u32,
    ) -> Result<i32, Errno> {
        let place = self.now.resolve(from, path, !(flags.exclusive && flags.create))?;
        if place.node.is_some() && flags.create && flags.exclusive {
            return Err(errno::EEXIST);
        }
        self.now.free_descriptor(0)?;
        let node = match place.node {
            Some(node) => {
                let is_directory = self.now.directory(node).is_ok();
                if is_directory && (flags.write || flags.create) {
                    return Err(errno::EISDIR);
                }
                if flags.directory && !is_directory {
                    return Err(errno::ENOTDIR);
                }
                node
            }
            None if flags.create && !path.ends_with(b"/") => {
                let world = self.change();
                let mode = mode & 0o7777 & !world.umask;
                let node = world.add_node(creator, Node::new(Kind::File(Contents::default()), mode));
                world.name(&place, node)?;
                node
            }
            None if flags.create => return Err(errno::EISDIR),
            None => return Err(errno::ENOENT),
        };
        let world = self.change();
        if flags.truncate
            && flags.write
            && let Some(Node { kind: Kind::File(contents), .. }) = world.node_mut(node)
        {
            contents.truncate(0);
        }
        let OpenFlags { read, write, append, nonblocking, .. } = flags;
        let open = Open { append, nonblocking, ..Open::of(node, read, write) };
        world.add_open(creator, open, 0)
    }

    pub fn close(&mut self, fd: i32) -> Result<(), Errno> {
        self.now.descriptor(fd)?;
        self.change().close(fd)
    }

    /// `dup` and `fcntl(F_DUPFD)`
    pub fn duplicate(&mut self, fd: i32, least: i32) -> Result<i32, Errno> {
        let descriptor = self.now.descriptor(fd)?;
        let least = usize::try_from(least).map_err(|_| errno::EINVAL)?;
        let new = self.now.free_descriptor(least)?;
        self.change().set_descriptor(new, Some(Descriptor { close_on_exec: false, ..descriptor }));
        Ok(new as i32)
    }

    /// `dup2`
    pub fn duplicate_to(&mut self, fd: i32, new: i32) -> Result<i32, Errno> {
        let descriptor = self.now.descriptor(fd)?;
        let index = usize::try_from(new).ok().filter(|&new| new < MOST_DESCRIPTORS).ok_or(errno::EBADF)?;
        if new != fd {
            let world = self.change();
            if world.descriptor(new).is_ok() {
                world.close(new)?;
            }
            world.set_descriptor(index, Some(Descriptor { close_on_exec: false, ..descriptor }));
        }
        Ok(new)
    }

    /// The reading and the writing end.
    pub fn pipe(&mut self, creator: ThreadId, nonblocking: bool) -> Result<(i32, i32), Errno> {
        let first = self.now.free_descriptor(0)?;
        self.now.free_descriptor(first + 1)?;
        let world = self.change();
        let node = world.add_node(creator, Node::new(Kind::Pipe(Pipe::default()), 0o600));
        let end = |readable| Open { nonblocking, ..Open::of(node, readable, !readable) };
        let reader = world.add_open(creator, end(true), 0)?;
        let writer = world.add_open(creator, end(false), 0)?;
        Ok((reader, writer))
    }

    /// Whether a read would have something to return at once, be it the end or an error.
    pub fn can_read(&self, fd: i32) -> bool {
        let Ok(open) = self.now.open_of(fd) else { return true };
        match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::Pipe(pipe)) => {
                !open.readable
                    || !pipe.bytes().is_empty()
                    || !self.now.has_end(open.node, |other| other.writable)
            }
            Some(Kind::Channel(channel)) => {
                channel.has_something(open.end)
                    || channel.is_finished(1 - open.end)
                    || !self.now.has_end(open.node, |other| other.end != open.end)
            }
            Some(Kind::Socket(socket)) => socket.mailbox.as_ref().is_none_or(|mailbox| !mailbox.is_empty()),
            Some(Kind::Counter(counter)) => counter.value > 0,
            _ => true,
        }
    }

    /// Whether a write of this many bytes would do something at once, be it an error.
    pub fn can_write(&self, fd: i32, count: u64) -> bool {
        let Ok(open) = self.now.open_of(fd) else { return true };
        match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::Pipe(pipe)) => {
                !open.writable
                    || pipe.room() >= count.min(PIPE_CAPACITY)
                    || !self.now.has_end(open.node, |other| other.readable)
            }
            Some(Kind::Channel(channel)) => {
                // A message goes as a whole.
                let wanted = if channel.keeps_messages { count.min(PIPE_CAPACITY) } else { count.min(1) };
                channel.room_behind(open.end) >= wanted
                    || channel.is_finished(open.end)
                    || !self.now.has_end(open.node, |other| other.end != open.end)
            }
            _ => true,
        }
    }

    /// What is in a pipe to which more may come; `None` where reading never waits.
    pub fn incoming(&self, fd: i32) -> Option<&[u8]> {
        let open = self.now.open_of(fd).ok()?;
        match &self.now.node(open.node)?.kind {
            Kind::Pipe(pipe) if open.readable && self.now.has_end(open.node, |other| other.writable) => {
                Some(pipe.bytes())
            }
            Kind::Channel(channel) if !channel.is_finished(1 - open.end) => {
                let is_open = self.now.has_end(open.node, |other| other.end != open.end);
                is_open.then(|| channel.incoming(open.end))
            }
            _ => None,
        }
    }

    /// How many bytes a read would find at once.
    pub fn available(&self, fd: i32) -> Result<u64, Errno> {
        let open = self.now.open_of(fd)?;
        match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::Pipe(pipe)) => Ok(pipe.bytes().len() as u64),
            Some(Kind::Channel(channel)) => Ok(channel.incoming(open.end).len() as u64),
            Some(Kind::File(contents)) => Ok(contents.length().saturating_sub(open.offset)),
            _ => Err(errno::ENOTTY),
        }
    }

    /// Whether reading or writing can have to wait at all.
    pub fn may_wait(&self, fd: i32) -> bool {
        let node = self.now.open_of(fd).ok().and_then(|open| self.now.node(open.node));
        matches!(
            node.map(|node| &node.kind),
            Some(Kind::Pipe(_) | Kind::Channel(_) | Kind::Counter(_) | Kind::Timer(_))
        ) || self.has_mailbox(fd)
    }

    pub fn is_nonblocking(&self, fd: i32) -> bool {
        self.now.open_of(fd).is_ok_and(|open| open.nonblocking)
    }

    /// `F_SETFL`
    pub fn set_flags(&mut self, fd: i32, append: bool, nonblocking: bool) -> Result<(), Errno> {
        self.now.descriptor(fd)?;
        let open = self.change().open_mut(fd)?;
        (open.append, open.nonblocking) = (append, nonblocking);
        Ok(())
    }

    pub fn close_on_exec(&self, fd: i32) -> Result<bool, Errno> {
        Ok(self.now.descriptor(fd)?.close_on_exec)
    }

    pub fn set_close_on_exec(&mut self, fd: i32, close_on_exec: bool) -> Result<(), Errno> {
        let descriptor = self.now.descriptor(fd)?;
        self.change().set_descriptor(fd as usize, Some(Descriptor { close_on_exec, ..descriptor }));
        Ok(())
    }

    /// At most `count` bytes; none at the end.
    pub fn read(&mut self, fd: i32, count: u64) -> Result<Vec<u8>, Errno> {
        let Open { node, offset, readable, end, .. } = *self.now.open_of(fd)?;
        if !readable {
            return Err(errno::EBADF);
        }
        if !self.can_read(fd) {
            return Err(errno::EAGAIN);
        }
        let bytes = match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::Pipe(pipe)) if !pipe.bytes().is_empty() && count > 0 => {
                let taken = match self.change().node_mut(node).map(|node| &mut node.kind) {
                    Some(Kind::Pipe(pipe)) => pipe.take(count),
                    _ => Vec::new(),
                };
                self.change().stir(node);
                taken
            }
            Some(Kind::Pipe(_)) => Vec::new(),
            Some(Kind::Channel(channel)) if channel.has_something(end) => {
                let taken = match self.change().node_mut(node).map(|node| &mut node.kind) {
                    Some(Kind::Channel(channel)) => channel.take(end, count),
                    _ => Vec::new(),
                };
                self.change().stir(node);
                return Ok(taken);
            }
            Some(Kind::Channel(_)) => Vec::new(),
            Some(Kind::Socket(socket)) if socket.mailbox.is_some() => {
                return self.receive(fd, count, false).map(|(bytes, _)| bytes);
            }
            Some(Kind::Socket(_)) => return Err(errno::ENOTCONN),
            Some(Kind::Counter(_)) => return self.read_counter(node, count),
            Some(Kind::Epoll(_)) => return Err(errno::EINVAL),
            _ => self.read_at(fd, offset, count)?,
        };
        if !bytes.is_empty() {
            self.change().open_mut(fd)?.offset += bytes.len() as u64;
        }
        Ok(bytes)
    }

    /// `pread`
    pub fn read_at(&self, fd: i32, offset: u64, count: u64) -> Result<Vec<u8>, Errno> {
        let open = self.now.open_of(fd)?;
        if !open.readable {
            return Err(errno::EBADF);
        }
        match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::File(contents)) => Ok(contents.read(offset, count)),
            Some(Kind::Zero) => Ok(vec![0; count.min(LARGEST) as usize]),
            Some(Kind::Directory(_)) => Err(errno::EISDIR),
            Some(kind) if kind.is_stream() => Err(errno::ESPIPE),
            _ => Ok(Vec::new()),
        }
    }

    /// How many bytes were written. What goes to standard output or error goes to `output`.
    pub fn write(&mut self, output: &mut Output, fd: i32, bytes: &[u8]) -> Result<u64, Errno> {
        let Open { node, offset, writable, append, end, .. } = *self.now.open_of(fd)?;
        if !writable {
            return Err(errno::EBADF);
        }
        match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::Output(stream)) => {
                output.write(*stream, bytes);
                Ok(bytes.len() as u64)
            }
            Some(Kind::File(contents)) => {
                let offset = if append { contents.length() } else { offset };
                let written = self.write_file(node, offset, bytes)?;
                if written > 0 {
                    self.change().open_mut(fd)?.offset = offset + written;
                }
                Ok(written)
            }
            Some(Kind::Pipe(_)) => self.write_pipe(node, bytes, PIPE_CAPACITY),
            Some(Kind::Channel(_)) => self.write_channel(node, end, bytes),
            Some(Kind::Counter(_)) => self.write_counter(node, bytes),
            Some(Kind::Socket(socket)) if socket.mailbox.is_some() => self.send_to_peer(fd, bytes),
            Some(Kind::Socket(_)) => Err(errno::ENOTCONN),
            Some(Kind::Timer(_) | Kind::Epoll(_)) => Err(errno::EINVAL),
            _ => Ok(bytes.len() as u64),
        }
    }

    /// All of it, for streams: a pipe takes more than its capacity rather than half a line.
    pub fn write_all(&mut self, output: &mut Output, fd: i32, bytes: &[u8]) -> Result<(), Errno> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let open = *self.now.open_of(fd)?;
            let written = match self.now.node(open.node).map(|node| &node.kind) {
                Some(Kind::Pipe(_)) if open.writable => self.write_pipe(open.node, rest, u64::MAX)?,
                _ => self.write(output, fd, rest)?,
            };
            rest = &rest[written as usize..];
        }
        Ok(())
    }

    fn write_pipe(&mut self, node: NodeId, bytes: &[u8], capacity: u64) -> Result<u64, Errno> {
        if !self.now.has_end(node, |open| open.readable) {
            return Err(errno::EPIPE);
        }
        let Some(Node { kind: Kind::Pipe(pipe), .. }) = self.change().node_mut(node) else {
            return Err(errno::EBADF);
        };
        let room = capacity.saturating_sub(pipe.bytes().len() as u64).min(bytes.len() as u64);
        if room == 0 && !bytes.is_empty() {
            return Err(errno::EAGAIN);
        }
        pipe.put(&bytes[..room as usize]);
        self.change().stir(node);
        Ok(room)
    }

    fn write_channel(&mut self, node: NodeId, end: usize, bytes: &[u8]) -> Result<u64, Errno> {
        let Some(Kind::Channel(channel)) = self.now.node(node).map(|node| &node.kind) else {
            return Err(errno::EBADF);
        };
        if channel.is_finished(end) || !self.now.has_end(node, |other| other.end != end) {
            return Err(errno::EPIPE);
        }
        let (size, room) = (bytes.len() as u64, channel.room_behind(end));
        let sent = match channel.keeps_messages {
            true if size > PIPE_CAPACITY => return Err(errno::EMSGSIZE),
            true if size > room => return Err(errno::EAGAIN),
            true => size,
            false if room == 0 && size > 0 => return Err(errno::EAGAIN),
            false => size.min(room),
        };
        if let Some(Kind::Channel(channel)) = self.change().node_mut(node).map(|node| &mut node.kind) {
            channel.put(end, &bytes[..sent as usize]);
        }
        self.change().stir(node);
        Ok(sent)
    }

    fn write_file(&mut self, node: NodeId, offset: u64, bytes: &[u8]) -> Result<u64, Errno> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if offset.saturating_add(bytes.len() as u64) > LARGEST {
            return Err(errno::EFBIG);
        }
        if let Some(Node { kind: Kind::File(contents), .. }) = self.change().node_mut(node) {
            contents.write(offset, bytes);
        }
        Ok(bytes.len() as u64)
    }

    /// `pwrite`
    pub fn write_at(&mut self, fd: i32, offset: u64, bytes: &[u8]) -> Result<u64, Errno> {
        let open = *self.now.open_of(fd)?;
        if !open.writable {
            return Err(errno::EBADF);
        }
        match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::File(_)) => self.write_file(open.node, offset, bytes),
            Some(kind) if kind.is_stream() => Err(errno::ESPIPE),
            _ => Ok(bytes.len() as u64),
        }
    }

    /// `lseek`
    pub fn seek(&mut self, fd: i32, offset: i64, whence: Whence) -> Result<u64, Errno> {
        let open = *self.now.open_of(fd)?;
        let length = match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::File(contents)) => contents.length(),
            Some(kind) if kind.is_stream() => return Err(errno::ESPIPE),
            _ => 0,
        };
        let base = match whence {
            Whence::Start => 0,
            Whence::Current => open.offset,
            Whence::End => length,
        };
        let target = base.checked_add_signed(offset).filter(|&target| target <= i64::MAX as u64);
        let target = target.ok_or(errno::EINVAL)?;
        if target != open.offset {
            self.change().open_mut(fd)?.offset = target;
        }
        Ok(target)
    }

    pub fn truncate(&mut self, node: NodeId, length: i64) -> Result<(), Errno> {
        let length = u64::try_from(length).map_err(|_| errno::EINVAL)?;
        if length > LARGEST {
            return Err(errno::EFBIG);
        }
        match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::File(_)) => {}
            Some(Kind::Directory(_)) => return Err(errno::EISDIR),
            _ => return Err(errno::EINVAL),
        }
        if let Some(Node { kind: Kind::File(contents), .. }) = self.change().node_mut(node) {
            contents.truncate(length);
        }
        Ok(())
    }
}
