//! A position in the text and the small steps over it: LLVM's lexical grammar without a token type.
//!
//! Every step that consumes a token also consumes the blanks and comments behind it, so the cursor is always at
//! the start of a token or at the end of the text. It only stops beside ASCII bytes, hence slicing is safe.

use memchr::memchr;

/// What is wrong, and at which byte; becomes a [`crate::ReadError`] where the path is known.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub offset: usize,
    pub message: String,
}

/// Boxed, because almost every step of the reader returns one of these.
pub(crate) type Read<T> = Result<T, Box<Failure>>;

#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the first token from `at` on, within `text`.
    pub(super) fn new(text: &'a str, at: usize) -> Cursor<'a> {
        let mut cursor = Cursor { text, at };
        cursor.skip_blanks();
        cursor
    }

    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The text from an earlier offset to here, without trailing blanks.
    pub(super) fn since(&self, start: usize) -> &'a str {
        self.text[start..self.at].trim_ascii_end()
    }

    /// The byte at the cursor, 0 at the end.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.byte(0)
    }

    /// The byte that is `distance` further on, 0 behind the end.
    #[inline]
    pub(super) fn byte(&self, distance: usize) -> u8 {
        self.text.as_bytes().get(self.at + distance).copied().unwrap_or(0)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Whether the token here is the first of its line. Attributes of a call end with the line, nothing else marks it.
    pub(super) fn starts_line(&self) -> bool {
        let before = self.text.as_bytes()[..self.at].iter().rev();
        matches!(before.copied().find(|byte| !matches!(byte, b' ' | b'\t')), None | Some(b'\n'))
    }

    /// Whether the token here touches the one before: `inrange(…)` is one thing, `inrange (…)` are two.
    pub(super) fn touches_previous(&self) -> bool {
        self.text.as_bytes()[..self.at].last().is_some_and(|byte| !byte.is_ascii_whitespace())
    }

    #[inline]
    fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b';' => self.at += memchr(b'\n', self.rest()).unwrap_or(self.rest().len()),
                _ => return,
            }
        }
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Consumes `length` bytes of one token.
    #[inline]
    fn take(&mut self, length: usize) -> &'a str {
        let token = &self.text[self.at..self.at + length];
        self.at += length;
        self.skip_blanks();
        token
    }

    fn run(&self, member: impl Fn(u8) -> bool) -> usize {
        self.rest().iter().position(|&byte| !member(byte)).unwrap_or(self.rest().len())
    }

    /// Consumes the byte if it is here. Only for ASCII punctuation.
    #[inline]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let here = self.peek() == byte && !self.at_end();
        if here {
            self.at += 1;
            self.skip_blanks();
        }
        here
    }

    #[inline]
    pub(super) fn expect(&mut self, byte: u8) -> Read<()> {
        if self.eat(byte) { Ok(()) } else { Err(self.expected(&format!("`{}`", byte as char))) }
    }

    /// The keyword here without consuming it; empty if there is none.
    #[inline]
    pub(super) fn peek_word(&self) -> &'a str {
        &self.text[self.at..self.at + self.run(is_word_byte)]
    }

    /// Consumes a keyword; empty if there is none.
    #[inline]
    pub(super) fn word(&mut self) -> &'a str {
        self.take(self.run(is_word_byte))
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let here = self.peek_word() == word;
        if here {
            self.take(word.len());
        }
        here
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    pub(super) fn looking_at(&self, text: &str) -> bool {
        self.rest().starts_with(text.as_bytes())
    }

    /// The first byte behind the comma here; 0 if there is no comma. Distinguishes metadata from operands.
    pub(super) fn after_comma(&self) -> u8 {
        let mut ahead = *self;
        if ahead.eat(b',') { ahead.peek() } else { 0 }
    }

    /// Consumes `...` if it is here.
    pub(super) fn eat_ellipsis(&mut self) -> bool {
        let here = self.looking_at("...");
        if here {
            self.take(3);
        }
        here
    }

    pub(super) fn at_name(&self) -> bool {
        self.peek() == b'"' || is_name_byte(self.peek())
    }

    /// An identifier without its sigil (LangRef: "Identifiers"): bare, numbered, or quoted. Escapes inside quotes stay
    /// as they are: LLVM prints each name in one way only, so the raw text identifies it.
    #[inline]
    pub(super) fn name(&mut self) -> Read<&'a str> {
        if self.peek() == b'"' {
            return self.string();
        }
        match self.run(is_name_byte) {
            0 => Err(self.expected("a name")),
            length => Ok(self.take(length)),
        }
    }

    /// `"…"`, without the quotes, escapes unresolved.
    pub(super) fn string(&mut self) -> Read<&'a str> {
        let inside = self.rest().get(1..).filter(|_| self.peek() == b'"');
        let Some(inside) = inside else { return Err(self.expected("a string")) };
        let Some(length) = memchr(b'"', inside) else { return Err(self.fail("the string is not closed")) };
        let token = self.take(length + 2);
        Ok(&token[1..=length])
    }

    /// A number literal: everything that may belong to an integer or floating-point constant.
    pub(super) fn number(&mut self) -> &'a str {
        self.take(self.run(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')))
    }

    /// An unsigned decimal number.
    pub(super) fn unsigned(&mut self) -> Read<u64> {
        let digits = self.run(|byte| byte.is_ascii_digit());
        let Ok(value) = self.text[self.at..self.at + digits].parse() else {
            return Err(self.expected("a number"));
        };
        self.take(digits);
        Ok(value)
    }

    pub(super) fn unsigned32(&mut self) -> Read<u32> {
        let before = *self;
        u32::try_from(self.unsigned()?).map_err(|_| before.fail("the number is too big"))
    }

    /// Skips the rest of the line.
    pub(super) fn skip_line(&mut self) -> &'a str {
        self.take(memchr(b'\n', self.rest()).unwrap_or(self.rest().len()))
    }

    /// Skips `(…)`, `[…]` or `{…}` with everything inside.
    pub(super) fn skip_balanced(&mut self) -> Read<()> {
        let before = *self;
        if !matches!(self.peek(), b'(' | b'[' | b'{') {
            return Err(self.expected("a bracket"));
        }
        let mut depth = 0usize;
        loop {
            match self.peek() {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                0 if self.at_end() => return Err(before.fail("the bracket is not closed")),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                self.skip_blanks();
                return Ok(());
            }
        }
    }

    pub(super) fn fail(&self, message: impl Into<String>) -> Box<Failure> {
        Box::new(Failure { offset: self.at, message: message.into() })
    }

    /// "expected this, found that".
    pub(super) fn expected(&self, what: &str) -> Box<Failure> {
        let found: String =
            self.text[self.at..].chars().take(40).take_while(|c| !c.is_whitespace()).collect();
        match found.is_empty() {
            true => self.fail(format!("expected {what}, found the end")),
            false => self.fail(format!("expected {what}, found `{found}`")),
        }
    }
}

#[inline]
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[inline]
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// Resolves `\xx` and `\\` in the inside of a string.
pub(crate) fn unescape(raw: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    loop {
        match rest {
            [] => return bytes,
            [b'\\', b'\\', tail @ ..] => {
                bytes.push(b'\\');
                rest = tail;
            }
            [b'\\', high, low, tail @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                bytes.push(hex_digit(*high) << 4 | hex_digit(*low));
                rest = tail;
            }
            [byte, tail @ ..] => {
                bytes.push(*byte);
                rest = tail;
            }
        }
    }
}

fn hex_digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        _ => (byte | 0x20) - b'a' + 10,
    }
}

/// The same for text that is shown or compared as a string; bytes that are not UTF-8 stay escaped.
pub(crate) fn unescape_text(raw: &str) -> std::rc::Rc<str> {
    if !raw.contains('\\') {
        return raw.into();
    }
    String::from_utf8(unescape(raw)).map_or_else(|_| raw.into(), Into::into)
}
