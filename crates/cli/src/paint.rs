//! Colours, where there is somebody to see them.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal};

/// Paints text, or leaves it as it is.
#[derive(Clone, Copy)]
pub struct Paint {
    on: bool,
}

impl Paint {
    pub const PLAIN: Paint = Paint { on: false };

    /// Colours only on a terminal, and never where `NO_COLOR` is set (see no-color.org).
    pub fn for_stderr() -> Paint {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Paint { on: io::stderr().is_terminal() && !refused }
    }

    pub fn error(self, text: impl Display) -> String {
        self.wrap("1;31", text)
    }

    pub fn strong(self, text: impl Display) -> String {
        self.wrap("1", text)
    }

    pub fn margin(self, text: impl Display) -> String {
        self.wrap("1;34", text)
    }

    fn wrap(self, code: &str, text: impl Display) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
