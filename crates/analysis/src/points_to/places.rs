//! Places in objects: offsets that are known, or known up to a multiple of something.

use crate::gep::gcd;

/// Bytes of a pointer.
pub(super) const POINTER: u64 = 8;

/// Offsets `start + k * stride` in an object, for every integer `k`, and up to `spread` behind each in steps of `step`, which is an array in
/// what is repeated. All offsets if the stride is 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    start: i64,
    stride: u64,
    spread: u64,
    step: u64,
}

/// From an address to another one in the same object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Steps {
    /// So far on.
    pub by: i64,
    /// And by any multiple of this.
    pub stride: u64,
    /// And by multiples of `step`, up to this.
    pub spread: u64,
    pub step: u64,
}

impl Steps {
    pub const ANY: Steps = Steps { by: 0, stride: 1, spread: 0, step: 0 };
}

/// `size` bytes from every offset of a place on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    pub place: Place,
    pub size: u64,
}

/// What becomes of a span that is copied with the bytes around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Copied {
    /// It is not among them.
    None,
    Whole(Span),
    /// Some of its bytes may arrive without the others.
    Part,
}

impl Place {
    pub const ANYWHERE: Place = Place { start: 0, stride: 1, spread: 0, step: 0 };

    pub fn at(start: i64) -> Place {
        Place { start, stride: 0, spread: 0, step: 0 }
    }

    pub fn moved(self, steps: Steps) -> Place {
        let stride = gcd(self.stride, steps.stride);
        match (self.start.checked_add(steps.by), self.spread.checked_add(steps.spread)) {
            (Some(start), Some(spread)) if stride != 1 => {
                Place { start: reduced(start, stride), stride, spread, step: gcd(self.step, steps.step) }
            }
            _ => Place::ANYWHERE,
        }
    }

    /// Whether all offsets of another place are among these.
    pub(super) fn covers(self, other: Place) -> bool {
        let is_repeated = self.stride != 0 && self.spread == 0 && other.spread == 0;
        self == other
            || self == Place::ANYWHERE
            || is_repeated
                && other.stride.is_multiple_of(self.stride)
                && reduced(other.start, self.stride) == reduced(self.start, self.stride)
    }

    /// A place that covers both.
    pub(super) fn joined(self, other: Place) -> Place {
        let apart = self.start.abs_diff(other.start);
        match self.spread == 0 && other.spread == 0 {
            true => Place::at(self.start)
                .moved(Steps { stride: gcd(gcd(self.stride, other.stride), apart), ..Steps::default() }),
            false => Place::ANYWHERE,
        }
    }

    /// The offset, if it is the only one.
    pub(super) fn exact(self) -> Option<i64> {
        (self.stride == 0 && self.spread == 0).then_some(self.start)
    }

    fn is_aligned(self) -> bool {
        let multiples = [self.start.unsigned_abs(), self.stride, self.step];
        multiples.iter().all(|offset| offset.is_multiple_of(POINTER))
    }
}

impl Span {
    pub const EVERYTHING: Span = Span { place: Place::ANYWHERE, size: u64::MAX };

    pub fn new(place: Place, size: u64) -> Span {
        Span { place, size }
    }

    /// Whether some byte may be in both.
    pub fn overlaps(self, other: Span) -> bool {
        match self.distance(other) {
            (0, distance) => distance < self.length() && -distance < other.length(),
            (period, ahead) => ahead < self.length() || i128::from(period) - ahead < other.length(),
        }
    }

    /// From the first byte to the last one of those that are not repeated.
    fn length(self) -> i128 {
        i128::from(self.size) + i128::from(self.place.spread)
    }

    /// Whether a byte at this offset is in it.
    pub fn contains(self, offset: i64) -> bool {
        self.overlaps(Span::new(Place::at(offset), 1))
    }

    /// Whether a pointer that is written to one span is read in whole from another one, or not at all.
    pub(super) fn keeps_pointers_whole(self, read: Span) -> bool {
        let is_one = self.place.spread == 0 && read.place.spread == 0;
        match (self.size, read.size) {
            (..POINTER, _) | (_, ..POINTER) => false,
            (POINTER, POINTER) if is_one && matches!(self.distance(read), (0 | POINTER.., 0)) => true,
            _ => self.place.is_aligned() && read.place.is_aligned(),
        }
    }

    /// Where it is after `length` bytes are copied from one place to another.
    pub(super) fn copied(self, from: Place, to: Place, length: u64) -> Copied {
        let source = Span::new(from, length);
        if !source.overlaps(self) {
            return Copied::None;
        }
        if self.place.spread != 0 || from.spread != 0 || to.spread != 0 {
            return Copied::Part;
        }
        let (period, ahead) = source.distance(self);
        let fits = ahead >= 0 && ahead + i128::from(self.size) <= i128::from(length);
        let Ok(by) = i64::try_from(ahead) else { return Copied::Part };
        let stride = match period {
            0 => 0,
            // One element of an array, and nothing of the next one.
            period if length <= period => 0,
            period if length.is_multiple_of(period) => period,
            _ => return Copied::Part,
        };
        let reaches_in = period != 0 && i128::from(period) - ahead < i128::from(self.size);
        match fits && !reaches_in {
            true => Copied::Whole(Span::new(to.moved(Steps { by, stride, ..Steps::default() }), self.size)),
            false => Copied::Part,
        }
    }

    /// The period of what both repeat, 0 if neither does, and how far the other one is ahead, less than the period if there is one.
    fn distance(self, other: Span) -> (u64, i128) {
        let period = gcd(self.place.stride, other.place.stride);
        let ahead = i128::from(other.place.start) - i128::from(self.place.start);
        (period, if period == 0 { ahead } else { ahead.rem_euclid(i128::from(period)) })
    }
}

fn reduced(start: i64, stride: u64) -> i64 {
    match i64::try_from(stride) {
        Ok(stride) if stride > 0 => start.rem_euclid(stride),
        _ => start,
    }
}
