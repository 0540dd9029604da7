//! Sockets without a connection: each has a queue of the messages that were sent to it. No message is lost, and no queue is full.

use mazurka_machine::ThreadId;

use super::node::{Kind, Node, NodeId};
use super::socket::Socket;
use super::world::Open;
use super::{Errno, Files};
use crate::errno;

/// What has come to a socket, and where it sends to.
#[derive(Clone, Default)]
pub(super) struct Mailbox {
    /// The oldest first.
    messages: Vec<Message>,
    peer: Option<Peer>,
}

#[derive(Clone)]
struct Message {
    /// The name of the socket that has sent it.
    sender: Vec<u8>,
    bytes: Vec<u8>,
}

#[derive(Clone)]
struct Peer {
    name: Vec<u8>,
    /// `None`: no socket had that name.
    node: Option<NodeId>,
}

impl Mailbox {
    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    pub(super) fn add_to(&self, input: &mut Vec<u8>) {
        let mut add = |bytes: &[u8]| {
            input.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            input.extend_from_slice(bytes);
        };
        for message in &self.messages {
            add(&message.sender);
            add(&message.bytes);
        }
        if let Some(Peer { name, node }) = &self.peer {
            add(name);
            add(&node.map_or(0, NodeId::inode).to_le_bytes());
        }
    }
}

impl Files {
    /// `socket` for datagrams.
    pub fn datagram_socket(
        &mut self,
        creator: ThreadId,
        family: u16,
        nonblocking: bool,
    ) -> Result<i32, Errno> {
        self.now.free_descriptor(0)?;
        let mailbox = Some(Mailbox::default());
        let socket = Socket { family, keeps_messages: true, mailbox, ..Socket::default() };
        let world = self.change();
        let node = world.add_node(creator, Node::new(Kind::Socket(Box::new(socket)), 0o777));
        world.add_open(creator, Open { nonblocking, ..Open::of(node, true, true) }, 0)
    }

    fn mailbox(&self, node: NodeId) -> Option<(&Socket, &Mailbox)> {
        match &self.now.node(node)?.kind {
            Kind::Socket(socket) => Some((socket, socket.mailbox.as_ref()?)),
            _ => None,
        }
    }

    fn mailbox_mut(&mut self, node: NodeId) -> Option<&mut Mailbox> {
        match &mut self.change().node_mut(node)?.kind {
            Kind::Socket(socket) => socket.mailbox.as_mut(),
            _ => None,
        }
    }

    /// Whether a descriptor is of a socket for datagrams.
    pub fn has_mailbox(&self, fd: i32) -> bool {
        self.now.open_of(fd).is_ok_and(|open| self.mailbox(open.node).is_some())
    }

    /// `connect`: where messages go from now on, and the only socket that they come from.
    pub fn set_peer(&mut self, fd: i32, name: Vec<u8>, node: Option<NodeId>) -> Result<(), Errno> {
        if let Some(node) = node
            && self.mailbox(node).is_none()
        {
            return Err(errno::EPROTOTYPE);
        }
        let own = self.now.open_of(fd)?.node;
        self.mailbox_mut(own).ok_or(errno::ENOTSOCK)?.peer = Some(Peer { name, node });
        Ok(())
    }

    /// The name of the socket that messages go to.
    pub fn peer_name(&self, fd: i32) -> Option<Vec<u8>> {
        let (_, mailbox) = self.mailbox(self.now.open_of(fd).ok()?.node)?;
        Some(mailbox.peer.as_ref()?.name.clone())
    }

    /// Sends a message to the peer.
    pub fn send_to_peer(&mut self, fd: i32, bytes: &[u8]) -> Result<u64, Errno> {
        let own = self.now.open_of(fd)?.node;
        let peer =
            self.mailbox(own).and_then(|(_, mailbox)| mailbox.peer.as_ref()).ok_or(errno::EDESTADDRREQ)?;
        self.deliver(own, peer.node, bytes)
    }

    /// Sends a message to a socket.
    pub fn send_to(&mut self, fd: i32, to: Option<NodeId>, bytes: &[u8]) -> Result<u64, Errno> {
        let own = self.now.open_of(fd)?.node;
        self.deliver(own, to, bytes)
    }

    /// A message to a socket that is not there, or that is connected to another one, is lost.
    fn deliver(&mut self, from: NodeId, to: Option<NodeId>, bytes: &[u8]) -> Result<u64, Errno> {
        const UNIX: u16 = 1;
        let sent = Ok(bytes.len() as u64);
        let (sender, _) = self.mailbox(from).ok_or(errno::ENOTSOCK)?;
        let (name, is_unix) = (as_seen(&sender.name), sender.family == UNIX);
        let Some(to) = to.filter(|to| self.now.has_end(*to, |_| true)) else {
            return if is_unix { Err(errno::ECONNREFUSED) } else { sent };
        };
        let (_, mailbox) = self.mailbox(to).ok_or(errno::EPROTOTYPE)?;
        if mailbox.peer.as_ref().is_some_and(|peer| peer.node != Some(from)) {
            return if is_unix { Err(errno::EPERM) } else { sent };
        }
        let message = Message { sender: name, bytes: bytes.to_vec() };
        self.mailbox_mut(to).ok_or(errno::EPROTOTYPE)?.messages.push(message);
        self.change().stir(to);
        sent
    }

    /// The oldest message, without what does not fit, and the name of its sender.
    pub fn receive(&mut self, fd: i32, count: u64, keep: bool) -> Result<(Vec<u8>, Vec<u8>), Errno> {
        let own = self.now.open_of(fd)?.node;
        let (_, mailbox) = self.mailbox(own).ok_or(errno::ENOTSOCK)?;
        let mut message = mailbox.messages.first().ok_or(errno::EAGAIN)?.clone();
        if !keep {
            self.mailbox_mut(own).ok_or(errno::ENOTSOCK)?.messages.remove(0);
            self.change().stir(own);
        }
        message.bytes.truncate(usize::try_from(count).unwrap_or(usize::MAX));
        Ok((message.bytes, message.sender))
    }
}

/// The name of a socket that has sent something: of one that is bound to all addresses, the one by which it was sent.
fn as_seen(name: &[u8]) -> Vec<u8> {
    let mut name = name.to_vec();
    match name.len() {
        16 if name[4..8] == [0; 4] => name[4..8].copy_from_slice(&[127, 0, 0, 1]),
        28 if name[8..24] == [0; 16] => name[23] = 1,
        _ => {}
    }
    name
}
