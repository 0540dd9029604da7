//! The page's Content Security Policy: its own script and its own style, both named by their hashes, and nothing else.

use sha2::{Digest, Sha256};

/// No network, no other script, no markup that sends anything anywhere.
pub(crate) fn policy(script: &str, style: &str) -> String {
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// As [CSP](https://www.w3.org/TR/CSP3/) names an inline element: by the SHA-256 of its text, in base64.
fn hash(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text)))
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(group.get(at).copied().unwrap_or(0)));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 0x3f;
            text.push(if digit <= group.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648, section 10.
    #[test]
    fn base64_pads_to_groups_of_four() {
        let encoded = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    /// The example of CSP 3, section 8.3 takes the hash of this text.
    #[test]
    fn a_script_is_named_by_its_hash() {
        assert_eq!(hash("alert('Hello, world.');"), "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=");
    }
}
