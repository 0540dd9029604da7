source_filename = "contexts.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }

; Function Attrs: nounwind
define weak dso_local void @makecontext(ptr noundef %0, ptr noundef %1, i32 noundef %2, ...) local_unnamed_addr #0 {
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4) #7
  call void @llvm.va_start.p0(ptr nonnull %4)
  %5 = getelementptr inbounds i8, ptr %0, i64 40
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 7888735772192800769
  br i1 %7, label %8, label %12

8:                                                ; preds = %3
  %9 = getelementptr inbounds i8, ptr %0, i64 48
  %10 = load i64, ptr %9, align 8
  %11 = inttoptr i64 %10 to ptr
  call void @free(ptr noundef %11) #8
  br label %12

12:                                               ; preds = %8, %3
  %13 = getelementptr inbounds i8, ptr %0, i64 64
  %14 = call ptr @memset(ptr noundef nonnull %13, i32 noundef 0, i64 noundef 96) #8
  %15 = icmp sgt i32 %2, 0
  br i1 %15, label %16, label %26

16:                                               ; preds = %12
  %17 = load i32, ptr %4, align 16
  %18 = getelementptr inbounds i8, ptr %4, i64 8
  %19 = getelementptr inbounds i8, ptr %4, i64 16
  %20 = load ptr, ptr %19, align 16
  %21 = load ptr, ptr %18, align 8
  %22 = add nsw i32 %2, -1
  %23 = call i32 @llvm.umin.i32(i32 %22, i32 11)
  %24 = add nuw nsw i32 %23, 1
  %25 = zext nneg i32 %24 to i64
  br label %30

26:                                               ; preds = %41, %12
  call void @llvm.va_end.p0(ptr %4)
  %27 = ptrtoint ptr %1 to i64
  %28 = getelementptr inbounds i8, ptr %0, i64 56
  store i64 %27, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 48
  store i64 ptrtoint (ptr @start to i64), ptr %29, align 8
  store i64 7888735772192800770, ptr %5, align 8
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4) #7
  ret void

30:                                               ; preds = %16, %41
  %31 = phi i64 [ 0, %16 ], [ %47, %41 ]
  %32 = phi ptr [ %21, %16 ], [ %42, %41 ]
  %33 = phi i32 [ %17, %16 ], [ %43, %41 ]
  %34 = icmp ult i32 %33, 41
  br i1 %34, label %35, label %39

35:                                               ; preds = %30
  %36 = zext nneg i32 %33 to i64
  %37 = getelementptr i8, ptr %20, i64 %36
  %38 = add nuw nsw i32 %33, 8
  store i32 %38, ptr %4, align 16
  br label %41

39:                                               ; preds = %30
  %40 = getelementptr i8, ptr %32, i64 8
  store ptr %40, ptr %18, align 8
  br label %41

41:                                               ; preds = %39, %35
  %42 = phi ptr [ %32, %35 ], [ %40, %39 ]
  %43 = phi i32 [ %38, %35 ], [ %33, %39 ]
  %44 = phi ptr [ %37, %35 ], [ %32, %39 ]
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds [12 x i64], ptr %13, i64 0, i64 %31
  store i64 %45, ptr %46, align 8
  %47 = add nuw nsw i64 %31, 1
  %48 = icmp eq i64 %47, %25
  br i1 %48, label %26, label %30, !llvm.loop !4
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #2

declare void @free(ptr noundef) local_unnamed_addr #3

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #2

; Function Attrs: noreturn nounwind
define internal void @start(ptr nocapture noundef readonly %0) #4 {
  %2 = getelementptr inbounds i8, ptr %0, i64 64
  %3 = getelementptr inbounds i8, ptr %0, i64 56
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = load i64, ptr %2, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 72
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 80
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 88
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %0, i64 96
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 104
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 112
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %0, i64 120
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 128
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 136
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %0, i64 144
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds i8, ptr %0, i64 152
  %28 = load i64, ptr %27, align 8
  tail call void %5(i64 noundef %6, i64 noundef %8, i64 noundef %10, i64 noundef %12, i64 noundef %14, i64 noundef %16, i64 noundef %18, i64 noundef %20, i64 noundef %22, i64 noundef %24, i64 noundef %26, i64 noundef %28) #8
  %29 = getelementptr inbounds i8, ptr %0, i64 8
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %34, label %32

32:                                               ; preds = %1
  %33 = tail call i32 @setcontext(ptr noundef nonnull %30) #8
  br label %34

34:                                               ; preds = %32, %1
  tail call void @exit(i32 noundef 0) #9
  unreachable
}

declare i32 @setcontext(ptr noundef) local_unnamed_addr #3

; Function Attrs: noreturn
declare void @exit(i32 noundef) local_unnamed_addr #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #6

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #3 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin nounwind "no-builtins" }
attributes #9 = { nobuiltin noreturn nounwind "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
