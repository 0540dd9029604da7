//! The host's files, each looked at once.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use crate::hash;

/// The clock of a file system may be behind by a tick of the kernel's.
const TICK: Duration = Duration::from_millis(20);

/// As they are while a program is loaded.
pub(super) struct Files {
    since: SystemTime,
    hashes: Mutex<HashMap<String, Option<String>>>,
    listings: Mutex<HashMap<String, Arc<HashSet<OsString>>>>,
}

impl Files {
    pub(super) fn new() -> Files {
        Files { since: SystemTime::now(), hashes: Mutex::default(), listings: Mutex::default() }
    }

    /// Of the contents; `None` if it is not a file that can be read.
    pub(super) fn hash(&self, path: &str) -> Option<String> {
        let compute = || {
            let is_file = fs::metadata(path).ok()?.is_file();
            is_file.then(|| fs::read(path).ok())?.map(|contents| hash::sha256([contents]))
        };
        self.hashes.lock().ok()?.entry(path.to_owned()).or_insert_with(compute).clone()
    }

    /// Whether a file may have changed since this began, by its times of modification and of change.
    pub(super) fn has_changed(&self, path: &str) -> bool {
        use std::os::unix::fs::MetadataExt;
        let Ok(metadata) = fs::metadata(path) else { return true };
        let time = |seconds: i64, nanoseconds: i64| {
            let since_epoch = Duration::new(u64::try_from(seconds).ok()?, u32::try_from(nanoseconds).ok()?);
            SystemTime::UNIX_EPOCH.checked_add(since_epoch)
        };
        let times = [(metadata.mtime(), metadata.mtime_nsec()), (metadata.ctime(), metadata.ctime_nsec())];
        times.into_iter().any(|(seconds, nanoseconds)| {
            // A file system that counts whole seconds, or two at a time, says nothing about parts of them.
            let slack = if nanoseconds == 0 { Duration::from_secs(2) } else { TICK };
            time(seconds, nanoseconds).is_none_or(|time| time + slack >= self.since)
        })
    }

    /// Which of the names there are, as seen from the folder.
    pub(super) fn existing<'n>(&self, folder: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
        let listed = self.listing(folder);
        let exists = |name: &&str| {
            let (first, is_whole) = name.split_once('/').map_or((*name, true), |(first, _)| (first, false));
            // One look at a folder answers for most names.
            match first {
                "" | "." | ".." => Path::new(folder).join(name).exists(),
                first if !listed.contains(OsStr::new(first)) => false,
                _ => is_whole || Path::new(folder).join(name).exists(),
            }
        };
        names.filter(exists).collect()
    }

    /// What is in a folder; nothing where there is none.
    fn listing(&self, folder: &str) -> Arc<HashSet<OsString>> {
        let list = || {
            let names = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            Arc::new(names.map(|entry| entry.file_name()).collect())
        };
        match self.listings.lock() {
            Ok(mut listings) => listings.entry(folder.to_owned()).or_insert_with(list).clone(),
            Err(_) => list(),
        }
    }
}
