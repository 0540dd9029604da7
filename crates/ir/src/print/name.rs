//! Names and strings (LangRef: "Identifiers").

use std::fmt::{Display, from_fn};

/// `@name` or `%name`, in quotes where the name needs them. A name of digits does: without quotes it would be a number,
/// and LLVM wants those in sequence.
pub(super) fn identifier(sigil: char, name: &str) -> impl Display {
    from_fn(move |f| write!(f, "{sigil}{}", word(name)))
}

/// A name without a sigil, as labels are.
pub(super) fn word(name: &str) -> impl Display {
    from_fn(
        move |f| {
            if is_plain(name) { f.write_str(name) } else { write!(f, "\"{}\"", escaped(name.as_bytes())) }
        },
    )
}

fn is_plain(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
    name.bytes().all(allowed) && name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
}

/// The inside of a quoted string.
pub(super) fn escaped(text: &[u8]) -> impl Display {
    from_fn(move |f| {
        for &byte in text {
            match byte {
                b'"' | b'\\' => write!(f, "\\{byte:02X}")?,
                b' '..=b'~' => write!(f, "{}", byte as char)?,
                _ => write!(f, "\\{byte:02X}")?,
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_where_needed() {
        let names = [
            ("main", "@main"),
            ("a.b-c$_0", "@a.b-c$_0"),
            ("0", "@\"0\""),
            ("", "@\"\""),
            ("a b", "@\"a b\""),
            ("\"\\ä\n", "@\"\\22\\5C\\C3\\A4\\0A\""),
        ];
        for (name, printed) in names {
            assert_eq!(identifier('@', name).to_string(), printed);
        }
    }
}
