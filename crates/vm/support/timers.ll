source_filename = "timers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.timer = type { i32, i32, i32, i32, i32, i32, i64, i64, i64, ptr }

@timers = internal global <{ %struct.timer, %struct.timer, %struct.timer, [32 x %struct.timer] }> <{ %struct.timer { i32 0, i32 1, i32 0, i32 14, i32 128, i32 0, i64 0, i64 0, i64 0, ptr null }, %struct.timer { i32 0, i32 1, i32 0, i32 26, i32 128, i32 0, i64 0, i64 0, i64 0, ptr null }, %struct.timer { i32 0, i32 1, i32 0, i32 27, i32 128, i32 0, i64 0, i64 0, i64 0, ptr null }, [32 x %struct.timer] zeroinitializer }>, align 16

; Function Attrs: nounwind
define weak dso_local i32 @alarm(i32 noundef %0) local_unnamed_addr #0 {
  %2 = zext i32 %0 to i64
  %3 = mul nuw nsw i64 %2, 1000000000
  tail call void @__mazurka_change(ptr noundef nonnull @timers, i64 noundef 56) #5
  %4 = load i64, ptr getelementptr inbounds (i8, ptr @timers, i64 24), align 8
  %5 = load i32, ptr @timers, align 16
  %6 = add i32 %5, 1
  store i32 %6, ptr @timers, align 16
  store i64 %3, ptr getelementptr inbounds (i8, ptr @timers, i64 24), align 8
  store i64 0, ptr getelementptr inbounds (i8, ptr @timers, i64 32), align 16
  tail call void @__mazurka_changed() #5
  %7 = icmp eq i32 %0, 0
  br i1 %7, label %12, label %8

8:                                                ; preds = %1
  %9 = zext i32 %6 to i64
  %10 = inttoptr i64 %9 to ptr
  %11 = tail call i32 @__mazurka_spawn_timer(ptr noundef null, ptr noundef nonnull @wait_and_notify, ptr noundef nonnull @timers, ptr noundef %10) #5
  br label %12

12:                                               ; preds = %1, %8
  %13 = add i64 %4, 999999999
  %14 = udiv i64 %13, 1000000000
  %15 = trunc i64 %14 to i32
  ret i32 %15
}

; Function Attrs: nounwind
define weak dso_local i32 @setitimer(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp ugt i32 %0, 2
  br i1 %4, label %20, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds i8, ptr %1, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = icmp slt i64 %7, 0
  %11 = icmp ugt i64 %9, 999999
  %12 = select i1 %10, i1 true, i1 %11
  br i1 %12, label %20, label %13

13:                                               ; preds = %5
  %14 = load i64, ptr %1, align 8
  %15 = getelementptr inbounds i8, ptr %1, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp slt i64 %14, 0
  %18 = icmp ugt i64 %16, 999999
  %19 = select i1 %17, i1 true, i1 %18
  br i1 %19, label %20, label %22

20:                                               ; preds = %13, %5, %3
  %21 = tail call ptr @__errno_location() #5
  store i32 22, ptr %21, align 4
  br label %54

22:                                               ; preds = %13
  %23 = zext nneg i32 %0 to i64
  %24 = getelementptr inbounds [35 x %struct.timer], ptr @timers, i64 0, i64 %23
  %25 = mul i64 %7, 1000000000
  %26 = mul nuw nsw i64 %9, 1000
  %27 = add i64 %26, %25
  %28 = mul i64 %14, 1000000000
  %29 = mul nuw nsw i64 %16, 1000
  %30 = add i64 %29, %28
  tail call void @__mazurka_change(ptr noundef nonnull %24, i64 noundef 56) #5
  %31 = getelementptr inbounds i8, ptr %24, i64 24
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %24, i64 32
  %34 = load i64, ptr %33, align 8
  %35 = load i32, ptr %24, align 8
  %36 = add i32 %35, 1
  store i32 %36, ptr %24, align 8
  store i64 %27, ptr %31, align 8
  store i64 %30, ptr %33, align 8
  tail call void @__mazurka_changed() #5
  %37 = icmp eq i64 %27, 0
  br i1 %37, label %42, label %38

38:                                               ; preds = %22
  %39 = zext i32 %36 to i64
  %40 = inttoptr i64 %39 to ptr
  %41 = tail call i32 @__mazurka_spawn_timer(ptr noundef null, ptr noundef nonnull @wait_and_notify, ptr noundef nonnull %24, ptr noundef %40) #5
  br label %42

42:                                               ; preds = %22, %38
  %43 = icmp eq ptr %2, null
  br i1 %43, label %54, label %44

44:                                               ; preds = %42
  %45 = getelementptr inbounds i8, ptr %2, i64 16
  %46 = udiv i64 %32, 1000000000
  %47 = urem i64 %32, 1000000000
  %48 = udiv i64 %47, 1000
  store i64 %46, ptr %45, align 8
  %49 = getelementptr inbounds i8, ptr %2, i64 24
  store i64 %48, ptr %49, align 8
  %50 = udiv i64 %34, 1000000000
  %51 = urem i64 %34, 1000000000
  %52 = udiv i64 %51, 1000
  store i64 %50, ptr %2, align 8
  %53 = getelementptr inbounds i8, ptr %2, i64 8
  store i64 %52, ptr %53, align 8
  br label %54

54:                                               ; preds = %42, %44, %20
  %55 = phi i32 [ -1, %20 ], [ 0, %44 ], [ 0, %42 ]
  ret i32 %55
}

declare ptr @__errno_location() local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @getitimer(i32 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp ugt i32 %0, 2
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = tail call ptr @__errno_location() #5
  store i32 22, ptr %5, align 4
  br label %22

6:                                                ; preds = %2
  %7 = zext nneg i32 %0 to i64
  %8 = getelementptr inbounds [35 x %struct.timer], ptr @timers, i64 0, i64 %7
  tail call void @__mazurka_change(ptr noundef nonnull %8, i64 noundef 56) #5
  %9 = getelementptr inbounds i8, ptr %8, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %8, i64 32
  %12 = load i64, ptr %11, align 8
  tail call void @__mazurka_changed() #5
  %13 = getelementptr inbounds i8, ptr %1, i64 16
  %14 = udiv i64 %10, 1000000000
  %15 = urem i64 %10, 1000000000
  %16 = udiv i64 %15, 1000
  store i64 %14, ptr %13, align 8
  %17 = getelementptr inbounds i8, ptr %1, i64 24
  store i64 %16, ptr %17, align 8
  %18 = udiv i64 %12, 1000000000
  %19 = urem i64 %12, 1000000000
  %20 = udiv i64 %19, 1000
  store i64 %18, ptr %1, align 8
  %21 = getelementptr inbounds i8, ptr %1, i64 8
  store i64 %20, ptr %21, align 8
  br label %22

22:                                               ; preds = %6, %4
  %23 = phi i32 [ -1, %4 ], [ 0, %6 ]
  ret i32 %23
}

; Function Attrs: nounwind
define weak dso_local i32 @timer_create(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %11, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds i8, ptr %1, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = icmp ugt i32 %7, 2
  br i1 %8, label %9, label %11

9:                                                ; preds = %5
  %10 = tail call ptr @__errno_location() #5
  store i32 22, ptr %10, align 4
  br label %61

11:                                               ; preds = %5, %3
  tail call void @__mazurka_change(ptr noundef nonnull @timers, i64 noundef 1960) #5
  br label %15

12:                                               ; preds = %15
  %13 = add nuw nsw i64 %16, 1
  %14 = icmp eq i64 %13, 35
  br i1 %14, label %21, label %15, !llvm.loop !4

15:                                               ; preds = %12, %11
  %16 = phi i64 [ 3, %11 ], [ %13, %12 ]
  %17 = getelementptr inbounds [35 x %struct.timer], ptr @timers, i64 0, i64 %16
  %18 = getelementptr inbounds i8, ptr %17, i64 4
  %19 = load i32, ptr %18, align 4
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %12

21:                                               ; preds = %12, %15
  %22 = phi ptr [ null, %12 ], [ %17, %15 ]
  %23 = icmp eq ptr %22, null
  br i1 %23, label %59, label %24

24:                                               ; preds = %21
  %25 = getelementptr inbounds i8, ptr %22, i64 4
  store i32 1, ptr %25, align 4
  %26 = getelementptr inbounds i8, ptr %22, i64 16
  store i32 -2, ptr %26, align 8
  br i1 %4, label %33, label %27

27:                                               ; preds = %24
  %28 = getelementptr inbounds i8, ptr %1, i64 12
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds i8, ptr %22, i64 8
  store i32 %29, ptr %30, align 8
  %31 = getelementptr inbounds i8, ptr %1, i64 8
  %32 = load i32, ptr %31, align 8
  br label %35

33:                                               ; preds = %24
  %34 = getelementptr inbounds i8, ptr %22, i64 8
  store i32 0, ptr %34, align 8
  br label %35

35:                                               ; preds = %33, %27
  %36 = phi i32 [ %32, %27 ], [ 14, %33 ]
  %37 = getelementptr inbounds i8, ptr %22, i64 12
  store i32 %36, ptr %37, align 4
  br i1 %4, label %40, label %38

38:                                               ; preds = %35
  %39 = load i64, ptr %1, align 8
  br label %44

40:                                               ; preds = %35
  %41 = ptrtoint ptr %22 to i64
  %42 = sub i64 %41, ptrtoint (ptr @timers to i64)
  %43 = sdiv exact i64 %42, 56
  br label %44

44:                                               ; preds = %40, %38
  %45 = phi i64 [ %39, %38 ], [ %43, %40 ]
  %46 = getelementptr inbounds i8, ptr %22, i64 40
  store i64 %45, ptr %46, align 8
  br i1 %4, label %50, label %47

47:                                               ; preds = %44
  %48 = getelementptr inbounds i8, ptr %1, i64 16
  %49 = load ptr, ptr %48, align 8
  br label %50

50:                                               ; preds = %44, %47
  %51 = phi ptr [ %49, %47 ], [ null, %44 ]
  %52 = getelementptr inbounds i8, ptr %22, i64 48
  store ptr %51, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %22, i64 32
  store i64 0, ptr %53, align 8
  %54 = getelementptr inbounds i8, ptr %22, i64 24
  store i64 0, ptr %54, align 8
  tail call void @__mazurka_changed() #5
  %55 = ptrtoint ptr %22 to i64
  %56 = sub i64 %55, ptrtoint (ptr @timers to i64)
  %57 = sdiv exact i64 %56, 56
  %58 = inttoptr i64 %57 to ptr
  store ptr %58, ptr %2, align 8
  br label %61

59:                                               ; preds = %21
  tail call void @__mazurka_changed() #5
  %60 = tail call ptr @__errno_location() #5
  store i32 11, ptr %60, align 4
  br label %61

61:                                               ; preds = %59, %50, %9
  %62 = phi i32 [ -1, %9 ], [ 0, %50 ], [ -1, %59 ]
  ret i32 %62
}

declare void @__mazurka_change(ptr noundef, i64 noundef) local_unnamed_addr #1

declare void @__mazurka_changed() local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @timer_settime(ptr noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = icmp ugt ptr %0, inttoptr (i64 2 to ptr)
  %6 = icmp ult ptr %0, inttoptr (i64 35 to ptr)
  %7 = and i1 %5, %6
  br i1 %7, label %8, label %11

8:                                                ; preds = %4
  %9 = ptrtoint ptr %0 to i64
  %10 = getelementptr inbounds [35 x %struct.timer], ptr @timers, i64 0, i64 %9
  br label %13

11:                                               ; preds = %4
  %12 = tail call ptr @__errno_location() #5
  store i32 22, ptr %12, align 4
  br label %13

13:                                               ; preds = %8, %11
  %14 = phi ptr [ %10, %8 ], [ null, %11 ]
  %15 = icmp eq ptr %14, null
  br i1 %15, label %59, label %16

16:                                               ; preds = %13
  %17 = getelementptr inbounds i8, ptr %2, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %2, i64 24
  %20 = load i64, ptr %19, align 8
  %21 = icmp slt i64 %18, 0
  %22 = icmp ugt i64 %20, 999999999
  %23 = select i1 %21, i1 true, i1 %22
  br i1 %23, label %31, label %24

24:                                               ; preds = %16
  %25 = load i64, ptr %2, align 8
  %26 = getelementptr inbounds i8, ptr %2, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = icmp slt i64 %25, 0
  %29 = icmp ugt i64 %27, 999999999
  %30 = select i1 %28, i1 true, i1 %29
  br i1 %30, label %31, label %33

31:                                               ; preds = %24, %16
  %32 = tail call ptr @__errno_location() #5
  store i32 22, ptr %32, align 4
  br label %59

33:                                               ; preds = %24
  %34 = mul i64 %18, 1000000000
  %35 = add i64 %34, %20
  %36 = mul i64 %25, 1000000000
  %37 = add i64 %36, %27
  tail call void @__mazurka_change(ptr noundef nonnull %14, i64 noundef 56) #5
  %38 = getelementptr inbounds i8, ptr %14, i64 24
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds i8, ptr %14, i64 32
  %41 = load i64, ptr %40, align 8
  %42 = load i32, ptr %14, align 8
  %43 = add i32 %42, 1
  store i32 %43, ptr %14, align 8
  store i64 %35, ptr %38, align 8
  store i64 %37, ptr %40, align 8
  tail call void @__mazurka_changed() #5
  %44 = icmp eq i64 %35, 0
  br i1 %44, label %49, label %45

45:                                               ; preds = %33
  %46 = zext i32 %43 to i64
  %47 = inttoptr i64 %46 to ptr
  %48 = tail call i32 @__mazurka_spawn_timer(ptr noundef null, ptr noundef nonnull @wait_and_notify, ptr noundef nonnull %14, ptr noundef %47) #5
  br label %49

49:                                               ; preds = %33, %45
  %50 = icmp eq ptr %3, null
  br i1 %50, label %59, label %51

51:                                               ; preds = %49
  %52 = getelementptr inbounds i8, ptr %3, i64 16
  %53 = udiv i64 %39, 1000000000
  %54 = urem i64 %39, 1000000000
  store i64 %53, ptr %52, align 8
  %55 = getelementptr inbounds i8, ptr %3, i64 24
  store i64 %54, ptr %55, align 8
  %56 = udiv i64 %41, 1000000000
  %57 = urem i64 %41, 1000000000
  store i64 %56, ptr %3, align 8
  %58 = getelementptr inbounds i8, ptr %3, i64 8
  store i64 %57, ptr %58, align 8
  br label %59

59:                                               ; preds = %49, %51, %13, %31
  %60 = phi i32 [ -1, %31 ], [ -1, %13 ], [ 0, %51 ], [ 0, %49 ]
  ret i32 %60
}

; Function Attrs: nounwind
define weak dso_local i32 @timer_gettime(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp ugt ptr %0, inttoptr (i64 2 to ptr)
  %4 = icmp ult ptr %0, inttoptr (i64 35 to ptr)
  %5 = and i1 %3, %4
  br i1 %5, label %6, label %9

6:                                                ; preds = %2
  %7 = ptrtoint ptr %0 to i64
  %8 = getelementptr inbounds [35 x %struct.timer], ptr @timers, i64 0, i64 %7
  br label %11

9:                                                ; preds = %2
  %10 = tail call ptr @__errno_location() #5
  store i32 22, ptr %10, align 4
  br label %11

11:                                               ; preds = %6, %9
  %12 = phi ptr [ %8, %6 ], [ null, %9 ]
  %13 = icmp eq ptr %12, null
  br i1 %13, label %26, label %14

14:                                               ; preds = %11
  tail call void @__mazurka_change(ptr noundef nonnull %12, i64 noundef 56) #5
  %15 = getelementptr inbounds i8, ptr %12, i64 24
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %12, i64 32
  %18 = load i64, ptr %17, align 8
  tail call void @__mazurka_changed() #5
  %19 = getelementptr inbounds i8, ptr %1, i64 16
  %20 = udiv i64 %16, 1000000000
  %21 = urem i64 %16, 1000000000
  store i64 %20, ptr %19, align 8
  %22 = getelementptr inbounds i8, ptr %1, i64 24
  store i64 %21, ptr %22, align 8
  %23 = udiv i64 %18, 1000000000
  %24 = urem i64 %18, 1000000000
  store i64 %23, ptr %1, align 8
  %25 = getelementptr inbounds i8, ptr %1, i64 8
  store i64 %24, ptr %25, align 8
  br label %26

26:                                               ; preds = %11, %14
  %27 = phi i32 [ 0, %14 ], [ -1, %11 ]
  ret i32 %27
}

; Function Attrs: nounwind
define weak dso_local i32 @timer_getoverrun(ptr noundef %0) local_unnamed_addr #0 {
  %2 = icmp ule ptr %0, inttoptr (i64 2 to ptr)
  %3 = icmp uge ptr %0, inttoptr (i64 35 to ptr)
  %4 = or i1 %2, %3
  br i1 %4, label %5, label %7

5:                                                ; preds = %1
  %6 = tail call ptr @__errno_location() #5
  store i32 22, ptr %6, align 4
  br label %7

7:                                                ; preds = %1, %5
  %8 = sext i1 %4 to i32
  ret i32 %8
}

; Function Attrs: nounwind
define weak dso_local i32 @timer_delete(ptr noundef %0) local_unnamed_addr #0 {
  %2 = icmp ugt ptr %0, inttoptr (i64 2 to ptr)
  %3 = icmp ult ptr %0, inttoptr (i64 35 to ptr)
  %4 = and i1 %2, %3
  br i1 %4, label %5, label %8

5:                                                ; preds = %1
  %6 = ptrtoint ptr %0 to i64
  %7 = getelementptr inbounds [35 x %struct.timer], ptr @timers, i64 0, i64 %6
  br label %10

8:                                                ; preds = %1
  %9 = tail call ptr @__errno_location() #5
  store i32 22, ptr %9, align 4
  br label %10

10:                                               ; preds = %5, %8
  %11 = phi ptr [ %7, %5 ], [ null, %8 ]
  %12 = icmp eq ptr %11, null
  br i1 %12, label %19, label %13

13:                                               ; preds = %10
  tail call void @__mazurka_change(ptr noundef nonnull %11, i64 noundef 56) #5
  %14 = load i32, ptr %11, align 8
  %15 = add i32 %14, 1
  store i32 %15, ptr %11, align 8
  %16 = getelementptr inbounds i8, ptr %11, i64 4
  store i32 0, ptr %16, align 4
  %17 = getelementptr inbounds i8, ptr %11, i64 32
  store i64 0, ptr %17, align 8
  %18 = getelementptr inbounds i8, ptr %11, i64 24
  store i64 0, ptr %18, align 8
  tail call void @__mazurka_changed() #5
  br label %19

19:                                               ; preds = %10, %13
  %20 = phi i32 [ 0, %13 ], [ -1, %10 ]
  ret i32 %20
}

declare i32 @__mazurka_spawn_timer(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: noreturn nounwind
define internal void @wait_and_notify(ptr noundef %0, ptr noundef %1) #2 {
  %3 = getelementptr inbounds i8, ptr %0, i64 24
  %4 = ptrtoint ptr %1 to i64
  %5 = trunc i64 %4 to i32
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = getelementptr inbounds i8, ptr %0, i64 12
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = getelementptr inbounds i8, ptr %0, i64 40
  %10 = getelementptr inbounds i8, ptr %0, i64 48
  %11 = getelementptr inbounds i8, ptr %0, i64 32
  %12 = tail call i32 @__mazurka_expire(ptr noundef %0, i64 noundef 56, i32 noundef %5, ptr noundef nonnull %3) #5
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %26, label %17

14:                                               ; preds = %17
  tail call void @__mazurka_changed() #5
  tail call fastcc void @notify(i32 noundef %18, i32 noundef %19, i32 noundef %20, i64 noundef %21, ptr noundef %22) #6
  %15 = tail call i32 @__mazurka_expire(ptr noundef %0, i64 noundef 56, i32 noundef %5, ptr noundef nonnull %11) #5
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %26, label %17

17:                                               ; preds = %2, %14
  %18 = load i32, ptr %6, align 8
  %19 = load i32, ptr %7, align 4
  %20 = load i32, ptr %8, align 8
  %21 = load i64, ptr %9, align 8
  %22 = load ptr, ptr %10, align 8
  %23 = load i64, ptr %11, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %25, label %14

25:                                               ; preds = %17
  store i64 0, ptr %3, align 8
  tail call void @__mazurka_changed() #5
  tail call fastcc void @notify(i32 noundef %18, i32 noundef %19, i32 noundef %20, i64 noundef %21, ptr noundef %22) #6
  br label %26, !llvm.loop !7

26:                                               ; preds = %14, %2, %25
  tail call void @pthread_exit(ptr noundef null) #7
  unreachable
}

declare i32 @__mazurka_expire(ptr noundef, i64 noundef, i32 noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: noinline nounwind
define internal fastcc void @notify(i32 noundef %0, i32 noundef %1, i32 noundef %2, i64 noundef %3, ptr nocapture noundef readonly %4) unnamed_addr #3 {
  switch i32 %0, label %10 [
    i32 0, label %6
    i32 2, label %9
  ]

6:                                                ; preds = %5
  %7 = tail call i32 @getpid() #5
  %8 = tail call i32 @__mazurka_timer_signal(i32 noundef %7, i32 noundef %1, i64 noundef %3, i32 noundef %2, ptr noundef nonnull @__mazurka_take_signal) #5
  br label %10

9:                                                ; preds = %5
  tail call void %4(i64 noundef %3) #5
  br label %10

10:                                               ; preds = %5, %9, %6
  ret void
}

; Function Attrs: noreturn
declare void @pthread_exit(ptr noundef) local_unnamed_addr #4

declare i32 @__mazurka_timer_signal(i32 noundef, i32 noundef, i64 noundef, i32 noundef, ptr noundef) local_unnamed_addr #1

declare i32 @getpid() local_unnamed_addr #1

declare void @__mazurka_take_signal(i64 noundef, i32 noundef, i32 noundef, i64 noundef, i64 noundef, i32 noundef, i64 noundef) #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noinline nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nobuiltin nounwind "no-builtins" }
attributes #6 = { nobuiltin "no-builtins" }
attributes #7 = { nobuiltin noreturn nounwind "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
