; ModuleID = 'objects.c'
source_filename = "objects.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.big = type { [9 x i32], %struct.point, i8* }
%struct.point = type { double, double }
%struct.__va_list_tag = type { i32, i32, i8*, i8* }

@text = dso_local constant [13 x i8] c"quote \22 \\ \0A\FF\00", align 1, !dbg !0
@.str = private unnamed_addr constant [4 x i8] c"one\00", align 1
@words = dso_local local_unnamed_addr constant [3 x i8*] [i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str, i32 0, i32 0), i8* getelementptr inbounds ([13 x i8], [13 x i8]* @text, i32 0, i64 3), i8* null], align 16, !dbg !5
@elsewhere = external global [0 x i32], align 4
@past = dso_local local_unnamed_addr global i32* getelementptr inbounds ([0 x i32], [0 x i32]* @elsewhere, i64 0, i64 3), align 8, !dbg !14
@hidden = internal global i32 7, align 4, !dbg !27
@number = dso_local local_unnamed_addr global i64 ptrtoint (i32* @hidden to i64), align 8, !dbg !18
@mine = dso_local thread_local local_unnamed_addr global i32 9, align 4, !dbg !21
@weak = weak dso_local local_unnamed_addr global i32 4, section "s", align 64, !dbg !23
@maybe = extern_weak global i32, align 4
@tentative = dso_local local_unnamed_addr global i32 0, align 4, !dbg !25

@g = dso_local alias i32 (i32), i32 (i32)* @f

; Function Attrs: mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn
define dso_local i32 @f(i32 noundef %0) #0 !dbg !38 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !42, metadata !DIExpression()), !dbg !43
  %2 = load i32, i32* @hidden, align 4, !dbg !44, !tbaa !45
  %3 = add nsw i32 %2, %0, !dbg !49
  ret i32 %3, !dbg !50
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: mustprogress nofree nosync nounwind uwtable willreturn
define dso_local void @grow(%struct.big* noalias nocapture writeonly sret(%struct.big) align 8 %0, %struct.big* nocapture noundef byval(%struct.big) align 8 %1, i32 noundef %2) local_unnamed_addr #2 !dbg !51 {
  call void @llvm.dbg.declare(metadata %struct.big* %1, metadata !68, metadata !DIExpression()), !dbg !70
  call void @llvm.dbg.value(metadata i32 %2, metadata !69, metadata !DIExpression()), !dbg !71
  %4 = load i32, i32* @hidden, align 4, !dbg !72, !tbaa !45
  %5 = add nsw i32 %4, 1, !dbg !72
  store i32 %5, i32* @hidden, align 4, !dbg !72, !tbaa !45
  %6 = sext i32 %2 to i64, !dbg !73
  %7 = getelementptr inbounds %struct.big, %struct.big* %1, i64 0, i32 0, i64 %6, !dbg !73
  %8 = load i32, i32* %7, align 4, !dbg !74, !tbaa !45
  %9 = add nsw i32 %8, %4, !dbg !74
  store i32 %9, i32* %7, align 4, !dbg !74, !tbaa !45
  %10 = bitcast %struct.big* %0 to i8*, !dbg !75
  %11 = bitcast %struct.big* %1 to i8*, !dbg !75
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* noundef nonnull align 8 dereferenceable(64) %10, i8* noundef nonnull align 8 dereferenceable(64) %11, i64 64, i1 false), !dbg !75, !tbaa.struct !76
  ret void, !dbg !82
}

; Function Attrs: argmemonly mustprogress nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: mustprogress nofree nosync nounwind uwtable willreturn
define dso_local i32 @sum(i32 noundef %0, ...) local_unnamed_addr #2 !dbg !83 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.dbg.value(metadata i32 %0, metadata !87, metadata !DIExpression()), !dbg !108
  call void @llvm.dbg.value(metadata i32 %0, metadata !88, metadata !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_LLVM_convert, 64, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !108
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*, !dbg !109
  call void @llvm.lifetime.start.p0i8(i64 24, i8* nonnull %3) #7, !dbg !109
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %2, metadata !94, metadata !DIExpression()), !dbg !110
  call void @llvm.va_start(i8* nonnull %3), !dbg !111
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 0, !dbg !112
  %5 = load i32, i32* %4, align 16, !dbg !112
  %6 = icmp ult i32 %5, 41, !dbg !112
  br i1 %6, label %7, label %13, !dbg !112

7:                                                ; preds = %1
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 3, !dbg !112
  %9 = load i8*, i8** %8, align 16, !dbg !112
  %10 = sext i32 %5 to i64, !dbg !112
  %11 = getelementptr i8, i8* %9, i64 %10, !dbg !112
  %12 = add i32 %5, 8, !dbg !112
  store i32 %12, i32* %4, align 16, !dbg !112
  br label %17, !dbg !112

13:                                               ; preds = %1
  %14 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 2, !dbg !112
  %15 = load i8*, i8** %14, align 8, !dbg !112
  %16 = getelementptr i8, i8* %15, i64 8, !dbg !112
  store i8* %16, i8** %14, align 8, !dbg !112
  br label %17, !dbg !112

17:                                               ; preds = %13, %7
  %18 = phi i8* [ %11, %7 ], [ %15, %13 ]
  %19 = bitcast i8* %18 to i32*, !dbg !112
  %20 = load i32, i32* %19, align 4, !dbg !112
  call void @llvm.dbg.value(metadata i32 undef, metadata !90, metadata !DIExpression()), !dbg !108
  call void @llvm.va_end(i8* %3), !dbg !113
  %21 = load i32, i32* @mine, align 4, !dbg !114, !tbaa !45
  br i1 icmp ne (i32* @maybe, i32* null), label %22, label %24, !dbg !115

22:                                               ; preds = %17
  %23 = load i32, i32* @maybe, align 4, !dbg !116, !tbaa !45
  br label %24, !dbg !115

24:                                               ; preds = %17, %22
  %25 = phi i32 [ %23, %22 ], [ 0, %17 ], !dbg !115
  %26 = add nsw i32 %21, %20, !dbg !117
  %27 = add nsw i32 %26, %25, !dbg !118
  call void @llvm.lifetime.end.p0i8(i64 24, i8* nonnull %3) #7, !dbg !119
  ret i32 %27, !dbg !119
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #4

; Function Attrs: mustprogress nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #5

; Function Attrs: mustprogress nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #5

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #4

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #6

attributes #0 = { mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { mustprogress nofree nosync nounwind uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { argmemonly mustprogress nofree nounwind willreturn }
attributes #4 = { argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #5 = { mustprogress nofree nosync nounwind willreturn }
attributes #6 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #7 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!32, !33, !34, !35, !36, !37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "text", scope: !2, file: !3, line: 3, type: !29, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "objects.c", directory: "/src", checksumkind: CSK_MD5, checksum: "c6947a18bf304a9d7112f05c56a080d5")
!4 = !{!0, !5, !14, !18, !21, !23, !25, !27}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "words", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 192, elements: !12)
!8 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !9)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!10 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !11)
!11 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!12 = !{!13}
!13 = !DISubrange(count: 3)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "past", scope: !2, file: !3, line: 4, type: !16, isLocal: false, isDefinition: true)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "number", scope: !2, file: !3, line: 4, type: !20, isLocal: false, isDefinition: true)
!20 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "mine", scope: !2, file: !3, line: 4, type: !17, isLocal: false, isDefinition: true)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "weak", scope: !2, file: !3, line: 5, type: !17, isLocal: false, isDefinition: true, align: 512)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "tentative", scope: !2, file: !3, line: 2, type: !17, isLocal: false, isDefinition: true)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(name: "hidden", scope: !2, file: !3, line: 2, type: !17, isLocal: true, isDefinition: true)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 104, elements: !30)
!30 = !{!31}
!31 = !DISubrange(count: 13)
!32 = !{i32 7, !"Dwarf Version", i32 5}
!33 = !{i32 2, !"Debug Info Version", i32 3}
!34 = !{i32 1, !"wchar_size", i32 4}
!35 = !{i32 7, !"PIC Level", i32 2}
!36 = !{i32 7, !"PIE Level", i32 2}
!37 = !{i32 7, !"uwtable", i32 1}
!38 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 6, type: !39, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !41)
!39 = !DISubroutineType(types: !40)
!40 = !{!17, !17}
!41 = !{!42}
!42 = !DILocalVariable(name: "a", arg: 1, scope: !38, file: !3, line: 6, type: !17)
!43 = !DILocation(line: 0, scope: !38)
!44 = !DILocation(line: 6, column: 27, scope: !38)
!45 = !{!46, !46, i64 0}
!46 = !{!"int", !47, i64 0}
!47 = !{!"omnipotent char", !48, i64 0}
!48 = !{!"Simple C/C++ TBAA"}
!49 = !DILocation(line: 6, column: 25, scope: !38)
!50 = !DILocation(line: 6, column: 16, scope: !38)
!51 = distinct !DISubprogram(name: "grow", scope: !3, file: !3, line: 7, type: !52, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !67)
!52 = !DISubroutineType(types: !53)
!53 = !{!54, !54, !17}
!54 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 1, size: 512, elements: !55)
!55 = !{!56, !60, !66}
!56 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !54, file: !3, line: 1, baseType: !57, size: 288)
!57 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 288, elements: !58)
!58 = !{!59}
!59 = !DISubrange(count: 9)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !54, file: !3, line: 1, baseType: !61, size: 128, offset: 320)
!61 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !3, line: 1, size: 128, elements: !62)
!62 = !{!63, !65}
!63 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !61, file: !3, line: 1, baseType: !64, size: 64)
!64 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !61, file: !3, line: 1, baseType: !64, size: 64, offset: 64)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "s", scope: !54, file: !3, line: 1, baseType: !9, size: 64, offset: 448)
!67 = !{!68, !69}
!68 = !DILocalVariable(name: "b", arg: 1, scope: !51, file: !3, line: 7, type: !54)
!69 = !DILocalVariable(name: "n", arg: 2, scope: !51, file: !3, line: 7, type: !17)
!70 = !DILocation(line: 7, column: 28, scope: !51)
!71 = !DILocation(line: 0, scope: !51)
!72 = !DILocation(line: 7, column: 56, scope: !51)
!73 = !DILocation(line: 7, column: 40, scope: !51)
!74 = !DILocation(line: 7, column: 47, scope: !51)
!75 = !DILocation(line: 7, column: 67, scope: !51)
!76 = !{i64 0, i64 36, !77, i64 40, i64 8, !78, i64 48, i64 8, !78, i64 56, i64 8, !80}
!77 = !{!47, !47, i64 0}
!78 = !{!79, !79, i64 0}
!79 = !{!"double", !47, i64 0}
!80 = !{!81, !81, i64 0}
!81 = !{!"any pointer", !47, i64 0}
!82 = !DILocation(line: 7, column: 60, scope: !51)
!83 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 8, type: !84, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !86)
!84 = !DISubroutineType(types: !85)
!85 = !{!17, !17, null}
!86 = !{!87, !88, !90, !94}
!87 = !DILocalVariable(name: "n", arg: 1, scope: !83, file: !3, line: 8, type: !17)
!88 = !DILocalVariable(name: "__vla_expr0", scope: !83, type: !89, flags: DIFlagArtificial)
!89 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!90 = !DILocalVariable(name: "vla", scope: !83, file: !3, line: 8, type: !91)
!91 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, elements: !92)
!92 = !{!93}
!93 = !DISubrange(count: !88)
!94 = !DILocalVariable(name: "l", scope: !83, file: !3, line: 8, type: !95)
!95 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !96, baseType: !97)
!96 = !DIFile(filename: "objects.c", directory: "/src")
!97 = !DICompositeType(tag: DW_TAG_array_type, baseType: !98, size: 192, elements: !106)
!98 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !99)
!99 = !{!100, !102, !103, !105}
!100 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !98, file: !96, line: 8, baseType: !101, size: 32)
!101 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!102 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !98, file: !96, line: 8, baseType: !101, size: 32, offset: 32)
!103 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !98, file: !96, line: 8, baseType: !104, size: 64, offset: 64)
!104 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!105 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !98, file: !96, line: 8, baseType: !104, size: 64, offset: 128)
!106 = !{!107}
!107 = !DISubrange(count: 1)
!108 = !DILocation(line: 0, scope: !83)
!109 = !DILocation(line: 8, column: 35, scope: !83)
!110 = !DILocation(line: 8, column: 53, scope: !83)
!111 = !DILocation(line: 8, column: 56, scope: !83)
!112 = !DILocation(line: 8, column: 91, scope: !83)
!113 = !DILocation(line: 8, column: 117, scope: !83)
!114 = !DILocation(line: 8, column: 154, scope: !83)
!115 = !DILocation(line: 8, column: 162, scope: !83)
!116 = !DILocation(line: 8, column: 171, scope: !83)
!117 = !DILocation(line: 8, column: 152, scope: !83)
!118 = !DILocation(line: 8, column: 159, scope: !83)
!119 = !DILocation(line: 8, column: 183, scope: !83)
