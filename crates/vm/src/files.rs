//! The virtual file system.

/// Files, directories, descriptors and streams; changes can be rewound.
#[derive(Default)]
pub struct Files {}

#[derive(Clone, Copy, Debug)]
pub struct FilesMark {}

impl Files {
    pub fn mark(&mut self) -> FilesMark {
        FilesMark {}
    }

    pub fn rewind(&mut self, _to: FilesMark) {}
}
