source_filename = "messages.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@stderr = external local_unnamed_addr global ptr, align 8
@.str = private unnamed_addr constant [2 x i8] c" \00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"%s:%u: \00", align 1
@error_message_count = weak dso_local global i32 0, align 4
@error_one_per_line = weak dso_local local_unnamed_addr global i32 0, align 4
@error_print_progname = weak dso_local local_unnamed_addr global ptr null, align 8
@.str.2 = private unnamed_addr constant [5 x i8] c"%s: \00", align 1
@program_invocation_short_name = external local_unnamed_addr global ptr, align 8
@.str.3 = private unnamed_addr constant [5 x i8] c": %s\00", align 1
@.str.4 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@.str.5 = private unnamed_addr constant [2 x i8] c"\0A\00", align 1
@stdout = external local_unnamed_addr global ptr, align 8
@.str.6 = private unnamed_addr constant [4 x i8] c"%s:\00", align 1
@program_invocation_name = external local_unnamed_addr global ptr, align 8

; Function Attrs: nounwind
define weak dso_local void @vwarn(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call ptr @__errno_location() #6
  %4 = load i32, ptr %3, align 4
  %5 = load ptr, ptr @stderr, align 8
  %6 = load ptr, ptr @program_invocation_short_name, align 8
  %7 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %5, ptr noundef nonnull @.str.2, ptr noundef %6) #6
  %8 = icmp eq ptr %0, null
  br i1 %8, label %12, label %9

9:                                                ; preds = %2
  %10 = load ptr, ptr @stderr, align 8
  %11 = tail call i32 @vfprintf(ptr noundef %10, ptr noundef nonnull %0, ptr noundef %1) #6
  br label %12

12:                                               ; preds = %9, %2
  %13 = icmp sgt i32 %4, -1
  br i1 %13, label %14, label %19

14:                                               ; preds = %12
  %15 = load ptr, ptr @stderr, align 8
  %16 = select i1 %8, ptr @.str.4, ptr @.str.3
  %17 = tail call ptr @strerror(i32 noundef %4) #6
  %18 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %15, ptr noundef nonnull %16, ptr noundef %17) #6
  br label %19

19:                                               ; preds = %12, %14
  %20 = load ptr, ptr @stderr, align 8
  %21 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %20, ptr noundef nonnull @.str.5) #6
  ret void
}

declare ptr @__errno_location() local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local void @vwarnx(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = load ptr, ptr @stderr, align 8
  %4 = load ptr, ptr @program_invocation_short_name, align 8
  %5 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %3, ptr noundef nonnull @.str.2, ptr noundef %4) #6
  %6 = icmp eq ptr %0, null
  br i1 %6, label %10, label %7

7:                                                ; preds = %2
  %8 = load ptr, ptr @stderr, align 8
  %9 = tail call i32 @vfprintf(ptr noundef %8, ptr noundef nonnull %0, ptr noundef %1) #6
  br label %10

10:                                               ; preds = %2, %7
  %11 = load ptr, ptr @stderr, align 8
  %12 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef nonnull @.str.5) #6
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @vwarnc(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr @stderr, align 8
  %5 = load ptr, ptr @program_invocation_short_name, align 8
  %6 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %4, ptr noundef nonnull @.str.2, ptr noundef %5) #6
  %7 = icmp eq ptr %1, null
  br i1 %7, label %11, label %8

8:                                                ; preds = %3
  %9 = load ptr, ptr @stderr, align 8
  %10 = tail call i32 @vfprintf(ptr noundef %9, ptr noundef nonnull %1, ptr noundef %2) #6
  br label %11

11:                                               ; preds = %8, %3
  %12 = icmp sgt i32 %0, -1
  br i1 %12, label %13, label %18

13:                                               ; preds = %11
  %14 = load ptr, ptr @stderr, align 8
  %15 = select i1 %7, ptr @.str.4, ptr @.str.3
  %16 = tail call ptr @strerror(i32 noundef %0) #6
  %17 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %14, ptr noundef nonnull %15, ptr noundef %16) #6
  br label %18

18:                                               ; preds = %11, %13
  %19 = load ptr, ptr @stderr, align 8
  %20 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %19, ptr noundef nonnull @.str.5) #6
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @warn(ptr noundef %0, ...) local_unnamed_addr #0 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #7
  call void @llvm.va_start.p0(ptr nonnull %2)
  call void @vwarn(ptr noundef %0, ptr noundef nonnull %2) #8
  call void @llvm.va_end.p0(ptr %2)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #7
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind
define weak dso_local void @warnx(ptr noundef %0, ...) local_unnamed_addr #0 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #7
  call void @llvm.va_start.p0(ptr nonnull %2)
  call void @vwarnx(ptr noundef %0, ptr noundef nonnull %2) #8
  call void @llvm.va_end.p0(ptr %2)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #7
  ret void
}

; Function Attrs: noreturn nounwind
define weak dso_local void @verr(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #4 {
  tail call void @vwarn(ptr noundef %1, ptr noundef %2) #8
  tail call void @exit(i32 noundef %0) #9
  unreachable
}

; Function Attrs: noreturn
declare void @exit(i32 noundef) local_unnamed_addr #5

; Function Attrs: noreturn nounwind
define weak dso_local void @verrx(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #4 {
  tail call void @vwarnx(ptr noundef %1, ptr noundef %2) #8
  tail call void @exit(i32 noundef %0) #9
  unreachable
}

; Function Attrs: noreturn nounwind
define weak dso_local void @err(i32 noundef %0, ptr noundef %1, ...) local_unnamed_addr #4 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #7
  call void @llvm.va_start.p0(ptr nonnull %3)
  call void @verr(i32 noundef %0, ptr noundef %1, ptr noundef nonnull %3) #10
  unreachable
}

; Function Attrs: noreturn nounwind
define weak dso_local void @errx(i32 noundef %0, ptr noundef %1, ...) local_unnamed_addr #4 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #7
  call void @llvm.va_start.p0(ptr nonnull %3)
  call void @verrx(i32 noundef %0, ptr noundef %1, ptr noundef nonnull %3) #10
  unreachable
}

; Function Attrs: nounwind
define weak dso_local void @error(i32 noundef %0, i32 noundef %1, ptr noundef %2, ...) local_unnamed_addr #0 {
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  %5 = load ptr, ptr @stdout, align 8
  %6 = tail call i32 @fflush(ptr noundef %5) #6
  %7 = load ptr, ptr @error_print_progname, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %10, label %9

9:                                                ; preds = %3
  tail call void %7() #6
  br label %14

10:                                               ; preds = %3
  %11 = load ptr, ptr @stderr, align 8
  %12 = load ptr, ptr @program_invocation_name, align 8
  %13 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef nonnull @.str.6, ptr noundef %12) #6
  br label %14

14:                                               ; preds = %9, %10
  %15 = load ptr, ptr @stderr, align 8
  %16 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %15, ptr noundef nonnull @.str) #6
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4) #7
  call void @llvm.va_start.p0(ptr nonnull %4)
  call fastcc void @finish(i32 noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef nonnull %4) #8
  call void @llvm.va_end.p0(ptr %4)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4) #7
  ret void
}

declare i32 @fprintf(ptr noundef, ptr noundef, ...) local_unnamed_addr #1

; Function Attrs: nounwind
define internal fastcc void @finish(i32 noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = load ptr, ptr @stderr, align 8
  %6 = tail call i32 @vfprintf(ptr noundef %5, ptr noundef %2, ptr noundef %3) #6
  %7 = icmp eq i32 %1, 0
  br i1 %7, label %12, label %8

8:                                                ; preds = %4
  %9 = load ptr, ptr @stderr, align 8
  %10 = tail call ptr @strerror(i32 noundef %1) #6
  %11 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %9, ptr noundef nonnull @.str.3, ptr noundef %10) #6
  br label %12

12:                                               ; preds = %8, %4
  %13 = load ptr, ptr @stderr, align 8
  %14 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %13, ptr noundef nonnull @.str.5) #6
  tail call void @__mazurka_change(ptr noundef nonnull @error_message_count, i64 noundef 4) #6
  %15 = load i32, ptr @error_message_count, align 4
  %16 = add i32 %15, 1
  store i32 %16, ptr @error_message_count, align 4
  tail call void @__mazurka_changed() #6
  %17 = icmp eq i32 %0, 0
  br i1 %17, label %19, label %18

18:                                               ; preds = %12
  tail call void @exit(i32 noundef %0) #9
  unreachable

19:                                               ; preds = %12
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @error_at_line(i32 noundef %0, i32 noundef %1, ptr noundef %2, i32 noundef %3, ptr noundef %4, ...) local_unnamed_addr #0 {
  %6 = alloca [1 x %struct.__va_list_tag], align 16
  %7 = load ptr, ptr @stdout, align 8
  %8 = tail call i32 @fflush(ptr noundef %7) #6
  %9 = load ptr, ptr @error_print_progname, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %12, label %11

11:                                               ; preds = %5
  tail call void %9() #6
  br label %16

12:                                               ; preds = %5
  %13 = load ptr, ptr @stderr, align 8
  %14 = load ptr, ptr @program_invocation_name, align 8
  %15 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %13, ptr noundef nonnull @.str.6, ptr noundef %14) #6
  br label %16

16:                                               ; preds = %11, %12
  %17 = load ptr, ptr @stderr, align 8
  %18 = icmp eq ptr %2, null
  %19 = select i1 %18, ptr @.str, ptr @.str.1
  %20 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %17, ptr noundef nonnull %19, ptr noundef %2, i32 noundef %3) #6
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %6) #7
  call void @llvm.va_start.p0(ptr nonnull %6)
  call fastcc void @finish(i32 noundef %0, i32 noundef %1, ptr noundef %4, ptr noundef nonnull %6) #8
  call void @llvm.va_end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %6) #7
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @vsyslog(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call i32 @vsnprintf(ptr noundef null, i64 noundef 0, ptr noundef %1, ptr noundef %2) #6
  ret void
}

declare i32 @vsnprintf(ptr noundef, i64 noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local void @syslog(i32 noundef %0, ptr noundef %1, ...) local_unnamed_addr #0 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #7
  call void @llvm.va_start.p0(ptr nonnull %3)
  call void @vsyslog(i32 noundef %0, ptr noundef %1, ptr noundef nonnull %3) #8
  call void @llvm.va_end.p0(ptr %3)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %3) #7
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @__syslog_chk(i32 noundef %0, i32 noundef %1, ptr noundef %2, ...) local_unnamed_addr #0 {
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4) #7
  call void @llvm.va_start.p0(ptr nonnull %4)
  call void @vsyslog(i32 noundef %0, ptr noundef %2, ptr noundef nonnull %4) #8
  call void @llvm.va_end.p0(ptr %4)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4) #7
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @openlog(ptr noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  ret void
}

; Function Attrs: nounwind
define weak dso_local void @closelog() local_unnamed_addr #0 {
  ret void
}

; Function Attrs: nounwind
define weak dso_local i32 @setlogmask(i32 noundef %0) local_unnamed_addr #0 {
  ret i32 255
}

declare i32 @vfprintf(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

declare ptr @strerror(i32 noundef) local_unnamed_addr #1

declare i32 @fflush(ptr noundef) local_unnamed_addr #1

declare void @__mazurka_change(ptr noundef, i64 noundef) local_unnamed_addr #1

declare void @__mazurka_changed() local_unnamed_addr #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin "no-builtins" }
attributes #9 = { nobuiltin noreturn nounwind "no-builtins" }
attributes #10 = { nobuiltin noreturn "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
