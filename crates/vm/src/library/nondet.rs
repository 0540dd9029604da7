//! `__VERIFIER_nondet_*`, the nondeterministic numbers of SV-COMP's programs: each value is a choice. Where there are too
//! many to try them all, the user selects a range ([`crate::config::OpenNumbers`]).

use std::ops::RangeInclusive;

use mazurka_machine::{Choice, Operation};

use super::{Intent, Native, Return};
use crate::config::Config;
use crate::context::{Context, Stop, View};

use Number::{Double, Float, Signed, Unsigned};

macro_rules! numbers {
    ($($name:literal: $number:expr;)*) => {
        pub(super) static FAMILY: &[Native] = &[$(Native::visible(
            concat!("__VERIFIER_nondet_", $name),
            |view, _| describe(view, concat!("__VERIFIER_nondet_", $name), $number),
            |context, _, choice| pick(context, concat!("__VERIFIER_nondet_", $name), $number, choice),
        )
        .value_of_choice(|config, choice| chosen(config, concat!("__VERIFIER_nondet_", $name), $number, choice)),)*];
    };
}

numbers! {
    "bool": Unsigned(1);
    "_Bool": Unsigned(1);
    "char": Signed(8);
    "uchar": Unsigned(8);
    "u8": Unsigned(8);
    "short": Signed(16);
    "ushort": Unsigned(16);
    "u16": Unsigned(16);
    "int": Signed(32);
    "uint": Unsigned(32);
    "unsigned": Unsigned(32);
    "unsigned_int": Unsigned(32);
    "u32": Unsigned(32);
    "long": Signed(64);
    "longlong": Signed(64);
    "loff_t": Signed(64);
    "ulong": Unsigned(64);
    "ulonglong": Unsigned(64);
    "u64": Unsigned(64);
    "size_t": Unsigned(64);
    "pointer": Unsigned(64);
    "float": Float;
    "double": Double;
}

/// A type, by its number of bits.
#[derive(Clone, Copy)]
enum Number {
    Signed(u32),
    Unsigned(u32),
    /// Of these only whole numbers are tried.
    Float,
    Double,
}

/// Types of at most this many bits need no range.
const FEW_BITS: u32 = 16;
/// To types of at most this many bits, a range for all functions does not apply.
const VERY_FEW_BITS: u32 = 8;

impl Number {
    fn bits(self) -> u32 {
        match self {
            Signed(bits) | Unsigned(bits) => bits,
            Float => 32,
            Double => 64,
        }
    }

    /// All (whole) values.
    fn values(self) -> RangeInclusive<i128> {
        match self {
            Unsigned(bits) => 0..=(1 << bits) - 1,
            Signed(bits) => -(1 << (bits - 1))..=(1 << (bits - 1)) - 1,
            // Beyond these there are gaps between the whole numbers.
            Float => -(1 << 24)..=1 << 24,
            Double => -(1 << 53)..=1 << 53,
        }
    }

    /// As a register holds it.
    fn encode(self, value: i128) -> u64 {
        match self {
            Signed(64) | Unsigned(64) => value as u64,
            Signed(bits) | Unsigned(bits) => value as u64 & ((1 << bits) - 1),
            Float => (value as f32).to_bits() as u64,
            Double => (value as f64).to_bits(),
        }
    }
}

fn describe(view: &View, function: &str, number: Number) -> Result<Intent, Stop> {
    let values = explored(view.config, function, number)?;
    Ok(Intent { choices: count(&values) as u32, ..Intent::ready(Operation::Choose) })
}

fn pick(context: &mut Context, function: &str, number: Number, choice: Choice) -> Result<Return, Stop> {
    let values = explored(context.config, function, number)?;
    Ok(Return::Word(number.encode(nth(&values, choice))))
}

/// The number that one of these functions returns.
fn chosen(config: &Config, function: &str, number: Number, choice: Choice) -> Option<String> {
    explored(config, function, number).ok().map(|values| nth(&values, choice).to_string())
}

/// The values to choose from, if there are not too many.
fn explored(config: &Config, function: &str, number: Number) -> Result<RangeInclusive<i128>, Stop> {
    let all = number.values();
    let open = &config.open_numbers;
    let own = open.of_function.iter().rev().find(|(name, _)| name == function).map(|(_, range)| range);
    let range = own.or(open.of_all.as_ref().filter(|_| number.bits() > VERY_FEW_BITS));
    let values = match range {
        Some(range) => *all.start().max(range.start())..=*all.end().min(range.end()),
        None if number.bits() <= FEW_BITS => all,
        None => return Err(too_many(function, &all)),
    };
    match count(&values) {
        0 => Err(Stop::Unsupported(format!("no value of `{function}` is in its range"))),
        1..=CHOICES => Ok(values),
        _ => Err(too_many(function, &values)),
    }
}

const CHOICES: i128 = Choice::MAX as i128;

fn count(values: &RangeInclusive<i128>) -> i128 {
    (values.end() - values.start() + 1).max(0)
}

fn too_many(function: &str, values: &RangeInclusive<i128>) -> Stop {
    Stop::Unsupported(format!(
        "`{function}` may return any number from {} to {}, too many to try them all; set a range with \
         `--nondet-range LO..HI`, or let the program choose among a few with `mz_choose`",
        values.start(),
        values.end()
    ))
}

/// In order, beginning with 0 if that is one of them: `mazurka run` always takes the first.
fn nth(values: &RangeInclusive<i128>, choice: Choice) -> i128 {
    let (first, last) = (*values.start(), *values.end());
    let choice = choice as i128;
    match () {
        _ if !values.contains(&0) => first + choice,
        _ if choice <= last => choice,
        _ => first + (choice - last - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::OpenNumbers;
    use crate::library::find;

    fn with(of_all: Option<RangeInclusive<i128>>, of_function: &[(&str, RangeInclusive<i128>)]) -> Config {
        let of_function = of_function.iter().map(|(name, range)| (name.to_string(), range.clone())).collect();
        Config { open_numbers: OpenNumbers { of_all, of_function }, ..Config::default() }
    }

    fn values(config: &Config, number: Number) -> Result<Vec<i128>, String> {
        match explored(config, "f", number) {
            Ok(values) => Ok((0..count(&values) as u32).map(|choice| nth(&values, choice)).collect()),
            Err(Stop::Unsupported(message)) => Err(message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn small_types_are_explored_in_full_from_zero_on() {
        let config = Config::default();
        assert_eq!(values(&config, Unsigned(1)), Ok(vec![0, 1]));
        let chars = values(&config, Signed(8)).unwrap();
        assert_eq!(chars[..2], [0, 1]);
        assert_eq!(chars[126..130], [126, 127, -128, -127]);
        assert_eq!((chars.len(), chars[255]), (256, -1));
        assert_eq!(values(&config, Signed(16)).unwrap().len(), 65536);
    }

    #[test]
    fn large_types_need_a_range() {
        for number in [Signed(32), Unsigned(64), Float, Double] {
            let message = values(&Config::default(), number).unwrap_err();
            assert!(message.contains("too many") && message.contains("--nondet-range"), "{message}");
        }
        let config = with(Some(-2..=3), &[]);
        assert_eq!(values(&config, Signed(32)), Ok(vec![0, 1, 2, 3, -2, -1]));
        assert_eq!(values(&config, Unsigned(64)), Ok(vec![0, 1, 2, 3]));
        assert_eq!(values(&config, Unsigned(8)).unwrap().len(), 256, "few enough to try them all");
        assert!(values(&with(Some(0..=i128::from(u32::MAX)), &[]), Unsigned(64)).is_err());
    }

    #[test]
    fn a_choice_can_be_named() {
        let config = with(Some(-2..=3), &[]);
        let chosen = |config: &Config, function: &str, choice| {
            find(function).and_then(|native| native.facts.value_of_choice?(config, choice))
        };
        let int = |choice| chosen(&config, "__VERIFIER_nondet_int", choice);
        assert_eq!((int(0).as_deref(), int(4).as_deref()), (Some("0"), Some("-2")));
        assert_eq!(chosen(&config, "__VERIFIER_nondet_char", 128).as_deref(), Some("-128"));
        assert_eq!(chosen(&config, "reallocarray", 1).as_deref(), Some("NULL"));
        assert_eq!(chosen(&config, "pthread_cond_signal", 0), None);
        assert_eq!(chosen(&Config::default(), "__VERIFIER_nondet_int", 0), None);
    }

    #[test]
    fn a_function_can_have_a_range_of_its_own() {
        let config = with(Some(5..=6), &[("f", 7..=8), ("g", 1..=2)]);
        assert_eq!(values(&config, Signed(32)), Ok(vec![7, 8]));
        assert_eq!(values(&config, Signed(8)), Ok(vec![7, 8]));
        let outside = with(None, &[("f", -2..=-1)]);
        assert!(values(&outside, Unsigned(8)).unwrap_err().contains("no value of `f`"));
    }

    #[test]
    fn values_are_encoded_for_their_type() {
        assert_eq!(Signed(8).encode(-1), 0xff);
        assert_eq!(Signed(64).encode(-1), u64::MAX);
        assert_eq!(Float.encode(-2), (-2.0_f32).to_bits() as u64);
        assert_eq!(Double.encode(3), 3.0_f64.to_bits());
    }
}
