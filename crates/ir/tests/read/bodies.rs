//! Names, numbers, labels, lines, and debug records.

use mazurka_ir::constant::Constant;
use mazurka_ir::debug::MetadataId;
use mazurka_ir::instruction::{DebugRecord, DebugRecordKind, Op, Value};
use mazurka_ir::types::TypeId;

use super::*;

#[test]
fn names_and_numbers_of_values() {
    let module = module(
        "define i32 @f(i32 %0, i32 %\"a b\", i32) {\n  %3 = add i32 %0, %\"a b\"\n  %\"c d\" = add i32 %3, %1\n  \
         ret i32 %\"c d\"\n}\n",
    );
    let body = body(&module, "f");
    assert_eq!(&*body.blocks[0].name, "2");
    assert_eq!(body.local_types, [TypeId::I32; 5]);
    let results: Vec<_> = body.blocks[0].instructions.iter().map(|instruction| instruction.result).collect();
    assert_eq!(results, [Some(LocalId(3)), Some(LocalId(4)), None]);
    let Op::Binary { lhs, rhs, .. } = &body.blocks[0].instructions[1].op else { panic!() };
    assert_eq!((lhs, rhs), (&local(LocalId(3)), &local(LocalId(2))));
}

#[test]
fn names_of_blocks() {
    let (_, body) = lines(
        "  br label %\"x y\"\n\n\"x y\":                     ; preds = %0\n  br label %bb1.i.i\n\
         bb1.i.i: ; a comment\n  br label %7\n\n7:\n  br label %-$._8\n-$._8:\n  ret void",
    );
    let names: Vec<&str> = body.blocks.iter().map(|block| &*block.name).collect();
    // None of the parameters is numbered, so 0 is the number of the entry.
    assert_eq!(names, ["0", "x y", "bb1.i.i", "7", "-$._8"]);
}

#[test]
fn values_may_be_used_before_their_lines() {
    let (_, body) =
        lines("  br label %b\na:\n  %x = add i32 %y, 1\n  ret void\nb:\n  %y = add i32 %a, 1\n  br label %a");
    let Op::Binary { lhs, .. } = &body.blocks[1].instructions[0].op else { panic!() };
    assert_eq!(*lhs, local(LocalId(RESULT.0 + 1)));
}

#[test]
fn lines_and_locations_of_instructions() {
    let (_, body) = lines(
        "  ; a comment\n  fence seq_cst, !dbg !12\n\n  fence seq_cst, !tbaa !3, !llvm.loop !{}\n  ret void",
    );
    let first = GLOBALS.lines().count() as u32 + 2;
    let places: Vec<_> = body.blocks[0].instructions.iter().map(|i| (i.line - first, i.debug)).collect();
    assert_eq!(places, [(1, Some(MetadataId(12))), (3, None), (4, None)]);
}

fn record(kind: DebugRecordKind, value: Option<Value>, ty: TypeId, index: u32) -> DebugRecord {
    DebugRecord {
        kind,
        value: value.map(|value| operand(ty, value)),
        variable: MetadataId(5),
        expression: "".into(),
        block: block(0),
        index,
        debug: Some(MetadataId(9)),
    }
}

#[test]
fn debug_records_of_both_forms_mean_the_same() {
    let (_, new) = lines(
        "    #dbg_declare(ptr %p, !5, !DIExpression(), !9)\n  fence seq_cst\n    \
         #dbg_value(i32 7, !5, !DIExpression(DW_OP_plus_uconst, 8), !9)\n    \
         #dbg_value(i32 poison, !5, !DIExpression(), !9)\n    \
         #dbg_value(!DIArgList(i32 %a, i32 %b), !5, !DIExpression(), !9)\n    #dbg_label(!3, !4)\n    \
         #dbg_assign(i32 %a, !5, !DIExpression(), !6, ptr %p, !DIExpression(), !9)\n  ret void",
    );
    let text = "declare void @llvm.dbg.declare(metadata, metadata, metadata)\n\
                declare void @llvm.dbg.value(metadata, metadata, metadata)\n\
                declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)\n";
    let calls = "  call void @llvm.dbg.declare(metadata ptr %p, metadata !5, metadata !DIExpression()), !dbg !9\n  \
         fence seq_cst\n  \
         tail call void @llvm.dbg.value(metadata i32 7, metadata !5, metadata !DIExpression(DW_OP_plus_uconst, 8)), !dbg !9\n  \
         call void @llvm.dbg.value(metadata i32 poison, metadata !5, metadata !DIExpression()), !dbg !9\n  \
         call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 %b), metadata !5, metadata !DIExpression()), !dbg !9\n  \
         call void @llvm.dbg.label(metadata !3), !dbg !4\n  \
         call void @llvm.dbg.assign(metadata i32 %a, metadata !5, metadata !DIExpression(), metadata !6, \
         metadata ptr %p, metadata !DIExpression()), !dbg !9\n  ret void";
    let old = body(&module(&format!("{text}define void @f({PARAMS}) {{\n{calls}\n}}\n")), "f");
    assert_eq!(new.debug_records, old.debug_records);
    assert_eq!(new.blocks[0].instructions.len(), 2);
    assert_eq!(old.blocks[0].instructions.len(), 2);

    let mut constant = record(DebugRecordKind::Value, Some(int(7)), TypeId::I32, 1);
    constant.expression = "DW_OP_plus_uconst, 8".into();
    let expected = [
        record(DebugRecordKind::Declare, Some(local(P)), TypeId::PTR, 0),
        constant,
        record(DebugRecordKind::Value, None, TypeId::I32, 1),
        record(DebugRecordKind::Value, None, TypeId::I32, 1),
        record(DebugRecordKind::Value, Some(local(A)), TypeId::I32, 1),
    ];
    assert_eq!(new.debug_records, expected);
}

#[test]
fn a_result_without_a_name_is_dropped() {
    let (_, body) = lines("  call i32 @int(i32 1)\n  ret void");
    assert_eq!(body.blocks[0].instructions[0].result, None);
    assert_eq!(body.local_types.len(), RESULT.0 as usize);
}

#[test]
fn the_function_decides_what_is_returned() {
    let module = module("define { i8 } @f() {\n  ret { i8 } { i8 3 }\n}\n");
    let Op::Ret(Some(value)) = &body(&module, "f").blocks[0].instructions[0].op else { panic!() };
    let three = Constant::Aggregate([(TypeId::I8, Constant::Int(3))].as_slice().into());
    assert_eq!(value.value, Value::Constant(three));
}
