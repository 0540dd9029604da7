source_filename = "c11.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define weak dso_local i32 @thrd_create(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call i32 @__mazurka_thrd_creation_error() #5
  switch i32 %4, label %7 [
    i32 0, label %8
    i32 110, label %6
    i32 12, label %15
    i32 16, label %5
  ]

5:                                                ; preds = %3
  br label %15

6:                                                ; preds = %3
  br label %15

7:                                                ; preds = %3
  br label %15

8:                                                ; preds = %3
  %9 = tail call i64 @__mazurka_next_thread() #5
  store i64 %9, ptr %0, align 8
  %10 = tail call i32 @__mazurka_spawn(ptr noundef null, ptr noundef nonnull @start, ptr noundef %1, ptr noundef %2) #5
  switch i32 %10, label %14 [
    i32 0, label %15
    i32 12, label %11
    i32 16, label %12
    i32 110, label %13
  ]

11:                                               ; preds = %8
  br label %15

12:                                               ; preds = %8
  br label %15

13:                                               ; preds = %8
  br label %15

14:                                               ; preds = %8
  br label %15

15:                                               ; preds = %14, %13, %12, %11, %8, %7, %6, %5, %3
  %16 = phi i32 [ 2, %7 ], [ 4, %6 ], [ 1, %5 ], [ 3, %3 ], [ 2, %14 ], [ 4, %13 ], [ 1, %12 ], [ 3, %11 ], [ %10, %8 ]
  ret i32 %16
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare i32 @__mazurka_thrd_creation_error() local_unnamed_addr #2

declare i64 @__mazurka_next_thread() local_unnamed_addr #2

declare i32 @__mazurka_spawn(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: noreturn nounwind
define internal void @start(ptr nocapture noundef readonly %0, ptr noundef %1) #3 {
  %3 = tail call i32 %0(ptr noundef %1) #5
  %4 = sext i32 %3 to i64
  %5 = inttoptr i64 %4 to ptr
  tail call void @pthread_exit(ptr noundef %5) #6
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define weak dso_local i32 @thrd_join(i64 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #7
  %4 = call i32 @pthread_join(i64 noundef %0, ptr noundef nonnull %3) #5
  %5 = icmp eq i32 %4, 0
  %6 = icmp ne ptr %1, null
  %7 = and i1 %6, %5
  br i1 %7, label %8, label %12

8:                                                ; preds = %2
  %9 = load ptr, ptr %3, align 8
  %10 = ptrtoint ptr %9 to i64
  %11 = trunc i64 %10 to i32
  store i32 %11, ptr %1, align 4
  br label %12

12:                                               ; preds = %8, %2
  switch i32 %4, label %16 [
    i32 0, label %17
    i32 12, label %13
    i32 16, label %14
    i32 110, label %15
  ]

13:                                               ; preds = %12
  br label %17

14:                                               ; preds = %12
  br label %17

15:                                               ; preds = %12
  br label %17

16:                                               ; preds = %12
  br label %17

17:                                               ; preds = %12, %13, %14, %15, %16
  %18 = phi i32 [ 2, %16 ], [ 4, %15 ], [ 1, %14 ], [ 3, %13 ], [ %4, %12 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #7
  ret i32 %18
}

declare i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @thrd_detach(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_detach(i64 noundef %0) #5
  switch i32 %2, label %6 [
    i32 0, label %7
    i32 12, label %3
    i32 16, label %4
    i32 110, label %5
  ]

3:                                                ; preds = %1
  br label %7

4:                                                ; preds = %1
  br label %7

5:                                                ; preds = %1
  br label %7

6:                                                ; preds = %1
  br label %7

7:                                                ; preds = %1, %3, %4, %5, %6
  %8 = phi i32 [ 2, %6 ], [ 4, %5 ], [ 1, %4 ], [ 3, %3 ], [ %2, %1 ]
  ret i32 %8
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i64 @thrd_current() local_unnamed_addr #0 {
  %1 = tail call i64 @pthread_self() #5
  ret i64 %1
}

declare i64 @pthread_self() local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @thrd_equal(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i64 %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}

; Function Attrs: noreturn nounwind
define weak dso_local void @thrd_exit(i32 noundef %0) local_unnamed_addr #3 {
  %2 = sext i32 %0 to i64
  %3 = inttoptr i64 %2 to ptr
  tail call void @pthread_exit(ptr noundef %3) #6
  unreachable
}

; Function Attrs: noreturn
declare void @pthread_exit(ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local i32 @mtx_init(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #7
  %4 = and i32 %1, 1
  store i32 %4, ptr %3, align 4
  %5 = call i32 @pthread_mutex_init(ptr noundef %0, ptr noundef nonnull %3) #5
  switch i32 %5, label %9 [
    i32 0, label %10
    i32 12, label %6
    i32 16, label %7
    i32 110, label %8
  ]

6:                                                ; preds = %2
  br label %10

7:                                                ; preds = %2
  br label %10

8:                                                ; preds = %2
  br label %10

9:                                                ; preds = %2
  br label %10

10:                                               ; preds = %2, %6, %7, %8, %9
  %11 = phi i32 [ 2, %9 ], [ 4, %8 ], [ 1, %7 ], [ 3, %6 ], [ %5, %2 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #7
  ret i32 %11
}

declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @mtx_lock(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_mutex_lock(ptr noundef %0) #5
  switch i32 %2, label %6 [
    i32 0, label %7
    i32 12, label %3
    i32 16, label %4
    i32 110, label %5
  ]

3:                                                ; preds = %1
  br label %7

4:                                                ; preds = %1
  br label %7

5:                                                ; preds = %1
  br label %7

6:                                                ; preds = %1
  br label %7

7:                                                ; preds = %1, %3, %4, %5, %6
  %8 = phi i32 [ 2, %6 ], [ 4, %5 ], [ 1, %4 ], [ 3, %3 ], [ %2, %1 ]
  ret i32 %8
}

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @mtx_trylock(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_mutex_trylock(ptr noundef %0) #5
  switch i32 %2, label %6 [
    i32 0, label %7
    i32 12, label %3
    i32 16, label %4
    i32 110, label %5
  ]

3:                                                ; preds = %1
  br label %7

4:                                                ; preds = %1
  br label %7

5:                                                ; preds = %1
  br label %7

6:                                                ; preds = %1
  br label %7

7:                                                ; preds = %1, %3, %4, %5, %6
  %8 = phi i32 [ 2, %6 ], [ 4, %5 ], [ 1, %4 ], [ 3, %3 ], [ %2, %1 ]
  ret i32 %8
}

declare i32 @pthread_mutex_trylock(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @mtx_timedlock(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @pthread_mutex_timedlock(ptr noundef %0, ptr noundef %1) #5
  switch i32 %3, label %7 [
    i32 0, label %8
    i32 12, label %4
    i32 16, label %5
    i32 110, label %6
  ]

4:                                                ; preds = %2
  br label %8

5:                                                ; preds = %2
  br label %8

6:                                                ; preds = %2
  br label %8

7:                                                ; preds = %2
  br label %8

8:                                                ; preds = %2, %4, %5, %6, %7
  %9 = phi i32 [ 2, %7 ], [ 4, %6 ], [ 1, %5 ], [ 3, %4 ], [ %3, %2 ]
  ret i32 %9
}

declare i32 @pthread_mutex_timedlock(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @mtx_unlock(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_mutex_unlock(ptr noundef %0) #5
  switch i32 %2, label %6 [
    i32 0, label %7
    i32 12, label %3
    i32 16, label %4
    i32 110, label %5
  ]

3:                                                ; preds = %1
  br label %7

4:                                                ; preds = %1
  br label %7

5:                                                ; preds = %1
  br label %7

6:                                                ; preds = %1
  br label %7

7:                                                ; preds = %1, %3, %4, %5, %6
  %8 = phi i32 [ 2, %6 ], [ 4, %5 ], [ 1, %4 ], [ 3, %3 ], [ %2, %1 ]
  ret i32 %8
}

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local void @mtx_destroy(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_mutex_destroy(ptr noundef %0) #5
  ret void
}

declare i32 @pthread_mutex_destroy(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @cnd_init(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_cond_init(ptr noundef %0, ptr noundef null) #5
  switch i32 %2, label %6 [
    i32 0, label %7
    i32 12, label %3
    i32 16, label %4
    i32 110, label %5
  ]

3:                                                ; preds = %1
  br label %7

4:                                                ; preds = %1
  br label %7

5:                                                ; preds = %1
  br label %7

6:                                                ; preds = %1
  br label %7

7:                                                ; preds = %1, %3, %4, %5, %6
  %8 = phi i32 [ 2, %6 ], [ 4, %5 ], [ 1, %4 ], [ 3, %3 ], [ %2, %1 ]
  ret i32 %8
}

declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @cnd_signal(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_cond_signal(ptr noundef %0) #5
  switch i32 %2, label %6 [
    i32 0, label %7
    i32 12, label %3
    i32 16, label %4
    i32 110, label %5
  ]

3:                                                ; preds = %1
  br label %7

4:                                                ; preds = %1
  br label %7

5:                                                ; preds = %1
  br label %7

6:                                                ; preds = %1
  br label %7

7:                                                ; preds = %1, %3, %4, %5, %6
  %8 = phi i32 [ 2, %6 ], [ 4, %5 ], [ 1, %4 ], [ 3, %3 ], [ %2, %1 ]
  ret i32 %8
}

declare i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @cnd_broadcast(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_cond_broadcast(ptr noundef %0) #5
  switch i32 %2, label %6 [
    i32 0, label %7
    i32 12, label %3
    i32 16, label %4
    i32 110, label %5
  ]

3:                                                ; preds = %1
  br label %7

4:                                                ; preds = %1
  br label %7

5:                                                ; preds = %1
  br label %7

6:                                                ; preds = %1
  br label %7

7:                                                ; preds = %1, %3, %4, %5, %6
  %8 = phi i32 [ 2, %6 ], [ 4, %5 ], [ 1, %4 ], [ 3, %3 ], [ %2, %1 ]
  ret i32 %8
}

declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @cnd_wait(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @pthread_cond_wait(ptr noundef %0, ptr noundef %1) #5
  switch i32 %3, label %7 [
    i32 0, label %8
    i32 12, label %4
    i32 16, label %5
    i32 110, label %6
  ]

4:                                                ; preds = %2
  br label %8

5:                                                ; preds = %2
  br label %8

6:                                                ; preds = %2
  br label %8

7:                                                ; preds = %2
  br label %8

8:                                                ; preds = %2, %4, %5, %6, %7
  %9 = phi i32 [ 2, %7 ], [ 4, %6 ], [ 1, %5 ], [ 3, %4 ], [ %3, %2 ]
  ret i32 %9
}

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @cnd_timedwait(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call i32 @pthread_cond_timedwait(ptr noundef %0, ptr noundef %1, ptr noundef %2) #5
  switch i32 %4, label %8 [
    i32 0, label %9
    i32 12, label %5
    i32 16, label %6
    i32 110, label %7
  ]

5:                                                ; preds = %3
  br label %9

6:                                                ; preds = %3
  br label %9

7:                                                ; preds = %3
  br label %9

8:                                                ; preds = %3
  br label %9

9:                                                ; preds = %3, %5, %6, %7, %8
  %10 = phi i32 [ 2, %8 ], [ 4, %7 ], [ 1, %6 ], [ 3, %5 ], [ %4, %3 ]
  ret i32 %10
}

declare i32 @pthread_cond_timedwait(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local void @cnd_destroy(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_cond_destroy(ptr noundef %0) #5
  ret void
}

declare i32 @pthread_cond_destroy(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @tss_create(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @pthread_key_create(ptr noundef %0, ptr noundef %1) #5
  switch i32 %3, label %7 [
    i32 0, label %8
    i32 12, label %4
    i32 16, label %5
    i32 110, label %6
  ]

4:                                                ; preds = %2
  br label %8

5:                                                ; preds = %2
  br label %8

6:                                                ; preds = %2
  br label %8

7:                                                ; preds = %2
  br label %8

8:                                                ; preds = %2, %4, %5, %6, %7
  %9 = phi i32 [ 2, %7 ], [ 4, %6 ], [ 1, %5 ], [ 3, %4 ], [ %3, %2 ]
  ret i32 %9
}

declare i32 @pthread_key_create(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local void @tss_delete(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @pthread_key_delete(i32 noundef %0) #5
  ret void
}

declare i32 @pthread_key_delete(i32 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local ptr @tss_get(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call ptr @pthread_getspecific(i32 noundef %0) #5
  ret ptr %2
}

declare ptr @pthread_getspecific(i32 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @tss_set(i32 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @pthread_setspecific(i32 noundef %0, ptr noundef %1) #5
  switch i32 %3, label %7 [
    i32 0, label %8
    i32 12, label %4
    i32 16, label %5
    i32 110, label %6
  ]

4:                                                ; preds = %2
  br label %8

5:                                                ; preds = %2
  br label %8

6:                                                ; preds = %2
  br label %8

7:                                                ; preds = %2
  br label %8

8:                                                ; preds = %2, %4, %5, %6, %7
  %9 = phi i32 [ 2, %7 ], [ 4, %6 ], [ 1, %5 ], [ 3, %4 ], [ %3, %2 ]
  ret i32 %9
}

declare i32 @pthread_setspecific(i32 noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local void @call_once(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i32 @pthread_once(ptr noundef %0, ptr noundef %1) #5
  ret void
}

declare i32 @pthread_once(ptr noundef, ptr noundef) local_unnamed_addr #2

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nobuiltin nounwind "no-builtins" }
attributes #6 = { nobuiltin noreturn nounwind "no-builtins" }
attributes #7 = { nounwind }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
