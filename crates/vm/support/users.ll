source_filename = "users.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.passwd = type { ptr, ptr, i32, i32, ptr, ptr, ptr }
%struct.group = type { ptr, ptr, i32, ptr }

@root = internal global %struct.passwd { ptr @.str, ptr @.str.1, i32 0, i32 0, ptr @.str, ptr @.str.2, ptr @.str.3 }, align 8
@root_group = internal global %struct.group { ptr @.str, ptr @.str.1, i32 0, ptr @no_members }, align 8
@.str = private unnamed_addr constant [5 x i8] c"root\00", align 1
@.str.1 = private unnamed_addr constant [2 x i8] c"x\00", align 1
@.str.2 = private unnamed_addr constant [14 x i8] c"/home/program\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"/bin/sh\00", align 1
@no_members = internal global [1 x ptr] zeroinitializer, align 8

; Function Attrs: nounwind
define weak dso_local ptr @getpwuid(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp eq i32 %0, 0
  %3 = select i1 %2, ptr @root, ptr null
  ret ptr %3
}

; Function Attrs: nounwind
define weak dso_local ptr @getpwnam(ptr noundef %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr @root, align 8
  %3 = tail call i32 @strcmp(ptr noundef %0, ptr noundef %2) #4
  %4 = icmp eq i32 %3, 0
  %5 = select i1 %4, ptr @root, ptr null
  ret ptr %5
}

declare i32 @strcmp(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local ptr @getgrgid(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp eq i32 %0, 0
  %3 = select i1 %2, ptr @root_group, ptr null
  ret ptr %3
}

; Function Attrs: nounwind
define weak dso_local ptr @getgrnam(ptr noundef %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr @root_group, align 8
  %3 = tail call i32 @strcmp(ptr noundef %0, ptr noundef %2) #4
  %4 = icmp eq i32 %3, 0
  %5 = select i1 %4, ptr @root_group, ptr null
  ret ptr %5
}

; Function Attrs: nounwind
define weak dso_local i32 @getpwuid_r(i32 noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = alloca [5 x ptr], align 16
  %7 = tail call ptr @getpwuid(i32 noundef %0) #5
  store ptr null, ptr %4, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %43, label %9

9:                                                ; preds = %5
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %1, ptr noundef nonnull readonly align 8 dereferenceable(48) %7, i64 48, i1 false)
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %6) #6
  store ptr %1, ptr %6, align 16
  %10 = getelementptr inbounds i8, ptr %6, i64 8
  %11 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %6, i64 16
  %13 = getelementptr inbounds i8, ptr %1, i64 24
  store ptr %13, ptr %12, align 16
  %14 = getelementptr inbounds i8, ptr %6, i64 24
  %15 = getelementptr inbounds i8, ptr %1, i64 32
  store ptr %15, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %6, i64 32
  %17 = getelementptr inbounds i8, ptr %1, i64 40
  store ptr %17, ptr %16, align 16
  br label %21

18:                                               ; preds = %35
  %19 = add nuw nsw i64 %22, 1
  %20 = icmp eq i64 %19, 5
  br i1 %20, label %40, label %21, !llvm.loop !4

21:                                               ; preds = %18, %9
  %22 = phi i64 [ 0, %9 ], [ %19, %18 ]
  %23 = phi i64 [ %3, %9 ], [ %37, %18 ]
  %24 = phi ptr [ %2, %9 ], [ %36, %18 ]
  %25 = getelementptr inbounds [5 x ptr], ptr %6, i64 0, i64 %22
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %26, align 8
  %28 = tail call i64 @strlen(ptr noundef %27) #4
  %29 = add i64 %28, 1
  %30 = icmp ugt i64 %29, %23
  br i1 %30, label %35, label %31

31:                                               ; preds = %21
  %32 = tail call ptr @memcpy(ptr noundef %24, ptr noundef %27, i64 noundef %29) #4
  %33 = getelementptr inbounds i8, ptr %24, i64 %29
  %34 = sub i64 %23, %29
  br label %35

35:                                               ; preds = %31, %21
  %36 = phi ptr [ %24, %21 ], [ %33, %31 ]
  %37 = phi i64 [ %23, %21 ], [ %34, %31 ]
  %38 = phi ptr [ null, %21 ], [ %24, %31 ]
  store ptr %38, ptr %26, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %41, label %18

40:                                               ; preds = %18
  store ptr %1, ptr %4, align 8
  br label %41

41:                                               ; preds = %35, %40
  %42 = phi i32 [ 0, %40 ], [ 34, %35 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %6) #6
  br label %43

43:                                               ; preds = %5, %41
  %44 = phi i32 [ %42, %41 ], [ 0, %5 ]
  ret i32 %44
}

; Function Attrs: nounwind
define weak dso_local i32 @getpwnam_r(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = alloca [5 x ptr], align 16
  %7 = tail call ptr @getpwnam(ptr noundef %0) #5
  store ptr null, ptr %4, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %43, label %9

9:                                                ; preds = %5
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %1, ptr noundef nonnull readonly align 8 dereferenceable(48) %7, i64 48, i1 false)
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %6) #6
  store ptr %1, ptr %6, align 16
  %10 = getelementptr inbounds i8, ptr %6, i64 8
  %11 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %6, i64 16
  %13 = getelementptr inbounds i8, ptr %1, i64 24
  store ptr %13, ptr %12, align 16
  %14 = getelementptr inbounds i8, ptr %6, i64 24
  %15 = getelementptr inbounds i8, ptr %1, i64 32
  store ptr %15, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %6, i64 32
  %17 = getelementptr inbounds i8, ptr %1, i64 40
  store ptr %17, ptr %16, align 16
  br label %21

18:                                               ; preds = %35
  %19 = add nuw nsw i64 %22, 1
  %20 = icmp eq i64 %19, 5
  br i1 %20, label %40, label %21, !llvm.loop !4

21:                                               ; preds = %18, %9
  %22 = phi i64 [ 0, %9 ], [ %19, %18 ]
  %23 = phi i64 [ %3, %9 ], [ %37, %18 ]
  %24 = phi ptr [ %2, %9 ], [ %36, %18 ]
  %25 = getelementptr inbounds [5 x ptr], ptr %6, i64 0, i64 %22
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %26, align 8
  %28 = tail call i64 @strlen(ptr noundef %27) #4
  %29 = add i64 %28, 1
  %30 = icmp ugt i64 %29, %23
  br i1 %30, label %35, label %31

31:                                               ; preds = %21
  %32 = tail call ptr @memcpy(ptr noundef %24, ptr noundef %27, i64 noundef %29) #4
  %33 = getelementptr inbounds i8, ptr %24, i64 %29
  %34 = sub i64 %23, %29
  br label %35

35:                                               ; preds = %31, %21
  %36 = phi ptr [ %24, %21 ], [ %33, %31 ]
  %37 = phi i64 [ %23, %21 ], [ %34, %31 ]
  %38 = phi ptr [ null, %21 ], [ %24, %31 ]
  store ptr %38, ptr %26, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %41, label %18

40:                                               ; preds = %18
  store ptr %1, ptr %4, align 8
  br label %41

41:                                               ; preds = %35, %40
  %42 = phi i32 [ 0, %40 ], [ 34, %35 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %6) #6
  br label %43

43:                                               ; preds = %5, %41
  %44 = phi i32 [ %42, %41 ], [ 0, %5 ]
  ret i32 %44
}

; Function Attrs: nounwind
define weak dso_local ptr @getlogin() local_unnamed_addr #0 {
  %1 = load ptr, ptr @root, align 8
  ret ptr %1
}

; Function Attrs: nounwind
define weak dso_local i32 @getgroups(i32 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  ret i32 0
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

declare i64 @strlen(ptr noundef) local_unnamed_addr #1

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin "no-builtins" }
attributes #6 = { nounwind }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
