; ModuleID = 'integers.c'
source_filename = "integers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind optnone uwtable
define dso_local { i64, i64 } @wide(i64 noundef %0, i64 noundef %1, i8 noundef zeroext %2) #0 {
  %4 = alloca i128, align 16
  %5 = alloca i128, align 16
  %6 = alloca i128, align 16
  %7 = alloca i8, align 1
  %8 = getelementptr inbounds { i64, i64 }, ptr %5, i32 0, i32 0
  store i64 %0, ptr %8, align 16
  %9 = getelementptr inbounds { i64, i64 }, ptr %5, i32 0, i32 1
  store i64 %1, ptr %9, align 8
  %10 = load i128, ptr %5, align 16
  store i128 %10, ptr %6, align 16
  store i8 %2, ptr %7, align 1
  %11 = load i128, ptr %6, align 16
  %12 = load i8, ptr %7, align 1
  %13 = zext i8 %12 to i128
  %14 = mul i128 %11, %13
  %15 = load i128, ptr %6, align 16
  %16 = lshr i128 %15, 65
  %17 = add i128 %14, %16
  store i128 %17, ptr %4, align 16
  %18 = load { i64, i64 }, ptr %4, align 16
  ret { i64, i64 } %18
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @choose(i32 noundef %0, i64 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  store i32 %0, ptr %4, align 4
  store i64 %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  switch i32 %6, label %12 [
    i32 -5, label %7
    i32 7, label %8
  ]

7:                                                ; preds = %2
  store i32 10, ptr %3, align 4
  br label %24

8:                                                ; preds = %2
  %9 = load i64, ptr %5, align 8
  %10 = srem i64 %9, 3
  %11 = trunc i64 %10 to i32
  store i32 %11, ptr %3, align 4
  br label %24

12:                                               ; preds = %2
  %13 = load i32, ptr %4, align 4
  %14 = icmp sgt i32 %13, 0
  br i1 %14, label %15, label %19

15:                                               ; preds = %12
  %16 = load i64, ptr %5, align 8
  %17 = trunc i64 %16 to i16
  %18 = sext i16 %17 to i32
  br label %22

19:                                               ; preds = %12
  %20 = load i32, ptr %4, align 4
  %21 = xor i32 %20, -1
  br label %22

22:                                               ; preds = %19, %15
  %23 = phi i32 [ %18, %15 ], [ %21, %19 ]
  store i32 %23, ptr %3, align 4
  br label %24

24:                                               ; preds = %22, %8, %7
  %25 = load i32, ptr %3, align 4
  ret i32 %25
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @real(float noundef %0, double noundef %1) #0 {
  %3 = alloca float, align 4
  %4 = alloca double, align 8
  store float %0, ptr %3, align 4
  store double %1, ptr %4, align 8
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load double, ptr %4, align 8
  %8 = fcmp olt double %6, %7
  br i1 %8, label %9, label %13

9:                                                ; preds = %2
  %10 = load float, ptr %3, align 4
  %11 = fmul float %10, 0x3FB99999A0000000
  %12 = fpext float %11 to double
  br label %17

13:                                               ; preds = %2
  %14 = load double, ptr %4, align 8
  %15 = fneg double %14
  %16 = fdiv double %15, 3.000000e+00
  br label %17

17:                                               ; preds = %13, %9
  %18 = phi double [ %12, %9 ], [ %16, %13 ]
  ret double %18
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
