//! What analyses of the whole program ask about library functions: columns of their rows.

use mazurka_analysis::{Effect, Library};

use super::Facts;
use crate::lower::SUPPORT_PATH;

/// The table, as analyses see it.
pub struct Table;

pub static LIBRARY: Table = Table;

/// The function in C that runs a handler of a signal.
pub(crate) const TAKE_SIGNAL: &str = "__mazurka_take_signal";

impl Library for Table {
    fn effect(&self, name: &str) -> Option<Effect> {
        super::find(name).map(|native| native.facts.effect)
    }

    fn entry_points(&self) -> &[&str] {
        &["__mazurka_start"]
    }

    fn runs_handlers(&self) -> &str {
        TAKE_SIGNAL
    }

    fn sends_signals(&self, name: &str) -> bool {
        // Timers are C.
        if ["alarm", "setitimer", "timer_create"].contains(&name) {
            return true;
        }
        let facts = |facts: &Facts| facts.sends_signals || facts.runs_handlers || facts.opens_pipes;
        super::find(name).is_some_and(|native| facts(&native.facts))
    }

    fn makes_locks_fail(&self, name: &str) -> bool {
        super::find(name).is_some_and(|native| native.facts.makes_locks_fail)
    }

    fn is_own(&self, path: &str) -> bool {
        path.starts_with(SUPPORT_PATH)
    }
}
