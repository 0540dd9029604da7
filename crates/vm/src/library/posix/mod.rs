//! POSIX: descriptors, names, directories, mappings, signals and the process itself.

pub mod signals;
