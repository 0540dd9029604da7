//! Debug info: from `!dbg !N` to file, line, column, function, inlined-at chain, and variable names.
//!
//! Two thirds of a big module's bytes are metadata, and a run asks for a handful of nodes: only the offsets of the
//! `!N = …` lines are remembered, and a node is parsed when asked for.

use std::rc::Rc;

/// The N of `!N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MetadataId(pub u32);

/// Where the metadata of one module stands in its text.
#[derive(Debug, Default)]
pub struct DebugInfo {
    pub(crate) text: Rc<str>,
    /// `(N, byte offset of the line "!N = ")`, in text order.
    pub(crate) nodes: Vec<(u32, usize)>,
}

impl DebugInfo {
    /// `nodes` as `(N, byte offset of the line "!N = ")`, in text order.
    pub(crate) fn new(text: Rc<str>, nodes: Vec<(u32, usize)>) -> DebugInfo {
        DebugInfo { text, nodes }
    }
}

/// One frame of a source position; `inlined_at` leads outwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// As debug info spells it: directory joined unless the file name is absolute.
    pub file: Rc<str>,
    pub line: u32,
    pub column: u32,
    /// The source-level name of the function (DISubprogram `name`).
    pub function: Rc<str>,
    pub inlined_at: Option<Rc<SourceLocation>>,
}
