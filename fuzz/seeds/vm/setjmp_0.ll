; ModuleID = 'tests/programs/instructions/setjmp.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__jmp_buf_tag = type { [8 x i64], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [16 x i64] }
%struct.handler = type { [1 x %struct.__jmp_buf_tag], ptr }

@.str = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@outer = internal global [1 x %struct.__jmp_buf_tag] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [12 x i8] c"not reached\00", align 1
@.str.2 = private unnamed_addr constant [33 x i8] c"code %d unchanged %d changed %d\0A\00", align 1
@.str.3 = private unnamed_addr constant [16 x i8] c"zero became one\00", align 1
@.str.4 = private unnamed_addr constant [6 x i8] c"wrong\00", align 1
@.str.5 = private unnamed_addr constant [10 x i8] c"%d tries\0A\00", align 1
@.str.6 = private unnamed_addr constant [29 x i8] c"outer caught %d at level %d\0A\00", align 1
@inner = internal global [1 x %struct.__jmp_buf_tag] zeroinitializer, align 16
@.str.7 = private unnamed_addr constant [13 x i8] c"inner caught\00", align 1
@handlers = internal global ptr null, align 8
@__const.from_loop.table = private unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@.str.8 = private unnamed_addr constant [8 x i8] c"sum %d\0A\00", align 1
@.str.9 = private unnamed_addr constant [14 x i8] c"sigsetjmp %d\0A\00", align 1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @across_functions()
  call void @value_zero()
  call void @counting()
  call void @nested()
  store i32 0, ptr %2, align 4
  br label %3

3:                                                ; preds = %10, %0
  %4 = load i32, ptr %2, align 4
  %5 = icmp slt i32 %4, 9
  br i1 %5, label %6, label %13

6:                                                ; preds = %3
  %7 = load i32, ptr %2, align 4
  %8 = call i32 @evaluate(i32 noundef %7)
  %9 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %8)
  br label %10

10:                                               ; preds = %6
  %11 = load i32, ptr %2, align 4
  %12 = add nsw i32 %11, 1
  store i32 %12, ptr %2, align 4
  br label %3, !llvm.loop !6

13:                                               ; preds = %3
  %14 = call i32 @putchar(i32 noundef 10)
  call void @from_loop()
  call void @with_mask()
  ret i32 0
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @across_functions() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 42, ptr %1, align 4
  store volatile i32 1, ptr %2, align 4
  %4 = call i32 @_setjmp(ptr noundef @outer) #5
  store i32 %4, ptr %3, align 4
  %5 = load i32, ptr %3, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %9

7:                                                ; preds = %0
  store volatile i32 2, ptr %2, align 4
  call void @descend(i32 noundef 10, i32 noundef 100)
  %8 = call i32 @puts(ptr noundef @.str.1)
  br label %9

9:                                                ; preds = %7, %0
  %10 = load i32, ptr %3, align 4
  %11 = load i32, ptr %1, align 4
  %12 = load volatile i32, ptr %2, align 4
  %13 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %10, i32 noundef %11, i32 noundef %12)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @value_zero() #0 {
  %1 = call i32 @_setjmp(ptr noundef @outer) #5
  switch i32 %1, label %5 [
    i32 0, label %2
    i32 1, label %3
  ]

2:                                                ; preds = %0
  call void @longjmp(ptr noundef @outer, i32 noundef 0) #6
  unreachable

3:                                                ; preds = %0
  %4 = call i32 @puts(ptr noundef @.str.3)
  br label %7

5:                                                ; preds = %0
  %6 = call i32 @puts(ptr noundef @.str.4)
  br label %7

7:                                                ; preds = %5, %3
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @counting() #0 {
  %1 = alloca i32, align 4
  store volatile i32 0, ptr %1, align 4
  %2 = call i32 @_setjmp(ptr noundef @outer) #5
  %3 = icmp slt i32 %2, 5
  br i1 %3, label %4, label %8

4:                                                ; preds = %0
  %5 = load volatile i32, ptr %1, align 4
  %6 = add nsw i32 %5, 1
  store volatile i32 %6, ptr %1, align 4
  %7 = load volatile i32, ptr %1, align 4
  call void @longjmp(ptr noundef @outer, i32 noundef %7) #6
  unreachable

8:                                                ; preds = %0
  %9 = load volatile i32, ptr %1, align 4
  %10 = call i32 (ptr, ...) @printf(ptr noundef @.str.5, i32 noundef %9)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @nested() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  store volatile i32 0, ptr %1, align 4
  br label %3

3:                                                ; preds = %16, %0
  %4 = load volatile i32, ptr %1, align 4
  %5 = icmp slt i32 %4, 2
  br i1 %5, label %6, label %19

6:                                                ; preds = %3
  %7 = call i32 @_setjmp(ptr noundef @outer) #5
  store i32 %7, ptr %2, align 4
  %8 = load i32, ptr %2, align 4
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %12

10:                                               ; preds = %6
  %11 = load volatile i32, ptr %1, align 4
  call void @inner_handler(i32 noundef %11)
  br label %12

12:                                               ; preds = %10, %6
  %13 = load i32, ptr %2, align 4
  %14 = load volatile i32, ptr %1, align 4
  %15 = call i32 (ptr, ...) @printf(ptr noundef @.str.6, i32 noundef %13, i32 noundef %14)
  br label %16

16:                                               ; preds = %12
  %17 = load volatile i32, ptr %1, align 4
  %18 = add nsw i32 %17, 1
  store volatile i32 %18, ptr %1, align 4
  br label %3, !llvm.loop !8

19:                                               ; preds = %3
  ret void
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @evaluate(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca %struct.handler, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %6 = load ptr, ptr @handlers, align 8
  %7 = getelementptr inbounds %struct.handler, ptr %3, i32 0, i32 1
  store ptr %6, ptr %7, align 8
  store ptr %3, ptr @handlers, align 8
  %8 = getelementptr inbounds %struct.handler, ptr %3, i32 0, i32 0
  %9 = getelementptr inbounds [1 x %struct.__jmp_buf_tag], ptr %8, i64 0, i64 0
  %10 = call i32 @_setjmp(ptr noundef %9) #5
  store i32 %10, ptr %4, align 4
  %11 = load i32, ptr %4, align 4
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %34

13:                                               ; preds = %1
  %14 = load i32, ptr %2, align 4
  %15 = srem i32 %14, 3
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %20

17:                                               ; preds = %13
  %18 = load i32, ptr %2, align 4
  %19 = add nsw i32 %18, 1
  call void @throw(i32 noundef %19)
  br label %32

20:                                               ; preds = %13
  %21 = load i32, ptr %2, align 4
  %22 = icmp sle i32 %21, 0
  br i1 %22, label %23, label %24

23:                                               ; preds = %20
  br label %30

24:                                               ; preds = %20
  %25 = load i32, ptr %2, align 4
  %26 = load i32, ptr %2, align 4
  %27 = sub nsw i32 %26, 2
  %28 = call i32 @evaluate(i32 noundef %27)
  %29 = add nsw i32 %25, %28
  br label %30

30:                                               ; preds = %24, %23
  %31 = phi i32 [ 0, %23 ], [ %29, %24 ]
  br label %32

32:                                               ; preds = %30, %17
  %33 = phi i32 [ -1, %17 ], [ %31, %30 ]
  store i32 %33, ptr %5, align 4
  br label %37

34:                                               ; preds = %1
  %35 = load i32, ptr %4, align 4
  %36 = mul nsw i32 %35, 1000
  store i32 %36, ptr %5, align 4
  br label %37

37:                                               ; preds = %34, %32
  %38 = getelementptr inbounds %struct.handler, ptr %3, i32 0, i32 1
  %39 = load ptr, ptr %38, align 8
  store ptr %39, ptr @handlers, align 8
  %40 = load i32, ptr %5, align 4
  ret i32 %40
}

declare i32 @putchar(i32 noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @from_loop() #0 {
  %1 = alloca [4 x i32], align 16
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %1, ptr align 16 @__const.from_loop.table, i64 16, i1 false)
  store volatile i32 0, ptr %2, align 4
  store volatile i32 0, ptr %3, align 4
  br label %4

4:                                                ; preds = %25, %0
  %5 = load volatile i32, ptr %3, align 4
  %6 = icmp slt i32 %5, 4
  br i1 %6, label %7, label %28

7:                                                ; preds = %4
  %8 = call i32 @_setjmp(ptr noundef @inner) #5
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %11

10:                                               ; preds = %7
  br label %25

11:                                               ; preds = %7
  %12 = load volatile i32, ptr %3, align 4
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds [4 x i32], ptr %1, i64 0, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = load volatile i32, ptr %2, align 4
  %17 = add nsw i32 %16, %15
  store volatile i32 %17, ptr %2, align 4
  %18 = load volatile i32, ptr %3, align 4
  %19 = srem i32 %18, 2
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %22

21:                                               ; preds = %11
  call void @longjmp(ptr noundef @inner, i32 noundef 1) #6
  unreachable

22:                                               ; preds = %11
  %23 = load volatile i32, ptr %2, align 4
  %24 = add nsw i32 %23, 10
  store volatile i32 %24, ptr %2, align 4
  br label %25

25:                                               ; preds = %22, %10
  %26 = load volatile i32, ptr %3, align 4
  %27 = add nsw i32 %26, 1
  store volatile i32 %27, ptr %3, align 4
  br label %4, !llvm.loop !9

28:                                               ; preds = %4
  %29 = load volatile i32, ptr %2, align 4
  %30 = call i32 (ptr, ...) @printf(ptr noundef @.str.8, i32 noundef %29)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @with_mask() #0 {
  %1 = alloca [1 x %struct.__jmp_buf_tag], align 16
  %2 = alloca i32, align 4
  %3 = getelementptr inbounds [1 x %struct.__jmp_buf_tag], ptr %1, i64 0, i64 0
  %4 = call i32 @__sigsetjmp(ptr noundef %3, i32 noundef 0) #5
  store i32 %4, ptr %2, align 4
  %5 = load i32, ptr %2, align 4
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %0
  %8 = getelementptr inbounds [1 x %struct.__jmp_buf_tag], ptr %1, i64 0, i64 0
  call void @siglongjmp(ptr noundef %8, i32 noundef 3) #6
  unreachable

9:                                                ; preds = %0
  %10 = load i32, ptr %2, align 4
  %11 = call i32 (ptr, ...) @printf(ptr noundef @.str.9, i32 noundef %10)
  ret void
}

; Function Attrs: nounwind returns_twice
declare i32 @_setjmp(ptr noundef) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal void @descend(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [64 x i8], align 16
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %6 = load i32, ptr %3, align 4
  %7 = trunc i32 %6 to i8
  %8 = getelementptr inbounds [64 x i8], ptr %5, i64 0, i64 0
  store i8 %7, ptr %8, align 16
  %9 = load i32, ptr %3, align 4
  %10 = icmp sgt i32 %9, 0
  br i1 %10, label %11, label %19

11:                                               ; preds = %2
  %12 = load i32, ptr %3, align 4
  %13 = sub nsw i32 %12, 1
  %14 = load i32, ptr %4, align 4
  %15 = getelementptr inbounds [64 x i8], ptr %5, i64 0, i64 0
  %16 = load i8, ptr %15, align 16
  %17 = sext i8 %16 to i32
  %18 = add nsw i32 %14, %17
  call void @descend(i32 noundef %13, i32 noundef %18)
  br label %19

19:                                               ; preds = %11, %2
  %20 = load i32, ptr %4, align 4
  call void @leap(i32 noundef %20)
  ret void
}

declare i32 @puts(ptr noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @leap(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %5, label %7

5:                                                ; preds = %1
  %6 = load i32, ptr %2, align 4
  call void @longjmp(ptr noundef @outer, i32 noundef %6) #6
  unreachable

7:                                                ; preds = %1
  ret void
}

; Function Attrs: noreturn nounwind
declare void @longjmp(ptr noundef, i32 noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal void @inner_handler(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = call i32 @_setjmp(ptr noundef @inner) #5
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %10

5:                                                ; preds = %1
  %6 = load i32, ptr %2, align 4
  %7 = icmp sgt i32 %6, 0
  br i1 %7, label %8, label %9

8:                                                ; preds = %5
  call void @longjmp(ptr noundef @inner, i32 noundef 1) #6
  unreachable

9:                                                ; preds = %5
  call void @longjmp(ptr noundef @outer, i32 noundef 7) #6
  unreachable

10:                                               ; preds = %1
  %11 = call i32 @puts(ptr noundef @.str.7)
  call void @longjmp(ptr noundef @outer, i32 noundef 8) #6
  unreachable
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @throw(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load ptr, ptr @handlers, align 8
  %4 = getelementptr inbounds %struct.handler, ptr %3, i32 0, i32 0
  %5 = getelementptr inbounds [1 x %struct.__jmp_buf_tag], ptr %4, i64 0, i64 0
  %6 = load i32, ptr %2, align 4
  call void @longjmp(ptr noundef %5, i32 noundef %6) #6
  unreachable
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: nounwind returns_twice
declare i32 @__sigsetjmp(ptr noundef, i32 noundef) #2

; Function Attrs: noreturn nounwind
declare void @siglongjmp(ptr noundef, i32 noundef) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind returns_twice "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nounwind returns_twice }
attributes #6 = { noreturn nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
