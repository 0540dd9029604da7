//! The part of the library that is written in C, because it calls back into the program. Its LLVM text is made by
//! `support/build.sh` and checked in; it is linked behind the program's own modules, whose definitions win.

use mazurka_ir::link::Program;
use mazurka_ir::{Module, read_module};

use super::symbols;
use crate::lower::{LoadError, SUPPORT_PATH};

/// The modules of a program, and the library that it needs.
pub fn link(mut modules: Vec<Module>) -> Result<Program, LoadError> {
    let Some(types) = modules.first().map(|module| module.types.clone()) else {
        return Err(LoadError { message: "there is no module".into() });
    };
    let symbols = symbols::table(&modules);
    let symbols = symbols.iter().map(|text| (symbols::NAME, text.as_str()));
    for (name, text) in MODULES.iter().copied().chain(symbols) {
        let module = read_module(&format!("{SUPPORT_PATH}{name}"), text.into(), &types);
        modules.push(module.map_err(|error| LoadError { message: error.to_string() })?);
    }
    Program::link(modules).map_err(|error| LoadError { message: error.to_string() })
}

/// Name and text of every module.
static MODULES: &[(&str, &str)] = &[
    ("c11.ll", include_str!("../../support/c11.ll")),
    ("cancel.ll", include_str!("../../support/cancel.ll")),
    ("contexts.ll", include_str!("../../support/contexts.ll")),
    ("data.ll", include_str!("../../support/data.ll")),
    ("environment.ll", include_str!("../../support/environment.ll")),
    ("entropy.ll", include_str!("../../support/entropy.ll")),
    ("getopt.ll", include_str!("../../support/getopt.ll")),
    ("inet.ll", include_str!("../../support/inet.ll")),
    ("match.ll", include_str!("../../support/match.ll")),
    ("messages.ll", include_str!("../../support/messages.ll")),
    ("regex.ll", include_str!("../../support/regex.ll")),
    ("semaphore.ll", include_str!("../../support/semaphore.ll")),
    ("signals.ll", include_str!("../../support/signals.ll")),
    ("sort.ll", include_str!("../../support/sort.ll")),
    ("start.ll", include_str!("../../support/start.ll")),
    ("system.ll", include_str!("../../support/system.ll")),
    ("threads.ll", include_str!("../../support/threads.ll")),
    ("timers.ll", include_str!("../../support/timers.ll")),
    ("trees.ll", include_str!("../../support/trees.ll")),
    ("unwind.ll", include_str!("../../support/unwind.ll")),
    ("users.ll", include_str!("../../support/users.ll")),
    ("walk.ll", include_str!("../../support/walk.ll")),
];

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;
    use std::{env, fs};

    use super::*;

    #[test]
    fn the_text_is_what_the_sources_compile_to() {
        let support = Path::new(env!("CARGO_MANIFEST_DIR")).join("support");
        let directory = env::temp_dir().join(format!("mazurka-support-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a temporary directory");
        let status = Command::new(support.join("build.sh")).arg(&directory).status().expect("build.sh runs");
        assert!(status.success(), "build.sh failed; it needs clang-19");
        let mut names = Vec::new();
        for entry in fs::read_dir(&directory).expect("the directory was made").flatten() {
            let name = entry.file_name().into_string().expect("names are plain");
            let text = fs::read_to_string(entry.path()).expect("the file is there");
            let embedded = MODULES.iter().find(|(module, _)| *module == name);
            assert!(
                embedded.is_some_and(|(_, old)| *old == text),
                "{name} is out of date: run {}/build.sh",
                support.display()
            );
            names.push(name);
        }
        fs::remove_dir_all(&directory).expect("the directory can go");
        assert_eq!(names.len(), MODULES.len(), "a module has lost its source: {names:?}");
    }
}
