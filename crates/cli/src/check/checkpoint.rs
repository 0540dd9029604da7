//! Checkpoints: a search and all that was found so far, in a file.

mod file;

use std::path::PathBuf;
use std::time::Duration;

use mazurka_explore::Position;
use mazurka_vm::Birth;
use serde::{Deserialize, Serialize};

use super::findings::Found;
use crate::args;
use crate::failure::Failure;
use crate::invocation::Invocation;
pub(crate) use file::read;

/// What is saved besides the search, whose position follows it in the file.
#[derive(Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub invocation: Invocation,
    /// A hash of the program and the files that it sees.
    pub program: String,
    /// What the program has read from its standard input, if it has.
    pub stdin: Option<Vec<u8>>,
    /// How the threads are created: see [`crate::subject::Subject::births`].
    pub threads: Vec<Birth>,
    /// How long the search has taken so far.
    pub elapsed: Duration,
    pub findings: Found,
}

/// Where checkpoints are written, and how often.
pub(crate) struct Checkpoints {
    file: PathBuf,
    pub every: Duration,
    pub invocation: Invocation,
    /// Whether a failure to write was reported.
    has_failed: bool,
}

impl Checkpoints {
    /// As the options say. Fails where that would destroy something, or cannot be.
    pub(crate) fn new(
        options: &args::Checkpoints,
        invocation: &Invocation,
    ) -> Result<Option<Checkpoints>, Failure> {
        let Some(file) = &options.checkpoint else { return Ok(None) };
        if file::is_something_else(file) {
            let file = file.display();
            return Err(Failure::new(format!("{file} is not a checkpoint: it will not be overwritten")));
        }
        // A name without a folder has an empty one.
        if let Some(folder) =
            file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        {
            let (file, folder) = (file.display(), folder.display());
            return Err(Failure::new(format!("cannot write {file}: there is no folder {folder}")));
        }
        let (file, every, invocation) = (file.clone(), options.checkpoint_every, invocation.clone());
        Ok(Some(Checkpoints { file, every, invocation, has_failed: false }))
    }

    /// A failure does not stop the search; it is reported once.
    pub(crate) fn write(&mut self, checkpoint: &Checkpoint, search: &dyn Position) {
        if let Err(error) = file::write(&self.file, checkpoint, search)
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let file = self.file.display();
            eprintln!(
                "warning: cannot write the checkpoint {file}: {error}; the search continues without it"
            );
        }
    }
}
