source_filename = "cancel.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define weak dso_local void @pthread_testcancel() local_unnamed_addr #0 {
  %1 = tail call i32 @__mazurka_test_cancel() #4
  %2 = icmp eq i32 %1, -1
  br i1 %2, label %3, label %4

3:                                                ; preds = %0
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

4:                                                ; preds = %0
  ret void
}

declare i32 @__mazurka_test_cancel() local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @pthread_join(i64 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @__mazurka_join(i64 noundef %0, ptr noundef %1) #4
  %4 = icmp eq i32 %3, -1
  br i1 %4, label %5, label %6

5:                                                ; preds = %2
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

6:                                                ; preds = %2
  ret i32 %3
}

declare i32 @__mazurka_join(i64 noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @pthread_timedjoin_np(i64 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp eq ptr %2, null
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = tail call i32 @__mazurka_timed_join(i64 noundef %0, ptr noundef %1, ptr noundef nonnull %2) #4
  br label %9

7:                                                ; preds = %3
  %8 = tail call i32 @pthread_join(i64 noundef %0, ptr noundef %1) #6
  br label %9

9:                                                ; preds = %7, %5
  %10 = phi i32 [ %6, %5 ], [ %8, %7 ]
  ret i32 %10
}

declare i32 @__mazurka_timed_join(i64 noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @pthread_clockjoin_np(i64 noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = tail call i32 @pthread_timedjoin_np(i64 noundef %0, ptr noundef %1, ptr noundef %3) #6
  ret i32 %5
}

; Function Attrs: nounwind
define weak dso_local i32 @pthread_cond_wait(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @__mazurka_cond_wait(ptr noundef %0, ptr noundef %1, ptr noundef null) #4
  %4 = icmp eq i32 %3, -1
  br i1 %4, label %5, label %6

5:                                                ; preds = %2
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

6:                                                ; preds = %2
  ret i32 %3
}

declare i32 @__mazurka_cond_wait(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @pthread_cond_timedwait(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call i32 @__mazurka_cond_wait(ptr noundef %0, ptr noundef %1, ptr noundef %2) #4
  %5 = icmp eq i32 %4, -1
  br i1 %5, label %6, label %7

6:                                                ; preds = %3
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

7:                                                ; preds = %3
  ret i32 %4
}

; Function Attrs: nounwind
define weak dso_local i32 @pthread_cond_clockwait(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = tail call i32 @__mazurka_cond_wait(ptr noundef %0, ptr noundef %1, ptr noundef %3) #4
  %6 = icmp eq i32 %5, -1
  br i1 %6, label %7, label %8

7:                                                ; preds = %4
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

8:                                                ; preds = %4
  ret i32 %5
}

; Function Attrs: nounwind
define weak dso_local i32 @sem_wait(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__mazurka_sem_wait(ptr noundef %0, ptr noundef null) #4
  switch i32 %2, label %4 [
    i32 -1, label %3
    i32 0, label %6
  ]

3:                                                ; preds = %1
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

4:                                                ; preds = %1
  %5 = tail call ptr @__errno_location() #4
  store i32 %2, ptr %5, align 4
  br label %6

6:                                                ; preds = %1, %4
  %7 = phi i32 [ -1, %4 ], [ %2, %1 ]
  ret i32 %7
}

declare i32 @__mazurka_sem_wait(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @sem_timedwait(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @__mazurka_sem_wait(ptr noundef %0, ptr noundef %1) #4
  switch i32 %3, label %5 [
    i32 -1, label %4
    i32 0, label %7
  ]

4:                                                ; preds = %2
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

5:                                                ; preds = %2
  %6 = tail call ptr @__errno_location() #4
  store i32 %3, ptr %6, align 4
  br label %7

7:                                                ; preds = %2, %5
  %8 = phi i32 [ -1, %5 ], [ %3, %2 ]
  ret i32 %8
}

; Function Attrs: nounwind
define weak dso_local i32 @sem_clockwait(ptr noundef %0, i32 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call i32 @__mazurka_sem_wait(ptr noundef %0, ptr noundef %2) #4
  switch i32 %4, label %6 [
    i32 -1, label %5
    i32 0, label %8
  ]

5:                                                ; preds = %3
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

6:                                                ; preds = %3
  %7 = tail call ptr @__errno_location() #4
  store i32 %4, ptr %7, align 4
  br label %8

8:                                                ; preds = %3, %6
  %9 = phi i32 [ -1, %6 ], [ %4, %3 ]
  ret i32 %9
}

; Function Attrs: nounwind
define weak dso_local i32 @sleep(i32 noundef %0) local_unnamed_addr #0 {
  %2 = zext i32 %0 to i64
  %3 = mul nuw nsw i64 %2, 1000000000
  %4 = tail call i32 @__mazurka_sleep(i64 noundef %3) #4
  %5 = icmp eq i32 %4, -1
  br i1 %5, label %6, label %7

6:                                                ; preds = %1
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

7:                                                ; preds = %1
  %8 = icmp eq i32 %4, 4
  %9 = select i1 %8, i32 %0, i32 0
  ret i32 %9
}

declare i32 @__mazurka_sleep(i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @usleep(i32 noundef %0) local_unnamed_addr #0 {
  %2 = zext i32 %0 to i64
  %3 = mul nuw nsw i64 %2, 1000
  %4 = tail call i32 @__mazurka_sleep(i64 noundef %3) #4
  switch i32 %4, label %6 [
    i32 -1, label %5
    i32 0, label %8
  ]

5:                                                ; preds = %1
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

6:                                                ; preds = %1
  %7 = tail call ptr @__errno_location() #4
  store i32 %4, ptr %7, align 4
  br label %8

8:                                                ; preds = %1, %6
  %9 = phi i32 [ -1, %6 ], [ %4, %1 ]
  ret i32 %9
}

; Function Attrs: nounwind
define weak dso_local i32 @nanosleep(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = load i64, ptr %0, align 8
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %20, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = icmp ugt i64 %7, 999999999
  br i1 %8, label %20, label %9

9:                                                ; preds = %5
  %10 = mul i64 %3, 1000000000
  %11 = add i64 %7, %10
  %12 = tail call i32 @__mazurka_sleep(i64 noundef %11) #4
  %13 = icmp eq i32 %12, -1
  br i1 %13, label %14, label %15

14:                                               ; preds = %9
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

15:                                               ; preds = %9
  %16 = icmp eq i32 %12, 4
  %17 = icmp ne ptr %1, null
  %18 = and i1 %17, %16
  br i1 %18, label %19, label %20

19:                                               ; preds = %15
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %1, ptr noundef nonnull readonly align 8 dereferenceable(16) %0, i64 16, i1 false)
  br label %20

20:                                               ; preds = %2, %5, %15, %19
  %21 = phi i32 [ 22, %5 ], [ 22, %2 ], [ %12, %19 ], [ %12, %15 ]
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %25, label %23

23:                                               ; preds = %20
  %24 = tail call ptr @__errno_location() #4
  store i32 %21, ptr %24, align 4
  br label %25

25:                                               ; preds = %20, %23
  %26 = phi i32 [ -1, %23 ], [ 0, %20 ]
  ret i32 %26
}

; Function Attrs: nounwind
define weak dso_local i32 @clock_nanosleep(i32 noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = and i32 %1, 1
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %11, label %7

7:                                                ; preds = %4
  %8 = tail call i32 @__mazurka_sleep_until(ptr noundef %2) #4
  %9 = icmp eq i32 %8, -1
  br i1 %9, label %10, label %29

10:                                               ; preds = %7
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

11:                                               ; preds = %4
  %12 = load i64, ptr %2, align 8
  %13 = icmp slt i64 %12, 0
  br i1 %13, label %29, label %14

14:                                               ; preds = %11
  %15 = getelementptr inbounds i8, ptr %2, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp ugt i64 %16, 999999999
  br i1 %17, label %29, label %18

18:                                               ; preds = %14
  %19 = mul i64 %12, 1000000000
  %20 = add i64 %16, %19
  %21 = tail call i32 @__mazurka_sleep(i64 noundef %20) #4
  %22 = icmp eq i32 %21, -1
  br i1 %22, label %23, label %24

23:                                               ; preds = %18
  tail call void @pthread_exit(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #5
  unreachable

24:                                               ; preds = %18
  %25 = icmp eq i32 %21, 4
  %26 = icmp ne ptr %3, null
  %27 = and i1 %26, %25
  br i1 %27, label %28, label %29

28:                                               ; preds = %24
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %3, ptr noundef nonnull readonly align 8 dereferenceable(16) %2, i64 16, i1 false)
  br label %29

29:                                               ; preds = %28, %24, %14, %11, %7
  %30 = phi i32 [ %8, %7 ], [ 22, %14 ], [ 22, %11 ], [ %21, %28 ], [ %21, %24 ]
  ret i32 %30
}

declare i32 @__mazurka_sleep_until(ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @thrd_sleep(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @nanosleep(ptr noundef %0, ptr noundef %1) #6
  ret i32 %3
}

; Function Attrs: noreturn
declare void @pthread_exit(ptr noundef) local_unnamed_addr #2

declare ptr @__errno_location() local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin noreturn nounwind "no-builtins" }
attributes #6 = { nobuiltin "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
