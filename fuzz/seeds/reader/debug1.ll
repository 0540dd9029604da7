; ModuleID = 'debug.c'
source_filename = "debug.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, i8, ptr, [4 x [2 x double]], %union.anon, i32, i32, ptr, ptr }
%union.anon = type { i64 }

@g = dso_local local_unnamed_addr global %struct.node zeroinitializer, align 8, !dbg !0

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local i32 @f(ptr nocapture noundef %0, i32 noundef %1) local_unnamed_addr #0 !dbg !51 {
    #dbg_value(ptr %0, !56, !DIExpression(), !63)
    #dbg_value(i32 %1, !57, !DIExpression(), !63)
    #dbg_value(i32 0, !58, !DIExpression(), !64)
  %3 = icmp sgt i32 %1, 0, !dbg !65
  br i1 %3, label %4, label %7, !dbg !66

4:                                                ; preds = %2
  %5 = load i32, ptr %0, align 8, !tbaa !67
  br label %9, !dbg !66

6:                                                ; preds = %9
  store i32 %14, ptr %0, align 8, !dbg !73, !tbaa !67
  br label %7, !dbg !66

7:                                                ; preds = %6, %2
  %8 = load i32, ptr %0, align 8, !dbg !74, !tbaa !67
  ret i32 %8, !dbg !75

9:                                                ; preds = %4, %9
  %10 = phi i32 [ %5, %4 ], [ %14, %9 ], !dbg !76
  %11 = phi i32 [ 0, %4 ], [ %15, %9 ]
    #dbg_value(i32 %11, !58, !DIExpression(), !64)
    #dbg_value(i32 %10, !77, !DIExpression(), !86)
    #dbg_value(i32 %11, !82, !DIExpression(), !86)
  %12 = add nsw i32 %10, %11, !dbg !88
    #dbg_value(i32 %12, !83, !DIExpression(), !86)
    #dbg_value(i32 %12, !84, !DIExpression(DW_OP_constu, 1, DW_OP_shl, DW_OP_stack_value), !89)
  %13 = mul nsw i32 %12, 3, !dbg !90
    #dbg_value(i32 %13, !83, !DIExpression(), !86)
    #dbg_value(i32 %13, !60, !DIExpression(), !91)
  %14 = add nsw i32 %13, %10, !dbg !92
  %15 = add nuw nsw i32 %11, 1, !dbg !93
    #dbg_value(i32 %15, !58, !DIExpression(), !64)
  %16 = icmp eq i32 %15, %1, !dbg !65
  br i1 %16, label %6, label %9, !dbg !66, !llvm.loop !94
}

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!44, !45, !46, !47, !48, !49, !50}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "g", scope: !2, file: !3, line: 2, type: !43, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !42, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "debug.c", directory: "/src", checksumkind: CSK_MD5, checksum: "1c4a9423a844d98e43ef77516a6dc216")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, scope: !6, file: !3, line: 1, baseType: !9, size: 32, elements: !39)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 1, size: 896, elements: !7)
!7 = !{!8, !10, !12, !14, !20, !27, !28, !30, !34}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !6, file: !3, line: 1, baseType: !9, size: 32)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !6, file: !3, line: 1, baseType: !11, size: 3, offset: 32, flags: DIFlagBitField, extraData: i64 32)
!11 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !6, file: !3, line: 1, baseType: !13, size: 64, offset: 64)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !6, file: !3, line: 1, baseType: !15, size: 512, offset: 128)
!15 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 512, elements: !17)
!16 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!17 = !{!18, !19}
!18 = !DISubrange(count: 4)
!19 = !DISubrange(count: 2)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "u", scope: !6, file: !3, line: 1, baseType: !21, size: 64, offset: 640)
!21 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !6, file: !3, line: 1, size: 64, elements: !22)
!22 = !{!23, !25}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !21, file: !3, line: 1, baseType: !24, size: 8)
!24 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "l", scope: !21, file: !3, line: 1, baseType: !26, size: 64)
!26 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "e", scope: !6, file: !3, line: 1, baseType: !5, size: 32, offset: 704)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "at", scope: !6, file: !3, line: 1, baseType: !29, size: 32, offset: 736)
!29 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !9)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "s", scope: !6, file: !3, line: 1, baseType: !31, size: 64, offset: 768)
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !32, size: 64)
!32 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !33)
!33 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !24)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "fn", scope: !6, file: !3, line: 1, baseType: !35, size: 64, offset: 832)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64)
!36 = !DISubroutineType(types: !37)
!37 = !{!9, !9, !38}
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!39 = !{!40, !41}
!40 = !DIEnumerator(name: "RED", value: 0)
!41 = !DIEnumerator(name: "GREEN", value: -5)
!42 = !{!0}
!43 = !DIDerivedType(tag: DW_TAG_typedef, name: "node_t", file: !3, line: 1, baseType: !6)
!44 = !{i32 7, !"Dwarf Version", i32 5}
!45 = !{i32 2, !"Debug Info Version", i32 3}
!46 = !{i32 1, !"wchar_size", i32 4}
!47 = !{i32 8, !"PIC Level", i32 2}
!48 = !{i32 7, !"PIE Level", i32 2}
!49 = !{i32 7, !"uwtable", i32 2}
!50 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!51 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 3, type: !52, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !55)
!52 = !DISubroutineType(types: !53)
!53 = !{!9, !54, !9}
!54 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!55 = !{!56, !57, !58, !60}
!56 = !DILocalVariable(name: "n", arg: 1, scope: !51, file: !3, line: 3, type: !54)
!57 = !DILocalVariable(name: "k", arg: 2, scope: !51, file: !3, line: 3, type: !9)
!58 = !DILocalVariable(name: "i", scope: !59, file: !3, line: 3, type: !9)
!59 = distinct !DILexicalBlock(scope: !51, file: !3, line: 3, column: 27)
!60 = !DILocalVariable(name: "s", scope: !61, file: !3, line: 3, type: !9)
!61 = distinct !DILexicalBlock(scope: !62, file: !3, line: 3, column: 55)
!62 = distinct !DILexicalBlock(scope: !59, file: !3, line: 3, column: 27)
!63 = !DILocation(line: 0, scope: !51)
!64 = !DILocation(line: 0, scope: !59)
!65 = !DILocation(line: 3, column: 45, scope: !62)
!66 = !DILocation(line: 3, column: 27, scope: !59)
!67 = !{!68, !69, i64 0}
!68 = !{!"node", !69, i64 0, !69, i64 4, !72, i64 8, !70, i64 16, !70, i64 80, !69, i64 88, !70, i64 92, !72, i64 96, !72, i64 104}
!69 = !{!"int", !70, i64 0}
!70 = !{!"omnipotent char", !71, i64 0}
!71 = !{!"Simple C/C++ TBAA"}
!72 = !{!"any pointer", !70, i64 0}
!73 = !DILocation(line: 3, scope: !61)
!74 = !DILocation(line: 3, column: 102, scope: !51)
!75 = !DILocation(line: 3, column: 92, scope: !51)
!76 = !DILocation(line: 3, column: 72, scope: !61)
!77 = !DILocalVariable(name: "a", arg: 1, scope: !78, file: !3, line: 2, type: !9)
!78 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 2, type: !79, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !81)
!79 = !DISubroutineType(types: !80)
!80 = !{!9, !9, !9}
!81 = !{!77, !82, !83, !84}
!82 = !DILocalVariable(name: "b", arg: 2, scope: !78, file: !3, line: 2, type: !9)
!83 = !DILocalVariable(name: "z", scope: !78, file: !3, line: 2, type: !9)
!84 = !DILocalVariable(name: "q", scope: !85, file: !3, line: 2, type: !9)
!85 = distinct !DILexicalBlock(scope: !78, file: !3, line: 2, column: 64)
!86 = !DILocation(line: 0, scope: !78, inlinedAt: !87)
!87 = distinct !DILocation(line: 3, column: 65, scope: !61)
!88 = !DILocation(line: 2, column: 59, scope: !78, inlinedAt: !87)
!89 = !DILocation(line: 0, scope: !85, inlinedAt: !87)
!90 = !DILocation(line: 2, column: 83, scope: !85, inlinedAt: !87)
!91 = !DILocation(line: 0, scope: !61)
!92 = !DILocation(line: 3, column: 84, scope: !61)
!93 = !DILocation(line: 3, column: 51, scope: !62)
!94 = distinct !{!94, !66, !95, !96, !97}
!95 = !DILocation(line: 3, column: 90, scope: !59)
!96 = !{!"llvm.loop.mustprogress"}
!97 = !{!"llvm.loop.unroll.disable"}
