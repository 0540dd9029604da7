//! The compiler's flags on our command line.
//!
//! Options with one dash belong to the compiler, options with two dashes to Mazurka. So the compiler's flags can be
//! set aside before the rest of the command line is parsed, and both look as their users are used to.

use std::ffi::{OsStr, OsString};

use crate::failure::Failure;

/// Flags whose value may be the next argument: `-D X` is `-DX`.
const WITH_VALUE: [&str; 9] =
    ["-D", "-U", "-I", "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-x"];

/// Flags that carry their value in the same argument, or have none.
const JOINED: [&str; 9] = ["-std=", "-O", "-W", "-w", "-f", "-m", "-g", "-pthread", "-ansi"];

/// A flag of rustc, with its value behind it.
const CODEGEN: &str = "-C";

/// A flag of both.
const OPTIMISE: &str = "-O";

/// Libraries that a native build names and that the VM has anyway.
const BUILT_IN_LIBRARIES: [&str; 4] = ["-lpthread", "-lm", "-lrt", "-lc"];

/// What is passed on to compilers, in the order given.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CompilerFlags {
    clang: Vec<OsString>,
    /// Values of `-C`.
    rustc: Vec<OsString>,
}

impl CompilerFlags {
    /// Separates the compiler's flags from the other arguments. What follows `--` is the program's.
    pub(crate) fn split(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<(CompilerFlags, Vec<OsString>), Failure> {
        let (mut clang, mut rustc, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match classify(&argument) {
                Argument::Other => rest.push(argument),
                Argument::Joined => clang.push(argument),
                Argument::NeedsValue | Argument::Codegen => {
                    let value = arguments.next().ok_or_else(|| {
                        Failure::new(format!("{} needs a value after it", argument.display()))
                    })?;
                    match argument == CODEGEN {
                        true => rustc.push(value),
                        false => clang.extend([argument, value]),
                    }
                }
                Argument::BuiltIn => {}
                Argument::Unknown => return Err(unknown(&argument)),
                Argument::EndOfOptions => {
                    rest.push(argument);
                    rest.extend(arguments.by_ref());
                }
            }
        }
        Ok((CompilerFlags { clang, rustc }, rest))
    }

    /// Whether `-x` says which language the inputs are in.
    pub(crate) fn names_language(&self) -> bool {
        self.clang.iter().any(|flag| flag.to_string_lossy().starts_with("-x"))
    }

    /// Whether what clang prints depends on the source file, headers and these flags alone: not on profiles, plug-ins,
    /// modules, lists of other files, or on the processor.
    pub(crate) fn read_headers_only(&self) -> bool {
        const OTHERS: [&str; 8] = [
            "-fmodule",
            "-fprofile",
            "-fauto-profile",
            "-fplugin",
            "-fpass-plugin",
            "-fprebuilt",
            "-gmodules",
            "-Wp,",
        ];
        let reads_more = |flag: &OsString| {
            let flag = flag.to_string_lossy();
            let names_file = flag.starts_with("-f") && flag.contains(['/', '.']);
            names_file || flag.ends_with("=native") || OTHERS.iter().any(|other| flag.starts_with(other))
        };
        !self.clang.iter().any(reads_more)
    }

    /// Those for clang.
    pub(crate) fn as_slice(&self) -> &[OsString] {
        &self.clang
    }

    /// Those for rustc: `-C X` as given, and `-O2` as `-C opt-level=2`.
    pub(crate) fn for_rustc(&self) -> impl Iterator<Item = OsString> {
        let mut levels = self.clang.iter().filter_map(|flag| flag.to_str()?.strip_prefix(OPTIMISE));
        let level = levels.next_back().map(|level| OsString::from(format!("-Copt-level={level}")));
        let given = self.rustc.iter().flat_map(|value| [OsString::from(CODEGEN), value.clone()]);
        level.into_iter().chain(given)
    }

    /// Refuses flags for a compiler that is not used.
    pub(super) fn check(&self, uses_clang: bool, uses_rustc: bool) -> Result<(), Failure> {
        let is_common = |flag: &&OsString| flag.to_string_lossy().starts_with(OPTIMISE);
        let only_clang = self.clang.iter().find(|flag| !is_common(flag));
        match (only_clang, self.rustc.first()) {
            (Some(flag), _) if uses_rustc && !uses_clang => {
                Err(Failure::new(format!("{} is a flag of clang, and there is no C file", flag.display()))
                    .help("rustc is given `-O…` and `-C X`; the edition is an option, `--edition`"))
            }
            (_, Some(value)) if !uses_rustc => Err(Failure::new(format!(
                "-C {} is a flag of rustc, and there is no .rs file",
                value.display()
            ))),
            _ => Ok(()),
        }
    }
}

enum Argument {
    /// Not the compiler's: a file, an option with two dashes or its value (a negative number), `-h`, `-V`.
    Other,
    Joined,
    NeedsValue,
    /// rustc's `-C`.
    Codegen,
    BuiltIn,
    Unknown,
    EndOfOptions,
}

fn classify(argument: &OsStr) -> Argument {
    // Flags are ASCII; a file name that is not UTF-8 keeps its first bytes here, which is all that is looked at.
    let text = argument.to_string_lossy();
    match &*text {
        "--" => Argument::EndOfOptions,
        "-h" | "-V" => Argument::Other,
        _ if !text.starts_with('-') || text.starts_with("--") => Argument::Other,
        number if number[1..].starts_with(|first: char| first.is_ascii_digit()) => Argument::Other,
        CODEGEN => Argument::Codegen,
        flag if WITH_VALUE.contains(&flag) => Argument::NeedsValue,
        flag if BUILT_IN_LIBRARIES.contains(&flag) => Argument::BuiltIn,
        flag if WITH_VALUE.iter().chain(&JOINED).any(|known| flag.starts_with(known)) => Argument::Joined,
        _ => Argument::Unknown,
    }
}

fn unknown(argument: &OsStr) -> Failure {
    let shown = argument.display();
    if argument.to_string_lossy().starts_with("-l") {
        return Failure::new(format!("{shown}: only the C library is available to the program"))
            .help("give the library's source files as inputs");
    }
    Failure::new(format!("{shown} is not an option of Mazurka, nor one that it passes on to a compiler"))
        .help("Mazurka's own options have two dashes, see `mazurka run --help`; arguments of the program follow `--`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> (String, String) {
        let (flags, rest) = CompilerFlags::split(line.split(' ').map(OsString::from)).unwrap();
        let join = |words: &[OsString]| words.join(OsStr::new(" ")).into_string().unwrap();
        (join(flags.as_slice()), join(&rest))
    }

    #[test]
    fn one_dash_is_the_compilers_two_are_ours() {
        let (flags, rest) =
            split("-DX=1 --range -1..2 a.c -std=c11 -O2 -Wall -fno-builtin -pthread -msse4 b.ll");
        assert_eq!(flags, "-DX=1 -std=c11 -O2 -Wall -fno-builtin -pthread -msse4");
        assert_eq!(rest, "--range -1..2 a.c b.ll");
    }

    #[test]
    fn a_value_may_stand_apart() {
        let (flags, rest) = split("-D X -I inc -include a.h -U Y -x c f -isystem d");
        assert_eq!(flags, "-D X -I inc -include a.h -U Y -x c -isystem d");
        assert_eq!(rest, "f");
        assert!(CompilerFlags::split(["-D".into()]).is_err());
    }

    #[test]
    fn some_flags_let_clang_read_more_than_headers() {
        let reads = |flag: &str| {
            CompilerFlags { clang: vec![flag.into()], ..CompilerFlags::default() }.read_headers_only()
        };
        for flag in ["-DX=/a.b", "-I/usr/include", "-O2", "-std=c11", "-march=haswell", "-fno-builtin"] {
            assert!(reads(flag), "{flag}");
        }
        for flag in ["-march=native", "-fprofile-instr-use=p", "-fsanitize-ignorelist=a.txt", "-fmodules"] {
            assert!(!reads(flag), "{flag}");
        }
    }

    #[test]
    fn flags_of_rustc_have_their_own_list() {
        let arguments = "a.rs -O2 -C lto=off -O3".split(' ').map(OsString::from);
        let (flags, rest) = CompilerFlags::split(arguments).unwrap();
        let for_rustc: Vec<_> = flags.for_rustc().collect();
        assert_eq!((for_rustc.join(OsStr::new(" ")), rest.len()), ("-Copt-level=3 -C lto=off".into(), 1));
        assert!(flags.check(false, true).is_ok());
        assert!(flags.check(true, false).is_err());
        let (flags, _) = CompilerFlags::split(["-DX".into()]).unwrap();
        assert!(flags.check(false, true).is_err());
        assert!(flags.check(true, true).is_ok());
    }

    #[test]
    fn the_programs_arguments_are_left_alone() {
        assert_eq!(split("a.c -- -DX -q").1, "a.c -- -DX -q");
    }

    #[test]
    fn libraries_of_the_vm_are_accepted_others_are_not() {
        assert_eq!(split("a.c -lpthread -lm"), (String::new(), "a.c".into()));
        assert!(CompilerFlags::split(["-lz".into()]).unwrap_err().to_string().contains("only the C library"));
        assert!(CompilerFlags::split(["-q".into()]).unwrap_err().to_string().contains("not an option"));
    }
}
