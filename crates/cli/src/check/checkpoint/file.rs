//! The file of a checkpoint, written and read piece by piece. The format is documented in docs/checkpoints.md.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mazurka_explore::Position;
use serde::{Deserialize, Serialize};

use super::{Checkpoint, Interrupted, Saved};
use crate::failure::Failure;
use crate::hash::Hasher;
use crate::stream::{self, BUFFER, Hashing, Section};

/// Every checkpoint begins like this; then come the number of the format, the version of Mazurka, and a checksum.
const MAGIC: &str = "mazurka checkpoint";

/// To be increased when anything that is saved changes, also in `explore`: the content does not describe itself.
const FORMAT: u32 = 17;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// No first line is longer.
const LONGEST_LINE: u64 = 200;

const DAMAGED: &str = "it is damaged or was cut short";

/// The file ends with the length of the list of its parts, which takes this number of bytes; before it is that list.
const LENGTH_BYTES: usize = size_of::<u64>();

/// What was written last.
#[derive(Default)]
pub(crate) struct CheckpointFile {
    path: PathBuf,
    /// In the order in which they are in the file, from behind its first line on.
    parts: Vec<Part>,
    /// The file itself, whatever else may be at its path now.
    content: Option<Arc<File>>,
    /// Whether a failure to write was reported.
    has_failed: bool,
}

/// A search in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Part {
    reduction: String,
    length: u64,
}

/// Whether the file exists and is not a checkpoint.
pub(crate) fn is_something_else(file: &Path) -> bool {
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

impl CheckpointFile {
    /// The same, to be written there.
    pub(super) fn at(self, path: &Path) -> CheckpointFile {
        CheckpointFile { path: path.to_owned(), ..self }
    }

    /// Saves a search, and keeps what is there of the others.
    pub(super) fn save(&mut self, reduction: &str, checkpoint: &Checkpoint, search: &dyn Position) {
        if let Err(error) = self.write(reduction, checkpoint, search)
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let path = self.path.display();
            eprintln!(
                "warning: cannot write the checkpoint {path}: {error}; the search continues without it"
            );
        }
    }

    /// At every moment there is a whole checkpoint in the file: the old one, or the new one.
    fn write(&mut self, reduction: &str, checkpoint: &Checkpoint, search: &dyn Position) -> io::Result<()> {
        let mut name = self.path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
        name.push(".new");
        let new = self.path.with_file_name(name);
        let created = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&new);
        let written = created.and_then(|to| {
            let parts = self.write_to(&to, reduction, checkpoint, search)?;
            fs::rename(&new, &self.path).map(|()| (parts, to))
        });
        // What was written takes space that may be needed.
        let (parts, content) = written.inspect_err(|_| drop(fs::remove_file(&new)))?;
        (self.parts, self.content) = (parts, Some(Arc::new(content)));
        Ok(())
    }

    fn write_to(
        &self,
        mut to: &File,
        reduction: &str,
        checkpoint: &Checkpoint,
        search: &dyn Position,
    ) -> io::Result<Vec<Part>> {
        // What belongs in the first line is known at the end; it is as long as this.
        let line = first_line(&Hasher::default().finish());
        to.write_all(line.as_bytes())?;
        let mut hashing = Hashing::new(to);
        let mut parts = Vec::new();
        let mut start = line.len() as u64;
        for part in &self.parts {
            if let Some(content) = self.content.as_ref().filter(|_| part.reduction != reduction) {
                let mut section = BufReader::with_capacity(BUFFER, Section::new(content.clone(), start));
                let copied = io::copy(&mut section.by_ref().take(part.length), &mut hashing)?;
                if copied != part.length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                parts.push(part.clone());
            }
            start += part.length;
        }
        let before = hashing.written();
        stream::write(checkpoint, |to| search.save(to), &mut hashing)?;
        parts.push(Part { reduction: reduction.to_owned(), length: hashing.written() - before });
        let before = hashing.written();
        stream::write(&parts, |_| Ok(()), &mut hashing)?;
        let length = hashing.written() - before;
        hashing.write_all(&length.to_le_bytes())?;
        let hash = hashing.finish();
        to.seek(SeekFrom::Start(0))?;
        to.write_all(first_line(&hash).as_bytes())?;
        to.sync_all()?;
        Ok(parts)
    }
}

/// What it is, which format it has and which version wrote it, and a hash of what follows.
fn first_line(hash: &str) -> String {
    format!("{MAGIC} {FORMAT} {VERSION} {hash}\n")
}

/// Fails with a sentence about the file.
pub(crate) fn read(path: &Path) -> Result<Interrupted, Failure> {
    let shown = path.display();
    let opened = File::open(path).map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
    read_from(opened).map_err(|reason| {
        Failure::new(format!("cannot read {shown}: {reason}"))
            .help("checkpoints are written by `mazurka check --checkpoint FILE`")
    })
}

/// The content is read only after its checksum was verified.
fn read_from(content: File) -> Result<Interrupted, String> {
    let unreadable = |error: io::Error| error.to_string();
    let content = Arc::new(content);
    let section = |start| BufReader::with_capacity(BUFFER, Section::new(content.clone(), start));
    let mut from = section(0);
    let mut line = Vec::new();
    from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(unreadable)?;
    check_origin(&line)?;
    let mut hasher = Hasher::default();
    let length = io::copy(&mut from, &mut hasher).map_err(unreadable)?;
    if line != first_line(&hasher.finish()).as_bytes() {
        return Err(DAMAGED.to_owned());
    }
    let first = line.len() as u64;
    let parts = list_of_parts(&section, first, length).ok_or(DAMAGED)?;
    let mut start = first;
    let mut searches = Vec::new();
    for Part { reduction, length } in &parts {
        let (checkpoint, search) = stream::read(section(start), *length).ok_or(DAMAGED)?;
        searches.push(Saved { reduction: reduction.clone(), checkpoint, search });
        start += length;
    }
    let file = CheckpointFile { parts, content: Some(content), ..CheckpointFile::default() };
    Ok(Interrupted { searches, file })
}

/// What is in a file with this many bytes behind its first line. `None` if that cannot be.
fn list_of_parts(section: &dyn Fn(u64) -> BufReader<Section>, first: u64, length: u64) -> Option<Vec<Part>> {
    let before_length = length.checked_sub(LENGTH_BYTES as u64)?;
    let mut bytes = [0; LENGTH_BYTES];
    section(first + before_length).read_exact(&mut bytes).ok()?;
    let list = u64::from_le_bytes(bytes);
    let before_list = before_length.checked_sub(list)?;
    let (parts, _): (Vec<Part>, _) = stream::read(section(first + before_list), list)?;
    let sum = parts.iter().try_fold(0, |sum: u64, part| sum.checked_add(part.length))?;
    (!parts.is_empty() && sum == before_list).then_some(parts)
}

/// Whether it is from a Mazurka like this one, by the first line.
fn check_origin(line: &[u8]) -> Result<(), String> {
    let line = line.strip_prefix(MAGIC.as_bytes()).ok_or("it is not a checkpoint")?;
    let line = line.strip_suffix(b"\n").ok_or(DAMAGED)?;
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let (Some(format), Some(version)) = (words.next(), words.next()) else { return Err(DAMAGED.to_owned()) };
    if version != VERSION {
        return Err(format!("it was written by Mazurka {version}, this is {VERSION}"));
    }
    if format != FORMAT.to_string() {
        return Err(format!(
            "it was written by another build of Mazurka: its format is {format}, not {FORMAT}"
        ));
    }
    Ok(())
}
