//! Small modules, exact expectations.

use crate::instruction::{BinaryOp, LocalId, Op, Value};
use crate::module::SymbolId;
use crate::types::{TypeId, Types};

#[test]
fn a_function_of_one_block() {
    let text = "define i32 @f(i32 %0, i32 %1) {\n  %3 = add nsw i32 %0, %1, !dbg !7\n  ret i32 %3\n}\n";
    let module = super::read_module("a.ll", text.into(), &Types::new()).unwrap();
    let body = module.body(SymbolId(0)).unwrap().unwrap();
    assert_eq!(body.local_types, [TypeId::I32; 3]);
    assert_eq!(&*body.blocks[0].name, "2");
    let add = &body.blocks[0].instructions[0];
    let (lhs, rhs) = (Value::Local(LocalId(0)), Value::Local(LocalId(1)));
    assert_eq!(add.op, Op::Binary { op: BinaryOp::Add, ty: TypeId::I32, lhs, rhs });
    assert_eq!((add.result, add.line), (Some(LocalId(2)), 2));
}
