//! How a check was started.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What it takes to start it again.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Invocation {
    pub directory: PathBuf,
    /// What was typed after `mazurka`.
    pub arguments: Vec<OsString>,
}

impl Invocation {
    /// That of this process.
    pub(crate) fn current() -> Invocation {
        let directory = env::current_dir().unwrap_or_default();
        Invocation { directory, arguments: env::args_os().skip(1).collect() }
    }

    /// Names are relative to where the check was started. If that folder is gone, they are relative to the current one.
    pub(crate) fn go_there(&self) {
        let _ = env::set_current_dir(&self.directory);
    }
}
