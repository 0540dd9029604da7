source_filename = "start.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.handlers = type { i32, [128 x %struct.handler] }
%struct.handler = type { ptr, ptr, i32 }

@exit_handlers = internal global %struct.handlers zeroinitializer, align 8
@quick_exit_handlers = internal global %struct.handlers zeroinitializer, align 8
@environ = external local_unnamed_addr global ptr, align 8
@program_invocation_short_name = external local_unnamed_addr global ptr, align 8
@program_invocation_name = external local_unnamed_addr global ptr, align 8

; Function Attrs: nounwind
define weak dso_local i32 @atexit(ptr noundef %0) local_unnamed_addr #0 {
  tail call void @__mazurka_change(ptr noundef nonnull @exit_handlers, i64 noundef 3080) #4
  %2 = load i32, ptr @exit_handlers, align 8
  %3 = icmp eq i32 %2, 128
  br i1 %3, label %10, label %4

4:                                                ; preds = %1
  %5 = add nsw i32 %2, 1
  store i32 %5, ptr @exit_handlers, align 8
  %6 = sext i32 %2 to i64
  %7 = getelementptr inbounds [128 x %struct.handler], ptr getelementptr inbounds (i8, ptr @exit_handlers, i64 8), i64 0, i64 %6
  store ptr %0, ptr %7, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr null, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 16
  store i32 0, ptr %9, align 8
  br label %10

10:                                               ; preds = %1, %4
  tail call void @__mazurka_changed() #4
  %11 = sext i1 %3 to i32
  ret i32 %11
}

; Function Attrs: nounwind
define weak dso_local i32 @on_exit(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  tail call void @__mazurka_change(ptr noundef nonnull @exit_handlers, i64 noundef 3080) #4
  %3 = load i32, ptr @exit_handlers, align 8
  %4 = icmp eq i32 %3, 128
  br i1 %4, label %11, label %5

5:                                                ; preds = %2
  %6 = add nsw i32 %3, 1
  store i32 %6, ptr @exit_handlers, align 8
  %7 = sext i32 %3 to i64
  %8 = getelementptr inbounds [128 x %struct.handler], ptr getelementptr inbounds (i8, ptr @exit_handlers, i64 8), i64 0, i64 %7
  store ptr %0, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 8
  store ptr %1, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %8, i64 16
  store i32 1, ptr %10, align 8
  br label %11

11:                                               ; preds = %2, %5
  tail call void @__mazurka_changed() #4
  %12 = sext i1 %4 to i32
  ret i32 %12
}

; Function Attrs: nounwind
define weak dso_local i32 @__cxa_atexit(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  tail call void @__mazurka_change(ptr noundef nonnull @exit_handlers, i64 noundef 3080) #4
  %4 = load i32, ptr @exit_handlers, align 8
  %5 = icmp eq i32 %4, 128
  br i1 %5, label %12, label %6

6:                                                ; preds = %3
  %7 = add nsw i32 %4, 1
  store i32 %7, ptr @exit_handlers, align 8
  %8 = sext i32 %4 to i64
  %9 = getelementptr inbounds [128 x %struct.handler], ptr getelementptr inbounds (i8, ptr @exit_handlers, i64 8), i64 0, i64 %8
  store ptr %0, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  store ptr %1, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %9, i64 16
  store i32 0, ptr %11, align 8
  br label %12

12:                                               ; preds = %3, %6
  tail call void @__mazurka_changed() #4
  %13 = sext i1 %5 to i32
  ret i32 %13
}

; Function Attrs: nounwind
define weak dso_local i32 @at_quick_exit(ptr noundef %0) local_unnamed_addr #0 {
  tail call void @__mazurka_change(ptr noundef nonnull @quick_exit_handlers, i64 noundef 3080) #4
  %2 = load i32, ptr @quick_exit_handlers, align 8
  %3 = icmp eq i32 %2, 128
  br i1 %3, label %10, label %4

4:                                                ; preds = %1
  %5 = add nsw i32 %2, 1
  store i32 %5, ptr @quick_exit_handlers, align 8
  %6 = sext i32 %2 to i64
  %7 = getelementptr inbounds [128 x %struct.handler], ptr getelementptr inbounds (i8, ptr @quick_exit_handlers, i64 8), i64 0, i64 %6
  store ptr %0, ptr %7, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr null, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 16
  store i32 0, ptr %9, align 8
  br label %10

10:                                               ; preds = %1, %4
  tail call void @__mazurka_changed() #4
  %11 = sext i1 %3 to i32
  ret i32 %11
}

; Function Attrs: noreturn nounwind
define weak dso_local void @exit(i32 noundef %0) local_unnamed_addr #1 {
  tail call void @__mazurka_run_thread_local_destructors() #4
  tail call fastcc void @run(ptr noundef nonnull @exit_handlers, i32 noundef %0) #5
  tail call fastcc void @destruct_all() #5
  tail call void @_exit(i32 noundef %0) #6
  unreachable
}

declare void @__mazurka_run_thread_local_destructors() local_unnamed_addr #2

; Function Attrs: nounwind
define internal fastcc void @run(ptr noundef %0, i32 noundef %1) unnamed_addr #0 {
  %3 = getelementptr inbounds i8, ptr %0, i64 8
  br label %4

4:                                                ; preds = %27, %2
  %5 = phi i32 [ undef, %2 ], [ %20, %27 ]
  %6 = phi ptr [ undef, %2 ], [ %21, %27 ]
  %7 = phi ptr [ undef, %2 ], [ %22, %27 ]
  tail call void @__mazurka_change(ptr noundef %0, i64 noundef 3080) #4
  %8 = load i32, ptr %0, align 8
  %9 = icmp slt i32 %8, 1
  br i1 %9, label %19, label %10

10:                                               ; preds = %4
  %11 = add nsw i32 %8, -1
  store i32 %11, ptr %0, align 8
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds [128 x %struct.handler], ptr %3, i64 0, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %13, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %13, i64 16
  %18 = load i32, ptr %17, align 8
  br label %19

19:                                               ; preds = %4, %10
  %20 = phi i32 [ %18, %10 ], [ %5, %4 ]
  %21 = phi ptr [ %16, %10 ], [ %6, %4 ]
  %22 = phi ptr [ %14, %10 ], [ %7, %4 ]
  tail call void @__mazurka_changed() #4
  br i1 %9, label %28, label %23

23:                                               ; preds = %19
  %24 = icmp eq i32 %20, 0
  br i1 %24, label %26, label %25

25:                                               ; preds = %23
  tail call void %22(i32 noundef %1, ptr noundef %21) #4
  br label %27

26:                                               ; preds = %23
  tail call void %22(ptr noundef %21) #4
  br label %27

27:                                               ; preds = %26, %25
  br label %4, !llvm.loop !4

28:                                               ; preds = %19
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @destruct_all() unnamed_addr #0 {
  %1 = tail call ptr @__mazurka_destructor(i64 noundef 0) #4
  %2 = icmp eq ptr %1, null
  br i1 %2, label %3, label %4

3:                                                ; preds = %4, %0
  ret void

4:                                                ; preds = %0, %4
  %5 = phi ptr [ %8, %4 ], [ %1, %0 ]
  %6 = phi i64 [ %7, %4 ], [ 0, %0 ]
  tail call void %5() #4
  %7 = add i64 %6, 1
  %8 = tail call ptr @__mazurka_destructor(i64 noundef %7) #4
  %9 = icmp eq ptr %8, null
  br i1 %9, label %3, label %4, !llvm.loop !7
}

; Function Attrs: noreturn
declare void @_exit(i32 noundef) local_unnamed_addr #3

; Function Attrs: noreturn nounwind
define weak dso_local void @quick_exit(i32 noundef %0) local_unnamed_addr #1 {
  tail call fastcc void @run(ptr noundef nonnull @quick_exit_handlers, i32 noundef %0) #5
  tail call void @_exit(i32 noundef %0) #6
  unreachable
}

; Function Attrs: nounwind
define weak dso_local void @__mazurka_start(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  store ptr %2, ptr @environ, align 8
  %4 = icmp sgt i32 %0, 0
  br i1 %4, label %5, label %14

5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  store ptr %6, ptr @program_invocation_short_name, align 8
  store ptr %6, ptr @program_invocation_name, align 8
  br label %7

7:                                                ; preds = %12, %5
  %8 = phi ptr [ %6, %5 ], [ %13, %12 ]
  %9 = load i8, ptr %8, align 1
  switch i8 %9, label %12 [
    i8 0, label %14
    i8 47, label %10
  ]

10:                                               ; preds = %7
  %11 = getelementptr inbounds i8, ptr %8, i64 1
  store ptr %11, ptr @program_invocation_short_name, align 8
  br label %12

12:                                               ; preds = %10, %7
  %13 = getelementptr inbounds i8, ptr %8, i64 1
  br label %7, !llvm.loop !8

14:                                               ; preds = %7, %3
  %15 = tail call ptr @__mazurka_constructor(i64 noundef 0) #4
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %21

17:                                               ; preds = %21, %14
  %18 = tail call i32 @main(i32 noundef %0, ptr noundef %1, ptr noundef %2) #4
  %19 = tail call i32 @__mazurka_main_has_returned() #4
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %28, label %27

21:                                               ; preds = %14, %21
  %22 = phi ptr [ %25, %21 ], [ %15, %14 ]
  %23 = phi i64 [ %24, %21 ], [ 0, %14 ]
  tail call void %22(i32 noundef %0, ptr noundef %1, ptr noundef %2) #4
  %24 = add i64 %23, 1
  %25 = tail call ptr @__mazurka_constructor(i64 noundef %24) #4
  %26 = icmp eq ptr %25, null
  br i1 %26, label %17, label %21, !llvm.loop !9

27:                                               ; preds = %17
  tail call void @exit(i32 noundef %18) #7
  unreachable

28:                                               ; preds = %17
  tail call void @__mazurka_run_thread_local_destructors() #4
  %29 = load i32, ptr @exit_handlers, align 8
  %30 = icmp sgt i32 %29, 0
  br i1 %30, label %31, label %55

31:                                               ; preds = %28, %54
  %32 = phi i32 [ %47, %54 ], [ undef, %28 ]
  %33 = phi ptr [ %48, %54 ], [ undef, %28 ]
  %34 = phi ptr [ %49, %54 ], [ undef, %28 ]
  tail call void @__mazurka_change(ptr noundef nonnull @exit_handlers, i64 noundef 3080) #4
  %35 = load i32, ptr @exit_handlers, align 8
  %36 = icmp slt i32 %35, 1
  br i1 %36, label %46, label %37

37:                                               ; preds = %31
  %38 = add nsw i32 %35, -1
  store i32 %38, ptr @exit_handlers, align 8
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds [128 x %struct.handler], ptr getelementptr inbounds (i8, ptr @exit_handlers, i64 8), i64 0, i64 %39
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %40, i64 8
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds i8, ptr %40, i64 16
  %45 = load i32, ptr %44, align 8
  br label %46

46:                                               ; preds = %37, %31
  %47 = phi i32 [ %45, %37 ], [ %32, %31 ]
  %48 = phi ptr [ %43, %37 ], [ %33, %31 ]
  %49 = phi ptr [ %41, %37 ], [ %34, %31 ]
  tail call void @__mazurka_changed() #4
  br i1 %36, label %55, label %50

50:                                               ; preds = %46
  %51 = icmp eq i32 %47, 0
  br i1 %51, label %53, label %52

52:                                               ; preds = %50
  tail call void %49(i32 noundef %18, ptr noundef %48) #4
  br label %54

53:                                               ; preds = %50
  tail call void %49(ptr noundef %48) #4
  br label %54

54:                                               ; preds = %53, %52
  br label %31, !llvm.loop !4

55:                                               ; preds = %46, %28
  tail call fastcc void @destruct_all() #5
  tail call void @pthread_exit(ptr noundef null) #6
  unreachable
}

declare ptr @__mazurka_constructor(i64 noundef) local_unnamed_addr #2

declare i32 @main(i32 noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

declare i32 @__mazurka_main_has_returned() local_unnamed_addr #2

; Function Attrs: noreturn
declare void @pthread_exit(ptr noundef) local_unnamed_addr #3

declare void @__mazurka_change(ptr noundef, i64 noundef) local_unnamed_addr #2

declare void @__mazurka_changed() local_unnamed_addr #2

declare ptr @__mazurka_destructor(i64 noundef) local_unnamed_addr #2

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin "no-builtins" }
attributes #6 = { nobuiltin noreturn nounwind "no-builtins" }
attributes #7 = { nobuiltin noreturn "no-builtins" }

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
