//! The bytes of a file, in chunks that old and new versions share.

use std::sync::Arc;

use xxhash_rust::xxh3::{xxh3_128, xxh3_128_with_seed};

use super::cached::Cached;

const CHUNK: u64 = 4096;
/// Larger than any file a checked program can sensibly want.
pub(super) const LARGEST: u64 = 1 << 30;

#[derive(Clone, Default)]
pub(super) struct Contents {
    /// `None`: a hole, all zeros.
    chunks: Vec<Option<Arc<Chunk>>>,
    length: u64,
}

#[derive(Clone)]
struct Chunk {
    bytes: [u8; CHUNK as usize],
    hash: Cached,
}

impl Contents {
    pub(crate) fn new(bytes: &[u8]) -> Contents {
        let mut contents = Contents::default();
        contents.write(0, bytes);
        contents
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// At most `count` bytes from `offset` on.
    pub(crate) fn read(&self, offset: u64, count: u64) -> Vec<u8> {
        let end = offset.saturating_add(count).min(self.length);
        let mut bytes = Vec::new();
        let mut at = offset;
        while at < end {
            let within = (at % CHUNK) as usize;
            let take = (CHUNK - at % CHUNK).min(end - at) as usize;
            match &self.chunks[(at / CHUNK) as usize] {
                Some(chunk) => bytes.extend_from_slice(&chunk.bytes[within..within + take]),
                None => bytes.resize(bytes.len() + take, 0),
            }
            at += take as u64;
        }
        bytes
    }

    /// The caller has checked that the end is below [`LARGEST`].
    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        self.length = self.length.max(offset + bytes.len() as u64);
        self.chunks.resize(self.length.div_ceil(CHUNK) as usize, None);
        let (mut at, mut rest) = (offset, bytes);
        while !rest.is_empty() {
            let within = (at % CHUNK) as usize;
            let (now, later) = rest.split_at(rest.len().min(CHUNK as usize - within));
            self.chunk((at / CHUNK) as usize).bytes[within..within + now.len()].copy_from_slice(now);
            at += now.len() as u64;
            rest = later;
        }
    }

    pub(crate) fn truncate(&mut self, length: u64) {
        self.chunks.resize(length.div_ceil(CHUNK) as usize, None);
        let within = (length % CHUNK) as usize;
        if length < self.length && within != 0 {
            self.chunk((length / CHUNK) as usize).bytes[within..].fill(0);
        }
        self.length = length;
    }

    pub(crate) fn fingerprint(&self) -> u128 {
        let mut sum = self.length as u128;
        for (index, chunk) in self.chunks.iter().enumerate() {
            // A hole and a chunk of zeros read the same.
            if let Some(chunk) = chunk
                && chunk.bytes.iter().any(|&byte| byte != 0)
            {
                let hash = chunk.hash.get(|| xxh3_128(&chunk.bytes));
                sum = sum.wrapping_add(xxh3_128_with_seed(&hash.to_le_bytes(), index as u64));
            }
        }
        sum
    }

    fn chunk(&mut self, index: usize) -> &mut Chunk {
        let empty = || Arc::new(Chunk { bytes: [0; CHUNK as usize], hash: Cached::default() });
        let chunk = Arc::make_mut(self.chunks[index].get_or_insert_with(empty));
        chunk.hash = Cached::default();
        chunk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_read_as_zeros() {
        let mut contents = Contents::new(b"start");
        contents.write(10_000, b"end");
        assert_eq!(contents.length(), 10_003);
        assert_eq!(contents.read(3, 4), b"rt\0\0");
        assert_eq!(contents.read(9_998, 100), b"\0\0end");
        assert_eq!(contents.read(20_000, 5), b"");
    }

    #[test]
    fn what_was_cut_off_does_not_come_back() {
        let mut contents = Contents::new(&[7; 5000]);
        contents.truncate(4100);
        contents.truncate(5000);
        assert_eq!(contents.read(4098, 4), [7, 7, 0, 0]);
    }

    #[test]
    fn fingerprints_know_the_bytes_and_not_how_they_came() {
        let mut written = Contents::default();
        written.write(4000, &[1; 200]);
        written.write(4000, &[2; 200]);
        let mut at_once = Contents::default();
        at_once.write(0, &[0; 4000]);
        at_once.write(4000, &[2; 200]);
        assert_eq!(written.fingerprint(), at_once.fingerprint());
        at_once.write(0, b"x");
        assert_ne!(written.fingerprint(), at_once.fingerprint());
    }
}
