source_filename = "signals.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.information = type { i32, i32, i32, i32, i32, i32, i64, [96 x i8] }
%struct.context = type { [968 x i8] }

; Function Attrs: noreturn nounwind
define weak dso_local void @__mazurka_take_signal(i64 noundef %0, i32 noundef %1, i32 noundef %2, i64 noundef %3, i64 noundef %4, i32 noundef %5, i64 noundef %6) #0 {
  %8 = tail call ptr @__mazurka_bound_handler(i64 noundef %0) #6
  %9 = icmp eq i32 %2, 0
  br i1 %9, label %11, label %10

10:                                               ; preds = %7
  tail call fastcc void @call_with_information(ptr noundef %8, i32 noundef %1, i32 noundef %5, i64 noundef %6) #7
  br label %12

11:                                               ; preds = %7
  tail call void %8(i32 noundef %1) #6
  br label %12

12:                                               ; preds = %11, %10
  tail call void @__mazurka_handler_done(i64 noundef %3, i64 noundef %4) #8
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare ptr @__mazurka_bound_handler(i64 noundef) local_unnamed_addr #2

; Function Attrs: noinline nounwind
define internal fastcc void @call_with_information(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, i64 noundef %3) unnamed_addr #3 {
  %5 = alloca %struct.information, align 8
  %6 = alloca %struct.context, align 1
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %5) #9
  call void @llvm.lifetime.start.p0(i64 968, ptr nonnull %6) #9
  %7 = call ptr @memset(ptr noundef nonnull %5, i32 noundef 0, i64 noundef 128) #6
  %8 = call ptr @memset(ptr noundef nonnull %6, i32 noundef 0, i64 noundef 968) #6
  store i32 %1, ptr %5, align 8
  %9 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 %2, ptr %9, align 8
  %10 = call i32 @getpid() #6
  %11 = getelementptr inbounds i8, ptr %5, i64 16
  store i32 %10, ptr %11, align 8
  %12 = getelementptr inbounds i8, ptr %5, i64 24
  store i64 %3, ptr %12, align 8
  call void %0(i32 noundef %1, ptr noundef nonnull %5, ptr noundef nonnull %6) #6
  call void @llvm.lifetime.end.p0(i64 968, ptr nonnull %6) #9
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %5) #9
  ret void
}

; Function Attrs: noreturn
declare void @__mazurka_handler_done(i64 noundef, i64 noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local ptr @signal(i32 noundef %0, ptr noundef %1) local_unnamed_addr #5 {
  %3 = tail call ptr @__mazurka_signal(ptr noundef nonnull @__mazurka_take_signal, i32 noundef %0, ptr noundef %1, i32 noundef 268435456) #6
  ret ptr %3
}

declare ptr @__mazurka_signal(ptr noundef, i32 noundef, ptr noundef, i32 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define weak dso_local ptr @bsd_signal(i32 noundef %0, ptr noundef %1) local_unnamed_addr #5 {
  %3 = tail call ptr @__mazurka_signal(ptr noundef nonnull @__mazurka_take_signal, i32 noundef %0, ptr noundef %1, i32 noundef 268435456) #6
  ret ptr %3
}

; Function Attrs: nounwind
define weak dso_local ptr @__sysv_signal(i32 noundef %0, ptr noundef %1) local_unnamed_addr #5 {
  %3 = tail call ptr @__mazurka_signal(ptr noundef nonnull @__mazurka_take_signal, i32 noundef %0, ptr noundef %1, i32 noundef -1073741824) #6
  ret ptr %3
}

; Function Attrs: nounwind
define weak dso_local i32 @sigaction(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #5 {
  %4 = tail call i32 @__mazurka_sigaction(ptr noundef nonnull @__mazurka_take_signal, i32 noundef %0, ptr noundef %1, ptr noundef %2) #6
  ret i32 %4
}

declare i32 @__mazurka_sigaction(ptr noundef, i32 noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #2

declare i32 @getpid() local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noinline nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nobuiltin "no-builtins" }
attributes #8 = { nobuiltin noreturn nounwind "no-builtins" }
attributes #9 = { nounwind }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
