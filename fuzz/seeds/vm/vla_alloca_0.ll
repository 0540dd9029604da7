; ModuleID = 'tests/programs/instructions/vla_alloca.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { ptr, i32 }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%u\0A\00", align 1
@.str.2 = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1
@.str.3 = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@.str.4 = private unnamed_addr constant [6 x i8] c"world\00", align 1
@.str.5 = private unnamed_addr constant [7 x i8] c"%s %s\0A\00", align 1
@.str.6 = private unnamed_addr constant [9 x i8] c"%zu %zu \00", align 1
@size = internal global i32 0, align 4

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store i32 0, ptr %1, align 4
  %4 = call i64 @fill_and_sum(i32 noundef 3, i32 noundef 4)
  %5 = call i32 (ptr, ...) @printf(ptr noundef @.str, i64 noundef %4)
  %6 = call i64 @fill_and_sum(i32 noundef 7, i32 noundef 1)
  %7 = call i32 (ptr, ...) @printf(ptr noundef @.str, i64 noundef %6)
  %8 = call i32 @scoped(i32 noundef 1000)
  %9 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %8)
  %10 = call i32 @alloca_list(i32 noundef 12)
  %11 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %10)
  %12 = call i32 @jump_out(i32 noundef 3)
  %13 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %12)
  %14 = call i32 @side_effects(i32 noundef 4)
  %15 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %14)
  %16 = alloca i8, i64 6, align 16
  store ptr %16, ptr %2, align 8
  %17 = load ptr, ptr %2, align 8
  %18 = call ptr @strcpy(ptr noundef %17, ptr noundef @.str.3) #6
  %19 = alloca i8, i64 6, align 16
  store ptr %19, ptr %3, align 8
  %20 = load ptr, ptr %3, align 8
  %21 = call ptr @strcpy(ptr noundef %20, ptr noundef @.str.4) #6
  %22 = load ptr, ptr %2, align 8
  %23 = load ptr, ptr %3, align 8
  %24 = call i32 (ptr, ...) @printf(ptr noundef @.str.5, ptr noundef %22, ptr noundef %23)
  ret i32 0
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i64 @fill_and_sum(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %10 = load i32, ptr %3, align 4
  %11 = zext i32 %10 to i64
  %12 = load i32, ptr %4, align 4
  %13 = zext i32 %12 to i64
  %14 = call ptr @llvm.stacksave.p0()
  store ptr %14, ptr %5, align 8
  %15 = mul nuw i64 %11, %13
  %16 = alloca i32, i64 %15, align 16
  store i64 %11, ptr %6, align 8
  store i64 %13, ptr %7, align 8
  store i32 0, ptr %8, align 4
  br label %17

17:                                               ; preds = %42, %2
  %18 = load i32, ptr %8, align 4
  %19 = load i32, ptr %3, align 4
  %20 = icmp slt i32 %18, %19
  br i1 %20, label %21, label %45

21:                                               ; preds = %17
  store i32 0, ptr %9, align 4
  br label %22

22:                                               ; preds = %38, %21
  %23 = load i32, ptr %9, align 4
  %24 = load i32, ptr %4, align 4
  %25 = icmp slt i32 %23, %24
  br i1 %25, label %26, label %41

26:                                               ; preds = %22
  %27 = load i32, ptr %8, align 4
  %28 = mul nsw i32 %27, 10
  %29 = load i32, ptr %9, align 4
  %30 = add nsw i32 %28, %29
  %31 = load i32, ptr %8, align 4
  %32 = sext i32 %31 to i64
  %33 = mul nsw i64 %32, %13
  %34 = getelementptr inbounds i32, ptr %16, i64 %33
  %35 = load i32, ptr %9, align 4
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i32, ptr %34, i64 %36
  store i32 %30, ptr %37, align 4
  br label %38

38:                                               ; preds = %26
  %39 = load i32, ptr %9, align 4
  %40 = add nsw i32 %39, 1
  store i32 %40, ptr %9, align 4
  br label %22, !llvm.loop !6

41:                                               ; preds = %22
  br label %42

42:                                               ; preds = %41
  %43 = load i32, ptr %8, align 4
  %44 = add nsw i32 %43, 1
  store i32 %44, ptr %8, align 4
  br label %17, !llvm.loop !8

45:                                               ; preds = %17
  %46 = mul nuw i64 %11, %13
  %47 = mul nuw i64 4, %46
  %48 = mul nsw i64 0, %13
  %49 = getelementptr inbounds i32, ptr %16, i64 %48
  %50 = mul nuw i64 4, %13
  %51 = call i32 (ptr, ...) @printf(ptr noundef @.str.6, i64 noundef %47, i64 noundef %50)
  %52 = load i32, ptr %3, align 4
  %53 = load i32, ptr %4, align 4
  %54 = call i64 @sum(i32 noundef %52, i32 noundef %53, ptr noundef %16)
  %55 = load ptr, ptr %5, align 8
  call void @llvm.stackrestore.p0(ptr %55)
  ret i64 %54
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @scoped(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store i32 %0, ptr %2, align 4
  store i32 0, ptr %3, align 4
  store i32 0, ptr %4, align 4
  br label %7

7:                                                ; preds = %37, %1
  %8 = load i32, ptr %4, align 4
  %9 = load i32, ptr %2, align 4
  %10 = icmp slt i32 %8, %9
  br i1 %10, label %11, label %40

11:                                               ; preds = %7
  %12 = load i32, ptr %4, align 4
  %13 = sub nsw i32 65536, %12
  %14 = zext i32 %13 to i64
  %15 = call ptr @llvm.stacksave.p0()
  store ptr %15, ptr %5, align 8
  %16 = alloca i8, i64 %14, align 16
  store i64 %14, ptr %6, align 8
  %17 = load i32, ptr %4, align 4
  %18 = trunc i32 %17 to i8
  %19 = getelementptr inbounds i8, ptr %16, i64 0
  store i8 %18, ptr %19, align 16
  %20 = load i32, ptr %4, align 4
  %21 = mul nsw i32 %20, 3
  %22 = trunc i32 %21 to i8
  %23 = sub i64 %14, 1
  %24 = getelementptr inbounds i8, ptr %16, i64 %23
  store i8 %22, ptr %24, align 1
  %25 = load i32, ptr %3, align 4
  %26 = mul i32 %25, 31
  %27 = getelementptr inbounds i8, ptr %16, i64 0
  %28 = load i8, ptr %27, align 16
  %29 = zext i8 %28 to i32
  %30 = add i32 %26, %29
  %31 = sub i64 %14, 1
  %32 = getelementptr inbounds i8, ptr %16, i64 %31
  %33 = load i8, ptr %32, align 1
  %34 = zext i8 %33 to i32
  %35 = add i32 %30, %34
  store i32 %35, ptr %3, align 4
  %36 = load ptr, ptr %5, align 8
  call void @llvm.stackrestore.p0(ptr %36)
  br label %37

37:                                               ; preds = %11
  %38 = load i32, ptr %4, align 4
  %39 = add nsw i32 %38, 1
  store i32 %39, ptr %4, align 4
  br label %7, !llvm.loop !9

40:                                               ; preds = %7
  %41 = load i32, ptr %3, align 4
  ret i32 %41
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @alloca_list(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca %struct.node, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store i32 %0, ptr %2, align 4
  store ptr null, ptr %3, align 8
  store i32 0, ptr %4, align 4
  br label %9

9:                                                ; preds = %21, %1
  %10 = load i32, ptr %4, align 4
  %11 = load i32, ptr %2, align 4
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %24

13:                                               ; preds = %9
  %14 = alloca i8, i64 16, align 16
  store ptr %14, ptr %5, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 0
  %17 = load ptr, ptr %3, align 8
  store ptr %17, ptr %16, align 8
  %18 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 1
  %19 = load i32, ptr %4, align 4
  store i32 %19, ptr %18, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %15, ptr align 8 %6, i64 16, i1 false)
  %20 = load ptr, ptr %5, align 8
  store ptr %20, ptr %3, align 8
  br label %21

21:                                               ; preds = %13
  %22 = load i32, ptr %4, align 4
  %23 = add nsw i32 %22, 1
  store i32 %23, ptr %4, align 4
  br label %9, !llvm.loop !10

24:                                               ; preds = %9
  store i32 0, ptr %7, align 4
  %25 = load ptr, ptr %3, align 8
  store ptr %25, ptr %8, align 8
  br label %26

26:                                               ; preds = %36, %24
  %27 = load ptr, ptr %8, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %40

29:                                               ; preds = %26
  %30 = load i32, ptr %7, align 4
  %31 = mul nsw i32 %30, 3
  %32 = load ptr, ptr %8, align 8
  %33 = getelementptr inbounds %struct.node, ptr %32, i32 0, i32 1
  %34 = load i32, ptr %33, align 8
  %35 = add nsw i32 %31, %34
  store i32 %35, ptr %7, align 4
  br label %36

36:                                               ; preds = %29
  %37 = load ptr, ptr %8, align 8
  %38 = getelementptr inbounds %struct.node, ptr %37, i32 0, i32 0
  %39 = load ptr, ptr %38, align 8
  store ptr %39, ptr %8, align 8
  br label %26, !llvm.loop !11

40:                                               ; preds = %26
  %41 = load i32, ptr %7, align 4
  ret i32 %41
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @jump_out(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 0, ptr %4, align 4
  br label %8

8:                                                ; preds = %31, %1
  %9 = load i32, ptr %3, align 4
  %10 = load i32, ptr %4, align 4
  %11 = add nsw i32 %9, %10
  %12 = zext i32 %11 to i64
  %13 = call ptr @llvm.stacksave.p0()
  store ptr %13, ptr %5, align 8
  %14 = alloca i32, i64 %12, align 16
  store i64 %12, ptr %6, align 8
  %15 = load i32, ptr %4, align 4
  %16 = trunc i32 %15 to i8
  %17 = mul nuw i64 4, %12
  call void @llvm.memset.p0.i64(ptr align 16 %14, i8 %16, i64 %17, i1 false)
  %18 = load i32, ptr %4, align 4
  %19 = add nsw i32 %18, 1
  store i32 %19, ptr %4, align 4
  %20 = icmp slt i32 %19, 5
  br i1 %20, label %21, label %22

21:                                               ; preds = %8
  store i32 2, ptr %7, align 4
  br label %31

22:                                               ; preds = %8
  %23 = load i32, ptr %3, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %14, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = mul nuw i64 4, %12
  %28 = udiv i64 %27, 4
  %29 = trunc i64 %28 to i32
  %30 = add nsw i32 %26, %29
  store i32 %30, ptr %2, align 4
  store i32 1, ptr %7, align 4
  br label %31

31:                                               ; preds = %22, %21
  %32 = load ptr, ptr %5, align 8
  call void @llvm.stackrestore.p0(ptr %32)
  %33 = load i32, ptr %7, align 4
  switch i32 %33, label %36 [
    i32 2, label %8
    i32 1, label %34
  ]

34:                                               ; preds = %31
  %35 = load i32, ptr %2, align 4
  ret i32 %35

36:                                               ; preds = %31
  unreachable
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @side_effects(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i32 %0, ptr %2, align 4
  %6 = call i32 @next_size()
  %7 = zext i32 %6 to i64
  %8 = call ptr @llvm.stacksave.p0()
  store ptr %8, ptr %3, align 8
  %9 = alloca i32, i64 %7, align 16
  store i64 %7, ptr %4, align 8
  %10 = call i32 @next_size()
  %11 = load i32, ptr %2, align 4
  %12 = add nsw i32 %10, %11
  %13 = zext i32 %12 to i64
  store i32 100, ptr %2, align 4
  %14 = alloca i8, i64 %13, align 16
  store i64 %13, ptr %5, align 8
  %15 = mul nuw i64 4, %7
  %16 = udiv i64 %15, 4
  %17 = trunc i64 %16 to i32
  %18 = mul nsw i32 %17, 100
  %19 = trunc i64 %13 to i32
  %20 = mul nsw i32 %19, 10
  %21 = add nsw i32 %18, %20
  %22 = call i32 @next_size()
  %23 = add nsw i32 %21, %22
  %24 = load ptr, ptr %3, align 8
  call void @llvm.stackrestore.p0(ptr %24)
  ret i32 %23
}

; Function Attrs: nounwind
declare ptr @strcpy(ptr noundef, ptr noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #3

; Function Attrs: noinline nounwind optnone uwtable
define internal i64 @sum(i32 noundef %0, i32 noundef %1, ptr noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %10 = load i32, ptr %4, align 4
  %11 = zext i32 %10 to i64
  %12 = load i32, ptr %5, align 4
  %13 = zext i32 %12 to i64
  store i64 0, ptr %7, align 8
  store i32 0, ptr %8, align 4
  br label %14

14:                                               ; preds = %40, %3
  %15 = load i32, ptr %8, align 4
  %16 = load i32, ptr %4, align 4
  %17 = icmp slt i32 %15, %16
  br i1 %17, label %18, label %43

18:                                               ; preds = %14
  store i32 0, ptr %9, align 4
  br label %19

19:                                               ; preds = %36, %18
  %20 = load i32, ptr %9, align 4
  %21 = load i32, ptr %5, align 4
  %22 = icmp slt i32 %20, %21
  br i1 %22, label %23, label %39

23:                                               ; preds = %19
  %24 = load ptr, ptr %6, align 8
  %25 = load i32, ptr %8, align 4
  %26 = sext i32 %25 to i64
  %27 = mul nsw i64 %26, %13
  %28 = getelementptr inbounds i32, ptr %24, i64 %27
  %29 = load i32, ptr %9, align 4
  %30 = sext i32 %29 to i64
  %31 = getelementptr inbounds i32, ptr %28, i64 %30
  %32 = load i32, ptr %31, align 4
  %33 = sext i32 %32 to i64
  %34 = load i64, ptr %7, align 8
  %35 = add nsw i64 %34, %33
  store i64 %35, ptr %7, align 8
  br label %36

36:                                               ; preds = %23
  %37 = load i32, ptr %9, align 4
  %38 = add nsw i32 %37, 1
  store i32 %38, ptr %9, align 4
  br label %19, !llvm.loop !12

39:                                               ; preds = %19
  br label %40

40:                                               ; preds = %39
  %41 = load i32, ptr %8, align 4
  %42 = add nsw i32 %41, 1
  store i32 %42, ptr %8, align 4
  br label %14, !llvm.loop !13

43:                                               ; preds = %14
  %44 = load i64, ptr %7, align 8
  ret i64 %44
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #5

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @next_size() #0 {
  %1 = load i32, ptr @size, align 4
  %2 = add nsw i32 %1, 1
  store i32 %2, ptr @size, align 4
  ret i32 %2
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind willreturn }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nounwind }

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
!10 = distinct !{!10, !7}
!11 = distinct !{!11, !7}
!12 = distinct !{!12, !7}
!13 = distinct !{!13, !7}
