//! What the program has printed. The program cannot read it, so it is a log, not state.

#[derive(Default)]
pub struct Output {
    chunks: Vec<(Stream, Vec<u8>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Stdout,
    Stderr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutputMark(usize);

impl Output {
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.chunks.push((stream, bytes.to_vec()));
        }
    }

    pub fn chunks(&self) -> impl Iterator<Item = (Stream, &[u8])> {
        self.chunks.iter().map(|(stream, bytes)| (*stream, bytes.as_slice()))
    }

    /// Takes what there is; only for runs that are never rewound.
    pub fn take(&mut self) -> Vec<(Stream, Vec<u8>)> {
        std::mem::take(&mut self.chunks)
    }

    pub fn mark(&self) -> OutputMark {
        OutputMark(self.chunks.len())
    }

    /// What came after a mark.
    pub fn since(&self, mark: OutputMark) -> impl Iterator<Item = (Stream, &[u8])> {
        self.chunks[mark.0..].iter().map(|(stream, bytes)| (*stream, bytes.as_slice()))
    }

    pub fn rewind(&mut self, to: OutputMark) {
        self.chunks.truncate(to.0);
    }
}
