; ModuleID = 'objects.c'
source_filename = "objects.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.big = type { [9 x i32], %struct.point, ptr }
%struct.point = type { double, double }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@text = dso_local constant [13 x i8] c"quote \22 \\ \0A\FF\00", align 1
@.str = private unnamed_addr constant [4 x i8] c"one\00", align 1
@words = dso_local local_unnamed_addr constant [3 x ptr] [ptr @.str, ptr getelementptr (i8, ptr @text, i64 3), ptr null], align 16
@elsewhere = external global [0 x i32], align 4
@past = dso_local local_unnamed_addr global ptr getelementptr (i8, ptr @elsewhere, i64 12), align 8
@hidden = internal global i32 7, align 4
@number = dso_local local_unnamed_addr global i64 ptrtoint (ptr @hidden to i64), align 8
@mine = dso_local thread_local local_unnamed_addr global i32 9, align 4
@weak = weak dso_local local_unnamed_addr global i32 4, section "s", align 64
@maybe = extern_weak global i32, align 4
@tentative = dso_local local_unnamed_addr global i32 0, align 4

@g = dso_local alias i32 (i32), ptr @f

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable
define dso_local i32 @f(i32 noundef %0) #0 {
  %2 = load i32, ptr @hidden, align 4, !tbaa !4
  %3 = add nsw i32 %2, %0
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define dso_local void @grow(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.big) align 8 %0, ptr nocapture noundef byval(%struct.big) align 8 %1, i32 noundef %2) local_unnamed_addr #1 {
  %4 = load i32, ptr @hidden, align 4, !tbaa !4
  %5 = add nsw i32 %4, 1
  store i32 %5, ptr @hidden, align 4, !tbaa !4
  %6 = sext i32 %2 to i64
  %7 = getelementptr inbounds [9 x i32], ptr %1, i64 0, i64 %6
  %8 = load i32, ptr %7, align 4, !tbaa !4
  %9 = add nsw i32 %8, %4
  store i32 %9, ptr %7, align 4, !tbaa !4
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(64) %0, ptr noundef nonnull align 8 dereferenceable(64) %1, i64 64, i1 false), !tbaa.struct !8
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn uwtable
define dso_local i32 @sum(i32 noundef %0, ...) local_unnamed_addr #3 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #7
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = load i32, ptr %2, align 16
  %4 = icmp ult i32 %3, 41
  br i1 %4, label %5, label %11

5:                                                ; preds = %1
  %6 = getelementptr inbounds i8, ptr %2, i64 16
  %7 = load ptr, ptr %6, align 16
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr i8, ptr %7, i64 %8
  %10 = add nuw nsw i32 %3, 8
  store i32 %10, ptr %2, align 16
  br label %15

11:                                               ; preds = %1
  %12 = getelementptr inbounds i8, ptr %2, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr i8, ptr %13, i64 8
  store ptr %14, ptr %12, align 8
  br label %15

15:                                               ; preds = %11, %5
  %16 = phi ptr [ %9, %5 ], [ %13, %11 ]
  %17 = load i32, ptr %16, align 4, !tbaa !4
  call void @llvm.va_end.p0(ptr %2)
  %18 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @mine)
  %19 = load i32, ptr %18, align 4, !tbaa !4
  %20 = icmp eq ptr @maybe, null
  br i1 %20, label %23, label %21

21:                                               ; preds = %15
  %22 = load i32, ptr @maybe, align 4, !tbaa !4
  br label %23

23:                                               ; preds = %15, %21
  %24 = phi i32 [ %22, %21 ], [ 0, %15 ]
  %25 = add nsw i32 %19, %17
  %26 = add nsw i32 %25, %24
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #7
  ret i32 %26
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #4

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = !{i64 0, i64 36, !9, i64 40, i64 8, !10, i64 48, i64 8, !10, i64 56, i64 8, !12}
!9 = !{!6, !6, i64 0}
!10 = !{!11, !11, i64 0}
!11 = !{!"double", !6, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"any pointer", !6, i64 0}
