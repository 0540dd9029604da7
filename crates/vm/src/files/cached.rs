//! A hash that is computed on demand, and dropped with the version it belongs to.

use std::sync::OnceLock;

#[derive(Default)]
pub(super) struct Cached(OnceLock<u128>);

impl Cached {
    pub(crate) fn get(&self, compute: impl FnOnce() -> u128) -> u128 {
        *self.0.get_or_init(compute)
    }
}

/// A copy is made to be changed.
impl Clone for Cached {
    fn clone(&self) -> Cached {
        Cached::default()
    }
}
