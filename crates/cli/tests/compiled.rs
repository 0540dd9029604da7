//! Programs as LLVM IR: what is searched a dozen times is compiled once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

/// Has the LLVM IR of a program written to a file, once in this process.
pub(crate) fn compile<'a>(program: &Path, flags: impl IntoIterator<Item = &'a String>, text: &Path) {
    static FILES: Mutex<BTreeMap<PathBuf, Arc<OnceLock<()>>>> = Mutex::new(BTreeMap::new());
    let once = FILES.lock().expect("no thread panics here").entry(text.to_owned()).or_default().clone();
    once.get_or_init(|| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        let output =
            command.args(["compile", "--no-cache"]).args(flags).arg(program).output().expect("mazurka runs");
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        let folder = text.parent().expect("a file is in a folder");
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(text, output.stdout));
        written.expect("the text can be written");
    });
}
