//! What a Rust program can tell Mazurka about itself; `mazurka.h` has the same for C.
//!
//! `cargo mazurka` sets `cfg(mazurka)`. Without it, [`choose`] is always 0, [`assume`] does nothing, and [`bounded`] has no end, so
//! that the same tests pass under `cargo test`.

#![no_std]

/// A number from 0 to `n - 1`: Mazurka tries every one of them.
pub fn choose(n: u32) -> u32 {
    assert!(n > 0, "choose(0) has nothing to choose from");
    checker::choose(n)
}

/// Executions in which the condition is false are of no interest.
pub fn assume(condition: bool) {
    checker::assume(condition);
}

/// The iterations of a loop that ends by itself. Mazurka explores executions with at most `n` of them.
///
/// ```
/// # fn is_done() -> bool { true }
/// for _ in mazurka::bounded(3) {
///     if is_done() {
///         break;
///     }
/// }
/// ```
pub fn bounded(n: u32) -> impl Iterator<Item = u32> {
    (0..).inspect(move |iteration| assume(*iteration < n))
}

#[cfg(mazurka)]
mod checker {
    extern "C" {
        fn __mazurka_choose(n: u32) -> u32;
        fn __mazurka_assume(condition: i32);
    }

    pub(crate) fn choose(n: u32) -> u32 {
        // SAFETY: it takes and returns a number.
        unsafe { __mazurka_choose(n) }
    }

    pub(crate) fn assume(condition: bool) {
        // SAFETY: it takes a number.
        unsafe { __mazurka_assume(i32::from(condition)) }
    }
}

#[cfg(not(mazurka))]
mod checker {
    pub(crate) fn choose(_: u32) -> u32 {
        0
    }

    pub(crate) fn assume(_: bool) {}
}
