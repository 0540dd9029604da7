//! A program as the text that Mazurka executes: what is searched a dozen times need not be compiled a dozen times.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::native::scratch;
use crate::process;

const LIMIT: Duration = Duration::from_secs(60);

/// The file of that text. It is called like the program, because programs see their name.
pub(super) fn text(row: &str, program: &Path, flags: &[String]) -> Result<PathBuf, String> {
    let mut mazurka = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    mazurka.args(["compile", "--no-cache"]).args(flags.iter().filter(|flag| is_compilers(flag))).arg(program);
    let ended = process::run(&mut mazurka, "", LIMIT)?.filter(|ended| ended.exit == Some(0));
    let ended = ended.ok_or_else(|| format!("{mazurka:?} fails"))?;
    let folder = scratch("compiled").join(super::file_name(row));
    let file = folder.join(program.with_extension("ll").file_name().unwrap_or_default());
    let write = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, ended.stdout));
    write.map(|()| file).map_err(|error| error.to_string())
}

/// Options with one dash are clang's.
fn is_compilers(flag: &str) -> bool {
    flag.starts_with('-') && !flag.starts_with("--")
}
