//! Compiles source files, or finds in the cache what clang has printed before.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use super::cache::{Cache, Sources};
use super::clang::{Clang, FLAGS, VERBOSE};
use super::header::{Depfile, Header};
use super::{CompilerFlags, IrText};
use crate::failure::Failure;
use crate::terminal;

/// Clang with its flags, and the cache, if it is used.
pub(super) struct Compiler {
    clang: Clang,
    header: Header,
    /// Those that do not change from process to process.
    flags: Vec<OsString>,
    cache: Option<Cache>,
}

/// What a compiler says about one file.
pub(super) struct Compiled {
    /// LLVM IR, if it compiles.
    pub text: Option<String>,
    pub diagnostics: Vec<u8>,
}

impl Compiler {
    pub(super) fn new(flags: &CompilerFlags, cached: bool) -> Result<Compiler, Failure> {
        let clang = Clang::find()?;
        let header =
            Header::new().map_err(|error| Failure::new(format!("cannot create a memory file: {error}")))?;
        // Clang itself writes to a pipe.
        let color = terminal::shows_colors(&io::stderr()).then_some("-fcolor-diagnostics");
        let ours = FLAGS.into_iter().chain(color).map(OsString::from);
        let all: Vec<_> = ours.chain(flags.as_slice().iter().cloned()).collect();
        let cache =
            if cached && flags.read_headers_only() { Cache::of_user(&clang.program, &all) } else { None };
        Ok(Compiler { clang, header, flags: all, cache })
    }

    pub(super) fn compile(&self, input: &Path) -> Result<Compiled, Failure> {
        let Some((cache, key)) = self.cache.as_ref().and_then(|cache| Some((cache, cache.key(input)?)))
        else {
            return self.clang.compile(input, self.all_flags());
        };
        if let Some((text, diagnostics)) = cache.get(&key) {
            return Ok(Compiled { text: Some(text), diagnostics });
        }
        let Ok(depfile) = Depfile::new() else { return self.clang.compile(input, self.all_flags()) };
        let flags = self.all_flags().chain(depfile.flags().map(OsString::from));
        let mut compiled = self.clang.compile(input, flags.chain(VERBOSE.map(OsString::from)))?;
        let folders = compiled.take_folders();
        let sources = || Sources::new(&depfile.into_text()?, folders?);
        if let (Some(text), Some(sources)) = (&compiled.text, sources()) {
            cache.put(&key, sources, text, &compiled.diagnostics);
        }
        Ok(compiled)
    }

    /// Passes clang's diagnostics on, in its own words.
    pub(super) fn text_of(&self, input: &Path, compiled: Compiled) -> Result<IrText, Failure> {
        // Where stderr is closed, nothing can be said.
        let _ = io::stderr().write_all(&compiled.diagnostics);
        let (shown, clang) = (input.display(), self.clang.program.display());
        match compiled.text {
            Some(text) => Ok(IrText {
                name: format!("{shown} (as LLVM IR)"),
                text,
                is_library: false,
                std_rules: false,
            }),
            None => Err(Failure::new(format!("{shown} does not compile ({clang} says why above)"))),
        }
    }

    /// Called when everything is compiled.
    pub(super) fn finish(&self) {
        if let Some(cache) = &self.cache {
            cache.trim();
        }
    }

    fn all_flags(&self) -> impl Iterator<Item = OsString> {
        self.header.flags().into_iter().map(OsString::from).chain(self.flags.iter().cloned())
    }
}
