; ModuleID = 'integers.c'
source_filename = "integers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i64, i64 } @wide(i64 noundef %0, i64 noundef %1, i8 noundef zeroext %2) local_unnamed_addr #0 {
  %4 = zext i64 %1 to i128
  %5 = shl nuw i128 %4, 64
  %6 = zext i64 %0 to i128
  %7 = or disjoint i128 %5, %6
  %8 = zext i8 %2 to i128
  %9 = mul i128 %7, %8
  %10 = lshr i128 %4, 1
  %11 = add i128 %9, %10
  %12 = trunc i128 %11 to i64
  %13 = lshr i128 %11, 64
  %14 = trunc nuw i128 %13 to i64
  %15 = insertvalue { i64, i64 } poison, i64 %12, 0
  %16 = insertvalue { i64, i64 } %15, i64 %14, 1
  ret { i64, i64 } %16
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @choose(i32 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  switch i32 %0, label %6 [
    i32 -5, label %13
    i32 7, label %3
  ]

3:                                                ; preds = %2
  %4 = srem i64 %1, 3
  %5 = trunc nsw i64 %4 to i32
  br label %13

6:                                                ; preds = %2
  %7 = icmp sgt i32 %0, 0
  %8 = trunc i64 %1 to i32
  %9 = shl i32 %8, 16
  %10 = ashr exact i32 %9, 16
  %11 = xor i32 %0, -1
  %12 = select i1 %7, i32 %10, i32 %11
  br label %13

13:                                               ; preds = %2, %6, %3
  %14 = phi i32 [ %12, %6 ], [ %5, %3 ], [ 10, %2 ]
  ret i32 %14
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef double @real(float noundef %0, double noundef %1) local_unnamed_addr #0 {
  %3 = fpext float %0 to double
  %4 = fcmp olt double %3, %1
  %5 = fmul float %0, 0x3FB99999A0000000
  %6 = fpext float %5 to double
  %7 = fdiv double %1, -3.000000e+00
  %8 = select i1 %4, double %6, double %7
  ret double %8
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
