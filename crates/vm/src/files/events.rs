//! What descriptors are ready for, and the sets of descriptors that `epoll` watches; counters and timers behind a descriptor.

use std::collections::BTreeMap;

use mazurka_machine::ThreadId;

use super::contents::Contents;
use super::node::{Kind, Node, NodeId};
use super::world::{Open, World};
use super::{Errno, Files};
use crate::errno;

/// What `poll` and `epoll` call it: they use the same bits.
pub(crate) mod ready {
    pub(crate) const IN: u32 = 1;
    pub(crate) const OUT: u32 = 4;
    pub(crate) const ERROR: u32 = 8;
    pub(crate) const HANG_UP: u32 = 0x10;
    pub(crate) const INVALID: u32 = 0x20;
    pub(crate) const NORMAL_IN: u32 = 0x40;
    pub(crate) const NORMAL_OUT: u32 = 0x100;
    pub(crate) const READ_HANG_UP: u32 = 0x2000;
}

/// `eventfd`.
#[derive(Clone, Copy, Default)]
pub(super) struct Counter {
    pub value: u64,
    /// A read takes one, instead of all.
    pub one_by_one: bool,
}

impl Counter {
    /// What it can hold.
    pub(super) const MOST: u64 = u64::MAX - 1;
}

/// `timerfd`: times in nanoseconds on the threads' clocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Timer {
    /// `None`: it is not armed.
    pub deadline: Option<u64>,
    /// 0: it expires once.
    pub interval: u64,
}

/// What an `epoll` descriptor watches, by descriptor.
pub(super) type Watched = BTreeMap<i32, Watch>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watch {
    /// The description behind the descriptor when it was added.
    open: NodeId,
    events: u32,
    data: u64,
    /// Where only changes count: what was reported and has not happened again since.
    reported: u32,
}

const EDGE_TRIGGERED: u32 = 1 << 31;
const ONE_SHOT: u32 = 1 << 30;
const EVENTS: u32 = !(EDGE_TRIGGERED | ONE_SHOT | 1 << 29 | 1 << 28);

impl World {
    /// Something has happened that makes the node ready again, for those who count only changes.
    pub(super) fn stir(&mut self, node: NodeId) {
        let watchers: Vec<NodeId> = self.epolls.iter().copied().collect();
        for id in watchers {
            let opens = self.opens.clone();
            let concerns = |watch: &Watch| {
                watch.reported != 0 && opens.get(&watch.open).is_some_and(|open| open.node == node)
            };
            let Some(Kind::Epoll(watched)) = self.node(id).map(|node| &node.kind) else { continue };
            if watched.values().any(concerns)
                && let Some(Kind::Epoll(watched)) = self.node_mut(id).map(|node| &mut node.kind)
            {
                watched.values_mut().filter(|watch| concerns(watch)).for_each(|watch| watch.reported = 0);
            }
        }
    }

    /// What a description is ready for, at this time.
    pub(super) fn readiness(&self, open: &Open, now: u64) -> u32 {
        let both = |readable: bool, writable: bool| {
            (if readable { ready::IN | ready::NORMAL_IN } else { 0 })
                | if writable { ready::OUT | ready::NORMAL_OUT } else { 0 }
        };
        match self.node(open.node).map(|node| &node.kind) {
            Some(Kind::Pipe(pipe)) if open.readable => {
                let hang_up =
                    if self.has_end(open.node, |other| other.writable) { 0 } else { ready::HANG_UP };
                both(!pipe.bytes().is_empty(), false) | hang_up
            }
            Some(Kind::Pipe(pipe)) => {
                let error = if self.has_end(open.node, |other| other.readable) { 0 } else { ready::ERROR };
                both(false, pipe.room() > 0) | error
            }
            Some(Kind::Channel(channel)) => {
                let is_gone = !self.has_end(open.node, |other| other.end != open.end);
                let no_more = is_gone || channel.is_finished(1 - open.end);
                let is_over = is_gone || (no_more && channel.is_finished(open.end));
                both(channel.has_something(open.end) || no_more, channel.room_behind(open.end) > 0 || is_gone)
                    | if no_more { ready::READ_HANG_UP } else { 0 }
                    | if is_over { ready::HANG_UP } else { 0 }
            }
            Some(Kind::Socket(socket)) => match &socket.mailbox {
                Some(mailbox) => both(!mailbox.is_empty(), true),
                None if socket.listening => both(!socket.pending.is_empty(), false),
                None => ready::OUT | ready::NORMAL_OUT | ready::HANG_UP,
            },
            Some(Kind::Counter(counter)) => both(counter.value > 0, counter.value < Counter::MOST),
            Some(Kind::Timer(timer)) => both(timer.deadline.is_some_and(|deadline| deadline <= now), false),
            Some(Kind::Epoll(watched)) => both(watched.values().any(|w| self.due(w, now) != 0), false),
            _ => both(true, true),
        }
    }

    /// What a watch reports now.
    fn due(&self, watch: &Watch, now: u64) -> u32 {
        let Some(open) = self.opens.get(&watch.open) else { return 0 };
        if watch.events & EVENTS == 0 {
            return 0;
        }
        // An epoll descriptor that watches itself in a cycle is never ready through that.
        if matches!(self.node(open.node).map(|node| &node.kind), Some(Kind::Epoll(_))) {
            return 0;
        }
        let always = ready::ERROR | ready::HANG_UP;
        let events = self.readiness(open, now) & (watch.events | always) & EVENTS;
        if events & !watch.reported == 0 { 0 } else { events }
    }

    fn watched(&self, fd: i32) -> Result<(NodeId, &Watched), Errno> {
        let node = self.open_of(fd)?.node;
        match self.node(node).map(|node| &node.kind) {
            Some(Kind::Epoll(watched)) => Ok((node, watched)),
            _ => Err(errno::EINVAL),
        }
    }

    fn watched_mut(&mut self, node: NodeId) -> Option<&mut Watched> {
        match self.node_mut(node).map(|node| &mut node.kind) {
            Some(Kind::Epoll(watched)) => Some(watched),
            _ => None,
        }
    }
}

/// What to do with an entry of an `epoll` descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Add,
    Modify,
    Remove,
}

impl Files {
    /// What a descriptor is ready for, at this time on the caller's clock.
    pub fn readiness(&self, fd: i32, now: u64) -> u32 {
        self.now.open_of(fd).map_or(ready::INVALID, |open| self.now.readiness(open, now))
    }

    /// A descriptor of a node without a name, open for reading and writing.
    fn add_unnamed(&mut self, creator: ThreadId, kind: Kind, nonblocking: bool) -> Result<i32, Errno> {
        self.now.free_descriptor(0)?;
        let world = self.change();
        let node = world.add_node(creator, Node::new(kind, 0o600));
        world.add_open(creator, Open { nonblocking, ..Open::of(node, true, true) }, 0)
    }

    /// `eventfd`
    pub fn counter(
        &mut self,
        creator: ThreadId,
        value: u64,
        one_by_one: bool,
        nonblocking: bool,
    ) -> Result<i32, Errno> {
        self.add_unnamed(creator, Kind::Counter(Counter { value, one_by_one }), nonblocking)
    }

    /// Whether a write of this number would not have to wait until the counter is read; of anything else, always.
    pub fn has_room_for(&self, fd: i32, added: u64) -> bool {
        let Ok(open) = self.now.open_of(fd) else { return true };
        match self.now.node(open.node).map(|node| &node.kind) {
            // No counter can ever hold that: an error.
            Some(Kind::Counter(_)) if added == u64::MAX => true,
            Some(Kind::Counter(counter)) => counter.value <= Counter::MOST - added,
            _ => true,
        }
    }

    pub(super) fn read_counter(&mut self, node: NodeId, count: u64) -> Result<Vec<u8>, Errno> {
        if count < 8 {
            return Err(errno::EINVAL);
        }
        let Some(Kind::Counter(counter)) = self.change().node_mut(node).map(|node| &mut node.kind) else {
            return Err(errno::EBADF);
        };
        let taken = if counter.one_by_one { counter.value.min(1) } else { counter.value };
        counter.value -= taken;
        self.change().stir(node);
        Ok(taken.to_le_bytes().to_vec())
    }

    pub(super) fn write_counter(&mut self, node: NodeId, bytes: &[u8]) -> Result<u64, Errno> {
        let added = bytes.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let added = added.filter(|&added| added != u64::MAX).ok_or(errno::EINVAL)?;
        let Some(Kind::Counter(counter)) = self.now.node(node).map(|node| &node.kind) else {
            return Err(errno::EBADF);
        };
        let value = counter.value.checked_add(added).filter(|&value| value <= Counter::MOST);
        let value = value.ok_or(errno::EAGAIN)?;
        if let Some(Kind::Counter(counter)) = self.change().node_mut(node).map(|node| &mut node.kind) {
            counter.value = value;
        }
        self.change().stir(node);
        Ok(8)
    }

    /// `memfd_create`
    pub fn unnamed_file(&mut self, creator: ThreadId) -> Result<i32, Errno> {
        self.add_unnamed(creator, Kind::File(Contents::default()), false)
    }

    /// `timerfd_create`
    pub fn make_timer(&mut self, creator: ThreadId, nonblocking: bool) -> Result<i32, Errno> {
        self.add_unnamed(creator, Kind::Timer(Timer::default()), nonblocking)
    }

    /// The timer behind a descriptor, if there is one.
    pub(crate) fn timer(&self, fd: i32) -> Result<Timer, Errno> {
        let node = self.now.open_of(fd)?.node;
        match self.now.node(node).map(|node| &node.kind) {
            Some(Kind::Timer(timer)) => Ok(*timer),
            _ => Err(errno::EINVAL),
        }
    }

    pub(crate) fn set_timer(&mut self, fd: i32, timer: Timer) -> Result<(), Errno> {
        let node = self.now.open_of(fd)?.node;
        if let Some(Kind::Timer(old)) = self.change().node_mut(node).map(|node| &mut node.kind) {
            *old = timer;
        }
        self.change().stir(node);
        Ok(())
    }

    /// `epoll_create`
    pub fn make_epoll(&mut self, creator: ThreadId) -> Result<i32, Errno> {
        let fd = self.add_unnamed(creator, Kind::Epoll(Watched::new()), false)?;
        let node = self.node_of(fd)?;
        let world = self.change();
        world.touch();
        std::sync::Arc::make_mut(&mut world.epolls).insert(node);
        Ok(fd)
    }

    /// `epoll_ctl`
    pub(crate) fn watch(
        &mut self,
        epoll: i32,
        change: Change,
        fd: i32,
        events: u32,
        data: u64,
    ) -> Result<(), Errno> {
        let descriptor = self.now.descriptor(fd)?;
        let (node, watched) = self.now.watched(epoll)?;
        let target = self.now.open_of(fd)?.node;
        if target == node {
            return Err(errno::EINVAL);
        }
        let never_waits = matches!(
            self.now.node(target).map(|node| &node.kind),
            Some(Kind::File(_) | Kind::Directory(_) | Kind::Null | Kind::Zero)
        );
        if never_waits {
            return Err(errno::EPERM);
        }
        let known = watched.get(&fd).is_some_and(|watch| watch.open == descriptor.open);
        match (change, known) {
            (Change::Add, true) => return Err(errno::EEXIST),
            (Change::Modify | Change::Remove, false) => return Err(errno::ENOENT),
            _ => {}
        }
        if let Some(watched) = self.change().watched_mut(node) {
            match change {
                Change::Remove => drop(watched.remove(&fd)),
                _ => drop(watched.insert(fd, Watch { open: descriptor.open, events, data, reported: 0 })),
            }
        }
        Ok(())
    }

    /// What is ready of what an `epoll` descriptor watches: events and data.
    pub fn due(&self, epoll: i32, now: u64) -> Result<Vec<(u32, u64)>, Errno> {
        let (_, watched) = self.now.watched(epoll)?;
        let due = watched.values().map(|watch| (self.now.due(watch, now), watch.data));
        Ok(due.filter(|(events, _)| *events != 0).collect())
    }

    /// The earliest time at which something that it watches expires.
    pub fn next_deadline(&self, epoll: i32) -> Option<u64> {
        let (_, watched) = self.now.watched(epoll).ok()?;
        let deadline = |watch: &Watch| match &self.now.node(self.now.opens.get(&watch.open)?.node)?.kind {
            Kind::Timer(timer) if watch.events & ready::IN != 0 && watch.reported == 0 => timer.deadline,
            _ => None,
        };
        watched.values().filter_map(deadline).min()
    }

    /// Whether reporting events changes what is reported next.
    pub fn reports_change(&self, epoll: i32) -> bool {
        let changes = |watch: &Watch| watch.events & (EDGE_TRIGGERED | ONE_SHOT) != 0;
        self.now.watched(epoll).is_ok_and(|(_, watched)| watched.values().any(changes))
    }

    /// The first of them, which are reported now.
    pub fn report_due(&mut self, epoll: i32, now: u64, most: usize) -> Result<Vec<(u32, u64)>, Errno> {
        let mut due = self.due(epoll, now)?;
        due.truncate(most);
        let (node, watched) = self.now.watched(epoll)?;
        let all = watched.iter().map(|(fd, watch)| (*fd, self.now.due(watch, now)));
        let reported: Vec<(i32, u32)> = all.filter(|(_, events)| *events != 0).take(most).collect();
        if self.reports_change(epoll)
            && let Some(watched) = self.change().watched_mut(node)
        {
            for (fd, events) in reported {
                let Some(watch) = watched.get_mut(&fd) else { continue };
                if watch.events & EDGE_TRIGGERED != 0 {
                    watch.reported |= events;
                }
                if watch.events & ONE_SHOT != 0 {
                    watch.events &= !EVENTS;
                }
            }
        }
        Ok(due)
    }
}

/// For the fingerprint.
pub(super) fn add_watched_to(watched: &Watched, input: &mut Vec<u8>) {
    for (fd, watch) in watched {
        for word in [*fd as u64, watch.open.inode(), watch.events as u64, watch.data, watch.reported as u64] {
            input.extend_from_slice(&word.to_le_bytes());
        }
    }
}
