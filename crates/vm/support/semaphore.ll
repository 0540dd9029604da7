source_filename = "semaphore.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@all = internal global ptr null, align 8

; Function Attrs: nounwind
define weak dso_local ptr @sem_open(ptr noundef %0, i32 noundef %1, ...) local_unnamed_addr #0 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = and i32 %1, 64
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %31, label %6

6:                                                ; preds = %2
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #4
  call void @llvm.va_start.p0(ptr nonnull %3)
  %7 = load i32, ptr %3, align 16
  %8 = icmp ult i32 %7, 41
  br i1 %8, label %9, label %11

9:                                                ; preds = %6
  %10 = add nuw nsw i32 %7, 8
  store i32 %10, ptr %3, align 16
  br label %15

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %3, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr i8, ptr %13, i64 8
  store ptr %14, ptr %12, align 8
  br label %15

15:                                               ; preds = %11, %9
  %16 = load i32, ptr %3, align 16
  %17 = icmp ult i32 %16, 41
  br i1 %17, label %18, label %24

18:                                               ; preds = %15
  %19 = getelementptr inbounds i8, ptr %3, i64 16
  %20 = load ptr, ptr %19, align 16
  %21 = zext nneg i32 %16 to i64
  %22 = getelementptr i8, ptr %20, i64 %21
  %23 = add nuw nsw i32 %16, 8
  store i32 %23, ptr %3, align 16
  br label %28

24:                                               ; preds = %15
  %25 = getelementptr inbounds i8, ptr %3, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr i8, ptr %26, i64 8
  store ptr %27, ptr %25, align 8
  br label %28

28:                                               ; preds = %24, %18
  %29 = phi ptr [ %22, %18 ], [ %26, %24 ]
  %30 = load i32, ptr %29, align 4
  call void @llvm.va_end.p0(ptr %3)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %3) #4
  br label %31

31:                                               ; preds = %28, %2
  %32 = phi i32 [ %30, %28 ], [ 0, %2 ]
  call void @__mazurka_change(ptr noundef nonnull @all, i64 noundef 8) #5
  %33 = load ptr, ptr @all, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %47, label %35

35:                                               ; preds = %31, %43
  %36 = phi ptr [ %45, %43 ], [ %33, %31 ]
  %37 = getelementptr inbounds i8, ptr %36, i64 32
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %43, label %40

40:                                               ; preds = %35
  %41 = call i32 @strcmp(ptr noundef nonnull %38, ptr noundef %0) #5
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %47, label %43

43:                                               ; preds = %40, %35
  %44 = getelementptr inbounds i8, ptr %36, i64 48
  %45 = load ptr, ptr %44, align 8
  %46 = icmp eq ptr %45, null
  br i1 %46, label %47, label %35, !llvm.loop !4

47:                                               ; preds = %43, %40, %31
  %48 = phi ptr [ %33, %31 ], [ %36, %40 ], [ %45, %43 ]
  %49 = icmp eq ptr %48, null
  br i1 %49, label %53, label %50

50:                                               ; preds = %47
  %51 = and i32 %1, 192
  %52 = icmp eq i32 %51, 192
  br i1 %52, label %54, label %57

53:                                               ; preds = %47
  br i1 %5, label %54, label %57

54:                                               ; preds = %53, %50
  %55 = phi i32 [ 2, %53 ], [ 17, %50 ]
  %56 = call ptr @__errno_location() #5
  store i32 %55, ptr %56, align 4
  br label %79

57:                                               ; preds = %53, %50
  br i1 %49, label %58, label %72

58:                                               ; preds = %57
  %59 = call i64 @strlen(ptr noundef %0) #5
  %60 = add i64 %59, 1
  %61 = call ptr @malloc(i64 noundef 56) #5
  %62 = call ptr @malloc(i64 noundef %60) #5
  %63 = icmp ne ptr %61, null
  %64 = icmp ne ptr %62, null
  %65 = select i1 %63, i1 %64, i1 false
  br i1 %65, label %66, label %72

66:                                               ; preds = %58
  %67 = call ptr @memcpy(ptr noundef nonnull %62, ptr noundef %0, i64 noundef %60) #5
  %68 = call ptr @memset(ptr noundef nonnull %61, i32 noundef 0, i64 noundef 56) #5
  store i32 %32, ptr %61, align 8
  %69 = getelementptr inbounds i8, ptr %61, i64 32
  store ptr %62, ptr %69, align 8
  %70 = load ptr, ptr @all, align 8
  %71 = getelementptr inbounds i8, ptr %61, i64 48
  store ptr %70, ptr %71, align 8
  store ptr %61, ptr @all, align 8
  br label %72

72:                                               ; preds = %66, %58, %57
  %73 = phi ptr [ %48, %57 ], [ %61, %66 ], [ null, %58 ]
  %74 = icmp eq ptr %73, null
  br i1 %74, label %79, label %75

75:                                               ; preds = %72
  %76 = getelementptr inbounds i8, ptr %73, i64 40
  %77 = load i32, ptr %76, align 8
  %78 = add nsw i32 %77, 1
  store i32 %78, ptr %76, align 8
  br label %79

79:                                               ; preds = %54, %72, %75
  %80 = phi ptr [ null, %54 ], [ %73, %75 ], [ null, %72 ]
  call void @__mazurka_changed() #5
  ret ptr %80
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare void @__mazurka_change(ptr noundef, i64 noundef) local_unnamed_addr #3

declare void @__mazurka_changed() local_unnamed_addr #3

; Function Attrs: nounwind
define weak dso_local i32 @sem_close(ptr noundef %0) local_unnamed_addr #0 {
  tail call void @__mazurka_change(ptr noundef nonnull @all, i64 noundef 8) #5
  %2 = getelementptr inbounds i8, ptr %0, i64 40
  %3 = load i32, ptr %2, align 8
  %4 = add nsw i32 %3, -1
  store i32 %4, ptr %2, align 8
  %5 = icmp sgt i32 %3, 1
  br i1 %5, label %18, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds i8, ptr %0, i64 32
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %10, label %18

10:                                               ; preds = %6, %10
  %11 = phi ptr [ %14, %10 ], [ @all, %6 ]
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, %0
  %14 = getelementptr inbounds i8, ptr %12, i64 48
  br i1 %13, label %15, label %10, !llvm.loop !7

15:                                               ; preds = %10
  %16 = getelementptr inbounds i8, ptr %0, i64 48
  %17 = load ptr, ptr %16, align 8
  store ptr %17, ptr %11, align 8
  tail call void @free(ptr noundef %0) #5
  br label %18

18:                                               ; preds = %1, %6, %15
  tail call void @__mazurka_changed() #5
  ret i32 0
}

; Function Attrs: nounwind
define weak dso_local i32 @sem_unlink(ptr noundef %0) local_unnamed_addr #0 {
  tail call void @__mazurka_change(ptr noundef nonnull @all, i64 noundef 8) #5
  %2 = load ptr, ptr @all, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %16, label %4

4:                                                ; preds = %1, %12
  %5 = phi ptr [ %14, %12 ], [ %2, %1 ]
  %6 = getelementptr inbounds i8, ptr %5, i64 32
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %12, label %9

9:                                                ; preds = %4
  %10 = tail call i32 @strcmp(ptr noundef nonnull %7, ptr noundef %0) #5
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %16, label %12

12:                                               ; preds = %9, %4
  %13 = getelementptr inbounds i8, ptr %5, i64 48
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %16, label %4, !llvm.loop !4

16:                                               ; preds = %9, %12, %1
  %17 = phi ptr [ %2, %1 ], [ %5, %9 ], [ %14, %12 ]
  %18 = icmp eq ptr %17, null
  br i1 %18, label %33, label %19

19:                                               ; preds = %16
  %20 = getelementptr inbounds i8, ptr %17, i64 32
  %21 = load ptr, ptr %20, align 8
  tail call void @free(ptr noundef %21) #5
  store ptr null, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %17, i64 40
  %23 = load i32, ptr %22, align 8
  %24 = icmp sgt i32 %23, 0
  br i1 %24, label %35, label %25

25:                                               ; preds = %19, %25
  %26 = phi ptr [ %29, %25 ], [ @all, %19 ]
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, %17
  %29 = getelementptr inbounds i8, ptr %27, i64 48
  br i1 %28, label %30, label %25, !llvm.loop !7

30:                                               ; preds = %25
  %31 = getelementptr inbounds i8, ptr %17, i64 48
  %32 = load ptr, ptr %31, align 8
  store ptr %32, ptr %26, align 8
  tail call void @free(ptr noundef nonnull %17) #5
  br label %35

33:                                               ; preds = %16
  %34 = tail call ptr @__errno_location() #5
  store i32 2, ptr %34, align 4
  br label %35

35:                                               ; preds = %30, %19, %33
  tail call void @__mazurka_changed() #5
  %36 = sext i1 %18 to i32
  ret i32 %36
}

declare void @free(ptr noundef) local_unnamed_addr #3

declare ptr @__errno_location() local_unnamed_addr #3

declare i64 @strlen(ptr noundef) local_unnamed_addr #3

declare ptr @malloc(i64 noundef) local_unnamed_addr #3

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #3

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #3

declare i32 @strcmp(ptr noundef, ptr noundef) local_unnamed_addr #3

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #3 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { nobuiltin nounwind "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
