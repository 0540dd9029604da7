//! The engine behind every `scanf`: C17 7.21.6.2 with glibc's `m`.

mod directive;
mod input;

use mazurka_machine::FaultKind;

use self::directive::{Conversion, Directive};
pub(super) use self::input::Input;
use super::format::Length;
use crate::context::{Context, Stop};
use crate::extended::Extended;
use crate::library::convert::{float, integer};
use crate::library::ctype::is_space;
use crate::library::{VarArgs, heap};

/// `EOF`
const END: i32 = -1;

/// Reads `input` according to `format`; what `scanf` returns.
pub(super) fn scan(
    context: &mut Context,
    input: &mut Input,
    format: u64,
    args: VarArgs,
    binary: bool,
) -> Result<i32, Stop> {
    let format = context.memory().c_string(format)?.to_vec();
    let mut scanner = Scanner { context, input, args, fetched: Vec::new(), next: 0, assigned: 0, binary };
    let mut rest = format.as_slice();
    while let Some((directive, length)) = directive::next(rest) {
        rest = &rest[length..];
        match scanner.directive(&directive)? {
            Outcome::Matched => {}
            Outcome::Mismatch => return Ok(scanner.assigned),
            Outcome::EndOfInput if scanner.assigned == 0 => return Ok(END),
            Outcome::EndOfInput => return Ok(scanner.assigned),
        }
    }
    if !rest.is_empty() {
        let message = "the format has an unknown or unfinished conversion".into();
        return Err(Stop::Fault(FaultKind::LibraryMisuse, message));
    }
    Ok(scanner.assigned)
}

#[derive(PartialEq, Eq)]
enum Outcome {
    Matched,
    Mismatch,
    /// Nothing was left to read.
    EndOfInput,
}

struct Scanner<'c, 'm, 'i, 'a> {
    context: &'c mut Context<'m>,
    input: &'i mut Input,
    args: VarArgs<'a>,
    fetched: Vec<u64>,
    next: usize,
    assigned: i32,
    binary: bool,
}

impl Scanner<'_, '_, '_, '_> {
    fn directive(&mut self, directive: &Directive) -> Result<Outcome, Stop> {
        match directive {
            Directive::Space => {
                self.skip_space();
                Ok(Outcome::Matched)
            }
            Directive::Literal(byte) => Ok(self.literal(*byte)),
            Directive::Percent => {
                self.skip_space();
                Ok(self.literal(b'%'))
            }
            Directive::Conversion(conversion) => self.convert(conversion),
        }
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.input.next(self.context) {
            if !is_space(byte) {
                self.input.back(byte);
                break;
            }
        }
    }

    fn literal(&mut self, wanted: u8) -> Outcome {
        match self.input.next(self.context) {
            Some(byte) if byte == wanted => Outcome::Matched,
            Some(byte) => {
                self.input.back(byte);
                Outcome::Mismatch
            }
            None => Outcome::EndOfInput,
        }
    }

    fn convert(&mut self, conversion: &Conversion) -> Result<Outcome, Stop> {
        if conversion.kind == b'n' {
            let count = self.input.consumed();
            if !conversion.suppress {
                let to = self.target(conversion)?;
                self.context.memory().store_sized(to, conversion.length.bytes(), count)?;
            }
            return Ok(Outcome::Matched);
        }
        if !matches!(conversion.kind, b'c' | b'C' | b'[') {
            self.skip_space();
        }
        let Some(first) = self.input.next(self.context) else { return Ok(Outcome::EndOfInput) };
        self.input.back(first);
        let matched = match conversion.kind {
            b'd' => self.integer(conversion, 10)?,
            b'i' => self.integer(conversion, 0)?,
            b'u' => self.integer(conversion, 10)?,
            b'o' => self.integer(conversion, 8)?,
            b'x' | b'X' | b'p' => self.integer(conversion, 16)?,
            b's' | b'S' | b'[' => self.string(conversion)?,
            b'c' | b'C' => return self.characters(conversion),
            _ => self.float(conversion)?,
        };
        Ok(if matched { Outcome::Matched } else { Outcome::Mismatch })
    }

    /// The address to store at.
    fn target(&mut self, conversion: &Conversion) -> Result<u64, Stop> {
        let index = conversion.position.unwrap_or(self.next);
        if conversion.position.is_none() {
            self.next += 1;
        }
        while self.fetched.len() <= index {
            self.fetched.push(self.args.next(self.context)?);
        }
        Ok(self.fetched[index])
    }

    /// Takes bytes as long as `accepts` says that they can still become a number, `width` at most.
    fn collect(&mut self, conversion: &Conversion, accepts: impl Fn(&[u8], u8) -> bool) -> Vec<u8> {
        let mut text = Vec::new();
        while (text.len() as u64) < conversion.width.unwrap_or(u64::MAX) {
            let Some(byte) = self.input.next(self.context) else { break };
            if !accepts(&text, byte) {
                self.input.back(byte);
                break;
            }
            text.push(byte);
        }
        text
    }

    fn integer(&mut self, conversion: &Conversion, base: u32) -> Result<bool, Stop> {
        let text = self.collect(conversion, |text, byte| number::continues_integer(text, byte, base));
        // As glibc: `0x` without digits is taken, and is 0.
        let Some(found) = integer::parse(&text, base, self.binary) else {
            return Ok(false);
        };
        if conversion.suppress {
            return Ok(true);
        }
        let value = match conversion.kind {
            b'd' | b'i' => found.signed().unwrap_or_else(|limit| limit) as u64,
            _ => found.unsigned().unwrap_or_else(|limit| limit),
        };
        let size = if conversion.kind == b'p' { 8 } else { conversion.length.bytes() };
        let to = self.target(conversion)?;
        self.context.memory().store_sized(to, size, value)?;
        self.assigned += 1;
        Ok(true)
    }

    fn float(&mut self, conversion: &Conversion) -> Result<bool, Stop> {
        let text = self.collect(conversion, number::continues_float);
        // As glibc: an exponent without digits is taken and ignored.
        let complete = |length: usize| matches!(text.get(length), None | Some(b'e' | b'E' | b'p' | b'P'));
        let Some(found) = float::parse_double(&text).filter(|found| complete(found.length)) else {
            return Ok(false);
        };
        if conversion.suppress {
            return Ok(true);
        }
        let to = self.target(conversion)?;
        match conversion.length {
            Length::Long => self.context.memory().store::<8>(to, found.value.to_bits())?,
            Length::LongDouble => {
                let value = float::parse_extended(&text).map_or(Extended::default(), |found| found.value);
                let (low, high) = value.words();
                self.context.memory().store::<8>(to, low)?;
                self.context.memory().store::<2>(to.wrapping_add(8), high)?;
            }
            _ => {
                let value = float::parse_float(&text).map_or(0.0, |found| found.value);
                self.context.memory().store::<4>(to, value.to_bits() as u64)?;
            }
        }
        self.assigned += 1;
        Ok(true)
    }

    fn string(&mut self, conversion: &Conversion) -> Result<bool, Stop> {
        let text = match &conversion.set {
            Some(set) => self.collect(conversion, |_, byte| set.contains(byte)),
            None => self.collect(conversion, |_, byte| !is_space(byte)),
        };
        if text.is_empty() {
            return Ok(false);
        }
        self.store_text(conversion, text, true)?;
        Ok(true)
    }

    /// `%c` takes exactly as many characters as the width says.
    fn characters(&mut self, conversion: &Conversion) -> Result<Outcome, Stop> {
        let width = conversion.width.unwrap_or(1);
        let exactly = Conversion { width: Some(width), ..conversion.clone() };
        let text = self.collect(&exactly, |_, _| true);
        if (text.len() as u64) < width {
            return Ok(Outcome::EndOfInput);
        }
        self.store_text(conversion, text, false)?;
        Ok(Outcome::Matched)
    }

    fn store_text(&mut self, conversion: &Conversion, text: Vec<u8>, terminate: bool) -> Result<(), Stop> {
        if conversion.suppress {
            return Ok(());
        }
        let wide = conversion.length == Length::Long || matches!(conversion.kind, b'S' | b'C');
        let terminated = text.iter().copied().chain(terminate.then_some(0));
        let bytes: Vec<u8> = if wide {
            terminated.flat_map(|byte| (byte as u32).to_le_bytes()).collect()
        } else {
            terminated.collect()
        };
        let to = self.target(conversion)?;
        if conversion.allocate {
            let block = heap::allocate_with(self.context, &bytes);
            self.context.memory().store::<8>(to, block)?;
        } else {
            self.context.memory().write(to, &bytes)?;
        }
        self.assigned += 1;
        Ok(())
    }
}

/// Which bytes can still become a number.
mod number {
    use crate::library::convert::integer::digit;

    /// Whether a number can continue with `byte` after `text`.
    pub(crate) fn continues_integer(text: &[u8], byte: u8, base: u32) -> bool {
        let unsigned = match text {
            [b'+' | b'-', rest @ ..] => rest,
            _ => text,
        };
        if text.is_empty() && matches!(byte, b'+' | b'-') {
            return true;
        }
        match unsigned {
            [b'0'] if matches!(base, 0 | 16) && matches!(byte, b'x' | b'X') => true,
            [b'0', b'x' | b'X', ..] => digit(byte, 16).is_some(),
            [b'0', ..] if base == 0 => digit(byte, 8).is_some(),
            _ => digit(byte, if base == 0 { 10 } else { base }).is_some(),
        }
    }

    /// The same for floating-point numbers.
    pub(crate) fn continues_float(text: &[u8], byte: u8) -> bool {
        let lower = text.to_ascii_lowercase();
        let unsigned = match lower.as_slice() {
            [b'+' | b'-', rest @ ..] => rest,
            _ => &lower,
        };
        if text.is_empty() && matches!(byte, b'+' | b'-') {
            return true;
        }
        let byte = byte.to_ascii_lowercase();
        for word in [&b"infinity"[..], b"nan"] {
            if word.get(unsigned.len()) == Some(&byte) && word.starts_with(unsigned) {
                return true;
            }
        }
        if unsigned.first().is_some_and(|first| matches!(first, b'i' | b'n')) {
            return false;
        }
        if unsigned == b"0" && byte == b'x' {
            return true;
        }
        let hexadecimal = unsigned.starts_with(b"0x");
        let mark = if hexadecimal { b'p' } else { b'e' };
        match unsigned.iter().position(|&other| other == mark) {
            Some(at) if at + 1 == unsigned.len() => byte.is_ascii_digit() || matches!(byte, b'+' | b'-'),
            Some(_) => byte.is_ascii_digit(),
            None => {
                let some_digit = unsigned.iter().any(u8::is_ascii_hexdigit);
                (byte == mark && some_digit)
                    || (byte == b'.' && !unsigned.contains(&b'.'))
                    || if hexadecimal { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() }
            }
        }
    }
}
