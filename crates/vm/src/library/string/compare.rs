//! Comparisons.

use std::cmp::Ordering;

use crate::context::{Context, Stop};
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::on_memory("strcmp", strcmp),
    Native::on_memory("strcoll", strcmp),
    Native::on_memory("strncmp", strncmp),
    Native::on_memory("strcasecmp", strcasecmp),
    Native::on_memory("strncasecmp", strncasecmp),
    Native::on_memory("strverscmp", strverscmp),
];

fn strcmp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    compare(context, args, u64::MAX, |byte| byte)
}

fn strncmp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    compare(context, args, args.word(2), |byte| byte)
}

fn strcasecmp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    compare(context, args, u64::MAX, |byte| byte.to_ascii_lowercase())
}

fn strncasecmp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    compare(context, args, args.word(2), |byte| byte.to_ascii_lowercase())
}

/// Looks no further than the first difference: what follows need not be terminated.
fn compare(context: &mut Context, args: &Args, limit: u64, key: fn(u8) -> u8) -> Result<Return, Stop> {
    const CHUNK: u64 = 64;
    let (left, right) = (args.word(0), args.word(1));
    let mut done = 0;
    while done < limit {
        let (at_left, at_right) = (left.wrapping_add(done), right.wrapping_add(done));
        let memory = context.memory();
        let chunk = memory.addressable(at_left, CHUNK.min(limit - done));
        let chunk = memory.addressable(at_right, chunk).max(1);
        let mut bytes = [0; CHUNK as usize];
        let bytes = &mut bytes[..chunk as usize];
        bytes.copy_from_slice(memory.peek(at_left, chunk)?);
        let pairs = bytes.iter().zip(memory.peek(at_right, chunk)?);
        let mut keys = pairs.map(|(&left, &right)| (key(left), key(right)));
        let end = keys.position(|(left, right)| left != right || left == 0);
        let looked_at = end.map_or(chunk, |end| end as u64 + 1);
        memory.note_read(at_left, looked_at);
        let others = memory.read(at_right, looked_at)?;
        if let Some(end) = end {
            return Ok(Return::int(key(bytes[end]) as i32 - key(others[end]) as i32));
        }
        done += chunk;
    }
    Ok(Return::int(0))
}

/// Like `strcmp`, but runs of digits count as numbers; runs that begin with a zero as fractions.
fn strverscmp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let left = context.memory().c_string(args.word(0))?.to_vec();
    let right = context.memory().c_string(args.word(1))?;
    Ok(Return::int(compare_versions(&left, right)))
}

fn compare_versions(left: &[u8], right: &[u8]) -> i32 {
    let differ = (0..left.len().max(right.len())).find(|&at| left.get(at) != right.get(at));
    let Some(at) = differ else { return 0 };
    let start = left[..at].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |before| before + 1);
    let common = &left[start..at];
    let (left_run, right_run) = (digits(&left[at..]), digits(&right[at..]));
    let first = |text: &[u8]| text.get(at).copied().unwrap_or(0) as i32;
    let plain = first(left) - first(right);
    let by_length = match left_run.len().cmp(&right_run.len()) {
        Ordering::Equal => plain,
        order => order as i32,
    };
    match common.first() {
        // Zeros so far: the one with more digits is a fraction, and smaller.
        Some(b'0') if common.iter().all(|&byte| byte == b'0') => {
            match (left_run.is_empty(), right_run.is_empty()) {
                (false, true) => -1,
                (true, false) => 1,
                _ => plain,
            }
        }
        Some(b'0') => plain,
        Some(_) => by_length,
        None if is_number(left_run) && is_number(right_run) => by_length,
        None => plain,
    }
}

fn digits(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| byte.is_ascii_digit()).count()]
}

fn is_number(run: &[u8]) -> bool {
    run.first().is_some_and(|&byte| byte != b'0')
}

#[cfg(test)]
mod tests {
    use super::compare_versions;

    /// The example of the manual page strverscmp(3).
    #[test]
    fn versions_are_ordered_as_the_manual_says() {
        let sorted = ["000", "00", "01", "010", "09", "0", "1", "9", "10"];
        for (i, left) in sorted.iter().enumerate() {
            for (j, right) in sorted.iter().enumerate() {
                let order = compare_versions(left.as_bytes(), right.as_bytes());
                assert_eq!(order.signum(), (i as i32 - j as i32).signum(), "{left} against {right}");
            }
        }
        assert!(compare_versions(b"jan9", b"jan10") < 0);
        assert!(compare_versions(b"alpha1", b"alphab") < 0);
    }
}
