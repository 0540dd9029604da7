//! LangRef: "Memory Access and Addressing Operations".

use mazurka_ir::instruction::{Op, Ordering, RmwOp};
use mazurka_ir::types::TypeId;

use super::*;

#[test]
fn allocas() {
    let one = operand(TypeId::I32, int(1));
    let alloca = |count, align| Op::Alloca { ty: TypeId::I64, count, align };
    assert_eq!(op("%r = alloca i64"), alloca(one.clone(), 0));
    assert_eq!(op("%r = alloca i64, align 8, !DIAssignID !5"), alloca(one.clone(), 8));
    assert_eq!(op("%r = alloca i64, i64 %n, align 16"), alloca(operand(TypeId::I64, local(N)), 16));
    assert_eq!(op("%r = alloca i64, align 8, addrspace(5)"), alloca(one, 8));
}

#[test]
fn loads() {
    let load =
        |align, volatile, atomic| Op::Load { ty: TypeId::I32, address: local(P), align, volatile, atomic };
    assert_eq!(op("%r = load i32, ptr %p"), load(0, false, None));
    assert_eq!(op("%r = load i32, ptr %p, !tbaa !3"), load(0, false, None));
    assert_eq!(op("%r = load volatile i32, ptr %p, align 4, !tbaa !3, !dbg !4"), load(4, true, None));
    let atomic = "%r = load atomic volatile i32, ptr %p syncscope(\"singlethread\") acquire, align 4";
    assert_eq!(op(atomic), load(4, true, Some(Ordering::Acquire)));
}

#[test]
fn stores() {
    let store = |align, volatile, atomic| Op::Store {
        value: operand(TypeId::I32, int(7)),
        address: local(P),
        align,
        volatile,
        atomic,
    };
    assert_eq!(op("store i32 7, ptr %p, align 4"), store(4, false, None));
    assert_eq!(op("store volatile i32 7, ptr %p"), store(0, true, None));
    assert_eq!(
        op("store atomic i32 7, ptr %p monotonic, align 4"),
        store(4, false, Some(Ordering::Monotonic))
    );
}

#[test]
fn every_ordering() {
    let orderings = [
        ("unordered", Ordering::Unordered),
        ("monotonic", Ordering::Monotonic),
        ("acquire", Ordering::Acquire),
        ("release", Ordering::Release),
        ("acq_rel", Ordering::AcqRel),
        ("seq_cst", Ordering::SeqCst),
    ];
    for (word, ordering) in orderings {
        assert_eq!(op(&format!("fence {word}")), Op::Fence { ordering, single_thread: false });
    }
    let compiler_fence = Op::Fence { ordering: Ordering::SeqCst, single_thread: true };
    assert_eq!(op("fence syncscope(\"singlethread\") seq_cst"), compiler_fence);
}

#[test]
fn every_atomic_operation() {
    let integers = [
        ("xchg", RmwOp::Xchg),
        ("add", RmwOp::Add),
        ("sub", RmwOp::Sub),
        ("and", RmwOp::And),
        ("nand", RmwOp::Nand),
        ("or", RmwOp::Or),
        ("xor", RmwOp::Xor),
        ("max", RmwOp::Max),
        ("min", RmwOp::Min),
        ("umax", RmwOp::UMax),
        ("umin", RmwOp::UMin),
        ("uinc_wrap", RmwOp::UIncWrap),
        ("udec_wrap", RmwOp::UDecWrap),
        ("usub_cond", RmwOp::USubCond),
        ("usub_sat", RmwOp::USubSat),
    ];
    for (word, expected) in integers {
        let value = operand(TypeId::I32, int(3));
        let expected =
            Op::AtomicRmw { op: expected, address: local(P), value, ordering: Ordering::AcqRel, align: 4 };
        assert_eq!(op(&format!("%r = atomicrmw volatile {word} ptr %p, i32 3 acq_rel, align 4")), expected);
    }
    for (word, expected) in
        [("fadd", RmwOp::FAdd), ("fsub", RmwOp::FSub), ("fmax", RmwOp::FMax), ("fmin", RmwOp::FMin)]
    {
        let value = operand(TypeId::FLOAT, local(F));
        let expected =
            Op::AtomicRmw { op: expected, address: local(P), value, ordering: Ordering::Monotonic, align: 0 };
        assert_eq!(op(&format!("%r = atomicrmw {word} ptr %p, float %f monotonic")), expected);
    }
}

#[test]
fn compare_and_exchange() {
    let (module, op, ty) =
        typed_op("%r = cmpxchg weak volatile ptr %p, i32 %a, i32 1 release acquire, align 4");
    let expected = Op::CmpXchg {
        address: local(P),
        expected: operand(TypeId::I32, local(A)),
        new: int(1),
        weak: true,
        success: Ordering::Release,
        failure: Ordering::Acquire,
        align: 4,
    };
    assert_eq!(op, expected);
    assert_eq!(ty, Some(module.types.structure(&[TypeId::I32, TypeId::I1])));
}

#[test]
fn addresses_of_elements() {
    let expected = |module: &Module| Op::GetElementPtr {
        element: module.types.structure(&[TypeId::I32, TypeId::I1]),
        base: operand(TypeId::PTR, local(P)),
        indices: vec![operand(TypeId::I64, local(N)), operand(TypeId::I32, int(1))],
    };
    for flags in ["", "inbounds ", "inbounds nuw ", "nusw "] {
        let (module, op, ty) =
            typed_op(&format!("%r = getelementptr {flags}%pair, ptr %p, i64 %n, i32 1, !dbg !1"));
        assert_eq!(op, expected(&module));
        assert_eq!(ty, Some(TypeId::PTR));
    }
}

#[test]
fn operands_must_fit() {
    let of = |line: &str| body_error(&format!("{line}\n  ret void"));
    assert_eq!(of("  %r = load i32, i64 %n"), "1:18: expected a pointer, found `i64`");
    assert_eq!(of("  %r = load void, ptr %p"), "1:13: no value has this type");
    assert_eq!(of("  %r = load atomic i32, ptr %p, align 4"), "1:31: expected a memory ordering, found `,`");
    assert_eq!(of("  %r = alloca i32, float %f"), "1:20: the count does not fit its type");
    assert_eq!(
        of("  %r = atomicrmw add ptr %p, float %f seq_cst"),
        "1:30: the operand does not fit its type"
    );
    assert_eq!(
        of("  %r = atomicrmw fmaximum ptr %p, float %f seq_cst"),
        "1:18: unsupported atomic operation `fmaximum`"
    );
    assert_eq!(
        of("  %r = cmpxchg ptr %p, float %f, float %f seq_cst seq_cst"),
        "1:24: the expected value does not fit its type"
    );
    assert_eq!(
        of("  %r = getelementptr %pair, ptr %p, i32 0, i32 2"),
        "1:29: an index leads out of the type"
    );
    assert_eq!(
        of("  %r = getelementptr %pair, ptr %p, i32 0, i32 %a"),
        "1:29: an index leads out of the type"
    );
    assert_eq!(of("  %r = getelementptr i32, ptr %p, i32 0, i32 0"), "1:27: an index leads out of the type");
    assert_eq!(of("  %r = getelementptr i32, ptr %p, float %f"), "1:27: an index must be an integer");
    assert_eq!(of("  %r = getelementptr i32, i64 %n, i32 0"), "1:27: the base address does not fit its type");
}
