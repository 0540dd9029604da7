; ModuleID = 'tests/programs/instructions/switch.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%s \00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"\0A%d%d%d%d%d%d%d\0A\00", align 1
@.str.2 = private unnamed_addr constant [12 x i8] c"%d%d%d%d%d\0A\00", align 1
@.str.3 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@.str.5 = private unnamed_addr constant [19 x i8] c"%d %d %d %d %d %d\0A\00", align 1
@.str.6 = private unnamed_addr constant [10 x i8] c"%d %d %d\0A\00", align 1
@.str.7 = private unnamed_addr constant [5 x i8] c"zero\00", align 1
@.str.8 = private unnamed_addr constant [4 x i8] c"one\00", align 1
@.str.9 = private unnamed_addr constant [4 x i8] c"two\00", align 1
@.str.10 = private unnamed_addr constant [6 x i8] c"three\00", align 1
@.str.11 = private unnamed_addr constant [5 x i8] c"four\00", align 1
@.str.12 = private unnamed_addr constant [5 x i8] c"five\00", align 1
@.str.13 = private unnamed_addr constant [6 x i8] c"seven\00", align 1
@.str.14 = private unnamed_addr constant [5 x i8] c"many\00", align 1
@stdout = external local_unnamed_addr global ptr, align 8

; Function Attrs: nofree nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca [32 x i8], align 16
  %2 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.14)
  %3 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.7)
  %4 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.8)
  %5 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.9)
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.10)
  %7 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.11)
  %8 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.12)
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.14)
  %10 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.13)
  %11 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef nonnull @.str.14)
  %12 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef 1, i32 noundef 2, i32 noundef 3, i32 noundef 4, i32 noundef 5, i32 noundef 6, i32 noundef 0)
  %13 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef 1, i32 noundef 2, i32 noundef 3, i32 noundef 4, i32 noundef 5)
  br label %14

14:                                               ; preds = %0, %23
  %15 = phi i32 [ -128, %0 ], [ %27, %23 ]
  %16 = trunc i32 %15 to i8
  switch i8 %16, label %20 [
    i8 48, label %23
    i8 49, label %23
    i8 50, label %23
    i8 51, label %23
    i8 52, label %23
    i8 53, label %23
    i8 54, label %23
    i8 55, label %23
    i8 56, label %23
    i8 57, label %23
    i8 65, label %17
    i8 66, label %17
    i8 67, label %17
    i8 68, label %17
    i8 69, label %17
    i8 70, label %17
    i8 97, label %17
    i8 98, label %17
    i8 99, label %17
    i8 100, label %17
    i8 101, label %17
    i8 102, label %17
    i8 71, label %18
    i8 72, label %18
    i8 73, label %18
    i8 74, label %18
    i8 75, label %18
    i8 76, label %18
    i8 77, label %18
    i8 78, label %18
    i8 79, label %18
    i8 80, label %18
    i8 81, label %18
    i8 82, label %18
    i8 83, label %18
    i8 84, label %18
    i8 85, label %18
    i8 86, label %18
    i8 87, label %18
    i8 88, label %18
    i8 89, label %18
    i8 90, label %18
    i8 103, label %18
    i8 104, label %18
    i8 105, label %18
    i8 106, label %18
    i8 107, label %18
    i8 108, label %18
    i8 109, label %18
    i8 110, label %18
    i8 111, label %18
    i8 112, label %18
    i8 113, label %18
    i8 114, label %18
    i8 115, label %18
    i8 116, label %18
    i8 117, label %18
    i8 118, label %18
    i8 119, label %18
    i8 120, label %18
    i8 121, label %18
    i8 122, label %18
    i8 32, label %19
    i8 9, label %19
    i8 10, label %19
  ]

17:                                               ; preds = %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14
  br label %23

18:                                               ; preds = %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %14
  br label %23

19:                                               ; preds = %14, %14, %14
  br label %23

20:                                               ; preds = %14
  %21 = icmp slt i8 %16, 0
  %22 = select i1 %21, i32 104, i32 63
  br label %23

23:                                               ; preds = %14, %14, %14, %14, %14, %14, %14, %14, %14, %14, %17, %18, %19, %20
  %24 = phi i32 [ 115, %19 ], [ 108, %18 ], [ 120, %17 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ 100, %14 ], [ %22, %20 ]
  %25 = load ptr, ptr @stdout, align 8, !tbaa !5
  %26 = tail call i32 @putc(i32 noundef %24, ptr noundef %25)
  %27 = add nsw i32 %15, 1
  %28 = icmp eq i32 %27, 128
  br i1 %28, label %59, label %14, !llvm.loop !9

29:                                               ; preds = %31, %59
  %30 = phi i32 [ %32, %31 ], [ 0, %59 ]
  switch i32 %30, label %31 [
    i32 3, label %34
    i32 25, label %33
    i32 51, label %35
  ]

31:                                               ; preds = %29
  %32 = add nuw nsw i32 %30, 1
  br label %29

33:                                               ; preds = %29
  br label %35

34:                                               ; preds = %29
  br label %35

35:                                               ; preds = %29, %34, %33
  %36 = phi i32 [ -1, %33 ], [ %30, %34 ], [ -2, %29 ]
  br label %37

37:                                               ; preds = %42, %35
  %38 = phi i32 [ 0, %35 ], [ %43, %42 ]
  %39 = mul nuw nsw i32 %38, 5
  switch i32 %39, label %40 [
    i32 12, label %45
    i32 100, label %44
  ]

40:                                               ; preds = %37
  %41 = icmp eq i32 %38, 48
  br i1 %41, label %45, label %42

42:                                               ; preds = %40
  %43 = add nuw nsw i32 %38, 4
  br label %37

44:                                               ; preds = %37
  br label %45

45:                                               ; preds = %40, %37, %44
  %46 = phi i32 [ %38, %37 ], [ -2, %40 ], [ -1, %44 ]
  br label %47

47:                                               ; preds = %52, %45
  %48 = phi i32 [ 0, %45 ], [ %53, %52 ]
  %49 = mul nuw nsw i32 %48, 7
  switch i32 %49, label %50 [
    i32 12, label %55
    i32 100, label %54
  ]

50:                                               ; preds = %47
  %51 = icmp eq i32 %48, 48
  br i1 %51, label %55, label %52

52:                                               ; preds = %50
  %53 = add nuw nsw i32 %48, 4
  br label %47

54:                                               ; preds = %47
  br label %55

55:                                               ; preds = %50, %47, %54
  %56 = phi i32 [ %48, %47 ], [ -2, %50 ], [ -1, %54 ]
  %57 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, i32 noundef 11, i32 noundef 12, i32 noundef 19, i32 noundef %36, i32 noundef %46, i32 noundef %56)
  %58 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, i32 noundef 1, i32 noundef 2, i32 noundef 3)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %1) #4
  ret i32 0

59:                                               ; preds = %23
  %60 = load ptr, ptr @stdout, align 8, !tbaa !5
  %61 = tail call i32 @putc(i32 noundef 10, ptr noundef %60)
  %62 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef -2)
  %63 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef 1)
  %64 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef 11)
  %65 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef 111)
  %66 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef -2)
  %67 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef -2)
  %68 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef -2)
  %69 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef -2)
  %70 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef -2)
  %71 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef 0)
  %72 = load ptr, ptr @stdout, align 8, !tbaa !5
  %73 = tail call i32 @putc(i32 noundef 10, ptr noundef %72)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %1) #4
  %74 = getelementptr inbounds i8, ptr %1, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %74, i8 0, i64 16, i1 false)
  %75 = getelementptr inbounds i8, ptr %1, i64 16
  store <16 x i8> <i8 116, i8 104, i8 101, i8 32, i8 113, i8 117, i8 105, i8 99, i8 107, i8 32, i8 98, i8 114, i8 111, i8 119, i8 110, i8 32>, ptr %1, align 16, !tbaa !11
  store i8 102, ptr %75, align 16, !tbaa !11
  %76 = getelementptr inbounds i8, ptr %1, i64 17
  store i8 111, ptr %76, align 1, !tbaa !11
  %77 = getelementptr inbounds i8, ptr %1, i64 18
  store i8 120, ptr %77, align 2, !tbaa !11
  %78 = call i32 @puts(ptr noundef nonnull dereferenceable(1) %1)
  br label %29
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

; Function Attrs: nofree nounwind
declare noundef i32 @puts(ptr nocapture noundef readonly) local_unnamed_addr #2

; Function Attrs: nofree nounwind
declare noundef i32 @putc(i32 noundef, ptr nocapture noundef) local_unnamed_addr #2

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!7, !7, i64 0}
