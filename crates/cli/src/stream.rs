//! Data to bytes and back, through a buffer: what is saved may be as large as half of the memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use postcard::de_flavors::Flavor;
use postcard::{Deserializer, Error};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::hash::Hasher;

pub(crate) const BUFFER: usize = 1 << 18;

/// Writes data and what else is written after it.
pub(crate) fn write<W: Write>(
    data: &impl Serialize,
    rest: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    to: W,
) -> io::Result<()> {
    let mut buffer = BufWriter::with_capacity(BUFFER, Sink { to, failure: None });
    let written = postcard::to_io(data, &mut buffer).map_err(io::Error::other);
    let written = written.and_then(|buffer| rest(buffer).and_then(|()| buffer.flush()));
    let (Sink { failure, .. }, _) = buffer.into_parts();
    match failure {
        Some(failure) => Err(failure),
        None => written,
    }
}

/// postcard does not report why writing failed; the error is kept here.
struct Sink<W> {
    to: W,
    failure: Option<io::Error>,
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes).map_err(|error| {
            let kind = error.kind();
            self.failure = Some(error);
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Hashes and counts what is written through it.
pub(crate) struct Hashing<W> {
    to: W,
    hasher: Hasher,
    written: u64,
}

impl<W> Hashing<W> {
    pub(crate) fn new(to: W) -> Hashing<W> {
        Hashing { to, hasher: Hasher::default(), written: 0 }
    }

    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    pub(crate) fn finish(self) -> String {
        self.hasher.finish()
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hasher.write_all(&bytes[..written])?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A file from some byte on. Several of them read one file without moving each other.
pub struct Section {
    file: Arc<File>,
    at: u64,
}

impl Section {
    pub(crate) fn new(file: Arc<File>, at: u64) -> Section {
        Section { file, at }
    }
}

impl Read for Section {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(bytes, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// A search as it was saved: what [`mazurka_explore::resume`] continues from.
pub(crate) type SavedSearch = Rest<BufReader<Section>>;

/// What follows data that was read.
pub(crate) type Rest<R> = Deserializer<'static, Source<R>>;

/// Reads data from the beginning of this many bytes.
pub(crate) fn read<T: DeserializeOwned, R: Read + 'static>(from: R, length: u64) -> Option<(T, Rest<R>)> {
    let source = Source { from, left: length, buffer: Vec::new() };
    let mut deserializer = Deserializer::from_flavor(source);
    let data = T::deserialize(&mut deserializer).ok()?;
    Some((data, deserializer))
}

/// Nothing that is read borrows from it.
pub struct Source<R> {
    from: R,
    /// The number of bytes left: longer items are refused.
    left: u64,
    buffer: Vec<u8>,
}

impl<R: Read> Source<R> {
    fn fill(&mut self, length: usize) -> Result<(), Error> {
        self.left = self.left.checked_sub(length as u64).ok_or(Error::DeserializeUnexpectedEnd)?;
        self.buffer.resize(length, 0);
        self.from.read_exact(&mut self.buffer).map_err(|_| Error::DeserializeUnexpectedEnd)
    }
}

impl<'de, R: Read + 'de> Flavor<'de> for Source<R> {
    type Remainder = u64;
    type Source = R;

    fn pop(&mut self) -> Result<u8, Error> {
        self.fill(1)?;
        Ok(self.buffer[0])
    }

    fn try_take_n(&mut self, _: usize) -> Result<&'de [u8], Error> {
        Err(Error::WontImplement)
    }

    fn try_take_n_temp<'a>(&'a mut self, length: usize) -> Result<&'a [u8], Error>
    where
        'de: 'a,
    {
        self.fill(length)?;
        Ok(&self.buffer)
    }

    fn finalize(self) -> Result<u64, Error> {
        Ok(self.left)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// Takes `count` bytes.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_what_is_told() {
        let data = vec![7u32; 2 * BUFFER];
        let rest = |to: &mut dyn Write| to.write_all(&[7; 2 * BUFFER]);
        assert!(write(&data, rest, Disk(usize::MAX)).is_ok());
        let error = write(&data, rest, Disk(BUFFER)).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let error = write(&0u8, rest, Disk(BUFFER)).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn data_that_is_cut_short_is_none() {
        let data = ("some words".to_owned(), vec![1u64, 1 << 40]);
        let mut bytes = Vec::new();
        let mut hashing = Hashing::new(&mut bytes);
        write(&data, |to| to.write_all(&[3]), &mut hashing).unwrap();
        let (written, hash) = (hashing.written(), hashing.finish());
        assert_eq!((written, hash), (bytes.len() as u64, crate::hash::sha256([&bytes])));
        let length = bytes.len() as u64;
        let read = |bytes: &[u8], length| {
            let read = read::<(String, Vec<u64>), _>(io::Cursor::new(bytes.to_vec()), length);
            read.map(|(data, mut rest)| (data, u8::deserialize(&mut rest).ok(), rest.finalize().ok()))
        };
        assert_eq!(read(&bytes, length), Some((data.clone(), Some(3), Some(0))));
        assert_eq!(read(&bytes, length - 1), Some((data, None, Some(0))));
        assert_eq!(read(&bytes, length - 2), None);
        // A text as long as no file is.
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 8), None);
    }
}
