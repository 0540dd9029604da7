source_filename = "unwind.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define weak dso_local void @_Unwind_DeleteException(ptr noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %6, label %5

5:                                                ; preds = %1
  tail call void %3(i32 noundef 1, ptr noundef %0) #1
  br label %6

6:                                                ; preds = %5, %1
  ret void
}

; Function Attrs: nounwind
define weak dso_local i32 @_Unwind_Backtrace(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  ret i32 5
}

; Function Attrs: nounwind
define weak dso_local i64 @_Unwind_GetIP(ptr noundef %0) local_unnamed_addr #0 {
  ret i64 0
}

; Function Attrs: nounwind
define weak dso_local i32 @dl_iterate_phdr(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  ret i32 0
}

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nobuiltin nounwind "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
