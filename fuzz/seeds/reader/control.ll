; ModuleID = 'control.c'
source_filename = "control.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = dso_local local_unnamed_addr global [2 x ptr] zeroinitializer, align 16
@run.l = internal unnamed_addr constant [2 x ptr] [ptr blockaddress(@run, %6), ptr blockaddress(@run, %3)], align 16
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable
define dso_local i32 @run(ptr nocapture noundef readonly %0, i32 noundef %1) #0 {
  br label %7

3:                                                ; preds = %7
  %4 = getelementptr inbounds i8, ptr %8, i64 1
  %5 = add nsw i32 %9, 1
  br label %7

6:                                                ; preds = %7
  ret i32 %9

7:                                                ; preds = %3, %2
  %8 = phi ptr [ %0, %2 ], [ %4, %3 ]
  %9 = phi i32 [ %1, %2 ], [ %5, %3 ]
  %10 = load i8, ptr %8, align 1, !tbaa !4
  %11 = and i8 %10, 1
  %12 = zext nneg i8 %11 to i64
  %13 = getelementptr inbounds [2 x ptr], ptr @run.l, i64 0, i64 %12
  %14 = load ptr, ptr %13, align 8, !tbaa !7
  indirectbr ptr %14, [label %6, label %3]
}

; Function Attrs: nounwind uwtable
define dso_local i32 @jump(ptr noundef %0) local_unnamed_addr #1 {
  %2 = call i32 @setjmp(ptr noundef %0) #4
  %3 = icmp eq i32 %2, 0
  call void @llvm.assume(i1 %3)
  call void asm sideeffect "mfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #5, !srcloc !9
  %4 = load ptr, ptr getelementptr inbounds (i8, ptr @table, i64 8), align 8, !tbaa !7
  %5 = call i32 %4(i32 noundef 3) #5
  ret i32 %5
}

; Function Attrs: returns_twice
declare i32 @setjmp(ptr noundef) local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

attributes #0 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { returns_twice "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #4 = { nounwind returns_twice }
attributes #5 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = !{!8, !8, i64 0}
!8 = !{!"any pointer", !5, i64 0}
!9 = !{i64 374}
