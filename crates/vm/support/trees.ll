source_filename = "trees.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define weak dso_local ptr @tsearch(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %34, label %5

5:                                                ; preds = %3, %20
  %6 = phi ptr [ %21, %20 ], [ %1, %3 ]
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %22, label %9

9:                                                ; preds = %5
  %10 = load ptr, ptr %7, align 8
  %11 = tail call i32 %2(ptr noundef %0, ptr noundef %10) #2
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %20, label %13

13:                                               ; preds = %9
  %14 = icmp slt i32 %11, 0
  %15 = load ptr, ptr %6, align 8
  br i1 %14, label %16, label %18

16:                                               ; preds = %13
  %17 = getelementptr inbounds i8, ptr %15, i64 8
  br label %20

18:                                               ; preds = %13
  %19 = getelementptr inbounds i8, ptr %15, i64 16
  br label %20

20:                                               ; preds = %18, %16, %9
  %21 = phi ptr [ %6, %9 ], [ %17, %16 ], [ %19, %18 ]
  br i1 %12, label %22, label %5

22:                                               ; preds = %5, %20
  %23 = phi ptr [ %21, %20 ], [ %6, %5 ]
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %26, label %32

26:                                               ; preds = %22
  %27 = tail call ptr @malloc(i64 noundef 24) #2
  %28 = icmp eq ptr %27, null
  br i1 %28, label %34, label %29

29:                                               ; preds = %26
  store ptr %0, ptr %27, align 8
  %30 = getelementptr inbounds i8, ptr %27, i64 16
  store ptr null, ptr %30, align 8
  %31 = getelementptr inbounds i8, ptr %27, i64 8
  store ptr null, ptr %31, align 8
  store ptr %27, ptr %23, align 8
  br label %32

32:                                               ; preds = %29, %22
  %33 = load ptr, ptr %23, align 8
  br label %34

34:                                               ; preds = %32, %26, %3
  %35 = phi ptr [ null, %3 ], [ %33, %32 ], [ null, %26 ]
  ret ptr %35
}

declare ptr @malloc(i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local ptr @tfind(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %25, label %5

5:                                                ; preds = %3, %20
  %6 = phi ptr [ %21, %20 ], [ %1, %3 ]
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %22, label %9

9:                                                ; preds = %5
  %10 = load ptr, ptr %7, align 8
  %11 = tail call i32 %2(ptr noundef %0, ptr noundef %10) #2
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %20, label %13

13:                                               ; preds = %9
  %14 = icmp slt i32 %11, 0
  %15 = load ptr, ptr %6, align 8
  br i1 %14, label %16, label %18

16:                                               ; preds = %13
  %17 = getelementptr inbounds i8, ptr %15, i64 8
  br label %20

18:                                               ; preds = %13
  %19 = getelementptr inbounds i8, ptr %15, i64 16
  br label %20

20:                                               ; preds = %18, %16, %9
  %21 = phi ptr [ %6, %9 ], [ %17, %16 ], [ %19, %18 ]
  br i1 %12, label %22, label %5

22:                                               ; preds = %5, %20
  %23 = phi ptr [ %21, %20 ], [ %6, %5 ]
  %24 = load ptr, ptr %23, align 8
  br label %25

25:                                               ; preds = %3, %22
  %26 = phi ptr [ %24, %22 ], [ null, %3 ]
  ret ptr %26
}

; Function Attrs: nounwind
define weak dso_local ptr @tdelete(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %55, label %5

5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %55, label %8

8:                                                ; preds = %5, %22
  %9 = phi ptr [ %23, %22 ], [ %6, %5 ]
  %10 = phi ptr [ %24, %22 ], [ %1, %5 ]
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %25, label %13

13:                                               ; preds = %8
  %14 = load ptr, ptr %11, align 8
  %15 = tail call i32 %2(ptr noundef %0, ptr noundef %14) #2
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %22, label %17

17:                                               ; preds = %13
  %18 = load ptr, ptr %10, align 8
  %19 = icmp slt i32 %15, 0
  %20 = select i1 %19, i64 8, i64 16
  %21 = getelementptr inbounds i8, ptr %18, i64 %20
  br label %22

22:                                               ; preds = %13, %17
  %23 = phi ptr [ %18, %17 ], [ %9, %13 ]
  %24 = phi ptr [ %21, %17 ], [ %10, %13 ]
  br i1 %16, label %25, label %8

25:                                               ; preds = %22, %8
  %26 = phi ptr [ %23, %22 ], [ %9, %8 ]
  %27 = phi ptr [ %24, %22 ], [ %10, %8 ]
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %55, label %30

30:                                               ; preds = %25
  %31 = getelementptr inbounds i8, ptr %28, i64 8
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %32, null
  br i1 %33, label %50, label %34

34:                                               ; preds = %30
  %35 = getelementptr inbounds i8, ptr %28, i64 16
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  br i1 %37, label %49, label %38

38:                                               ; preds = %34, %38
  %39 = phi ptr [ %41, %38 ], [ %35, %34 ]
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds i8, ptr %40, i64 8
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %44, label %38, !llvm.loop !4

44:                                               ; preds = %38
  %45 = getelementptr inbounds i8, ptr %40, i64 16
  %46 = load ptr, ptr %45, align 8
  store ptr %46, ptr %39, align 8
  %47 = load ptr, ptr %31, align 8
  store ptr %47, ptr %41, align 8
  %48 = load ptr, ptr %35, align 8
  store ptr %48, ptr %45, align 8
  br label %53

49:                                               ; preds = %34
  br i1 %33, label %50, label %53

50:                                               ; preds = %30, %49
  %51 = getelementptr inbounds i8, ptr %28, i64 16
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %49, %44
  %54 = phi ptr [ %40, %44 ], [ %52, %50 ], [ %32, %49 ]
  store ptr %54, ptr %27, align 8
  tail call void @free(ptr noundef nonnull %28) #2
  br label %55

55:                                               ; preds = %53, %25, %3, %5
  %56 = phi ptr [ null, %5 ], [ null, %3 ], [ %26, %53 ], [ null, %25 ]
  ret ptr %56
}

declare void @free(ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local void @twalk(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp ne ptr %0, null
  %4 = icmp ne ptr %1, null
  %5 = and i1 %3, %4
  br i1 %5, label %6, label %7

6:                                                ; preds = %2
  tail call fastcc void @walk(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef 0) #3
  br label %7

7:                                                ; preds = %6, %2
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @walk(ptr noundef %0, ptr noundef %1, i32 noundef %2) unnamed_addr #0 {
  %4 = getelementptr inbounds i8, ptr %0, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %7, label %11

7:                                                ; preds = %3
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %22, label %11

11:                                               ; preds = %7, %3
  tail call void %1(ptr noundef %0, i32 noundef 0, i32 noundef %2) #2
  %12 = load ptr, ptr %4, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %16, label %14

14:                                               ; preds = %11
  %15 = add nsw i32 %2, 1
  tail call fastcc void @walk(ptr noundef nonnull %12, ptr noundef %1, i32 noundef %15) #3
  br label %16

16:                                               ; preds = %14, %11
  tail call void %1(ptr noundef %0, i32 noundef 1, i32 noundef %2) #2
  %17 = getelementptr inbounds i8, ptr %0, i64 16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %22, label %20

20:                                               ; preds = %16
  %21 = add nsw i32 %2, 1
  tail call fastcc void @walk(ptr noundef nonnull %18, ptr noundef %1, i32 noundef %21) #3
  br label %22

22:                                               ; preds = %16, %20, %7
  %23 = phi i32 [ 3, %7 ], [ 2, %20 ], [ 2, %16 ]
  tail call void %1(ptr noundef %0, i32 noundef %23, i32 noundef %2) #2
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @tdestroy(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %0, null
  br i1 %3, label %4, label %5

4:                                                ; preds = %2, %5
  ret void

5:                                                ; preds = %2
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  tail call void @tdestroy(ptr noundef %7, ptr noundef %1) #3
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load ptr, ptr %8, align 8
  tail call void @tdestroy(ptr noundef %9, ptr noundef %1) #3
  %10 = load ptr, ptr %0, align 8
  tail call void %1(ptr noundef %10) #2
  tail call void @free(ptr noundef nonnull %0) #2
  br label %4
}

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
