//! Checkpoints: a search and all that was found so far, in a file. The format is documented in docs/checkpoints.md.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mazurka_explore::Saved;
use serde::{Deserialize, Serialize};

use super::findings::SavedFindings;
use super::reduction::Reduction;
use crate::args;
use crate::failure::Failure;
use crate::hash;
use crate::invocation::Invocation;

/// Every checkpoint begins like this; then come the version of Mazurka, a checksum, and the content.
const MAGIC: &str = "mazurka checkpoint";

#[derive(Serialize, Deserialize)]
pub struct Checkpoint {
    pub invocation: Invocation,
    /// A hash of the program and the files that it sees.
    pub program: String,
    /// What the program has read from its standard input, if it has.
    pub stdin: Option<Vec<u8>>,
    /// How long the search has taken so far.
    pub elapsed: Duration,
    pub findings: SavedFindings,
    pub search: Saved,
}

/// Where checkpoints are written, and how often.
pub struct Checkpoints {
    file: PathBuf,
    pub every: Duration,
    pub invocation: Invocation,
    /// Whether somebody was told that it does not work.
    has_failed: bool,
}

impl Checkpoints {
    /// As the options say. Fails where that cannot be done, or would destroy something.
    pub fn new(
        options: &args::Checkpoints,
        reduction: Reduction,
        invocation: &Invocation,
    ) -> Result<Option<Checkpoints>, Failure> {
        let Some(file) = &options.checkpoint else { return Ok(None) };
        if Reduction::is_stateful(Some(reduction)) {
            let name = reduction.name();
            return Err(Failure::new(format!("--reduction {name} knows no checkpoints yet"))
                .help("searches that remember no states do"));
        }
        if is_something_else(file) {
            let file = file.display();
            return Err(Failure::new(format!("{file} is no checkpoint: it will not be overwritten")));
        }
        let (file, every, invocation) = (file.clone(), options.checkpoint_every, invocation.clone());
        Ok(Some(Checkpoints { file, every, invocation, has_failed: false }))
    }

    /// That it does not work is no reason to stop; it is told once.
    pub fn write(&mut self, checkpoint: &Checkpoint) {
        if let Err(error) = write(&self.file, checkpoint)
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let file = self.file.display();
            eprintln!("warning: cannot write the checkpoint {file}: {error}; the search goes on without");
        }
    }
}

/// Whether the name stands for something that is no checkpoint.
fn is_something_else(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = |file: File| file.take(MAGIC.len() as u64).read_to_end(&mut start).map(|_| start);
    match fs::metadata(file) {
        Ok(data) if data.is_file() => {
            File::open(file).and_then(read).is_ok_and(|start| start != MAGIC.as_bytes())
        }
        Ok(_) => true,
        Err(_) => false,
    }
}

/// Whatever happens meanwhile, there is a whole checkpoint in the file: the old one, or the new one.
fn write(file: &Path, checkpoint: &Checkpoint) -> io::Result<()> {
    let content = postcard::to_stdvec(checkpoint).map_err(io::Error::other)?;
    let mut name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(".new");
    let new = file.with_file_name(name);
    let written = File::create(&new).and_then(|mut to| {
        to.write_all(header(&content).as_bytes())?;
        to.write_all(&content)?;
        to.sync_all()
    });
    // What is there of it takes room that may be needed.
    written.and_then(|()| fs::rename(&new, file)).inspect_err(|_| drop(fs::remove_file(&new)))
}

/// One line: what it is, which version wrote it, and a hash of what follows.
fn header(content: &[u8]) -> String {
    format!("{MAGIC} {} {}\n", env!("CARGO_PKG_VERSION"), hash::sha256([content]))
}

/// Fails with a sentence about the file.
pub fn read(file: &Path) -> Result<Checkpoint, Failure> {
    let shown = file.display();
    let bytes = fs::read(file).map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
    parse(&bytes).map_err(|reason| {
        Failure::new(format!("cannot read {shown}: {reason}"))
            .help("checkpoints are written by `mazurka check --checkpoint FILE`")
    })
}

fn parse(bytes: &[u8]) -> Result<Checkpoint, String> {
    let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or("it is no checkpoint")?;
    let damaged = "it is damaged or was cut short";
    let end = rest.iter().position(|byte| *byte == b'\n').ok_or(damaged)?;
    let (line, content) = (String::from_utf8_lossy(&rest[..end]), &rest[end + 1..]);
    let (version, _) = line.trim().split_once(' ').ok_or(damaged)?;
    if version != env!("CARGO_PKG_VERSION") {
        return Err(format!("it was written by Mazurka {version}, this is {}", env!("CARGO_PKG_VERSION")));
    }
    if header(content).as_bytes() != &bytes[..bytes.len() - content.len()] {
        return Err(damaged.to_owned());
    }
    postcard::from_bytes(content).map_err(|_| damaged.to_owned())
}
