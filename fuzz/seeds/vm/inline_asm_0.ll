; ModuleID = 'tests/programs/instructions/inline_asm.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@flag = internal global i32 0, align 4
@.str = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  %6 = call i32 @opaque(i32 noundef 20)
  %7 = call i32 @opaque(i32 noundef 22)
  %8 = add nsw i32 %6, %7
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #2, !srcloc !6
  store i32 5, ptr %3, align 4
  call void @escape(ptr noundef %3)
  call void asm sideeffect "lfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #2, !srcloc !7
  call void asm sideeffect "sfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #2, !srcloc !8
  %9 = call i32 @pthread_create(ptr noundef %4, ptr noundef null, ptr noundef @setter, ptr noundef null) #2
  br label %10

10:                                               ; preds = %15, %0
  %11 = load atomic i32, ptr @flag seq_cst, align 4
  store i32 %11, ptr %5, align 4
  %12 = load i32, ptr %5, align 4
  %13 = icmp ne i32 %12, 0
  %14 = xor i1 %13, true
  br i1 %14, label %15, label %16

15:                                               ; preds = %10
  call void asm sideeffect "pause", "~{memory},~{dirflag},~{fpsr},~{flags}"() #2, !srcloc !9
  call void asm sideeffect "rep; nop", "~{memory},~{dirflag},~{fpsr},~{flags}"() #2, !srcloc !10
  call void @llvm.x86.sse2.pause()
  br label %10, !llvm.loop !11

16:                                               ; preds = %10
  %17 = load i64, ptr %4, align 8
  %18 = call i32 @pthread_join(i64 noundef %17, ptr noundef null)
  call void @llvm.x86.sse2.mfence()
  call void asm sideeffect "nop", "~{dirflag},~{fpsr},~{flags}"() #2, !srcloc !13
  %19 = load i32, ptr %2, align 4
  %20 = load i32, ptr %3, align 4
  %21 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %19, i32 noundef %20)
  ret i32 0
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @opaque(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i32 %3) #4, !srcloc !14
  store i32 %4, ptr %2, align 4
  %5 = load i32, ptr %2, align 4
  ret i32 %5
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @escape(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void asm sideeffect "", "imr,~{memory},~{dirflag},~{fpsr},~{flags}"(ptr %3) #2, !srcloc !15
  ret void
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @setter(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  call void asm sideeffect "mfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #2, !srcloc !16
  store i32 1, ptr %3, align 4
  %5 = load i32, ptr %3, align 4
  store atomic i32 %5, ptr @flag seq_cst, align 4
  ret ptr null
}

; Function Attrs: nounwind
declare void @llvm.x86.sse2.pause() #2

declare i32 @pthread_join(i64 noundef, ptr noundef) #3

; Function Attrs: nounwind
declare void @llvm.x86.sse2.mfence() #2

declare i32 @printf(ptr noundef, ...) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{i64 2147852616}
!7 = !{i64 2147852654}
!8 = !{i64 2147852698}
!9 = !{i64 2147852816}
!10 = !{i64 2147852859}
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{i64 1333}
!14 = !{i64 669}
!15 = !{i64 752}
!16 = !{i64 2147852497}
