//! Ctrl-C.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit;
use crate::failure::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Becomes true with the first Ctrl-C; the second one ends the process at once.
pub fn flag() -> Result<&'static AtomicBool, Failure> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(exit::INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::new(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(&INTERRUPTED)
}
