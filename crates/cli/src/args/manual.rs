//! `mazurka completions` and `mazurka man`.

use clap::Args;
use clap_complete::Shell;

/// Print a script that lets a shell complete Mazurka's commands and options
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    pub shell: Shell,
}

/// Print a manual page
#[derive(Args)]
pub(crate) struct Man {
    /// The page of this command [default: that of `mazurka` itself]
    pub command: Option<String>,
}
