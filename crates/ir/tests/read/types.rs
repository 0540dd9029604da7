//! LangRef: "Type System".

use std::rc::Rc;

use mazurka_ir::module::{Module, SymbolKind};
use mazurka_ir::types::{Type, TypeId};

use super::{error, module, symbol};

/// The type of the declared variable `@x` behind some lines.
fn declared(lines: &str, ty: &str) -> (Module, Type) {
    let module = module(&format!("{lines}@x = external global {ty}\n"));
    let SymbolKind::Variable(variable) = &module.symbol(symbol(&module, "x")).kind else { unreachable!() };
    let ty = module.types.get(variable.ty);
    (module, ty)
}

fn structure(fields: &[TypeId]) -> Type {
    Type::Struct { fields: fields.into(), packed: false }
}

#[test]
fn scalars() {
    assert_eq!(declared("", "i1").1, Type::Int(1));
    assert_eq!(declared("", "i128").1, Type::Int(128));
    assert_eq!(declared("", "i8388607").1, Type::Int(8_388_607));
    assert_eq!(declared("", "float").1, Type::Float);
    assert_eq!(declared("", "double").1, Type::Double);
    assert_eq!(declared("", "x86_fp80").1, Type::Extended);
    assert_eq!(declared("", "ptr").1, Type::Ptr);
    assert_eq!(declared("", "ptr addrspace(42)").1, Type::Ptr);
}

#[test]
fn aggregates() {
    assert_eq!(declared("", "[99999999999 x i8]").1, Type::Array(99_999_999_999, TypeId::I8));
    assert_eq!(declared("", "<4 x ptr>").1, Type::Vector(4, TypeId::PTR));
    assert_eq!(declared("", "{}").1, structure(&[]));
    assert_eq!(declared("", "{ i8, ptr }").1, structure(&[TypeId::I8, TypeId::PTR]));
    let packed = Type::Struct { fields: Rc::new([TypeId::I8, TypeId::I64]), packed: true };
    assert_eq!(declared("", "<{ i8, i64 }>").1, packed);
}

#[test]
fn types_that_cannot_be_executed_are_kept_by_their_text() {
    for text in ["half", "bfloat", "fp128", "ppc_fp128", "<vscale x 4 x i32>"] {
        assert_eq!(declared("", text).1, Type::Unsupported(text.into()));
    }
    let target = "target(\"spirv.Image\", i32, 1)";
    assert_eq!(declared("", target).1, Type::Unsupported(target.into()));
}

#[test]
fn named_types_may_be_defined_later() {
    let (_, ty) = declared("%a = type { %b, i32 }\n%b = type { i8 }\n", "%a");
    let Type::Struct { fields, .. } = &ty else { panic!("{ty:?}") };
    assert_eq!(fields[1], TypeId::I32);
    assert_eq!(declared("%0 = type { i8 }\n", "%0").1, structure(&[TypeId::I8]));
    let quoted = "%\"struct.std::pair<int, int>\"";
    assert_eq!(declared(&format!("{quoted} = type {{ i8 }}\n"), quoted).1, structure(&[TypeId::I8]));
    assert_eq!(declared("%o = type opaque\n", "%o").1, Type::Opaque);
}

#[test]
fn typed_pointers_are_pointers() {
    assert_eq!(declared("%o = type opaque\n", "%o**").1, Type::Ptr);
    assert_eq!(declared("", "i32 (i8*, ...)*").1, Type::Ptr);
    assert_eq!(declared("", "[2 x i8] addrspace(1)*").1, Type::Ptr);
    assert_eq!(declared("", "void (i32)* (i8*)*").1, Type::Ptr);
}

#[test]
fn typed_pointers_let_types_contain_themselves() {
    let node = "%node = type { %node*, i32 }\n";
    assert_eq!(declared(node, "%node").1, structure(&[TypeId::PTR, TypeId::I32]));
    let returns_itself = "%t = type { %t (%t*, %t)* }\n";
    assert_eq!(declared(returns_itself, "%t").1, structure(&[TypeId::PTR]));
    let through_another = "%t = type { %u (%t*)* }\n%u = type { %t, i8 }\n";
    let (module, ty) = declared(through_another, "%u");
    let t = module.types.structure(&[TypeId::PTR]);
    assert_eq!(ty, structure(&[t, TypeId::I8]));
}

#[test]
fn what_is_no_type_is_refused() {
    let of = |ty: &str| error(&format!("@x = external global {ty}\n"));
    assert_eq!(of("i0"), "test.ll:1:22: no integer type has the width of `i0`");
    assert_eq!(of("i8388608"), "test.ll:1:22: no integer type has the width of `i8388608`");
    assert_eq!(of("int"), "test.ll:1:22: expected a type, found `int`");
    assert_eq!(of("%t"), "test.ll:1:22: the type %t is not defined");
    assert_eq!(of("[-1 x i8]"), "test.ll:1:23: expected a number, found `-1`");
    assert_eq!(
        of("[99999999999999999999 x i8]"),
        "test.ll:1:23: expected a number, found `99999999999999999999`"
    );
    assert_eq!(of("[2 x void]"), "test.ll:1:27: nothing can contain a value of this type");
    let lanes = "a vector has at least one lane, all integers, floats or pointers";
    assert_eq!(of("<0 x i8>"), format!("test.ll:1:27: {lanes}"));
    assert_eq!(of("<2 x { i8 }>"), format!("test.ll:1:27: {lanes}"));
}

#[test]
fn a_type_that_contains_itself_is_refused_wherever_it_is_used() {
    let lines = "%t = type { i8, %u }\n%u = type { %t }\n@x = external global %t\n";
    assert_eq!(error(lines), "test.ll:2:13: the type %t contains itself");
    module("%t = type { %t }\n");
}
