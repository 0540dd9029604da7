; ModuleID = 'tests/programs/instructions/constructors.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@value = internal global i32 1, align 4
@.str = private unnamed_addr constant [16 x i8] c"constructor 301\00", align 1
@.str.1 = private unnamed_addr constant [16 x i8] c"constructor 102\00", align 1
@.str.2 = private unnamed_addr constant [16 x i8] c"constructor 200\00", align 1
@.str.3 = private unnamed_addr constant [29 x i8] c"constructor without priority\00", align 1
@.str.4 = private unnamed_addr constant [15 x i8] c"destructor 102\00", align 1
@.str.5 = private unnamed_addr constant [15 x i8] c"destructor 200\00", align 1
@.str.6 = private unnamed_addr constant [28 x i8] c"destructor without priority\00", align 1
@.str.7 = private unnamed_addr constant [10 x i8] c"main: %d\0A\00", align 1
@.str.8 = private unnamed_addr constant [13 x i8] c"exit handler\00", align 1
@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 301, ptr @third, ptr null }, { i32, ptr, ptr } { i32 102, ptr @first, ptr null }, { i32, ptr, ptr } { i32 200, ptr @second, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]
@llvm.global_dtors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 102, ptr @end_last, ptr null }, { i32, ptr, ptr } { i32 200, ptr @end_second, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @end_first, ptr null }]

; Function Attrs: noinline nounwind optnone uwtable
define internal void @third() #0 {
  %1 = load i32, ptr @value, align 4
  %2 = mul nsw i32 %1, 10
  %3 = add nsw i32 %2, 3
  store i32 %3, ptr @value, align 4
  %4 = call i32 @puts(ptr noundef @.str)
  ret void
}

declare i32 @puts(ptr noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @first() #0 {
  %1 = load i32, ptr @value, align 4
  %2 = mul nsw i32 %1, 10
  %3 = add nsw i32 %2, 1
  store i32 %3, ptr @value, align 4
  %4 = call i32 @puts(ptr noundef @.str.1)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @second() #0 {
  %1 = load i32, ptr @value, align 4
  %2 = mul nsw i32 %1, 10
  %3 = add nsw i32 %2, 2
  store i32 %3, ptr @value, align 4
  %4 = call i32 @puts(ptr noundef @.str.2)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @last() #0 {
  %1 = load i32, ptr @value, align 4
  %2 = mul nsw i32 %1, 10
  %3 = add nsw i32 %2, 4
  store i32 %3, ptr @value, align 4
  %4 = call i32 @puts(ptr noundef @.str.3)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @end_last() #0 {
  %1 = call i32 @puts(ptr noundef @.str.4)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @end_second() #0 {
  %1 = call i32 @puts(ptr noundef @.str.5)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @end_first() #0 {
  %1 = call i32 @puts(ptr noundef @.str.6)
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  %2 = load i32, ptr @value, align 4
  %3 = call i32 (ptr, ...) @printf(ptr noundef @.str.7, i32 noundef %2)
  %4 = call i32 @atexit(ptr noundef @at_exit) #3
  ret i32 4
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: nounwind
declare i32 @atexit(ptr noundef) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal void @at_exit() #0 {
  %1 = call i32 @puts(ptr noundef @.str.8)
  ret void
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
