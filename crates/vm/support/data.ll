source_filename = "data.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.anon = type { i32, i32, i32, [1 x i32] }

@environ = weak dso_local global ptr null, align 8
@program_invocation_short_name = weak dso_local global ptr null, align 8
@optind = weak dso_local local_unnamed_addr global i32 1, align 4
@opterr = weak dso_local local_unnamed_addr global i32 1, align 4
@optopt = weak dso_local local_unnamed_addr global i32 63, align 4
@stdin = weak dso_local local_unnamed_addr global ptr inttoptr (i64 21474850048 to ptr), align 8
@stdout = weak dso_local local_unnamed_addr global ptr inttoptr (i64 21474850304 to ptr), align 8
@stderr = weak dso_local local_unnamed_addr global ptr inttoptr (i64 21474850560 to ptr), align 8
@__libc_single_threaded = weak dso_local local_unnamed_addr global i8 0, align 1
@__dso_handle = weak dso_local global ptr @__dso_handle, align 8
@__cpu_model = weak dso_local local_unnamed_addr global %struct.anon { i32 3, i32 0, i32 0, [1 x i32] [i32 27] }, align 4
@__cpu_features2 = weak dso_local local_unnamed_addr global [3 x i32] [i32 0, i32 -2147483648, i32 0], align 4
@.str = private unnamed_addr constant [4 x i8] c"UTC\00", align 1
@tzname = weak dso_local global [2 x ptr] [ptr @.str, ptr @.str], align 16
@timezone = weak dso_local global i64 0, align 8
@daylight = weak dso_local global i32 0, align 4
@program_invocation_name = weak dso_local local_unnamed_addr global ptr null, align 8
@optarg = weak dso_local local_unnamed_addr global ptr null, align 8
@signgam = weak dso_local local_unnamed_addr global i32 0, align 4

@__environ = weak dso_local alias ptr, ptr @environ
@_environ = weak dso_local alias ptr, ptr @environ
@__progname = weak dso_local alias ptr, ptr @program_invocation_short_name
@__tzname = weak dso_local alias [2 x ptr], ptr @tzname
@__timezone = weak dso_local alias i64, ptr @timezone
@__daylight = weak dso_local alias i32, ptr @daylight

; Function Attrs: nounwind
define weak dso_local i32 @__cpu_indicator_init() local_unnamed_addr #0 {
  ret i32 0
}

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
