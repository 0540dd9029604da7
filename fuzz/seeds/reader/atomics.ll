; ModuleID = 'atomics.c'
source_filename = "atomics.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@c = dso_local global i32 0, align 4
@d = dso_local global double 0.000000e+00, align 8
@p = dso_local local_unnamed_addr global ptr null, align 8

; Function Attrs: nofree norecurse nounwind uwtable
define dso_local i32 @f(i32 noundef %0) local_unnamed_addr #0 {
  store atomic i32 %0, ptr @c release, align 4
  %2 = atomicrmw add ptr @c, i32 2 seq_cst, align 4
  %3 = atomicrmw xchg ptr @c, i32 %0 seq_cst, align 4
  %4 = add i32 %2, %0
  %5 = add i32 %4, %3
  %6 = cmpxchg weak ptr @c, i32 %5, i32 6 acq_rel acquire, align 4
  %7 = load atomic double, ptr @d seq_cst, align 8, !tbaa !4
  br label %8

8:                                                ; preds = %8, %1
  %9 = phi double [ %7, %1 ], [ %16, %8 ]
  %10 = fadd double %9, 5.000000e-01
  %11 = bitcast double %9 to i64
  %12 = bitcast double %10 to i64
  %13 = cmpxchg ptr @d, i64 %11, i64 %12 seq_cst seq_cst, align 8
  %14 = extractvalue { i64, i1 } %13, 0
  %15 = extractvalue { i64, i1 } %13, 1
  %16 = bitcast i64 %14 to double
  br i1 %15, label %17, label %8

17:                                               ; preds = %8
  %18 = extractvalue { i32, i1 } %6, 0
  fence seq_cst
  fence syncscope("singlethread") acquire
  %19 = load atomic i64, ptr @p seq_cst, align 8
  %20 = icmp ne i64 %19, 0
  %21 = zext i1 %20 to i32
  %22 = add nsw i32 %18, %21
  ret i32 %22
}

attributes #0 = { nofree norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
