//! Two ends that bytes go between: a connection of sockets. It is one node, as a pipe is, whose descriptions say which end they are.

use super::node::{PIPE_CAPACITY, Pipe};

/// Which end of a channel: 0 or 1.
pub(super) type End = usize;

#[derive(Clone, Default)]
pub(super) struct Channel {
    /// What is on its way to each end.
    queues: [Queue; 2],
    /// Ends that have said that they write no more.
    finished: [bool; 2],
    /// A write is one message, and so is a read.
    pub keeps_messages: bool,
    /// The socket addresses of the ends.
    pub names: [Vec<u8>; 2],
}

#[derive(Clone, Default)]
struct Queue {
    bytes: Pipe,
    /// Of the messages in it, where they are kept apart.
    lengths: Vec<u64>,
}

impl Channel {
    pub(super) fn new(keeps_messages: bool, names: [Vec<u8>; 2]) -> Channel {
        Channel { keeps_messages, names, ..Channel::default() }
    }

    /// What an end can read.
    pub(super) fn incoming(&self, end: End) -> &[u8] {
        self.queues[end].bytes.bytes()
    }

    pub(super) fn has_something(&self, end: End) -> bool {
        !self.incoming(end).is_empty() || !self.queues[end].lengths.is_empty()
    }

    /// Whether an end will write no more.
    pub(super) fn is_finished(&self, end: End) -> bool {
        self.finished[end]
    }

    pub(super) fn finish(&mut self, end: End) {
        self.finished[end] = true;
    }

    /// How many bytes the other end can still be sent.
    pub(super) fn room_behind(&self, end: End) -> u64 {
        PIPE_CAPACITY.saturating_sub(self.incoming(1 - end).len() as u64)
    }

    pub(super) fn take(&mut self, end: End, count: u64) -> Vec<u8> {
        let queue = &mut self.queues[end];
        if !self.keeps_messages {
            return queue.bytes.take(count);
        }
        if queue.lengths.is_empty() {
            return Vec::new();
        }
        // What does not fit is lost.
        let mut message = queue.bytes.take(queue.lengths.remove(0));
        message.truncate(count as usize);
        message
    }

    /// What [`Channel::take`] would return.
    pub(super) fn peek(&self, end: End, count: u64) -> &[u8] {
        let queue = &self.queues[end];
        let first = match self.keeps_messages {
            true => queue.lengths.first().copied().unwrap_or(0),
            false => u64::MAX,
        };
        let bytes = queue.bytes.bytes();
        &bytes[..first.min(count).min(bytes.len() as u64) as usize]
    }

    /// Sends to the other end; the caller has checked that there is room.
    pub(super) fn put(&mut self, end: End, bytes: &[u8]) {
        let queue = &mut self.queues[1 - end];
        queue.bytes.put(bytes);
        if self.keeps_messages {
            queue.lengths.push(bytes.len() as u64);
        }
    }

    pub(super) fn add_to(&self, input: &mut Vec<u8>) {
        for end in 0..2 {
            let lengths = &self.queues[end].lengths;
            let words = [self.incoming(end).len() as u64, lengths.len() as u64, self.finished[end] as u64];
            for word in words.iter().chain(lengths) {
                input.extend_from_slice(&word.to_le_bytes());
            }
            input.extend_from_slice(self.incoming(end));
            input.extend_from_slice(&(self.names[end].len() as u64).to_le_bytes());
            input.extend_from_slice(&self.names[end]);
        }
        input.push(self.keeps_messages as u8);
    }
}
