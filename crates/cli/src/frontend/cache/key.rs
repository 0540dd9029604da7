//! What an entry is found by: all that clang is given, but for headers.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::super::header::HEADER;
use crate::hash;

/// Changes when entries mean something else than before.
const FORMAT: &str = "mazurka cache 1";

/// Variables that clang reads; see "Environment" in its manual. `PWD` is the folder by another name.
const ENVIRONMENT: [&str; 11] = [
    "PWD",
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "COMPILER_PATH",
    "CLANG_CONFIG_FILE_SYSTEM_DIR",
    "CLANG_CONFIG_FILE_USER_DIR",
    "SOURCE_DATE_EPOCH",
    "SDKROOT",
    "LC_ALL",
];

/// The part that concerns the compiler; `None` if it cannot be found.
pub(super) fn of_compiler(clang: &Path, flags: &[OsString]) -> Option<Vec<u8>> {
    let mut parts = vec![FORMAT.into(), env!("CARGO_PKG_VERSION").into(), HEADER.as_bytes().to_vec()];
    parts.push(clang.as_os_str().as_bytes().to_vec());
    let clang = fs::canonicalize(clang).or_else(|_| fs::canonicalize(on_path(clang)?)).ok()?;
    parts.extend(identity(&clang));
    parts.push(env::current_dir().ok()?.into_os_string().as_bytes().to_vec());
    for name in ENVIRONMENT {
        parts.push(env::var_os(name).map_or(Vec::new(), |value| [b"=", value.as_bytes()].concat()));
    }
    parts.extend(flags.iter().map(|flag| flag.as_bytes().to_vec()));
    Some(joined(&parts))
}

pub(super) fn of_input(compiler: &[u8], input: &Path) -> Option<String> {
    if !fs::metadata(input).ok()?.is_file() {
        return None;
    }
    let contents = fs::read(input).ok()?;
    let parts = [compiler.to_vec(), input.as_os_str().as_bytes().to_vec(), contents];
    Some(hash::sha256([joined(&parts)]))
}

fn on_path(program: &Path) -> std::io::Result<std::path::PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file());
    found.ok_or_else(|| std::io::ErrorKind::NotFound.into())
}

/// The compiler's files: its program, the libraries that it consists of, and its configuration files. Another version of one
/// of them has another size or time.
fn identity(clang: &Path) -> Vec<Vec<u8>> {
    let here = clang.parent().unwrap_or(clang);
    let libraries = here.join("../lib");
    let belongs = |name: &str| {
        name.starts_with("libclang-cpp") || name.starts_with("libLLVM") || name.ends_with(".cfg")
    };
    let files = [here, &libraries, Path::new("/etc/clang")].into_iter().flat_map(|folder| {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        entries.filter(|entry| belongs(&entry.file_name().to_string_lossy())).map(|entry| entry.path())
    });
    let mut files: Vec<_> = files.chain([clang.to_owned()]).collect();
    files.sort();
    let stamp = |file: &Path| {
        let of = |data: fs::Metadata| {
            format!("{} {} {} {}", data.len(), data.mtime(), data.mtime_nsec(), data.ino())
        };
        fs::metadata(file).map_or(String::new(), of)
    };
    files.iter().flat_map(|file| [file.as_os_str().as_bytes().to_vec(), stamp(file).into_bytes()]).collect()
}

/// Lengths separate the parts.
fn joined(parts: &[Vec<u8>]) -> Vec<u8> {
    let mut all = Vec::new();
    for part in parts {
        all.extend_from_slice(&part.len().to_le_bytes());
        all.extend_from_slice(part);
    }
    all
}
