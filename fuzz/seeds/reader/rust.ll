; ModuleID = 'rust.cebe997107dec46e-cgu.0'
source_filename = "rust.cebe997107dec46e-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN4rust5COUNT17h341954cae58e7e72E = internal global [8 x i8] c"\03\00\00\00\00\00\00\00", align 8

; Function Attrs: nofree norecurse nounwind nonlazybind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @find(ptr dead_on_unwind noalias noundef writable writeonly sret([24 x i8]) align 8 captures(none) dereferenceable(24) %_0, ptr noalias noundef nonnull readonly align 8 captures(address) %pairs.0, i64 noundef range(i64 0, 384307168202282326) %pairs.1, ptr noalias noundef nonnull readonly align 1 captures(none) %0, i64 noundef %1) unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %2 = atomicrmw add ptr @_ZN4rust5COUNT17h341954cae58e7e72E, i64 1 monotonic, align 8
  %_6.i.i.idx = mul nuw nsw i64 %pairs.1, 24
  %_6.i.i = getelementptr inbounds nuw i8, ptr %pairs.0, i64 %_6.i.i.idx
  %_6.i.i27.not = icmp eq i64 %pairs.1, 0
  br i1 %_6.i.i27.not, label %bb9, label %bb8.preheader

bb8.preheader:                                    ; preds = %start
  %spec.select9 = getelementptr inbounds nuw i8, ptr %pairs.0, i64 24
  br label %bb8

bb8:                                              ; preds = %bb8.preheader, %bb5.backedge
  %iter.sroa.8.117 = phi i64 [ %iter.sroa.8.1, %bb5.backedge ], [ 1, %bb8.preheader ]
  %.not.i16 = phi i1 [ %.not.i, %bb5.backedge ], [ true, %bb8.preheader ]
  %spec.select15 = phi ptr [ %spec.select, %bb5.backedge ], [ %spec.select9, %bb8.preheader ]
  %iter.sroa.8.014 = phi i64 [ %iter.sroa.8.117, %bb5.backedge ], [ 0, %bb8.preheader ]
  %iter.sroa.0.013 = phi ptr [ %spec.select15, %bb5.backedge ], [ %pairs.0, %bb8.preheader ]
  tail call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %3 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.013, i64 16
  %_3.1.i = load i64, ptr %3, align 8, !alias.scope !3, !noalias !6, !noundef !8
  %_8.i.i = icmp eq i64 %_3.1.i, %1
  br i1 %_8.i.i, label %bb1.i.i, label %bb5.backedge

bb1.i.i:                                          ; preds = %bb8
  %_14 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.013, i64 8
  %_3.0.i = load ptr, ptr %_14, align 8, !alias.scope !3, !noalias !6, !nonnull !8, !align !9, !noundef !8
  %bcmp.i.i = tail call i32 @bcmp(ptr nonnull readonly align 1 %_3.0.i, ptr nonnull readonly align 1 %0, i64 %_3.1.i), !alias.scope !10, !noalias !14
  %4 = icmp eq i32 %bcmp.i.i, 0
  br i1 %4, label %bb11, label %bb5.backedge

bb5.backedge:                                     ; preds = %bb1.i.i, %bb8
  %_6.i.i2 = icmp eq ptr %spec.select15, %_6.i.i
  %spec.select.idx = select i1 %_6.i.i2, i64 0, i64 24
  %spec.select = getelementptr inbounds nuw i8, ptr %spec.select15, i64 %spec.select.idx
  %spec.select4 = select i1 %_6.i.i2, ptr null, ptr %spec.select15
  %.not.i = icmp ne ptr %spec.select4, null
  %_9.0.i = zext i1 %.not.i to i64
  %iter.sroa.8.1 = add i64 %iter.sroa.8.117, %_9.0.i
  %.not = icmp eq ptr %spec.select4, null
  br i1 %.not, label %bb9, label %bb8

bb9:                                              ; preds = %bb5.backedge, %start
  %5 = load atomic i64, ptr @_ZN4rust5COUNT17h341954cae58e7e72E acquire, align 8
  %6 = getelementptr inbounds nuw i8, ptr %_0, i64 8
  store i64 %5, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %_0, i64 16
  store i8 0, ptr %7, align 8
  br label %bb15

bb15:                                             ; preds = %bb2.i, %bb3.i, %bb9
  %storemerge = phi i32 [ 1, %bb9 ], [ 1, %bb2.i ], [ 0, %bb3.i ]
  store i32 %storemerge, ptr %_0, align 8
  ret void

bb11:                                             ; preds = %bb1.i.i
  %_16.0 = load i32, ptr %iter.sroa.0.013, align 8, !range !15, !noundef !8
  %8 = trunc nuw i32 %_16.0 to i1
  br i1 %8, label %bb3.i, label %bb2.i

bb3.i:                                            ; preds = %bb11
  %9 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.013, i64 4
  %_16.1 = load i32, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %_0, i64 4
  store i32 %_16.1, ptr %10, align 4, !alias.scope !16
  br label %bb15

bb2.i:                                            ; preds = %bb11
  %_0.sroa.0.0.i.le = select i1 %.not.i16, i64 %iter.sroa.8.014, i64 undef
  %11 = getelementptr inbounds nuw i8, ptr %_0, i64 8
  store i64 %_0.sroa.0.0.i.le, ptr %11, align 8, !alias.scope !16
  %12 = getelementptr inbounds nuw i8, ptr %_0, i64 16
  store i8 7, ptr %12, align 8, !alias.scope !16
  br label %bb15
}

; Function Attrs: nonlazybind
declare i32 @rust_eh_personality(...) unnamed_addr #1

; Function Attrs: nocallback nofree nounwind nonlazybind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #3

attributes #0 = { nofree norecurse nounwind nonlazybind memory(readwrite, target_mem0: none, target_mem1: none) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nonlazybind "target-cpu"="x86-64" }
attributes #2 = { nocallback nofree nounwind nonlazybind willreturn memory(argmem: read) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!3 = !{!4}
!4 = distinct !{!4, !5, !"_ZN4core3cmp5impls69_$LT$impl$u20$core..cmp..PartialEq$LT$$RF$B$GT$$u20$for$u20$$RF$A$GT$2eq17hfa02a8689e94e49bE: %self"}
!5 = distinct !{!5, !"_ZN4core3cmp5impls69_$LT$impl$u20$core..cmp..PartialEq$LT$$RF$B$GT$$u20$for$u20$$RF$A$GT$2eq17hfa02a8689e94e49bE"}
!6 = !{!7}
!7 = distinct !{!7, !5, !"_ZN4core3cmp5impls69_$LT$impl$u20$core..cmp..PartialEq$LT$$RF$B$GT$$u20$for$u20$$RF$A$GT$2eq17hfa02a8689e94e49bE: %other"}
!8 = !{}
!9 = !{i64 1}
!10 = !{!11, !13}
!11 = distinct !{!11, !12, !"_RNvXs_NtNtCsgEmfK2I1SDS_4core3str6traitseNtNtB8_3cmp9PartialEq2eq: %self.0"}
!12 = distinct !{!12, !"_RNvXs_NtNtCsgEmfK2I1SDS_4core3str6traitseNtNtB8_3cmp9PartialEq2eq"}
!13 = distinct !{!13, !12, !"_RNvXs_NtNtCsgEmfK2I1SDS_4core3str6traitseNtNtB8_3cmp9PartialEq2eq: %other.0"}
!14 = !{!4, !7}
!15 = !{i32 0, i32 2}
!16 = !{!17}
!17 = distinct !{!17, !18, !"_ZN4core6option15Option$LT$T$GT$5ok_or17h5715808e4e5cb47fE: %_0"}
!18 = distinct !{!18, !"_ZN4core6option15Option$LT$T$GT$5ok_or17h5715808e4e5cb47fE"}
