; ModuleID = 'tests/programs/instructions/thread_locals.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.anon = type { i32, ptr, double }
%struct.result = type { i32, i32, i32, i32, i32, i64, [16 x i8], ptr }

@counter = internal thread_local global i32 100, align 4
@buffer = internal thread_local global [16 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [23 x i8] c"%d %d %d %d %d %ld %s\0A\00", align 1
@.str.1 = private unnamed_addr constant [23 x i8] c"%d %d %s %g %d %ld %s\0A\00", align 1
@record = internal thread_local unnamed_addr global %struct.anon { i32 7, ptr @.str.4, double 2.500000e+00 }, align 8
@exported = dso_local thread_local local_unnamed_addr global i64 0, align 8
@.str.2 = private unnamed_addr constant [10 x i8] c"thread %d\00", align 1
@.str.3 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@.str.4 = private unnamed_addr constant [8 x i8] c"initial\00", align 1
@next_id.id = internal thread_local unnamed_addr global i32 10, align 4

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca [3 x i64], align 16
  %2 = alloca [3 x %struct.result], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %1) #7
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %2) #7
  %3 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @counter)
  store i32 1, ptr %3, align 4, !tbaa !5
  %4 = tail call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @buffer)
  store i8 109, ptr %4, align 16, !tbaa !9
  %5 = getelementptr inbounds i8, ptr %2, i64 8
  store i32 1, ptr %5, align 8, !tbaa !10
  %6 = getelementptr inbounds i8, ptr %2, i64 48
  store ptr %3, ptr %6, align 16, !tbaa !14
  %7 = call i32 @pthread_create(ptr noundef nonnull %1, ptr noundef null, ptr noundef nonnull @worker, ptr noundef nonnull %2) #7
  %8 = getelementptr inbounds i8, ptr %2, i64 56
  %9 = getelementptr inbounds i8, ptr %2, i64 64
  store i32 2, ptr %9, align 16, !tbaa !10
  %10 = getelementptr inbounds i8, ptr %2, i64 104
  store ptr %3, ptr %10, align 8, !tbaa !14
  %11 = getelementptr inbounds i8, ptr %1, i64 8
  %12 = call i32 @pthread_create(ptr noundef nonnull %11, ptr noundef null, ptr noundef nonnull @worker, ptr noundef nonnull %8) #7
  %13 = getelementptr inbounds i8, ptr %2, i64 112
  %14 = getelementptr inbounds i8, ptr %2, i64 120
  store i32 3, ptr %14, align 8, !tbaa !10
  %15 = getelementptr inbounds i8, ptr %2, i64 160
  store ptr %3, ptr %15, align 16, !tbaa !14
  %16 = getelementptr inbounds i8, ptr %1, i64 16
  %17 = call i32 @pthread_create(ptr noundef nonnull %16, ptr noundef null, ptr noundef nonnull @worker, ptr noundef nonnull %13) #7
  %18 = load i64, ptr %1, align 16, !tbaa !15
  %19 = call i32 @pthread_join(i64 noundef %18, ptr noundef null) #7
  %20 = load i32, ptr %2, align 16, !tbaa !16
  %21 = getelementptr inbounds i8, ptr %2, i64 4
  %22 = load i32, ptr %21, align 4, !tbaa !17
  %23 = load i32, ptr %5, align 8, !tbaa !10
  %24 = getelementptr inbounds i8, ptr %2, i64 12
  %25 = load i32, ptr %24, align 4, !tbaa !18
  %26 = getelementptr inbounds i8, ptr %2, i64 16
  %27 = load i32, ptr %26, align 16, !tbaa !19
  %28 = getelementptr inbounds i8, ptr %2, i64 24
  %29 = load i64, ptr %28, align 8, !tbaa !20
  %30 = getelementptr inbounds i8, ptr %2, i64 32
  %31 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %20, i32 noundef %22, i32 noundef %23, i32 noundef %25, i32 noundef %27, i64 noundef %29, ptr noundef nonnull %30)
  %32 = load i64, ptr %11, align 8, !tbaa !15
  %33 = call i32 @pthread_join(i64 noundef %32, ptr noundef null) #7
  %34 = load i32, ptr %8, align 8, !tbaa !16
  %35 = getelementptr inbounds i8, ptr %2, i64 60
  %36 = load i32, ptr %35, align 4, !tbaa !17
  %37 = load i32, ptr %9, align 16, !tbaa !10
  %38 = getelementptr inbounds i8, ptr %2, i64 68
  %39 = load i32, ptr %38, align 4, !tbaa !18
  %40 = getelementptr inbounds i8, ptr %2, i64 72
  %41 = load i32, ptr %40, align 8, !tbaa !19
  %42 = getelementptr inbounds i8, ptr %2, i64 80
  %43 = load i64, ptr %42, align 16, !tbaa !20
  %44 = getelementptr inbounds i8, ptr %2, i64 88
  %45 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %34, i32 noundef %36, i32 noundef %37, i32 noundef %39, i32 noundef %41, i64 noundef %43, ptr noundef nonnull %44)
  %46 = load i64, ptr %16, align 16, !tbaa !15
  %47 = call i32 @pthread_join(i64 noundef %46, ptr noundef null) #7
  %48 = load i32, ptr %13, align 16, !tbaa !16
  %49 = getelementptr inbounds i8, ptr %2, i64 116
  %50 = load i32, ptr %49, align 4, !tbaa !17
  %51 = load i32, ptr %14, align 8, !tbaa !10
  %52 = getelementptr inbounds i8, ptr %2, i64 124
  %53 = load i32, ptr %52, align 4, !tbaa !18
  %54 = getelementptr inbounds i8, ptr %2, i64 128
  %55 = load i32, ptr %54, align 16, !tbaa !19
  %56 = getelementptr inbounds i8, ptr %2, i64 136
  %57 = load i64, ptr %56, align 8, !tbaa !20
  %58 = getelementptr inbounds i8, ptr %2, i64 144
  %59 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %48, i32 noundef %50, i32 noundef %51, i32 noundef %53, i32 noundef %55, i64 noundef %57, ptr noundef nonnull %58)
  %60 = load i32, ptr %3, align 4, !tbaa !5
  %61 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @record)
  %62 = load i32, ptr %61, align 8, !tbaa !21
  %63 = getelementptr inbounds i8, ptr %61, i64 8
  %64 = load ptr, ptr %63, align 8, !tbaa !24
  %65 = getelementptr inbounds i8, ptr %61, i64 16
  %66 = load double, ptr %65, align 8, !tbaa !25
  %67 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_id.id)
  %68 = load i32, ptr %67, align 4, !tbaa !5
  %69 = add nsw i32 %68, 1
  store i32 %69, ptr %67, align 4, !tbaa !5
  %70 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @exported)
  %71 = load i64, ptr %70, align 8, !tbaa !15
  %72 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %60, i32 noundef %62, ptr noundef %64, double noundef %66, i32 noundef %68, i64 noundef %71, ptr noundef nonnull %4)
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %2) #7
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %1) #7
  ret i32 0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #2

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nofree nounwind uwtable
define internal noalias noundef ptr @worker(ptr nocapture noundef %0) #4 {
  %2 = getelementptr inbounds i8, ptr %0, i64 8
  %3 = load i32, ptr %2, align 8, !tbaa !10
  %4 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @counter)
  %5 = load i32, ptr %4, align 4, !tbaa !5
  %6 = add nsw i32 %5, %3
  store i32 %6, ptr %4, align 4, !tbaa !5
  %7 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @record)
  %8 = load i32, ptr %7, align 8, !tbaa !21
  %9 = mul nsw i32 %8, %3
  store i32 %9, ptr %7, align 8, !tbaa !21
  %10 = sext i32 %3 to i64
  %11 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @exported)
  %12 = load i64, ptr %11, align 8, !tbaa !15
  %13 = sub nsw i64 %12, %10
  store i64 %13, ptr %11, align 8, !tbaa !15
  %14 = icmp sgt i32 %3, 0
  %15 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_id.id)
  br i1 %14, label %16, label %19

16:                                               ; preds = %1
  %17 = load i32, ptr %15, align 4, !tbaa !5
  %18 = add i32 %17, %3
  store i32 %18, ptr %15, align 4, !tbaa !5
  br label %19

19:                                               ; preds = %1, %16
  %20 = tail call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @buffer)
  %21 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %20, i64 noundef 16, ptr noundef nonnull @.str.2, i32 noundef %3) #7
  %22 = load i32, ptr %4, align 4, !tbaa !5
  %23 = add nsw i32 %22, 1000
  store i32 %23, ptr %4, align 4, !tbaa !5
  store i32 %23, ptr %0, align 8, !tbaa !16
  %24 = load i32, ptr %7, align 8, !tbaa !21
  %25 = getelementptr inbounds i8, ptr %0, i64 4
  store i32 %24, ptr %25, align 4, !tbaa !17
  %26 = load i32, ptr %15, align 4, !tbaa !5
  %27 = add nsw i32 %26, 1
  store i32 %27, ptr %15, align 4, !tbaa !5
  store i32 %26, ptr %2, align 8, !tbaa !10
  %28 = getelementptr inbounds i8, ptr %0, i64 12
  store i32 5, ptr %28, align 4, !tbaa !18
  %29 = getelementptr inbounds i8, ptr %0, i64 48
  %30 = load ptr, ptr %29, align 8, !tbaa !14
  %31 = icmp ne ptr %4, %30
  %32 = zext i1 %31 to i32
  %33 = getelementptr inbounds i8, ptr %0, i64 16
  store i32 %32, ptr %33, align 8, !tbaa !19
  %34 = load i64, ptr %11, align 8, !tbaa !15
  %35 = getelementptr inbounds i8, ptr %0, i64 24
  store i64 %34, ptr %35, align 8, !tbaa !20
  %36 = getelementptr inbounds i8, ptr %0, i64 32
  %37 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %36, i64 noundef 16, ptr noundef nonnull @.str.3, ptr noundef nonnull %20) #7
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #6

; Function Attrs: nofree nounwind
declare noundef i32 @snprintf(ptr noalias nocapture noundef writeonly, i64 noundef, ptr nocapture noundef readonly, ...) local_unnamed_addr #6

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!7, !7, i64 0}
!10 = !{!11, !6, i64 8}
!11 = !{!"result", !6, i64 0, !6, i64 4, !6, i64 8, !6, i64 12, !6, i64 16, !12, i64 24, !7, i64 32, !13, i64 48}
!12 = !{!"long", !7, i64 0}
!13 = !{!"any pointer", !7, i64 0}
!14 = !{!11, !13, i64 48}
!15 = !{!12, !12, i64 0}
!16 = !{!11, !6, i64 0}
!17 = !{!11, !6, i64 4}
!18 = !{!11, !6, i64 12}
!19 = !{!11, !6, i64 16}
!20 = !{!11, !12, i64 24}
!21 = !{!22, !6, i64 0}
!22 = !{!"", !6, i64 0, !13, i64 8, !23, i64 16}
!23 = !{!"double", !7, i64 0}
!24 = !{!22, !13, i64 8}
!25 = !{!22, !23, i64 16}
