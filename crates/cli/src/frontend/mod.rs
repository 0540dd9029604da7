//! From input files to LLVM IR text: C and C++ through clang, Rust through rustc, `.ll` as it is.

mod cache;
mod clang;
mod compiler;
mod flags;
mod header;
mod parallel;
mod rust;

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::Compiling;
use crate::failure::Failure;
use compiler::Compiler;
pub(crate) use flags::CompilerFlags;
pub use rust::RUSTC_FLAGS;

/// One module's text and the name by which messages speak of it.
#[derive(Debug)]
pub(crate) struct IrText {
    pub name: String,
    pub text: String,
    /// What other modules define counts before what this one does.
    pub is_library: bool,
    /// It is a standard library whose locks the VM knows, and may make use of that.
    pub std_rules: bool,
}

/// Compiles or reads every input, several at a time; the results are in the order given.
pub(crate) fn load(
    inputs: &[PathBuf],
    flags: &CompilerFlags,
    compiling: &Compiling,
) -> Result<Vec<IrText>, Failure> {
    let kinds = inputs.iter().map(|input| kind(input, flags)).collect::<Result<Vec<_>, _>>()?;
    let crate_root = crate_root(inputs, &kinds)?;
    flags.check(kinds.contains(&Kind::Source), crate_root.is_some())?;
    // A program of `.ll` files alone needs no compiler.
    let compiler =
        if kinds.contains(&Kind::Source) { Some(Compiler::new(flags, !compiling.no_cache)?) } else { None };
    let compile = |(input, kind): &(&PathBuf, Kind)| match (kind, &compiler) {
        (Kind::Source, Some(compiler)) => Some(compiler.compile(input)),
        _ => None,
    };
    let inputs: Vec<_> = inputs.iter().zip(kinds).collect();
    let compiled = parallel::map(&inputs, compile);
    if let Some(compiler) = &compiler {
        compiler.finish();
    }
    let rust = crate_root.map(|root| rust::load(root, flags, compiling)).transpose()?;
    let mut rust = rust.into_iter().flatten();
    let texts = inputs.iter().zip(compiled).map(|((input, kind), compiled)| match (compiled, &compiler) {
        (Some(compiled), Some(compiler)) => compiler.text_of(input, compiled?),
        _ if *kind == Kind::Rust => rust.next().ok_or_else(|| Failure::new("there are two crates")),
        _ => read(input),
    });
    // Every file's diagnostics are shown, as those of a compiler driver are.
    let texts: Vec<_> = texts.collect();
    let mut texts = texts.into_iter().chain(rust.map(Ok)).collect::<Result<Vec<_>, _>>()?;
    if let (None, Some(kind)) = (crate_root, compiling.std) {
        texts.extend(rust::load_std(kind, &texts, compiling)?);
    }
    Ok(texts)
}

/// The root of the one crate among the inputs, if there is one.
fn crate_root<'i>(inputs: &'i [PathBuf], kinds: &[Kind]) -> Result<Option<&'i Path>, Failure> {
    let mut roots = inputs.iter().zip(kinds).filter(|(_, kind)| **kind == Kind::Rust).map(|(input, _)| input);
    let root = roots.next().map(PathBuf::as_path);
    match roots.next() {
        None => Ok(root),
        Some(second) => Err(Failure::new(format!("{}: a program has one Rust crate", second.display()))
            .help("give the file with `main`; rustc finds the crate's modules by itself")),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// For clang.
    Source,
    /// The root of a crate.
    Rust,
    Ir,
}

fn kind(input: &Path, flags: &CompilerFlags) -> Result<Kind, Failure> {
    let shown = input.display();
    let extension = input.extension().and_then(|e| e.to_str()).unwrap_or_default();
    match extension {
        "ll" => Ok(Kind::Ir),
        "c" | "i" | "cc" | "cpp" | "cxx" | "ii" => Ok(Kind::Source),
        "bc" => Err(Failure::new(format!("{shown} is LLVM bitcode; Mazurka reads LLVM IR as text"))
            .help(format!("convert it with `llvm-dis {shown}` and give the .ll file"))),
        "o" | "a" | "so" => Err(Failure::new(format!("{shown} is machine code; Mazurka needs the source"))
            .help("give the .c files, or .ll files made with `clang -S -emit-llvm -g`")),
        "rs" => Ok(Kind::Rust),
        // As with a compiler driver, `-x c` says what a file is when its name does not.
        _ if flags.names_language() => Ok(Kind::Source),
        _ => Err(Failure::new(format!("{shown}: do not know what to do with this kind of file"))
            .help("inputs are .c, .i, .cc, .cpp, .rs and .ll files; `-x c` makes any file a C file")),
    }
}

fn read(input: &Path) -> Result<IrText, Failure> {
    let name = input.display().to_string();
    let bytes = fs::read(input).map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Failure::new(format!("{name} is not LLVM IR text: byte {offset} is not UTF-8"))
    })?;
    Ok(IrText { name, text, is_library: false, std_rules: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(name: &str, flags: &[&str]) -> Result<Kind, Failure> {
        let (flags, rest) = CompilerFlags::split(flags.iter().map(Into::into)).unwrap();
        assert!(rest.is_empty());
        kind(Path::new(name), &flags)
    }

    #[test]
    fn the_name_says_what_a_file_is() {
        assert_eq!(kind_of("a/b.c", &[]), Ok(Kind::Source));
        assert_eq!(kind_of("b.cpp", &[]), Ok(Kind::Source));
        assert_eq!(kind_of("b.rs", &[]), Ok(Kind::Rust));
        assert_eq!(kind_of("b.ll", &["-x", "c"]), Ok(Kind::Ir));
        assert_eq!(kind_of("b.txt", &["-xc"]), Ok(Kind::Source));
    }

    #[test]
    fn other_files_are_refused_with_advice() {
        for (name, advice) in [
            ("p.bc", "llvm-dis p.bc"),
            ("p.o", "give the .c files"),
            ("p.txt", "inputs are"),
            ("p", "inputs are"),
        ] {
            let message = kind_of(name, &[]).unwrap_err().to_string();
            assert!(message.contains(advice), "{message}");
        }
    }

    #[test]
    fn a_program_has_one_crate() {
        let inputs = ["a.c", "b.rs", "c.rs"].map(PathBuf::from);
        let kinds = [Kind::Source, Kind::Rust, Kind::Rust];
        assert_eq!(crate_root(&inputs[..2], &kinds[..2]), Ok(Some(Path::new("b.rs"))));
        assert_eq!(crate_root(&inputs[..1], &kinds[..1]), Ok(None));
        let message = crate_root(&inputs, &kinds).unwrap_err().to_string();
        assert!(message.contains("c.rs"), "{message}");
    }
}
