//! Colours where there is somebody to see them, and source text to show.

use std::env;
use std::fs;
use std::io::IsTerminal;

use mazurka_report::text::{Paint, Sources};

/// Colours only on a terminal, and never where `NO_COLOR` is set (see no-color.org).
pub fn paint(stream: &impl IsTerminal) -> Paint {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Paint::new(stream.is_terminal() && !refused)
}

/// The host's source files, seen from the current folder.
pub fn sources() -> Sources<'static> {
    let folder = env::current_dir().unwrap_or_default().to_string_lossy().into_owned();
    Sources { folder, text: &|file| fs::read_to_string(file).ok() }
}
