//! Finding clang and calling it.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{CompilerFlags, IrText, header::Header};
use crate::failure::Failure;

/// The oldest version whose output the reader knows.
const OLDEST: u32 = 14;

/// The newest version that is looked for by a name such as `clang-22`.
const NEWEST: u32 = 40;

/// What makes the text of a C file; the user's flags come behind these and win.
///
/// - `-ffp-contract=off`: `a * b + c` rounds twice, as native x86-64 code does.
/// - `-U_FORTIFY_SOURCE`: some systems define it by default, and then calls of `memcpy` hide behind `__memcpy_chk`.
/// - `-fno-crash-diagnostics`: a crash of clang leaves no files behind.
const FLAGS: [&str; 8] = [
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
    "-fno-crash-diagnostics",
    "-D__MAZURKA__=1",
];

#[derive(Debug)]
pub(super) struct Clang {
    program: PathBuf,
}

impl Clang {
    /// `$MAZURKA_CLANG`, else `clang`, else the newest `clang-N`.
    pub(super) fn find() -> Result<Clang, Failure> {
        if let Some(chosen) = env::var_os("MAZURKA_CLANG").filter(|name| !name.is_empty()) {
            return Clang::chosen(&chosen);
        }
        let path = env::var_os("PATH").unwrap_or_default();
        Clang::find_in(&path)
    }

    fn chosen(name: &OsStr) -> Result<Clang, Failure> {
        let shown = name.display();
        match version(Path::new(name)) {
            Some(version) if version >= OLDEST => Ok(Clang { program: name.into() }),
            Some(version) => {
                Err(Failure::new(format!("MAZURKA_CLANG={shown} is clang {version}, which is too old"))
                    .help(format!("Mazurka needs clang {OLDEST} or newer")))
            }
            None => Err(Failure::new(format!("MAZURKA_CLANG={shown} is not a clang that can be run"))
                .help("let it name clang, or unset it")),
        }
    }

    fn find_in(path: &OsStr) -> Result<Clang, Failure> {
        // A name such as `clang-19` says the version, and asking takes as long as compiling a small file.
        let numbered = (OLDEST..=NEWEST).rev().map(|version| (format!("clang-{version}"), Some(version)));
        let names = std::iter::once(("clang".to_owned(), None)).chain(numbered);
        let found = |(name, said): (String, Option<u32>)| {
            let program = env::split_paths(path).map(|dir| dir.join(&name)).find(|file| file.is_file())?;
            Some((said.or_else(|| version(&program)), program))
        };
        let mut too_old = None;
        for (version, program) in names.filter_map(found) {
            match version {
                Some(version) if version >= OLDEST => return Ok(Clang { program }),
                Some(version) => too_old = Some(version),
                None => {}
            }
        }
        let problem = match too_old {
            Some(version) => format!("clang {version} is too old"),
            None => "clang was not found".to_owned(),
        };
        Err(Failure::new(format!("{problem}, and C programs are compiled with it")).help(format!(
            "install clang {OLDEST} or newer (`apt-get install clang`), or let MAZURKA_CLANG name it"
        )))
    }

    /// Compiles one file. Warnings and errors go to stderr in clang's own words.
    pub(super) fn compile(&self, input: &Path, flags: &CompilerFlags) -> Result<IrText, Failure> {
        let shown = input.display();
        let header =
            Header::new().map_err(|error| Failure::new(format!("cannot create a memory file: {error}")))?;
        let output = Command::new(&self.program)
            .args(FLAGS)
            .args(header.flags())
            .args(flags.as_slice())
            .args([OsStr::new("-o"), OsStr::new("-"), input.as_os_str()])
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| Failure::new(format!("cannot run {}: {error}", self.program.display())))?;
        if !output.status.success() {
            return Err(Failure::new(format!(
                "{shown} does not compile ({} says why above)",
                self.program.display()
            )));
        }
        let text = String::from_utf8(output.stdout)
            .map_err(|_| Failure::new(format!("{shown}: clang's output is not UTF-8")))?;
        Ok(IrText { name: format!("{shown} (as LLVM IR)"), text })
    }
}

/// The major version, from the first line of `--version`: `Debian clang version 19.1.7 (3)`.
fn version(program: &Path) -> Option<u32> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

fn parse_version(text: &str) -> Option<u32> {
    let (_, version) = text.lines().next()?.split_once("clang version ")?;
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_vendors_print_them() {
        assert_eq!(parse_version("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x"), Some(19));
        assert_eq!(parse_version("clang version 22.0.0git (https://example.org)"), Some(22));
        assert_eq!(parse_version("Apple clang version 15.0.0"), Some(15));
        assert_eq!(parse_version("gcc (Debian 12.2.0) 12.2.0"), None);
        assert_eq!(parse_version(""), None);
    }

    #[test]
    fn nothing_on_the_path_names_what_to_install() {
        let message = Clang::find_in(OsStr::new("")).unwrap_err().to_string();
        assert!(
            message.contains("clang was not found") && message.contains("apt-get install clang"),
            "{message}"
        );
    }

    #[test]
    fn a_chosen_program_must_be_clang() {
        for name in ["/nonexistent/clang", "/bin/true"] {
            let message = Clang::chosen(OsStr::new(name)).unwrap_err().to_string();
            assert!(message.contains(name), "{message}");
        }
    }
}
