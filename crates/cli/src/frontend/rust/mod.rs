//! Rust programs: a crate through rustc, and Rust's standard library as one more module.
//!
//! rustc prints the text of the user's crate alone. The standard library comes as machine code with LLVM bitcode beside it; an LTO
//! build of an empty program prints all of it as text. That is made once per toolchain ([`image`]), and linked like a library.

mod image;
mod replaced;
mod rustc;

use std::io::{self, Write};
use std::path::Path;

use super::{CompilerFlags, IrText};
use crate::args::{Compiling, StdImage};
use crate::failure::Failure;
use mazurka_vm::STD_RULES_FOR;
pub use rustc::RUSTC_FLAGS;
use rustc::Rustc;

/// The text of a crate, by its root file, and behind it what the standard library consists of.
pub(super) fn load(
    root: &Path,
    flags: &CompilerFlags,
    compiling: &Compiling,
) -> Result<Vec<IrText>, Failure> {
    let rustc = Rustc::find()?;
    let compiled = rustc.compile(root, flags, compiling)?;
    // Where stderr is closed, nothing can be said.
    let _ = io::stderr().write_all(&compiled.diagnostics);
    let shown = root.display();
    let text = compiled.text.ok_or_else(|| {
        Failure::new(format!("{shown} does not compile ({} says why above)", rustc.program.display()))
    })?;
    let program = IrText { name: format!("{shown} (as LLVM IR)"), text, is_library: false, std_rules: false };
    let aborts = flags.for_rustc().any(|flag| flag == "panic=abort");
    let panic = if aborts { "abort" } else { "unwind" };
    Ok(std::iter::once(program).chain(std(&rustc, StdImage::Program, panic, compiling)?).collect())
}

/// The standard library alone, for texts that rustc has made.
pub(super) fn load_std(
    kind: StdImage,
    program: &[IrText],
    compiling: &Compiling,
) -> Result<Vec<IrText>, Failure> {
    let aborts = program.iter().any(|text| main_never_unwinds(&text.text));
    std(&Rustc::find()?, kind, if aborts { "abort" } else { "unwind" }, compiling)
}

/// Whether `main` was compiled with `panic=abort`: then no function of the crate unwinds. Otherwise `main` may, because
/// the standard library that calls the user's `main` may.
fn main_never_unwinds(text: &str) -> bool {
    let line = |start: &str| text.lines().find(|line| line.starts_with(start));
    let group = line("define noundef i32 @main(")
        .and_then(|main| main.split_whitespace().find(|word| word.starts_with('#')));
    let attributes = group.and_then(|group| line(&format!("attributes {group} ")));
    attributes.is_some_and(|attributes| attributes.split_whitespace().any(|word| word == "nounwind"))
}

fn std(rustc: &Rustc, kind: StdImage, panic: &str, compiling: &Compiling) -> Result<Vec<IrText>, Failure> {
    let mut std = image::load(rustc, kind, panic, !compiling.no_cache)?;
    if compiling.no_std_rules {
        return Ok(vec![std]);
    }
    std.std_rules = STD_RULES_FOR.contains(&rustc.version);
    let name = format!("replacements in {}", std.name);
    let replaced = IrText { name, text: replaced::text(&std.text), is_library: false, std_rules: false };
    Ok(vec![std, replaced])
}

#[cfg(test)]
mod tests {
    use super::main_never_unwinds;

    #[test]
    fn programs_that_abort_are_known_by_main() {
        let text = |attributes: &str| {
            format!(
                "\ndefine noundef i32 @main(i32 %0, ptr %1) unnamed_addr #7 {{\n}}\nattributes #7 = {{ {attributes} }}\n"
            )
        };
        assert!(main_never_unwinds(&text("nounwind nonlazybind \"target-cpu\"=\"x86-64\"")));
        assert!(!main_never_unwinds(&text("nonlazybind \"target-cpu\"=\"x86-64\"")));
        assert!(!main_never_unwinds("attributes #7 = { nounwind }"));
    }
}
