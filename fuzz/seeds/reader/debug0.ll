; ModuleID = 'debug.c'
source_filename = "debug.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, i8, ptr, [4 x [2 x double]], %union.anon, i32, i32, ptr, ptr }
%union.anon = type { i64 }

@g = dso_local global %struct.node zeroinitializer, align 8, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @f(ptr noundef %0, i32 noundef %1) #0 !dbg !51 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !56, !DIExpression(), !57)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !58, !DIExpression(), !59)
    #dbg_declare(ptr %5, !60, !DIExpression(), !62)
  store i32 0, ptr %5, align 4, !dbg !62
  br label %7, !dbg !63

7:                                                ; preds = %22, %2
  %8 = load i32, ptr %5, align 4, !dbg !64
  %9 = load i32, ptr %4, align 4, !dbg !66
  %10 = icmp slt i32 %8, %9, !dbg !67
  br i1 %10, label %11, label %25, !dbg !68

11:                                               ; preds = %7
    #dbg_declare(ptr %6, !69, !DIExpression(), !71)
  %12 = load ptr, ptr %3, align 8, !dbg !72
  %13 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 0, !dbg !73
  %14 = load i32, ptr %13, align 8, !dbg !73
  %15 = load i32, ptr %5, align 4, !dbg !74
  %16 = call i32 @add(i32 noundef %14, i32 noundef %15), !dbg !75
  store i32 %16, ptr %6, align 4, !dbg !71
  %17 = load i32, ptr %6, align 4, !dbg !76
  %18 = load ptr, ptr %3, align 8, !dbg !77
  %19 = getelementptr inbounds %struct.node, ptr %18, i32 0, i32 0, !dbg !78
  %20 = load i32, ptr %19, align 8, !dbg !79
  %21 = add nsw i32 %20, %17, !dbg !79
  store i32 %21, ptr %19, align 8, !dbg !79
  br label %22, !dbg !80

22:                                               ; preds = %11
  %23 = load i32, ptr %5, align 4, !dbg !81
  %24 = add nsw i32 %23, 1, !dbg !81
  store i32 %24, ptr %5, align 4, !dbg !81
  br label %7, !dbg !82, !llvm.loop !83

25:                                               ; preds = %7
  %26 = load ptr, ptr %3, align 8, !dbg !86
  %27 = getelementptr inbounds %struct.node, ptr %26, i32 0, i32 0, !dbg !87
  %28 = load i32, ptr %27, align 8, !dbg !87
  ret i32 %28, !dbg !88
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @add(i32 noundef %0, i32 noundef %1) #0 !dbg !89 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !92, !DIExpression(), !93)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !94, !DIExpression(), !95)
    #dbg_declare(ptr %5, !96, !DIExpression(), !97)
  %7 = load i32, ptr %3, align 4, !dbg !98
  %8 = load i32, ptr %4, align 4, !dbg !99
  %9 = add nsw i32 %7, %8, !dbg !100
  store i32 %9, ptr %5, align 4, !dbg !97
    #dbg_declare(ptr %6, !101, !DIExpression(), !103)
  %10 = load i32, ptr %5, align 4, !dbg !104
  %11 = mul nsw i32 %10, 2, !dbg !105
  store i32 %11, ptr %6, align 4, !dbg !103
  %12 = load i32, ptr %6, align 4, !dbg !106
  %13 = load i32, ptr %5, align 4, !dbg !107
  %14 = add nsw i32 %13, %12, !dbg !107
  store i32 %14, ptr %5, align 4, !dbg !107
  %15 = load i32, ptr %5, align 4, !dbg !108
  ret i32 %15, !dbg !109
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!44, !45, !46, !47, !48, !49, !50}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "g", scope: !2, file: !3, line: 2, type: !43, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !42, splitDebugInlining: false, nameTableKind: None)
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
!50 = !{i32 7, !"frame-pointer", i32 2}
!51 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 3, type: !52, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !55)
!52 = !DISubroutineType(types: !53)
!53 = !{!9, !54, !9}
!54 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!55 = !{}
!56 = !DILocalVariable(name: "n", arg: 1, scope: !51, file: !3, line: 3, type: !54)
!57 = !DILocation(line: 3, column: 15, scope: !51)
!58 = !DILocalVariable(name: "k", arg: 2, scope: !51, file: !3, line: 3, type: !9)
!59 = !DILocation(line: 3, column: 22, scope: !51)
!60 = !DILocalVariable(name: "i", scope: !61, file: !3, line: 3, type: !9)
!61 = distinct !DILexicalBlock(scope: !51, file: !3, line: 3, column: 27)
!62 = !DILocation(line: 3, column: 36, scope: !61)
!63 = !DILocation(line: 3, column: 32, scope: !61)
!64 = !DILocation(line: 3, column: 43, scope: !65)
!65 = distinct !DILexicalBlock(scope: !61, file: !3, line: 3, column: 27)
!66 = !DILocation(line: 3, column: 47, scope: !65)
!67 = !DILocation(line: 3, column: 45, scope: !65)
!68 = !DILocation(line: 3, column: 27, scope: !61)
!69 = !DILocalVariable(name: "s", scope: !70, file: !3, line: 3, type: !9)
!70 = distinct !DILexicalBlock(scope: !65, file: !3, line: 3, column: 55)
!71 = !DILocation(line: 3, column: 61, scope: !70)
!72 = !DILocation(line: 3, column: 69, scope: !70)
!73 = !DILocation(line: 3, column: 72, scope: !70)
!74 = !DILocation(line: 3, column: 75, scope: !70)
!75 = !DILocation(line: 3, column: 65, scope: !70)
!76 = !DILocation(line: 3, column: 87, scope: !70)
!77 = !DILocation(line: 3, column: 79, scope: !70)
!78 = !DILocation(line: 3, column: 82, scope: !70)
!79 = !DILocation(line: 3, column: 84, scope: !70)
!80 = !DILocation(line: 3, column: 90, scope: !70)
!81 = !DILocation(line: 3, column: 51, scope: !65)
!82 = !DILocation(line: 3, column: 27, scope: !65)
!83 = distinct !{!83, !68, !84, !85}
!84 = !DILocation(line: 3, column: 90, scope: !61)
!85 = !{!"llvm.loop.mustprogress"}
!86 = !DILocation(line: 3, column: 99, scope: !51)
!87 = !DILocation(line: 3, column: 102, scope: !51)
!88 = !DILocation(line: 3, column: 92, scope: !51)
!89 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 2, type: !90, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !55)
!90 = !DISubroutineType(types: !91)
!91 = !{!9, !9, !9}
!92 = !DILocalVariable(name: "a", arg: 1, scope: !89, file: !3, line: 2, type: !9)
!93 = !DILocation(line: 2, column: 37, scope: !89)
!94 = !DILocalVariable(name: "b", arg: 2, scope: !89, file: !3, line: 2, type: !9)
!95 = !DILocation(line: 2, column: 44, scope: !89)
!96 = !DILocalVariable(name: "z", scope: !89, file: !3, line: 2, type: !9)
!97 = !DILocation(line: 2, column: 53, scope: !89)
!98 = !DILocation(line: 2, column: 57, scope: !89)
!99 = !DILocation(line: 2, column: 61, scope: !89)
!100 = !DILocation(line: 2, column: 59, scope: !89)
!101 = !DILocalVariable(name: "q", scope: !102, file: !3, line: 2, type: !9)
!102 = distinct !DILexicalBlock(scope: !89, file: !3, line: 2, column: 64)
!103 = !DILocation(line: 2, column: 70, scope: !102)
!104 = !DILocation(line: 2, column: 74, scope: !102)
!105 = !DILocation(line: 2, column: 76, scope: !102)
!106 = !DILocation(line: 2, column: 86, scope: !102)
!107 = !DILocation(line: 2, column: 83, scope: !102)
!108 = !DILocation(line: 2, column: 98, scope: !89)
!109 = !DILocation(line: 2, column: 91, scope: !89)
