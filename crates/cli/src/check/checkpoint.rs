//! Checkpoints: a search, or each of several, and all that was found so far, in a file.

mod file;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mazurka_explore::Position;
use mazurka_vm::Birth;
use serde::{Deserialize, Serialize};

use super::findings::Found;
use super::turns::TurnPosition;
use crate::args;
use crate::failure::Failure;
use crate::invocation::Invocation;
use crate::stream::SavedSearch;
use file::CheckpointFile;
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
    /// Its part where there are several searches.
    pub turn: Option<TurnPosition>,
}

/// A search as it is continued.
pub(crate) struct Saved {
    /// The name of its reduction.
    pub reduction: String,
    pub checkpoint: Checkpoint,
    pub search: SavedSearch,
}

/// All that a file holds: at least one search.
pub(crate) struct Interrupted {
    pub searches: Vec<Saved>,
    /// Searches stay in the file until they are saved again.
    file: CheckpointFile,
}

impl Interrupted {
    pub(super) fn invocation(&self) -> &Invocation {
        &self.searches[0].checkpoint.invocation
    }

    /// Whether these are searches that take turns.
    pub(super) fn take_turns(&self) -> bool {
        self.searches.iter().any(|saved| saved.checkpoint.turn.is_some())
    }

    /// What the program has read from its standard input, if any of the searches has let it.
    pub(super) fn stdin(&self) -> Option<Vec<u8>> {
        self.searches.iter().find_map(|saved| saved.checkpoint.stdin.clone())
    }

    /// The search that is wanted, if it is among them.
    pub(super) fn take(&mut self, is_wanted: impl Fn(&Saved) -> bool) -> Option<Saved> {
        let at = self.searches.iter().position(is_wanted)?;
        Some(self.searches.swap_remove(at))
    }
}

/// Where checkpoints of a search are written, and how often.
#[derive(Clone)]
pub(crate) struct Checkpoints {
    /// Several searches are saved in the same file, each when it is time for it: they do not depend on each other.
    file: Arc<Mutex<CheckpointFile>>,
    reduction: &'static str,
    pub every: Duration,
    pub invocation: Invocation,
}

impl Checkpoints {
    /// As the options say. Fails where that would destroy something, or cannot be.
    pub(crate) fn new(
        options: &args::Checkpoints,
        reduction: &'static str,
        interrupted: Option<&mut Interrupted>,
    ) -> Result<Option<Checkpoints>, Failure> {
        let Some(path) = &options.checkpoint else { return Ok(None) };
        if file::is_something_else(path) {
            let path = path.display();
            return Err(Failure::new(format!("{path} is not a checkpoint: it will not be overwritten")));
        }
        // A name without a folder has an empty one.
        if let Some(folder) =
            path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        {
            let (path, folder) = (path.display(), folder.display());
            return Err(Failure::new(format!("cannot write {path}: there is no folder {folder}")));
        }
        let (invocation, file) = match interrupted {
            Some(interrupted) => (interrupted.invocation().clone(), std::mem::take(&mut interrupted.file)),
            None => (Invocation::current(), CheckpointFile::default()),
        };
        let file = Arc::new(Mutex::new(file.at(path)));
        Ok(Some(Checkpoints { file, reduction, every: options.checkpoint_every, invocation }))
    }

    /// Another search in the same file.
    pub(super) fn of(&self, reduction: &'static str) -> Checkpoints {
        Checkpoints { reduction, ..self.clone() }
    }

    /// A failure does not stop the search; it is reported once.
    pub(crate) fn write(&self, checkpoint: &Checkpoint, search: &dyn Position) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.save(self.reduction, checkpoint, search);
    }
}
