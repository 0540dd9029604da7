//! A file of the cache.

use serde::{Deserialize, Serialize};

use super::sources::Sources;
use crate::hash;

#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    pub sources: Sources,
    pub diagnostics: Vec<u8>,
    /// LLVM IR.
    pub text: String,
}

/// Hexadecimal digits of a hash.
const HASH: usize = 64;

impl Entry {
    /// A hash comes first: a file that a crash or a full disk left incomplete is not an entry.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        let body = postcard::to_stdvec(self).ok()?;
        Some([hash::sha256([&body]).into_bytes(), body].concat())
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
        let (said, body) = bytes.split_at_checked(HASH)?;
        (hash::sha256([body]).as_bytes() == said).then(|| postcard::from_bytes(body).ok())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_entries_are_none() {
        let entry = Entry {
            sources: Sources::default(),
            diagnostics: b"warning".to_vec(),
            text: "define".to_owned(),
        };
        let bytes = entry.encode().unwrap();
        let read = Entry::decode(&bytes).unwrap();
        assert_eq!((read.text, read.diagnostics), (entry.text, entry.diagnostics));
        assert!(Entry::decode(&bytes[..bytes.len() - 1]).is_none());
        assert!(Entry::decode(&[]).is_none());
        for changed in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[changed] ^= 1;
            assert!(Entry::decode(&damaged).is_none(), "byte {changed}");
        }
    }
}
