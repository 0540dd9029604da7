; ModuleID = 'tests/programs/instructions/computed_goto.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@main.factorial = internal constant [25 x i32] [i32 0, i32 1, i32 0, i32 5, i32 3, i32 0, i32 0, i32 1, i32 4, i32 0, i32 1, i32 5, i32 3, i32 6, i32 18, i32 0, i32 0, i32 8, i32 4, i32 7, i32 4, i32 3, i32 6, i32 4, i32 8], align 16
@main.arithmetic = internal constant [13 x i32] [i32 0, i32 6, i32 0, i32 7, i32 2, i32 3, i32 7, i32 0, i32 100, i32 4, i32 5, i32 7, i32 8], align 16
@.str = private unnamed_addr constant [10 x i8] c"%d steps\0A\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@.str.2 = private unnamed_addr constant [11 x i8] c"\0A%d words\0A\00", align 1
@.str.3 = private unnamed_addr constant [24 x i8] c"  the quick  brown fox \00", align 1
@interpret.labels = internal unnamed_addr constant [9 x ptr] [ptr blockaddress(@interpret, %3), ptr blockaddress(@interpret, %17), ptr blockaddress(@interpret, %30), ptr blockaddress(@interpret, %43), ptr blockaddress(@interpret, %54), ptr blockaddress(@interpret, %66), ptr blockaddress(@interpret, %79), ptr blockaddress(@interpret, %96), ptr blockaddress(@interpret, %105)], align 16
@.str.4 = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1
@offsets.table = internal unnamed_addr constant [3 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr blockaddress(@offsets, %9) to i64), i64 ptrtoint (ptr blockaddress(@offsets, %9) to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr blockaddress(@offsets, %7) to i64), i64 ptrtoint (ptr blockaddress(@offsets, %9) to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr blockaddress(@offsets, %8) to i64), i64 ptrtoint (ptr blockaddress(@offsets, %9) to i64)) to i32)], align 4

; Function Attrs: nofree nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = tail call fastcc i32 @interpret(ptr noundef nonnull @main.arithmetic)
  %2 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %1)
  %3 = tail call fastcc i32 @interpret(ptr noundef nonnull @main.factorial)
  %4 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %3)
  %5 = tail call fastcc i32 @offsets(i32 noundef 0)
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %5)
  %7 = tail call fastcc i32 @offsets(i32 noundef 1)
  %8 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %7)
  %9 = tail call fastcc i32 @offsets(i32 noundef 2)
  %10 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %9)
  %11 = tail call fastcc i32 @count_words(ptr nonnull poison)
  %12 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef %11)
  ret i32 0
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1

; Function Attrs: nofree nounwind uwtable
define internal fastcc i32 @interpret(ptr nocapture noundef readonly %0) #0 {
  %2 = alloca [16 x i32], align 16
  br label %106

3:                                                ; preds = %106
  %4 = sext i32 %107 to i64
  %5 = getelementptr inbounds i32, ptr %0, i64 %4
  %6 = load i32, ptr %5, align 4, !tbaa !5
  %7 = add nsw i32 %109, 1
  %8 = sext i32 %109 to i64
  %9 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %8
  store i32 %6, ptr %9, align 4, !tbaa !5
  %10 = add nsw i32 %107, 2
  %11 = getelementptr i8, ptr %5, i64 4
  br label %12

12:                                               ; preds = %3, %17, %30, %43, %54, %66, %91, %96
  %13 = phi ptr [ %11, %3 ], [ %29, %17 ], [ %42, %30 ], [ %53, %43 ], [ %65, %54 ], [ %78, %66 ], [ %95, %91 ], [ %104, %96 ]
  %14 = phi i32 [ %10, %3 ], [ %27, %17 ], [ %40, %30 ], [ %51, %43 ], [ %63, %54 ], [ %76, %66 ], [ %93, %91 ], [ %102, %96 ]
  %15 = phi i32 [ %7, %3 ], [ %18, %17 ], [ %31, %30 ], [ %50, %43 ], [ %109, %54 ], [ %67, %66 ], [ %80, %91 ], [ %109, %96 ]
  %16 = add nuw nsw i32 %108, 1
  br label %106

17:                                               ; preds = %106
  %18 = add nsw i32 %109, -1
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %19
  %21 = load i32, ptr %20, align 4, !tbaa !5
  %22 = add nsw i32 %109, -2
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %23
  %25 = load i32, ptr %24, align 4, !tbaa !5
  %26 = add nsw i32 %25, %21
  store i32 %26, ptr %24, align 4, !tbaa !5
  %27 = add nsw i32 %107, 1
  %28 = sext i32 %107 to i64
  %29 = getelementptr inbounds i32, ptr %0, i64 %28
  br label %12

30:                                               ; preds = %106
  %31 = add nsw i32 %109, -1
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !5
  %35 = add nsw i32 %109, -2
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %36
  %38 = load i32, ptr %37, align 4, !tbaa !5
  %39 = mul nsw i32 %38, %34
  store i32 %39, ptr %37, align 4, !tbaa !5
  %40 = add nsw i32 %107, 1
  %41 = sext i32 %107 to i64
  %42 = getelementptr inbounds i32, ptr %0, i64 %41
  br label %12

43:                                               ; preds = %106
  %44 = add nsw i32 %109, -1
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %45
  %47 = load i32, ptr %46, align 4, !tbaa !5
  %48 = sext i32 %109 to i64
  %49 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %48
  store i32 %47, ptr %49, align 4, !tbaa !5
  %50 = add nsw i32 %109, 1
  %51 = add nsw i32 %107, 1
  %52 = sext i32 %107 to i64
  %53 = getelementptr inbounds i32, ptr %0, i64 %52
  br label %12

54:                                               ; preds = %106
  %55 = add nsw i32 %109, -1
  %56 = sext i32 %55 to i64
  %57 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %56
  %58 = load i32, ptr %57, align 4, !tbaa !5
  %59 = add nsw i32 %109, -2
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %60
  %62 = load i32, ptr %61, align 4, !tbaa !5
  store i32 %62, ptr %57, align 4, !tbaa !5
  store i32 %58, ptr %61, align 4, !tbaa !5
  %63 = add nsw i32 %107, 1
  %64 = sext i32 %107 to i64
  %65 = getelementptr inbounds i32, ptr %0, i64 %64
  br label %12

66:                                               ; preds = %106
  %67 = add nsw i32 %109, -1
  %68 = sext i32 %67 to i64
  %69 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %68
  %70 = load i32, ptr %69, align 4, !tbaa !5
  %71 = add nsw i32 %109, -2
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %72
  %74 = load i32, ptr %73, align 4, !tbaa !5
  %75 = sub nsw i32 %74, %70
  store i32 %75, ptr %73, align 4, !tbaa !5
  %76 = add nsw i32 %107, 1
  %77 = sext i32 %107 to i64
  %78 = getelementptr inbounds i32, ptr %0, i64 %77
  br label %12

79:                                               ; preds = %106
  %80 = add nsw i32 %109, -1
  %81 = sext i32 %80 to i64
  %82 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %81
  %83 = load i32, ptr %82, align 4, !tbaa !5
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %89, label %85

85:                                               ; preds = %79
  %86 = sext i32 %107 to i64
  %87 = getelementptr inbounds i32, ptr %0, i64 %86
  %88 = load i32, ptr %87, align 4, !tbaa !5
  br label %91

89:                                               ; preds = %79
  %90 = add nsw i32 %107, 1
  br label %91

91:                                               ; preds = %89, %85
  %92 = phi i32 [ %88, %85 ], [ %90, %89 ]
  %93 = add nsw i32 %92, 1
  %94 = sext i32 %92 to i64
  %95 = getelementptr inbounds i32, ptr %0, i64 %94
  br label %12

96:                                               ; preds = %106
  %97 = add nsw i32 %109, -1
  %98 = sext i32 %97 to i64
  %99 = getelementptr inbounds [16 x i32], ptr %2, i64 0, i64 %98
  %100 = load i32, ptr %99, align 4, !tbaa !5
  %101 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, i32 noundef %100)
  %102 = add nsw i32 %107, 1
  %103 = sext i32 %107 to i64
  %104 = getelementptr inbounds i32, ptr %0, i64 %103
  br label %12

105:                                              ; preds = %106
  ret i32 %108

106:                                              ; preds = %12, %1
  %107 = phi i32 [ 1, %1 ], [ %14, %12 ]
  %108 = phi i32 [ 1, %1 ], [ %16, %12 ]
  %109 = phi i32 [ 0, %1 ], [ %15, %12 ]
  %110 = phi ptr [ %0, %1 ], [ %13, %12 ]
  %111 = load i32, ptr %110, align 4, !tbaa !5
  %112 = sext i32 %111 to i64
  %113 = getelementptr inbounds [9 x ptr], ptr @interpret.labels, i64 0, i64 %112
  %114 = load ptr, ptr %113, align 8, !tbaa !9
  indirectbr ptr %114, [label %3, label %17, label %30, label %43, label %54, label %66, label %79, label %96, label %105]
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal fastcc range(i32 10, 13) i32 @offsets(i32 noundef %0) #2 {
  %2 = sext i32 %0 to i64
  %3 = getelementptr inbounds [3 x i32], ptr @offsets.table, i64 0, i64 %2
  %4 = load i32, ptr %3, align 4, !tbaa !5
  %5 = sext i32 %4 to i64
  %6 = getelementptr inbounds i8, ptr blockaddress(@offsets, %9), i64 %5
  indirectbr ptr %6, [label %9, label %8, label %7]

7:                                                ; preds = %1
  br label %9

8:                                                ; preds = %1
  br label %9

9:                                                ; preds = %1, %8, %7
  %10 = phi i32 [ 11, %7 ], [ 12, %8 ], [ 10, %1 ]
  ret i32 %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define internal fastcc i32 @count_words(ptr nocapture readnone %0) #3 {
  br label %2

2:                                                ; preds = %1, %15
  %3 = phi i8 [ 32, %1 ], [ %20, %15 ]
  %4 = phi i32 [ 0, %1 ], [ %17, %15 ]
  %5 = phi ptr [ blockaddress(@count_words, %7), %1 ], [ %16, %15 ]
  %6 = phi i64 [ 0, %1 ], [ %18, %15 ]
  indirectbr ptr %5, [label %7, label %12]

7:                                                ; preds = %2
  %8 = icmp ne i8 %3, 32
  %9 = select i1 %8, ptr blockaddress(@count_words, %12), ptr %5
  %10 = zext i1 %8 to i32
  %11 = add nsw i32 %4, %10
  br label %15

12:                                               ; preds = %2
  %13 = icmp eq i8 %3, 32
  %14 = select i1 %13, ptr blockaddress(@count_words, %7), ptr %5
  br label %15

15:                                               ; preds = %12, %7
  %16 = phi ptr [ %9, %7 ], [ %14, %12 ]
  %17 = phi i32 [ %11, %7 ], [ %4, %12 ]
  %18 = add nuw nsw i64 %6, 1
  %19 = getelementptr inbounds i8, ptr @.str.3, i64 %18
  %20 = load i8, ptr %19, align 1, !tbaa !11
  %21 = icmp eq i64 %18, 23
  br i1 %21, label %22, label %2, !llvm.loop !12

22:                                               ; preds = %15
  ret i32 %17
}

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"any pointer", !7, i64 0}
!11 = !{!7, !7, i64 0}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
