//! The symbols that `dlsym` finds: a module that is made when a program is linked, with a table of names and addresses.
//!
//! A table in LLVM's text is what analyses and lowering understand without being told: every function and variable in it has its
//! address taken, may be called through a pointer, and is lowered. A program that does not call `dlsym` has no such table.

use std::collections::BTreeMap;
use std::fmt::Write;

use mazurka_ir::Module;
use mazurka_ir::module::{Linkage, SymbolKind};

use crate::lower::plain_name;

/// Functions of the library that find symbols by name.
const FINDERS: [&str; 2] = ["dlsym", "dlvsym"];

pub(crate) const NAME: &str = "symbols.ll";

/// The text of the table, if one of these modules asks for it.
pub(crate) fn table(program: &[Module]) -> Option<String> {
    let mut symbols = program.iter().flat_map(|module| &module.symbols);
    symbols.any(|symbol| FINDERS.contains(&plain_name(&symbol.name))).then(|| text(&exported(program)))
}

/// What a name is declared as.
#[derive(Clone, Copy)]
enum Kind {
    Function,
    Variable,
}

/// What other modules could refer to. Variables of a thread are not: their addresses are not constants.
fn exported(program: &[Module]) -> BTreeMap<&str, Kind> {
    let mut exported = BTreeMap::new();
    let own = program.iter().filter(|module| !module.is_library);
    for symbol in own.flat_map(|module| &module.symbols) {
        let kind = match &symbol.kind {
            SymbolKind::Function(function) if function.definition.is_some() => Kind::Function,
            SymbolKind::Variable(variable) if variable.initializer.is_some() && !variable.thread_local => {
                Kind::Variable
            }
            SymbolKind::Alias { ifunc: false, .. } => Kind::Function,
            _ => continue,
        };
        if matches!(symbol.linkage, Linkage::External | Linkage::Weak | Linkage::Common)
            && !symbol.name.starts_with("llvm.")
        {
            exported.insert(&*symbol.name, kind);
        }
    }
    exported
}

fn text(symbols: &BTreeMap<&str, Kind>) -> String {
    let mut text = String::new();
    let mut entries = String::new();
    for (number, (name, kind)) in symbols.iter().enumerate() {
        let plain = plain_name(name);
        let (quoted, size) = (quoted(name), plain.len() + 1);
        // Writing to a string does not fail.
        let _ = writeln!(text, "@name.{number} = private constant [{size} x i8] c{}", quoted_text(plain));
        let _ = match kind {
            Kind::Function => writeln!(text, "declare void @{quoted}()"),
            Kind::Variable => writeln!(text, "@{quoted} = external global i8"),
        };
        let _ = write!(entries, "{{ ptr, ptr }} {{ ptr @name.{number}, ptr @{quoted} }}, ");
    }
    let count = symbols.len() + 1;
    let _ = writeln!(
        text,
        "@__mazurka_symbols = constant [{count} x {{ ptr, ptr }}] [{entries}{{ ptr, ptr }} zeroinitializer]"
    );
    text
}

/// A name in quotes, as LangRef's "Identifiers" says.
fn quoted(name: &str) -> String {
    format!("\"{}\"", escaped(name))
}

/// A constant of characters with a zero behind them.
fn quoted_text(text: &str) -> String {
    format!("\"{}\\00\"", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        let _ = match byte {
            b'"' | b'\\' | 0..0x20 | 0x7f.. => write!(escaped, "\\{byte:02X}"),
            _ => write!(escaped, "{}", byte as char),
        };
    }
    escaped
}

#[cfg(test)]
mod tests {
    use mazurka_ir::{Types, read_module};

    use super::*;

    fn read(text: &str) -> Module {
        read_module("test.ll", text.into(), &Types::new()).expect("the text is a module")
    }

    #[test]
    fn what_other_modules_can_refer_to_is_in_the_table() {
        let program = read(
            "declare ptr @dlsym(ptr, ptr)\n\
             declare void @elsewhere()\n\
             @shown = global i32 1\n\
             @\"od\\22d\\\\\" = constant i32 1\n\
             @hidden = internal global i32 1\n\
             @declared = external global i32\n\
             @of_a_thread = thread_local global i32 0\n\
             define weak void @run() {\n  ret void\n}\n\
             define internal void @helper() {\n  ret void\n}\n",
        );
        let table = table(&[program]).expect("dlsym is called");
        let module = read(&table);
        let names: Vec<&str> = module
            .symbols
            .iter()
            .map(|symbol| &*symbol.name)
            .filter(|name| !name.starts_with("name."))
            .collect();
        assert_eq!(names, ["od\"d\\", "run", "shown", "__mazurka_symbols"]);
    }

    #[test]
    fn a_program_that_does_not_ask_has_no_table() {
        assert_eq!(table(&[read("define i32 @main() {\n  ret i32 0\n}\n")]), None);
    }
}
