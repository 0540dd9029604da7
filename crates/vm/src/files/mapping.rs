//! Which memory shows which part of a file, for shared mappings: the library carries bytes between the two.

use std::sync::Arc;

use super::Files;
use super::node::{Kind, Node, NodeId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapping {
    pub node: NodeId,
    /// In the file.
    pub offset: u64,
    pub address: u64,
    pub length: u64,
    pub writable: bool,
}

impl Files {
    /// The shared mappings of a file.
    pub fn mappings_of(&self, node: NodeId) -> Vec<Mapping> {
        self.now.mappings.values().filter(|mapping| mapping.node == node).copied().collect()
    }

    pub fn is_mapped(&self, node: NodeId) -> bool {
        self.now.mappings.values().any(|mapping| mapping.node == node)
    }

    /// The shared mapping that begins here.
    pub fn mapping_at(&self, address: u64) -> Option<Mapping> {
        self.now.mappings.get(&address).copied()
    }

    pub fn add_mapping(&mut self, mapping: Mapping) {
        let world = self.change();
        world.touch();
        Arc::make_mut(&mut world.mappings).insert(mapping.address, mapping);
    }

    pub fn remove_mapping(&mut self, address: u64) {
        let world = self.change();
        world.touch();
        let removed = Arc::make_mut(&mut world.mappings).remove(&address);
        if let Some(Mapping { node, .. }) = removed {
            world.collect(node);
        }
    }

    /// The bytes of a regular file, whatever its descriptors may do.
    pub fn contents_at(&self, node: NodeId, offset: u64, length: u64) -> Vec<u8> {
        match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::File(contents)) => contents.read(offset, length),
            _ => Vec::new(),
        }
    }

    /// Writes to a regular file without making it longer.
    pub fn overwrite(&mut self, node: NodeId, offset: u64, bytes: &[u8]) {
        let Some(Kind::File(contents)) = self.now.node(node).map(|node| &node.kind) else { return };
        let room = contents.length().saturating_sub(offset).min(bytes.len() as u64);
        let bytes = &bytes[..room as usize];
        if contents.read(offset, room) != bytes
            && let Some(Node { kind: Kind::File(contents), .. }) = self.change().node_mut(node)
        {
            contents.write(offset, bytes);
        }
    }
}
