//! Hashes that others can compute, too.

use sha2::{Digest, Sha256};

/// Of the parts, one after the other, in hexadecimal digits.
pub fn sha256(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
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
