//! The program's output on its way to ours.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stderr, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use mazurka_vm::Stream;

use crate::failure::Failure;

/// Passes the program's output on. Towards a terminal it appears at once, towards a file or pipe in larger pieces, as it
/// would natively; the order between stdout and stderr is kept.
pub(super) struct Output<'a> {
    stdout: BufWriter<Stdout>,
    stderr: Stderr,
    at_once: bool,
    error: Option<io::Error>,
    /// Set when the reader is gone: the run ends.
    stop: &'a AtomicBool,
}

impl<'a> Output<'a> {
    pub(super) fn new(stop: &'a AtomicBool) -> Output<'a> {
        let stdout = io::stdout();
        let at_once = stdout.is_terminal();
        Output {
            stdout: BufWriter::with_capacity(1 << 16, stdout),
            stderr: io::stderr(),
            at_once,
            error: None,
            stop,
        }
    }

    pub(super) fn write(&mut self, stream: Stream, bytes: &[u8]) {
        if self.error.is_some() {
            return;
        }
        let written = match stream {
            Stream::Stdout if !self.at_once => self.stdout.write_all(bytes),
            Stream::Stdout => self.stdout.write_all(bytes).and_then(|()| self.stdout.flush()),
            Stream::Stderr => self.stdout.flush().and_then(|()| self.stderr.write_all(bytes)),
        };
        if let Err(error) = written {
            self.error = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Writes what is left; `true` if the reader has gone away, as `head` does when it has seen enough.
    pub(super) fn finish(mut self) -> Result<bool, Failure> {
        let error = self.error.take().or_else(|| self.stdout.flush().err());
        // What could not be written must not be tried again when the buffer is dropped.
        let (_stdout, _unwritten) = self.stdout.into_parts();
        match error {
            None => Ok(false),
            Some(error) if error.kind() == ErrorKind::BrokenPipe => Ok(true),
            Some(error) => Err(Failure::new(format!("cannot write the program's output: {error}"))),
        }
    }
}
