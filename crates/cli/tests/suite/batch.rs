//! LLVM IR of programs, many by one process of clang.

#[path = "../../../vm/tests/support/clang.rs"]
mod clang;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use self::clang::{FILES, Texts};

/// What programs have in common that are compiled together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Setting {
    folder: PathBuf,
    flags: Vec<String>,
}

impl Setting {
    /// Of these options, those that are clang's: they have one dash.
    pub(crate) fn new(folder: &Path, options: impl IntoIterator<Item = String>) -> Setting {
        let is_compilers = |flag: &String| flag.starts_with('-') && !flag.starts_with("--");
        Setting { folder: folder.to_owned(), flags: options.into_iter().filter(is_compilers).collect() }
    }
}

pub(crate) struct Batch {
    setting: Setting,
    programs: Vec<PathBuf>,
    /// Compiled when the first test asks.
    texts: OnceLock<Texts>,
}

/// For every program the batch that it belongs to. Neighbours belong to different ones: two tests that run at the same time do not wait
/// for each other.
pub(crate) fn batches(programs: &[Option<(Setting, PathBuf)>]) -> Vec<Option<Arc<Batch>>> {
    let mut numbers: BTreeMap<&Setting, usize> = BTreeMap::new();
    let mut members: BTreeMap<(&Setting, usize), Vec<PathBuf>> = BTreeMap::new();
    let mut place = |(setting, program)| {
        let number = numbers.entry(setting).or_default();
        let key = (setting, *number / (2 * FILES) * 2 + *number % 2);
        *number += 1;
        members.entry(key).or_default().push(PathBuf::clone(program));
        key
    };
    let keys: Vec<_> = programs.iter().map(|wanted| wanted.as_ref().map(|(s, p)| place((s, p)))).collect();
    let batch = |(setting, programs): (&Setting, Vec<PathBuf>)| {
        Arc::new(Batch { setting: setting.clone(), programs, texts: OnceLock::new() })
    };
    let batches: BTreeMap<_, _> =
        members.into_iter().map(|(key, programs)| (key, batch((key.0, programs)))).collect();
    keys.into_iter().map(|key| key.map(|key| batches[&key].clone())).collect()
}

impl Batch {
    /// Writes the text of a program into a folder, to a file that is called like the program, because programs see their name.
    pub(crate) fn write(&self, program: &Path, folder: &Path) -> Result<PathBuf, String> {
        let texts = self.texts.get_or_init(|| {
            let mut mazurka = Command::new(env!("CARGO_BIN_EXE_mazurka"));
            mazurka.current_dir(&self.setting.folder).args(["compile", "--no-cache"]);
            Texts::compile(mazurka.args(&self.setting.flags), &self.programs)
        });
        let file = folder.join(program.with_extension("ll").file_name().unwrap_or_default());
        let text = texts.get(program)?;
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&file, text))
            .map_err(|error| error.to_string())?;
        Ok(file)
    }
}
