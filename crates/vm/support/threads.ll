source_filename = "threads.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.anon = type { ptr, ptr, ptr }
%struct.cleanup = type { [8 x i64], i32, ptr, [3 x ptr] }

@left = internal thread_local unnamed_addr global %struct.anon zeroinitializer, align 8

; Function Attrs: nounwind
define weak dso_local void @__mazurka_run_thread_local_destructors() local_unnamed_addr #0 {
  %1 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @left)
  %2 = getelementptr inbounds i8, ptr %1, i64 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %14, label %5

5:                                                ; preds = %0, %5
  %6 = phi ptr [ %12, %5 ], [ %3, %0 ]
  %7 = getelementptr inbounds i8, ptr %6, i64 16
  %8 = load ptr, ptr %7, align 8
  store ptr %8, ptr %2, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = getelementptr inbounds i8, ptr %6, i64 8
  %11 = load ptr, ptr %10, align 8
  tail call void %9(ptr noundef %11) #8
  tail call void @free(ptr noundef nonnull %6) #8
  %12 = load ptr, ptr %2, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %14, label %5, !llvm.loop !4

14:                                               ; preds = %5, %0
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare void @free(ptr noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: noreturn nounwind
define weak dso_local void @pthread_exit(ptr noundef %0) local_unnamed_addr #4 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @left)
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  %5 = getelementptr inbounds i8, ptr %2, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = icmp ne ptr %6, null
  %8 = select i1 %4, i1 true, i1 %7
  br i1 %8, label %15, label %9

9:                                                ; preds = %1
  %10 = tail call i32 @__mazurka_finish(ptr noundef %0, i32 noundef 0) #8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %14, label %12

12:                                               ; preds = %9
  tail call fastcc void @run_key_destructors() #9
  %13 = tail call i32 @__mazurka_finish(ptr noundef %0, i32 noundef 1) #8
  br label %14

14:                                               ; preds = %12, %9
  tail call void @exit(i32 noundef 0) #10
  unreachable

15:                                               ; preds = %1
  %16 = getelementptr inbounds i8, ptr %2, i64 16
  store ptr %0, ptr %16, align 8
  tail call fastcc void @unwind() #11
  unreachable
}

; Function Attrs: nounwind
define weak dso_local void @__pthread_register_cancel(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @left)
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 72
  store ptr %3, ptr %4, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @__pthread_unregister_cancel(ptr noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds i8, ptr %0, i64 72
  %3 = load ptr, ptr %2, align 8
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @left)
  store ptr %3, ptr %4, align 8
  ret void
}

; Function Attrs: noreturn nounwind
define weak dso_local void @__pthread_unwind_next(ptr noundef %0) local_unnamed_addr #4 {
  tail call fastcc void @unwind() #11
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @unwind() unnamed_addr #4 {
  %1 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @left)
  %2 = load ptr, ptr %1, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %7, label %4

4:                                                ; preds = %0
  %5 = getelementptr inbounds i8, ptr %2, i64 72
  %6 = load ptr, ptr %5, align 8
  store ptr %6, ptr %1, align 8
  tail call void @longjmp(ptr noundef nonnull %2, i32 noundef 1) #10
  unreachable

7:                                                ; preds = %0
  tail call void @__mazurka_run_thread_local_destructors() #9
  %8 = getelementptr inbounds i8, ptr %1, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i32 @__mazurka_finish(ptr noundef %9, i32 noundef 0) #8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %14, label %12

12:                                               ; preds = %7
  tail call fastcc void @run_key_destructors() #9
  %13 = tail call i32 @__mazurka_finish(ptr noundef %9, i32 noundef 1) #8
  br label %14

14:                                               ; preds = %12, %7
  tail call void @exit(i32 noundef 0) #10
  unreachable
}

; Function Attrs: nounwind
define weak dso_local i32 @__cxa_thread_atexit_impl(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call ptr @malloc(i64 noundef 24) #8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %12, label %6

6:                                                ; preds = %3
  store ptr %0, ptr %4, align 8
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  store ptr %1, ptr %7, align 8
  %8 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @left)
  %9 = getelementptr inbounds i8, ptr %8, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %4, i64 16
  store ptr %10, ptr %11, align 8
  store ptr %4, ptr %9, align 8
  br label %12

12:                                               ; preds = %3, %6
  %13 = phi i32 [ 0, %6 ], [ 12, %3 ]
  ret i32 %13
}

declare ptr @malloc(i64 noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define weak dso_local void @__mazurka_thread_start(ptr noundef %0, ptr noundef %1) #0 {
  %3 = tail call ptr %0(ptr noundef %1) #8
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @left)
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %8, null
  %10 = select i1 %6, i1 true, i1 %9
  br i1 %10, label %17, label %11

11:                                               ; preds = %2
  %12 = tail call i32 @__mazurka_finish(ptr noundef %3, i32 noundef 0) #8
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %16, label %14

14:                                               ; preds = %11
  tail call fastcc void @run_key_destructors() #9
  %15 = tail call i32 @__mazurka_finish(ptr noundef %3, i32 noundef 1) #8
  br label %16

16:                                               ; preds = %14, %11
  tail call void @exit(i32 noundef 0) #10
  unreachable

17:                                               ; preds = %2
  %18 = getelementptr inbounds i8, ptr %4, i64 16
  store ptr %3, ptr %18, align 8
  tail call fastcc void @unwind() #11
  unreachable
}

; Function Attrs: nounwind
define weak dso_local i32 @pthread_create(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = tail call i32 @__mazurka_creation_error() #8
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %10

7:                                                ; preds = %4
  %8 = tail call i64 @__mazurka_next_thread() #8
  store i64 %8, ptr %0, align 8
  %9 = tail call i32 @__mazurka_spawn(ptr noundef %1, ptr noundef nonnull @__mazurka_thread_start, ptr noundef %2, ptr noundef %3) #8
  br label %10

10:                                               ; preds = %4, %7
  %11 = phi i32 [ %9, %7 ], [ %5, %4 ]
  ret i32 %11
}

declare i32 @__mazurka_creation_error() local_unnamed_addr #3

declare i64 @__mazurka_next_thread() local_unnamed_addr #3

declare i32 @__mazurka_spawn(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define weak dso_local i32 @pthread_once(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = alloca %struct.cleanup, align 8
  %4 = call i32 @__mazurka_once_begin(ptr noundef %0) #8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %11, label %6

6:                                                ; preds = %2
  call void @llvm.lifetime.start.p0(i64 104, ptr nonnull %3) #12
  %7 = call i32 @setjmp(ptr noundef nonnull %3) #13
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %10, label %9

9:                                                ; preds = %6
  call void @__mazurka_once_give_up(ptr noundef %0) #8
  call void @__pthread_unwind_next(ptr noundef nonnull %3) #11
  unreachable

10:                                               ; preds = %6
  call void @__pthread_register_cancel(ptr noundef nonnull %3) #9
  call void %1() #8
  call void @__pthread_unregister_cancel(ptr noundef nonnull %3) #9
  call void @__mazurka_once_end(ptr noundef %0) #8
  call void @llvm.lifetime.end.p0(i64 104, ptr nonnull %3) #12
  br label %11

11:                                               ; preds = %10, %2
  ret i32 0
}

declare i32 @__mazurka_once_begin(ptr noundef) local_unnamed_addr #3

; Function Attrs: returns_twice
declare i32 @setjmp(ptr noundef) local_unnamed_addr #5

declare void @__mazurka_once_give_up(ptr noundef) local_unnamed_addr #3

declare void @__mazurka_once_end(ptr noundef) local_unnamed_addr #3

declare i32 @__mazurka_finish(ptr noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: noinline nounwind
define internal fastcc void @run_key_destructors() unnamed_addr #6 {
  %1 = alloca ptr, align 8
  %2 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %1) #12
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #12
  br label %3

3:                                                ; preds = %12, %0
  %4 = phi i32 [ 0, %0 ], [ %13, %12 ]
  %5 = call i32 @__mazurka_next_key_destructor(ptr noundef nonnull %1, ptr noundef nonnull %2) #8
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %12, label %7

7:                                                ; preds = %3, %7
  %8 = load ptr, ptr %1, align 8
  %9 = load ptr, ptr %2, align 8
  call void %8(ptr noundef %9) #8
  %10 = call i32 @__mazurka_next_key_destructor(ptr noundef nonnull %1, ptr noundef nonnull %2) #8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %7, !llvm.loop !7

12:                                               ; preds = %7, %3
  %13 = add nuw nsw i32 %4, 1
  %14 = icmp eq i32 %13, 4
  %15 = select i1 %6, i1 true, i1 %14
  br i1 %15, label %16, label %3, !llvm.loop !8

16:                                               ; preds = %12
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #12
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %1) #12
  ret void
}

; Function Attrs: noreturn
declare void @exit(i32 noundef) local_unnamed_addr #7

declare i32 @__mazurka_next_key_destructor(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: noreturn
declare void @longjmp(ptr noundef, i32 noundef) local_unnamed_addr #7

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { returns_twice "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { noinline nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nobuiltin nounwind "no-builtins" }
attributes #9 = { nobuiltin "no-builtins" }
attributes #10 = { nobuiltin noreturn nounwind "no-builtins" }
attributes #11 = { nobuiltin noreturn "no-builtins" }
attributes #12 = { nounwind }
attributes #13 = { nobuiltin nounwind returns_twice "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
