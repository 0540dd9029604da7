source_filename = "environment.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@environ = external local_unnamed_addr global ptr, align 8
@own = internal unnamed_addr global ptr null, align 8

; Function Attrs: nounwind
define weak dso_local ptr @getenv(ptr noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %6, %1
  %3 = phi i64 [ 0, %1 ], [ %7, %6 ]
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = load i8, ptr %4, align 1
  switch i8 %5, label %6 [
    i8 0, label %8
    i8 61, label %28
  ]

6:                                                ; preds = %2
  %7 = add i64 %3, 1
  br label %2, !llvm.loop !4

8:                                                ; preds = %2
  %9 = load ptr, ptr @environ, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %28, label %11

11:                                               ; preds = %8
  %12 = load ptr, ptr %9, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %28, label %14

14:                                               ; preds = %11, %24
  %15 = phi ptr [ %26, %24 ], [ %12, %11 ]
  %16 = phi ptr [ %25, %24 ], [ %9, %11 ]
  %17 = tail call i32 @strncmp(ptr noundef nonnull %15, ptr noundef %0, i64 noundef %3) #2
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %24

19:                                               ; preds = %14
  %20 = load ptr, ptr %16, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 %3
  %22 = load i8, ptr %21, align 1
  %23 = icmp eq i8 %22, 61
  br i1 %23, label %28, label %24

24:                                               ; preds = %19, %14
  %25 = getelementptr inbounds i8, ptr %16, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %14

28:                                               ; preds = %2, %24, %19, %11, %8
  %29 = phi ptr [ null, %8 ], [ null, %11 ], [ %16, %19 ], [ null, %24 ], [ null, %2 ]
  %30 = icmp eq ptr %29, null
  br i1 %30, label %35, label %31

31:                                               ; preds = %28
  %32 = load ptr, ptr %29, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 %3
  %34 = getelementptr inbounds i8, ptr %33, i64 1
  br label %35

35:                                               ; preds = %28, %31
  %36 = phi ptr [ %34, %31 ], [ null, %28 ]
  ret ptr %36
}

; Function Attrs: nounwind
define weak dso_local ptr @secure_getenv(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call ptr @getenv(ptr noundef %0) #3
  ret ptr %2
}

; Function Attrs: nounwind
define weak dso_local i32 @setenv(ptr noundef %0, ptr noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp eq ptr %0, null
  br i1 %4, label %14, label %5

5:                                                ; preds = %3
  %6 = load i8, ptr %0, align 1
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %14, label %8

8:                                                ; preds = %5, %12
  %9 = phi i64 [ %13, %12 ], [ 0, %5 ]
  %10 = getelementptr inbounds i8, ptr %0, i64 %9
  %11 = load i8, ptr %10, align 1
  switch i8 %11, label %12 [
    i8 0, label %16
    i8 61, label %14
  ]

12:                                               ; preds = %8
  %13 = add i64 %9, 1
  br label %8, !llvm.loop !4

14:                                               ; preds = %8, %5, %3
  %15 = tail call ptr @__errno_location() #2
  store i32 22, ptr %15, align 4
  br label %52

16:                                               ; preds = %8
  %17 = tail call i64 @strlen(ptr noundef nonnull %0) #2
  %18 = tail call i64 @strlen(ptr noundef %1) #2
  %19 = icmp ne i32 %2, 0
  %20 = load ptr, ptr @environ, align 8
  %21 = icmp eq ptr %20, null
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %40, label %23

23:                                               ; preds = %16
  %24 = load ptr, ptr %20, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %40, label %26

26:                                               ; preds = %23, %36
  %27 = phi ptr [ %38, %36 ], [ %24, %23 ]
  %28 = phi ptr [ %37, %36 ], [ %20, %23 ]
  %29 = tail call i32 @strncmp(ptr noundef nonnull %27, ptr noundef nonnull %0, i64 noundef %17) #2
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %36

31:                                               ; preds = %26
  %32 = load ptr, ptr %28, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 %17
  %34 = load i8, ptr %33, align 1
  %35 = icmp eq i8 %34, 61
  br i1 %35, label %52, label %36

36:                                               ; preds = %31, %26
  %37 = getelementptr inbounds i8, ptr %28, i64 8
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %40, label %26

40:                                               ; preds = %36, %23, %16
  %41 = add i64 %17, 2
  %42 = add i64 %41, %18
  %43 = tail call ptr @malloc(i64 noundef %42) #2
  %44 = icmp eq ptr %43, null
  br i1 %44, label %52, label %45

45:                                               ; preds = %40
  %46 = tail call ptr @memcpy(ptr noundef nonnull %43, ptr noundef nonnull %0, i64 noundef %17) #2
  %47 = getelementptr inbounds i8, ptr %43, i64 %17
  store i8 61, ptr %47, align 1
  %48 = getelementptr inbounds i8, ptr %47, i64 1
  %49 = add i64 %18, 1
  %50 = tail call ptr @memcpy(ptr noundef nonnull %48, ptr noundef %1, i64 noundef %49) #2
  %51 = tail call fastcc i32 @put(ptr noundef nonnull %43, i64 noundef %17) #3
  br label %52

52:                                               ; preds = %31, %14, %40, %45
  %53 = phi i32 [ %51, %45 ], [ -1, %40 ], [ -1, %14 ], [ 0, %31 ]
  ret i32 %53
}

declare i64 @strlen(ptr noundef) local_unnamed_addr #1

declare ptr @malloc(i64 noundef) local_unnamed_addr #1

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @put(ptr noundef %0, i64 noundef %1) unnamed_addr #0 {
  %3 = load ptr, ptr @environ, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %22, label %5

5:                                                ; preds = %2
  %6 = load ptr, ptr %3, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %22, label %8

8:                                                ; preds = %5, %18
  %9 = phi ptr [ %20, %18 ], [ %6, %5 ]
  %10 = phi ptr [ %19, %18 ], [ %3, %5 ]
  %11 = tail call i32 @strncmp(ptr noundef nonnull %9, ptr noundef %0, i64 noundef %1) #2
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %18

13:                                               ; preds = %8
  %14 = load ptr, ptr %10, align 8
  %15 = getelementptr inbounds i8, ptr %14, i64 %1
  %16 = load i8, ptr %15, align 1
  %17 = icmp eq i8 %16, 61
  br i1 %17, label %22, label %18

18:                                               ; preds = %13, %8
  %19 = getelementptr inbounds i8, ptr %10, i64 8
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %22, label %8

22:                                               ; preds = %13, %18, %5, %2
  %23 = phi ptr [ null, %2 ], [ null, %5 ], [ null, %18 ], [ %10, %13 ]
  %24 = icmp eq ptr %23, null
  br i1 %24, label %26, label %25

25:                                               ; preds = %22
  store ptr %0, ptr %23, align 8
  br label %55

26:                                               ; preds = %22
  %27 = load ptr, ptr @environ, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %36, label %29

29:                                               ; preds = %26, %34
  %30 = phi i64 [ %35, %34 ], [ 0, %26 ]
  %31 = getelementptr inbounds ptr, ptr %27, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %32, null
  br i1 %33, label %36, label %34

34:                                               ; preds = %29
  %35 = add i64 %30, 1
  br i1 %28, label %36, label %29, !llvm.loop !7

36:                                               ; preds = %29, %34, %26
  %37 = phi i64 [ 0, %26 ], [ %30, %29 ], [ %35, %34 ]
  %38 = shl i64 %37, 3
  %39 = add i64 %38, 16
  %40 = tail call ptr @malloc(i64 noundef %39) #2
  %41 = icmp eq ptr %40, null
  br i1 %41, label %55, label %42

42:                                               ; preds = %36
  %43 = icmp eq i64 %37, 0
  br i1 %43, label %47, label %44

44:                                               ; preds = %42
  %45 = load ptr, ptr @environ, align 8
  %46 = tail call ptr @memcpy(ptr noundef nonnull %40, ptr noundef %45, i64 noundef %38) #2
  br label %47

47:                                               ; preds = %44, %42
  %48 = getelementptr inbounds ptr, ptr %40, i64 %37
  store ptr %0, ptr %48, align 8
  %49 = getelementptr i8, ptr %48, i64 8
  store ptr null, ptr %49, align 8
  %50 = load ptr, ptr @own, align 8
  %51 = load ptr, ptr @environ, align 8
  %52 = icmp eq ptr %50, %51
  br i1 %52, label %53, label %54

53:                                               ; preds = %47
  tail call void @free(ptr noundef %50) #2
  br label %54

54:                                               ; preds = %53, %47
  store ptr %40, ptr @environ, align 8
  store ptr %40, ptr @own, align 8
  br label %55

55:                                               ; preds = %54, %36, %25
  %56 = phi i32 [ 0, %25 ], [ 0, %54 ], [ -1, %36 ]
  ret i32 %56
}

; Function Attrs: nounwind
define weak dso_local i32 @unsetenv(ptr noundef %0) local_unnamed_addr #0 {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %12, label %3

3:                                                ; preds = %1
  %4 = load i8, ptr %0, align 1
  %5 = icmp eq i8 %4, 0
  br i1 %5, label %12, label %6

6:                                                ; preds = %3, %10
  %7 = phi i64 [ %11, %10 ], [ 0, %3 ]
  %8 = getelementptr inbounds i8, ptr %0, i64 %7
  %9 = load i8, ptr %8, align 1
  switch i8 %9, label %10 [
    i8 0, label %15
    i8 61, label %12
  ]

10:                                               ; preds = %6
  %11 = add i64 %7, 1
  br label %6, !llvm.loop !4

12:                                               ; preds = %6, %3, %1
  %13 = tail call ptr @__errno_location() #2
  store i32 22, ptr %13, align 4
  br label %47

14:                                               ; preds = %42, %39
  br label %15, !llvm.loop !8

15:                                               ; preds = %6, %14
  %16 = tail call i64 @strlen(ptr noundef nonnull %0) #2
  %17 = load ptr, ptr @environ, align 8
  %18 = icmp eq ptr %17, null
  br i1 %18, label %36, label %19

19:                                               ; preds = %15
  %20 = load ptr, ptr %17, align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %36, label %22

22:                                               ; preds = %19, %32
  %23 = phi ptr [ %34, %32 ], [ %20, %19 ]
  %24 = phi ptr [ %33, %32 ], [ %17, %19 ]
  %25 = tail call i32 @strncmp(ptr noundef nonnull %23, ptr noundef nonnull %0, i64 noundef %16) #2
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %32

27:                                               ; preds = %22
  %28 = load ptr, ptr %24, align 8
  %29 = getelementptr inbounds i8, ptr %28, i64 %16
  %30 = load i8, ptr %29, align 1
  %31 = icmp eq i8 %30, 61
  br i1 %31, label %36, label %32

32:                                               ; preds = %27, %22
  %33 = getelementptr inbounds i8, ptr %24, i64 8
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %22

36:                                               ; preds = %27, %32, %19, %15
  %37 = phi ptr [ null, %15 ], [ null, %19 ], [ null, %32 ], [ %24, %27 ]
  %38 = icmp eq ptr %37, null
  br i1 %38, label %47, label %39

39:                                               ; preds = %36
  %40 = load ptr, ptr %37, align 8
  %41 = icmp eq ptr %40, null
  br i1 %41, label %14, label %42

42:                                               ; preds = %39, %42
  %43 = phi ptr [ %44, %42 ], [ %37, %39 ]
  %44 = getelementptr inbounds i8, ptr %43, i64 8
  %45 = load ptr, ptr %44, align 8
  store ptr %45, ptr %43, align 8
  %46 = icmp eq ptr %45, null
  br i1 %46, label %14, label %42, !llvm.loop !9

47:                                               ; preds = %36, %12
  %48 = phi i32 [ -1, %12 ], [ 0, %36 ]
  ret i32 %48
}

; Function Attrs: nounwind
define weak dso_local i32 @putenv(ptr noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %6, %1
  %3 = phi i64 [ 0, %1 ], [ %7, %6 ]
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = load i8, ptr %4, align 1
  switch i8 %5, label %6 [
    i8 0, label %10
    i8 61, label %8
  ]

6:                                                ; preds = %2
  %7 = add i64 %3, 1
  br label %2, !llvm.loop !4

8:                                                ; preds = %2
  %9 = tail call fastcc i32 @put(ptr noundef %0, i64 noundef %3) #3
  br label %12

10:                                               ; preds = %2
  %11 = tail call i32 @unsetenv(ptr noundef %0) #3
  br label %12

12:                                               ; preds = %10, %8
  %13 = phi i32 [ %9, %8 ], [ %11, %10 ]
  ret i32 %13
}

; Function Attrs: nounwind
define weak dso_local i32 @clearenv() local_unnamed_addr #0 {
  store ptr null, ptr @environ, align 8
  ret i32 0
}

declare i32 @strncmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

declare ptr @__errno_location() local_unnamed_addr #1

declare void @free(ptr noundef) local_unnamed_addr #1

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
!9 = distinct !{!9, !5, !6}
