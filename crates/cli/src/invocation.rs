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

    /// The same with a reduction: that which has found what it is kept for.
    pub(crate) fn with_reduction(&self, name: &str) -> Invocation {
        let mut arguments = self.arguments.clone();
        let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
        let named = arguments[..end].iter().position(|argument| argument == "--reduction");
        let joined = arguments[..end].iter().position(|argument| argument == "--reduction=auto");
        match (named, joined) {
            (Some(at), _) if at + 1 < end => arguments[at + 1] = name.into(),
            (_, Some(at)) => arguments[at] = format!("--reduction={name}").into(),
            _ => arguments.insert(end.min(1), format!("--reduction={name}").into()),
        }
        Invocation { directory: self.directory.clone(), arguments }
    }

    /// Names are relative to where the check was started. If that folder is gone, they are relative to the current one.
    pub(crate) fn go_there(&self) {
        let _ = env::set_current_dir(&self.directory);
    }
}
