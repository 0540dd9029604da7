//! `mazurka.h` for clang, without a file on disk.
//!
//! Header and overlay description live in anonymous memory files that clang inherits and sees as `/dev/fd/N`. Nothing
//! has to be cleaned up, however the process ends. Clang's list of the files that it has read goes the same way back.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsRawFd;

use rustix::fs::{MemfdFlags, memfd_create};

pub(super) const HEADER: &str = include_str!("../../../../include/mazurka.h");

/// Where the header appears to be.
pub(super) const DIRECTORY: &str = "/mazurka/include";

/// Keeps the memory files open as long as clang may read them.
pub(super) struct Header {
    _header: File,
    overlay: File,
}

impl Header {
    pub(super) fn new() -> io::Result<Header> {
        let header = memory_file("mazurka.h", HEADER)?;
        // The syntax is YAML, of which JSON is a part: see "virtual file system overlay" in clang's manual.
        let overlay = format!(
            r#"{{"version": 0, "use-external-names": false, "roots": [
                {{"type": "file", "name": "{DIRECTORY}/mazurka.h", "external-contents": "{}"}}]}}"#,
            descriptor_path(&header)
        );
        Ok(Header { overlay: memory_file("mazurka-overlay", &overlay)?, _header: header })
    }

    pub(super) fn flags(&self) -> [String; 4] {
        ["-ivfsoverlay".into(), descriptor_path(&self.overlay), "-isystem".into(), DIRECTORY.into()]
    }
}

/// Where clang writes which files it has read.
pub(super) struct Depfile(File);

impl Depfile {
    pub(super) fn new() -> io::Result<Depfile> {
        memory_file("mazurka-depfile", "").map(Depfile)
    }

    /// See "Dependency file generation" in clang's manual.
    pub(super) fn flags(&self) -> [String; 5] {
        ["-MD".into(), "-MT".into(), "text".into(), "-MF".into(), descriptor_path(&self.0)]
    }

    /// The text, once clang has ended; `None` if it is not UTF-8.
    pub(super) fn into_text(mut self) -> Option<String> {
        let mut text = String::new();
        self.0.seek(SeekFrom::Start(0)).ok()?;
        self.0.read_to_string(&mut text).ok()?;
        Some(text)
    }
}

/// A memory file that child processes inherit.
fn memory_file(name: &str, contents: &str) -> io::Result<File> {
    let mut file = File::from(memfd_create(name, MemfdFlags::empty())?);
    file.write_all(contents.as_bytes())?;
    Ok(file)
}

fn descriptor_path(file: &File) -> String {
    format!("/dev/fd/{}", file.as_raw_fd())
}
