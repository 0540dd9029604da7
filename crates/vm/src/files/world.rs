//! One version of the file system. Versions share what they have in common, so copying one is cheap.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mazurka_machine::ThreadId;
use xxhash_rust::xxh3::{xxh3_128, xxh3_128_with_seed};

use super::cached::Cached;
use super::mapping::Mapping;
use super::node::{Directory, Kind, Node, NodeId};

#[derive(Clone)]
pub(super) struct World {
    nodes: Arc<BTreeMap<NodeId, Arc<Node>>>,
    /// Open file descriptions, by number.
    pub opens: Arc<BTreeMap<NodeId, Open>>,
    /// Descriptors; the index is the number.
    pub descriptors: Arc<Vec<Option<Descriptor>>>,
    /// The nodes that watch others: what happens to these is told to them.
    pub epolls: Arc<BTreeSet<NodeId>>,
    /// Shared mappings, by address.
    pub mappings: Arc<BTreeMap<u64, Mapping>>,
    pub root: NodeId,
    pub working: NodeId,
    pub umask: u32,
    /// How many things each thread has created, unless `reuse`.
    created: Arc<BTreeMap<ThreadId, u32>>,
    /// Whether numbers of what is gone are used again.
    pub reuse: bool,
    hash: Cached,
}

/// An open file description (open(2)): what descriptors that were duplicated share. Named like nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Open {
    pub node: NodeId,
    pub offset: u64,
    pub readable: bool,
    pub writable: bool,
    pub append: bool,
    pub nonblocking: bool,
    /// Which end of a channel.
    pub end: usize,
}

impl Open {
    pub(super) fn of(node: NodeId, readable: bool, writable: bool) -> Open {
        Open { node, offset: 0, readable, writable, append: false, nonblocking: false, end: 0 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Descriptor {
    pub open: NodeId,
    pub close_on_exec: bool,
}

impl World {
    /// An empty root directory and nothing else.
    pub(crate) fn new() -> World {
        let root = NodeId { creator: ThreadId::MAIN, number: 0 };
        let mut world = World {
            nodes: Arc::default(),
            opens: Arc::default(),
            descriptors: Arc::default(),
            epolls: Arc::default(),
            mappings: Arc::default(),
            root,
            working: root,
            umask: 0o022,
            created: Arc::default(),
            reuse: false,
            hash: Cached::default(),
        };
        let directory = Directory { parent: root, entries: BTreeMap::new() };
        let mut node = Node::new(Kind::Directory(directory), 0o755);
        node.links = 2;
        let id = world.fresh(ThreadId::MAIN);
        Arc::make_mut(&mut world.nodes).insert(id, Arc::new(node));
        world
    }

    pub(crate) fn fresh(&mut self, creator: ThreadId) -> NodeId {
        if self.reuse {
            let mut ids = (0..).map(|number| NodeId { creator, number });
            let free = |id: &NodeId| !self.nodes.contains_key(id) && !self.opens.contains_key(id);
            return ids.find(free).expect("they are not all in use");
        }
        let count = Arc::make_mut(&mut self.created).entry(creator).or_default();
        *count += 1;
        NodeId { creator, number: *count - 1 }
    }

    /// Must come before every change that does not go through [`World::node_mut`].
    pub(crate) fn touch(&mut self) {
        self.hash = Cached::default();
    }

    pub(crate) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id).map(|node| &**node)
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().map(|(id, node)| (*id, &**node))
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.touch();
        let node = Arc::make_mut(Arc::make_mut(&mut self.nodes).get_mut(&id)?);
        node.hash = Cached::default();
        Some(node)
    }

    pub(crate) fn add_node(&mut self, creator: ThreadId, node: Node) -> NodeId {
        self.touch();
        let id = self.fresh(creator);
        Arc::make_mut(&mut self.nodes).insert(id, Arc::new(node));
        id
    }

    /// Forgets a node that neither a name nor a descriptor leads to.
    pub(crate) fn collect(&mut self, id: NodeId) {
        let unnamed = self.node(id).is_some_and(|node| node.links == 0);
        let mapped = self.mappings.values().any(|mapping| mapping.node == id);
        if unnamed && !mapped && !self.opens.values().any(|open| open.node == id) && id != self.working {
            self.touch();
            Arc::make_mut(&mut self.nodes).remove(&id);
            if self.epolls.contains(&id) {
                Arc::make_mut(&mut self.epolls).remove(&id);
            }
        }
    }

    pub(crate) fn fingerprint(&self) -> u128 {
        self.hash.get(|| {
            let mut input = Vec::new();
            for word in [self.working.inode(), self.umask as u64] {
                input.extend_from_slice(&word.to_le_bytes());
            }
            for (thread, count) in &*self.created {
                input.extend_from_slice(&((thread.0 as u64) << 32 | *count as u64).to_le_bytes());
            }
            for descriptor in &*self.descriptors {
                let word = descriptor.map_or(0, |d| d.open.inode() << 1 | d.close_on_exec as u64);
                input.extend_from_slice(&word.to_le_bytes());
            }
            for (id, open) in &*self.opens {
                let bits = [open.readable, open.writable, open.append, open.nonblocking, open.end != 0];
                let flags = bits.iter().fold(0, |flags, &bit| flags << 1 | bit as u64);
                for word in [id.inode(), open.node.inode(), open.offset, flags] {
                    input.extend_from_slice(&word.to_le_bytes());
                }
            }
            for Mapping { node, offset, address, length, writable } in self.mappings.values() {
                for word in [node.inode(), *offset, *address, *length, *writable as u64] {
                    input.extend_from_slice(&word.to_le_bytes());
                }
            }
            self.nodes.iter().fold(xxh3_128(&input), |sum, (id, node)| {
                let hash = xxh3_128_with_seed(&node.fingerprint().to_le_bytes(), id.inode());
                sum.wrapping_add(hash)
            })
        })
    }
}
