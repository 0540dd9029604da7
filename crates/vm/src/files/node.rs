//! What a name in the file system leads to.

use std::collections::BTreeMap;

use mazurka_machine::ThreadId;
use xxhash_rust::xxh3::xxh3_128;

use super::cached::Cached;
use super::channel::Channel;
use super::contents::Contents;
use super::events::{Counter, Timer, Watched, add_watched_to};
use super::socket::Socket;
use crate::input::Input;
use crate::output::Stream;

/// The id of a node: the n-th node that a thread creates has the same id in every interleaving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeId {
    pub creator: ThreadId,
    pub number: u32,
}

impl NodeId {
    /// `st_ino`; 0 and 1 are special on real systems.
    pub fn inode(self) -> u64 {
        ((self.creator.0 as u64) << 32 | self.number as u64) + 2
    }
}

#[derive(Clone)]
pub(super) struct Node {
    pub kind: Kind,
    /// Permission bits. Nothing is forbidden: the program runs as root.
    pub mode: u32,
    /// How many names lead here.
    pub links: u32,
    pub hash: Cached,
}

#[derive(Clone)]
pub(super) enum Kind {
    File(Contents),
    Directory(Directory),
    Link(Vec<u8>),
    Pipe(Pipe),
    /// Sockets that are connected.
    Channel(Box<Channel>),
    Socket(Box<Socket>),
    Counter(Counter),
    Timer(Timer),
    Epoll(Watched),
    /// `/dev/null`
    Null,
    /// `/dev/zero`
    Zero,
    /// Standard output or error.
    Output(Stream),
}

impl Kind {
    /// Whether it has no offset that could be set.
    pub(super) fn is_stream(&self) -> bool {
        !matches!(self, Kind::File(_) | Kind::Directory(_) | Kind::Link(_) | Kind::Null | Kind::Zero)
    }
}

#[derive(Clone)]
pub(super) struct Directory {
    pub parent: NodeId,
    pub entries: BTreeMap<Vec<u8>, NodeId>,
}

/// Bytes in transit; standard input is a pipe without writers.
#[derive(Clone, Default)]
pub(super) struct Pipe {
    bytes: Input,
    start: usize,
}

/// What a pipe holds before writers wait (pipe(7)).
pub(crate) const PIPE_CAPACITY: u64 = 65536;

impl Pipe {
    pub(crate) fn new(bytes: Input) -> Pipe {
        Pipe { bytes, start: 0 }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes.bytes()[self.start..]
    }

    pub(crate) fn room(&self) -> u64 {
        PIPE_CAPACITY.saturating_sub(self.bytes().len() as u64)
    }

    pub(crate) fn take(&mut self, count: u64) -> Vec<u8> {
        let taken = self.bytes()[..count.min(self.bytes().len() as u64) as usize].to_vec();
        self.start += taken.len();
        taken
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) {
        let mut all = self.bytes().to_vec();
        all.extend_from_slice(bytes);
        *self = Pipe::new(all.into());
    }
}

impl Node {
    pub(crate) fn new(kind: Kind, mode: u32) -> Node {
        Node { kind, mode, links: 0, hash: Cached::default() }
    }

    pub(crate) fn fingerprint(&self) -> u128 {
        self.hash.get(|| {
            let mut input = Vec::new();
            input.extend_from_slice(&self.mode.to_le_bytes());
            input.extend_from_slice(&self.links.to_le_bytes());
            match &self.kind {
                Kind::File(contents) => input.extend_from_slice(&contents.fingerprint().to_le_bytes()),
                Kind::Directory(directory) => {
                    input.extend_from_slice(&directory.parent.inode().to_le_bytes());
                    for (name, node) in &directory.entries {
                        input.extend_from_slice(name);
                        input.push(0);
                        input.extend_from_slice(&node.inode().to_le_bytes());
                    }
                }
                Kind::Link(target) => input.extend_from_slice(target),
                Kind::Pipe(pipe) => input.extend_from_slice(pipe.bytes()),
                Kind::Channel(channel) => channel.add_to(&mut input),
                Kind::Socket(socket) => socket.add_to(&mut input),
                Kind::Counter(Counter { value, one_by_one }) => {
                    input.extend_from_slice(&value.to_le_bytes());
                    input.push(*one_by_one as u8);
                }
                Kind::Timer(Timer { deadline, interval }) => {
                    let words = [deadline.is_some() as u64, deadline.unwrap_or(0), *interval];
                    words.iter().for_each(|word| input.extend_from_slice(&word.to_le_bytes()));
                }
                Kind::Epoll(watched) => add_watched_to(watched, &mut input),
                Kind::Null | Kind::Zero | Kind::Output(_) => {}
            }
            xxh3_128(&input)
        })
    }
}
