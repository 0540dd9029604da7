//! Colours, for terminals.

use std::fmt::Display;

/// Paints text, or leaves it as it is.
#[derive(Clone, Copy)]
pub struct Paint {
    on: bool,
}

/// What a piece of text is, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Plain,
    Error,
    Good,
    Strong,
    /// Line numbers, bars and other margins.
    Margin,
    /// What has become of a variable.
    Change,
    /// What helps, but may be skipped.
    Faint,
}

impl Paint {
    pub const PLAIN: Paint = Paint { on: false };

    pub fn new(on: bool) -> Paint {
        Paint { on }
    }

    pub fn error(self, text: impl Display) -> String {
        self.ink(Ink::Error, text)
    }

    pub fn good(self, text: impl Display) -> String {
        self.ink(Ink::Good, text)
    }

    pub fn strong(self, text: impl Display) -> String {
        self.ink(Ink::Strong, text)
    }

    pub fn margin(self, text: impl Display) -> String {
        self.ink(Ink::Margin, text)
    }

    pub fn ink(self, ink: Ink, text: impl Display) -> String {
        let code = match ink {
            Ink::Plain => return text.to_string(),
            Ink::Error => "1;31",
            Ink::Good => "1;32",
            Ink::Strong => "1",
            Ink::Margin => "1;34",
            Ink::Change => "36",
            Ink::Faint => "2",
        };
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
