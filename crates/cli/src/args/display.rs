//! What text for people looks like: options that several commands have.

use clap::{Args, ValueEnum};
use mazurka_report::text::Detail;

#[derive(Args, Clone, Default)]
pub(crate) struct Display {
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Print nothing but the verdict
    #[arg(long, conflicts_with = "verbose")]
    quiet: bool,

    /// Show every step of an interleaving, and every call stack in full
    #[arg(long)]
    verbose: bool,

    /// Columns of the page [default: $COLUMNS, else the terminal's, else 80]
    #[arg(long, value_name = "N")]
    pub width: Option<usize>,
}

impl Display {
    pub(crate) fn colored(color: Color) -> Display {
        Display { color, ..Display::default() }
    }

    pub(crate) fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Verdict,
            (_, true) => Detail::Everything,
            _ => Detail::Essential,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}
