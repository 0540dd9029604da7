//! What the reader's terminal can show, and source text to show there.

use std::env;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::os::fd::AsFd;

use mazurka_report::text::{Paint, Sources, Style};

use crate::args::{Color, Display};
use crate::failure::Failure;

/// Columns where the width is unknown.
const WIDTH: usize = 80;

/// Nothing can be shown in less.
const NARROWEST: usize = 40;

/// As the options say; what they leave open is up to the stream.
pub(crate) fn style(display: &Display, stream: &(impl IsTerminal + AsFd)) -> Style {
    Style {
        paint: paint(display.color, stream),
        width: display.width.unwrap_or_else(|| width(stream)).max(NARROWEST),
        detail: display.detail(),
    }
}

/// Colours only on a terminal, and not where `NO_COLOR` is set (see no-color.org), unless they are asked for.
pub(crate) fn paint(color: Color, stream: &impl IsTerminal) -> Paint {
    Paint::new(match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => shows_colors(stream),
    })
}

pub(crate) fn shows_colors(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Columns of the page.
pub(crate) fn width(stream: &impl AsFd) -> usize {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || rustix::termios::tcgetwinsize(stream).ok().map(|size| size.ws_col.into());
    said.or_else(seen).filter(|columns| *columns > 0).unwrap_or(WIDTH)
}

/// The host's source files, seen from the current folder.
pub(crate) fn sources() -> Sources<'static> {
    let folder = env::current_dir().unwrap_or_default().to_string_lossy().into_owned();
    Sources { folder, text: &|file| fs::read_to_string(file).ok() }
}

/// To stdout. A reader that is gone is not a failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write the report: {error}")))
        }
        _ => Ok(()),
    }
}
