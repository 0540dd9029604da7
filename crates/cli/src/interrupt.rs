//! Ctrl-C.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::exit;
use crate::failure::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static SINCE: OnceLock<Instant> = OnceLock::new();

/// Becomes true with the first Ctrl-C; the second one ends the process at once.
pub(crate) fn flag() -> Result<&'static AtomicBool, Failure> {
    let handler = || {
        let _ = SINCE.set(Instant::now());
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(exit::INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::new(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(&INTERRUPTED)
}

/// When the first Ctrl-C came, if it came.
pub(crate) fn since() -> Option<Instant> {
    INTERRUPTED.load(Ordering::Relaxed).then(|| SINCE.get().copied()).flatten()
}
