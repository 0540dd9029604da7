//! The virtual file system: directories, files, pipes and descriptors, in memory only. It can be rewound.
//!
//! A version of it is a value ([`world::World`]) that shares what did not change with older versions: a mark costs
//! nothing, the first change after a mark keeps the old version, and rewinding puts it back.

mod cached;
mod channel;
mod contents;
mod datagram;
mod descriptor;
pub(crate) mod events;
mod mapping;
mod node;
mod path;
mod socket;
#[cfg(test)]
mod tests;
mod world;

use mazurka_machine::ThreadId;

pub(crate) use self::descriptor::Whence;
pub(crate) use self::mapping::Mapping;
pub(crate) use self::node::NodeId;
pub(crate) use self::path::Entry;

use self::contents::Contents;
pub(crate) use self::node::PIPE_CAPACITY;

use self::node::{Kind, Node, Pipe};
use self::world::{Open, World};
use crate::config::Config;
use crate::errno;
use crate::output::Stream;

/// An error number of [`crate::errno`].
pub(crate) type Errno = i32;

/// Where relative paths start.
const HOME: &str = "/home/program";

/// Files, directories, pipes and descriptors; changes can be rewound.
pub struct Files {
    now: World,
    /// Older versions, one for every mark after which something changed.
    old: Vec<World>,
    /// Whether the current version must be kept before it is changed.
    marked: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilesMark(usize);

/// How to open a file (open(2)).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenFlags {
    pub read: bool,
    pub write: bool,
    pub append: bool,
    pub create: bool,
    pub exclusive: bool,
    pub truncate: bool,
    pub directory: bool,
    pub nonblocking: bool,
}

/// What `stat` returns about a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    pub inode: u64,
    /// Type and permissions.
    pub mode: u32,
    pub links: u32,
    pub size: u64,
}

/// `st_mode`'s types.
pub(crate) const TYPE_MASK: u32 = 0o170_000;
pub(crate) const TYPE_FIFO: u32 = 0o010_000;
pub(crate) const TYPE_CHARACTER: u32 = 0o020_000;
pub(crate) const TYPE_DIRECTORY: u32 = 0o040_000;
pub(crate) const TYPE_FILE: u32 = 0o100_000;
pub(crate) const TYPE_LINK: u32 = 0o120_000;
pub(crate) const TYPE_SOCKET: u32 = 0o140_000;

impl Default for Files {
    fn default() -> Files {
        Files::new(&Config::default())
    }
}

impl Files {
    /// The file system that a program finds at its start.
    pub fn new(config: &Config) -> Files {
        let mut files = Files { now: World::new(), old: Vec::new(), marked: false };
        let main = ThreadId::MAIN;
        let root = files.now.root;
        for directory in ["/tmp", "/dev", "/dev/shm", "/home", HOME] {
            // The path is new and its parent exists.
            let made = files.mkdir(main, root, directory.as_bytes(), 0o777);
            debug_assert!(made.is_ok());
        }
        for (path, kind) in [("/dev/null", Kind::Null), ("/dev/zero", Kind::Zero)] {
            files.add(root, path.as_bytes(), kind);
        }
        files.add(root, b"/dev/stdin", Kind::Pipe(Pipe::new(config.stdin.clone())));
        files.add(root, b"/dev/stdout", Kind::Output(Stream::Stdout));
        files.add(root, b"/dev/stderr", Kind::Output(Stream::Stderr));
        for (name, write) in [("stdin", false), ("stdout", true), ("stderr", true)] {
            let flags = OpenFlags { read: !write, write, ..OpenFlags::default() };
            let opened = files.open(main, root, format!("/dev/{name}").as_bytes(), flags, 0);
            debug_assert!(opened.is_ok());
        }
        let changed = files.chdir(root, HOME.as_bytes());
        debug_assert!(changed.is_ok());
        for (path, bytes) in &config.files {
            files.add(files.now.working, path.as_bytes(), Kind::File(Contents::new(bytes)));
        }
        files.now.reuse = config.reuse_addresses;
        files
    }

    /// A file of the start, with the directories above it; the first of two with the same name counts.
    fn add(&mut self, from: NodeId, path: &[u8], kind: Kind) {
        for (at, _) in path.iter().enumerate().filter(|&(at, &byte)| at > 0 && byte == b'/') {
            // Most of them exist already.
            let _ = self.mkdir(ThreadId::MAIN, from, &path[..at], 0o777);
        }
        if let Ok(place) = self.now.resolve(from, path, false)
            && place.node.is_none()
        {
            let node = self.now.add_node(ThreadId::MAIN, Node::new(kind, 0o644));
            let named = self.now.name(&place, node);
            debug_assert!(named.is_ok());
        }
    }

    pub fn mark(&mut self) -> FilesMark {
        self.marked = true;
        FilesMark(self.old.len())
    }

    pub fn rewind(&mut self, to: FilesMark) {
        if to.0 < self.old.len() {
            self.old.truncate(to.0 + 1);
            self.now = self.old.pop().expect("it was not empty");
        }
        self.marked = true;
    }

    /// Equal for equal file systems, however they came about.
    pub fn fingerprint(&self) -> u128 {
        self.now.fingerprint()
    }

    /// The current version, for changing.
    fn change(&mut self) -> &mut World {
        if self.marked {
            self.old.push(self.now.clone());
            self.marked = false;
        }
        &mut self.now
    }

    /// Where relative paths start.
    pub fn working(&self) -> NodeId {
        self.now.working
    }

    /// What a descriptor leads to.
    pub fn node_of(&self, fd: i32) -> Result<NodeId, Errno> {
        Ok(self.now.open_of(fd)?.node)
    }

    /// What a path leads to; `follow`: through a symbolic link at its end.
    pub fn find(&self, from: NodeId, path: &[u8], follow: bool) -> Result<NodeId, Errno> {
        self.now.resolve(from, path, follow)?.node.ok_or(errno::ENOENT)
    }

    /// Whether what is written to this descriptor leaves the program.
    pub fn is_output(&self, fd: i32) -> bool {
        self.node_of(fd).is_ok_and(|node| self.mode(node) & TYPE_MASK == TYPE_CHARACTER)
    }

    /// Readable, writable, append.
    pub fn modes_of(&self, fd: i32) -> Result<(bool, bool, bool), Errno> {
        let Open { readable, writable, append, .. } = *self.now.open_of(fd)?;
        Ok((readable, writable, append))
    }

    pub fn status(&self, id: NodeId) -> Result<Status, Errno> {
        let node = self.now.node(id).ok_or(errno::ENOENT)?;
        let size = match &node.kind {
            Kind::File(contents) => contents.length(),
            Kind::Link(target) => target.len() as u64,
            Kind::Directory(_) => 4096,
            _ => 0,
        };
        Ok(Status { inode: id.inode(), mode: self.mode(id), links: node.links, size })
    }

    fn mode(&self, id: NodeId) -> u32 {
        let Some(node) = self.now.node(id) else { return 0 };
        let kind = match node.kind {
            Kind::File(_) => TYPE_FILE,
            Kind::Directory(_) => TYPE_DIRECTORY,
            Kind::Link(_) => TYPE_LINK,
            Kind::Pipe(_) => TYPE_FIFO,
            Kind::Null | Kind::Zero | Kind::Output(_) => TYPE_CHARACTER,
            Kind::Channel(_) | Kind::Socket(_) => TYPE_SOCKET,
            // Linux calls them anonymous inodes, without a type.
            Kind::Counter(_) | Kind::Timer(_) | Kind::Epoll(_) => 0,
        };
        kind | node.mode
    }

    pub fn set_mode(&mut self, id: NodeId, mode: u32) {
        if let Some(node) = self.change().node_mut(id) {
            node.mode = mode & 0o7777;
        }
    }

    /// Returns the old one.
    pub fn set_umask(&mut self, mask: u32) -> u32 {
        let world = self.change();
        world.touch();
        std::mem::replace(&mut world.umask, mask & 0o777)
    }
}
