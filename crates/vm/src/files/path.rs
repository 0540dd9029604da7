//! Names: looking them up, and changing what they refer to (path_resolution(7)).

use std::collections::BTreeMap;

use mazurka_machine::ThreadId;

use super::node::{Directory, Kind, Node, NodeId};
use super::world::World;
use super::{Errno, Files};
use crate::errno;

/// Symbolic links followed before a path counts as a loop.
const LINKS: u32 = 40;
const LONGEST_NAME: usize = 255;
const LONGEST_PATH: usize = 4095;

/// Where a path leads.
pub(super) struct Place {
    /// The directory that has, or would have, the name.
    pub directory: NodeId,
    /// Empty for the root.
    pub name: Vec<u8>,
    pub node: Option<NodeId>,
}

impl World {
    /// Follows a path from the directory `from`; `follow`: also a symbolic link at its end.
    pub(super) fn resolve(&self, from: NodeId, path: &[u8], follow: bool) -> Result<Place, Errno> {
        self.resolve_within(from, path, follow, LINKS)
    }

    fn resolve_within(&self, from: NodeId, path: &[u8], follow: bool, links: u32) -> Result<Place, Errno> {
        if path.is_empty() {
            return Err(errno::ENOENT);
        }
        if path.len() > LONGEST_PATH {
            return Err(errno::ENAMETOOLONG);
        }
        let start = if path[0] == b'/' { self.root } else { from };
        let mut place = Place { directory: start, name: Vec::new(), node: Some(start) };
        let parts: Vec<&[u8]> = path.split(|&byte| byte == b'/').filter(|part| !part.is_empty()).collect();
        for (index, part) in parts.iter().enumerate() {
            let here = place.node.ok_or(errno::ENOENT)?;
            place = self.enter(here, part)?;
            let last = index + 1 == parts.len();
            if let Some(Kind::Link(target)) =
                place.node.and_then(|node| self.node(node)).map(|node| &node.kind)
                && (!last || follow || path.ends_with(b"/"))
            {
                let links = links.checked_sub(1).ok_or(errno::ELOOP)?;
                place = self.resolve_within(place.directory, target, true, links)?;
            }
        }
        if path.ends_with(b"/") && place.node.is_some_and(|node| self.directory(node).is_err()) {
            return Err(errno::ENOTDIR);
        }
        Ok(place)
    }

    /// One step.
    fn enter(&self, here: NodeId, part: &[u8]) -> Result<Place, Errno> {
        let directory = self.directory(here)?;
        if part.len() > LONGEST_NAME {
            return Err(errno::ENAMETOOLONG);
        }
        let node = match part {
            b"." => Some(here),
            b".." => Some(directory.parent),
            name => directory.entries.get(name).copied(),
        };
        Ok(Place { directory: here, name: part.to_vec(), node })
    }

    pub(super) fn directory(&self, node: NodeId) -> Result<&Directory, Errno> {
        match self.node(node).map(|node| &node.kind) {
            Some(Kind::Directory(directory)) => Ok(directory),
            Some(_) => Err(errno::ENOTDIR),
            None => Err(errno::ENOENT),
        }
    }

    pub(super) fn directory_mut(&mut self, node: NodeId) -> Result<&mut Directory, Errno> {
        match self.node_mut(node).map(|node| &mut node.kind) {
            Some(Kind::Directory(directory)) => Ok(directory),
            Some(_) => Err(errno::ENOTDIR),
            None => Err(errno::ENOENT),
        }
    }

    /// Gives a node a name that is free.
    pub(super) fn name(&mut self, place: &Place, node: NodeId) -> Result<(), Errno> {
        // A directory that was removed takes no new names.
        if self.node(place.directory).is_none_or(|directory| directory.links == 0) {
            return Err(errno::ENOENT);
        }
        self.directory_mut(place.directory)?.entries.insert(place.name.clone(), node);
        if let Some(node) = self.node_mut(node) {
            node.links += 1;
        }
        Ok(())
    }

    /// Takes a name away; what has no other name and is not open goes with it.
    pub(super) fn unname(&mut self, place: &Place, node: NodeId) -> Result<(), Errno> {
        self.directory_mut(place.directory)?.entries.remove(&place.name);
        if let Some(node) = self.node_mut(node) {
            node.links = node.links.saturating_sub(1);
        }
        self.collect(node);
        Ok(())
    }

    pub(super) fn make_directory(
        &mut self,
        creator: ThreadId,
        place: &Place,
        mode: u32,
    ) -> Result<NodeId, Errno> {
        let directory = Directory { parent: place.directory, entries: BTreeMap::new() };
        let mut node = Node::new(Kind::Directory(directory), mode);
        node.links = 1;
        let id = self.add_node(creator, node);
        self.name(place, id)?;
        if let Some(parent) = self.node_mut(place.directory) {
            parent.links += 1;
        }
        Ok(id)
    }
}

impl Files {
    pub fn mkdir(&mut self, creator: ThreadId, from: NodeId, path: &[u8], mode: u32) -> Result<(), Errno> {
        let place = self.now.resolve(from, path, false)?;
        if place.node.is_some() {
            return Err(errno::EEXIST);
        }
        let world = self.change();
        let mode = mode & 0o7777 & !world.umask;
        world.make_directory(creator, &place, mode)?;
        Ok(())
    }

    pub fn rmdir(&mut self, from: NodeId, path: &[u8]) -> Result<(), Errno> {
        let place = self.now.resolve(from, path, false)?;
        let node = place.node.ok_or(errno::ENOENT)?;
        if !self.now.directory(node)?.entries.is_empty() {
            return Err(errno::ENOTEMPTY);
        }
        match place.name.as_slice() {
            b"" => return Err(errno::EBUSY),
            b"." => return Err(errno::EINVAL),
            b".." => return Err(errno::ENOTEMPTY),
            _ => {}
        }
        self.change().remove_directory(&place, node)
    }

    pub fn unlink(&mut self, from: NodeId, path: &[u8]) -> Result<(), Errno> {
        let place = self.now.resolve(from, path, false)?;
        let node = place.node.ok_or(errno::ENOENT)?;
        if self.now.directory(node).is_ok() {
            return Err(errno::EISDIR);
        }
        self.change().unname(&place, node)
    }

    /// `remove`: files and empty directories alike.
    pub fn remove(&mut self, from: NodeId, path: &[u8]) -> Result<(), Errno> {
        match self.unlink(from, path) {
            Err(errno::EISDIR) => self.rmdir(from, path),
            result => result,
        }
    }

    pub fn link(&mut self, from: NodeId, old: &[u8], new: &[u8]) -> Result<(), Errno> {
        let node = self.now.resolve(from, old, false)?.node.ok_or(errno::ENOENT)?;
        let place = self.now.resolve(from, new, false)?;
        if place.node.is_some() {
            return Err(errno::EEXIST);
        }
        if self.now.directory(node).is_ok() {
            return Err(errno::EPERM);
        }
        self.change().name(&place, node)
    }

    pub fn symlink(
        &mut self,
        creator: ThreadId,
        from: NodeId,
        target: &[u8],
        path: &[u8],
    ) -> Result<(), Errno> {
        let place = self.now.resolve(from, path, false)?;
        if place.node.is_some() {
            return Err(errno::EEXIST);
        }
        let world = self.change();
        let id = world.add_node(creator, Node::new(Kind::Link(target.to_vec()), 0o777));
        world.name(&place, id)
    }

    pub fn readlink(&self, from: NodeId, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let node = self.now.resolve(from, path, false)?.node.ok_or(errno::ENOENT)?;
        match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::Link(target)) => Ok(target.clone()),
            _ => Err(errno::EINVAL),
        }
    }

    pub fn rename(&mut self, from: NodeId, old: &[u8], to: NodeId, new: &[u8]) -> Result<(), Errno> {
        let source = self.now.resolve(from, old, false)?;
        let node = source.node.ok_or(errno::ENOENT)?;
        let target = self.now.resolve(to, new, false)?;
        let is_special = |name: &[u8]| matches!(name, b"" | b"." | b"..");
        if is_special(&source.name) || is_special(&target.name) {
            return Err(errno::EBUSY);
        }
        let is_directory = self.now.directory(node).is_ok();
        if is_directory && self.now.is_within(target.directory, node) {
            return Err(errno::EINVAL);
        }
        match target.node {
            Some(existing) if existing == node => return Ok(()),
            Some(existing) => match (is_directory, self.now.directory(existing)) {
                (true, Ok(directory)) if !directory.entries.is_empty() => return Err(errno::ENOTEMPTY),
                (true, Ok(_)) => self.change().remove_directory(&target, existing)?,
                (true, Err(_)) => return Err(errno::ENOTDIR),
                (false, Ok(_)) => return Err(errno::EISDIR),
                (false, Err(_)) => self.change().unname(&target, existing)?,
            },
            None => {}
        }
        let world = self.change();
        // Named before it is unnamed, so that it is never without a name.
        world.name(&target, node)?;
        world.unname(&source, node)?;
        if is_directory {
            world.directory_mut(node)?.parent = target.directory;
            world.count_child(source.directory, -1);
            world.count_child(target.directory, 1);
        }
        Ok(())
    }

    pub fn chdir(&mut self, from: NodeId, path: &[u8]) -> Result<(), Errno> {
        let node = self.now.resolve(from, path, true)?.node.ok_or(errno::ENOENT)?;
        self.now.directory(node)?;
        let world = self.change();
        world.touch();
        world.working = node;
        Ok(())
    }

    /// `getcwd`
    pub fn working_path(&self) -> Result<Vec<u8>, Errno> {
        self.path_of(self.now.working)
    }

    /// `realpath`
    pub fn real_path(&self, from: NodeId, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let place = self.now.resolve(from, path, true)?;
        let node = place.node.ok_or(errno::ENOENT)?;
        if self.now.directory(node).is_ok() {
            return self.path_of(node);
        }
        let mut path = self.path_of(place.directory)?;
        if !path.ends_with(b"/") {
            path.push(b'/');
        }
        path.extend_from_slice(&place.name);
        Ok(path)
    }

    /// The absolute path of a directory.
    fn path_of(&self, directory: NodeId) -> Result<Vec<u8>, Errno> {
        let mut parts = Vec::new();
        let mut at = directory;
        while at != self.now.root {
            let parent = self.now.directory(at)?.parent;
            let entries = &self.now.directory(parent)?.entries;
            let (name, _) = entries.iter().find(|(_, node)| **node == at).ok_or(errno::ENOENT)?;
            parts.push(name.as_slice());
            at = parent;
        }
        parts.reverse();
        let mut path = vec![b'/'];
        path.extend_from_slice(&parts.join(&b'/'));
        Ok(path)
    }

    /// Name and number of everything in a directory, `.` and `..` included, sorted by name.
    pub fn list(&self, from: NodeId, path: &[u8]) -> Result<Vec<Entry>, Errno> {
        let node = self.now.resolve(from, path, true)?.node.ok_or(errno::ENOENT)?;
        let directory = self.now.directory(node)?;
        let special = [(b".".to_vec(), node), (b"..".to_vec(), directory.parent)];
        let ordinary = directory.entries.iter().map(|(name, node)| (name.clone(), *node));
        Ok(special
            .into_iter()
            .chain(ordinary)
            .map(|(name, node)| Entry { name, inode: node.inode(), mode: self.mode(node) })
            .collect())
    }
}

/// What `readdir` returns about a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub name: Vec<u8>,
    pub inode: u64,
    /// As `st_mode`.
    pub mode: u32,
}

impl World {
    fn remove_directory(&mut self, place: &Place, node: NodeId) -> Result<(), Errno> {
        // Its own "." counts as a name, too.
        if let Some(node) = self.node_mut(node) {
            node.links = node.links.saturating_sub(1);
        }
        self.unname(place, node)?;
        self.count_child(place.directory, -1);
        Ok(())
    }

    /// A directory's ".." is a name of its parent.
    fn count_child(&mut self, parent: NodeId, by: i32) {
        if let Some(parent) = self.node_mut(parent) {
            parent.links = parent.links.saturating_add_signed(by);
        }
    }

    fn is_within(&self, mut directory: NodeId, ancestor: NodeId) -> bool {
        while directory != ancestor {
            match self.directory(directory) {
                Ok(found) if found.parent != directory => directory = found.parent,
                _ => return false,
            }
        }
        true
    }
}
