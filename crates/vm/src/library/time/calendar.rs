//! The calendar: `struct tm` from seconds and back. The time zone is UTC.

use super::{format, parse};
use crate::context::{Context, Stop};
use crate::errno;
use crate::library::{Args, Native, Return, hidden};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("gmtime", gmtime),
    Native::local("localtime", gmtime),
    Native::local("gmtime_r", gmtime_r),
    Native::local("localtime_r", gmtime_r),
    Native::local("mktime", mktime),
    Native::local("timegm", mktime),
    Native::local("timelocal", mktime),
    Native::local("asctime", asctime),
    Native::local("asctime_r", asctime_r),
    Native::local("ctime", ctime),
    Native::local("ctime_r", ctime_r),
    Native::local("strftime", strftime),
    Native::local("strptime", strptime),
    Native::local("difftime", difftime),
    Native::local("tzset", |_, _| Ok(Return::Void)),
];

/// `struct tm`, in the order of its members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tm {
    pub second: i32,
    pub minute: i32,
    pub hour: i32,
    /// 1 …
    pub day: i32,
    /// 0 …
    pub month: i32,
    /// Since 1900.
    pub year: i32,
    /// 0: Sunday.
    pub week_day: i32,
    pub year_day: i32,
}

const DAY: i64 = 86400;
/// Days of 400 years.
const ERA: i64 = 146_097;

/// Days since 1970 of a day in the Gregorian calendar; months count from 0 and may be any number.
fn days_from_date(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March here, so that the leap day is the last one.
    let (year, month) = (year + (month - 2).div_euclid(12), (month - 2).rem_euclid(12));
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
    const MARCH_0000_TO_1970: i64 = 719_468;
    era * ERA + day_of_era - MARCH_0000_TO_1970
}

impl Tm {
    /// `None` if the year is out of range.
    pub(crate) fn from_seconds(seconds: i64) -> Option<Tm> {
        let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        // An estimate that is at most one too high, put right below.
        let mut year = 1970 + days.div_euclid(ERA) * 400 + days.rem_euclid(ERA) / 365;
        while days_from_date(year, 0, 1) > days {
            year -= 1;
        }
        let year_day = days - days_from_date(year, 0, 1);
        let month = (0..12).rev().find(|&month| days_from_date(year, month, 1) <= days)?;
        Some(Tm {
            second: (rest % 60) as i32,
            minute: (rest / 60 % 60) as i32,
            hour: (rest / 3600) as i32,
            day: (days - days_from_date(year, month, 1)) as i32 + 1,
            month: month as i32,
            year: i32::try_from(year - 1900).ok()?,
            week_day: (days + 4).rem_euclid(7) as i32,
            year_day: year_day as i32,
        })
    }

    /// Members may be out of their ranges.
    pub(crate) fn seconds(&self) -> i64 {
        let days = days_from_date(self.year as i64 + 1900, self.month as i64, self.day as i64);
        days * DAY + self.hour as i64 * 3600 + self.minute as i64 * 60 + self.second as i64
    }

    pub(crate) fn load(context: &mut Context, from: u64) -> Result<Tm, Stop> {
        let bytes = context.memory().read(from, 32)?;
        let mut words =
            bytes.chunks_exact(4).map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let mut next = || words.next().unwrap_or(0);
        Ok(Tm {
            second: next(),
            minute: next(),
            hour: next(),
            day: next(),
            month: next(),
            year: next(),
            week_day: next(),
            year_day: next(),
        })
    }

    /// All of `struct tm`: also `tm_isdst`, `tm_gmtoff` and `tm_zone`.
    pub(crate) fn store(&self, context: &mut Context, to: u64) -> Result<(), Stop> {
        let Tm { second, minute, hour, day, month, year, week_day, year_day } = *self;
        let words = [second, minute, hour, day, month, year, week_day, year_day, 0, 0];
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend_from_slice(&0u64.to_le_bytes());
        bytes.extend_from_slice(&hidden::NAME_GMT.to_le_bytes());
        Ok(context.memory().write(to, &bytes)?)
    }

    /// `asctime`'s format.
    fn text(&self) -> Vec<u8> {
        let mut text = format::format(b"%a %b %e %H:%M:%S %Y\n", self);
        text.push(0);
        text
    }
}

fn broken_down(context: &mut Context, from: u64, to: u64) -> Result<Return, Stop> {
    let seconds = context.memory().load::<8>(from)? as i64;
    let Some(tm) = Tm::from_seconds(seconds) else {
        context.set_errno(errno::EOVERFLOW);
        return Ok(Return::Word(0));
    };
    tm.store(context, to)?;
    Ok(Return::Word(to))
}

fn gmtime(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    broken_down(context, args.word(0), hidden::TM_RESULT)
}

fn gmtime_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    broken_down(context, args.word(0), args.word(1))
}

/// Also brings the members into their ranges.
fn mktime(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let seconds = Tm::load(context, args.word(0))?.seconds();
    if let Some(tm) = Tm::from_seconds(seconds) {
        tm.store(context, args.word(0))?;
    }
    Ok(Return::long(seconds))
}

fn write_text(context: &mut Context, tm: &Tm, to: u64) -> Result<Return, Stop> {
    context.memory().write(to, &tm.text())?;
    Ok(Return::Word(to))
}

fn asctime(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let tm = Tm::load(context, args.word(0))?;
    write_text(context, &tm, hidden::ASCTIME_RESULT)
}

fn asctime_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let tm = Tm::load(context, args.word(0))?;
    write_text(context, &tm, args.word(1))
}

fn ctime(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let seconds = context.memory().load::<8>(args.word(0))? as i64;
    write_text(context, &Tm::from_seconds(seconds).unwrap_or_default(), hidden::ASCTIME_RESULT)
}

fn ctime_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let seconds = context.memory().load::<8>(args.word(0))? as i64;
    write_text(context, &Tm::from_seconds(seconds).unwrap_or_default(), args.word(1))
}

/// Nothing is promised about the buffer when the text does not fit.
fn strftime(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let pattern = context.memory().c_string(args.word(2))?.to_vec();
    let tm = Tm::load(context, args.word(3))?;
    let mut text = format::format(&pattern, &tm);
    let length = text.len() as u64;
    if length >= args.word(1) {
        return Ok(Return::Word(0));
    }
    text.push(0);
    context.memory().write(args.word(0), &text)?;
    Ok(Return::Word(length))
}

fn strptime(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?.to_vec();
    let pattern = context.memory().c_string(args.word(1))?.to_vec();
    let mut tm = Tm::load(context, args.word(2))?;
    let Some(used) = parse::parse(&text, &pattern, &mut tm) else { return Ok(Return::Word(0)) };
    if let Some(day) = Tm::from_seconds(tm.seconds()) {
        (tm.week_day, tm.year_day) = (day.week_day, day.year_day);
    }
    tm.store(context, args.word(2))?;
    Ok(Return::Word(args.word(0) + used as u64))
}

fn difftime(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::double(args.word(0) as i64 as f64 - args.word(1) as i64 as f64))
}
