source_filename = "entropy.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@state = internal thread_local unnamed_addr global i64 0, align 8

; Function Attrs: nounwind
define weak dso_local void @arc4random_buf(ptr noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i64, align 8
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %7, label %5

5:                                                ; preds = %2
  %6 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @state)
  br label %8

7:                                                ; preds = %16, %2
  ret void

8:                                                ; preds = %5, %16
  %9 = phi i64 [ 0, %5 ], [ %31, %16 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #5
  %10 = load i64, ptr %6, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %12, label %16

12:                                               ; preds = %8
  %13 = call i32 @gettid() #6
  %14 = zext i32 %13 to i64
  %15 = shl i64 %14, 40
  store i64 %15, ptr %6, align 8
  br label %16

16:                                               ; preds = %8, %12
  %17 = load i64, ptr %6, align 8
  %18 = add i64 %17, -7046029254386353131
  store i64 %18, ptr %6, align 8
  %19 = lshr i64 %18, 30
  %20 = xor i64 %19, %18
  %21 = mul i64 %20, -4658895280553007687
  %22 = lshr i64 %21, 27
  %23 = xor i64 %22, %21
  %24 = mul i64 %23, -7723592293110705685
  %25 = lshr i64 %24, 31
  %26 = xor i64 %25, %24
  store i64 %26, ptr %3, align 8
  %27 = getelementptr inbounds i8, ptr %0, i64 %9
  %28 = sub i64 %1, %9
  %29 = call i64 @llvm.umin.i64(i64 %28, i64 8)
  %30 = call ptr @memcpy(ptr noundef %27, ptr noundef nonnull %3, i64 noundef %29) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #5
  %31 = add i64 %9, 8
  %32 = icmp ult i64 %31, %1
  br i1 %32, label %8, label %7, !llvm.loop !4
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define weak dso_local i32 @arc4random() local_unnamed_addr #0 {
  %1 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @state)
  %2 = load i64, ptr %1, align 8
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %4, label %8

4:                                                ; preds = %0
  %5 = tail call i32 @gettid() #6
  %6 = zext i32 %5 to i64
  %7 = shl i64 %6, 40
  store i64 %7, ptr %1, align 8
  br label %8

8:                                                ; preds = %0, %4
  %9 = load i64, ptr %1, align 8
  %10 = add i64 %9, -7046029254386353131
  store i64 %10, ptr %1, align 8
  %11 = lshr i64 %10, 30
  %12 = xor i64 %11, %10
  %13 = mul i64 %12, -4658895280553007687
  %14 = lshr i64 %13, 27
  %15 = xor i64 %14, %13
  %16 = mul i64 %15, -7723592293110705685
  %17 = lshr i64 %16, 31
  %18 = xor i64 %17, %16
  %19 = trunc i64 %18 to i32
  ret i32 %19
}

; Function Attrs: nounwind
define weak dso_local i32 @arc4random_uniform(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp ult i32 %0, 2
  br i1 %2, label %25, label %3

3:                                                ; preds = %1
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @state)
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %7, label %11

7:                                                ; preds = %3
  %8 = tail call i32 @gettid() #6
  %9 = zext i32 %8 to i64
  %10 = shl i64 %9, 40
  store i64 %10, ptr %4, align 8
  br label %11

11:                                               ; preds = %3, %7
  %12 = load i64, ptr %4, align 8
  %13 = add i64 %12, -7046029254386353131
  store i64 %13, ptr %4, align 8
  %14 = lshr i64 %13, 30
  %15 = xor i64 %14, %13
  %16 = mul i64 %15, -4658895280553007687
  %17 = lshr i64 %16, 27
  %18 = xor i64 %17, %16
  %19 = mul i64 %18, -7723592293110705685
  %20 = lshr i64 %19, 31
  %21 = xor i64 %20, %19
  %22 = zext i32 %0 to i64
  %23 = urem i64 %21, %22
  %24 = trunc nuw i64 %23 to i32
  br label %25

25:                                               ; preds = %1, %11
  %26 = phi i32 [ %24, %11 ], [ 0, %1 ]
  ret i32 %26
}

; Function Attrs: nounwind
define weak dso_local i64 @getrandom(ptr noundef %0, i64 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i32 %2, 8
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = tail call ptr @__errno_location() #6
  store i32 22, ptr %6, align 4
  br label %8

7:                                                ; preds = %3
  tail call void @arc4random_buf(ptr noundef %0, i64 noundef %1) #7
  br label %8

8:                                                ; preds = %7, %5
  %9 = phi i64 [ -1, %5 ], [ %1, %7 ]
  ret i64 %9
}

declare ptr @__errno_location() local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local i32 @getentropy(ptr noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = icmp ugt i64 %1, 256
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = tail call ptr @__errno_location() #6
  store i32 5, ptr %5, align 4
  br label %7

6:                                                ; preds = %2
  tail call void @arc4random_buf(ptr noundef %0, i64 noundef %1) #7
  br label %7

7:                                                ; preds = %6, %4
  %8 = phi i32 [ -1, %4 ], [ 0, %6 ]
  ret i32 %8
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #3

declare i32 @gettid() local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #4

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nobuiltin "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
