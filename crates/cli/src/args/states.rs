//! Options of stateful searches.

use clap::Args;

use crate::presets::StateKey;

#[derive(Args, Clone)]
pub(crate) struct States {
    /// How states are matched [default: exact]
    #[arg(long, value_name = "HOW")]
    pub states: Option<StateKey>,

    /// Stop when the states and what else grows with the search take more memory than this: bytes, or K, M or G of them
    /// [default: no limit; with --reduction auto 1G for each search]
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "bitstate")]
    pub max_memory: Option<usize>,

    /// Look for livelocks: cycles of states in which a thread waits all the time while others run. Takes more memory, and
    /// needs --reduction stateful
    #[arg(long, conflicts_with = "bitstate")]
    pub livelock: bool,

    /// Look for executions that cannot end.
    #[arg(skip)]
    pub unending: bool,

    /// Store only three bits of each state, in a table of this size. Finds bugs in programs with too many states, and is
    /// never `ok`: different states may share their bits
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub bitstate: Option<u32>,

    /// List where more than one step was explored, how often, and why
    #[arg(long)]
    pub show_choices: bool,
}

impl States {
    /// The first of the options that were given.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            (self.states.is_some(), "--states"),
            (self.max_memory.is_some(), "--max-memory"),
            (self.livelock, "--livelock"),
            (self.bitstate.is_some(), "--bitstate"),
            (self.show_choices, "--show-choices"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

/// `1000`, `64K`, `512M`, `4G`.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (digits, &text[digits.len()..]),
        None => (text, ""),
    };
    let shift = match unit {
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => 0,
    };
    let bytes = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| "a size is expected, such as 512M or 4G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("1000"), Ok(1000));
        assert_eq!(size("64K"), Ok(65_536));
        assert_eq!(size("3M"), Ok(3 << 20));
        assert_eq!(size("4G"), Ok(4 << 30));
        for wrong in ["", "M", "1T", "-1", "1.5G", "99999999999999999999", "18446744073709551615K"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
