//! What clang has printed, kept in the user's cache folder.
//!
//! Preprocessing a file costs nearly as much as compiling it: most of both is the start of clang. So the cache does not look
//! at preprocessed text but at what determines it, and no clang is started for a file whose text is known:
//! - the key of an entry is a hash of the compiler, its flags and environment, the folder, and the source file (`key.rs`);
//! - an entry names every file that clang has read, with a hash of its contents, and which of the files exist that clang would
//!   have read instead of them, or was asked about with `__has_include` (`sources.rs`).
//!
//! What depends on more is not kept: dates and times, and flags that let clang read other files.
//!
//! Entries are written to a file of another name and renamed, and carry a hash of themselves: processes that run at the same time,
//! crashes, full disks and damaged files make the cache miss, and nothing else. Every failure here means that clang is started.

mod entry;
mod files;
mod key;
mod sources;

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use std::{env, io, process};

use entry::Entry;
use files::Files;
pub(super) use sources::Sources;

/// Bytes that all entries may take.
const LIMIT: u64 = 1 << 30;

/// Files that are this old and still have a temporary name were left behind by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

const TEMPORARY: &str = "tmp";

pub(super) struct Cache {
    folder: PathBuf,
    limit: u64,
    /// What all keys have in common.
    compiler: Vec<u8>,
    files: Files,
    has_stored: AtomicBool,
}

/// `$MAZURKA_CACHE`, else the folder that the XDG Base Directory Specification names; `None` if there is none.
pub(super) fn folder() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("MAZURKA_CACHE")
        .or_else(|| absolute("XDG_CACHE_HOME").map(|folder| folder.join("mazurka")))
        .or_else(|| absolute("HOME").map(|folder| folder.join(".cache/mazurka")))
}

impl Cache {
    /// That of the user; `None` if there is none.
    pub(super) fn of_user(clang: &Path, flags: &[OsString]) -> Option<Cache> {
        Cache::new(folder()?, LIMIT, clang, flags)
    }

    fn new(folder: PathBuf, limit: u64, clang: &Path, flags: &[OsString]) -> Option<Cache> {
        let compiler = key::of_compiler(clang, flags)?;
        Some(Cache { folder, limit, compiler, files: Files::new(), has_stored: AtomicBool::new(false) })
    }

    /// `None` for what is not a file that can be read twice, and for one so new that its text would not be kept.
    pub(super) fn key(&self, input: &Path) -> Option<String> {
        let is_settled = !self.files.has_changed(input.to_str()?);
        is_settled.then(|| key::of_input(&self.compiler, input))?
    }

    /// LLVM IR and diagnostics, if clang would print the same again.
    pub(super) fn get(&self, key: &str) -> Option<(String, Vec<u8>)> {
        let path = self.folder.join(key);
        let entry = Entry::decode(&fs::read(&path).ok()?)?;
        if !entry.sources.are_unchanged(&self.files) {
            return None;
        }
        // What was used last is removed last.
        let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some((entry.text, entry.diagnostics))
    }

    pub(super) fn put(&self, key: &str, mut sources: Sources, text: &str, diagnostics: &[u8]) {
        if !sources.record(&self.files) {
            return;
        }
        let entry = Entry { sources, text: text.to_owned(), diagnostics: diagnostics.to_owned() };
        if let Some(bytes) = entry.encode() {
            let _ = self.write(key, &bytes);
            self.has_stored.store(true, Ordering::Relaxed);
        }
    }

    fn write(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        // No two threads work on the same key.
        let temporary = self.folder.join(format!("{key}.{}.{TEMPORARY}", process::id()));
        let written =
            fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, self.folder.join(key)));
        written.inspect_err(|_| {
            let _ = fs::remove_file(&temporary);
        })
    }

    /// Removes what was not used for longest, until the rest is well within the limit.
    pub(super) fn trim(&self) {
        if self.has_stored.load(Ordering::Relaxed) {
            let _ = self.remove_oldest();
        }
    }

    fn remove_oldest(&self) -> io::Result<()> {
        let now = SystemTime::now();
        let mut entries = Vec::new();
        for file in fs::read_dir(&self.folder)?.filter_map(Result::ok) {
            // Another process may have removed it.
            let Ok(metadata) = file.metadata() else { continue };
            let used = metadata.modified()?;
            let path = file.path();
            let is_temporary = path.extension().is_some_and(|extension| extension == TEMPORARY);
            if !is_temporary {
                entries.push((used, metadata.len(), path));
            } else if now.duration_since(used).is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(path);
            }
        }
        let mut total: u64 = entries.iter().map(|(_, length, _)| length).sum();
        if total <= self.limit {
            return Ok(());
        }
        entries.sort();
        for (_, length, path) in entries {
            if total <= self.limit / 4 * 3 {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= length;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
