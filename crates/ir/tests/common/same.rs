//! What "the same module" means.

use std::fmt::Debug;

use mazurka_ir::instruction::Body;
use mazurka_ir::module::{Function, Module, SymbolId, SymbolKind, Variable};

/// Asserts that two modules are the same in everything but IR line numbers and the text they came from: all symbols in
/// order, bodies down to every operand, and what debug info says about every metadata number.
pub(crate) fn assert_same(left: &Module, right: &Module) {
    assert_eq!(left.source_filename, right.source_filename);
    assert_eq!(left.layout, right.layout);
    assert_eq!(left.symbols.len(), right.symbols.len());
    for (index, (a, b)) in left.symbols.iter().zip(&right.symbols).enumerate() {
        assert_eq!((&a.name, a.linkage), (&b.name, b.linkage));
        match (&a.kind, &b.kind) {
            (SymbolKind::Variable(v), SymbolKind::Variable(w)) => same_variable(&a.name, v, w),
            (SymbolKind::Function(f), SymbolKind::Function(g)) => {
                same_function(&a.name, f, g);
                let id = SymbolId(index as u32);
                same_body(&a.name, body_of(left, id), body_of(right, id));
            }
            (SymbolKind::Alias { target: t, ifunc: i }, SymbolKind::Alias { target: u, ifunc: j }) => {
                same(&a.name, (t, i), (u, j));
            }
            _ => panic!("@{}: different kinds of symbol", a.name),
        }
    }
    same_debug_info(left, right);
}

fn same_variable(name: &str, a: &Variable, b: &Variable) {
    let parts =
        |v: &Variable| (v.ty, v.constant, v.thread_local, v.align, v.section.clone(), v.debug.clone());
    same(name, parts(a), parts(b));
    same(name, &a.initializer, &b.initializer);
}

fn same_function(name: &str, a: &Function, b: &Function) {
    let parts = |f: &Function| {
        (
            f.result,
            f.params.clone(),
            f.varargs,
            f.definition.is_some(),
            f.definition.as_ref().and_then(|d| d.debug),
        )
    };
    same(name, parts(a), parts(b));
}

fn body_of(module: &Module, function: SymbolId) -> Option<&Body> {
    module.body(function).map(|body| body.unwrap_or_else(|error| panic!("{error}")))
}

fn same_body(name: &str, a: Option<&Body>, b: Option<&Body>) {
    let (Some(a), Some(b)) = (a, b) else { return same(name, a.is_some(), b.is_some()) };
    same(name, &a.local_types, &b.local_types);
    same(name, &a.debug_records, &b.debug_records);
    same(name, a.blocks.len(), b.blocks.len());
    for (a, b) in a.blocks.iter().zip(&b.blocks) {
        same(name, &a.name, &b.name);
        same(name, a.instructions.len(), b.instructions.len());
        for (a, b) in a.instructions.iter().zip(&b.instructions) {
            same(name, (a.result, &a.op, a.debug), (b.result, &b.op, b.debug));
        }
    }
}

fn same_debug_info(left: &Module, right: &Module) {
    let (a, b) = (&left.debug, &right.debug);
    assert!(a.ids().eq(b.ids()));
    for id in a.ids() {
        assert_eq!(a.location(id), b.location(id));
        assert_eq!(a.subprogram(id), b.subprogram(id));
        assert_eq!(a.variable(id), b.variable(id));
        assert_eq!(a.debug_type(id), b.debug_type(id));
    }
}

fn same<T: PartialEq + Debug>(name: &str, a: T, b: T) {
    assert_eq!(a, b, "in @{name}");
}
