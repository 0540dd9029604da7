//! `strptime` in the C locale.

use super::calendar::Tm;
use super::format::{DAYS, MONTHS};
use crate::library::ctype::is_space;

/// How much of the text the pattern took, or `None` if they do not match.
pub(super) fn parse(text: &[u8], pattern: &[u8], tm: &mut Tm) -> Option<usize> {
    let mut parser = Parser { text, at: 0 };
    parser.pattern(pattern, tm)?;
    Some(parser.at)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn pattern(&mut self, pattern: &[u8], tm: &mut Tm) -> Option<()> {
        let mut rest = pattern.iter();
        while let Some(&byte) = rest.next() {
            match byte {
                b'%' => {
                    let mut conversion = *rest.next()?;
                    if matches!(conversion, b'E' | b'O') {
                        conversion = *rest.next()?;
                    }
                    self.convert(conversion, tm)?;
                }
                byte if is_space(byte) => self.skip_space(),
                byte => self.literal(byte)?,
            }
        }
        Some(())
    }

    fn convert(&mut self, conversion: u8, tm: &mut Tm) -> Option<()> {
        match conversion {
            b'Y' => tm.year = self.number(4, 0, 9999)? - 1900,
            b'y' => {
                let year = self.number(2, 0, 99)?;
                tm.year = if year < 69 { year + 100 } else { year };
            }
            b'm' => tm.month = self.number(2, 1, 12)? - 1,
            b'd' | b'e' => tm.day = self.number(2, 1, 31)?,
            b'H' | b'k' => tm.hour = self.number(2, 0, 23)?,
            b'I' | b'l' => tm.hour = self.number(2, 1, 12)? % 12,
            b'M' => tm.minute = self.number(2, 0, 59)?,
            b'S' => tm.second = self.number(2, 0, 61)?,
            b'j' => tm.year_day = self.number(3, 1, 366)? - 1,
            b'w' => tm.week_day = self.number(1, 0, 6)?,
            b'p' => tm.hour = tm.hour.wrapping_add(12 * self.name(&["AM", "PM"])?),
            b'a' | b'A' => tm.week_day = self.name(&DAYS)?,
            b'b' | b'B' | b'h' => tm.month = self.name(&MONTHS)?,
            b'D' => self.pattern(b"%m/%d/%y", tm)?,
            b'F' => self.pattern(b"%Y-%m-%d", tm)?,
            b'R' => self.pattern(b"%H:%M", tm)?,
            b'T' => self.pattern(b"%H:%M:%S", tm)?,
            b'n' | b't' => self.skip_space(),
            b'%' => self.literal(b'%')?,
            _ => return None,
        }
        Some(())
    }

    fn skip_space(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|&&byte| is_space(byte)).count();
    }

    fn literal(&mut self, byte: u8) -> Option<()> {
        if self.text.get(self.at) != Some(&byte) {
            return None;
        }
        self.at += 1;
        Some(())
    }

    fn number(&mut self, digits: usize, least: i32, greatest: i32) -> Option<i32> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let length = rest.iter().take(digits).take_while(|byte| byte.is_ascii_digit()).count();
        let value: i32 = std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?;
        self.at += length;
        (least..=greatest).contains(&value).then_some(value)
    }

    /// A name in full or its first three letters, in any case; its index.
    fn name(&mut self, names: &[&str]) -> Option<i32> {
        let rest = &self.text[self.at..];
        let starts = |name: &str| {
            rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        };
        for (index, name) in names.iter().enumerate() {
            for candidate in [name, &name[..name.len().min(3)]] {
                if starts(candidate) {
                    self.at += candidate.len();
                    return Some(index as i32);
                }
            }
        }
        None
    }
}
