//! Colours, where there is somebody to see them.

use std::fmt::Display;

/// Paints text, or leaves it as it is.
#[derive(Clone, Copy)]
pub struct Paint {
    on: bool,
}

impl Paint {
    pub const PLAIN: Paint = Paint { on: false };

    pub fn new(on: bool) -> Paint {
        Paint { on }
    }

    pub fn error(self, text: impl Display) -> String {
        self.wrap("1;31", text)
    }

    pub fn good(self, text: impl Display) -> String {
        self.wrap("1;32", text)
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
