//! LangRef: "Module Structure": what is outside of bodies.

use mazurka_ir::constant::Constant;
use mazurka_ir::debug::MetadataId;
use mazurka_ir::module::{DataLayout, Linkage, Module, SymbolId, SymbolKind, Variable};
use mazurka_ir::types::TypeId;

use super::{error, module};

fn variable(module: &Module, index: usize) -> &Variable {
    match &module.symbols[index].kind {
        SymbolKind::Variable(variable) => variable,
        other => panic!("{other:?} is not a variable"),
    }
}

#[test]
fn everything_at_the_top_level() {
    let module = module(
        "; ModuleID = 'a.c'\nsource_filename = \"a\\22b.c\"\n\
         target datalayout = \"e-m:e-p270:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
         target triple = \"x86_64-pc-linux-gnu\"\n\nmodule asm \".symver foo\"\n$foo = comdat any\n\
         @x = global i32 0\n\nattributes #0 = { nounwind \"frame-pointer\"=\"all\" }\n\
         !llvm.module.flags = !{!0}\n!0 = !{i32 1}\n^0 = module: (path: \"\")\n",
    );
    assert_eq!(&*module.source_filename, "a\"b.c");
    assert_eq!(module.layout, DataLayout { i128_align: 16, i64_align: 8 });
    assert_eq!(module.symbols.len(), 1);
    assert_eq!((&*module.symbols[0].name, module.symbols[0].line), ("x", 8));
    assert_eq!(module.debug.ids().collect::<Vec<_>>(), [MetadataId(0)]);
}

#[test]
fn linkages() {
    let text = "@a = global i8 0\n@b = internal global i8 0\n@c = private constant i8 0\n\
                @d = linkonce_odr dso_local global i8 0, comdat, align 8\n@e = common global i8 0\n\
                @f = extern_weak global i8\n@g = external hidden global i8\n@h = appending global [0 x i8] []\n\
                @i = available_externally global i8 0\n@j = weak_odr global i8 0\n";
    let expected = [
        Linkage::External,
        Linkage::Internal,
        Linkage::Internal,
        Linkage::Weak,
        Linkage::Common,
        Linkage::ExternWeak,
        Linkage::External,
        Linkage::Appending,
        Linkage::AvailableExternally,
        Linkage::Weak,
    ];
    let linkages: Vec<Linkage> = module(text).symbols.iter().map(|symbol| symbol.linkage).collect();
    assert_eq!(linkages, expected);
}

#[test]
fn variables_with_all_their_properties() {
    let module = module(
        "@a = internal thread_local(initialexec) unnamed_addr addrspace(1) externally_initialized constant i32 7, \
         section \".my\\20section\", partition \"p\", comdat($a), align 16, !dbg !3, !dbg !4, !type !5 #0\n\
         @b = external thread_local global ptr, align 8\n@c = dso_local global i8 1, no_sanitize_address\n",
    );
    let a = variable(&module, 0);
    assert_eq!((a.ty, &a.initializer), (TypeId::I32, &Some(Constant::Int(7))));
    assert_eq!((a.constant, a.thread_local, a.align), (true, true, 16));
    assert_eq!(a.section.as_deref(), Some(".my section"));
    assert_eq!(a.debug, [MetadataId(3), MetadataId(4)]);
    let b = variable(&module, 1);
    assert_eq!((b.ty, &b.initializer, b.thread_local, b.align), (TypeId::PTR, &None, true, 8));
    assert!(!variable(&module, 2).constant);
}

#[test]
fn names_in_quotes_and_numbers() {
    let module = module("@\"a\\22b\" = global i8 0\n@0 = private global ptr @\"a\\22b\"\n");
    assert_eq!(&*module.symbols[0].name, "a\"b");
    assert_eq!(&*module.symbols[1].name, "0");
    assert_eq!(variable(&module, 1).initializer, Some(Constant::Symbol(SymbolId(0))));
}

#[test]
fn aliases_and_ifuncs() {
    let module = module(
        "@a = weak alias void (), ptr @f\n@i = ifunc void (), ptr @f\n\
         define void @f() {\n  ret void\n}\n",
    );
    for (index, is_ifunc) in [(0, false), (1, true)] {
        let SymbolKind::Alias { target, ifunc } = &module.symbols[index].kind else { panic!() };
        assert_eq!((target, *ifunc), (&Constant::Symbol(SymbolId(2)), is_ifunc));
    }
    assert_eq!(module.symbols[0].linkage, Linkage::Weak);
}

#[test]
fn functions() {
    let module = module(
        "declare !dbg !9 noundef range(i32 0, 10) i32 @d(ptr noundef, ...) local_unnamed_addr #1\n\
         define internal fastcc { ptr, i32 } @f(i32 %0, i32) unnamed_addr #0 align 16 \
         personality ptr @d !dbg !12 !prof !3 {\n  unreachable\n}\n",
    );
    let SymbolKind::Function(d) = &module.symbols[0].kind else { panic!() };
    assert_eq!((d.result, d.params.len(), d.varargs), (TypeId::I32, 1, true));
    assert!(d.definition.is_none());
    assert!(module.body(SymbolId(0)).is_none());
    let SymbolKind::Function(f) = &module.symbols[1].kind else { panic!() };
    assert_eq!(f.result, module.types.structure(&[TypeId::PTR, TypeId::I32]));
    assert_eq!((f.params.len(), f.varargs), (2, false));
    assert_eq!(f.definition.as_ref().map(|d| (d.debug, d.line)), Some((Some(MetadataId(12)), 2)));
    assert_eq!(module.symbols[1].linkage, Linkage::Internal);
}

#[test]
fn lines_may_end_as_on_windows() {
    let module = module("define void @f() {\r\n  ret void\r\n}\r\n\r\n@x = global i8 0\r\n");
    assert!(module.body(SymbolId(0)).unwrap().is_ok());
    assert_eq!(module.symbols.len(), 2);
}

#[test]
fn the_data_layout_of_old_versions_has_no_i128() {
    let module = module("target datalayout = \"e-m:e-i64:64-f80:128-n8:16:32:64-S128\"\n");
    assert_eq!(module.layout, DataLayout { i128_align: 8, i64_align: 8 });
}

#[test]
fn other_targets_are_refused() {
    let refusal = "test.ll:1:8: only little-endian targets with 64-bit pointers are supported";
    assert_eq!(error("target datalayout = \"e-m:e-p:32:32-p270:32:32-i64:64\"\n"), refusal);
    assert_eq!(error("target datalayout = \"E-m:e-i64:64\"\n"), refusal);
    assert_eq!(module("target datalayout = \"e-p:64:64-p1:32:32\"\n").symbols.len(), 0);
}

#[test]
fn malformed_lines() {
    assert_eq!(error("@x = global i8 0\nhello\n"), "test.ll:2:1: expected a top-level entity, found `hello`");
    assert_eq!(error("@x global i8 0\n"), "test.ll:1:4: expected `=`, found `global`");
    assert_eq!(error("@x = internal\n"), "test.ll:2:1: expected `global` or `constant`, found the end");
    assert_eq!(error("@x = global i8 0 1\n"), "test.ll:1:18: expected the end of the line, found `1`");
    assert_eq!(error("@x = global i8 0\n@x = global i8 0\n"), "test.ll:2:1: the symbol @x is defined twice");
    assert_eq!(error("%t = type i8\n%t = type i8\n"), "test.ll:2:1: the type %t is defined twice");
    assert_eq!(error("@x = global i8 0, align 3\n"), "test.ll:1:25: an alignment is a power of two");
    assert_eq!(
        error("define void @f() { ret void }\n"),
        "test.ll:1:1: the line of a `define` must end with `{`"
    );
    assert_eq!(
        error("define void @f() {\n  ret void\n"),
        "test.ll:1:1: the function is not closed by a line `}`"
    );
    assert_eq!(error("declare label @f()\n"), "test.ll:1:9: no function returns this type");
    assert_eq!(error("declare void @f(void)\n"), "test.ll:1:17: no parameter has this type");
    assert_eq!(error("declare void @f(..., i32)\n"), "test.ll:1:22: expected `)`, found `i32)`");
    assert_eq!(error("source_filename = \"a\n"), "test.ll:1:19: the string is not closed");
}
