//! `strftime` in the C locale.

use super::calendar::Tm;

pub(super) const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) fn format(pattern: &[u8], tm: &Tm) -> Vec<u8> {
    // A program may pass anything.
    let sensible = |value: i32| value.clamp(-1000, 1000);
    let (month, week_day, year_day) = (sensible(tm.month), sensible(tm.week_day), sensible(tm.year_day));
    let tm = &Tm { month, week_day, year_day, ..*tm };
    let mut out = Vec::new();
    let mut rest = pattern.iter();
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut conversion = rest.next().copied();
        // Alternative representations, which the C locale does not have.
        while matches!(conversion, Some(b'E' | b'O' | b'-' | b'_')) {
            conversion = rest.next().copied();
        }
        match conversion {
            Some(conversion) => out.extend_from_slice(&convert(conversion, tm)),
            None => out.push(b'%'),
        }
    }
    out
}

fn convert(conversion: u8, tm: &Tm) -> Vec<u8> {
    let year = tm.year as i64 + 1900;
    let hour_of_12 = if tm.hour % 12 == 0 { 12 } else { tm.hour % 12 };
    let text = match conversion {
        b'a' => short(name(&DAYS, tm.week_day)),
        b'A' => name(&DAYS, tm.week_day).to_owned(),
        b'b' | b'h' => short(name(&MONTHS, tm.month)),
        b'B' => name(&MONTHS, tm.month).to_owned(),
        b'c' => return format(b"%a %b %e %H:%M:%S %Y", tm),
        b'C' => format!("{:02}", year.div_euclid(100)),
        b'd' => format!("{:02}", tm.day),
        b'D' | b'x' => return format(b"%m/%d/%y", tm),
        b'e' => format!("{:2}", tm.day),
        b'F' => return format(b"%Y-%m-%d", tm),
        b'g' => format!("{:02}", iso_week(tm).0.rem_euclid(100)),
        b'G' => iso_week(tm).0.to_string(),
        b'H' => format!("{:02}", tm.hour),
        b'I' => format!("{hour_of_12:02}"),
        b'j' => format!("{:03}", tm.year_day + 1),
        b'k' => format!("{:2}", tm.hour),
        b'l' => format!("{hour_of_12:2}"),
        b'm' => format!("{:02}", tm.month + 1),
        b'M' => format!("{:02}", tm.minute),
        b'n' => "\n".into(),
        b'p' => if tm.hour < 12 { "AM" } else { "PM" }.into(),
        b'P' => if tm.hour < 12 { "am" } else { "pm" }.into(),
        b'r' => return format(b"%I:%M:%S %p", tm),
        b'R' => return format(b"%H:%M", tm),
        b's' => tm.seconds().to_string(),
        b'S' => format!("{:02}", tm.second),
        b't' => "\t".into(),
        b'T' | b'X' => return format(b"%H:%M:%S", tm),
        b'u' => if tm.week_day == 0 { 7 } else { tm.week_day }.to_string(),
        b'U' => format!("{:02}", (tm.year_day + 7 - tm.week_day) / 7),
        b'V' => format!("{:02}", iso_week(tm).1),
        b'w' => tm.week_day.to_string(),
        b'W' => format!("{:02}", (tm.year_day + 7 - (tm.week_day + 6) % 7) / 7),
        b'y' => format!("{:02}", year.rem_euclid(100)),
        b'Y' => year.to_string(),
        b'z' => "+0000".into(),
        b'Z' => "GMT".into(),
        b'%' => "%".into(),
        other => return vec![b'%', other],
    };
    text.into_bytes()
}

fn name<'a>(names: &[&'a str], index: i32) -> &'a str {
    usize::try_from(index).ok().and_then(|index| names.get(index)).copied().unwrap_or("?")
}

fn short(name: &str) -> String {
    name.chars().take(3).collect()
}

/// Year and week of ISO 8601: the week with the year's first Thursday is its first.
fn iso_week(tm: &Tm) -> (i64, i32) {
    let year = tm.year as i64 + 1900;
    let from_monday = (tm.week_day + 6) % 7;
    let week = (tm.year_day - from_monday + 10) / 7;
    if week < 1 {
        return (year - 1, weeks_in(year - 1));
    }
    if week > weeks_in(year) {
        return (year + 1, 1);
    }
    (year, week)
}

/// 53 if the year starts on a Thursday, or ends on one.
fn weeks_in(year: i64) -> i32 {
    let last_day =
        |year: i64| (year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400)).rem_euclid(7);
    if last_day(year) == 4 || last_day(year - 1) == 3 { 53 } else { 52 }
}
