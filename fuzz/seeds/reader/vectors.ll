; ModuleID = 'vectors.c'
source_filename = "vectors.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@k = dso_local local_unnamed_addr global <4 x i32> <i32 1, i32 2, i32 3, i32 4>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable
define dso_local <4 x i32> @f(<4 x i32> noundef %0, <4 x i32> noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = extractelement <4 x i32> %1, i64 0
  %5 = and i32 %2, 3
  %6 = insertelement <4 x i32> %0, i32 %4, i32 %5
  %7 = icmp sgt <4 x i32> %6, %1
  %8 = shufflevector <4 x i32> %6, <4 x i32> %1, <4 x i32> <i32 0, i32 poison, i32 5, i32 7>
  %9 = select <4 x i1> %7, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> %8
  %10 = load <4 x i32>, ptr @k, align 16, !tbaa !4
  %11 = or <4 x i32> %10, %9
  ret <4 x i32> %11
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local i32 @total(ptr nocapture noundef readonly %0) local_unnamed_addr #1 {
  %2 = load <64 x i32>, ptr %0, align 4, !tbaa !7
  %3 = tail call i32 @llvm.vector.reduce.add.v64i32(<64 x i32> %2)
  %4 = mul i32 %3, 3
  ret i32 %4
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v64i32(<64 x i32>) #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = !{!8, !8, i64 0}
!8 = !{!"int", !5, i64 0}
