//! The text of one metadata node (LangRef: "Metadata", "Specialized Metadata Nodes").
//!
//! A node is `!DIFoo(key: value, …)` or a tuple `!{value, …}`, either perhaps `distinct`. Which keys a kind of node
//! has changes from one LLVM to the next, so keys are looked up, never expected in an order.

use std::rc::Rc;

use super::MetadataId;

/// A parsed node; it borrows from the module's text.
#[derive(PartialEq, Debug)]
pub(super) struct Node<'a> {
    /// `DILocation` and the like; empty for a tuple.
    pub kind: &'a str,
    /// The keys of a tuple's elements are empty.
    fields: Vec<(&'a str, Value<'a>)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value<'a> {
    /// `!N`.
    Node(MetadataId),
    Int(i128),
    /// Between the quotes of `"…"` or `!"…"`, still escaped.
    String(&'a str),
    Null,
    /// Anything else: `DW_TAG_member`, `DIFlagA | DIFlagB`, `true`, `i64 32`, `!DIExpression(…)`.
    Other(&'a str),
}

impl<'a> Node<'a> {
    /// Parses the right side of `!N = …`; `None` when it is malformed.
    pub(super) fn parse(text: &'a str) -> Option<Node<'a>> {
        let text = text.trim();
        let text = text.strip_prefix("distinct ").unwrap_or(text).trim_start().strip_prefix('!')?;
        let (kind, rest) = text.split_at(text.find(['(', '{'])?);
        let rest = rest.trim_end();
        let inner = match kind {
            "" => rest.strip_prefix('{')?.strip_suffix('}')?,
            _ => rest.strip_prefix('(')?.strip_suffix(')')?,
        };
        let fields = split_at_commas(inner)?.into_iter().map(field).collect::<Option<_>>()?;
        Some(Node { kind, fields })
    }

    fn get(&self, key: &str) -> Option<Value<'a>> {
        self.fields.iter().find(|(k, _)| *k == key).map(|&(_, value)| value)
    }

    pub(super) fn node(&self, key: &str) -> Option<MetadataId> {
        self.get(key)?.as_node()
    }

    pub(super) fn int(&self, key: &str) -> Option<i128> {
        match self.get(key)? {
            Value::Int(value) => Some(value),
            // Some versions print the type: `count: i64 4`.
            Value::Other(text) => text.split_once(' ')?.1.trim().parse().ok(),
            _ => None,
        }
    }

    /// A number that has to fit where it is used; absent or out of range is the default of LLVM's printer, zero.
    pub(super) fn number<N: TryFrom<i128> + Default>(&self, key: &str) -> N {
        self.int(key).and_then(|value| N::try_from(value).ok()).unwrap_or_default()
    }

    pub(super) fn string(&self, key: &str) -> Option<Rc<str>> {
        match self.get(key)? {
            Value::String(escaped) => Some(unescape(escaped)),
            _ => None,
        }
    }

    /// An enumerator such as `DW_TAG_member`, or the text of any other value without a form of its own.
    pub(super) fn word(&self, key: &str) -> Option<&'a str> {
        match self.get(key)? {
            Value::Other(text) => Some(text),
            _ => None,
        }
    }

    /// Whether `flags: A | B` holds `flag`.
    pub(super) fn has_flag(&self, flag: &str) -> bool {
        self.word("flags").is_some_and(|flags| flags.split('|').any(|word| word.trim() == flag))
    }

    /// The elements of a tuple.
    pub(super) fn elements(&self) -> impl Iterator<Item = Value<'a>> {
        self.fields.iter().map(|&(_, value)| value)
    }
}

impl Value<'_> {
    pub(super) fn as_node(self) -> Option<MetadataId> {
        match self {
            Value::Node(id) => Some(id),
            _ => None,
        }
    }
}

/// Splits `a, f(b, c), "d, e"` into its three parts.
fn split_at_commas(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0usize;
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            // An escaped quote is spelled `\22`, so a quote always opens or closes.
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' | b'[' | b'<' => depth += 1,
            b')' | b'}' | b']' | b'>' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if quoted || depth != 0 {
        return None;
    }
    if !text.trim().is_empty() {
        parts.push(&text[start..]);
    }
    Some(parts)
}

/// `key: value`, or a lone value.
fn field(text: &str) -> Option<(&str, Value<'_>)> {
    let text = text.trim();
    match text.split_once(':') {
        Some((key, rest)) if key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
            Some((key, value(rest.trim())?))
        }
        _ => Some(("", value(text)?)),
    }
}

fn value(text: &str) -> Option<Value<'_>> {
    if text.is_empty() {
        return None;
    }
    if text == "null" {
        return Some(Value::Null);
    }
    if let Some(quoted) = text.strip_prefix('!').unwrap_or(text).strip_prefix('"') {
        return Some(Value::String(quoted.strip_suffix('"')?));
    }
    if let Some(number) = text.strip_prefix('!').and_then(|number| number.parse().ok()) {
        return Some(Value::Node(MetadataId(number)));
    }
    Some(text.parse().map_or(Value::Other(text), Value::Int))
}

/// Resolves `\xx` and `\\`; bytes that are not UTF-8 become replacement characters.
fn unescape(text: &str) -> Rc<str> {
    if !text.contains('\\') {
        return text.into();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'\\').then(|| text.get(at + 1..at + 3)).flatten();
        match escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += if bytes[at..].starts_with(b"\\\\") { 2 } else { 1 };
            }
        }
    }
    String::from_utf8_lossy(&out).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_every_form() {
        let node = Node::parse(
            r#"distinct !DIFoo(name: "a, \22b\22)", line: 7, flags: A | B, type: !12, x: null, e: !DIE(1, 2), n: -5)"#,
        )
        .unwrap();
        assert_eq!(node.kind, "DIFoo");
        assert_eq!(node.string("name").as_deref(), Some("a, \"b\")"));
        assert_eq!(node.number::<u32>("line"), 7);
        assert_eq!(node.number::<u32>("n"), 0, "out of range");
        assert_eq!(node.int("n"), Some(-5));
        assert_eq!(node.node("type"), Some(MetadataId(12)));
        assert_eq!(node.get("x"), Some(Value::Null));
        assert_eq!(node.word("e"), Some("!DIE(1, 2)"));
        assert!(node.has_flag("A") && node.has_flag("B") && !node.has_flag("A | B"));
        assert_eq!(node.get("absent"), None);
    }

    #[test]
    fn tuples() {
        let node = Node::parse(r#"!{i32 7, !"Dwarf: Version", !3, null, !{!4}}"#).unwrap();
        let elements: Vec<_> = node.elements().collect();
        assert_eq!(
            elements,
            [
                Value::Other("i32 7"),
                Value::String("Dwarf: Version"),
                Value::Node(MetadataId(3)),
                Value::Null,
                Value::Other("!{!4}")
            ]
        );
        assert_eq!(Node::parse("!{}").unwrap().elements().count(), 0);
    }

    #[test]
    fn malformed_is_none() {
        for text in
            ["", "!", "!DIFoo", "!DIFoo(", "!{", "!{!1", "!DIFoo(a: )", "!{,}", "!{\"}", "!{)}", "DIFoo()"]
        {
            assert_eq!(Node::parse(text), None, "{text}");
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(&*unescape(r"a\09b\\"), "a\tb\\");
        assert_eq!(&*unescape(r"\C3\A4"), "ä");
        assert_eq!(&*unescape("\\ä\\"), "\\ä\\");
    }
}
