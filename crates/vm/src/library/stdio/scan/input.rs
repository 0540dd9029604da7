//! Where `scanf` reads from: a stream, or a string.

use crate::context::Context;
use crate::library::stdio::stream::Stream;

pub(in crate::library::stdio) struct Input {
    source: Source,
    /// Bytes taken and not given back.
    consumed: u64,
    /// A byte that was given back.
    back: Option<u8>,
}

enum Source {
    Text { bytes: Vec<u8>, at: usize },
    Stream(Stream),
}

impl Input {
    pub(crate) fn text(bytes: Vec<u8>) -> Input {
        Input { source: Source::Text { bytes, at: 0 }, consumed: 0, back: None }
    }

    pub(crate) fn stream(stream: Stream) -> Input {
        Input { source: Source::Stream(stream), consumed: 0, back: None }
    }

    pub(crate) fn consumed(&self) -> u64 {
        self.consumed
    }

    pub(crate) fn next(&mut self, context: &mut Context) -> Option<u8> {
        let byte = match self.back.take() {
            Some(byte) => Some(byte),
            None => match &mut self.source {
                Source::Text { bytes, at } => {
                    *at += 1;
                    bytes.get(*at - 1).copied()
                }
                Source::Stream(stream) => stream.read_byte(context),
            },
        };
        self.consumed += byte.is_some() as u64;
        byte
    }

    /// Pushes back the byte that was read last.
    pub(crate) fn back(&mut self, byte: u8) {
        self.consumed -= 1;
        self.back = Some(byte);
    }

    /// The stream as it is left.
    pub(crate) fn into_stream(self) -> Option<Stream> {
        match self.source {
            Source::Stream(mut stream) => {
                if let Some(byte) = self.back {
                    stream.push_back(byte);
                }
                Some(stream)
            }
            Source::Text { .. } => None,
        }
    }
}
