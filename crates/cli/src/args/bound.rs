//! `--bound KIND=K` and `--bound KIND=A..B`.

use mazurka_explore::Bound;
use mazurka_report::BoundKind;

/// One bound, or several to be tried in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub kind: BoundKind,
    first: u32,
    last: u32,
}

impl Bounds {
    pub(crate) fn iter(self) -> impl Iterator<Item = Bound> {
        (self.first..=self.last).map(move |limit| match self.kind {
            BoundKind::Preemptions => Bound::Preemptions(limit),
            BoundKind::Delays => Bound::Delays(limit),
        })
    }
}

/// What the option's value means.
pub(super) fn bounds(text: &str) -> Result<Bounds, String> {
    let wrong = || "give preemptions=2, delays=2, or a range such as preemptions=0..3".to_owned();
    let (kind, limits) = text.split_once('=').ok_or_else(wrong)?;
    let kind = match kind {
        "preemptions" => BoundKind::Preemptions,
        "delays" => BoundKind::Delays,
        _ => return Err(wrong()),
    };
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let (first, last) = match limits.split_once("..") {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(limits)?, number(limits)?),
    };
    if first > last {
        return Err(format!("{first} is more than {last}"));
    }
    Ok(Bounds { kind, first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_one_or_several() {
        let all = |text| bounds(text).map(|bounds| bounds.iter().collect::<Vec<Bound>>());
        assert_eq!(all("preemptions=2"), Ok(vec![Bound::Preemptions(2)]));
        assert_eq!(all("delays=0..2"), Ok(vec![Bound::Delays(0), Bound::Delays(1), Bound::Delays(2)]));
        for wrong in
            ["", "2", "preemptions", "preemptions=", "switches=1", "delays=-1", "delays=1..", "delays=x"]
        {
            assert!(all(wrong).is_err_and(|message| message.starts_with("give preemptions=2")), "{wrong}");
        }
        assert_eq!(all("delays=3..1"), Err("3 is more than 1".to_owned()));
    }
}
