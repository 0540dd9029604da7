//! Sockets inside the program: pairs, and connections that one thread listens for and another makes.

use std::sync::Arc;

use mazurka_machine::ThreadId;

use super::channel::Channel;
use super::datagram::Mailbox;
use super::node::{Kind, Node, NodeId};
use super::world::{Descriptor, Open, World};
use super::{Errno, Files};
use crate::errno;

/// A socket that is not connected.
#[derive(Clone, Default)]
pub(super) struct Socket {
    pub family: u16,
    /// As `struct sockaddr` has it, from the family on; empty if it has none.
    pub name: Vec<u8>,
    pub keeps_messages: bool,
    pub listening: bool,
    /// Of a socket without a connection.
    pub mailbox: Option<Mailbox>,
    /// Descriptions of ends that were not accepted yet, the oldest first.
    pub pending: Vec<NodeId>,
}

impl Socket {
    pub(super) fn add_to(&self, input: &mut Vec<u8>) {
        input.extend_from_slice(&self.family.to_le_bytes());
        input.extend_from_slice(&[self.keeps_messages as u8, self.listening as u8]);
        input.extend_from_slice(&(self.name.len() as u64).to_le_bytes());
        input.extend_from_slice(&self.name);
        if let Some(mailbox) = &self.mailbox {
            mailbox.add_to(input);
        }
        for open in &self.pending {
            input.extend_from_slice(&open.inode().to_le_bytes());
        }
    }
}

impl World {
    fn socket(&self, fd: i32) -> Result<(NodeId, &Socket), Errno> {
        let node = self.open_of(fd)?.node;
        match self.node(node).map(|node| &node.kind) {
            Some(Kind::Socket(socket)) => Ok((node, socket)),
            Some(Kind::Channel(_)) => Err(errno::EISCONN),
            _ => Err(errno::ENOTSOCK),
        }
    }

    fn socket_mut(&mut self, node: NodeId) -> Result<&mut Socket, Errno> {
        match self.node_mut(node).map(|node| &mut node.kind) {
            Some(Kind::Socket(socket)) => Ok(socket),
            _ => Err(errno::ENOTSOCK),
        }
    }

    /// A description without a descriptor.
    fn add_pending(&mut self, creator: ThreadId, open: Open) -> NodeId {
        self.touch();
        let id = self.fresh(creator);
        Arc::make_mut(&mut self.opens).insert(id, open);
        id
    }

    /// A socket that is closed closes the connections that were not accepted.
    pub(super) fn refuse_pending(&mut self, node: NodeId) {
        let is_open = self.has_end(node, |_| true);
        let Some(Kind::Socket(socket)) = self.node(node).map(|node| &node.kind) else { return };
        if is_open || socket.pending.is_empty() {
            return;
        }
        for open in socket.pending.clone() {
            if let Some(open) = Arc::make_mut(&mut self.opens).remove(&open) {
                self.stir(open.node);
                self.collect(open.node);
            }
        }
    }
}

impl Files {
    /// `socketpair`
    pub fn socket_pair(
        &mut self,
        creator: ThreadId,
        keeps_messages: bool,
        nonblocking: bool,
    ) -> Result<(i32, i32), Errno> {
        let first = self.now.free_descriptor(0)?;
        self.now.free_descriptor(first + 1)?;
        const UNIX: u16 = 1;
        let name = UNIX.to_le_bytes().to_vec();
        let channel = Channel::new(keeps_messages, [name.clone(), name]);
        let world = self.change();
        let node = world.add_node(creator, Node::new(Kind::Channel(Box::new(channel)), 0o777));
        let end = |end| Open { end, nonblocking, ..Open::of(node, true, true) };
        let first = world.add_open(creator, end(0), 0)?;
        Ok((first, world.add_open(creator, end(1), 0)?))
    }

    pub fn socket(
        &mut self,
        creator: ThreadId,
        family: u16,
        keeps_messages: bool,
        nonblocking: bool,
    ) -> Result<i32, Errno> {
        self.now.free_descriptor(0)?;
        let socket = Socket { family, keeps_messages, ..Socket::default() };
        let world = self.change();
        let node = world.add_node(creator, Node::new(Kind::Socket(Box::new(socket)), 0o777));
        world.add_open(creator, Open { nonblocking, ..Open::of(node, true, true) }, 0)
    }

    /// The family of a socket, connected or not.
    pub fn family(&self, fd: i32) -> Result<u16, Errno> {
        let node = self.now.open_of(fd)?.node;
        match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::Socket(socket)) => Ok(socket.family),
            Some(Kind::Channel(channel)) => {
                Ok(channel.names[0].first_chunk().map_or(0, |family| u16::from_le_bytes(*family)))
            }
            _ => Err(errno::ENOTSOCK),
        }
    }

    /// Whether a socket keeps messages apart.
    pub fn keeps_messages(&self, fd: i32) -> bool {
        let node = self.now.open_of(fd).ok().and_then(|open| self.now.node(open.node));
        match node.map(|node| &node.kind) {
            Some(Kind::Socket(socket)) => socket.keeps_messages,
            Some(Kind::Channel(channel)) => channel.keeps_messages,
            _ => false,
        }
    }

    /// The name of a socket, or of the other end; of one that has none, only its family.
    pub fn socket_name(&self, fd: i32, of_other_end: bool) -> Result<Vec<u8>, Errno> {
        let open = self.now.open_of(fd)?;
        match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::Channel(channel)) => {
                let end = if of_other_end { 1 - open.end } else { open.end };
                Ok(channel.names[end].clone())
            }
            Some(Kind::Socket(_)) if of_other_end => self.peer_name(fd).ok_or(errno::ENOTCONN),
            Some(Kind::Socket(socket)) if socket.name.is_empty() => Ok(socket.family.to_le_bytes().to_vec()),
            Some(Kind::Socket(socket)) => Ok(socket.name.clone()),
            _ => Err(errno::ENOTSOCK),
        }
    }

    /// The socket with a name that is not in the file system: of those for datagrams, or of the others.
    pub fn socket_named(&self, has_mailbox: bool, is_it: impl Fn(&[u8]) -> bool) -> Option<NodeId> {
        self.now.nodes().find_map(|(id, node)| match &node.kind {
            Kind::Socket(socket) if socket.mailbox.is_some() != has_mailbox => None,
            Kind::Socket(socket) if is_it(&socket.name) && self.now.has_end(id, |_| true) => Some(id),
            _ => None,
        })
    }

    /// Gives a socket its name; `path`: where that is in the file system.
    pub fn bind(&mut self, fd: i32, name: &[u8], path: Option<&[u8]>) -> Result<(), Errno> {
        let (node, socket) = self.now.socket(fd)?;
        if !socket.name.is_empty() {
            return Err(errno::EINVAL);
        }
        if let Some(path) = path {
            let place = self.now.resolve(self.now.working, path, false)?;
            if place.node.is_some() {
                return Err(errno::EADDRINUSE);
            }
            self.change().name(&place, node)?;
        }
        self.change().socket_mut(node)?.name = name.to_vec();
        Ok(())
    }

    pub fn listen(&mut self, fd: i32) -> Result<(), Errno> {
        let (node, socket) = self.now.socket(fd)?;
        if socket.mailbox.is_some() {
            return Err(errno::EOPNOTSUPP);
        }
        self.change().socket_mut(node)?.listening = true;
        Ok(())
    }

    pub fn is_listening(&self, fd: i32) -> bool {
        self.now.socket(fd).is_ok_and(|(_, socket)| socket.listening)
    }

    /// Whether `accept` has something to return at once, be it an error.
    pub fn can_accept(&self, fd: i32) -> bool {
        self.now.socket(fd).map_or(true, |(_, socket)| !socket.listening || !socket.pending.is_empty())
    }

    /// Connects a socket with one that listens.
    pub fn connect(&mut self, creator: ThreadId, fd: i32, to: NodeId) -> Result<(), Errno> {
        let (from, socket) = self.now.socket(fd)?;
        let (family, name) = (socket.family, socket.name.clone());
        let Some(Kind::Socket(target)) = self.now.node(to).map(|node| &node.kind) else {
            return Err(errno::ECONNREFUSED);
        };
        if !target.listening {
            return Err(errno::ECONNREFUSED);
        }
        if target.keeps_messages != socket.keeps_messages {
            return Err(errno::EPROTOTYPE);
        }
        let own = if name.is_empty() { family.to_le_bytes().to_vec() } else { name };
        let names = [own, target.name.clone()];
        let channel = Channel::new(target.keeps_messages, names);
        let world = self.change();
        let node = world.add_node(creator, Node::new(Kind::Channel(Box::new(channel)), 0o777));
        let accepted = world.add_pending(creator, Open { end: 1, ..Open::of(node, true, true) });
        world.socket_mut(to)?.pending.push(accepted);
        let open = world.open_mut(fd)?;
        (open.node, open.end) = (node, 0);
        world.stir(to);
        world.collect(from);
        Ok(())
    }

    pub fn accept(&mut self, fd: i32, nonblocking: bool) -> Result<i32, Errno> {
        let (node, socket) = self.now.socket(fd)?;
        if socket.mailbox.is_some() {
            return Err(errno::EOPNOTSUPP);
        }
        if !socket.listening {
            return Err(errno::EINVAL);
        }
        let Some(&open) = socket.pending.first() else { return Err(errno::EAGAIN) };
        let new = self.now.free_descriptor(0)?;
        let world = self.change();
        world.socket_mut(node)?.pending.remove(0);
        world.set_descriptor(new, Some(Descriptor { open, close_on_exec: false }));
        world.open_mut(new as i32)?.nonblocking = nonblocking;
        Ok(new as i32)
    }

    /// `shutdown`
    pub fn shut_down(&mut self, fd: i32, reading: bool, writing: bool) -> Result<(), Errno> {
        let Open { node, end, .. } = *self.now.open_of(fd)?;
        match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::Channel(_)) => {}
            Some(Kind::Socket(_)) => return Err(errno::ENOTCONN),
            _ => return Err(errno::ENOTSOCK),
        }
        if let Some(Kind::Channel(channel)) = self.change().node_mut(node).map(|node| &mut node.kind) {
            if writing {
                channel.finish(end);
            }
            // What the other end still sends is refused.
            if reading {
                channel.finish(1 - end);
            }
        }
        self.change().stir(node);
        Ok(())
    }

    /// `recv` with `MSG_PEEK`
    pub fn peek(&self, fd: i32, count: u64) -> Result<Vec<u8>, Errno> {
        let open = self.now.open_of(fd)?;
        match self.now.node(open.node).map(|node| &node.kind) {
            Some(Kind::Channel(_)) if !self.can_read(fd) => Err(errno::EAGAIN),
            Some(Kind::Channel(channel)) => Ok(channel.peek(open.end, count).to_vec()),
            Some(Kind::Socket(_)) => Err(errno::ENOTCONN),
            _ => Err(errno::ENOTSOCK),
        }
    }
}
