//! Arithmetic, conversions, aggregates, vectors, and control flow.

use std::rc::Rc;

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BinaryOp, Cast, FloatPredicate, IntPredicate, Op, Value};
use mazurka_ir::types::{Type, TypeId};

use super::*;

fn binary(op: BinaryOp, ty: TypeId, lhs: Value, rhs: Value) -> Op {
    Op::Binary { op, ty, lhs, rhs }
}

#[test]
fn every_binary_operation() {
    let integers = [
        ("add nuw nsw", BinaryOp::Add),
        ("sub nsw", BinaryOp::Sub),
        ("mul", BinaryOp::Mul),
        ("udiv exact", BinaryOp::UDiv),
        ("sdiv", BinaryOp::SDiv),
        ("urem", BinaryOp::URem),
        ("srem", BinaryOp::SRem),
        ("shl nuw", BinaryOp::Shl),
        ("lshr exact", BinaryOp::LShr),
        ("ashr", BinaryOp::AShr),
        ("and", BinaryOp::And),
        ("or disjoint", BinaryOp::Or),
        ("xor", BinaryOp::Xor),
    ];
    for (text, expected) in integers {
        let (_, op, ty) = typed_op(&format!("%r = {text} i32 %a, -1"));
        assert_eq!(op, binary(expected, TypeId::I32, local(A), int(0xffff_ffff)), "{text}");
        assert_eq!(ty, Some(TypeId::I32));
    }
    let floats = [
        ("fadd fast", BinaryOp::FAdd),
        ("fsub", BinaryOp::FSub),
        ("fmul nnan ninf nsz", BinaryOp::FMul),
        ("fdiv arcp contract", BinaryOp::FDiv),
        ("frem reassoc afn", BinaryOp::FRem),
    ];
    for (text, expected) in floats {
        let op = op(&format!("%r = {text} double %d, %d"));
        assert_eq!(op, binary(expected, TypeId::DOUBLE, local(D), local(D)), "{text}");
    }
}

#[test]
fn comparisons() {
    let (_, op, ty) = typed_op("%r = icmp samesign ult ptr %p, null");
    let null = Value::Constant(Constant::Null);
    assert_eq!(op, Op::ICmp { predicate: IntPredicate::Ult, ty: TypeId::PTR, lhs: local(P), rhs: null });
    assert_eq!(ty, Some(TypeId::I1));
    let (_, op, _) = typed_op("%r = fcmp nnan uno float %f, %f");
    assert_eq!(
        op,
        Op::FCmp { predicate: FloatPredicate::Uno, ty: TypeId::FLOAT, lhs: local(F), rhs: local(F) }
    );
    let (module, _, ty) = typed_op("%r = icmp eq <4 x i32> %v, zeroinitializer");
    assert_eq!(ty.map(|ty| module.types.get(ty)), Some(Type::Vector(4, TypeId::I1)));
}

#[test]
fn conversions() {
    let expect = |text: &str, op, from, to| {
        assert_eq!(typed_op(&format!("%r = {text}")).1, Op::Cast { op, from, to }, "{text}");
    };
    expect("trunc nuw nsw i64 %n to i8", Cast::Trunc, operand(TypeId::I64, local(N)), TypeId::I8);
    expect("zext nneg i32 %a to i64", Cast::ZExt, operand(TypeId::I32, local(A)), TypeId::I64);
    expect("sext i1 %c to i32", Cast::SExt, operand(TypeId::I1, local(C)), TypeId::I32);
    expect("fptrunc double %d to float", Cast::FpTrunc, operand(TypeId::DOUBLE, local(D)), TypeId::FLOAT);
    expect("fpext float %f to double", Cast::FpExt, operand(TypeId::FLOAT, local(F)), TypeId::DOUBLE);
    expect("fptoui float %f to i8", Cast::FpToUi, operand(TypeId::FLOAT, local(F)), TypeId::I8);
    expect("fptosi double %d to i64", Cast::FpToSi, operand(TypeId::DOUBLE, local(D)), TypeId::I64);
    expect("uitofp nneg i32 %a to float", Cast::UiToFp, operand(TypeId::I32, local(A)), TypeId::FLOAT);
    expect("sitofp i32 %a to double", Cast::SiToFp, operand(TypeId::I32, local(A)), TypeId::DOUBLE);
    expect("ptrtoint ptr %p to i64", Cast::PtrToInt, operand(TypeId::PTR, local(P)), TypeId::I64);
    expect("ptrtoaddr ptr %p to i64", Cast::PtrToInt, operand(TypeId::PTR, local(P)), TypeId::I64);
    expect("inttoptr i64 %n to ptr", Cast::IntToPtr, operand(TypeId::I64, local(N)), TypeId::PTR);
    expect("bitcast double %d to i64", Cast::Bitcast, operand(TypeId::DOUBLE, local(D)), TypeId::I64);
    let addrspacecast = "addrspacecast ptr %p to ptr addrspace(1)";
    expect(addrspacecast, Cast::AddrSpaceCast, operand(TypeId::PTR, local(P)), TypeId::PTR);
}

#[test]
fn conversions_that_make_no_sense() {
    for text in [
        "trunc i32 %a to i32",
        "zext i64 %n to i32",
        "sext float %f to i64",
        "fptrunc float %f to double",
        "fpext double %d to double",
        "fptosi i32 %a to i32",
        "uitofp i32 %a to i32",
        "ptrtoint i32 %a to i64",
        "inttoptr ptr %p to ptr",
        "bitcast i32 %a to double",
        "bitcast i64 %n to ptr",
        "zext <4 x i32> %v to <2 x i64>",
        "addrspacecast i64 %n to ptr",
    ] {
        let column = text.find(' ').unwrap() + 9;
        let expected = format!("1:{column}: the conversion does not fit its type");
        assert_eq!(body_error(&format!("  %r = {text}\n  ret void")), expected, "{text}");
    }
}

#[test]
fn select_freeze_and_negation() {
    let expected = Op::Select {
        condition: operand(TypeId::I1, local(C)),
        ty: TypeId::I32,
        then: local(A),
        otherwise: int(5),
    };
    assert_eq!(op("%r = select i1 %c, i32 %a, i32 5"), expected);
    assert_eq!(op("%r = freeze i32 %a"), Op::Freeze(operand(TypeId::I32, local(A))));
    assert_eq!(op("%r = fneg fast double %d"), Op::FNeg(operand(TypeId::DOUBLE, local(D))));
}

#[test]
fn aggregates() {
    let pair = |module: &Module| module.types.structure(&[TypeId::I32, TypeId::I1]);
    let (module, op, ty) = typed_op("%r = extractvalue %pair undef, 1");
    let aggregate = operand(pair(&module), Value::Constant(Constant::Undef));
    assert_eq!(op, Op::ExtractValue { aggregate, indices: vec![1] });
    assert_eq!(ty, Some(TypeId::I1));
    let (module, op, ty) = typed_op("%r = insertvalue { [2 x i32], i8 } poison, i32 %a, 0, 1, !dbg !1");
    let Op::InsertValue { element, indices, .. } = op else { panic!("{op:?}") };
    assert_eq!((element, indices), (operand(TypeId::I32, local(A)), vec![0, 1]));
    let array = module.types.intern(Type::Array(2, TypeId::I32));
    assert_eq!(ty, Some(module.types.structure(&[array, TypeId::I8])));
}

#[test]
fn vectors() {
    let (module, op, ty) = typed_op("%r = extractelement <4 x i32> %v, i64 %n");
    let vector = operand(module.types.intern(Type::Vector(4, TypeId::I32)), local(V));
    assert_eq!(op, Op::ExtractElement { vector: vector.clone(), index: operand(TypeId::I64, local(N)) });
    assert_eq!(ty, Some(TypeId::I32));
    let (module, op, ty) = typed_op("%r = insertelement <4 x i32> %v, i32 %a, i32 2");
    let vector = operand(module.types.intern(Type::Vector(4, TypeId::I32)), local(V));
    assert_eq!(ty, Some(vector.ty));
    assert_eq!(op, Op::InsertElement { vector, element: local(A), index: operand(TypeId::I32, int(2)) });
}

#[test]
fn shuffles_with_every_form_of_mask() {
    let mask = |text: &str| {
        let (module, op, ty) =
            typed_op(&format!("%r = shufflevector <4 x i32> %v, <4 x i32> poison, {text}"));
        let Op::ShuffleVector { mask, .. } = op else { panic!("{op:?}") };
        assert_eq!(ty, Some(module.types.intern(Type::Vector(mask.len() as u32, TypeId::I32))));
        mask
    };
    assert_eq!(mask("<2 x i32> <i32 3, i32 undef>"), [Some(3), None]);
    assert_eq!(mask("<3 x i32> zeroinitializer"), [Some(0); 3]);
    assert_eq!(mask("<2 x i32> splat (i32 1)"), [Some(1); 2]);
    assert_eq!(mask("<2 x i32> poison"), [None; 2]);
}

#[test]
fn branches() {
    let (_, body) = lines(
        "  br i1 %c, label %x, label %y\nx:\n  br label %y\ny:\n  indirectbr ptr %p, [label %x, label %y]",
    );
    let ops: Vec<&Op> = body.blocks.iter().map(|block| &block.instructions[0].op).collect();
    assert_eq!(*ops[0], Op::CondBr { condition: local(C), then: block(1), otherwise: block(2) });
    assert_eq!(*ops[1], Op::Br(block(2)));
    assert_eq!(*ops[2], Op::IndirectBr { address: local(P), targets: vec![block(1), block(2)] });
}

#[test]
fn switches_span_lines() {
    let (_, body) = lines(
        "  switch i32 %a, label %x [\n    i32 0, label %x\n    i32 -3, label %y\n  ], !dbg !7\nx:\n  ret void\ny:\n  \
         switch i64 %n, label %x [\n  ]",
    );
    let switch = Op::Switch {
        value: operand(TypeId::I32, local(A)),
        default: block(1),
        cases: vec![(Constant::Int(0), block(1)), (Constant::Int(0xffff_fffd), block(2))],
    };
    assert_eq!(body.blocks[0].instructions[0].op, switch);
    let empty = Op::Switch { value: operand(TypeId::I64, local(N)), default: block(1), cases: vec![] };
    assert_eq!(body.blocks[2].instructions[0].op, empty);
    assert_eq!(body.blocks[2].instructions[0].line, GLOBALS.lines().count() as u32 + 9);
}

#[test]
fn phis() {
    let (_, body) = lines(
        "entry:\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %next, %loop ], !dbg !3\n  \
         %next = add i32 %i, 1\n  br label %loop",
    );
    let next = LocalId(RESULT.0 + 1);
    let incoming = vec![(int(0), block(0)), (local(next), block(1))];
    assert_eq!(body.blocks[1].instructions[0].op, Op::Phi { ty: TypeId::I32, incoming });
}

#[test]
fn vectors_of_addresses() {
    let (module, op, ty) = typed_op("%r = getelementptr %pair, ptr %p, <2 x i64> <i64 0, i64 1>, i32 1");
    assert_eq!(ty, Some(module.types.intern(Type::Vector(2, TypeId::PTR))));
    let Op::GetElementPtr { indices, .. } = op else { panic!("{op:?}") };
    let elements =
        Constant::Aggregate(Rc::new([(TypeId::I64, Constant::Int(0)), (TypeId::I64, Constant::Int(1))]));
    assert_eq!(indices[0].value, Value::Constant(elements));
}
