//! Everything the reader offers, done to one text. The fuzzer and the mutation test both call this.

use std::rc::Rc;

use mazurka_ir::module::SymbolId;
use mazurka_ir::{Program, ReadError, Types, print_module, read_module};

/// Reads the module, all bodies and all debug info, prints and links it. Panics only if something in there does, if an
/// error points outside of the text, or if what was printed reads back to something else.
pub(crate) fn exercise(text: &str) {
    let types = Types::new();
    let module = match read_module("input.ll", text.into(), &types) {
        Ok(module) => module,
        Err(error) => return assert_inside(text, &error),
    };
    for index in 0..module.symbols.len() {
        if let Some(Err(error)) = module.body(SymbolId(index as u32)) {
            assert_inside(text, error);
        }
    }
    for id in module.debug.ids() {
        module.debug.location(id);
        module.debug.subprogram(id);
        module.debug.variable(id);
        module.debug.debug_type(id);
    }
    if let Ok(printed) = print_module(&module) {
        assert_reads_back(printed.into(), &types);
    }
    let _ = Program::link(vec![module]);
}

/// What was printed reads back to a module that prints alike.
fn assert_reads_back(printed: Rc<str>, types: &Rc<Types>) {
    let again = read_module("printed.ll", printed.clone(), types).and_then(|module| print_module(&module));
    match again {
        Ok(again) => assert_eq!(again, &*printed),
        Err(error) => panic!("{error} in what was printed:\n{printed}"),
    }
}

/// The position is that of a byte of the text, or the end of one of its lines.
fn assert_inside(text: &str, error: &ReadError) {
    let line = text.split('\n').nth((error.line as usize).wrapping_sub(1));
    let inside = line.is_some_and(|line| (1..=line.len() + 1).contains(&(error.column as usize)));
    assert!(inside, "{error} points outside of the text");
}
