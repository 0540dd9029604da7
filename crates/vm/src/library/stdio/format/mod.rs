//! The formatting engine behind every `printf`: C17 7.21.6.1 with glibc's extensions.

mod number;
mod spec;

use mazurka_machine::FaultKind;

use self::number::{FloatFormat, Real, Style, Text};
pub(super) use self::spec::Length;
use self::spec::{Count, Flags, Spec};
use crate::context::{Context, Stop};
use crate::errno;
use crate::extended::Extended;
use crate::library::VarArgs;

/// What a call wrote.
pub(super) struct Formatted {
    /// The text, or its first bytes if it is longer than the caller can use.
    pub bytes: Vec<u8>,
    /// Length of the whole text.
    pub length: u64,
}

/// Writes `args` according to `format`, and keeps the first `limit` bytes. `None`: the call fails, `errno` says why.
pub(super) fn format(
    context: &mut Context,
    format: u64,
    args: VarArgs,
    limit: u64,
) -> Result<Option<Formatted>, Stop> {
    let text = context.memory().c_string(format)?.to_vec();
    format_text(context, &text, args, limit)
}

/// The same for a format that is already at hand.
pub(super) fn format_text(
    context: &mut Context,
    text: &[u8],
    args: VarArgs,
    limit: u64,
) -> Result<Option<Formatted>, Stop> {
    let args = Source { fetched: Vec::new(), next: 0, rest: args };
    let mut printer = Printer { context, out: Sink { bytes: Vec::new(), length: 0, limit }, args };
    if let Err(failure) = printer.print(text) {
        return match failure {
            Failure::Stop(stop) => Err(stop),
            Failure::Errno(errno) => {
                printer.context.set_errno(errno);
                Ok(None)
            }
        };
    }
    let Sink { bytes, length, .. } = printer.out;
    if length > i32::MAX as u64 {
        context.set_errno(errno::EOVERFLOW);
        return Ok(None);
    }
    Ok(Some(Formatted { bytes, length }))
}

/// Where no string of the program has it, `errno` may have been forgotten.
const MADE_UP_MESSAGE: &str =
    "the conversion %m in a format that the program has put together (--keep-vain-iterations supports it)";

enum Failure {
    Stop(Stop),
    Errno(i32),
}

impl<E: Into<Stop>> From<E> for Failure {
    fn from(stop: E) -> Failure {
        Failure::Stop(stop.into())
    }
}

/// Where the text goes. Absurd widths cost no memory beyond the limit.
struct Sink {
    bytes: Vec<u8>,
    length: u64,
    limit: u64,
}

impl Sink {
    fn text(&mut self, bytes: &[u8]) {
        let kept = (self.limit.saturating_sub(self.length)).min(bytes.len() as u64);
        self.bytes.extend_from_slice(&bytes[..kept as usize]);
        self.length += bytes.len() as u64;
    }

    fn repeat(&mut self, byte: u8, times: u64) {
        let kept = self.limit.saturating_sub(self.length).min(times);
        self.bytes.resize(self.bytes.len() + kept as usize, byte);
        self.length = self.length.saturating_add(times);
    }
}

/// The arguments, in order or by position; each is a word.
struct Source<'a> {
    fetched: Vec<u64>,
    next: usize,
    rest: VarArgs<'a>,
}

impl Source<'_> {
    fn take(&mut self, context: &mut Context, position: Option<usize>) -> Result<u64, Stop> {
        let index = position.unwrap_or(self.next);
        if position.is_none() {
            self.next += 1;
        }
        while self.fetched.len() <= index {
            self.fetched.push(self.rest.next(context)?);
        }
        Ok(self.fetched[index])
    }

    /// An argument of two words, which begins at a multiple of them.
    fn take_pair(&mut self, context: &mut Context, position: Option<usize>) -> Result<(u64, u64), Stop> {
        if position.is_some() {
            return Err(Stop::Unsupported("`long double` by its position in a format".into()));
        }
        if self.next == self.fetched.len() && self.rest.is_between_pairs(context, self.next)? {
            self.take(context, None)?;
        }
        Ok((self.take(context, None)?, self.take(context, None)?))
    }
}

/// A specification whose stars are replaced by their values.
struct Field {
    flags: Flags,
    width: u64,
    precision: Option<u64>,
    length: Length,
    conversion: u8,
    position: Option<usize>,
}

struct Printer<'c, 'm, 'a> {
    context: &'c mut Context<'m>,
    out: Sink,
    args: Source<'a>,
}

impl Printer<'_, '_, '_> {
    fn print(&mut self, format: &[u8]) -> Result<(), Failure> {
        let mut rest = format;
        while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
            self.out.text(&rest[..percent]);
            rest = &rest[percent + 1..];
            let (spec, taken) = spec::parse(rest)
                .ok_or_else(|| misuse("the format ends in the middle of a conversion".into()))?;
            rest = &rest[taken..];
            let field = self.field(spec)?;
            self.convert(&field)?;
        }
        self.out.text(rest);
        Ok(())
    }

    fn field(&mut self, spec: Spec) -> Result<Field, Failure> {
        let mut flags = spec.flags;
        let mut width = 0;
        if let Some(count) = spec.width {
            let value = self.count(count)?;
            flags.left |= value < 0;
            width = value.unsigned_abs();
        }
        let precision = match spec.precision {
            Some(count) => u64::try_from(self.count(count)?).ok(),
            None => None,
        };
        let Spec { length, conversion, position, .. } = spec;
        Ok(Field { flags, width, precision, length, conversion, position })
    }

    fn count(&mut self, count: Count) -> Result<i64, Failure> {
        let value = match count {
            Count::Number(number) => i64::try_from(number).unwrap_or(i64::MAX),
            Count::Next => self.args.take(self.context, None)? as i32 as i64,
            Count::Position(position) => self.args.take(self.context, Some(position))? as i32 as i64,
        };
        if value > i32::MAX as i64 {
            return Err(Failure::Errno(errno::EOVERFLOW));
        }
        Ok(value)
    }

    fn convert(&mut self, field: &Field) -> Result<(), Failure> {
        match field.conversion {
            b'%' => self.out.text(b"%"),
            b'm' => {
                if self.context.program.errno_reads.is_some() {
                    return Err(Stop::Unsupported(MADE_UP_MESSAGE.into()).into());
                }
                let number = self.context.errno();
                self.padded(field, errno::message(number).as_bytes());
            }
            b'd' | b'i' => {
                let value = field.length.sign_extend(self.argument(field)?);
                let mut text = number::unsigned(value.unsigned_abs(), 10, field.precision, false);
                text.prefix = sign(value < 0, field.flags).into();
                self.number(field, text, field.precision.is_none());
            }
            b'o' => self.unsigned(field, 8)?,
            b'u' => self.unsigned(field, 10)?,
            b'x' | b'X' => self.unsigned(field, 16)?,
            b'b' | b'B' => self.unsigned(field, 2)?,
            b'p' => self.pointer(field)?,
            b'c' | b'C' => self.character(field)?,
            b's' | b'S' => self.string(field)?,
            b'n' => {
                let (address, length) = (self.argument(field)?, self.out.length);
                self.context.memory().store_sized(address, field.length.bytes(), length)?;
            }
            b'e' | b'E' => self.float(field, Style::Exponent)?,
            b'f' | b'F' => self.float(field, Style::Fixed)?,
            b'g' | b'G' => self.float(field, Style::General)?,
            b'a' | b'A' => self.float(field, Style::Hexadecimal)?,
            other => {
                let name = other.escape_ascii();
                return Err(misuse(format!("the format has an unknown conversion, %{name}")).into());
            }
        }
        Ok(())
    }

    fn argument(&mut self, field: &Field) -> Result<u64, Stop> {
        self.args.take(self.context, field.position)
    }

    fn unsigned(&mut self, field: &Field, radix: u64) -> Result<(), Failure> {
        let value = field.length.zero_extend(self.argument(field)?);
        let text = number::unsigned(value, radix, field.precision, field.flags.alternative);
        self.number(field, text, field.precision.is_none());
        Ok(())
    }

    fn pointer(&mut self, field: &Field) -> Result<(), Failure> {
        let value = self.argument(field)?;
        if value == 0 {
            self.padded(field, b"(nil)");
            return Ok(());
        }
        let mut text = number::unsigned(value, 16, field.precision, true);
        text.prefix.insert_str(0, sign(false, field.flags));
        self.number(field, text, field.precision.is_none());
        Ok(())
    }

    fn character(&mut self, field: &Field) -> Result<(), Failure> {
        let value = self.argument(field)?;
        if field.conversion == b'c' && field.length != Length::Long {
            self.padded(field, &[value as u8]);
            return Ok(());
        }
        let byte = narrow(value as u32)?;
        self.padded(field, &[byte]);
        Ok(())
    }

    fn string(&mut self, field: &Field) -> Result<(), Failure> {
        let address = self.argument(field)?;
        let limit = field.precision.unwrap_or(u64::MAX);
        let text = if address == 0 {
            // glibc writes all of it or nothing.
            if limit >= 6 { b"(null)".to_vec() } else { Vec::new() }
        } else if field.conversion == b's' && field.length != Length::Long {
            self.context.memory().c_string_at_most(address, limit)?.to_vec()
        } else {
            self.wide_string(address, limit)?
        };
        self.padded(field, &text);
        Ok(())
    }

    fn wide_string(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Failure> {
        let mut text = Vec::new();
        while (text.len() as u64) < limit {
            let character = self.context.memory().load::<4>(address.wrapping_add(4 * text.len() as u64))?;
            if character == 0 {
                break;
            }
            text.push(narrow(character as u32)?);
        }
        Ok(text)
    }

    fn float(&mut self, field: &Field, style: Style) -> Result<(), Failure> {
        let value = match field.length {
            Length::LongDouble => {
                let (low, high) = self.args.take_pair(self.context, field.position)?;
                Real::Extended(Extended::from_words(low, high))
            }
            _ => Real::Double(f64::from_bits(self.argument(field)?)),
        };
        let sign = sign(value.is_negative(), field.flags);
        if !value.is_finite() {
            let name = if value.is_nan() { "nan" } else { "inf" };
            let text = Text { prefix: sign.into(), digits: name.into(), ..Text::default() };
            self.number(field, text, false);
            return Ok(());
        }
        let format = FloatFormat { style, precision: field.precision, alternative: field.flags.alternative };
        let mut text = number::float(&value.absolute(), format);
        text.prefix.insert_str(0, sign);
        self.number(field, text, true);
        Ok(())
    }

    /// Writes a number in its field; upper-case conversions have it all in upper case.
    fn number(&mut self, field: &Field, mut text: Text, may_pad_with_zeros: bool) {
        if field.conversion.is_ascii_uppercase() {
            for part in [&mut text.prefix, &mut text.digits, &mut text.exponent] {
                part.make_ascii_uppercase();
            }
        }
        let length = text.prefix.len() + text.digits.len() + text.exponent.len();
        let zeros = text.leading_zeros.saturating_add(text.trailing_zeros);
        let padding = field.width.saturating_sub((length as u64).saturating_add(zeros));
        let pad_with_zeros = field.flags.zero && !field.flags.left && may_pad_with_zeros;
        if !field.flags.left && !pad_with_zeros {
            self.out.repeat(b' ', padding);
        }
        self.out.text(text.prefix.as_bytes());
        if pad_with_zeros {
            self.out.repeat(b'0', padding);
        }
        self.out.repeat(b'0', text.leading_zeros);
        self.out.text(text.digits.as_bytes());
        self.out.repeat(b'0', text.trailing_zeros);
        self.out.text(text.exponent.as_bytes());
        if field.flags.left {
            self.out.repeat(b' ', padding);
        }
    }

    fn padded(&mut self, field: &Field, text: &[u8]) {
        let padding = field.width.saturating_sub(text.len() as u64);
        if !field.flags.left {
            self.out.repeat(b' ', padding);
        }
        self.out.text(text);
        if field.flags.left {
            self.out.repeat(b' ', padding);
        }
    }
}

fn sign(negative: bool, flags: Flags) -> &'static str {
    match (negative, flags.plus, flags.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

/// A wide character as the C locale writes it.
fn narrow(character: u32) -> Result<u8, Failure> {
    if character < 128 { Ok(character as u8) } else { Err(Failure::Errno(errno::EILSEQ)) }
}

fn misuse(message: String) -> Stop {
    Stop::Fault(FaultKind::LibraryMisuse, message)
}
