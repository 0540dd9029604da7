//! LLVM IR of many C files by few processes of clang: the start of one takes five times as long as compiling a small file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that one process compiles. It frees no memory before its end.
pub(crate) const FILES: usize = 32;

/// The folder of a header that Mazurka keeps in memory.
const MAZURKA_S: &str = "/mazurka/include";

/// What clang makes of some files.
#[derive(Default)]
pub(crate) struct Texts {
    texts: BTreeMap<PathBuf, String>,
    /// What clang says of the others.
    diagnostics: String,
}

impl Texts {
    /// By clang with the flags of this command, which prints LLVM IR of the file that is given as one more argument.
    pub(crate) fn compile(driver: &Command, files: &[PathBuf]) -> Texts {
        let mut all = Texts::default();
        for files in files.chunks(FILES) {
            match front_end(driver, &files[0]) {
                Ok(mut front_end) => all.add(front_end.args(files)),
                Err(problem) => all.diagnostics += &problem,
            }
        }
        all
    }

    /// What clang says, where the file does not compile.
    pub(crate) fn get(&self, file: &Path) -> Result<&str, String> {
        let text = self.texts.get(file).map(String::as_str);
        text.ok_or_else(|| format!("{} does not compile: {}", file.display(), self.diagnostics))
    }

    /// Every module begins with the name of its file.
    fn add(&mut self, front_end: &mut Command) {
        const BEGIN: &str = "; ModuleID = '";
        let Ok(output) = front_end.output() else {
            self.diagnostics += &format!("{front_end:?} cannot be run\n");
            return;
        };
        self.diagnostics += &String::from_utf8_lossy(&output.stderr);
        let printed = String::from_utf8(output.stdout).expect("clang writes text");
        let mut starts: Vec<usize> = printed.match_indices(BEGIN).map(|(start, _)| start).collect();
        starts.retain(|&start| start == 0 || printed.as_bytes()[start - 1] == b'\n');
        starts.push(printed.len());
        for module in starts.windows(2).map(|ends| &printed[ends[0]..ends[1]]) {
            let name = module[BEGIN.len()..].split('\'').next().unwrap_or_default();
            self.texts.insert(name.into(), module.to_owned());
        }
    }
}

/// The process that the driver would start for a file, but for that file: the driver itself starts a process for every file.
fn front_end(driver: &Command, file: &Path) -> Result<Command, String> {
    let mut asked = Command::new(driver.get_program());
    // The same as the option -###, for a driver that is started by another program: say what is to be done, and do nothing.
    asked.args(driver.get_args()).arg(file).env("CCC_OVERRIDE_OPTIONS", "# +-###");
    driver.get_current_dir().map(|folder| asked.current_dir(folder));
    let said = asked.output().map_err(|error| format!("{asked:?}: {error}\n"))?.stderr;
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().find(|line| line.contains("\"-cc1\""));
    let line = line.ok_or_else(|| format!("{asked:?} does not say what it would do: {said}\n"))?;
    let mut arguments = line.trim().trim_matches('"').split("\" \"");
    let mut front_end = Command::new(arguments.next().unwrap_or_default());
    driver.get_current_dir().map(|folder| front_end.current_dir(folder));
    while let Some(argument) = arguments.next() {
        match argument {
            // What is said of one file, and memory of a process that has ended.
            "-main-file-name" | "-ivfsoverlay" => _ = arguments.next(),
            MAZURKA_S => _ = front_end.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../include")),
            _ if Path::new(argument) == file => {}
            _ => _ = front_end.arg(argument.replace("\\\"", "\"").replace("\\$", "$")),
        }
    }
    Ok(front_end)
}
