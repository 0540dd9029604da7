//! The file of a checkpoint, written and read piece by piece. The format is documented in docs/checkpoints.md.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use mazurka_explore::Position;

use super::Checkpoint;
use crate::failure::Failure;
use crate::hash::Hasher;
use crate::stream::{self, BUFFER, SavedSearch};

/// Every checkpoint begins like this; then come the number of the format, the version of Mazurka, and a checksum.
const MAGIC: &str = "mazurka checkpoint";

/// To be increased when anything that is saved changes, also in `explore`: the content does not describe itself.
const FORMAT: u32 = 12;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// No first line is longer.
const LONGEST_LINE: u64 = 200;

const DAMAGED: &str = "it is damaged or was cut short";

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

/// At every moment there is a whole checkpoint in the file: the old one, or the new one.
pub(crate) fn write(file: &Path, checkpoint: &Checkpoint, search: &dyn Position) -> io::Result<()> {
    let mut name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(".new");
    let new = file.with_file_name(name);
    let written = File::create(&new).and_then(|to| write_to(to, checkpoint, search));
    // What was written takes space that may be needed.
    written.and_then(|()| fs::rename(&new, file)).inspect_err(|_| drop(fs::remove_file(&new)))
}

fn write_to(mut to: File, checkpoint: &Checkpoint, search: &dyn Position) -> io::Result<()> {
    // What belongs in the first line is known at the end; it is as long as this.
    to.write_all(first_line(&Hasher::default().finish()).as_bytes())?;
    let hasher = stream::write(checkpoint, |to| search.save(to), &to)?;
    to.seek(SeekFrom::Start(0))?;
    to.write_all(first_line(&hasher.finish()).as_bytes())?;
    to.sync_all()
}

/// What it is, which format it has and which version wrote it, and a hash of what follows.
fn first_line(hash: &str) -> String {
    format!("{MAGIC} {FORMAT} {VERSION} {hash}\n")
}

/// Fails with a sentence about the file.
pub(crate) fn read(file: &Path) -> Result<(Checkpoint, SavedSearch), Failure> {
    let shown = file.display();
    let opened = File::open(file).map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
    read_from(BufReader::with_capacity(BUFFER, opened)).map_err(|reason| {
        Failure::new(format!("cannot read {shown}: {reason}"))
            .help("checkpoints are written by `mazurka check --checkpoint FILE`")
    })
}

/// The content is read only after its checksum was verified.
fn read_from(mut from: BufReader<File>) -> Result<(Checkpoint, SavedSearch), String> {
    let unreadable = |error: io::Error| error.to_string();
    let mut line = Vec::new();
    from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(unreadable)?;
    check_origin(&line)?;
    let mut hasher = Hasher::default();
    let length = io::copy(&mut from, &mut hasher).map_err(unreadable)?;
    if line != first_line(&hasher.finish()).as_bytes() {
        return Err(DAMAGED.to_owned());
    }
    from.seek(SeekFrom::Start(line.len() as u64)).map_err(unreadable)?;
    stream::read(from, length).ok_or_else(|| DAMAGED.to_owned())
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
