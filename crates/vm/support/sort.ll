source_filename = "sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define weak dso_local void @qsort_r(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = icmp ult i64 %1, 2
  %7 = icmp eq i64 %2, 0
  %8 = or i1 %6, %7
  br i1 %8, label %13, label %9

9:                                                ; preds = %5
  %10 = lshr i64 %1, 1
  %11 = mul i64 %10, %2
  %12 = tail call ptr @malloc(i64 noundef %11) #2
  tail call fastcc void @sort(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4, ptr noundef %12) #3
  tail call void @free(ptr noundef %12) #2
  br label %13

13:                                               ; preds = %5, %9
  ret void
}

declare ptr @malloc(i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define internal fastcc void @sort(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4, ptr noundef %5) unnamed_addr #0 {
  %7 = icmp ult i64 %1, 2
  br i1 %7, label %42, label %8

8:                                                ; preds = %6
  %9 = lshr i64 %1, 1
  tail call fastcc void @sort(ptr noundef %0, i64 noundef %9, i64 noundef %2, ptr noundef %3, ptr noundef %4, ptr noundef %5) #3
  %10 = mul i64 %9, %2
  %11 = getelementptr inbounds i8, ptr %0, i64 %10
  %12 = sub i64 %1, %9
  tail call fastcc void @sort(ptr noundef %11, i64 noundef %12, i64 noundef %2, ptr noundef %3, ptr noundef %4, ptr noundef %5) #3
  %13 = tail call ptr @memcpy(ptr noundef %5, ptr noundef %0, i64 noundef %10) #2
  %14 = getelementptr inbounds i8, ptr %5, i64 %10
  %15 = mul i64 %2, %1
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = icmp sgt i64 %10, 0
  %18 = icmp slt i64 %10, %15
  %19 = and i1 %17, %18
  br i1 %19, label %20, label %35

20:                                               ; preds = %8, %20
  %21 = phi ptr [ %31, %20 ], [ %0, %8 ]
  %22 = phi ptr [ %30, %20 ], [ %11, %8 ]
  %23 = phi ptr [ %29, %20 ], [ %5, %8 ]
  %24 = tail call i32 %3(ptr noundef %23, ptr noundef %22, ptr noundef %4) #2
  %25 = icmp slt i32 %24, 1
  %26 = select i1 %25, ptr %23, ptr %22
  %27 = tail call ptr @memcpy(ptr noundef %21, ptr noundef %26, i64 noundef %2) #2
  %28 = getelementptr inbounds i8, ptr %26, i64 %2
  %29 = select i1 %25, ptr %28, ptr %23
  %30 = select i1 %25, ptr %22, ptr %28
  %31 = getelementptr inbounds i8, ptr %21, i64 %2
  %32 = icmp ult ptr %29, %14
  %33 = icmp ult ptr %30, %16
  %34 = select i1 %32, i1 %33, i1 false
  br i1 %34, label %20, label %35, !llvm.loop !4

35:                                               ; preds = %20, %8
  %36 = phi ptr [ %5, %8 ], [ %29, %20 ]
  %37 = phi ptr [ %0, %8 ], [ %31, %20 ]
  %38 = ptrtoint ptr %14 to i64
  %39 = ptrtoint ptr %36 to i64
  %40 = sub i64 %38, %39
  %41 = tail call ptr @memcpy(ptr noundef %37, ptr noundef %36, i64 noundef %40) #2
  br label %42

42:                                               ; preds = %6, %35
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local void @qsort(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  tail call void @qsort_r(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef nonnull @without_context, ptr noundef %3) #3
  ret void
}

; Function Attrs: nounwind
define internal i32 @without_context(ptr noundef %0, ptr noundef %1, ptr nocapture noundef readonly %2) #0 {
  %4 = tail call i32 %2(ptr noundef %0, ptr noundef %1) #2
  ret i32 %4
}

; Function Attrs: nounwind
define weak dso_local ptr @bsearch(ptr noundef %0, ptr noundef %1, i64 noundef %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  br label %6

6:                                                ; preds = %11, %5
  %7 = phi i64 [ %2, %5 ], [ %21, %11 ]
  %8 = phi i64 [ 0, %5 ], [ %23, %11 ]
  %9 = phi ptr [ undef, %5 ], [ %24, %11 ]
  %10 = icmp ult i64 %8, %7
  br i1 %10, label %11, label %25

11:                                               ; preds = %6
  %12 = add i64 %8, %7
  %13 = lshr i64 %12, 1
  %14 = mul i64 %13, %3
  %15 = getelementptr inbounds i8, ptr %1, i64 %14
  %16 = tail call i32 %4(ptr noundef %0, ptr noundef %15) #2
  %17 = icmp eq i32 %16, 0
  %18 = icmp slt i32 %16, 0
  %19 = add nuw i64 %13, 1
  %20 = select i1 %18, i64 %13, i64 %7
  %21 = select i1 %17, i64 %7, i64 %20
  %22 = icmp slt i32 %16, 1
  %23 = select i1 %22, i64 %8, i64 %19
  %24 = select i1 %17, ptr %15, ptr %9
  br i1 %17, label %25, label %6, !llvm.loop !7

25:                                               ; preds = %6, %11
  %26 = phi ptr [ %24, %11 ], [ null, %6 ]
  ret ptr %26
}

; Function Attrs: nounwind
define weak dso_local ptr @lfind(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = load i64, ptr %2, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %18, label %8

8:                                                ; preds = %5, %13
  %9 = phi i64 [ %14, %13 ], [ 0, %5 ]
  %10 = phi ptr [ %15, %13 ], [ %1, %5 ]
  %11 = tail call i32 %4(ptr noundef %0, ptr noundef %10) #2
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %18, label %13

13:                                               ; preds = %8
  %14 = add nuw i64 %9, 1
  %15 = getelementptr inbounds i8, ptr %10, i64 %3
  %16 = load i64, ptr %2, align 8
  %17 = icmp ult i64 %14, %16
  br i1 %17, label %8, label %18, !llvm.loop !8

18:                                               ; preds = %13, %8, %5
  %19 = phi ptr [ null, %5 ], [ null, %13 ], [ %10, %8 ]
  ret ptr %19
}

; Function Attrs: nounwind
define weak dso_local ptr @lsearch(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = tail call ptr @lfind(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, ptr noundef %4) #3
  %7 = icmp eq ptr %6, null
  br i1 %7, label %8, label %14

8:                                                ; preds = %5
  %9 = load i64, ptr %2, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %2, align 8
  %11 = mul i64 %9, %3
  %12 = getelementptr inbounds i8, ptr %1, i64 %11
  %13 = tail call ptr @memcpy(ptr noundef %12, ptr noundef %0, i64 noundef %3) #2
  br label %14

14:                                               ; preds = %5, %8
  %15 = phi ptr [ %13, %8 ], [ %6, %5 ]
  ret ptr %15
}

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nobuiltin nounwind "no-builtins" }
attributes #3 = { nobuiltin "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
