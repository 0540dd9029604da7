//! Finding clang and calling it.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::compiler::Compiled;
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
/// - `-rotation-max-header-size=0`: the first round of a loop is not code of its own. Where it is, a look that fails there is not known to be the same as
///   one in the loop, and both are explored.
pub(super) const FLAGS: [&str; 10] = [
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
    "-fno-crash-diagnostics",
    "-mllvm",
    "-rotation-max-header-size=0",
    "-D__MAZURKA__=1",
];

#[derive(Debug)]
pub(super) struct Clang {
    pub program: PathBuf,
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

    /// Compiles one file.
    pub(super) fn compile(
        &self,
        input: &Path,
        flags: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<Compiled, Failure> {
        let output = Command::new(&self.program)
            .args(flags)
            .args([OsStr::new("-o"), OsStr::new("-"), input.as_os_str()])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Failure::new(format!("cannot run {}: {error}", self.program.display())))?;
        let text = if output.status.success() {
            let text = String::from_utf8(output.stdout);
            Some(text.map_err(|_| Failure::new(format!("{}: clang's output is not UTF-8", input.display())))?)
        } else {
            None
        };
        Ok(Compiled { text, diagnostics: output.stderr })
    }
}

/// Lets clang say before its diagnostics where it looks for headers. A start of clang takes as long as compiling a small file,
/// so it is not started just to be asked.
pub(super) const VERBOSE: [&str; 2] = ["-Xclang", "-v"];

impl Compiled {
    /// Takes what `VERBOSE` prints out of the diagnostics: where headers are looked for, whether the folders exist or not.
    /// `None` if nothing of the kind is there.
    pub(super) fn take_folders(&mut self) -> Option<Vec<String>> {
        let begins = |at: &usize| self.diagnostics[*at..].starts_with(FIRST.as_bytes());
        let lines = [0]
            .into_iter()
            .chain((1..).zip(&self.diagnostics).filter(|(_, byte)| **byte == b'\n').map(|(next, _)| next));
        let start = lines.into_iter().find(begins)?;
        let length =
            self.diagnostics[start..].windows(LAST.len()).position(|part| part == LAST.as_bytes())?;
        let said: Vec<u8> = self.diagnostics.drain(start..start + length + LAST.len()).collect();
        parse_folders(&String::from_utf8(said).ok()?)
    }
}

const FIRST: &str = "clang -cc1 version ";
const LAST: &str = "End of search list.\n";

/// `None` if that is not what is expected.
fn parse_folders(text: &str) -> Option<Vec<String>> {
    let missing = text.lines().filter_map(|line| line.strip_prefix("ignoring nonexistent directory "));
    let missing = missing.map(|quoted| quoted.trim_matches('"'));
    let (_, listed) = text.split_once("#include \"...\" search starts here:\n")?;
    let (listed, _) = listed.split_once(LAST)?;
    let listed = listed.lines().filter_map(|line| line.strip_prefix(' '));
    Some(missing.chain(listed).map(str::to_owned).collect())
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
    fn folders_of_headers_are_read_whether_they_exist_or_not() {
        let text = "clang -cc1 version 19\nignoring nonexistent directory \"/gone\"\n#include \"...\" search starts here:\n q\n\
                    #include <...> search starts here:\n inc\n /usr/include\nEnd of search list.\n";
        for (before, after) in [("", ""), ("clang: warning: unused\n", "a.c:1:1: warning: x\n")] {
            let diagnostics = [before, text, after].concat().into_bytes();
            let mut compiled = Compiled { text: None, diagnostics };
            assert_eq!(compiled.take_folders().unwrap(), ["/gone", "q", "inc", "/usr/include"]);
            assert_eq!(compiled.diagnostics, [before, after].concat().into_bytes());
            assert_eq!(compiled.take_folders(), None);
        }
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
