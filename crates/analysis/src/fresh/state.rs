//! What is known at a point of a function: where values point to, what blocks contain, and which blocks have escaped.
//!
//! Invariant: while a site has not escaped, every pointer to one of its blocks is in a value or block whose [`Pointer`] has the site.
//! So nothing that points elsewhere leads to such a block, and no other thread can reach it.

use std::collections::BTreeMap;

use mazurka_ir::instruction::LocalId;

use super::pointer::{Contents, POINTER, Pointer, Sites};

#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    /// Values that are not here point elsewhere.
    values: BTreeMap<LocalId, Pointer>,
    contents: Vec<Contents>,
    /// Some of their blocks may be reachable by other threads.
    escaped: Sites,
    /// Some of their blocks may be freed.
    freed: Sites,
    /// Sites that stand for all that an argument leads to: what is loaded from there leads there again.
    params: Sites,
    /// Parameters of whose memory less than a whole pointer may have been read.
    split: Sites,
}

impl State {
    pub(super) fn new(sites: usize, params: Sites) -> State {
        State {
            values: BTreeMap::new(),
            contents: vec![Contents::EMPTY; sites],
            escaped: Sites::NONE,
            freed: Sites::NONE,
            params,
            split: Sites::NONE,
        }
    }

    pub(super) fn value(&self, local: LocalId) -> Pointer {
        self.values.get(&local).copied().unwrap_or(Pointer::ELSEWHERE)
    }

    pub(super) fn set_value(&mut self, local: LocalId, value: Pointer) {
        match value == Pointer::ELSEWHERE {
            true => self.values.remove(&local),
            false => self.values.insert(local, value),
        };
    }

    /// Forgets values that do not matter any more.
    pub(super) fn keep_values(&mut self, is_kept: impl Fn(LocalId) -> bool) {
        self.values.retain(|local, value| !value.sites.is_empty() && is_kept(*local));
    }

    pub(super) fn escaped(&self) -> Sites {
        self.escaped
    }

    pub(super) fn freed(&self) -> Sites {
        self.freed
    }

    pub(super) fn split(&self) -> Sites {
        self.split
    }

    /// What is in the blocks of a site, apart from what its caller has put there.
    pub(super) fn contents(&self, site: usize) -> Pointer {
        self.contents[site].all()
    }

    /// Single bytes of the pointers in these blocks may be read.
    pub(super) fn read_bytes(&mut self, sites: Sites) {
        self.split |= sites.and(self.params);
        for site in sites.iter() {
            self.escape(self.contents[site].all().sites);
        }
    }

    /// Whether it points only to blocks that no other thread can reach and that are not freed.
    pub(super) fn is_fresh(&self, pointer: Pointer) -> bool {
        !pointer.elsewhere && !pointer.sites.is_empty() && !pointer.sites.meets(self.escaped | self.freed)
    }

    /// Whether it may point to memory that other threads can reach.
    pub(super) fn may_be_shared(&self, pointer: Pointer) -> bool {
        pointer.elsewhere || pointer.sites.meets(self.escaped)
    }

    /// These sites, and all that can be reached from them.
    pub(super) fn reach(&self, from: Sites) -> Sites {
        let (mut all, mut work) = (from, from);
        while let Some(site) = work.iter().next() {
            work = work.without(Sites::one(site));
            let next = self.contents[site].all().sites.without(all);
            all |= next;
            work |= next;
        }
        all
    }

    /// Other threads may reach these from now on, and what they lead to.
    pub(super) fn escape(&mut self, sites: Sites) {
        if !sites.is_empty() {
            self.escaped |= self.reach(sites);
        }
    }

    /// They may be freed from now on.
    pub(super) fn free(&mut self, sites: Sites) {
        self.freed |= sites;
    }

    /// A site makes a new block. Older ones of its blocks stay with it as long as nothing has happened to them; otherwise they are no
    /// longer followed, which it returns.
    pub(super) fn allocate(&mut self, site: usize) -> bool {
        let one = Sites::one(site);
        if !one.meets(self.escaped | self.freed) {
            return false;
        }
        self.escape(self.contents[site].all().sites);
        self.values.values_mut().for_each(|value| *value = value.forget(one));
        self.contents.iter_mut().for_each(|contents| contents.forget(one));
        self.contents[site] = Contents::EMPTY;
        self.escaped = self.escaped.without(one);
        self.freed = self.freed.without(one);
        true
    }

    /// What memory contains, read as a number or as something with room for pointers. Single bytes of a pointer are not followed.
    pub(super) fn load(&mut self, address: Pointer, size: u64, is_number: bool) -> Pointer {
        let mut value = if self.may_be_shared(address) { Pointer::ELSEWHERE } else { Pointer::NOWHERE };
        for site in address.sites.without(self.escaped).iter() {
            if self.params.contains(site) {
                let is_whole = size >= POINTER && !is_number;
                let leads_to = if is_whole { Sites::one(site) } else { Sites::NONE };
                self.split |= Sites::one(site).without(leads_to);
                value = value.join(Pointer::into_any(leads_to, true));
            }
            match self.contents[site].load(address.offset, size) {
                Ok(part) => value = value.join(part),
                Err(part) => {
                    self.escape(part.sites);
                    value = value.join(Pointer::ELSEWHERE);
                }
            }
        }
        value
    }

    /// All that memory contains, wherever in the blocks.
    pub(super) fn load_any(&self, address: Pointer) -> Pointer {
        let start = Pointer { elsewhere: self.may_be_shared(address), ..Pointer::NOWHERE };
        let all = address.sites.iter().fold(start, |all, site| all.join(self.contents[site].all()));
        let params = address.sites.and(self.params);
        Pointer::into_any(all.sites | params, all.elsewhere || !params.is_empty())
    }

    /// `single`: the sites of which there is only one block, in this call of the function.
    pub(super) fn store(&mut self, address: Pointer, size: u64, value: Pointer, single: Sites) {
        if self.may_be_shared(address) {
            self.escape(value.sites);
        }
        let is_certain =
            address.sites.count() == 1 && !address.elsewhere && address.sites.and(single) == address.sites;
        for site in address.sites.iter() {
            match address.offset {
                Some(start) if is_certain => self.contents[site].set(start, size, value),
                offset => self.contents[site].add(offset, size, value),
            }
        }
    }

    /// Stores somewhere into blocks.
    pub(super) fn store_any(&mut self, address: Pointer, value: Pointer) {
        self.store(Pointer { offset: None, ..address }, 0, value, Sites::NONE);
    }

    /// Adds what arrives on another edge; returns whether that changes anything. A value that is missing points elsewhere.
    pub(super) fn join(&mut self, other: &State) -> bool {
        let mut changed = false;
        for (local, value) in &mut self.values {
            let joined = value.join(other.value(*local));
            changed |= joined != *value;
            *value = joined;
        }
        for (local, value) in &other.values {
            if !self.values.contains_key(local) {
                self.values.insert(*local, value.join(Pointer::ELSEWHERE));
                changed = true;
            }
        }
        for (contents, others) in self.contents.iter_mut().zip(&other.contents) {
            changed |= contents.join(others);
        }
        let before = (self.escaped, self.freed, self.split);
        self.escaped |= other.escaped;
        self.freed |= other.freed;
        self.split |= other.split;
        // On one path a block has escaped, on the other something was put into it.
        self.escape(self.escaped);
        changed || before != (self.escaped, self.freed, self.split)
    }
}
