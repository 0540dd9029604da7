//! Hashes that others can compute, too.

use std::io;

use sha2::{Digest, Sha256};

/// Of the parts, one after the other, in hexadecimal digits.
pub(crate) fn sha256(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut hasher = Hasher::default();
    for part in parts {
        hasher.0.update(part);
    }
    hasher.finish()
}

/// The same for what comes bit by bit.
#[derive(Default)]
pub(crate) struct Hasher(Sha256);

impl Hasher {
    pub(crate) fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_sha256sum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256([""]), empty);
        assert_eq!(sha256(["ab", "c"]), sha256(["abc"]));
        assert_ne!(sha256(["abc"]), empty);
    }
}
