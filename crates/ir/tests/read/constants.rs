//! LangRef: "Constants", "Constant Expressions".

use std::rc::Rc;

use mazurka_ir::constant::{Constant, ConstantExpr};
use mazurka_ir::instruction::{BinaryOp, Cast, IntPredicate};
use mazurka_ir::module::SymbolId;
use mazurka_ir::types::TypeId;

use super::{error, initializer, module};

/// `@g` of the common globals.
const G: Constant = Constant::Symbol(SymbolId(0));

fn expression(text: &str) -> ConstantExpr {
    match initializer(text) {
        Constant::Expr(expression) => ConstantExpr::clone(&expression),
        other => panic!("{other:?} is not an expression"),
    }
}

#[test]
fn simple_constants() {
    assert_eq!(initializer("i32 -1"), Constant::Int(0xffff_ffff));
    assert_eq!(initializer("i1 true"), Constant::Int(1));
    assert_eq!(initializer("i1 false"), Constant::Int(0));
    assert_eq!(initializer("double 1.5e+00"), Constant::Double(1.5f64.to_bits()));
    assert_eq!(initializer("float 0x3FF8000000000000"), Constant::Float(1.5f32.to_bits()));
    assert_eq!(
        initializer("x86_fp80 0xK3FFF8000000000000000"),
        Constant::Extended(0x3fff_8000_0000_0000_0000)
    );
    assert_eq!(initializer("half 0xH3C00").clone(), unsupported("0xH3C00"));
    assert_eq!(initializer("ptr null"), Constant::Null);
    assert_eq!(initializer("ptr undef"), Constant::Undef);
    assert_eq!(initializer("ptr poison"), Constant::Poison);
    assert_eq!(initializer("%pair zeroinitializer"), Constant::Zero);
    assert_eq!(initializer("ptr @g"), G);
    assert_eq!(initializer("ptr no_cfi @void"), Constant::Symbol(SymbolId(1)));
}

fn unsupported(text: &str) -> Constant {
    Constant::Unsupported(text.into())
}

#[test]
fn aggregates() {
    let one_two = Rc::new([(TypeId::I32, Constant::Int(1)), (TypeId::I32, Constant::Int(2))]);
    assert_eq!(initializer("[2 x i32] [i32 1, i32 2]"), Constant::Aggregate(one_two.clone()));
    assert_eq!(initializer("<2 x i32> <i32 1, i32 2>"), Constant::Aggregate(one_two.clone()));
    assert_eq!(initializer("{ i32, i32 } { i32 1, i32 2 }"), Constant::Aggregate(one_two.clone()));
    assert_eq!(initializer("<{ i32, i32 }> <{ i32 1, i32 2 }>"), Constant::Aggregate(one_two));
    assert_eq!(initializer("[0 x i32] []"), Constant::Aggregate(Rc::new([])));
    assert_eq!(initializer(r#"[5 x i8] c"a\00\\\22\e9""#), Constant::Bytes(Rc::new(*b"a\0\\\"\xe9")));
    assert_eq!(
        initializer("<4 x i32> splat (i32 7)"),
        Constant::Splat(Rc::new((TypeId::I32, Constant::Int(7))))
    );
}

#[test]
fn addresses_of_blocks() {
    let text = "@x = global ptr blockaddress(@f, %\"a b\")\ndefine void @f() {\n\"a b\":\n  ret void\n}\n";
    let module = module(text);
    let mazurka_ir::module::SymbolKind::Variable(x) = &module.symbols[0].kind else { unreachable!() };
    assert_eq!(x.initializer, Some(Constant::BlockAddress(SymbolId(1), "a b".into())));
}

#[test]
fn conversions() {
    let cast = |op, from, value, to| ConstantExpr::Cast { op, from, value, to };
    let address = cast(Cast::PtrToInt, TypeId::PTR, G, TypeId::I64);
    assert_eq!(expression("i64 ptrtoint (ptr @g to i64)"), address);
    assert_eq!(expression("i64 ptrtoaddr (ptr @g to i64)"), address);
    let dangling = cast(Cast::IntToPtr, TypeId::I64, Constant::Int(8), TypeId::PTR);
    assert_eq!(expression("ptr inttoptr (i64 8 to ptr)"), dangling);
    assert_eq!(
        expression("i8* bitcast ([4 x i32]* @g to i8*)"),
        cast(Cast::Bitcast, TypeId::PTR, G, TypeId::PTR)
    );
}

#[test]
fn addresses_of_elements() {
    let index = |value| (TypeId::I64, Constant::Int(value));
    let bytes =
        ConstantExpr::GetElementPtr { element: TypeId::I8, base: (TypeId::PTR, G), indices: vec![index(8)] };
    assert_eq!(expression("ptr getelementptr (i8, ptr @g, i64 8)"), bytes);
    assert_eq!(expression("ptr getelementptr inbounds (i8, ptr @g, i64 8)"), bytes);
    assert_eq!(expression("ptr getelementptr inbounds nuw (i8, ptr @g, i64 8)"), bytes);
    assert_eq!(expression("ptr getelementptr inbounds inrange(-16, 24) (i8, ptr @g, i64 8)"), bytes);
    assert_eq!(expression("i8* getelementptr (i8, i8* @g, inrange i64 8)"), bytes);
}

#[test]
fn arithmetic() {
    let binary = |op, rhs| ConstantExpr::Binary { op, ty: TypeId::I64, lhs: Constant::Int(6), rhs };
    assert_eq!(expression("i64 sub nuw nsw (i64 6, i64 2)"), binary(BinaryOp::Sub, Constant::Int(2)));
    assert_eq!(expression("i64 xor (i64 6, i64 -1)"), binary(BinaryOp::Xor, Constant::Int(u64::MAX.into())));
    assert_eq!(
        expression("i1 icmp ne (ptr @g, ptr null)"),
        ConstantExpr::Compare { predicate: IntPredicate::Ne, ty: TypeId::PTR, lhs: G, rhs: Constant::Null }
    );
    assert_eq!(
        expression("i32 select (i1 true, i32 1, i32 2)"),
        ConstantExpr::Select {
            condition: (TypeId::I1, Constant::Int(1)),
            ty: TypeId::I32,
            then: Constant::Int(1),
            otherwise: Constant::Int(2),
        }
    );
}

#[test]
fn expressions_that_cannot_be_evaluated_are_kept_by_their_text() {
    let text = "extractelement (<2 x i32> <i32 1, i32 2>, i32 0)";
    assert_eq!(initializer(&format!("i32 {text}")), unsupported(text));
    assert_eq!(
        initializer("i32 extractvalue ({ i32 } { i32 1 }, 0)"),
        unsupported("extractvalue ({ i32 } { i32 1 }, 0)")
    );
}

#[test]
fn a_constant_must_fit_its_type() {
    let of = |text: &str| error(&format!("@g = global i8 0\n@x = global {text}\n"));
    assert_eq!(of("i32 null"), "test.ll:2:17: `null` does not fit its type");
    assert_eq!(of("i32 true"), "test.ll:2:17: a truth value does not fit its type");
    assert_eq!(of("i32 @g"), "test.ll:2:17: an address does not fit its type");
    assert_eq!(of("ptr 0"), "test.ll:2:17: the number `0` is the value of a type without numbers");
    assert_eq!(of("i32 1.0"), "test.ll:2:17: `1.0` is not a number of its type");
    assert_eq!(of("[2 x i32] [i32 1]"), "test.ll:2:23: the aggregate does not fit its type");
    assert_eq!(of("{ i32 } [i32 1]"), "test.ll:2:21: the aggregate does not fit its type");
    assert_eq!(of("<{ i8 }> { i8 1 }"), "test.ll:2:22: the aggregate does not fit its type");
    assert_eq!(of("[2 x i8] c\"abc\""), "test.ll:2:22: the string does not fit its type");
    assert_eq!(of("<2 x i8> splat (i16 1)"), "test.ll:2:22: the splat does not fit its type");
    assert_eq!(of("i32 ptrtoint (ptr @g to i64)"), "test.ll:2:17: the expression does not fit its type");
    assert_eq!(of("i64 ptrtoint (i8 1 to i64)"), "test.ll:2:27: the conversion does not fit its type");
    assert_eq!(of("i32 add (i32 1, i8 1)"), "test.ll:2:29: the second operand does not fit its type");
    assert_eq!(
        of("ptr getelementptr ({ i8 }, ptr @g, i32 0, i32 1)"),
        "test.ll:2:31: an index leads out of the type"
    );
    assert_eq!(of("ptr @nobody"), "test.ll:2:17: the symbol @nobody is not defined");
    assert_eq!(of("i32 %a"), "test.ll:2:17: expected a value, found `%a`");
    assert_eq!(of("i32 sin (i32 1)"), "test.ll:2:17: expected a value, found `sin`");
    assert_eq!(of("i32 none"), "test.ll:2:17: `none` does not fit its type");
    assert_eq!(
        of("double add (double 1.0, double 1.0)"),
        "test.ll:2:25: expected an integer type, found `double`"
    );
    assert_eq!(of("i8 select (i8 1, i8 1, i8 1)"), "test.ll:2:24: the condition does not fit its type");
    assert_eq!(
        of("i1 icmp oeq (i8 1, i8 1)"),
        "test.ll:2:21: expected a comparison of integers, found `oeq`"
    );
    assert_eq!(of("void undef"), "test.ll:2:13: no value has this type");
}
